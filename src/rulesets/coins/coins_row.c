/* Coin-turning games on a row of coins (Winning Ways, chapter 14): row("CODE") and games with names
 *
 * The code says how many coins a move turns, the greatest of them from heads to tails, and how they must lie:
 *
 *     3  1-3  1+        exactly three, one to three, one or more
 *     C  C(5)           neighbours without a gap; all among five neighbours
 *     E                 equally spaced
 *     S  FS             symmetric about their centre; and coin 1 is one of them
 */
#include "rulesets/coins/coins_row.h"

#include <ctype.h>
#include <string.h>

enum { COINS_MAX = 1 << 20, LISTED_MAX = 22, COUNT_MAX = 64 };

static const row_code *code_of(const coin_game *game)
{
    return game->data;
}

static uint64_t coin_of(const coin_game *game, const unsigned char *x)
{
    return number_load(x, game->board->width);
}

static void row_close(grundy *g, coin_game *game)
{
    handle_free(g, game->data, sizeof(row_code));
}

/* ---- the code ---- */

static bool read_count(const char **c, unsigned *out)
{
    unsigned n = 0;
    if (!isdigit((unsigned char)**c))
        return false;
    for (; isdigit((unsigned char)**c) && n <= COUNT_MAX; (*c)++)
        n = 10 * n + (unsigned)(**c - '0');
    *out = n;
    return n >= 1 && n <= COUNT_MAX;
}

static bool read_counts(const char **c, row_code *code)
{
    if (!read_count(c, &code->least))
        return false;
    code->most = code->least;
    if (**c == '+') {
        (*c)++;
        code->most = 0;
    } else if (**c == '-') {
        (*c)++;
        return read_count(c, &code->most) && code->most >= code->least;
    }
    return true;
}

static bool read_shape(const char **c, row_code *code)
{
    if (**c == '\0')
        return true;
    code->first = **c == 'F';
    *c += code->first;
    char letter = *(*c)++;
    if (code->first || letter == 'S') {
        code->shape = ROW_SYMMETRIC;
        return letter == 'S';
    }
    code->shape = letter == 'E' ? ROW_EQUAL : ROW_RUN;
    if (letter == 'C' && **c == '(') {
        (*c)++;
        code->shape = ROW_WINDOW;
        return read_count(c, &code->window) && *(*c)++ == ')';
    }
    return letter == 'E' || letter == 'C';
}

static grundy_status read_code(grundy *g, const grundy_arg *arg, const char *text, row_code *code)
{
    const char *c = text;
    *code = (row_code){0};
    if (read_counts(&c, code) && read_shape(&c, code) && *c == '\0')
        return GRUNDY_OK;
    return grundy_arg_fail(g, arg,
                           "'%.40s' is no code for a row of coins; expected 3, 1-3 or 1+, at most %d, then perhaps "
                           "C, C(5), E, S or FS",
                           text, COUNT_MAX);
}

/* ---- the rule ---- */

/* All sets by the definition. */
static grundy_status row_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    uint64_t n = coin_of(game, x);
    size_t width = game->board->width;
    unsigned char others[LISTED_MAX * sizeof(uint64_t)];
    if (n > LISTED_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "the moves of a coin beyond %d are too many to list", LISTED_MAX);
    size_t passed = 0;
    for (uint64_t set = 0; set < UINT64_C(1) << n; set += 2) {
        TRY(handle_look(g, &passed, 0));
        if (!row_turns(code_of(game), set | UINT64_C(1) << n))
            continue;
        size_t size = 0;
        for (uint64_t i = 1; i < n; i++)
            if ((set >> i & 1) != 0) {
                number_store(i, width, others + size);
                size += width;
            }
        TRY(grundy_list_add(out, others, size));
    }
    return GRUNDY_OK;
}

static grundy_status row_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    (void)g;
    uint64_t n = coin_of(game, x);
    if (n > COINS_MAX)
        return GRUNDY_DOMAIN;
    extent->dimensions = 1;
    if (extent->greatest[0] < n)
        extent->greatest[0] = n;
    return GRUNDY_OK;
}

typedef struct {
    uint64_t count;
    uint32_t values[];
} held_row;

static size_t held_size(uint64_t count)
{
    return sizeof(held_row) + (count + 1) * sizeof(uint32_t);
}

static grundy_status held_value(grundy *g, const coin_game *game, const void *state, const unsigned char *x,
                                uint64_t *out)
{
    (void)g;
    *out = ((const held_row *)state)->values[coin_of(game, x)];
    return GRUNDY_OK;
}

static void held_close(grundy *g, const coin_game *game, void *state)
{
    (void)game;
    handle_free(g, state, held_size(((held_row *)state)->count));
}

static grundy_status row_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    grundy_status status = GRUNDY_OK;
    held_row *held = handle_new(g, 1, held_size(extent->greatest[0]), &status);
    if (held == NULL)
        return status;
    held->count = extent->greatest[0];
    status = row_values(g, code_of(game), held->count, held->values);
    if (status != GRUNDY_OK) {
        held_close(g, game, held);
        return status;
    }
    *out = (coin_sweep){.state = held,
                        .reason = "coin by coin, sets of nim-sums (Winning Ways, chapter 14)",
                        .value = held_value,
                        .close = held_close};
    return GRUNDY_OK;
}

