/* forms.h - normal forms of options that a thread computed a short time ago
 *
 * In a game of few positions and many moves the same option is met again and again, and to split it and bring it into
 * canonical form may take longer than all else. What is forgotten is computed again; memory that is not to be had is done
 * without. */
#ifndef GRUNDY_SOLVERS_FORMS_H
#define GRUNDY_SOLVERS_FORMS_H

#include "solvers/solver.h"

typedef struct {
    grundy *g;
    split_kind split;
    bool refused;         /* no memory was to be had */
    size_t count, most;   /* of slots: powers of 2, or 0 */
    uint32_t *slots;      /* where the entry of a hash begins among the bytes; 0: nowhere */
    unsigned char *bytes; /* entries: in base 128 the ruleset's number and how many keys; the summand and the keys */
    size_t used, size;    /* of the bytes */
} forms;

/* forms_open - nothing yet; for one kind of normal forms, in one of so many threads, which share a sixteenth of the memory
 * limit */
forms forms_open(grundy *g, split_kind split, unsigned threads);
void forms_close(forms *c);

/* forms_find - as normal_form_summand */
grundy_status forms_find(forms *c, registry *reg, size_t number, grundy_bytes summand, grundy_list *out);

#endif
