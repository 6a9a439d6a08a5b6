/* table.h - the exact transposition table: byte strings to numbers, shared by threads
 *
 * A hit means that the whole key is equal. Losing entries costs time, never exactness.
 *
 * Keys of up to TABLE_SHORT_KEY bytes lie packed in buckets of one cache line: a byte for the key's length and the
 * entry's worth, the key, the number in base 128. Buckets become more as entries come, until the memory is used
 * up; then a full bucket loses the entry of the least worth, which ages with each loss beside it. Longer keys are
 * kept in two generations: when they fill their memory the older half goes, and an entry that is found there
 * moves to the younger half.
 */
#ifndef GRUNDY_SOLVERS_TABLE_H
#define GRUNDY_SOLVERS_TABLE_H

#include "base/handle.h"
#include "base/hash.h"

enum { TABLE_SHORT_KEY = 20 };

typedef struct table table;

/* table_open - an empty table that may grow to about `memory` bytes */
grundy_status table_open(grundy *g, uint64_t memory, table **out);
void table_close(table *t);

/* table_get - look a key up; says whether it is there. Safe from several threads. */
bool table_get(table *t, grundy_bytes key, uint64_t *value);

/* table_put - remember a value, if there is memory. Safe from several threads. */
void table_put(table *t, grundy_bytes key, uint64_t value);

/* The same where the caller has the key's hash_bytes already; work says what it cost to find the value. */
bool table_get_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t *value);
void table_put_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t value, uint64_t work);

/* table_prefetch - a key with this hash will soon be looked up */
void table_prefetch(const table *t, uint64_t hash);

/* table_count - how many entries there are now; table_bytes - the memory that they are kept in */
uint64_t table_count(table *t);
uint64_t table_bytes(table *t);

#endif
