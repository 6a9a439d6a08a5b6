/* The values of the coins in a row
 *
 * The value of coin n is the mex of the nim-sums that the other coins of a turning set can have. For each number of
 * other coins the possible nim-sums are kept as a bit set, and a coin is joined to them by nim-adding its value to a
 * whole bit set. */
#include <string.h>

#include "math/mex.h"
#include "rulesets/coins/coins_row.h"

enum { BITS_MAX = 26 };

/* A set of numbers below 2^bits. */
typedef struct {
    uint64_t *words;
    unsigned bits;
} number_set;

/* Nim-sums by the number of coins, up to a number that stands for itself and all above when there is no limit. */
typedef struct {
    grundy *g;
    unsigned counts; /* 0 .. counts - 1 */
    bool open;       /* the last count stands for more as well */
    number_set sums[];
} sum_sets;

typedef struct {
    grundy *g;
    const row_code *code;
    uint64_t count;
    uint32_t *values;
    unsigned bits;        /* the values so far are below 2^bits */
    uint64_t *seen;       /* of 2^(bits + 1) */
    sum_sets *before;     /* any coins: all of them before the next */
    sum_sets **by_centre; /* symmetric sets: by the sum of the two ends */
} row_state;

static size_t bit_words(unsigned bits)
{
    return bits < 6 ? 1 : (size_t)1 << (bits - 6);
}

/* ---- sets of sums ---- */

static void sums_close(grundy *g, sum_sets *s)
{
    if (s == NULL)
        return;
    for (unsigned i = 0; i < s->counts; i++)
        handle_free(g, s->sums[i].words, bit_words(s->sums[i].bits) * sizeof(uint64_t));
    handle_free(g, s, sizeof *s + s->counts * sizeof s->sums[0]);
}

/* Only the empty set of coins so far. */
static grundy_status sums_open(grundy *g, unsigned counts, bool open, unsigned bits, sum_sets **out)
{
    grundy_status status = GRUNDY_OK;
    sum_sets *s = handle_new(g, 1, sizeof *s + counts * sizeof s->sums[0], &status);
    if (s == NULL)
        return status;
    s->g = g;
    s->counts = counts;
    s->open = open;
    for (unsigned i = 0; i < counts && status == GRUNDY_OK; i++) {
        s->sums[i].bits = bits;
        s->sums[i].words = handle_new(g, bit_words(bits), sizeof(uint64_t), &status);
    }
    if (status != GRUNDY_OK) {
        sums_close(g, s);
        return status;
    }
    set_add(s->sums[0].words, 0);
    *out = s;
    return GRUNDY_OK;
}

static grundy_status number_set_widen(grundy *g, number_set *set, unsigned bits)
{
    grundy_status status = GRUNDY_OK;
    if (bits <= set->bits)
        return GRUNDY_OK;
    uint64_t *wider = handle_new(g, bit_words(bits), sizeof(uint64_t), &status);
    if (wider == NULL)
        return status;
    memcpy(wider, set->words, bit_words(set->bits) * sizeof(uint64_t));
    handle_free(g, set->words, bit_words(set->bits) * sizeof(uint64_t));
    *set = (number_set){wider, bits};
    return GRUNDY_OK;
}

static grundy_status sums_widen(sum_sets *s, unsigned bits)
{
    for (unsigned i = 0; i < s->counts; i++)
        TRY(number_set_widen(s->g, &s->sums[i], bits));
    return GRUNDY_OK;
}

/* Nim-add the low six bits of a value to all members of a word. */
static uint64_t add_in_word(uint64_t word, unsigned low)
{
    static const uint64_t mask[6] = {0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                     0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};
    for (unsigned i = 0; i < 6; i++)
        if ((low >> i & 1) != 0)
            word = (word & mask[i]) << (1u << i) | (word >> (1u << i) & mask[i]);
    return word;
}

/* Add value + each member of a set to another set. */
static void add_shifted(uint64_t *out, number_set set, uint32_t value)
{
    for (size_t w = 0; w < bit_words(set.bits); w++)
        if (set.words[w] != 0)
            out[w ^ (value / 64)] |= add_in_word(set.words[w], value % 64);
}

