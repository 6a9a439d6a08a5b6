/* Nim on boxes: closed form, search and brute force on all boxes up to 5x5x5 and on sums, normal and misere; moves to a
 * given value against trying all moves. */
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
static grundy_ruleset *r;
static grundy_solver *formula[4], *search[4], *brute[4]; /* by question */
static uint64_t seed = 3;

static void ok(grundy_status status)
{
    if (status != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
}

static uint64_t solve(grundy_solver *s, const grundy_buffer *position)
{
    grundy_answer answer;
    ok(grundy_solve(s, grundy_buffer_bytes(position), &answer));
    return answer.value;
}

static void check(const char *text)
{
    grundy_buffer position = grundy_buffer_open(g), printed = grundy_buffer_open(g);
    ok(grundy_position_parse(g, r, text, &position));
    ok(grundy_position_print(g, r, grundy_buffer_bytes(&position), &printed));
    assert_string_equal(grundy_buffer_text(&printed), text);
    for (unsigned q = 0; q < 4; q++) {
        uint64_t closed = solve(formula[q], &position);
        if (closed != solve(search[q], &position) || closed != solve(brute[q], &position))
            fail_msg("%s: the ways differ on question %u", text, q);
    }
    grundy_buffer_close(&position);
    grundy_buffer_close(&printed);
}

static void boxes(void **state)
{
    (void)state;
    char text[64];
    for (unsigned a = 0; a <= 5; a++)
        for (unsigned b = 0; b <= 5; b++)
            for (unsigned c = 0; c <= 5; c++) {
                snprintf(text, sizeof text, "<%u,%u,%u>", a, b, c);
                check(text);
            }
}

static void sums(void **state)
{
    (void)state;
    char text[64];
    for (unsigned i = 0; i < 150; i++) {
        unsigned side[4];
        for (unsigned k = 0; k < 4; k++)
            side[k] = (unsigned)(grundy_random(&seed) % 5);
        snprintf(text, sizeof text, "<%u,%u> + <%u> + <%u,1>", side[0], side[1], side[2], side[3]);
        check(text);
    }
}

static void moves(void **state)
{
    (void)state;
    char text[64];
    for (unsigned i = 0; i < 400; i++) {
        grundy_buffer position = grundy_buffer_open(g), move = grundy_buffer_open(g), moved = grundy_buffer_open(g);
        snprintf(text, sizeof text, "<%u,%u,%u>", (unsigned)(grundy_random(&seed) % 9),
                 (unsigned)(grundy_random(&seed) % 9), (unsigned)(grundy_random(&seed) % 9));
        ok(grundy_position_parse(g, r, text, &position));
        uint64_t value = solve(formula[GRUNDY_VALUE], &position);
        grundy_bytes rest = grundy_buffer_bytes(&position), summand;
        position_next(&rest, &summand);
        for (uint64_t target = 0; target <= value; target++) {
            move.size = moved.size = 0;
            grundy_status status = r->family->winning_move(g, r, summand, target, &move);
            assert_int_equal(status, target < value ? GRUNDY_OK : GRUNDY_DOMAIN);
            if (status != GRUNDY_OK)
                break;
            ok(position_add(&moved, grundy_buffer_bytes(&move)));
            assert_int_equal(solve(formula[GRUNDY_VALUE], &moved), target);
            grundy_list options = grundy_list_open(g);
            bool listed = false;
            ok(grundy_position_options(g, r, grundy_buffer_bytes(&position), &options));
            for (size_t k = 0; k < grundy_list_count(&options); k++)
                listed = listed || (grundy_list_at(&options, k).size == moved.size &&
                                    memcmp(grundy_list_at(&options, k).data, moved.data, moved.size) == 0);
            assert_true(listed);
            grundy_list_close(&options);
        }
        grundy_buffer_close(&position);
        grundy_buffer_close(&move);
        grundy_buffer_close(&moved);
    }
}

static void bad_input(void **state)
{
    (void)state;
    static const char *const bad[] = {"<>", "<3", "3", "<-1>", "<4611686018427387905>", "<1,>"};
    grundy_buffer position = grundy_buffer_open(g);
    for (size_t i = 0; i < GRUNDY_COUNT(bad); i++)
        assert_int_equal(grundy_position_parse(g, r, bad[i], &position), GRUNDY_PARSE);
    grundy_buffer_close(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(sums),
        cmocka_unit_test(moves),
        cmocka_unit_test(bad_input),
    };
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK)
        return 1;
    ok(grundy_ruleset_open(g, "rnim", &r));
    for (unsigned q = 0; q < 4; q++) {
        ok(grundy_solver_open(g, r, (grundy_question)q, GRUNDY_FORMULA, &formula[q]));
        ok(grundy_solver_open(g, r, (grundy_question)q, GRUNDY_SEARCH, &search[q]));
        ok(grundy_solver_open(g, r, (grundy_question)q, GRUNDY_BRUTE, &brute[q]));
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (unsigned q = 0; q < 4; q++) {
        grundy_solver_close(formula[q]);
        grundy_solver_close(search[q]);
        grundy_solver_close(brute[q]);
    }
    grundy_ruleset_close(r);
    assert_int_equal(grundy_memory(g), 0);
    grundy_close(g);
    return failed;
}
