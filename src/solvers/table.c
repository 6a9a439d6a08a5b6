#include "solvers/table.h"

#include <string.h>

#include "solvers/buckets.h"
#include "solvers/spin.h"

/* Who puts something waits while another thread makes more buckets in the same shard. So threads that use a table at once have
 * many shards; not too many, as a shard of a large table should fill large pages: a lookup far from the last one takes
 * several times as long in small ones; and fewer where there is little memory, as a key has to find room in its shard. */
enum { SHARDS_ALONE = 8, SHARDS_SHARED = 64, SHARD_LEAST = 1 << 14 };

enum { FIRST_BYTES = 1024, FIRST_SLOTS = 64, HEADER = 12, NUMBER_BYTES = 10 };

/* Long keys. Entries lie one after the other in `bytes`: 4 bytes of key length, 8 of value, the key. A slot holds
 * the entry's offset plus 1. */
typedef struct {
    unsigned char *bytes;
    size_t size, used;
    uint32_t *slots;
    size_t slot_count, count;
} generation;

/* Who looks up a short key takes no lock; for everything else there is one for each shard. */
typedef struct {
    buckets keys;
    atomic_bool held;
    generation young, old;
    size_t forgotten; /* how often the old generation went */
} shard;

struct table {
    grundy *g;
    size_t shard_count;
    size_t budget; /* bytes of one shard */
    void *memory;  /* of the shards, which begin at its first cache line */
    shard *shards;
    readers *readers; /* NULL: one thread alone uses the table */
    unsigned reader_count;
};

static size_t shards_memory(size_t count)
{
    return count * sizeof(shard) + CACHE_LINE;
}

grundy_status table_open(grundy *g, uint64_t memory, table **out)
{
    grundy_status status = GRUNDY_OK;
    table *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL)
        return status;
    t->g = g;
    t->shard_count = grundy_get_limits(g).threads <= 1 ? SHARDS_ALONE : SHARDS_SHARED;
    while (t->shard_count > 1 && memory / t->shard_count < SHARD_LEAST)
        t->shard_count /= 2;
    t->memory = handle_new(g, 1, shards_memory(t->shard_count), &status);
    if (t->memory == NULL) {
        handle_free(g, t, sizeof *t);
        return status;
    }
    t->shards = line_in(t->memory);
    uint64_t budget = memory / t->shard_count;
    t->budget = budget > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)budget;
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
    for (size_t i = 0; i < t->shard_count; i++) {
        buckets_close(t->g, &t->shards[i].keys);
        generation_free(t->g, &t->shards[i].young);
        generation_free(t->g, &t->shards[i].old);
    }
    readers_close(t->readers);
    handle_free(t->g, t->memory, shards_memory(t->shard_count));
    handle_free(t->g, t, sizeof *t);
}

void table_empty(table *t, bool smaller)
{
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        buckets_close(t->g, &s->keys);
        generation_free(t->g, &s->young);
        generation_free(t->g, &s->old);
        memset(&s->keys, 0, sizeof s->keys);
    }
    t->budget /= smaller ? 2 : 1;
}

/* ---- threads ---- */

grundy_status table_share(table *t, unsigned threads)
{
    readers *more = NULL;
    if (threads > 1 && threads <= t->reader_count)
        return GRUNDY_OK;
    if (threads > 1)
        TRY(readers_open(t->g, threads, &more));
    readers_close(t->readers);
    t->readers = more;
    t->reader_count = threads > 1 ? threads : 0;
    return GRUNDY_OK;
}

void table_begin(table *t, unsigned thread)
{
    readers_begin(t->readers, thread);
}

void table_pass(table *t, unsigned thread)
{
    readers_pass(t->readers, thread);
}

void table_end(table *t, unsigned thread)
{
    readers_end(t->readers, thread);
}

/* ---- long keys ---- */

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

