/* moves.c - the options of a position with their values
 *
 * What is kept of a move is what its part becomes, and not the option as text, which can be as long as the position. The
 * texts of moves of one value are made to be sorted; where they do not fit into memory, each is made to be printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* A move, with its option as text while those of its value are sorted. */
typedef struct {
    uint64_t value;
    size_t part, number; /* the number of the move among those that are kept */
    const char *text;
} kept_move;

typedef struct {
    session s;
    grundy_moves *moves;
    bool winning;
    uint64_t wins;        /* with --count; without --winning all moves are counted */
    grundy_buffer kept;   /* kept_move each */
    grundy_list becoming; /* what the parts become */
    grundy_buffer option, out;
} move_list;

enum { FLUSH_SIZE = 1 << 16 };

/* The share of texts in the memory limit, and how much they take where there is none. */
#define TEXTS_SHARE 8
#define TEXTS_MOST (UINT64_C(1) << 29)

/* ---- finding them ---- */

static grundy_status moves_explain(move_list *l, const grundy_move *m)
{
    if (l->s.line->option[OPTION_EXPLAIN] == NULL)
        return GRUNDY_OK;
    l->option.size = 0;
    TRY(grundy_moves_option(l->moves, m, &l->option));
    return session_explain(&l->s, grundy_buffer_bytes(&l->option), &m->answer);
}

static grundy_status moves_count_win(void *context, const grundy_move *m)
{
    move_list *l = context;
    l->wins += m->answer.value == 0;
    return moves_explain(l, m);
}

static grundy_status moves_keep(void *context, const grundy_move *m)
{
    move_list *l = context;
    TRY(moves_explain(l, m));
    if (l->winning && m->answer.value != 0)
        return GRUNDY_OK;
    const kept_move kept = {.value = m->answer.value, .part = m->part, .number = grundy_list_count(&l->becoming)};
    TRY(grundy_list_add(&l->becoming, m->option.data, m->option.size));
    return grundy_append(&l->kept, &kept, sizeof kept);
}

/* ---- printing them ---- */

static int moves_by_value(const void *a, const void *b)
{
    const kept_move *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int moves_by_text(const void *a, const void *b)
{
    return strcmp(((const kept_move *)a)->text, ((const kept_move *)b)->text);
}

/* Append the option as text. */
static grundy_status moves_text(move_list *l, const kept_move *m, grundy_buffer *out)
{
    const grundy_move move = {.part = m->part, .option = grundy_list_at(&l->becoming, m->number)};
    l->option.size = 0;
    TRY(grundy_moves_option(l->moves, &move, &l->option));
    return grundy_position_print(l->s.line->g, l->s.r, grundy_buffer_bytes(&l->option), out);
}

/* The texts of moves, as long as they take no more than `most` bytes; GRUNDY_LIMIT: they take more. */
static grundy_status moves_texts(move_list *l, const kept_move *m, size_t count, uint64_t most, grundy_list *texts)
{
    grundy_status status = GRUNDY_OK;
    uint64_t size = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        l->out.size = 0;
        status = moves_text(l, &m[i], &l->out);
        if (status == GRUNDY_OK && (size += l->out.size) > most)
            status = GRUNDY_LIMIT;
        if (status == GRUNDY_OK)
            status = grundy_list_add(texts, grundy_buffer_text(&l->out), l->out.size + 1);
    }
    l->out.size = 0;
    return status;
}

/* Append a line to what is to be printed. */
static grundy_status moves_line(move_list *l, const kept_move *m)
{
    grundy_status status =
        m->text != NULL ? grundy_append(&l->out, m->text, strlen(m->text)) : moves_text(l, m, &l->out);
    if (status == GRUNDY_OK)
        status = grundy_appendf(&l->out, "\t%" PRIu64 "\n", m->value);
    if (status == GRUNDY_OK && l->out.size >= FLUSH_SIZE)
        status = flush_output(l->s.line->g, &l->out);
    return status;
}

/* Sort moves of one value by their texts, which are in `texts` then; leave them as found where that takes too much. */
static grundy_status moves_sort(move_list *l, kept_move *m, size_t count, grundy_list *texts)
{
    grundy *g = l->s.line->g;
    const uint64_t limit = grundy_get_limits(g).memory;
    const grundy_status status = moves_texts(l, m, count, limit == 0 ? TEXTS_MOST : limit / TEXTS_SHARE, texts);
    if (status == GRUNDY_LIMIT || status == GRUNDY_NOMEM) {
        grundy_list_close(texts);
        *texts = grundy_list_open(g);
        return grundy_check(g);
    }
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        m[i].text = (const char *)grundy_list_at(texts, i).data;
    if (status == GRUNDY_OK)
        qsort(m, count, sizeof *m, moves_by_text);
    return status;
}

