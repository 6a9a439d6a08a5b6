/* Welter, turning turtles and inset games: closed form, search and brute force on all positions with balls below 10,
 * and winning moves against trying all moves. */
#include "base/handle.h"
#include "rulesets/ruleset.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static grundy *g;

static void ok(grundy_status status)
{
    if (status != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
}

static void braces(unsigned set, grundy_buffer *text)
{
    text->size = 0;
    ok(grundy_append(text, "{", 1));
    for (unsigned i = 0, first = 1; i < 32; i++)
        if (set >> i & 1) {
            ok(grundy_appendf(text, "%s%u", first ? "" : ",", i));
            first = 0;
        }
    ok(grundy_append(text, "}", 1));
}

static uint64_t solve(grundy_solver *s, grundy_bytes position)
{
    grundy_answer answer;
    ok(grundy_solve(s, position, &answer));
    return answer.value;
}

/* An option of every value below the position's own, and it is one. */
static void check_moves(const grundy_ruleset *r, grundy_solver *s, grundy_bytes position, uint64_t value)
{
    grundy_bytes rest = position, summand;
    position_next(&rest, &summand);
    grundy_list options = grundy_list_open(g);
    grundy_buffer move = grundy_buffer_open(g), moved = grundy_buffer_open(g);
    ok(grundy_position_options(g, r, position, &options));
    for (uint64_t target = 0; target <= value; target++) {
        move.size = moved.size = 0;
        grundy_status status = grundy_ruleset_family(r)->winning_move(g, r, summand, target, &move);
        assert_int_equal(status, target < value ? GRUNDY_OK : GRUNDY_DOMAIN);
        if (target == value)
            break;
        ok(position_add(&moved, grundy_buffer_bytes(&move)));
        assert_int_equal(solve(s, grundy_buffer_bytes(&moved)), target);
        bool listed = false;
        for (size_t i = 0; i < grundy_list_count(&options); i++) {
            grundy_bytes option = grundy_list_at(&options, i);
            listed = listed || (option.size == moved.size && memcmp(option.data, moved.data, moved.size) == 0);
        }
        assert_true(listed);
    }
    grundy_list_close(&options);
    grundy_buffer_close(&move);
    grundy_buffer_close(&moved);
}

static bool fits(unsigned count, int kind)
{
    return kind == 0 ? true : kind == 1 ? count % 2 == 1 : count == 1 || count == (unsigned)kind;
}

/* kind 0: welter; 1: turtles; N: inset(N) */
static void check_game(const char *ruleset, int kind)
{
    grundy_ruleset *r;
    grundy_solver *methods[3];
    static const grundy_method which[] = {GRUNDY_FORMULA, GRUNDY_SEARCH, GRUNDY_BRUTE};
    grundy_buffer text = grundy_buffer_open(g), position = grundy_buffer_open(g), printed = grundy_buffer_open(g);
    ok(grundy_ruleset_open(g, ruleset, &r));
    for (size_t i = 0; i < 3; i++)
        ok(grundy_solver_open(g, r, GRUNDY_VALUE, which[i], &methods[i]));
    for (unsigned set = 0; set < 1024; set++) {
        braces(set, &text);
        position.size = printed.size = 0;
        grundy_status status = grundy_position_parse(g, r, grundy_buffer_text(&text), &position);
        assert_int_equal(status, fits((unsigned)__builtin_popcount(set), kind) ? GRUNDY_OK : GRUNDY_PARSE);
        if (status != GRUNDY_OK)
            continue;
        ok(grundy_position_print(g, r, grundy_buffer_bytes(&position), &printed));
        assert_string_equal(grundy_buffer_text(&printed), grundy_buffer_text(&text));
        uint64_t value = solve(methods[0], grundy_buffer_bytes(&position));
        for (size_t i = 1; i < 3; i++)
            if (solve(methods[i], grundy_buffer_bytes(&position)) != value)
                fail_msg("%s %s: %s differs from %" PRIu64, ruleset, grundy_buffer_text(&text),
                         grundy_method_word(which[i]), value);
        check_moves(r, methods[0], grundy_buffer_bytes(&position), value);
    }
    for (size_t i = 0; i < 3; i++)
        grundy_solver_close(methods[i]);
    grundy_ruleset_close(r);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
    grundy_buffer_close(&printed);
}

static void welter(void **state)
{
    (void)state;
    check_game("welter", 0);
}

static void turtles(void **state)
{
    (void)state;
    check_game("turtles", 1);
}

static void inset(void **state)
{
    (void)state;
    check_game("inset(2)", 2);
    check_game("inset(3)", 3);
    check_game("inset(4)", 4);
    check_game("inset(5)", 5);
    check_game("inset(6)", 6);
}

/* Misere values by two searches: the canonical form drops the balls that cannot move. */
static void misere_welter(void **state)
{
    (void)state;
    grundy_ruleset *r;
    grundy_solver *search, *brute;
    grundy_buffer text = grundy_buffer_open(g), position = grundy_buffer_open(g);
    ok(grundy_ruleset_open(g, "welter", &r));
    ok(grundy_solver_open(g, r, GRUNDY_MISERE_VALUE, GRUNDY_AUTO, &search));
    ok(grundy_solver_open(g, r, GRUNDY_MISERE_VALUE, GRUNDY_BRUTE, &brute));
    for (unsigned set = 0; set < 1024; set++) {
        braces(set, &text);
        position.size = 0;
        ok(grundy_position_parse(g, r, grundy_buffer_text(&text), &position));
        assert_int_equal(solve(search, grundy_buffer_bytes(&position)), solve(brute, grundy_buffer_bytes(&position)));
    }
    grundy_solver_close(search);
    grundy_solver_close(brute);
    grundy_ruleset_close(r);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
}

static void bad_input(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"welter", "{3,3}"},  {"welter", "{3"},      {"welter", "3"},  {"welter", "{4611686018427387905}"},
        {"turtles", "{1,2}"}, {"inset(4)", "{1,2}"}, {"inset", "{1}"}, {"inset(1)", "{1}"},
        {"welter", "{-1}"},
    };
    for (size_t i = 0; i < GRUNDY_COUNT(bad); i++) {
        uint64_t value;
        assert_int_equal(grundy_value(g, bad[i][0], bad[i][1], &value), GRUNDY_PARSE);
        assert_non_null(strstr(grundy_message(g), "column"));
    }
}

