/* The scanner: integer arithmetic against a calculation beside it, variables, columns of errors, ruleset expressions. */
#include <stdlib.h>

#include "asking.h"
#include "base/scan.h"

static uint64_t seed = 20260103;

/* ---- integers ---- */

static grundy_status scan_one(grundy *g, const char *text, bool inside, scan_scope *scope, uint64_t *out,
                              const char **rest)
{
    grundy_scanner s = scan_begin(g, "text", text, scope);
    if (inside)
        grundy_scan_open(&s);
    grundy_status status = grundy_scan_integer(&s, "number", 0, UINT64_MAX, out);
    if (inside)
        grundy_scan_close(&s);
    *rest = text + grundy_scan_column(&s) - 1;
    return status;
}

static void integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool inside; /* a bracket, where + is arithmetic */
        uint64_t value;
        const char *rest;
    } cases[] = {
        {"0", false, 0, ""},
        {"007", false, 7, ""},
        {" \t12 ", false, 12, ""},
        {"18446744073709551615", false, UINT64_MAX, ""},
        {"18446744073709551615 - 18446744073709551614", false, 1, ""},
        {"18446744073709551615*2 - 18446744073709551615", false, UINT64_MAX, ""},
        {"2*3-1", false, 5, ""},
        {"1-2*3+9", true, 4, ""},
        {"10-3-2", false, 5, ""},
        {"2+3", false, 2, "+3"},
        {"2+3", true, 5, ""},
        {"(2+3)*4", false, 20, ""},
        {"((2+3))*(4-1)+1", false, 15, "+1"},
        {"- -5", false, 5, ""},
        {"-3+8", true, 5, ""},
        {"-(2-6)", false, 4, ""},
        {"-2*-3", false, 6, ""},
        {"0*18446744073709551615*18446744073709551615", false, 0, ""},
        {"5,6", false, 5, ",6"},
        {"3x4", false, 3, "x4"},
        {"2*3 * 4", false, 24, ""},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint64_t value = 0;
        const char *rest = NULL;
        MUST(g, scan_one(g, cases[i].text, cases[i].inside, NULL, &value, &rest));
        if (value != cases[i].value || strcmp(rest, cases[i].rest) != 0)
            fail_msg("'%s' is %" PRIu64 " with '%s' left, expected %" PRIu64 " with '%s'", cases[i].text, value, rest,
                     cases[i].value, cases[i].rest);
    }
    ask_close(g);
}

static void integers_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "column 1: expected a number, found the end"},
        {"  ", "column 3: expected a number, found the end"},
        {"x", "column 1: expected a number, found 'x'"},
        {"2*", "column 3: expected a number, found the end"},
        {"2*+3", "column 3: expected a number, found '+3'"},
        {"(2", "column 3: expected ')', found the end"},
        {"(2]", "column 3: expected ')', found ']'"},
        {"()", "column 2: expected a number, found ')'"},
        {" -5", "column 2: the number is negative"},
        {"3-5", "column 1: the number is negative"},
        {"18446744073709551616", "column 1: the number is too large"},
        {"99999999999999999999999999", "column 1: the number is too large"},
        {"18446744073709551615*2", "column 1: the number is too large"},
        {"1*18446744073709551615*18446744073709551615", "column 1: the number is too large"},
        {"1-18446744073709551615*18446744073709551615", "column 3: the number is too large"},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint64_t value = 77;
        const char *rest = NULL;
        assert_int_equal(scan_one(g, cases[i].text, false, NULL, &value, &rest), GRUNDY_PARSE);
        if (strstr(grundy_message(g), cases[i].message) == NULL)
            fail_msg("'%s': expected '%s' in '%s'", cases[i].text, cases[i].message, grundy_message(g));
        assert_int_equal(value, 77);
    }
    ask_close(g);
}

static void bounds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t low, high;
        const char *message; /* NULL: accepted */
    } cases[] = {
        {"3", 3, 5, NULL},
        {"5", 3, 5, NULL},
        {"2", 3, 5, "the number is 2; expected 3 or more"},
        {"6", 3, 5, "the number is 6; expected at most 5"},
        {"-1", 3, 5, "the number is negative; expected 3 or more"},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint64_t value = 0;
        grundy_scanner s = scan_begin(g, "text", cases[i].text, NULL);
        grundy_status status = grundy_scan_integer(&s, "number", cases[i].low, cases[i].high, &value);
        assert_int_equal(status, cases[i].message == NULL ? GRUNDY_OK : GRUNDY_PARSE);
        assert_true(cases[i].message == NULL || strstr(grundy_message(g), cases[i].message) != NULL);
    }
    ask_close(g);
}

