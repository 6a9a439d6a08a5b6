#include "api.h"

#include <inttypes.h>
#include <string.h>

static const endpoint *const endpoints[] = {
    &rulesets_endpoint, &value_endpoint, &options_endpoint, &reply_endpoint,
    &elements_endpoint, &table_endpoint, &tile_endpoint,    &sequence_endpoint,
};

const endpoint *api_find(const char *path)
{
    for (size_t i = 0; i < sizeof endpoints / sizeof *endpoints; i++)
        if (strcmp(endpoints[i]->path, path) == 0)
            return endpoints[i];
    return NULL;
}

/* A parameter that the endpoint does not know is a mistake that would go unseen. */
static grundy_status api_check_names(grundy *g, const endpoint *e, const request *r)
{
    const char *name;
    json_t *value;
    json_object_foreach(r->parameters, name, value)
    {
        size_t i = 0;
        while (e->parameters[i] != NULL && strcmp(e->parameters[i], name) != 0)
            i++;
        if (e->parameters[i] == NULL)
            return grundy_fail(g, GRUNDY_PARSE, "%s has no parameter '%.40s'", e->path, name);
    }
    return GRUNDY_OK;
}

void api_run(grundy *g, const endpoint *e, request *r)
{
    grundy_status status = api_check_names(g, e, r);
    if (status == GRUNDY_OK)
        status = e->run(g, r);
    if (status != GRUNDY_OK)
        answer_failure(r, g, status);
}

grundy_status subject_open(grundy *g, const request *r, subject *out)
{
    const char *expression, *position;
    TRY(request_need(g, r, "ruleset", &expression));
    TRY(request_need(g, r, "position", &position));
    *out = (subject){.g = g, .position = grundy_buffer_open(g)};
    grundy_status status = grundy_ruleset_open(g, expression, &out->ruleset);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, out->ruleset, position, &out->position);
    if (status != GRUNDY_OK)
        subject_close(out);
    return status;
}

void subject_close(subject *s)
{
    grundy_buffer_close(&s->position);
    grundy_ruleset_close(s->ruleset);
    s->ruleset = NULL;
}

json_t *json_value(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return json_string(text);
}

grundy_status json_position(const subject *s, grundy_bytes position, json_t **out)
{
    grundy_buffer text = grundy_buffer_open(s->g);
    grundy_status status = grundy_position_print(s->g, s->ruleset, position, &text);
    json_t *value = status == GRUNDY_OK ? json_string(grundy_buffer_text(&text)) : NULL;
    grundy_buffer_close(&text);
    if (status == GRUNDY_OK && value == NULL)
        status = grundy_fail(s->g, GRUNDY_NOMEM, "out of memory for a position");
    if (status == GRUNDY_OK)
        *out = value;
    return status;
}
