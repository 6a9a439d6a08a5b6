/* Coin-turning games: the fundamental theorem and the product theorem against brute force on whole positions, sweeps
 * against each other, types and closed forms against the listed posets. */
#include <stdlib.h>
#include <unistd.h>

#include "asking.h"
#include "naive_map.h"
#include "rulesets/coins/coins.h"
#include "rulesets/posets/poset_asm.h"
#include "rulesets/posets/poset_set_partitions.h"

static uint64_t seed_of_run(void)
{
    const char *text = getenv("GRUNDY_SEED");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

/* ---- random games in a file ---- */

enum { ELEMENTS_MAX = 9 };

typedef struct {
    unsigned count;
    bool below[ELEMENTS_MAX][ELEMENTS_MAX]; /* a < b only for a < b as numbers */
    char path[128];
} random_game;

static void write_sets(FILE *file, const random_game *m, uint64_t *seed)
{
    for (unsigned x = 0; x < m->count; x++) {
        uint64_t written[8] = {0};
        unsigned sets = (unsigned)(grundy_random(seed) % 6);
        for (unsigned i = 0; i < sets; i++) {
            uint64_t set = 0;
            for (unsigned y = 0; y < x; y++)
                if (m->below[y][x] && grundy_random(seed) % 2 == 0)
                    set |= UINT64_C(1) << y;
            bool twice = false;
            for (unsigned k = 0; k < i; k++)
                twice = twice || written[k] == (set | UINT64_C(1) << x);
            written[i] = set | UINT64_C(1) << x;
            if (twice)
                continue;
            fprintf(file, "{e%u", x);
            for (unsigned y = 0; y < x; y++)
                if ((set >> y & 1) != 0)
                    fprintf(file, ", e%u", y);
            fprintf(file, "}\n");
        }
    }
}

static random_game write_game(uint64_t *seed, unsigned most, bool sets)
{
    random_game m = {.count = 1 + (unsigned)(grundy_random(seed) % most)};
    snprintf(m.path, sizeof m.path, "%s/grundy-XXXXXX", P_tmpdir);
    int descriptor = mkstemp(m.path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    unsigned density = 1 + (unsigned)(grundy_random(seed) % 4);
    for (unsigned a = 0; a < m.count; a++) {
        fprintf(file, "e%u\n", a);
        for (unsigned b = a + 1; b < m.count; b++)
            if (grundy_random(seed) % 5 < density) {
                fprintf(file, "e%u < e%u # a relation\n", a, b);
                m.below[a][b] = true;
            }
    }
    for (unsigned k = 0; k < m.count; k++)
        for (unsigned a = 0; a < m.count; a++)
            for (unsigned b = 0; b < m.count; b++)
                m.below[a][b] = m.below[a][b] || (m.below[a][k] && m.below[k][b]);
    if (sets)
        write_sets(file, &m, seed);
    fclose(file);
    return m;
}

/* Brute force on every set of elements of the first `count` of the board against the nim-sum of the sweep's values. */
static void check_all_positions(const char *expression, uint32_t count)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, expression);
    grundy_solver *brute = NULL, *sweep = NULL;
    const board_list *list;
    MUST(g, board_listed(g, coins_game(r)->board, &list));
    count = count < list->order.count ? count : list->order.count;
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_BRUTE, &brute));
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SWEEP, &sweep));
    for (uint32_t set = 0; set < 1u << count; set++) {
        grundy_buffer summand = grundy_buffer_open(g), position = grundy_buffer_open(g);
        grundy_answer judge, answer;
        for (uint32_t x = 0; x < count; x++)
            if ((set >> x & 1) != 0)
                MUST(g, grundy_append(&summand, board_element(list, x), list->width));
        MUST(g, position_add(&position, grundy_buffer_bytes(&summand)));
        MUST(g, grundy_solve(brute, grundy_buffer_bytes(&position), &judge));
        MUST(g, grundy_solve(sweep, grundy_buffer_bytes(&position), &answer));
        if (judge.value != answer.value)
            fail_msg("%s, set %x: brute %" PRIu64 ", sweep %" PRIu64, expression, set, judge.value, answer.value);
        grundy_buffer_close(&summand);
        grundy_buffer_close(&position);
    }
    grundy_solver_close(brute);
    grundy_solver_close(sweep);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* Theorem 4.1 on random posets with random turning sets, and with those of the three families. */
