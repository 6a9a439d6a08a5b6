/* plot_sequence.c - the values of one variable as points, with the period that they show
 *
 * The values repeat with period p and saltus s from e on when v(n + p) = v(n) + s for all n >= e that are shown. A period
 * is looked for from the last value backwards, and believed when it covers three times its length; that it goes on is
 * proved by `grundy period`, not here. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/plot.h"

enum { POINTS_DRAWN = 5000, BANDS_MAX = 60, PERIOD_MAX = 1 << 16 };

static const double left_margin = 64, right_margin = 24, top_margin = 40, bottom_margin = 56, width = 720, height = 300;

/* ---- the period ---- */

typedef struct {
    size_t from, period; /* period 0: none is seen */
} repetition;

/* From where on do all values repeat with this period? */
static size_t repeats_from(const uint64_t *v, size_t count, size_t period)
{
    uint64_t saltus = v[count - 1] - v[count - 1 - period]; /* modulo 2^64 */
    size_t n = count - period;
    while (n > 0 && v[n - 1] != PLOT_GAP && v[n - 1 + period] != PLOT_GAP && v[n - 1 + period] - v[n - 1] == saltus)
        n--;
    return n;
}

static grundy_status find_repetition(grundy *g, const uint64_t *v, size_t count, repetition *out)
{
    *out = (repetition){0, 0};
    for (size_t period = 1; 3 * period < count && period < PERIOD_MAX && out->period == 0; period++) {
        size_t from = repeats_from(v, count, period);
        if (from + 3 * period <= count && count - from >= 8 && 2 * from <= 2 * count - count / 2)
            *out = (repetition){from, period};
        TRY(grundy_check(g));
    }
    return GRUNDY_OK;
}

/* ---- drawing ---- */

typedef struct {
    plot_data *d;
    canvas *c;
    plot_axis x, y;
    repetition repetition;
    double bottom;
} graph;

static double graph_value(const graph *s, size_t i)
{
    const plot_column *column = (const plot_column *)(const void *)s->d->columns.data;
    return (double)column->y + (double)i;
}

static double graph_place(const graph *s, double i)
{
    return plot_at(&s->x, graph_value(s, 0) + i);
}

static void shade(const graph *s, double from, double to)
{
    paint band = {.fill = s->d->theme->band, .line = NO_COLOUR};
    double last = (double)plot_count(s->d) - 0.5;
    double left = fmax(graph_place(s, from), s->x.from), right = fmin(graph_place(s, fmin(to, last)), s->x.to);
    if (right > left)
        canvas_box(s->c, left, top_margin, right - left, height, 0, &band);
}

/* Every other period, or all of them where they are too many to be told apart. */
static void shade_periods(const graph *s)
{
    const repetition *r = &s->repetition;
    size_t count = plot_count(s->d);
    if (r->period == 0)
        return;
    if (r->period == 1 || (count - r->from) / r->period > BANDS_MAX) {
        shade(s, (double)r->from - 0.5, (double)count);
        return;
    }
    for (size_t n = r->from; n < count; n += 2 * r->period)
        shade(s, (double)n - 0.5, (double)(n + r->period) - 0.5);
}

static void write_period(const graph *s)
{
    char text[160], from[32];
    const repetition *r = &s->repetition;
    const uint64_t *v = plot_values(s->d);
    size_t count = plot_count(s->d);
    if (r->period == 0)
        return;
    int64_t saltus = (int64_t)(v[count - 1] - v[count - 1 - r->period]);
    plot_number(graph_value(s, r->from), from);
    int size = snprintf(text, sizeof text, "period %zu from %s on", r->period, from);
    if (saltus != 0)
        size += snprintf(text + size, sizeof text - (size_t)size, ", saltus %" PRId64, saltus);
    snprintf(text + size, sizeof text - (size_t)size, ", as far as shown");
    plot_write(s->c, s->d->theme->faint, s->x.to, s->bottom + 28, 10, TEXT_RIGHT, text);
}

static void draw_points(const graph *s)
{
    const uint64_t *v = plot_values(s->d);
    size_t count = plot_count(s->d);
    double radius = fmin(fmax(width / (2.6 * (double)count), 1.1), 3.4);
    paint point = {.fill = s->d->theme->accent, .line = NO_COLOUR};
    paint zero = {.fill = s->d->theme->signal, .line = NO_COLOUR};
    for (size_t i = 0; i < count; i++)
        if (v[i] != PLOT_GAP)
            canvas_disc(s->c, graph_place(s, (double)i), plot_at(&s->y, (double)v[i]), radius,
                        v[i] == 0 && s->d->style->mark_zeros ? &zero : &point);
}

