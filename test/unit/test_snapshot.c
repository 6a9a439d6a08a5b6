/* The table of a search in the store: it is found again, it is never believed when it is not whole or not the right
 * one, and what comes of it is what comes without. */
#include "asking.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solvers/solver.h"

enum { SIZE_MAX_HERE = 1 << 20 };

static char directory[] = "/tmp/grundy-snapshot-XXXXXX", path[64], rules[64];

typedef struct {
    unsigned char bytes[SIZE_MAX_HERE];
    size_t size;
} content;

static void read_content(content *out)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    out->size = fread(out->bytes, 1, sizeof out->bytes, file);
    fclose(file);
    assert_in_range(out->size, 1, sizeof out->bytes - 100);
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A search, and how many options it had to look at. */
typedef struct {
    const char *ruleset, *position;
    grundy_question question;
    uint64_t value, effort;
} search;

static grundy_status run_search(grundy *g, search *out)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    grundy_buffer position = grundy_buffer_open(g);
    MUST(g, grundy_ruleset_open(g, out->ruleset, &r));
    MUST(g, grundy_position_parse(g, r, out->position, &position));
    grundy_status status = grundy_solver_open(g, r, out->question, GRUNDY_SEARCH, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    out->value = answer.value;
    out->effort = s == NULL ? 0 : atomic_load(&s->effort);
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

/* The same with the store, in a handle of its own. */
static void search_stored(search *out, unsigned threads)
{
    grundy *g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.threads = threads});
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, run_search(g, out));
    MUST(g, grundy_store_save(g));
    ask_close(g);
}

/* And without a store. */
static search search_plainly(const search *like)
{
    search plain = *like;
    grundy *g = ask_open();
    MUST(g, run_search(g, &plain));
    ask_close(g);
    return plain;
}

static const search searches[] = {
    {.ruleset = "cram", .position = "4x5"},
    {.ruleset = "cram", .position = "..../.#../..../...#"},
    {.ruleset = "cram", .position = "3x4", .question = GRUNDY_MISERE_VALUE},
    {.ruleset = "cram", .position = "3x3 + 2x4", .question = GRUNDY_MISERE_OUTCOME},
    {.ruleset = "push-cram", .position = "3x5"},
    {.ruleset = "push-cram", .position = "2x4", .question = GRUNDY_MISERE_VALUE},
    {.ruleset = "sum(cram,domineering-rows,kayles)", .position = "4x4 | 4x3 | 12"},
    {.ruleset = "push(cram,push(domineering-columns,cram))", .position = "3x4"},
};

static void found_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(searches); i++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            search first = searches[i], again = first, plain = search_plainly(&first);
            unlink(path);
            search_stored(&first, threads);
            search_stored(&again, 4 - threads);
            assert_int_equal(first.value, plain.value);
            assert_int_equal(again.value, plain.value);
            assert_true(i > 0 || first.effort > 0);
            assert_true(again.effort <= first.effort / 4);
        }
}

/* Rulesets get their numbers in the order in which they come up, which differs between these positions; the keys in the
 * table must keep their meaning all the same. */
static void numbers_keep_their_meaning(void **state)
{
    (void)state;
    static const char *const positions[] = {"2:2:3x3", "2:3x3", "3x3", "2:2x5", "2:2:3x4"};
    enum { COUNT = LENGTH(positions) };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++) {
            search one = {.ruleset = "push(domineering-rows,push(cram,domineering-columns))", .position = positions[i]};
            search two = one;
            two.position = positions[k];
            unlink(path);
            search_stored(&one, 1);
            search_stored(&two, 1);
            assert_int_equal(one.value, search_plainly(&one).value);
            assert_int_equal(two.value, search_plainly(&two).value);
        }
}

/* The store is refused, and stays as it is. */
static void expect_refused(const void *bytes, size_t size, search like, const char *why)
{
    static content after;
    write_file(path, bytes, size);
    grundy *g = ask_open();
    grundy_status status = grundy_store_open(g, path, 0);
    if (status == GRUNDY_OK)
        status = run_search(g, &like);
    assert_int_equal(status, GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "is refused"));
    if (strstr(grundy_message(g), why) == NULL)
        fail_msg("'%s' lacks '%s'", grundy_message(g), why);
    MUST(g, grundy_store_save(g));
    ask_close(g);
    if (size > 0) {
        read_content(&after);
        assert_int_equal(after.size, size);
        assert_memory_equal(after.bytes, bytes, size);
    }
}

