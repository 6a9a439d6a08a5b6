/* template.h - variables with domains, and all their assignments, the last variable fastest */
#ifndef GRUNDY_ANALYSIS_TEMPLATE_H
#define GRUNDY_ANALYSIS_TEMPLATE_H

#include "base/scan.h"

/* What a variable runs through. */
typedef enum { DOMAIN_RANGE, DOMAIN_PARTITIONS, DOMAIN_SUBSETS, DOMAIN_ELEMENTS } domain_kind;

typedef struct {
    char *name;
    char *text; /* the domain, as given */
    domain_kind kind;
    int64_t low, high; /* RANGE, PARTITIONS, SUBSETS; may depend on variables to the left */
    uint64_t size;     /* SUBSETS: how many numbers */
    uint64_t values;   /* RANGE: how many numbers */
    int64_t total;     /* PARTITIONS: of this number */
    uint64_t *items;   /* the current partition or subset */
    size_t count, capacity;
    grundy_list elements; /* ELEMENTS */
    size_t index;         /* of the current element */
} template_variable;

typedef struct {
    grundy *g;
    const char *ruleset; /* the expression, with variables; for the domain `elements` */
    template_variable *variables;
    scan_variable *bindings; /* the current values */
    size_t count, room;
    bool corners;   /* ranges give their first and last number only */
    uint64_t steps; /* taken so far, to look at the limits now and then */
} assignments;

/* assignments_open - read "name=domain" for each variable; ruleset must outlive it
 *
 * Errors   GRUNDY_PARSE with what is wrong */
grundy_status assignments_open(grundy *g, const char *ruleset, const char *const *texts, size_t count,
                               assignments *out);
void assignments_close(assignments *a);

/* assignments_first - the first values of the variables from number `from` on, those before kept; *found false when
 * there are none */
grundy_status assignments_first(assignments *a, size_t from, bool *found);

/* assignments_next - the next values of the variables number `from` to `to` - 1, and the first ones of those after;
 * *found false when there are no more */
grundy_status assignments_next(assignments *a, size_t from, size_t to, bool *found);

/* assignments_weight - at a corner: how many assignments of the variables from number `from` on it stands for, so that the
 * weights of all corners add up to about the number of assignments */
uint64_t assignments_weight(const assignments *a, size_t from);

/* assignments_scope - the current values of the first `count` variables, for scanners; valid until the next step */
scan_scope assignments_scope(assignments *a, size_t count);

#endif
