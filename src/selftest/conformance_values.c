/* The checks of a ruleset's values: every way to them against brute force, sums, and what must change nothing. */
#include "selftest/conformance.h"

enum { TINY_MEMORY = 96 << 10 };

static grundy_status compare_with_judge(conformance *c, grundy_bytes position, grundy_question question,
                                        grundy_method method, uint64_t got, uint64_t expected)
{
    if (got == expected)
        return GRUNDY_OK;
    return conformance_fail(c, position, "%s by %s is %llu, by brute force %llu", conformance_question(question),
                            grundy_method_word(method), (unsigned long long)got, (unsigned long long)expected);
}

/* ---- the ways ---- */

/* Ask the solver that is kept for a question and method. Half of the positions are announced beforehand. */
static grundy_status ask_kept(conformance *c, grundy_bytes position, grundy_question question, grundy_method method,
                              grundy_answer *answer)
{
    grundy_solver **solver = &c->solvers[question][method];
    if (*solver == NULL) {
        TRY(grundy_solver_open(c->g, c->r, question, method, solver));
        grundy_solver_explain(*solver, true);
    }
    if (grundy_random(&c->seed) % 2 == 0)
        TRY(grundy_solver_expect(*solver, position));
    return grundy_solve(*solver, position, answer);
}

static bool is_partial(grundy_method method, grundy_status status)
{
    return (method == GRUNDY_FORMULA || method == GRUNDY_SWEEP) && (status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT);
}

static grundy_status compare_methods(conformance *c, grundy_bytes position, grundy_question question)
{
    uint64_t expected = 0;
    bool known;
    TRY(conformance_judge(c, c->r, position, question, &expected, &known));
    for (int m = GRUNDY_AUTO; known && m <= GRUNDY_ALL; m++) {
        grundy_method method = (grundy_method)m;
        grundy_answer answer;
        grundy_status status = ask_kept(c, position, question, method, &answer);
        if (is_partial(method, status))
            continue;
        TRY(status);
        if (answer.reason == NULL || *answer.reason == '\0')
            return conformance_fail(c, position, "an answer by %s without a reason", grundy_method_word(method));
        TRY(compare_with_judge(c, position, question, method, answer.value, expected));
        c->checks++;
    }
    return GRUNDY_OK;
}

grundy_status conform_methods(conformance *c, grundy_bytes position)
{
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++)
        TRY(compare_methods(c, position, (grundy_question)q));
    return GRUNDY_OK;
}

/* A fresh solver's answer. */
static grundy_status conformance_ask(conformance *c, grundy_bytes position, grundy_question question,
                                     grundy_method method, uint64_t *value)
{
    grundy_solver *solver;
    grundy_answer answer;
    TRY(grundy_solver_open(c->g, c->r, question, method, &solver));
    grundy_status status = grundy_solve(solver, position, &answer);
    if (status == GRUNDY_OK)
        *value = answer.value;
    grundy_solver_close(solver);
    return status;
}

/* An outcome is N exactly when the value is not 0. */
grundy_status conform_outcomes(conformance *c, grundy_bytes position)
{
    for (int misere = 0; misere <= 1; misere++) {
        grundy_question of_value = misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
        grundy_question of_outcome = misere ? GRUNDY_MISERE_OUTCOME : GRUNDY_OUTCOME;
        uint64_t value = 0, outcome = 0;
        bool known;
        TRY(conformance_judge(c, c->r, position, of_value, &value, &known));
        if (!known)
            continue;
        TRY(conformance_ask(c, position, of_outcome, GRUNDY_AUTO, &outcome));
        TRY(compare_with_judge(c, position, of_outcome, GRUNDY_AUTO, outcome, value != 0));
        c->checks++;
    }
    return GRUNDY_OK;
}

/* ---- sums ---- */

