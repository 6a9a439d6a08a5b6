/* coins.h - coin-turning games: what all of them share
 *
 * A board, and a family of turning sets each of which has a greatest element. A position is a set of elements (the
 * coins that show heads); a move turns the coins of a turning set whose greatest element shows heads. The value of
 * a position is the nim-sum of the values of its elements (coin-turning paper, Theorem 4.1, due to Lenstra), so a
 * position splits into single elements, in normal play only: two equal coins would vanish, and a sum of two
 * single coins is not the position with both, in misere play.
 *
 * The moves of a position are those of its single coins: each turning set leads to another position, and only the coin
 * that is its greatest element can be turned by it.
 *
 * A summand is the strings of its elements, sorted, one after the other.
 */
#ifndef GRUNDY_RULESETS_COINS_H
#define GRUNDY_RULESETS_COINS_H

#include "rulesets/posets/poset.h"

typedef struct coin_game coin_game;

/* The values of all elements up to some extent. */
typedef struct {
    void *state;
    const char *reason;
    grundy_status (*value)(grundy *g, const coin_game *game, const void *state, const unsigned char *x, uint64_t *out);
    void (*close)(grundy *g, const coin_game *game, void *state);
} coin_sweep;

/* Which sets may be turned. */
typedef struct {
    /* Add, for each turning set with greatest element x, its other elements as a summand. */
    grundy_status (*sets)(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out);

    /* The value of an element in closed form; GRUNDY_DOMAIN without a message where there is none. NULL: nowhere. */
    grundy_status (*formula)(grundy *g, const coin_game *game, const unsigned char *x, uint64_t *out,
                             const char **reason);

    /* As in a family, for elements. */
    grundy_status (*extent)(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent);
    grundy_status (*sweep)(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out);

    /* Append a random position; NULL: some of the first elements. */
    grundy_status (*random)(grundy *g, const coin_game *game, uint64_t *seed, unsigned size, grundy_buffer *out);

    void (*close)(grundy *g, coin_game *game);
} coin_rule;

struct coin_game {
    const coin_rule *rule;
    board *board;
    void *data;          /* the rule's own */
    bool by_type;        /* elements with isomorphic down-sets have equal values */
    unsigned dimensions; /* of its extents */
};

/* coins_new - make a game the state of a ruleset; it takes over the board and data, also when it fails */
grundy_status coins_new(grundy *g, grundy_ruleset *r, const coin_game *game, const char *space);

/* coins_open_on - open a ruleset of one argument, a poset, by a rule that depends on the order only */
grundy_status coins_open_on(grundy *g, grundy_ruleset *r, const grundy_arg *self, const coin_rule *rule);

/* coins_game - the game of a ruleset; NULL for rulesets that are not coin-turning games */
const coin_game *coins_game(const grundy_ruleset *r);

/* The values of all elements of a listed board, by number. The first three look at the order only, and game may be
 * NULL; the last asks the rule for its sets. */
typedef grundy_status coin_values(grundy *g, const coin_game *game, const board_list *list, uint32_t *values);
coin_values turtles_values, ruler_values, ideal_values, values_by_sets;

/* coins_list_extent, coins_list_sweep - a sweep over all elements of the board */
grundy_status coins_list_extent(const coin_game *game, grundy_extent *extent);
grundy_status coins_list_sweep(grundy *g, const coin_game *game, coin_values *compute, const char *reason,
                               coin_sweep *out);

/* coins_add_set - add the elements of a bit set, whose words start at first_word, as a summand */
grundy_status coins_add_set(grundy_list *out, const board_list *list, const uint64_t *bits, size_t first_word,
                            size_t words);

/* coins_draw - coins on the Hasse diagram of their poset */
grundy_status coins_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                         grundy_picture *out);

/* The callbacks, for the families' descriptors. */
grundy_status coins_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
grundy_status coins_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status coins_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status coins_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status coins_rejoin(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_bytes part,
                           grundy_bytes option, grundy_buffer *out);
grundy_status coins_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                            grundy_question question, uint64_t *out, const char **reason);
grundy_status coins_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent);
grundy_status coins_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent, grundy_question question,
                          grundy_sweep *out);
grundy_status coins_elements(grundy *g, const grundy_ruleset *r, grundy_list *out);
grundy_status coins_covers(grundy *g, const grundy_ruleset *r, grundy_buffer *out);
grundy_status coins_print_element(grundy *g, const grundy_ruleset *r, grundy_bytes element, grundy_buffer *out);
grundy_status coins_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);
void coins_close(grundy *g, void *state);

#define COINS_CALLBACKS                                                                                             \
    .encoding = GRUNDY_ENCODING_COINS, .close = coins_close, .parse = coins_parse, .print = coins_print,            \
    .options = coins_options, .split = coins_split, .split_normal = true, .formula = coins_formula,                 \
    .extent = coins_extent, .sweep = coins_sweep, .elements = coins_elements, .print_element = coins_print_element, \
    .random = coins_random, .covers = coins_covers, .draw = coins_draw, .rejoin = coins_rejoin

#define COINS_NOTATION                                                                        \
    "Positions are sets of elements: {e1,e2}, and {} when all coins show tails; an element\n" \
    "alone is the set of it, so top is a position.\n"                                         \
    "Posets: chain(n), divisors(n), boolean(n), subspaces(n,q), setpartitions(n), asm(n),\n"  \
    "product(P,Q), dual(P), poset(\"file\") with lines a < b < c.\n"                          \
    "Elements: numbers; {1,3}; <100,011> or dim=2; 13|2|4 or [2,1,1]; (x,y,z); (p,q); names.\n"

#endif
