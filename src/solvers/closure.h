/* closure.h - a set of positions closed under moves, with all options, values and misere values
 *
 * Positions are numbered as they are found. Isomorphic ones are taken together as far as the ruleset's split and
 * canonical form do: a position is the sorted sum of its components. Values are plain mexes over the options of the
 * whole position, in both kinds of play, so no theorem is taken on trust.
 */
#ifndef GRUNDY_SOLVERS_CLOSURE_H
#define GRUNDY_SOLVERS_CLOSURE_H

#include "base/numbering.h"
#include "rulesets/ruleset.h"

typedef struct {
    grundy *g;
    const grundy_ruleset *r;
    uint64_t limit; /* the most positions */
    numbering positions;
    grundy_buffer starts;  /* uint64_t each: where the options of a position begin in targets; one more at the end */
    grundy_buffer targets; /* uint32_t each: numbers of options */
    grundy_buffer normal, misere; /* uint32_t each: values, as far as they are computed */
    grundy_list options;          /* scratch */
    grundy_buffer canonical;
} closure;

/* closure_open - an empty set; limit 0: as many positions as memory allows */
closure closure_open(grundy *g, const grundy_ruleset *r, uint64_t limit);
void closure_close(closure *c);

/* closure_add - add a position and all its followers; *number is the position's. Errors: GRUNDY_LIMIT beyond the
 * limit, and then the set is not closed and of no use */
grundy_status closure_add(closure *c, grundy_bytes position, uint32_t *number);

/* closure_solve - compute the values of all positions that have been added */
grundy_status closure_solve(closure *c);

size_t closure_count(const closure *c);
uint32_t closure_normal(const closure *c, size_t i);
uint32_t closure_misere(const closure *c, size_t i);

/* closure_options - the numbers of the options of position i, and how many there are */
const uint32_t *closure_options(const closure *c, size_t i, size_t *count);

#endif
