/* ruleset_pairs.h - pairs of rulesets (R1, R2) over one finite set of positions, for statements on all pairs
 *
 * Two sources: every pair of rulesets whatever on a few positions, up to the naming of the positions; and all
 * ordered pairs of some rulesets on heaps, on boxes of heaps, with brute force for the outcomes.
 */
#ifndef GRUNDY_ANALYSIS_RULESET_PAIRS_H
#define GRUNDY_ANALYSIS_RULESET_PAIRS_H

#include "claims/judge.h"

/* A set of positions 0 .. count-1 with what the statements speak of; true: a P-position. */
typedef struct {
    const char *name; /* of the pair, for witnesses */
    uint32_t count;
    const bool *first;        /* under R1 */
    const bool *first_misere; /* under R1, misere play */
    const bool *second;       /* under R2 */
    const bool *push;         /* under push(R1,R2), before the push */
    const uint32_t *options;  /* of R1: those of position x are options[ends[x-1]] .. options[ends[x]-1] */
    const uint32_t *ends;
    const judged_shape *shape; /* positions of heaps: how they are numbered; NULL: numbers are all they have */
} ruleset_pair;

static inline uint32_t pair_options_from(const ruleset_pair *pair, uint32_t x)
{
    return x == 0 ? 0 : pair->ends[x - 1];
}

/* pair_holds - count a case about one position of a pair */
grundy_status pair_holds(claim_run *run, const ruleset_pair *pair, uint32_t x, bool holds);

typedef grundy_status (*pair_check)(claim_run *run, const ruleset_pair *pair);

/* each_ruleset_pair - run the check on every pair of both sources */
grundy_status each_ruleset_pair(claim_run *run, pair_check check);

#endif
