/* The golden ratio in integers against continued fractions, greedy sequences and published ones. */
#include "math/golden.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RANDOM_ROUNDS 100000
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* floor(2^64 / Phi): the last n with Phi n < 2^64, and floor(Phi n) = 2^64 - 2 */
#define LAST_N UINT64_C(11400714819323198485)

static uint64_t random_state;

/* splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators (2014) */
static uint64_t random_word(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* a random number of random length in bits */
static uint64_t random_heap(void)
{
    uint64_t shift = random_word() % 64;
    return random_word() >> shift;
}

/* --- judges --- */

/* The sign of b - Phi a by the continued fraction Phi = 1 + 1/Phi: for b >= a it is the sign of
 * (b - a) - a/Phi, opposite to that of a - Phi (b - a). No product, so nothing can overflow. */
static int compare_by_continued_fraction(uint64_t a, uint64_t b)
{
    int sign = 1;
    while (a != 0 && b >= a) {
        uint64_t rest = b - a;
        b = a;
        a = rest;
        sign = -sign;
    }
    if (a == 0)
        return b == 0 ? 0 : sign;
    return -sign;
}

static void check_comparison(uint64_t a, uint64_t b)
{
    int got = grundy_compare_golden(a, b), expected = compare_by_continued_fraction(a, b);
    if (got != expected)
        fail_msg("sign of %" PRIu64 " - Phi %" PRIu64 ": %d instead of %d", b, a, got, expected);
}

/* The floor b of Phi n is the b with b <= Phi n < b + 1. */
static void check_floor_and_ceil(uint64_t n)
{
    uint64_t below = 0, above = 0;
    if (!grundy_golden_floor(n, &below) || !grundy_golden_ceil(n, &above))
        fail_msg("no floor or ceil of Phi %" PRIu64, n);
    if (compare_by_continued_fraction(n, below) > 0 || compare_by_continued_fraction(n, below + 1) <= 0)
        fail_msg("floor of Phi %" PRIu64 " is not %" PRIu64, n, below);
    if (above != (n == 0 ? 0 : below + 1))
        fail_msg("ceil of Phi %" PRIu64 " is not %" PRIu64, n, above);
}

static void check_no_floor(uint64_t n)
{
    uint64_t untouched = 77;
    if (grundy_golden_floor(n, &untouched) || grundy_golden_ceil(n, &untouched))
        fail_msg("Phi %" PRIu64 " should be out of range", n);
    assert_int_equal(untouched, 77);
}

static uint64_t fibonacci(unsigned n)
{
    uint64_t result = 0;
    assert_true(grundy_fibonacci(n, &result));
    return result;
}

/* --- comparison --- */

static void comparison_small(void **state)
{
    (void)state;
    assert_int_equal(grundy_compare_golden(0, 0), 0);
    assert_int_equal(grundy_compare_golden(0, 1), 1);
    assert_int_equal(grundy_compare_golden(1, 0), -1);
    for (uint64_t a = 0; a < 1000; a++)
        for (uint64_t b = 0; b < 1000; b++) {
            check_comparison(a, b);
            int64_t form = (int64_t)(b * b) - (int64_t)(a * b) - (int64_t)(a * a);
            assert_int_equal(grundy_compare_golden(a, b), (form > 0) - (form < 0));
        }
}

/* b about Phi a, and anything else */
static void comparison_random(void **state)
{
    (void)state;
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t a = random_heap(), b = random_heap();
        check_comparison(a, b);
        if (grundy_golden_floor(a, &b)) {
            check_comparison(a, b);
            check_comparison(a, b + 1);
        }
    }
}

/* F_(n+1) - Phi F_n = (-1/Phi)^n, so near 2^64 the two sides differ by less than 10^-19. */
static void comparison_of_fibonacci_numbers(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GRUNDY_FIBONACCI_MAX; n++) {
        int expected = n % 2 == 0 ? 1 : -1;
        assert_int_equal(grundy_compare_golden(fibonacci(n), fibonacci(n + 1)), expected);
        check_comparison(fibonacci(n), fibonacci(n + 1));
    }
}

