#include "solvers/quotients/transitions.h"

#include <string.h>

#include "base/numbering.h"

/* The reach of X + Y from the elements and reaches of both. */
static void reach_of_sum(const image *i, uint32_t x, const uint64_t *of_x, uint32_t y, const uint64_t *of_y,
                         uint64_t *out)
{
    const uint16_t *by_x = i->table + (size_t)x * i->m.order, *by_y = i->table + (size_t)y * i->m.order;
    const size_t words = image_words(i);
    for (size_t w = 0; w < words; w++) {
        uint64_t bits = 0;
        const uint32_t from = (uint32_t)w * 64, end = from + 64 < i->m.order ? from + 64 : i->m.order;
        for (uint32_t z = from; z < end; z++)
            bits |= (uint64_t)(bits_has(of_x, by_y[z]) | bits_has(of_y, by_x[z])) << (z - from);
        out[w] = bits;
    }
}

/* ---- checking all sums ---- */

/* A pair is a string: the element and the reach. */
typedef struct {
    const image *i;
    const uint64_t *f, *won, *rows;
    size_t words, size;
    numbering pairs;
    grundy_buffer parents, lasts; /* uint32_t each: the pair of which it was made, and the component that was added */
    uint64_t *pair, *reach;       /* scratch: as long as a pair; the reach of the component at hand */
    uint64_t *old;
    bool failed;
} sums_check;

static grundy_status sums_add(sums_check *c, uint32_t parent, uint32_t component, bool *fresh)
{
    uint32_t number;
    const size_t before = numbering_count(&c->pairs);
    TRY(numbering_add(&c->pairs, (grundy_bytes){(unsigned char *)c->pair, c->size}, &number));
    *fresh = number == before;
    if (!*fresh)
        return GRUNDY_OK;
    TRY(grundy_append(&c->parents, &parent, sizeof parent));
    TRY(grundy_append(&c->lasts, &component, sizeof component));
    const uint32_t x = (uint32_t)c->pair[0];
    const bool lost = !bits_has(c->pair + 1, 0) && (c->won == NULL || !bits_has(c->won, x));
    c->failed = lost != bits_has(c->f, x) && (number > 0 || c->won != NULL);
    return before % 256 == 0 ? grundy_check(c->i->g) : GRUNDY_OK;
}

/* All sums of what is there with one more, two more, ... of a component. */
static grundy_status sums_add_component(sums_check *c, uint32_t component)
{
    const image *i = c->i;
    const uint32_t h = i->values[component];
    size_t from = 0, end = numbering_count(&c->pairs);
    memset(c->old, 0, c->size);
    TRY(image_options(i, component, c->old));
    image_reach(i, c->rows, c->old, c->reach);
    c->pair[0] = h;
    memcpy(c->pair + 1, c->reach, c->words * sizeof *c->reach);
    if (numbering_find(&c->pairs, (grundy_bytes){(unsigned char *)c->pair, c->size}) != UINT32_MAX)
        return GRUNDY_OK;
    while (from < end && !c->failed) {
        for (size_t k = from; k < end && !c->failed; k++) {
            bool fresh;
            memcpy(c->old, numbering_at(&c->pairs, k).data, c->size);
            const uint32_t x = (uint32_t)c->old[0];
            c->pair[0] = image_times(i, x, h);
            reach_of_sum(i, x, c->old + 1, h, c->reach, c->pair + 1);
            TRY(sums_add(c, (uint32_t)k, component, &fresh));
        }
        from = end;
        end = numbering_count(&c->pairs);
    }
    return GRUNDY_OK;
}

static uint32_t sums_number(const grundy_buffer *numbers, size_t k)
{
    return ((const uint32_t *)(const void *)numbers->data)[k];
}

static grundy_status sums_run(sums_check *c, grundy_buffer *failure)
{
    bool fresh;
    memset(c->pair, 0, c->size);
    TRY(sums_add(c, 0, 0, &fresh));
    for (uint32_t h = 1; h <= c->i->components && !c->failed; h++)
        TRY(sums_add_component(c, h));
    if (!c->failed)
        return GRUNDY_OK;
    for (size_t k = numbering_count(&c->pairs) - 1; k != 0; k = sums_number(&c->parents, k)) {
        const uint32_t component = sums_number(&c->lasts, k);
        TRY(grundy_append(failure, &component, sizeof component));
    }
    return GRUNDY_OK;
}

grundy_status transitions_check(const image *i, const uint64_t *f, const uint64_t *won, grundy_buffer *failure)
{
    arena a = arena_open(i->g);
    sums_check c = {.i = i, .f = f, .won = won, .words = image_words(i), .pairs = numbering_open(i->g)};
    uint64_t *rows = NULL;
    c.size = (c.words + 1) * sizeof(uint64_t);
    c.parents = grundy_buffer_open(i->g);
    c.lasts = grundy_buffer_open(i->g);
    grundy_status status = image_rows(i, &a, f, &rows);
    c.rows = rows;
    if (status == GRUNDY_OK)
        c.pair = arena_new(&a, 3 * (c.words + 1), sizeof *c.pair, &status);
    if (c.pair != NULL) {
        c.old = c.pair + c.words + 1;
        c.reach = c.old + c.words + 1;
        failure->size = 0;
        status = sums_run(&c, failure);
    }
    grundy_buffer_close(&c.parents);
    grundy_buffer_close(&c.lasts);
    numbering_close(&c.pairs);
    arena_close(&a);
    return status;
}

