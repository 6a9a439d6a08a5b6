/* mex.h - sets of small values as bit sets, and the minimum excluded value of their union */
#ifndef GRUNDY_MATH_MEX_H
#define GRUNDY_MATH_MEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* set_words - 64-bit words for a set of values below `values` */
static inline size_t set_words(size_t values)
{
    return (values + 63) / 64;
}

static inline void set_add(uint64_t *set, uint32_t value)
{
    set[value / 64] |= UINT64_C(1) << (value % 64);
}

static inline bool set_has(const uint64_t *set, uint32_t value)
{
    return set[value / 64] >> (value % 64) & 1;
}

/* set_first_gap - the first word at or after `word` that is not full; words when all are */
static inline size_t set_first_gap(const uint64_t *set, size_t word, size_t words)
{
    while (word < words && set[word] == UINT64_MAX)
        word++;
    return word;
}

/* set_mex - the least value that is not in the set; 64 * words when all are */
static inline uint32_t set_mex(const uint64_t *set, size_t words)
{
    size_t word = set_first_gap(set, 0, words);
    return (uint32_t)(64 * word) + (word < words ? (uint32_t)__builtin_ctzll(~set[word]) : 0);
}

/* bits_mex - the least value that is not among the bits of the set; 64 when all are */
static inline unsigned bits_mex(uint64_t set)
{
    return set == UINT64_MAX ? 64 : (unsigned)__builtin_ctzll(~set);
}

#endif
