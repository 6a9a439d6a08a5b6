/* What every ruleset must do, whichever family it is of: one test for each ruleset and property.
 *
 * The rulesets are the example of each family in the table and the variants listed below. Positions come from the
 * family's generator, from the smallest size upwards, and from random play where it has none; the time for a ruleset
 * is bounded, but a property of which nothing was checked fails. GRUNDY_SEED=n in the environment chooses other
 * positions; an argument such as 'nim: *' or '*: threads' chooses tests. */
#include <stdlib.h>
#include <time.h>

#include "asking.h"
#include "naive_map.h"
#include "rulesets/ruleset.h"

enum { GREATEST_SIZE = 9, ROUNDS = 5, FOLLOWERS_MAX = 4000, GARBAGE_ROUNDS = 400 };

/* Time for a property of an example or a variant, of one of the many pairs, and for the judge of one position. */
#define SECONDS_ALONE 0.2
#define SECONDS_OF_PAIRS 0.04
#define SECONDS_A_VALUE 0.1

/* ---- the rulesets ---- */

typedef struct {
    const char *expression, *position;
} specimen;

static const specimen variants[] = {
    {"subtraction(2,5,7)", "12"},
    {"subtraction(3)", "7,7"},
    {"subtraction(1..3)", "5"},
    {"subtraction(2..4,9)", "11,3"},
    {"subtraction(2,1..3,2)", "7,5"},
    {"octal(0.0)", "3"},
    {"octal(0.3)", "3,4"},
    {"octal(0.33)", "6"},
    {"octal(0.137)", "9"},
    {"octal(0.6)", "7"},
    {"octal(4.07)", "6"},
    {"octal(4.0)", "5,2"},
    {"octal(0.8)", "9"},
    {"octal(0.f)", "7"},
    {"octal(8.1)", "5"},
    {"octal(0.156)", "9"},
    {"sum(nim)", "2,3"},
    {"sum(nim,nim)", "2 | 3"},
    {"sum(nim,wythoff,kayles)", "1,2 | 2,3 | 4"},
    {"sum(sum(nim,kayles),octal(0.137))", "1 | 3 | 4"},
    {"sum(push(nim,euclid),octal(0.07),subtraction(1..2))", "2:1,2 | 4 | 5"},
    {"push(kayles,push(nim,grundys-game))", "2:3,1"},
    {"push(euclid,push(nim,wythoff))", "2,3"},
    {"push(nim,push(nim,nim))", "2,2"},
    {"push(nim,push-after(wythoff,nim))", "2:2,3"},
    {"push-after(subtraction(1,4),push(subtraction(2,3),subtraction(1..2)))", "7"},
    {"push-before(subtraction(1,4),push(subtraction(2,3),subtraction(1..2)))", "7"},
    {"push-before(nim,push-before(euclid,nim))", "2,3"},
    {"conjoined(subtraction(3,4),push-early(subtraction(2),subtraction(1..2)))", "2:7"},
    {"conjoined(euclid,conjoined(wythoff,nim))", "2:2:1,2"},
    {"inset(2)", "{2,5}"},
    {"push(cram,domineering-rows)", "2x3"},
    {"push-after(domineering-columns,cram)", "2x2"},
    {"turtles(divisors(12))", "{12}"},
    {"ruler(boolean(3))", "{{1,2}}"},
    {"ideal(divisors(30))", "{30}"},
    {"product(ruler(chain(3)),turtles(chain(3)))", "{(3,3)}"},
    {"sum(pnim,rnim,welter)", "[2,1] | <2,2> | {1,3}"},
    {"turtles(divisors(60))", "{2,6,60}"},
    {"turtles(dual(asm(3)))", "{(0,0,1)}"},
    {"ruler(boolean(3))", "{{1},{2,3}}"},
    {"ruler(subspaces(2,4))", "{<10>,<10,01>}"},
    {"ruler(setpartitions(4))", "{[2,2],13|2|4}"},
    {"ruler(asm(4))", "{(0,0,1),(1,0,1)}"},
    {"ruler(product(chain(2),product(chain(3),boolean(1))))", "{(2,(1,{})),(1,(3,{1}))}"},
    {"ideal(dual(setpartitions(3)))", "bottom"},
    {"ideal(product(asm(3),asm(3)))", "{((0,0,0),(0,0,1))}"},
    {"product(turtles(chain(3)),ideal(asm(3)))", "(3,(0,0,1))"},
    {"product(product(ruler(chain(2)),ruler(boolean(2))),turtles(divisors(4)))", "{((2,{1}),4)}"},
    {"push(ruler(chain(5)),turtles(chain(5)))", "{3,5}"},
};

