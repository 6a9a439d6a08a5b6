/* What happens without memory: the ways to a value, for each family of the table and each method. */
#include "rulesets/ruleset.h"
#include "starving.h"

/* ---- tasks ---- */

/* Open, read, print, list the options. */
static grundy_status positions_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g);
    grundy_list options = grundy_list_open(g);
    grundy_status status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, data->position, &position);
    if (status == GRUNDY_OK)
        status = grundy_position_print(g, r, grundy_buffer_bytes(&position), &text);
    if (status == GRUNDY_OK)
        status = grundy_position_options(g, r, grundy_buffer_bytes(&position), &options);
    if (status == GRUNDY_OK)
        snprintf(result, size, "%s, %zu options", grundy_buffer_text(&text), grundy_list_count(&options));
    grundy_list_close(&options);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

/* Open, take a small random position, solve it. */
static grundy_status solve_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    uint64_t seed = 7;
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status == GRUNDY_OK && data->position != NULL)
        status = grundy_position_parse(g, r, data->position, &position);
    else if (status == GRUNDY_OK)
        status = grundy_position_random(g, r, &seed, 3, &position);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, data->question, data->method, &s);
    if (status == GRUNDY_OK)
        grundy_solver_explain(s, true);
    if (status == GRUNDY_OK)
        status = grundy_solver_expect(s, grundy_buffer_bytes(&position));
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    if (status == GRUNDY_OK)
        snprintf(result, size, "%" PRIu64, answer.value);
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status period_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_period p = {0};
    grundy_status status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_find_period(g, r, data->question, 60, &p);
    if (status == GRUNDY_OK)
        snprintf(result, size, "%" PRIu64 " %" PRIu64 " %d", p.preperiod, p.period, p.proved);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status table_task(grundy *g, const task_data *data, char *result, size_t size)
{
    static const char *const variables[] = {"a=0..3", "b=a..4"};
    grundy_table_request request = {.ruleset = data->ruleset,
                                    .position = data->position,
                                    .variables = variables,
                                    .count = 2,
                                    .question = data->question,
                                    .method = data->method};
    grundy_table *t = NULL;
    grundy_buffer text = grundy_buffer_open(g);
    bool more = true;
    grundy_status status = grundy_table_open(g, &request, &t);
    while (status == GRUNDY_OK && more) {
        grundy_answer answer = {0};
        status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_OK && more)
            status = grundy_appendf(&text, "%" PRIu64 " ", answer.value);
    }
    if (status == GRUNDY_OK)
        snprintf(result, size, "%s", grundy_buffer_text(&text));
    grundy_table_close(t);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status calculate_task(grundy *g, const task_data *data, char *result, size_t size)
{
    uint64_t value = 0;
    grundy_status status = grundy_calculate(g, data->position, &value);
    if (status == GRUNDY_OK)
        snprintf(result, size, "%" PRIu64, value);
    return status;
}

/* ---- the tests ---- */

static void positions_of_each_family(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        const task_data data = {.ruleset = f->example_ruleset, .position = f->example_position};
        if (!starve_within(60, positions_task, &data))
            fail_msg("the example of %s cannot be read", f->name);
    }
}

/* Small positions from the generator; the example where there is none. */
static void values_of_each_family(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        unsigned done = 0;
        for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++)
            for (int m = GRUNDY_AUTO; m <= GRUNDY_ALL; m++) {
                const task_data data = {.ruleset = f->example_ruleset,
                                        .position = f->random == NULL ? f->example_position : NULL,
                                        .question = (grundy_question)q,
                                        .method = (grundy_method)m};
                done += starve(solve_task, &data);
            }
        if (done == 0)
            fail_msg("nothing could be solved for %s", f->name);
    }
}

static void compounds(void **state)
{
    (void)state;
    static const char *const tasks[][2] = {
        {"push(nim,push(wythoff,nim))", "2,1"},
        {"push(kayles,kayles)", "4 + 2:3"},
        {"sum(push(nim,euclid),sum(kayles,nim))", "1,2 | 3 | 2"},
        {"push-either(octal(0.137),nim)", "4"},
        {"conjoined(subtraction(2,3),nim)", "4,1"},
        {"octal(0.f)", "6 + 3"},
        {"zeruclid", "2,3,4"},
        {"nim", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2"},
    };
    for (size_t i = 0; i < LENGTH(tasks); i++)
        for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
            const task_data data = {.ruleset = tasks[i][0], .position = tasks[i][1], .question = (grundy_question)q};
            task_data search = data;
            search.method = GRUNDY_SEARCH;
            starve_surely(positions_task, &data);
            starve_surely(solve_task, &data);
            starve_surely(solve_task, &search);
        }
}

