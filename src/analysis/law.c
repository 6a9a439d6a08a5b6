/* Laws of P-positions: a table is computed, an automaton learnt from it, compared with more of the table, and proved. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/law_identity.h"
#include "analysis/law_learn.h"
#include "analysis/law_text.h"
#include "rulesets/compounds/push_theorems.h"
#include "rulesets/heaps/boxes.h"

enum { STATES_MOST = 20000, LEARNT_MOST = 400, SIZES = 4 };

/* How far tables go that are learnt from, by the number of heaps; they are compared with twice as much. */
static const uint64_t sizes[LAW_HEAPS_MAX + 1][SIZES] = {{0}, {0}, {90, 234, 611, 1598}, {14, 33, 57}};

static const char *const numerations[] = {"base:2", "fibonacci", "metallic:2", "metallic:3"};

struct grundy_law {
    automata c;
    automaton set;
    grundy_law_facts facts;
};

/* What is being asked for. */
typedef struct {
    grundy *g;
    const grundy_ruleset *r;
    bool misere;
    uint64_t value;
    grundy_buffer growth; /* text: how many states were told apart where nothing was learnt */
    law_table table;
    size_t cells;
} law_search;

/* ---- tables ---- */

static void law_table_close(law_search *s)
{
    handle_free(s->g, (void *)(uintptr_t)s->table.cell, s->cells);
    s->table.cell = NULL;
    s->cells = 0;
}

static grundy_status law_fill(law_search *s, const grundy_box *box, uint32_t *values, unsigned char *cell)
{
    TRY(grundy_ruleset_family(s->r)->box(s->g, s->r, box, values));
    for (size_t i = 0; i < s->cells; i++)
        cell[i] = values[i] == s->value;
    return GRUNDY_OK;
}

static grundy_status law_table_open(law_search *s, uint64_t size)
{
    grundy_status status = GRUNDY_OK;
    grundy_box box = {.dimensions = s->table.heaps, .question = s->misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE};
    law_table_close(s);
    size_t cells = 1;
    for (unsigned i = 0; i < box.dimensions; i++) {
        box.sizes[i] = (size_t)size;
        cells *= (size_t)size;
    }
    uint32_t *values = handle_new(s->g, cells, sizeof *values, &status);
    unsigned char *cell = values == NULL ? NULL : handle_new(s->g, cells, 1, &status);
    if (cell != NULL) {
        s->cells = cells;
        s->table.cell = cell;
        s->table.size = size;
        status = law_fill(s, &box, values, cell);
        if (status == GRUNDY_DOMAIN)
            status =
                grundy_fail(s->g, GRUNDY_DOMAIN, "%s: no table of its heaps can be swept", grundy_ruleset_name(s->r));
    }
    handle_free(s->g, values, cells * sizeof *values);
    return status;
}

/* ---- learning ---- */

/* Learn from heaps below `size`, and compare with the whole table, which goes twice as far. */
static grundy_status law_candidate(law_search *s, const automata *c, uint64_t size, automaton *out, bool *found)
{
    size_t states = 0;
    uint64_t heaps[LAW_HEAPS_MAX];
    automaton a = {.tracks = 0};
    *found = false;
    grundy_status status = law_learn(c, &s->table, size, LEARNT_MOST, &a, &states);
    if (status == GRUNDY_LIMIT)
        status = grundy_check(s->g);
    else if (status == GRUNDY_OK)
        status = law_fits(c, &a, &s->table, found, heaps);
    if (status == GRUNDY_OK && !*found)
        status = grundy_appendf(&s->growth, "%s%s%s %zu to %" PRIu64, s->growth.size > 0 ? ", " : "",
                                c->numeration.name, states > LEARNT_MOST ? " more than" : "",
                                states > LEARNT_MOST ? LEARNT_MOST : states, size - 1);
    if (status != GRUNDY_OK || !*found)
        automaton_close(c, &a);
    else
        *out = a;
    return status;
}

/* Is P = F(P)? If not, a least position where they differ. */
static grundy_status law_check(const law_identity *l, const automaton *p, bool *proved, uint64_t *heaps)
{
    automaton f = {.tracks = 0};
    TRY(law_apply(l, p, &f));
    grundy_status status = automata_same(l->c, p, &f, proved, heaps);
    automaton_close(l->c, &f);
    return status;
}

