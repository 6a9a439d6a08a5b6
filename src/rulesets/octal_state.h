/* octal_state.h - what the ways of octal_sequence.c and octal_triples.c share */
#ifndef GRUNDY_RULESETS_OCTAL_STATE_H
#define GRUNDY_RULESETS_OCTAL_STATE_H

#include "math/mex.h"
#include "rulesets/octal_sequence.h"

enum { OCTAL_VALUES = 1 << 16 };

/* The heaps whose values lie in the sparse space, in ascending order. */
typedef struct {
    uint64_t *heap;
    uint16_t *value;
    size_t count, room;
} octal_rares;

/* Sets of the values of all sums of two, and of three, heaps of a given total. */
typedef struct {
    uint64_t *pairs, *triples; /* words of total m: from m * words on */
    uint64_t totals, room;     /* totals computed; room for */
    size_t words;
} octal_totals;

/* Which of four values are sums a[i] xor b[-i], i < count? Bit j: wanted[j] is. */
enum { OCTAL_WANTED = 4, OCTAL_PASS_SPEED = 12 }; /* sums that are compared in the time in which one is marked */
typedef unsigned (*octal_find)(const uint16_t *a, const uint16_t *b, size_t count, const uint16_t *wanted);

/* octal_find_at - the function for the widest registers that this processor has (0), for narrower ones (1), for none (2) */
octal_find octal_find_at(unsigned i);

struct octal_sequence {
    octal_code code;
    octal_way way;
    unsigned splits[OCTAL_DIGITS_MAX]; /* the numbers of tokens that may be taken when two heaps are left */
    unsigned split_count;
    uint16_t *values;
    uint64_t count, room;
    uint64_t steps;
    size_t bound;                   /* a power of 2, at least 64, above all values */
    uint64_t *often, *often_before; /* often[v]: heaps of value v; and at the last review */
    uint64_t review_at, reviewed_at;
    bool sparse;
    unsigned form; /* value v is rare when v & form has an even number of ones; 0: none is chosen */
    uint64_t common[OCTAL_VALUES / 64 + 1]; /* the set of values that are not */
    octal_rares rares;
    octal_find find;
    unsigned portion; /* how many sums of each split are marked before candidates are taken */
    uint8_t *marks;   /* marks[v]: value v is an option's */
    octal_totals totals;
};

/* octal_value - the value of the next heap; leaves marks clear */
uint32_t octal_value(octal_sequence *s);

/* octal_triples_value - the same for hexadecimal games; octal_totals_free - its memory */
grundy_status octal_triples_value(grundy *g, octal_sequence *s, uint32_t *out);
void octal_totals_free(grundy *g, octal_totals *t);

/* octal_is_rare - does v lie in the sparse space? */
static inline bool octal_is_rare(unsigned form, unsigned v)
{
    return __builtin_parity(v & form) == 0;
}

#endif
