/* Zeruclid: take a positive multiple of the smallest non-zero heap from any heap; heaps may become empty.
 *
 * The sweep of three heaps works on sorted positions a <= b <= c, slice by slice in a. Within a slice the
 * moves that keep a smallest run along lines of step a: (a,b,c) reaches (a,b,c-a), (a,b,c-2a), ... and the
 * like in b; so the values on such a line are kept as one bit set, a set for each row and residue of c, and
 * one for each column and residue of b. A line goes on below a with at most one position, which lies in an
 * earlier slice: it is put on the line at the start. Besides these there is the move to (0,b,c). */
#include <string.h>

#include "math/golden.h"
#include "math/mex.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/golden_pairs.h"
#include "rulesets/heaps/heaps.h"

static uint64_t least_heap(grundy_bytes summand)
{
    uint64_t least = 0, heap;
    while (heaps_next(&summand, &heap))
        if (heap != 0 && (least == 0 || heap < least))
            least = heap;
    return least;
}

static grundy_status zeruclid_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    uint64_t least = least_heap(summand);
    for (heaps_cursor c = heaps_first(summand); least != 0 && heaps_step(&c);)
        TRY(heaps_take(out, c.before, c.heap, c.after, least, 0));
    return GRUNDY_OK;
}

/* The non-zero heaps in ascending order; returns how many there are, of which the first max are written. */
static size_t nonzero_heaps(grundy_bytes summand, uint64_t *heaps, size_t max)
{
    size_t count = 0;
    uint64_t heap;
    while (heaps_next(&summand, &heap)) {
        if (heap == 0)
            continue;
        if (count >= max)
            return count + 1;
        size_t i = count++;
        for (; i > 0 && heaps[i - 1] > heap; i--)
            heaps[i] = heaps[i - 1];
        heaps[i] = heap;
    }
    return count;
}

static grundy_status zeruclid_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                      grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    uint64_t heaps[3];
    if (count != 1)
        return GRUNDY_DOMAIN;
    size_t heap_count = nonzero_heaps(summands[0], heaps, 3);
    bool misere = question == GRUNDY_MISERE_VALUE || question == GRUNDY_MISERE_OUTCOME;
    if (heap_count <= 1) {
        *out = (heap_count == 1) != misere;
        *reason = "at most one heap: one move or none";
        return GRUNDY_OK;
    }
    if (question != GRUNDY_OUTCOME)
        return GRUNDY_DOMAIN;
    if (heap_count == 2) {
        *out = grundy_compare_golden(heaps[0], heaps[1]) > 0;
        *reason = "P exactly when b/a < Phi, as in Euclid (push paper, section 3)";
        return GRUNDY_OK;
    }
    if (heap_count == 3 && heaps[0] == 1) {
        *out = !is_nim_euclid_pair(heaps[1], heaps[2]);
        *reason = "P exactly at the P-positions of push(nim,euclid) (push paper, Proposition 3.1.1, Theorem 3.1.6)";
        return GRUNDY_OK;
    }
    return GRUNDY_DOMAIN;
}

/* ---- two heaps: a cell (i,j) has about max/min options ---- */

/* Returns how many options there were. */
static size_t pair_cell(const grundy_box *box, box_marks *m, size_t i, size_t j, uint32_t *values)
{
    size_t columns = box->sizes[1], cell = i * columns + j, options = box->extras;
    size_t least = i == 0 || (j != 0 && j < i) ? j : i;
    box_marks_clear(m);
    box_mark_extras(m, box, cell);
    for (size_t k = least; least != 0 && k <= i; k += least, options++)
        box_mark(m, values[(i - k) * columns + j]);
    for (size_t k = least; least != 0 && k <= j; k += least, options++)
        box_mark(m, values[i * columns + j - k]);
    values[cell] = options == 0 ? box_terminal(box) : box_mex(m);
    return options;
}

static grundy_status pair_box(grundy *g, const grundy_box *box, uint32_t *values)
{
    box_marks m;
    TRY(box_marks_open(g, box->sizes[0] + box->sizes[1] + box->extras + 2, &m));
    grundy_status status = GRUNDY_OK;
    size_t passed = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < box->sizes[0]; i++) {
        for (size_t j = 0; status == GRUNDY_OK && j < box->sizes[1]; j++)
            status = handle_look(g, &passed, pair_cell(box, &m, i, j, values));
        grundy_report(g, "positions", (i + 1) * box->sizes[1], box->sizes[0] * box->sizes[1]);
    }
    box_marks_close(&m);
    return status;
}

/* ---- three heaps, slice by slice ---- */

typedef struct {
    const grundy_box *box;
    uint32_t *values;
    size_t words;      /* of a set */
    uint64_t *row;     /* [residue of c mod a] */
    uint64_t *columns; /* [c][residue of b mod a] */
} slice_sweep;

/* The value of a position whose sorted form has been computed. */
static uint32_t sorted_value(const slice_sweep *s, size_t x, size_t y, size_t z)
{
    size_t t;
    if (x > y)
        t = x, x = y, y = t;
    if (y > z)
        t = y, y = z, z = t;
    if (x > y)
        t = x, x = y, y = t;
    return s->values[(x * s->box->sizes[1] + y) * s->box->sizes[2] + z];
}