/* Each member of the push family over each of these pairs. */
static const char *const members[] = {"push", "push-before", "push-after", "push-either", "push-early", "conjoined"};
static const specimen pairs[] = {
    {"nim,euclid", "2,3"},
    {"euclid,nim", "2,3"},
    {"nim,wythoff", "1,2"},
    {"wythoff,nim", "1,2"},
    {"euclid,wythoff", "2,3"},
    {"zeruclid,euclid", "2,3"},
    {"wythoff,zeruclid", "2,3"},
    {"nim,nim", "2,1"},
    {"wythoff,wythoff", "2,1"},
    {"kayles,kayles", "5"},
    {"kayles,nim", "5"},
    {"nim,kayles", "5"},
    {"grundys-game,octal(0.07)", "6"},
    {"octal(0.3),octal(0.137)", "6"},
    {"subtraction(1..2),subtraction(1..3)", "7"},
    {"subtraction(2,3),subtraction(1,4)", "7"},
    {"subtraction(1,4),octal(0.137)", "5"},
};

typedef struct {
    char expression[160];
    const char *position;
    double seconds; /* for each property */
} ruleset_case;

/* ---- a ruleset under test ---- */

typedef struct {
    const ruleset_case *which;
    grundy *g;
    grundy_ruleset *r;
    uint64_t seed, first_seed;
    struct timespec begun;
    uint64_t checks;
    bool too_large;                            /* the judge did not finish in time */
    grundy_solver *solvers[4][GRUNDY_ALL + 1]; /* by question and method; opened when first asked */
} subject;

static double seconds_since(const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + 1e-9 * (double)(now.tv_nsec - begun->tv_nsec);
}

