/* transitions.h - what the options of sums reach: the transition algebra
 *
 * Let sums be mapped to a monoid, and F be a subset of it. To a sum X belong its element x and its reach, the set of those y
 * for which an option of X has an element x' with x'y in F. That of X + Y is {z: zy in the reach of X, or zx in that of Y}, so
 * the pairs are a finite monoid too, and its elements show all that is to be known of the infinitely many sums. A pair with
 * the element of an earlier one and a larger reach is left out: where an option is missed, the earlier one misses it too.
 * Source   Plambeck and Siegel, Misere quotients for impartial games (2008); Siegel, The structure and classification of
 *          misere quotients (2007) */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_TRANSITIONS_H
#define GRUNDY_SOLVERS_QUOTIENTS_TRANSITIONS_H

#include "solvers/quotients/image.h"

typedef struct {
    const image *i;
    grundy_buffer elements; /* uint32_t each, in the order of the least words */
    grundy_buffer reaches;  /* sets of elements, one after the other */
    grundy_buffer parents;  /* uint32_t each: the pair of which it was made, */
    grundy_buffer lasts;    /* and the component that was added */
    grundy_buffer chain;    /* uint32_t each: the pair before with the same element, plus 1; 0: none */
    uint32_t *heads;        /* of each element: the last pair, plus 1 */
    uint32_t order;         /* how many elements there are */
} transitions;

/* transitions_open - those of the empty word alone; transitions_close - free them; a zeroed one is fine */
grundy_status transitions_open(const image *i, transitions *out);
void transitions_close(transitions *t);

/* transitions_add - add a component with the given element and reach, and its sums with all that are there */
grundy_status transitions_add(transitions *t, uint32_t component, uint32_t element, const uint64_t *reach);

/* transitions_fit - can a component with this reach have the element x? Then the quotient stays as it is
 *
 * p        the P-portion; the reach meets no y with xy in it
 * Source   the generalised mex rule of Siegel */
bool transitions_fit(const transitions *t, const uint64_t *p, uint32_t x, const uint64_t *reach);

/* transitions_check - is F right for all sums? The sum X is to be in F just when x is not in `won` and no option of X is in F
 *
 * failure   becomes the least word for which that is not so; empty: there is none. Words are compared as the vectors of
 *           monoids.h, so that all followers of a word are less. F is right for least words.
 * Cost      that of all pairs, each times each generator */
grundy_status transitions_check(const image *i, const uint64_t *f, const uint64_t *won, grundy_buffer *failure);

#endif
