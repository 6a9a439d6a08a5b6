/* quotient_heaps.c - the misere quotient of single heaps 0, 1, 2, ..., and their period
 *
 * The element of a heap follows from the set of the elements of its options, by the mex rule. So what proves periods of values
 * proves periods of elements, in the quotient of all heaps that were looked at:
 *
 * - If the options of heap n are sums of at most k heaps of total n-d to n, and heaps n and n + p have the same element for
 *   all n >= e as far as heap k (e+p) + d, e >= 1, then this holds for ever, and the quotient is that of all heaps: each option
 *   of a larger heap has a heap of at least e+p, which may be shortened by p (Plambeck, Taming the wild in impartial
 *   combinatorial games, 2005; for values Guy and Smith, 1956).
 * - If the options of heap n are the heaps n - s for fixed s <= d, then d equal elements at distance p are enough. */
#include <inttypes.h>
#include <stdio.h>

#include "rulesets/heaps/heaps.h"
#include "solvers/quotient.h"

/* How far to look when the user does not say. */
enum { HEAPS_LAST = 1 << 15, TRIPLES_LAST = 1 << 10, ORDER_LAST = 2048 };

/* The most elements where a quotient is found to answer a question. */
enum { SOLVER_ORDER_MAX = 512 };

/* ---- elements of heaps ---- */

bool quotient_reads_heaps(const grundy_ruleset *r)
{
    return r->family->encoding == GRUNDY_ENCODING_HEAPS;
}

bool quotient_key_heap(const grundy_quotient *q, grundy_bytes key, uint64_t *heap)
{
    return q->heaps.size > 0 && quotient_reads_heaps(q->r) && number_read(&key) == 0 && heaps_next(&key, heap) &&
           key.size == 0;
}

static uint32_t quotient_heap_component(const grundy_quotient *q, uint64_t heap)
{
    const uint32_t number = quotient_u32(&q->heaps, (size_t)heap);
    return number == UINT32_MAX ? 0 : quotient_met(q, number)->component;
}

static uint64_t quotient_heaps_count(const grundy_quotient *q)
{
    return q->heaps.size / sizeof(uint32_t);
}

grundy_status quotient_heap_element(const grundy_quotient *q, uint64_t heap, uint32_t *out)
{
    const grundy_period *p = &q->period;
    if (heap >= quotient_heaps_count(q)) {
        if (p->proved != GRUNDY_YES)
            return GRUNDY_DOMAIN;
        heap = p->preperiod + (heap - p->preperiod) % p->period;
    }
    *out = q->q.i.values[quotient_heap_component(q, heap)];
    return GRUNDY_OK;
}

grundy_status grundy_quotient_heap(const grundy_quotient *q, uint64_t heap, uint32_t *out)
{
    grundy_status status = quotient_heap_element(q, heap, out);
    if (status == GRUNDY_DOMAIN)
        status = grundy_fail(q->g, GRUNDY_DOMAIN, "the quotient does not cover a heap of %" PRIu64, heap);
    return status;
}

/* ---- options by the digits ---- */

/* A word of up to three components, sorted, without those that are terminal. */
static size_t heaps_word(uint32_t a, uint32_t b, uint32_t c, uint32_t *word)
{
    uint32_t all[3] = {a, b, c};
    size_t length = 0;
    for (size_t k = 0; k < 3; k++) {
        size_t place = length;
        if (all[k] == 0)
            continue;
        for (; place > 0 && word[place - 1] > all[k]; place--)
            word[place] = word[place - 1];
        word[place] = all[k];
        length++;
    }
    return length;
}

