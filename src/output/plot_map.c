/* plot_map.c - the values of two variables as a map of coloured cells, with a legend */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/plot.h"

/* A map of so many cells or fewer is drawn cell by cell, a larger one as an image. */
enum { CELLS_DRAWN = 4096, LEVELS = 1024, NUMBERED_CELL = 15, LISTED_VALUES = 9 };

static const double left_margin = 66, right_margin = 112, top_margin = 40, bottom_margin = 56, map_size = 620,
                    thinnest = 72, cell_most = 24;

typedef struct {
    plot_data *d;
    int64_t x, y;                   /* of the lower left cell */
    uint32_t columns, rows;         /* of cells */
    double cell_width, cell_height; /* in points */
    double scale;                   /* PNG: pixels a point, so that cells are whole pixels */
    double left, top;               /* of the map */
    colour levels[LEVELS];          /* of values, from 0 to the greatest */
} map;

/* ---- cells ---- */

static grundy_status map_measure(map *m)
{
    const plot_data *d = m->d;
    const plot_column *columns = (const plot_column *)(const void *)d->columns.data;
    size_t count = d->columns.size / sizeof *columns;
    int64_t last_y = columns[0].y;
    m->x = columns[0].x;
    m->y = columns[0].y;
    for (size_t i = 0; i < count; i++) {
        int64_t end = columns[i].y + (int64_t)columns[i].count - 1;
        m->y = columns[i].y < m->y ? columns[i].y : m->y;
        last_y = end > last_y ? end : last_y;
    }
    int64_t width = columns[count - 1].x - m->x, height = last_y - m->y;
    if (width < 0 || width >= 8192 || height >= 8192)
        return grundy_fail(d->g, GRUNDY_LIMIT, "a map has at most 8192 x 8192 cells");
    m->columns = (uint32_t)width + 1;
    m->rows = (uint32_t)height + 1;
    return GRUNDY_OK;
}

/* Of so many cells in a row, so that they can be told apart; whole pixels. */
static double wider(const map *m, double cell, uint32_t count)
{
    double wanted = fmin(thinnest / count, cell_most);
    return wanted <= cell ? cell : fmax(1, floor(wanted * m->scale)) / m->scale;
}

/* Cells are squares, unless the map would be too thin to be read. */
static void choose_size(map *m)
{
    double longest = fmax(m->columns, m->rows), cell, pixels;
    cell = longest <= map_size ? fmin(floor(map_size / longest), cell_most) : map_size / longest;
    pixels = cell >= 1 ? 2 * cell : fmax(1, floor(2 * cell)); /* of a cell */
    m->scale = pixels / cell;
    m->cell_width = wider(m, cell, m->columns);
    m->cell_height = wider(m, cell, m->rows);
    m->left = ceil(left_margin * m->scale) / m->scale;
    m->top = ceil(top_margin * m->scale) / m->scale;
}

static void choose_colours(map *m)
{
    for (unsigned i = 0; i < LEVELS; i++)
        m->levels[i] = theme_scale(i / (double)(LEVELS - 1));
}

static colour colour_of(const map *m, uint64_t value)
{
    const plot_data *d = m->d;
    if (value == PLOT_GAP)
        return d->theme->background;
    if (value == 0 && d->style->mark_zeros)
        return d->theme->signal;
    uint64_t greatest = d->greatest == 0 ? 1 : d->greatest;
    return m->levels[(unsigned)((unsigned __int128)value * (LEVELS - 1) / greatest)];
}

/* ---- an image ---- */

/* Zeros of a map whose cells are finer than the eye sees are marked with those around them. */
static uint32_t mark_reach(const map *m, double cell)
{
    return m->d->style->mark_zeros && cell < 1 ? (uint32_t)(0.7 / cell) : 0;
}

static void paint_around(const map *m, uint32_t *pixels, uint32_t column, uint32_t row)
{
    uint32_t across = mark_reach(m, m->cell_width), along = mark_reach(m, m->cell_height);
    uint32_t left = column < across ? 0 : column - across, top = row < along ? 0 : row - along;
    for (uint32_t r = top; r <= row + along && r < m->rows; r++)
        for (uint32_t c = left; c <= column + across && c < m->columns; c++)
            pixels[(size_t)r * m->columns + c] = (uint32_t)m->d->theme->signal;
}

