/* Many values at once: tables for download, tiles of a map, sequences with their periods */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

enum { VARIABLES_MAX = 8, ROWS_MAX = 1 << 20, TILE_MAX = 256, SEQUENCE_MAX = 20000 };

/* ---- tables ---- */

/* The domains "a=0..9; b=0..9", taken apart. */
typedef struct {
    grundy_buffer text;
    const char *variables[VARIABLES_MAX];
    size_t count;
} domains;

static grundy_status domains_read(grundy *g, const char *text, domains *d)
{
    d->text = grundy_buffer_open(g);
    d->count = 0;
    grundy_status status = grundy_append(&d->text, text, strlen(text));
    char *rest = (char *)d->text.data;
    for (char *part; status == GRUNDY_OK && rest != NULL && (part = strsep(&rest, ";")) != NULL;) {
        part += strspn(part, " ");
        if (*part == '\0')
            continue;
        if (d->count == VARIABLES_MAX)
            status = grundy_fail(g, GRUNDY_PARSE, "at most %d variables", VARIABLES_MAX);
        else
            d->variables[d->count++] = part;
    }
    if (status == GRUNDY_OK && d->count == 0)
        status = grundy_fail(g, GRUNDY_PARSE, "variables: expected one or more such as a=0..9, separated by ';'");
    if (status != GRUNDY_OK)
        grundy_buffer_close(&d->text);
    return status;
}

typedef struct {
    grundy *g;
    grundy_table *table;
    size_t variables;
    bool outcome;
    grundy_writer writer;
    const char *names[VARIABLES_MAX + 1], *cells[VARIABLES_MAX + 1];
    bool number[VARIABLES_MAX + 1];
    grundy_list texts;
    grundy_buffer cell, out;
} table_writer;

static grundy_status add_cell(table_writer *w)
{
    return grundy_list_add(&w->texts, grundy_buffer_text(&w->cell), w->cell.size + 1);
}

static grundy_status table_writer_row(table_writer *w, uint64_t value)
{
    grundy_list_clear(&w->texts);
    for (size_t i = 0; i < w->variables; i++) {
        w->cell.size = 0;
        TRY(grundy_table_print(w->table, i, &w->cell));
        TRY(add_cell(w));
        w->number[i] = grundy_table_is_number(w->table, i);
    }
    w->cell.size = 0;
    TRY(w->outcome ? grundy_appendf(&w->cell, "%s", value == 0 ? "P" : "N")
                   : grundy_appendf(&w->cell, "%" PRIu64, value));
    TRY(add_cell(w));
    w->number[w->variables] = !w->outcome;
    for (size_t i = 0; i <= w->variables; i++)
        w->cells[i] = (const char *)grundy_list_at(&w->texts, i).data;
    return grundy_writer_row(&w->writer, w->cells, w->number, &w->out);
}

static grundy_status table_writer_rows(table_writer *w)
{
    for (size_t i = 0; i < w->variables; i++)
        w->names[i] = grundy_table_name(w->table, i);
    w->names[w->variables] = w->outcome ? "outcome" : "value";
    TRY(grundy_writer_begin(&w->writer, &w->out));
    for (bool more;;) {
        grundy_answer found;
        TRY(grundy_table_next(w->table, &found, &more));
        if (!more)
            break;
        if (w->writer.rows >= ROWS_MAX)
            return grundy_fail(w->g, GRUNDY_LIMIT, "a table of more than %d rows; `grundy table` has no such limit",
                               ROWS_MAX);
        TRY(table_writer_row(w, found.value));
    }
    return grundy_writer_end(&w->writer, &w->out);
}

static grundy_status write_table(grundy *g, const grundy_table_request *asked, grundy_format format, grundy_buffer *out)
{
    table_writer w = {.g = g,
                      .variables = asked->count,
                      .outcome = grundy_question_is_outcome(asked->question),
                      .texts = grundy_list_open(g),
                      .cell = grundy_buffer_open(g),
                      .out = grundy_buffer_open(g)};
    w.writer = (grundy_writer){.format = format, .names = w.names, .count = asked->count + 1};
    grundy_status status = grundy_table_open(g, asked, &w.table);
    if (status == GRUNDY_OK)
        status = table_writer_rows(&w);
    grundy_table_close(w.table);
    grundy_list_close(&w.texts);
    grundy_buffer_close(&w.cell);
    if (status == GRUNDY_OK)
        *out = w.out;
    else
        grundy_buffer_close(&w.out);
    return status;
}

