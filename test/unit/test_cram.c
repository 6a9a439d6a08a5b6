/* Cram and its relatives: the fast ways against the slow ones, and published values of small boards */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cram_graph.h"
#include "rulesets/boards/boards.h"

static grundy *g;

static int open_handle(void **state)
{
    (void)state;
    return grundy_open(NULL, NULL, &g) != GRUNDY_OK;
}

static int close_handle(void **state)
{
    (void)state;
    uint64_t left = grundy_memory(g);
    grundy_close(g);
    return left != 0;
}

static grundy_ruleset *ruleset(const char *name)
{
    grundy_ruleset *r = NULL;
    if (grundy_ruleset_open(g, name, &r) != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
    return r;
}

static uint64_t solve(const grundy_ruleset *r, grundy_bytes position, grundy_question question, grundy_method method)
{
    grundy_solver *s = NULL;
    grundy_answer answer;
    assert_int_equal(grundy_solver_open(g, r, question, method, &s), GRUNDY_OK);
    if (grundy_solve(s, position, &answer) != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
    grundy_solver_close(s);
    return answer.value;
}

static uint64_t value_of(const grundy_ruleset *r, const char *text, grundy_question question, grundy_method method)
{
    grundy_buffer position = grundy_buffer_open(g);
    if (grundy_position_parse(g, r, text, &position) != GRUNDY_OK)
        fail_msg("%s", grundy_message(g));
    uint64_t value = solve(r, grundy_buffer_bytes(&position), question, method);
    grundy_buffer_close(&position);
    return value;
}

static const char *const names[] = {"cram", "domineering-rows", "domineering-columns", "push-cram"};

/* ---- text ---- */

static void reads_and_prints(void **state)
{
    (void)state;
    static const char *const texts[][2] = {{"5x7", "5x7"},
                                           {" 3 x 4 ", "3x4"},
                                           {"..#/.../#..", "..#/.../#.."},
                                           {"../..", "2x2"},
                                           {"###/###", "###/###"},
                                           {"8x16", "8x16"},
                                           {"1x128", "1x128"},
                                           {"128x1", "128x1"},
                                           {"0x5", "0x5"},
                                           {"5x0", "5x0"},
                                           {"0x0", "0x0"},
                                           {"#.../....", "#.../...."},
                                           {"(2*2)x(1+2)", "4x3"},
                                           {"7x9", "7x9"},
                                           {"8x8", "8x8"},
                                           {"#", "#"}};
    grundy_ruleset *r = ruleset("cram");
    for (size_t i = 0; i < GRUNDY_COUNT(texts); i++) {
        grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g), again = grundy_buffer_open(g);
        assert_int_equal(grundy_position_parse(g, r, texts[i][0], &position), GRUNDY_OK);
        assert_int_equal(grundy_position_print(g, r, grundy_buffer_bytes(&position), &text), GRUNDY_OK);
        assert_string_equal(grundy_buffer_text(&text), texts[i][1]);
        assert_int_equal(grundy_position_parse(g, r, grundy_buffer_text(&text), &again), GRUNDY_OK);
        assert_int_equal(again.size, position.size);
        assert_memory_equal(again.data, position.data, position.size);
        grundy_buffer_close(&position);
        grundy_buffer_close(&text);
        grundy_buffer_close(&again);
    }
    grundy_ruleset_close(r);
}

static void refuses(void **state)
{
    (void)state;
    static const char *const texts[] = {"9x15", "129x1", "3", "3x", "x3", "..#/..", "../", "/..", "", "3x4x5", "..a"};
    grundy_ruleset *r = ruleset("cram");
    for (size_t i = 0; i < GRUNDY_COUNT(texts); i++) {
        grundy_buffer position = grundy_buffer_open(g);
        assert_int_equal(grundy_position_parse(g, r, texts[i], &position), GRUNDY_PARSE);
        assert_non_null(strstr(grundy_message(g), "column"));
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
    grundy_ruleset *none = NULL;
    assert_int_equal(grundy_ruleset_open(g, "cram(3)", &none), GRUNDY_PARSE);
    assert_int_equal(grundy_ruleset_open(g, "push-cram(cram,cram)", &none), GRUNDY_PARSE);
    assert_int_equal(grundy_ruleset_open(g, "push(nim,cram)", &none), GRUNDY_PARSE);
}

/* ---- the judge ---- */

static const grundy_question questions[] = {GRUNDY_VALUE, GRUNDY_OUTCOME, GRUNDY_MISERE_VALUE, GRUNDY_MISERE_OUTCOME};

static void against_brute(const grundy_ruleset *r, grundy_bytes position)
{
    grundy_buffer text = grundy_buffer_open(g);
    assert_int_equal(grundy_position_print(g, r, position, &text), GRUNDY_OK);
    for (size_t q = 0; q < GRUNDY_COUNT(questions); q++) {
        uint64_t judged = solve(r, position, questions[q], GRUNDY_BRUTE);
        uint64_t searched = solve(r, position, questions[q], GRUNDY_SEARCH);
        uint64_t chosen = solve(r, position, questions[q], GRUNDY_AUTO);
        if (judged != searched || judged != chosen)
            fail_msg("%s %s, question %zu: brute %d, search %d, auto %d", grundy_ruleset_name(r),
                     grundy_buffer_text(&text), q, (int)judged, (int)searched, (int)chosen);
    }
    grundy_buffer_close(&text);
}

static void small_boards_agree_with_brute(void **state)
{
    (void)state;
    for (size_t n = 0; n < GRUNDY_COUNT(names); n++) {
        grundy_ruleset *r = ruleset(names[n]);
        for (unsigned rows = 0; rows <= 7; rows++)
            for (unsigned cols = 0; cols <= 7 && rows * cols <= 14; cols++) {
                char text[16];
                grundy_buffer position = grundy_buffer_open(g);
                snprintf(text, sizeof text, "%ux%u", rows, cols);
                assert_int_equal(grundy_position_parse(g, r, text, &position), GRUNDY_OK);
                against_brute(r, grundy_buffer_bytes(&position));
                grundy_buffer_close(&position);
            }
        grundy_ruleset_close(r);
    }
}

static void random_sums_agree_with_brute(void **state)
{
    (void)state;
    uint64_t seed = 20240611;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t n = 0; n < GRUNDY_COUNT(names); n++) {
        grundy_ruleset *r = ruleset(names[n]);
        for (unsigned i = 0; i < 60; i++) {
            grundy_buffer position = grundy_buffer_open(g);
            assert_int_equal(grundy_position_random(g, r, &seed, i % 2 ? 9 : 14, &position), GRUNDY_OK);
            if (i % 2)
                assert_int_equal(grundy_position_random(g, r, &seed, 6, &position), GRUNDY_OK);
            against_brute(r, grundy_buffer_bytes(&position));
            grundy_buffer_close(&position);
        }
        grundy_ruleset_close(r);
    }
}

/* ---- published values ---- */

typedef struct {
    const char *board;
    int value;
} published;

/* Schneider, Das Spiel Juvavum (thesis, 2009); Beling's README for 4x5, 4x6 and 5x5 */
static const published normal[] = {{"1x9", 0}, {"1x14", 4}, {"1x16", 5}, {"1x25", 0}, {"2x7", 1},
                                   {"2x8", 0}, {"2x9", 1},  {"3x3", 0},  {"3x4", 1},  {"3x5", 1},
                                   {"3x6", 4}, {"3x7", 1},  {"3x8", 3},  {"3x9", 1},  {"3x10", 2},
                                   {"4x4", 0}, {"4x5", 2},  {"4x6", 0},  {"5x5", 0}};
/* the same thesis */
static const published misere[] = {{"1x8", 0}, {"1x11", 3}, {"1x20", 3}, {"2x6", 1}, {"2x7", 0}, {"3x3", 1},
                                   {"3x4", 0}, {"3x5", 0},  {"3x6", 1},  {"4x4", 0}, {"4x5", 0}};

static void published_values(void **state)
{
    (void)state;
    grundy_ruleset *r = ruleset("cram");
    for (size_t i = 0; i < GRUNDY_COUNT(normal); i++) {
        assert_int_equal(value_of(r, normal[i].board, GRUNDY_VALUE, GRUNDY_SEARCH), normal[i].value);
        assert_int_equal(value_of(r, normal[i].board, GRUNDY_VALUE, GRUNDY_AUTO), normal[i].value);
        assert_int_equal(value_of(r, normal[i].board, GRUNDY_OUTCOME, GRUNDY_SEARCH), normal[i].value != 0);
    }
    for (size_t i = 0; i < GRUNDY_COUNT(misere); i++) {
        assert_int_equal(value_of(r, misere[i].board, GRUNDY_MISERE_VALUE, GRUNDY_SEARCH), misere[i].value);
        assert_int_equal(value_of(r, misere[i].board, GRUNDY_MISERE_OUTCOME, GRUNDY_SEARCH), misere[i].value != 0);
    }
    grundy_ruleset_close(r);
}

/* ---- the fast options ---- */

static int compare_views(const void *a, const void *b)
{
    const grundy_bytes *x = a, *y = b;
    size_t size = x->size < y->size ? x->size : y->size;
    int order = size == 0 ? 0 : memcmp(x->data, y->data, size);
    return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static void sorted(const grundy_list *list, grundy_buffer *out)
{
    size_t count = grundy_list_count(list);
    grundy_bytes *views = calloc(count + 1, sizeof *views);
    for (size_t i = 0; i < count; i++)
        views[i] = grundy_list_at(list, i);
    qsort(views, count, sizeof *views, compare_views);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(position_add(out, views[i]), GRUNDY_OK);
    free(views);
}

/* One option in a form of its own: the known sum, and the sorted canonical components. */
static void add_option(uint64_t known, const grundy_list *parts, grundy_list *out)
{
    grundy_buffer form = grundy_buffer_open(g);
    assert_int_equal(number_append(&form, known), GRUNDY_OK);
    sorted(parts, &form);
    assert_int_equal(grundy_list_add(out, form.data, form.size), GRUNDY_OK);
    grundy_buffer_close(&form);
}

/* Is it the name of a board of at most 8 x 8? Then it may be one whose value a half turn of its graph shows, which expand
 * alone sees: such parts are left out on both sides here (test_cram_names checks their values). */
static bool is_small_board(grundy_bytes name)
{
    if (name.data[0] > 8)
        return false;
    const board b = board_read(name);
    return b.rows <= 8;
}

/* By the callbacks for one step each. */
static void slow_options(const grundy_ruleset *r, grundy_bytes component, grundy_list *out)
{
    grundy_list raw = grundy_list_open(g);
    assert_int_equal(r->family->options(g, r, component, &raw), GRUNDY_OK);
    for (size_t i = 0; i < grundy_list_count(&raw); i++) {
        grundy_list parts = grundy_list_open(g), kept = grundy_list_open(g);
        uint64_t known = 0, value;
        assert_int_equal(r->family->split(g, r, grundy_list_at(&raw, i), &parts), GRUNDY_OK);
        for (size_t k = 0; k < grundy_list_count(&parts); k++) {
            grundy_buffer canonical = grundy_buffer_open(g), name = grundy_buffer_open(g), view = grundy_buffer_open(g);
            assert_int_equal(r->family->canonical(g, r, grundy_list_at(&parts, k), &canonical), GRUNDY_OK);
            assert_int_equal(r->family->identify(g, r, grundy_buffer_bytes(&canonical), &name, &view), GRUNDY_OK);
            board b = board_read(grundy_buffer_bytes(&canonical));
            const board_rules *rules = grundy_ruleset_state(r);
            if (board_known_value(rules, &b, &value) || board_small_value(rules, &b, &value))
                known ^= value;
            else if (!is_small_board(grundy_buffer_bytes(&name)))
                assert_int_equal(grundy_list_add(&kept, name.data, name.size), GRUNDY_OK);
            grundy_buffer_close(&canonical);
            grundy_buffer_close(&name);
            grundy_buffer_close(&view);
        }
        add_option(known, &kept, out);
        grundy_list_close(&parts);
        grundy_list_close(&kept);
    }
    grundy_list_close(&raw);
}

/* All that expand gives. */
static void expand_all(const grundy_ruleset *r, grundy_bytes view, grundy_buffer *out)
{
    out->size = 0;
    for (uint64_t from = 0; from != UINT64_MAX;)
        assert_int_equal(r->family->expand(g, r, view, &from, out), GRUNDY_OK);
}

/* By expand. */
static void fast_options(const grundy_ruleset *r, grundy_bytes view, grundy_list *out, grundy_list *views,
                         grundy_list *labels)
{
    grundy_buffer raw = grundy_buffer_open(g);
    expand_all(r, view, &raw);
    grundy_bytes rest = grundy_buffer_bytes(&raw), part;
    while (rest.size > 0) {
        grundy_list parts = grundy_list_open(g);
        uint64_t label = number_read(&rest), known = number_read(&rest), count = number_read(&rest);
        assert_int_equal(grundy_list_add(labels, &label, sizeof label), GRUNDY_OK);
        for (; count > 0; count--) {
            part = position_take(&rest);
            if (!is_small_board(part))
                assert_int_equal(grundy_list_add(&parts, part.data, part.size), GRUNDY_OK);
            part = position_take(&rest);
            assert_int_equal(grundy_list_add(views, part.data, part.size), GRUNDY_OK);
        }
        add_option(known, &parts, out);
        grundy_list_close(&parts);
    }
    grundy_buffer_close(&raw);
}

/* The board that a view shows, with the place of its corner. */
static board board_of(grundy_bytes view, unsigned *top, unsigned *left)
{
    static const unsigned rows[] = {8, 4, 8, 4}, cols[] = {8, 16, 16, 32};
    board b = {0};
    *top = view.data[1];
    *left = view.data[2];
    if (view.data[0] >= GRUNDY_COUNT(rows))
        return board_read((grundy_bytes){view.data + 3, view.size - 3});
    b.rows = rows[view.data[0]];
    b.cols = cols[view.data[0]];
    assert_int_equal(view.size, 3 + b.rows * b.cols / 8);
    memcpy(&b.free, view.data + 3, view.size - 3);
    return b;
}

/* The canonical component that a view shows. */
static void component_of(const grundy_ruleset *r, grundy_bytes view, grundy_buffer *out)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    unsigned top, left;
    const board b = board_of(view, &top, &left);
    assert_int_equal(r->family->canonical(g, r, (grundy_bytes){bytes, board_write(&b, bytes)}, out), GRUNDY_OK);
}

static uint64_t number_at(const grundy_list *numbers, size_t i)
{
    uint64_t number;
    memcpy(&number, grundy_list_at(numbers, i).data, sizeof number);
    return number;
}

static void same_list(const grundy_list *a, const grundy_list *b)
{
    grundy_buffer x = grundy_buffer_open(g), y = grundy_buffer_open(g);
    sorted(a, &x);
    sorted(b, &y);
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.data, y.data, x.size);
    grundy_buffer_close(&x);
    grundy_buffer_close(&y);
}

