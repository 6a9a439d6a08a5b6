/* Rulesets in Lua: positions and their bytes, notation, threads, what goes wrong in a file, limits, memory, garbage. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <unistd.h>

#include "lua_rulesets.h"
#include "rulesets/ruleset.h"
#include "starving.h"

/* ---- rulesets that are written for a test ---- */

static char path[64];

static void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static grundy *lua_open(void)
{
    grundy *g = ask_open();
    MUST(g, grundy_family_add(g, &lua_family));
    return g;
}

static const char *expression_of(const char *text)
{
    static char expression[96];
    write_file(text, strlen(text));
    snprintf(expression, sizeof expression, "lua(\"%s\")", path);
    return expression;
}

static grundy_ruleset *written(grundy *g, const char *text)
{
    return ask_ruleset(g, expression_of(text));
}

static int make_directory(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "test_lua.XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_directory(void **state)
{
    (void)state;
    return remove(path);
}

#define NO_MOVES "return { options = function(p) return {} end }"

/* ---- positions ---- */

static void reads_what_it_prints(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"0", "0"},
        {" 191 ", "191"},
        {"192", "192"},
        {"255", "255"},
        {"256", "256"},
        {"65536", "65536"},
        {"9223372036854775807", "9223372036854775807"},
        {"-1", "-1"},
        {"-256", "-256"},
        {"-257", "-257"},
        {"-9223372036854775807-1", "-9223372036854775808"},
        {"7*6-2", "40"},
        {"{1+1}", "{2}"},
        {"{}", "{}"},
        {"{{},{{}}}", "{{},{{}}}"},
        {"3,5", "{3,5}"},
        {"3, 5 ,7", "{3,5,7}"},
        {"{3,5},7", "{{3,5},7}"},
        {"..#/.X.", "..#/.X."},
        {"x-1", "x-1"},
        {"\"a b\"", "\"a b\""},
        {"\"ab\"", "ab"},
        {"\"\"", "\"\""},
        {"\"12\"", "\"12\""},
        {"\"-\"", "\"-\""},
        {"\"\\\"\\\\\\x00\\x7f\\xFf\"", "\"\\\"\\\\\\x00\\x7f\xff\""},
        {"{a,\"+\",{b}}", "{a,\"+\",{b}}"},
        {"{\"0123456789abcde\",\"0123456789abcdef\"}", "{\"0123456789abcde\",\"0123456789abcdef\"}"},
        {"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", "{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}"},
        {"3 + a", "3 + a"},
    };
    grundy *g = lua_open();
    grundy_ruleset *r = written(g, NO_MOVES);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        grundy_buffer first = ask_position(g, r, texts[i][0]), text = grundy_buffer_open(g);
        MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&first), &text));
        assert_string_equal(grundy_buffer_text(&text), texts[i][1]);
        grundy_buffer second = ask_position(g, r, grundy_buffer_text(&text));
        assert_int_equal(second.size, first.size);
        assert_memory_equal(second.data, first.data, first.size);
        grundy_buffer_close(&first);
        grundy_buffer_close(&second);
        grundy_buffer_close(&text);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

