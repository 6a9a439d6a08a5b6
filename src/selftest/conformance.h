/* conformance.h - what every ruleset must do, whichever family it is of, checked on random small positions
 *
 * The ways to a value, the canonical forms, the splitting and the closed forms of a family are compared with plain
 * recursion over its options, and its notation with itself. Positions come from the family's generator, from the
 * smallest size upwards, and from random play from an example where it has none.
 */
#ifndef GRUNDY_ANALYSIS_CONFORMANCE_H
#define GRUNDY_ANALYSIS_CONFORMANCE_H

#include "rulesets/ruleset.h"

/* How long the judge of one position may take, in seconds. */
#define CONFORMANCE_PATIENCE 0.1

/* A ruleset under test. The limits of its handle are set anew by many of the checks. */
typedef struct {
    grundy *g;
    grundy_ruleset *r;
    const char *example;  /* a position */
    grundy_limits limits; /* those of the handle when nothing else is wanted */
    double patience;      /* seconds for the judge of one position */
    uint64_t seed, checks;
    bool too_large;                            /* the judge did not finish in time */
    grundy_solver *solvers[4][GRUNDY_ALL + 1]; /* by question and method; opened when first asked */
    grundy_buffer position, text, spaced, again, form, whole, other, sum;
    grundy_list options, parts, moves;
} conformance;

/* conformance_open - prepare the checks of a ruleset; example names a position of it
 *
 * g        for these checks alone; the limits that are in force stay in force
 * Errors   those of grundy_ruleset_open: GRUNDY_ABSENT where the library was built without what it needs */
grundy_status conformance_open(grundy *g, const char *expression, const char *example, uint64_t seed, conformance *out);
void conformance_close(conformance *c);

typedef struct {
    const char *word;
    bool (*applies)(const grundy_family *f);                           /* NULL: to all */
    grundy_status (*check)(conformance *c, grundy_bytes position);     /* for each position, */
    grundy_status (*whole)(conformance *c, double begun, double most); /* or once, for about so many seconds */
} conformance_property;

/* conformance_property_at - the properties; NULL past the last. conformance_applies - has this family to have it? */
const conformance_property *conformance_property_at(size_t i);
bool conformance_applies(const conformance_property *p, const grundy_family *f);

/* conformance_run - check a property for about so many seconds; the number of checks is added to c->checks
 *
 * It goes on until something has been checked: whoever has no time for that lets the handle stop.
 * Errors   GRUNDY_FAILED with the position and what is wrong; GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status conformance_run(conformance *c, const conformance_property *p, double seconds);

/* For the checks. conformance_fail - "position 3,5: <why>", with the message that was there; returns GRUNDY_FAILED
 * conformance_cut_short - is it no verdict, but want of time or memory?
 * conformance_judge - the answer by brute force; *known false when that takes too long
 * conformance_supply - a position of about this size, in place of what is in out
 * conformance_question - "value", "outcome", ... */
enum { CONFORMANCE_GREATEST_SIZE = 9 };
bool conformance_cut_short(grundy_status status);
grundy_status conformance_fail(conformance *c, grundy_bytes position, const char *format, ...) GRUNDY_PRINTF(3, 4);
grundy_status conformance_judge(conformance *c, const grundy_ruleset *r, grundy_bytes position,
                                grundy_question question, uint64_t *value, bool *known);
grundy_status conformance_supply(conformance *c, unsigned size, grundy_buffer *out);
const char *conformance_question(grundy_question question);

/* The checks: see conformance.c for what they are called. */
grundy_status conform_name(conformance *c, double begun, double most);
grundy_status conform_garbage(conformance *c, double begun, double most);
grundy_status conform_round_trip(conformance *c, grundy_bytes position);
grundy_status conform_options(conformance *c, grundy_bytes position);
grundy_status conform_simpler(conformance *c, grundy_bytes position);
grundy_status conform_canonical(conformance *c, grundy_bytes position);
grundy_status conform_symmetries(conformance *c, grundy_bytes position);
grundy_status conform_split(conformance *c, grundy_bytes position);
grundy_status conform_references(conformance *c, grundy_bytes position);
grundy_status conform_winning_moves(conformance *c, grundy_bytes position);
grundy_status conform_each_move(conformance *c, grundy_bytes position);
grundy_status conform_pet(conformance *c, grundy_bytes position);
grundy_status conform_methods(conformance *c, grundy_bytes position);
grundy_status conform_outcomes(conformance *c, grundy_bytes position);
grundy_status conform_sums(conformance *c, grundy_bytes position);
grundy_status conform_threads(conformance *c, grundy_bytes position);
grundy_status conform_small_tables(conformance *c, grundy_bytes position);

#endif
