#include "rulesets/heaps/heaps.h"

#include <inttypes.h>

#include "rulesets/heaps/boxes.h"
#include "rulesets/spaces.h"

bool heaps_next(grundy_bytes *rest, uint64_t *heap)
{
    if (rest->size == 0)
        return false;
    *heap = number_read(rest);
    return true;
}

size_t heaps_get(grundy_bytes summand, uint64_t *heaps, size_t max)
{
    size_t count = 0;
    uint64_t heap;
    for (; heaps_next(&summand, &heap); count++)
        if (count < max)
            heaps[count] = heap;
    return count;
}

grundy_status heaps_put(grundy_buffer *out, const uint64_t *heaps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        TRY(number_append(out, heaps[i]));
    return GRUNDY_OK;
}

grundy_status heaps_option(grundy_list *out, grundy_bytes before, const uint64_t *heaps, size_t count,
                           grundy_bytes after)
{
    grundy_buffer option = grundy_buffer_open(out->bytes.g);
    unsigned char small[128];
    grundy_status status;
    if (before.size + after.size + count * NUMBER_SIZE_MAX <= sizeof small) {
        size_t size = 0;
        for (size_t i = 0; i < before.size; i++)
            small[size++] = before.data[i];
        for (size_t i = 0; i < count; i++)
            size += number_write(heaps[i], small + size);
        for (size_t i = 0; i < after.size; i++)
            small[size++] = after.data[i];
        return grundy_list_add(out, small, size);
    }
    status = grundy_append(&option, before.data, before.size);
    if (status == GRUNDY_OK)
        status = heaps_put(&option, heaps, count);
    if (status == GRUNDY_OK)
        status = grundy_append(&option, after.data, after.size);
    if (status == GRUNDY_OK)
        status = grundy_list_add(out, option.data, option.size);
    grundy_buffer_close(&option);
    return status;
}

grundy_status heaps_take(grundy_list *out, grundy_bytes before, uint64_t heap, grundy_bytes after, uint64_t step,
                         uint64_t low)
{
    if (heap < low || heap - low < step)
        return GRUNDY_OK;
    TRY(grundy_list_room(out, (heap - low) / step));
    while (heap - low >= step) {
        heap -= step;
        TRY(heaps_option(out, before, &heap, 1, after));
    }
    return GRUNDY_OK;
}

heaps_cursor heaps_first(grundy_bytes summand)
{
    return (heaps_cursor){.before = {summand.data, 0}, .after = summand};
}

bool heaps_step(heaps_cursor *c)
{
    c->before.size = c->after.data == NULL ? 0 : (size_t)(c->after.data - c->before.data);
    return heaps_next(&c->after, &c->heap);
}

/* A variable that runs through partitions or subsets stands for that many heaps. */
static const grundy_variable *heaps_list_variable(grundy_scanner *s)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_PARTITION);
    return v != NULL ? v : grundy_scan_variable(s, GRUNDY_SUBSET);
}

grundy_status heaps_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    size_t before = out->size;
    do {
        const grundy_variable *list = heaps_list_variable(s);
        if (list != NULL) {
            TRY(heaps_put(out, list->items, list->count));
            continue;
        }
        uint64_t heap;
        TRY(grundy_scan_integer(s, "heap size", 0, UINT64_MAX, &heap));
        TRY(number_append(out, heap));
    } while (grundy_scan_accept(s, ","));
    return out->size == before ? number_append(out, 0) : GRUNDY_OK;
}

grundy_status heaps_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t heap;
    for (bool first = true; heaps_next(&summand, &heap); first = false)
        TRY(grundy_appendf(out, "%s%" PRIu64, first ? "" : ",", heap));
    return GRUNDY_OK;
}

grundy_status heaps_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    enum { MARKS = 64, HEAPS_DRAWN_MAX = 1000 };
    uint64_t heap;
    if (numbers_count(summand) > HEAPS_DRAWN_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "more than %d heaps are not drawn", HEAPS_DRAWN_MAX);
    while (heaps_next(&summand, &heap)) {
        TRY(grundy_appendf(out, "%4" PRIu64 "%s", heap, heap > 0 && heap <= MARKS ? " " : ""));
        for (uint64_t i = 0; i < heap && heap <= MARKS; i++)
            TRY(grundy_append(out, "o", 1));
        TRY(grundy_append(out, "\n", 1));
    }
    return GRUNDY_OK;
}

grundy_status heaps_check_pair(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    size_t count = numbers_count(summand);
    if (count == 2)
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_PARSE, "%s is played on 2 heaps, not on %zu", grundy_ruleset_name(r), count);
}

/* The only symmetry of heaps is their order: ascending. */
static grundy_status heaps_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                  grundy_buffer *out)
{
    (void)r;
    if (!(symmetries & GRUNDY_SYMMETRY_ORDER))
        return grundy_append(out, summand.data, summand.size);
    uint64_t few[16], *heaps = few;
    size_t count = numbers_count(summand);
    grundy_status status = GRUNDY_OK;
    if (count > GRUNDY_COUNT(few)) {
        heaps = handle_new(g, count, sizeof *heaps, &status);
        if (heaps == NULL)
            return status;
    }
    heaps_get(summand, heaps, count);
    if (count == 2 && heaps[0] > heaps[1]) {
        uint64_t greater = heaps[0];
        heaps[0] = heaps[1];
        heaps[1] = greater;
    } else if (count > 2) {
        numbers_sort(heaps, count);
    }
    status = heaps_put(out, heaps, count);
    if (heaps != few)
        handle_free(g, heaps, count * sizeof *heaps);
    return status;
}

