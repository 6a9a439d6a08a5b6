/* quotient.c - the components of positions, and their quotient
 *
 * Positions are taken apart as far as they are isomorphic to sums. The components of a position, those of their options and
 * so on are listed, and added to the quotient in an order in which options come first. */
#include "solvers/quotient.h"

/* ---- options of components ---- */

/* The numbers of components in ascending order, without the terminal ones. */
static grundy_status quotient_sort_parts(const grundy_quotient *q, const uint32_t *parts, uint32_t count,
                                         grundy_buffer *word)
{
    word->size = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t component = quotient_met(q, parts[k])->component;
        if (component == 0)
            continue;
        TRY(grundy_append(word, &component, sizeof component));
        uint32_t *w = (uint32_t *)(void *)word->data;
        for (size_t i = word->size / sizeof *w - 1; i > 0 && w[i - 1] > component; i--) {
            w[i] = w[i - 1];
            w[i - 1] = component;
        }
    }
    return GRUNDY_OK;
}

/* For each option its number of parts, and these; NULL while no component has an option. */
static const uint32_t *quotient_parts(const grundy_quotient *q, const met_component *m)
{
    return q->parts.data == NULL ? NULL : (const uint32_t *)(const void *)q->parts.data + m->start;
}

static grundy_status quotient_listed_options(const grundy_quotient *q, const met_component *m, grundy_buffer *word,
                                             grundy_status (*visit)(void *to, const uint32_t *word, size_t length),
                                             void *to)
{
    const uint32_t *parts = quotient_parts(q, m);
    for (uint32_t k = 0; k < m->options; k++) {
        TRY(quotient_sort_parts(q, parts + 1, *parts, word));
        TRY(visit(to, (const uint32_t *)(const void *)word->data, word->size / sizeof(uint32_t)));
        parts += 1 + *parts;
    }
    return GRUNDY_OK;
}

static grundy_status quotient_source(void *context, uint32_t component,
                                     grundy_status (*visit)(void *to, const uint32_t *word, size_t length), void *to)
{
    grundy_quotient *q = context;
    const met_component *m = quotient_met(q, quotient_u32(&q->found, component));
    if (m->heap != 0)
        return quotient_heap_options(q, m->heap, visit, to);
    return quotient_listed_options(q, m, &q->word, visit, to);
}

/* ---- components that are met ---- */

grundy_status quotient_meet(grundy_quotient *q, grundy_bytes key, uint32_t *number)
{
    const size_t before = numbering_count(&q->keys);
    TRY(numbering_add(&q->keys, key, number));
    return *number < before ? GRUNDY_OK : grundy_append(&q->met, &(met_component){0}, sizeof(met_component));
}

/* One option: the components of a summand of the ruleset with this number. */
static grundy_status quotient_list_option(grundy_quotient *q, size_t ruleset, grundy_bytes summand, grundy_list *keys)
{
    grundy_list_clear(keys);
    TRY(normal_form_summand(q->g, &q->registry, ruleset, summand, SPLIT_ISOMORPHIC, keys));
    const uint32_t count = (uint32_t)grundy_list_count(keys);
    TRY(grundy_append(&q->parts, &count, sizeof count));
    for (uint32_t k = 0; k < count; k++) {
        uint32_t number;
        TRY(quotient_meet(q, grundy_list_at(keys, k), &number));
        TRY(grundy_append(&q->parts, &number, sizeof number));
    }
    return GRUNDY_OK;
}

/* List the options of the next component that has none yet. */
static grundy_status quotient_list(grundy_quotient *q, size_t i, grundy_list *options, grundy_list *keys)
{
    grundy_bytes key = numbering_at(&q->keys, i), summand, rest = key;
    if (quotient_met(q, i)->heap != 0)
        return GRUNDY_OK;
    const grundy_ruleset *r = key_ruleset(&q->registry, key, &summand);
    const size_t ruleset = (size_t)number_read(&rest);
    grundy_list_clear(options);
    TRY(r->family->options(q->g, r, summand, options));
    quotient_met(q, i)->start = q->parts.size / sizeof(uint32_t);
    quotient_met(q, i)->options = (uint32_t)grundy_list_count(options);
    for (size_t k = 0; k < grundy_list_count(options); k++)
        TRY(quotient_list_option(q, ruleset, grundy_list_at(options, k), keys));
    return grundy_check(q->g);
}

grundy_status quotient_put(grundy_quotient *q, uint32_t number)
{
    TRY(grundy_append(&q->found, &number, sizeof number));
    grundy_status status = quotient_add(&q->q);
    if (status == GRUNDY_OK)
        quotient_met(q, number)->component = q->q.i.components;
    else
        q->found.size -= sizeof number;
    return status;
}