static void comparison_at_the_edges(void **state)
{
    (void)state;
    assert_int_equal(grundy_compare_golden(UINT64_MAX, UINT64_MAX), -1);
    assert_int_equal(grundy_compare_golden(UINT64_MAX, 0), -1);
    assert_int_equal(grundy_compare_golden(0, UINT64_MAX), 1);
    assert_int_equal(grundy_compare_golden(1, UINT64_MAX), 1);
    assert_int_equal(grundy_compare_golden(LAST_N, UINT64_MAX), 1);
    assert_int_equal(grundy_compare_golden(LAST_N, UINT64_MAX - 1), -1);
    assert_int_equal(grundy_compare_golden(LAST_N + 1, UINT64_MAX), -1);
    /* beyond the 53 bits of a double */
    const uint64_t odd = (UINT64_C(1) << 53) + 1;
    assert_int_equal(grundy_compare_golden(odd, UINT64_C(14573954537613649)), -1);
    assert_int_equal(grundy_compare_golden(odd, UINT64_C(14573954537613650)), 1);
}

/* --- floor and ceil --- */

static const uint64_t A000201[] = {
    /* from n = 1 */
    1,  3,   4,   6,   8,   9,   11,  12,  14,  16,  17,  19,  21,  22,  24,  25,  27,  29,  30,  32,
    33, 35,  37,  38,  40,  42,  43,  45,  46,  48,  50,  51,  53,  55,  56,  58,  59,  61,  63,  64,
    66, 67,  69,  71,  72,  74,  76,  77,  79,  80,  82,  84,  85,  87,  88,  90,  92,  93,  95,  97,
    98, 100, 101, 103, 105, 106, 108, 110, 111, 113, 114, 116, 118, 119, 121, 122, 124, 126, 127, 129,
};

static const uint64_t A001950[] = {
    /* from n = 1 */
    2,   5,   7,   10,  13,  15,  18,  20,  23,  26,  28,  31,  34,  36,  39,  41,  44,  47,  49,  52,
    54,  57,  60,  62,  65,  68,  70,  73,  75,  78,  81,  83,  86,  89,  91,  94,  96,  99,  102, 104,
    107, 109, 112, 115, 117, 120, 123, 125, 128, 130, 133, 136, 138, 141, 143, 146, 149, 151, 154, 157,
    159, 162, 164, 167, 170, 172, 175, 178, 180, 183, 185, 188, 191, 193, 196, 198, 201, 204, 206, 209,
};

static void published_floors(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= LENGTH(A000201); n++) {
        uint64_t below = 0;
        assert_true(grundy_golden_floor(n, &below));
        assert_int_equal(below, A000201[n - 1]);
        assert_int_equal(below + n, A001950[n - 1]);
    }
}

static void floors(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 20000; n++) {
        check_floor_and_ceil(n);
        check_floor_and_ceil(LAST_N - n);
        check_no_floor(LAST_N + 1 + n);
        check_no_floor(UINT64_MAX - n);
    }
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t n = random_heap();
        if (n <= LAST_N)
            check_floor_and_ceil(n);
        else
            check_no_floor(n);
    }
}

static void floors_of_fibonacci_numbers(void **state)
{
    (void)state;
    for (unsigned n = 1; n < GRUNDY_FIBONACCI_MAX; n++) {
        uint64_t below = 0;
        assert_true(grundy_golden_floor(fibonacci(n), &below));
        assert_true(below == fibonacci(n + 1) - (n % 2 == 0));
        check_floor_and_ceil(fibonacci(n) - 1);
        check_floor_and_ceil(fibonacci(n) + 1);
    }
}

static void floor_at_the_edge(void **state)
{
    (void)state;
    uint64_t result = 0;
    assert_true(grundy_golden_floor(LAST_N, &result));
    assert_true(result == UINT64_MAX - 1);
    assert_true(grundy_golden_ceil(LAST_N, &result));
    assert_true(result == UINT64_MAX);
    check_no_floor(LAST_N + 1);
}

