#include "base/numbering.h"

#include <string.h>

#include "base/hash.h"

enum { FIRST_SLOTS = 1024 };

numbering numbering_open(grundy *g)
{
    return (numbering){.strings = grundy_list_open(g)};
}

void numbering_close(numbering *n)
{
    handle_free(n->strings.bytes.g, n->slots, n->slot_count * sizeof *n->slots);
    grundy_list_close(&n->strings);
    n->slots = NULL;
    n->slot_count = 0;
}

size_t numbering_count(const numbering *n)
{
    return grundy_list_count(&n->strings);
}

grundy_bytes numbering_at(const numbering *n, size_t number)
{
    return grundy_list_at(&n->strings, number);
}

/* Where the string is, or the free slot where it belongs. There is a free one. */
static uint32_t *numbering_find_slot(const numbering *n, grundy_bytes string)
{
    const size_t mask = n->slot_count - 1;
    for (size_t i = hash_bytes(string.data, string.size) & mask;; i = (i + 1) & mask) {
        if (n->slots[i] == 0)
            return &n->slots[i];
        const grundy_bytes known = numbering_at(n, n->slots[i] - 1);
        if (known.size == string.size && memcmp(known.data, string.data, string.size) == 0)
            return &n->slots[i];
    }
}

uint32_t numbering_find(const numbering *n, grundy_bytes string)
{
    return n->slot_count == 0 ? UINT32_MAX : *numbering_find_slot(n, string) - 1;
}

static grundy_status numbering_make_room(numbering *n)
{
    grundy *g = n->strings.bytes.g;
    grundy_status status = GRUNDY_OK;
    numbering larger = *n;
    if (2 * (numbering_count(n) + 1) <= n->slot_count)
        return GRUNDY_OK;
    larger.slot_count = n->slot_count == 0 ? FIRST_SLOTS : 2 * n->slot_count;
    larger.slots = handle_new(g, larger.slot_count, sizeof *larger.slots, &status);
    if (larger.slots == NULL)
        return status;
    for (size_t i = 0; i < numbering_count(n); i++)
        *numbering_find_slot(&larger, numbering_at(n, i)) = (uint32_t)i + 1;
    handle_free(g, n->slots, n->slot_count * sizeof *n->slots);
    n->slots = larger.slots;
    n->slot_count = larger.slot_count;
    return GRUNDY_OK;
}

grundy_status numbering_add(numbering *n, grundy_bytes string, uint32_t *number)
{
    TRY(numbering_make_room(n));
    uint32_t *slot = numbering_find_slot(n, string);
    if (*slot == 0) {
        if (numbering_count(n) >= UINT32_MAX - 1)
            return grundy_fail(n->strings.bytes.g, GRUNDY_LIMIT, "more than %u positions", UINT32_MAX - 1);
        TRY(grundy_list_add(&n->strings, string.data, string.size));
        *slot = (uint32_t)numbering_count(n);
    }
    *number = *slot - 1;
    return GRUNDY_OK;
}