static void signed_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t low, high, value;
        grundy_status status;
    } cases[] = {
        {"-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN, GRUNDY_OK},
        {"9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX, GRUNDY_OK},
        {"9223372036854775808", INT64_MIN, INT64_MAX, 0, GRUNDY_PARSE},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, 0, GRUNDY_PARSE},
        {"-3*4", -12, 12, -12, GRUNDY_OK},
        {"-3*4-1", -12, 12, 0, GRUNDY_PARSE},
        {"2-5", -3, 0, -3, GRUNDY_OK},
        {"1", -3, 0, 0, GRUNDY_PARSE},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value = 0;
        grundy_scanner s = scan_begin(g, "text", cases[i].text, NULL);
        assert_int_equal(grundy_scan_signed(&s, "number", cases[i].low, cases[i].high, &value), cases[i].status);
        assert_true(value == cases[i].value);
    }
    ask_close(g);
}

/* ---- random arithmetic ---- */

typedef __int128 wide;

typedef struct {
    char text[4000];
    size_t used;
} written;

static void write_text(written *w, const char *text)
{
    w->used += (size_t)snprintf(w->text + w->used, sizeof w->text - w->used, "%s%s", text,
                                grundy_random(&seed) % 4 == 0 ? " " : "");
}

static wide write_sum(written *w, unsigned depth);

static wide write_factor(written *w, unsigned depth)
{
    char number[24];
    uint64_t kind = depth == 0 ? 0 : grundy_random(&seed) % 5;
    if (kind == 1) {
        write_text(w, "-");
        return -write_factor(w, depth - 1);
    }
    if (kind == 2) {
        write_text(w, "(");
        wide value = write_sum(w, depth - 1);
        write_text(w, ")");
        return value;
    }
    uint64_t n = grundy_random(&seed) % 1000;
    snprintf(number, sizeof number, "%" PRIu64, n);
    write_text(w, number);
    return (wide)n;
}

static wide write_product(written *w, unsigned depth)
{
    wide value = write_factor(w, depth);
    for (uint64_t more = grundy_random(&seed) % 3; more > 1; more--) {
        write_text(w, "*");
        value *= write_factor(w, depth);
    }
    return value;
}

static wide write_sum(written *w, unsigned depth)
{
    wide value = write_product(w, depth);
    for (uint64_t more = grundy_random(&seed) % 3; more > 0; more--) {
        bool plus = grundy_random(&seed) % 2 == 0;
        write_text(w, plus ? "+" : "-");
        wide term = write_product(w, depth);
        value = plus ? value + term : value - term;
    }
    return value;
}

static void random_arithmetic(void **state)
{
    (void)state;
    grundy *g = ask_open();
    unsigned accepted = 0;
    for (unsigned i = 0; i < 20000; i++) {
        written w = {.used = 0};
        wide expected = write_sum(&w, 3);
        const wide greatest = (wide)1 << 90;
        if (expected > greatest || expected < -greatest)
            continue;
        uint64_t value = 0;
        const char *rest = NULL;
        grundy_status status = scan_one(g, w.text, true, NULL, &value, &rest);
        bool fits = expected >= 0 && expected <= (wide)UINT64_MAX;
        if (strstr(grundy_message(g), "too large") != NULL && status != GRUNDY_OK && !fits)
            continue; /* on the way */
        if ((status == GRUNDY_OK) != fits || (fits && (value != (uint64_t)expected || *rest != '\0')))
            fail_msg("'%s': %" PRIu64 " and '%s' left (%s)", w.text, value, rest, grundy_message(g));
        accepted += fits;
    }
    assert_true(accepted > 8000);
    ask_close(g);
}