/* How often what expand does was seen. */
typedef struct {
    unsigned parts, useless; /* cells that a part could do without */
    unsigned apart;          /* options that fall into more graphs than boards */
    unsigned unseen;         /* large components whose values expand knew */
} expansions;

/* The graph of a part has nothing more to leave out, and is of one component. */
static uint64_t graph_of_part(grundy_bytes view, expansions *seen)
{
    static cram_graph x;
    unsigned of[BOARD_CELLS_MAX], top, left;
    uint64_t hash[BOARD_CELLS_MAX];
    const board b = board_of(view, &top, &left);
    graph_of_board(&b, &x);
    seen->useless += graph_reduce(&x);
    seen->parts++;
    assert_int_equal(graph_components(&x, of), 1);
    graph_hashes(&x, of, 1, hash);
    return hash[0];
}

/* Do the parts of an option belong to the graph that is left without a domino? */
static void check_option(const board *b, uint64_t label, unsigned top, unsigned left, const uint64_t *parts,
                         unsigned count, expansions *seen)
{
    static cram_graph x;
    unsigned of[BOARD_CELLS_MAX], size[BOARD_CELLS_MAX] = {0};
    uint64_t hash[BOARD_CELLS_MAX];
    const unsigned down = (label - 1) % 2, row = (unsigned)(label - 1) / 2 / BOARD_CELLS_MAX - top,
                   col = (unsigned)(label - 1) / 2 % BOARD_CELLS_MAX - left, cell = row * b->cols + col;
    board rest = *b;
    rest.free &= ~((board_cells)1 << cell | (board_cells)1 << (cell + (down ? b->cols : 1)));
    assert_int_equal(b->free >> cell & b->free >> (cell + (down ? b->cols : 1)) & 1, 1);
    graph_of_board(&rest, &x);
    const unsigned before = graph_components(&x, of);
    graph_reduce(&x);
    const unsigned after = graph_components(&x, of);
    seen->apart += after > before;
    graph_hashes(&x, of, after, hash);
    for (unsigned v = 0; v < x.count; v++)
        if (x.here[v])
            size[of[v]]++;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < after && (hash[k] != parts[i] || size[k] == 0))
            k++;
        assert_true(k < after);
        size[k] = 0;
    }
    for (unsigned k = 0; k < after; k++)
        seen->unseen += size[k] > 16;
}