/* Print the moves of one value. */
static grundy_status moves_print_equal(move_list *l, kept_move *m, size_t count)
{
    grundy_list texts = grundy_list_open(l->s.line->g);
    grundy_status status = flush_output(l->s.line->g, &l->out);
    if (status == GRUNDY_OK && count > 1)
        status = moves_sort(l, m, count, &texts);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = moves_line(l, &m[i]);
    grundy_list_close(&texts);
    return status;
}

static grundy_status moves_print(move_list *l)
{
    kept_move *m = (kept_move *)(void *)l->kept.data;
    const size_t count = l->kept.size / sizeof *m;
    grundy_status status = GRUNDY_OK;
    if (count > 1)
        qsort(m, count, sizeof *m, moves_by_value);
    for (size_t i = 0, end; status == GRUNDY_OK && i < count; i = end) {
        for (end = i + 1; end < count && m[end].value == m[i].value; end++)
            ;
        status = moves_print_equal(l, m + i, end - i);
    }
    return status == GRUNDY_OK ? flush_output(l->s.line->g, &l->out) : status;
}

/* Too many options to look at: one winning move that a closed form names. */
static grundy_status moves_print_one(move_list *l, grundy_bytes position)
{
    grundy *g = l->s.line->g;
    l->option.size = l->out.size = 0;
    TRY(grundy_winning_move(l->s.solver, position, &l->option));
    TRY(grundy_position_print(g, l->s.r, grundy_buffer_bytes(&l->option), &l->out));
    TRY(grundy_appendf(&l->out, "\t0\n"));
    fputs("grundy: too many moves to list; one that wins, found without trying all\n", stderr);
    return flush_output(g, &l->out);
}

/* ---- the command ---- */

static grundy_status moves_count(move_list *l)
{
    grundy_status status =
        l->winning ? grundy_moves_visit(l->moves, moves_count_win, l) : grundy_moves_count(l->moves, &l->wins);
    if (status == GRUNDY_OK)
        status = grundy_appendf(&l->out, "%" PRIu64 "\n", l->wins);
    return status == GRUNDY_OK ? flush_output(l->s.line->g, &l->out) : status;
}

static grundy_status moves_find(move_list *l, grundy_bytes position)
{
    TRY(grundy_moves_open(l->s.solver, position, &l->moves));
    if (l->s.line->option[OPTION_COUNT] != NULL)
        return moves_count(l);
    const grundy_status status = grundy_moves_visit(l->moves, moves_keep, l);
    if (status == GRUNDY_LIMIT && l->winning && l->kept.size == 0)
        return moves_print_one(l, position);
    return status == GRUNDY_OK ? moves_print(l) : status;
}

static grundy_status run_moves(command_line *line)
{
    move_list l = {.winning = line->option[OPTION_WINNING] != NULL};
    /* Outcomes of sums in misere play have ways of their own. */
    const bool lost_only = l.winning && line->option[OPTION_MISERE] != NULL;
    TRY(session_open(line, question_of(line, lost_only), &l.s));
    grundy_buffer position = grundy_buffer_open(line->g);
    l.kept = grundy_buffer_open(line->g);
    l.becoming = grundy_list_open(line->g);
    l.option = grundy_buffer_open(line->g);
    l.out = grundy_buffer_open(line->g);
    grundy_status status = session_read(&l.s, line->arguments[1], &position);
    if (status == GRUNDY_OK)
        status = moves_find(&l, grundy_buffer_bytes(&position));
    grundy_moves_close(l.moves);
    grundy_buffer_close(&l.out);
    grundy_buffer_close(&l.option);
    grundy_list_close(&l.becoming);
    grundy_buffer_close(&l.kept);
    grundy_buffer_close(&position);
    session_close(&l.s);
    return status;
}

const command moves_command = {
    .name = "moves",
    .synopsis = "RULESET POSITION [--winning] [--count]",
    .summary = "the options with their values, least value first",
    .example = "moves 'subtraction(1,2,3)' 5",
    .options = SOLVE_OPTIONS | OPTION_BIT(WINNING) | OPTION_BIT(COUNT),
    .least = 2,
    .most = 2,
    .shared = true,
    .run = run_moves,
};
