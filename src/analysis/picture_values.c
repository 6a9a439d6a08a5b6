/* picture_values.c - Grundy values written on the elements of a drawing */
#include <inttypes.h>
#include <stdio.h>

#include "base/picture.h"
#include "rulesets/ruleset.h"
#include "solvers/solver.h"

static bool is_element(const grundy_mark *mark)
{
    return mark->shape == GRUNDY_SHAPE_DISC && mark->number >= 0 && mark->text != 0;
}

/* What is written on an element can be read as the position in which it is alone. */
static grundy_status note_value(grundy_solver *s, grundy_picture *picture, size_t i, grundy_buffer *position)
{
    char note[24];
    grundy_answer answer;
    const char *element = grundy_picture_text(picture, grundy_picture_at(picture, i)->text);
    position->size = 0;
    TRY(grundy_position_parse(s->g, s->r, element, position));
    TRY(grundy_solve(s, grundy_buffer_bytes(position), &answer));
    if (grundy_question_is_outcome(s->question))
        snprintf(note, sizeof note, "%s", answer.value == 0 ? "P" : "N");
    else
        snprintf(note, sizeof note, "%" PRIu64, answer.value);
    return grundy_picture_note(picture, i, note);
}

grundy_status grundy_picture_values(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_method method,
                                    grundy_picture *picture)
{
    grundy_solver *s;
    if (r->family->elements == NULL)
        return grundy_fail(g, GRUNDY_DOMAIN, "%s has no elements whose values could be written", r->name);
    TRY(grundy_solver_open(g, r, question, method, &s));
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_picture_count(picture); i++)
        if (is_element(grundy_picture_at(picture, i)))
            status = note_value(s, picture, i, &position);
    grundy_buffer_close(&position);
    grundy_solver_close(s);
    return status;
}
