/* Questions about one position: its value, its options with their values, and a good move */
#include <stdlib.h>
#include <string.h>

#include "api.h"

/* More options than this are not listed; a winning one is looked for without trying all. */
enum { OPTIONS_MAX = 4096 };

static grundy_status read_question(grundy *g, const request *r, grundy_question *out, grundy_method *method)
{
    const char *word = request_parameter(r, "method");
    *method = GRUNDY_AUTO;
    if (word != NULL && !grundy_method_find(word, method))
        return grundy_fail(g, GRUNDY_PARSE, "method '%.40s': expected auto, formula, sweep, search, brute or all",
                           word);
    return request_question(g, r, out);
}

static bool is_misere(grundy_question question)
{
    return question == GRUNDY_MISERE_VALUE || question == GRUNDY_MISERE_OUTCOME;
}

/* ---- the value ---- */

/* In normal play, P are the positions of value 0; a misere value tells the misere outcome alike. */
static const char *position_outcome(uint64_t value)
{
    return value == 0 ? "P" : "N";
}

static grundy_status solve(const subject *s, grundy_question question, grundy_method method, json_t *out)
{
    grundy_solver *solver;
    grundy_answer found;
    grundy_start(s->g);
    TRY(grundy_solver_open(s->g, s->ruleset, question, method, &solver));
    grundy_solver_explain(solver, true);
    grundy_status status = grundy_solve(solver, grundy_buffer_bytes(&s->position), &found);
    if (status == GRUNDY_OK) {
        json_object_set_new(out, "outcome", json_string(position_outcome(found.value)));
        if (!grundy_question_is_outcome(question))
            json_object_set_new(out, "value", json_value(found.value));
        json_object_set_new(out, "method", json_string(grundy_method_word(found.method)));
        json_object_set_new(out, "reason", json_string(found.reason));
    }
    grundy_solver_close(solver);
    return status;
}

/* The value; where it is out of reach, a theorem may still tell the outcome. */
static grundy_status solve_or_decide(const subject *s, grundy_question question, grundy_method method, json_t *out)
{
    grundy_status status = solve(s, question, method, out);
    if (status != GRUNDY_LIMIT && status != GRUNDY_DOMAIN)
        return status;
    json_object_set_new(out, "undecided", json_string(grundy_message(s->g)));
    grundy_question outcome = is_misere(question) ? GRUNDY_MISERE_OUTCOME : GRUNDY_OUTCOME;
    grundy_status again = solve(s, outcome, GRUNDY_FORMULA, out);
    return again == GRUNDY_LIMIT || again == GRUNDY_DOMAIN ? GRUNDY_OK : again;
}

static grundy_status position_describe(const subject *s, json_t *out)
{
    json_t *position;
    TRY(json_position(s, grundy_buffer_bytes(&s->position), &position));
    json_object_set_new(out, "position", position);
    json_object_set_new(out, "ruleset", json_string(grundy_ruleset_name(s->ruleset)));
    json_object_set_new(out, "family", json_string(grundy_ruleset_family(s->ruleset)->name));
    json_object_set_new(out, "space", json_string(grundy_ruleset_space(s->ruleset)));
    return GRUNDY_OK;
}

static grundy_status tell_value(grundy *g, request *r)
{
    subject s;
    grundy_question question;
    grundy_method method;
    TRY(read_question(g, r, &question, &method));
    TRY(subject_open(g, r, &s));
    json_t *out = json_object();
    grundy_status status = position_describe(&s, out);
    if (status == GRUNDY_OK)
        status = solve_or_decide(&s, question, method, out);
    subject_close(&s);
    if (status == GRUNDY_OK)
        return answer_json(g, r, out);
    json_decref(out);
    return status;
}

const endpoint value_endpoint = {
    .path = "/api/value",
    .parameters = (const char *const[]){"ruleset", "position", "misere", "method", NULL},
    .run = tell_value,
};

/* ---- the options ---- */

typedef struct {
    char *text; /* within texts */
    bool known;
    uint64_t value;
} option;

typedef struct {
    subject s;
    grundy_solver *solver;
    grundy_list positions, texts;
    option *options;
    size_t count;
    json_t *undecided; /* why some have no value */
} options;

/* Those without a value last; then by value, and as printed, which is the order of `grundy moves`. */
static int options_by_value(const void *a, const void *b)
{
    const option *x = a, *y = b;
    if (x->known != y->known)
        return x->known ? -1 : 1;
    if (x->known && x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->text, y->text);
}

static grundy_status position_print_options(options *o)
{
    grundy_buffer text = grundy_buffer_open(o->s.g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&o->positions); i++) {
        text.size = 0;
        status = grundy_position_print(o->s.g, o->s.ruleset, grundy_list_at(&o->positions, i), &text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(&o->texts, grundy_buffer_text(&text), text.size + 1);
    }
    grundy_buffer_close(&text);
    return status;
}

/* The values, as far as the limits allow. */
static grundy_status value_options(options *o)
{
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < o->count && status == GRUNDY_OK; i++)
        status = grundy_solver_expect(o->solver, grundy_list_at(&o->positions, i));
    for (size_t i = 0; i < o->count && status == GRUNDY_OK; i++) {
        grundy_answer found;
        status = grundy_solve(o->solver, grundy_list_at(&o->positions, i), &found);
        if (status == GRUNDY_OK) {
            o->options[i].value = found.value;
            o->options[i].known = true;
        }
    }
    if (status != GRUNDY_LIMIT && status != GRUNDY_DOMAIN)
        return status;
    o->undecided = json_string(grundy_message(o->s.g));
    return GRUNDY_OK;
}

