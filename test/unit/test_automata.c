/* Automata over numeration systems against evaluation of all small numbers, and the proof that they add. */
#include <stdlib.h>

#include "asking.h"
#include "math/automata.h"

enum { FEW = 40 };

static const char *const names[] = {"base:2", "fibonacci", "metallic:2", "metallic:3", "metallic:5"};

static automata context(grundy *g, const char *name)
{
    automata c = {.g = g, .most = 20000};
    assert_true(automata_numeration_find(name, &c.numeration));
    return c;
}

static automaton constraint(const automata *c, automata_relation relation, unsigned tracks, const int64_t *factor,
                            int64_t constant)
{
    automata_constraint k = {.relation = relation, .tracks = tracks, .constant = constant};
    automaton a;
    for (unsigned i = 0; i < tracks; i++) {
        k.track[i] = (unsigned char)i;
        k.factor[i] = factor[i];
    }
    MUST(c->g, automata_linear(c, &k, &a));
    return a;
}

static void numbers_are_written(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(names); i++) {
        automata c = context(g, names[i]);
        const unsigned char track = 0;
        automaton all;
        MUST(g, automata_valid(&c, &track, 1, &all));
        for (uint64_t seed = 1, k = 0; k < 2000; k++) {
            unsigned char digits[AUTOMATA_DIGITS_MAX];
            uint64_t n = k < 1000 ? k : grundy_random(&seed) >> (k % 64), sum = 0;
            unsigned count = automata_write(&c.numeration, n, digits);
            for (unsigned d = 0; d < count; d++)
                sum += digits[d] * automata_unit(&c.numeration, d);
            assert_int_equal(sum, n);
            assert_true(automata_accepts(&c, &all, &n));
            assert_true(count == 0 || digits[count - 1] > 0);
        }
        automaton_close(&c, &all);
    }
    automata_numeration none;
    assert_false(automata_numeration_find("metallic:1", &none));
    assert_false(automata_numeration_find("base:3", &none));
    ask_close(g);
}

static void constraints_hold(void **state)
{
    (void)state;
    static const struct {
        unsigned tracks;
        int64_t factor[3], constant;
    } cases[] = {{3, {1, 1, -1}, 0},  {2, {1, -1, 0}, -1}, {2, {2, -3, 0}, 4},  {3, {1, -2, 1}, 3},
                 {1, {1, 0, 0}, -7},  {1, {-3, 0, 0}, 20}, {2, {-1, -1, 0}, 9}, {2, {0, 0, 0}, 0},
                 {2, {5, -8, 0}, -1}, {3, {1, 7, -6}, -5}};
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(names); i++) {
        automata c = context(g, names[i]);
        for (size_t k = 0; k < LENGTH(cases); k++)
            for (unsigned relation = 0; relation < 2; relation++) {
                automaton a = constraint(&c, relation == 0 ? AUTOMATA_ZERO : AUTOMATA_NOT_NEGATIVE, cases[k].tracks,
                                         cases[k].factor, cases[k].constant);
                for (uint64_t seed = 1, n = 0; n < FEW * FEW * 4; n++) {
                    uint64_t x[3] = {n % FEW, n / FEW % FEW, n < FEW * FEW ? 0 : grundy_random(&seed) % FEW};
                    int64_t sum = cases[k].constant;
                    for (unsigned t = 0; t < cases[k].tracks; t++)
                        sum += cases[k].factor[t] * (int64_t)x[t];
                    if (automata_accepts(&c, &a, x) != (relation == 0 ? sum == 0 : sum >= 0))
                        fail_msg("%s, case %zu: %d %d %d", names[i], k, (int)x[0], (int)x[1], (int)x[2]);
                }
                automaton_close(&c, &a);
            }
    }
    ask_close(g);
}

