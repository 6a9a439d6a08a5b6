/* heaps.h - positions that are rows of heaps: "3,5,7"
 *
 * The bytes are the heap sizes, one number after the other, in the order in which they were written. All
 * rulesets on heaps share this form, so that any two of them can be combined by push.
 */
#ifndef GRUNDY_RULESETS_HEAPS_H
#define GRUNDY_RULESETS_HEAPS_H

#include "rulesets/ruleset.h"

#define HEAPS_SPACE "heaps"

/* What a descriptor says of positions on heaps that may stand in any order. */
#define HEAPS_POSITIONS .space = HEAPS_SPACE, .encoding = GRUNDY_ENCODING_HEAPS, .symmetries = GRUNDY_SYMMETRY_ORDER

#define HEAPS_NOTATION "Positions are heap sizes separated by commas: 3,5,7."

/* heaps_next - take the next heap off; false when none is left */
bool heaps_next(grundy_bytes *rest, uint64_t *heap);

/* heaps_get - the first `max` heaps; returns how many there are in all */
size_t heaps_get(grundy_bytes summand, uint64_t *heaps, size_t max);

/* heaps_of - the bytes of heaps */
grundy_status heaps_put(grundy_buffer *out, const uint64_t *heaps, size_t count);

/* heaps_option - add the position in which one heap is replaced by `count` others (0: it is left out).
 * before and after are the bytes on either side of the heap. */
grundy_status heaps_option(grundy_list *out, grundy_bytes before, const uint64_t *heaps, size_t count,
                           grundy_bytes after);

/* heaps_take - add the options of taking step, 2 step, ... tokens off one heap, down to `low` */
grundy_status heaps_take(grundy_list *out, grundy_bytes before, uint64_t heap, grundy_bytes after, uint64_t step,
                         uint64_t low);

/* Each heap of a summand in turn, with the bytes before and after it. */
typedef struct {
    grundy_bytes before, after;
    uint64_t heap;
} heaps_cursor;

heaps_cursor heaps_first(grundy_bytes summand);
bool heaps_step(heaps_cursor *c); /* false when no heap is left */

/* Callbacks that serve every family on heaps. */
grundy_status heaps_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
/* heaps_view - a line for each heap: its size, and so many marks if these are not too many to see */
grundy_status heaps_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status heaps_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status heaps_check_pair(grundy *g, const grundy_ruleset *r, grundy_bytes summand); /* exactly two heaps */
grundy_status heaps_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand,
                          grundy_list *out); /* a summand a heap */
grundy_status heaps_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent);
grundy_status heaps_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent, grundy_question question,
                          grundy_sweep *out); /* by the family's box */

/* heaps_sweep_after - as heaps_sweep, for summands that have `prefix` bytes before the heaps */
grundy_status heaps_sweep_after(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, size_t prefix, grundy_sweep *out);
/* heaps_draw - piles of tokens */
grundy_status heaps_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                         grundy_picture *out);
grundy_status heaps_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);
grundy_status heaps_random_pair(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);

#endif
