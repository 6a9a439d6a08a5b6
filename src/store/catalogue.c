/* catalogue.c - results of long searches, kept in an SQLite file
 *
 * What a result is of is its key: the ruleset with its digest, the position, the question, and the version of grundy that
 * found it. So another version, or a ruleset whose file has changed, finds nothing, and adds a row of its own. SQLite sees
 * to it that several processes can add at once, and that a row is there as a whole or not at all; but a disk may give back
 * something else than was written, and therefore each row has a checksum. And somebody may have put other things into the
 * file, a view or a trigger, which would run whatever they say: a file with more in it than the one table is refused. */
#include "base/handle.h"

#ifdef GRUNDY_WITH_SQLITE

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "late/late.h"

/* clang-format off */
#define SQLITE_FUNCTIONS(X) \
    X(sqlite3_, bind_double) X(sqlite3_, bind_int64) X(sqlite3_, bind_text) X(sqlite3_, busy_timeout) \
    X(sqlite3_, changes) X(sqlite3_, close) X(sqlite3_, column_double) X(sqlite3_, column_int) \
    X(sqlite3_, column_int64) X(sqlite3_, column_text) X(sqlite3_, errcode) X(sqlite3_, errmsg) \
    X(sqlite3_, finalize) X(sqlite3_, open_v2) X(sqlite3_, prepare_v2) \
    X(sqlite3_, progress_handler) X(sqlite3_, step)
/* clang-format on */
LATE_LIBRARY(sqlite_library, SQLITE_FUNCTIONS)

enum { FORMAT = 1, PATIENCE_MS = 5000 };

/* So many steps of SQLite's machine go by before the limits are looked at. */
enum { LOOK_EVERY = 100000 };

struct grundy_catalogue {
    grundy *g;
    sqlite_library sqlite; /* loaded where db is not NULL */
    sqlite3 *db;           /* NULL: the file does not exist yet */
    int format;            /* of the file; 0: there is no table in it */
    grundy_buffer path;    /* text */
    grundy_list texts;     /* of the result that was found last */
};

/* The columns, in the order of the statements. */
enum {
    RULESET,
    DIGEST,
    POSITION,
    QUESTION,
    VERSION,
    VALUE,
    METHOD,
    REASON,
    SECONDS,
    LOOKED_AT,
    THREADS,
    FOUND,
    CHECKSUM,
    COLUMNS
};

#define COLUMN_NAMES \
    "ruleset, digest, position, question, version, value, method, reason, seconds, looked_at, threads, found, checksum"
#define KEY_NAMES "ruleset, digest, position, question, version"

#define RESULTS_TABLE                                                                                                    \
    "results (ruleset TEXT NOT NULL, digest INTEGER NOT NULL, position TEXT NOT NULL, question TEXT NOT NULL, "          \
    "version TEXT NOT NULL, value INTEGER NOT NULL, method TEXT NOT NULL, reason TEXT NOT NULL, seconds REAL NOT NULL, " \
    "looked_at INTEGER NOT NULL, threads INTEGER NOT NULL, found TEXT NOT NULL, checksum INTEGER NOT NULL, "             \
    "PRIMARY KEY (" KEY_NAMES ")) WITHOUT ROWID"

static const char create_table[] = "CREATE TABLE IF NOT EXISTS " RESULTS_TABLE;
static const char created_table[] = "CREATE TABLE " RESULTS_TABLE; /* as SQLite remembers it */
static const char select_schema[] = "SELECT sql FROM sqlite_schema";
static const char insert_row[] =
    "INSERT INTO results (" COLUMN_NAMES ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) "
    "ON CONFLICT (" KEY_NAMES ") DO UPDATE SET method = excluded.method, reason = excluded.reason, "
    "seconds = excluded.seconds, looked_at = excluded.looked_at, threads = excluded.threads, found = excluded.found, "
    "checksum = excluded.checksum WHERE value = excluded.value";
static const char select_one[] = "SELECT " COLUMN_NAMES " FROM results WHERE ruleset = ?1 AND digest = ?2 AND "
                                 "position = ?3 AND question = ?4 AND version = ?5";
static const char select_all[] =
    "SELECT " COLUMN_NAMES " FROM results WHERE ?1 IS NULL OR ruleset = ?1 ORDER BY found, ruleset, position, question";

/* ---- failures ---- */

