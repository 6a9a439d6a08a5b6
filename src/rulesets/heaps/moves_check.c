/* What is found out about rules once: in which order parameters are run through and between which bounds, and that every
 * option is simpler. An option's constraints are polynomials that are not negative where it can be used. */
#include <stdio.h>

#include "rulesets/heaps/moves.h"

enum {
    CONSTRAINTS_MAX = 2 * MOVES_CONJUNCTS_MAX + MOVES_PLACES_MAX * MOVES_HEAPS_MAX,
    WEIGHTS_MAX = 256,
    WEIGHT_MAX = 3
};

typedef struct {
    unsigned count;
    unsigned plain; /* those before this are heaps of options and comparisons as they were written */
    bool dropped;   /* not all are there */
    moves_polynomial list[CONSTRAINTS_MAX];
} moves_constraints;

typedef struct {
    grundy_scanner s; /* for messages */
    moves *m;
    moves_constraints *of; /* one for each option */
} moves_checker;

/* Add right - left - slack >= 0. */
static void moves_constrain(moves_constraints *c, const moves_polynomial *left, const moves_polynomial *right,
                            int64_t slack)
{
    moves_polynomial p = {.count = 0}, one = {.count = 1, .terms = {{.coefficient = 1}}};
    if (c->count < CONSTRAINTS_MAX && moves_add(&p, right, 1) && moves_add(&p, left, -1) && moves_add(&p, &one, -slack))
        c->list[c->count++] = p;
    else
        c->dropped = true;
}

/* abs(e) < n means e < n and -e < n. */
static void moves_constrain_abs(moves_constraints *c, const moves_conjunct *j)
{
    moves_polynomial negative = {.count = 0};
    if (j->left.shape != MOVES_SHAPE_ABS || j->right.shape != MOVES_SHAPE_POLYNOMIAL || j->relation == MOVES_UNEQUAL ||
        !moves_add(&negative, &j->left.polynomial, -1))
        return;
    moves_constrain(c, &j->left.polynomial, &j->right.polynomial, j->relation == MOVES_LESS);
    moves_constrain(c, &negative, &j->right.polynomial, j->relation == MOVES_LESS);
}

/* Two sums of heaps that differ, of which one is never less: then it is greater. */
static void moves_constrain_unequal(const moves *m, moves_constraints *c, const moves_polynomial *less,
                                    const moves_polynomial *more)
{
    moves_polynomial d = *more;
    if (!moves_add(&d, less, -1) || (moves_names_of(&d) >> m->heaps) != 0)
        return;
    for (unsigned i = 0; i < d.count; i++)
        if (d.terms[i].coefficient < 0)
            return;
    moves_constrain(c, less, more, 1);
}

static void moves_collect(const moves *m, const moves_option *o, moves_constraints *out)
{
    const moves_polynomial zero = {.count = 0};
    *out = (moves_constraints){.count = 0};
    for (unsigned p = 0; p < o->places; p++)
        for (unsigned i = 0; i < m->heaps; i++)
            moves_constrain(out, &zero, &o->to[p][i], 0);
    for (unsigned i = 0; i < o->conjuncts; i++) {
        const moves_conjunct *c = &o->conjunct[i];
        if (!c->comparison)
            continue;
        if (c->left.shape != MOVES_SHAPE_POLYNOMIAL || c->right.shape != MOVES_SHAPE_POLYNOMIAL)
            continue;
        if (c->relation == MOVES_UNEQUAL) {
            moves_constrain_unequal(m, out, &c->left.polynomial, &c->right.polynomial);
            moves_constrain_unequal(m, out, &c->right.polynomial, &c->left.polynomial);
            continue;
        }
        moves_constrain(out, &c->left.polynomial, &c->right.polynomial, c->relation == MOVES_LESS);
        if (c->relation == MOVES_EQUAL)
            moves_constrain(out, &c->right.polynomial, &c->left.polynomial, 0);
    }
    out->plain = out->count;
    for (unsigned i = 0; i < o->conjuncts; i++)
        if (o->conjunct[i].comparison)
            moves_constrain_abs(out, &o->conjunct[i]);
}

/* ---- bounds from below ---- */