static const struct {
    const char *word, *type, *file;
} formats[] = {
    [GRUNDY_FORMAT_TEXT] = {"text", "text/plain; charset=utf-8", "grundy.txt"},
    [GRUNDY_FORMAT_CSV] = {"csv", "text/csv; charset=utf-8", "grundy.csv"},
    [GRUNDY_FORMAT_JSON] = {"json", "application/json; charset=utf-8", "grundy.json"},
    [GRUNDY_FORMAT_TEX] = {"tex", "application/x-tex; charset=utf-8", "grundy.tex"},
    [GRUNDY_FORMAT_MARKDOWN] = {"markdown", "text/markdown; charset=utf-8", "grundy.md"},
    [GRUNDY_FORMAT_BFILE] = {"bfile", "text/plain; charset=utf-8", "grundy-bfile.txt"},
};

static grundy_status tell_table(grundy *g, request *r)
{
    grundy_table_request asked = {0};
    grundy_format format = GRUNDY_FORMAT_CSV;
    const char *word = request_parameter(r, "format"), *variables;
    domains d;
    grundy_buffer out;
    if (word != NULL && !grundy_format_find(word, &format))
        return grundy_fail(g, GRUNDY_PARSE, "format '%.40s': expected text, csv, json, tex, markdown or bfile", word);
    TRY(request_need(g, r, "ruleset", &asked.ruleset));
    TRY(request_need(g, r, "position", &asked.position));
    TRY(request_need(g, r, "variables", &variables));
    TRY(request_question(g, r, &asked.question));
    TRY(domains_read(g, variables, &d));
    asked.variables = d.variables;
    asked.count = d.count;
    grundy_status status = write_table(g, &asked, format, &out);
    grundy_buffer_close(&d.text);
    TRY(status);
    status = answer_bytes(g, r, grundy_buffer_bytes(&out), formats[format].type);
    if (status == GRUNDY_OK)
        r->answer.file = formats[format].file;
    grundy_buffer_close(&out);
    return status;
}

const endpoint table_endpoint = {
    .path = "/api/table",
    .parameters = (const char *const[]){"ruleset", "position", "variables", "format", "misere", "outcome", NULL},
    .run = tell_table,
};

/* ---- tiles ---- */

/* A tile is a square of cells of a map, whose x and y are two variables of a template. Its bytes are: how many bytes a
 * cell has (1, 2, 4 or 8), 0, the width and the height (16 bits each), and the cells, row by row from the least y on;
 * all numbers have their low byte first. The greatest number means that there is no such position, the one before that
 * it was not decided within the limits. */
typedef struct {
    const char *x, *y;
    uint64_t x0, y0, step, width, height;
} tile;

#define NO_POSITION UINT64_MAX
#define UNDECIDED (UINT64_MAX - 1)

static grundy_status read_tile(grundy *g, const request *r, tile *t)
{
    TRY(request_need(g, r, "x", &t->x));
    TRY(request_need(g, r, "y", &t->y));
    TRY(request_number(g, r, "x0", 0, INT32_MAX, 0, &t->x0));
    TRY(request_number(g, r, "y0", 0, INT32_MAX, 0, &t->y0));
    TRY(request_number(g, r, "step", 1, 1 << 20, 1, &t->step));
    TRY(request_number(g, r, "width", 1, TILE_MAX, 64, &t->width));
    return request_number(g, r, "height", 1, TILE_MAX, 64, &t->height);
}

