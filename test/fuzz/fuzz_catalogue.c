/* A catalogue that somebody or something has changed. The first byte chooses what is done to one with three results in it:
 *
 *   file      bytes are changed, put in, taken out
 *   row       the columns of a result get other values, of other types
 *   sql       any text is run by SQLite: views, triggers, other tables, other formats
 *
 * It is refused in one line, or each result that is found or listed is one that was put there, and a result that is put
 * there now is found. */
#include "fuzz_file.h"

#include <sqlite3.h>

enum { CONTENT_MAX = 1 << 17, STEPS_MAX = 20000 };

static const grundy_result samples[] = {
    {.ruleset = "cram",
     .digest = UINT64_C(0xfedcba9876543210),
     .position = "5x8",
     .question = GRUNDY_VALUE,
     .value = 1,
     .method = GRUNDY_SEARCH,
     .reason = "search over canonical components",
     .seconds = 3.28,
     .looked_at = 2771580,
     .threads = 2,
     .found = "2026-11-28T04:31:44Z"},
    {.ruleset = "cram",
     .digest = 7,
     .position = "5x9",
     .question = GRUNDY_MISERE_OUTCOME,
     .value = UINT64_MAX,
     .method = GRUNDY_BRUTE,
     .reason = "",
     .version = "0.0.9",
     .found = "2026-11-28T04:31:45Z"},
    {.ruleset = "lua(\"a b.lua\")",
     .digest = 0,
     .position = "{1,\"\xc3\xa4\"}",
     .question = GRUNDY_OUTCOME,
     .method = GRUNDY_SWEEP,
     .reason = "'quoted'",
     .seconds = 1e300,
     .looked_at = UINT64_MAX,
     .threads = UINT32_MAX,
     .found = ""},
    /* put there last, by the check */
    {.ruleset = "cram",
     .digest = UINT64_C(0xfedcba9876543210),
     .position = "5x7",
     .question = GRUNDY_VALUE,
     .value = 3,
     .method = GRUNDY_SEARCH,
     .reason = "search",
     .seconds = 2,
     .found = "2026-11-28T04:31:43Z"},
};

enum { THERE = GRUNDY_COUNT(samples) - 1 };

static char path[64];

/* The catalogue as it is before anything happens to it. */
static const unsigned char *whole(size_t *size)
{
    static unsigned char bytes[CONTENT_MAX];
    static size_t made;
    if (made == 0) {
        grundy *g = fuzz_open();
        grundy_catalogue *c = NULL;
        fuzz_limit(g, 0);
        unlink(path);
        fuzz_must(grundy_catalogue_open(g, path, &c) == GRUNDY_OK, "%s", grundy_message(g));
        for (size_t i = 0; i < THERE; i++)
            fuzz_must(grundy_catalogue_add(c, &samples[i]) == GRUNDY_OK, "%s", grundy_message(g));
        grundy_catalogue_close(c);
        fuzz_close(g);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            abort();
        made = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
    }
    *size = made;
    return bytes;
}

