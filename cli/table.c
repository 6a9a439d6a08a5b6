#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { FLUSH_SIZE = 1 << 16, COUNTED_MAX = 1 << 26 };

/* What is done with the rows. */
typedef struct {
    command_line *line;
    grundy_table *table;
    size_t variables;
    bool outcome;
    bool filtered;
    uint64_t only;
    grundy_writer writer;
    const char **names; /* of the columns: the variables and "value" or "outcome" */
    const char **cells;
    bool *number;
    grundy_list texts;         /* the cells of a row, with their final zeros */
    double row_at, flushed_at; /* when the last row was known, 0 before the first; when the rows were last written */
    grundy_buffer cell, out;
    grundy_buffer counts; /* --count: a uint64_t for each value */
} table_output;

static grundy_status read_only(table_output *t)
{
    const char *text = t->line->option[OPTION_ONLY];
    char *end;
    if (text == NULL)
        return GRUNDY_OK;
    t->filtered = true;
    if (t->outcome) {
        t->only = strcmp(text, "N") == 0;
        return t->only == 1 || strcmp(text, "P") == 0
                   ? GRUNDY_OK
                   : grundy_fail(t->line->g, GRUNDY_PARSE, "--only '%.40s': expected N or P, as --outcome is given",
                                 text);
    }
    errno = 0;
    t->only = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
        return grundy_fail(t->line->g, GRUNDY_PARSE, "--only '%.40s': expected a Grundy value", text);
    return GRUNDY_OK;
}

static const char *table_outcome(uint64_t value)
{
    return value == 0 ? "P" : "N";
}

static grundy_status table_output_add(table_output *t, uint64_t value)
{
    t->cell.size = 0;
    TRY(t->outcome ? grundy_appendf(&t->cell, "%s", table_outcome(value))
                   : grundy_appendf(&t->cell, "%" PRIu64, value));
    return grundy_list_add(&t->texts, grundy_buffer_text(&t->cell), t->cell.size + 1);
}

/* Rows are shown at once where they come slowly, and many together where they come fast. */
static grundy_status write_in_time(table_output *t)
{
    double now = seconds_now();
    bool slow = now - t->row_at > 1e-3 || now - t->flushed_at > 0.1;
    t->row_at = now;
    if (!slow && t->out.size < FLUSH_SIZE)
        return GRUNDY_OK;
    t->flushed_at = now;
    TRY(flush_output(t->line->g, &t->out));
    return fflush(stdout) == 0
               ? GRUNDY_OK
               : grundy_fail(t->line->g, GRUNDY_IO, "standard output could not be written: %s", strerror(errno));
}

static grundy_status table_output_row(table_output *t, uint64_t value)
{
    grundy_list_clear(&t->texts);
    for (size_t i = 0; i < t->variables; i++) {
        t->cell.size = 0;
        TRY(grundy_table_print(t->table, i, &t->cell));
        TRY(grundy_list_add(&t->texts, grundy_buffer_text(&t->cell), t->cell.size + 1));
        t->number[i] = grundy_table_is_number(t->table, i);
    }
    TRY(table_output_add(t, value));
    t->number[t->variables] = !t->outcome;
    for (size_t i = 0; i <= t->variables; i++)
        t->cells[i] = (const char *)grundy_list_at(&t->texts, i).data;
    TRY(grundy_writer_row(&t->writer, t->cells, t->number, &t->out));
    return write_in_time(t);
}

static grundy_status count_row(table_output *t, uint64_t value)
{
    static const uint64_t zero;
    if (value >= COUNTED_MAX)
        return grundy_fail(t->line->g, GRUNDY_LIMIT, "--count: the value %" PRIu64 " is above %d", value,
                           COUNTED_MAX - 1);
    while (t->counts.size <= value * sizeof zero)
        TRY(grundy_append(&t->counts, &zero, sizeof zero));
    ((uint64_t *)(void *)t->counts.data)[value]++;
    return GRUNDY_OK;
}

static grundy_status write_counts(table_output *t)
{
    const uint64_t *counts = (const uint64_t *)(const void *)t->counts.data;
    for (size_t value = 0; value < t->counts.size / sizeof *counts; value++) {
        char count[24];
        if (counts[value] == 0)
            continue;
        grundy_list_clear(&t->texts);
        TRY(table_output_add(t, value));
        snprintf(count, sizeof count, "%" PRIu64, counts[value]);
        t->cells[0] = (const char *)grundy_list_at(&t->texts, 0).data;
        t->cells[1] = count;
        t->number[0] = !t->outcome;
        t->number[1] = true;
        TRY(grundy_writer_row(&t->writer, t->cells, t->number, &t->out));
    }
    return GRUNDY_OK;
}

