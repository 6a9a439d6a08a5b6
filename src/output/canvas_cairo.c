/* canvas_cairo.c - PNG and PDF by cairo */
#include "output/canvas_kind.h"

#ifdef GRUNDY_WITH_CAIRO

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

#include "late/late.h"

/* clang-format off */
#define CAIRO_FUNCTIONS(X) \
    X(cairo_, arc) X(cairo_, close_path) X(cairo_, create) X(cairo_, destroy) X(cairo_, fill) \
    X(cairo_, fill_preserve) X(cairo_, format_stride_for_width) X(cairo_, get_source) \
    X(cairo_, image_surface_create_for_data) X(cairo_, line_to) X(cairo_, move_to) X(cairo_, new_path) \
    X(cairo_, new_sub_path) X(cairo_, paint) X(cairo_, pattern_set_filter) X(cairo_, pdf_surface_create_for_stream) \
    X(cairo_, pdf_surface_set_metadata) X(cairo_, rectangle) X(cairo_, restore) X(cairo_, rotate) X(cairo_, save) \
    X(cairo_, scale) X(cairo_, select_font_face) X(cairo_, set_dash) X(cairo_, set_font_size) \
    X(cairo_, set_line_join) X(cairo_, set_line_width) X(cairo_, set_source_rgb) X(cairo_, set_source_surface) \
    X(cairo_, show_text) X(cairo_, status) X(cairo_, status_to_string) X(cairo_, stroke_preserve) \
    X(cairo_, surface_destroy) X(cairo_, surface_finish) X(cairo_, surface_flush) X(cairo_, surface_status) \
    X(cairo_, surface_write_to_png_stream) X(cairo_, text_extents) X(cairo_, translate)
/* clang-format on */
LATE_LIBRARY(cairo_library, CAIRO_FUNCTIONS)

static grundy_status load_cairo(grundy *g, const char *need, cairo_library *out)
{
    return late_open(g, GRUNDY_CAIRO_FILE, need, cairo_library_names, sizeof *out, out);
}

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

static grundy_status status_of(grundy *g, const cairo_library *cairo, cairo_status_t status, const stream *s)
{
    if (s != NULL && s->status != GRUNDY_OK)
        return s->status;
    return status == CAIRO_STATUS_SUCCESS
               ? GRUNDY_OK
               : grundy_fail(g, GRUNDY_NOMEM, "the image could not be made: %s", cairo->status_to_string(status));
}

/* ---- sheets ---- */

typedef struct {
    cairo_library cairo; /* loaded where surface is not NULL */
    cairo_surface_t *surface;
    cairo_t *pen;
    unsigned char *pixels;
    size_t pixels_size;
    stream stream;
} cairo_sheet;

static const cairo_library *cairo_of(const canvas *c)
{
    return &((const cairo_sheet *)c->context)->cairo;
}

static cairo_t *pen_of(const canvas *c)
{
    return ((const cairo_sheet *)c->context)->pen;
}

static void set_colour(const cairo_library *cairo, cairo_t *pen, colour value)
{
    cairo->set_source_rgb(pen, (value >> 16 & 255) / 255.0, (value >> 8 & 255) / 255.0, (value & 255) / 255.0);
}

/* The pixels of a PNG are the handle's memory. */
static grundy_status open_pixels(canvas *c, cairo_sheet *s)
{
    const cairo_library *cairo = &s->cairo;
    grundy_status status = GRUNDY_OK;
    int width = (int)ceil(c->sheet.width * c->sheet.scale), height = (int)ceil(c->sheet.height * c->sheet.scale);
    int stride = cairo->format_stride_for_width(CAIRO_FORMAT_RGB24, width);
    s->pixels_size = (size_t)stride * (size_t)height;
    s->pixels = handle_new(c->g, s->pixels_size, 1, &status);
    if (s->pixels == NULL)
        return status;
    s->surface = cairo->image_surface_create_for_data(s->pixels, CAIRO_FORMAT_RGB24, width, height, stride);
    return GRUNDY_OK;
}

static void cairo_kind_close(canvas *c)
{
    cairo_sheet *s = c->context;
    if (s == NULL)
        return;
    if (s->surface != NULL) {
        s->cairo.destroy(s->pen);
        s->cairo.surface_destroy(s->surface);
    }
    handle_free(c->g, s->pixels, s->pixels_size);
    handle_free(c->g, s, sizeof *s);
}

/* The surface: rows of pixels, or a PDF file that is written as it is drawn. */
static grundy_status open_surface(canvas *c, cairo_sheet *s)
{
    TRY(load_cairo(c->g, "PNG and PDF files need cairo", &s->cairo));
    if (c->sheet.image == GRUNDY_IMAGE_PNG)
        return open_pixels(c, s);
    s->surface = s->cairo.pdf_surface_create_for_stream(write_stream, &s->stream, c->sheet.width, c->sheet.height);
    if (c->sheet.title != NULL)
        s->cairo.pdf_surface_set_metadata(s->surface, CAIRO_PDF_METADATA_TITLE, c->sheet.title);
    return GRUNDY_OK;
}

