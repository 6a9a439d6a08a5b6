/* picture.h - pictures as lists of marks: what the drawings of all families are put together from */
#ifndef GRUNDY_BASE_PICTURE_H
#define GRUNDY_BASE_PICTURE_H

#include "base/handle.h"

/* The most marks of a picture. */
enum { PICTURE_MARKS_MAX = 20000 };

/* picture_room - is there room for so many more marks? Fail at once instead of after the last that fits.
 * Errors: GRUNDY_LIMIT */
grundy_status picture_room(const grundy_picture *p, uint64_t more);

/* picture_cell, picture_disc - add a cell of side 1, a disc in such a cell, with its upper left corner at (x,y)
 * picture_label - add a text in the middle of a box
 * picture_line - add a line from one point to another */
grundy_status picture_cell(grundy_picture *p, grundy_role role, double x, double y, int64_t number);
grundy_status picture_disc(grundy_picture *p, grundy_role role, double x, double y, int64_t number, const char *text);
grundy_status picture_label(grundy_picture *p, double x, double y, double width, double height, const char *text);
grundy_status picture_line(grundy_picture *p, grundy_shape shape, grundy_role role, double x, double y, double to_x,
                           double to_y);

/* picture_text_width - about how wide a text of this height is, in a typeface without serifs */
double picture_text_width(const char *text, double height);

/* picture_clear - take all marks out */
void picture_clear(grundy_picture *p);

#endif
