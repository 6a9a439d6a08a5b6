/* saltus.h - arithmetic periods of games whose moves leave up to three heaps */
#ifndef GRUNDY_SOLVERS_SALTUS_H
#define GRUNDY_SOLVERS_SALTUS_H

#include "solvers/sequence.h"

/* saltus_needs - up to which heap the period must be known, so that it may be proved
 * saltus_holds - does the period with its saltus, which holds as far as the sequence is known, hold for ever? *holds false:
 * that is not known. Errors: GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED */
uint64_t saltus_needs(const grundy_recurrence *rule, const grundy_period *period);
grundy_status saltus_holds(grundy *g, const sequence *s, const grundy_recurrence *rule, const grundy_period *period,
                           bool *holds);

#endif
