/* A ruleset in Lua that somebody has written. The first byte says how the others become a file:
 *
 *   program    they are the file, or the body of its options
 *   heap game  they are the subtractions and the splittings of a game on heaps, written once in Lua and once in C
 *
 * A program is refused in one line with its path, or gives answers, within the limits of time and memory; a position is
 * read as it is printed, unless the program has a notation of its own. The heap game has the same values in both
 * languages. */
#include "fuzz_file.h"
#include "lua/lua_rulesets.h"

enum { RULES_MAX = 6, HEAP_MAX = 24, TEXT_MAX = 4096 };

#define LUA_MEMORY (UINT64_C(16) << 20)
#define LUA_SECONDS 0.05

static grundy *lua_open(void)
{
    const grundy_limits limits = {.memory = LUA_MEMORY, .seconds = LUA_SECONDS};
    grundy *g = fuzz_open();
    grundy_set_limits(g, &limits);
    fuzz_must(grundy_family_add(g, &lua_family) == GRUNDY_OK, "the family is refused: %s", grundy_message(g));
    return g;
}

static grundy_status open_file(grundy *g, const char *text, size_t size, grundy_ruleset **r)
{
    char expression[96];
    snprintf(expression, sizeof expression, "lua(\"%s\")", fuzz_write(text, size));
    grundy_start(g);
    return grundy_ruleset_open(g, expression, r);
}

/* ---- programs ---- */

/* Printed and read again, it is the same; not so in a notation of the program's own, which may be wrong. */
static void check_notation(grundy *g, const grundy_ruleset *r, grundy_bytes position)
{
    grundy_buffer text = grundy_buffer_open(g), again = grundy_buffer_open(g);
    grundy_start(g);
    grundy_status status = grundy_position_print(g, r, position, &text);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, grundy_buffer_text(&text), &again);
    if (status == GRUNDY_OK)
        fuzz_must(again.size == position.size && memcmp(again.data, position.data, again.size) == 0,
                  "'%s' is read as another position", grundy_buffer_text(&text));
    else
        fuzz_refused(g, status, grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    grundy_buffer_close(&again);
}

static grundy_status check_solved(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_method method)
{
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_start(g);
    grundy_status status = grundy_solver_open(g, r, GRUNDY_VALUE, method, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, position, &answer);
    if (status != GRUNDY_OK)
        fuzz_refused(g, status, "the position");
    grundy_solver_close(s);
    return status;
}

/* The status is that of the last call: what reaches a limit does so for the next position too, and takes long. */
static grundy_status check_position(grundy *g, const grundy_ruleset *r, const char *text, bool notation)
{
    grundy_buffer position = grundy_buffer_open(g), drawing = grundy_buffer_open(g);
    grundy_start(g);
    grundy_status status = grundy_position_parse(g, r, text, &position);
    if (status != GRUNDY_OK) {
        fuzz_must(position.size == 0, "'%s' is refused, but output was written", text);
        fuzz_refused(g, status, text);
    } else {
        grundy_bytes bytes = grundy_buffer_bytes(&position);
        if (!notation)
            check_notation(g, r, bytes);
        grundy_start(g);
        status = grundy_position_view(g, r, bytes, &drawing);
        if (status != GRUNDY_OK)
            fuzz_refused(g, status, "the drawing");
        status = check_solved(g, r, bytes, GRUNDY_AUTO);
        if (status != GRUNDY_LIMIT)
            status = check_solved(g, r, bytes, GRUNDY_BRUTE);
    }
    grundy_buffer_close(&drawing);
    grundy_buffer_close(&position);
    return status;
}

static void check_file(const char *text, size_t size)
{
    static const char *const positions[] = {"3", "-1", "{2,1}", "a", "\"\\x00\\xff\"", "{{},{1,b}} + 2"};
    grundy *g = lua_open();
    grundy_ruleset *r = NULL;
    grundy_status status = open_file(g, text, size, &r);
    if (status != GRUNDY_OK) {
        fuzz_must(r == NULL, "refused, but output was written");
        fuzz_refused(g, status, text);
    } else {
        bool notation = memmem(text, size, "parse", 5) != NULL || memmem(text, size, "print", 5) != NULL;
        for (size_t i = 0; i < GRUNDY_COUNT(positions) && status != GRUNDY_LIMIT; i++)
            status = check_position(g, r, positions[i], notation);
        grundy_ruleset_close(r);
    }
    fuzz_close(g);
}

static void check_program(const uint8_t *data, size_t size)
{
    check_file((const char *)data, size);
}

static void check_body(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1], file[FUZZ_TEXT_MAX + 100];
    fuzz_text(data, size, text);
    int length = snprintf(file, sizeof file, "return { options = function(p) %s\nend }", text);
    check_file(file, (size_t)length);
}

/* ---- a game on heaps, in both languages ---- */

/* A heap of n may become n - take, if that is at least `least` and n % modulus is not `residue`; or two such heaps of
 * this sum, the smaller from 1 on, if split is set. */
typedef struct {
    unsigned take, least, modulus, residue;
    bool split;
} rule;

