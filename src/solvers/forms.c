#include "solvers/forms.h"

#include <string.h>

#include "base/hash.h"

enum { SLOTS_FIRST = 1 << 10, SLOTS_MOST = 1 << 15, BYTES_A_SLOT = 64, MEMORY_SHARE = 16 };

forms forms_open(grundy *g, split_kind split, unsigned threads)
{
    const uint64_t memory = grundy_get_limits(g).memory / MEMORY_SHARE / threads;
    size_t most = SLOTS_MOST;
    while (grundy_get_limits(g).memory != 0 && most > 0 && most * (sizeof(uint32_t) + BYTES_A_SLOT) > memory)
        most /= 2;
    return (forms){.g = g, .split = split, .most = most, .refused = most == 0};
}

void forms_close(forms *c)
{
    handle_free(c->g, c->slots, c->count * sizeof *c->slots);
    handle_free(c->g, c->bytes, c->size);
    *c = (forms){.g = c->g, .split = c->split, .most = c->most, .refused = true};
}

/* Forget all, with twice the memory from then on, as long as there is some. */
static void forms_renew(forms *c)
{
    const size_t next = c->count == 0 ? SLOTS_FIRST : 2 * c->count, count = next < c->most ? next : c->most;
    if (count > c->count) {
        uint32_t *slots = handle_try(c->g, NULL, 0, count * sizeof *slots);
        unsigned char *bytes = slots == NULL ? NULL : handle_try(c->g, NULL, 0, count * BYTES_A_SLOT);
        if (bytes == NULL) {
            handle_free(c->g, slots, count * sizeof *slots);
            c->refused = c->count == 0;
        } else {
            const forms more = {c->g, c->split, false, count, c->most, slots, bytes, 0, count * BYTES_A_SLOT};
            forms_close(c);
            *c = more;
        }
    }
    if (c->count > 0)
        memset(c->slots, 0, c->count * sizeof *c->slots);
    c->used = 1; /* nothing begins at 0 */
}

static size_t slot_of(const forms *c, size_t number, grundy_bytes summand)
{
    return ((size_t)(hash_bytes(summand.data, summand.size) >> 24) + 7 * number) & (c->count - 1);
}

/* The keys that are remembered for a summand, as the summands of a position. */
static bool forms_look_up(const forms *c, size_t number, grundy_bytes summand, grundy_bytes *keys)
{
    const uint32_t at = c->slots[slot_of(c, number, summand)];
    grundy_bytes rest = {c->bytes + at, c->used - at};
    if (at == 0 || number_read(&rest) != number)
        return false;
    const size_t size = (size_t)number_read(&rest);
    const grundy_bytes its = position_take(&rest);
    *keys = (grundy_bytes){rest.data, size};
    return its.size == summand.size && (its.size == 0 || memcmp(its.data, summand.data, its.size) == 0);
}

static void write_bytes(forms *c, grundy_bytes text)
{
    c->used += number_write(text.size, c->bytes + c->used);
    if (text.size > 0)
        memcpy(c->bytes + c->used, text.data, text.size);
    c->used += text.size;
}

/* Remember the keys of a list from number `from` on. */
static void forms_note(forms *c, size_t number, grundy_bytes summand, const grundy_list *list, size_t from)
{
    unsigned char none[NUMBER_SIZE_MAX];
    size_t size = 0;
    for (size_t i = from; i < grundy_list_count(list); i++)
        size += number_write(grundy_list_at(list, i).size, none) + grundy_list_at(list, i).size;
    const size_t all = 3 * NUMBER_SIZE_MAX + summand.size + size;
    if (all > c->size / 4)
        return;
    if (c->used + all > c->size)
        forms_renew(c);
    c->slots[slot_of(c, number, summand)] = (uint32_t)c->used;
    c->used += number_write(number, c->bytes + c->used);
    c->used += number_write(size, c->bytes + c->used);
    write_bytes(c, summand);
    for (size_t i = from; i < grundy_list_count(list); i++)
        write_bytes(c, grundy_list_at(list, i));
}

grundy_status forms_find(forms *c, registry *reg, size_t number, grundy_bytes summand, grundy_list *out)
{
    const grundy_family *family = registry_ruleset(reg, number)->family;
    const bool cheap = family->canonical == NULL && family->split == NULL && family->refer == NULL;
    if (c->count == 0 && !c->refused && !cheap)
        forms_renew(c);
    if (c->count == 0 || cheap)
        return normal_form_summand(c->g, reg, number, summand, c->split, out);
    grundy_bytes keys, key;
    if (forms_look_up(c, number, summand, &keys)) {
        while (position_next(&keys, &key))
            TRY(grundy_list_add(out, key.data, key.size));
        return GRUNDY_OK;
    }
    const size_t from = grundy_list_count(out);
    TRY(normal_form_summand(c->g, reg, number, summand, c->split, out));
    forms_note(c, number, summand, out, from);
    return GRUNDY_OK;
}
