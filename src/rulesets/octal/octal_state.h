/* octal_state.h - what the ways of octal_sequence.c and octal_triples.c share */
#ifndef GRUNDY_RULESETS_OCTAL_STATE_H
#define GRUNDY_RULESETS_OCTAL_STATE_H

#include "math/mex.h"
#include "rulesets/octal/octal_sequence.h"

enum { OCTAL_VALUES = 1 << 16 };

/* Heaps and their values, in the order in which they were added. */
typedef struct {
    uint64_t *heap;
    uint16_t *value;
    size_t count, room;
    uint64_t greatest; /* of the heaps, when there are any */
} octal_rares;

/* Sets of the values of all sums of two, and of three, heaps of a given total. */
typedef struct {
    uint64_t *pairs, *triples; /* words of total m: from m * words on */
    uint64_t totals, room;     /* totals computed; room for */
    size_t words;
} octal_totals;

/* Which of four values are sums a[i] xor b[-i], i < count? Bit j: wanted[j] is. */
enum {
    OCTAL_WANTED = 4,
    OCTAL_ALL = (1 << OCTAL_WANTED) - 1,
    OCTAL_PASS_SPEED = 12
}; /* sums that are compared in the time in which one is marked */
typedef unsigned (*octal_find)(const uint16_t *a, const uint16_t *b, size_t count, const uint16_t *wanted);

/* octal_find_at - the function for the widest registers that this processor has (0), for narrower ones (1), for none (2) */
octal_find octal_find_at(unsigned i);

/* ---- many heaps at once ---- */

enum { OCTAL_LANES = 32, OCTAL_WORDS_MAX = 16 };

/* Marks may be made so many blocks, or so many heaps, ahead (octal_ahead.c), from some length of the sequence on. */
enum { OCTAL_TURNS = 64, OCTAL_AHEAD = OCTAL_TURNS * OCTAL_LANES, OCTAL_AHEAD_FROM = 1 << 16 };

typedef struct octal_ahead octal_ahead;

/* Word w of the sets of many heaps: bit i of a heap's lane stands for the value 32 w + i. */
typedef struct {
    uint32_t lane[OCTAL_LANES];
} octal_word;

typedef struct {
    octal_word common[OCTAL_WORDS_MAX], rare[OCTAL_WORDS_MAX];
} octal_marked;

/* Add at[lane - heap] xor value to the set of each lane, for entries first .. last-1 of the list. */
typedef void (*octal_mark)(octal_word *sets, unsigned words, const uint16_t *at, const octal_rares *list, size_t first,
                           size_t last);

/* octal_mark_at - the function for the widest registers that this processor has (0), for narrower ones (1), for none (2) */
octal_mark octal_mark_at(unsigned i);

/* The heap that is so many before, beside a rare one of this value. */
typedef struct {
    uint16_t before, value;
} octal_near;

/* What octal_block.c needs besides; values are folded in all of it. */
typedef struct {
    bool known;        /* the lists belong to the form */
    unsigned bit;      /* the lowest of the form */
    unsigned words;    /* of a set */
    octal_rares rares; /* the rare heaps, in ascending order */
    size_t small;      /* how many of them are smaller than a block */
    size_t close;      /* how many are smaller than OCTAL_AHEAD */
    octal_near near[OCTAL_DIGITS_MAX * OCTAL_LANES];
    size_t near_count;
    unsigned form; /* for which, and at which heap, the help was chosen */
    uint64_t helped_at;
    octal_rares help; /* some common heaps, none smaller than a block, the most useful first */
    bool far;         /* none is smaller than OCTAL_AHEAD */
    size_t portion;   /* how many of them should help; how many do */
    size_t used;
    uint64_t base, turn;                  /* blocks follow each other, that of turn t beginning at base + 32 t */
    bool running;                         /* since a block was found, nothing has changed */
    size_t portions[2];                   /* those of the turns whose number over OCTAL_TURNS is even, and odd */
    octal_ahead *ahead;                   /* NULL when there is one thread */
    uint64_t groups, marked;              /* searches for missing values, and common marks, since portion was changed */
    uint16_t value[32 * OCTAL_WORDS_MAX]; /* the common value that is folded to this */
    uint16_t under[32 * OCTAL_WORDS_MAX]; /* rare values less than that are folded to less than this */
    uint16_t *folded;                     /* of the heaps from .. to-1 */
    uint64_t from, to, room;
    octal_mark mark;
} octal_block;

