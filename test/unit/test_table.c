/* The transposition table against a naive map: what it finds is what was put last, whatever it has forgotten. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "asking.h"
#include "base/hash.h"
#include "naive_map.h"
#include "solvers/buckets.h"
#include "solvers/table.h"

enum { KEY_MAX = 300, THREADS = 4 };

static uint64_t seed = 20260102;

/* A key of up to `longest` bytes from few letters, so that keys are prefixes of each other, come again, and hold zeros. */
static grundy_bytes random_key(uint64_t *from, unsigned char *bytes, size_t longest, unsigned letters)
{
    size_t size = (size_t)(grundy_random(from) % (longest + 1));
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(grundy_random(from) % letters);
    return (grundy_bytes){bytes, size};
}

static uint64_t random_value(uint64_t *from)
{
    uint64_t shift = grundy_random(from) % 64;
    return grundy_random(from) >> shift;
}

typedef struct {
    uint64_t memory;
    size_t longest, puts;
    unsigned letters;
    bool ample; /* memory for all: nothing is lost */
} table_case;

typedef struct {
    uint64_t hits;
} tally;

static void check_key(table *t, const naive_map *model, grundy_bytes key, bool ample, tally *count)
{
    uint64_t value = 0;
    const naive_entry *known = naive_find(model, key);
    bool found = table_get(t, key, &value);
    count->hits += found;
    if (found && known == NULL)
        fail_msg("a key of %zu bytes is found that was never put", key.size);
    if (found && known->value != value)
        fail_msg("a key of %zu bytes has %" PRIu64 " instead of %" PRIu64, key.size, value, known->value);
    if (!found && known != NULL && ample)
        fail_msg("a key of %zu bytes is lost although there is memory", key.size);
}

/* What is copied, in pieces of some size, gives a table that holds what this one holds. */
static void check_copy(grundy *g, table *t, const naive_map *model, const table_case *c)
{
    unsigned char piece[4096];
    size_t most = 128 + (size_t)(grundy_random(&seed) % (sizeof piece - 127)), size;
    bool whole = most > KEY_MAX + 20; /* no entry is left out */
    uint64_t taken = 0;
    table *copy = NULL;
    table_cursor at = {0};
    MUST(g, table_open(g, c->memory, &copy));
    table_reserve(copy, table_extent(t));
    while ((size = table_copy(t, &at, piece, most)) > 0) {
        assert_in_range(size, 1, most);
        assert_true(table_take(copy, piece, size, &taken));
    }
    assert_int_equal(table_copy(t, &at, piece, most), 0);
    uint64_t found = 0, lost = 0; /* buckets that fill in another order lose others of their entries */
    for (size_t i = 0; i < model->count; i++) {
        uint64_t value = 0, copied = 0;
        grundy_bytes key = {model->entries[i].key, model->entries[i].size};
        bool there = table_get(t, key, &value), here = table_get(copy, key, &copied);
        if (here ? copied != model->entries[i].value : there && c->ample && whole && key.size > TABLE_SHORT_KEY)
            fail_msg("a key of %zu bytes is copied wrongly", key.size);
        found += there && here;
        lost += there && !here;
    }
    assert_true(!c->ample || !whole || lost <= found / 100);
    table_close(copy);
}

static void compare_with_model(const table_case *c)
{
    grundy *g = ask_open();
    table *t = NULL;
    naive_map model = {0};
    unsigned char bytes[KEY_MAX];
    tally asked = {0}, all = {0};
    MUST(g, table_open(g, c->memory, &t));
    uint64_t empty = grundy_memory(g);
    for (size_t i = 0; i < c->puts; i++) {
        grundy_bytes key = random_key(&seed, bytes, c->longest, c->letters);
        uint64_t value = random_value(&seed), work = random_value(&seed);
        if (grundy_random(&seed) % 2 == 0)
            table_put(t, key, value);
        else
            table_put_hashed(t, key, hash_bytes(key.data, key.size), value, work);
        naive_put(&model, key, value);
        check_key(t, &model, random_key(&seed, bytes, c->longest, c->letters), c->ample, &asked);
    }
    for (size_t i = 0; i < model.count; i++)
        check_key(t, &model, (grundy_bytes){model.entries[i].key, model.entries[i].size}, c->ample, &all);
    assert_true(table_count(t) <= 2 * model.count); /* an entry may be in both generations */
    if (c->ample) {
        assert_int_equal(table_count(t), all.hits);
    }
    /* a little over, for shards are rounded */
    if (grundy_memory(g) - empty > c->memory + 64 * 1024)
        fail_msg("%" PRIu64 " bytes are used instead of %" PRIu64, grundy_memory(g) - empty, c->memory);
    if (c->memory >= 1 << 20)
        assert_true(asked.hits > 0);
    check_copy(g, t, &model, c);
    naive_free(&model);
    table_close(t);
    ask_close(g);
}

