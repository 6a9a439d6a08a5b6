/* A family of the user's own: expressions name it, compounds take it, other handles do not know it. */
#include "asking.h"
#include "byte_heaps.h"

/* take-a-square: heaps of at most 255, remove a square number */
static grundy_status options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int k = 1; k * k <= summand.data[0]; k++) {
        const unsigned char byte = (unsigned char)(summand.data[0] - k * k);
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

static const grundy_family squares = {
    .name = "take-a-square",
    .arguments = "",
    .summary = "remove a square number",
    .rules = "A heap; a move removes 1, 4, 9, ... from it.",
    .space = "squares",
    .parse = parse_byte,
    .print = print_byte,
    .options = options,
};

static uint64_t value(grundy *g, const char *ruleset, const char *position)
{
    uint64_t v;
    MUST(g, grundy_value(g, ruleset, position, &v));
    return v;
}

static void plays_like_the_subtraction_game(void **state)
{
    (void)state;
    grundy *g = ask_open();
    MUST(g, grundy_family_add(g, &squares));
    for (int n = 0; n <= 60; n++) {
        char heap[8], sum[16];
        snprintf(heap, sizeof heap, "%d", n);
        snprintf(sum, sizeof sum, "%d + 7", n);
        const uint64_t v = value(g, "subtraction(1,4,9,16,25,36,49)", heap);
        assert_int_equal(value(g, "take-a-square", heap), v);
        assert_int_equal(value(g, "take-a-square", sum), v ^ value(g, "take-a-square", "7"));
        assert_int_equal(value(g, "push(take-a-square,take-a-square)", heap),
                         value(g, "push(subtraction(1,4,9,16,25,36,49),subtraction(1,4,9,16,25,36,49))", heap));
    }
    ask_close(g);
}

/* A closed form that is wrong for heap 7. */
static grundy_status wrong_at_7(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    static const unsigned char values[] = {0, 1, 0, 1, 2, 0, 1, 3};
    if (question != GRUNDY_VALUE || count != 1 || summands[0].data[0] >= LENGTH(values))
        return GRUNDY_DOMAIN;
    *out = values[summands[0].data[0]];
    *reason = "a rumour";
    return GRUNDY_OK;
}

/* Methods that disagree are no answer: the message names them, and what they say. */
static void disagreement_is_told(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_family family = squares;
    family.formula = wrong_at_7;
    MUST(g, grundy_family_add(g, &family));
    grundy_ruleset *r = ask_ruleset(g, "take-a-square");
    for (int n = 0; n <= 8; n++) {
        char heap[8];
        uint64_t v = 4711;
        snprintf(heap, sizeof heap, "%d", n);
        grundy_buffer position = ask_position(g, r, heap);
        grundy_status status = ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_ALL, &v);
        assert_int_equal(status, n == 7 ? GRUNDY_DISAGREE : GRUNDY_OK);
        if (n == 7) {
            assert_string_equal(grundy_message(g), "take-a-square 7: formula gives 3, search gives 0");
            assert_int_equal(grundy_status_exit(status), 5);
            assert_int_equal(v, 4711);
        } else {
            assert_int_equal(v, value(g, "subtraction(1,4,9)", heap));
        }
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- many options ---- */

/* pile: one heap of any size, remove any number. It counts the options that it has listed. */
static uint64_t listed, listed_at_look, most_between_looks;

static grundy_status parse_pile(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t n;
    TRY(grundy_scan_integer(s, "heap", 0, 60000, &n));
    const unsigned char bytes[] = {(unsigned char)(n >> 8), (unsigned char)n};
    return grundy_append(out, bytes, 2);
}

static grundy_status print_pile(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%d", summand.data[0] << 8 | summand.data[1]);
}

static grundy_status options_of_pile(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int k = (summand.data[0] << 8 | summand.data[1]) - 1; k >= 0; k--) {
        const unsigned char bytes[] = {(unsigned char)(k >> 8), (unsigned char)k};
        TRY(grundy_list_add(out, bytes, 2));
        listed++;
    }
    return GRUNDY_OK;
}

static const grundy_family piles = {
    .name = "pile",
    .arguments = "",
    .summary = "remove any number",
    .rules = "A heap; a move makes it smaller.",
    .space = "piles",
    .parse = parse_pile,
    .print = print_pile,
    .options = options_of_pile,
};

static bool look(void *context)
{
    (void)context;
    if (listed - listed_at_look > most_between_looks)
        most_between_looks = listed - listed_at_look;
    listed_at_look = listed;
    return false;
}

static void begin_counting(void)
{
    listed = listed_at_look = most_between_looks = 0;
}

/* The limits are looked at after so many options and those of the last positions, however few positions that is. */
static void many_options_do_not_hide_the_limits(void **state)
{
    (void)state;
    enum { HEAP = 600, BETWEEN = 4096 + 2 * HEAP };
    static const grundy_method methods[] = {GRUNDY_BRUTE, GRUNDY_SEARCH};
    static const char *const variables[] = {"n=600..600"};
    grundy *g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.stop = look});
    MUST(g, grundy_family_add(g, &piles));
    grundy_ruleset *r = ask_ruleset(g, "pile");
    grundy_buffer position = ask_position(g, r, "600");
    for (size_t i = 0; i < LENGTH(methods); i++) {
        grundy_solver *s = NULL;
        grundy_answer answer;
        MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, methods[i], &s));
        begin_counting();
        MUST(g, grundy_solve(s, grundy_buffer_bytes(&position), &answer));
        assert_int_equal(answer.value, HEAP);
        assert_true(listed > 20 * BETWEEN);
        assert_in_range(most_between_looks, 1, BETWEEN);
        grundy_solver_close(s);
    }
    grundy_classification classes;
    begin_counting();
    MUST(g, grundy_classify(
                g, &(grundy_table_request){.ruleset = "pile", .position = "n", .variables = variables, .count = 1},
                &classes));
    assert_true(listed > 20 * BETWEEN);
    assert_in_range(most_between_looks, 1, BETWEEN);
    grundy_classification_close(&classes);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void is_known_to_its_handle_alone(void **state)
{
    (void)state;
    grundy *g = ask_open(), *other = ask_open();
    uint64_t v;
    assert_null(grundy_family_added(g, 0));
    assert_int_equal(grundy_value(g, "take-a-square", "5", &v), GRUNDY_PARSE);
    MUST(g, grundy_family_add(g, &squares));
    assert_ptr_equal(grundy_family_added(g, 0), &squares);
    assert_null(grundy_family_added(g, 1));
    assert_int_equal(value(g, "take-a-square", "5"), 0);
    assert_int_equal(grundy_value(other, "take-a-square", "5", &v), GRUNDY_PARSE);
    ask_close(g);
    ask_close(other);
}

