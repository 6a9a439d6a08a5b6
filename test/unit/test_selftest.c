/* The self-check finds what is wrong: a family of the test's own is broken in one place at a time. */
#include <stdlib.h>
#include <unistd.h>

#include "asking.h"
#include "math/nim_path.h"
#include "selftest/conformance.h"

/* take-a-square: a heap of at most 30, remove a square number */
enum { HEAP_MAX = 30 };

static grundy_status parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t n;
    TRY(grundy_scan_integer(s, "heap", 0, HEAP_MAX, &n));
    const unsigned char byte = (unsigned char)n;
    return grundy_append(out, &byte, 1);
}

static grundy_status print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%d", summand.data[0]);
}

static grundy_status options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (int k = 1; k * k <= summand.data[0]; k++) {
        const unsigned char byte = (unsigned char)(summand.data[0] - k * k);
        TRY(grundy_list_add(out, &byte, 1));
    }
    return GRUNDY_OK;
}

static grundy_status random_heap(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = (unsigned char)(grundy_random(seed) % (2 * size + 1));
    return grundy_append(out, &byte, 1);
}

static const grundy_family squares = {
    .name = "take-a-square",
    .arguments = "",
    .summary = "remove a square number",
    .rules = "A heap; a move removes 1, 4, 9, ... from it.",
    .example_ruleset = "take-a-square",
    .example_position = "9",
    .space = "squares",
    .parse = parse,
    .print = print,
    .options = options,
    .random = random_heap,
};

/* ---- what can be wrong ---- */

static grundy_status print_one_more(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    (void)g;
    return grundy_appendf(out, "%d", summand.data[0] == 0 ? 0 : summand.data[0] - 1);
}

static grundy_status print_nonsense(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    (void)summand;
    return grundy_appendf(out, "heap");
}

static grundy_status parse_anything(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)grundy_append(out, "x", 1);
    return parse(g, r, s, out);
}

static grundy_status options_twice(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    TRY(options(g, r, summand, out));
    return options(g, r, summand, out);
}

static grundy_status options_of_itself(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    TRY(options(g, r, summand, out));
    return grundy_list_add(out, summand.data, 1);
}

static grundy_status options_in_a_circle(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const unsigned char up = 4;
    TRY(options(g, r, summand, out));
    return summand.data[0] == 1 ? grundy_list_add(out, &up, 1) : GRUNDY_OK;
}

/* Remove 1, and from 2 also both: 3 has *2 as its only option, so that it has value 0 and misere value 0. */
static grundy_status options_one_less(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = (unsigned char)(summand.data[0] - 1), none = 0;
    if (summand.data[0] == 0)
        return GRUNDY_OK;
    TRY(grundy_list_add(out, &byte, 1));
    return summand.data[0] == 2 ? grundy_list_add(out, &none, 1) : GRUNDY_OK;
}

static grundy_status canonical_one_less(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = (unsigned char)(summand.data[0] == 0 ? 0 : summand.data[0] - 1);
    return grundy_append(out, &byte, 1);
}

static grundy_status canonical_even(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    const unsigned char byte = summand.data[0] & 0xfe;
    return grundy_append(out, &byte, 1);
}

static grundy_status split_into_halves(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    const unsigned char half = summand.data[0] / 2, rest = (unsigned char)(summand.data[0] - half);
    TRY(grundy_list_add(out, &half, 1));
    return grundy_list_add(out, &rest, 1);
}

static grundy_status refer_to_nim(grundy *g, const grundy_ruleset *r, grundy_bytes summand, size_t i,
                                  const grundy_ruleset **other, grundy_bytes *part)
{
    (void)g;
    *other = i == 0 ? r : NULL;
    *part = (grundy_bytes){(const unsigned char *)"\x01", summand.size};
    return GRUNDY_OK;
}

/* Values of heaps 0 .. HEAP_MAX by the definition. */
static unsigned value_of(unsigned heap)
{
    unsigned values[HEAP_MAX + 1];
    for (unsigned n = 0; n <= heap; n++)
        for (values[n] = 0;; values[n]++) {
            bool used = false;
            for (unsigned k = 1; k * k <= n; k++)
                used = used || values[n - k * k] == values[n];
            if (!used)
                break;
        }
    return values[heap];
}

