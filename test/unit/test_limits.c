/* What is asked of every family, with hardly any time, with little memory, and with a request to stop: each call returns.
 *
 * Positions are those that make calls slow: random ones of growing sizes, and the large ones of the list. Nothing is measured;
 * a watchdog says which call does not end. */
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "asking.h"
#include "rulesets/ruleset.h"

enum { WATCHDOG = 60, LOOKS_MAX = 100 };

/* ---- the watchdog ---- */

static char what_runs[256];

static void says_what_runs(int signal)
{
    (void)signal;
    static const char text[] = " does not end\n";
    ssize_t written = write(2, what_runs, strlen(what_runs));
    written += write(2, text, sizeof text - 1);
    _exit(written > 0 ? 1 : 2);
}

/* ---- limits ---- */

typedef struct {
    unsigned looks, allowed;
} patience;

/* Stop after so many looks; a call that goes on looking after that has not heard. */
static bool has_to_stop(void *context)
{
    patience *p = context;
    return ++p->looks > p->allowed;
}

typedef enum { TIME, MEMORY, STOP, KIND_COUNT } limit_kind;

static void set_limit(grundy *g, limit_kind kind, patience *p)
{
    static const char *const words[] = {"no time", "little memory", "a request to stop"};
    *p = (patience){.allowed = kind == STOP ? 2 : kind == MEMORY ? 20 : UINT_MAX};
    grundy_limits limits = {.seconds = kind == TIME ? 0.01 : 0, .stop = has_to_stop, .context = p};
    if (kind == MEMORY)
        limits.memory = grundy_memory(g) + (1 << 20);
    grundy_set_limits(g, &limits);
    size_t used = strlen(what_runs);
    snprintf(what_runs + used, sizeof what_runs - used, ", %s", words[kind]);
    alarm(WATCHDOG);
}

static void lift_limit(grundy *g)
{
    alarm(0);
    grundy_set_limits(g, &(grundy_limits){.threads = 1});
}

/* ---- calls: all that a position can be asked for ---- */

typedef struct {
    grundy *g;
    grundy_ruleset *r;
    grundy_bytes position;
    const char *text; /* of the position, or NULL */
} asked;

typedef grundy_status call(const asked *a);

static grundy_status call_parse(const asked *a)
{
    grundy_buffer out = grundy_buffer_open(a->g);
    grundy_status status = a->text == NULL ? GRUNDY_OK : grundy_position_parse(a->g, a->r, a->text, &out);
    grundy_buffer_close(&out);
    return status;
}

#define TEXT_CALL(name, function)                                       \
    static grundy_status name(const asked *a)                           \
    {                                                                   \
        grundy_buffer out = grundy_buffer_open(a->g);                   \
        grundy_status status = function(a->g, a->r, a->position, &out); \
        grundy_buffer_close(&out);                                      \
        return status;                                                  \
    }
TEXT_CALL(call_print, grundy_position_print)
TEXT_CALL(call_canonical, grundy_position_canonical)
TEXT_CALL(call_view, grundy_position_view)

static grundy_status call_options(const asked *a)
{
    grundy_list out = grundy_list_open(a->g);
    grundy_status status = grundy_position_options(a->g, a->r, a->position, &out);
    grundy_list_close(&out);
    return status;
}

static grundy_status call_draw(const asked *a)
{
    grundy_picture out = grundy_picture_open(a->g);
    grundy_status status = grundy_position_draw(a->g, a->r, a->position, (grundy_bytes){0}, &out);
    grundy_picture_close(&out);
    return status;
}

static grundy_status call_elements(const asked *a)
{
    const grundy_family *f = grundy_ruleset_family(a->r);
    grundy_list out = grundy_list_open(a->g);
    grundy_buffer covers = grundy_buffer_open(a->g);
    grundy_status status = f->elements == NULL ? GRUNDY_OK : f->elements(a->g, a->r, &out);
    if (status == GRUNDY_OK && f->covers != NULL)
        status = f->covers(a->g, a->r, &covers);
    grundy_buffer_close(&covers);
    grundy_list_close(&out);
    return status;
}

static grundy_status call_period(const asked *a)
{
    grundy_period out;
    return grundy_find_period(a->g, a->r, GRUNDY_VALUE, 1 << 20, &out);
}

