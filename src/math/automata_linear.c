/* Numeration systems, linear constraints as automata, and the proof of addition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/automata.h"

typedef __int128 wide;

/* ---- numerations ---- */

bool automata_numeration_find(const char *name, automata_numeration *out)
{
    if (strcmp(name, "base:2") == 0) {
        *out = (automata_numeration){.name = "base 2", .digits = 2, .a = 2, .ends_greatest = true};
        return true;
    }
    if (strcmp(name, "fibonacci") == 0) {
        *out = (automata_numeration){
            .name = "Fibonacci", .digits = 2, .a = 1, .b = 1, .before = 1, .limited = true, .ends_greatest = true};
        return true;
    }
    if (strncmp(name, "metallic:", 9) != 0 || name[9] < '2' || name[9] > '9' || name[10] != '\0')
        return false;
    unsigned m = (unsigned)(name[9] - '0');
    *out = (automata_numeration){.digits = m + 1, .a = m, .b = 1, .limited = true};
    snprintf(out->name, sizeof out->name, "metallic %u", m);
    return true;
}

uint64_t automata_unit(const automata_numeration *n, unsigned i)
{
    wide unit = 1, before = n->before;
    for (; i > 0; i--) {
        wide next = n->a * unit + n->b * before;
        if (next > (wide)UINT64_MAX)
            return UINT64_MAX;
        before = unit;
        unit = next;
    }
    return (uint64_t)unit;
}

unsigned automata_write(const automata_numeration *n, uint64_t number, unsigned char digits[AUTOMATA_DIGITS_MAX])
{
    wide units[AUTOMATA_DIGITS_MAX + 1], before = n->before;
    unsigned count = 0;
    units[0] = 1;
    while (units[count] <= (wide)number) {
        units[count + 1] = n->a * units[count] + n->b * before;
        before = units[count];
        count++;
    }
    for (unsigned i = count; i-- > 0;) {
        digits[i] = (unsigned char)(number / (uint64_t)units[i]);
        number %= (uint64_t)units[i];
    }
    return count;
}

/* ---- linear constraints ----
 *
 * After a prefix, with n digits to come, what has been read is worth p U_n + q U_{n-1}; the next digits, of which the sum
 * with factors is e, make (p,q) into (a p + q + e, b p). What is still to come is worth between -C (U_n - 1) and
 * C (U_n - 1), where C is the sum of the sizes of the factors: so a prefix is decided when for no n the constraint can
 * still go either way. */

enum { LENGTH_CHECKED = 24 };

typedef struct {
    const automata *c;
    const automata_constraint *k;
    int64_t size; /* of all factors */
    wide unit[LENGTH_CHECKED + 1];
    wide before[LENGTH_CHECKED + 1];
} linear;

typedef struct {
    int64_t p, q;
} prefix;

/* Is p U_n + q U_{n-1} + constant > C (U_n - 1) for all n? The left side less the right is (p-C) U_n + q U_{n-1} and
 * a constant; by the recurrence, whose factors are not negative, it grows on from two values that are not negative. */
static bool automata_linear_above(const linear *l, int64_t p, int64_t q, int64_t constant)
{
    for (unsigned n = 0; n <= LENGTH_CHECKED; n++)
        if ((p - l->size) * l->unit[n] + q * l->before[n] + l->size + constant <= 0)
            return false;
    for (unsigned n = LENGTH_CHECKED - 1; n <= LENGTH_CHECKED; n++)
        if ((p - l->size) * l->unit[n] + q * l->before[n] < 0)
            return false;
    return true;
}

