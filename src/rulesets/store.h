/* store.h - what long computations have found, in a file */
#ifndef GRUNDY_RULESETS_STORE_H
#define GRUNDY_RULESETS_STORE_H

#include "grundy.h"

/* A sequence of values that can be stored. store.c lists them all. */
typedef struct {
    const char *name; /* a word, which the file shows */

    /* append the values that the handle holds, as uint32_t; none if nothing has been computed */
    grundy_status (*known)(grundy *g, grundy_buffer *out);

    /* take these values for computed. Errors: GRUNDY_DOMAIN when there cannot be so many or such values */
    grundy_status (*learn)(grundy *g, const uint32_t *values, size_t count);
} stored_sequence;

extern const stored_sequence set_partitions_ruler_stored, asm_ruler_stored;

/* store_in_between - save if grundy_store_every asks for it by now
 *
 * For long computations, from time to time, while they hold nothing that is kept in the handle. A failure is no reason
 * to stop them, and shows again in the last save. */
void store_in_between(grundy *g);

#endif
