/* Nim arithmetic below 2^64.
 *
 * The nimbers below 2^(2^k) are a field, and the Fermat power X = 2^(2^k) generates the next one
 * over it by X x X = X + X/2. So a nimber of 2h bits is a1 X + a0 with halves of h bits, and
 *
 *     (a1 X + a0)(b1 X + b0) = ((a1 + a0)(b1 + b0) + a0 b0) X + (a0 b0 + (X/2) a1 b1),
 *
 * three products in the smaller field (Karatsuba) and one by the constant X/2. Three such steps
 * lead from 64 bits to 8, where tables of logarithms finish. A number in a function's name is the
 * size in bits of the field that it works in.
 *
 * Source: Conway, On Numbers and Games, ch. 6; Lenstra, Nim multiplication (1978).
 */
#include "math/nimber.h"

#include <stddef.h>
#include <string.h>

/* X/2 in the fields of 8, 16 and 32 bits: what X x X has besides X, one field up. */
#define HALF_FERMAT_8 (1U << 7)
#define HALF_FERMAT_16 (UINT32_C(1) << 15)
#define HALF_FERMAT_32 (UINT32_C(1) << 31)

/* The tables stand in rows of 16. */
/* clang-format off */

/* The powers 18^0 ... 18^254. 18 is the least generator of the nonzero nimbers below 256. */
#define POWERS_OF_18                                                                                                   \
    1, 18, 27, 133, 23, 65, 217, 32, 28, 252, 102, 188, 173, 135, 52, 108, 19, 9, 158, 146, 86, 152, 249, 60, 224,     \
        154, 218, 17, 42, 179, 88, 127, 26, 151, 12, 196, 206, 97, 197, 220, 122, 64, 203, 59, 153, 235, 39, 101, 141, \
        155, 200, 10, 175, 164, 25, 166, 58, 139, 240, 162, 114, 204, 66, 232, 22, 83, 194, 165, 11, 189, 191, 156,    \
        177, 123, 82, 208, 190, 142, 170, 254, 69, 145, 103, 174, 182, 2, 35, 45, 202, 41, 130, 110, 48, 36, 84, 187,  \
        212, 246, 201, 24, 180, 33, 14, 231, 227, 171, 236, 94, 20, 112, 239, 111, 34, 63, 209, 172, 149, 47, 233, 4,  \
        72, 71, 178, 74, 100, 159, 128, 77, 29, 238, 125, 57, 186, 198, 237, 76, 15, 245, 248, 46, 251, 31, 205, 80,   \
        243, 147, 68, 131, 124, 43, 161, 67, 250, 13, 214, 213, 228, 210, 157, 163, 96, 215, 199, 255, 87, 138, 226,   \
        185, 247, 219, 3, 49, 54, 79, 62, 195, 183, 16, 56, 168, 221, 104, 91, 78, 44, 216, 50, 7, 121, 113, 253, 116, \
        167, 40, 144, 117, 181, 51, 21, 98, 244, 234, 53, 126, 8, 140, 137, 211, 143, 184, 229, 192, 134, 38, 119,     \
        150, 30, 223, 75, 118, 132, 5, 90, 92, 55, 93, 37, 70, 160, 81, 225, 136, 193, 148, 61, 242, 129, 95, 6, 107,  \
        106, 120, 99, 230, 241, 176, 105, 73, 85, 169, 207, 115, 222, 89, 109

#define GROUP_ORDER_8 255

/* The logarithm of 0, above any sum of three true logarithms. From here on power[] is 0, so
 * products of up to three factors (one at least not 0) need neither a test for 0 nor a reduction
 * mod 255. */
#define LOG_OF_ZERO (3 * GROUP_ORDER_8)

static const uint8_t power[2 * LOG_OF_ZERO + GROUP_ORDER_8] = {
    POWERS_OF_18,
    POWERS_OF_18,
    POWERS_OF_18,
};

