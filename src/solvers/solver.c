#include "solvers/solver.h"
#include "base/team.h"
#include "solvers/parts.h"
#include "solvers/quotient.h"
#include "solvers/search.h"
#include "solvers/snapshot.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The table's share of the memory limit, and its size where there is none. */
#define TABLE_SHARE(limit) ((limit) / 4 * 3)
#define TABLE_DEFAULT ((uint64_t)2 << 30)

const char *grundy_method_word(grundy_method method)
{
    switch (method) {
#define METHOD_WORD(name, word, help) \
    case GRUNDY_##name:               \
        return word;
        GRUNDY_METHODS(METHOD_WORD)
#undef METHOD_WORD
    }
    return "unknown";
}

const char *grundy_method_help(grundy_method method)
{
    switch (method) {
#define METHOD_HELP(name, word, help) \
    case GRUNDY_##name:               \
        return help;
        GRUNDY_METHODS(METHOD_HELP)
#undef METHOD_HELP
    }
    return "";
}

bool grundy_method_find(const char *word, grundy_method *out)
{
    for (int m = GRUNDY_AUTO; m <= GRUNDY_ALL; m++)
        if (strcmp(word, grundy_method_word((grundy_method)m)) == 0) {
            *out = (grundy_method)m;
            return true;
        }
    return false;
}

const char *grundy_question_word(grundy_question question)
{
    static const char *const words[] = {"value", "outcome", "misere value", "misere outcome"};
    return words[question];
}

bool question_is_misere(grundy_question q)
{
    return q == GRUNDY_MISERE_VALUE || q == GRUNDY_MISERE_OUTCOME;
}

grundy_question question_of_values(grundy_question q)
{
    return question_is_misere(q) ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
}

/* ---- mex of a set of any size ---- */

grundy_status mex_add(grundy_buffer *set, uint64_t value)
{
    static const unsigned char zeros[64];
    if (value >= UINT64_C(1) << 32)
        return grundy_fail(set->g, GRUNDY_LIMIT, "a value of %" PRIu64 " is too large for a search", value);
    size_t byte = (size_t)(value / 8);
    while (set->size <= byte)
        TRY(grundy_append(set, zeros, sizeof zeros));
    set->data[byte] = (unsigned char)(set->data[byte] | 1u << (value % 8));
    return GRUNDY_OK;
}

uint64_t mex_of(const grundy_buffer *set)
{
    uint64_t value = 0;
    for (size_t i = 0; i < set->size; i++, value += 8)
        if (set->data[i] != 255)
            return value + (uint64_t)__builtin_ctz(~(unsigned)set->data[i]);
    return value;
}

/* ---- opening and closing ---- */

static uint64_t table_memory(grundy *g)
{
    uint64_t limit = grundy_get_limits(g).memory;
    return limit == 0 ? TABLE_DEFAULT : TABLE_SHARE(limit);
}

grundy_status solver_open(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_method method,
                          grundy_solver **out)
{
    grundy_status status = GRUNDY_OK;
    *out = NULL;
    grundy_solver *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    s->g = g;
    s->r = r;
    s->question = question;
    s->method = method;
    s->reason = grundy_buffer_open(g);
    s->components = grundy_list_open(g);
    pthread_mutex_init(&s->registry.lock, NULL);
    atomic_init(&s->registry.rulesets[0], r);
    atomic_init(&s->registry.count, 1);
    s->registry.reserved = grundy_list_open(g);
    s->news = news_open(g);
    s->nested = true;
    *out = s;
    return GRUNDY_OK;
}

grundy_status grundy_solver_open(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_method method,
                                 grundy_solver **out)
{
    grundy_solver *s = NULL;
    *out = NULL;
    TRY(solver_open(g, r, question, method, &s));
    s->nested = false;
    grundy_status status = snapshot_numbers(s);
    if (status == GRUNDY_OK)
        *out = s;
    else
        grundy_solver_close(s);
    return status;
}

void grundy_solver_close(grundy_solver *s)
{
    if (s == NULL)
        return;
    sweep_close(s);
    parts_close(s);
    grundy_quotient_close(s->quotient);
    if (s->snapshot != NULL)
        snapshot_leave(s);
    else
        table_close(s->search_table);
    table_close(s->brute_table);
    table_close(s->told);
    news_close(&s->news);
    grundy_buffer_close(&s->reason);
    grundy_list_close(&s->components);
    grundy_list_close(&s->registry.reserved);
    pthread_mutex_destroy(&s->registry.lock);
    handle_free(s->g, s, sizeof *s);
}

