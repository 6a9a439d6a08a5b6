/* claims_pnim.c - "Nim on Integer Partitions and Hyperrectangles" (Gottlieb, Krnc, Mursic): partitions
 *
 * Values come from the sweep of all partitions up to a number, which the tests compare with the literal definition; the
 * closed forms of the ruleset are not used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/classify.h"
#include "claims/judge.h"
#include "math/mex.h"
#include "math/partitions.h"
#include "rulesets/diagrams/partition_sweep.h"

/* ---- all partitions up to a number, with their values ---- */

typedef struct {
    grundy *g;
    unsigned n;
    partition_ranks *ranks;
    uint8_t *values;
    size_t count;
} valued;

/* At scale 1 to 36, which is a second's work with the checks; four more double it about twice. */
static unsigned size_of(const claim_run *run)
{
    unsigned n = 36;
    for (uint64_t s = run->scale; s > 1 && n + 4 <= 80; s /= 2)
        n += 2;
    return n;
}

static grundy_status valued_open(claim_run *run, unsigned n, grundy_question question, valued *out)
{
    grundy_status status = GRUNDY_OK;
    *out = (valued){.g = run->g, .n = n};
    out->ranks = handle_new(run->g, 1, sizeof *out->ranks, &status);
    if (out->ranks == NULL)
        return status;
    partition_ranks_fill(out->ranks);
    status = partition_values(run->g, TAKE_LINES, n, question, &out->values, &out->count);
    if (status != GRUNDY_OK)
        handle_free(run->g, out->ranks, sizeof *out->ranks);
    return status;
}

static void valued_close(valued *v)
{
    handle_free(v->g, v->values, v->count);
    handle_free(v->g, v->ranks, sizeof *v->ranks);
}

static unsigned pnim_value(const valued *v, const partition_run *runs, size_t count)
{
    return v->values[partition_rank(v->ranks, runs, count)];
}

/* A partition of the walk, in all forms that checks want. */
typedef struct {
    const valued *v;
    size_t count;
    unsigned rows, columns, value;
    partition_run runs[RANKED_MAX];
    char text[4 * RANKED_MAX + 4];
} specimen;

static void print_specimen(specimen *p)
{
    size_t used = 0;
    p->text[used++] = '[';
    for (size_t i = 0; i < p->count; i++)
        used += (size_t)snprintf(p->text + used, sizeof p->text - used, "%s%u^%u", i == 0 ? "" : ",",
                                 (unsigned)p->runs[i].part, (unsigned)p->runs[i].times);
    p->text[used++] = ']';
    p->text[used] = '\0';
}

static void take_specimen(const valued *v, const partition_walk *w, size_t number, specimen *p)
{
    p->v = v;
    p->count = 0;
    for (unsigned i = 0; i < w->count; i++)
        p->runs[p->count++] = (partition_run){w->parts[i], 1};
    p->runs[p->count++] = (partition_run){1, w->ones};
    p->count = partition_tidy(p->runs, p->count);
    p->rows = (unsigned)partition_rows(p->runs, p->count);
    p->columns = (unsigned)partition_columns(p->runs, p->count);
    p->value = v->values[number];
    print_specimen(p);
}

typedef grundy_status specimen_check(claim_run *run, const specimen *p);

/* Run a check on all partitions of 1..n. */
static grundy_status on_all(claim_run *run, unsigned n, grundy_question question, specimen_check *check)
{
    valued v;
    TRY(valued_open(run, n, question, &v));
    grundy_status status = GRUNDY_OK;
    size_t number = 1;
    for (unsigned size = 1; status == GRUNDY_OK && size <= n; size++) {
        partition_walk w = partition_walk_first(size);
        do {
            specimen p;
            take_specimen(&v, &w, number++, &p);
            status = check(run, &p);
        } while (status == GRUNDY_OK && partition_walk_next(&w));
    }
    valued_close(&v);
    return status;
}

