/* The store: what one handle has found another takes over, and a file that is not whole is refused whole. */
#include "asking.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rulesets/octal/octal_stored.h"
#include "rulesets/posets/poset_asm.h"
#include "rulesets/posets/poset_set_partitions.h"

enum { POINTS = 46, RANK = 30, TRIANGLE = (RANK + 1) * (RANK + 2) / 2 };

static char directory[] = "/tmp/grundy-store-XXXXXX", path[64];

typedef struct {
    char bytes[1 << 16];
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

static void write_content(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Take what the store holds. */
static grundy_status load(grundy *g)
{
    grundy_status status = grundy_store_open(g, path, 0);
    if (status == GRUNDY_OK)
        grundy_store_close(g);
    return status;
}

/* Put what has been computed into a new store. */
static void save(grundy *g)
{
    unlink(path);
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, grundy_store_save(g));
    grundy_store_close(g);
}

/* A limit that stops a computation at a given check. */
static bool stop_after(void *context)
{
    uint64_t *left = context;
    return *left == 0 || --*left == 0;
}

static uint64_t checks_used; /* by the computation that was counted last */

static bool count_checks(void *context)
{
    (void)context;
    checks_used++;
    return false;
}

static void expect_values(grundy *g)
{
    uint32_t h[POINTS + 1], known[POINTS + 1], t[TRIANGLE], triangle[TRIANGLE];
    grundy *other = ask_open();
    MUST(other, set_partition_ruler(other, POINTS, known));
    MUST(other, asm_ruler(other, RANK, triangle));
    ask_close(other);
    MUST(g, set_partition_ruler(g, POINTS, h));
    MUST(g, asm_ruler(g, RANK, t));
    assert_memory_equal(h, known, sizeof h);
    assert_memory_equal(t, triangle, sizeof t);
}

static void save_some(unsigned points, unsigned rank)
{
    uint32_t h[POINTS + 1], t[TRIANGLE];
    grundy *g = ask_open();
    MUST(g, set_partition_ruler(g, points, h));
    MUST(g, asm_ruler(g, rank, t));
    save(g);
    ask_close(g);
}

static void round_trip(void **state)
{
    (void)state;
    static content first, second;
    grundy *g = ask_open();
    save_some(POINTS, RANK);
    read_content(&first);
    MUST(g, load(g));
    grundy_set_limits(g, &(grundy_limits){.stop = count_checks});
    checks_used = 0;
    expect_values(g);
    assert_int_equal(checks_used, 0); /* nothing was computed */
    save(g);
    read_content(&second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    ask_close(g);
}

/* A store that holds less than the handle takes nothing from it; one that is not used up is not lost. */
static void longer_stays(void **state)
{
    (void)state;
    static content before, after;
    uint32_t h[POINTS + 1];
    grundy *g = ask_open();
    save_some(POINTS, RANK);
    read_content(&before);
    MUST(g, load(g));
    MUST(g, set_partition_ruler(g, 5, h));
    save_some(10, 8);
    MUST(g, load(g));
    save(g);
    read_content(&after);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    ask_close(g);
}

static void resumed_after_saving(void **state)
{
    (void)state;
    save_some(40, 20);
    grundy *g = ask_open();
    MUST(g, load(g));
    expect_values(g);
    ask_close(g);
}

/* Stopped in the middle of a term: after saving, another handle goes on, and so does this one. */
static void resumed_after_stop(void **state)
{
    (void)state;
    for (uint64_t step = 1; step < 400; step = step * 3 / 2 + 1) {
        uint32_t h[POINTS + 1], t[TRIANGLE];
        uint64_t left = step;
        grundy *g = ask_open(), *other = ask_open();
        grundy_set_limits(g, &(grundy_limits){.stop = stop_after, .context = &left});
        grundy_status one = set_partition_ruler(g, POINTS, h);
        left = step;
        grundy_status two = asm_ruler(g, RANK, t);
        assert_true(step > 50 || (one == GRUNDY_STOPPED && two == GRUNDY_STOPPED));
        grundy_set_limits(g, &(grundy_limits){0});
        save(g);
        MUST(other, load(other));
        expect_values(other);
        expect_values(g);
        ask_close(other);
        ask_close(g);
    }
}

static void saved_in_between(void **state)
{
    (void)state;
    uint32_t h[POINTS + 1];
    unlink(path);
    grundy *g = ask_open();
    MUST(g, grundy_store_open(g, path, 1e-9));
    MUST(g, set_partition_ruler(g, 20, h));
    ask_close(g);
    g = ask_open();
    MUST(g, load(g));
    grundy_set_limits(g, &(grundy_limits){.stop = count_checks});
    checks_used = 0;
    MUST(g, set_partition_ruler(g, 19, h));
    assert_int_equal(checks_used, 0);
    MUST(g, grundy_store_open(g, path, 0));
    unlink(path);
    MUST(g, set_partition_ruler(g, 22, h));
    assert_int_not_equal(access(path, F_OK), 0);
    ask_close(g);
}

static void expect_refused_as(const char *bytes, size_t size, const char *why)
{
    write_content(bytes, size);
    grundy *g = ask_open();
    assert_int_equal(load(g), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "is refused"));
    if (strstr(grundy_message(g), why) == NULL)
        fail_msg("'%s' lacks '%s'", grundy_message(g), why);
    assert_int_equal(grundy_memory(g), 0); /* nothing was believed */
    ask_close(g);
}

static void expect_refused(const char *bytes, size_t size)
{
    expect_refused_as(bytes, size, "");
}

static void damage_is_refused(void **state)
{
    (void)state;
    static content whole;
    save_some(40, 6);
    read_content(&whole);
    for (size_t i = 0; i < whole.size; i++) {
        whole.bytes[i] = (char)(whole.bytes[i] ^ 1 << i % 8);
        expect_refused(whole.bytes, whole.size);
        whole.bytes[i] = (char)(whole.bytes[i] ^ 1 << i % 8);
    }
    for (size_t size = 0; size < whole.size; size++)
        expect_refused_as(whole.bytes, size,
                          size == 0                           ? "is empty"
                          : size < strlen("grundy store 1\n") ? "its first line is another"
                          : whole.bytes[size - 1] == '\n'     ? "ends before a line with a checksum"
                                                              : "ends within this line");
    whole.bytes[whole.size] = '\n';
    expect_refused_as(whole.bytes, whole.size + 1, "something follows its end");
    whole.bytes[20] = (char)(whole.bytes[20] ^ 1);
    expect_refused_as(whole.bytes, whole.size, "the checksum is wrong");
    whole.bytes[20] = (char)(whole.bytes[20] ^ 128);
    expect_refused_as(whole.bytes, whole.size, "line 2: there is no line of text");
}

/* Files with a right checksum that nevertheless say what cannot be. */
static void nonsense_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "grundy store 2\n",
        "grundy store 1\nunheard-of 1\n7\n",
        "grundy store 1\nruler-on-set-partitions 1\n1\nunheard-of 1\n7\n",
        "grundy store 1\nruler-on-set-partitions 2\n1\n",
        "grundy store 1\nruler-on-set-partitions 1\n4294967296\n",
        "grundy store 1\nruler-on-set-partitions 1\n4294967295\n",
        "grundy store 1\nruler-on-set-partitions 1\n\n",
        "grundy store 1\nruler-on-set-partitions 4294967295\n1\n",
        "grundy store 1\nruler-on-asm 2\n1\n1\n",
        "grundy store 1\noctal(0.8 1\n0\n",
        "grundy store 1\noctal(0.) \n",
        "grundy store 1\noctal(1.7) 1\n0\n",
        "grundy store 1\noctal(0.70) 1\n0\n",
        "grundy store 1\noctal(0.G) 1\n0\n",
        "grundy store 1\noctal(07) 1\n0\n",
        "grundy store 1\noctal(0.7) 0\n",
        "grundy store 1\noctal(0.7) 2\n1\n1\n",
        "grundy store 1\noctal(0.7) 2\n0\n65536\n",
        "grundy store 1\noctal(0.00000000000000000000000000000000000000000000000000000000000000001) 1\n0\n",
        "grundy store 1\noctal(0.6) 2\n0\n0\noctal(0.7) 2\n0\n65536\n",
        "grundy store 1\ntable \n",
        "grundy store 1\ntable of cram\nruler-on-asm 1\n1\n",
    };
    for (size_t i = 0; i < LENGTH(bodies); i++) {
        char text[200];
        uint64_t sum = UINT64_C(14695981039346656037);
        for (const char *c = bodies[i]; *c != '\0'; c++)
            sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
        int size = snprintf(text, sizeof text, "%schecksum %016" PRIx64 "\n", bodies[i], sum);
        expect_refused(text, (size_t)size);
    }
}

