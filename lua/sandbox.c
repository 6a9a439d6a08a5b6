/* sandbox.c - the libraries of a file, and why each of their functions ends
 *
 * A file may come from a stranger. It reads and writes no file, and starts nothing; it loads no byte code; it plays the same
 * each time, so there is no random function. It cannot outlast the limits: they are looked at between instructions of Lua,
 * after so many that even if each took as long as the longest string allows a look is not far. So a function of the
 * libraries may do one of these, and nothing else:
 *
 *   1. a fixed number of steps, besides one call of something else:
 *      assert, error, getmetatable, ipairs, pcall, rawequal, rawget, rawlen, rawset, select, tostring, type; string.len,
 *      packsize; utf8.codes; all of math
 *   2. go once through a string, which is no longer than MACHINE_STRING_MAX, or write one:
 *      tonumber; string.byte, char, lower, pack, reverse, unpack, upper; utf8.char, codepoint, len, offset; comparisons,
 *      joining strings, and arithmetic with them, by the instructions of Lua
 *   3. that for each of few arguments: string.format, which takes 255; and string.rep, whose result is measured before
 *   4. count its steps as instructions are counted: all of table, string.find, gmatch, gsub and match; next and pairs, which
 *      go through the places that a table has, empty or not; print
 *   5. not be there: collectgarbage, coroutine, debug, dofile, io, load, loadfile, os, package, string.dump, warn, and
 *      xpcall, whose handler would run where the limits have been found to be reached
 *
 * What Lua does by itself: finalizers run where no limit is looked at, and a collection can take a time that grows as the
 * square of what weak tables hold. So there are neither: the metatable that a table gets is a copy of the one that it was
 * given, of the fields below and no others. The file never comes to see the copy, so it cannot put anything there. */
#include "sandbox.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

#include "machine.h"
#include "patterns.h"
#include "tables.h"

enum { FORMAT_MAX = 255 };

static int print_to_errors(lua_State *L)
{
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        machine_tick(L, 1);
        fprintf(stderr, "%s%s", i > 1 ? "\t" : "", luaL_tolstring(L, i, NULL));
        lua_pop(L, 1);
    }
    fputc('\n', stderr);
    return 0;
}

/* ---- metatables ---- */

/* The field of a copy under which the metatable stands that it was made of: no value of a file is equal to it. */
static const char original_key;

static const char *const events[] = {
    "__index", "__newindex", "__call", "__add", "__sub",   "__mul",  "__div",   "__mod",      "__pow",
    "__unm",   "__idiv",     "__band", "__bor", "__bxor",  "__bnot", "__shl",   "__shr",      "__concat",
    "__len",   "__eq",       "__lt",   "__le",  "__close", "__name", "__pairs", "__tostring", "__metatable"};

enum { EVENT_COUNT = sizeof events / sizeof *events, LAST = 1, LAST_COPY = 2, FIRST_EVENT = 3 };

static void refuse_field(lua_State *L, const char *field)
{
    lua_pushstring(L, field);
    lua_rawget(L, 2);
    if (!lua_isnil(L, -1))
        luaL_error(L, "a ruleset can have no %s", field);
    lua_pop(L, 1);
}

/* Push the copy of the metatable, argument 2: the last one that was made, where it is the same table's. */
static void push_copy(lua_State *L)
{
    if (lua_rawequal(L, 2, lua_upvalueindex(LAST))) {
        lua_pushvalue(L, lua_upvalueindex(LAST_COPY));
    } else {
        lua_newtable(L);
        lua_pushvalue(L, 2);
        lua_rawsetp(L, -2, &original_key);
        lua_copy(L, 2, lua_upvalueindex(LAST));
        lua_copy(L, -1, lua_upvalueindex(LAST_COPY));
    }
    for (int i = 0; i < EVENT_COUNT; i++) {
        lua_pushvalue(L, lua_upvalueindex(FIRST_EVENT + i));
        lua_pushvalue(L, -1);
        lua_rawget(L, 2);
        lua_rawset(L, -3);
    }
}

/* Upvalues: the last metatable, its copy, and the names of the fields. */
static int set_metatable(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    if (lua_istable(L, 2)) {
        refuse_field(L, "__gc");
        refuse_field(L, "__mode");
        push_copy(L);
    }
    lua_setmetatable(L, 1);
    lua_settop(L, 1);
    return 1;
}

