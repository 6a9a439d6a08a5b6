/* sequence.c - periods, and when they are proved
 *
 * G has period p and saltus s from e on, as far as it is known, when the differences of G repeat with distance p
 * from the end back to e. All such (p,e) come from the lengths of the common prefixes of the reversed differences
 * with their shifts (the Z algorithm), in linear time. What proves a period for ever depends on the ruleset:
 *
 * - WINDOW: the value of n is a fixed function, from n = window_from on, of the last `depth` values and of the
 *   companion's values at n-depth..n, which repeat with the companion's period q. If q divides p and two windows at
 *   distance p are equal, all that follows is (push paper, Theorem 4.2.3).
 * - PARTS: options of n are sums of at most k heaps of total at least n - depth. If the period holds up to
 *   N >= k (e+p) + depth, each option of a larger n has a heap of at least e+p, which may be shortened by p without
 *   change of value, and conversely, so the period goes on (Guy and Smith 1956 for k = 2). Outcomes alone do not
 *   say what a sum is: for them the values' period is proved, and then reduced to the outcomes'.
 *
 *   Arithmetic periods of games that leave three heaps have a proof of their own (saltus.c).
 *
 * Otherwise a period is reported as checked, when it fills half of what was computed and repeats. */
#include "solvers/sequence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solvers/saltus.h"
#include "solvers/solver.h"

/* How far to look for a proof when the user does not say. A family whose sequences grow is given work instead, about a
 * second, after these heaps. */
enum {
    FIRST_LAST = 255,
    WINDOW_LAST = 1 << 22,
    PAIRS_LAST = 24576,
    TRIPLES_LAST = 1536,
    PLAIN_LAST = 4096,
    SEARCH_LAST = 96
};
#define HEAPS_LAST (UINT64_C(1) << 40)
#define EFFORT (UINT64_C(1) << 30)

/* Options that searches of heaps may look at: in all when the user does not say how far to look, else for each heap. */
#define PATIENCE (UINT64_C(1) << 18)
#define PATIENCE_HEAP (UINT64_C(1) << 18)

/* What looking for a period costs, in the family's steps for each heap. */
enum { LOOK_STEPS = 16, SALTUS_TRIES = 3 };

static void drop_lengths(grundy *g, sequence *s)
{
    handle_free(g, s->lengths, s->lengths_room * sizeof *s->lengths);
    s->lengths = NULL;
    s->lengths_room = 0;
}

void sequence_free(grundy *g, sequence *s)
{
    drop_lengths(g, s);
    handle_free(g, s->values, s->count * sizeof *s->values);
    if (s->growing.close != NULL)
        s->growing.close(g, s->growing.state);
    *s = (sequence){.count = 0};
}

/* ---- values ---- */

static grundy_status values_by_box(grundy *g, const grundy_ruleset *r, grundy_question question, size_t count,
                                   uint32_t *values)
{
    grundy_box box = {.dimensions = 1, .sizes = {count}, .question = question_of_values(question)};
    if (r->family->box == NULL)
        return GRUNDY_DOMAIN;
    TRY(r->family->box(g, r, &box, values));
    for (size_t n = 0; grundy_question_is_outcome(question) && n < count; n++)
        values[n] = values[n] != 0;
    return GRUNDY_OK;
}

static grundy_status value_of_heap(grundy *g, grundy_solver *solver, const grundy_ruleset *r, size_t n, uint32_t *out)
{
    char text[32];
    grundy_answer answer;
    grundy_buffer position = grundy_buffer_open(g);
    snprintf(text, sizeof text, "%zu", n);
    grundy_status status = grundy_position_parse(g, r, text, &position);
    if (status == GRUNDY_PARSE)
        status = grundy_fail(g, GRUNDY_DOMAIN, "%s is not played on single heaps, so it has no sequence of values",
                             grundy_ruleset_name(r));
    if (status == GRUNDY_OK)
        status = grundy_solve(solver, grundy_buffer_bytes(&position), &answer);
    grundy_buffer_close(&position);
    if (status == GRUNDY_OK && answer.value >= UINT32_MAX)
        status = grundy_fail(g, GRUNDY_LIMIT, "a value of %" PRIu64 " is too large for a sequence", answer.value);
    if (status == GRUNDY_OK)
        *out = (uint32_t)answer.value;
    return status;
}