/* Options that leave the total in so many heaps as the digit says. */
static grundy_status heaps_leave(const grundy_quotient *q, unsigned digit, uint64_t total,
                                 grundy_status (*visit)(void *to, const uint32_t *word, size_t length), void *to)
{
    uint32_t word[3];
    if ((digit >> 1 & 1) && total >= 1)
        TRY(visit(to, word, heaps_word(quotient_heap_component(q, total), 0, 0, word)));
    for (uint64_t a = 1; (digit >> 2 & 1) && 2 * a <= total; a++)
        TRY(visit(to, word, heaps_word(quotient_heap_component(q, a), quotient_heap_component(q, total - a), 0, word)));
    for (uint64_t a = 1; (digit >> 3 & 1) && 3 * a <= total; a++)
        for (uint64_t b = a; a + 2 * b <= total; b++)
            TRY(visit(to, word,
                      heaps_word(quotient_heap_component(q, a), quotient_heap_component(q, b),
                                 quotient_heap_component(q, total - a - b), word)));
    return GRUNDY_OK;
}

grundy_status quotient_heap_options(const grundy_quotient *q, uint64_t heap,
                                    grundy_status (*visit)(void *to, const uint32_t *word, size_t length), void *to)
{
    const grundy_recurrence *rule = &q->rule;
    for (uint64_t taken = 0; taken <= rule->depth; taken++) {
        unsigned digit = rule->digits[taken];
        if (taken == 0)
            digit &= ~2u; /* nothing would have changed */
        TRY(heaps_leave(q, digit, heap - taken, visit, to));
    }
    return GRUNDY_OK;
}

static bool heaps_has_options(const grundy_quotient *q, uint64_t heap)
{
    bool some = false;
    for (uint64_t taken = 0; taken <= q->rule.depth; taken++)
        for (unsigned j = taken == 0 ? 2 : 1; j <= 3; j++)
            some = some || ((q->rule.digits[taken] >> j & 1) && heap - taken >= j);
    return some;
}

/* ---- the next heap ---- */

static grundy_status heaps_note(grundy_quotient *q, uint32_t number)
{
    return grundy_append(&q->heaps, &number, sizeof number);
}

static grundy_status heaps_add_by_digits(grundy_quotient *q, uint64_t heap)
{
    grundy_buffer key = grundy_buffer_open(q->g);
    uint32_t number = 0;
    grundy_status status = number_append(&key, 0);
    if (status == GRUNDY_OK)
        status = heaps_put(&key, &heap, 1);
    if (status == GRUNDY_OK)
        status = quotient_meet(q, grundy_buffer_bytes(&key), &number);
    grundy_buffer_close(&key);
    TRY(status);
    if (quotient_met(q, number)->state == COMPONENT_NEW) {
        quotient_met(q, number)->heap = heap;
        if (heaps_has_options(q, heap))
            TRY(quotient_put(q, number));
        quotient_met(q, number)->state = COMPONENT_DONE;
    }
    return heaps_note(q, number);
}

static grundy_status heaps_add_position(grundy_quotient *q, grundy_bytes position)
{
    grundy_list keys = grundy_list_open(q->g);
    grundy_status status = grundy_quotient_add(q, position);
    if (status == GRUNDY_OK)
        status = normal_form(q->g, &q->registry, position, SPLIT_ISOMORPHIC, &keys);
    const size_t count = grundy_list_count(&keys);
    if (status == GRUNDY_OK && count > 1)
        status = grundy_fail(q->g, GRUNDY_DOMAIN, "%s: a single heap is a sum of others", grundy_ruleset_name(q->r));
    if (status == GRUNDY_OK)
        status = heaps_note(q, count == 0 ? UINT32_MAX : numbering_find(&q->keys, grundy_list_at(&keys, 0)));
    grundy_list_close(&keys);
    return status;
}