static void short_keys(void **state)
{
    (void)state;
    compare_with_model(&(table_case){.memory = 64 << 20, .longest = 30, .letters = 3, .puts = 60000, .ample = true});
    compare_with_model(&(table_case){.memory = 64 << 20, .longest = 12, .letters = 2, .puts = 60000, .ample = true});
    compare_with_model(&(table_case){.memory = 64 << 20, .longest = 8, .letters = 256, .puts = 60000, .ample = true});
}

static void long_keys(void **state)
{
    (void)state;
    compare_with_model(&(table_case){.memory = 256 << 20, .longest = 32, .letters = 2, .puts = 40000, .ample = true});
    compare_with_model(
        &(table_case){.memory = 256 << 20, .longest = KEY_MAX, .letters = 4, .puts = 20000, .ample = true});
}

static void small_tables(void **state)
{
    (void)state;
    for (uint64_t memory = 0; memory <= 4 << 20; memory = memory == 0 ? 64 : memory * 3) {
        compare_with_model(&(table_case){.memory = memory, .longest = 30, .letters = 3, .puts = 8000});
        compare_with_model(&(table_case){.memory = memory, .longest = 4, .letters = 3, .puts = 8000});
        compare_with_model(&(table_case){.memory = memory, .longest = 90, .letters = 2, .puts = 8000});
        compare_with_model(&(table_case){.memory = memory, .longest = KEY_MAX, .letters = 2, .puts = 4000});
    }
    for (uint64_t memory = 64 << 10; memory <= 128 << 10; memory += 4 << 10) /* keys are put again in each generation */
        compare_with_model(&(table_case){.memory = memory, .longest = KEY_MAX, .letters = 1, .puts = 4000});
}

/* Each key is the beginning of the next. */
static void beginnings(void **state)
{
    (void)state;
    enum { LONGEST = 3000 };
    static const unsigned char zeros[LONGEST];
    grundy *g = ask_open();
    table *t = NULL;
    MUST(g, table_open(g, UINT64_C(1) << 30, &t));
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = LONGEST; i-- > 0;) {
            uint64_t value = 0;
            size_t size = pass == 0 ? LONGEST - 1 - i : i;
            bool found = table_get(t, (grundy_bytes){zeros, size}, &value);
            assert_true(found ? value == size : pass == 0);
            table_put(t, (grundy_bytes){zeros, size}, size);
        }
    table_close(t);
    ask_close(g);
}

/* What a full table says it holds fits into its memory: forgotten entries are not counted. */
static void forgotten_entries(void **state)
{
    (void)state;
    enum { SIZE = 40, MEMORY = 256 << 10 };
    grundy *g = ask_open();
    table *t = NULL;
    MUST(g, table_open(g, MEMORY, &t));
    for (uint64_t i = 0; i < 60000; i++) {
        unsigned char key[SIZE] = {0};
        memcpy(key, &i, sizeof i);
        table_put(t, (grundy_bytes){key, SIZE}, i);
        assert_true(table_count(t) * SIZE <= MEMORY);
    }
    table_close(t);
    ask_close(g);
}

static void the_empty_key(void **state)
{
    (void)state;
    grundy *g = ask_open();
    table *t = NULL;
    uint64_t value = 77;
    grundy_bytes empty = {NULL, 0}, zero = {(const unsigned char *)"", 1};
    MUST(g, table_open(g, 1 << 20, &t));
    assert_false(table_get(t, empty, &value));
    table_put(t, empty, UINT64_MAX);
    assert_false(table_get(t, zero, &value));
    assert_int_equal(value, 77);
    assert_true(table_get(t, empty, &value));
    assert_true(value == UINT64_MAX);
    assert_int_equal(table_count(t), 1);
    table_close(t);
    ask_close(g);
}

