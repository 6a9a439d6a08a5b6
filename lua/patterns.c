/* patterns.c - patterns, matched by an explicit stack of what can still be tried otherwise
 *
 * A pattern is a sequence of items, each of which is passed at most once on the way to a match. So the stack is never higher
 * than the pattern has items, and each step of the search, which is counted as an instruction of Lua, is one comparison of
 * a character, or one return to an item of the stack. */
#include "patterns.h"

#include <ctype.h>
#include <lauxlib.h>
#include <string.h>

#include "machine.h"

enum { ESCAPE = '%', CAPTURES_MAX = 32, FRAMES_MAX = 160, PATTERN_MAX = 4096, OPEN = -1, PLACE = -2 };

/* What to do when the way from here has failed. */
typedef enum {
    FEWER,  /* the item before `pattern` takes one character less, down to `limit` of the string */
    MORE,   /* that item, which begins at `limit` of the pattern, takes one more, if it can */
    BEFORE, /* go on at `pattern` with the string at `at` */
    OPENED, /* the last capture was opened: it is not there */
    CLOSED  /* the capture was closed: it is open */
} frame_kind;

typedef struct {
    frame_kind kind;
    int capture;
    const char *pattern, *at, *limit;
} frame;

typedef struct {
    lua_State *L;
    const char *start, *end;      /* of the string */
    const char *pattern, *finish; /* of the pattern */
    int level;                    /* captures */
    struct {
        const char *at;
        ptrdiff_t length; /* or OPEN, or PLACE */
    } capture[CAPTURES_MAX];
    int height;
    frame frames[FRAMES_MAX];
} search;

/* ---- items ---- */

static bool patterns_class(int c, int class)
{
    bool in = false;
    switch (tolower(class)) {
    case 'a':
        in = isalpha(c) != 0;
        break;
    case 'c':
        in = iscntrl(c) != 0;
        break;
    case 'd':
        in = isdigit(c) != 0;
        break;
    case 'g':
        in = isgraph(c) != 0;
        break;
    case 'l':
        in = islower(c) != 0;
        break;
    case 'p':
        in = ispunct(c) != 0;
        break;
    case 's':
        in = isspace(c) != 0;
        break;
    case 'u':
        in = isupper(c) != 0;
        break;
    case 'w':
        in = isalnum(c) != 0;
        break;
    case 'x':
        in = isxdigit(c) != 0;
        break;
    case 'z': /* of an older Lua, and there still */
        in = c == '\0';
        break;
    default:
        return class == c;
    }
    return in != (isupper(class) != 0);
}

/* The end of the set that begins at a bracket: a bracket at its beginning belongs to it. */
static const char *set_end(const search *s, const char *p)
{
    p += p + 1 < s->finish && p[1] == '^' ? 2 : 1;
    do {
        if (p >= s->finish)
            luaL_error(s->L, "malformed pattern (missing ']')");
        if (*p++ == ESCAPE)
            p++;
    } while (p >= s->finish || *p != ']');
    return p + 1;
}

/* The end of the item that is one character, a class or a set. */
static const char *item_end(const search *s, const char *p)
{
    if (*p == '[')
        return set_end(s, p);
    if (*p != ESCAPE)
        return p + 1;
    if (p + 1 >= s->finish)
        luaL_error(s->L, "malformed pattern (ends with '%%')");
    return p + 2;
}

/* Is the character in the set from its bracket to its bracket? */
static bool in_set(int c, const char *p, const char *last)
{
    bool in = true;
    if (*++p == '^') {
        in = false;
        p++;
    }
    for (; p < last; p++) {
        if (*p == ESCAPE) {
            p++;
            if (patterns_class(c, (unsigned char)*p))
                return in;
        } else if (p + 2 < last && p[1] == '-') {
            if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2])
                return in;
            p += 2;
        } else if ((unsigned char)*p == c) {
            return in;
        }
    }
    return !in;
}

static bool pattern_fits(const search *s, const char *at, const char *item, const char *item_finish)
{
    machine_tick(s->L, 1);
    if (at >= s->end)
        return false;
    int c = (unsigned char)*at;
    if (*item == '.')
        return true;
    if (*item == ESCAPE)
        return patterns_class(c, (unsigned char)item[1]);
    return *item == '[' ? in_set(c, item, item_finish - 1) : (unsigned char)*item == c;
}

/* ---- the stack ---- */

