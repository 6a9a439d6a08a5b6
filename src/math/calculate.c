/* calculate.c - nim arithmetic on nimbers of any size up to a limit
 *
 *   sum     := product { "+" product }
 *   product := power { ("*" | "/") power }
 *   power   := primary [ "^" [ "-" ] numeral ]
 *   primary := numeral | "(" sum ")" | name "(" sum { "," sum } ")"
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/scan.h"
#include "math/large_nimber.h"

#ifdef GRUNDY_WITH_GMP
#include <gmp.h>
#if GMP_NUMB_BITS != 64
#undef GRUNDY_WITH_GMP /* limbs of another size would have to be cut to words */
#endif
#endif

enum { NESTING_MAX = 64, WORDS_MAX = 1024 };

/* A nimber of `words` words, the least power of 2 that holds it. The words are never changed. */
typedef struct {
    const uint64_t *word;
    size_t words;
} nimber;

typedef struct {
    grundy_scanner scanner;
    arena memory;
} calculator;

static grundy_status sum(calculator *c, unsigned nesting, nimber *out);

/* ---- nimbers ---- */

static nimber calculate_trim(const uint64_t *word, size_t words)
{
    while (words > 1) {
        for (size_t i = words / 2; i < words; i++)
            if (word[i] != 0)
                return (nimber){word, words};
        words /= 2;
    }
    return (nimber){word, words};
}

static grundy_status new_words(calculator *c, size_t words, uint64_t **out)
{
    grundy_status status = GRUNDY_OK;
    *out = arena_new(&c->memory, words, sizeof **out, &status);
    return status;
}

static bool is_zero(nimber a)
{
    return a.words == 1 && a.word[0] == 0;
}

/* The words of a, with zeros behind them. */
static grundy_status calculate_widen(calculator *c, nimber a, size_t words, const uint64_t **out)
{
    uint64_t *wide;
    *out = a.word;
    if (a.words >= words)
        return GRUNDY_OK;
    TRY(new_words(c, words, &wide));
    memcpy(wide, a.word, a.words * sizeof *wide);
    *out = wide;
    return GRUNDY_OK;
}

static grundy_status calculate_sum(calculator *c, nimber a, nimber b, nimber *out)
{
    size_t words = a.words > b.words ? a.words : b.words;
    const uint64_t *x, *y;
    uint64_t *result;
    TRY(calculate_widen(c, a, words, &x));
    TRY(calculate_widen(c, b, words, &y));
    TRY(new_words(c, words, &result));
    for (size_t i = 0; i < words; i++)
        result[i] = grundy_nim_add(x[i], y[i]);
    *out = calculate_trim(result, words);
    return GRUNDY_OK;
}

static grundy_status calculate_product(calculator *c, nimber a, nimber b, nimber *out)
{
    size_t words = a.words > b.words ? a.words : b.words;
    const uint64_t *x, *y;
    uint64_t *result;
    TRY(calculate_widen(c, a, words, &x));
    TRY(calculate_widen(c, b, words, &y));
    TRY(new_words(c, words + LARGE_NIM_SCRATCH(words), &result));
    large_nim_mul(result, x, y, words, result + words);
    *out = calculate_trim(result, words);
    return GRUNDY_OK;
}

/* An operation on one nimber that stays in its field. */
static grundy_status in_field(calculator *c, nimber a, void (*f)(uint64_t *, const uint64_t *, size_t, uint64_t *),
                              nimber *out)
{
    uint64_t *result;
    TRY(new_words(c, a.words + LARGE_NIM_SCRATCH(a.words), &result));
    f(result, a.word, a.words, result + a.words);
    *out = calculate_trim(result, a.words);
    return GRUNDY_OK;
}

static grundy_status raise(calculator *c, nimber a, uint64_t exponent, nimber *out)
{
    size_t n = a.words;
    uint64_t *memory;
    TRY(new_words(c, 3 * n + LARGE_NIM_SCRATCH(n), &memory));
    uint64_t *result = memory, *base = memory + n, *product = memory + 2 * n, *scratch = memory + 3 * n;
    result[0] = 1;
    memcpy(base, a.word, n * sizeof *base);
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) {
            large_nim_mul(product, result, base, n, scratch);
            memcpy(result, product, n * sizeof *result);
        }
        large_nim_square(base, base, n, scratch);
        TRY(grundy_check(c->scanner.g));
    }
    *out = calculate_trim(result, n);
    return GRUNDY_OK;
}

/* ---- numbers as text ---- */

static unsigned digit_value(char c)
{
    if (isdigit((unsigned char)c))
        return (unsigned)(c - '0');
    return isxdigit((unsigned char)c) ? (unsigned)(tolower((unsigned char)c) - 'a') + 10 : 99;
}

/* Read the digits of a number; false if it is 2^64 or more. */
static bool small_number(const char *digits, size_t count, unsigned base, uint64_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned digit = digit_value(digits[i]);
        if (n > (UINT64_MAX - digit) / base)
            return false;
        n = n * base + digit;
    }
    *out = n;
    return true;
}

