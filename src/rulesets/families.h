/* families.h - the table of all families, in the order of the help */
#ifndef GRUNDY_RULESETS_FAMILIES_H
#define GRUNDY_RULESETS_FAMILIES_H

#include "grundy.h"

extern const grundy_family *const families[];
extern const size_t families_count;

#endif
