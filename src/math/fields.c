#include "math/fields.h"

#include "math/factor.h"

#ifdef GRUNDY_WITH_FLINT

#include <stdio.h>

#include <flint/flint.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <flint/fmpz.h>
#include <flint/fq_nmod.h>
#pragma GCC diagnostic pop

#include "late/late.h"

/* clang-format off */
#define FIELD_FUNCTIONS(X) \
    X(, fmpz_init) X(, fmpz_set_str) X(, fmpz_clear) X(, _fq_nmod_ctx_init_conway) X(, fq_nmod_ctx_clear) \
    X(, fq_nmod_init) X(, fq_nmod_clear) X(, fq_nmod_gen) X(, fq_nmod_one) X(, fq_nmod_mul) \
    X(, nmod_poly_get_coeff_ui)
/* clang-format on */
LATE_LIBRARY(field_library, FIELD_FUNCTIONS)

/* The number whose base-p digits are the coefficients. */
static uint16_t number_of(const field_library *flint, const field *f, const fq_nmod_t x)
{
    uint64_t n = 0;
    for (slong i = (slong)f->exponent; i-- > 0;)
        n = n * f->p + flint->nmod_poly_get_coeff_ui(x, i);
    return (uint16_t)n;
}

/* The powers of the generator x of F_p[x] modulo the Conway polynomial, which is primitive. */
static bool fill_powers(const field_library *flint, field *f)
{
    fq_nmod_ctx_t context;
    fq_nmod_t x, power;
    fmpz_t p;
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)f->p);
    flint->fmpz_init(p);
    flint->fmpz_set_str(p, digits, 10); /* the inline ways need GMP's library as well */
    bool known = flint->_fq_nmod_ctx_init_conway(context, p, (slong)f->exponent, "x") != 0;
    if (known) {
        flint->fq_nmod_init(x, context);
        flint->fq_nmod_init(power, context);
        flint->fq_nmod_gen(x, context);
        flint->fq_nmod_one(power, context);
        for (uint64_t i = 0; i + 1 < f->q; i++) {
            f->power[i] = number_of(flint, f, power);
            f->log[f->power[i]] = (uint16_t)i;
            flint->fq_nmod_mul(power, power, x, context);
        }
        flint->fq_nmod_clear(x, context);
        flint->fq_nmod_clear(power, context);
        flint->fq_nmod_ctx_clear(context);
    }
    flint->fmpz_clear(p);
    return known;
}

static grundy_status make_tables(grundy *g, field *f)
{
    grundy_status status = GRUNDY_OK;
    field_library flint;
    TRY(late_open(g, GRUNDY_FLINT_FILE, "fields that are no prime fields need FLINT", field_library_names, sizeof flint,
                  &flint));
    f->power = handle_new(g, f->q, sizeof *f->power, &status);
    f->log = handle_new(g, f->q, sizeof *f->log, &status);
    if (status != GRUNDY_OK)
        return status;
    if (!fill_powers(&flint, f))
        return grundy_fail(g, GRUNDY_ABSENT, "no Conway polynomial is known for the field of %llu elements",
                           (unsigned long long)f->q);
    return GRUNDY_OK;
}

#else

static grundy_status make_tables(grundy *g, field *f)
{
    return grundy_fail(g, GRUNDY_ABSENT, "the field of %llu elements is no prime field; it needs FLINT",
                       (unsigned long long)f->q);
}

#endif

grundy_status field_open(grundy *g, uint64_t q, field *out)
{
    factorisation primes;
    if (q < 2)
        return GRUNDY_DOMAIN;
    TRY(factor(g, q, &primes));
    if (primes.count != 1)
        return GRUNDY_DOMAIN;
    field f = {.q = q, .p = primes.prime[0], .exponent = primes.exponent[0]};
    if (f.exponent > 1 && q <= FIELD_TABLE_MAX) {
        grundy_status status = make_tables(g, &f);
        if (status != GRUNDY_OK) {
            field_close(g, &f);
            return status;
        }
    }
    *out = f;
    return GRUNDY_OK;
}

void field_close(grundy *g, field *f)
{
    handle_free(g, f->power, f->q * sizeof *f->power);
    handle_free(g, f->log, f->q * sizeof *f->log);
}

bool field_has_arithmetic(const field *f)
{
    return f->exponent == 1 || f->power != NULL;
}

/* Digit by digit in base p. */
uint64_t field_sub(const field *f, uint64_t a, uint64_t b)
{
    uint64_t difference = 0, place = 1;
    if (f->p == 2)
        return f->exponent == 1 ? (a ^ b) & 1 : a ^ b;
    for (unsigned i = 0; i < f->exponent; i++, place *= f->p) {
        uint64_t x = a % f->p, y = b % f->p;
        difference += (x >= y ? x - y : x + (f->p - y)) * place;
        a /= f->p;
        b /= f->p;
    }
    return difference;
}

uint64_t field_mul(const field *f, uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    if (f->exponent == 1)
        return (uint64_t)((unsigned __int128)a * b % f->p);
    return f->power[(f->log[a] + (uint32_t)f->log[b]) % (f->q - 1)];
}

/* Fermat for prime fields: a^(p-2). */
uint64_t field_inv(const field *f, uint64_t a)
{
    if (f->exponent > 1)
        return f->power[(f->q - 1 - f->log[a]) % (f->q - 1)];
    uint64_t inverse = 1, square = a;
    for (uint64_t e = f->p - 2; e > 0; e >>= 1) {
        if ((e & 1) != 0)
            inverse = field_mul(f, inverse, square);
        square = field_mul(f, square, square);
    }
    return inverse;
}
