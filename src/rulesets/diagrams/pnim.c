/* pnim.c - Nim on partitions (Gottlieb, Krnc and Mursic): take rows, or columns, of a Young diagram
 *
 * An option is a proper sub-multiset of the rows, or of the columns; it is listed once even when both give it. Values of
 * all partitions up to a number come from partition_sweep.c. */
#include "rulesets/diagrams/diagrams.h"
#include "rulesets/diagrams/partition_sweep.h"

/* ---- options ---- */

/* Is this partition a sub-multiset of the rows? */
static bool is_row_option(const young *y, const partition_run *runs, size_t count)
{
    size_t i = 0;
    for (size_t j = 0; j < count; j++) {
        while (i < y->count && y->runs[i].part > runs[j].part)
            i++;
        if (i == y->count || y->runs[i].part != runs[j].part || y->runs[i].times < runs[j].times)
            return false;
    }
    return true;
}

/* A choice of lines (rows or columns) to keep. */
typedef struct {
    const young *lines, *rows; /* what is chosen from; the rows of the position */
    partition_run *kept;       /* for each run of lines, how many are kept */
    partition_run *chosen;     /* the runs of which some are kept */
    partition_run *turned;     /* chosen as rows, when it is columns */
    grundy_buffer scratch;
} selection;

static grundy_status add_selection(selection *s, bool columns, grundy_list *out)
{
    size_t count = 0;
    for (size_t i = 0; i < s->lines->count; i++)
        if (s->kept[i].times > 0)
            s->chosen[count++] = s->kept[i];
    const partition_run *option = s->chosen;
    if (columns) {
        partition_conjugate(s->chosen, count, s->turned);
        option = s->turned;
        if (is_row_option(s->rows, option, count))
            return GRUNDY_OK;
    }
    s->scratch.size = 0;
    TRY(young_write(option, count, &s->scratch));
    return grundy_list_add(out, s->scratch.data, s->scratch.size);
}

/* Count on, the first run fastest; from all kept on it would begin anew. */
static void next_selection(selection *s)
{
    size_t i = 0;
    while (i < s->lines->count && s->kept[i].times == s->lines->runs[i].times)
        s->kept[i++].times = 0;
    if (i < s->lines->count)
        s->kept[i].times++;
}

static grundy_status count_selections(const young *lines, grundy_list *out, uint64_t *selections)
{
    uint64_t product = 1;
    for (size_t i = 0; i < lines->count; i++)
        if (__builtin_mul_overflow(product, lines->runs[i].times + 1, &product))
            product = UINT64_MAX;
    *selections = product - 1; /* not all lines can be kept */
    return grundy_list_room(out, *selections);
}

static grundy_status add_selections(const young *lines, const young *rows, bool columns, grundy_list *out)
{
    uint64_t selections = 0;
    young room;
    TRY(count_selections(lines, out, &selections));
    TRY(young_room(lines->g, 3 * lines->count, &room));
    selection s = {.lines = lines, .rows = rows, .kept = room.runs, .scratch = grundy_buffer_open(lines->g)};
    s.chosen = s.kept + lines->count;
    s.turned = s.chosen + lines->count;
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < lines->count; i++)
        s.kept[i] = (partition_run){lines->runs[i].part, 0};
    for (uint64_t i = 0; status == GRUNDY_OK && i < selections; i++) {
        status = add_selection(&s, columns, out);
        if (status == GRUNDY_OK && i % 4096 == 4095)
            status = grundy_check(lines->g);
        next_selection(&s);
    }
    grundy_buffer_close(&s.scratch);
    young_close(&room);
    return status;
}

static grundy_status pnim_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    young rows, columns;
    TRY(young_read(g, summand, &rows));
    grundy_status status = young_conjugate(&rows, &columns);
    if (status == GRUNDY_OK) {
        status = add_selections(&rows, &rows, false, out);
        if (status == GRUNDY_OK)
            status = add_selections(&columns, &rows, true, out);
        young_close(&columns);
    }
    young_close(&rows);
    return status;
}

/* ---- closed forms ---- */

/* Theorem 2: is [r,r,r-1,...,2] <= p <= [r^r], or p = [1]? The first row of each run is the one that matters, and
 * row 2 must be as long as row 1. */
