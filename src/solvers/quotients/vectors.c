#include "solvers/quotients/vectors.h"

relations relations_open(grundy *g)
{
    return (relations){.lefts = numbering_open(g), .rights = grundy_buffer_open(g)};
}

void relations_close(relations *r)
{
    numbering_close(&r->lefts);
    grundy_buffer_close(&r->rights);
}

grundy_status relations_add(relations *r, const uint8_t *left, const uint8_t *right, size_t size)
{
    uint32_t number;
    const size_t before = numbering_count(&r->lefts);
    TRY(numbering_add(&r->lefts, (grundy_bytes){left, size}, &number));
    return number < before ? GRUNDY_OK : grundy_append(&r->rights, right, size);
}

uint32_t relations_find(const relations *r, const uint8_t *vector, size_t size)
{
    const size_t count = numbering_count(&r->lefts);
    for (size_t k = 0; k < count; k++) /* all have the same size, so they stand one after the other */
        if (vector_divides(r->lefts.strings.bytes.data + k * size, vector, size))
            return (uint32_t)k;
    return UINT32_MAX;
}

static grundy_status vector_too_large(grundy *g)
{
    return grundy_fail(g, GRUNDY_LIMIT, "more than %d equal summands on the way to a quotient", EXPONENT_MAX);
}

grundy_status vector_add_one(grundy *g, uint8_t *to, size_t place)
{
    if (to[place] >= EXPONENT_MAX)
        return vector_too_large(g);
    to[place]++;
    return GRUNDY_OK;
}

grundy_status vector_add(grundy *g, uint8_t *to, const uint8_t *more, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        if (to[k] + more[k] > EXPONENT_MAX)
            return vector_too_large(g);
        to[k] = (uint8_t)(to[k] + more[k]);
    }
    return GRUNDY_OK;
}

grundy_status relations_apply(grundy *g, const relations *r, uint32_t number, uint8_t *vector, size_t size)
{
    const uint8_t *left = relations_left(r, number);
    for (size_t k = 0; k < size; k++)
        vector[k] = (uint8_t)(vector[k] - left[k]);
    return vector_add(g, vector, r->rights.data + number * size, size);
}

grundy_status relations_reduce(grundy *g, const relations *r, uint8_t *vector, size_t size)
{
    for (;;) {
        const uint32_t number = relations_find(r, vector, size);
        if (number == UINT32_MAX)
            return GRUNDY_OK;
        TRY(relations_apply(g, r, number, vector, size));
    }
}

/* A component that is no generator is the least word of its element, whose components are generators. */
static grundy_status vector_add_component(const vectors *v, uint8_t *to, uint32_t component)
{
    const image *i = v->known;
    if (v->places[component] != UINT32_MAX)
        return vector_add_one(i->g, to, v->places[component]);
    for (uint32_t e = i->values[component]; e != 0; e = i->m.parent[e])
        TRY(vector_add_one(i->g, to, v->places[i->generators[i->m.last[e]]]));
    return GRUNDY_OK;
}

grundy_status vector_add_word(const vectors *v, uint8_t *to, const uint32_t *word, size_t length)
{
    for (size_t k = 0; k < length; k++)
        TRY(vector_add_component(v, to, word[k]));
    return GRUNDY_OK;
}

grundy_status vector_word(const vectors *v, const uint8_t *vector, grundy_buffer *out)
{
    for (uint32_t i = 0; i < v->n; i++)
        for (unsigned k = 0; k < vector[v->places[v->generators[i]]]; k++)
            TRY(grundy_append(out, &v->generators[i], sizeof(uint32_t)));
    return GRUNDY_OK;
}
