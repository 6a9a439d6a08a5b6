/* law_moves.h - the moves of a ruleset over heaps as automata, and the identity that its P-positions satisfy
 *
 * Tracks: heap i of a position is track i, heap i of an option track LAW_OPTION + i, parameters come after these.
 */
#ifndef GRUNDY_ANALYSIS_LAW_MOVES_H
#define GRUNDY_ANALYSIS_LAW_MOVES_H

#include "math/automata.h"
#include "rulesets/heaps/moves.h"

enum {
    LAW_OPTION = MOVES_HEAPS_MAX,
    LAW_PARAMETER = 2 * MOVES_HEAPS_MAX,
    LAW_HEAPS_MAX = 3,
    LAW_RELATIONS_MAX = 2 * MOVES_OPTIONS_MAX
};

/* What one option of the rules relates: positions, and those of the option's heaps that change. */
typedef struct {
    bool changed[LAW_HEAPS_MAX];
    automaton relation;
} law_relation;

typedef struct {
    const automata *c;
    unsigned heaps, relations;
    law_relation relation[LAW_RELATIONS_MAX];
} law_moves;

/* law_moves_open - of rules; law_moves_close frees what it holds, after a failure too
 * Errors   GRUNDY_DOMAIN for moves that are no linear conditions; GRUNDY_LIMIT */
grundy_status law_moves_open(const automata *c, const moves *rules, law_moves *out);
void law_moves_close(law_moves *m);

/* law_reach - the positions that have an option in the set; law_movable - those that have an option */
grundy_status law_reach(const law_moves *m, const automaton *set, automaton *out);
grundy_status law_movable(const law_moves *m, automaton *out);

#endif
