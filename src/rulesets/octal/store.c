/* The store: a text of what long computations have found, and the table of a search behind it
 *
 *     grundy store 1
 *     NAME COUNT            for each sequence that has values, in any order; octal(CODE) is the name of an octal game's
 *     VALUE                 COUNT lines
 *     table WHAT            if a table follows; solvers/snapshot.c says how
 *     checksum 0123456789abcdef
 *
 * The checksum is FNV-1a (64 bits) of all bytes before its line. It guards against accidents, not against forgery.
 * A file is written beside its final name and renamed when it is whole, so that there is a whole one at all times. A
 * locked file beside it keeps a second process away. Both are beside the file itself where its path is a symbolic link. */
#include "rulesets/octal/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/handle.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/team.h"
#include "rulesets/octal/octal_stored.h"

enum { PATH_SIZE_MAX = 4096, LINE_MAX_SIZE = 512, LAST_LINE = 26, LOCK_TRIES = 100, COPIED_AT_ONCE = 65536 };

/* A save of this many seconds is followed by a pause of so many times that. */
enum { PAUSES = 10 };

typedef struct holder holder;

static const char first_line[] = "grundy store 1\n", table_word[] = "table ", checksum_word[] = "checksum ";

static const stored_sequence *const sequences[] = {&set_partitions_ruler_stored, &asm_ruler_stored};

struct store {
    holder *holder;
    char path[PATH_SIZE_MAX], beside[PATH_SIZE_MAX], lock_path[PATH_SIZE_MAX];
    int lock;              /* descriptor of the locked file; -1: there is none, as where files cannot be locked */
    double seconds, saved; /* how often to save in between, 0: never; when that was done last */
    double took;           /* how long */
    grundy_buffer head;    /* the text, to be written */
    grundy_buffer title;   /* of the file's part; empty: it has none */
    store_part part;

    bool borrowed; /* another member of the team saves */

    bool running; /* a thread that writes */
    pthread_t thread;
    atomic_bool finished, cancel;
    bool opened, written;
    int mistake;
};

static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    return hash_more(HASH_START, bytes, size);
}

static grundy_status refused(grundy *g, const char *path, const char *what)
{
    return grundy_fail(g, GRUNDY_IO, "the store %.200s is refused: %s", path, what);
}

static grundy_status failed(grundy *g, const char *path, const char *what, int mistake)
{
    return grundy_fail(g, GRUNDY_IO, "the store %.200s could not be %s: %s", path, what, strerror(mistake));
}

/* ---- the locked file ---- */

/* One attempt; false when the file that was locked has been removed meanwhile. */
static bool lock_once(store *s, bool *taken)
{
    struct stat own, there;
    *taken = false;
    s->lock = open(s->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0)
        return true;
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        *taken = errno == EWOULDBLOCK;
        close(s->lock);
        s->lock = -1;
        return true;
    }
    if (fstat(s->lock, &own) == 0 && stat(s->lock_path, &there) == 0 && own.st_ino == there.st_ino &&
        own.st_dev == there.st_dev)
        return true;
    close(s->lock);
    s->lock = -1;
    return false;
}

/* Where no file can be made, try_saving says so. */
static grundy_status lock_store(grundy *g, store *s)
{
    bool taken = false;
    for (int i = 0; i < LOCK_TRIES && !lock_once(s, &taken); i++)
        ;
    return taken ? refused(g, s->path, "another process, or another handle, is using it") : GRUNDY_OK;
}

static void unlock_store(store *s)
{
    if (s->lock < 0)
        return;
    unlink(s->lock_path);
    close(s->lock);
    s->lock = -1;
}

/* ---- whether it can be kept ---- */

static grundy_status check_path(grundy *g, const char *path)
{
    struct stat there;
    if (*path == '\0')
        return grundy_fail(g, GRUNDY_IO, "the store has no name: expected the name of a file");
    if (stat(path, &there) != 0 || (S_ISREG(there.st_mode) && there.st_nlink <= 1))
        return GRUNDY_OK;
    if (S_ISREG(there.st_mode)) /* a new file could take the place of one name only */
        return refused(g, path, "it is a file of several names (hard links); expected one of its own");
    return refused(g, path,
                   S_ISDIR(there.st_mode) ? "it is a directory; expected a file, or a name for a new one"
                                          : "it is no regular file; expected one, or a name for a new one");
}

