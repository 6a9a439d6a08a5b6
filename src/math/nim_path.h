/* nim_path.h - the ways to multiply nimbers below 2^64, one of which is chosen by what the processor can do */
#ifndef GRUNDY_MATH_NIM_PATH_H
#define GRUNDY_MATH_NIM_PATH_H

#include "math/nimber.h"

/* The linear maps of nim_basis.h. */
typedef enum { NIM_MAP_TO_POLYNOMIAL, NIM_MAP_FROM_POLYNOMIAL, NIM_MAP_SQUARE, NIM_MAP_SQRT, NIM_MAPS } nim_map;

typedef struct {
    const char *name;
    bool (*usable)(void); /* can this processor do it? */
    uint64_t (*multiply)(uint64_t a, uint64_t b);
    void (*multiply_n)(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n); /* out may be a or b */
    void (*apply_n)(nim_map map, const uint64_t *a, uint64_t *out, size_t n);          /* out may be a */
} nim_path;

/* nim_path_at - the paths that were compiled in, best first; NULL past the last, which every processor can do */
const nim_path *nim_path_at(size_t i);

/* nim_table - a linear map by bytes: the image of a is the sum of table[k][byte k of a] */
extern const uint64_t nim_table[NIM_MAPS][8][256];

static inline uint64_t nim_apply(nim_map map, uint64_t a)
{
    const uint64_t(*table)[256] = nim_table[map];
    uint64_t low = table[0][a & 0xff] ^ table[1][a >> 8 & 0xff] ^ table[2][a >> 16 & 0xff] ^ table[3][a >> 24 & 0xff];
    uint64_t high = table[4][a >> 32 & 0xff] ^ table[5][a >> 40 & 0xff] ^ table[6][a >> 48 & 0xff] ^ table[7][a >> 56];
    return low ^ high;
}

/* nim_reduce - the polynomial high x^64 + low modulo x^64 + x^4 + x^3 + x + 1 */
static inline uint64_t nim_reduce(uint64_t high, uint64_t low)
{
    high ^=
        high >> 60 ^ high >> 61; /* what high (x^4 + x^3 + x + 1) has from x^64 on; a product has degree 126 at most */
    return low ^ high ^ high << 1 ^ high << 3 ^ high << 4;
}

#if defined(__x86_64__) && defined(__GNUC__)
#define GRUNDY_NIM_X86 1
extern const nim_path nim_path_clmul, nim_path_gfni;
#endif

#endif