static void fundamental_theorem(void **state)
{
    (void)state;
    static const char *const games[] = {"coins(\"%s\")", "turtles(poset(\"%s\"))", "ruler(poset(\"%s\"))",
                                        "ideal(poset(\"%s\"))"};
    uint64_t seed = seed_of_run();
    print_message("seed %" PRIu64 "\n", seed);
    for (unsigned i = 0; i < 400; i++) {
        random_game m = write_game(&seed, ELEMENTS_MAX, i % 4 == 0);
        char expression[256];
        snprintf(expression, sizeof expression, games[i % 4], m.path);
        check_all_positions(expression, ELEMENTS_MAX);
        unlink(m.path);
    }
}

/* Theorem 4.2: the sweep of a product multiplies; brute force plays on the pairs. */
static void product_theorem(void **state)
{
    (void)state;
    static const char *const others[] = {"turtles(chain(3))", "ruler(chain(3))", "ideal(asm(3))", "ruler(boolean(1))"};
    uint64_t seed = seed_of_run();
    for (unsigned i = 0; i < 60; i++) {
        random_game m = write_game(&seed, 3, true);
        char expression[256];
        snprintf(expression, sizeof expression,
                 i % 2 == 0 ? "product(coins(\"%s\"),%s)" : "product(%2$s,coins(\"%1$s\"))", m.path,
                 others[i / 2 % LENGTH(others)]);
        check_all_positions(expression, 9);
        unlink(m.path);
    }
    check_all_positions("product(ruler(chain(4)),ruler(chain(3)))", 12);
    check_all_positions("product(turtles(chain(3)),turtles(chain(4)))", 12);
}

/* ---- sweeps over lists ---- */

static uint32_t *listed_values(grundy *g, const grundy_ruleset *r, coin_values *compute, size_t *count)
{
    const board_list *list;
    MUST(g, board_listed(g, coins_game(r)->board, &list));
    uint32_t *values = calloc(list->order.count, sizeof *values);
    assert_non_null(values);
    MUST(g, compute(g, coins_game(r), list, values));
    *count = list->order.count;
    return values;
}

static void compare_sweeps(const char *expression, coin_values *fast)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, expression);
    size_t count;
    uint32_t *a = listed_values(g, r, fast, &count), *b = listed_values(g, r, values_by_sets, &count);
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            fail_msg("%s, element %zu: %u by bit sets, %u by listed sets", expression, i, a[i], b[i]);
    free(a);
    free(b);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* A poset of a few hundred elements, so that rows have several words. */
static void write_wide(char *path, uint64_t *seed, unsigned count)
{
    snprintf(path, 128, "%s/grundy-XXXXXX", P_tmpdir);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    for (unsigned b = 1; b < count; b++) {
        unsigned first = (unsigned)(grundy_random(seed) % b), second = (unsigned)(grundy_random(seed) % b);
        fprintf(file, "n%u < n%u\n", first, b);
        if (second != first && grundy_random(seed) % 2 == 0)
            fprintf(file, "n%u < n%u\n", second, b);
    }
    fclose(file);
}

static void sweeps_by_bit_sets(void **state)
{
    (void)state;
    uint64_t seed = seed_of_run();
    for (unsigned i = 0; i < 12; i++) {
        char path[128], expression[256];
        write_wide(path, &seed, 60 + 20 * i);
        snprintf(expression, sizeof expression, "ruler(poset(\"%s\"))", path);
        compare_sweeps(expression, ruler_values);
        snprintf(expression, sizeof expression, "ideal(poset(\"%s\"))", path);
        compare_sweeps(expression, ideal_values);
        snprintf(expression, sizeof expression, "turtles(poset(\"%s\"))", path);
        compare_sweeps(expression, turtles_values);
        unlink(path);
    }
    compare_sweeps("ruler(dual(asm(9)))", ruler_values);
    compare_sweeps("ruler(chain(150))", ruler_values);
}

