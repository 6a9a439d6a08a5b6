/* The grammar of rules in one line:
 *
 *   rules     := names "->" option { "|" option } { ";" clause }
 *   option    := place { "+" place } [ "if" condition ]          place := sum { "," sum }, one for each heap
 *   clause    := "end" condition | "unordered"
 *   condition := all { "or" all }      all := atom { "and" atom }
 *   atom      := "not" atom | "(" condition ")" | sum relation sum { relation sum }
 *   sum       := product { ("+" | "-") product }                 "+" only within brackets or conditions
 *   product   := factor { ["*"] factor } [ "mod" factor ]
 *   factor    := number | name | "-" factor | "(" sum ")" | "abs" "(" sum ")" */
#include <ctype.h>
#include <string.h>

#include "rulesets/heaps/moves.h"

enum { NESTING_MAX = 12 };

typedef struct {
    grundy_scanner s;
    moves *m;
    moves_option *option; /* the one that is being read; NULL: names are heaps only */
    unsigned nesting;
} moves_reader;

/* ---- words and names ---- */

static grundy_status moves_too_large(moves_reader *r, unsigned column)
{
    return grundy_scan_reject(&r->s, column, "this expression is too large: at most %d terms of degree %d",
                              MOVES_TERMS_MAX, MOVES_DEGREE_MAX);
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of the name that stands here, 0 if none does. */
static size_t moves_name_here(moves_reader *r)
{
    size_t length = 0;
    if (isalpha((unsigned char)grundy_scan_peek(&r->s)))
        while (is_name_byte(r->s.at[length]))
            length++;
    return length;
}

static bool moves_is_word(const char *text, size_t length)
{
    static const char *const words[] = {"if", "and", "or", "not", "mod", "abs", "end", "unordered", "blocking"};
    for (size_t i = 0; i < GRUNDY_COUNT(words); i++)
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0)
            return true;
    return false;
}

static bool moves_accept_word(moves_reader *r, const char *word)
{
    size_t length = moves_name_here(r);
    if (length != strlen(word) || memcmp(r->s.at, word, length) != 0)
        return false;
    r->s.at += length;
    return true;
}

static bool moves_same_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* Read a name that no word of the grammar is. */
static grundy_status moves_read_name(moves_reader *r, const char *expected, const char **name, size_t *length)
{
    *length = moves_name_here(r);
    if (*length == 0 || moves_is_word(r->s.at, *length))
        return grundy_scan_fail(&r->s, "%s", expected);
    if (*length >= sizeof r->m->names[0])
        return grundy_scan_fail(&r->s, "a name of at most %zu letters", sizeof r->m->names[0] - 1);
    *name = r->s.at;
    r->s.at += *length;
    return GRUNDY_OK;
}

/* The number of a name; a parameter that is new gets one. */
static grundy_status moves_number_name(moves_reader *r, unsigned *out)
{
    const char *name;
    size_t length;
    unsigned column = grundy_scan_column(&r->s);
    TRY(moves_read_name(r, "a number, a name or '('", &name, &length));
    for (*out = 0; *out < r->m->heaps; ++*out)
        if (moves_same_name(r->m->names[*out], name, length))
            return GRUNDY_OK;
    if (r->option == NULL)
        return grundy_scan_reject(&r->s, column, "the name %.*s is unknown here; expected a heap", (int)length, name);
    for (unsigned i = 0; i < r->option->parameters; i++, ++*out)
        if (moves_same_name(r->option->names[i], name, length))
            return GRUNDY_OK;
    if (r->option->parameters == MOVES_PARAMETERS_MAX)
        return grundy_scan_reject(&r->s, column, "an option has at most %d parameters", MOVES_PARAMETERS_MAX);
    memcpy(r->option->names[r->option->parameters++], name, length);
    r->option->least[*out] = 1;
    return GRUNDY_OK;
}

/* ---- code ---- */

static size_t moves_steps(const moves_reader *r)
{
    return r->m->steps.size / sizeof(moves_step);
}

static grundy_status moves_emit(moves_reader *r, moves_word word, int64_t number)
{
    moves_step step;
    memset(&step, 0, sizeof step);
    step.word = word;
    step.number = number;
    return grundy_append(&r->m->steps, &step, sizeof step);
}

