#include "analysis/law_moves.h"

#include <string.h>

/* ---- conditions, from their postfix code ---- */

/* What stands on the stack: a linear expression, its size or remainder, or the set of those for which something holds. */
typedef enum { LAW_LINEAR, LAW_ABS, LAW_MOD, LAW_SET } law_kind;

typedef struct {
    law_kind kind;
    int64_t factor[MOVES_NAMES_MAX], constant, modulus;
    automaton set;
} law_item;

typedef struct {
    const automata *c;
    const moves *m;
    law_item stack[MOVES_STACK_MAX];
    unsigned size;
} law_stack;

/* The track of a name. */
static unsigned char law_track(const moves *m, unsigned name)
{
    return (unsigned char)(name < m->heaps ? name : LAW_PARAMETER + name - m->heaps);
}

static grundy_status law_not_linear(const automata *c)
{
    return grundy_fail(c->g, GRUNDY_DOMAIN, "the moves are no linear conditions on heaps and parameters");
}

/* sum of factors and constant, in a relation; extra is the factor of track `other`, which stands after all names. */
static grundy_status law_constraint(const automata *c, const moves *m, const law_item *e, automata_relation relation,
                                    unsigned char other, int64_t extra, automaton *out)
{
    automata_constraint k = {.relation = relation, .constant = e->constant};
    for (unsigned i = 0; i < MOVES_NAMES_MAX; i++)
        if (e->factor[i] != 0) {
            if (k.tracks == AUTOMATA_TRACKS_MAX - 1)
                return law_not_linear(c);
            k.track[k.tracks] = law_track(m, i);
            k.factor[k.tracks++] = e->factor[i];
        }
    if (extra != 0) {
        unsigned at = k.tracks++;
        for (; at > 0 && k.track[at - 1] > other; at--) {
            k.track[at] = k.track[at - 1];
            k.factor[at] = k.factor[at - 1];
        }
        k.track[at] = other;
        k.factor[at] = extra;
    }
    return automata_linear(c, &k, out);
}

/* a + factor * b */
static law_item law_sum(const law_item *a, const law_item *b, int64_t factor)
{
    law_item sum = *a;
    for (unsigned i = 0; i < MOVES_NAMES_MAX; i++)
        sum.factor[i] += factor * b->factor[i];
    sum.constant += factor * b->constant;
    return sum;
}

static grundy_status law_compare_linear(const law_stack *s, moves_word relation, const law_item *left,
                                        const law_item *right, automaton *out)
{
    law_item d = law_sum(right, left, -1);
    if (relation == MOVES_EQUAL || relation == MOVES_UNEQUAL) {
        automaton equal;
        TRY(law_constraint(s->c, s->m, &d, AUTOMATA_ZERO, 0, 0, &equal));
        if (relation == MOVES_EQUAL) {
            *out = equal;
            return GRUNDY_OK;
        }
        grundy_status status = automata_complement(s->c, &equal, out);
        automaton_close(s->c, &equal);
        return status;
    }
    d.constant -= relation == MOVES_LESS;
    return law_constraint(s->c, s->m, &d, AUTOMATA_NOT_NEGATIVE, 0, 0, out);
}

/* *a = *a op *b, and b is given up. */
static grundy_status law_join(const automata *c, automaton *a, automaton *b, unsigned op, grundy_status status)
{
    if (status == GRUNDY_OK && a->states == 0) {
        *a = *b;
        *b = (automaton){.tracks = 0};
    } else if (status == GRUNDY_OK) {
        status = automata_replace(c, a, b, op);
    }
    automaton_close(c, b);
    return status;
}

