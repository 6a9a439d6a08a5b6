/* Nim-products on x86-64 processors with a carry-less multiply.
 *
 * Two ways, chosen at run time (nim_bulk.c). PCLMULQDQ alone: one product at a time, the basis changed by tables of
 * bytes. With AVX-512, GFNI and VPCLMULQDQ: eight at a time, the basis changed by 8 x 8 bit matrices.
 *
 * A 64 x 64 bit matrix is 8 x 8 blocks of 8 x 8 bits: byte j of the image is the sum over k of block (j,k) applied to
 * byte k. A register of eight nimbers is transposed, so that its k-th word holds the k-th bytes of all eight, in each
 * of the eight rotations: rotation r brings byte j + r mod 8 into word j, where block (j, j + r mod 8) meets it. */
#include "math/nim_path.h"

#ifdef GRUNDY_NIM_X86

#include <immintrin.h>

#include "math/nim_basis.h"

/* ---- PCLMULQDQ ---- */

#define CLMUL __attribute__((target("pclmul,sse4.1")))

static bool has_clmul(void)
{
    return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

CLMUL static inline uint64_t multiply_inline(uint64_t a, uint64_t b)
{
    __m128i x = _mm_cvtsi64_si128((long long)nim_apply(NIM_MAP_TO_POLYNOMIAL, a));
    __m128i y = _mm_cvtsi64_si128((long long)nim_apply(NIM_MAP_TO_POLYNOMIAL, b));
    __m128i product = _mm_clmulepi64_si128(x, y, 0);
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(product), high = (uint64_t)_mm_extract_epi64(product, 1);
    return nim_apply(NIM_MAP_FROM_POLYNOMIAL, nim_reduce(high, low));
}

CLMUL static uint64_t clmul_product(uint64_t a, uint64_t b)
{
    return multiply_inline(a, b);
}

CLMUL static void multiply_n(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = multiply_inline(a[i], b[i]);
}

static void apply_n(nim_map map, const uint64_t *a, uint64_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = nim_apply(map, a[i]);
}

const nim_path nim_path_clmul = {
    .name = "clmul",
    .usable = has_clmul,
    .multiply = clmul_product,
    .multiply_n = multiply_n,
    .apply_n = apply_n,
};

/* ---- AVX-512, GFNI, VPCLMULQDQ ---- */

#define GFNI __attribute__((target("avx512f,avx512bw,avx512vbmi,gfni,vpclmulqdq")))

static bool has_gfni(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("vpclmulqdq") && has_clmul();
}

/* The instruction takes row i of a matrix, which gives bit i of the image, from byte 7 - i of its operand. */
#define BIT(c, place, b) (((uint64_t)(c) >> (place)&1) << (b))
#define ROW(j, i, c0, c1, c2, c3, c4, c5, c6, c7)                                                                    \
    (BIT(c0, 8 * (j) + (i), 0) | BIT(c1, 8 * (j) + (i), 1) | BIT(c2, 8 * (j) + (i), 2) | BIT(c3, 8 * (j) + (i), 3) | \
     BIT(c4, 8 * (j) + (i), 4) | BIT(c5, 8 * (j) + (i), 5) | BIT(c6, 8 * (j) + (i), 6) | BIT(c7, 8 * (j) + (i), 7))  \
        << (56 - 8 * (i))
#define BLOCK(k, j, ...)                                                                              \
    [((k) - (j)) & 7][j] = ROW(j, 0, __VA_ARGS__) | ROW(j, 1, __VA_ARGS__) | ROW(j, 2, __VA_ARGS__) | \
                           ROW(j, 3, __VA_ARGS__) | ROW(j, 4, __VA_ARGS__) | ROW(j, 5, __VA_ARGS__) | \
                           ROW(j, 6, __VA_ARGS__) | ROW(j, 7, __VA_ARGS__),
/* The formatter does not come to rest on this one. */
// clang-format off
#define BLOCKS(k, ...)                                                                                  \
    BLOCK(k, 0, __VA_ARGS__) BLOCK(k, 1, __VA_ARGS__) BLOCK(k, 2, __VA_ARGS__) BLOCK(k, 3, __VA_ARGS__) \
    BLOCK(k, 4, __VA_ARGS__) BLOCK(k, 5, __VA_ARGS__) BLOCK(k, 6, __VA_ARGS__) BLOCK(k, 7, __VA_ARGS__)
// clang-format on

/* matrices[map][r][j] is block (j, j + r mod 8) */
static const uint64_t matrices[NIM_MAPS][8][8] __attribute__((aligned(64))) = {
    [NIM_MAP_TO_POLYNOMIAL] = {NIM_TO_POLYNOMIAL(BLOCKS)},
    [NIM_MAP_FROM_POLYNOMIAL] = {NIM_FROM_POLYNOMIAL(BLOCKS)},
    [NIM_MAP_SQUARE] = {NIM_SQUARE(BLOCKS)},
    [NIM_MAP_SQRT] = {NIM_SQRT(BLOCKS)},
};

/* Byte 8j + i of the r-th rotation comes from byte 8i + (j + r mod 8). The 0th is the transposition, its own inverse. */
static const uint8_t transposition[64] __attribute__((aligned(64))) = {
#define COLUMN(j) j, 8 + j, 16 + j, 24 + j, 32 + j, 40 + j, 48 + j, 56 + j
    COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3), COLUMN(4), COLUMN(5), COLUMN(6), COLUMN(7),
};

