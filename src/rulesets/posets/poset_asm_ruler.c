/* The ruler on the ASM poset, by rank r and z (coin-turning paper, section 6.1)
 *
 * Write (a, b) = (z, r - z). An element of A_n at (a0, b0) has below it, at (a, b) with a <= a0 and b <= b0, one
 * element for each of the r0 - r + 1 ways to share the difference of the ranks r0 - r between x and y (Lemma 5.5).
 * So the interval down to an element at (a1, b1) that takes i of D = r0 - r1 in x and D - i in y has, at a rank r1 + t
 * and each (a, b) of the rectangle a1..a0, b1..b0 with a + b = r1 + t, as many elements as there are pairs
 * (u, v), u <= i, v <= D - i, with u + v = t:
 *
 *     c_i(t) = 1 + min(t, i, D - i, D - t).
 *
 * Let P(t) be the nim-sum of the values on the diagonal t of the rectangle. The nim-sum over the interval is that of
 * P(t) over the t with c_i(t) odd; and c_i - c_(i-1) is 1 for i <= t <= D - i and 0 elsewhere. So with the nim-sum B(i)
 * of P(t) over i <= t <= D - i it is B(0) + ... + B(i), and B(i) loses two diagonals at each step: every interval costs
 * a few operations. Diagonals of a rectangle grow by one column at a time. The symmetry (a, b) -> (b, a) of
 * Proposition 6.1 halves the work. */
#include <string.h>

#include "base/team.h"
#include "rulesets/octal/store.h"
#include "rulesets/posets/poset_asm.h"

enum { RANK_MAX = 20000 };

/* What is kept in the handle. */
typedef struct {
    size_t side;        /* room for the ranks 0 .. side - 2 */
    size_t ranks;       /* 0 .. ranks - 1 are done */
    uint32_t *value;    /* [b * side + a] */
    uint32_t *before;   /* [b * side + a]: the nim-sum of the values (a', b), a' < a */
    uint32_t *diagonal; /* by rank: nim-sums of the values in the rectangle */
    uint32_t *seen;     /* by nim-sum: the last cell that met it */
    size_t seen_size;   /* a power of two above all values */
    uint32_t cell;
} triangle;

/* All intervals from (a0, b0) down to (a1, b1), whose rectangle has the nim-sum `total`. */
static inline void meet_intervals(triangle *t, const uint32_t *low, const uint32_t *high, uint32_t total)
{
    uint32_t band = total, sum = total, cell = t->cell;
    t->seen[sum] = cell;
    while (high - low >= 2) {
        band ^= *low++ ^ *high--;
        sum ^= band;
        t->seen[sum] = cell;
    }
}

static void meet_rectangles(triangle *t, size_t a0, size_t b0, size_t a1)
{
    uint32_t *diagonal = t->diagonal, total = 0;
    memset(diagonal, 0, t->side * sizeof *diagonal);
    for (size_t b1 = b0 + 1; b1-- > 0;) {
        const uint32_t *column = t->value + b1 * t->side, *before = t->before + b1 * t->side;
        for (size_t a = a1; a <= a0; a++)
            diagonal[a + b1] ^= column[a];
        total ^= before[a0 + 1] ^ before[a1];
        meet_intervals(t, diagonal + a1 + b1, diagonal + a0 + b0, total);
    }
}

static grundy_status more_room(grundy *g, triangle *t, uint32_t value)
{
    grundy_status status = GRUNDY_OK;
    size_t size = t->seen_size;
    while (size <= value)
        size *= 2;
    if (size == t->seen_size)
        return GRUNDY_OK;
    uint32_t *seen = handle_new(g, size, sizeof *seen, &status);
    if (seen == NULL)
        return status;
    handle_free(g, t->seen, t->seen_size * sizeof *seen);
    t->seen = seen;
    t->seen_size = size;
    return GRUNDY_OK;
}

/* The prefix sums of column b, after its value at a has become known. */
static void set_value(triangle *t, size_t a, size_t b, uint32_t value)
{
    t->value[b * t->side + a] = value;
    for (size_t i = a; i + 1 < t->side; i++)
        t->before[b * t->side + i + 1] = t->before[b * t->side + i] ^ t->value[b * t->side + i];
}

