/* Polynomials in the names of a ruleset in one line. */
#include <string.h>

#include "rulesets/heaps/moves.h"

static bool coefficient_fits(int64_t n)
{
    return n <= MOVES_COEFFICIENT_MAX && n >= -MOVES_COEFFICIENT_MAX;
}

static bool moves_add_term(moves_polynomial *p, const moves_term *t, int64_t factor)
{
    int64_t more;
    if (__builtin_mul_overflow(t->coefficient, factor, &more) || !coefficient_fits(more))
        return false;
    for (unsigned i = 0; i < p->count; i++) {
        moves_term *old = &p->terms[i];
        if (old->degree != t->degree || memcmp(old->names, t->names, t->degree) != 0)
            continue;
        old->coefficient += more;
        if (old->coefficient == 0)
            *old = p->terms[--p->count];
        return old->coefficient == 0 || coefficient_fits(old->coefficient);
    }
    if (more == 0)
        return true;
    if (p->count == MOVES_TERMS_MAX)
        return false;
    p->terms[p->count] = *t;
    p->terms[p->count++].coefficient = more;
    return true;
}

bool moves_add(moves_polynomial *a, const moves_polynomial *b, int64_t factor)
{
    bool fits = true;
    for (unsigned i = 0; fits && i < b->count; i++)
        fits = moves_add_term(a, &b->terms[i], factor);
    return fits;
}

/* The product of two terms, names ascending. */
static bool moves_term_product(const moves_term *a, const moves_term *b, moves_term *out)
{
    memset(out, 0, sizeof *out);
    if (a->degree + b->degree > MOVES_DEGREE_MAX ||
        __builtin_mul_overflow(a->coefficient, b->coefficient, &out->coefficient))
        return false;
    for (unsigned i = 0, j = 0; i + j < a->degree + b->degree;) {
        bool first = j == b->degree || (i < a->degree && a->names[i] <= b->names[j]);
        out->names[out->degree++] = first ? a->names[i++] : b->names[j++];
    }
    return true;
}

bool moves_multiply(const moves_polynomial *a, const moves_polynomial *b, moves_polynomial *out)
{
    out->count = 0;
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++) {
            moves_term t;
            if (!moves_term_product(&a->terms[i], &b->terms[j], &t) || !moves_add_term(out, &t, 1))
                return false;
        }
    return true;
}

bool moves_constant(const moves_polynomial *p, int64_t *out)
{
    if (p->count > 1 || (p->count == 1 && p->terms[0].degree > 0))
        return false;
    *out = p->count == 0 ? 0 : p->terms[0].coefficient;
    return true;
}

uint32_t moves_names_of(const moves_polynomial *p)
{
    uint32_t names = 0;
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned k = 0; k < p->terms[i].degree; k++)
            names |= UINT32_C(1) << p->terms[i].names[k];
    return names;
}

bool moves_linear(const moves_polynomial *p, int64_t *factors, int64_t *constant)
{
    memset(factors, 0, MOVES_NAMES_MAX * sizeof *factors);
    *constant = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const moves_term *t = &p->terms[i];
        if (t->degree > 1)
            return false;
        *(t->degree == 0 ? constant : &factors[t->names[0]]) = t->coefficient;
    }
    return true;
}