typedef struct {
    __m512i places[8]; /* of the rotations */
} gfni_rotations;

GFNI static inline gfni_rotations rotations(void)
{
    gfni_rotations t;
    __m512i start = _mm512_load_si512(transposition), seven = _mm512_set1_epi8(7);
    for (int r = 0; r < 8; r++) {
        __m512i turned = _mm512_and_si512(_mm512_add_epi8(start, _mm512_set1_epi8((char)r)), seven);
        t.places[r] = _mm512_or_si512(_mm512_andnot_si512(seven, start), turned);
    }
    return t;
}

GFNI static inline __m512i gfni_term(const gfni_rotations *t, nim_map map, int r, __m512i a)
{
    __m512i turned = _mm512_permutexvar_epi8(t->places[r], a);
    return _mm512_gf2p8affine_epi64_epi8(turned, _mm512_load_si512(matrices[map][r]), 0);
}

GFNI static inline __m512i sum_of_three(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* The images of eight nimbers. */
GFNI static inline __m512i gfni_image(const gfni_rotations *t, nim_map map, __m512i a)
{
    __m512i first = sum_of_three(gfni_term(t, map, 0, a), gfni_term(t, map, 1, a), gfni_term(t, map, 2, a));
    __m512i second = sum_of_three(gfni_term(t, map, 3, a), gfni_term(t, map, 4, a), gfni_term(t, map, 5, a));
    __m512i third = _mm512_xor_si512(gfni_term(t, map, 6, a), gfni_term(t, map, 7, a));
    return _mm512_permutexvar_epi8(t->places[0], sum_of_three(first, second, third));
}

/* As nim_reduce, in each of eight words. */
GFNI static inline __m512i gfni_reduce(__m512i high, __m512i low)
{
    high = sum_of_three(high, _mm512_srli_epi64(high, 60), _mm512_srli_epi64(high, 61));
    low = sum_of_three(low, high, _mm512_slli_epi64(high, 1));
    return sum_of_three(low, _mm512_slli_epi64(high, 3), _mm512_slli_epi64(high, 4));
}

GFNI static inline __m512i multiply_eight(const gfni_rotations *t, __m512i a, __m512i b)
{
    a = gfni_image(t, NIM_MAP_TO_POLYNOMIAL, a);
    b = gfni_image(t, NIM_MAP_TO_POLYNOMIAL, b);
    __m512i even = _mm512_clmulepi64_epi128(a, b, 0x00), odd = _mm512_clmulepi64_epi128(a, b, 0x11);
    __m512i product = gfni_reduce(_mm512_unpackhi_epi64(even, odd), _mm512_unpacklo_epi64(even, odd));
    return gfni_image(t, NIM_MAP_FROM_POLYNOMIAL, product);
}

GFNI static void multiply_n_gfni(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    gfni_rotations t = rotations();
    size_t i = 0;
    for (; n - i >= 8; i += 8)
        _mm512_storeu_si512(out + i, multiply_eight(&t, _mm512_loadu_si512(a + i), _mm512_loadu_si512(b + i)));
    __mmask8 rest = (__mmask8)((1U << (n - i)) - 1);
    if (rest != 0)
        _mm512_mask_storeu_epi64(
            out + i, rest,
            multiply_eight(&t, _mm512_maskz_loadu_epi64(rest, a + i), _mm512_maskz_loadu_epi64(rest, b + i)));
}

GFNI static void apply_n_gfni(nim_map map, const uint64_t *a, uint64_t *out, size_t n)
{
    gfni_rotations t = rotations();
    size_t i = 0;
    for (; n - i >= 8; i += 8)
        _mm512_storeu_si512(out + i, gfni_image(&t, map, _mm512_loadu_si512(a + i)));
    __mmask8 rest = (__mmask8)((1U << (n - i)) - 1);
    if (rest != 0)
        _mm512_mask_storeu_epi64(out + i, rest, gfni_image(&t, map, _mm512_maskz_loadu_epi64(rest, a + i)));
}

const nim_path nim_path_gfni = {
    .name = "gfni",
    .usable = has_gfni,
    .multiply = clmul_product,
    .multiply_n = multiply_n_gfni,
    .apply_n = apply_n_gfni,
};

#else

/* An ISO C file may not be empty. */
typedef int nim_x86_is_for_other_processors;

#endif
