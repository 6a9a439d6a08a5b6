/* The change of basis behind nim-products, and every way to multiply that this processor can do. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "math/nim_path.h"

enum { LENGTHS = 40, LONG = 5000 };

static uint64_t seed = 20240607;

static uint64_t power_of_r(unsigned i)
{
    return nim_apply(NIM_MAP_FROM_POLYNOMIAL, UINT64_C(1) << i);
}

/* r is a root of the polynomial, and x^i goes to r^i: so the map is a homomorphism of rings. */
static void polynomial_basis_is_a_basis_of_powers(void **state)
{
    (void)state;
    uint64_t r = power_of_r(1);
    assert_true(r == UINT64_C(0x402884ca01f7c6b2));
    assert_true(power_of_r(0) == 1);
    for (unsigned i = 1; i < 64; i++)
        assert_true(power_of_r(i) == nim_mul_by_halves(power_of_r(i - 1), r));
    assert_true(nim_mul_by_halves(power_of_r(63), r) == (power_of_r(4) ^ power_of_r(3) ^ r ^ 1));
    for (unsigned i = 0; i < 64; i++) {
        uint64_t bit = UINT64_C(1) << i;
        assert_true(nim_apply(NIM_MAP_TO_POLYNOMIAL, power_of_r(i)) == bit);
        assert_true(nim_apply(NIM_MAP_FROM_POLYNOMIAL, nim_apply(NIM_MAP_TO_POLYNOMIAL, bit)) == bit);
    }
    for (uint64_t conjugate = nim_mul_by_halves(r, r); conjugate != r;
         conjugate = nim_mul_by_halves(conjugate, conjugate))
        assert_true(conjugate > r);
}

static void squares_and_roots_of_the_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        uint64_t bit = UINT64_C(1) << i, root = nim_apply(NIM_MAP_SQRT, bit);
        assert_true(nim_apply(NIM_MAP_SQUARE, bit) == nim_mul_by_halves(bit, bit));
        assert_true(nim_mul_by_halves(root, root) == bit);
    }
}

/* The table of bytes is the linear map that its bits give. */
static void tables_are_linear(void **state)
{
    (void)state;
    for (unsigned map = 0; map < NIM_MAPS; map++)
        for (unsigned k = 0; k < 8; k++)
            for (unsigned x = 0; x < 256; x++) {
                uint64_t sum = 0;
                for (unsigned b = 0; b < 8; b++)
                    sum ^= x >> b & 1 ? nim_table[map][k][1U << b] : 0;
                assert_true(nim_table[map][k][x] == sum);
            }
}

/* All pairs of bits: with additivity, which the next test samples, this is the whole product. */
static void products_of_bits(void **state)
{
    (void)state;
    const nim_path *path;
    for (size_t p = 0; (path = nim_path_at(p)) != NULL; p++) {
        if (!path->usable())
            continue;
        for (unsigned i = 0; i < 64; i++)
            for (unsigned j = 0; j < 64; j++) {
                uint64_t a = UINT64_C(1) << i, b = UINT64_C(1) << j, expected = nim_mul_by_halves(a, b), out = 0;
                path->multiply_n(&a, &b, &out, 1);
                if (out != expected || path->multiply(a, b) != expected)
                    fail_msg("%s: 2^%u x 2^%u is %" PRIu64 " or %" PRIu64 ", not %" PRIu64, path->name, i, j, out,
                             path->multiply(a, b), expected);
            }
    }
}

/* Random factors, all bits set among them (the most ones that can meet in a place), of every small length. */
static void random_products(void **state)
{
    (void)state;
    const nim_path *path;
    uint64_t a[LENGTHS], b[LENGTHS], out[LENGTHS + 1];
    for (size_t p = 0; (path = nim_path_at(p)) != NULL; p++) {
        if (!path->usable())
            continue;
        for (size_t n = 0; n <= 50 * LENGTHS; n++) {
            size_t length = n % (LENGTHS + 1);
            for (size_t i = 0; i < length; i++) {
                a[i] = n % 5 == 0 ? UINT64_MAX >> i : grundy_random(&seed);
                b[i] = n % 7 == 0 ? UINT64_MAX << i : grundy_random(&seed) >> (n % 64);
            }
            out[length] = 4711;
            path->multiply_n(a, b, out, length);
            assert_true(out[length] == 4711);
            for (size_t i = 0; i < length; i++)
                if (out[i] != nim_mul_by_halves(a[i], b[i]) || path->multiply(a[i], b[i]) != out[i])
                    fail_msg("%s: product %zu of %" PRIu64 " and %" PRIu64, path->name, i, a[i], b[i]);
        }
    }
}