grundy_status solver_reason(grundy_solver *s, const char *format, ...)
{
    char line[512];
    va_list arguments;
    if (!s->explain)
        return GRUNDY_OK;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (s->reason.size > 0 && strstr(grundy_buffer_text(&s->reason), line) != NULL)
        return GRUNDY_OK;
    return grundy_appendf(&s->reason, "%s%s", s->reason.size > 0 ? "; " : "", line);
}

void grundy_solver_explain(grundy_solver *s, bool explain)
{
    s->explain = explain;
}

grundy_status grundy_solver_expect(grundy_solver *s, grundy_bytes position)
{
    return sweep_expect(s, position, 1);
}

/* First the table is emptied; then it may grow to half, as a search needs more beside it. */
enum { MEMORY_TRIES = 2 };

memory_tries memory_tries_of(const grundy_solver *s)
{
    return (memory_tries){.refused = handle_refused(s->g)};
}

bool search_again(grundy_solver *s, memory_tries *tries, grundy_status status)
{
    const uint64_t refused = handle_refused(s->g);
    if (status != GRUNDY_LIMIT || refused == tries->refused || tries->tries == MEMORY_TRIES || s->snapshot != NULL)
        return false;
    table_empty(s->search_table, tries->tries++ > 0);
    tries->refused = refused;
    handle_clear(s->g);
    return true;
}

/* ---- methods ---- */

/* Tables are made when a way first needs them: closed forms and sweeps need none. */
grundy_status solver_table(grundy_solver *s, table **out)
{
    return table_open(s->g, table_memory(s->g), out);
}

/* One way that is no search; or a search. With auto, a sweep must be modest. */
static grundy_status solve_in_step(grundy_solver *s, grundy_bytes position, grundy_method way, uint64_t *out)
{
    s->reason.size = 0;
    handle_clear(s->g);
    switch (way) {
    case GRUNDY_FORMULA:
        return solve_by_formula(s, position, out);
    case GRUNDY_SWEEP:
        return solve_by_sweep(s, position, s->method != GRUNDY_SWEEP, out);
    case GRUNDY_BRUTE:
        if (s->brute_table == NULL)
            TRY(solver_table(s, &s->brute_table));
        return solve_by_brute(s, position, out);
    case GRUNDY_SEARCH:
    case GRUNDY_AUTO:
    case GRUNDY_ALL:
        break;
    }
    if (s->search_table == NULL)
        TRY(snapshot_table(s));
    return solve_by_search(s, position, out);
}

/* One way; where members may keep different things, only a search is shared. */
static grundy_status solve_one_way(grundy_solver *s, grundy_bytes position, grundy_method way, uint64_t *out)
{
    if (way == GRUNDY_SEARCH || team_same(s->g))
        return solve_in_step(s, position, way, out);
    const bool before = team_alone(s->g, true);
    const grundy_status status = solve_in_step(s, position, way, out);
    team_alone(s->g, before);
    return status;
}

static grundy_status cannot(grundy_solver *s)
{
    if (*grundy_message(s->g) != '\0')
        return GRUNDY_DOMAIN;
    return grundy_fail(s->g, GRUNDY_DOMAIN, "%s has no %s for this question and position", grundy_ruleset_name(s->r),
                       s->method == GRUNDY_FORMULA ? "closed form" : "sweep");
}

/* What is too large for a sweep is searched only as far as that has a chance: a position of many options has as many
 * large ones below it, and there is a limit to the options looked at. With a time limit the search may try. */
enum { OPTIONS_MAX = 4096, OPTIONS_IN_ALL_MAX = 1 << 23 };

static grundy_status search_has_a_chance(grundy_solver *s, grundy_bytes position)
{
    TRY(grundy_check(s->g));
    if (grundy_get_limits(s->g).seconds > 0)
        return GRUNDY_OK;
    s->patience = OPTIONS_IN_ALL_MAX;
    grundy_list options = grundy_list_open(s->g);
    grundy_status status = grundy_position_options(s->g, s->r, position, &options);
    size_t count = grundy_list_count(&options);
    grundy_list_close(&options);
    if (status == GRUNDY_OK && count > OPTIONS_MAX)
        status = grundy_fail(s->g, GRUNDY_LIMIT,
                             "%s: too large for a sweep, and %zu options are too many for a search without "
                             "a time limit",
                             grundy_ruleset_name(s->r), count);
    return status;
}