/* Entries of great worth outlive those of little: positions that cost much to solve are kept. */
static void worth_is_kept(void **state)
{
    (void)state;
    grundy *g = ask_open();
    table *t = NULL;
    uint64_t value, kept[2] = {0, 0};
    MUST(g, table_open(g, 1 << 20, &t));
    for (uint32_t i = 0; i < 200000; i++) {
        grundy_bytes key = {(const unsigned char *)&i, sizeof i};
        table_put_hashed(t, key, hash_bytes(key.data, key.size), i, i % 16 == 0 ? UINT64_C(1) << 40 : 1);
    }
    for (uint32_t i = 0; i < 200000; i++)
        if (table_get(t, (grundy_bytes){(const unsigned char *)&i, sizeof i}, &value)) {
            assert_int_equal(value, i);
            kept[i % 16 == 0]++;
        }
    assert_true(kept[0] > 1000);
    assert_true(kept[1] * 15 > kept[0] + kept[0] / 4);
    table_close(t);
    ask_close(g);
}

/* ---- threads: the value of a key is a function of it, so that any answer can be checked ---- */

typedef struct {
    table *t;
    unsigned number;
    uint64_t seed, hits, wrong;
} table_user;

static uint64_t value_of(grundy_bytes key)
{
    uint64_t from = key.size;
    for (size_t i = 0; i < key.size; i++)
        from = from * 257 + key.data[i];
    return grundy_random(&from) >> (from % 60);
}

/* Either of two values is right for a key; the other may have fewer digits, and then lies elsewhere. */
static bool is_value_of(grundy_bytes key, uint64_t value)
{
    return value == value_of(key) || value == value_of(key) >> 9;
}

static void *use_table(void *argument)
{
    table_user *u = argument;
    unsigned char bytes[KEY_MAX];
    table_begin(u->t, u->number);
    for (size_t i = 0; i < 40000; i++) {
        grundy_bytes key = random_key(&u->seed, bytes, i % 3 == 0 ? 60 : 14, 3);
        uint64_t value = 0, hash = hash_bytes(key.data, key.size);
        table_prefetch(u->t, key.size, hash);
        const bool found = table_get_hashed(u->t, key, hash, &value);
        u->hits += found;
        u->wrong += found && !is_value_of(key, value);
        if (!found || i % 5 == 0)
            table_put_hashed(u->t, key, hash, value_of(key) >> (i % 2 == 0 ? 9 : 0), i);
        if (i % 64 == 0)
            table_pass(u->t, u->number);
    }
    table_end(u->t, u->number);
    return NULL;
}

/* The entries of a piece that table_copy has written: how many, and how many have a wrong number. */
static void check_piece(const unsigned char *piece, size_t size, table_user *u)
{
    for (size_t i = 0; i < size;) {
        unsigned char length = piece[i + 1]; /* below 128: one digit */
        uint64_t value = 0;
        unsigned shift = 0;
        for (i += 2; piece[i] & 128; i++, shift += 7)
            value |= (uint64_t)(piece[i] & 127) << shift;
        value |= (uint64_t)piece[i++] << shift;
        u->hits++;
        u->wrong += !is_value_of((grundy_bytes){piece + i, length}, value);
        i += length;
        assert_true(i <= size);
    }
}

/* Go through the table again and again; each number in what is copied must be right. */
static void *copy_table(void *argument)
{
    table_user *u = argument;
    unsigned char piece[2048];
    for (size_t pass = 0, size; pass < 3; pass++)
        for (table_cursor at = {0}; (size = table_copy(u->t, &at, piece, sizeof piece)) > 0;)
            check_piece(piece, size, u);
    return NULL;
}

/* Between two pieces entries come, buckets become more, and generations go. */
static void changing_under_the_copy(void **state)
{
    (void)state;
    grundy *g = ask_open();
    table_user u = {0};
    unsigned char piece[256], bytes[KEY_MAX];
    MUST(g, table_open(g, 1 << 20, &u.t));
    table_cursor at = {0};
    for (size_t size = 1; size > 0;) {
        for (size_t k = 0; k < 1000; k++) {
            grundy_bytes key = random_key(&seed, bytes, k % 2 == 0 ? 60 : 14, 3);
            table_put(u.t, key, value_of(key));
        }
        size = table_copy(u.t, &at, piece, sizeof piece);
        check_piece(piece, size, &u);
    }
    assert_int_equal(u.wrong, 0);
    assert_true(u.hits > 1000);
    table_close(u.t);
    ask_close(g);
}

