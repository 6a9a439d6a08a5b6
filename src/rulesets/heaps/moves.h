/* moves.h - rulesets in one line: moves("x,y -> x-k,y | x,y-k if k mod 2 = 0; end x+y <= 2")
 *
 * The text is read once (moves_read.c, moves_polynomial.c), checked for moves that nothing bounds or that could go
 * round in circles (moves_check.c), and enumerated from what is left of it: numbers, polynomials and short postfix code
 * (moves_options.c). Sweeps of boxes recognise rows, columns and other directions (moves_rays.c, moves_box.c).
 *
 * Names are numbered: first the heaps, in the order on the left, then the parameters of an option.
 */
#ifndef GRUNDY_RULESETS_MOVES_H
#define GRUNDY_RULESETS_MOVES_H

#include "rulesets/heaps/heaps.h"

enum {
    MOVES_HEAPS_MAX = GRUNDY_EXTENT_MAX,
    MOVES_PARAMETERS_MAX = 4,
    MOVES_NAMES_MAX = MOVES_HEAPS_MAX + MOVES_PARAMETERS_MAX,
    MOVES_OPTIONS_MAX = 64,
    MOVES_PLACES_MAX = 4,
    MOVES_CONJUNCTS_MAX = 12,
    MOVES_TERMS_MAX = 8,
    MOVES_DEGREE_MAX = 3,
    MOVES_BOUNDS_MAX = 16,
    MOVES_STACK_MAX = 40,
    MOVES_COEFFICIENT_MAX = 1000000000
};

/* Numbers while a position is looked at: heaps have 64 bits, products of a few are kept within 2^120. */
typedef __int128 moves_wide;

/* A polynomial: the sum of coefficient times the product of the names. */
typedef struct {
    int64_t coefficient;
    unsigned degree;
    unsigned char names[MOVES_DEGREE_MAX]; /* ascending */
} moves_term;

typedef struct {
    unsigned count;
    moves_term terms[MOVES_TERMS_MAX]; /* no two with the same names, none with coefficient 0 */
} moves_polynomial;

/* Postfix code. Comparisons and and, or, not give 1 or 0. x mod 0 is x, as Knuth has it. */
typedef enum {
    MOVES_NUMBER,
    MOVES_NAME,
    MOVES_PLUS,
    MOVES_MINUS,
    MOVES_TIMES,
    MOVES_NEGATE,
    MOVES_ABS,
    MOVES_MOD,
    MOVES_LESS,
    MOVES_AT_MOST,
    MOVES_EQUAL,
    MOVES_UNEQUAL,
    MOVES_AND,
    MOVES_OR,
    MOVES_NOT
} moves_word;

typedef struct {
    moves_word word;
    int64_t number;
} moves_step;

typedef struct {
    size_t from, count; /* steps */
    uint32_t names;     /* bit i: name i occurs */
} moves_code;

/* What an expression is, as far as it is simple. */
typedef enum { MOVES_SHAPE_POLYNOMIAL, MOVES_SHAPE_ABS, MOVES_SHAPE_MOD, MOVES_SHAPE_OTHER } moves_shape;

typedef struct {
    moves_shape shape;
    moves_polynomial polynomial; /* of ABS and MOD: what is inside */
    int64_t modulus;             /* of MOD: a constant above 0 */
    moves_code code;
} moves_expression;

/* One of the conditions that must all hold. left and right where it is a comparison. */
typedef struct {
    bool comparison;
    moves_word relation; /* LESS, AT_MOST, EQUAL, UNEQUAL */
    moves_expression left, right;
    moves_code code;
} moves_conjunct;

/* factor * parameter + rest >= 0 */
typedef struct {
    moves_polynomial factor, rest;
} moves_bound;

typedef struct {
    unsigned name;
    unsigned bounds, conjuncts; /* conjuncts: how many of those below are known once this parameter is */
    moves_bound bound[MOVES_BOUNDS_MAX];
} moves_parameter;