static void refuses_what_is_no_position(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",        "{",          "{1",   "{1,",   "{1,}", "1,", "}",     "1 2", "a b",  "\"a",
        "\"\\n\"", "\"\\x4\"",   "\"\\", "{1|2}", "3 +",  "%",  "{a b}", "(",   "1..2", "99999999999999999999",
        "{1}{2}",  "\"a\"\"b\"", "-a"};
    grundy *g = lua_open();
    grundy_ruleset *r = written(g, NO_MOVES);
    grundy_buffer out = grundy_buffer_open(g);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        if (grundy_position_parse(g, r, texts[i], &out) != GRUNDY_PARSE)
            fail_msg("'%s' was read", texts[i]);
        assert_non_null(strstr(grundy_message(g), "column"));
        assert_int_equal(out.size, 0);
    }
    char deep[512];
    memset(deep, '{', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    assert_int_equal(grundy_position_parse(g, r, deep, &out), GRUNDY_PARSE);
    grundy_buffer_close(&out);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* What Lua makes of a position comes back as the same bytes: options returns the position within an array. */
static void lua_sees_the_same_position(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "191",
                                        "192",
                                        "-1",
                                        "-300",
                                        "9223372036854775807",
                                        "abc",
                                        "\"\\x00 x\"",
                                        "{}",
                                        "{1,{2,{3,a}},-5}",
                                        "\"a string of more than fifteen bytes\""};
    grundy *g = lua_open();
    grundy_ruleset *r = written(g, "return { options = function(p) return {{p}} end }");
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char nested[80];
        snprintf(nested, sizeof nested, "{%s}", texts[i]);
        grundy_buffer position = ask_position(g, r, texts[i]), expected = ask_position(g, r, nested);
        grundy_list options = grundy_list_open(g);
        MUST(g, grundy_position_options(g, r, grundy_buffer_bytes(&position), &options));
        assert_int_equal(grundy_list_count(&options), 1);
        assert_int_equal(grundy_list_at(&options, 0).size, expected.size);
        assert_memory_equal(grundy_list_at(&options, 0).data, expected.data, expected.size);
        grundy_list_close(&options);
        grundy_buffer_close(&position);
        grundy_buffer_close(&expected);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

static size_t count_options(grundy *g, const grundy_ruleset *r, const char *position)
{
    grundy_buffer bytes = ask_position(g, r, position);
    grundy_list options = grundy_list_open(g);
    MUST(g, grundy_position_options(g, r, grundy_buffer_bytes(&bytes), &options));
    size_t count = grundy_list_count(&options);
    grundy_list_close(&options);
    grundy_buffer_close(&bytes);
    return count;
}

/* 3.0 is the integer 3, and an option that is named twice is one option. */
static void counts_each_option_once(void **state)
{
    (void)state;
    grundy *g = lua_open();
    grundy_ruleset *r = written(g, "return { terminal = function(p) return p == 1 end, options = function(p)\n"
                                   "return {3, 6/2, 3.0, \"3\", {3}, {3.0}, {\"3\"}, {{3}}} end }");
    assert_int_equal(count_options(g, r, "7"), 5);
    assert_int_equal(count_options(g, r, "1"), 0);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- what goes wrong in a file ---- */

typedef struct {
    const char *text, *message; /* the message has the file's name before it */
    grundy_status status;
} broken;

static void expect_line(grundy *g, const broken *b, grundy_status status)
{
    char where[128];
    snprintf(where, sizeof where, "%s:%s", path, b->message);
    if (status != b->status || (b->status == GRUNDY_PARSE && strstr(grundy_message(g), where) == NULL))
        fail_msg("%s: status %d, '%s'", b->text, (int)status, grundy_message(g));
}

static void says_where_a_file_is_wrong(void **state)
{
    (void)state;
    static const broken files[] = {
        {"", " the file must return a table, not a nil", GRUNDY_PARSE},
        {"return 3", " the file must return a table, not a number", GRUNDY_PARSE},
        {"return {}", " the table lacks the function options", GRUNDY_PARSE},
        {"return { options = 3 }", " options must be a function, not a number", GRUNDY_PARSE},
        {"return { options = print, name = 3 }", " name must be a string, not a number", GRUNDY_PARSE},
        {"return { options = print, opt = 3 }", " a ruleset has no member opt; there are options, ", GRUNDY_PARSE},
        {"return { options = print, 3 }", " a ruleset has no member [...]", GRUNDY_PARSE},
        {"return { options = print, parse = print }", " a ruleset has both of parse and print", GRUNDY_PARSE},
        {"\n\nreturn = {", "3: unexpected symbol near '='", GRUNDY_PARSE},
        {"\nerror('no')", "2: no", GRUNDY_PARSE},
        {"error({})", " the error raised is no text", GRUNDY_PARSE},
        {"io.write('x')", "1: attempt to index a nil value (global 'io')", GRUNDY_PARSE},
        {"os.exit(1)", "1: attempt to index a nil value (global 'os')", GRUNDY_PARSE},
        {"require 'x'", "1: attempt to call a nil value (global 'require')", GRUNDY_PARSE},
        {"load('x')", "1: attempt to call a nil value (global 'load')", GRUNDY_PARSE},
        {"dofile('x')", "1: attempt to call a nil value (global 'dofile')", GRUNDY_PARSE},
        {"math.random(3)", "1: attempt to call a nil value (field 'random')", GRUNDY_PARSE},
        {"setmetatable({}, { __gc = print })", "1: a ruleset can have no __gc", GRUNDY_PARSE},
        {"xpcall(error, print)", "1: attempt to call a nil value (global 'xpcall')", GRUNDY_PARSE},
        {"local t = setmetatable({}, {}) setmetatable(t, { __mode = 'k' })", "1: a ruleset can have no __mode",
         GRUNDY_PARSE},
        {"('x'):rep(1 << 30)", "1: a string of more than 16777216 bytes", GRUNDY_PARSE},
        {"('x'):find(('x*'):rep(5000))", "1: a pattern of more than 4096 characters", GRUNDY_PARSE},
        {"('x'):find(('x*'):rep(500))", "1: pattern too complex", GRUNDY_PARSE},
        {"string.format(('%s'):rep(300), table.unpack({}, 1, 300))", "1: more than 255 values to format", GRUNDY_PARSE},
        {"table.move({}, 1, 1 << 62, 2)", "", GRUNDY_LIMIT},
        {"table.insert(setmetatable({}, { __len = function() return 1 << 62 end }), 1, 1)", "", GRUNDY_LIMIT},
        {"table.remove(setmetatable({}, { __len = function() return 1 << 62 end }), 1)", "", GRUNDY_LIMIT},
        {"while true do ('x'):rep(3000):find(('x-'):rep(9) .. 'y') end", "", GRUNDY_LIMIT},
        {"while ('').rep('', 1 << 62) == '' do end", "", GRUNDY_LIMIT},
        {"pcall(function() while true do end end) while true do end", "", GRUNDY_LIMIT},
        {"local x <close> = setmetatable({}, { __close = function() while true do end end }) error()", "",
         GRUNDY_LIMIT},
        {"while true do end", "", GRUNDY_LIMIT},
        {"local function f() pcall(f) f() end while true do pcall(f) end", "", GRUNDY_LIMIT},
        {"local t = {} while true do t[#t + 1] = 'x' .. #t end", "", GRUNDY_LIMIT},
        {"local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20, #t) end", "", GRUNDY_LIMIT},
        {"local s = 'x' while true do s = s .. s end", "", GRUNDY_LIMIT},
        {"\x1bLua", "", GRUNDY_PARSE},
    };
    for (size_t i = 0; i < LENGTH(files); i++) {
        grundy *g = lua_open();
        grundy_ruleset *r = NULL;
        grundy_limits limits = {.memory = 8 << 20, .seconds = 0.5};
        grundy_set_limits(g, &limits);
        grundy_status status = grundy_ruleset_open(g, expression_of(files[i].text), &r);
        if (*files[i].message != '\0')
            expect_line(g, &files[i], status);
        else if (status != files[i].status)
            fail_msg("%s: status %d, '%s'", files[i].text, (int)status, grundy_message(g));
        ask_close(g);
    }
}

static void says_where_a_function_is_wrong(void **state)
{
    (void)state;
    static const broken bodies[] = {
        {"return 3", "2: options must return an array, not a number (in options of 7)", GRUNDY_PARSE},
        {"return", "2: options must return an array, not a nil", GRUNDY_PARSE},
        {"return { 1, nil, 3 }", "2: options returned a table with names or holes", GRUNDY_PARSE},
        {"return { n = 3 }", "2: options returned a table with names or holes", GRUNDY_PARSE},
        {"return { true }", "2: options returned a position with a boolean", GRUNDY_PARSE},
        {"return { 2.5 }", "2: options returned a position with the number 2.5", GRUNDY_PARSE},
        {"return { 0/0 }", "2: options returned a position with the number", GRUNDY_PARSE},
        {"return { 2^64 }", "2: options returned a position with the number", GRUNDY_PARSE},
        {"return { { { print } } }", "2: options returned a position with a function", GRUNDY_PARSE},
        {"local t = {} t[1] = t return t", "2: options returned a position of more than 100", GRUNDY_PARSE},
        {"\n\nreturn p.x.y", "4: attempt to index a number value", GRUNDY_PARSE},
        {"while true do end", "", GRUNDY_LIMIT},
        {"return { p }", "", GRUNDY_DOMAIN},
        {"return { p < 9 and p + 1 or 7 }", "", GRUNDY_DOMAIN},
        {"return { p + 1 }", "", GRUNDY_LIMIT},
        {"return { { p } }", "2: options returned a position of more than 100", GRUNDY_PARSE},
    };
    static const grundy_method methods[] = {GRUNDY_SEARCH, GRUNDY_BRUTE, GRUNDY_ALL};
    for (size_t i = 0; i < LENGTH(bodies); i++)
        for (size_t k = 0; k < LENGTH(methods); k++)
            for (int question = GRUNDY_VALUE; question <= GRUNDY_MISERE_OUTCOME; question++) {
                char text[256];
                uint64_t value;
                grundy *g = lua_open();
                grundy_limits limits = {.memory = 4 << 20, .seconds = bodies[i].status == GRUNDY_LIMIT ? 0.05 : 20};
                snprintf(text, sizeof text, "return { options = \nfunction(p) %s end }", bodies[i].text);
                grundy_ruleset *r = written(g, text);
                grundy_buffer position = ask_position(g, r, "7");
                grundy_set_limits(g, &limits);
                expect_line(g, &bodies[i],
                            ask(g, r, grundy_buffer_bytes(&position), (grundy_question)question, methods[k], &value));
                grundy_buffer_close(&position);
                grundy_ruleset_close(r);
                ask_close(g);
            }
}

/* The message shows the cycle. */
static void shows_a_loop(void **state)
{
    (void)state;
    static const char *const text = "return { options = function(p) return { p > 0 and p - 1 or 5 } end }";
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        grundy *g = lua_open();
        grundy_ruleset *r = written(g, text);
        grundy_buffer position = ask_position(g, r, "7");
        grundy_limits limits = {.threads = threads};
        uint64_t value;
        grundy_set_limits(g, &limits);
        assert_int_equal(ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_AUTO, &value), GRUNDY_DOMAIN);
        assert_non_null(strstr(grundy_message(g), "loops, a position can be reached from itself: 5 -> 4 -> 3 -> 2 -> 1 "
                                                  "-> ... -> 5"));
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
        ask_close(g);
    }
}

/* The file of random uses is run by Lua as it is, and as a ruleset, whose formula is what it has found. */
static void libraries_do_what_those_of_lua_do(void **state)
{
    (void)state;
    static const char file[] = TEST_DIRECTORY "/lua_library.lua";
    uint64_t value = 0;
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    if (luaL_dofile(L, file) != LUA_OK)
        fail_msg("%s", lua_tostring(L, -1));
    grundy *g = lua_open();
    grundy_buffer source = grundy_buffer_open(g);
    MUST(g, grundy_appendf(&source, "local found = (function()\n"));
    MUST(g, grundy_read_file(g, file, 1 << 20, &source));
    MUST(g, grundy_appendf(&source, "end)() return { options = print, formula = function() return found end }"));
    grundy_ruleset *r = written(g, grundy_buffer_text(&source));
    grundy_buffer position = ask_position(g, r, "0");
    MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_FORMULA, &value));
    assert_true(value > 0 && value == (uint64_t)lua_tointeger(L, -1));
    grundy_buffer_close(&position);
    grundy_buffer_close(&source);
    grundy_ruleset_close(r);
    ask_close(g);
    lua_close(L);
}