static int get_metatable(lua_State *L)
{
    luaL_checkany(L, 1);
    if (!lua_getmetatable(L, 1)) {
        lua_pushnil(L);
    } else if (luaL_getmetafield(L, 1, "__metatable") == LUA_TNIL && lua_istable(L, 1)) {
        lua_rawgetp(L, -1, &original_key);
    }
    return 1;
}

/* ---- going through a table ---- */

/* To find the next key all places between may have to be looked at; they have been filled once. */
static int next_key(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    machine_tick(L, 64);
    lua_settop(L, 2);
    if (lua_next(L, 1) != 0)
        return 2;
    lua_pushnil(L);
    return 1;
}

static int all_pairs(lua_State *L)
{
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") == LUA_TNIL) {
        lua_pushcfunction(L, next_key);
        lua_pushvalue(L, 1);
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
    }
    return 3;
}

/* ---- strings ---- */

/* Call the function that the first upvalue is with all arguments. */
static int call_original(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int repeat_few(lua_State *L)
{
    size_t size, between;
    luaL_checklstring(L, 1, &size);
    lua_Integer count = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &between);
    if (count <= 0 || size + between == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if ((lua_Unsigned)count > MACHINE_STRING_MAX / (size + between) + 1)
        return luaL_error(L, "a string of more than %d bytes", MACHINE_STRING_MAX);
    return call_original(L);
}

static int format_few(lua_State *L)
{
    if (lua_gettop(L) > FORMAT_MAX + 1)
        return luaL_error(L, "more than %d values to format", FORMAT_MAX);
    return call_original(L);
}

/* Put a function in the place of one of a library, which it finds as its upvalue. */
static void replace(lua_State *L, const char *library, const char *name, lua_CFunction by)
{
    lua_getglobal(L, library);
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, by, 1);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

/* ---- opening ---- */

static void put_functions(lua_State *L, const char *library, const luaL_Reg *functions)
{
    lua_getglobal(L, library);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}

static void remove_fields(lua_State *L, const char *library, const char *const *names)
{
    lua_getglobal(L, library);
    for (; *names != NULL; names++) {
        lua_pushnil(L);
        lua_setfield(L, -2, *names);
    }
    lua_pop(L, 1);
}

static void change_libraries(lua_State *L)
{
    static const luaL_Reg base[] = {{"print", print_to_errors},
                                    {"getmetatable", get_metatable},
                                    {"next", next_key},
                                    {"pairs", all_pairs},
                                    {NULL, NULL}};
    static const luaL_Reg strings[] = {{"find", patterns_find},
                                       {"match", patterns_match},
                                       {"gmatch", patterns_gmatch},
                                       {"gsub", patterns_gsub},
                                       {NULL, NULL}};
    put_functions(L, LUA_GNAME, base);
    put_functions(L, LUA_STRLIBNAME, strings);
    replace(L, LUA_STRLIBNAME, "rep", repeat_few);
    replace(L, LUA_STRLIBNAME, "format", format_few);
    lua_getglobal(L, LUA_TABLIBNAME);
    tables_open(L);
    lua_pop(L, 1);
    luaL_checkstack(L, FIRST_EVENT + EVENT_COUNT, NULL);
    lua_pushnil(L);
    lua_pushnil(L);
    for (int i = 0; i < EVENT_COUNT; i++)
        lua_pushstring(L, events[i]);
    lua_pushcclosure(L, set_metatable, FIRST_EVENT - 1 + EVENT_COUNT);
    lua_setglobal(L, "setmetatable");
}

/* An error in an argument looks for the name of its function in all that is loaded, however much the file has put there. */
static void hide_libraries(lua_State *L)
{
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

void sandbox_open(lua_State *L)
{
    static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},        {LUA_TABLIBNAME, luaopen_table},
                                         {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},
                                         {LUA_UTF8LIBNAME, luaopen_utf8},  {NULL, NULL}};
    static const char *const base[] = {"dofile", "loadfile", "load", "collectgarbage", "warn", "xpcall", NULL};
    static const char *const random[] = {"random", "randomseed", NULL};
    static const char *const bytecode[] = {"dump", NULL};
    for (const luaL_Reg *library = libraries; library->name != NULL; library++) {
        luaL_requiref(L, library->name, library->func, 1);
        lua_pop(L, 1);
    }
    remove_fields(L, LUA_GNAME, base);
    remove_fields(L, LUA_MATHLIBNAME, random);
    remove_fields(L, LUA_STRLIBNAME, bytecode);
    change_libraries(L);
    hide_libraries(L);
}
