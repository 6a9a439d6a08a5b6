/* The catalogue of results: what is put there is found again under its key and under no other, and is never believed when
 * it is not as it was written. */
#include "starving.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef GRUNDY_WITH_SQLITE
#include <sqlite3.h>

enum { FILE_MAX = 1 << 16, ROWS_EACH = 25, PROCESSES = 4 };

static char directory[] = "/tmp/grundy-catalogue-XXXXXX", path[80];

static const grundy_result sample = {.ruleset = "cram",
                                     .digest = UINT64_C(0xfedcba9876543210),
                                     .position = "5x8",
                                     .question = GRUNDY_VALUE,
                                     .value = 1,
                                     .method = GRUNDY_SEARCH,
                                     .reason = "search over canonical components",
                                     .seconds = 3.28,
                                     .looked_at = 2771580,
                                     .threads = 2,
                                     .found = "2026-11-28T04:31:44Z"};

static grundy_catalogue *open_catalogue(grundy *g)
{
    grundy_catalogue *c = NULL;
    MUST(g, grundy_catalogue_open(g, path, &c));
    return c;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s/a/b/catalogue.db", directory);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char name[100];
    unlink(path);
    snprintf(name, sizeof name, "%s-journal", path);
    unlink(name);
    snprintf(name, sizeof name, "%s/a/b", directory);
    rmdir(name);
    snprintf(name, sizeof name, "%s/a", directory);
    rmdir(name);
    return 0;
}

static void assert_same(const grundy_result *a, const grundy_result *b)
{
    assert_string_equal(a->ruleset, b->ruleset);
    assert_true(a->digest == b->digest);
    assert_string_equal(a->position, b->position);
    assert_int_equal(a->question, b->question);
    assert_true(a->value == b->value);
    assert_int_equal(a->method, b->method);
    assert_string_equal(a->reason, b->reason);
    assert_true(a->seconds == b->seconds);
    assert_true(a->looked_at == b->looked_at);
    assert_int_equal(a->threads, b->threads);
    assert_string_equal(a->found, b->found);
}

static bool is_there(grundy *g, grundy_catalogue *c, const grundy_result *key, grundy_result *out)
{
    bool found = false;
    MUST(g, grundy_catalogue_find(c, key, out, &found));
    return found;
}

static grundy_status count_rows(void *context, const grundy_result *result)
{
    (void)result;
    ++*(unsigned *)context;
    return GRUNDY_OK;
}

static unsigned rows(grundy *g, grundy_catalogue *c, const char *ruleset)
{
    unsigned count = 0;
    MUST(g, grundy_catalogue_list(c, ruleset, count_rows, &count));
    return count;
}

static void put_sample(void)
{
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    MUST(g, grundy_catalogue_add(c, &sample));
    grundy_catalogue_close(c);
    ask_close(g);
}

/* ---- what is there ---- */

static void test_missing(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_result found;
    assert_false(is_there(g, c, &sample, &found));
    assert_int_equal(rows(g, c, NULL), 0);
    assert_int_not_equal(access(path, F_OK), 0);
    MUST(g, grundy_catalogue_add(c, &sample));
    assert_int_equal(access(path, F_OK), 0);
    assert_true(is_there(g, c, &sample, &found));
    grundy_catalogue_close(c);
    ask_close(g);
}

static void test_found_again(void **state)
{
    (void)state;
    put_sample();
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_result found, large = sample;
    assert_true(is_there(g, c, &sample, &found));
    assert_same(&found, &sample);
    assert_string_equal(found.version, grundy_version());
    large.position = "1000x1000";
    large.value = UINT64_MAX;
    large.looked_at = UINT64_MAX - 1;
    large.digest = 7;
    large.found = NULL;
    MUST(g, grundy_catalogue_add(c, &large));
    assert_true(is_there(g, c, &large, &found));
    assert_int_equal(strlen(found.found), 20);
    large.found = found.found;
    assert_same(&found, &large);
    grundy_catalogue_close(c);
    ask_close(g);
}