/* `coins` coins with this sum may be turned as well, all or none. */
static grundy_status sums_join(sum_sets *s, unsigned coins, uint32_t value)
{
    grundy_status status = GRUNDY_OK;
    number_set copy = {.bits = s->sums[0].bits};
    size_t size = bit_words(copy.bits) * sizeof(uint64_t);
    copy.words = handle_new(s->g, 1, size, &status);
    if (copy.words == NULL)
        return status;
    for (unsigned i = s->counts; i-- > 0;) {
        unsigned target = i + coins;
        if (target >= s->counts && !s->open)
            continue;
        target = target >= s->counts ? s->counts - 1 : target;
        memcpy(copy.words, s->sums[i].words, size);
        add_shifted(s->sums[target].words, copy, value);
    }
    handle_free(s->g, copy.words, size);
    return GRUNDY_OK;
}

/* ---- one coin ---- */

/* Sets with others + 1 + extra coins: the sums of the others, nim-added to a value, can be had. */
static void meet_sums(row_state *r, const sum_sets *s, unsigned extra, uint32_t value)
{
    for (unsigned others = 0; others < s->counts; others++) {
        bool more = s->open && others + 1 == s->counts; /* this count and all above */
        unsigned coins = others + 1 + extra;
        if ((coins >= r->code->least || more) && (r->code->most == 0 || coins <= r->code->most))
            add_shifted(r->seen, s->sums[others], value);
    }
}

/* Counts of other coins that must be told apart. */
static grundy_status open_sums(row_state *r, sum_sets **out)
{
    const row_code *c = r->code;
    unsigned counts = c->most != 0 ? c->most : c->least;
    return sums_open(r->g, counts, c->most == 0, r->bits, out);
}

/* Any of the coins from `from` on. */
static grundy_status meet_window(row_state *r, uint64_t n, uint64_t from)
{
    sum_sets *s = NULL;
    TRY(open_sums(r, &s));
    grundy_status status = GRUNDY_OK;
    for (uint64_t i = from; i < n && status == GRUNDY_OK; i++)
        status = sums_join(s, 1, r->values[i]);
    if (status == GRUNDY_OK)
        meet_sums(r, s, 0, 0);
    sums_close(r->g, s);
    return status;
}

/* Any coins: the sums go on from one coin to the next. */
static grundy_status meet_any(row_state *r, uint64_t n)
{
    if (r->before == NULL)
        TRY(open_sums(r, &r->before));
    TRY(sums_widen(r->before, r->bits));
    if (n > 1)
        TRY(sums_join(r->before, 1, r->values[n - 1]));
    meet_sums(r, r->before, 0, 0);
    return GRUNDY_OK;
}

static void meet_spaced(row_state *r, uint64_t n, uint64_t step)
{
    uint32_t sum = 0;
    uint64_t coins = 1;
    for (uint64_t i = n;; coins++) {
        if (coins >= r->code->least && (r->code->most == 0 || coins <= r->code->most))
            set_add(r->seen, sum);
        if (i <= step || (r->code->most != 0 && coins == r->code->most))
            return;
        i -= step;
        sum ^= r->values[i];
    }
}

/* The inner coins of symmetric sets with ends m and n, by their centre: pairs that lie inside, and the middle coin. */
static grundy_status sums_of_centre(row_state *r, uint64_t centre, uint64_t n, sum_sets **out)
{
    sum_sets **s = &r->by_centre[centre];
    if (*s == NULL) {
        uint64_t m = centre - n;
        TRY(open_sums(r, s));
        if (n - m >= 2 && (n - m) % 2 == 0)
            TRY(sums_join(*s, 1, r->values[centre / 2]));
        for (uint64_t i = centre / 2 + 1; i < n; i++)
            TRY(sums_join(*s, 2, r->values[i] ^ r->values[centre - i]));
    }
    *out = *s;
    return sums_widen(*s, r->bits);
}

static grundy_status meet_symmetric(row_state *r, uint64_t n)
{
    const row_code *c = r->code;
    if (c->least <= 1 && (!c->first || n == 1))
        set_add(r->seen, 0);
    for (uint64_t m = 1; m < (c->first ? 2 : n) && m < n; m++) {
        sum_sets *s = NULL;
        TRY(sums_of_centre(r, m + n, n, &s));
        meet_sums(r, s, 1, r->values[m]);
    }
    return GRUNDY_OK;
}

