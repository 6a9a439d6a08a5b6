#include "math/monoids.h"

#include <string.h>

#include "base/numbering.h"

grundy_status monoid_new(arena *a, uint64_t order, uint32_t generators, monoid *out)
{
    grundy_status status = GRUNDY_OK;
    if (order > MONOID_STEPS_MAX)
        return grundy_fail(a->g, GRUNDY_LIMIT, "a monoid of more than %d elements", MONOID_STEPS_MAX);
    monoid m = {.order = (uint32_t)order, .generators = generators};
    m.steps = arena_new(a, (size_t)order * generators + 1, sizeof *m.steps, &status);
    m.parent = arena_new(a, (size_t)order, sizeof *m.parent, &status);
    m.last = arena_new(a, (size_t)order, sizeof *m.last, &status);
    if (m.steps == NULL || m.parent == NULL || m.last == NULL)
        return status;
    *out = m;
    return GRUNDY_OK;
}

/* The class of each element by its own and those of its multiples; *count: how many classes. */
static grundy_status monoid_refine_once(grundy *g, const monoid *m, const uint32_t *labels, uint32_t *finer,
                                        uint32_t *count)
{
    numbering names = numbering_open(g);
    grundy_buffer name = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (uint32_t e = 0; status == GRUNDY_OK && e < m->order; e++) {
        name.size = 0;
        status = grundy_append(&name, &labels[e], sizeof labels[e]);
        for (uint32_t i = 0; status == GRUNDY_OK && i < m->generators; i++)
            status = grundy_append(&name, &labels[monoid_step(m, e, i)], sizeof labels[e]);
        if (status == GRUNDY_OK)
            status = numbering_add(&names, grundy_buffer_bytes(&name), &finer[e]);
    }
    *count = (uint32_t)numbering_count(&names);
    grundy_buffer_close(&name);
    numbering_close(&names);
    return status;
}

/* The monoid of the classes. */
static grundy_status monoid_of_classes(arena *a, const monoid *m, const uint32_t *classes, uint32_t count, monoid *out)
{
    monoid q;
    TRY(monoid_new(a, count, m->generators, &q));
    uint32_t seen = 0;
    for (uint32_t e = 0; e < m->order; e++) {
        if (classes[e] != seen)
            continue; /* not the first of its class */
        for (uint32_t i = 0; i < m->generators; i++)
            q.steps[(size_t)seen * m->generators + i] = classes[monoid_step(m, e, i)];
        q.parent[seen] = classes[m->parent[e]];
        q.last[seen] = m->last[e];
        seen++;
    }
    *out = q;
    return GRUNDY_OK;
}

grundy_status monoid_reduce(arena *a, const monoid *m, uint32_t *labels, monoid *out)
{
    grundy_status status = GRUNDY_OK;
    uint32_t count = 0, before;
    uint32_t *finer = arena_new(a, m->order, sizeof *finer, &status);
    if (finer == NULL)
        return status;
    do {
        before = count;
        TRY(monoid_refine_once(a->g, m, labels, finer, &count));
        memcpy(labels, finer, m->order * sizeof *labels);
        TRY(grundy_check(a->g));
    } while (count != before);
    return monoid_of_classes(a, m, labels, count, out);
}

grundy_status monoid_table(arena *a, const monoid *m, uint16_t **out)
{
    grundy_status status = GRUNDY_OK;
    const size_t order = m->order;
    if (order > MONOID_ORDER_MAX)
        return grundy_fail(a->g, GRUNDY_LIMIT, "a quotient of more than %d elements on the way", MONOID_ORDER_MAX);
    uint16_t *table = arena_new(a, order * order, sizeof *table, &status);
    if (table == NULL)
        return status;
    for (uint32_t x = 0; x < order; x++) {
        uint16_t *row = table + x * order;
        row[0] = (uint16_t)x;
        for (uint32_t y = 1; y < order; y++)
            row[y] = (uint16_t)monoid_step(m, row[m->parent[y]], m->last[y]);
    }
    *out = table;
    return GRUNDY_OK;
}
