#include "rulesets/posets/poset.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* A new kind of poset is a descriptor in a poset_ file and its name here. */
#define BOARDS(X)    \
    X(chain)         \
    X(divisors)      \
    X(boolean)       \
    X(subspaces)     \
    X(setpartitions) \
    X(asm)           \
    X(product)       \
    X(dual)          \
    X(file)

#define DECLARE(name) extern const board_kind name##_board;
BOARDS(DECLARE)
#undef DECLARE

static const board_kind *const kinds[] = {
#define ENTRY(name) &name##_board,
    BOARDS(ENTRY)
#undef ENTRY
};

grundy_status board_names(grundy_buffer *out)
{
    for (size_t i = 0; i < GRUNDY_COUNT(kinds); i++)
        TRY(grundy_appendf(out, "%s%s%s", i == 0 ? "" : ", ", kinds[i]->name, kinds[i]->arguments));
    return GRUNDY_OK;
}

bool grundy_is_poset(const char *expression)
{
    size_t blanks = strspn(expression, " \t\r\n"), length = strcspn(expression + blanks, "( \t\r\n");
    for (size_t i = 0; i < GRUNDY_COUNT(kinds); i++)
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, expression + blanks, length) == 0)
            return true;
    return false;
}

/* ---- opening ---- */

grundy_status board_arguments(grundy *g, const grundy_arg *self, size_t count, const char *example)
{
    if (self->count == count)
        return GRUNDY_OK;
    return grundy_arg_fail(g, self, "%s takes %zu argument%s, as in %s", self->text, count, count == 1 ? "" : "s",
                           example);
}

grundy_status board_integer(grundy *g, const grundy_arg *self, size_t i, const char *what, uint64_t low, uint64_t high,
                            uint64_t *out)
{
    const grundy_arg *arg = &self->args[i];
    if (arg->kind != GRUNDY_ARG_INTEGER)
        return grundy_arg_fail(g, arg, "expected the %s, an integer", what);
    if (arg->low < low || arg->low > high)
        return grundy_arg_fail(g, arg, "the %s is %" PRIu64 "; expected %" PRIu64 " to %" PRIu64, what, arg->low, low,
                               high);
    *out = arg->low;
    return GRUNDY_OK;
}

static grundy_status unknown_board(grundy *g, const grundy_arg *arg)
{
    grundy_buffer names = grundy_buffer_open(g);
    grundy_status status = board_names(&names);
    if (status == GRUNDY_OK)
        status = grundy_arg_fail(g, arg, "expected a poset: %s", grundy_buffer_text(&names));
    grundy_buffer_close(&names);
    return status;
}

grundy_status board_new(grundy *g, const board_kind *kind, board **out)
{
    grundy_status status = GRUNDY_OK;
    board *b = handle_new(g, 1, sizeof *b, &status);
    if (b == NULL)
        return status;
    b->kind = kind;
    b->g = g;
    pthread_mutex_init(&b->lock, NULL);
    *out = b;
    return GRUNDY_OK;
}

grundy_status board_open(grundy *g, const grundy_arg *arg, board **out)
{
    const board_kind *kind = NULL;
    for (size_t i = 0; i < GRUNDY_COUNT(kinds) && arg->kind == GRUNDY_ARG_NAME; i++)
        if (strcmp(kinds[i]->name, arg->text) == 0)
            kind = kinds[i];
    if (kind == NULL)
        return unknown_board(g, arg);
    board *b = NULL;
    TRY(board_new(g, kind, &b));
    grundy_status status = kind->open(g, b, arg);
    if (status != GRUNDY_OK) {
        board_close(g, b);
        return status;
    }
    *out = b;
    return GRUNDY_OK;
}

void board_list_close(grundy *g, board_list *list)
{
    if (list == NULL)
        return;
    handle_free(g, list->elements, list->order.count * list->width);
    poset_close(g, &list->order);
    handle_free(g, list, sizeof *list);
}

void board_close(grundy *g, board *b)
{
    if (b == NULL)
        return;
    board_list_close(g, b->list);
    if (b->state != NULL)
        b->kind->close(g, b);
    pthread_mutex_destroy(&b->lock);
    handle_free(g, b, sizeof *b);
}

/* ---- elements ---- */

/* The word top or bottom, if it stands here and the board has such an element. */
static grundy_status parse_end(grundy *g, const board *b, grundy_scanner *s, unsigned char *out, bool *found)
{
    unsigned column = grundy_scan_column(s);
    bool top = grundy_scan_word(s, "top");
    *found = top || grundy_scan_word(s, "bottom");
    if (!*found)
        return GRUNDY_OK;
    bool (*known)(const board *, unsigned char *) = top ? b->kind->greatest : b->kind->least;
    if (known != NULL)
        return known(b, out) ? GRUNDY_OK
                             : grundy_scan_reject(s, column, "the poset has no %s element", top ? "greatest" : "least");
    const board_list *list;
    TRY(board_listed(g, b, &list));
    uint32_t x = top ? list->order.maximum : list->order.minimum;
    if (x == list->order.count)
        return grundy_scan_reject(s, column, "the poset has no %s element", top ? "greatest" : "least");
    memcpy(out, board_element(list, x), b->width);
    return GRUNDY_OK;
}

