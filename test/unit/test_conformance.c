/* What every ruleset must do, whichever family it is of: one test for each ruleset and property.
 *
 * The properties are those of src/selftest/conformance.c, which `grundy selftest` checks on the example of each family.
 * Here they are checked on the variants listed below too. GRUNDY_SEED=n in the environment chooses other positions; an
 * argument such as 'nim: *' or '*: threads' chooses tests. */
#include <stdlib.h>

#include "asking.h"
#include "selftest/conformance.h"

/* Time for a property of an example or a variant, and of one of the many pairs. */
#define SECONDS_ALONE 0.2
#define SECONDS_OF_PAIRS 0.04

/* ---- the rulesets ---- */

typedef struct {
    const char *expression, *position;
} specimen;

static const specimen variants[] = {
    {"subtraction(2,5,7)", "12"},
    {"subtraction(3)", "7,7"},
    {"subtraction(1..3)", "5"},
    {"subtraction(2..4,9)", "11,3"},
    {"subtraction(2,1..3,2)", "7,5"},
    {"moves(\"x -> a + b if (a+b) = x and a < b\")", "5,6"},
    {"moves(\"x -> x-1 | x-3 | x-4\")", "7,5"},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-l if abs(k-l) < 3\")", "3,5"},
    {"moves(\"x,y -> x-k*y,y if y > 0 | x,y-k*x if x > 0\")", "3,5"},
    {"moves(\"x,y -> x-k,y | x,y-k | x-k,y-k; end x+y <= 2; unordered\")", "3,4"},
    {"moves(\"x,y -> x-k,y + 1,y-1 | x,y-1\")", "2,2"},
    {"moves(\"x,y,z -> x-k,y,z | x,y-k,z | x,y,z-k | x-1,y-1,z-1\")", "1,2,2"},
    {"push(moves(\"x,y -> x-k,y | x,y-k if y mod 2 = 1\"),moves(\"x,y -> x,y-k; unordered\"))", "2,3"},
    {"push(nim,moves(\"x,y -> x-1,y-1\"))", "2,3"},
    {"octal(0.0)", "3"},
    {"octal(0.3)", "3,4"},
    {"octal(0.33)", "6"},
    {"octal(0.137)", "9"},
    {"octal(0.6)", "7"},
    {"octal(4.07)", "6"},
    {"octal(4.0)", "5,2"},
    {"octal(0.8)", "9"},
    {"octal(0.f)", "7"},
    {"octal(8.1)", "5"},
    {"octal(0.156)", "9"},
    {"sum(nim)", "2,3"},
    {"sum(nim,nim)", "2 | 3"},
    {"sum(nim,wythoff,kayles)", "1,2 | 2,3 | 4"},
    {"sum(sum(nim,kayles),octal(0.137))", "1 | 3 | 4"},
    {"sum(push(nim,euclid),octal(0.07),subtraction(1..2))", "2:1,2 | 4 | 5"},
    {"push(kayles,push(nim,grundys-game))", "2:3,1"},
    {"push(euclid,push(nim,wythoff))", "2,3"},
    {"push(nim,push(nim,nim))", "2,2"},
    {"push(nim,push-after(wythoff,nim))", "2:2,3"},
    {"push-after(subtraction(1,4),push(subtraction(2,3),subtraction(1..2)))", "7"},
    {"push-before(subtraction(1,4),push(subtraction(2,3),subtraction(1..2)))", "7"},
    {"push-before(nim,push-before(euclid,nim))", "2,3"},
    {"conjoined(subtraction(3,4),push-early(subtraction(2),subtraction(1..2)))", "2:7"},
    {"conjoined(euclid,conjoined(wythoff,nim))", "2:2:1,2"},
    {"inset(2)", "{2,5}"},
    {"push(cram,domineering-rows)", "2x3"},
    {"push-after(domineering-columns,cram)", "2x2"},
    {"turtles(divisors(12))", "{12}"},
    {"ruler(boolean(3))", "{{1,2}}"},
    {"ideal(divisors(30))", "{30}"},
    {"product(ruler(chain(3)),turtles(chain(3)))", "{(3,3)}"},
    {"sum(pnim,rnim,welter)", "[2,1] | <2,2> | {1,3}"},
    {"turtles(divisors(60))", "{2,6,60}"},
    {"turtles(dual(asm(3)))", "{(0,0,1)}"},
    {"ruler(boolean(3))", "{{1},{2,3}}"},
    {"ruler(subspaces(2,4))", "{<10>,<10,01>}"},
    {"ruler(setpartitions(4))", "{[2,2],13|2|4}"},
    {"ruler(asm(4))", "{(0,0,1),(1,0,1)}"},
    {"ruler(product(chain(2),product(chain(3),boolean(1))))", "{(2,(1,{})),(1,(3,{1}))}"},
    {"ideal(dual(setpartitions(3)))", "bottom"},
    {"ideal(product(asm(3),asm(3)))", "{((0,0,0),(0,0,1))}"},
    {"product(turtles(chain(3)),ideal(asm(3)))", "(3,(0,0,1))"},
    {"product(product(ruler(chain(2)),ruler(boolean(2))),turtles(divisors(4)))", "{((2,{1}),4)}"},
    {"push(ruler(chain(5)),turtles(chain(5)))", "{3,5}"},
};