static grundy_status catalogue_damaged(const grundy_catalogue *c, const char *what)
{
    return grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s is damaged: %s", grundy_buffer_text(&c->path), what);
}

/* What SQLite says about its last call. */
static grundy_status failure(const grundy_catalogue *c, const char *doing)
{
    int code = c->db == NULL ? SQLITE_NOMEM : c->sqlite.errcode(c->db);
    if (code == SQLITE_NOMEM)
        return grundy_fail(c->g, GRUNDY_NOMEM, "out of memory for the catalogue");
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return catalogue_damaged(c, c->sqlite.errmsg(c->db));
    if (code == SQLITE_INTERRUPT)
        TRY(grundy_check(c->g)); /* which says why */
    return grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s could not be %s: %s", grundy_buffer_text(&c->path), doing,
                       c->sqlite.errmsg(c->db));
}

static grundy_status catalogue_prepare(const grundy_catalogue *c, const char *sql, const char *doing,
                                       sqlite3_stmt **out)
{
    return c->sqlite.prepare_v2(c->db, sql, -1, out, NULL) == SQLITE_OK ? GRUNDY_OK : failure(c, doing);
}

/* A statement without rows. */
static grundy_status execute(const grundy_catalogue *c, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    TRY(catalogue_prepare(c, sql, "written", &statement));
    int code = c->sqlite.step(statement);
    grundy_status status = code == SQLITE_DONE || code == SQLITE_ROW ? GRUNDY_OK : failure(c, "written");
    c->sqlite.finalize(statement);
    return status;
}

/* ---- the file ---- */

static void disconnect(grundy_catalogue *c)
{
    if (c->db != NULL)
        c->sqlite.close(c->db);
    c->db = NULL;
}

static grundy_status read_format(grundy_catalogue *c)
{
    sqlite3_stmt *statement = NULL;
    TRY(catalogue_prepare(c, "PRAGMA user_version", "read", &statement));
    grundy_status status = c->sqlite.step(statement) == SQLITE_ROW ? GRUNDY_OK : failure(c, "read");
    if (status == GRUNDY_OK)
        c->format = c->sqlite.column_int(statement, 0);
    c->sqlite.finalize(statement);
    if (status == GRUNDY_OK && (c->format < 0 || c->format > FORMAT))
        status =
            grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s has the format %d, and this version reads format %d",
                        grundy_buffer_text(&c->path), c->format, FORMAT);
    return status;
}

/* One thing is in the file, and that is the table of results; or nothing yet, unless another process is just making it. */
static grundy_status check_schema(const grundy_catalogue *c)
{
    sqlite3_stmt *statement = NULL;
    int code, count = 0;
    bool right = true;
    TRY(catalogue_prepare(c, select_schema, "read", &statement));
    while ((code = c->sqlite.step(statement)) == SQLITE_ROW) {
        const char *sql = (const char *)c->sqlite.column_text(statement, 0);
        right = right && sql != NULL && strcmp(sql, created_table) == 0;
        count++;
    }
    grundy_status status = code == SQLITE_DONE ? GRUNDY_OK : failure(c, "read");
    c->sqlite.finalize(statement);
    if (status == GRUNDY_OK && !(right && count <= 1 && (count == 1 || c->format == 0)))
        status = catalogue_damaged(c, "there is something else in it than results");
    return status;
}

/* When the limits are reached, what SQLite is doing ends. */
static int catalogue_progress(void *context)
{
    const grundy_catalogue *c = context;
    return grundy_check(c->g) != GRUNDY_OK;
}

/* Where the file can only be read, SQLite opens it for that. */
static grundy_status connect(grundy_catalogue *c, int flags)
{
    TRY(late_open(c->g, GRUNDY_SQLITE_FILE, "the catalogue needs SQLite", sqlite_library_names, sizeof c->sqlite,
                  &c->sqlite));
    int code = c->sqlite.open_v2(grundy_buffer_text(&c->path), &c->db, SQLITE_OPEN_READWRITE | flags, NULL);
    if (code == SQLITE_OK) {
        c->sqlite.busy_timeout(c->db, PATIENCE_MS);
        c->sqlite.progress_handler(c->db, LOOK_EVERY, catalogue_progress, c);
    }
    grundy_status status = code == SQLITE_OK ? read_format(c) : failure(c, "opened");
    if (status == GRUNDY_OK)
        status = check_schema(c);
    if (status != GRUNDY_OK)
        disconnect(c);
    return status;
}

