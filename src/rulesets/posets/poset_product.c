/* product(P,Q) and dual(P)
 *
 * An element of a product is an element of each, one string after the other; of a dual, the string of the element
 * with all bits flipped, which turns the order of the strings round. */
#include <string.h>

#include "rulesets/posets/poset.h"

/* ---- product ---- */

typedef struct {
    board *first, *second;
    bool owned;
} pair;

static const pair *poset_product_parts(const board *b)
{
    return b->state;
}

static void poset_product_close(grundy *g, board *b)
{
    pair *p = b->state;
    if (p->owned) {
        board_close(g, p->first);
        board_close(g, p->second);
    }
    handle_free(g, p, sizeof *p);
}

static grundy_status poset_product_open(grundy *g, board *b, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    TRY(board_arguments(g, self, 2, "product(chain(2),chain(3))"));
    pair *p = handle_new(g, 1, sizeof *p, &status);
    if (p == NULL)
        return status;
    p->owned = true;
    b->state = p;
    TRY(board_open(g, &self->args[0], &p->first));
    TRY(board_open(g, &self->args[1], &p->second));
    b->width = p->first->width + p->second->width;
    return GRUNDY_OK;
}

static grundy_status product_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    const pair *p = poset_product_parts(b);
    if (!grundy_scan_accept(s, "("))
        return grundy_scan_fail(s, "a pair (p,q)");
    grundy_scan_open(s);
    TRY(board_parse(g, p->first, s, out));
    TRY(grundy_scan_expect(s, ","));
    TRY(board_parse(g, p->second, s, out + p->first->width));
    grundy_scan_close(s);
    return grundy_scan_expect(s, ")");
}

static grundy_status product_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    const pair *p = poset_product_parts(b);
    TRY(grundy_append(out, "(", 1));
    TRY(p->first->kind->print(g, p->first, x, out));
    TRY(grundy_append(out, ",", 1));
    TRY(p->second->kind->print(g, p->second, x + p->first->width, out));
    return grundy_append(out, ")", 1);
}

static uint64_t product_count(const board *b)
{
    uint64_t m = poset_product_parts(b)->first->kind->count(poset_product_parts(b)->first);
    uint64_t n = poset_product_parts(b)->second->kind->count(poset_product_parts(b)->second);
    return n != 0 && m > UINT64_MAX / n ? UINT64_MAX : m * n;
}

/* Add the pairs of x with the elements of a list; first: the list is of first elements. */
static grundy_status poset_product_add_pairs(const board *b, const unsigned char *x, const grundy_list *list,
                                             bool first, grundy_list *out)
{
    const pair *p = poset_product_parts(b);
    grundy_buffer scratch = grundy_buffer_open(out->bytes.g);
    grundy_status status = grundy_append(&scratch, x, b->width);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(list); i++) {
        grundy_bytes part = grundy_list_at(list, i);
        memcpy(scratch.data + (first ? 0 : p->first->width), part.data, part.size);
        status = grundy_list_add(out, scratch.data, b->width);
    }
    grundy_buffer_close(&scratch);
    return status;
}

static grundy_status product_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    const pair *p = poset_product_parts(b);
    grundy_list list = grundy_list_open(g);
    grundy_status status = p->first->kind->lower(g, p->first, x, &list);
    if (status == GRUNDY_OK)
        status = poset_product_add_pairs(b, x, &list, true, out);
    grundy_list_clear(&list);
    if (status == GRUNDY_OK)
        status = p->second->kind->lower(g, p->second, x + p->first->width, &list);
    if (status == GRUNDY_OK)
        status = poset_product_add_pairs(b, x, &list, false, out);
    grundy_list_close(&list);
    return status;
}

static grundy_status pair_up(const board *b, const grundy_list *first, const grundy_list *second, grundy_list *out)
{
    grundy_buffer x = grundy_buffer_open(out->bytes.g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(first); i++) {
        x.size = 0;
        status = grundy_append(&x, grundy_list_at(first, i).data, grundy_list_at(first, i).size);
        if (status == GRUNDY_OK && grundy_list_count(second) > 0)
            status = grundy_append(&x, grundy_list_at(second, 0).data, grundy_list_at(second, 0).size);
        if (status == GRUNDY_OK)
            status = poset_product_add_pairs(b, x.data, second, false, out);
    }
    grundy_buffer_close(&x);
    return status;
}

static grundy_status product_maximal(grundy *g, const board *b, grundy_list *out)
{
    const pair *p = poset_product_parts(b);
    grundy_list first = grundy_list_open(g), second = grundy_list_open(g);
    grundy_status status = p->first->kind->maximal(g, p->first, &first);
    if (status == GRUNDY_OK)
        status = p->second->kind->maximal(g, p->second, &second);
    if (status == GRUNDY_OK)
        status = pair_up(b, &first, &second, out);
    grundy_list_close(&first);
    grundy_list_close(&second);
    return status;
}

static bool product_height(const board *b, const unsigned char *x, uint64_t *out)
{
    const pair *p = poset_product_parts(b);
    uint64_t first, second;
    if (!board_height(p->first, x, &first) || !board_height(p->second, x + p->first->width, &second))
        return false;
    *out = first + second;
    return true;
}

static void product_type(const board *b, const unsigned char *x, unsigned char *out)
{
    const pair *p = poset_product_parts(b);
    board_type(p->first, x, out);
    board_type(p->second, x + p->first->width, out + p->first->width);
}

