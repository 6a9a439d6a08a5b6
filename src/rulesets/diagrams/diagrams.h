/* diagrams.h - positions drawn: Young diagrams, and the ways from partitions to balls and back
 *
 * The balls of Welter's game are the beta numbers of a partition: ball b with k balls below it is a row of b - k cells.
 * Turtles that are awake are the parts of a strict partition, turtle 0 being no part: since an odd number is awake, the
 * others say whether it is. A strict partition has a shifted diagram: each row starts one column further right.
 */
#ifndef GRUNDY_RULESETS_DIAGRAMS_H
#define GRUNDY_RULESETS_DIAGRAMS_H

#include "rulesets/diagrams/ball_sets.h"
#include "rulesets/diagrams/young.h"

/* The most cells that are drawn. */
enum { DIAGRAM_CELLS_MAX = 10000 };

/* diagram_check - is the diagram small enough to be drawn? Errors: GRUNDY_LIMIT */
grundy_status diagram_check(grundy *g, const partition_run *runs, size_t count);

/* balls_partition - append the bytes of the partition with these beta numbers
 * partition_balls - append the bytes of the beta numbers of a partition of at most 10,000 cells, one for each row
 * balls_strict_partition - append the bytes of the partition whose parts are the balls other than 0 */
grundy_status balls_partition(grundy *g, grundy_bytes balls, grundy_buffer *out);
grundy_status partition_balls(grundy *g, grundy_bytes partition, grundy_buffer *out);
grundy_status balls_strict_partition(grundy *g, grundy_bytes balls, grundy_buffer *out);

/* Callbacks that draw. */
grundy_status young_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status welter_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status hooks_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status awake_turtles_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

/* young_draw_lines, young_draw_hooks - the diagram as a picture; a move takes rows or columns, or cells at the rim
 * young_draw_corner - the diagram as a picture, with so many first rows and columns taken away */
grundy_status young_draw_lines(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                               grundy_picture *out);
grundy_status young_draw_hooks(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                               grundy_picture *out);
grundy_status young_draw_corner(grundy *g, grundy_bytes summand, uint64_t rows, uint64_t columns, grundy_picture *out);

#endif
