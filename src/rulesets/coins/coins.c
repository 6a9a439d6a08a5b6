#include "rulesets/coins/coins.h"

#include <stdlib.h>
#include <string.h>

#include "rulesets/expression.h"
#include "rulesets/spaces.h"

/* ---- opening ---- */

static void game_free(grundy *g, coin_game *game)
{
    board_close(g, game->board);
    if (game->rule->close != NULL)
        game->rule->close(g, game);
}

void coins_close(grundy *g, void *state)
{
    game_free(g, state);
    handle_free(g, state, sizeof(coin_game));
}

grundy_status coins_new(grundy *g, grundy_ruleset *r, const coin_game *game, const char *space)
{
    grundy_status status = grundy_ruleset_set_space(g, r, space);
    coin_game *state = status == GRUNDY_OK ? handle_new(g, 1, sizeof *state, &status) : NULL;
    if (state == NULL) {
        coin_game copy = *game;
        game_free(g, &copy);
        return status;
    }
    *state = *game;
    grundy_ruleset_set_state(r, state);
    r->native_data = game->board;
    grundy_ruleset_set_symmetries(r, game->by_type ? GRUNDY_SYMMETRY_DOWN_SETS : 0);
    return GRUNDY_OK;
}

grundy_status coins_open_on(grundy *g, grundy_ruleset *r, const grundy_arg *self, const coin_rule *rule)
{
    coin_game game = {.rule = rule, .by_type = true, .dimensions = 1};
    if (self->count != 1)
        return grundy_arg_fail(g, self, "%s needs a poset, as in %s(chain(9))", self->text, self->text);
    TRY(board_open(g, &self->args[0], &game.board));
    grundy_buffer space = grundy_buffer_open(g);
    grundy_status status = grundy_appendf(&space, "sets of elements of ");
    if (status == GRUNDY_OK)
        status = expression_print(&self->args[0], &space);
    if (status == GRUNDY_OK)
        status = coins_new(g, r, &game, grundy_buffer_text(&space));
    else
        board_close(g, game.board);
    grundy_buffer_close(&space);
    return status;
}

const coin_game *coins_game(const grundy_ruleset *r)
{
    return grundy_ruleset_family(r)->options == coins_options ? grundy_ruleset_state(r) : NULL;
}

static const coin_game *game_of(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

/* ---- sets ---- */

static int compare_elements(const void *a, const void *b, void *width)
{
    return memcmp(a, b, *(const size_t *)width);
}

/* Append the elements that are in exactly one of two sorted sets. */
static grundy_status append_difference(size_t width, grundy_bytes a, grundy_bytes b, grundy_buffer *out)
{
    while (a.size > 0 && b.size > 0) {
        int order = memcmp(a.data, b.data, width);
        if (order != 0)
            TRY(grundy_append(out, order < 0 ? a.data : b.data, width));
        if (order <= 0)
            a = (grundy_bytes){a.data + width, a.size - width};
        if (order >= 0)
            b = (grundy_bytes){b.data + width, b.size - width};
    }
    TRY(grundy_append(out, a.data, a.size));
    return grundy_append(out, b.data, b.size);
}

grundy_status coins_add_set(grundy_list *out, const board_list *list, const uint64_t *bits, size_t first_word,
                            size_t words)
{
    grundy_buffer set = grundy_buffer_open(out->bytes.g);
    grundy_status status = GRUNDY_OK;
    for (size_t w = 0; w < words && status == GRUNDY_OK; w++)
        for (uint64_t rest = bits[w]; rest != 0 && status == GRUNDY_OK; rest &= rest - 1) {
            uint32_t i = (uint32_t)(64 * (first_word + w)) + (uint32_t)__builtin_ctzll(rest);
            status = grundy_append(&set, board_element(list, i), list->width);
        }
    if (status == GRUNDY_OK)
        status = grundy_list_add(out, set.data, set.size);
    grundy_buffer_close(&set);
    return status;
}

/* ---- notation ---- */

/* Does a set start here, and not an element that is written with braces? */
static bool set_here(const board *b, grundy_scanner *s)
{
    const char *start = s->at;
    if (grundy_scan_peek(s) != '{')
        return false;
    if (!b->braced)
        return true;
    grundy_scan_accept(s, "{");
    bool set = grundy_scan_peek(s) == '{' || grundy_scan_peek(s) == '}' || grundy_scan_word(s, "top") ||
               grundy_scan_word(s, "bottom");
    s->at = start;
    return set;
}

static bool contains(const board *b, const grundy_buffer *set, const unsigned char *x)
{
    for (size_t i = 0; i < set->size; i += b->width)
        if (memcmp(set->data + i, x, b->width) == 0)
            return true;
    return false;
}

/* Append one element that is not in the set yet. */
static grundy_status read_element(grundy *g, const board *b, grundy_scanner *s, grundy_buffer *set)
{
    unsigned column = grundy_scan_column(s);
    grundy_status status = GRUNDY_OK;
    unsigned char *x = handle_new(g, 1, b->width, &status);
    if (x == NULL)
        return status;
    status = board_parse(g, b, s, x);
    if (status == GRUNDY_OK && contains(b, set, x))
        status = grundy_scan_reject(s, column, "an element occurs twice");
    if (status == GRUNDY_OK)
        status = grundy_append(set, x, b->width);
    handle_free(g, x, b->width);
    return status;
}

static grundy_status read_set(grundy *g, const board *b, grundy_scanner *s, grundy_buffer *set)
{
    TRY(grundy_scan_expect(s, "{"));
    if (grundy_scan_accept(s, "}"))
        return GRUNDY_OK;
    grundy_scan_open(s);
    do
        TRY(read_element(g, b, s, set));
    while (grundy_scan_accept(s, ","));
    grundy_scan_close(s);
    return grundy_scan_accept(s, "}") ? GRUNDY_OK : grundy_scan_fail(s, "',' or '}'");
}

grundy_status coins_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    const board *b = game_of(r)->board;
    size_t width = b->width;
    grundy_buffer set = grundy_buffer_open(g);
    grundy_status status = set_here(b, s) ? read_set(g, b, s, &set) : read_element(g, b, s, &set);
    if (status == GRUNDY_OK && set.size > width)
        qsort_r(set.data, set.size / width, width, compare_elements, &width);
    if (status == GRUNDY_OK)
        status = grundy_append(out, set.data, set.size);
    grundy_buffer_close(&set);
    return status;
}

