/* Periods of heap sequences, against naive sequences whose period is found by a repeated state; what the solver keeps of
 * sequences and sweeps. */
#include <stdlib.h>

#include "asking.h"
#include "rulesets/heaps/heaps.h"

enum { HEAPS = 6000, TAKEN_MAX = 6 };

static uint64_t seed = 20260101;

/* ---- naive sequences: subtraction games and their compounds, from the rules ---- */

typedef struct {
    unsigned taken; /* bit s: s tokens may be taken */
    bool misere;
    uint32_t values[HEAPS];
} naive_sequence;

typedef enum { RULE_PUSH, RULE_EARLY, RULE_BEFORE, RULE_AFTER, RULE_EITHER, RULE_CONJOINED } naive_rule;
static const char *const rule_words[] = {"push", "push-early", "push-before", "push-after", "push-either", "conjoined"};

/* The mex of values collected as bits; a position without options is terminal. */
static uint32_t mex_or_terminal(uint64_t seen, unsigned options, bool misere)
{
    if (options == 0)
        return misere;
    uint32_t v = 0;
    while (seen >> v & 1)
        v++;
    return v;
}

static void collect(const naive_sequence *from, unsigned taken, size_t n, uint64_t *seen, unsigned *options)
{
    for (size_t s = 1; s <= TAKEN_MAX && s <= n; s++)
        if (taken >> s & 1) {
            *seen |= UINT64_C(1) << from->values[n - s];
            ++*options;
        }
}

static void naive_subtraction(naive_sequence *q)
{
    for (size_t n = 0; n < HEAPS; n++) {
        uint64_t seen = 0;
        unsigned options = 0;
        collect(q, q->taken, n, &seen, &options);
        q->values[n] = mex_or_terminal(seen, options, q->misere);
    }
}

/* q: before the switch, with the set of R1; after: the values of R2, whose moves are second. */
static void naive_compound(naive_rule rule, naive_sequence *q, const naive_sequence *after, unsigned second)
{
    for (size_t n = 0; n < HEAPS; n++) {
        uint64_t seen = 0;
        unsigned options = 0;
        collect(q, q->taken, n, &seen, &options);
        bool alive = options > 0;
        if (rule == RULE_PUSH || (rule == RULE_EARLY && alive)) {
            seen |= UINT64_C(1) << after->values[n];
            options++;
        }
        if (rule == RULE_AFTER || rule == RULE_EITHER)
            collect(after, q->taken, n, &seen, &options);
        if (rule == RULE_BEFORE || rule == RULE_EITHER || (rule == RULE_CONJOINED && !alive))
            collect(after, second, n, &seen, &options);
        q->values[n] = mex_or_terminal(seen, options, q->misere);
    }
}

/* ---- the period of what is determined by the last TAKEN_MAX values of some sequences ---- */

static bool same_state(const naive_sequence *const *all, size_t count, size_t i, size_t j)
{
    for (size_t k = 0; k < count; k++)
        if (memcmp(all[k]->values + i, all[k]->values + j, TAKEN_MAX * sizeof(uint32_t)) != 0)
            return false;
    return true;
}

/* Brent: the first power of two whose state comes again soon enough gives the period of the states. */
static void repeated_state(const naive_sequence *const *all, size_t count, size_t *from, size_t *period)
{
    for (size_t i = 8; 2 * i + TAKEN_MAX < HEAPS; i *= 2)
        for (size_t j = i + 1; j <= 2 * i; j++)
            if (same_state(all, count, i, j)) {
                *from = i;
                *period = j - i;
                return;
            }
    fail_msg("no state repeats within %d heaps", HEAPS);
}

/* The least period and preperiod of a sequence that has the period `period` from `from` on. */
static void least_period(const uint32_t *values, bool outcomes, size_t from, size_t period, uint64_t *preperiod,
                         uint64_t *least)
{
#define SEEN(n) (outcomes ? values[n] != 0 : values[n])
    for (*least = 1; *least < period; ++*least) {
        size_t n = 0;
        while (period % *least == 0 && n < period && SEEN(from + n) == SEEN(from + n + *least))
            n++;
        if (n == period)
            break;
    }
    for (*preperiod = from; *preperiod > 0 && SEEN(*preperiod - 1) == SEEN(*preperiod - 1 + *least);)
        --*preperiod;
#undef SEEN
}

