/* Nimbers below 2^64: the field of 2^64 elements that Conway's nim-sum and nim-product make
 * of the integers 0 .. 2^64 - 1.
 *
 * No function here allocates, keeps state or can be interrupted, so all of them may be called
 * from any number of threads. A function whose result may fail to exist returns whether it
 * exists, and writes through its out parameter only when it does.
 */
#ifndef GRUNDY_MATH_NIMBER_H
#define GRUNDY_MATH_NIMBER_H

#include "grundy.h"

/* nim_mul_by_halves - the nim-product by Karatsuba's three products of halves, down to tables of 8 bits; the judge of
 * the faster ways behind grundy_nim_mul */
uint64_t nim_mul_by_halves(uint64_t a, uint64_t b);

#endif
