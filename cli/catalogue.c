#include "catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What takes less is found again faster than anybody would look it up. */
#define LONG_SECONDS 1.0

/* Append the path of the user's catalogue; nothing, if there is to be none. */
static grundy_status append_path(grundy_buffer *out)
{
    const char *named = getenv("GRUNDY_CATALOGUE"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (named != NULL)
        return grundy_append(out, named, strlen(named));
    if (data != NULL && *data == '/') /* others do not count, says the XDG Base Directory Specification */
        return grundy_appendf(out, "%s/grundy/catalogue.db", data);
    return home != NULL && *home != '\0' ? grundy_appendf(out, "%s/.local/share/grundy/catalogue.db", home) : GRUNDY_OK;
}

grundy_status catalogue_file(grundy *g, grundy_catalogue **out)
{
    grundy_buffer path = grundy_buffer_open(g);
    grundy_catalogue *file = NULL;
    grundy_status status = append_path(&path);
    if (status == GRUNDY_OK && path.size > 0)
        status = grundy_catalogue_open(g, grundy_buffer_text(&path), &file);
    if (status == GRUNDY_OK)
        *out = file;
    grundy_buffer_close(&path);
    return status;
}

/* Go on without a catalogue. */
static void give_up(catalogue *c)
{
    fprintf(stderr, "grundy: %s; going on without it\n", grundy_message(c->session->line->g));
    grundy_catalogue_close(c->file);
    c->file = NULL;
}

static grundy_status catalogue_open_file(catalogue *c)
{
    grundy *g = c->session->line->g;
    TRY(grundy_ruleset_digest(g, c->session->r, &c->key.digest));
    return catalogue_file(g, &c->file);
}

catalogue catalogue_open(session *s, grundy_question question)
{
    const command_line *line = s->line;
    const unsigned processes = line->team == NULL ? 1 : line->team->size;
    catalogue c = {.session = s, .position = grundy_buffer_open(line->g)};
    c.key = (grundy_result){.ruleset = grundy_ruleset_name(s->r),
                            .question = question,
                            .threads = processes * grundy_get_limits(line->g).threads};
    if (line->option[OPTION_NO_STORE] != NULL || (line->team != NULL && line->team->rank > 0))
        return c;
    grundy_status status = catalogue_open_file(&c);
    if (status != GRUNDY_OK && status != GRUNDY_ABSENT)
        give_up(&c);
    if (c.file != NULL)
        grundy_solver_explain(s->solver, true);
    return c;
}

void catalogue_close(catalogue *c)
{
    grundy_catalogue_close(c->file);
    grundy_buffer_close(&c->position);
}

/* Make the canonical form of a position the key's. */
static grundy_status set_position(catalogue *c, grundy_bytes position)
{
    grundy *g = c->session->line->g;
    grundy_buffer form = grundy_buffer_open(g);
    c->position.size = 0;
    grundy_status status = grundy_position_canonical(g, c->session->r, position, &form);
    if (status == GRUNDY_OK)
        status = grundy_position_print(g, c->session->r, grundy_buffer_bytes(&form), &c->position);
    if (status == GRUNDY_OK)
        c->key.position = grundy_buffer_text(&c->position);
    grundy_buffer_close(&form);
    return status;
}

/* The question about the same kind of play whose answer may decide this one. */
static grundy_question other_question(grundy_question question)
{
    switch (question) {
    case GRUNDY_VALUE:
        return GRUNDY_OUTCOME;
    case GRUNDY_OUTCOME:
        return GRUNDY_VALUE;
    case GRUNDY_MISERE_VALUE:
        return GRUNDY_MISERE_OUTCOME;
    default:
        return GRUNDY_MISERE_VALUE;
    }
}

/* Find an entry that answers the question, and the answer: a position is P exactly when its value is 0. */
static grundy_status find_answer(catalogue *c, grundy_result *result, uint64_t *value, bool *found)
{
    TRY(grundy_catalogue_find(c->file, &c->key, result, found));
    if (*found) {
        *value = result->value;
        return GRUNDY_OK;
    }
    grundy_result key = c->key;
    key.question = other_question(key.question);
    TRY(grundy_catalogue_find(c->file, &key, result, found));
    *found = *found && (grundy_question_is_outcome(c->key.question) || result->value == 0);
    *value = *found && result->value != 0;
    return GRUNDY_OK;
}

/* "9x5: from the catalogue, by the value of 5x9: by search, found by ..." */
static grundy_status catalogue_report(const catalogue *c, grundy_bytes position, const grundy_result *result)
{
    const command_line *line = c->session->line;
    grundy_buffer text = grundy_buffer_open(line->g);
    grundy_status status = grundy_position_print(line->g, c->session->r, position, &text);
    if (status == GRUNDY_OK) {
        const char *asked = grundy_buffer_text(&text);
        fprintf(stderr, "%s: from the catalogue", asked);
        if (result->question != c->key.question)
            fprintf(stderr, ", by the %s of %s", grundy_question_word(result->question), result->position);
        else if (strcmp(asked, result->position) != 0)
            fprintf(stderr, ", as %s", result->position);
        fprintf(stderr, ": by %s, found by grundy %s on %.10s in %.3g s\n", grundy_method_word(result->method),
                result->version, result->found, result->seconds);
        if (line->option[OPTION_EXPLAIN] != NULL)
            fprintf(stderr, "%s: by %s: %s\n", asked, grundy_method_word(result->method), result->reason);
    }
    grundy_buffer_close(&text);
    return status;
}

/* Look into the file, if there is one. */
static bool catalogue_look_up(catalogue *c, grundy_bytes position, uint64_t *value)
{
    grundy_result result;
    bool found = false;
    if (c->file == NULL)
        return false;
    grundy_status status = set_position(c, position);
    if (status == GRUNDY_OK)
        status = find_answer(c, &result, value, &found);
    if (status == GRUNDY_OK && found)
        status = catalogue_report(c, position, &result);
    if (status != GRUNDY_OK)
        give_up(c);
    return status == GRUNDY_OK && found;
}

grundy_status catalogue_find(catalogue *c, grundy_bytes position, bool *found, uint64_t *value)
{
    const command_line *line = c->session->line;
    struct {
        uint64_t there, value;
    } said = {0};
    if (line->option[OPTION_NO_STORE] == NULL && line->option[OPTION_METHOD] == NULL) {
        said.there = catalogue_look_up(c, position, &said.value);
        TRY(grundy_team_tell(line->g, &said, sizeof said));
    }
    *found = said.there != 0;
    *value = said.value;
    return GRUNDY_OK;
}

/* How it was found, and by how many processes, which would otherwise look like threads. */
static grundy_status print_reason(const command_line *line, const char *reason, grundy_buffer *out)
{
    const unsigned threads = grundy_get_limits(line->g).threads;
    TRY(grundy_append(out, reason, strlen(reason)));
    if (line->team == NULL || line->team->size == 1)
        return GRUNDY_OK;
    return grundy_appendf(out, "; by %u processes with %u thread%s each", line->team->size, threads,
                          threads == 1 ? "" : "s");
}

grundy_status catalogue_add(catalogue *c, grundy_bytes position, const grundy_answer *answer, double seconds)
{
    if (c->file == NULL || answer->method != GRUNDY_SEARCH || seconds < LONG_SECONDS)
        return GRUNDY_OK;
    grundy_buffer reason = grundy_buffer_open(c->session->line->g);
    grundy_status status = set_position(c, position);
    if (status == GRUNDY_OK)
        status = print_reason(c->session->line, answer->reason, &reason);
    grundy_result result = c->key;
    result.value = answer->value;
    result.method = answer->method;
    result.reason = grundy_buffer_text(&reason);
    result.seconds = seconds;
    result.looked_at = answer->looked_at;
    if (status == GRUNDY_OK)
        status = grundy_catalogue_add(c->file, &result);
    grundy_buffer_close(&reason);
    if (status == GRUNDY_OK || status == GRUNDY_DISAGREE)
        return status;
    give_up(c);
    return GRUNDY_OK;
}
