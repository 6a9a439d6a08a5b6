/* poset("file"): a poset written down as covers
 *
 * A line is a chain a < b < c, or one element alone; # starts a comment. A name is made of letters, digits and
 * the characters _ - . ' : and of any non-ASCII letters. Relations that follow from others do no harm; one that is
 * written twice, or a cycle, is a mistake and refused with its line. */
#include "rulesets/posets/poset_file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { WIDTH = 4, NAME_SIZE_MAX = 200 };

#define FILE_SIZE_MAX (UINT64_C(1) << 28)

typedef struct {
    size_t start, size; /* in the text of all names */
    uint32_t number;    /* of the element */
    uint32_t alone;     /* the line where it stands alone, or 0 */
} name_entry;

typedef struct {
    grundy_buffer text;    /* of all names, one after the other */
    grundy_buffer entries; /* name_entry each, in the order of the file */
    uint32_t *slots;       /* entry + 1, or 0 */
    size_t slot_count;
    uint32_t *entry_of; /* the entry of each element */
    uint32_t count;
} names;

typedef struct {
    poset_relation ends;
    uint32_t line;
} line_relation;

typedef struct {
    grundy *g;
    const char *path;
    names *names;
    grundy_buffer relations; /* line_relation each, by entries */
    uint32_t line;
} reader;

/* ---- text ---- */

grundy_status file_read(grundy *g, const grundy_arg *path, grundy_buffer *out)
{
    TRY(grundy_read_file(g, path->text, FILE_SIZE_MAX, out));
    return grundy_append(out, "", 1);
}

bool file_line(char **rest, char **line)
{
    if (**rest == '\0')
        return false;
    *line = *rest;
    size_t length = strcspn(*line, "\n");
    bool last = (*line)[length] == '\0';
    (*line)[length] = '\0';
    *rest = *line + length + (last ? 0 : 1);
    (*line)[strcspn(*line, "#")] = '\0';
    return true;
}

static char *poset_file_skip_blanks(char *c)
{
    return c + strspn(c, " \t\r");
}

static bool poset_file_is_name_character(char c)
{
    return isalnum((unsigned char)c) || (c != '\0' && strchr("_-.':", c) != NULL) || (unsigned char)c >= 128;
}

static size_t name_length(const char *c)
{
    size_t length = 0;
    while (poset_file_is_name_character(c[length]))
        length++;
    return length;
}

/* ---- names ---- */

static name_entry *poset_file_entry(const names *n, uint32_t i)
{
    return (name_entry *)(void *)n->entries.data + i;
}

static uint32_t *poset_file_slot(const names *n, const char *name, size_t size)
{
    size_t i = hash_bytes(name, size) & (n->slot_count - 1);
    for (; n->slots[i] != 0; i = (i + 1) & (n->slot_count - 1)) {
        const name_entry *e = poset_file_entry(n, n->slots[i] - 1);
        if (e->size == size && memcmp(n->text.data + e->start, name, size) == 0)
            break;
    }
    return &n->slots[i];
}

/* Twice the slots when they are half full. */
static grundy_status more_slots(grundy *g, names *n)
{
    grundy_status status = GRUNDY_OK;
    size_t old_count = n->slot_count;
    uint32_t *old = n->slots;
    if (2 * (size_t)n->count < old_count)
        return GRUNDY_OK;
    size_t count = old_count == 0 ? 64 : 2 * old_count;
    uint32_t *slots = handle_new(g, count, sizeof *slots, &status);
    if (slots == NULL)
        return status;
    n->slots = slots;
    n->slot_count = count;
    for (uint32_t i = 0; i < n->count; i++) {
        const name_entry *e = poset_file_entry(n, i);
        *poset_file_slot(n, (const char *)n->text.data + e->start, e->size) = i + 1;
    }
    handle_free(g, old, old_count * sizeof *old);
    return GRUNDY_OK;
}

static grundy_status name_here(reader *r, const char *name, size_t size, uint32_t *out)
{
    names *n = r->names;
    TRY(more_slots(r->g, n));
    uint32_t *slot = poset_file_slot(n, name, size);
    if (*slot == 0) {
        name_entry e = {.start = n->text.size, .size = size};
        if (n->count >= BOARD_ELEMENTS_MAX)
            return grundy_fail(r->g, GRUNDY_LIMIT, "%.200s: more than %" PRIu64 " elements", r->path,
                               BOARD_ELEMENTS_MAX);
        TRY(grundy_append(&n->text, name, size));
        TRY(grundy_append(&n->entries, &e, sizeof e));
        *slot = ++n->count;
    }
    *out = *slot - 1;
    return GRUNDY_OK;
}

