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

static grundy_status run(command_line *line)
{
    if (line->count == 1) {
        const grundy_family *f = grundy_family_find(line->arguments[0]);
        if (f == NULL)
            return grundy_fail(line->g, GRUNDY_PARSE, "no ruleset is called '%.60s'; `grundy rulesets` lists them",
                               line->arguments[0]);
        print_family(f);
        return GRUNDY_OK;
    }
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
