/* Any text as the rules of moves("..."): it is refused in one line, or the ruleset passes the checks at small positions:
 * its options are simpler, its sweeps and its search agree. */
#include "fuzz.h"

static void check_positions(grundy *g, const char *expression, size_t size)
{
    conformance c;
    if (conformance_open(g, expression, "", size, &c) != GRUNDY_OK)
        return; /* the time is up */
    grundy_buffer position = grundy_buffer_open(g);
    for (unsigned n = 1; n <= 4; n++) {
        position.size = 0;
        if (grundy_position_random(g, c.r, &c.seed, n, &position) == GRUNDY_OK)
            fuzz_position(&c, grundy_buffer_bytes(&position));
    }
    grundy_buffer_close(&position);
    conformance_close(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1], expression[FUZZ_TEXT_MAX + 16];
    grundy *g = fuzz_open();
    grundy_ruleset *r = NULL;
    fuzz_text(data, size, text);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '"' || *c == '\n')
            *c = ' ';
    snprintf(expression, sizeof expression, "moves(\"%s\")", text);
    grundy_status status = grundy_ruleset_open(g, expression, &r);
    if (status != GRUNDY_OK) {
        fuzz_must(r == NULL, "'%s' is refused, but output was written", text);
        fuzz_refused(g, status, text);
    } else {
        grundy_ruleset_close(r);
        check_positions(g, expression, size);
    }
    fuzz_close(g);
    return 0;
}