/* ---- the blocks, written down once more from their description ---- */

static uint64_t low_first(const unsigned char *bytes, size_t size)
{
    return size == 0 ? 0 : bytes[0] + 256 * low_first(bytes + 1, size - 1);
}

static uint64_t checksum_after(uint64_t h, const unsigned char *bytes, size_t size)
{
    size_t step = size < 8 ? size : 8;
    if (size == 0)
        return h;
    h = (h ^ low_first(bytes, step)) * UINT64_C(0x9e3779b97f4a7c15);
    return checksum_after(h ^ h >> 32, bytes + step, size - step);
}

static size_t part_of(const content *c)
{
    for (size_t i = 0; i + 27 < c->size; i++)
        if (memcmp(c->bytes + i, "\nchecksum ", 10) == 0)
            return i + 27;
    fail();
    return 0;
}

/* What is said of a byte that has changed: within the blocks the checksum differs, unless a size is not what it was. */
static const char *why_changed(const content *c, size_t byte)
{
    for (size_t i = part_of(c), size; byte >= i && i < c->size; i += 5 + size + 8) {
        size = (size_t)low_first(c->bytes + i + 1, 4);
        if (byte < i + 5 + size + 8)
            return byte <= i || byte > i + 4 ? "has another checksum than it was written with"
                   : byte > i + 2            ? "is too long"
                                             : "its block";
    }
    return "";
}

