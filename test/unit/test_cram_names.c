/* The names by which a search of Cram remembers components: exhaustively in small boxes, against values computed cell by cell */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/numbering.h"
#include "cram_graph.h"
#include "rulesets/boards/boards.h"

static grundy *g;
static grundy_ruleset *cram;

static int open_handle(void **state)
{
    (void)state;
    return grundy_open(NULL, NULL, &g) != GRUNDY_OK || grundy_ruleset_open(g, "cram", &cram) != GRUNDY_OK;
}

static int close_handle(void **state)
{
    (void)state;
    grundy_ruleset_close(cram);
    uint64_t left = grundy_memory(g);
    grundy_close(g);
    return left != 0;
}

/* All sets of cells in a box, by their bits. */
typedef struct {
    unsigned rows, cols;
    uint32_t sets, last_column, first_column;
    unsigned char *value;
} box;

static uint32_t beside(const box *b, uint32_t cells)
{
    return ((cells & ~b->last_column) << 1 | (cells & ~b->first_column) >> 1 | cells << b->cols | cells >> b->cols) &
           (b->sets - 1);
}

static bool connected(const box *b, uint32_t cells)
{
    uint32_t part = cells & (~cells + 1), before = 0;
    while (part != before) {
        before = part;
        part |= beside(b, part) & cells;
    }
    return part == cells;
}

/* The value of each set, from those of smaller ones. */
static box box_of(unsigned rows, unsigned cols)
{
    box b = {
        .rows = rows, .cols = cols, .sets = (uint32_t)1 << (rows * cols), .value = malloc((size_t)1 << (rows * cols))};
    assert_non_null(b.value);
    for (unsigned r = 0; r < rows; r++) {
        b.first_column |= (uint32_t)1 << (r * cols);
        b.last_column |= (uint32_t)1 << (r * cols + cols - 1);
    }
    for (uint32_t cells = 0; cells < b.sets; cells++) {
        uint64_t seen = 0;
        for (uint32_t moves = cells & cells >> 1 & ~b.last_column; moves != 0; moves &= moves - 1)
            seen |= (uint64_t)1 << b.value[cells & ~(3u << __builtin_ctz(moves))];
        for (uint32_t moves = cells & cells >> cols; moves != 0; moves &= moves - 1)
            seen |= (uint64_t)1 << b.value[cells & ~((1u << cols | 1) << __builtin_ctz(moves))];
        b.value[cells] = (unsigned char)__builtin_ctzll(~seen);
    }
    return b;
}

/* The canonical bytes of a set of cells, its name, and its view. */
typedef struct {
    grundy_buffer canonical, name, view;
} identity;

static identity identity_open(void)
{
    return (identity){grundy_buffer_open(g), grundy_buffer_open(g), grundy_buffer_open(g)};
}

static void identity_close(identity *id)
{
    grundy_buffer_close(&id->canonical);
    grundy_buffer_close(&id->name);
    grundy_buffer_close(&id->view);
}

static void identify(const box *b, uint32_t cells, identity *id)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    const board as_board = {b->rows, b->cols, cells};
    id->canonical.size = id->name.size = id->view.size = 0;
    const grundy_bytes summand = {bytes, board_write(&as_board, bytes)};
    assert_int_equal(cram->family->canonical(g, cram, summand, &id->canonical), GRUNDY_OK);
    assert_int_equal(cram->family->identify(g, cram, grundy_buffer_bytes(&id->canonical), &id->name, &id->view),
                     GRUNDY_OK);
    assert_true(id->view.size > 0);
}

/* What names and canonical boards stand for. */
typedef struct {
    numbering names, boards;
    unsigned char *values; /* by the number of the name */
} book;

static void note(book *k, const identity *id, unsigned char value)
{
    const size_t before = numbering_count(&k->names);
    uint32_t number;
    assert_int_equal(numbering_add(&k->names, grundy_buffer_bytes(&id->name), &number), GRUNDY_OK);
    if (number == before)
        k->values[number] = value;
    assert_int_equal(k->values[number], value);
}

