/* welter.c - the Sato-Welter game: balls on a line, each moved down to a free place
 *
 * A position is a Young diagram seen through its beta numbers (hooks.c is the same game on the diagram): balls on the
 * places 0..k-1 cannot move, and dropping them shifts the others down by k. */
#include "rulesets/diagrams/diagrams.h"

static grundy_status welter_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    ball_set balls;
    TRY(ball_set_read(g, summand, &balls));
    grundy_status status = ball_sets_moves(g, &balls, out);
    ball_set_close(&balls);
    return status;
}

static grundy_status welter_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                    grundy_question question, uint64_t *out, const char **reason)
{
    (void)r;
    (void)count;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    *reason = "Welter's function (Sato 1970, Welter 1954; inset paper, Theorem 3.5)";
    return ball_sets_value(g, summands[0], balls_welter, out);
}

static grundy_status welter_winning_move(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                         grundy_buffer *out)
{
    (void)r;
    ball_set balls;
    size_t from;
    uint64_t to;
    TRY(ball_set_read(g, summand, &balls));
    uint64_t welter = balls_welter(balls.at, balls.count);
    grundy_status status = GRUNDY_DOMAIN;
    if (balls_welter_move(balls.at, balls.count, welter, value, &from, &to)) {
        balls.at[from] = to;
        status = ball_set_write(&balls, out);
    }
    ball_set_close(&balls);
    return status;
}

static grundy_status welter_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size,
                                   grundy_buffer *out)
{
    (void)g;
    (void)r;
    unsigned count = 1 + (unsigned)(grundy_random(seed) % 4);
    return ball_sets_random(seed, size, count, out);
}

const grundy_family welter_family = {
    .name = "welter",
    .arguments = "",
    .summary = "the Sato-Welter game: move a ball down to a free place",
    .rules = "Balls lie on different places of a line. A move takes one ball to any free place\n"
             "that is lower.\n" BALL_SETS_NOTATION,
    .theorems = "Value: Welter's function, the nim-sum of the balls and of N(x+y) for all pairs (nim-sum),\n"
                "where N(a) is the nim-sum of a and a-1 (Sato 1970, Welter 1954; inset paper, Theorem 3.5).",
    .example_ruleset = "welter",
    .example_position = "{3,5}",
    BALL_SETS_POSITIONS,
    .symmetries = GRUNDY_SYMMETRY_SHIFT,
    .parse = ball_sets_parse,
    .print = ball_sets_print,
    .draw = ball_sets_draw,
    .options = welter_options,
    .formula = welter_formula,
    .random = welter_random,
    .winning_move = welter_winning_move,
    .view = welter_view,
};
