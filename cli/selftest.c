#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

static void print_part(void *context, const grundy_selftest_part *part)
{
    (void)context;
    if (part->failure != NULL)
        printf("%s\tFAILS\t%" PRIu64 " checks\t%s\n", part->name, part->checks, part->failure);
    else if (part->skipped != NULL && part->checks == 0)
        printf("%s\tskipped\t%s\n", part->name, part->skipped);
    else if (part->skipped != NULL)
        printf("%s\tpartly\t%" PRIu64 " checks\t%s\n", part->name, part->checks, part->skipped);
    else
        printf("%s\tok\t%" PRIu64 " checks\n", part->name, part->checks);
    fflush(stdout);
}

/* Where the directory with the examples may be, seen from that of the program: installed, in the source tree. */
static const char *const places[] = {GRUNDY_EXAMPLES_INSTALLED, GRUNDY_EXAMPLES_BUILT};

/* The directory that holds "examples"; false if it is not to be found. */
static bool find_examples(char *out, size_t size)
{
    char program[PATH_MAX], examples[2 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(out, size, "%s/%s", program, places[i]);
        snprintf(examples, sizeof examples, "%s/examples", out);
        if (access(examples, R_OK) == 0)
            return true;
    }
    return false;
}

/* The time that the user gives is what the checks may use, not a limit after which nothing is known: what was checked by
 * then is told. */
static grundy_status run_selftest(command_line *line)
{
    grundy_limits limits = grundy_get_limits(line->g);
    grundy_selftest_request request = {.seed = line->seed, .seconds = limits.seconds, .report = print_part};
    grundy_selftest_result result;
    char examples[2 * PATH_MAX - 16];
    if (line->count > 0)
        request.ruleset = line->arguments[0];
    if (line->count > 1)
        request.position = line->arguments[1];
    if (find_examples(examples, sizeof examples))
        request.examples = examples;
    limits.seconds = 0;
    grundy_set_limits(line->g, &limits);
    TRY(grundy_selftest(line->g, &request, &result));
    printf("%" PRIu64 " parts, %" PRIu64 " failed, %" PRIu64 " skipped, %" PRIu64 " checks, seed %" PRIu64 "\n",
           result.parts, result.failed, result.skipped, result.checks, line->seed);
    return result.failed > 0 ? GRUNDY_FAILED : GRUNDY_OK;
}

const command selftest_command = {
    .name = "selftest",
    .synopsis = "[RULESET POSITION] [--seed N] [--time DURATION]",
    .summary = "check the program on this machine, for a minute or the time given",
    .example = "selftest kayles 12 --time 1s",
    .options = OPTION_BIT(SEED) | LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 0,
    .most = 2,
    .run = run_selftest,
};
