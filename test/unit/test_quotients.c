/* Misere quotients: the published ones, and what they say of sums against plain recursion */
#include <stdlib.h>

#include "asking.h"

/* ---- published quotients ---- */

typedef struct {
    char code[32], kind[16], class_[8];
    uint64_t heaps, order, p_positions, period, last_exception;
} published;

/* The fields of a line, of which some are empty. */
static bool read_published(char *line, published *out)
{
    char *field[8] = {line};
    size_t count = 1;
    for (char *c = line; *c != '\0' && *c != '\n' && count < 8; c++)
        if (*c == '\t') {
            *c = '\0';
            field[count++] = c + 1;
        }
    if (*line == '#' || count < 8 || strcmp(line, "code") == 0)
        return false;
    snprintf(out->code, sizeof out->code, "octal(%.20s)", field[0]);
    snprintf(out->kind, sizeof out->kind, "%.15s", field[1]);
    snprintf(out->class_, sizeof out->class_, "%.7s", field[2]);
    out->heaps = strtoull(field[3], NULL, 10);
    out->order = strtoull(field[4], NULL, 10);
    out->p_positions = strtoull(field[5], NULL, 10);
    out->period = strtoull(field[6], NULL, 10);
    out->last_exception = strtoull(field[7], NULL, 10);
    return true;
}

static grundy_quotient *quotient_of_heaps(grundy *g, const grundy_ruleset *r, uint64_t to)
{
    grundy_quotient *q = NULL;
    MUST(g, grundy_quotient_open(g, r, &q));
    MUST(g, grundy_quotient_add_heaps(q, to));
    return q;
}

static void compare_published(const published *p)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, p->code);
    grundy_quotient *q = quotient_of_heaps(g, r, p->heaps);
    const grundy_quotient_facts f = grundy_quotient_get_facts(q);
    if (f.order != p->order || f.p_positions != p->p_positions)
        fail_msg("%s to %" PRIu64 ": %" PRIu64 "/%" PRIu64 " instead of %" PRIu64 "/%" PRIu64, p->code, p->heaps,
                 f.order, f.p_positions, p->order, p->p_positions);
    if (p->heaps == 0) {
        const uint64_t exception = f.period.preperiod == 0 ? 0 : f.period.preperiod - 1;
        if (f.period.proved != GRUNDY_YES || f.period.period != p->period || exception != p->last_exception)
            fail_msg("%s: period %" PRIu64 " after %" PRIu64 " instead of %" PRIu64 " after %" PRIu64, p->code,
                     f.period.period, exception, p->period, p->last_exception);
        assert_int_equal(f.tame, strcmp(p->class_, "tame") == 0);
    }
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void published_quotients(void **state)
{
    (void)state;
    char line[256];
    size_t count = 0;
    FILE *file = fopen(TEST_DIRECTORY "/misere_quotients.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        published p;
        if (!read_published(line, &p))
            continue;
        compare_published(&p);
        count++;
    }
    fclose(file);
    assert_true(count > 200);
}

/* ---- sums against plain recursion ---- */

/* Is a quotient right about a position, given as text? */
static void compare_outcome(grundy *g, const grundy_ruleset *r, grundy_quotient *q, grundy_solver *s, const char *text)
{
    grundy_buffer position = ask_position(g, r, text);
    grundy_answer answer;
    uint32_t element;
    MUST(g, grundy_quotient_element(q, grundy_buffer_bytes(&position), &element));
    MUST(g, grundy_solve(s, grundy_buffer_bytes(&position), &answer));
    if (grundy_quotient_is_p(q, element) != (answer.value == 0))
        fail_msg("%s %s: the quotient is wrong", grundy_ruleset_name(r), text);
    grundy_buffer_close(&position);
}

