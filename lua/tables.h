/* tables.h - the library table, whose functions look at the limits at each element */
#ifndef GRUNDY_LUA_TABLES_H
#define GRUNDY_LUA_TABLES_H

#include <lua.h>

/* tables_open - put the functions into the table at the top of the stack */
void tables_open(lua_State *L);

#endif
