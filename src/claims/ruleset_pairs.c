#include "claims/ruleset_pairs.h"

#include <inttypes.h>
#include <stdio.h>

grundy_status pair_holds(claim_run *run, const ruleset_pair *pair, uint32_t x, bool holds)
{
    char text[HEAPS_TEXT_MAX];
    if (holds || pair->shape == NULL)
        return claim_holds(run, holds, "%s: position %" PRIu32, pair->name, x);
    shape_print(pair->shape, x, text);
    return claim_holds(run, holds, "%s %s", pair->name, text);
}

/* ---- every pair of rulesets on a few positions ----
 *
 * A ruleset on m positions is a directed graph, and a short one has no cycle. Name the positions so that the
 * options of R1 have smaller numbers; then R1 runs through 2^(m(m-1)/2) graphs and R2 through all graphs without
 * a cycle. The outcomes are found from the last moves back, and those of push(R1,R2) on the 2m positions of
 * Definition 2.0.1: (1,x) is x, (2,x) is x + m. */
enum { FEW_MAX = 5, PUSH_MAX = 2 * FEW_MAX };

typedef struct {
    uint32_t count;
    uint32_t options[PUSH_MAX]; /* as bit sets */
} graph;

/* The P-positions of a graph; false if it has a cycle. */
static bool graph_outcomes(const graph *r, bool misere, bool *p)
{
    uint32_t known = 0, lost = 0;
    for (bool progress = true; progress;) {
        progress = false;
        for (uint32_t x = 0; x < r->count; x++) {
            uint32_t options = r->options[x];
            if ((known >> x & 1) != 0 || (options & ~known) != 0)
                continue;
            bool is_p = options == 0 ? !misere : (options & lost) == 0;
            known |= UINT32_C(1) << x;
            lost |= (uint32_t)is_p << x;
            progress = true;
        }
    }
    for (uint32_t x = 0; x < r->count; x++)
        p[x] = (lost >> x & 1) != 0;
    return known == (UINT32_C(1) << r->count) - 1;
}

/* The graph with number n among those on m positions; descending: options have smaller numbers. */
static graph graph_of(uint32_t n, uint32_t m, bool descending)
{
    graph r = {.count = m};
    for (uint32_t x = 0; x < m; x++)
        for (uint32_t y = 0; y < (descending ? x : m); y++)
            if (y != x) {
                r.options[x] |= (n & 1) << y;
                n >>= 1;
            }
    return r;
}

/* Definition 2.0.1. */
static graph graph_push(const graph *first, const graph *second)
{
    uint32_t m = first->count;
    graph r = {.count = 2 * m};
    for (uint32_t x = 0; x < m; x++) {
        r.options[x] = first->options[x] | UINT32_C(1) << (m + x);
        r.options[m + x] = second->options[x] << m;
    }
    return r;
}

static grundy_status check_graphs(claim_run *run, uint32_t n, const graph *first, uint32_t k, const graph *second,
                                  pair_check check)
{
    bool p[FEW_MAX], misere[FEW_MAX], after[FEW_MAX], push[PUSH_MAX];
    uint32_t options[FEW_MAX * FEW_MAX], ends[FEW_MAX], used = 0;
    char name[96];
    const graph compound = graph_push(first, second);
    if (!graph_outcomes(second, false, after))
        return GRUNDY_OK;
    graph_outcomes(first, false, p);
    graph_outcomes(first, true, misere);
    graph_outcomes(&compound, false, push);
    for (uint32_t x = 0; x < first->count; x++) {
        for (uint32_t y = 0; y < first->count; y++)
            if ((first->options[x] >> y & 1) != 0)
                options[used++] = y;
        ends[x] = used;
    }
    snprintf(name, sizeof name, "rulesets %" PRIu32 ", %" PRIu32 " on %" PRIu32 " positions", n, k, first->count);
    const ruleset_pair pair = {name, first->count, p, misere, after, push, options, ends, NULL};
    return check(run, &pair);
}

static grundy_status each_on_few(claim_run *run, uint32_t m, pair_check check)
{
    uint32_t edges = m * (m - 1);
    for (uint32_t k = 0; k < UINT32_C(1) << edges; k++) {
        const graph second = graph_of(k, m, false);
        for (uint32_t n = 0; n < UINT32_C(1) << edges / 2; n++) {
            const graph first = graph_of(n, m, true);
            TRY(check_graphs(run, n, &first, k, &second, check));
        }
    }
    return GRUNDY_OK;
}

/* ---- rulesets on heaps ---- */

typedef struct {
    const char *const *rulesets;
    size_t count;
    judged_shape shape;
    pair_check check;
} heap_pairs;

/* The arrays of a ruleset_pair, from boxes and lists of options. */
typedef struct {
    grundy *g;
    size_t cells;
    bool *p[BOXES_MAX];
    uint32_t *ends;
    grundy_buffer options; /* uint32_t each */
} heap_arrays;

