#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

/* Does a claim's id begin with a name given on the command line, up to a hyphen, a point (push-4.1 names push-4.1.2 too)
 * or the end? No names: all do. */
static bool selected(const command_line *line, const char *id)
{
    for (int i = 0; i < line->count; i++) {
        size_t length = strlen(line->arguments[i]);
        if (strncmp(id, line->arguments[i], length) == 0 && strchr(".-", id[length]) != NULL)
            return true;
    }
    return line->count == 0;
}

static grundy_status verify_check_names(const command_line *line)
{
    for (int i = 0; i < line->count; i++) {
        command_line one = {.arguments = &line->arguments[i], .count = 1};
        bool known = false;
        for (size_t c = 0; c < grundy_claim_count(); c++)
            known = known || selected(&one, grundy_claim_id(c));
        if (!known)
            return grundy_fail(line->g, GRUNDY_PARSE, "no statement is called '%.60s'; `grundy verify` checks all",
                               line->arguments[i]);
    }
    return GRUNDY_OK;
}

/* A line for a claim; says whether it fails although it should hold, or the reverse. */
static bool print_result(size_t claim, const grundy_claim_result *r)
{
    static const char *const verdicts[] = {"fails", "holds", "open"};
    const char *misprint = grundy_claim_misprint(claim);
    bool unexpected = (r->holds == GRUNDY_NO) != (misprint != NULL);
    printf("%s\t%s\t%" PRIu64 " cases\t%s", grundy_claim_id(claim), verdicts[r->holds], r->cases,
           grundy_claim_statement(claim));
    if (r->holds == GRUNDY_NO)
        printf("; witness: %s", grundy_buffer_text(&r->witness));
    if (misprint != NULL)
        printf("; %s: %s", r->holds == GRUNDY_NO ? "known misprint" : "was listed as a misprint", misprint);
    if (r->note.size > 0)
        printf("; %s", grundy_buffer_text(&r->note));
    putchar('\n');
    fflush(stdout);
    return unexpected;
}

static grundy_status run_verify(command_line *line)
{
    bool failed = false;
    TRY(verify_check_names(line));
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        grundy_claim_result result;
        if (!selected(line, grundy_claim_id(i)))
            continue;
        TRY(grundy_claim_check(line->g, i, line->scale, &result));
        failed = print_result(i, &result) || failed;
        grundy_buffer_close(&result.witness);
        grundy_buffer_close(&result.note);
    }
    return failed ? GRUNDY_FAILED : GRUNDY_OK;
}

const command verify_command = {
    .name = "verify",
    .synopsis = "[PAPER[-ID]...] [--scale N]",
    .summary = "check the statements of the papers: holds, fails (with a witness) or open",
    .example = "verify push-3.1.6",
    .options = OPTION_BIT(SCALE) | LIMIT_OPTIONS,
    .least = 0,
    .most = -1,
    .run = run_verify,
};