static uint64_t seed_of_run(void)
{
    const char *text = getenv("GRUNDY_SEED");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

static subject subject_open(const ruleset_case *which)
{
    subject s = {.which = which, .g = ask_open(), .seed = seed_of_run()};
    for (const char *c = which->expression; *c != '\0'; c++)
        s.seed = s.seed * 31 + (unsigned char)*c;
    s.first_seed = s.seed;
    s.r = ask_ruleset(s.g, which->expression);
    clock_gettime(CLOCK_MONOTONIC, &s.begun);
    return s;
}

static void subject_close(subject *s)
{
    for (size_t i = 0; i < LENGTH(s->solvers); i++)
        for (size_t k = 0; k < LENGTH(s->solvers[i]); k++)
            grundy_solver_close(s->solvers[i][k]);
    grundy_ruleset_close(s->r);
    ask_close(s->g);
}

/* Fail for a position: the text names it, and the seed with which it came. */
static void fail_at(subject *s, grundy_bytes position, const char *why)
{
    grundy_buffer text = grundy_buffer_open(s->g);
    if (grundy_position_print(s->g, s->r, position, &text) != GRUNDY_OK)
        text.size = 0;
    fail_msg("%s, position %s (seed %" PRIu64 "): %s [%s]", s->which->expression, grundy_buffer_text(&text),
             s->first_seed, why, grundy_message(s->g));
}

static bool same_bytes(grundy_bytes a, grundy_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* ---- positions ---- */

/* Random play from the given position for up to `most` moves. */
static void play(subject *s, unsigned most, grundy_buffer *position)
{
    grundy_list options = grundy_list_open(s->g);
    for (unsigned i = 0; i < most; i++) {
        grundy_list_clear(&options);
        MUST(s->g, grundy_position_options(s->g, s->r, grundy_buffer_bytes(position), &options));
        size_t count = grundy_list_count(&options);
        if (count == 0)
            break;
        grundy_bytes next = grundy_list_at(&options, (size_t)(grundy_random(&s->seed) % count));
        position->size = 0;
        MUST(s->g, grundy_append(position, next.data, next.size));
    }
    grundy_list_close(&options);
}

/* A position of about this size: from the generator, or by play from the example, longer for smaller sizes. */
static void supply(subject *s, unsigned size, grundy_buffer *out)
{
    out->size = 0;
    grundy_status status = grundy_position_random(s->g, s->r, &s->seed, size, out);
    if (status == GRUNDY_OK)
        return;
    if (status != GRUNDY_DOMAIN)
        fail_msg("%s, random position: %s", s->which->expression, grundy_message(s->g));
    MUST(s->g, grundy_position_parse(s->g, s->r, s->which->position, out));
    play(s, GREATEST_SIZE + 1 - size, out);
}

static bool enough(const subject *s)
{
    return s->checks > 0 && (s->too_large || seconds_since(&s->begun) > s->which->seconds);
}

typedef void (*position_check)(subject *s, grundy_bytes position);

static void check_positions(subject *s, position_check check)
{
    grundy_buffer position = ask_position(s->g, s->r, s->which->position);
    check(s, grundy_buffer_bytes(&position));
    s->too_large = false; /* an example may be */
    for (unsigned size = 1; size <= GREATEST_SIZE; size++)
        for (unsigned i = 0; i < ROUNDS && !enough(s); i++) {
            supply(s, size, &position);
            check(s, grundy_buffer_bytes(&position));
        }
    grundy_buffer_close(&position);
}

static void run_property(const ruleset_case *which, position_check check)
{
    subject s = subject_open(which);
    check_positions(&s, check);
    if (s.checks == 0)
        fail_msg("%s: nothing was checked", which->expression);
    subject_close(&s);
}

/* ---- notation ---- */

static void expect_same_when_read(subject *s, grundy_bytes position, const char *text)
{
    grundy_buffer again = grundy_buffer_open(s->g);
    if (grundy_position_parse(s->g, s->r, text, &again) != GRUNDY_OK)
        fail_at(s, position, "what was printed is not read");
    if (!same_bytes(position, grundy_buffer_bytes(&again)))
        fail_at(s, position, "what was printed is read as another position");
    grundy_buffer_close(&again);
}

static void round_trip(subject *s, grundy_bytes position)
{
    grundy_buffer text = grundy_buffer_open(s->g), spaced = grundy_buffer_open(s->g);
    MUST(s->g, grundy_position_print(s->g, s->r, position, &text));
    MUST(s->g, grundy_appendf(&spaced, "  %s ", grundy_buffer_text(&text)));
    expect_same_when_read(s, position, grundy_buffer_text(&text));
    expect_same_when_read(s, position, grundy_buffer_text(&spaced));
    grundy_buffer_close(&text);
    grundy_buffer_close(&spaced);
    s->checks++;
}

/* ---- options ---- */

static void check_summands(subject *s, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        if (summand.data + summand.size > position.data + position.size)
            fail_at(s, position, "a summand is longer than the position");
        if (ruleset_check(s->g, s->r, summand) != GRUNDY_OK)
            fail_at(s, position, "not a position of the ruleset");
    }
}

static void options_canonical(subject *s, grundy_bytes position)
{
    grundy_list options = grundy_list_open(s->g);
    naive_map seen = {0};
    MUST(s->g, grundy_position_options(s->g, s->r, position, &options));
    for (size_t i = 0; i < grundy_list_count(&options) && i < FOLLOWERS_MAX; i++) {
        grundy_bytes option = grundy_list_at(&options, i);
        if (same_bytes(option, position))
            fail_at(s, position, "is its own option");
        if (naive_find(&seen, option) != NULL)
            fail_at(s, option, "is listed twice among the options");
        naive_put(&seen, option, i);
        check_summands(s, option);
        round_trip(s, option);
    }
    naive_free(&seen);
    grundy_list_close(&options);
    s->checks++;
}

/* ---- no position can be reached from itself ---- */

enum { OPEN = 1, DONE = 2 };

typedef struct {
    grundy_list options;
    size_t next, entry;
} walk_frame;

typedef struct {
    subject *s;
    naive_map seen;
    walk_frame *frames;
    size_t depth;
} walk;

static void walk_enter(walk *w, grundy_bytes position)
{
    walk_frame *f = &w->frames[w->depth++];
    *f = (walk_frame){.options = grundy_list_open(w->s->g), .entry = naive_put(&w->seen, position, OPEN)};
    MUST(w->s->g, grundy_position_options(w->s->g, w->s->r, position, &f->options));
}

static void walk_leave(walk *w)
{
    walk_frame *f = &w->frames[--w->depth];
    w->seen.entries[f->entry].value = DONE;
    grundy_list_close(&f->options);
}

/* Depth first over the followers, as many as fit into FOLLOWERS_MAX. */
static void strictly_simpler(subject *s, grundy_bytes position)
{
    walk w = {.s = s, .frames = calloc(FOLLOWERS_MAX + 1, sizeof(walk_frame))};
    assert_non_null(w.frames);
    walk_enter(&w, position);
    while (w.depth > 0) {
        walk_frame *f = &w.frames[w.depth - 1];
        if (f->next == grundy_list_count(&f->options) || w.seen.count >= FOLLOWERS_MAX) {
            walk_leave(&w);
            continue;
        }
        grundy_bytes option = grundy_list_at(&f->options, f->next++);
        const naive_entry *known = naive_find(&w.seen, option);
        if (known == NULL)
            walk_enter(&w, option);
        else if (known->value == OPEN)
            fail_at(s, option, "can be reached from itself");
    }
    naive_free(&w.seen);
    free(w.frames);
    s->checks++;
}

/* ---- values ---- */

/* The value by brute force; false when that takes too long. */
static bool judged(subject *s, const grundy_ruleset *r, grundy_bytes position, grundy_question question,
                   uint64_t *value)
{
    grundy_limits limits = {.seconds = SECONDS_A_VALUE};
    grundy_set_limits(s->g, &limits);
    grundy_status status = ask(s->g, r, position, question, GRUNDY_BRUTE, value);
    grundy_set_limits(s->g, &(grundy_limits){0});
    if (status != GRUNDY_OK && status != GRUNDY_LIMIT)
        fail_at(s, position, "brute force fails");
    s->too_large = s->too_large || status == GRUNDY_LIMIT;
    return status == GRUNDY_OK;
}

static void compare_with_judge(subject *s, grundy_bytes position, grundy_question question, grundy_method method,
                               uint64_t got, uint64_t expected)
{
    char why[160];
    if (got == expected)
        return;
    snprintf(why, sizeof why, "%s by %s is %" PRIu64 ", by brute force %" PRIu64, question_word(question),
             grundy_method_word(method), got, expected);
    fail_at(s, position, why);
}

/* Ask the solver that is kept for a question and method. Half of the positions are announced beforehand. */
static grundy_status ask_kept(subject *s, grundy_bytes position, grundy_question question, grundy_method method,
                              grundy_answer *answer)
{
    grundy_solver **solver = &s->solvers[question][method];
    if (*solver == NULL) {
        MUST(s->g, grundy_solver_open(s->g, s->r, question, method, solver));
        grundy_solver_explain(*solver, true);
    }
    if (grundy_random(&s->seed) % 2 == 0)
        MUST(s->g, grundy_solver_expect(*solver, position));
    return grundy_solve(*solver, position, answer);
}

static void compare_methods(subject *s, grundy_bytes position, grundy_question question)
{
    uint64_t expected;
    if (!judged(s, s->r, position, question, &expected))
        return;
    for (int m = GRUNDY_AUTO; m <= GRUNDY_ALL; m++) {
        grundy_method method = (grundy_method)m;
        grundy_answer answer;
        grundy_status status = ask_kept(s, position, question, method, &answer);
        bool partial = method == GRUNDY_FORMULA || method == GRUNDY_SWEEP;
        if (partial && (status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT))
            continue;
        if (status != GRUNDY_OK)
            fail_at(s, position, grundy_method_word(method));
        if (answer.reason == NULL || *answer.reason == '\0')
            fail_at(s, position, "an answer without a reason");
        compare_with_judge(s, position, question, method, answer.value, expected);
        s->checks++;
    }
}

static void methods_agree(subject *s, grundy_bytes position)
{
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++)
        compare_methods(s, position, (grundy_question)q);
}

