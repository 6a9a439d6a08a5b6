#include "math/posets.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows of bits ----
 *
 * Row x of `down` has the words 0 .. x/64, row y of `up` the words y/64 .. last; both are stored without gaps. */

static size_t row_words(uint32_t count)
{
    return ((size_t)count + 63) / 64;
}

/* Words in the rows of `down` before row x; the sum of i/64 + 1 for i < x. */
static size_t down_offset(uint32_t x)
{
    size_t block = x / 64, rest = x % 64;
    return 32 * block * (block + 1) + rest * (block + 1);
}

static size_t up_offset(uint32_t count, uint32_t y)
{
    return row_words(count) * y - (down_offset(y) - y);
}

const uint64_t *poset_down(const poset *p, uint32_t x)
{
    return p->down + down_offset(x);
}

const uint64_t *poset_up(const poset *p, uint32_t y)
{
    return p->up + up_offset(p->count, y);
}

static size_t down_size(uint32_t count)
{
    return down_offset(count) * sizeof(uint64_t);
}

static size_t up_size(uint32_t count)
{
    return up_offset(count, count) * sizeof(uint64_t);
}

/* ---- neighbours ---- */

/* For each element the other ends of its relations, in one array. */
typedef struct {
    uint32_t *start, *other;
    size_t count, relations;
} neighbours;

static void neighbours_close(grundy *g, neighbours *n)
{
    handle_free(g, n->start, (n->count + 1) * sizeof *n->start);
    handle_free(g, n->other, n->relations * sizeof *n->other);
}

/* Those below each element (below true) or above it. */
static grundy_status neighbours_open(grundy *g, uint32_t count, const poset_relation *r, size_t relations, bool below,
                                     neighbours *out)
{
    grundy_status status = GRUNDY_OK;
    neighbours n = {.count = count, .relations = relations};
    n.start = handle_new(g, (size_t)count + 1, sizeof *n.start, &status);
    n.other = handle_new(g, relations, sizeof *n.other, &status);
    if (n.start == NULL || n.other == NULL) {
        neighbours_close(g, &n);
        return status;
    }
    for (size_t i = 0; i < relations; i++)
        n.start[below ? r[i].upper : r[i].lower]++;
    for (size_t x = 0, sum = 0; x <= count; x++) {
        sum += n.start[x];
        n.start[x] = (uint32_t)sum;
    }
    for (size_t i = relations; i-- > 0;)
        n.other[--n.start[below ? r[i].upper : r[i].lower]] = below ? r[i].lower : r[i].upper;
    *out = n;
    return GRUNDY_OK;
}

/* ---- linear extension ---- */

/* A heap of numbers, least first. */
static void heap_push(uint32_t *heap, size_t *size, uint32_t x)
{
    size_t i = (*size)++;
    for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}

