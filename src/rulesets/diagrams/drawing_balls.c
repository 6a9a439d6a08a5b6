/* drawing_balls.c - sets of balls on a line of places 0, 1, 2, ... */
#include <inttypes.h>
#include <stdio.h>

#include "rulesets/diagrams/ball_sets.h"
#include "rulesets/drawing.h"

enum { PLACES_MAX = 400 };

static bool has_ball(const ball_set *balls, uint64_t place)
{
    for (size_t i = 0; i < balls->count; i++)
        if (balls->at[i] == place)
            return true;
    return false;
}

static uint64_t greatest(const ball_set *balls)
{
    return balls->count == 0 ? 0 : balls->at[balls->count - 1];
}

/* What is seen at a place when `before` becomes `after`. */
static grundy_role role_at(const ball_set *before, const ball_set *after, uint64_t place)
{
    if (!has_ball(before, place))
        return has_ball(after, place) ? GRUNDY_ROLE_MARKED : GRUNDY_ROLE_EMPTY;
    return has_ball(after, place) ? GRUNDY_ROLE_PLAIN : GRUNDY_ROLE_REMOVED;
}

static grundy_status draw_places(const ball_set *before, const ball_set *after, double top, grundy_picture *out)
{
    uint64_t last = greatest(before) > greatest(after) ? greatest(before) : greatest(after);
    if (last >= PLACES_MAX)
        return grundy_fail(before->g, GRUNDY_LIMIT, "balls are drawn on places below %d; one lies on %" PRIu64,
                           PLACES_MAX, last);
    for (uint64_t place = 0; place <= last; place++) {
        char number[8];
        snprintf(number, sizeof number, "%u", (unsigned)place);
        TRY(picture_disc(out, role_at(before, after, place), (double)place, top, (int64_t)place, NULL));
        TRY(picture_label(out, (double)place, top + 1.05, 1, 0.4, number));
    }
    return GRUNDY_OK;
}

/* An arrow above the balls, where one ball goes to another place. */
static grundy_status draw_way(const ball_set *before, const ball_set *after, grundy_picture *out, bool *drawn)
{
    uint64_t from = 0, to = 0;
    size_t left = 0, reached = 0;
    for (size_t i = 0; i < before->count; i++)
        if (!has_ball(after, before->at[i])) {
            from = before->at[i];
            left++;
        }
    for (size_t i = 0; i < after->count; i++)
        if (!has_ball(before, after->at[i])) {
            to = after->at[i];
            reached++;
        }
    *drawn = left == 1 && reached == 1;
    if (!*drawn || from >= PLACES_MAX || to >= PLACES_MAX)
        return GRUNDY_OK;
    return picture_line(out, GRUNDY_SHAPE_ARROW, GRUNDY_ROLE_MARKED, (double)from + 0.5, 0.3, (double)to + 0.5, 0.3);
}

grundy_status ball_sets_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                             grundy_picture *out)
{
    (void)r;
    ball_set before = {0}, after = {0};
    bool way = false;
    TRY(ball_set_read(g, summand, &before));
    grundy_status status = ball_set_read(g, move != NULL ? *move : summand, &after);
    if (status == GRUNDY_OK) {
        status = draw_way(&before, &after, out, &way);
        if (status == GRUNDY_OK)
            status = draw_places(&before, &after, way ? 0.55 : 0, out);
        ball_set_close(&after);
    }
    ball_set_close(&before);
    return status;
}