static grundy_status paint_pixels(map *m, uint32_t *pixels)
{
    const plot_data *d = m->d;
    const plot_column *columns = (const plot_column *)(const void *)d->columns.data;
    size_t count = d->columns.size / sizeof *columns, cells = (size_t)m->columns * m->rows;
    bool finer = mark_reach(m, fmin(m->cell_width, m->cell_height)) > 0;
    for (size_t i = 0; i < cells; i++)
        pixels[i] = (uint32_t)d->theme->background;
    for (unsigned pass = 0; pass < (finer ? 2u : 1u); pass++)
        for (size_t i = 0; i < count; i++) {
            uint32_t column = (uint32_t)(columns[i].x - m->x);
            TRY(grundy_check(d->g));
            for (size_t k = 0; k < columns[i].count; k++) {
                uint64_t value = plot_values(d)[columns[i].first + k];
                uint32_t row = m->rows - 1 - (uint32_t)(columns[i].y - m->y + (int64_t)k);
                if (pass == 0)
                    pixels[(size_t)row * m->columns + column] = (uint32_t)colour_of(m, value);
                else if (value == 0)
                    paint_around(m, pixels, column, row);
            }
        }
    return GRUNDY_OK;
}

/* The values are given back when they have become colours. */
static grundy_status make_pixels(map *m, uint32_t **pixels)
{
    grundy_status status = GRUNDY_OK;
    size_t cells = (size_t)m->columns * m->rows;
    uint32_t *made = handle_new(m->d->g, cells, sizeof *made, &status);
    if (made == NULL)
        return status;
    status = paint_pixels(m, made);
    if (status != GRUNDY_OK) {
        handle_free(m->d->g, made, cells * sizeof *made);
        return status;
    }
    grundy_buffer_close(&m->d->values);
    *pixels = made;
    return GRUNDY_OK;
}

static grundy_status draw_image(map *m, canvas *c)
{
    uint32_t *pixels = NULL;
    TRY(make_pixels(m, &pixels));
    grundy_status status = canvas_raster(c, m->left, m->top, m->columns * m->cell_width, m->rows * m->cell_height,
                                         pixels, m->columns, m->rows);
    handle_free(m->d->g, pixels, (size_t)m->columns * m->rows * sizeof *pixels);
    return status;
}

/* ---- cell by cell ---- */

/* The value of a cell on it, light on dark or dark on light. */
static void write_value(const map *m, canvas *c, double x, double y, uint64_t value, colour under)
{
    char text[24];
    int lightness = 2 * (under >> 16 & 255) + 5 * (under >> 8 & 255) + (under & 255);
    if (m->d->outcomes)
        snprintf(text, sizeof text, "%s", value == 0 ? "P" : "N");
    else
        snprintf(text, sizeof text, "%" PRIu64, value);
    text_style style = {.x = x + m->cell_width / 2,
                        .y = y + m->cell_height / 2,
                        .size = fmin(0.5 * fmin(m->cell_width, m->cell_height), 11),
                        .room = 0.9 * m->cell_width,
                        .anchor = TEXT_MIDDLE,
                        .colour = lightness > 8 * 120 ? 0x10161c : 0xffffff};
    canvas_text(c, &style, text);
}

static void map_draw_cells(const map *m, canvas *c)
{
    const plot_data *d = m->d;
    const plot_column *columns = (const plot_column *)(const void *)d->columns.data;
    size_t count = d->columns.size / sizeof *columns;
    double least = fmin(m->cell_width, m->cell_height);
    double hair = least >= 6 ? fmin(0.06 * least, 0.8) : 0; /* between cells */
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < columns[i].count; k++) {
            uint64_t value = plot_values(d)[columns[i].first + k];
            if (value == PLOT_GAP)
                continue;
            paint p = {.fill = colour_of(m, value), .line = NO_COLOUR};
            double x = m->left + m->cell_width * (double)(columns[i].x - m->x);
            double y = m->top + m->cell_height * (m->rows - 1 - (double)(columns[i].y - m->y + (int64_t)k));
            canvas_box(c, x + hair / 2, y + hair / 2, m->cell_width - hair, m->cell_height - hair, 0, &p);
            if (least >= NUMBERED_CELL)
                write_value(m, c, x, y, value, p.fill);
        }
}

/* ---- legend and axes ---- */

static void legend_entry(const map *m, canvas *c, double y, colour fill, const char *text)
{
    double x = m->left + m->columns * m->cell_width + 22;
    paint p = {.fill = fill, .line = m->d->theme->faint, .line_width = 0.6};
    canvas_box(c, x, y - 6, 14, 12, 0, &p);
    plot_write(c, m->d->theme->text, x + 20, y, 10, TEXT_LEFT, text);
}

