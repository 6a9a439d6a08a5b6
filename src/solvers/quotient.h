/* quotient.h - the misere quotient of positions of a ruleset: what quotients/ builds, and the components that it is of */
#ifndef GRUNDY_SOLVERS_QUOTIENT_H
#define GRUNDY_SOLVERS_QUOTIENT_H

#include "solvers/quotients/build.h"
#include "solvers/solver.h"

/* A component that was met, terminal or not. */
enum { COMPONENT_NEW, COMPONENT_OPEN, COMPONENT_DONE };

typedef struct {
    uint32_t component; /* its number in the quotient; 0: it is terminal, or has none yet */
    uint32_t state;     /* while numbers are given: DONE, or OPEN: its options are looked at */
    uint64_t heap;  /* its options are those of a heap of this size, by the digits of the ruleset; 0: they are listed */
    uint64_t start; /* where its options begin in `parts` */
    uint32_t options; /* how many there are */
} met_component;

struct grundy_quotient {
    grundy *g;
    const grundy_ruleset *r;
    registry registry;
    numbering keys;         /* of the components that were met, by their numbers there */
    grundy_buffer met;      /* met_component each */
    size_t listed;          /* so many of them have their options */
    grundy_buffer parts;    /* uint32_t each: for each option how many parts, and the numbers of these in `met` */
    grundy_buffer found;    /* uint32_t each: for each component of the quotient its number in `met` */
    grundy_recurrence rule; /* of single heaps; NONE unless positions are heaps */
    grundy_buffer heaps;    /* uint32_t each: of heaps 0, 1, ... the number in `met`; UINT32_MAX: no component */
    grundy_period period;   /* of the elements of heaps; period 0: none is known */
    component_source source;
    quotient q;
    grundy_buffer word; /* scratch, uint32_t each */
};

/* quotient_element - the element of a position; GRUNDY_DOMAIN without a message where the quotient
 * does not cover it */
grundy_status quotient_element(grundy_quotient *q, grundy_bytes position, uint32_t *out);

/* quotient_meet - the number in `met` of a component, by its key; quotient_grow - list the options of all that were met, and
 * add them to the quotient */
grundy_status quotient_meet(grundy_quotient *q, grundy_bytes key, uint32_t *number);
grundy_status quotient_grow(grundy_quotient *q);

/* quotient_put - make a component of what was met the next one of the quotient */
grundy_status quotient_put(grundy_quotient *q, uint32_t number);

static inline met_component *quotient_met(const grundy_quotient *q, size_t i)
{
    return (met_component *)(void *)q->met.data + i;
}

static inline uint32_t quotient_u32(const grundy_buffer *numbers, size_t i)
{
    return ((const uint32_t *)(const void *)numbers->data)[i];
}

/* quotient_heap_element - the element of a heap, also by the period; GRUNDY_DOMAIN without a message where it is not covered */
grundy_status quotient_heap_element(const grundy_quotient *q, uint64_t heap, uint32_t *out);

/* quotient_reach - add single heaps until this one is covered, as long as there are at most `most` elements
 *
 * Errors   GRUNDY_DOMAIN without a message where it is not reached; GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status quotient_reach(grundy_quotient *q, uint64_t heap, uint32_t most);

/* solve_by_quotient - the misere outcome of a sum of heaps of a ruleset whose moves digits say
 *
 * Errors   GRUNDY_DOMAIN where the quotient does not reach so far; GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status solve_by_quotient(grundy_solver *s, grundy_bytes position, uint64_t *out);

/* quotient_reads_heaps - are the bytes of the ruleset's positions those of heaps? The text of its space does not tell. */
bool quotient_reads_heaps(const grundy_ruleset *r);

/* quotient_key_heap - the heap that a key is, where positions are heaps */
bool quotient_key_heap(const grundy_quotient *q, grundy_bytes key, uint64_t *heap);

/* quotient_heap_options - call visit with the word of each option of a heap, by the digits of the ruleset */
grundy_status quotient_heap_options(const grundy_quotient *q, uint64_t heap,
                                    grundy_status (*visit)(void *to, const uint32_t *word, size_t length), void *to);

#endif