/* --- Wythoff pairs --- */

enum { WYTHOFF_SIZE = 300 };

/* P-positions of Wythoff's game by its rules: no move leads to a P-position. */
static void wythoff_pairs_by_the_rules(void **state)
{
    (void)state;
    static bool row[WYTHOFF_SIZE], column[WYTHOFF_SIZE], diagonal[2 * WYTHOFF_SIZE];
    for (unsigned a = 0; a < WYTHOFF_SIZE; a++)
        for (unsigned b = 0; b < WYTHOFF_SIZE; b++) {
            unsigned d = WYTHOFF_SIZE + a - b;
            bool previous_player_wins = !row[a] && !column[b] && !diagonal[d];
            if (previous_player_wins)
                row[a] = column[b] = diagonal[d] = true;
            if (grundy_is_wythoff_pair(a, b) != previous_player_wins)
                fail_msg("Wythoff pair %u, %u", a, b);
        }
}

static void check_pair(uint64_t a, uint64_t b, bool expected)
{
    if (grundy_is_wythoff_pair(a, b) != expected || grundy_is_wythoff_pair(b, a) != expected)
        fail_msg("Wythoff pair %" PRIu64 ", %" PRIu64, a, b);
}

static void large_wythoff_pairs(void **state)
{
    (void)state;
    const uint64_t last = UINT64_C(7046029254386353130); /* the last n whose pair is below 2^64 */
    check_pair(LAST_N, UINT64_MAX, true);
    check_pair(LAST_N + 1, UINT64_MAX, false);
    check_pair(LAST_N - 1, UINT64_MAX, false);
    check_pair(LAST_N, UINT64_MAX - 1, false);
    check_pair(0, UINT64_MAX, false);
    check_pair(UINT64_MAX, UINT64_MAX, false);
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        uint64_t n = random_heap() % (last + 1), a = 0;
        if (n == 0)
            continue;
        assert_true(grundy_golden_floor(n, &a));
        check_pair(a, a + n, true);
        check_pair(a - 1, a - 1 + n, false);
        check_pair(a + 1, a + n, false);
    }
}

/* --- Fibonacci numbers --- */

static void fibonacci_numbers(void **state)
{
    (void)state;
    assert_int_equal(fibonacci(0), 0);
    assert_int_equal(fibonacci(1), 1);
    for (unsigned n = 2; n <= GRUNDY_FIBONACCI_MAX; n++)
        assert_true(fibonacci(n) == fibonacci(n - 1) + fibonacci(n - 2));
    assert_true(fibonacci(93) == UINT64_C(12200160415121876738)); /* A000045 */
    assert_true(fibonacci(93) > UINT64_MAX - fibonacci(92));
    uint64_t untouched = 77;
    assert_false(grundy_fibonacci(94, &untouched));
    assert_false(grundy_fibonacci(4000000000U, &untouched));
    assert_int_equal(untouched, 77);
}

/* The number that the digits stand for, term by term. */
static uint64_t sum_of_digits(const char *bits)
{
    uint64_t sum = 0;
    size_t length = strlen(bits);
    for (size_t i = 0; i < length; i++)
        if (bits[i] == '1')
            sum += fibonacci((unsigned)(length - i) + 1);
    return sum;
}

static void check_representation(uint64_t n)
{
    char bits[GRUNDY_FIBONACCI_DIGITS];
    unsigned length = grundy_fibonacci_representation(n, bits);
    uint64_t value = n + 1;
    if (length != strlen(bits) || strspn(bits, "01") != length || sum_of_digits(bits) != n)
        fail_msg("%" PRIu64 " is not %s (%u digits)", n, bits, length);
    if (strstr(bits, "11") || bits[0] == '0')
        fail_msg("%" PRIu64 ": %s is not Zeckendorf's representation", n, bits);
    if (!grundy_fibonacci_value(bits, &value) || value != n)
        fail_msg("value of %s: %" PRIu64 " instead of %" PRIu64, bits, value, n);
}