static void nesting(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (int minus = 0; minus <= 1; minus++)
        for (size_t depth = 1; depth <= 100000; depth = depth < 80 ? depth + 1 : depth * 10) {
            char *text = calloc(2 * depth + 2, 1);
            uint64_t value = 0;
            const char *rest = NULL;
            assert_non_null(text);
            memset(text, minus ? '-' : '(', depth);
            text[depth] = '7';
            if (!minus)
                memset(text + depth + 1, ')', depth);
            grundy_status status = scan_one(g, text, false, NULL, &value, &rest);
            if (depth <= 60)
                assert_true((status == GRUNDY_OK && value == 7) || (minus && depth % 2 == 1 && status == GRUNDY_PARSE));
            else if (depth > 64)
                assert_true(status == GRUNDY_PARSE && strstr(grundy_message(g), "nested") != NULL);
            free(text);
        }
    ask_close(g);
}

/* ---- variables ---- */

static void variables(void **state)
{
    (void)state;
    static const uint64_t parts[] = {4, 2, 1};
    scan_variable declared[] = {
        {.name = "n", .value = {.kind = GRUNDY_INTEGER, .integer = 5}},
        {.name = "nn", .value = {.kind = GRUNDY_INTEGER, .integer = -7}},
        {.name = "p", .value = {.kind = GRUNDY_PARTITION, .items = parts, .count = 3}},
    };
    scan_variable turned[] = {declared[1], declared[0]};
    scan_scope scope = {declared, LENGTH(declared)}, turned_scope = {turned, LENGTH(turned)};
    grundy *g = ask_open();
    uint64_t value = 0;
    const char *rest = NULL;
    MUST(g, scan_one(g, "3*n-1", false, &scope, &value, &rest));
    assert_int_equal(value, 14);
    MUST(g, scan_one(g, "3-nn", false, &scope, &value, &rest)); /* the longest name counts */
    assert_int_equal(value, 10);
    MUST(g, scan_one(g, "3-nn", false, &turned_scope, &value, &rest)); /* in whatever order they were declared */
    assert_int_equal(value, 10);
    MUST(g, scan_one(g, "nxn", false, &scope, &value, &rest)); /* glued, as in a board 5x5 */
    assert_string_equal(rest, "xn");
    assert_int_equal(declared[0].uses, 2);
    assert_int_equal(declared[1].uses, 1);
    assert_int_equal(scan_one(g, "p", false, &scope, &value, &rest), GRUNDY_PARSE);
    grundy_scanner s = scan_begin(g, "text", "p,n", &scope);
    assert_null(grundy_scan_variable(&s, GRUNDY_INTEGER));
    const grundy_variable *p = grundy_scan_variable(&s, GRUNDY_PARTITION);
    assert_ptr_equal(p, &declared[2].value);
    assert_true(grundy_scan_accept(&s, ","));
    assert_false(grundy_scan_word(&s, "n")); /* the variable goes before a word */
    assert_non_null(grundy_scan_variable(&s, GRUNDY_INTEGER));
    assert_int_equal(scan_end(&s, "the end"), GRUNDY_OK);
    ask_close(g);
}

/* Whether a variable stands here is told by its name and its kind, and nothing is read. */
static void variables_that_stand_here(void **state)
{
    (void)state;
    scan_variable declared[] = {{.name = "n", .value = {.kind = GRUNDY_INTEGER, .integer = 5}},
                                {.name = "p", .value = {.kind = GRUNDY_PARTITION}},
                                {.name = "q", .value = {.kind = GRUNDY_PARTITION}}};
    scan_scope scope = {declared, 2}, empty = {declared, 0}; /* q is not in scope */
    scan_scope *const none[] = {&empty, NULL};
    grundy *g = ask_open();
    grundy_scanner s = scan_begin(g, "text", "n,p,q,7", &scope);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(grundy_scan_has_variable(&s, GRUNDY_INTEGER), i == 0);
        assert_int_equal(grundy_scan_has_variable(&s, GRUNDY_PARTITION), i == 1);
        assert_int_equal(grundy_scan_column(&s), 2 * i + 1);
        s.at += 2;
    }
    for (size_t i = 0; i < LENGTH(none); i++) {
        s = scan_begin(g, "text", "n", none[i]);
        assert_false(grundy_scan_has_variable(&s, GRUNDY_INTEGER));
    }
    for (size_t i = 0; i < LENGTH(declared); i++)
        assert_int_equal(declared[i].uses, 0);
    ask_close(g);
}

