/* Boxes of heaps. What options take in a direction is swept with bit sets: each line of the direction keeps the values of
 * those of its cells that the cell at hand can reach. The other options are listed from their compact form, cell by cell. */
#include "math/mex.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/moves.h"

typedef struct {
    moves_ray ray;
    size_t rows, columns;  /* what it takes at first, */
    size_t row_step, step; /* and with each step more */
    uint64_t *sets;        /* a set of values for each line; NULL for a single move */
    size_t *gap;           /* of each line, the first word that is not full */
    size_t lines;
} moves_beam;

typedef struct {
    grundy *g;
    const moves *m;
    const grundy_box *box;
    uint32_t *values;
    size_t rows, columns, words;
    moves_beam beam[MOVES_RAYS_MAX];
    unsigned beams;
    uint64_t listed; /* bit i: option i is listed */
    box_marks marks;
    uint64_t usable; /* at the cell at hand, bit i: the conditions of option i that concern heaps hold */
    uint64_t guards; /* bit i: option i has such conditions */
    bool ended;
    size_t found; /* options that were listed at the cell */
    size_t passed;
    uint64_t heaps[GRUNDY_EXTENT_MAX];
    unsigned order[GRUNDY_EXTENT_MAX]; /* unordered: where the i-th least heap stands */
    unsigned shift;                    /* sums of single heaps: which heap is being moved in */
} moves_sweep;

/* ---- listed options ---- */

static grundy_status moves_mark(void *context, const uint64_t *to, unsigned places)
{
    moves_sweep *s = context;
    const moves *m = s->m;
    uint64_t sorted[MOVES_HEAPS_MAX], heaps[GRUNDY_EXTENT_MAX];
    size_t cell = 0;
    if (places != 1)
        return GRUNDY_DOMAIN;
    for (unsigned i = 0; i < s->box->dimensions; i++)
        heaps[i] = s->heaps[i];
    for (unsigned i = 0; i < m->heaps; i++)
        sorted[i] = to[i];
    if (m->unordered)
        numbers_sort(sorted, m->heaps);
    for (unsigned i = 0; i < m->heaps; i++)
        heaps[s->shift + (m->unordered ? s->order[i] : i)] = sorted[i];
    for (unsigned i = 0; i < s->box->dimensions; i++) {
        if (heaps[i] > s->heaps[i])
            return GRUNDY_DOMAIN;
        cell = cell * s->box->sizes[i] + (size_t)heaps[i];
    }
    box_mark(&s->marks, s->values[cell]);
    s->found++;
    return GRUNDY_OK;
}

/* A heap that splits: the value of a sum is the nim-sum. */
static grundy_status moves_mark_split(void *context, const uint64_t *to, unsigned places)
{
    moves_sweep *s = context;
    uint32_t value = 0;
    for (unsigned p = 0; p < places; p++) {
        if (to[p] >= s->heaps[0])
            return GRUNDY_DOMAIN;
        value ^= s->values[to[p]];
    }
    box_mark(&s->marks, value);
    s->found++;
    return GRUNDY_OK;
}

/* The heaps as the rules see them, and where each of them stands. */
static void moves_arrange(moves_sweep *s, uint64_t *heaps)
{
    for (unsigned i = 0; i < s->m->heaps; i++) {
        unsigned k = i;
        for (; s->m->unordered && k > 0 && heaps[k - 1] > s->heaps[s->shift + i]; k--) {
            heaps[k] = heaps[k - 1];
            s->order[k] = s->order[k - 1];
        }
        heaps[k] = s->heaps[s->shift + i];
        s->order[k] = i;
    }
}

static grundy_status moves_list_cell(moves_sweep *s)
{
    uint64_t heaps[MOVES_HEAPS_MAX];
    for (s->shift = 0; s->shift < s->box->dimensions; s->shift += s->m->heaps) {
        moves_arrange(s, heaps);
        TRY(moves_each(s->g, s->m, heaps, s->listed, s->m->splits ? moves_mark_split : moves_mark, s));
    }
    return GRUNDY_OK;
}

/* ---- lines ---- */

static size_t moves_line_count(const moves_sweep *s, size_t row_step, size_t step)
{
    if (row_step == 0)
        return s->rows * step;
    return (step * s->rows + row_step * s->columns + 1) * row_step;
}

