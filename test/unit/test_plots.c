/* Plots: what an SVG of a small map shows is compared with the table; large ones are made of pixels; bad requests are
 * refused; and an allocator that fails leaves nothing behind. */
#include <math.h>
#include <stdlib.h>

#include "asking.h"
#include "output/plot.h"
#include "scarce.h"

#ifdef GRUNDY_WITH_CAIRO
#include <cairo.h>
#endif

typedef struct {
    const char *ruleset, *position, *variables[3];
    grundy_question question;
    bool gaps;
} shown;

static grundy_table_request request_of(const shown *s)
{
    size_t count = 0;
    while (count < 3 && s->variables[count] != NULL)
        count++;
    return (grundy_table_request){.ruleset = s->ruleset,
                                  .position = s->position,
                                  .variables = s->variables,
                                  .count = count,
                                  .question = s->question,
                                  .gaps = s->gaps};
}

static grundy_status plot(grundy *g, const shown *s, grundy_plot_style style, grundy_buffer *out)
{
    grundy_table_request request = request_of(s);
    return grundy_plot_write(g, &request, &style, out);
}

/* ---- small maps ---- */

/* The next cell of a map: its place, and the colour with which it is filled. */
static const char *next_cell(const char *at, double *x, double *y, char *fill)
{
    double width, height;
    at = strstr(at, "<rect x=");
    if (at != NULL)
        assert_int_equal(sscanf(at, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\" fill=\"%7s\"", x, y, &width,
                                &height, fill),
                         5);
    return at == NULL ? NULL : at + 1;
}

enum { MAP_CELLS = 400 };

/* A cell as the picture shows it. */
typedef struct {
    double x, y;
    char fill[8];
    uint64_t value; /* by the table */
} cell;

/* Equal values have equal colours, different ones different colours, and places follow from the variables. */
static void check_cells(const cell *cells, const int64_t (*places)[2], size_t count)
{
    double side = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            bool same = strcmp(cells[i].fill, cells[k].fill) == 0;
            assert_true(same == (cells[i].value == cells[k].value));
            if (places[i][0] == places[k][0] + 1)
                side = cells[i].x - cells[k].x;
        }
    assert_true(side > 1);
    for (size_t i = 1; i < count; i++) {
        double right = side * (double)(places[i][0] - places[0][0]), up = side * (double)(places[i][1] - places[0][1]);
        assert_true(cells[i].x - cells[0].x - right < 0.05 && right - cells[i].x + cells[0].x < 0.05);
        assert_true(cells[0].y - cells[i].y - up < 0.05 && up - cells[0].y + cells[i].y < 0.05);
    }
}

/* The frame of the map holds its cells, and the lowest one stands at its foot. */
static void check_frame(const char *svg, const cell *cells, size_t count)
{
    double x, y, width, height, foot = 0;
    const char *at = strstr(svg, "fill=\"none\"");
    while (at != NULL && strncmp(at, "<rect", 5) != 0)
        at--;
    assert_non_null(at);
    assert_int_equal(sscanf(at, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &x, &y, &width, &height), 4);
    for (size_t i = 0; i < count; i++) {
        assert_true(cells[i].x >= x && cells[i].x < x + width && cells[i].y >= y && cells[i].y < y + height);
        foot = cells[i].y > foot ? cells[i].y : foot;
    }
    assert_true(y + height - foot < 25);
}

static void check_map(grundy *g, const shown *s)
{
    static cell cells[MAP_CELLS];
    static int64_t places[MAP_CELLS][2];
    grundy_buffer svg = grundy_buffer_open(g);
    grundy_table_request request = request_of(s);
    grundy_table *t;
    grundy_answer answer;
    size_t count = 0;
    bool more = true;
    MUST(g, plot(g, s, (grundy_plot_style){.image = GRUNDY_IMAGE_SVG, .mark_zeros = true}, &svg));
    MUST(g, grundy_table_open(g, &request, &t));
    const char *at = grundy_buffer_text(&svg);
    for (;;) {
        grundy_status status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_PARSE)
            continue;
        MUST(g, status);
        if (!more)
            break;
        cells[count].value = answer.value;
        assert_true(grundy_table_integer(t, 0, &places[count][0]) && grundy_table_integer(t, 1, &places[count][1]));
        at = next_cell(at, &cells[count].x, &cells[count].y, cells[count].fill);
        assert_non_null(at);
        count++;
    }
    check_frame(grundy_buffer_text(&svg), cells, count);
    check_cells(cells, (const int64_t(*)[2])places, count);
    grundy_table_close(t);
    grundy_buffer_close(&svg);
}

