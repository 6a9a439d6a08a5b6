/* push(R1,R2): the push-the-button compound of two rulesets over the same positions, and its relatives.
 *
 * A summand is a phase byte and a position: phase 1 before the switch, a position of R1; phase 2 after it, a
 * position of R2. Where R2 is a compound itself, its positions start in its own phase 1.
 *
 * The members of this family differ only in when the switch can be made, which one small table says. */
#include "rulesets/compounds/push_theorems.h"
#include "rulesets/drawing.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"

#include <string.h>

enum { BEFORE = 1, AFTER = 2 }; /* phases */

/* When the rules are switched. */
typedef struct {
    bool as_move;     /* the switch is a move of its own */
    bool while_alive; /* and needs a move of R1 beside it */
    bool before_move; /* it is free, and a move of R2 follows in the same turn */
    bool after_move;  /* it is free, and follows a move of R1 in the same turn */
    bool when_stuck;  /* it happens by itself when R1 has no move */
} switch_rule;

typedef struct {
    const switch_rule *rule;
    grundy_ruleset *first, *second;
    grundy_ruleset *star; /* nim, when first and second are the same ruleset: Lemma 2.1.1 */
    bool nested;          /* second is a compound of this family */
    bool alike;           /* all rulesets are the same one */
    bool guarded;         /* a position that R1 leads to may be none of R2: kayles and wythoff */
    unsigned symmetries;  /* those that all rulesets have */
} compound;

static const compound *compound_of(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

static grundy_status push_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);

static bool is_compound(const grundy_ruleset *r)
{
    return r->family->parse == push_parse;
}

/* The innermost ruleset that a base position is read for. */
static const grundy_ruleset *base_of(const grundy_ruleset *r)
{
    while (is_compound(r))
        r = compound_of(r)->first;
    return r;
}

bool push_parts(const grundy_ruleset *r, const grundy_ruleset **first, const grundy_ruleset **second)
{
    if (!is_compound(r))
        return false;
    *first = compound_of(r)->first;
    *second = compound_of(r)->second;
    return true;
}

/* ---- opening ---- */

static void push_close(grundy *g, void *state)
{
    compound *c = state;
    grundy_ruleset_close(c->first);
    grundy_ruleset_close(c->second);
    grundy_ruleset_close(c->star);
    handle_free(g, c, sizeof *c);
}

static grundy_status check_compatible(grundy *g, const grundy_arg *self, const compound *c)
{
    if (is_compound(c->first))
        return grundy_arg_fail(g, &self->args[0], "compounds nest to the right: %s(A,%s(B,C))", self->text, self->text);
    const char *space = grundy_ruleset_space(base_of(c->second));
    if (ruleset_same_positions(c->first, base_of(c->second)))
        return GRUNDY_OK;
    if (strcmp(grundy_ruleset_space(c->first), space) == 0)
        return grundy_arg_fail(
            g, &self->args[1],
            "%.100s and %.100s are both played on %.60s, but each writes them in its own way; %s needs "
            "two rulesets over the same positions",
            grundy_ruleset_name(c->first), grundy_ruleset_name(c->second), space, self->text);
    return grundy_arg_fail(g, &self->args[1],
                           "%s is played on %s, %s on %s; %s needs two rulesets over the same positions",
                           grundy_ruleset_name(c->first), grundy_ruleset_space(c->first),
                           grundy_ruleset_name(c->second), space, self->text);
}

static bool push_same_ruleset(const grundy_ruleset *a, const grundy_ruleset *b)
{
    return strcmp(grundy_ruleset_name(a), grundy_ruleset_name(b)) == 0;
}

/* What a ruleset that comes after the first has in common with it. */
static void push_compare_ruleset(compound *c, const grundy_ruleset *later)
{
    bool same = push_same_ruleset(c->first, later);
    c->symmetries &= later->symmetries;
    c->alike = c->alike && same;
    c->guarded = c->guarded || (!same && later->family->check != NULL);
}

static void push_compare_rulesets(compound *c)
{
    const grundy_ruleset *rest = c->second;
    c->nested = is_compound(rest);
    c->symmetries = c->first->symmetries;
    c->alike = true;
    for (; is_compound(rest); rest = compound_of(rest)->second)
        push_compare_ruleset(c, compound_of(rest)->first);
    push_compare_ruleset(c, rest);
}

