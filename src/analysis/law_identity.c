#include "analysis/law_identity.h"

#include <inttypes.h>
#include <string.h>

#include "rulesets/compounds/push_theorems.h"
#include "rulesets/heaps/subtraction.h"

enum { MULTIPLES_MAX = 6 };

static bool law_is(const grundy_ruleset *r, const char *name)
{
    return strcmp(grundy_ruleset_family(r)->name, name) == 0;
}

unsigned law_heaps(const grundy_ruleset *r)
{
    const grundy_ruleset *first, *second;
    if (push_parts(r, &first, &second)) {
        unsigned heaps = law_heaps(first), others = law_heaps(second);
        return heaps == others ? heaps : 0;
    }
    if (moves_of(r) != NULL)
        return moves_of(r)->heaps == 1 ? 0 : moves_of(r)->heaps;
    return law_is(r, "nim") || law_is(r, "wythoff") || law_is(r, "euclid") || law_is(r, "subtraction") ? 2 : 0;
}

/* ---- rules of the built-in rulesets, in one line ---- */

static grundy_status law_subtraction_rules(const grundy_ruleset *r, grundy_buffer *out)
{
    uint64_t taken;
    for (size_t i = 0; subtraction_taken(r, i, &taken); i++) {
        if (2 * i >= MOVES_OPTIONS_MAX)
            return grundy_fail(r->g, GRUNDY_DOMAIN, "a law is looked for with at most %d numbers that can be taken",
                               MOVES_OPTIONS_MAX / 2);
        TRY(grundy_appendf(out, "%s x-%" PRIu64 ",y | x,y-%" PRIu64, i == 0 ? "x,y ->" : " |", taken, taken));
    }
    return GRUNDY_OK;
}

/* Multiples below `multiples` only. */
static grundy_status law_euclid_rules(unsigned multiples, grundy_buffer *out)
{
    TRY(grundy_appendf(out, "x,y -> 0,0 if x = 0 and y > 0 | 0,0 if y = 0 and x > 0"));
    for (unsigned k = 1; k < multiples; k++)
        TRY(grundy_appendf(out, " | x-%uy,y if y > 0 and x > %uy | x,y-%ux if x > 0 and y > %ux", k, k, k, k));
    return GRUNDY_OK;
}

static grundy_status law_open_text(const automata *c, const char *text, law_moves *out)
{
    moves rules;
    grundy_status status = moves_read(c->g, text, &rules);
    if (status == GRUNDY_OK)
        status = moves_check(c->g, text, &rules);
    if (status == GRUNDY_OK)
        status = law_moves_open(c, &rules, out);
    moves_close(&rules);
    return status;
}

static grundy_status law_open_rules(const automata *c, const grundy_ruleset *r, unsigned multiples, law_moves *out)
{
    *out = (law_moves){.c = c};
    const grundy_ruleset *first, *second;
    if (push_parts(r, &first, &second))
        return grundy_fail(c->g, GRUNDY_DOMAIN,
                           "a law is proved of compounds of two rulesets, of which none is a compound, "
                           "as %s is",
                           grundy_ruleset_name(r));
    if (law_heaps(r) == 0)
        return grundy_fail(c->g, GRUNDY_DOMAIN,
                           "%s: a law is looked for of rulesets over two or three heaps, whose moves are linear "
                           "conditions",
                           grundy_ruleset_name(r));
    if (moves_of(r) != NULL)
        return law_moves_open(c, moves_of(r), out);
    grundy_buffer text = grundy_buffer_open(c->g);
    grundy_status status = GRUNDY_OK;
    if (law_is(r, "euclid"))
        status = law_euclid_rules(multiples, &text);
    else if (law_is(r, "subtraction"))
        status = law_subtraction_rules(r, &text);
    else
        status = grundy_appendf(&text, "x,y -> x-k,y | x,y-k%s", law_is(r, "wythoff") ? " | x-k,y-k" : "");
    if (status == GRUNDY_OK)
        status = law_open_text(c, grundy_buffer_text(&text), out);
    grundy_buffer_close(&text);
    return status;
}

