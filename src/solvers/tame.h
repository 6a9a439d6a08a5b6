/* tame.h - misere values of sums of tame games
 *
 * A game is tame when each of its positions is a (0,1)-position (value 0, misere value 1), a (1,0)-position or a
 * (k,k)-position. A sum of tame games is a (0,1)- or (1,0)-position when all its summands are of these two kinds, and
 * a (k,k)-position otherwise, where k is in both cases the nim-sum of the values (Conway; Theorem 14 of nim on
 * partitions, which says "0-position" and "1-position" for the two kinds and so misses that a tame game may have
 * (0,0)-positions: 2,2 in Nim).
 */
#ifndef GRUNDY_SOLVERS_TAME_H
#define GRUNDY_SOLVERS_TAME_H

#include <stdbool.h>
#include <stdint.h>

#define TAME_REASON "misere value of a sum of tame games (Conway; nim on partitions, Theorem 14)"

typedef struct {
    uint64_t value; /* of the sum so far, in normal play */
    bool firm;      /* a summand is a (k,k)-position */
} tame_sum;

/* tame_pair - can a position of a tame game have these values in normal and misere play? */
static inline bool tame_pair(uint64_t normal, uint64_t misere)
{
    return normal == misere || (normal <= 1 && misere == (normal ^ 1));
}

static inline void tame_add(tame_sum *sum, uint64_t normal, uint64_t misere)
{
    sum->value ^= normal;
    sum->firm = sum->firm || normal == misere;
}

/* tame_add_pet - add a position of a pet game: those of values 0 and 1 are (0,1)- and (1,0)-positions */
static inline void tame_add_pet(tame_sum *sum, uint64_t normal)
{
    tame_add(sum, normal, normal <= 1 ? normal ^ 1 : normal);
}

static inline uint64_t tame_misere(const tame_sum *sum)
{
    return sum->firm ? sum->value : sum->value ^ 1;
}

#endif
