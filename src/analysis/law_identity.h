/* law_identity.h - the identity P = F(P) that the P-positions of a ruleset over heaps satisfy, and nothing else does
 *
 * For every ruleset here F(P) = own - far - M(P or also), where M(S) are the positions with an option in S:
 *
 *   plain         own: all                          value v: all that have no smaller value
 *   misere        own: M(all)
 *   push          own: not P2
 *   push-before   own: no option of R2 is in P2
 *   push-after    own: all                          also: P2
 *   push-either   own: no option of R2 is in P2     also: P2
 *   push-early    own: not (P2 and M(all))
 *   conjoined     own: M(all), or no option of R2 is in P2
 *
 * In misere play, own is cut to the positions that have an option. Options are simpler, so that only one set satisfies the
 * identity: by induction it is the set of P-positions.
 *
 * Euclid's moves are multiples of the smaller heap x, which no automaton knows. Let y = r + j x with 0 <= r < x; every
 * position (x, r + i x) with i < j, but (x, 0), is an option. So (x, y) is in P exactly when it is in own and none of these
 * is in P or also. If among j = 1 .. K-1 there always is one in own or also, then from j = K on all are N; and if there is
 * none in own from there on, they are N too. One of these is checked, by automata; then multiples below K suffice.
 */
#ifndef GRUNDY_ANALYSIS_LAW_IDENTITY_H
#define GRUNDY_ANALYSIS_LAW_IDENTITY_H

#include "analysis/law_moves.h"

typedef struct {
    const automata *c;
    unsigned heaps, multiples; /* of Euclid: K; 0: another ruleset */
    bool misere;
    law_moves moves;
    automaton own, also, far; /* no states: own all, the others none */
} law_identity;

/* law_identity_open - of a ruleset that is no compound; smaller: the positions of smaller value, or NULL
 * Errors   GRUNDY_DOMAIN for a ruleset over other positions, or moves that are no linear conditions; GRUNDY_LIMIT */
grundy_status law_identity_open(const automata *c, const grundy_ruleset *r, bool misere, const automaton *smaller,
                                law_identity *out);

/* law_identity_switch - the same for push and its relatives: second are the P-positions of R2, movable those of R2 that have
 * an option */
grundy_status law_identity_switch(const automata *c, const grundy_ruleset *r, bool misere, const automaton *second,
                                  const automaton *movable, law_identity *out);
void law_identity_close(law_identity *l);

/* law_apply - F(P) */
grundy_status law_apply(const law_identity *l, const automaton *p, automaton *out);

/* law_heaps - how many heaps the law of a ruleset is about: as its rules say, or two; 0 for other rulesets */
unsigned law_heaps(const grundy_ruleset *r);

#endif
