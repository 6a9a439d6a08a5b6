/* The check that proves arithmetic periods, on sequences of no game: each leaves one of its conditions to decide. */
#include "asking.h"
#include "solvers/saltus.h"

enum { HEAPS = 100 };

/* Digits are those of a recurrence: how many heaps a move leaves that takes 0, 1, ... up to depth. */
static bool holds(const uint32_t *values, const unsigned char *digits, uint64_t depth, const grundy_period *period)
{
    grundy *g = ask_open();
    bool out = false;
    const sequence s = {.count = HEAPS, .values = (uint32_t *)values};
    const grundy_recurrence rule = {.kind = GRUNDY_RECUR_PARTS, .parts = 3, .depth = depth, .digits = digits};
    MUST(g, saltus_holds(g, &s, &rule, period, &out));
    ask_close(g);
    return out;
}

/* A heap is split into three, and heap n from 2 on has the value (n - 2) / 2. With a large value of heap 1 the sums that have it
 * exceed the heap's value, some by an even number and some by an odd one; none is equal to it. */
static void an_even_excess_counts(void **state)
{
    (void)state;
    static const unsigned char digits[] = {8};
    const grundy_period period = {.preperiod = 2, .period = 2, .saltus = 1};
    uint32_t values[HEAPS] = {0};
    for (uint32_t n = 2; n < HEAPS; n++)
        values[n] = (n - 2) / 2;
    assert_true(holds(values, digits, 0, &period));
    values[1] = 10;
    assert_false(holds(values, digits, 0, &period));
}

/* Heap 49 has the value 9. An option of value 2 should stay or rise; those with two regular heaps of equal values have as
 * the third heap 1, 2 or 3, which only stay. All else holds: where a move that takes 5 may leave three heaps too, there is
 * an option with a third regular heap. */
static void what_rises_needs_a_regular_heap(void **state)
{
    (void)state;
    static const unsigned char digits[] = {4, 4, 0, 0, 0, 2, 10}, more[] = {4, 4, 0, 0, 0, 10, 10};
    const grundy_period period = {.preperiod = 4, .period = 10, .saltus = 2};
    uint32_t values[HEAPS] = {0, 2, 2, 2, 2, 1, 1, 1, 1, 1, 4, 4, 4, 4};
    for (uint32_t n = 14; n < HEAPS; n++)
        values[n] = values[n - 10] + 2;
    assert_false(holds(values, digits, 6, &period));
    assert_true(holds(values, more, 6, &period));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_even_excess_counts),
                                       cmocka_unit_test(what_rises_needs_a_regular_heap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
