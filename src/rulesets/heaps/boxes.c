#include "rulesets/heaps/boxes.h"

#include <string.h>

#include "math/mex.h"

/* Cells in one box; with 4 bytes each, 2 GB. */
#define CELLS_MAX ((size_t)1 << 29)

grundy_status box_cells(grundy *g, const grundy_box *box, size_t *out)
{
    size_t cells = 1;
    for (unsigned i = 0; i < box->dimensions; i++) {
        if (box->sizes[i] > CELLS_MAX / cells)
            return grundy_fail(g, GRUNDY_LIMIT, "a sweep of more than %zu positions is out of reach", CELLS_MAX);
        cells *= box->sizes[i];
    }
    *out = cells;
    return GRUNDY_OK;
}

uint32_t box_terminal(const grundy_box *box)
{
    return box->question == GRUNDY_MISERE_VALUE ? 1 : 0;
}

/* ---- marks ---- */

grundy_status box_marks_open(grundy *g, size_t size, box_marks *out)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *stamp = handle_new(g, size, sizeof *stamp, &status);
    if (stamp == NULL)
        return status;
    *out = (box_marks){.g = g, .stamp = stamp, .size = size, .now = 1};
    return GRUNDY_OK;
}

void box_marks_close(box_marks *m)
{
    handle_free(m->g, m->stamp, m->size * sizeof *m->stamp);
}

void box_marks_clear(box_marks *m)
{
    if (m->now == UINT32_MAX) {
        memset(m->stamp, 0, m->size * sizeof *m->stamp);
        m->now = 0;
    }
    m->now++;
}

void box_mark_extras(box_marks *m, const grundy_box *box, size_t cell)
{
    for (size_t i = 0; i < box->extras; i++)
        box_mark(m, box->extra[i][cell]);
}

/* ---- lines ---- */

/* The sets of values on the lines of one direction; gap[i] is the first word of line i that is not full, so
 * that the part of a long line that is settled is not looked at again. */
typedef struct {
    uint64_t *sets;
    size_t *gap;
    size_t count;
} line_sets;

static grundy_status lines_open(grundy *g, size_t count, size_t words, line_sets *out)
{
    grundy_status status = GRUNDY_OK;
    out->count = count;
    out->sets = handle_new(g, count * words, sizeof *out->sets, &status);
    if (out->sets != NULL)
        out->gap = handle_new(g, count, sizeof *out->gap, &status);
    return status;
}

static void lines_close(grundy *g, size_t words, line_sets *lines)
{
    handle_free(g, lines->sets, lines->count * words * sizeof *lines->sets);
    handle_free(g, lines->gap, lines->count * sizeof *lines->gap);
}

typedef struct {
    const grundy_box *box;
    uint32_t *values;
    unsigned lines;
    size_t rows, columns, words;
    line_sets row, column, diagonal; /* row: only the current one */
} line_sweep;

/* The lines that meet in a cell, at most one of each direction. */
typedef struct {
    uint64_t *set[3];
    size_t *gap[3];
    unsigned count;
} cell_lines;

static void box_lines_meet(cell_lines *c, line_sets *lines, size_t i, size_t words)
{
    uint64_t *set = lines->sets + i * words;
    size_t *gap = &lines->gap[i];
    *gap = set_first_gap(set, *gap, words);
    c->set[c->count] = set;
    c->gap[c->count++] = gap;
}

static bool is_extra(const grundy_box *box, size_t cell, uint32_t value)
{
    for (size_t i = 0; i < box->extras; i++)
        if (box->extra[i][cell] == value)
            return true;
    return false;
}

/* The least value on none of the lines and not among the extras. Each line is full below its gap. */
static uint32_t cell_mex(const line_sweep *s, const cell_lines *c, size_t cell)
{
    size_t word = 0;
    for (unsigned i = 0; i < c->count; i++)
        if (*c->gap[i] > word)
            word = *c->gap[i];
    for (;; word++) {
        uint64_t used = 0;
        for (unsigned i = 0; i < c->count; i++)
            used |= c->set[i][word];
        while (used != UINT64_MAX) {
            unsigned bit = (unsigned)__builtin_ctzll(~used);
            uint32_t value = (uint32_t)(64 * word + bit);
            if (!is_extra(s->box, cell, value))
                return value;
            used |= UINT64_C(1) << bit;
        }
    }
}

static void sweep_cell(line_sweep *s, size_t i, size_t j)
{
    size_t cell = i * s->columns + j;
    cell_lines c = {.count = 0};
    if (s->lines & LINES_ROWS)
        box_lines_meet(&c, &s->row, 0, s->words);
    if (s->lines & LINES_COLUMNS)
        box_lines_meet(&c, &s->column, j, s->words);
    if (s->lines & LINES_DIAGONALS)
        box_lines_meet(&c, &s->diagonal, j + s->rows - 1 - i, s->words);
    bool terminal = s->box->extras == 0 && (i == 0 || !(s->lines & LINES_COLUMNS)) &&
                    (j == 0 || !(s->lines & LINES_ROWS)) && (i == 0 || j == 0 || !(s->lines & LINES_DIAGONALS));
    uint32_t value = terminal ? box_terminal(s->box) : cell_mex(s, &c, cell);
    for (unsigned k = 0; k < c.count; k++)
        set_add(c.set[k], value);
    s->values[cell] = value;
}

