/* How many nodes a search visits: never much more than the game has positions, whatever its shape */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solvers/solver.h"

static grundy *g;

/* ---- games on random graphs ---- */

/* A position is a number of four bytes; options have smaller numbers. What they are follows from the shape and the seed. */
enum { CHAIN, STEPS, LAYERS, DIAMONDS, TREE, RANDOM, WIDE, SHAPES };

static const char *const shape_names[] = {"chain", "steps", "layers", "diamonds", "tree", "random", "wide"};

typedef struct {
    unsigned shape;
    uint64_t seed;
} graph;

static grundy_status graph_open(grundy *h, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    graph *state = grundy_resize(h, NULL, 0, sizeof *state, &status);
    if (state == NULL)
        return status;
    *state = (graph){(unsigned)self->args[0].low, self->args[1].low};
    grundy_ruleset_set_state(r, state);
    return GRUNDY_OK;
}

static void graph_close(grundy *h, void *state)
{
    grundy_resize(h, state, sizeof(graph), 0, NULL);
}

static uint64_t read_number(grundy_bytes summand)
{
    uint64_t n = 0;
    for (size_t i = 0; i < 4; i++)
        n = n << 8 | summand.data[i];
    return n;
}

static grundy_status write_number(grundy_buffer *out, uint64_t n)
{
    const unsigned char bytes[4] = {(unsigned char)(n >> 24), (unsigned char)(n >> 16), (unsigned char)(n >> 8),
                                    (unsigned char)n};
    return grundy_append(out, bytes, sizeof bytes);
}

static grundy_status graph_parse(grundy *h, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    uint64_t n;
    (void)h;
    (void)r;
    TRY(grundy_scan_integer(s, "position", 0, UINT32_MAX, &n));
    return write_number(out, n);
}

static grundy_status graph_print(grundy *h, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)h;
    (void)r;
    return grundy_appendf(out, "%u", (unsigned)read_number(summand));
}

/* The greatest distance of an option, and how many of 16 in reach are options. */
static void reach_of(const graph *d, uint64_t n, uint64_t *far, unsigned *share)
{
    const uint64_t width = 2 + d->seed % 9;
    *share = 16;
    *far = 1;
    switch (d->shape) {
    case STEPS:
        *far = 2 + d->seed % 5;
        *share = 8 + (unsigned)(d->seed % 9);
        break;
    case LAYERS:
        *far = n % width + width;
        *share = 8 + (unsigned)(d->seed % 9);
        break;
    case DIAMONDS:
        *far = n % 3 == 0 ? 2 : 1;
        break;
    case RANDOM:
        *far = n;
        *share = 1 + (unsigned)(d->seed % 4);
        break;
    case WIDE:
        *far = n;
        break;
    default:
        break;
    }
}

static grundy_status add_number(grundy_list *out, uint64_t n)
{
    TRY(write_number(&out->bytes, n));
    return list_end(out);
}

static grundy_status graph_options(grundy *h, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const graph *d = grundy_ruleset_state(r);
    const uint64_t n = read_number(summand);
    uint64_t far, seed = d->seed * 1000003 + n;
    unsigned share;
    (void)h;
    if (d->shape == TREE) {
        TRY(n == 0 ? GRUNDY_OK : add_number(out, n / 2));
        return n < 4 || grundy_random(&seed) % 4 == 0 ? GRUNDY_OK : add_number(out, n / 3);
    }
    reach_of(d, n, &far, &share);
    for (uint64_t step = 1; step <= far && step <= n; step++)
        if (share >= 16 || grundy_random(&seed) % 16 < share)
            TRY(add_number(out, n - step));
    return GRUNDY_OK;
}

static const grundy_family graph_family = {
    .name = "graph",
    .arguments = "(SHAPE,SEED)",
    .summary = "a random graph",
    .rules = "Positions are numbers.",
    .example_ruleset = "graph(1,1)",
    .example_position = "5",
    .space = "numbers of a graph",
    .open = graph_open,
    .close = graph_close,
    .parse = graph_parse,
    .print = graph_print,
    .options = graph_options,
};

