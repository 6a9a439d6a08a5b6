/* solver.h - what the ways to a value share: one solver for one question about one ruleset */
#ifndef GRUNDY_SOLVERS_SOLVER_H
#define GRUNDY_SOLVERS_SOLVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "rulesets/ruleset.h"
#include "solvers/news.h"
#include "solvers/sequence.h"
#include "solvers/table.h"

/* The most rulesets that the summands of one position can belong to. */
enum { REGISTRY_MAX = 1024 };

/* The rulesets that summands belong to, numbered, so that a component's key can name its ruleset. Number 0 is
 * the solver's own. Rulesets of the same name share a number. */
typedef struct {
    pthread_mutex_t lock;
    _Atomic size_t count;
    _Atomic(const grundy_ruleset *) rulesets[REGISTRY_MAX]; /* NULL: none has come yet to a number that is reserved */
    grundy_list reserved; /* the names, with a final zero, that numbers from 0 on were reserved for */
} registry;

/* A component is a summand that cannot be split, in canonical form; its key is the number of its ruleset and
 * its bytes. A normal form of a position is a list of components. */

/* What a sweep has covered of one ruleset. */
typedef struct {
    grundy_extent wanted, swept;
    uint64_t expected; /* positions that were promised */
    grundy_sweep sweep;
    bool done, hopeless;
    bool sequence_tried;
    sequence sequence; /* of single heaps */
} coverage;

struct grundy_solver {
    grundy *g;
    const grundy_ruleset *r;
    grundy_question question;
    grundy_method method;
    registry registry;
    coverage *coverage; /* one for each number; allocated as they come */
    size_t coverage_count;
    struct parts *parts; /* one for each number; allocated as they come */
    size_t parts_count;
    struct grundy_quotient *quotient;  /* of single heaps; NULL until it is needed */
    uint64_t quotient_refused;         /* a heap that it does not reach; 0: none is known */
    table *brute_table, *search_table; /* NULL until they are needed */
    news news;                         /* of the search table, to the other members of a team */
    table *told;                       /* the keys of what these have told, for figures; NULL: nothing */
    struct snapshot *snapshot;         /* that the search table belongs to; NULL: it is the solver's own */
    bool nested;                       /* this solver works for another one */
    grundy_list components;            /* scratch: the normal form of the position at hand */
    bool whole;                        /* they are that, not split, and none of them could be split */
    uint64_t patience;                 /* how many options a search may look at; 0: any number */
    bool hasty;                        /* a search puts options off as often as it can; for tests */
    atomic_uint_fast64_t effort;       /* how many it has looked at */
    atomic_uint_fast64_t visited;      /* positions that have been entered, by a search or by plain recursion */
    bool explain;
    bool rows;     /* the positions are the rows of a table */
    bool as_swept; /* no sweep may begin or go further now */
    grundy_buffer reason;
};

bool question_is_misere(grundy_question q);

/* question_of_values - the question about values behind a question about outcomes */
grundy_question question_of_values(grundy_question q);

/* solver_open - as grundy_solver_open, for a solver that works for another one: no store keeps its table */
grundy_status solver_open(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_method method,
                          grundy_solver **out);

/* solver_table - an empty table for a solver, as large as the limits allow */
grundy_status solver_table(grundy_solver *s, table **out);

/* registry_ruleset - the ruleset of a number; NULL when it is reserved for one that has not come */
const grundy_ruleset *registry_ruleset(registry *reg, size_t i);

/* registry_name - the name of the ruleset of a number, or that for which it is reserved */
const char *registry_name(registry *reg, size_t i);

/* key_ruleset - the ruleset of a component and its bytes */
const grundy_ruleset *key_ruleset(registry *reg, grundy_bytes key, grundy_bytes *summand);

/* How far summands are split: not at all, so that only references to other rulesets are followed; into what is
 * isomorphic, for misere play; into what has an equal value in normal play. */
typedef enum { SPLIT_NOT, SPLIT_ISOMORPHIC, SPLIT_EQUAL } split_kind;

/* normal_form - add the keys of a position's components to out */
grundy_status normal_form(grundy *g, registry *reg, grundy_bytes position, split_kind split, grundy_list *out);

/* normal_form_summand - the same for one summand of the ruleset with this number */
grundy_status normal_form_summand(grundy *g, registry *reg, size_t number, grundy_bytes summand, split_kind split,
                                  grundy_list *out);

/* The ways. Each returns GRUNDY_DOMAIN when it cannot serve; GRUNDY_LIMIT when it could with more. */
grundy_status solve_by_formula(grundy_solver *s, grundy_bytes position, uint64_t *out);
grundy_status solve_by_sweep(grundy_solver *s, grundy_bytes position, bool modest, uint64_t *out);
grundy_status solve_by_search(grundy_solver *s, grundy_bytes position, uint64_t *out);
grundy_status solve_by_brute(grundy_solver *s, grundy_bytes position, uint64_t *out);

/* solve_as_swept - a value that the sweeps that there are have; false: they have not */
bool solve_as_swept(grundy_solver *s, grundy_bytes position, uint64_t *out);

/* sweep_expect - a position that a sweep should cover, standing for as many as `weight`; sweep_close - free all sweeps */
grundy_status sweep_expect(grundy_solver *s, grundy_bytes position, uint64_t weight);
void sweep_close(grundy_solver *s);

/* solver_reason - say in the solver how a value was found */
grundy_status solver_reason(grundy_solver *s, const char *format, ...) GRUNDY_PRINTF(2, 3);

/* A set of values for the mex of one position, of any size. */
grundy_status mex_add(grundy_buffer *set, uint64_t value);
uint64_t mex_of(const grundy_buffer *set);

#endif