/* The pairs with n as the greater end become inner ones. */
static grundy_status join_symmetric(row_state *r, uint64_t n)
{
    for (uint64_t m = 1; m < n; m++)
        if (r->by_centre[m + n] != NULL) {
            TRY(sums_widen(r->by_centre[m + n], r->bits));
            TRY(sums_join(r->by_centre[m + n], 2, r->values[m] ^ r->values[n]));
        }
    return GRUNDY_OK;
}

static grundy_status meet_all(row_state *r, uint64_t n)
{
    const row_code *c = r->code;
    switch (c->shape) {
    case ROW_ANY:
        return meet_any(r, n);
    case ROW_WINDOW:
        return meet_window(r, n, n > c->window ? n - c->window + 1 : 1);
    case ROW_RUN:
        meet_spaced(r, n, 1);
        return GRUNDY_OK;
    case ROW_EQUAL:
        for (uint64_t step = 1; step < n || step == 1; step++)
            meet_spaced(r, n, step);
        return GRUNDY_OK;
    case ROW_SYMMETRIC:
        break;
    }
    return meet_symmetric(r, n);
}

static grundy_status next_value(row_state *r, uint64_t n)
{
    grundy_status status = GRUNDY_OK;
    size_t words = bit_words(r->bits + 1);
    r->seen = handle_new(r->g, words, sizeof *r->seen, &status);
    if (r->seen == NULL)
        return status;
    status = meet_all(r, n);
    if (status == GRUNDY_OK)
        r->values[n] = set_mex(r->seen, words);
    handle_free(r->g, r->seen, words * sizeof *r->seen);
    TRY(status);
    while (r->values[n] >> r->bits != 0)
        r->bits++;
    if (r->bits > BITS_MAX)
        return grundy_fail(r->g, GRUNDY_LIMIT, "the value of coin %llu is above 2^%d", (unsigned long long)n, BITS_MAX);
    TRY(r->code->shape == ROW_SYMMETRIC ? join_symmetric(r, n) : GRUNDY_OK);
    grundy_report(r->g, "coins", n, r->count);
    return grundy_check(r->g);
}

grundy_status row_values(grundy *g, const row_code *code, uint64_t count, uint32_t *values)
{
    grundy_status status = GRUNDY_OK;
    row_state r = {.g = g, .code = code, .count = count, .values = values};
    size_t centres = 2 * (size_t)count + 1;
    r.by_centre = handle_new(g, centres, sizeof *r.by_centre, &status);
    for (uint64_t n = 1; n <= count && status == GRUNDY_OK; n++)
        status = next_value(&r, n);
    for (size_t i = 0; r.by_centre != NULL && i < centres; i++)
        sums_close(g, r.by_centre[i]);
    sums_close(g, r.before);
    handle_free(g, r.by_centre, centres * sizeof *r.by_centre);
    return status;
}

/* ---- the definition ---- */

static bool spaced(uint64_t set, unsigned step)
{
    unsigned low = (unsigned)__builtin_ctzll(set), high = 63 - (unsigned)__builtin_clzll(set);
    for (unsigned i = low; i <= high; i++)
        if ((set >> i & 1) != ((i - low) % step == 0))
            return false;
    return (high - low) % step == 0;
}

bool row_turns(const row_code *code, uint64_t set)
{
    if (set == 0)
        return false;
    unsigned coins = (unsigned)__builtin_popcountll(set);
    unsigned low = (unsigned)__builtin_ctzll(set), high = 63 - (unsigned)__builtin_clzll(set);
    bool ok = coins >= code->least && (code->most == 0 || coins <= code->most) && (!code->first || low == 1);
    if (code->shape == ROW_WINDOW)
        ok = ok && high - low < code->window;
    if (code->shape == ROW_RUN)
        ok = ok && spaced(set, 1);
    if (code->shape == ROW_EQUAL) {
        bool some = coins == 1;
        for (unsigned step = 1; step <= high - low && !some; step++)
            some = spaced(set, step);
        ok = ok && some;
    }
    for (unsigned i = low; code->shape == ROW_SYMMETRIC && i <= high; i++)
        ok = ok && (set >> i & 1) == (set >> (low + high - i) & 1);
    return ok;
}