/* One byte stands for a prefix that is decided: 1 above, 0 below. */
static grundy_status automata_linear_step(void *context, grundy_bytes state, const unsigned char *digits,
                                          grundy_buffer *next)
{
    const linear *l = context;
    prefix at;
    if (state.size == 1)
        return grundy_append(next, state.data, 1);
    memcpy(&at, state.data, sizeof at);
    int64_t sum = 0;
    for (unsigned i = 0; i < l->k->tracks; i++)
        sum += l->k->factor[i] * digits[i];
    at = (prefix){l->c->numeration.a * at.p + at.q + sum, l->c->numeration.b * at.p};
    unsigned char above = automata_linear_above(l, at.p, at.q, l->k->constant), below = 0;
    if (above || automata_linear_above(l, -at.p, -at.q, -l->k->constant))
        return grundy_append(next, above ? &above : &below, 1);
    if (llabs(at.p) > (int64_t)1 << 40 || llabs(at.q) > (int64_t)1 << 40)
        return grundy_fail(l->c->g, GRUNDY_LIMIT, "the numbers of a linear constraint are too large");
    return grundy_append(next, &at, sizeof at);
}

static bool automata_linear_accepts(void *context, grundy_bytes state)
{
    const linear *l = context;
    prefix at;
    if (state.size == 1)
        return state.data[0] == 1 && l->k->relation == AUTOMATA_NOT_NEGATIVE;
    memcpy(&at, state.data, sizeof at);
    wide value = (wide)at.p + (wide)at.q * l->c->numeration.before + l->k->constant;
    return l->k->relation == AUTOMATA_ZERO ? value == 0 : value >= 0;
}

grundy_status automata_linear(const automata *c, const automata_constraint *constraint, automaton *out)
{
    linear l = {.c = c, .k = constraint};
    wide before = c->numeration.before, unit = 1;
    for (unsigned i = 0; i < constraint->tracks; i++) {
        if (llabs(constraint->factor[i]) > 1 << 20)
            return grundy_fail(c->g, GRUNDY_LIMIT, "the factors of a linear constraint are too large");
        l.size += llabs(constraint->factor[i]);
    }
    if (llabs(constraint->constant) > 1 << 20)
        return grundy_fail(c->g, GRUNDY_LIMIT, "the constant of a linear constraint is too large");
    for (unsigned n = 0; n <= LENGTH_CHECKED; n++) {
        l.unit[n] = unit;
        l.before[n] = before;
        wide next = c->numeration.a * unit + c->numeration.b * before;
        before = unit;
        unit = next;
    }
    const prefix start = {0, 0};
    const automata_rule rule = {automata_linear_step, automata_linear_accepts, &l};
    return automata_explore(c, constraint->track, constraint->tracks,
                            (grundy_bytes){(const unsigned char *)&start, sizeof start}, &rule, out);
}

/* ---- addition, by induction ---- */

/* Words are compared by their first difference: '<', or '=' so far. */
static grundy_status automata_order_step(void *context, grundy_bytes state, const unsigned char *digits,
                                         grundy_buffer *next)
{
    (void)context;
    unsigned char sign = state.data[0];
    if (sign == '=' && digits[0] != digits[1])
        sign = digits[0] < digits[1] ? '<' : '>';
    return grundy_append(next, &sign, 1);
}

static bool automata_order_accepts(void *context, grundy_bytes state)
{
    const unsigned char *sign = context;
    return state.data[0] == *sign;
}

/* track[0] < track[1], or = : as words */
static grundy_status automata_order_of(const automata *c, unsigned char first, unsigned char second, char sign,
                                       automaton *out)
{
    const unsigned char track[2] = {first, second};
    unsigned char start = '=';
    const automata_rule rule = {automata_order_step, automata_order_accepts, &sign};
    return automata_explore(c, track, 2, (grundy_bytes){&start, 1}, &rule, out);
}

