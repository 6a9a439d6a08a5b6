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

/* Rows of a component that is at least as wide as high or fits 64 bits, with one more above and two below. */
enum { LINES_MAX = 64 + 3, OPTIONS_AT_ONCE = 4 };

/* One option while it is put together: room for two numbers is kept in front of the parts. */
typedef struct {
    uint64_t known;
    size_t size;
    unsigned char bytes[2 * NUMBER_SIZE_MAX + 8 * BOARD_CELLS_MAX];
} option_sum;

/* Shifts and bit counts are much of the work, and newer processors do them better: the loader picks. */
#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define CLONES
#endif

/* Can the second player turn every move by half? The cells are symmetric. */
INLINE bool balanced(unsigned rows, unsigned cols, board_cells cells)
{
    unsigned centre = rows / 2 * cols + cols / 2;
    if (rows % 2 == 0 && cols % 2 == 0)
        return true;
    return !(cells >> centre & 1);
}

INLINE uint64_t word_reverse(uint64_t x)
{
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x);
}

INLINE unsigned word_first(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

INLINE unsigned word_last(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

INLINE unsigned word_count(uint64_t x)
{
    return (unsigned)__builtin_popcountll(x);
}

INLINE unsigned wide_count(board_cells x)
{
    return word_count((uint64_t)x) + word_count((uint64_t)(x >> 64));
}

INLINE board_cells wide_reverse(board_cells x)
{
    return (board_cells)word_reverse((uint64_t)x) << 64 | word_reverse((uint64_t)(x >> 64));
}

INLINE unsigned wide_first(board_cells x)
{
    return (uint64_t)x != 0 ? word_first((uint64_t)x) : 64 + word_first((uint64_t)(x >> 64));
}

INLINE unsigned wide_last(board_cells x)
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

/* The options of a strip are two strips. */
static grundy_status expand_strip(const board_rules *rules, unsigned length, grundy_list *out)
{
    for (unsigned left = 0; left + 2 <= length; left++) {
        unsigned char numbers[1 + NUMBER_SIZE_MAX] = {0};
        size_t digits = number_write(rules->strip[left] ^ rules->strip[length - 2 - left], numbers + 1);
        TRY(grundy_list_add(out, numbers, 1 + digits));
    }
    return GRUNDY_OK;
}

grundy_status boards_expand(grundy *g, const grundy_ruleset *r, grundy_bytes component, grundy_bytes view,
                            uint64_t *from, grundy_list *out)
{
    (void)g;
    const board_rules *rules = grundy_ruleset_state(r);
    bool seen = view.size > 0;
    board b = board_read(seen ? (grundy_bytes){view.data + 2, view.size - 2} : component);
    if (b.rows == 1 || b.cols == 1) {
        *from = UINT64_MAX;
        return expand_strip(rules, b.rows * b.cols, out);
    }
    unsigned top = seen ? view.data[0] : 0, left = seen ? view.data[1] : 0;
    return b.rows * b.cols < 64 ? word_expand(rules, &b, top, left, from, out)
                                : wide_expand(rules, &b, top, left, from, out);
}

uint64_t boards_weight(const grundy_ruleset *r, grundy_bytes component)
{
    (void)r;
    board b = board_read(component);
    return b.rows * b.cols < 64 ? word_weight(&b) : wide_weight(&b);
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
