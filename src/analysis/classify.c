/* classify.c - the classes of Conway, Gurvich and Ho (nim on partitions, section 5)
 *
 * Each class is a condition on every position of the set and its options, so one pass decides all of them; the first
 * position that breaks a condition is its witness. The theorems that nest the classes (figure 1 of the paper) are
 * checked at the end: a set that broke them would mean a mistake here. */
#include "analysis/classify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/template.h"

const char *grundy_class_word(grundy_class c)
{
    switch (c) {
#define CLASS_WORD(name, word, help) \
    case GRUNDY_##name:              \
        return word;
        GRUNDY_CLASSES(CLASS_WORD)
#undef CLASS_WORD
    case GRUNDY_CLASS_COUNT:
        break;
    }
    return "unknown";
}

const char *grundy_class_help(grundy_class c)
{
    switch (c) {
#define CLASS_HELP(name, word, help) \
    case GRUNDY_##name:              \
        return help;
        GRUNDY_CLASSES(CLASS_HELP)
#undef CLASS_HELP
    case GRUNDY_CLASS_COUNT:
        break;
    }
    return "";
}

void grundy_classification_close(grundy_classification *c)
{
    for (int i = 0; i < GRUNDY_CLASS_COUNT; i++)
        grundy_buffer_close(&c->witness[i]);
    grundy_buffer_close(&c->pairs);
    grundy_list_close(&c->examples);
}

/* ---- pairs of values ---- */

typedef enum { ZERO_ONE, ONE_ZERO, EQUAL, WILD } pair_kind;

static pair_kind kind_of(const closure *c, size_t i)
{
    uint32_t normal = closure_normal(c, i), misere = closure_misere(c, i);
    if (normal == 0 && misere == 1)
        return ZERO_ONE;
    if (normal == 1 && misere == 0)
        return ONE_ZERO;
    return normal == misere ? EQUAL : WILD;
}

static bool has_option_of_kind(const closure *c, size_t i, pair_kind kind)
{
    size_t count;
    const uint32_t *options = closure_options(c, i, &count);
    for (size_t k = 0; k < count; k++)
        if (kind_of(c, options[k]) == kind)
            return true;
    return false;
}

static grundy_status classify_print(const closure *c, size_t i, grundy_buffer *out)
{
    TRY(grundy_position_print(c->g, c->r, numbering_at(&c->positions, i), out));
    return grundy_appendf(out, ", a (%" PRIu32 ",%" PRIu32 ")-position", closure_normal(c, i), closure_misere(c, i));
}

/* ---- conditions: each leaves its witness for position i ---- */

typedef struct {
    const closure *c;
    grundy_classification *result;
} classifier;

static grundy_status break_class(classifier *k, grundy_class which, size_t i, const char *why)
{
    k->result->holds[which] = false;
    TRY(classify_print(k->c, i, &k->result->witness[which]));
    return grundy_appendf(&k->result->witness[which], "%s", why);
}

static grundy_status break_by_option(classifier *k, grundy_class which, size_t i, size_t option, const char *why)
{
    TRY(break_class(k, which, i, ", has the option "));
    TRY(classify_print(k->c, option, &k->result->witness[which]));
    return grundy_appendf(&k->result->witness[which], "%s", why);
}

static grundy_status check_returnable(classifier *k, size_t i, pair_kind kind)
{
    size_t count, replies;
    const uint32_t *options = closure_options(k->c, i, &count);
    for (size_t o = 0; o < count; o++) {
        closure_options(k->c, options[o], &replies);
        if (replies > 0 && !has_option_of_kind(k->c, options[o], kind))
            return break_by_option(k, GRUNDY_RETURNABLE, i, options[o],
                                   kind == ZERO_ONE ? ", which has no move to a (0,1)-position"
                                                    : ", which has no move to a (1,0)-position");
    }
    return GRUNDY_OK;
}

