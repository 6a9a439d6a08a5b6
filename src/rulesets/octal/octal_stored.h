/* octal_stored.h - sequences of octal games that outlive the computation, for a store */
#ifndef GRUNDY_RULESETS_OCTAL_STORED_H
#define GRUNDY_RULESETS_OCTAL_STORED_H

#include "rulesets/octal/octal_sequence.h"

/* octal_stored_begin - from now on the handle keeps the sequences of all octal games */
grundy_status octal_stored_begin(grundy *g);

/* octal_stored_take - let a new sequence begin with what the handle keeps of it
 * octal_stored_keep - let the handle keep what the sequence knows; does nothing before octal_stored_begin */
grundy_status octal_stored_take(grundy *g, octal_sequence *s);
grundy_status octal_stored_keep(grundy *g, const octal_sequence *s);

/* octal_stored_name - append the name of the i-th sequence that is kept, octal(CODE), and its values, as uint32_t;
 * nothing when there are no more
 * octal_stored_learn - take these values for those of the game of this name; with keep false only look whether that
 * could be. Errors: GRUNDY_DOMAIN without a message when it cannot */
grundy_status octal_stored_known(grundy *g, size_t i, grundy_buffer *name, grundy_buffer *values);
grundy_status octal_stored_learn(grundy *g, grundy_bytes name, const uint32_t *values, size_t count, bool keep);

#endif
