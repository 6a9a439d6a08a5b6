/* drawing_diagrams.c - Young diagrams, with what a move takes out of them
 *
 * The option is a partition and does not say which rows went. They are found again: rows went if the option's parts are
 * among those of the partition, columns if that holds for the conjugates; a hook went where the option lies inside. */
#include "rulesets/diagrams/diagrams.h"
#include "rulesets/drawing.h"

typedef struct {
    grundy *g;
    grundy_picture *out;
    size_t rows, columns;
    bool *row_gone, *column_gone;
    uint64_t *kept; /* of a row: how many cells stay */
} diagram_drawing;

static void close_drawing(diagram_drawing *d)
{
    handle_free(d->g, d->row_gone, (d->rows + 1) * sizeof *d->row_gone);
    handle_free(d->g, d->column_gone, (d->columns + 1) * sizeof *d->column_gone);
    handle_free(d->g, d->kept, (d->rows + 1) * sizeof *d->kept);
}

static grundy_status open_drawing(const young *y, grundy_picture *out, diagram_drawing *d)
{
    grundy_status status = diagram_check(y->g, y->runs, y->count);
    *d = (diagram_drawing){.g = y->g, .out = out};
    if (status != GRUNDY_OK)
        return status;
    d->rows = (size_t)partition_rows(y->runs, y->count);
    d->columns = (size_t)partition_columns(y->runs, y->count);
    d->row_gone = handle_new(y->g, d->rows + 1, sizeof *d->row_gone, &status);
    d->column_gone = handle_new(y->g, d->columns + 1, sizeof *d->column_gone, &status);
    d->kept = handle_new(y->g, d->rows + 1, sizeof *d->kept, &status);
    if (status != GRUNDY_OK)
        close_drawing(d);
    for (size_t i = 0; status == GRUNDY_OK && i < d->rows; i++)
        d->kept[i] = d->columns;
    return status;
}

static grundy_status diagram_draw_cells(const young *y, const diagram_drawing *d)
{
    size_t row = 0;
    int64_t cell = 0;
    for (size_t i = 0; i < y->count; i++)
        for (uint64_t k = 0; k < y->runs[i].times; k++, row++)
            for (uint64_t column = 0; column < y->runs[i].part; column++) {
                bool gone = d->row_gone[row] || d->column_gone[column] || column >= d->kept[row];
                TRY(picture_cell(d->out, gone ? GRUNDY_ROLE_REMOVED : GRUNDY_ROLE_PLAIN, (double)column, (double)row,
                                 cell++));
            }
    if (row > 0)
        return GRUNDY_OK;
    static const grundy_mark nothing = {GRUNDY_SHAPE_LABEL, GRUNDY_ROLE_FAINT, 0, 0, 1, 1, -1, 0, 0};
    return grundy_picture_add(d->out, &nothing, "[]");
}

/* ---- what a move took ---- */

/* Are the rows of b among those of a? Those that are not are gone: the first of each length. */
static bool lines_gone(const young *a, const young *b, bool *gone)
{
    size_t row = 0, matched = 0;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t staying = 0;
        for (size_t k = 0; k < b->count; k++)
            if (b->runs[k].part == a->runs[i].part)
                staying = b->runs[k].times;
        matched += staying > 0;
        if (staying > a->runs[i].times)
            return false;
        for (uint64_t k = 0; k < a->runs[i].times; k++)
            gone[row++] = k < a->runs[i].times - staying;
    }
    return matched == b->count;
}

static grundy_status mark_lines(const young *y, const young *option, diagram_drawing *d)
{
    young columns, left;
    if (lines_gone(y, option, d->row_gone))
        return GRUNDY_OK;
    for (size_t i = 0; i < d->rows; i++)
        d->row_gone[i] = false;
    TRY(young_conjugate(y, &columns));
    grundy_status status = young_conjugate(option, &left);
    if (status == GRUNDY_OK) {
        if (!lines_gone(&columns, &left, d->column_gone))
            for (size_t i = 0; i < d->columns; i++)
                d->column_gone[i] = false;
        young_close(&left);
    }
    young_close(&columns);
    return status;
}

/* The cells outside the option. */
static grundy_status mark_skew(const young *y, const young *option, diagram_drawing *d)
{
    size_t row = 0;
    if (!partition_below(option->runs, option->count, y->runs, y->count))
        return GRUNDY_OK;
    for (size_t i = 0; i < d->rows; i++)
        d->kept[i] = 0;
    for (size_t i = 0; i < option->count; i++)
        for (uint64_t k = 0; k < option->runs[i].times; k++)
            d->kept[row++] = option->runs[i].part;
    return GRUNDY_OK;
}

typedef grundy_status marking(const young *y, const young *option, diagram_drawing *d);

static grundy_status diagram_mark(const young *y, grundy_bytes move, marking *how, diagram_drawing *d)
{
    young option;
    TRY(young_read(y->g, move, &option));
    grundy_status status = how(y, &option, d);
    young_close(&option);
    return status;
}

static grundy_status draw_marked(grundy *g, grundy_bytes summand, const grundy_bytes *move, marking *how,
                                 grundy_picture *out)
{
    young y;
    diagram_drawing d;
    TRY(young_read(g, summand, &y));
    grundy_status status = open_drawing(&y, out, &d);
    if (status == GRUNDY_OK) {
        if (move != NULL)
            status = diagram_mark(&y, *move, how, &d);
        if (status == GRUNDY_OK)
            status = diagram_draw_cells(&y, &d);
        close_drawing(&d);
    }
    young_close(&y);
    return status;
}

grundy_status young_draw_lines(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                               grundy_picture *out)
{
    (void)r;
    return draw_marked(g, summand, move, mark_lines, out);
}

grundy_status young_draw_hooks(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                               grundy_picture *out)
{
    (void)r;
    return draw_marked(g, summand, move, mark_skew, out);
}

grundy_status young_draw_corner(grundy *g, grundy_bytes summand, uint64_t rows, uint64_t columns, grundy_picture *out)
{
    young y;
    diagram_drawing d;
    TRY(young_read(g, summand, &y));
    grundy_status status = open_drawing(&y, out, &d);
    if (status == GRUNDY_OK) {
        for (size_t i = 0; i < d.rows && i < rows; i++)
            d.row_gone[i] = true;
        for (size_t i = 0; i < d.columns && i < columns; i++)
            d.column_gone[i] = true;
        status = diagram_draw_cells(&y, &d);
        close_drawing(&d);
    }
    young_close(&y);
    return status;
}
