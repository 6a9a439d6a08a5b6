/* quotient_print.c - quotients in words: generators, products of them, relations; and what normal play makes of it */
#include <string.h>

#include "solvers/quotient.h"

static grundy_status print_power(uint32_t generator, unsigned power, bool tex, grundy_buffer *out)
{
    const char letter = (char)('a' + generator % 26);
    TRY(grundy_append(out, &letter, 1));
    if (generator >= 26)
        TRY(grundy_appendf(out, tex ? "_{%u}" : "%u", generator / 26));
    if (power > 1)
        TRY(grundy_appendf(out, tex ? "^{%u}" : "^%u", power));
    return GRUNDY_OK;
}

/* The product of the least word of an element, and one more generator behind it; UINT32_MAX: none. */
static grundy_status print_product(const image *i, uint32_t element, uint32_t more, bool tex, grundy_buffer *out)
{
    grundy_buffer powers = grundy_buffer_open(i->g);
    grundy_status status = GRUNDY_OK;
    const unsigned none = 0;
    for (uint32_t k = 0; status == GRUNDY_OK && k < i->m.generators; k++)
        status = grundy_append(&powers, &none, sizeof none);
    unsigned *power = (unsigned *)(void *)powers.data;
    for (uint32_t e = element; status == GRUNDY_OK && e != 0; e = i->m.parent[e])
        power[i->m.last[e]]++;
    if (status == GRUNDY_OK && more != UINT32_MAX)
        power[more]++;
    for (uint32_t k = 0; status == GRUNDY_OK && k < i->m.generators; k++)
        if (power[k] > 0)
            status = print_power(k, power[k], tex, out);
    grundy_buffer_close(&powers);
    if (status == GRUNDY_OK && element == 0 && more == UINT32_MAX)
        status = grundy_append(out, "1", 1);
    return status;
}

grundy_status grundy_quotient_print(const grundy_quotient *q, uint32_t element, bool tex, grundy_buffer *out)
{
    return print_product(&q->q.i, element, UINT32_MAX, tex, out);
}

grundy_status grundy_quotient_generator(const grundy_quotient *q, uint64_t i, uint32_t *element, grundy_buffer *out)
{
    const uint32_t component = q->q.i.generators[i];
    const grundy_bytes key = numbering_at(&q->keys, quotient_u32(&q->found, component));
    grundy_bytes summand;
    const grundy_ruleset *r = key_ruleset((registry *)&q->registry, key, &summand);
    grundy_buffer position = grundy_buffer_open(q->g);
    grundy_status status = position_add(&position, summand);
    if (status == GRUNDY_OK && r != q->r)
        status = grundy_appendf(out, "%s ", grundy_ruleset_name(r));
    if (status == GRUNDY_OK)
        status = grundy_position_print(q->g, r, grundy_buffer_bytes(&position), out);
    grundy_buffer_close(&position);
    if (status == GRUNDY_OK)
        *element = q->q.i.values[component];
    return status;
}

grundy_status grundy_quotient_relations(const grundy_quotient *q, bool tex, grundy_list *out)
{
    const image *i = &q->q.i;
    grundy_buffer text = grundy_buffer_open(q->g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t x = 0; x < i->m.order && status == GRUNDY_OK; x++)
        for (uint32_t g = x == 0 ? 0 : i->m.last[x]; g < i->m.generators && status == GRUNDY_OK; g++) {
            if (!image_is_left(i, x, g))
                continue;
            text.size = 0;
            status = print_product(i, x, g, tex, &text);
            if (status == GRUNDY_OK)
                status = grundy_append(&text, "=", 1);
            if (status == GRUNDY_OK)
                status = print_product(i, monoid_step(&i->m, x, g), UINT32_MAX, tex, &text);
            if (status == GRUNDY_OK)
                status = grundy_list_add(out, grundy_buffer_text(&text), text.size + 1);
        }
    grundy_buffer_close(&text);
    return status;
}

/* ---- normal play ---- */

typedef struct {
    grundy_buffer values; /* uint64_t each, of components 0, 1, ... */
    grundy_buffer seen;
} normal_values;

static grundy_status normal_see(void *to, const uint32_t *word, size_t length)
{
    normal_values *n = to;
    uint64_t value = 0;
    for (size_t k = 0; k < length; k++)
        value ^= ((const uint64_t *)(const void *)n->values.data)[word[k]];
    return mex_add(&n->seen, value);
}

grundy_status grundy_quotient_normal(const grundy_quotient *q, uint64_t *out)
{
    normal_values n = {.values = grundy_buffer_open(q->g), .seen = grundy_buffer_open(q->g)};
    uint64_t value = 0, order = 1;
    grundy_status status = grundy_append(&n.values, &value, sizeof value);
    for (uint32_t c = 1; c <= q->q.i.components && status == GRUNDY_OK; c++) {
        n.seen.size = 0;
        status = q->source.options(q->source.context, c, normal_see, &n);
        value = mex_of(&n.seen);
        if (status == GRUNDY_OK)
            status = grundy_append(&n.values, &value, sizeof value);
        while (order <= value)
            order *= 2;
    }
    grundy_buffer_close(&n.values);
    grundy_buffer_close(&n.seen);
    if (status == GRUNDY_OK)
        *out = order;
    return status;
}
