/* What a server needs of the library: files forbidden, tables with gaps, covers of posets. */
#include "asking.h"

#include <stdlib.h>

static void refuses_files(grundy *g, const char *expression)
{
    grundy_ruleset *r = NULL;
    assert_int_equal(grundy_ruleset_open(g, expression, &r), GRUNDY_IO);
    assert_null(r);
    assert_non_null(strstr(grundy_message(g), "not allowed"));
}

/* Whether the file exists does not show. */
static void no_expression_opens_a_file(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_forbid_files(g);
    refuses_files(g, "coins(\"examples/sets.txt\")");
    refuses_files(g, "coins(\"no such file\")");
    refuses_files(g, "ruler(poset(\"examples/sets.txt\"))");
    refuses_files(g, "sum(nim,turtles(dual(poset(\"/\"))))");
    grundy_set_limits(g, &(grundy_limits){0}); /* which takes nothing back */
    refuses_files(g, "coins(\"examples/sets.txt\")");
    assert_int_equal(grundy_store_open(g, "no such file", 0), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "not allowed"));
    ask_close(g);
}

/* Rows of a table as text: a value, or - for a gap. */
static void check_rows(const char *ruleset, const char *position, const char *first, const char *second,
                       const char *expected)
{
    grundy *g = ask_open();
    const char *variables[] = {first, second};
    grundy_table_request request = {
        .ruleset = ruleset, .position = position, .variables = variables, .count = 2, .gaps = true};
    grundy_table *t = NULL;
    grundy_buffer rows = grundy_buffer_open(g);
    MUST(g, grundy_table_open(g, &request, &t));
    for (bool more = true;;) {
        grundy_answer answer;
        grundy_status status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_OK && !more)
            break;
        assert_true(status == GRUNDY_OK || status == GRUNDY_PARSE);
        MUST(g,
             status == GRUNDY_OK ? grundy_appendf(&rows, "%" PRIu64 " ", answer.value) : grundy_appendf(&rows, "- "));
    }
    assert_string_equal(grundy_buffer_text(&rows), expected);
    grundy_buffer_close(&rows);
    grundy_table_close(t);
    ask_close(g);
}

static void a_gap_is_one_row(void **state)
{
    (void)state;
    check_rows("welter", "{a,b}", "a=0..2", "b=0..2", "- 0 1 0 - 2 1 2 - ");
    check_rows("wythoff", "a,b", "a=0..1", "b=0..1", "0 1 1 2 ");
    check_rows("cram", "axb", "a=64..65", "b=2..2", "0 - ");
    /* by hand: {0,1} leads to {0} and {1}; {0,2} to {0,1}, {0} and {2} */
    check_rows("inset(a)", "{0,b}", "a=1..2", "b=0..2", "- - - - 2 1 ");
}

/* x covers y in the lattice of divisors exactly if x/y is a prime. */
static void divisors_are_covered_by_prime_multiples(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r;
    MUST(g, grundy_ruleset_open(g, "ruler(divisors(360))", &r));
    const grundy_family *f = grundy_ruleset_family(r);
    grundy_list elements = grundy_list_open(g);
    grundy_buffer covers = grundy_buffer_open(g), text = grundy_buffer_open(g);
    MUST(g, f->elements(g, r, &elements));
    MUST(g, f->covers(g, r, &covers));
    unsigned long number[24];
    assert_int_equal(grundy_list_count(&elements), LENGTH(number));
    for (size_t i = 0; i < LENGTH(number); i++) {
        text.size = 0;
        MUST(g, f->print_element(g, r, grundy_list_at(&elements, i), &text));
        number[i] = strtoul(grundy_buffer_text(&text), NULL, 10);
    }
    size_t expected = 0, count = covers.size / sizeof(grundy_cover);
    for (size_t i = 0; i < LENGTH(number); i++)
        for (size_t j = 0; j < LENGTH(number); j++)
            for (unsigned long p = 2; p <= 5; p += p == 2 ? 1 : 2)
                expected += number[i] * p == number[j];
    assert_int_equal(count, expected);
    const grundy_cover *cover = (const void *)covers.data;
    for (size_t i = 0; i < count; i++) {
        unsigned long quotient = number[cover[i].upper] / number[cover[i].lower];
        assert_int_equal(number[cover[i].upper] % number[cover[i].lower], 0);
        assert_true(quotient == 2 || quotient == 3 || quotient == 5);
    }
    grundy_buffer_close(&covers);
    grundy_buffer_close(&text);
    grundy_list_close(&elements);
    grundy_ruleset_close(r);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_expression_opens_a_file),
        cmocka_unit_test(a_gap_is_one_row),
        cmocka_unit_test(divisors_are_covered_by_prime_multiples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