static bool is_heavy(const specimen *p)
{
    return p->value == p->rows + p->columns - 1;
}

/* ---- families of partitions ---- */

static bool is_rectangle(const specimen *p)
{
    return p->count == 1;
}

static bool is_hook(const specimen *p)
{
    if (p->count == 1)
        return p->rows == 1 || p->columns == 1;
    return p->count == 2 && p->runs[0].times == 1 && p->runs[1].part == 1;
}

/* Parts i + (k-1) s, ..., i + s, i. */
static bool is_progression(const specimen *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->runs[i].times != 1 ||
            (i > 1 && p->runs[i - 1].part - p->runs[i].part != p->runs[0].part - p->runs[1].part))
            return false;
    return true;
}

static bool specimen_is_staircase(const specimen *p)
{
    return is_progression(p) && (p->count < 2 || p->runs[0].part == p->runs[1].part + 1);
}

/* The staircase [c, c-1, ..., c-r+1] as runs. */
static size_t staircase(unsigned c, unsigned r, partition_run *out)
{
    for (unsigned i = 0; i < r; i++)
        out[i] = (partition_run){c - i, 1};
    return r;
}

/* The set of Theorem 2, by its two bounds in Young's lattice. */
static bool in_value_one_set(const specimen *p)
{
    partition_run low[RANKED_MAX], high[1] = {{p->rows, p->rows}};
    unsigned r = p->rows;
    if (r == 1)
        return p->columns == 1;
    if (r != p->columns)
        return false;
    low[0] = (partition_run){r, 2};
    size_t count = 1 + staircase(r - 1, r - 2, low + 1);
    return partition_below(low, count, p->runs, p->count) && partition_below(p->runs, p->count, high, 1);
}

/* ---- statements ---- */

static grundy_status bound_check(claim_run *run, const specimen *p)
{
    return claim_holds(run, p->value <= p->rows + p->columns - 1, "%s has the value %u", p->text, p->value);
}

static grundy_status upper_bound(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, bound_check);
}

static grundy_status rectangle_check(claim_run *run, const specimen *p)
{
    if (!is_rectangle(p))
        return GRUNDY_OK;
    return claim_holds(run, p->value == ((p->rows - 1) ^ (p->columns - 1)) + 1, "%s has the value %u", p->text,
                       p->value);
}

static grundy_status rectangles(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, rectangle_check);
}

static grundy_status value_one_check(claim_run *run, const specimen *p)
{
    return claim_holds(run, (p->value == 1) == in_value_one_set(p), "%s has the value %u", p->text, p->value);
}

static grundy_status value_one(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, value_one_check);
}

static grundy_status misere_p_check(claim_run *run, const specimen *p)
{
    return claim_holds(run, (p->value == 0) == in_value_one_set(p), "%s has the misere value %u", p->text, p->value);
}

static grundy_status misere_p(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_MISERE_VALUE, misere_p_check);
}

static grundy_status hook_check(claim_run *run, const specimen *p)
{
    return is_hook(p) ? claim_holds(run, is_heavy(p), "%s has the value %u", p->text, p->value) : GRUNDY_OK;
}

static grundy_status hooks(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, hook_check);
}

static grundy_status staircase_check(claim_run *run, const specimen *p)
{
    return specimen_is_staircase(p) ? claim_holds(run, is_heavy(p), "%s has the value %u", p->text, p->value)
                                    : GRUNDY_OK;
}

static grundy_status staircases(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, staircase_check);
}

static grundy_status two_parts_check(claim_run *run, const specimen *p)
{
    if (p->rows != 2)
        return GRUNDY_OK;
    bool even_pair = p->count == 1 && p->columns % 2 == 0;
    return claim_holds(run, p->value == (even_pair ? p->columns - 1 : p->columns + 1), "%s has the value %u", p->text,
                       p->value);
}

static grundy_status two_parts(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, two_parts_check);
}

