#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "command.h"

grundy_question question_of(const command_line *line, bool outcome)
{
    if (line->option[OPTION_MISERE] != NULL)
        return outcome ? GRUNDY_MISERE_OUTCOME : GRUNDY_MISERE_VALUE;
    return outcome ? GRUNDY_OUTCOME : GRUNDY_VALUE;
}

grundy_status session_open(command_line *line, grundy_question question, session *out)
{
    *out = (session){.line = line};
    grundy_status status = grundy_ruleset_open(line->g, line->arguments[0], &out->r);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(line->g, out->r, question, line->method, &out->solver);
    if (status != GRUNDY_OK) {
        session_close(out);
        return status;
    }
    grundy_solver_explain(out->solver, line->option[OPTION_EXPLAIN] != NULL);
    return GRUNDY_OK;
}

void session_close(session *s)
{
    grundy_solver_close(s->solver);
    grundy_ruleset_close(s->r);
}

grundy_status session_read(session *s, const char *text, grundy_buffer *out)
{
    return grundy_position_parse(s->line->g, s->r, text, out);
}

grundy_status session_explain(session *s, grundy_bytes position, const grundy_answer *answer)
{
    grundy_buffer text = grundy_buffer_open(s->line->g);
    grundy_status status = grundy_position_print(s->line->g, s->r, position, &text);
    if (status == GRUNDY_OK)
        fprintf(stderr, "%s: by %s: %s\n", grundy_buffer_text(&text), grundy_method_word(answer->method),
                answer->reason);
    grundy_buffer_close(&text);
    return status;
}

grundy_status session_answer(session *s, grundy_bytes position, grundy_answer *out)
{
    TRY(grundy_solve(s->solver, position, out));
    return s->line->option[OPTION_EXPLAIN] != NULL ? session_explain(s, position, out) : GRUNDY_OK;
}

grundy_status session_solve(session *s, grundy_bytes position, uint64_t *out)
{
    grundy_answer answer;
    TRY(session_answer(s, position, &answer));
    *out = answer.value;
    return GRUNDY_OK;
}

const grundy_family *command_family(grundy *g, size_t i)
{
    const size_t count = grundy_family_count();
    return i < count ? grundy_family_at(i) : grundy_family_added(g, i - count);
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

grundy_status flush_output(grundy *g, grundy_buffer *text)
{
    if (text->size > 0 && fwrite(text->data, 1, text->size, stdout) != text->size)
        return grundy_fail(g, GRUNDY_IO, "standard output could not be written: %s", strerror(errno));
    text->size = 0;
    return GRUNDY_OK;
}
