#include "solvers/table.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* Threads that use the table at once seldom meet in one of many shards; one thread alone has larger ones, which fill
 * large pages. */
enum { SHARDS_ALONE = 8, SHARDS = 64 };

enum { FIRST_BYTES = 1024, FIRST_SLOTS = 64, HEADER = 12 };
enum {
    BUCKET = 64,
    SPILL = BUCKET - 1,     /* the byte of a bucket that says how many buckets further its entries may lie */
    REACH = 3,              /* the most that this can be */
    FILLED = SPILL * 4 / 5, /* bytes of entries in a bucket on average, before there are more buckets */
    FIRST_BUCKETS = 8,
    LENGTH_BITS = 5,
    WORTH_MAX = 7,
    VALUE_BYTES = 10,
    PATIENCE = 100 /* looks at a lock before the thread stands back */
};

/* Long keys. Entries lie one after the other in `bytes`: 4 bytes of key length, 8 of value, the key. A slot holds
 * the entry's offset plus 1. */
typedef struct {
    unsigned char *bytes;
    size_t size, used;
    uint32_t *slots;
    size_t slot_count, count;
} generation;

/* Short keys. A bucket's entries begin at its start; a zero byte ends them where there is room for one. An entry that
 * finds no room in its bucket goes to one of the next; so there are REACH more buckets than hashes lead to. */
typedef struct {
    unsigned char *memory; /* as allocated; the buckets begin at its first multiple of BUCKET */
    _Atomic(unsigned char *) buckets;
    _Atomic size_t count;  /* of buckets that hashes lead to */
    size_t entries, bytes; /* in use */
    bool full;             /* no more memory is to be had */
} bucket_array;

/* Most of what threads do is to look up. If they wrote to one lock for that, its cache line would go to and fro between
 * processors, which takes longer than to look up. So there are several gates, a cache line each: who looks up holds that of
 * its number, who changes something holds all of them. */
enum { GATES_MAX = 4, CACHE_LINE = 64 };

typedef struct {
    atomic_bool held;
    char rest[CACHE_LINE - sizeof(atomic_bool)];
} gate;

typedef struct {
    gate gates[GATES_MAX];
    bucket_array array;
    generation young, old;
    size_t forgotten; /* how often the old generation went */
} shard;

struct table {
    grundy *g;
    size_t shard_count;
    unsigned gate_count; /* of each shard */
    size_t budget;       /* bytes of one shard */
    shard shards[SHARDS];
};

grundy_status table_open(grundy *g, uint64_t memory, table **out)
{
    grundy_status status = GRUNDY_OK;
    table *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL)
        return status;
    t->g = g;
    const unsigned threads = grundy_get_limits(g).threads;
    t->shard_count = threads > 1 ? SHARDS : SHARDS_ALONE;
    t->gate_count = threads < 1 ? 1 : threads > GATES_MAX ? GATES_MAX : threads;
    uint64_t budget = memory / t->shard_count;
    t->budget = budget > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)budget;
    *out = t;
    return GRUNDY_OK;
}

static size_t array_memory(size_t buckets)
{
    return buckets == 0 ? 0 : (buckets + REACH + 1) * BUCKET;
}

static void array_free(grundy *g, bucket_array *a)
{
    handle_free(g, a->memory, array_memory(atomic_load(&a->count)));
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
        array_free(t->g, &t->shards[i].array);
        generation_free(t->g, &t->shards[i].young);
        generation_free(t->g, &t->shards[i].old);
    }
    handle_free(t->g, t, sizeof *t);
}

/* Gates are held for less time than it takes to sleep and wake up. */
static inline void gate_hold(gate *its)
{
    unsigned looks = 0;
    while (atomic_exchange_explicit(&its->held, true, memory_order_acquire))
        while (atomic_load_explicit(&its->held, memory_order_relaxed))
            if (++looks % PATIENCE == 0)
                sched_yield();
}

static inline void gate_leave(gate *its)
{
    atomic_store_explicit(&its->held, false, memory_order_release);
}

