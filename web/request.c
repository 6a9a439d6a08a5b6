#include "request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters ---- */

const char *request_parameter(const request *r, const char *name)
{
    return json_string_value(json_object_get(r->parameters, name));
}

grundy_status request_need(grundy *g, const request *r, const char *name, const char **out)
{
    const char *text = request_parameter(r, name);
    if (text == NULL)
        return grundy_fail(g, GRUNDY_PARSE, "the parameter '%s' is missing", name);
    *out = text;
    return GRUNDY_OK;
}

grundy_status request_number(grundy *g, const request *r, const char *name, uint64_t low, uint64_t high,
                             uint64_t otherwise, uint64_t *out)
{
    const char *text = request_parameter(r, name);
    if (text == NULL) {
        *out = otherwise;
        return GRUNDY_OK;
    }
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n < low || n > high)
        return grundy_fail(g, GRUNDY_PARSE, "%s '%.40s': expected a number from %llu to %llu", name, text,
                           (unsigned long long)low, (unsigned long long)high);
    *out = n;
    return GRUNDY_OK;
}

grundy_status request_flag(grundy *g, const request *r, const char *name, bool *out)
{
    uint64_t n = 0;
    TRY(request_number(g, r, name, 0, 1, 0, &n));
    *out = n == 1;
    return GRUNDY_OK;
}

grundy_status request_question(grundy *g, const request *r, grundy_question *out)
{
    bool misere, outcome;
    TRY(request_flag(g, r, "misere", &misere));
    TRY(request_flag(g, r, "outcome", &outcome));
    if (misere)
        *out = outcome ? GRUNDY_MISERE_OUTCOME : GRUNDY_MISERE_VALUE;
    else
        *out = outcome ? GRUNDY_OUTCOME : GRUNDY_VALUE;
    return GRUNDY_OK;
}

grundy_status request_add(grundy *g, request *r, const char *name, size_t name_size, const char *text, size_t size)
{
    if (text == NULL || memchr(text, '\0', size) != NULL || memchr(name, '\0', name_size) != NULL)
        return grundy_fail(g, GRUNDY_PARSE, "a parameter without a text, or with a zero in it");
    json_t *value = json_stringn(text, size); /* which takes UTF-8 only */
    if (value == NULL || json_object_setn_new(r->parameters, name, name_size, value) != 0)
        return grundy_fail(g, GRUNDY_PARSE, "a parameter that is not UTF-8");
    return GRUNDY_OK;
}

static grundy_status add_member(grundy *g, request *r, const char *name, const json_t *value)
{
    char number[24];
    if (json_is_string(value))
        return request_add(g, r, name, strlen(name), json_string_value(value), json_string_length(value));
    if (json_is_boolean(value))
        return request_add(g, r, name, strlen(name), json_is_true(value) ? "1" : "0", 1);
    if (!json_is_integer(value))
        return grundy_fail(g, GRUNDY_PARSE, "%.40s: expected a text, an integer, true or false", name);
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return request_add(g, r, name, strlen(name), number, strlen(number));
}

grundy_status request_add_json(grundy *g, request *r, const char *body, size_t size)
{
    json_error_t mistake;
    if (size == 0)
        return grundy_fail(g, GRUNDY_PARSE,
                           "the body is empty; expected a JSON object of the parameters, such as "
                           "{\"ruleset\": \"nim\", \"position\": \"3,5\"}");
    json_t *object = json_loadb(body, size, JSON_REJECT_DUPLICATES, &mistake);
    const char *name;
    json_t *value;
    grundy_status status = GRUNDY_OK;
    if (object == NULL)
        return grundy_fail(g, GRUNDY_PARSE, "the body is not JSON: %.160s; expected an object of the parameters",
                           mistake.text);
    if (!json_is_object(object))
        status = grundy_fail(g, GRUNDY_PARSE, "the body is JSON, but not an object of the parameters");
    json_object_foreach(object, name, value) if (status == GRUNDY_OK) status = add_member(g, r, name, value);
    json_decref(object);
    return status;
}

/* ---- answers ---- */

static const char content_json[] = "application/json; charset=utf-8";

grundy_status answer_json(grundy *g, request *r, json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (text == NULL)
        return grundy_fail(g, GRUNDY_NOMEM, "out of memory for the answer");
    r->answer = (answer){.code = 200, .type = content_json, .data = text, .size = strlen(text)};
    return GRUNDY_OK;
}

grundy_status answer_bytes(grundy *g, request *r, grundy_bytes bytes, const char *type)
{
    char *copy = malloc(bytes.size > 0 ? bytes.size : 1);
    if (copy == NULL)
        return grundy_fail(g, GRUNDY_NOMEM, "out of memory for the answer");
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    r->answer = (answer){.code = 200, .type = type, .data = copy, .size = bytes.size};
    return GRUNDY_OK;
}

void answer_error(request *r, unsigned code, int exit_status, const char *message)
{
    if (r->answer.code != 0)
        return;
    /* a message may quote a part of a text, cut within a character */
    json_t *line = json_string(message);
    json_t *value =
        json_pack("{so, si}", "error", line != NULL ? line : json_string("unreadable input"), "exit", exit_status);
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    r->answer.code = code;
    r->answer.type = content_json;
    r->answer.data = text;
    r->answer.size = text != NULL ? strlen(text) : 0;
}

static unsigned request_status_code(grundy_status status)
{
    switch (status) {
    case GRUNDY_PARSE:
        return 400;
    case GRUNDY_IO: /* a file that may not, or cannot, be read */
        return 403;
    case GRUNDY_LIMIT:
    case GRUNDY_DOMAIN:
        return 422;
    case GRUNDY_ABSENT:
        return 501;
    case GRUNDY_STOPPED:
        return 503;
    case GRUNDY_OK:
    case GRUNDY_FAILED:
    case GRUNDY_NOMEM:
    case GRUNDY_DISAGREE:
        break;
    }
    return 500;
}

void answer_failure(request *r, const grundy *g, grundy_status status)
{
    const char *message = grundy_message(g);
    answer_error(r, request_status_code(status), grundy_status_exit(status),
                 *message != '\0' ? message : grundy_status_text(status));
}

void answer_close(answer *a)
{
    free(a->data);
    a->data = NULL;
}
