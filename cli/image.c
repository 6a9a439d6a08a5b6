/* image.c - image files: where they go and how they look */
#include <errno.h>
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

grundy_status image_save(grundy *g, const image_file *file, const grundy_buffer *bytes)
{
    struct stat about;
    FILE *out = fopen(file->path, "wb");
    if (out == NULL)
        return grundy_fail(g, GRUNDY_IO, "the file %.200s cannot be written: %s", file->path, strerror(errno));
    bool whole = fwrite(bytes->data, 1, bytes->size, out) == bytes->size;
    whole = fflush(out) == 0 && whole;
    int error = errno;
    whole = fclose(out) == 0 && whole;
    if (whole)
        return GRUNDY_OK;
    if (stat(file->path, &about) == 0 && S_ISREG(about.st_mode))
        remove(file->path); /* half an image is of no use */
    return grundy_fail(g, GRUNDY_IO, "the file %.200s could not be written: %s", file->path, strerror(error));
}
