/* ball_sets.h - positions that are sets of places on a line: "{1,2,4,5}"
 *
 * The bytes are the places in ascending order. Welter's game, turning turtles and the inset games share them, so that
 * any two can be combined by push.
 */
#ifndef GRUNDY_RULESETS_BALL_SETS_H
#define GRUNDY_RULESETS_BALL_SETS_H

#include "math/balls.h"
#include "rulesets/ruleset.h"

#define BALL_SETS_SPACE "sets of balls"
#define BALL_SETS_POSITIONS .space = BALL_SETS_SPACE, .encoding = GRUNDY_ENCODING_BALLS
#define BALL_SETS_NOTATION "Positions are sets of places 0, 1, 2, ...: {1,2,4,5}."

/* An array of balls, of its own memory. */
typedef struct {
    grundy *g;
    uint64_t *at;
    size_t count, capacity;
} ball_set;

/* ball_set_read - the balls of a summand, ascending, with room for one more; freed by ball_set_close */
grundy_status ball_set_read(grundy *g, grundy_bytes summand, ball_set *out);
void ball_set_close(ball_set *balls);

/* ball_set_write - sort the balls and append their bytes */
grundy_status ball_set_write(ball_set *balls, grundy_buffer *out);

/* ball_sets_moves - add the positions in which one ball has gone down to a free place */
grundy_status ball_sets_moves(grundy *g, const ball_set *balls, grundy_list *out);

/* ball_sets_value - a function of the balls of a summand, which may change their order */
grundy_status ball_sets_value(grundy *g, grundy_bytes summand, uint64_t (*function)(uint64_t *balls, size_t count),
                              uint64_t *out);

grundy_status ball_sets_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
grundy_status ball_sets_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

/* ball_sets_random - append `count` random balls from the places 0..greatest, count at most greatest + 1 */
grundy_status ball_sets_random(uint64_t *seed, unsigned greatest, unsigned count, grundy_buffer *out);

/* ball_sets_draw - the balls on their line of places */
grundy_status ball_sets_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                             grundy_picture *out);

#endif