/* Read the digits of a number above 2^64 - 1. */
static grundy_status large_number(calculator *c, unsigned column, const char *digits, size_t count, unsigned base,
                                  nimber *out)
{
#ifdef GRUNDY_WITH_GMP
    while (*digits == '0') {
        digits++;
        count--;
    }
    /* a decimal digit has less than 10/3 bits */
    size_t limbs = (base == 16 ? count * 4 : count / 3 * 10 + 10) / 64 + 2, words = 1;
    if (count > (base == 16 ? WORDS_MAX * 16 : WORDS_MAX * 20))
        return grundy_scan_reject(&c->scanner, column, "the number is too large: nimbers go up to 2^%d - 1",
                                  64 * WORDS_MAX);
    while (words < limbs)
        words *= 2;
    uint64_t *memory;
    TRY(new_words(c, words + count / sizeof *memory + 1, &memory));
    unsigned char *values = (unsigned char *)(memory + words);
    for (size_t i = 0; i < count; i++)
        values[i] = (unsigned char)digit_value(digits[i]);
    mpn_set_str((mp_limb_t *)memory, values, count, (int)base);
    *out = calculate_trim(memory, words);
    if (out->words > WORDS_MAX)
        return grundy_scan_reject(&c->scanner, column, "the number is too large: nimbers go up to 2^%d - 1",
                                  64 * WORDS_MAX);
    return GRUNDY_OK;
#else
    (void)digits;
    (void)count;
    (void)base;
    (void)out;
    return grundy_scan_reject(
        &c->scanner, column, "the number is too large: at most %" PRIu64 ", as this was built without GMP", UINT64_MAX);
#endif
}

/* Where a number stands: its digits, and the column for messages. */
typedef struct {
    const char *digits;
    size_t count;
    unsigned base, column;
} numeral;

static grundy_status calculate_numeral(grundy_scanner *s, numeral *out)
{
    *out = (numeral){.base = 10, .column = grundy_scan_column(s)};
    if (!isdigit((unsigned char)grundy_scan_peek(s)))
        return grundy_scan_fail(s, "a number");
    if (s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X')) {
        out->base = 16;
        s->at += 2;
        if (!isxdigit((unsigned char)*s->at))
            return grundy_scan_fail(s, "a hexadecimal digit");
    }
    for (out->digits = s->at; digit_value(*s->at) < out->base; s->at++)
        out->count++;
    return GRUNDY_OK;
}

static grundy_status calculate_number(calculator *c, nimber *out)
{
    numeral n;
    uint64_t *small;
    TRY(calculate_numeral(&c->scanner, &n));
    TRY(new_words(c, 1, &small));
    if (!small_number(n.digits, n.count, n.base, small))
        return large_number(c, n.column, n.digits, n.count, n.base, out);
    *out = (nimber){small, 1};
    return GRUNDY_OK;
}

static grundy_status exponent_of(calculator *c, uint64_t *out)
{
    numeral n;
    TRY(calculate_numeral(&c->scanner, &n));
    return small_number(n.digits, n.count, n.base, out)
               ? GRUNDY_OK
               : grundy_scan_reject(&c->scanner, n.column, "the exponent is too large: at most %" PRIu64, UINT64_MAX);
}

static grundy_status print(calculator *c, nimber a, grundy_buffer *out)
{
    if (a.words == 1)
        return grundy_appendf(out, "%" PRIu64, a.word[0]);
#ifdef GRUNDY_WITH_GMP
    uint64_t *copy;
    size_t limbs = a.words, room = 20 * a.words + 8;
    while (a.word[limbs - 1] == 0)
        limbs--;
    TRY(new_words(c, a.words + room / sizeof *copy, &copy));
    memcpy(copy, a.word, a.words * sizeof *copy);
    unsigned char *digits = (unsigned char *)(copy + a.words);
    size_t count = mpn_get_str(digits, 10, (mp_limb_t *)copy, (mp_size_t)limbs);
    for (size_t i = 0; i < count; i++)
        digits[i] = (unsigned char)(digits[i] + '0');
    while (count > 1 && *digits == '0') {
        digits++;
        count--;
    }
    return grundy_append(out, digits, count);
#else
    return grundy_fail(c->scanner.g, GRUNDY_LIMIT, "the result is above %" PRIu64, UINT64_MAX);
#endif
}

/* ---- expressions ---- */

