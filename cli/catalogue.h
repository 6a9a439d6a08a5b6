/* catalogue.h - the user's catalogue of results, for commands that look there before a search
 *
 * There it is a convenience: when it cannot be read or written, a line on standard error says so, and the command goes on
 * without. In a team the first member alone opens it, and says to the others what it has found there. */
#ifndef GRUNDY_CLI_CATALOGUE_H
#define GRUNDY_CLI_CATALOGUE_H

#include "command.h"

typedef struct {
    session *session;
    grundy_catalogue *file; /* NULL: there is none, or not any more */
    grundy_result key; /* of the session's ruleset and question; its position is the canonical form of that at hand */
    grundy_buffer position; /* that, as text */
} catalogue;

/* catalogue_file - open the user's catalogue; *out NULL: there is to be none. Errors: those of grundy_catalogue_open */
grundy_status catalogue_file(grundy *g, grundy_catalogue **out);

/* catalogue_open - open it for a session, right after that: the files of the ruleset must still be those that were read
 * catalogue_close - free what it holds */
catalogue catalogue_open(session *s, grundy_question question);
void catalogue_close(catalogue *c);

/* catalogue_find - is the answer for a position there? Then a line on standard error says so.
 *
 * Positions with the same canonical form have one entry. A value decides the outcome, and that a position is P its value.
 *
 * Errors   those of grundy_team_tell */
grundy_status catalogue_find(catalogue *c, grundy_bytes position, bool *found, uint64_t *value);

/* catalogue_add - put an answer there, if it is one of a long search
 *
 * Errors   GRUNDY_DISAGREE: the catalogue has another value */
grundy_status catalogue_add(catalogue *c, grundy_bytes position, const grundy_answer *answer, double seconds);

#endif