/* Options with labels: one for each domino, and each of the graph that is left without it. */
static void check_graphs(const grundy_ruleset *r, grundy_bytes view, expansions *seen)
{
    unsigned top, left, options = 0;
    const board b = board_of(view, &top, &left);
    grundy_buffer raw = grundy_buffer_open(g);
    expand_all(r, view, &raw);
    for (grundy_bytes rest = grundy_buffer_bytes(&raw); rest.size > 0; options++) {
        uint64_t parts[BOARD_CELLS_MAX];
        const uint64_t label = number_read(&rest);
        number_read(&rest);
        const unsigned count = (unsigned)number_read(&rest);
        for (unsigned i = 0; i < count; i++) {
            position_take(&rest);
            parts[i] = graph_of_part(position_take(&rest), seen);
        }
        check_option(&b, label, top, left, parts, count, seen);
    }
    unsigned moves = 0;
    for (unsigned domino = DOMINOES_HORIZONTAL; domino <= DOMINOES_VERTICAL; domino++)
        for (board_cells at = board_moves(&b, domino); at != 0; at &= at - 1)
            moves++;
    assert_int_equal(options, moves);
    grundy_buffer_close(&raw);
}

/* The options of a component by both ways, and those of its parts. */
static void check_expand(const grundy_ruleset *r, grundy_bytes view, unsigned depth, expansions *seen)
{
    grundy_list slow = grundy_list_open(g), fast = grundy_list_open(g), views = grundy_list_open(g),
                labels = grundy_list_open(g);
    grundy_buffer component = grundy_buffer_open(g);
    component_of(r, view, &component);
    fast_options(r, view, &fast, &views, &labels);
    const bool labelled = grundy_list_count(&labels) > 0 && number_at(&labels, 0) != 0;
    if (labelled)
        check_graphs(r, view, seen);
    else {
        slow_options(r, grundy_buffer_bytes(&component), &slow);
        same_list(&slow, &fast);
    }
    for (size_t i = 0; labelled && i < grundy_list_count(&labels); i++)
        for (size_t k = 0; k < i; k++)
            assert_true(number_at(&labels, i) != number_at(&labels, k));
    size_t step = 1 + grundy_list_count(&views) / 6; /* half a dozen of them */
    for (size_t i = 0; depth > 0 && i < grundy_list_count(&views); i += step)
        check_expand(r, grundy_list_at(&views, i), depth - 1, seen);
    grundy_buffer_close(&component);
    grundy_list_close(&slow);
    grundy_list_close(&fast);
    grundy_list_close(&views);
    grundy_list_close(&labels);
}

