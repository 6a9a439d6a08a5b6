/* drawing_coins.c - Hasse diagrams, and coins on them
 *
 * A poset of few elements is drawn whole. Of a larger one, such as a row of coins without end, only the elements below
 * the coins that show heads are drawn: no others will ever be turned. A chain is drawn from left to right. */
#include <math.h>

#include "base/arena.h"
#include "math/hasse.h"
#include "rulesets/coins/coins.h"
#include "rulesets/drawing.h"
#include "rulesets/expression.h"

enum { DRAWN_MAX = 600 };

static const double text_height = 0.42;

/* A diagram that is being drawn. */
typedef struct {
    grundy *g;
    const board *b;
    const board_list *list;
    grundy_bytes heads, after; /* the coins that show heads, and after the move */
    grundy_picture *out;
    grundy_buffer text; /* of an element */
} coin_drawing;

static bool is_head(const coin_drawing *d, grundy_bytes heads, uint32_t x)
{
    for (size_t i = 0; i < heads.size; i += d->b->width)
        if (board_number(d->list, heads.data + i) == x)
            return true;
    return false;
}

static grundy_role role_of(const coin_drawing *d, uint32_t x)
{
    bool before = is_head(d, d->heads, x), after = is_head(d, d->after, x);
    if (before)
        return after ? GRUNDY_ROLE_PLAIN : GRUNDY_ROLE_REMOVED;
    if (after)
        return GRUNDY_ROLE_MARKED;
    for (size_t i = 0; i < d->heads.size; i += d->b->width)
        if (poset_leq(&d->list->order, x, board_number(d->list, d->heads.data + i)))
            return GRUNDY_ROLE_SHADED;
    return GRUNDY_ROLE_EMPTY;
}

static grundy_status print_element(coin_drawing *d, uint32_t x, double *width)
{
    d->text.size = 0;
    TRY(d->b->kind->print(d->g, d->b, board_element(d->list, x), &d->text));
    *width = fmax(1, picture_text_width(grundy_buffer_text(&d->text), text_height) + 0.5);
    return GRUNDY_OK;
}

/* The element x, in the middle of a place. */
static grundy_status draw_element(coin_drawing *d, uint32_t x, double middle, double top)
{
    double width;
    TRY(print_element(d, x, &width));
    grundy_mark mark = {GRUNDY_SHAPE_DISC, role_of(d, x), middle - width / 2, top, width, 1, x, 0, 0};
    return grundy_picture_add(d->out, &mark, grundy_buffer_text(&d->text));
}

/* ---- chains ---- */

static bool is_chain(const poset *p)
{
    for (uint32_t x = 0; x < p->count; x++)
        if (p->height[x] != x)
            return false;
    return true;
}

static grundy_status draw_chain(coin_drawing *d)
{
    double x = 0, width;
    for (uint32_t i = 0; i < d->list->order.count; i++) {
        TRY(print_element(d, i, &width));
        if (i > 0) {
            TRY(picture_line(d->out, GRUNDY_SHAPE_LINE, GRUNDY_ROLE_FAINT, x, 0.5, x + 0.35, 0.5));
            x += 0.35;
        }
        TRY(draw_element(d, i, x + width / 2, 0));
        x += width;
    }
    return GRUNDY_OK;
}

/* ---- layers ---- */

/* Where the nodes of a diagram stand: all of a layer at the same distance, in the middle above each other. */
typedef struct {
    const hasse *h;
    double *pitch; /* of each layer */
    double width, rise;
} layer_places;

static double middle_of(const layer_places *p, uint32_t node)
{
    uint32_t layer = p->h->layer[node], size = p->h->layer_start[layer + 1] - p->h->layer_start[layer];
    return p->width / 2 + p->pitch[layer] * (p->h->place[node] - (size - 1) / 2.0);
}

static double top_of(const layer_places *p, uint32_t node)
{
    return p->rise * (p->h->layers - 1 - p->h->layer[node]);
}

