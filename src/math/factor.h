/* factor.h - prime factorisation of 64-bit integers */
#ifndef GRUNDY_MATH_FACTOR_H
#define GRUNDY_MATH_FACTOR_H

#include "base/handle.h"

enum { FACTOR_PRIMES_MAX = 15 }; /* the product of the first 16 primes is above 2^64 */

typedef struct {
    unsigned count;
    uint64_t prime[FACTOR_PRIMES_MAX]; /* ascending */
    unsigned exponent[FACTOR_PRIMES_MAX];
} factorisation;

/* factor - the factorisation of n >= 1
 *
 * Cost    at most 2^15 divisions, and microseconds by FLINT; without it seconds for the largest n
 * Errors  GRUNDY_LIMIT, GRUNDY_STOPPED (without FLINT)
 */
grundy_status factor(grundy *g, uint64_t n, factorisation *out);

#endif