static grundy_status fill_options(options *o)
{
    grundy_status status = GRUNDY_OK;
    o->count = grundy_list_count(&o->positions);
    TRY(position_print_options(o));
    o->options = grundy_resize(o->s.g, NULL, 0, (o->count + 1) * sizeof *o->options, &status);
    if (o->options == NULL)
        return status;
    for (size_t i = 0; i < o->count; i++)
        o->options[i] = (option){.text = (char *)(uintptr_t)grundy_list_at(&o->texts, i).data};
    TRY(value_options(o));
    qsort(o->options, o->count, sizeof *o->options, options_by_value);
    return GRUNDY_OK;
}

static json_t *options_json(const options *o)
{
    json_t *list = json_array();
    for (size_t i = 0; i < o->count; i++)
        json_array_append_new(list, json_pack("[so]", o->options[i].text,
                                              o->options[i].known ? json_value(o->options[i].value) : json_null()));
    return json_pack("{so, si, sO?}", "options", list, "total", (int)o->count, "undecided", o->undecided);
}

/* Too many to list: a winning one, if there is any. */
static grundy_status one_option(options *o, json_t **out)
{
    grundy_buffer move = grundy_buffer_open(o->s.g);
    json_t *text = NULL, *list = json_array();
    grundy_start(o->s.g);
    grundy_status status = grundy_winning_move(o->solver, grundy_buffer_bytes(&o->s.position), &move);
    if (status == GRUNDY_OK)
        status = json_position(&o->s, grundy_buffer_bytes(&move), &text);
    else if (status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT)
        status = GRUNDY_OK;
    grundy_buffer_close(&move);
    if (text != NULL)
        json_array_append_new(list, json_pack("[os]", text, "0"));
    if (status == GRUNDY_OK)
        *out = json_pack("{sO, sn, ss}", "options", list, "total", "undecided",
                         "too many options to list; a winning one is shown if there is one within reach");
    json_decref(list);
    return status;
}

static grundy_status gather_options(options *o, json_t **out)
{
    grundy_status status =
        grundy_position_options(o->s.g, o->s.ruleset, grundy_buffer_bytes(&o->s.position), &o->positions);
    if (status == GRUNDY_LIMIT || (status == GRUNDY_OK && grundy_list_count(&o->positions) > OPTIONS_MAX)) {
        grundy_list_close(&o->positions);
        o->positions = grundy_list_open(o->s.g);
        return one_option(o, out);
    }
    TRY(status);
    TRY(fill_options(o));
    *out = options_json(o);
    return GRUNDY_OK;
}

static grundy_status tell_options(grundy *g, request *r)
{
    options o = {.positions = grundy_list_open(g), .texts = grundy_list_open(g)};
    grundy_question question;
    json_t *out = NULL;
    TRY(request_question(g, r, &question));
    TRY(subject_open(g, r, &o.s));
    grundy_status status = grundy_solver_open(g, o.s.ruleset, question, GRUNDY_AUTO, &o.solver);
    if (status == GRUNDY_OK)
        status = gather_options(&o, &out);
    if (status == GRUNDY_OK)
        status = answer_json(g, r, out);
    grundy_resize(g, o.options, (o.count + 1) * sizeof *o.options, 0, NULL);
    json_decref(o.undecided);
    grundy_list_close(&o.positions);
    grundy_list_close(&o.texts);
    grundy_solver_close(o.solver);
    subject_close(&o.s);
    return status;
}

const endpoint options_endpoint = {
    .path = "/api/options",
    .parameters = (const char *const[]){"ruleset", "position", "misere", NULL},
    .run = tell_options,
};

/* ---- a move ---- */

/* Any option, chosen by the seed: where every move loses, variety is all that is left. */
static grundy_status any_option(const subject *s, uint64_t seed, json_t **out)
{
    grundy_list list = grundy_list_open(s->g);
    grundy_status status = grundy_position_options(s->g, s->ruleset, grundy_buffer_bytes(&s->position), &list);
    size_t count = grundy_list_count(&list);
    if (status == GRUNDY_OK && count == 0)
        *out = json_null();
    else if (status == GRUNDY_OK)
        status = json_position(s, grundy_list_at(&list, (size_t)(grundy_random(&seed) % count)), out);
    grundy_list_close(&list);
    return status;
}

static grundy_status position_choose_move(const subject *s, grundy_question question, uint64_t seed, json_t **out,
                                          bool *winning)
{
    grundy_solver *solver;
    grundy_buffer move = grundy_buffer_open(s->g);
    TRY(grundy_solver_open(s->g, s->ruleset, question, GRUNDY_AUTO, &solver));
    grundy_status status = grundy_winning_move(solver, grundy_buffer_bytes(&s->position), &move);
    *winning = status == GRUNDY_OK;
    if (status == GRUNDY_OK)
        status = json_position(s, grundy_buffer_bytes(&move), out);
    else if (status == GRUNDY_DOMAIN)
        status = any_option(s, seed, out);
    grundy_buffer_close(&move);
    grundy_solver_close(solver);
    return status;
}

static grundy_status tell_reply(grundy *g, request *r)
{
    subject s;
    grundy_question question;
    uint64_t seed;
    bool winning = false;
    json_t *move = NULL;
    TRY(request_question(g, r, &question));
    TRY(request_number(g, r, "seed", 0, UINT32_MAX, 0, &seed));
    TRY(subject_open(g, r, &s));
    grundy_status status = position_choose_move(&s, question, seed, &move, &winning);
    subject_close(&s);
    TRY(status);
    return answer_json(g, r, json_pack("{so, sb}", "position", move, "winning", winning));
}

const endpoint reply_endpoint = {
    .path = "/api/reply",
    .parameters = (const char *const[]){"ruleset", "position", "misere", "seed", NULL},
    .run = tell_reply,
};
