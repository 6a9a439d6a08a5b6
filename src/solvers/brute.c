/* brute.c - the judge: the definition of the Grundy value, and nothing else
 *
 * The value of a position is the mex of its options' values, where the options are those of the whole position,
 * sums included. No canonical form, no splitting, no theorem; only the memory of what has been computed, and an
 * explicit stack. It shares no code with the other ways but the rulesets' options, the table and the look for loops. */
#include <string.h>

#include "solvers/loops.h"
#include "solvers/solver.h"

typedef struct {
    grundy_buffer position;
    grundy_list options;
    size_t next;
    grundy_buffer seen; /* the values of the options so far */
} brute_frame;

typedef struct {
    grundy_solver *s;
    grundy_buffer frames; /* brute_frame each, of which depth are in use */
    size_t depth, loop_look_at;
    uint64_t visited;
    size_t passed; /* see handle_look */
} brute_state;

static brute_frame *brute_frame_at(brute_state *b, size_t i)
{
    return (brute_frame *)(void *)b->frames.data + i;
}

static grundy_bytes brute_stack_key(const void *stack, size_t i)
{
    const brute_state *b = stack;
    return grundy_buffer_bytes(&((const brute_frame *)(const void *)b->frames.data + i)->position);
}

static grundy_status brute_stack_print(grundy *g, const void *stack, size_t i, grundy_buffer *out)
{
    const brute_state *b = stack;
    return grundy_position_print(g, b->s->r, brute_stack_key(stack, i), out);
}

static grundy_status brute_enter(brute_state *b, grundy_bytes position)
{
    grundy *g = b->s->g;
    if (b->depth * sizeof(brute_frame) == b->frames.size) {
        brute_frame fresh = {
            .position = grundy_buffer_open(g), .options = grundy_list_open(g), .seen = grundy_buffer_open(g)};
        TRY(grundy_append(&b->frames, &fresh, sizeof fresh));
    }
    brute_frame *f = brute_frame_at(b, b->depth);
    f->position.size = 0;
    f->seen.size = 0;
    f->next = 0;
    grundy_list_clear(&f->options);
    TRY(grundy_append(&f->position, position.data, position.size));
    TRY(grundy_position_options(g, b->s->r, grundy_buffer_bytes(&f->position), &f->options));
    b->depth++;
    b->visited++;
    TRY(handle_look(g, &b->passed, grundy_list_count(&f->options)));
    grundy_report(g, "positions", b->visited, 0);
    return loop_look(g, b->s->r, &(loop_stack){b, brute_stack_key, brute_stack_print}, b->depth, &b->loop_look_at);
}

/* Leave the top frame with its value. */
static uint64_t brute_leave(brute_state *b)
{
    brute_frame *f = brute_frame_at(b, --b->depth);
    bool terminal = grundy_list_count(&f->options) == 0;
    uint64_t value = terminal ? question_is_misere(b->s->question) : mex_of(&f->seen);
    table_put(b->s->brute_table, grundy_buffer_bytes(&f->position), value);
    return value;
}

/* Work until the first position has its value. */
static grundy_status brute_run(brute_state *b, grundy_bytes position, uint64_t *out)
{
    uint64_t value;
    TRY(brute_enter(b, position));
    for (;;) {
        brute_frame *f = brute_frame_at(b, b->depth - 1);
        if (f->next < grundy_list_count(&f->options)) {
            grundy_bytes option = grundy_list_at(&f->options, f->next);
            if (table_get(b->s->brute_table, option, &value)) {
                f->next++;
                TRY(mex_add(&f->seen, value));
            } else {
                grundy_buffer copy = grundy_buffer_open(b->s->g);
                grundy_status status = grundy_append(&copy, option.data, option.size);
                if (status == GRUNDY_OK)
                    status = brute_enter(b, grundy_buffer_bytes(&copy));
                grundy_buffer_close(&copy);
                TRY(status);
            }
            continue;
        }
        value = brute_leave(b);
        if (b->depth == 0)
            break;
        f = brute_frame_at(b, b->depth - 1);
        f->next++;
        TRY(mex_add(&f->seen, value));
    }
    atomic_fetch_add(&b->s->visited, b->visited);
    *out = grundy_question_is_outcome(b->s->question) ? value != 0 : value;
    return GRUNDY_OK;
}

grundy_status solve_by_brute(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    brute_state b = {.s = s, .frames = grundy_buffer_open(s->g)};
    grundy_status status = brute_run(&b, position, out);
    for (size_t i = 0; i < b.frames.size / sizeof(brute_frame); i++) {
        grundy_buffer_close(&brute_frame_at(&b, i)->position);
        grundy_buffer_close(&brute_frame_at(&b, i)->seen);
        grundy_list_close(&brute_frame_at(&b, i)->options);
    }
    grundy_buffer_close(&b.frames);
    return status == GRUNDY_OK ? solver_reason(s, "plain recursion over the options") : status;
}
