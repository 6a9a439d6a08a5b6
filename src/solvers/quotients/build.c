/* build.c - adding a component G to a quotient
 *
 * First the generalised mex rule of Siegel: can G have one of the elements that there are? Else the sums are X + nG, with X
 * a sum of the components before. For n = 0, 1, 2, ... let F(n) be the set of the X for which X + nG is a P-position: X is
 * in F(n) when no X + (n-1)G + G' is a P-position, which F(n-1) says, and no option of X is in F(n). A monoid that tells F(0),
 * ..., F(n) is found by kernel.h. F(n) follows from F(n-1), so the F repeat when one comes again, if the new quotient is finite,
 * and then the pairs of an element and n are a finite monoid, which is reduced. */
#include "solvers/quotients/build.h"

#include <string.h>

#include "solvers/quotients/kernel.h"

/* ---- a quotient and what belongs to it ---- */

/* Take an image over, whose arrays are in the arena, with its P-portion. */
static grundy_status quotient_settle(quotient *q, arena *memory, const image *i, uint64_t *p)
{
    grundy *g = i->g;
    grundy_status status = GRUNDY_OK;
    const size_t words = image_words(i);
    uint64_t *rows = NULL, *scratch = arena_new(memory, 2 * words, sizeof *scratch, &status);
    if (scratch == NULL)
        return status;
    TRY(image_rows(i, memory, p, &rows));
    grundy_buffer values = grundy_buffer_open(g);
    status = grundy_append(&values, i->values, ((size_t)i->components + 1) * sizeof(uint32_t));
    if (status != GRUNDY_OK) {
        grundy_buffer_close(&values);
        return status;
    }
    grundy_buffer_close(&q->values);
    arena_close(&q->memory);
    q->values = values;
    q->memory = *memory;
    memory->newest = NULL;
    q->i = *i;
    q->i.source = &q->source;
    q->i.values = (uint32_t *)(void *)q->values.data;
    q->p = p;
    q->rows = rows;
    q->scratch = scratch;
    return GRUNDY_OK;
}

static grundy_status quotient_note_kind(quotient *q, const uint64_t *options, uint32_t value)
{
    uint32_t number;
    const grundy_bytes name = {(const unsigned char *)options, image_words(&q->i) * sizeof *options};
    TRY(numbering_add(&q->kinds, name, &number));
    if (number == q->kind_values.size / sizeof value)
        TRY(grundy_append(&q->kind_values, &value, sizeof value));
    return GRUNDY_OK;
}

static grundy_status quotient_forget_kinds(quotient *q)
{
    grundy *g = q->i.g;
    numbering_close(&q->kinds);
    q->kinds = numbering_open(g);
    q->kind_values.size = 0;
    transitions_close(&q->t);
    return transitions_open(&q->i, &q->t);
}

/* The transitions of all components. */
static grundy_status quotient_all_transitions(quotient *q)
{
    const size_t words = image_words(&q->i);
    TRY(quotient_forget_kinds(q));
    for (uint32_t c = 1; c <= q->i.components; c++) {
        uint64_t *options = q->scratch, *reach = q->scratch + words;
        memset(options, 0, words * sizeof *options);
        TRY(image_options(&q->i, c, options));
        if (numbering_find(&q->kinds, (grundy_bytes){(unsigned char *)options, words * sizeof *options}) != UINT32_MAX)
            continue;
        image_reach(&q->i, q->rows, options, reach);
        TRY(quotient_note_kind(q, options, q->i.values[c]));
        TRY(transitions_add(&q->t, c, q->i.values[c], reach));
    }
    return GRUNDY_OK;
}

grundy_status quotient_begin(grundy *g, const component_source *source, uint32_t most, quotient *out)
{
    arena a = arena_open(g);
    image i = {.g = g};
    uint64_t *p = NULL;
    *out = (quotient){.i = i, .source = *source, .most = most, .memory = arena_open(g)};
    out->values = grundy_buffer_open(g);
    out->kind_values = grundy_buffer_open(g);
    out->kinds = numbering_open(g);
    grundy_status status = monoid_new(&a, 1, 0, &i.m);
    if (status == GRUNDY_OK)
        status = monoid_table(&a, &i.m, &i.table);
    if (status == GRUNDY_OK) {
        i.values = arena_new(&a, 1, sizeof *i.values, &status);
        p = arena_new(&a, 1, sizeof *p, &status);
    }
    if (i.values != NULL && p != NULL)
        status = quotient_settle(out, &a, &i, p);
    arena_close(&a);
    if (status == GRUNDY_OK)
        status = transitions_open(&out->i, &out->t);
    return status;
}