static grundy_status compare_sum(conformance *c, grundy_bytes position, grundy_question question, uint64_t expected)
{
    static const grundy_method ways[] = {GRUNDY_AUTO, GRUNDY_SEARCH, GRUNDY_FORMULA, GRUNDY_SWEEP};
    for (size_t i = 0; i < GRUNDY_COUNT(ways); i++) {
        uint64_t value = 0;
        grundy_status status = conformance_ask(c, position, question, ways[i], &value);
        if (is_partial(ways[i], status))
            continue;
        TRY(status);
        TRY(compare_with_judge(c, position, question, ways[i], value, expected));
    }
    c->checks++;
    return GRUNDY_OK;
}

/* The value of a sum is the nim-sum of the values. */
grundy_status conform_sums(conformance *c, grundy_bytes position)
{
    uint64_t first = 0, second = 0, expected = 0;
    bool known, also = false;
    TRY(conformance_supply(c, 1 + (unsigned)(grundy_random(&c->seed) % 3), &c->other));
    c->sum.size = 0;
    TRY(grundy_append(&c->sum, position.data, position.size));
    TRY(grundy_append(&c->sum, c->other.data, c->other.size));
    grundy_bytes both = grundy_buffer_bytes(&c->sum);
    TRY(conform_round_trip(c, both));
    TRY(conformance_judge(c, c->r, position, GRUNDY_VALUE, &first, &known));
    if (known)
        TRY(conformance_judge(c, c->r, grundy_buffer_bytes(&c->other), GRUNDY_VALUE, &second, &also));
    if (also)
        TRY(compare_sum(c, both, GRUNDY_VALUE, first ^ second));
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        TRY(conformance_judge(c, c->r, both, (grundy_question)q, &expected, &known));
        if (known)
            TRY(compare_sum(c, both, (grundy_question)q, expected));
    }
    return GRUNDY_OK;
}

/* ---- what must change nothing ---- */

static grundy_question any_question(conformance *c)
{
    return (grundy_question)(grundy_random(&c->seed) % 4);
}

grundy_status conform_threads(conformance *c, grundy_bytes position)
{
    uint64_t expected = 0, value = 0;
    grundy_question question = any_question(c);
    bool known;
    TRY(conformance_judge(c, c->r, position, question, &expected, &known));
    for (unsigned threads = 1; known && threads <= 4; threads *= 2) {
        grundy_limits limits = c->limits;
        limits.threads = threads;
        grundy_set_limits(c->g, &limits);
        TRY(conformance_ask(c, position, question, GRUNDY_SEARCH, &value));
        TRY(compare_with_judge(c, position, question, GRUNDY_SEARCH, value, expected));
        c->checks++;
    }
    grundy_set_limits(c->g, &c->limits);
    return GRUNDY_OK;
}

/* Ask a solver that has sized its tables for hardly any memory, but may use what it needs besides. */
static grundy_status ask_tiny(conformance *c, grundy_bytes position, grundy_question question, grundy_method method,
                              grundy_answer *answer)
{
    grundy_limits tiny = c->limits, patient = c->limits;
    grundy_solver *solver;
    tiny.memory = grundy_memory(c->g) + TINY_MEMORY;
    patient.seconds = c->patience;
    grundy_set_limits(c->g, &tiny);
    TRY(grundy_solver_open(c->g, c->r, question, method, &solver));
    grundy_set_limits(c->g, &patient);
    grundy_status status = grundy_solve(solver, position, answer);
    grundy_solver_close(solver);
    grundy_set_limits(c->g, &c->limits);
    return status;
}

/* Small tables hold a few positions only and forget the others. */
grundy_status conform_small_tables(conformance *c, grundy_bytes position)
{
    uint64_t expected = 0;
    bool known;
    grundy_question question = any_question(c);
    TRY(conformance_judge(c, c->r, position, question, &expected, &known));
    for (int m = GRUNDY_SEARCH; known && m <= GRUNDY_BRUTE; m++) {
        grundy_answer answer;
        grundy_status status = ask_tiny(c, position, question, (grundy_method)m, &answer);
        if (status == GRUNDY_LIMIT)
            continue;
        TRY(status);
        TRY(compare_with_judge(c, position, question, (grundy_method)m, answer.value, expected));
        c->checks++;
    }
    return GRUNDY_OK;
}
