/* octal_lanes.c - which sums do many heaps at once have as options?
 *
 * A fixed heap a of value v gives heap n an option of value v xor G(n-a). For consecutive heaps n these values lie side by
 * side: a register holds as many of them as it has lanes. A lane keeps a set of values in words; 1 shifted by x - 32w is its
 * part in word w, and nothing when x lies outside, since too large shifts give 0. So a sum takes three operations for each
 * word and register, where marking it alone takes a load and a store. */
#include "rulesets/octal/octal_state.h"

static void mark_portably(octal_word *sets, unsigned words, const uint16_t *at, const octal_rares *list, size_t first,
                          size_t last)
{
    for (size_t i = first; i < last; i++)
        for (unsigned lane = 0; lane < OCTAL_LANES; lane++) {
            unsigned value = at[(ptrdiff_t)lane - (ptrdiff_t)list->heap[i]] ^ list->value[i];
            if (value / 32 < words)
                sets[value / 32].lane[lane] |= UINT32_C(1) << value % 32;
        }
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

/* `words` and `first` words from `word` on; words is a constant wherever this is used, so that the sets stay in registers. */
__attribute__((target("avx512f"), always_inline)) static inline void mark_words_512(octal_word *sets, unsigned words,
                                                                                    unsigned word, const uint16_t *at,
                                                                                    const octal_rares *list,
                                                                                    size_t first, size_t last)
{
    const __m512i one = _mm512_set1_epi32(1);
    __m512i low[8], high[8], offset[8];
    for (unsigned w = 0; w < words; w++) {
        low[w] = _mm512_loadu_si512(&sets[w].lane[0]);
        high[w] = _mm512_loadu_si512(&sets[w].lane[16]);
        offset[w] = _mm512_set1_epi32((int)(32 * (word + w)));
    }
    for (size_t i = first; i < last; i++) {
        const __m256i *from = (const __m256i *)(const void *)(at - list->heap[i]);
        __m512i value = _mm512_set1_epi32(list->value[i]);
        __m512i x = _mm512_xor_si512(_mm512_cvtepu16_epi32(_mm256_loadu_si256(from)), value);
        __m512i y = _mm512_xor_si512(_mm512_cvtepu16_epi32(_mm256_loadu_si256(from + 1)), value);
        for (unsigned w = 0; w < words; w++) {
            low[w] = _mm512_or_si512(low[w], _mm512_sllv_epi32(one, _mm512_xor_si512(x, offset[w])));
            high[w] = _mm512_or_si512(high[w], _mm512_sllv_epi32(one, _mm512_xor_si512(y, offset[w])));
        }
    }
    for (unsigned w = 0; w < words; w++) {
        _mm512_storeu_si512(&sets[w].lane[0], low[w]);
        _mm512_storeu_si512(&sets[w].lane[16], high[w]);
    }
}

__attribute__((target("avx512f"))) static void mark_by_512_bits(octal_word *sets, unsigned words, const uint16_t *at,
                                                                const octal_rares *list, size_t first, size_t last)
{
    unsigned word = 0;
    for (; words - word > 6; word += 4)
        mark_words_512(sets + word, 4, word, at, list, first, last);
    switch (words - word) {
    case 1:
        mark_words_512(sets + word, 1, word, at, list, first, last);
        break;
    case 2:
        mark_words_512(sets + word, 2, word, at, list, first, last);
        break;
    case 3:
        mark_words_512(sets + word, 3, word, at, list, first, last);
        break;
    case 4:
        mark_words_512(sets + word, 4, word, at, list, first, last);
        break;
    case 5:
        mark_words_512(sets + word, 5, word, at, list, first, last);
        break;
    default:
        mark_words_512(sets + word, 6, word, at, list, first, last);
        break;
    }
}

/* One word of 32 values. */
__attribute__((target("avx2"))) static void mark_word_256(octal_word *set, unsigned word, const uint16_t *at,
                                                          const octal_rares *list, size_t first, size_t last)
{
    const __m256i one = _mm256_set1_epi32(1);
    __m256i part[OCTAL_LANES / 8];
    for (unsigned p = 0; p < OCTAL_LANES / 8; p++)
        part[p] = _mm256_loadu_si256((const __m256i *)(const void *)&set->lane[8 * p]);
    for (size_t i = first; i < last; i++) {
        const __m128i *from = (const __m128i *)(const void *)(at - list->heap[i]);
        __m256i value = _mm256_set1_epi32((int)(list->value[i] ^ 32 * word));
        for (unsigned p = 0; p < OCTAL_LANES / 8; p++) {
            __m256i x = _mm256_xor_si256(_mm256_cvtepu16_epi32(_mm_loadu_si128(from + p)), value);
            part[p] = _mm256_or_si256(part[p], _mm256_sllv_epi32(one, x));
        }
    }
    for (unsigned p = 0; p < OCTAL_LANES / 8; p++)
        _mm256_storeu_si256((__m256i *)(void *)&set->lane[8 * p], part[p]);
}

static void mark_by_256_bits(octal_word *sets, unsigned words, const uint16_t *at, const octal_rares *list,
                             size_t first, size_t last)
{
    for (unsigned word = 0; word < words; word++)
        mark_word_256(sets + word, word, at, list, first, last);
}

octal_mark octal_mark_at(unsigned i)
{
    if (i == 0)
        return __builtin_cpu_supports("avx512f") ? mark_by_512_bits : octal_mark_at(1);
    return i == 1 && __builtin_cpu_supports("avx2") ? mark_by_256_bits : mark_portably;
}

#else

octal_mark octal_mark_at(unsigned i)
{
    (void)i;
    return mark_portably;
}

#endif
