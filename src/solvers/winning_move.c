/* winning_move.c - one winning move, where it can be without trying all moves
 *
 * In a sum the summand to move in and the value to move to follow from the values of the summands, as in Nim (Bouton
 * 1901); sums of pet games are played in misere play as misere Nim is (Conway; nim on partitions, Theorem 14). A family
 * that can name an option of a given value then names the move. */
#include "solvers/parts.h"

typedef struct {
    grundy_solver *s;
    grundy_list summands;
    grundy_buffer values; /* uint64_t each */
    uint64_t sum;
    size_t large; /* how many values are above 1 */
} sum_in_play;

static uint64_t value_at(const sum_in_play *p, size_t i)
{
    return ((const uint64_t *)(const void *)p->values.data)[i];
}

static grundy_status read_sum(sum_in_play *p, grundy_bytes position)
{
    grundy_bytes summand;
    uint64_t value = 0;
    while (position_next(&position, &summand)) {
        TRY(parts_value(p->s, 0, summand, &value));
        TRY(grundy_list_add(&p->summands, summand.data, summand.size));
        TRY(grundy_append(&p->values, &value, sizeof value));
        p->sum ^= value;
        p->large += value > 1;
    }
    return GRUNDY_OK;
}

static grundy_status no_move(grundy_solver *s)
{
    return grundy_fail(s->g, GRUNDY_DOMAIN, "there is no winning move");
}

/* An option of this value among all options of a summand. */
static grundy_status find_option(grundy_solver *s, grundy_bytes summand, uint64_t target, grundy_buffer *out)
{
    grundy_list options = grundy_list_open(s->g);
    grundy_status status = s->r->family->options(s->g, s->r, summand, &options);
    bool found = false;
    for (size_t i = 0; status == GRUNDY_OK && !found && i < grundy_list_count(&options); i++) {
        grundy_bytes option = grundy_list_at(&options, i);
        uint64_t value = 0;
        status = parts_value(s, 0, option, &value);
        found = status == GRUNDY_OK && value == target;
        if (found)
            status = grundy_append(out, option.data, option.size);
    }
    grundy_list_close(&options);
    return status == GRUNDY_OK && !found ? no_move(s) : status;
}

/* Append the position in which summand i becomes an option of value target. */
static grundy_status move_to(sum_in_play *p, size_t i, uint64_t target, grundy_buffer *out)
{
    const grundy_family *family = p->s->r->family;
    grundy_buffer option = grundy_buffer_open(p->s->g), result = grundy_buffer_open(p->s->g);
    grundy_bytes summand = grundy_list_at(&p->summands, i);
    grundy_status status = family->winning_move == NULL
                               ? find_option(p->s, summand, target, &option)
                               : family->winning_move(p->s->g, p->s->r, summand, target, &option);
    for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&p->summands); k++)
        status = position_add(&result, k == i ? grundy_buffer_bytes(&option) : grundy_list_at(&p->summands, k));
    if (status == GRUNDY_OK)
        status = grundy_append(out, result.data, result.size);
    grundy_buffer_close(&option);
    grundy_buffer_close(&result);
    return status;
}

/* In misere play the last value above 1 must not be brought to a nim-sum of 0, but to 1; without any, an even number of
 * ones becomes odd. */
static grundy_status move_in_sum(sum_in_play *p, bool misere, grundy_buffer *out)
{
    bool small = misere && p->large == 0;
    uint64_t change = small ? p->sum ^ 1 : p->sum;
    for (size_t i = 0; i < grundy_list_count(&p->summands); i++) {
        uint64_t value = value_at(p, i), target = value ^ change;
        if (target >= value)
            continue;
        if (misere && !small && target <= 1 && p->large == 1 && value > 1)
            target ^= 1;
        return move_to(p, i, target, out);
    }
    return no_move(p->s);
}

static grundy_status move_by_values(grundy_solver *s, grundy_bytes position, grundy_buffer *out)
{
    sum_in_play p = {.s = s, .summands = grundy_list_open(s->g), .values = grundy_buffer_open(s->g)};
    grundy_status status = read_sum(&p, position);
    if (status == GRUNDY_OK)
        status = move_in_sum(&p, question_is_misere(s->question), out);
    grundy_list_close(&p.summands);
    grundy_buffer_close(&p.values);
    return status;
}

/* The first option that the solver finds to be P. */
static grundy_status move_by_trying(grundy_solver *s, grundy_bytes position, grundy_buffer *out)
{
    grundy_list options = grundy_list_open(s->g);
    grundy_answer answer = {.value = 1};
    grundy_status status = grundy_position_options(s->g, s->r, position, &options);
    size_t i = 0;
    for (; status == GRUNDY_OK && i < grundy_list_count(&options); i++) {
        status = grundy_solve(s, grundy_list_at(&options, i), &answer);
        if (status == GRUNDY_OK && answer.value == 0)
            break;
    }
    if (status == GRUNDY_OK && i < grundy_list_count(&options))
        status = grundy_append(out, grundy_list_at(&options, i).data, grundy_list_at(&options, i).size);
    else if (status == GRUNDY_OK)
        status = no_move(s);
    grundy_list_close(&options);
    return status;
}

grundy_status grundy_winning_move(grundy_solver *s, grundy_bytes position, grundy_buffer *out)
{
    s->reason.size = 0;
    handle_clear(s->g);
    if (question_is_misere(s->question) && s->r->family->pet == NULL)
        return move_by_trying(s, position, out);
    return move_by_values(s, position, out);
}
