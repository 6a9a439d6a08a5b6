/* scan.h - the scanner behind ruleset expressions, positions, templates and domains
 *
 * The scanner works on characters, since a notation may glue words to numbers (3x5, mxn). Variables are
 * recognised here, wherever a number or an element may stand: the longest declared name that the text
 * goes on with. Nothing is substituted textually.
 */
#ifndef GRUNDY_BASE_SCAN_H
#define GRUNDY_BASE_SCAN_H

#include "base/handle.h"

/* The variables in scope, and how often each has been read. */
typedef struct {
    const char *name;
    grundy_variable value;
    uint64_t uses;
} scan_variable;

typedef struct {
    scan_variable *variables;
    size_t count;
} scan_scope;

struct grundy_scanner {
    grundy *g;
    const char *text;
    const char *at;
    const char *what;  /* names the text in messages: "position", "ruleset" */
    scan_scope *scope; /* NULL: no variables */
    unsigned depth;    /* of brackets; + is arithmetic when it is not 0 */
};

/* scan_begin - a scanner at the start of a text; what names it in messages */
grundy_scanner scan_begin(grundy *g, const char *what, const char *text, scan_scope *scope);

/* scan_end - fail unless all has been read; expected says what could have followed */
grundy_status scan_end(grundy_scanner *s, const char *expected);

/* scan_name - read a name of letters, digits, _ and - that starts with a letter; false if none stands here.
 * *name points into the text */
bool scan_name(grundy_scanner *s, const char **name, size_t *length);

#endif
