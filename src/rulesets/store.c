/* The store: a text file of what long computations have found
 *
 *     grundy store 1
 *     NAME COUNT            for each sequence that has values, in any order; octal(CODE) is the name of an octal game's
 *     VALUE                 COUNT lines
 *     checksum 0123456789abcdef
 *
 * The checksum is FNV-1a (64 bits) of all bytes before its line. It guards against accidents, not against forgery.
 * A file is written beside its final name and renamed when it is whole, so that there is a whole one at all times. */
#include "rulesets/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/handle.h"
#include "rulesets/octal_stored.h"
#include "rulesets/poset_file.h"

enum { PATH_SIZE_MAX = 4096, LAST_LINE = 26 };

static const char first_line[] = "grundy store 1\n";

static const stored_sequence *const sequences[] = {&set_partitions_ruler_stored, &asm_ruler_stored};

static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

static grundy_status damaged(grundy *g, const char *path, const char *what)
{
    return grundy_fail(g, GRUNDY_IO, "the store %.200s is refused: %s", path, what);
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
        return damaged(g, path, "this version does not know what it holds");
    if (!take_number(rest, &count))
        return damaged(g, path, "a number is missing");
    grundy_buffer values = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t i = 0; i < count && status == GRUNDY_OK; i++)
        status = take_number(rest, &value) ? grundy_append(&values, &value, sizeof value)
                                           : damaged(g, path, "a number is missing");
    const uint32_t *numbers = (const uint32_t *)(const void *)values.data;
    if (status == GRUNDY_OK && sequence == NULL)
        status = octal_stored_learn(g, name, numbers, count, learn);
    else if (status == GRUNDY_OK && learn)
        status = sequence->learn(g, numbers, count);
    grundy_buffer_close(&values);
    return status == GRUNDY_DOMAIN ? damaged(g, path, "its values are impossible") : status;
}

static grundy_status take_all(grundy *g, const char *path, grundy_bytes rest, bool learn)
{
    while (rest.size > 0)
        TRY(take_sequence(g, path, &rest, learn));
    return GRUNDY_OK;
}

static grundy_status read_store(grundy *g, const char *path, grundy_bytes text)
{
    char last[LAST_LINE + 1];
    grundy_bytes rest = text;
    if (!take_text(&rest, first_line))
        return damaged(g, path, "it is no store that this version can read");
    if (rest.size < LAST_LINE)
        return damaged(g, path, "it is damaged: the last line is missing");
    snprintf(last, sizeof last, "checksum %016" PRIx64 "\n", checksum(text.data, text.size - LAST_LINE));
    if (memcmp(text.data + text.size - LAST_LINE, last, LAST_LINE) != 0)
        return damaged(g, path, "it is damaged: the checksum is wrong");
    rest.size -= LAST_LINE;
    TRY(take_all(g, path, rest, false));
    return take_all(g, path, rest, true);
}

grundy_status grundy_store_load(grundy *g, const char *path)
{
    TRY(grundy_check_files(g, path));
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return octal_stored_begin(g);
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = file_read(g, &(grundy_arg){.text = path}, &text);
    if (status == GRUNDY_OK) /* without the final zero */
        status = read_store(g, path, (grundy_bytes){.data = text.data, .size = text.size - 1});
    grundy_buffer_close(&text);
    return status == GRUNDY_OK ? octal_stored_begin(g) : status;
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

static grundy_status print_store(grundy *g, grundy_buffer *text)
{
    grundy_status status = GRUNDY_OK;
    TRY(grundy_appendf(text, "%s", first_line));
    for (size_t i = 0; i < GRUNDY_COUNT(sequences); i++)
        TRY(print_sequence(g, sequences[i], text));
    for (size_t i = 0; print_octal_sequence(g, i, text, &status); i++)
        ;
    TRY(status);
    return grundy_appendf(text, "checksum %016" PRIx64 "\n", checksum(text->data, text->size));
}

static grundy_status write_whole(grundy *g, const char *path, const grundy_buffer *text)
{
    TRY(grundy_check_files(g, path));
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return grundy_fail(g, GRUNDY_IO, "the store %.200s could not be opened: %s", path, strerror(errno));
    bool written =
        fwrite(text->data, 1, text->size, file) == text->size && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int mistake = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        mistake = errno;
    }
    return written ? GRUNDY_OK
                   : grundy_fail(g, GRUNDY_IO, "the store %.200s could not be written: %s", path, strerror(mistake));
}

static grundy_status replace(grundy *g, const char *path, const grundy_buffer *text)
{
    char beside[PATH_SIZE_MAX];
    if (snprintf(beside, sizeof beside, "%s.tmp", path) >= (int)sizeof beside)
        return grundy_fail(g, GRUNDY_IO, "the store %.200s could not be opened: %s", path, strerror(ENAMETOOLONG));
    grundy_status status = write_whole(g, beside, text);
    if (status == GRUNDY_OK && rename(beside, path) != 0)
        status = grundy_fail(g, GRUNDY_IO, "the store %.200s could not be written: %s", path, strerror(errno));
    if (status != GRUNDY_OK)
        unlink(beside);
    return status;
}

grundy_status grundy_store_save(grundy *g, const char *path)
{
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = print_store(g, &text);
    if (status == GRUNDY_OK)
        status = replace(g, path, &text);
    grundy_buffer_close(&text);
    return status;
}

/* ---- in between ---- */

/* What is kept in the handle. */
typedef struct {
    char path[PATH_SIZE_MAX];
    double seconds, saved; /* 0 seconds: never */
} plan;

static const char plan_key = 0;

static void plan_close(grundy *g, void *value)
{
    (void)g;
    (void)value;
}

grundy_status grundy_store_every(grundy *g, const char *path, double seconds)
{
    grundy_status status = GRUNDY_OK;
    if (strlen(path) >= PATH_SIZE_MAX)
        return grundy_fail(g, GRUNDY_IO, "the store %.200s could not be opened: %s", path, strerror(ENAMETOOLONG));
    TRY(octal_stored_begin(g));
    plan *p = handle_kept(g, &plan_key, sizeof *p, plan_close, &status);
    if (p == NULL)
        return status;
    memcpy(p->path, path, strlen(path) + 1);
    p->seconds = seconds;
    p->saved = handle_time();
    handle_kept_done(p);
    return GRUNDY_OK;
}

void store_in_between(grundy *g)
{
    plan *p = handle_found(g, &plan_key);
    if (p == NULL)
        return;
    if (p->seconds > 0 && handle_time() - p->saved >= p->seconds) {
        if (grundy_store_save(g, p->path) != GRUNDY_OK)
            handle_clear(g);
        p->saved = handle_time();
    }
    handle_kept_done(p);
}
