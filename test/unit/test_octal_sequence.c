/* The values of octal and hexadecimal games by every way, against the marks of all options; their periods. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rulesets/octal/octal_state.h"

enum { LONGEST = 60000 };

static uint64_t seed = 8128;

static octal_code code_of_text(const char *text)
{
    octal_code code = {.digits = 0};
    for (; *text != '\0'; text++)
        if (*text != '.')
            code.digit[code.digits++] = (unsigned char)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
    for (unsigned k = 0; k < code.digits; k++)
        for (unsigned j = 0; j <= OCTAL_PARTS_MAX; j++)
            if (octal_allows(&code, k, j) && j > code.parts)
                code.parts = j;
    return code;
}

/* ---- the judge: the values of all options are marked ---- */

static uint32_t judged[LONGEST];

static void judge(const octal_code *code, size_t count)
{
    static size_t stamp[1 << 16];
    memset(stamp, 0, sizeof stamp);
    for (size_t n = 0; n < count; n++) {
        for (size_t k = 0; k < code->digits && k <= n; k++) {
            size_t rest = n - k;
            if (k > 0 && octal_allows(code, k, rest == 0 ? 0 : 1))
                stamp[judged[rest]] = n + 1;
            for (size_t a = 1; octal_allows(code, k, 2) && a < rest; a++)
                stamp[judged[a] ^ judged[rest - a]] = n + 1;
            for (size_t a = 1; octal_allows(code, k, 3) && a + 1 < rest; a++)
                for (size_t b = 1; a + b < rest; b++)
                    stamp[judged[a] ^ judged[b] ^ judged[rest - a - b]] = n + 1;
        }
        judged[n] = 0;
        while (stamp[judged[n]] == n + 1)
            judged[n]++;
    }
}

static void check_way(const char *text, octal_way way, unsigned registers, size_t count)
{
    grundy *g;
    octal_sequence *s;
    octal_code code = code_of_text(text);
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    assert_int_equal(octal_sequence_open(g, &code, way, &s), GRUNDY_OK);
    s->find = octal_find_at(registers);
    s->block.mark = octal_mark_at(registers);
    while (octal_sequence_count(s) < count) {
        size_t more = (size_t)octal_sequence_count(s) + 1 + (size_t)(grundy_random(&seed) % 700);
        assert_int_equal(octal_sequence_extend(g, s, more < count ? more : count), GRUNDY_OK);
    }
    for (size_t n = 0; n < count; n++)
        if (octal_sequence_values(s)[n] != judged[n])
            fail_msg("%s, way %d: heap %zu has %u instead of %" PRIu32, text, (int)way, n, octal_sequence_values(s)[n],
                     judged[n]);
    octal_sequence_close(g, s);
    assert_true(grundy_memory(g) == 0);
    grundy_close(g);
}

static void check_code(const char *text, size_t count)
{
    octal_code code = code_of_text(text);
    judge(&code, count);
    check_way(text, OCTAL_PLAIN, 1, count);
    for (unsigned registers = 0; registers < 3; registers++) {
        check_way(text, OCTAL_CHOOSE, registers, count);
        check_way(text, OCTAL_SPARSE, registers, count);
        check_way(text, OCTAL_WINDOWS, registers, count);
    }
}

static void all_two_digit_codes(void **state)
{
    (void)state;
    char text[8];
    for (unsigned before = 0; before <= 4; before += 4)
        for (unsigned code = 0; code < 64; code++) {
            snprintf(text, sizeof text, "%u.%u%u", before, code / 8, code % 8);
            check_code(text, 2000);
        }
}

/* Games with many values, several numbers of tokens, and moves far from each other. */
static void longer_codes(void **state)
{
    (void)state;
    static const char *const codes[] = {
        "0.007",        "0.6",   "0.004", "0.0000000007", "0.4000000000000000000004",           "0.364",
        "4.0000000001", "0.177", "0.142", "0.64444444",   "0.000000000000000000000000000000004"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        check_code(codes[i], 7000);
    check_code("0.6", 30000);
    check_code("0.007", 30000);
}

static void random_hexadecimal_codes(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        static const char before[] = "048c", digits[] = "0123456789abcdef";
        char text[16] = "0.";
        unsigned length = 1 + (unsigned)(grundy_random(&seed) % 4);
        text[0] = before[grundy_random(&seed) % 4];
        for (unsigned i = 0; i < length; i++)
            text[2 + i] = digits[grundy_random(&seed) % 16];
        check_code(text, 300);
    }
    check_code("0.8", 700);
    check_code("0.c08", 700);
}

