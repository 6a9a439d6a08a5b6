/* boards.h - positions that are boards of free and blocked cells: "5x7", "..#/.../#.."
 *
 * All rulesets that place dominoes on a board share this form, so that any two of them can be combined by push.
 *
 * The bytes: the number of columns; then the free cells as a bit set, row by row, least significant bit first,
 * with one more bit set behind the last cell, which gives the number of rows. (Where there are no columns, the
 * place of that bit is the number of rows itself.) A component in its bounding box of 42 cells takes 7 bytes.
 */
#ifndef GRUNDY_RULESETS_BOARDS_H
#define GRUNDY_RULESETS_BOARDS_H

#include <stdatomic.h>

#include "rulesets/ruleset.h"

#define BOARDS_SPACE "boards"
#define BOARDS_NOTATION                                                                        \
    "Positions are boards: 5x7 (rows x columns), or rows of . (free) and # (blocked) joined\n" \
    "by /, as in ..#/.../#.. A board has at most 128 cells."

enum {
    BOARD_SMALL_SETS = 1 << 16,
    BOARD_RECENT_BITS = 14,
    BOARD_RECENT = 1 << BOARD_RECENT_BITS,
    BOARD_CELLS_MAX = 128,
    BOARD_BYTES_MAX = 2 + BOARD_CELLS_MAX / 8
};

__extension__ typedef unsigned __int128 board_cells;

typedef struct {
    unsigned rows, cols;
    board_cells free; /* cell (r,c) is bit r * cols + c */
} board;

/* Which dominoes are placed. */
enum { DOMINOES_HORIZONTAL = 1, DOMINOES_VERTICAL = 2 };

/* What a ruleset on boards knows; its state. */
typedef struct {
    unsigned dominoes;
    bool transposes;                          /* a board may be reflected in its diagonal */
    unsigned char strip[BOARD_CELLS_MAX + 1]; /* values of 1 x n: the octal game 0.07 */
    _Atomic unsigned char *small; /* Cram, on cells of 4 x 4: for each set its value plus 1, if it is known */
    _Atomic uint64_t *recent;     /* Cram: values that a search has found; NULL: there is too little memory */
} board_rules;

board board_read(grundy_bytes summand);

/* board_write - the bytes of a board, at most BOARD_BYTES_MAX; returns how many */
size_t board_write(const board *b, unsigned char *out);

/* board_moves - the cells on which a domino can be put that goes on to the right, or down */
board_cells board_moves(const board *b, unsigned domino);

/* board_canonical - the same game in a canonical board: cells dropped that no domino can cover, the rest in its
 * bounding box, the least of its images under the symmetries. */
board board_canonical(const board *b, unsigned dominoes, bool transposes);

/* board_component - a connected component that holds the first free cell */
board_cells board_component(const board *b, unsigned dominoes);

/* board_known_value - the value of a canonical component that has a closed form in normal play */
bool board_known_value(const board_rules *rules, const board *canonical, uint64_t *value);

/* board_small_value - the value in Cram of a board of at most 4 x 4, from a table that is filled when it is first asked */
bool board_small_value(const board_rules *rules, const board *b, uint64_t *value);

/* boards_open_rules - make the state of a ruleset; boards_close frees it */
grundy_status boards_open_rules(grundy *g, grundy_ruleset *r, const grundy_arg *self, unsigned dominoes,
                                bool transposes);
void boards_close(grundy *g, void *state);

/* Callbacks that serve every ruleset on boards. */
grundy_status boards_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
/* boards_view - a line for each row */
grundy_status boards_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status boards_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status boards_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status boards_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status boards_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
grundy_status boards_identify(grundy *g, const grundy_ruleset *r, grundy_bytes component, grundy_buffer *name,
                              grundy_buffer *view);
grundy_status boards_expand(grundy *g, const grundy_ruleset *r, grundy_bytes view, uint64_t *from, grundy_buffer *out);
/* boards_learn - remember the value of a component that boards_expand gave, in place of one that was learnt before; an
 * empty view: forget all */
void boards_learn(const grundy_ruleset *r, grundy_bytes view, uint64_t value);
grundy_status boards_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                             grundy_question question, uint64_t *out, const char **reason);

/* boards_weight - how much work a component of Cram makes, as a rule, fitted to the number of components that searches of
 * boards visit: neighbours, triples, bends, leaves and crosses add to it, cells and full squares take from it
 * boards_weight_of_view - the same, of a view of it that boards_identify or boards_expand has given */
uint64_t boards_weight(const grundy_ruleset *r, grundy_bytes component);
uint64_t boards_weight_of_view(const grundy_ruleset *r, grundy_bytes view);
grundy_status boards_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);

grundy_status boards_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                          grundy_picture *out);

/* The callbacks that all families on boards share. */
#define BOARDS_CALLBACKS                                                                                     \
    .space = BOARDS_SPACE, .encoding = GRUNDY_ENCODING_BOARDS, .close = boards_close, .parse = boards_parse, \
    .print = boards_print, .options = boards_options, .canonical = boards_canonical, .split = boards_split,  \
    .formula = boards_formula, .random = boards_random, .draw = boards_draw, .view = boards_view

#endif
