/* turtles(P): turning turtles on a poset; the turning sets are {y, x} with y <= x, and {x} for y = x
 *
 * The values below x are 1, ..., d for the length d of the longest chain below x, by induction along such a chain;
 * with the 0 of {x} alone, x has the value d + 1. */
#include "rulesets/coins/coins.h"

static grundy_status turtles_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    const board_list *list;
    TRY(board_listed(g, game->board, &list));
    uint32_t i = board_number(list, x);
    TRY(grundy_list_add(out, x, 0));
    for (uint32_t y = 0; y < i; y++)
        if (poset_leq(&list->order, y, i))
            TRY(grundy_list_add(out, board_element(list, y), list->width));
    return GRUNDY_OK;
}

static grundy_status turtles_formula(grundy *g, const coin_game *game, const unsigned char *x, uint64_t *out,
                                     const char **reason)
{
    (void)g;
    uint64_t height;
    if (!board_height(game->board, x, &height))
        return GRUNDY_DOMAIN;
    *out = height + 1;
    *reason = "one more than the length of the longest chain below (coin-turning paper, Theorem 4.1)";
    return GRUNDY_OK;
}

static grundy_status turtles_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    (void)g;
    (void)x;
    return coins_list_extent(game, extent);
}

static grundy_status turtles_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    (void)extent;
    return coins_list_sweep(g, game, turtles_values, "all elements, by the values below them", out);
}

static const coin_rule turtles_rule = {
    .sets = turtles_sets,
    .formula = turtles_formula,
    .extent = turtles_extent,
    .sweep = turtles_sweep,
};

static grundy_status turtles_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return coins_open_on(g, r, self, &turtles_rule);
}

const grundy_family turtles_family = {
    .name = "turtles",
    .arguments = "(P)",
    .summary = "turning turtles on a poset: turn a coin to tails, and perhaps one below it as well",
    .rules = "A move turns a coin x from heads to tails and, if you like, one coin y < x either way.\n" COINS_NOTATION,
    .theorems = "Value of an element: one more than the length of the longest chain below it; of a set:\n"
                "the nim-sum over its elements (coin-turning paper, Theorem 4.1).",
    .example_ruleset = "turtles(chain(9))",
    .example_position = "{2,3,5}",
    .instances = (const char *const[]){"turtles(chain(5))", "turtles(divisors(12))", "turtles(boolean(2))",
                                       "turtles(asm(3))", "turtles(dual(setpartitions(3)))",
                                       "turtles(product(chain(2),boolean(1)))", "turtles(subspaces(2,2))", NULL},
    .open = turtles_open,
    COINS_CALLBACKS,
};