/* End code that began at `from`. */
static moves_code moves_code_since(const moves_reader *r, size_t from)
{
    moves_code code = {.from = from, .count = moves_steps(r) - from};
    const moves_step *steps = (const moves_step *)(const void *)r->m->steps.data;
    for (size_t i = from; i < from + code.count; i++)
        if (steps[i].word == MOVES_NAME)
            code.names |= UINT32_C(1) << steps[i].number;
    return code;
}

/* Append a copy of code. */
static grundy_status moves_emit_copy(moves_reader *r, const moves_code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        moves_step step;
        memcpy(&step, r->m->steps.data + (code->from + i) * sizeof step, sizeof step);
        TRY(grundy_append(&r->m->steps, &step, sizeof step));
    }
    return GRUNDY_OK;
}

/* ---- expressions ---- */

static grundy_status moves_read_sum(moves_reader *r, moves_expression *out);

static grundy_status moves_read_number(moves_reader *r, moves_expression *out)
{
    unsigned column = grundy_scan_column(&r->s);
    int64_t n = 0;
    while (isdigit((unsigned char)*r->s.at)) {
        n = 10 * n + (*r->s.at++ - '0');
        if (n > MOVES_COEFFICIENT_MAX)
            return grundy_scan_reject(&r->s, column, "the number is too large; expected at most %d",
                                      MOVES_COEFFICIENT_MAX);
    }
    moves_polynomial number = {.count = 1, .terms = {{.coefficient = n}}};
    moves_add(&out->polynomial, &number, 1);
    return moves_emit(r, MOVES_NUMBER, n);
}

static grundy_status moves_read_bracket(moves_reader *r, moves_expression *out)
{
    if (++r->nesting > NESTING_MAX)
        return grundy_scan_fail(&r->s, "at most %d nested brackets", NESTING_MAX);
    grundy_scan_open(&r->s);
    TRY(moves_read_sum(r, out));
    grundy_scan_close(&r->s);
    r->nesting--;
    return grundy_scan_expect(&r->s, ")");
}

static grundy_status moves_read_abs(moves_reader *r, moves_expression *out)
{
    TRY(grundy_scan_expect(&r->s, "("));
    TRY(moves_read_bracket(r, out));
    out->shape = out->shape == MOVES_SHAPE_POLYNOMIAL ? MOVES_SHAPE_ABS : MOVES_SHAPE_OTHER;
    return moves_emit(r, MOVES_ABS, 0);
}

static grundy_status moves_read_factor(moves_reader *r, moves_expression *out)
{
    *out = (moves_expression){.shape = MOVES_SHAPE_POLYNOMIAL};
    unsigned name;
    if (isdigit((unsigned char)grundy_scan_peek(&r->s)))
        return moves_read_number(r, out);
    if (grundy_scan_accept(&r->s, "("))
        return moves_read_bracket(r, out);
    if (moves_accept_word(r, "abs"))
        return moves_read_abs(r, out);
    TRY(moves_number_name(r, &name));
    moves_polynomial one = {.count = 1, .terms = {{.coefficient = 1, .degree = 1, .names = {(unsigned char)name}}}};
    out->polynomial = one;
    return moves_emit(r, MOVES_NAME, name);
}

static grundy_status moves_read_modulus(moves_reader *r, moves_expression *out)
{
    moves_expression modulus;
    TRY(moves_read_factor(r, &modulus));
    bool simple = out->shape == MOVES_SHAPE_POLYNOMIAL && modulus.shape == MOVES_SHAPE_POLYNOMIAL &&
                  moves_constant(&modulus.polynomial, &out->modulus) && out->modulus > 0;
    out->shape = simple ? MOVES_SHAPE_MOD : MOVES_SHAPE_OTHER;
    return moves_emit(r, MOVES_MOD, 0);
}

/* Does another factor stand here: 2k, 2(k+1), k*y? */
static bool moves_factor_follows(moves_reader *r)
{
    char c = grundy_scan_peek(&r->s);
    size_t length = moves_name_here(r);
    return grundy_scan_accept(&r->s, "*") || c == '(' ||
           (length > 0 && (!moves_is_word(r->s.at, length) || moves_same_name("abs", r->s.at, length)));
}

