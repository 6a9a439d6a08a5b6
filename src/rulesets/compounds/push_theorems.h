/* push_theorems.h - the parts of push compounds, and closed forms for the outcomes of push compounds of named rulesets */
#ifndef GRUNDY_RULESETS_PUSH_THEOREMS_H
#define GRUNDY_RULESETS_PUSH_THEOREMS_H

#include "rulesets/ruleset.h"

/* push_theorem - the outcome of a position of push(first,second) before the push, if a theorem of the push paper
 * gives it; GRUNDY_DOMAIN without a message otherwise. Callers pass the base position. */
grundy_status push_theorem(const grundy_ruleset *first, const grundy_ruleset *second, grundy_bytes summand,
                           uint64_t *outcome, const char **reason);

/* push_parts - the two rulesets of push(R1,R2) or one of its relatives; false for other rulesets */
bool push_parts(const grundy_ruleset *r, const grundy_ruleset **first, const grundy_ruleset **second);

#endif