/* What was learnt of components: cells, in rows of 8, and value. */
typedef struct {
    size_t count;
    uint64_t cells[512], value[512];
} lessons;

static bool is_of_eight(grundy_bytes view)
{
    return view.data[0] == 0;
}

static uint64_t cells_of(grundy_bytes view)
{
    unsigned top, left;
    return (uint64_t)board_of(view, &top, &left).free;
}

/* The same bytes, but of rows of 16 cells. */
static grundy_bytes of_another_layout(grundy_bytes view)
{
    static unsigned char bytes[32];
    assert_in_range(view.size, 4, sizeof bytes);
    memcpy(bytes, view.data, view.size);
    bytes[0] = 1;
    return (grundy_bytes){bytes, view.size};
}

/* The value of a part that is gone: it was learnt. */
static uint64_t lesson(const lessons *all, grundy_bytes view)
{
    assert_true(is_of_eight(view));
    for (size_t i = all->count; i > 0; i--)
        if (all->cells[i - 1] == cells_of(view))
            return all->value[i - 1];
    fail_msg("a part is gone of which nothing was learnt");
    return 0;
}

/* Two times what expand has given, the second after the lessons: what is gone of an option is in its known sum. Returns how
 * often cells are still among the parts. */
static unsigned check_lessons(grundy_bytes before, grundy_bytes after, const lessons *all, uint64_t cells)
{
    unsigned left = 0;
    while (before.size > 0) {
        assert_int_equal(number_read(&before), number_read(&after));
        uint64_t known = number_read(&before), now = number_read(&after);
        uint64_t parts = number_read(&before), kept = number_read(&after);
        grundy_bytes name = {NULL, 0}, view = {NULL, 0};
        for (; parts > 0; parts--) {
            const grundy_bytes its_name = position_take(&before), its_view = position_take(&before);
            if (kept > 0 && name.data == NULL) {
                name = position_take(&after);
                view = position_take(&after);
            }
            if (kept > 0 && compare_views(&its_name, &name) == 0 && compare_views(&its_view, &view) == 0) {
                left += is_of_eight(view) && cells_of(view) == cells;
                kept--;
                name.data = NULL;
            } else {
                known ^= lesson(all, its_view);
            }
        }
        assert_int_equal(kept, 0);
        assert_int_equal(known, now);
    }
    assert_int_equal(after.size, 0);
    return left;
}