static void push_frame(search *s, frame f)
{
    if (s->height >= FRAMES_MAX)
        luaL_error(s->L, "pattern too complex");
    s->frames[s->height++] = f;
}

/* Undo until something else can be tried. Returns where the pattern goes on, NULL: nothing is left. */
static const char *step_back(search *s, const char **at)
{
    while (s->height > 0) {
        frame *f = &s->frames[s->height - 1];
        machine_tick(s->L, 1);
        if (f->kind == FEWER && f->at > f->limit) {
            *at = --f->at;
            return f->pattern;
        }
        if (f->kind == MORE && pattern_fits(s, f->at, f->limit, f->pattern - 1)) {
            *at = ++f->at;
            return f->pattern;
        }
        s->height--;
        if (f->kind == BEFORE) {
            *at = f->at;
            return f->pattern;
        }
        if (f->kind == OPENED)
            s->level--;
        else if (f->kind == CLOSED)
            s->capture[f->capture].length = OPEN;
    }
    return NULL;
}

/* ---- what is no single character: each takes the pattern and the string on, or returns NULL ---- */

static const char *open_capture(search *s, const char *p, const char *at)
{
    bool place = p + 1 < s->finish && p[1] == ')';
    if (s->level >= CAPTURES_MAX)
        luaL_error(s->L, "too many captures");
    s->capture[s->level].at = at;
    s->capture[s->level++].length = place ? PLACE : OPEN;
    push_frame(s, (frame){.kind = OPENED});
    return p + (place ? 2 : 1);
}

static const char *close_capture(search *s, const char *p, const char *at)
{
    int i = s->level;
    while (i > 0 && s->capture[i - 1].length != OPEN)
        i--;
    if (i == 0)
        luaL_error(s->L, "invalid pattern capture");
    s->capture[i - 1].length = at - s->capture[i - 1].at;
    push_frame(s, (frame){.kind = CLOSED, .capture = i - 1});
    return p + 1;
}

static const char *pattern_balanced(const search *s, const char *p, const char **at)
{
    if (p + 1 >= s->finish)
        luaL_error(s->L, "malformed pattern (missing arguments to '%%b')");
    if (*at >= s->end || **at != p[0])
        return NULL;
    size_t depth = 1;
    for (const char *c = *at + 1; c < s->end; c++) {
        machine_tick(s->L, 1);
        if (*c == p[1]) {
            if (--depth == 0) {
                *at = c + 1;
                return p + 2;
            }
        } else if (*c == p[0]) {
            depth++;
        }
    }
    return NULL;
}

static const char *frontier(const search *s, const char *p, const char *at)
{
    if (p >= s->finish || *p != '[')
        luaL_error(s->L, "missing '[' after '%%f' in pattern");
    const char *end = set_end(s, p);
    int before = at == s->start ? '\0' : (unsigned char)at[-1], here = at < s->end ? (unsigned char)*at : '\0';
    return !in_set(before, p, end - 1) && in_set(here, p, end - 1) ? end : NULL;
}

static const char *once_more(const search *s, const char *p, const char **at)
{
    int i = *p - '1';
    if (i < 0 || i >= s->level || s->capture[i].length == OPEN)
        luaL_error(s->L, "invalid capture index %%%d in pattern", i + 1);
    if (s->capture[i].length == PLACE)
        return NULL; /* as in Lua */
    size_t length = (size_t)s->capture[i].length;
    machine_tick(s->L, 1 + length / 16);
    if ((size_t)(s->end - *at) < length || memcmp(s->capture[i].at, *at, length) != 0)
        return NULL;
    *at += length;
    return p + 1;
}

/* ---- matching ---- */

/* An item of one character, with what says how often. */
static const char *pattern_repeated(search *s, const char *p, const char **at)
{
    const char *end = item_end(s, p), *least = *at;
    char suffix = end < s->finish ? *end : '\0';
    if (suffix == '-') {
        push_frame(s, (frame){.kind = MORE, .pattern = end + 1, .at = *at, .limit = p});
        return end + 1;
    }
    if (suffix == '?') {
        if (pattern_fits(s, *at, p, end)) {
            push_frame(s, (frame){.kind = BEFORE, .pattern = end + 1, .at = *at});
            ++*at;
        }
        return end + 1;
    }
    if (suffix != '*' && suffix != '+')
        return pattern_fits(s, (*at)++, p, end) ? end : NULL;
    while (pattern_fits(s, *at, p, end))
        ++*at;
    least += suffix == '+';
    if (*at < least)
        return NULL;
    push_frame(s, (frame){.kind = FEWER, .pattern = end + 1, .at = *at, .limit = least});
    return end + 1;
}