/* What has been put in the place of Lua's own functions does the same, where it is little. */
static void libraries_work_as_ever(void **state)
{
    (void)state;
    grundy *g = lua_open();
    grundy_ruleset *r = written(
        g, "local t = {1, 2, 3}\n"
           "table.insert(t, 4) table.insert(t, 1, 0) assert(table.concat(t, ',') == '0,1,2,3,4')\n"
           "assert(table.remove(t) == 4 and table.remove(t, 1) == 0 and select('#', table.unpack(t)) == 3)\n"
           "table.sort(t, function(a, b) return a > b end) assert(table.concat(t) == '321')\n"
           "assert(table.concat(table.move(t, 1, 3, 2)) == '3321' and #table.move(t, 1, 2, 1, {}) == 2)\n"
           "assert(#table.move(t, 1, 0, 5, {}) == 0 and not pcall(table.move, t, 1) and not pcall(table.concat))\n"
           "assert(('ab'):rep(2, '-') == 'ab-ab' and (''):rep(3, '-') == '--' and ('x'):rep(-1) == '')\n"
           "assert((''):rep(9) == '' and not pcall(string.rep) and not pcall(string.rep, '', 'x'))\n"
           "assert(getmetatable(setmetatable({}, {__name = 'n'})).__name == 'n')\n" NO_MOVES);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void a_deep_game_is_no_loop(void **state)
{
    (void)state;
    grundy *g = lua_open();
    grundy_ruleset *r = written(g, "return { options = function(n) return n > 0 and { n - 1 } or {} end }");
    static const grundy_method methods[] = {GRUNDY_SEARCH, GRUNDY_BRUTE};
    for (size_t i = 0; i < LENGTH(methods); i++) {
        grundy_buffer position = ask_position(g, r, "20001");
        uint64_t value = 7;
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, methods[i], &value));
        assert_int_equal(value, 1);
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- what a file can say beside the options ---- */

static void uses_every_member(void **state)
{
    (void)state;
    grundy *g = lua_open();
    grundy_ruleset *r = written(
        g, "return { name = 'Nim', rules = 'Take.', theorem = 'Bouton', example = '3;5', space = 'x',\n"
           "options = function(p) local m = {} for i, n in ipairs(p) do for k = 0, n - 1 do\n"
           "  local q = {table.unpack(p)} q[i] = k m[#m + 1] = q end end return m end,\n"
           "split = function(p) local parts = {} for i, n in ipairs(p) do parts[i] = {n} end return parts end,\n"
           "canonical = function(p) table.sort(p) return p end,\n"
           "check = function(p) return #p < 4, 'at most three heaps' end,\n"
           "parse = function(t) local p = {} for n in t:gmatch('%d+') do p[#p + 1] = tonumber(n) end\n"
           "  if #p == 0 then return nil, 'no heaps' end return p end,\n"
           "print = function(p) return table.concat(p, ';') end,\n"
           "view = function(p) return ('o'):rep(p[1]) end,\n"
           "formula = function(p) return #p == 1 and p[1] or nil end }");
    static const grundy_method methods[] = {GRUNDY_AUTO, GRUNDY_SEARCH, GRUNDY_BRUTE, GRUNDY_ALL};
    uint64_t value = 0;
    assert_string_equal(grundy_ruleset_space(r), "x");
    grundy_buffer position = ask_position(g, r, " 3 ; 5;4 + 2"), text = grundy_buffer_open(g);
    for (size_t i = 0; i < LENGTH(methods); i++) {
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, methods[i], &value));
        assert_int_equal(value, 3 ^ 5 ^ 4 ^ 2);
    }
    assert_int_equal(ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_FORMULA, &value), GRUNDY_DOMAIN);
    MUST(g, grundy_position_print(g, r, grundy_buffer_bytes(&position), &text));
    assert_string_equal(grundy_buffer_text(&text), "3;5;4 + 2");
    text.size = 0;
    MUST(g, grundy_position_view(g, r, grundy_buffer_bytes(&position), &text));
    assert_string_equal(grundy_buffer_text(&text), "ooo\n+\noo\n");
    text.size = 0;
    MUST(g, grundy_ruleset_describe(g, r, &text));
    assert_non_null(strstr(grundy_buffer_text(&text), " - Nim\n\nTake.\n\nBouton\n\nExample: grundy value 'lua("));
    position.size = 0;
    assert_int_equal(grundy_position_parse(g, r, "1;1;1;1", &position), GRUNDY_PARSE);
    assert_non_null(strstr(grundy_message(g), "column 1: at most three heaps"));
    assert_int_equal(grundy_position_parse(g, r, "2 + x", &position), GRUNDY_PARSE);
    assert_non_null(strstr(grundy_message(g), "column 5: no heaps"));
    position.size = 0;
    MUST(g, grundy_position_parse(g, r, "9", &position));
    MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_FORMULA, &value));
    assert_int_equal(value, 9);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* A canonical form that holds under one ruleset of a compound need not hold under the other. */
