/* coins("file"): turning sets that users write down
 *
 * A line is a set {a,b,c}, one element of which is above all others. coins("file") reads the order from the same file
 * (lines a < b, as in poset("file")); coins("file",P) plays on the poset P, and the file holds sets only. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/coins/coins.h"
#include "rulesets/expression.h"
#include "rulesets/posets/poset_file.h"

typedef struct {
    grundy_list sets;    /* of each: the greatest element, then the others, sorted */
    grundy_bytes *views; /* of the sets, sorted */
    size_t count;
} turning_sets;

static void file_close(grundy *g, coin_game *game)
{
    turning_sets *t = game->data;
    grundy_list_close(&t->sets);
    handle_free(g, t->views, t->count * sizeof *t->views);
    handle_free(g, t, sizeof *t);
}

static grundy_status file_sets(grundy *g, const coin_game *game, const unsigned char *x, grundy_list *out)
{
    (void)g;
    const turning_sets *t = game->data;
    size_t width = game->board->width, low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memcmp(t->views[middle].data, x, width) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < t->count && memcmp(t->views[low].data, x, width) == 0; low++)
        TRY(grundy_list_add(out, t->views[low].data + width, t->views[low].size - width));
    return GRUNDY_OK;
}

static grundy_status file_extent(grundy *g, const coin_game *game, const unsigned char *x, grundy_extent *extent)
{
    (void)g;
    (void)x;
    return coins_list_extent(game, extent);
}

static grundy_status file_sweep(grundy *g, const coin_game *game, const grundy_extent *extent, coin_sweep *out)
{
    (void)extent;
    return coins_list_sweep(g, game, values_by_sets,
                            "all elements, by their turning sets (coin-turning paper, Theorem 4.1)", out);
}

static const coin_rule file_rule = {
    .sets = file_sets,
    .extent = file_extent,
    .sweep = file_sweep,
    .close = file_close,
};

/* ---- reading ---- */

/* Add a set whose elements are sorted: its last one must be above all others. */
static grundy_status add_set(grundy *g, const board *b, const char *what, grundy_bytes set, turning_sets *t)
{
    const board_list *list;
    size_t width = b->width;
    TRY(board_listed(g, b, &list));
    const unsigned char *greatest = set.data + set.size - width;
    for (size_t i = 0; i < set.size; i += width)
        if (!poset_leq(&list->order, board_number(list, set.data + i), board_number(list, greatest)))
            return grundy_fail(g, GRUNDY_PARSE, "%s the turning set has no greatest element", what);
    TRY(grundy_append(&t->sets.bytes, greatest, width));
    TRY(grundy_append(&t->sets.bytes, set.data, set.size - width));
    return list_end(&t->sets);
}

static grundy_status read_line(grundy *g, const grundy_ruleset *r, const char *what, const char *line, turning_sets *t)
{
    const coin_game *game = grundy_ruleset_state(r);
    grundy_scanner s = scan_begin(g, what, line, NULL);
    grundy_buffer set = grundy_buffer_open(g);
    grundy_status status = coins_parse(g, r, &s, &set);
    if (status == GRUNDY_OK)
        status = scan_end(&s, "the end of the line");
    if (status == GRUNDY_OK && set.size == 0)
        status = grundy_fail(g, GRUNDY_PARSE, "%s a turning set has at least one element", what);
    if (status == GRUNDY_OK)
        status = add_set(g, game->board, what, grundy_buffer_bytes(&set), t);
    grundy_buffer_close(&set);
    return status;
}

static grundy_status read_sets(grundy *g, const grundy_ruleset *r, const char *path, char *text, bool only,
                               turning_sets *t, grundy_buffer *lines)
{
    char *line, what[160];
    for (uint32_t number = 1; file_line(&text, &line); number++) {
        line += strspn(line, " \t\r");
        if (*line == '\0' || (*line != '{' && !only))
            continue;
        snprintf(what, sizeof what, "%.100s, line %" PRIu32 ":", path, number);
        TRY(read_line(g, r, what, line, t));
        TRY(grundy_append(lines, &number, sizeof number));
    }
    return GRUNDY_OK;
}

static int compare_views(const void *a, const void *b)
{
    const grundy_bytes *x = a, *y = b;
    int order = memcmp(x->data, y->data, x->size < y->size ? x->size : y->size);
    if (order != 0 || x->size == y->size)
        return order;
    return x->size < y->size ? -1 : 1;
}

