#include "solvers/quotients/image.h"

#include <string.h>

uint32_t image_value(const image *i, const uint32_t *word, size_t length)
{
    uint32_t x = 0;
    for (size_t k = 0; k < length; k++)
        x = image_times(i, x, i->values[word[k]]);
    return x;
}

grundy_status image_word(const image *i, uint32_t element, grundy_buffer *out)
{
    const size_t begin = out->size;
    for (; element != 0; element = i->m.parent[element])
        TRY(grundy_append(out, &i->generators[i->m.last[element]], sizeof(uint32_t)));
    uint32_t *word = (uint32_t *)(void *)(out->data + begin);
    const size_t length = (out->size - begin) / sizeof *word;
    for (size_t k = 0; k < length / 2; k++) { /* the last component came first */
        const uint32_t swapped = word[k];
        word[k] = word[length - 1 - k];
        word[length - 1 - k] = swapped;
    }
    return GRUNDY_OK;
}

bool image_is_generator(const image *i, uint32_t component)
{
    const uint32_t x = i->values[component];
    return x != 0 && i->m.parent[x] == 0 && i->generators[i->m.last[x]] == component;
}

bool image_is_left(const image *i, uint32_t x, uint32_t g)
{
    const uint32_t y = monoid_step(&i->m, x, g);
    if (y != 0 && i->m.parent[y] == x && i->m.last[y] == g)
        return false;
    uint32_t after = 0; /* the product of the word behind the component that is left out */
    for (uint32_t e = x; e != 0; e = i->m.parent[e]) {
        const uint32_t divisor = image_times(i, i->m.parent[e], after), z = monoid_step(&i->m, divisor, g);
        if (z == 0 || i->m.parent[z] != divisor || i->m.last[z] != g)
            return false;
        after = monoid_step(&i->m, after, i->m.last[e]);
    }
    return true;
}

typedef struct {
    const image *i;
    uint64_t *set;
} options_to_set;

static grundy_status image_add_option(void *to, const uint32_t *word, size_t length)
{
    const options_to_set *t = to;
    bits_add(t->set, image_value(t->i, word, length));
    return GRUNDY_OK;
}

grundy_status image_options(const image *i, uint32_t component, uint64_t *set)
{
    return i->source->options(i->source->context, component, image_add_option, &(options_to_set){i, set});
}

grundy_status image_rest_options(const image *i, uint32_t element, uint64_t *set)
{
    const size_t words = image_words(i);
    uint32_t after = 0; /* the part of the word behind the component at hand */
    grundy_status status = GRUNDY_OK;
    uint64_t *one = handle_new(i->g, words, sizeof *one, &status);
    if (one == NULL)
        return status;
    for (uint32_t e = element; e != 0 && status == GRUNDY_OK; e = i->m.parent[e]) {
        const uint32_t component = i->generators[i->m.last[e]];
        const uint32_t rest = image_times(i, i->m.parent[e], after);
        memset(one, 0, words * sizeof *one);
        status = image_options(i, component, one);
        for (uint32_t x = 0; x < i->m.order; x++)
            if (bits_has(one, x))
                bits_add(set, image_times(i, rest, x));
        after = image_times(i, after, i->values[component]);
    }
    handle_free(i->g, one, words * sizeof *one);
    return status;
}

grundy_status image_rows(const image *i, arena *a, const uint64_t *p, uint64_t **out)
{
    grundy_status status = GRUNDY_OK;
    const size_t words = image_words(i);
    uint64_t *rows = arena_new(a, i->m.order * words, sizeof *rows, &status);
    if (rows == NULL)
        return status;
    for (uint32_t x = 0; x < i->m.order; x++)
        for (uint32_t y = 0; y < i->m.order; y++)
            if (bits_has(p, image_times(i, x, y)))
                bits_add(rows + x * words, y);
    *out = rows;
    return GRUNDY_OK;
}

void image_reach(const image *i, const uint64_t *rows, const uint64_t *xs, uint64_t *out)
{
    const size_t words = image_words(i);
    memset(out, 0, words * sizeof *out);
    for (uint32_t x = 0; x < i->m.order; x++)
        for (size_t k = 0; bits_has(xs, x) && k < words; k++)
            out[k] |= rows[x * words + k];
}