/* There is z with x + z = 2 y; and, or, minus; complements; exchanged tracks. */
static void sets_are_combined(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(names); i++) {
        automata c = context(g, names[i]);
        automaton a = constraint(&c, AUTOMATA_NOT_NEGATIVE, 2, (int64_t[]){2, -1}, -3);
        automaton b = constraint(&c, AUTOMATA_ZERO, 3, (int64_t[]){1, -2, 1}, 0), some, made;
        MUST(g, automata_project(&c, &b, 2, &some));
        for (unsigned op = 0; op < 16; op++) {
            MUST(g, automata_combine(&c, &a, &some, op, &made));
            for (uint64_t n = 0; n < FEW * FEW; n++) {
                uint64_t x[2] = {n % FEW, n / FEW};
                unsigned first = 2 * x[0] >= x[1] + 3, second = x[0] <= 2 * x[1];
                assert_int_equal(automata_accepts(&c, &made, x), op >> (2 * first + second) & 1);
            }
            automaton_close(&c, &made);
        }
        const unsigned char exchanged[] = {1, 0, 2};
        MUST(g, automata_rename(&c, &a, exchanged, &made));
        for (uint64_t n = 0; n < FEW * FEW; n++) {
            uint64_t x[2] = {n % FEW, n / FEW};
            assert_int_equal(automata_accepts(&c, &made, x), 2 * x[1] >= x[0] + 3);
        }
        automaton_close(&c, &made);
        automaton_close(&c, &some);
        automaton_close(&c, &a);
        automaton_close(&c, &b);
    }
    ask_close(g);
}

static void least_numbers_are_found(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(names); i++) {
        automata c = context(g, names[i]);
        automaton a = constraint(&c, AUTOMATA_NOT_NEGATIVE, 1, (int64_t[]){1}, -1000), none, other;
        uint64_t n = 0;
        bool found;
        MUST(g, automata_least(&c, &a, &n, &found));
        assert_true(found && n >= 1000);
        MUST(g, automata_combine(&c, &a, &a, 0, &none));
        MUST(g, automata_least(&c, &none, &n, &found));
        assert_false(found);
        other = constraint(&c, AUTOMATA_NOT_NEGATIVE, 1, (int64_t[]){1}, -1001);
        MUST(g, automata_same(&c, &a, &other, &found, &n));
        assert_false(found);
        assert_int_equal(n, 1000);
        MUST(g, automata_same(&c, &a, &a, &found, &n));
        assert_true(found);
        automaton_close(&c, &a);
        automaton_close(&c, &none);
        automaton_close(&c, &other);
    }
    ask_close(g);
}

static void addition_is_proved(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < 4; i++) {
        automata c = context(g, names[i]);
        MUST(g, automata_prove_addition(&c));
    }
    ask_close(g);
}

/* A numeration whose arithmetic is not that of its words: what is no addition is not proved to be one. */
static void what_does_not_add_is_refused(void **state)
{
    (void)state;
    grundy *g = ask_open();
    automata c = context(g, "fibonacci");
    c.numeration.before = 0; /* U = 1, 1, 2, 3, ..., while words count as before */
    assert_int_equal(automata_prove_addition(&c), GRUNDY_FAILED);
    c = context(g, "metallic:2");
    c.numeration.ends_greatest = true;
    assert_int_equal(automata_prove_addition(&c), GRUNDY_FAILED);
    ask_close(g);
}

static void states_are_limited(void **state)
{
    (void)state;
    grundy *g = ask_open();
    automata c = context(g, "base:2");
    const automata_constraint k = {.tracks = 2, .track = {0, 1}, .factor = {1000, -999}};
    automaton a;
    c.most = 100;
    assert_int_equal(automata_linear(&c, &k, &a), GRUNDY_LIMIT);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written), cmocka_unit_test(constraints_hold),
        cmocka_unit_test(sets_are_combined),   cmocka_unit_test(least_numbers_are_found),
        cmocka_unit_test(addition_is_proved),  cmocka_unit_test(what_does_not_add_is_refused),
        cmocka_unit_test(states_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