/* An outcome is N exactly when the value is not 0. */
static void outcomes_follow(subject *s, grundy_bytes position)
{
    uint64_t value = 0, outcome = 0;
    for (int misere = 0; misere <= 1; misere++) {
        grundy_question of_value = misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
        grundy_question of_outcome = misere ? GRUNDY_MISERE_OUTCOME : GRUNDY_OUTCOME;
        if (!judged(s, s->r, position, of_value, &value))
            continue;
        MUST(s->g, ask(s->g, s->r, position, of_outcome, GRUNDY_AUTO, &outcome));
        compare_with_judge(s, position, of_outcome, GRUNDY_AUTO, outcome, value != 0);
        s->checks++;
    }
}

/* ---- sums ---- */

static void compare_sum(subject *s, grundy_bytes position, grundy_question question, uint64_t expected)
{
    static const grundy_method ways[] = {GRUNDY_AUTO, GRUNDY_SEARCH, GRUNDY_FORMULA, GRUNDY_SWEEP};
    for (size_t i = 0; i < LENGTH(ways); i++) {
        uint64_t value = 0;
        grundy_status status = ask(s->g, s->r, position, question, ways[i], &value);
        if (i >= 2 && (status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT))
            continue;
        if (status != GRUNDY_OK)
            fail_at(s, position, grundy_method_word(ways[i]));
        compare_with_judge(s, position, question, ways[i], value, expected);
    }
    s->checks++;
}

static void sums_add(subject *s, grundy_bytes position)
{
    grundy_buffer sum = grundy_buffer_open(s->g), other = grundy_buffer_open(s->g);
    uint64_t first = 0, second = 0, expected = 0;
    supply(s, 1 + (unsigned)(grundy_random(&s->seed) % 3), &other);
    MUST(s->g, grundy_append(&sum, position.data, position.size));
    MUST(s->g, grundy_append(&sum, other.data, other.size));
    grundy_bytes both = grundy_buffer_bytes(&sum);
    round_trip(s, both);
    if (judged(s, s->r, position, GRUNDY_VALUE, &first) &&
        judged(s, s->r, grundy_buffer_bytes(&other), GRUNDY_VALUE, &second))
        compare_sum(s, both, GRUNDY_VALUE, first ^ second);
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++)
        if (judged(s, s->r, both, (grundy_question)q, &expected))
            compare_sum(s, both, (grundy_question)q, expected);
    grundy_buffer_close(&sum);
    grundy_buffer_close(&other);
}