/* Intervals of the product are products of intervals, and principal ideals of principal ideals: Theorem 4.2. */
static grundy_status poset_product_formula(grundy *g, const board *b, board_formula *first, board_formula *second,
                                           const unsigned char *x, uint64_t *out, const char **reason)
{
    const pair *p = poset_product_parts(b);
    uint64_t a, c;
    if (first == NULL || second == NULL)
        return GRUNDY_DOMAIN;
    TRY(first(g, p->first, x, &a, reason));
    TRY(second(g, p->second, x + p->first->width, &c, reason));
    *out = grundy_nim_mul(a, c);
    *reason = "nim-product of the values in the factors (coin-turning paper, Theorem 4.2)";
    return GRUNDY_OK;
}

static grundy_status product_ruler(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                   const char **reason)
{
    const pair *p = poset_product_parts(b);
    return poset_product_formula(g, b, p->first->kind->ruler, p->second->kind->ruler, x, out, reason);
}

static grundy_status product_ideal(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                   const char **reason)
{
    const pair *p = poset_product_parts(b);
    return poset_product_formula(g, b, p->first->kind->ideal, p->second->kind->ideal, x, out, reason);
}

const board_kind product_board = {
    .name = "product",
    .arguments = "(P,Q)",
    .open = poset_product_open,
    .close = poset_product_close,
    .parse = product_parse,
    .print = product_print,
    .count = product_count,
    .maximal = product_maximal,
    .lower = product_lower,
    .height = product_height,
    .type = product_type,
    .ruler = product_ruler,
    .ideal = product_ideal,
};

grundy_status board_pair(grundy *g, board *first, board *second, board **out)
{
    board *b = NULL;
    grundy_status status = GRUNDY_OK;
    TRY(board_new(g, &product_board, &b));
    pair *p = handle_new(g, 1, sizeof *p, &status);
    if (p == NULL) {
        board_close(g, b);
        return status;
    }
    *p = (pair){.first = first, .second = second};
    b->state = p;
    b->width = first->width + second->width;
    *out = b;
    return GRUNDY_OK;
}

/* ---- dual ---- */

static const board *dual_base(const board *b)
{
    return b->state;
}

static void dual_close(grundy *g, board *b)
{
    board_close(g, b->state);
}

static grundy_status dual_open(grundy *g, board *b, const grundy_arg *self)
{
    board *base = NULL;
    TRY(board_arguments(g, self, 1, "dual(asm(5))"));
    TRY(board_open(g, &self->args[0], &base));
    b->state = base;
    b->width = base->width;
    b->braced = base->braced;
    return GRUNDY_OK;
}

static void flip(unsigned char *x, size_t width)
{
    for (size_t i = 0; i < width; i++)
        x[i] = (unsigned char)~x[i];
}

static grundy_status dual_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    TRY(dual_base(b)->kind->parse(g, dual_base(b), s, out));
    flip(out, b->width);
    return GRUNDY_OK;
}

static bool dual_is_name(const board *b, const grundy_scanner *s)
{
    const board *base = dual_base(b);
    return base->kind->is_name != NULL && base->kind->is_name(base, s);
}

static grundy_status dual_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    grundy_buffer copy = grundy_buffer_open(g);
    grundy_status status = grundy_append(&copy, x, b->width);
    if (status == GRUNDY_OK) {
        flip(copy.data, b->width);
        status = dual_base(b)->kind->print(g, dual_base(b), copy.data, out);
    }
    grundy_buffer_close(&copy);
    return status;
}

static uint64_t dual_count(const board *b)
{
    return dual_base(b)->kind->count(dual_base(b));
}

/* Add elements of the base by their numbers. */
static grundy_status add_flipped(const board_list *list, const uint32_t *numbers, uint32_t count, grundy_list *out)
{
    for (uint32_t i = 0; i < count; i++) {
        TRY(grundy_list_add(out, board_element(list, numbers[i]), list->width));
        flip(out->bytes.data + out->bytes.size - list->width, list->width);
    }
    return GRUNDY_OK;
}

/* The maximal elements are the minimal ones of the base. */
static grundy_status dual_maximal(grundy *g, const board *b, grundy_list *out)
{
    const board_list *list;
    TRY(board_listed(g, dual_base(b), &list));
    for (uint32_t x = 0; x < list->order.count; x++)
        if (list->order.height[x] == 0)
            TRY(add_flipped(list, &x, 1, out));
    return GRUNDY_OK;
}

static grundy_status dual_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    const board_list *list;
    TRY(board_listed(g, dual_base(b), &list));
    grundy_buffer copy = grundy_buffer_open(g);
    grundy_status status = grundy_append(&copy, x, b->width);
    if (status == GRUNDY_OK) {
        flip(copy.data, b->width);
        uint32_t i = board_number(list, copy.data);
        const uint32_t *start = list->order.upper_start;
        status = add_flipped(list, list->order.upper + start[i], start[i + 1] - start[i], out);
    }
    grundy_buffer_close(&copy);
    return status;
}

const board_kind dual_board = {
    .name = "dual",
    .arguments = "(P)",
    .open = dual_open,
    .close = dual_close,
    .parse = dual_parse,
    .print = dual_print,
    .is_name = dual_is_name,
    .count = dual_count,
    .maximal = dual_maximal,
    .lower = dual_lower,
};
