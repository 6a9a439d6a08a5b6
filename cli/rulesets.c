#include <stdio.h>
#include <string.h>

#include "command.h"

static void print_family(const grundy_family *f)
{
    printf("%s%s - %s\n\n%s\n", f->name, f->arguments, f->summary, f->rules);
    if (f->theorems != NULL)
        printf("\n%s\n", f->theorems);
    if (f->example_ruleset != NULL && f->example_position != NULL)
        printf("\nExample: grundy value '%s' '%s'\n", f->example_ruleset, f->example_position);
}

/* What there is to say about one ruleset, that an expression names. */
static grundy_status print_ruleset(command_line *line)
{
    grundy_ruleset *r;
    grundy_buffer out = grundy_buffer_open(line->g);
    TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_status status = grundy_ruleset_describe(line->g, r, &out);
    if (status == GRUNDY_OK)
        status = flush_output(line->g, &out);
    grundy_buffer_close(&out);
    grundy_ruleset_close(r);
    return status;
}

/* All families of a name: there may be one with arguments and one without. */
static grundy_status print_named(command_line *line)
{
    unsigned found = 0;
    const grundy_family *f;
    if (strchr(line->arguments[0], '(') != NULL)
        return print_ruleset(line);
    for (size_t i = 0; (f = command_family(line->g, i)) != NULL; i++) {
        if (strcmp(f->name, line->arguments[0]) != 0)
            continue;
        if (found++ > 0)
            putchar('\n');
        print_family(f);
    }
    if (found == 0)
        return grundy_fail(line->g, GRUNDY_PARSE, "no ruleset is called '%.60s'; `grundy rulesets` lists them",
                           line->arguments[0]);
    return GRUNDY_OK;
}

static grundy_status run_rulesets(command_line *line)
{
    if (line->count == 1)
        return print_named(line);
    const grundy_family *f;
    for (size_t i = 0; (f = command_family(line->g, i)) != NULL; i++)
        printf("%-16s %s\n", f->name, f->summary);
    return GRUNDY_OK;
}

const command rulesets_command = {
    .name = "rulesets",
    .synopsis = "[NAME or RULESET]",
    .summary = "all rulesets, or the rules, notation, theorems and an example of one",
    .example = "rulesets push",
    .options = RULESET_OPTIONS,
    .least = 0,
    .most = 1,
    .run = run_rulesets,
};