/* The size of e is e where e >= 0, and -e elsewhere. `side` of the two is the size. */
static grundy_status law_compare_abs(const law_stack *s, moves_word relation, const law_item *sides, unsigned side,
                                     automaton *out)
{
    automaton all = {.tracks = 0};
    grundy_status status = GRUNDY_OK;
    for (int sign = 1; status == GRUNDY_OK && sign >= -1; sign -= 2) {
        law_item pair[2] = {sides[0], sides[1]}, zero = {.kind = LAW_LINEAR};
        automaton here = {.tracks = 0}, holds = {.tracks = 0};
        pair[side] = law_sum(&zero, &sides[side], sign);
        status = law_constraint(s->c, s->m, &pair[side], AUTOMATA_NOT_NEGATIVE, 0, 0, &here);
        if (status == GRUNDY_OK)
            status = law_compare_linear(s, relation, &pair[0], &pair[1], &holds);
        status = law_join(s->c, &here, &holds, AUTOMATA_AND, status);
        status = law_join(s->c, &all, &here, AUTOMATA_OR, status);
    }
    if (status != GRUNDY_OK)
        automaton_close(s->c, &all);
    else
        *out = all;
    return status;
}

/* e = r modulo the modulus: e - r is the modulus times some number, or its negative is. */
static grundy_status law_residue(const law_stack *s, const law_item *e, int64_t r, automaton *out)
{
    automaton all = {.tracks = 0};
    grundy_status status = GRUNDY_OK;
    const unsigned char other = LAW_PARAMETER + MOVES_PARAMETERS_MAX;
    for (int sign = 1; status == GRUNDY_OK && sign >= -1; sign -= 2) {
        law_item shifted = *e;
        automaton multiple = {.tracks = 0}, some = {.tracks = 0};
        shifted.constant -= r;
        status = law_constraint(s->c, s->m, &shifted, AUTOMATA_ZERO, other, sign * e->modulus, &multiple);
        if (status == GRUNDY_OK)
            status = automata_project(s->c, &multiple, other, &some);
        automaton_close(s->c, &multiple);
        status = law_join(s->c, &all, &some, AUTOMATA_OR, status);
    }
    if (status != GRUNDY_OK)
        automaton_close(s->c, &all);
    else
        *out = all;
    return status;
}

static grundy_status law_compare_mod(const law_stack *s, moves_word relation, const law_item *sides, unsigned side,
                                     automaton *out)
{
    enum { MODULUS_MAX = 64 };
    automaton all = {.tracks = 0};
    grundy_status status = sides[side].modulus <= MODULUS_MAX ? GRUNDY_OK : law_not_linear(s->c);
    for (int64_t r = 0; status == GRUNDY_OK && r < sides[side].modulus; r++) {
        law_item pair[2] = {sides[0], sides[1]};
        automaton here = {.tracks = 0}, holds = {.tracks = 0};
        pair[side] = (law_item){.kind = LAW_LINEAR, .constant = r};
        status = law_residue(s, &sides[side], r, &here);
        if (status == GRUNDY_OK)
            status = law_compare_linear(s, relation, &pair[0], &pair[1], &holds);
        status = law_join(s->c, &here, &holds, AUTOMATA_AND, status);
        status = law_join(s->c, &all, &here, AUTOMATA_OR, status);
    }
    if (status != GRUNDY_OK)
        automaton_close(s->c, &all);
    else
        *out = all;
    return status;
}

static grundy_status law_compare(const law_stack *s, moves_word relation, const law_item *sides, automaton *out)
{
    if (sides[0].kind == LAW_LINEAR && sides[1].kind == LAW_LINEAR)
        return law_compare_linear(s, relation, &sides[0], &sides[1], out);
    unsigned side = sides[0].kind != LAW_LINEAR ? 0 : 1;
    if (sides[1 - side].kind != LAW_LINEAR || sides[side].kind == LAW_SET)
        return law_not_linear(s->c);
    return sides[side].kind == LAW_ABS ? law_compare_abs(s, relation, sides, side, out)
                                       : law_compare_mod(s, relation, sides, side, out);
}