/* The two rulesets: those that are named, or else the arguments. */
static grundy_status open_pair(grundy *g, const grundy_arg *self, compound *c, const char *first, const char *second)
{
    if (first == NULL) {
        TRY(grundy_ruleset_open_arg(g, &self->args[0], &c->first));
        TRY(grundy_ruleset_open_arg(g, &self->args[1], &c->second));
        return check_compatible(g, self, c);
    }
    TRY(grundy_ruleset_open(g, first, &c->first));
    return grundy_ruleset_open(g, second, &c->second);
}

static grundy_status push_name_encoding(grundy *g, grundy_ruleset *r, const compound *c)
{
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = grundy_appendf(&text, "switch(%s,%s)", c->first->encoding, c->second->encoding);
    if (status == GRUNDY_OK)
        status = ruleset_set_encoding(g, r, grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

static grundy_status open_parts(grundy *g, grundy_ruleset *r, const grundy_arg *self, compound *c, const char *first,
                                const char *second)
{
    TRY(open_pair(g, self, c, first, second));
    push_compare_rulesets(c);
    if (c->rule->as_move && !c->rule->while_alive && push_same_ruleset(c->first, c->second))
        TRY(grundy_ruleset_open(g, "nim", &c->star));
    TRY(grundy_ruleset_set_space(g, r, "positions before and after a switch of rules"));
    return push_name_encoding(g, r, c);
}

/* Open a member of the family; first and second name the rulesets of one that has a name of its own. */
static grundy_status open_with(grundy *g, grundy_ruleset *r, const grundy_arg *self, const switch_rule *rule,
                               const char *first, const char *second)
{
    grundy_status status = GRUNDY_OK;
    if (first != NULL && self->parenthesised)
        return grundy_arg_fail(g, self, "%s takes no arguments", self->text);
    if (first == NULL && self->count != 2)
        return grundy_arg_fail(g, self, "%s needs two rulesets, as in %s(nim,euclid)", self->text, self->text);
    compound *c = handle_new(g, 1, sizeof *c, &status);
    if (c == NULL)
        return status;
    c->rule = rule;
    status = open_parts(g, r, self, c, first, second);
    if (status != GRUNDY_OK) {
        push_close(g, c);
        return status;
    }
    grundy_ruleset_set_state(r, c);
    return GRUNDY_OK;
}

/* ---- positions ---- */

static grundy_bytes inner(grundy_bytes summand)
{
    return (grundy_bytes){summand.data + 1, summand.size - 1};
}

static bool switched(grundy_bytes summand)
{
    return summand.data[0] == AFTER;
}

static grundy_status phase(grundy_buffer *out, unsigned char which)
{
    return grundy_append(out, &which, 1);
}

/* Is there a "2:" in front? */
static bool accept_phase(grundy_scanner *s)
{
    const char *start = s->at;
    if (grundy_scan_accept(s, "2") && grundy_scan_accept(s, ":"))
        return true;
    s->at = start;
    return false;
}

static grundy_status push_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    const compound *c = compound_of(r);
    bool after = accept_phase(s);
    TRY(phase(out, after ? AFTER : BEFORE));
    return ruleset_parse(g, after ? c->second : c->first, s, out);
}

static grundy_status push_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const compound *c = compound_of(r);
    if (!switched(summand))
        return c->first->family->print(g, c->first, inner(summand), out);
    TRY(grundy_append(out, "2:", 2));
    return c->second->family->print(g, c->second, inner(summand), out);
}

/* The position of R2 that a position of R1 becomes. */
static grundy_status after_switch(const compound *c, grundy_bytes base, grundy_buffer *out)
{
    if (c->nested)
        TRY(phase(out, BEFORE));
    return grundy_append(out, base.data, base.size);
}

/* A position before the switch must be one of every ruleset that may come. */
static grundy_status push_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    const compound *c = compound_of(r);
    if (switched(summand))
        return ruleset_check(g, c->second, inner(summand));
    TRY(ruleset_check(g, c->first, inner(summand)));
    grundy_buffer later = grundy_buffer_open(g);
    grundy_status status = after_switch(c, inner(summand), &later);
    if (status == GRUNDY_OK)
        status = ruleset_check(g, c->second, grundy_buffer_bytes(&later));
    grundy_buffer_close(&later);
    return status;
}

/* ---- options ---- */

