/* Impartial chess on rectangles: a rook is Nim with two heaps, a queen Wythoff; and pieces on small diagrams by hand. */
#include "asking.h"

static uint64_t value_of(grundy *g, const char *ruleset, const char *position)
{
    uint64_t value = 99;
    MUST(g, grundy_value(g, ruleset, position, &value));
    return value;
}

static void rectangles(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (unsigned r = 1; r <= 7; r++)
        for (unsigned c = 1; c <= 7; c++) {
            char rectangle[32], heaps[32];
            snprintf(rectangle, sizeof rectangle, "[%u^%u]", c, r);
            snprintf(heaps, sizeof heaps, "%u,%u", r - 1, c - 1);
            assert_int_equal(value_of(g, "chess(rook)", rectangle), value_of(g, "nim", heaps));
            assert_int_equal(value_of(g, "chess(queen)", rectangle), value_of(g, "wythoff", heaps));
            assert_int_equal(value_of(g, "chess(bishop)", rectangle), r < c ? r - 1 : c - 1);
            assert_int_equal(value_of(g, "chess(downright)", rectangle), (r + c) % 2);
        }
    ask_close(g);
}

static void by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *ruleset, *position;
        uint64_t value;
    } known[] = {{"chess(rook)", "[1]", 0},    {"chess(rook)", "[]", 0},      {"chess(rook)", "[2,1]", 1},
                 {"chess(pawn)", "[1,1]", 0},  {"chess(pawn)", "[2]", 1},     {"chess(pawn)", "[2,2]", 1},
                 {"chess(knight)", "[3]", 0},  {"chess(knight)", "[3,3]", 1}, {"chess(king)", "[2,2]", 2},
                 {"chess(knight)", "[3,2]", 0}};
    grundy *g = ask_open();
    uint64_t value;
    for (size_t i = 0; i < LENGTH(known); i++)
        assert_int_equal(value_of(g, known[i].ruleset, known[i].position), known[i].value);
    assert_int_equal(grundy_value(g, "chess(castle)", "[1]", &value), GRUNDY_PARSE);
    assert_int_equal(grundy_value(g, "chess", "[1]", &value), GRUNDY_PARSE);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rectangles), cmocka_unit_test(by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
