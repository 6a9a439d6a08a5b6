#include "value.h"

#include <ctype.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <string.h>

#include "machine.h"

enum { SMALL = 192, NEGATIVE = 200, STRING = 208, ARRAY = 224, SHORT = 14, LONG = 15, NESTING_MAX = 100 };

/* ---- bytes ---- */

static grundy_status append_byte(grundy_buffer *out, unsigned byte)
{
    const unsigned char b = (unsigned char)byte;
    return grundy_append(out, &b, 1);
}

static grundy_status append_integer(grundy_buffer *out, int64_t n)
{
    uint64_t magnitude = n < 0 ? ~(uint64_t)n : (uint64_t)n;
    unsigned char bytes[9];
    unsigned size = 1;
    if (n >= 0 && n < SMALL)
        return append_byte(out, (unsigned)n);
    while (size < 8 && magnitude >> 8 * size != 0)
        size++;
    bytes[0] = (unsigned char)((n < 0 ? NEGATIVE : SMALL) + size - 1);
    for (unsigned i = 0; i < size; i++)
        bytes[1 + i] = (unsigned char)(magnitude >> 8 * (size - 1 - i));
    return grundy_append(out, bytes, 1 + size);
}

/* The first byte of a string or an array, and its length. */
static grundy_status append_head(grundy_buffer *out, unsigned kind, size_t length)
{
    if (length <= SHORT)
        return append_byte(out, kind + (unsigned)length);
    TRY(append_byte(out, kind + LONG));
    return append_integer(out, (int64_t)length);
}

static unsigned take_byte(grundy_bytes *rest)
{
    if (rest->size == 0)
        return 0;
    rest->size--;
    return *rest->data++;
}

/* An integer whose first byte has been taken. */
static int64_t take_integer(grundy_bytes *rest, unsigned first)
{
    if (first < SMALL)
        return (int64_t)first;
    bool negative = first >= NEGATIVE;
    uint64_t magnitude = 0;
    for (unsigned size = first - (negative ? NEGATIVE : SMALL) + 1; size > 0; size--)
        magnitude = magnitude << 8 | take_byte(rest);
    return (int64_t)(negative ? ~magnitude : magnitude);
}

static size_t take_length(grundy_bytes *rest, unsigned length)
{
    return length < LONG ? length : (size_t)take_integer(rest, take_byte(rest));
}

static grundy_bytes take_string(grundy_bytes *rest, size_t length)
{
    grundy_bytes text = {rest->data, length < rest->size ? length : rest->size};
    rest->data += text.size;
    rest->size -= text.size;
    return text;
}

/* ---- Lua values ---- */

static void push_next(lua_State *L, grundy_bytes *rest)
{
    unsigned first = take_byte(rest);
    luaL_checkstack(L, 2, "a position that nests too deeply");
    if (first < STRING) {
        lua_pushinteger(L, take_integer(rest, first));
    } else if (first < ARRAY) {
        grundy_bytes text = take_string(rest, take_length(rest, first - STRING));
        lua_pushlstring(L, (const char *)text.data, text.size);
    } else {
        size_t length = take_length(rest, first - ARRAY);
        lua_createtable(L, length < 1024 ? (int)length : 0, 0);
        for (size_t i = 1; i <= length && rest->size > 0; i++) {
            push_next(L, rest);
            lua_rawseti(L, -2, (lua_Integer)i);
        }
    }
}

void value_push(lua_State *L, grundy_bytes bytes)
{
    push_next(L, &bytes);
}

size_t value_count(lua_State *L, int index, const char *what)
{
    size_t count = 0, length;
    index = lua_absindex(L, index);
    if (!lua_istable(L, index))
        machine_error(L, "%s must return an array, not a %s", what, luaL_typename(L, index));
    length = (size_t)lua_rawlen(L, index);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        machine_tick(L, 1);
        count++;
    }
    if (count != length)
        machine_error(L, "%s returned a table with names or holes in it; an array is {a,b,c}", what);
    return length;
}

static void encode(lua_State *L, int index, const char *what, unsigned nesting, grundy_buffer *out);

static void encode_array(lua_State *L, int index, const char *what, unsigned nesting, grundy_buffer *out)
{
    if (nesting >= NESTING_MAX)
        machine_error(L, "%s returned a position of more than %d nested arrays", what, NESTING_MAX);
    luaL_checkstack(L, 4, what);
    size_t count = value_count(L, index, what);
    machine_check(L, append_head(out, ARRAY, count));
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        encode(L, lua_gettop(L), what, nesting + 1, out);
        lua_pop(L, 1);
    }
}