/* Each member of the push family over each of these pairs. */
static const char *const members[] = {"push", "push-before", "push-after", "push-either", "push-early", "conjoined"};
static const specimen pairs[] = {
    {"nim,euclid", "2,3"},
    {"euclid,nim", "2,3"},
    {"nim,wythoff", "1,2"},
    {"wythoff,nim", "1,2"},
    {"euclid,wythoff", "2,3"},
    {"zeruclid,euclid", "2,3"},
    {"wythoff,zeruclid", "2,3"},
    {"nim,nim", "2,1"},
    {"wythoff,wythoff", "2,1"},
    {"kayles,kayles", "5"},
    {"kayles,nim", "5"},
    {"nim,kayles", "5"},
    {"grundys-game,octal(0.07)", "6"},
    {"octal(0.3),octal(0.137)", "6"},
    {"subtraction(1..2),subtraction(1..3)", "7"},
    {"subtraction(2,3),subtraction(1,4)", "7"},
    {"subtraction(1,4),octal(0.137)", "5"},
    {"euclid,moves(\"x,y -> x-k,y | x,y-2; unordered\")", "5,4"},
    {"moves(\"x,y -> x-k,y | x,y-2; unordered\"),zeruclid", "5,4"},
};

typedef struct {
    char expression[160];
    const char *position;
    double seconds; /* for each property */
} ruleset_case;

/* ---- the table of families itself ---- */

static void families_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        const grundy_family *named = grundy_family_find(f->name);
        assert_non_null(named);
        if (named != f && (*named->arguments == '\0') == (*f->arguments == '\0'))
            fail_msg("two families are called %s, and both %s arguments", f->name,
                     *f->arguments == '\0' ? "lack" : "take");
        if (f->summary == NULL || f->rules == NULL || f->arguments == NULL || f->example_ruleset == NULL ||
            f->example_position == NULL || f->parse == NULL || f->print == NULL || f->options == NULL)
            fail_msg("%s lacks a part that every family has", f->name);
        if (f->space == NULL && f->open == NULL)
            fail_msg("%s does not say what its positions are", f->name);
        for (const char *line = f->rules; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
            if (strcspn(line, "\n") > 100)
                fail_msg("%s: a line of its rules is too long: %.40s...", f->name, line);
    }
    assert_null(grundy_family_find("no-such-game"));
}

/* Where a move of R1 leads to what is no position of R2, the compound has no value, and says so. */
static void leaving_positions_is_refused(void **state)
{
    static const char *const rulesets[] = {"push(kayles,wythoff)", "conjoined(grundys-game,euclid)",
                                           "push-after(octal(4.07),wythoff)", "push(nim,push(kayles,euclid))",
                                           "push-either(kayles,push(nim,wythoff))"};
    (void)state;
    grundy *g = ask_open();
    for (size_t i = 0; i < LENGTH(rulesets); i++) {
        uint64_t value;
        assert_int_equal(grundy_value(g, rulesets[i], "4,5", &value), GRUNDY_DOMAIN);
        assert_non_null(strstr(grundy_message(g), "is not played on"));
    }
    ask_close(g);
}

