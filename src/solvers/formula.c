/* formula.c - closed forms of families, put together for sums */
#include "solvers/solver.h"
#include "solvers/tame.h"

/* Ask a family about summands that all belong to it. */
static grundy_status formula_ask(grundy_solver *s, const grundy_list *keys, size_t first, size_t count,
                                 grundy_question question, uint64_t *out)
{
    grundy_status status = GRUNDY_OK;
    grundy_bytes few[4], *summands = few;
    if (count > GRUNDY_COUNT(few))
        summands = handle_new(s->g, count, sizeof *summands, &status);
    if (summands == NULL)
        return status;
    const grundy_ruleset *r = NULL;
    const char *reason = "";
    for (size_t i = 0; i < count; i++) {
        const grundy_ruleset *owner = key_ruleset(&s->registry, grundy_list_at(keys, first + i), &summands[i]);
        if (r != NULL && owner != r)
            status = GRUNDY_DOMAIN;
        r = owner;
    }
    if (status == GRUNDY_OK)
        status = r->family->formula == NULL ? GRUNDY_DOMAIN
                                            : r->family->formula(s->g, r, summands, count, question, out, &reason);
    if (summands != few)
        handle_free(s->g, summands, count * sizeof *summands);
    return status == GRUNDY_OK ? solver_reason(s, "%s: %s", grundy_ruleset_name(r), reason) : status;
}

/* In normal play the values of summands are nim-added. */
static grundy_status ask_values(grundy_solver *s, const grundy_list *keys, uint64_t *out)
{
    uint64_t sum = 0, value = 0;
    for (size_t i = 0; i < grundy_list_count(keys); i++) {
        TRY(formula_ask(s, keys, i, 1, GRUNDY_VALUE, &value));
        sum ^= value;
    }
    *out = sum;
    return GRUNDY_OK;
}

/* Misere values of sums of pet games follow from the values of the summands. */
static grundy_status ask_pet(grundy_solver *s, const grundy_list *keys, uint64_t *out)
{
    tame_sum sum = {0};
    uint64_t value = 0;
    grundy_bytes summand;
    for (size_t i = 0; i < grundy_list_count(keys); i++) {
        if (key_ruleset(&s->registry, grundy_list_at(keys, i), &summand)->family->pet == NULL)
            return GRUNDY_DOMAIN;
        TRY(formula_ask(s, keys, i, 1, GRUNDY_VALUE, &value));
        tame_add_pet(&sum, value);
    }
    *out = tame_misere(&sum);
    return solver_reason(s, TAME_REASON);
}

static grundy_status ask_all(grundy_solver *s, const grundy_list *keys, uint64_t *out)
{
    size_t count = grundy_list_count(keys);
    grundy_status status = GRUNDY_DOMAIN;
    if (question_is_misere(s->question) || (grundy_question_is_outcome(s->question) && count == 1))
        status = formula_ask(s, keys, 0, count, s->question, out);
    if (status != GRUNDY_DOMAIN)
        return status;
    status = question_is_misere(s->question) ? formula_ask(s, keys, 0, count, GRUNDY_MISERE_VALUE, out)
                                             : ask_values(s, keys, out);
    if (status == GRUNDY_DOMAIN && question_is_misere(s->question))
        status = ask_pet(s, keys, out);
    if (status == GRUNDY_OK && grundy_question_is_outcome(s->question))
        *out = *out != 0;
    return status;
}

grundy_status solve_by_formula(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    grundy_list_clear(&s->components);
    TRY(normal_form(s->g, &s->registry, position, SPLIT_NOT, &s->components));
    s->whole = true;
    for (size_t i = 0; i < grundy_list_count(&s->components); i++) {
        grundy_bytes summand;
        s->whole =
            s->whole && key_ruleset(&s->registry, grundy_list_at(&s->components, i), &summand)->family->split == NULL;
    }
    return ask_all(s, &s->components, out);
}