static grundy_status heaps_add(grundy_quotient *q, uint64_t heap)
{
    char text[32];
    if (q->rule.kind == GRUNDY_RECUR_PARTS && q->rule.digits != NULL && q->rule.parts <= 3 && heap > q->rule.depth)
        return heaps_add_by_digits(q, heap);
    grundy_buffer position = grundy_buffer_open(q->g);
    snprintf(text, sizeof text, "%" PRIu64, heap);
    grundy_status status = grundy_position_parse(q->g, q->r, text, &position);
    if (status == GRUNDY_PARSE)
        status = grundy_fail(q->g, GRUNDY_DOMAIN,
                             "%s is not played on single heaps: name positions, as in `quotient cram 3x3`",
                             grundy_ruleset_name(q->r));
    if (status == GRUNDY_OK)
        status = heaps_add_position(q, grundy_buffer_bytes(&position));
    grundy_buffer_close(&position);
    return status;
}

/* ---- the period ---- */

/* Where the period p of what is known begins. */
static uint64_t heaps_start(const uint32_t *values, uint64_t count, uint64_t p)
{
    uint64_t start = count - p;
    while (start > 0 && values[start - 1] == values[start - 1 + p])
        start--;
    return start;
}

/* Is the period p, which begins at `start` and holds for `count` heaps, one for ever? */
static const char *heaps_proof(const grundy_recurrence *rule, uint64_t start, uint64_t p, uint64_t count)
{
    const uint64_t first = start > 1 ? start : 1;
    const uint64_t from = rule->window_from > rule->depth ? rule->window_from - rule->depth : 0;
    if (rule->kind == GRUNDY_RECUR_PARTS && rule->parts * (first + p) + rule->depth < count)
        return "the elements of heaps repeat as far as the criterion of Guy and Smith asks, which holds for misere "
               "quotients too (Plambeck 2005)";
    if (rule->kind == GRUNDY_RECUR_WINDOW && rule->companion == NULL &&
        (start > from ? start : from) + rule->depth + p <= count)
        return "the elements of so many heaps repeat as a move may take tokens";
    return NULL;
}

static void heaps_period(grundy_quotient *q, const uint32_t *values, uint64_t count)
{
    q->period = (grundy_period){.checked_to = count - 1, .proved = GRUNDY_UNKNOWN};
    for (uint64_t p = 1; 2 * p < count; p++) {
        const uint64_t start = heaps_start(values, count, p);
        const char *reason = heaps_proof(&q->rule, start, p, count);
        if (reason == NULL && (q->period.period != 0 || start + 3 * p > count || 2 * start > count))
            continue;
        q->period.preperiod = start;
        q->period.period = p;
        q->period.proved = reason != NULL ? GRUNDY_YES : GRUNDY_UNKNOWN;
        q->period.reason = reason;
        if (reason != NULL)
            return;
    }
}

static grundy_status heaps_look(grundy_quotient *q)
{
    const uint64_t count = quotient_heaps_count(q);
    grundy_status status = GRUNDY_OK;
    uint32_t *values = grundy_resize(q->g, NULL, 0, (size_t)count * sizeof *values, &status);
    if (values == NULL)
        return status;
    for (uint64_t n = 0; n < count; n++)
        values[n] = q->q.i.values[quotient_heap_component(q, n)];
    heaps_period(q, values, count);
    handle_free(q->g, values, (size_t)count * sizeof *values);
    return GRUNDY_OK;
}

/* Add heaps up to the last, or until a period is proved. */
static grundy_status heaps_add_all(grundy_quotient *q, uint64_t last, uint64_t to)
{
    grundy_status status = GRUNDY_OK;
    uint64_t look = quotient_heaps_count(q) + 16;
    while (status == GRUNDY_OK && q->period.proved != GRUNDY_YES && quotient_heaps_count(q) <= last) {
        const uint64_t heap = quotient_heaps_count(q);
        status = heaps_add(q, heap);
        if (status == GRUNDY_OK && (heap >= look || heap == last)) {
            status = heaps_look(q);
            look = heap + heap / 8;
        }
        grundy_report(q->g, "heaps", heap, to);
    }
    return status;
}

