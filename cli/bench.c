/* bench.c - named cases: a sweep beside the search of the same positions one by one, machine-readable; and arrays of
 * nimbers beside one nimber at a time
 *
 * A sweep computes its whole box when the last position is asked for, so that is what is timed. The search gets a
 * smaller box, since it needs longer for each cell the larger the box is: the ratio is a lower bound for the larger. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { RUNS = 5 };

typedef struct bench_case bench_case;
typedef grundy_status bench_once(grundy *g, const bench_case *c);

struct bench_case {
    const char *name, *ruleset;
    const char *corner;   /* the last position of the sweep's box */
    uint64_t cells;       /* how many it has */
    const char *template; /* all positions of the smaller box */
    const char *variables[3];
    uint64_t slow_cells;
    bench_once *fast, *slow; /* NULL: the sweep and the search */
};

enum { NIMBERS = 4096, NIM_ROUNDS = 200 };

static bench_once multiply_arrays, multiply_singly, invert_arrays, invert_singly;

/* A sweep beside a search: the smaller box's variables come last. */
#define SWEPT(n, r, to, count, positions, slow_count, ...)                                                      \
    {                                                                                                           \
        .name = n, .ruleset = r, .corner = to, .cells = count, .template = positions, .slow_cells = slow_count, \
        .variables = {                                                                                          \
            __VA_ARGS__                                                                                         \
        }                                                                                                       \
    }

static const bench_case cases[] = {
    SWEPT("push-box", "push(nim,euclid)", "1000,1000", 1001 * 1001, "a,b", 201 * 201, "a=0..200", "b=0..200"),
    SWEPT("wythoff-box", "wythoff", "1000,1000", 1001 * 1001, "a,b", 151 * 151, "a=0..150", "b=0..150"),
    SWEPT("zeruclid-slices", "zeruclid", "100,100,100", 101 * 101 * 101, "a,b,c", 31 * 31 * 31, "a=0..30", "b=0..30",
          "c=0..30"),
    SWEPT("partitions-25", "pnim", "[25]", 9296, "p", 9296, "p=partitions(0..25)"),
    SWEPT("kayles-sequence", "kayles", "4000", 4001, "n", 1001, "n=0..1000"),
    SWEPT("octal-sequence", "octal(0.16)", "510000", 510001, "n", 401, "n=0..400"),
    SWEPT("officers-sequence", "octal(0.6)", "200000", 200001, "n", 401, "n=0..400"),
    {.name = "nim-products",
     .ruleset = "nimbers",
     .cells = NIMBERS * NIM_ROUNDS,
     .slow_cells = NIMBERS * NIM_ROUNDS,
     .fast = multiply_arrays,
     .slow = multiply_singly},
    {.name = "nim-inverses",
     .ruleset = "nimbers",
     .cells = NIMBERS * NIM_ROUNDS,
     .slow_cells = NIMBERS * NIM_ROUNDS,
     .fast = invert_arrays,
     .slow = invert_singly},
};

static grundy_status sweep_once(grundy *g, const bench_case *c)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_buffer corner = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, c->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, c->corner, &corner);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SWEEP, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&corner), &answer);
    grundy_solver_close(s);
    grundy_ruleset_close(r);
    grundy_buffer_close(&corner);
    return status;
}

static grundy_status search_once(grundy *g, const bench_case *c)
{
    size_t count = 0;
    while (count < 3 && c->variables[count] != NULL)
        count++;
    grundy_table_request request = {.ruleset = c->ruleset,
                                    .position = c->template,
                                    .variables = c->variables,
                                    .count = count,
                                    .question = GRUNDY_VALUE,
                                    .method = GRUNDY_SEARCH};
    grundy_table *t;
    grundy_answer answer;
    bool more = true;
    TRY(grundy_table_open(g, &request, &t));
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && more)
        status = grundy_table_next(t, &answer, &more);
    grundy_table_close(t);
    return status;
}

/* Products and inverses stay in the first-level cache, so that arithmetic is what is timed. */
typedef struct {
    uint64_t a[NIMBERS], b[NIMBERS];
} nim_arrays;