static void test_small_maps(void **state)
{
    static const shown maps[] = {
        {.ruleset = "wythoff", .position = "a,b", .variables = {"a=0..12", "b=0..15"}},
        {.ruleset = "zeruclid", .position = "1,a,b", .variables = {"a=3..15", "b=5..9"}},
        {.ruleset = "ideal(asm(r+2))", .position = "(0,0,s)", .variables = {"r=0..9", "s=0..r"}},
        {.ruleset = "welter", .position = "{a,b}", .variables = {"a=0..9", "b=0..9"}, .gaps = true},
        {.ruleset = "euclid", .position = "a,b", .variables = {"a=0..9", "b=0..9"}, .question = GRUNDY_OUTCOME},
        {.ruleset = "nim", .position = "a,b", .variables = {"a=0..7", "b=0..7"}, .question = GRUNDY_MISERE_VALUE},
    };
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(maps); i++)
        check_map(g, &maps[i]);
    ask_close(g);
}

static size_t occurrences(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        count++;
    return count;
}

/* The values on the cells and in the legend; P-positions only when asked for. */
static void test_marks(void **state)
{
    static const shown map = {.ruleset = "nim", .position = "a,b", .variables = {"a=0..3", "b=0..3"}};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer plain = grundy_buffer_open(g), marked = grundy_buffer_open(g);
    MUST(g, plot(g, &map, (grundy_plot_style){.title = "nim & a,b"}, &plain));
    MUST(g, plot(g, &map, (grundy_plot_style){.mark_zeros = true}, &marked));
    assert_int_equal(occurrences(grundy_buffer_text(&plain), "fill=\"#d55e00\""), 0);
    assert_int_equal(occurrences(grundy_buffer_text(&marked), "fill=\"#d55e00\""), 5);
    assert_int_equal(occurrences(grundy_buffer_text(&plain), ">3</text>"), 4 + 1 + 2);
    assert_int_equal(occurrences(grundy_buffer_text(&plain), "<title>nim &amp; a,b</title>"), 1);
    assert_int_equal(occurrences(grundy_buffer_text(&marked), "<title>"), 0);
    grundy_buffer_close(&plain);
    grundy_buffer_close(&marked);
    ask_close(g);
}

/* ---- sequences and histograms ---- */

static void test_sequences(void **state)
{
    static const struct {
        shown shown;
        size_t points;
        const char *period; /* NULL: none is claimed */
    } sequences[] = {
        {{.ruleset = "kayles", .position = "n", .variables = {"n=0..200"}},
         201,
         "period 12 from 71 on, as far as shown"},
        {{.ruleset = "kayles", .position = "n", .variables = {"n=0..80"}}, 81, NULL},
        {{.ruleset = "nim", .position = "n", .variables = {"n=3..40"}}, 38, "period 1 from 3 on, saltus 1, as far as"},
        {{.ruleset = "subtraction(1..3)", .position = "n", .variables = {"n=0..30"}}, 31, "period 4 from 0 on, as far"},
        {{.ruleset = "grundys-game", .position = "n", .variables = {"n=0..100"}}, 101, NULL},
        {{.ruleset = "welter", .position = "{3,n}", .variables = {"n=0..6"}, .gaps = true}, 6, NULL},
        {{.ruleset = "ruler(divisors(12))", .position = "e", .variables = {"e=elements"}}, 6, NULL},
        {{.ruleset = "nim", .position = "n", .variables = {"n=5"}}, 1, NULL},
    };
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(sequences); i++) {
        grundy_buffer svg = grundy_buffer_open(g);
        MUST(g, plot(g, &sequences[i].shown, (grundy_plot_style){.image = GRUNDY_IMAGE_SVG}, &svg));
        const char *text = grundy_buffer_text(&svg);
        assert_int_equal(occurrences(text, "<circle"), sequences[i].points);
        if (sequences[i].period == NULL)
            assert_null(strstr(text, "period"));
        else if (strstr(text, sequences[i].period) == NULL)
            fail_msg("%s: not %s", sequences[i].shown.ruleset, sequences[i].period);
        assert_null(strstr(text, "nan"));
        grundy_buffer_close(&svg);
    }
    ask_close(g);
}