/* SQLite takes a device that holds nothing for an empty file. */
static grundy_status check_kind(const grundy_catalogue *c)
{
    const char *path = grundy_buffer_text(&c->path);
    struct stat s;
    if (stat(path, &s) != 0)
        return grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s could not be opened: %s", path, strerror(errno));
    if (S_ISREG(s.st_mode))
        return GRUNDY_OK;
    return grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s is %s; expected a file", path,
                       S_ISDIR(s.st_mode) ? "a directory" : "a device or a pipe");
}

/* Connect to the file, or find that there is none yet. */
static grundy_status catalogue_open_database(grundy_catalogue *c)
{
    if (access(grundy_buffer_text(&c->path), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return GRUNDY_OK;
    TRY(check_kind(c));
    return connect(c, 0);
}

/* Keep the name of the file itself, where links lead: it and what is beside it are made there, in the directory of that. */
static grundy_status catalogue_name(grundy_catalogue *c, const char *path)
{
    char file[4096];
    if (!path_follow(path, file, sizeof file))
        return grundy_fail(c->g, GRUNDY_IO, "the catalogue %.200s could not be opened: %s", path, strerror(errno));
    return grundy_append(&c->path, file, strlen(file));
}

grundy_status grundy_catalogue_open(grundy *g, const char *path, grundy_catalogue **out)
{
    grundy_status status = GRUNDY_OK;
    TRY(grundy_check_files(g, path));
    grundy_catalogue *c = handle_new(g, 1, sizeof *c, &status);
    if (c == NULL)
        return status;
    c->g = g;
    c->path = grundy_buffer_open(g);
    c->texts = grundy_list_open(g);
    status = catalogue_name(c, path);
    if (status == GRUNDY_OK)
        status = catalogue_open_database(c);
    if (status == GRUNDY_OK)
        *out = c;
    else
        grundy_catalogue_close(c);
    return status;
}

void grundy_catalogue_close(grundy_catalogue *c)
{
    if (c == NULL)
        return;
    disconnect(c);
    grundy_buffer_close(&c->path);
    grundy_list_close(&c->texts);
    handle_free(c->g, c, sizeof *c);
}

/* Make the directories above the file. */
static grundy_status make_directories(const grundy_catalogue *c)
{
    char *path = (char *)c->path.data;
    grundy_status status = GRUNDY_OK;
    for (char *slash = strchr(path + 1, '/'); status == GRUNDY_OK && slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            status = grundy_fail(c->g, GRUNDY_IO, "the directory %.200s of the catalogue could not be made: %s", path,
                                 strerror(errno));
        *slash = '/';
    }
    return status;
}

/* Make the table, unless another process has just done so. */
static grundy_status make_table(grundy_catalogue *c)
{
    if (c->format == FORMAT)
        return GRUNDY_OK;
    TRY(execute(c, "BEGIN IMMEDIATE"));
    grundy_status status = execute(c, create_table);
    if (status == GRUNDY_OK)
        status = execute(c, "PRAGMA user_version = 1");
    if (status == GRUNDY_OK)
        status = execute(c, "COMMIT");
    if (status == GRUNDY_OK)
        c->format = FORMAT;
    else
        disconnect(c); /* which takes everything back */
    return status;
}

/* ---- rows ---- */

static uint64_t sum_number(uint64_t sum, uint64_t number)
{
    unsigned char bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return hash_more(sum, bytes, sizeof bytes);
}

static uint64_t catalogue_checksum(const grundy_result *r)
{
    const char *texts[] = {
        r->ruleset, r->position, grundy_question_word(r->question), r->version, grundy_method_word(r->method),
        r->reason,  r->found};
    uint64_t sum = HASH_START, seconds;
    memcpy(&seconds, &r->seconds, sizeof seconds);
    for (size_t i = 0; i < GRUNDY_COUNT(texts); i++)
        sum = hash_more(sum, texts[i], strlen(texts[i]) + 1);
    const uint64_t numbers[] = {r->digest, r->value, seconds, r->looked_at, r->threads};
    for (size_t i = 0; i < GRUNDY_COUNT(numbers); i++)
        sum = sum_number(sum, numbers[i]);
    return sum;
}

static bool bind_text(const grundy_catalogue *c, sqlite3_stmt *statement, int column, const char *text)
{
    return c->sqlite.bind_text(statement, column + 1, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

static bool bind_number(const grundy_catalogue *c, sqlite3_stmt *statement, int column, uint64_t number)
{
    return c->sqlite.bind_int64(statement, column + 1, (sqlite3_int64)number) == SQLITE_OK;
}

static bool bind_key(const grundy_catalogue *c, sqlite3_stmt *statement, const grundy_result *r)
{
    return bind_text(c, statement, RULESET, r->ruleset) && bind_number(c, statement, DIGEST, r->digest) &&
           bind_text(c, statement, POSITION, r->position) &&
           bind_text(c, statement, QUESTION, grundy_question_word(r->question)) &&
           bind_text(c, statement, VERSION, r->version);
}

static bool bind_row(const grundy_catalogue *c, sqlite3_stmt *statement, const grundy_result *r)
{
    return bind_key(c, statement, r) && bind_number(c, statement, VALUE, r->value) &&
           bind_text(c, statement, METHOD, grundy_method_word(r->method)) &&
           bind_text(c, statement, REASON, r->reason) &&
           c->sqlite.bind_double(statement, SECONDS + 1, r->seconds) == SQLITE_OK &&
           bind_number(c, statement, LOOKED_AT, r->looked_at) && bind_number(c, statement, THREADS, r->threads) &&
           bind_text(c, statement, FOUND, r->found) && bind_number(c, statement, CHECKSUM, catalogue_checksum(r));
}

static bool find_question(const char *word, grundy_question *out)
{
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++)
        if (strcmp(word, grundy_question_word((grundy_question)q)) == 0) {
            *out = (grundy_question)q;
            return true;
        }
    return false;
}

/* The row at hand; its texts are SQLite's, until the next step. */
static grundy_status catalogue_read_row(const grundy_catalogue *c, sqlite3_stmt *statement, grundy_result *out)
{
    const char *texts[COLUMNS] = {0};
    uint64_t numbers[COLUMNS] = {0};
    for (int i = 0; i < COLUMNS; i++)
        if (i == RULESET || i == POSITION || i == QUESTION || i == VERSION || i == METHOD || i == REASON || i == FOUND)
            texts[i] = (const char *)c->sqlite.column_text(statement, i);
        else
            numbers[i] = (uint64_t)c->sqlite.column_int64(statement, i);
    if (c->sqlite.errcode(c->db) == SQLITE_NOMEM)
        return failure(c, "read");
    *out = (grundy_result){.ruleset = texts[RULESET],
                           .digest = numbers[DIGEST],
                           .position = texts[POSITION],
                           .version = texts[VERSION],
                           .value = numbers[VALUE],
                           .reason = texts[REASON],
                           .seconds = c->sqlite.column_double(statement, SECONDS),
                           .looked_at = numbers[LOOKED_AT],
                           .threads = (unsigned)numbers[THREADS],
                           .found = texts[FOUND]};
    bool whole = out->ruleset != NULL && out->position != NULL && out->version != NULL && out->reason != NULL &&
                 out->found != NULL && texts[QUESTION] != NULL && texts[METHOD] != NULL &&
                 find_question(texts[QUESTION], &out->question) && grundy_method_find(texts[METHOD], &out->method);
    return whole && catalogue_checksum(out) == numbers[CHECKSUM]
               ? GRUNDY_OK
               : catalogue_damaged(c, "a result in it is not as it was written");
}

/* ---- adding, finding, listing ---- */

static grundy_status insert(const grundy_catalogue *c, const grundy_result *r)
{
    sqlite3_stmt *statement = NULL;
    TRY(catalogue_prepare(c, insert_row, "written", &statement));
    bool written = bind_row(c, statement, r) && c->sqlite.step(statement) == SQLITE_DONE;
    grundy_status status = written ? GRUNDY_OK : failure(c, "written");
    c->sqlite.finalize(statement);
    if (status == GRUNDY_OK && c->sqlite.changes(c->db) == 0)
        status = grundy_fail(
            c->g, GRUNDY_DISAGREE,
            "the catalogue %.200s has another %s of %.80s %.80s, found by the same version, than %" PRIu64,
            grundy_buffer_text(&c->path), grundy_question_word(r->question), r->ruleset, r->position, r->value);
    return status;
}

grundy_status grundy_catalogue_add(grundy_catalogue *c, const grundy_result *result)
{
    char now[32];
    time_t seconds = time(NULL);
    struct tm utc;
    grundy_result r = *result;
    if (r.version == NULL)
        r.version = grundy_version();
    if (r.found == NULL) {
        strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
        r.found = now;
    }
    if (c->db == NULL) {
        TRY(make_directories(c));
        TRY(connect(c, SQLITE_OPEN_CREATE));
    }
    TRY(make_table(c));
    return insert(c, &r);
}

/* Keep the texts of a row that is about to go. */
static grundy_status keep_texts(grundy_catalogue *c, grundy_result *r)
{
    const char **texts[] = {&r->ruleset, &r->position, &r->version, &r->reason, &r->found};
    grundy_list_clear(&c->texts);
    for (size_t i = 0; i < GRUNDY_COUNT(texts); i++)
        TRY(grundy_list_add(&c->texts, *texts[i], strlen(*texts[i]) + 1));
    for (size_t i = 0; i < GRUNDY_COUNT(texts); i++)
        *texts[i] = (const char *)grundy_list_at(&c->texts, i).data;
    return GRUNDY_OK;
}

grundy_status grundy_catalogue_find(grundy_catalogue *c, const grundy_result *key, grundy_result *out, bool *found)
{
    sqlite3_stmt *statement = NULL;
    grundy_result wanted = *key, result = {0};
    *found = false;
    if (c->db == NULL || c->format == 0)
        return GRUNDY_OK;
    if (wanted.version == NULL)
        wanted.version = grundy_version();
    TRY(catalogue_prepare(c, select_one, "read", &statement));
    int code = bind_key(c, statement, &wanted) ? c->sqlite.step(statement) : SQLITE_NOMEM;
    grundy_status status = code == SQLITE_ROW || code == SQLITE_DONE ? GRUNDY_OK : failure(c, "read");
    if (code == SQLITE_ROW)
        status = catalogue_read_row(c, statement, &result);
    if (code == SQLITE_ROW && status == GRUNDY_OK)
        status = keep_texts(c, &result);
    c->sqlite.finalize(statement);
    if (code != SQLITE_ROW || status != GRUNDY_OK)
        return status;
    *out = result;
    *found = true;
    return GRUNDY_OK;
}

grundy_status grundy_catalogue_list(grundy_catalogue *c, const char *ruleset,
                                    grundy_status (*row)(void *context, const grundy_result *result), void *context)
{
    sqlite3_stmt *statement = NULL;
    grundy_result result;
    if (c->db == NULL || c->format == 0)
        return GRUNDY_OK;
    TRY(catalogue_prepare(c, select_all, "read", &statement));
    grundy_status status =
        ruleset == NULL || bind_text(c, statement, RULESET, ruleset) ? GRUNDY_OK : failure(c, "read");
    while (status == GRUNDY_OK) {
        int code = c->sqlite.step(statement);
        if (code == SQLITE_DONE)
            break;
        status = code == SQLITE_ROW ? catalogue_read_row(c, statement, &result) : failure(c, "read");
        if (status == GRUNDY_OK)
            status = row(context, &result);
    }
    c->sqlite.finalize(statement);
    return status;
}

#else

grundy_status grundy_catalogue_open(grundy *g, const char *path, grundy_catalogue **out)
{
    (void)path;
    (void)out;
    return grundy_fail(g, GRUNDY_ABSENT, "built without SQLite: there is no catalogue of results");
}

void grundy_catalogue_close(grundy_catalogue *c)
{
    (void)c;
}

/* There is no catalogue to do these with. */
grundy_status grundy_catalogue_add(grundy_catalogue *c, const grundy_result *result)
{
    (void)c;
    (void)result;
    return GRUNDY_ABSENT;
}

grundy_status grundy_catalogue_find(grundy_catalogue *c, const grundy_result *key, grundy_result *out, bool *found)
{
    (void)c;
    (void)key;
    (void)out;
    *found = false;
    return GRUNDY_ABSENT;
}

grundy_status grundy_catalogue_list(grundy_catalogue *c, const char *ruleset,
                                    grundy_status (*row)(void *context, const grundy_result *result), void *context)
{
    (void)c;
    (void)ruleset;
    (void)row;
    (void)context;
    return GRUNDY_ABSENT;
}

#endif
