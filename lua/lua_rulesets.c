#include "lua_rulesets.h"

#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "value.h"

/* ---- opening ---- */

enum { SOURCE_MAX = 1 << 24 }; /* bytes of a file */

static grundy_status keep_argument(grundy *g, program *p, const grundy_arg *arg)
{
    machine_argument argument = {.integer = arg->kind == GRUNDY_ARG_INTEGER, .at = p->texts.size};
    if (argument.integer && arg->low > INT64_MAX)
        return grundy_arg_fail(g, arg, "the number is too large for Lua");
    if (!argument.integer && arg->kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, arg, "expected an integer or a \"text\" after the file");
    argument.number = (lua_Integer)arg->low;
    if (!argument.integer)
        TRY(grundy_append(&p->texts, arg->text, strlen(arg->text) + 1));
    return grundy_append(&p->arguments, &argument, sizeof argument);
}

/* Read the texts of the table. */
static int note_members(lua_State *L)
{
    program *p = lua_touserdata(L, 1);
    for (int i = 0; i < MEMBER_COUNT; i++) {
        machine_push_member(L, (member)i);
        p->has[i] = !lua_isnil(L, -1);
        if (lua_type(L, -1) == LUA_TSTRING) {
            size_t size;
            const char *text = lua_tolstring(L, -1, &size);
            machine_check(L, grundy_append(&p->text[i], text, size));
        }
        lua_pop(L, 1);
    }
    return 0;
}

static grundy_status fill(grundy *g, grundy_ruleset *r, const grundy_arg *self, program *p)
{
    machine *m = NULL;
    TRY(grundy_append(&p->path, self->args[0].text, strlen(self->args[0].text)));
    TRY(grundy_read_file(g, self->args[0].text, SOURCE_MAX, &p->source));
    for (size_t i = 1; i < self->count; i++)
        TRY(keep_argument(g, p, &self->args[i]));
    TRY(machine_take(g, p, &m));
    grundy_status status = machine_run(m, note_members, p, "", NULL);
    machine_give(p, m);
    TRY(status);
    return grundy_ruleset_set_space(
        g, r, p->has[MEMBER_SPACE] ? grundy_buffer_text(&p->text[MEMBER_SPACE]) : "positions of Lua rulesets");
}

grundy_status lua_ruleset_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count < 1 || self->args[0].kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, self, "lua needs a file, as in lua(\"examples/lua/chomp.lua\")");
    program *p = grundy_resize(g, NULL, 0, sizeof *p, &status);
    if (p == NULL)
        return status;
    *p = (program){.path = grundy_buffer_open(g),
                   .source = grundy_buffer_open(g),
                   .arguments = grundy_buffer_open(g),
                   .texts = grundy_buffer_open(g)};
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        p->text[i] = grundy_buffer_open(g);
    pthread_mutex_init(&p->lock, NULL);
    grundy_ruleset_set_state(r, p); /* from here on closed with the ruleset */
    return fill(g, r, self, p);
}

void lua_ruleset_close(grundy *g, void *state)
{
    program *p = state;
    machines_close(g, p);
    grundy_buffer_close(&p->path);
    grundy_buffer_close(&p->source);
    grundy_buffer_close(&p->arguments);
    grundy_buffer_close(&p->texts);
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        grundy_buffer_close(&p->text[i]);
    pthread_mutex_destroy(&p->lock);
    grundy_resize(g, p, sizeof *p, 0, NULL);
}

/* The state that callbacks share: what changes in it is under its lock. */
static program *program_of(const grundy_ruleset *r)
{
    return (program *)(uintptr_t)grundy_ruleset_state(r);
}

/* ---- calling the functions of a file ---- */

/* What a body needs, and what it finds. */
typedef struct {
    const program *p;
    grundy_bytes summand;
    grundy_buffer *out, *scratch;
    grundy_list *list;
    bool found;
    uint64_t value;
} call;

static grundy_status run(grundy *g, const grundy_ruleset *r, lua_CFunction body, call *c, const char *what)
{
    machine *m = NULL;
    c->p = program_of(r);
    TRY(machine_take(g, program_of(r), &m));
    grundy_status status = machine_run(m, body, c, what, c->summand.data == NULL ? NULL : &c->summand);
    machine_give(program_of(r), m);
    return status;
}

/* Call a member with the position; its results are on the stack. */
static void call_member(lua_State *L, member which, const call *c, int results)
{
    machine_push_member(L, which);
    value_push(L, c->summand);
    lua_call(L, 1, results);
}