static inline void lock(const table *t, shard *s)
{
    for (unsigned i = 0; i < t->gate_count; i++)
        gate_hold(&s->gates[i]);
}

static inline void unlock(const table *t, shard *s)
{
    for (unsigned i = t->gate_count; i > 0; i--)
        gate_leave(&s->gates[i - 1]);
}

/* ---- short keys ---- */

/* An entry of a bucket, taken apart. */
typedef struct {
    unsigned at, size; /* where it begins, and its length */
    unsigned worth;
    grundy_bytes key;
} bucket_entry;

/* The entry that begins at `at`; false when there is none. */
static inline bool bucket_entry_at(const unsigned char *bucket, unsigned at, bucket_entry *e)
{
    if (at >= SPILL || bucket[at] == 0)
        return false;
    unsigned length = (bucket[at] & ((1u << LENGTH_BITS) - 1)) - 1;
    unsigned end = at + 1 + length;
    while (bucket[end] & 128)
        end++;
    *e = (bucket_entry){at, end + 1 - at, bucket[at] >> LENGTH_BITS, {bucket + at + 1, length}};
    return true;
}

static inline unsigned char *bucket_of(const bucket_array *a, uint64_t hash)
{
    size_t count = atomic_load_explicit(&a->count, memory_order_relaxed);
    unsigned char *buckets = atomic_load_explicit(&a->buckets, memory_order_relaxed);
    return count == 0 ? NULL : buckets + (size_t)((hash >> 32) * count >> 32) * BUCKET;
}