grundy_status board_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_ELEMENT);
    bool found = false;
    if (v != NULL && v->element.size == b->width) {
        memcpy(out, v->element.data, b->width);
        return GRUNDY_OK;
    }
    if (v != NULL)
        return grundy_scan_fail(s, "an element of this poset, not of another");
    if (b->kind->is_name == NULL || !b->kind->is_name(b, s))
        TRY(parse_end(g, b, s, out, &found));
    return found ? GRUNDY_OK : b->kind->parse(g, b, s, out);
}

bool board_height(const board *b, const unsigned char *x, uint64_t *out)
{
    return b->kind->height != NULL && b->kind->height(b, x, out);
}

void board_type(const board *b, const unsigned char *x, unsigned char *out)
{
    if (b->kind->type != NULL)
        b->kind->type(b, x, out);
    else
        memcpy(out, x, b->width);
}

grundy_status board_minimum_ideal(grundy *g, const board *b, const unsigned char *x, uint64_t *out, const char **reason)
{
    (void)g;
    uint64_t height;
    if (!board_height(b, x, &height))
        return GRUNDY_DOMAIN;
    *out = height == 0;
    *reason = "1 at the least element, 0 elsewhere (coin-turning paper, Corollary 4.1)";
    return GRUNDY_OK;
}

/* ---- the list of all elements ----
 *
 * From the maximal elements downwards along covers; a hash table tells what has been seen. Then the strings are
 * sorted, which makes their numbers a linear extension. */

typedef struct {
    grundy *g;
    const board *b;
    grundy_bytes some; /* go down from these, the strings of elements; data NULL: from the maximal elements */
    uint32_t count, room;
    unsigned char *elements;
    uint32_t *slots; /* number + 1, or 0 */
    size_t slot_count;
    grundy_buffer relations;
} walk;

static uint32_t *poset_walk_slot(const walk *w, const unsigned char *x)
{
    size_t width = w->b->width, i = hash_bytes(x, width) & (w->slot_count - 1);
    while (w->slots[i] != 0 && memcmp(w->elements + (w->slots[i] - 1) * width, x, width) != 0)
        i = (i + 1) & (w->slot_count - 1);
    return &w->slots[i];
}

/* The number of an element, met before or new. */
static grundy_status poset_walk_meet(walk *w, grundy_bytes x, uint32_t *number)
{
    uint32_t *slot = poset_walk_slot(w, x.data);
    if (*slot == 0) {
        if (w->count == w->room)
            return grundy_fail(w->g, GRUNDY_LIMIT,
                               w->some.data != NULL ? "there are more than %" PRIu32 " elements below these"
                                                    : "the poset has more than the %" PRIu32 " elements that it counts",
                               w->room);
        memcpy(w->elements + w->count * w->b->width, x.data, w->b->width);
        *slot = ++w->count;
    }
    *number = *slot - 1;
    return GRUNDY_OK;
}

static grundy_status meet_lower(walk *w, uint32_t upper, grundy_list *lower)
{
    grundy_list_clear(lower);
    TRY(w->b->kind->lower(w->g, w->b, w->elements + upper * w->b->width, lower));
    for (size_t i = 0; i < grundy_list_count(lower); i++) {
        poset_relation relation = {.upper = upper};
        TRY(poset_walk_meet(w, grundy_list_at(lower, i), &relation.lower));
        TRY(grundy_append(&w->relations, &relation, sizeof relation));
    }
    return upper % 256 == 0 ? grundy_check(w->g) : GRUNDY_OK;
}

static grundy_status poset_walk_down(walk *w)
{
    grundy_list list = grundy_list_open(w->g);
    uint32_t number;
    grundy_status status = w->some.data != NULL ? GRUNDY_OK : w->b->kind->maximal(w->g, w->b, &list);
    for (size_t i = 0; status == GRUNDY_OK && i < w->some.size; i += w->b->width)
        status = poset_walk_meet(w, (grundy_bytes){w->some.data + i, w->b->width}, &number);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&list); i++)
        status = poset_walk_meet(w, grundy_list_at(&list, i), &number);
    for (uint32_t x = 0; status == GRUNDY_OK && x < w->count; x++)
        status = meet_lower(w, x, &list);
    grundy_list_close(&list);
    return status;
}

static int poset_compare_elements(const void *a, const void *b, void *width)
{
    return memcmp(a, b, *(const size_t *)width);
}