/* Leave the rare heaps and come back to the same form: those in between must not be missing. */
static void ways_are_changed(void **state)
{
    (void)state;
    grundy *g;
    octal_sequence *s;
    octal_code code = code_of_text("0.6");
    judge(&code, 12000);
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    assert_int_equal(octal_sequence_open(g, &code, OCTAL_SPARSE, &s), GRUNDY_OK);
    assert_int_equal(octal_sequence_extend(g, s, 4000), GRUNDY_OK);
    for (unsigned round = 0; round < 8; round++) {
        unsigned form = s->form;
        size_t rares = s->rares.count;
        s->way = s->sparse ? OCTAL_CHOOSE : OCTAL_SPARSE;
        memset(s->often_before, 0, s->bound * sizeof *s->often_before); /* as if all rare heaps had come at once */
        s->reviewed_at = s->count - 1;
        s->review_at = s->count;
        assert_int_equal(octal_sequence_extend(g, s, s->count + 1000), GRUNDY_OK);
        assert_true(s->sparse == (round % 2 == 1));
        assert_true(s->sparse ? s->rares.count > rares : s->form != form);
    }
    for (size_t n = 0; n < s->count; n++)
        assert_int_equal(octal_sequence_values(s)[n], judged[n]);
    octal_sequence_close(g, s);
    grundy_close(g);
}

/* ---- many heaps at once ---- */

/* Values are random; lists are such that all lanes lie in the array. */
static void sums_are_marked(void **state)
{
    (void)state;
    enum { BEHIND = 500 };
    static uint16_t values[BEHIND + OCTAL_LANES];
    static octal_word sets[OCTAL_WORDS_MAX], expected[OCTAL_WORDS_MAX];
    uint64_t heap[40];
    uint16_t value[40];
    octal_rares list = {.heap = heap, .value = value, .count = 40};
    for (unsigned round = 0; round < 300; round++) {
        unsigned words = 1 + round % OCTAL_WORDS_MAX;
        size_t first = (size_t)(grundy_random(&seed) % 20), last = first + (size_t)(grundy_random(&seed) % 20);
        for (size_t i = 0; i < BEHIND + OCTAL_LANES; i++)
            values[i] = (uint16_t)(grundy_random(&seed) & (i % 9 == 0 ? 0x83ff : 0x1ff));
        for (size_t i = 0; i < list.count; i++) {
            heap[i] = grundy_random(&seed) % BEHIND;
            value[i] = (uint16_t)(grundy_random(&seed) & 0x1ff);
        }
        memset(expected, 0, sizeof expected);
        for (unsigned lane = 0; lane < OCTAL_LANES; lane++)
            for (size_t i = first; i < last; i++) {
                unsigned v = values[BEHIND - heap[i] + lane] ^ value[i];
                if (v < 32 * words)
                    expected[v / 32].lane[lane] |= UINT32_C(1) << v % 32;
            }
        for (unsigned registers = 0; registers < 3; registers++) {
            memset(sets, 0, sizeof sets);
            octal_mark_at(registers)(sets, words, values + BEHIND, &list, first, last);
            assert_memory_equal(sets, expected, sizeof sets);
        }
    }
}

/* Each of the heaps beside which a block looks at sums finds the other heap among the folded values. */
static void check_reach(const octal_sequence *s, uint64_t heap)
{
    const octal_block *b = &s->block;
    for (size_t i = 0; i < b->help.count; i++)
        if (b->help.heap[i] + OCTAL_DIGITS_MAX + b->from > heap || b->help.heap[i] < OCTAL_LANES)
            fail_msg("the block at %" PRIu64 " looks beside heap %" PRIu64 ", but knows those from %" PRIu64 " on",
                     heap, b->help.heap[i], b->from);
    for (size_t i = 0; i < b->rares.count; i++)
        assert_true(b->rares.heap[i] + OCTAL_DIGITS_MAX + b->from <= heap);
}