/* What options are made from, for one summand. */
typedef struct {
    grundy *g;
    const compound *c;
    grundy_list first;  /* options of R1 */
    grundy_list second; /* options of R2 */
    grundy_buffer scratch;
    grundy_list *out;
} option_maker;

static grundy_status add_before(option_maker *m, grundy_bytes base)
{
    m->scratch.size = 0;
    TRY(phase(&m->scratch, BEFORE));
    TRY(grundy_append(&m->scratch, base.data, base.size));
    return grundy_list_add(m->out, m->scratch.data, m->scratch.size);
}

/* The position after the switch at a base position of R1. */
static grundy_status add_switch(option_maker *m, grundy_bytes base)
{
    m->scratch.size = 0;
    TRY(phase(&m->scratch, AFTER));
    TRY(after_switch(m->c, base, &m->scratch));
    return grundy_list_add(m->out, m->scratch.data, m->scratch.size);
}

/* A position of R2 that a move of R2 made. */
static grundy_status add_after(option_maker *m, grundy_bytes position)
{
    m->scratch.size = 0;
    TRY(phase(&m->scratch, AFTER));
    TRY(grundy_append(&m->scratch, position.data, position.size));
    return grundy_list_add(m->out, m->scratch.data, m->scratch.size);
}

/* Add the moves of R2 after a switch at base. Those that a free switch after a move of R1 reaches as well are
 * not added twice. */
static grundy_status add_second_moves(option_maker *m, grundy_bytes base)
{
    const grundy_ruleset *second = m->c->second;
    m->scratch.size = 0;
    TRY(after_switch(m->c, base, &m->scratch));
    TRY(second->family->options(m->g, second, grundy_buffer_bytes(&m->scratch), &m->second));
    size_t known = grundy_list_count(m->out);
    for (size_t i = 0; i < grundy_list_count(&m->second); i++) {
        TRY(add_after(m, grundy_list_at(&m->second, i)));
        grundy_bytes added = grundy_list_at(m->out, grundy_list_count(m->out) - 1);
        for (size_t k = 0; m->c->rule->after_move && k < known; k++) {
            grundy_bytes old = grundy_list_at(m->out, k);
            if (old.size == added.size && memcmp(old.data, added.data, old.size) == 0) {
                list_drop_last(m->out);
                break;
            }
        }
    }
    return GRUNDY_OK;
}

/* After this move of R1, could the rules still be switched? */
static grundy_status guard(option_maker *m, grundy_bytes base)
{
    m->scratch.size = 0;
    TRY(after_switch(m->c, base, &m->scratch));
    grundy_status status = ruleset_check(m->g, m->c->second, grundy_buffer_bytes(&m->scratch));
    if (status != GRUNDY_PARSE)
        return status;
    return grundy_fail(m->g, GRUNDY_DOMAIN, "a move of %s leads to a position that %s is not played on",
                       grundy_ruleset_name(m->c->first), grundy_ruleset_name(m->c->second));
}

static grundy_status make_options(option_maker *m, grundy_bytes base)
{
    const compound *c = m->c;
    TRY(c->first->family->options(m->g, c->first, base, &m->first));
    size_t count = grundy_list_count(&m->first);
    for (size_t i = 0; i < count; i++) {
        if (c->guarded)
            TRY(guard(m, grundy_list_at(&m->first, i)));
        TRY(add_before(m, grundy_list_at(&m->first, i)));
        if (c->rule->after_move)
            TRY(add_switch(m, grundy_list_at(&m->first, i)));
    }
    if (c->rule->as_move && (count > 0 || !c->rule->while_alive))
        TRY(add_switch(m, base));
    if (c->rule->before_move || (c->rule->when_stuck && count == 0))
        TRY(add_second_moves(m, base));
    return GRUNDY_OK;
}

static grundy_status push_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    option_maker m = {.g = g, .c = compound_of(r), .out = out};
    m.first = grundy_list_open(g);
    m.second = grundy_list_open(g);
    m.scratch = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    if (switched(summand)) {
        const grundy_ruleset *second = m.c->second;
        status = second->family->options(g, second, inner(summand), &m.second);
        for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&m.second); i++)
            status = add_after(&m, grundy_list_at(&m.second, i));
    } else {
        status = make_options(&m, inner(summand));
    }
    grundy_buffer_close(&m.scratch);
    grundy_list_close(&m.second);
    grundy_list_close(&m.first);
    return status;
}