static grundy_status moves_read_product(moves_reader *r, moves_expression *out)
{
    unsigned column = grundy_scan_column(&r->s);
    bool minus = grundy_scan_accept(&r->s, "-");
    TRY(moves_read_factor(r, out));
    while (moves_factor_follows(r)) {
        moves_expression factor;
        moves_polynomial product;
        TRY(moves_read_factor(r, &factor));
        if (out->shape != MOVES_SHAPE_POLYNOMIAL || factor.shape != MOVES_SHAPE_POLYNOMIAL)
            out->shape = MOVES_SHAPE_OTHER;
        else if (!moves_multiply(&out->polynomial, &factor.polynomial, &product))
            return moves_too_large(r, column);
        else
            out->polynomial = product;
        TRY(moves_emit(r, MOVES_TIMES, 0));
    }
    if (minus) {
        moves_polynomial negative = {.count = 0};
        moves_add(&negative, &out->polynomial, -1);
        out->polynomial = negative;
        out->shape = out->shape == MOVES_SHAPE_POLYNOMIAL ? MOVES_SHAPE_POLYNOMIAL : MOVES_SHAPE_OTHER;
        TRY(moves_emit(r, MOVES_NEGATE, 0));
    }
    return moves_accept_word(r, "mod") ? moves_read_modulus(r, out) : GRUNDY_OK;
}

/* Is this the - of a difference and not that of an arrow? */
static bool moves_accept_minus(moves_reader *r)
{
    return grundy_scan_peek(&r->s) == '-' && r->s.at[1] != '>' && grundy_scan_accept(&r->s, "-");
}

static grundy_status moves_read_sum(moves_reader *r, moves_expression *out)
{
    unsigned column = grundy_scan_column(&r->s);
    size_t from = moves_steps(r);
    TRY(moves_read_product(r, out));
    for (;;) {
        moves_expression term;
        bool plus = r->s.depth > 0 && grundy_scan_accept(&r->s, "+");
        if (!plus && !moves_accept_minus(r))
            break;
        TRY(moves_read_product(r, &term));
        if (out->shape != MOVES_SHAPE_POLYNOMIAL || term.shape != MOVES_SHAPE_POLYNOMIAL)
            out->shape = MOVES_SHAPE_OTHER;
        else if (!moves_add(&out->polynomial, &term.polynomial, plus ? 1 : -1))
            return moves_too_large(r, column);
        TRY(moves_emit(r, plus ? MOVES_PLUS : MOVES_MINUS, 0));
    }
    out->code = moves_code_since(r, from);
    return GRUNDY_OK;
}

/* ---- conditions ---- */

typedef struct {
    moves_conjunct *list; /* room for MOVES_CONJUNCTS_MAX; NULL: not wanted */
    unsigned count;
} moves_conjuncts;

static grundy_status moves_read_condition(moves_reader *r, moves_conjuncts *out);

/* A relation, with its sides exchanged for > and >=. */
static bool moves_accept_relation(moves_reader *r, moves_word *word, bool *exchanged)
{
    static const struct {
        const char *text;
        moves_word word;
        bool exchanged;
    } relations[] = {{"<=", MOVES_AT_MOST, false}, {">=", MOVES_AT_MOST, true}, {"!=", MOVES_UNEQUAL, false},
                     {"<", MOVES_LESS, false},     {">", MOVES_LESS, true},     {"==", MOVES_EQUAL, false},
                     {"=", MOVES_EQUAL, false}};
    for (size_t i = 0; i < GRUNDY_COUNT(relations); i++)
        if (grundy_scan_accept(&r->s, relations[i].text)) {
            *word = relations[i].word;
            *exchanged = relations[i].exchanged;
            return true;
        }
    return false;
}

/* Read "left < right < ..." of which left has been read; each relation is a conjunct. Returns how many there are. */
static grundy_status moves_read_relations(moves_reader *r, moves_expression left, moves_conjuncts *out, unsigned *count)
{
    moves_word word;
    bool exchanged;
    *count = 0;
    while (moves_accept_relation(r, &word, &exchanged)) {
        moves_conjunct c = {.comparison = true, .relation = word};
        moves_expression right;
        TRY(moves_read_sum(r, &right));
        c.left = exchanged ? right : left;
        c.right = exchanged ? left : right;
        size_t from = moves_steps(r);
        TRY(moves_emit_copy(r, &c.left.code));
        TRY(moves_emit_copy(r, &c.right.code));
        TRY(moves_emit(r, word, 0));
        c.code = moves_code_since(r, from);
        if (out->count == MOVES_CONJUNCTS_MAX)
            return grundy_scan_fail(&r->s, "at most %d conditions", MOVES_CONJUNCTS_MAX);
        out->list[out->count++] = c;
        left = right;
        ++*count;
    }
    return *count > 0 ? GRUNDY_OK : grundy_scan_fail(&r->s, "one of < <= = != >= >");
}

