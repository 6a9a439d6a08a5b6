/* Animating functions against step-by-step evaluation, and Welter's function against all pairs. */
#include "math/animating.h"
#include "math/balls.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed;
static grundy *g;

static int64_t small(int64_t bound)
{
    return (int64_t)(grundy_random(&seed) % (uint64_t)(2 * bound + 1)) - bound;
}

/* ---- animating functions ---- */

enum { STEPS = 6 };

typedef struct {
    bool add[STEPS];
    int64_t by[STEPS];
} steps;

static int64_t run_steps(const steps *s, int64_t x)
{
    for (size_t i = 0; i < STEPS; i++)
        x = s->add[i] ? x + s->by[i] : x ^ s->by[i];
    return x;
}

static animating random_function(steps *s)
{
    animating f = animating_identity(g);
    for (size_t i = 0; i < STEPS; i++) {
        s->add[i] = grundy_random(&seed) % 2;
        s->by[i] = small(20);
        if (s->add[i])
            assert_int_equal(animating_add(&f, s->by[i]), GRUNDY_OK);
        else
            animating_nim_add(&f, s->by[i]);
    }
    return f;
}

static void check_values(const animating *f, const steps *s)
{
    for (int64_t x = -70; x <= 70; x++) {
        int64_t y, back;
        assert_int_equal(animating_apply(f, x, &y), GRUNDY_OK);
        assert_int_equal(y, run_steps(s, x));
        assert_int_equal(animating_solve(f, y, &back), GRUNDY_OK);
        assert_int_equal(back, x);
    }
}

static void normal_form(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        steps s;
        animating f = random_function(&s);
        for (size_t i = 1; i < animating_count(&f); i++)
            assert_true(animating_at(&f, i - 1) < animating_at(&f, i));
        check_values(&f, &s);
        animating_close(&f);
    }
}

static void group(void **state)
{
    (void)state;
    for (int round = 0; round < 100; round++) {
        steps s, t;
        animating f = random_function(&s), h = random_function(&t), inverse = animating_identity(g),
                  one = animating_identity(g);
        assert_int_equal(animating_after(&inverse, &f), GRUNDY_OK);
        assert_true(animating_equal(&inverse, &f));
        assert_int_equal(animating_invert(&inverse), GRUNDY_OK);
        assert_int_equal(animating_after(&inverse, &f), GRUNDY_OK);
        assert_true(animating_equal(&inverse, &one));
        assert_int_equal(animating_after(&f, &h), GRUNDY_OK);
        for (int64_t x = -40; x <= 40; x++) {
            int64_t y;
            assert_int_equal(animating_apply(&f, x, &y), GRUNDY_OK);
            assert_int_equal(y, run_steps(&s, run_steps(&t, x)));
        }
        animating_close(&f);
        animating_close(&h);
        animating_close(&inverse);
        animating_close(&one);
    }
}

static void mates(void **state)
{
    (void)state;
    int64_t a, b, c;
    assert_false(animating_mask(INT64_MIN, &a));
    assert_true(animating_mask(0, &a));
    assert_int_equal(a, -1);
    assert_false(animating_mate(0, INT64_MIN, &a));
    for (int64_t x = -64; x <= 64; x++)
        for (int64_t y = -64; y <= 64; y++) {
            assert_true(animating_mate(x, y, &a));
            assert_true(animating_mask(x - y, &b));
            assert_true(animating_mate(x + 11, y + 11, &c));
            assert_int_equal(a, b);
            assert_int_equal(a, c);
            assert_int_equal(a < 0, x == y);
        }
    animating f = animating_identity(g);
    assert_int_equal(animating_mate_with(&f, 0), GRUNDY_OK);
    assert_int_equal(animating_apply(&f, INT64_MIN, &a), GRUNDY_LIMIT);
    animating_close(&f);
}

/* ---- balls ---- */

static uint64_t mate(uint64_t a, uint64_t b)
{
    return (a ^ b) ^ ((a ^ b) - 1);
}

static uint64_t welter_by_pairs(const uint64_t *balls, size_t count, size_t without)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum ^= i == without ? 0 : balls[i];
        for (size_t j = i + 1; i != without && j < count; j++)
            sum ^= j == without ? 0 : mate(balls[i], balls[j]);
    }
    return sum;
}

/* Theorem 5.5 as printed. */
static uint64_t inset_by_pairs(const uint64_t *balls, size_t count)
{
    uint64_t sum = welter_by_pairs(balls, count, count);
    for (size_t i = 0; i < count; i++)
        sum ^= mate(UINT64_MAX, welter_by_pairs(balls, count, i));
    return sum;
}

static size_t random_balls(uint64_t *balls, size_t max)
{
    size_t count = 0, wanted = 2 + grundy_random(&seed) % (max - 1);
    unsigned shift = 2 + (unsigned)(grundy_random(&seed) % 61);
    for (size_t tries = 0; tries < 4 * wanted && count < wanted; tries++) {
        uint64_t ball = grundy_random(&seed) >> shift;
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known = known || balls[i] == ball;
        if (!known)
            balls[count++] = ball;
    }
    if (grundy_random(&seed) % 8 == 0)
        balls[0] = BALL_MAX;
    return count;
}

static void welter_and_inset(void **state)
{
    (void)state;
    uint64_t balls[40];
    for (int round = 0; round < 20000; round++) {
        size_t count = random_balls(balls, 40);
        uint64_t welter = welter_by_pairs(balls, count, count), inset = inset_by_pairs(balls, count);
        assert_true(balls_welter(balls, count) == welter);
        assert_true(balls_inset(balls, count) == inset);
        size_t from;
        uint64_t to, value = welter == 0 ? 0 : grundy_random(&seed) % welter;
        bool found = balls_welter_move(balls, count, welter, value, &from, &to);
        assert_true(found == (welter != 0));
        if (found) {
            assert_true(to < balls[from]);
            balls[from] = to;
            assert_true(welter_by_pairs(balls, count, count) == value);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates),
        cmocka_unit_test(normal_form),
        cmocka_unit_test(group),
        cmocka_unit_test(welter_and_inset),
    };
    const char *given = getenv("GRUNDY_SEED");
    seed = given != NULL ? strtoull(given, NULL, 10) : 1;
    print_message("seed %" PRIu64 "\n", seed);
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    grundy_close(g);
    return failed;
}