/* ---- closed forms and types against the listed poset ---- */

static void check_against_list(const char *expression, coin_values *compute, grundy_method method)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, expression);
    grundy_solver *solver = NULL;
    const board_list *list;
    size_t count;
    uint32_t *values = listed_values(g, r, compute, &count);
    MUST(g, board_listed(g, coins_game(r)->board, &list));
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, method, &solver));
    for (uint32_t x = 0; x < count; x++) {
        grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g);
        grundy_answer answer;
        MUST(g, position_add(&position, (grundy_bytes){board_element(list, x), list->width}));
        MUST(g, grundy_solve(solver, grundy_buffer_bytes(&position), &answer));
        MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&position), &text));
        if (answer.value != values[x])
            fail_msg("%s %s: %u in the list, %" PRIu64 " by %s", expression, grundy_buffer_text(&text), values[x],
                     answer.value, answer.reason);
        grundy_buffer_close(&position);
        grundy_buffer_close(&text);
    }
    free(values);
    grundy_solver_close(solver);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void check_forms(const char *expression, coin_values *compute, unsigned low, unsigned high, grundy_method method)
{
    for (unsigned n = low; n <= high; n++) {
        char text[256];
        snprintf(text, sizeof text, expression, n);
        check_against_list(text, compute, method);
    }
}

static void closed_forms(void **state)
{
    (void)state;
    check_forms("ruler(chain(%u))", ruler_values, 1, 40, GRUNDY_FORMULA);
    check_forms("ruler(divisors(%u))", ruler_values, 1, 200, GRUNDY_FORMULA);
    check_against_list("ruler(divisors(5040))", ruler_values, GRUNDY_FORMULA);
    check_forms("ruler(boolean(%u))", ruler_values, 0, 9, GRUNDY_FORMULA);
    check_forms("ruler(product(divisors(%u),boolean(2)))", ruler_values, 1, 40, GRUNDY_FORMULA);
    check_forms("ideal(chain(%u))", ideal_values, 1, 20, GRUNDY_FORMULA);
    check_forms("ideal(divisors(%u))", ideal_values, 1, 60, GRUNDY_FORMULA);
    check_forms("ideal(boolean(%u))", ideal_values, 0, 7, GRUNDY_FORMULA);
    check_forms("ideal(setpartitions(%u))", ideal_values, 1, 7, GRUNDY_FORMULA);
    check_forms("ideal(asm(%u))", ideal_values, 2, 20, GRUNDY_FORMULA);
    check_forms("ideal(product(asm(%u),asm(3)))", ideal_values, 2, 6, GRUNDY_FORMULA);
    check_forms("turtles(asm(%u))", turtles_values, 2, 9, GRUNDY_FORMULA);
    check_forms("turtles(product(chain(3),setpartitions(%u)))", turtles_values, 1, 5, GRUNDY_FORMULA);
    check_forms("turtles(divisors(%u))", turtles_values, 1, 60, GRUNDY_FORMULA);
}

/* Theorem 5.3 and Lemma 5.2 against all subspaces. */
static void rulers_on_subspaces(void **state)
{
    (void)state;
    static const char *const games[] = {
        "ruler(subspaces(5,2))", "ruler(subspaces(4,3))", "ruler(subspaces(3,5))",  "ruler(subspaces(2,13))",
#ifdef GRUNDY_WITH_FLINT
        "ruler(subspaces(3,4))", "ruler(subspaces(3,9))", "ruler(subspaces(2,16))",
#endif
    };
    for (size_t i = 0; i < LENGTH(games); i++) {
        check_against_list(games[i], ruler_values, GRUNDY_FORMULA);
        check_against_list(games[i], ruler_values, GRUNDY_SWEEP);
    }
}

static void rulers_by_types(void **state)
{
    (void)state;
    check_forms("ruler(asm(%u))", ruler_values, 2, 13, GRUNDY_SWEEP);
    check_forms("ruler(setpartitions(%u))", ruler_values, 1, 8, GRUNDY_SWEEP);
}

/* ---- h(n) by the definition ---- */