static nim_arrays random_nimbers(void)
{
    nim_arrays arrays;
    uint64_t seed = 1;
    for (size_t i = 0; i < NIMBERS; i++) {
        arrays.a[i] = grundy_random(&seed) | 1;
        arrays.b[i] = grundy_random(&seed) | 1;
    }
    return arrays;
}

static grundy_status multiply_arrays(grundy *g, const bench_case *c)
{
    nim_arrays n = random_nimbers();
    (void)c;
    for (unsigned round = 0; round < NIM_ROUNDS; round++)
        grundy_nim_mul_n(n.a, n.b, n.a, NIMBERS);
    return grundy_check(g);
}

static grundy_status multiply_singly(grundy *g, const bench_case *c)
{
    nim_arrays n = random_nimbers();
    (void)c;
    for (unsigned round = 0; round < NIM_ROUNDS; round++)
        for (size_t i = 0; i < NIMBERS; i++)
            n.a[i] = grundy_nim_mul(n.a[i], n.b[i]);
    return grundy_check(g);
}

static grundy_status invert_arrays(grundy *g, const bench_case *c)
{
    nim_arrays n = random_nimbers();
    (void)c;
    for (unsigned round = 0; round < NIM_ROUNDS; round++)
        if (!grundy_nim_inv_n(n.a, n.a, NIMBERS))
            return grundy_fail(g, GRUNDY_DOMAIN, "0 has no inverse");
    return grundy_check(g);
}

static grundy_status invert_singly(grundy *g, const bench_case *c)
{
    nim_arrays n = random_nimbers();
    (void)c;
    for (unsigned round = 0; round < NIM_ROUNDS; round++)
        for (size_t i = 0; i < NIMBERS; i++)
            if (!grundy_nim_inv(n.a[i], &n.a[i]))
                return grundy_fail(g, GRUNDY_DOMAIN, "0 has no inverse");
    return grundy_check(g);
}

static int bench_ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median time of a few runs, in nanoseconds a cell. */
static grundy_status median(grundy *g, const bench_case *c, bench_once *once, uint64_t cells, double *out)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = seconds_now();
        TRY(once(g, c));
        times[i] = seconds_now() - start;
    }
    qsort(times, RUNS, sizeof *times, bench_ascending);
    *out = times[RUNS / 2] * 1e9 / (double)cells;
    return GRUNDY_OK;
}

static grundy_status run_case(grundy *g, const bench_case *c)
{
    double sweep, search;
    TRY(median(g, c, c->fast != NULL ? c->fast : sweep_once, c->cells, &sweep));
    TRY(median(g, c, c->slow != NULL ? c->slow : search_once, c->slow_cells, &search));
    printf("%s\t%s\t%" PRIu64 "\t%.4g\t%" PRIu64 "\t%.4g\t%.4g\n", c->name, c->ruleset, c->cells, sweep, c->slow_cells,
           search, search / sweep);
    fflush(stdout);
    return GRUNDY_OK;
}

static grundy_status run_bench(command_line *line)
{
    bool any = false;
    if (line->count != 0 && strcmp(line->arguments[0], "search") == 0)
        return bench_search(line->g);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (line->count != 0 && strcmp(line->arguments[0], cases[i].name) != 0)
            continue;
        if (!any)
            puts("case\truleset\tsweep_cells\tsweep_ns_per_cell\tsearch_cells\tsearch_ns_per_cell\tratio");
        any = true;
        TRY(run_case(line->g, &cases[i]));
    }
    return any ? GRUNDY_OK : grundy_fail(line->g, GRUNDY_PARSE, "no benchmark is called '%.60s'", line->arguments[0]);
}

const command bench_command = {
    .name = "bench",
    .synopsis = "[NAME|search]",
    .summary =
        "time each sweep beside the search cell by cell (medians, in nanoseconds a cell); search: beside recursion",
    .example = "bench push-box",
    .options = LIMIT_OPTIONS,
    .least = 0,
    .most = 1,
    .run = run_bench,
};
