#include "rulesets/expression.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { DEPTH_MAX = 32, ARGUMENTS_MAX = 4096 };

static grundy_status parse_arg(grundy_scanner *s, arena *a, unsigned depth, grundy_arg *out);

/* Does a code such as 0.07, c.1 or .07 stand here, and not a range 1..3? */
static bool code_here(grundy_scanner *s)
{
    grundy_scan_peek(s);
    const char *c = s->at;
    while (isxdigit((unsigned char)*c))
        c++;
    return *c == '.' && c[1] != '.';
}

static grundy_status parse_code(grundy_scanner *s, arena *a, grundy_arg *out)
{
    const char *start = s->at;
    const char *point = start + strcspn(start, ".");
    const char *end = point + 1;
    while (isalnum((unsigned char)*end))
        end++;
    grundy_status status = GRUNDY_OK;
    size_t whole = point == start ? 1 : 0;
    char *text = arena_new(a, (size_t)(end - start) + 2, 1, &status);
    if (text == NULL)
        return status;
    text[0] = '0';
    for (size_t i = 0; start + i < end; i++)
        text[whole + i] = (char)tolower((unsigned char)start[i]);
    s->at = end;
    out->kind = GRUNDY_ARG_CODE;
    out->text = text;
    return GRUNDY_OK;
}

static grundy_status parse_text(grundy_scanner *s, arena *a, grundy_arg *out)
{
    grundy_scan_accept(s, "\"");
    const char *end = strchr(s->at, '"');
    if (end == NULL)
        return grundy_scan_reject(s, out->column, "the text has no closing '\"'");
    grundy_status status = GRUNDY_OK;
    char *text = arena_text(a, s->at, (size_t)(end - s->at), &status);
    if (text == NULL)
        return status;
    s->at = end + 1;
    out->kind = GRUNDY_ARG_TEXT;
    out->text = text;
    return GRUNDY_OK;
}

static grundy_status parse_number(grundy_scanner *s, grundy_arg *out)
{
    TRY(grundy_scan_integer(s, "number", 0, UINT64_MAX, &out->low));
    out->kind = GRUNDY_ARG_INTEGER;
    out->high = out->low;
    if (!grundy_scan_accept(s, ".."))
        return GRUNDY_OK;
    out->kind = GRUNDY_ARG_RANGE;
    return grundy_scan_integer(s, "last number of the range", 0, UINT64_MAX, &out->high);
}

/* Read "(arg, ...)" into an array in the arena. */
static grundy_status expression_parse_list(grundy_scanner *s, arena *a, unsigned depth, grundy_arg *out)
{
    out->parenthesised = true;
    if (grundy_scan_accept(s, ")"))
        return GRUNDY_OK;
    grundy_buffer list = grundy_buffer_open(s->g);
    grundy_status status = GRUNDY_OK;
    for (;;) {
        grundy_arg arg;
        memset(&arg, 0, sizeof arg);
        status = out->count >= ARGUMENTS_MAX ? grundy_scan_fail(s, "at most %d arguments", ARGUMENTS_MAX)
                                             : parse_arg(s, a, depth + 1, &arg);
        if (status == GRUNDY_OK)
            status = grundy_append(&list, &arg, sizeof arg);
        if (status != GRUNDY_OK)
            break;
        out->count++;
        if (grundy_scan_accept(s, ","))
            continue;
        if (!grundy_scan_accept(s, ")"))
            status = grundy_scan_fail(s, "',' or ')'");
        break;
    }
    if (status == GRUNDY_OK) {
        grundy_arg *args = arena_new(a, out->count, sizeof *args, &status);
        if (args != NULL)
            memcpy(args, list.data, list.size);
        out->args = args;
    }
    grundy_buffer_close(&list);
    return status;
}

static grundy_status parse_name(grundy_scanner *s, arena *a, unsigned depth, const char *expected, grundy_arg *out)
{
    const char *name;
    size_t length;
    if (!scan_name(s, &name, &length))
        return grundy_scan_fail(s, "%s", expected);
    grundy_status status = GRUNDY_OK;
    out->kind = GRUNDY_ARG_NAME;
    out->text = arena_text(a, name, length, &status);
    if (out->text == NULL)
        return status;
    if (!grundy_scan_accept(s, "("))
        return GRUNDY_OK;
    if (depth >= DEPTH_MAX)
        return grundy_scan_fail(s, "at most %d nested brackets", DEPTH_MAX);
    return expression_parse_list(s, a, depth, out);
}

/* Is the whole name that stands here a variable? */
static bool expression_variable_here(grundy_scanner *s)
{
    const char *name, *start = s->at;
    size_t length;
    bool found = false;
    if (scan_name(s, &name, &length))
        for (size_t i = 0; s->scope != NULL && i < s->scope->count; i++)
            found = found || (strlen(s->scope->variables[i].name) == length &&
                              memcmp(s->scope->variables[i].name, name, length) == 0);
    s->at = start;
    return found;
}

static grundy_status parse_arg(grundy_scanner *s, arena *a, unsigned depth, grundy_arg *out)
{
    out->column = grundy_scan_column(s);
    char c = grundy_scan_peek(s);
    if (c == '"')
        return parse_text(s, a, out);
    if (code_here(s))
        return parse_code(s, a, out);
    if (isdigit((unsigned char)c) || c == '(' || c == '-' || expression_variable_here(s))
        return parse_number(s, out);
    return parse_name(s, a, depth, "a name, a number, a code or a \"text\"", out);
}

grundy_status expression_parse(grundy *g, const char *text, scan_scope *scope, arena *a, grundy_arg *out)
{
    grundy_scanner s = scan_begin(g, "ruleset", text, scope);
    grundy_scan_open(&s);
    memset(out, 0, sizeof *out);
    out->column = grundy_scan_column(&s);
    TRY(parse_name(&s, a, 0, "the name of a ruleset", out));
    return scan_end(&s, out->parenthesised ? "the end" : "'(' or the end");
}

grundy_status expression_print(const grundy_arg *arg, grundy_buffer *out)
{
    switch (arg->kind) {
    case GRUNDY_ARG_INTEGER:
        return grundy_appendf(out, "%" PRIu64, arg->low);
    case GRUNDY_ARG_RANGE:
        return grundy_appendf(out, "%" PRIu64 "..%" PRIu64, arg->low, arg->high);
    case GRUNDY_ARG_CODE:
        return grundy_appendf(out, "%s", arg->text);
    case GRUNDY_ARG_TEXT:
        return grundy_appendf(out, "\"%s\"", arg->text);
    case GRUNDY_ARG_NAME:
        break;
    }
    TRY(grundy_appendf(out, "%s", arg->text));
    for (size_t i = 0; i < arg->count; i++) {
        TRY(grundy_append(out, i == 0 ? "(" : ",", 1));
        TRY(expression_print(&arg->args[i], out));
    }
    return arg->count == 0 ? GRUNDY_OK : grundy_append(out, ")", 1);
}
