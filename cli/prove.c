/* grundy prove - the law of a ruleset's P-positions, for all heaps */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

enum { AUTOMATON_MAX = 1 << 24 }; /* bytes of a file */

static grundy_status prove_write_law(command_line *line, const grundy_law *law, const char *path)
{
    const char *ending = strrchr(path, '.');
    grundy_buffer text = grundy_buffer_open(line->g);
    const bool dot = ending != NULL && strcmp(ending, ".dot") == 0;
    grundy_status status = grundy_law_write(line->g, law, dot ? GRUNDY_LAW_DOT : GRUNDY_LAW_TEXT, &text);
    FILE *file = status == GRUNDY_OK ? fopen(path, "w") : NULL;
    if (status == GRUNDY_OK) {
        bool written = file != NULL && fwrite(text.data, 1, text.size, file) == text.size;
        if (file != NULL && fclose(file) != 0)
            written = false;
        if (!written)
            status = grundy_fail(line->g, GRUNDY_IO, "cannot write %.200s: %s", path, strerror(errno));
    }
    grundy_buffer_close(&text);
    return status;
}

static void prove_explain_law(const grundy_law_facts *facts)
{
    fputs("it satisfies the identity of these positions for all heaps, and only one set does\n", stderr);
    if (facts->multiples > 0)
        fprintf(stderr,
                "of Euclid's multiples of the smaller heap 1 to %u suffice; farther positions are N by the lemma\n",
                facts->multiples);
}

static void prove_print_law(const command_line *line, const grundy_ruleset *r, const grundy_law *law,
                            const grundy_law_request *request)
{
    const grundy_law_facts facts = grundy_law_about(law);
    if (line->option[OPTION_EXPLAIN] != NULL)
        prove_explain_law(&facts);
    if (request->value > 0)
        printf("positions of %s of %svalue %" PRIu64, grundy_ruleset_name(r), request->misere ? "misere " : "",
               request->value);
    else
        printf("%sP-positions of %s", request->misere ? "misere " : "", grundy_ruleset_name(r));
    printf(": an automaton of %zu states over %s numeration, ", facts.states, facts.numeration);
    if (facts.learnt_to > 0)
        printf("learnt from heaps to %" PRIu64 ", proved\n", facts.learnt_to);
    else
        puts("as given, proved");
}

static grundy_status prove_number(command_line *line, option_id id, uint64_t least, uint64_t most, uint64_t *out)
{
    return line->option[id] == NULL ? GRUNDY_OK : read_option_number(line, id, least, most, out);
}

static grundy_status prove_ruleset(command_line *line, const grundy_ruleset *r, grundy_buffer *text)
{
    uint64_t states = 0;
    grundy_law *law = NULL;
    grundy_law_request request = {.misere = line->option[OPTION_MISERE] != NULL,
                                  .numeration = line->option[OPTION_NUMERATION]};
    TRY(prove_number(line, OPTION_VALUE, 0, 64, &request.value));
    TRY(prove_number(line, OPTION_MAX_STATES, 10, 10000000, &states));
    request.max_states = (size_t)states;
    if (line->option[OPTION_AUTOMATON] != NULL) {
        TRY(grundy_read_file(line->g, line->option[OPTION_AUTOMATON], AUTOMATON_MAX, text));
        request.automaton = grundy_buffer_text(text);
    }
    grundy_status status = grundy_law_prove(line->g, r, &request, &law);
    if (status == GRUNDY_FAILED)
        puts(grundy_message(line->g)); /* an answer */
    if (status != GRUNDY_OK)
        return status;
    if (line->option[OPTION_EXPORT] != NULL)
        status = prove_write_law(line, law, line->option[OPTION_EXPORT]);
    if (status == GRUNDY_OK)
        prove_print_law(line, r, law, &request);
    grundy_law_close(law);
    return status;
}

static grundy_status prove_run(command_line *line)
{
    grundy_ruleset *r;
    TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = prove_ruleset(line, r, &text);
    grundy_buffer_close(&text);
    grundy_ruleset_close(r);
    return status;
}

const command prove_command = {
    .name = "prove",
    .synopsis = "RULESET [--value V] [--numeration NAME] [--automaton FILE] [--export FILE]",
    .summary = "the P-positions of a ruleset over heaps as an automaton, proved for all heaps",
    .example = "prove 'push(nim,euclid)'",
    .options = OPTION_BIT(MISERE) | OPTION_BIT(VALUE) | OPTION_BIT(NUMERATION) | OPTION_BIT(AUTOMATON) |
               OPTION_BIT(EXPORT) | OPTION_BIT(MAX_STATES) | OPTION_BIT(EXPLAIN) | LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 1,
    .most = 1,
    .run = prove_run,
};
