/* large_nimber.h - nimbers of 1, 2, 4, 8, ... words of 64 bits, the lowest first
 *
 * The nimbers of n words, n a power of 2, are a field. No function allocates; results may not overlap arguments unless
 * it says so.
 */
#ifndef GRUNDY_MATH_LARGE_NIMBER_H
#define GRUNDY_MATH_LARGE_NIMBER_H

#include "math/nimber.h"

/* The words of scratch memory that each function needs for n words. */
#define LARGE_NIM_SCRATCH(n) (8 * (n))

void large_nim_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, size_t n, uint64_t *scratch);
void large_nim_square(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch); /* out may be a */
void large_nim_sqrt(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch);   /* out may be a */

/* large_nim_inv - a is not 0 */
void large_nim_inv(uint64_t *out, const uint64_t *a, size_t n, uint64_t *scratch);

#endif
