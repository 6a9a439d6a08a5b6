/* parts.h - a sum whose components are answered each in its own best way
 *
 * In normal play a sum can have components with a closed form beside others that must be searched; their values are
 * nim-added. In misere play the same serves sums of tame games (tame.h). That a component is tame is known from its
 * ruleset, which says that it is pet, or found by listing all its followers; where neither settles it, or it is not
 * tame, the theorem is not used.
 */
#ifndef GRUNDY_SOLVERS_PARTS_H
#define GRUNDY_SOLVERS_PARTS_H

#include "solvers/solver.h"

/* solve_by_parts - answer for a sum of two components or more. Errors: GRUNDY_DOMAIN where it cannot serve */
grundy_status solve_by_parts(grundy_solver *s, grundy_bytes position, uint64_t *out);

/* parts_value - the value in normal play of a summand of the ruleset with this number */
grundy_status parts_value(grundy_solver *s, size_t number, grundy_bytes summand, uint64_t *out);

void parts_close(grundy_solver *s);

#endif