/* A table of many buckets is copied whole, and with the worth of its entries. */
static void much_is_copied(void **state)
{
    (void)state;
    enum { MANY = 700000 };
    grundy *g = ask_open();
    table *t = NULL;
    static unsigned char piece[65536];
    uint64_t there = 0, worthy = 0, counted = 0;
    size_t size;
    MUST(g, table_open(g, 256 << 20, &t));
    for (uint32_t i = 0; i < MANY; i++) {
        grundy_bytes key = {(const unsigned char *)&i, sizeof i};
        table_put_hashed(t, key, hash_bytes(key.data, key.size), 1, i % 2 == 0 ? UINT64_C(1) << 40 : 1);
    }
    uint64_t count = table_count(t);
    for (table_cursor at = {0}; (size = table_copy(t, &at, piece, sizeof piece)) > 0; there += size / 7)
        for (size_t i = 0; i < size; i += 7, counted++)
            worthy += piece[i] >= 20;
    assert_int_equal(there, count);
    assert_int_equal(counted, count);
    assert_in_range(worthy, count / 3, count - count / 3);
    table_close(t);
    ask_close(g);
}

/* Bytes that are no entries are not taken for some. */
static void broken_copies(void **state)
{
    (void)state;
    static const struct {
        unsigned char bytes[24];
        size_t size;
        bool good;
    } cases[] = {
        {{0, 0, 5}, 3, true},
        {{63, 2, 5, 'a', 'b', 1, 1, 0, 'c'}, 9, true},
        {{64, 0, 5}, 3, false},
        {{0}, 1, false},
        {{0, 0}, 2, false},
        {{0, 129}, 2, false},
        {{0, 1, 5}, 3, false},
        {{0, 3, 5, 'a', 'b'}, 5, false},
        {{0, 0, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1}, 14, false},
        {{0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 5, 'a'}, 13, false},
    };
    grundy *g = ask_open();
    uint64_t taken = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        table *t = NULL;
        MUST(g, table_open(g, 1 << 20, &t));
        assert_int_equal(table_take(t, cases[i].bytes, cases[i].size, &taken), cases[i].good);
        table_close(t);
    }
    ask_close(g);
}

/* ---- few keys, which one thread changes all the time while others look at them ---- */

enum { FEW = 5, CHANGES = 300000 };

/* What a key may have: all bytes of these differ, and so do their lengths. */
static const uint64_t few_values[] = {UINT64_C(0x0123456789abcdef), UINT64_C(0x3edcba9876543210), 5};

typedef struct {
    table *t;
    unsigned number;
    atomic_bool *done;
    uint64_t hits, wrong;
} onlooker;

static void *look_at_few(void *argument)
{
    onlooker *o = argument;
    table_begin(o->t, o->number);
    for (uint64_t i = 0; !atomic_load(o->done); i++) {
        const unsigned char key = (unsigned char)(i % FEW);
        uint64_t value = 0;
        if (table_get(o->t, (grundy_bytes){&key, 1}, &value)) {
            o->hits++;
            o->wrong += value != few_values[0] && value != few_values[1] && value != few_values[2];
        }
        table_pass(o->t, o->number);
    }
    table_end(o->t, o->number);
    return NULL;
}

static void few_that_change(void **state)
{
    (void)state;
    grundy *g = ask_open();
    atomic_bool done = false;
    onlooker all[THREADS];
    pthread_t threads[THREADS];
    table *t = NULL;
    MUST(g, table_open(g, 1 << 20, &t));
    MUST(g, table_share(t, THREADS));
    for (unsigned i = 1; i < THREADS; i++) {
        all[i] = (onlooker){.t = t, .number = i, .done = &done};
        assert_int_equal(pthread_create(&threads[i], NULL, look_at_few, &all[i]), 0);
    }
    for (uint64_t i = 0; i < CHANGES; i++) {
        const unsigned char key = (unsigned char)(grundy_random(&seed) % FEW);
        table_put(t, (grundy_bytes){&key, 1}, few_values[grundy_random(&seed) % LENGTH(few_values)]);
    }
    atomic_store(&done, true);
    for (unsigned i = 1; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(all[i].wrong, 0);
        assert_true(all[i].hits > 0);
    }
    table_close(t);
    ask_close(g);
}

