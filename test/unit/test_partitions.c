/* Partitions: conjugates, beta numbers, ranks; and nim on partitions by the definition, word for word: for every proper
 * subsequence of the rows, and of the columns, the partition that it leaves. */
#include "math/partitions.h"
#include "rulesets/diagrams/partition_sweep.h"
#include "rulesets/diagrams/young.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static grundy *g;
static partition_ranks ranks;

static void ok(grundy_status status)
{
    if (status != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
}

/* ---- the judge: partitions as arrays of parts ---- */

enum { LITERAL = 14 };

typedef struct {
    unsigned count, parts[LITERAL + 1];
} plain;

static plain conjugate_of(plain p)
{
    plain c = {.count = p.count == 0 ? 0 : p.parts[0]};
    for (unsigned i = 0; i < c.count; i++)
        for (unsigned j = 0; j < p.count; j++)
            c.parts[i] += p.parts[j] > i;
    return c;
}

static size_t runs_of(plain p, partition_run *runs)
{
    for (unsigned i = 0; i < p.count; i++)
        runs[i] = (partition_run){p.parts[i], 1};
    return partition_tidy(runs, p.count);
}

static uint32_t number_of(plain p)
{
    partition_run runs[LITERAL + 1];
    return partition_rank(&ranks, runs, runs_of(p, runs));
}

static plain chosen(plain p, unsigned subset)
{
    plain c = {0};
    for (unsigned i = 0; i < p.count; i++)
        if (subset >> i & 1)
            c.parts[c.count++] = p.parts[i];
    return c;
}

/* values[] of all smaller partitions are known. */
static unsigned literal_value(plain p, const uint8_t *values)
{
    bool seen[2 * LITERAL + 2] = {false};
    plain c = conjugate_of(p);
    for (unsigned subset = 0; subset + 1 < 1u << p.count; subset++)
        seen[values[number_of(chosen(p, subset))]] = true;
    for (unsigned subset = 0; subset + 1 < 1u << c.count; subset++)
        seen[values[number_of(conjugate_of(chosen(c, subset)))]] = true;
    unsigned value = 0;
    while (seen[value])
        value++;
    return value;
}

static plain plain_of(const partition_walk *w)
{
    plain p = {.count = w->count + w->ones};
    for (unsigned i = 0; i < p.count; i++)
        p.parts[i] = i < w->count ? w->parts[i] : 1;
    return p;
}

static void check_literally(grundy_question question)
{
    uint8_t *swept, literal[512];
    size_t count;
    ok(partition_values(g, TAKE_LINES, LITERAL, question, &swept, &count));
    assert_int_equal(count, partitions_up_to(LITERAL));
    literal[0] = question == GRUNDY_MISERE_VALUE;
    size_t number = 1;
    for (unsigned n = 1; n <= LITERAL; n++) {
        partition_walk w = partition_walk_first(n);
        do {
            literal[number] = (uint8_t)literal_value(plain_of(&w), literal);
            assert_int_equal(number_of(plain_of(&w)), number);
            assert_int_equal(swept[number], literal[number]);
            number++;
        } while (partition_walk_next(&w));
    }
    assert_int_equal(number, count);
    handle_free(g, swept, count);
}

static void literal_definition(void **state)
{
    (void)state;
    check_literally(GRUNDY_VALUE);
    check_literally(GRUNDY_MISERE_VALUE);
}

/* ---- partitions ---- */

static size_t runs_of_walk(const partition_walk *w, partition_run *runs)
{
    size_t count = 0;
    for (unsigned i = 0; i < w->count; i++)
        runs[count++] = (partition_run){w->parts[i], 1};
    runs[count++] = (partition_run){1, w->ones};
    return partition_tidy(runs, count);
}

static void ranks_and_conjugates(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= RANKED_MAX; n++)
        assert_int_equal(partitions_up_to(n), ranks.offset[n + 1]);
    uint32_t number = 0;
    for (unsigned n = 0; n <= 30; n++) {
        partition_walk w = partition_walk_first(n);
        do {
            partition_run runs[80], turned[80], back[80];
            uint64_t beta[40], size;
            size_t count = runs_of_walk(&w, runs);
            assert_int_equal(partition_rank(&ranks, runs, count), number++);
            assert_true(partition_size(runs, count, &size));
            assert_int_equal(size, n);
            partition_conjugate(runs, count, turned);
            assert_int_equal(partition_rows(turned, count), partition_columns(runs, count));
            partition_conjugate(turned, count, back);
            assert_int_equal(memcmp(runs, back, count * sizeof *runs), 0);
            size_t rows = (size_t)partition_rows(runs, count);
            partition_beta(runs, count, beta);
            assert_int_equal(partition_of_beta(beta, rows, back), count);
            assert_int_equal(memcmp(runs, back, count * sizeof *runs), 0);
        } while (partition_walk_next(&w));
    }
    assert_int_equal(number, partitions_up_to(30));
}

