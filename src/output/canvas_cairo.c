/* canvas_cairo.c - PNG and PDF by cairo */
#include "output/canvas_kind.h"

#ifdef GRUNDY_WITH_CAIRO

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

/* Where cairo's bytes go, and the first failure there. */
typedef struct {
    grundy_buffer *out;
    grundy_status status;
} stream;

static cairo_status_t write_stream(void *closure, const unsigned char *data, unsigned length)
{
    stream *s = closure;
    if (s->status == GRUNDY_OK)
        s->status = grundy_append(s->out, data, length);
    return s->status == GRUNDY_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static grundy_status status_of(grundy *g, cairo_status_t status, const stream *s)
{
    if (s != NULL && s->status != GRUNDY_OK)
        return s->status;
    return status == CAIRO_STATUS_SUCCESS
               ? GRUNDY_OK
               : grundy_fail(g, GRUNDY_NOMEM, "the image could not be made: %s", cairo_status_to_string(status));
}

/* ---- sheets ---- */

typedef struct {
    cairo_surface_t *surface;
    cairo_t *pen;
    unsigned char *pixels;
    size_t pixels_size;
    stream stream;
} cairo_sheet;

static cairo_t *pen_of(const canvas *c)
{
    return ((const cairo_sheet *)c->context)->pen;
}

static void set_colour(cairo_t *pen, colour value)
{
    cairo_set_source_rgb(pen, (value >> 16 & 255) / 255.0, (value >> 8 & 255) / 255.0, (value & 255) / 255.0);
}

/* The pixels of a PNG are the handle's memory. */
static grundy_status open_pixels(canvas *c, cairo_sheet *s)
{
    grundy_status status = GRUNDY_OK;
    int width = (int)ceil(c->sheet.width * c->sheet.scale), height = (int)ceil(c->sheet.height * c->sheet.scale);
    int stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, width);
    s->pixels_size = (size_t)stride * (size_t)height;
    s->pixels = handle_new(c->g, s->pixels_size, 1, &status);
    if (s->pixels == NULL)
        return status;
    s->surface = cairo_image_surface_create_for_data(s->pixels, CAIRO_FORMAT_RGB24, width, height, stride);
    return GRUNDY_OK;
}

static void cairo_kind_close(canvas *c)
{
    cairo_sheet *s = c->context;
    if (s == NULL)
        return;
    cairo_destroy(s->pen);
    cairo_surface_destroy(s->surface);
    handle_free(c->g, s->pixels, s->pixels_size);
    handle_free(c->g, s, sizeof *s);
}