/* Is it name - n >= 0, for one name? */
static bool moves_is_least(const moves_polynomial *p, unsigned *name, int64_t *n)
{
    int64_t factors[MOVES_NAMES_MAX], constant;
    uint32_t names = moves_names_of(p);
    if (names == 0 || (names & (names - 1)) != 0 || !moves_linear(p, factors, &constant))
        return false;
    *name = (unsigned)__builtin_ctz(names);
    *n = -constant;
    return factors[*name] == 1;
}

/* k >= 0 takes the place of the 1 from which parameters begin. */
static void moves_set_least(const moves *m, moves_option *o, const moves_constraints *c)
{
    uint32_t said = 0;
    for (unsigned i = o->places * m->heaps; i < c->plain; i++) {
        unsigned name;
        int64_t n;
        if (!moves_is_least(&c->list[i], &name, &n))
            continue;
        bool first = name >= m->heaps && !(said >> name & 1);
        if (first || n > o->least[name])
            o->least[name] = n;
        said |= UINT32_C(1) << name;
    }
}

/* A number that the polynomial is not below, where names are at least as they are said to be; false if none is seen. */
static bool moves_lower(const moves_option *o, const moves_polynomial *p, moves_wide *out)
{
    *out = 0;
    for (unsigned i = 0; i < p->count; i++) {
        moves_wide product = p->terms[i].coefficient;
        if (product < 0 && p->terms[i].degree > 0)
            return false;
        for (unsigned k = 0; k < p->terms[i].degree; k++) {
            int64_t least = o->least[p->terms[i].names[k]];
            if (least < 0 || product > (moves_wide)1 << 60)
                return false;
            product *= least;
        }
        *out += product;
    }
    return true;
}

/* Is p >= n wherever the option can be used? Up to two constraints are subtracted. */
static bool moves_at_least(const moves_option *o, const moves_constraints *c, const moves_polynomial *p, int64_t n)
{
    moves_wide lower;
    if (moves_lower(o, p, &lower) && lower >= n)
        return true;
    for (unsigned i = 0; i < c->count; i++) {
        moves_polynomial one = *p;
        if (!moves_add(&one, &c->list[i], -1))
            continue;
        if (moves_lower(o, &one, &lower) && lower >= n)
            return true;
        for (unsigned j = i; j < c->count; j++) {
            moves_polynomial two = one;
            if (moves_add(&two, &c->list[j], -1) && moves_lower(o, &two, &lower) && lower >= n)
                return true;
        }
    }
    return false;
}

/* ---- the order of parameters ---- */

/* Write a constraint as factor * name + rest, where names in `known` have numbers and those not known are put at their
 * least, which makes it weaker; false when that cannot be done. */
static bool moves_bound_of(const moves_option *o, const moves_polynomial *p, unsigned name, uint32_t known,
                           moves_bound *out)
{
    *out = (moves_bound){.factor.count = 0};
    for (unsigned i = 0; i < p->count; i++) {
        moves_polynomial part = {.count = 1, .terms = {{.coefficient = p->terms[i].coefficient}}};
        unsigned times = 0;
        for (unsigned k = 0; k < p->terms[i].degree; k++) {
            unsigned other = p->terms[i].names[k];
            if (other == name) {
                times++;
            } else if (known >> other & 1) {
                part.terms[0].names[part.terms[0].degree++] = (unsigned char)other;
            } else {
                bool weaker = p->terms[i].degree == 1 && p->terms[i].coefficient < 0;
                if (!weaker ||
                    __builtin_mul_overflow(part.terms[0].coefficient, o->least[other], &part.terms[0].coefficient))
                    return false;
            }
        }
        if (times > 1 ||
            (part.terms[0].coefficient != 0 && !moves_add(times == 1 ? &out->factor : &out->rest, &part, 1)))
            return false;
    }
    return out->factor.count > 0;
}

/* Does it bound the name from above, wherever the factor is not 0? */
static bool moves_bounds_above(const moves_option *o, const moves_bound *b)
{
    for (unsigned i = 0; i < b->factor.count; i++) {
        const moves_term *t = &b->factor.terms[i];
        if (t->coefficient > 0)
            return false;
        for (unsigned k = 0; k < t->degree; k++)
            if (o->least[t->names[k]] < 0)
                return false;
    }
    return true;
}

