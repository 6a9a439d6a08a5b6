/* octal_stored.c - sequences of octal games that outlive the computation
 *
 * The handle keeps a copy of each, which grows when the computation pauses: it can be saved at any such moment, by any
 * thread, while the computation goes on. Of two sequences of one game the longer stays. */
#include "rulesets/octal/octal_stored.h"

#include <string.h>

typedef struct kept_sequence kept_sequence;
struct kept_sequence {
    kept_sequence *next;
    octal_code code;
    uint16_t *values;
    uint64_t count, room;
};

typedef struct {
    kept_sequence *first;
} all_kept;

static const char kept_key = 0;
static const char name_start[] = "octal(";

static void octal_stored_close(grundy *g, void *value)
{
    all_kept *all = value;
    while (all->first != NULL) {
        kept_sequence *k = all->first;
        all->first = k->next;
        handle_free(g, k->values, (size_t)k->room * sizeof *k->values);
        handle_free(g, k, sizeof *k);
    }
}

grundy_status octal_stored_begin(grundy *g)
{
    grundy_status status = GRUNDY_OK;
    all_kept *all = handle_kept(g, &kept_key, sizeof *all, octal_stored_close, &status);
    if (all == NULL)
        return status;
    handle_kept_done(all);
    return GRUNDY_OK;
}

static bool same_code(const octal_code *a, const octal_code *b)
{
    return a->digits == b->digits && memcmp(a->digit, b->digit, a->digits) == 0;
}

static kept_sequence *octal_stored_find(const all_kept *all, const octal_code *code)
{
    kept_sequence *k = all->first;
    while (k != NULL && !same_code(&k->code, code))
        k = k->next;
    return k;
}

static grundy_status find_or_add(grundy *g, all_kept *all, const octal_code *code, kept_sequence **out)
{
    grundy_status status = GRUNDY_OK;
    kept_sequence *k = octal_stored_find(all, code);
    if (k == NULL) {
        k = handle_new(g, 1, sizeof *k, &status);
        if (k == NULL)
            return status;
        k->code = *code;
        k->next = all->first;
        all->first = k;
    }
    *out = k;
    return GRUNDY_OK;
}

/* Room for count values; a half more than asked when it grows, so that growing is rare. */
static grundy_status octal_stored_make_room(grundy *g, kept_sequence *k, uint64_t count)
{
    grundy_status status = GRUNDY_OK;
    if (count <= k->room)
        return GRUNDY_OK;
    uint64_t room = k->room + k->room / 2 > count ? k->room + k->room / 2 : count;
    if (room > SIZE_MAX / sizeof *k->values)
        return grundy_fail(g, GRUNDY_LIMIT, "a sequence is too long to be kept");
    uint16_t *values =
        grundy_resize(g, k->values, (size_t)k->room * sizeof *values, (size_t)room * sizeof *values, &status);
    if (values == NULL)
        return status;
    k->values = values;
    k->room = room;
    return GRUNDY_OK;
}

grundy_status octal_stored_keep(grundy *g, const octal_sequence *s)
{
    uint64_t count = octal_sequence_count(s);
    kept_sequence *k = NULL;
    all_kept *all = handle_found(g, &kept_key);
    if (all == NULL)
        return GRUNDY_OK;
    grundy_status status = find_or_add(g, all, octal_sequence_code(s), &k);
    if (status == GRUNDY_OK && count > k->count)
        status = octal_stored_make_room(g, k, count);
    if (status == GRUNDY_OK && count > k->count) {
        memcpy(k->values + k->count, octal_sequence_values(s) + k->count,
               (size_t)(count - k->count) * sizeof *k->values);
        k->count = count;
    }
    handle_kept_done(all);
    return status;
}

grundy_status octal_stored_take(grundy *g, octal_sequence *s)
{
    all_kept *all = handle_found(g, &kept_key);
    if (all == NULL)
        return GRUNDY_OK;
    const kept_sequence *k = octal_stored_find(all, octal_sequence_code(s));
    grundy_status status = k == NULL ? GRUNDY_OK : octal_sequence_learn(g, s, k->values, k->count);
    handle_kept_done(all);
    return status;
}

/* ---- in words ---- */

static grundy_status print_name(const octal_code *code, grundy_buffer *out)
{
    TRY(grundy_appendf(out, "%s%x.", name_start, code->digit[0]));
    for (unsigned k = 1; k < code->digits; k++)
        TRY(grundy_appendf(out, "%x", code->digit[k]));
    return grundy_appendf(out, ")");
}

static bool octal_stored_read_digit(unsigned char c, unsigned char *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    if (at != NULL)
        *out = (unsigned char)(at - digits);
    return at != NULL;
}

/* A name as print_name writes it. */
static bool octal_stored_read_name(grundy_bytes name, octal_code *out)
{
    size_t start = sizeof name_start - 1;
    if (name.size < start + 3 || memcmp(name.data, name_start, start) != 0 || name.data[name.size - 1] != ')' ||
        name.data[start + 1] != '.' || name.size - start - 3 >= OCTAL_DIGITS_MAX)
        return false;
    octal_code code = {.digits = 1};
    if (!octal_stored_read_digit(name.data[start], &code.digit[0]) || (code.digit[0] & 3) != 0)
        return false;
    for (size_t i = start + 2; i + 1 < name.size; i++)
        if (!octal_stored_read_digit(name.data[i], &code.digit[code.digits++]))
            return false;
    if (code.digits > 1 && code.digit[code.digits - 1] == 0)
        return false;
    code.parts = octal_parts(&code);
    *out = code;
    return true;
}

grundy_status octal_stored_known(grundy *g, size_t i, grundy_buffer *name, grundy_buffer *values)
{
    all_kept *all = handle_found(g, &kept_key);
    if (all == NULL)
        return GRUNDY_OK;
    const kept_sequence *k = all->first;
    for (; k != NULL && i > 0; i--)
        k = k->next;
    grundy_status status = k == NULL ? GRUNDY_OK : print_name(&k->code, name);
    for (uint64_t n = 0; k != NULL && n < k->count && status == GRUNDY_OK; n++)
        status = grundy_append(values, &(uint32_t){k->values[n]}, sizeof(uint32_t));
    handle_kept_done(all);
    return status;
}

static bool possible(const uint32_t *values, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (values[n] > UINT16_MAX || (n == 0 && values[n] != 0))
            return false;
    return count > 0;
}

static grundy_status learn(grundy *g, all_kept *all, const octal_code *code, const uint32_t *values, size_t count)
{
    kept_sequence *k = NULL;
    TRY(find_or_add(g, all, code, &k));
    if (count <= k->count)
        return GRUNDY_OK;
    TRY(octal_stored_make_room(g, k, count));
    for (size_t n = (size_t)k->count; n < count; n++)
        k->values[n] = (uint16_t)values[n];
    k->count = count;
    return GRUNDY_OK;
}

grundy_status octal_stored_learn(grundy *g, grundy_bytes name, const uint32_t *values, size_t count, bool keep)
{
    octal_code code;
    if (!octal_stored_read_name(name, &code) || !possible(values, count))
        return GRUNDY_DOMAIN;
    if (!keep)
        return GRUNDY_OK;
    grundy_status status = GRUNDY_OK;
    all_kept *all = handle_kept(g, &kept_key, sizeof *all, octal_stored_close, &status);
    if (all == NULL)
        return status;
    status = learn(g, all, &code, values, count);
    handle_kept_done(all);
    return status;
}
