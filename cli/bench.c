/* bench.c - named cases, each timed beside the way it is compared with, machine-readable */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command.h"

enum { RUNS = 5 };

/* A case: the same table by two methods; `slow` is the way it is compared with. */
typedef struct {
    const char *name, *summary;
    const char *ruleset, *position, *first, *second;
    grundy_method fast, slow;
    const char *slow_first, *slow_second; /* smaller domains for the slow way; NULL: the same */
} bench_case;

static const bench_case cases[] = {
    {"push-box", "push(nim,euclid), 1001 x 1001: word-parallel sweep beside the search cell by cell", "push(nim,euclid)", "a,b",
     "a=0..1000", "b=0..1000", GRUNDY_SWEEP, GRUNDY_SEARCH, "a=0..200", "b=0..200"},
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static grundy_status time_table(grundy *g, const bench_case *c, grundy_method method, const char *first, const char *second,
                                double *seconds, uint64_t *rows)
{
    const char *variables[] = {first, second};
    grundy_table_request request = {.ruleset = c->ruleset, .position = c->position, .variables = variables, .count = 2,
                                    .question = GRUNDY_VALUE, .method = method};
    grundy_table *t;
    grundy_answer answer;
    bool more = true;
    double start = seconds_now();
    TRY(grundy_table_open(g, &request, &t));
    grundy_status status = GRUNDY_OK;
    *rows = 0;
    while (status == GRUNDY_OK && more) {
        status = grundy_table_next(t, &answer, &more);
        *rows += more;
    }
    grundy_table_close(t);
    *seconds = seconds_now() - start;
    return status;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static grundy_status median_per_cell(grundy *g, const bench_case *c, grundy_method method, const char *first, const char *second,
                                     double *out)
{
    double times[RUNS];
    uint64_t rows = 1;
    for (int i = 0; i < RUNS; i++)
        TRY(time_table(g, c, method, first, second, &times[i], &rows));
    qsort(times, RUNS, sizeof *times, ascending);
    *out = times[RUNS / 2] / (double)rows;
    return GRUNDY_OK;
}

static grundy_status run_case(grundy *g, const bench_case *c)
{
    double fast, slow;
    TRY(median_per_cell(g, c, c->fast, c->first, c->second, &fast));
    TRY(median_per_cell(g, c, c->slow, c->slow_first != NULL ? c->slow_first : c->first,
                        c->slow_second != NULL ? c->slow_second : c->second, &slow));
    printf("%s\t%s\t%.3g\t%s\t%.3g\t%.3g\n", c->name, grundy_method_word(c->fast), fast * 1e9, grundy_method_word(c->slow),
           slow * 1e9, slow / fast);
    fflush(stdout);
    return GRUNDY_OK;
}

static grundy_status run(command_line *line)
{
    bool any = false;
    puts("case\tway\tns_per_cell\tcompared_with\tns_per_cell\tratio");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (line->count == 0 || strcmp(line->arguments[0], cases[i].name) == 0) {
            any = true;
            TRY(run_case(line->g, &cases[i]));
        }
    return any ? GRUNDY_OK : grundy_fail(line->g, GRUNDY_PARSE, "no benchmark is called '%.60s'", line->arguments[0]);
}

const command bench_command = {
    .name = "bench",
    .synopsis = "[NAME]",
    .summary = "time the named cases, each beside the way it is compared with (medians, in nanoseconds)",
    .example = "bench push-box",
    .options = LIMIT_OPTIONS,
    .least = 0,
    .most = 1,
    .run = run,
};
