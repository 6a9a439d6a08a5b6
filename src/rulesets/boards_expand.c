/* boards_expand.c - the options of a Cram component, split and canonical in one go
 *
 * This is what a search of Cram spends its time on. It gives the same components as boards_options, boards_split
 * and boards_canonical do (a test compares them), but works on 64-bit words where the board fits one.
 *
 * Two kinds of components have their values at once. A strip is a heap of the octal game 0.07. And a component that
 * a half turn maps to itself has value 0 if no domino overlaps its own image: the second player answers each move by
 * its image. That is so unless the centre is a free cell, or lies between two free neighbours. */
#include <string.h>

#include "rulesets/boards.h"

/* One option while it is put together: room for the known sum is kept in front of the position. */
typedef struct {
    uint64_t known;
    size_t size;
    unsigned char bytes[NUMBER_SIZE_MAX + 4 * BOARD_CELLS_MAX];
} option_sum;

/* Can the second player turn every move by half? The cells are symmetric. */
static inline bool balanced(unsigned rows, unsigned cols, board_cells cells)
{
    unsigned centre = rows / 2 * cols + cols / 2;
    if (rows % 2 == 0 && cols % 2 == 0)
        return true;
    return !(cells >> centre & 1);
}

static inline uint64_t word_reverse(uint64_t x)
{
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x);
}

static inline unsigned word_first(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

static inline unsigned word_last(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline board_cells wide_reverse(board_cells x)
{
    return (board_cells)word_reverse((uint64_t)x) << 64 | word_reverse((uint64_t)(x >> 64));
}

static inline unsigned wide_first(board_cells x)
{
    return (uint64_t)x != 0 ? word_first((uint64_t)x) : 64 + word_first((uint64_t)(x >> 64));
}

static inline unsigned wide_last(board_cells x)
{
    return x >> 64 != 0 ? 64 + word_last((uint64_t)(x >> 64)) : word_last((uint64_t)x);
}

#define CELLS uint64_t
#define WIDTH 64
#define NAME(x) word_##x
#include "rulesets/boards_expand_cells.h"
#undef CELLS
#undef WIDTH
#undef NAME

#define CELLS board_cells
#define WIDTH 128
#define NAME(x) wide_##x
#include "rulesets/boards_expand_cells.h"
#undef CELLS
#undef WIDTH
#undef NAME

grundy_status boards_expand(grundy *g, const grundy_ruleset *r, grundy_bytes component, grundy_list *out)
{
    (void)g;
    board b = board_read(component);
    const board_rules *rules = grundy_ruleset_state(r);
    return b.rows * b.cols < 64 ? word_expand(rules, &b, out) : wide_expand(rules, &b, out);
}

bool board_known_value(const board_rules *rules, const board *canonical, uint64_t *value)
{
    if (canonical->free == 0) {
        *value = 0;
        return true;
    }
    unsigned n = canonical->rows * canonical->cols;
    if (canonical->rows == 1 || canonical->cols == 1) {
        *value = rules->strip[n];
        return true;
    }
    *value = 0;
    return wide_reverse(canonical->free) >> (BOARD_CELLS_MAX - n) == canonical->free &&
           balanced(canonical->rows, canonical->cols, canonical->free);
}
