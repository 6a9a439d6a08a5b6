/* Nim arithmetic against its definition, the field axioms and published sequences. */
#include "math/nimber.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define RANDOM_ROUNDS 2000
#define GROUP_ORDER UINT64_MAX
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const uint32_t group_primes[] = {3, 5, 17, 257, 641, 65537, 6700417};

/* --- random numbers and checks with a witness --- */

static uint64_t random_state;

/* splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators (2014) */
static uint64_t random_word(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* a random nimber of one of the fields of 8, 16, 32, 64 bits, the largest half of the time */
static uint64_t random_nimber(void)
{
    static const unsigned shift[] = {0, 0, 0, 32, 48, 56};
    uint64_t choice = random_word() % LENGTH(shift);
    return random_word() >> shift[choice];
}

static uint64_t random_nonzero(void)
{
    uint64_t a;
    do
        a = random_nimber();
    while (a == 0);
    return a;
}

static void check_equal(uint64_t got, uint64_t expected, const char *what, uint64_t a, uint64_t b)
{
    if (got != expected)
        fail_msg("%s for %" PRIu64 ", %" PRIu64 ": %" PRIu64 " instead of %" PRIu64, what, a, b, got, expected);
}

static uint64_t inverse_of(uint64_t a)
{
    uint64_t inverse = 0;
    assert_true(grundy_nim_inv(a, &inverse));
    return inverse;
}

static uint64_t order_of(uint64_t a)
{
    uint64_t order = 0;
    assert_true(grundy_nim_order(a, &order));
    return order;
}

/* --- judges, slow and plain --- */

static uint8_t defined_product[256][256];

/* mex{ a'b + ab' + a'b' : a' < a, b' < b }; an excluded value carries the current stamp */
static uint8_t product_by_mex(unsigned a, unsigned b)
{
    static uint32_t excluded[256];
    static uint32_t stamp;
    stamp++;
    for (unsigned i = 0; i < a; i++)
        for (unsigned j = 0; j < b; j++)
            excluded[defined_product[i][b] ^ defined_product[a][j] ^ defined_product[i][j]] = stamp;
    unsigned mex = 0;
    while (excluded[mex] == stamp)
        mex++;
    return (uint8_t)mex;
}

static int fill_defined_products(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b <= a; b++)
            defined_product[a][b] = defined_product[b][a] = product_by_mex(a, b);
    return 0;
}

/* 2^i x 2^j by Conway's two rules: a Fermat power times a smaller nimber is the ordinary product,
 * and the square of a Fermat power is 3/2 of it. Each exponent is a sum of powers of 2, so each 2^i
 * is a nim-product of Fermat powers. */
static uint64_t product_of_powers_of_two(unsigned i, unsigned j)
{
    unsigned top = 32;
    while (top != 0 && !((i | j) & top))
        top /= 2;
    if (top == 0)
        return 1;
    unsigned in_both = i & j & top;
    uint64_t rest = product_of_powers_of_two(i & ~top, j & ~top);
    if (!in_both)
        return rest << top;
    uint64_t halved = 0; /* rest x 2^(top-1) */
    for (unsigned k = 0; k < top; k++)
        if (rest >> k & 1)
            halved ^= product_of_powers_of_two(k, top - 1);
    return rest << top ^ halved;
}

static uint64_t product_by_rules(uint64_t a, uint64_t b)
{
    static uint64_t table[64][64];
    if (table[0][0] == 0)
        for (unsigned i = 0; i < 64; i++)
            for (unsigned j = 0; j < 64; j++)
                table[i][j] = product_of_powers_of_two(i, j);
    uint64_t product = 0;
    for (unsigned i = 0; i < 64; i++)
        for (unsigned j = 0; j < 64; j++)
            if ((a >> i & 1) && (b >> j & 1))
                product ^= table[i][j];
    return product;
}

/* --- sum and product --- */

static void sum_has_no_carries(void **state)
{
    (void)state;
    assert_int_equal(grundy_nim_add(3, 5), 6);
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t a = random_nimber(), b = random_nimber(), sum = grundy_nim_add(a, b);
        check_equal(sum, a + b - 2 * (a & b), "sum", a, b);
        check_equal(grundy_nim_add(sum, b), a, "difference", a, b);
    }
}

static void product_is_the_definition(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            check_equal(grundy_nim_mul(a, b), defined_product[a][b], "product", a, b);
}

