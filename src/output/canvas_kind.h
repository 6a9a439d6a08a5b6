/* canvas_kind.h - what the kinds of canvas are made of */
#ifndef GRUNDY_OUTPUT_CANVAS_KIND_H
#define GRUNDY_OUTPUT_CANVAS_KIND_H

#include "output/canvas.h"

typedef struct {
    grundy_status (*open)(canvas *c);
    grundy_status (*finish)(canvas *c);
    void (*close)(canvas *c);
    void (*box)(canvas *c, double x, double y, double width, double height, double radius, const paint *p);
    void (*disc)(canvas *c, double x, double y, double radius, const paint *p);
    void (*polygon)(canvas *c, const double *points, size_t count, bool closed, const paint *p);
    void (*text)(canvas *c, const text_style *style, const char *text);
    void (*raster)(canvas *c, double x, double y, double width, double height, const uint32_t *pixels, uint32_t columns,
                   uint32_t rows);
} canvas_kind;

struct canvas {
    grundy *g;
    const canvas_kind *kind;
    sheet sheet;
    grundy_buffer *out;
    size_t before;        /* what out held at first */
    grundy_status status; /* of the first drawing that failed */
    void *context, *surface;
};

extern const canvas_kind svg_canvas;

/* cairo_canvas - PNG and PDF; without cairo it has no members
 * png_encode - append pixels as a PNG file. Errors: GRUNDY_ABSENT, GRUNDY_NOMEM, GRUNDY_LIMIT */
extern const canvas_kind cairo_canvas;
grundy_status png_encode(grundy *g, const uint32_t *pixels, uint32_t columns, uint32_t rows, grundy_buffer *out);

/* canvas_keep - remember a failure of a drawing */
void canvas_keep(canvas *c, grundy_status status);

#endif