static uint32_t heap_pop(uint32_t *heap, size_t *size)
{
    uint32_t least = heap[0], last = heap[--*size];
    size_t i = 0;
    for (size_t child = 1; child < *size; child = 2 * i + 1) {
        if (child + 1 < *size && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= last)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return least;
}

/* Go down from an element that was never free, always to one of the same kind; the walk must meet itself. */
static grundy_status find_cycle(const neighbours *below, const uint32_t *number, uint32_t *seen, grundy_buffer *cycle)
{
    uint32_t x = 0, steps = 0;
    while (number[x] != UINT32_MAX)
        x++;
    memset(seen, 0, below->count * sizeof *seen);
    while (seen[x] == 0) {
        seen[x] = ++steps;
        uint32_t i = below->start[x];
        while (number[below->other[i]] != UINT32_MAX)
            i++;
        x = below->other[i];
    }
    uint32_t first = seen[x], length = steps - first + 1;
    for (uint32_t i = 0; i <= length; i++)
        TRY(grundy_append(cycle, &x, sizeof x));
    for (uint32_t y = 0; y < below->count; y++)
        if (seen[y] > first)
            memcpy(cycle->data + (length - (seen[y] - first)) * sizeof y, &y, sizeof y);
    return GRUNDY_DOMAIN;
}

/* Number the elements, always taking the least one all of whose lower neighbours are numbered. */
static grundy_status poset_extend(grundy *g, const neighbours *below, const neighbours *above, uint32_t *number,
                                  grundy_buffer *cycle)
{
    grundy_status status = GRUNDY_OK;
    size_t count = below->count, free_count = 0;
    uint32_t *open = handle_new(g, count, sizeof *open, &status), *heap = handle_new(g, count, sizeof *heap, &status);
    for (uint32_t x = 0; status == GRUNDY_OK && x < count; x++) {
        number[x] = UINT32_MAX;
        open[x] = below->start[x + 1] - below->start[x];
        if (open[x] == 0)
            heap_push(heap, &free_count, x);
    }
    uint32_t next = 0;
    while (status == GRUNDY_OK && free_count > 0) {
        uint32_t x = heap_pop(heap, &free_count);
        number[x] = next++;
        for (uint32_t i = above->start[x]; i < above->start[x + 1]; i++)
            if (--open[above->other[i]] == 0)
                heap_push(heap, &free_count, above->other[i]);
    }
    if (status == GRUNDY_OK && next < count)
        status = find_cycle(below, number, open, cycle);
    handle_free(g, open, count * sizeof *open);
    handle_free(g, heap, count * sizeof *heap);
    return status;
}

static grundy_status linear_extension(grundy *g, uint32_t count, const poset_relation *r, size_t relations,
                                      uint32_t *number, grundy_buffer *cycle)
{
    neighbours below = {0}, above = {0};
    grundy_status status = neighbours_open(g, count, r, relations, true, &below);
    if (status == GRUNDY_OK)
        status = neighbours_open(g, count, r, relations, false, &above);
    if (status == GRUNDY_OK)
        status = poset_extend(g, &below, &above, number, cycle);
    neighbours_close(g, &below);
    neighbours_close(g, &above);
    return status;
}

/* ---- order and covers ---- */

static int poset_greater_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x > y ? -1 : x < y;
}

/* Join the down-sets of what lies below x, greatest first: a neighbour that is in already is no cover. Keeps the
 * covers in front of other[] and returns how many. */
static uint32_t join_row(poset *p, uint32_t x, uint32_t *other, uint32_t count)
{
    uint64_t *row = p->down + down_offset(x);
    uint32_t kept = 0;
    qsort(other, count, sizeof *other, poset_greater_first);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t y = other[i];
        if ((row[y / 64] >> (y % 64) & 1) != 0)
            continue;
        const uint64_t *below = poset_down(p, y);
        for (size_t w = 0; w <= y / 64; w++)
            row[w] |= below[w];
        if (p->height[y] >= p->height[x])
            p->height[x] = p->height[y] + 1;
        other[kept++] = y;
    }
    row[x / 64] |= UINT64_C(1) << (x % 64);
    return kept;
}

static grundy_status join_rows(grundy *g, poset *p, neighbours *below, grundy_buffer *covers)
{
    for (uint32_t x = 0; x < p->count; x++) {
        uint32_t *other = below->other + below->start[x];
        uint32_t kept = join_row(p, x, other, below->start[x + 1] - below->start[x]);
        for (uint32_t i = kept; i-- > 0;) {
            poset_relation cover = {other[i], x};
            TRY(grundy_append(covers, &cover, sizeof cover));
        }
        if (x % 256 == 0)
            TRY(grundy_check(g));
    }
    return GRUNDY_OK;
}

static void transpose_rows(poset *p)
{
    for (uint32_t x = 0; x < p->count; x++) {
        const uint64_t *row = poset_down(p, x);
        for (size_t w = 0; w <= x / 64; w++)
            for (uint64_t bits = row[w]; bits != 0; bits &= bits - 1) {
                uint32_t y = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
                p->up[up_offset(p->count, y) + x / 64 - y / 64] |= UINT64_C(1) << (x % 64);
            }
    }
}

