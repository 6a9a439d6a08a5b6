/* Nimbers above 2^64: against the rules for powers of 2 and the field axioms; and the calculator on them. */
#include "asking.h"
#include "math/large_nimber.h"

enum { WORDS = 4, BITS = 64 * WORDS };

static uint64_t seed = 496;

/* 2^i x 2^j by Conway's rules, as in test_nimber.c, added to a nimber of WORDS words. */
static void add_product_of_powers(unsigned i, unsigned j, unsigned shift, uint64_t *sum)
{
    unsigned top = BITS / 2;
    while (top != 0 && !((i | j) & top))
        top /= 2;
    if (top == 0) {
        sum[shift / 64] ^= UINT64_C(1) << shift % 64;
        return;
    }
    add_product_of_powers(i & ~top, j & ~top, shift + top, sum);
    if (!(i & j & top))
        return;
    uint64_t rest[WORDS] = {0};
    add_product_of_powers(i & ~top, j & ~top, 0, rest);
    for (unsigned k = 0; k < top; k++)
        if (rest[k / 64] >> k % 64 & 1)
            add_product_of_powers(k, top - 1, shift, sum);
}

static void products_of_powers_of_two(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= WORDS; n *= 2)
        for (unsigned round = 0; round < 3000; round++) {
            unsigned i = (unsigned)(grundy_random(&seed) % (64 * n)), j = (unsigned)(grundy_random(&seed) % (64 * n));
            uint64_t a[WORDS] = {0}, b[WORDS] = {0}, out[WORDS] = {0}, expected[WORDS] = {0},
                     scratch[LARGE_NIM_SCRATCH(WORDS)];
            a[i / 64] = UINT64_C(1) << i % 64;
            b[j / 64] = UINT64_C(1) << j % 64;
            large_nim_mul(out, a, b, n, scratch);
            add_product_of_powers(i, j, 0, expected);
            assert_memory_equal(out, expected, sizeof out);
        }
}

static void random_words(uint64_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = grundy_random(&seed);
}

static void field_axioms(void **state)
{
    (void)state;
    enum { MOST = 32 };
    uint64_t a[MOST], b[MOST], c[MOST], x[MOST], y[MOST], z[MOST], scratch[LARGE_NIM_SCRATCH(MOST)];
    for (unsigned round = 0; round < 200; round++) {
        size_t n = (size_t)1 << round % 6;
        random_words(a, n);
        random_words(b, n);
        random_words(c, n);
        large_nim_mul(x, a, b, n, scratch);
        large_nim_mul(y, a, c, n, scratch);
        for (size_t i = 0; i < n; i++) {
            x[i] ^= y[i];
            c[i] ^= b[i];
        }
        large_nim_mul(y, a, c, n, scratch);
        assert_memory_equal(x, y, n * sizeof *x); /* a(b + c) = ab + ac */
        large_nim_mul(x, a, a, n, scratch);
        large_nim_square(y, a, n, scratch);
        assert_memory_equal(x, y, n * sizeof *x);
        large_nim_sqrt(z, y, n, scratch);
        assert_memory_equal(z, a, n * sizeof *x);
        large_nim_inv(z, a, n, scratch);
        large_nim_mul(x, z, a, n, scratch);
        for (size_t i = 0; i < n; i++)
            assert_true(x[i] == (i == 0));
        large_nim_mul(x, y, b, n, scratch); /* a^2 b = a (a b) */
        large_nim_mul(z, a, b, n, scratch);
        large_nim_mul(y, a, z, n, scratch);
        assert_memory_equal(x, y, n * sizeof *x);
    }
}

static void below_2_to_128(void **state)
{
    (void)state;
    grundy_nim128 zero = {0, 0}, inverse = {7, 7};
    assert_false(grundy_nim128_inv(zero, &inverse));
    assert_true(inverse.low == 7 && inverse.high == 7);
    for (unsigned round = 0; round < 1000; round++) {
        grundy_nim128 a = {grundy_random(&seed), round % 3 == 0 ? 0 : grundy_random(&seed)},
                      b = {grundy_random(&seed), 0};
        grundy_nim128 product = grundy_nim128_mul(a, b);
        if (a.high == 0)
            assert_true(product.high == 0 && product.low == grundy_nim_mul(a.low, b.low));
        assert_true(grundy_nim128_inv(a, &inverse));
        grundy_nim128 one = grundy_nim128_mul(inverse, product);
        assert_true(one.low == b.low && one.high == 0);
    }
}