/* The rows before one that cannot be given; without rows, not their heading either. */
static grundy_status write_the_known(table_output *t, grundy_status status)
{
    if (t->row_at > 0 && t->out.size > 0)
        fwrite(t->out.data, 1, t->out.size, stdout); /* a failure shows in the end, and must not hide the first one */
    t->out.size = 0;
    return status;
}

static grundy_status table_output_rows(table_output *t, bool counting)
{
    grundy_answer answer;
    bool more = true;
    if (!counting)
        TRY(grundy_writer_begin(&t->writer, &t->out));
    for (;;) {
        grundy_status status = grundy_table_next(t->table, &answer, &more);
        if (status != GRUNDY_OK)
            return write_the_known(t, status);
        if (!more)
            break;
        if (t->filtered && answer.value != t->only)
            continue;
        TRY(counting ? count_row(t, answer.value) : table_output_row(t, answer.value));
    }
    if (counting) {
        TRY(grundy_writer_begin(&t->writer, &t->out));
        TRY(write_counts(t));
    }
    TRY(grundy_writer_end(&t->writer, &t->out));
    return flush_output(t->line->g, &t->out);
}

/* The names of the columns, and room for the cells of a row. */
static grundy_status open_columns(table_output *t, bool counting)
{
    size_t columns = t->variables + 2;
    t->names = calloc(columns, sizeof *t->names);
    t->cells = calloc(columns, sizeof *t->cells);
    t->number = calloc(columns, sizeof *t->number);
    if (t->names == NULL || t->cells == NULL || t->number == NULL)
        return grundy_fail(t->line->g, GRUNDY_NOMEM, "out of memory");
    const char *value = t->outcome ? "outcome" : "value";
    for (size_t i = 0; i < t->variables && !counting; i++)
        t->names[i] = grundy_table_name(t->table, i);
    t->names[counting ? 0 : t->variables] = value;
    if (counting)
        t->names[1] = "count";
    t->writer = (grundy_writer){.format = t->line->format, .names = t->names, .count = counting ? 2 : t->variables + 1};
    return GRUNDY_OK;
}

static grundy_status run_table(command_line *line)
{
    table_output t = {.line = line, .outcome = line->option[OPTION_OUTCOME] != NULL};
    bool counting = line->option[OPTION_COUNT] != NULL;
    t.variables = (size_t)line->count - 2;
    grundy_table_request request = {.ruleset = line->arguments[0],
                                    .position = line->arguments[1],
                                    .variables = (const char *const *)line->arguments + 2,
                                    .count = t.variables,
                                    .question = question_of(line, t.outcome),
                                    .method = line->method};
    TRY(read_only(&t));
    TRY(grundy_table_open(line->g, &request, &t.table));
    t.texts = grundy_list_open(line->g);
    t.cell = grundy_buffer_open(line->g);
    t.out = grundy_buffer_open(line->g);
    t.counts = grundy_buffer_open(line->g);
    grundy_status status = open_columns(&t, counting);
    if (status == GRUNDY_OK)
        status = table_output_rows(&t, counting);
    free(t.names);
    free(t.cells);
    free(t.number);
    grundy_list_close(&t.texts);
    grundy_buffer_close(&t.cell);
    grundy_buffer_close(&t.out);
    grundy_buffer_close(&t.counts);
    grundy_table_close(t.table);
    return status;
}

const command table_command = {
    .name = "table",
    .synopsis = "RULESET TEMPLATE VAR=DOMAIN...",
    .summary = "a row for each assignment of the variables: their values, then the position's value",
    .example = "table zeruclid '1,a,b' a=0..20 b=0..20 --format csv",
    .options = (SOLVE_OPTIONS & ~OPTION_BIT(EXPLAIN)) | OPTION_BIT(OUTCOME) | OPTION_BIT(ONLY) | OPTION_BIT(COUNT) |
               OPTION_BIT(FORMAT) | STORE_OPTIONS,
    .least = 2,
    .most = -1,
    .shared = true,
    .run = run_table,
};