static void compounds_use_no_canonical_form(void **state)
{
    (void)state;
    static char expression[200];
    grundy *g = lua_open();
    expression_of("local which = ... return { canonical = which == 1 and function(p) return p // 2 * 2 end or nil,\n"
                  "options = function(p) return p > which and { p - 1 - which } or {} end }");
    snprintf(expression, sizeof expression, "push(lua(\"%s\",1),lua(\"%s\",0))", path, path);
    grundy_ruleset *r = ask_ruleset(g, expression);
    for (int n = 0; n < 8; n++) {
        char text[8];
        uint64_t search = 0, brute = 1;
        snprintf(text, sizeof text, "%d", n);
        grundy_buffer position = ask_position(g, r, text);
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_SEARCH, &search));
        MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_BRUTE, &brute));
        assert_int_equal(search, brute);
        grundy_buffer_close(&position);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

static void arguments_and_variables_reach_the_file(void **state)
{
    (void)state;
    grundy *g = lua_open();
    static char expression[96];
    static const char *const variables[] = {"k=2..3", "n=0..7"};
    expression_of(
        "local most, word = ... assert(word == 'a b')\n"
        "return { options = function(p) local m = {} for i = 1, math.min(most, p[1]) do m[i] = {p[1] - i} end\n"
        "return m end }");
    snprintf(expression, sizeof expression, "lua(\"%s\",k,\"a b\")", path);
    grundy_table_request request = {.ruleset = expression, .position = "{n}", .variables = variables, .count = 2};
    grundy_table *t = NULL;
    bool more = true;
    MUST(g, grundy_table_open(g, &request, &t));
    for (uint64_t k = 2; k <= 3; k++)
        for (uint64_t n = 0; n <= 7; n++) {
            grundy_answer answer;
            MUST(g, grundy_table_next(t, &answer, &more));
            assert_true(more);
            assert_int_equal(answer.value, n % (k + 1));
        }
    grundy_table_close(t);
    ask_close(g);
}

