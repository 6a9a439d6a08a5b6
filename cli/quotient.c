#include <inttypes.h>
#include <stdio.h>

#include "command.h"

static grundy_status read_positions(command_line *line, const grundy_ruleset *r, grundy_list *positions)
{
    grundy_buffer bytes = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (int i = 1; i < line->count && status == GRUNDY_OK; i++) {
        bytes.size = 0;
        status = grundy_position_parse(line->g, r, line->arguments[i], &bytes);
        if (status == GRUNDY_OK)
            status = grundy_list_add(positions, bytes.data, bytes.size);
    }
    grundy_buffer_close(&bytes);
    return status;
}

static grundy_status find_quotient(command_line *line, const grundy_list *positions, grundy_quotient *q)
{
    if (grundy_list_count(positions) == 0)
        return grundy_quotient_add_heaps(q, line->to);
    if (line->to != 0)
        return grundy_fail(line->g, GRUNDY_PARSE, "--to %" PRIu64 ": expected no positions beside it", line->to);
    for (size_t i = 0; i < grundy_list_count(positions); i++)
        TRY(grundy_quotient_add(q, grundy_list_at(positions, i)));
    return GRUNDY_OK;
}

/* ---- the line ---- */

static void print_facts(const grundy_quotient_facts *f, bool of_heaps)
{
    printf("order %" PRIu64 " p-positions %" PRIu64, f->order, f->p_positions);
    if (of_heaps && f->period.period != 0)
        printf(" preperiod %" PRIu64 " period %" PRIu64, f->period.preperiod, f->period.period);
    if (of_heaps && f->period.proved == GRUNDY_YES)
        printf(" proved");
    else if (of_heaps && f->period.period != 0)
        printf(" checked to %" PRIu64, f->period.checked_to);
    else if (of_heaps)
        printf(" heaps to %" PRIu64, f->heaps);
    puts("");
}

/* ---- what is explained, and what formats show ---- */

static grundy_status explain_generators(command_line *line, const grundy_quotient *q, uint64_t count)
{
    grundy_buffer name = grundy_buffer_open(line->g), text = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
        uint32_t element = 0;
        name.size = text.size = 0;
        status = grundy_quotient_generator(q, i, &element, &text);
        if (status == GRUNDY_OK)
            status = grundy_quotient_print(q, element, false, &name);
        if (status == GRUNDY_OK)
            fprintf(stderr, "generator %s: %s\n", grundy_buffer_text(&name), grundy_buffer_text(&text));
    }
    grundy_buffer_close(&text);
    grundy_buffer_close(&name);
    return status;
}

static grundy_status explain_relations(command_line *line, const grundy_quotient *q)
{
    grundy_list relations = grundy_list_open(line->g);
    grundy_status status = grundy_quotient_relations(q, false, &relations);
    if (status == GRUNDY_OK)
        fputs("relations:", stderr);
    for (size_t i = 0; i < grundy_list_count(&relations) && status == GRUNDY_OK; i++)
        fprintf(stderr, " %s", (const char *)grundy_list_at(&relations, i).data);
    if (status == GRUNDY_OK)
        fputs("\n", stderr);
    grundy_list_close(&relations);
    return status;
}