/* Collect the bounds of a parameter; is it bounded from above? */
static bool moves_bounds_of(const moves_option *o, const moves_constraints *c, unsigned name, uint32_t known,
                            moves_parameter *out)
{
    bool above = false;
    *out = (moves_parameter){.name = name};
    for (unsigned i = 0; i < c->count && out->bounds < MOVES_BOUNDS_MAX; i++)
        if (moves_bound_of(o, &c->list[i], name, known, &out->bound[out->bounds]))
            above = moves_bounds_above(o, &out->bound[out->bounds++]) || above;
    return above;
}

/* Put the conjuncts that are known now behind the first `count`; returns how many are known in all. */
static unsigned moves_know(moves_option *o, unsigned count, uint32_t known)
{
    for (unsigned i = count; i < o->conjuncts; i++)
        if ((o->conjunct[i].code.names & ~known) == 0) {
            moves_conjunct c = o->conjunct[i];
            o->conjunct[i] = o->conjunct[count];
            o->conjunct[count++] = c;
        }
    return count;
}

/* Is all that is said about the last parameter among its bounds, and do heaps change evenly with it? `before` conjuncts
 * are known without it. */
static bool moves_strides(const moves *m, const moves_option *o, const moves_constraints *c, unsigned before)
{
    const moves_parameter *last = &o->order[o->parameters - 1];
    if (c->dropped || last->bounds == MOVES_BOUNDS_MAX)
        return false;
    for (unsigned i = before; i < o->conjuncts; i++) {
        const moves_conjunct *j = &o->conjunct[i];
        if (!j->comparison || j->relation == MOVES_UNEQUAL || j->right.shape != MOVES_SHAPE_POLYNOMIAL ||
            j->left.shape != MOVES_SHAPE_POLYNOMIAL)
            return false;
    }
    for (unsigned i = 0; i < c->count; i++) {
        moves_bound b;
        if ((moves_names_of(&c->list[i]) >> last->name & 1) &&
            !moves_bound_of(o, &c->list[i], last->name, (UINT32_C(1) << (m->heaps + o->parameters)) - 1, &b))
            return false;
    }
    return true;
}

static grundy_status moves_order(moves_checker *k, unsigned option)
{
    moves *m = k->m;
    moves_option *o = &m->option[option];
    uint32_t known = (UINT32_C(1) << m->heaps) - 1;
    unsigned conjuncts = moves_know(o, 0, known), before = conjuncts;
    o->first_conjuncts = conjuncts;
    for (unsigned placed = 0; placed < o->parameters; placed++) {
        unsigned name = m->heaps, unbounded = 0;
        for (; name < m->heaps + o->parameters; name++) {
            if (known >> name & 1)
                continue;
            if (moves_bounds_of(o, &k->of[option], name, known, &o->order[placed]))
                break;
            unbounded = name;
        }
        if (name == m->heaps + o->parameters)
            return grundy_scan_reject(&k->s, o->column, "nothing bounds the parameter %s of this option from above",
                                      o->names[unbounded - m->heaps]);
        known |= UINT32_C(1) << name;
        before = conjuncts;
        o->order[placed].conjuncts = conjuncts = moves_know(o, conjuncts, known);
    }
    o->strides = o->parameters > 0 && moves_strides(m, o, &k->of[option], before);
    return GRUNDY_OK;
}

/* ---- options are simpler ----
 *
 * A weighted sum of the heaps that no option lets grow, and some decrease, disposes of those that decrease it; among the
 * rest another one is looked for. Where an option is a sum of several rows, that holds for each of them. */

/* w . (position - place) */
static bool moves_decrease(const moves *m, const moves_polynomial *to, const unsigned *weights, moves_polynomial *out)
{
    out->count = 0;
    for (unsigned i = 0; i < m->heaps; i++) {
        moves_polynomial heap = {.count = 1, .terms = {{.coefficient = 1, .degree = 1, .names = {(unsigned char)i}}}};
        if (weights[i] > 0 && !(moves_add(out, &heap, weights[i]) && moves_add(out, &to[i], -(int64_t)weights[i])))
            return false;
    }
    return true;
}