/* A million balls: the value by the trie against pairs that share low bits, and no list of options. */
static void many_balls(void **state)
{
    (void)state;
    grundy_buffer text = grundy_buffer_open(g);
    uint64_t seed = 7, value;
    ok(grundy_append(&text, "{", 1));
    for (uint64_t i = 0; i < 1000000; i++)
        ok(grundy_appendf(&text, "%s%" PRIu64, i == 0 ? "" : ",", (grundy_random(&seed) >> 22 << 20) + i));
    ok(grundy_append(&text, "}", 1));
    ok(grundy_value(g, "welter", grundy_buffer_text(&text), &value));
    ok(grundy_value(g, "inset(1000000)", grundy_buffer_text(&text), &value));
    grundy_buffer_close(&text);
    grundy_ruleset *r;
    grundy_list options = grundy_list_open(g);
    grundy_buffer position = grundy_buffer_open(g);
    ok(grundy_ruleset_open(g, "welter", &r));
    ok(grundy_position_parse(g, r, "{4611686018427387904,5}", &position));
    assert_int_equal(grundy_position_options(g, r, grundy_buffer_bytes(&position), &options), GRUNDY_LIMIT);
    grundy_list_close(&options);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(welter),        cmocka_unit_test(turtles),   cmocka_unit_test(inset),
        cmocka_unit_test(misere_welter), cmocka_unit_test(bad_input), cmocka_unit_test(many_balls),
    };
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    assert_int_equal(grundy_memory(g), 0);
    grundy_close(g);
    return failed;
}