static grundy_status law_not_learnt(const law_search *s)
{
    return grundy_fail(s->g, GRUNDY_LIMIT, "%s: not learnt; states told apart in heaps: %s", grundy_ruleset_name(s->r),
                       grundy_buffer_text(&s->growth));
}

/* How many sizes are tried: the last table only where it is swept with bit sets. */
static unsigned law_sizes(const law_search *s)
{
    const grundy_ruleset *first, *second;
    const bool compound = push_parts(s->r, &first, &second);
    const bool slow = compound && strcmp(grundy_ruleset_family(s->r)->name, "push") != 0;
    return s->table.heaps == 2 && !slow ? SIZES : SIZES - 1;
}

static law_search law_search_open(grundy *g, const grundy_ruleset *r, bool misere, uint64_t value)
{
    law_search s = {.g = g, .r = r, .misere = misere, .value = value, .table.heaps = law_heaps(r)};
    s.growth = grundy_buffer_open(g);
    return s;
}

static void law_search_close(law_search *s)
{
    law_table_close(s);
    grundy_buffer_close(&s->growth);
}

/* ---- what a proof rests on: the P-positions of R2, the positions of smaller value ---- */

static grundy_status law_single_run(law_search *s, const law_identity *l, automaton *out)
{
    for (unsigned i = 0; i < law_sizes(s); i++) {
        const uint64_t size = sizes[s->table.heaps][i];
        uint64_t heaps[LAW_HEAPS_MAX];
        bool found = false, proved = false;
        TRY(law_table_open(s, 2 * size));
        TRY(law_candidate(s, l->c, size, out, &found));
        if (!found)
            continue;
        grundy_status status = law_check(l, out, &proved, heaps);
        if (status == GRUNDY_OK && proved)
            return GRUNDY_OK;
        automaton_close(l->c, out);
        TRY(status);
    }
    return law_not_learnt(s);
}

/* Prove the positions of one value of a ruleset that is no compound, in one numeration. */
static grundy_status law_single(const automata *c, const grundy_ruleset *r, bool misere, uint64_t value,
                                const automaton *smaller, automaton *out)
{
    law_search s = law_search_open(c->g, r, misere, value);
    law_identity l = {.c = c};
    grundy_status status = law_identity_open(c, r, misere, smaller, &l);
    if (status == GRUNDY_OK)
        status = law_single_run(&s, &l, out);
    law_identity_close(&l);
    law_search_close(&s);
    return status;
}

static grundy_status law_open_plain(const law_search *s, const automata *c, law_identity *out)
{
    automaton smaller = {.tracks = 0};
    grundy_status status = GRUNDY_OK;
    for (uint64_t v = 0; status == GRUNDY_OK && v < s->value; v++) {
        automaton one = {.tracks = 0};
        status = law_single(c, s->r, s->misere, v, v > 0 ? &smaller : NULL, &one);
        if (status == GRUNDY_OK && v > 0)
            status = automata_replace(c, &smaller, &one, AUTOMATA_OR);
        if (status == GRUNDY_OK && v == 0)
            smaller = one;
        else
            automaton_close(c, &one);
    }
    if (status == GRUNDY_OK)
        status = law_identity_open(c, s->r, s->misere, s->value > 0 ? &smaller : NULL, out);
    automaton_close(c, &smaller);
    return status;
}

static grundy_status law_open_compound(const law_search *s, const automata *c, const grundy_ruleset *second,
                                       law_identity *out)
{
    automaton p = {.tracks = 0}, movable = {.tracks = 0};
    law_identity other = {.c = c};
    grundy_status status = law_single(c, second, s->misere, 0, NULL, &p);
    if (status == GRUNDY_OK)
        status = law_identity_open(c, second, false, NULL, &other);
    if (status == GRUNDY_OK)
        status = law_movable(&other.moves, &movable);
    if (status == GRUNDY_OK)
        status = law_identity_switch(c, s->r, s->misere, &p, &movable, out);
    law_identity_close(&other);
    automaton_close(c, &movable);
    automaton_close(c, &p);
    return status;
}

