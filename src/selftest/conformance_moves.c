/* The moves of a position one at a time, part by part, against the list of its options, each judged as a whole. */
#include "selftest/conformance.h"

enum { JUDGED_MAX = 6 };

typedef struct {
    conformance *c;
    const grundy_moves *moves;
    grundy_list found; /* options */
    grundy_question question;
    unsigned judged;
} conform_moves_found;

/* Compare the answer with brute force; of many options some are enough. */
static grundy_status conform_move_judge(conform_moves_found *f, grundy_bytes option, uint64_t value)
{
    conformance *c = f->c;
    uint64_t expected = 0;
    bool known;
    if (f->judged >= JUDGED_MAX || grundy_random(&c->seed) % 3 == 0)
        return GRUNDY_OK;
    TRY(conformance_judge(c, c->r, option, f->question, &expected, &known));
    f->judged++;
    if (known && value != expected)
        return conformance_fail(c, option, "as an option its %s is %llu, by brute force %llu",
                                conformance_question(f->question), (unsigned long long)value,
                                (unsigned long long)expected);
    c->checks += known;
    return GRUNDY_OK;
}

static grundy_status conform_move_seen(void *context, const grundy_move *move)
{
    conform_moves_found *f = context;
    f->c->form.size = 0;
    TRY(grundy_moves_option(f->moves, move, &f->c->form));
    const grundy_bytes option = grundy_buffer_bytes(&f->c->form);
    TRY(grundy_list_add(&f->found, option.data, option.size));
    return conform_move_judge(f, option, move->answer.value);
}

/* Are the same strings in both lists, as often? */
static grundy_status conform_same_options(conformance *c, grundy_bytes position, const grundy_list *found)
{
    const size_t count = grundy_list_count(found);
    c->form.size = c->whole.size = 0;
    if (count != grundy_list_count(&c->options))
        return conformance_fail(c, position, "%zu options part by part, %zu in the list", count,
                                grundy_list_count(&c->options));
    grundy_buffer *views[] = {&c->form, &c->whole};
    TRY(list_sorted(found, views[0]));
    TRY(list_sorted(&c->options, views[1]));
    const grundy_bytes *a = (const grundy_bytes *)(const void *)c->form.data;
    const grundy_bytes *b = (const grundy_bytes *)(const void *)c->whole.data;
    for (size_t i = 0; i < count; i++)
        if (bytes_compare(&a[i], &b[i]) != 0)
            return conformance_fail(c, a[i], "is no option that is in the list");
    return GRUNDY_OK;
}

static grundy_status conform_visit(conform_moves_found *f, grundy_moves *moves, grundy_bytes position)
{
    conformance *c = f->c;
    uint64_t count = 0;
    f->moves = moves;
    TRY(grundy_moves_visit(moves, conform_move_seen, f));
    grundy_list_clear(&c->options);
    TRY(grundy_position_options(c->g, c->r, position, &c->options));
    TRY(conform_same_options(c, position, &f->found));
    TRY(grundy_moves_count(moves, &count));
    if (count != grundy_list_count(&c->options))
        return conformance_fail(c, position, "%llu options by count, %zu in the list", (unsigned long long)count,
                                grundy_list_count(&c->options));
    c->checks++;
    return GRUNDY_OK;
}

static grundy_status conform_moves_of(conformance *c, grundy_bytes position, grundy_question question)
{
    conform_moves_found f = {.c = c, .found = grundy_list_open(c->g), .question = question};
    const grundy_method method = grundy_random(&c->seed) % 2 == 0 ? GRUNDY_AUTO : GRUNDY_SEARCH;
    grundy_moves *moves = NULL;
    grundy_solver *solver = NULL;
    grundy_status status = grundy_solver_open(c->g, c->r, question, method, &solver);
    if (status == GRUNDY_OK)
        status = grundy_moves_open(solver, position, &moves);
    if (status == GRUNDY_OK)
        status = conform_visit(&f, moves, position);
    grundy_moves_close(moves);
    grundy_solver_close(solver);
    grundy_list_close(&f.found);
    return status;
}

/* Alone, and with another position: in the sum each summand is a part. */
grundy_status conform_each_move(conformance *c, grundy_bytes position)
{
    uint64_t value = 0;
    bool known;
    TRY(conformance_supply(c, 1 + (unsigned)(grundy_random(&c->seed) % 2), &c->other));
    c->sum.size = 0;
    TRY(grundy_append(&c->sum, position.data, position.size));
    TRY(grundy_append(&c->sum, c->other.data, c->other.size));
    const grundy_bytes positions[] = {position, grundy_buffer_bytes(&c->sum)};
    for (size_t i = 0; i < GRUNDY_COUNT(positions); i++)
        for (int misere = 0; misere <= 1; misere++) {
            const grundy_question question = misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
            TRY(conformance_judge(c, c->r, positions[i], question, &value, &known));
            if (known)
                TRY(conform_moves_of(c, positions[i], question));
        }
    return GRUNDY_OK;
}
