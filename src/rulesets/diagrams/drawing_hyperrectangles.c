/* drawing_boxes.c - hyperrectangles as grids of grids of cells
 *
 * The first side goes to the right and the second down; the third repeats that grid to the right, the fourth repeats
 * what there is then down, and so on, with wider gaps each time. What a move cuts off is marked. */
#include "rulesets/drawing.h"

enum { CELLS_MAX = 10000, SIDES_MAX = 16 };

typedef struct {
    grundy_picture *out;
    uint64_t side[SIDES_MAX], kept[SIDES_MAX];
    double step[SIDES_MAX]; /* from one layer to the next */
    size_t count;
} box_drawing;

/* How far the layers of each side lie apart: the extent of what they repeat, and a gap that grows with the side. */
static void set_steps(box_drawing *b)
{
    double extent[2] = {1, 1};
    for (size_t i = 0; i < b->count; i++) {
        double gap = i < 2 ? 0 : 0.3 + 0.3 * (double)(i / 2);
        b->step[i] = extent[i % 2] + gap;
        extent[i % 2] = b->step[i] * (double)b->side[i] - gap;
    }
}

static grundy_status draw_cell(box_drawing *b, uint64_t cell)
{
    double at[2] = {0, 0};
    grundy_role role = GRUNDY_ROLE_PLAIN;
    uint64_t rest = cell;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t layer = rest % b->side[i];
        rest /= b->side[i];
        at[i % 2] += b->step[i] * (double)layer;
        if (layer >= b->kept[i])
            role = GRUNDY_ROLE_REMOVED;
    }
    return picture_cell(b->out, role, at[0], at[1], (int64_t)cell);
}

/* How many cells; more than CELLS_MAX count as one more. */
static uint64_t count_cells(const box_drawing *b)
{
    uint64_t cells = 1;
    for (size_t i = 0; i < b->count; i++)
        if (b->side[i] == 0)
            return 0;
    for (size_t i = 0; i < b->count; i++)
        cells = b->side[i] > CELLS_MAX / cells ? CELLS_MAX + 1 : cells * b->side[i];
    return cells;
}

static void read_sides(grundy_bytes summand, uint64_t *sides)
{
    for (size_t i = 0; i < SIDES_MAX && summand.size > 0; i++)
        sides[i] = number_read(&summand);
}

grundy_status hyperrectangles_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                                   grundy_picture *out)
{
    box_drawing b = {.out = out, .count = numbers_count(summand)};
    if (b.count > SIDES_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a box with more than %d sides is too large to be drawn", SIDES_MAX);
    read_sides(summand, b.side);
    read_sides(move != NULL ? *move : summand, b.kept);
    uint64_t cells = count_cells(&b);
    if (cells > CELLS_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a box of more than %d cells is too large to be drawn", CELLS_MAX);
    if (cells == 0)
        return drawing_text(g, r, summand, GRUNDY_ROLE_EMPTY, out);
    set_steps(&b);
    for (uint64_t cell = 0; cell < cells; cell++)
        TRY(draw_cell(&b, cell));
    return GRUNDY_OK;
}