static void check_calculation(const char *expression, grundy_status status, const char *expected)
{
    grundy *g = ask_open();
    grundy_buffer out = grundy_buffer_open(g);
    assert_int_equal(grundy_calculate_text(g, expression, &out), status);
    if (status == GRUNDY_OK)
        assert_string_equal(grundy_buffer_text(&out), expected);
    grundy_buffer_close(&out);
    ask_close(g);
}

static void calculator(void **state)
{
    (void)state;
    check_calculation("8*8 + 3/5", GRUNDY_OK, "5");
    check_calculation("18446744073709551615+1", GRUNDY_OK, "18446744073709551614");
#ifdef GRUNDY_WITH_GMP
    check_calculation("18446744073709551616", GRUNDY_OK, "18446744073709551616");
    check_calculation("0x10000000000000000", GRUNDY_OK, "18446744073709551616");
    check_calculation("00000000000000000000000000000000000000000000005", GRUNDY_OK, "5");
    /* a Fermat power's square is 3/2 of it, its product with a smaller nimber the ordinary one */
    check_calculation("18446744073709551616*18446744073709551616", GRUNDY_OK, "27670116110564327424");
    check_calculation("18446744073709551616*3", GRUNDY_OK, "55340232221128654848");
    check_calculation("18446744073709551616^2", GRUNDY_OK, "27670116110564327424");
    check_calculation("sqrt(27670116110564327424)", GRUNDY_OK, "18446744073709551616");
    check_calculation("inv(18446744073709551616)*18446744073709551616", GRUNDY_OK, "1");
    check_calculation("(55340232221128654848/18446744073709551616)^-1*3", GRUNDY_OK, "1");
    check_calculation("340282366920938463463374607431768211456*5 + 1", GRUNDY_OK,
                      "1701411834604692317316873037158841057281");
    check_calculation("340282366920938463463374607431768211456+340282366920938463463374607431768211457", GRUNDY_OK,
                      "1");
    check_calculation("order(18446744073709551616)", GRUNDY_LIMIT, "");
    check_calculation("log(2,18446744073709551616)", GRUNDY_LIMIT, "");
#endif
    check_calculation("18446744073709551615/0", GRUNDY_DOMAIN, "");
    check_calculation("0^-1", GRUNDY_DOMAIN, "");
    check_calculation("3^18446744073709551616", GRUNDY_PARSE, "");
}

/* The largest numbers, one bit more, and results that a word cannot hold. */
static void limits(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_buffer text = grundy_buffer_open(g), out = grundy_buffer_open(g);
    uint64_t word = 42;
#ifdef GRUNDY_WITH_GMP
    assert_int_equal(grundy_calculate(g, "18446744073709551616", &word), GRUNDY_LIMIT);
    assert_true(word == 42);
    MUST(g, grundy_appendf(&text, "(0x"));
    for (unsigned i = 0; i < 65536 / 4; i++)
        MUST(g, grundy_appendf(&text, "f"));
    MUST(g, grundy_appendf(&text, ")*2/2"));
    MUST(g, grundy_calculate_text(g, grundy_buffer_text(&text), &out));
    assert_int_equal(out.size, 19729); /* 2^65536 - 1 in decimal */
    text.size = 0;
    MUST(g, grundy_appendf(&text, "0x1"));
    for (unsigned i = 0; i < 65536 / 4; i++)
        MUST(g, grundy_appendf(&text, "0"));
    assert_int_equal(grundy_calculate_text(g, grundy_buffer_text(&text), &out), GRUNDY_PARSE);
#endif
    MUST(g, grundy_calculate(g, "18446744073709551615", &word));
    assert_true(word == UINT64_MAX);
    grundy_buffer_close(&text);
    grundy_buffer_close(&out);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_powers_of_two),
        cmocka_unit_test(field_axioms),
        cmocka_unit_test(below_2_to_128),
        cmocka_unit_test(calculator),
        cmocka_unit_test(limits),
    };
    printf("seed %" PRIu64 "\n", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