/* ---- what helps to find values ---- */

/* A position before the switch may be changed as each of the rulesets allows that may be played on from it. */
static grundy_status push_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const compound *c = compound_of(r);
    if (switched(summand))
        return grundy_append(out, summand.data, summand.size);
    TRY(phase(out, BEFORE));
    return c->alike ? ruleset_form(g, c->first, inner(summand), out)
                    : ruleset_reduce(g, c->first, c->symmetries, inner(summand), out);
}

/* After the push the game is R2. And push(R,R) is R + *1 (push paper, Lemma 2.1.1). */
static grundy_status push_refer(grundy *g, const grundy_ruleset *r, grundy_bytes summand, size_t i,
                                const grundy_ruleset **other, grundy_bytes *part)
{
    (void)g;
    static const unsigned char one[] = {1};
    const compound *c = compound_of(r);
    *other = NULL;
    if (switched(summand) && i == 0) {
        *other = c->second;
        *part = inner(summand);
    } else if (!switched(summand) && c->star != NULL && !c->nested && i < 2) {
        *other = i == 0 ? c->first : c->star;
        *part = i == 0 ? inner(summand) : (grundy_bytes){one, sizeof one};
    }
    return GRUNDY_OK;
}

static grundy_status push_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                  grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    const compound *c = compound_of(r);
    if (count != 1 || question != GRUNDY_OUTCOME || switched(summands[0]))
        return GRUNDY_DOMAIN;
    if (!c->rule->as_move || c->rule->while_alive)
        return GRUNDY_DOMAIN;
    return push_theorem(c->first, c->second, inner(summands[0]), out, reason);
}

static grundy_status push_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent)
{
    const compound *c = compound_of(r);
    if (switched(summand) || c->first->family->box == NULL)
        return GRUNDY_DOMAIN;
    return c->first->family->extent(g, c->first, inner(summand), extent);
}

/* ---- boxes of heaps: first all values after the switch, then those before it ---- */

/* One more option in each cell: the position after the push, which is a move of its own. R1 does the rest. */
static grundy_status box_with_push(grundy *g, const compound *c, const grundy_box *box, const uint32_t *after,
                                   uint32_t *values)
{
    grundy_status status = GRUNDY_OK;
    size_t count = box->extras + 1;
    const uint32_t **extra = handle_new(g, count, sizeof *extra, &status);
    if (extra == NULL)
        return status;
    for (size_t i = 0; i < box->extras; i++)
        extra[i] = box->extra[i];
    extra[box->extras] = after;
    grundy_box pushed = *box;
    pushed.extras = count;
    pushed.extra = extra;
    status = c->first->family->box(g, c->first, &pushed, values);
    handle_free(g, extra, count * sizeof *extra);
    return status;
}

/* The other rules are swept cell by cell. */
typedef struct {
    grundy *g;
    const compound *c;
    const grundy_box *box;
    const uint32_t *after; /* the values of R2 */
    uint32_t *values;
    box_marks marks;
    size_t marked;
    grundy_buffer position;
    grundy_list options;
} switch_sweep;

static void mark_value(switch_sweep *s, uint32_t value)
{
    box_mark(&s->marks, value);
    s->marked++;
}

/* Mark the values of what was listed: before the switch, after it, or both. */
static grundy_status mark_listed(switch_sweep *s, const uint64_t *heaps, bool before, bool after)
{
    for (size_t i = 0; i < grundy_list_count(&s->options); i++) {
        size_t cell;
        TRY(box_cell_of_option(s->box, heaps, grundy_list_at(&s->options, i), &cell));
        if (before)
            mark_value(s, s->values[cell]);
        if (after)
            mark_value(s, s->after[cell]);
    }
    return GRUNDY_OK;
}

