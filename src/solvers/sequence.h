/* sequence.h - the values of single heaps 0, 1, 2, ..., and their period */
#ifndef GRUNDY_SOLVERS_SEQUENCE_H
#define GRUNDY_SOLVERS_SEQUENCE_H

#include "base/handle.h"

/* How a period can be proved, and how far to look for the proof. */
typedef struct {
    const grundy_ruleset *r;
    grundy_question question, computed; /* what is asked, and what must be known of the heaps to prove it */
    grundy_recurrence rule;
    grundy_period companion; /* of the ruleset after the switch; period 1 when there is none */
    bool by_box;             /* the family can compute many heaps at once */
    uint64_t last;           /* the last heap to look at */
    uint64_t patience;       /* options that searches of heaps may look at in all; 0: each heap has its own */
    uint64_t effort;         /* give up when that much work was done; UINT64_MAX: never */
} sequence_plan;

typedef struct {
    sequence_plan plan;
    grundy_period period;    /* the best that is known */
    size_t count;            /* heaps 0 .. count-1 are known; they reach past the first period when it is proved */
    uint32_t *values;        /* theirs, computed anew each time; or NULL, and */
    grundy_sequence growing; /* theirs, extended each time */
    bool outcomes;           /* only whether a value is 0 counts */
    uint64_t next;           /* the last heap of the next look */
    uint64_t work;           /* done in looking for periods */
    uint64_t *lengths;       /* while looking: see common_lengths; */
    size_t lengths_room;     /* for so many heaps */
} sequence;

/* sequence_open - plan how to find the period of single heaps; nothing is computed yet
 * sequence_free - free what it holds; a zeroed one is fine */
grundy_status sequence_open(grundy *g, const grundy_ruleset *r, grundy_question question, uint64_t to, sequence *out);
void sequence_free(grundy *g, sequence *s);

/* sequence_step - go further, and look whether a period is proved; sequence_done - would that be of no use? */
grundy_status sequence_step(grundy *g, sequence *s);
bool sequence_done(const sequence *s);

/* sequence_value - the value of heap n, below count */
static inline uint32_t sequence_value(const sequence *s, size_t n)
{
    uint32_t value = s->values == NULL ? s->growing.values[n] : s->values[n];
    return s->outcomes ? value != 0 : value;
}

/* sequence_knows - is heap n known, computed or by a proved period without saltus? Then *out is its value. */
bool sequence_knows(const sequence *s, uint64_t n, uint64_t *out);

#endif
