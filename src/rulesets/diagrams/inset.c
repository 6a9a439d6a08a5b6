/* inset.c - the inset game: Welter's game with N balls, in which a move may also take all balls away but one
 *
 * The value v of N balls is where one more ball would make Welter's value 0 (math/balls.h). Hence a move to value h
 * keeps only the ball h if there is one, and otherwise is a move of Welter's game to 0 in the balls with h added: the
 * added ball itself would have to go from h to the present value, which is upwards. */
#include "rulesets/diagrams/ball_sets.h"

#include <inttypes.h>

/* The most balls; a position is read as a whole. */
#define INSET_MAX ((uint64_t)1 << 32)

typedef struct {
    uint64_t balls; /* N */
} inset;

static uint64_t inset_ball_count(const grundy_ruleset *r)
{
    const inset *game = grundy_ruleset_state(r);
    return game->balls;
}

static void inset_close(grundy *g, void *state)
{
    handle_free(g, state, sizeof(inset));
}

static grundy_status inset_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_INTEGER)
        return grundy_arg_fail(g, self, "inset needs the number of balls, as in inset(4)");
    uint64_t balls = self->args[0].low;
    if (balls < 2 || balls > INSET_MAX)
        return grundy_arg_fail(g, &self->args[0], "the number of balls is %" PRIu64 "; expected 2 to %" PRIu64, balls,
                               INSET_MAX);
    inset *game = handle_new(g, 1, sizeof *game, &status);
    if (game == NULL)
        return status;
    game->balls = balls;
    grundy_ruleset_set_state(r, game);
    return GRUNDY_OK;
}

static grundy_status inset_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    size_t count = numbers_count(summand);
    if (count == 1 || count == inset_ball_count(r))
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_PARSE, "%s is played with %" PRIu64 " balls or 1, not with %zu",
                       grundy_ruleset_name(r), inset_ball_count(r), count);
}

static grundy_status inset_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    ball_set balls;
    TRY(ball_set_read(g, summand, &balls));
    grundy_status status = ball_sets_moves(g, &balls, out);
    for (size_t i = 0; status == GRUNDY_OK && balls.count > 1 && i < balls.count; i++) {
        unsigned char one[NUMBER_SIZE_MAX];
        status = grundy_list_add(out, one, number_write(balls.at[i], one));
    }
    ball_set_close(&balls);
    return status;
}

static uint64_t inset_value(uint64_t *balls, size_t count)
{
    return count == 1 ? balls[0] : balls_inset(balls, count);
}

static grundy_status inset_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                   grundy_question question, uint64_t *out, const char **reason)
{
    (void)r;
    (void)count;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    *reason = "the inset formula (inset paper, Theorem 5.5)";
    return ball_sets_value(g, summands[0], inset_value, out);
}

/* A move of the N balls to the value, in place. */
static bool inset_find_move(ball_set *balls, uint64_t value)
{
    size_t from;
    uint64_t to;
    for (size_t i = 0; i < balls->count; i++)
        if (balls->at[i] == value) {
            balls->at[0] = value;
            balls->count = 1;
            return true;
        }
    balls->at[balls->count++] = value;
    uint64_t welter = balls_welter(balls->at, balls->count);
    if (!balls_welter_move(balls->at, balls->count, welter, 0, &from, &to))
        return false;
    balls->at[from] = to;
    for (size_t i = 0; i < balls->count; i++)
        if (balls->at[i] == value) {
            balls->at[i] = balls->at[--balls->count];
            break;
        }
    return true;
}

static grundy_status inset_winning_move(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                        grundy_buffer *out)
{
    (void)r;
    ball_set balls;
    TRY(ball_set_read(g, summand, &balls));
    bool found;
    if (balls.count == 1) {
        found = value < balls.at[0];
        balls.at[0] = value;
    } else {
        found = inset_find_move(&balls, value);
    }
    grundy_status status = found ? ball_set_write(&balls, out) : GRUNDY_DOMAIN;
    ball_set_close(&balls);
    return status;
}

static grundy_status inset_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    bool one = grundy_random(seed) % 4 == 0;
    uint64_t balls = inset_ball_count(r);
    if (one || balls > size + UINT64_C(1))
        return ball_sets_random(seed, size, 1, out);
    return ball_sets_random(seed, size, (unsigned)balls, out);
}

const grundy_family inset_family = {
    .name = "inset",
    .arguments = "(N)",
    .summary = "the inset game: Welter's game with N balls, or leave one ball only",
    .rules = "N balls, N at least 2, lie on different places of a line. A move takes one ball to any\n"
             "free place that is lower, or takes all balls away but one, which goes on alone.\n" BALL_SETS_NOTATION,
    .theorems = "Value: the inset formula; the place where one more ball makes Welter's function 0\n"
                "(inset paper, Theorem 5.5 and equation 5.3).",
    .example_ruleset = "inset(4)",
    .example_position = "{1,2,4,5}",
    .instances = (const char *const[]){"inset(2)", "inset(3)", "inset(6)", NULL},
    BALL_SETS_POSITIONS,
    .open = inset_open,
    .close = inset_close,
    .parse = ball_sets_parse,
    .print = ball_sets_print,
    .draw = ball_sets_draw,
    .check = inset_check,
    .options = inset_options,
    .formula = inset_formula,
    .random = inset_random,
    .winning_move = inset_winning_move,
};
