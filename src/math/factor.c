#include "math/factor.h"

#ifdef GRUNDY_WITH_FLINT

#include <flint/flint.h>
#include <flint/ulong_extras.h>

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

grundy_status factor(grundy *g, uint64_t n, factorisation *out)
{
    (void)g;
    factorisation f = {0};
    n_factor_t found;
    n_factor_init(&found);
    n_factor(&found, n, 1);
    for (int i = 0; i < found.num; i++)
        insert(&f, found.p[i], (unsigned)found.exp[i]);
    *out = f;
    return GRUNDY_OK;
}

#else

grundy_status factor(grundy *g, uint64_t n, factorisation *out)
{
    factorisation f = {0};
    for (uint64_t p = 2; p <= UINT32_MAX && p * p <= n; p += p == 2 ? 1 : 2) {
        if ((p & 0xfffff) == 1)
            TRY(grundy_check(g));
        if (n % p != 0)
            continue;
        f.prime[f.count] = p;
        for (; n % p == 0; n /= p)
            f.exponent[f.count]++;
        f.count++;
    }
    if (n > 1) {
        f.prime[f.count] = n;
        f.exponent[f.count++] = 1;
    }
    *out = f;
    return GRUNDY_OK;
}

#endif
