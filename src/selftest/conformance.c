#include "selftest/conformance.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 5 };

/* ---- the list of properties ---- */

static bool has_native_positions(const grundy_family *f)
{
    return f->encoding != GRUNDY_ENCODING_OWN;
}

static bool has_canonical(const grundy_family *f)
{
    return f->canonical != NULL || has_native_positions(f);
}

static bool has_split(const grundy_family *f)
{
    return f->split != NULL;
}

static bool has_refer(const grundy_family *f)
{
    return f->refer != NULL;
}

static bool has_winning_move(const grundy_family *f)
{
    return f->winning_move != NULL;
}

static bool is_called_pet(const grundy_family *f)
{
    return f->pet != NULL;
}

static const conformance_property properties[] = {
    {"its name opens it", NULL, NULL, conform_name},
    {"garbage is refused", NULL, NULL, conform_garbage},
    {"round trip", NULL, conform_round_trip, NULL},
    {"options are canonical", NULL, conform_options, NULL},
    {"options are strictly simpler", NULL, conform_simpler, NULL},
    {"canonical form", has_canonical, conform_canonical, NULL},
    {"symmetries", has_native_positions, conform_symmetries, NULL},
    {"split", has_split, conform_split, NULL},
    {"references", has_refer, conform_references, NULL},
    {"winning moves", has_winning_move, conform_winning_moves, NULL},
    {"pet", is_called_pet, conform_pet, NULL},
    {"methods agree", NULL, conform_methods, NULL},
    {"outcomes follow from values", NULL, conform_outcomes, NULL},
    {"sums", NULL, conform_sums, NULL},
    {"moves part by part", NULL, conform_each_move, NULL},
    {"threads", NULL, conform_threads, NULL},
    {"small tables", NULL, conform_small_tables, NULL},
};

const conformance_property *conformance_property_at(size_t i)
{
    return i < GRUNDY_COUNT(properties) ? &properties[i] : NULL;
}

bool conformance_applies(const conformance_property *p, const grundy_family *f)
{
    return p->applies == NULL || p->applies(f);
}

/* ---- a ruleset under test ---- */

grundy_status conformance_open(grundy *g, const char *expression, const char *example, uint64_t seed, conformance *out)
{
    conformance c = {.g = g, .example = example, .patience = CONFORMANCE_PATIENCE, .seed = seed};
    TRY(grundy_ruleset_open(g, expression, &c.r));
    for (const char *letter = expression; *letter != '\0'; letter++)
        c.seed = c.seed * 31 + (unsigned char)*letter;
    c.limits = grundy_get_limits(g);
    grundy_buffer *buffers[] = {&c.position, &c.text, &c.spaced, &c.again, &c.form, &c.whole, &c.other, &c.sum};
    for (size_t i = 0; i < GRUNDY_COUNT(buffers); i++)
        *buffers[i] = grundy_buffer_open(g);
    c.options = grundy_list_open(g);
    c.parts = grundy_list_open(g);
    c.moves = grundy_list_open(g);
    *out = c;
    return GRUNDY_OK;
}

void conformance_close(conformance *c)
{
    for (size_t i = 0; i < GRUNDY_COUNT(c->solvers); i++)
        for (size_t k = 0; k < GRUNDY_COUNT(c->solvers[i]); k++)
            grundy_solver_close(c->solvers[i][k]);
    grundy_buffer *buffers[] = {&c->position, &c->text, &c->spaced, &c->again, &c->form, &c->whole, &c->other, &c->sum};
    for (size_t i = 0; i < GRUNDY_COUNT(buffers); i++)
        grundy_buffer_close(buffers[i]);
    grundy_list_close(&c->options);
    grundy_list_close(&c->parts);
    grundy_list_close(&c->moves);
    grundy_ruleset_close(c->r);
}

grundy_status conformance_fail(conformance *c, grundy_bytes position, const char *format, ...)
{
    char why[256], message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(message, sizeof message, "%s", grundy_message(c->g));
    grundy_buffer text = grundy_buffer_open(c->g);
    if (grundy_position_print(c->g, c->r, position, &text) != GRUNDY_OK)
        text.size = 0;
    grundy_fail(c->g, GRUNDY_FAILED, "position %.300s: %s%s%s", text.size == 0 ? "(none)" : grundy_buffer_text(&text),
                why, *message == '\0' ? "" : "; ", message);
    grundy_buffer_close(&text);
    return GRUNDY_FAILED;
}

