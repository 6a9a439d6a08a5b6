#include "solvers/quotients/transitions.h"

#include <string.h>

static uint32_t transitions_number(const grundy_buffer *numbers, size_t k)
{
    return ((const uint32_t *)(const void *)numbers->data)[k];
}

static size_t transitions_count(const transitions *t)
{
    return t->elements.size / sizeof(uint32_t);
}

static const uint64_t *transitions_reach(const transitions *t, size_t k)
{
    return (const uint64_t *)(const void *)t->reaches.data + k * image_words(t->i);
}

static grundy_status transitions_append(transitions *t, uint32_t element, const uint64_t *reach, uint32_t parent,
                                        uint32_t component)
{
    TRY(grundy_append(&t->reaches, reach, image_words(t->i) * sizeof *reach));
    TRY(grundy_append(&t->parents, &parent, sizeof parent));
    TRY(grundy_append(&t->lasts, &component, sizeof component));
    TRY(grundy_append(&t->chain, &t->heads[element], sizeof(uint32_t)));
    TRY(grundy_append(&t->elements, &element, sizeof element));
    t->heads[element] = (uint32_t)transitions_count(t);
    return GRUNDY_OK;
}

grundy_status transitions_open(const image *i, transitions *out)
{
    grundy *g = i->g;
    grundy_status status = GRUNDY_OK;
    uint64_t *none = handle_new(g, image_words(i), sizeof *none, &status);
    *out = (transitions){.i = i, .elements = grundy_buffer_open(g), .reaches = grundy_buffer_open(g)};
    out->order = i->m.order;
    out->parents = grundy_buffer_open(g);
    out->lasts = grundy_buffer_open(g);
    out->chain = grundy_buffer_open(g);
    if (status == GRUNDY_OK)
        out->heads = handle_new(g, i->m.order, sizeof *out->heads, &status);
    if (status == GRUNDY_OK)
        status = transitions_append(out, 0, none, 0, 0);
    handle_free(g, none, image_words(i) * sizeof *none);
    return status;
}

void transitions_close(transitions *t)
{
    if (t->i == NULL)
        return;
    handle_free(t->elements.g, t->heads, t->order * sizeof *t->heads);
    grundy_buffer_close(&t->elements);
    grundy_buffer_close(&t->reaches);
    grundy_buffer_close(&t->parents);
    grundy_buffer_close(&t->lasts);
    grundy_buffer_close(&t->chain);
    *t = (transitions){.i = NULL};
}

/* Has an earlier pair this element and no larger reach? */
static bool transitions_covered(const transitions *t, uint32_t element, const uint64_t *reach)
{
    for (uint32_t k = t->heads[element]; k != 0; k = transitions_number(&t->chain, k - 1))
        if (bits_within(transitions_reach(t, k - 1), reach, image_words(t->i)))
            return true;
    return false;
}

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
            bits |= (uint64_t)(bits_has(of_x, by_y[z]) || bits_has(of_y, by_x[z])) << (z - from);
        out[w] = bits;
    }
}

/* The sums of the pairs from `from` to `end` with the component, as far as nothing covers them. */
static grundy_status transitions_multiply(transitions *t, size_t from, size_t end, uint32_t component, uint32_t element,
                                          const uint64_t *reach, uint64_t *scratch)
{
    for (size_t k = from; k < end; k++) {
        const uint32_t y = transitions_number(&t->elements, k), z = image_times(t->i, y, element);
        reach_of_sum(t->i, y, transitions_reach(t, k), element, reach, scratch);
        if (!transitions_covered(t, z, scratch))
            TRY(transitions_append(t, z, scratch, (uint32_t)k, component));
    }
    return grundy_check(t->i->g);
}

grundy_status transitions_add(transitions *t, uint32_t component, uint32_t element, const uint64_t *reach)
{
    const size_t words = image_words(t->i);
    grundy_status status = GRUNDY_OK;
    if (transitions_covered(t, element, reach))
        return GRUNDY_OK;
    uint64_t *scratch = handle_new(t->i->g, words, sizeof *scratch, &status);
    for (size_t from = 0, end = transitions_count(t); status == GRUNDY_OK && from < end;) {
        status = transitions_multiply(t, from, end, component, element, reach, scratch);
        from = end;
        end = transitions_count(t);
    }
    handle_free(t->i->g, scratch, words * sizeof *scratch);
    return status;
}

/* ---- the mex rule ---- */

