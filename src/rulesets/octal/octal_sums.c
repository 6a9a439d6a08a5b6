/* octal_sums.c - is any of four values that of a sum of two heaps?
 *
 * Marking the value of each sum takes a store for each; comparing a whole register of sums with a few wanted values
 * takes a fraction of that. The widest registers of the processor are used. */
#include "rulesets/octal/octal_state.h"

/* The sums are a[i] xor b[-i], i < count; bit j of the result: wanted[j] is among them. */
static unsigned find_portably(const uint16_t *a, const uint16_t *b, size_t count, const uint16_t *wanted)
{
    unsigned found[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        uint16_t sum = (uint16_t)(a[i] ^ *(b - i));
        for (unsigned j = 0; j < 4; j++)
            found[j] |= sum == wanted[j];
    }
    return found[0] | found[1] << 1 | found[2] << 2 | found[3] << 3;
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

__attribute__((target("avx2"))) static unsigned find_by_256_bits(const uint16_t *a, const uint16_t *b, size_t count,
                                                                 const uint16_t *wanted)
{
    const __m256i swap = _mm256_set_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 1, 0, 3, 2, 5, 4, 7, 6,
                                         9, 8, 11, 10, 13, 12, 15, 14);
    __m256i found[4], want[4];
    size_t i = 0;
    for (unsigned j = 0; j < 4; j++) {
        found[j] = _mm256_setzero_si256();
        want[j] = _mm256_set1_epi16((short)wanted[j]);
    }
    for (; count - i >= 16; i += 16) {
        __m256i backward = _mm256_loadu_si256((const __m256i *)(const void *)(b - i - 15));
        __m256i forward = _mm256_loadu_si256((const __m256i *)(const void *)(a + i));
        backward = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(backward, swap), 0x4e);
        __m256i sum = _mm256_xor_si256(forward, backward);
        for (unsigned j = 0; j < 4; j++)
            found[j] = _mm256_or_si256(found[j], _mm256_cmpeq_epi16(sum, want[j]));
    }
    unsigned result = find_portably(a + i, b - i, count - i, wanted);
    for (unsigned j = 0; j < 4; j++)
        result |= _mm256_testz_si256(found[j], found[j]) ? 0 : 1U << j;
    return result;
}

__attribute__((target("avx512f,avx512bw"))) static unsigned find_by_512_bits(const uint16_t *a, const uint16_t *b,
                                                                             size_t count, const uint16_t *wanted)
{
    const __m512i reversed = _mm512_set_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                              21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    __m512i distance[4], want[4]; /* distance: 0 where the value was found */
    size_t i = 0;
    for (unsigned j = 0; j < 4; j++) {
        distance[j] = _mm512_set1_epi16(-1);
        want[j] = _mm512_set1_epi16((short)wanted[j]);
    }
    for (; count - i >= 32; i += 32) {
        __m512i backward = _mm512_permutexvar_epi16(reversed, _mm512_loadu_si512(b - i - 31));
        __m512i sum = _mm512_xor_si512(_mm512_loadu_si512(a + i), backward);
        for (unsigned j = 0; j < 4; j++)
            distance[j] = _mm512_min_epu16(distance[j], _mm512_xor_si512(sum, want[j]));
    }
    unsigned result = find_portably(a + i, b - i, count - i, wanted);
    for (unsigned j = 0; j < 4; j++)
        result |= _mm512_testn_epi16_mask(distance[j], distance[j]) == 0 ? 0 : 1U << j;
    return result;
}

octal_find octal_find_at(unsigned i)
{
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    if (i == 0)
        return wide ? find_by_512_bits : octal_find_at(1);
    return i == 1 && __builtin_cpu_supports("avx2") ? find_by_256_bits : find_portably;
}

#else

octal_find octal_find_at(unsigned i)
{
    (void)i;
    return find_portably;
}

#endif
