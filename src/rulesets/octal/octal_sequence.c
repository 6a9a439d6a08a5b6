/* octal_sequence.c - values of octal games one after the other, and the choice of the way
 *
 * Now and then, in steps that grow with the sequence, the values so far are looked at again. The linear form with the
 * fewest rare heaps is found for all forms at once: the sum over the heaps of (-1)^(v & form) is the Walsh-Hadamard
 * transform of the numbers of heaps of each value. Going through the rare heaps costs one step each, and a full pass
 * for each heap that turns out rare; that is weighed against the plain way's half of a heap. */
#include "rulesets/octal/octal_sequence.h"

#include <inttypes.h>
#include <string.h>

#include "rulesets/octal/octal_state.h"
#include "rulesets/octal/octal_stored.h"
#include "rulesets/octal/store.h"

enum { FIRST_REVIEW = 128, LEAST_BOUND = 64, FIRST_PORTION = 32 };

grundy_status octal_sequence_open(grundy *g, const octal_code *code, octal_way way, octal_sequence **out)
{
    grundy_status status = GRUNDY_OK;
    octal_sequence *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    s->code = *code;
    s->way = way;
    s->find = octal_find_at(0);
    s->block.mark = octal_mark_at(0);
    s->block.portion = FIRST_PORTION;
    s->portion = FIRST_PORTION;
    s->bound = LEAST_BOUND;
    s->review_at = way == OCTAL_SPARSE ? 1 : way == OCTAL_CHOOSE ? FIRST_REVIEW : UINT64_MAX;
    for (unsigned taken = 0; taken < code->digits; taken++)
        if (octal_allows(code, taken, 2))
            s->splits[s->split_count++] = taken;
    for (unsigned taken = 1; taken < code->digits; taken++)
        if (octal_allows(code, taken, 1))
            s->singles[s->single_count++] = taken;
    s->often = handle_new(g, OCTAL_VALUES, sizeof *s->often, &status);
    if (status == GRUNDY_OK)
        s->often_before = handle_new(g, OCTAL_VALUES, sizeof *s->often_before, &status);
    if (status == GRUNDY_OK)
        s->marks = handle_new(g, OCTAL_VALUES + 64, sizeof *s->marks, &status);
    if (status != GRUNDY_OK) {
        octal_sequence_close(g, s);
        return status;
    }
    *out = s;
    return GRUNDY_OK;
}

void octal_rares_free(grundy *g, octal_rares *r)
{
    handle_free(g, r->heap, r->room * (sizeof *r->heap + sizeof *r->value));
    *r = (octal_rares){.heap = NULL};
}

void octal_sequence_close(grundy *g, octal_sequence *s)
{
    if (s == NULL)
        return;
    octal_totals_free(g, &s->totals);
    handle_free(g, s->values, s->room * sizeof *s->values);
    handle_free(g, s->often, OCTAL_VALUES * sizeof *s->often);
    handle_free(g, s->often_before, OCTAL_VALUES * sizeof *s->often_before);
    handle_free(g, s->marks, OCTAL_VALUES + 64);
    octal_rares_free(g, &s->rares);
    octal_block_free(g, &s->block);
    handle_free(g, s, sizeof *s);
}

const uint16_t *octal_sequence_values(const octal_sequence *s)
{
    return s->values;
}

uint64_t octal_sequence_count(const octal_sequence *s)
{
    return s->count;
}

uint64_t octal_sequence_steps(const octal_sequence *s)
{
    return s->steps;
}

const octal_code *octal_sequence_code(const octal_sequence *s)
{
    return &s->code;
}

/* ---- the sparse space ---- */

/* balance[m] becomes the sum over v of (-1)^(number of ones in v & m) balance[v]. */
static void transform(int64_t *balance, size_t size)
{
    for (size_t half = 1; half < size; half *= 2)
        for (size_t i = 0; i < size; i += 2 * half)
            for (size_t j = i; j < i + half; j++) {
                int64_t sum = balance[j] + balance[j + half];
                balance[j + half] = balance[j] - balance[j + half];
                balance[j] = sum;
            }
}

/* The form with the fewest rare heaps, not 0. */
static grundy_status best_form(grundy *g, const octal_sequence *s, unsigned *form)
{
    grundy_status status = GRUNDY_OK;
    int64_t *balance = handle_new(g, s->bound, sizeof *balance, &status);
    if (balance == NULL)
        return status;
    for (size_t v = 0; v < s->bound; v++)
        balance[v] = (int64_t)s->often[v];
    transform(balance, s->bound);
    *form = 1;
    for (size_t m = 2; m < s->bound; m++)
        if (balance[m] < balance[*form])
            *form = (unsigned)m;
    handle_free(g, balance, s->bound * sizeof *balance);
    return GRUNDY_OK;
}

static uint64_t count_rares(const octal_sequence *s, const uint64_t *often, unsigned form)
{
    uint64_t count = 0;
    for (unsigned v = 0; v < s->bound; v++)
        if (octal_is_rare(form, v))
            count += often[v];
    return count;
}

/* Steps that a heap costs besides what both ways need: by the rare heaps, one for each, and a full pass for each heap that
 * turned out rare lately; plainly, a full pass each time. */
static bool rares_are_cheaper(const octal_sequence *s, unsigned form)
{
    uint64_t rares = count_rares(s, s->often, form), before = count_rares(s, s->often_before, form);
    uint64_t stretch = s->count - s->reviewed_at, pass = s->count / 2 / OCTAL_PASS_SPEED;
    return rares + (rares - before) * pass / stretch < pass;
}