static grundy_status coin_drawing_measure(coin_drawing *d, layer_places *p)
{
    static const double gap = 0.5, least = 0.6;
    double width;
    for (uint32_t layer = 0; layer < p->h->layers; layer++)
        p->pitch[layer] = least;
    for (uint32_t x = 0; x < d->list->order.count; x++) {
        TRY(print_element(d, x, &width));
        p->pitch[p->h->layer[x]] = fmax(p->pitch[p->h->layer[x]], width + gap);
    }
    for (uint32_t layer = 0; layer < p->h->layers; layer++)
        p->width = fmax(p->width, p->pitch[layer] * (p->h->layer_start[layer + 1] - p->h->layer_start[layer]) - gap);
    p->rise = p->h->layers < 2 ? 1 : fmin(fmax(p->width / (2.2 * (p->h->layers - 1)), 1.8), 6);
    return GRUNDY_OK;
}

static grundy_status draw_placed(coin_drawing *d, const layer_places *p)
{
    for (size_t i = 0; i < p->h->edge_count; i++) {
        const hasse_edge *e = &p->h->edges[i];
        TRY(picture_line(d->out, GRUNDY_SHAPE_LINE, GRUNDY_ROLE_FAINT, middle_of(p, e->upper),
                         top_of(p, e->upper) + 0.5, middle_of(p, e->lower), top_of(p, e->lower) + 0.5));
    }
    for (uint32_t x = 0; x < d->list->order.count; x++)
        TRY(draw_element(d, x, middle_of(p, x), top_of(p, x)));
    return GRUNDY_OK;
}

static grundy_status draw_layers(coin_drawing *d)
{
    hasse h;
    TRY(hasse_open(d->g, &d->list->order, &h));
    grundy_status status = picture_room(d->out, h.edge_count + d->list->order.count);
    layer_places p = {.h = &h};
    if (status == GRUNDY_OK)
        p.pitch = handle_new(d->g, h.layers, sizeof *p.pitch, &status);
    if (status == GRUNDY_OK)
        status = coin_drawing_measure(d, &p);
    if (status == GRUNDY_OK)
        status = draw_placed(d, &p);
    handle_free(d->g, p.pitch, h.layers * sizeof *p.pitch);
    hasse_close(&h);
    return status;
}

/* ---- what is drawn ---- */

static grundy_status draw_list(coin_drawing *d)
{
    d->text = grundy_buffer_open(d->g);
    grundy_status status = is_chain(&d->list->order) ? draw_chain(d) : draw_layers(d);
    grundy_buffer_close(&d->text);
    return status;
}

/* Draw the elements below those that show heads now, or after the move, which turns only coins below those. */
static grundy_status draw_below(coin_drawing *d)
{
    board_list *below = NULL;
    if (d->heads.size == 0)
        return picture_label(d->out, 0, 0, 1, 1, "{}");
    TRY(board_listed_below(d->g, d->b, d->heads, DRAWN_MAX, &below));
    d->list = below;
    grundy_status status = draw_list(d);
    board_list_close(d->g, below);
    return status;
}

grundy_status coins_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                         grundy_picture *out)
{
    const coin_game *game = grundy_ruleset_state(r);
    coin_drawing d = {.g = g, .b = game->board, .heads = summand, .after = move != NULL ? *move : summand, .out = out};
    if (game->board->kind->count(game->board) > DRAWN_MAX)
        return draw_below(&d);
    TRY(board_listed(g, game->board, &d.list));
    return draw_list(&d);
}

/* ---- posets alone ---- */

static grundy_status draw_board(grundy *g, const board *b, grundy_picture *out)
{
    coin_drawing d = {.g = g, .b = b, .out = out};
    if (b->kind->count(b) > DRAWN_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "a Hasse diagram of more than %d elements is too large to be drawn",
                           DRAWN_MAX);
    TRY(board_listed(g, b, &d.list));
    return draw_list(&d);
}

grundy_status grundy_poset_draw(grundy *g, const char *expression, grundy_picture *out)
{
    arena a = arena_open(g);
    grundy_arg root;
    board *b = NULL;
    grundy_status status = expression_parse(g, expression, NULL, &a, &root);
    if (status == GRUNDY_OK)
        status = board_open(g, &root, &b);
    if (status == GRUNDY_OK)
        status = draw_board(g, b, out);
    board_close(g, b);
    arena_close(&a);
    if (status != GRUNDY_OK)
        picture_clear(out);
    return status;
}
