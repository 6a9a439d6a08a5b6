/* table.h - the exact transposition table: byte strings to numbers, shared by threads
 *
 * A hit means that the whole key is equal. When the memory is used up, the older half of the entries goes;
 * an entry that is found there moves to the younger half, so that what is in use stays. Losing entries costs
 * time, never exactness.
 */
#ifndef GRUNDY_SOLVERS_TABLE_H
#define GRUNDY_SOLVERS_TABLE_H

#include "base/handle.h"

typedef struct table table;

/* table_open - an empty table that may grow to about `memory` bytes */
grundy_status table_open(grundy *g, uint64_t memory, table **out);
void table_close(table *t);

/* table_get - look a key up; says whether it is there. Safe from several threads. */
bool table_get(table *t, grundy_bytes key, uint64_t *value);

/* table_put - remember a value, if there is memory. Safe from several threads. */
void table_put(table *t, grundy_bytes key, uint64_t value);

/* table_count - how many entries there are now */
uint64_t table_count(table *t);

#endif