/* The bytes that one generation of a shard may have. */
static size_t generation_budget(const table *t, const shard *s)
{
    size_t taken = buckets_memory(buckets_count(&s->keys));
    size_t budget = (t->budget - (taken < t->budget ? taken : t->budget)) / 2;
    return budget > UINT32_MAX / 2 ? UINT32_MAX / 2 : budget;
}

/* Make room for one more entry within the budget. */
static bool make_room(const table *t, generation *e, size_t budget, size_t need)
{
    if (2 * (e->count + 1) > e->slot_count) {
        size_t slots = e->slot_count == 0 ? FIRST_SLOTS : 2 * e->slot_count;
        if (slots * sizeof(uint32_t) + e->used + need > budget || !grow_slots(t->g, e))
            return false;
    }
    if (e->used + need <= e->size)
        return true;
    size_t slots = e->slot_count * sizeof(uint32_t), room = budget > slots ? budget - slots : 0;
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
    s->forgotten++;
}

/* Give a key that is there a new value; says whether it is. */
static bool overwrite(generation *e, grundy_bytes key, uint64_t hash, uint64_t value)
{
    uint32_t slot = e->count == 0 ? 0 : *find_slot(e, key, hash);
    if (slot != 0)
        memcpy(e->bytes + slot - 1 + 4, &value, sizeof value);
    return slot != 0;
}

static void store_long(const table *t, shard *s, grundy_bytes key, uint64_t hash, uint64_t value)
{
    size_t need = HEADER + key.size, budget = generation_budget(t, s);
    if (overwrite(&s->young, key, hash, value))
        return;
    overwrite(&s->old, key, hash, value); /* it may find no room among the young */
    if (need + FIRST_SLOTS * sizeof(uint32_t) > budget)
        return;
    if (!make_room(t, &s->young, budget, need)) {
        forget(s);
        if (!make_room(t, &s->young, budget, need))
            return;
    }
    generation *e = &s->young;
    uint32_t *slot = find_slot(e, key, hash);
    uint32_t size = (uint32_t)key.size;
    memcpy(e->bytes + e->used, &size, sizeof size);
    memcpy(e->bytes + e->used + 4, &value, sizeof value);
    memcpy(e->bytes + e->used + HEADER, key.data, key.size);
    *slot = (uint32_t)e->used + 1;
    e->used += need;
    e->count++;
}

static bool get_long(const table *t, shard *s, grundy_bytes key, uint64_t hash, uint64_t *value)
{
    if (find(&s->young, key, hash, value))
        return true;
    if (!find(&s->old, key, hash, value))
        return false;
    store_long(t, s, key, hash, *value);
    return true;
}

/* ---- the table ---- */

static inline size_t shard_of(const table *t, uint64_t hash)
{
    return hash & (t->shard_count - 1);
}

bool table_get_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t *value)
{
    shard *s = &t->shards[shard_of(t, hash)];
    if (key.size <= TABLE_SHORT_KEY)
        return buckets_get(&s->keys, key, hash, t->readers != NULL, value);
    spin_lock(&s->held);
    bool found = get_long(t, s, key, hash, value); /* and moves it */
    spin_unlock(&s->held);
    return found;
}

/* The worth of an entry: an eighth power of 2 of the work behind it is one step. */
static unsigned worth_of(uint64_t work)
{
    unsigned bits = work == 0 ? 0 : 63 - (unsigned)__builtin_clzll(work);
    return bits / 3 < BUCKET_WORTH_MAX ? bits / 3 : BUCKET_WORTH_MAX;
}

/* The bytes that the long keys of a shard hold. */
static size_t generations_memory(const shard *s)
{
    return s->young.size + s->old.size + (s->young.slot_count + s->old.slot_count) * sizeof(uint32_t);
}

/* What the budget has for buckets: all but what long keys hold, to which at least an eighth is left. */
static size_t buckets_room(const table *t, const shard *s)
{
    const size_t held = generations_memory(s), most = t->budget / 8 * 7;
    const size_t room = t->budget > held ? t->budget - held : 0;
    return room < most ? room : most;
}