/* ---- Euclid ---- */

static grundy_status law_linear_pair(const automata *c, int64_t x, int64_t y, int64_t constant, automaton *out)
{
    const automata_constraint k = {
        .relation = AUTOMATA_NOT_NEGATIVE, .tracks = 2, .track = {0, 1}, .factor = {x, y}, .constant = constant};
    return automata_linear(c, &k, out);
}

/* *a = *a op *b, where b is given up; a without states takes b's place. */
static grundy_status law_with(const automata *c, automaton *a, automaton *b, unsigned op, grundy_status status)
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

/* x >= 1, least x <= y (and y < most x, unless most is 0); exchanged: the same with x and y exchanged */
static grundy_status law_cone(const automata *c, int64_t least, int64_t most, bool exchanged, automaton *out)
{
    automaton a = {.tracks = 0}, b = {.tracks = 0};
    grundy_status status = law_linear_pair(c, exchanged ? 0 : 1, exchanged ? 1 : 0, -1, &a);
    if (status == GRUNDY_OK)
        status = exchanged ? law_linear_pair(c, 1, -least, 0, &b) : law_linear_pair(c, -least, 1, 0, &b);
    status = law_with(c, &a, &b, AUTOMATA_AND, status);
    if (status == GRUNDY_OK && most > 0) {
        status = exchanged ? law_linear_pair(c, -1, most, -1, &b) : law_linear_pair(c, most, -1, -1, &b);
        status = law_with(c, &a, &b, AUTOMATA_AND, status);
    }
    if (status != GRUNDY_OK)
        automaton_close(c, &a);
    else
        *out = a;
    return status;
}

static grundy_status law_far(const automata *c, unsigned multiples, automaton *out)
{
    automaton a = {.tracks = 0}, b = {.tracks = 0};
    grundy_status status = law_cone(c, multiples, 0, false, &a);
    if (status == GRUNDY_OK)
        status = law_cone(c, multiples, 0, true, &b);
    status = law_with(c, &a, &b, AUTOMATA_OR, status);
    if (status != GRUNDY_OK)
        automaton_close(c, &a);
    else
        *out = a;
    return status;
}

static grundy_status law_is_empty(const automata *c, const automaton *a, bool *empty)
{
    uint64_t numbers[AUTOMATA_TRACKS_MAX];
    bool found;
    TRY(automata_least(c, a, numbers, &found));
    *empty = !found;
    return GRUNDY_OK;
}

/* The positions (x,y) with (x, y + i x) in the set; exchanged: (x + i y, y) */
static grundy_status law_later(const automata *c, const automaton *set, int64_t i, bool exchanged, automaton *out)
{
    unsigned char to[256];
    automaton moved = {.tracks = 0}, step = {.tracks = 0};
    for (unsigned t = 0; t < sizeof to; t++)
        to[t] = (unsigned char)t;
    to[exchanged ? 0 : 1] = LAW_OPTION;
    const automata_constraint k = {.relation = AUTOMATA_ZERO,
                                   .tracks = 3,
                                   .track = {0, 1, LAW_OPTION},
                                   .factor = {exchanged ? 1 : i, exchanged ? i : 1, -1}};
    grundy_status status = automata_rename(c, set, to, &moved);
    if (status == GRUNDY_OK)
        status = automata_linear(c, &k, &step);
    status = law_with(c, &moved, &step, AUTOMATA_AND, status);
    if (status == GRUNDY_OK)
        status = automata_project(c, &moved, LAW_OPTION, out);
    automaton_close(c, &moved);
    return status;
}

