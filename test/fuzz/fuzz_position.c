/* Any text as a position of a ruleset that the first byte chooses: it is refused in one line, or what is printed is read
 * again, the ways to its value agree, and p + p has value 0. */
#include "fuzz.h"

static const char *const rulesets[] = {
    "nim",
    "wythoff",
    "euclid",
    "zeruclid",
    "subtraction(1,4,9)",
    "octal(0.07)",
    "octal(4.07)",
    "octal(0.f)",
    "grundys-game",
    "welter",
    "turtles",
    "inset(4)",
    "pnim",
    "rnim",
    "hooks",
    "lctr",
    "crim",
    "chess(rook)",
    "cram",
    "domineering-rows",
    "push-cram",
    "turtles(divisors(12))",
    "ruler(boolean(3))",
    "ruler(subspaces(2,4))",
    "ruler(setpartitions(5))",
    "ruler(asm(4))",
    "ideal(divisors(30))",
    "turtles(chain(9))",
    "product(ruler(chain(3)),turtles(chain(4)))",
    "push(nim,wythoff)",
    "push(kayles,push(nim,grundys-game))",
    "sum(nim,kayles,pnim)",
    "conjoined(euclid,nim)",
    "push(cram,domineering-rows)",
    "mock-turtles",
    "ruler-fives",
    "ruler(product(chain(2),boolean(2)))",
    "ideal(dual(asm(3)))",
};

/* The value of p + p is 0, whichever way it is found. */
static void check_double(conformance *c, grundy_bytes position)
{
    grundy_solver *solver = NULL;
    grundy_answer answer;
    c->sum.size = 0;
    if (grundy_append(&c->sum, position.data, position.size) != GRUNDY_OK ||
        grundy_append(&c->sum, position.data, position.size) != GRUNDY_OK ||
        grundy_solver_open(c->g, c->r, GRUNDY_VALUE, GRUNDY_AUTO, &solver) != GRUNDY_OK)
        return;
    fuzz_limit(c->g, FUZZ_SECONDS);
    grundy_status status = grundy_solve(solver, grundy_buffer_bytes(&c->sum), &answer);
    grundy_solver_close(solver);
    if (status == GRUNDY_OK)
        fuzz_must(answer.value == 0, "p + p has value %" PRIu64, answer.value);
    else
        fuzz_refused(c->g, status, "p + p");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1];
    conformance c;
    if (size == 0)
        return 0;
    grundy *g = fuzz_open();
    grundy_buffer position = grundy_buffer_open(g);
    fuzz_text(data + 1, size - 1, text);
    grundy_status status = conformance_open(g, rulesets[data[0] % GRUNDY_COUNT(rulesets)], "", 1, &c);
    if (status == GRUNDY_ABSENT) { /* built without what this ruleset needs */
        grundy_buffer_close(&position);
        fuzz_close(g);
        return 0;
    }
    if (status != GRUNDY_OK)
        abort();
    status = grundy_position_parse(g, c.r, text, &position);
    if (status != GRUNDY_OK) {
        fuzz_must(position.size == 0, "'%s' is refused, but output was written", text);
        fuzz_refused(g, status, text);
    } else {
        fuzz_position(&c, grundy_buffer_bytes(&position));
        check_double(&c, grundy_buffer_bytes(&position));
    }
    grundy_buffer_close(&position);
    conformance_close(&c);
    fuzz_close(g);
    return 0;
}
