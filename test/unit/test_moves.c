/* Rulesets in one line: those that are built in, every sweep against its listed options, and the messages. */
#include <stdlib.h>

#include "asking.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/moves.h"

static const struct {
    const char *built_in, *rules;
    unsigned heaps;
} same[] = {
    {"nim", "x,y -> x-k,y | x,y-k", 2},
    {"nim", "x,y,z -> x-k,y,z | x,y-k,z | x,y,z-k", 3},
    {"nim", "x -> x-k", 1},
    {"nim", "size_1, b -> size_1 - k, b | size_1, j if j >= 0 and j < b and (j < 1 or not j > b); unordered", 2},
    {"wythoff", "x,y -> x-k,y | x,y-k | x-k,y-k", 2},
    {"wythoff", "x,y -> x,y-k | x-k,y-l if (l = k or l = 0) and l >= 0; unordered", 2},
    {"euclid", "x,y -> x,y-k*x if x > 0 and y > k*x | 0,0 if x = 0 and y > 0; unordered", 2},
    {"euclid", "x,y -> x-k*y,y if x > k y and y > 0 | x,y-k*x if 0 < k x < y | 0,0 if x*y = 0 and x+y != 0", 2},
    {"subtraction(1,3,4)", "x -> x-1 | x-3 | x-4", 1},
    {"subtraction(1..3)", "x -> x-k if k <= 3", 1},
    {"subtraction(2,4)", "x -> x-2k if abs(k) < 3", 1},
    {"grundys-game", "x -> a + b if (a+b) = x and a < b", 1},
    {"kayles",
     "x -> a + b if (a+b) = x-1 and 0 <= a <= b and b >= 0 | a + b if a+b = x-2 and b >= 0 and 0 <= a <= b and x > 1",
     1},
    {"octal(0.07)", "x -> a + x-2-a if a >= 0 and 2a <= x - 2", 1},
};

static const char *const rules[] = {
    "x,y -> x-k,y | x,y-k | x-k,y-k if k mod 2 = 0",
    "x,y -> x-k,y | x,y-k | x-k,y-k if k mod 3 != 1 and k > 2",
    "x,y -> x-k,y | x,y-k | x-k,y-2k | x-2k,y-k",
    "x,y -> x-k,y | x,y-k | x-k,y-k; end x+y <= 2",
    "x,y -> x-k,y | x,y-k | x-k,y-l if abs(k-l) < 3",
    "x,y -> x-k,y-l if abs(l-k-1) <= 2 | x-3,y | x,y-k if k >= 0 and k > 4",
    "x,y -> x-2k,y-2k | x-1,y-2 | x,y-3k | x-4k,y if y mod 2 = 0",
    "x,y -> x-k,y-3k if k < 4 | x-1,y if x > y | x,y-1 if not x > y",
    "x,y -> x-k,y | x,y-k*x if x > 0",
    "x,y -> x-k,y-l if k*l = 6 | x-1,y | x,y-1",
    "x -> x-k if 2k <= x",
    "x -> k if k < x and k >= 0 and (x-k) mod 3 = 1; end x < 4",
    "x,y -> x-1,y | x,y-k if k mod 2 = 1 or k = 4",
    "x,y -> y-k,x; unordered",
    "x,y -> x-k,y-k | x-1,y | x,y-1 if (x mod (y+1)) >= 2",
};

static const grundy_ruleset *open_rules(grundy *g, const char *text, grundy_ruleset **out)
{
    char expression[256];
    snprintf(expression, sizeof expression, "moves(\"%s\")", text);
    return *out = ask_ruleset(g, expression);
}

/* The values of a square box, by the family's sweep. */
static uint32_t *swept(grundy *g, const grundy_ruleset *r, const grundy_box *box)
{
    size_t cells = 0;
    MUST(g, box_cells(g, box, &cells));
    uint32_t *values = calloc(cells, sizeof *values);
    assert_non_null(values);
    MUST(g, grundy_ruleset_family(r)->box(g, r, box, values));
    return values;
}