/* The sequence ends before heap `count`. */
static grundy_status cut(grundy *g, sequence *s, size_t count)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *values = grundy_resize(g, s->values, s->count * sizeof *values, count * sizeof *values, &status);
    if (values == NULL)
        return status;
    s->values = values;
    s->count = count;
    s->plan.last = count - 1;
    return GRUNDY_OK;
}

/* Search the heaps one by one. When patience ends, the sequence ends with those that are known. */
static grundy_status values_by_search(grundy *g, sequence *s)
{
    const sequence_plan *p = &s->plan;
    grundy_solver *solver;
    grundy_status status = solver_open(g, p->r, p->computed, GRUNDY_SEARCH, &solver);
    if (status != GRUNDY_OK)
        return status;
    size_t n = 0;
    for (; n < s->count; n++) {
        grundy_report(g, "heaps", n, s->count);
        solver->patience = p->patience != 0 ? p->patience : atomic_load(&solver->effort) + PATIENCE_HEAP;
        status = value_of_heap(g, solver, p->r, n, &s->values[n]);
        if (status != GRUNDY_OK)
            break;
    }
    bool impatient = atomic_load(&solver->effort) > solver->patience;
    grundy_solver_close(solver);
    return status == GRUNDY_LIMIT && impatient && n > 1 ? cut(g, s, n) : status;
}

static void forget_values(grundy *g, sequence *s)
{
    handle_free(g, s->values, s->count * sizeof *s->values);
    s->values = NULL;
    s->count = 0;
}

/* Know the values up to heap `last`. After a failure none are known: those of a box that was not filled are no values. */
static grundy_status sequence_compute(grundy *g, uint64_t last, sequence *s)
{
    grundy_status status = GRUNDY_OK;
    if (last > HEAPS_LAST)
        return grundy_fail(g, GRUNDY_LIMIT, "heaps up to %" PRIu64 " are too many for a sequence", last);
    if (s->growing.extend != NULL) {
        status = s->growing.extend(g, &s->growing, last + 1);
        s->count = (size_t)s->growing.count;
        return status;
    }
    forget_values(g, s);
    s->values = handle_new(g, (size_t)last + 1, sizeof *s->values, &status);
    if (s->values == NULL)
        return status;
    s->count = (size_t)last + 1;
    status =
        s->plan.by_box ? values_by_box(g, s->plan.r, s->plan.computed, s->count, s->values) : values_by_search(g, s);
    if (status != GRUNDY_OK)
        forget_values(g, s);
    return status;
}

/* ---- repetition ---- */

/* The difference v(i') - v(i'-1), counted from the end: i = 0 is the last. */
static int64_t difference(const sequence *s, size_t i)
{
    return (int64_t)sequence_value(s, s->count - 1 - i) - (int64_t)sequence_value(s, s->count - 2 - i);
}

/* Room for a number for each heap, with some in advance; what it held is lost. */
static grundy_status want_lengths(grundy *g, sequence *s)
{
    grundy_status status = GRUNDY_OK;
    if (s->count <= s->lengths_room)
        return GRUNDY_OK;
    const size_t room = s->count + s->count / 2;
    drop_lengths(g, s);
    s->lengths = grundy_resize(g, NULL, 0, room * sizeof *s->lengths, &status);
    if (s->lengths != NULL)
        s->lengths_room = room;
    return status;
}

/* z[p]: how many differences, from the end, agree with those p before them; none at the last p, the number of them. */
static grundy_status common_lengths(grundy *g, sequence *s, const uint64_t **out)
{
    TRY(want_lengths(g, s));
    size_t length = s->count - 1, left = 0, right = 0;
    uint64_t *z = s->lengths;
    z[0] = z[length] = 0;
    for (size_t p = 1; p < length; p++) {
        size_t n = 0;
        if (p < right)
            n = z[p - left] < right - p ? z[p - left] : right - p;
        while (p + n < length && difference(s, n) == difference(s, p + n))
            n++;
        z[p] = n;
        if (p + n > right) {
            left = p;
            right = p + n;
        }
    }
    *out = z;
    return GRUNDY_OK;
}