/* ---- quoted text ---- */

static void quoted_text(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[16];
        snprintf(text, sizeof text, byte % 2 == 0 ? "\"a\\x%02x\"" : "\"a\\x%02X\"", byte);
        grundy_scanner s = scan_begin(g, "text", text, NULL);
        grundy_buffer out = grundy_buffer_open(g);
        MUST(g, grundy_scan_quoted(&s, &out));
        assert_int_equal(out.size, 2);
        assert_true(out.data[0] == 'a' && out.data[1] == byte);
        MUST(g, scan_end(&s, "the end"));
        grundy_buffer_close(&out);
    }
    ask_close(g);
}

/* ---- words and punctuation ---- */

static void words(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_scanner s = scan_begin(g, "text", "  top tops [ ] a-b- 9", NULL);
    const char *name = NULL;
    size_t length = 0;
    assert_int_equal(grundy_scan_peek(&s), 't');
    assert_true(grundy_scan_word(&s, "top"));
    assert_false(grundy_scan_word(&s, "top"));
    assert_true(scan_name(&s, &name, &length));
    assert_true(length == 4 && strncmp(name, "tops", 4) == 0);
    assert_int_equal(grundy_scan_expect(&s, "("), GRUNDY_PARSE);
    assert_non_null(strstr(grundy_message(g), "column 12: expected '(', found '['"));
    assert_int_equal(grundy_scan_expect(&s, "["), GRUNDY_OK);
    assert_true(grundy_scan_accept(&s, "]"));
    assert_int_equal(grundy_scan_column(&s), 16);
    assert_true(scan_name(&s, &name, &length));
    assert_true(length == 3 && strncmp(name, "a-b", 3) == 0);
    assert_false(scan_name(&s, &name, &length));
    assert_true(grundy_scan_accept(&s, "-"));
    assert_false(scan_name(&s, &name, &length));
    assert_int_equal(scan_end(&s, "a letter"), GRUNDY_PARSE);
    assert_non_null(strstr(grundy_message(g), "expected a letter, found '9'"));
    ask_close(g);
}

/* Whatever stands in the text, a message is one line of printable characters. */
static void messages_are_printable(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\x01\x02", "\n\n", "\r9\n\x07z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\"", "%s%n%d"};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(texts); i++) {
        grundy_ruleset *r = NULL;
        assert_int_equal(grundy_ruleset_open(g, texts[i], &r), GRUNDY_PARSE);
        for (const char *c = grundy_message(g); *c != '\0'; c++)
            if ((unsigned char)*c < ' ')
                fail_msg("text %zu: a control character %d in the message", i, *c);
    }
    ask_close(g);
}

/* ---- ruleset expressions ---- */

static void expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } cases[] = {
        {" nim ", "nim"},
        {"octal( .07 )", "octal(0.07)"},
        {"octal(4.0F)", "octal(4.0f)"},
        {"subtraction( 1 .. 3 , 7 )", "subtraction(1..3,7)"},
        {"subtraction(2*3,(1+1))", "subtraction(6,2)"},
        {"push ( nim , push(wythoff,nim) )", "push(nim,push(wythoff,nim))"},
        {"sum(nim,sum(kayles,dawsons-kayles))", "sum(nim,sum(kayles,dawsons-kayles))"},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grundy_ruleset *r = ask_ruleset(g, cases[i].text);
        assert_string_equal(grundy_ruleset_name(r), cases[i].name);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static void expressions_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "column 1: expected the name of a ruleset"},
        {"7", "column 1: expected the name of a ruleset"},
        {"nimm", "column 1: no ruleset is called 'nimm'"},
        {"nim nim", "column 5: expected '(' or the end, found 'nim'"},
        {"nim()", "column 1: nim takes no arguments"},
        {"nim(", "column 5:"},
        {"nim(3", "column 6: expected ',' or ')', found the end"},
        {"push(nim,,nim)", "column 10:"},
        {"push(nim)", "column 1: push needs two rulesets"},
        {"push(nim,3)", "column 10: expected the name of a ruleset"},
        {"push(push(nim,nim),nim)", "column 6: compounds nest to the right"},
        {"sum()", "column 1: sum needs rulesets"},
        {"sum(nim,sum(kayles,oops))", "column 20: no ruleset is called 'oops'"},
        {"subtraction", "column 1: subtraction needs"},
        {"subtraction(0)", "column 13: a move takes at least 1"},
        {"subtraction(3..2)", "column 13: the range 3..2 is empty"},
        {"subtraction(2,9999999999)", "column 15: 9999999999 is too large"},
        {"subtraction(nim)", "column 13: expected a number or a range"},
        {"subtraction(1..1000000,1..1000000,1..1000000)", "too many numbers"},
        {"octal(7)", "column 7: octal needs one code"},
        {"octal(0.7,0.7)", "octal needs one code"},
        {"octal(0.9x)", "column 7: 'x' in the code 0.9x is no digit"},
        {"octal(1.7)", "column 7: the digit before the point is 1"},
        {"octal(12.7)", "column 7: expected one digit before the point"},
        {"kayles(1)", "kayles takes no arguments"},
        {"sum(\"nim", "column 5: the text has no closing"},
        {"sum(nim))", "column 9: expected the end, found ')'"},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grundy_ruleset *r = NULL;
        grundy_status status = grundy_ruleset_open(g, cases[i].text, &r);
        if (status != GRUNDY_PARSE || r != NULL || strstr(grundy_message(g), cases[i].message) == NULL)
            fail_msg("'%s': expected '%s' in '%s'", cases[i].text, cases[i].message, grundy_message(g));
        assert_int_equal(grundy_memory(g), 0);
    }
    ask_close(g);
}