static grundy_status switch_cell(switch_sweep *s, const uint64_t *heaps, size_t cell)
{
    const switch_rule *rule = s->c->rule;
    const grundy_ruleset *first = s->c->first, *second = s->c->second;
    grundy_list_clear(&s->options);
    TRY(first->family->options(s->g, first, grundy_buffer_bytes(&s->position), &s->options));
    size_t count = grundy_list_count(&s->options);
    box_marks_clear(&s->marks);
    box_mark_extras(&s->marks, s->box, cell);
    s->marked = s->box->extras;
    TRY(mark_listed(s, heaps, true, rule->after_move));
    if (rule->as_move && (count > 0 || !rule->while_alive))
        mark_value(s, s->after[cell]);
    if (rule->before_move || (rule->when_stuck && count == 0)) {
        grundy_list_clear(&s->options);
        TRY(second->family->options(s->g, second, grundy_buffer_bytes(&s->position), &s->options));
        TRY(mark_listed(s, heaps, false, true));
    }
    s->values[cell] = s->marked == 0 ? box_terminal(s->box) : box_mex(&s->marks);
    return GRUNDY_OK;
}

static grundy_status switch_cells(switch_sweep *s)
{
    size_t cells = 0, passed = 0;
    uint64_t heaps[GRUNDY_EXTENT_MAX] = {0};
    TRY(box_cells(s->g, s->box, &cells));
    for (size_t cell = 0; cell < cells; cell++) {
        s->position.size = 0;
        TRY(heaps_put(&s->position, heaps, s->box->dimensions));
        TRY(switch_cell(s, heaps, cell));
        box_advance(s->box, heaps);
        TRY(handle_look(s->g, &passed, s->marked));
        grundy_report(s->g, "positions", cell + 1, cells);
    }
    return GRUNDY_OK;
}

static grundy_status box_with_switch(grundy *g, const compound *c, const grundy_box *box, const uint32_t *after,
                                     uint32_t *values)
{
    if (c->nested && (c->rule->before_move || c->rule->when_stuck))
        return GRUNDY_DOMAIN;
    size_t most = box->extras + 2;
    for (unsigned i = 0; i < box->dimensions; i++)
        most += 6 * box->sizes[i];
    switch_sweep s = {.g = g, .c = c, .box = box, .after = after, .values = values};
    s.position = grundy_buffer_open(g);
    s.options = grundy_list_open(g);
    TRY(box_marks_open(g, most, &s.marks));
    grundy_status status = switch_cells(&s);
    box_marks_close(&s.marks);
    grundy_list_close(&s.options);
    grundy_buffer_close(&s.position);
    return status;
}

static grundy_status push_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    const compound *c = compound_of(r);
    grundy_status status = GRUNDY_OK;
    size_t cells = 0;
    if (c->first->family->box == NULL || c->second->family->box == NULL)
        return GRUNDY_DOMAIN;
    TRY(box_cells(g, box, &cells));
    uint32_t *after = handle_new(g, cells, sizeof *after, &status);
    if (after == NULL)
        return status;
    grundy_box plain = *box;
    plain.extras = 0;
    plain.extra = NULL;
    status = c->second->family->box(g, c->second, &plain, after);
    bool push = c->rule->as_move && !c->rule->while_alive;
    if (status == GRUNDY_OK)
        status = push ? box_with_push(g, c, box, after, values) : box_with_switch(g, c, box, after, values);
    handle_free(g, after, cells * sizeof *after);
    return status;
}

static grundy_status push_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, grundy_sweep *out)
{
    return heaps_sweep_after(g, r, extent, question, 1, out);
}

/* The values before the switch follow from as many smaller ones as in R1, and from those after the switch
 * (push paper, Theorem 4.2.3, whose argument holds for each of these rules). Where a turn goes on with a move of R2
 * and R2 is a compound, that move may be a push: then the values of a third ruleset count too, of which the rule
 * says nothing. */
static grundy_status push_recurrence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                     grundy_recurrence *out)
{
    const compound *c = compound_of(r);
    bool second_moves = c->rule->before_move || c->rule->when_stuck;
    grundy_recurrence first, second;
    TRY(recurrence_of(g, c->first, question, &first));
    TRY(recurrence_of(g, c->second, question, &second));
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_NONE};
    if (first.kind != GRUNDY_RECUR_WINDOW || (second_moves && c->nested) ||
        (second_moves && second.kind != GRUNDY_RECUR_WINDOW))
        return GRUNDY_OK;
    *out = first;
    out->companion = c->second;
    if (second_moves && second.depth > out->depth)
        out->depth = second.depth;
    if (second_moves && second.window_from > out->window_from)
        out->window_from = second.window_from;
    return GRUNDY_OK;
}