/* Is every sum of n times the new component and another right, where q is the n-th power of x and q_less the one before? */
static bool transitions_fit_power(const transitions *t, const uint64_t *p, uint32_t q, uint32_t q_less,
                                  const uint64_t *reach)
{
    for (size_t k = 0; k < transitions_count(t); k++) {
        const uint32_t y = transitions_number(&t->elements, k);
        if (!bits_has(p, image_times(t->i, q, y)) && !bits_has(reach, image_times(t->i, q_less, y)) &&
            !bits_has(transitions_reach(t, k), q))
            return false;
    }
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

/* ---- checking all sums ---- */

typedef struct {
    const image *i;
    const uint64_t *f, *won;
    uint64_t *rows, *options, *reach;
    transitions t;
    grundy_buffer word; /* of a sum that is in F, though an option is: the least one that was found; empty: none */
} sums_check;

static int words_compare(const uint32_t *a, size_t length_of_a, const uint32_t *b, size_t length_of_b)
{
    while (length_of_a > 0 && length_of_b > 0) {
        const uint32_t x = a[--length_of_a], y = b[--length_of_b];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return length_of_a == length_of_b ? 0 : length_of_a < length_of_b ? -1 : 1;
}

/* The word becomes `failure`, if that is empty or greater. Both are ascending. */
static grundy_status sums_offer(const grundy_buffer *word, grundy_buffer *failure)
{
    const uint32_t *a = (const uint32_t *)(const void *)word->data, *b = (const uint32_t *)(const void *)failure->data;
    if (failure->size > 0 && words_compare(a, word->size / sizeof *a, b, failure->size / sizeof *b) >= 0)
        return GRUNDY_OK;
    failure->size = 0;
    return grundy_append(failure, word->data, word->size);
}

/* No sum in F has an option in F: if one has, by a move in the component, so has one where the rest is a least word. */
static grundy_status sums_check_moves(sums_check *c, uint32_t component, grundy_buffer *failure)
{
    const image *i = c->i;
    const uint64_t *row = c->rows + i->values[component] * image_words(i);
    for (uint32_t y = 0; y < i->m.order; y++) {
        if (!bits_has(row, y) || !bits_has(c->reach, y))
            continue;
        c->word.size = 0;
        TRY(image_word(i, y, &c->word));
        size_t place = c->word.size / sizeof component;
        TRY(grundy_append(&c->word, &component, sizeof component));
        for (uint32_t *w = (uint32_t *)(void *)c->word.data; place > 0 && w[place - 1] > component; place--) {
            w[place] = w[place - 1];
            w[place - 1] = component;
        }
        TRY(sums_offer(&c->word, failure));
    }
    return GRUNDY_OK;
}

/* The first of the pairs from number k on of which no option is in F, though they are neither in F nor won. */
static grundy_status sums_check_pairs(sums_check *c, size_t k, bool *found, grundy_buffer *failure)
{
    const size_t count = transitions_count(&c->t);
    for (; k < count; k++) {
        const uint32_t x = transitions_number(&c->t.elements, k);
        if (!bits_has(transitions_reach(&c->t, k), 0) && !bits_has(c->won, x) && !bits_has(c->f, x))
            break;
    }
    if (k == count)
        return GRUNDY_OK;
    *found = true;
    c->word.size = 0;
    for (; k != 0; k = transitions_number(&c->t.parents, k)) {
        const uint32_t component = transitions_number(&c->t.lasts, k);
        TRY(grundy_append(&c->word, &component, sizeof component));
    }
    uint32_t *w = (uint32_t *)(void *)c->word.data;
    for (size_t a = 0, b = c->word.size / sizeof *w; a + 1 < b; a++, b--) { /* the last component came first */
        const uint32_t swapped = w[a];
        w[a] = w[b - 1];
        w[b - 1] = swapped;
    }
    return sums_offer(&c->word, failure);
}

static grundy_status sums_run(sums_check *c, grundy_buffer *failure)
{
    bool found = false;
    for (uint32_t h = 1; h <= c->i->components; h++) {
        const size_t before = transitions_count(&c->t);
        memset(c->options, 0, image_words(c->i) * sizeof *c->options);
        TRY(image_options(c->i, h, c->options));
        image_reach(c->i, c->rows, c->options, c->reach);
        TRY(sums_check_moves(c, h, failure));
        if (found)
            continue;
        TRY(transitions_add(&c->t, h, c->i->values[h], c->reach));
        TRY(sums_check_pairs(c, before, &found, failure));
    }
    return GRUNDY_OK;
}

grundy_status transitions_check(const image *i, const uint64_t *f, const uint64_t *won, grundy_buffer *failure)
{
    arena a = arena_open(i->g);
    sums_check c = {.i = i, .f = f, .won = won, .word = grundy_buffer_open(i->g)};
    grundy_status status = image_rows(i, &a, f, &c.rows);
    if (status == GRUNDY_OK)
        c.options = arena_new(&a, 2 * image_words(i), sizeof *c.options, &status);
    if (status == GRUNDY_OK)
        status = transitions_open(i, &c.t);
    failure->size = 0;
    if (status == GRUNDY_OK) {
        c.reach = c.options + image_words(i);
        status = sums_run(&c, failure);
    }
    transitions_close(&c.t);
    grundy_buffer_close(&c.word);
    arena_close(&a);
    return status;
}