static void refuses(grundy *g, grundy_family family)
{
    assert_int_equal(grundy_family_add(g, &family), GRUNDY_PARSE);
    assert_true(*grundy_message(g) != '\0');
}

static void refuses_what_cannot_be_used(void **state)
{
    (void)state;
    grundy *g = ask_open();
    MUST(g, grundy_family_add(g, &squares));
    refuses(g, squares);
    grundy_family f = squares;
    const char *const names[] = {NULL, "", "nim", "turtles", "1st", "a b", "a(", "naïve"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        f.name = names[i];
        refuses(g, f);
    }
#define WITHOUT(member) \
    f = squares;        \
    f.name = "other";   \
    f.member = NULL;    \
    refuses(g, f);
    WITHOUT(arguments)
    WITHOUT(summary)
    WITHOUT(rules)
    WITHOUT(parse)
    WITHOUT(print)
    WITHOUT(options)
    WITHOUT(space)
    const grundy_family *cram = grundy_family_find("cram");
    f = squares;
    f.name = "other";
    f.expand = cram->expand;
    refuses(g, f);
    f.expand = NULL;
    f.identify = cram->identify;
    refuses(g, f);
    f.identify = NULL;
    f.learn = cram->learn;
    refuses(g, f);
    assert_null(grundy_family_added(g, 1));
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_like_the_subtraction_game),     cmocka_unit_test(disagreement_is_told),
        cmocka_unit_test(is_known_to_its_handle_alone),        cmocka_unit_test(refuses_what_cannot_be_used),
        cmocka_unit_test(many_options_do_not_hide_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
