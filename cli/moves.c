#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* An option, as text, with its value. */
typedef struct {
    const char *text;
    uint64_t value;
} move;

static int moves_by_value(const void *a, const void *b)
{
    const move *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* The options of the position as moves; their texts are in `texts`. */
static grundy_status find_moves(session *s, grundy_bytes position, grundy_list *texts, grundy_buffer *moves)
{
    grundy *g = s->line->g;
    bool winning = s->line->option[OPTION_WINNING] != NULL;
    grundy_list options = grundy_list_open(g);
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = grundy_position_options(g, s->r, position, &options);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&options); i++)
        status = grundy_solver_expect(s->solver, grundy_list_at(&options, i));
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&options); i++) {
        move m = {.text = NULL};
        text.size = 0;
        status = session_solve(s, grundy_list_at(&options, i), &m.value);
        if (status != GRUNDY_OK || (winning && m.value != 0))
            continue;
        status = grundy_position_print(g, s->r, grundy_list_at(&options, i), &text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(texts, grundy_buffer_text(&text), text.size + 1);
        if (status == GRUNDY_OK)
            status = grundy_append(moves, &m, sizeof m);
    }
    grundy_buffer_close(&text);
    grundy_list_close(&options);
    return status;
}

/* Too many options to list: one winning move that a closed form names. */
static grundy_status find_one_move(session *s, grundy_bytes position, grundy_list *texts, grundy_buffer *moves)
{
    grundy *g = s->line->g;
    grundy_buffer option = grundy_buffer_open(g), text = grundy_buffer_open(g);
    move m = {.value = 0};
    grundy_status status = grundy_winning_move(s->solver, position, &option);
    if (status == GRUNDY_OK)
        status = grundy_position_print(g, s->r, grundy_buffer_bytes(&option), &text);
    if (status == GRUNDY_OK)
        status = grundy_list_add(texts, grundy_buffer_text(&text), text.size + 1);
    if (status == GRUNDY_OK)
        status = grundy_append(moves, &m, sizeof m);
    if (status == GRUNDY_OK)
        fputs("grundy: too many moves to list; one that wins, found without trying all\n", stderr);
    grundy_buffer_close(&option);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status print_moves(session *s, const grundy_list *texts, grundy_buffer *moves)
{
    move *m = (move *)(void *)moves->data;
    size_t count = moves->size / sizeof *m;
    grundy_buffer out = grundy_buffer_open(s->line->g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < count; i++)
        m[i].text = (const char *)grundy_list_at(texts, i).data;
    if (count > 1)
        qsort(m, count, sizeof *m, moves_by_value);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = grundy_appendf(&out, "%s\t%" PRIu64 "\n", m[i].text, m[i].value);
    if (status == GRUNDY_OK)
        status = flush_output(s->line->g, &out);
    grundy_buffer_close(&out);
    return status;
}

static grundy_status run_moves(command_line *line)
{
    session s;
    const bool lost_only = line->option[OPTION_WINNING] != NULL && line->option[OPTION_MISERE] != NULL;
    TRY(session_open(line, question_of(line, lost_only),
                     &s)); /* outcomes of sums in misere play have ways of their own */
    grundy_buffer position = grundy_buffer_open(line->g), moves = grundy_buffer_open(line->g);
    grundy_list texts = grundy_list_open(line->g);
    grundy_status status = session_read(&s, line->arguments[1], &position);
    if (status == GRUNDY_OK)
        status = find_moves(&s, grundy_buffer_bytes(&position), &texts, &moves);
    if (status == GRUNDY_LIMIT && line->option[OPTION_WINNING] != NULL && grundy_list_count(&texts) == 0)
        status = find_one_move(&s, grundy_buffer_bytes(&position), &texts, &moves);
    if (status == GRUNDY_OK)
        status = print_moves(&s, &texts, &moves);
    grundy_list_close(&texts);
    grundy_buffer_close(&moves);
    grundy_buffer_close(&position);
    session_close(&s);
    return status;
}

const command moves_command = {
    .name = "moves",
    .synopsis = "RULESET POSITION [--winning]",
    .summary = "the options with their values, least value first",
    .example = "moves 'subtraction(1,2,3)' 5",
    .options = SOLVE_OPTIONS | OPTION_BIT(WINNING),
    .least = 2,
    .most = 2,
    .shared = true,
    .run = run_moves,
};