/* What expand is told of a component it counts among what it knows, wherever this lies; and nothing else. */
static void expand_learns(void **state)
{
    (void)state;
    static const char *const boards[] = {"5x7", "8x8", "6x8", "3x9", "4x12"};
    for (unsigned i = 0; i < GRUNDY_COUNT(boards); i++) {
        static lessons all;
        grundy_ruleset *r = ruleset("cram");
        grundy_buffer position = grundy_buffer_open(g), name = grundy_buffer_open(g), view = grundy_buffer_open(g),
                      before = grundy_buffer_open(g), after = grundy_buffer_open(g);
        grundy_list options = grundy_list_open(g), views = grundy_list_open(g), labels = grundy_list_open(g);
        assert_int_equal(grundy_position_parse(g, r, boards[i], &position), GRUNDY_OK);
        grundy_bytes rest = grundy_buffer_bytes(&position), summand;
        assert_true(position_next(&rest, &summand));
        assert_int_equal(r->family->identify(g, r, summand, &name, &view), GRUNDY_OK);
        fast_options(r, grundy_buffer_bytes(&view), &options, &views, &labels);
        expand_all(r, grundy_buffer_bytes(&view), &before);
        assert_true(grundy_list_count(&views) > 20);
        all.count = 0;
        for (size_t k = 0; k < grundy_list_count(&views); k++) {
            const grundy_bytes part = grundy_list_at(&views, k);
            const uint64_t value = k % 7 == 6   ? UINT64_MAX - k
                                   : k % 7 == 5 ? 255
                                                : 1 + k % 250; /* none too large is kept */
            r->family->learn(r, of_another_layout(part), 77);
            r->family->learn(r, part, value);
            if (is_of_eight(part) && value < 255) {
                all.cells[all.count] = cells_of(part);
                all.value[all.count++] = value;
            }
            expand_all(r, grundy_buffer_bytes(&view), &after);
            const unsigned left = check_lessons(grundy_buffer_bytes(&before), grundy_buffer_bytes(&after), &all,
                                                is_of_eight(part) ? cells_of(part) : 0);
            assert_true(left == 0 || value >= 255);
        }
        r->family->learn(r, (grundy_bytes){NULL, 0}, 0);
        expand_all(r, grundy_buffer_bytes(&view), &after);
        assert_int_equal(after.size, before.size);
        assert_memory_equal(after.data, before.data, after.size);
        grundy_buffer_close(&position);
        grundy_buffer_close(&name);
        grundy_buffer_close(&view);
        grundy_buffer_close(&before);
        grundy_buffer_close(&after);
        grundy_list_close(&options);
        grundy_list_close(&views);
        grundy_list_close(&labels);
        grundy_ruleset_close(r);
    }
}

