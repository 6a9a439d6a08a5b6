#include <stdio.h>
#include <string.h>

#include "command.h"

static void print_family(const grundy_family *f)
{
    printf("%s%s - %s\n\n%s\n", f->name, f->arguments, f->summary, f->rules);
    if (f->theorems != NULL)
        printf("\n%s\n", f->theorems);
    printf("\nExample: grundy value '%s' '%s'\n", f->example_ruleset, f->example_position);
}

/* All families of a name: there may be one with arguments and one without. */
static grundy_status print_named(command_line *line)
{
    unsigned found = 0;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
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

static grundy_status run(command_line *line)
{
    if (line->count == 1)
        return print_named(line);
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        printf("%-16s %s\n", f->name, f->summary);
    }
    return GRUNDY_OK;
}

const command rulesets_command = {
    .name = "rulesets",
    .synopsis = "[NAME]",
    .summary = "all rulesets, or the rules, notation, theorems and an example of one",
    .example = "rulesets push",
    .options = 0,
    .least = 0,
    .most = 1,
    .run = run,
};
