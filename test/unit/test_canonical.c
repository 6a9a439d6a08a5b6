/* The canonical position: the same for isomorphic positions where that is seen, and of the same values. */
#include "asking.h"
#include "rulesets/ruleset.h"

static grundy_buffer canonical_of(grundy *g, const grundy_ruleset *r, grundy_bytes position)
{
    grundy_buffer form = grundy_buffer_open(g);
    MUST(g, grundy_position_canonical(g, r, position, &form));
    return form;
}

static bool is_same(const grundy_buffer *a, const grundy_buffer *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static void named_positions(void **state)
{
    (void)state;
    static const struct {
        const char *ruleset, *one, *other, *printed; /* printed NULL: they differ */
    } pairs[] = {
        {"cram", "9x5", "5x9", "5x9"},
        {"cram", "..#/...", "#../...", ".../..#"},
        {"cram", "2x3 + 4x1", "1x4 + 3x2", "2x3 + 1x4"},
        {"cram", "2x3", "2x4", NULL},
        {"kayles", "5 + 3", "3 + 5", "3 + 5"},
        {"subtraction(1,4,9)", "300 + 7", "7 + 300", "7 + 300"},
        {"subtraction(1,4,9)", "7 + 7", "7", NULL},
    };
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        grundy_ruleset *r = ask_ruleset(g, pairs[i].ruleset);
        grundy_buffer one = ask_position(g, r, pairs[i].one), other = ask_position(g, r, pairs[i].other);
        grundy_buffer a = canonical_of(g, r, grundy_buffer_bytes(&one)),
                      b = canonical_of(g, r, grundy_buffer_bytes(&other)), text = grundy_buffer_open(g);
        MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&a), &text));
        if (is_same(&a, &b) != (pairs[i].printed != NULL) ||
            (pairs[i].printed != NULL && strcmp(grundy_buffer_text(&text), pairs[i].printed) != 0))
            fail_msg("%s: %s and %s: %s", pairs[i].ruleset, pairs[i].one, pairs[i].other, grundy_buffer_text(&text));
        grundy_buffer *all[] = {&one, &other, &a, &b, &text};
        for (size_t k = 0; k < LENGTH(all); k++)
            grundy_buffer_close(all[k]);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

static void assert_same_values(grundy *g, const grundy_ruleset *r, grundy_bytes a, grundy_bytes b)
{
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        uint64_t x = 0, y = 0;
        MUST(g, ask(g, r, a, (grundy_question)q, GRUNDY_BRUTE, &x));
        MUST(g, ask(g, r, b, (grundy_question)q, GRUNDY_BRUTE, &y));
        assert_int_equal(x, y);
    }
}

/* A random sum in both orders: its canonical form is the same, its own canonical form, and of the same values. */
static void check_sum(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size)
{
    grundy_buffer first = grundy_buffer_open(g), second = grundy_buffer_open(g), sum = grundy_buffer_open(g),
                  turned = grundy_buffer_open(g);
    MUST(g, grundy_position_random(g, r, seed, size, &first));
    MUST(g, grundy_position_random(g, r, seed, 1, &second));
    MUST(g, grundy_append(&sum, first.data, first.size));
    MUST(g, grundy_append(&sum, second.data, second.size));
    MUST(g, grundy_append(&turned, second.data, second.size));
    MUST(g, grundy_append(&turned, first.data, first.size));
    grundy_buffer a = canonical_of(g, r, grundy_buffer_bytes(&sum)),
                  b = canonical_of(g, r, grundy_buffer_bytes(&turned)),
                  again = canonical_of(g, r, grundy_buffer_bytes(&a));
    assert_true(is_same(&a, &b) && is_same(&a, &again));
    assert_same_values(g, r, grundy_buffer_bytes(&sum), grundy_buffer_bytes(&a));
    grundy_buffer *all[] = {&first, &second, &sum, &turned, &a, &b, &again};
    for (size_t k = 0; k < LENGTH(all); k++)
        grundy_buffer_close(all[k]);
}

static void random_sums(void **state)
{
    (void)state;
    grundy *g = ask_open();
    uint64_t seed = 7;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        grundy_ruleset *r = ask_ruleset(g, f->example_ruleset);
        for (unsigned round = 0; f->random != NULL && round < 6; round++)
            check_sum(g, r, &seed, 1 + round % 2);
        grundy_ruleset_close(r);
    }
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_positions),
        cmocka_unit_test(random_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
