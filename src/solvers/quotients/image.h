/* image.h - sums of components, mapped to a finite commutative monoid
 *
 * Components are numbered 1, 2, 3, ...: none is terminal, and an option of one is a sum of earlier ones. A sum is a word:
 * the numbers of its components, ascending. Of a word X, the options are those of one component, the others staying. A set
 * of words is closed under options and under parts. */
#ifndef GRUNDY_SOLVERS_QUOTIENTS_IMAGE_H
#define GRUNDY_SOLVERS_QUOTIENTS_IMAGE_H

#include "math/monoids.h"

/* Where the options of components come from. */
typedef struct {
    void *context;
    /* Call visit with the word of each option. */
    grundy_status (*options)(void *context, uint32_t component,
                             grundy_status (*visit)(void *to, const uint32_t *word, size_t length), void *to);
} component_source;

typedef struct {
    grundy *g;
    const component_source *source;
    uint32_t components;  /* these are 1 .. components */
    monoid m;             /* of their sums */
    uint16_t *table;      /* all products */
    uint32_t *generators; /* the component that each generator of m is, ascending */
    uint32_t *values;     /* the element of each component; values[0] is 0 */
} image;

static inline uint32_t image_times(const image *i, uint32_t x, uint32_t y)
{
    return i->table[(size_t)x * i->m.order + y];
}

static inline size_t image_words(const image *i)
{
    return bits_words(i->m.order);
}

/* image_value - the element of a word; image_word - append the least word of an element */
uint32_t image_value(const image *i, const uint32_t *word, size_t length);
grundy_status image_word(const image *i, uint32_t element, grundy_buffer *out);

/* image_is_generator - is the component its own least word? */
bool image_is_generator(const image *i, uint32_t component);

/* image_is_left - is the least word of x with generator g, which is not before its last, no least word, though all that one
 * component less leaves are? Then it and the least word of the product are a relation; all others follow from these. */
bool image_is_left(const image *i, uint32_t x, uint32_t g);

/* image_options - add the elements of the options of a component to a set */
grundy_status image_options(const image *i, uint32_t component, uint64_t *set);

/* image_rest_options - add the elements of the options of the least word of an element to a set */
grundy_status image_rest_options(const image *i, uint32_t element, uint64_t *set);

/* image_rows - of each element x the set {y: xy in p}, in an arena; image_reach - {y: xy in p for some x in xs} */
grundy_status image_rows(const image *i, arena *a, const uint64_t *p, uint64_t **out);
void image_reach(const image *i, const uint64_t *rows, const uint64_t *xs, uint64_t *out);

#endif
