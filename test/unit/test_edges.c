/* Numbers at the edges: beside 2^8, 2^16, 2^31, 2^32, 2^53, 2^63 and 2^64 an answer is right or refused, never wrapped.
 *
 * For every ruleset: a position whose numbers are at an edge is refused in one line, or it is printed as it was written
 * (a number that wraps is printed as another) and every way to a value that answers answers alike. Where a closed form is
 * known from a paper it is written down here a second time. */
#include <stdlib.h>

#include "asking.h"
#include "rulesets/ruleset.h"

static const uint64_t edges[] = {
    UINT64_C(0x7e),
    UINT64_C(0x7f),
    UINT64_C(0x80),
    UINT64_C(0xff),
    UINT64_C(0x100),
    UINT64_C(0x3fff),
    UINT64_C(0x4000),
    UINT64_C(0xffff),
    UINT64_C(0x10000),
    UINT64_C(0x10001),
    UINT64_C(0x7fffffff),
    UINT64_C(0x80000000),
    UINT64_C(0x80000001),
    UINT64_C(0xffffffff),
    UINT64_C(0x100000000),
    UINT64_C(0x100000001),
    UINT64_C(0x1fffffffffffff),
    UINT64_C(0x20000000000000),
    UINT64_C(0x20000000000001),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_C(0x8000000000000001),
    UINT64_C(0xfffffffffffffffe),
    UINT64_C(0xffffffffffffffff),
};

/* Too large for 64 bits; wrapped they would be 0, 1 and 5. */
static const char *const beyond[] = {"18446744073709551616", "18446744073709551617", "18446744073709551621",
                                     "340282366920938463463374607431768211456"};

/* Positions with a number put in for %s; up to two places. */
static const struct {
    const char *ruleset, *position;
} shapes[] = {
    {"nim", "%s,5"},
    {"nim", "%s,%s"},
    {"wythoff", "%s,3"},
    {"wythoff", "%s,%s"},
    {"euclid", "%s,3"},
    {"euclid", "%s,%s"},
    {"zeruclid", "1,%s,2"},
    {"zeruclid", "%s,%s"},
    {"subtraction(1..3)", "%s"},
    {"subtraction(2,5,7)", "%s"},
    {"octal(0.07)", "%s"},
    {"octal(0.137)", "%s"},
    {"octal(4.07)", "%s"},
    {"kayles", "%s"},
    {"dawsons-kayles", "%s"},
    {"grundys-game", "%s"},
    {"welter", "{2,%s}"},
    {"welter", "{0,1,%s}"},
    {"turtles", "{%s}"},
    {"turtles", "{1,2,%s}"},
    {"inset(2)", "{1,%s}"},
    {"inset(4)", "{0,1,2,%s}"},
    {"pnim", "[%s]"},
    {"pnim", "[3,2^%s]"},
    {"pnim", "[2^%s]"},
    {"rnim", "<%s,3>"},
    {"rnim", "<%s,%s,2>"},
    {"hooks", "[%s]"},
    {"hooks", "[1^%s]"},
    {"lctr", "[%s,1]"},
    {"crim", "[%s]"},
    {"chess(rook)", "[%s]"},
    {"cram", "1x%s"},
    {"cram", "%sx%s"},
    {"domineering-rows", "1x%s"},
    {"domineering-columns", "%sx3"},
    {"push-cram", "%sx2"},
    {"sum(nim,kayles)", "%s | 3"},
    {"push(nim,euclid)", "%s,2"},
    {"push(subtraction(1..2),subtraction(2,3))", "%s"},
    {"push(kayles,nim)", "2:%s"},
    {"push-after(nim,wythoff)", "%s,1"},
    {"conjoined(nim,kayles)", "2:%s"},
    {"turtles(chain(9))", "%s"},
    {"ruler(divisors(36))", "%s"},
    {"ruler(boolean(3))", "{{1},{%s}}"},
    {"ruler(setpartitions(4))", "[%s]"},
    {"ruler(setpartitions(4))", "%s"},
    {"ruler(asm(4))", "(0,0,%s)"},
    {"ruler(asm(4))", "(%s,0,0)"},
    {"ruler(subspaces(2,3))", "dim=%s"},
    {"mock-turtles", "{%s}"},
    {"mogul", "{%s}"},
    {"moidores", "{0,%s}"},
    {"product(ruler(chain(3)),turtles(chain(3)))", "(%s,1)"},
};

