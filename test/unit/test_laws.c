/* Laws that are proved, against tables and searches; automata that are changed, which are refuted; what is not learnt. */
#include <stdlib.h>

#include "asking.h"

enum { SIDE = 140 };

static const struct {
    const char *ruleset;
    bool misere;
    uint64_t value;
    const char *numeration;
    size_t states; /* 0: not said */
} laws[] = {
    {"nim", false, 0, "base 2", 1},
    {"nim", true, 0, "base 2", 4},
    {"nim", false, 3, "base 2", 0},
    {"wythoff", false, 0, "Fibonacci", 7},
    {"wythoff", true, 0, "Fibonacci", 13},
    {"euclid", false, 0, "Fibonacci", 13},
    {"subtraction(1..3)", false, 2, "base 2", 0},
    {"subtraction(1,4)", false, 0, "base 2", 25},
    {"subtraction(1..3)", true, 0, "base 2", 0},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-k; end x+y <= 1\")", false, 0, "Fibonacci", 5},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-k; end x+y <= 3\")", false, 0, "Fibonacci", 33},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-l if abs(k-l) < 2\")", false, 0, "metallic 2", 15},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-k if not (k >= 3 or k mod 4 = 3)\")", false, 0, "base 2", 0},
    {"moves(\"x,y -> x,y-k | x-k,y-k; unordered\")", false, 0, NULL, 0},
    {"moves(\"x,y -> x-k,y if k mod 2 = 1 | x,y-k if x mod 2 = 0\")", false, 0, NULL, 0},
    {"push(nim,euclid)", false, 0, "Fibonacci", 11},
    {"push(nim,wythoff)", true, 0, NULL, 0},
    {"push(euclid,wythoff)", false, 0, "Fibonacci", 19},
    {"push-before(wythoff,euclid)", false, 0, "Fibonacci", 8},
    {"push-before(nim,wythoff)", true, 0, NULL, 0},
    {"push-after(euclid,wythoff)", false, 0, "Fibonacci", 13},
    {"push-after(nim,wythoff)", true, 0, NULL, 0},
    {"push-either(euclid,wythoff)", false, 0, "Fibonacci", 7},
    {"push-either(nim,wythoff)", true, 0, NULL, 0},
    {"push-early(euclid,wythoff)", false, 0, "Fibonacci", 13},
    {"push-early(wythoff,nim)", true, 0, NULL, 0},
    {"conjoined(nim,wythoff)", false, 0, "Fibonacci", 2},
    {"conjoined(wythoff,subtraction(1..2))", true, 0, NULL, 0},
    {"moves(\"x,y,z -> x-k,y,z | x,y-k,z | x,y,z-k\")", false, 0, "base 2", 1},
};

static grundy_question question_of_law(size_t i)
{
    return laws[i].misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
}

/* Each position of a square, by the ruleset's own ways to a value. */
static void agrees_with_table(grundy *g, const grundy_law *law, size_t i)
{
    static uint64_t values[SIDE * SIDE];
    static const char *const pair[] = {"x=0..139", "y=0..139"};
    grundy_table_request request = {.ruleset = laws[i].ruleset,
                                    .position = "x,y",
                                    .variables = pair,
                                    .count = 2,
                                    .question = question_of_law(i),
                                    .method = GRUNDY_SWEEP};
    grundy_table *t = NULL;
    size_t count = 0;
    if (grundy_law_about(law).heaps != 2)
        return;
    MUST(g, grundy_table_open(g, &request, &t));
    MUST(g, grundy_table_fill(t, values, SIDE * SIDE, &count));
    assert_int_equal(count, SIDE * SIDE);
    for (uint64_t n = 0; n < SIDE * SIDE; n++)
        if (grundy_law_holds(law, (uint64_t[]){n / SIDE, n % SIDE}) != (values[n] == laws[i].value))
            fail_msg("%s: %d,%d", laws[i].ruleset, (int)(n / SIDE), (int)(n % SIDE));
    grundy_table_close(t);
}

/* By the definition, and by the law itself beyond what a search reaches: a position is one of value 0 exactly when no
 * option is. Options are listed by the ruleset. */