static const char *one_item(search *s, const char *p, const char **at)
{
    if (*p == '(')
        return open_capture(s, p, *at);
    if (*p == ')')
        return close_capture(s, p, *at);
    if (*p == '$' && p + 1 == s->finish)
        return *at == s->end ? p + 1 : NULL;
    char next = *p == ESCAPE && p + 1 < s->finish ? p[1] : '\0';
    if (next == 'b')
        return pattern_balanced(s, p + 2, at);
    if (next == 'f')
        return frontier(s, p + 2, *at);
    return isdigit((unsigned char)next) ? once_more(s, p + 1, at) : pattern_repeated(s, p, at);
}

/* The end of a match that begins here, or NULL. */
static const char *match_at(search *s, const char *at)
{
    const char *p = s->pattern;
    s->height = 0;
    s->level = 0;
    while (p != s->finish) {
        machine_tick(s->L, 1);
        p = one_item(s, p, &at);
        if (p == NULL && (p = step_back(s, &at)) == NULL)
            return NULL;
    }
    return at;
}

/* ---- captures ---- */

static void push_capture(const search *s, int i, const char *at, const char *end)
{
    if (i >= s->level) {
        if (i != 0)
            luaL_error(s->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(s->L, at, (size_t)(end - at));
    } else if (s->capture[i].length == PLACE) {
        lua_pushinteger(s->L, s->capture[i].at - s->start + 1);
    } else if (s->capture[i].length == OPEN) {
        luaL_error(s->L, "unfinished capture");
    } else {
        lua_pushlstring(s->L, s->capture[i].at, (size_t)s->capture[i].length);
    }
}

/* All captures; the whole match where there are none and whole is set. Returns how many. */
static int push_captures(const search *s, const char *at, const char *end, bool whole)
{
    int count = s->level == 0 && whole ? 1 : s->level;
    luaL_checkstack(s->L, count, "too many captures");
    for (int i = 0; i < count; i++)
        push_capture(s, i, at, end);
    return count;
}

/* ---- the functions ---- */

static void begin(search *s, lua_State *L, int string, int pattern)
{
    size_t size, length;
    s->L = L;
    s->start = luaL_checklstring(L, string, &size);
    s->end = s->start + size;
    s->pattern = luaL_checklstring(L, pattern, &length);
    s->finish = s->pattern + length;
}

static void refuse_long(const search *s)
{
    if (s->finish - s->pattern > PATTERN_MAX)
        luaL_error(s->L, "a pattern of more than %d characters", PATTERN_MAX);
}

/* Where to begin, as an argument says; NULL: after the end. */
static const char *first_place(const search *s, int argument)
{
    lua_Integer size = s->end - s->start, at = luaL_optinteger(s->L, argument, 1);
    if (at < 0)
        at = at < -size ? 1 : size + at + 1;
    else if (at == 0)
        at = 1;
    return at > size + 1 ? NULL : s->start + at - 1;
}

static bool is_anchored(search *s)
{
    bool anchored = s->pattern < s->finish && *s->pattern == '^';
    s->pattern += anchored;
    return anchored;
}

/* The next place where the pattern stands as it is written, or NULL. */
static const char *find_plain(const search *s, const char *at)
{
    size_t length = (size_t)(s->finish - s->pattern);
    for (; (size_t)(s->end - at) >= length; at++) {
        size_t i = 0;
        for (; i < length && at[i] == s->pattern[i]; i++)
            if (i % 64 == 63)
                machine_tick(s->L, 4);
        if (i == length)
            return at;
        machine_tick(s->L, 1);
    }
    return NULL;
}

/* Does the pattern stand for itself? */
static bool is_plain(const search *s)
{
    for (const char *p = s->pattern; p < s->finish; p++)
        if (*p != '\0' && strchr("^$*+?.([%-", *p) != NULL)
            return false;
    return true;
}

static int find_or_match(lua_State *L, bool find)
{
    search s;
    begin(&s, L, 1, 2);
    const char *at = first_place(&s, 3), *end = NULL;
    bool plain = find && (lua_toboolean(L, 4) || is_plain(&s));
    s.level = 0;
    if (at != NULL && plain) {
        at = find_plain(&s, at);
        end = at == NULL ? NULL : at + (s.finish - s.pattern);
    } else if (at != NULL) {
        refuse_long(&s);
        bool anchored = is_anchored(&s);
        while ((end = match_at(&s, at)) == NULL && !anchored && at < s.end)
            at++;
    }
    if (end == NULL) {
        luaL_pushfail(L);
        return 1;
    }
    if (!find)
        return push_captures(&s, at, end, true);
    lua_pushinteger(L, at - s.start + 1);
    lua_pushinteger(L, end - s.start);
    return 2 + push_captures(&s, at, end, false);
}

int patterns_find(lua_State *L)
{
    return find_or_match(L, true);
}

int patterns_match(lua_State *L)
{
    return find_or_match(L, false);
}

/* Upvalues: the string, the pattern, where to go on, and where the last match ended, or -1. */
static int next_match(lua_State *L)
{
    search s;
    begin(&s, L, lua_upvalueindex(1), lua_upvalueindex(2));
    const char *last = s.start + lua_tointeger(L, lua_upvalueindex(4));
    for (const char *at = s.start + lua_tointeger(L, lua_upvalueindex(3)); at <= s.end; at++) {
        const char *end = match_at(&s, at);
        if (end == NULL || end == last)
            continue;
        lua_pushinteger(L, end - s.start);
        lua_copy(L, -1, lua_upvalueindex(3));
        lua_replace(L, lua_upvalueindex(4));
        return push_captures(&s, at, end, true);
    }
    return 0;
}

int patterns_gmatch(lua_State *L)
{
    search s;
    begin(&s, L, 1, 2);
    refuse_long(&s);
    const char *at = first_place(&s, 3);
    lua_settop(L, 2);
    lua_pushinteger(L, at == NULL ? s.end - s.start + 1 : at - s.start);
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, next_match, 4);
    return 1;
}