typedef struct {
    const uint32_t *h;
    unsigned count, sizes[16], unions, sums[16];
    uint64_t total;
} labelled;

/* The nim-sum, over all set partitions of labelled blocks, of the nim-product of h(sum of sizes): no cancellation. */
static void put_block(labelled *l, unsigned i)
{
    if (i == l->count) {
        uint64_t product = 1;
        for (unsigned u = 0; u < l->unions; u++)
            product = grundy_nim_mul(product, l->h[l->sums[u]]);
        l->total ^= product;
        return;
    }
    for (unsigned u = 0; u <= l->unions; u++) {
        bool fresh = u == l->unions;
        l->sums[u] = (fresh ? 0 : l->sums[u]) + l->sizes[i];
        l->unions += fresh;
        put_block(l, i + 1);
        l->unions -= fresh;
        l->sums[u] -= l->sizes[i];
    }
}

static void add_partitions(labelled *l, unsigned rest, unsigned most, bool *seen)
{
    if (rest == 0) {
        l->total = 0;
        put_block(l, 0);
        if (l->total < 256)
            seen[l->total] = true;
        return;
    }
    for (unsigned part = most < rest ? most : rest; part > 0; part--) {
        l->sizes[l->count++] = part;
        add_partitions(l, rest - part, part, seen);
        l->count--;
    }
}

static void set_partitions_by_definition(void **state)
{
    (void)state;
    uint32_t h[12] = {0}, fast[12];
    grundy *g = ask_open();
    for (unsigned n = 1; n <= 11; n++) {
        bool seen[257] = {false};
        labelled l = {.h = h}; /* h[n] is 0 as yet: the greatest element is left out */
        add_partitions(&l, n, n, seen);
        while (seen[h[n]])
            h[n]++;
    }
    MUST(g, set_partition_ruler(g, 11, fast));
    for (unsigned n = 1; n <= 11; n++)
        assert_int_equal(fast[n], h[n]);
    ask_close(g);
}

/* The same nim-sum for partitions of more, by multisets: the union of the first block takes some of the others, and
 * as many ways to choose equal blocks count as their number is odd. No block is ever merged or paired off. */
enum { SIZES = 30 };

typedef struct {
    const uint32_t *h;
    naive_map known; /* by multiplicities of the sizes 1 .. SIZES - 1 */
    unsigned hidden; /* the weight whose single union is left out */
} multisets;

static uint64_t sum_of_multiset(multisets *m, unsigned char *times, unsigned weight);

/* The union has `united` so far; sizes from `size` on may still give blocks to it. */
static uint64_t sum_over_unions(multisets *m, unsigned char *times, unsigned weight, unsigned united, unsigned size)
{
    if (size == SIZES)
        return united == m->hidden ? 0 : grundy_nim_mul(m->h[united], sum_of_multiset(m, times, weight - united));
    uint64_t sum = 0;
    unsigned char all = times[size];
    for (unsigned taken = 0; taken <= all; taken++)
        if ((taken & ~(unsigned)all) == 0) { /* the binomial is odd */
            times[size] = (unsigned char)(all - taken);
            sum ^= sum_over_unions(m, times, weight, united + taken * size, size + 1);
        }
    times[size] = all;
    return sum;
}

static uint64_t sum_of_multiset(multisets *m, unsigned char *times, unsigned weight)
{
    if (weight == 0)
        return 1;
    const naive_entry *known = naive_find(&m->known, (grundy_bytes){times, SIZES});
    if (known != NULL)
        return known->value;
    unsigned first = SIZES - 1;
    while (times[first] == 0)
        first--;
    times[first]--;
    uint64_t sum = sum_over_unions(m, times, weight, first, 1);
    times[first]++;
    if (weight != m->hidden) /* its sums change once h is known */
        naive_put(&m->known, (grundy_bytes){times, SIZES}, sum);
    return sum;
}

static void see_multisets(multisets *m, unsigned char *times, unsigned weight, unsigned rest, unsigned most, bool *seen)
{
    if (rest == 0) {
        uint64_t sum = sum_of_multiset(m, times, weight);
        if (sum < 4096)
            seen[sum] = true;
        return;
    }
    for (unsigned part = most < rest ? most : rest; part > 0; part--) {
        times[part]++;
        see_multisets(m, times, weight, rest - part, part, seen);
        times[part]--;
    }
}

