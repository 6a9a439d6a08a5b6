/* sequence.h - the values of single heaps 0, 1, 2, ..., and their period */
#ifndef GRUNDY_SOLVERS_SEQUENCE_H
#define GRUNDY_SOLVERS_SEQUENCE_H

#include "base/handle.h"

typedef struct {
    grundy_period period;
    uint32_t *values; /* of heaps 0 .. count-1; they reach past the first period when it is proved */
    size_t count;
} sequence;

/* sequence_find - as grundy_find_period, with the values; freed by sequence_free */
grundy_status sequence_find(grundy *g, const grundy_ruleset *r, grundy_question question, uint64_t to, sequence *out);
void sequence_free(grundy *g, sequence *s);

#endif
