/* poset_set_partitions.h - the ruler on the set partitions, by types */
#ifndef GRUNDY_RULESETS_POSET_SET_PARTITIONS_H
#define GRUNDY_RULESETS_POSET_SET_PARTITIONS_H

#include "rulesets/posets/poset.h"

enum { SET_PARTITION_POINTS_MAX = 255 };

/* set_partition_type - the block sizes of an element, as a partition of n, greatest first; returns how many */
size_t set_partition_type(const board *b, const unsigned char *x, unsigned char *parts);

/* set_partition_ruler - h(0) .. h(n), where h(n) is the value of the ruler on the set partitions of n points at the
 * greatest element; h[0] is 0
 *
 * What has been computed stays in the handle.
 * Cost    some nanoseconds for each partition of n, and for each m < n that was not asked for before: 70 in a
 *         second, 100 in a minute
 * Errors  GRUNDY_LIMIT, GRUNDY_STOPPED, GRUNDY_NOMEM
 */
grundy_status set_partition_ruler(grundy *g, unsigned n, uint32_t *h);

extern const board_sweep set_partitions_ruler_sweep;

#endif