const native_space heaps_space = {.encoding = GRUNDY_ENCODING_HEAPS, .reduce = heaps_reduce};

grundy_status heaps_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    uint64_t heap;
    while (heaps_next(&summand, &heap)) {
        unsigned char bytes[NUMBER_SIZE_MAX];
        if (heap != 0)
            TRY(grundy_list_add(out, bytes, number_write(heap, bytes)));
    }
    return GRUNDY_OK;
}

/* ---- sweeps ---- */

grundy_status heaps_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent)
{
    (void)g;
    (void)r;
    uint64_t heaps[GRUNDY_EXTENT_MAX];
    size_t count = heaps_get(summand, heaps, GRUNDY_EXTENT_MAX);
    if (count > GRUNDY_EXTENT_MAX || (extent->dimensions != 0 && extent->dimensions != count))
        return GRUNDY_DOMAIN;
    extent->dimensions = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > extent->greatest[i])
            extent->greatest[i] = heaps[i];
    return GRUNDY_OK;
}

typedef struct {
    grundy_box box;
    size_t cells;
    size_t prefix; /* bytes of a summand before its heaps */
    uint32_t *values;
} box_sweep;

static void box_sweep_close(grundy *g, void *state)
{
    box_sweep *b = state;
    handle_free(g, b->values, b->cells * sizeof *b->values);
    handle_free(g, b, sizeof *b);
}

static grundy_status box_sweep_value(grundy *g, const grundy_ruleset *r, const void *state, grundy_bytes summand,
                                     uint64_t *out)
{
    const box_sweep *b = state;
    uint64_t heaps[GRUNDY_EXTENT_MAX];
    summand = (grundy_bytes){summand.data + b->prefix, summand.size - b->prefix};
    size_t count = heaps_get(summand, heaps, GRUNDY_EXTENT_MAX), cell = 0;
    bool inside = count == b->box.dimensions;
    for (size_t i = 0; inside && i < count; i++) {
        inside = heaps[i] < b->box.sizes[i];
        cell = cell * b->box.sizes[i] + (size_t)heaps[i];
    }
    if (!inside)
        return grundy_fail(g, GRUNDY_DOMAIN, "%s: the position lies outside the box that was swept",
                           grundy_ruleset_name(r));
    *out = b->values[cell];
    return GRUNDY_OK;
}

static grundy_status heaps_fill(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, box_sweep *b)
{
    b->box.dimensions = extent->dimensions;
    b->box.question = question;
    for (unsigned i = 0; i < extent->dimensions; i++) {
        if (extent->greatest[i] >= UINT32_MAX)
            return grundy_fail(g, GRUNDY_LIMIT, "heap %" PRIu64 " is beyond what a sweep can hold",
                               extent->greatest[i]);
        b->box.sizes[i] = (size_t)extent->greatest[i] + 1;
    }
    size_t cells = 0;
    TRY(box_cells(g, &b->box, &cells));
    grundy_status status = GRUNDY_OK;
    b->values = handle_new(g, cells, sizeof *b->values, &status);
    if (b->values == NULL)
        return status;
    b->cells = cells;
    return r->family->box(g, r, &b->box, b->values);
}

grundy_status heaps_sweep_after(grundy *g, const grundy_ruleset *r, const grundy_extent *extent,
                                grundy_question question, size_t prefix, grundy_sweep *out)
{
    if (r->family->box == NULL || extent->dimensions == 0)
        return GRUNDY_DOMAIN;
    grundy_status status = GRUNDY_OK;
    box_sweep *b = handle_new(g, 1, sizeof *b, &status);
    if (b == NULL)
        return status;
    b->prefix = prefix;
    status = heaps_fill(g, r, extent, question, b);
    if (status != GRUNDY_OK) {
        box_sweep_close(g, b);
        return status;
    }
    *out = (grundy_sweep){
        .state = b, .reason = "sweep of a box of heaps", .value = box_sweep_value, .close = box_sweep_close};
    return GRUNDY_OK;
}

grundy_status heaps_sweep(grundy *g, const grundy_ruleset *r, const grundy_extent *extent, grundy_question question,
                          grundy_sweep *out)
{
    return heaps_sweep_after(g, r, extent, question, 0, out);
}

/* ---- random positions ---- */

static grundy_status random_heaps(uint64_t *seed, unsigned size, size_t count, grundy_buffer *out)
{
    for (size_t i = 0; i < count; i++)
        TRY(number_append(out, grundy_random(seed) % (size + 1)));
    return GRUNDY_OK;
}

grundy_status heaps_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return random_heaps(seed, size, 1 + (size_t)(grundy_random(seed) % 3), out);
}

grundy_status heaps_random_pair(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return random_heaps(seed, size, 2, out);
}
