/* animating.h - animating functions of the integers, in Conway's normal form
 *
 * With the nim-sum of signed integers in two's complement, N(a) = a + (a - 1) and (a|b) = N(a + b), a function is
 * animating when nim-additions and ordinary additions of constants make it. Each is
 *
 *     f(x) = x + (x|a_1) + ... + (x|a_r) + b          (nim-sums; the a_i distinct)
 *
 * in exactly one way (Conway, On Numbers and Games, ch. 13), so two are equal when their forms are. Results that do
 * not fit in 64 bits are reported, never wrapped.
 */
#ifndef GRUNDY_MATH_ANIMATING_H
#define GRUNDY_MATH_ANIMATING_H

#include "base/handle.h"

/* animating_mask - N(a), the nim-sum of a and a - 1; false for -2^63, whose 2^64 - 1 does not fit */
bool animating_mask(int64_t a, int64_t *out);

/* animating_mate - (a|b), Conway's mating function; false where it does not fit */
bool animating_mate(int64_t a, int64_t b, int64_t *out);

typedef struct {
    grundy_buffer mates; /* int64_t each: a_1 < a_2 < ... */
    int64_t constant;    /* b */
} animating;

/* animating_identity - the identity; freed by animating_close */
animating animating_identity(grundy *g);
void animating_close(animating *f);

size_t animating_count(const animating *f);
int64_t animating_at(const animating *f, size_t i);

/* The five that follow change f on success only.
 *
 * animating_mate_with - f(x) nim-plus (x|a); animating_nim_add - f(x) nim-plus b
 * animating_add       - f(x) + c, at the cost of |c| terms
 * animating_after     - f(inner(x))
 * animating_invert    - the inverse of f
 * Errors  GRUNDY_LIMIT when a term does not fit or there are too many; GRUNDY_NOMEM */
grundy_status animating_mate_with(animating *f, int64_t a);
void animating_nim_add(animating *f, int64_t b);
grundy_status animating_add(animating *f, int64_t c);
grundy_status animating_after(animating *f, const animating *inner);
grundy_status animating_invert(animating *f);

/* animating_apply - f(x); animating_solve - the x with f(x) = y. Errors: GRUNDY_LIMIT when it does not fit */
grundy_status animating_apply(const animating *f, int64_t x, int64_t *out);
grundy_status animating_solve(const animating *f, int64_t y, int64_t *out);

bool animating_equal(const animating *f, const animating *h);

#endif