/* Fill the cells; what the limits leave over is undecided. If none is a position, the last one's reason is told. */
static grundy_status fill_cells(grundy_table *table, const tile *t, uint64_t *cells)
{
    uint64_t count = t->width * t->height;
    bool more = true, any = false;
    for (uint64_t i = 0; i < count; i++)
        cells[i] = UNDECIDED;
    for (uint64_t i = 0; i < count && more; i++) {
        grundy_answer found = {0};
        grundy_status status = grundy_table_next(table, &found, &more);
        if (status == GRUNDY_LIMIT || status == GRUNDY_DOMAIN)
            return i == 0 ? status : GRUNDY_OK;
        any = any || status == GRUNDY_OK;
        if (status != GRUNDY_PARSE || (i == count - 1 && !any))
            TRY(status);
        cells[i] = status == GRUNDY_OK ? found.value : NO_POSITION;
    }
    return GRUNDY_OK;
}

static grundy_status write_cells(const tile *t, const uint64_t *cells, grundy_buffer *out)
{
    uint64_t count = t->width * t->height, greatest = 0;
    unsigned bytes = 1;
    for (uint64_t i = 0; i < count; i++)
        if (cells[i] < UNDECIDED && cells[i] > greatest)
            greatest = cells[i];
    while (bytes < 8 && greatest >= (UINT64_C(1) << (8 * bytes)) - 2)
        bytes *= 2;
    const unsigned char head[] = {(unsigned char)bytes,     0,
                                  (unsigned char)t->width,  (unsigned char)(t->width >> 8),
                                  (unsigned char)t->height, (unsigned char)(t->height >> 8)};
    TRY(grundy_append(out, head, sizeof head));
    for (uint64_t i = 0; i < count; i++) {
        unsigned char low_first[8];
        for (unsigned k = 0; k < bytes; k++)
            low_first[k] = (unsigned char)(cells[i] >> (8 * k));
        TRY(grundy_append(out, low_first, bytes));
    }
    return GRUNDY_OK;
}

/* The cells, by a table whose innermost variable goes along x. The template's own variables have one value for each
 * number of a column and a row, which makes steps. */
static grundy_status compute_tile(grundy *g, grundy_table_request *asked, const tile *t, uint64_t *cells)
{
    grundy_buffer text[4];
    const char *variables[4];
    grundy_table *table = NULL;
    const struct {
        const char *name, *counter;
        uint64_t from, count;
    } axis[] = {{t->y, "mapRow", t->y0, t->height}, {t->x, "mapColumn", t->x0, t->width}};
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < 4; i++)
        text[i] = grundy_buffer_open(g);
    for (size_t i = 0; i < 2 && status == GRUNDY_OK; i++) {
        status = grundy_appendf(&text[2 * i], "%s=0..%" PRIu64, axis[i].counter, axis[i].count - 1);
        if (status == GRUNDY_OK)
            status = grundy_appendf(&text[2 * i + 1], "%.60s=(%" PRIu64 "+%" PRIu64 "*%s)", axis[i].name, axis[i].from,
                                    t->step, axis[i].counter);
    }
    for (size_t i = 0; i < 4; i++)
        variables[i] = grundy_buffer_text(&text[i]);
    asked->variables = variables;
    asked->count = 4;
    asked->gaps = true;
    if (status == GRUNDY_OK)
        status = grundy_table_open(g, asked, &table);
    if (status == GRUNDY_OK)
        status = fill_cells(table, t, cells);
    grundy_table_close(table);
    for (size_t i = 0; i < 4; i++)
        grundy_buffer_close(&text[i]);
    return status;
}

static grundy_status tell_tile(grundy *g, request *r)
{
    grundy_table_request asked = {0};
    tile t;
    TRY(request_need(g, r, "ruleset", &asked.ruleset));
    TRY(request_need(g, r, "position", &asked.position));
    TRY(request_question(g, r, &asked.question));
    TRY(read_tile(g, r, &t));
    grundy_status status = GRUNDY_OK;
    size_t size = t.width * t.height * sizeof(uint64_t);
    uint64_t *cells = grundy_resize(g, NULL, 0, size, &status);
    if (cells == NULL)
        return status;
    grundy_buffer out = grundy_buffer_open(g);
    status = compute_tile(g, &asked, &t, cells);
    if (status == GRUNDY_OK)
        status = write_cells(&t, cells, &out);
    if (status == GRUNDY_OK)
        status = answer_bytes(g, r, grundy_buffer_bytes(&out), "application/octet-stream");
    grundy_buffer_close(&out);
    grundy_resize(g, cells, size, 0, NULL);
    return status;
}