/* While the choice of the heaps that help is simple, when it is greedy, and when marks may be made ahead. */
static void blocks_reach_far_enough(void **state)
{
    (void)state;
    static const char *const codes[] = {"0.16", "0.56", "0.6", "0.376", "4.14"};
    for (size_t c = 0; c < sizeof codes / sizeof codes[0]; c++) {
        unsigned blocks = 0;
        grundy *g;
        octal_sequence *s;
        octal_code code = code_of_text(codes[c]);
        assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
        assert_int_equal(octal_sequence_open(g, &code, OCTAL_CHOOSE, &s), GRUNDY_OK);
        while (s->count < 80000) {
            const uint64_t heap = s->count;
            if (!octal_block_fits(s, heap + 100)) {
                assert_int_equal(octal_sequence_extend(g, s, heap + 1), GRUNDY_OK);
                continue;
            }
            assert_int_equal(octal_sequence_extend(g, s, heap + OCTAL_LANES), GRUNDY_OK);
            check_reach(s, heap);
            blocks++;
        }
        assert_true(blocks > 1000);
        octal_sequence_close(g, s);
        grundy_close(g);
    }
}

/* ---- an allocator that fails ---- */

typedef struct {
    unsigned served, limit;
} failing;

static void *fail_after(void *context, void *old, size_t old_size, size_t new_size)
{
    failing *f = context;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return f->served++ < f->limit ? realloc(old, new_size) : NULL;
}

/* ---- threads ---- */

enum { BY_THREADS = 150000 };

static uint16_t by_one[BY_THREADS];

static void limit_to(grundy *g, unsigned threads)
{
    grundy_set_limits(g, &(grundy_limits){.threads = threads});
}

/* Extend in steps with so many threads; where the steps end, look at the values again, or call a heap rare. */
static uint64_t values_by_threads(const char *text, unsigned threads, uint16_t *values)
{
    grundy *g;
    octal_sequence *s;
    octal_code code = code_of_text(text);
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    limit_to(g, threads);
    assert_int_equal(octal_sequence_open(g, &code, OCTAL_CHOOSE, &s), GRUNDY_OK);
    for (uint64_t count = 70001; s->count < BY_THREADS; count += 26667) {
        assert_int_equal(octal_sequence_extend(g, s, count < BY_THREADS ? count : BY_THREADS), GRUNDY_OK);
        assert_null(s->block.ahead);
        s->review_at = s->count + 10000;
    }
    memcpy(values, s->values, BY_THREADS * sizeof *values);
    uint64_t steps = s->steps;
    octal_sequence_close(g, s);
    assert_true(grundy_memory(g) == 0);
    grundy_close(g);
    return steps;
}

/* Values, and the steps that decide when a search for a period is given up. */
static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const codes[] = {"0.6", "0.376", "0.16", "4.14"};
    static const unsigned numbers[] = {2, 3, 7};
    static uint16_t values[BY_THREADS];
    for (size_t c = 0; c < sizeof codes / sizeof codes[0]; c++) {
        uint64_t steps = values_by_threads(codes[c], 1, by_one);
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            assert_true(values_by_threads(codes[c], numbers[i], values) == steps);
            assert_memory_equal(values, by_one, sizeof values);
        }
    }
}

/* Officers up to some heap, the values learnt, as far as it takes for blocks to be found. */
static octal_sequence *learnt_officers(grundy *g, uint64_t count)
{
    octal_sequence *s;
    octal_code code = code_of_text("0.6");
    assert_int_equal(octal_sequence_open(g, &code, OCTAL_CHOOSE, &s), GRUNDY_OK);
    assert_int_equal(octal_sequence_learn(g, s, by_one, count), GRUNDY_OK);
    assert_int_equal(octal_sequence_extend(g, s, count + 1000), GRUNDY_OK);
    assert_true(octal_block_fits(s, BY_THREADS) && s->block.far);
    return s;
}

static void officers_by_one(void)
{
    values_by_threads("0.6", 1, by_one);
}

static bool same_marks(const octal_sequence *s, const octal_marked *a, const octal_marked *b)
{
    size_t size = s->block.words * sizeof a->common[0];
    return memcmp(a->common, b->common, size) == 0 && memcmp(a->rare, b->rare, size) == 0;
}

/* For few heaps, or by one thread, nothing is begun. */
static void begin_ahead(grundy *g, octal_sequence *s)
{
    octal_ahead_begin(g, s, s->count + 3000);
    assert_null(s->block.ahead);
    limit_to(g, 1);
    octal_ahead_begin(g, s, BY_THREADS);
    assert_null(s->block.ahead);
    limit_to(g, 3);
    octal_ahead_begin(g, s, BY_THREADS);
    assert_non_null(s->block.ahead);
}