/* An operator between numbers: a becomes a op b. */
static grundy_status law_arithmetic(const law_stack *s, moves_word word, law_item *a, const law_item *b)
{
    const law_item zero = {.kind = LAW_LINEAR};
    bool constant = true, other = true;
    if (a->kind != LAW_LINEAR || b->kind != LAW_LINEAR)
        return law_not_linear(s->c);
    for (unsigned i = 0; i < MOVES_NAMES_MAX; i++) {
        constant = constant && b->factor[i] == 0;
        other = other && a->factor[i] == 0;
    }
    if (word == MOVES_PLUS || word == MOVES_MINUS) {
        *a = law_sum(a, b, word == MOVES_PLUS ? 1 : -1);
    } else if (word == MOVES_TIMES && (constant || other)) {
        *a = constant ? law_sum(&zero, a, b->constant) : law_sum(&zero, b, a->constant);
    } else if (word == MOVES_MOD && constant && b->constant > 0) {
        a->kind = LAW_MOD;
        a->modulus = b->constant;
    } else {
        return law_not_linear(s->c);
    }
    return GRUNDY_OK;
}

static grundy_status law_binary(law_stack *s, moves_word word)
{
    law_item *sides = &s->stack[s->size - 2];
    automaton made = {.tracks = 0};
    if (word == MOVES_AND || word == MOVES_OR) {
        grundy_status status =
            law_join(s->c, &sides[0].set, &sides[1].set, word == MOVES_AND ? AUTOMATA_AND : AUTOMATA_OR, GRUNDY_OK);
        s->size--;
        return status;
    }
    if (word < MOVES_LESS) {
        s->size--;
        return law_arithmetic(s, word, &sides[0], &sides[1]);
    }
    TRY(law_compare(s, word, sides, &made));
    s->size--;
    sides[0] = (law_item){.kind = LAW_SET, .set = made};
    return GRUNDY_OK;
}

static grundy_status law_unary(law_stack *s, moves_word word)
{
    law_item *top = &s->stack[s->size - 1];
    const law_item zero = {.kind = LAW_LINEAR};
    if (word == MOVES_NOT) {
        automaton made;
        TRY(automata_complement(s->c, &top->set, &made));
        automaton_close(s->c, &top->set);
        top->set = made;
        return GRUNDY_OK;
    }
    if (top->kind != LAW_LINEAR)
        return law_not_linear(s->c);
    if (word == MOVES_NEGATE)
        *top = law_sum(&zero, top, -1);
    else
        top->kind = LAW_ABS;
    return GRUNDY_OK;
}

static grundy_status law_run(law_stack *s, const moves_code *code)
{
    const moves_step *steps = (const moves_step *)(const void *)s->m->steps.data + code->from;
    for (size_t i = 0; i < code->count; i++) {
        moves_word word = steps[i].word;
        if (word == MOVES_NUMBER || word == MOVES_NAME) {
            law_item *item = &s->stack[s->size++];
            *item = (law_item){.kind = LAW_LINEAR};
            *(word == MOVES_NUMBER ? &item->constant : &item->factor[steps[i].number]) =
                word == MOVES_NUMBER ? steps[i].number : 1;
        } else if (word == MOVES_NEGATE || word == MOVES_ABS || word == MOVES_NOT) {
            TRY(law_unary(s, word));
        } else {
            TRY(law_binary(s, word));
        }
    }
    return GRUNDY_OK;
}

