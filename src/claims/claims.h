/* claims.h - the statements of the papers, as checks that `grundy verify` runs
 *
 * A file for each paper (claims_push.c, ...) holds a table of claims; claims.c joins them. A check counts its
 * cases and reports the first that fails as the witness. A statement that is false as printed stays in the table
 * with `misprint` saying why, and a claim of its own beside it states the nearest thing that holds.
 */
#ifndef GRUNDY_ANALYSIS_CLAIMS_H
#define GRUNDY_ANALYSIS_CLAIMS_H

#include "base/handle.h"

/* One run of a check. */
typedef struct {
    grundy *g;
    uint64_t scale;        /* 1: seconds; larger numbers mean larger bounds */
    uint64_t cases;        /* how many were checked */
    grundy_buffer witness; /* the first case that fails; empty: none */
    grundy_buffer note;    /* what else is worth saying; may stay empty */
    bool open;             /* the check cannot settle the statement */
} claim_run;

typedef struct {
    const char *id;        /* "push-3.1.6" */
    const char *statement; /* in one line */
    const char *misprint;  /* why it fails as printed; NULL: it is expected to hold */
    grundy_status (*check)(claim_run *run);
} claim;

typedef struct {
    const char *paper; /* "push" */
    const claim *claims;
    size_t count;
} claim_table;

/* claim_holds - count a case; if it does not hold, keep the formatted text as the witness (the first is kept)
 *
 * Returns GRUNDY_OK, or what grundy_check says now and then. Use: TRY(claim_holds(run, a == b, "n=%u", n)); */
grundy_status claim_holds(claim_run *run, bool holds, const char *format, ...) GRUNDY_PRINTF(3, 4);

/* claim_failed - has a witness been found? Then a check may end early. */
bool claim_failed(const claim_run *run);

#endif