static grundy_status law_open_identity(const law_search *s, const automata *c, law_identity *out)
{
    const grundy_ruleset *first, *second;
    *out = (law_identity){.c = c};
    return push_parts(s->r, &first, &second) ? law_open_compound(s, c, second, out) : law_open_plain(s, c, out);
}

/* ---- the search for a law ---- */

static grundy_status law_make(const law_search *s, const automata *c, automaton *set, const law_identity *l,
                              uint64_t learnt, grundy_law **out)
{
    grundy_status status = GRUNDY_OK;
    grundy_law *law = handle_new(s->g, 1, sizeof *law, &status);
    if (law == NULL)
        return status;
    law->c = *c;
    law->set = *set;
    *set = (automaton){.tracks = 0};
    law->facts = (grundy_law_facts){.numeration = law->c.numeration.name,
                                    .heaps = s->table.heaps,
                                    .states = law->set.states - automata_dead(&law->set),
                                    .learnt_to = learnt == 0 ? 0 : learnt - 1,
                                    .checked_to = learnt == 0 ? 0 : 2 * learnt - 1,
                                    .multiples = l->multiples == 0 ? 0 : l->multiples - 1};
    *out = law;
    return GRUNDY_OK;
}

/* Try one numeration with the table that is there: *out stays as it is when nothing is proved. */
static grundy_status law_try(law_search *s, const automata *c, uint64_t size, grundy_law **out)
{
    automaton a = {.tracks = 0};
    law_identity l = {.c = c};
    uint64_t heaps[LAW_HEAPS_MAX];
    bool found = false, proved = false;
    TRY(law_candidate(s, c, size, &a, &found));
    if (!found)
        return GRUNDY_OK;
    grundy_status status = law_open_identity(s, c, &l);
    if (status == GRUNDY_OK)
        status = law_check(&l, &a, &proved, heaps);
    if (status == GRUNDY_OK && proved)
        status = law_make(s, c, &a, &l, size, out);
    else if (status == GRUNDY_OK)
        status = grundy_appendf(&s->growth, "%s%s not proved to %" PRIu64, s->growth.size > 0 ? ", " : "",
                                c->numeration.name, size - 1);
    law_identity_close(&l);
    automaton_close(c, &a);
    return status;
}

/* A limit of one numeration, that another one may not reach. */
static grundy_status law_pass_over(law_search *s, const automata *c, grundy_status status)
{
    if (status != GRUNDY_LIMIT || grundy_check(s->g) != GRUNDY_OK)
        return status;
    return grundy_appendf(&s->growth, "%s%s too large", s->growth.size > 0 ? ", " : "", c->numeration.name);
}

/* Are the moves of the ruleset, or of both of a compound's, linear conditions? */
static grundy_status law_is_linear(const law_search *s, const automata *c)
{
    const grundy_ruleset *part[2] = {s->r, NULL};
    bool compound = push_parts(s->r, &part[0], &part[1]);
    if (s->value > 0 && (compound || strcmp(grundy_ruleset_family(s->r)->name, "euclid") == 0))
        return grundy_fail(s->g, GRUNDY_DOMAIN, "%s: of euclid, and of compounds, only P-positions are proved",
                           grundy_ruleset_name(s->r));
    for (unsigned i = 0; i < 2 && part[i] != NULL; i++) {
        law_identity l = {.c = c};
        grundy_status status = law_identity_open(c, part[i], false, NULL, &l);
        law_identity_close(&l);
        if (status == GRUNDY_DOMAIN)
            return status;
        TRY(grundy_check(s->g));
    }
    return GRUNDY_OK;
}

static grundy_status law_find(law_search *s, const automata *c, size_t count, grundy_law **out)
{
    TRY(law_is_linear(s, c));
    for (unsigned i = 0; i < law_sizes(s); i++) {
        const uint64_t size = sizes[s->table.heaps][i];
        TRY(law_table_open(s, 2 * size));
        for (size_t k = 0; k < count; k++) {
            TRY(law_pass_over(s, &c[k], law_try(s, &c[k], size, out)));
            if (*out != NULL)
                return GRUNDY_OK;
        }
    }
    return law_not_learnt(s);
}

