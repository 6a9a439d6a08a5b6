#include <inttypes.h>
#include <stdio.h>

#include "command.h"

/* Print the answer for each position: a value, or N or P. Positions are read first, so that a mistake in the last one
 * is found before the first is computed. */
static grundy_status answer_all(command_line *line, session *s, bool outcome, grundy_list *positions)
{
    grundy_buffer bytes = grundy_buffer_open(line->g);
    grundy_status status = GRUNDY_OK;
    for (int i = 1; i < line->count && status == GRUNDY_OK; i++) {
        bytes.size = 0;
        status = session_read(s, line->arguments[i], &bytes);
        if (status == GRUNDY_OK)
            status = grundy_list_add(positions, bytes.data, bytes.size);
    }
    grundy_buffer_close(&bytes);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(positions); i++) {
        uint64_t value = 0;
        grundy_start(line->g);
        status = session_solve(s, grundy_list_at(positions, i), &value);
        if (status == GRUNDY_OK && outcome)
            puts(value == 0 ? "P" : "N");
        else if (status == GRUNDY_OK)
            printf("%" PRIu64 "\n", value);
    }
    return status;
}

static grundy_status run(command_line *line, bool outcome)
{
    session s;
    TRY(session_open(line, question_of(line, outcome), &s));
    grundy_list positions = grundy_list_open(line->g);
    grundy_status status = answer_all(line, &s, outcome, &positions);
    grundy_list_close(&positions);
    session_close(&s);
    return status;
}

static grundy_status run_value(command_line *line)
{
    return run(line, false);
}

static grundy_status run_outcome(command_line *line)
{
    return run(line, true);
}

const command value_command = {
    .name = "value",
    .synopsis = "RULESET POSITION...",
    .summary = "the Grundy value of each position, a line each",
    .example = "value 'push(nim,euclid)' 3,5",
    .options = SOLVE_OPTIONS | STORE_OPTIONS,
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
    .options = SOLVE_OPTIONS | STORE_OPTIONS,
    .least = 2,
    .most = -1,
    .shared = true,
    .run = run_outcome,
};