/* Rulesets with a number at an edge; a wrapped one would be a small ruleset, and quick to open. */
static const char *const expressions[] = {
    "subtraction(%s)",    "subtraction(1..%s)",       "inset(%s)",
    "turtles(chain(%s))", "ruler(chain(%s))",         "ruler(divisors(%s))",
    "ruler(boolean(%s))", "ruler(subspaces(%s,2))",   "ruler(subspaces(2,%s))",
    "ideal(asm(%s))",     "ruler(setpartitions(%s))", "turtles(product(chain(%s),chain(%s)))",
};

typedef struct {
    char text[200];
} filled;

static filled fill_in(const char *shape, const char *number)
{
    filled f;
    size_t length = 0;
    for (; *shape != '\0' && length + 1 < sizeof f.text; shape++)
        if (shape[0] == '%' && shape[1] == 's') {
            length += (size_t)snprintf(f.text + length, sizeof f.text - length, "%s", number);
            shape++;
        } else {
            f.text[length++] = *shape;
        }
    f.text[length] = '\0';
    return f;
}

static void set_patience(grundy *g)
{
    grundy_limits limits = {.memory = 128 << 20, .seconds = 0.02};
    grundy_set_limits(g, &limits);
}

static void expect_refusal(grundy *g, grundy_status status, const char *ruleset, const char *text)
{
    if (status == GRUNDY_ABSENT)
        print_message("skipped: %s: %s\n", ruleset, grundy_message(g));
    else if (status != GRUNDY_PARSE && status != GRUNDY_LIMIT && status != GRUNDY_DOMAIN)
        fail_msg("%s %s: %s (%s)", ruleset, text, grundy_status_text(status), grundy_message(g));
    if (*grundy_message(g) == '\0')
        fail_msg("%s %s is refused without a word", ruleset, text);
}

/* Does the number stand in the text, by itself? */
static bool has_number(const char *text, const char *number)
{
    size_t length = strlen(number);
    for (const char *at = text; (at = strstr(at, number)) != NULL; at++)
        if ((at == text || at[-1] < '0' || at[-1] > '9') && (at[length] < '0' || at[length] > '9'))
            return true;
    return false;
}

/* Which ways have given up at a smaller number of the same shape: they are not tried again. */
typedef struct {
    bool by[4][GRUNDY_ALL + 1];
} hopeless;

/* Ways that answer answer alike. */
static void compare_ways(grundy *g, const grundy_ruleset *r, grundy_bytes position, const char *text,
                         hopeless *given_up)
{
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        uint64_t first = 0, value = 0;
        bool known = false;
        for (int m = GRUNDY_AUTO; m <= GRUNDY_SEARCH; m++) {
            if (given_up->by[q][m])
                continue;
            set_patience(g);
            grundy_status status = ask(g, r, position, (grundy_question)q, (grundy_method)m, &value);
            if (status != GRUNDY_OK) {
                expect_refusal(g, status, grundy_ruleset_name(r), text);
                given_up->by[q][m] = true;
                continue;
            }
            if (known && value != first)
                fail_msg("%s %s, %s: %" PRIu64 " or %" PRIu64, grundy_ruleset_name(r), text,
                         question_word((grundy_question)q), first, value);
            first = value;
            known = true;
        }
    }
}

static void try_position(grundy *g, const grundy_ruleset *r, const char *shape, const char *number, hopeless *given_up)
{
    filled text = fill_in(shape, number);
    grundy_buffer position = grundy_buffer_open(g), printed = grundy_buffer_open(g);
    set_patience(g);
    grundy_status status = grundy_position_parse(g, r, text.text, &position);
    if (status != GRUNDY_OK) {
        expect_refusal(g, status, grundy_ruleset_name(r), text.text);
    } else if (given_up == NULL) {
        fail_msg("%s %s is taken", grundy_ruleset_name(r), text.text);
    } else {
        MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&position), &printed));
        if (!has_number(grundy_buffer_text(&printed), number) && strchr(grundy_buffer_text(&printed), '#') == NULL &&
            strchr(grundy_buffer_text(&printed), '|') == NULL && strchr(grundy_buffer_text(&printed), '/') == NULL)
            fail_msg("%s %s is printed as %s", grundy_ruleset_name(r), text.text, grundy_buffer_text(&printed));
        compare_ways(g, r, grundy_buffer_bytes(&position), text.text, given_up);
    }
    grundy_buffer_close(&printed);
    grundy_buffer_close(&position);
}

