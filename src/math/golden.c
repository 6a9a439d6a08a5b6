/* The golden ratio in integers.
 *
 * Everything rests on one comparison. As Phi^2 = Phi + 1,
 *
 *     (b - Phi a)(b + a/Phi) = b^2 - a b - a^2,
 *
 * and the second factor is positive unless a = b = 0. So the sign of b - Phi a is that of
 * b (b - a) - a^2, and both terms have at most 128 bits.
 */
#include "math/golden.h"

/* Not in C17, but in gcc and clang on 64-bit machines; __extension__ keeps -Wpedantic silent. */
__extension__ typedef unsigned __int128 uint128;

/* 2^64 / Phi, rounded down */
#define GOLDEN_FRACTION UINT64_C(11400714819323198485)

int grundy_compare_golden(uint64_t a, uint64_t b)
{
    if (b < a)
        return -1;
    uint128 left = (uint128)b * (b - a);
    uint128 right = (uint128)a * a;
    return (left > right) - (left < right);
}

/* The greatest q with Phi q <= n. The fraction is too small by less than 2^-64, so the first
 * guess is right or too small by one. */
static uint64_t floor_over_golden(uint64_t n)
{
    uint64_t q = (uint64_t)((uint128)n * GOLDEN_FRACTION >> 64);
    return grundy_compare_golden(q + 1, n) > 0 ? q + 1 : q;
}

bool grundy_golden_floor(uint64_t n, uint64_t *result)
{
    uint64_t q = floor_over_golden(n); /* Phi n = n + n/Phi */
    if (q > UINT64_MAX - n)
        return false;
    *result = n + q;
    return true;
}

bool grundy_golden_ceil(uint64_t n, uint64_t *result)
{
    uint64_t below;
    if (!grundy_golden_floor(n, &below))
        return false;
    /* the sum cannot overflow: floor(Phi n) = 2^64 - 1 for no n */
    *result = below + (n != 0);
    return true;
}

bool grundy_is_wythoff_pair(uint64_t a, uint64_t b)
{
    uint64_t smaller = a < b ? a : b;
    uint64_t difference = a < b ? b - a : a - b;
    uint64_t expected;
    return grundy_golden_floor(difference, &expected) && expected == smaller;
}

/* --- Fibonacci numbers --- */

bool grundy_fibonacci(unsigned n, uint64_t *result)
{
    if (n > GRUNDY_FIBONACCI_MAX)
        return false;
    /* going up by additions of the pair F_i, F_(i-1), from F_(-1) = 1 */
    uint64_t current = 0, previous = 1;
    for (unsigned i = 0; i < n; i++) {
        uint64_t next = current + previous;
        previous = current;
        current = next;
    }
    *result = current;
    return true;
}

/* The greatest k with F_k <= n, for n >= 1; writes F_k and F_(k-1). */
static unsigned greatest_fibonacci(uint64_t n, uint64_t *current, uint64_t *previous)
{
    unsigned k = 2;
    *current = 1;
    *previous = 1;
    while (*previous <= n - *current) { /* F_(k+1) <= n, without overflow */
        uint64_t next = *current + *previous;
        *previous = *current;
        *current = next;
        k++;
    }
    return k;
}

unsigned grundy_fibonacci_representation(uint64_t n, char *bits)
{
    unsigned length = 0;
    if (n != 0) {
        uint64_t current, previous;
        /* greedy from the top: taking F_i leaves less than F_(i-1), so the next digit is 0 */
        for (unsigned i = greatest_fibonacci(n, &current, &previous); i >= 2; i--) {
            bool taken = current <= n;
            bits[length++] = taken ? '1' : '0';
            n -= taken ? current : 0;
            uint64_t before = current - previous;
            current = previous;
            previous = before;
        }
    }
    bits[length] = '\0';
    return length;
}

/* Keeps, beside the value of the digits read, the value that they have one place lower (F_1 = 1).
 * Appending a digit moves each digit up: F_(i+1) = F_i + F_(i-1). The value never falls, so an
 * overflow on the way is one of the result. The first sum below cannot overflow, as value_below is
 * less than value, or at most 1. */
bool grundy_fibonacci_value(const char *bits, uint64_t *n)
{
    uint64_t value = 0, value_below = 0;
    for (; *bits != '\0'; bits++) {
        if (*bits != '0' && *bits != '1')
            return false;
        uint64_t digit = *bits == '1';
        if (value_below + digit > UINT64_MAX - value)
            return false;
        uint64_t shifted = value + value_below + digit;
        value_below = value + digit;
        value = shifted;
    }
    *n = value;
    return true;
}