/* Append the text that a replacement is, with its %0 to %9. */
static void add_text(const search *s, luaL_Buffer *b, const char *at, const char *end)
{
    size_t size;
    const char *text = lua_tolstring(s->L, 3, &size);
    for (size_t i = 0; i < size; i++) {
        machine_tick(s->L, 1);
        if (text[i] != ESCAPE) {
            luaL_addchar(b, text[i]);
            continue;
        }
        char c = ++i < size ? text[i] : '\0';
        if (c == ESCAPE) {
            luaL_addchar(b, c);
        } else if (c == '0') {
            luaL_addlstring(b, at, (size_t)(end - at));
        } else if (isdigit((unsigned char)c)) {
            push_capture(s, c - '1', at, end);
            luaL_addvalue(b);
        } else {
            luaL_error(s->L, "invalid use of '%%' in replacement string");
        }
    }
}

/* Append what stands for a match. */
static void add_replacement(const search *s, luaL_Buffer *b, const char *at, const char *end, int type)
{
    lua_State *L = s->L;
    if (type == LUA_TNUMBER || type == LUA_TSTRING) {
        add_text(s, b, at, end);
        return;
    }
    if (type == LUA_TTABLE) {
        push_capture(s, 0, at, end);
        lua_gettable(L, 3);
    } else {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(s, at, end, true), 1);
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, at, (size_t)(end - at));
    } else if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    } else {
        luaL_addvalue(b);
    }
}

int patterns_gsub(lua_State *L)
{
    search s;
    luaL_Buffer b;
    begin(&s, L, 1, 2);
    refuse_long(&s);
    int type = lua_type(L, 3);
    luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE || type == LUA_TFUNCTION, 3,
                     "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, s.end - s.start + 1), count = 0;
    bool anchored = is_anchored(&s);
    const char *at = s.start, *last = NULL;
    luaL_buffinit(L, &b);
    while (count < most) {
        const char *end = match_at(&s, at);
        if (end != NULL && end != last) {
            count++;
            add_replacement(&s, &b, at, end, type);
            at = last = end;
        } else if (at < s.end) {
            luaL_addchar(&b, *at++);
        } else {
            break;
        }
        if (anchored)
            break;
    }
    luaL_addlstring(&b, at, (size_t)(s.end - at));
    luaL_pushresult(&b);
    lua_pushinteger(L, count);
    return 2;
}