/* second is the next word after first, first below second as tracks; `between` is a track for what is not between */
static grundy_status automata_successor_of(const automata *c, unsigned char first, unsigned char second,
                                           unsigned char between, automaton *out)
{
    automaton low = {.tracks = 0}, high = {.tracks = 0}, some = {.tracks = 0}, less = {.tracks = 0};
    grundy_status status = automata_order_of(c, first, between, '<', &low);
    if (status == GRUNDY_OK)
        status = automata_order_of(c, second, between, '>', &high);
    if (status == GRUNDY_OK)
        status = automata_replace(c, &low, &high, AUTOMATA_AND);
    if (status == GRUNDY_OK)
        status = automata_project(c, &low, between, &some);
    if (status == GRUNDY_OK)
        status = automata_order_of(c, first, second, '<', &less);
    if (status == GRUNDY_OK)
        status = automata_combine(c, &less, &some, AUTOMATA_MINUS, out);
    automaton_close(c, &less);
    automaton_close(c, &some);
    automaton_close(c, &high);
    automaton_close(c, &low);
    return status;
}

static grundy_status automata_sum_of(const automata *c, unsigned char x, unsigned char y, unsigned char z,
                                     automaton *out)
{
    const automata_constraint sum = {.tracks = 3, .track = {x, y, z}, .factor = {1, 1, -1}};
    return automata_linear(c, &sum, out);
}

static grundy_status automata_addition_must(const automata *c, const automaton *counterexamples, const char *what)
{
    uint64_t numbers[AUTOMATA_TRACKS_MAX];
    bool found;
    TRY(automata_least(c, counterexamples, numbers, &found));
    return found ? grundy_fail(c->g, GRUNDY_FAILED, "addition in %s: %s does not hold", c->numeration.name, what)
                 : GRUNDY_OK;
}

/* a = a op b, where b is given up */
static grundy_status automata_fold(const automata *c, automaton *a, automaton *b, unsigned op, grundy_status status)
{
    if (status == GRUNDY_OK)
        status = automata_replace(c, a, b, op);
    automaton_close(c, b);
    return status;
}

/* x + 0 = x: all x, with y the least word. */
static grundy_status automata_addition_begins(const automata *c)
{
    const automata_constraint zero = {.tracks = 1, .track = {1}, .factor = {1}};
    automaton a = {.tracks = 0}, b = {.tracks = 0};
    grundy_status status = automata_linear(c, &zero, &a);
    if (status == GRUNDY_OK)
        status = automata_order_of(c, 0, 2, '=', &b);
    status = automata_fold(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_sum_of(c, 0, 1, 2, &b);
    status = automata_fold(c, &a, &b, AUTOMATA_MINUS, status);
    if (status == GRUNDY_OK)
        status = automata_addition_must(c, &a, "x + 0 = x");
    automaton_close(c, &a);
    return status;
}

/* x + y = z, y' the successor of y, z' that of z, and not x + y' = z'. Tracks: x 0, y 1, y' 2, z 3, z' 4. */
static grundy_status automata_addition_goes_on(const automata *c)
{
    automaton a = {.tracks = 0}, b = {.tracks = 0};
    grundy_status status = automata_sum_of(c, 0, 1, 3, &a);
    if (status == GRUNDY_OK)
        status = automata_successor_of(c, 1, 2, 5, &b);
    status = automata_fold(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_successor_of(c, 3, 4, 5, &b);
    status = automata_fold(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_sum_of(c, 0, 2, 4, &b);
    status = automata_fold(c, &a, &b, AUTOMATA_MINUS, status);
    if (status == GRUNDY_OK)
        status = automata_addition_must(c, &a, "x + (y+1) = (x+y) + 1");
    automaton_close(c, &a);
    return status;
}

/* x + y = z and x + y = z' with z < z' */
static grundy_status automata_addition_is_unique(const automata *c)
{
    automaton a = {.tracks = 0}, b = {.tracks = 0};
    grundy_status status = automata_sum_of(c, 0, 1, 2, &a);
    if (status == GRUNDY_OK)
        status = automata_sum_of(c, 0, 1, 3, &b);
    status = automata_fold(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_order_of(c, 2, 3, '<', &b);
    status = automata_fold(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_addition_must(c, &a, "that x + y is one number");
    automaton_close(c, &a);
    return status;
}

grundy_status automata_prove_addition(const automata *c)
{
    TRY(automata_addition_begins(c));
    TRY(automata_addition_goes_on(c));
    return automata_addition_is_unique(c);
}