static void names_close(grundy *g, names *n)
{
    grundy_buffer_close(&n->text);
    grundy_buffer_close(&n->entries);
    handle_free(g, n->slots, n->slot_count * sizeof *n->slots);
    handle_free(g, n->entry_of, n->count * sizeof *n->entry_of);
    handle_free(g, n, sizeof *n);
}

/* ---- reading ---- */

static grundy_status mistake(const reader *r, uint32_t line, const char *format, ...) GRUNDY_PRINTF(3, 4);

static grundy_status mistake(const reader *r, uint32_t line, const char *format, ...)
{
    char why[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return grundy_fail(r->g, GRUNDY_PARSE, "%.100s, line %" PRIu32 ": %s", r->path, line, why);
}

static grundy_status poset_file_read_name(reader *r, char **at, uint32_t *out)
{
    size_t size = name_length(*at);
    if (size == 0 && (**at == '\0' || **at == '<'))
        return mistake(r, r->line, "expected the name of an element %s '<'", **at == '<' ? "before" : "after");
    if (size == 0)
        return mistake(r, r->line, "expected the name of an element, found '%.8s'", *at);
    if (size > NAME_SIZE_MAX)
        return mistake(r, r->line, "a name is longer than %d bytes", NAME_SIZE_MAX);
    TRY(name_here(r, *at, size, out));
    *at = poset_file_skip_blanks(*at + size);
    return GRUNDY_OK;
}

static grundy_status stand_alone(reader *r, uint32_t entry)
{
    name_entry *e = poset_file_entry(r->names, entry);
    if (e->alone != 0)
        return mistake(r, r->line, "'%.*s' stands alone in line %" PRIu32 " already", (int)e->size,
                       (const char *)r->names->text.data + e->start, e->alone);
    e->alone = r->line;
    return GRUNDY_OK;
}

static grundy_status read_chain(reader *r, char *at)
{
    uint32_t lower, upper;
    TRY(poset_file_read_name(r, &at, &lower));
    if (*at == '\0')
        return stand_alone(r, lower);
    while (*at == '<') {
        at = poset_file_skip_blanks(at + 1);
        TRY(poset_file_read_name(r, &at, &upper));
        line_relation relation = {{lower, upper}, r->line};
        TRY(grundy_append(&r->relations, &relation, sizeof relation));
        lower = upper;
    }
    return *at == '\0' ? GRUNDY_OK : mistake(r, r->line, "expected '<' or the end of the line, found '%.8s'", at);
}

static grundy_status read_lines(reader *r, char *text, bool sets)
{
    char *line;
    while (file_line(&text, &line)) {
        r->line++;
        line = poset_file_skip_blanks(line);
        if (*line != '\0' && !(sets && *line == '{'))
            TRY(read_chain(r, line));
        if (r->line % 1024 == 0)
            TRY(grundy_check(r->g));
    }
    if (r->names->count == 0)
        return mistake(r, r->line == 0 ? 1 : r->line, "the file has no elements");
    return GRUNDY_OK;
}

/* ---- validity ---- */

static const char *name_text(const reader *r, uint32_t entry, int *length)
{
    const name_entry *e = poset_file_entry(r->names, entry);
    *length = (int)e->size;
    return (const char *)r->names->text.data + e->start;
}

static int by_ends_and_line(const void *a, const void *b)
{
    const line_relation *x = a, *y = b;
    if (x->ends.lower != y->ends.lower)
        return x->ends.lower < y->ends.lower ? -1 : 1;
    if (x->ends.upper != y->ends.upper)
        return x->ends.upper < y->ends.upper ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Sort the relations; the earliest line that repeats one is a mistake. */
static grundy_status refuse_doubles(reader *r)
{
    line_relation *all = (void *)r->relations.data;
    const line_relation *first = NULL, *second = NULL;
    size_t count = r->relations.size / sizeof *all;
    if (count > 1)
        qsort(all, count, sizeof *all, by_ends_and_line);
    for (size_t i = 1; i < count; i++)
        if (memcmp(&all[i - 1].ends, &all[i].ends, sizeof all[i].ends) == 0 &&
            (second == NULL || all[i].line < second->line)) {
            first = &all[i - 1];
            second = &all[i];
        }
    if (second == NULL)
        return GRUNDY_OK;
    int a, b;
    const char *lower = name_text(r, second->ends.lower, &a), *upper = name_text(r, second->ends.upper, &b);
    return mistake(r, second->line, "%.*s < %.*s stands in line %" PRIu32 " already", a, lower, b, upper, first->line);
}

static uint32_t line_of(const reader *r, uint32_t lower, uint32_t upper)
{
    const line_relation *all = (const void *)r->relations.data;
    line_relation key = {{lower, upper}, 0};
    size_t low = 0, high = r->relations.size / sizeof *all;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_ends_and_line(&all[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return all[low].line;
}

/* Name a cycle; the mistake is in the last line that takes part in it. */
static grundy_status refuse_cycle(const reader *r, const grundy_buffer *cycle)
{
    const uint32_t *x = (const void *)cycle->data;
    size_t count = cycle->size / sizeof *x;
    uint32_t line = 0;
    char text[512] = "";
    for (size_t i = 0; i < count; i++) {
        int length;
        const char *name = name_text(r, x[i], &length);
        size_t used = strlen(text);
        if (i + 1 < count && i > 8 && used < sizeof text - 8 && strstr(text, "...") == NULL)
            snprintf(text + used, sizeof text - used, " < ...");
        else if (i <= 8 || i + 1 == count)
            snprintf(text + used, sizeof text - used, "%s%.*s", i == 0 ? "" : " < ", length > 40 ? 40 : length, name);
        if (i + 1 < count) {
            uint32_t l = line_of(r, x[i], x[i + 1]);
            line = l > line ? l : line;
        }
    }
    return mistake(r, line, "the order has a cycle: %s", text);
}

/* The poset of the relations, and the elements' strings. */
static grundy_status make_poset(reader *r, board_list *list)
{
    grundy_status status = GRUNDY_OK;
    names *n = r->names;
    size_t count = r->relations.size / sizeof(line_relation);
    const line_relation *all = (const void *)r->relations.data;
    grundy_buffer cycle = grundy_buffer_open(r->g);
    poset_relation *ends = handle_new(r->g, count, sizeof *ends, &status);
    uint32_t *number = handle_new(r->g, n->count, sizeof *number, &status);
    n->entry_of = handle_new(r->g, n->count, sizeof *n->entry_of, &status);
    list->elements = handle_new(r->g, n->count, WIDTH, &status);
    if (status == GRUNDY_OK) {
        for (size_t i = 0; i < count; i++)
            ends[i] = all[i].ends;
        status = poset_open(r->g, n->count, ends, count, &list->order, number, &cycle);
        if (status == GRUNDY_DOMAIN)
            status = refuse_cycle(r, &cycle);
    }
    for (uint32_t i = 0; status == GRUNDY_OK && i < n->count; i++) {
        poset_file_entry(n, i)->number = number[i];
        n->entry_of[number[i]] = i;
        number_store(i, WIDTH, list->elements + (size_t)i * WIDTH);
    }
    handle_free(r->g, ends, count * sizeof *ends);
    handle_free(r->g, number, n->count * sizeof *number);
    grundy_buffer_close(&cycle);
    return status;
}

static grundy_status read_poset(reader *r, board *b, char *text, bool sets)
{
    grundy_status status = GRUNDY_OK;
    TRY(read_lines(r, text, sets));
    TRY(refuse_doubles(r));
    board_list *list = handle_new(r->g, 1, sizeof *list, &status);
    if (list == NULL)
        return status;
    list->width = WIDTH;
    status = make_poset(r, list);
    if (status != GRUNDY_OK) {
        handle_free(r->g, list->elements, r->names->count * (size_t)WIDTH);
        handle_free(r->g, list, sizeof *list);
        return status;
    }
    b->list = list;
    return GRUNDY_OK;
}

static grundy_status open_text(grundy *g, board *b, const char *path, char *text, bool sets)
{
    grundy_status status = GRUNDY_OK;
    names *n = handle_new(g, 1, sizeof *n, &status);
    if (n == NULL)
        return status;
    n->text = n->entries = grundy_buffer_open(g);
    b->state = n;
    b->width = WIDTH;
    reader r = {.g = g, .path = path, .names = n, .relations = grundy_buffer_open(g)};
    status = read_poset(&r, b, text, sets);
    grundy_buffer_close(&r.relations);
    return status;
}

/* ---- the board ---- */

static const names *names_of(const board *b)
{
    return b->state;
}

static grundy_status file_open(grundy *g, board *b, const grundy_arg *self)
{
    TRY(board_arguments(g, self, 1, "poset(\"covers.txt\")"));
    if (self->args[0].kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, &self->args[0], "expected the name of a file in quotes, as in poset(\"covers.txt\")");
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = file_read(g, &self->args[0], &text);
    if (status == GRUNDY_OK)
        status = open_text(g, b, self->args[0].text, (char *)text.data, false);
    grundy_buffer_close(&text);
    return status;
}

static void poset_file_close(grundy *g, board *b)
{
    names_close(g, b->state);
}

/* An element may be called top; where none is, top is the greatest one. */
static bool file_is_name(const board *b, const grundy_scanner *s)
{
    size_t size = name_length(s->at);
    bool end = (size == 3 && memcmp(s->at, "top", size) == 0) || (size == 6 && memcmp(s->at, "bottom", size) == 0);
    return !end || *poset_file_slot(names_of(b), s->at, size) != 0;
}

static grundy_status file_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    unsigned column = grundy_scan_column(s);
    size_t size = name_length(s->at);
    if (size == 0)
        return grundy_scan_fail(s, "the name of an element");
    uint32_t slot = *poset_file_slot(names_of(b), s->at, size);
    if (slot == 0)
        return grundy_scan_reject(s, column, "the poset has no element '%.*s'", (int)(size > 40 ? 40 : size), s->at);
    number_store(poset_file_entry(names_of(b), slot - 1)->number, WIDTH, out);
    s->at += size;
    return GRUNDY_OK;
}

static grundy_status file_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    const names *n = names_of(b);
    const name_entry *e = poset_file_entry(n, n->entry_of[number_load(x, WIDTH)]);
    return grundy_append(out, n->text.data + e->start, e->size);
}

static uint64_t file_count(const board *b)
{
    return b->list->order.count;
}

static grundy_status add_numbers(const board *b, const uint32_t *numbers, uint32_t count, grundy_list *out)
{
    for (uint32_t i = 0; i < count; i++)
        TRY(grundy_list_add(out, board_element(b->list, numbers[i]), WIDTH));
    return GRUNDY_OK;
}

static grundy_status file_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    const poset *p = &b->list->order;
    for (uint32_t x = 0; x < p->count; x++)
        if (p->upper_start[x] == p->upper_start[x + 1])
            TRY(add_numbers(b, &x, 1, out));
    return GRUNDY_OK;
}

static grundy_status file_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    (void)g;
    const poset *p = &b->list->order;
    uint64_t i = number_load(x, WIDTH);
    return add_numbers(b, p->lower + p->lower_start[i], p->lower_start[i + 1] - p->lower_start[i], out);
}

