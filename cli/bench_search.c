/* bench_search.c - the search beside plain recursion, game by game: deep, wide, sums, boards, and games of one's own
 *
 * The games that are written here are added to the handle as a plug-in's would be. Both ways are timed in turn, each in a
 * solver of its own, and the least time of a few runs counts. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

enum { RUNS_MOST = 5, SOURCE_MOST = 64 };
#define SECONDS_ENOUGH 0.3

typedef struct {
    const char *name;
    const char *ruleset, *position;
    const char *lua; /* the ruleset's file; NULL: none */
    grundy_question question;
} search_case;

#define LUA_HEAP(options) "return { options = function(n) local m = {} " options " return m end }"
#define LUA_STEPS LUA_HEAP("for s = 1, math.min(3, n) do m[s] = n - s end")
#define LUA_HALF LUA_HEAP("for s = 1, n // 2 do m[s] = n - s end")
#define LUA_SQUARES LUA_HEAP("local s = 1 while s * s <= n do m[s] = n - s * s s = s + 1 end")
#define LUA_HEAPS                                                   \
    "return { options = function(p) local m = {} for i = 1, #p do " \
    "for k = 0, p[i] - 1 do local q = {table.unpack(p)} q[i] = k m[#m + 1] = q end end return m end }"

static const search_case cases[] = {
    {"deep-native", "subtraction(1)", "1000000", NULL, GRUNDY_VALUE},
    {"deep-native-misere", "subtraction(1)", "200000", NULL, GRUNDY_MISERE_VALUE},
    {"deep-plugin", "bench-game(1)", "300000", NULL, GRUNDY_VALUE},
    {"deep-plugin-outcome", "bench-game(1)", "200000", NULL, GRUNDY_OUTCOME},
    {"deep-lua", "lua", "100000", LUA_HEAP("if n > 0 then m[1] = n - 1 end"), GRUNDY_VALUE},
    {"steps-native", "subtraction(1..3)", "100000", NULL, GRUNDY_VALUE},
    {"steps-plugin", "bench-game(3)", "100000", NULL, GRUNDY_VALUE},
    {"steps-lua", "lua", "50000", LUA_STEPS, GRUNDY_VALUE},
    {"steps-lua-outcome", "lua", "50000", LUA_STEPS, GRUNDY_OUTCOME},
    {"squares-lua", "lua", "10000", LUA_SQUARES, GRUNDY_VALUE},
    {"squares-lua-misere", "lua", "10000", LUA_SQUARES, GRUNDY_MISERE_VALUE},
    {"wide-plugin", "bench-game(10000)", "10000", NULL, GRUNDY_VALUE},
    {"wide-plugin-outcome", "bench-game(10000)", "10000", NULL, GRUNDY_OUTCOME},
    {"wide-native", "nim", "1000", NULL, GRUNDY_VALUE},
    {"half-lua", "lua", "1000", LUA_HALF, GRUNDY_VALUE},
    {"half-lua-outcome", "lua", "1000", LUA_HALF, GRUNDY_OUTCOME},
    {"half-lua-misere", "lua", "1000", LUA_HALF, GRUNDY_MISERE_VALUE},
    {"array-lua", "lua", "{14,14,14}", LUA_HEAPS, GRUNDY_VALUE},
    {"array-lua-outcome", "lua", "{14,14,14}", LUA_HEAPS, GRUNDY_OUTCOME},
    {"sum-plugin", "bench-game(3)", "40 + 50 + 61", NULL, GRUNDY_VALUE},
    {"sum-plugin-misere", "bench-game(3)", "20 + 25 + 31", NULL, GRUNDY_MISERE_VALUE},
    {"sum-native", "kayles", "7,8,9", NULL, GRUNDY_VALUE},
    {"sum-rulesets", "sum(nim,cram)", "5 | 3x3", NULL, GRUNDY_VALUE},
    {"sum-nim-misere", "nim", "9,10,12", NULL, GRUNDY_MISERE_VALUE},
    {"pair", "wythoff", "50,70", NULL, GRUNDY_VALUE},
    {"triple", "zeruclid", "10,12,14", NULL, GRUNDY_VALUE},
    {"compound", "push(nim,euclid)", "40,50", NULL, GRUNDY_VALUE},
    {"octal", "octal(0.07)", "16", NULL, GRUNDY_VALUE},
    {"octal-misere", "octal(0.07)", "14", NULL, GRUNDY_MISERE_VALUE},
    {"partition", "pnim", "[9,8,7,5,3,1]", NULL, GRUNDY_VALUE},
    {"hyperrectangle", "rnim", "<14,13,12>", NULL, GRUNDY_VALUE},
    {"board", "cram", "4x5", NULL, GRUNDY_VALUE},
    {"board-misere", "cram", "4x4", NULL, GRUNDY_MISERE_VALUE},
    {"board-compound", "push-cram", "3x5", NULL, GRUNDY_VALUE},
};

/* ---- games that are written here ---- */