static void check_period(grundy *g, const char *expression, grundy_question question, const naive_sequence *const *all,
                         size_t count)
{
    size_t from = 0, period = 0;
    uint64_t preperiod = 0, least = 0;
    bool outcomes = question == GRUNDY_OUTCOME || question == GRUNDY_MISERE_OUTCOME;
    grundy_ruleset *r = ask_ruleset(g, expression);
    grundy_period found = {0};
    repeated_state(all, count, &from, &period);
    least_period(all[0]->values, outcomes, from, period, &preperiod, &least);
    MUST(g, grundy_find_period(g, r, question, 0, &found));
    if (found.preperiod != preperiod || found.period != least || found.saltus != 0 || found.proved != GRUNDY_YES)
        fail_msg("%s, %s: preperiod %" PRIu64 " period %" PRIu64 " saltus %" PRIu64 " %s, expected %" PRIu64
                 " and %" PRIu64,
                 expression, question_word(question), found.preperiod, found.period, found.saltus,
                 found.proved == GRUNDY_YES ? "proved" : "not proved", preperiod, least);
    grundy_ruleset_close(r);
}

static void append_set(char *text, size_t size, unsigned taken)
{
    const char *before = "subtraction(";
    for (unsigned s = 1; s <= TAKEN_MAX; s++)
        if (taken >> s & 1) {
            snprintf(text + strlen(text), size - strlen(text), "%s%u", before, s);
            before = ",";
        }
    snprintf(text + strlen(text), size - strlen(text), ")");
}

static void all_subtraction_sets(void **state)
{
    (void)state;
    static naive_sequence q;
    grundy *g = ask_open();
    for (unsigned taken = 2; taken < 2u << TAKEN_MAX; taken += 2)
        for (int question = GRUNDY_VALUE; question <= GRUNDY_MISERE_OUTCOME; question++) {
            char text[64] = "";
            append_set(text, sizeof text, taken);
            q.taken = taken;
            q.misere = question >= GRUNDY_MISERE_VALUE;
            naive_subtraction(&q);
            check_period(g, text, (grundy_question)question, (const naive_sequence *[]){&q}, 1);
        }
    ask_close(g);
}

static unsigned random_set(void)
{
    unsigned taken = 0;
    while (taken == 0)
        taken = (unsigned)(grundy_random(&seed) % (1u << TAKEN_MAX)) << 1;
    return taken;
}

/* The values too, by every method: the sequence before the switch. */
static void check_values(grundy *g, const char *expression, grundy_question question, const naive_sequence *q)
{
    bool outcomes = question == GRUNDY_OUTCOME || question == GRUNDY_MISERE_OUTCOME;
    grundy_ruleset *r = ask_ruleset(g, expression);
    for (uint32_t n = 0; n <= 12; n++) {
        char text[16];
        uint64_t value = 0;
        snprintf(text, sizeof text, "%u", n);
        grundy_buffer position = ask_position(g, r, text);
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), question, GRUNDY_ALL, &value));
        uint64_t expected = outcomes ? q->values[n] != 0 : q->values[n];
        if (value != expected)
            fail_msg("%s %u, %s: %" PRIu64 ", expected %" PRIu64, expression, n, question_word(question), value,
                     expected);
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
}

static void random_compounds(void **state)
{
    (void)state;
    static naive_sequence before, after;
    grundy *g = ask_open();
    for (unsigned i = 0; i < 360; i++) {
        char text[160] = "";
        naive_rule rule = (naive_rule)(i % LENGTH(rule_words));
        grundy_question question = (grundy_question)(grundy_random(&seed) % 4);
        before.taken = random_set();
        after.taken = random_set();
        before.misere = after.misere = question >= GRUNDY_MISERE_VALUE;
        snprintf(text, sizeof text, "%s(", rule_words[rule]);
        append_set(text, sizeof text, before.taken);
        snprintf(text + strlen(text), sizeof text - strlen(text), ",");
        append_set(text, sizeof text, after.taken);
        snprintf(text + strlen(text), sizeof text - strlen(text), ")");
        naive_subtraction(&after);
        naive_compound(rule, &before, &after, after.taken);
        check_values(g, text, question, &before);
        check_period(g, text, question, (const naive_sequence *[]){&before, &after}, 2);
    }
    ask_close(g);
}

