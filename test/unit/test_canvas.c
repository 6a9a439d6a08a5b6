/* Shapes and texts as they come out in a PNG: areas, symmetries and frames that follow from what was asked for. */
#include <math.h>
#include <stdlib.h>

#include "asking.h"
#include "output/canvas.h"

#ifdef GRUNDY_WITH_CAIRO
#include <cairo.h>

enum { SIDE = 64, WHITE = 0xffffff, BLACK = 0, ALLOWED = 40 /* edges are smoothed, and not evenly */ };

/* How dark each pixel is: 0 for white to 255 for black. */
typedef struct {
    unsigned char ink[SIDE][SIDE];
} looked_at;

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned length)
{
    grundy_bytes *rest = closure;
    if (rest->size < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, rest->data, length);
    rest->data += length;
    rest->size -= length;
    return CAIRO_STATUS_SUCCESS;
}

static void look(grundy_bytes png, looked_at *out)
{
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_bytes, &png);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    assert_true(cairo_image_surface_get_width(image) == SIDE && cairo_image_surface_get_height(image) == SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            uint32_t pixel;
            memcpy(&pixel, cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image) + 4 * x,
                   sizeof pixel);
            out->ink[y][x] = (unsigned char)(255 - (pixel & 255));
        }
    cairo_surface_destroy(image);
}

typedef void (*drawing)(canvas *c, const void *data);

static void draw(drawing shape, const void *data, looked_at *out)
{
    grundy *g = ask_open();
    grundy_buffer png = grundy_buffer_open(g);
    const sheet s = {.image = GRUNDY_IMAGE_PNG, .width = SIDE / 2, .height = SIDE / 2, .scale = 2, .background = WHITE};
    canvas *c;
    MUST(g, canvas_open(g, &s, &png, &c));
    shape(c, data);
    MUST(g, canvas_finish(c));
    canvas_close(c);
    look(grundy_buffer_bytes(&png), out);
    grundy_buffer_close(&png);
    ask_close(g);
}

/* The area of what is dark, in points. */
static double area(const looked_at *l)
{
    double sum = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += l->ink[y][x];
    return sum / 255 / 4;
}

/* The frame of what is dark, in pixels. */
typedef struct {
    int left, right, top, bottom;
} frame;

static frame frame_of(const looked_at *l)
{
    frame f = {SIDE, -1, SIDE, -1};
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (l->ink[y][x] > 40) {
                f.left = x < f.left ? x : f.left;
                f.right = x > f.right ? x : f.right;
                f.top = y < f.top ? y : f.top;
                f.bottom = y > f.bottom ? y : f.bottom;
            }
    return f;
}

static void assert_frame(const looked_at *l, int left, int right, int top, int bottom)
{
    frame f = frame_of(l);
    if (f.left != left || f.right != right || f.top != top || f.bottom != bottom)
        fail_msg("the frame is %d to %d, %d to %d", f.left, f.right, f.top, f.bottom);
}

/* What lies about the middle of the sheet looks the same in a mirror, and lying on its side. */
static void assert_symmetric(const looked_at *l)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            assert_true(abs(l->ink[y][x] - l->ink[y][SIDE - 1 - x]) <= ALLOWED);
            assert_true(abs(l->ink[y][x] - l->ink[SIDE - 1 - y][x]) <= ALLOWED);
            assert_true(abs(l->ink[y][x] - l->ink[x][y]) <= ALLOWED);
        }
}

/* ---- shapes ---- */

static const paint filled = {.fill = BLACK, .line = NO_COLOUR};
static const paint outlined = {.fill = NO_COLOUR, .line = BLACK, .line_width = 1};
static const paint dashed = {.fill = NO_COLOUR, .line = BLACK, .line_width = 1, .dashed = true};

static void sharp_box(canvas *c, const void *p)
{
    canvas_box(c, 8, 8, 16, 16, 0, p);
}