/* Each part of the key counts. */
static void test_key(void **state)
{
    (void)state;
    put_sample();
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_result other[5], found;
    for (size_t i = 0; i < LENGTH(other); i++)
        other[i] = sample;
    other[0].ruleset = "Cram";
    other[1].digest++;
    other[2].position = "5x08";
    other[3].question = GRUNDY_MISERE_VALUE;
    other[4].version = "0.0.9";
    for (size_t i = 0; i < LENGTH(other); i++)
        assert_false(is_there(g, c, &other[i], &found));
    for (size_t i = 0; i < LENGTH(other); i++) {
        other[i].value = 10 + i;
        MUST(g, grundy_catalogue_add(c, &other[i]));
    }
    for (size_t i = 0; i < LENGTH(other); i++) {
        assert_true(is_there(g, c, &other[i], &found));
        assert_same(&found, &other[i]);
    }
    assert_true(is_there(g, c, &sample, &found));
    assert_same(&found, &sample);
    assert_int_equal(rows(g, c, NULL), 6);
    assert_int_equal(rows(g, c, "cram"), 5);
    assert_int_equal(rows(g, c, "Cram"), 1);
    assert_int_equal(rows(g, c, "nim"), 0);
    grundy_catalogue_close(c);
    ask_close(g);
}

/* Until version 0.2.0 compounds took a symmetry of their first ruleset for one of all: what was found then is not used. */
static void wrong_values_of_before_do_not_count(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_ruleset *r = ask_ruleset(g, "push(chess(rook),chess(pawn))");
    grundy_result wrong = sample, found;
    wrong.ruleset = grundy_ruleset_name(r);
    wrong.position = "[5]";
    wrong.value = 5;
    wrong.version = "0.1.0";
    MUST(g, grundy_ruleset_digest(g, r, &wrong.digest));
    MUST(g, grundy_catalogue_add(c, &wrong));
    assert_true(is_there(g, c, &wrong, &found));
    wrong.version = NULL;
    assert_false(is_there(g, c, &wrong, &found));
    grundy_ruleset_close(r);
    grundy_catalogue_close(c);
    ask_close(g);
}

/* The same result again replaces it; another value is not taken. */
static void test_again(void **state)
{
    (void)state;
    put_sample();
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_result again = sample, found;
    again.seconds = 1.5;
    again.reason = "another way";
    MUST(g, grundy_catalogue_add(c, &again));
    assert_true(is_there(g, c, &sample, &found));
    assert_same(&found, &again);
    again.value = 2;
    assert_int_equal(grundy_catalogue_add(c, &again), GRUNDY_DISAGREE);
    assert_non_null(strstr(grundy_message(g), "another value of cram 5x8"));
    assert_true(is_there(g, c, &sample, &found));
    assert_int_equal(found.value, 1);
    assert_int_equal(rows(g, c, NULL), 1);
    grundy_catalogue_close(c);
    ask_close(g);
}

static grundy_status refuse_row(void *context, const grundy_result *result)
{
    (void)result;
    return grundy_fail(context, GRUNDY_STOPPED, "enough");
}

static void test_list_ends(void **state)
{
    (void)state;
    put_sample();
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    assert_int_equal(grundy_catalogue_list(c, NULL, refuse_row, g), GRUNDY_STOPPED);
    assert_string_equal(grundy_message(g), "enough");
    grundy_catalogue_close(c);
    ask_close(g);
}

/* ---- what is wrong with the file ---- */

static void assert_refused(const char *why)
{
    grundy *g = ask_open();
    grundy_catalogue *c = NULL;
    grundy_result found;
    bool there;
    grundy_status status = grundy_catalogue_open(g, path, &c);
    if (status == GRUNDY_OK)
        status = grundy_catalogue_find(c, &sample, &found, &there);
    assert_int_equal(status, GRUNDY_IO);
    if (strstr(grundy_message(g), why) == NULL || strstr(grundy_message(g), path) == NULL)
        fail_msg("'%s' does not say '%s', or which file", grundy_message(g), why);
    grundy_catalogue_close(c);
    ask_close(g);
}

static size_t read_file(unsigned char *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    assert_in_range(size, 1, FILE_MAX - 1);
    return size;
}