void quotient_end(quotient *q)
{
    if (q->i.g == NULL)
        return;
    transitions_close(&q->t);
    numbering_close(&q->kinds);
    grundy_buffer_close(&q->kind_values);
    grundy_buffer_close(&q->values);
    arena_close(&q->memory);
    *q = (quotient){.most = 0};
}

/* ---- sums with several of the new component ---- */

typedef struct {
    const quotient *q;
    uint32_t component;
    arena a;
    image i;           /* that tells the sets */
    grundy_buffer f;   /* uint64_t * each: the sets F(0), F(1), ... */
    size_t first_same; /* when the last is the same as this one */
    bool repeats;
} powers;

static uint64_t **powers_sets(const powers *s)
{
    return (uint64_t **)(void *)s->f.data;
}

static size_t powers_count(const powers *s)
{
    return s->f.size / sizeof(uint64_t *);
}

/* Each set on another monoid, whose elements e stand for from[e] here. */
static grundy_status powers_move(powers *s, uint32_t order, const uint32_t *from, size_t count)
{
    grundy_status status = GRUNDY_OK;
    for (size_t n = 0; n < count; n++) {
        uint64_t *set = arena_new(&s->a, bits_words(order), sizeof *set, &status);
        if (set == NULL)
            return status;
        for (uint32_t e = 0; e < order; e++)
            if (bits_has(powers_sets(s)[n], from[e]))
                bits_add(set, e);
        powers_sets(s)[n] = set;
    }
    return GRUNDY_OK;
}

/* Labels by the sets to which elements belong. */
static grundy_status powers_labels(powers *s, uint32_t *labels)
{
    numbering names = numbering_open(s->q->i.g);
    grundy_buffer name = grundy_buffer_open(s->q->i.g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t e = 0; e < s->i.m.order && status == GRUNDY_OK; e++) {
        name.size = 0;
        for (size_t n = 0; n < powers_count(s) && status == GRUNDY_OK; n++)
            status = grundy_append(&name, bits_has(powers_sets(s)[n], e) ? "P" : "N", 1);
        if (status == GRUNDY_OK)
            status = numbering_add(&names, grundy_buffer_bytes(&name), &labels[e]);
    }
    grundy_buffer_close(&name);
    numbering_close(&names);
    return status;
}

/* The image over the classes of its monoid. */
static grundy_status image_reduced(arena *a, const image *i, uint32_t *labels, image *out, uint32_t **firsts)
{
    grundy_status status = GRUNDY_OK;
    image less = *i;
    TRY(monoid_reduce(a, &i->m, labels, &less.m));
    TRY(monoid_table(a, &less.m, &less.table));
    less.values = arena_new(a, (size_t)i->components + 1, sizeof *less.values, &status);
    *firsts = arena_new(a, less.m.order, sizeof **firsts, &status);
    if (less.values == NULL || *firsts == NULL)
        return status;
    for (uint32_t c = 1; c <= i->components; c++)
        less.values[c] = labels[i->values[c]];
    for (uint32_t e = i->m.order; e-- > 0;)
        (*firsts)[labels[e]] = e;
    *out = less;
    return GRUNDY_OK;
}

static grundy_status powers_reduce(powers *s)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *labels = arena_new(&s->a, s->i.m.order, sizeof *labels, &status), *firsts = NULL;
    if (labels == NULL)
        return status;
    TRY(powers_labels(s, labels));
    TRY(image_reduced(&s->a, &s->i, labels, &s->i, &firsts));
    return powers_move(s, s->i.m.order, firsts, powers_count(s));
}

