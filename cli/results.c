#include <inttypes.h>
#include <stdio.h>

#include "catalogue.h"

static const char *const names[] = {"ruleset",   "position", "question", "value", "method", "seconds",
                                    "looked_at", "threads",  "version",  "found", "digest", "reason"};
enum { COLUMNS = sizeof names / sizeof names[0] };

typedef struct {
    grundy *g;
    grundy_writer writer;
    grundy_buffer out;
} result_list;

static grundy_status write_result(void *context, const grundy_result *r)
{
    result_list *list = context;
    char value[24], seconds[24], looked_at[24], threads[24], digest[24];
    bool outcome = grundy_question_is_outcome(r->question);
    snprintf(value, sizeof value, "%" PRIu64, r->value);
    snprintf(seconds, sizeof seconds, "%.2f", r->seconds);
    snprintf(looked_at, sizeof looked_at, "%" PRIu64, r->looked_at);
    snprintf(threads, sizeof threads, "%u", r->threads);
    snprintf(digest, sizeof digest, "%016" PRIx64, r->digest);
    const char *cells[COLUMNS] = {r->ruleset,
                                  r->position,
                                  grundy_question_word(r->question),
                                  !outcome        ? value
                                  : r->value == 0 ? "P"
                                                  : "N",
                                  grundy_method_word(r->method),
                                  seconds,
                                  looked_at,
                                  threads,
                                  r->version,
                                  r->found,
                                  digest,
                                  r->reason};
    const bool number[COLUMNS] = {[3] = !outcome, [5] = true, [6] = true, [7] = true};
    TRY(grundy_writer_row(&list->writer, cells, number, &list->out));
    return flush_output(list->g, &list->out);
}

static grundy_status write_list(result_list *list, grundy_catalogue *c, const char *ruleset)
{
    TRY(grundy_writer_begin(&list->writer, &list->out));
    if (c != NULL)
        TRY(grundy_catalogue_list(c, ruleset, write_result, list));
    TRY(grundy_writer_end(&list->writer, &list->out));
    return flush_output(list->g, &list->out);
}

static grundy_status write_catalogue(command_line *line, const char *ruleset)
{
    result_list list = {.g = line->g,
                        .writer = {.format = line->format, .names = names, .count = COLUMNS},
                        .out = grundy_buffer_open(line->g)};
    grundy_catalogue *c = NULL;
    grundy_status status = catalogue_file(line->g, &c);
    if (status == GRUNDY_OK)
        status = write_list(&list, c, ruleset);
    grundy_catalogue_close(c);
    grundy_buffer_close(&list.out);
    return status;
}

static grundy_status run_results(command_line *line)
{
    grundy_ruleset *r = NULL;
    if (line->format == GRUNDY_FORMAT_BFILE)
        return grundy_fail(line->g, GRUNDY_PARSE, "--format bfile: expected text, csv, json, tex or markdown");
    if (line->count > 0)
        TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_status status = write_catalogue(line, r == NULL ? NULL : grundy_ruleset_name(r));
    grundy_ruleset_close(r);
    return status;
}

const command results_command = {
    .name = "results",
    .synopsis = "[RULESET]",
    .summary = "the catalogue: what long searches have found, by which version, when",
    .example = "results cram --format csv",
    .options = OPTION_BIT(FORMAT),
    .least = 0,
    .most = 1,
    .run = run_results,
};
