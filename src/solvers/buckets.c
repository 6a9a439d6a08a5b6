#include "solvers/buckets.h"

#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/hash.h"
#include "solvers/spin.h"

enum {
    BUCKET = CACHE_LINE,
    WORDS = BUCKET / 8,
    SPILL = BUCKET - 1,    /* the byte of a bucket that says how many buckets further its entries may lie */
    CHANGES = SPILL - 2,   /* two bytes that count changes: odd while there is one */
    ROOM = CHANGES,        /* for entries */
    FILLED = ROOM * 4 / 5, /* of that on average, before there are more buckets */
    FIRST_BUCKETS = 8,
    MANY_BUCKETS = 1024,
    REACH_OF_FEW = 3,
    REACH_OF_MANY = 64,
    DIVISIONS_MOST = 4, /* before buckets become more all the same */
    LENGTH_BITS = 5,
    LENGTH_MASK = (1 << LENGTH_BITS) - 1,
    VALUE_BYTES = 10
};

/* The buckets that keys of one class are led to. */
typedef struct {
    size_t first, count;
} stretch;

struct bucket_block {
    void *memory;       /* as allocated; the block begins at its first cache line */
    size_t count;       /* of buckets that hashes lead to; as many as their reach follow */
    bucket_block *next; /* of those that were replaced, */
    uint64_t replaced;  /* and when this was */
    stretch of[KEY_CLASSES];
    _Alignas(CACHE_LINE) unsigned char bytes[];
};

/* A bucket taken out. An entry begins where the last one ends; a zero byte is behind the last where there is room for one. */
typedef union {
    uint64_t words[WORDS];
    unsigned char bytes[BUCKET];
} bucket;

/* An entry of a bucket, taken apart. */
typedef struct {
    unsigned at, size; /* where it begins, and its length */
    unsigned worth;
    grundy_bytes key;
} bucket_entry;

void *line_in(void *memory)
{
    return (unsigned char *)memory + (CACHE_LINE - (uintptr_t)memory % CACHE_LINE) % CACHE_LINE;
}

/* ---- readers ---- */

/* When a reader last looked at no bucket; 0: it looks at none until it begins. */
typedef struct {
    _Alignas(CACHE_LINE) atomic_uint_fast64_t time;
} reader;

struct readers {
    grundy *g;
    void *memory;
    unsigned count;
    atomic_uint_fast64_t time; /* one more whenever a block is replaced */
    atomic_bool held;          /* lock of */
    bucket_block *replaced;
    _Alignas(CACHE_LINE) reader all[];
};

static size_t readers_memory(unsigned count)
{
    return sizeof(readers) + count * sizeof(reader) + CACHE_LINE;
}

grundy_status readers_open(grundy *g, unsigned count, readers **out)
{
    grundy_status status = GRUNDY_OK;
    void *memory = handle_new(g, 1, readers_memory(count), &status);
    if (memory == NULL)
        return status;
    readers *r = line_in(memory);
    r->g = g;
    r->memory = memory;
    r->count = count;
    atomic_store(&r->time, 1);
    *out = r;
    return GRUNDY_OK;
}

static void block_free(grundy *g, bucket_block *b)
{
    if (b != NULL)
        handle_free(g, b->memory, buckets_memory(b->count));
}

/* Free what was replaced before the last time that each reader looked at no bucket. */
static void free_replaced(readers *r)
{
    uint64_t since = UINT64_MAX;
    for (unsigned i = 0; i < r->count; i++) {
        const uint64_t time = atomic_load(&r->all[i].time);
        since = time != 0 && time < since ? time : since;
    }
    spin_lock(&r->held);
    for (bucket_block **at = &r->replaced, *b = *at; b != NULL; b = *at)
        if (b->replaced <= since) {
            *at = b->next;
            block_free(r->g, b);
        } else {
            at = &b->next;
        }
    spin_unlock(&r->held);
}

void readers_close(readers *r)
{
    if (r == NULL)
        return;
    free_replaced(r);
    handle_free(r->g, r->memory, readers_memory(r->count));
}

/* If who frees has not seen that the reader begins, then the reader sees at last that the time is another, and with it which
 * buckets are there now. */
void readers_begin(readers *r, unsigned number)
{
    uint64_t time;
    if (r == NULL)
        return;
    do {
        time = atomic_load(&r->time);
        atomic_store(&r->all[number].time, time);
    } while (atomic_load(&r->time) != time);
}