/* Compounds of compounds, where the outer switch needs no move of the inner one. */
static void nested_compounds(void **state)
{
    (void)state;
    static const naive_rule outer_rules[] = {RULE_PUSH, RULE_EARLY, RULE_AFTER};
    static naive_sequence outer, inner, last;
    grundy *g = ask_open();
    for (unsigned i = 0; i < 90; i++) {
        char text[200] = "";
        naive_rule rule = outer_rules[i % LENGTH(outer_rules)], inner_rule = (naive_rule)(i / 3 % LENGTH(rule_words));
        grundy_question question = (grundy_question)(grundy_random(&seed) % 4);
        outer.taken = random_set();
        inner.taken = random_set();
        last.taken = random_set();
        outer.misere = inner.misere = last.misere = question >= GRUNDY_MISERE_VALUE;
        snprintf(text, sizeof text, "%s(", rule_words[rule]);
        append_set(text, sizeof text, outer.taken);
        snprintf(text + strlen(text), sizeof text - strlen(text), ",%s(", rule_words[inner_rule]);
        append_set(text, sizeof text, inner.taken);
        snprintf(text + strlen(text), sizeof text - strlen(text), ",");
        append_set(text, sizeof text, last.taken);
        snprintf(text + strlen(text), sizeof text - strlen(text), "))");
        naive_subtraction(&last);
        naive_compound(inner_rule, &inner, &last, last.taken);
        naive_compound(rule, &outer, &inner, 0);
        check_values(g, text, question, &outer);
        check_period(g, text, question, (const naive_sequence *[]){&outer, &inner, &last}, 3);
    }
    ask_close(g);
}

/* ---- octal games ---- */

/* Values by the meaning of the digits, with a plain list of what can be reached. */
static void naive_octal(const char *digits, uint32_t *values, size_t count)
{
    static size_t reached[1 << 10];
    memset(reached, 0, sizeof reached);
    for (size_t n = 0; n < count; n++) {
        for (size_t k = 1; digits[k - 1] != '\0' && k <= n; k++) {
            int digit = digits[k - 1] - '0';
            size_t rest = n - k;
            if (rest == 0 && (digit & 1))
                reached[0] = n;
            if (rest > 0 && (digit & 2))
                reached[values[rest]] = n;
            for (size_t a = 1; (digit & 4) && 2 * a <= rest; a++)
                reached[values[a] ^ values[rest - a]] = n;
        }
        for (values[n] = 0; n > 0 && reached[values[n]] == n;)
            values[n]++;
    }
}

/* What is called proved holds far beyond what was looked at. Outcomes of splitting games are the trap: those of 0.16
 * look constant from heap 24 to 835. */
static void octal_outcomes(void **state)
{
    (void)state;
    static uint32_t values[3000];
    grundy *g = ask_open();
    unsigned proved = 0;
    for (unsigned code = 1; code < 512; code++) {
        char digits[8], text[32];
        snprintf(digits, sizeof digits, "%o%o%o", code >> 6, code >> 3 & 7, code & 7);
        snprintf(text, sizeof text, "octal(0.%s)", digits);
        grundy_ruleset *r = ask_ruleset(g, text);
        grundy_period found = {0};
        MUST(g, grundy_find_period(g, r, GRUNDY_OUTCOME, 600, &found));
        grundy_ruleset_close(r);
        if (found.proved != GRUNDY_YES)
            continue;
        proved++;
        naive_octal(digits, values, LENGTH(values));
        for (size_t n = found.preperiod; n + found.period < LENGTH(values); n++)
            if ((values[n] != 0) != (values[n + found.period] != 0))
                fail_msg("%s: preperiod %" PRIu64 " period %" PRIu64 " of outcomes is called proved; fails at %zu",
                         text, found.preperiod, found.period, n);
        size_t before = (size_t)found.preperiod;
        if (before > 0 && (values[before - 1] != 0) == (values[before - 1 + found.period] != 0))
            fail_msg("%s: the preperiod %zu of outcomes is not the least", text, before);
    }
    assert_true(proved > 150);
    ask_close(g);
}

static void far_heaps(void **state)
{
    (void)state;
    static const struct {
        const char *ruleset;
        uint64_t preperiod, period;
    } games[] = {{"kayles", 71, 12}, {"octal(0.07)", 53, 34}, {"subtraction(2,5,7)", 0, 22}, {"octal(4.12)", 6, 7}};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(games); i++)
        for (uint64_t far = UINT64_C(1) << 40; far > 100000; far /= 37) {
            char near_text[32], far_text[32];
            uint64_t near_value = 0, far_value = 1;
            snprintf(far_text, sizeof far_text, "%" PRIu64, far);
            snprintf(near_text, sizeof near_text, "%" PRIu64,
                     games[i].preperiod + (far - games[i].preperiod) % games[i].period);
            MUST(g, grundy_value(g, games[i].ruleset, far_text, &far_value));
            MUST(g, grundy_value(g, games[i].ruleset, near_text, &near_value));
            if (near_value != far_value)
                fail_msg("%s: %s has %" PRIu64 ", %s has %" PRIu64, games[i].ruleset, far_text, far_value, near_text,
                         near_value);
        }
    ask_close(g);
}

