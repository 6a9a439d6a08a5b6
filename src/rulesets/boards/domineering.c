/* Domineering with one kind of dominoes for both players: the two halves of Push Cram. */
#include "rulesets/boards/boards.h"

static grundy_status rows_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return boards_open_rules(g, r, self, DOMINOES_HORIZONTAL, false);
}

static grundy_status columns_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return boards_open_rules(g, r, self, DOMINOES_VERTICAL, false);
}

#define STRIPS_THEOREM "The nim-sum of the values of its strips, which are heaps of the octal game 0.07."

const grundy_family domineering_rows_family = {
    .name = "domineering-rows",
    .arguments = "",
    .summary = "place horizontal dominoes on a board",
    .rules = "A move places a domino on two free cells that are neighbours in a row.\n" BOARDS_NOTATION,
    .theorems = STRIPS_THEOREM,
    .example_ruleset = "domineering-rows",
    .example_position = "3x5",
    .open = rows_open,
    .weight = boards_weight,
    BOARDS_CALLBACKS,
};

const grundy_family domineering_columns_family = {
    .name = "domineering-columns",
    .arguments = "",
    .summary = "place vertical dominoes on a board",
    .rules = "A move places a domino on two free cells that are neighbours in a column.\n" BOARDS_NOTATION,
    .theorems = STRIPS_THEOREM,
    .example_ruleset = "domineering-columns",
    .example_position = "3x5",
    .open = columns_open,
    .weight = boards_weight,
    BOARDS_CALLBACKS,
};
