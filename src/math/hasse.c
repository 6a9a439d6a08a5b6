#include "math/hasse.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 50000, ROUNDS = 16 };

void hasse_close(hasse *h)
{
    handle_free(h->g, h->layer, h->count * sizeof *h->layer);
    handle_free(h->g, h->place, h->count * sizeof *h->place);
    handle_free(h->g, h->layer_start, (h->layers + 1) * sizeof *h->layer_start);
    handle_free(h->g, h->edges, h->edge_room * sizeof *h->edges);
}

/* ---- nodes and edges ---- */

/* How many nodes, edges and layers there will be. */
static grundy_status count_nodes(hasse *h, const poset *p)
{
    uint64_t nodes = p->count, edges = 0;
    for (uint32_t x = 0; x < p->count; x++) {
        h->layers = p->height[x] + 1 > h->layers ? p->height[x] + 1 : h->layers;
        for (uint32_t i = p->lower_start[x]; i < p->lower_start[x + 1]; i++) {
            uint32_t steps = p->height[x] - p->height[p->lower[i]];
            edges += steps;
            nodes += steps - 1;
        }
    }
    if (nodes > NODES_MAX || edges > 4 * (uint64_t)NODES_MAX)
        return grundy_fail(h->g, GRUNDY_LIMIT, "the Hasse diagram has too many covers to be drawn");
    h->count = (uint32_t)nodes;
    h->edge_room = (size_t)edges;
    return GRUNDY_OK;
}

static void add_cover(hasse *h, uint32_t lower, uint32_t upper, uint32_t *bend)
{
    uint32_t from = lower;
    for (uint32_t layer = h->layer[lower] + 1; layer < h->layer[upper]; layer++) {
        h->layer[*bend] = layer;
        h->edges[h->edge_count++] = (hasse_edge){from, *bend};
        from = (*bend)++;
    }
    h->edges[h->edge_count++] = (hasse_edge){from, upper};
}

/* Nodes in the order of their numbers, and edges in the order of their layers. */
static grundy_status hasse_fill(hasse *h, const poset *p)
{
    uint32_t bend = p->count;
    grundy_status status = GRUNDY_OK;
    memcpy(h->layer, p->height, p->count * sizeof *h->layer);
    for (uint32_t x = 0; x < p->count; x++)
        for (uint32_t i = p->lower_start[x]; i < p->lower_start[x + 1]; i++)
            add_cover(h, p->lower[i], x, &bend);
    for (uint32_t node = 0; node < h->count; node++)
        h->place[node] = h->layer_start[h->layer[node] + 1]++;
    for (uint32_t i = 0; i < h->layers; i++)
        h->layer_start[i + 1] += h->layer_start[i];

    size_t *start = handle_new(h->g, h->layers + 1, sizeof *start, &status);
    hasse_edge *sorted = handle_new(h->g, h->edge_room, sizeof *sorted, &status);
    if (status == GRUNDY_OK) {
        for (size_t i = 0; i < h->edge_count; i++)
            start[h->layer[h->edges[i].upper]]++;
        for (uint32_t i = 0; i < h->layers; i++)
            start[i + 1] += start[i];
        for (size_t i = 0; i < h->edge_count; i++)
            sorted[start[h->layer[h->edges[i].upper] - 1]++] = h->edges[i];
        if (h->edge_count > 0)
            memcpy(h->edges, sorted, h->edge_count * sizeof *sorted);
    }
    handle_free(h->g, sorted, h->edge_room * sizeof *sorted);
    handle_free(h->g, start, (h->layers + 1) * sizeof *start);
    return status;
}

/* ---- fewer crossings ---- */

typedef struct {
    double key;
    uint32_t place, node;
} ranked;

/* What the rounds work with. */
typedef struct {
    hasse *h;
    uint32_t *best;  /* the places of the best order so far */
    double *sum;     /* of the neighbours' places */
    uint32_t *count; /* of neighbours */
    ranked *order;
    uint32_t *tree; /* for counting: how many edges end at or before a place, by a Fenwick tree */
} sorter;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static uint32_t layer_size(const hasse *h, uint32_t layer)
{
    return h->layer_start[layer + 1] - h->layer_start[layer];
}

/* The place of a node, counted from the middle of its layer. */
static double offset(const hasse *h, uint32_t node)
{
    return h->place[node] - (layer_size(h, h->layer[node]) - 1) / 2.0;
}

/* Sort one layer by the mean places of the neighbours, which are at the other ends of these edges. */
static void sort_layer(sorter *s, uint32_t layer, const hasse_edge *edges, size_t edge_count, bool by_lower)
{
    hasse *h = s->h;
    uint32_t size = 0;
    for (size_t i = 0; i < edge_count; i++) {
        uint32_t node = by_lower ? edges[i].upper : edges[i].lower;
        s->sum[node] = s->count[node] = 0;
    }
    for (size_t i = 0; i < edge_count; i++) {
        uint32_t node = by_lower ? edges[i].upper : edges[i].lower;
        s->sum[node] += offset(h, by_lower ? edges[i].lower : edges[i].upper);
        s->count[node]++;
    }
    for (uint32_t node = 0; node < h->count; node++)
        if (h->layer[node] == layer) {
            double key = s->count[node] > 0 ? s->sum[node] / s->count[node] : offset(h, node);
            s->order[size++] = (ranked){key, h->place[node], node};
            s->count[node] = 0;
        }
    qsort(s->order, size, sizeof *s->order, compare_ranked);
    for (uint32_t i = 0; i < size; i++)
        h->place[s->order[i].node] = i;
}

