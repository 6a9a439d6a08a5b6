/* families.h - the table of all families, in the order of the help, and the families of the user's own */
#ifndef GRUNDY_RULESETS_FAMILIES_H
#define GRUNDY_RULESETS_FAMILIES_H

#include "grundy.h"

extern const grundy_family *const families[];
extern const size_t families_count;

/* added_named - the family of that name that was added to the handle, NULL if none */
const grundy_family *added_named(grundy *g, const char *name);

/* added_content - what grundy_family_made_of said of a family; 0: nothing */
uint64_t added_content(grundy *g, const grundy_family *family);

#endif