grundy_status coins_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const board *b = game_of(r)->board;
    TRY(grundy_append(out, "{", 1));
    for (size_t i = 0; i < summand.size; i += b->width) {
        if (i > 0)
            TRY(grundy_append(out, ",", 1));
        TRY(b->kind->print(g, b, summand.data + i, out));
    }
    return grundy_append(out, "}", 1);
}

grundy_status coins_elements(grundy *g, const grundy_ruleset *r, grundy_list *out)
{
    const board_list *list;
    TRY(board_listed(g, game_of(r)->board, &list));
    for (uint32_t i = 0; i < list->order.count; i++)
        TRY(grundy_list_add(out, board_element(list, i), list->width));
    return GRUNDY_OK;
}

grundy_status coins_covers(grundy *g, const grundy_ruleset *r, grundy_buffer *out)
{
    const board_list *list;
    TRY(board_listed(g, game_of(r)->board, &list));
    for (uint32_t x = 0; x < list->order.count; x++)
        for (uint32_t i = list->order.lower_start[x]; i < list->order.lower_start[x + 1]; i++) {
            const grundy_cover cover = {.lower = list->order.lower[i], .upper = x};
            TRY(grundy_append(out, &cover, sizeof cover));
        }
    return GRUNDY_OK;
}

grundy_status coins_print_element(grundy *g, const grundy_ruleset *r, grundy_bytes element, grundy_buffer *out)
{
    const board *b = game_of(r)->board;
    return b->kind->print(g, b, element.data, out);
}

/* ---- moves ---- */

/* Turn each set whose greatest coin is the one at `at`. */
static grundy_status turn(grundy *g, const coin_game *game, grundy_bytes summand, size_t at, grundy_list *sets,
                          grundy_list *out)
{
    size_t width = game->board->width;
    grundy_buffer others = grundy_buffer_open(g), option = grundy_buffer_open(g);
    grundy_list_clear(sets);
    grundy_status status = game->rule->sets(g, game, summand.data + at, sets);
    if (status == GRUNDY_OK)
        status = grundy_append(&others, summand.data, at);
    if (status == GRUNDY_OK)
        status = grundy_append(&others, summand.data + at + width, summand.size - at - width);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(sets); i++) {
        option.size = 0;
        status = append_difference(width, grundy_buffer_bytes(&others), grundy_list_at(sets, i), &option);
        if (status == GRUNDY_OK)
            status = grundy_list_add(out, option.data, option.size);
    }
    grundy_buffer_close(&others);
    grundy_buffer_close(&option);
    return status;
}