static grundy_status formula_wrong_at_7(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                        grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    if (question != GRUNDY_VALUE || count != 1)
        return GRUNDY_DOMAIN;
    *out = value_of(summands[0].data[0]) + (summands[0].data[0] == 7);
    *reason = "a table";
    return GRUNDY_OK;
}

static grundy_status formula_fails(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                   grundy_question question, uint64_t *out, const char **reason)
{
    (void)r;
    (void)summands;
    (void)count;
    (void)question;
    (void)out;
    (void)reason;
    return grundy_fail(g, GRUNDY_IO, "the formula is not to be found");
}

static grundy_status winning_move_to_itself(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                            grundy_buffer *out)
{
    (void)g;
    (void)r;
    (void)value;
    return grundy_append(out, summand.data, 1);
}

static grundy_status winning_move_by_1(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                       grundy_buffer *out)
{
    (void)r;
    (void)value;
    const unsigned char byte = (unsigned char)(summand.data[0] - 1);
    return summand.data[0] == 0 ? grundy_fail(g, GRUNDY_DOMAIN, "terminal") : grundy_append(out, &byte, 1);
}

static grundy_status parse_or_lose_the_file(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    grundy_status status = parse(g, r, s, out);
    return status == GRUNDY_OK ? GRUNDY_OK : grundy_fail(g, GRUNDY_IO, "the disk is full");
}

static grundy_status parse_without_a_word(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    grundy_status status = parse(g, r, s, out);
    handle_clear(g);
    return status;
}

static grundy_status check_size(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    (void)r;
    return summand.data[0] > HEAP_MAX ? grundy_fail(g, GRUNDY_PARSE, "the heap is too large") : GRUNDY_OK;
}

static grundy_status canonical_too_large(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    (void)summand;
    const unsigned char byte = HEAP_MAX + 1;
    return grundy_append(out, &byte, 1);
}

typedef struct {
    const char *property, *why; /* parts of the line that says what is wrong */
    grundy_family family;
} breakage;

#define BREAK(property, why, ...)                                                                                     \
    {                                                                                                                 \
        property, why,                                                                                                \
        {                                                                                                             \
            .name = "take-a-square", .arguments = "", .summary = "", .rules = "", .example_ruleset = "take-a-square", \
            .example_position = "9", .space = "squares", .random = random_heap, __VA_ARGS__                           \
        }                                                                                                             \
    }

static const breakage breakages[] = {
    BREAK("garbage is refused", "read as another position", .parse = parse, .print = print_one_more,
          .options = options),
    BREAK("garbage is refused", "is not read", .parse = parse, .print = print_nonsense, .options = options),
    BREAK("garbage is refused", "position", .parse = parse_anything, .print = print, .options = options),
    BREAK("options are canonical", "listed twice", .parse = parse, .print = print, .options = options_twice),
    BREAK("options are canonical", "is its own option", .parse = parse, .print = print, .options = options_of_itself),
    BREAK("options are strictly simpler", "can be reached from itself", .parse = parse, .print = print,
          .options = options_in_a_circle),
    BREAK("canonical form", "the canonical form of the canonical form", .parse = parse, .print = print,
          .options = options, .canonical = canonical_one_less),
    BREAK("canonical form", "another value", .parse = parse, .print = print, .options = options,
          .canonical = canonical_even),
    BREAK("split", "the parts", .parse = parse, .print = print, .options = options, .split = split_into_halves),
    BREAK("references", "another nim-sum", .parse = parse, .print = print, .options = options, .refer = refer_to_nim),
    BREAK("winning moves", "is no option", .parse = parse, .print = print, .options = options,
          .winning_move = winning_move_to_itself),
    BREAK("winning moves", "another value", .parse = parse, .print = print, .options = options,
          .winning_move = winning_move_by_1),
    BREAK("pet", "is not pet", .parse = parse, .print = print, .options = options_one_less, .pet = "a rumour"),
    BREAK("methods agree", "by brute force", .parse = parse, .print = print, .options = options,
          .formula = formula_wrong_at_7),
    BREAK("garbage is refused", "is refused as: ", .parse = parse_or_lose_the_file, .print = print, .options = options),
    BREAK("garbage is refused", "without one line that says why", .parse = parse_without_a_word, .print = print,
          .options = options),
    BREAK("canonical form", "is no position of the ruleset", .parse = parse, .print = print, .options = options,
          .canonical = canonical_too_large, .check = check_size),
    BREAK("methods agree", "not to be found", .parse = parse, .print = print, .options = options,
          .formula = formula_fails),
};