grundy_status grundy_quotient_add_heaps(grundy_quotient *q, uint64_t to)
{
    q->q.most = to != 0 ? MONOID_ORDER_MAX : ORDER_LAST;
    grundy_status status = heaps_add_all(q, to != 0 ? to : HEAPS_LAST, to);
    if (status == GRUNDY_LIMIT && to == 0 && quotient_heaps_count(q) > 1) {
        handle_clear(q->g);
        status = heaps_look(q);
    }
    return status;
}

grundy_status quotient_reach(grundy_quotient *q, uint64_t heap, uint32_t most)
{
    const uint64_t last = q->rule.parts > 2 ? TRIPLES_LAST : HEAPS_LAST;
    uint32_t element;
    q->q.most = most;
    grundy_status status = heaps_add_all(q, heap < last ? heap : last, 0);
    if (status == GRUNDY_LIMIT) {
        handle_clear(q->g);
        return GRUNDY_DOMAIN;
    }
    return status == GRUNDY_OK ? quotient_heap_element(q, heap, &element) : status;
}

/* ---- outcomes ---- */

/* The greatest heap of a sum of single heaps. */
static grundy_status heaps_greatest(const grundy_list *keys, uint64_t *out)
{
    *out = 0;
    for (size_t k = 0; k < grundy_list_count(keys); k++) {
        grundy_bytes key = grundy_list_at(keys, k);
        uint64_t heap;
        if (number_read(&key) != 0 || !heaps_next(&key, &heap) || key.size > 0)
            return GRUNDY_DOMAIN;
        *out = heap > *out ? heap : *out;
    }
    return GRUNDY_OK;
}

static grundy_status quotient_say(grundy_solver *s)
{
    const grundy_quotient *q = s->quotient;
    const grundy_quotient_facts f = grundy_quotient_get_facts(q);
    char range[96];
    if (!s->explain)
        return GRUNDY_OK;
    if (f.period.proved == GRUNDY_YES)
        snprintf(range, sizeof range, "of all heaps, of period %" PRIu64 " from %" PRIu64 " on", f.period.period,
                 f.period.preperiod);
    else
        snprintf(range, sizeof range, "of heaps up to %" PRIu64, f.heaps);
    return solver_reason(s, "the misere quotient %s, which has %" PRIu64 " elements (Plambeck and Siegel)", range,
                         f.order);
}

/* Make the solver's quotient reach to this heap. */
static grundy_status quotient_want(grundy_solver *s, uint64_t heap)
{
    if (s->quotient_refused != 0 && heap >= s->quotient_refused)
        return GRUNDY_DOMAIN;
    if (s->quotient == NULL)
        TRY(grundy_quotient_open(s->g, s->r, &s->quotient));
    grundy_status status = GRUNDY_DOMAIN;
    if (s->quotient->rule.kind == GRUNDY_RECUR_PARTS && s->quotient->rule.digits != NULL)
        status = quotient_reach(s->quotient, heap, SOLVER_ORDER_MAX);
    if (status == GRUNDY_DOMAIN)
        s->quotient_refused = heap > 0 ? heap : 1;
    return status;
}

grundy_status solve_by_quotient(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    uint64_t greatest = 0;
    uint32_t element = 0;
    if (s->question != GRUNDY_MISERE_OUTCOME || s->r->family->recurrence == NULL || !quotient_reads_heaps(s->r))
        return GRUNDY_DOMAIN;
    grundy_list keys = grundy_list_open(s->g);
    grundy_status status = normal_form(s->g, &s->registry, position, SPLIT_ISOMORPHIC, &keys);
    if (status == GRUNDY_OK)
        status = heaps_greatest(&keys, &greatest);
    if (status == GRUNDY_OK)
        status = quotient_want(s, greatest);
    grundy_list_close(&keys);
    if (status == GRUNDY_OK)
        status = quotient_element(s->quotient, position, &element);
    TRY(status);
    *out = !bits_has(s->quotient->q.p, element);
    return quotient_say(s);
}