/* Add the positions of the array at the top of the stack. */
static void add_positions(lua_State *L, member which, call *c)
{
    size_t count = value_count(L, -1, member_name(which));
    machine_check(L, grundy_list_room(c->list, count));
    for (size_t i = 1; i <= count; i++) {
        c->scratch->size = 0;
        lua_rawgeti(L, -1, (lua_Integer)i);
        value_encode(L, -1, member_name(which), c->scratch);
        lua_pop(L, 1);
        machine_check(L, grundy_list_add(c->list, c->scratch->data, c->scratch->size));
    }
}

static int call_options(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    if (c->p->has[MEMBER_TERMINAL]) {
        call_member(L, MEMBER_TERMINAL, c, 1);
        if (lua_toboolean(L, -1))
            return 0;
    }
    call_member(L, MEMBER_OPTIONS, c, 1);
    add_positions(L, MEMBER_OPTIONS, c);
    return 0;
}

static int compare(const void *a, const void *b)
{
    const grundy_bytes *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return memcmp(x->data, y->data, x->size);
}

/* A file may name an option twice; the library wants each once. */
static grundy_status add_each_once(const grundy_list *found, grundy_buffer *views, grundy_list *out)
{
    size_t count = grundy_list_count(found);
    views->size = 0;
    for (size_t i = 0; i < count; i++) {
        grundy_bytes view = grundy_list_at(found, i);
        TRY(grundy_append(views, &view, sizeof view));
    }
    grundy_bytes *sorted = (grundy_bytes *)(void *)views->data;
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, compare);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare(&sorted[i - 1], &sorted[i]) != 0)
            TRY(grundy_list_add(out, sorted[i].data, sorted[i].size));
    return GRUNDY_OK;
}

grundy_status lua_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    grundy_buffer scratch = grundy_buffer_open(g);
    grundy_list found = grundy_list_open(g);
    call c = {.summand = summand, .scratch = &scratch, .list = &found};
    grundy_status status = run(g, r, call_options, &c, "options");
    if (status == GRUNDY_OK)
        status = add_each_once(&found, &scratch, out);
    grundy_list_close(&found);
    grundy_buffer_close(&scratch);
    return status;
}

static int call_split(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    call_member(L, MEMBER_SPLIT, c, 1);
    add_positions(L, MEMBER_SPLIT, c);
    return 0;
}

grundy_status lua_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    if (!program_of(r)->has[MEMBER_SPLIT])
        return grundy_list_add(out, summand.data, summand.size);
    grundy_buffer scratch = grundy_buffer_open(g);
    call c = {.summand = summand, .scratch = &scratch, .list = out};
    grundy_status status = run(g, r, call_split, &c, "split");
    grundy_buffer_close(&scratch);
    return status;
}

static int call_canonical(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    call_member(L, MEMBER_CANONICAL, c, 1);
    value_encode(L, -1, "canonical", c->out);
    return 0;
}

grundy_status lua_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    call c = {.summand = summand, .out = out};
    if (!program_of(r)->has[MEMBER_CANONICAL])
        return grundy_append(out, summand.data, summand.size);
    return run(g, r, call_canonical, &c, "canonical");
}

static int call_formula(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    call_member(L, MEMBER_FORMULA, c, 1);
    c->found = !lua_isnil(L, -1);
    int exact = 0;
    lua_Integer n = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &exact) : 0;
    if (c->found && (!exact || n < 0))
        machine_error(L, "formula must return a Grundy value or nil, not %s", luaL_tolstring(L, -1, NULL));
    c->value = (uint64_t)n;
    return 0;
}

grundy_status lua_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                          grundy_question question, uint64_t *out, const char **reason)
{
    const program *p = program_of(r);
    if (count != 1 || question != GRUNDY_VALUE || !p->has[MEMBER_FORMULA])
        return GRUNDY_DOMAIN;
    call c = {.summand = summands[0]};
    TRY(run(g, r, call_formula, &c, "formula"));
    if (!c.found)
        return GRUNDY_DOMAIN;
    *out = c.value;
    *reason = p->has[MEMBER_THEOREM] ? grundy_buffer_text(&p->text[MEMBER_THEOREM]) : "the formula of the file";
    return GRUNDY_OK;
}

/* ---- positions and texts ---- */

