/* The options of a position: parameters are run through between their bounds, the last one fastest. */
#include <inttypes.h>
#include <stdio.h>

#include "rulesets/heaps/moves.h"

#define WIDE_MAX ((moves_wide)1 << 120)

static grundy_status moves_overflow(grundy *g)
{
    return grundy_fail(g, GRUNDY_LIMIT, "moves: a number grows beyond 2^120");
}

static bool moves_wide_fits(moves_wide n)
{
    return n <= WIDE_MAX && n >= -WIDE_MAX;
}

static bool moves_product(moves_wide a, moves_wide b, moves_wide *out)
{
    if (a == (int64_t)a && b == (int64_t)b) {
        *out = (moves_wide)(int64_t)a * (int64_t)b;
        return moves_wide_fits(*out);
    }
    return !__builtin_mul_overflow(a, b, out) && moves_wide_fits(*out);
}

static bool moves_evaluate(const moves_polynomial *p, const moves_wide *names, moves_wide *out)
{
    moves_wide sum = 0;
    for (unsigned i = 0; i < p->count; i++) {
        moves_wide product = p->terms[i].coefficient;
        for (unsigned k = 0; k < p->terms[i].degree; k++)
            if (!moves_product(product, names[p->terms[i].names[k]], &product))
                return false;
        sum += product;
        if (!moves_wide_fits(sum))
            return false;
    }
    *out = sum;
    return true;
}

/* ---- postfix code ---- */

/* The remainder that is not negative; x mod 0 is x. */
static moves_wide moves_remainder(moves_wide a, moves_wide b)
{
    if (b == 0)
        return a;
    moves_wide size = b < 0 ? -b : b, rest = a % size;
    return rest < 0 ? rest + size : rest;
}

static bool moves_binary(moves_word word, moves_wide a, moves_wide b, moves_wide *out)
{
    *out = 0;
    switch (word) {
    case MOVES_PLUS:
        *out = a + b;
        break;
    case MOVES_MINUS:
        *out = a - b;
        break;
    case MOVES_TIMES:
        return moves_product(a, b, out);
    case MOVES_MOD:
        *out = moves_remainder(a, b);
        break;
    case MOVES_LESS:
        *out = a < b;
        break;
    case MOVES_AT_MOST:
        *out = a <= b;
        break;
    case MOVES_EQUAL:
        *out = a == b;
        break;
    case MOVES_UNEQUAL:
        *out = a != b;
        break;
    case MOVES_AND:
        *out = a != 0 && b != 0;
        break;
    case MOVES_OR:
        *out = a != 0 || b != 0;
        break;
    default:
        break;
    }
    return moves_wide_fits(*out);
}

grundy_status moves_holds(grundy *g, const moves *m, const moves_code *code, const moves_wide *names, bool *out)
{
    const moves_step *steps = (const moves_step *)(const void *)m->steps.data + code->from;
    moves_wide stack[MOVES_STACK_MAX];
    unsigned size = 0;
    for (size_t i = 0; i < code->count; i++) {
        moves_word word = steps[i].word;
        if (word == MOVES_NUMBER || word == MOVES_NAME) {
            stack[size++] = word == MOVES_NUMBER ? steps[i].number : names[steps[i].number];
        } else if (word == MOVES_NEGATE || word == MOVES_ABS || word == MOVES_NOT) {
            moves_wide a = stack[size - 1];
            stack[size - 1] = word == MOVES_NOT ? a == 0 : word == MOVES_ABS && a >= 0 ? a : -a;
        } else {
            size--;
            if (!moves_binary(word, stack[size - 1], stack[size], &stack[size - 1]))
                return moves_overflow(g);
        }
    }
    *out = stack[0] != 0;
    return GRUNDY_OK;
}

/* ---- enumeration ---- */