static void representations(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 20000; n++) {
        check_representation(n);
        check_representation(UINT64_MAX - n);
    }
    for (unsigned i = 1; i <= GRUNDY_FIBONACCI_MAX; i++) {
        check_representation(fibonacci(i) - 1);
        check_representation(fibonacci(i));
        check_representation(fibonacci(i) + 1);
    }
    for (int round = 0; round < RANDOM_ROUNDS; round++)
        check_representation(random_heap());
}

static void known_representations(void **state)
{
    (void)state;
    static const struct {
        uint64_t n;
        const char *bits;
    } known[] = {
        {0, ""},
        {1, "1"},
        {2, "10"},
        {3, "100"},
        {4, "101"},
        {5, "1000"},
        {12, "10101"},
        {100, "1000010100"}, /* Zeckendorf: 89 + 8 + 3 */
        {UINT64_MAX, "1010010100010000010100010001001000100100000000"
                     "1001000100100010101000100000101000101000001010"},
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        char bits[GRUNDY_FIBONACCI_DIGITS];
        grundy_fibonacci_representation(known[i].n, bits);
        assert_string_equal(bits, known[i].bits);
    }
}

static void values_of_any_digits(void **state)
{
    (void)state;
    uint64_t value = 77;
    assert_true(grundy_fibonacci_value("", &value) && value == 0);
    assert_true(grundy_fibonacci_value("0000", &value) && value == 0);
    assert_true(grundy_fibonacci_value("0001", &value) && value == 1);
    assert_true(grundy_fibonacci_value("11", &value) && value == 3);
    assert_true(grundy_fibonacci_value("11111", &value) && value == 8 + 5 + 3 + 2 + 1);
}

static void values_out_of_range(void **state)
{
    (void)state;
    char bits[GRUNDY_FIBONACCI_DIGITS + 2] = "";
    uint64_t value = 77;
    /* 2^64 - 1 plus 1: its last digits are 1010, and 1011 is one more */
    unsigned length = grundy_fibonacci_representation(UINT64_MAX, bits);
    bits[length - 1] = '1';
    assert_false(grundy_fibonacci_value(bits, &value));
    memset(bits, '0', 94);
    bits[0] = '1'; /* F_94 with 93 digits */
    bits[93] = '\0';
    assert_false(grundy_fibonacci_value(bits, &value));
    memset(bits, '1', 96);
    assert_false(grundy_fibonacci_value(bits, &value));
    assert_int_equal(value, 77);
}

static void unreadable_digits(void **state)
{
    (void)state;
    static const char *const unreadable[] = {"2", "1 0", "10x", "-1", "/", "1000\n"};
    uint64_t value = 77;
    for (size_t i = 0; i < LENGTH(unreadable); i++)
        assert_false(grundy_fibonacci_value(unreadable[i], &value));
    assert_int_equal(value, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparison_small),
        cmocka_unit_test(comparison_random),
        cmocka_unit_test(comparison_of_fibonacci_numbers),
        cmocka_unit_test(comparison_at_the_edges),
        cmocka_unit_test(published_floors),
        cmocka_unit_test(floors),
        cmocka_unit_test(floors_of_fibonacci_numbers),
        cmocka_unit_test(floor_at_the_edge),
        cmocka_unit_test(wythoff_pairs_by_the_rules),
        cmocka_unit_test(large_wythoff_pairs),
        cmocka_unit_test(fibonacci_numbers),
        cmocka_unit_test(representations),
        cmocka_unit_test(known_representations),
        cmocka_unit_test(values_of_any_digits),
        cmocka_unit_test(values_out_of_range),
        cmocka_unit_test(unreadable_digits),
    };
    const char *seed = getenv("GRUNDY_SEED");
    random_state = seed ? strtoull(seed, NULL, 0) : 1;
    printf("GRUNDY_SEED=%" PRIu64 "\n", random_state);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
