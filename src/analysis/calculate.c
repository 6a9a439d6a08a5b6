/* calculate.c - nim arithmetic
 *
 *   sum     := product { "+" product }
 *   product := power { ("*" | "/") power }
 *   power   := primary [ "^" [ "-" ] numeral ]
 *   primary := numeral | "(" sum ")" | name "(" sum { "," sum } ")"
 */
#include <ctype.h>
#include <inttypes.h>

#include "base/scan.h"
#include "math/nimber.h"

enum { NESTING_MAX = 64 };

static grundy_status sum(grundy_scanner *s, unsigned nesting, uint64_t *out);

static unsigned digit_value(char c)
{
    if (isdigit((unsigned char)c))
        return (unsigned)(c - '0');
    return isxdigit((unsigned char)c) ? (unsigned)(tolower((unsigned char)c) - 'a') + 10 : 99;
}

static grundy_status numeral(grundy_scanner *s, uint64_t *out)
{
    unsigned column = grundy_scan_column(s), base = 10;
    if (!isdigit((unsigned char)grundy_scan_peek(s)))
        return grundy_scan_fail(s, "a number");
    if (s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X')) {
        base = 16;
        s->at += 2;
        if (!isxdigit((unsigned char)*s->at))
            return grundy_scan_fail(s, "a hexadecimal digit");
    }
    uint64_t n = 0;
    for (; digit_value(*s->at) < base; s->at++) {
        unsigned digit = digit_value(*s->at);
        if (n > (UINT64_MAX - digit) / base)
            return grundy_scan_reject(s, column, "the number is too large: at most %" PRIu64, UINT64_MAX);
        n = n * base + digit;
    }
    *out = n;
    return GRUNDY_OK;
}

static grundy_status undefined(grundy_scanner *s, unsigned column, const char *what)
{
    return grundy_fail(s->g, GRUNDY_DOMAIN, "%s '%.80s', column %u: %s", s->what, s->text, column, what);
}

/* The functions, by name. */
typedef enum { INVERSE, ROOT, ORDER, LOGARITHM } calc_function;

static const struct {
    const char *name;
    unsigned arguments;
    const char *missing; /* what is wrong when there is no result */
} functions[] = {
    [INVERSE] = {"inv", 1, "0 has no inverse"},
    [ROOT] = {"sqrt", 1, ""},
    [ORDER] = {"order", 1, "0 has no multiplicative order"},
    [LOGARITHM] = {"log", 2, "there is no such logarithm: the second is no power of the first"},
};

static bool apply(calc_function f, const uint64_t *x, uint64_t *out)
{
    switch (f) {
    case INVERSE:
        return grundy_nim_inv(x[0], out);
    case ROOT:
        *out = grundy_nim_sqrt(x[0]);
        return true;
    case ORDER:
        return grundy_nim_order(x[0], out);
    case LOGARITHM:
        return grundy_nim_log(x[0], x[1], out);
    }
    return false;
}

static grundy_status call(grundy_scanner *s, calc_function f, unsigned column, unsigned nesting, uint64_t *out)
{
    uint64_t x[2] = {0, 0};
    TRY(grundy_scan_expect(s, "("));
    for (unsigned i = 0; i < functions[f].arguments; i++) {
        if (i > 0)
            TRY(grundy_scan_expect(s, ","));
        TRY(sum(s, nesting + 1, &x[i]));
    }
    TRY(grundy_scan_expect(s, ")"));
    return apply(f, x, out) ? GRUNDY_OK : undefined(s, column, functions[f].missing);
}

static grundy_status primary(grundy_scanner *s, unsigned nesting, uint64_t *out)
{
    unsigned column = grundy_scan_column(s);
    if (nesting >= NESTING_MAX)
        return grundy_scan_fail(s, "at most %d nested brackets", NESTING_MAX);
    if (grundy_scan_accept(s, "(")) {
        TRY(sum(s, nesting + 1, out));
        return grundy_scan_expect(s, ")");
    }
    for (size_t f = 0; f < GRUNDY_COUNT(functions); f++)
        if (grundy_scan_word(s, functions[f].name))
            return call(s, (calc_function)f, column, nesting, out);
    if (isdigit((unsigned char)grundy_scan_peek(s)))
        return numeral(s, out);
    return grundy_scan_fail(s, "a number, a bracket, or inv, sqrt, log or order");
}

static grundy_status power(grundy_scanner *s, unsigned nesting, uint64_t *out)
{
    unsigned column = grundy_scan_column(s);
    uint64_t exponent, base;
    TRY(primary(s, nesting, &base));
    if (!grundy_scan_accept(s, "^")) {
        *out = base;
        return GRUNDY_OK;
    }
    bool negative = grundy_scan_accept(s, "-");
    TRY(numeral(s, &exponent));
    if (grundy_scan_peek(s) == '^')
        return grundy_scan_fail(s, "brackets around the inner power");
    if (negative && !grundy_nim_inv(base, &base))
        return undefined(s, column, "0 has no negative powers");
    *out = grundy_nim_pow(base, exponent);
    return GRUNDY_OK;
}

static grundy_status product(grundy_scanner *s, unsigned nesting, uint64_t *out)
{
    uint64_t result, factor;
    TRY(power(s, nesting, &result));
    for (;;) {
        unsigned column = grundy_scan_column(s);
        bool divide = grundy_scan_accept(s, "/");
        if (!divide && !grundy_scan_accept(s, "*"))
            break;
        TRY(power(s, nesting, &factor));
        if (!divide)
            result = grundy_nim_mul(result, factor);
        else if (!grundy_nim_div(result, factor, &result))
            return undefined(s, column, "division by 0");
    }
    *out = result;
    return GRUNDY_OK;
}

static grundy_status sum(grundy_scanner *s, unsigned nesting, uint64_t *out)
{
    uint64_t result, term;
    TRY(product(s, nesting, &result));
    while (grundy_scan_accept(s, "+")) {
        TRY(product(s, nesting, &term));
        result = grundy_nim_add(result, term);
    }
    *out = result;
    return GRUNDY_OK;
}

grundy_status grundy_calculate(grundy *g, const char *expression, uint64_t *out)
{
    grundy_scanner s = scan_begin(g, "expression", expression, NULL);
    uint64_t result;
    TRY(sum(&s, 0, &result));
    TRY(scan_end(&s, "an operator or the end"));
    *out = result;
    return GRUNDY_OK;
}
