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

/* fuzz_write - the bytes as a file, one for the whole run; returns its path */
static inline const char *fuzz_write(const void *data, size_t size)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        snprintf(path, sizeof path, "%s/grundy-fuzz-XXXXXX", fuzz_directory());
        file = mkstemp(path);
    }
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    return path;
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
