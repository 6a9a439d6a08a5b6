/* saltus.c - a finite check that proves an arithmetic period
 *
 * Let G(n+p) = G(n) + s as far as it is known from heap e >= 1 on. Call heaps from e on regular. Let 2^t be the greatest power
 * of 2 that divides s, and write values as a high and a low part, the low part having t bits: each step by p adds the odd
 * number s/2^t to the high part of a regular heap and leaves the low part.
 *
 * Let n run through the 2p heaps from 3(e+p) + depth + 1 on. Suppose that for each such n
 *
 *   (1) no option of n whose nim-sum of low parts is that of G(n) has high parts whose arithmetic sum is that of G(n) or
 *       exceeds it by an even number;
 *   (2) G(n) >= 4s, and of the values v < G(n)
 *       those below G(n) - 4s are those of options with two regular heaps of equal high parts (and perhaps a third heap);
 *       those from there to below G(n) - 2s are those of such options where the third heap is regular too;
 *       the others are those of options with a regular heap, the other heaps being none, or one with the high part 0, or two
 *       with equal high parts.
 *
 * Then the period holds for ever. By induction, let it hold below n' = n + 2pm. Is G(n) + 2sm the value of an option of n'?
 * That has at most three heaps; as long as their total is at least three times e+p, one of them can be shortened by p and stays
 * regular. So there is an option of n with the same low parts, where the sum of the high parts is less by as much as the
 * high part of the value is. But a nim-sum is never greater than the arithmetic sum, and of the same parity: (1) excludes it.
 * Are the smaller values those of options of n', with m > 0? Adding p to two regular heaps with equal high parts changes no
 * value: with 2m periods added, the values below G(n) - 4s stay. Adding 2p to the third, or to the regular heap of the last
 * kind, adds 2s. So v from G(n) - 4s to below G(n) - 2s gives v + 2sj for all j <= m, the rest of the periods being added to the
 * two heaps; these are all values from G(n) - 4s to below G(n) + 2s(m-1). The others are v + 2sm for the v from G(n) - 2s
 * on. Hence G(n') = G(n) + 2sm.
 *
 * Sums of three heaps make arithmetic periods: Austin, Impartial and partisan games (1976); Howse and Nowakowski, Periodicity and
 * arithmetic-periodicity in hexadecimal games (2004), who have other conditions. */
#include "solvers/saltus.h"

#include <string.h>

/* Larger checks are not begun. */
#define OPTIONS_MOST (UINT64_C(1) << 30)

/* A value stays; it stays or rises; it rises when periods are added to heaps. */
enum { STAYS = 1, BOTH = 2, RISES = 4 };

typedef struct {
    const sequence *s;
    const unsigned char *digits;
    uint64_t regular_from, saltus;
    unsigned low;           /* bits of the low part */
    uint64_t value;         /* of the heap at hand */
    unsigned char *reached; /* for each smaller value: what options have it */
    bool possible;          /* so far */
} saltus_check;

static uint64_t regular_from(const grundy_period *p)
{
    return p->preperiod > 1 ? p->preperiod : 1;
}

static uint64_t first_heap(const grundy_recurrence *rule, const grundy_period *p)
{
    return 3 * (regular_from(p) + p->period) + rule->depth + 1;
}

uint64_t saltus_needs(const grundy_recurrence *rule, const grundy_period *period)
{
    return first_heap(rule, period) + 2 * period->period - 1;
}

/* Condition (1) for an option. */
static bool could_have_the_value(const saltus_check *c, const uint64_t *heaps)
{
    uint64_t low = 0, high = 0;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t v = sequence_value(c->s, (size_t)heaps[i]);
        low ^= v;
        high += v >> c->low;
    }
    bool low_agrees = ((low ^ c->value) & ((UINT64_C(1) << c->low) - 1)) == 0;
    uint64_t wanted = c->value >> c->low;
    return low_agrees && high >= wanted && (high - wanted) % 2 == 0;
}