/* The covers, from below and from above, taken over from tables of neighbours. */
static grundy_status set_covers(grundy *g, poset *p, const grundy_buffer *covers)
{
    const poset_relation *r = (const void *)covers->data;
    size_t count = covers->size / sizeof *r;
    neighbours n = {0};
    TRY(neighbours_open(g, p->count, r, count, true, &n));
    p->lower_start = n.start;
    p->lower = n.other;
    TRY(neighbours_open(g, p->count, r, count, false, &n));
    p->upper_start = n.start;
    p->upper = n.other;
    return GRUNDY_OK;
}

static bool is_minimal(const poset *p, uint32_t x)
{
    return p->lower_start[x] == p->lower_start[x + 1];
}

static bool is_maximal(const poset *p, uint32_t x)
{
    return p->upper_start[x] == p->upper_start[x + 1];
}

/* Least and greatest element, and whether covers always go up by one and all maximal elements are equally high. */
static void look_at_ends(poset *p)
{
    uint32_t minimal = 0, maximal = 0, top = 0;
    p->graded = true;
    for (uint32_t x = 0; x < p->count; x++) {
        minimal += is_minimal(p, x);
        if (is_maximal(p, x)) {
            p->graded = p->graded && (maximal == 0 || p->height[x] == p->height[top]);
            maximal++;
            top = x;
        }
        for (uint32_t i = p->lower_start[x]; i < p->lower_start[x + 1]; i++)
            p->graded = p->graded && p->height[p->lower[i]] + 1 == p->height[x];
    }
    p->minimum = minimal == 1 ? 0 : p->count;
    p->maximum = maximal == 1 ? top : p->count;
}

static grundy_status build(grundy *g, const poset_relation *r, size_t relations, poset *p)
{
    grundy_status status = GRUNDY_OK;
    p->height = handle_new(g, p->count, sizeof *p->height, &status);
    p->down = handle_new(g, 1, down_size(p->count), &status);
    p->up = handle_new(g, 1, up_size(p->count), &status);
    if (p->height == NULL || p->down == NULL || p->up == NULL)
        return status;
    neighbours below = {0};
    grundy_buffer covers = grundy_buffer_open(g);
    status = neighbours_open(g, p->count, r, relations, true, &below);
    if (status == GRUNDY_OK)
        status = join_rows(g, p, &below, &covers);
    neighbours_close(g, &below);
    if (status == GRUNDY_OK)
        status = set_covers(g, p, &covers);
    grundy_buffer_close(&covers);
    if (status != GRUNDY_OK)
        return status;
    transpose_rows(p);
    look_at_ends(p);
    return GRUNDY_OK;
}

void poset_close(grundy *g, poset *p)
{
    size_t starts = ((size_t)p->count + 1) * sizeof(uint32_t);
    if (p->lower_start != NULL)
        handle_free(g, p->lower, p->lower_start[p->count] * sizeof(uint32_t));
    if (p->upper_start != NULL)
        handle_free(g, p->upper, p->upper_start[p->count] * sizeof(uint32_t));
    handle_free(g, p->lower_start, starts);
    handle_free(g, p->upper_start, starts);
    handle_free(g, p->height, p->count * sizeof *p->height);
    handle_free(g, p->down, down_size(p->count));
    handle_free(g, p->up, up_size(p->count));
    *p = (poset){0};
}

grundy_status poset_open(grundy *g, uint32_t count, const poset_relation *relations, size_t relation_count, poset *out,
                         uint32_t *number, grundy_buffer *cycle)
{
    grundy_status status = GRUNDY_OK;
    if (relation_count > UINT32_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a poset has more than %u relations", UINT32_MAX);
    TRY(linear_extension(g, count, relations, relation_count, number, cycle));
    poset_relation *renamed = handle_new(g, relation_count, sizeof *renamed, &status);
    if (renamed == NULL)
        return status;
    for (size_t i = 0; i < relation_count; i++)
        renamed[i] = (poset_relation){number[relations[i].lower], number[relations[i].upper]};
    poset p = {.count = count};
    status = build(g, renamed, relation_count, &p);
    handle_free(g, renamed, relation_count * sizeof *renamed);
    if (status != GRUNDY_OK) {
        poset_close(g, &p);
        return status;
    }
    *out = p;
    return GRUNDY_OK;
}
