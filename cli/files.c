/* files.c - "@file" in place of an argument: the text of that file */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

static grundy_status read_all(grundy *g, FILE *file, const char *name, grundy_buffer *out)
{
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, file)) > 0) {
        if (memchr(block, '\0', size) != NULL)
            return grundy_fail(g, GRUNDY_PARSE, "the file %.200s holds a zero byte; expected text", name);
        TRY(grundy_append(out, block, size));
    }
    if (ferror(file))
        return grundy_fail(g, GRUNDY_IO, "the file %.200s could not be read: %s", name, strerror(errno));
    return GRUNDY_OK;
}

/* The text of a file, without blanks and line ends at its end. */
static grundy_status read_file(grundy *g, const char *name, grundy_buffer *out)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return grundy_fail(g, GRUNDY_IO, "the file %.200s could not be opened: %s", name, strerror(errno));
    grundy_status status = read_all(g, file, name, out);
    fclose(file);
    while (out->size > 0 && strchr(" \t\r\n", out->data[out->size - 1]) != NULL)
        out->data[--out->size] = '\0';
    return status;
}

grundy_status read_files(command_line *line)
{
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (int i = 0; i < line->count && status == GRUNDY_OK; i++) {
        if (line->arguments[i][0] != '@')
            continue;
        text.size = 0;
        status = read_file(line->g, line->arguments[i] + 1, &text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(&line->files, grundy_buffer_text(&text), text.size + 1);
    }
    grundy_buffer_close(&text);
    size_t file = 0;
    for (int i = 0; i < line->count && status == GRUNDY_OK; i++)
        if (line->arguments[i][0] == '@')
            line->arguments[i] = (char *)(uintptr_t)grundy_list_at(&line->files, file++).data;
    return status;
}
