/* request.h - a request to the API: its parameters, and the answer that is made for it
 *
 * Parameters come from the query or from a JSON object in the body; either way they are texts by name. The answer is
 * JSON, or the bytes of a table or tile. Errors are JSON too: {"error": "one line", "exit": exit status of the command}.
 */
#ifndef GRUNDY_WEB_REQUEST_H
#define GRUNDY_WEB_REQUEST_H

#include <jansson.h>

#include "grundy.h"

/* Return from a fallible function when a call fails. */
#define TRY(call)                          \
    do {                                   \
        grundy_status try_status = (call); \
        if (try_status != GRUNDY_OK)       \
            return try_status;             \
    } while (0)

typedef struct {
    unsigned code;     /* of HTTP; 0: not answered yet */
    const char *type;  /* of the content */
    const char *file;  /* the name for a download, or NULL */
    const char *allow; /* for 405: the methods */
    char *data;        /* allocated by malloc */
    size_t size;
} answer;

typedef struct {
    json_t *parameters; /* name: text */
    answer answer;
} request;

/* request_parameter - the text of a parameter, NULL when it was not given */
const char *request_parameter(const request *r, const char *name);

/* request_need - the text of a parameter that must be given. Errors: GRUNDY_PARSE */
grundy_status request_need(grundy *g, const request *r, const char *name, const char **out);

/* request_flag - a parameter that is 1 or 0, which is the default. Errors: GRUNDY_PARSE */
grundy_status request_flag(grundy *g, const request *r, const char *name, bool *out);

/* request_number - a parameter that is a number from low to high. Errors: GRUNDY_PARSE */
grundy_status request_number(grundy *g, const request *r, const char *name, uint64_t low, uint64_t high,
                             uint64_t otherwise, uint64_t *out);

/* request_question - what is asked, by the parameters misere and outcome. Errors: GRUNDY_PARSE */
grundy_status request_question(grundy *g, const request *r, grundy_question *out);

/* request_add - add a parameter, of so many bytes. Errors: GRUNDY_PARSE for what is no text */
grundy_status request_add(grundy *g, request *r, const char *name, size_t name_size, const char *text, size_t size);

/* request_add_json - add the parameters of a JSON object: texts, integers, true and false. Errors: GRUNDY_PARSE */
grundy_status request_add_json(grundy *g, request *r, const char *body, size_t size);

/* answer_json - answer by a JSON value, which is given up. Errors: GRUNDY_NOMEM, also when it is NULL */
grundy_status answer_json(grundy *g, request *r, json_t *value);

/* answer_bytes - answer by a copy of bytes. Errors: GRUNDY_NOMEM */
grundy_status answer_bytes(grundy *g, request *r, grundy_bytes bytes, const char *type);

/* answer_error - answer by an error; the first answer stands */
void answer_error(request *r, unsigned code, int exit_status, const char *message);

/* answer_failure - answer by the error that a status and the handle's message tell of */
void answer_failure(request *r, const grundy *g, grundy_status status);

/* answer_close - free what an answer holds */
void answer_close(answer *a);

#endif
