/* partitions.h - integer partitions by runs of equal parts: conjugates, beta numbers, order, ranks
 *
 * A partition is a list of runs (part, times), parts descending and all numbers positive. Long rectangles and hooks are
 * then as short as small ones.
 */
#ifndef GRUNDY_MATH_PARTITIONS_H
#define GRUNDY_MATH_PARTITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t part, times;
} partition_run;

/* The most parts, and the largest part: then sums of the two do not overflow. */
#define PARTITION_MAX ((uint64_t)1 << 62)

/* partition_rows - how many parts; partition_columns - the largest part; both 0 for the empty partition */
uint64_t partition_rows(const partition_run *runs, size_t count);
uint64_t partition_columns(const partition_run *runs, size_t count);

/* partition_size - the number that is partitioned; false if it is above 2^64 - 1 */
bool partition_size(const partition_run *runs, size_t count, uint64_t *out);

/* partition_conjugate - exchange rows and columns; as many runs */
void partition_conjugate(const partition_run *runs, size_t count, partition_run *out);

/* partition_tidy - sort runs by part and join equal ones, dropping those that are empty; returns how many are left */
size_t partition_tidy(partition_run *runs, size_t count);

/* partition_below - is a <= b in Young's lattice: is its diagram inside the other? */
bool partition_below(const partition_run *a, size_t a_count, const partition_run *b, size_t b_count);

/* partition_beta - the beta numbers of a partition with `rows` parts, descending: the parts with rows-1, ..., 1, 0 added.
 * Places of balls in Welter's game that has the same options. */
void partition_beta(const partition_run *runs, size_t count, uint64_t *out);

/* partition_of_beta - the runs of the partition with these beta numbers, any order of distinct ones; sorts them
 * descending. Returns how many runs there are; out has room for `rows`. */
size_t partition_of_beta(uint64_t *beta, size_t rows, partition_run *out);

/* ---- ranks ---- */

/* The largest number whose partitions can be ranked. */
enum { RANKED_MAX = 96 };

/* partitions_up_to - how many partitions the numbers 0..n have together; n at most RANKED_MAX */
uint32_t partitions_up_to(unsigned n);

/* Ranks of the partitions of n: the number of those that come before in lexicographic order, [1^n] first. */
typedef struct {
    uint32_t parts_below[RANKED_MAX + 1][RANKED_MAX + 1]; /* [m][n]: partitions of n whose parts are all at most m */
    uint32_t offset[RANKED_MAX + 2];                      /* [n]: partitions of all numbers below n */
} partition_ranks;

void partition_ranks_fill(partition_ranks *ranks);

/* partition_rank - offset of its size plus rank: a number for each partition, without gaps. Size at most RANKED_MAX. */
uint32_t partition_rank(const partition_ranks *ranks, const partition_run *runs, size_t count);

#endif