static void test_histogram(void **state)
{
    static const shown partitions = {.ruleset = "pnim", .position = "p", .variables = {"p=partitions(0..7)"}};
    uint64_t counts[16] = {0};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer svg = grundy_buffer_open(g);
    grundy_table_request request = request_of(&partitions);
    grundy_table *t;
    grundy_answer answer;
    bool more = true;
    size_t bars = 0;
    MUST(g, plot(g, &partitions, (grundy_plot_style){.histogram = true}, &svg));
    MUST(g, grundy_table_open(g, &request, &t));
    for (;;) {
        MUST(g, grundy_table_next(t, &answer, &more));
        if (!more)
            break;
        counts[answer.value]++;
    }
    grundy_table_close(t);
    for (size_t i = 0; i < LENGTH(counts); i++) {
        char text[32];
        snprintf(text, sizeof text, ">%" PRIu64 "</text>", counts[i]);
        if (counts[i] > 0 && strstr(grundy_buffer_text(&svg), text) == NULL)
            fail_msg("no bar says %" PRIu64 " for the value %zu", counts[i], i);
        bars += counts[i] > 0;
    }
    assert_int_equal(occurrences(grundy_buffer_text(&svg), "fill=\"#0b5394\""), bars);
    grundy_buffer_close(&svg);
    ask_close(g);
}

static size_t times_shown(grundy *g, const shown *s, grundy_plot_style style, const char *what)
{
    grundy_buffer svg = grundy_buffer_open(g);
    MUST(g, plot(g, s, style, &svg));
    size_t times = occurrences(grundy_buffer_text(&svg), what);
    grundy_buffer_close(&svg);
    return times;
}

/* Outcomes are P and N, with a bar and a place for N only when there is one; in a sequence they name the ticks. */
static void test_outcomes(void **state)
{
    static const shown both = {
        .ruleset = "nim", .position = "a,b", .variables = {"a=0..5", "b=0..4"}, .question = GRUNDY_OUTCOME};
    static const shown lost = {
        .ruleset = "nim", .position = "n,n", .variables = {"n=0..6"}, .question = GRUNDY_OUTCOME};
    static const shown line = {
        .ruleset = "subtraction(1..2)", .position = "n", .variables = {"n=0..9"}, .question = GRUNDY_OUTCOME};
    static const char twenty_five[] = "font-size=\"9\" text-anchor=\"middle\" fill=\"#1f2933\">25</text>";
    static const char seven[] = "font-size=\"9\" text-anchor=\"middle\" fill=\"#1f2933\">7</text>";
    static const shown pair = {.ruleset = "nim", .position = "n", .variables = {"n=3..4"}};
    const grundy_plot_style bars = {.histogram = true};
    (void)state;
    grundy *g = ask_open();
    assert_int_equal(times_shown(g, &both, bars, ">P</text>"), 1);
    assert_int_equal(times_shown(g, &both, bars, ">N</text>"), 1);
    assert_int_equal(times_shown(g, &both, bars, twenty_five), 1);
    assert_int_equal(times_shown(g, &both, bars, "outcome</text>"), 1);
    assert_int_equal(times_shown(g, &lost, bars, ">P</text>"), 1);
    assert_int_equal(times_shown(g, &lost, bars, ">N</text>"), 0);
    assert_int_equal(times_shown(g, &lost, bars, seven), 1);
    assert_int_equal(times_shown(g, &line, bars, ".5</text>") + times_shown(g, &pair, bars, ".5</text>"),
                     0); /* rows are whole */
    assert_int_equal(times_shown(g, &line, (grundy_plot_style){0}, ">P</text>"), 1);
    assert_int_equal(times_shown(g, &line, (grundy_plot_style){0}, ">N</text>"), 1);
    ask_close(g);
}

