/* plot_histogram.c - how many rows have each value; values share bars where there are many */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "output/plot.h"

enum { BARS_MAX = 180 };

static const double left_margin = 72, right_margin = 24, top_margin = 40, bottom_margin = 56, width = 640, height = 300;

typedef struct {
    uint64_t counts[BARS_MAX], most;
    uint32_t bars;
    uint64_t values; /* of a bar: how many values it stands for */
} bar_counts;

static void count_values(const plot_data *d, bar_counts *b)
{
    b->values = d->greatest / BARS_MAX + 1;
    b->bars = (uint32_t)(d->greatest / b->values) + 1;
    for (size_t i = 0; i < plot_count(d); i++)
        if (plot_values(d)[i] != PLOT_GAP)
            b->counts[plot_values(d)[i] / b->values]++;
    for (uint32_t i = 0; i < b->bars; i++)
        b->most = b->counts[i] > b->most ? b->counts[i] : b->most;
}

static void write_count(canvas *c, const theme *t, double x, double y, double room, uint64_t count)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, count);
    if (canvas_text_width(text, 9) <= room)
        plot_write(c, t->text, x, y - 7, 9, TEXT_MIDDLE, text);
}

static void draw_bars(const plot_data *d, const bar_counts *b, canvas *c, const plot_axis *x, const plot_axis *y)
{
    double bar = plot_at(x, (double)b->values) - plot_at(x, 0), gap = fmin(0.15 * bar, 3);
    for (uint32_t i = 0; i < b->bars; i++) {
        bool zero = i == 0 && b->values == 1 && d->style->mark_zeros;
        paint p = {.fill = zero ? d->theme->signal : d->theme->accent, .line = NO_COLOUR};
        double left = plot_at(x, (double)i * (double)b->values - 0.5) + gap / 2, top = plot_at(y, (double)b->counts[i]);
        if (b->counts[i] == 0)
            continue;
        canvas_box(c, left, top, bar - gap, y->from - top, 0, &p);
        write_count(c, d->theme, left + (bar - gap) / 2, top, bar, b->counts[i]);
    }
}

static void draw_histogram(const plot_data *d, const bar_counts *b, canvas *c)
{
    double bottom = top_margin + height;
    char name[64];
    plot_axis x = {-0.5, (double)b->bars * (double)b->values - 0.5, left_margin + 4, left_margin + width - 4, true,
                   false};
    plot_axis y = {0, b->most == 0 ? 1 : 1.1 * (double)b->most, bottom, top_margin, true, false};
    snprintf(name, sizeof name, b->values == 1 ? "%s" : "%s, %" PRIu64 " to a bar", d->outcomes ? "outcome" : "value",
             b->values);
    plot_vertical(c, d->theme, &y, left_margin, width, "rows");
    if (d->outcomes) {
        plot_write(c, d->theme->text, plot_at(&x, 0), bottom + 12, 11, TEXT_MIDDLE, "P");
        if (d->greatest > 0)
            plot_write(c, d->theme->text, plot_at(&x, 1), bottom + 12, 11, TEXT_MIDDLE, "N");
        plot_write(c, d->theme->text, left_margin + width / 2, bottom + 28, 12, TEXT_MIDDLE, name);
    } else {
        plot_horizontal(c, d->theme, &x, bottom, name);
    }
    draw_bars(d, b, c, &x, &y);
    paint frame = {.fill = NO_COLOUR, .line = d->theme->faint, .line_width = 0.8};
    canvas_box(c, left_margin, top_margin, width, height, 0, &frame);
    if (d->style->title != NULL)
        plot_write(c, d->theme->text, left_margin, top_margin - 16, 13, TEXT_LEFT, d->style->title);
}

grundy_status plot_histogram(plot_data *d, grundy_buffer *out)
{
    bar_counts b = {.most = 0};
    canvas *c;
    count_values(d, &b);
    sheet size = {.image = d->style->image,
                  .width = left_margin + width + right_margin,
                  .height = top_margin + height + bottom_margin,
                  .scale = 2,
                  .background = d->theme->background,
                  .title = d->style->title};
    TRY(canvas_open(d->g, &size, out, &c));
    draw_histogram(d, &b, c);
    grundy_status status = canvas_finish(c);
    canvas_close(c);
    return status;
}
