/* poset_asm.h - the ruler on the ASM poset, by rank and z */
#ifndef GRUNDY_RULESETS_POSET_ASM_H
#define GRUNDY_RULESETS_POSET_ASM_H

#include "rulesets/posets/poset.h"

/* asm_rank - the rank of an element and its z */
void asm_rank(const unsigned char *x, uint64_t *rank, uint64_t *z);

/* asm_ruler - the values for all ranks r <= rank and 0 <= z <= r, as values[r * (r + 1) / 2 + z]
 *
 * What has been computed stays in the handle.
 * Cost    about rank^5 / 500 steps of a nanosecond: rank 100 in a second, 200 in some seconds; 8 rank^2 bytes
 * Errors  GRUNDY_NOMEM, GRUNDY_LIMIT, GRUNDY_STOPPED
 */
grundy_status asm_ruler(grundy *g, uint64_t rank, uint32_t *values);

extern const board_sweep asm_ruler_sweep;

#endif
