/* canvas_svg.c - SVG, written as text */
#include <stdio.h>
#include <string.h>

#include "output/canvas_kind.h"

/* A number with at most two decimals, and no more than it needs. */
static grundy_status svg_number(canvas *c, double n)
{
    char text[32];
    int size = snprintf(text, sizeof text, "%.2f", n);
    while (size > 0 && text[size - 1] == '0')
        size--;
    if (size > 0 && text[size - 1] == '.')
        size--;
    bool zero = size == 2 && memcmp(text, "-0", 2) == 0;
    return zero ? grundy_append(c->out, "0", 1) : grundy_append(c->out, text, (size_t)size);
}

static grundy_status attribute(canvas *c, const char *name, double n)
{
    TRY(grundy_appendf(c->out, " %s=\"", name));
    TRY(svg_number(c, n));
    return grundy_append(c->out, "\"", 1);
}

static grundy_status colour_attribute(canvas *c, const char *name, colour value)
{
    if (value == NO_COLOUR)
        return grundy_appendf(c->out, " %s=\"none\"", name);
    return grundy_appendf(c->out, " %s=\"#%06x\"", name, (unsigned)value);
}

static grundy_status svg_escaped(canvas *c, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *entity = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
        TRY(entity != NULL ? grundy_append(c->out, entity, strlen(entity)) : grundy_append(c->out, text, 1));
    }
    return GRUNDY_OK;
}

static grundy_status painted(canvas *c, const paint *p)
{
    TRY(colour_attribute(c, "fill", p->fill));
    if (p->line != NO_COLOUR) {
        TRY(colour_attribute(c, "stroke", p->line));
        TRY(attribute(c, "stroke-width", p->line_width));
        if (p->dashed)
            TRY(grundy_appendf(c->out, " stroke-dasharray=\"3 2\""));
    }
    return grundy_appendf(c->out, "/>\n");
}

static grundy_status svg_open(canvas *c)
{
    const sheet *s = &c->sheet;
    TRY(grundy_appendf(c->out, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
    TRY(attribute(c, "width", s->width));
    TRY(attribute(c, "height", s->height));
    TRY(grundy_appendf(c->out, " viewBox=\"0 0 "));
    TRY(svg_number(c, s->width));
    TRY(grundy_append(c->out, " ", 1));
    TRY(svg_number(c, s->height));
    TRY(grundy_appendf(c->out, "\" role=\"img\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n"));
    if (s->title != NULL) {
        TRY(grundy_appendf(c->out, "<title>"));
        TRY(svg_escaped(c, s->title));
        TRY(grundy_appendf(c->out, "</title>\n"));
    }
    TRY(grundy_appendf(c->out, "<rect width=\"100%%\" height=\"100%%\""));
    TRY(colour_attribute(c, "fill", s->background));
    return grundy_appendf(c->out, "/>\n");
}

static grundy_status svg_finish(canvas *c)
{
    return grundy_appendf(c->out, "</svg>\n");
}

static grundy_status write_box(canvas *c, double x, double y, double width, double height, double radius,
                               const paint *p)
{
    TRY(grundy_appendf(c->out, "<rect"));
    TRY(attribute(c, "x", x));
    TRY(attribute(c, "y", y));
    TRY(attribute(c, "width", width));
    TRY(attribute(c, "height", height));
    if (radius > 0)
        TRY(attribute(c, "rx", radius));
    return painted(c, p);
}

static void svg_box(canvas *c, double x, double y, double width, double height, double radius, const paint *p)
{
    canvas_keep(c, write_box(c, x, y, width, height, radius, p));
}

static grundy_status write_disc(canvas *c, double x, double y, double radius, const paint *p)
{
    TRY(grundy_appendf(c->out, "<circle"));
    TRY(attribute(c, "cx", x));
    TRY(attribute(c, "cy", y));
    TRY(attribute(c, "r", radius));
    return painted(c, p);
}

static void svg_disc(canvas *c, double x, double y, double radius, const paint *p)
{
    canvas_keep(c, write_disc(c, x, y, radius, p));
}

static grundy_status write_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p)
{
    TRY(grundy_appendf(c->out, "<%s points=\"", closed ? "polygon" : "polyline"));
    for (size_t i = 0; i < 2 * count; i++) {
        if (i > 0)
            TRY(grundy_append(c->out, i % 2 == 0 ? " " : ",", 1));
        TRY(svg_number(c, points[i]));
    }
    TRY(grundy_append(c->out, "\"", 1));
    return painted(c, p);
}

static void svg_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p)
{
    canvas_keep(c, write_polygon(c, points, count, closed, p));
}

