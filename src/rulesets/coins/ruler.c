/* ruler(P): the turning sets are the intervals [y, x] */
#include "math/mex.h"
#include "rulesets/coins/coins.h"

/* [y, x] without x, as bits from the word of y on. */
static grundy_status add_interval(grundy *g, const board_list *list, uint32_t y, uint32_t x, grundy_list *out)
{
    grundy_status status = GRUNDY_OK;
    size_t first = y / 64, words = x / 64 - first + 1;
    const uint64_t *up = poset_up(&list->order, y), *down = poset_down(&list->order, x) + first;
    uint64_t *bits = handle_new(g, words, sizeof *bits, &status);
    if (bits == NULL)
        return status;
    for (size_t w = 0; w < words; w++)
        bits[w] = up[w] & down[w];
    bits[words - 1] &= ~(UINT64_C(1) << (x % 64));
    status = coins_add_set(out, list, bits, first, words);
    handle_free(g, bits, words * sizeof *bits);
    return status;
}

static grundy_status ruler_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    const board_list *list;
    TRY(board_listed(g, game->board, &list));
    uint32_t i = board_number(list, x);
    for (uint32_t y = 0; y <= i; y++)
        if (poset_leq(&list->order, y, i))
            TRY(add_interval(g, list, y, i, out));
    return GRUNDY_OK;
}

static grundy_status ruler_formula(grundy *g, const coin_game *game, const unsigned char *x, uint64_t *out,
                                   const char **reason)
{
    const board *b = game->board;
    return b->kind->ruler == NULL ? GRUNDY_DOMAIN : b->kind->ruler(g, b, x, out, reason);
}

/* ---- sweeps: by types where the board knows how, else over all elements ---- */

static grundy_status ruler_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    (void)g;
    const board_sweep *types = game->board->kind->ruler_sweep;
    if (types == NULL)
        return coins_list_extent(game, extent);
    types->extent(game->board, x, extent);
    return GRUNDY_OK;
}

static grundy_status type_value(grundy *g, const coin_game *game, const void *state, const unsigned char *x,
                                uint64_t *out)
{
    return game->board->kind->ruler_sweep->value(g, game->board, state, x, out);
}

static void type_close(grundy *g, const coin_game *game, void *state)
{
    game->board->kind->ruler_sweep->close(g, state);
}

static grundy_status ruler_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    const board_sweep *types = game->board->kind->ruler_sweep;
    void *state;
    if (types == NULL)
        return coins_list_sweep(g, game, ruler_values, "all elements, intervals as bit sets", out);
    TRY(types->open(g, game->board, extent, &state));
    *out = (coin_sweep){.state = state, .reason = types->reason, .value = type_value, .close = type_close};
    return GRUNDY_OK;
}

static const coin_rule ruler_rule = {
    .sets = ruler_sets,
    .formula = ruler_formula,
    .extent = ruler_extent,
    .sweep = ruler_sweep,
};

static grundy_status ruler_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return coins_open_on(g, r, self, &ruler_rule);
}

const grundy_family ruler_family = {
    .name = "ruler",
    .arguments = "(P)",
    .summary = "coin turning on a poset: turn all coins of an interval whose greatest coin shows heads",
    .rules = "A move turns all coins of an interval [y,x] of the poset, where x shows heads.\n" COINS_NOTATION,
    .theorems = "Chains: the ruler sequence 1,2,1,4,1,2,1,8,... (coin-turning paper, Theorem 5.1).\n"
                "Products, divisors and subsets: nim-products (Theorems 4.2 and 5.2).\n"
                "Subspaces over F_q: the ruler sequence of dim + 1 for even q, (dim mod 3) + 1 for odd q\n"
                "(Theorem 5.3). Set partitions: nim-product over the blocks (Theorem 6.1).\n"
                "A set of elements: nim-sum (Theorem 4.1).",
    .example_ruleset = "ruler(divisors(12))",
    .example_position = "{6,12}",
    .instances = (const char *const[]){"ruler(chain(5))", "ruler(divisors(12))", "ruler(boolean(2))", "ruler(asm(3))",
                                       "ruler(dual(setpartitions(3)))", "ruler(product(chain(2),boolean(1)))",
                                       "ruler(subspaces(2,2))", NULL},
    .open = ruler_open,
    COINS_CALLBACKS,
};