/* Heaps and values lie in one block, the heaps in front. */
grundy_status octal_rares_add(grundy *g, octal_rares *r, uint64_t heap, uint16_t value)
{
    if (r->count == r->room) {
        grundy_status status = GRUNDY_OK;
        octal_rares larger = {.count = r->count, .room = 2 * r->room + 64, .greatest = r->greatest};
        larger.heap = handle_new(g, larger.room, sizeof *r->heap + sizeof *r->value, &status);
        if (larger.heap == NULL)
            return status;
        larger.value = (uint16_t *)(void *)(larger.heap + larger.room);
        if (r->count > 0) {
            memcpy(larger.heap, r->heap, r->count * sizeof *r->heap);
            memcpy(larger.value, r->value, r->count * sizeof *r->value);
        }
        octal_rares_free(g, r);
        *r = larger;
    }
    r->greatest = r->count == 0 || heap > r->greatest ? heap : r->greatest;
    r->heap[r->count] = heap;
    r->value[r->count++] = value;
    return GRUNDY_OK;
}

static grundy_status take_form(grundy *g, octal_sequence *s, unsigned form)
{
    s->sparse = false;
    s->form = 0;
    s->rares.count = 0;
    memset(s->common, 0, sizeof s->common);
    for (unsigned v = 0; v < OCTAL_VALUES; v++)
        if (!octal_is_rare(form, v))
            set_add(s->common, v);
    for (uint64_t n = 1; n < s->count; n++)
        if (octal_is_rare(form, s->values[n]))
            TRY(octal_rares_add(g, &s->rares, n, s->values[n]));
    s->form = form;
    return GRUNDY_OK;
}

static grundy_status review(grundy *g, octal_sequence *s)
{
    unsigned form = 1;
    TRY(best_form(g, s, &form));
    bool sparse = s->way == OCTAL_SPARSE || rares_are_cheaper(s, form);
    if (sparse && form != s->form)
        TRY(take_form(g, s, form));
    if (!sparse)
        s->form = 0; /* the rare heaps will not be kept up to date */
    s->sparse = sparse;
    TRY(octal_block_begin(g, s));
    memcpy(s->often_before, s->often, s->bound * sizeof *s->often);
    s->reviewed_at = s->count;
    s->review_at = s->count + s->count / 4 + FIRST_REVIEW;
    return GRUNDY_OK;
}

/* ---- extension ---- */

static grundy_status octal_sequence_make_room(grundy *g, octal_sequence *s, uint64_t count)
{
    grundy_status status = GRUNDY_OK;
    if (count <= s->room)
        return GRUNDY_OK;
    uint64_t room = s->room + s->room / 2 > count ? s->room + s->room / 2 : count;
    if (room > SIZE_MAX / sizeof *s->values)
        return grundy_fail(g, GRUNDY_LIMIT, "%" PRIu64 " heaps are too many for a sequence", count);
    uint16_t *values =
        grundy_resize(g, s->values, (size_t)s->room * sizeof *values, (size_t)room * sizeof *values, &status);
    if (values == NULL)
        return status;
    s->values = values;
    s->room = room;
    return GRUNDY_OK;
}

grundy_status octal_append(grundy *g, octal_sequence *s, uint32_t value)
{
    if (value >= OCTAL_VALUES)
        return grundy_fail(g, GRUNDY_LIMIT, "the value of heap %" PRIu64 " is above %d", s->count, OCTAL_VALUES - 1);
    if (s->sparse && s->count > 0 && octal_is_rare(s->form, value))
        TRY(octal_rares_add(g, &s->rares, s->count, (uint16_t)value));
    while (value >= s->bound)
        s->bound *= 2;
    if (s->count > 0)
        s->often[value]++;
    s->values[s->count++] = (uint16_t)value;
    return GRUNDY_OK;
}

static grundy_status next_heap(grundy *g, octal_sequence *s)
{
    uint32_t value = 0;
    if (s->code.parts > 2) {
        TRY(octal_triples_value(g, s, &value));
        return octal_append(g, s, value);
    }
    if (s->count >= s->review_at)
        TRY(review(g, s));
    return octal_append(g, s, octal_value(s));
}

grundy_status octal_sequence_learn(grundy *g, octal_sequence *s, const uint16_t *values, uint64_t count)
{
    TRY(octal_sequence_make_room(g, s, count));
    while (s->count < count)
        TRY(octal_append(g, s, values[s->count]));
    return GRUNDY_OK;
}

/* Between heaps: let the store have what is known, and see whether to go on. */
static grundy_status octal_sequence_pause(grundy *g, const octal_sequence *s, uint64_t count)
{
    TRY(octal_stored_keep(g, s));
    store_in_between(g);
    grundy_report(g, "heaps", s->count, count);
    return grundy_check(g);
}

static grundy_status octal_sequence_grow(grundy *g, octal_sequence *s, uint64_t count)
{
    uint64_t paused = s->steps, paused_at = s->count;
    TRY(octal_sequence_make_room(g, s, count));
    while (s->count < count) {
        TRY(octal_block_fits(s, count)       ? octal_block_next(g, s)
            : octal_window_fits(g, s, count) ? octal_window_next(g, s, count)
                                             : next_heap(g, s));
        if (s->steps - paused < 1 << 20 && s->count - paused_at < 4096)
            continue;
        paused = s->steps;
        paused_at = s->count;
        octal_ahead_begin(g, s, count);
        TRY(octal_sequence_pause(g, s, count));
    }
    return GRUNDY_OK;
}

grundy_status octal_sequence_extend(grundy *g, octal_sequence *s, uint64_t count)
{
    grundy_status status = octal_sequence_grow(g, s, count);
    octal_ahead_end(g, s);
    grundy_status kept = octal_stored_keep(g, s);
    return status != GRUNDY_OK ? status : kept;
}
