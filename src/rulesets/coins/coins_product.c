/* product(G1,G2): the product of two coin-turning games
 *
 * The board is the product of the boards, the turning sets are the products T1 x T2, and the value of (x1,x2) is the
 * nim-product of those of x1 and x2 (coin-turning paper, Theorem 4.2, due to Lenstra). */
#include <string.h>

#include "rulesets/coins/coins.h"

typedef struct {
    grundy_ruleset *first, *second;
} factors;

static const coin_game *first_of(const coin_game *game)
{
    return coins_game(((const factors *)game->data)->first);
}

static const coin_game *second_of(const coin_game *game)
{
    return coins_game(((const factors *)game->data)->second);
}

static size_t split_at(const coin_game *game)
{
    return first_of(game)->board->width;
}

static void product_close(grundy *g, coin_game *game)
{
    factors *f = game->data;
    grundy_ruleset_close(f->first);
    grundy_ruleset_close(f->second);
    handle_free(g, f, sizeof *f);
}

/* Append the pairs of one element with each of a set. */
static grundy_status pair_with(const unsigned char *x, size_t width, grundy_bytes set, size_t other_width,
                               grundy_buffer *out)
{
    for (size_t i = 0; i < set.size; i += other_width) {
        TRY(grundy_append(out, x, width));
        TRY(grundy_append(out, set.data + i, other_width));
    }
    return GRUNDY_OK;
}

/* T1 x T2 without its greatest element, where a and b are T1 and T2 without theirs, x: all greatest elements are
 * last in their sets, so the pairs come out sorted. */
static grundy_status multiply_sets(const coin_game *game, const unsigned char *x, grundy_bytes a, grundy_bytes b,
                                   grundy_list *out)
{
    size_t m = split_at(game), n = game->board->width - m;
    grundy_buffer full = grundy_buffer_open(out->bytes.g), set = grundy_buffer_open(out->bytes.g);
    grundy_status status = grundy_append(&full, b.data, b.size);
    if (status == GRUNDY_OK)
        status = grundy_append(&full, x + m, n);
    for (size_t i = 0; status == GRUNDY_OK && i < a.size; i += m)
        status = pair_with(a.data + i, m, grundy_buffer_bytes(&full), n, &set);
    if (status == GRUNDY_OK)
        status = pair_with(x, m, b, n, &set);
    if (status == GRUNDY_OK)
        status = grundy_list_add(out, set.data, set.size);
    grundy_buffer_close(&full);
    grundy_buffer_close(&set);
    return status;
}

static grundy_status product_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    grundy_list a = grundy_list_open(g), b = grundy_list_open(g);
    grundy_status status = first_of(game)->rule->sets(g, first_of(game), x, &a);
    if (status == GRUNDY_OK)
        status = second_of(game)->rule->sets(g, second_of(game), x + split_at(game), &b);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&a); i++)
        for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&b); k++)
            status = multiply_sets(game, x, grundy_list_at(&a, i), grundy_list_at(&b, k), out);
    grundy_list_close(&a);
    grundy_list_close(&b);
    return status;
}

static grundy_status product_formula(grundy *g, const coin_game *game, const unsigned char *x, uint64_t *out,
                                     const char **reason)
{
    const coin_game *first = first_of(game), *second = second_of(game);
    uint64_t a, b;
    if (first->rule->formula == NULL || second->rule->formula == NULL)
        return GRUNDY_DOMAIN;
    TRY(first->rule->formula(g, first, x, &a, reason));
    TRY(second->rule->formula(g, second, x + split_at(game), &b, reason));
    *out = grundy_nim_mul(a, b);
    *reason = "nim-product of the closed forms of the factors (coin-turning paper, Theorem 4.2)";
    return GRUNDY_OK;
}

/* ---- sweep: one of each factor, their extents one after the other ---- */

/* The part of an extent from `from` on, as an extent of its own. */
static grundy_extent part_of(const grundy_extent *extent, unsigned from, unsigned count)
{
    grundy_extent part = {.dimensions = count};
    memcpy(part.greatest, extent->greatest + from, count * sizeof part.greatest[0]);
    return part;
}

static grundy_status product_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    const coin_game *first = first_of(game), *second = second_of(game);
    grundy_extent a = {0}, b = {0};
    if (game->dimensions > GRUNDY_EXTENT_MAX)
        return GRUNDY_DOMAIN;
    if (extent->dimensions != 0) {
        a = part_of(extent, 0, first->dimensions);
        b = part_of(extent, first->dimensions, second->dimensions);
    }
    TRY(first->rule->extent(g, first, x, &a));
    TRY(second->rule->extent(g, second, x + split_at(game), &b));
    extent->dimensions = game->dimensions;
    memcpy(extent->greatest, a.greatest, a.dimensions * sizeof a.greatest[0]);
    memcpy(extent->greatest + a.dimensions, b.greatest, b.dimensions * sizeof b.greatest[0]);
    return GRUNDY_OK;
}

typedef struct {
    coin_sweep first, second;
} pair_sweep;

static grundy_status pair_value(grundy *g, const coin_game *game, const void *state, const unsigned char *x,
                                uint64_t *out)
{
    const pair_sweep *s = state;
    uint64_t a, b;
    TRY(s->first.value(g, first_of(game), s->first.state, x, &a));
    TRY(s->second.value(g, second_of(game), s->second.state, x + split_at(game), &b));
    *out = grundy_nim_mul(a, b);
    return GRUNDY_OK;
}

