/* boxes.h - the values of all positions in a box of heaps
 *
 * A line sweep keeps, for each row, column or diagonal, the set of values that occur on it so far as a bit
 * set; a cell's value is the first zero of the union of its lines, 64 candidates a step. No move is listed.
 */
#ifndef GRUNDY_RULESETS_BOXES_H
#define GRUNDY_RULESETS_BOXES_H

#include "rulesets/heaps/heaps.h"

/* box_cells - how many cells; GRUNDY_LIMIT when they cannot be held */
grundy_status box_cells(grundy *g, const grundy_box *box, size_t *out);

/* box_cell_of_option - the cell of an option of the position `heaps`: one that is filled already, since no heap may have
 *                      grown; GRUNDY_DOMAIN where one has, or their number is another
 * box_advance        - go to the next cell, last coordinate first */
grundy_status box_cell_of_option(const grundy_box *box, const uint64_t *heaps, grundy_bytes option, size_t *cell);
void box_advance(const grundy_box *box, uint64_t *heaps);

/* box_terminal - the value of a terminal position under the box's question */
uint32_t box_terminal(const grundy_box *box);

/* The moves of a line sweep: any number off one heap, or the same number off both. */
enum { LINES_ROWS = 1, LINES_COLUMNS = 2, LINES_DIAGONALS = 4 };

/* box_by_lines - two heaps (or one, which has rows only): moves along the given lines, to every cell before */
grundy_status box_by_lines(grundy *g, const grundy_box *box, unsigned lines, uint32_t *values);

/* box_by_options - any ruleset on heaps whose options have no larger heap and as many heaps: cell by cell,
 * each move listed by the family's options. The slow way, and the judge of the others. GRUNDY_DOMAIN for others. */
grundy_status box_by_options(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values);

/* A set of values for one cell: mark, then take the mex. Cost: proportional to the marks. */
typedef struct {
    grundy *g;
    uint32_t *stamp; /* stamp[v] == now: v is marked */
    size_t size;
    uint32_t now;
} box_marks;

/* box_marks_open - marks for values up to what a box's cells can have: each option and extra gives one */
grundy_status box_marks_open(grundy *g, size_t size, box_marks *out);
void box_marks_close(box_marks *m);
void box_marks_clear(box_marks *m);

static inline void box_mark(box_marks *m, uint32_t value)
{
    if (value < m->size)
        m->stamp[value] = m->now;
}

static inline uint32_t box_mex(const box_marks *m)
{
    uint32_t v = 0;
    while (v < m->size && m->stamp[v] == m->now)
        v++;
    return v;
}

/* box_mark_extras - mark the extra options of a cell */
void box_mark_extras(box_marks *m, const grundy_box *box, size_t cell);

#endif