/* The value that the options of a view give, each by the names of its parts. */
static unsigned value_by_expand(const book *k, grundy_bytes view)
{
    grundy_buffer raw = grundy_buffer_open(g);
    uint64_t seen = 0;
    for (uint64_t from = 0; from != UINT64_MAX;)
        assert_int_equal(cram->family->expand(g, cram, view, &from, &raw), GRUNDY_OK);
    for (grundy_bytes rest = grundy_buffer_bytes(&raw); rest.size > 0;) {
        number_read(&rest);
        uint64_t value = number_read(&rest);
        for (uint64_t parts = number_read(&rest); parts > 0; parts--) {
            const uint32_t number = numbering_find(&k->names, position_take(&rest));
            assert_true(number != UINT32_MAX);
            value ^= k->values[number];
            position_take(&rest);
        }
        seen |= (uint64_t)1 << value;
    }
    grundy_buffer_close(&raw);
    return (unsigned)__builtin_ctzll(~seen);
}

/* Is the name a board's, the first byte of which is its columns? */
static bool is_board(const grundy_buffer *name)
{
    return name->data[0] <= BOARD_CELLS_MAX;
}

/* A leaf may lie at any side of its neighbour, and there may be another: that changes no name. */
static unsigned move_leaves(const box *b, uint32_t cells, const identity *id, identity *other)
{
    unsigned moved = 0;
    for (uint32_t left = cells; left != 0; left &= left - 1) {
        const uint32_t leaf = left & (~left + 1), at = beside(b, leaf) & cells;
        if (at == 0 || (at & (at - 1)) != 0)
            continue;
        for (uint32_t places = beside(b, at) & ~cells; places != 0; places &= places - 1) {
            const uint32_t place = places & (~places + 1);
            if ((beside(b, place) & cells) != at)
                continue;
            for (unsigned both = 0; both < 2; both++) {
                identify(b, (both ? cells : cells & ~leaf) | place, other);
                if (is_board(&other->name))
                    continue;
                assert_int_equal(other->name.size, id->name.size);
                assert_memory_equal(other->name.data, id->name.data, id->name.size);
                moved++;
            }
        }
    }
    return moved;
}

static void check_box(unsigned rows, unsigned cols, book *k)
{
    box b = box_of(rows, cols);
    identity id = identity_open(), other = identity_open();
    unsigned moved = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        numbering_close(&k->boards);
        k->boards = numbering_open(g);
        for (uint32_t cells = 3; cells < b.sets; cells++) {
            uint32_t number;
            if ((cells & (cells - 1)) == 0 || !connected(&b, cells))
                continue;
            identify(&b, cells, &id);
            const size_t before = numbering_count(&k->boards);
            assert_int_equal(numbering_add(&k->boards, grundy_buffer_bytes(&id.canonical), &number), GRUNDY_OK);
            if (number < before)
                continue;
            if (pass == 0)
                note(k, &id, b.value[cells]);
            else
                assert_int_equal(value_by_expand(k, grundy_buffer_bytes(&id.view)), b.value[cells]);
            if (pass == 1 && !is_board(&id.name))
                moved += move_leaves(&b, cells, &id, &other);
        }
    }
    print_message("%ux%u: %zu boards, %zu names so far, %u leaves moved\n", rows, cols, numbering_count(&k->boards),
                  numbering_count(&k->names), moved);
    assert_true(rows < 4 || (moved > 0 && numbering_count(&k->names) < numbering_count(&k->boards)));
    identity_close(&id);
    identity_close(&other);
    free(b.value);
}

static void same_name_same_value(void **state)
{
    static const unsigned boxes[][2] = {{1, 9}, {2, 8}, {3, 6}, {4, 5}, {4, 6}};
    (void)state;
    book k = {.names = numbering_open(g), .boards = numbering_open(g), .values = malloc(1 << 20)};
    assert_non_null(k.values);
    for (unsigned i = 0; i < GRUNDY_COUNT(boxes); i++)
        check_box(boxes[i][0], boxes[i][1], &k);
    numbering_close(&k.names);
    numbering_close(&k.boards);
    free(k.values);
}