/* A few values: a field for each. */
static double map_list_values(const map *m, canvas *c, double y)
{
    const plot_data *d = m->d;
    for (uint64_t value = d->greatest + 1; value-- > 0;) {
        char text[32];
        if (d->style->mark_zeros && value == 0)
            continue;
        if (d->outcomes)
            snprintf(text, sizeof text, "%s", value == 0 ? "P" : "N");
        else
            snprintf(text, sizeof text, "%" PRIu64, value);
        legend_entry(m, c, y, colour_of(m, value), text);
        y += 17;
    }
    return y;
}

/* Many values: a bar of all colours, each box reaching to the end so that no seams show. */
static double draw_bar(const map *m, canvas *c, double y)
{
    enum { BANDS = 128 };
    const plot_data *d = m->d;
    double x = m->left + m->columns * m->cell_width + 22, height = fmax(fmin(m->rows * m->cell_height - 40, 260), 90);
    for (int i = 0; i < BANDS; i++) {
        double from = height * i / BANDS;
        paint p = {.fill = theme_scale(1 - i / (double)(BANDS - 1)), .line = NO_COLOUR};
        canvas_box(c, x, y + from, 14, height - from, 0, &p);
    }
    plot_axis a = {.low = 0, .high = (double)d->greatest, .from = y + height, .to = y, .whole = true};
    double step = plot_step(&a, height > 160 ? 6 : 3);
    for (double n = 0; n <= a.high; n += step) {
        char text[32];
        plot_number(n, text);
        plot_write(c, d->theme->text, x + 20, plot_at(&a, n), 10, TEXT_LEFT, text);
    }
    return y + height + 22;
}

static void draw_legend(const map *m, canvas *c)
{
    const plot_data *d = m->d;
    double x = m->left + m->columns * m->cell_width + 22, y = m->top + 26;
    plot_write(c, d->theme->text, x, m->top + 7, 11, TEXT_LEFT, d->outcomes ? "outcome" : "value");
    y = d->greatest <= LISTED_VALUES ? map_list_values(m, c, y) : draw_bar(m, c, y);
    if (d->style->mark_zeros)
        legend_entry(m, c, y + 2, d->theme->signal, d->outcomes ? "P" : "0 (P)");
}

static void draw_axes(const map *m, canvas *c)
{
    const plot_data *d = m->d;
    double right = m->left + m->columns * m->cell_width, bottom = m->top + m->rows * m->cell_height;
    plot_axis x = {
        (double)m->x, (double)m->x + m->columns - 1, m->left + m->cell_width / 2, right - m->cell_width / 2, true,
        false};
    plot_axis y = {
        (double)m->y, (double)m->y + m->rows - 1, bottom - m->cell_height / 2, m->top + m->cell_height / 2, true,
        false};
    if (m->columns == 1)
        x.high += 0.5;
    if (m->rows == 1)
        y.high += 0.5;
    paint frame = {.fill = NO_COLOUR, .line = d->theme->faint, .line_width = 0.8};
    canvas_box(c, m->left, m->top, right - m->left, bottom - m->top, 0, &frame);
    plot_horizontal(c, d->theme, &x, bottom, d->names[0]);
    plot_vertical(c, d->theme, &y, m->left, 0, d->names[1]);
    if (d->style->title != NULL)
        plot_write(c, d->theme->text, m->left, m->top - 16, 13, TEXT_LEFT, d->style->title);
}

/* ---- the map ---- */

grundy_status plot_map(plot_data *d, grundy_buffer *out)
{
    static const double least_width = 420, least_height = 190;
    map m = {.d = d};
    canvas *c;
    TRY(map_measure(&m));
    choose_size(&m);
    choose_colours(&m);
    double title = d->style->title != NULL ? canvas_text_width(d->style->title, 13) + m.left + 14 : 0;
    sheet s = {.image = d->style->image,
               .width = fmax(m.left + m.columns * m.cell_width + right_margin, fmax(title, least_width)),
               .height = fmax(m.top + m.rows * m.cell_height + bottom_margin, least_height),
               .scale = m.scale,
               .background = d->theme->background,
               .title = d->style->title};
    TRY(canvas_open(d->g, &s, out, &c));
    grundy_status status = GRUNDY_OK;
    if ((size_t)m.columns * m.rows > CELLS_DRAWN)
        status = draw_image(&m, c);
    else
        map_draw_cells(&m, c);
    draw_axes(&m, c);
    draw_legend(&m, c);
    if (status == GRUNDY_OK)
        status = canvas_finish(c);
    canvas_close(c);
    return status;
}
