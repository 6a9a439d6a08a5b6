/* without_lua.c - the family lua where there is no Lua: no ruleset can be opened, so nothing else is ever called */
#include "lua_rulesets.h"

static grundy_status lua_is_absent(grundy *g)
{
    return grundy_fail(g, GRUNDY_ABSENT, "rulesets in Lua: this program was built without Lua 5.4");
}

grundy_status lua_ruleset_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    (void)r;
    (void)self;
    return lua_is_absent(g);
}

grundy_status lua_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)r;
    (void)s;
    (void)out;
    return lua_is_absent(g);
}

grundy_status lua_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    (void)summand;
    (void)out;
    return lua_is_absent(g);
}

grundy_status lua_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    (void)summand;
    (void)out;
    return lua_is_absent(g);
}
