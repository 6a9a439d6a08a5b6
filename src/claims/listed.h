/* listed.h - coin-turning games with the values of all elements of their posets, for claims */
#ifndef GRUNDY_ANALYSIS_LISTED_H
#define GRUNDY_ANALYSIS_LISTED_H

#include "claims/claims.h"
#include "rulesets/coins/coins.h"

typedef struct {
    grundy *g;
    grundy_ruleset *r;
    const board_list *list;
    uint32_t count, *values;
} listed;

/* listed_open - open the ruleset that is written as for printf, and compute all values */
grundy_status listed_open(grundy *g, coin_values *compute, listed *out, const char *format, ...) GRUNDY_PRINTF(4, 5);
void listed_close(listed *l);

#endif