/* ---- 8 x 8 ---- */

static uint64_t beside_8x8(uint64_t cells)
{
    const uint64_t first = UINT64_C(0x0101010101010101);
    return (cells << 1 & ~first) | (cells >> 1 & ~(first << 7)) | cells << 8 | cells >> 8;
}

/* A number that boards share whose graphs, without what they do not need, are isomorphic, and hardly others. */
static uint64_t graph_of(uint64_t cells)
{
    static cram_graph x;
    const board b = {8, 8, cells};
    unsigned of[BOARD_CELLS_MAX];
    uint64_t hash[BOARD_CELLS_MAX], all = 0;
    graph_of_board(&b, &x);
    graph_reduce(&x);
    const unsigned count = graph_components(&x, of);
    graph_hashes(&x, of, count, hash);
    for (unsigned i = 0; i < count; i++)
        all += hash[i];
    return all;
}

/* The graphs that names stand for. */
typedef struct {
    numbering names;
    uint64_t *graphs;
    size_t room;
} graph_book;

static void note_graph(graph_book *k, uint64_t cells, identity *id)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    const board as_board = {8, 8, cells};
    uint32_t number;
    id->canonical.size = id->name.size = id->view.size = 0;
    const grundy_bytes summand = {bytes, board_write(&as_board, bytes)};
    assert_int_equal(cram->family->canonical(g, cram, summand, &id->canonical), GRUNDY_OK);
    assert_int_equal(cram->family->identify(g, cram, grundy_buffer_bytes(&id->canonical), &id->name, &id->view),
                     GRUNDY_OK);
    assert_in_range(id->name.size, 1, 20);
    const size_t before = numbering_count(&k->names);
    assert_int_equal(numbering_add(&k->names, grundy_buffer_bytes(&id->name), &number), GRUNDY_OK);
    assert_true(number < k->room);
    if (number == before)
        k->graphs[number] = graph_of(cells);
    if (k->graphs[number] != graph_of(cells))
        fail_msg("the board of cells %llx has the name of another graph", (unsigned long long)cells);
}

/* A connected set that grows from the centre; the sparser, the fewer neighbours a new cell may have. */
static uint64_t random_component(uint64_t *seed, unsigned size, unsigned neighbours)
{
    uint64_t cells = UINT64_C(1) << 27;
    for (unsigned tries = 0; tries < 40 * size && (unsigned)__builtin_popcountll(cells) < size; tries++) {
        const uint64_t cell = UINT64_C(1) << grundy_random(seed) % 64;
        const unsigned count = (unsigned)__builtin_popcountll(beside_8x8(cell) & cells);
        cells |= count >= 1 && count <= neighbours ? cell : 0;
    }
    return cells;
}

/* Whatever is done to a component, each name stays with one graph: cells that come and go one at a time, in trees as long as fit
 * and in cores as large. */
static void a_name_is_of_one_graph(void **state)
{
    (void)state;
    graph_book k = {.names = numbering_open(g), .room = 1 << 20};
    k.graphs = malloc(k.room * sizeof *k.graphs);
    assert_non_null(k.graphs);
    identity id = identity_open();
    uint64_t seed = 20261128;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 3000; i++) {
        const uint64_t cells = random_component(&seed, 6 + i % 50, 1 + i % 7 % 3);
        note_graph(&k, cells, &id);
        for (uint64_t left = beside_8x8(cells) & ~cells; left != 0; left &= left - 1)
            note_graph(&k, cells | (left & (~left + 1)), &id);
        for (uint64_t left = cells; left != 0; left &= left - 1) {
            const uint64_t cell = left & (~left + 1), at = beside_8x8(cell) & cells;
            if ((at & (at - 1)) == 0 && at != 0)
                note_graph(&k, cells & ~cell, &id);
        }
    }
    print_message("%zu names\n", numbering_count(&k.names));
    numbering_close(&k.names);
    free(k.graphs);
    identity_close(&id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_name_same_value),
        cmocka_unit_test(a_name_is_of_one_graph),
    };
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