static void threads_share(void **state)
{
    (void)state;
    static const uint64_t memories[] = {48 << 10, 1 << 20, 64 << 20};
    static const unsigned expected[] = {1, 2, 8}; /* for so many threads it is opened */
    for (size_t m = 0; m < LENGTH(memories) * LENGTH(expected); m++) {
        grundy *g = ask_open();
        table_user users[THREADS];
        pthread_t threads[THREADS];
        table *t = NULL;
        grundy_set_limits(g, &(grundy_limits){.threads = expected[m / LENGTH(memories)]});
        MUST(g, table_open(g, memories[m % LENGTH(memories)], &t));
        MUST(g, table_share(t, THREADS));
        const uint64_t empty = grundy_memory(g);
        for (size_t i = 0; i < THREADS; i++) {
            users[i] = (table_user){.t = t, .number = (unsigned)i, .seed = grundy_random(&seed)};
            assert_int_equal(pthread_create(&threads[i], NULL, i == 0 ? copy_table : use_table, &users[i]), 0);
        }
        for (size_t i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_int_equal(users[i].wrong, 0);
            assert_true(i == 0 || users[i].hits > 0);
        }
        copy_table(&users[0]);
        assert_true(users[0].hits > 0);
        assert_int_equal(users[0].wrong, 0);
        assert_true(table_count(t) > 0);
        assert_in_range(grundy_memory(g) - empty, 0, table_bytes(t)); /* what was replaced is given back */
        table_close(t);
        ask_close(g);
    }
}

/* A key that leads to the last bucket of one shard in a table for one thread, which has 8, as long as this has at most 2048
 * buckets. */
static grundy_bytes key_at_the_end(uint64_t *next, unsigned char *bytes)
{
    grundy_bytes key = {bytes, sizeof *next};
    uint64_t hash;
    do {
        ++*next;
        memcpy(bytes, next, sizeof *next);
        hash = hash_bytes(key.data, key.size);
    } while ((hash & 7) != 0 || hash >> 32 < UINT32_MAX - (UINT32_MAX >> 11));
    return key;
}

/* Entries crowd behind the last bucket, are copied from there, and move when there are more buckets. */
static void a_crowd_at_the_end(void **state)
{
    (void)state;
    enum { CROWD = 60, OTHERS = 8 * 16000 };
    grundy *g = ask_open();
    table *t = NULL, *copy = NULL;
    unsigned char bytes[sizeof(uint64_t)], piece[4096];
    uint64_t next = 0, value = 0, taken = 0;
    size_t size;
    MUST(g, table_open(g, 64 << 20, &t));
    MUST(g, table_open(g, 64 << 20, &copy));
    table_reserve(t, 8 * 1024);
    for (uint64_t i = 0; i < CROWD; i++)
        table_put(t, key_at_the_end(&next, bytes), i);
    assert_int_equal(table_extent(t), 8 * 1024);
    table_cursor at = {0};
    while ((size = table_copy(t, &at, piece, sizeof piece)) > 0)
        assert_true(table_take(copy, piece, size, &taken));
    assert_int_equal(table_count(copy), CROWD);
    for (uint64_t i = 0; i < OTHERS; i++)
        table_put(t, (grundy_bytes){(const unsigned char *)&i, 4}, i);
    assert_true(table_extent(t) > 8 * 1024);
    next = 0;
    for (uint64_t i = 0; i < CROWD; i++) {
        assert_true(table_get(t, key_at_the_end(&next, bytes), &value));
        assert_int_equal(value, i);
    }
    table_close(t);
    table_close(copy);
    ask_close(g);
}

/* The n-th key of a length, 4 to 8. */
static grundy_bytes nth_key(uint64_t n, size_t length, unsigned char *bytes)
{
    memcpy(bytes, &n, sizeof n);
    return (grundy_bytes){bytes, length};
}

/* Keys of a few lengths lie together, also when their share changes, and after a copy. All are found, in little more memory. */
static void lengths_lie_together(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        uint64_t count;
    } turns[] = {{4, 20000}, {5, 400000}, {8, 300000}, {6, 60000}};
    grundy *g = ask_open();
    table *t = NULL, *copy = NULL;
    static unsigned char piece[65536];
    unsigned char bytes[sizeof(uint64_t)];
    uint64_t value = 0, size, held = 0, taken = 0;
    MUST(g, table_open(g, 256 << 20, &t));
    MUST(g, table_open(g, 256 << 20, &copy));
    for (size_t k = 0; k < LENGTH(turns); k++)
        for (uint64_t i = 0; i < turns[k].count; i++) {
            table_put(t, nth_key(i, turns[k].length, bytes), i % 100);
            held += turns[k].length + 2;
        }
    assert_in_range(table_bytes(t), held, 2 * held);
    table_reserve(copy, table_extent(t));
    for (table_cursor at = {0}; (size = table_copy(t, &at, piece, sizeof piece)) > 0;)
        assert_true(table_take(copy, piece, size, &taken));
    table_arrange(copy);
    assert_int_equal(table_count(copy), table_count(t));
    assert_int_equal(taken, table_count(t));
    for (size_t k = 0; k < LENGTH(turns); k++)
        for (uint64_t i = 0; i < turns[k].count; i++) {
            assert_true(table_get(t, nth_key(i, turns[k].length, bytes), &value) && value == i % 100);
            assert_true(table_get(copy, nth_key(i, turns[k].length, bytes), &value) && value == i % 100);
        }
    table_close(t);
    table_close(copy);
    ask_close(g);
}

