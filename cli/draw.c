/* draw.c - positions and posets drawn; several positions stand on one sheet, each with its name under it */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

static const double sheet_width = 40, item_gap = 1.2, caption_height = 0.55, caption_gap = 0.3;

/* A drawing under way. */
typedef struct {
    command_line *line;
    grundy *g;
    session session;
    bool values, winning, captions;
    grundy_picture sheet, item;
    grundy_buffer position, move, text;
    double x, y, row_height; /* where the next item of the sheet goes */
} drawing;

/* ---- an item ---- */

/* The move to be marked, empty if none is. */
static grundy_status draw_find_move(drawing *d)
{
    const char *move = d->line->option[OPTION_MOVE];
    d->move.size = 0;
    if (move != NULL)
        return session_read(&d->session, move, &d->move);
    if (!d->winning)
        return GRUNDY_OK;
    grundy_status status = grundy_winning_move(d->session.solver, grundy_buffer_bytes(&d->position), &d->move);
    return status == GRUNDY_DOMAIN ? GRUNDY_OK : status; /* a P-position: nothing to mark */
}

static bool has_elements(const drawing *d)
{
    return grundy_ruleset_family(d->session.r)->elements != NULL;
}

static grundy_status write_caption(drawing *d)
{
    uint64_t value;
    d->text.size = 0;
    TRY(grundy_position_print(d->g, d->session.r, grundy_buffer_bytes(&d->position), &d->text));
    if (!d->values || has_elements(d))
        return GRUNDY_OK;
    TRY(session_solve(&d->session, grundy_buffer_bytes(&d->position), &value));
    return grundy_appendf(&d->text, ": %" PRIu64, value);
}

static grundy_status draw_position(drawing *d, const char *text)
{
    grundy_picture_close(&d->item);
    d->position.size = 0;
    TRY(session_read(&d->session, text, &d->position));
    TRY(draw_find_move(d));
    TRY(grundy_position_draw(d->g, d->session.r, grundy_buffer_bytes(&d->position), grundy_buffer_bytes(&d->move),
                             &d->item));
    TRY(write_caption(d));
    if (!d->values || !has_elements(d))
        return GRUNDY_OK;
    return grundy_picture_values(d->g, d->session.r, question_of(d->line, false), d->line->method, &d->item);
}

/* ---- the sheet ---- */

static grundy_status add_caption(drawing *d, double x, double y, double width)
{
    grundy_mark caption = {GRUNDY_SHAPE_LABEL, GRUNDY_ROLE_FAINT, x, y + caption_gap, width, caption_height, -1, 0, 0};
    return grundy_picture_add(&d->sheet, &caption, grundy_buffer_text(&d->text));
}

/* Put the item to the right of the last one, or into a new row. */
static grundy_status place_item(drawing *d)
{
    double width, height, wide = d->captions ? 0.62 * caption_height * (double)strlen(grundy_buffer_text(&d->text)) : 0;
    grundy_picture_size(&d->item, &width, &height);
    wide = wide > width ? wide : width;
    if (d->x > 0 && d->x + wide > sheet_width) {
        d->x = 0;
        d->y += d->row_height + item_gap;
        d->row_height = 0;
    }
    TRY(grundy_picture_place(&d->sheet, &d->item, d->x + (wide - width) / 2, d->y));
    if (d->captions) {
        TRY(add_caption(d, d->x, d->y + height, wide));
        height += caption_gap + caption_height;
    }
    d->row_height = height > d->row_height ? height : d->row_height;
    d->x += wide + item_gap;
    return GRUNDY_OK;
}

static grundy_status draw_positions(drawing *d)
{
    const command_line *line = d->line;
    int count = line->count - 1;
    if (count == 0 && !has_elements(d))
        return grundy_fail(d->g, GRUNDY_PARSE, "which position? As in: grundy draw '%s' '%s' -o FILE",
                           grundy_ruleset_family(d->session.r)->example_ruleset,
                           grundy_ruleset_family(d->session.r)->example_position);
    d->captions = count > 1 || (d->values && !has_elements(d));
    if (count == 0) {
        TRY(draw_position(d, "{}"));
        return place_item(d);
    }
    for (int i = 0; i < count; i++) {
        TRY(draw_position(d, line->arguments[1 + i]));
        TRY(place_item(d));
    }
    return GRUNDY_OK;
}

static grundy_status draw_poset(drawing *d)
{
    if (d->values || d->winning || d->line->option[OPTION_MOVE] != NULL)
        return grundy_fail(d->g, GRUNDY_PARSE, "a poset has no values or moves; the ruleset ruler(%.60s) has",
                           d->line->arguments[0]);
    return grundy_poset_draw(d->g, d->line->arguments[0], &d->sheet);
}

/* ---- the command ---- */

/* Draw what the first argument names: a ruleset's positions, or a poset. */
static grundy_status draw_named_poset(drawing *d)
{
    grundy_status status = session_open(d->line, question_of(d->line, false), &d->session);
    if (status == GRUNDY_PARSE && d->line->count == 1 && grundy_is_poset(d->line->arguments[0])) {
        d->session = (session){.line = d->line};
        return draw_poset(d);
    }
    if (status != GRUNDY_OK) {
        d->session = (session){.line = d->line};
        return status;
    }
    return draw_positions(d);
}

static grundy_status write_sheet(drawing *d, const image_file *file)
{
    grundy_buffer bytes = grundy_buffer_open(d->g);
    d->text.size = 0;
    grundy_status status = grundy_appendf(&d->text, "grundy draw");
    for (int i = 0; i < d->line->count && i < 2 && status == GRUNDY_OK; i++)
        status = grundy_appendf(&d->text, " %.200s", d->line->arguments[i]);
    if (status == GRUNDY_OK)
        status = grundy_picture_write(d->g, &d->sheet, grundy_buffer_text(&d->text), file->image, file->theme, &bytes);
    if (status == GRUNDY_OK)
        status = image_save(d->g, file, &bytes);
    grundy_buffer_close(&bytes);
    return status;
}

static grundy_status run_draw(command_line *line)
{
    grundy *g = line->g;
    image_file file;
    TRY(image_open(line, &file));
    drawing d = {.line = line, .g = g, .session = {.line = line}};
    d.values = line->option[OPTION_VALUES] != NULL;
    d.winning = line->option[OPTION_WINNING] != NULL;
    d.sheet = grundy_picture_open(g);
    d.item = grundy_picture_open(g);
    d.position = grundy_buffer_open(g);
    d.move = grundy_buffer_open(g);
    d.text = grundy_buffer_open(g);
    grundy_status status = draw_named_poset(&d);
    if (status == GRUNDY_OK)
        status = write_sheet(&d, &file);
    session_close(&d.session);
    grundy_buffer_close(&d.text);
    grundy_buffer_close(&d.move);
    grundy_buffer_close(&d.position);
    grundy_picture_close(&d.item);
    grundy_picture_close(&d.sheet);
    return status;
}

const command draw_command = {
    .name = "draw",
    .synopsis = "RULESET-or-POSET [POSITION...] -o FILE",
    .summary = "positions as pictures, or the Hasse diagram of a poset",
    .example = "draw pnim '[4,2,1]' --winning -o diagram.svg",
    .options = SOLVE_OPTIONS | OPTION_BIT(WINNING) | OPTION_BIT(MOVE) | OPTION_BIT(VALUES) | OPTION_BIT(OUTPUT) |
               OPTION_BIT(THEME),
    .least = 1,
    .most = -1,
    .run = run_draw,
};