static void test_numbers(void **state)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {{0, "0"},        {-0.0, "0"},
                 {12, "12"},      {-3, "-3"},
                 {0.2, "0.2"},    {999999999999999, "999999999999999"},
                 {1e15, "1e+15"}, {-1.234e20, "-1.23e+20"}};
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[32];
        plot_number(cases[i].number, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* ---- texts ---- */

/* The box that a text fills, its letters being about three quarters of their size high. */
typedef struct {
    double left, right, top, bottom;
} text_box;

static text_box box_of(double x, double y, double size, const char *anchor, const char *text)
{
    double width = canvas_text_width(text, size), left = x;
    if (strcmp(anchor, "middle") == 0)
        left -= width / 2;
    if (strcmp(anchor, "end") == 0)
        left -= width;
    return (text_box){left, left + width, y - 0.72 * size, y};
}

/* The next text of a plot; one that is turned lies on its side. */
static const char *next_text(const char *at, text_box *b)
{
    char anchor[8], text[80];
    double x, y, size;
    at = strstr(at, "<text x=");
    if (at == NULL)
        return NULL;
    const char *turned = strstr(at, "rotate(-90"), *end = strstr(at, "</text>"), *begun = end;
    assert_int_equal(
        sscanf(at, "<text x=\"%lf\" y=\"%lf\" font-size=\"%lf\" text-anchor=\"%7[a-z]\"", &x, &y, &size, anchor), 4);
    while (begun[-1] != '>')
        begun--;
    snprintf(text, sizeof text, "%.*s", (int)(end - begun), begun);
    *b = box_of(x, y, size, anchor, text);
    if (turned != NULL && turned < end) {
        text_box flat = box_of(0, 0, size, anchor, text);
        *b = (text_box){x + flat.top, x + flat.bottom, y - flat.right, y - flat.left};
    }
    return end;
}

/* No text of a plot lies on another. */
static void test_texts_apart(void **state)
{
    static const struct {
        shown shown;
        grundy_plot_style style;
    } cases[] = {
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..7", "b=0..7"}},
         {.title = "nim", .mark_zeros = true}},
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..30", "b=100..140"}}, {.title = "nim"}},
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..7", "b=0..7"}, .question = GRUNDY_OUTCOME},
         {.mark_zeros = true}},
        {{.ruleset = "kayles", .position = "n", .variables = {"n=0..200"}}, {.title = "kayles"}},
        {{.ruleset = "nim", .position = "n", .variables = {"n=1000000..1000900"}}, {.title = "nim"}},
        {{.ruleset = "kayles", .position = "n", .variables = {"n=0..20"}, .question = GRUNDY_OUTCOME},
         {.mark_zeros = true}},
        {{.ruleset = "pnim", .position = "p", .variables = {"p=partitions(0..7)"}},
         {.histogram = true, .title = "pnim"}},
        {{.ruleset = "nim", .position = "n", .variables = {"n=0..999"}}, {.histogram = true}},
    };
    static text_box boxes[1000];
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grundy_buffer svg = grundy_buffer_open(g);
        size_t count = 0;
        MUST(g, plot(g, &cases[i].shown, cases[i].style, &svg));
        const char *at = grundy_buffer_text(&svg);
        while (count < LENGTH(boxes) && (at = next_text(at, &boxes[count])) != NULL)
            count++;
        assert_true(count > 5);
        for (size_t k = 0; k < count; k++)
            for (size_t j = 0; j < k; j++)
                if (boxes[k].left < boxes[j].right && boxes[j].left < boxes[k].right &&
                    boxes[k].top < boxes[j].bottom && boxes[j].top < boxes[k].bottom)
                    fail_msg("plot %zu: texts %zu and %zu lie on each other, about %.0f, %.0f", i, j, k, boxes[k].left,
                             boxes[k].top);
        grundy_buffer_close(&svg);
    }
    ask_close(g);
}

/* ---- large ones ---- */

#ifdef GRUNDY_WITH_CAIRO

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