/* Nim on partitions as heaps, positions in the notation of arrays or in one of the file's own: a variable that is a list of
 * numbers reaches both. */
static uint64_t sum_over_partitions(const char *notation, uint64_t *cells)
{
    grundy *g = lua_open();
    static char text[512], expression[96];
    static const char *const variables[] = {"p=partitions(4)"};
    snprintf(text, sizeof text,
             "return { %s options = function(p) local m = {} for i, n in ipairs(p) do for k = 0, n - 1 do\n"
             "local q = table.move(p, 1, #p, 1, {}) q[i] = k m[#m + 1] = q end end return m end }",
             notation);
    expression_of(text);
    snprintf(expression, sizeof expression, "lua(\"%s\")", path);
    grundy_table_request request = {.ruleset = expression, .position = "p", .variables = variables, .count = 1};
    grundy_table *t = NULL;
    grundy_answer answer;
    uint64_t sum = 0;
    bool more = true;
    MUST(g, grundy_table_open(g, &request, &t));
    for (*cells = 0;; ++*cells, sum += answer.value) {
        MUST(g, grundy_table_next(t, &answer, &more));
        if (!more)
            break;
    }
    grundy_table_close(t);
    ask_close(g);
    return sum;
}

static void lists_reach_both_notations(void **state)
{
    (void)state;
    static const char *const notations[] = {
        "", "parse = function(s) local p = {} for n in s:gmatch('%d+') do p[#p + 1] = tonumber(n) end return p end,\n"
            "print = function(p) return table.concat(p, ',') end,"};
    for (size_t i = 0; i < GRUNDY_COUNT(notations); i++) {
        uint64_t cells = 0;
        assert_int_equal(sum_over_partitions(notations[i], &cells),
                         (4 ^ 0) + (3 ^ 1) + (2 ^ 2) + (2 ^ 1 ^ 1) + (1 ^ 1 ^ 1 ^ 1));
        assert_int_equal(cells, 5);
    }
}

