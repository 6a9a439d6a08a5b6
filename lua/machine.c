#include "machine.h"

#include <lualib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "value.h"

#if LUA_VERSION_NUM != 504
#error "rulesets are written in Lua 5.4"
#endif

/* So many instructions of Lua go by before the limits are looked at. LOOP_MAX: so many elements a function of the
 * libraries may go through, during which they are not. */
enum { LOOK_EVERY = 10000, LOOP_MAX = 1 << 24 };

struct machine {
    lua_State *L;
    const program *p;
    grundy *g;                 /* of the thread that uses it now */
    grundy_status failure;     /* of what was called from Lua */
    grundy_status memory;      /* why memory was not to be had */
    int members[MEMBER_COUNT]; /* references */
    member running;
    machine *next;
};

static const struct {
    const char *name;
    bool function;
} member_table[] = {
#define MEMBER_ENTRY(id, name, function) {name, function},
    MEMBERS(MEMBER_ENTRY)
#undef MEMBER_ENTRY
};

const char *member_name(member m)
{
    return member_table[m].name;
}

static machine *machine_of(lua_State *L)
{
    machine *m;
    memcpy(&m, lua_getextraspace(L), sizeof m);
    return m;
}

/* ---- limits ---- */

/* Lua's rule that a block can always be made smaller is the handle's allocator's too. */
static void *allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    machine *m = context;
    if (new_size == 0 && old == NULL)
        return NULL;
    return grundy_resize(m->g, old, old == NULL ? 0 : old_size, new_size, &m->memory);
}

void machine_check(lua_State *L, grundy_status status)
{
    if (status == GRUNDY_OK)
        return;
    machine_of(L)->failure = status;
    lua_pushnil(L);
    lua_error(L);
}

/* A failure stays: a pcall in the file may catch it, but then the next instruction fails. */
static void look(lua_State *L, lua_Debug *where)
{
    (void)where;
    machine *m = machine_of(L);
    grundy_status status = m->failure != GRUNDY_OK ? m->failure : grundy_check(m->g);
    if (status != GRUNDY_OK)
        lua_sethook(L, look, LUA_MASKCOUNT, 1);
    machine_check(L, status);
}

/* ---- running ---- */

/* The line that an error leaves. The value may be anything. */
static grundy_status report(machine *m, const char *what, const grundy_bytes *position)
{
    lua_State *L = m->L;
    bool is_text = lua_type(L, -1) == LUA_TSTRING;
    const char *line = is_text ? lua_tostring(L, -1) : "the error raised is no text";
    const char *path = is_text ? "" : grundy_buffer_text(&m->p->path), *colon = is_text ? "" : ": ";
    grundy_buffer text = grundy_buffer_open(m->g);
    grundy_status status = GRUNDY_OK;
    if (position == NULL)
        grundy_fail(m->g, GRUNDY_PARSE, "%.200s%s%.600s", path, colon, line);
    else if ((status = value_print(*position, &text)) == GRUNDY_OK)
        grundy_fail(m->g, GRUNDY_PARSE, "%.200s%s%.600s (in %s of %.120s)", path, colon, line, what,
                    grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status != GRUNDY_OK ? status : GRUNDY_PARSE;
}

grundy_status machine_run(machine *m, lua_CFunction body, void *task, const char *what, const grundy_bytes *position)
{
    lua_State *L = m->L;
    m->failure = m->memory = GRUNDY_OK;
    lua_settop(L, 0);
    lua_sethook(L, look, LUA_MASKCOUNT, LOOK_EVERY);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, task);
    int result = lua_pcall(L, 1, 0, 0);
    if (m->failure != GRUNDY_OK)
        return m->failure;
    if (result == LUA_OK)
        return GRUNDY_OK;
    if (result == LUA_ERRMEM && m->memory != GRUNDY_OK)
        return m->memory;
    return report(m, what, position);
}

void machine_push_member(lua_State *L, member which)
{
    int reference = machine_of(L)->members[which];
    machine_of(L)->running = which;
    if (reference == LUA_NOREF)
        lua_pushnil(L);
    else
        lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
}

int machine_error(lua_State *L, const char *format, ...)
{
    lua_Debug where;
    va_list arguments;
    int reference = machine_of(L)->members[machine_of(L)->running];
    luaL_checkstack(L, 4, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    lua_getinfo(L, ">S", &where);
    lua_pushfstring(L, "%s:%d: ", where.short_src, where.linedefined);
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    lua_concat(L, 2);
    return lua_error(L);
}

/* ---- what a file can use ----
 *
 * Base, table, string, math and utf8, without what reads files, loads byte code, or makes a ruleset play differently
 * each time; and without what would run where no limit can stop it. The limits are looked at between instructions of
 * Lua, so not within a function of the libraries, nor in what is called because of a failure. */

static int print_to_errors(lua_State *L)
{
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        fprintf(stderr, "%s%s", i > 1 ? "\t" : "", luaL_tolstring(L, i, NULL));
        lua_pop(L, 1);
    }
    fputc('\n', stderr);
    return 0;
}

