/* The values of all elements of a poset: turtles by depth, ideals by parity, rulers by intervals as bit sets
 *
 * The value of x is the mex, over the turning sets T with greatest element x, of the nim-sum of the values of the
 * other elements of T (coin-turning paper, Theorem 4.1). The numbers of the elements are a linear extension, so one
 * pass suffices. */
#include <string.h>

#include "math/mex.h"
#include "rulesets/coins/coins.h"

/* ---- turtles ----
 *
 * T = {y, x} with y <= x, where T = {x} turns one coin: the mex of 0 and the values below x. The values below x are
 * those of its lower covers and what is below them. */

grundy_status turtles_values(grundy *g, const coin_game *game, const board_list *list, uint32_t *values)
{
    (void)game;
    const poset *p = &list->order;
    grundy_status status = GRUNDY_OK;
    size_t words = set_words((size_t)p->count + 2);
    uint64_t *below = handle_new(g, words, sizeof *below, &status);
    if (below == NULL)
        return status;
    for (uint32_t x = 0; x < p->count && status == GRUNDY_OK; x++) {
        const uint64_t *row = poset_down(p, x);
        memset(below, 0, words * sizeof *below);
        set_add(below, 0);
        for (size_t w = 0; w <= x / 64; w++)
            for (uint64_t bits = row[w]; bits != 0; bits &= bits - 1) {
                uint32_t y = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
                if (y != x)
                    set_add(below, values[y]);
            }
        values[x] = set_mex(below, words);
        if (x % 256 == 0)
            status = grundy_check(g);
    }
    handle_free(g, below, words * sizeof *below);
    return status;
}

/* ---- ideals ----
 *
 * One turning set for each x, so the value is 1 when the nim-sum of the values below x is 0, and 0 otherwise. */

grundy_status ideal_values(grundy *g, const coin_game *game, const board_list *list, uint32_t *values)
{
    (void)game;
    const poset *p = &list->order;
    grundy_status status = GRUNDY_OK;
    size_t words = set_words(p->count);
    uint64_t *ones = handle_new(g, words, sizeof *ones, &status);
    if (ones == NULL)
        return status;
    for (uint32_t x = 0; x < p->count && status == GRUNDY_OK; x++) {
        const uint64_t *row = poset_down(p, x);
        uint64_t sum = 0;
        for (size_t w = 0; w <= x / 64; w++)
            sum ^= row[w] & ones[w];
        values[x] = __builtin_parityll(sum) == 0;
        if (values[x] == 1)
            set_add(ones, x);
        if (x % 256 == 0)
            status = grundy_check(g);
    }
    handle_free(g, ones, words * sizeof *ones);
    return status;
}

/* ---- rulers ----
 *
 * The nim-sum of the values over [y, x) is, bit by bit of the values, the parity of up(y) & down(x) & plane, where a
 * plane is the set of the elements whose value has that bit. Where only one element u below or at x covers y, it is
 * g(y) plus the sum over [u, x). */

enum { PLANES_MAX = 32 };

typedef struct {
    grundy *g;
    const poset *p;
    size_t words;
    unsigned planes;
    uint64_t *plane[PLANES_MAX];
    uint64_t *masked[PLANES_MAX]; /* the planes within down(x) */
    uint32_t *values, *sums;      /* of [y, x), by y */
    uint64_t *seen;
} ruler_state;

static grundy_status add_plane(ruler_state *s)
{
    grundy_status status = GRUNDY_OK;
    s->plane[s->planes] = handle_new(s->g, s->words, sizeof(uint64_t), &status);
    s->masked[s->planes] = handle_new(s->g, s->words, sizeof(uint64_t), &status);
    s->planes++;
    return status;
}

static void mask_planes(ruler_state *s, const uint64_t *row, uint32_t x)
{
    for (unsigned b = 0; b < s->planes; b++)
        for (size_t w = 0; w <= x / 64; w++)
            s->masked[b][w] = s->plane[b][w] & row[w];
}

static uint32_t sum_by_planes(const ruler_state *s, uint32_t y, uint32_t x)
{
    const uint64_t *up = poset_up(s->p, y);
    size_t first = y / 64, words = x / 64 - first + 1;
    uint32_t sum = 0;
    for (unsigned b = 0; b < s->planes; b++) {
        const uint64_t *plane = s->masked[b] + first;
        uint64_t parity = 0;
        for (size_t w = 0; w < words; w++)
            parity ^= up[w] & plane[w];
        sum |= (uint32_t)__builtin_parityll(parity) << b;
    }
    return sum;
}

/* The only element at or below x that covers y; count if there are several. */
static uint32_t only_cover(const poset *p, const uint64_t *row, uint32_t y, uint32_t x)
{
    uint32_t only = p->count;
    for (uint32_t i = p->upper_start[y]; i < p->upper_start[y + 1]; i++) {
        uint32_t u = p->upper[i];
        if (u > x || (row[u / 64] >> (u % 64) & 1) == 0)
            continue;
        if (only != p->count)
            return p->count;
        only = u;
    }
    return only;
}

