/* lines_of_diagrams.c - games that take one line of a Young diagram: LCTR and CRIM
 *
 * Both treat rows and columns alike, so a partition and its conjugate are isomorphic. Rules from the papers that
 * introduce them: Gottlieb, Ilic and Krnc, Some results on LCTR, an impartial game on partitions (2023); Basic, Gottlieb
 * and Krnc, Some observations on the Column-Row game (2022). All partitions are swept as for pnim, with one option in
 * place of a set. */
#include "rulesets/diagrams/diagrams.h"
#include "rulesets/diagrams/partition_sweep.h"

/* Add an option unless it is one already. */
static grundy_status add_new(grundy_buffer *option, grundy_list *out, size_t from)
{
    for (size_t i = from; i < grundy_list_count(out); i++) {
        grundy_bytes known = grundy_list_at(out, i);
        bool same = known.size == option->size;
        for (size_t k = 0; same && k < known.size; k++)
            same = known.data[k] == option->data[k];
        if (same)
            return GRUNDY_OK;
    }
    return grundy_list_add(out, option->data, option->size);
}

/* Take a row of run `first`, ..., `last`; or a column that ends there. */
static grundy_status take_lines(grundy *g, grundy_bytes summand, bool only_first, grundy_list *out)
{
    young y;
    size_t from = grundy_list_count(out);
    grundy_buffer option = grundy_buffer_open(g);
    TRY(young_read(g, summand, &y));
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < y.count; i++) {
        option.size = 0;
        if (!only_first || i == 0)
            status = young_without_row(&y, i, &option);
        if (status == GRUNDY_OK && (!only_first || i == 0))
            status = add_new(&option, out, from);
        option.size = 0;
        if (status == GRUNDY_OK && (!only_first || i + 1 == y.count))
            status = young_without_column(&y, i, &option);
        if (status == GRUNDY_OK && (!only_first || i + 1 == y.count))
            status = add_new(&option, out, from);
    }
    grundy_buffer_close(&option);
    young_close(&y);
    return status;
}

static grundy_status lctr_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    return take_lines(g, summand, true, out);
}

static grundy_status crim_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    return take_lines(g, summand, false, out);
}

static grundy_status lctr_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, grundy_sweep *out)
{
    (void)r;
    return partition_sweep(g, TAKE_FIRST_LINE, extent, question, out);
}

static grundy_status crim_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, grundy_sweep *out)
{
    (void)r;
    return partition_sweep(g, TAKE_ONE_LINE, extent, question, out);
}

const grundy_family lctr_family = {
    .name = "lctr",
    .arguments = "",
    .summary = "left column, top row: take one of the two from a Young diagram",
    .rules = "A move takes the leftmost column or the top row of the Young diagram of a partition\n"
             "(Gottlieb, Ilic and Krnc 2023).\n" YOUNG_NOTATION,
    .example_ruleset = "lctr",
    .example_position = "[4,2,1]",
    YOUNG_POSITIONS,
    .symmetries = GRUNDY_SYMMETRY_TRANSPOSE,
    .parse = young_parse,
    .print = young_print,
    .options = lctr_options,
    .extent = partition_sweep_extent,
    .sweep = lctr_sweep,
    .random = young_random,
    .view = young_view,
    .draw = young_draw_lines,
};

const grundy_family crim_family = {
    .name = "crim",
    .arguments = "",
    .summary = "the Column-Row game: take one row or one column from a Young diagram",
    .rules = "A move takes one row or one column of the Young diagram of a partition; what is left is\n"
             "pushed together (Basic, Gottlieb and Krnc 2022).\n" YOUNG_NOTATION,
    .example_ruleset = "crim",
    .example_position = "[4,2,1]",
    YOUNG_POSITIONS,
    .symmetries = GRUNDY_SYMMETRY_TRANSPOSE,
    .parse = young_parse,
    .print = young_print,
    .options = crim_options,
    .extent = partition_sweep_extent,
    .sweep = crim_sweep,
    .random = young_random,
    .view = young_view,
    .draw = young_draw_lines,
};
