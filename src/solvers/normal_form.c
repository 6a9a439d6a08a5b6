#include <string.h>

#include "solvers/solver.h"

static bool same_ruleset(const grundy_ruleset *a, const grundy_ruleset *b)
{
    return a == b || strcmp(a->name, b->name) == 0;
}

const grundy_ruleset *registry_ruleset(registry *reg, size_t i)
{
    return atomic_load_explicit(&reg->rulesets[i], memory_order_acquire);
}

const char *registry_name(registry *reg, size_t i)
{
    const grundy_ruleset *r = registry_ruleset(reg, i);
    return r != NULL ? r->name : (const char *)grundy_list_at(&reg->reserved, i).data;
}

/* The number of a ruleset that is in use, or the count. */
static size_t find_number(registry *reg, const grundy_ruleset *r, size_t count)
{
    size_t i = 0;
    for (; i < count; i++) {
        const grundy_ruleset *known = registry_ruleset(reg, i);
        if (known != NULL && same_ruleset(known, r))
            break;
    }
    return i;
}

/* The number that has been reserved for a ruleset, or the count. */
static size_t find_reserved(registry *reg, const grundy_ruleset *r, size_t count)
{
    size_t i = 0;
    while (i < count && (registry_ruleset(reg, i) != NULL ||
                         strcmp((const char *)grundy_list_at(&reg->reserved, i).data, r->name) != 0))
        i++;
    return i;
}

/* The number of a ruleset, new or known. */
static grundy_status normal_form_number(grundy *g, registry *reg, const grundy_ruleset *r, size_t *out)
{
    size_t count = atomic_load(&reg->count), i = find_number(reg, r, count);
    if (i < count) {
        *out = i;
        return GRUNDY_OK;
    }
    pthread_mutex_lock(&reg->lock);
    count = atomic_load(&reg->count);
    i = find_number(reg, r, count);
    if (i == count)
        i = find_reserved(reg, r, count);
    if (i < REGISTRY_MAX && registry_ruleset(reg, i) == NULL)
        atomic_store_explicit(&reg->rulesets[i], r, memory_order_release);
    if (i == count && count < REGISTRY_MAX)
        atomic_store(&reg->count, count + 1);
    pthread_mutex_unlock(&reg->lock);
    if (i == REGISTRY_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "more than %d rulesets in one position", REGISTRY_MAX);
    *out = i;
    return GRUNDY_OK;
}

const grundy_ruleset *key_ruleset(registry *reg, grundy_bytes key, grundy_bytes *summand)
{
    size_t number = (size_t)number_read(&key);
    *summand = key;
    return registry_ruleset(reg, number);
}

static grundy_status add_key(grundy *g, size_t number, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    TRY(number_append(&out->bytes, number));
    TRY(ruleset_form(g, r, summand, &out->bytes));
    return list_end(out);
}

static grundy_status normal_form_add_components(grundy *g, size_t number, const grundy_ruleset *r, grundy_bytes summand,
                                                split_kind split, grundy_list *out)
{
    if (split == SPLIT_NOT || r->family->split == NULL || (split == SPLIT_ISOMORPHIC && r->family->split_normal))
        return add_key(g, number, r, summand, out);
    grundy_list parts = grundy_list_open(g);
    grundy_status status = r->family->split(g, r, summand, &parts);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&parts); i++)
        status = add_key(g, number, r, grundy_list_at(&parts, i), out);
    grundy_list_close(&parts);
    return status;
}

/* Push what a summand refers to on the stack of open work; says whether it refers at all. */
static grundy_status push_references(grundy *g, registry *reg, const grundy_ruleset *r, grundy_bytes summand,
                                     grundy_list *work, bool *refers)
{
    grundy_buffer item = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    *refers = false;
    for (size_t i = 0; status == GRUNDY_OK && r->family->refer != NULL; i++) {
        const grundy_ruleset *other;
        grundy_bytes part;
        size_t number = 0;
        status = r->family->refer(g, r, summand, i, &other, &part);
        if (status != GRUNDY_OK || other == NULL)
            break;
        *refers = true;
        item.size = 0;
        status = normal_form_number(g, reg, other, &number);
        if (status == GRUNDY_OK)
            status = number_append(&item, number);
        if (status == GRUNDY_OK)
            status = grundy_append(&item, part.data, part.size);
        if (status == GRUNDY_OK)
            status = grundy_list_add(work, item.data, item.size);
    }
    grundy_buffer_close(&item);
    return status;
}

/* Take the last item off the stack of open work and deal with it. */
static grundy_status settle_one(grundy *g, registry *reg, grundy_list *work, grundy_buffer *item, split_kind split,
                                grundy_list *out)
{
    grundy_bytes last = grundy_list_at(work, grundy_list_count(work) - 1);
    item->size = 0;
    TRY(grundy_append(item, last.data, last.size));
    list_drop_last(work);
    grundy_bytes summand = grundy_buffer_bytes(item);
    size_t number = (size_t)number_read(&summand);
    const grundy_ruleset *r = registry_ruleset(reg, number);
    bool refers = false;
    TRY(push_references(g, reg, r, summand, work, &refers));
    return refers ? GRUNDY_OK : normal_form_add_components(g, number, r, summand, split, out);
}

grundy_status normal_form_summand(grundy *g, registry *reg, size_t number, grundy_bytes summand, split_kind split,
                                  grundy_list *out)
{
    const grundy_ruleset *r = registry_ruleset(reg, number), *other = NULL;
    grundy_bytes part;
    if (r->family->refer != NULL)
        TRY(r->family->refer(g, r, summand, 0, &other, &part));
    if (other == NULL)
        return normal_form_add_components(g, number, r, summand, split, out);
    grundy_list work = grundy_list_open(g);
    grundy_buffer item = grundy_buffer_open(g);
    grundy_status status = number_append(&item, number);
    if (status == GRUNDY_OK)
        status = grundy_append(&item, summand.data, summand.size);
    if (status == GRUNDY_OK)
        status = grundy_list_add(&work, item.data, item.size);
    while (status == GRUNDY_OK && grundy_list_count(&work) > 0)
        status = settle_one(g, reg, &work, &item, split, out);
    grundy_buffer_close(&item);
    grundy_list_close(&work);
    return status;
}

grundy_status normal_form(grundy *g, registry *reg, grundy_bytes position, split_kind split, grundy_list *out)
{
    grundy_bytes summand;
    while (position_next(&position, &summand))
        TRY(normal_form_summand(g, reg, 0, summand, split, out));
    return GRUNDY_OK;
}
