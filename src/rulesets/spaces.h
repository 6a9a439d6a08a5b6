/* spaces.h - the spaces of positions that rulesets share, each with its encoding
 *
 * Rulesets over the same space have the same bytes for the same position, so that compounds can hand a position from
 * one to the other. What may be done to a position without changing the game depends on the ruleset, which names its
 * symmetries; how it is done depends on the space alone. */
#ifndef GRUNDY_RULESETS_SPACES_H
#define GRUNDY_RULESETS_SPACES_H

#include "rulesets/ruleset.h"

struct native_space {
    grundy_encoding encoding;

    /* Append the least of the positions that these symmetries make of the summand, or what comes cheaply near it. */
    grundy_status (*reduce)(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                            grundy_buffer *out);
};

/* native_space_of - the space with this encoding; NULL: the family's own */
const native_space *native_space_of(grundy_encoding encoding);

#endif