static int open_handle(void **state)
{
    (void)state;
    return grundy_open(NULL, NULL, &g) != GRUNDY_OK || grundy_family_add(g, &graph_family) != GRUNDY_OK;
}

static int close_handle(void **state)
{
    (void)state;
    grundy_close(g);
    return 0;
}

/* ---- what a search visits ---- */

typedef struct {
    const char *ruleset, *position;
    grundy_question question;
    unsigned threads;
    uint64_t memory; /* of the table; 0: enough */
} request;

typedef struct {
    uint64_t value, visited;
} result;

static result solve(const request *q, grundy_method method)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    grundy_buffer position = grundy_buffer_open(g);
    grundy_limits limits = {.threads = q->threads};
    grundy_set_limits(g, &limits);
    grundy_status status = grundy_ruleset_open(g, q->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, q->position, &position);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, q->question, method, &s);
    if (status == GRUNDY_OK && q->memory != 0)
        status = table_open(g, q->memory, method == GRUNDY_BRUTE ? &s->brute_table : &s->search_table);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    if (status != GRUNDY_OK)
        fail_msg("%s %s: %s", q->ruleset, q->position, grundy_message(g));
    const result found = {answer.value, atomic_load(&s->visited)};
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return found;
}

/* A node is visited to the end at most twice by each thread. Beside that one visit of eight may be lost as an option is put
 * off, and of several threads' visits one of two where another thread was first. */
static double most_times(unsigned threads)
{
    return threads == 1 ? 2 * 8 / 7.0 : threads * 2 * 8 / 3.0;
}

static double worst[SHAPES];

static void compare(const request *q, unsigned shape)
{
    request judge = *q;
    judge.threads = 1;
    judge.memory = 0;
    const result brute = solve(&judge, GRUNDY_BRUTE), search = solve(q, GRUNDY_SEARCH);
    if (search.value != brute.value)
        fail_msg("%s %s, question %d: %d, brute %d", q->ruleset, q->position, (int)q->question, (int)search.value,
                 (int)brute.value);
    const double times = (double)search.visited / (double)brute.visited;
    worst[shape] = times > worst[shape] ? times : worst[shape];
    if (times > most_times(q->threads))
        fail_msg("%s (%s) %s, question %d, %u threads: %d nodes visited, of %d positions", q->ruleset,
                 shape_names[shape], q->position, (int)q->question, q->threads, (int)search.visited,
                 (int)brute.visited);
}

/* Small positions mostly, some larger ones. */
static uint64_t size_of(unsigned shape, uint64_t seed)
{
    static const uint64_t sizes[] = {6000, 4000, 2000, 3000, 30000, 200, 120};
    const uint64_t part = grundy_random(&seed) % 32;
    return 8 + sizes[shape] * part * part / 1024;
}

/* Of one thread mostly; sometimes with a table that has hardly room. */
static void random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SHAPES * 150; seed++)
        for (grundy_question question = GRUNDY_VALUE; question <= GRUNDY_MISERE_OUTCOME; question++) {
            char ruleset[64], position[64];
            const unsigned shape = (unsigned)(seed % SHAPES), round = (unsigned)(seed / SHAPES);
            snprintf(ruleset, sizeof ruleset, "graph(%u,%u)", shape, round);
            snprintf(position, sizeof position, "%u", (unsigned)size_of(shape, seed));
            const unsigned threads = round % 4 == 0 ? 2 + round / 4 % 3 : 1;
            compare(&(request){ruleset, position, question, threads, round % 5 == 0 ? 96 << 10 : 0}, shape);
        }
    for (unsigned i = 0; i < SHAPES; i++)
        print_message("%s: at most %.2f visits a position\n", shape_names[i], worst[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs)};
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