/* The period p as far as it is known: where it begins, and its saltus. False if values fall. */
static bool candidate(const sequence *s, const uint64_t *z, size_t p, grundy_period *out)
{
    uint32_t last = sequence_value(s, s->count - 1), before = sequence_value(s, s->count - 1 - p);
    if (last < before)
        return false;
    *out = (grundy_period){.preperiod = s->count - 1 - p - z[p],
                           .period = p,
                           .saltus = last - before,
                           .checked_to = s->count - 1,
                           .proved = GRUNDY_UNKNOWN};
    return true;
}

/* ---- proofs ---- */

/* The value of heap n, when the period holds for ever. */
static uint64_t repeated(const sequence *s, const grundy_period *p, uint64_t n)
{
    if (n < p->preperiod)
        return sequence_value(s, (size_t)n);
    const uint64_t periods = (n - p->preperiod) / p->period;
    return sequence_value(s, (size_t)(n - periods * p->period)) + periods * p->saltus;
}

/* Do heaps at this distance differ by `saltus` from the preperiod on? */
static bool sequence_repeats_sooner(const sequence *s, const grundy_period *p, uint64_t period, uint64_t saltus)
{
    uint64_t n = p->preperiod;
    while (n < p->preperiod + p->period && repeated(s, p, n + period) == repeated(s, p, n) + saltus)
        n++;
    return n == p->preperiod + p->period;
}

/* From a proved period to the least one, and to the least preperiod. The greatest common divisor of two periods is a
 * period, so the least divides any other; its share of the saltus is the same. Whether it holds shows in one period of heaps. */
static void sequence_reduce(const sequence *s, grundy_period *p)
{
    grundy_period least = *p;
    for (least.period = 1;; least.period++) {
        if (p->period % least.period != 0)
            continue;
        least.saltus = p->saltus / (p->period / least.period);
        if (sequence_repeats_sooner(s, p, least.period, least.saltus))
            break;
    }
    while (least.preperiod > 0 && repeated(s, p, least.preperiod - 1 + least.period) ==
                                      sequence_value(s, (size_t)least.preperiod - 1) + least.saltus)
        least.preperiod--;
    *p = least;
}

static bool window_proves(const sequence *s, const uint64_t *z, const grundy_recurrence *rule,
                          const grundy_period *companion, grundy_period *out)
{
    uint64_t from = rule->window_from > rule->depth ? rule->window_from - rule->depth : 0;
    if (companion->preperiod > from)
        from = companion->preperiod;
    for (size_t p = (size_t)companion->period; p < s->count; p += (size_t)companion->period) {
        if (!candidate(s, z, p, out) || out->saltus != 0)
            continue;
        uint64_t base = out->preperiod > from ? out->preperiod : from;
        if (base + rule->depth + p > s->count)
            continue;
        out->proved = GRUNDY_YES;
        out->reason = "a repeated state (push paper, Theorem 4.2.3)";
        return true;
    }
    return false;
}

/* Sets s->next to the heap up to which the period that is nearest to a proof must hold. */
static bool parts_prove(sequence *s, const uint64_t *z, const grundy_recurrence *rule, grundy_period *out)
{
    for (size_t p = 1; rule->parts * p < s->count; p++) {
        grundy_period found;
        if (!candidate(s, z, p, &found) || found.saltus != 0)
            continue;
        uint64_t start = found.preperiod > 1 ? found.preperiod : 1, needed = rule->parts * (start + p) + rule->depth;
        if (needed > s->count - 1) {
            s->next = needed < s->next ? needed : s->next;
            continue;
        }
        *out = found;
        out->proved = GRUNDY_YES;
        out->reason = "the criterion of Guy and Smith";
        return true;
    }
    return false;
}