static void expand_equals_its_parts(void **state)
{
    (void)state;
    static const char *const fixed[] = {"...../...##", "1x2", "1x60", "1x128", "2x64", "8x16", "5x7",
                                        "6x6",         "7x9", "8x8",  "3x21",  "4x32", "9x7",  "4x16",
                                        "4x17",        "8x9", "9x9",  "10x12", "3x33"};
    uint64_t seed = 771;
    expansions seen = {0};
    grundy_ruleset *r = ruleset("cram");
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 200 + GRUNDY_COUNT(fixed); i++) {
        grundy_buffer position = grundy_buffer_open(g);
        grundy_list parts = grundy_list_open(g);
        if (i < GRUNDY_COUNT(fixed))
            assert_int_equal(grundy_position_parse(g, r, fixed[i], &position), GRUNDY_OK);
        else
            assert_int_equal(grundy_position_random(g, r, &seed, i % 120, &position), GRUNDY_OK);
        grundy_bytes rest = grundy_buffer_bytes(&position), summand;
        assert_true(position_next(&rest, &summand));
        assert_int_equal(r->family->split(g, r, summand, &parts), GRUNDY_OK);
        for (size_t k = 0; k < grundy_list_count(&parts); k++) {
            grundy_buffer canonical = grundy_buffer_open(g), name = grundy_buffer_open(g), view = grundy_buffer_open(g);
            assert_int_equal(r->family->canonical(g, r, grundy_list_at(&parts, k), &canonical), GRUNDY_OK);
            assert_int_equal(r->family->identify(g, r, grundy_buffer_bytes(&canonical), &name, &view), GRUNDY_OK);
            check_expand(r, grundy_buffer_bytes(&view), 2, &seen);
            grundy_buffer_close(&canonical);
            grundy_buffer_close(&name);
            grundy_buffer_close(&view);
        }
        grundy_list_close(&parts);
        grundy_buffer_close(&position);
    }
    print_message("%u parts, %u useless cells in them, %u options apart, %u large values known\n", seen.parts,
                  seen.useless, seen.apart, seen.unseen);
    assert_true(seen.apart > seen.parts / 100);
    assert_int_equal(seen.useless, 0); /* twins whose neighbours both have other twins would count, which are rare */
    assert_true(seen.unseen < seen.parts / 500);
    grundy_ruleset_close(r);
}