/* Young's lattice row by row, on all pairs of partitions up to 9. */
static void youngs_lattice(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 9; n++)
        for (unsigned m = 0; m <= 9; m++)
            for (partition_walk v = partition_walk_first(n), more = v; more.size == n;
                 more.size += !partition_walk_next(&v))
                for (partition_walk w = partition_walk_first(m), go = w; go.size == m;
                     go.size += !partition_walk_next(&w)) {
                    partition_run a[20], b[20];
                    plain p = plain_of(&v), q = plain_of(&w);
                    bool below = p.count <= q.count;
                    for (unsigned i = 0; below && i < p.count; i++)
                        below = p.parts[i] <= q.parts[i];
                    size_t a_count = runs_of_walk(&v, a), b_count = runs_of_walk(&w, b);
                    assert_int_equal(partition_below(a, a_count, b, b_count), below);
                }
}

/* ---- the ruleset ---- */

static void print_walk(const partition_walk *w, grundy_buffer *text)
{
    text->size = 0;
    ok(grundy_append(text, "[", 1));
    for (unsigned i = 0; i < w->count; i++)
        ok(grundy_appendf(text, "%u,", w->parts[i]));
    ok(grundy_appendf(text, "1^%u]", w->ones));
}

/* Every way that there is, on all partitions of the numbers up to n. */
static void check_ways(const char *ruleset, unsigned n, grundy_question question)
{
    grundy_ruleset *r;
    grundy_solver *all, *brute;
    grundy_buffer text = grundy_buffer_open(g), position = grundy_buffer_open(g);
    grundy_answer answer, judge;
    ok(grundy_ruleset_open(g, ruleset, &r));
    ok(grundy_solver_open(g, r, question, GRUNDY_ALL, &all));
    ok(grundy_solver_open(g, r, question, GRUNDY_BRUTE, &brute));
    for (unsigned size = 0; size <= n; size++) {
        partition_walk w = partition_walk_first(size);
        do {
            print_walk(&w, &text);
            position.size = 0;
            ok(grundy_position_parse(g, r, grundy_buffer_text(&text), &position));
            ok(grundy_solve(all, grundy_buffer_bytes(&position), &answer));
            ok(grundy_solve(brute, grundy_buffer_bytes(&position), &judge));
            if (answer.value != judge.value)
                fail_msg("%s %s: %" PRIu64 ", by brute force %" PRIu64, ruleset, grundy_buffer_text(&text),
                         answer.value, judge.value);
        } while (partition_walk_next(&w));
    }
    grundy_solver_close(all);
    grundy_solver_close(brute);
    grundy_ruleset_close(r);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
}

/* Each option is listed once, and is smaller. */
static void distinct_options(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"pnim", "hooks", "lctr", "crim", "chess(queen)"};
    for (size_t i = 0; i < 5 * 10; i++) {
        grundy_ruleset *r;
        grundy_buffer text = grundy_buffer_open(g), position = grundy_buffer_open(g);
        ok(grundy_ruleset_open(g, rulesets[i % 5], &r));
        partition_walk w = partition_walk_first((unsigned)(i / 5));
        do {
            grundy_list options = grundy_list_open(g);
            print_walk(&w, &text);
            position.size = 0;
            ok(grundy_position_parse(g, r, grundy_buffer_text(&text), &position));
            ok(grundy_position_options(g, r, grundy_buffer_bytes(&position), &options));
            for (size_t a = 0; a < grundy_list_count(&options); a++)
                for (size_t b = 0; b < a; b++) {
                    grundy_bytes x = grundy_list_at(&options, a), y = grundy_list_at(&options, b);
                    if (x.size == y.size && memcmp(x.data, y.data, x.size) == 0)
                        fail_msg("%s %s lists an option twice", rulesets[i % 5], grundy_buffer_text(&text));
                }
            grundy_list_close(&options);
        } while (partition_walk_next(&w));
        grundy_ruleset_close(r);
        grundy_buffer_close(&text);
        grundy_buffer_close(&position);
    }
}

static void all_ways(void **state)
{
    (void)state;
    for (grundy_question q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        check_ways("pnim", 14, q);
        check_ways("hooks", 12, q);
        check_ways("lctr", 20, q);
        check_ways("crim", 16, q);
        check_ways("chess(rook)", 12, q);
        check_ways("chess(pawn)", 12, q);
    }
}

