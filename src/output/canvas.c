#include "output/canvas.h"

#include <string.h>
#include <strings.h>

#include "base/picture.h"
#include "output/canvas_kind.h"

/* A PNG may have this many pixels, a sheet this many points on a side. */
#define PIXELS_MAX ((double)(1 << 28))
#define SIDE_MAX 14400.0

bool grundy_image_of(const char *file, grundy_image *out)
{
    static const char *const words[] = {
#define IMAGE_WORD(name, word) word,
        GRUNDY_IMAGES(IMAGE_WORD)
#undef IMAGE_WORD
    };
    const char *ending = strrchr(file, '.');
    for (size_t i = 0; ending != NULL && i < GRUNDY_COUNT(words); i++)
        if (strcasecmp(ending + 1, words[i]) == 0) {
            *out = (grundy_image)i;
            return true;
        }
    return false;
}

static grundy_status check_sheet(grundy *g, const sheet *s)
{
    if (s->image != GRUNDY_IMAGE_SVG && cairo_canvas.open == NULL)
        return grundy_fail(g, GRUNDY_ABSENT,
                           "PNG and PDF files need cairo, and grundy was built without it; SVG does not");
    double pixels = s->width * s->height * s->scale * s->scale;
    if (s->width > SIDE_MAX || s->height > SIDE_MAX || (s->image == GRUNDY_IMAGE_PNG && pixels > PIXELS_MAX))
        return grundy_fail(g, GRUNDY_LIMIT, "an image of %.0f x %.0f points is too large", s->width, s->height);
    return GRUNDY_OK;
}

grundy_status canvas_open(grundy *g, const sheet *s, grundy_buffer *out, canvas **c)
{
    grundy_status status = check_sheet(g, s);
    canvas *made = status == GRUNDY_OK ? handle_new(g, 1, sizeof *made, &status) : NULL;
    if (made == NULL)
        return status;
    made->g = g;
    made->kind = s->image == GRUNDY_IMAGE_SVG ? &svg_canvas : &cairo_canvas;
    made->sheet = *s;
    made->out = out;
    made->before = out->size;
    status = made->kind->open(made);
    if (status != GRUNDY_OK) {
        out->size = made->before;
        canvas_close(made);
        return status;
    }
    *c = made;
    return GRUNDY_OK;
}

void canvas_close(canvas *c)
{
    if (c == NULL)
        return;
    if (c->kind->close != NULL)
        c->kind->close(c);
    handle_free(c->g, c, sizeof *c);
}

grundy_status canvas_finish(canvas *c)
{
    if (c->status == GRUNDY_OK)
        canvas_keep(c, c->kind->finish(c));
    if (c->status != GRUNDY_OK)
        c->out->size = c->before;
    return c->status;
}

void canvas_keep(canvas *c, grundy_status status)
{
    if (c->status == GRUNDY_OK)
        c->status = status;
}

/* ---- shapes ---- */

void canvas_box(canvas *c, double x, double y, double width, double height, double radius, const paint *p)
{
    if (c->status == GRUNDY_OK)
        c->kind->box(c, x, y, width, height, radius, p);
}

void canvas_disc(canvas *c, double x, double y, double radius, const paint *p)
{
    if (c->status == GRUNDY_OK)
        c->kind->disc(c, x, y, radius, p);
}

void canvas_line(canvas *c, double x, double y, double to_x, double to_y, const paint *p)
{
    canvas_polygon(c, (double[]){x, y, to_x, to_y}, 2, false, p);
}

void canvas_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p)
{
    if (c->status == GRUNDY_OK)
        c->kind->polygon(c, points, count, closed, p);
}

void canvas_text(canvas *c, const text_style *style, const char *text)
{
    if (c->status == GRUNDY_OK && *text != '\0')
        c->kind->text(c, style, text);
}

grundy_status canvas_raster(canvas *c, double x, double y, double width, double height, const uint32_t *pixels,
                            uint32_t columns, uint32_t rows)
{
    if (c->status == GRUNDY_OK)
        c->kind->raster(c, x, y, width, height, pixels, columns, rows);
    return c->status;
}

double canvas_text_width(const char *text, double size)
{
    return picture_text_width(text, size);
}