/* ---- the rest ---- */

static void nim_has_a_saltus(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "nim");
    grundy_period p = {0};
    MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 0, &p));
    assert_true(p.preperiod == 0 && p.period == 1 && p.saltus == 1 && p.proved == GRUNDY_YES);
    MUST(g, grundy_find_period(g, r, GRUNDY_MISERE_VALUE, 90, &p));
    assert_true(p.preperiod == 2 && p.period == 1 && p.saltus == 1 && p.checked_to == 90);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void too_short_to_prove(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "kayles");
    grundy_period p = {0};
    MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 150, &p));
    assert_true(p.proved != GRUNDY_YES && p.checked_to == 150);
    MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 168, &p));
    assert_true(p.proved == GRUNDY_YES && p.preperiod == 71 && p.period == 12);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* Compounds whose boxes cannot follow a move that splits a heap are searched. */
static void splitting_compounds(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"push-before(kayles,nim)", "conjoined(octal(0.0007),octal(0.07))",
                                           "push(nim,kayles)"};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        grundy_ruleset *r = ask_ruleset(g, rulesets[i]);
        grundy_period p = {0};
        MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 12, &p));
        assert_int_equal(p.checked_to, 12);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* Heap n has the value 100000 - n, then one with period 7 that falls by 2 each time: no game has such values, and
 * differences that repeat are no period then. */
static grundy_status falling_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    (void)g;
    bool by_one = strcmp(grundy_ruleset_name(r), "falling") == 0;
    for (uint32_t n = 0; n < box->sizes[0]; n++)
        values[n] = 100000 - (by_one ? n : n / 7 * 2 + n % 7);
    return GRUNDY_OK;
}

static grundy_status no_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    (void)summand;
    (void)out;
    return GRUNDY_OK;
}

#define FALLING(word)                                                                                               \
    {                                                                                                               \
        .name = word, .arguments = "", .summary = "values that fall", .rules = "No moves.\n", .space = HEAPS_SPACE, \
        .encoding = GRUNDY_ENCODING_HEAPS, .parse = heaps_parse, .print = heaps_print, .options = no_options,       \
        .box = falling_box                                                                                          \
    }

static void falling_values_have_no_period(void **state)
{
    (void)state;
    static const grundy_family falling[] = {FALLING("falling"), FALLING("falling-by-seven")};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(falling); i++) {
        grundy_period p = {0};
        MUST(g, grundy_family_add(g, &falling[i]));
        grundy_ruleset *r = ask_ruleset(g, falling[i].name);
        MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 300, &p));
        assert_true(p.period == 0 && p.saltus == 0 && p.proved != GRUNDY_YES && p.checked_to == 300);
        grundy_ruleset_close(r);
    }
    grundy_close(g);
}

static void needs_single_heaps(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "wythoff");
    grundy_period p = {.period = 77};
    assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, 0, &p), GRUNDY_DOMAIN);
    assert_true(p.period == 77 && strlen(grundy_message(g)) > 0);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* Sums of at most two heaps: a period is proved when it holds up to 2 (preperiod + period) + the number of digits, the preperiod
 * being at least 1; up to one heap less, it is not. */
static void proofs_need_all_their_heaps(void **state)
{
    static const struct {
        const char *code;
        uint64_t digits, preperiod, period;
    } cases[] = {{"0.51", 2, 1, 1}, {"0.75", 2, 1, 2}, {"0.72", 2, 1, 4}, {"4.3", 1, 2, 2},
                 {"0.71", 2, 3, 2}, {"0.52", 2, 4, 4}, {"0.34", 2, 7, 8}, {"0.77", 2, 71, 12}};
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char expression[32];
        grundy_period p = {0};
        uint64_t needed = 2 * (cases[i].preperiod + cases[i].period) + cases[i].digits;
        snprintf(expression, sizeof expression, "octal(%s)", cases[i].code);
        grundy_ruleset *r = ask_ruleset(g, expression);
        MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, needed - 1, &p));
        assert_true(p.proved != GRUNDY_YES);
        MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, needed, &p));
        assert_true(p.proved == GRUNDY_YES && p.preperiod == cases[i].preperiod && p.period == cases[i].period);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* Whatever the last heap that is asked for, all heaps up to it are looked at, and no more, unless a period is proved before. */
