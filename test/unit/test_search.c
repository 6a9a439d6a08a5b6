/* The search and its table: exact under any memory, number of threads and kind of ruleset */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solvers/solver.h"

static grundy *g;

static int open_handle(void **state)
{
    (void)state;
    return grundy_open(NULL, NULL, &g) != GRUNDY_OK;
}

static int close_handle(void **state)
{
    (void)state;
    uint64_t left = grundy_memory(g);
    grundy_close(g);
    return left != 0;
}

/* ---- the table ---- */

enum { KEYS = 20000 };

/* Key i: of 0 to 60 bytes, so short ones, those at the border and long ones. */
static grundy_bytes make_key(uint64_t i, unsigned char *bytes)
{
    uint64_t seed = i;
    size_t size = i < 2 ? (size_t)i : 3 + (size_t)(grundy_random(&seed) % 58);
    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)grundy_random(&seed);
    if (size >= 3)
        memcpy(bytes, &i, 3);
    return (grundy_bytes){bytes, size};
}

/* What is found is what was put last; with enough memory all is found. */
static void check_table(uint64_t memory, bool all)
{
    static uint64_t model[KEYS];
    table *t = NULL;
    uint64_t seed = 42, value, found = 0, lost = 0;
    unsigned char bytes[64];
    memset(model, 0, sizeof model);
    assert_int_equal(table_open(g, memory, &t), GRUNDY_OK);
    for (unsigned step = 0; step < 6 * KEYS; step++) {
        uint64_t i = grundy_random(&seed) % KEYS;
        grundy_bytes key = make_key(i, bytes);
        if (table_get(t, key, &value)) {
            assert_true(value + 1 == model[i]);
            found++;
        } else if (model[i] != 0) {
            lost++;
        }
        model[i] = (grundy_random(&seed) >> (grundy_random(&seed) % 63 + 1)) + 1;
        table_put_hashed(t, key, hash_bytes(key.data, key.size), model[i] - 1, grundy_random(&seed) % 5000);
    }
    assert_true(found > 0);
    assert_true(!all || lost == 0);
    assert_true(table_bytes(t) <= memory + memory / 8 + 64 * 1024);
    table_close(t);
}

static void table_against_model(void **state)
{
    (void)state;
    check_table(64 << 20, true);
    check_table(1 << 20, false);
    check_table(64 << 10, false);
}

typedef struct {
    table *t;
    unsigned number;
} hammer_of;

static void *hammer(void *argument)
{
    const hammer_of *h = argument;
    table *t = h->t;
    void *bad = NULL;
    unsigned char bytes[64];
    table_begin(t, h->number);
    uint64_t seed = (uint64_t)(uintptr_t)&seed, value;
    for (unsigned step = 0; step < 100000; step++) {
        uint64_t i = grundy_random(&seed) % 3000;
        grundy_bytes key = make_key(i, bytes);
        table_prefetch(t, key.size, hash_bytes(key.data, key.size));
        if (table_get(t, key, &value) && value != i * 1000003)
            bad = t;
        table_put_hashed(t, key, hash_bytes(key.data, key.size), i * 1000003, step);
        table_pass(t, h->number);
    }
    table_end(t, h->number);
    return bad;
}

static void table_shared_by_threads(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2; round++) {
        table *t = NULL;
        pthread_t threads[4];
        hammer_of hammers[4];
        void *bad = NULL;
        assert_int_equal(table_open(g, round ? 64 << 10 : 16 << 20, &t), GRUNDY_OK);
        assert_int_equal(table_share(t, 4), GRUNDY_OK);
        for (unsigned i = 0; i < 4; i++) {
            hammers[i] = (hammer_of){t, i};
            assert_int_equal(pthread_create(&threads[i], NULL, hammer, &hammers[i]), 0);
        }
        for (unsigned i = 0; i < 4; i++) {
            pthread_join(threads[i], &bad);
            assert_null(bad);
        }
        table_close(t);
    }
}

/* ---- the search ---- */

typedef struct {
    const char *ruleset, *position;
} question;

/* Components, sums that cancel, values above 64, many components, games after a push, no split at all. */
static const question questions[] = {
    {"octal(0.07)", "20"},
    {"octal(0.137)", "8,8,5"},
    {"kayles", "9,4"},
    {"grundys-game", "15"},
    {"nim", "90"},
    {"nim", "70,3"},
    {"nim", "4,4,4,4,4"},
    {"wythoff", "9,12"},
    {"push(nim,euclid)", "7,9"},
    {"cram", "3x4"},
    {"cram", "2x3 + 2x3"},
    {"cram", "..#/.../#.. + 3x3"},
    {"push-cram", "3x4"},
    {"push(cram,cram)", "2x4"},
    {"sum(nim,cram)", "3 | 2x3"},
    {"domineering-rows", "2x7"},
    {"cram", "0x0"},
    {"nim", "0"},
};

static bool hasty;

static uint64_t solve(const char *ruleset, const char *text, grundy_question q, grundy_method method, uint64_t memory)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_buffer position = grundy_buffer_open(g);
    grundy_answer answer;
    grundy_status status = grundy_ruleset_open(g, ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, text, &position);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, q, method, &s);
    if (status == GRUNDY_OK)
        s->hasty = hasty;
    if (status == GRUNDY_OK && memory != 0) {
        table_close(s->search_table);
        s->search_table = NULL;
        status = table_open(g, memory, &s->search_table);
    }
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    if (status != GRUNDY_OK)
        fail_msg("%s %s: %s", ruleset, text, grundy_message(g));
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return answer.value;
}