static grundy_status explain_p_portion(command_line *line, const grundy_quotient *q, uint64_t order)
{
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (uint64_t x = 0; x < order && status == GRUNDY_OK; x++)
        if (grundy_quotient_is_p(q, (uint32_t)x)) {
            status = grundy_append(&text, " ", 1);
            if (status == GRUNDY_OK)
                status = grundy_quotient_print(q, (uint32_t)x, false, &text);
        }
    if (status == GRUNDY_OK)
        fprintf(stderr, "P-portion:%s\n", grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

/* Heaps up to the end of the first period, or all that there are. */
static uint64_t last_shown(const grundy_quotient_facts *f)
{
    const uint64_t end = f->period.preperiod + f->period.period;
    return f->period.proved == GRUNDY_YES && end < f->heaps ? end : f->heaps;
}

static grundy_status explain_heaps(command_line *line, const grundy_quotient *q, const grundy_quotient_facts *f)
{
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (uint64_t n = 0; n <= last_shown(f) && status == GRUNDY_OK; n++) {
        uint32_t x = 0;
        status = grundy_quotient_heap(q, n, &x);
        if (status == GRUNDY_OK)
            status = grundy_append(&text, " ", 1);
        if (status == GRUNDY_OK)
            status = grundy_quotient_print(q, x, false, &text);
    }
    if (status == GRUNDY_OK)
        fprintf(stderr, "heaps 0 to %" PRIu64 ":%s\n", last_shown(f), grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

static grundy_status explain(command_line *line, const grundy_quotient *q, const grundy_quotient_facts *f,
                             bool of_heaps)
{
    uint64_t normal = 0;
    TRY(explain_generators(line, q, f->generators));
    TRY(explain_relations(line, q));
    TRY(explain_p_portion(line, q, f->order));
    if (of_heaps)
        TRY(explain_heaps(line, q, f));
    TRY(grundy_quotient_normal(q, &normal));
    fprintf(stderr, "%s; in normal play the quotient has %" PRIu64 " elements\n", f->tame ? "tame" : "wild", normal);
    if (of_heaps && f->period.proved == GRUNDY_YES)
        fprintf(stderr, "proved by %s\n", f->period.reason);
    return GRUNDY_OK;
}

/* What rows stand for: heaps, or else elements. */
static grundy_status row(const command_line *line, const grundy_quotient *q, bool of_heaps, uint64_t i,
                         grundy_writer *writer, grundy_buffer *out)
{
    char number[32];
    uint32_t x = (uint32_t)i;
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = of_heaps ? grundy_quotient_heap(q, i, &x) : GRUNDY_OK;
    snprintf(number, sizeof number, "%" PRIu64, i);
    if (status == GRUNDY_OK)
        status = grundy_quotient_print(q, x, false, &text);
    const char *cells[] = {number, grundy_buffer_text(&text), grundy_quotient_is_p(q, x) ? "P" : "N"};
    if (status == GRUNDY_OK)
        status = grundy_writer_row(writer, cells, (const bool[]){true, false, false}, out);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status write_rows(command_line *line, const grundy_quotient *q, const grundy_quotient_facts *f,
                                bool of_heaps)
{
    static const char *const of_heap[] = {"heap", "element", "outcome"}, *const alone[] = {"number", "element",
                                                                                           "outcome"};
    grundy_writer writer = {.format = line->format, .names = of_heaps ? of_heap : alone, .count = 3};
    grundy_buffer out = grundy_buffer_open(line->g);
    const uint64_t last = of_heaps ? last_shown(f) : f->order - 1;
    grundy_status status = grundy_writer_begin(&writer, &out);
    for (uint64_t i = 0; i <= last && status == GRUNDY_OK; i++)
        status = row(line, q, of_heaps, i, &writer, &out);
    if (status == GRUNDY_OK)
        status = grundy_writer_end(&writer, &out);
    if (status == GRUNDY_OK)
        status = flush_output(line->g, &out);
    grundy_buffer_close(&out);
    return status;
}

static grundy_status print_tex_p_portion(const grundy_quotient *q, uint64_t order, grundy_buffer *out)
{
    const char *comma = "";
    for (uint64_t x = 0; x < order; x++) {
        if (!grundy_quotient_is_p(q, (uint32_t)x))
            continue;
        TRY(grundy_appendf(out, "%s", comma));
        TRY(grundy_quotient_print(q, (uint32_t)x, true, out));
        comma = ", ";
    }
    return GRUNDY_OK;
}

/* Generators, relations and P-portion as a formula. */
static grundy_status write_tex(command_line *line, const grundy_quotient *q, const grundy_quotient_facts *f)
{
    grundy_list relations = grundy_list_open(line->g);
    grundy_buffer out = grundy_buffer_open(line->g), position = grundy_buffer_open(line->g);
    grundy_status status = grundy_quotient_relations(q, true, &relations);
    if (status == GRUNDY_OK)
        status = grundy_appendf(&out, "\\mathcal{Q} = \\langle ");
    for (uint64_t i = 0; i < f->generators && status == GRUNDY_OK; i++) {
        uint32_t element = 0;
        position.size = 0;
        status = grundy_quotient_generator(q, i, &element, &position);
        if (status == GRUNDY_OK && i > 0)
            status = grundy_append(&out, ", ", 2);
        if (status == GRUNDY_OK)
            status = grundy_quotient_print(q, element, true, &out);
    }
    if (status == GRUNDY_OK)
        status = grundy_appendf(&out, " \\mid ");
    for (size_t i = 0; i < grundy_list_count(&relations) && status == GRUNDY_OK; i++)
        status = grundy_appendf(&out, "%s%s", i > 0 ? ", " : "", (const char *)grundy_list_at(&relations, i).data);
    if (status == GRUNDY_OK)
        status = grundy_appendf(&out, " \\rangle, \\quad \\mathcal{P} = \\{");
    if (status == GRUNDY_OK)
        status = print_tex_p_portion(q, f->order, &out);
    if (status == GRUNDY_OK)
        status = grundy_appendf(&out, "\\}\n");
    if (status == GRUNDY_OK)
        status = flush_output(line->g, &out);
    grundy_buffer_close(&position);
    grundy_buffer_close(&out);
    grundy_list_close(&relations);
    return status;
}

static grundy_status show(command_line *line, const grundy_quotient *q, bool of_heaps)
{
    const grundy_quotient_facts f = grundy_quotient_get_facts(q);
    if (line->format == GRUNDY_FORMAT_TEX)
        TRY(write_tex(line, q, &f));
    else if (line->option[OPTION_FORMAT] != NULL)
        TRY(write_rows(line, q, &f, of_heaps));
    else
        print_facts(&f, of_heaps);
    return line->option[OPTION_EXPLAIN] != NULL ? explain(line, q, &f, of_heaps) : GRUNDY_OK;
}

static grundy_status run(command_line *line)
{
    grundy_ruleset *r;
    grundy_quotient *q = NULL;
    TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_list positions = grundy_list_open(line->g);
    grundy_status status = read_positions(line, r, &positions);
    if (status == GRUNDY_OK)
        status = grundy_quotient_open(line->g, r, &q);
    if (status == GRUNDY_OK)
        status = find_quotient(line, &positions, q);
    if (status == GRUNDY_OK)
        status = show(line, q, grundy_list_count(&positions) == 0);
    grundy_quotient_close(q);
    grundy_list_close(&positions);
    grundy_ruleset_close(r);
    return status;
}

const command quotient_command = {
    .name = "quotient",
    .synopsis = "RULESET [POSITION...] [--to N]",
    .summary = "the misere quotient of single heaps, or of all followers of positions",
    .example = "quotient kayles",
    .options = OPTION_BIT(TO) | OPTION_BIT(EXPLAIN) | OPTION_BIT(FORMAT) | LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 1,
    .most = -1,
    .run = run,
};