/* Keys of 4, 6 and 8 bytes, a twentieth, nine and ten of them, into buckets. */
static void put_three_lengths(grundy *g, buckets *a, uint64_t value)
{
    unsigned char bytes[sizeof(uint64_t)];
    for (uint64_t i = 0; i < 200000; i++) {
        const grundy_bytes key = nth_key(i, i % 20 == 0 ? 4 : i % 2 == 0 ? 6 : 8, bytes);
        buckets_put(g, a, key, hash_bytes(key.data, key.size), value, &(bucket_put){.room = 64 << 20});
    }
}

static void check_stretches(const buckets *a)
{
    size_t first[3], count[3], bytes = 0;
    for (size_t k = 0; k < 3; k++)
        count[k] = buckets_stretch(a, key_class(4 + 2 * k), &first[k]);
    assert_true(first[0] + count[0] <= first[1] + 3 && first[1] + count[1] <= first[2] + 3);
    assert_in_range(count[0], buckets_count(a) / 50, buckets_count(a) / 15);   /* 10000 of 6 bytes, */
    assert_in_range(count[1], buckets_count(a) / 3, buckets_count(a) / 2);     /* 90000 of 8, */
    assert_in_range(count[2], buckets_count(a) / 2, buckets_count(a) / 4 * 3); /* 100000 of 10 */
    for (size_t k = 0; k < KEY_CLASSES; k++)
        bytes += a->bytes_of[k];
    assert_int_equal(bytes, a->bytes);
}

/* The buckets that keys of a length lead to: all, until much has come, or what has come is divided. */
static void stretches_have_their_shares(void **state)
{
    (void)state;
    grundy *g = ask_open();
    buckets grown = {.full = false}, reserved = {.full = false};
    size_t first;
    put_three_lengths(g, &grown, 1);
    put_three_lengths(g, &grown, 1000);
    check_stretches(&grown);
    buckets_reserve(g, &reserved, 2 * buckets_count(&grown), NULL);
    put_three_lengths(g, &reserved, 1);
    assert_int_equal(buckets_stretch(&reserved, 0, &first), buckets_count(&reserved));
    buckets_divide(g, &reserved, NULL);
    check_stretches(&reserved);
    buckets_close(g, &grown);
    buckets_close(g, &reserved);
    ask_close(g);
}

/* Whatever the memory, buckets take no more of it. */
static void memory_is_kept_to(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (uint64_t memory = 8 * 30000; memory < 8 * 110000; memory += 8 * 2300) {
        table *t = NULL;
        MUST(g, table_open(g, memory, &t));
        for (uint64_t i = 0; i < memory / 4; i++)
            table_put(t, (grundy_bytes){(const unsigned char *)&i, 4}, i);
        assert_in_range(table_bytes(t), memory / 2, memory);
        table_close(t);
    }
    ask_close(g);
}

/* As many buckets as fit, and no more; but just above 1024, where entries may begin to lie further off, fewer. */
static void buckets_fit(void **state)
{
    (void)state;
    assert_int_equal(buckets_within(0), 0);
    for (size_t room = 0; room < 120000; room++) {
        const size_t count = buckets_within(room);
        assert_true(buckets_memory(count) <= room);
        if (count < 1023 || count > 1023 + 64)
            assert_true(buckets_memory(count + 1) > room);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_fit),
        cmocka_unit_test(short_keys),
        cmocka_unit_test(long_keys),
        cmocka_unit_test(small_tables),
        cmocka_unit_test(the_empty_key),
        cmocka_unit_test(forgotten_entries),
        cmocka_unit_test(beginnings),
        cmocka_unit_test(worth_is_kept),
        cmocka_unit_test(threads_share),
        cmocka_unit_test(few_that_change),
        cmocka_unit_test(broken_copies),
        cmocka_unit_test(changing_under_the_copy),
        cmocka_unit_test(much_is_copied),
        cmocka_unit_test(a_crowd_at_the_end),
        cmocka_unit_test(memory_is_kept_to),
        cmocka_unit_test(lengths_lie_together),
        cmocka_unit_test(stretches_have_their_shares),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