/* ---- asking the self-check ---- */

typedef struct {
    unsigned parts, statements, arithmetic;
    uint64_t checks;
    char failure[1100];
    char unfinished[1100]; /* what there was no time for, of the family of this test */
} seen;

static void look(void *context, const grundy_selftest_part *part)
{
    seen *s = context;
    s->parts++;
    s->checks += part->checks;
    assert_true(part->name != NULL && *part->name != '\0');
    s->arithmetic += strncmp(part->name, "nim ", 4) == 0;
    if (strncmp(part->name, "statement ", 10) == 0) {
        assert_true(part->checks > 0);
        s->statements++;
    }
    if (part->failure != NULL)
        snprintf(s->failure, sizeof s->failure, "%s", part->failure);
    if (part->skipped != NULL && strcmp(part->name, "ruleset take-a-square") == 0)
        snprintf(s->unfinished, sizeof s->unfinished, "%s", part->skipped);
}

/* Of one ruleset all that there is to check, and that takes less than a second; or of all parts what a second allows. */
static grundy_status selftest_of(grundy *g, const char *ruleset, const char *position, seen *s,
                                 grundy_selftest_result *result)
{
    *s = (seen){0};
    const grundy_selftest_request request = {.seed = 1,
                                             .seconds = ruleset != NULL ? 60 : 1,
                                             .ruleset = ruleset,
                                             .position = position,
                                             .report = look,
                                             .context = s};
    return grundy_selftest(g, &request, result);
}

static void finds_each_breakage(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(breakages); i++) {
        grundy *g = ask_open();
        seen s;
        grundy_selftest_result result;
        MUST(g, grundy_family_add(g, &breakages[i].family));
        MUST(g, selftest_of(g, "take-a-square", NULL, &s, &result));
        if (result.failed != 1 || strstr(s.failure, breakages[i].property) != s.failure ||
            strstr(s.failure, breakages[i].why) == NULL)
            fail_msg("%s, %s: found '%s'", breakages[i].property, breakages[i].why, s.failure);
        assert_int_equal(result.parts, 1);
        ask_close(g);
    }
}

/* Positions are made by the family, or where it makes none, by random play from the example. */
static void a_family_in_order_passes(bool makes_positions)
{
    grundy *g = ask_open();
    grundy_family family = squares;
    family.random = makes_positions ? random_heap : NULL;
    seen s;
    grundy_selftest_result result;
    MUST(g, grundy_family_add(g, &family));
    MUST(g, selftest_of(g, "take-a-square", "12", &s, &result));
    assert_string_equal(s.failure, "");
    assert_true(result.failed == 0 && result.skipped == 0 && result.parts == 1 && result.checks > 100);
    assert_int_equal(s.checks, result.checks);
    ask_close(g);
}

static void families_in_order_pass(void **state)
{
    (void)state;
    a_family_in_order_passes(true);
    a_family_in_order_passes(false);
}

