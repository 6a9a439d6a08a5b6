/* vectors.h - sums as vectors of exponents, and relations between them
 *
 * A vector has a byte for each generator, the last generator first: so vectors compare as their bytes do. Zeros make its
 * size a multiple of 8. */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_VECTORS_H
#define GRUNDY_SOLVERS_QUOTIENTS_VECTORS_H

#include <string.h>

#include "base/numbering.h"
#include "solvers/quotients/image.h"

/* The generators of a round, and how other components are written in them. */
typedef struct {
    const image *known;
    uint32_t n;           /* how many generators */
    size_t size;          /* of a vector */
    uint32_t *generators; /* components, ascending */
    uint32_t *places; /* of each component: the byte of its exponent; UINT32_MAX: it is written as the least word of its
                             element */
} vectors;

/* Relations: left equals right, which is less. */
typedef struct {
    numbering lefts; /* no two are the same */
    grundy_buffer rights;
} relations;

relations relations_open(grundy *g);
void relations_close(relations *r);

/* relations_add - add one; a second one with the same left is left out */
grundy_status relations_add(relations *r, const uint8_t *left, const uint8_t *right, size_t size);

/* relations_find - the number of one whose left divides the vector; UINT32_MAX: none */
uint32_t relations_find(const relations *r, const uint8_t *vector, size_t size);

/* relations_apply - replace the left of a relation, which divides the vector, by its right
 * relations_reduce - do so with all, until none divides */
grundy_status relations_apply(grundy *g, const relations *r, uint32_t number, uint8_t *vector, size_t size);
grundy_status relations_reduce(grundy *g, const relations *r, uint8_t *vector, size_t size);

static inline const uint8_t *relations_left(const relations *r, uint32_t number)
{
    return numbering_at(&r->lefts, number).data;
}

enum { EXPONENT_MAX = 127 };

/* vector_divides - is no exponent of a greater than that of b? The size is a multiple of 8. */
static inline bool vector_divides(const uint8_t *a, const uint8_t *b, size_t size)
{
    const uint64_t tops = UINT64_C(0x8080808080808080);
    for (size_t k = 0; k < size; k += 8) {
        uint64_t of_a, of_b;
        memcpy(&of_a, a + k, sizeof of_a);
        memcpy(&of_b, b + k, sizeof of_b);
        if ((((of_b | tops) - of_a) & tops) != tops)
            return false;
    }
    return true;
}

/* vector_add - add a vector to another; vector_add_one - one more of the generator at a place
 *
 * Errors   GRUNDY_LIMIT for an exponent above EXPONENT_MAX */
grundy_status vector_add(grundy *g, uint8_t *to, const uint8_t *more, size_t size);
grundy_status vector_add_one(grundy *g, uint8_t *to, size_t place);

/* vector_add_word - add a word; vector_word - append the word of a vector */
grundy_status vector_add_word(const vectors *v, uint8_t *to, const uint32_t *word, size_t length);
grundy_status vector_word(const vectors *v, const uint8_t *vector, grundy_buffer *out);

#endif