/* A step that leaves the box at once makes a single move of a ray. Is the memory for the lines in proportion? */
static bool moves_lines_fit(const moves_sweep *s, moves_ray *ray)
{
    unsigned last = s->m->heaps - 1;
    uint64_t rows = last == 0 ? 0 : (uint64_t)ray->step[0], columns = (uint64_t)ray->step[last];
    if (rows >= s->rows || columns >= s->columns)
        ray->count = 1;
    return ray->count == 1 ||
           moves_line_count(s, (size_t)rows, (size_t)columns) <= 8 * (s->rows * s->columns / s->words + s->columns);
}

/* The number of the line of a direction on which a cell lies. */
static size_t moves_line(const moves_sweep *s, const moves_beam *b, size_t i, size_t j)
{
    if (b->row_step == 0)
        return b->step == 1 ? i : i * b->step + j % b->step;
    size_t across = b->step * i + b->row_step * (s->columns - j);
    return b->row_step == 1 ? across : across * b->row_step + i % b->row_step;
}

static grundy_status moves_beam_open(moves_sweep *s, const moves_ray *ray)
{
    moves_beam *b = &s->beam[s->beams++];
    unsigned last = s->m->heaps - 1;
    grundy_status status = GRUNDY_OK;
    *b = (moves_beam){.ray = *ray, .columns = (size_t)ray->from[last], .step = (size_t)ray->step[last]};
    if (last == 1) {
        b->rows = (size_t)ray->from[0];
        b->row_step = (size_t)ray->step[0];
    }
    if (ray->count == 1)
        return GRUNDY_OK;
    b->lines = moves_line_count(s, b->row_step, b->step);
    b->sets = handle_new(s->g, b->lines * s->words, sizeof *b->sets, &status);
    if (b->sets != NULL)
        b->gap = handle_new(s->g, b->lines, sizeof *b->gap, &status);
    return status;
}

static void moves_beams_close(moves_sweep *s)
{
    for (unsigned i = 0; i < s->beams; i++) {
        handle_free(s->g, s->beam[i].sets, s->beam[i].lines * s->words * sizeof *s->beam[i].sets);
        handle_free(s->g, s->beam[i].gap, s->beam[i].lines * sizeof *s->beam[i].gap);
    }
}

/* The sets that meet in a cell, the values that single moves lead to, and the word up to which all is taken. */
typedef struct {
    const uint64_t *set[MOVES_RAYS_MAX];
    uint32_t value[MOVES_RAYS_MAX];
    unsigned sets, values;
    size_t word;
} moves_meeting;

static void moves_meet(moves_sweep *s, size_t i, size_t j, moves_meeting *out)
{
    out->sets = out->values = 0;
    out->word = 0;
    for (unsigned k = 0; k < s->beams; k++) {
        moves_beam *b = &s->beam[k];
        if (i < b->rows || j < b->columns)
            continue;
        bool usable = !s->ended && (s->usable >> b->ray.option & 1);
        uint32_t value = s->values[(i - b->rows) * s->columns + j - b->columns];
        if (b->sets == NULL) {
            if (usable)
                out->value[out->values++] = value;
            continue;
        }
        size_t line = moves_line(s, b, i - b->rows, j - b->columns);
        uint64_t *set = b->sets + line * s->words;
        set_add(set, value);
        if (!usable)
            continue;
        b->gap[line] = set_first_gap(set, b->gap[line], s->words);
        out->word = b->gap[line] > out->word ? b->gap[line] : out->word;
        out->set[out->sets++] = set;
    }
}

/* Do a single move, a listed option or an extra one lead to this value? */
static bool moves_taken_value(const moves_sweep *s, const moves_meeting *c, size_t cell, uint32_t value)
{
    for (unsigned i = 0; i < c->values; i++)
        if (c->value[i] == value)
            return true;
    for (size_t i = 0; i < s->box->extras; i++)
        if (s->box->extra[i][cell] == value)
            return true;
    return s->found > 0 && value < s->marks.size && s->marks.stamp[value] == s->marks.now;
}

static uint32_t moves_mex(const moves_sweep *s, const moves_meeting *c, size_t cell)
{
    for (size_t word = c->word;; word++) {
        uint64_t used = 0;
        for (unsigned i = 0; i < c->sets; i++)
            used |= c->set[i][word];
        while (used != UINT64_MAX) {
            unsigned bit = (unsigned)__builtin_ctzll(~used);
            uint32_t value = (uint32_t)(64 * word + bit);
            if (!moves_taken_value(s, c, cell, value))
                return value;
            used |= UINT64_C(1) << bit;
        }
    }
}