/* ---- isomorphic and simpler forms ---- */

typedef grundy_status (*summand_form)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

static void form_of(subject *s, summand_form form, grundy_bytes summand, grundy_buffer *out)
{
    out->size = 0;
    MUST(s->g, form(s->g, s->r, summand, out));
    if (ruleset_check(s->g, s->r, grundy_buffer_bytes(out)) != GRUNDY_OK)
        fail_msg("%s: a canonical form is no position: %s", s->which->expression, grundy_message(s->g));
}

static void form_is_isomorphic(subject *s, summand_form form, grundy_bytes position)
{
    grundy_buffer once = grundy_buffer_open(s->g), twice = grundy_buffer_open(s->g), whole = grundy_buffer_open(s->g);
    grundy_bytes rest = position, summand;
    uint64_t expected = 0, value = 0;
    while (position_next(&rest, &summand)) {
        form_of(s, form, summand, &once);
        form_of(s, form, grundy_buffer_bytes(&once), &twice);
        if (!same_bytes(grundy_buffer_bytes(&once), grundy_buffer_bytes(&twice)))
            fail_at(s, position, "the canonical form of the canonical form is another");
        MUST(s->g, position_add(&whole, grundy_buffer_bytes(&once)));
    }
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_VALUE; q += 2)
        if (judged(s, s->r, position, (grundy_question)q, &expected) &&
            judged(s, s->r, grundy_buffer_bytes(&whole), (grundy_question)q, &value)) {
            if (value != expected)
                fail_at(s, position, "the canonical form has another value");
            s->checks++;
        }
    grundy_buffer_close(&once);
    grundy_buffer_close(&twice);
    grundy_buffer_close(&whole);
}

static void canonical_is_isomorphic(subject *s, grundy_bytes position)
{
    form_is_isomorphic(s, s->r->family->canonical, position);
}

static void shared_form_is_isomorphic(subject *s, grundy_bytes position)
{
    form_is_isomorphic(s, s->r->family->canonical_shared, position);
}

static void split_is_isomorphic(subject *s, grundy_bytes position)
{
    grundy_list parts = grundy_list_open(s->g);
    grundy_buffer whole = grundy_buffer_open(s->g);
    grundy_bytes rest = position, summand;
    uint64_t expected, value = 0;
    while (position_next(&rest, &summand))
        MUST(s->g, s->r->family->split(s->g, s->r, summand, &parts));
    for (size_t i = 0; i < grundy_list_count(&parts); i++)
        MUST(s->g, position_add(&whole, grundy_list_at(&parts, i)));
    int last = s->r->family->split_normal ? GRUNDY_VALUE : GRUNDY_MISERE_VALUE;
    for (int q = GRUNDY_VALUE; q <= last; q += 2) {
        bool known = judged(s, s->r, position, (grundy_question)q, &expected);
        value = q == GRUNDY_MISERE_VALUE;
        if (whole.size > 0)
            known = known && judged(s, s->r, grundy_buffer_bytes(&whole), (grundy_question)q, &value);
        if (known && value != expected)
            fail_at(s, position, "the parts that it splits into have another value");
        s->checks += known;
    }
    grundy_list_close(&parts);
    grundy_buffer_close(&whole);
}

/* The parts in other rulesets that a summand refers to have the same nim-sum. */
static void references_add(subject *s, grundy_bytes position)
{
    grundy_bytes rest = position, summand, part;
    const grundy_ruleset *other;
    uint64_t expected, sum = 0, value;
    bool known = judged(s, s->r, position, GRUNDY_VALUE, &expected);
    while (known && position_next(&rest, &summand))
        for (size_t i = 0;; i++) {
            MUST(s->g, s->r->family->refer(s->g, s->r, summand, i, &other, &part));
            if (other == NULL && i == 0) /* it stands for itself */
                other = s->r, part = summand;
            else if (other == NULL)
                break;
            grundy_buffer alone = grundy_buffer_open(s->g);
            MUST(s->g, position_add(&alone, part));
            known = known && judged(s, other, grundy_buffer_bytes(&alone), GRUNDY_VALUE, &value);
            sum ^= known ? value : 0;
            grundy_buffer_close(&alone);
            if (other == s->r)
                break;
        }
    if (known && sum != expected)
        fail_at(s, position, "the positions that it refers to have another nim-sum");
    s->checks += known;
}

/* ---- what else a family may promise ---- */

static bool is_option(subject *s, grundy_bytes summand, grundy_bytes option)
{
    grundy_list options = grundy_list_open(s->g);
    bool found = false;
    MUST(s->g, s->r->family->options(s->g, s->r, summand, &options));
    for (size_t i = 0; i < grundy_list_count(&options); i++)
        found = found || same_bytes(grundy_list_at(&options, i), option);
    grundy_list_close(&options);
    return found;
}