static grundy_status check_forced(classifier *k, size_t i, pair_kind kind)
{
    size_t count;
    const uint32_t *options = closure_options(k->c, i, &count);
    pair_kind wanted = kind == ZERO_ONE ? ONE_ZERO : ZERO_ONE;
    for (size_t o = 0; o < count; o++)
        if (kind_of(k->c, options[o]) != wanted)
            return break_by_option(k, GRUNDY_FORCED, i, options[o], "");
    return GRUNDY_OK;
}

static grundy_status check_miserable(classifier *k, size_t i)
{
    bool to_zero = has_option_of_kind(k->c, i, ZERO_ONE), to_one = has_option_of_kind(k->c, i, ONE_ZERO);
    if (to_zero == to_one)
        return GRUNDY_OK;
    return break_class(k, GRUNDY_MISERABLE, i,
                       to_zero ? ", has a move to a (0,1)-position and none to a (1,0)-position"
                               : ", has a move to a (1,0)-position and none to a (0,1)-position");
}

static grundy_status check_position(classifier *k, size_t i)
{
    const bool *holds = k->result->holds;
    pair_kind kind = kind_of(k->c, i);
    if (kind == ZERO_ONE || kind == ONE_ZERO) {
        if (holds[GRUNDY_RETURNABLE])
            TRY(check_returnable(k, i, kind));
        return holds[GRUNDY_FORCED] ? check_forced(k, i, kind) : GRUNDY_OK;
    }
    if (holds[GRUNDY_MISERABLE])
        TRY(check_miserable(k, i));
    if (holds[GRUNDY_PET] && (kind == WILD || closure_normal(k->c, i) < 2))
        TRY(break_class(k, GRUNDY_PET, i, ""));
    if (holds[GRUNDY_TAME] && kind == WILD)
        TRY(break_class(k, GRUNDY_TAME, i, ""));
    return GRUNDY_OK;
}

/* ---- small positions first ---- */

typedef struct {
    grundy_bytes bytes;
    uint32_t normal, misere, position;
} occurrence;

/* Short positions make the witnesses that are easiest to check. */
static int by_length(const void *a, const void *b)
{
    const occurrence *x = a, *y = b;
    if (x->bytes.size != y->bytes.size)
        return x->bytes.size < y->bytes.size ? -1 : 1;
    return x->bytes.size == 0 ? 0 : memcmp(x->bytes.data, y->bytes.data, x->bytes.size);
}

/* ---- the pairs that occur ---- */

static int by_pair(const void *a, const void *b)
{
    const occurrence *x = a, *y = b;
    if (x->normal != y->normal)
        return x->normal < y->normal ? -1 : 1;
    if (x->misere != y->misere)
        return x->misere < y->misere ? -1 : 1;
    return by_length(a, b);
}

static grundy_status classify_add_pair(const closure *c, const occurrence *first, uint64_t count,
                                       grundy_classification *out)
{
    grundy_pair pair = {.normal = first->normal, .misere = first->misere, .count = count};
    grundy_buffer text = grundy_buffer_open(c->g);
    grundy_status status = grundy_position_print(c->g, c->r, numbering_at(&c->positions, first->position), &text);
    if (status == GRUNDY_OK)
        status = grundy_list_add(&out->examples, grundy_buffer_text(&text), text.size + 1);
    grundy_buffer_close(&text);
    return status == GRUNDY_OK ? grundy_append(&out->pairs, &pair, sizeof pair) : status;
}

static bool same_pair(const occurrence *a, const occurrence *b)
{
    return a->normal == b->normal && a->misere == b->misere;
}

static grundy_status collect_pairs(const closure *c, occurrence *all, size_t count, grundy_classification *out)
{
    size_t first = 0;
    qsort(all, count, sizeof *all, by_pair);
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && same_pair(&all[i], &all[i + 1]))
            continue;
        TRY(classify_add_pair(c, &all[first], i + 1 - first, out));
        first = i + 1;
    }
    return GRUNDY_OK;
}