static grundy_status undefined(calculator *c, unsigned column, const char *what)
{
    return grundy_fail(c->scanner.g, GRUNDY_DOMAIN, "%s '%.80s', column %u: %s", c->scanner.what, c->scanner.text,
                       column, what);
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

/* Orders and logarithms, which are known for one word only. */
static grundy_status apply_to_words(calculator *c, calc_function f, unsigned column, const nimber *x, nimber *out)
{
    uint64_t *result;
    TRY(new_words(c, 1, &result));
    if (x[0].words > 1 || x[1].words > 1)
        return grundy_fail(c->scanner.g, GRUNDY_LIMIT, "%s '%.80s', column %u: %s is for nimbers up to %" PRIu64,
                           c->scanner.what, c->scanner.text, column, functions[f].name, UINT64_MAX);
    *out = (nimber){result, 1};
    bool exists =
        f == ORDER ? grundy_nim_order(x[0].word[0], result) : grundy_nim_log(x[0].word[0], x[1].word[0], result);
    return exists ? GRUNDY_OK : undefined(c, column, functions[f].missing);
}

static grundy_status apply(calculator *c, calc_function f, unsigned column, const nimber *x, nimber *out)
{
    if (f == ROOT)
        return in_field(c, x[0], large_nim_sqrt, out);
    if (f != INVERSE)
        return apply_to_words(c, f, column, x, out);
    return is_zero(x[0]) ? undefined(c, column, functions[f].missing) : in_field(c, x[0], large_nim_inv, out);
}

static grundy_status call(calculator *c, calc_function f, unsigned column, unsigned nesting, nimber *out)
{
    static const uint64_t zero;
    nimber x[2] = {{&zero, 1}, {&zero, 1}};
    TRY(grundy_scan_expect(&c->scanner, "("));
    for (unsigned i = 0; i < functions[f].arguments; i++) {
        if (i > 0)
            TRY(grundy_scan_expect(&c->scanner, ","));
        TRY(sum(c, nesting + 1, &x[i]));
    }
    TRY(grundy_scan_expect(&c->scanner, ")"));
    return apply(c, f, column, x, out);
}

static grundy_status primary(calculator *c, unsigned nesting, nimber *out)
{
    grundy_scanner *s = &c->scanner;
    unsigned column = grundy_scan_column(s);
    if (nesting >= NESTING_MAX)
        return grundy_scan_fail(s, "at most %d nested brackets", NESTING_MAX);
    if (grundy_scan_accept(s, "(")) {
        TRY(sum(c, nesting + 1, out));
        return grundy_scan_expect(s, ")");
    }
    for (size_t f = 0; f < GRUNDY_COUNT(functions); f++)
        if (grundy_scan_word(s, functions[f].name))
            return call(c, (calc_function)f, column, nesting, out);
    if (isdigit((unsigned char)grundy_scan_peek(s)))
        return calculate_number(c, out);
    return grundy_scan_fail(s, "a number, a bracket, or inv, sqrt, log or order");
}

static grundy_status power(calculator *c, unsigned nesting, nimber *out)
{
    grundy_scanner *s = &c->scanner;
    unsigned column = grundy_scan_column(s);
    uint64_t exponent = 0;
    nimber base;
    TRY(primary(c, nesting, &base));
    if (!grundy_scan_accept(s, "^")) {
        *out = base;
        return GRUNDY_OK;
    }
    bool negative = grundy_scan_accept(s, "-");
    TRY(exponent_of(c, &exponent));
    if (grundy_scan_peek(s) == '^')
        return grundy_scan_fail(s, "brackets around the inner power");
    if (negative && is_zero(base))
        return undefined(c, column, "0 has no negative powers");
    if (negative)
        TRY(in_field(c, base, large_nim_inv, &base));
    return raise(c, base, exponent, out);
}

static grundy_status product(calculator *c, unsigned nesting, nimber *out)
{
    nimber result, factor;
    TRY(power(c, nesting, &result));
    for (;;) {
        unsigned column = grundy_scan_column(&c->scanner);
        bool divide = grundy_scan_accept(&c->scanner, "/");
        if (!divide && !grundy_scan_accept(&c->scanner, "*"))
            break;
        TRY(power(c, nesting, &factor));
        if (divide && is_zero(factor))
            return undefined(c, column, "division by 0");
        if (divide)
            TRY(in_field(c, factor, large_nim_inv, &factor));
        TRY(calculate_product(c, result, factor, &result));
    }
    *out = result;
    return GRUNDY_OK;
}

static grundy_status sum(calculator *c, unsigned nesting, nimber *out)
{
    nimber result, term;
    TRY(product(c, nesting, &result));
    while (grundy_scan_accept(&c->scanner, "+")) {
        TRY(product(c, nesting, &term));
        TRY(calculate_sum(c, result, term, &result));
    }
    *out = result;
    return GRUNDY_OK;
}

static grundy_status calculate_expression(calculator *c, nimber *out)
{
    TRY(sum(c, 0, out));
    return scan_end(&c->scanner, "an operator or the end");
}

grundy_status grundy_calculate_text(grundy *g, const char *expression, grundy_buffer *out)
{
    calculator c = {.scanner = scan_begin(g, "expression", expression, NULL), .memory = arena_open(g)};
    nimber result;
    grundy_status status = calculate_expression(&c, &result);
    if (status == GRUNDY_OK)
        status = print(&c, result, out);
    arena_close(&c.memory);
    return status;
}

grundy_status grundy_calculate(grundy *g, const char *expression, uint64_t *out)
{
    calculator c = {.scanner = scan_begin(g, "expression", expression, NULL), .memory = arena_open(g)};
    nimber result;
    grundy_status status = calculate_expression(&c, &result);
    if (status == GRUNDY_OK && result.words > 1)
        status = grundy_fail(g, GRUNDY_LIMIT, "the result is above %" PRIu64, UINT64_MAX);
    if (status == GRUNDY_OK)
        *out = result.word[0];
    arena_close(&c.memory);
    return status;
}