static grundy_status cairo_kind_open(canvas *c)
{
    grundy_status status = GRUNDY_OK;
    cairo_sheet *s = handle_new(c->g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    c->context = s;
    s->stream.out = c->out;
    if (c->sheet.image == GRUNDY_IMAGE_PNG)
        TRY(open_pixels(c, s));
    else
        s->surface = cairo_pdf_surface_create_for_stream(write_stream, &s->stream, c->sheet.width, c->sheet.height);
    if (c->sheet.image == GRUNDY_IMAGE_PDF && c->sheet.title != NULL)
        cairo_pdf_surface_set_metadata(s->surface, CAIRO_PDF_METADATA_TITLE, c->sheet.title);
    s->pen = cairo_create(s->surface);
    if (c->sheet.image == GRUNDY_IMAGE_PNG)
        cairo_scale(s->pen, c->sheet.scale, c->sheet.scale);
    cairo_set_line_join(s->pen, CAIRO_LINE_JOIN_ROUND);
    set_colour(s->pen, c->sheet.background);
    cairo_paint(s->pen);
    return status_of(c->g, cairo_status(s->pen), &s->stream);
}

static grundy_status cairo_kind_finish(canvas *c)
{
    cairo_sheet *s = c->context;
    TRY(status_of(c->g, cairo_status(s->pen), &s->stream));
    cairo_surface_flush(s->surface);
    if (c->sheet.image == GRUNDY_IMAGE_PNG)
        return status_of(c->g, cairo_surface_write_to_png_stream(s->surface, write_stream, &s->stream), &s->stream);
    cairo_surface_finish(s->surface);
    return status_of(c->g, cairo_surface_status(s->surface), &s->stream);
}

/* ---- shapes ---- */

static void fill_and_stroke(cairo_t *pen, const paint *p)
{
    static const double dashes[] = {3, 2};
    if (p->fill != NO_COLOUR) {
        set_colour(pen, p->fill);
        cairo_fill_preserve(pen);
    }
    if (p->line != NO_COLOUR) {
        set_colour(pen, p->line);
        cairo_set_line_width(pen, p->line_width);
        cairo_set_dash(pen, dashes, p->dashed ? 2 : 0, 0);
        cairo_stroke_preserve(pen);
    }
    cairo_new_path(pen);
}

static void cairo_kind_box(canvas *c, double x, double y, double width, double height, double radius, const paint *p)
{
    cairo_t *pen = pen_of(c);
    static const double quarter = 1.57079632679489662;
    if (radius <= 0) {
        cairo_rectangle(pen, x, y, width, height);
    } else {
        cairo_new_sub_path(pen);
        cairo_arc(pen, x + width - radius, y + radius, radius, -quarter, 0);
        cairo_arc(pen, x + width - radius, y + height - radius, radius, 0, quarter);
        cairo_arc(pen, x + radius, y + height - radius, radius, quarter, 2 * quarter);
        cairo_arc(pen, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
        cairo_close_path(pen);
    }
    fill_and_stroke(pen, p);
}

static void cairo_kind_disc(canvas *c, double x, double y, double radius, const paint *p)
{
    cairo_t *pen = pen_of(c);
    cairo_new_sub_path(pen);
    cairo_arc(pen, x, y, radius, 0, 6.28318530717958648);
    fill_and_stroke(pen, p);
}

static void cairo_kind_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p)
{
    cairo_t *pen = pen_of(c);
    for (size_t i = 0; i < count; i++)
        cairo_line_to(pen, points[2 * i], points[2 * i + 1]);
    if (closed)
        cairo_close_path(pen);
    fill_and_stroke(pen, p);
}

static void cairo_kind_text(canvas *c, const text_style *style, const char *text)
{
    cairo_t *pen = pen_of(c);
    cairo_text_extents_t extents;
    double size = style->size, shares[] = {0, 0.5, 1};
    cairo_select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pen, size);
    cairo_text_extents(pen, text, &extents);
    if (style->room > 0 && extents.x_advance > style->room) {
        size *= style->room / extents.x_advance;
        cairo_set_font_size(pen, size);
        cairo_text_extents(pen, text, &extents);
    }
    cairo_save(pen);
    cairo_translate(pen, style->x, style->y);
    if (style->upwards)
        cairo_rotate(pen, -1.57079632679489662);
    set_colour(pen, style->colour);
    cairo_move_to(pen, -shares[style->anchor] * extents.x_advance, 0.36 * size);
    cairo_show_text(pen, text);
    cairo_restore(pen);
    cairo_new_path(pen);
}

/* ---- images ---- */

static cairo_surface_t *surface_of(const uint32_t *pixels, uint32_t columns, uint32_t rows)
{
    /* cairo only reads them */
    return cairo_image_surface_create_for_data((unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_RGB24, (int)columns,
                                               (int)rows, (int)(4 * columns));
}

static void cairo_kind_raster(canvas *c, double x, double y, double width, double height, const uint32_t *pixels,
                              uint32_t columns, uint32_t rows)
{
    cairo_t *pen = pen_of(c);
    cairo_surface_t *image = surface_of(pixels, columns, rows);
    cairo_save(pen);
    cairo_translate(pen, x, y);
    cairo_scale(pen, width / columns, height / rows);
    cairo_set_source_surface(pen, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(pen), CAIRO_FILTER_NEAREST);
    cairo_rectangle(pen, 0, 0, columns, rows);
    cairo_fill(pen);
    cairo_restore(pen);
    cairo_surface_destroy(image);
}

grundy_status png_encode(grundy *g, const uint32_t *pixels, uint32_t columns, uint32_t rows, grundy_buffer *out)
{
    stream s = {.out = out};
    cairo_surface_t *image = surface_of(pixels, columns, rows);
    grundy_status status = status_of(g, cairo_surface_write_to_png_stream(image, write_stream, &s), &s);
    cairo_surface_destroy(image);
    return status;
}

const canvas_kind cairo_canvas = {
    .open = cairo_kind_open,
    .finish = cairo_kind_finish,
    .close = cairo_kind_close,
    .box = cairo_kind_box,
    .disc = cairo_kind_disc,
    .polygon = cairo_kind_polygon,
    .text = cairo_kind_text,
    .raster = cairo_kind_raster,
};

#else

const canvas_kind cairo_canvas = {0};

grundy_status png_encode(grundy *g, const uint32_t *pixels, uint32_t columns, uint32_t rows, grundy_buffer *out)
{
    (void)pixels;
    (void)columns;
    (void)rows;
    (void)out;
    return grundy_fail(g, GRUNDY_ABSENT, "a map of so many cells needs cairo, and grundy was built without it");
}

#endif