/* The parity of a binomial coefficient by Pascal's rule. */
static bool binomial_is_odd(unsigned m, unsigned n)
{
    bool row[2 * RANKED_MAX] = {true};
    for (unsigned i = 1; i <= m; i++)
        for (unsigned k = i; k > 0; k--)
            row[k] = row[k] != row[k - 1];
    return row[n];
}

static grundy_status heavy_rectangle_check(claim_run *run, const specimen *p)
{
    if (!is_rectangle(p))
        return GRUNDY_OK;
    return claim_holds(run, is_heavy(p) == binomial_is_odd(p->rows + p->columns - 2, p->rows - 1),
                       "%s has the value %u", p->text, p->value);
}

static grundy_status heavy_rectangles(claim_run *run)
{
    return on_all(run, size_of(run), GRUNDY_VALUE, heavy_rectangle_check);
}

/* Binomials mod a prime, by Pascal's rule. */
static unsigned binomial_mod(unsigned m, unsigned n, unsigned prime)
{
    unsigned row[128] = {1};
    for (unsigned i = 1; i <= m; i++)
        for (unsigned k = i; k > 0; k--)
            row[k] = (row[k] + row[k - 1]) % prime;
    return row[n] % prime;
}

static grundy_status lucas(claim_run *run)
{
    static const unsigned primes[] = {2, 3, 5, 7, 11};
    for (size_t i = 0; i < GRUNDY_COUNT(primes); i++)
        for (unsigned m = 0; m < 60; m++)
            for (unsigned n = 0; n < 60; n++) {
                unsigned product = 1, prime = primes[i];
                for (unsigned a = m, b = n; a > 0 || b > 0; a /= prime, b /= prime)
                    product = product * binomial_mod(a % prime, b % prime, prime) % prime;
                TRY(claim_holds(run, binomial_mod(m, n, prime) == product % prime, "m=%u, n=%u, p=%u", m, n, prime));
            }
    return GRUNDY_OK;
}

static grundy_status lucas_binary(claim_run *run)
{
    for (unsigned m = 0; m < 100; m++)
        for (unsigned n = 0; n < 100; n++)
            TRY(claim_holds(run, binomial_is_odd(m, n) == ((m & n) == n), "m=%u, n=%u", m, n));
    return GRUNDY_OK;
}

/* ---- by brute force on the options ---- */

static unsigned brute_size(const claim_run *run)
{
    return (unsigned)claim_bound(run, 12, 12);
}

static grundy_status closure_to(grundy *g, const grundy_ruleset *r, unsigned n, closure *out)
{
    grundy_buffer text = grundy_buffer_open(g), position = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    uint32_t number;
    *out = closure_open(g, r, 0);
    for (unsigned size = 0; status == GRUNDY_OK && size <= n; size++) {
        partition_walk w = partition_walk_first(size);
        do {
            text.size = position.size = 0;
            status = grundy_appendf(&text, "[");
            for (unsigned i = 0; status == GRUNDY_OK && i < w.count; i++)
                status = grundy_appendf(&text, "%u,", w.parts[i]);
            if (status == GRUNDY_OK)
                status = grundy_appendf(&text, "1^%u]", w.ones);
            if (status == GRUNDY_OK)
                status = grundy_position_parse(g, r, grundy_buffer_text(&text), &position);
            if (status == GRUNDY_OK)
                status = closure_add(out, grundy_buffer_bytes(&position), &number);
        } while (status == GRUNDY_OK && partition_walk_next(&w));
    }
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
    if (status == GRUNDY_OK)
        status = closure_solve(out);
    if (status != GRUNDY_OK)
        closure_close(out);
    return status;
}

/* rows + columns of a summand of the closure. */
static unsigned half_perimeter(grundy_bytes position)
{
    grundy_bytes summand = {0};
    uint64_t rows = 0, columns = 0;
    position_next(&position, &summand);
    while (summand.size > 0) {
        uint64_t part = number_read(&summand);
        columns = columns == 0 ? part : columns;
        rows += number_read(&summand);
    }
    return (unsigned)(rows + columns);
}