static const uint16_t logarithm[256] = {
    765, 0,   85,  170, 119, 221, 238, 187, 204, 17,  51,  68,  34,  153, 102, 136, 177, 27,  1,   16,  108, 198,
    64,  4,   99,  54,  32,  2,   8,   128, 216, 141, 7,   101, 112, 86,  93,  226, 213, 46,  193, 89,  28,  149,
    184, 87,  139, 117, 92,  171, 186, 197, 14,  202, 172, 224, 178, 131, 56,  43,  23,  234, 174, 113, 41,  5,
    62,  151, 146, 80,  227, 121, 120, 247, 123, 218, 135, 127, 183, 173, 143, 229, 74,  65,  94,  248, 20,  164,
    30,  253, 222, 182, 223, 225, 107, 237, 160, 37,  199, 242, 124, 47,  10,  82,  181, 246, 240, 239, 15,  254,
    91,  111, 109, 189, 60,  251, 191, 195, 219, 214, 241, 188, 40,  73,  148, 130, 203, 31,  126, 236, 90,  147,
    220, 3,   212, 13,  231, 206, 165, 57,  205, 48,  77,  208, 194, 81,  19,  145, 233, 116, 215, 33,  21,  44,
    25,  49,  71,  158, 18,  125, 228, 150, 59,  159, 53,  67,  55,  192, 179, 249, 78,  105, 115, 12,  83,  52,
    245, 72,  122, 29,  100, 196, 84,  176, 209, 167, 132, 95,  11,  69,  76,  70,  211, 232, 66,  175, 35,  38,
    133, 162, 50,  98,  88,  42,  61,  142, 36,  250, 75,  114, 157, 207, 96,  155, 154, 161, 185, 6,   26,  169,
    39,  180, 252, 217, 24,  230, 166, 104, 156, 210, 243, 103, 63,  118, 201, 45,  106, 134, 129, 110, 58,  244,
    235, 144, 200, 137, 97,  168, 138, 22,  152, 140, 9,   190, 79,  163,
};

/* clang-format on */

/* --- the field of 8 bits --- */

static uint32_t multiply_8(uint32_t a, uint32_t b)
{
    return power[logarithm[a] + logarithm[b]];
}

static uint32_t multiply_by_half_fermat_8(uint32_t a)
{
    return multiply_8(a, HALF_FERMAT_8);
}

/* a x b x 2^7 with one look-up less than by two products */
static uint32_t multiply_with_half_fermat_8(uint32_t a, uint32_t b)
{
    return power[logarithm[a] + logarithm[b] + logarithm[HALF_FERMAT_8]];
}

static uint32_t square_8(uint32_t a)
{
    return multiply_8(a, a);
}

static uint32_t sqrt_8(uint32_t a)
{
    if (a == 0)
        return 0;
    uint32_t log = logarithm[a];
    /* 255 is odd: one of log and log + 255 can be halved */
    return power[(log % 2 == 0 ? log : log + GROUP_ORDER_8) / 2];
}

/* needs a != 0, as the inverses of the larger fields do */
static uint32_t inverse_8(uint32_t a)
{
    return power[GROUP_ORDER_8 - logarithm[a]];
}

/* --- the field of 16 bits --- */

static uint32_t multiply_16(uint32_t a, uint32_t b)
{
    uint32_t a1 = a >> 8, a0 = a & 0xff;
    uint32_t b1 = b >> 8, b0 = b & 0xff;
    uint32_t low = multiply_8(a0, b0);
    uint32_t high = multiply_8(a1 ^ a0, b1 ^ b0) ^ low;
    return high << 8 | (low ^ multiply_with_half_fermat_8(a1, b1));
}

/* a x 2^15. With Y = 2^8: 2^15 = (Y/2) Y, so (a1 Y + a0)(Y/2) Y = (Y/2)(a1 + a0) Y + (Y/2)^2 a1. */
static uint32_t multiply_by_half_fermat_16(uint32_t a)
{
    uint32_t a1 = a >> 8, a0 = a & 0xff;
    uint32_t high = multiply_by_half_fermat_8(a1 ^ a0);
    return high << 8 | multiply_with_half_fermat_8(a1, HALF_FERMAT_8);
}

static uint32_t square_16(uint32_t a)
{
    uint32_t high = square_8(a >> 8);
    return high << 8 | (square_8(a & 0xff) ^ multiply_by_half_fermat_8(high));
}

/* The upper half of a square is the square of the upper half; take it out of the lower half. */
static uint32_t sqrt_16(uint32_t a)
{
    uint32_t a1 = a >> 8, a0 = a & 0xff;
    return sqrt_8(a1) << 8 | sqrt_8(a0 ^ multiply_by_half_fermat_8(a1));
}

/* The conjugate of a1 X + a0 is a1 X + (a1 + a0). Its product with a, the norm
 * a0 (a1 + a0) + (X/2) a1^2, lies in the smaller field, and conjugate / norm is the inverse. */
