/* Pictures: every family draws its example and random positions, each option marked; and what is drawn is counted. */
#include <math.h>
#include <stdlib.h>

#include "asking.h"
#include "base/picture.h"
#include "math/hasse.h"
#include "rulesets/ruleset.h"
#include "scarce.h"

enum { RANDOM_POSITIONS = 12, RANDOM_SIZE = 7 };

static const grundy_bytes no_move = {NULL, 0};

static size_t count_of(const grundy_picture *p, grundy_shape shape, grundy_role role)
{
    size_t count = 0;
    for (size_t i = 0; i < grundy_picture_count(p); i++) {
        const grundy_mark *m = grundy_picture_at(p, i);
        count += m->shape == shape && m->role == role;
    }
    return count;
}

/* All marks lie in the picture, and texts are terminated texts of it. */
static void check_marks(const grundy_picture *p)
{
    double width, height;
    grundy_picture_size(p, &width, &height);
    assert_true(grundy_picture_count(p) > 0);
    for (size_t i = 0; i < grundy_picture_count(p); i++) {
        const grundy_mark *m = grundy_picture_at(p, i);
        assert_true(isfinite(m->x + m->y + m->width + m->height));
        assert_true(fmin(m->x, m->x + m->width) >= -0.2 && fmin(m->y, m->y + m->height) >= -0.2);
        assert_true(m->shape == GRUNDY_SHAPE_LINE || m->shape == GRUNDY_SHAPE_ARROW || (m->width > 0 && m->height > 0));
        assert_true(m->text < p->texts.size || m->text == 0);
        assert_true(strlen(grundy_picture_text(p, m->text)) < 1000);
    }
}

static void draw(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_bytes move, grundy_picture *p)
{
    picture_clear(p);
    grundy_status status = grundy_position_draw(g, r, position, move, p);
    if (status != GRUNDY_OK)
        fail_msg("%s: %s", grundy_ruleset_name(r), grundy_message(g));
    check_marks(p);
}

/* A position, and each of its options marked in it. */
static void check_position(grundy *g, const grundy_ruleset *r, grundy_bytes position)
{
    grundy_picture p = grundy_picture_open(g);
    grundy_list options = grundy_list_open(g);
    draw(g, r, position, no_move, &p);
    assert_int_equal(count_of(&p, GRUNDY_SHAPE_CELL, GRUNDY_ROLE_REMOVED), 0);
    MUST(g, grundy_position_options(g, r, position, &options));
    for (size_t i = 0; i < grundy_list_count(&options) && i < 40; i++)
        draw(g, r, position, grundy_list_at(&options, i), &p);
    grundy_list_close(&options);
    grundy_picture_close(&p);
}