static void set_partitions_by_multisets(void **state)
{
    (void)state;
    enum { TO = 26 };
    uint32_t h[TO + 1] = {0}, fast[TO + 1];
    grundy *g = ask_open();
    multisets m = {.h = h};
    for (unsigned n = 1; n <= TO; n++) {
        unsigned char times[SIZES] = {0};
        bool seen[4097] = {false};
        m.hidden = n;
        see_multisets(&m, times, n, n, n, seen);
        while (seen[h[n]])
            h[n]++;
    }
    naive_free(&m.known);
    MUST(g, set_partition_ruler(g, TO, fast));
    for (unsigned n = 1; n <= TO; n++)
        assert_int_equal(fast[n], h[n]);
    ask_close(g);
}

/* What doc/results/ proves: a value beyond a field of nimbers is the first nimber outside it. */
static void set_partition_fields(void **state)
{
    (void)state;
    uint32_t h[61], greatest = 0;
    grundy *g = ask_open();
    MUST(g, set_partition_ruler(g, 60, h));
    for (unsigned n = 1; n <= 60; n++) {
        for (uint32_t order = 2; order <= 65536 && order != 0; order = order == 65536 ? 0 : order * order)
            if (greatest < order && h[n] >= order)
                assert_int_equal(h[n], order);
        greatest = h[n] > greatest ? h[n] : greatest;
    }
    ask_close(g);
}

/* What doc/results/ proves: two values at comparable (z, rank - z) differ. */
static void asm_comparable_values(void **state)
{
    (void)state;
    enum { RANK = 40 };
    static uint32_t t[(RANK + 1) * (RANK + 2) / 2];
    grundy *g = ask_open();
    MUST(g, asm_ruler(g, RANK, t));
    for (unsigned r = 0; r <= RANK; r++)
        for (unsigned a = 0; a <= r; a++)
            for (unsigned q = 0; q < r; q++)
                for (unsigned b = 0; b <= q; b++)
                    if (b <= a && q - b <= r - a && t[q * (q + 1) / 2 + b] == t[r * (r + 1) / 2 + a])
                        fail_msg("rank %u, z = %u and rank %u, z = %u", q, b, r, a);
    ask_close(g);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    uint32_t one[46], many[46];
    grundy *g = ask_open();
    MUST(g, set_partition_ruler(g, 45, one));
    ask_close(g);
    g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.threads = 3});
    MUST(g, set_partition_ruler(g, 20, many));
    MUST(g, set_partition_ruler(g, 45, many));
    assert_memory_equal(one, many, sizeof one);
    ask_close(g);
}

/* Both symmetries of Proposition 6.1: the values of the triangle are symmetric by construction, those of the list not. */
static void asm_symmetries(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "ruler(asm(12))");
    const board_list *list;
    size_t count;
    uint32_t *values = listed_values(g, r, ruler_values, &count), triangle[66];
    MUST(g, board_listed(g, coins_game(r)->board, &list));
    MUST(g, asm_ruler(g, 10, triangle));
    for (uint32_t x = 0; x < count; x++) {
        uint64_t rank, z;
        asm_rank(board_element(list, x), &rank, &z);
        assert_int_equal(values[x], triangle[rank * (rank + 1) / 2 + z]);
        assert_int_equal(values[x], triangle[rank * (rank + 1) / 2 + rank - z]);
    }
    free(values);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- games on a row ---- */

/* The sweep against the search over sets that are listed by the definition, and brute force on all positions. */
static void check_row(const char *code)
{
    char expression[64];
    uint64_t by_sweep, by_search;
    grundy *g = ask_open();
    snprintf(expression, sizeof expression, "row(\"%s\")", code);
    grundy_ruleset *r = ask_ruleset(g, expression);
    for (unsigned n = 1; n <= 13; n++) {
        char text[16];
        snprintf(text, sizeof text, "%u", n);
        grundy_buffer position = ask_position(g, r, text);
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_SWEEP, &by_sweep));
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_SEARCH, &by_search));
        if (by_sweep != by_search)
            fail_msg("%s, coin %u: %" PRIu64 " by sweep, %" PRIu64 " by search", code, n, by_sweep, by_search);
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