/* All sums of up to `most` heaps up to `heap`. */
static void compare_sums(const char *ruleset, unsigned heap, unsigned most, grundy_method method)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, ruleset);
    grundy_quotient *q = quotient_of_heaps(g, r, 0);
    grundy_solver *s = NULL;
    unsigned heaps[8] = {0};
    MUST(g, grundy_solver_open(g, r, GRUNDY_MISERE_OUTCOME, method, &s));
    for (;;) { /* descending rows of heaps */
        char text[128] = "";
        for (unsigned k = 0; k < most; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u", k > 0 ? "," : "", heaps[k]);
        compare_outcome(g, r, q, s, text);
        unsigned k = most;
        while (k > 0 && heaps[k - 1] == (k > 1 ? heaps[k - 2] : heap))
            k--;
        if (k == 0)
            break;
        heaps[k - 1]++;
        while (k < most)
            heaps[k++] = 0;
    }
    grundy_solver_close(s);
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void sums_of_six_heaps(void **state)
{
    (void)state;
    compare_sums("kayles", 9, 6, GRUNDY_SEARCH);
    compare_sums("octal(0.15)", 9, 6, GRUNDY_SEARCH);
    compare_sums("octal(0.123)", 9, 6, GRUNDY_SEARCH);
    compare_sums("octal(4.43)", 7, 6, GRUNDY_SEARCH);
    compare_sums("octal(0.8)", 9, 4, GRUNDY_SEARCH);
}

static void small_sums_by_the_definition(void **state)
{
    (void)state;
    compare_sums("kayles", 6, 3, GRUNDY_BRUTE);
    compare_sums("subtraction(1,3,4)", 6, 3, GRUNDY_BRUTE);
}

static void random_sums(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "kayles");
    grundy_quotient *q = quotient_of_heaps(g, r, 0);
    grundy_solver *s = NULL;
    uint64_t seed = 20;
    MUST(g, grundy_solver_open(g, r, GRUNDY_MISERE_OUTCOME, GRUNDY_SEARCH, &s));
    for (unsigned i = 0; i < 200; i++) {
        char text[64];
        snprintf(text, sizeof text, "%u,%u,%u", (unsigned)(grundy_random(&seed) % 26),
                 (unsigned)(grundy_random(&seed) % 26), (unsigned)(grundy_random(&seed) % 12));
        compare_outcome(g, r, q, s, text);
    }
    grundy_solver_close(s);
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- it is not too fine ---- */

/* A position for each element: the heaps of its generators. */
static void positions_of_elements(grundy *g, grundy_quotient *q, char (*texts)[128])
{
    const grundy_quotient_facts f = grundy_quotient_get_facts(q);
    bool changed = true;
    strcpy(texts[0], "0");
    while (changed) {
        changed = false;
        for (uint64_t x = 0; x < f.order; x++)
            for (uint64_t i = 0; i < f.generators && texts[x][0] != '\0'; i++) {
                grundy_buffer heap = grundy_buffer_open(g);
                uint32_t one;
                MUST(g, grundy_quotient_generator(q, i, &one, &heap));
                const uint32_t y = grundy_quotient_times(q, (uint32_t)x, one);
                if (texts[y][0] == '\0') {
                    snprintf(texts[y], sizeof texts[y], "%.100s,%.20s", texts[x], grundy_buffer_text(&heap));
                    changed = true;
                }
                grundy_buffer_close(&heap);
            }
    }
}

static void every_two_elements_differ(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "octal(0.123)");
    grundy_quotient *q = quotient_of_heaps(g, r, 0);
    grundy_solver *s = NULL;
    char texts[64][128] = {""};
    const uint64_t order = grundy_quotient_get_facts(q).order;
    assert_int_equal(order, 20);
    positions_of_elements(g, q, texts);
    MUST(g, grundy_solver_open(g, r, GRUNDY_MISERE_OUTCOME, GRUNDY_SEARCH, &s));
    for (uint32_t a = 0; a < order; a++)
        for (uint32_t b = 0; b < a; b++) {
            uint32_t x = 0;
            uint64_t outcome[2];
            assert_true(grundy_quotient_separate(q, a, b, &x));
            for (unsigned k = 0; k < 2; k++) {
                char text[300];
                grundy_answer answer;
                snprintf(text, sizeof text, "%s,%s", texts[k == 0 ? a : b], texts[x]);
                grundy_buffer position = ask_position(g, r, text);
                MUST(g, grundy_solve(s, grundy_buffer_bytes(&position), &answer));
                outcome[k] = answer.value;
                grundy_buffer_close(&position);
            }
            assert_int_not_equal(outcome[0], outcome[1]);
        }
    assert_false(grundy_quotient_separate(q, 3, 3, &(uint32_t){0}));
    grundy_solver_close(s);
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- positions of other rulesets ---- */

static void boards_in_sums(void **state)
{
    (void)state;
    static const char *const sums[] = {"2x3",       "2x3 + 2x3", "2x3 + 2x2", "2x4 + 2x3 + 2x2",
                                       "2x4 + 2x4", "2x4 + 1x3", "3x3 + 2x4", "3x3 + 3x3 + 1x2",
                                       "1x1",       "1x2 + 1x2"};
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "cram");
    grundy_quotient *q = NULL;
    grundy_solver *s = NULL;
    MUST(g, grundy_quotient_open(g, r, &q));
    MUST(g, grundy_solver_open(g, r, GRUNDY_MISERE_OUTCOME, GRUNDY_SEARCH, &s));
    for (unsigned k = 0; k < 2; k++) {
        grundy_buffer board = ask_position(g, r, k == 0 ? "3x3" : "2x4 + 1x3");
        MUST(g, grundy_quotient_add(q, grundy_buffer_bytes(&board)));
        grundy_buffer_close(&board);
    }
    for (size_t i = 0; i < LENGTH(sums); i++)
        compare_outcome(g, r, q, s, sums[i]);
    grundy_buffer far = ask_position(g, r, "4x4");
    assert_int_equal(grundy_quotient_element(q, grundy_buffer_bytes(&far), &(uint32_t){0}), GRUNDY_DOMAIN);
    grundy_buffer_close(&far);
    grundy_solver_close(s);
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- what the solver makes of it ---- */

static void outcomes_of_large_heaps(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "kayles");
    for (unsigned n = 0; n < 12; n++) { /* heaps from 71 on repeat with period 12, and so do sums */
        char near[64], far[96];
        uint64_t a = 2, b = 3;
        snprintf(near, sizeof near, "%u,%u,3", 72 + n, 73 + n * n % 12);
        snprintf(far, sizeof far, "%u,%u,3", 72 + n + 12000000, 73 + n * n % 12 + 2400000);
        grundy_buffer first = ask_position(g, r, near), second = ask_position(g, r, far);
        MUST(g, ask(g, r, grundy_buffer_bytes(&first), GRUNDY_MISERE_OUTCOME, GRUNDY_AUTO, &a));
        MUST(g, ask(g, r, grundy_buffer_bytes(&second), GRUNDY_MISERE_OUTCOME, GRUNDY_AUTO, &b));
        assert_int_equal(a, b);
        grundy_buffer_close(&first);
        grundy_buffer_close(&second);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

static void relations_in_words(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "nim");
    grundy_quotient *q = quotient_of_heaps(g, r, 2);
    grundy_list relations = grundy_list_open(g);
    uint64_t normal = 0;
    MUST(g, grundy_quotient_relations(q, false, &relations));
    assert_int_equal(grundy_list_count(&relations), 2);
    assert_string_equal((const char *)grundy_list_at(&relations, 0).data, "a^2=1");
    assert_string_equal((const char *)grundy_list_at(&relations, 1).data, "b^3=b");
    MUST(g, grundy_quotient_normal(q, &normal));
    assert_int_equal(normal, 4);
    assert_true(grundy_quotient_get_facts(q).tame);
    grundy_list_close(&relations);
    grundy_quotient_close(q);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- heaps with bytes of their own: the text of a space says nothing about bytes ---- */

enum { TURNED = 64 };

static grundy_status parse_turned(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t n;
    TRY(grundy_scan_integer(s, "heap", 0, TURNED - 1, &n));
    const unsigned char byte = (unsigned char)(n ^ TURNED);
    return grundy_append(out, &byte, 1);
}

static grundy_status print_turned(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%d", summand.data[0] ^ TURNED);
}

static grundy_status take_1_or_2_turned(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int k = 1, n = summand.data[0] ^ TURNED; k <= 2 && k <= n; k++) {
        const unsigned char byte = (unsigned char)((n - k) ^ TURNED);
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

/* As octal(0.33) says it. */
static grundy_status recurrence_of_33(grundy *g, const grundy_ruleset *r, grundy_question question,
                                      grundy_recurrence *out)
{
    static const unsigned char digits[] = {0, 3, 3};
    (void)g;
    (void)r;
    (void)question;
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_PARTS, .depth = 2, .parts = 1, .digits = digits};
    return GRUNDY_OK;
}

static const grundy_family turned = {
    .name = "turned",
    .arguments = "",
    .summary = "take one or two",
    .rules = "A heap; a move takes one or two.",
    .space = "heaps",
    .parse = parse_turned,
    .print = print_turned,
    .options = take_1_or_2_turned,
    .recurrence = recurrence_of_33,
};

static void heaps_with_other_bytes(void **state)
{
    (void)state;
    grundy *g = ask_open();
    MUST(g, grundy_family_add(g, &turned));
    grundy_ruleset *r = ask_ruleset(g, "turned");
    for (unsigned n = 0; n < 12; n++) {
        char position[16];
        snprintf(position, sizeof position, "%u", n);
        grundy_buffer bytes = ask_position(g, r, position);
        uint64_t outcomes[2];
        for (int i = 0; i < 2; i++) {
            grundy_solver *s = NULL;
            grundy_answer answer;
            MUST(g, grundy_solver_open(g, r, GRUNDY_MISERE_OUTCOME, i == 0 ? GRUNDY_AUTO : GRUNDY_BRUTE, &s));
            MUST(g, grundy_solve(s, grundy_buffer_bytes(&bytes), &answer));
            outcomes[i] = answer.value;
            grundy_solver_close(s);
        }
        assert_int_equal(outcomes[0], outcomes[1]);
        assert_int_equal(outcomes[1], n % 3 != 1);
        grundy_buffer_close(&bytes);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_quotients),          cmocka_unit_test(sums_of_six_heaps),
        cmocka_unit_test(small_sums_by_the_definition), cmocka_unit_test(random_sums),
        cmocka_unit_test(every_two_elements_differ),    cmocka_unit_test(boards_in_sums),
        cmocka_unit_test(heaps_with_other_bytes),       cmocka_unit_test(outcomes_of_large_heaps),
        cmocka_unit_test(relations_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
