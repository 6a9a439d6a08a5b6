/* boards_expand.c - the options of a Cram component, split and canonical in one go
 *
 * This is what a search of Cram spends its time on. It does what boards_options, boards_split and boards_canonical do (a
 * test compares them), and leaves out cells that are not needed, but keeps the cells in words with rows of 8, 16 or 32,
 * where neighbours and symmetries take a few operations: 8 x 8 and 4 x 16 in 64 bits, 8 x 16 and 4 x 32 in 128 bits.
 *
 * Three kinds of components have their values at once. A strip is a heap of the octal game 0.07. A component that
 * a half turn maps to itself has value 0 if no domino overlaps its own image: the second player answers each move by
 * its image. That is so unless the centre is a free cell, or lies between two free neighbours. And for what fits into
 * 4 x 4 there is a table of all sets of cells: these are a third of all components that a search meets.
 *
 * The search remembers a component by its name: the graph of its cells (boards_graph.h), or the canonical board. A view is
 * a byte for the layout, the row and column on the board that the search began with, and the cells. */
#include <string.h>

#include "rulesets/boards/boards.h"

/* The cells of a view: in rows of 8, 16, 16 in two words, 32 in two words; or a board as elsewhere. */
typedef enum { LAYOUT_EIGHT, LAYOUT_FOUR, LAYOUT_WIDE, LAYOUT_LONG, LAYOUT_BOARD } layout;

/* How many options are made at a time, in how many stages, and how many bytes the numbers in front of an option's parts
 * can have. */
enum { OPTIONS_AT_ONCE = 4, STAGES = 8, OPTION_START = 3 * 2 };

/* Added to weights, which are not negative then. */
enum { WEIGHT_LEAST = 8 * BOARD_CELLS_MAX };

/* Options are copied in chunks where so many bytes more are free. */
enum { CHUNK = 16, ROOM_AHEAD = 256 };

/* Where the corner of a component lies on the board that the search began with. */
typedef struct {
    unsigned top, left;
} place;

/* One option while it is put together: room for numbers is kept in front of the parts. */
typedef struct {
    unsigned known, parts; /* both, and labels, have at most two digits */
    unsigned char *end;
    unsigned char bytes[OPTION_START + 8 * BOARD_CELLS_MAX + CHUNK];
} option_sum;

/* Shifts and bit counts are much of the work, and newer processors do them better: the loader picks. */
#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define CLONES
#endif

/* Can the second player turn every move by half? The cells are symmetric; from_centre are those from the centre on. */
INLINE bool balanced(unsigned rows, unsigned cols, uint64_t from_centre)
{
    return (rows % 2 == 0 && cols % 2 == 0) || !(from_centre & 1);
}

/* Does a half turn change nothing, if these of the images are equal to the least? */
INLINE bool turns(unsigned equal)
{
    return (equal & 9) == 9 || (equal & 6) == 6;
}

/* Write a number of one digit or two so that it ends where `end` points; returns its beginning. */
INLINE unsigned char *put_number_before(unsigned char *end, unsigned n)
{
    if (n < 128) {
        end[-1] = (unsigned char)n;
        return end - 1;
    }
    end[-1] = (unsigned char)(n >> 7);
    end[-2] = (unsigned char)(n | 128);
    return end - 2;
}

/* Append an option: its numbers, then its parts. */
INLINE grundy_status option_append(option_sum *sum, unsigned label, grundy_buffer *out)
{
    unsigned char *start = sum->bytes + OPTION_START;
    start = put_number_before(put_number_before(put_number_before(start, sum->parts), sum->known), label);
    size_t size = (size_t)(sum->end - start);
    if (out->size + ROOM_AHEAD >= out->capacity || size > ROOM_AHEAD)
        return grundy_append(out, start, size);
    for (size_t i = 0; i < size; i += CHUNK)
        memcpy(out->data + out->size + i, start + i, CHUNK);
    out->size += size;
    return GRUNDY_OK;
}

/* A domino is named by where it lies on the board that the search began with. */
INLINE unsigned label_of(const place *at, unsigned row, unsigned col, unsigned down)
{
    return 1 + down + 2 * ((at->top + row) * BOARD_CELLS_MAX + at->left + col);
}

/* A view after its size. */
INLINE unsigned char *put_view(unsigned char *out, layout how, place at, const void *cells, size_t size)
{
    out[0] = (unsigned char)(3 + size);
    out[1] = (unsigned char)how;
    out[2] = (unsigned char)at.top;
    out[3] = (unsigned char)at.left;
    memcpy(out + 4, cells, size);
    return out + 4 + size;
}