static void refused_at_once(grundy *g, const char *where, const char *why)
{
    assert_int_equal(grundy_store_open(g, where, 0), GRUNDY_IO);
    if (strstr(grundy_message(g), why) == NULL)
        fail_msg("the store '%s': %s", where, grundy_message(g));
    MUST(g, grundy_store_save(g)); /* it is not open */
}

/* Whether it can be saved is tried when it is opened, and leaves nothing behind; what was there stays. */
static void saving_is_tried(void **state)
{
    (void)state;
    char beside[80], text[8] = "";
    snprintf(beside, sizeof beside, "%s.tmp", path);
    unlink(path);
    grundy *g = ask_open();
    MUST(g, load(g));
    assert_int_not_equal(access(beside, F_OK), 0);
    assert_int_equal(mkdir(beside, 0700), 0);
    refused_at_once(g, path, "store.tmp could not be opened: Is a directory");
    assert_int_equal(rmdir(beside), 0);
    FILE *file = fopen(beside, "w");
    assert_non_null(file);
    assert_true(fputs("half", file) >= 0 && fclose(file) == 0);
    MUST(g, load(g));
    file = fopen(beside, "r");
    assert_true(file != NULL && fgets(text, sizeof text, file) != NULL && fclose(file) == 0);
    assert_string_equal(text, "half");
    assert_int_equal(unlink(beside), 0);
    ask_close(g);
}

