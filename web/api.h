/* api.h - the questions that the page can ask */
#ifndef GRUNDY_WEB_API_H
#define GRUNDY_WEB_API_H

#include "request.h"

typedef struct {
    const char *path;
    const char *const *parameters; /* their names, ended by NULL */
    grundy_status (*run)(grundy *g, request *r);
} endpoint;

/* api_find - the endpoint of a path, NULL if there is none */
const endpoint *api_find(const char *path);

/* api_run - answer a request by an endpoint; the handle has its limits */
void api_run(grundy *g, const endpoint *e, request *r);

extern const endpoint rulesets_endpoint, value_endpoint, options_endpoint, reply_endpoint, elements_endpoint,
    table_endpoint, tile_endpoint, sequence_endpoint;

/* What most questions are about. */
typedef struct {
    grundy *g;
    grundy_ruleset *ruleset;
    grundy_buffer position;
} subject;

/* subject_open - the ruleset and position that the parameters name; subject_close - free them */
grundy_status subject_open(grundy *g, const request *r, subject *out);
void subject_close(subject *s);

/* json_value - a Grundy value as a text, since numbers of JSON end at 2^53 */
json_t *json_value(uint64_t value);

/* json_position - a position of the subject's ruleset as text, into *out */
grundy_status json_position(const subject *s, grundy_bytes position, json_t **out);

#endif
