/* classify.h - the classes of Conway, Gurvich and Ho for a set of positions closed under moves */
#ifndef GRUNDY_ANALYSIS_CLASSIFY_H
#define GRUNDY_ANALYSIS_CLASSIFY_H

#include "solvers/closure.h"

/* classify_closure - classify a set whose values have been computed. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT; GRUNDY_DISAGREE
 * if the classes are not nested as the theorems have it */
grundy_status classify_closure(const closure *c, grundy_classification *out);

#endif