static bool has_value_one(const partition_run *runs, size_t count)
{
    uint64_t r = partition_rows(runs, count), row = 1;
    if (r == 0 || runs[0].part != r)
        return false;
    for (size_t i = 0; i < count; row += runs[i++].times)
        if (row > 1 && runs[i].part < r - row + 2)
            return false;
    return true;
}

/* [c,c-1,...,c-r+1] */
static bool pnim_is_staircase(const partition_run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (runs[i].times != 1 || (i > 0 && runs[i].part + 1 != runs[i - 1].part))
            return false;
    return count > 0;
}

/* The closed forms that look at rows and columns alike, and those that look at rows. */
static bool pnim_closed_form(const partition_run *runs, size_t count, uint64_t *out, const char **reason)
{
    uint64_t rows = partition_rows(runs, count), columns = partition_columns(runs, count);
    if (count == 0) {
        *out = 0;
        *reason = "the empty partition is terminal";
    } else if (count == 1) {
        *out = ((rows - 1) ^ (columns - 1)) + 1;
        *reason = "rectangle (nim on partitions, Theorem 1)";
    } else if (rows == 2) {
        *out = columns + 1;
        *reason = "two parts (nim on partitions, Proposition 5)";
    } else if (count == 2 && runs[0].times == 1 && runs[1].part == 1) {
        *out = columns + rows - 1;
        *reason = "hook (nim on partitions, Proposition 3)";
    } else if (pnim_is_staircase(runs, count)) {
        *out = columns + rows - 1;
        *reason = "staircase (nim on partitions, Proposition 4)";
    } else if (has_value_one(runs, count)) {
        *out = 1;
        *reason = "between [r,r,r-1,...,2] and [r^r] (nim on partitions, Theorem 2)";
    } else {
        return false;
    }
    return true;
}

static bool closed_value(const young *rows, const young *columns, uint64_t *out, const char **reason)
{
    return pnim_closed_form(rows->runs, rows->count, out, reason) ||
           pnim_closed_form(columns->runs, columns->count, out, reason);
}

static grundy_status pnim_answer(const young *rows, grundy_question question, uint64_t *out, const char **reason)
{
    if (question == GRUNDY_MISERE_OUTCOME) {
        *out = !has_value_one(rows->runs, rows->count);
        *reason = "misere P exactly for value 1 (nim on partitions, section 5.2 and Theorem 2)";
        return GRUNDY_OK;
    }
    if (question == GRUNDY_OUTCOME) {
        *out = rows->count != 0;
        *reason = "a partition that is not empty can be taken as a whole";
        return GRUNDY_OK;
    }
    young columns;
    TRY(young_conjugate(rows, &columns));
    bool closed = closed_value(rows, &columns, out, reason);
    young_close(&columns);
    return closed ? GRUNDY_OK : GRUNDY_DOMAIN;
}

static grundy_status pnim_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                  grundy_question question, uint64_t *out, const char **reason)
{
    (void)r;
    young rows;
    if (count != 1 || question == GRUNDY_MISERE_VALUE)
        return GRUNDY_DOMAIN;
    TRY(young_read(g, summands[0], &rows));
    grundy_status status = pnim_answer(&rows, question, out, reason);
    young_close(&rows);
    return status;
}

static grundy_status pnim_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, grundy_sweep *out)
{
    (void)r;
    return partition_sweep(g, TAKE_LINES, extent, question, out);
}

const grundy_family pnim_family = {
    .name = "pnim",
    .arguments = "",
    .summary = "Nim on partitions: take rows or columns of a Young diagram",
    .rules = "A move takes one row or more, or one column or more, of the Young diagram of a partition;\n"
             "what is left is pushed together.\n" YOUNG_NOTATION,
    .theorems = "Values of rectangles, of partitions with two parts, of hooks and staircases, and all of value 1\n"
                "(nim on partitions, Theorems 1 and 2, Propositions 3 to 5). Misere values of sums: Theorem 14.",
    .example_ruleset = "pnim",
    .example_position = "[4,2,1]",
    YOUNG_POSITIONS,
    .symmetries = GRUNDY_SYMMETRY_TRANSPOSE,
    .parse = young_parse,
    .print = young_print,
    .options = pnim_options,
    .formula = pnim_formula,
    .extent = partition_sweep_extent,
    .sweep = pnim_sweep,
    .random = young_random,
    .pet = "single partitions are pet (nim on partitions, Proposition 6)",
    .view = young_view,
    .draw = young_draw_lines,
};
