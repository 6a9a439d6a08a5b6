#include "rulesets/diagrams/ball_sets.h"
#include "rulesets/spaces.h"

#include <inttypes.h>

grundy_status ball_set_read(grundy *g, grundy_bytes summand, ball_set *out)
{
    grundy_status status = GRUNDY_OK;
    ball_set balls = {.g = g, .count = numbers_count(summand)};
    balls.capacity = balls.count + 1;
    balls.at = handle_new(g, balls.capacity, sizeof *balls.at, &status);
    if (balls.at == NULL)
        return status;
    for (size_t i = 0; i < balls.count; i++)
        balls.at[i] = number_read(&summand);
    *out = balls;
    return GRUNDY_OK;
}

void ball_set_close(ball_set *balls)
{
    handle_free(balls->g, balls->at, balls->capacity * sizeof *balls->at);
}

grundy_status ball_sets_value(grundy *g, grundy_bytes summand, uint64_t (*function)(uint64_t *balls, size_t count),
                              uint64_t *out)
{
    ball_set balls = {0};
    TRY(ball_set_read(g, summand, &balls));
    *out = function(balls.at, balls.count);
    ball_set_close(&balls);
    return GRUNDY_OK;
}

grundy_status ball_set_write(ball_set *balls, grundy_buffer *out)
{
    numbers_sort(balls->at, balls->count);
    for (size_t i = 0; i < balls->count; i++)
        TRY(number_append(out, balls->at[i]));
    return GRUNDY_OK;
}

/* Add the balls with the one at `from` put to `to`, below it, between the balls at `slot` - 1 and `slot`. */
static grundy_status add_move(const ball_set *balls, size_t from, size_t slot, uint64_t to, grundy_buffer *scratch,
                              grundy_list *out)
{
    scratch->size = 0;
    for (size_t i = 0; i < slot; i++)
        TRY(number_append(scratch, balls->at[i]));
    TRY(number_append(scratch, to));
    for (size_t i = slot; i < balls->count; i++)
        if (i != from)
            TRY(number_append(scratch, balls->at[i]));
    return grundy_list_add(out, scratch->data, scratch->size);
}

static grundy_status ball_moves(const ball_set *balls, size_t from, grundy_buffer *scratch, grundy_list *out)
{
    size_t slot = from;
    for (uint64_t to = balls->at[from]; to-- > 0;) {
        if (slot > 0 && balls->at[slot - 1] == to)
            slot--;
        else
            TRY(add_move(balls, from, slot, to, scratch, out));
        if (to % 1024 == 1023)
            TRY(grundy_check(scratch->g));
    }
    return GRUNDY_OK;
}

grundy_status ball_sets_moves(grundy *g, const ball_set *balls, grundy_list *out)
{
    grundy_buffer scratch = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    uint64_t places = 0; /* free ones below each ball; saturating, since a list holds few */
    for (size_t i = 0; i < balls->count; i++) {
        uint64_t below = balls->at[i] - i;
        places = places > UINT64_MAX - below ? UINT64_MAX : places + below;
    }
    status = grundy_list_room(out, places);
    for (size_t i = 0; status == GRUNDY_OK && i < balls->count; i++)
        status = ball_moves(balls, i, &scratch, out);
    grundy_buffer_close(&scratch);
    return status;
}

/* Balls on the places 0..k-1 cannot move: without them all others lie k lower. */
static grundy_status ball_sets_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                      grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t stuck = 0;
    while (summand.size > 0) {
        uint64_t ball = number_read(&summand);
        if ((symmetries & GRUNDY_SYMMETRY_SHIFT) && ball == stuck)
            stuck++;
        else
            TRY(number_append(out, ball - stuck));
    }
    return GRUNDY_OK;
}

const native_space ball_sets_space = {.encoding = GRUNDY_ENCODING_BALLS, .reduce = ball_sets_reduce};

/* ---- notation ---- */

static grundy_status scan_members(grundy_scanner *s, grundy_buffer *numbers)
{
    do {
        const grundy_variable *v = grundy_scan_variable(s, GRUNDY_SUBSET);
        if (v != NULL) {
            TRY(grundy_append(numbers, v->items, v->count * sizeof *v->items));
            continue;
        }
        uint64_t ball;
        TRY(grundy_scan_integer(s, "place", 0, BALL_MAX, &ball));
        TRY(grundy_append(numbers, &ball, sizeof ball));
    } while (grundy_scan_accept(s, ","));
    return GRUNDY_OK;
}

/* A set in braces, or a variable that stands for one. */
static grundy_status scan_set(grundy_scanner *s, grundy_buffer *numbers)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_SUBSET);
    if (v != NULL)
        return grundy_append(numbers, v->items, v->count * sizeof *v->items);
    if (!grundy_scan_accept(s, "{"))
        return grundy_scan_fail(s, "a set of places such as {3,5}");
    grundy_scan_open(s);
    if (grundy_scan_peek(s) != '}')
        TRY(scan_members(s, numbers));
    grundy_scan_close(s);
    return grundy_scan_expect(s, "}");
}

grundy_status ball_sets_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)r;
    grundy_buffer numbers = grundy_buffer_open(g);
    unsigned column = grundy_scan_column(s);
    grundy_status status = scan_set(s, &numbers);
    uint64_t *balls = (uint64_t *)(void *)numbers.data;
    size_t count = numbers.size / sizeof *balls;
    if (status == GRUNDY_OK)
        numbers_sort(balls, count);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        if (balls[i] > BALL_MAX)
            status = grundy_scan_reject(s, column, "place %" PRIu64 " is too large: at most 2^62", balls[i]);
        else if (i > 0 && balls[i] == balls[i - 1])
            status = grundy_scan_reject(s, column, "place %" PRIu64 " is named twice", balls[i]);
        else
            status = number_append(out, balls[i]);
    }
    grundy_buffer_close(&numbers);
    return status;
}

grundy_status ball_sets_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    TRY(grundy_append(out, "{", 1));
    for (bool first = true; summand.size > 0; first = false)
        TRY(grundy_appendf(out, "%s%" PRIu64, first ? "" : ",", number_read(&summand)));
    return grundy_append(out, "}", 1);
}

/* Each place is taken with the chance that gives the number wanted (Knuth, Algorithm S). */
grundy_status ball_sets_random(uint64_t *seed, unsigned greatest, unsigned count, grundy_buffer *out)
{
    for (unsigned place = 0; place <= greatest && count > 0; place++)
        if (grundy_random(seed) % (greatest - place + 1) < count) {
            TRY(number_append(out, place));
            count--;
        }
    return GRUNDY_OK;
}
