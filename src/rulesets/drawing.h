/* drawing.h - drawings of positions, put together from those of their summands
 *
 * A family draws a summand from (0,0) to the right and down. Families over the same positions share one drawing, and
 * compounds draw the positions that they hold by those positions' own rulesets. */
#ifndef GRUNDY_RULESETS_DRAWING_H
#define GRUNDY_RULESETS_DRAWING_H

#include "base/picture.h"
#include "rulesets/ruleset.h"

/* drawing_summand - the family's drawing of a summand, or the summand as text where the family has none. move: an option
 * of it, to be marked; NULL: none */
grundy_status drawing_summand(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                              grundy_picture *out);

/* drawing_text - the summand as it is written, on a disc */
grundy_status drawing_text(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_role role,
                           grundy_picture *out);

/* hyperrectangles_draw - a box of cells with the given sides, up to 16 of them; for a family's draw */
grundy_status hyperrectangles_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                                   grundy_picture *out);

/* Drawings beside each other, standing on one line. Not to be copied. */
typedef struct {
    grundy_picture *out, part; /* a drawing is made as the part, and then put into out */
    double x, height;          /* of the row so far */
    double last;               /* the height of the last part */
    size_t count;
} drawing_row;

/* drawing_row_open, drawing_row_close - begin a row in an empty picture; free the part
 * drawing_row_put - put the part to the right of what is there, with this text between; the part is then empty again */
drawing_row drawing_row_open(grundy *g, grundy_picture *out);
void drawing_row_close(drawing_row *row);
grundy_status drawing_row_put(drawing_row *row, const char *between);

#endif