static void round_box(canvas *c, const void *p)
{
    canvas_box(c, 8, 8, 16, 16, 5, p);
}

static void disc(canvas *c, const void *p)
{
    canvas_disc(c, 16, 16, 8, p);
}

static void test_boxes_and_discs(void **state)
{
    static const struct {
        drawing shape;
        const paint *paint;
        double area, allowed;
        int from; /* the first pixel */
    } cases[] = {
        {sharp_box, &filled, 16 * 16, 0.1, 16},
        {sharp_box, &outlined, 4 * 16, 0.5, 15},
        {round_box, &filled, 16 * 16 - (4 - 3.14159) * 25, 0.5, 16},
        {round_box, &outlined, 4 * 6 + 2 * 3.14159 * 5, 0.5, 15},
        {disc, &filled, 3.14159 * 64, 0.5, 16},
        {disc, &outlined, 2 * 3.14159 * 8, 0.5, 15},
        {disc, &dashed, 2 * 3.14159 * 8 * 3 / 5, 1, -1},
    };
    static looked_at l;
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        draw(cases[i].shape, cases[i].paint, &l);
        if (fabs(area(&l) - cases[i].area) > cases[i].allowed)
            fail_msg("case %zu has an area of %g, not of %g", i, area(&l), cases[i].area);
        if (cases[i].from >= 0) {
            assert_frame(&l, cases[i].from, SIDE - 1 - cases[i].from, cases[i].from, SIDE - 1 - cases[i].from);
            assert_symmetric(&l);
        }
    }
}

static const double corners[] = {4, 4, 28, 4, 4, 28};

static void triangle(canvas *c, const void *p)
{
    canvas_polygon(c, corners, 3, true, p);
}

static void angle(canvas *c, const void *p)
{
    canvas_polygon(c, corners, 3, false, p);
}

static void line(canvas *c, const void *p)
{
    canvas_line(c, 4, 10, 28, 10, p);
}

static void test_lines(void **state)
{
    static looked_at l;
    (void)state;
    draw(triangle, &filled, &l);
    assert_true(fabs(area(&l) - 24 * 24 / 2.0) < 0.5);
    assert_frame(&l, 8, 55, 8, 55);
    assert_true(l.ink[12][12] == 255 && l.ink[52][52] == 0);
    draw(triangle, &outlined, &l);
    assert_true(l.ink[8][30] > 200 && l.ink[32][32] > 200 && l.ink[30][8] > 200 && l.ink[20][20] == 0);
    assert_true(fabs(area(&l) - 24 * (2 + sqrt(2))) < 2);
    draw(angle, &outlined, &l);
    assert_true(l.ink[8][30] > 200 && l.ink[32][32] > 200 && l.ink[30][8] == 0);
    draw(line, &outlined, &l);
    assert_true(fabs(area(&l) - 24) < 0.1);
    assert_frame(&l, 8, 55, 19, 20);
    draw(line, &dashed, &l);
    assert_true(fabs(area(&l) - (4 * 3 + 3)) < 0.5); /* five dashes */
}

/* ---- texts ---- */

static void text(canvas *c, const void *style)
{
    canvas_text(c, style, "HHHHH");
}

static frame text_frame(double room, text_anchor anchor, bool upwards)
{
    static looked_at l;
    const text_style style = {
        .x = 16, .y = 16, .size = 4, .room = room, .anchor = anchor, .colour = BLACK, .upwards = upwards};
    draw(text, &style, &l);
    return frame_of(&l);
}

static void assert_near(int a, int b)
{
    if (abs(a - b) > 2)
        fail_msg("%d is not about %d", a, b);
}

