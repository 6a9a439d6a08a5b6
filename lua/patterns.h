/* patterns.h - string.find, match, gmatch and gsub, which look at the limits while they search
 *
 * A pattern of Lua can take a time that grows as any power of the length of a string. Those of Lua's library look at nothing
 * until they are done, so the patterns of a ruleset are matched here: patterns as in section 6.4.1 of the manual of Lua 5.4. */
#ifndef GRUNDY_LUA_PATTERNS_H
#define GRUNDY_LUA_PATTERNS_H

#include <lua.h>

/* patterns_find(s, pattern [, init [, plain]]) - first and last place, and the captures; nil
 * patterns_match(s, pattern [, init]) - the captures; nil
 * patterns_gmatch(s, pattern [, init]) - an iterator
 * patterns_gsub(s, pattern, replacement [, n]) - the string with what was found replaced, and how often that was */
int patterns_find(lua_State *L);
int patterns_match(lua_State *L);
int patterns_gmatch(lua_State *L);
int patterns_gsub(lua_State *L);

#endif