/* The longest play from each position, options first: an option is not always found before its position. */
static unsigned longest_play(const closure *c, size_t i, unsigned *longest)
{
    size_t count;
    const uint32_t *options = closure_options(c, i, &count);
    unsigned best = 0;
    for (size_t k = 0; k < count; k++)
        if (longest[options[k]] + 1 > best)
            best = longest[options[k]] + 1;
    return best;
}

typedef struct {
    size_t position;
    unsigned half;
} by_half;

static int compare_half(const void *a, const void *b)
{
    const by_half *x = a, *y = b;
    return (x->half > y->half) - (x->half < y->half);
}

/* Moves make the half perimeter smaller, so that is an order in which options come first. */
static grundy_status longest_plays(claim_run *run, const closure *c)
{
    grundy_status status = GRUNDY_OK;
    size_t count = closure_count(c);
    unsigned *longest = handle_new(run->g, count, sizeof *longest, &status);
    by_half *order = longest == NULL ? NULL : handle_new(run->g, count, sizeof *order, &status);
    for (size_t i = 0; order != NULL && i < count; i++)
        order[i] = (by_half){i, half_perimeter(numbering_at(&c->positions, i))};
    if (order != NULL)
        qsort(order, count, sizeof *order, compare_half);
    for (size_t k = 0; status == GRUNDY_OK && k < count; k++) {
        size_t i = order[k].position;
        longest[i] = longest_play(c, i, longest);
        if (order[k].half > 0)
            status = claim_holds(run, longest[i] == order[k].half - 1, "a play of %u moves, rows + columns %u",
                                 longest[i], order[k].half);
    }
    handle_free(run->g, longest, count * sizeof *longest);
    handle_free(run->g, order, count * sizeof *order);
    return status;
}

typedef grundy_status closure_check(claim_run *run, const closure *c);

static grundy_status on_closure(claim_run *run, const char *ruleset, closure_check *check)
{
    grundy_ruleset *r;
    closure c;
    TRY(grundy_ruleset_open(run->g, ruleset, &r));
    grundy_status status = closure_to(run->g, r, brute_size(run), &c);
    if (status == GRUNDY_OK) {
        status = check(run, &c);
        closure_close(&c);
    }
    grundy_ruleset_close(r);
    return status;
}

static grundy_status longest(claim_run *run)
{
    return on_closure(run, "pnim", longest_plays);
}

/* As printed: the misere value is at most the longest play. */
static grundy_status misere_bound_printed(claim_run *run, const closure *c)
{
    for (size_t i = 0; i < closure_count(c); i++) {
        unsigned half = half_perimeter(numbering_at(&c->positions, i));
        TRY(claim_holds(run, closure_misere(c, i) <= (half == 0 ? 0 : half - 1),
                        "the terminal position [] has the misere value 1 and a longest play of 0 moves"));
    }
    return GRUNDY_OK;
}

static grundy_status misere_bound_check(claim_run *run, const closure *c)
{
    for (size_t i = 0; i < closure_count(c); i++) {
        unsigned half = half_perimeter(numbering_at(&c->positions, i));
        if (half > 0)
            TRY(claim_holds(run, closure_misere(c, i) < half, "a misere value of %u, rows + columns %u",
                            closure_misere(c, i), half));
    }
    return GRUNDY_OK;
}

static grundy_status misere_bound(claim_run *run)
{
    return on_closure(run, "pnim", misere_bound_printed);
}

static grundy_status misere_bound_mended(claim_run *run)
{
    return on_closure(run, "pnim", misere_bound_check);
}