/* Whoever computes for hours wants to know before them. A file that an earlier process has left beside it stays. */
static grundy_status try_saving(grundy *g, const store *s)
{
    int file = open(s->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const bool made = file >= 0;
    if (!made && errno == EEXIST)
        file = open(s->beside, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return grundy_fail(g, GRUNDY_IO,
                           "the store %.200s could not be saved: the file %.200s could not be opened: %s; expected a "
                           "place where it can be made and written",
                           s->path, s->beside, strerror(errno));
    close(file);
    if (made)
        unlink(s->beside);
    return GRUNDY_OK;
}

/* ---- reading ---- */

static bool take_text(grundy_bytes *rest, const char *text)
{
    size_t length = strlen(text);
    if (rest->size < length || memcmp(rest->data, text, length) != 0)
        return false;
    rest->data += length;
    rest->size -= length;
    return true;
}

/* A decimal number and the end of its line. */
static bool take_number(grundy_bytes *rest, uint32_t *out)
{
    uint64_t n = 0;
    size_t i = 0;
    for (; i < rest->size && i < 10 && rest->data[i] >= '0' && rest->data[i] <= '9'; i++)
        n = 10 * n + (uint64_t)(rest->data[i] - '0');
    if (i == 0 || n > UINT32_MAX)
        return false;
    rest->data += i;
    rest->size -= i;
    *out = (uint32_t)n;
    return take_text(rest, "\n");
}

static const stored_sequence *take_name(grundy_bytes *rest)
{
    for (size_t i = 0; i < GRUNDY_COUNT(sequences); i++) {
        grundy_bytes after = *rest;
        if (!take_text(&after, sequences[i]->name) || !take_text(&after, " "))
            continue;
        *rest = after;
        return sequences[i];
    }
    return NULL;
}

/* The name of an octal game, and a blank. */
static bool take_octal_name(grundy_bytes *rest, grundy_bytes *name)
{
    const unsigned char *end = memchr(rest->data, ' ', rest->size);
    *name = (grundy_bytes){.data = rest->data, .size = end == NULL ? 0 : (size_t)(end - rest->data)};
    if (name->size < 6 || memcmp(name->data, "octal(", 6) != 0)
        return false;
    rest->data += name->size + 1;
    rest->size -= name->size + 1;
    return true;
}

/* One sequence; with learn false it is only looked through. */
static grundy_status take_sequence(grundy *g, const char *path, grundy_bytes *rest, bool learn)
{
    uint32_t count, value;
    grundy_bytes name = {0};
    const stored_sequence *sequence = take_name(rest);
    if (sequence == NULL && !take_octal_name(rest, &name))
        return refused(g, path, "this version does not know what it holds");
    if (!take_number(rest, &count))
        return refused(g, path, "a number is missing");
    grundy_buffer values = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t i = 0; i < count && status == GRUNDY_OK; i++)
        status = take_number(rest, &value) ? grundy_append(&values, &value, sizeof value)
                                           : refused(g, path, "a number is missing");
    const uint32_t *numbers = (const uint32_t *)(const void *)values.data;
    if (status == GRUNDY_OK && sequence == NULL)
        status = octal_stored_learn(g, name, numbers, count, learn);
    else if (status == GRUNDY_OK && learn)
        status = sequence->learn(g, numbers, count);
    grundy_buffer_close(&values);
    return status == GRUNDY_DOMAIN ? refused(g, path, "its values are impossible") : status;
}

/* The line that says that a table follows; it is the last. */
static bool take_title(grundy_bytes *rest, grundy_bytes *title)
{
    grundy_bytes line = *rest;
    if (!take_text(&line, table_word) || line.size < 2 ||
        memchr(line.data, '\n', line.size) != line.data + line.size - 1)
        return false;
    *title = (grundy_bytes){line.data, line.size - 1};
    rest->size = 0;
    return true;
}

static grundy_status take_all(grundy *g, const char *path, grundy_bytes rest, bool learn, grundy_bytes *title)
{
    *title = (grundy_bytes){0};
    while (rest.size > 0 && !take_title(&rest, title))
        TRY(take_sequence(g, path, &rest, learn));
    return GRUNDY_OK;
}

/* What reading a line has come to. */
typedef enum { WHOLE, NO_MORE, ENDLESS, NO_TEXT } line_is;

/* Append a line with its end, if it is a whole line of text and there is memory. */
static line_is read_line(FILE *file, grundy_buffer *out, grundy_status *status)
{
    unsigned char line[LINE_MAX_SIZE];
    size_t size = 0;
    int c = 0;
    while (size < sizeof line && (c = getc(file)) != EOF && (c == '\n' || (c >= ' ' && c <= '~'))) {
        line[size++] = (unsigned char)c;
        if (c == '\n') {
            *status = grundy_append(out, line, size);
            return WHOLE;
        }
    }
    return c != EOF ? NO_TEXT : size > 0 ? ENDLESS : NO_MORE;
}

static grundy_status damaged(grundy *g, const char *path, unsigned line, line_is is)
{
    static const char *const text[] = {[NO_MORE] = "the file ends before a line with a checksum",
                                       [ENDLESS] = "the file ends within this line",
                                       [NO_TEXT] = "there is no line of text, and none with a checksum before it"};
    char what[128];
    snprintf(what, sizeof what, "it is damaged: line %u: %s", line, text[is]);
    return refused(g, path, what);
}

/* The text, up to the line with the checksum, which is cut off when it has been found right. */
static grundy_status read_text(grundy *g, const char *path, FILE *file, grundy_buffer *text)
{
    char last[LAST_LINE + 1];
    grundy_status status = GRUNDY_OK;
    size_t start = 0;
    line_is is = read_line(file, text, &status);
    TRY(status);
    if (is == NO_MORE && !ferror(file))
        return refused(g, path, "it is empty");
    if (is != WHOLE || strcmp(grundy_buffer_text(text), first_line) != 0)
        return ferror(file) ? failed(g, path, "read", errno)
                            : refused(g, path, "it is no store that this version can read: its first line is another");
    unsigned lines = 1;
    do {
        start = text->size;
        is = read_line(file, text, &status);
        TRY(status);
        lines++;
        if (is != WHOLE)
            return ferror(file) ? failed(g, path, "read", errno) : damaged(g, path, lines, is);
    } while (strncmp(grundy_buffer_text(text) + start, checksum_word, strlen(checksum_word)) != 0);
    snprintf(last, sizeof last, "%s%016" PRIx64 "\n", checksum_word, checksum(text->data, start));
    if (strcmp(grundy_buffer_text(text) + start, last) != 0)
        return refused(g, path, "it is damaged: the checksum is wrong");
    text->size = start;
    return GRUNDY_OK;
}

static grundy_status read_file(grundy *g, store *s, FILE *file, grundy_buffer *text)
{
    TRY(read_text(g, s->path, file, text));
    grundy_bytes rest = {text->data + strlen(first_line), text->size - strlen(first_line)}, title;
    TRY(take_all(g, s->path, rest, false, &title));
    if (title.size == 0 && getc(file) != EOF)
        return refused(g, s->path, "it is damaged: something follows its end");
    TRY(grundy_append(&s->title, title.data, title.size));
    return take_all(g, s->path, rest, true, &title);
}

static grundy_status read_store(grundy *g, store *s)
{
    FILE *file = files_stream(s->path);
    if (file == NULL)
        return errno == ENOENT ? GRUNDY_OK : failed(g, s->path, "opened", errno);
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = read_file(g, s, file, &text);
    grundy_buffer_close(&text);
    fclose(file);
    return status;
}

/* ---- writing ---- */

/* A number and the end of its line. */
static grundy_status print_number(grundy_buffer *text, uint32_t n)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\n';
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    return grundy_append(text, digits + at, sizeof digits - at);
}

