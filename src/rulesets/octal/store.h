/* store.h - what long computations have found, in a file */
#ifndef GRUNDY_RULESETS_STORE_H
#define GRUNDY_RULESETS_STORE_H

#include <stdatomic.h>
#include <stdio.h>

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

/* store_in_between - save if grundy_store_open asked for it by now
 *
 * For long computations, from time to time, while they hold nothing that is kept in the handle. A failure is no reason
 * to stop them, and shows again in the last save. Where there is a table it is written by a thread of its own. */
void store_in_between(grundy *g);

/* What stands behind the text in a store: the table of a search. */
typedef struct {
    void *state; /* NULL: there is none */

    /* get ready to be written, and append a line that says what it is; in the thread that uses the handle */
    grundy_status (*prepare)(grundy *g, void *state, grundy_buffer *title);

    /* write it, in any thread, until *cancel is true; false when that failed: errno says why, 0 that it was given up */
    bool (*write)(void *state, FILE *file, const atomic_bool *cancel);
    void (*close)(grundy *g, void *state);
} store_part;

typedef struct store store;

/* store_find - the store that is open, locked for the caller until store_done; NULL: none is */
store *store_find(grundy *g);
void store_done(store *s);

/* store_part_of - the part that is in memory, for the caller to set too; store_quiet - wait until no thread writes it;
 * store_read_part - the file, at the beginning of its part; NULL: it has none, or cannot be read
 * store_refuse - close the store, which must not be used or overwritten, and fail with the path and the reason */
store_part *store_part_of(store *s);
void store_quiet(store *s);
FILE *store_read_part(const store *s);
grundy_status store_refuse(grundy *g, store *s, const char *format, ...) GRUNDY_PRINTF(3, 4);

#endif
