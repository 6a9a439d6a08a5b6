/* chess.c - impartial chess on Young diagrams: a piece in the corner of the diagram goes right and down
 *
 * A piece that goes i rows down and j columns to the right leaves the part of the diagram from its new cell on, which
 * is the partition (p_(i+1) - j, p_(i+2) - j, ...) without what is not positive; it must land on a cell. Berlekamp
 * proposed the games for rectangles; rules for partitions from Gottlieb, Krnc and Mursic, Impartial chess on integer
 * partitions (2025). A rook on rectangles is Nim with two heaps, a queen Wythoff. */
#include <string.h>

#include "rulesets/diagrams/diagrams.h"
#include "rulesets/drawing.h"

/* How a piece goes: steps (rows, columns), as often as it likes if it is a rider. */
typedef struct {
    const char *name;
    unsigned steps;
    unsigned char rows[3], columns[3];
    bool rider;
    bool symmetric; /* rows and columns alike */
} piece;

static const piece pieces[] = {
    {"downright", 2, {0, 1}, {1, 0}, false, true},  {"pawn", 2, {0, 1}, {1, 1}, false, false},
    {"knight", 2, {1, 2}, {2, 1}, false, true},     {"bishop", 1, {1}, {1}, true, true},
    {"king", 3, {0, 1, 1}, {1, 0, 1}, false, true}, {"rook", 2, {0, 1}, {1, 0}, true, true},
    {"queen", 3, {0, 1, 1}, {1, 0, 1}, true, true},
};

typedef struct {
    const piece *piece;
} chess;

static const piece *piece_of(const grundy_ruleset *r)
{
    const chess *game = grundy_ruleset_state(r);
    return game->piece;
}

static void chess_close(grundy *g, void *state)
{
    handle_free(g, state, sizeof(chess));
}

static grundy_status chess_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    const grundy_arg *arg = self->count == 1 ? &self->args[0] : NULL;
    size_t i = 0;
    if (arg == NULL || arg->kind != GRUNDY_ARG_NAME || arg->parenthesised)
        return grundy_arg_fail(g, self, "chess needs a piece, as in chess(rook)");
    while (i < GRUNDY_COUNT(pieces) && strcmp(pieces[i].name, arg->text) != 0)
        i++;
    if (i == GRUNDY_COUNT(pieces))
        return grundy_arg_fail(g, arg,
                               "no piece is called '%.40s'; expected downright, pawn, knight, bishop, king, rook "
                               "or queen",
                               arg->text);
    chess *game = handle_new(g, 1, sizeof *game, &status);
    if (game == NULL)
        return status;
    game->piece = &pieces[i];
    grundy_ruleset_set_symmetries(r, pieces[i].symmetric ? GRUNDY_SYMMETRY_TRANSPOSE : 0);
    grundy_ruleset_set_state(r, game);
    return GRUNDY_OK;
}

/* Append the diagram from a cell on; says whether it is a cell. */
static grundy_status diagram_from(const young *y, uint64_t rows, uint64_t columns, bool *inside, grundy_buffer *out)
{
    *inside = false;
    for (size_t i = 0; i < y->count && y->runs[i].part > columns; i++) {
        uint64_t gone = rows < y->runs[i].times ? rows : y->runs[i].times;
        partition_run run = {y->runs[i].part - columns, y->runs[i].times - gone};
        rows -= gone;
        if (run.times == 0)
            continue;
        *inside = true;
        TRY(young_write(&run, 1, out));
    }
    return GRUNDY_OK;
}

/* Two ways can leave the same diagram, as both steps of a rook on [2,1]. */
static bool is_listed(const grundy_list *list, size_t from, const grundy_buffer *option)
{
    for (size_t i = from; i < grundy_list_count(list); i++) {
        grundy_bytes known = grundy_list_at(list, i);
        if (known.size == option->size && memcmp(known.data, option->data, known.size) == 0)
            return true;
    }
    return false;
}

static grundy_status add_steps(const young *y, const piece *p, unsigned step, size_t from, grundy_buffer *option,
                               grundy_list *out)
{
    bool inside = true;
    for (uint64_t k = 1; inside && (k == 1 || p->rider); k++) {
        option->size = 0;
        TRY(diagram_from(y, k * p->rows[step], k * p->columns[step], &inside, option));
        if (inside && !is_listed(out, from, option))
            TRY(grundy_list_add(out, option->data, option->size));
        TRY(grundy_check(y->g));
    }
    return GRUNDY_OK;
}