static void encode(lua_State *L, int index, const char *what, unsigned nesting, grundy_buffer *out)
{
    int type = lua_type(L, index), exact = 0;
    size_t length = 0;
    machine_tick(L, 1); /* a table that holds one table twice, which holds one twice, and so on, has no end */
    if (out->size > MACHINE_STRING_MAX)
        machine_error(L, "%s returned a position of more than %d bytes", what, MACHINE_STRING_MAX);
    lua_Integer n = type == LUA_TNUMBER ? lua_tointegerx(L, index, &exact) : 0;
    if (exact) {
        machine_check(L, append_integer(out, n));
    } else if (type == LUA_TSTRING) {
        const char *text = lua_tolstring(L, index, &length);
        machine_check(L, append_head(out, STRING, length));
        machine_check(L, grundy_append(out, text, length));
    } else if (type == LUA_TTABLE) {
        encode_array(L, index, what, nesting, out);
    } else if (type == LUA_TNUMBER) {
        machine_error(L,
                      "%s returned a position with the number %f; positions are integers, strings and arrays of these",
                      what, (double)lua_tonumber(L, index));
    } else {
        machine_error(L, "%s returned a position with a %s; positions are integers, strings and arrays of these", what,
                      lua_typename(L, type));
    }
}

void value_encode(lua_State *L, int index, const char *what, grundy_buffer *out)
{
    encode(L, lua_absindex(L, index), what, 0, out);
}

/* ---- text ---- */

/* A string of such characters needs no quotes. */
static bool bare_character(char c, bool first)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 128 || (c != '\0' && strchr("_.#*/", c) != NULL) ||
           (!first && (isdigit((unsigned char)c) || c == '-'));
}

static bool is_bare(grundy_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!bare_character((char)text.data[i], i == 0))
            return false;
    return text.size > 0;
}

static grundy_status print_string(grundy_bytes text, grundy_buffer *out)
{
    if (is_bare(text))
        return grundy_append(out, text.data, text.size);
    TRY(grundy_append(out, "\"", 1));
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = text.data[i];
        if (c == '"' || c == '\\')
            TRY(grundy_appendf(out, "\\%c", c));
        else if (c < ' ' || c == 127)
            TRY(grundy_appendf(out, "\\x%02x", c));
        else
            TRY(grundy_append(out, &c, 1));
    }
    return grundy_append(out, "\"", 1);
}

static grundy_status print_next(grundy_bytes *rest, grundy_buffer *out)
{
    unsigned first = take_byte(rest);
    if (first < STRING)
        return grundy_appendf(out, "%" PRId64, take_integer(rest, first));
    if (first < ARRAY)
        return print_string(take_string(rest, take_length(rest, first - STRING)), out);
    size_t length = take_length(rest, first - ARRAY);
    TRY(grundy_append(out, "{", 1));
    for (size_t i = 0; i < length && rest->size > 0; i++) {
        if (i > 0)
            TRY(grundy_append(out, ",", 1));
        TRY(print_next(rest, out));
    }
    return grundy_append(out, "}", 1);
}

grundy_status value_print(grundy_bytes bytes, grundy_buffer *out)
{
    return print_next(&bytes, out);
}

static const grundy_variable *value_list_variable(grundy_scanner *s)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_PARTITION);
    return v != NULL ? v : grundy_scan_variable(s, GRUNDY_SUBSET);
}

/* The bytes of the elements come before their number is known, so they are put aside. */
static grundy_status append_array(grundy_buffer *elements, size_t count, grundy_buffer *out)
{
    TRY(append_head(out, ARRAY, count));
    return grundy_append(out, elements->data, elements->size);
}

static grundy_status value_parse_list(const grundy_variable *v, grundy_buffer *out)
{
    TRY(append_head(out, ARRAY, v->count));
    for (size_t i = 0; i < v->count; i++)
        TRY(append_integer(out, (int64_t)v->items[i]));
    return GRUNDY_OK;
}

