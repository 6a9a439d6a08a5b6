#include "base/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NESTING_MAX = 64 };

grundy_scanner scan_begin(grundy *g, const char *what, const char *text, scan_scope *scope)
{
    return (grundy_scanner){.g = g, .text = text, .at = text, .what = what, .scope = scope};
}

static void scan_skip_blanks(grundy_scanner *s)
{
    while (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r')
        s->at++;
}

char grundy_scan_peek(grundy_scanner *s)
{
    scan_skip_blanks(s);
    return *s->at;
}

unsigned grundy_scan_column(grundy_scanner *s)
{
    scan_skip_blanks(s);
    return (unsigned)(s->at - s->text) + 1;
}

/* What stands at the scanner, for a message: a few characters, or "the end". */
static void scan_describe(grundy_scanner *s, char *out, size_t size)
{
    scan_skip_blanks(s);
    size_t length = strcspn(s->at, " \t\r\n");
    if (*s->at == '\0')
        snprintf(out, size, "the end");
    else
        snprintf(out, size, "'%.*s%s'", (int)(length > 16 ? 16 : length), s->at, length > 16 ? "..." : "");
}

grundy_status grundy_scan_fail(grundy_scanner *s, const char *format, ...)
{
    char expected[256], found[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    scan_describe(s, found, sizeof found);
    return grundy_fail(s->g, GRUNDY_PARSE, "%s '%.80s', column %u: expected %s, found %s", s->what, s->text,
                       grundy_scan_column(s), expected, found);
}

grundy_status grundy_scan_reject(grundy_scanner *s, unsigned column, const char *format, ...)
{
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return grundy_fail(s->g, GRUNDY_PARSE, "%s '%.80s', column %u: %s", s->what, s->text, column, why);
}

bool grundy_scan_accept(grundy_scanner *s, const char *punctuation)
{
    scan_skip_blanks(s);
    if (*punctuation != *s->at)
        return false;
    size_t length = strlen(punctuation);
    if (strncmp(s->at, punctuation, length) != 0)
        return false;
    s->at += length;
    return true;
}

grundy_status grundy_scan_expect(grundy_scanner *s, const char *punctuation)
{
    if (grundy_scan_accept(s, punctuation))
        return GRUNDY_OK;
    return grundy_scan_fail(s, "'%s'", punctuation);
}

void grundy_scan_open(grundy_scanner *s)
{
    s->depth++;
}

void grundy_scan_close(grundy_scanner *s)
{
    s->depth--;
}

static bool scan_is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The variable with the longest name that the text goes on with; NULL if none. */
static scan_variable *scan_variable_here(grundy_scanner *s, size_t *length)
{
    scan_skip_blanks(s);
    scan_variable *best = NULL;
    *length = 0;
    for (size_t i = 0; s->scope != NULL && i < s->scope->count; i++) {
        const char *name = s->scope->variables[i].name;
        if (*name != *s->at)
            continue;
        size_t n = strlen(name);
        if (n > *length && strncmp(s->at, name, n) == 0) {
            best = &s->scope->variables[i];
            *length = n;
        }
    }
    return best;
}

const grundy_variable *grundy_scan_variable(grundy_scanner *s, grundy_variable_kind kind)
{
    size_t length;
    scan_variable *v = scan_variable_here(s, &length);
    if (v == NULL || v->value.kind != kind)
        return NULL;
    v->uses++;
    s->at += length;
    return &v->value;
}

bool grundy_scan_has_variable(grundy_scanner *s, grundy_variable_kind kind)
{
    size_t length;
    const scan_variable *v = scan_variable_here(s, &length);
    return v != NULL && v->value.kind == kind;
}

static int hexadecimal(char c)
{
    const char *digits = "0123456789abcdef", *digit = strchr(digits, tolower((unsigned char)c));
    return c == '\0' || digit == NULL ? -1 : (int)(digit - digits);
}

/* The byte that stands for itself or is written with a backslash at the scanner. */
static grundy_status scan_quoted_byte(grundy_scanner *s, unsigned char *out)
{
    *out = (unsigned char)*s->at++;
    if (*out != '\\')
        return GRUNDY_OK;
    *out = (unsigned char)*s->at++;
    if (*out == '"' || *out == '\\')
        return GRUNDY_OK;
    int high = *out == 'x' ? hexadecimal(s->at[0]) : -1, low = high >= 0 ? hexadecimal(s->at[1]) : -1;
    if (low < 0) {
        s->at--;
        return grundy_scan_fail(s, "\\\", \\\\ or \\x and two hexadecimal digits after a backslash");
    }
    *out = (unsigned char)(16 * high + low);
    s->at += 2;
    return GRUNDY_OK;
}

grundy_status grundy_scan_quoted(grundy_scanner *s, grundy_buffer *out)
{
    unsigned column = grundy_scan_column(s);
    TRY(grundy_scan_expect(s, "\""));
    while (*s->at != '"') {
        unsigned char byte;
        if (*s->at == '\0')
            return grundy_scan_reject(s, column, "the text has no closing '\"'");
        TRY(scan_quoted_byte(s, &byte));
        TRY(grundy_append(out, &byte, 1));
    }
    s->at++;
    return GRUNDY_OK;
}

bool grundy_scan_word(grundy_scanner *s, const char *word)
{
    size_t length;
    scan_variable *v = scan_variable_here(s, &length);
    size_t n = strlen(word);
    if ((v != NULL && length >= n) || strncmp(s->at, word, n) != 0 || scan_is_name_character(s->at[n]))
        return false;
    s->at += n;
    return true;
}

bool scan_name(grundy_scanner *s, const char **name, size_t *length)
{
    scan_skip_blanks(s);
    if (!isalpha((unsigned char)*s->at))
        return false;
    *name = s->at;
    while (scan_is_name_character(*s->at) || (*s->at == '-' && scan_is_name_character(s->at[1])))
        s->at++;
    *length = (size_t)(s->at - *name);
    return true;
}

grundy_status scan_end(grundy_scanner *s, const char *expected)
{
    if (grundy_scan_peek(s) == '\0')
        return GRUNDY_OK;
    return grundy_scan_fail(s, "%s", expected);
}

/* ---- integer arithmetic ----
 *
 *   sum     := product { ("+" | "-") product }      "+" only within brackets
 *   product := factor { "*" factor }
 *   factor  := number | variable | "(" sum ")" | "-" factor
 *
 * In 128 bits, each result kept below 2^100, so that nothing wraps: a numeral has at most 64 bits. */

typedef __int128 wide;

#define WIDE_MAX ((wide)1 << 100)

static grundy_status scan_sum(grundy_scanner *s, const char *what, unsigned nesting, wide *out);

static grundy_status scan_too_large(grundy_scanner *s, unsigned column, const char *what)
{
    return grundy_scan_reject(s, column, "the %s is too large: at most %llu", what, (unsigned long long)UINT64_MAX);
}

static grundy_status scan_wide(grundy_scanner *s, const char *what, wide *out)
{
    unsigned column = grundy_scan_column(s);
    uint64_t n = 0;
    while (isdigit((unsigned char)*s->at)) {
        uint64_t digit = (uint64_t)(*s->at - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return scan_too_large(s, column, what);
        n = 10 * n + digit;
        s->at++;
    }
    *out = n;
    return GRUNDY_OK;
}

static grundy_status scan_factor(grundy_scanner *s, const char *what, unsigned nesting, wide *out)
{
    char c = grundy_scan_peek(s);
    if (isdigit((unsigned char)c))
        return scan_wide(s, what, out);
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_INTEGER);
    if (v != NULL) {
        *out = v->integer;
        return GRUNDY_OK;
    }
    if (nesting >= NESTING_MAX)
        return grundy_scan_fail(s, "at most %d nested brackets", NESTING_MAX);
    if (grundy_scan_accept(s, "-")) {
        TRY(scan_factor(s, what, nesting + 1, out));
        *out = -*out;
        return GRUNDY_OK;
    }
    if (grundy_scan_accept(s, "(")) {
        s->depth++;
        TRY(scan_sum(s, what, nesting + 1, out));
        s->depth--;
        return grundy_scan_expect(s, ")");
    }
    return grundy_scan_fail(s, "%s %s", strchr("aeiou", what[0]) != NULL ? "an" : "a", what);
}

static grundy_status scan_product(grundy_scanner *s, const char *what, unsigned nesting, wide *out)
{
    unsigned column = grundy_scan_column(s);
    TRY(scan_factor(s, what, nesting, out));
    while (grundy_scan_accept(s, "*")) {
        wide factor;
        TRY(scan_factor(s, what, nesting, &factor));
        wide a = *out < 0 ? -*out : *out, b = factor < 0 ? -factor : factor;
        if (b != 0 && a > WIDE_MAX / b)
            return scan_too_large(s, column, what);
        *out *= factor;
    }
    return GRUNDY_OK;
}

static grundy_status scan_sum(grundy_scanner *s, const char *what, unsigned nesting, wide *out)
{
    unsigned column = grundy_scan_column(s);
    TRY(scan_product(s, what, nesting, out));
    for (;;) {
        wide term;
        bool plus = s->depth > 0 && grundy_scan_accept(s, "+");
        if (!plus && !grundy_scan_accept(s, "-"))
            return GRUNDY_OK;
        TRY(scan_product(s, what, nesting, &term));
        *out = plus ? *out + term : *out - term;
        if (*out > WIDE_MAX || *out < -WIDE_MAX)
            return scan_too_large(s, column, what);
    }
}

grundy_status grundy_scan_integer(grundy_scanner *s, const char *what, uint64_t low, uint64_t high, uint64_t *out)
{
    unsigned column = grundy_scan_column(s);
    wide n;
    TRY(scan_sum(s, what, 0, &n));
    if (n > UINT64_MAX)
        return scan_too_large(s, column, what);
    if (n < 0)
        return grundy_scan_reject(s, column, "the %s is negative; expected %llu or more", what,
                                  (unsigned long long)low);
    if (n < low)
        return grundy_scan_reject(s, column, "the %s is %llu; expected %llu or more", what, (unsigned long long)n,
                                  (unsigned long long)low);
    if (n > high)
        return grundy_scan_reject(s, column, "the %s is %llu; expected at most %llu", what, (unsigned long long)n,
                                  (unsigned long long)high);
    *out = (uint64_t)n;
    return GRUNDY_OK;
}

grundy_status grundy_scan_signed(grundy_scanner *s, const char *what, int64_t low, int64_t high, int64_t *out)
{
    unsigned column = grundy_scan_column(s);
    wide n;
    TRY(scan_sum(s, what, 0, &n));
    if (n < low || n > high)
        return grundy_scan_reject(s, column, "the %s is out of range; expected %lld to %lld", what, (long long)low,
                                  (long long)high);
    *out = (int64_t)n;
    return GRUNDY_OK;
}