static void arrays_close(heap_arrays *a)
{
    for (size_t i = 0; i < BOXES_MAX; i++)
        handle_free(a->g, a->p[i], a->cells * sizeof *a->p[i]);
    handle_free(a->g, a->ends, a->cells * sizeof *a->ends);
    grundy_buffer_close(&a->options);
}

/* "3,5" */
static void read_heaps(const char *text, uint64_t *heaps)
{
    unsigned i = 0;
    heaps[0] = 0;
    for (; *text != '\0'; text++)
        if (*text == ',')
            heaps[++i] = 0;
        else
            heaps[i] = 10 * heaps[i] + (uint64_t)(*text - '0');
}

static grundy_status pair_list_options(judge *j, const judged_shape *shape, size_t cell, heap_arrays *a)
{
    char text[HEAPS_TEXT_MAX];
    grundy_list options = grundy_list_open(j->g);
    shape_print(shape, cell, text);
    grundy_status status = judge_options(j, text, &options);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&options); i++) {
        uint64_t heaps[JUDGED_HEAPS_MAX];
        read_heaps((const char *)grundy_list_at(&options, i).data, heaps);
        uint32_t option = (uint32_t)shape_cell(shape, heaps);
        status = grundy_append(&a->options, &option, sizeof option);
    }
    a->ends[cell] = (uint32_t)(a->options.size / sizeof(uint32_t));
    grundy_list_close(&options);
    return status;
}

static grundy_status fill_arrays(claim_run *run, const char *first, const judged_box *boxes, heap_arrays *a)
{
    grundy_status status = GRUNDY_OK;
    judge j;
    a->ends = handle_new(run->g, a->cells, sizeof *a->ends, &status);
    for (size_t i = 0; status == GRUNDY_OK && i < BOXES_MAX; i++) {
        a->p[i] = handle_new(run->g, a->cells, sizeof *a->p[i], &status);
        for (size_t cell = 0; status == GRUNDY_OK && cell < a->cells; cell++)
            a->p[i][cell] = boxes[i].answers[cell] == 0;
    }
    if (status != GRUNDY_OK)
        return status;
    TRY(judge_open(run->g, first, GRUNDY_OUTCOME, GRUNDY_BRUTE, &j));
    for (size_t cell = 0; status == GRUNDY_OK && cell < a->cells; cell++)
        status = pair_list_options(&j, &boxes->shape, cell, a);
    judge_close(&j);
    return status;
}

static grundy_status pair_check_boxes(claim_run *run, const judged_box *boxes, const void *context)
{
    const heap_pairs *h = context;
    heap_arrays a = {.g = run->g, .cells = boxes->cells, .options = grundy_buffer_open(run->g)};
    grundy_status status = fill_arrays(run, boxes->request->ruleset, boxes, &a);
    if (status == GRUNDY_OK) {
        const ruleset_pair pair = {boxes[3].request->ruleset,
                                   (uint32_t)a.cells,
                                   a.p[0],
                                   a.p[1],
                                   a.p[2],
                                   a.p[3],
                                   (const uint32_t *)(const void *)a.options.data,
                                   a.ends,
                                   &boxes->shape};
        status = h->check(run, &pair);
    }
    arrays_close(&a);
    return status;
}

static grundy_status each_on_heaps(claim_run *run, const heap_pairs *h)
{
    char push[128];
    for (size_t i = 0; i < h->count; i++)
        for (size_t k = 0; k < h->count; k++) {
            const char *first = h->rulesets[i], *second = h->rulesets[k];
            snprintf(push, sizeof push, "push(%s,%s)", first, second);
            const judged_request requests[BOXES_MAX] = {
                {first, GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                {first, GRUNDY_MISERE_OUTCOME, GRUNDY_BRUTE, NULL},
                {second, GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                {push, GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
            };
            TRY(with_boxes(run, requests, BOXES_MAX, &h->shape, pair_check_boxes, h));
        }
    return GRUNDY_OK;
}

grundy_status each_ruleset_pair(claim_run *run, pair_check check)
{
    static const char *const on_pairs[] = {"nim", "wythoff", "euclid", "zeruclid"};
    static const char *const on_heaps[] = {"nim", "subtraction(1..2)", "subtraction(1..3)", "subtraction(2,3)",
                                           "subtraction(1,3,4)"};
    size_t side = (size_t)claim_bound(run, 30, 2), heap = (size_t)claim_bound(run, 80, 1);
    const heap_pairs pairs = {on_pairs, GRUNDY_COUNT(on_pairs), {2, {side, side}}, check};
    const heap_pairs heaps = {on_heaps, GRUNDY_COUNT(on_heaps), {1, {heap}}, check};
    for (uint32_t m = 1; m <= (run->scale < 20 ? FEW_MAX - 1 : FEW_MAX); m++)
        TRY(each_on_few(run, m, check));
    TRY(each_on_heaps(run, &pairs));
    return each_on_heaps(run, &heaps);
}