/* Sums, by quotients or by their components: in misere play before anything but a closed form, since sweeps and searches
 * cannot add misere values; in normal play before the search. */
static grundy_status try_parts(grundy_solver *s, grundy_bytes position, grundy_method before, grundy_answer *out)
{
    if (before != (question_is_misere(s->question) ? GRUNDY_SWEEP : GRUNDY_SEARCH))
        return GRUNDY_DOMAIN;
    s->reason.size = 0;
    handle_clear(s->g);
    out->method = GRUNDY_FORMULA;
    grundy_status status = solve_by_quotient(s, position, &out->value);
    return status == GRUNDY_DOMAIN ? solve_by_parts(s, position, &out->value) : status;
}

/* A closed form, else a sweep; GRUNDY_DOMAIN: a search has to do it, with the solver's patience. */
static grundy_status solve_without_search(grundy_solver *s, grundy_bytes position, grundy_answer *out)
{
    static const grundy_method ways[] = {GRUNDY_FORMULA, GRUNDY_SWEEP};
    grundy_status status = GRUNDY_DOMAIN;
    for (size_t i = 0; i < GRUNDY_COUNT(ways) && status == GRUNDY_DOMAIN; i++) {
        status = try_parts(s, position, ways[i], out);
        if (status != GRUNDY_DOMAIN)
            return status;
        status = solve_one_way(s, position, ways[i], &out->value);
        out->method = ways[i];
    }
    if (status == GRUNDY_LIMIT && out->method == GRUNDY_SWEEP) { /* one that is too large leaves it to the search */
        TRY(search_has_a_chance(s, position));
        status = GRUNDY_DOMAIN;
    }
    return status == GRUNDY_DOMAIN ? try_parts(s, position, GRUNDY_SEARCH, out) : status;
}

/* What a member has come to without a search; after it the reason. */
typedef struct {
    uint64_t value, patience;
    grundy_method method;
    bool found;
} member_answer;

/* Take the answer of the first member that has one. */
static grundy_status take_answer_of_first(grundy_solver *s, const grundy_list *all, grundy_answer *out)
{
    for (size_t i = 0; i < grundy_list_count(all); i++) {
        const grundy_bytes said = grundy_list_at(all, i);
        member_answer m;
        memcpy(&m, said.data, sizeof m);
        s->patience = m.patience > s->patience ? m.patience : s->patience;
        if (!m.found)
            continue;
        out->value = m.value;
        out->method = m.method;
        s->reason.size = 0;
        return grundy_append(&s->reason, said.data + sizeof m, said.size - sizeof m);
    }
    return GRUNDY_DOMAIN;
}

/* Whether a search is needed has to be the same for all members. It may not be, where they keep different things or where
 * their memory may end. To ask for each row of a table would take longer than the rows, so there a member whose memory ends
 * ends the job. */
static grundy_status solve_without_search_in_step(grundy_solver *s, grundy_bytes position, grundy_answer *out)
{
    const bool before = team_alone(s->g, team_apart(s->g) || !team_same(s->g));
    const bool alike = team_same(s->g) && (grundy_get_limits(s->g).memory == 0 || s->rows);
    grundy_status status = solve_without_search(s, position, out);
    team_alone(s->g, before);
    if (!team_here(s->g) || alike)
        return status;
    grundy_buffer mine = grundy_buffer_open(s->g);
    grundy_list all = grundy_list_open(s->g);
    const member_answer m = {out->value, s->patience, out->method, status == GRUNDY_OK};
    if (status == GRUNDY_OK || status == GRUNDY_DOMAIN)
        status = grundy_append(&mine, &m, sizeof m);
    if (status == GRUNDY_OK)
        status = grundy_append(&mine, s->reason.data, s->reason.size);
    status = team_gather(s->g, team_what("answer", 0), status, grundy_buffer_bytes(&mine), &all);
    if (status == GRUNDY_OK)
        status = take_answer_of_first(s, &all, out);
    grundy_list_close(&all);
    grundy_buffer_close(&mine);
    return status;
}