/* Crossings of edges sorted by their upper ends: each edge crosses those before it that end further right below. */
static uint64_t count_between(sorter *s, const hasse_edge *edges, size_t edge_count)
{
    hasse *h = s->h;
    uint64_t crossings = 0;
    if (edge_count == 0)
        return 0;
    uint32_t size = layer_size(h, h->layer[edges[0].lower]);
    for (size_t i = 0; i < edge_count; i++) {
        double key = (double)h->place[edges[i].upper];
        s->order[i] = (ranked){key, h->place[edges[i].lower], edges[i].lower};
    }
    qsort(s->order, edge_count, sizeof *s->order, compare_ranked);
    memset(s->tree, 0, (size + 1) * sizeof *s->tree);
    for (size_t i = 0; i < edge_count; i++) {
        uint64_t not_right = 0;
        for (uint32_t k = s->order[i].place + 1; k > 0; k &= k - 1)
            not_right += s->tree[k];
        crossings += i - not_right;
        for (uint32_t k = s->order[i].place + 1; k <= size; k += k & (0 - k))
            s->tree[k]++;
    }
    return crossings;
}

/* The edges into a layer from the one below. */
static size_t edges_into(const hasse *h, uint32_t layer, size_t first)
{
    size_t end = first;
    while (end < h->edge_count && h->layer[h->edges[end].upper] == layer)
        end++;
    return end - first;
}

static void keep_best(sorter *s)
{
    hasse *h = s->h;
    uint64_t crossings = 0;
    for (size_t first = 0, size; first < h->edge_count; first += size) {
        size = edges_into(h, h->layer[h->edges[first].upper], first);
        crossings += count_between(s, h->edges + first, size);
    }
    if (crossings >= h->crossings)
        return;
    h->crossings = crossings;
    memcpy(s->best, h->place, h->count * sizeof *s->best);
}

static void sort_upwards(sorter *s)
{
    hasse *h = s->h;
    for (size_t first = 0, size; first < h->edge_count; first += size) {
        uint32_t layer = h->layer[h->edges[first].upper];
        size = edges_into(h, layer, first);
        sort_layer(s, layer, h->edges + first, size, true);
    }
}

static void sort_downwards(sorter *s)
{
    hasse *h = s->h;
    for (size_t end = h->edge_count, first; end > 0; end = first) {
        uint32_t layer = h->layer[h->edges[end - 1].lower];
        first = end - 1;
        while (first > 0 && h->layer[h->edges[first - 1].lower] == layer)
            first--;
        sort_layer(s, layer, h->edges + first, end - first, false);
    }
}

static grundy_status sort_layers(sorter *s)
{
    hasse *h = s->h;
    h->crossings = UINT64_MAX;
    keep_best(s);
    for (unsigned round = 0; round < ROUNDS && h->crossings > 0; round++) {
        TRY(grundy_check(h->g));
        if (round % 2 == 0)
            sort_upwards(s);
        else
            sort_downwards(s);
        keep_best(s);
    }
    memcpy(h->place, s->best, h->count * sizeof *s->best);
    return GRUNDY_OK;
}

static grundy_status reduce_crossings(hasse *h)
{
    grundy_status status = GRUNDY_OK;
    size_t order_room = h->count > h->edge_count ? h->count : h->edge_count;
    sorter s = {.h = h};
    s.best = handle_new(h->g, h->count, sizeof *s.best, &status);
    s.sum = handle_new(h->g, h->count, sizeof *s.sum, &status);
    s.count = handle_new(h->g, h->count, sizeof *s.count, &status);
    s.order = handle_new(h->g, order_room, sizeof *s.order, &status);
    s.tree = handle_new(h->g, h->count + 1, sizeof *s.tree, &status);
    if (status == GRUNDY_OK)
        status = sort_layers(&s);
    handle_free(h->g, s.best, h->count * sizeof *s.best);
    handle_free(h->g, s.sum, h->count * sizeof *s.sum);
    handle_free(h->g, s.count, h->count * sizeof *s.count);
    handle_free(h->g, s.order, order_room * sizeof *s.order);
    handle_free(h->g, s.tree, (h->count + 1) * sizeof *s.tree);
    return status;
}

grundy_status hasse_open(grundy *g, const poset *p, hasse *out)
{
    hasse h = {.g = g};
    TRY(count_nodes(&h, p));
    grundy_status status = GRUNDY_OK;
    h.layer = handle_new(g, h.count, sizeof *h.layer, &status);
    h.place = handle_new(g, h.count, sizeof *h.place, &status);
    h.layer_start = handle_new(g, h.layers + 1, sizeof *h.layer_start, &status);
    h.edge_room += h.edge_room == 0;
    h.edges = handle_new(g, h.edge_room, sizeof *h.edges, &status);
    if (status == GRUNDY_OK)
        status = hasse_fill(&h, p);
    if (status == GRUNDY_OK)
        status = reduce_crossings(&h);
    if (status != GRUNDY_OK) {
        hasse_close(&h);
        return status;
    }
    *out = h;
    return GRUNDY_OK;
}