/* What is marked ahead is what is marked in time. */
static void marks_ahead(void **state)
{
    (void)state;
    static octal_marked ahead, in_time;
    unsigned made = 0;
    grundy *g;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    limit_to(g, 3);
    officers_by_one();
    octal_sequence *s = learnt_officers(g, 100000);
    assert_int_equal(octal_block_next(g, s), GRUNDY_OK);
    begin_ahead(g, s);
    for (unsigned i = 0; i < 500; i++) {
        if (octal_ahead_take(s->block.ahead, s->block.turn, &ahead)) {
            octal_mark_turn(s, s->block.turn, &in_time);
            assert_true(same_marks(s, &ahead, &in_time));
            made++;
        }
        assert_int_equal(octal_block_next(g, s), GRUNDY_OK);
    }
    assert_true(made > 100);
    assert_memory_equal(s->values, by_one, s->count * sizeof *by_one);
    octal_ahead_end(g, s);
    assert_null(s->block.ahead);
    octal_sequence_close(g, s);
    assert_true(grundy_memory(g) == 0);
    grundy_close(g);
}

/* Says to stop when asked for the last time. */
static bool stop_soon(void *context)
{
    return --*(unsigned *)context == 0;
}

/* A computation by threads is stopped, or its time is over; then it goes on. */
static void threads_are_stopped(void **state)
{
    (void)state;
    grundy *g;
    unsigned patience = 5;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    officers_by_one();
    octal_sequence *s = learnt_officers(g, 100000);
    grundy_set_limits(g, &(grundy_limits){.threads = 3, .stop = stop_soon, .context = &patience});
    assert_int_equal(octal_sequence_extend(g, s, BY_THREADS), GRUNDY_STOPPED);
    assert_true(s->count > 101000 && s->count < BY_THREADS && s->block.ahead == NULL);
    grundy_set_limits(g, &(grundy_limits){.threads = 3, .seconds = 1e-9});
    assert_int_equal(octal_sequence_extend(g, s, BY_THREADS), GRUNDY_LIMIT);
    assert_true(s->count < BY_THREADS && s->block.ahead == NULL);
    limit_to(g, 3);
    assert_int_equal(octal_sequence_extend(g, s, BY_THREADS), GRUNDY_OK);
    assert_memory_equal(s->values, by_one, sizeof by_one);
    octal_sequence_close(g, s);
    grundy_close(g);
}

/* Whichever allocation fails, that for the threads among them, nothing is lost. */
static void memory_for_threads(void **state)
{
    (void)state;
    officers_by_one();
    for (unsigned limit = 0;; limit++) {
        grundy *g;
        failing f = {0, UINT32_MAX};
        assert_int_equal(grundy_open(fail_after, &f, &g), GRUNDY_OK);
        limit_to(g, 2);
        octal_sequence *s = learnt_officers(g, 110000);
        f = (failing){0, limit};
        grundy_status status = octal_sequence_extend(g, s, BY_THREADS);
        assert_true(status == GRUNDY_OK || status == GRUNDY_NOMEM);
        assert_null(s->block.ahead);
        bool enough = f.served < limit;
        f.limit = UINT32_MAX;
        assert_int_equal(octal_sequence_extend(g, s, BY_THREADS), GRUNDY_OK);
        assert_memory_equal(s->values, by_one, sizeof by_one);
        octal_sequence_close(g, s);
        assert_true(grundy_memory(g) == 0);
        grundy_close(g);
        if (enough)
            return;
    }
}

/* ---- the search for sums ---- */

static void sums_are_found(void **state)
{
    (void)state;
    uint16_t a[300], b[300], wanted[OCTAL_WANTED];
    for (unsigned round = 0; round < 3000; round++) {
        size_t count = (size_t)(grundy_random(&seed) % 300);
        unsigned spread = round % 3 == 0 ? 0xffff : 0x1ff, expected = 0;
        for (size_t i = 0; i < 300; i++) {
            a[i] = (uint16_t)(grundy_random(&seed) & spread);
            b[i] = (uint16_t)(grundy_random(&seed) & spread);
        }
        for (unsigned j = 0; j < OCTAL_WANTED; j++) {
            size_t at = (size_t)(grundy_random(&seed) % 300);
            wanted[j] = (uint16_t)(a[at] ^ b[299 - at]);
            for (size_t i = 0; i < count; i++)
                expected |= (a[i] ^ b[299 - i]) == wanted[j] ? 1U << j : 0;
        }
        for (unsigned kind = 0; kind < 3; kind++)
            assert_int_equal(octal_find_at(kind)(a, b + 299, count, wanted), expected);
    }
}