static grundy_status sweep_rows(grundy *g, line_sweep *s)
{
    for (size_t i = 0; i < s->rows; i++) {
        if (s->lines & LINES_ROWS) {
            memset(s->row.sets, 0, s->words * sizeof *s->row.sets);
            s->row.gap[0] = 0;
        }
        for (size_t j = 0; j < s->columns; j++) {
            sweep_cell(s, i, j);
            if (j % 4096 == 4095)
                TRY(grundy_check(g));
        }
        TRY(grundy_check(g));
        grundy_report(g, "positions", (i + 1) * s->columns, s->rows * s->columns);
    }
    return GRUNDY_OK;
}

grundy_status box_by_lines(grundy *g, const grundy_box *box, unsigned lines, uint32_t *values)
{
    if (box->dimensions < 1 || box->dimensions > 2)
        return GRUNDY_DOMAIN;
    line_sweep s = {.box = box, .values = values};
    s.rows = box->dimensions == 2 ? box->sizes[0] : 1;
    s.lines = s.rows > 1 ? lines : lines & LINES_ROWS; /* in one row nothing comes before on the others */
    s.columns = box->dimensions == 2 ? box->sizes[1] : box->sizes[0];
    /* A cell has at most i + j + min(i,j) options and the extras, and its value is not above their number. */
    size_t most = s.rows + s.columns + (s.lines & LINES_DIAGONALS ? (s.rows < s.columns ? s.rows : s.columns) : 0);
    s.words = set_words(most + box->extras + 2);
    grundy_status status = lines_open(g, s.lines & LINES_ROWS ? 1 : 0, s.words, &s.row);
    if (status == GRUNDY_OK)
        status = lines_open(g, s.lines & LINES_COLUMNS ? s.columns : 0, s.words, &s.column);
    if (status == GRUNDY_OK)
        status = lines_open(g, s.lines & LINES_DIAGONALS ? s.rows + s.columns - 1 : 0, s.words, &s.diagonal);
    if (status == GRUNDY_OK)
        status = sweep_rows(g, &s);
    lines_close(g, s.words, &s.row);
    lines_close(g, s.words, &s.column);
    lines_close(g, s.words, &s.diagonal);
    return status;
}

/* ---- cell by cell ---- */

grundy_status box_cell_of_option(const grundy_box *box, const uint64_t *heaps, grundy_bytes option, size_t *cell)
{
    size_t at = 0;
    uint64_t heap;
    if (numbers_count(option) != box->dimensions)
        return GRUNDY_DOMAIN;
    for (unsigned i = 0; i < box->dimensions && heaps_next(&option, &heap); i++) {
        if (heap > heaps[i])
            return GRUNDY_DOMAIN;
        at = at * box->sizes[i] + (size_t)heap;
    }
    *cell = at;
    return GRUNDY_OK;
}

void box_advance(const grundy_box *box, uint64_t *heaps)
{
    for (unsigned i = box->dimensions; i-- > 0;) {
        if (++heaps[i] < box->sizes[i])
            return;
        heaps[i] = 0;
    }
}

typedef struct {
    grundy_buffer position;
    grundy_list options;
    box_marks marks;
} option_sweep;

static grundy_status fill_cell(grundy *g, const grundy_ruleset *r, const grundy_box *box, option_sweep *s,
                               const uint64_t *heaps, size_t cell, uint32_t *values)
{
    s->position.size = 0;
    grundy_list_clear(&s->options);
    TRY(heaps_put(&s->position, heaps, box->dimensions));
    TRY(r->family->options(g, r, grundy_buffer_bytes(&s->position), &s->options));
    size_t count = grundy_list_count(&s->options);
    box_marks_clear(&s->marks);
    for (size_t i = 0; i < count; i++) {
        size_t to;
        TRY(box_cell_of_option(box, heaps, grundy_list_at(&s->options, i), &to));
        box_mark(&s->marks, values[to]);
    }
    box_mark_extras(&s->marks, box, cell);
    values[cell] = count + box->extras == 0 ? box_terminal(box) : box_mex(&s->marks);
    return GRUNDY_OK;
}

grundy_status box_by_options(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    size_t cells = 0, most = box->extras + 2;
    TRY(box_cells(g, box, &cells));
    for (unsigned i = 0; i < box->dimensions; i++)
        most += 2 * box->sizes[i];
    option_sweep s = {.position = grundy_buffer_open(g), .options = grundy_list_open(g)};
    uint64_t heaps[GRUNDY_EXTENT_MAX] = {0};
    TRY(box_marks_open(g, most, &s.marks));
    grundy_status status = GRUNDY_OK;
    size_t passed = 0;
    for (size_t cell = 0; status == GRUNDY_OK && cell < cells; cell++) {
        status = fill_cell(g, r, box, &s, heaps, cell, values);
        box_advance(box, heaps);
        if (status == GRUNDY_OK)
            status = handle_look(g, &passed, grundy_list_count(&s.options));
        grundy_report(g, "positions", cell + 1, cells);
    }
    box_marks_close(&s.marks);
    grundy_list_close(&s.options);
    grundy_buffer_close(&s.position);
    return status;
}