/* All parts; an added family is one of them, and the only one that fails. */
static void everything_else_passes(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s;
    grundy_selftest_result result;
    const breakage *last = &breakages[LENGTH(breakages) - 1];
    MUST(g, grundy_family_add(g, &last->family));
    MUST(g, selftest_of(g, NULL, NULL, &s, &result));
    for (double seconds = 2; result.failed == 0; seconds *= 2) { /* there was no time to find it */
        const grundy_selftest_request request = {.seed = 1, .seconds = seconds, .report = look, .context = &s};
        s = (seen){0};
        MUST(g, grundy_selftest(g, &request, &result));
    }
    assert_non_null(strstr(s.failure, last->why));
    assert_true(result.failed == 1 && result.parts >= grundy_family_count() + 3 && s.parts == result.parts);
    size_t paths = 0; /* to nim products; one part more for the rest of the arithmetic */
    while (nim_path_at(paths) != NULL)
        paths++;
    assert_int_equal(s.arithmetic, paths + 1);
    ask_close(g);
}

static bool has_seen_a_statement(void *context)
{
    return ((const seen *)context)->statements > 0;
}

/* The statements of the papers come last, with what time is left; the first may take longer than that. The self-check is
 * stopped after it. */
static void statements_are_checked(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s;
    grundy_selftest_result result;
    const grundy_limits limits = {.stop = has_seen_a_statement, .context = &s};
    grundy_set_limits(g, &limits);
    s.statements = 0;
    for (double seconds = 1; s.statements == 0; seconds *= 2) {
        const grundy_selftest_request request = {.seed = 2, .seconds = seconds, .report = look, .context = &s};
        s = (seen){0};
        grundy_status status = grundy_selftest(g, &request, &result);
        assert_int_equal(status, s.statements > 0 ? GRUNDY_STOPPED : GRUNDY_OK);
        assert_string_equal(s.failure, "");
    }
    ask_close(g);
}

static void bad_requests(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s;
    grundy_selftest_result result = {.parts = 4711};
    assert_int_equal(selftest_of(g, "no-such-game", "3", &s, &result), GRUNDY_PARSE);
    assert_int_equal(selftest_of(g, "kayles", "three", &s, &result), GRUNDY_PARSE);
    assert_int_equal(selftest_of(g, "octal(0.45)", NULL, &s, &result), GRUNDY_PARSE);
    assert_int_equal(result.parts, 4711);
    ask_close(g);
}

/* What came out of a ruleset in a file of the examples, when there was time for all that is to be checked. */
typedef struct {
    uint64_t checks;
    char why[1100]; /* "": it was checked */
} in_a_file;

static void look_at_files(void *context, const grundy_selftest_part *part)
{
    in_a_file *found = context;
    if (strcmp(part->name, "ruleset coins(\"examples/sets.txt\")") != 0)
        return;
    found->checks = part->checks;
    snprintf(found->why, sizeof found->why, "%s", part->skipped == NULL ? "" : part->skipped);
}

static in_a_file check_in(const char *examples, bool forbidden)
{
    in_a_file found = {.why = "no time"};
    for (double seconds = 1; strncmp(found.why, "no time", 7) == 0; seconds *= 2) {
        grundy *g = ask_open();
        grundy_selftest_result result;
        const grundy_selftest_request request = {
            .seed = 1, .seconds = seconds, .examples = examples, .report = look_at_files, .context = &found};
        if (forbidden)
            grundy_forbid_files(g);
        MUST(g, grundy_selftest(g, &request, &result));
        assert_int_equal(result.failed, 0);
        ask_close(g);
    }
    return found;
}

/* Where the files of the examples are not to be had, their rulesets are left out, and it is said. */
static void missing_files_are_no_failure(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s;
    grundy_selftest_result result;
    grundy_forbid_files(g);
    assert_int_equal(selftest_of(g, "coins(\"examples/sets.txt\")", "{a}", &s, &result), GRUNDY_IO);
    ask_close(g);
    const in_a_file found = check_in(NULL, true);
    assert_true(found.checks == 0);
    assert_non_null(strstr(found.why, "not allowed"));
}

