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

/* Small positions, where the family has a generator. */
static void check_random_positions(grundy *g, const char *text, size_t size)
{
    conformance c;
    if (conformance_open(g, text, "", size, &c) != GRUNDY_OK)
        return; /* the time is up */
    grundy_buffer position = grundy_buffer_open(g);
    for (unsigned n = 1; n <= 3; n++) {
        position.size = 0;
        if (grundy_position_random(g, c.r, &c.seed, n, &position) == GRUNDY_OK)
            fuzz_position(&c, grundy_buffer_bytes(&position));
    }
    grundy_buffer_close(&position);
    conformance_close(&c);
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
        check_random_positions(g, text, size);
    }
    fuzz_close(g);
    return 0;
}
