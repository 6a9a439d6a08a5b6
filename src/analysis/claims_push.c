/* claims_push.c - the statements of "The switch operators and push-the-button games" */
#include "analysis/claims.h"

/* Proposition 3.1.3 on all pairs to a bound: the P-positions of Wythoff, by the definition against the closed form. */
static grundy_status wythoff_pairs(claim_run *run)
{
    char outcome;
    for (uint64_t a = 0; a <= 20 * run->scale; a++)
        for (uint64_t b = a; b <= 20 * run->scale; b++) {
            grundy_buffer text = grundy_buffer_open(run->g);
            grundy_status status = grundy_appendf(&text, "%llu,%llu", (unsigned long long)a, (unsigned long long)b);
            if (status == GRUNDY_OK)
                status = grundy_outcome(run->g, "wythoff", grundy_buffer_text(&text), &outcome);
            grundy_buffer_close(&text);
            TRY(status);
            TRY(claim_holds(run, (outcome == 'P') == grundy_is_wythoff_pair(a, b), "(%llu,%llu)", (unsigned long long)a,
                            (unsigned long long)b));
        }
    return GRUNDY_OK;
}

static const claim claims[] = {
    {"push-3.1.3", "the P-positions of Wythoff are the Wythoff pairs", NULL, wythoff_pairs},
};

const claim_table push_claims = {"push", claims, GRUNDY_COUNT(claims)};
