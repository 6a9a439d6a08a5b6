/* build.h - the misere quotient of components, which are added one by one
 *
 * Sums G and H are equivalent when G + X and H + X have the same outcome in misere play for all sums X of the components.
 * The classes are the quotient, a commutative monoid; those of P-positions are its P-portion.
 * Source   Plambeck and Siegel, Misere quotients for impartial games (2008); Siegel, The structure and classification of
 *          misere quotients (2007) */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_BUILD_H
#define GRUNDY_SOLVERS_QUOTIENTS_BUILD_H

#include "base/numbering.h"
#include "solvers/quotients/transitions.h"

typedef struct {
    image i;            /* the quotient; its values are those in `values` */
    uint64_t *p, *rows; /* the P-portion; of each element x the set {y: xy in p} */
    uint32_t most;      /* the most elements, also on the way */

    component_source source;
    arena memory;         /* of the image, p and rows */
    grundy_buffer values; /* uint32_t each, of components 0, 1, ... */
    transitions t;
    numbering kinds;           /* of components: the sets of their options' elements */
    grundy_buffer kind_values; /* uint32_t each */
    uint64_t *scratch;         /* two sets of elements, in memory */
} quotient;

/* quotient_begin - that of no components: one element, no P-positions. Afterwards it must not be moved.
 * quotient_end - free it; a zeroed one is fine */
grundy_status quotient_begin(grundy *g, const component_source *source, uint32_t most, quotient *out);
void quotient_end(quotient *q);

/* quotient_add - the next component. Errors: GRUNDY_LIMIT, and then the quotient is as it was */
grundy_status quotient_add(quotient *q);

#endif