/* Push the parts of a component's options that are new; say whether there were any. */
static grundy_status quotient_push_parts(grundy_quotient *q, const met_component *m, grundy_buffer *stack, bool *some)
{
    const uint32_t *parts = quotient_parts(q, m);
    *some = false;
    for (uint32_t k = 0; k < m->options; k++, parts += 1 + *parts)
        for (uint32_t p = 1; p <= *parts; p++) {
            const uint32_t state = quotient_met(q, parts[p])->state;
            if (state == COMPONENT_OPEN)
                return grundy_fail(q->g, GRUNDY_DOMAIN, "%s: a position can be reached from itself",
                                   grundy_ruleset_name(q->r));
            if (state == COMPONENT_NEW)
                TRY(grundy_append(stack, &parts[p], sizeof parts[p]));
            *some = *some || state == COMPONENT_NEW;
        }
    return GRUNDY_OK;
}

/* Give numbers to a component and to all to which its options lead, these first. */
static grundy_status quotient_number(grundy_quotient *q, uint32_t root, grundy_buffer *stack)
{
    stack->size = 0;
    TRY(grundy_append(stack, &root, sizeof root));
    while (stack->size > 0) {
        const uint32_t top = quotient_u32(stack, stack->size / sizeof top - 1);
        met_component *m = quotient_met(q, top);
        bool some = false;
        if (m->state == COMPONENT_NEW) {
            m->state = COMPONENT_OPEN;
            TRY(quotient_push_parts(q, m, stack, &some));
        }
        if (some)
            continue;
        stack->size -= sizeof top;
        if (m->state == COMPONENT_OPEN && m->options > 0)
            TRY(quotient_put(q, top));
        quotient_met(q, top)->state = COMPONENT_DONE;
    }
    return GRUNDY_OK;
}

/* After a failure what has no number is new again, for another try. */
static void quotient_renew(grundy_quotient *q)
{
    for (size_t i = 0; i < q->met.size / sizeof(met_component); i++)
        if (quotient_met(q, i)->state == COMPONENT_OPEN)
            quotient_met(q, i)->state = COMPONENT_NEW;
}

grundy_status quotient_grow(grundy_quotient *q)
{
    grundy_list options = grundy_list_open(q->g), keys = grundy_list_open(q->g);
    grundy_buffer stack = grundy_buffer_open(q->g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = q->listed; status == GRUNDY_OK && i < numbering_count(&q->keys); i++) {
        status = quotient_list(q, i, &options, &keys);
        q->listed += status == GRUNDY_OK;
        grundy_report(q->g, "components", q->listed, 0);
    }
    for (size_t i = 0; status == GRUNDY_OK && i < numbering_count(&q->keys); i++)
        if (quotient_met(q, i)->state == COMPONENT_NEW)
            status = quotient_number(q, (uint32_t)i, &stack);
    if (status != GRUNDY_OK)
        quotient_renew(q);
    grundy_buffer_close(&stack);
    grundy_list_close(&keys);
    grundy_list_close(&options);
    return status;
}

/* ---- opening and closing ---- */

static grundy_status quotient_prepare(grundy_quotient *q)
{
    const grundy_ruleset *r = q->r;
    pthread_mutex_init(&q->registry.lock, NULL);
    atomic_init(&q->registry.rulesets[0], r);
    atomic_init(&q->registry.count, 1);
    q->registry.reserved = grundy_list_open(q->g);
    q->keys = numbering_open(q->g);
    q->met = grundy_buffer_open(q->g);
    q->parts = grundy_buffer_open(q->g);
    q->found = grundy_buffer_open(q->g);
    q->heaps = grundy_buffer_open(q->g);
    q->word = grundy_buffer_open(q->g);
    q->source = (component_source){q, quotient_source};
    const uint32_t none = UINT32_MAX; /* components are numbered from 1 on */
    TRY(grundy_append(&q->found, &none, sizeof none));
    if (quotient_reads_heaps(r))
        TRY(recurrence_of(q->g, r, GRUNDY_VALUE, &q->rule));
    return quotient_begin(q->g, &q->source, MONOID_ORDER_MAX, &q->q);
}

grundy_status grundy_quotient_open(grundy *g, const grundy_ruleset *r, grundy_quotient **out)
{
    grundy_status status = GRUNDY_OK;
    grundy_quotient *q = handle_new(g, 1, sizeof *q, &status);
    if (q == NULL)
        return status;
    q->g = g;
    q->r = r;
    status = quotient_prepare(q);
    if (status == GRUNDY_OK)
        *out = q;
    else
        grundy_quotient_close(q);
    return status;
}