static void agrees_with_options(grundy *g, const grundy_ruleset *r, const grundy_law *law, size_t i)
{
    grundy_list options = grundy_list_open(g);
    grundy_buffer text = grundy_buffer_open(g);
    const unsigned heaps = grundy_law_about(law).heaps;
    if (laws[i].value > 0 || strncmp(laws[i].ruleset, "push", 4) == 0 || strncmp(laws[i].ruleset, "conj", 4) == 0)
        return;
    for (uint64_t seed = i + 1, n = 0; n < 40; n++) {
        uint64_t x[3], y[3];
        char position[64] = "";
        for (unsigned k = 0; k < heaps; k++) {
            x[k] = grundy_random(&seed) % 3000 + (n < 20 ? 0 : 10000);
            snprintf(position + strlen(position), 24, "%s%" PRIu64, k == 0 ? "" : ",", x[k]);
        }
        grundy_buffer at = ask_position(g, r, position);
        grundy_list_clear(&options);
        MUST(g, grundy_position_options(g, r, grundy_buffer_bytes(&at), &options));
        bool some = false;
        for (size_t k = 0; k < grundy_list_count(&options); k++) {
            text.size = 0;
            MUST(g, grundy_position_print(g, r, grundy_list_at(&options, k), &text));
            const char *c = grundy_buffer_text(&text);
            for (unsigned h = 0; h < heaps; h++) {
                char *end;
                y[h] = strtoull(c, &end, 10);
                c = end + 1;
            }
            some = some || grundy_law_holds(law, y);
        }
        bool terminal = laws[i].misere && grundy_list_count(&options) == 0;
        if (grundy_law_holds(law, x) != (!some && !terminal))
            fail_msg("%s: %s", laws[i].ruleset, position);
        grundy_buffer_close(&at);
    }
    grundy_list_close(&options);
    grundy_buffer_close(&text);
}

static grundy_law_request request_of_law(size_t i)
{
    return (grundy_law_request){.misere = laws[i].misere, .value = laws[i].value};
}

static void are_proved_and_hold(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(laws); i++) {
        grundy_ruleset *r = ask_ruleset(g, laws[i].ruleset);
        grundy_law *law = NULL;
        const grundy_law_request request = request_of_law(i);
        if (grundy_law_prove(g, r, &request, &law) != GRUNDY_OK)
            fail_msg("%s: %s", laws[i].ruleset, grundy_message(g));
        const grundy_law_facts facts = grundy_law_about(law);
        if (laws[i].numeration != NULL)
            assert_string_equal(facts.numeration, laws[i].numeration);
        if (laws[i].states > 0)
            assert_int_equal(facts.states, laws[i].states);
        agrees_with_table(g, law, i);
        agrees_with_options(g, r, law, i);
        grundy_law_close(law);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* The text of an automaton with one acceptance or one arrow changed. */
static void mutate(grundy *g, const char *text, uint64_t *seed, size_t states, grundy_buffer *out)
{
    size_t lines = 0;
    out->size = 0;
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    size_t chosen = 3 + (size_t)(grundy_random(seed) % (lines - 3)), line = 0;
    for (const char *c = text; *c != '\0'; line++) {
        size_t length = strcspn(c, "\n") + 1;
        const char *arrow = strstr(c, "-> ");
        char changed[64];
        snprintf(changed, sizeof changed, "%.*s", (int)length, c);
        if (line == chosen && arrow != NULL && arrow < c + length)
            snprintf(changed + (arrow - c), 32, "-> %zu\n", (size_t)(grundy_random(seed) % states));
        else if (line == chosen && length >= 4)
            changed[length - 2] = changed[length - 2] == '0' ? '1' : '0';
        MUST(g, grundy_append(out, changed, strlen(changed)));
        c += length;
    }
}

/* A changed automaton is proved only where it is the same automaton; where the table refutes it, so does the proof. */
static void mutants_are_refuted(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"wythoff", "push(nim,euclid)", "push-before(wythoff,euclid)", "euclid",
                                           "subtraction(1,4)"};
    grundy *g = ask_open();
    unsigned refuted = 0;
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        grundy_ruleset *r = ask_ruleset(g, rulesets[i]);
        grundy_law *law = NULL, *again = NULL;
        grundy_buffer text = grundy_buffer_open(g), changed = grundy_buffer_open(g), back = grundy_buffer_open(g);
        grundy_law_request request = {.value = 0};
        MUST(g, grundy_law_prove(g, r, &request, &law));
        MUST(g, grundy_law_write(g, law, GRUNDY_LAW_TEXT, &text));
        request.automaton = grundy_buffer_text(&text);
        MUST(g, grundy_law_prove(g, r, &request, &again));
        MUST(g, grundy_law_write(g, again, GRUNDY_LAW_TEXT, &back));
        assert_string_equal(grundy_buffer_text(&back), grundy_buffer_text(&text));
        grundy_law_close(again);
        for (uint64_t seed = 7 + i, n = 0; n < 60; n++) {
            mutate(g, grundy_buffer_text(&text), &seed, grundy_law_about(law).states, &changed);
            request.automaton = grundy_buffer_text(&changed);
            grundy_law *mutant = NULL;
            grundy_status status = grundy_law_prove(g, r, &request, &mutant);
            if (status == GRUNDY_OK) {
                back.size = 0;
                MUST(g, grundy_law_write(g, mutant, GRUNDY_LAW_TEXT, &back));
                assert_string_equal(grundy_buffer_text(&back), grundy_buffer_text(&text));
                grundy_law_close(mutant);
            } else if (status != GRUNDY_PARSE) {
                assert_int_equal(status, GRUNDY_FAILED);
                refuted++;
            }
        }
        grundy_law_close(law);
        grundy_buffer_close(&text);
        grundy_buffer_close(&changed);
        grundy_buffer_close(&back);
        grundy_ruleset_close(r);
    }
    assert_true(refuted > 150);
    ask_close(g);
}

