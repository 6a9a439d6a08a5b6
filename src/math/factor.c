/* factor.c - prime factors, small ones by division, large ones by FLINT
 *
 * Division by the primes below 2^16, and by what else lies between, takes less time than loading FLINT, and leaves
 * nothing of a number below 2^32. Without FLINT it goes on, which for numbers near 2^64 takes seconds. */
#include "math/factor.h"

#ifdef GRUNDY_WITH_FLINT

#include <flint/flint.h>
#include <flint/ulong_extras.h>

#include "late/late.h"

#define FACTOR_FUNCTIONS(X) X(, n_factor_init) X(, n_factor)
LATE_LIBRARY(factor_library, FACTOR_FUNCTIONS)

static void insert(factorisation *f, uint64_t prime, unsigned exponent)
{
    unsigned i = f->count++;
    for (; i > 0 && f->prime[i - 1] > prime; i--) {
        f->prime[i] = f->prime[i - 1];
        f->exponent[i] = f->exponent[i - 1];
    }
    f->prime[i] = prime;
    f->exponent[i] = exponent;
}

/* The factors of n, by FLINT; false where it cannot be loaded. */
static bool factor_large(grundy *g, uint64_t n, factorisation *f)
{
    factor_library flint;
    n_factor_t found;
    if (late_open(g, GRUNDY_FLINT_FILE, "large factors need FLINT", factor_library_names, sizeof flint, &flint) !=
        GRUNDY_OK)
        return false;
    flint.n_factor_init(&found);
    flint.n_factor(&found, n, 1);
    for (int i = 0; i < found.num; i++)
        insert(f, found.p[i], (unsigned)found.exp[i]);
    return true;
}

#else

static bool factor_large(grundy *g, uint64_t n, factorisation *f)
{
    (void)g;
    (void)n;
    (void)f;
    return false;
}

#endif

/* Divide by the numbers from *p on that are at most `most`, as long as n may have such factors. */
static grundy_status factor_divide(grundy *g, uint64_t *n, uint64_t *p, uint64_t most, factorisation *f)
{
    for (; *p <= most && *p * *p <= *n; *p += *p == 2 ? 1 : 2) {
        if ((*p & 0xfffff) == 1)
            TRY(grundy_check(g));
        if (*n % *p != 0)
            continue;
        f->prime[f->count] = *p;
        for (; *n % *p == 0; *n /= *p)
            f->exponent[f->count]++;
        f->count++;
    }
    return GRUNDY_OK;
}

grundy_status factor(grundy *g, uint64_t n, factorisation *out)
{
    factorisation f = {0};
    uint64_t p = 2;
    TRY(factor_divide(g, &n, &p, UINT16_MAX, &f));
    if (p <= UINT16_MAX || !factor_large(g, n, &f)) {
        TRY(factor_divide(g, &n, &p, UINT32_MAX, &f));
        if (n > 1) {
            f.prime[f.count] = n;
            f.exponent[f.count++] = 1;
        }
    }
    *out = f;
    return GRUNDY_OK;
}