/* From F(n-1) to F(n). */
static grundy_status powers_next(powers *s)
{
    grundy_status status = GRUNDY_OK;
    const size_t words = image_words(&s->i), n = powers_count(s);
    uint64_t *options = arena_new(&s->a, words, sizeof *options, &status), *rows = NULL, *f = NULL;
    uint64_t *won = arena_new(&s->a, words, sizeof *won, &status);
    uint32_t *old = NULL;
    image next;
    if (options == NULL || won == NULL)
        return status;
    TRY(image_options(&s->i, s->component, options));
    TRY(image_rows(&s->i, &s->a, powers_sets(s)[n - 1], &rows));
    image_reach(&s->i, rows, options, won);
    TRY(kernel_find(&s->i, won, s->q->most, &s->a, &next, &f, &old));
    s->i = next;
    if (old != NULL)
        TRY(powers_move(s, next.m.order, old, n));
    TRY(grundy_append(&s->f, &f, sizeof f));
    if (old != NULL)
        TRY(powers_reduce(s));
    for (size_t k = 0; k < n && !s->repeats; k++)
        if (memcmp(powers_sets(s)[k], powers_sets(s)[n], image_words(&s->i) * sizeof *f) == 0) {
            s->repeats = true;
            s->first_same = k;
        }
    return GRUNDY_OK;
}

/* The element of x + n times the new component. */
static uint32_t powers_element(const powers *s, uint32_t x, size_t n)
{
    const size_t period = powers_count(s) - 1 - s->first_same;
    if (n >= powers_count(s) - 1)
        n = s->first_same + (n - s->first_same) % period;
    return (uint32_t)n * s->i.m.order + x;
}

/* The monoid of all sums, with labels P and N. */
static grundy_status powers_monoid(powers *s, monoid *out, uint32_t **labels)
{
    const uint32_t order = s->i.m.order, before = s->i.m.generators;
    const size_t count = powers_count(s) - 1;
    grundy_status status = GRUNDY_OK;
    monoid m;
    TRY(monoid_new(&s->a, (uint64_t)order * count, before + 1, &m));
    *labels = arena_new(&s->a, m.order, sizeof **labels, &status);
    if (*labels == NULL)
        return status;
    for (size_t n = 0; n < count; n++)
        for (uint32_t x = 0; x < order; x++) {
            const uint32_t e = powers_element(s, x, n);
            for (uint32_t i = 0; i < before; i++)
                m.steps[(size_t)e * m.generators + i] = powers_element(s, monoid_step(&s->i.m, x, i), n);
            m.steps[(size_t)e * m.generators + before] = powers_element(s, x, n + 1);
            m.parent[e] = n == 0 ? s->i.m.parent[x] : powers_element(s, x, n - 1);
            m.last[e] = n == 0 ? s->i.m.last[x] : before;
            (*labels)[e] = bits_has(powers_sets(s)[n], x) ? 1 : 0;
        }
    *out = m;
    return GRUNDY_OK;
}

/* Leave out generators that are not their own least words. */
static grundy_status image_prune(arena *a, image *i)
{
    grundy_status status = GRUNDY_OK;
    const uint32_t count = i->m.generators;
    monoid less = {.order = i->m.order};
    uint32_t *kept = arena_new(a, (size_t)count + 1, sizeof *kept, &status);
    uint32_t *generators = arena_new(a, (size_t)count + 1, sizeof *generators, &status);
    uint32_t *renamed = arena_new(a, (size_t)count + 1, sizeof *renamed, &status);
    if (kept == NULL || generators == NULL || renamed == NULL)
        return status;
    for (uint32_t g = 0; g < count; g++)
        if (image_is_generator(i, i->generators[g])) {
            renamed[g] = less.generators;
            generators[less.generators] = i->generators[g];
            kept[less.generators++] = g;
        }
    TRY(monoid_new(a, less.order, less.generators, &less));
    for (uint32_t e = 0; e < less.order; e++) {
        less.parent[e] = i->m.parent[e];
        less.last[e] = e == 0 ? 0 : renamed[i->m.last[e]];
        for (uint32_t g = 0; g < less.generators; g++)
            less.steps[(size_t)e * less.generators + g] = monoid_step(&i->m, e, kept[g]);
    }
    i->m = less;
    i->generators = generators;
    return GRUNDY_OK;
}