static void missing_and_unwritable(void **state)
{
    (void)state;
    unlink(path);
    grundy *g = ask_open();
    MUST(g, grundy_store_save(g)); /* none is open: there is nothing to do */
    MUST(g, grundy_store_open(g, path, 0));
    assert_int_not_equal(access(path, F_OK), 0);
    MUST(g, grundy_store_save(g));
    MUST(g, load(g));
    refused_at_once(g, directory, "it is a directory");
    refused_at_once(g, "/dev/null", "it is no regular file");
    refused_at_once(g, "", "expected the name of a file");
    refused_at_once(g, "/nowhere/store", "the file /nowhere/store.tmp could not be opened");
    MUST(g, load(g));
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    assert_int_equal(grundy_store_open(g, longest, 0), GRUNDY_IO);
    grundy_forbid_files(g);
    assert_int_equal(grundy_store_open(g, path, 0), GRUNDY_IO);
    ask_close(g);
}

/* ---- sequences of octal games ---- */

static grundy_period period_to(grundy *g, const char *game, uint64_t to)
{
    grundy_period p = {0};
    grundy_ruleset *r = ask_ruleset(g, game);
    MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, to, &p));
    grundy_ruleset_close(r);
    return p;
}

static uint64_t lines_after(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at == NULL ? 0 : strtoull(at + strlen(name), NULL, 10);
}

/* A sequence is extended, not begun anew, and says the same as one that was computed at one go. */
static void octal_sequences_are_extended(void **state)
{
    (void)state;
    static const char *const games[] = {"octal(0.6)", "octal(0.16)", "octal(0.8c)", "octal(4.04)", "kayles"};
    static content text;
    unlink(path);
    for (size_t i = 0; i < LENGTH(games); i++) {
        uint64_t to = i == 2 ? 300 : 3000, v[2];
        grundy *g = ask_open(), *fresh = ask_open();
        MUST(g, load(g));
        period_to(g, games[i], to / 2);
        save(g);
        ask_close(g);
        g = ask_open();
        MUST(g, load(g));
        grundy_period resumed = period_to(g, games[i], to), once = period_to(fresh, games[i], to);
        assert_true(resumed.period == once.period && resumed.preperiod == once.preperiod);
        assert_true(resumed.proved == once.proved && resumed.checked_to == once.checked_to);
        for (uint64_t n = 0; n < to; n += 97) {
            char position[24];
            snprintf(position, sizeof position, "%" PRIu64, n);
            MUST(g, grundy_value(g, games[i], position, &v[0]));
            MUST(fresh, grundy_value(fresh, games[i], position, &v[1]));
            assert_int_equal(v[0], v[1]);
        }
        save(g);
        ask_close(fresh);
        ask_close(g);
    }
    read_content(&text);
    assert_int_equal(lines_after(text.bytes, "octal(0.6) "), 3001);
    assert_true(lines_after(text.bytes, "octal(0.77) ") > 160); /* whose period is then proved */
}

