/* claims_push_heaps.c - "The switch operators and push-the-button games", section 4.1: the six compounds of two of
 * Nim, Wythoff and Euclid. (push(nim,euclid) is in section 3.)
 *
 * The paper leaves push(euclid,wythoff) and push(wythoff,euclid) out. Both have short proofs, which
 * doc/results/push-euclid-wythoff.md gives. */
#include "claims/judge.h"

/* Pairs to this bound by brute force, at scale 1, and by the sweep. */
enum { BRUTE_TO = 100, SWEEP_TO = 500, FAR_SWEEP_TO = 1000 };

static grundy_status pairs(claim_run *run, const char *ruleset, grundy_question question, uint64_t least,
                           uint64_t sweep, bool (*is_p)(const void *, uint64_t, uint64_t))
{
    const pair_statement s = {ruleset, question, least, BRUTE_TO, sweep, true, is_p, NULL};
    return claim_pairs(run, &s);
}

/* Proposition 4.1.1. */
static bool claim_nim_wythoff(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    return (a == 0 && b == 1) || (a == b && a >= 2);
}

static grundy_status nim_wythoff_outcomes(claim_run *run)
{
    return pairs(run, "push(nim,wythoff)", GRUNDY_OUTCOME, 0, SWEEP_TO, claim_nim_wythoff);
}

/* Is b/a = F(k+1)/F(k) for an odd k (odd = 1) or an even k >= 2 (odd = 0)? For heaps below 2^32. */
static bool is_quotient(uint64_t a, uint64_t b, unsigned odd)
{
    uint64_t low, high;
    for (unsigned k = 2 - odd; grundy_fibonacci(k, &low) && low <= a && grundy_fibonacci(k + 1, &high); k += 2)
        if (b * low == a * high)
            return true;
    return false;
}

/* Proposition 4.1.2, a >= 1. */
static bool claim_euclid_nim(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    return (grundy_compare_golden(a, b) < 0 && !is_quotient(a, b, 1)) || is_quotient(a, b, 0);
}

static grundy_status euclid_nim_outcomes(claim_run *run)
{
    return pairs(run, "push(euclid,nim)", GRUNDY_OUTCOME, 1, SWEEP_TO, claim_euclid_nim);
}

static grundy_status misere_euclid(claim_run *run)
{
    return pairs(run, "euclid", GRUNDY_MISERE_OUTCOME, 1, SWEEP_TO, claim_euclid_nim);
}

/* With (0,b), on which b/a says nothing. */
static bool euclid_nim_from_0(const void *context, uint64_t a, uint64_t b)
{
    return a == 0 ? b > 0 : claim_euclid_nim(context, a, b);
}

static grundy_status euclid_nim_all(claim_run *run)
{
    return pairs(run, "push(euclid,nim)", GRUNDY_OUTCOME, 0, SWEEP_TO, euclid_nim_from_0);
}

/* Proposition 4.1.3: n is the difference of the heaps. */
static bool claim_wythoff_nim(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    uint64_t floor = 0;
    return a < b && grundy_golden_floor(b - a, &floor) && floor - 1 == a;
}

static grundy_status wythoff_nim_outcomes(claim_run *run)
{
    return pairs(run, "push(wythoff,nim)", GRUNDY_OUTCOME, 0, SWEEP_TO, claim_wythoff_nim);
}

/* The remark after 4.1.3: the P-positions are others than those of Wythoff, whichever way that is played. */
static grundy_status count_differences(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    size_t normal = 0, misere = 0;
    for (size_t cell = 0; cell < boxes->cells; cell++) {
        normal += boxes[0].answers[cell] != boxes[1].answers[cell];
        misere += boxes[0].answers[cell] != boxes[2].answers[cell];
    }
    TRY(claim_holds(run, normal > 0, "the outcomes are those of Wythoff in normal play"));
    return claim_holds(run, misere > 0, "the outcomes are those of Wythoff in misere play");
}

static grundy_status other_than_wythoff(claim_run *run)
{
    static const judged_request requests[] = {{"push(wythoff,nim)", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                                              {"wythoff", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                                              {"wythoff", GRUNDY_MISERE_OUTCOME, GRUNDY_BRUTE, NULL}};
    size_t side = (size_t)claim_bound(run, 60, 2);
    const judged_shape shape = {2, {side, side}};
    return with_boxes(run, requests, 3, &shape, count_differences, NULL);
}

/* ---- the two compounds that the paper leaves out ---- */

static bool claim_euclid_wythoff(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    return a == 0 ? b > 0 : grundy_compare_golden(a, b) < 0;
}

static grundy_status euclid_wythoff_outcomes(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "not in the paper; proved, see doc/results/push-euclid-wythoff.md"));
    return pairs(run, "push(euclid,wythoff)", GRUNDY_OUTCOME, 0, FAR_SWEEP_TO, claim_euclid_wythoff);
}

static grundy_status wythoff_euclid_outcomes(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "not in the paper; proved, see doc/results/push-euclid-wythoff.md"));
    return pairs(run, "push(wythoff,euclid)", GRUNDY_OUTCOME, 0, FAR_SWEEP_TO, claim_wythoff_nim);
}

static const claim claims[] = {
    {"push-4.1.1", "the P-positions of push(nim,wythoff) are (0,1), (1,0) and (k,k), k >= 2", NULL,
     nim_wythoff_outcomes},
    {"push-4.1.2",
     "(a,b), 1 <= a <= b, is P in push(euclid,nim) iff b/a < Phi is no F(2i+2)/F(2i+1), or b/a = F(2i+1)/F(2i)", NULL,
     euclid_nim_outcomes},
    {"push-4.1.2-misere", "these are the misere P-positions of Euclid", NULL, misere_euclid},
    {"push-4.1.2-zero", "where one heap is empty, (0,b) is P in push(euclid,nim) iff b > 0; the others are as in 4.1.2",
     NULL, euclid_nim_all},
    {"push-4.1.3",
     "the P-positions of push(wythoff,nim) are (a_n - 1, b_n - 1), n >= 1, with (a_n,b_n) those of Wythoff", NULL,
     wythoff_nim_outcomes},
    {"push-4.1.3-remark", "these are not the P-positions of Wythoff, neither in normal nor in misere play", NULL,
     other_than_wythoff},
    {"push-4.1-euclid-wythoff",
     "(a,b), 1 <= a <= b, is P in push(euclid,wythoff) iff b/a < Phi, as in Euclid; (0,b) iff b > 0", NULL,
     euclid_wythoff_outcomes},
    {"push-4.1-wythoff-euclid",
     "the P-positions of push(wythoff,euclid) are those of push(wythoff,nim): (a_n - 1, b_n - 1)", NULL,
     wythoff_euclid_outcomes},
};

const claim_table push_heaps_claims = {"push", claims, GRUNDY_COUNT(claims)};