/* ---- the sweep ---- */

/* Which options can be used at the cell at hand, and is it an end? */
static grundy_status moves_look(moves_sweep *s)
{
    moves_wide names[MOVES_NAMES_MAX];
    s->usable = ~s->guards;
    if (s->guards == 0 && !s->m->ends)
        return GRUNDY_OK;
    for (unsigned i = 0; i < s->m->heaps; i++)
        names[i] = s->heaps[i];
    for (unsigned i = 0; i < s->m->options; i++) {
        bool good;
        if (!(s->guards >> i & 1))
            continue;
        TRY(moves_guarded(s->g, s->m, i, names, &good));
        s->usable |= (uint64_t)good << i;
    }
    return s->beams == 0 ? GRUNDY_OK : moves_ended(s->g, s->m, s->heaps, &s->ended);
}

static grundy_status moves_cell(moves_sweep *s, size_t cell)
{
    moves_meeting met = {.sets = 0};
    s->found = 0;
    if (s->beams > 0) {
        TRY(moves_look(s));
        moves_meet(s, cell / s->columns, cell % s->columns, &met);
    }
    if (s->listed != 0) {
        box_marks_clear(&s->marks);
        TRY(moves_list_cell(s));
    }
    bool terminal = met.sets + met.values + s->found + s->box->extras == 0;
    s->values[cell] = terminal ? box_terminal(s->box) : moves_mex(s, &met, cell);
    if (s->values[cell] >= s->marks.size)
        return GRUNDY_DOMAIN;
    return handle_look(s->g, &s->passed, s->found);
}

static grundy_status moves_cells(moves_sweep *s)
{
    size_t cells = 0;
    TRY(box_cells(s->g, s->box, &cells));
    for (size_t cell = 0; cell < cells; cell++) {
        TRY(moves_cell(s, cell));
        box_advance(s->box, s->heaps);
        if (cell % 4096 == 4095)
            grundy_report(s->g, "positions", cell + 1, cells);
    }
    return GRUNDY_OK;
}

/* Open the lines of all options that have some; list the others. */
static grundy_status moves_beams_open(moves_sweep *s)
{
    moves_ray rays[MOVES_RAYS_MAX];
    unsigned count = 0;
    bool lines = s->box->dimensions == s->m->heaps && s->m->heaps <= 2;
    for (unsigned i = 0; i < s->m->options; i++) {
        if (s->m->option[i].first_conjuncts > 0)
            s->guards |= UINT64_C(1) << i;
        const unsigned before = count;
        bool fit = lines && moves_rays(s->m, i, rays, &count);
        for (unsigned k = before; fit && k < count; k++)
            fit = moves_lines_fit(s, &rays[k]);
        if (!fit) {
            s->listed |= UINT64_C(1) << i;
            count = before;
        }
    }
    for (unsigned i = 0; i < count; i++)
        TRY(moves_beam_open(s, &rays[i]));
    return GRUNDY_OK;
}

/* Where no heap of an option is larger, a value is at most the number of moves that are left, and each extra option of
 * them all can raise it by one. */
static size_t moves_values(const grundy_box *box)
{
    size_t length = 1;
    for (unsigned i = 0; i < box->dimensions; i++)
        length += box->sizes[i];
    return (1 + box->extras) * length + 2;
}

static bool moves_can_sweep(const moves *m, const grundy_box *box)
{
    if (m->splits)
        return m->heaps == 1 && box->dimensions == 1 && box->extras == 0 && box->question == GRUNDY_VALUE;
    return m->heaps == 1 || box->dimensions == m->heaps;
}

grundy_status moves_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    const moves *m = moves_of(r);
    grundy_status status = GRUNDY_OK;
    if (!moves_can_sweep(m, box))
        return GRUNDY_DOMAIN;
    moves_sweep *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    s->g = g;
    s->m = m;
    s->box = box;
    s->values = values;
    s->rows = box->dimensions == 2 ? box->sizes[0] : 1;
    s->columns = box->sizes[box->dimensions - 1];
    s->words = set_words(moves_values(box) + 64);
    status = box_marks_open(g, m->splits ? 2 * moves_values(box) : moves_values(box), &s->marks);
    if (status == GRUNDY_OK) {
        status = moves_beams_open(s);
        if (status == GRUNDY_OK)
            status = moves_cells(s);
        moves_beams_close(s);
        box_marks_close(&s->marks);
    }
    handle_free(g, s, sizeof *s);
    return status;
}
