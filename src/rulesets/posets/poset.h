/* poset.h - posets as ruleset expressions name them: chain(8), divisors(360), asm(5), poset("file") ...
 *
 * A board is such a poset, the board on which coins are turned. An element is a string of board.width bytes, and
 * the order of these strings is a linear extension of the poset. So the elements can be listed, sorted and numbered,
 * and a huge board (the set partitions of 70 points) costs nothing as long as only a few elements are talked about.
 */
#ifndef GRUNDY_RULESETS_POSET_H
#define GRUNDY_RULESETS_POSET_H

#include <pthread.h>

#include "math/posets.h"
#include "rulesets/ruleset.h"

/* More elements than this are not listed. */
#define BOARD_ELEMENTS_MAX ((uint64_t)1 << 17)

typedef struct board board;
typedef struct board_kind board_kind;

/* A board with all its elements listed, in the order of their strings. */
typedef struct {
    poset order;
    unsigned char *elements;
    size_t width;
} board_list;

struct board {
    const board_kind *kind;
    void *state;
    size_t width;         /* bytes of an element, at least 1 */
    bool braced;          /* elements may be written with braces, {1,3} */
    grundy *g;            /* who opened it */
    pthread_mutex_t lock; /* guards the list, which is made when first needed */
    board_list *list;
};

/* The values of a game on elements, computed by types and not element by element. */
typedef struct {
    const char *reason;
    void (*extent)(const board *b, const unsigned char *x, grundy_extent *extent);
    grundy_status (*open)(grundy *g, const board *b, const grundy_extent *extent, void **state);
    grundy_status (*value)(grundy *g, const board *b, const void *state, const unsigned char *x, uint64_t *out);
    void (*close)(grundy *g, void *state);
} board_sweep;

typedef grundy_status board_formula(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                    const char **reason);

/* A kind of board. NULL members mean "not known". */
struct board_kind {
    const char *name, *arguments;
    grundy_status (*open)(grundy *g, board *b, const grundy_arg *self);
    void (*close)(grundy *g, board *b);

    /* Read an element into width bytes; print it. */
    grundy_status (*parse)(grundy *g, const board *b, grundy_scanner *s, unsigned char *out);
    grundy_status (*print)(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out);

    /* Elements have names of the user's own, and what stands here is meant as one, not as the word top or bottom. */
    bool (*is_name)(const board *b, const grundy_scanner *s);

    uint64_t (*count)(const board *b); /* how many elements; UINT64_MAX: that many or more */
    grundy_status (*maximal)(grundy *g, const board *b, grundy_list *out);                       /* maximal elements */
    grundy_status (*lower)(grundy *g, const board *b, const unsigned char *x, grundy_list *out); /* what x covers */
    bool (*least)(const board *b, unsigned char *out);
    bool (*greatest)(const board *b, unsigned char *out);

    /* The length of the longest chain below x; false: not known. */
    bool (*height)(const board *b, const unsigned char *x, uint64_t *out);

    /* An element whose down-set is isomorphic to that of x, the same for as many such as is cheap. */
    void (*type)(const board *b, const unsigned char *x, unsigned char *out);

    /* Closed forms; they return GRUNDY_DOMAIN without a message where there is none. */
    board_formula *ruler, *ideal;
    const board_sweep *ruler_sweep;
};

/* board_open - the poset that an argument names; board_close - free it; NULL is fine */
grundy_status board_open(grundy *g, const grundy_arg *arg, board **out);
void board_close(grundy *g, board *b);

/* board_pair - the product of two boards that stay the caller's */
grundy_status board_pair(grundy *g, board *first, board *second, board **out);

/* board_chain - the board chain(n) */
grundy_status board_chain(grundy *g, uint64_t n, board **out);

/* board_new - a board of a kind, without state yet */
grundy_status board_new(grundy *g, const board_kind *kind, board **out);

/* board_names - the names of the kinds, for messages and help */
grundy_status board_names(grundy_buffer *out);

/* board_parse - read an element: a variable, top, bottom or the kind's own notation */
grundy_status board_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out);

/* board_listed - the list of all elements, made at the first call; GRUNDY_LIMIT when there are too many */
grundy_status board_listed(grundy *g, const board *b, const board_list **out);

/* board_listed_below - a list of the elements at or below some, whose strings stand one after the other; freed by
 * board_list_close; GRUNDY_LIMIT when there are more than `most` */
grundy_status board_listed_below(grundy *g, const board *b, grundy_bytes some, uint32_t most, board_list **out);
void board_list_close(grundy *g, board_list *list);

/* board_element - the string of the i-th element; board_number - the number of an element of the board */
const unsigned char *board_element(const board_list *list, uint32_t i);
uint32_t board_number(const board_list *list, const unsigned char *x);

/* board_height - the length of the longest chain below x; false when only the list tells */
bool board_height(const board *b, const unsigned char *x, uint64_t *out);

/* board_type - an element with an isomorphic down-set, x itself where no better one is known */
void board_type(const board *b, const unsigned char *x, unsigned char *out);

/* board_minimum_ideal - Corollary 4.1, for boards all of whose elements are above one least element */
board_formula board_minimum_ideal;

/* board_arguments - fail unless self has so many arguments; board_integer - its i-th, an integer low..high */
grundy_status board_arguments(grundy *g, const grundy_arg *self, size_t count, const char *example);
grundy_status board_integer(grundy *g, const grundy_arg *self, size_t i, const char *what, uint64_t low, uint64_t high,
                            uint64_t *out);

/* Big-endian numbers, whose order as strings is their order as numbers. */
static inline void number_store(uint64_t n, size_t width, unsigned char *out)
{
    for (size_t i = width; i-- > 0; n >>= 8)
        out[i] = (unsigned char)n;
}

static inline uint64_t number_load(const unsigned char *in, size_t width)
{
    uint64_t n = 0;
    for (size_t i = 0; i < width; i++)
        n = n << 8 | in[i];
    return n;
}

#endif