typedef struct {
    grundy *g;
    const moves *m;
    const moves_option *o;
    moves_visitor *visit;
    void *context;
    size_t passed;
    moves_wide names[MOVES_NAMES_MAX];
    moves_wide last[MOVES_PARAMETERS_MAX]; /* where each parameter that is being run through ends */
    uint64_t to[MOVES_PLACES_MAX * MOVES_HEAPS_MAX];
} moves_walk;

static moves_wide moves_floor(moves_wide a, moves_wide b)
{
    if (a == (int64_t)a && b == (int64_t)b && b > 0) {
        int64_t n = (int64_t)a, d = (int64_t)b;
        return n / d - (n % d < 0);
    }
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static grundy_status moves_unbounded(const moves_walk *w, const moves_parameter *p)
{
    const moves *m = w->m;
    char text[MOVES_HEAPS_MAX * 24];
    size_t size = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < m->heaps; i++)
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%s%" PRIu64, i == 0 ? "" : ",", (uint64_t)w->names[i]);
    return grundy_fail(w->g, GRUNDY_DOMAIN, "moves: at %s nothing bounds the parameter %s from above", text,
                       w->o->names[p->name - m->heaps]);
}

/* The range of a parameter, those before it being fixed; empty when low > high. */
static grundy_status moves_range(const moves_walk *w, const moves_parameter *p, moves_wide *low, moves_wide *high)
{
    bool bounded = false;
    *low = w->o->least[p->name];
    *high = WIDE_MAX;
    for (unsigned i = 0; i < p->bounds; i++) {
        moves_wide factor, rest;
        if (!moves_evaluate(&p->bound[i].factor, w->names, &factor) ||
            !moves_evaluate(&p->bound[i].rest, w->names, &rest))
            return moves_overflow(w->g);
        if (factor > 0) {
            moves_wide from = -moves_floor(rest, factor);
            *low = from > *low ? from : *low;
        } else if (factor < 0) {
            moves_wide to = moves_floor(rest, -factor);
            *high = to < *high ? to : *high;
            bounded = true;
        } else if (rest < 0) {
            *high = *low - 1;
            return GRUNDY_OK;
        }
    }
    return bounded || *low > *high ? GRUNDY_OK : moves_unbounded(w, p);
}

static grundy_status moves_all_hold(const moves_walk *w, unsigned from, unsigned to, bool *out)
{
    *out = true;
    for (unsigned i = from; *out && i < to; i++)
        TRY(moves_holds(w->g, w->m, &w->o->conjunct[i].code, w->names, out));
    return GRUNDY_OK;
}

/* All parameters have numbers: is the option one, with no heap negative? Then call back. */
static grundy_status moves_arrive(moves_walk *w)
{
    unsigned heaps = w->m->heaps;
    for (unsigned p = 0; p < w->o->places; p++)
        for (unsigned i = 0; i < heaps; i++) {
            moves_wide heap;
            if (!moves_evaluate(&w->o->to[p][i], w->names, &heap))
                return moves_overflow(w->g);
            if (heap < 0)
                return GRUNDY_OK;
            if (heap > (moves_wide)UINT64_MAX)
                return grundy_fail(w->g, GRUNDY_LIMIT, "moves: an option has a heap beyond 2^64");
            w->to[p * heaps + i] = (uint64_t)heap;
        }
    return w->visit(w->context, w->to, w->o->places);
}