/* The quotient of all sums, in an arena of its own. */
static grundy_status powers_quotient(powers *s, arena *a, image *out, uint64_t **p)
{
    grundy_status status = GRUNDY_OK;
    const image *i = &s->i;
    monoid whole;
    image less = *i;
    uint32_t *labels, *in_p;
    TRY(powers_monoid(s, &whole, &labels));
    in_p = arena_new(&s->a, whole.order, sizeof *in_p, &status);
    if (in_p == NULL)
        return status;
    memcpy(in_p, labels, whole.order * sizeof *in_p);
    TRY(monoid_reduce(a, &whole, labels, &less.m));
    if (less.m.order > s->q->most)
        return grundy_fail(a->g, GRUNDY_LIMIT, "a quotient of more than %u elements", s->q->most);
    less.components = i->components + 1;
    less.generators = arena_new(a, whole.generators, sizeof(uint32_t), &status);
    less.values = arena_new(a, (size_t)less.components + 1, sizeof(uint32_t), &status);
    *p = arena_new(a, bits_words(less.m.order), sizeof **p, &status);
    if (less.generators == NULL || less.values == NULL || *p == NULL)
        return status;
    if (i->m.generators > 0)
        memcpy(less.generators, i->generators, i->m.generators * sizeof(uint32_t));
    less.generators[i->m.generators] = s->component;
    for (uint32_t c = 1; c <= i->components; c++)
        less.values[c] = labels[i->values[c]];
    less.values[s->component] = labels[powers_element(s, 0, 1)];
    for (uint32_t e = 0; e < whole.order; e++)
        if (in_p[e])
            bits_add(*p, labels[e]);
    TRY(image_prune(a, &less));
    TRY(monoid_table(a, &less.m, &less.table));
    *out = less;
    return GRUNDY_OK;
}

static grundy_status powers_run(powers *s, quotient *q)
{
    arena a = arena_open(q->i.g);
    image i;
    uint64_t *p = q->p;
    grundy_status status = grundy_append(&s->f, &p, sizeof p);
    while (status == GRUNDY_OK && !s->repeats)
        status = powers_next(s);
    if (status == GRUNDY_OK)
        status = powers_quotient(s, &a, &i, &p);
    if (status == GRUNDY_OK)
        status = quotient_settle(q, &a, &i, p);
    arena_close(&a);
    return status;
}

static grundy_status quotient_extend(quotient *q)
{
    powers s = {.q = q, .component = q->i.components + 1, .a = arena_open(q->i.g), .i = q->i};
    s.f = grundy_buffer_open(q->i.g);
    grundy_status status = powers_run(&s, q);
    grundy_buffer_close(&s.f);
    arena_close(&s.a);
    return status == GRUNDY_OK ? quotient_all_transitions(q) : status;
}

/* ---- the next component ---- */

static grundy_status quotient_append(quotient *q, uint32_t value)
{
    TRY(grundy_append(&q->values, &value, sizeof value));
    q->i.values = (uint32_t *)(void *)q->values.data;
    q->i.components++;
    return GRUNDY_OK;
}

grundy_status quotient_add(quotient *q)
{
    const size_t words = image_words(&q->i);
    uint64_t *options = q->scratch, *reach = q->scratch + words;
    memset(options, 0, words * sizeof *options);
    TRY(image_options(&q->i, q->i.components + 1, options));
    const uint32_t kind = numbering_find(&q->kinds, (grundy_bytes){(unsigned char *)options, words * sizeof *options});
    if (kind != UINT32_MAX)
        return quotient_append(q, ((const uint32_t *)(const void *)q->kind_values.data)[kind]);
    image_reach(&q->i, q->rows, options, reach);
    for (uint32_t x = 0; x < q->i.m.order; x++)
        if (!bits_meet(q->rows + x * words, reach, words) && transitions_fit(&q->t, q->p, x, reach)) {
            TRY(quotient_note_kind(q, options, x));
            TRY(transitions_add(&q->t, q->i.components + 1, x, reach));
            return quotient_append(q, x);
        }
    return quotient_extend(q);
}