/* The pixel in the middle of each cell of a map that is an image: 100 x 70 cells of 12 pixels from (132,80) on. */
static void test_pixels(void **state)
{
    static const shown map = {.ruleset = "wythoff", .position = "a,b", .variables = {"a=0..99", "b=0..69"}};
    enum { COLUMNS = 100, ROWS = 70, CELL = 12, LEFT = 132, TOP = 80 };
    (void)state;
    grundy *g = ask_open();
    grundy_buffer png = grundy_buffer_open(g);
    grundy_table_request request = request_of(&map);
    grundy_table *t;
    grundy_answer answer;
    static uint64_t values[COLUMNS][ROWS];
    uint64_t greatest = 0;
    bool more = true;
    MUST(g, plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_PNG}, &png));
    MUST(g, grundy_table_open(g, &request, &t));
    for (unsigned i = 0; i < COLUMNS * ROWS; i++) {
        MUST(g, grundy_table_next(t, &answer, &more));
        values[i / ROWS][i % ROWS] = answer.value;
        greatest = answer.value > greatest ? answer.value : greatest;
    }
    grundy_bytes bytes = grundy_buffer_bytes(&png);
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_bytes, &bytes);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    const unsigned char *pixels = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int a = 0; a < COLUMNS; a++)
        for (int b = 0; b < ROWS; b++) {
            uint32_t pixel;
            uint64_t level = values[a][b] * 1023 / greatest;
            int row = TOP + (ROWS - 1 - b) * CELL + CELL / 2, column = LEFT + a * CELL + CELL / 2;
            memcpy(&pixel, pixels + row * stride + 4 * column, sizeof pixel);
            assert_int_equal(pixel & 0xffffff, theme_scale((double)level / 1023));
        }
    cairo_surface_destroy(image);
    grundy_table_close(t);
    grundy_buffer_close(&png);
    ask_close(g);
}

/* Where a cell is a third of a point wide, and a pixel, a P-position is marked with the two cells around it on each side; the
 * P-positions of Nim are the diagonal. */
static void test_fine_marks(void **state)
{
    static const shown map = {.ruleset = "nim", .position = "a,b", .variables = {"a=5..1804", "b=0..239"}};
    enum { COLUMNS = 1800, ROWS = 240, FIRST = 5, LEFT = 192, TOP = 117, REACH = 2, FRAME = 2 };
    (void)state;
    grundy *g = ask_open();
    grundy_buffer png = grundy_buffer_open(g);
    MUST(g, plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_PNG, .mark_zeros = true}, &png));
    grundy_bytes bytes = grundy_buffer_bytes(&png);
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_bytes, &bytes);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    const unsigned char *pixels = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int a = FRAME; a < COLUMNS - FRAME; a++)
        for (int b = FRAME; b < ROWS - FRAME; b++) {
            uint32_t pixel;
            bool near = false;
            for (int n = FIRST; n < ROWS; n++)
                near = near || (abs(n - (a + FIRST)) <= REACH && abs(n - b) <= REACH);
            memcpy(&pixel, pixels + (TOP + ROWS - 1 - b) * stride + 4 * (LEFT + a), sizeof pixel);
            assert_int_equal((pixel & 0xffffff) == 0xd55e00, near);
        }
    cairo_surface_destroy(image);
    grundy_buffer_close(&png);
    ask_close(g);
}

/* A sequence of more points than can be told apart is an image of half points. Of n xor 2048 the last values, from heap 4096 on,
 * repeat with a saltus; only what lies to the right of there is shaded. The row of pixels looked at lies above all points. */