/* The set of those for which the condition holds. */
static grundy_status law_condition(const automata *c, const moves *m, const moves_code *code, automaton *out)
{
    grundy_status status = GRUNDY_OK;
    law_stack *s = handle_new(c->g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    s->c = c;
    s->m = m;
    status = law_run(s, code);
    if (status == GRUNDY_OK)
        *out = s->stack[0].set;
    else
        for (unsigned i = 0; i < s->size; i++)
            automaton_close(c, &s->stack[i].set);
    handle_free(c->g, s, sizeof *s);
    return status;
}

/* ---- options ---- */

/* The option's heap i, a linear expression, as a condition on its track. */
static grundy_status law_heap(const automata *c, const moves *m, const moves_polynomial *to, unsigned i, automaton *out)
{
    law_item e = {.kind = LAW_LINEAR};
    if (!moves_linear(to, e.factor, &e.constant))
        return law_not_linear(c);
    return law_constraint(c, m, &e, AUTOMATA_ZERO, (unsigned char)(LAW_OPTION + i), -1, out);
}

/* Is a parameter used by an expression for one of the heaps from i on? */
static bool law_needed_later(const moves *m, const moves_option *o, const law_relation *r, unsigned name, unsigned i)
{
    for (; i < m->heaps; i++)
        if (r->changed[i] && (moves_names_of(&o->to[0][i]) >> name & 1))
            return true;
    return false;
}

/* Take parameters out that no heap from i on needs. */
static grundy_status law_forget(const automata *c, const moves *m, const moves_option *o, law_relation *r, unsigned i)
{
    for (unsigned k = 0; k < o->parameters; k++) {
        automaton without;
        if (law_needed_later(m, o, r, m->heaps + k, i))
            continue;
        TRY(automata_project(c, &r->relation, law_track(m, m->heaps + k), &without));
        automaton_close(c, &r->relation);
        r->relation = without;
    }
    return GRUNDY_OK;
}

/* The conditions of an option, the least values of its parameters, and that the game has not ended. */
static grundy_status law_conditions(const automata *c, const moves *m, const moves_option *o, automaton *out)
{
    automaton part = {.tracks = 0};
    grundy_status status = automata_valid(c, NULL, 0, out);
    for (unsigned i = 0; status == GRUNDY_OK && i < o->conjuncts; i++) {
        status = law_condition(c, m, &o->conjunct[i].code, &part);
        status = law_join(c, out, &part, AUTOMATA_AND, status);
    }
    for (unsigned k = m->heaps; status == GRUNDY_OK && k < m->heaps + o->parameters; k++) {
        law_item e = {.kind = LAW_LINEAR, .constant = -o->least[k]};
        e.factor[k] = 1;
        status = o->least[k] < 0 ? law_not_linear(c) : law_constraint(c, m, &e, AUTOMATA_NOT_NEGATIVE, 0, 0, &part);
        status = law_join(c, out, &part, AUTOMATA_AND, status);
    }
    if (status == GRUNDY_OK && m->ends) {
        status = law_condition(c, m, &m->end, &part);
        status = law_join(c, out, &part, AUTOMATA_MINUS, status);
    }
    return status;
}

static bool law_is_heap(const moves_polynomial *p, unsigned heap)
{
    return p->count == 1 && p->terms[0].degree == 1 && p->terms[0].coefficient == 1 && p->terms[0].names[0] == heap;
}

static grundy_status law_option_relation(const automata *c, const moves *m, const moves_option *o, law_relation *r)
{
    if (o->places != 1)
        return law_not_linear(c);
    for (unsigned i = 0; i < m->heaps; i++)
        r->changed[i] = m->unordered || !law_is_heap(&o->to[0][i], i);
    TRY(law_conditions(c, m, o, &r->relation));
    for (unsigned i = 0; i < m->heaps; i++) {
        automaton heap = {.tracks = 0};
        if (!r->changed[i])
            continue;
        TRY(law_join(c, &r->relation, &heap, AUTOMATA_AND, law_heap(c, m, &o->to[0][i], i, &heap)));
        TRY(law_forget(c, m, o, r, i + 1));
    }
    return law_forget(c, m, o, r, m->heaps);
}

/* Two heaps that are sorted before the rules apply: the relation where they are, and the same with heaps exchanged. */
static grundy_status law_exchange(law_moves *m)
{
    const automata_constraint sorted = {
        .relation = AUTOMATA_NOT_NEGATIVE, .tracks = 2, .track = {0, 1}, .factor = {-1, 1}};
    unsigned char to[256];
    for (unsigned i = 0; i < sizeof to; i++)
        to[i] = (unsigned char)i;
    to[0] = 1;
    to[1] = 0;
    to[LAW_OPTION] = LAW_OPTION + 1;
    to[LAW_OPTION + 1] = LAW_OPTION;
    for (unsigned i = 0, count = m->relations; i < count; i++) {
        automaton order = {.tracks = 0};
        TRY(law_join(m->c, &m->relation[i].relation, &order, AUTOMATA_AND, automata_linear(m->c, &sorted, &order)));
        law_relation *other = &m->relation[m->relations++];
        *other = (law_relation){.changed = {true, true}};
        TRY(automata_rename(m->c, &m->relation[i].relation, to, &other->relation));
    }
    return GRUNDY_OK;
}

grundy_status law_moves_open(const automata *c, const moves *rules, law_moves *out)
{
    *out = (law_moves){.c = c, .heaps = rules->heaps};
    if (rules->heaps > LAW_HEAPS_MAX || rules->splits || (rules->unordered && rules->heaps != 2))
        return grundy_fail(c->g, GRUNDY_DOMAIN, "a law is looked for on up to %d heaps, two if they are unordered",
                           LAW_HEAPS_MAX);
    for (unsigned i = 0; i < rules->options; i++)
        TRY(law_option_relation(c, rules, &rules->option[i], &out->relation[out->relations++]));
    return rules->unordered ? law_exchange(out) : GRUNDY_OK;
}

void law_moves_close(law_moves *m)
{
    for (unsigned i = 0; i < m->relations; i++)
        automaton_close(m->c, &m->relation[i].relation);
    m->relations = 0;
}

/* ---- reaching a set ---- */

/* The positions from which a relation leads into the set. */
static grundy_status law_reach_by(const law_moves *m, const law_relation *r, const automaton *set, automaton *out)
{
    unsigned char to[256];
    automaton moved = {.tracks = 0}, both = {.tracks = 0};
    for (unsigned i = 0; i < sizeof to; i++)
        to[i] = (unsigned char)(i < m->heaps && r->changed[i] ? LAW_OPTION + i : i);
    TRY(automata_rename(m->c, set, to, &moved));
    grundy_status status = automata_combine(m->c, &r->relation, &moved, AUTOMATA_AND, &both);
    automaton_close(m->c, &moved);
    for (unsigned i = 0; status == GRUNDY_OK && i < m->heaps; i++) {
        if (!r->changed[i])
            continue;
        status = automata_project(m->c, &both, LAW_OPTION + i, &moved);
        automaton_close(m->c, &both);
        both = moved;
        moved = (automaton){.tracks = 0};
    }
    if (status == GRUNDY_OK)
        *out = both;
    return status;
}

grundy_status law_reach(const law_moves *m, const automaton *set, automaton *out)
{
    static const unsigned char tracks[LAW_HEAPS_MAX] = {0, 1, 2};
    automaton all = {.tracks = 0}, none = {.tracks = 0};
    TRY(automata_valid(m->c, tracks, m->heaps, &none));
    grundy_status status = automata_combine(m->c, &none, &none, 0, &all);
    automaton_close(m->c, &none);
    for (unsigned i = 0; status == GRUNDY_OK && i < m->relations; i++) {
        automaton part = {.tracks = 0};
        status = law_reach_by(m, &m->relation[i], set, &part);
        status = law_join(m->c, &all, &part, AUTOMATA_OR, status);
    }
    if (status == GRUNDY_OK)
        *out = all;
    else
        automaton_close(m->c, &all);
    return status;
}

grundy_status law_movable(const law_moves *m, automaton *out)
{
    static const unsigned char tracks[LAW_HEAPS_MAX] = {0, 1, 2};
    automaton all = {.tracks = 0};
    TRY(automata_valid(m->c, tracks, m->heaps, &all));
    grundy_status status = law_reach(m, &all, out);
    automaton_close(m->c, &all);
    return status;
}