/* bench-game(K): at most K may be taken from a heap. Numbers are kept in four bytes. */
static grundy_status game_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_INTEGER || self->args[0].low == 0)
        return grundy_arg_fail(g, self, "bench-game needs a number above 0, as in bench-game(3)");
    uint64_t *most = grundy_resize(g, NULL, 0, sizeof *most, &status);
    if (most == NULL)
        return status;
    *most = self->args[0].low;
    grundy_ruleset_set_state(r, most);
    return GRUNDY_OK;
}

static void game_close(grundy *g, void *state)
{
    grundy_resize(g, state, sizeof(uint64_t), 0, NULL);
}

static void number_to_bytes(uint64_t n, unsigned char bytes[4])
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(n >> 8 * (3 - i));
}

static uint64_t number_of_bytes(grundy_bytes summand)
{
    uint64_t n = 0;
    for (size_t i = 0; i < 4; i++)
        n = n << 8 | summand.data[i];
    return n;
}

static grundy_status game_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    uint64_t n;
    unsigned char bytes[4];
    (void)g;
    (void)r;
    grundy_status status = grundy_scan_integer(s, "heap", 0, UINT32_MAX, &n);
    if (status != GRUNDY_OK)
        return status;
    number_to_bytes(n, bytes);
    return grundy_append(out, bytes, sizeof bytes);
}

static grundy_status game_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%" PRIu64, number_of_bytes(summand));
}

/* Of a heap that is no multiple of 1000 at most 3 may be taken, so that a wide game has few wide positions. */
static grundy_status game_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const uint64_t *most = grundy_ruleset_state(r), n = number_of_bytes(summand);
    const uint64_t reach = *most > 3 && n % 1000 != 0 ? 3 : *most;
    grundy_status status = GRUNDY_OK;
    (void)g;
    for (uint64_t taken = 1; status == GRUNDY_OK && taken <= n && taken <= reach; taken++) {
        unsigned char bytes[4];
        number_to_bytes(n - taken, bytes);
        status = grundy_list_add(out, bytes, sizeof bytes);
    }
    return status;
}

static const grundy_family game_family = {
    .name = "bench-game",
    .arguments = "(K)",
    .summary = "take at most K tokens from a heap; for grundy bench",
    .rules = "Take at most K tokens from a heap. A position is the heap's size.",
    .example_ruleset = "bench-game(3)",
    .example_position = "12",
    .space = "heaps of grundy bench",
    .open = game_open,
    .close = game_close,
    .parse = game_parse,
    .print = game_print,
    .options = game_options,
};

/* A file of this text, named in `ruleset` as a ruleset in Lua; the caller removes it. */
static grundy_status write_lua(grundy *g, const char *text, char *file, char *ruleset, size_t size)
{
    const int number = mkstemp(file);
    const bool written = number >= 0 && write(number, text, strlen(text)) == (ssize_t)strlen(text);
    if (number >= 0)
        close(number);
    if (!written)
        return grundy_fail(g, GRUNDY_IO, "%.60s: a ruleset to measure could not be written", file);
    snprintf(ruleset, size, "lua(\"%s\")", file);
    return GRUNDY_OK;
}

/* ---- both ways in turn ---- */

/* Of this process: other work on the machine does not count. */
static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static grundy_status time_once(grundy *g, const search_case *c, const char *ruleset, grundy_method method,
                               double *least)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, c->position, &position);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, c->question, method, &s);
    const double start = processor_seconds();
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    const double taken = processor_seconds() - start;
    *least = *least == 0 || taken < *least ? taken : *least;
    grundy_solver_close(s);
    grundy_ruleset_close(r);
    grundy_buffer_close(&position);
    return status;
}

static grundy_status time_case(grundy *g, const search_case *c, const char *ruleset)
{
    double search = 0, brute = 0, begin = processor_seconds();
    for (int i = 0; i < RUNS_MOST && processor_seconds() - begin < (i == 0 ? 1e9 : SECONDS_ENOUGH); i++) {
        grundy_status status = time_once(g, c, ruleset, GRUNDY_SEARCH, &search);
        if (status == GRUNDY_OK)
            status = time_once(g, c, ruleset, GRUNDY_BRUTE, &brute);
        if (status != GRUNDY_OK)
            return status;
    }
    printf("%s\t%s\t%s\t%s\t%.4g\t%.4g\t%.3g\n", c->name, c->ruleset, c->position, grundy_question_word(c->question),
           search, brute, search / brute);
    fflush(stdout);
    return GRUNDY_OK;
}

grundy_status bench_search(grundy *g)
{
    grundy_status status = grundy_family_add(g, &game_family);
    puts("case\truleset\tposition\tquestion\tsearch_s\tbrute_s\tratio");
    for (size_t i = 0; status == GRUNDY_OK && i < sizeof cases / sizeof cases[0]; i++) {
        const search_case *c = &cases[i];
        char file[] = P_tmpdir "/grundy-bench-XXXXXX", ruleset[SOURCE_MOST];
        if (c->lua != NULL)
            status = write_lua(g, c->lua, file, ruleset, sizeof ruleset);
        if (status == GRUNDY_OK)
            status = time_case(g, c, c->lua != NULL ? ruleset : c->ruleset);
        if (c->lua != NULL)
            unlink(file);
    }
    return status;
}
