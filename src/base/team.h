/* team.h - sharing the work of a computation among the members of a team
 *
 * All members run the same calls in the same order, so that they come to the same work at the same time. The pieces of
 * a work are numbered; each member takes the next number that nobody has taken, until none is left; then what has
 * been found is given to all, and each learns it in the order of the numbers. So what follows is the same at
 * all members, and does not depend on how many there are or who was faster. Within a piece a member works alone.
 *
 * The rule: what all members do next depends only on what all of them know. What a member has found within a piece and
 * keeps for itself, in tables, sweeps and sequences, decides nothing about an exchange. Where a piece may leave such
 * behind, its work says so by team_differs, and from then on what is kept is no longer shared, but computed by each
 * member alone (team_same, team_share_kept, team_alone).
 *
 * A member that fails where others do not, as when its memory ends first, may take another way than they. So each exchange
 * says what it is about, and all fail when one of them is about something else. */
#ifndef GRUNDY_BASE_TEAM_H
#define GRUNDY_BASE_TEAM_H

#include "base/handle.h"

typedef struct {
    /* Do one piece and append what was found; called with ascending numbers. */
    grundy_status (*work)(grundy *g, void *context, uint64_t piece, grundy_buffer *found);
    /* What was found for a piece, be it by this member or another. */
    grundy_status (*learn)(grundy *g, void *context, uint64_t piece, grundy_bytes found);

    /* NULL, or what members tell each other besides, once the pieces are done, or have been given up: append what this
     * one has to tell; take what another has told, if it is of use. No result may depend on it. */
    grundy_status (*tell)(grundy *g, void *context, grundy_buffer *out);
    void (*hear)(grundy *g, void *context, grundy_bytes said);
} team_work;

/* team_here - is there a team of more than one to share with, here and now? */
bool team_here(const grundy *g);

/* team_apart - is there a team, but this member is at work on a piece? */
bool team_apart(const grundy *g);

/* team_differs - from now on members may keep different things in sweeps and sequences; to be called by all at once
 * team_same - is there a team, as team_here says, whose members all keep the same? */
void team_differs(grundy *g);
bool team_same(const grundy *g);

/* team_alone - from now on this member is at work on its own, or no longer; returns whether it was */
bool team_alone(grundy *g, bool alone);

/* team_of - the team of a handle; of one member when it has none */
grundy_team team_of(const grundy *g);

/* team_what - what an exchange is about: a word and a number */
uint64_t team_what(const char *word, uint64_t number);

/* team_share - do the pieces 0 .. pieces - 1 together
 *
 * Errors  that of the first member at which a piece failed, with its message, the same at all members. Then nothing is
 *         learnt, but what members had to tell is heard. */
grundy_status team_share(grundy *g, uint64_t what, uint64_t pieces, const team_work *work, void *context);

/* team_share_kept - the same for pieces of what members keep; where they may keep different things, all pieces alone */
grundy_status team_share_kept(grundy *g, uint64_t what, uint64_t pieces, const team_work *work, void *context);

/* team_gather - give bytes to all members, and append those of each member, in order, to all; status is this member's.
 *
 * Errors  the status of the first member that failed, with its message; the bytes of all have come all the same */
grundy_status team_gather(grundy *g, uint64_t what, grundy_status status, grundy_bytes mine, grundy_list *all);

#endif
