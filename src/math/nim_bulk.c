/* Nim-products through polynomials, one at a time and in bulk.
 *
 * A nimber is carried to the polynomials over GF(2) modulo x^64 + x^4 + x^3 + x + 1, where multiplication is a
 * carry-less one and a few shifts, and the product is carried back. This file has the way that needs nothing but
 * 64-bit integers; nim_x86.c has faster ones. Squares and square roots are linear maps and need no product.
 *
 * Carry-less products from integer ones: take every fourth bit of both factors. At most 15 ones meet in a place of
 * their integer product, so that no sum of a place reaches the next one, and its lowest bit is the parity wanted. */
#include "math/nim_path.h"

#include <string.h>

#include "base/handle.h"
#include "math/nim_basis.h"

__extension__ typedef unsigned __int128 uint128;

/* ---- linear maps by bytes ---- */

#define SPAN1(x, c0) (x), (x) ^ (c0)
#define SPAN2(x, c0, c1) SPAN1(x, c0), SPAN1((x) ^ (c1), c0)
#define SPAN3(x, c0, c1, c2) SPAN2(x, c0, c1), SPAN2((x) ^ (c2), c0, c1)
#define SPAN4(x, c0, c1, c2, c3) SPAN3(x, c0, c1, c2), SPAN3((x) ^ (c3), c0, c1, c2)
#define SPAN5(x, c0, c1, c2, c3, c4) SPAN4(x, c0, c1, c2, c3), SPAN4((x) ^ (c4), c0, c1, c2, c3)
#define SPAN6(x, c0, c1, c2, c3, c4, c5) SPAN5(x, c0, c1, c2, c3, c4), SPAN5((x) ^ (c5), c0, c1, c2, c3, c4)
#define SPAN7(x, c0, c1, c2, c3, c4, c5, c6) SPAN6(x, c0, c1, c2, c3, c4, c5), SPAN6((x) ^ (c6), c0, c1, c2, c3, c4, c5)
#define SPAN8(k, c0, c1, c2, c3, c4, c5, c6, c7) \
    [k] = {SPAN7(UINT64_C(0), c0, c1, c2, c3, c4, c5, c6), SPAN7(UINT64_C(0) ^ (c7), c0, c1, c2, c3, c4, c5, c6)},

const uint64_t nim_table[NIM_MAPS][8][256] = {
    [NIM_MAP_TO_POLYNOMIAL] = {NIM_TO_POLYNOMIAL(SPAN8)},
    [NIM_MAP_FROM_POLYNOMIAL] = {NIM_FROM_POLYNOMIAL(SPAN8)},
    [NIM_MAP_SQUARE] = {NIM_SQUARE(SPAN8)},
    [NIM_MAP_SQRT] = {NIM_SQRT(SPAN8)},
};

static void apply_by_bytes(nim_map map, const uint64_t *a, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = nim_apply(map, a[i]);
}

/* ---- the portable product ---- */

#define EVERY_FOURTH UINT64_C(0x1111111111111111)

static uint128 carryless_product(uint64_t a, uint64_t b)
{
    uint64_t x[4], y[4], top = a >> 60;
    uint128 result = 0;
    for (unsigned i = 0; i < 4; i++) {
        x[i] = a & (EVERY_FOURTH >> 4) << i; /* 15 ones at most */
        y[i] = b & EVERY_FOURTH << i;
    }
    for (unsigned place = 0; place < 4; place++) {
        uint128 sum = 0;
        for (unsigned i = 0; i < 4; i++)
            sum ^= (uint128)x[i] * y[(place - i) & 3];
        result |= sum & ((uint128)EVERY_FOURTH << 64 | EVERY_FOURTH) << place;
    }
    for (unsigned i = 0; i < 4; i++)
        result ^= (uint128)(b & -(top >> i & 1)) << (60 + i);
    return result;
}

static uint64_t multiply_portably(uint64_t a, uint64_t b)
{
    uint128 product = carryless_product(nim_apply(NIM_MAP_TO_POLYNOMIAL, a), nim_apply(NIM_MAP_TO_POLYNOMIAL, b));
    return nim_apply(NIM_MAP_FROM_POLYNOMIAL, nim_reduce((uint64_t)(product >> 64), (uint64_t)product));
}

