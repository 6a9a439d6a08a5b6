/* digest.h - is a ruleset still the one that it was when something about it was written down? */
#ifndef GRUNDY_RULESETS_DIGEST_H
#define GRUNDY_RULESETS_DIGEST_H

#include "rulesets/ruleset.h"

/* ruleset_digest - a number made from the name of a ruleset and the contents of the files that it names
 *
 * It is the same in every build. Errors: GRUNDY_IO where files may not be opened */
grundy_status ruleset_digest(grundy *g, const grundy_ruleset *r, uint64_t *out);

#endif