static grundy_status print_values(grundy_buffer *text, const char *name, const grundy_buffer *values)
{
    size_t count = values->size / sizeof(uint32_t);
    TRY(grundy_appendf(text, "%s %zu\n", name, count));
    for (size_t i = 0; i < count; i++)
        TRY(print_number(text, ((const uint32_t *)(const void *)values->data)[i]));
    return GRUNDY_OK;
}

static grundy_status print_sequence(grundy *g, const stored_sequence *sequence, grundy_buffer *text)
{
    grundy_buffer values = grundy_buffer_open(g);
    grundy_status status = sequence->known(g, &values);
    if (status == GRUNDY_OK && values.size > 0)
        status = print_values(text, sequence->name, &values);
    grundy_buffer_close(&values);
    return status;
}

/* The i-th of them; false when there are no more, or it failed. */
static bool print_octal_sequence(grundy *g, size_t i, grundy_buffer *text, grundy_status *status)
{
    grundy_buffer values = grundy_buffer_open(g), name = grundy_buffer_open(g);
    *status = octal_stored_known(g, i, &name, &values);
    bool there = *status == GRUNDY_OK && name.size > 0;
    if (there && values.size > 0)
        *status = print_values(text, grundy_buffer_text(&name), &values);
    grundy_buffer_close(&name);
    grundy_buffer_close(&values);
    return there && *status == GRUNDY_OK;
}

