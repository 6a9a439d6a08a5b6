/* golden_pairs.h - pairs of heaps near the golden ratio that are the P-positions of push compounds */
#ifndef GRUNDY_RULESETS_GOLDEN_PAIRS_H
#define GRUNDY_RULESETS_GOLDEN_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

/* is_nim_euclid_pair - is (a,b), in either order, a P-position of push(nim,euclid)?
 *
 * The Wythoff pairs, without (u_2n, u_2n+1) and with (u_2n+1, u_2n+2), where u_n = F(n+1) - 1.
 * Cost    O(log)
 * Source  push paper, Theorem 3.1.6
 */
bool is_nim_euclid_pair(uint64_t a, uint64_t b);

/* is_misere_euclid_p - is (a,b), in either order, a P-position of Euclid in misere play, where (0,i) has one
 * move for i > 0?
 *
 * For 1 <= a <= b: P when b/a < Phi, except that the quotients F(2i+2)/F(2i+1) are N and F(2i+1)/F(2i) are P.
 * Cost    O(log)
 * Source  Gurvich, On the misere version of game Euclid and miserable games (2007)
 */
bool is_misere_euclid_p(uint64_t a, uint64_t b);

#endif
