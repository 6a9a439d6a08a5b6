/* claims_push_subtraction.c - "The switch operators and push-the-button games", section 4.2: compounds of subtraction
 * games. A sequence is judged on a stretch at least four times as long as the period and preperiod that are claimed. */
#include <inttypes.h>
#include <stdio.h>

#include "claims/judge.h"
#include "math/mex.h"

/* ---- Proposition 4.2.2 ---- */

/* The heaps n = residue mod modulus, said to be the P-positions. */
typedef struct {
    uint64_t modulus, residue;
} residue_class;

static grundy_status p_in_residue(claim_run *run, const judged_box *boxes, const void *context)
{
    const residue_class *c = context;
    for (size_t n = 0; n < boxes->cells; n++)
        TRY(claim_holds(run, (boxes->answers[n] == 0) == (n % c->modulus == c->residue), "%s %zu, %s",
                        boxes->request->ruleset, n,
                        boxes->request->question == GRUNDY_OUTCOME ? "normal play" : "misere play"));
    return GRUNDY_OK;
}

static grundy_status initial_sets(claim_run *run)
{
    char name[64];
    uint64_t most = claim_bound(run, 40, 2);
    const judged_shape shape = {1, {(size_t)(5 * most)}};
    for (uint64_t k = 1; k <= most; k++) {
        snprintf(name, sizeof name, "subtraction(1..%" PRIu64 ")", k);
        for (unsigned misere = 0; misere <= 1; misere++) {
            const residue_class c = {k + 1, misere};
            const judged_request request = {name, misere ? GRUNDY_MISERE_OUTCOME : GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL};
            TRY(with_boxes(run, &request, 1, &shape, p_in_residue, &c));
        }
    }
    return GRUNDY_OK;
}

/* ---- Theorem 4.2.3 ---- */

/* Does the sequence repeat with this period from `from` to its end? */
static bool repeats(const uint32_t *values, size_t count, size_t period, size_t from)
{
    for (size_t n = count; n-- > from + period;)
        if (values[n] != values[n - period])
            return false;
    return true;
}

/* Has the sequence a period and a preperiod that are at most the bound? */
static bool repeats_within(const uint32_t *values, size_t count, size_t bound)
{
    for (size_t period = 1; period <= bound; period++)
        if (repeats(values, count, period, bound))
            return true;
    return false;
}

/* A subtraction set as a bit set: bit s for taking s. */
typedef struct {
    uint32_t members;
} taken_set;

static unsigned greatest_of(taken_set s)
{
    return 31 - (unsigned)__builtin_clz(s.members);
}

static void taken_print(taken_set s, char *text, size_t size)
{
    size_t used = 0;
    for (unsigned i = 1; i <= greatest_of(s); i++)
        if ((s.members >> i & 1) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%u", used == 0 ? "" : ",", i);
}

/* k base^greatest, with base 2 for outcomes and |S| + 2 for values */
static size_t taken_bound(size_t k, taken_set s, bool values)
{
    size_t bound = k, base = values ? (size_t)__builtin_popcount(s.members) + 2 : 2;
    for (unsigned i = 0; i < greatest_of(s); i++)
        bound *= base;
    return bound;
}

/* The values of push(subtraction(S),R2), by the definition, where R2 has the values word[n mod k]; for outcomes, N is 1. */
static void push_sequence(taken_set s, const uint32_t *word, size_t k, bool values, uint32_t *out, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        uint64_t seen = UINT64_C(1) << word[n % k];
        for (unsigned i = 1; i <= greatest_of(s) && i <= n; i++)
            if ((s.members >> i & 1) != 0)
                seen |= UINT64_C(1) << out[n - i];
        out[n] = values ? set_mex(&seen, 1) : (seen & 1) != 0;
    }
}

/* Words of length k in which each value has all smaller ones beside it: the values of R2 that rulesets can have. */
static bool is_word(const uint32_t *word, size_t k)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < k; i++)
        seen |= UINT64_C(1) << word[i];
    return (seen & (seen + 1)) == 0;
}

enum { WORD_MAX = 4 };

