#include "rulesets/compounds/push_theorems.h"

#include <string.h>

#include "math/golden.h"
#include "rulesets/heaps/golden_pairs.h"
#include "rulesets/heaps/heaps.h"
#include "rulesets/heaps/subtraction.h"

/* Two heaps a <= b: is it a P-position? */
typedef bool (*pair_theorem)(uint64_t a, uint64_t b);

static bool nim_euclid(uint64_t a, uint64_t b)
{
    return is_nim_euclid_pair(a, b);
}

static bool push_nim_wythoff(uint64_t a, uint64_t b)
{
    return a == b ? a >= 2 : a == 0 && b == 1;
}

static bool push_euclid_nim(uint64_t a, uint64_t b)
{
    return is_misere_euclid_p(a, b);
}

static bool push_wythoff_nim(uint64_t a, uint64_t b)
{
    /* 2^64 is an a_n of Wythoff and no b_n, so nothing is lost at the last b */
    return b < UINT64_MAX && grundy_is_wythoff_pair(a + 1, b + 1);
}

/* The paper leaves the next compound out: no Wythoff pair with a >= 1 has b/a < Phi, so by Proposition 2.1.4 (ii)
 * the P-positions of Euclid stay. */
static bool push_euclid_wythoff(uint64_t a, uint64_t b)
{
    return a == 0 ? b > 0 : grundy_compare_golden(a, b) < 0;
}

static const struct {
    const char *first, *second;
    pair_theorem is_p;
    const char *reason;
} pair_theorems[] = {
    {"nim", "euclid", nim_euclid, "push paper, Theorem 3.1.6: Wythoff pairs, shifted along the Fibonacci numbers"},
    {"nim", "wythoff", push_nim_wythoff, "push paper, Proposition 4.1.1: P-positions of Nim in misere play"},
    {"euclid", "nim", push_euclid_nim, "push paper, Proposition 4.1.2: P-positions of Euclid in misere play"},
    {"wythoff", "nim", push_wythoff_nim, "push paper, Proposition 4.1.3: Wythoff pairs less 1 in each heap"},
    {"wythoff", "euclid", push_wythoff_nim, "as push(wythoff,nim), by the proof of the push paper's Proposition 4.1.3"},
    {"euclid", "wythoff", push_euclid_wythoff,
     "P when b/a < Phi, as in Euclid, by the push paper's Proposition 2.1.4 (ii)"},
};

static grundy_status pair_outcome(const char *first, const char *second, grundy_bytes summand, uint64_t *outcome,
                                  const char **reason)
{
    uint64_t heaps[2];
    if (heaps_get(summand, heaps, 2) != 2)
        return GRUNDY_DOMAIN;
    uint64_t a = heaps[0] < heaps[1] ? heaps[0] : heaps[1], b = heaps[0] < heaps[1] ? heaps[1] : heaps[0];
    for (size_t i = 0; i < GRUNDY_COUNT(pair_theorems); i++)
        if (strcmp(pair_theorems[i].first, first) == 0 && strcmp(pair_theorems[i].second, second) == 0) {
            *outcome = !pair_theorems[i].is_p(a, b);
            *reason = pair_theorems[i].reason;
            return GRUNDY_OK;
        }
    return GRUNDY_DOMAIN;
}

/* The least a >= 0 with (k1+1) a = -1 mod (k2+1); false if there is none. */
static bool least_multiplier(uint64_t k1, uint64_t k2, uint64_t *out)
{
    for (uint64_t a = 0; a <= k2; a++)
        if (((k1 + 1) * a + 1) % (k2 + 1) == 0) {
            *out = a;
            return true;
        }
    return false;
}

/* Theorem 4.2.4 with the P-positions that its proof names: the heaps b (k1+1) + 1 for b < a, and these shifted by
 * multiples of the period (k1+1) a + 1; without an a, all heaps that are 1 mod (k1+1). */
static bool subtraction_is_p(uint64_t k1, uint64_t k2, uint64_t n)
{
    uint64_t a;
    if (!least_multiplier(k1, k2, &a))
        return n % (k1 + 1) == 1 % (k1 + 1);
    return n % ((k1 + 1) * a + 1) % (k1 + 1) == 1;
}

grundy_status push_theorem(const grundy_ruleset *first, const grundy_ruleset *second, grundy_bytes summand,
                           uint64_t *outcome, const char **reason)
{
    uint64_t k1, k2, n;
    if (subtraction_initial(first, &k1) && subtraction_initial(second, &k2)) {
        if (heaps_get(summand, &n, 1) != 1)
            return GRUNDY_DOMAIN;
        *outcome = !subtraction_is_p(k1, k2, n);
        *reason = "push paper, Theorem 4.2.4";
        return GRUNDY_OK;
    }
    return pair_outcome(grundy_ruleset_name(first), grundy_ruleset_name(second), summand, outcome, reason);
}