/* Is there, among the first of each class, j = 1 .. multiples-1, always one in the set? */
static grundy_status law_first_ones(const automata *c, const automaton *set, unsigned multiples, bool exchanged,
                                    bool *yes)
{
    automaton rest = {.tracks = 0};
    grundy_status status = law_cone(c, 1, 2, exchanged, &rest);
    for (unsigned i = 0; status == GRUNDY_OK && i + 1 < multiples; i++) {
        automaton there = {.tracks = 0};
        status = law_later(c, set, i, exchanged, &there);
        status = law_with(c, &rest, &there, AUTOMATA_MINUS, status);
    }
    if (status == GRUNDY_OK)
        status = law_is_empty(c, &rest, yes);
    automaton_close(c, &rest);
    return status;
}

/* Does the lemma hold with this many multiples? `set` is own or also. */
static grundy_status law_lemma(law_identity *l, const automaton *set, unsigned multiples, bool *holds)
{
    automaton far_own = {.tracks = 0};
    TRY(law_first_ones(l->c, set, multiples, false, holds));
    if (*holds)
        TRY(law_first_ones(l->c, set, multiples, true, holds));
    automaton_close(l->c, &l->far);
    TRY(law_far(l->c, multiples, &l->far));
    if (*holds)
        return GRUNDY_OK;
    TRY(automata_combine(l->c, &l->far, &l->own, AUTOMATA_AND, &far_own));
    grundy_status status = law_is_empty(l->c, &far_own, holds);
    automaton_close(l->c, &far_own);
    return status;
}

/* Find how many multiples suffice, and take their moves. */
static grundy_status law_settle_euclid(law_identity *l, const grundy_ruleset *first)
{
    automaton set = {.tracks = 0};
    bool holds = false;
    grundy_status status = automata_combine(l->c, &l->own, l->also.states > 0 ? &l->also : &l->own, AUTOMATA_OR, &set);
    for (l->multiples = 2; status == GRUNDY_OK; l->multiples++) {
        status = law_lemma(l, &set, l->multiples, &holds);
        if (holds || l->multiples == MULTIPLES_MAX)
            break;
    }
    automaton_close(l->c, &set);
    if (status == GRUNDY_OK && !holds)
        status = grundy_fail(l->c->g, GRUNDY_LIMIT, "no lemma shows that %d multiples of the smaller heap suffice",
                             MULTIPLES_MAX);
    if (status != GRUNDY_OK)
        return status;
    law_moves_close(&l->moves);
    return law_open_rules(l->c, first, l->multiples, &l->moves);
}

/* ---- the identity ---- */

static grundy_status law_all(const law_identity *l, automaton *out)
{
    static const unsigned char tracks[LAW_HEAPS_MAX] = {0, 1, 2};
    return automata_valid(l->c, tracks, l->heaps, out);
}

static grundy_status law_begin(const automata *c, const grundy_ruleset *first, bool misere, law_identity *out)
{
    *out = (law_identity){.c = c, .heaps = law_heaps(first), .misere = misere};
    TRY(law_open_rules(c, first, 2, &out->moves));
    return law_all(out, &out->own);
}

static grundy_status law_end(law_identity *l, const grundy_ruleset *first)
{
    return law_is(first, "euclid") ? law_settle_euclid(l, first) : GRUNDY_OK;
}

grundy_status law_identity_open(const automata *c, const grundy_ruleset *r, bool misere, const automaton *smaller,
                                law_identity *out)
{
    automaton movable = {.tracks = 0};
    TRY(law_begin(c, r, misere, out));
    if (smaller != NULL)
        TRY(automata_replace(c, &out->own, smaller, AUTOMATA_MINUS));
    if (misere)
        TRY(law_with(c, &out->own, &movable, AUTOMATA_AND, law_movable(&out->moves, &movable)));
    return law_end(out, r);
}