static void product_follows_conways_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++)
        for (unsigned j = 0; j < 64; j++) {
            uint64_t a = UINT64_C(1) << i, b = UINT64_C(1) << j;
            check_equal(grundy_nim_mul(a, b), product_by_rules(a, b), "product", a, b);
        }
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t a = random_nimber(), b = random_nimber();
        check_equal(grundy_nim_mul(a, b), product_by_rules(a, b), "product", a, b);
    }
}

static void fermat_powers(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits < 64; bits *= 2) {
        uint64_t fermat = UINT64_C(1) << bits;
        check_equal(grundy_nim_mul(fermat, fermat), fermat / 2 * 3, "product", fermat, fermat);
        check_equal(grundy_nim_square(fermat), fermat / 2 * 3, "square", fermat, fermat);
        for (int round = 0; round < 100; round++) {
            uint64_t a = random_word() % fermat;
            check_equal(grundy_nim_mul(fermat, a), a << bits, "product", fermat, a);
        }
    }
}

static void field_axioms(void **state)
{
    (void)state;
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t a = random_nimber(), b = random_nimber(), c = random_nimber();
        uint64_t ab = grundy_nim_mul(a, b), bc = grundy_nim_mul(b, c), ac = grundy_nim_mul(a, c);
        check_equal(ab, grundy_nim_mul(b, a), "commutativity", a, b);
        check_equal(grundy_nim_mul(ab, c), grundy_nim_mul(a, bc), "associativity", a, b);
        check_equal(grundy_nim_mul(a ^ b, c), ac ^ bc, "distributivity", a, b);
        check_equal(grundy_nim_mul(a, 1), a, "product with 1", a, 1);
        check_equal(grundy_nim_mul(a, 0), 0, "product with 0", a, 0);
        assert_true(ab != 0 || a == 0 || b == 0);
    }
}

static void small_fields_are_closed(void **state)
{
    (void)state;
    for (unsigned bits = 8; bits < 64; bits *= 2)
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            uint64_t a = random_word() >> (64 - bits), b = random_word() >> (64 - bits);
            assert_true(grundy_nim_mul(a, b) >> bits == 0);
            assert_true(grundy_nim_sqrt(a) >> bits == 0);
            assert_true(a == 0 || inverse_of(a) >> bits == 0);
        }
}

/* --- square, square root, inverse, quotient --- */

static void check_square_and_root(uint64_t a)
{
    uint64_t square = grundy_nim_square(a), root = grundy_nim_sqrt(a);
    check_equal(square, product_by_rules(a, a), "square", a, a);
    check_equal(product_by_rules(root, root), a, "square of the root", a, root);
    check_equal(grundy_nim_sqrt(square), a, "root of the square", a, square);
}

static void squares_and_roots(void **state)
{
    (void)state;
    for (uint64_t a = 0; a < 512; a++)
        check_square_and_root(a);
    for (unsigned i = 0; i < 64; i++)
        check_square_and_root(UINT64_C(1) << i);
    for (int round = 0; round < RANDOM_ROUNDS; round++)
        check_square_and_root(random_nimber());
}

static void check_inverse(uint64_t a)
{
    uint64_t inverse = inverse_of(a);
    check_equal(product_by_rules(a, inverse), 1, "product with the inverse", a, inverse);
}

static void inverses(void **state)
{
    (void)state;
    for (uint64_t a = 1; a < 512; a++)
        check_inverse(a);
    for (unsigned i = 0; i < 64; i++) {
        check_inverse(UINT64_C(1) << i);
        check_inverse(UINT64_MAX >> i);
    }
    for (int round = 0; round < RANDOM_ROUNDS; round++)
        check_inverse(random_nonzero());
}

static void quotients(void **state)
{
    (void)state;
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t a = random_nimber(), b = random_nonzero(), quotient = 0;
        assert_true(grundy_nim_div(a, b, &quotient));
        check_equal(grundy_nim_mul(b, quotient), a, "b times a/b", a, b);
    }
}

static void zero_divides_nothing(void **state)
{
    (void)state;
    uint64_t untouched = 77;
    assert_false(grundy_nim_inv(0, &untouched));
    assert_false(grundy_nim_div(5, 0, &untouched));
    assert_false(grundy_nim_div(0, 0, &untouched));
    assert_false(grundy_nim_order(0, &untouched));
    assert_int_equal(untouched, 77);
}