static void positions(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        char number[24];
        hopeless given_up = {0};
        grundy_ruleset *r = ask_ruleset(g, shapes[i].ruleset);
        for (size_t k = 0; k < LENGTH(edges); k++) {
            snprintf(number, sizeof number, "%" PRIu64, edges[k]);
            try_position(g, r, shapes[i].position, number, &given_up);
        }
        for (size_t k = 0; k < LENGTH(beyond); k++)
            try_position(g, r, shapes[i].position, beyond[k], NULL);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static void rulesets(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(expressions); i++)
        for (size_t k = 0; k < LENGTH(edges) + LENGTH(beyond); k++) {
            char number[48];
            grundy_ruleset *r = NULL;
            if (k < LENGTH(edges))
                snprintf(number, sizeof number, "%" PRIu64, edges[k]);
            else
                snprintf(number, sizeof number, "%s", beyond[k - LENGTH(edges)]);
            filled text = fill_in(expressions[i], number);
            set_patience(g);
            grundy_status status = grundy_ruleset_open(g, text.text, &r);
            if (status != GRUNDY_OK)
                expect_refusal(g, status, text.text, "");
            else if (k >= LENGTH(edges))
                fail_msg("%s is opened", text.text);
            else if (!has_number(grundy_ruleset_name(r), number))
                fail_msg("%s is called %s", text.text, grundy_ruleset_name(r));
            grundy_ruleset_close(r);
        }
    ask_close(g);
}

/* ---- values that are known ---- */

static void want_value(grundy *g, const char *ruleset, uint64_t expected, const char *format, uint64_t a, uint64_t b)
{
    char text[100];
    uint64_t value = 0;
    snprintf(text, sizeof text, format, (unsigned long long)a, (unsigned long long)b);
    set_patience(g);
    grundy_status status = grundy_value(g, ruleset, text, &value);
    if (status != GRUNDY_OK)
        fail_msg("%s %s: %s", ruleset, text, grundy_message(g));
    if (value != expected)
        fail_msg("%s %s: %" PRIu64 " instead of %" PRIu64, ruleset, text, value, expected);
}

__extension__ typedef unsigned __int128 wide;

/* Nivasch: the floor of |a/b - b/a|. With a = qb + r it is q if ra >= b^2, else q - 1. */
static uint64_t euclid_value(uint64_t a, uint64_t b)
{
    uint64_t larger = a > b ? a : b, smaller = a > b ? b : a;
    bool enough = (wide)(larger % smaller) * larger >= (wide)smaller * smaller;
    return larger / smaller - !enough;
}

/* Closed forms, written down a second time: Bouton; Nivasch; the period of a subtraction game;
 * Welter's function of two balls is one less than their nim-sum. */
static void known_values(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(edges); i++) {
        uint64_t n = edges[i];
        want_value(g, "nim", n, "%llu", n, 0);
        want_value(g, "subtraction(1..3)", n % 4, "%llu", n, 0);
        for (size_t k = 0; k < LENGTH(edges); k++) {
            uint64_t m = edges[k];
            want_value(g, "nim", n ^ m, "%llu,%llu", n, m);
            want_value(g, "sum(nim,nim)", n ^ m, "%llu | %llu", n, m);
            want_value(g, "euclid", euclid_value(n, m), "%llu,%llu", n, m);
            if (n != m && (n | m) >> 62 == 0) /* larger places are refused */
                want_value(g, "welter", (n ^ m) - 1, "{%llu,%llu}", n, m);
        }
    }
    ask_close(g);
}