static grundy_status parse_bare(grundy *g, grundy_scanner *s, grundy_buffer *out)
{
    grundy_buffer text = grundy_buffer_open(g);
    unsigned next = grundy_scan_column(s);
    grundy_status status = GRUNDY_OK;
    char one[2] = {grundy_scan_peek(s), '\0'};
    while (status == GRUNDY_OK && next == grundy_scan_column(s) && bare_character(one[0], text.size == 0)) {
        grundy_scan_accept(s, one);
        next++;
        status = grundy_append(&text, one, 1);
        one[0] = grundy_scan_peek(s);
    }
    if (status == GRUNDY_OK)
        status = append_head(out, STRING, text.size);
    if (status == GRUNDY_OK)
        status = grundy_append(out, text.data, text.size);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status parse_quoted(grundy *g, grundy_scanner *s, grundy_buffer *out)
{
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = grundy_scan_quoted(s, &text);
    if (status == GRUNDY_OK)
        status = append_head(out, STRING, text.size);
    if (status == GRUNDY_OK)
        status = grundy_append(out, text.data, text.size);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status parse_value(grundy *g, grundy_scanner *s, unsigned nesting, grundy_buffer *out);

/* The rest of an array, to its bracket; or of a list that stands without brackets. The first is read already. */
static grundy_status parse_elements(grundy *g, grundy_scanner *s, unsigned nesting, grundy_buffer *elements,
                                    size_t count, grundy_buffer *out)
{
    do {
        TRY(parse_value(g, s, nesting, elements));
        count++;
    } while (grundy_scan_accept(s, ","));
    return append_array(elements, count, out);
}

static grundy_status parse_array(grundy *g, grundy_scanner *s, unsigned nesting, grundy_buffer *out)
{
    if (nesting >= NESTING_MAX)
        return grundy_scan_fail(s, "at most %d nested arrays", NESTING_MAX);
    grundy_scan_expect(s, "{");
    if (grundy_scan_accept(s, "}"))
        return append_head(out, ARRAY, 0);
    grundy_buffer elements = grundy_buffer_open(g);
    grundy_scan_open(s);
    grundy_status status = parse_elements(g, s, nesting + 1, &elements, 0, out);
    grundy_scan_close(s);
    grundy_buffer_close(&elements);
    return status == GRUNDY_OK && !grundy_scan_accept(s, "}") ? grundy_scan_fail(s, "',' or '}'") : status;
}

static grundy_status parse_value(grundy *g, grundy_scanner *s, unsigned nesting, grundy_buffer *out)
{
    const grundy_variable *list = value_list_variable(s);
    int64_t n;
    if (list != NULL)
        return value_parse_list(list, out);
    char c = grundy_scan_peek(s);
    if (c == '{')
        return parse_array(g, s, nesting, out);
    if (c == '"')
        return parse_quoted(g, s, out);
    if (bare_character(c, true) && !grundy_scan_has_variable(s, GRUNDY_INTEGER))
        return parse_bare(g, s, out);
    if (c == '\0' || strchr("+|,})", c) != NULL)
        return grundy_scan_fail(s, "an integer, a string or an array such as {1,2}");
    TRY(grundy_scan_signed(s, "integer", INT64_MIN, INT64_MAX, &n));
    return append_integer(out, n);
}

grundy_status value_parse(grundy *g, grundy_scanner *s, grundy_buffer *out)
{
    grundy_buffer first = grundy_buffer_open(g);
    grundy_status status = parse_value(g, s, 0, &first);
    if (status == GRUNDY_OK && grundy_scan_accept(s, ","))
        status = parse_elements(g, s, 1, &first, 1, out);
    else if (status == GRUNDY_OK)
        status = grundy_append(out, first.data, first.size);
    grundy_buffer_close(&first);
    return status;
}

/* ---- a notation of its own ---- */

static grundy_status append_variable(grundy_scanner *s, grundy_buffer *out, bool *found)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_INTEGER),
                          *list = v == NULL ? value_list_variable(s) : NULL;
    *found = v != NULL || list != NULL;
    if (v != NULL)
        return grundy_appendf(out, "%" PRId64, v->integer);
    for (size_t i = 0; list != NULL && i < list->count; i++)
        TRY(grundy_appendf(out, "%s%" PRIu64, i > 0 ? "," : "", list->items[i]));
    return GRUNDY_OK;
}

grundy_status value_scan_text(grundy_scanner *s, grundy_buffer *out)
{
    unsigned depth = 0;
    for (;;) {
        char one[2] = {grundy_scan_peek(s), '\0'};
        bool variable = false;
        if (one[0] == '\0' || (depth == 0 && strchr("+|", one[0]) != NULL))
            return GRUNDY_OK;
        TRY(append_variable(s, out, &variable));
        if (variable)
            continue;
        grundy_scan_accept(s, one);
        depth += strchr("([{", one[0]) != NULL;
        depth -= depth > 0 && strchr(")]}", one[0]) != NULL;
        TRY(grundy_append(out, one, 1));
    }
}