static void maps_of_every_path(void **state)
{
    (void)state;
    const nim_path *path;
    uint64_t a[LENGTHS], out[LENGTHS + 1];
    for (size_t p = 0; (path = nim_path_at(p)) != NULL; p++)
        for (size_t length = 0; path->usable() && length <= LENGTHS; length++)
            for (unsigned map = 0; map < NIM_MAPS; map++) {
                for (size_t i = 0; i < length; i++)
                    a[i] = grundy_random(&seed);
                out[length] = 4711;
                path->apply_n((nim_map)map, a, out, length);
                assert_true(out[length] == 4711);
                for (size_t i = 0; i < length; i++)
                    assert_true(out[i] == nim_apply((nim_map)map, a[i]));
                path->apply_n((nim_map)map, a, a, length);
                assert_memory_equal(a, out, length * sizeof *a);
            }
}

static uint64_t nonzero(void)
{
    uint64_t a = grundy_random(&seed);
    return a == 0 ? 1 : a;
}

/* The public functions against those for one nimber, in place too. */
static void bulk_is_one_by_one(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 2, 3, 7, 64, 511, 512, 513, LONG};
    static uint64_t a[LONG], b[LONG], products[LONG], inverses[LONG], quotients[LONG], roots[LONG], squares[LONG];
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        size_t n = lengths[l];
        for (size_t i = 0; i < n; i++) {
            a[i] = nonzero();
            b[i] = nonzero();
        }
        grundy_nim_mul_n(a, b, products, n);
        grundy_nim_square_n(a, squares, n);
        grundy_nim_sqrt_n(a, roots, n);
        assert_true(grundy_nim_inv_n(a, inverses, n));
        assert_true(grundy_nim_div_n(a, b, quotients, n));
        for (size_t i = 0; i < n; i++) {
            uint64_t inverse = 0, quotient = 0;
            assert_true(grundy_nim_inv(a[i], &inverse) && grundy_nim_div(a[i], b[i], &quotient));
            assert_true(products[i] == grundy_nim_mul(a[i], b[i]) && squares[i] == grundy_nim_square(a[i]));
            assert_true(roots[i] == grundy_nim_sqrt(a[i]) && inverses[i] == inverse && quotients[i] == quotient);
            assert_true(grundy_nim_mul(a[i], b[i]) == nim_mul_by_halves(a[i], b[i]));
        }
        assert_true(grundy_nim_inv_n(a, a, n));
        assert_memory_equal(a, inverses, n * sizeof *a);
        assert_true(grundy_nim_inv_n(a, a, n));
        assert_true(grundy_nim_div_n(a, b, b, n));
        assert_memory_equal(b, quotients, n * sizeof *b);
        grundy_nim_mul_n(a, a, a, n);
        assert_memory_equal(a, squares, n * sizeof *a);
    }
}

static void zero_has_no_inverse(void **state)
{
    (void)state;
    uint64_t a[600], out[600];
    for (size_t zero = 0; zero < 600; zero += 599) {
        for (size_t i = 0; i < 600; i++) {
            a[i] = i == zero ? 0 : 5;
            out[i] = 42;
        }
        assert_false(grundy_nim_inv_n(a, out, 600));
        assert_false(grundy_nim_div_n(out, a, out, 600));
        for (size_t i = 0; i < 600; i++)
            assert_true(out[i] == 42);
        assert_true(grundy_nim_div_n(a, out, out, 600));
        assert_true(out[zero] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomial_basis_is_a_basis_of_powers),
        cmocka_unit_test(squares_and_roots_of_the_bits),
        cmocka_unit_test(tables_are_linear),
        cmocka_unit_test(products_of_bits),
        cmocka_unit_test(random_products),
        cmocka_unit_test(maps_of_every_path),
        cmocka_unit_test(bulk_is_one_by_one),
        cmocka_unit_test(zero_has_no_inverse),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
