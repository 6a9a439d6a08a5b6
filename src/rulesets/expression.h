/* expression.h - ruleset expressions: expr := name [ "(" arg {"," arg} ")" ] */
#ifndef GRUNDY_RULESETS_EXPRESSION_H
#define GRUNDY_RULESETS_EXPRESSION_H

#include "rulesets/ruleset.h"

/* expression_parse - read a whole expression; its nodes live in the arena */
grundy_status expression_parse(grundy *g, const char *text, scan_scope *scope, arena *a, grundy_arg *out);

/* expression_print - append the expression in canonical form */
grundy_status expression_print(const grundy_arg *arg, grundy_buffer *out);

#endif