/* ---- memory ---- */

static grundy_status play_through(grundy *g, const char *expression, uint64_t *value)
{
    grundy_ruleset *r = NULL;
    grundy_buffer position = grundy_buffer_open(g), text = grundy_buffer_open(g);
    grundy_status status = grundy_family_add(g, &lua_family);
    if (status == GRUNDY_OK)
        status = grundy_ruleset_open(g, expression, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, "{2,1}", &position);
    if (status == GRUNDY_OK)
        status = grundy_position_print(g, r, grundy_buffer_bytes(&position), &text);
    if (status == GRUNDY_OK)
        status = ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_SEARCH, value);
    grundy_buffer_close(&text);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

/* Each allocation fails in turn: the answer is right or there is none, and nothing is leaked. */
static void survives_without_memory(void **state)
{
    (void)state;
    const char *expression =
        expression_of("return { options = function(p) local m = {} for i, n in ipairs(p) do for k = 0, n - 1 do\n"
                      "local q = {table.unpack(p)} q[i] = k m[#m + 1] = q end end return m end }");
    bool reached = true;
    for (uint64_t at = 1; reached; at += 1 + at / 200) {
        failing f = {.fail_at = at};
        grundy *g = NULL;
        uint64_t value = 3;
        if (grundy_open(failing_allocate, &f, &g) == GRUNDY_OK) {
            grundy_status status = play_through(g, expression, &value);
            if (status != GRUNDY_OK && status != GRUNDY_NOMEM)
                fail_msg("allocation %llu: %s", (unsigned long long)at, grundy_message(g));
            if (status == GRUNDY_OK)
                assert_int_equal(value, 3);
            grundy_close(g);
        }
        assert_int_equal(f.live, 0);
        reached = f.calls >= at;
    }
}