void readers_pass(readers *r, unsigned number)
{
    const uint64_t time = r == NULL ? 0 : atomic_load_explicit(&r->time, memory_order_acquire);
    if (r == NULL || time == atomic_load_explicit(&r->all[number].time, memory_order_relaxed))
        return;
    atomic_store(&r->all[number].time, time);
    free_replaced(r);
}

void readers_end(readers *r, unsigned number)
{
    if (r == NULL)
        return;
    atomic_store(&r->all[number].time, 0);
    free_replaced(r);
}

/* Nobody finds the block any more; who looks at it already began, or passed, before now. */
static void block_replaced(grundy *g, readers *r, bucket_block *b)
{
    if (r == NULL || b == NULL) {
        block_free(g, b);
        return;
    }
    spin_lock(&r->held);
    b->next = r->replaced;
    b->replaced = atomic_fetch_add(&r->time, 1) + 1;
    r->replaced = b;
    spin_unlock(&r->held);
}

/* ---- one bucket ---- */

/* Of one length alone few entries would fill a bucket without a rest; so there are a few classes of lengths. */
static const unsigned char class_of[TABLE_SHORT_KEY + 1] = {0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3,
                                                            3, 3, 3, 3, 3, 3, 3, 3, 3, 3};

unsigned key_class(size_t length)
{
    return class_of[length];
}

static inline unsigned char *bucket_of(bucket_block *b, size_t length, uint64_t hash)
{
    const stretch *s = &b->of[class_of[length]];
    return b->bytes + (s->first + (size_t)((hash >> 32) * s->count >> 32)) * BUCKET;
}

/* A bucket as it is at one moment while another thread may change it. */
static inline void bucket_see(const unsigned char *at, bucket *out)
{
    const _Atomic uint64_t *words = (const void *)at;
    uint64_t last;
    do {
        last = atomic_load_explicit(&words[WORDS - 1], memory_order_acquire);
        for (unsigned i = 0; i < WORDS - 1; i++)
            out->words[i] = atomic_load_explicit(&words[i], memory_order_acquire);
        out->words[WORDS - 1] = last;
    } while ((out->bytes[CHANGES] & 1) != 0 || atomic_load_explicit(&words[WORDS - 1], memory_order_relaxed) != last);
}

/* A bucket that nobody else changes. */
static inline void bucket_take(const unsigned char *at, bucket *out)
{
    memcpy(out->bytes, at, BUCKET);
}

static inline void count_change(bucket *b)
{
    b->bytes[CHANGES + 1] = (unsigned char)(b->bytes[CHANGES + 1] + (b->bytes[CHANGES] == UINT8_MAX));
    b->bytes[CHANGES]++;
}

/* Put a changed bucket back, so that who looks at it meanwhile looks again. */
static inline void bucket_store(unsigned char *at, bucket *changed)
{
    _Atomic uint64_t *words = (void *)at;
    bucket before;
    before.words[WORDS - 1] = atomic_load_explicit(&words[WORDS - 1], memory_order_relaxed);
    count_change(&before);
    atomic_store_explicit(&words[WORDS - 1], before.words[WORDS - 1], memory_order_relaxed);
    for (unsigned i = 0; i < WORDS - 1; i++)
        atomic_store_explicit(&words[i], changed->words[i], memory_order_release);
    count_change(changed);
    count_change(changed);
    atomic_store_explicit(&words[WORDS - 1], changed->words[WORDS - 1], memory_order_release);
}

/* The entry that begins at `at`; false when there is none. */
static inline bool bucket_entry_at(const unsigned char *b, unsigned at, bucket_entry *e)
{
    if (at >= ROOM || b[at] == 0)
        return false;
    unsigned length = (b[at] & LENGTH_MASK) - 1;
    unsigned end = at + 1 + length;
    while (b[end] & 128)
        end++;
    *e = (bucket_entry){at, end + 1 - at, b[at] >> LENGTH_BITS, {b + at + 1, length}};
    return true;
}