/* ---- trouble ---- */

/* Open and extend with at most so many allocations; true if that was too few. What was lost is then made up for. */
static bool runs_out(const octal_code *code, unsigned limit, size_t count)
{
    grundy *g;
    octal_sequence *s = NULL;
    failing f = {0, UINT32_MAX};
    assert_int_equal(grundy_open(fail_after, &f, &g), GRUNDY_OK);
    f = (failing){0, limit};
    grundy_status status = octal_sequence_open(g, code, OCTAL_CHOOSE, &s);
    for (uint64_t n = 100; status == GRUNDY_OK && n <= count; n += 100)
        status = octal_sequence_extend(g, s, n);
    assert_true(status == GRUNDY_OK || status == GRUNDY_NOMEM);
    f.limit = UINT32_MAX;
    if (s != NULL) {
        assert_int_equal(octal_sequence_extend(g, s, count), GRUNDY_OK);
        for (size_t n = 0; n < count; n++)
            assert_int_equal(octal_sequence_values(s)[n], judged[n]);
    }
    octal_sequence_close(g, s);
    assert_true(grundy_memory(g) == 0);
    grundy_close(g);
    return status != GRUNDY_OK;
}

/* Whichever allocation fails, nothing is lost, and a later extension goes on. */
static void failed_allocations(void **state)
{
    (void)state;
    static const char *const codes[] = {"0.6", "0.8c", "0.33"};
    for (size_t c = 0; c < 3; c++) {
        octal_code code = code_of_text(codes[c]);
        size_t count = code.parts > 2 ? 300 : 3000;
        unsigned limit = 1;
        judge(&code, count);
        while (runs_out(&code, limit, count))
            limit++;
        assert_true(limit > 4);
    }
}

/* ---- periods ---- */

static const struct {
    const char *code;
    uint64_t preperiod, period;
} published[] = {
    /* Guy and Smith 1956; Winning Ways ch. 4; Gangolli and Plambeck 1989; OEIS A002187, A071426 to A071461 */
    {"0.1", 2, 1},        {"0.4", 54, 34},          {"0.11", 3, 1},        {"0.12", 1, 4},
    {"0.17", 33, 34},     {"0.22", 1, 3},           {"0.31", 3, 2},        {"0.32", 1, 3},
    {"0.35", 1, 6},       {"0.44", 143, 24},        {"0.52", 4, 4},        {"0.53", 11, 9},
    {"0.57", 1, 4},       {"0.71", 3, 2},           {"0.75", 1, 2},        {"0.77", 71, 12},
    {"0.002", 1, 6},      {"0.017", 15, 60},        {"0.044", 214, 36},    {"0.045", 189, 32},
    {"0.055", 259, 148},  {"0.101", 4, 1},          {"0.111", 4, 1},       {"0.112", 1, 6},
    {"0.116", 139, 96},   {"0.121", 4, 4},          {"0.123", 5, 5},       {"0.124", 122, 62},
    {"0.132", 1, 5},      {"0.134", 60, 62},        {"0.144", 4, 10},      {"0.145", 3, 9},
    {"0.152", 2, 48},     {"0.153", 16, 14},        {"0.157", 1, 6},       {"0.171", 12, 11},
    {"0.176", 24, 8},     {"0.226", 21, 5},         {"0.316", 4, 12},      {"0.331", 4, 3},
    {"0.351", 1, 8},      {"0.353", 4, 2},          {"0.375", 37, 18},     {"0.512", 3, 6},
    {"0.532", 7, 5},      {"0.536", 1, 5},          {"4.12", 6, 7},        {"4.72", 1, 3},
    {"4.024", 2, 60},     {"4.102", 8, 10},         {"4.304", 25, 21},     {"4.323", 4, 4},
    {"4.722", 4, 4},      {"4.726", 5, 16},         {"0.45", 498, 20},     {"0.156", 3479, 349},
    {"0.644", 3256, 442}, {"0.165", 5181, 1550},    {"0.56", 326640, 144}, {"0.127", 46578, 4},
    {"0.07", 53, 34},     {"0.177", 497, 20},       {"0.1377", 141, 24},   {"0.11377", 187, 32},
    {"0.117", 47, 48},    {"0.16", 105351, 149459}, {"0.4", 54, 34},
};

