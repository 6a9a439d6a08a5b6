#include <inttypes.h>
#include <stdio.h>

#include "catalogue.h"

static void print_answer(uint64_t value, bool outcome)
{
    if (outcome)
        puts(value == 0 ? "P" : "N");
    else
        printf("%" PRIu64 "\n", value);
}

/* What the catalogue has need not be computed; it has only results of long searches. */
static grundy_status value_answer(session *s, catalogue *c, grundy_bytes position, bool outcome)
{
    grundy_answer found = {0};
    bool stored;
    grundy_start(s->line->g);
    TRY(catalogue_find(c, position, &stored, &found.value));
    if (stored) {
        print_answer(found.value, outcome);
        return GRUNDY_OK;
    }
    double begun = seconds_now();
    TRY(session_answer(s, position, &found));
    double seconds = seconds_now() - begun;
    print_answer(found.value, outcome);
    return catalogue_add(c, position, &found, seconds);
}

/* Positions are read first, so that a mistake in the last one is found before the first is computed. */
static grundy_status answer_all(session *s, catalogue *c, bool outcome, grundy_list *positions)
{
    const command_line *line = s->line;
    grundy_buffer bytes = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (int i = 1; i < line->count && status == GRUNDY_OK; i++) {
        bytes.size = 0;
        status = session_read(s, line->arguments[i], &bytes);
        if (status == GRUNDY_OK)
            status = grundy_list_add(positions, bytes.data, bytes.size);
    }
    grundy_buffer_close(&bytes);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(positions); i++)
        status = value_answer(s, c, grundy_list_at(positions, i), outcome);
    return status;
}

static grundy_status value_run(command_line *line, bool outcome)
{
    session s;
    TRY(session_open(line, question_of(line, outcome), &s));
    catalogue c = catalogue_open(&s, question_of(line, outcome));
    grundy_list positions = grundy_list_open(line->g);
    grundy_status status = answer_all(&s, &c, outcome, &positions);
    grundy_list_close(&positions);
    catalogue_close(&c);
    session_close(&s);
    return status;
}

static grundy_status run_value(command_line *line)
{
    return value_run(line, false);
}

static grundy_status run_outcome(command_line *line)
{
    return value_run(line, true);
}

const command value_command = {
    .name = "value",
    .synopsis = "RULESET POSITION...",
    .summary = "the Grundy value of each position, a line each",
    .example = "value 'push(nim,euclid)' 3,5",
    .options = SOLVE_OPTIONS | STORE_OPTIONS | CATALOGUE_OPTIONS,
    .least = 2,
    .most = -1,
    .shared = true,
    .run = run_value,
};

const command outcome_command = {
    .name = "outcome",
    .synopsis = "RULESET POSITION...",
    .summary = "N (the next player wins) or P (the previous one) for each position",
    .example = "outcome euclid 9007199254740993,14573954537613649",
    .options = SOLVE_OPTIONS | STORE_OPTIONS | CATALOGUE_OPTIONS,
    .least = 2,
    .most = -1,
    .shared = true,
    .run = run_outcome,
};