/* --- power, order, logarithm --- */

static void powers(void **state)
{
    (void)state;
    assert_int_equal(grundy_nim_pow(0, 0), 1);
    assert_int_equal(grundy_nim_pow(0, 1), 0);
    assert_int_equal(grundy_nim_pow(0, UINT64_MAX), 0);
    for (int round = 0; round < 200; round++) {
        uint64_t a = random_nonzero(), product = 1;
        for (uint64_t e = 0; e < 70; e++) {
            check_equal(grundy_nim_pow(a, e), product, "power", a, e);
            product = grundy_nim_mul(product, a);
        }
        uint64_t e = random_word(), f = random_word() % e;
        uint64_t split = grundy_nim_mul(grundy_nim_pow(a, f), grundy_nim_pow(a, e - f));
        check_equal(grundy_nim_pow(a, e), split, "power", a, e);
        check_equal(grundy_nim_pow(a, GROUP_ORDER), 1, "power", a, GROUP_ORDER);
    }
}

static void the_primes_make_the_group_order(void **state)
{
    (void)state;
    uint64_t product = 1;
    for (size_t i = 0; i < LENGTH(group_primes); i++)
        product *= group_primes[i];
    assert_true(product == GROUP_ORDER);
}

/* for a below 65536, whose order is below that too */
static uint64_t order_by_counting(uint64_t a)
{
    uint64_t order = 1;
    for (uint64_t power = a; power != 1 && order < 65536; power = grundy_nim_mul(power, a))
        order++;
    return order;
}

static void check_order(uint64_t a)
{
    uint64_t order = order_of(a);
    check_equal(grundy_nim_pow(a, order), 1, "power to the order", a, order);
    for (size_t i = 0; i < LENGTH(group_primes); i++)
        if (order % group_primes[i] == 0)
            assert_true(grundy_nim_pow(a, order / group_primes[i]) != 1);
}

static void orders(void **state)
{
    (void)state;
    for (uint64_t a = 1; a < 256; a++)
        check_equal(order_of(a), order_by_counting(a), "order", a, 0);
    for (int round = 0; round < 20; round++) {
        uint64_t a = 256 + random_word() % (65536 - 256);
        check_equal(order_of(a), order_by_counting(a), "order", a, 0);
    }
    for (int round = 0; round < 200; round++)
        check_order(random_nonzero());
}

/* The least e < 256 with base^e = a, by trying each; base and a are below 256. */
static bool log_by_trying(uint64_t base, uint64_t a, uint64_t *exponent)
{
    uint64_t power = 1;
    for (uint64_t e = 0; e < 256; e++) {
        if (power == a) {
            *exponent = e;
            return true;
        }
        power = defined_product[power][base];
    }
    return false;
}

static void check_log_by_trying(uint64_t base, uint64_t a)
{
    uint64_t got = 999, expected = 999;
    bool exists = log_by_trying(base, a, &expected);
    if (grundy_nim_log(base, a, &got) != exists)
        fail_msg("log of %" PRIu64 " to the base %" PRIu64 " should %sexist", a, base, exists ? "" : "not ");
    check_equal(got, expected, "log (base, number)", base, a);
}

static void logarithms_below_256(void **state)
{
    (void)state;
    for (uint64_t base = 0; base < 32; base++)
        for (uint64_t a = 0; a < 256; a++)
            check_log_by_trying(base, a);
    for (int round = 0; round < RANDOM_ROUNDS; round++)
        check_log_by_trying(random_word() % 256, random_word() % 256);
}

static uint64_t primitive_nimber(void)
{
    uint64_t a;
    do
        a = random_nonzero();
    while (order_of(a) != GROUP_ORDER);
    return a;
}

static void check_log_of_power(uint64_t base, uint64_t e)
{
    uint64_t got = 0;
    assert_true(grundy_nim_log(base, grundy_nim_pow(base, e), &got));
    check_equal(got, e % order_of(base), "log of a power (base, exponent)", base, e);
}

static void logarithms_of_powers(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++)
        check_log_of_power(random_nonzero(), random_word());
    uint64_t base = primitive_nimber();
    for (uint64_t e = 0; e < 5; e++) {
        check_log_of_power(base, e);
        check_log_of_power(base, GROUP_ORDER - e);
    }
}

/* The ends of the search of baby and giant steps: the first and last exponents of the group of
 * order p, and those about each multiple of the number of baby steps. */
