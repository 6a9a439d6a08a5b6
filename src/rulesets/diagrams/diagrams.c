#include "rulesets/diagrams/diagrams.h"

grundy_status diagram_check(grundy *g, const partition_run *runs, size_t count)
{
    uint64_t cells;
    if (!partition_size(runs, count, &cells) || cells > DIAGRAM_CELLS_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a diagram of more than %d cells is too large to be drawn",
                           DIAGRAM_CELLS_MAX);
    return GRUNDY_OK;
}

/* ---- partitions and balls ---- */

grundy_status balls_partition(grundy *g, grundy_bytes balls, grundy_buffer *out)
{
    grundy_status status = GRUNDY_OK;
    ball_set beta;
    TRY(ball_set_read(g, balls, &beta));
    partition_run *runs = handle_new(g, beta.count + 1, sizeof *runs, &status);
    if (runs != NULL)
        status = young_write(runs, partition_of_beta(beta.at, beta.count, runs), out);
    handle_free(g, runs, (beta.count + 1) * sizeof *runs);
    ball_set_close(&beta);
    return status;
}

static grundy_status write_beta(const young *y, grundy_buffer *out)
{
    grundy_status status = GRUNDY_OK;
    ball_set beta = {.g = y->g, .count = (size_t)partition_rows(y->runs, y->count)};
    beta.capacity = beta.count + 1;
    beta.at = handle_new(y->g, beta.capacity, sizeof *beta.at, &status);
    if (beta.at == NULL)
        return status;
    partition_beta(y->runs, y->count, beta.at);
    status = ball_set_write(&beta, out);
    ball_set_close(&beta);
    return status;
}

grundy_status partition_balls(grundy *g, grundy_bytes partition, grundy_buffer *out)
{
    young y;
    TRY(young_read(g, partition, &y));
    grundy_status status = diagram_check(g, y.runs, y.count);
    if (status == GRUNDY_OK)
        status = write_beta(&y, out);
    young_close(&y);
    return status;
}

grundy_status balls_strict_partition(grundy *g, grundy_bytes balls, grundy_buffer *out)
{
    ball_set parts;
    TRY(ball_set_read(g, balls, &parts));
    grundy_status status = GRUNDY_OK;
    for (size_t i = parts.count; status == GRUNDY_OK && i-- > 0;) {
        partition_run run = {parts.at[i], 1};
        if (run.part > 0)
            status = young_write(&run, 1, out);
    }
    ball_set_close(&parts);
    return status;
}

/* ---- drawing ---- */

static grundy_status diagram_draw_row(uint64_t indent, uint64_t cells, grundy_buffer *out)
{
    for (uint64_t i = 0; i < indent; i++)
        TRY(grundy_append(out, " ", 1));
    for (uint64_t i = 0; i < cells; i++)
        TRY(grundy_append(out, "#", 1));
    return grundy_append(out, "\n", 1);
}

/* Each row starts `shift` columns to the right of the one above. */
static grundy_status diagram_draw_plain(grundy *g, grundy_bytes partition, unsigned shift, grundy_buffer *out)
{
    young y;
    TRY(young_read(g, partition, &y));
    grundy_status status = diagram_check(g, y.runs, y.count);
    uint64_t row = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < y.count; i++)
        for (uint64_t k = 0; status == GRUNDY_OK && k < y.runs[i].times; k++)
            status = diagram_draw_row(shift * row++, y.runs[i].part, out);
    young_close(&y);
    return status;
}

grundy_status young_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    return diagram_draw_plain(g, summand, 0, out);
}

/* A line with the partition after `before`, and its diagram. */
static grundy_status diagram_draw_named(grundy *g, const grundy_ruleset *r, const char *before, grundy_bytes partition,
                                        unsigned shift, grundy_buffer *out)
{
    TRY(grundy_appendf(out, "%s", before));
    TRY(young_print(g, r, partition, out));
    TRY(grundy_append(out, "\n", 1));
    return diagram_draw_plain(g, partition, shift, out);
}

grundy_status welter_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    grundy_buffer partition = grundy_buffer_open(g);
    grundy_status status = balls_partition(g, summand, &partition);
    if (status == GRUNDY_OK)
        status = diagram_draw_named(g, r, "hooks ", grundy_buffer_bytes(&partition), 0, out);
    grundy_buffer_close(&partition);
    return status;
}

grundy_status hooks_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    grundy_buffer balls = grundy_buffer_open(g);
    grundy_status status = partition_balls(g, summand, &balls);
    if (status == GRUNDY_OK)
        status = grundy_appendf(out, "welter ");
    if (status == GRUNDY_OK)
        status = ball_sets_print(g, r, grundy_buffer_bytes(&balls), out);
    if (status == GRUNDY_OK)
        status = grundy_append(out, "\n", 1);
    if (status == GRUNDY_OK)
        status = diagram_draw_plain(g, summand, 0, out);
    grundy_buffer_close(&balls);
    return status;
}

grundy_status awake_turtles_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    grundy_buffer partition = grundy_buffer_open(g);
    grundy_status status = balls_strict_partition(g, summand, &partition);
    if (status == GRUNDY_OK)
        status = diagram_draw_named(g, r, "", grundy_buffer_bytes(&partition), 1, out);
    grundy_buffer_close(&partition);
    return status;
}
