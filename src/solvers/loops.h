/* loops.h - a ruleset in which a position can be reached from itself
 *
 * Rulesets of users may break the rule that every sequence of moves ends. A search that goes down a loop finds the
 * same position on its stack again; so when the stack has grown to twice its length, it is looked through. */
#ifndef GRUNDY_SOLVERS_LOOPS_H
#define GRUNDY_SOLVERS_LOOPS_H

#include "rulesets/ruleset.h"

/* What is on a stack: the i-th key, and how to print it. */
typedef struct {
    const void *stack;
    grundy_bytes (*key)(const void *stack, size_t i);
    grundy_status (*print)(grundy *g, const void *stack, size_t i, grundy_buffer *out);
} loop_stack;

/* loop_look - fail with GRUNDY_DOMAIN and the cycle if a key stands on the stack twice
 *
 * depth    how many are on the stack
 * next     0 at first: looks when depth has reached it, and sets the depth at which to look again */
grundy_status loop_look(grundy *g, const grundy_ruleset *r, const loop_stack *s, size_t depth, size_t *next);

/* loop_report - fail with the cycle from one place of the stack to another, which hold the same position */
grundy_status loop_report(grundy *g, const grundy_ruleset *r, const loop_stack *s, size_t from, size_t to);

#endif