/* The table of small boards, on sets of cells that may be of several components. */
static void small_boards_have_their_values(void **state)
{
    (void)state;
    uint64_t seed = 44, value;
    grundy_ruleset *r = ruleset("cram");
    for (unsigned i = 0; i < 400; i++) {
        unsigned char bytes[BOARD_BYTES_MAX];
        board b = {.rows = 1 + i % 4, .cols = 1 + i / 4 % 4};
        b.free = (grundy_random(&seed) | (i % 3 == 0 ? grundy_random(&seed) : 0)) & ((1u << (b.rows * b.cols)) - 1);
        grundy_buffer position = grundy_buffer_open(g);
        assert_int_equal(position_add(&position, (grundy_bytes){bytes, board_write(&b, bytes)}), GRUNDY_OK);
        assert_true(board_small_value(grundy_ruleset_state(r), &b, &value));
        assert_int_equal(value, solve(r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_BRUTE));
        grundy_buffer_close(&position);
    }
    board large[] = {{1, 5, 31}, {5, 1, 31}};
    assert_false(board_small_value(grundy_ruleset_state(r), &large[0], &value));
    assert_false(board_small_value(grundy_ruleset_state(r), &large[1], &value));
    grundy_ruleset_close(r);
}

/* ---- symmetries ---- */

