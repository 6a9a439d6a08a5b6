/* Tables that are filled into an array have the rows that are read one by one. */
#include <stdlib.h>

#include "asking.h"

enum { ROWS_MAX = 4096 };

static grundy_table *open_table(grundy *g, const grundy_table_request *request)
{
    grundy_table *t = NULL;
    MUST(g, grundy_table_open(g, request, &t));
    return t;
}

/* Row by row, by the definition. */
static size_t read_rows(grundy *g, const grundy_table_request *request, uint64_t *values)
{
    grundy_table_request judged = *request;
    judged.method = GRUNDY_BRUTE;
    grundy_table *t = open_table(g, &judged);
    grundy_answer answer;
    size_t count = 0;
    for (bool more = true;;) {
        MUST(g, grundy_table_next(t, &answer, &more));
        if (!more)
            break;
        assert_true(count < ROWS_MAX);
        values[count++] = answer.value;
    }
    grundy_table_close(t);
    return count;
}

/* In one go, and in pieces of each of some sizes. */
static void check_fill(grundy *g, const grundy_table_request *request)
{
    static uint64_t wanted[ROWS_MAX], got[ROWS_MAX + 8];
    static const size_t rooms[] = {1, 7, 64, ROWS_MAX};
    const size_t rows = read_rows(g, request, wanted);
    assert_true(rows > 8);
    for (size_t i = 0; i < LENGTH(rooms); i++) {
        grundy_table *t = open_table(g, request);
        size_t filled = 0, count = 0;
        do {
            const size_t room = rooms[i] < ROWS_MAX - filled ? rooms[i] : ROWS_MAX - filled;
            got[filled + room] = 77;
            MUST(g, grundy_table_fill(t, got + filled, room, &count));
            assert_int_equal(got[filled + room], 77);
            filled += count;
            assert_true(count == room || filled == rows);
        } while (count > 0);
        assert_int_equal(filled, rows);
        assert_memory_equal(got, wanted, rows * sizeof *wanted);
        grundy_table_close(t);
    }
}

static void fills_what_rows_say(void **state)
{
    (void)state;
    static const char *const box[] = {"a=0..9", "b=0..12"}, *const triangle[] = {"a=0..9", "b=a..12"},
                             *const shapes[] = {"p=partitions(0..7)"}, *const games[] = {"n=2..9", "h=0..9"};
    const grundy_table_request requests[] = {
        {.ruleset = "zeruclid", .position = "2,a,b", .variables = box, .count = 2},
        {.ruleset = "wythoff", .position = "a,b", .variables = triangle, .count = 2, .question = GRUNDY_MISERE_VALUE},
        {.ruleset = "pnim", .position = "p", .variables = shapes, .count = 1},
        {.ruleset = "subtraction(1,n)", .position = "h", .variables = games, .count = 2, .question = GRUNDY_OUTCOME},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(requests); i++)
        check_fill(g, &requests[i]);
    ask_close(g);
}

static void keeps_the_count_on_failure(void **state)
{
    (void)state;
    static const char *const sizes[] = {"n=3..5"};
    const grundy_table_request request = {.ruleset = "nim", .position = "(n-4)", .variables = sizes, .count = 1};
    uint64_t values[4];
    size_t count = 99;
    grundy *g = ask_open();
    grundy_table *t = open_table(g, &request);
    assert_int_equal(grundy_table_fill(t, values, LENGTH(values), &count), GRUNDY_PARSE);
    assert_int_equal(count, 99);
    grundy_table_close(t);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_what_rows_say),
        cmocka_unit_test(keeps_the_count_on_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