static void write_content(const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

/* ---- what must hold ---- */

static bool same(const grundy_result *a, const grundy_result *b)
{
    const char *version = b->version != NULL ? b->version : grundy_version();
    return strcmp(a->ruleset, b->ruleset) == 0 && a->digest == b->digest && strcmp(a->position, b->position) == 0 &&
           a->question == b->question && strcmp(a->version, version) == 0 && a->value == b->value &&
           a->method == b->method && strcmp(a->reason, b->reason) == 0 && a->seconds == b->seconds &&
           a->looked_at == b->looked_at && a->threads == b->threads && strcmp(a->found, b->found) == 0;
}

static grundy_status check_listed(void *context, const grundy_result *row)
{
    (void)context;
    size_t i = 0;
    while (i < GRUNDY_COUNT(samples) && !same(row, &samples[i]))
        i++;
    fuzz_must(i < GRUNDY_COUNT(samples), "a result is listed that nobody has found: %s %s", row->ruleset,
              row->position);
    return GRUNDY_OK;
}

/* Look a sample up; true when it is there. */
static bool find(grundy *g, grundy_catalogue *c, const grundy_result *sample)
{
    grundy_result out = {0};
    bool found = false;
    grundy_status status = grundy_catalogue_find(c, sample, &out, &found);
    if (status != GRUNDY_OK)
        fuzz_refused(g, status, sample->position);
    if (found)
        fuzz_must(same(&out, sample), "the result of %s is not what was put there", sample->position);
    else
        fuzz_must(out.ruleset == NULL, "nothing is found, but output was written");
    return found || status != GRUNDY_OK;
}

/* trusted: the file is one that SQLite has written, so that what is put there cannot get lost; changed: something
 * has been done to it */
static void check(bool trusted, bool changed)
{
    grundy *g = fuzz_open();
    grundy_catalogue *c = NULL;
    if (!changed)
        fuzz_limit(g, 0);
    grundy_status status = grundy_catalogue_open(g, path, &c);
    if (status != GRUNDY_OK) {
        fuzz_must(changed, "a good catalogue is refused: %s", grundy_message(g));
        fuzz_must(c == NULL, "refused, but output was written");
        fuzz_refused(g, status, "the catalogue");
        fuzz_close(g);
        return;
    }
    for (size_t i = 0; i < THERE; i++)
        fuzz_must(find(g, c, &samples[i]) || changed, "what is there is not found: %s", grundy_message(g));
    status = grundy_catalogue_list(c, NULL, check_listed, NULL);
    if (status != GRUNDY_OK)
        fuzz_refused(g, status, "the list");
    status = grundy_catalogue_add(c, &samples[THERE]);
    if (status == GRUNDY_OK)
        fuzz_must(find(g, c, &samples[THERE]) || !trusted, "what was put there is not found");
    else if (status != GRUNDY_DISAGREE)
        fuzz_refused(g, status, "the new result");
    grundy_catalogue_close(c);
    fuzz_close(g);
}

/* ---- changes ---- */

static void change_file(const uint8_t *data, size_t size)
{
    static unsigned char bytes[CONTENT_MAX];
    size_t length;
    memcpy(bytes, whole(&length), CONTENT_MAX);
    for (; size >= FUZZ_EDIT; data += FUZZ_EDIT, size -= FUZZ_EDIT)
        fuzz_edit(bytes, &length, CONTENT_MAX, data);
    write_content(bytes, length);
}

static sqlite3 *open_whole(void)
{
    size_t size;
    sqlite3 *db = NULL;
    const unsigned char *bytes = whole(&size);
    write_content(bytes, size);
    if (sqlite3_open(path, &db) != SQLITE_OK)
        abort();
    return db;
}

/* Each change: which column of which result, the type of its value, and up to 8 bytes of that. */
static void change_rows(const uint8_t *data, size_t size)
{
    static const char *const columns[] = {"ruleset", "digest",  "position",  "question", "version", "value",   "method",
                                          "reason",  "seconds", "looked_at", "threads",  "found",   "checksum"};
    enum { CHANGE = 11 };
    sqlite3 *db = open_whole();
    for (; size >= CHANGE; data += CHANGE, size -= CHANGE) {
        char sql[120];
        sqlite3_stmt *statement = NULL;
        int64_t number;
        double real;
        memcpy(&number, data + 3, sizeof number);
        memcpy(&real, data + 3, sizeof real);
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE results SET %s = ?1 WHERE value = %d",
                 columns[data[1] % GRUNDY_COUNT(columns)], 1 - data[0] % 3);
        if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
            abort();
        int length = data[2] / 4 % 9;
        if (data[2] % 4 == 0)
            sqlite3_bind_int64(statement, 1, number);
        else if (data[2] % 4 == 1)
            sqlite3_bind_double(statement, 1, real);
        else if (data[2] % 4 == 2)
            sqlite3_bind_text(statement, 1, (const char *)data + 3, length, SQLITE_TRANSIENT);
        else
            sqlite3_bind_blob(statement, 1, data + 3, length, SQLITE_TRANSIENT);
        sqlite3_step(statement);
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
}

/* Other files are not to be opened, nor settings made that outlive the connection. */
static int authorize(void *context, int action, const char *first, const char *second, const char *database,
                     const char *trigger)
{
    (void)context;
    (void)second;
    (void)database;
    (void)trigger;
    static const char *const pragmas[] = {"user_version", "writable_schema", "application_id", "encoding"};
    if (action == SQLITE_ATTACH || action == SQLITE_DETACH)
        return SQLITE_DENY;
    for (size_t i = 0; action == SQLITE_PRAGMA && i < GRUNDY_COUNT(pragmas); i++)
        if (first != NULL && strcmp(first, pragmas[i]) == 0)
            return SQLITE_OK;
    return action == SQLITE_PRAGMA ? SQLITE_DENY : SQLITE_OK;
}

static int too_long(void *context)
{
    return --*(int *)context < 0;
}

static void run_sql(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1];
    sqlite3 *db = open_whole();
    int steps = STEPS_MAX / 100;
    fuzz_text(data, size, text);
    sqlite3_set_authorizer(db, authorize, NULL);
    sqlite3_progress_handler(db, 100, too_long, &steps);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 16);
    sqlite3_exec(db, text, NULL, NULL, NULL);
    sqlite3_close(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const changes[])(const uint8_t *, size_t) = {change_file, change_rows, run_sql};
    char journal[80];
    if (size == 0)
        return 0;
    snprintf(path, sizeof path, "%s/grundy-fuzz-catalogue-%ld", fuzz_directory(), (long)getpid());
    snprintf(journal, sizeof journal, "%s-journal", path);
    size_t kind = data[0] % GRUNDY_COUNT(changes);
    changes[kind](data + 1, size - 1);
    check(kind != 0, size > 1);
    unlink(path);
    unlink(journal);
    return 0;
}
