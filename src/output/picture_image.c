/* picture_image.c - pictures as images: the shapes and colours of their marks */
#include <math.h>

#include "base/picture.h"
#include "output/themes.h"

/* Points to a cell, and around the picture; pixels of a PNG to a point. */
static const double cell = 26, margin = 14, resolution = 2;

/* A picture on its canvas. */
typedef struct {
    canvas *c;
    const theme *theme;
    const grundy_picture *p;
    double unit; /* points to a cell; less for large pictures */
} sketch;

static double sketch_length(const sketch *s, double length)
{
    return margin + length * s->unit;
}

/* ---- shapes ---- */

static paint paint_of(const sketch *s, const grundy_mark *m)
{
    const role_colours *role = &s->theme->roles[m->role];
    double width = fmin(1.2, s->unit / 12);
    return (paint){.fill = role->fill, .line = role->line, .line_width = width, .dashed = role->dashed};
}

static void draw_rounded(sketch *s, const grundy_mark *m, double radius)
{
    paint p = paint_of(s, m);
    double width = m->width * s->unit, height = m->height * s->unit;
    if (radius > 0 && fabs(width - height) < 0.01)
        canvas_disc(s->c, sketch_length(s, m->x) + width / 2, sketch_length(s, m->y) + height / 2, width / 2, &p);
    else
        canvas_box(s->c, sketch_length(s, m->x), sketch_length(s, m->y), width, height,
                   fmin(radius, fmin(width, height) / 2), &p);
}

/* What is taken away is struck out too, so that it shows in print without colours. */
static void strike(sketch *s, const grundy_mark *m)
{
    paint p = paint_of(s, m);
    double inset = m->shape == GRUNDY_SHAPE_DISC ? 0.15 * fmin(m->width, m->height) : 0;
    p.dashed = false;
    p.line_width /= 1.5;
    canvas_line(s->c, sketch_length(s, m->x + inset), sketch_length(s, m->y + m->height - inset),
                sketch_length(s, m->x + m->width - inset), sketch_length(s, m->y + inset), &p);
}

static void draw_line(sketch *s, const grundy_mark *m)
{
    paint p = paint_of(s, m);
    double x = sketch_length(s, m->x), y = sketch_length(s, m->y), to_x = sketch_length(s, m->x + m->width),
           to_y = sketch_length(s, m->y + m->height);
    p.line = m->role == GRUNDY_ROLE_MARKED ? s->theme->signal : p.line;
    p.fill = NO_COLOUR;
    p.line_width = m->role == GRUNDY_ROLE_MARKED ? s->unit / 13 : p.line_width;
    canvas_line(s->c, x, y, to_x, to_y, &p);
    double length = hypot(to_x - x, to_y - y), size = 0.3 * s->unit;
    if (m->shape == GRUNDY_SHAPE_LINE || length == 0)
        return;
    double along_x = (to_x - x) / length * size, along_y = (to_y - y) / length * size;
    paint point = {.fill = p.line, .line = NO_COLOUR};
    double corners[] = {to_x,
                        to_y,
                        to_x - along_x - along_y / 2,
                        to_y - along_y + along_x / 2,
                        to_x - along_x + along_y / 2,
                        to_y - along_y - along_x / 2};
    canvas_polygon(s->c, corners, 3, true, &point);
}

/* ---- texts ---- */

/* A text in the middle of a mark, so many parts of its height down. */
static void write_on(sketch *s, const grundy_mark *m, size_t text, double down, double size, bool bold)
{
    static const double padding = 0.2;
    text_style style = {.x = sketch_length(s, m->x + m->width / 2),
                        .y = sketch_length(s, m->y + down * m->height),
                        .size = size * s->unit,
                        .room = m->shape == GRUNDY_SHAPE_LABEL ? 0 : (m->width - padding) * s->unit,
                        .anchor = TEXT_MIDDLE,
                        .colour = s->theme->roles[m->role].text,
                        .bold = bold};
    canvas_text(s->c, &style, grundy_picture_text(s->p, text));
}

static void write_texts(sketch *s, const grundy_mark *m)
{
    if (m->shape == GRUNDY_SHAPE_LABEL) {
        write_on(s, m, m->text, 0.5, fmin(0.95 * m->height, 0.75), false);
    } else if (m->note == 0) {
        write_on(s, m, m->text, 0.5, 0.42, false);
    } else {
        write_on(s, m, m->text, 0.26, 0.3, false);
        write_on(s, m, m->note, 0.66, 0.46, true);
    }
}

/* ---- the picture ---- */

static void draw_mark(sketch *s, const grundy_mark *m)
{
    switch (m->shape) {
    case GRUNDY_SHAPE_CELL:
        draw_rounded(s, m, 0);
        break;
    case GRUNDY_SHAPE_DISC:
        draw_rounded(s, m, INFINITY);
        break;
    case GRUNDY_SHAPE_LINE:
    case GRUNDY_SHAPE_ARROW:
        draw_line(s, m);
        return;
    case GRUNDY_SHAPE_LABEL:
        break;
    }
    if (m->role == GRUNDY_ROLE_REMOVED && m->shape != GRUNDY_SHAPE_LABEL)
        strike(s, m);
    write_texts(s, m);
}

grundy_status grundy_picture_write(grundy *g, const grundy_picture *p, const char *title, grundy_image image,
                                   grundy_theme t, grundy_buffer *out)
{
    static const double widest = 4000;
    double width, height;
    grundy_picture_size(p, &width, &height);
    sketch s = {.theme = theme_of(t), .p = p};
    s.unit = fmin(cell, widest / fmax(fmax(width, height), 1));
    sheet size = {.image = image,
                  .width = width * s.unit + 2 * margin,
                  .height = height * s.unit + 2 * margin,
                  .scale = resolution,
                  .background = s.theme->background,
                  .title = title};
    TRY(canvas_open(g, &size, out, &s.c));
    for (size_t i = 0; i < grundy_picture_count(p); i++)
        draw_mark(&s, grundy_picture_at(p, i));
    grundy_status status = canvas_finish(s.c);
    canvas_close(s.c);
    return status;
}