static void damage_is_refused(void **state)
{
    (void)state;
    static content whole;
    search small = {.ruleset = "cram", .position = "2x3"};
    unlink(path);
    search_stored(&small, 1);
    read_content(&whole);
    const size_t part = part_of(&whole);
    for (size_t bit = 0; bit < 8 * whole.size; bit++) {
        const char *why = why_changed(&whole, bit / 8);
        whole.bytes[bit / 8] = (unsigned char)(whole.bytes[bit / 8] ^ 1 << bit % 8);
        expect_refused(whole.bytes, whole.size, small, why);
        whole.bytes[bit / 8] = (unsigned char)(whole.bytes[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t size = 0; size < whole.size; size++)
        expect_refused(whole.bytes, size, small,
                       size == part       ? "its block 1 is missing"
                       : size == part + 5 ? "its block 1 is longer than what is left"
                                          : "");
    for (unsigned c = 0; c < 256; c++) {
        whole.bytes[whole.size] = (unsigned char)c;
        expect_refused(whole.bytes, whole.size + 1, small, "is the last, and something follows it");
    }
    search_plainly(&small);
    write_file(path, whole.bytes, whole.size);
    search_stored(&small, 1);
}

/* Make all checksums of the part right. */
static void sum_again(content *c)
{
    uint64_t sum = 0;
    for (size_t i = part_of(c); i < c->size;) {
        size_t size = (size_t)low_first(c->bytes + i + 1, 4);
        sum = checksum_after(sum, c->bytes + i, 5 + size);
        for (size_t k = 0; k < 8; k++)
            c->bytes[i + 5 + size + k] = (unsigned char)(sum >> 8 * k);
        i += 5 + size + 8;
    }
}

/* What is whole but not what it should be. Offsets in the payload of the header: solvers/snapshot.c */
static void others_are_refused(void **state)
{
    (void)state;
    static content whole, changed;
    search small = {.ruleset = "cram", .position = "2x3"};
    unlink(path);
    search_stored(&small, 1);
    read_content(&whole);
    changed = whole;
    sum_again(&changed);
    assert_memory_equal(changed.bytes, whole.bytes, whole.size);
    unsigned char *header = changed.bytes + part_of(&whole) + 5;
    static const struct {
        size_t offset;
        unsigned char byte;
        const char *why;
    } cases[] = {
        {0, 9, "its table has the format 9"},
        {1, 1, "it holds the table of cram in misere play, not of cram in normal play"},
        {2, 0, "was another"},
        {18, 0, "damaged"},
        {18, 2, "damaged"},
        {19, 200, "damaged"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned char before = header[cases[i].offset];
        header[cases[i].offset] = (unsigned char)(i == 2 ? before ^ 1 : cases[i].byte);
        sum_again(&changed);
        expect_refused(changed.bytes, changed.size, small, cases[i].why);
        header[cases[i].offset] = before;
    }
    header[2] = (unsigned char)(header[2] ^ 1); /* with the mark of the version its number changes */
    header[22] = '9';
    sum_again(&changed);
    expect_refused(changed.bytes, changed.size, small, "made by version 9");
    search other = {.ruleset = "cram", .position = "2x3", .question = GRUNDY_MISERE_VALUE};
    expect_refused(whole.bytes, whole.size, other, "of cram in normal play, not of cram in misere play");
    other = (search){.ruleset = "domineering-rows", .position = "2x3"};
    expect_refused(whole.bytes, whole.size, other, "of cram in normal play, not of domineering-rows in normal play");
    other = (search){.ruleset = "push-cram", .position = "2x3"};
    expect_refused(whole.bytes, whole.size, other, "not of push-cram");
}

/* A ruleset that a file describes is another when the file is. */
static void files_count(void **state)
{
    (void)state;
    static content whole;
    char ruleset[100];
    write_file(rules, "a < b < c\n", 10);
    snprintf(ruleset, sizeof ruleset, "ideal(poset(\"%s\"))", rules);
    search small = {.ruleset = ruleset, .position = "c"};
    unlink(path);
    search_stored(&small, 1);
    search_stored(&small, 1);
    read_content(&whole);
    write_file(rules, "a < b\nc\n", 8);
    expect_refused(whole.bytes, whole.size, small, "was another");
    unlink(rules);
}

/* Tables that do not search leave what is there; so do a search that is stopped while it loads, and a failed save. */
static void what_is_there_stays(void **state)
{
    (void)state;
    static content before, after;
    search small = {.ruleset = "cram", .position = "3x4"};
    uint64_t value = 0;
    unlink(path);
    search_stored(&small, 1);
    read_content(&before);
    grundy *g = ask_open();
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, grundy_value(g, "nim", "3,5", &value));
    MUST(g, grundy_store_save(g));
    read_content(&after);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    MUST(g, grundy_value(g, "ruler(asm(3))", "(0,0,0)", &value));
    MUST(g, grundy_store_save(g));
    read_content(&after);
    assert_int_not_equal(before.size, after.size);
    ask_close(g);
    search again = small;
    search_stored(&again, 1);
    assert_int_equal(again.effort, 0);
}

static void a_full_disk(void **state)
{
    (void)state;
    static content before, after;
    search small = {.ruleset = "cram", .position = "3x4"}, large = {.ruleset = "cram", .position = "4x5"};
    struct rlimit limit;
    unlink(path);
    search_stored(&small, 1);
    read_content(&before);
    grundy *g = ask_open();
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, run_search(g, &large));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlim_t was = limit.rlim_cur;
    for (limit.rlim_cur = 1; limit.rlim_cur < 1000; limit.rlim_cur = limit.rlim_cur * 3 + 1) {
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        grundy_status status = grundy_store_save(g);
        assert_int_equal(status, GRUNDY_IO);
        assert_non_null(strstr(grundy_message(g), "could not be written"));
    }
    limit.rlim_cur = was;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    read_content(&after);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    MUST(g, grundy_store_save(g));
    read_content(&after);
    assert_true(before.size < after.size);
    ask_close(g);
}

static bool stop_after(void *context)
{
    atomic_llong *left = context;
    return atomic_fetch_sub(left, 1) <= 1;
}

/* Stopped again and again, with what was saved in between or at the end, it comes to the same value. */
static void stopped_and_resumed(void **state)
{
    (void)state;
    for (unsigned saving = 0; saving < 2; saving++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            search s = {.ruleset = "cram", .position = "5x6"};
            const search plain = search_plainly(&s);
            unsigned stops = 0;
            grundy_status status = GRUNDY_STOPPED;
            unlink(path);
            for (uint64_t patience = 10; status == GRUNDY_STOPPED; patience += 2) {
                atomic_llong left = (long long)patience;
                grundy *g = ask_open();
                grundy_set_limits(g, &(grundy_limits){.threads = threads, .stop = stop_after, .context = &left});
                MUST(g, grundy_store_open(g, path, saving ? 1e-9 : 0));
                status = run_search(g, &s);
                grundy_set_limits(g, &(grundy_limits){0});
                if (!saving)
                    MUST(g, grundy_store_save(g));
                stops += status == GRUNDY_STOPPED;
                assert_true(status == GRUNDY_OK || status == GRUNDY_STOPPED);
                ask_close(g);
            }
            assert_int_equal(s.value, plain.value);
            assert_true(stops > 3);
            if (saving)
                assert_int_equal(access(path, F_OK), 0);
        }
}

/* The table is the first solver's; one that is open beside it has its own, one that comes later takes it over. */
static void several_solvers(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = NULL, *other = NULL;
    grundy_solver *s[4] = {NULL};
    grundy_answer answer;
    grundy_buffer position = grundy_buffer_open(g);
    unlink(path);
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, grundy_ruleset_open(g, "cram", &r));
    MUST(g, grundy_ruleset_open(g, "domineering-rows", &other));
    MUST(g, grundy_position_parse(g, r, "4x5", &position));
    for (size_t i = 0; i < 3; i++)
        MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SEARCH, &s[i]));
    MUST(g, grundy_solver_open(g, other, GRUNDY_VALUE, GRUNDY_SEARCH, &s[3]));
    for (size_t i = 0; i < 2; i++)
        MUST(g, grundy_solve(s[i], grundy_buffer_bytes(&position), &answer));
    assert_true(s[0]->search_table != s[1]->search_table);
    assert_true(atomic_load(&s[1]->effort) > 0);
    grundy_solver_close(s[0]);
    MUST(g, grundy_solve(s[2], grundy_buffer_bytes(&position), &answer));
    assert_int_equal(atomic_load(&s[2]->effort), 0);
    grundy_solver_close(s[2]);
    assert_int_equal(grundy_solve(s[3], grundy_buffer_bytes(&position), &answer), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "would need one of its own"));
    grundy_solver_close(s[3]);
    MUST(g, grundy_store_save(g));
    grundy_solver_close(s[1]);
    /* closing the store leaves a solver its table */
    MUST(g, grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SEARCH, &s[0]));
    MUST(g, grundy_solve(s[0], grundy_buffer_bytes(&position), &answer));
    assert_int_equal(atomic_load(&s[0]->effort), 0);
    grundy_store_close(g);
    MUST(g, grundy_solve(s[0], grundy_buffer_bytes(&position), &answer));
    assert_int_equal(atomic_load(&s[0]->effort), 0);
    grundy_solver_close(s[0]);
    grundy_buffer_close(&position);
    grundy_ruleset_close(other);
    grundy_ruleset_close(r);
    ask_close(g);
    search again = {.ruleset = "cram", .position = "4x5"};
    search_stored(&again, 1);
    assert_int_equal(again.effort, 0);
}