static void pair_close(grundy *g, const coin_game *game, void *state)
{
    pair_sweep *s = state;
    s->first.close(g, first_of(game), s->first.state);
    s->second.close(g, second_of(game), s->second.state);
    handle_free(g, s, sizeof *s);
}

static grundy_status sweep_both(grundy *g, const coin_game *game, const grundy_extent *extent, pair_sweep *s)
{
    const coin_game *first = first_of(game), *second = second_of(game);
    unsigned count = first->dimensions;
    grundy_extent a = part_of(extent, 0, count), b = part_of(extent, count, second->dimensions);
    TRY(first->rule->sweep(g, first, &a, &s->first));
    grundy_status status = second->rule->sweep(g, second, &b, &s->second);
    if (status != GRUNDY_OK)
        s->first.close(g, first, s->first.state);
    return status;
}

static grundy_status product_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    grundy_status status = GRUNDY_OK;
    pair_sweep *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    status = sweep_both(g, game, extent, s);
    if (status != GRUNDY_OK) {
        handle_free(g, s, sizeof *s);
        return status;
    }
    *out = (coin_sweep){.state = s,
                        .reason = "nim-products of sweeps of the factors (coin-turning paper, Theorem 4.2)",
                        .value = pair_value,
                        .close = pair_close};
    return GRUNDY_OK;
}

/* Some of the pairs of coins of random positions of the factors, which come sorted. */
static grundy_status product_random(grundy *g, const coin_game *game, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    enum { FEW = 3 };
    const factors *f = game->data;
    const size_t m = split_at(game), n = game->board->width - m;
    grundy_buffer a = grundy_buffer_open(g), b = grundy_buffer_open(g);
    grundy_status status = coins_random(g, f->first, seed, size < FEW ? size : FEW, &a);
    if (status == GRUNDY_OK)
        status = coins_random(g, f->second, seed, size < FEW ? size : FEW, &b);
    for (size_t i = 0; status == GRUNDY_OK && i < a.size; i += m)
        for (size_t k = 0; status == GRUNDY_OK && k < b.size; k += n)
            if (grundy_random(seed) % 2 == 0) {
                status = grundy_append(out, a.data + i, m);
                if (status == GRUNDY_OK)
                    status = grundy_append(out, b.data + k, n);
            }
    grundy_buffer_close(&a);
    grundy_buffer_close(&b);
    return status;
}

static const coin_rule product_rule = {
    .sets = product_sets,
    .formula = product_formula,
    .extent = product_extent,
    .sweep = product_sweep,
    .random = product_random,
    .close = product_close,
};

/* ---- opening ---- */

static grundy_status open_factors(grundy *g, const grundy_arg *self, factors *f)
{
    grundy_ruleset **out[2] = {&f->first, &f->second};
    for (size_t i = 0; i < 2; i++) {
        TRY(grundy_ruleset_open_arg(g, &self->args[i], out[i]));
        if (coins_game(*out[i]) == NULL)
            return grundy_arg_fail(g, &self->args[i],
                                   "expected a coin-turning game, as in product(ruler(chain(4)),ruler(chain(4)))");
    }
    return GRUNDY_OK;
}

static grundy_status open_pair(grundy *g, grundy_ruleset *r, factors *f)
{
    coin_game game = {.rule = &product_rule, .data = f};
    const coin_game *first = coins_game(f->first), *second = coins_game(f->second);
    game.by_type = first->by_type && second->by_type;
    game.dimensions = first->dimensions + second->dimensions;
    grundy_status status = board_pair(g, first->board, second->board, &game.board);
    if (status != GRUNDY_OK) {
        product_close(g, &game);
        return status;
    }
    grundy_buffer space = grundy_buffer_open(g);
    status = grundy_appendf(&space, "pairs: %s, %s", grundy_ruleset_space(f->first), grundy_ruleset_space(f->second));
    if (status == GRUNDY_OK)
        status = coins_new(g, r, &game, grundy_buffer_text(&space));
    else {
        board_close(g, game.board);
        product_close(g, &game);
    }
    grundy_buffer_close(&space);
    return status;
}

static grundy_status product_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count != 2)
        return grundy_arg_fail(g, self,
                               "product needs two coin-turning games, as in product(ruler(chain(4)),ruler(chain(4)))");
    factors *f = handle_new(g, 1, sizeof *f, &status);
    if (f == NULL)
        return status;
    status = open_factors(g, self, f);
    if (status != GRUNDY_OK) {
        coin_game game = {.data = f};
        product_close(g, &game);
        return status;
    }
    return open_pair(g, r, f);
}

const grundy_family product_family = {
    .name = "product",
    .arguments = "(G1,G2)",
    .summary = "the product of two coin-turning games",
    .rules = "The coins lie on the pairs of elements; the turning sets are T1 x T2 for turning sets\n"
             "T1 and T2 of the two games.\n"
             "Positions are sets of pairs: {(e1,e2),(e3,e4)}; a pair alone is the set of it.\n",
    .theorems = "Value of (x1,x2): the nim-product of the values (Lenstra; coin-turning paper, Theorem 4.2).",
    .example_ruleset = "product(ruler(chain(4)),ruler(chain(4)))",
    .example_position = "{(2,2),(4,4)}",
    .open = product_open,
    COINS_CALLBACKS,
};
