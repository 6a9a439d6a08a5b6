/* files.c - "@file" in place of an argument: the text of that file */
#include <string.h>

#include "command.h"

enum { TEXT_MAX = 1 << 28 }; /* bytes */

/* The text of a file, without blanks and line ends at its end. */
static grundy_status read_file(grundy *g, const char *name, grundy_buffer *out)
{
    TRY(grundy_read_file(g, name, TEXT_MAX, out));
    if (out->size > 0 && memchr(out->data, '\0', out->size) != NULL)
        return grundy_fail(g, GRUNDY_PARSE, "the file %.200s holds a zero byte; expected text", name);
    while (out->size > 0 && strchr(" \t\r\n", out->data[out->size - 1]) != NULL)
        out->data[--out->size] = '\0';
    return GRUNDY_OK;
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
