#include "rulesets/drawing.h"

#include <math.h>

/* ---- a summand ---- */

grundy_status drawing_text(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_role role,
                           grundy_picture *out)
{
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = r->family->print(g, r, summand, &text);
    const char *words = grundy_buffer_text(&text);
    grundy_mark mark = {GRUNDY_SHAPE_DISC, role, 0, 0, picture_text_width(words, 0.5) + 0.8, 1, -1, 0, 0};
    if (status == GRUNDY_OK)
        status = grundy_picture_add(out, &mark, words);
    grundy_buffer_close(&text);
    return status;
}

grundy_status drawing_summand(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                              grundy_picture *out)
{
    return r->family->draw != NULL ? r->family->draw(g, r, summand, move, out)
                                   : drawing_text(g, r, summand, GRUNDY_ROLE_PLAIN, out);
}

/* ---- rows ---- */

drawing_row drawing_row_open(grundy *g, grundy_picture *out)
{
    return (drawing_row){.out = out, .part = grundy_picture_open(g)};
}

void drawing_row_close(drawing_row *row)
{
    grundy_picture_close(&row->part);
}

/* Move what was put before down, so that all stand on one line. */
static void drawing_lower(grundy_picture *p, double by)
{
    grundy_mark *marks = (grundy_mark *)(void *)p->marks.data;
    for (size_t i = 0; i < grundy_picture_count(p); i++)
        marks[i].y += by;
}

grundy_status drawing_row_put(drawing_row *row, const char *between)
{
    static const double gap = 0.4;
    double width, height;
    grundy_picture_size(&row->part, &width, &height);
    height = fmax(height, 1);
    if (height > row->height) {
        drawing_lower(row->out, height - row->height);
        row->height = height;
    }
    if (row->count++ > 0) {
        TRY(picture_label(row->out, row->x + gap, row->height - (fmin(height, row->last) + 1) / 2, 0.6, 1, between));
        row->x += 0.6 + 2 * gap;
    }
    TRY(grundy_picture_place(row->out, &row->part, row->x, row->height - height));
    picture_clear(&row->part);
    row->x += width;
    row->last = height;
    return GRUNDY_OK;
}

/* ---- a position ---- */

static size_t count_summands(grundy_bytes position)
{
    grundy_bytes summand;
    size_t count = 0;
    while (position_next(&position, &summand))
        count++;
    return count;
}

static grundy_status draw_sum(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_bytes move,
                              drawing_row *row)
{
    grundy_bytes summand, option;
    bool marked = move.size > 0 && count_summands(move) == count_summands(position);
    while (position_next(&position, &summand)) {
        bool changed = marked && position_next(&move, &option) && bytes_compare(&summand, &option) != 0;
        TRY(drawing_summand(g, r, summand, changed ? &option : NULL, &row->part));
        TRY(drawing_row_put(row, "+"));
    }
    return GRUNDY_OK;
}

grundy_status grundy_position_draw(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_bytes move,
                                   grundy_picture *out)
{
    drawing_row row = drawing_row_open(g, out);
    grundy_status status = draw_sum(g, r, position, move, &row);
    drawing_row_close(&row);
    if (status != GRUNDY_OK)
        picture_clear(out);
    return status;
}