static grundy_status solve(const asked *a, grundy_question question, grundy_method method)
{
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_status status = grundy_solver_open(a->g, a->r, question, method, &s);
    if (status == GRUNDY_OK)
        status = grundy_solver_expect(s, a->position);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, a->position, &answer);
    grundy_solver_close(s);
    return status;
}

#define SOLVE_CALL(name, question, method)    \
    static grundy_status name(const asked *a) \
    {                                         \
        return solve(a, question, method);    \
    }
SOLVE_CALL(call_formula, GRUNDY_VALUE, GRUNDY_FORMULA)
SOLVE_CALL(call_sweep, GRUNDY_VALUE, GRUNDY_SWEEP)
SOLVE_CALL(call_search, GRUNDY_VALUE, GRUNDY_SEARCH)
SOLVE_CALL(call_brute, GRUNDY_VALUE, GRUNDY_BRUTE)
SOLVE_CALL(call_auto, GRUNDY_VALUE, GRUNDY_AUTO)
SOLVE_CALL(call_outcome, GRUNDY_OUTCOME, GRUNDY_AUTO)
SOLVE_CALL(call_misere_formula, GRUNDY_MISERE_OUTCOME, GRUNDY_FORMULA)
SOLVE_CALL(call_misere, GRUNDY_MISERE_VALUE, GRUNDY_AUTO)

static const struct {
    const char *word;
    call *function;
} calls[] = {{"parse", call_parse},       {"print", call_print},     {"canonical", call_canonical},
             {"view", call_view},         {"options", call_options}, {"draw", call_draw},
             {"elements", call_elements}, {"period", call_period},   {"formula", call_formula},
             {"sweep", call_sweep},       {"search", call_search},   {"brute", call_brute},
             {"auto", call_auto},         {"outcome", call_outcome}, {"misere formula", call_misere_formula},
             {"misere", call_misere}};

/* A call that is told to stop may come by a few more looks on its way out, and not by any number of them. */
static void ask_all(const asked *a, const char *name)
{
    for (size_t i = 0; i < LENGTH(calls); i++)
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            patience p;
            snprintf(what_runs, sizeof what_runs, "%s of %.120s", calls[i].word, name);
            set_limit(a->g, (limit_kind)kind, &p);
            grundy_status status = calls[i].function(a);
            lift_limit(a->g);
            if (kind == STOP && p.looks > p.allowed + LOOKS_MAX)
                fail_msg("%s: %u looks, status %d", what_runs, p.looks, (int)status);
            if (kind == STOP && p.looks > p.allowed && status == GRUNDY_OK)
                fail_msg("%s: it was told to stop, and has an answer", what_runs);
        }
}

/* ---- positions ---- */

static void ask_random(grundy *g, grundy_ruleset *r, const char *name)
{
    uint64_t seed = 11;
    patience p;
    for (unsigned size = 16; size <= 1 << 16; size *= 256) {
        grundy_buffer position = grundy_buffer_open(g);
        snprintf(what_runs, sizeof what_runs, "a random position of size %u of %.120s", size, name);
        set_limit(g, MEMORY, &p);
        grundy_status status = grundy_position_random(g, r, &seed, size, &position);
        lift_limit(g);
        if (status == GRUNDY_OK)
            ask_all(&(asked){.g = g, .r = r, .position = grundy_buffer_bytes(&position)}, name);
        grundy_buffer_close(&position);
    }
}

static void every_family_ends(void **state)
{
    (void)state;

    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        grundy *g = ask_open();
        grundy_ruleset *r = NULL;
        if (f->example_ruleset != NULL && grundy_ruleset_open(g, f->example_ruleset, &r) == GRUNDY_OK) {
            ask_random(g, r, f->example_ruleset);
            grundy_ruleset_close(r);
        }
        handle_forget(g);
        ask_close(g);
    }
}

/* A text of so many times a piece. */
static char *many(const char *before, const char *piece, size_t count, const char *after)
{
    const size_t size = strlen(piece);
    char *text = malloc(strlen(before) + count * size + strlen(after) + 1);
    assert_non_null(text);
    char *end = text + sprintf(text, "%s", before);
    for (size_t i = 0; i < count; i++, end += size)
        memcpy(end, piece, size);
    strcpy(end, after);
    return text;
}