void grundy_quotient_close(grundy_quotient *q)
{
    if (q == NULL)
        return;
    quotient_end(&q->q);
    numbering_close(&q->keys);
    grundy_buffer_close(&q->met);
    grundy_buffer_close(&q->parts);
    grundy_buffer_close(&q->found);
    grundy_buffer_close(&q->heaps);
    grundy_buffer_close(&q->word);
    grundy_list_close(&q->registry.reserved);
    pthread_mutex_destroy(&q->registry.lock);
    handle_free(q->g, q, sizeof *q);
}

grundy_status grundy_quotient_add(grundy_quotient *q, grundy_bytes position)
{
    grundy_list keys = grundy_list_open(q->g);
    grundy_status status = normal_form(q->g, &q->registry, position, SPLIT_ISOMORPHIC, &keys);
    for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&keys); k++) {
        uint32_t number;
        status = quotient_meet(q, grundy_list_at(&keys, k), &number);
    }
    if (status == GRUNDY_OK)
        status = quotient_grow(q);
    grundy_list_close(&keys);
    return status;
}

/* ---- asking ---- */

static grundy_status quotient_key_element(const grundy_quotient *q, grundy_bytes key, uint32_t *out)
{
    const uint32_t number = numbering_find(&q->keys, key);
    uint64_t heap;
    if (number != UINT32_MAX) {
        *out = q->q.i.values[quotient_met(q, number)->component];
        return GRUNDY_OK;
    }
    return quotient_key_heap(q, key, &heap) ? quotient_heap_element(q, heap, out) : GRUNDY_DOMAIN;
}

grundy_status quotient_element(grundy_quotient *q, grundy_bytes position, uint32_t *out)
{
    grundy_list keys = grundy_list_open(q->g);
    grundy_status status = normal_form(q->g, &q->registry, position, SPLIT_ISOMORPHIC, &keys);
    uint32_t product = 0;
    for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&keys); k++) {
        uint32_t element = 0;
        status = quotient_key_element(q, grundy_list_at(&keys, k), &element);
        product = image_times(&q->q.i, product, element);
    }
    grundy_list_close(&keys);
    if (status == GRUNDY_OK)
        *out = product;
    return status;
}

grundy_status grundy_quotient_element(grundy_quotient *q, grundy_bytes position, uint32_t *out)
{
    grundy_status status = quotient_element(q, position, out);
    if (status == GRUNDY_DOMAIN)
        status = grundy_fail(q->g, GRUNDY_DOMAIN, "the quotient does not cover this position");
    return status;
}

uint32_t grundy_quotient_times(const grundy_quotient *q, uint32_t a, uint32_t b)
{
    return image_times(&q->q.i, a, b);
}

bool grundy_quotient_is_p(const grundy_quotient *q, uint32_t element)
{
    return bits_has(q->q.p, element);
}

bool grundy_quotient_separate(const grundy_quotient *q, uint32_t a, uint32_t b, uint32_t *out)
{
    for (uint32_t x = 0; x < q->q.i.m.order; x++)
        if (bits_has(q->q.rows + a * image_words(&q->q.i), x) != bits_has(q->q.rows + b * image_words(&q->q.i), x)) {
            *out = x;
            return true;
        }
    return false;
}

/* Is it the quotient of heaps of Nim up to some size? One element, or {1, a} with aa = 1, or these and a group in which
 * each element is its own inverse, whose P-position is its identity (Plambeck and Siegel). */
static bool quotient_is_tame(const quotient *q)
{
    const uint32_t order = q->i.m.order;
    uint32_t one = 0, identity = 0;
    for (uint32_t x = 1; x < order; x++) {
        const uint32_t square = image_times(&q->i, x, x);
        if (square == 0 && one != 0)
            return false;
        if (square == 0)
            one = x;
        else if (identity != 0 && square != identity)
            return false;
        else
            identity = square;
    }
    if (order <= 2)
        return true;
    for (uint32_t x = 0; x < order; x++) {
        if (x != 0 && x != one && image_times(&q->i, x, identity) != x)
            return false;
        if (bits_has(q->p, x) != (x == one || x == identity))
            return false;
    }
    return one != 0;
}

grundy_quotient_facts grundy_quotient_get_facts(const grundy_quotient *q)
{
    const quotient *built = &q->q;
    grundy_quotient_facts facts = {.order = built->i.m.order, .generators = built->i.m.generators};
    for (uint32_t x = 0; x < built->i.m.order; x++)
        facts.p_positions += bits_has(built->p, x);
    facts.tame = quotient_is_tame(built);
    facts.heaps = q->heaps.size / sizeof(uint32_t);
    facts.heaps -= facts.heaps > 0;
    facts.period = q->period;
    return facts;
}