/* The option that it names for a value is one, and has it. */
static void check_move_to(subject *s, grundy_bytes summand, uint64_t wanted)
{
    grundy_buffer option = grundy_buffer_open(s->g), alone = grundy_buffer_open(s->g);
    uint64_t value = 0;
    grundy_status status = s->r->family->winning_move(s->g, s->r, summand, wanted, &option);
    if (status == GRUNDY_OK) {
        MUST(s->g, position_add(&alone, grundy_buffer_bytes(&option)));
        if (!is_option(s, summand, grundy_buffer_bytes(&option)))
            fail_at(s, grundy_buffer_bytes(&alone), "is no option of the position that it was found for");
        if (judged(s, s->r, grundy_buffer_bytes(&alone), GRUNDY_VALUE, &value) && value != wanted)
            fail_at(s, grundy_buffer_bytes(&alone), "has another value than was asked for");
        s->checks++;
    } else if (status != GRUNDY_DOMAIN) {
        fail_msg("%s: %s", s->which->expression, grundy_message(s->g));
    }
    grundy_buffer_close(&option);
    grundy_buffer_close(&alone);
}

static void winning_moves_win(subject *s, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        grundy_buffer alone = grundy_buffer_open(s->g);
        uint64_t value = 0;
        MUST(s->g, position_add(&alone, summand));
        if (judged(s, s->r, grundy_buffer_bytes(&alone), GRUNDY_VALUE, &value))
            for (uint64_t wanted = 0; wanted <= value && wanted < 20; wanted++)
                check_move_to(s, summand, wanted);
        grundy_buffer_close(&alone);
    }
}

static void summands_are_pet(subject *s, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        grundy_buffer alone = grundy_buffer_open(s->g);
        uint64_t normal = 0, misere = 0;
        MUST(s->g, position_add(&alone, summand));
        grundy_bytes whole = grundy_buffer_bytes(&alone);
        if (judged(s, s->r, whole, GRUNDY_VALUE, &normal) && judged(s, s->r, whole, GRUNDY_MISERE_VALUE, &misere)) {
            if (misere != (normal <= 1 ? normal ^ 1 : normal))
                fail_at(s, whole, "is not pet");
            s->checks++;
        }
        grundy_buffer_close(&alone);
    }
}

/* ---- what must change nothing ---- */

static void threads_change_nothing(subject *s, grundy_bytes position)
{
    uint64_t expected = 0, value = 0;
    grundy_question question = (grundy_question)(grundy_random(&s->seed) % 4);
    if (!judged(s, s->r, position, question, &expected))
        return;
    for (unsigned threads = 1; threads <= 4; threads *= 2) {
        grundy_limits limits = {.threads = threads};
        grundy_set_limits(s->g, &limits);
        MUST(s->g, ask(s->g, s->r, position, question, GRUNDY_SEARCH, &value));
        compare_with_judge(s, position, question, GRUNDY_SEARCH, value, expected);
        s->checks++;
    }
    grundy_set_limits(s->g, &(grundy_limits){0});
}

/* A solver sizes its tables when it is opened: these hold a few positions only and forget the others. */
static void small_tables_change_nothing(subject *s, grundy_bytes position)
{
    grundy_limits tiny = {.memory = 96 << 10}, patient = {.seconds = SECONDS_A_VALUE};
    grundy_solver *solver;
    grundy_answer answer;
    uint64_t expected;
    grundy_question question = (grundy_question)(grundy_random(&s->seed) % 4);
    if (!judged(s, s->r, position, question, &expected))
        return;
    tiny.memory += grundy_memory(s->g);
    for (int m = GRUNDY_SEARCH; m <= GRUNDY_BRUTE; m++) {
        grundy_set_limits(s->g, &tiny);
        MUST(s->g, grundy_solver_open(s->g, s->r, question, (grundy_method)m, &solver));
        grundy_set_limits(s->g, &patient);
        grundy_status status = grundy_solve(solver, position, &answer);
        if (status == GRUNDY_OK)
            compare_with_judge(s, position, question, (grundy_method)m, answer.value, expected);
        else if (status != GRUNDY_LIMIT)
            fail_at(s, position, "a small table fails");
        s->checks += status == GRUNDY_OK;
        grundy_solver_close(solver);
    }
    grundy_set_limits(s->g, &(grundy_limits){0});
}

/* ---- text that nobody meant ---- */

