/* The golden ratio Phi = (1 + sqrt 5)/2 on heaps below 2^64, and Fibonacci numbers.
 *
 * Integers only, so that all answers are exact. No function allocates or keeps state, so all of
 * them may be called from any number of threads. A function that can fail returns whether it
 * succeeds, and writes through its out parameter only when it does.
 */
#ifndef GRUNDY_MATH_GOLDEN_H
#define GRUNDY_MATH_GOLDEN_H

#include "grundy.h"

#endif