static uint32_t poset_find_element(const unsigned char *elements, uint32_t count, size_t width, const unsigned char *x)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (memcmp(elements + middle * width, x, width) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Sort the strings that the walk met and rename its relations. */
static grundy_status sort_walk(walk *w)
{
    size_t width = w->b->width, size = w->count * width;
    poset_relation *r = (void *)w->relations.data;
    grundy_status status = GRUNDY_OK;
    unsigned char *met = handle_new(w->g, w->count, width, &status);
    uint32_t *number = handle_new(w->g, w->count, sizeof *number, &status);
    if (met != NULL && number != NULL) {
        memcpy(met, w->elements, size);
        qsort_r(w->elements, w->count, width, poset_compare_elements, &width);
        for (uint32_t x = 0; x < w->count; x++)
            number[x] = poset_find_element(w->elements, w->count, width, met + x * width);
        for (size_t i = 0; i < w->relations.size / sizeof *r; i++)
            r[i] = (poset_relation){number[r[i].lower], number[r[i].upper]};
    }
    handle_free(w->g, met, size);
    handle_free(w->g, number, w->count * sizeof *number);
    return status;
}

/* The poset of a walk; the numbers stay, since the order of the strings is a linear extension. */
static grundy_status order_walk(walk *w, board_list *list)
{
    grundy_status status = GRUNDY_OK;
    grundy_buffer cycle = grundy_buffer_open(w->g);
    uint32_t *number = handle_new(w->g, w->count, sizeof *number, &status);
    if (number != NULL)
        status = poset_open(w->g, w->count, (void *)w->relations.data, w->relations.size / sizeof(poset_relation),
                            &list->order, number, &cycle);
    handle_free(w->g, number, w->count * sizeof *number);
    grundy_buffer_close(&cycle);
    return status;
}

static grundy_status fill_list(walk *w, board_list *list)
{
    grundy_status status = GRUNDY_OK;
    w->slot_count = 4;
    while (w->slot_count < 2 * (size_t)w->room)
        w->slot_count *= 2;
    w->elements = handle_new(w->g, w->room, w->b->width, &status);
    w->slots = handle_new(w->g, w->slot_count, sizeof *w->slots, &status);
    if (w->elements != NULL && w->slots != NULL)
        status = poset_walk_down(w);
    handle_free(w->g, w->slots, w->slot_count * sizeof *w->slots);
    if (status == GRUNDY_OK && w->some.data == NULL && w->count != w->room)
        status = grundy_fail(w->g, GRUNDY_LIMIT, "the poset has fewer elements than it counts");
    if (status == GRUNDY_OK)
        status = sort_walk(w);
    if (status == GRUNDY_OK)
        status = order_walk(w, list);
    if (status == GRUNDY_OK)
        list->elements = grundy_resize(w->g, w->elements, w->room * w->b->width, w->count * w->b->width, &status);
    if (status != GRUNDY_OK)
        handle_free(w->g, w->elements, w->room * w->b->width);
    return status;
}

static grundy_status make_list(grundy *g, const board *b, grundy_bytes some, uint32_t room, board_list **out)
{
    grundy_status status = GRUNDY_OK;
    board_list *list = handle_new(g, 1, sizeof *list, &status);
    if (list == NULL)
        return status;
    list->width = b->width;
    walk w = {.g = g, .b = b, .some = some, .room = room, .relations = grundy_buffer_open(g)};
    status = fill_list(&w, list);
    grundy_buffer_close(&w.relations);
    if (status != GRUNDY_OK) {
        board_list_close(g, list);
        return status;
    }
    *out = list;
    return GRUNDY_OK;
}

grundy_status board_listed_below(grundy *g, const board *b, grundy_bytes some, uint32_t most, board_list **out)
{
    return make_list(g, b, some, most, out);
}

static grundy_status list_all(grundy *g, const board *b, board_list **out)
{
    uint64_t count = b->kind->count(b);
    if (count > BOARD_ELEMENTS_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a poset of more than %" PRIu64 " elements is not listed",
                           BOARD_ELEMENTS_MAX);
    return make_list(g, b, (grundy_bytes){NULL, 0}, (uint32_t)count, out);
}

grundy_status board_listed(grundy *g, const board *b, const board_list **out)
{
    board *mine = (board *)b; /* the list is a memory of what the board is; nobody can tell when it was made */
    grundy_status status = GRUNDY_OK;
    pthread_mutex_lock(&mine->lock);
    if (mine->list == NULL)
        status = list_all(g, b, &mine->list);
    pthread_mutex_unlock(&mine->lock);
    if (status == GRUNDY_OK)
        *out = b->list;
    return status;
}

const unsigned char *board_element(const board_list *list, uint32_t i)
{
    return list->elements + (size_t)i * list->width;
}

uint32_t board_number(const board_list *list, const unsigned char *x)
{
    return poset_find_element(list->elements, list->order.count, list->width, x);
}