static void large_positions_end(void **state)
{
    (void)state;
    static const struct {
        const char *ruleset, *before, *piece;
        size_t count;
        const char *after;
    } list[] = {
        {"nim", "1", ",1", 50000, ""},
        {"nim", "1000000000000", ",1000000000000", 1000, ""},
        {"zeruclid", "1", ",1", 50000, ""},
        {"euclid", "1000000000000,1", "", 0, ""},
        {"wythoff", "1000000000000,1000000000001", "", 0, ""},
        {"subtraction(1..3)", "1000000000", "", 0, ""},
        {"subtraction(1,4,9)", "1000000000", ",1000000000", 1000, ""},
        {"kayles", "100000000", "", 0, ""},
        {"octal(0.6)", "100000000", "", 0, ""},
        {"grundys-game", "100000000", "", 0, ""},
        {"push(nim,euclid)", "1000000,999999", "", 0, ""},
        {"push(subtraction(1..4),subtraction(1..6))", "100000000", "", 0, ""},
        {"sum(nim,kayles)", "1", ",1", 50000, " | 100000"},
        {"welter", "{0", "", 0, ",1000000000}"},
        {"welter", "{1000000000,2000000000,3000000001,4000000001}", "", 0, ""},
        {"inset(4)", "{1000000000,2000000000,3000000001,4000000001}", "", 0, ""},
        {"turtles", "{1000000000}", "", 0, ""},
        {"pnim", "[1000^1000]", "", 0, ""},
        {"pnim", "[200000", ",1", 100000, "]"},
        {"hooks", "[1000^1000]", "", 0, ""},
        {"lctr", "[1000^1000]", "", 0, ""},
        {"crim", "[1000^1000]", "", 0, ""},
        {"rnim", "<1000000,1000000,1000000>", "", 0, ""},
        {"chess(rook)", "[1000^1000]", "", 0, ""},
        {"chess(queen)", "[1000^1000]", "", 0, ""},
        {"chess(knight)", "[1000^1000]", "", 0, ""},
        {"cram", "10x12", "", 0, ""},
        {"cram", "1x128", "", 0, ""},
        {"domineering-rows", "10x12", "", 0, ""},
        {"push-cram", "8x8", "", 0, ""},
        {"ruler(setpartitions(200))", "top", "", 0, ""},
        {"ruler(subspaces(40,2))", "top", "", 0, ""},
        {"ruler(boolean(60))", "top", "", 0, ""},
        {"ruler(divisors(963761198400))", "963761198400", "", 0, ""},
        {"ruler(asm(200))", "top", "", 0, ""},
        {"ruler(chain(100000000))", "100000000", "", 0, ""},
        {"ideal(boolean(40))", "top", "", 0, ""},
        {"turtles(boolean(40))", "top", "", 0, ""},
        {"ruler(product(boolean(20),boolean(20)))", "top", "", 0, ""},
        {"ruler(setpartitions(9))", "top", "", 0, ""},
        {"product(ruler(chain(300)),ruler(chain(300)))", "(300,300)", "", 0, ""},
    };
    size_t read = 0;
    for (size_t i = 0; i < LENGTH(list); i++) {
        grundy *g = ask_open();
        grundy_ruleset *r = NULL;
        grundy_buffer position = grundy_buffer_open(g);
        char *text = many(list[i].before, list[i].piece, list[i].count, list[i].after), name[160];
        snprintf(name, sizeof name, "%s, %.60s", list[i].ruleset, text);
        snprintf(what_runs, sizeof what_runs, "opening %s", name);
        patience p;
        set_limit(g, MEMORY, &p);
        grundy_set_limits(g, &(grundy_limits){.seconds = 1, .memory = 1 << 28, .stop = has_to_stop, .context = &p});
        grundy_status status = grundy_ruleset_open(g, list[i].ruleset, &r);
        if (status == GRUNDY_OK)
            status = grundy_position_parse(g, r, text, &position);
        lift_limit(g);
        if (status == GRUNDY_OK)
            ask_all(&(asked){.g = g, .r = r, .position = grundy_buffer_bytes(&position), .text = text}, name);
        read += status == GRUNDY_OK;
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
        free(text);
        ask_close(g);
    }
    assert_true(read > LENGTH(list) / 2); /* some are refused, as too large or for want of a library */
}

int main(void)
{
    signal(SIGALRM, says_what_runs);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_positions_end),
        cmocka_unit_test(every_family_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
