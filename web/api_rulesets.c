/* The list of rulesets, and the elements of a ruleset's poset */
#include <string.h>

#include "api.h"

enum { ELEMENTS_MAX = 600 };

static json_t *family_json(const grundy_family *f)
{
    return json_pack("{ss, ss, ss, ss, ss?, ss?, ss?}", "name", f->name, "arguments", f->arguments, "summary",
                     f->summary, "rules", f->rules, "theorems", f->theorems, "ruleset", f->example_ruleset, "position",
                     f->example_position);
}

static grundy_status list_rulesets(grundy *g, request *r)
{
    json_t *list = json_array();
    const grundy_family *f;
    for (size_t i = 0; i < grundy_family_count(); i++)
        json_array_append_new(list, family_json(grundy_family_at(i)));
    for (size_t i = 0; (f = grundy_family_added(g, i)) != NULL; i++)
        json_array_append_new(list, family_json(f));
    return answer_json(g, r, json_pack("{ss, so}", "version", grundy_version(), "rulesets", list));
}

const endpoint rulesets_endpoint = {
    .path = "/api/rulesets", .parameters = (const char *const[]){NULL}, .run = list_rulesets};

/* ---- elements ---- */

typedef struct {
    grundy *g;
    grundy_ruleset *ruleset;
    const grundy_family *family;
    grundy_solver *solver;
    grundy_list elements;
    grundy_buffer covers, text, position;
    json_t *names, *values;
} board;

static void page_board_close(board *b)
{
    grundy_solver_close(b->solver);
    grundy_list_close(&b->elements);
    grundy_buffer_close(&b->covers);
    grundy_buffer_close(&b->text);
    grundy_buffer_close(&b->position);
    grundy_ruleset_close(b->ruleset);
    json_decref(b->names);
    json_decref(b->values);
}

/* An element alone is a position, and has a value. */
static grundy_status add_element(board *b, grundy_bytes element)
{
    grundy_answer found;
    b->text.size = b->position.size = 0;
    TRY(b->family->print_element(b->g, b->ruleset, element, &b->text));
    TRY(grundy_position_parse(b->g, b->ruleset, grundy_buffer_text(&b->text), &b->position));
    TRY(grundy_solve(b->solver, grundy_buffer_bytes(&b->position), &found));
    json_array_append_new(b->names, json_string(grundy_buffer_text(&b->text)));
    json_array_append_new(b->values, json_value(found.value));
    return GRUNDY_OK;
}

static grundy_status page_board_find_elements(board *b, grundy_question question)
{
    if (b->family->elements == NULL || b->family->print_element == NULL)
        return grundy_fail(b->g, GRUNDY_DOMAIN, "%s has no elements", grundy_ruleset_name(b->ruleset));
    TRY(b->family->elements(b->g, b->ruleset, &b->elements));
    if (grundy_list_count(&b->elements) > ELEMENTS_MAX)
        return grundy_fail(b->g, GRUNDY_LIMIT, "%s has more than %d elements", grundy_ruleset_name(b->ruleset),
                           ELEMENTS_MAX);
    if (b->family->covers != NULL)
        TRY(b->family->covers(b->g, b->ruleset, &b->covers));
    TRY(grundy_solver_open(b->g, b->ruleset, question, GRUNDY_AUTO, &b->solver));
    for (size_t i = 0; i < grundy_list_count(&b->elements); i++)
        TRY(add_element(b, grundy_list_at(&b->elements, i)));
    return GRUNDY_OK;
}

static json_t *covers_json(const board *b)
{
    const grundy_cover *cover = (const void *)b->covers.data;
    json_t *list = json_array();
    for (size_t i = 0; i < b->covers.size / sizeof *cover; i++)
        json_array_append_new(list, json_pack("[ii]", (int)cover[i].lower, (int)cover[i].upper));
    return list;
}

static grundy_status list_elements(grundy *g, request *r)
{
    const char *expression;
    grundy_question question;
    TRY(request_need(g, r, "ruleset", &expression));
    TRY(request_question(g, r, &question));
    board b = {.g = g,
               .elements = grundy_list_open(g),
               .covers = grundy_buffer_open(g),
               .text = grundy_buffer_open(g),
               .position = grundy_buffer_open(g),
               .names = json_array(),
               .values = json_array()};
    grundy_status status = grundy_ruleset_open(g, expression, &b.ruleset);
    if (status == GRUNDY_OK) {
        b.family = grundy_ruleset_family(b.ruleset);
        status = page_board_find_elements(&b, question);
    }
    if (status == GRUNDY_OK)
        status = answer_json(
            g, r, json_pack("{sO, sO, so}", "elements", b.names, "values", b.values, "covers", covers_json(&b)));
    page_board_close(&b);
    return status;
}

const endpoint elements_endpoint = {
    .path = "/api/elements",
    .parameters = (const char *const[]){"ruleset", "misere", NULL},
    .run = list_elements,
};
