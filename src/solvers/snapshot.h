/* snapshot.h - the table of a search in the handle's store */
#ifndef GRUNDY_SOLVERS_SNAPSHOT_H
#define GRUNDY_SOLVERS_SNAPSHOT_H

#include "solvers/solver.h"

/* snapshot_numbers - number rulesets as the table in the store does, if it is one for this solver; before any other is
 * numbered */
grundy_status snapshot_numbers(grundy_solver *s);

/* snapshot_table - give the solver its search table: from the store that is open, or a new one
 *
 * A table that comes from the store, or is to go there, stays with the store. Another solver that is open at the same
 * time gets one of its own.
 * Errors   GRUNDY_IO when what the store holds is damaged, or belongs to another ruleset, kind of play or version */
grundy_status snapshot_table(grundy_solver *s);

/* snapshot_leave - the solver will no longer use the store's table */
void snapshot_leave(grundy_solver *s);

#endif