static unsigned bucket_used(const unsigned char *b)
{
    bucket_entry e;
    unsigned at = 0;
    while (bucket_entry_at(b, at, &e))
        at += e.size;
    return at;
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

static inline bool bucket_find(const unsigned char *b, grundy_bytes key, bucket_entry *e)
{
    for (unsigned at = 0, end; at < ROOM && b[at] != 0; at = end + 1) {
        unsigned length = b[at] & LENGTH_MASK;
        end = at + length;
        while (b[end] & 128)
            end++;
        if (length == key.size + 1 && equal_bytes(b + at + 1, key.data, key.size)) {
            *e = (bucket_entry){at, end + 1 - at, b[at] >> LENGTH_BITS, {b + at + 1, key.size}};
            return true;
        }
    }
    return false;
}

static inline uint64_t entry_number(const bucket_entry *e)
{
    const unsigned char *digit = e->key.data + e->key.size;
    uint64_t n = *digit & 127;
    for (unsigned shift = 7; *digit & 128; shift += 7)
        n |= (uint64_t)(*++digit & 127) << shift;
    return n;
}

/* ---- looking up ---- */

/* The same while others may change buckets, where each is seen as it is at one moment. A key that is moved meanwhile from
 * one to another may be missed. */
static bool get_shared(const unsigned char *at, grundy_bytes key, uint64_t *value)
{
    bucket seen;
    bucket_entry e;
    bucket_see(at, &seen);
    for (unsigned left = seen.bytes[SPILL]; !bucket_find(seen.bytes, key, &e); left--) {
        if (left == 0)
            return false;
        bucket_see(at += BUCKET, &seen);
    }
    *value = entry_number(&e);
    return true;
}

/* The bucket that holds a key, of those from `at` on where it can be; NULL when none does. */
static inline unsigned char *bucket_search(unsigned char *at, grundy_bytes key, bucket_entry *e)
{
    for (unsigned left = at[SPILL];; left--, at += BUCKET)
        if (bucket_find(at, key, e))
            return at;
        else if (left == 0)
            return NULL;
}

bool buckets_get(const buckets *a, grundy_bytes key, uint64_t hash, bool shared, uint64_t *value)
{
    bucket_block *b = atomic_load_explicit(&a->block, memory_order_acquire);
    bucket_entry e;
    if (b == NULL)
        return false;
    if (shared)
        return get_shared(bucket_of(b, key.size, hash), key, value);
    if (bucket_search(bucket_of(b, key.size, hash), key, &e) == NULL)
        return false;
    *value = entry_number(&e);
    return true;
}

void buckets_prefetch(const buckets *a, size_t length, uint64_t hash)
{
    bucket_block *b = atomic_load_explicit(&a->block, memory_order_acquire);
    if (b != NULL)
        __builtin_prefetch(bucket_of(b, length, hash));
}

size_t buckets_count(const buckets *a)
{
    const bucket_block *b = atomic_load_explicit(&a->block, memory_order_acquire);
    return b == NULL ? 0 : b->count;
}

size_t buckets_stretch(const buckets *a, unsigned class, size_t *first)
{
    const bucket_block *b = atomic_load_explicit(&a->block, memory_order_acquire);
    *first = b == NULL ? 0 : b->of[class].first;
    return b == NULL ? 0 : b->of[class].count;
}

bool bucket_visit(const buckets *a, size_t number, bucket_visitor *visit, void *context)
{
    const unsigned char *at = atomic_load(&a->block)->bytes + number * BUCKET;
    bucket_entry e;
    for (unsigned i = 0; bucket_entry_at(at, i, &e); i += e.size)
        if (!visit(context, e.key, entry_number(&e), e.worth))
            return false;
    return true;
}

/* ---- changing ---- */

static void cut_out(bucket *b, unsigned at, unsigned size)
{
    const unsigned used = bucket_used(b->bytes);
    memmove(b->bytes + at, b->bytes + at + size, used - at - size);
    memset(b->bytes + used - size, 0, size);
}

/* An entry has come, or gone. */
static void count_entry(buckets *a, size_t length, size_t size)
{
    a->entries++;
    a->bytes += size;
    a->bytes_of[class_of[length]] += size;
}

static void discount_entry(buckets *a, const bucket_entry *e)
{
    a->entries--;
    a->bytes -= e->size;
    a->bytes_of[class_of[e->key.size]] -= e->size;
}

static void bucket_remove(buckets *a, unsigned char *at, const bucket_entry *e)
{
    bucket b;
    bucket_take(at, &b);
    cut_out(&b, e->at, e->size);
    bucket_store(at, &b);
    discount_entry(a, e);
}

/* Drop the entry of the least worth, the oldest of those, and let the oldest that stays age. */
static void bucket_evict(buckets *a, unsigned char *at)
{
    bucket b;
    bucket_entry e, least = {.worth = BUCKET_WORTH_MAX + 1};
    bucket_take(at, &b);
    for (unsigned i = 0; bucket_entry_at(b.bytes, i, &e); i += e.size)
        if (e.worth < least.worth)
            least = e;
    cut_out(&b, least.at, least.size);
    for (unsigned i = 0; bucket_entry_at(b.bytes, i, &e); i += e.size)
        if (e.worth > 0) {
            b.bytes[i] = (unsigned char)(b.bytes[i] - (1u << LENGTH_BITS));
            break;
        }
    bucket_store(at, &b);
    discount_entry(a, &least);
}

/* An entry of the bucket `at` lies so many buckets further. */
static void note_spill(unsigned char *at, size_t further)
{
    bucket b;
    if (further <= at[SPILL])
        return;
    bucket_take(at, &b);
    b.bytes[SPILL] = (unsigned char)further;
    bucket_store(at, &b);
}

/* Append an entry to its bucket or, where that has no room, one of the next; false when none has. When memory is used up, all
 * buckets are full, and those that are far would be searched in vain. */
static bool block_append(buckets *a, bucket_block *to, uint64_t hash, const unsigned char *entry, unsigned size)
{
    const size_t length = (entry[0] & LENGTH_MASK) - 1u;
    unsigned char *at = bucket_of(to, length, hash);
    const size_t reach = a->full ? REACH_OF_FEW : buckets_reach(to->count);
    for (size_t i = 0; i <= reach; i++) {
        unsigned char *place = at + i * BUCKET;
        const unsigned used = bucket_used(place);
        bucket b;
        if (used + size > ROOM)
            continue;
        bucket_take(place, &b);
        memcpy(b.bytes + used, entry, size);
        bucket_store(place, &b);
        note_spill(at, i);
        count_entry(a, length, size);
        return true;
    }
    return false;
}

/* Put everything into more buckets, which are empty; false when they are too crowded at some place. */
static bool refill(buckets *larger, bucket_block *to, const bucket_block *from)
{
    bucket_entry e;
    for (size_t i = 0; from != NULL && i < from->count + buckets_reach(from->count); i++)
        for (unsigned at = 0; bucket_entry_at(from->bytes + i * BUCKET, at, &e); at += e.size)
            if (!block_append(larger, to, hash_bytes(e.key.data, e.key.size), e.key.data - 1, e.size))
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

/* Of many buckets some lie in a crowd; were there no way out of it, all would have to be more while most are half empty. */
size_t buckets_reach(size_t count)
{
    return count < MANY_BUCKETS ? REACH_OF_FEW : REACH_OF_MANY;
}

size_t buckets_memory(size_t count)
{
    return count == 0 ? 0 : sizeof(bucket_block) + (count + buckets_reach(count)) * BUCKET + CACHE_LINE;
}

size_t buckets_within(size_t room)
{
    const size_t few = room < buckets_memory(1) ? 0 : 1 + (room - buckets_memory(1)) / BUCKET;
    if (few < MANY_BUCKETS)
        return few;
    return few < MANY_BUCKETS + REACH_OF_MANY ? MANY_BUCKETS - 1 : few - (REACH_OF_MANY - REACH_OF_FEW);
}

static bucket_block *block_new(grundy *g, size_t count)
{
    unsigned char *memory = handle_try(g, NULL, 0, buckets_memory(count));
    if (memory == NULL)
        return NULL;
    prefer_large_pages(memory, buckets_memory(count));
    memset(memory, 0, buckets_memory(count));
    bucket_block *b = line_in(memory);
    b->memory = memory;
    b->count = count;
    return b;
}

/* How much of a block keys of one class will fill when it is full: what they fill now, and of the rest what was their share of
 * what has come lately. So all stretches should be full at the same time. An eighth of the rest is for surprises. */
static double expected(const buckets *a, unsigned class, double room)
{
    double come = 1, came = 0;
    for (unsigned i = 0; i < KEY_CLASSES; i++) {
        const double more = (double)a->bytes_of[i] - (double)a->bytes_before[i];
        come += more > 0 ? more : 0;
        came = i == class && more > 0 ? more : came;
    }
    const double rest = room > (double)a->bytes ? room - (double)a->bytes : 0;
    return BUCKET + (double)a->bytes_of[class] + rest * (came / come * 7 + 1.0 / KEY_CLASSES) / 8;
}

/* Divide a new block among the classes of keys. Of few buckets, and where nothing is known, all are for all. */
static void bucket_divide(bucket_block *b, const buckets *a)
{
    double end[KEY_CLASSES], sum = 0;
    for (unsigned i = 0; i < KEY_CLASSES; i++) {
        b->of[i] = (stretch){0, b->count};
        end[i] = sum += expected(a, i, (double)b->count * FILLED);
    }
    if (b->count < MANY_BUCKETS || a->bytes == 0)
        return;
    for (size_t i = 0, first = 0; i < KEY_CLASSES; i++) {
        const size_t last = (size_t)(end[i] / sum * (double)(b->count - 1));
        b->of[i] = (stretch){first, last - first + 1};
        first = last;
    }
}

/* Move everything to so many buckets; false when there is no memory for them, or they are too crowded. */
static bool move(grundy *g, buckets *a, size_t count, readers *r)
{
    bucket_block *old = atomic_load(&a->block), *more = block_new(g, count);
    buckets larger = {.entries = 0};
    if (more == NULL)
        return false;
    bucket_divide(more, a);
    if (!refill(&larger, more, old)) {
        block_free(g, more);
        return false;
    }
    memcpy(a->bytes_before, a->bytes_of, sizeof a->bytes_before);
    atomic_store(&a->block, more);
    block_replaced(g, r, old);
    return true;
}

void buckets_reserve(grundy *g, buckets *a, size_t count, readers *r)
{
    if (count > buckets_count(a))
        move(g, a, count, r);
}

void buckets_divide(grundy *g, buckets *a, readers *r)
{
    if (buckets_count(a) >= MANY_BUCKETS)
        move(g, a, buckets_count(a), r);
}

void buckets_close(grundy *g, buckets *a)
{
    block_free(g, atomic_load(&a->block));
}

/* Are there buckets enough, but keys of other classes have come than were expected when they were divided? */
static bool is_divided_badly(const buckets *a, size_t count)
{
    size_t before = 0;
    for (unsigned i = 0; i < KEY_CLASSES; i++)
        before += a->bytes_before[i];
    return count >= MANY_BUCKETS && a->bytes < count * ROOM / 4 * 3 && a->bytes > before + before / 64 &&
           a->divisions < DIVISIONS_MOST;
}

/* More buckets, if they may be, or as many that are divided anew. */
static void enlarge(grundy *g, buckets *a, const bucket_put *how)
{
    const size_t count = buckets_count(a), most = buckets_within(how->room);
    size_t wanted = count;
    if (is_divided_badly(a, count) && move(g, a, count, how->readers)) {
        a->divisions++;
        return;
    }
    a->divisions = 0;
    do {
        wanted = wanted == 0 ? FIRST_BUCKETS : wanted + wanted / 2 + 1;
        wanted = wanted > most ? most : wanted;
        if (wanted > count + count / 16 && move(g, a, wanted, how->readers))
            return;
    } while (wanted < most);
    a->full = true;
}

/* Give a key that is there a new number; false when it is not, or the number has another length. */
static bool bucket_overwrite(buckets *a, unsigned char *at, grundy_bytes key, const unsigned char *entry, unsigned size)
{
    bucket b;
    bucket_entry old;
    unsigned char *place = bucket_search(at, key, &old);
    if (place == NULL)
        return false;
    if (old.size != size) {
        bucket_remove(a, place, &old);
        return false;
    }
    bucket_take(place, &b);
    memcpy(b.bytes + old.at, entry, size);
    bucket_store(place, &b);
    return true;
}

void buckets_put(grundy *g, buckets *a, grundy_bytes key, uint64_t hash, uint64_t value, const bucket_put *how)
{
    unsigned char entry[1 + TABLE_SHORT_KEY + VALUE_BYTES];
    unsigned size = 1 + (unsigned)key.size;
    entry[0] = (unsigned char)((key.size + 1) | how->worth << LENGTH_BITS);
    if (key.size > 0)
        memcpy(entry + 1, key.data, key.size);
    for (; value >= 128; value >>= 7)
        entry[size++] = (unsigned char)(value | 128);
    entry[size++] = (unsigned char)value;
    bucket_block *b = atomic_load_explicit(&a->block, memory_order_relaxed);
    if (b != NULL && bucket_overwrite(a, bucket_of(b, key.size, hash), key, entry, size))
        return;
    if (!a->full && (b == NULL || a->bytes >= b->count * FILLED))
        enlarge(g, a, how);
    while ((b = atomic_load_explicit(&a->block, memory_order_relaxed)) != NULL &&
           !block_append(a, b, hash, entry, size))
        if (a->full)
            bucket_evict(a, bucket_of(b, key.size, hash));
        else
            enlarge(g, a, how);
}