/* Prove an automaton that was given. */
static grundy_status law_given(law_search *s, automata *c, const char *text, grundy_law **out)
{
    automaton a = {.tracks = 0};
    law_identity l = {.c = c};
    uint64_t heaps[LAW_HEAPS_MAX] = {0};
    bool proved = false;
    TRY(law_text_read(c, text, s->table.heaps, &a));
    grundy_status status = law_is_linear(s, c);
    if (status == GRUNDY_OK)
        status = law_open_identity(s, c, &l);
    if (status == GRUNDY_OK)
        status = law_check(&l, &a, &proved, heaps);
    if (status == GRUNDY_OK && proved) {
        status = law_make(s, c, &a, &l, 0, out);
    } else if (status == GRUNDY_OK) {
        char where[LAW_HEAPS_MAX * 24] = "";
        for (unsigned i = 0, length = 0; i < s->table.heaps; i++)
            length +=
                (unsigned)snprintf(where + length, sizeof where - length, "%s%" PRIu64, i == 0 ? "" : ",", heaps[i]);
        status = grundy_fail(s->g, GRUNDY_FAILED, "%s: the automaton is wrong about %s, which it %s",
                             grundy_ruleset_name(s->r), where,
                             automata_accepts(c, &a, heaps) ? "accepts" : "does not accept");
    }
    law_identity_close(&l);
    automaton_close(c, &a);
    return status;
}

/* ---- the public functions ---- */

static grundy_status law_numerations(grundy *g, const char *name, size_t most, automata *c, size_t *count)
{
    const size_t states = most == 0 ? STATES_MOST : most;
    *count = 0;
    if (name != NULL && strcmp(name, "auto") != 0) {
        c[0] = (automata){.g = g, .most = states};
        *count = 1;
        return automata_numeration_find(name, &c[0].numeration)
                   ? GRUNDY_OK
                   : grundy_fail(g, GRUNDY_PARSE,
                                 "no numeration is called '%.40s'; expected auto, base:2, fibonacci, or metallic:2 "
                                 "to metallic:9",
                                 name);
    }
    for (; *count < GRUNDY_COUNT(numerations); ++*count) {
        c[*count] = (automata){.g = g, .most = states};
        automata_numeration_find(numerations[*count], &c[*count].numeration);
    }
    return GRUNDY_OK;
}

grundy_status grundy_law_prove(grundy *g, const grundy_ruleset *r, const grundy_law_request *request, grundy_law **law)
{
    automata c[GRUNDY_COUNT(numerations)];
    size_t count;
    grundy_law *found = NULL;
    TRY(law_numerations(g, request->numeration, request->max_states, c, &count));
    if (law_heaps(r) == 0 || law_heaps(r) > LAW_HEAPS_MAX)
        return grundy_fail(g, GRUNDY_DOMAIN,
                           "%s: laws are proved of rulesets over two or three heaps with linear conditions",
                           grundy_ruleset_name(r));
    law_search s = law_search_open(g, r, request->misere, request->value);
    grundy_status status =
        request->automaton != NULL ? law_given(&s, &c[0], request->automaton, &found) : law_find(&s, c, count, &found);
    law_search_close(&s);
    if (status == GRUNDY_OK)
        *law = found;
    return status;
}

void grundy_law_close(grundy_law *law)
{
    if (law == NULL)
        return;
    const automata c = law->c;
    automaton_close(&c, &law->set);
    handle_free(c.g, law, sizeof *law);
}

grundy_law_facts grundy_law_about(const grundy_law *law)
{
    return law->facts;
}

bool grundy_law_holds(const grundy_law *law, const uint64_t *heaps)
{
    return automata_accepts(&law->c, &law->set, heaps);
}

grundy_status grundy_law_write(grundy *g, const grundy_law *law, grundy_law_format format, grundy_buffer *out)
{
    (void)g;
    return format == GRUNDY_LAW_DOT ? law_text_dot(&law->c, &law->set, out) : law_text_write(&law->c, &law->set, out);
}
