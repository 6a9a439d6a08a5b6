/* tables.c - concat, insert, move, pack, remove, sort, unpack
 *
 * The length of a table may be what its metatable makes up, and each access may call a function. So each element counts as
 * an instruction of Lua. A table is sorted by merging, which ends whatever the order function says. */
#include "tables.h"

#include <lauxlib.h>
#include <limits.h>

#include "machine.h"

static lua_Integer table_length(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    return luaL_len(L, 1);
}

/* t[to] = from[i], where the tables are arguments */
static void set_from(lua_State *L, int table, lua_Integer to, int source, lua_Integer i)
{
    machine_tick(L, 1);
    lua_geti(L, source, i);
    lua_seti(L, table, to);
}

static int tables_concat(lua_State *L)
{
    size_t between, total = 0;
    luaL_Buffer b;
    lua_Integer last = table_length(L);
    const char *separator = luaL_optlstring(L, 2, "", &between);
    lua_Integer i = luaL_optinteger(L, 3, 1);
    last = luaL_optinteger(L, 4, last);
    luaL_buffinit(L, &b);
    for (bool more = i <= last; more; more = i++ < last) {
        machine_tick(L, 1);
        lua_geti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)i);
        size_t size;
        lua_tolstring(L, -1, &size);
        total += size + between;
        if (total - between > MACHINE_STRING_MAX)
            return luaL_error(L, "a string of more than %d bytes", MACHINE_STRING_MAX);
        luaL_addvalue(&b);
        if (i < last)
            luaL_addlstring(&b, separator, between);
    }
    luaL_pushresult(&b);
    return 1;
}

static int tables_insert(lua_State *L)
{
    lua_Integer end = (lua_Integer)((lua_Unsigned)table_length(L) + 1), place = end;
    if (lua_gettop(L) == 3) {
        place = luaL_checkinteger(L, 2);
        luaL_argcheck(L, (lua_Unsigned)place - 1 < (lua_Unsigned)end, 2, "position out of bounds");
        for (lua_Integer i = end; i > place; i--)
            set_from(L, 1, i, 1, i - 1);
    } else if (lua_gettop(L) != 2) {
        return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    lua_seti(L, 1, place);
    return 0;
}

static int tables_remove(lua_State *L)
{
    lua_Integer size = table_length(L), place = luaL_optinteger(L, 2, size);
    if (lua_gettop(L) > 1 && place != size)
        luaL_argcheck(L, (lua_Unsigned)place - 1 <= (lua_Unsigned)size, 2, "position out of bounds");
    lua_geti(L, 1, place);
    for (; place < size; place++)
        set_from(L, 1, place, 1, place + 1);
    lua_pushnil(L);
    lua_seti(L, 1, place);
    return 1;
}

static int tables_move(lua_State *L)
{
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    lua_Integer from = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, target, LUA_TTABLE);
    if (last >= from) {
        luaL_argcheck(L, from > 0 || last < LUA_MAXINTEGER + from, 3, "too many elements to move");
        lua_Integer count = last - from + 1;
        luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
        bool forth = to > last || to <= from || (target != 1 && !lua_rawequal(L, 1, target));
        for (lua_Integer i = 0; i < count; i++) {
            lua_Integer k = forth ? i : count - 1 - i;
            set_from(L, target, to + k, 1, from + k);
        }
    }
    lua_pushvalue(L, target);
    return 1;
}

static int tables_pack(lua_State *L)
{
    int count = lua_gettop(L);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i >= 1; i--) {
        machine_tick(L, 1);
        lua_seti(L, 1, i);
    }
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    return 1;
}

static int tables_unpack(lua_State *L)
{
    lua_Integer i = luaL_optinteger(L, 2, 1);
    lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
    if (i > last)
        return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)i;
    if (count >= INT_MAX || !lua_checkstack(L, (int)count + 1))
        return luaL_error(L, "too many results to unpack");
    for (lua_Unsigned k = 0; k <= count; k++) {
        machine_tick(L, 1);
        lua_geti(L, 1, (lua_Integer)((lua_Unsigned)i + k));
    }
    return (int)count + 1;
}

/* ---- sorting: arguments 1 the table, 2 the order or nil, 3 and 4 the elements before and after a round of merging ---- */

/* Does y come before x, which are at the top of the stack? */
static bool is_before(lua_State *L)
{
    machine_tick(L, 4);
    if (lua_isnil(L, 2))
        return lua_compare(L, -1, -2, LUA_OPLT);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -4);
    lua_call(L, 2, 1);
    bool before = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return before;
}

/* Merge [low, middle] and [middle+1, high] of table 3 into table 4. */
static void merge(lua_State *L, lua_Integer low, lua_Integer middle, lua_Integer high)
{
    lua_Integer i = low, j = middle + 1;
    for (lua_Integer to = low; to <= high; to++) {
        machine_tick(L, 1);
        bool second = i > middle;
        if (!second && j <= high) {
            lua_rawgeti(L, 3, i);
            lua_rawgeti(L, 3, j);
            second = is_before(L);
            lua_pop(L, 2);
        }
        lua_rawgeti(L, 3, second ? j++ : i++);
        lua_rawseti(L, 4, to);
    }
}

static int tables_sort(lua_State *L)
{
    lua_Integer count = table_length(L);
    luaL_argcheck(L, count < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2))
        luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_newtable(L);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= count; i++) {
        machine_tick(L, 1);
        lua_geti(L, 1, i);
        lua_rawseti(L, 3, i);
    }
    for (lua_Integer width = 1; width < count; width *= 2) {
        for (lua_Integer low = 1; low <= count; low += 2 * width) {
            lua_Integer middle = low + width - 1, high = middle + width;
            merge(L, low, middle < count ? middle : count, high < count ? high : count);
        }
        lua_insert(L, 3); /* what is sorted further is table 3 again */
    }
    for (lua_Integer i = 1; i <= count; i++)
        set_from(L, 1, i, 3, i);
    return 0;
}

void tables_open(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"concat", tables_concat}, {"insert", tables_insert}, {"move", tables_move},     {"pack", tables_pack},
        {"remove", tables_remove}, {"sort", tables_sort},     {"unpack", tables_unpack}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
