/* table.h - the exact transposition table: byte strings to numbers, shared by threads
 *
 * A hit means that the whole key is equal. Losing entries costs time, never exactness.
 *
 * Keys of up to TABLE_SHORT_KEY bytes are kept in buckets (buckets.h), where an entry that took more work is worth more.
 * Longer keys are kept in two generations: when they fill their memory the older half goes, and an entry that is found
 * there moves to the younger half.
 */
#ifndef GRUNDY_SOLVERS_TABLE_H
#define GRUNDY_SOLVERS_TABLE_H

#include "base/handle.h"
#include "base/hash.h"

typedef struct table table;

/* table_open - an empty table that may grow to about `memory` bytes */
grundy_status table_open(grundy *g, uint64_t memory, table **out);
void table_close(table *t);

/* table_empty - forget all entries and give their memory back, while nobody else uses the table; from now on it may grow
 * to half of what it might, if it is to be smaller */
void table_empty(table *t, bool smaller);

/* table_share - from now on so many threads may use the table at once; by itself, one may. To be called while none does.
 *
 * Threads have the numbers 0 to threads - 1. If there is more than one, each says when it begins, passes now and then,
 * when it is in no other function of the table, and ends: then memory that the others have looked at can be given back. */
grundy_status table_share(table *t, unsigned threads);
void table_begin(table *t, unsigned thread);
void table_pass(table *t, unsigned thread);
void table_end(table *t, unsigned thread);

/* table_get - look a key up; says whether it is there */
bool table_get(table *t, grundy_bytes key, uint64_t *value);

/* table_put - remember a value, if there is memory */
void table_put(table *t, grundy_bytes key, uint64_t value);

/* The same where the caller has the key's hash_bytes already. work says what it cost to find the value. */
bool table_get_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t *value);
void table_put_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t value, uint64_t work);

/* table_prefetch - a key of this length, with this hash, will soon be looked up */
void table_prefetch(const table *t, size_t length, uint64_t hash);

/* A place in a table, for going through it; all zeros is its beginning. */
typedef struct {
    size_t shard;
    unsigned part; /* of the shard: short keys of each class, long keys of either generation */
    size_t at;     /* bucket of those for the class, or byte */
    size_t sight;  /* how many such buckets there were, or how often the shard had forgotten, when `at` was right */
} table_cursor;

/* table_copy - write entries to at most `size` bytes from out on and move the cursor past them
 *
 * Returns how many bytes were written; 0 when the cursor has come to the end. The bytes are whole entries: a byte, the
 * logarithm to base 2 of the work; the key's length and the number, both in base 128; the key. Other threads may use
 * the table meanwhile, and wait only for what one call copies: what they put may be missed or come twice. Entries
 * of more than `size` bytes, at least 128, are left out.
 *
 * table_take - put the entries that such bytes hold, and add to *count how many keys were not there; false where they
 * are no entries
 * table_extent, table_reserve - before that, make as much room for short keys as the table has that is copied, if there
 * is memory; a number that says how much. table_arrange - after that, put the entries where they are found fast */
uint64_t table_extent(table *t);
void table_reserve(table *t, uint64_t extent);
void table_arrange(table *t);
size_t table_copy(table *t, table_cursor *cursor, unsigned char *out, size_t size);
bool table_take(table *t, const unsigned char *data, size_t size, uint64_t *count);

/* table_room - how many bytes it may grow to; table_count - how many entries there are now; table_bytes - the memory
 * that they are kept in */
uint64_t table_room(const table *t);
uint64_t table_count(table *t);
uint64_t table_bytes(table *t);

#endif
