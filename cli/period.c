#include <inttypes.h>
#include <stdio.h>

#include "command.h"

static grundy_status print_period(command_line *line, const grundy_ruleset *r, const grundy_period *p)
{
    if (p->period == 0 && p->checked_to < line->to)
        return grundy_fail(line->g, GRUNDY_LIMIT,
                           "%s: no period shows in the heaps up to %" PRIu64 ", and those up to %" PRIu64
                           " take too long to search",
                           grundy_ruleset_name(r), p->checked_to, line->to);
    if (p->period == 0)
        return grundy_fail(line->g, GRUNDY_LIMIT,
                           "%s: no period shows in the heaps up to %" PRIu64 "; --to looks further",
                           grundy_ruleset_name(r), p->checked_to);
    printf("preperiod %" PRIu64 " period %" PRIu64 " saltus %" PRIu64 " ", p->preperiod, p->period, p->saltus);
    if (p->proved == GRUNDY_YES)
        puts("proved");
    else
        printf("checked to %" PRIu64 "\n", p->checked_to);
    if (line->option[OPTION_EXPLAIN] != NULL && p->proved == GRUNDY_YES)
        fprintf(stderr, "proved by %s\n", p->reason);
    return GRUNDY_OK;
}

static grundy_status run_period(command_line *line)
{
    grundy_ruleset *r;
    grundy_period period;
    TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_question question = question_of(line, line->option[OPTION_OUTCOME] != NULL);
    grundy_status status = grundy_find_period(line->g, r, question, line->to, &period);
    if (status == GRUNDY_OK)
        status = print_period(line, r, &period);
    grundy_ruleset_close(r);
    return status;
}

const command period_command = {
    .name = "period",
    .synopsis = "RULESET [--to N]",
    .summary = "the period of the values of single heaps, proved or checked",
    .example = "period 'push(subtraction(1..4),subtraction(1..6))' --outcome",
    .options = OPTION_BIT(MISERE) | OPTION_BIT(OUTCOME) | OPTION_BIT(TO) | OPTION_BIT(EXPLAIN) | STORE_OPTIONS |
               LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 1,
    .most = 1,
    .shared = true,
    .run = run_period,
};