/* A table too small for what was saved takes what it can. */
static void a_smaller_table(void **state)
{
    (void)state;
    search s = {.ruleset = "cram", .position = "5x5"}, again = s;
    unlink(path);
    search_stored(&s, 1);
    grundy *g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.memory = 400 << 10});
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, run_search(g, &again));
    MUST(g, grundy_store_save(g));
    ask_close(g);
    assert_int_equal(again.value, s.value);
    search_stored(&again, 1);
    assert_int_equal(again.value, s.value);
}

static int make_directory(void **state)
{
    (void)state;
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/store", directory);
    snprintf(rules, sizeof rules, "%s/rules", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(directory);
}

/* A store is not read into so little memory that most of it would be lost, and then written over. */
static void little_memory_loses_nothing(void **state)
{
    (void)state;
    static content before, after;
    search large = {.ruleset = "cram", .position = "5x7"}, again = large;
    unlink(path);
    search_stored(&large, 1);
    read_content(&before);
    grundy *g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.memory = 400 << 10});
    MUST(g, grundy_store_open(g, path, 0));
    again.position = "3x3";
    assert_int_equal(run_search(g, &again), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "is refused: its table has "));
    MUST(g, grundy_store_save(g));
    ask_close(g);
    read_content(&after);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.bytes, before.bytes, before.size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_memory_loses_nothing),
        cmocka_unit_test(found_again),
        cmocka_unit_test(numbers_keep_their_meaning),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(files_count),
        cmocka_unit_test(what_is_there_stays),
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(stopped_and_resumed),
        cmocka_unit_test(several_solvers),
        cmocka_unit_test(a_smaller_table),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