static grundy_status ruler_value(ruler_state *s, uint32_t x)
{
    const uint64_t *row = poset_down(s->p, x);
    mask_planes(s, row, x);
    memset(s->seen, 0, set_words((size_t)x + 2) * sizeof *s->seen);
    for (size_t w = x / 64 + 1; w-- > 0;)
        for (uint64_t bits = row[w]; bits != 0;) {
            unsigned bit = 63 - (unsigned)__builtin_clzll(bits);
            bits ^= UINT64_C(1) << bit;
            uint32_t y = (uint32_t)(64 * w) + bit, only = y == x ? x : only_cover(s->p, row, y, x);
            if (y == x)
                s->sums[y] = 0;
            else
                s->sums[y] = only < s->p->count ? s->values[y] ^ s->sums[only] : sum_by_planes(s, y, x);
            if (s->sums[y] <= x + 1)
                set_add(s->seen, s->sums[y]);
        }
    s->values[x] = set_mex(s->seen, set_words((size_t)x + 2));
    while (s->values[x] >> s->planes != 0)
        TRY(add_plane(s));
    for (unsigned b = 0; b < s->planes; b++)
        if ((s->values[x] >> b & 1) != 0)
            set_add(s->plane[b], x);
    return GRUNDY_OK;
}

grundy_status ruler_values(grundy *g, const coin_game *game, const board_list *list, uint32_t *values)
{
    (void)game;
    const poset *p = &list->order;
    grundy_status status = GRUNDY_OK;
    ruler_state s = {.g = g, .p = p, .words = set_words(p->count), .values = values};
    s.seen = handle_new(g, set_words((size_t)p->count + 2), sizeof *s.seen, &status);
    s.sums = handle_new(g, p->count, sizeof *s.sums, &status);
    for (uint32_t x = 0; x < p->count && status == GRUNDY_OK; x++) {
        status = ruler_value(&s, x);
        if (status == GRUNDY_OK && x % 16 == 0)
            status = grundy_check(g);
        grundy_report(g, "elements", x, p->count);
    }
    for (unsigned b = 0; b < s.planes; b++) {
        handle_free(g, s.plane[b], s.words * sizeof(uint64_t));
        handle_free(g, s.masked[b], s.words * sizeof(uint64_t));
    }
    handle_free(g, s.seen, set_words((size_t)p->count + 2) * sizeof *s.seen);
    handle_free(g, s.sums, p->count * sizeof *s.sums);
    return status;
}

/* ---- any rule ---- */

static grundy_status value_by_sets(grundy *g, const coin_game *game, const board_list *list, uint32_t x,
                                   grundy_list *sets, grundy_buffer *seen, uint32_t *values)
{
    grundy_list_clear(sets);
    TRY(game->rule->sets(g, game, board_element(list, x), sets));
    size_t count = grundy_list_count(sets);
    seen->size = 0;
    while (seen->size < count + 1)
        TRY(grundy_append(seen, "", 1));
    for (size_t i = 0; i < count; i++) {
        grundy_bytes set = grundy_list_at(sets, i);
        uint32_t sum = 0;
        for (size_t k = 0; k < set.size; k += list->width)
            sum ^= values[board_number(list, set.data + k)];
        if (sum <= count)
            seen->data[sum] = 1;
    }
    for (values[x] = 0; seen->data[values[x]] != 0;)
        values[x]++;
    return GRUNDY_OK;
}

grundy_status values_by_sets(grundy *g, const coin_game *game, const board_list *list, uint32_t *values)
{
    grundy_list sets = grundy_list_open(g);
    grundy_buffer seen = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t x = 0; status == GRUNDY_OK && x < list->order.count; x++) {
        status = value_by_sets(g, game, list, x, &sets, &seen, values);
        if (status == GRUNDY_OK && x % 16 == 0)
            status = grundy_check(g);
    }
    grundy_list_close(&sets);
    grundy_buffer_close(&seen);
    return status;
}

/* ---- as sweeps ---- */

typedef struct {
    uint32_t count;
    uint32_t values[];
} list_values;

static size_t list_size(uint32_t count)
{
    return sizeof(list_values) + count * sizeof(uint32_t);
}

static grundy_status list_value(grundy *g, const coin_game *game, const void *state, const unsigned char *x,
                                uint64_t *out)
{
    const board_list *list;
    TRY(board_listed(g, game->board, &list));
    *out = ((const list_values *)state)->values[board_number(list, x)];
    return GRUNDY_OK;
}

static void list_close(grundy *g, const coin_game *game, void *state)
{
    (void)game;
    handle_free(g, state, list_size(((list_values *)state)->count));
}

grundy_status coins_list_extent(const coin_game *game, grundy_extent *extent)
{
    uint64_t count = game->board->kind->count(game->board);
    if (count > BOARD_ELEMENTS_MAX)
        return GRUNDY_DOMAIN;
    extent->dimensions = 1;
    extent->greatest[0] = count - 1;
    return GRUNDY_OK;
}

grundy_status coins_list_sweep(grundy *g, const coin_game *game, coin_values *compute, const char *reason,
                               coin_sweep *out)
{
    const board_list *list;
    grundy_status status = GRUNDY_OK;
    TRY(board_listed(g, game->board, &list));
    list_values *values = handle_new(g, 1, list_size(list->order.count), &status);
    if (values == NULL)
        return status;
    values->count = list->order.count;
    status = compute(g, game, list, values->values);
    if (status != GRUNDY_OK) {
        list_close(g, game, values);
        return status;
    }
    *out = (coin_sweep){.state = values, .reason = reason, .value = list_value, .close = list_close};
    return GRUNDY_OK;
}