static void rows_by_definition(void **state)
{
    (void)state;
    static const char *const codes[] = {
        "1",    "2",   "3",   "4",   "1-2",  "1-3",     "2-3",   "1-4",     "3-5",    "1+",   "2+",  "3+",
        "1C",   "3C",  "1+C", "2+C", "2-4C", "1-3C(5)", "3C(5)", "2-3C(4)", "1+C(4)", "3E",   "2E",  "1+E",
        "3-4E", "2+E", "1+S", "2+S", "3S",   "4S",      "1-3S",  "2-5S",    "4FS",    "1+FS", "3FS", "2-4FS",
    };
    for (size_t i = 0; i < LENGTH(codes); i++)
        check_row(codes[i]);
}

/* Winning Ways, chapter 14, as CGSuite's tests give them; OEIS A033623, A054016. */
static void rows_of_winning_ways(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        unsigned values[20];
    } rows[] = {
        {"mock-turtles", {1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38}},
        {"moidores",
         {1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048, 4096, 7711, 8192, 16384, 26215, 32768, 43691}},
        {"triplets", {0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35}},
        {"row(\"1+C\")", {1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4}},
        {"mock-turtle-fives", {1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8}},
        {"triplet-fives", {0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4}},
        {"ruler-fives", {1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4}},
        {"ternups", {0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4}},
        {"grunt", {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3}},
        {"sym", {1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28}},
        {"row(\"1-4\")", {1, 2, 4, 8, 15, 16, 32, 51, 64, 85, 106, 128, 150, 171, 219, 237, 247, 256, 279, 297}},
        {"moebius", {1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494, 512, 558}},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (unsigned n = 1; n <= 20; n++) {
            char text[16];
            uint64_t value = 0;
            snprintf(text, sizeof text, "%u", n);
            MUST(g, grundy_value(g, rows[i].game, text, &value));
            if (value != rows[i].values[n - 1])
                fail_msg("%s, coin %u: %" PRIu64, rows[i].game, n, value);
        }
    ask_close(g);
}

/* ---- notation and mistakes ---- */

static void refuse(const char *expression, const char *position, const char *why)
{
    grundy *g = ask_open();
    uint64_t value;
    if (grundy_value(g, expression, position, &value) != GRUNDY_PARSE || strstr(grundy_message(g), why) == NULL)
        fail_msg("%s %s: expected \"%s\", got \"%s\"", expression, position, why, grundy_message(g));
    ask_close(g);
}

static void refuse_file(const char *game, const char *content, const char *why)
{
    char path[128], expression[256];
    snprintf(path, sizeof path, "%s/grundy-XXXXXX", P_tmpdir);
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    snprintf(expression, sizeof expression, game, path);
    refuse(expression, "a", why);
    unlink(path);
}