static void multiply_n_portably(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = multiply_portably(a[i], b[i]);
}

static bool always(void)
{
    return true;
}

static const nim_path nim_path_portable = {
    .name = "portable",
    .usable = always,
    .multiply = multiply_portably,
    .multiply_n = multiply_n_portably,
    .apply_n = apply_by_bytes,
};

/* ---- the choice ---- */

static const nim_path *const paths[] = {
#ifdef GRUNDY_NIM_X86
    &nim_path_gfni,
    &nim_path_clmul,
#endif
    &nim_path_portable,
};

const nim_path *nim_path_at(size_t i)
{
    return i < GRUNDY_COUNT(paths) ? paths[i] : NULL;
}

static const nim_path *best_path(void)
{
    size_t i = 0;
    while (!paths[i]->usable())
        i++;
    return paths[i];
}

uint64_t grundy_nim_mul(uint64_t a, uint64_t b)
{
    return best_path()->multiply(a, b);
}

void grundy_nim_mul_n(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    best_path()->multiply_n(a, b, out, n);
}

void grundy_nim_square_n(const uint64_t *a, uint64_t *out, size_t n)
{
    best_path()->apply_n(NIM_MAP_SQUARE, a, out, n);
}

void grundy_nim_sqrt_n(const uint64_t *a, uint64_t *out, size_t n)
{
    best_path()->apply_n(NIM_MAP_SQRT, a, out, n);
}

/* ---- inverses ---- */

enum { INVERTED_AT_ONCE = 512 };

static bool any_zero(const uint64_t *a, size_t n)
{
    bool zero = false;
    for (size_t i = 0; i < n; i++)
        zero |= a[i] == 0;
    return zero;
}

/* Montgomery's trick as a tree: multiply the upper half onto the lower half until one number is left, invert it, and
 * go back: 1/a = b (1/ab) and 1/b = a (1/ab). Three products for each inverse, all in bulk. */
static void invert_block(const nim_path *path, const uint64_t *a, uint64_t *out, size_t n)
{
    uint64_t tree[2 * INVERTED_AT_ONCE + 16], scratch[INVERTED_AT_ONCE];
    size_t start[16], size[16], level = 0;
    memcpy(tree, a, n * sizeof *a);
    start[0] = 0;
    size[0] = n;
    for (; size[level] > 1; level++) {
        size_t lower = (size[level] + 1) / 2, upper = size[level] / 2;
        uint64_t *at = tree + start[level];
        start[level + 1] = start[level] + size[level];
        size[level + 1] = lower;
        path->multiply_n(at, at + lower, tree + start[level + 1], upper);
        if (upper < lower)
            tree[start[level + 1] + upper] = at[upper]; /* the middle one is left alone */
    }
    (void)grundy_nim_inv(tree[start[level]], &tree[start[level]]);
    while (level-- > 0) {
        size_t lower = (size[level] + 1) / 2, upper = size[level] / 2;
        uint64_t *at = tree + start[level];
        const uint64_t *inverse = tree + start[level + 1];
        path->multiply_n(inverse, at, scratch, upper);
        path->multiply_n(inverse, at + lower, at, upper);
        if (upper < lower)
            at[upper] = inverse[upper];
        memcpy(at + lower, scratch, upper * sizeof *scratch);
    }
    memcpy(out, tree, n * sizeof *out);
}

bool grundy_nim_inv_n(const uint64_t *a, uint64_t *out, size_t n)
{
    const nim_path *path = best_path();
    if (any_zero(a, n))
        return false;
    for (size_t done = 0; done < n; done += INVERTED_AT_ONCE)
        invert_block(path, a + done, out + done, n - done < INVERTED_AT_ONCE ? n - done : INVERTED_AT_ONCE);
    return true;
}

bool grundy_nim_div_n(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    uint64_t inverse[INVERTED_AT_ONCE];
    const nim_path *path = best_path();
    if (any_zero(b, n))
        return false;
    for (size_t done = 0; done < n; done += INVERTED_AT_ONCE) {
        size_t count = n - done < INVERTED_AT_ONCE ? n - done : INVERTED_AT_ONCE;
        invert_block(path, b + done, inverse, count);
        path->multiply_n(a + done, inverse, out + done, count);
    }
    return true;
}