const endpoint tile_endpoint = {
    .path = "/api/tile",
    .parameters = (const char *const[]){"ruleset", "position", "x", "y", "x0", "y0", "step", "width", "height",
                                        "misere", "outcome", NULL},
    .run = tell_tile,
};

/* ---- sequences ---- */

/* The values for n = 0, 1, ..., to. A place that is no position has null; beyond the limits the list ends. */
static grundy_status table_list_values(grundy *g, const grundy_table_request *asked, json_t *values, json_t *out)
{
    grundy_table *table;
    bool more = true, any = false;
    TRY(grundy_table_open(g, asked, &table));
    grundy_status status = GRUNDY_OK;
    for (;;) {
        grundy_answer found = {0};
        status = grundy_table_next(table, &found, &more);
        if ((status != GRUNDY_OK && status != GRUNDY_PARSE) || (status == GRUNDY_OK && !more))
            break;
        any = any || status == GRUNDY_OK;
        json_array_append_new(values, status == GRUNDY_OK ? json_value(found.value) : json_null());
    }
    grundy_table_close(table);
    if (status == GRUNDY_LIMIT && json_array_size(values) > 0) {
        json_object_set_new(out, "undecided", json_string(grundy_message(g)));
        return GRUNDY_OK;
    }
    if (status == GRUNDY_OK && !any) /* the reason for the last gap */
        return grundy_fail(g, GRUNDY_PARSE, "no number gives a position of %.80s: '%.80s'", asked->ruleset,
                           asked->position);
    return status;
}

static json_t *period_json(const grundy_period *p)
{
    return json_pack("{so, so, so, so, sb, ss?}", "preperiod", json_value(p->preperiod), "period",
                     json_value(p->period), "saltus", json_value(p->saltus), "checked_to", json_value(p->checked_to),
                     "proved", p->proved == GRUNDY_YES, "reason", p->proved == GRUNDY_YES ? p->reason : NULL);
}

/* The period of single heaps, where the template is a single heap. */
static grundy_status add_period(grundy *g, const grundy_table_request *asked, json_t *out)
{
    grundy_ruleset *ruleset;
    grundy_period found;
    if (strcmp(asked->position, "n") != 0)
        return GRUNDY_OK;
    grundy_start(g);
    TRY(grundy_ruleset_open(g, asked->ruleset, &ruleset));
    grundy_status status = grundy_find_period(g, ruleset, asked->question, 0, &found);
    grundy_ruleset_close(ruleset);
    if (status == GRUNDY_OK && found.period > 0)
        json_object_set_new(out, "period", period_json(&found));
    else if (status == GRUNDY_OK)
        json_object_set_new(out, "aperiodic_to", json_value(found.checked_to));
    else if (status == GRUNDY_LIMIT || status == GRUNDY_DOMAIN)
        json_object_set_new(out, "no_period", json_string(grundy_message(g)));
    else
        return status;
    return GRUNDY_OK;
}

static grundy_status tell_sequence(grundy *g, request *r)
{
    grundy_table_request asked = {.position = "n", .count = 1, .gaps = true};
    const char *template = request_parameter(r, "position");
    uint64_t to;
    char range[32];
    TRY(request_need(g, r, "ruleset", &asked.ruleset));
    TRY(request_question(g, r, &asked.question));
    TRY(request_number(g, r, "to", 0, SEQUENCE_MAX, 100, &to));
    snprintf(range, sizeof range, "n=0..%" PRIu64, to);
    asked.variables = (const char *const[]){range};
    if (template != NULL)
        asked.position = template;
    json_t *values = json_array(), *out = json_pack("{sO}", "values", values);
    grundy_status status = table_list_values(g, &asked, values, out);
    if (status == GRUNDY_OK)
        status = add_period(g, &asked, out);
    json_decref(values);
    if (status == GRUNDY_OK)
        return answer_json(g, r, out);
    json_decref(out);
    return status;
}

const endpoint sequence_endpoint = {
    .path = "/api/sequence",
    .parameters = (const char *const[]){"ruleset", "position", "to", "misere", "outcome", NULL},
    .run = tell_sequence,
};