/* Observation 4 by brute force on the partition and on its conjugate. */
static grundy_status ask_conjugate(judge *j, const specimen *p, uint64_t *out)
{
    partition_run turned[RANKED_MAX];
    char text[4 * RANKED_MAX + 4];
    size_t used = 1;
    partition_conjugate(p->runs, p->count, turned);
    text[0] = '[';
    for (size_t i = 0; i < p->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u^%u", i == 0 ? "" : ",",
                                 (unsigned)turned[i].part, (unsigned)turned[i].times);
    text[used++] = ']';
    text[used] = '\0';
    return judge_ask(j, out, "%s", text);
}

static grundy_status conjugates_of(claim_run *run, const valued *v, judge *j)
{
    size_t number = 1;
    uint64_t value = 0, turned = 0;
    for (unsigned size = 1; size <= v->n; size++) {
        partition_walk w = partition_walk_first(size);
        do {
            specimen p;
            take_specimen(v, &w, number++, &p);
            TRY(judge_ask(j, &value, "%s", p.text));
            TRY(ask_conjugate(j, &p, &turned));
            TRY(claim_holds(run, value == turned && value == p.value, "%s: %llu, its conjugate %llu", p.text,
                            (unsigned long long)value, (unsigned long long)turned));
        } while (partition_walk_next(&w));
    }
    return GRUNDY_OK;
}

static grundy_status conjugate_invariance(claim_run *run)
{
    for (int misere = 0; misere < 2; misere++) {
        grundy_question question = misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
        valued v;
        judge j;
        TRY(valued_open(run, brute_size(run), question, &v));
        grundy_status status = judge_open(run->g, "pnim", question, GRUNDY_BRUTE, &j);
        if (status == GRUNDY_OK) {
            status = conjugates_of(run, &v, &j);
            judge_close(&j);
        }
        valued_close(&v);
        TRY(status);
    }
    return GRUNDY_OK;
}

/* ---- classes ---- */

static grundy_status check_holds(claim_run *run, const char *ruleset, const char *position,
                                 const char *const *variables, size_t count, const bool *expected)
{
    grundy_table_request request = {.ruleset = ruleset, .position = position, .variables = variables, .count = count};
    grundy_classification c;
    TRY(grundy_classify(run->g, &request, &c));
    grundy_status status = GRUNDY_OK;
    for (int i = 0; status == GRUNDY_OK && i < GRUNDY_CLASS_COUNT; i++)
        status = claim_holds(run, c.holds[i] == expected[i], "%s %s: %s is %s; %s", ruleset, position,
                             grundy_class_word((grundy_class)i), c.holds[i] ? "true" : "false",
                             grundy_buffer_text(&c.witness[i]));
    grundy_classification_close(&c);
    return status;
}

/* In the order returnable, forced, miserable, pet, tame. */
static const bool pet_not_forced[] = {true, false, true, true, true},
                  miserable_not_forced[] = {true, false, true, false, true};

static grundy_status single_is_pet(claim_run *run)
{
    static const char *const partitions[] = {"p=partitions(0..14)"};
    static const char *const sides[] = {"a=0..6", "b=0..6", "c=0..6"};
    TRY(check_holds(run, "pnim", "p", partitions, 1, pet_not_forced));
    return check_holds(run, "rnim", "<a,b,c>", sides, 3, pet_not_forced);
}

static grundy_status sums_are_miserable(claim_run *run)
{
    static const char *const partitions[] = {"p=partitions(0..6)", "q=partitions(0..6)"};
    static const char *const sides[] = {"a=0..4", "b=0..4", "c=0..4", "d=0..4"};
    TRY(check_holds(run, "pnim", "p + q", partitions, 2, miserable_not_forced));
    return check_holds(run, "rnim", "<a,b> + <c,d>", sides, 4, miserable_not_forced);
}

/* ---- lemmas on mex ---- */

static grundy_status mex_shift(claim_run *run)
{
    uint64_t seed = 5;
    for (uint64_t round = 0; round < 20000 * run->scale; round++) {
        unsigned k = 1 + (unsigned)(grundy_random(&seed) % 20);
        uint64_t set = (grundy_random(&seed) | grundy_random(&seed)) & (UINT64_MAX >> 32);
        TRY(claim_holds(run, bits_mex(set) + k == bits_mex(set << k | ((UINT64_C(1) << k) - 1)), "S = %llx, k = %u",
                        (unsigned long long)set, k));
    }
    return GRUNDY_OK;
}