struct octal_sequence {
    octal_code code;
    octal_way way;
    unsigned splits[OCTAL_DIGITS_MAX];  /* the numbers of tokens that may be taken when two heaps are left */
    unsigned singles[OCTAL_DIGITS_MAX]; /* the same when one heap is left */
    unsigned split_count, single_count;
    uint16_t *values;
    uint64_t count, room;
    uint64_t steps;
    size_t bound;                   /* a power of 2, at least 64, above all values */
    uint64_t *often, *often_before; /* often[v]: heaps of value v; and at the last review */
    uint64_t review_at, reviewed_at;
    bool sparse;
    unsigned form; /* value v is rare when v & form has an even number of ones; 0: none is chosen */
    uint64_t common[OCTAL_VALUES / 64 + 1]; /* the set of values that are not */
    octal_rares rares;                      /* the heaps whose values lie in the sparse space, in ascending order */
    octal_find find;
    unsigned portion; /* how many sums of each split are marked before candidates are taken */
    uint8_t *marks;   /* marks[v]: value v is an option's */
    octal_totals totals;
    octal_block block;
};

/* octal_append - the next heap has this value; octal_rares_add, _free - add a heap to a list; free the list's memory */
grundy_status octal_append(grundy *g, octal_sequence *s, uint32_t value);
grundy_status octal_rares_add(grundy *g, octal_rares *r, uint64_t heap, uint16_t value);
void octal_rares_free(grundy *g, octal_rares *r);

/* octal_value - the value of the next heap; leaves marks clear */
uint32_t octal_value(octal_sequence *s);

/* octal_adapt - so many groups of candidates were looked for after a portion had been marked: is another size better? */
void octal_adapt(octal_sequence *s, unsigned groups);

/* Of a heap whose turn has not come: the least values that no sum of two heaps below some heap has, in ascending order; when
 * there are fewer the last is repeated. Smaller ones that are not among them have such sums. */
typedef struct {
    uint16_t missing[OCTAL_WANTED];
    uint16_t groups; /* that were looked for */
} octal_gaps;

/* octal_gaps_find - those of a heap, by sums of two heaps below `known`; leaves marks clear
 * octal_gaps_close - the value of the next heap, whose gaps are given; false: its options have all of them */
void octal_gaps_find(octal_sequence *s, uint64_t heap, uint64_t known, octal_gaps *out);
bool octal_gaps_close(octal_sequence *s, uint64_t known, const octal_gaps *gaps, uint32_t *value);

/* octal_window_fits - are the next heaps, up to count - 1, better looked at by a team together?
 * octal_window_next - find some of them so */
bool octal_window_fits(const grundy *g, const octal_sequence *s, uint64_t count);
grundy_status octal_window_next(grundy *g, octal_sequence *s, uint64_t count);

/* octal_look_for - which of the wanted values have sums, except the first `from` of each split? Bit j: wanted[j] has. */
unsigned octal_look_for(octal_sequence *s, uint64_t from, const uint16_t *wanted);

/* octal_block_begin - prepare for the form that was chosen; octal_block_fits - can the next heaps up to count - 1 be found
 * many at once? octal_block_next - find some of them; octal_block_free - free the memory */
grundy_status octal_block_begin(grundy *g, octal_sequence *s);
bool octal_block_fits(const octal_sequence *s, uint64_t count);
grundy_status octal_block_next(grundy *g, octal_sequence *s);
/* octal_help_list - choose common heaps for block.help, for the form, the bit and the words of the block */
grundy_status octal_help_list(grundy *g, octal_sequence *s);
void octal_block_free(grundy *g, octal_block *b);

/* octal_mark_turn - the marks that heaps from OCTAL_AHEAD on make in a turn's block; from several threads
 * octal_marks_copy - copy the words that are used */
void octal_mark_turn(const octal_sequence *s, uint64_t turn, octal_marked *out);
void octal_marks_copy(const octal_sequence *s, octal_marked *out, const octal_marked *from);

/* octal_ahead_begin - have threads mark ahead if the heaps up to count - 1 are worth it; without them all goes on as well
 * octal_ahead_take - the marks of the turn that has come, which heaps from OCTAL_AHEAD on make; false: make them
 * octal_ahead_pause - no marks are made until the next turn is taken; NULL is fine
 * octal_ahead_end - end the threads, if there are any */
void octal_ahead_begin(grundy *g, octal_sequence *s, uint64_t count);
bool octal_ahead_take(octal_ahead *a, uint64_t turn, octal_marked *out);
void octal_ahead_pause(octal_ahead *a);
void octal_ahead_end(grundy *g, octal_sequence *s);

/* octal_triples_value - the same for hexadecimal games; octal_totals_free - its memory */
grundy_status octal_triples_value(grundy *g, octal_sequence *s, uint32_t *out);
void octal_totals_free(grundy *g, octal_totals *t);

/* octal_is_rare - does v lie in the sparse space? */
static inline bool octal_is_rare(unsigned form, unsigned v)
{
    return __builtin_parity(v & form) == 0;
}

/* octal_fold - v without the lowest bit of the form */
static inline unsigned octal_fold(const octal_block *b, unsigned v)
{
    return v >> (b->bit + 1) << b->bit | (v & ((1U << b->bit) - 1));
}

#endif
