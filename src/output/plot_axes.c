#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/plot.h"

static const double tick = 4, number_size = 10, name_size = 12;

double plot_at(const plot_axis *a, double number)
{
    return a->from + (a->to - a->from) * (number - a->low) / (a->high - a->low);
}

double plot_step(const plot_axis *a, unsigned most)
{
    double least = (a->high - a->low) / most, ten = pow(10, floor(log10(least)));
    double step = ten * 10;
    for (int i = 2; i >= 0; i--)
        if (ten * (double[]){1, 2, 5}[i] >= least)
            step = ten * (double[]){1, 2, 5}[i];
    return a->whole && step < 1 ? 1 : step;
}

void plot_write(canvas *c, colour ink, double x, double y, double size, text_anchor anchor, const char *text)
{
    text_style style = {.x = x, .y = y, .size = size, .anchor = anchor, .colour = ink};
    canvas_text(c, &style, text);
}

void plot_number(double number, char *text)
{
    if (number == 0)
        snprintf(text, 32, "0"); /* and not -0 */
    else if (fabs(number) < 1e15)
        snprintf(text, 32, "%.15g", number);
    else
        snprintf(text, 32, "%.3g", number);
}

/* What is written at a number. */
static void label(const plot_axis *a, double number, char *text)
{
    if (a->outcomes)
        snprintf(text, 32, "%s", number == 0 ? "P" : "N");
    else
        plot_number(number, text);
}

/* How many ticks, so that numbers do not touch: by the widest, which is at an end. */
static unsigned ticks_that_fit(const plot_axis *a)
{
    char low[32], high[32];
    plot_number(a->low, low);
    plot_number(a->high, high);
    size_t longest = strlen(low) > strlen(high) ? strlen(low) : strlen(high);
    double fit = fabs(a->to - a->from) / (canvas_text_width("0", number_size) * (double)longest + 14);
    return fit < 2 ? 2 : fit > 11 ? 11 : (unsigned)fit;
}

void plot_horizontal(canvas *c, const theme *t, const plot_axis *a, double y, const char *name)
{
    char text[32];
    double step = plot_step(a, ticks_that_fit(a));
    paint line = {.fill = NO_COLOUR, .line = t->faint, .line_width = 0.8};
    for (double n = ceil(a->low / step) * step; n <= a->high; n += step) {
        double x = plot_at(a, n);
        canvas_line(c, x, y, x, y + tick, &line);
        plot_number(n, text);
        plot_write(c, t->text, x, y + tick + 8, number_size, TEXT_MIDDLE, text);
    }
    plot_write(c, t->text, (a->from + a->to) / 2, y + tick + 24, name_size, TEXT_MIDDLE, name);
}

void plot_vertical(canvas *c, const theme *t, const plot_axis *a, double x, double grid, const char *name)
{
    char text[32];
    double fit = fabs(a->to - a->from) / 24;
    double step = plot_step(a, fit < 2 ? 2 : fit > 11 ? 11 : (unsigned)fit), widest = 0;
    paint line = {.fill = NO_COLOUR, .line = t->faint, .line_width = 0.8};
    paint across = {.fill = NO_COLOUR, .line = t->band, .line_width = 0.8};
    for (double n = ceil(a->low / step) * step; n <= a->high; n += step) {
        double y = plot_at(a, n);
        if (grid != 0)
            canvas_line(c, x, y, x + grid, y, &across);
        canvas_line(c, x, y, x - tick, y, &line);
        label(a, n, text);
        widest = fmax(widest, canvas_text_width(text, number_size));
        plot_write(c, t->text, x - tick - 3, y, number_size, TEXT_RIGHT, text);
    }
    bool letter = strlen(name) <= 2;
    text_style style = {.x = x - tick - widest - (letter ? 12 : 14),
                        .y = (a->from + a->to) / 2,
                        .size = name_size,
                        .anchor = TEXT_MIDDLE,
                        .colour = t->text,
                        .upwards = !letter};
    canvas_text(c, &style, name);
}