/* A closed form, else a sweep, else a search. */
static grundy_status solve_auto(grundy_solver *s, grundy_bytes position, grundy_answer *out)
{
    s->patience = 0;
    atomic_store(&s->effort, 0);
    const grundy_status status = solve_without_search_in_step(s, position, out);
    if (status != GRUNDY_DOMAIN)
        return status;
    out->method = GRUNDY_SEARCH;
    return solve_one_way(s, position, GRUNDY_SEARCH, &out->value);
}

static grundy_status disagree(grundy_solver *s, grundy_bytes position, const grundy_answer *first, grundy_method way,
                              uint64_t value)
{
    grundy_buffer text = grundy_buffer_open(s->g);
    grundy_status status = grundy_position_print(s->g, s->r, position, &text);
    if (status == GRUNDY_OK)
        status = grundy_fail(s->g, GRUNDY_DISAGREE, "%s %.80s: %s gives %" PRIu64 ", %s gives %" PRIu64,
                             grundy_ruleset_name(s->r), grundy_buffer_text(&text), grundy_method_word(first->method),
                             first->value, grundy_method_word(way), value);
    grundy_buffer_close(&text);
    return status;
}

/* Every way that serves; where there is only one, the judge as the second. */
static grundy_status solve_all(grundy_solver *s, grundy_bytes position, grundy_answer *out)
{
    static const grundy_method ways[] = {GRUNDY_FORMULA, GRUNDY_SWEEP, GRUNDY_SEARCH, GRUNDY_BRUTE};
    unsigned served = 0;
    char words[64] = "";
    for (size_t i = 0; i < GRUNDY_COUNT(ways) && (ways[i] != GRUNDY_BRUTE || served < 2); i++) {
        uint64_t value = 0;
        grundy_status status = solve_one_way(s, position, ways[i], &value);
        bool loops = status == GRUNDY_DOMAIN && ways[i] >= GRUNDY_SEARCH && *grundy_message(s->g) != '\0';
        if (status == GRUNDY_DOMAIN && !loops)
            continue;
        if (status != GRUNDY_OK)
            return status;
        if (served > 0 && value != out->value)
            return disagree(s, position, out, ways[i], value);
        *out = served > 0 ? *out : (grundy_answer){.value = value, .method = ways[i]};
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", used > 0 ? ", " : "", grundy_method_word(ways[i]));
        served++;
    }
    s->reason.size = 0;
    return solver_reason(s, "%s agree", words);
}

grundy_status grundy_solve(grundy_solver *s, grundy_bytes position, grundy_answer *out)
{
    grundy_answer answer = {.method = s->method};
    grundy_status status;
    uint64_t before = s->method == GRUNDY_AUTO ? 0 : atomic_load(&s->effort);
    s->whole = false;
    if (s->method == GRUNDY_AUTO)
        status = solve_auto(s, position, &answer);
    else if (s->method == GRUNDY_ALL)
        status = solve_all(s, position, &answer);
    else
        status = solve_one_way(s, position, s->method, &answer.value);
    if (status == GRUNDY_DOMAIN)
        return cannot(s);
    if (status != GRUNDY_OK)
        return status;
    answer.reason = grundy_buffer_text(&s->reason);
    answer.looked_at = atomic_load(&s->effort) - before;
    *out = answer;
    return GRUNDY_OK;
}

/* ---- the short way ---- */

static grundy_status ask_once(grundy *g, const char *ruleset, const char *position, grundy_question question,
                              uint64_t *value)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_buffer bytes = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, position, &bytes);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, question, GRUNDY_AUTO, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&bytes), &answer);
    if (status == GRUNDY_OK)
        *value = answer.value;
    grundy_solver_close(s);
    grundy_buffer_close(&bytes);
    grundy_ruleset_close(r);
    return status;
}

grundy_status grundy_value(grundy *g, const char *ruleset, const char *position, uint64_t *value)
{
    return ask_once(g, ruleset, position, GRUNDY_VALUE, value);
}

grundy_status grundy_outcome(grundy *g, const char *ruleset, const char *position, char *outcome)
{
    uint64_t value;
    TRY(ask_once(g, ruleset, position, GRUNDY_OUTCOME, &value));
    *outcome = value == 0 ? 'P' : 'N';
    return GRUNDY_OK;
}