/* The example with a few characters replaced, put in or taken out, or nothing but random characters. */
static void garble(subject *s, char *text, size_t size)
{
    static const char alphabet[] = "0123456789,,++--*()[]{}<>|:^./#x=aAdim \"\t_\x01\xc3";
    size_t length = strlen(s->which->position);
    bool fresh = grundy_random(&s->seed) % 4 == 0 || length + 8 > size;
    snprintf(text, size, "%s", fresh ? "" : s->which->position);
    for (size_t i = 0, edits = 1 + grundy_random(&s->seed) % (fresh ? 12 : 3); i < edits; i++) {
        char c = alphabet[grundy_random(&s->seed) % (sizeof alphabet - 1)];
        length = strlen(text);
        size_t at = (size_t)(grundy_random(&s->seed) % (length + 1));
        uint64_t kind = grundy_random(&s->seed) % 3;
        if (kind == 0 && at < length)
            text[at] = c;
        else if (kind == 1 && at < length)
            memmove(text + at, text + at + 1, length - at);
        else if (length + 1 < size) {
            memmove(text + at + 1, text + at, length + 1 - at);
            text[at] = c;
        }
    }
}

static void garbage_is_refused(const ruleset_case *which)
{
    subject s = subject_open(which);
    char text[64];
    uint64_t refused = 0;
    for (unsigned i = 0; i < GARBAGE_ROUNDS && (i < 40 || seconds_since(&s.begun) < which->seconds); i++) {
        garble(&s, text, sizeof text);
        grundy_buffer position = grundy_buffer_open(s.g);
        MUST(s.g, grundy_append(&position, "kept", 4));
        grundy_status status = grundy_position_parse(s.g, s.r, text, &position);
        if (status == GRUNDY_OK) {
            grundy_bytes read = {position.data + 4, position.size - 4};
            round_trip(&s, read);
            check_summands(&s, read);
        } else {
            if (status != GRUNDY_PARSE && status != GRUNDY_LIMIT)
                fail_msg("%s '%s': %s", which->expression, text, grundy_status_text(status));
            if (strchr(grundy_message(s.g), '\n') != NULL || *grundy_message(s.g) == '\0')
                fail_msg("%s '%s': not one line: '%s'", which->expression, text, grundy_message(s.g));
            if (position.size != 4)
                fail_msg("%s '%s': output was written on failure", which->expression, text);
            refused++;
        }
        grundy_buffer_close(&position);
    }
    assert_true(refused > 0);
    subject_close(&s);
}

/* ---- the table of families itself ---- */

static void families_are_complete(const ruleset_case *which)
{
    (void)which;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        const grundy_family *named = grundy_family_find(f->name);
        assert_non_null(named);
        if (named != f && (*named->arguments == '\0') == (*f->arguments == '\0'))
            fail_msg("two families are called %s, and both %s arguments", f->name,
                     *f->arguments == '\0' ? "lack" : "take");
        if (f->summary == NULL || f->rules == NULL || f->arguments == NULL || f->example_ruleset == NULL ||
            f->example_position == NULL || f->parse == NULL || f->print == NULL || f->options == NULL)
            fail_msg("%s lacks a part that every family has", f->name);
        if (f->space == NULL && f->open == NULL)
            fail_msg("%s does not say what its positions are", f->name);
        for (const char *line = f->rules; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
            if (strcspn(line, "\n") > 100)
                fail_msg("%s: a line of its rules is too long: %.40s...", f->name, line);
    }
    assert_null(grundy_family_find("no-such-game"));
}

/* Where a move of R1 leads to what is no position of R2, the compound has no value, and says so. */
static void leaving_positions_is_refused(const ruleset_case *which)
{
    static const char *const rulesets[] = {"push(kayles,wythoff)", "conjoined(grundys-game,euclid)",
                                           "push-after(octal(4.07),wythoff)", "push(nim,push(kayles,euclid))",
                                           "push-either(kayles,push(nim,wythoff))"};
    (void)which;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        uint64_t value;
        assert_int_equal(grundy_value(g, rulesets[i], "4,5", &value), GRUNDY_DOMAIN);
        assert_non_null(strstr(grundy_message(g), "is not played on"));
    }
    ask_close(g);
}

/* The name of a ruleset opens the same ruleset. */
static void name_is_canonical(const ruleset_case *which)
{
    subject s = subject_open(which);
    grundy_ruleset *again = ask_ruleset(s.g, grundy_ruleset_name(s.r));
    assert_string_equal(grundy_ruleset_name(again), grundy_ruleset_name(s.r));
    assert_string_equal(grundy_ruleset_space(again), grundy_ruleset_space(s.r));
    assert_ptr_equal(grundy_ruleset_family(again), grundy_ruleset_family(s.r));
    grundy_ruleset_close(again);
    subject_close(&s);
}

/* ---- the list of tests ---- */

typedef struct {
    const char *word;
    position_check check;                     /* for each position, */
    void (*whole)(const ruleset_case *which); /* or once */
} property;