static const grundy_question kinds[] = {GRUNDY_VALUE, GRUNDY_OUTCOME, GRUNDY_MISERE_VALUE, GRUNDY_MISERE_OUTCOME};

static void with_threads(unsigned threads)
{
    grundy_limits limits = {.threads = threads};
    grundy_set_limits(g, &limits);
}

static void search_agrees_with_brute(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRUNDY_COUNT(questions); i++)
        for (size_t k = 0; k < GRUNDY_COUNT(kinds); k++) {
            const question *q = &questions[i];
            uint64_t judged = solve(q->ruleset, q->position, kinds[k], GRUNDY_BRUTE, 0);
            for (unsigned threads = 1; threads <= 4; threads *= 2) {
                with_threads(threads);
                uint64_t searched = solve(q->ruleset, q->position, kinds[k], GRUNDY_SEARCH, 0);
                uint64_t tiny = solve(q->ruleset, q->position, kinds[k], GRUNDY_SEARCH, 64 << 10);
                if (searched != judged || tiny != judged)
                    fail_msg("%s %s, question %zu, %u threads: %d, with a tiny table %d, brute force %d", q->ruleset,
                             q->position, k, threads, (int)searched, (int)tiny, (int)judged);
            }
            with_threads(1);
        }
}

/* Boards large enough to fill a table of 64 KiB many times. */
static const char *const boards[] = {"3x8", "4x6", "5x5"};

static void tiny_tables_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRUNDY_COUNT(boards); i++) {
        uint64_t value = solve("cram", boards[i], GRUNDY_VALUE, GRUNDY_SEARCH, 0);
        assert_int_equal(solve("cram", boards[i], GRUNDY_VALUE, GRUNDY_SEARCH, 64 << 10), value);
        with_threads(2);
        assert_int_equal(solve("cram", boards[i], GRUNDY_VALUE, GRUNDY_SEARCH, 64 << 10), value);
        with_threads(1);
        assert_int_equal(solve("cram", boards[i], GRUNDY_OUTCOME, GRUNDY_SEARCH, 64 << 10), value != 0);
    }
    assert_int_equal(solve("cram", "4x4", GRUNDY_MISERE_VALUE, GRUNDY_SEARCH, 64 << 10),
                     solve("cram", "4x4", GRUNDY_MISERE_VALUE, GRUNDY_SEARCH, 0));
}

/* Options are put off whenever others wait, as only those of large boards are otherwise. */
static void options_put_off_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRUNDY_COUNT(boards); i++) {
        hasty = false;
        uint64_t value = solve("cram", boards[i], GRUNDY_VALUE, GRUNDY_SEARCH, 0);
        hasty = true;
        for (unsigned run = 0; run < 48; run++) {
            with_threads(1 + run % 7);
            assert_int_equal(solve("cram", boards[i], GRUNDY_VALUE, GRUNDY_SEARCH, 0), value);
            assert_int_equal(solve("cram", boards[i], GRUNDY_OUTCOME, GRUNDY_SEARCH, 0), value != 0);
        }
        with_threads(1);
    }
    assert_int_equal(solve("cram", "4x4", GRUNDY_MISERE_VALUE, GRUNDY_SEARCH, 0),
                     solve("cram", "4x4", GRUNDY_MISERE_VALUE, GRUNDY_BRUTE, 0));
    hasty = false;
}

/* ---- limits ---- */

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

static void search_stops(void **state)
{
    (void)state;
    uint64_t value;
    for (unsigned threads = 1; threads <= 2; threads++) {
        grundy_limits limits = {.threads = threads, .seconds = 0.05};
        grundy_set_limits(g, &limits);
        assert_int_equal(grundy_value(g, "cram", "7x9", &value), GRUNDY_LIMIT);
        limits = (grundy_limits){.threads = threads, .stop = stop_at_once};
        grundy_set_limits(g, &limits);
        assert_int_equal(grundy_value(g, "cram", "7x9", &value), GRUNDY_STOPPED);
    }
    with_threads(1);
}

/* ---- memory ---- */

typedef struct {
    uint64_t calls, fail_at;
} failing;

static void *failing_allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    failing *f = context;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return ++f->calls == f->fail_at ? NULL : realloc(old, new_size);
}

/* Each allocation fails in turn: an error or the right value, and nothing is lost. */
static void each_allocation_fails(void **state)
{
    (void)state;
    static const question asked[] = {{"cram", "3x4 + 2x3"}, {"push-cram", "3x3"}, {"kayles", "7,4"}};
    for (size_t i = 0; i < GRUNDY_COUNT(asked); i++) {
        uint64_t expected = 0, value = 0;
        assert_int_equal(grundy_value(g, asked[i].ruleset, asked[i].position, &expected), GRUNDY_OK);
        failing f = {.fail_at = 1};
        for (bool reached = true; reached; f.fail_at += 1 + f.fail_at / 16) {
            grundy *h = NULL;
            f.calls = 0;
            if (grundy_open(failing_allocate, &f, &h) != GRUNDY_OK)
                continue;
            grundy_status status = grundy_value(h, asked[i].ruleset, asked[i].position, &value);
            assert_true(status == GRUNDY_NOMEM || (status == GRUNDY_OK && value == expected));
            assert_true(grundy_memory(h) == 0);
            grundy_close(h);
            reached = f.calls >= f.fail_at;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_against_model),       cmocka_unit_test(table_shared_by_threads),
        cmocka_unit_test(search_agrees_with_brute),  cmocka_unit_test(tiny_tables_are_exact),
        cmocka_unit_test(options_put_off_are_exact), cmocka_unit_test(search_stops),
        cmocka_unit_test(each_allocation_fails),
    };
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
