/* naive_map.h - byte strings to numbers, as plainly as it can be done: the model that tables are compared with */
#ifndef GRUNDY_TEST_NAIVE_MAP_H
#define GRUNDY_TEST_NAIVE_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grundy.h"

typedef struct {
    unsigned char *key;
    size_t size;
    uint64_t value;
} naive_entry;

typedef struct {
    naive_entry *entries; /* in the order in which they were added */
    size_t count, capacity;
    size_t *slots; /* index + 1 of an entry; 0: free */
    size_t slot_count;
} naive_map;

static inline size_t naive_slot(const naive_map *m, grundy_bytes key)
{
    uint64_t hash = 5381;
    for (size_t i = 0; i < key.size; i++)
        hash = hash * 33 + key.data[i];
    size_t slot = (size_t)((hash ^ hash >> 29) % m->slot_count);
    for (; m->slots[slot] != 0; slot = (slot + 1) % m->slot_count) {
        const naive_entry *e = &m->entries[m->slots[slot] - 1];
        if (e->size == key.size && (key.size == 0 || memcmp(e->key, key.data, key.size) == 0))
            break;
    }
    return slot;
}

static inline naive_entry *naive_find(const naive_map *m, grundy_bytes key)
{
    size_t entry = m->slot_count == 0 ? 0 : m->slots[naive_slot(m, key)];
    return entry == 0 ? NULL : &m->entries[entry - 1];
}

static inline void naive_grow(naive_map *m)
{
    m->capacity = m->capacity == 0 ? 64 : 2 * m->capacity;
    m->entries = realloc(m->entries, m->capacity * sizeof *m->entries);
    free(m->slots);
    m->slot_count = 3 * m->capacity + 1;
    m->slots = calloc(m->slot_count, sizeof *m->slots);
    if (m->entries == NULL || m->slots == NULL)
        abort();
    for (size_t i = 0; i < m->count; i++)
        m->slots[naive_slot(m, (grundy_bytes){m->entries[i].key, m->entries[i].size})] = i + 1;
}

/* Set the value of a key, new or known; returns the entry's index. */
static inline size_t naive_put(naive_map *m, grundy_bytes key, uint64_t value)
{
    naive_entry *known = naive_find(m, key);
    if (known == NULL) {
        if (m->count == m->capacity)
            naive_grow(m);
        known = &m->entries[m->count];
        *known = (naive_entry){.key = malloc(key.size + 1), .size = key.size};
        if (known->key == NULL)
            abort();
        if (key.size != 0)
            memcpy(known->key, key.data, key.size);
        m->slots[naive_slot(m, key)] = ++m->count;
    }
    known->value = value;
    return (size_t)(known - m->entries);
}

static inline void naive_free(naive_map *m)
{
    for (size_t i = 0; i < m->count; i++)
        free(m->entries[i].key);
    free(m->entries);
    free(m->slots);
    *m = (naive_map){0};
}

#endif