static void test_shaded_sequence(void **state)
{
    static const shown sequence = {.ruleset = "nim", .position = "n,2048", .variables = {"n=0..5999"}};
    enum { COUNT = 6000, MARGIN = 72, FROM = 4096, LEFT = 128, ROW = 90, COLUMNS = 1440, FRAME = 4 };
    (void)state;
    grundy *g = ask_open();
    grundy_buffer png = grundy_buffer_open(g);
    MUST(g, plot(g, &sequence, (grundy_plot_style){.image = GRUNDY_IMAGE_PNG}, &png));
    grundy_bytes bytes = grundy_buffer_bytes(&png);
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_bytes, &bytes);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    const unsigned char *row = cairo_image_surface_get_data(image) + ROW * cairo_image_surface_get_stride(image);
    const theme *colours = theme_of((grundy_theme)0);
    assert_int_not_equal(colours->band, colours->background);
    for (int column = FRAME; column < COLUMNS - FRAME; column++) {
        uint32_t pixel;
        bool shaded = column * (COUNT - 1 + 2 * MARGIN) >= COLUMNS * (FROM + MARGIN);
        memcpy(&pixel, row + 4 * (LEFT + column), sizeof pixel);
        assert_int_equal(pixel & 0xffffff, shaded ? colours->band : colours->background);
    }
    cairo_surface_destroy(image);
    grundy_buffer_close(&png);
    ask_close(g);
}

#else

static void test_pixels(void **state)
{
    (void)state;
    print_message("built without cairo: there are no pixels to look at\n");
}

static void test_fine_marks(void **state)
{
    test_pixels(state);
}

static void test_shaded_sequence(void **state)
{
    test_pixels(state);
}

#endif

/* Of two sides, the short one has cells that are longer across, so that a map of 3 by 62 can be read. */
static void test_thin(void **state)
{
    static const shown upright = {.ruleset = "nim", .position = "a,b", .variables = {"a=0..2", "b=0..61"}},
                       lying = {.ruleset = "nim", .position = "a,b", .variables = {"a=0..61", "b=0..2"}},
                       square = {.ruleset = "nim", .position = "a,b", .variables = {"a=0..61", "b=0..61"}};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    grundy_plot_style style = {.image = GRUNDY_IMAGE_SVG};
    MUST(g, plot(g, &upright, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "width=\"23.4\" height=\"9.4\""), 3 * 62);
    out.size = 0;
    MUST(g, plot(g, &lying, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "width=\"9.4\" height=\"23.4\""), 3 * 62);
    out.size = 0;
    MUST(g, plot(g, &square, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "width=\"9.4\" height=\"9.4\""), 62 * 62);
    grundy_buffer_close(&out);
    ask_close(g);
}

/* An axis of what is no number says what its numbers are. */
static void test_counted(void **state)
{
    static const shown partitions = {.ruleset = "pnim", .position = "p", .variables = {"p=partitions(0..5)"}},
                       numbers = {.ruleset = "nim", .position = "p", .variables = {"p=0..5"}};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    grundy_plot_style style = {.image = GRUNDY_IMAGE_SVG};
    MUST(g, plot(g, &partitions, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), ">p, by its number in the table, from 0<"), 1);
    out.size = 0;
    MUST(g, plot(g, &numbers, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "by its number"), 0);
    assert_int_equal(occurrences(grundy_buffer_text(&out), ">p<"), 1);
    grundy_buffer_close(&out);
    ask_close(g);
}

/* Values of 64 bits: the numbers on the cells are exact, and the saltus of a sequence is found. */
static void test_large_values(void **state)
{
    static const shown map = {.ruleset = "nim",
                              .position = "18446744073709551000,a,b",
                              .variables = {"a=0..3", "b=0..3"}},
                       sequence = {.ruleset = "nim", .position = "(9223372036854775808)+n", .variables = {"n=0..1"}},
                       rising = {.ruleset = "nim", .position = "n", .variables = {"n=5000000000..5000000050"}};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    grundy_plot_style style = {.image = GRUNDY_IMAGE_SVG};
    MUST(g, plot(g, &map, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), ">18446744073709551003<"), 4);
    out.size = 0;
    MUST(g, plot(g, &rising, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "period 1 from 5000000000 on, saltus 1, as far as shown"),
                     1);
    out.size = 0;
    style.histogram = true;
    MUST(g, plot(g, &sequence, style, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), " to a bar<"), 1);
    grundy_buffer_close(&out);
    ask_close(g);
}