/* The last parameter, from `low` on: heaps change by the same with each step, and no bound lets one become negative. */
static grundy_status moves_stride(moves_walk *w, moves_wide low, moves_wide high)
{
    unsigned heaps = w->m->heaps, count = w->o->places * heaps;
    moves_wide at[MOVES_PLACES_MAX * MOVES_HEAPS_MAX], step[MOVES_PLACES_MAX * MOVES_HEAPS_MAX];
    moves_wide *name = &w->names[w->o->order[w->o->parameters - 1].name];
    for (unsigned i = 0; i < count; i++) {
        const moves_polynomial *to = &w->o->to[i / heaps][i % heaps];
        *name = low + 1;
        if (!moves_evaluate(to, w->names, &step[i]))
            return moves_overflow(w->g);
        *name = low;
        if (!moves_evaluate(to, w->names, &at[i]))
            return moves_overflow(w->g);
        step[i] -= at[i];
        moves_wide change;
        if (!moves_product(high - low, step[i], &change))
            return moves_overflow(w->g);
        if (at[i] + change > (moves_wide)UINT64_MAX || at[i] > (moves_wide)UINT64_MAX)
            return grundy_fail(w->g, GRUNDY_LIMIT, "moves: an option has a heap beyond 2^64");
    }
    for (moves_wide k = low; k <= high; k++) {
        for (unsigned i = 0; i < count; i++) {
            w->to[i] = (uint64_t)at[i];
            at[i] += step[i];
        }
        TRY(w->visit(w->context, w->to, w->o->places));
        TRY(handle_look(w->g, &w->passed, 0));
    }
    return GRUNDY_OK;
}

/* Begin with the parameter at this depth; *empty where it has no number, or all of its options have been given. */
static grundy_status moves_begin(moves_walk *w, unsigned depth, bool *empty)
{
    const moves_parameter *p = &w->o->order[depth];
    moves_wide low;
    TRY(moves_range(w, p, &low, &w->last[depth]));
    w->names[p->name] = low;
    *empty = low > w->last[depth];
    if (*empty || !w->o->strides || depth + 1 < w->o->parameters)
        return GRUNDY_OK;
    *empty = true;
    return moves_stride(w, low, w->last[depth]);
}

/* Run through all parameters, the last one fastest. */
static grundy_status moves_run(moves_walk *w)
{
    const moves_option *o = w->o;
    unsigned depth = 0;
    bool over, good;
    TRY(moves_begin(w, 0, &over));
    for (;;) {
        const moves_parameter *p = &o->order[depth];
        TRY(handle_look(w->g, &w->passed, 0));
        if (over) {
            if (depth-- == 0)
                return GRUNDY_OK;
            p = &o->order[depth];
            over = ++w->names[p->name] > w->last[depth];
            continue;
        }
        TRY(moves_all_hold(w, depth == 0 ? o->first_conjuncts : o->order[depth - 1].conjuncts, p->conjuncts, &good));
        if (good && depth + 1 < o->parameters) {
            TRY(moves_begin(w, ++depth, &over));
            continue;
        }
        if (good)
            TRY(moves_arrive(w));
        over = ++w->names[p->name] > w->last[depth];
    }
}

grundy_status moves_guarded(grundy *g, const moves *m, unsigned i, const moves_wide *heaps, bool *out)
{
    const moves_option *o = &m->option[i];
    *out = true;
    for (unsigned k = 0; *out && k < o->first_conjuncts; k++)
        TRY(moves_holds(g, m, &o->conjunct[k].code, heaps, out));
    return GRUNDY_OK;
}

grundy_status moves_ended(grundy *g, const moves *m, const uint64_t *heaps, bool *out)
{
    moves_wide names[MOVES_NAMES_MAX];
    *out = false;
    if (!m->ends)
        return GRUNDY_OK;
    for (unsigned i = 0; i < m->heaps; i++)
        names[i] = heaps[i];
    return moves_holds(g, m, &m->end, names, out);
}

grundy_status moves_each(grundy *g, const moves *m, const uint64_t *heaps, uint64_t which, moves_visitor *visit,
                         void *context)
{
    moves_walk w = {.g = g, .m = m, .visit = visit, .context = context};
    bool over;
    TRY(moves_ended(g, m, heaps, &over));
    for (unsigned i = 0; i < m->heaps; i++)
        w.names[i] = heaps[i];
    for (unsigned i = 0; !over && i < m->options; i++) {
        bool guarded;
        if (!(which >> i & 1))
            continue;
        w.o = &m->option[i];
        TRY(moves_guarded(g, m, i, w.names, &guarded));
        if (guarded)
            TRY(w.o->parameters == 0 ? moves_arrive(&w) : moves_run(&w));
    }
    return GRUNDY_OK;
}