/* Gurvich and Ho: pet implies returnable and miserable, miserable implies tame, forced implies returnable. */
static grundy_status check_nesting(grundy *g, const bool *holds)
{
    static const grundy_class nested[][2] = {{GRUNDY_PET, GRUNDY_RETURNABLE},
                                             {GRUNDY_PET, GRUNDY_MISERABLE},
                                             {GRUNDY_MISERABLE, GRUNDY_TAME},
                                             {GRUNDY_FORCED, GRUNDY_RETURNABLE}};
    for (size_t i = 0; i < GRUNDY_COUNT(nested); i++)
        if (holds[nested[i][0]] && !holds[nested[i][1]])
            return grundy_fail(g, GRUNDY_DISAGREE, "a set of positions that is %s and not %s contradicts a theorem",
                               grundy_class_word(nested[i][0]), grundy_class_word(nested[i][1]));
    return GRUNDY_OK;
}

static grundy_status check_all(const closure *c, grundy_classification *result)
{
    grundy_status status = GRUNDY_OK;
    size_t count = closure_count(c);
    classifier k = {.c = c, .result = result};
    occurrence *all = handle_new(c->g, count + 1, sizeof *all, &status);
    if (all == NULL)
        return status;
    for (size_t i = 0; i < count; i++)
        all[i] = (occurrence){numbering_at(&c->positions, i), closure_normal(c, i), closure_misere(c, i), (uint32_t)i};
    qsort(all, count, sizeof *all, by_length);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = check_position(&k, all[i].position);
    if (status == GRUNDY_OK)
        status = check_nesting(c->g, result->holds);
    if (status == GRUNDY_OK)
        status = collect_pairs(c, all, count, result);
    handle_free(c->g, all, (count + 1) * sizeof *all);
    return status;
}

grundy_status classify_closure(const closure *c, grundy_classification *out)
{
    grundy_classification result = {.positions = closure_count(c)};
    for (int i = 0; i < GRUNDY_CLASS_COUNT; i++) {
        result.holds[i] = true;
        result.witness[i] = grundy_buffer_open(c->g);
    }
    result.pairs = grundy_buffer_open(c->g);
    result.examples = grundy_list_open(c->g);
    grundy_status status = check_all(c, &result);
    if (status == GRUNDY_OK)
        *out = result;
    else
        grundy_classification_close(&result);
    return status;
}

/* ---- templates ---- */

static grundy_status add_assignments(grundy *g, const grundy_table_request *request, const grundy_ruleset *r,
                                     assignments *a, closure *c)
{
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    uint32_t number;
    bool more = true;
    do {
        scan_scope scope = assignments_scope(a, a->count);
        position.size = 0;
        status = position_parse_scoped(g, r, request->position, &scope, &position);
        if (status == GRUNDY_OK)
            status = closure_add(c, grundy_buffer_bytes(&position), &number);
        if (status == GRUNDY_OK)
            status = assignments_next(a, 0, a->count, &more);
    } while (status == GRUNDY_OK && more);
    grundy_buffer_close(&position);
    return status;
}

static grundy_status classify_ruleset(grundy *g, const grundy_table_request *request, const grundy_ruleset *r,
                                      assignments *a, grundy_classification *out)
{
    bool some = true;
    TRY(assignments_first(a, 0, &some));
    closure c = closure_open(g, r, 0);
    grundy_status status = some ? add_assignments(g, request, r, a, &c) : GRUNDY_OK;
    if (status == GRUNDY_OK)
        status = closure_solve(&c);
    if (status == GRUNDY_OK)
        status = classify_closure(&c, out);
    closure_close(&c);
    return status;
}

grundy_status grundy_classify(grundy *g, const grundy_table_request *request, grundy_classification *out)
{
    assignments a;
    grundy_ruleset *r;
    TRY(grundy_ruleset_open(g, request->ruleset, &r));
    grundy_status status = assignments_open(g, request->ruleset, request->variables, request->count, &a);
    if (status == GRUNDY_OK) {
        status = classify_ruleset(g, request, r, &a, out);
        assignments_close(&a);
    }
    grundy_ruleset_close(r);
    return status;
}