static grundy_status write_text(canvas *c, const text_style *style, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    double width = canvas_text_width(text, style->size);
    double size = style->room > 0 && width > style->room ? style->size * style->room / width : style->size;
    double baseline = 0.36 * size; /* from the middle of the letters down */
    double x = style->x + (style->upwards ? baseline : 0), y = style->y + (style->upwards ? 0 : baseline);
    TRY(grundy_appendf(c->out, "<text"));
    TRY(attribute(c, "x", x));
    TRY(attribute(c, "y", y));
    TRY(attribute(c, "font-size", size));
    TRY(grundy_appendf(c->out, " text-anchor=\"%s\"", anchors[style->anchor]));
    if (style->bold)
        TRY(grundy_appendf(c->out, " font-weight=\"bold\""));
    if (style->upwards) {
        TRY(grundy_appendf(c->out, " transform=\"rotate(-90 "));
        TRY(svg_number(c, x));
        TRY(grundy_append(c->out, " ", 1));
        TRY(svg_number(c, y));
        TRY(grundy_appendf(c->out, ")\""));
    }
    TRY(colour_attribute(c, "fill", style->colour));
    TRY(grundy_append(c->out, ">", 1));
    TRY(svg_escaped(c, text));
    return grundy_appendf(c->out, "</text>\n");
}

static void svg_text(canvas *c, const text_style *style, const char *text)
{
    canvas_keep(c, write_text(c, style, text));
}

/* ---- images, as PNG in base 64 ---- */

static grundy_status base64(canvas *c, grundy_bytes bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        unsigned word = (unsigned)bytes.data[i] << 16 | (left > 1 ? (unsigned)bytes.data[i + 1] << 8 : 0) |
                        (left > 2 ? bytes.data[i + 2] : 0);
        char text[4] = {digits[word >> 18], digits[word >> 12 & 63], left > 1 ? digits[word >> 6 & 63] : '=',
                        left > 2 ? digits[word & 63] : '='};
        TRY(grundy_append(c->out, text, sizeof text));
    }
    return GRUNDY_OK;
}

static grundy_status write_image(canvas *c, double x, double y, double width, double height, grundy_bytes png)
{
    TRY(grundy_appendf(c->out, "<image"));
    TRY(attribute(c, "x", x));
    TRY(attribute(c, "y", y));
    TRY(attribute(c, "width", width));
    TRY(attribute(c, "height", height));
    TRY(grundy_appendf(c->out, " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                               "href=\"data:image/png;base64,"));
    TRY(base64(c, png));
    return grundy_appendf(c->out, "\"/>\n");
}

static void svg_raster(canvas *c, double x, double y, double width, double height, const uint32_t *pixels,
                       uint32_t columns, uint32_t rows)
{
    grundy_buffer png = grundy_buffer_open(c->g);
    grundy_status status = png_encode(c->g, pixels, columns, rows, &png);
    if (status == GRUNDY_OK)
        status = write_image(c, x, y, width, height, grundy_buffer_bytes(&png));
    grundy_buffer_close(&png);
    canvas_keep(c, status);
}

const canvas_kind svg_canvas = {
    .open = svg_open,
    .finish = svg_finish,
    .box = svg_box,
    .disc = svg_disc,
    .polygon = svg_polygon,
    .text = svg_text,
    .raster = svg_raster,
};