static void test_large(void **state)
{
    static const shown map = {.ruleset = "nim", .position = "a,b", .variables = {"a=0..299", "b=0..199"}};
    (void)state;
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
#ifdef GRUNDY_WITH_CAIRO
    MUST(g, plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_SVG}, &out));
    assert_int_equal(occurrences(grundy_buffer_text(&out), "data:image/png;base64,iVBORw0KGgo"), 1);
    assert_true(occurrences(grundy_buffer_text(&out), "<rect") < 200);
    out.size = 0;
    MUST(g, plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_PNG}, &out));
    assert_memory_equal(out.data, "\x89PNG\r\n\x1a\n", 8);
    out.size = 0;
    MUST(g, plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_PDF, .theme = GRUNDY_DARK}, &out));
    assert_memory_equal(out.data, "%PDF-", 5);
#else
    print_message("built without cairo: large maps are refused\n");
    assert_int_equal(plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_SVG}, &out), GRUNDY_ABSENT);
    assert_int_equal(plot(g, &map, (grundy_plot_style){.image = GRUNDY_IMAGE_PNG}, &out), GRUNDY_ABSENT);
    assert_int_equal(out.size, 0);
#endif
    grundy_buffer_close(&out);
    ask_close(g);
}

/* ---- what is refused ---- */

static void test_refused(void **state)
{
    static const struct {
        shown shown;
        bool histogram;
        grundy_status status;
        const char *message;
    } cases[] = {
        {{.ruleset = "nim", .position = "a,b,c", .variables = {"a=0..1", "b=0..1", "c=0..1"}},
         false,
         GRUNDY_PARSE,
         "a plot has one variable or two"},
        {{.ruleset = "nim", .position = "3"}, false, GRUNDY_PARSE, "a plot has one variable or two"},
        {{.ruleset = "nim", .position = "3"}, true, GRUNDY_PARSE, "a plot has one variable or two"},
        {{.ruleset = "nim", .position = "a b", .variables = {"a=0..3", "b=0..3"}, .gaps = true},
         false,
         GRUNDY_PARSE,
         "column 3"},
        {{.ruleset = "pnim", .position = "[n]", .variables = {"n=3..2"}}, false, GRUNDY_PARSE, "nothing to show"},
        {{.ruleset = "nim", .position = "a,n", .variables = {"a=partitions(2..3)", "n=0..2"}},
         false,
         GRUNDY_PARSE,
         "integers for both"},
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..1", "b=0..8192"}},
         false,
         GRUNDY_LIMIT,
         "8192 x 8192"},
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..8192", "b=0"}}, false, GRUNDY_LIMIT, "8192 x 8192"},
        {{.ruleset = "nim", .position = "a,b", .variables = {"a=0..8191", "b=a..a"}}, false, GRUNDY_OK, ""},
        {{.ruleset = "nim", .position = "n", .variables = {"n=4294967295..4294967296"}}, false, GRUNDY_OK, ""},
        {{.ruleset = "nim", .position = "n,n+1", .variables = {"n=1..3"}}, true, GRUNDY_OK, ""},
        {{.ruleset = "nim", .position = "18446744073709551615+n", .variables = {"n=0"}},
         true,
         GRUNDY_LIMIT,
         "2^64 - 1"},
    };
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grundy_buffer out = grundy_buffer_open(g);
        grundy_plot_style style = {.image = GRUNDY_IMAGE_SVG, .histogram = cases[i].histogram};
        grundy_status status = plot(g, &cases[i].shown, style, &out);
#ifndef GRUNDY_WITH_CAIRO
        if (status == GRUNDY_ABSENT)
            status = cases[i].status; /* a large map */
#endif
        if (status != cases[i].status || (status != GRUNDY_OK && strstr(grundy_message(g), cases[i].message) == NULL))
            fail_msg("case %zu: %s: %s", i, grundy_status_text(status), grundy_message(g));
        assert_true(status == GRUNDY_OK || out.size == 0);
        grundy_buffer_close(&out);
    }
    ask_close(g);
}

/* ---- an allocator that fails ---- */

