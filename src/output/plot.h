/* plot.h - what the kinds of plots share: the values of a table, the sheet with its axes, tick marks */
#ifndef GRUNDY_OUTPUT_PLOT_H
#define GRUNDY_OUTPUT_PLOT_H

#include "output/themes.h"

/* No value stands here. */
#define PLOT_GAP UINT64_MAX

/* The values for one value of the first variable, and consecutive ones of the second. */
typedef struct {
    int64_t x, y;
    size_t first, count; /* its values[first] .. values[first + count - 1] */
} plot_column;

/* The values of a table, in the order of its rows. A sequence has one column, with its variable as y. */
typedef struct {
    grundy *g;
    const grundy_table_request *request;
    const grundy_plot_style *style;
    const theme *theme;
    const char *names[2];  /* of the variables */
    grundy_buffer values;  /* uint64_t each, or PLOT_GAP */
    grundy_buffer columns; /* plot_column each */
    uint64_t greatest;
    bool outcomes;
    bool counted; /* the variable of a sequence is no integer: its place is the number of the row */
} plot_data;

static inline const uint64_t *plot_values(const plot_data *d)
{
    return (const uint64_t *)(const void *)d->values.data;
}

static inline size_t plot_count(const plot_data *d)
{
    return d->values.size / sizeof(uint64_t);
}

/* ---- axes ---- */

/* Numbers on a straight line: low lies at the point from, high at to. */
typedef struct {
    double low, high, from, to;
    bool whole;    /* ticks at integers only */
    bool outcomes; /* P at 0, N elsewhere; only plot_vertical looks at it */
} plot_axis;

double plot_at(const plot_axis *a, double number);

/* plot_step - a distance of ticks, 1, 2 or 5 times a power of ten, for at most so many ticks */
double plot_step(const plot_axis *a, unsigned most);

/* plot_horizontal, plot_vertical - ticks with their numbers below the line at y, or to the left of the line at x. grid is
 * how far lines go from each tick across the plot, 0: not at all. name is written at the axis. */
void plot_horizontal(canvas *c, const theme *t, const plot_axis *a, double y, const char *name);
void plot_vertical(canvas *c, const theme *t, const plot_axis *a, double x, double grid, const char *name);

/* plot_write - a text of a size */
void plot_write(canvas *c, colour ink, double x, double y, double size, text_anchor anchor, const char *text);

/* plot_number - a number as a tick shows it, in text[32] */
void plot_number(double number, char *text);

/* ---- the kinds ---- */

grundy_status plot_map(plot_data *d, grundy_buffer *out);
grundy_status plot_sequence(plot_data *d, grundy_buffer *out);
grundy_status plot_histogram(plot_data *d, grundy_buffer *out);

#endif