/* ---- the list of tests ---- */

typedef struct {
    ruleset_case which;
    const conformance_property *property;
    char name[256];
} conformance_test;

static uint64_t seed_of_run(void)
{
    const char *text = getenv("GRUNDY_SEED");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

static void run_one(void **state)
{
    const conformance_test *test = *state;
    conformance c;
    grundy *g = ask_open();
    MUST(g, conformance_open(g, test->which.expression, test->which.position, seed_of_run(), &c));
    if (conformance_run(&c, test->property, test->which.seconds) != GRUNDY_OK)
        fail_msg("%s (seed %" PRIu64 "): %s", test->name, seed_of_run(), grundy_message(g));
    assert_true(c.checks > 0);
    conformance_close(&c);
    ask_close(g);
}

typedef struct {
    conformance_test *tests;
    size_t count;
} test_list;

/* *f is NULL for what cannot be opened: then the first of its tests says why. False: built without what it needs. */
static bool family_of(const char *expression, const grundy_family **f)
{
    grundy *g = ask_open();
    grundy_ruleset *r = NULL;
    grundy_status status = grundy_ruleset_open(g, expression, &r);
    *f = status == GRUNDY_OK ? grundy_ruleset_family(r) : NULL;
    if (status == GRUNDY_ABSENT)
        printf("left out: %s\n", grundy_message(g));
    grundy_ruleset_close(r);
    ask_close(g);
    return status != GRUNDY_ABSENT;
}

static size_t property_count(void)
{
    size_t count = 0;
    while (conformance_property_at(count) != NULL)
        count++;
    return count;
}

static void add_ruleset(test_list *list, const char *expression, const char *position, double seconds)
{
    const grundy_family *f = NULL;
    bool present = family_of(expression, &f);
    for (size_t i = 0; present && i < property_count(); i++) {
        if (f == NULL ? i > 0 : !conformance_applies(conformance_property_at(i), f))
            continue;
        conformance_test *test = &list->tests[list->count++];
        snprintf(test->which.expression, sizeof test->which.expression, "%s", expression);
        test->which.position = position;
        test->which.seconds = seconds;
        test->property = conformance_property_at(i);
        snprintf(test->name, sizeof test->name, "%s: %s", expression, test->property->word);
    }
}

static void list_tests(test_list *list)
{
    char expression[160];
    for (size_t i = 0; i < grundy_family_count(); i++)
        add_ruleset(list, grundy_family_at(i)->example_ruleset, grundy_family_at(i)->example_position, SECONDS_ALONE);
    for (size_t i = 0; i < LENGTH(variants); i++)
        add_ruleset(list, variants[i].expression, variants[i].position, SECONDS_ALONE);
    for (size_t i = 0; i < LENGTH(members); i++)
        for (size_t k = 0; k < LENGTH(pairs); k++) {
            snprintf(expression, sizeof expression, "%s(%s)", members[i], pairs[k].expression);
            add_ruleset(list, expression, pairs[k].position, SECONDS_OF_PAIRS);
        }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest general[] = {
        {"the table of families is complete", families_are_complete, NULL, NULL, NULL},
        {"leaving the positions of the other ruleset is refused", leaving_positions_is_refused, NULL, NULL, NULL},
    };
    size_t rulesets = grundy_family_count() + LENGTH(variants) + LENGTH(members) * LENGTH(pairs);
    size_t most = rulesets * property_count() + LENGTH(general), count = 0;
    test_list list = {.tests = calloc(most, sizeof(conformance_test))};
    struct CMUnitTest *tests = calloc(most, sizeof *tests);
    if (list.tests == NULL || tests == NULL)
        return 1;
    printf("seed %" PRIu64 "\n", seed_of_run());
    list_tests(&list);
    for (size_t i = 0; i < LENGTH(general); i++)
        tests[count++] = general[i];
    for (size_t i = 0; i < list.count; i++)
        tests[count++] = (struct CMUnitTest){list.tests[i].name, run_one, NULL, NULL, &list.tests[i]};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    int failed = _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
    free(tests);
    free(list.tests);
    return failed;
}
