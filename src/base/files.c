/* files.c - reading files that people name: regular ones, whole, within the limits */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/hash.h"

static grundy_status files_failed(grundy *g, const char *path, const char *what, int error)
{
    return grundy_fail(g, GRUNDY_IO, "the file %.200s could not be %s: %s", path, what, strerror(error));
}

/* A regular file to read, or -1 with errno: EINVAL for what is none. A pipe without a writer does not hold this up. */
static int files_regular(const char *path)
{
    struct stat s = {.st_mode = 0};
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || (fstat(file, &s) == 0 && S_ISREG(s.st_mode)))
        return file;
    close(file);
    errno = S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    return -1;
}

static grundy_status files_open(grundy *g, const char *path, int *out)
{
    *out = files_regular(path);
    if (*out >= 0)
        return GRUNDY_OK;
    if (errno != EINVAL)
        return files_failed(g, path, "opened", errno);
    return grundy_fail(g, GRUNDY_IO, "the file %.200s is a device or a pipe; expected a regular file", path);
}

FILE *files_stream(const char *path)
{
    int file = files_regular(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "rb");
    if (stream == NULL && file >= 0)
        close(file);
    return stream;
}

/* The next bytes of a file; *size 0 at its end. */
static grundy_status files_next(grundy *g, const char *path, int file, unsigned char *block, size_t most, size_t *size)
{
    ssize_t got;
    TRY(grundy_check(g));
    do
        got = read(file, block, most);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return files_failed(g, path, "read", errno);
    *size = (size_t)got;
    return GRUNDY_OK;
}

enum { FILES_BLOCK = 1 << 16 };

/* Append what a file holds to out, if there is one, and put it into the digest. */
static grundy_status files_take(grundy *g, const char *path, uint64_t most, grundy_buffer *out, uint64_t *digest)
{
    int file = -1;
    uint64_t total = 0;
    size_t size = 1;
    TRY(grundy_check_files(g, path));
    TRY(files_open(g, path, &file));
    grundy_status status = GRUNDY_OK;
    unsigned char *block = grundy_resize(g, NULL, 0, FILES_BLOCK, &status);
    while (status == GRUNDY_OK && size > 0) {
        status = files_next(g, path, file, block, FILES_BLOCK, &size);
        if (status != GRUNDY_OK || size == 0)
            break;
        total += size;
        *digest = hash_more(*digest, block, size);
        if (total > most)
            status = grundy_fail(g, GRUNDY_LIMIT, "the file %.200s is longer than %llu bytes", path,
                                 (unsigned long long)most);
        else if (out != NULL)
            status = grundy_append(out, block, size);
    }
    grundy_resize(g, block, FILES_BLOCK, 0, NULL);
    close(file);
    return status;
}

grundy_status grundy_read_file(grundy *g, const char *path, uint64_t most, grundy_buffer *out)
{
    uint64_t digest = HASH_START;
    unsigned char bytes[sizeof digest];
    TRY(files_take(g, path, most, out, &digest));
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(digest >> 8 * i);
    handle_add_content(g, bytes, sizeof bytes);
    return GRUNDY_OK;
}

grundy_status grundy_digest_file(grundy *g, const char *path, uint64_t *digest)
{
    uint64_t more = *digest == 0 ? HASH_START : *digest;
    TRY(files_take(g, path, UINT64_MAX, NULL, &more));
    *digest = more == 0 ? HASH_START : more;
    return GRUNDY_OK;
}