static void logarithms_in_a_group_of_prime_order(void **state)
{
    (void)state;
    uint64_t generator = primitive_nimber();
    for (size_t i = 0; i < LENGTH(group_primes); i++) {
        uint64_t prime = group_primes[i];
        uint64_t base = grundy_nim_pow(generator, GROUP_ORDER / prime);
        assert_true(order_of(base) == prime);
        for (uint64_t e = 0; e < 3; e++) {
            check_log_of_power(base, e);
            check_log_of_power(base, prime - 1 - e);
            check_log_of_power(base, 2588 + e);
            check_log_of_power(base, (uint64_t)2589 * 2587 + e);
        }
    }
}

/* Only a p-th part of the nonzero nimbers are powers of a p-th power. */
static void logarithms_outside_the_group(void **state)
{
    (void)state;
    uint64_t generator = primitive_nimber(), untouched = 77;
    for (size_t i = 0; i < LENGTH(group_primes); i++) {
        uint64_t base = grundy_nim_pow(generator, group_primes[i]);
        assert_false(grundy_nim_log(base, generator, &untouched));
        assert_false(grundy_nim_log(base, 0, &untouched));
    }
    assert_false(grundy_nim_log(0, UINT64_MAX, &untouched));
    assert_false(grundy_nim_log(1, 2, &untouched));
    assert_int_equal(untouched, 77);
}

/* --- published sequences --- */

static void check_sequence(const char *name, const uint64_t *expected, size_t length,
                           uint64_t (*term)(uint64_t n, uint64_t parameter), uint64_t parameter)
{
    for (uint64_t n = 0; n < length; n++)
        check_equal(term(n, parameter), expected[n], name, n, parameter);
}

static uint64_t square_term(uint64_t n, uint64_t unused)
{
    (void)unused;
    return grundy_nim_square(n);
}

static uint64_t root_term(uint64_t n, uint64_t unused)
{
    (void)unused;
    return grundy_nim_sqrt(n);
}

static uint64_t power_term(uint64_t n, uint64_t base)
{
    return grundy_nim_pow(base, n);
}

static uint64_t shifted_term(uint64_t n, uint64_t factor)
{
    return grundy_nim_mul(factor, UINT64_C(1) << n);
}

static const uint64_t A006015[] = {
    0,  2,  3,  1,  8,   10,  11,  9,   12,  14,  15,  13,  4,   6,   7,   5,   32,  34,  35,  33,
    40, 42, 43, 41, 44,  46,  47,  45,  36,  38,  39,  37,  48,  50,  51,  49,  56,  58,  59,  57,
    60, 62, 63, 61, 52,  54,  55,  53,  16,  18,  19,  17,  24,  26,  27,  25,  28,  30,  31,  29,
    20, 22, 23, 21, 128, 130, 131, 129, 136, 138, 139, 137, 140, 142, 143, 141, 132, 134, 135, 133,
};

static const uint64_t A004468[] = {
    0,  3,  1,  2,  12,  15,  13,  14,  4,   7,   5,   6,   8,   11,  9,   10,  48,  51,  49,  50,
    60, 63, 61, 62, 52,  55,  53,  54,  56,  59,  57,  58,  16,  19,  17,  18,  28,  31,  29,  30,
    20, 23, 21, 22, 24,  27,  25,  26,  32,  35,  33,  34,  44,  47,  45,  46,  36,  39,  37,  38,
    40, 43, 41, 42, 192, 195, 193, 194, 204, 207, 205, 206, 196, 199, 197, 198, 200, 203, 201, 202,
};

static const uint64_t A006042[] = {
    0,  1,  3,  2,  6,  7,  5,  4,  13, 12, 14, 15, 11, 10, 8,  9,  24, 25,
    27, 26, 30, 31, 29, 28, 21, 20, 22, 23, 19, 18, 16, 17, 52, 53, 55, 54,
};

static const uint64_t A160679[] = {
    0,  1,  3,  2,  7,  6,  4,  5,  14, 15, 13, 12, 9,  8,  10, 11, 30,
    31, 29, 28, 25, 24, 26, 27, 16, 17, 19, 18, 23, 22, 20, 21, 57, 56,
};

static const uint64_t A051776[] = {
    1,  2,  2, 3, 3,  3,  4, 1,  1,  4, 5, 8, 2,  8, 5, 6,  10, 12,
    12, 10, 6, 7, 11, 15, 6, 15, 11, 7, 8, 9, 13, 2, 2, 13, 9,  8,
};