/* The same for arithmetic periods. Their check takes long, so a few are tried: from any one on, multiples too look like one. */
static grundy_status saltus_proves(grundy *g, sequence *s, const uint64_t *z, bool *proved)
{
    const grundy_recurrence *rule = &s->plan.rule;
    unsigned tried = 0;
    *proved = false;
    if (rule->kind != GRUNDY_RECUR_PARTS || rule->digits == NULL || rule->parts < 3 || s->outcomes)
        return GRUNDY_OK;
    for (size_t p = 1; rule->parts * p < s->count && tried < SALTUS_TRIES && !*proved; p++) {
        grundy_period found;
        if (!candidate(s, z, p, &found) || found.saltus == 0)
            continue;
        uint64_t needed = saltus_needs(rule, &found);
        if (needed > s->count - 1) {
            s->next = needed < s->next ? needed : s->next;
            continue;
        }
        tried++;
        TRY(saltus_holds(g, s, rule, &found, proved));
        if (*proved) {
            s->period = found;
            s->period.proved = GRUNDY_YES;
            s->period.reason = "a check of all options of two periods of heaps (solvers/saltus.c)";
        }
    }
    return GRUNDY_OK;
}

/* The least period that fills half of the sequence and repeats. */
static void best_guess(const sequence *s, const uint64_t *z, grundy_period *out)
{
    for (size_t p = 1; 3 * p < s->count; p++)
        if (candidate(s, z, p, out) && z[p] >= 2 * p && 2 * (size_t)z[p] >= s->count)
            return;
    *out = (grundy_period){.checked_to = s->count - 1, .proved = GRUNDY_UNKNOWN};
}

/* ---- the search for a proof ---- */

static uint64_t last_by_rule(const sequence_plan *p)
{
    if (!p->by_box)
        return SEARCH_LAST;
    if (p->rule.kind == GRUNDY_RECUR_WINDOW)
        return WINDOW_LAST;
    if (p->rule.kind == GRUNDY_RECUR_PARTS)
        return p->rule.parts > 2 ? TRIPLES_LAST : PAIRS_LAST;
    return PLAIN_LAST;
}

static grundy_status make_plan(grundy *g, uint64_t to, sequence_plan *p)
{
    uint32_t first[FIRST_LAST + 1]; /* enough of them that a move which no box can follow shows */
    size_t count = to != 0 && to < FIRST_LAST ? (size_t)to + 1 : FIRST_LAST + 1;
    p->companion = (grundy_period){.period = 1};
    p->effort = UINT64_MAX;
    TRY(recurrence_of(g, p->r, p->question, &p->rule));
    grundy_status status = values_by_box(g, p->r, p->question, count, first);
    if (status != GRUNDY_OK && status != GRUNDY_DOMAIN)
        return status;
    p->by_box = status == GRUNDY_OK;
    if (p->rule.kind == GRUNDY_RECUR_WINDOW && p->rule.companion != NULL) {
        TRY(grundy_find_period(g, p->rule.companion, p->question, 0, &p->companion));
        if (p->companion.proved != GRUNDY_YES || p->companion.saltus != 0)
            p->rule.kind = GRUNDY_RECUR_NONE;
    }
    p->computed = p->rule.kind == GRUNDY_RECUR_PARTS ? question_of_values(p->question) : p->question;
    p->last = to != 0 ? to : last_by_rule(p);
    p->patience = to == 0 ? PATIENCE : 0;
    return GRUNDY_OK;
}

/* Use the family's growing sequence, if it has one for this question. */
static grundy_status begin_growing(grundy *g, uint64_t to, sequence *s)
{
    sequence_plan *p = &s->plan;
    if (p->r->family->open_sequence == NULL || grundy_question_is_outcome(p->computed))
        return GRUNDY_OK;
    grundy_status status = p->r->family->open_sequence(g, p->r, p->computed, &s->growing);
    if (status != GRUNDY_OK)
        return status == GRUNDY_DOMAIN ? GRUNDY_OK : status;
    if (to == 0 && p->rule.kind == GRUNDY_RECUR_PARTS) {
        p->effort = EFFORT;
        p->last = HEAPS_LAST;
    }
    return GRUNDY_OK;
}

