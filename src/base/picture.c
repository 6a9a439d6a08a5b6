#include "base/picture.h"

#include <math.h>
#include <string.h>

const char *grundy_shape_word(grundy_shape shape)
{
    static const char *const words[] = {
#define SHAPE_WORD(name, word, help) word,
        GRUNDY_SHAPES(SHAPE_WORD)
#undef SHAPE_WORD
    };
    return words[shape];
}

const char *grundy_role_word(grundy_role role)
{
    static const char *const words[] = {
#define ROLE_WORD(name, word, help) word,
        GRUNDY_ROLES(ROLE_WORD)
#undef ROLE_WORD
    };
    return words[role];
}

grundy_picture grundy_picture_open(grundy *g)
{
    return (grundy_picture){.marks = grundy_buffer_open(g), .texts = grundy_buffer_open(g)};
}

void grundy_picture_close(grundy_picture *p)
{
    grundy_buffer_close(&p->marks);
    grundy_buffer_close(&p->texts);
}

size_t grundy_picture_count(const grundy_picture *p)
{
    return p->marks.size / sizeof(grundy_mark);
}

const grundy_mark *grundy_picture_at(const grundy_picture *p, size_t i)
{
    return (const grundy_mark *)(const void *)p->marks.data + i;
}

const char *grundy_picture_text(const grundy_picture *p, size_t text)
{
    return text == 0 ? "" : (const char *)p->texts.data + text;
}

grundy_status picture_room(const grundy_picture *p, uint64_t more)
{
    if (more <= PICTURE_MARKS_MAX - grundy_picture_count(p))
        return GRUNDY_OK;
    return grundy_fail(p->marks.g, GRUNDY_LIMIT, "a drawing of more than %d marks is too large", PICTURE_MARKS_MAX);
}

/* Keep a text; its place is never 0, which stands for no text. */
static grundy_status keep_text(grundy_picture *p, const char *text, size_t *place)
{
    *place = 0;
    if (text == NULL || *text == '\0')
        return GRUNDY_OK;
    if (p->texts.size == 0)
        TRY(grundy_append(&p->texts, "", 1));
    size_t start = p->texts.size;
    TRY(grundy_append(&p->texts, text, strlen(text) + 1));
    *place = start;
    return GRUNDY_OK;
}

grundy_status grundy_picture_add(grundy_picture *p, const grundy_mark *mark, const char *text)
{
    grundy_mark copy = *mark;
    TRY(picture_room(p, 1));
    copy.note = 0;
    TRY(keep_text(p, text, &copy.text));
    return grundy_append(&p->marks, &copy, sizeof copy);
}

grundy_status grundy_picture_note(grundy_picture *p, size_t i, const char *note)
{
    size_t place;
    TRY(keep_text(p, note, &place));
    ((grundy_mark *)(void *)p->marks.data)[i].note = place;
    return GRUNDY_OK;
}

grundy_status grundy_picture_place(grundy_picture *p, const grundy_picture *part, double x, double y)
{
    size_t before = p->marks.size;
    grundy_status status = picture_room(p, grundy_picture_count(part));
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_picture_count(part); i++) {
        grundy_mark mark = *grundy_picture_at(part, i);
        mark.x += x;
        mark.y += y;
        status = grundy_picture_add(p, &mark, grundy_picture_text(part, mark.text));
        if (status == GRUNDY_OK && mark.note != 0)
            status = grundy_picture_note(p, grundy_picture_count(p) - 1, grundy_picture_text(part, mark.note));
    }
    if (status != GRUNDY_OK)
        p->marks.size = before;
    return status;
}

void grundy_picture_size(const grundy_picture *p, double *width, double *height)
{
    *width = *height = 0;
    for (size_t i = 0; i < grundy_picture_count(p); i++) {
        const grundy_mark *m = grundy_picture_at(p, i);
        *width = fmax(*width, fmax(m->x, m->x + m->width));
        *height = fmax(*height, fmax(m->y, m->y + m->height));
    }
}

void picture_clear(grundy_picture *p)
{
    p->marks.size = 0;
    p->texts.size = 0;
}

/* ---- marks ---- */

grundy_status picture_cell(grundy_picture *p, grundy_role role, double x, double y, int64_t number)
{
    grundy_mark mark = {GRUNDY_SHAPE_CELL, role, x, y, 1, 1, number, 0, 0};
    return grundy_picture_add(p, &mark, NULL);
}

grundy_status picture_disc(grundy_picture *p, grundy_role role, double x, double y, int64_t number, const char *text)
{
    static const double gap = 0.08;
    grundy_mark mark = {GRUNDY_SHAPE_DISC, role, x + gap, y + gap, 1 - 2 * gap, 1 - 2 * gap, number, 0, 0};
    return grundy_picture_add(p, &mark, text);
}

grundy_status picture_label(grundy_picture *p, double x, double y, double width, double height, const char *text)
{
    grundy_mark mark = {GRUNDY_SHAPE_LABEL, GRUNDY_ROLE_FAINT, x, y, width, height, -1, 0, 0};
    return grundy_picture_add(p, &mark, text);
}

grundy_status picture_line(grundy_picture *p, grundy_shape shape, grundy_role role, double x, double y, double to_x,
                           double to_y)
{
    grundy_mark mark = {shape, role, x, y, to_x - x, to_y - y, -1, 0, 0};
    return grundy_picture_add(p, &mark, NULL);
}

double picture_text_width(const char *text, double height)
{
    size_t characters = 0;
    for (const char *c = text; *c != '\0'; c++)
        characters += ((unsigned char)*c & 0xc0) != 0x80; /* not within a character of UTF-8 */
    return 0.62 * height * (double)characters;
}
