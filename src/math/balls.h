/* balls.h - Welter's function of a set of balls, the inset formula, and moves to a given value, without all pairs
 *
 * Bit k of (x|y) is set exactly when x = y mod 2^k. So bit k of the nim-sum of all pairs is the parity of the number
 * of pairs that agree mod 2^k, and sorting the balls by their bits from the lowest up (a trie) makes the balls that
 * agree neighbours: n balls cost O(n) for each bit in place of n^2 pairs. The sort stops at classes of one ball, so
 * random balls cost about n log n.
 *
 * Where a ball has to go for Welter's value to become h is the inverse of an animating function whose mates are the
 * other balls: y with y + (y|x_1) + (y|x_2) + ... = c (nim-sums). Bit k of y follows from c and from how many balls
 * agree with the bits of y below it, so one walk down the trie finds y.
 *
 * By equation (5.3) of the inset paper the inset value v of balls x is f^-1(0) for f(v) = v + sum (v|x_i) + phi(x):
 * in words, v is where one more ball makes Welter's value 0. So inset values and inset moves are such walks too.
 *
 * Numbers are taken mod 2^64: the results are nim-sums that are at least 0 and below 2^64, so nothing is lost.
 */
#ifndef GRUNDY_MATH_BALLS_H
#define GRUNDY_MATH_BALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The greatest ball. */
#define BALL_MAX ((uint64_t)1 << 62)

/* balls_welter - Welter's function of distinct balls; puts them in the order of the trie */
uint64_t balls_welter(uint64_t *balls, size_t count);

/* balls_inset - the inset value of two or more distinct balls; puts them in the order of the trie */
uint64_t balls_inset(uint64_t *balls, size_t count);

/* balls_welter_move - find a ball that can go down to a free place so that Welter's value becomes `value`
 *
 * balls    in the order of the trie, of Welter's value `welter`
 * Returns  false if no ball can; *from is its index, *to its new place
 */
bool balls_welter_move(const uint64_t *balls, size_t count, uint64_t welter, uint64_t value, size_t *from,
                       uint64_t *to);

#endif