static bool prove(sequence *s, const uint64_t *z)
{
    const sequence_plan *p = &s->plan;
    if (p->rule.kind == GRUNDY_RECUR_WINDOW)
        return window_proves(s, z, &p->rule, &p->companion, &s->period);
    return p->rule.kind == GRUNDY_RECUR_PARTS && parts_prove(s, z, &p->rule, &s->period);
}

/* Look for a proof, and for the best guess where there is none. */
static grundy_status sequence_find_period(grundy *g, sequence *s)
{
    bool to_outcomes = s->plan.computed != s->plan.question;
    const uint64_t *z;
    s->outcomes = false;
    TRY(common_lengths(g, s, &z));
    bool proved = prove(s, z);
    if (!proved && !to_outcomes)
        TRY(saltus_proves(g, s, z, &proved));
    s->outcomes = to_outcomes;
    if (proved)
        sequence_reduce(s, &s->period);
    if (!proved && to_outcomes)
        TRY(common_lengths(g, s, &z));
    if (!proved)
        best_guess(s, z, &s->period);
    s->period.checked_to = s->count - 1;
    s->work += LOOK_STEPS * s->count;
    return GRUNDY_OK;
}

bool sequence_done(const sequence *s)
{
    if (s->period.proved == GRUNDY_YES || (s->count > 0 && s->count - 1 >= s->plan.last))
        return true;
    return s->count > last_by_rule(&s->plan) && s->growing.steps + s->work > s->plan.effort;
}

/* What grows is looked at again after a quarter more, or when a period may be proved; else the length is doubled. */
static uint64_t next_last(const sequence *s, uint64_t hoped_for)
{
    uint64_t last = s->count - 1, further = s->growing.extend != NULL ? last + last / 4 + 1 : 2 * last + 1;
    if (s->growing.extend != NULL && hoped_for > last && hoped_for < further)
        further = hoped_for > last + last / 64 ? hoped_for : last + last / 64 + 1;
    return further < s->plan.last ? further : s->plan.last;
}

grundy_status sequence_step(grundy *g, sequence *s)
{
    uint64_t last = s->next;
    TRY(sequence_compute(g, last, s));
    s->next = UINT64_MAX;
    grundy_status status = sequence_find_period(g, s);
    s->next = next_last(s, s->next);
    if (sequence_done(s))
        drop_lengths(g, s);
    return status;
}

grundy_status sequence_open(grundy *g, const grundy_ruleset *r, grundy_question question, uint64_t to, sequence *out)
{
    sequence s = {.plan = {.r = r, .question = question}, .period = {.proved = GRUNDY_UNKNOWN}};
    TRY(make_plan(g, to, &s.plan));
    if (s.plan.rule.kind == GRUNDY_RECUR_LINEAR)
        s.period =
            (grundy_period){.period = 1, .saltus = 1, .proved = GRUNDY_YES, .reason = "its closed form G(n) = n"};
    else
        TRY(begin_growing(g, to, &s));
    s.next = s.plan.last < FIRST_LAST ? s.plan.last : FIRST_LAST;
    *out = s;
    return GRUNDY_OK;
}

bool sequence_knows(const sequence *s, uint64_t n, uint64_t *out)
{
    const grundy_period *p = &s->period;
    if (n < s->count) {
        *out = sequence_value(s, (size_t)n);
        return true;
    }
    if (s->count == 0 || p->proved != GRUNDY_YES)
        return false;
    uint64_t periods = (n - p->preperiod) / p->period;
    if (p->saltus != 0 && periods >= (UINT64_C(1) << 62) / p->saltus)
        return false;
    *out = sequence_value(s, (size_t)(p->preperiod + (n - p->preperiod) % p->period)) + periods * p->saltus;
    return true;
}

grundy_status grundy_find_period(grundy *g, const grundy_ruleset *r, grundy_question question, uint64_t to,
                                 grundy_period *out)
{
    sequence s;
    TRY(sequence_open(g, r, question, to, &s));
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && !sequence_done(&s))
        status = sequence_step(g, &s);
    if (status == GRUNDY_OK)
        *out = s.period;
    sequence_free(g, &s);
    return status;
}