static void published_periods(void **state)
{
    (void)state;
    grundy *g;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        char expression[64];
        grundy_ruleset *r;
        grundy_period p;
        snprintf(expression, sizeof expression, "octal(%s)", published[i].code);
        assert_int_equal(grundy_ruleset_open(g, expression, &r), GRUNDY_OK);
        assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, 0, &p), GRUNDY_OK);
        if (p.proved != GRUNDY_YES || p.preperiod != published[i].preperiod || p.period != published[i].period ||
            p.saltus != 0)
            fail_msg("%s: preperiod %" PRIu64 " period %" PRIu64 " saltus %" PRIu64 " %s", expression, p.preperiod,
                     p.period, p.saltus, p.proved == GRUNDY_YES ? "proved" : "not proved");
        grundy_ruleset_close(r);
    }
    assert_true(grundy_memory(g) == 0);
    grundy_close(g);
}

/* A proof needs the heaps up to k (preperiod + period) + depth, and not one less. */
static void no_proof_too_early(void **state)
{
    (void)state;
    grundy *g;
    grundy_ruleset *r;
    grundy_period p;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    assert_int_equal(grundy_ruleset_open(g, "octal(0.156)", &r), GRUNDY_OK);
    const uint64_t needed = 2 * (3479 + 349) + 3;
    assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, needed - 1, &p), GRUNDY_OK);
    assert_true(p.proved != GRUNDY_YES && p.checked_to == needed - 1);
    assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, needed, &p), GRUNDY_OK);
    assert_true(p.proved == GRUNDY_YES && p.preperiod == 3479 && p.period == 349);
    grundy_ruleset_close(r);
    grundy_close(g);
}

/* ---- arithmetic periods ---- */

/* The least distance at which the values from `from` on differ by a constant. */
static uint64_t least_distance(const uint16_t *v, size_t from, size_t count)
{
    for (size_t p = 1;; p++) {
        size_t n = from;
        while (n + p < count && v[n + p] - v[n] == v[from + p] - v[from])
            n++;
        if (n + p == count)
            return p;
    }
}

/* Does the period hold for all heaps below count, and from no earlier heap on, and does no smaller one? */
static void check_saltus(grundy *g, const char *text, const grundy_period *p, size_t count)
{
    octal_sequence *s;
    octal_code code = code_of_text(text);
    assert_int_equal(octal_sequence_open(g, &code, OCTAL_CHOOSE, &s), GRUNDY_OK);
    assert_int_equal(octal_sequence_extend(g, s, count), GRUNDY_OK);
    const uint16_t *v = octal_sequence_values(s);
    for (size_t n = (size_t)p->preperiod; n + p->period < count; n++)
        if (v[n + p->period] != v[n] + p->saltus)
            fail_msg("%s: preperiod %" PRIu64 " period %" PRIu64 " saltus %" PRIu64 " is called proved; fails at %zu",
                     text, p->preperiod, p->period, p->saltus, n + (size_t)p->period);
    size_t before = (size_t)p->preperiod;
    assert_true(before == 0 || v[before - 1 + p->period] != v[before - 1] + p->saltus);
    if (least_distance(v, (size_t)p->preperiod, count) != p->period)
        fail_msg("%s: %" PRIu64 " is called the period; %" PRIu64 " is", text, p->period,
                 least_distance(v, (size_t)p->preperiod, count));
    octal_sequence_close(g, s);
}

/* The period of a code, proved or not, by the heaps up to `to`; 0 when it shows none. */
static grundy_period period_of(grundy *g, const char *text, uint64_t to)
{
    char expression[32];
    grundy_ruleset *r;
    grundy_period p;
    snprintf(expression, sizeof expression, "octal(%s)", text);
    assert_int_equal(grundy_ruleset_open(g, expression, &r), GRUNDY_OK);
    assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, to, &p), GRUNDY_OK);
    grundy_ruleset_close(r);
    return p;
}

/* What is called proved from heaps up to 150 holds up to 900. How many are: the conditions are no weaker, and no stronger. */
static void arithmetic_periods(void **state)
{
    (void)state;
    grundy *g;
    unsigned proved = 0, large = 0;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (unsigned code = 8; code < 256; code++) {
        char text[16];
        snprintf(text, sizeof text, "%u.%x%x", code % 3 == 0 ? 8U : 0U, code / 16, code % 16);
        const grundy_period p = period_of(g, text, 150);
        if (p.proved != GRUNDY_YES || p.saltus == 0)
            continue;
        check_saltus(g, text, &p, 900);
        proved++;
        large += p.saltus > 1;
    }
    assert_int_equal(proved, 67);
    assert_int_equal(large, 19);
    grundy_close(g);
}

