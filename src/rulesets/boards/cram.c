#include "rulesets/boards/boards.h"

static grundy_status cram_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return boards_open_rules(g, r, self, DOMINOES_HORIZONTAL | DOMINOES_VERTICAL, true);
}

const grundy_family cram_family = {
    .name = "cram",
    .arguments = "",
    .summary = "place dominoes on a board, in either direction",
    .rules = "A move places a domino on two free cells that are neighbours in a row or a column.\n" BOARDS_NOTATION,
    .theorems = "1 x n is the octal game 0.07 (Dawson's Kayles). A board that is symmetric under a half turn\n"
                "has value 0 if no move overlaps its image: all even x even boards are P-positions\n"
                "(Gardner 1974).",
    .example_ruleset = "cram",
    .example_position = "..#/.../#..",
    .open = cram_open,
    .identify = boards_identify,
    .expand = boards_expand,
    .learn = boards_learn,
    .weight = boards_weight_of_view,
    BOARDS_CALLBACKS,
};