static bool allowed(const rule *r, unsigned n)
{
    return n >= r->take + r->least && n % r->modulus != r->residue;
}

static void judge(const rule *rules, size_t count, uint64_t values[HEAP_MAX])
{
    for (unsigned n = 0; n < HEAP_MAX; n++) {
        bool seen[128] = {false};
        for (size_t i = 0; i < count; i++) {
            unsigned left = n - rules[i].take;
            if (!allowed(&rules[i], n))
                continue;
            if (!rules[i].split)
                seen[values[left]] = true;
            for (unsigned k = 1; rules[i].split && 2 * k <= left; k++)
                seen[values[k] ^ values[left - k]] = true;
        }
        values[n] = 0;
        while (seen[values[n]])
            values[n]++;
    }
}

static size_t read_rules(const uint8_t *data, size_t size, rule rules[RULES_MAX])
{
    enum { RULE = 3 };
    size_t count = 0;
    for (; size >= RULE && count < RULES_MAX; data += RULE, size -= RULE)
        rules[count++] = (rule){.take = 1 + data[0] % 16,
                                .least = data[1] / 64,
                                .modulus = 1 + data[1] % 8,
                                .residue = data[2] % 16,
                                .split = data[2] > 127};
    return count;
}

static size_t write_rules(const rule *rules, size_t count, bool whole, char out[TEXT_MAX])
{
    size_t used = (size_t)snprintf(out, TEXT_MAX,
                                   "local rules = ...\nlocal function options(p)\nlocal list, heaps = {}, p\n"
                                   "local function add(i, ...)\nlocal q = {...}\n"
                                   "for k, m in ipairs(heaps) do if k ~= i then q[#q + 1] = m end end\n"
                                   "list[#list + 1] = q\nend\nfor i, n in ipairs(heaps) do\n");
    for (size_t i = 0; i < count; i++) {
        const rule *r = &rules[i];
        used += (size_t)snprintf(out + used, TEXT_MAX - used, "if n >= %u and n %% %u ~= %u then\n", r->take + r->least,
                                 r->modulus, r->residue);
        used += (size_t)snprintf(out + used, TEXT_MAX - used,
                                 r->split ? "for k = 1, (n - %u) // 2 do add(i, k, n - %u - k) end\nend\n"
                                          : "add(i, n - %u)\nend\n",
                                 r->take, r->take);
    }
    used += (size_t)snprintf(out + used, TEXT_MAX - used, "end\nreturn list\nend\nreturn { options = options%s }",
                             whole ? ""
                                   : ", split = function(p)\nlocal parts = {}\n"
                                     "for i, n in ipairs(p) do parts[i] = {n} end\nreturn parts\nend,\n"
                                     "canonical = function(p) table.sort(p) return p end");
    return used;
}

/* The value of a heap, and of three heaps, two of them equal. */
static void check_heaps(grundy *g, const grundy_ruleset *r, const uint64_t values[HEAP_MAX], bool whole)
{
    const unsigned most = whole ? 8 : HEAP_MAX;
    for (unsigned n = 0; n < most; n++) {
        char text[32];
        grundy_buffer position = grundy_buffer_open(g);
        grundy_solver *s = NULL;
        grundy_answer answer = {0};
        snprintf(text, sizeof text, n % 3 == 2 ? "{%u,2,2}" : "{%u}", n);
        fuzz_limit(g, 0);
        fuzz_must(grundy_position_parse(g, r, text, &position) == GRUNDY_OK, "%s: %s", text, grundy_message(g));
        fuzz_limit(g, FUZZ_SECONDS);
        grundy_start(g);
        grundy_status status = grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SEARCH, &s);
        if (status == GRUNDY_OK)
            status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
        if (status == GRUNDY_OK)
            fuzz_must(answer.value == values[n], "%s: %" PRIu64 " in Lua, %" PRIu64 " in C", text, answer.value,
                      values[n]);
        else
            fuzz_must(status == GRUNDY_LIMIT, "%s: %s", text, grundy_message(g));
        grundy_solver_close(s);
        grundy_buffer_close(&position);
    }
}

static void check_heap_game(const uint8_t *data, size_t size)
{
    static char file[TEXT_MAX];
    rule rules[RULES_MAX];
    uint64_t values[HEAP_MAX];
    size_t count = read_rules(data, size, rules);
    judge(rules, count, values);
    for (int whole = 0; whole < 2; whole++) {
        grundy *g = lua_open();
        grundy_ruleset *r = NULL;
        grundy_status status = open_file(g, file, write_rules(rules, count, whole != 0, file), &r);
        if (status == GRUNDY_OK)
            check_heaps(g, r, values, whole != 0);
        else
            fuzz_must(status == GRUNDY_LIMIT, "the game is refused: %s", grundy_message(g));
        grundy_ruleset_close(r);
        fuzz_close(g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(const uint8_t *, size_t) = {check_program, check_body, check_heap_game};
    if (size > 0)
        checks[data[0] % GRUNDY_COUNT(checks)](data + 1, size - 1);
    return 0;
}