bool conformance_cut_short(grundy_status status)
{
    return status == GRUNDY_LIMIT || status == GRUNDY_NOMEM || status == GRUNDY_STOPPED;
}

const char *conformance_question(grundy_question question)
{
    static const char *const words[] = {"value", "outcome", "misere value", "misere outcome"};
    return words[question];
}

static grundy_status answer_by_brute_force(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                           grundy_question question, grundy_answer *answer)
{
    grundy_solver *solver;
    TRY(grundy_solver_open(g, r, question, GRUNDY_BRUTE, &solver));
    grundy_status status = grundy_solve(solver, position, answer);
    grundy_solver_close(solver);
    return status;
}

grundy_status conformance_judge(conformance *c, const grundy_ruleset *r, grundy_bytes position,
                                grundy_question question, uint64_t *value, bool *known)
{
    grundy_answer answer = {0};
    grundy_limits limits = c->limits;
    limits.seconds = c->patience;
    grundy_set_limits(c->g, &limits);
    grundy_status status = answer_by_brute_force(c->g, r, position, question, &answer);
    grundy_set_limits(c->g, &c->limits);
    *known = status == GRUNDY_OK;
    if (status == GRUNDY_LIMIT) {
        c->too_large = true;
        handle_clear(c->g);
        return GRUNDY_OK;
    }
    *value = answer.value;
    return status;
}

/* ---- positions ---- */

/* Random play for up to `most` moves. */
static grundy_status conformance_play(conformance *c, unsigned most, grundy_buffer *position)
{
    for (unsigned i = 0; i < most; i++) {
        grundy_list_clear(&c->moves);
        TRY(grundy_position_options(c->g, c->r, grundy_buffer_bytes(position), &c->moves));
        size_t count = grundy_list_count(&c->moves);
        if (count == 0)
            break;
        grundy_bytes next = grundy_list_at(&c->moves, (size_t)(grundy_random(&c->seed) % count));
        position->size = 0;
        TRY(grundy_append(position, next.data, next.size));
    }
    return GRUNDY_OK;
}

grundy_status conformance_supply(conformance *c, unsigned size, grundy_buffer *out)
{
    out->size = 0;
    grundy_status status = grundy_position_random(c->g, c->r, &c->seed, size, out);
    if (status != GRUNDY_DOMAIN)
        return status;
    handle_clear(c->g);
    TRY(grundy_position_parse(c->g, c->r, c->example, out));
    return conformance_play(c, CONFORMANCE_GREATEST_SIZE + 1 - size, out);
}

static grundy_status check_positions(conformance *c, const conformance_property *p, double most)
{
    double begun = handle_time();
    uint64_t before = c->checks;
    TRY(conformance_supply(c, 1, &c->position)); /* where time is short, there is some for this */
    TRY(p->check(c, grundy_buffer_bytes(&c->position)));
    c->position.size = 0;
    TRY(grundy_position_parse(c->g, c->r, c->example, &c->position));
    TRY(p->check(c, grundy_buffer_bytes(&c->position)));
    c->too_large = false; /* an example may be */
    for (unsigned size = 1; size <= CONFORMANCE_GREATEST_SIZE; size++)
        for (unsigned i = 0; i < ROUNDS; i++) {
            TRY(grundy_check(c->g));
            if (c->checks > before && (c->too_large || handle_time() - begun > most))
                return GRUNDY_OK;
            TRY(conformance_supply(c, size, &c->position));
            TRY(p->check(c, grundy_buffer_bytes(&c->position)));
        }
    return c->checks > before ? GRUNDY_OK : grundy_fail(c->g, GRUNDY_FAILED, "nothing was checked");
}

/* What a check had to do and could not is a failure too, unless it is for want of time or memory. */
grundy_status conformance_run(conformance *c, const conformance_property *p, double seconds)
{
    handle_clear(c->g);
    grundy_status status = p->whole != NULL ? p->whole(c, handle_time(), seconds) : check_positions(c, p, seconds);
    grundy_set_limits(c->g, &c->limits);
    return status == GRUNDY_OK || conformance_cut_short(status) ? status : GRUNDY_FAILED;
}