/* Append the reason that was returned beside false or nil, if it is a text. */
static void take_reason(lua_State *L, call *c, const char *otherwise)
{
    const char *why = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : otherwise;
    c->scratch->size = 0;
    machine_check(L, grundy_append(c->scratch, why, strlen(why)));
}

static int call_check(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    call_member(L, MEMBER_CHECK, c, 2);
    c->found = lua_toboolean(L, -2);
    if (!c->found)
        take_reason(L, c, "it is no position of this ruleset");
    return 0;
}

grundy_status lua_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    if (!program_of(r)->has[MEMBER_CHECK])
        return GRUNDY_OK;
    grundy_buffer scratch = grundy_buffer_open(g);
    call c = {.summand = summand, .scratch = &scratch};
    grundy_status status = run(g, r, call_check, &c, "check");
    if (status == GRUNDY_OK && !c.found)
        status = grundy_fail(g, GRUNDY_PARSE, "%.200s", grundy_buffer_text(&scratch));
    grundy_buffer_close(&scratch);
    return status;
}

static int call_parse(lua_State *L)
{
    call *c = lua_touserdata(L, 1);
    machine_push_member(L, MEMBER_PARSE);
    lua_pushlstring(L, grundy_buffer_text(c->scratch), c->scratch->size);
    lua_call(L, 1, 2);
    c->found = !lua_isnil(L, -2);
    if (c->found)
        value_encode(L, -2, "parse", c->out);
    else
        take_reason(L, c, "it is no position of this ruleset");
    return 0;
}

grundy_status lua_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    if (!program_of(r)->has[MEMBER_PARSE])
        return value_parse(g, s, out);
    unsigned column = grundy_scan_column(s);
    grundy_buffer scratch = grundy_buffer_open(g);
    call c = {.scratch = &scratch, .out = out};
    grundy_status status = value_scan_text(s, &scratch);
    if (status == GRUNDY_OK)
        status = run(g, r, call_parse, &c, "parse");
    if (status == GRUNDY_OK && !c.found)
        status = grundy_scan_reject(s, column, "%.200s", grundy_buffer_text(&scratch));
    grundy_buffer_close(&scratch);
    return status;
}

/* Append the text that a member makes of the position. */
static void append_text(lua_State *L, member which, call *c)
{
    size_t size;
    call_member(L, which, c, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
        machine_error(L, "%s must return a text, not a %s", member_name(which), luaL_typename(L, -1));
    const char *text = lua_tolstring(L, -1, &size);
    machine_check(L, grundy_append(c->out, text, size));
    if (which == MEMBER_VIEW && size > 0 && text[size - 1] != '\n')
        machine_check(L, grundy_append(c->out, "\n", 1));
}

static int call_print(lua_State *L)
{
    append_text(L, MEMBER_PRINT, lua_touserdata(L, 1));
    return 0;
}

static int call_view(lua_State *L)
{
    append_text(L, MEMBER_VIEW, lua_touserdata(L, 1));
    return 0;
}

grundy_status lua_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    call c = {.summand = summand, .out = out};
    return program_of(r)->has[MEMBER_PRINT] ? run(g, r, call_print, &c, "print") : value_print(summand, out);
}

grundy_status lua_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    call c = {.summand = summand, .out = out};
    if (!program_of(r)->has[MEMBER_VIEW])
        return grundy_fail(g, GRUNDY_DOMAIN, "%.200s has no drawing of its positions", grundy_ruleset_name(r));
    return run(g, r, call_view, &c, "view");
}

grundy_status lua_describe(grundy *g, const grundy_ruleset *r, grundy_buffer *out)
{
    const program *p = program_of(r);
    (void)g;
    TRY(grundy_appendf(out, "%s - %s\n", grundy_ruleset_name(r),
                       p->has[MEMBER_NAME] ? grundy_buffer_text(&p->text[MEMBER_NAME]) : "a ruleset written in Lua"));
    if (p->has[MEMBER_RULES])
        TRY(grundy_appendf(out, "\n%s\n", grundy_buffer_text(&p->text[MEMBER_RULES])));
    if (p->has[MEMBER_THEOREM])
        TRY(grundy_appendf(out, "\n%s\n", grundy_buffer_text(&p->text[MEMBER_THEOREM])));
    if (p->has[MEMBER_EXAMPLE])
        TRY(grundy_appendf(out, "\nExample: grundy value '%s' '%s'\n", grundy_ruleset_name(r),
                           grundy_buffer_text(&p->text[MEMBER_EXAMPLE])));
    return GRUNDY_OK;
}