/* More points than can be told apart: the pixels that they fall on. */
static grundy_status draw_raster(const graph *s)
{
    enum { COLUMNS = 2 * 720, ROWS = 2 * 300 };
    grundy_status status = GRUNDY_OK;
    const uint64_t *v = plot_values(s->d);
    size_t count = plot_count(s->d);
    uint32_t *pixels = handle_new(s->d->g, COLUMNS * ROWS, sizeof *pixels, &status);
    if (pixels == NULL)
        return status;
    for (size_t i = 0; i < COLUMNS * ROWS; i++) {
        double x = s->x.from + (double)(i % COLUMNS) / 2, from = graph_place(s, (double)s->repetition.from);
        bool shaded = s->repetition.period != 0 && x >= from;
        pixels[i] = (uint32_t)(shaded ? s->d->theme->band : s->d->theme->background);
    }
    for (size_t i = 0; i < count; i++) {
        double column = 2 * (graph_place(s, (double)i) - s->x.from),
               row = 2 * (plot_at(&s->y, (double)v[i]) - top_margin);
        bool zero = v[i] == 0 && s->d->style->mark_zeros;
        if (v[i] == PLOT_GAP)
            continue;
        for (int dy = -1; dy <= 0; dy++)
            for (int dx = -1; dx <= 0; dx++) {
                long c = lround(column) + dx, r = lround(row) + dy;
                if (c >= 0 && c < COLUMNS && r >= 0 && r < ROWS)
                    pixels[r * COLUMNS + c] = (uint32_t)(zero ? s->d->theme->signal : s->d->theme->accent);
            }
    }
    status = canvas_raster(s->c, s->x.from, top_margin, width, height, pixels, COLUMNS, ROWS);
    handle_free(s->d->g, pixels, (size_t)COLUMNS * ROWS * sizeof *pixels);
    return status;
}

static grundy_status draw_graph(graph *s)
{
    const plot_data *d = s->d;
    bool few = plot_count(d) <= POINTS_DRAWN;
    if (few)
        shade_periods(s);
    else
        TRY(draw_raster(s));
    char name[96];
    snprintf(name, sizeof name, d->counted ? "%.40s, by its number in the table, from 0" : "%.40s", d->names[0]);
    plot_horizontal(s->c, d->theme, &s->x, s->bottom, name);
    plot_vertical(s->c, d->theme, &s->y, left_margin, few ? width : 0, d->outcomes ? "outcome" : "value");
    paint frame = {.fill = NO_COLOUR, .line = d->theme->faint, .line_width = 0.8};
    canvas_box(s->c, left_margin, top_margin, width, height, 0, &frame);
    if (few)
        draw_points(s);
    write_period(s);
    if (d->style->title != NULL)
        plot_write(s->c, d->theme->text, left_margin, top_margin - 16, 13, TEXT_LEFT, d->style->title);
    return GRUNDY_OK;
}

grundy_status plot_sequence(plot_data *d, grundy_buffer *out)
{
    graph s = {.d = d, .bottom = top_margin + height};
    size_t count = plot_count(d);
    TRY(find_repetition(d->g, plot_values(d), count, &s.repetition));
    double first = graph_value(&s, 0);
    double margin = fmax(0.5, 0.012 * (double)count), most = d->greatest == 0 ? 1 : (double)d->greatest;
    s.x =
        (plot_axis){first - margin, first + (double)count - 1 + margin, left_margin, left_margin + width, true, false};
    s.y = (plot_axis){-0.05 * most, 1.06 * most, s.bottom, top_margin, true, d->outcomes};
    sheet size = {.image = d->style->image,
                  .width = left_margin + width + right_margin,
                  .height = s.bottom + bottom_margin,
                  .scale = 2,
                  .background = d->theme->background,
                  .title = d->style->title};
    TRY(canvas_open(d->g, &size, out, &s.c));
    grundy_status status = draw_graph(&s);
    if (status == GRUNDY_OK)
        status = canvas_finish(s.c);
    canvas_close(s.c);
    return status;
}