/* ---- words ---- */

/* The bits of each byte reversed. */
INLINE uint64_t mirror_bytes(uint64_t x)
{
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    return (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

INLINE uint64_t swap_bytes_of_pairs(uint64_t x)
{
    return (x >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (x & UINT64_C(0x00ff00ff00ff00ff)) << 8;
}

INLINE uint64_t swap_halves(uint64_t x)
{
    return x >> 32 | x << 32;
}

/* Rows of 16 to rows of 8, and rows of 32 to rows of 16, where the rest of them is empty. */
INLINE uint64_t narrow_to_bytes(uint64_t x)
{
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

/* Rows of 8 to rows of 4. */
INLINE unsigned narrow_to_fours(uint64_t x)
{
    x = (x | x >> 4) & UINT64_C(0x00ff00ff);
    return (unsigned)((x | x >> 8) & UINT64_C(0x0000ffff));
}

INLINE uint64_t narrow_to_pairs(uint64_t x)
{
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

/* The bytes of a word, the lowest first on every machine: compilers make one store of this. */
INLINE void put_word(unsigned char *out, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (unsigned char)(x >> (8 * i));
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

INLINE board_cells pair(uint64_t high, uint64_t low)
{
    return (board_cells)high << 64 | low;
}

INLINE unsigned pair_first(board_cells x)
{
    return (uint64_t)x != 0 ? word_first((uint64_t)x) : 64 + word_first((uint64_t)(x >> 64));
}

INLINE unsigned pair_last(board_cells x)
{
    return x >> 64 != 0 ? 64 + word_last((uint64_t)(x >> 64)) : word_last((uint64_t)x);
}

INLINE unsigned pair_count(board_cells x)
{
    return word_count((uint64_t)x) + word_count((uint64_t)(x >> 64));
}

/* ---- 4 x 4 ---- */

/* The value of a set of cells, by its options; at most eight dominoes deep. */
static unsigned small_value(const board_rules *rules, unsigned cells)
{
    unsigned known = atomic_load_explicit(&rules->small[cells], memory_order_relaxed), seen = 0;
    if (known > 0)
        return known - 1;
    for (unsigned moves = cells & cells >> 1 & 0x7777; moves != 0; moves &= moves - 1)
        seen |= 1u << small_value(rules, cells & ~(0x3u << __builtin_ctz(moves)));
    for (unsigned moves = cells & cells >> 4; moves != 0; moves &= moves - 1)
        seen |= 1u << small_value(rules, cells & ~(0x11u << __builtin_ctz(moves)));
    known = (unsigned)__builtin_ctz(~seen);
    atomic_store_explicit(&rules->small[cells], (unsigned char)(known + 1), memory_order_relaxed);
    return known;
}

bool board_small_value(const board_rules *rules, const board *b, uint64_t *value)
{
    if (b->rows > 4 || b->cols > 4)
        return false;
    unsigned cells = 0, row = (1u << b->cols) - 1;
    for (unsigned r = 0; r < b->rows; r++)
        cells |= ((unsigned)(b->free >> (r * b->cols)) & row) << (4 * r);
    *value = small_value(rules, cells);
    return true;
}

/* ---- what a search has found ----
 *
 * Half of all components of up to 8 x 8 were met a short time ago, most of them on the same cells. To find the value of one among
 * those that were learnt last takes far less than to find its name and to look that up. An entry is 1 more than the value, and
 * above it the cells, as they are after multiplication by an odd number: this loses nothing, so that the first bits need not
 * be kept, as they say which entry it is. */

#define RECENT_FACTOR UINT64_C(0x9e3779b97f4a7c15)
enum { RECENT_VALUE_BITS = 8, RECENT_VALUES = (1 << RECENT_VALUE_BITS) - 1 };

INLINE uint64_t recent_key(uint64_t cells, size_t *entry)
{
    const uint64_t mixed = cells * RECENT_FACTOR;
    *entry = (size_t)(mixed >> (64 - BOARD_RECENT_BITS));
    return mixed << BOARD_RECENT_BITS >> BOARD_RECENT_BITS;
}

INLINE bool recent_value(const board_rules *rules, uint64_t cells, unsigned *value)
{
    size_t entry;
    const uint64_t key = recent_key(cells, &entry);
    const uint64_t found =
        rules->recent == NULL ? 0 : atomic_load_explicit(&rules->recent[entry], memory_order_relaxed);
    *value = (unsigned)(found & RECENT_VALUES) - 1;
    return found != 0 && found >> RECENT_VALUE_BITS == key;
}

/* ---- 8 x 8 ---- */

#define NAME(x) eight_##x
#define CELLS uint64_t
#define WIDTH 64
#define COLS 8
#define eight_first word_first
#define eight_last word_last
#define eight_count word_count
#define eight_mirror mirror_bytes
#define eight_flip __builtin_bswap64
#define eight_to_eight(x) (x)
#include "rulesets/boards/boards_expand_cells.h"

/* Reflected in the diagonal: blocks of 1, 2 and 4 cells beside it are exchanged. */
INLINE uint64_t eight_transposed(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

INLINE uint64_t eight_canonical(uint64_t cells, unsigned *rows, unsigned *cols, bool *half_turn)
{
    unsigned high = *rows, wide = *cols, equal;
    if (high > wide) {
        cells = eight_transposed(cells);
        *rows = wide;
        *cols = high;
    }
    uint64_t best = eight_least(cells, *rows, *cols, &equal);
    *half_turn = turns(equal);
    if (high == wide) {
        uint64_t other = eight_least(eight_transposed(cells), high, wide, &equal);
        best = other < best ? other : best;
    }
    return best;
}

#include "rulesets/boards/boards_graph.h"

#include "rulesets/boards/boards_expand_options.h"
#undef NAME
#undef COLS

/* ---- 4 x 16 ---- */

INLINE uint64_t four_mirror(uint64_t x)
{
    return swap_bytes_of_pairs(mirror_bytes(x));
}

INLINE uint64_t four_flip(uint64_t x)
{
    return swap_bytes_of_pairs(__builtin_bswap64(x));
}

INLINE unsigned char *four_put_long_view(unsigned char *out, place at, uint64_t cells, unsigned rows, unsigned cols)
{
    (void)rows;
    (void)cols;
    return put_view(out, LAYOUT_FOUR, at, &cells, sizeof cells);
}

#define NAME(x) four_##x
#define COLS 16
#define four_first word_first
#define four_last word_last
#define four_count word_count
#define four_to_eight narrow_to_bytes
#include "rulesets/boards/boards_expand_cells.h"
#include "rulesets/boards/boards_expand_options.h"
#undef NAME
#undef CELLS
#undef WIDTH

/* ---- 8 x 16 ---- */

INLINE board_cells wide_mirror(board_cells x)
{
    return pair(four_mirror((uint64_t)(x >> 64)), four_mirror((uint64_t)x));
}

INLINE board_cells wide_flip(board_cells x)
{
    return pair(four_flip((uint64_t)x), four_flip((uint64_t)(x >> 64)));
}

INLINE uint64_t wide_to_eight(board_cells x)
{
    return narrow_to_bytes((uint64_t)(x >> 64)) << 32 | narrow_to_bytes((uint64_t)x);
}

INLINE unsigned char *wide_put_long_view(unsigned char *out, place at, board_cells cells, unsigned rows, unsigned cols)
{
    return rows <= 4 ? four_put_long_view(out, at, (uint64_t)cells, rows, cols)
                     : put_view(out, LAYOUT_WIDE, at, &cells, sizeof cells);
}

#define NAME(x) wide_##x
#define CELLS board_cells
#define WIDTH 128
#define wide_first pair_first
#define wide_last pair_last
#define wide_count pair_count
#include "rulesets/boards/boards_expand_cells.h"
#include "rulesets/boards/boards_expand_options.h"
#undef NAME
#undef COLS

/* ---- 4 x 32 ---- */

INLINE uint64_t mirror_halves(uint64_t x)
{
    return swap_halves(__builtin_bswap64(mirror_bytes(x)));
}

INLINE board_cells long_mirror(board_cells x)
{
    return pair(mirror_halves((uint64_t)(x >> 64)), mirror_halves((uint64_t)x));
}

INLINE board_cells long_flip(board_cells x)
{
    return pair(swap_halves((uint64_t)x), swap_halves((uint64_t)(x >> 64)));
}

INLINE uint64_t long_to_four(board_cells x)
{
    return narrow_to_pairs((uint64_t)(x >> 64)) << 32 | narrow_to_pairs((uint64_t)x);
}

INLINE uint64_t long_to_eight(board_cells x)
{
    return narrow_to_bytes(long_to_four(x));
}

INLINE unsigned char *long_put_long_view(unsigned char *out, place at, board_cells cells, unsigned rows, unsigned cols)
{
    return cols <= 16 ? four_put_long_view(out, at, long_to_four(cells), rows, cols)
                      : put_view(out, LAYOUT_LONG, at, &cells, sizeof cells);
}

#define NAME(x) long_##x
#define COLS 32
#define long_first pair_first
#define long_last pair_last
#define long_count pair_count
#include "rulesets/boards/boards_expand_cells.h"
#include "rulesets/boards/boards_expand_options.h"
#undef NAME
#undef CELLS
#undef WIDTH
#undef COLS

/* ---- any board ---- */

static bool fits(const board *b, unsigned rows, unsigned cols)
{
    return b->rows <= rows && b->cols <= cols;
}

/* The options of a strip are two strips. */
static grundy_status expand_strip(const board_rules *rules, unsigned length, grundy_buffer *out)
{
    for (unsigned left = 0; left + 2 <= length; left++) {
        option_sum sum;
        sum.known = rules->strip[left] ^ rules->strip[length - 2 - left];
        sum.parts = 0;
        sum.end = sum.bytes + OPTION_START;
        TRY(option_append(&sum, 0, out));
    }
    return GRUNDY_OK;
}

/* The name of a canonical component; sets *zero as eight_name does. */
static unsigned char *put_board_name(const board *b, unsigned char *out, bool *zero)
{
    unsigned char *end = b->rows > 1 && fits(b, 8, 8) ? eight_name(eight_unpacked(b), out, zero) : NULL;
    return end == NULL || *zero ? out + board_write(b, out) : end;
}

/* What a view tells. */
typedef struct {
    layout how;
    place at;
    uint64_t word;     /* of a layout of one word, */
    board_cells cells; /* of two, */
    board board;       /* and what is no layout */
} sight;

/* A board in the corner. */
static sight sight_of(const board *b)
{
    if (fits(b, 8, 8))
        return (sight){.how = LAYOUT_EIGHT, .word = eight_unpacked(b)};
    if (fits(b, 4, 16))
        return (sight){.how = LAYOUT_FOUR, .word = four_unpacked(b)};
    if (fits(b, 8, 16))
        return (sight){.how = LAYOUT_WIDE, .cells = wide_unpacked(b)};
    if (fits(b, 4, 32))
        return (sight){.how = LAYOUT_LONG, .cells = long_unpacked(b)};
    return (sight){.how = LAYOUT_BOARD, .board = *b};
}

static sight read_view(grundy_bytes view)
{
    sight v = {.how = (layout)view.data[0], .at = {view.data[1], view.data[2]}};
    if (v.how == LAYOUT_BOARD)
        v.board = board_read((grundy_bytes){view.data + 3, view.size - 3});
    else if (v.how == LAYOUT_EIGHT || v.how == LAYOUT_FOUR)
        memcpy(&v.word, view.data + 3, sizeof v.word);
    else
        memcpy(&v.cells, view.data + 3, sizeof v.cells);
    return v;
}

/* The view of a canonical component in the corner, after the view's size. Of a strip it is the board. */
static unsigned char *put_board_view(const board *b, unsigned char *out)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    const sight v = b->rows > 1 ? sight_of(b) : (sight){.how = LAYOUT_BOARD, .board = *b};
    if (v.how == LAYOUT_BOARD)
        return put_view(out, v.how, v.at, bytes, board_write(b, bytes));
    return v.how == LAYOUT_EIGHT || v.how == LAYOUT_FOUR ? put_view(out, v.how, v.at, &v.word, sizeof v.word)
                                                         : put_view(out, v.how, v.at, &v.cells, sizeof v.cells);
}

/* The option that leaves `rest` of a board that fits no layout: without a label. */
static grundy_status expand_large_option(const board_rules *rules, board rest, grundy_buffer *out)
{
    option_sum sum;
    sum.known = sum.parts = 0;
    sum.end = sum.bytes + OPTION_START;
    while (rest.free != 0) {
        uint64_t value;
        bool zero = false;
        board part = rest;
        part.free = board_component(&rest, rules->dominoes);
        rest.free &= ~part.free;
        part = board_canonical(&part, rules->dominoes, rules->transposes);
        if (board_known_value(rules, &part, &value) || board_small_value(rules, &part, &value)) {
            sum.known ^= (unsigned)value;
            continue;
        }
        unsigned char *end = put_board_name(&part, sum.end + 1, &zero);
        *sum.end = (unsigned char)(end - sum.end - 1);
        sum.end = put_board_view(&part, end);
        sum.parts++;
    }
    return option_append(&sum, 0, out);
}

static grundy_status expand_large(const board_rules *rules, const board *b, grundy_buffer *out)
{
    for (unsigned domino = DOMINOES_HORIZONTAL; domino <= DOMINOES_VERTICAL; domino++) {
        board_cells shape = 1 | (board_cells)1 << (domino == DOMINOES_VERTICAL ? b->cols : 1);
        for (board_cells moves = board_moves(b, domino); moves != 0; moves &= moves - 1) {
            board rest = *b;
            rest.free &= ~(shape << pair_first(moves));
            TRY(expand_large_option(rules, rest, out));
        }
    }
    return GRUNDY_OK;
}

grundy_status boards_identify(grundy *g, const grundy_ruleset *r, grundy_bytes component, grundy_buffer *name,
                              grundy_buffer *view)
{
    (void)g;
    (void)r;
    const board b = board_read(component);
    unsigned char bytes[64];
    bool zero = false;
    TRY(grundy_append(name, bytes, (size_t)(put_board_name(&b, bytes, &zero) - bytes)));
    const unsigned char *end = put_board_view(&b, bytes);
    return grundy_append(view, bytes + 1, (size_t)(end - bytes - 1));
}

grundy_status boards_expand(grundy *g, const grundy_ruleset *r, grundy_bytes view, uint64_t *from, grundy_buffer *out)
{
    (void)g;
    const board_rules *rules = grundy_ruleset_state(r);
    const sight v = read_view(view);
    switch (v.how) {
    case LAYOUT_EIGHT:
        return eight_expand(rules, v.word, v.at, from, out);
    case LAYOUT_FOUR:
        return four_expand(rules, v.word, v.at, from, out);
    case LAYOUT_WIDE:
        return wide_expand(rules, v.cells, v.at, from, out);
    case LAYOUT_LONG:
        return long_expand(rules, v.cells, v.at, from, out);
    case LAYOUT_BOARD:
        break;
    }
    *from = UINT64_MAX;
    return v.board.rows <= 1 ? expand_strip(rules, v.board.rows * v.board.cols, out)
                             : expand_large(rules, &v.board, out);
}

void boards_learn(const grundy_ruleset *r, grundy_bytes view, uint64_t value)
{
    const board_rules *rules = grundy_ruleset_state(r);
    size_t entry;
    if (rules->recent == NULL)
        return;
    if (view.size == 0) {
        for (size_t i = 0; i < BOARD_RECENT; i++)
            atomic_store_explicit(&rules->recent[i], 0, memory_order_relaxed);
        return;
    }
    if (value >= RECENT_VALUES || view.data[0] != LAYOUT_EIGHT)
        return;
    const uint64_t key = recent_key(read_view(view).word, &entry);
    atomic_store_explicit(&rules->recent[entry], key << RECENT_VALUE_BITS | (value + 1), memory_order_relaxed);
}

static uint64_t sight_weight(const sight *v)
{
    switch (v->how) {
    case LAYOUT_EIGHT:
        return eight_weight(v->word);
    case LAYOUT_FOUR:
        return four_weight(v->word);
    case LAYOUT_WIDE:
        return wide_weight(v->cells);
    case LAYOUT_LONG:
        return long_weight(v->cells);
    case LAYOUT_BOARD:
        break;
    }
    return WEIGHT_LEAST + 5 * (uint64_t)(pair_count(board_moves(&v->board, DOMINOES_HORIZONTAL)) +
                                         pair_count(board_moves(&v->board, DOMINOES_VERTICAL)));
}

uint64_t boards_weight_of_view(const grundy_ruleset *r, grundy_bytes view)
{
    (void)r;
    const sight v = read_view(view);
    return sight_weight(&v);
}

uint64_t boards_weight(const grundy_ruleset *r, grundy_bytes component)
{
    (void)r;
    const board b = board_read(component);
    const sight v = sight_of(&b);
    return b.rows == 0 || b.cols == 0 ? 0 : sight_weight(&v);
}

bool board_known_value(const board_rules *rules, const board *canonical, uint64_t *value)
{
    if (canonical->free == 0) {
        *value = 0;
        return true;
    }
    unsigned n = canonical->rows * canonical->cols,
             centre = canonical->rows / 2 * canonical->cols + canonical->cols / 2;
    if (canonical->rows == 1 || canonical->cols == 1) {
        *value = rules->strip[n];
        return true;
    }
    board_cells turned = pair(__builtin_bswap64(mirror_bytes((uint64_t)canonical->free)),
                              __builtin_bswap64(mirror_bytes((uint64_t)(canonical->free >> 64))));
    *value = 0;
    return turned >> (BOARD_CELLS_MAX - n) == canonical->free &&
           balanced(canonical->rows, canonical->cols, (uint64_t)(canonical->free >> centre));
}
