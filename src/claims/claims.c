#include "claims/claims.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The tables of the papers, in the order of the output. */
#define PAPERS(X)       \
    X(push_general)     \
    X(push_zeruclid)    \
    X(push_heaps)       \
    X(push_subtraction) \
    X(push_placement) X(push_cram) X(coins_general) X(coins_rulers) X(coins_open) X(inset) X(pnim) X(rnim)

#define DECLARE(paper) extern const claim_table paper##_claims;
PAPERS(DECLARE)
#undef DECLARE

static const claim_table *const papers[] = {
#define ENTRY(paper) &paper##_claims,
    PAPERS(ENTRY)
#undef ENTRY
};

static const claim *claim_at(size_t i)
{
    for (size_t p = 0; p < GRUNDY_COUNT(papers); p++) {
        if (i < papers[p]->count)
            return &papers[p]->claims[i];
        i -= papers[p]->count;
    }
    return NULL;
}

size_t grundy_claim_count(void)
{
    size_t count = 0;
    for (size_t p = 0; p < GRUNDY_COUNT(papers); p++)
        count += papers[p]->count;
    return count;
}

const char *grundy_claim_id(size_t i)
{
    return claim_at(i)->id;
}

const char *grundy_claim_statement(size_t i)
{
    return claim_at(i)->statement;
}

const char *grundy_claim_misprint(size_t i)
{
    return claim_at(i)->misprint;
}

grundy_status claim_holds(claim_run *run, bool holds, const char *format, ...)
{
    run->cases++;
    if (!holds && run->witness.size == 0) {
        char text[512];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        TRY(grundy_appendf(&run->witness, "%s", text));
    }
    return run->cases % 1024 == 0 ? grundy_check(run->g) : GRUNDY_OK;
}

bool claim_failed(const claim_run *run)
{
    return run->witness.size > 0;
}

grundy_status grundy_claim_check(grundy *g, size_t i, uint64_t scale, grundy_claim_result *out)
{
    const claim *c = claim_at(i);
    claim_run run = {.g = g, .scale = scale == 0 ? 1 : scale};
    run.witness = grundy_buffer_open(g);
    run.note = grundy_buffer_open(g);
    grundy_status status = c->check(&run);
    if (status != GRUNDY_OK) {
        grundy_buffer_close(&run.witness);
        grundy_buffer_close(&run.note);
        return status;
    }
    *out = (grundy_claim_result){.cases = run.cases, .witness = run.witness, .note = run.note};
    out->holds = claim_failed(&run) ? GRUNDY_NO : run.open ? GRUNDY_UNKNOWN : GRUNDY_YES;
    return GRUNDY_OK;
}
