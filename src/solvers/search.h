/* search.h - what a team needs of the search: questions about one node, and its options
 *
 * A node is what the table knows: in normal play a component, in misere play the sorted list of all components. Its key is what
 * it is remembered by; its view, which may be empty, is for making its options. */
#ifndef GRUNDY_SOLVERS_SEARCH_H
#define GRUNDY_SOLVERS_SEARCH_H

#include "solvers/solver.h"

typedef struct shared_search shared_search;

/* As the target of a question: what is the node's value? */
#define NO_VALUE UINT64_MAX

/* The values that can be noted as excluded are below. */
enum { VALUES_NOTED = 62 };

/* What is known about a node. */
typedef struct {
    bool exact;
    uint64_t value;    /* exact */
    uint64_t excluded; /* otherwise: a set of values that options have */
    uint64_t label;    /* of the option that excludes the target; 0: not known */
} finding;

/* excludes - is it known that the value is not this one? */
bool excludes(const finding *found, uint64_t value);

/* search_node - is this the node's value, or what is it? A patience of the solver's limits the search: GRUNDY_LIMIT */
grundy_status search_node(shared_search *shared, grundy_bytes key, grundy_bytes view, uint64_t target, finding *out);

/* What has been tried where memory is scarce. */
typedef struct {
    uint64_t refused; /* memory so far */
    unsigned tries;
} memory_tries;

/* memory_tries_of - before a search
 * search_again - has a search ended for want of memory, but its table can give some back? Then it has, and is to be searched
 * again: what earlier positions have left in the table must not keep one from its answer. A table that a store keeps stays */
memory_tries memory_tries_of(const grundy_solver *s);
bool search_again(grundy_solver *s, memory_tries *tries, grundy_status status);

/* state_of - a finding as the table holds it */
uint64_t state_of(const finding *found);

/* search_note - keep in the table what somebody else has found, in so many nodes, beside what is known; false: its value
 * is known */
bool search_note(grundy_solver *s, grundy_bytes key, uint64_t state, uint64_t work);

/* search_tell - append what this member has found since the last time that the others should know
 * search_hear - keep what another has told, if it means the same here */
grundy_status search_tell(grundy_solver *s, grundy_buffer *out);
void search_hear(grundy_solver *s, grundy_bytes said);

/* search_mark - a number for a node that is the same at all members, whatever numbers rulesets have with each
 * search_asks_forms - may a search ask for closed forms? What these keep then depends on where it has been */
uint64_t search_mark(shared_search *shared, grundy_bytes key);
bool search_asks_forms(const shared_search *shared);

/* search_options - add the options of a node: in numbers, the nim-sum of the parts that have a closed form, the weight of
 * the heaviest other part, and the sum of the marks of these parts; then the key and the view of each other part, as
 * the summands of a position */
grundy_status search_options(shared_search *shared, grundy_bytes key, grundy_bytes view, grundy_list *out);

grundy_solver *search_solver(const shared_search *shared);

/* team_search - as search_node, with the work shared where there is a team */
grundy_status team_search(shared_search *shared, grundy_bytes key, grundy_bytes view, uint64_t target, finding *out);

#endif