/* ---- minimal reaches ---- */

static grundy_status transitions_append(transitions *t, uint32_t element, const uint64_t *reach, size_t words)
{
    TRY(grundy_append(&t->elements, &element, sizeof element));
    return grundy_append(&t->reaches, reach, words * sizeof *reach);
}

grundy_status transitions_open(const image *i, transitions *out)
{
    transitions t = {.i = i, .elements = grundy_buffer_open(i->g), .reaches = grundy_buffer_open(i->g)};
    grundy_status status = GRUNDY_OK;
    uint64_t *none = handle_new(i->g, image_words(i), sizeof *none, &status);
    if (status == GRUNDY_OK)
        status = transitions_append(&t, 0, none, image_words(i));
    handle_free(i->g, none, image_words(i) * sizeof *none);
    if (status == GRUNDY_OK)
        *out = t;
    else
        transitions_close(&t);
    return status;
}

void transitions_close(transitions *t)
{
    grundy_buffer_close(&t->elements);
    grundy_buffer_close(&t->reaches);
}

static size_t transitions_count(const transitions *t)
{
    return t->elements.size / sizeof(uint32_t);
}

static uint32_t *transitions_elements(const transitions *t)
{
    return (uint32_t *)(void *)t->elements.data;
}

static uint64_t *transitions_reach(const transitions *t, size_t k)
{
    return (uint64_t *)(void *)t->reaches.data + k * image_words(t->i);
}

/* Is there a pair of this element whose reach is as small? */
static bool transitions_covered(const transitions *t, uint32_t element, const uint64_t *reach)
{
    const uint32_t *elements = transitions_elements(t);
    for (size_t k = 0; k < transitions_count(t); k++)
        if (elements[k] == element && bits_within(transitions_reach(t, k), reach, image_words(t->i)))
            return true;
    return false;
}

/* Drop the pairs from number `from` on that others cover; keep their order. */
static void transitions_prune(transitions *t)
{
    const size_t words = image_words(t->i);
    uint32_t *elements = transitions_elements(t);
    size_t kept = 0;
    for (size_t k = 0; k < transitions_count(t); k++) {
        bool covered = false;
        for (size_t j = 0; j < transitions_count(t) && !covered; j++)
            covered = j != k && elements[j] == elements[k] &&
                      bits_within(transitions_reach(t, j), transitions_reach(t, k), words) &&
                      (j > k || !bits_within(transitions_reach(t, k), transitions_reach(t, j), words));
        if (covered)
            continue;
        elements[kept] = elements[k];
        memmove(transitions_reach(t, kept), transitions_reach(t, k), words * sizeof(uint64_t));
        kept++;
    }
    t->elements.size = kept * sizeof(uint32_t);
    t->reaches.size = kept * words * sizeof(uint64_t);
}

/* The sums of the pairs from `from` to `end` with the generator, as far as nothing covers them. */
static grundy_status transitions_multiply(transitions *t, size_t from, size_t end, uint32_t element,
                                          const uint64_t *reach, uint64_t *scratch)
{
    for (size_t k = from; k < end; k++) {
        const uint32_t y = transitions_elements(t)[k], z = image_times(t->i, y, element);
        reach_of_sum(t->i, y, transitions_reach(t, k), element, reach, scratch);
        if (!transitions_covered(t, z, scratch))
            TRY(transitions_append(t, z, scratch, image_words(t->i)));
    }
    return grundy_check(t->i->g);
}

grundy_status transitions_add(transitions *t, uint32_t element, const uint64_t *reach)
{
    const size_t words = image_words(t->i);
    grundy_status status = GRUNDY_OK;
    if (transitions_covered(t, element, reach))
        return GRUNDY_OK;
    uint64_t *scratch = handle_new(t->i->g, words, sizeof *scratch, &status);
    if (scratch == NULL)
        return status;
    for (size_t from = 0, end = transitions_count(t); status == GRUNDY_OK && from < end;) {
        status = transitions_multiply(t, from, end, element, reach, scratch);
        from = end;
        end = transitions_count(t);
    }
    handle_free(t->i->g, scratch, words * sizeof *scratch);
    if (status == GRUNDY_OK)
        transitions_prune(t);
    return status;
}

/* Is every sum of n times the new component and another right, where q is the n-th power of x and q_less the one before? */
static bool transitions_fit_power(const transitions *t, const uint64_t *p, uint32_t q, uint32_t q_less,
                                  const uint64_t *reach)
{
    const uint32_t *elements = transitions_elements(t);
    for (size_t k = 0; k < transitions_count(t); k++)
        if (!bits_has(p, image_times(t->i, q, elements[k])) &&
            !bits_has(reach, image_times(t->i, q_less, elements[k])) && !bits_has(transitions_reach(t, k), q))
            return false;
    return true;
}

/* Is y a power of x below x^n? */
static bool transitions_is_power(const transitions *t, uint32_t x, uint32_t n, uint32_t y)
{
    uint32_t q = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (q == y)
            return true;
        q = image_times(t->i, q, x);
    }
    return false;
}

bool transitions_fit(const transitions *t, const uint64_t *p, uint32_t x, const uint64_t *reach)
{
    uint32_t q_less = 0;
    for (uint32_t n = 0; !transitions_is_power(t, x, n, q_less); n++) {
        const uint32_t q = image_times(t->i, q_less, x);
        if (!transitions_fit_power(t, p, q, q_less, reach))
            return false;
        q_less = q;
    }
    return true;
}