static uint32_t inverse_16(uint32_t a)
{
    uint32_t a1 = a >> 8, sum = a1 ^ (a & 0xff);
    uint32_t norm = multiply_8(a & 0xff, sum) ^ multiply_with_half_fermat_8(a1, a1);
    uint32_t scale = inverse_8(norm);
    return multiply_8(a1, scale) << 8 | multiply_8(sum, scale);
}

/* --- the field of 32 bits; each function as its namesake of 16 bits --- */

static uint32_t multiply_32(uint32_t a, uint32_t b)
{
    uint32_t a1 = a >> 16, a0 = a & 0xffff;
    uint32_t b1 = b >> 16, b0 = b & 0xffff;
    uint32_t low = multiply_16(a0, b0);
    uint32_t high = multiply_16(a1 ^ a0, b1 ^ b0) ^ low;
    return high << 16 | (low ^ multiply_by_half_fermat_16(multiply_16(a1, b1)));
}

static uint32_t multiply_by_half_fermat_32(uint32_t a)
{
    uint32_t a1 = a >> 16, a0 = a & 0xffff;
    uint32_t high = multiply_by_half_fermat_16(a1 ^ a0);
    uint32_t low = multiply_by_half_fermat_16(multiply_by_half_fermat_16(a1));
    return high << 16 | low;
}

static uint32_t square_32(uint32_t a)
{
    uint32_t high = square_16(a >> 16);
    return high << 16 | (square_16(a & 0xffff) ^ multiply_by_half_fermat_16(high));
}

static uint32_t sqrt_32(uint32_t a)
{
    uint32_t a1 = a >> 16, a0 = a & 0xffff;
    return sqrt_16(a1) << 16 | sqrt_16(a0 ^ multiply_by_half_fermat_16(a1));
}

static uint32_t inverse_32(uint32_t a)
{
    uint32_t a1 = a >> 16, sum = a1 ^ (a & 0xffff);
    uint32_t norm = multiply_16(a & 0xffff, sum) ^ multiply_by_half_fermat_16(square_16(a1));
    uint32_t scale = inverse_16(norm);
    return multiply_16(a1, scale) << 16 | multiply_16(sum, scale);
}

/* --- the field of 64 bits --- */

static uint32_t upper(uint64_t a)
{
    return (uint32_t)(a >> 32);
}

static uint32_t nimber_lower(uint64_t a)
{
    return (uint32_t)a;
}

static uint64_t nimber_join(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

uint64_t nim_mul_by_halves(uint64_t a, uint64_t b)
{
    uint32_t a1 = upper(a), a0 = nimber_lower(a);
    uint32_t b1 = upper(b), b0 = nimber_lower(b);
    uint32_t low = multiply_32(a0, b0);
    uint32_t high = multiply_32(a1 ^ a0, b1 ^ b0) ^ low;
    return nimber_join(high, low ^ multiply_by_half_fermat_32(multiply_32(a1, b1)));
}

uint64_t grundy_nim_square(uint64_t a)
{
    uint32_t high = square_32(upper(a));
    return nimber_join(high, square_32(nimber_lower(a)) ^ multiply_by_half_fermat_32(high));
}

uint64_t grundy_nim_sqrt(uint64_t a)
{
    uint32_t a1 = upper(a);
    return nimber_join(sqrt_32(a1), sqrt_32(nimber_lower(a) ^ multiply_by_half_fermat_32(a1)));
}

bool grundy_nim_inv(uint64_t a, uint64_t *inverse)
{
    if (a == 0)
        return false;
    uint32_t a1 = upper(a), sum = a1 ^ nimber_lower(a);
    uint32_t norm = multiply_32(nimber_lower(a), sum) ^ multiply_by_half_fermat_32(square_32(a1));
    uint32_t scale = inverse_32(norm);
    *inverse = nimber_join(multiply_32(a1, scale), multiply_32(sum, scale));
    return true;
}

bool grundy_nim_div(uint64_t a, uint64_t b, uint64_t *quotient)
{
    uint64_t inverse;
    if (!grundy_nim_inv(b, &inverse))
        return false;
    *quotient = grundy_nim_mul(a, inverse);
    return true;
}

uint64_t grundy_nim_pow(uint64_t a, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = grundy_nim_mul(result, a);
        a = grundy_nim_square(a);
    }
    return result;
}

/* --- the multiplicative group: order and logarithm --- */