/* The i-th of the rulesets of a compound; NULL past the last. */
static const grundy_ruleset *push_ruleset_at(const grundy_ruleset *r, unsigned i)
{
    for (; is_compound(r); r = compound_of(r)->second, i--)
        if (i == 0)
            return compound_of(r)->first;
    return i == 0 ? r : NULL;
}

/* Append a position of all rulesets, which the i-th of them has made; GRUNDY_DOMAIN where it makes none. */
static grundy_status push_random_base(grundy *g, const grundy_ruleset *r, unsigned i, uint64_t *seed, unsigned size,
                                      grundy_buffer *out)
{
    enum { TRIES = 20 };
    const grundy_ruleset *source = push_ruleset_at(r, i);
    const size_t before = out->size;
    for (unsigned tries = 0; source->family->random != NULL && tries < TRIES; tries++) {
        TRY(source->family->random(g, source, seed, size, out));
        grundy_status status = GRUNDY_OK;
        const grundy_ruleset *other;
        for (unsigned k = 0; status == GRUNDY_OK && (other = push_ruleset_at(r, k)) != NULL; k++)
            status = ruleset_check(g, other, buffer_since(out, before));
        if (status != GRUNDY_PARSE)
            return status;
        out->size = before;
    }
    return GRUNDY_DOMAIN;
}

static grundy_status push_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    const compound *c = compound_of(r);
    bool after = grundy_random(seed) % 4 == 0;
    TRY(phase(out, after ? AFTER : BEFORE));
    for (const grundy_ruleset *later = c->second; after && is_compound(later); later = compound_of(later)->second) {
        after = grundy_random(seed) % 2 == 0;
        TRY(phase(out, after ? AFTER : BEFORE));
    }
    for (unsigned i = 0; push_ruleset_at(r, i) != NULL; i++) {
        grundy_status status = push_random_base(g, r, i, seed, size, out);
        if (status != GRUNDY_DOMAIN)
            return status;
    }
    return grundy_fail(g, GRUNDY_DOMAIN, "%s has no generator of random positions", grundy_ruleset_name(r));
}

/* ---- drawing ---- */

/* A position of the ruleset that is being played, and how many switches are behind it. */
typedef struct {
    const grundy_ruleset *r;
    grundy_bytes base;
    unsigned switches, all;
} played;

static played played_in(const grundy_ruleset *r, grundy_bytes summand)
{
    played p = {.r = r, .base = summand};
    while (is_compound(p.r)) {
        const compound *c = compound_of(p.r);
        bool after = switched(p.base);
        p.base = inner(p.base);
        p.r = after ? c->second : c->first;
        p.all += 1;
        p.switches += after;
        if (after)
            continue;
        for (const grundy_ruleset *later = c->second; is_compound(later); later = compound_of(later)->second)
            p.all++;
        break;
    }
    return p;
}

/* A button for each switch: one that can still be pushed, that the move pushes, or that is down. */
static grundy_status draw_buttons(const played *before, const played *after, double y, grundy_picture *out)
{
    for (unsigned i = 0; i < before->all; i++) {
        grundy_role role = i < before->switches  ? GRUNDY_ROLE_EMPTY
                           : i < after->switches ? GRUNDY_ROLE_MARKED
                                                 : GRUNDY_ROLE_PLAIN;
        grundy_mark button = {GRUNDY_SHAPE_DISC, role, 1.8 * i, y, 1.6, 0.6, -1, 0, 0};
        TRY(grundy_picture_add(out, &button, i < before->switches ? "down" : "push"));
    }
    return GRUNDY_OK;
}

static grundy_status push_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                               grundy_picture *out)
{
    double width, height;
    played before = played_in(r, summand), after = move != NULL ? played_in(r, *move) : before;
    bool changed = bytes_compare(&before.base, &after.base) != 0;
    TRY(drawing_summand(g, changed ? after.r : before.r, before.base, changed ? &after.base : NULL, out));
    grundy_picture_size(out, &width, &height);
    return draw_buttons(&before, &after, height + 0.3, out);
}

/* ---- the members ---- */

/* The callbacks that all members share. */
#define COMPOUND_CALLBACKS                                                                                       \
    .close = push_close, .parse = push_parse, .print = push_print, .check = push_check, .options = push_options, \
    .canonical = push_canonical, .refer = push_refer, .formula = push_formula, .extent = push_extent,            \
    .sweep = push_sweep, .box = push_box, .recurrence = push_recurrence, .random = push_random, .draw = push_draw

