/* posets.h - finite partially ordered sets: covers, order as bit sets, heights, linear extension
 *
 * The elements are numbered 0, 1, ... by a linear extension: x < y implies that x has the smaller number. So the
 * down-set of x is a bit set of x + 1 bits, and an interval [y, x] is up(y) & down(x).
 */
#ifndef GRUNDY_MATH_POSETS_H
#define GRUNDY_MATH_POSETS_H

#include "base/handle.h"

typedef struct {
    uint32_t lower, upper;
} poset_relation; /* lower < upper */

typedef struct {
    uint32_t count;
    uint32_t *lower_start, *lower; /* x covers lower[lower_start[x]] .. lower[lower_start[x + 1] - 1] */
    uint32_t *upper_start, *upper; /* and is covered by upper[upper_start[x]] ... */
    uint32_t *height;              /* the length of the longest chain that ends in x */
    uint64_t *down, *up;           /* rows of words; poset_down, poset_up */
    uint32_t minimum, maximum;     /* the least and the greatest element; count: there is none */
    bool graded;                   /* all maximal chains have the same length */
} poset;

/* poset_open - the poset that relations generate; redundant relations do no harm
 *
 * number   the new number of each element; where the given numbers are a linear extension already, they stay
 * cycle    uint32_t each: when the relations contradict each other, a < b < ... < a in the given numbers
 * Cost     O(count * relations / 64) time, count^2 / 8 bytes
 * Errors   GRUNDY_DOMAIN without a message for a cycle; GRUNDY_NOMEM, GRUNDY_LIMIT, GRUNDY_STOPPED
 */
grundy_status poset_open(grundy *g, uint32_t count, const poset_relation *relations, size_t relation_count, poset *out,
                         uint32_t *number, grundy_buffer *cycle);
void poset_close(grundy *g, poset *p);

/* poset_down - the bit set of the elements <= x: words 0 .. x / 64 */
const uint64_t *poset_down(const poset *p, uint32_t x);

/* poset_up - the bit set of the elements >= y, from its word y / 64 on */
const uint64_t *poset_up(const poset *p, uint32_t y);

static inline bool poset_leq(const poset *p, uint32_t a, uint32_t b)
{
    return a <= b && (poset_down(p, b)[a / 64] >> (a % 64) & 1) != 0;
}

#endif
