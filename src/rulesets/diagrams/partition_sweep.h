/* partition_sweep.h - the values of all partitions up to a number at once
 *
 * Let R(p) be the set of values that can be reached from the partition p by taking rows away, one or more. Taking one
 * row and then zero or more gives
 *
 *     R(p) = union over the distinct parts i of  { G(p without i) } + R(p without i)
 *
 * and columns are the rows of the conjugate p', so G(p) = mex(R(p) + R(p')). Values are at most columns + rows - 1, so a
 * set is a word or two, and a partition costs a handful of word operations in place of its exponentially many options
 * (nim on partitions, section 3, for the game and the bound). Partitions are found by their rank, not by hashing. For
 * games that take one row or column the same with the one value in place of the set.
 */
#ifndef GRUNDY_RULESETS_PARTITION_SWEEP_H
#define GRUNDY_RULESETS_PARTITION_SWEEP_H

#include "rulesets/ruleset.h"

typedef enum {
    TAKE_LINES,     /* any rows, or any columns */
    TAKE_ONE_LINE,  /* any one row, or any one column */
    TAKE_FIRST_LINE /* the first row, or the first column */
} partition_moves;

/* partition_sweep_extent - for extent: the first coordinate says how many partitions there are up to the size of the
 * summand, so that the number of cells is right; the second weighs one against a cell of a box */
grundy_status partition_sweep_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent);

/* partition_sweep - for sweep. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT, GRUNDY_STOPPED */
grundy_status partition_sweep(grundy *g, partition_moves moves, const grundy_extent *extent, grundy_question question,
                              grundy_sweep *out);

/* partition_values - the values themselves: values[partition_rank(...)] for all partitions up to size n
 *
 * Freed by handle_free with *count bytes. For checks over all partitions. */
grundy_status partition_values(grundy *g, partition_moves moves, unsigned n, grundy_question question, uint8_t **values,
                               size_t *count);

/* A walk through the partitions of a number in the order of their ranks. Ones are counted, not listed. */
typedef struct {
    unsigned size, count, ones; /* count parts above 1, then the ones */
    unsigned parts[64];         /* descending */
} partition_walk;

partition_walk partition_walk_first(unsigned size);
bool partition_walk_next(partition_walk *w); /* false after the last, [size] */

#endif
