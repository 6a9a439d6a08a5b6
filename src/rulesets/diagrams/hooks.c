/* hooks.c - Sato's form of Welter's game: remove a hook from a Young diagram
 *
 * The hook of a cell is the cell with those to its right and those below it; removing it and pushing the two pieces
 * together is the same as removing the rim from the end of the arm to the end of the leg. On the beta numbers of the
 * partition it moves one ball down to a free place, so values and moves are those of Welter's game (Sato 1970; inset
 * paper, Remark 3.3). */
#include "math/balls.h"
#include "rulesets/diagrams/diagrams.h"

/* The most rows of which beta numbers are made. */
enum { ROWS_MAX = 1 << 24 };

/* The beta numbers of a summand, one for each row. */
typedef struct {
    grundy *g;
    uint64_t *at;
    partition_run *runs; /* room for a partition of so many rows */
    size_t rows;
} beta_numbers;

static void beta_close(beta_numbers *b)
{
    handle_free(b->g, b->at, (b->rows + 1) * sizeof *b->at);
    handle_free(b->g, b->runs, (b->rows + 1) * sizeof *b->runs);
}

static grundy_status beta_room(grundy *g, uint64_t rows, beta_numbers *out)
{
    grundy_status status = GRUNDY_OK;
    if (rows > ROWS_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a partition of more than %d rows is too large for its hooks", ROWS_MAX);
    *out = (beta_numbers){.g = g, .rows = (size_t)rows};
    out->at = handle_new(g, out->rows + 1, sizeof *out->at, &status);
    if (out->at != NULL)
        out->runs = handle_new(g, out->rows + 1, sizeof *out->runs, &status);
    if (status != GRUNDY_OK)
        beta_close(out);
    return status;
}

static grundy_status beta_read(grundy *g, grundy_bytes summand, beta_numbers *out)
{
    young y;
    TRY(young_read(g, summand, &y));
    grundy_status status = beta_room(g, partition_rows(y.runs, y.count), out);
    if (status == GRUNDY_OK)
        partition_beta(y.runs, y.count, out->at);
    young_close(&y);
    return status;
}

/* Add the partition in which ball i, of descending ones, goes to a free place. */
static grundy_status add_moved(const beta_numbers *b, beta_numbers *copy, size_t i, uint64_t to, grundy_buffer *scratch,
                               grundy_list *out)
{
    for (size_t k = 0; k < b->rows; k++)
        copy->at[k] = k == i ? to : b->at[k];
    size_t count = partition_of_beta(copy->at, b->rows, copy->runs);
    scratch->size = 0;
    TRY(young_write(copy->runs, count, scratch));
    return grundy_list_add(out, scratch->data, scratch->size);
}

static grundy_status hook_moves(const beta_numbers *b, beta_numbers *copy, size_t i, grundy_buffer *scratch,
                                grundy_list *out)
{
    size_t next = i + 1; /* the highest ball that is still below */
    TRY(grundy_list_room(out, b->at[i] - (b->rows - 1 - i)));
    for (uint64_t to = b->at[i]; to-- > 0;) {
        if (next < b->rows && b->at[next] == to)
            next++;
        else
            TRY(add_moved(b, copy, i, to, scratch, out));
        TRY(grundy_check(b->g));
    }
    return GRUNDY_OK;
}

static grundy_status hooks_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    beta_numbers b, copy;
    TRY(beta_read(g, summand, &b));
    grundy_status status = beta_room(g, b.rows, &copy);
    if (status == GRUNDY_OK) {
        grundy_buffer scratch = grundy_buffer_open(g);
        for (size_t i = 0; status == GRUNDY_OK && i < b.rows; i++)
            status = hook_moves(&b, &copy, i, &scratch, out);
        grundy_buffer_close(&scratch);
        beta_close(&copy);
    }
    beta_close(&b);
    return status;
}

static grundy_status hooks_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                   grundy_question question, uint64_t *out, const char **reason)
{
    (void)r;
    (void)count;
    beta_numbers b;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    TRY(beta_read(g, summands[0], &b));
    *out = balls_welter(b.at, b.rows);
    *reason = "Welter's function of the beta numbers (Sato 1970; inset paper, Remark 3.3 and Theorem 3.5)";
    beta_close(&b);
    return GRUNDY_OK;
}

static grundy_status hooks_winning_move(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                        grundy_buffer *out)
{
    (void)r;
    beta_numbers b;
    size_t from;
    uint64_t to;
    TRY(beta_read(g, summand, &b));
    uint64_t welter = balls_welter(b.at, b.rows);
    grundy_status status = GRUNDY_DOMAIN;
    if (balls_welter_move(b.at, b.rows, welter, value, &from, &to)) {
        b.at[from] = to;
        status = young_write(b.runs, partition_of_beta(b.at, b.rows, b.runs), out);
    }
    beta_close(&b);
    return status;
}

const grundy_family hooks_family = {
    .name = "hooks",
    .arguments = "",
    .summary = "remove a hook from a Young diagram: Welter's game on partitions",
    .rules = "A move removes a hook: a cell, those to its right and those below it; what is left is pushed\n"
             "together. With beta numbers for balls it is the game welter.\n" YOUNG_NOTATION,
    .theorems = "Value: Welter's function of the beta numbers (Sato 1970; inset paper, Remark 3.3).",
    .example_ruleset = "hooks",
    .example_position = "[4,3]",
    YOUNG_POSITIONS,
    .symmetries = GRUNDY_SYMMETRY_TRANSPOSE,
    .parse = young_parse,
    .print = young_print,
    .options = hooks_options,
    .formula = hooks_formula,
    .random = young_random,
    .winning_move = hooks_winning_move,
    .view = hooks_view,
    .draw = young_draw_hooks,
};