static bool file_height(const board *b, const unsigned char *x, uint64_t *out)
{
    *out = b->list->order.height[number_load(x, WIDTH)];
    return true;
}

static grundy_status file_ideal(grundy *g, const board *b, const unsigned char *x, uint64_t *out, const char **reason)
{
    const poset *p = &b->list->order;
    return p->minimum == p->count ? GRUNDY_DOMAIN : board_minimum_ideal(g, b, x, out, reason);
}

const board_kind file_board = {
    .name = "poset",
    .arguments = "(\"file\")",
    .open = file_open,
    .close = poset_file_close,
    .parse = file_parse,
    .print = file_print,
    .is_name = file_is_name,
    .count = file_count,
    .maximal = file_maximal,
    .lower = file_lower,
    .height = file_height,
    .ideal = file_ideal,
};

grundy_status poset_file_open(grundy *g, const grundy_arg *path, bool sets, board **out, grundy_buffer *text)
{
    board *b = NULL;
    grundy_buffer copy = grundy_buffer_open(g);
    TRY(file_read(g, path, text));
    TRY(board_new(g, &file_board, &b));
    grundy_status status = grundy_append(&copy, text->data, text->size);
    if (status == GRUNDY_OK)
        status = open_text(g, b, path->text, (char *)copy.data, sets);
    grundy_buffer_close(&copy);
    if (status != GRUNDY_OK) {
        board_close(g, b);
        return status;
    }
    *out = b;
    return GRUNDY_OK;
}