static void deep_expressions(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t depth = 1; depth <= 50000; depth = depth < 40 ? depth + 1 : depth * 10) {
        char *text = calloc(5 * depth + 8, 1);
        assert_non_null(text);
        for (size_t i = 0; i < depth; i++)
            memcpy(text + 4 * i, "sum(", 4);
        memcpy(text + 4 * depth, "nim", 3);
        memset(text + 4 * depth + 3, ')', depth);
        grundy_ruleset *r = NULL;
        grundy_status status = grundy_ruleset_open(g, text, &r);
        assert_int_equal(status, depth <= 32 ? GRUNDY_OK : GRUNDY_PARSE);
        grundy_ruleset_close(r);
        free(text);
    }
    ask_close(g);
}

/* Expressions with a few characters changed are read or refused, and nothing else. */
static void garbled_expressions(void **state)
{
    (void)state;
    static const char *const sources[] = {"push(nim,push(euclid,wythoff))", "subtraction(1..3,2*4)", "octal(4.07)",
                                          "sum(kayles,nim,push-either(nim,euclid))"};
    static const char alphabet[] = "(),.0123456789\"-+*abnimpush \x80\x01";
    grundy *g = ask_open();
    unsigned refused = 0, opened = 0;
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", sources[i % LENGTH(sources)]);
        for (uint64_t edits = 1 + grundy_random(&seed) % 3; edits > 0; edits--)
            text[grundy_random(&seed) % strlen(text)] = alphabet[grundy_random(&seed) % (sizeof alphabet - 1)];
        grundy_ruleset *r = NULL;
        grundy_status status = grundy_ruleset_open(g, text, &r);
        if (status == GRUNDY_OK) {
            grundy_ruleset *again = ask_ruleset(g, grundy_ruleset_name(r));
            assert_string_equal(grundy_ruleset_name(again), grundy_ruleset_name(r));
            grundy_ruleset_close(again);
            opened++;
        } else {
            if (status != GRUNDY_PARSE || *grundy_message(g) == '\0')
                fail_msg("'%s': %s '%s'", text, grundy_status_text(status), grundy_message(g));
            refused++;
        }
        grundy_ruleset_close(r);
    }
    assert_true(opened > 500 && refused > 5000);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(integers_refused),
        cmocka_unit_test(bounds),
        cmocka_unit_test(signed_integers),
        cmocka_unit_test(random_arithmetic),
        cmocka_unit_test(nesting),
        cmocka_unit_test(variables),
        cmocka_unit_test(variables_that_stand_here),
        cmocka_unit_test(quoted_text),
        cmocka_unit_test(words),
        cmocka_unit_test(messages_are_printable),
        cmocka_unit_test(expressions),
        cmocka_unit_test(expressions_refused),
        cmocka_unit_test(deep_expressions),
        cmocka_unit_test(garbled_expressions),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
