/* numbering.h - byte strings and their numbers: 0, 1, 2, ... in the order in which they came */
#ifndef GRUNDY_BASE_NUMBERING_H
#define GRUNDY_BASE_NUMBERING_H

#include "base/handle.h"

typedef struct {
    grundy_list strings;
    uint32_t *slots; /* hash table: a number plus 1 */
    size_t slot_count;
} numbering;

numbering numbering_open(grundy *g);
void numbering_close(numbering *n);

/* numbering_count - how many there are; numbering_at - the string of a number, valid until another is added */
size_t numbering_count(const numbering *n);
grundy_bytes numbering_at(const numbering *n, size_t number);

/* numbering_find - the number of a string, UINT32_MAX if it has none */
uint32_t numbering_find(const numbering *n, grundy_bytes string);

/* numbering_add - the number of a string, which gets the next one if it has none. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT */
grundy_status numbering_add(numbering *n, grundy_bytes string, uint32_t *number);

#endif
