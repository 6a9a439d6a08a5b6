/* Any text as a table: the first line is the ruleset, the second the template, the others the variables. It is refused in
 * one line, or its first rows have the same values by brute force. */
#include "fuzz.h"

enum { LINES_MAX = 5, ROWS_MAX = 30 };

/* A row by each way; *more false when one of them has no more, or not in time. */
static void compare_rows(grundy *g, grundy_table *fast, grundy_table *plain, const char *text, bool *more)
{
    grundy_answer a = {0}, b = {0};
    bool again = false;
    fuzz_limit(g, FUZZ_SECONDS);
    grundy_status status = grundy_table_next(fast, &a, more);
    if (status != GRUNDY_OK) {
        fuzz_refused(g, status, text);
        *more = false;
        return;
    }
    fuzz_limit(g, FUZZ_SECONDS);
    status = grundy_table_next(plain, &b, &again);
    if (status != GRUNDY_OK) {
        fuzz_must(status == GRUNDY_LIMIT, "'%s': brute force fails: %s", text, grundy_message(g));
        *more = false;
        return;
    }
    fuzz_must(*more == again, "'%s': the tables have not as many rows", text);
    fuzz_must(!*more || a.value == b.value, "'%s': %" PRIu64 ", by brute force %" PRIu64, text, a.value, b.value);
}

static void check_table(grundy *g, const grundy_table_request *request, const char *text)
{
    grundy_table_request judge = *request;
    grundy_table *fast = NULL, *plain = NULL;
    judge.method = GRUNDY_BRUTE;
    grundy_status status = grundy_table_open(g, request, &fast);
    if (status != GRUNDY_OK) {
        fuzz_must(fast == NULL, "'%s' is refused, but output was written", text);
        fuzz_refused(g, status, text);
        return;
    }
    bool more = grundy_table_open(g, &judge, &plain) == GRUNDY_OK;
    for (unsigned row = 0; more && row < ROWS_MAX; row++)
        compare_rows(g, fast, plain, text, &more);
    grundy_table_close(plain);
    grundy_table_close(fast);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1], copy[FUZZ_TEXT_MAX + 1];
    const char *lines[LINES_MAX] = {"", ""};
    size_t count = 0;
    fuzz_text(data, size, text);
    memcpy(copy, text, sizeof copy);
    for (char *line = copy; line != NULL && count < LINES_MAX;) {
        lines[count++] = line;
        line = strchr(line, '\n');
        if (line != NULL)
            *line++ = '\0';
    }
    grundy *g = fuzz_open();
    grundy_forbid_files(g);
    const grundy_table_request request = {
        .ruleset = lines[0], .position = lines[1], .variables = lines + 2, .count = count > 2 ? count - 2 : 0};
    check_table(g, &request, text);
    fuzz_close(g);
    return 0;
}