void table_put_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t value, uint64_t work)
{
    if (key.size > UINT32_MAX / 4)
        return;
    shard *s = &t->shards[shard_of(t, hash)];
    spin_lock(&s->held);
    if (key.size <= TABLE_SHORT_KEY)
        buckets_put(t->g, &s->keys, key, hash, value,
                    &(bucket_put){.readers = t->readers, .room = buckets_room(t, s), .worth = worth_of(work)});
    else
        store_long(t, s, key, hash, value);
    spin_unlock(&s->held);
}

bool table_get(table *t, grundy_bytes key, uint64_t *value)
{
    return table_get_hashed(t, key, hash_bytes(key.data, key.size), value);
}

void table_put(table *t, grundy_bytes key, uint64_t value)
{
    table_put_hashed(t, key, hash_bytes(key.data, key.size), value, 0);
}

void table_prefetch(const table *t, size_t length, uint64_t hash)
{
    if (length <= TABLE_SHORT_KEY)
        buckets_prefetch(&t->shards[shard_of(t, hash)].keys, length, hash);
}

/* ---- going through all entries ---- */

enum { BUCKETS_AT_ONCE = 1024, ENTRY_MORE = 1 + 2 * NUMBER_BYTES };

/* The entries that one call of table_copy writes. */
typedef struct {
    unsigned char *out;
    size_t size, used;
    unsigned class; /* of the short keys that are copied */
} entry_copies;

static unsigned char *write_number(unsigned char *out, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        *out++ = (unsigned char)(n | 128);
    *out++ = (unsigned char)n;
    return out;
}

/* Write an entry; false when there is no room for it, unless there never will be. */
static bool copy_entry(entry_copies *c, unsigned work, grundy_bytes key, uint64_t value)
{
    unsigned char start[ENTRY_MORE], *end = start;
    *end++ = (unsigned char)work;
    end = write_number(write_number(end, key.size), value);
    size_t more = (size_t)(end - start);
    if (key.size > c->size || more > c->size - key.size)
        return true;
    if (more + key.size > c->size - c->used)
        return false;
    memcpy(c->out + c->used, start, more);
    if (key.size > 0)
        memcpy(c->out + c->used + more, key.data, key.size);
    c->used += more + key.size;
    return true;
}

static bool copy_short(void *context, grundy_bytes key, uint64_t value, unsigned worth)
{
    entry_copies *c = context;
    return key_class(key.size) != c->class || copy_entry(c, 3 * worth, key, value);
}

/* Short keys of one class in whole buckets, from the cursor on; false when these were not all. Where buckets have become more,
 * what the cursor has passed is at most the same share of them, and some had spilled over it. */
static bool copy_buckets(const buckets *a, table_cursor *cursor, entry_copies *c)
{
    size_t first, count = buckets_stretch(a, c->class, &first);
    const size_t all = buckets_count(a), reach = buckets_reach(all), spilled = buckets_reach(SIZE_MAX);
    if (count == 0)
        return true;
    if (cursor->sight != count && cursor->sight != 0)
        cursor->at = cursor->at <= spilled
                         ? 0
                         : (size_t)((double)(cursor->at - spilled) / (double)cursor->sight * (double)count);
    cursor->sight = count;
    count = count + reach < all + reach - first ? count + reach : all + reach - first;
    const size_t last = count - cursor->at > BUCKETS_AT_ONCE ? cursor->at + BUCKETS_AT_ONCE : count;
    for (; cursor->at < last; cursor->at++) {
        const size_t used = c->used;
        if (!bucket_visit(a, first + cursor->at, copy_short, c)) {
            c->used = used;
            return false;
        }
    }
    return last == count;
}