static void test_every_family(void **state)
{
    (void)state;
    grundy *g = ask_open();
    uint64_t seed = 20261128;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *family = grundy_family_at(i);
        grundy_ruleset *r = ask_ruleset(g, family->example_ruleset);
        grundy_buffer position = ask_position(g, r, family->example_position);
        check_position(g, r, grundy_buffer_bytes(&position));
        for (unsigned k = 0; k < RANDOM_POSITIONS && family->random != NULL; k++) {
            position.size = 0;
            MUST(g, grundy_position_random(g, r, &seed, RANDOM_SIZE, &position));
            check_position(g, r, grundy_buffer_bytes(&position));
        }
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* ---- what is drawn ---- */

typedef struct {
    const char *ruleset, *position, *move; /* move NULL: none */
    grundy_shape shape;
    grundy_role role;
    size_t count;
} counted;

#define CELL GRUNDY_SHAPE_CELL
#define DISC GRUNDY_SHAPE_DISC
#define ROLE(name) GRUNDY_ROLE_##name

static const counted cases[] = {
    {"nim", "3,5", NULL, DISC, ROLE(PLAIN), 8},
    {"nim", "3,5", "3,3", DISC, ROLE(REMOVED), 2},
    {"nim", "3,5", "3,0", DISC, ROLE(REMOVED), 5},
    {"nim", "1000,5", "1,5", CELL, ROLE(REMOVED), 1},
    {"nim", "3 + 5", "3 + 1", DISC, ROLE(REMOVED), 4},
    {"wythoff", "7,9", "3,5", DISC, ROLE(REMOVED), 8},
    {"kayles", "7", "2,3", DISC, ROLE(REMOVED), 2},
    {"kayles", "7", "2,3", GRUNDY_SHAPE_LINE, ROLE(MARKED), 1},
    {"grundys-game", "7", "3,4", DISC, ROLE(PLAIN), 7},
    {"cram", "3x4", NULL, CELL, ROLE(PLAIN), 12},
    {"cram", "..#/.../#..", NULL, CELL, ROLE(DEAD), 2},
    {"cram", "3x4", "..../.##./....", CELL, ROLE(MARKED), 1},
    {"welter", "{3,5}", NULL, DISC, ROLE(PLAIN), 2},
    {"welter", "{3,5}", NULL, DISC, ROLE(EMPTY), 4},
    {"welter", "{3,5}", "{1,3}", DISC, ROLE(MARKED), 1},
    {"welter", "{3,5}", "{1,3}", GRUNDY_SHAPE_ARROW, ROLE(MARKED), 1},
    {"pnim", "[4,2,1]", NULL, CELL, ROLE(PLAIN), 7},
    {"pnim", "[4,2,1]", "[4,1]", CELL, ROLE(REMOVED), 2},
    {"pnim", "[4,2,1]", "[2,1]", CELL, ROLE(REMOVED), 4},
    {"pnim", "[4,2,1]", "[3,1]", CELL, ROLE(REMOVED), 3},
    {"pnim", "[3^3]", "[2^3]", CELL, ROLE(REMOVED), 3},
    {"hooks", "[4,3]", "[2]", CELL, ROLE(REMOVED), 5},
    {"chess(rook)", "[4,2,1]", "[2]", CELL, ROLE(REMOVED), 5},
    {"rnim", "<5,4,2>", NULL, CELL, ROLE(PLAIN), 40},
    {"rnim", "<5,4,2>", "<5,1,2>", CELL, ROLE(REMOVED), 30},
    {"rnim", "<3,0>", NULL, DISC, ROLE(EMPTY), 1},
    {"ruler(chain(4))", "3", NULL, DISC, ROLE(SHADED), 2},
    {"ruler(chain(4))", "3", "{1,2}", DISC, ROLE(MARKED), 2},
    {"ruler(chain(4))", "3", "{1,2}", DISC, ROLE(REMOVED), 1},
    {"ruler(boolean(3))", "{{1,3}}", NULL, DISC, ROLE(EMPTY), 4},
    {"ideal(asm(5))", "(0,0,2)", NULL, DISC, ROLE(SHADED), 14},
    {"ideal(asm(5))", "(0,0,2)", NULL, DISC, ROLE(PLAIN), 1},
    {"mock-turtles", "{3,5}", NULL, DISC, ROLE(SHADED), 3},
    {"push(nim,euclid)", "3,5", NULL, DISC, ROLE(PLAIN), 9},
    {"push(nim,euclid)", "3,5", "2:3,5", DISC, ROLE(MARKED), 1},
    {"push(nim,euclid)", "2:3,5", "2:3,2", DISC, ROLE(REMOVED), 3},
    {"sum(nim,kayles)", "3 | 4", "3 | 2", DISC, ROLE(REMOVED), 2},
};

static void test_counts(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const counted *c = &cases[i];
        grundy_ruleset *r = ask_ruleset(g, c->ruleset);
        grundy_buffer position = ask_position(g, r, c->position);
        grundy_buffer move = grundy_buffer_open(g);
        if (c->move != NULL)
            MUST(g, grundy_position_parse(g, r, c->move, &move));
        grundy_picture p = grundy_picture_open(g);
        draw(g, r, grundy_buffer_bytes(&position), grundy_buffer_bytes(&move), &p);
        size_t count = count_of(&p, c->shape, c->role);
        if (count != c->count)
            fail_msg("%s %s: %zu marks %s %s, expected %zu", c->ruleset, c->position, count, grundy_role_word(c->role),
                     grundy_shape_word(c->shape), c->count);
        grundy_picture_close(&p);
        grundy_buffer_close(&move);
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static void test_too_large(void **state)
{
    static const char *const cases_too_large[][2] = {
        {"rnim", "<100,101>"},      {"rnim", "<4611686018427387904,4611686018427387904>"},
        {"pnim", "[101^100]"},      {"welter", "{400}"},
        {"mock-turtles", "{1000}"}, {"ruler(boolean(11))", "top"},
    };
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(cases_too_large); i++) {
        grundy_ruleset *r = ask_ruleset(g, cases_too_large[i][0]);
        grundy_buffer position = ask_position(g, r, cases_too_large[i][1]);
        grundy_picture p = grundy_picture_open(g);
        assert_int_equal(grundy_position_draw(g, r, grundy_buffer_bytes(&position), no_move, &p), GRUNDY_LIMIT);
        assert_true(*grundy_message(g) != '\0');
        assert_int_equal(grundy_picture_count(&p), 0);
        grundy_picture_close(&p);
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

/* ---- Hasse diagrams ---- */

static size_t elements_of(const grundy_picture *p)
{
    return count_of(p, DISC, ROLE(EMPTY));
}

static void test_posets(void **state)
{
    static const struct {
        const char *poset;
        size_t elements, covers; /* covers of neighbouring ranks: a line each */
    } posets[] = {
        {"boolean(3)", 8, 12},
        {"divisors(12)", 6, 7},
        {"setpartitions(4)", 15, 31},
        {"subspaces(3,2)", 16, 35},
        {"chain(6)", 6, 5},
        {"asm(5)", 20, 40},
        {"product(chain(3),chain(3))", 9, 12},
    };
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(posets); i++) {
        grundy_picture p = grundy_picture_open(g);
        MUST(g, grundy_poset_draw(g, posets[i].poset, &p));
        check_marks(&p);
        assert_int_equal(elements_of(&p), posets[i].elements);
        assert_int_equal(count_of(&p, GRUNDY_SHAPE_LINE, ROLE(FAINT)), posets[i].covers);
        grundy_picture_close(&p);
    }
    grundy_picture p = grundy_picture_open(g);
    assert_int_equal(grundy_poset_draw(g, "boolean(10)", &p), GRUNDY_LIMIT);
    assert_int_equal(grundy_poset_draw(g, "nonsense(3)", &p), GRUNDY_PARSE);
    assert_int_equal(grundy_poset_draw(g, "chain(", &p), GRUNDY_PARSE);
    assert_int_equal(grundy_poset_draw(g, "poset(\"no such file\")", &p), GRUNDY_IO);
    grundy_picture_close(&p);
    ask_close(g);
}

/* Crossings by the definition: pairs of edges between the same layers whose ends are in opposite orders. */
static uint64_t crossings_by_pairs(const hasse *h)
{
    uint64_t crossings = 0;
    for (size_t i = 0; i < h->edge_count; i++)
        for (size_t k = 0; k < i; k++) {
            const hasse_edge *e = &h->edges[i], *f = &h->edges[k];
            int below = (h->place[e->lower] > h->place[f->lower]) - (h->place[e->lower] < h->place[f->lower]);
            int above = (h->place[e->upper] > h->place[f->upper]) - (h->place[e->upper] < h->place[f->upper]);
            crossings += h->layer[e->lower] == h->layer[f->lower] && below * above < 0;
        }
    return crossings;
}

/* Random relations: each node has its own place in its layer, edges join neighbouring layers, crossings are counted
 * right. */
static void test_random_diagrams(void **state)
{
    uint64_t seed = 77;
    uint32_t number[40];
    (void)state;
    grundy *g = ask_open();
    for (unsigned round = 0; round < 40; round++) {
        uint32_t count = 2 + (uint32_t)(grundy_random(&seed) % 38);
        grundy_buffer cycle = grundy_buffer_open(g), relations = grundy_buffer_open(g);
        for (uint32_t i = 0; i < 2 * count; i++) {
            poset_relation r = {(uint32_t)(grundy_random(&seed) % count), (uint32_t)(grundy_random(&seed) % count)};
            if (r.lower < r.upper)
                MUST(g, grundy_append(&relations, &r, sizeof r));
        }
        poset p;
        hasse h;
        MUST(g,
             poset_open(g, count, (void *)relations.data, relations.size / sizeof(poset_relation), &p, number, &cycle));
        MUST(g, hasse_open(g, &p, &h));
        for (size_t i = 0; i < h.edge_count; i++)
            assert_int_equal(h.layer[h.edges[i].lower] + 1, h.layer[h.edges[i].upper]);
        for (uint32_t a = 0; a < h.count; a++) {
            assert_true(h.place[a] < h.layer_start[h.layer[a] + 1] - h.layer_start[h.layer[a]]);
            for (uint32_t b = 0; b < a; b++)
                assert_true(h.layer[a] != h.layer[b] || h.place[a] != h.place[b]);
        }
        assert_int_equal(h.crossings, crossings_by_pairs(&h));
        hasse_close(&h);
        poset_close(g, &p);
        grundy_buffer_close(&relations);
        grundy_buffer_close(&cycle);
    }
    ask_close(g);
}

/* A poset of 8 elements by relations whose layers cross as they are numbered, and need not. */
static void test_crossings(void **state)
{
    static const poset_relation relations[] = {{0, 7}, {1, 6}, {2, 5}, {3, 4}, {0, 6}, {1, 5}, {2, 4}};
    uint32_t number[8];
    (void)state;
    grundy *g = ask_open();
    grundy_buffer cycle = grundy_buffer_open(g);
    poset p;
    hasse h;
    MUST(g, poset_open(g, 8, relations, LENGTH(relations), &p, number, &cycle));
    MUST(g, hasse_open(g, &p, &h));
    assert_int_equal(h.layers, 2);
    assert_int_equal(h.edge_count, LENGTH(relations));
    assert_int_equal(h.crossings, 0);
    assert_int_equal(crossings_by_pairs(&h), 0);
    hasse_close(&h);
    poset_close(g, &p);
    grundy_buffer_close(&cycle);
    ask_close(g);
}

/* Values on the elements are those that each element has alone. */
static void test_values(void **state)
{
    static const char *const rulesets[] = {"ruler(divisors(12))", "ideal(divisors(12))", "ruler(setpartitions(4))",
                                           "ruler(boolean(3))", "turtles(subspaces(3,2))"};
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        grundy_ruleset *r = ask_ruleset(g, rulesets[i]);
        grundy_buffer position = ask_position(g, r, "{}");
        grundy_picture p = grundy_picture_open(g);
        draw(g, r, grundy_buffer_bytes(&position), no_move, &p);
        MUST(g, grundy_picture_values(g, r, GRUNDY_VALUE, GRUNDY_AUTO, &p));
        size_t noted = 0;
        for (size_t k = 0; k < grundy_picture_count(&p); k++) {
            const grundy_mark *m = grundy_picture_at(&p, k);
            uint64_t value = 0;
            char expected[24];
            if (m->shape != DISC)
                continue;
            grundy_buffer alone = ask_position(g, r, grundy_picture_text(&p, m->text));
            MUST(g, ask(g, r, grundy_buffer_bytes(&alone), GRUNDY_VALUE, GRUNDY_BRUTE, &value));
            snprintf(expected, sizeof expected, "%" PRIu64, value);
            assert_string_equal(grundy_picture_text(&p, m->note), expected);
            grundy_buffer_close(&alone);
            noted++;
        }
        assert_true(noted >= 6);
        grundy_picture_close(&p);
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
    }
    grundy_ruleset *r = ask_ruleset(g, "nim");
    grundy_picture p = grundy_picture_open(g);
    assert_int_equal(grundy_picture_values(g, r, GRUNDY_VALUE, GRUNDY_AUTO, &p), GRUNDY_DOMAIN);
    grundy_picture_close(&p);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- images ---- */

static size_t occurrences(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        count++;
    return count;
}

static void test_svg(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "pnim");
    grundy_buffer position = ask_position(g, r, "[4,2,1]"), move = ask_position(g, r, "[4,1]");
    grundy_buffer svg = grundy_buffer_open(g), dark = grundy_buffer_open(g);
    grundy_picture p = grundy_picture_open(g);
    draw(g, r, grundy_buffer_bytes(&position), grundy_buffer_bytes(&move), &p);
    MUST(g, grundy_picture_write(g, &p, "a < b & c", GRUNDY_IMAGE_SVG, GRUNDY_LIGHT, &svg));
    MUST(g, grundy_picture_write(g, &p, NULL, GRUNDY_IMAGE_SVG, GRUNDY_DARK, &dark));
    const char *text = grundy_buffer_text(&svg);
    assert_true(strncmp(text, "<svg ", 5) == 0);
    assert_int_equal(strcmp(text + strlen(text) - 7, "</svg>\n"), 0);
    assert_non_null(strstr(text, "<title>a &lt; b &amp; c</title>"));
    assert_int_equal(occurrences(text, "<rect x="), 7);
    assert_int_equal(occurrences(text, "stroke-dasharray"), 2);
    assert_int_equal(occurrences(text, "<polyline"), 2);
    assert_int_equal(occurrences(grundy_buffer_text(&dark), "<title>"), 0);
    assert_null(strstr(grundy_buffer_text(&dark), "fill=\"#b9d3ee\""));
    grundy_picture_close(&p);
    grundy_buffer_close(&svg);
    grundy_buffer_close(&dark);
    grundy_buffer_close(&move);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void test_png_and_pdf(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_picture p = grundy_picture_open(g);
    grundy_buffer png = grundy_buffer_open(g), pdf = grundy_buffer_open(g);
    MUST(g, grundy_poset_draw(g, "boolean(2)", &p));
#ifdef GRUNDY_WITH_CAIRO
    double width, height;
    grundy_picture_size(&p, &width, &height);
    MUST(g, grundy_picture_write(g, &p, "boolean(2)", GRUNDY_IMAGE_PNG, GRUNDY_LIGHT, &png));
    MUST(g, grundy_picture_write(g, &p, "boolean(2)", GRUNDY_IMAGE_PDF, GRUNDY_LIGHT, &pdf));
    assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
    uint32_t columns = (uint32_t)png.data[18] << 8 | png.data[19], rows = (uint32_t)png.data[22] << 8 | png.data[23];
    assert_true(fabs(columns / (2 * (26 * width + 28)) - 1) < 0.02 && fabs(rows / (2 * (26 * height + 28)) - 1) < 0.02);
    assert_memory_equal(pdf.data, "%PDF-", 5);
#else
    print_message("built without cairo: PNG and PDF are refused\n");
    assert_int_equal(grundy_picture_write(g, &p, NULL, GRUNDY_IMAGE_PNG, GRUNDY_LIGHT, &png), GRUNDY_ABSENT);
    assert_int_equal(grundy_picture_write(g, &p, NULL, GRUNDY_IMAGE_PDF, GRUNDY_LIGHT, &pdf), GRUNDY_ABSENT);
    assert_int_equal(png.size + pdf.size, 0);
#endif
    grundy_buffer_close(&png);
    grundy_buffer_close(&pdf);
    grundy_picture_close(&p);
    ask_close(g);
}

static void test_image_of(void **state)
{
    grundy_image image;
    (void)state;
    assert_true(grundy_image_of("a.b/c.svg", &image) && image == GRUNDY_IMAGE_SVG);
    assert_true(grundy_image_of("c.x.png", &image) && image == GRUNDY_IMAGE_PNG);
    assert_true(grundy_image_of("D.SVG", &image) && image == GRUNDY_IMAGE_SVG);
    assert_true(grundy_image_of("D.Pdf", &image) && image == GRUNDY_IMAGE_PDF);
    assert_true(grundy_image_of(".pdf", &image) && image == GRUNDY_IMAGE_PDF);
    assert_false(grundy_image_of("svg", &image) || grundy_image_of("a.svgz", &image) || grundy_image_of("a.", &image));
}

/* ---- pictures themselves ---- */

static void test_marks(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_picture p = grundy_picture_open(g), q = grundy_picture_open(g);
    grundy_mark mark = {GRUNDY_SHAPE_CELL, GRUNDY_ROLE_PLAIN, 1, 2, 3, 4, 5, 99, 99};
    MUST(g, grundy_picture_add(&p, &mark, "text"));
    MUST(g, grundy_picture_add(&p, &mark, NULL));
    MUST(g, grundy_picture_note(&p, 1, "note"));
    MUST(g, grundy_picture_place(&q, &p, 10, 20));
    const grundy_mark *m = grundy_picture_at(&q, 1);
    assert_true(m->x == 11 && m->y == 22 && m->width == 3 && m->number == 5);
    assert_string_equal(grundy_picture_text(&q, m->text), "");
    assert_string_equal(grundy_picture_text(&q, m->note), "note");
    assert_string_equal(grundy_picture_text(&q, grundy_picture_at(&q, 0)->text), "text");
    double width, height;
    grundy_picture_size(&q, &width, &height);
    assert_true(width == 14 && height == 26);
    for (size_t i = 2; i < PICTURE_MARKS_MAX; i++)
        MUST(g, grundy_picture_add(&q, &mark, NULL));
    assert_int_equal(grundy_picture_add(&q, &mark, NULL), GRUNDY_LIMIT);
    assert_int_equal(grundy_picture_place(&q, &p, 0, 0), GRUNDY_LIMIT);
    assert_int_equal(grundy_picture_count(&q), PICTURE_MARKS_MAX);
    grundy_picture_close(&p);
    grundy_picture_close(&q);
    ask_close(g);
}

/* A disc is round, lies in the middle of its cell, and does not touch the next. */
static void test_discs(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_picture p = grundy_picture_open(g);
    MUST(g, picture_disc(&p, GRUNDY_ROLE_PLAIN, 3, 4, 7, "seven"));
    const grundy_mark *m = grundy_picture_at(&p, 0);
    assert_true(m->shape == GRUNDY_SHAPE_DISC && m->role == GRUNDY_ROLE_PLAIN && m->number == 7);
    assert_true(fabs(m->width - m->height) < 1e-9 && m->width > 0.5 && m->width < 1);
    assert_true(fabs(m->x + m->width / 2 - 3.5) < 1e-9 && fabs(m->y + m->height / 2 - 4.5) < 1e-9);
    assert_string_equal(grundy_picture_text(&p, m->text), "seven");
    grundy_picture_close(&p);
    ask_close(g);
}

/* ---- an allocator that fails ---- */

/* Draw and write with the n-th allocation failing. */
static grundy_status draw_failing(const char *ruleset, const char *position, unsigned n)
{
    grundy *g;
    grundy_ruleset *r;
    allocations_left = UINT32_MAX;
    assert_int_equal(grundy_open(scarce_allocate, NULL, &g), GRUNDY_OK);
    MUST(g, grundy_ruleset_open(g, ruleset, &r));
    grundy_buffer text = ask_position(g, r, position), svg = grundy_buffer_open(g);
    grundy_list options = grundy_list_open(g);
    MUST(g, grundy_position_options(g, r, grundy_buffer_bytes(&text), &options));
    grundy_bytes move = grundy_list_at(&options, grundy_list_count(&options) - 1);
    grundy_picture p = grundy_picture_open(g);
    allocations_left = n;
    grundy_status status = grundy_position_draw(g, r, grundy_buffer_bytes(&text), move, &p);
    if (status != GRUNDY_OK)
        assert_int_equal(grundy_picture_count(&p), 0);
    if (status == GRUNDY_OK)
        status = grundy_picture_write(g, &p, "title", GRUNDY_IMAGE_SVG, GRUNDY_LIGHT, &svg);
    if (status != GRUNDY_OK)
        assert_true(svg.size == 0 && status == GRUNDY_NOMEM);
    allocations_left = UINT32_MAX;
    grundy_picture_close(&p);
    grundy_list_close(&options);
    grundy_buffer_close(&svg);
    grundy_buffer_close(&text);
    grundy_ruleset_close(r);
    ask_close(g);
    return status;
}

static void test_allocator(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *family = grundy_family_at(i);
        unsigned n = 0;
        while (draw_failing(family->example_ruleset, family->example_position, n) != GRUNDY_OK)
            n++;
        assert_true(n > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_family), cmocka_unit_test(test_counts),    cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_posets),       cmocka_unit_test(test_crossings), cmocka_unit_test(test_random_diagrams),
        cmocka_unit_test(test_values),       cmocka_unit_test(test_svg),       cmocka_unit_test(test_png_and_pdf),
        cmocka_unit_test(test_image_of),     cmocka_unit_test(test_marks),     cmocka_unit_test(test_discs),
        cmocka_unit_test(test_allocator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
