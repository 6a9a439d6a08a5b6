/* image.c - image files: where they go and how they look */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

/* Could a file of this name be written? Nothing is changed: a long computation may fail yet. */
static grundy_status check_writable(grundy *g, const char *path)
{
    char directory[4096] = ".";
    const char *slash = strrchr(path, '/');
    const char *target = path;
    if (access(path, F_OK) != 0) {
        target = directory;
        if (slash != NULL && (size_t)(slash - path) + 2 < sizeof directory)
            snprintf(directory, sizeof directory, "%.*s", (int)(slash - path) + 1, path);
    }
    if (access(target, W_OK) == 0)
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_IO, "the file %.200s cannot be written: %s", path, strerror(errno));
}

grundy_status image_open(const command_line *line, image_file *out)
{
    const char *path = line->option[OPTION_OUTPUT], *theme = line->option[OPTION_THEME];
    image_file file = {.path = path, .theme = GRUNDY_LIGHT};
    if (path == NULL)
        return grundy_fail(line->g, GRUNDY_PARSE, "grundy %s needs -o FILE, the file to write", line->command->name);
    if (!grundy_image_of(path, &file.image))
        return grundy_fail(line->g, GRUNDY_PARSE, "-o %.200s: expected a name that ends in .svg, .png or .pdf", path);
    if (theme != NULL && strcmp(theme, "dark") == 0)
        file.theme = GRUNDY_DARK;
    else if (theme != NULL && strcmp(theme, "light") != 0)
        return grundy_fail(line->g, GRUNDY_PARSE, "--theme '%.40s': expected light or dark", theme);
    *out = file;
    return check_writable(line->g, path);
}

/* Wait a moment, for an event of the file if there is one; what the limits say then, and why it waits. */
static grundy_status image_wait(grundy *g, const char *path, int file)
{
    enum { MOMENT_MS = 20 };
    char message[256];
    struct pollfd output = {.fd = file, .events = POLLOUT};
    poll(&output, 1, MOMENT_MS);
    const grundy_status status = grundy_check(g);
    if (status == GRUNDY_OK)
        return GRUNDY_OK;
    snprintf(message, sizeof message, "%s", grundy_message(g));
    return grundy_fail(g, status, "%s, and nobody reads the pipe %.200s", message, path);
}

/* Open the file. A pipe has to have a reader first, who may come later: it is waited for within the limits. */
static grundy_status image_create(grundy *g, const char *path, int *out)
{
    struct stat about;
    while ((*out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666)) < 0) {
        const int error = errno;
        if (error != ENXIO || stat(path, &about) != 0 || !S_ISFIFO(about.st_mode))
            return grundy_fail(g, GRUNDY_IO, "the file %.200s cannot be written: %s", path, strerror(error));
        TRY(image_wait(g, path, -1));
    }
    return GRUNDY_OK;
}

static grundy_status image_failed(grundy *g, const char *path)
{
    return grundy_fail(g, GRUNDY_IO, "the file %.200s could not be written: %s", path, strerror(errno));
}

/* All bytes, of which a pipe takes as many as there is room for. */
static grundy_status image_write(grundy *g, const char *path, int file, const grundy_buffer *bytes)
{
    for (size_t done = 0; done < bytes->size;) {
        const ssize_t written = write(file, bytes->data + done, bytes->size - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno == EAGAIN || errno == EINTR)
            TRY(image_wait(g, path, file));
        else
            return image_failed(g, path);
    }
    return GRUNDY_OK;
}

grundy_status image_save(grundy *g, const image_file *file, const grundy_buffer *bytes)
{
    struct stat about;
    int out = -1;
    TRY(image_create(g, file->path, &out));
    grundy_status status = image_write(g, file->path, out, bytes);
    if (close(out) != 0 && status == GRUNDY_OK)
        status = image_failed(g, file->path);
    if (status != GRUNDY_OK && stat(file->path, &about) == 0 && S_ISREG(about.st_mode))
        remove(file->path); /* half an image is of no use */
    return status;
}
