/* octal_sequence.h - the values of single heaps of an octal or hexadecimal game, one after the other
 *
 * The values of heaps 0, 1, 2, ... are kept in 16 bits and can be extended at any time without computing the former
 * ones again. How the next value is found is chosen anew now and then by what the values show (octal_sequence.c);
 * every way is exact.
 */
#ifndef GRUNDY_RULESETS_OCTAL_SEQUENCE_H
#define GRUNDY_RULESETS_OCTAL_SEQUENCE_H

#include "base/handle.h"

enum { OCTAL_DIGITS_MAX = 64, OCTAL_PARTS_MAX = 3 };

/* The code d_0.d_1d_2...: bit j of d_k allows to take k tokens and to leave exactly j heaps. */
typedef struct {
    unsigned digits; /* d_0 .. d_(digits-1) */
    unsigned char digit[OCTAL_DIGITS_MAX];
    unsigned parts; /* the most heaps that a move leaves */
} octal_code;

static inline bool octal_allows(const octal_code *code, uint64_t taken, unsigned heaps)
{
    return taken < code->digits && (code->digit[taken] >> heaps & 1) != 0;
}

/* octal_parts - the most heaps that a move of the code leaves */
static inline unsigned octal_parts(const octal_code *code)
{
    unsigned parts = 0;
    for (unsigned k = 0; k < code->digits; k++)
        for (unsigned j = 0; j <= OCTAL_PARTS_MAX; j++)
            if (octal_allows(code, k, j) && j > parts)
                parts = j;
    return parts;
}

typedef struct octal_sequence octal_sequence;

/* How values are computed: chosen by the values, or one way for ever (for tests). */
typedef enum { OCTAL_CHOOSE, OCTAL_PLAIN, OCTAL_SPARSE, OCTAL_WINDOWS } octal_way;

grundy_status octal_sequence_open(grundy *g, const octal_code *code, octal_way way, octal_sequence **out);
void octal_sequence_close(grundy *g, octal_sequence *s);

/* octal_sequence_extend - compute the values of heaps up to count - 1; what is known stays known on failure
 *
 * Errors   GRUNDY_LIMIT, also for a value above 65535; GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status octal_sequence_extend(grundy *g, octal_sequence *s, uint64_t count);

/* octal_sequence_learn - take these values of heaps 0 .. count-1 for computed, as far as they are not known */
grundy_status octal_sequence_learn(grundy *g, octal_sequence *s, const uint16_t *values, uint64_t count);

/* octal_sequence_values, _count - what is known; valid until the next extension
 * octal_sequence_steps - the work so far, in sums of two heaps looked at */
const uint16_t *octal_sequence_values(const octal_sequence *s);
uint64_t octal_sequence_count(const octal_sequence *s);
uint64_t octal_sequence_steps(const octal_sequence *s);
const octal_code *octal_sequence_code(const octal_sequence *s);

#endif