static const property properties[] = {
    {"its name opens it", NULL, name_is_canonical},
    {"garbage is refused", NULL, garbage_is_refused},
    {"round trip", round_trip, NULL},
    {"options are canonical", options_canonical, NULL},
    {"options are strictly simpler", strictly_simpler, NULL},
    {"canonical form", canonical_is_isomorphic, NULL},
    {"canonical form under all rulesets", shared_form_is_isomorphic, NULL},
    {"split", split_is_isomorphic, NULL},
    {"references", references_add, NULL},
    {"winning moves", winning_moves_win, NULL},
    {"pet", summands_are_pet, NULL},
    {"methods agree", methods_agree, NULL},
    {"outcomes follow from values", outcomes_follow, NULL},
    {"sums", sums_add, NULL},
    {"threads", threads_change_nothing, NULL},
    {"small tables", small_tables_change_nothing, NULL},
};

/* Not about one ruleset. */
static const property general[] = {
    {"the table of families is complete", NULL, families_are_complete},
    {"leaving the positions of the other ruleset is refused", NULL, leaving_positions_is_refused},
};

typedef struct {
    ruleset_case which;
    const property *property;
    char name[256];
} conformance_test;

static bool applies(const grundy_family *f, const property *p)
{
    return (p->check != canonical_is_isomorphic || f->canonical != NULL) &&
           (p->check != shared_form_is_isomorphic || f->canonical_shared != NULL) &&
           (p->check != split_is_isomorphic || f->split != NULL) && (p->check != references_add || f->refer != NULL) &&
           (p->check != winning_moves_win || f->winning_move != NULL) &&
           (p->check != summands_are_pet || f->pet != NULL);
}

static void run_one(void **state)
{
    const conformance_test *test = *state;
    if (test->property->whole != NULL)
        test->property->whole(&test->which);
    else
        run_property(&test->which, test->property->check);
}

typedef struct {
    conformance_test *tests;
    size_t count;
} test_list;

/* *f is NULL for what cannot be opened: then the first of its tests says why. False: built without what it needs. */
static bool family_of(const char *expression, const grundy_family **f)
{
    grundy *g = ask_open();
    grundy_ruleset *r = NULL;
    grundy_status status = grundy_ruleset_open(g, expression, &r);
    *f = status == GRUNDY_OK ? grundy_ruleset_family(r) : NULL;
    if (status == GRUNDY_ABSENT)
        printf("left out: %s\n", grundy_message(g));
    grundy_ruleset_close(r);
    ask_close(g);
    return status != GRUNDY_ABSENT;
}

static void add_ruleset(test_list *list, const char *expression, const char *position, double seconds)
{
    const grundy_family *f = NULL;
    bool present = family_of(expression, &f);
    for (size_t i = 0; present && i < LENGTH(properties); i++) {
        if (f == NULL ? i > 0 : !applies(f, &properties[i]))
            continue;
        conformance_test *test = &list->tests[list->count++];
        snprintf(test->which.expression, sizeof test->which.expression, "%s", expression);
        test->which.position = position;
        test->which.seconds = seconds;
        test->property = &properties[i];
        snprintf(test->name, sizeof test->name, "%s: %s", expression, properties[i].word);
    }
}

static void list_tests(test_list *list)
{
    char expression[160];
    for (size_t i = 0; i < grundy_family_count(); i++)
        add_ruleset(list, grundy_family_at(i)->example_ruleset, grundy_family_at(i)->example_position, SECONDS_ALONE);
    for (size_t i = 0; i < LENGTH(variants); i++)
        add_ruleset(list, variants[i].expression, variants[i].position, SECONDS_ALONE);
    for (size_t i = 0; i < LENGTH(members); i++)
        for (size_t k = 0; k < LENGTH(pairs); k++) {
            snprintf(expression, sizeof expression, "%s(%s)", members[i], pairs[k].expression);
            add_ruleset(list, expression, pairs[k].position, SECONDS_OF_PAIRS);
        }
}

int main(int argc, char **argv)
{
    size_t rulesets = grundy_family_count() + LENGTH(variants) + LENGTH(members) * LENGTH(pairs);
    size_t most = rulesets * LENGTH(properties) + LENGTH(general);
    test_list list = {.tests = calloc(most, sizeof(conformance_test))};
    struct CMUnitTest *tests = calloc(most, sizeof *tests);
    if (list.tests == NULL || tests == NULL)
        return 1;
    printf("seed %" PRIu64 "\n", seed_of_run());
    for (size_t i = 0; i < LENGTH(general); i++) {
        list.tests[list.count].property = &general[i];
        snprintf(list.tests[list.count++].name, sizeof list.tests->name, "%s", general[i].word);
    }
    list_tests(&list);
    for (size_t i = 0; i < list.count; i++)
        tests[i] = (struct CMUnitTest){list.tests[i].name, run_one, NULL, NULL, &list.tests[i]};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    int failed = _cmocka_run_group_tests("conformance", tests, list.count, NULL, NULL);
    free(tests);
    free(list.tests);
    return failed;
}