static grundy_status check_word(claim_run *run, taken_set s, const uint32_t *word, size_t k, bool values)
{
    grundy_status status = GRUNDY_OK;
    size_t bound = taken_bound(k, s, values), count = 4 * bound + greatest_of(s);
    char set[128];
    uint32_t *sequence = handle_new(run->g, count, sizeof *sequence, &status);
    if (sequence == NULL)
        return status;
    push_sequence(s, word, k, values, sequence, count);
    taken_print(s, set, sizeof set);
    status = claim_holds(run, repeats_within(sequence, count, bound),
                         "S = {%s}, R2 of period %zu: %" PRIu32 " %" PRIu32 " ...", set, k, word[0], word[1 % k]);
    handle_free(run->g, sequence, count * sizeof *sequence);
    return status;
}

/* All words of length k with values below `letters`. */
static grundy_status all_words(claim_run *run, taken_set s, size_t k, uint32_t letters, bool values)
{
    uint32_t word[WORD_MAX] = {0};
    for (size_t i = 0; i < k;) {
        if (is_word(word, k))
            TRY(check_word(run, s, word, k, values));
        for (i = 0; i < k && ++word[i] == letters; i++)
            word[i] = 0;
    }
    return GRUNDY_OK;
}

/* R1 and R2 both subtraction games, by brute force; R2 with a period from the start. */
static grundy_status subtraction_check_boxes(claim_run *run, const judged_box *boxes, const void *context)
{
    const taken_set *s = context;
    bool values = boxes->request->question == GRUNDY_VALUE;
    for (size_t k = 1; k <= boxes->cells / 4; k++) {
        size_t bound = taken_bound(k, *s, values);
        if (!repeats(boxes[1].answers, boxes->cells, k, 0))
            continue;
        return 3 * bound > boxes->cells ? GRUNDY_OK
                                        : claim_holds(run, repeats_within(boxes[0].answers, boxes->cells, bound),
                                                      "%s: not within %zu", boxes->request->ruleset, bound);
    }
    return GRUNDY_OK;
}

static grundy_status check_sets(claim_run *run, taken_set s, taken_set t, bool values)
{
    char first[128], second[128], ruleset[320], push[640];
    taken_print(s, first, sizeof first);
    taken_print(t, second, sizeof second);
    snprintf(ruleset, sizeof ruleset, "subtraction(%s)", second);
    snprintf(push, sizeof push, "push(subtraction(%s),%s)", first, ruleset);
    grundy_question question = values ? GRUNDY_VALUE : GRUNDY_OUTCOME;
    const judged_request requests[] = {{push, question, GRUNDY_BRUTE, NULL}, {ruleset, question, GRUNDY_BRUTE, NULL}};
    size_t longest = 2 * greatest_of(t); /* of the periods of sets as small as these */
    const judged_shape shape = {1, {4 * taken_bound(longest, s, values)}};
    return with_boxes(run, requests, 2, &shape, subtraction_check_boxes, &s);
}

/* All sets with members up to greatest; R2 any word, or any of these sets. */
static grundy_status all_sets(claim_run *run, unsigned greatest, uint32_t letters, bool values)
{
    for (uint32_t s = 2; s < UINT32_C(2) << greatest; s += 2) {
        for (size_t k = 1; k <= WORD_MAX; k++)
            TRY(all_words(run, (taken_set){s}, k, letters, values));
        for (uint32_t t = 2; t < UINT32_C(2) << greatest; t += 2)
            TRY(check_sets(run, (taken_set){s}, (taken_set){t}, values));
    }
    return GRUNDY_OK;
}

/* One more for each factor of 32 in the scale. */
static unsigned set_bound(const claim_run *run, unsigned base)
{
    for (uint64_t scale = run->scale; scale >= 32 && base < 7; scale /= 32)
        base++;
    return base;
}

static grundy_status periodic_outcomes(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "R2 periodic from 0 on, as the proof takes it"));
    return all_sets(run, set_bound(run, 4), 2, false);
}

static grundy_status periodic_values(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "R2 periodic from 0 on, as the proof takes it"));
    return all_sets(run, set_bound(run, 3), 3, true);
}

/* ---- Theorem 4.2.4 ---- */

typedef struct {
    uint64_t k1, k2;
    uint64_t a; /* the least positive one; 0: there is none */
    uint64_t period;
} initial_pair;