static grundy_status prove(grundy *g, const char *ruleset, grundy_law_request request)
{
    grundy_law *law = NULL;
    grundy_ruleset *r = ask_ruleset(g, ruleset);
    grundy_status status = grundy_law_prove(g, r, &request, &law);
    grundy_law_close(law);
    grundy_ruleset_close(r);
    return status;
}

static void what_cannot_be_proved_is_said(void **state)
{
    (void)state;
    grundy *g = ask_open();
    const grundy_law_request plain = {.value = 0};
    assert_int_equal(prove(g, "conjoined(euclid,wythoff)", (grundy_law_request){.numeration = "fibonacci"}),
                     GRUNDY_LIMIT);
    assert_non_null(strstr(grundy_message(g), "not learnt"));
    assert_int_equal(prove(g, "wythoff", (grundy_law_request){.max_states = 10}), GRUNDY_LIMIT);
    assert_int_equal(prove(g, "kayles", plain), GRUNDY_DOMAIN);
    assert_int_equal(prove(g, "cram", plain), GRUNDY_DOMAIN);
    assert_int_equal(prove(g, "moves(\"x,y -> x-k*y,y if y > 0 | x,y-1\")", plain), GRUNDY_DOMAIN);
    assert_int_equal(prove(g, "push(nim,push(nim,wythoff))", plain), GRUNDY_DOMAIN);
    assert_int_equal(prove(g, "euclid", (grundy_law_request){.value = 1}), GRUNDY_DOMAIN);
    assert_int_equal(prove(g, "nim", (grundy_law_request){.numeration = "roman"}), GRUNDY_PARSE);
    static const char *const bad[] = {"",
                                      "msd_7 msd_7\n",
                                      "msd_2\n0 1\n",
                                      "msd_2 msd_fib\n0 1\n",
                                      "msd_2 msd_2\n",
                                      "msd_2 msd_2\n0 1\n0 0 -> 1\n",
                                      "msd_2 msd_2\n0 1\n0 0 0\n",
                                      "msd_2 msd_2\n1 1\n",
                                      "msd_2 msd_2\n0 1\n",
                                      "msd_2 msd_2\n0 0 -> 0\n",
                                      "msd_2 msd_2\n0 1\n0 2 -> 0\n",
                                      "msd_2 msd_2\n0 1\n0 0 -> x\n"};
    for (size_t i = 0; i < LENGTH(bad); i++)
        if (prove(g, "nim", (grundy_law_request){.automaton = bad[i]}) != GRUNDY_PARSE)
            fail_msg("%s", bad[i]);
    assert_int_equal(prove(g, "nim", (grundy_law_request){.automaton = "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 0\n"}),
                     GRUNDY_OK);
    assert_int_equal(prove(g, "nim", (grundy_law_request){.automaton = "msd_2 msd_2\n0 1\n0 0 -> 0\n"}), GRUNDY_FAILED);
    assert_non_null(strstr(grundy_message(g), "1,1"));
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_proved_and_hold),
        cmocka_unit_test(mutants_are_refuted),
        cmocka_unit_test(what_cannot_be_proved_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
