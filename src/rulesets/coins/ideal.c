/* ideal(P): the turning sets are the principal order ideals */
#include "rulesets/coins/coins.h"

static grundy_status ideal_turning_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    const board_list *list;
    grundy_status status = GRUNDY_OK;
    TRY(board_listed(g, game->board, &list));
    uint32_t i = board_number(list, x);
    size_t words = i / 64 + 1;
    uint64_t *bits = handle_new(g, words, sizeof *bits, &status);
    if (bits == NULL)
        return status;
    for (size_t w = 0; w < words; w++)
        bits[w] = poset_down(&list->order, i)[w];
    bits[words - 1] &= ~(UINT64_C(1) << (i % 64));
    status = coins_add_set(out, list, bits, 0, words);
    handle_free(g, bits, words * sizeof *bits);
    return status;
}

static grundy_status ideal_formula(grundy *g, const coin_game *game, const unsigned char *x, uint64_t *out,
                                   const char **reason)
{
    const board *b = game->board;
    return b->kind->ideal == NULL ? GRUNDY_DOMAIN : b->kind->ideal(g, b, x, out, reason);
}

static grundy_status ideal_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    (void)g;
    (void)x;
    return coins_list_extent(game, extent);
}

static grundy_status ideal_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    (void)extent;
    return coins_list_sweep(g, game, ideal_values, "all elements, by parity (coin-turning paper, Lemma 4.1)", out);
}

static const coin_rule ideal_rule = {
    .sets = ideal_turning_sets,
    .formula = ideal_formula,
    .extent = ideal_extent,
    .sweep = ideal_sweep,
};

static grundy_status ideal_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return coins_open_on(g, r, self, &ideal_rule);
}

const grundy_family ideal_family = {
    .name = "ideal",
    .arguments = "(P)",
    .summary = "coin turning on a poset: turn all coins below or at one that shows heads",
    .rules = "A move turns a coin x from heads to tails, and all coins below x over.\n" COINS_NOTATION,
    .theorems = "With a least element: 1 there, 0 elsewhere (coin-turning paper, Corollary 4.1).\n"
                "asm(n): 1 where the rank is 0, 2z - 1 or 2z + 1 (Theorem 1.1).\n"
                "A set of elements: nim-sum (Theorem 4.1).",
    .example_ruleset = "ideal(asm(5))",
    .example_position = "{(0,0,2)}",
    .instances = (const char *const[]){"ideal(chain(5))", "ideal(divisors(12))", "ideal(boolean(2))", "ideal(asm(3))",
                                       "ideal(dual(setpartitions(3)))", "ideal(product(chain(2),boolean(1)))",
                                       "ideal(subspaces(2,2))", NULL},
    .open = ideal_open,
    COINS_CALLBACKS,
};
