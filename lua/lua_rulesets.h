/* lua_rulesets.h - the callbacks of the family lua; without Lua they say that it is missing */
#ifndef GRUNDY_LUA_RULESETS_H
#define GRUNDY_LUA_RULESETS_H

#include "grundy.h"

extern const grundy_family lua_family;

grundy_status lua_ruleset_open(grundy *g, grundy_ruleset *r, const grundy_arg *self);
void lua_ruleset_close(grundy *g, void *state);
grundy_status lua_describe(grundy *g, const grundy_ruleset *r, grundy_buffer *out);
grundy_status lua_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
grundy_status lua_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status lua_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand);
grundy_status lua_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status lua_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status lua_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status lua_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status lua_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                          grundy_question question, uint64_t *out, const char **reason);

#endif
