/* subtraction.h - what the theorems on push compounds ask about a subtraction set */
#ifndef GRUNDY_RULESETS_SUBTRACTION_H
#define GRUNDY_RULESETS_SUBTRACTION_H

#include "rulesets/ruleset.h"

/* subtraction_initial - is this the subtraction game with the set 1..k? */
bool subtraction_initial(const grundy_ruleset *r, uint64_t *k);

/* subtraction_taken - the i-th number that may be taken, ascending; false past the last, and for other rulesets */
bool subtraction_taken(const grundy_ruleset *r, size_t i, uint64_t *taken);

#endif