/* Does the option not grow by this measure (least 0), or decrease it (least 1)? */
static bool moves_measured(moves_checker *k, unsigned option, const unsigned *weights, int64_t least)
{
    const moves_option *o = &k->m->option[option];
    for (unsigned p = 0; p < o->places; p++) {
        moves_polynomial d;
        if (!moves_decrease(k->m, o->to[p], weights, &d) || !moves_at_least(o, &k->of[option], &d, least))
            return false;
    }
    return true;
}

/* Strike out of `left` what this measure disposes of; 0 when it disposes of nothing. */
static uint64_t moves_disposed(moves_checker *k, uint64_t left, const unsigned *weights)
{
    uint64_t done = 0;
    for (unsigned i = 0; i < k->m->options; i++) {
        if (!(left >> i & 1))
            continue;
        if (!moves_measured(k, i, weights, 0))
            return 0;
        if (moves_measured(k, i, weights, 1))
            done |= UINT64_C(1) << i;
    }
    return done;
}

/* The next weights: all of them 0..3 for few heaps, 0 and 1 for many. */
static bool moves_next_weights(const moves *m, unsigned *weights)
{
    unsigned most = m->heaps <= 4 && !m->unordered ? WEIGHT_MAX : 1;
    for (unsigned i = 0; i < m->heaps; i++) {
        if (weights[i]++ < most)
            return true;
        weights[i] = 0;
    }
    return false;
}

static grundy_status moves_simpler(moves_checker *k)
{
    const moves *m = k->m;
    uint64_t left = m->options == 64 ? UINT64_MAX : (UINT64_C(1) << m->options) - 1;
    while (left != 0) {
        unsigned weights[MOVES_HEAPS_MAX] = {0};
        uint64_t done = 0;
        for (unsigned i = 0; m->unordered && i < m->heaps; i++)
            weights[i] = 1; /* what is sorted can be measured by its sum only */
        if (m->unordered)
            done = moves_disposed(k, left, weights);
        while (!m->unordered && done == 0 && moves_next_weights(m, weights))
            done = moves_disposed(k, left, weights);
        if (done == 0)
            return grundy_scan_reject(&k->s, m->option[__builtin_ctzll(left)].column,
                                      "this option may go round in circles: no sum of heaps is seen to decrease");
        left &= ~done;
    }
    return GRUNDY_OK;
}

/* Options and their bounds are tried at small positions: what nothing bounds shows there. */
static grundy_status moves_ignore(void *context, const uint64_t *to, unsigned places)
{
    (void)context;
    (void)to;
    (void)places;
    return GRUNDY_OK;
}

static grundy_status moves_try(moves_checker *k)
{
    enum { POSITIONS_MAX = 256 };
    const moves *m = k->m;
    uint64_t heaps[MOVES_HEAPS_MAX], base = 2;
    size_t count = 1;
    for (unsigned i = 0; i < m->heaps; i++)
        count *= 2;
    for (size_t more; base < 16; base++, count = more) {
        more = 1;
        for (unsigned i = 0; i < m->heaps; i++)
            more *= base + 1;
        if (more > POSITIONS_MAX)
            break;
    }
    for (size_t n = 0; n < count; n++) {
        size_t rest = n;
        for (unsigned i = 0; i < m->heaps; i++, rest /= base)
            heaps[i] = rest % base;
        grundy_status status = moves_each(m->g, m, heaps, UINT64_MAX, moves_ignore, NULL);
        if (status == GRUNDY_DOMAIN) {
            char why[256];
            snprintf(why, sizeof why, "%s", grundy_message(m->g));
            return grundy_fail(m->g, GRUNDY_PARSE, "%s", why);
        }
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status moves_check_all(moves_checker *k)
{
    for (unsigned i = 0; i < k->m->options; i++) {
        moves_collect(k->m, &k->m->option[i], &k->of[i]);
        moves_set_least(k->m, &k->m->option[i], &k->of[i]);
        TRY(moves_order(k, i));
    }
    TRY(moves_simpler(k));
    return moves_try(k);
}

grundy_status moves_check(grundy *g, const char *text, moves *m)
{
    grundy_status status = GRUNDY_OK;
    moves_checker k = {.s = scan_begin(g, "moves", text, NULL), .m = m};
    k.of = handle_new(g, m->options, sizeof *k.of, &status);
    if (k.of == NULL)
        return status;
    status = moves_check_all(&k);
    handle_free(g, k.of, m->options * sizeof *k.of);
    return status;
}