static board turned(const board *b, bool transpose, bool flip)
{
    board out = {transpose ? b->cols : b->rows, transpose ? b->rows : b->cols, 0};
    for (unsigned r = 0; r < b->rows; r++)
        for (unsigned c = 0; c < b->cols; c++)
            if (b->free >> (r * b->cols + c) & 1) {
                unsigned row = transpose ? c : r, col = transpose ? r : c;
                out.free |= (board_cells)1 << ((flip ? out.rows - 1 - row : row) * out.cols + col);
            }
    return out;
}

static bool same_board(board a, board b)
{
    return a.rows == b.rows && a.cols == b.cols && a.free == b.free;
}

static void images_have_one_canonical_form(void **state)
{
    (void)state;
    uint64_t seed = 5;
    grundy_ruleset *r = ruleset("cram");
    for (unsigned i = 0; i < 2000; i++) {
        grundy_buffer bytes = grundy_buffer_open(g);
        assert_int_equal(boards_random(g, r, &seed, i % 100, &bytes), GRUNDY_OK);
        board b = board_read(grundy_buffer_bytes(&bytes)), image = b;
        unsigned dominoes = DOMINOES_HORIZONTAL | DOMINOES_VERTICAL;
        board canonical = board_canonical(&b, dominoes, true), four = board_canonical(&b, dominoes, false);
        for (unsigned step = 0; step < 8; step++) {
            image = turned(&image, step % 2 == 0, step % 2 == 1);
            assert_true(same_board(board_canonical(&image, dominoes, true), canonical));
        }
        image = turned(&b, false, true);
        assert_true(same_board(board_canonical(&image, dominoes, false), four));
        assert_true(same_board(board_canonical(&canonical, dominoes, true), canonical));
        grundy_buffer_close(&bytes);
    }
    grundy_ruleset_close(r);
}

/* ---- push-cram ---- */

static void push_cram_is_the_compound(void **state)
{
    (void)state;
    grundy_ruleset *named = ruleset("push-cram"), *compound = ruleset("push(domineering-columns,domineering-rows)");
    for (unsigned rows = 1; rows <= 4; rows++)
        for (unsigned cols = 1; cols <= 4; cols++) {
            char text[16];
            for (unsigned after = 0; after < 2; after++) {
                snprintf(text, sizeof text, "%s%ux%u", after ? "2:" : "", rows, cols);
                assert_int_equal(value_of(named, text, GRUNDY_VALUE, GRUNDY_AUTO),
                                 value_of(compound, text, GRUNDY_VALUE, GRUNDY_BRUTE));
            }
        }
    grundy_ruleset_close(named);
    grundy_ruleset_close(compound);
}

/* After the push there is Cram, among other rulesets: the search names components there too. */
static void cram_after_a_push(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x5", "2x7", "4x5", "...../..#../....#/.....", "3x5 + ..#../...../.....",
                                         "1x9"};
    grundy_ruleset *cram = ruleset("cram"), *push = ruleset("push(domineering-rows,cram)");
    for (unsigned i = 0; i < GRUNDY_COUNT(boards); i++) {
        char text[64] = "";
        for (const char *at = boards[i]; at != NULL; at = strchr(at, '+') == NULL ? NULL : strchr(at, '+') + 2)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s2:%.*s", at == boards[i] ? "" : " + ",
                     (int)strcspn(at, " "), at);
        assert_int_equal(value_of(push, text, GRUNDY_VALUE, GRUNDY_SEARCH),
                         value_of(cram, boards[i], GRUNDY_VALUE, i < 2 ? GRUNDY_BRUTE : GRUNDY_SEARCH));
    }
    grundy_ruleset_close(cram);
    grundy_ruleset_close(push);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_prints),
        cmocka_unit_test(refuses),
        cmocka_unit_test(small_boards_agree_with_brute),
        cmocka_unit_test(random_sums_agree_with_brute),
        cmocka_unit_test(published_values),
        cmocka_unit_test(expand_equals_its_parts),
        cmocka_unit_test(expand_learns),
        cmocka_unit_test(small_boards_have_their_values),
        cmocka_unit_test(images_have_one_canonical_form),
        cmocka_unit_test(push_cram_is_the_compound),
        cmocka_unit_test(cram_after_a_push),
    };
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
