#include <inttypes.h>
#include <stdio.h>

#include "command.h"

/* A line a class with its witness, then, with --pairs, a line a pair of values: it, how many positions, one of them. */
static void print_classes(const command_line *line, const grundy_classification *c)
{
    const grundy_pair *pairs = (const grundy_pair *)(const void *)c->pairs.data;
    for (int i = 0; i < GRUNDY_CLASS_COUNT; i++)
        printf("%s\t%s%s%s\n", grundy_class_word((grundy_class)i), c->holds[i] ? "yes" : "no", c->holds[i] ? "" : "\t",
               grundy_buffer_text(&c->witness[i]));
    if (line->option[OPTION_PAIRS] == NULL)
        return;
    for (size_t i = 0; i < c->pairs.size / sizeof *pairs; i++)
        printf("(%" PRIu64 ",%" PRIu64 ")\t%" PRIu64 "\t%s\n", pairs[i].normal, pairs[i].misere, pairs[i].count,
               (const char *)grundy_list_at(&c->examples, i).data);
}

static grundy_status run_classify(command_line *line)
{
    grundy_classification c;
    grundy_table_request request = {.ruleset = line->arguments[0],
                                    .position = line->arguments[1],
                                    .variables = (const char *const *)line->arguments + 2,
                                    .count = (size_t)line->count - 2};
    TRY(grundy_classify(line->g, &request, &c));
    print_classes(line, &c);
    fprintf(stderr, "%" PRIu64 " positions\n", c.positions);
    grundy_classification_close(&c);
    return GRUNDY_OK;
}

const command classify_command = {
    .name = "classify",
    .synopsis = "RULESET TEMPLATE [VAR=DOMAIN...]",
    .summary = "returnable, forced, miserable, pet, tame: yes, or no with a witness, over all followers",
    .example = "classify pnim p p='partitions(0..12)'",
    .options = OPTION_BIT(PAIRS) | LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 2,
    .most = -1,
    .run = run_classify,
};
