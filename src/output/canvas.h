/* canvas.h - a sheet on which shapes are drawn, and which becomes an SVG, PNG or PDF file
 *
 * Lengths are points (1/72 inch), from the upper left corner. SVG is written here: it is text, texts stay texts in it,
 * and it needs no library. PNG and PDF are made by cairo. */
#ifndef GRUNDY_OUTPUT_CANVAS_H
#define GRUNDY_OUTPUT_CANVAS_H

#include "base/handle.h"

/* 0xRRGGBB, or no colour */
typedef int32_t colour;
#define NO_COLOUR (-1)

/* How a shape is filled and outlined. */
typedef struct {
    colour fill, line;
    double line_width;
    bool dashed;
} paint;

typedef enum { TEXT_LEFT, TEXT_MIDDLE, TEXT_RIGHT } text_anchor;

typedef struct {
    double x, y; /* of the anchor, at the middle of the letters' height */
    double size; /* of the typeface */
    double room; /* the text is made narrower if it would be wider than this; 0: any width */
    text_anchor anchor;
    colour colour;
    bool bold, upwards;
} text_style;

typedef struct canvas canvas;

/* canvas_open - a sheet of a size, in one colour; canvas_close - free it
 *
 * scale    PNG: pixels a point
 * title    of the file; NULL: none
 * out      where the file goes; must outlive the canvas
 * Errors   GRUNDY_ABSENT without cairo; GRUNDY_LIMIT for a sheet that is too large; GRUNDY_NOMEM */
typedef struct {
    grundy_image image;
    double width, height, scale;
    colour background;
    const char *title;
} sheet;
grundy_status canvas_open(grundy *g, const sheet *s, grundy_buffer *out, canvas **c);
void canvas_close(canvas *c);

/* canvas_finish - append the file. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT, also of what was drawn before */
grundy_status canvas_finish(canvas *c);

/* Shapes. Failures show in canvas_finish. A box has rounded corners of a radius, or 0. */
void canvas_box(canvas *c, double x, double y, double width, double height, double radius, const paint *p);
void canvas_disc(canvas *c, double x, double y, double radius, const paint *p);
void canvas_line(canvas *c, double x, double y, double to_x, double to_y, const paint *p);
void canvas_polygon(canvas *c, const double *points, size_t count, bool closed, const paint *p); /* x and y in turn */
void canvas_text(canvas *c, const text_style *style, const char *text);

/* canvas_raster - an image in a box: rows of 0xRRGGBB pixels, from above. It is not smoothed. Needs cairo.
 * Errors   GRUNDY_ABSENT, GRUNDY_NOMEM */
grundy_status canvas_raster(canvas *c, double x, double y, double width, double height, const uint32_t *pixels,
                            uint32_t columns, uint32_t rows);

/* canvas_text_width - about how wide a text will be */
double canvas_text_width(const char *text, double size);

#endif