static uint32_t find_value(triangle *t, size_t a0, size_t b0)
{
    uint32_t value = 0;
    if (++t->cell == 0) { /* the marks have come round */
        memset(t->seen, 0, t->seen_size * sizeof *t->seen);
        t->cell = 1;
    }
    set_value(t, a0, b0, 0); /* it is set already where this rank was interrupted before */
    t->seen[0] = t->cell;    /* the interval of the element alone */
    for (size_t a1 = 0; a1 <= a0; a1++)
        meet_rectangles(t, a0, b0, a1);
    while (value < t->seen_size && t->seen[value] == t->cell)
        value++;
    return value;
}

/* The cells of a rank are pieces of work that can be shared: none needs another. */
static grundy_status find_cell(grundy *g, void *context, uint64_t a, grundy_buffer *found)
{
    triangle *t = context;
    const uint32_t value = find_value(t, a, t->ranks - a);
    TRY(grundy_check(g));
    return grundy_append(found, &value, sizeof value);
}

static grundy_status learn_cell(grundy *g, void *context, uint64_t a, grundy_bytes found)
{
    triangle *t = context;
    const size_t b = t->ranks - a;
    uint32_t value;
    memcpy(&value, found.data, sizeof value);
    set_value(t, a, b, value);
    if (a != b)
        set_value(t, b, a, value);
    return more_room(g, t, value);
}

/* The values of one more rank. */
static grundy_status next_rank(grundy *g, triangle *t, uint64_t last)
{
    static const team_work cells = {.work = find_cell, .learn = learn_cell};
    TRY(team_share_kept(g, team_what("ASM ruler", t->ranks), t->ranks / 2 + 1, &cells, t));
    t->ranks++;
    grundy_report(g, "ranks of the ASM ruler", t->ranks, last + 1);
    return GRUNDY_OK;
}

static void free_arrays(grundy *g, triangle *t)
{
    handle_free(g, t->value, t->side * t->side * sizeof *t->value);
    handle_free(g, t->before, t->side * t->side * sizeof *t->before);
    handle_free(g, t->diagonal, t->side * sizeof *t->diagonal);
    handle_free(g, t->seen, t->seen_size * sizeof *t->seen);
}

/* Room for all ranks up to the given one; what has been computed is copied. */
static grundy_status grow(grundy *g, triangle *t, uint64_t rank)
{
    grundy_status status = GRUNDY_OK;
    if (rank + 2 <= t->side)
        return GRUNDY_OK;
    triangle more = {.side = rank + 2 > 2 * t->side ? rank + 2 : 2 * t->side, .ranks = t->ranks, .seen_size = 2};
    while (more.seen_size < t->seen_size)
        more.seen_size *= 2;
    more.value = handle_new(g, more.side * more.side, sizeof *t->value, &status);
    more.before = handle_new(g, more.side * more.side, sizeof *t->before, &status);
    more.diagonal = handle_new(g, more.side, sizeof *t->diagonal, &status);
    more.seen = handle_new(g, more.seen_size, sizeof *t->seen, &status);
    if (status != GRUNDY_OK) {
        free_arrays(g, &more);
        return status;
    }
    for (size_t r = 0; r < t->ranks; r++)
        for (size_t a = 0; a <= r; a++)
            set_value(&more, a, r - a, t->value[(r - a) * t->side + a]);
    free_arrays(g, t);
    *t = more;
    return GRUNDY_OK;
}

static void close_triangle(grundy *g, void *value)
{
    free_arrays(g, value);
}

static const char triangle_key = 0;

static triangle *open_triangle(grundy *g, grundy_status *status)
{
    return handle_kept(g, &triangle_key, sizeof(triangle), close_triangle, status);
}

/* Compute one more rank, or copy the values up to the given one when they are known: then *ready. */
static grundy_status asm_ruler_continue(grundy *g, uint64_t rank, uint32_t *values, bool *ready)
{
    grundy_status status = GRUNDY_OK;
    triangle *t = open_triangle(g, &status);
    if (t == NULL)
        return status;
    status = grow(g, t, rank);
    *ready = t->ranks > rank;
    if (status == GRUNDY_OK && !*ready)
        status = next_rank(g, t, rank);
    for (size_t r = 0; r <= rank && *ready && status == GRUNDY_OK; r++)
        for (size_t a = 0; a <= r; a++)
            values[r * (r + 1) / 2 + a] = t->value[(r - a) * t->side + a];
    handle_kept_done(t);
    return status;
}