static grundy_status plot_failing(const shown *s, bool histogram, unsigned n)
{
    grundy *g;
    allocations_left = UINT32_MAX;
    assert_int_equal(grundy_open(scarce_allocate, NULL, &g), GRUNDY_OK);
    grundy_buffer out = grundy_buffer_open(g);
    allocations_left = n;
    grundy_status status = plot(g, s, (grundy_plot_style){.histogram = histogram, .title = "title"}, &out);
    assert_true(status == GRUNDY_OK || (status == GRUNDY_NOMEM && out.size == 0));
    allocations_left = UINT32_MAX;
    grundy_buffer_close(&out);
    ask_close(g);
    return status;
}

static void test_allocator(void **state)
{
    static const shown cases[] = {
        {.ruleset = "nim", .position = "a,b", .variables = {"a=0..9", "b=0..9"}},
        {.ruleset = "kayles", .position = "n", .variables = {"n=0..50"}},
#ifdef GRUNDY_WITH_CAIRO
        {.ruleset = "nim", .position = "a,b", .variables = {"a=0..69", "b=0..69"}},
        {.ruleset = "nim", .position = "n", .variables = {"n=0..5100"}},
#endif
    };
    (void)state;
    for (size_t i = 0; i < 2 * LENGTH(cases); i++) {
        unsigned n = 0;
        while (plot_failing(&cases[i / 2], i % 2 == 1, n) != GRUNDY_OK)
            n++;
        assert_true(n > 5);
    }
}

/* ---- colours ---- */

static double lightness(colour c)
{
    return 0.2126 * (c >> 16 & 255) + 0.7152 * (c >> 8 & 255) + 0.0722 * (c & 255);
}

/* The scale gets lighter all the way, also for those who see no red. */
static void test_scale(void **state)
{
    (void)state;
    for (int i = 1; i <= 64; i++) {
        colour before = theme_scale((i - 1) / 64.0), after = theme_scale(i / 64.0);
        assert_true(lightness(after) > lightness(before));
        assert_true((after >> 8 & 255) >= (before >> 8 & 255));
    }
    assert_true(lightness(theme_scale(0)) < 40 && lightness(theme_scale(1)) > 200);
    assert_int_equal(theme_scale(-1), theme_scale(0));
    assert_int_equal(theme_scale(2), theme_scale(1));
}

/* Numbers lie on the axis in proportion, also where it does not begin at 0 or runs the other way. */
static void test_places(void **state)
{
    static const plot_axis up = {.low = 10, .high = 20, .from = 100, .to = 300},
                           down = {.low = -4, .high = 4, .from = 80, .to = 0};
    (void)state;
    for (int i = -2; i <= 12; i++) {
        assert_true(fabs(plot_at(&up, 10 + i) - (100 + 20 * i)) < 1e-9);
        assert_true(fabs(plot_at(&down, i - 4) - (80 - 10 * i)) < 1e-9);
    }
}

static void test_steps(void **state)
{
    static const struct {
        double low, high;
        unsigned most;
        bool whole;
        double step;
    } cases[] = {{0, 2000, 11, true, 200}, {0, 8, 11, true, 1}, {0, 0.9, 5, true, 1},    {0, 0.9, 5, false, 0.2},
                 {0, 100, 4, true, 50},    {0, 1, 10, true, 1}, {0, 1e9, 10, true, 1e8}, {-5, 16, 7, true, 5}};
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        plot_axis a = {cases[i].low, cases[i].high, 0, 100, cases[i].whole, false};
        double step = plot_step(&a, cases[i].most);
        if (step < 0.999 * cases[i].step || step > 1.001 * cases[i].step)
            fail_msg("case %zu: %g, expected %g", i, step, cases[i].step);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_maps),      cmocka_unit_test(test_marks),        cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_histogram),       cmocka_unit_test(test_large),        cmocka_unit_test(test_pixels),
        cmocka_unit_test(test_shaded_sequence), cmocka_unit_test(test_refused),      cmocka_unit_test(test_allocator),
        cmocka_unit_test(test_scale),           cmocka_unit_test(test_steps),        cmocka_unit_test(test_thin),
        cmocka_unit_test(test_counted),         cmocka_unit_test(test_large_values), cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_numbers),         cmocka_unit_test(test_fine_marks),   cmocka_unit_test(test_places),
        cmocka_unit_test(test_texts_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
