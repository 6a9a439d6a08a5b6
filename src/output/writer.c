/* writer.c - tables as text, CSV, JSON, TeX, Markdown and b-files */
#include <string.h>

#include "base/handle.h"

bool grundy_format_find(const char *word, grundy_format *out)
{
    static const char *const words[] = {
#define FORMAT_WORD(name, word) word,
        GRUNDY_FORMATS(FORMAT_WORD)
#undef FORMAT_WORD
    };
    for (size_t i = 0; i < GRUNDY_COUNT(words); i++)
        if (strcmp(words[i], word) == 0) {
            *out = (grundy_format)i;
            return true;
        }
    return false;
}

/* A cell of CSV: in quotes if it holds a comma, a quote or a line end; quotes are doubled. */
static grundy_status csv_cell(const char *cell, grundy_buffer *out)
{
    if (cell[strcspn(cell, ",\"\n\r")] == '\0')
        return grundy_append(out, cell, strlen(cell));
    TRY(grundy_append(out, "\"", 1));
    for (const char *c = cell; *c != '\0'; c++)
        TRY(grundy_append(out, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1));
    return grundy_append(out, "\"", 1);
}

static grundy_status json_text(const char *cell, grundy_buffer *out)
{
    TRY(grundy_append(out, "\"", 1));
    for (const char *c = cell; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            TRY(grundy_appendf(out, "\\%c", *c));
        else if ((unsigned char)*c < ' ')
            TRY(grundy_appendf(out, "\\u%04x", (unsigned)(unsigned char)*c));
        else
            TRY(grundy_append(out, c, 1));
    }
    return grundy_append(out, "\"", 1);
}

/* Text with the characters that are special in TeX or Markdown made plain. */
static grundy_status writer_escaped(const char *cell, const char *special, grundy_buffer *out)
{
    for (const char *c = cell; *c != '\0'; c++)
        TRY(grundy_appendf(out, "%s%c", strchr(special, *c) != NULL ? "\\" : "", *c));
    return GRUNDY_OK;
}

#define TEX_SPECIAL "{}_#&%$"
#define MARKDOWN_SPECIAL "|\\*_"

static grundy_status cells_between(const grundy_writer *w, const char *const *cells, const char *between,
                                   const char *special, grundy_buffer *out)
{
    for (size_t i = 0; i < w->count; i++) {
        if (i > 0)
            TRY(grundy_append(out, between, strlen(between)));
        TRY(special == NULL ? csv_cell(cells[i], out) : writer_escaped(cells[i], special, out));
    }
    return GRUNDY_OK;
}

static grundy_status tab_row(const grundy_writer *w, const char *const *cells, grundy_buffer *out)
{
    TRY(cells_between(w, cells, "\t", "", out));
    return grundy_append(out, "\n", 1);
}

static grundy_status csv_row(const grundy_writer *w, const char *const *cells, grundy_buffer *out)
{
    TRY(cells_between(w, cells, ",", NULL, out));
    return grundy_append(out, "\n", 1);
}

static grundy_status markdown_row(const grundy_writer *w, const char *const *cells, grundy_buffer *out)
{
    TRY(grundy_append(out, "| ", 2));
    TRY(cells_between(w, cells, " | ", MARKDOWN_SPECIAL, out));
    return grundy_append(out, " |\n", 3);
}

static grundy_status tex_row(const grundy_writer *w, const char *const *cells, grundy_buffer *out)
{
    TRY(cells_between(w, cells, " & ", TEX_SPECIAL, out));
    return grundy_append(out, " \\\\\n", 4);
}

static grundy_status json_row(const grundy_writer *w, const char *const *cells, const bool *number, grundy_buffer *out)
{
    TRY(grundy_append(out, w->rows == 0 ? "\n  {" : ",\n  {", w->rows == 0 ? 4 : 5));
    for (size_t i = 0; i < w->count; i++) {
        if (i > 0)
            TRY(grundy_append(out, ", ", 2));
        TRY(json_text(w->names[i], out));
        TRY(grundy_append(out, ": ", 2));
        TRY(number[i] ? grundy_append(out, cells[i], strlen(cells[i])) : json_text(cells[i], out));
    }
    return grundy_append(out, "}", 1);
}

static grundy_status bfile_row(const grundy_writer *w, const char *const *cells, const bool *number, grundy_buffer *out)
{
    if (!number[w->count - 1] || (w->count == 2 && !number[0]))
        return grundy_fail(out->g, GRUNDY_PARSE, "a b-file holds integers; '%.60s' is none",
                           cells[number[w->count - 1] ? 0 : w->count - 1]);
    if (w->count == 2)
        return grundy_appendf(out, "%s %s\n", cells[0], cells[1]);
    return grundy_appendf(out, "%llu %s\n", (unsigned long long)w->rows, cells[w->count - 1]);
}

grundy_status grundy_writer_begin(grundy_writer *w, grundy_buffer *out)
{
    w->rows = 0;
    switch (w->format) {
    case GRUNDY_FORMAT_TEXT:
        return tab_row(w, w->names, out);
    case GRUNDY_FORMAT_CSV:
        return csv_row(w, w->names, out);
    case GRUNDY_FORMAT_JSON:
        return grundy_append(out, "[", 1);
    case GRUNDY_FORMAT_TEX:
        TRY(grundy_append(out, "\\begin{tabular}{", 16));
        for (size_t i = 0; i < w->count; i++)
            TRY(grundy_append(out, "r", 1));
        TRY(grundy_append(out, "}\n", 2));
        TRY(tex_row(w, w->names, out));
        return grundy_append(out, "\\hline\n", 7);
    case GRUNDY_FORMAT_MARKDOWN:
        TRY(markdown_row(w, w->names, out));
        for (size_t i = 0; i < w->count; i++)
            TRY(grundy_append(out, "| ---: ", 7));
        return grundy_append(out, "|\n", 2);
    case GRUNDY_FORMAT_BFILE:
        break;
    }
    return GRUNDY_OK;
}

grundy_status grundy_writer_row(grundy_writer *w, const char *const *cells, const bool *number, grundy_buffer *out)
{
    grundy_status status = GRUNDY_OK;
    switch (w->format) {
    case GRUNDY_FORMAT_TEXT:
        status = tab_row(w, cells, out);
        break;
    case GRUNDY_FORMAT_CSV:
        status = csv_row(w, cells, out);
        break;
    case GRUNDY_FORMAT_JSON:
        status = json_row(w, cells, number, out);
        break;
    case GRUNDY_FORMAT_TEX:
        status = tex_row(w, cells, out);
        break;
    case GRUNDY_FORMAT_MARKDOWN:
        status = markdown_row(w, cells, out);
        break;
    case GRUNDY_FORMAT_BFILE:
        status = bfile_row(w, cells, number, out);
        break;
    }
    w->rows++;
    return status;
}

grundy_status grundy_writer_end(grundy_writer *w, grundy_buffer *out)
{
    if (w->format == GRUNDY_FORMAT_JSON)
        return grundy_append(out, w->rows == 0 ? "]\n" : "\n]\n", w->rows == 0 ? 2 : 3);
    if (w->format == GRUNDY_FORMAT_TEX)
        return grundy_append(out, "\\end{tabular}\n", 14);
    return GRUNDY_OK;
}
