#include "solvers/table.h"

#include <pthread.h>
#include <string.h>

#include "base/hash.h"

enum { SHARDS = 64, FIRST_BYTES = 1024, FIRST_SLOTS = 64, HEADER = 12 };

/* Entries lie one after the other in `bytes`: 4 bytes of key length, 8 of value, the key. A slot holds the
 * entry's offset plus 1. */
typedef struct {
    unsigned char *bytes;
    size_t size, used;
    uint32_t *slots;
    size_t slot_count, count;
} generation;

typedef struct {
    pthread_mutex_t lock;
    generation young, old;
} shard;

struct table {
    grundy *g;
    size_t budget; /* bytes of one generation of one shard */
    shard shards[SHARDS];
};

grundy_status table_open(grundy *g, uint64_t memory, table **out)
{
    grundy_status status = GRUNDY_OK;
    table *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL)
        return status;
    t->g = g;
    uint64_t budget = memory / (2 * SHARDS);
    t->budget = budget > UINT32_MAX / 2 ? UINT32_MAX / 2 : (size_t)budget;
    for (size_t i = 0; i < SHARDS; i++)
        pthread_mutex_init(&t->shards[i].lock, NULL);
    *out = t;
    return GRUNDY_OK;
}

static void generation_free(grundy *g, generation *e)
{
    handle_free(g, e->bytes, e->size);
    handle_free(g, e->slots, e->slot_count * sizeof *e->slots);
    *e = (generation){0};
}

void table_close(table *t)
{
    if (t == NULL)
        return;
    for (size_t i = 0; i < SHARDS; i++) {
        generation_free(t->g, &t->shards[i].young);
        generation_free(t->g, &t->shards[i].old);
        pthread_mutex_destroy(&t->shards[i].lock);
    }
    handle_free(t->g, t, sizeof *t);
}

/* The slot of a key: the one that holds it, or the free one where it belongs. */
static uint32_t *find_slot(const generation *e, grundy_bytes key, uint64_t hash)
{
    size_t mask = e->slot_count - 1;
    for (size_t i = (size_t)(hash >> 16) & mask;; i = (i + 1) & mask) {
        if (e->slots[i] == 0)
            return &e->slots[i];
        const unsigned char *entry = e->bytes + e->slots[i] - 1;
        uint32_t size;
        memcpy(&size, entry, sizeof size);
        if (size == key.size && memcmp(entry + HEADER, key.data, size) == 0)
            return &e->slots[i];
    }
}

static bool find(const generation *e, grundy_bytes key, uint64_t hash, uint64_t *value)
{
    if (e->count == 0)
        return false;
    uint32_t slot = *find_slot(e, key, hash);
    if (slot == 0)
        return false;
    memcpy(value, e->bytes + slot - 1 + 4, sizeof *value);
    return true;
}

static bool grow_slots(grundy *g, generation *e)
{
    generation larger = *e;
    larger.slot_count = e->slot_count == 0 ? FIRST_SLOTS : 2 * e->slot_count;
    larger.slots = handle_try(g, NULL, 0, larger.slot_count * sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    memset(larger.slots, 0, larger.slot_count * sizeof *larger.slots);
    for (size_t offset = 0; offset < e->used;) {
        uint32_t size;
        memcpy(&size, e->bytes + offset, sizeof size);
        grundy_bytes key = {e->bytes + offset + HEADER, size};
        *find_slot(&larger, key, hash_bytes(key.data, key.size)) = (uint32_t)offset + 1;
        offset += HEADER + size;
    }
    handle_free(g, e->slots, e->slot_count * sizeof *e->slots);
    *e = larger;
    return true;
}

/* Make room for one more entry within the budget. */
static bool make_room(table *t, generation *e, size_t need)
{
    if (2 * (e->count + 1) > e->slot_count) {
        size_t slots = e->slot_count == 0 ? FIRST_SLOTS : 2 * e->slot_count;
        if (slots * sizeof(uint32_t) + e->used + need > t->budget || !grow_slots(t->g, e))
            return false;
    }
    if (e->used + need <= e->size)
        return true;
    size_t room = t->budget - e->slot_count * sizeof(uint32_t);
    size_t size = e->size == 0 ? FIRST_BYTES : 2 * e->size;
    if (size < e->used + need)
        size = e->used + need;
    if (size > room)
        size = room;
    if (size < e->used + need)
        return false;
    unsigned char *bytes = handle_try(t->g, e->bytes, e->size, size);
    if (bytes == NULL)
        return false;
    e->bytes = bytes;
    e->size = size;
    return true;
}

static void forget(shard *s)
{
    generation oldest = s->old;
    s->old = s->young;
    s->young = oldest;
    if (oldest.slots != NULL)
        memset(oldest.slots, 0, oldest.slot_count * sizeof *oldest.slots);
    s->young.used = 0;
    s->young.count = 0;
}

static void store(table *t, shard *s, grundy_bytes key, uint64_t hash, uint64_t value)
{
    size_t need = HEADER + key.size;
    if (need + FIRST_SLOTS * sizeof(uint32_t) > t->budget)
        return;
    if (!make_room(t, &s->young, need)) {
        forget(s);
        if (!make_room(t, &s->young, need))
            return;
    }
    generation *e = &s->young;
    uint32_t *slot = find_slot(e, key, hash);
    if (*slot != 0)
        return;
    uint32_t size = (uint32_t)key.size;
    memcpy(e->bytes + e->used, &size, sizeof size);
    memcpy(e->bytes + e->used + 4, &value, sizeof value);
    memcpy(e->bytes + e->used + HEADER, key.data, key.size);
    *slot = (uint32_t)e->used + 1;
    e->used += need;
    e->count++;
}

bool table_get(table *t, grundy_bytes key, uint64_t *value)
{
    uint64_t hash = hash_bytes(key.data, key.size);
    shard *s = &t->shards[hash % SHARDS];
    pthread_mutex_lock(&s->lock);
    bool found = find(&s->young, key, hash, value);
    if (!found && find(&s->old, key, hash, value)) {
        found = true;
        store(t, s, key, hash, *value);
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

void table_put(table *t, grundy_bytes key, uint64_t value)
{
    if (key.size > UINT32_MAX / 4)
        return;
    uint64_t hash = hash_bytes(key.data, key.size);
    shard *s = &t->shards[hash % SHARDS];
    pthread_mutex_lock(&s->lock);
    store(t, s, key, hash, value);
    pthread_mutex_unlock(&s->lock);
}

uint64_t table_count(table *t)
{
    uint64_t count = 0;
    for (size_t i = 0; i < SHARDS; i++) {
        pthread_mutex_lock(&t->shards[i].lock);
        count += t->shards[i].young.count + t->shards[i].old.count;
        pthread_mutex_unlock(&t->shards[i].lock);
    }
    return count;
}