static void are_those_built_in(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(same); i++) {
        grundy_ruleset *mine, *known = ask_ruleset(g, same[i].built_in);
        open_rules(g, same[i].rules, &mine);
        for (uint64_t seed = 1, n = 0; n < 40; n++) {
            char text[64] = "";
            for (unsigned k = 0; k < same[i].heaps; k++)
                snprintf(text + strlen(text), 20, "%s%u", k == 0 ? "" : ",", (unsigned)(grundy_random(&seed) % 14));
            grundy_buffer position = ask_position(g, mine, text);
            for (grundy_question q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
                uint64_t value = 1, right = 2;
                MUST(g, ask(g, known, grundy_buffer_bytes(&position), q, GRUNDY_SEARCH, &right));
                MUST(g, ask(g, mine, grundy_buffer_bytes(&position), q, GRUNDY_SEARCH, &value));
                if (value != right)
                    fail_msg("%s %s: %s", same[i].rules, text, question_word(q));
            }
            grundy_buffer_close(&position);
        }
        grundy_ruleset_close(known);
        grundy_ruleset_close(mine);
    }
    ask_close(g);
}

static void sweeps_are_listed_options(void **state)
{
    (void)state;
    enum { SIDE = 23, OTHER = 31 };
    static const uint32_t few[SIDE * OTHER] = {0};
    static uint32_t many[SIDE * OTHER], right[SIDE * OTHER];
    const uint32_t *extra[] = {few, many};
    grundy *g = ask_open();
    for (size_t i = 0; i < SIDE * OTHER; i++)
        many[i] = (uint32_t)(i * 7 % 11);
    for (size_t i = 0; i < LENGTH(rules); i++) {
        grundy_ruleset *r;
        open_rules(g, rules[i], &r);
        grundy_box box = {.dimensions = rules[i][1] == ',' ? 2 : 1, .sizes = {SIDE, OTHER}};
        for (box.extras = 0; box.extras <= 2; box.extras++)
            for (unsigned q = 0; q < 2; q++) {
                box.extra = extra;
                box.question = q == 0 ? GRUNDY_VALUE : GRUNDY_MISERE_VALUE;
                uint32_t *values = swept(g, r, &box);
                /* The judge lists options as positions; sorted ones have to be in the box. */
                grundy_box square = box;
                if (strstr(rules[i], "unordered") == NULL) {
                    MUST(g, box_by_options(g, r, &square, right));
                    for (size_t c = 0; c < (box.dimensions == 2 ? SIDE * OTHER : SIDE); c++)
                        if (values[c] != right[c])
                            fail_msg("%s, %zu extras: cell %zu is %u, not %u", rules[i], box.extras, c, values[c],
                                     right[c]);
                } else {
                    for (size_t c = 0; box.extras == 0 && c < SIDE; c++)
                        for (size_t d = 0; d < SIDE; d++)
                            assert_int_equal(values[c * OTHER + d], values[d * OTHER + c]);
                }
                free(values);
            }
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* Which options are swept in lines: those whose directions are constant. */
static void directions_are_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned rays; /* 0: it is listed */
    } known[] = {{"x,y -> x-k,y", 1},
                 {"x,y -> x-k,y-k if k mod 2 = 0", 1},
                 {"x,y -> x-k,y-k if k mod 6 > 3", 2},
                 {"x,y -> x-k,y-2k if x > y", 1},
                 {"x,y -> x-3,y", 1},
                 {"x,y -> x-k,y if k <= 5", 5},
                 {"x,y -> x-k,y-l if abs(k-l) < 3", 5},
                 {"x,y -> x-k,y-l if abs(k-l) < 3 and k != 7", 0},
                 {"x,y -> x-k,y if k < y", 0},
                 {"x,y -> x-k*y,y if y > 0", 0},
                 {"x,y -> x-k,y if k = 1 or k = 4", 0}};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(known); i++) {
        grundy_ruleset *r;
        moves_ray rays[MOVES_RAYS_MAX];
        unsigned count = 0;
        open_rules(g, known[i].rules, &r);
        bool found = moves_rays(moves_of(r), 0, rays, &count);
        if (count != known[i].rays || found != (known[i].rays > 0))
            fail_msg("%s: %u directions", known[i].rules, count);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static void bad_rules_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *why;
    } bad[] = {{"", "the name of a heap"},
               {"x,x -> x-k,x", "two heaps are called x"},
               {"x,y -> x+k,y", "1 more of the heaps"},
               {"x,y -> (x+k),y", "nothing bounds the parameter k"},
               {"x,y -> (x+1),y", "round in circles"},
               {"x,y -> y,x", "round in circles"},
               {"x,y -> x-k,(y+k) | (x+k),y-k", "round in circles"},
               {"x -> x-k if k >= 0", "round in circles"},
               {"x,y -> x-k*y,y", "round in circles"},
               {"x,y -> x-1,y if k*y < 5 and y > 3 | x-1,k if k*y < 5", "nothing bounds the parameter k"},
               {"x,y -> x-k,z", "nothing bounds the parameter z"},
               {"x -> x-k if y > 2 and k < 3", "nothing bounds the parameter y"},
               {"x -> x-1; end y = 2", "the name y is unknown"},
               {"x -> x-1; end x = 2; end x = 3", "there is an end already"},
               {"x -> x-1; ending", "'end' and a condition"},
               {"x -> x-(k mod 2)", "belong into conditions"},
               {"x -> x-k if k", "one of < <="},
               {"x -> x-k if (k < 3", "')'"},
               {"x -> x-k if", "a number, a name"},
               {"x -> x-99999999999", "too large"},
               {"x -> x-k*k*k*k", "too large"},
               {"x -> x-1 2", "expected an operator"},
               {"x -> ((((((((((((((x))))))))))))))-1", "nested"}};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(bad); i++) {
        char expression[256];
        grundy_ruleset *r = NULL;
        snprintf(expression, sizeof expression, "moves(\"%s\")", bad[i].rules);
        if (grundy_ruleset_open(g, expression, &r) != GRUNDY_PARSE || strstr(grundy_message(g), bad[i].why) == NULL)
            fail_msg("%s: %s", bad[i].rules, grundy_message(g));
    }
    ask_close(g);
}