static void periods(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"octal(0.3)",
                                           "kayles",
                                           "subtraction(1,3,4)",
                                           "nim",
                                           "grundys-game",
                                           "push(subtraction(1..2),subtraction(2,3))",
                                           "conjoined(subtraction(2,3),nim)"};
    for (size_t i = 0; i < LENGTH(rulesets); i++)
        for (int q = GRUNDY_VALUE; q <= GRUNDY_OUTCOME; q++) {
            const task_data data = {.ruleset = rulesets[i], .question = (grundy_question)q};
            starve_surely(period_task, &data);
        }
}

static void tables(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"nim", "push(nim,euclid)", "wythoff"};
    for (size_t i = 0; i < LENGTH(rulesets); i++)
        for (int m = GRUNDY_AUTO; m <= GRUNDY_SEARCH; m += GRUNDY_SEARCH) {
            const task_data data = {.ruleset = rulesets[i], .position = "a,b", .method = (grundy_method)m};
            starve_surely(table_task, &data);
        }
}

/* Arithmetic needs no memory, or gives it back. */
static void calculations(void **state)
{
    (void)state;
    const task_data data = {.ruleset = "calc", .position = "8*8 + inv(3)/(5^2) + sqrt(7)"};
    starve_surely(calculate_task, &data);
}

/* With several threads the allocations come in no fixed order; still nothing leaks and no answer is wrong. */
static void threads(void **state)
{
    (void)state;
    const task_data data = {
        .ruleset = "kayles", .position = "9,8,7", .question = GRUNDY_MISERE_VALUE, .method = GRUNDY_SEARCH};
    char expected[64], result[64];
    failing generous = {0};
    assert_int_equal(run_once(solve_task, &data, &generous, &(grundy_limits){0}, expected, sizeof expected), GRUNDY_OK);
    for (uint64_t memory = 16; memory < 1 << 24; memory += memory / 4) {
        grundy *g = ask_open();
        grundy_limits limits = {.threads = 4, .memory = memory};
        grundy_set_limits(g, &limits);
        grundy_status status = solve_task(g, &data, result, sizeof result);
        assert_true(status == GRUNDY_LIMIT || (status == GRUNDY_OK && strcmp(result, expected) == 0));
        ask_close(g);
    }
}

/* A string that could not be added leaves the list as it was. */
static void lists(void **state)
{
    (void)state;
    for (uint64_t at = 1; at <= 12; at++) {
        failing f = {0};
        grundy *g = NULL;
        assert_int_equal(grundy_open(failing_allocate, &f, &g), GRUNDY_OK);
        f.fail_at = f.calls + at;
        grundy_list list = grundy_list_open(g);
        size_t added = 0;
        for (unsigned i = 0; i < 100; i++) {
            char text[16];
            int length = snprintf(text, sizeof text, "%u", i * i);
            if (grundy_list_add(&list, text, (size_t)length) != GRUNDY_OK) {
                assert_int_equal(grundy_list_count(&list), added);
                assert_int_equal(grundy_list_add(&list, text, (size_t)length), GRUNDY_OK);
            }
            grundy_bytes last = grundy_list_at(&list, added++);
            assert_true(last.size == (size_t)length && memcmp(last.data, text, last.size) == 0);
        }
        assert_int_equal(grundy_list_count(&list), 100);
        grundy_list_close(&list);
        grundy_close(g);
        assert_int_equal(f.live, 0);
    }
}

static void handles(void **state)
{
    (void)state;
    for (uint64_t at = 1; at <= 2; at++) {
        failing f = {.fail_at = at};
        grundy *g = NULL;
        assert_int_equal(grundy_open(failing_allocate, &f, &g), GRUNDY_NOMEM);
        assert_true(g == NULL && f.live == 0);
    }
    grundy_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles),
        cmocka_unit_test(lists),
        cmocka_unit_test(positions_of_each_family),
        cmocka_unit_test(values_of_each_family),
        cmocka_unit_test(compounds),
        cmocka_unit_test(periods),
        cmocka_unit_test(tables),
        cmocka_unit_test(calculations),
        cmocka_unit_test(threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
