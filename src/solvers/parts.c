#include "solvers/parts.h"

#include <string.h>

#include "solvers/closure.h"
#include "solvers/tame.h"

/* The most positions that are listed to find out whether components are tame. */
enum { TAME_POSITIONS = 1 << 14 };

/* What is known of one ruleset. */
struct parts {
    grundy_solver *values;
    closure followers; /* of all components that were asked for */
    size_t tame;       /* so many of them have been found to have the values of a tame game */
    bool listed, refused;
};

static grundy_status parts_of_slot(grundy_solver *s, size_t number, struct parts **out)
{
    if (number >= s->parts_count) {
        grundy_status status = GRUNDY_OK;
        size_t count = number + 4;
        struct parts *more = handle_new(s->g, count, sizeof *more, &status);
        if (more == NULL)
            return status;
        if (s->parts_count > 0)
            memcpy(more, s->parts, s->parts_count * sizeof *more);
        handle_free(s->g, s->parts, s->parts_count * sizeof *more);
        s->parts = more;
        s->parts_count = count;
    }
    *out = &s->parts[number];
    return GRUNDY_OK;
}

void parts_close(grundy_solver *s)
{
    for (size_t i = 0; i < s->parts_count; i++) {
        grundy_solver_close(s->parts[i].values);
        if (s->parts[i].listed)
            closure_close(&s->parts[i].followers);
    }
    handle_free(s->g, s->parts, s->parts_count * sizeof *s->parts);
}

static grundy_status as_position(grundy_solver *s, grundy_bytes summand, grundy_buffer *out)
{
    *out = grundy_buffer_open(s->g);
    return position_add(out, summand);
}

grundy_status parts_value(grundy_solver *s, size_t number, grundy_bytes summand, uint64_t *out)
{
    struct parts *p = NULL;
    grundy_buffer position;
    grundy_answer answer = {0};
    TRY(parts_of_slot(s, number, &p));
    if (p->values == NULL)
        TRY(solver_open(s->g, registry_ruleset(&s->registry, number), GRUNDY_VALUE, GRUNDY_AUTO, &p->values));
    grundy_solver_explain(p->values, s->explain);
    grundy_status status = as_position(s, summand, &position);
    if (status == GRUNDY_OK)
        status = grundy_solve(p->values, grundy_buffer_bytes(&position), &answer);
    grundy_buffer_close(&position);
    TRY(status);
    *out = answer.value;
    return solver_reason(s, "%s", answer.reason);
}

/* Have all positions that were listed the values of a tame game? */
static bool all_tame(struct parts *p)
{
    const closure *c = &p->followers;
    while (p->tame < closure_count(c) && tame_pair(closure_normal(c, p->tame), closure_misere(c, p->tame)))
        p->tame++;
    return p->tame == closure_count(c);
}

/* Add a component that is shown to be tame by all its followers, or refuse its ruleset. */
static grundy_status add_listed(grundy_solver *s, struct parts *p, const grundy_ruleset *r, grundy_bytes summand,
                                tame_sum *sum)
{
    uint32_t number = 0;
    grundy_buffer position;
    if (p->refused)
        return GRUNDY_DOMAIN;
    if (!p->listed)
        p->followers = closure_open(s->g, r, TAME_POSITIONS);
    p->listed = true;
    grundy_status status = as_position(s, summand, &position);
    if (status == GRUNDY_OK)
        status = closure_add(&p->followers, grundy_buffer_bytes(&position), &number);
    if (status == GRUNDY_OK)
        status = closure_solve(&p->followers);
    grundy_buffer_close(&position);
    p->refused = status != GRUNDY_OK || !all_tame(p);
    if (status == GRUNDY_LIMIT)
        handle_clear(s->g);
    if (status == GRUNDY_LIMIT || (status == GRUNDY_OK && p->refused))
        return GRUNDY_DOMAIN;
    TRY(status);
    tame_add(sum, closure_normal(&p->followers, number), closure_misere(&p->followers, number));
    return GRUNDY_OK;
}

static grundy_status parts_add_component(grundy_solver *s, grundy_bytes key, tame_sum *sum)
{
    grundy_bytes summand, rest = key;
    const grundy_ruleset *r = key_ruleset(&s->registry, key, &summand);
    size_t number = (size_t)number_read(&rest);
    struct parts *p = NULL;
    uint64_t value = 0;
    TRY(parts_of_slot(s, number, &p));
    if (question_is_misere(s->question) && r->family->pet == NULL)
        return add_listed(s, p, r, summand, sum);
    TRY(parts_value(s, number, summand, &value));
    tame_add_pet(sum, value);
    return GRUNDY_OK;
}

static bool some_closed_form(grundy_solver *s, const grundy_list *components)
{
    bool some = false;
    grundy_bytes summand;
    for (size_t i = 0; i < grundy_list_count(components); i++)
        some = some || key_ruleset(&s->registry, grundy_list_at(components, i), &summand)->family->formula != NULL;
    return some;
}

grundy_status solve_by_parts(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    grundy_list components = grundy_list_open(s->g);
    tame_sum sum = {0};
    bool misere = question_is_misere(s->question);
    grundy_status status = normal_form(s->g, &s->registry, position,
                                       question_is_misere(s->question) ? SPLIT_ISOMORPHIC : SPLIT_EQUAL, &components);
    if (status == GRUNDY_OK && grundy_list_count(&components) < 2)
        status = GRUNDY_DOMAIN;
    if (status == GRUNDY_OK && !misere && !some_closed_form(s, &components))
        status = GRUNDY_DOMAIN; /* the search does as well, and leaves out equal pairs */
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&components); i++)
        status = parts_add_component(s, grundy_list_at(&components, i), &sum);
    grundy_list_close(&components);
    TRY(status);
    *out = misere ? tame_misere(&sum) : sum.value;
    if (grundy_question_is_outcome(s->question))
        *out = *out != 0;
    return misere ? solver_reason(s, TAME_REASON) : GRUNDY_OK;
}