/* Does a bracket stand here that holds a condition and not a number? */
static bool moves_condition_in_bracket(moves_reader *r)
{
    if (grundy_scan_peek(&r->s) != '(')
        return false;
    unsigned depth = 0;
    for (const char *c = r->s.at; *c != '\0'; c++) {
        depth += *c == '(';
        depth -= *c == ')';
        if (strchr("<>=!", *c) != NULL)
            return true;
        if (depth == 0)
            return false;
    }
    return false;
}

/* Make one conjunct of those from `first` on, joined by `and`. */
static grundy_status moves_join(moves_reader *r, moves_conjuncts *out, unsigned first, moves_word word)
{
    size_t from = moves_steps(r);
    for (unsigned i = first; i < out->count; i++) {
        TRY(moves_emit_copy(r, &out->list[i].code));
        if (i > first)
            TRY(moves_emit(r, word, 0));
    }
    moves_code code = moves_code_since(r, from);
    if (out->count - first > 1)
        out->list[first] = (moves_conjunct){.code = code};
    out->list[first].code = code;
    out->count = first + 1;
    return GRUNDY_OK;
}

static grundy_status moves_read_atom(moves_reader *r, moves_conjuncts *out)
{
    unsigned count, first = out->count;
    bool negated = false;
    while (moves_accept_word(r, "not"))
        negated = !negated;
    if (moves_condition_in_bracket(r)) {
        grundy_scan_accept(&r->s, "(");
        if (++r->nesting > NESTING_MAX)
            return grundy_scan_fail(&r->s, "at most %d nested brackets", NESTING_MAX);
        TRY(moves_read_condition(r, out));
        r->nesting--;
        TRY(grundy_scan_expect(&r->s, ")"));
    } else {
        moves_expression left;
        TRY(moves_read_sum(r, &left));
        TRY(moves_read_relations(r, left, out, &count));
    }
    if (!negated)
        return GRUNDY_OK;
    TRY(moves_join(r, out, first, MOVES_AND));
    moves_code code = out->list[first].code;
    size_t from = moves_steps(r);
    TRY(moves_emit_copy(r, &code));
    TRY(moves_emit(r, MOVES_NOT, 0));
    out->list[first] = (moves_conjunct){.code = moves_code_since(r, from)};
    return GRUNDY_OK;
}

/* Append the conjuncts of a condition: several for a chain of `and`, one where there is an `or`. */
static grundy_status moves_read_condition(moves_reader *r, moves_conjuncts *out)
{
    unsigned first = out->count, alternatives = 0;
    do {
        unsigned begin = out->count;
        if (begin == MOVES_CONJUNCTS_MAX)
            return grundy_scan_fail(&r->s, "at most %d conditions", MOVES_CONJUNCTS_MAX);
        do {
            TRY(moves_read_atom(r, out));
        } while (moves_accept_word(r, "and"));
        bool more = moves_accept_word(r, "or");
        if (!more && alternatives == 0)
            return GRUNDY_OK;
        TRY(moves_join(r, out, begin, MOVES_AND));
        alternatives++;
        if (!more)
            break;
    } while (true);
    return moves_join(r, out, first, MOVES_OR);
}

/* ---- options and clauses ---- */

static grundy_status moves_read_place(moves_reader *r, moves_polynomial *to)
{
    for (unsigned i = 0; i < r->m->heaps; i++) {
        moves_expression e;
        if (i > 0 && !grundy_scan_accept(&r->s, ","))
            return grundy_scan_fail(&r->s, "',' and %u more of the heaps; a sum within a heap is written in brackets",
                                    r->m->heaps - i);
        unsigned column = grundy_scan_column(&r->s);
        TRY(moves_read_sum(r, &e));
        if (e.shape != MOVES_SHAPE_POLYNOMIAL)
            return grundy_scan_reject(&r->s, column, "abs and mod belong into conditions, after if");
        to[i] = e.polynomial;
    }
    return GRUNDY_OK;
}

