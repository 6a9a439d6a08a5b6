/* law_learn.h - an automaton that fits a table of positions
 *
 * Beginnings of words are states; two of them become one where all ends that the table reaches for both lead to the same
 * answers (red-blue merging: states that are known to differ, and those that are looked at next). What comes out fits much
 * of the table, not always all of it, and nothing is proved by it.
 */
#ifndef GRUNDY_ANALYSIS_LAW_LEARN_H
#define GRUNDY_ANALYSIS_LAW_LEARN_H

#include "math/automata.h"

typedef struct {
    unsigned heaps;
    uint64_t size;             /* of each side; the table has size^heaps cells, last heap fastest */
    const unsigned char *cell; /* 1: in the set */
} law_table;

/* law_learn - learn from heaps below `limit`, at most the table's size
 *
 * states   how many states were told apart, also when it fails
 * Errors   GRUNDY_LIMIT without a message where the table is too small, or there are more than `most` states */
grundy_status law_learn(const automata *c, const law_table *t, uint64_t limit, size_t most, automaton *out,
                        size_t *states);

/* law_fits - does the automaton accept exactly the cells of the table? If not, the least position where it does not. */
grundy_status law_fits(const automata *c, const automaton *a, const law_table *t, bool *fits, uint64_t *heaps);

#endif
