/* lua_family.c - lua("file.lua"): rulesets that users write in Lua */
#include "lua_rulesets.h"

const grundy_family lua_family = {
    .name = "lua",
    .arguments = "(\"FILE\"[,ARGUMENT...])",
    .summary = "a ruleset of your own, written in Lua 5.4",
    .rules = "The file returns a table with a function options(p) that returns an array of the\n"
             "positions to which p can be moved:\n"
             "\n"
             "    return {\n"
             "      options = function(n)          -- take 1, 4, 9, ... from a heap\n"
             "        local moves = {}\n"
             "        for k = 1, n do\n"
             "          if k * k <= n then moves[#moves + 1] = n - k * k end\n"
             "        end\n"
             "        return moves\n"
             "      end\n"
             "    }\n"
             "\n"
             "A position is an integer, a string, or an array of positions, and is written so:\n"
             "12, XX.O or \"any text\", {1,{2,3}}; 3,5 stands for {3,5}. A sequence of moves must end.\n"
             "Arguments after the file, integers and \"texts\", are what ... is in the file.\n"
             "The table may also hold these functions:\n"
             "\n"
             "    terminal(p)    true: p has no options, and options is not called\n"
             "    split(p)       an array of positions whose disjunctive sum p is\n"
             "    canonical(p)   the same position for those that differ by a symmetry only\n"
             "    check(p)       true if p is a position; else false and why not\n"
             "    parse(text)    the position that a text without blanks stands for; else nil and why\n"
             "    print(p)       its text, which parse reads back; a ruleset has both or neither\n"
             "    view(p)        lines that draw it\n"
             "    formula(p)     its Grundy value, or nil where there is no closed form\n"
             "\n"
             "and the texts name, rules, theorem (of the formula), example (a position), and space:\n"
             "push(lua(...),lua(...)) needs two rulesets with the same space. A file can use the base,\n"
             "table, string, math and utf8 libraries, but for what reads files or is random; print\n"
             "writes to standard error. The functions must depend on their argument alone.\n"
             "A stranger's file is safe to run: it opens and starts nothing, and --time, --memory\n"
             "and an interrupt stop it whatever it does, so give it such limits. It has no __gc and\n"
             "no __mode, and no string of more than 16 MiB.\n"
             "Ten files to start from are in examples/lua.",
    .example_ruleset = "lua(\"examples/lua/chomp.lua\")",
    .example_position = "{4,4,3}",
    .open = lua_ruleset_open,
    .parse = lua_parse,
    .print = lua_print,
    .options = lua_options,
#ifdef GRUNDY_WITH_LUA
    .close = lua_ruleset_close,
    .describe = lua_describe,
    .check = lua_check,
    .canonical = lua_canonical,
    .split = lua_split,
    .view = lua_view,
    .formula = lua_formula,
#endif
};