/* ---- garbage ---- */

/* Pieces that make a file that Lua can read often enough, and random bytes. */
static size_t random_text(uint64_t *seed, char *out, size_t size)
{
    static const char *const pieces[] = {"return ",
                                         "{ ",
                                         "} ",
                                         "options=",
                                         "function(p) ",
                                         "end ",
                                         "local ",
                                         "t ",
                                         "= ",
                                         "p ",
                                         "1 ",
                                         "nil ",
                                         ", ",
                                         "{p-1} ",
                                         "split=",
                                         "canonical=",
                                         "#p ",
                                         "for i=1,9 do ",
                                         "if p then ",
                                         "'x' ",
                                         "print ",
                                         "error() ",
                                         "(p) ",
                                         "..",
                                         "//0 ",
                                         "pcall ",
                                         "while 1 do ",
                                         "string.rep ",
                                         "setmetatable ",
                                         "parse=print,print=print,"};
    size_t length = 0, count = grundy_random(seed) % (grundy_random(seed) % 2 ? 3 : 24);
    bool bytes = grundy_random(seed) % 8 == 0;
    for (size_t i = 0; i < count; i++) {
        const char *piece = pieces[grundy_random(seed) % LENGTH(pieces)];
        char byte[2] = {(char)grundy_random(seed), '\0'};
        const char *next = bytes ? byte : piece;
        size_t more = bytes ? 1 : strlen(next);
        if (length + more < size)
            memcpy(out + length, next, more);
        length += more;
    }
    return length;
}

static void garbage_does_no_harm(void **state)
{
    (void)state;
    uint64_t seed = 1;
    unsigned opened = 0;
    static const char *const frames[][2] = {{"", ""},
                                            {"return { options = function(p) return ", " end }"},
                                            {"return { options = function(p) ", " return {} end }"},
                                            {"return { options = function(p) return {} end, ", " }"}};
    for (unsigned round = 0; round < 3000; round++) {
        char text[1024];
        const char *const *frame = frames[round % LENGTH(frames)];
        size_t size = (size_t)snprintf(text, sizeof text, "%s", frame[0]);
        size += random_text(&seed, text + size, 800);
        size += (size_t)snprintf(text + size, sizeof text - size, "%s", frame[1]);
        write_file(text, size);
        grundy *g = lua_open();
        grundy_limits limits = {.memory = 1 << 20, .seconds = 0.02};
        grundy_set_limits(g, &limits);
        char expression[96];
        uint64_t value;
        snprintf(expression, sizeof expression, "lua(\"%s\")", path);
        grundy_status status = grundy_value(g, expression, round % 2 ? "3" : "{1,2}", &value);
        opened += status == GRUNDY_OK;
        assert_true(status == GRUNDY_OK || *grundy_message(g) != '\0');
        ask_close(g);
    }
    assert_true(opened > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_prints),
        cmocka_unit_test(refuses_what_is_no_position),
        cmocka_unit_test(lua_sees_the_same_position),
        cmocka_unit_test(counts_each_option_once),
        cmocka_unit_test(says_where_a_file_is_wrong),
        cmocka_unit_test(says_where_a_function_is_wrong),
        cmocka_unit_test(shows_a_loop),
        cmocka_unit_test(libraries_do_what_those_of_lua_do),
        cmocka_unit_test(libraries_work_as_ever),
        cmocka_unit_test(a_deep_game_is_no_loop),
        cmocka_unit_test(uses_every_member),
        cmocka_unit_test(compounds_use_no_canonical_form),
        cmocka_unit_test(arguments_and_variables_reach_the_file),
        cmocka_unit_test(lists_reach_both_notations),
        cmocka_unit_test(survives_without_memory),
        cmocka_unit_test(garbage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