/* The positions with no option of R2 in P2: P2 itself, and in misere play those without options too. */
static grundy_status law_none_in_second(const law_identity *l, const automaton *second, const automaton *movable,
                                        automaton *out)
{
    automaton stuck = {.tracks = 0};
    if (!l->misere)
        return automata_combine(l->c, second, second, AUTOMATA_AND, out);
    TRY(automata_complement(l->c, movable, &stuck));
    grundy_status status = automata_combine(l->c, second, &stuck, AUTOMATA_OR, out);
    automaton_close(l->c, &stuck);
    return status;
}

/* own, for the rulesets in which a move of R2 may follow the switch in the same turn */
static grundy_status law_own_of_second(law_identity *l, bool conjoined, const automaton *second,
                                       const automaton *movable)
{
    automaton none = {.tracks = 0}, first = {.tracks = 0};
    TRY(law_none_in_second(l, second, movable, &none));
    grundy_status status = conjoined ? law_movable(&l->moves, &first) : GRUNDY_OK;
    if (conjoined)
        status = law_with(l->c, &none, &first, AUTOMATA_OR, status);
    return law_with(l->c, &l->own, &none, AUTOMATA_AND, status);
}

/* In misere play: the positions with an option, of R1 or, where it can follow at once, of R2. */
static grundy_status law_cut_to_movable(law_identity *l, bool second_too, const automaton *movable)
{
    automaton some = {.tracks = 0};
    grundy_status status = law_movable(&l->moves, &some);
    if (status == GRUNDY_OK && second_too)
        status = automata_replace(l->c, &some, movable, AUTOMATA_OR);
    return law_with(l->c, &l->own, &some, AUTOMATA_AND, status);
}

grundy_status law_identity_switch(const automata *c, const grundy_ruleset *r, bool misere, const automaton *second,
                                  const automaton *movable, law_identity *out)
{
    const grundy_ruleset *first, *other;
    automaton set = {.tracks = 0};
    if (!push_parts(r, &first, &other))
        return GRUNDY_DOMAIN;
    TRY(law_begin(c, first, misere, out));
    bool push = law_is(r, "push"), after = law_is(r, "push-after"), either = law_is(r, "push-either");
    bool early = law_is(r, "push-early"), conjoined = law_is(r, "conjoined");
    if (push)
        TRY(automata_replace(c, &out->own, second, AUTOMATA_MINUS));
    if (early) {
        TRY(law_movable(&out->moves, &set));
        grundy_status status = automata_replace(c, &set, second, AUTOMATA_AND);
        TRY(law_with(c, &out->own, &set, AUTOMATA_MINUS, status));
    }
    if (either || conjoined || law_is(r, "push-before"))
        TRY(law_own_of_second(out, conjoined, second, movable));
    if (after || either)
        TRY(automata_combine(c, second, second, AUTOMATA_AND, &out->also));
    if (misere && !push)
        TRY(law_cut_to_movable(out, !after && !early, movable));
    return law_end(out, first);
}

void law_identity_close(law_identity *l)
{
    law_moves_close(&l->moves);
    automaton_close(l->c, &l->own);
    automaton_close(l->c, &l->also);
    automaton_close(l->c, &l->far);
}

grundy_status law_apply(const law_identity *l, const automaton *p, automaton *out)
{
    automaton set = {.tracks = 0}, reached = {.tracks = 0}, result = {.tracks = 0};
    grundy_status status = automata_combine(l->c, p, l->also.states > 0 ? &l->also : p, AUTOMATA_OR, &set);
    if (status == GRUNDY_OK)
        status = law_reach(&l->moves, &set, &reached);
    if (status == GRUNDY_OK)
        status = automata_combine(l->c, &l->own, &reached, AUTOMATA_MINUS, &result);
    if (status == GRUNDY_OK && l->far.states > 0)
        status = automata_replace(l->c, &result, &l->far, AUTOMATA_MINUS);
    automaton_close(l->c, &set);
    automaton_close(l->c, &reached);
    if (status != GRUNDY_OK)
        automaton_close(l->c, &result);
    else
        *out = result;
    return status;
}