static grundy_status chess_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    young y;
    const piece *p = piece_of(r);
    size_t from = grundy_list_count(out);
    grundy_buffer option = grundy_buffer_open(g);
    TRY(young_read(g, summand, &y));
    grundy_status status = p->rider ? grundy_list_room(out, partition_rows(y.runs, y.count)) : GRUNDY_OK;
    if (status == GRUNDY_OK && p->rider)
        status = grundy_list_room(out, partition_columns(y.runs, y.count));
    for (unsigned step = 0; status == GRUNDY_OK && step < p->steps; step++)
        status = add_steps(&y, p, step, from, &option, out);
    grundy_buffer_close(&option);
    young_close(&y);
    return status;
}

/* ---- drawing ---- */

/* The cell to which a step leads, as often as it takes to leave this diagram. */
static grundy_status find_step(const young *y, const piece *p, unsigned step, grundy_bytes option, uint64_t *times)
{
    grundy_buffer left = grundy_buffer_open(y->g);
    grundy_status status = GRUNDY_OK;
    bool inside = true;
    *times = 0;
    for (uint64_t k = 1; status == GRUNDY_OK && inside && *times == 0 && (k == 1 || p->rider); k++) {
        left.size = 0;
        status = diagram_from(y, k * p->rows[step], k * p->columns[step], &inside, &left);
        grundy_bytes bytes = grundy_buffer_bytes(&left);
        if (inside && bytes_compare(&bytes, &option) == 0)
            *times = k;
    }
    grundy_buffer_close(&left);
    return status;
}

static grundy_status draw_piece(grundy_picture *out, grundy_role role, uint64_t row, uint64_t column)
{
    return picture_disc(out, role, (double)column, (double)row, -1, NULL);
}

static grundy_status draw_move(const young *y, const piece *p, grundy_bytes summand, grundy_bytes option,
                               grundy_picture *out)
{
    uint64_t times = 0;
    unsigned step = 0;
    while (step < p->steps) {
        TRY(find_step(y, p, step, option, &times));
        if (times > 0)
            break;
        step++;
    }
    uint64_t row = times * p->rows[step % p->steps], column = times * p->columns[step % p->steps];
    TRY(young_draw_corner(y->g, summand, row, column, out));
    TRY(draw_piece(out, GRUNDY_ROLE_REMOVED, 0, 0));
    TRY(draw_piece(out, GRUNDY_ROLE_MARKED, row, column));
    return picture_line(out, GRUNDY_SHAPE_ARROW, GRUNDY_ROLE_MARKED, 0.5, 0.5, (double)column + 0.5, (double)row + 0.5);
}

static grundy_status chess_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                                grundy_picture *out)
{
    young y;
    if (move == NULL || summand.size == 0) {
        TRY(young_draw_corner(g, summand, 0, 0, out));
        return summand.size == 0 ? GRUNDY_OK : draw_piece(out, GRUNDY_ROLE_MARKED, 0, 0);
    }
    TRY(young_read(g, summand, &y));
    grundy_status status = diagram_check(g, y.runs, y.count);
    if (status == GRUNDY_OK)
        status = draw_move(&y, piece_of(r), summand, *move, out);
    young_close(&y);
    return status;
}

const grundy_family chess_family = {
    .name = "chess",
    .arguments = "(PIECE)",
    .summary = "impartial chess on a Young diagram, with one piece",
    .rules = "A piece stands on the first cell of the Young diagram of a partition and goes right and down:\n"
             "downright by 1 one way; pawn by 1 right or diagonally; knight 1 and 2; king by 1; bishop, rook\n"
             "and queen as far as they like. It must land on a cell, and the diagram from there on is left\n"
             "(Berlekamp; Gottlieb, Krnc and Mursic, Impartial chess on integer partitions, 2025).\n" YOUNG_NOTATION,
    .example_ruleset = "chess(rook)",
    .example_position = "[4,2,1]",
    .instances = (const char *const[]){"chess(downright)", "chess(pawn)", "chess(knight)", "chess(bishop)",
                                       "chess(king)", "chess(queen)", NULL},
    YOUNG_POSITIONS,
    .open = chess_open,
    .close = chess_close,
    .parse = young_parse,
    .print = young_print,
    .options = chess_options,
    .random = young_random,
    .draw = chess_draw,
};
