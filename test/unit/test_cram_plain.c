/* Cram against the plainest method: a table of the values of all sets of free cells of a board
 *
 * A move takes cells away, so the options of a set have smaller numbers and one pass fills the table, in normal and
 * misere play. No symmetry, no component, no hashing is used. All boards with at most GRUNDY_TEST_CELLS cells are
 * looked at, 20 if that is not set; 30 takes 1 GiB and some minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rulesets/boards/boards.h"

enum { CELLS = 20, CELLS_MOST = 30, SETS_TRIED = 12, SEED = 31 };

static grundy *g;
static grundy_ruleset *cram;
static unsigned limit = CELLS;

static int open_handle(void **state)
{
    (void)state;
    const char *cells = getenv("GRUNDY_TEST_CELLS");
    limit = cells == NULL ? CELLS : (unsigned)strtoul(cells, NULL, 10);
    limit = limit > CELLS_MOST ? CELLS_MOST : limit;
    print_message("boards with at most %u cells\n", limit);
    return grundy_open(NULL, NULL, &g) != GRUNDY_OK || grundy_ruleset_open(g, "cram", &cram) != GRUNDY_OK;
}

static int close_handle(void **state)
{
    (void)state;
    grundy_ruleset_close(cram);
    grundy_close(g);
    return 0;
}

typedef struct {
    unsigned rows, cols, moves;
    uint32_t move[2 * CELLS_MOST];
    unsigned char *values; /* of each set: the value, and above it 16 times the misere value */
} plain_board;

static unsigned mex(unsigned seen)
{
    return (unsigned)__builtin_ctz(~seen);
}

static void fill(plain_board *b)
{
    b->moves = 0;
    for (unsigned cell = 0; cell < b->rows * b->cols; cell++) {
        if (cell % b->cols + 1 < b->cols)
            b->move[b->moves++] = (uint32_t)3 << cell;
        if (cell / b->cols + 1 < b->rows)
            b->move[b->moves++] = ((uint32_t)1 << b->cols | 1) << cell;
    }
    size_t sets = (size_t)1 << (b->rows * b->cols);
    b->values = malloc(sets);
    assert_non_null(b->values);
    for (uint32_t set = 0; set < sets; set++) {
        unsigned seen = 0, misere = 0;
        for (unsigned i = 0; i < b->moves; i++)
            if ((set & b->move[i]) == b->move[i]) {
                unsigned option = b->values[set & ~b->move[i]];
                seen |= 1u << (option & 15);
                misere |= 1u << (option >> 4);
            }
        unsigned value = mex(seen), misere_value = misere == 0 ? 1 : mex(misere);
        assert_true(value < 16 && misere_value < 16);
        b->values[set] = (unsigned char)(value | misere_value << 4);
    }
}

static uint64_t solve(const plain_board *b, uint32_t set, grundy_question question)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    board free_cells = {b->rows, b->cols, set};
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    grundy_buffer position = grundy_buffer_open(g);
    grundy_bytes summand = {bytes, board_write(&free_cells, bytes)};
    assert_int_equal(position_add(&position, summand), GRUNDY_OK);
    assert_int_equal(grundy_solver_open(g, cram, question, GRUNDY_SEARCH, &s), GRUNDY_OK);
    assert_int_equal(grundy_solve(s, grundy_buffer_bytes(&position), &answer), GRUNDY_OK);
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    return answer.value;
}

static void compare(const plain_board *b, uint32_t set)
{
    unsigned value = b->values[set] & 15, misere = b->values[set] >> 4;
    const uint64_t found[] = {solve(b, set, GRUNDY_VALUE), solve(b, set, GRUNDY_OUTCOME),
                              solve(b, set, GRUNDY_MISERE_VALUE), solve(b, set, GRUNDY_MISERE_OUTCOME)};
    if (found[0] != value || found[1] != (value != 0) || found[2] != misere || found[3] != (misere != 0))
        fail_msg("cells %#x of %ux%u: value %u, misere %u; the search says %d %d, misere %d %d", (unsigned)set, b->rows,
                 b->cols, value, misere, (int)found[0], (int)found[1], (int)found[2], (int)found[3]);
}

static void search_agrees(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (unsigned rows = 1; rows * rows <= limit; rows++)
        for (unsigned cols = rows; rows * cols <= limit; cols++) {
            plain_board b = {.rows = rows, .cols = cols};
            uint32_t all = (uint32_t)(((uint64_t)1 << (rows * cols)) - 1);
            fill(&b);
            compare(&b, all);
            for (unsigned i = 0; i < SETS_TRIED; i++)
                compare(&b, all & (uint32_t)(grundy_random(&seed) | (i % 3 != 0 ? grundy_random(&seed) : 0)));
            free(b.values);
        }
}

/* Values that are printed in Schneider's thesis (2009), so that the table itself is held against something. */
static void table_is_right(void **state)
{
    (void)state;
    static const unsigned published[][3] = {{1, 9, 0}, {1, 14, 4}, {3, 3, 0}, {3, 4, 1},
                                            {3, 6, 4}, {4, 4, 0},  {4, 5, 2}};
    for (size_t i = 0; i < GRUNDY_COUNT(published); i++) {
        plain_board b = {.rows = published[i][0], .cols = published[i][1]};
        fill(&b);
        assert_int_equal(b.values[((size_t)1 << (b.rows * b.cols)) - 1] & 15, published[i][2]);
        free(b.values);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_is_right), cmocka_unit_test(search_agrees)};
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