static void looks_as_far_as_asked(void **state)
{
    static const uint64_t lasts[] = {1, 2, 3, 254, 255, 256, 257, 258, 510, 511, 512, 513};
    static const char *const rulesets[] = {"octal(0.007)", "push(subtraction(1,300),subtraction(2,511))"};
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        grundy_ruleset *r = ask_ruleset(g, rulesets[i]);
        for (size_t k = 0; k < LENGTH(lasts); k++) {
            grundy_period p = {0};
            MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, lasts[k], &p));
            assert_true(p.proved != GRUNDY_YES && p.checked_to == lasts[k]);
        }
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static uint64_t value_of(grundy *g, grundy_solver *solver, const grundy_ruleset *r, const char *heap,
                         grundy_status *status)
{
    grundy_answer answer = {0};
    grundy_buffer position = ask_position(g, r, heap);
    *status = grundy_solve(solver, grundy_buffer_bytes(&position), &answer);
    grundy_buffer_close(&position);
    return answer.value;
}

static bool has_had_enough(void *context)
{
    uint64_t *left = context;
    return *left == 0 || --*left == 0;
}

/* Ask a new solver for heap 150000 under a limit, and then, without one, for heaps that it knew before and at the end. */
static grundy_status ask_again(grundy *g, const grundy_ruleset *r, grundy_limits limits)
{
    static const char *const heaps[] = {"40000", "99990", "150000"}; /* 2^16, 2^17 and 2^18 heaps are to be known */
    const grundy_limits free_of_limits = {0};
    grundy_solver *solver = NULL;
    grundy_status limited, again;
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SWEEP, &solver));
    value_of(g, solver, r, heaps[0], &again);
    MUST(g, again);
    limits.memory += limits.memory == 0 ? 0 : grundy_memory(g);
    grundy_set_limits(g, &limits);
    value_of(g, solver, r, heaps[2], &limited);
    grundy_set_limits(g, &free_of_limits);
    for (size_t i = 0; i < LENGTH(heaps); i++) {
        uint64_t n = strtoull(heaps[i], NULL, 10), expected = n == 150000 ? 2 : n % 2;
        assert_int_equal(value_of(g, solver, r, heaps[i], &again), expected);
        MUST(g, again);
    }
    grundy_solver_close(solver);
    return limited;
}

/* A solver whose sequence could not grow, for want of memory or because it was stopped, still answers rightly later. */
static void values_after_a_failure(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "subtraction(1,150000)");
    uint64_t memory = 1 << 17, calls = 1, left = 1;
    while (ask_again(g, r, (grundy_limits){.memory = memory}) == GRUNDY_LIMIT)
        memory *= 2;
    assert_true(memory > 1 << 19);
    while (ask_again(g, r, (grundy_limits){.stop = has_had_enough, .context = &left}) == GRUNDY_STOPPED)
        left = calls *= 2;
    assert_true(calls > 2);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* A sweep reaches at once as far as what has been promised, in whatever order the positions are promised and asked for. */
static void sweeps_reach_what_is_promised(void **state)
{
    static const char *const promised[] = {"200,3", "2,1", "150,70"};
    static const char *const asked[] = {"2,1", "200,3", "150,70", "200,70"};
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "euclid");
    grundy_solver *solver = NULL;
    grundy_status status;
    uint64_t swept = 0;
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SWEEP, &solver));
    for (size_t i = 0; i < LENGTH(promised); i++) {
        grundy_buffer position = ask_position(g, r, promised[i]);
        MUST(g, grundy_solver_expect(solver, grundy_buffer_bytes(&position)));
        grundy_buffer_close(&position);
    }
    for (size_t i = 0; i < LENGTH(asked); i++) {
        value_of(g, solver, r, asked[i], &status);
        MUST(g, status);
        swept = i == 0 ? grundy_memory(g) : swept;
        assert_int_equal(grundy_memory(g), swept);
    }
    assert_true(swept >= UINT64_C(201) * 71); /* cells of at least a byte */
    grundy_solver_close(solver);
    grundy_ruleset_close(r);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_subtraction_sets),
        cmocka_unit_test(random_compounds),
        cmocka_unit_test(nested_compounds),
        cmocka_unit_test(octal_outcomes),
        cmocka_unit_test(far_heaps),
        cmocka_unit_test(nim_has_a_saltus),
        cmocka_unit_test(too_short_to_prove),
        cmocka_unit_test(proofs_need_all_their_heaps),
        cmocka_unit_test(splitting_compounds),
        cmocka_unit_test(falling_values_have_no_period),
        cmocka_unit_test(needs_single_heaps),
        cmocka_unit_test(looks_as_far_as_asked),
        cmocka_unit_test(values_after_a_failure),
        cmocka_unit_test(sweeps_reach_what_is_promised),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