/* Have a part ready, with its title as a short line of plain characters. */
static grundy_status prepare_part(grundy *g, store *s)
{
    if (s->part.state == NULL)
        return GRUNDY_OK;
    s->title.size = 0;
    TRY(s->part.prepare(g, s->part.state, &s->title));
    if (s->title.size > LINE_MAX_SIZE / 2)
        s->title.size = LINE_MAX_SIZE / 2;
    for (size_t i = 0; i < s->title.size; i++)
        if (s->title.data[i] < ' ' || s->title.data[i] > '~')
            s->title.data[i] = '?';
    return GRUNDY_OK;
}

static grundy_status prepare(grundy *g, store *s)
{
    grundy_status status = GRUNDY_OK;
    s->head.size = 0;
    TRY(prepare_part(g, s));
    TRY(grundy_appendf(&s->head, "%s", first_line));
    for (size_t i = 0; i < GRUNDY_COUNT(sequences); i++)
        TRY(print_sequence(g, sequences[i], &s->head));
    for (size_t i = 0; print_octal_sequence(g, i, &s->head, &status); i++)
        ;
    TRY(status);
    if (s->title.size > 0)
        TRY(grundy_appendf(&s->head, "%s%.*s\n", table_word, (int)s->title.size, (const char *)s->title.data));
    return grundy_appendf(&s->head, "%s%016" PRIx64 "\n", checksum_word, checksum(s->head.data, s->head.size));
}

/* The part of the file that is there, which nobody has needed, goes into the new one. */
static bool copy_part(const store *s, FILE *file)
{
    unsigned char bytes[COPIED_AT_ONCE];
    size_t size;
    FILE *old = store_read_part(s);
    if (old == NULL)
        return false;
    while ((size = fread(bytes, 1, sizeof bytes, old)) > 0 && fwrite(bytes, 1, size, file) == size)
        ;
    bool copied = size == 0 && !ferror(old);
    fclose(old);
    return copied;
}

static bool write_all(store *s, FILE *file)
{
    if (fwrite(s->head.data, 1, s->head.size, file) != s->head.size)
        return false;
    bool written = s->part.state != NULL ? s->part.write(s->part.state, file, &s->cancel)
                                         : s->title.size == 0 || copy_part(s, file);
    return written && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* Write what has been prepared beside the store, and put it in its place. */
static void write_store(store *s)
{
    FILE *file = fopen(s->beside, "wb");
    s->opened = file != NULL;
    s->written = file != NULL && write_all(s, file);
    s->mistake = errno;
    if (file != NULL && fclose(file) != 0 && s->written) {
        s->written = false;
        s->mistake = errno;
    }
    if (s->written && rename(s->beside, s->path) != 0) {
        s->written = false;
        s->mistake = errno;
    }
    if (!s->written && file != NULL)
        unlink(s->beside);
}

static void *writer(void *argument)
{
    store *s = argument;
    double begun = handle_time();
    write_store(s);
    s->took = handle_time() - begun;
    atomic_store(&s->finished, true);
    return NULL;
}

/* ---- in between ---- */

static void join(store *s)
{
    if (s->running)
        pthread_join(s->thread, NULL);
    if (s->running)
        s->saved = handle_time();
    s->running = false;
}

void store_quiet(store *s)
{
    atomic_store(&s->cancel, true);
    join(s);
    atomic_store(&s->cancel, false);
}

static bool is_due(const store *s)
{
    double pause = s->took * PAUSES > s->seconds ? s->took * PAUSES : s->seconds;
    return !s->borrowed && s->seconds > 0 && handle_time() - s->saved >= pause;
}

static void begin_saving(grundy *g, store *s)
{
    atomic_store(&s->finished, false);
    if (prepare(g, s) != GRUNDY_OK)
        handle_clear(g);
    else if (s->part.state != NULL && pthread_create(&s->thread, NULL, writer, s) == 0)
        s->running = true;
    else
        write_store(s);
    s->saved = handle_time();
}

void store_in_between(grundy *g)
{
    store *s = store_find(g);
    if (s == NULL)
        return;
    if (s->running && atomic_load(&s->finished))
        join(s);
    if (!s->running && is_due(s))
        begin_saving(g, s);
    store_done(s);
}

/* ---- what is kept in the handle ---- */

struct holder {
    store *open; /* or NULL */
};

static const char holder_key = 0;

static void close_store(grundy *g, store *s)
{
    if (s == NULL)
        return;
    store_quiet(s);
    if (s->part.state != NULL)
        s->part.close(g, s->part.state);
    unlock_store(s);
    grundy_buffer_close(&s->head);
    grundy_buffer_close(&s->title);
    handle_free(g, s, sizeof *s);
}

static void close_holder(grundy *g, void *value)
{
    holder *h = value;
    close_store(g, h->open);
}

store *store_find(grundy *g)
{
    holder *h = handle_found(g, &holder_key);
    if (h != NULL && h->open == NULL)
        handle_kept_done(h);
    return h == NULL ? NULL : h->open;
}

void store_done(store *s)
{
    handle_kept_done(s->holder);
}

store_part *store_part_of(store *s)
{
    return &s->part;
}

/* Go to the end of the text. */
static bool skip_text(FILE *file)
{
    char line[LINE_MAX_SIZE + 1];
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, checksum_word, strlen(checksum_word)) == 0)
            return true;
    return false;
}