grundy_status coins_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const coin_game *game = game_of(r);
    grundy_list sets = grundy_list_open(g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < summand.size; i += game->board->width)
        status = turn(g, game, summand, i, &sets, out);
    grundy_list_close(&sets);
    return status;
}

/* The coin shows tails then, and the others of a turning set are turned. */
grundy_status coins_rejoin(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_bytes part,
                           grundy_bytes option, grundy_buffer *out)
{
    const size_t width = game_of(r)->board->width, before = out->size;
    grundy_buffer others = grundy_buffer_open(g);
    grundy_status status = append_difference(width, summand, part, &others);
    if (status == GRUNDY_OK)
        status = append_difference(width, grundy_buffer_bytes(&others), option, out);
    if (status != GRUNDY_OK)
        out->size = before;
    grundy_buffer_close(&others);
    return status;
}

/* ---- values ---- */

/* A coin that is alone becomes the first element whose down-set is isomorphic to that of its own. */
static grundy_status coins_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                  grundy_buffer *out)
{
    (void)g;
    const board *b = r->native_data;
    size_t before = out->size;
    TRY(grundy_append(out, summand.data, summand.size));
    if ((symmetries & GRUNDY_SYMMETRY_DOWN_SETS) && summand.size == b->width)
        board_type(b, summand.data, out->data + before);
    return GRUNDY_OK;
}

const native_space coins_space = {.encoding = GRUNDY_ENCODING_COINS, .reduce = coins_reduce};

grundy_status coins_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    size_t width = game_of(r)->board->width;
    for (size_t i = 0; i < summand.size; i += width)
        TRY(grundy_list_add(out, summand.data + i, width));
    return GRUNDY_OK;
}

grundy_status coins_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                            grundy_question question, uint64_t *out, const char **reason)
{
    const coin_game *game = game_of(r);
    uint64_t sum = 0, value;
    if (question != GRUNDY_VALUE || count != 1 || game->rule->formula == NULL)
        return GRUNDY_DOMAIN;
    *reason = "no coin shows heads";
    for (size_t i = 0; i < summands[0].size; i += game->board->width) {
        TRY(game->rule->formula(g, game, summands[0].data + i, &value, reason));
        sum ^= value;
    }
    *out = sum;
    return GRUNDY_OK;
}

grundy_status coins_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent)
{
    const coin_game *game = game_of(r);
    for (size_t i = 0; i < summand.size; i += game->board->width)
        TRY(game->rule->extent(g, game, summand.data + i, extent));
    return GRUNDY_OK;
}

static grundy_status summand_value(grundy *g, const grundy_ruleset *r, const void *state, grundy_bytes summand,
                                   uint64_t *out)
{
    const coin_sweep *sweep = state;
    const coin_game *game = game_of(r);
    uint64_t sum = 0, value;
    for (size_t i = 0; i < summand.size; i += game->board->width) {
        TRY(sweep->value(g, game, sweep->state, summand.data + i, &value));
        sum ^= value;
    }
    *out = sum;
    return GRUNDY_OK;
}

typedef struct {
    coin_sweep sweep; /* first, so that a pointer to the whole is one to it */
    const coin_game *game;
} held_sweep;

static void held_close(grundy *g, void *state)
{
    held_sweep *held = state;
    held->sweep.close(g, held->game, held->sweep.state);
    handle_free(g, held, sizeof *held);
}

grundy_status coins_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent, grundy_question question,
                          grundy_sweep *out)
{
    grundy_status status = GRUNDY_OK;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    held_sweep *held = handle_new(g, 1, sizeof *held, &status);
    if (held == NULL)
        return status;
    held->game = game_of(r);
    status = held->game->rule->sweep(g, held->game, extent, &held->sweep);
    if (status != GRUNDY_OK) {
        handle_free(g, held, sizeof *held);
        return status;
    }
    *out = (grundy_sweep){.state = held, .reason = held->sweep.reason, .value = summand_value, .close = held_close};
    return GRUNDY_OK;
}

/* ---- random positions ---- */

/* The first elements are a down-set, so that a position of them has at most 2^size followers. */
grundy_status coins_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    const coin_game *game = game_of(r);
    const board_list *list;
    if (game->rule->random != NULL)
        return game->rule->random(g, game, seed, size, out);
    TRY(board_listed(g, game->board, &list));
    uint32_t count = list->order.count < size ? list->order.count : size;
    for (uint32_t i = 0; i < count; i++)
        if (grundy_random(seed) % 2 == 0)
            TRY(grundy_append(out, board_element(list, i), list->width));
    return GRUNDY_OK;
}