/* Where it begins, ends or has its middle; read from below it is the same, turned. */
static void test_anchors(void **state)
{
    (void)state;
    frame left = text_frame(0, TEXT_LEFT, false), middle = text_frame(0, TEXT_MIDDLE, false),
          right = text_frame(0, TEXT_RIGHT, false);
    int width = left.right - left.left;
    assert_true(width > 20 && width < 36);
    assert_near(left.left, SIDE / 2);
    assert_near(right.right, SIDE / 2);
    assert_near((middle.left + middle.right) / 2, SIDE / 2);
    assert_near(middle.right - middle.left, width);
    for (text_anchor anchor = TEXT_LEFT; anchor <= TEXT_RIGHT; anchor++) {
        frame across = text_frame(0, anchor, false), up = text_frame(0, anchor, true);
        assert_near((across.top + across.bottom) / 2, SIDE / 2);
        assert_near(SIDE - 1 - across.left, up.bottom);
        assert_near(SIDE - 1 - across.right, up.top);
        assert_near(across.top, up.left);
        assert_near(across.bottom, up.right);
    }
}

/* A text that is too wide is made smaller until it fits, and no other. */
static void test_room(void **state)
{
    (void)state;
    frame free = text_frame(0, TEXT_MIDDLE, false), ample = text_frame(30, TEXT_MIDDLE, false),
          narrow = text_frame(8, TEXT_MIDDLE, false);
    assert_true(free.left == ample.left && free.right == ample.right && free.top == ample.top);
    assert_true(narrow.right - narrow.left <= 16 && narrow.right - narrow.left >= 12);
    assert_near((narrow.left + narrow.right) / 2, SIDE / 2);
    assert_near((narrow.top + narrow.bottom) / 2, SIDE / 2);
    assert_true(narrow.bottom - narrow.top < free.bottom - free.top);
}

#else

static void without(void **state)
{
    (void)state;
    print_message("built without cairo: there are no PNG files to look at\n");
}

#define test_boxes_and_discs without
#define test_lines without
#define test_anchors without
#define test_room without

#endif

/* Numbers are written with two decimals at most, and none is minus nothing. */
static void test_numbers_of_svg(void **state)
{
    static const sheet s = {.image = GRUNDY_IMAGE_SVG, .width = 30, .height = 20, .scale = 1};
    static const paint p = {.fill = 0x123456, .line = NO_COLOUR};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    canvas *c;
    MUST(g, canvas_open(g, &s, &out, &c));
    canvas_box(c, -0.001, 1.5, 2.254, 100, 0, &p);
    canvas_box(c, -1, -0.5, 10, 0.999, 0, &p);
    MUST(g, canvas_finish(c));
    canvas_close(c);
    assert_non_null(strstr(grundy_buffer_text(&out), "<rect x=\"0\" y=\"1.5\" width=\"2.25\" height=\"100\""));
    assert_non_null(strstr(grundy_buffer_text(&out), "<rect x=\"-1\" y=\"-0.5\" width=\"10\" height=\"1\""));
    grundy_buffer_close(&out);
    ask_close(g);
}

/* Sheets that are too large are refused in one line, whatever file they are for. */
static void test_too_large(void **state)
{
    static const sheet sheets[] = {
        {.image = GRUNDY_IMAGE_SVG, .width = 14401, .height = 10, .scale = 1},
        {.image = GRUNDY_IMAGE_SVG, .width = 10, .height = 14401, .scale = 1},
        {.image = GRUNDY_IMAGE_PNG, .width = 10000, .height = 10000, .scale = 2},
    };
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    for (size_t i = 0; i < LENGTH(sheets); i++) {
        canvas *c = NULL;
        grundy_status status = canvas_open(g, &sheets[i], &out, &c);
        assert_true(status == GRUNDY_LIMIT || (i == 2 && status == GRUNDY_ABSENT));
        assert_true(status == GRUNDY_ABSENT || strstr(grundy_message(g), "points is too large") != NULL);
        assert_true(c == NULL && out.size == 0);
    }
    grundy_buffer_close(&out);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_and_discs), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_anchors),         cmocka_unit_test(test_room),
        cmocka_unit_test(test_too_large),       cmocka_unit_test(test_numbers_of_svg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