static grundy_status row_random(grundy *g, const coin_game *game, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    unsigned char coin[sizeof(uint64_t)];
    for (uint64_t i = 1; i <= size; i++)
        if (grundy_random(seed) % 2 == 0) {
            number_store(i, game->board->width, coin);
            TRY(grundy_append(out, coin, game->board->width));
        }
    return GRUNDY_OK;
}

static const coin_rule row_rule = {
    .sets = row_sets,
    .extent = row_extent,
    .sweep = row_sweep,
    .random = row_random,
    .close = row_close,
};

/* ---- the families ---- */

static grundy_status open_code(grundy *g, grundy_ruleset *r, const grundy_arg *arg, const char *text)
{
    row_code code;
    grundy_status status = GRUNDY_OK;
    coin_game game = {.rule = &row_rule, .dimensions = 1};
    TRY(read_code(g, arg, text, &code));
    TRY(board_chain(g, INT64_MAX, &game.board));
    game.data = handle_new(g, 1, sizeof code, &status);
    if (game.data == NULL) {
        board_close(g, game.board);
        return status;
    }
    memcpy(game.data, &code, sizeof code);
    return coins_new(g, r, &game, "sets of coins in a row");
}

static grundy_status row_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, self, "row needs a code, as in row(\"1-3\")");
    return open_code(g, r, &self->args[0], self->args[0].text);
}

#define ROW_NOTATION                                                                         \
    "Positions are sets of coins that show heads, numbered from the left: {1,4,5}; a coin\n" \
    "alone is the set of it.\n"
#define ROW_THEOREM "Value of a set: the nim-sum over its coins (Lenstra; Winning Ways, chapter 14)."

const grundy_family row_family = {
    .name = "row",
    .arguments = "(\"CODE\")",
    .summary = "coin turning on a row of coins, by a code such as \"1-3\" or \"3E\"",
    .rules = "A move turns some coins, the rightmost of them from heads to tails. The code says how\n"
             "many, and how they lie: 3, 1-3, 1+; then nothing, C (neighbours), C(5) (among five\n"
             "neighbours), E (equally spaced), S (symmetric), FS (symmetric, with coin 1).\n" ROW_NOTATION,
    .theorems = ROW_THEOREM,
    .example_ruleset = "row(\"1-3C(5)\")",
    .example_position = "{2,6}",
    .instances = (const char *const[]){"row(\"2\")", "row(\"1-3\")", "row(\"1+\")", "row(\"3S\")", NULL},
    .open = row_open,
    COINS_CALLBACKS,
};

/* A game that Winning Ways names: identifier, name, code, what a move turns, an example. */
#define NAMED(X)                                                                                                   \
    X(mock_turtles, "mock-turtles", "1-3", "one, two or three coins", "{3,5}")                                     \
    X(moebius, "moebius", "1-5", "one to five coins", "{3,6}")                                                     \
    X(mogul, "mogul", "1-7", "one to seven coins", "{3,8}")                                                        \
    X(moidores, "moidores", "1-9", "one to nine coins", "{3,10}")                                                  \
    X(triplets, "triplets", "3", "exactly three coins", "{5,7}")                                                   \
    X(mock_turtle_fives, "mock-turtle-fives", "1-3C(5)", "one, two or three coins among five neighbours", "{4,7}") \
    X(triplet_fives, "triplet-fives", "3C(5)", "exactly three coins among five neighbours", "{4,7}")               \
    X(ruler_fives, "ruler-fives", "1-5C", "one to five neighbours", "{4,8}")                                       \
    X(ternups, "ternups", "3E", "three equally spaced coins", "{4,9}")                                             \
    X(sym, "sym", "1+S", "any coins that lie symmetrically", "{3,4}")                                              \
    X(grunt, "grunt", "4FS", "four coins that lie symmetrically, coin 1 among them", "{6,8}")

#define NAMED_OPEN(identifier, word, code, what, position)                                       \
    static grundy_status identifier##_open(grundy *g, grundy_ruleset *r, const grundy_arg *self) \
    {                                                                                            \
        if (self->parenthesised)                                                                 \
            return grundy_arg_fail(g, self, "%s takes no arguments", self->text);                \
        return open_code(g, r, self, code);                                                      \
    }
NAMED(NAMED_OPEN)
#undef NAMED_OPEN

#define NAMED_FAMILY(identifier, word, code, what, position)                                          \
    const grundy_family identifier##_family = {                                                       \
        .name = word,                                                                                 \
        .arguments = "",                                                                              \
        .summary = "turn " what ": row(\"" code "\")",                                                \
        .rules = "A move turns " what ",\nthe rightmost of them from heads to tails.\n" ROW_NOTATION, \
        .theorems = ROW_THEOREM,                                                                      \
        .example_ruleset = word,                                                                      \
        .example_position = position,                                                                 \
        .open = identifier##_open,                                                                    \
        COINS_CALLBACKS,                                                                              \
    };
NAMED(NAMED_FAMILY)
#undef NAMED_FAMILY