static inline uint64_t load_word(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint32_t load_half(const unsigned char *bytes)
{
    uint32_t half;
    memcpy(&half, bytes, sizeof half);
    return half;
}

/* Are two strings of the same length, at most TABLE_SHORT_KEY, equal? Loads that overlap are faster than memcmp. */
static inline bool equal_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    if (size >= 8)
        return load_word(a) == load_word(b) && load_word(a + size - 8) == load_word(b + size - 8) &&
               (size <= 16 || load_word(a + 8) == load_word(b + 8));
    if (size >= 4)
        return load_half(a) == load_half(b) && load_half(a + size - 4) == load_half(b + size - 4);
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static inline bool bucket_find(const unsigned char *bucket, grundy_bytes key, bucket_entry *e)
{
    for (unsigned at = 0, end; at < SPILL && bucket[at] != 0; at = end + 1) {
        unsigned length = bucket[at] & ((1u << LENGTH_BITS) - 1);
        end = at + length;
        while (bucket[end] & 128)
            end++;
        if (length == key.size + 1 && equal_bytes(bucket + at + 1, key.data, key.size)) {
            *e = (bucket_entry){at, end + 1 - at, bucket[at] >> LENGTH_BITS, {bucket + at + 1, key.size}};
            return true;
        }
    }
    return false;
}

/* The bucket that holds a key, of those from `bucket` on where it can be; NULL when none does. */
static inline unsigned char *spilled_find(unsigned char *bucket, grundy_bytes key, bucket_entry *e)
{
    for (unsigned left = bucket[SPILL];; left--, bucket += BUCKET)
        if (bucket_find(bucket, key, e))
            return bucket;
        else if (left == 0)
            return NULL;
}

static inline uint64_t entry_number(const bucket_entry *e)
{
    const unsigned char *digit = e->key.data + e->key.size;
    uint64_t n = *digit & 127;
    for (unsigned shift = 7; *digit & 128; shift += 7)
        n |= (uint64_t)(*++digit & 127) << shift;
    return n;
}

static bool array_get(const bucket_array *a, grundy_bytes key, uint64_t hash, uint64_t *value)
{
    unsigned char *bucket = bucket_of(a, hash);
    bucket_entry e;
    if (bucket == NULL || spilled_find(bucket, key, &e) == NULL)
        return false;
    *value = entry_number(&e);
    return true;
}

static unsigned bucket_used(const unsigned char *bucket)
{
    bucket_entry e;
    unsigned at = 0;
    while (bucket_entry_at(bucket, at, &e))
        at += e.size;
    return at;
}

static void bucket_remove(bucket_array *a, unsigned char *bucket, unsigned at, unsigned size)
{
    unsigned used = bucket_used(bucket);
    memmove(bucket + at, bucket + at + size, used - at - size);
    memset(bucket + used - size, 0, size);
    a->entries--;
    a->bytes -= size;
}

/* Drop the entry of the least worth, the oldest of those, and let the oldest that stays age. */
static void bucket_evict(bucket_array *a, unsigned char *bucket)
{
    bucket_entry e, least = {.worth = WORTH_MAX + 1};
    for (unsigned at = 0; bucket_entry_at(bucket, at, &e); at += e.size)
        if (e.worth < least.worth)
            least = e;
    bucket_remove(a, bucket, least.at, least.size);
    for (unsigned at = 0; bucket_entry_at(bucket, at, &e); at += e.size)
        if (e.worth > 0) {
            bucket[at] = (unsigned char)(bucket[at] - (1u << LENGTH_BITS));
            break;
        }
}

/* Append an entry to its bucket or, where that has no room, one of the next; false when none has. */
static bool bucket_append(bucket_array *a, unsigned char *bucket, const unsigned char *entry, unsigned size)
{
    for (unsigned i = 0; i <= REACH; i++) {
        unsigned char *place = bucket + i * BUCKET;
        unsigned used = bucket_used(place);
        if (used + size > SPILL)
            continue;
        memcpy(place + used, entry, size);
        bucket[SPILL] = (unsigned char)(i > bucket[SPILL] ? i : bucket[SPILL]);
        a->entries++;
        a->bytes += size;
        return true;
    }
    return false;
}

/* Put everything into more buckets, which are empty; false when they are too crowded at some place. */
static bool array_refill(bucket_array *larger, const bucket_array *a)
{
    size_t count = atomic_load(&a->count);
    const unsigned char *bucket = atomic_load(&a->buckets);
    bucket_entry e;
    for (size_t i = 0; count > 0 && i < count + REACH; i++, bucket += BUCKET)
        for (unsigned at = 0; bucket_entry_at(bucket, at, &e); at += e.size)
            if (!bucket_append(larger, bucket_of(larger, hash_bytes(e.key.data, e.key.size)), bucket + at, e.size))
                return false;
    return true;
}

/* A lookup far from the last one looks up where its page lies, too; there are fewer pages to remember if they are large. */
static void prefer_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)1 << 21, start = ((uintptr_t)memory + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)memory + size) & ~(page - 1);
    if (start < end)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* a wish: it does not matter if it is not granted */
#else
    (void)memory;
    (void)size;
#endif
}

/* Move everything to more buckets; false when there is no memory for them, or they are too crowded. */
static bool array_grow(table *t, bucket_array *a, size_t count)
{
    unsigned char *memory = handle_try(t->g, NULL, 0, array_memory(count));
    if (memory == NULL)
        return false;
    prefer_large_pages(memory, array_memory(count));
    memset(memory, 0, array_memory(count));
    unsigned char *buckets = memory + (BUCKET - (uintptr_t)memory % BUCKET) % BUCKET;
    bucket_array larger = {.memory = memory};
    atomic_init(&larger.buckets, buckets);
    atomic_init(&larger.count, count);
    if (!array_refill(&larger, a)) {
        array_free(t->g, &larger);
        return false;
    }
    array_free(t->g, a);
    a->memory = memory;
    a->entries = larger.entries;
    a->bytes = larger.bytes;
    atomic_store_explicit(&a->count, 0, memory_order_relaxed); /* a prefetch in between finds none */
    atomic_store_explicit(&a->buckets, buckets, memory_order_release);
    atomic_store_explicit(&a->count, count, memory_order_release);
    return true;
}