/* What is stored is believed, so it was not computed again. */
static void octal_sequences_are_taken(void **state)
{
    (void)state;
    uint16_t values[1001] = {0};
    octal_code code = {.digits = 2, .digit = {0, 7}, .parts = 2};
    octal_sequence *s;
    grundy *g = ask_open();
    for (size_t n = 1; n <= 1000; n++)
        values[n] = (uint16_t)(n % 5);
    MUST(g, octal_sequence_open(g, &code, OCTAL_CHOOSE, &s));
    MUST(g, octal_stored_begin(g));
    MUST(g, octal_sequence_learn(g, s, values, 1001));
    MUST(g, octal_stored_keep(g, s));
    octal_sequence_close(g, s);
    save(g);
    ask_close(g);
    g = ask_open();
    uint64_t v = 0;
    MUST(g, load(g));
    MUST(g, grundy_value(g, "octal(0.7)", "903", &v));
    assert_int_equal(v, 903 % 5);
    grundy_period p = period_to(g, "octal(0.7)", 500);
    assert_int_equal(p.period, 5);
    ask_close(g);
}

/* Without a store nothing is kept; a sequence that is stopped in its course is stored as far as it came. */
static void octal_sequences_are_stopped(void **state)
{
    (void)state;
    static content text;
    uint64_t left = 20;
    grundy_period p;
    grundy *g = ask_open();
    period_to(g, "octal(0.6)", 1000);
    assert_int_equal(grundy_memory(g), 0);
    unlink(path);
    MUST(g, load(g));
    grundy_ruleset *r = ask_ruleset(g, "octal(0.6)");
    grundy_set_limits(g, &(grundy_limits){.stop = stop_after, .context = &left});
    assert_int_equal(grundy_find_period(g, r, GRUNDY_VALUE, 40000, &p), GRUNDY_STOPPED);
    grundy_set_limits(g, &(grundy_limits){0});
    grundy_ruleset_close(r);
    save(g);
    ask_close(g);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text.size = fread(text.bytes, 1, sizeof text.bytes - 1, file);
    fclose(file);
    assert_true(lines_after(text.bytes, "octal(0.6) ") > 4000);
}

/* Two handles cannot have the same store; what keeps the second away is gone with the first. */
static void one_at_a_time(void **state)
{
    (void)state;
    char beside[80];
    snprintf(beside, sizeof beside, "%s.lock", path);
    grundy *g = ask_open(), *other = ask_open();
    save_some(10, 6);
    MUST(g, grundy_store_open(g, path, 0));
    MUST(g, grundy_store_open(g, path, 0)); /* the same handle again */
    assert_int_equal(grundy_store_open(other, path, 0), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(other), "is using it"));
    assert_int_equal(grundy_memory(other), 0);
    MUST(other, grundy_store_save(other));
    grundy_store_close(g);
    assert_int_not_equal(access(beside, F_OK), 0);
    MUST(other, grundy_store_open(other, path, 0));
    assert_int_equal(grundy_store_open(g, path, 0), GRUNDY_IO);
    ask_close(other);
    MUST(g, grundy_store_open(g, path, 0));
    ask_close(g);
    assert_int_not_equal(access(beside, F_OK), 0);
}

static int make_directory(void **state)
{
    (void)state;
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/store", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    char beside[80];
    snprintf(beside, sizeof beside, "%s.tmp", directory);
    unlink(beside);
    unlink(path);
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(longer_stays),
        cmocka_unit_test(resumed_after_saving),
        cmocka_unit_test(resumed_after_stop),
        cmocka_unit_test(octal_sequences_are_extended),
        cmocka_unit_test(octal_sequences_are_taken),
        cmocka_unit_test(octal_sequences_are_stopped),
        cmocka_unit_test(saved_in_between),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(missing_and_unwritable),
        cmocka_unit_test(saving_is_tried),
        cmocka_unit_test(one_at_a_time),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