static void write_file(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_no_catalogue(void **state)
{
    (void)state;
    put_sample();
    char text[4096];
    memset(text, 'x', sizeof text);
    write_file(text, sizeof text);
    assert_refused("is damaged");
    snprintf(path, sizeof path, "%s", directory);
    assert_refused("is a directory; expected a file");
    snprintf(path, sizeof path, "/dev/full");
    assert_refused("is a device or a pipe; expected a file");
    set_up(NULL);
}

static void change(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_newer_format(void **state)
{
    (void)state;
    put_sample();
    change("PRAGMA user_version = 2");
    assert_refused("has the format 2, and this version reads format 1");
}

/* A file with anything else in it is none of ours, whatever it does. */
static void test_other_things(void **state)
{
    (void)state;
    static const char *const others[] = {
        "CREATE TABLE other (a)",
        "CREATE INDEX i ON results (value)",
        "CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM results; END",
        "ALTER TABLE results ADD COLUMN more",
        "ALTER TABLE results RENAME TO r; CREATE VIEW results AS SELECT * FROM r",
        "DROP TABLE results",
        "DROP TABLE results; CREATE TABLE results (a)",
    };
    for (size_t i = 0; i < LENGTH(others); i++) {
        unlink(path);
        put_sample();
        change(others[i]);
        assert_refused("there is something else in it than results");
    }
}

/* A file that is empty, or that SQLite has made and nobody has used, is an empty catalogue. */
static void test_nothing_yet(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        put_sample();
        unlink(path);
        if (i == 0)
            write_file("", 0);
        else
            change("VACUUM");
        put_sample();
        grundy *g = ask_open();
        grundy_catalogue *c = open_catalogue(g);
        assert_int_equal(rows(g, c, NULL), 1);
        grundy_catalogue_close(c);
        ask_close(g);
    }
}

static grundy_status compare_row(void *context, const grundy_result *result)
{
    (void)context;
    assert_same(result, &sample);
    return GRUNDY_OK;
}

static bool stop(void *context)
{
    (void)context;
    return true;
}

/* SQLite sorts all before it gives the first. */
static void test_stopped(void **state)
{
    (void)state;
    put_sample();
    change("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO results "
           "SELECT ruleset, i, position, question, version, value, method, reason, seconds, looked_at, threads, "
           "found || i, checksum FROM results, n");
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_set_limits(g, &(grundy_limits){.stop = stop});
    assert_int_equal(grundy_catalogue_list(c, NULL, compare_row, NULL), GRUNDY_STOPPED);
    assert_string_equal(grundy_message(g), "interrupted");
    grundy_catalogue_close(c);
    ask_close(g);
}

static void test_changed_rows(void **state)
{
    (void)state;
    static const char *const changes[] = {"value = 2",    "method = 'brute'",  "method = 'guess'", "reason = ''",
                                          "seconds = 3",  "looked_at = 1",     "threads = 1",      "found = 'today'",
                                          "checksum = 0", "reason = x'ff00ff'"};
    for (size_t i = 0; i < LENGTH(changes); i++) {
        char sql[100];
        unlink(path);
        put_sample();
        snprintf(sql, sizeof sql, "UPDATE results SET %s", changes[i]);
        change(sql);
        assert_refused("a result in it is not as it was written");
    }
}

/* With any bit flipped the result is found as it was, or not at all. */
static void test_flipped_bits(void **state)
{
    (void)state;
    static unsigned char whole[FILE_MAX];
    unsigned refused = 0;
    put_sample();
    size_t size = read_file(whole);
    grundy *g = ask_open();
    for (size_t at = 0; at < size; at++) {
        grundy_catalogue *c = NULL;
        grundy_result found;
        bool there = false;
        if (whole[at] == 0 && (at > 0 && whole[at - 1] == 0) && at % 64 != 0)
            continue; /* the free space of a page */
        whole[at] ^= (unsigned char)(1u << at % 8);
        write_file(whole, size);
        whole[at] ^= (unsigned char)(1u << at % 8);
        grundy_status status = grundy_catalogue_open(g, path, &c);
        if (status == GRUNDY_OK)
            status = grundy_catalogue_find(c, &sample, &found, &there);
        if (there)
            assert_same(&found, &sample);
        if (c != NULL && grundy_catalogue_list(c, NULL, compare_row, NULL) != GRUNDY_OK)
            status = GRUNDY_IO;
        refused += status != GRUNDY_OK;
        grundy_catalogue_close(c);
    }
    assert_true(refused > 100);
    ask_close(g);
}

static void test_forbidden(void **state)
{
    (void)state;
    put_sample();
    grundy *g = ask_open();
    grundy_catalogue *c = NULL;
    grundy_forbid_files(g);
    assert_int_equal(grundy_catalogue_open(g, path, &c), GRUNDY_IO);
    assert_null(c);
    ask_close(g);
}

/* ---- what is wrong with the disk ---- */

/* A full disk, as a limit to the size of files. */
static void test_full_disk(void **state)
{
    (void)state;
    struct rlimit before, limit;
    grundy *g = ask_open();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t most = 0; most <= 8192; most += 4096) {
        grundy_catalogue *c = open_catalogue(g);
        limit = (struct rlimit){most, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        grundy_status status = grundy_catalogue_add(c, &sample);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        if (most < 8192)
            assert_int_equal(status, GRUNDY_IO);
        if (status != GRUNDY_OK)
            assert_non_null(strstr(grundy_message(g), "could not be written"));
        MUST(g, grundy_catalogue_add(c, &sample)); /* there is room again */
        grundy_catalogue_close(c);
        unlink(path);
    }
    ask_close(g);
}

static void test_no_directory(void **state)
{
    (void)state;
    grundy *g = ask_open();
    put_sample();
    snprintf(path, sizeof path, "%s/a/b/catalogue.db/c/x", directory);
    grundy_catalogue *c = open_catalogue(g);
    assert_int_equal(grundy_catalogue_add(c, &sample), GRUNDY_IO);
    assert_non_null(strstr(grundy_message(g), "could not be made"));
    grundy_catalogue_close(c);
    set_up(NULL);
    ask_close(g);
}

static void test_read_only(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("skipped: root can write everything\n");
        skip();
    }
    put_sample();
    assert_int_equal(chmod(path, 0400), 0);
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    grundy_result found, more = sample;
    assert_true(is_there(g, c, &sample, &found));
    more.position = "5x9";
    assert_int_equal(grundy_catalogue_add(c, &more), GRUNDY_IO);
    grundy_catalogue_close(c);
    ask_close(g);
}

