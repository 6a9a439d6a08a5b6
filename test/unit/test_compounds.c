/* Compounds of rulesets against the definition: every operator over every pair of instances, and random nested
 * expressions over all families, by all methods, in normal and misere play.
 *
 *   test_compounds                        both, with a few thousand positions
 *   GRUNDY_SEED=7 test_compounds 100000   so many positions of random expressions, and no pairs
 *   test_compounds 'other*'               the tests with such a name */
#include <stdlib.h>
#include <time.h>

#include "../expressions.h"
#include "asking.h"
#include "byte_heaps.h"
#include "selftest/conformance.h"

/* How long the judge of a position may take; the positions are small, so that few need more. */
#define PATIENCE 0.02

enum { POSITIONS_OF_PAIR = 1, POSITIONS_OF_EXPRESSION = 4, POSITIONS_WANTED = 3000 };

static unsigned long positions_wanted = POSITIONS_WANTED;

static uint64_t seed_of_run(void)
{
    const char *text = getenv("GRUNDY_SEED");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

/* ---- families that others have added: plug-ins with the least that there must be, and with one callback more ---- */

static grundy_status take_1_or_3(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int k = 1; k <= 3 && k <= summand.data[0]; k += 2) {
        const unsigned char byte = (unsigned char)(summand.data[0] - k);
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

static grundy_status take_half(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int n = summand.data[0] / 2; n < summand.data[0]; n++) {
        const unsigned char byte = (unsigned char)n;
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

/* Take 2, 4, 6, ..., and the odd byte goes with it: n and n + 1, for even n, are isomorphic. */
static grundy_status take_pairs(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int n = summand.data[0] / 2 - 1; n >= 0; n--) {
        const unsigned char byte = (unsigned char)(2 * n);
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

static grundy_status even_byte(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = summand.data[0] & 254;
    return grundy_append(out, &byte, 1);
}

static grundy_status random_byte(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = (unsigned char)(grundy_random(seed) % (size + 1));
    return grundy_append(out, &byte, 1);
}

#define BYTES(word, ...)                                                                                             \
    {                                                                                                                \
        .name = word, .arguments = "", .summary = "a heap of bytes", .rules = "A heap.", .example_ruleset = word,    \
        .example_position = "5", .space = "a byte", .parse = parse_byte, .print = print_byte, .random = random_byte, \
        __VA_ARGS__                                                                                                  \
    }

static const grundy_family added[] = {
    BYTES("odd-bytes", .options = take_1_or_3),
    BYTES("half-bytes", .options = take_half),
    BYTES("even-bytes", .options = take_pairs, .canonical = even_byte),
    BYTES("same-name", .options = take_1_or_3, .same_bytes = &added[1]),
    BYTES("same-bytes", .options = take_half, .same_bytes = &added[1]),
};

/* A coin-turning game that is not invariant under the symmetries of its poset. */
static const char uneven_coins[] = "coins(\"test/unit/sets_on_boolean.txt\",boolean(2))";

static grundy *open_with_families(void)
{
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(added); i++)
        MUST(g, grundy_family_add(g, &added[i]));
    return g;
}

/* ---- one position ---- */

/* What a compound may get wrong. A position that leads to one that is none of the next ruleset has no value. */
static grundy_status check_position(conformance *c, grundy_bytes position)
{
    static const char *const wanted[] = {"round trip", "canonical form", "references", "methods agree"};
    for (size_t i = 0; conformance_property_at(i) != NULL; i++) {
        const conformance_property *p = conformance_property_at(i);
        for (size_t k = 0; k < LENGTH(wanted); k++)
            if (strcmp(p->word, wanted[k]) == 0 && conformance_applies(p, c->r->family))
                TRY(p->check(c, position));
    }
    return GRUNDY_OK;
}

typedef struct {
    uint64_t positions, undefined, expressions, pairs;
} tally;

/* Check so many positions of a ruleset, the smaller ones more often. */
static void check_expression(grundy *g, const char *expression, unsigned count, uint64_t seed, tally *t)
{
    conformance c;
    MUST(g, conformance_open(g, expression, "", seed, &c));
    c.patience = PATIENCE;
    for (unsigned i = 0; i < count; i++) {
        grundy_status status = conformance_supply(&c, 1 + (unsigned)(grundy_random(&c.seed) % 7), &c.position);
        if (status == GRUNDY_OK)
            status = check_position(&c, grundy_buffer_bytes(&c.position));
        if (status == GRUNDY_DOMAIN && strstr(grundy_message(g), "is not played on") != NULL)
            t->undefined++;
        else if (status == GRUNDY_OK)
            t->positions++;
        else
            fail_msg("%s (seed %" PRIu64 "): %s: %s", expression, seed_of_run(), grundy_status_text(status),
                     grundy_message(g));
    }
    conformance_close(&c);
}

/* ---- pairs ---- */

static void every_operator_over_pairs_of_instances(void **state)
{
    static expression_stock stock;
    (void)state;
    tally t = {0};
    grundy *g = open_with_families();
    expression_fill(g, &stock);
    expression_add_leaf(g, &stock, uneven_coins);
    for (size_t i = 0; i < stock.leaf_count; i++)
        for (size_t k = 0; k < stock.leaf_count; k++)
            for (size_t f = 0; f < stock.taker_count; f++) {
                char text[EXPRESSION_MAX];
                grundy_ruleset *r = NULL;
                if (strcmp(stock.leaves[i].space, stock.leaves[k].space) != 0)
                    continue;
                snprintf(text, sizeof text, "%s(%s,%s)", stock.takers[f]->name, stock.leaves[i].text,
                         stock.leaves[k].text);
                if (grundy_ruleset_open(g, text, &r) != GRUNDY_OK)
                    continue;
                grundy_ruleset_close(r);
                check_expression(g, text, POSITIONS_OF_PAIR, seed_of_run(), &t);
                t.pairs++;
            }
    printf("%" PRIu64 " compounds of two instances, %" PRIu64 " positions, %" PRIu64 " without a value\n", t.pairs,
           t.positions, t.undefined);
    assert_true(t.pairs > 1000);
    ask_close(g);
}

/* Two rulesets are over the same positions when equal positions have equal bytes, whatever they are called. */
static void other_encodings_are_refused(void **state)
{
    static const struct {
        const char *expression, *why;
    } refused[] = {
        {"push(sum(nim),nim)", "needs two rulesets over the same positions"},
        {"push(nim,sum(nim))", "needs two rulesets over the same positions"},
        {"push(sum(nim,kayles),sum(nim,pnim))", "needs two rulesets over the same positions"},
        {"push(sum(push(nim,euclid)),sum(push(pnim,hooks)))", "each writes them in its own way"},
        {"push(odd-bytes,half-bytes)", "each writes them in its own way"},
        {"push(same-name,odd-bytes)", "each writes them in its own way"},
        {"push(row(\"2\"),sum(row(\"2\")))", "each writes them in its own way"},
        {"push(nim,pnim)", "is played on heaps"},
    };
    (void)state;
    grundy *g = open_with_families();
    for (size_t i = 0; i < LENGTH(refused); i++) {
        grundy_ruleset *r = NULL;
        assert_int_equal(grundy_ruleset_open(g, refused[i].expression, &r), GRUNDY_PARSE);
        if (strstr(grundy_message(g), refused[i].why) == NULL)
            fail_msg("%s: %s", refused[i].expression, grundy_message(g));
    }
    grundy_ruleset_close(ask_ruleset(g, "push(sum(nim,kayles),sum(euclid,octal(0.07)))"));
    grundy_ruleset_close(ask_ruleset(g, "push(same-name,same-bytes)"));
    ask_close(g);
}

/* An option may have a heap larger than the one in its place: no box of heaps holds it beforehand. */
static void heaps_that_change_places(void **state)
{
    static const char *const expressions[] = {
        "conjoined(moves(\"x,y -> y,x-k\"),wythoff)",
        "push-after(wythoff,moves(\"x,y -> y,x-k\"))",
        "push-before(nim,moves(\"x,y -> y,x-k\"))",
        "push-either(moves(\"x,y -> y,x-k\"),moves(\"x,y -> x-k,y | x-k,y-k; unordered\"))",
        "push-after(moves(\"x,y -> x-k,y | x-k,y-k; unordered\"),nim)",
        "push-early(moves(\"x,y -> y,x-k\"),moves(\"x,y -> x-2k,y | x,y-k if k mod 2 = 1\"))",
    };
    (void)state;
    tally t = {0};
    grundy *g = open_with_families();
    for (size_t i = 0; i < LENGTH(expressions); i++)
        check_expression(g, expressions[i], 40, seed_of_run(), &t);
    assert_true(t.positions > 200);
    ask_close(g);
}

/* ---- random expressions ---- */

static void random_nested_expressions(void **state)
{
    static expression_stock stock;
    (void)state;
    tally t = {0};
    uint64_t seed = seed_of_run();
    grundy *g = open_with_families();
    expression_fill(g, &stock);
    expression_add_leaf(g, &stock, uneven_coins);
    while (t.positions < positions_wanted) {
        char text[EXPRESSION_MAX];
        grundy_status refused = GRUNDY_OK;
        if (!expression_random(g, &stock, &seed, text, &refused))
            fail_msg("%s: %s: %s", text, grundy_status_text(refused), grundy_message(g));
        check_expression(g, text, POSITIONS_OF_EXPRESSION, grundy_random(&seed), &t);
        t.expressions++;
    }
    printf("%" PRIu64 " random expressions, %" PRIu64 " positions, %" PRIu64 " without a value, seed %" PRIu64 "\n",
           t.expressions, t.positions, t.undefined, seed_of_run());
    ask_close(g);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_encodings_are_refused),
        cmocka_unit_test(heaps_that_change_places),
        cmocka_unit_test(random_nested_expressions),
        cmocka_unit_test(every_operator_over_pairs_of_instances),
    };
    if (argc > 1 && strtoul(argv[1], NULL, 10) > 0)
        positions_wanted = strtoul(argv[1], NULL, 10);
    if (argc > 1)
        cmocka_set_test_filter(strtoul(argv[1], NULL, 10) > 0 ? "random*" : argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