static grundy_status mex_of_rectangle(claim_run *run)
{
    for (unsigned r = 1; r <= 30; r++)
        for (unsigned c = 1; c <= 30; c++)
            for (unsigned k = 1; k <= r && k <= c; k++) {
                uint64_t set = (UINT64_C(1) << k) - 1;
                for (unsigned a = 0; a < c - k; a++)
                    set |= UINT64_C(1) << (((r - k) ^ a) + k);
                for (unsigned a = 0; a < r - k; a++)
                    set |= UINT64_C(1) << ((a ^ (c - k)) + k);
                TRY(claim_holds(run, ((c - k) ^ (r - k)) + k == bits_mex(set), "r = %u, c = %u, k = %u", r, c, k));
            }
    return GRUNDY_OK;
}

/* ---- section 6 ---- */

/* M with entries ((r-1) + (c-1)) + 1 (nim-sum inside), as Theorem 1 has it, to this size. */
enum { MATRIX = 64 };

static unsigned matrix_at(unsigned r, unsigned c)
{
    return ((r - 1) ^ (c - 1)) + 1;
}

static grundy_status cyclic(claim_run *run)
{
    for (unsigned i = 1; i <= MATRIX; i++)
        for (unsigned j = 1; j <= MATRIX; j++)
            for (unsigned k = 1; k <= MATRIX; k++)
                TRY(claim_holds(run, (matrix_at(i, j) == k) == (matrix_at(k, i) == j), "i = %u, j = %u, k = %u", i, j,
                                k));
    return GRUNDY_OK;
}

/* A280172: by antidiagonals, each entry the least positive integer that is new in its row and its column. */
static grundy_status lexicographically_first(claim_run *run)
{
    bool row[MATRIX + 1][2 * MATRIX + 2] = {{false}}, column[MATRIX + 1][2 * MATRIX + 2] = {{false}};
    for (unsigned d = 2; d <= MATRIX + 1; d++)
        for (unsigned r = 1; r < d; r++) {
            unsigned c = d - r, least = 1;
            while (row[r][least] || column[c][least])
                least++;
            row[r][least] = column[c][least] = true;
            TRY(claim_holds(run, least == matrix_at(r, c), "row %u, column %u: %u", r, c, least));
        }
    return GRUNDY_OK;
}

/* A103889: the numbers 1, 2, 3, ... with 2k-1 and 2k exchanged. */
static grundy_status two_rows(claim_run *run)
{
    for (unsigned n = 1; n <= 1000; n++)
        TRY(claim_holds(run, matrix_at(2, n) == (n % 2 == 1 ? n + 1 : n - 1), "n = %u", n));
    return GRUNDY_OK;
}

/* Hamiltonian cycles of the ladder with `rungs` rungs whose rails are crossed: the cycle 0..2k-1 with chords i, i+k. */
typedef struct {
    unsigned vertices, at, count, path[32], tried[32];
    bool used[32];
} cycle_search;

static unsigned neighbour(const cycle_search *s, unsigned v, unsigned i)
{
    const unsigned n = s->vertices;
    return i == 0 ? (v + 1) % n : i == 1 ? (v + n - 1) % n : (v + n / 2) % n;
}

static unsigned hamiltonian_cycles(unsigned rungs)
{
    cycle_search s = {.vertices = 2 * rungs, .used = {true}};
    for (;;) {
        unsigned v = s.path[s.at], i = s.tried[s.at]++;
        if (i == 3) {
            if (s.at == 0)
                break;
            s.used[v] = false;
            s.at--;
            continue;
        }
        unsigned next = neighbour(&s, v, i);
        if (s.at + 1 == s.vertices && next == 0)
            s.count++;
        if (s.used[next])
            continue;
        s.path[++s.at] = next;
        s.tried[s.at] = 0;
        s.used[next] = true;
    }
    return s.count / 2; /* each was found in both directions */
}

