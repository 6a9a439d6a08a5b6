/* Any text as the rules of moves("..."): it is refused in one line, or the ruleset passes the checks at small positions:
 * its options are simpler, its sweeps and its search agree. */
#include "fuzz.h"

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
        fuzz_random_positions(g, expression, size, 4);
    }
    fuzz_close(g);
    return 0;
}