/* Closed forms against the sweep, far out; they must serve what they are said to serve. */
static void closed_forms(void **state)
{
    (void)state;
    grundy_ruleset *r;
    grundy_solver *formula, *sweep;
    grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g);
    uint64_t served = 0;
    ok(grundy_ruleset_open(g, "pnim", &r));
    ok(grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_FORMULA, &formula));
    ok(grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SWEEP, &sweep));
    for (unsigned n = 0; n <= 32; n++) {
        partition_walk w = partition_walk_first(n);
        do {
            grundy_answer closed, swept;
            print_walk(&w, &text);
            position.size = 0;
            ok(grundy_position_parse(g, r, grundy_buffer_text(&text), &position));
            if (grundy_solve(formula, grundy_buffer_bytes(&position), &closed) != GRUNDY_OK)
                continue;
            served++;
            ok(grundy_solve(sweep, grundy_buffer_bytes(&position), &swept));
            if (closed.value != swept.value)
                fail_msg("%s: %" PRIu64 " by %s, %" PRIu64 " by the sweep", grundy_buffer_text(&text), closed.value,
                         closed.reason, swept.value);
        } while (partition_walk_next(&w));
    }
    assert_true(served > 1000);
    static const char *const far[] = {
        "[1000000^1000000]", "[4611686018427387904,3]", "[1000000,1^99999]", "[]", "[7,6,5,4]",
        "[4^4,3^1,2]",       "[2^5,1^1000000000]"};
    for (size_t i = 0; i < GRUNDY_COUNT(far); i++) {
        grundy_answer closed;
        position.size = 0;
        ok(grundy_position_parse(g, r, far[i], &position));
        grundy_status status = grundy_solve(formula, grundy_buffer_bytes(&position), &closed);
        if (i != 5)
            ok(status);
        else
            assert_int_equal(status, GRUNDY_DOMAIN);
    }
    grundy_solver_close(formula);
    grundy_solver_close(sweep);
    grundy_ruleset_close(r);
    grundy_buffer_close(&position);
    grundy_buffer_close(&text);
}

static void notation(void **state)
{
    (void)state;
    static const char *const same[][2] = {{"[2,4,1]", "[4,2,1]"},
                                          {"[2^3,3^2,5^0]", "[3^2,2^3]"},
                                          {"[3,0,3]", "[3^2]"},
                                          {" [ 2+1 ] ", "[3]"},
                                          {"[]", "[]"}};
    static const char *const bad[] = {
        "[3", "3", "[3,,2]", "[3^]", "[4611686018427387905]", "[1^4611686018427387904,2]"};
    grundy_ruleset *r;
    grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g);
    ok(grundy_ruleset_open(g, "pnim", &r));
    for (size_t i = 0; i < GRUNDY_COUNT(same); i++) {
        position.size = text.size = 0;
        ok(grundy_position_parse(g, r, same[i][0], &position));
        ok(grundy_position_print(g, r, grundy_buffer_bytes(&position), &text));
        assert_string_equal(grundy_buffer_text(&text), same[i][1]);
    }
    for (size_t i = 0; i < GRUNDY_COUNT(bad); i++)
        assert_int_equal(grundy_position_parse(g, r, bad[i], &position), GRUNDY_PARSE);
    grundy_ruleset_close(r);
    grundy_buffer_close(&position);
    grundy_buffer_close(&text);
}

/* A sweep that does not get its memory says so and leaves nothing behind. */
static void little_memory(void **state)
{
    (void)state;
    uint8_t *values;
    size_t count;
    uint64_t before = grundy_memory(g);
    grundy_limits limits = {.memory = before + 200000};
    grundy_set_limits(g, &limits);
    assert_int_equal(partition_values(g, TAKE_LINES, 50, GRUNDY_VALUE, &values, &count), GRUNDY_LIMIT);
    limits.memory = 0;
    grundy_set_limits(g, &limits);
    assert_int_equal(grundy_memory(g), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_and_conjugates), cmocka_unit_test(youngs_lattice),
        cmocka_unit_test(literal_definition),   cmocka_unit_test(all_ways),
        cmocka_unit_test(closed_forms),         cmocka_unit_test(notation),
        cmocka_unit_test(little_memory),        cmocka_unit_test(distinct_options),
    };
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK)
        return 1;
    partition_ranks_fill(&ranks);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    assert_int_equal(grundy_memory(g), 0);
    grundy_close(g);
    return failed;
}