typedef struct {
    unsigned column; /* in the text, from 1 */
    unsigned places, parameters, conjuncts;
    moves_polynomial to[MOVES_PLACES_MAX][MOVES_HEAPS_MAX];
    char names[MOVES_PARAMETERS_MAX][32];
    int64_t least[MOVES_NAMES_MAX];               /* a bound from below that each name has, by its conditions */
    moves_parameter order[MOVES_PARAMETERS_MAX];  /* in the order in which they are run through */
    bool strides;                                 /* the bounds of the last parameter say all about it */
    unsigned first_conjuncts;                     /* how many conjuncts concern heaps only; they come first */
    moves_conjunct conjunct[MOVES_CONJUNCTS_MAX]; /* in the order in which they become known */
} moves_option;

typedef struct {
    grundy *g;
    unsigned heaps, options;
    bool sums;      /* a position may be a row of several: one heap, or an option with + */
    bool splits;    /* some option has + */
    bool unordered; /* the heaps are sorted before the rules apply */
    bool ends;      /* there is a condition `end` */
    moves_code end;
    char names[MOVES_HEAPS_MAX][32];
    moves_option *option; /* options of them */
    grundy_buffer steps;  /* moves_step each */
} moves;

/* moves_read - read the text; what was opened is closed by moves_close, on failure too
 * Errors   GRUNDY_PARSE with one line that says which name, option or word */
grundy_status moves_read(grundy *g, const char *text, moves *out);
void moves_close(moves *m);

/* moves_check - order the parameters so that each is bounded, and see that every option is simpler
 * Errors   GRUNDY_PARSE */
grundy_status moves_check(grundy *g, const char *text, moves *m);

/* Polynomials: sum (factor times the second one), product, with false when they become too long or too large. */
bool moves_add(moves_polynomial *a, const moves_polynomial *b, int64_t factor);
bool moves_multiply(const moves_polynomial *a, const moves_polynomial *b, moves_polynomial *out);
bool moves_constant(const moves_polynomial *p, int64_t *out);
uint32_t moves_names_of(const moves_polynomial *p);

/* moves_linear - is it constant + the sum of factors[i] * name i? */
bool moves_linear(const moves_polynomial *p, int64_t *factors, int64_t *constant);

/* moves_holds - does the code give something else than 0 for these names? GRUNDY_LIMIT when numbers grow too large */
grundy_status moves_holds(grundy *g, const moves *m, const moves_code *code, const moves_wide *names, bool *out);

/* moves_each - call back with each option of one row of `heaps` heaps, places * heaps numbers each; some may be given twice
 *
 * which    bit i: option i is wanted
 * Errors   those of the callback; GRUNDY_DOMAIN when nothing bounds a parameter here; GRUNDY_LIMIT */
typedef grundy_status moves_visitor(void *context, const uint64_t *to, unsigned places);
grundy_status moves_each(grundy *g, const moves *m, const uint64_t *heaps, uint64_t which, moves_visitor *visit,
                         void *context);

/* moves_guarded - may option i be used here: do those of its conditions hold that concern heaps only? */
grundy_status moves_guarded(grundy *g, const moves *m, unsigned i, const moves_wide *heaps, bool *out);
grundy_status moves_ended(grundy *g, const moves *m, const uint64_t *heaps, bool *out);

/* moves_box - the family's box */
grundy_status moves_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values);

/* The moves of an option that are the same at every position: from + t step, t = 0, 1, ..., up to `count` of them. */
typedef struct {
    int64_t from[MOVES_HEAPS_MAX], step[MOVES_HEAPS_MAX];
    uint64_t count; /* 1: one move; 0: as many as there are */
    unsigned option;
} moves_ray;

enum { MOVES_RAYS_MAX = 64 };

/* moves_rays - append to rays[] what option i takes away, where that is a union of rays; false where it is not, or too many */
bool moves_rays(const moves *m, unsigned i, moves_ray *rays, unsigned *count);

extern const grundy_family moves_family;

/* moves_of - the rules of a ruleset of this family; NULL for others */
const moves *moves_of(const grundy_ruleset *r);

#endif
