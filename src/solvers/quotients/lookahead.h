/* lookahead.h - whether a sum is in a set that is given by its options: plain recursion, up to relations */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_LOOKAHEAD_H
#define GRUNDY_SOLVERS_QUOTIENTS_LOOKAHEAD_H

#include "solvers/quotients/vectors.h"

typedef struct {
    const vectors *v;
    const uint64_t *won;   /* sums whose element in v->known is in this set are won */
    const relations *held; /* that are supposed to hold */
    numbering *options;    /* of each generator, as vectors */
    numbering vectors;     /* that were met */
    grundy_buffer answers; /* a byte each: LOST, WON, or 0 */
    grundy_buffer frames;
    uint8_t *scratch; /* three vectors */
} lookahead;

/* lookahead_open - find the options of the generators; a is for what lives as long as the lookahead
 * lookahead_close - free what is not in the arena; a zeroed one is fine */
grundy_status lookahead_open(const vectors *v, const uint64_t *won, const relations *held, arena *a, lookahead *out);
void lookahead_close(lookahead *l);

/* lookahead_lost - is a sum neither won nor has an option in the set? */
grundy_status lookahead_lost(lookahead *l, const uint8_t *vector, bool *lost);

/* lookahead_lost_at_once - the same by the options of the vector as it is: no relation is applied to itself */
grundy_status lookahead_lost_at_once(lookahead *l, const uint8_t *vector, bool *lost);

/* lookahead_element - the element in v->known of a vector */
uint32_t lookahead_element(const vectors *v, const uint8_t *vector);

#endif