/* ---- several at once ---- */

static int add_many(unsigned process)
{
    grundy *g;
    grundy_catalogue *c;
    char position[30];
    grundy_result r = sample;
    r.position = position;
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK || grundy_catalogue_open(g, path, &c) != GRUNDY_OK)
        return 1;
    for (unsigned i = 0; i < ROWS_EACH; i++) {
        snprintf(position, sizeof position, "%ux%u", process, i);
        if (grundy_catalogue_add(c, &r) != GRUNDY_OK)
            return 2;
    }
    grundy_catalogue_close(c);
    grundy_close(g);
    return 0;
}

static void test_processes(void **state)
{
    (void)state;
    pid_t children[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(add_many(i));
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int code = -1;
        assert_int_equal(waitpid(children[i], &code, 0), children[i]);
        assert_int_equal(code, 0);
    }
    grundy *g = ask_open();
    grundy_catalogue *c = open_catalogue(g);
    assert_int_equal(rows(g, c, NULL), PROCESSES * ROWS_EACH);
    grundy_catalogue_close(c);
    ask_close(g);
}

/* ---- without memory ---- */

static grundy_status print_row(void *context, const grundy_result *result)
{
    return grundy_appendf(context, " %s %s", result->ruleset, result->position);
}

static grundy_status use_catalogue(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_catalogue *c = NULL;
    grundy_result key = sample, found = {.reason = ""};
    bool there = false;
    grundy_buffer text = grundy_buffer_open(g);
    key.ruleset = data->ruleset;
    key.position = data->position;
    grundy_status status = grundy_catalogue_open(g, path, &c);
    if (status == GRUNDY_OK)
        status = grundy_catalogue_add(c, &key);
    if (status == GRUNDY_OK)
        status = grundy_catalogue_find(c, &key, &found, &there);
    if (status == GRUNDY_OK)
        status = grundy_catalogue_list(c, NULL, print_row, &text);
    snprintf(result, size, "%d %s%s", there, found.reason, grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    grundy_catalogue_close(c);
    return status;
}

static void test_without_memory(void **state)
{
    (void)state;
    starve_surely(use_catalogue, &(task_data){.ruleset = "cram", .position = "5x8"});
}

/* ---- digests ---- */

static uint64_t digest_of(grundy *g, const char *expression)
{
    uint64_t digest = 0;
    grundy_ruleset *r = ask_ruleset(g, expression);
    MUST(g, grundy_ruleset_digest(g, r, &digest));
    grundy_ruleset_close(r);
    return digest;
}

static void test_digest(void **state)
{
    (void)state;
    char expression[120];
    put_sample();
    grundy *g = ask_open();
    snprintf(expression, sizeof expression, "ruler(poset(\"%s\"))", path);
    write_file("a < b\n", 6);
    uint64_t first = digest_of(g, expression);
    assert_true(digest_of(g, expression) == first);
    write_file("a < c\n", 6);
    assert_true(digest_of(g, expression) != first);
    assert_true(digest_of(g, "nim") != digest_of(g, "cram"));
    ask_close(g);
}

/* The digest is of what was read when the ruleset was opened, of its parts too, and not of what is there now alone. */
static void test_digest_of_content(void **state)
{
    (void)state;
    char expression[160];
    uint64_t first, later;
    put_sample();
    grundy *g = ask_open();
    snprintf(expression, sizeof expression, "sum(nim,ruler(poset(\"%s\")))", path);
    write_file("a < b\n", 6);
    grundy_ruleset *r = ask_ruleset(g, expression);
    MUST(g, grundy_ruleset_digest(g, r, &first));
    write_file("a < c\n", 6);
    MUST(g, grundy_ruleset_digest(g, r, &later));
    assert_true(first != later && digest_of(g, expression) != later && digest_of(g, expression) != first);
    write_file("a < b\n", 6);
    assert_true(digest_of(g, expression) == first);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* A family of a program's own is what the program says that it is made of, and so is each ruleset with a part of it. */
static void test_digest_of_family(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_family own = *grundy_family_find("nim");
    own.name = "own";
    MUST(g, grundy_family_add(g, &own));
    uint64_t alone = digest_of(g, "own"), part = digest_of(g, "sum(nim,own)"), other = digest_of(g, "nim");
    grundy_family_made_of(g, &own, 5);
    uint64_t five = digest_of(g, "own");
    assert_true(five != alone && digest_of(g, "sum(nim,own)") != part && digest_of(g, "nim") == other);
    grundy_family_made_of(g, &own, 6);
    assert_true(digest_of(g, "own") != five);
    grundy_family_made_of(g, &own, 5);
    assert_true(digest_of(g, "own") == five);
    grundy_family_made_of(g, grundy_family_find("nim"), 5); /* none of those that were added */
    assert_true(digest_of(g, "nim") == other);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_digest_of_content, set_up, tear_down),
        cmocka_unit_test(test_digest_of_family),
        cmocka_unit_test_setup_teardown(test_missing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_key, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_values_of_before_do_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_list_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_catalogue, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_newer_format, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_things, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_yet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_changed_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_flipped_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_forbidden, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_directory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_processes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_without_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_digest, set_up, tear_down),
    };
    if (mkdtemp(directory) == NULL)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(directory);
    return failed;
}

#else

static void test_absent(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_catalogue *c = NULL;
    assert_int_equal(grundy_catalogue_open(g, "catalogue.db", &c), GRUNDY_ABSENT);
    assert_non_null(strstr(grundy_message(g), "built without SQLite"));
    grundy_catalogue_close(c);
    ask_close(g);
    print_message("the other tests of the catalogue are skipped: built without SQLite\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_absent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