/* Values that need more than 8 bits, by search and by brute force. */
static void wide_values(void **state)
{
    (void)state;
    grundy *g = ask_open();
    static const uint64_t heaps[] = {254, 255, 256, 257, 300};
    for (size_t i = 0; i < LENGTH(heaps); i++)
        for (int m = GRUNDY_SEARCH; m <= GRUNDY_BRUTE; m++) {
            char text[32];
            uint64_t value = 0;
            grundy_ruleset *r = ask_ruleset(g, "nim");
            snprintf(text, sizeof text, "%" PRIu64, heaps[i]);
            grundy_buffer position = ask_position(g, r, text);
            grundy_set_limits(g, &(grundy_limits){.seconds = 2});
            grundy_status status = ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, (grundy_method)m, &value);
            if (status == GRUNDY_OK)
                assert_int_equal(value, heaps[i]);
            else
                expect_refusal(g, status, "nim", text);
            grundy_buffer_close(&position);
            grundy_ruleset_close(r);
        }
    ask_close(g);
}

/* ---- arithmetic in templates ---- */

static void arithmetic(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool right;
        uint64_t value;
    } sums[] = {
        {"(18446744073709551615)", true, UINT64_MAX},
        {"(18446744073709551614+1)", true, UINT64_MAX},
        {"(18446744073709551615+1)", false, 0},
        {"(18446744073709551615+1-1)", true, UINT64_MAX},
        {"(4294967296*4294967295)", true, UINT64_C(0xffffffff00000000)},
        {"(4294967296*4294967296)", false, 0},
        {"(4294967296*4294967296*4294967296*4294967296*0)", false, 0},
        {"(0-1)", false, 0},
        {"(3-18446744073709551615)", false, 0},
        {"(5-(2-1))", true, 4},
        {"(9223372036854775807+9223372036854775808)", true, UINT64_MAX},
        {"(9223372036854775808*2)", false, 0},
        {"(9223372036854775808*2-1)", true, UINT64_MAX},
        {"(18446744073709551615*18446744073709551615*18446744073709551615)", false, 0},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(sums); i++) {
        uint64_t value = 0;
        grundy_status status = grundy_value(g, "nim", sums[i].text, &value);
        if (status == GRUNDY_OK && (!sums[i].right || value != sums[i].value))
            fail_msg("%s is taken for %" PRIu64, sums[i].text, value);
        if (status != GRUNDY_OK)
            expect_refusal(g, status, "nim", sums[i].text);
        if (status != GRUNDY_OK && sums[i].right && strstr(sums[i].text, "*2-1") == NULL &&
            strstr(sums[i].text, "+1-1") == NULL)
            fail_msg("%s is refused: %s", sums[i].text, grundy_message(g));
    }
    ask_close(g);
}

/* Domains at the edges: the first row is right, or the table is refused. */
static void domains(void **state)
{
    (void)state;
    static const char *const variables[] = {
        "n=9223372036854775806..9223372036854775807",   "n=18446744073709551614..18446744073709551615",
        "n=9223372036854775807..9223372036854775809",   "n=0..18446744073709551616",
        "n=18446744073709551616..18446744073709551617", "n=0-9223372036854775808..0",
        "n=partitions(18446744073709551615)",           "n=subsets(0..18446744073709551615,2)"};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(variables); i++) {
        const grundy_table_request request = {
            .ruleset = "nim", .position = "n", .variables = &variables[i], .count = 1};
        grundy_table *t = NULL;
        grundy_answer answer = {0};
        bool more = false;
        set_patience(g);
        grundy_status status = grundy_table_open(g, &request, &t);
        if (status == GRUNDY_OK)
            status = grundy_table_next(t, &answer, &more);
        if (status != GRUNDY_OK)
            expect_refusal(g, status, "nim", variables[i]);
        else if (more && i < 5 && answer.value != strtoull(variables[i] + 2, NULL, 10))
            fail_msg("%s begins with %" PRIu64, variables[i], answer.value);
        grundy_table_close(t);
    }
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions),   cmocka_unit_test(rulesets),   cmocka_unit_test(known_values),
        cmocka_unit_test(wide_values), cmocka_unit_test(arithmetic), cmocka_unit_test(domains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