static grundy_status moebius_ladders(claim_run *run)
{
    for (unsigned n = 5; n <= 14; n++)
        TRY(claim_holds(run, hamiltonian_cycles(n - 2) == matrix_at(2, n), "n = %u: %u cycles, value %u", n,
                        hamiltonian_cycles(n - 2), matrix_at(2, n)));
    return GRUNDY_OK;
}

/* ---- open: conjectures and questions ---- */

static grundy_status say_bound(claim_run *run, unsigned n)
{
    run->open = true;
    return grundy_appendf(&run->note, "all partitions of n <= %u", n);
}

/* Conjecture 2: p lies between a staircase of as many rows and a heavy rectangle, which can only be its bounding box. */
static grundy_status conjecture_2_check(claim_run *run, const specimen *p)
{
    partition_run low[RANKED_MAX], high[1] = {{p->columns, p->rows}};
    if (p->columns < p->rows || p->rows * p->columns > p->v->n)
        return GRUNDY_OK;
    if (pnim_value(p->v, high, 1) != p->rows + p->columns - 1)
        return GRUNDY_OK;
    size_t count = staircase(p->columns, p->rows, low);
    if (!partition_below(low, count, p->runs, p->count))
        return GRUNDY_OK;
    return claim_holds(run, is_heavy(p), "%s has the value %u", p->text, p->value);
}

static grundy_status conjecture_2(claim_run *run)
{
    TRY(say_bound(run, size_of(run)));
    return on_all(run, size_of(run), GRUNDY_VALUE, conjecture_2_check);
}

static grundy_status conjecture_3_check(claim_run *run, const specimen *p)
{
    if (!is_progression(p))
        return GRUNDY_OK;
    return claim_holds(run, is_heavy(p), "%s has the value %u", p->text, p->value);
}

static grundy_status conjecture_3(claim_run *run)
{
    TRY(say_bound(run, size_of(run)));
    return on_all(run, size_of(run), GRUNDY_VALUE, conjecture_3_check);
}

static grundy_status question_1_check(claim_run *run, const specimen *p)
{
    if (p->value == 2)
        run->cases++;
    return GRUNDY_OK;
}

static grundy_status question_1(claim_run *run)
{
    TRY(say_bound(run, size_of(run)));
    TRY(grundy_appendf(&run->note, "; the cases are those of value 2, see doc/results/pnim-value-2.md"));
    return on_all(run, size_of(run), GRUNDY_VALUE, question_1_check);
}

static grundy_status question_4_check(claim_run *run, const specimen *p)
{
    if (is_heavy(p))
        run->cases++;
    return GRUNDY_OK;
}

static grundy_status question_4(claim_run *run)
{
    TRY(say_bound(run, size_of(run)));
    TRY(grundy_appendf(&run->note, "; the cases are the heavy ones, see doc/results/pnim-heavy.md"));
    return on_all(run, size_of(run), GRUNDY_VALUE, question_4_check);
}

/* ---- the play of section 3 ---- */