static void mistakes(void **state)
{
    (void)state;
    refuse("ruler", "1", "needs a poset");
    refuse("ruler(nim)", "1", "expected a poset: chain(n), divisors(n)");
    refuse("ruler(chain(0))", "1", "the number of elements is 0");
    refuse("ruler(chain(3))", "{1,4}", "expected at most 3");
    refuse("ruler(chain(3))", "{1,2,1}", "an element occurs twice");
    refuse("ruler(chain(3))", "{1,2", "expected ',' or '}'");
    refuse("ruler(divisors(12))", "{5}", "5 does not divide 12");
    refuse("ruler(subspaces(3,6))", "{}", "no prime power");
    refuse("ruler(subspaces(3,2))", "<102>", "expected an entry, 0 to 1");
    refuse("ruler(subspaces(3,2))", "dim=4", "at most 3");
    refuse("ruler(asm(5))", "(1,1,2)", "at most 1");
    refuse("ruler(asm(5))", "top", "no greatest element");
    refuse("ruler(setpartitions(4))", "[2,1]", "add up to 3, not to 4");
    refuse("ruler(setpartitions(4))", "12|3", "expected a point");
    refuse("ruler(setpartitions(4))", "12|32", "the point 2 occurs twice");
    refuse("row(\"3-2\")", "1", "is no code");
    refuse("row(\"1-3C(5\")", "1", "is no code");
    refuse("row(\"2EX\")", "1", "is no code");
    refuse("sym(3)", "1", "takes no arguments");
    refuse("product(ruler(chain(2)),nim)", "(1,1)", "expected a coin-turning game");
    refuse_file("ruler(poset(\"%s\"))", "a < b\nb < c\n\nc < a\n", "line 4: the order has a cycle: a < b < c < a");
    refuse_file("ruler(poset(\"%s\"))", "a < b < c\nb < c\n", "line 2: b < c stands in line 1 already");
    refuse_file("ruler(poset(\"%s\"))", "a < b\n< c\n", "line 2: expected the name of an element before '<'");
    refuse_file("ruler(poset(\"%s\"))", "b\n{a}\n", "line 2: expected the name of an element, found '{a}'");
    refuse_file("ruler(poset(\"%s\"))", "b\n", "no element 'a'");
    refuse_file("ruler(poset(\"%s\"))", "# nothing\n", "line 1: the file has no elements");
    refuse_file("coins(\"%s\")", "a < b\nc\n{b,c}\n", "line 3: the turning set has no greatest element");
    refuse_file("coins(\"%s\")", "a < b\n{b,a}\n{a}\n{a,b}\n", "line 4: the set stands in line 2 already");
    refuse_file("coins(\"%s\")", "a < b\n{b,d}\n", "no element 'd'");
    refuse_file("coins(\"%s\",chain(4))", "{1,2}\n1 < 2\n", "line 2:");
}

static void expect_print(const char *expression, const char *position, const char *printed)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, expression);
    grundy_buffer bytes = ask_position(g, r, position), text = grundy_buffer_open(g);
    MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&bytes), &text));
    assert_string_equal(grundy_buffer_text(&text), printed);
    grundy_buffer_close(&bytes);
    grundy_buffer_close(&text);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void notations(void **state)
{
    (void)state;
    expect_print("ruler(chain(9))", "{5,2,3}", "{2,3,5}");
    expect_print("ruler(chain(9))", "top", "{9}");
    expect_print("ruler(boolean(4))", "{3,1}", "{{1,3}}");
    expect_print("ruler(boolean(4))", "{}", "{}");
    expect_print("ruler(boolean(4))", "{{}}", "{{}}");
    expect_print("ruler(boolean(4))", "{top,bottom}", "{{},{1,2,3,4}}");
    expect_print("ruler(setpartitions(4))", "{[1^2,2],4|13|2}", "{12|3|4,13|2|4}");
    expect_print("ruler(setpartitions(10))", "{10|1,9|2,3,4,5,6,7,8,top}",
                 "{1,9|2,3,4,5,6,7,8|10,1,2,3,4,5,6,7,8,9,10}");
    expect_print("ruler(subspaces(3,3))", "{<211>,<>,dim=2,<012,110,011>}", "{<>,<122>,<100,010>,<100,010,001>}");
    expect_print("ruler(subspaces(2,13))", "<12 1>", "{<1 12>}");
    expect_print("ruler(asm(5))", "{(1,1,0),(0,0,3)}", "{(1,1,0),(0,0,3)}");
    expect_print("ruler(dual(chain(4)))", "{top,4}", "{4,1}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fundamental_theorem),
        cmocka_unit_test(product_theorem),
        cmocka_unit_test(sweeps_by_bit_sets),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(rulers_on_subspaces),
        cmocka_unit_test(rulers_by_types),
        cmocka_unit_test(set_partitions_by_definition),
        cmocka_unit_test(set_partitions_by_multisets),
        cmocka_unit_test(set_partition_fields),
        cmocka_unit_test(asm_comparable_values),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(asm_symmetries),
        cmocka_unit_test(rows_by_definition),
        cmocka_unit_test(rows_of_winning_ways),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(notations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
