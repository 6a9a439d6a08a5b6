#include "machine.h"

#include <stdarg.h>
#include <string.h>

#include "sandbox.h"
#include "value.h"

#if LUA_VERSION_NUM != 504
#error "rulesets are written in Lua 5.4"
#endif

/* LOOK_EVERY: after so many instructions of Lua the limits are looked at, while no string is longer than LONG bytes, which
 * one instruction may go through; then after fewer. MADE_MAX: bytes asked for. PIECE: bytes of a file read. */
enum { LOOK_EVERY = 1000, LONG = 1 << 15, MADE_MAX = 1 << 24, PIECE = 64 };

struct machine {
    lua_State *L;
    const program *p;
    grundy *g;                 /* of the thread that uses it now */
    grundy_status failure;     /* of what was called from Lua */
    grundy_status memory;      /* why memory was not to be had */
    int members[MEMBER_COUNT]; /* references */
    member running;
    size_t longest;  /* string that was made */
    int every, left; /* instructions from look to look; steps of functions that are left to the next */
    size_t made;     /* bytes asked for since the last */
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

static void machine_find_line(lua_State *L, lua_Debug *where);

static void look_after(machine *m, int instructions)
{
    m->left = instructions;
    if (m->L != NULL && m->every != instructions)
        lua_sethook(m->L, machine_find_line, LUA_MASKCOUNT, instructions);
    m->every = instructions;
}

static int usual(const machine *m)
{
    return m->longest <= LONG ? LOOK_EVERY : 1 + (int)((uint64_t)LOOK_EVERY * LONG / m->longest);
}

/* Note what is asked for. Lua passes what a new object is as the size of the old block, which there is none of. */
static bool is_granted(machine *m, const void *old, size_t old_size, size_t new_size)
{
    bool is_string = old == NULL && old_size == LUA_TSTRING;
    size_t most = is_string ? MACHINE_STRING_MAX + 64 : MACHINE_BLOCK_MAX, before = old == NULL ? 0 : old_size;
    if (new_size <= before)
        return true;
    m->made += new_size > most ? MADE_MAX : new_size;
    if (is_string && new_size > m->longest && new_size <= most)
        m->longest = new_size;
    if (m->made >= MADE_MAX || m->every > usual(m))
        look_after(m, 1);
    if (new_size <= most)
        return true;
    m->memory = grundy_fail(m->g, GRUNDY_LIMIT, "%.200s: Lua asks for a %s of more than %zu bytes",
                            grundy_buffer_text(&m->p->path), is_string ? "string" : "table", most);
    return false;
}

/* Lua's rule that a block can always be made smaller is the handle's allocator's too. */
static void *allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    machine *m = context;
    if ((new_size == 0 && old == NULL) || !is_granted(m, old, old_size, new_size))
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
static void look_now(lua_State *L)
{
    machine *m = machine_of(L);
    grundy_status status = m->failure != GRUNDY_OK ? m->failure : grundy_check(m->g);
    m->made = 0;
    look_after(m, status == GRUNDY_OK ? usual(m) : 1);
    machine_check(L, status);
}

static void machine_find_line(lua_State *L, lua_Debug *where)
{
    (void)where;
    look_now(L);
}

void machine_tick(lua_State *L, size_t steps)
{
    machine *m = machine_of(L);
    if (steps < (size_t)m->left)
        m->left -= (int)steps;
    else
        look_now(L);
}

/* ---- running ---- */

/* The line that an error leaves. The value may be anything. */
static grundy_status machine_report(machine *m, const char *what, const grundy_bytes *position)
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
    m->made = 0;
    m->every = 0;
    look_after(m, usual(m));
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, task);
    int result = lua_pcall(L, 1, 0, 0);
    if (m->failure != GRUNDY_OK)
        return m->failure;
    if (result == LUA_OK)
        return GRUNDY_OK;
    if (result == LUA_ERRMEM && m->memory != GRUNDY_OK)
        return m->memory;
    return machine_report(m, what, position);
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

/* The parser takes the text in pieces, since it may be at work for long: a long condition takes the square of its length. */
static const char *machine_next_piece(lua_State *L, void *data, size_t *size)
{
    grundy_bytes *rest = data;
    const char *piece = (const char *)rest->data;
    machine_tick(L, 4 * PIECE);
    *size = rest->size < PIECE ? rest->size : PIECE;
    rest->data += *size;
    rest->size -= *size;
    return piece;
}

/* Push the function that the text of the file is. */
static void load_text(lua_State *L, const program *p, const char *path)
{
    grundy_bytes rest = {(const unsigned char *)grundy_buffer_text(&p->source), p->source.size};
    lua_pushfstring(L, "@%s", path);
    int result = lua_load(L, machine_next_piece, &rest, lua_tostring(L, -1), "t");
    if (result == LUA_ERRMEM)
        machine_check(L, machine_of(L)->memory);
    if (result != LUA_OK)
        lua_error(L);
}

static int machine_load(lua_State *L)
{
    const program *p = lua_touserdata(L, 1);
    const char *path = grundy_buffer_text(&p->path);
    machine *m = machine_of(L);
    sandbox_open(L);
    load_text(L, p, path);
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
        status = machine_run(m, machine_load, p, "", NULL);
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