/* Long keys, from the cursor on; false when these were not all. What is no longer where it was is left. */
static bool copy_generation(const shard *s, const generation *e, table_cursor *cursor, entry_copies *c)
{
    if (cursor->at > 0 && cursor->sight != s->forgotten)
        return true;
    cursor->sight = s->forgotten;
    while (cursor->at < e->used) {
        uint32_t size;
        uint64_t value;
        memcpy(&size, e->bytes + cursor->at, sizeof size);
        memcpy(&value, e->bytes + cursor->at + 4, sizeof value);
        if (!copy_entry(c, 0, (grundy_bytes){e->bytes + cursor->at + HEADER, size}, value))
            return false;
        cursor->at += HEADER + size;
    }
    return true;
}

size_t table_copy(table *t, table_cursor *cursor, unsigned char *out, size_t size)
{
    enum { OLD = KEY_CLASSES, YOUNG, PARTS }; /* an entry in both generations is right in the younger */
    entry_copies c = {.out = out, .size = size};
    for (bool all = true; (all || c.used == 0) && cursor->shard < t->shard_count;) {
        shard *s = &t->shards[cursor->shard];
        spin_lock(&s->held);
        c.class = cursor->part;
        all = cursor->part < OLD ? copy_buckets(&s->keys, cursor, &c)
                                 : copy_generation(s, cursor->part == YOUNG ? &s->young : &s->old, cursor, &c);
        spin_unlock(&s->held);
        if (all)
            *cursor = cursor->part + 1 < PARTS ? (table_cursor){.shard = cursor->shard, .part = cursor->part + 1}
                                               : (table_cursor){.shard = cursor->shard + 1};
    }
    return c.used;
}

static bool read_number(const unsigned char **data, const unsigned char *end, uint64_t *out)
{
    uint64_t n = 0;
    for (unsigned shift = 0; *data < end && shift < 64; shift += 7) {
        unsigned char digit = *(*data)++;
        n |= (uint64_t)(digit & 127) << shift;
        if ((digit & 128) == 0) {
            *out = n;
            return true;
        }
    }
    return false;
}

bool table_take(table *t, const unsigned char *data, size_t size, uint64_t *count)
{
    const unsigned char *end = data + size;
    while (data < end) {
        unsigned work = *data++;
        uint64_t length, value;
        if (work > 63 || !read_number(&data, end, &length) || !read_number(&data, end, &value) ||
            length > (size_t)(end - data))
            return false;
        const grundy_bytes key = {data, (size_t)length};
        const uint64_t hash = hash_bytes(data, (size_t)length);
        uint64_t before;
        *count += !table_get_hashed(t, key, hash, &before);
        table_put_hashed(t, key, hash, value, (uint64_t)1 << work);
        data += length;
    }
    return true;
}

/* Entries are copied in the order of their hashes, which would fill few buckets at first. */
void table_reserve(table *t, uint64_t extent)
{
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        spin_lock(&s->held);
        const size_t most = buckets_within(buckets_room(t, s)), share = (size_t)(extent / t->shard_count);
        buckets_reserve(t->g, &s->keys, share > most ? most : share, t->readers);
        spin_unlock(&s->held);
    }
}

void table_arrange(table *t)
{
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        spin_lock(&s->held);
        buckets_divide(t->g, &s->keys, t->readers);
        spin_unlock(&s->held);
    }
}

uint64_t table_extent(table *t)
{
    size_t most = 0;
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        spin_lock(&s->held); /* whoever makes more buckets frees those that were there */
        const size_t count = buckets_count(&s->keys);
        spin_unlock(&s->held);
        most = count > most ? count : most;
    }
    return most * t->shard_count;
}

uint64_t table_room(const table *t)
{
    return (uint64_t)t->budget * t->shard_count;
}

uint64_t table_count(table *t)
{
    uint64_t count = 0;
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        spin_lock(&s->held);
        count += s->keys.entries + s->young.count + s->old.count;
        spin_unlock(&s->held);
    }
    return count;
}

uint64_t table_bytes(table *t)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        spin_lock(&s->held);
        bytes += buckets_memory(buckets_count(&s->keys)) + s->young.size + s->old.size +
                 (s->young.slot_count + s->old.slot_count) * sizeof(uint32_t);
        spin_unlock(&s->held);
    }
    return bytes;
}
