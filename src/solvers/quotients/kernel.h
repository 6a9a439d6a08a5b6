/* kernel.h - a set of sums that is given by its options, and a monoid that knows it */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_KERNEL_H
#define GRUNDY_SOLVERS_QUOTIENTS_KERNEL_H

#include "solvers/quotients/image.h"

/* kernel_find - the set F of those sums X that are not won, and of which no option is in F
 *
 * known    sums whose element is in `won` are won
 * out      a monoid that tells all that `known` does, and F; its arrays are in the arena
 * f        the elements of F, in the arena
 * old      for each element of out its element in known
 * Method   Suppose that `known` tells F; then the elements of F follow from the options of least words. Check it by all
 *          transitions. If it fails, the least word for which it does is the proof that some relations do not hold: drop
 *          them, find elements and new relations anew by comparing what sums with a few test words are (Angluin,
 *          Learning regular sets from queries and counterexamples, 1987), and check again.
 * Errors   GRUNDY_LIMIT for a monoid of more than `most` elements */
grundy_status kernel_find(const image *known, const uint64_t *won, uint32_t most, arena *a, image *out, uint64_t **f,
                          uint32_t **old);

#endif