static grundy_status cairo_kind_open(canvas *c)
{
    grundy_status status = GRUNDY_OK;
    cairo_sheet *s = handle_new(c->g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    const cairo_library *cairo = &s->cairo;
    c->context = s;
    s->stream.out = c->out;
    TRY(open_surface(c, s));
    s->pen = cairo->create(s->surface);
    if (c->sheet.image == GRUNDY_IMAGE_PNG)
        cairo->scale(s->pen, c->sheet.scale, c->sheet.scale);
    cairo->set_line_join(s->pen, CAIRO_LINE_JOIN_ROUND);
    set_colour(cairo, s->pen, c->sheet.background);
    cairo->paint(s->pen);
    return status_of(c->g, cairo, cairo->status(s->pen), &s->stream);
}

static grundy_status cairo_kind_finish(canvas *c)
{
    cairo_sheet *s = c->context;
    const cairo_library *cairo = &s->cairo;
    cairo_status_t status = cairo->status(s->pen);
    if (status == CAIRO_STATUS_SUCCESS) {
        cairo->surface_flush(s->surface);
        if (c->sheet.image == GRUNDY_IMAGE_PNG) {
            status = cairo->surface_write_to_png_stream(s->surface, write_stream, &s->stream);
        } else {
            cairo->surface_finish(s->surface);
            status = cairo->surface_status(s->surface);
        }
    }
    return status_of(c->g, cairo, status, &s->stream);
}

/* ---- shapes ---- */

static void fill_and_stroke(canvas *c, const paint *p)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    static const double dashes[] = {3, 2};
    if (p->fill != NO_COLOUR) {
        set_colour(cairo, pen, p->fill);
        cairo->fill_preserve(pen);
    }
    if (p->line != NO_COLOUR) {
        set_colour(cairo, pen, p->line);
        cairo->set_line_width(pen, p->line_width);
        cairo->set_dash(pen, dashes, p->dashed ? 2 : 0, 0);
        cairo->stroke_preserve(pen);
    }
    cairo->new_path(pen);
}

static void cairo_kind_box(canvas *c, double x, double y, double width, double height, double radius, const paint *p)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    static const double quarter = 1.57079632679489662;
    if (radius <= 0) {
        cairo->rectangle(pen, x, y, width, height);
    } else {
        cairo->new_sub_path(pen);
        cairo->arc(pen, x + width - radius, y + radius, radius, -quarter, 0);
        cairo->arc(pen, x + width - radius, y + height - radius, radius, 0, quarter);
        cairo->arc(pen, x + radius, y + height - radius, radius, quarter, 2 * quarter);
        cairo->arc(pen, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
        cairo->close_path(pen);
    }
    fill_and_stroke(c, p);
}

static void cairo_kind_disc(canvas *c, double x, double y, double radius, const paint *p)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    cairo->new_sub_path(pen);
    cairo->arc(pen, x, y, radius, 0, 6.28318530717958648);
    fill_and_stroke(c, p);
}

static void cairo_kind_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    for (size_t i = 0; i < count; i++)
        cairo->line_to(pen, points[2 * i], points[2 * i + 1]);
    if (closed)
        cairo->close_path(pen);
    fill_and_stroke(c, p);
}

static void cairo_kind_text(canvas *c, const text_style *style, const char *text)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    cairo_text_extents_t extents;
    double size = style->size, shares[] = {0, 0.5, 1};
    cairo->select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                            style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo->set_font_size(pen, size);
    cairo->text_extents(pen, text, &extents);
    if (style->room > 0 && extents.x_advance > style->room) {
        size *= style->room / extents.x_advance;
        cairo->set_font_size(pen, size);
        cairo->text_extents(pen, text, &extents);
    }
    cairo->save(pen);
    cairo->translate(pen, style->x, style->y);
    if (style->upwards)
        cairo->rotate(pen, -1.57079632679489662);
    set_colour(cairo, pen, style->colour);
    cairo->move_to(pen, -shares[style->anchor] * extents.x_advance, 0.36 * size);
    cairo->show_text(pen, text);
    cairo->restore(pen);
    cairo->new_path(pen);
}

/* ---- images ---- */

static cairo_surface_t *surface_of(const cairo_library *cairo, const uint32_t *pixels, uint32_t columns, uint32_t rows)
{
    /* cairo only reads them */
    return cairo->image_surface_create_for_data((unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_RGB24, (int)columns,
                                                (int)rows, (int)(4 * columns));
}

static void cairo_kind_raster(canvas *c, double x, double y, double width, double height, const uint32_t *pixels,
                              uint32_t columns, uint32_t rows)
{
    const cairo_library *cairo = cairo_of(c);
    cairo_t *pen = pen_of(c);
    cairo_surface_t *image = surface_of(cairo, pixels, columns, rows);
    cairo->save(pen);
    cairo->translate(pen, x, y);
    cairo->scale(pen, width / columns, height / rows);
    cairo->set_source_surface(pen, image, 0, 0);
    cairo->pattern_set_filter(cairo->get_source(pen), CAIRO_FILTER_NEAREST);
    cairo->rectangle(pen, 0, 0, columns, rows);
    cairo->fill(pen);
    cairo->restore(pen);
    cairo->surface_destroy(image);
}

grundy_status png_encode(grundy *g, const uint32_t *pixels, uint32_t columns, uint32_t rows, grundy_buffer *out)
{
    stream s = {.out = out};
    cairo_library library;
    const cairo_library *cairo = &library;
    TRY(load_cairo(g, "a map of so many cells needs cairo", &library));
    cairo_surface_t *image = surface_of(cairo, pixels, columns, rows);
    cairo_status_t status = cairo->surface_write_to_png_stream(image, write_stream, &s);
    cairo->surface_destroy(image);
    return status_of(g, cairo, status, &s);
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
