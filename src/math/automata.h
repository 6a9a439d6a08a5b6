/* automata.h - finite automata that read several numbers at once, written in a numeration system
 *
 * Words are read most significant digit first, all numbers side by side, with leading zeros that do not matter. An
 * automaton has a track for each number; tracks are variables, numbered from 0. Every automaton here is complete and
 * minimal, and accepts words only that are valid on each track.
 *
 * A numeration counts by U_0 = 1 and U_{n+1} = a U_n + b U_{n-1}, where `before` is what U_{-1} would be. Base 2 has
 * a = 2, b = 0. The others are greedy: a digit that is the greatest is followed by 0. Then a word of n digits is at most
 * U_n - 1, and longer words are greater, so that numbers and words have the same order.
 */
#ifndef GRUNDY_MATH_AUTOMATA_H
#define GRUNDY_MATH_AUTOMATA_H

#include "base/handle.h"

enum { AUTOMATA_TRACKS_MAX = 6, AUTOMATA_LETTERS_MAX = 4096, AUTOMATA_DIGITS_MAX = 128 };

typedef struct {
    char name[24];      /* "base 2", "Fibonacci", "metallic 3" */
    unsigned digits;    /* 0 .. digits-1 */
    int64_t a, b;       /* of the recurrence */
    int64_t before;     /* U_{-1} */
    bool limited;       /* the greatest digit is followed by 0 */
    bool ends_greatest; /* a word may end with the greatest digit */
} automata_numeration;

/* automata_numeration_find - "base:2", "fibonacci", "metallic:3" (1 to 9); false if there is none of that name */
bool automata_numeration_find(const char *name, automata_numeration *out);

typedef struct {
    grundy *g;
    automata_numeration numeration;
    size_t most; /* states that a construction may have; beyond, GRUNDY_LIMIT */
} automata;

typedef struct {
    unsigned tracks;
    unsigned char track[AUTOMATA_TRACKS_MAX]; /* ascending */
    size_t states, letters;
    uint32_t start;
    uint32_t *next;         /* of state s with letter l: next[s * letters + l]; l is the sum of digit i * digits^i */
    unsigned char *accepts; /* 1 or 0 */
} automaton;

/* automaton_close - free what it holds; an automaton of zeros is fine */
void automaton_close(const automata *c, automaton *a);

/* automata_explore - the minimal automaton whose states are byte strings, from `start` on
 *
 * step     append the state to which a letter leads; digits[i] is that on track i
 * accepts  is this state accepting?
 * Errors   GRUNDY_LIMIT beyond c->most states or too many letters; those of the callbacks */
typedef struct {
    grundy_status (*step)(void *context, grundy_bytes state, const unsigned char *digits, grundy_buffer *next);
    bool (*accepts)(void *context, grundy_bytes state);
    void *context;
} automata_rule;
grundy_status automata_explore(const automata *c, const unsigned char *track, unsigned tracks, grundy_bytes start,
                               const automata_rule *rule, automaton *out);

/* automata_valid - all numbers */
grundy_status automata_valid(const automata *c, const unsigned char *track, unsigned tracks, automaton *out);

/* What a linear constraint says: sum of factor * track + constant = 0, or >= 0. */
typedef enum { AUTOMATA_ZERO, AUTOMATA_NOT_NEGATIVE } automata_relation;
typedef struct {
    automata_relation relation;
    unsigned tracks;
    unsigned char track[AUTOMATA_TRACKS_MAX]; /* ascending */
    int64_t factor[AUTOMATA_TRACKS_MAX];      /* at most 2^20 in size, as is constant */
    int64_t constant;
} automata_constraint;
grundy_status automata_linear(const automata *c, const automata_constraint *constraint, automaton *out);

/* automata_combine - where op bit (2 * accepts(a) + accepts(b)) is 1; on the tracks of both */
enum { AUTOMATA_AND = 8, AUTOMATA_OR = 14, AUTOMATA_MINUS = 4, AUTOMATA_DIFFER = 6, AUTOMATA_NEITHER = 1 };
grundy_status automata_combine(const automata *c, const automaton *a, const automaton *b, unsigned op, automaton *out);

/* automata_replace - a becomes a op b; automata_complement - where a does not accept */
grundy_status automata_replace(const automata *c, automaton *a, const automaton *b, unsigned op);
grundy_status automata_complement(const automata *c, const automaton *a, automaton *out);

/* automata_project - is there a number for this track? A track that a does not have changes nothing. */
grundy_status automata_project(const automata *c, const automaton *a, unsigned track, automaton *out);

/* automata_rename - each track t becomes to[t]; no two may become the same */
grundy_status automata_rename(const automata *c, const automaton *a, const unsigned char *to, automaton *out);

/* automata_least - the numbers of a shortest word that is accepted, the least of these; *found false when there is none */
grundy_status automata_least(const automata *c, const automaton *a, uint64_t *numbers, bool *found);

/* automata_same - do they accept the same? If not, a least difference. Both have the same tracks. */
grundy_status automata_same(const automata *c, const automaton *a, const automaton *b, bool *same, uint64_t *numbers);

/* automata_accepts - are these numbers, one for each track, accepted? Cost: the number of digits */
bool automata_accepts(const automata *c, const automaton *a, const uint64_t *numbers);

/* automata_write - the digits of n, least first; returns how many. automata_unit - U_n, UINT64_MAX beyond 64 bits */
unsigned automata_write(const automata_numeration *n, uint64_t number, unsigned char digits[AUTOMATA_DIGITS_MAX]);
uint64_t automata_unit(const automata_numeration *n, unsigned i);

/* automata_dead - states from which nothing is accepted: 0 or 1 of them, as the automaton is minimal */
size_t automata_dead(const automaton *a);

/* automata_prove_addition - prove that the constraint x + y = z accepts exactly the sums, by induction on the successor
 *
 * The successor is the next word in the order of words. Then x + 0 = x, x + (y+1) = (x+y)+1, and z is unique.
 * Errors   GRUNDY_FAILED if one of these does not hold; GRUNDY_LIMIT */
grundy_status automata_prove_addition(const automata *c);

#endif