/* The first member of a team may have written the file anew meanwhile, with another text before the same part. */
FILE *store_read_part(const store *s)
{
    FILE *file = s->title.size > 0 ? files_stream(s->path) : NULL;
    if (file == NULL || skip_text(file))
        return file;
    fclose(file);
    return NULL;
}

grundy_status store_refuse(grundy *g, store *s, const char *format, ...)
{
    char why[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    refused(g, s->path, why);
    holder *h = s->holder;
    h->open = NULL;
    close_store(g, s);
    handle_kept_done(h);
    return GRUNDY_IO;
}

static grundy_status fill_store(grundy *g, store *s, const char *path, double seconds)
{
    s->lock = -1;
    s->seconds = seconds;
    s->saved = handle_time();
    s->head = grundy_buffer_open(g);
    s->title = grundy_buffer_open(g);
    s->borrowed = team_of(g).rank > 0;
    if (!path_follow(path, s->path, PATH_SIZE_MAX - sizeof ".lock"))
        return failed(g, path, "opened", errno);
    snprintf(s->beside, sizeof s->beside, "%.*s.tmp", PATH_SIZE_MAX - 8, s->path);
    snprintf(s->lock_path, sizeof s->lock_path, "%.*s.lock", PATH_SIZE_MAX - 8, s->path);
    TRY(check_path(g, s->path));
    if (!s->borrowed) {
        TRY(lock_store(g, s));
        TRY(try_saving(g, s));
    }
    return read_store(g, s);
}

grundy_status grundy_store_open(grundy *g, const char *path, double seconds)
{
    grundy_status status = GRUNDY_OK;
    TRY(grundy_check_files(g, path));
    grundy_store_close(g);
    store *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    status = fill_store(g, s, path, seconds);
    if (team_here(g)) /* all have read the same file before the first writes another */
        status = team_gather(g, team_what("store", 0), status, (grundy_bytes){0}, NULL);
    if (status == GRUNDY_OK)
        status = octal_stored_begin(g);
    holder *h = status == GRUNDY_OK ? handle_kept(g, &holder_key, sizeof *h, close_holder, &status) : NULL;
    if (h == NULL) {
        close_store(g, s);
        return status;
    }
    s->holder = h;
    h->open = s;
    handle_kept_done(h);
    return GRUNDY_OK;
}

void grundy_store_close(grundy *g)
{
    store *s = store_find(g);
    if (s == NULL)
        return;
    holder *h = s->holder;
    h->open = NULL;
    close_store(g, s);
    handle_kept_done(h);
}

grundy_status grundy_store_save(grundy *g)
{
    store *s = store_find(g);
    if (s == NULL)
        return GRUNDY_OK;
    store_quiet(s);
    grundy_status status = s->borrowed ? GRUNDY_OK : prepare(g, s);
    if (status == GRUNDY_OK && !s->borrowed) {
        write_store(s);
        s->saved = handle_time();
        if (!s->written)
            status = failed(g, s->path, s->opened ? "written" : "opened", s->mistake);
    }
    store_done(s);
    return status;
}
