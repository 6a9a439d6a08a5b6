/* moves("..."): a ruleset over heaps, written in one line. */
#include "rulesets/heaps/moves.h"

#include <stdlib.h>
#include <string.h>

const moves *moves_of(const grundy_ruleset *r)
{
    return grundy_ruleset_family(r) == &moves_family ? grundy_ruleset_state(r) : NULL;
}

static void moves_family_close(grundy *g, void *state)
{
    moves_close(state);
    handle_free(g, state, sizeof(moves));
}

static grundy_status moves_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, self, "moves needs its rules as a text, as in moves(\"x,y -> x-k,y | x,y-k\")");
    moves *m = handle_new(g, 1, sizeof *m, &status);
    if (m == NULL)
        return status;
    status = moves_read(g, self->args[0].text, m);
    if (status == GRUNDY_OK)
        status = moves_check(g, self->args[0].text, m);
    if (status != GRUNDY_OK) {
        moves_family_close(g, m);
        return status;
    }
    grundy_ruleset_set_state(r, m);
    grundy_ruleset_set_symmetries(r, m->heaps == 1 ? GRUNDY_SYMMETRY_ORDER : 0); /* rows of several are not mixed */
    return GRUNDY_OK;
}

/* How many rows of heaps a summand holds; GRUNDY_PARSE when it is no position. */
static grundy_status moves_rows(grundy *g, const moves *m, grundy_bytes summand, size_t *rows)
{
    size_t count = numbers_count(summand);
    *rows = count / m->heaps;
    if (count == m->heaps || (m->sums && count > 0 && count % m->heaps == 0))
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_PARSE, "these rules are for %u heaps%s, not for %zu", m->heaps,
                       m->sums ? " or a multiple of that" : "", count);
}

static grundy_status moves_family_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    size_t rows;
    return moves_rows(g, moves_of(r), summand, &rows);
}

/* ---- options ---- */

typedef struct {
    const moves *m;
    grundy_buffer tuples; /* how many heaps follow, and the heaps */
    size_t width;         /* bytes of one */
} moves_collector;

static grundy_status moves_gather(void *context, const uint64_t *to, unsigned places)
{
    moves_collector *c = context;
    uint64_t tuple[1 + MOVES_PLACES_MAX * MOVES_HEAPS_MAX] = {(uint64_t)places * c->m->heaps};
    for (unsigned p = 0; p < places; p++) {
        uint64_t *place = tuple + 1 + p * c->m->heaps;
        memcpy(place, to + p * c->m->heaps, c->m->heaps * sizeof *place);
        if (c->m->unordered)
            numbers_sort(place, c->m->heaps);
    }
    return grundy_append(&c->tuples, tuple, c->width);
}

static int moves_compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    for (uint64_t i = 0; i <= x[0]; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Add the options in which one row of heaps between before and after has moved, each once. */
static grundy_status moves_row_options(grundy *g, moves_collector *c, const uint64_t *heaps, grundy_bytes before,
                                       grundy_bytes after, grundy_list *out)
{
    c->tuples.size = 0;
    TRY(moves_each(g, c->m, heaps, UINT64_MAX, moves_gather, c));
    size_t count = c->tuples.size / c->width;
    if (count == 0)
        return GRUNDY_OK;
    qsort(c->tuples.data, count, c->width, moves_compare);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *at = c->tuples.data + i * c->width;
        if (i > 0 && memcmp(at - c->width, at, c->width) == 0)
            continue;
        const uint64_t *tuple = (const uint64_t *)(const void *)at;
        TRY(heaps_option(out, before, tuple + 1, (size_t)tuple[0], after));
    }
    return GRUNDY_OK;
}

static grundy_status moves_family_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const moves *m = moves_of(r);
    moves_collector c = {.m = m, .tuples = grundy_buffer_open(g)};
    c.width = (1 + (m->splits ? (size_t)MOVES_PLACES_MAX : 1) * m->heaps) * sizeof(uint64_t);
    size_t rows = 0;
    TRY(moves_rows(g, m, summand, &rows));
    grundy_status status = GRUNDY_OK;
    grundy_bytes before = {summand.data, 0}, after = summand;
    for (; status == GRUNDY_OK && rows > 0; rows--) {
        uint64_t heaps[MOVES_HEAPS_MAX] = {0};
        for (unsigned i = 0; i < m->heaps; i++)
            heaps_next(&after, &heaps[i]);
        if (m->unordered)
            numbers_sort(heaps, m->heaps);
        status = moves_row_options(g, &c, heaps, before, after, out);
        before.size = (size_t)(after.data - summand.data);
    }
    grundy_buffer_close(&c.tuples);
    return status;
}

