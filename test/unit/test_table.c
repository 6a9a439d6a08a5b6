/* The transposition table against a naive map: what it finds is what was put last, whatever it has forgotten. */
#include <pthread.h>
#include <stdlib.h>

#include "asking.h"
#include "naive_map.h"
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
    bool ample; /* memory for all: long keys stay, and most of the short ones */
} table_case;

typedef struct {
    uint64_t hits, lost;
} tally;

static void check_key(table *t, const naive_map *model, grundy_bytes key, bool ample, tally *count)
{
    uint64_t value = 0;
    const naive_entry *known = naive_find(model, key);
    bool found = table_get(t, key, &value);
    count->hits += found;
    count->lost += known != NULL && !found;
    if (found && known == NULL)
        fail_msg("a key of %zu bytes is found that was never put", key.size);
    if (found && known->value != value)
        fail_msg("a key of %zu bytes has %" PRIu64 " instead of %" PRIu64, key.size, value, known->value);
    if (!found && known != NULL && ample && key.size > TABLE_SHORT_KEY)
        fail_msg("a key of %zu bytes is lost although there is memory", key.size);
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
        assert_true(all.lost < all.hits);
    }
    /* a little over, for shards are rounded */
    if (grundy_memory(g) - empty > c->memory + 64 * 1024)
        fail_msg("%" PRIu64 " bytes are used instead of %" PRIu64, grundy_memory(g) - empty, c->memory);
    if (c->memory >= 1 << 20)
        assert_true(asked.hits > 0);
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
            assert_true(found ? value == size : pass == 0 || size <= TABLE_SHORT_KEY);
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
    uint64_t seed, hits, wrong;
} table_user;

static uint64_t value_of(grundy_bytes key)
{
    uint64_t from = key.size;
    for (size_t i = 0; i < key.size; i++)
        from = from * 257 + key.data[i];
    return grundy_random(&from) >> (from % 60);
}

static void *use_table(void *argument)
{
    table_user *u = argument;
    unsigned char bytes[KEY_MAX];
    for (size_t i = 0; i < 40000; i++) {
        grundy_bytes key = random_key(&u->seed, bytes, i % 3 == 0 ? 60 : 14, 3);
        uint64_t value = 0, hash = hash_bytes(key.data, key.size);
        table_prefetch(u->t, hash);
        if (table_get_hashed(u->t, key, hash, &value)) {
            u->hits++;
            u->wrong += value != value_of(key);
        } else {
            table_put_hashed(u->t, key, hash, value_of(key), i);
        }
    }
    return NULL;
}

static void threads_share(void **state)
{
    (void)state;
    static const uint64_t memories[] = {48 << 10, 1 << 20, 64 << 20};
    for (size_t m = 0; m < LENGTH(memories); m++) {
        grundy *g = ask_open();
        table_user users[THREADS];
        pthread_t threads[THREADS];
        table *t = NULL;
        MUST(g, table_open(g, memories[m], &t));
        for (size_t i = 0; i < THREADS; i++) {
            users[i] = (table_user){.t = t, .seed = grundy_random(&seed)};
            assert_int_equal(pthread_create(&threads[i], NULL, use_table, &users[i]), 0);
        }
        for (size_t i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_int_equal(users[i].wrong, 0);
            assert_true(users[i].hits > 0);
        }
        assert_true(table_count(t) > 0);
        table_close(t);
        ask_close(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_keys),    cmocka_unit_test(long_keys),         cmocka_unit_test(small_tables),
        cmocka_unit_test(the_empty_key), cmocka_unit_test(forgotten_entries), cmocka_unit_test(beginnings),
        cmocka_unit_test(worth_is_kept), cmocka_unit_test(threads_share),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