static void heaps_may_be_huge(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r;
    grundy_list options = grundy_list_open(g);
    grundy_buffer text = grundy_buffer_open(g);
    open_rules(g, "x,y -> x-1,y if x mod 7 = 1 | x,k if k < y and k*x > y*x-2x-1 | x-k*y,y if 3k*y > 2x", &r);
    grundy_buffer position = ask_position(g, r, "288230376151711743,144115188075855871");
    MUST(g, grundy_position_options(g, r, grundy_buffer_bytes(&position), &options));
    for (size_t i = 0; i < grundy_list_count(&options); i++) {
        MUST(g, grundy_position_print(g, r, grundy_list_at(&options, i), &text));
        MUST(g, grundy_append(&text, " ", 1));
    }
    assert_string_equal(grundy_buffer_text(&text), "1,144115188075855871 288230376151711742,144115188075855871 "
                                                   "288230376151711743,144115188075855869 "
                                                   "288230376151711743,144115188075855870 ");
    grundy_buffer_close(&position);
    position = ask_position(g, r, "18446744073709551615,9223372036854775807");
    assert_int_equal(grundy_position_options(g, r, grundy_buffer_bytes(&position), &options), GRUNDY_LIMIT);
    grundy_buffer_close(&position);
    grundy_buffer_close(&text);
    grundy_list_close(&options);
    grundy_ruleset_close(r);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_those_built_in),        cmocka_unit_test(sweeps_are_listed_options),
        cmocka_unit_test(directions_are_recognised), cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(heaps_may_be_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
