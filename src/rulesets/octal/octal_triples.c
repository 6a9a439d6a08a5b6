/* octal_triples.c - values of hexadecimal games, whose moves leave up to three heaps
 *
 * For each total m the values of all sums of two heaps of that total are kept as a set P(m) of bits, and those of
 * three as T(m), the union over a <= m/3 of P(m - a) shifted by the value of a. The union is made first for all a whose
 * values agree in the lowest 6 bits, where the shift moves whole words, and the 64 unions are then shifted within words:
 * m/3 times the words of a set for a heap instead of m^2/12. */
#include <string.h>

#include "rulesets/octal/octal_state.h"

void octal_totals_free(grundy *g, octal_totals *t)
{
    handle_free(g, t->pairs, (size_t)t->room * t->words * sizeof *t->pairs);
    handle_free(g, t->triples, (size_t)t->room * t->words * sizeof *t->triples);
    *t = (octal_totals){.pairs = NULL};
}

/* Move the sets of one kind to memory for more totals or larger sets. */
static grundy_status move_sets(grundy *g, const octal_totals *t, uint64_t room, size_t words, const uint64_t *old,
                               uint64_t **out)
{
    grundy_status status = GRUNDY_OK;
    uint64_t *sets = handle_new(g, (size_t)room, words * sizeof *sets, &status);
    if (sets == NULL)
        return status;
    for (uint64_t m = 0; m < t->totals; m++)
        memcpy(sets + m * words, old + m * t->words, t->words * sizeof *sets);
    *out = sets;
    return GRUNDY_OK;
}

static grundy_status octal_triples_make_room(grundy *g, octal_sequence *s)
{
    octal_totals *t = &s->totals, larger = *t;
    larger.words = s->bound / 64;
    larger.room = t->totals < t->room ? t->room : 2 * t->room + 256;
    if (larger.words == t->words && larger.room == t->room)
        return GRUNDY_OK;
    TRY(move_sets(g, t, larger.room, larger.words, t->pairs, &larger.pairs));
    grundy_status status = move_sets(g, t, larger.room, larger.words, t->triples, &larger.triples);
    if (status != GRUNDY_OK) {
        handle_free(g, larger.pairs, (size_t)larger.room * larger.words * sizeof *larger.pairs);
        return status;
    }
    octal_totals_free(g, t);
    *t = larger;
    return GRUNDY_OK;
}

/* { v xor shift : v in set }, for a shift below 64 */
static uint64_t shift_in_word(uint64_t set, unsigned shift)
{
    static const uint64_t low[6] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                    UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                    UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
    for (unsigned i = 0; i < 6; i++)
        if (shift >> i & 1)
            set = (set & low[i]) << (1U << i) | (set >> (1U << i) & low[i]);
    return set;
}

static void find_pairs(octal_sequence *s, uint64_t m)
{
    uint64_t *set = s->totals.pairs + m * s->totals.words;
    for (uint64_t a = 1; a <= m / 2; a++)
        set_add(set, s->values[a] ^ s->values[m - a]);
    s->steps += m / 2;
}

static grundy_status find_triples(grundy *g, octal_sequence *s, uint64_t m)
{
    grundy_status status = GRUNDY_OK;
    size_t words = s->totals.words;
    uint64_t *unions = handle_new(g, 64 * words, sizeof *unions, &status);
    if (unions == NULL)
        return status;
    for (uint64_t a = 1; a <= m / 3; a++) {
        const uint64_t *pairs = s->totals.pairs + (m - a) * words;
        uint64_t *into = unions + (s->values[a] & 63) * words;
        size_t block = s->values[a] / 64;
        for (size_t w = 0; w < words; w++)
            into[w ^ block] |= pairs[w];
    }
    uint64_t *set = s->totals.triples + m * words;
    for (unsigned shift = 0; shift < 64; shift++)
        for (size_t w = 0; w < words; w++)
            set[w] |= shift_in_word(unions[shift * words + w], shift);
    handle_free(g, unions, 64 * words * sizeof *unions);
    s->steps += m / 3 * words + 64 * words;
    return GRUNDY_OK;
}

/* All sums of the total m have heaps below m, whose values are known. */
static grundy_status next_total(grundy *g, octal_sequence *s)
{
    TRY(octal_triples_make_room(g, s));
    find_pairs(s, s->totals.totals);
    TRY(find_triples(g, s, s->totals.totals));
    s->totals.totals++;
    return GRUNDY_OK;
}

/* Word w of the set of the values of all options. */
static uint64_t options_word(const octal_sequence *s, size_t w)
{
    const octal_totals *t = &s->totals;
    uint64_t set = 0;
    for (uint64_t taken = 0; taken < s->code.digits && taken <= s->count; taken++) {
        uint64_t rest = s->count - taken;
        if (taken > 0 && octal_allows(&s->code, taken, rest == 0 ? 0 : 1) && s->values[rest] / 64 == w)
            set |= UINT64_C(1) << (s->values[rest] & 63);
        if (octal_allows(&s->code, taken, 2))
            set |= t->pairs[rest * t->words + w];
        if (octal_allows(&s->code, taken, 3))
            set |= t->triples[rest * t->words + w];
    }
    return set;
}

grundy_status octal_triples_value(grundy *g, octal_sequence *s, uint32_t *out)
{
    while (s->totals.totals <= s->count)
        TRY(next_total(g, s));
    uint32_t value = (uint32_t)s->bound;
    for (size_t w = 0; w < s->totals.words; w++) {
        uint64_t set = options_word(s, w);
        if (set != UINT64_MAX) {
            value = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(~set);
            break;
        }
    }
    *out = value;
    return GRUNDY_OK;
}
