/* machine.h - the Lua states of a ruleset
 *
 * A ruleset is used by several threads, a Lua state by one at a time. So a ruleset has as many states as are used at
 * once: a callback takes an idle one, or makes a new one from the text of the file, and gives it back. All memory of
 * a state comes from the handle. Whether the limits of the handle are reached is looked at after so many instructions,
 * fewer where there are long strings; after so much memory was asked for; and while the text of the file is read. */
#ifndef GRUNDY_LUA_MACHINE_H
#define GRUNDY_LUA_MACHINE_H

#include <lauxlib.h>
#include <lua.h>
#include <pthread.h>

#include "grundy.h"

/* MACHINE_STRING_MAX: bytes of the longest string that a file can make, so that one step takes no more than some
 * milliseconds. MACHINE_BLOCK_MAX: of any other block of memory that Lua asks for, which it may have to copy. */
enum { MACHINE_STRING_MAX = 1 << 24, MACHINE_BLOCK_MAX = 1 << 29 };

/* Return from a fallible function when a call fails. */
#define TRY(call)                          \
    do {                                   \
        grundy_status try_status = (call); \
        if (try_status != GRUNDY_OK)       \
            return try_status;             \
    } while (0)

/* What the table that a file returns may hold: identifier, name, whether it is a function (or a text). */
#define MEMBERS(X)                  \
    X(OPTIONS, "options", true)     \
    X(TERMINAL, "terminal", true)   \
    X(SPLIT, "split", true)         \
    X(CANONICAL, "canonical", true) \
    X(CHECK, "check", true)         \
    X(PARSE, "parse", true)         \
    X(PRINT, "print", true)         \
    X(VIEW, "view", true)           \
    X(FORMULA, "formula", true)     \
    X(NAME, "name", false)          \
    X(RULES, "rules", false)        \
    X(THEOREM, "theorem", false)    \
    X(EXAMPLE, "example", false)    \
    X(SPACE, "space", false)

typedef enum {
#define MEMBER_NAME(id, name, function) MEMBER_##id,
    MEMBERS(MEMBER_NAME)
#undef MEMBER_NAME
        MEMBER_COUNT
} member;

/* member_name - as it is written in the file */
const char *member_name(member m);

/* An argument after the file's name: an integer, or a text. */
typedef struct {
    bool integer;
    lua_Integer number;
    size_t at; /* of the text in the ruleset's texts */
} machine_argument;

typedef struct machine machine;

/* What a ruleset keeps; no callback changes it but for the list of idle machines, under the lock. */
typedef struct {
    grundy_buffer path, source;
    grundy_buffer arguments, texts; /* machine_argument each; texts with their zeros */
    bool has[MEMBER_COUNT];
    grundy_buffer text[MEMBER_COUNT]; /* of those members that are texts */
    pthread_mutex_t lock;
    machine *idle;
} program;

/* machine_take - a machine for this thread, which is the handle's; machine_give - give it back
 *
 * Errors   GRUNDY_PARSE with file and line; GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status machine_take(grundy *g, program *p, machine **out);
void machine_give(program *p, machine *m);

/* machines_close - free the idle machines, that is all */
void machines_close(grundy *g, program *p);

/* machine_run - call body(L) with the task as its argument, a light userdata
 *
 * body may raise Lua errors. If it does, the message says "in <what> of <position>"; position NULL: that is left out.
 * Errors   GRUNDY_PARSE with file and line; what body passed to machine_check; GRUNDY_LIMIT, GRUNDY_NOMEM */
grundy_status machine_run(machine *m, lua_CFunction body, void *task, const char *what, const grundy_bytes *position);

/* machine_check - within body: raise an error that makes machine_run return this status, unless it is GRUNDY_OK */
void machine_check(lua_State *L, grundy_status status);

/* machine_tick - within a function that Lua calls: so many steps more, each of which may take as long as an instruction
 * of Lua; raises an error when the limits are found to be reached. In what goes through something of any length. */
void machine_tick(lua_State *L, size_t steps);

/* machine_error - raise an error in the name of the member that is running: its file and line go before the text */
int machine_error(lua_State *L, const char *format, ...);

/* machine_push_member - push what the table holds under that name, which is now running; nil if it holds nothing */
void machine_push_member(lua_State *L, member which);

#endif