#define MEMBER(id, word, help, rules_text, theorems_text, ...)                                                 \
    static const switch_rule id##_rule = {__VA_ARGS__};                                                        \
    static grundy_status id##_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)                       \
    {                                                                                                          \
        return open_with(g, r, self, &id##_rule, NULL, NULL);                                                  \
    }                                                                                                          \
    const grundy_family id##_family = {                                                                        \
        .name = word,                                                                                          \
        .arguments = "(R1,R2)",                                                                                \
        .summary = help,                                                                                       \
        .rules = rules_text "\nR1 and R2 are rulesets over the same positions; compounds nest to the right:\n" \
                            "push(A,push(B,C)). Positions are positions of R1; after the switch 2: goes in\n"  \
                            "front, as in 2:3,5.",                                                             \
        .theorems = theorems_text,                                                                             \
        .example_ruleset = word "(nim,euclid)",                                                                \
        .example_position = "3,5",                                                                             \
        .open = id##_open,                                                                                     \
        COMPOUND_CALLBACKS,                                                                                    \
    }

#define WINDOW_THEOREM \
    "Periodic over subtraction games when R2 is periodic (the argument of the push paper's\nTheorem 4.2.3)."

MEMBER(push, "push", "push-the-button: play R1 until one player, as a move, pushes the button; then R2",
       "A move is a move of R1, or pushing the button, once, at any time, even when R1 has no move\n"
       "left; from then on moves are those of R2.",
       "push(R,R) is R + *1 (push paper, Lemma 2.1.1). Outcomes: push(nim,euclid) (3.1.6), push(nim,wythoff)\n"
       "(4.1.1), push(euclid,nim) (4.1.2), push(wythoff,nim) (4.1.3) and push(wythoff,euclid), which has the\n"
       "same P-positions, push(euclid,wythoff) (as Euclid, by 2.1.4), push over two subtraction sets 1..k\n"
       "(4.2.4). Periodic over subtraction games when R2 is periodic (4.2.3).",
       .as_move = true);

MEMBER(push_before, "push-before", "the switch to R2 is free, made before a move of R2 in the same turn",
       "A move is a move of R1; or the player switches the rules, which costs no move, and then makes\n"
       "a move of R2. From then on moves are those of R2.",
       WINDOW_THEOREM, .before_move = true);

MEMBER(push_after, "push-after", "the switch to R2 is free, made after a move of R1 in the same turn",
       "A move is a move of R1, after which the player may switch the rules, which costs no move.\n"
       "From then on moves are those of R2. Who has no move of R1 before the switch has lost.",
       WINDOW_THEOREM, .after_move = true);

MEMBER(push_either, "push-either", "the switch to R2 is free, before or after the move of the same turn",
       "A move is a move of R1, after which the player may switch the rules; or the player switches\n"
       "first and makes a move of R2. The switch costs no move; from then on moves are those of R2.",
       WINDOW_THEOREM, .before_move = true, .after_move = true);

MEMBER(push_early, "push-early", "push-the-button, but not when R1 has no move left",
       "A move is a move of R1, or pushing the button, once, as long as R1 has a move; from then on\n"
       "moves are those of R2. push-early(R,R) is R with one pass, not to be used at the end.",
       WINDOW_THEOREM, .as_move = true, .while_alive = true);

MEMBER(conjoined, "conjoined", "the conjoined ruleset: when R1 has no move left, R2 goes on from there",
       "Moves are those of R1 as long as it has one; then the rules switch by themselves to R2\n"
       "(Huggan and Nowakowski).",
       WINDOW_THEOREM, .when_stuck = true);

static grundy_status push_cram_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return open_with(g, r, self, &push_rule, "domineering-columns", "domineering-rows");
}

const grundy_family push_cram_family = {
    .name = "push-cram",
    .arguments = "",
    .summary = "push(domineering-columns,domineering-rows): vertical dominoes, after the push horizontal ones",
    .rules = "A move places a vertical domino, or pushes the button, once, at any time; from then on moves\n"
             "place horizontal dominoes. Positions are boards, as in cram; after the push 2: goes in front.",
    .theorems = "After the push: the nim-sum of the values of the rows' strips (push paper, section 5).",
    .example_ruleset = "push-cram",
    .example_position = "3x5",
    .open = push_cram_open,
    COMPOUND_CALLBACKS,
};