static grundy_status moves_read_option(moves_reader *r, moves_option *o)
{
    *o = (moves_option){.places = 0};
    r->option = o;
    o->column = grundy_scan_column(&r->s);
    do {
        if (o->places == MOVES_PLACES_MAX)
            return grundy_scan_fail(&r->s, "at most %d summands", MOVES_PLACES_MAX);
        TRY(moves_read_place(r, o->to[o->places++]));
    } while (grundy_scan_accept(&r->s, "+"));
    r->m->splits = r->m->splits || o->places > 1;
    if (!moves_accept_word(r, "if"))
        return GRUNDY_OK;
    moves_conjuncts list = {.list = o->conjunct};
    grundy_scan_open(&r->s);
    TRY(moves_read_condition(r, &list));
    grundy_scan_close(&r->s);
    o->conjuncts = list.count;
    return GRUNDY_OK;
}

static grundy_status moves_read_options(moves_reader *r)
{
    moves *m = r->m;
    do {
        grundy_status status = GRUNDY_OK;
        if (m->options == MOVES_OPTIONS_MAX)
            return grundy_scan_fail(&r->s, "at most %d options", MOVES_OPTIONS_MAX);
        size_t size = sizeof *m->option;
        moves_option *more = grundy_resize(m->g, m->option, m->options * size, (m->options + 1) * size, &status);
        if (more == NULL)
            return status;
        m->option = more;
        TRY(moves_read_option(r, &m->option[m->options++]));
    } while (grundy_scan_accept(&r->s, "|"));
    m->sums = m->heaps == 1 || m->splits;
    return GRUNDY_OK;
}

static grundy_status moves_read_end(moves_reader *r)
{
    moves_conjunct *list = NULL;
    grundy_status status = GRUNDY_OK;
    list = handle_new(r->m->g, MOVES_CONJUNCTS_MAX, sizeof *list, &status);
    if (list == NULL)
        return status;
    moves_conjuncts all = {.list = list};
    r->option = NULL;
    grundy_scan_open(&r->s);
    status = moves_read_condition(r, &all);
    grundy_scan_close(&r->s);
    if (status == GRUNDY_OK)
        status = moves_join(r, &all, 0, MOVES_AND);
    r->m->end = list[0].code;
    r->m->ends = true;
    handle_free(r->m->g, list, MOVES_CONJUNCTS_MAX * sizeof *list);
    return status;
}

static grundy_status moves_read_clauses(moves_reader *r)
{
    while (grundy_scan_accept(&r->s, ";")) {
        unsigned column = grundy_scan_column(&r->s);
        if (moves_accept_word(r, "unordered")) {
            r->m->unordered = true;
        } else if (moves_accept_word(r, "end")) {
            if (r->m->ends)
                return grundy_scan_reject(&r->s, column, "there is an end already; join conditions by or");
            TRY(moves_read_end(r));
        } else {
            return grundy_scan_fail(&r->s, "'end' and a condition, or 'unordered'");
        }
    }
    return grundy_scan_peek(&r->s) == '\0' ? GRUNDY_OK
                                           : grundy_scan_fail(&r->s, "an operator, '|', 'if', ';' or the end");
}

static grundy_status moves_read_heaps(moves_reader *r)
{
    moves *m = r->m;
    do {
        const char *name;
        size_t length;
        unsigned column = grundy_scan_column(&r->s);
        TRY(moves_read_name(r, "the name of a heap", &name, &length));
        for (unsigned i = 0; i < m->heaps; i++)
            if (moves_same_name(m->names[i], name, length))
                return grundy_scan_reject(&r->s, column, "two heaps are called %.*s", (int)length, name);
        if (m->heaps == MOVES_HEAPS_MAX)
            return grundy_scan_reject(&r->s, column, "at most %d heaps", MOVES_HEAPS_MAX);
        memcpy(m->names[m->heaps++], name, length);
    } while (grundy_scan_accept(&r->s, ","));
    return grundy_scan_expect(&r->s, "->");
}

grundy_status moves_read(grundy *g, const char *text, moves *out)
{
    memset(out, 0, sizeof *out);
    out->g = g;
    out->steps = grundy_buffer_open(g);
    moves_reader r = {.s = scan_begin(g, "moves", text, NULL), .m = out};
    TRY(moves_read_heaps(&r));
    TRY(moves_read_options(&r));
    return moves_read_clauses(&r);
}

void moves_close(moves *m)
{
    handle_free(m->g, m->option, m->options * sizeof *m->option);
    grundy_buffer_close(&m->steps);
}
