/* drawing_boards.c - boards of free and blocked cells; a domino that a move places lies on its cells */
#include "rulesets/boards/boards.h"
#include "rulesets/drawing.h"

static grundy_status board_draw_cells(const board *b, grundy_picture *out)
{
    for (unsigned row = 0; row < b->rows; row++)
        for (unsigned column = 0; column < b->cols; column++) {
            unsigned cell = row * b->cols + column;
            grundy_role role = (b->free >> cell & 1) != 0 ? GRUNDY_ROLE_PLAIN : GRUNDY_ROLE_DEAD;
            TRY(picture_cell(out, role, column, row, cell));
        }
    return GRUNDY_OK;
}

/* The box around the cells that a move covers. */
static grundy_status draw_domino(const board *b, board_cells covered, grundy_picture *out)
{
    static const double margin = 0.14;
    unsigned top = b->rows, left = b->cols, bottom = 0, right = 0;
    for (unsigned cell = 0; cell < b->rows * b->cols; cell++) {
        unsigned row = cell / b->cols, column = cell % b->cols;
        if ((covered >> cell & 1) == 0)
            continue;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row + 1 > bottom ? row + 1 : bottom;
        right = column + 1 > right ? column + 1 : right;
    }
    grundy_mark domino = {GRUNDY_SHAPE_CELL,
                          GRUNDY_ROLE_MARKED,
                          left + margin,
                          top + margin,
                          right - left - 2 * margin,
                          bottom - top - 2 * margin,
                          -1,
                          0,
                          0};
    return grundy_picture_add(out, &domino, NULL);
}

grundy_status boards_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                          grundy_picture *out)
{
    (void)g;
    (void)r;
    board b = board_read(summand);
    TRY(board_draw_cells(&b, out));
    if (move == NULL)
        return GRUNDY_OK;
    board after = board_read(*move);
    board_cells covered = b.free & ~after.free;
    if (after.rows != b.rows || after.cols != b.cols || covered == 0)
        return GRUNDY_OK;
    return draw_domino(&b, covered, out);
}