static const uint64_t A335160[] = {
    8,
    12,
    11,
    13,
    128,
    192,
    176,
    208,
    2048,
    3072,
    2816,
    3328,
    32768,
    49152,
    45056,
    53248,
    524288,
    786432,
    720896,
    851968,
    8388608,
    12582912,
    11534336,
    13631488,
    134217728,
    201326592,
    184549376,
    218103808,
    2147483648,
    3221225472,
    2952790016,
    3489660928,
    34359738368,
    51539607552,
    47244640256,
    55834574848,
    549755813888,
    824633720832,
    755914244096,
    893353197568,
    8796093022208,
    13194139533312,
    12094627905536,
    14293651161088,
    140737488355328,
    211106232532992,
    193514046488576,
    228698418577408,
    2251799813685248,
    3377699720527872,
    3096224743817216,
};

static const uint64_t A335163[] = {
    1, 4, 6, 14, 5, 2, 8, 11, 7, 10, 3, 12, 13, 9, 15, 1, 4, 6, 14, 5, 2, 8, 11, 7, 10, 3, 12, 13, 9, 15, 1, 4,
};

static const uint64_t A335165[] = {
    1, 6, 5, 8, 7, 3, 13, 15, 4, 14, 2, 11, 10, 12, 9, 1, 6, 5, 8, 7, 3, 13, 15, 4, 14, 2, 11, 10, 12, 9, 1, 6,
};

static const uint64_t A335167[] = {
    1, 8, 13, 14, 10, 1, 8, 13, 14, 10, 1, 8,
};

static const uint64_t A335169[] = {
    1, 10, 14, 13, 8, 1, 10, 14, 13, 8, 1, 10,
};

static void published_products(void **state)
{
    (void)state;
    check_sequence("A006015", A006015, LENGTH(A006015), grundy_nim_mul, 2);
    check_sequence("A004468", A004468, LENGTH(A004468), grundy_nim_mul, 3);
    check_sequence("A335160", A335160, LENGTH(A335160), shifted_term, 8);
}

static void published_product_table(void **state)
{
    (void)state;
    size_t next = 0;
    for (uint64_t sum = 2; next < LENGTH(A051776); sum++)
        for (uint64_t m = 1; m < sum; m++)
            check_equal(grundy_nim_mul(sum - m, m), A051776[next++], "A051776", sum - m, m);
}

static void published_squares_and_roots(void **state)
{
    (void)state;
    check_sequence("A006042", A006042, LENGTH(A006042), square_term, 0);
    check_sequence("A160679", A160679, LENGTH(A160679), root_term, 0);
}

static void published_powers(void **state)
{
    (void)state;
    check_sequence("A335163", A335163, LENGTH(A335163), power_term, 4);
    check_sequence("A335165", A335165, LENGTH(A335165), power_term, 6);
    check_sequence("A335167", A335167, LENGTH(A335167), power_term, 8);
    check_sequence("A335169", A335169, LENGTH(A335169), power_term, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_has_no_carries),
        cmocka_unit_test(product_is_the_definition),
        cmocka_unit_test(product_follows_conways_rules),
        cmocka_unit_test(fermat_powers),
        cmocka_unit_test(field_axioms),
        cmocka_unit_test(small_fields_are_closed),
        cmocka_unit_test(squares_and_roots),
        cmocka_unit_test(inverses),
        cmocka_unit_test(quotients),
        cmocka_unit_test(zero_divides_nothing),
        cmocka_unit_test(powers),
        cmocka_unit_test(the_primes_make_the_group_order),
        cmocka_unit_test(orders),
        cmocka_unit_test(logarithms_below_256),
        cmocka_unit_test(logarithms_of_powers),
        cmocka_unit_test(logarithms_in_a_group_of_prime_order),
        cmocka_unit_test(logarithms_outside_the_group),
        cmocka_unit_test(published_products),
        cmocka_unit_test(published_product_table),
        cmocka_unit_test(published_squares_and_roots),
        cmocka_unit_test(published_powers),
    };
    const char *seed = getenv("GRUNDY_SEED");
    random_state = seed ? strtoull(seed, NULL, 0) : 1;
    printf("GRUNDY_SEED=%" PRIu64 "\n", random_state);
    return cmocka_run_group_tests(tests, fill_defined_products, NULL);
}
