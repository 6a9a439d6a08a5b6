/* fuzz_file.h - inputs that are files */
#ifndef GRUNDY_TEST_FUZZ_FILE_H
#define GRUNDY_TEST_FUZZ_FILE_H

#include <unistd.h>

#include "fuzz.h"

/* In memory where there is such a file system: some of what is tested waits for the disk. */
static inline const char *fuzz_directory(void)
{
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

static char fuzz_path[64]; /* of the file that fuzz_write writes */

static inline void fuzz_remove(void)
{
    unlink(fuzz_path);
}

/* fuzz_write - the bytes as a file, one for the whole run, after which it is removed; returns its path */
static inline const char *fuzz_write(const void *data, size_t size)
{
    static int file = -1;
    if (file < 0) {
        snprintf(fuzz_path, sizeof fuzz_path, "%s/grundy-fuzz-XXXXXX", fuzz_directory());
        file = mkstemp(fuzz_path);
        atexit(fuzz_remove);
    }
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    return fuzz_path;
}

/* fuzz_edit - damage a file's content, which stays below `most` bytes; an edit has FUZZ_EDIT bytes: what is done, where
 * (two bytes), and with which or how many bytes */
enum { FUZZ_EDIT = 4 };

static inline void fuzz_edit(unsigned char *bytes, size_t *size, size_t most, const uint8_t *e)
{
    if (*size == 0)
        return;
    size_t at = (size_t)(e[1] + 256 * e[2]) % *size, rest = *size - at, some = e[3] < rest ? e[3] : rest;
    switch (e[0] % 6) {
    case 0:
        bytes[at] = e[3];
        break;
    case 1:
        bytes[at] = (unsigned char)(bytes[at] ^ 1 << e[3] % 8);
        break;
    case 2: /* take out */
        memmove(bytes + at, bytes + at + some, rest - some);
        *size -= some;
        break;
    case 3: /* put in */
        if (*size + 1 < most) {
            memmove(bytes + at + 1, bytes + at, rest);
            bytes[at] = e[3];
            ++*size;
        }
        break;
    case 4: /* a piece comes twice */
        if (*size + some < most) {
            memmove(bytes + at + some, bytes + at, rest);
            *size += some;
        }
        break;
    default: /* cut off */
        *size = at;
    }
}

/* fuzz_ruleset_of_file - open FORMAT with the path of the file in it, check positions of one and two elements */
static inline void fuzz_ruleset_of_file(const char *format, const char *path)
{
    char expression[128];
    conformance c;
    grundy *g = fuzz_open();
    snprintf(expression, sizeof expression, format, path);
    grundy_status status = conformance_open(g, expression, "", 1, &c);
    if (status != GRUNDY_OK) {
        fuzz_refused(g, status, expression);
        fuzz_close(g);
        return;
    }
    grundy_buffer position = grundy_buffer_open(g);
    for (unsigned n = 1; n <= 3; n++) {
        position.size = 0;
        if (grundy_position_random(g, c.r, &c.seed, n, &position) == GRUNDY_OK)
            fuzz_position(&c, grundy_buffer_bytes(&position));
    }
    grundy_buffer_close(&position);
    conformance_close(&c);
    fuzz_close(g);
}

#endif