/* The most buckets that the budget has; what long keys hold, and at least an eighth, is left to them. */
static size_t buckets_most(const table *t, size_t held)
{
    size_t room = t->budget > held ? t->budget - held : 0;
    room = room > t->budget / 8 * 7 ? t->budget / 8 * 7 : room;
    return room > array_memory(1) ? room / BUCKET - REACH - 1 : 0;
}

/* More buckets, if the budget has them. */
static void array_enlarge(table *t, bucket_array *a, size_t held)
{
    size_t count = atomic_load(&a->count), most = buckets_most(t, held), wanted = count;
    do {
        wanted = wanted == 0 ? FIRST_BUCKETS : wanted + wanted / 2 + 1;
        wanted = wanted > most ? most : wanted;
        if (wanted > count + count / 16 && array_grow(t, a, wanted))
            return;
    } while (wanted < most);
    a->full = true;
}

static void array_put(table *t, bucket_array *a, size_t held, grundy_bytes key, uint64_t hash, uint64_t value,
                      unsigned worth)
{
    unsigned char entry[1 + TABLE_SHORT_KEY + VALUE_BYTES];
    unsigned size = 1 + (unsigned)key.size;
    entry[0] = (unsigned char)((key.size + 1) | worth << LENGTH_BITS);
    if (key.size > 0)
        memcpy(entry + 1, key.data, key.size);
    for (; value >= 128; value >>= 7)
        entry[size++] = (unsigned char)(value | 128);
    entry[size++] = (unsigned char)value;
    unsigned char *bucket = bucket_of(a, hash), *place;
    bucket_entry old;
    if (bucket != NULL && (place = spilled_find(bucket, key, &old)) != NULL) {
        if (old.size == size) {
            memcpy(place + old.at, entry, size);
            return;
        }
        bucket_remove(a, place, old.at, old.size);
    }
    if (!a->full && a->bytes >= atomic_load(&a->count) * FILLED)
        array_enlarge(t, a, held);
    while ((bucket = bucket_of(a, hash)) != NULL && !bucket_append(a, bucket, entry, size))
        if (a->full)
            bucket_evict(a, bucket);
        else
            array_enlarge(t, a, held);
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
    size_t taken = array_memory(atomic_load(&s->array.count));
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

bool table_get_hashed(table *t, grundy_bytes key, uint64_t hash, unsigned reader, uint64_t *value)
{
    shard *s = &t->shards[shard_of(t, hash)];
    bool found;
    if (key.size <= TABLE_SHORT_KEY) {
        gate *its = &s->gates[reader % t->gate_count];
        gate_hold(its);
        found = array_get(&s->array, key, hash, value);
        gate_leave(its);
        return found;
    }
    lock(t, s);
    found = get_long(t, s, key, hash, value); /* and moves it */
    unlock(t, s);
    return found;
}

/* The worth of an entry: an eighth power of 2 of the work behind it is one step. */
static unsigned worth_of(uint64_t work)
{
    unsigned bits = work == 0 ? 0 : 63 - (unsigned)__builtin_clzll(work);
    return bits / 3 < WORTH_MAX ? bits / 3 : WORTH_MAX;
}

/* The bytes that the long keys of a shard hold. */
static size_t generations_memory(const shard *s)
{
    return s->young.size + s->old.size + (s->young.slot_count + s->old.slot_count) * sizeof(uint32_t);
}

void table_put_hashed(table *t, grundy_bytes key, uint64_t hash, uint64_t value, uint64_t work)
{
    if (key.size > UINT32_MAX / 4)
        return;
    shard *s = &t->shards[shard_of(t, hash)];
    lock(t, s);
    if (key.size <= TABLE_SHORT_KEY)
        array_put(t, &s->array, generations_memory(s), key, hash, value, worth_of(work));
    else
        store_long(t, s, key, hash, value);
    unlock(t, s);
}

bool table_get(table *t, grundy_bytes key, uint64_t *value)
{
    return table_get_hashed(t, key, hash_bytes(key.data, key.size), 0, value);
}

void table_put(table *t, grundy_bytes key, uint64_t value)
{
    table_put_hashed(t, key, hash_bytes(key.data, key.size), value, 0);
}

void table_prefetch(const table *t, uint64_t hash)
{
    const unsigned char *bucket = bucket_of(&t->shards[shard_of(t, hash)].array, hash);
    if (bucket != NULL)
        __builtin_prefetch(bucket);
}

/* ---- going through all entries ---- */

enum { BUCKETS_AT_ONCE = 1024, ENTRY_MORE = 1 + 2 * VALUE_BYTES };

/* The entries that one call of table_copy writes. */
typedef struct {
    unsigned char *out;
    size_t size, used;
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

/* Whole buckets, from the cursor on; false when these were not all. Where buckets have become more, what the cursor has
 * passed is at most the same share of them, and some had spilled over it. */
static bool copy_buckets(const bucket_array *a, table_cursor *cursor, entry_copies *c)
{
    size_t count = atomic_load(&a->count), last;
    if (count == 0)
        return true;
    if (cursor->sight != count && cursor->sight != 0)
        cursor->at =
            cursor->at <= REACH ? 0 : (size_t)((double)(cursor->at - REACH) / (double)cursor->sight * (double)count);
    cursor->sight = count;
    count += REACH;
    last = count - cursor->at > BUCKETS_AT_ONCE ? cursor->at + BUCKETS_AT_ONCE : count;
    for (; cursor->at < last; cursor->at++) {
        const unsigned char *bucket = atomic_load(&a->buckets) + cursor->at * BUCKET;
        size_t used = c->used;
        bucket_entry e;
        for (unsigned at = 0; bucket_entry_at(bucket, at, &e); at += e.size)
            if (!copy_entry(c, 3 * e.worth, e.key, entry_number(&e))) {
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
    enum { SHORT, OLD, YOUNG, PARTS }; /* an entry in both generations is right in the younger */
    entry_copies c = {.out = out, .size = size};
    while (c.used == 0 && cursor->shard < t->shard_count) {
        shard *s = &t->shards[cursor->shard];
        lock(t, s);
        bool all = cursor->part == SHORT ? copy_buckets(&s->array, cursor, &c)
                                         : copy_generation(s, cursor->part == YOUNG ? &s->young : &s->old, cursor, &c);
        unlock(t, s);
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

bool table_take(table *t, const unsigned char *data, size_t size)
{
    const unsigned char *end = data + size;
    while (data < end) {
        unsigned work = *data++;
        uint64_t length, value;
        if (work > 63 || !read_number(&data, end, &length) || !read_number(&data, end, &value) ||
            length > (size_t)(end - data))
            return false;
        table_put_hashed(t, (grundy_bytes){data, (size_t)length}, hash_bytes(data, (size_t)length), value,
                         (uint64_t)1 << work);
        data += length;
    }
    return true;
}

/* Entries are copied in the order of their hashes, which would fill few buckets at first. */
void table_reserve(table *t, uint64_t extent)
{
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        lock(t, s);
        size_t most = buckets_most(t, generations_memory(s));
        const uint64_t share = extent / t->shard_count;
        size_t wanted = share > most ? most : (size_t)share;
        if (wanted > atomic_load(&s->array.count))
            array_grow(t, &s->array, wanted);
        unlock(t, s);
    }
}

uint64_t table_extent(const table *t)
{
    size_t most = 0;
    for (size_t i = 0; i < t->shard_count; i++) {
        size_t count = atomic_load(&t->shards[i].array.count);
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
        lock(t, s);
        count += s->array.entries + s->young.count + s->old.count;
        unlock(t, s);
    }
    return count;
}

uint64_t table_bytes(table *t)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < t->shard_count; i++) {
        shard *s = &t->shards[i];
        lock(t, s);
        bytes += array_memory(atomic_load(&s->array.count)) + s->young.size + s->old.size +
                 (s->young.slot_count + s->old.slot_count) * sizeof(uint32_t);
        unlock(t, s);
    }
    return bytes;
}