static uint32_t *cell_at(const slice_sweep *s, size_t a, size_t b, size_t c)
{
    return &s->values[(a * s->box->sizes[1] + b) * s->box->sizes[2] + c];
}

/* Put a value from another slice on a line; one that is too large for the set is no candidate either. */
static void line_start(const slice_sweep *s, uint64_t *set, uint32_t value)
{
    if (value / 64 < s->words)
        set_add(set, value);
}

static void slice_cell(const slice_sweep *s, size_t a, size_t b, size_t c)
{
    uint64_t *row = s->row + (c % a) * s->words;
    uint64_t *column = s->columns + (c * a + b % a) * s->words;
    uint32_t taken = sorted_value(s, 0, b, c), value = 0;
    for (size_t word = 0;; word++) {
        uint64_t used = row[word] | column[word];
        if (taken / 64 == word)
            used |= UINT64_C(1) << (taken % 64);
        if (used != UINT64_MAX) {
            value = (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(~used);
            break;
        }
    }
    set_add(row, value);
    set_add(column, value);
    *cell_at(s, a, b, c) = value;
}

/* The positions a <= b, a <= c of one slice, in full, since the box may be read in any order. */
static grundy_status sweep_slice(grundy *g, slice_sweep *s, size_t a)
{
    size_t nb = s->box->sizes[1], nc = s->box->sizes[2];
    memset(s->columns, 0, nc * a * s->words * sizeof *s->columns);
    for (size_t c = a; c < nc; c++)
        for (size_t rest = 0; rest < a; rest++)
            line_start(s, s->columns + (c * a + rest) * s->words, sorted_value(s, rest, a, c));
    for (size_t b = a; b < nb; b++) {
        memset(s->row, 0, a * s->words * sizeof *s->row);
        for (size_t rest = 0; rest < a; rest++)
            line_start(s, s->row + rest * s->words, sorted_value(s, rest, a, b));
        for (size_t c = a; c < nc; c++)
            slice_cell(s, a, b, c);
        TRY(grundy_check(g));
    }
    grundy_report(g, "positions", (a + 1) * nb * nc, s->box->sizes[0] * nb * nc);
    return GRUNDY_OK;
}

/* The cells of slice a that have a heap below a were computed in other order. */
static void copy_unsorted(const slice_sweep *s, size_t a)
{
    for (size_t b = 0; b < s->box->sizes[1]; b++)
        for (size_t c = 0; c < (b < a ? s->box->sizes[2] : a); c++)
            *cell_at(s, a, b, c) = sorted_value(s, a, b, c);
}

static grundy_status slices(grundy *g, slice_sweep *s)
{
    grundy_box pair = {.dimensions = 2, .sizes = {s->box->sizes[1], s->box->sizes[2]}, .question = s->box->question};
    TRY(pair_box(g, &pair, s->values));
    for (size_t a = 1; a < s->box->sizes[0]; a++) {
        grundy_status status = GRUNDY_OK;
        size_t columns = s->box->sizes[2] * a;
        s->words = set_words((s->box->sizes[1] + s->box->sizes[2]) / a + 4);
        s->row = handle_new(g, a * s->words, sizeof *s->row, &status);
        s->columns = handle_new(g, columns * s->words, sizeof *s->columns, &status);
        if (s->row != NULL && s->columns != NULL)
            status = sweep_slice(g, s, a);
        handle_free(g, s->row, a * s->words * sizeof *s->row);
        handle_free(g, s->columns, columns * s->words * sizeof *s->columns);
        TRY(status);
        copy_unsorted(s, a);
    }
    return GRUNDY_OK;
}

static grundy_status zeruclid_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    if (box->dimensions == 2)
        return pair_box(g, box, values);
    bool ascending = box->dimensions == 3 && box->sizes[0] <= box->sizes[1] && box->sizes[1] <= box->sizes[2];
    if (!ascending || box->extras != 0)
        return box_by_options(g, r, box, values);
    slice_sweep s = {.box = box, .values = values};
    return slices(g, &s);
}

const grundy_family zeruclid_family = {
    .name = "zeruclid",
    .arguments = "",
    .summary = "take a multiple of the smallest non-zero heap from any heap",
    .rules = "A move takes a positive multiple of the smallest non-zero heap from any heap; heaps may\n"
             "become empty, and the game ends when all are.\n" HEAPS_NOTATION,
    .theorems = "Outcome of two heaps a <= b: P when b/a < Phi. Outcome of (1,a,b): that of push(nim,euclid)\n"
                "(push paper, Propositions 3.0.3 and 3.1.1, Theorem 3.1.6).",
    .example_ruleset = "zeruclid",
    .example_position = "1,4,7",
    HEAPS_POSITIONS,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .options = zeruclid_options,
    .formula = zeruclid_formula,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = zeruclid_box,
    .random = heaps_random,
};
