/* starving.h - tasks done with a handle whose allocations fail in turn, alone or with all that follow
 *
 * The task then reports GRUNDY_NOMEM with a message, or gets along without (a table that cannot grow) and finds the
 * same answer; nothing is leaked either way. A memory limit gives GRUNDY_LIMIT and is kept. */
#ifndef GRUNDY_TEST_STARVING_H
#define GRUNDY_TEST_STARVING_H

#include <stdlib.h>
#include <time.h>

#include "asking.h"

enum { EACH_TO = 150, ALLOCATIONS_MAX = 100000 };
#define SECONDS_A_TASK 0.4

/* ---- an allocator that fails when told, and counts ---- */

typedef struct {
    size_t live, peak; /* bytes */
    uint64_t calls;    /* allocations and growths */
    uint64_t fail_at;  /* the call that fails; 0: none */
    bool and_after;    /* so do all later ones */
    bool failed;
} failing;

static inline void *failing_allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    failing *f = context;
    if (new_size == 0) {
        f->live -= old_size;
        free(old);
        return NULL;
    }
    if (new_size > old_size) {
        f->calls++;
        if (f->fail_at != 0 && (f->calls == f->fail_at || (f->and_after && f->calls > f->fail_at))) {
            f->failed = true;
            return NULL;
        }
    }
    void *p = realloc(old, new_size);
    if (p == NULL)
        abort();
    f->live += new_size - old_size;
    if (f->live > f->peak)
        f->peak = f->live;
    return p;
}

/* ---- tasks: things done with a handle, whose result is a text ---- */

typedef struct {
    const char *ruleset, *position;
    grundy_question question;
    grundy_method method;
} task_data;

typedef grundy_status (*task)(grundy *g, const task_data *data, char *result, size_t size);

/* ---- running a task without memory ---- */

static const char *describe(const task_data *data, char *out, size_t size)
{
    snprintf(out, size, "%s %s, %s by %s", data->ruleset, data->position == NULL ? "(random)" : data->position,
             question_word(data->question), grundy_method_word(data->method));
    return out;
}

/* One run. The handle must come empty out of it. */
static inline grundy_status run_once(task run, const task_data *data, failing *f, const grundy_limits *limits,
                                     char *result, size_t size)
{
    grundy *g = NULL;
    char what[200];
    *result = '\0';
    grundy_status status = grundy_open(failing_allocate, f, &g);
    if (status == GRUNDY_OK) {
        size_t before = f->live;
        f->peak = before;
        grundy_set_limits(g, limits);
        status = run(g, data, result, size);
        f->peak -= before;
        if (status != GRUNDY_OK && *grundy_message(g) == '\0')
            fail_msg("%s: %s without a message", describe(data, what, sizeof what), grundy_status_text(status));
        handle_forget(g);
        if (grundy_memory(g) != 0)
            fail_msg("%s: %" PRIu64 " bytes are not given back", describe(data, what, sizeof what), grundy_memory(g));
    }
    grundy_close(g);
    if (f->live != 0)
        fail_msg("%s: %zu bytes leak", describe(data, what, sizeof what), f->live);
    return status;
}

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Fail the 1st, 2nd, 3rd ... allocation until the task does not come to it; farther out only some of them. */
static inline void fail_each(task run, const task_data *data, const char *expected, bool and_after)
{
    char result[400], what[200];
    double begun = seconds();
    for (uint64_t at = 1; at < ALLOCATIONS_MAX; at += at < EACH_TO ? 1 : 1 + at / 16) {
        failing f = {.fail_at = at, .and_after = and_after};
        grundy_status status = run_once(run, data, &f, &(grundy_limits){0}, result, sizeof result);
        if (status != GRUNDY_OK && status != GRUNDY_NOMEM)
            fail_msg("%s, allocation %" PRIu64 " fails: %s", describe(data, what, sizeof what), at,
                     grundy_status_text(status));
        if (status == GRUNDY_OK && strcmp(result, expected) != 0)
            fail_msg("%s, allocation %" PRIu64 " fails: '%s' instead of '%s'", describe(data, what, sizeof what), at,
                     result, expected);
        if (!f.failed || (at >= EACH_TO && seconds() - begun > SECONDS_A_TASK))
            return;
    }
}

/* From next to nothing to enough: LIMIT, never more than the limit, and then the answer. */
static inline void limit_each(task run, const task_data *data, const char *expected)
{
    char result[400], what[200];
    grundy_status status = GRUNDY_LIMIT;
    for (uint64_t memory = 16; status != GRUNDY_OK && memory < UINT64_C(1) << 36; memory += memory / 2) {
        failing f = {0};
        grundy_limits limits = {.memory = memory};
        status = run_once(run, data, &f, &limits, result, sizeof result);
        if (f.peak > memory)
            fail_msg("%s: %zu bytes within a limit of %" PRIu64, describe(data, what, sizeof what), f.peak, memory);
        if (status != GRUNDY_OK && status != GRUNDY_LIMIT)
            fail_msg("%s, memory %" PRIu64 ": %s", describe(data, what, sizeof what), memory,
                     grundy_status_text(status));
    }
    if (status != GRUNDY_OK || strcmp(result, expected) != 0)
        fail_msg("%s: '%s' instead of '%s'", describe(data, what, sizeof what), result, expected);
}

/* All of it for one task; false when the task cannot be done, or not quickly. */
static inline bool starve_within(double patience, task run, const task_data *data)
{
    char expected[400], what[200];
    failing generous = {0};
    double begun = seconds();
    grundy_status status =
        run_once(run, data, &generous, &(grundy_limits){.seconds = patience}, expected, sizeof expected);
    if (status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT || seconds() - begun > 2 * patience)
        return false;
    if (status != GRUNDY_OK)
        fail_msg("%s: %s", describe(data, what, sizeof what), grundy_status_text(status));
    fail_each(run, data, expected, false);
    fail_each(run, data, expected, true);
    limit_each(run, data, expected);
    return true;
}

/* What is quick enough, of things chosen at random. */
static inline bool starve(task run, const task_data *data)
{
    return starve_within(0.05, run, data);
}

/* What is known to be small, however busy the machine is. */
static inline void starve_surely(task run, const task_data *data)
{
    assert_true(starve_within(60, run, data));
}

#endif
