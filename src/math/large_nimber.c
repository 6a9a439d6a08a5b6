/* Nimbers above 2^64, by Karatsuba's products of halves as in nimber.c: with the Fermat power X = 2^(64 h),
 *
 *     (a1 X + a0)(b1 X + b0) = ((a1 + a0)(b1 + b0) + a0 b0) X + (a0 b0 + (X/2) a1 b1),
 *
 * down to one word, where grundy_nim_mul takes over. The recursion is as deep as n has bits. */
#include "math/large_nimber.h"

#include <string.h>

#define HALF_FERMAT_64 (UINT64_C(1) << 63)

static void large_add(uint64_t *out, const uint64_t *a, const uint64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = a[i] ^ b[i];
}

/* a times 2^(64 n - 1), half of the Fermat power above n words, in place. With Y = 2^(32 n) that is (Y/2) Y, and
 * (a1 Y + a0)(Y/2) Y = (Y/2)(a1 + a0) Y + (Y/2)^2 a1. */
static void multiply_by_half_fermat(uint64_t *a, size_t n)
{
    if (n == 1) {
        *a = grundy_nim_mul(*a, HALF_FERMAT_64);
        return;
    }
    size_t h = n / 2;
    for (size_t i = 0; i < h; i++) {
        uint64_t low = a[i];
        a[i] = a[h + i];
        a[h + i] ^= low;
    }
    multiply_by_half_fermat(a + h, h);
    multiply_by_half_fermat(a, h);
    multiply_by_half_fermat(a, h);
}

void large_nim_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, size_t n, uint64_t *scratch)
{
    if (n == 1) {
        *out = grundy_nim_mul(*a, *b);
        return;
    }
    size_t h = n / 2;
    uint64_t *upper = scratch, *rest = scratch + n;
    large_add(scratch, a, a + h, h);
    large_add(scratch + h, b, b + h, h);
    large_nim_mul(out + h, scratch, scratch + h, h, rest);
    large_nim_mul(out, a, b, h, rest);
    large_nim_mul(upper, a + h, b + h, h, rest);
    large_add(out + h, out + h, out, h);
    multiply_by_half_fermat(upper, h);
    large_add(out, out, upper, h);
}

void large_nim_square(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch)
{
    if (n == 1) {
        *out = grundy_nim_square(*a);
        return;
    }
    size_t h = n / 2;
    large_nim_square(out, a, h, scratch);
    large_nim_square(out + h, a + h, h, scratch);
    memcpy(scratch, out + h, h * sizeof *out);
    multiply_by_half_fermat(scratch, h);
    large_add(out, out, scratch, h);
}

/* The upper half of a square is the square of the upper half; take it out of the lower half. */
void large_nim_sqrt(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch)
{
    if (n == 1) {
        *out = grundy_nim_sqrt(*a);
        return;
    }
    size_t h = n / 2;
    uint64_t *lower = scratch;
    memcpy(lower, a + h, h * sizeof *a);
    multiply_by_half_fermat(lower, h);
    large_add(lower, lower, a, h);
    large_nim_sqrt(out, lower, h, scratch + h);
    large_nim_sqrt(out + h, a + h, h, scratch + h);
}

/* As in nimber.c: the conjugate a1 X + (a1 + a0) over the norm a0 (a1 + a0) + (X/2) a1^2, which lies one field down. */
void large_nim_inv(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch)
{
    if (n == 1) {
        (void)grundy_nim_inv(*a, out);
        return;
    }
    size_t h = n / 2;
    uint64_t *sum = scratch, *norm = scratch + h, *square = scratch + 2 * h, *rest = scratch + 4 * h;
    large_add(sum, a, a + h, h);
    large_nim_mul(norm, a, sum, h, rest);
    large_nim_square(square, a + h, h, rest);
    multiply_by_half_fermat(square, h);
    large_add(norm, norm, square, h);
    large_nim_inv(square, norm, h, rest);
    large_nim_mul(out, sum, square, h, rest);
    large_nim_mul(out + h, a + h, square, h, rest);
}

grundy_nim128 grundy_nim128_mul(grundy_nim128 a, grundy_nim128 b)
{
    uint64_t x[2] = {a.low, a.high}, y[2] = {b.low, b.high}, out[2], scratch[LARGE_NIM_SCRATCH(2)];
    large_nim_mul(out, x, y, 2, scratch);
    return (grundy_nim128){out[0], out[1]};
}

bool grundy_nim128_inv(grundy_nim128 a, grundy_nim128 *inverse)
{
    uint64_t x[2] = {a.low, a.high}, out[2], scratch[LARGE_NIM_SCRATCH(2)];
    if (a.low == 0 && a.high == 0)
        return false;
    large_nim_inv(out, x, 2, scratch);
    *inverse = (grundy_nim128){out[0], out[1]};
    return true;
}
