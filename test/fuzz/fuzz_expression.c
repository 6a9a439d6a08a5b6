/* Any text as a ruleset expression: it is refused in one line, or its name opens the same ruleset, and random positions
 * of it pass the checks. */
#include "fuzz.h"

static void check_ruleset(grundy *g, const char *text, grundy_ruleset *r)
{
    grundy_ruleset *again = NULL;
    grundy_status status = grundy_ruleset_open(g, grundy_ruleset_name(r), &again);
    fuzz_must(status == GRUNDY_OK || status == GRUNDY_LIMIT, "'%s' is called '%s', which is refused: %s", text,
              grundy_ruleset_name(r), grundy_message(g));
    if (status != GRUNDY_OK)
        return;
    fuzz_must(strcmp(grundy_ruleset_name(r), grundy_ruleset_name(again)) == 0, "'%s' is called '%s' and '%s'", text,
              grundy_ruleset_name(r), grundy_ruleset_name(again));
    fuzz_must(strcmp(grundy_ruleset_space(r), grundy_ruleset_space(again)) == 0, "'%s' has two spaces", text);
    grundy_ruleset_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1];
    grundy *g = fuzz_open();
    grundy_ruleset *r = NULL;
    grundy_forbid_files(g);
    fuzz_text(data, size, text);
    grundy_status status = grundy_ruleset_open(g, text, &r);
    if (status != GRUNDY_OK) {
        fuzz_must(r == NULL, "'%s' is refused, but output was written", text);
        fuzz_refused(g, status, text);
    } else {
        check_ruleset(g, text, r);
        grundy_ruleset_close(r);
        fuzz_random_positions(g, text, size, 3);
    }
    fuzz_close(g);
    return 0;
}
