/* awake_turtles.c - turning turtles as the inset paper has it: an odd number of turtles awake, two turned at a time
 *
 * Of the two turtles that are turned the right one must be awake. Turned with an awake one both fall asleep, with a
 * sleeping one on its left it is as if the awake one had moved there. Turtle 0 can be the left one only, which is why
 * the value of {x} is x (section 4 of the paper). */
#include "rulesets/diagrams/diagrams.h"

static grundy_status awake_turtles_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    size_t count = numbers_count(summand);
    if (count % 2 == 1)
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_PARSE, "%s needs an odd number of turtles awake, not %zu", grundy_ruleset_name(r),
                       count);
}

/* Add the turtles without those at i and j. */
static grundy_status turtles_add_pair(const ball_set *turtles, size_t i, size_t j, grundy_buffer *scratch,
                                      grundy_list *out)
{
    scratch->size = 0;
    for (size_t k = 0; k < turtles->count; k++)
        if (k != i && k != j)
            TRY(number_append(scratch, turtles->at[k]));
    return grundy_list_add(out, scratch->data, scratch->size);
}

static grundy_status turtles_add_pairs(grundy *g, const ball_set *turtles, grundy_list *out)
{
    grundy_buffer scratch = grundy_buffer_open(g);
    uint64_t n = turtles->count;
    grundy_status status = grundy_list_room(out, n == 0 ? 0 : n > UINT32_MAX ? UINT64_MAX : n * (n - 1) / 2);
    for (size_t i = 0; status == GRUNDY_OK && i < turtles->count; i++)
        for (size_t j = i + 1; status == GRUNDY_OK && j < turtles->count; j++)
            status = turtles_add_pair(turtles, i, j, &scratch, out);
    grundy_buffer_close(&scratch);
    return status;
}

static grundy_status awake_turtles_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    ball_set turtles;
    TRY(ball_set_read(g, summand, &turtles));
    grundy_status status = ball_sets_moves(g, &turtles, out);
    if (status == GRUNDY_OK)
        status = turtles_add_pairs(g, &turtles, out);
    ball_set_close(&turtles);
    return status;
}

static grundy_status awake_turtles_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands,
                                           size_t count, grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    (void)count;
    uint64_t sum = 0;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    for (grundy_bytes rest = summands[0]; rest.size > 0;)
        sum ^= number_read(&rest);
    *out = sum;
    *reason = "nim-sum of the places (inset paper, Theorem 4.4)";
    return GRUNDY_OK;
}

/* The value becomes `value` when turtle x goes to x + sum + value (nim-sums). Where that place holds an awake turtle,
 * both fall asleep. */
static grundy_status awake_turtles_winning_move(grundy *g, const grundy_ruleset *r, grundy_bytes summand,
                                                uint64_t value, grundy_buffer *out)
{
    (void)r;
    ball_set turtles;
    TRY(ball_set_read(g, summand, &turtles));
    uint64_t change = value;
    size_t i = 0, kept = 0;
    for (size_t k = 0; k < turtles.count; k++)
        change ^= turtles.at[k];
    while (i < turtles.count && (turtles.at[i] ^ change) >= turtles.at[i])
        i++;
    grundy_status status = GRUNDY_DOMAIN;
    if (i < turtles.count) {
        uint64_t from = turtles.at[i], to = from ^ change;
        bool met = false;
        for (size_t k = 0; k < turtles.count; k++) {
            met = met || turtles.at[k] == to;
            if (k != i && turtles.at[k] != to)
                turtles.at[kept++] = turtles.at[k];
        }
        if (!met)
            turtles.at[kept++] = to;
        turtles.count = kept;
        status = ball_set_write(&turtles, out);
    }
    ball_set_close(&turtles);
    return status;
}

static grundy_status awake_turtles_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size,
                                          grundy_buffer *out)
{
    (void)g;
    (void)r;
    unsigned count = size < 2 ? 1 : 1 + 2 * (unsigned)(grundy_random(seed) % 2);
    return ball_sets_random(seed, size, count, out);
}

const grundy_family awake_turtles_family = {
    .name = "turtles",
    .arguments = "",
    .summary = "turning turtles, an odd number of them awake",
    .rules = "An odd number of turtles on a line is awake. A move turns two turtles over; the right\n"
             "one of the two must be awake.\n" BALL_SETS_NOTATION,
    .theorems = "Value: the nim-sum of the places of the turtles that are awake (inset paper, Theorem 4.4).",
    .example_ruleset = "turtles",
    .example_position = "{2,3,5}",
    BALL_SETS_POSITIONS,
    .parse = ball_sets_parse,
    .print = ball_sets_print,
    .draw = ball_sets_draw,
    .check = awake_turtles_check,
    .options = awake_turtles_options,
    .formula = awake_turtles_formula,
    .random = awake_turtles_random,
    .winning_move = awake_turtles_winning_move,
    .view = awake_turtles_view,
};