/* Where the first period that can be proved is a multiple of the least. */
static void least_periods(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        uint64_t preperiod, period, saltus;
    } games[] = {{"8.6d8", 1, 1, 1}, {"0.fe", 3, 1, 1},   {"4.ba", 4, 4, 4},  {"0.1ef", 3, 3, 2},
                 {"0.09b", 9, 9, 4}, {"0.6fbc", 1, 1, 1}, {"4.bb2", 4, 4, 4}, {"0.3cd", 4, 3, 2}};
    grundy *g;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const grundy_period p = period_of(g, games[i].code, 300);
        assert_true(p.proved == GRUNDY_YES && p.preperiod == games[i].preperiod && p.period == games[i].period &&
                    p.saltus == games[i].saltus);
        check_saltus(g, games[i].code, &p, 900);
    }
    grundy_close(g);
}

/* Any code: octal ones, whose periods have no saltus, and hexadecimal ones. */
static void random_periods(void **state)
{
    (void)state;
    grundy *g;
    unsigned proved[2] = {0, 0};
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (unsigned round = 0; round < 400; round++) {
        static const char before[] = "048c", digits[] = "0123456789abcdef";
        const bool octal = round % 2 == 0;
        char text[8] = "0.";
        text[0] = before[grundy_random(&seed) % (octal ? 2 : 4)];
        for (unsigned i = 0; i < 1 + round % 4; i++)
            text[2 + i] = digits[grundy_random(&seed) % (octal ? 8 : 16)];
        const grundy_period p = period_of(g, text, octal ? 3000 : 150);
        if (p.proved == GRUNDY_YES)
            check_saltus(g, text, &p, octal ? 9000 : 600);
        proved[octal] += p.proved == GRUNDY_YES;
    }
    assert_true(proved[0] > 30 && proved[1] > 60);
    grundy_close(g);
}

/* A code that the parser takes with any digit before the point. */
static void heaps_are_split_in_two_or_three(void **state)
{
    (void)state;
    grundy *g;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (unsigned digit = 0; digit < 16; digit++) {
        char text[8], expression[32], position[8];
        snprintf(text, sizeof text, "c.%x", digit);
        snprintf(expression, sizeof expression, "octal(C.%X)", digit);
        octal_code code = code_of_text(text);
        judge(&code, 60);
        for (unsigned n = 0; n < 60; n++) {
            uint64_t value = 0;
            snprintf(position, sizeof position, "%u", n);
            assert_int_equal(grundy_value(g, expression, position, &value), GRUNDY_OK);
            assert_true(value == judged[n]);
        }
    }
    grundy_close(g);
}

/* Heaps far beyond what was computed. 0.8 leaves three heaps and takes one: G(n) = (n-1)/3. */
static void far_heaps_with_a_saltus(void **state)
{
    (void)state;
    grundy *g;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    for (uint64_t n = UINT64_C(1) << 40; n > 30; n /= 7) {
        char position[24];
        uint64_t value = 0;
        snprintf(position, sizeof position, "%" PRIu64, n);
        assert_int_equal(grundy_value(g, "octal(0.8)", position, &value), GRUNDY_OK);
        assert_true(value == (n - 1) / 3);
    }
    grundy_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_found),
        cmocka_unit_test(sums_are_marked),
        cmocka_unit_test(all_two_digit_codes),
        cmocka_unit_test(longer_codes),
        cmocka_unit_test(random_hexadecimal_codes),
        cmocka_unit_test(ways_are_changed),
        cmocka_unit_test(blocks_reach_far_enough),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(marks_ahead),
        cmocka_unit_test(threads_are_stopped),
        cmocka_unit_test(memory_for_threads),
        cmocka_unit_test(failed_allocations),
        cmocka_unit_test(arithmetic_periods),
        cmocka_unit_test(far_heaps_with_a_saltus),
        cmocka_unit_test(published_periods),
        cmocka_unit_test(no_proof_too_early),
        cmocka_unit_test(least_periods),
        cmocka_unit_test(random_periods),
        cmocka_unit_test(heaps_are_split_in_two_or_three),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
