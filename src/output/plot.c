/* plot.c - the values of a table, collected for a plot */
#include "output/plot.h"

#include <stdio.h>

enum { SIDE_MAX = 8192, SEQUENCE_MAX = 1 << 24 };

static grundy_status check_variables(grundy *g, const grundy_table_request *request, const grundy_plot_style *style)
{
    if (style->histogram ? request->count >= 1 : request->count == 1 || request->count == 2)
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_PARSE, "a plot has one variable or two, not %zu%s", request->count,
                       request->count > 2 ? "; a histogram may have more" : "");
}

static plot_column *last_column(const plot_data *d)
{
    return (plot_column *)(void *)d->columns.data + d->columns.size / sizeof(plot_column) - 1;
}

/* Two integers of the row; a sequence counts its rows where its variable is no integer. */
static grundy_status place_of_row(plot_data *d, const grundy_table *t, int64_t *x, int64_t *y)
{
    bool map = d->request->count == 2;
    bool numbers = grundy_table_integer(t, map, y) && (!map || grundy_table_integer(t, 0, x));
    if (numbers)
        return GRUNDY_OK;
    if (map)
        return grundy_fail(d->g, GRUNDY_PARSE, "a map needs integers for both variables, as in a=0..100 b=0..100");
    *y = (int64_t)plot_count(d);
    d->counted = true;
    return GRUNDY_OK;
}

/* Put a row into the last column or begin a new one. */
static grundy_status add_place(plot_data *d, int64_t x, int64_t y)
{
    size_t columns = d->columns.size / sizeof(plot_column);
    plot_column *last = columns == 0 ? NULL : last_column(d);
    bool map = d->request->count == 2;
    if (last != NULL && last->x == x) {
        last->count++;
        if (map && last->count > SIDE_MAX)
            return grundy_fail(d->g, GRUNDY_LIMIT, "a map has at most %d x %d cells", SIDE_MAX, SIDE_MAX);
        return GRUNDY_OK;
    }
    if (columns > 0 && (x - last->x > SIDE_MAX || columns == SIDE_MAX))
        return grundy_fail(d->g, GRUNDY_LIMIT, "a map has at most %d x %d cells", SIDE_MAX, SIDE_MAX);
    plot_column column = {.x = x, .y = y, .first = plot_count(d), .count = 1};
    return grundy_append(&d->columns, &column, sizeof column);
}

static grundy_status add_row(plot_data *d, const grundy_table *t, bool position, uint64_t value)
{
    int64_t x = 0, y = 0;
    if (!d->style->histogram) {
        TRY(place_of_row(d, t, &x, &y));
        TRY(add_place(d, x, y));
    }
    if (position && value == PLOT_GAP)
        return grundy_fail(d->g, GRUNDY_LIMIT, "the value 2^64 - 1 cannot be shown: in a plot it stands for none");
    if (!position)
        value = PLOT_GAP;
    else if (value > d->greatest)
        d->greatest = value;
    if (d->request->count != 2 && plot_count(d) >= SEQUENCE_MAX)
        return grundy_fail(d->g, GRUNDY_LIMIT, "a plot of more than %d rows is too large", SEQUENCE_MAX);
    return grundy_append(&d->values, &value, sizeof value);
}

/* A table of gaps alone: the first says what is wrong. */
static grundy_status no_positions(const plot_data *d, const char *why)
{
    return grundy_fail(d->g, GRUNDY_PARSE, "%s",
                       *why != '\0' ? why : "there is nothing to show: the variables have no values");
}

static grundy_status collect(plot_data *d, grundy_table *t)
{
    grundy_answer answer = {0};
    bool more = true;
    char why[256] = "";
    uint64_t positions = 0;
    for (;;) {
        grundy_status status = grundy_table_next(t, &answer, &more);
        if (status != GRUNDY_OK && (status != GRUNDY_PARSE || !d->request->gaps))
            return status;
        if (status == GRUNDY_OK && !more)
            return positions > 0 ? GRUNDY_OK : no_positions(d, why);
        if (status == GRUNDY_PARSE && *why == '\0')
            snprintf(why, sizeof why, "%s", grundy_message(d->g));
        positions += status == GRUNDY_OK;
        TRY(add_row(d, t, status == GRUNDY_OK, answer.value));
        if (plot_count(d) % 4096 == 0)
            TRY(grundy_check(d->g));
    }
}

static grundy_status write_kind(plot_data *d, grundy_buffer *out)
{
    size_t before = out->size;
    grundy_status status = d->style->histogram      ? plot_histogram(d, out)
                           : d->request->count == 2 ? plot_map(d, out)
                                                    : plot_sequence(d, out);
    if (status != GRUNDY_OK)
        out->size = before;
    return status;
}

grundy_status grundy_plot_write(grundy *g, const grundy_table_request *request, const grundy_plot_style *style,
                                grundy_buffer *out)
{
    grundy_table *t;
    TRY(check_variables(g, request, style));
    TRY(grundy_table_open(g, request, &t));
    plot_data d = {.g = g, .request = request, .style = style, .theme = theme_of(style->theme)};
    d.outcomes = grundy_question_is_outcome(request->question);
    d.values = grundy_buffer_open(g);
    d.columns = grundy_buffer_open(g);
    for (size_t i = 0; i < request->count && i < 2; i++)
        d.names[i] = grundy_table_name(t, i);
    grundy_status status = collect(&d, t);
    if (status == GRUNDY_OK)
        status = write_kind(&d, out);
    grundy_buffer_close(&d.values);
    grundy_buffer_close(&d.columns);
    grundy_table_close(t);
    return status;
}