/* They may be in another directory than the working directory, whatever its name. */
static void files_may_be_elsewhere(void **state)
{
    (void)state;
    char here[4096], there[] = "selftest-XXXXXX", other[64];
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(there));
    snprintf(other, sizeof other, "%s/a name, (with) a \\", there);
    assert_int_equal(symlink(here, other), 0);
    assert_int_equal(chdir(there), 0);
    in_a_file found = check_in(other + strlen(there) + 1, false), missing = check_in("nowhere", false),
              quoted = check_in("no\"where", false);
    assert_int_equal(chdir(here), 0);
    unlink(other);
    rmdir(there);
    assert_string_equal(found.why, "");
    assert_true(found.checks > 100);
    assert_non_null(strstr(missing.why, "the file nowhere/examples/sets.txt "));
    assert_int_equal(strncmp(quoted.why, "the file examples/sets.txt ", 27), 0);
}

static bool stop_now(void *context)
{
    (void)context;
    return true;
}

/* ---- a family that never comes to an end ---- */

/* More often than anybody asks in the time that the test gives. */
#define ENDLESS (UINT64_C(1) << 31)

static grundy_status wait_for_the_end(grundy *g)
{
    for (uint64_t i = 0; i < ENDLESS; i++)
        TRY(grundy_check(g));
    fail_msg("nobody stops it");
    return GRUNDY_OK;
}

static grundy_status options_without_end(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    (void)summand;
    (void)out;
    return wait_for_the_end(g);
}

static grundy_status print_without_end(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    (void)summand;
    (void)out;
    return wait_for_the_end(g);
}

static grundy_status parse_without_end(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    TRY(parse(g, r, s, out));
    return wait_for_the_end(g);
}

static grundy_status check_without_end(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    (void)r;
    (void)summand;
    return wait_for_the_end(g);
}

/* The time holds inside of the parts too, and what there was no time for is named, and no failure. */
static void the_time_holds_inside(void **state)
{
    (void)state;
    grundy_family endless[4] = {squares, squares, squares, squares};
    endless[0].options = options_without_end;
    endless[1].print = print_without_end;
    endless[2].parse = parse_without_end;
    endless[3].check = check_without_end;
    for (size_t i = 0; i < LENGTH(endless); i++) {
        grundy *g = ask_open();
        seen s = {0};
        grundy_selftest_result result;
        const grundy_selftest_request request = {.seed = 1, .seconds = 0.2, .report = look, .context = &s};
        MUST(g, grundy_family_add(g, &endless[i]));
        MUST(g, grundy_selftest(g, &request, &result));
        assert_string_equal(s.failure, "");
        assert_true(result.failed == 0 && result.skipped >= 1);
        assert_non_null(strstr(s.unfinished, "no time was left for: "));
        const grundy_selftest_request alone = {.seed = 1, .seconds = 0.2, .ruleset = "take-a-square", .position = "3"};
        grundy_status status = grundy_selftest(g, &alone, &result);
        assert_int_equal(status, i < 2 ? GRUNDY_OK : GRUNDY_LIMIT); /* it cannot even be read */
        ask_close(g);
    }
}

/* The caller's limits hold, and are the caller's afterwards. */
static void limits_hold(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s;
    grundy_selftest_result result;
    grundy_limits limits = {.stop = stop_now};
    grundy_set_limits(g, &limits);
    assert_int_equal(selftest_of(g, NULL, NULL, &s, &result), GRUNDY_STOPPED);
    limits = (grundy_limits){.seconds = 1e-6};
    grundy_set_limits(g, &limits);
    assert_int_equal(selftest_of(g, NULL, NULL, &s, &result), GRUNDY_LIMIT);
    limits = (grundy_limits){.memory = 20000};
    grundy_set_limits(g, &limits);
    assert_int_equal(selftest_of(g, NULL, NULL, &s, &result), GRUNDY_LIMIT);
    assert_true(strstr(grundy_message(g), "memory") != NULL);
    assert_int_equal(grundy_get_limits(g).memory, 20000);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_each_breakage),
        cmocka_unit_test(families_in_order_pass),
        cmocka_unit_test(statements_are_checked),
        cmocka_unit_test(everything_else_passes),
        cmocka_unit_test(bad_requests),
        cmocka_unit_test(missing_files_are_no_failure),
        cmocka_unit_test(files_may_be_elsewhere),
        cmocka_unit_test(the_time_holds_inside),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