static grundy_status refuse_double(grundy *g, const char *path, const turning_sets *t, grundy_bytes set,
                                   const uint32_t *line)
{
    uint32_t first = 0, second = 0;
    for (size_t i = 0; i < t->count && second == 0; i++) {
        grundy_bytes other = grundy_list_at(&t->sets, i);
        if (compare_views(&set, &other) != 0)
            continue;
        if (first == 0)
            first = line[i];
        else
            second = line[i];
    }
    return grundy_fail(g, GRUNDY_PARSE, "%.100s, line %" PRIu32 ": the set stands in line %" PRIu32 " already", path,
                       second, first);
}

/* Sort the sets, and refuse one that is written twice. */
static grundy_status sort_sets(grundy *g, const char *path, turning_sets *t, const grundy_buffer *lines)
{
    grundy_status status = GRUNDY_OK;
    const uint32_t *line = (const void *)lines->data;
    t->count = grundy_list_count(&t->sets);
    t->views = handle_new(g, t->count, sizeof *t->views, &status);
    if (t->views == NULL)
        return status;
    for (size_t i = 0; i < t->count; i++)
        t->views[i] = grundy_list_at(&t->sets, i);
    qsort(t->views, t->count, sizeof *t->views, compare_views);
    for (size_t i = 1; i < t->count; i++)
        if (compare_views(&t->views[i - 1], &t->views[i]) == 0)
            return refuse_double(g, path, t, t->views[i], line);
    return GRUNDY_OK;
}

static grundy_status fill(grundy *g, const grundy_ruleset *r, const grundy_arg *self, char *text, turning_sets *t)
{
    grundy_buffer lines = grundy_buffer_open(g);
    const char *path = self->args[0].text;
    grundy_status status = read_sets(g, r, path, text, self->count == 2, t, &lines);
    if (status == GRUNDY_OK)
        status = sort_sets(g, path, t, &lines);
    grundy_buffer_close(&lines);
    return status;
}

/* The ruleset owns the game once it is set, also when the sets then turn out to be wrong. */
static grundy_status open_on(grundy *g, grundy_ruleset *r, const grundy_arg *self, board *b, char *text)
{
    grundy_status status = GRUNDY_OK;
    coin_game game = {.rule = &file_rule, .board = b, .dimensions = 1};
    turning_sets *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL) {
        board_close(g, b);
        return status;
    }
    t->sets = grundy_list_open(g);
    game.data = t;
    grundy_buffer space = grundy_buffer_open(g);
    status = grundy_appendf(&space, "sets of elements of ");
    if (status == GRUNDY_OK)
        status = self->count == 2 ? expression_print(&self->args[1], &space)
                                  : grundy_appendf(&space, "\"%s\"", self->args[0].text);
    if (status == GRUNDY_OK)
        status = coins_new(g, r, &game, grundy_buffer_text(&space));
    else {
        file_close(g, &game);
        board_close(g, b);
    }
    grundy_buffer_close(&space);
    return status == GRUNDY_OK ? fill(g, r, self, text, t) : status;
}

static grundy_status coins_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    if (self->count < 1 || self->count > 2 || self->args[0].kind != GRUNDY_ARG_TEXT)
        return grundy_arg_fail(g, self,
                               "coins needs a file, as in coins(\"sets.txt\") or coins(\"sets.txt\",chain(9))");
    board *b = NULL;
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status;
    if (self->count == 2) {
        status = board_open(g, &self->args[1], &b);
        if (status == GRUNDY_OK)
            status = file_read(g, &self->args[0], &text);
        if (status != GRUNDY_OK)
            board_close(g, b);
    } else {
        status = poset_file_open(g, &self->args[0], true, &b, &text);
    }
    if (status == GRUNDY_OK)
        status = open_on(g, r, self, b, (char *)text.data);
    grundy_buffer_close(&text);
    return status;
}

const grundy_family coins_family = {
    .name = "coins",
    .arguments = "(\"file\"[,P])",
    .summary = "coin turning with turning sets from a file",
    .rules = "A move turns all coins of a turning set whose greatest coin shows heads.\n"
             "The file holds one turning set a line, {a,b,c}, one element of which is above all\n"
             "others, and the order in lines a < b < c, unless a poset P is given; # is a comment.\n"
             "Positions are sets of elements: {a,b}; an element alone is the set of it.\n",
    .theorems = "Value of a set: the nim-sum over its elements (coin-turning paper, Theorem 4.1).",
    .example_ruleset = "coins(\"examples/sets.txt\")",
    .example_position = "{a,d}",
    .open = coins_open,
    COINS_CALLBACKS,
};