/* ---- other callbacks ---- */

/* Heaps of which each is a position by itself may be sorted, and those that the rules sort. */
static grundy_status moves_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const moves *m = moves_of(r);
    bool sorts = m->heaps == 1 || (m->unordered && numbers_count(summand) == m->heaps);
    return ruleset_reduce(g, r, sorts ? GRUNDY_SYMMETRY_ORDER : 0, summand, out);
}

static grundy_status moves_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const moves *m = moves_of(r);
    if (m->heaps == 1)
        return heaps_split(g, r, summand, out);
    while (summand.size > 0) {
        grundy_bytes row = summand;
        uint64_t heap;
        for (unsigned i = 0; i < m->heaps; i++)
            heaps_next(&summand, &heap);
        row.size -= summand.size;
        TRY(grundy_list_add(out, row.data, row.size));
    }
    return GRUNDY_OK;
}

/* One heap from which fixed numbers can be taken: the values follow from so many before. */
static grundy_status moves_recurrence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                      grundy_recurrence *out)
{
    (void)g;
    (void)question;
    const moves *m = moves_of(r);
    moves_ray rays[MOVES_RAYS_MAX];
    unsigned count = 0;
    uint64_t most = 0;
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_NONE};
    if (m->heaps != 1 || m->ends)
        return GRUNDY_OK;
    for (unsigned i = 0; i < m->options; i++)
        if (m->option[i].first_conjuncts > 0 || !moves_rays(m, i, rays, &count))
            return GRUNDY_OK;
    for (unsigned i = 0; i < count; i++) {
        if (rays[i].count != 1)
            return GRUNDY_OK;
        most = (uint64_t)rays[i].from[0] > most ? (uint64_t)rays[i].from[0] : most;
    }
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_WINDOW, .depth = most, .window_from = most};
    return GRUNDY_OK;
}

static grundy_status moves_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    const moves *m = moves_of(r);
    if (m->heaps == 1)
        return heaps_random(g, r, seed, size, out);
    for (unsigned i = 0; i < m->heaps; i++)
        TRY(number_append(out, grundy_random(seed) % (size / (m->heaps > 2 ? 2 : 1) + 1)));
    return GRUNDY_OK;
}

const grundy_family moves_family = {
    .name = "moves",
    .arguments = "(\"HEAPS -> OPTION | OPTION ...; CLAUSE\")",
    .summary = "a ruleset over heaps, written in one line",
    .rules = "moves(\"x,y -> x-k,y | x,y-k | x-k,y-k\") is wythoff. On the left stand the names of\n"
             "the heaps; an option says what becomes of them. Other names are parameters, from 1\n"
             "up (k >= 0 in the condition says otherwise). An option with a negative heap is none.\n"
             "Each option may have its own condition: if, comparisons < <= = != >= > of integer\n"
             "expressions with + - * mod abs( ), joined by and, or, not. x mod 0 is x. 2k is 2*k.\n"
             "Outside brackets and conditions + is the disjunctive sum: x -> a + b if (a+b) = x.\n"
             "Clauses: end CONDITION names terminal positions; unordered sorts the heaps, the\n"
             "least first, before the rules apply. One heap stands for any number of them.\n" HEAPS_NOTATION,
    .theorems = NULL,
    .example_ruleset = "moves(\"x,y -> x-k,y | x,y-k | x-k,y-k if k mod 2 = 0\")",
    .example_position = "3,5",
    .instances = (const char *const[]){"moves(\"x -> x-k if k <= 3\")", "moves(\"x,y -> x-k,y | x,y-2; unordered\")",
                                       "moves(\"x,y -> y,x-k\")", NULL},
    .space = HEAPS_SPACE,
    .encoding = GRUNDY_ENCODING_HEAPS,
    .open = moves_open,
    .close = moves_family_close,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .check = moves_family_check,
    .options = moves_family_options,
    .canonical = moves_canonical,
    .split = moves_split,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = moves_box,
    .recurrence = moves_recurrence,
    .random = moves_random,
};