static grundy_status play_of_section_3(claim_run *run)
{
    static const char *const play[] = {"[4,2,1] + [3^2]", "[4] + [3^2]", "[4] + [3]",
                                       "[3] + [3]",       "[3] + []",    "[] + []"};
    judge j;
    TRY(judge_open(run->g, "pnim", GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_status status = GRUNDY_OK;
    for (size_t i = 1; status == GRUNDY_OK && i < GRUNDY_COUNT(play); i++) {
        grundy_list options = grundy_list_open(run->g);
        bool legal = false;
        status = judge_options(&j, play[i - 1], &options);
        for (size_t k = 0; k < grundy_list_count(&options); k++)
            legal = legal || strcmp((const char *)grundy_list_at(&options, k).data, play[i]) == 0;
        grundy_list_close(&options);
        if (status == GRUNDY_OK)
            status = claim_holds(run, legal, "%s to %s", play[i - 1], play[i]);
    }
    judge_close(&j);
    return status;
}

static const claim claims[] = {
    {"pnim-2-bound", "the longest play bounds the misere value of every position",
     "the terminal position has the misere value 1, and no play from it has a move", misere_bound},
    {"pnim-2-bound-mended", "the longest play bounds the misere value of every position that is not terminal", NULL,
     misere_bound_mended},
    {"pnim-3-play", "the play from [4,2,1] + [3,3] that is shown is a play", NULL, play_of_section_3},
    {"pnim-obs-4", "a partition and its conjugate have the same value, and the same misere value", NULL,
     conjugate_invariance},
    {"pnim-prop-1", "the value of a partition that is not empty is at most columns + rows - 1", NULL, upper_bound},
    {"pnim-prop-2", "the longest play has columns + rows - 1 moves", NULL, longest},
    {"pnim-prop-3", "hooks [c,1^(r-1)] are heavy", NULL, hooks},
    {"pnim-prop-4", "staircases [c,c-1,...,c-r+1] are heavy", NULL, staircases},
    {"pnim-lemma-5", "mex(S) + k = mex of 0..k-1 and S + k", NULL, mex_shift},
    {"pnim-lemma-6", "(nim-sum of c-k and r-k) + k as a mex, for r, c >= k >= 1", NULL, mex_of_rectangle},
    {"pnim-thm-1", "[c^r] has the value 1 + the nim-sum of r-1 and c-1", NULL, rectangles},
    {"pnim-thm-2", "the value is 1 iff p = [1] or [r,r,r-1,...,2] <= p <= [r^r] for some r >= 2", NULL, value_one},
    {"pnim-thm-7", "Lucas: a binomial coefficient mod p is the product of those of the digits in base p", NULL, lucas},
    {"pnim-cor-8", "a binomial coefficient is odd iff the ones of the lower number are among those of the upper", NULL,
     lucas_binary},
    {"pnim-obs-9", "[c^r] is heavy iff the binomial coefficient c+r-2 over r-1 is odd", NULL, heavy_rectangles},
    {"pnim-prop-5", "[c1,c2] has the value c1-1 if c1 = c2 is even, otherwise c1+1", NULL, two_parts},
    {"pnim-prop-6", "single partitions and single boxes are pet and returnable, not forced", NULL, single_is_pet},
    {"pnim-cor-13", "PNIM and RNIM are miserable and returnable, neither pet nor forced", NULL, sums_are_miserable},
    {"pnim-5.2", "the misere P-positions of single partitions are those of Theorem 2", NULL, misere_p},
    {"pnim-6-moebius",
     "for n >= 5, [n,n] has as many as its value of Hamiltonian cycles in the Moebius ladder of n-2 rungs", NULL,
     moebius_ladders},
    {"pnim-6-a103889", "the values of [n,n] are A103889: 2k-1 and 2k exchanged", NULL, two_rows},
    {"pnim-6-cyclic", "the value matrix of rectangles has k at (i,j) iff it has j at (k,i)", NULL, cyclic},
    {"pnim-6-a280172", "by antidiagonals it is the first matrix without repetitions in rows and columns (A280172)",
     NULL, lexicographically_first},
    {"pnim-question-1", "which partitions have the value 2?", NULL, question_1},
    {"pnim-conj-2", "if [(a+1)^(b+1)] is heavy, so is all that lies between [a+1,a,...,a-b+1] and it (a >= b)", NULL,
     conjecture_2},
    {"pnim-conj-3", "[i+(k-1)s,...,i+s,i] is heavy", NULL, conjecture_3},
    {"pnim-question-4", "which partitions are heavy?", NULL, question_4},
};

const claim_table pnim_claims = {"pnim", claims, GRUNDY_COUNT(claims)};