/* The primes of 2^64 - 1, the order of the group; none divides it twice. */
static const uint32_t group_primes[] = {3, 5, 17, 257, 641, 65537, 6700417};

#define GROUP_PRIMES (sizeof group_primes / sizeof group_primes[0])

bool grundy_nim_order(uint64_t a, uint64_t *order)
{
    if (a == 0)
        return false;
    uint64_t n = UINT64_MAX;
    for (size_t i = 0; i < GROUP_PRIMES; i++)
        if (grundy_nim_pow(a, n / group_primes[i]) == 1)
            n /= group_primes[i];
    *order = n;
    return true;
}

#define BABY_STEPS 2589 /* the square root of the largest prime, rounded up */
#define SLOT_BITS 12
#define SLOTS (1U << SLOT_BITS)

/* A hash table from the powers base^0, base^1 ... to their exponents, small enough for a stack. */
typedef struct {
    uint32_t count;
    uint64_t value[BABY_STEPS];
    uint16_t slot[SLOTS]; /* 1 + an index into value, or 0 if free */
} baby_steps;

/* The slot that holds value, or the free one where it belongs. */
static uint16_t *baby_steps_slot(baby_steps *steps, uint64_t value)
{
    /* multiplicative hashing: 2^64 over the golden ratio spreads close values well */
    uint64_t i = value * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS);
    while (steps->slot[i] != 0 && steps->value[steps->slot[i] - 1] != value)
        i = (i + 1) % SLOTS;
    return &steps->slot[i];
}

/* Enters base^0 ... base^(count-1), which are distinct, and returns base^count. */
static uint64_t take_baby_steps(baby_steps *steps, uint64_t base, uint32_t count)
{
    uint64_t value = 1;
    memset(steps->slot, 0, sizeof steps->slot);
    for (steps->count = 0; steps->count < count; value = grundy_nim_mul(value, base)) {
        uint16_t *slot = baby_steps_slot(steps, value);
        steps->value[steps->count++] = value;
        *slot = (uint16_t)steps->count;
    }
    return value;
}

static uint32_t sqrt_rounded_up(uint32_t n)
{
    uint32_t root = 0;
    while ((uint64_t)root * root < n)
        root++;
    return root;
}

/* The y < prime with base^y = a, for a base of order prime and an a among its powers. */
static uint32_t log_to_base_of_prime_order(uint64_t base, uint64_t a, uint32_t prime)
{
    baby_steps steps;
    uint32_t count = sqrt_rounded_up(prime);
    uint64_t giant_step = 0;
    (void)grundy_nim_inv(take_baby_steps(&steps, base, count), &giant_step);
    /* y = count * giant + baby with both below count, so the search succeeds */
    uint32_t giant = 0;
    uint16_t slot = *baby_steps_slot(&steps, a);
    for (; slot == 0 && giant < count; giant++) {
        a = grundy_nim_mul(a, giant_step);
        slot = *baby_steps_slot(&steps, a);
    }
    return count * giant + slot - 1;
}

/* log_among_powers - the logarithm of a power of base
 *
 * Pohlig and Hellman: x = log a is found one prime at a time. With x known mod m as known,
 * a base^-known is base^(m t) for an unknown t, and its power to order / (m p) is
 * (base^(order/p))^t, which gives t mod p and so x mod m p.
 */
static uint64_t log_among_powers(uint64_t base, uint64_t order, uint64_t a)
{
    uint64_t known = 0, modulus = 1, inverse = 0;
    (void)grundy_nim_inv(base, &inverse);
    for (size_t i = 0; i < GROUP_PRIMES; i++) {
        uint32_t prime = group_primes[i];
        if (order % prime != 0)
            continue;
        uint64_t rest = grundy_nim_mul(a, grundy_nim_pow(inverse, known));
        uint64_t target = grundy_nim_pow(rest, order / modulus / prime);
        uint64_t root = grundy_nim_pow(base, order / prime);
        known += modulus * log_to_base_of_prime_order(root, target, prime);
        modulus *= prime;
    }
    return known;
}

bool grundy_nim_log(uint64_t base, uint64_t a, uint64_t *exponent)
{
    uint64_t order;
    if (!grundy_nim_order(base, &order)) {
        if (a > 1)
            return false;
        *exponent = a == 0;
        return true;
    }
    /* in a cyclic group the powers of base are the elements whose order divides its order */
    if (grundy_nim_pow(a, order) != 1)
        return false;
    *exponent = log_among_powers(base, order, a);
    return true;
}
