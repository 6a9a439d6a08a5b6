/* drawing_heaps.c - heaps as piles of tokens
 *
 * Where a heap is too high for that, all of its row are bars, the highest of a given height. A move that
 * changes one heap, into any number of others, or some heaps into as many smaller ones, is seen by comparing the rows
 * of heaps from both ends. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "rulesets/drawing.h"
#include "rulesets/heaps/heaps.h"

enum { PILE_MAX = 20, BAR_MAX = 10 };

typedef struct {
    grundy *g;
    uint64_t *at;
    size_t count;
} heap_row;

static grundy_status heap_row_read(grundy *g, grundy_bytes summand, heap_row *out)
{
    grundy_status status = GRUNDY_OK;
    heap_row row = {.g = g, .count = numbers_count(summand)};
    row.at = handle_new(g, row.count + 1, sizeof *row.at, &status);
    if (row.at == NULL)
        return status;
    heaps_get(summand, row.at, row.count);
    *out = row;
    return GRUNDY_OK;
}

static void close_row(heap_row *row)
{
    handle_free(row->g, row->at, (row->count + 1) * sizeof *row->at);
}

/* What becomes of a heap: parts of it stay, and between the first of them and the others some tokens go. */
typedef struct {
    uint64_t size;
    const uint64_t *left; /* NULL: it stays as it is */
    size_t left_count;
} heap_change;

/* The heaps first .. first + changed - 1 become those of the option from first on, left of them. */
typedef struct {
    const heap_row *after;
    size_t first, changed, left;
} row_change;

static row_change heap_row_compare(const heap_row *before, const heap_row *after)
{
    row_change c = {.after = after};
    size_t common = before->count < after->count ? before->count : after->count, last = 0;
    while (c.first < common && before->at[c.first] == after->at[c.first])
        c.first++;
    while (last < common - c.first && before->at[before->count - 1 - last] == after->at[after->count - 1 - last])
        last++;
    c.changed = before->count - c.first - last;
    c.left = after->count - c.first - last;
    return c;
}

static heap_change change_of(const heap_row *row, const row_change *c, size_t i)
{
    heap_change heap = {.size = row->at[i]};
    if (c->after == NULL || i < c->first || i >= c->first + c->changed)
        return heap;
    if (c->changed == 1) {
        heap.left = c->after->at + c->first;
        heap.left_count = c->left;
    } else if (c->changed == c->left) {
        heap.left = c->after->at + i;
        heap.left_count = 1;
    }
    return heap;
}

/* ---- a heap, drawn from its foot upwards ---- */

typedef struct {
    grundy_picture *out;
    double x, foot; /* where the next token stands */
    double step;    /* the height of a token; bars: of a unit */
    bool bars;
    int64_t number;
} pile;

static grundy_status add_tokens(pile *p, uint64_t count, grundy_role role)
{
    double height = (double)count * p->step;
    if (p->bars && count > 0) {
        grundy_mark bar = {GRUNDY_SHAPE_CELL, role, p->x, p->foot - height, 1, height, p->number, 0, 0};
        p->foot -= height;
        return grundy_picture_add(p->out, &bar, NULL);
    }
    for (uint64_t i = 0; i < count; i++) {
        p->foot -= 1;
        TRY(picture_disc(p->out, role, p->x, p->foot, p->number, NULL));
    }
    return GRUNDY_OK;
}

static grundy_status add_cut(pile *p)
{
    return picture_line(p->out, GRUNDY_SHAPE_LINE, GRUNDY_ROLE_MARKED, p->x - 0.1, p->foot, p->x + 1.1, p->foot);
}

static grundy_status add_heap(pile *p, const heap_change *heap)
{
    if (heap->left == NULL)
        return add_tokens(p, heap->size, GRUNDY_ROLE_PLAIN);
    uint64_t staying = 0;
    for (size_t i = 0; i < heap->left_count; i++)
        staying += heap->left[i];
    if (staying > heap->size)
        return add_tokens(p, heap->size, GRUNDY_ROLE_PLAIN); /* not a move that takes tokens */
    if (heap->left_count > 0)
        TRY(add_tokens(p, heap->left[0], GRUNDY_ROLE_PLAIN));
    TRY(add_tokens(p, heap->size - staying, GRUNDY_ROLE_REMOVED));
    for (size_t i = 1; i < heap->left_count; i++) {
        TRY(add_cut(p));
        TRY(add_tokens(p, heap->left[i], GRUNDY_ROLE_PLAIN));
    }
    return GRUNDY_OK;
}

/* The heaps beside each other on one line, with their sizes under them. */
static grundy_status heap_row_draw(const heap_row *row, const row_change *change, grundy_picture *out)
{
    static const double size_height = 0.55;
    uint64_t greatest = 1;
    for (size_t i = 0; i < row->count; i++)
        greatest = row->at[i] > greatest ? row->at[i] : greatest;
    pile p = {.out = out, .bars = greatest > PILE_MAX};
    p.step = p.bars ? BAR_MAX / (double)greatest : 1;
    double x = 0, base = p.bars ? BAR_MAX : (double)greatest;
    for (size_t i = 0; i < row->count; i++) {
        char size[24];
        heap_change heap = change_of(row, change, i);
        snprintf(size, sizeof size, "%" PRIu64, heap.size);
        double width = fmax(1, picture_text_width(size, size_height));
        p.x = x + (width - 1) / 2;
        p.foot = base;
        p.number = (int64_t)i;
        TRY(add_heap(&p, &heap));
        TRY(picture_label(out, x, base + 0.2, width, size_height, size));
        x += width + 0.35;
    }
    return picture_line(out, GRUNDY_SHAPE_LINE, GRUNDY_ROLE_FAINT, 0, base + 0.06, fmax(x - 0.35, 0), base + 0.06);
}

grundy_status heaps_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                         grundy_picture *out)
{
    (void)r;
    heap_row row = {0}, after = {0};
    TRY(heap_row_read(g, summand, &row));
    grundy_status status = picture_room(out, row.count);
    row_change change = {.after = NULL};
    if (status == GRUNDY_OK && move != NULL) {
        status = heap_row_read(g, *move, &after);
        if (status == GRUNDY_OK)
            change = heap_row_compare(&row, &after);
    }
    if (status == GRUNDY_OK)
        status = heap_row_draw(&row, &change, out);
    if (change.after != NULL)
        close_row(&after);
    close_row(&row);
    return status;
}