/* Call the function that the first upvalue is with all arguments. */
static int call_original(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Functions that go through a table as far as its length says, which its metatable may make up. */
static int within_length(lua_State *L)
{
    if (lua_istable(L, 1) && luaL_len(L, 1) > LOOP_MAX)
        return luaL_error(L, "a table of more than %d elements", LOOP_MAX);
    return call_original(L);
}

/* table.move goes through as many places as it is told to, whether there is something there or not. */
static int move_few(lua_State *L)
{
    lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
    if (to >= from && (lua_Unsigned)to - (lua_Unsigned)from >= LOOP_MAX)
        return luaL_error(L, "more than %d elements to move", LOOP_MAX);
    return call_original(L);
}

/* Nothing, any number of times, takes no memory, whose limit ends other repetitions. */
static int repeat_something(lua_State *L)
{
    size_t size, between;
    luaL_checklstring(L, 1, &size);
    luaL_optlstring(L, 3, "", &between);
    if (size == 0 && between == 0) {
        luaL_checkinteger(L, 2);
        lua_pushliteral(L, "");
        return 1;
    }
    return call_original(L);
}

/* A finalizer would run where no limit can stop it. */
static int set_metatable(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (lua_type(L, 2) == LUA_TTABLE && lua_getfield(L, 2, "__gc") != LUA_TNIL)
        return luaL_error(L, "a ruleset can have no __gc");
    lua_settop(L, 2);
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

static void replace_functions(lua_State *L)
{
    static const char *const lengths[] = {"concat", "insert", "remove", "sort", "unpack"};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        replace(L, LUA_TABLIBNAME, lengths[i], within_length);
    replace(L, LUA_TABLIBNAME, "move", move_few);
    replace(L, LUA_STRLIBNAME, "rep", repeat_something);
    replace(L, LUA_GNAME, "setmetatable", set_metatable);
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

static void open_libraries(lua_State *L)
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
    lua_pushcfunction(L, print_to_errors);
    lua_setglobal(L, "print");
    replace_functions(L);
}

/* ---- loading ---- */

static int push_arguments(lua_State *L, const program *p)
{
    size_t count = p->arguments.size / sizeof(machine_argument);
    const machine_argument *argument = (const void *)p->arguments.data;
    luaL_checkstack(L, (int)count, "too many arguments");
    for (size_t i = 0; i < count; i++) {
        if (argument[i].integer)
            lua_pushinteger(L, argument[i].number);
        else
            lua_pushstring(L, (const char *)p->texts.data + argument[i].at);
    }
    return (int)count;
}

/* The member that the key at the top of the stack but one names, with a value of the right type above it. */
static member take_member(lua_State *L, const char *path)
{
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "[...]";
    for (int i = 0; i < MEMBER_COUNT; i++) {
        if (strcmp(member_table[i].name, key) != 0)
            continue;
        int type = member_table[i].function ? LUA_TFUNCTION : LUA_TSTRING;
        if (lua_type(L, -1) != type)
            luaL_error(L, "%s: %s must be a %s, not a %s", path, key, lua_typename(L, type), luaL_typename(L, -1));
        return (member)i;
    }
    luaL_error(L,
               "%s: a ruleset has no member %s; there are options, terminal, split, canonical, check, parse, print, "
               "view, formula, name, rules, theorem, example and space",
               path, key);
    return MEMBER_COUNT;
}

/* Keep the members of the table at the top of the stack. */
static void keep_members(lua_State *L, machine *m, const char *path)
{
    if (!lua_istable(L, -1))
        luaL_error(L, "%s: the file must return a table, not a %s", path, luaL_typename(L, -1));
    for (lua_pushnil(L); lua_next(L, -2) != 0;) {
        member which = take_member(L, path); /* before its value leaves the stack */
        m->members[which] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    if (m->members[MEMBER_OPTIONS] == LUA_NOREF)
        luaL_error(L, "%s: the table lacks the function options", path);
    if ((m->members[MEMBER_PARSE] == LUA_NOREF) != (m->members[MEMBER_PRINT] == LUA_NOREF))
        luaL_error(L, "%s: a ruleset has both of parse and print, or neither", path);
}

static int load(lua_State *L)
{
    const program *p = lua_touserdata(L, 1);
    const char *path = grundy_buffer_text(&p->path);
    machine *m = machine_of(L);
    open_libraries(L);
    lua_pushfstring(L, "@%s", path);
    if (luaL_loadbufferx(L, grundy_buffer_text(&p->source), p->source.size, lua_tostring(L, -1), "t") != LUA_OK)
        return lua_error(L);
    lua_call(L, push_arguments(L, p), 1);
    keep_members(L, m, path);
    return 0;
}

static void close_machine(grundy *g, machine *m)
{
    m->g = g;
    if (m->L != NULL)
        lua_close(m->L);
    grundy_resize(g, m, sizeof *m, 0, NULL);
}

static grundy_status new_machine(grundy *g, program *p, machine **out)
{
    grundy_status status = GRUNDY_OK;
    machine *m = grundy_resize(g, NULL, 0, sizeof *m, &status);
    if (m == NULL)
        return status;
    *m = (machine){.g = g, .p = p};
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        m->members[i] = LUA_NOREF;
    m->L = lua_newstate(allocate, m);
    if (m->L == NULL) {
        status = m->memory;
    } else {
        memcpy(lua_getextraspace(m->L), &m, sizeof(machine *));
        status = machine_run(m, load, p, "", NULL);
    }
    if (status != GRUNDY_OK) {
        close_machine(g, m);
        return status;
    }
    *out = m;
    return GRUNDY_OK;
}

grundy_status machine_take(grundy *g, program *p, machine **out)
{
    pthread_mutex_lock(&p->lock);
    machine *m = p->idle;
    if (m != NULL)
        p->idle = m->next;
    pthread_mutex_unlock(&p->lock);
    if (m == NULL)
        return new_machine(g, p, out);
    m->g = g;
    *out = m;
    return GRUNDY_OK;
}

void machine_give(program *p, machine *m)
{
    pthread_mutex_lock(&p->lock);
    m->next = p->idle;
    p->idle = m;
    pthread_mutex_unlock(&p->lock);
}

void machines_close(grundy *g, program *p)
{
    while (p->idle != NULL) {
        machine *m = p->idle;
        p->idle = m->next;
        close_machine(g, m);
    }
}