static initial_pair initial_pair_of(uint64_t k1, uint64_t k2)
{
    initial_pair p = {.k1 = k1, .k2 = k2, .period = k1 + 1};
    for (uint64_t a = 1; p.a == 0 && a <= k2 + 1; a++)
        if (((k1 + 1) * a) % (k2 + 1) == k2)
            p.a = a;
    if (p.a != 0)
        p.period = (k1 + 1) * p.a + 1;
    return p;
}

static grundy_status subtraction_has_period(claim_run *run, const judged_box *boxes, const void *context)
{
    const initial_pair *p = context;
    return claim_holds(run, repeats(boxes->answers, boxes->cells, (size_t)p->period, 0),
                       "%s has not the period %" PRIu64, boxes->request->ruleset, p->period);
}

static grundy_status has_no_smaller(claim_run *run, const judged_box *boxes, const void *context)
{
    const initial_pair *p = context;
    for (size_t period = 1; period < p->period; period++)
        TRY(claim_holds(run, !repeats(boxes->answers, boxes->cells, period, 0), "%s has the period %zu",
                        boxes->request->ruleset, period));
    return GRUNDY_OK;
}

/* The proof: P at b (k1+1) + 1, b < a, within a period; or at 1 mod k1+1. */
static grundy_status has_positions(claim_run *run, const judged_box *boxes, const void *context)
{
    const initial_pair *p = context;
    for (size_t n = 0; n < boxes->cells; n++) {
        uint64_t m = n % p->period;
        bool stated = m % (p->k1 + 1) == 1 && (p->a == 0 || m / (p->k1 + 1) < p->a);
        TRY(claim_holds(run, (boxes->answers[n] == 0) == stated, "%s %zu, by %s", boxes->request->ruleset, n,
                        grundy_method_word(boxes->request->method)));
    }
    return GRUNDY_OK;
}

static grundy_status each_initial_pair(claim_run *run, grundy_method method, box_check check)
{
    char push[96];
    uint64_t most = claim_bound(run, 20, 3);
    for (uint64_t k1 = 1; k1 <= most; k1++)
        for (uint64_t k2 = 1; k2 <= most; k2++) {
            const initial_pair p = initial_pair_of(k1, k2);
            const judged_shape shape = {1, {(size_t)(4 * p.period)}};
            snprintf(push, sizeof push, "push(subtraction(1..%" PRIu64 "),subtraction(1..%" PRIu64 "))", k1, k2);
            const judged_request request = {push, GRUNDY_OUTCOME, method, NULL};
            TRY(with_boxes(run, &request, 1, &shape, check, &p));
        }
    return GRUNDY_OK;
}

static grundy_status initial_periods(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "a is the least positive integer"));
    return each_initial_pair(run, GRUNDY_BRUTE, subtraction_has_period);
}

static grundy_status initial_periods_least(claim_run *run)
{
    return each_initial_pair(run, GRUNDY_BRUTE, has_no_smaller);
}

static grundy_status initial_positions(claim_run *run)
{
    TRY(each_initial_pair(run, GRUNDY_BRUTE, has_positions));
    return each_initial_pair(run, GRUNDY_FORMULA, has_positions);
}

static const claim claims[] = {
    {"push-4.2.2", "subtraction(1..k): n is P iff n = 0 mod k+1, in misere play iff n = 1 mod k+1", NULL, initial_sets},
    {"push-4.2.3",
     "if the P-positions of R2 have period k, those of push(subtraction(S),R2) have period and preperiod at most "
     "k 2^max(S)",
     NULL, periodic_outcomes},
    {"push-4.2.3-values",
     "if the values of R2 have period k, those of push(subtraction(S),R2) have period and preperiod at most "
     "k (|S|+2)^max(S)",
     NULL, periodic_values},
    {"push-4.2.4",
     "push(subtraction(1..k1),subtraction(1..k2)): outcomes of period (k1+1)a + 1, a least with (k1+1)a = -1 mod "
     "k2+1; k1+1 if there is none",
     NULL, initial_periods},
    {"push-4.2.4-least", "the period of 4.2.4 is the least", NULL, initial_periods_least},
    {"push-4.2.4-proof", "its P-positions are b(k1+1) + 1, b < a, and these shifted by the period; or 1 mod k1+1", NULL,
     initial_positions},
};

const claim_table push_subtraction_claims = {"push", claims, GRUNDY_COUNT(claims)};
