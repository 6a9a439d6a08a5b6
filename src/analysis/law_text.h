/* law_text.h - automata as text */
#ifndef GRUNDY_ANALYSIS_LAW_TEXT_H
#define GRUNDY_ANALYSIS_LAW_TEXT_H

#include "math/automata.h"

/* law_text_write - append the automaton as text; law_text_dot - for Graphviz. The dead state is left out. */
grundy_status law_text_write(const automata *c, const automaton *a, grundy_buffer *out);
grundy_status law_text_dot(const automata *c, const automaton *a, grundy_buffer *out);

/* law_text_read - read what law_text_write wrote, for so many heaps; c gets its numeration
 * Errors   GRUNDY_PARSE with the line */
grundy_status law_text_read(automata *c, const char *text, unsigned heaps, automaton *out);

#endif