static void saltus_reach(saltus_check *c, uint64_t value, unsigned how)
{
    if (value < c->value)
        c->reached[value] |= (unsigned char)how;
}

static bool regular(const saltus_check *c, uint64_t heap)
{
    return heap >= c->regular_from;
}

/* One heap, and a pair that might have equal high parts; a pair of 0 is one that is not there, like an empty heap. */
static void note(saltus_check *c, uint64_t heap, uint64_t x, uint64_t y)
{
    uint64_t a = sequence_value(c->s, (size_t)x), b = sequence_value(c->s, (size_t)y);
    uint64_t value = a ^ b ^ sequence_value(c->s, (size_t)heap);
    if (a >> c->low != b >> c->low)
        return;
    if (regular(c, heap))
        saltus_reach(c, value, RISES);
    if (regular(c, x) && regular(c, y))
        saltus_reach(c, value, regular(c, heap) ? STAYS | BOTH : STAYS);
}

/* An option; heaps that it has not are 0. */
static void look_at(saltus_check *c, uint64_t x, uint64_t y, uint64_t z)
{
    if (could_have_the_value(c, (uint64_t[]){x, y, z}))
        c->possible = false;
    note(c, x, y, z);
    note(c, y, x, z);
    note(c, z, x, y);
}

/* All options of heap n that leave this total. */
static void look_at_total(saltus_check *c, unsigned digit, uint64_t total)
{
    if (digit >> 1 & 1)
        look_at(c, total, 0, 0);
    for (uint64_t x = 1; (digit >> 2 & 1) && 2 * x <= total; x++)
        look_at(c, x, total - x, 0);
    for (uint64_t x = 1; (digit >> 3 & 1) && 3 * x <= total; x++)
        for (uint64_t y = x; y <= (total - x) / 2; y++)
            look_at(c, x, y, total - x - y);
}

/* Condition (2), when all options have been noted. */
static bool all_are_reached(const saltus_check *c)
{
    uint64_t s = c->saltus;
    if (c->value < 4 * s)
        return false;
    for (uint64_t v = 0; v < c->value; v++) {
        unsigned how = v + 4 * s < c->value ? STAYS : v + 2 * s < c->value ? BOTH : RISES;
        if ((c->reached[v] & how) == 0)
            return false;
    }
    return true;
}

static grundy_status check_heap(grundy *g, saltus_check *c, uint64_t n, uint64_t depth)
{
    grundy_status status = GRUNDY_OK;
    c->value = sequence_value(c->s, (size_t)n);
    c->reached = handle_new(g, (size_t)c->value + 1, 1, &status);
    if (c->reached == NULL)
        return status;
    for (uint64_t taken = 0; taken <= depth && c->possible && status == GRUNDY_OK; taken++) {
        look_at_total(c, c->digits[taken], n - taken);
        status = grundy_check(g);
    }
    c->possible = c->possible && all_are_reached(c);
    handle_free(g, c->reached, (size_t)c->value + 1);
    return status;
}

grundy_status saltus_holds(grundy *g, const sequence *s, const grundy_recurrence *rule, const grundy_period *period,
                           bool *holds)
{
    saltus_check c = {.s = s,
                      .digits = rule->digits,
                      .regular_from = regular_from(period),
                      .saltus = period->saltus,
                      .low = (unsigned)__builtin_ctzll(period->saltus),
                      .possible = true};
    uint64_t first = first_heap(rule, period), last = saltus_needs(rule, period);
    if (last >= s->count || last > UINT64_C(1) << 20 ||
        last * last / 12 * (last - first + 1) > OPTIONS_MOST / (rule->depth + 1))
        c.possible = false;
    for (uint64_t n = first; n <= last && c.possible; n++)
        TRY(check_heap(g, &c, n, rule->depth));
    *holds = c.possible;
    return GRUNDY_OK;
}
