#include "rulesets/heaps/golden_pairs.h"

#include "math/golden.h"

/* Is (a,b) = (u_n, u_n+1) for an n of this parity? */
static bool is_fibonacci_step(uint64_t a, uint64_t b, unsigned parity)
{
    for (unsigned n = parity; n + 2 <= GRUNDY_FIBONACCI_MAX; n += 2) {
        uint64_t f, next;
        if (!grundy_fibonacci(n + 1, &f) || !grundy_fibonacci(n + 2, &next) || f - 1 > a)
            return false;
        if (f - 1 == a && next - 1 == b)
            return true;
    }
    return false;
}

bool is_nim_euclid_pair(uint64_t a, uint64_t b)
{
    if (a > b)
        return is_nim_euclid_pair(b, a);
    if (is_fibonacci_step(a, b, 1))
        return true;
    return grundy_is_wythoff_pair(a, b) && !is_fibonacci_step(a, b, 0);
}

/* Is b/a = F(k+1)/F(k), and is k even? The quotients of consecutive Fibonacci numbers are those whose
 * Euclidean algorithm has the quotients 1, ..., 1 and last a 2, or 1 at once. */
static bool is_fibonacci_quotient(uint64_t a, uint64_t b, bool *even)
{
    unsigned k = 1;
    while (a != b) {
        k++;
        if (b / a == 2 && b % a == 0)
            break;
        if (b / a != 1)
            return false;
        uint64_t rest = b - a;
        b = a;
        a = rest;
    }
    *even = k % 2 == 0;
    return true;
}

bool is_misere_euclid_p(uint64_t a, uint64_t b)
{
    bool even;
    if (a > b)
        return is_misere_euclid_p(b, a);
    if (a == 0)
        return b != 0;
    if (is_fibonacci_quotient(a, b, &even))
        return even;
    return grundy_compare_golden(a, b) < 0;
}
