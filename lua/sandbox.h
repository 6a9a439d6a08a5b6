/* sandbox.h - what a file can use: base, table, string, math and utf8, as far as limits can stop it */
#ifndef GRUNDY_LUA_SANDBOX_H
#define GRUNDY_LUA_SANDBOX_H

#include <lua.h>

/* sandbox_open - open the libraries; raises Lua errors */
void sandbox_open(lua_State *L);

#endif
