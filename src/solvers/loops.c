#include "solvers/loops.h"

#include <stdlib.h>

enum { FIRST_LOOK = 256, SHOWN_MAX = 6 };

typedef struct {
    grundy_bytes key;
    size_t place;
} placed;

static int by_key_then_place(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    int order = bytes_compare(&x->key, &y->key);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

/* Of a long cycle the beginning and the end are shown. */
static grundy_status print_cycle(grundy *g, const loop_stack *s, size_t from, size_t to, grundy_buffer *out)
{
    for (size_t i = from; i <= to; i++) {
        if (i == from + SHOWN_MAX - 1 && to > i) {
            TRY(grundy_append(out, " -> ...", 7));
            i = to;
        }
        if (i > from)
            TRY(grundy_append(out, " -> ", 4));
        TRY(s->print(g, s->stack, i, out));
    }
    return GRUNDY_OK;
}

grundy_status loop_report(grundy *g, const grundy_ruleset *r, const loop_stack *s, size_t from, size_t to)
{
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = print_cycle(g, s, from, to, &text);
    if (status == GRUNDY_OK)
        status = grundy_fail(g, GRUNDY_DOMAIN, "%.200s loops, a position can be reached from itself: %.700s",
                             grundy_ruleset_name(r), grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

grundy_status loop_look(grundy *g, const grundy_ruleset *r, const loop_stack *s, size_t depth, size_t *next)
{
    grundy_status status = GRUNDY_OK;
    if (*next == 0)
        *next = FIRST_LOOK;
    if (depth < *next)
        return GRUNDY_OK;
    *next = 2 * depth;
    placed *all = handle_new(g, depth, sizeof *all, &status);
    if (all == NULL)
        return status;
    for (size_t i = 0; i < depth; i++)
        all[i] = (placed){s->key(s->stack, i), i};
    qsort(all, depth, sizeof *all, by_key_then_place);
    size_t first = depth, again = depth;
    for (size_t i = 1; i < depth; i++)
        if (all[i - 1].place < first && bytes_compare(&all[i - 1].key, &all[i].key) == 0) {
            first = all[i - 1].place;
            again = all[i].place;
        }
    handle_free(g, all, depth * sizeof *all);
    if (first < depth)
        status = loop_report(g, r, s, first, again);
    return status;
}