grundy_status asm_ruler(grundy *g, uint64_t rank, uint32_t *values)
{
    if (rank > RANK_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "the ruler on asm(n) is computed up to rank %d", RANK_MAX);
    for (bool ready = false; !ready;) {
        TRY(asm_ruler_continue(g, rank, values, &ready));
        store_in_between(g);
    }
    return GRUNDY_OK;
}

/* ---- in a store: the ranks 0, 1, ..., each by z ---- */

static grundy_status known_ranks(grundy *g, grundy_buffer *out)
{
    grundy_status status = GRUNDY_OK;
    triangle *t = handle_found(g, &triangle_key);
    if (t == NULL)
        return GRUNDY_OK;
    for (size_t r = 0; r < t->ranks; r++)
        for (size_t a = 0; a <= r && status == GRUNDY_OK; a++)
            status = grundy_append(out, &t->value[(r - a) * t->side + a], sizeof *t->value);
    handle_kept_done(t);
    return status;
}

/* The values of one more rank from a store, as next_rank would have found them. */
static grundy_status learn_rank(grundy *g, triangle *t, const uint32_t *values)
{
    size_t r = t->ranks;
    for (size_t a = 0; a <= r; a++) {
        set_value(t, a, r - a, values[a]);
        TRY(more_room(g, t, values[a]));
    }
    t->ranks++;
    return GRUNDY_OK;
}

static grundy_status learn_ranks(grundy *g, const uint32_t *values, size_t count)
{
    grundy_status status = GRUNDY_OK;
    size_t ranks = 0;
    while (ranks * (ranks + 1) / 2 < count)
        ranks++;
    if (ranks * (ranks + 1) / 2 != count || ranks > RANK_MAX + 1)
        return GRUNDY_DOMAIN;
    if (ranks == 0)
        return GRUNDY_OK;
    triangle *t = open_triangle(g, &status);
    if (t == NULL)
        return status;
    status = grow(g, t, ranks - 1);
    while (status == GRUNDY_OK && t->ranks < ranks)
        status = learn_rank(g, t, values + t->ranks * (t->ranks + 1) / 2);
    handle_kept_done(t);
    return status;
}

const stored_sequence asm_ruler_stored = {
    .name = "ruler-on-asm",
    .known = known_ranks,
    .learn = learn_ranks,
};

/* ---- as a sweep ---- */

typedef struct {
    uint64_t rank;
    uint32_t values[];
} held_triangle;

static size_t asm_ruler_size(uint64_t rank)
{
    return sizeof(held_triangle) + (rank + 1) * (rank + 2) / 2 * sizeof(uint32_t);
}

static void triangle_extent(const board *b, const unsigned char *x, grundy_extent *extent)
{
    (void)b;
    uint64_t rank, z;
    asm_rank(x, &rank, &z);
    extent->dimensions = 1;
    if (extent->greatest[0] < rank)
        extent->greatest[0] = rank;
}

static void triangle_close(grundy *g, void *state)
{
    handle_free(g, state, asm_ruler_size(((held_triangle *)state)->rank));
}

static grundy_status triangle_open(grundy *g, const board *b, const grundy_extent *extent, void **state)
{
    (void)b;
    grundy_status status = GRUNDY_OK;
    uint64_t rank = extent->greatest[0];
    held_triangle *t = handle_new(g, 1, asm_ruler_size(rank), &status);
    if (t == NULL)
        return status;
    t->rank = rank;
    status = asm_ruler(g, rank, t->values);
    if (status != GRUNDY_OK) {
        triangle_close(g, t);
        return status;
    }
    *state = t;
    return GRUNDY_OK;
}

static grundy_status triangle_value(grundy *g, const board *b, const void *state, const unsigned char *x, uint64_t *out)
{
    (void)g;
    (void)b;
    uint64_t rank, z;
    asm_rank(x, &rank, &z);
    *out = ((const held_triangle *)state)->values[rank * (rank + 1) / 2 + z];
    return GRUNDY_OK;
}

const board_sweep asm_ruler_sweep = {
    .reason = "by rank and z, with the parities of the numbers of elements (coin-turning paper, section 6.1)",
    .extent = triangle_extent,
    .open = triangle_open,
    .value = triangle_value,
    .close = triangle_close,
};
