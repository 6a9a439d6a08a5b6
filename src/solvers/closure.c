#include "solvers/closure.h"

#include <string.h>

#include "solvers/loops.h"

closure closure_open(grundy *g, const grundy_ruleset *r, uint64_t limit)
{
    closure c = {.g = g, .r = r, .limit = limit == 0 || limit > UINT32_MAX - 1 ? UINT32_MAX - 1 : limit};
    c.positions = numbering_open(g);
    c.starts = grundy_buffer_open(g);
    c.targets = grundy_buffer_open(g);
    c.normal = grundy_buffer_open(g);
    c.misere = grundy_buffer_open(g);
    c.options = grundy_list_open(g);
    c.canonical = grundy_buffer_open(g);
    return c;
}

void closure_close(closure *c)
{
    numbering_close(&c->positions);
    grundy_buffer_close(&c->starts);
    grundy_buffer_close(&c->targets);
    grundy_buffer_close(&c->normal);
    grundy_buffer_close(&c->misere);
    grundy_list_close(&c->options);
    grundy_buffer_close(&c->canonical);
}

size_t closure_count(const closure *c)
{
    return numbering_count(&c->positions);
}

static uint32_t number_at(const grundy_buffer *numbers, size_t i)
{
    uint32_t n;
    memcpy(&n, numbers->data + i * sizeof n, sizeof n);
    return n;
}

uint32_t closure_normal(const closure *c, size_t i)
{
    return number_at(&c->normal, i);
}

uint32_t closure_misere(const closure *c, size_t i)
{
    return number_at(&c->misere, i);
}

static uint64_t start_at(const closure *c, size_t i)
{
    uint64_t start;
    memcpy(&start, c->starts.data + i * sizeof start, sizeof start);
    return start;
}

const uint32_t *closure_options(const closure *c, size_t i, size_t *count)
{
    static const uint32_t none;
    *count = (size_t)(start_at(c, i + 1) - start_at(c, i));
    return *count == 0 ? &none : (const uint32_t *)(const void *)c->targets.data + start_at(c, i);
}

/* ---- canonical positions ---- */

/* Add the components of a summand; none may be left of a terminal one. */
static grundy_status closure_add_components(closure *c, grundy_bytes summand, grundy_list *out)
{
    if (c->r->family->split == NULL || c->r->family->split_normal)
        return ruleset_canonical(c->g, c->r, summand, out);
    grundy_list parts = grundy_list_open(c->g);
    grundy_status status = c->r->family->split(c->g, c->r, summand, &parts);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&parts); i++)
        status = ruleset_canonical(c->g, c->r, grundy_list_at(&parts, i), out);
    grundy_list_close(&parts);
    return status;
}

/* Put the canonical form of a position in c->canonical. A position without components keeps its first summand, so that
 * it can be printed. */
static grundy_status make_canonical(closure *c, grundy_bytes position)
{
    grundy_list components = grundy_list_open(c->g);
    grundy_buffer views = grundy_buffer_open(c->g);
    grundy_status status = GRUNDY_OK;
    grundy_bytes rest = position, summand;
    c->canonical.size = 0;
    while (status == GRUNDY_OK && position_next(&rest, &summand))
        status = closure_add_components(c, summand, &components);
    if (status == GRUNDY_OK && grundy_list_count(&components) == 0 && position_next(&position, &summand))
        status = ruleset_canonical(c->g, c->r, summand, &components);
    if (status == GRUNDY_OK)
        status = position_add_sorted(&c->canonical, &components, &views);
    grundy_buffer_close(&views);
    grundy_list_close(&components);
    return status;
}

/* ---- finding positions ---- */

/* The number of a position, new or known. */
static grundy_status closure_number(closure *c, grundy_bytes position, uint32_t *out)
{
    TRY(make_canonical(c, position));
    *out = numbering_find(&c->positions, grundy_buffer_bytes(&c->canonical));
    if (*out != UINT32_MAX)
        return GRUNDY_OK;
    if (closure_count(c) >= c->limit)
        return grundy_fail(c->g, GRUNDY_LIMIT, "%s: more than %llu positions can be reached", grundy_ruleset_name(c->r),
                           (unsigned long long)c->limit);
    return numbering_add(&c->positions, grundy_buffer_bytes(&c->canonical), out);
}

/* Find the options of the next position that has none yet. */
static grundy_status closure_expand(closure *c)
{
    size_t i = c->starts.size / sizeof(uint64_t) - 1;
    grundy_buffer position = grundy_buffer_open(c->g);
    grundy_bytes view = numbering_at(&c->positions, i);
    grundy_status status = grundy_append(&position, view.data, view.size); /* the list may move */
    grundy_list_clear(&c->options);
    if (status == GRUNDY_OK)
        status = grundy_position_options(c->g, c->r, grundy_buffer_bytes(&position), &c->options);
    grundy_buffer_close(&position);
    for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&c->options); k++) {
        uint32_t number = 0;
        status = closure_number(c, grundy_list_at(&c->options, k), &number);
        if (status == GRUNDY_OK)
            status = grundy_append(&c->targets, &number, sizeof number);
    }
    uint64_t end = c->targets.size / sizeof(uint32_t);
    return status == GRUNDY_OK ? grundy_append(&c->starts, &end, sizeof end) : status;
}

grundy_status closure_add(closure *c, grundy_bytes position, uint32_t *number)
{
    static const uint64_t zero;
    if (c->starts.size == 0)
        TRY(grundy_append(&c->starts, &zero, sizeof zero));
    TRY(closure_number(c, position, number));
    for (size_t passed = 0; c->starts.size / sizeof zero <= closure_count(c);) {
        TRY(closure_expand(c));
        TRY(handle_look(c->g, &passed, grundy_list_count(&c->options)));
        grundy_report(c->g, "positions", c->starts.size / sizeof zero, 0);
    }
    return GRUNDY_OK;
}

/* ---- values ---- */

enum { UNSOLVED = UINT32_MAX, WAITING = UINT32_MAX - 1 };

/* The mex of the options' values; all of them are known. */
static grundy_status mex_of_options(const grundy_buffer *values, const uint32_t *options, size_t count,
                                    grundy_buffer *seen, uint32_t *out)
{
    static const unsigned char zeros[64];
    seen->size = 0;
    while (seen->size <= count)
        TRY(grundy_append(seen, zeros, sizeof zeros));
    for (size_t i = 0; i < count; i++) {
        uint32_t value = number_at(values, options[i]);
        if (value <= count)
            seen->data[value] = 1;
    }
    uint32_t mex = 0;
    while (seen->data[mex])
        mex++;
    *out = mex;
    return GRUNDY_OK;
}

static void set_number(grundy_buffer *numbers, size_t i, uint32_t n)
{
    memcpy(numbers->data + i * sizeof n, &n, sizeof n);
}

/* A position that waits for its options; those before `next` have their values. */
typedef struct {
    uint32_t position, next;
} solve_frame;

typedef struct {
    const closure *c;
    const grundy_buffer *frames;
} solve_stack;

static const solve_frame *frames_of(const void *stack)
{
    return (const void *)((const solve_stack *)stack)->frames->data;
}

static grundy_bytes closure_stack_key(const void *stack, size_t i)
{
    const closure *c = ((const solve_stack *)stack)->c;
    return numbering_at(&c->positions, frames_of(stack)[i].position);
}

static grundy_status closure_stack_print(grundy *g, const void *stack, size_t i, grundy_buffer *out)
{
    return grundy_position_print(g, ((const solve_stack *)stack)->c->r, closure_stack_key(stack, i), out);
}

/* An option of the last position on the stack waits for it. */
static grundy_status report_loop(closure *c, grundy_buffer *frames, uint32_t option)
{
    solve_stack stack = {c, frames};
    solve_frame again = {option, 0};
    TRY(grundy_append(frames, &again, sizeof again));
    size_t last = frames->size / sizeof again - 1, first = 0;
    while (frames_of(&stack)[first].position != option)
        first++;
    return loop_report(c->g, c->r, &(loop_stack){&stack, closure_stack_key, closure_stack_print}, first, last);
}

/* Give the last position on the stack its values, or push an option that has none. */
static grundy_status solve_top(closure *c, grundy_buffer *stack, grundy_buffer *seen)
{
    solve_frame *top = (solve_frame *)(void *)(stack->data + stack->size) - 1;
    uint32_t normal = 0, misere = 1;
    size_t count;
    const uint32_t *options = closure_options(c, top->position, &count);
    while (top->next < count && closure_normal(c, options[top->next]) < WAITING)
        top->next++;
    if (top->next < count) {
        solve_frame below = {options[top->next], 0};
        if (closure_normal(c, below.position) == WAITING)
            return report_loop(c, stack, below.position);
        set_number(&c->normal, below.position, WAITING);
        return grundy_append(stack, &below, sizeof below);
    }
    if (count > 0) {
        TRY(mex_of_options(&c->normal, options, count, seen, &normal));
        TRY(mex_of_options(&c->misere, options, count, seen, &misere));
    }
    set_number(&c->normal, top->position, normal);
    set_number(&c->misere, top->position, misere);
    stack->size -= sizeof *top;
    return GRUNDY_OK;
}

static grundy_status solve_from(closure *c, uint32_t root, grundy_buffer *stack, grundy_buffer *seen)
{
    solve_frame first = {root, 0};
    stack->size = 0;
    TRY(grundy_append(stack, &first, sizeof first));
    set_number(&c->normal, root, WAITING);
    for (uint64_t steps = 1; stack->size > 0; steps++) {
        TRY(solve_top(c, stack, seen));
        if (steps % 1024 == 0)
            TRY(grundy_check(c->g));
    }
    return GRUNDY_OK;
}

grundy_status closure_solve(closure *c)
{
    static const uint32_t unsolved = UNSOLVED;
    grundy_buffer stack = grundy_buffer_open(c->g), seen = grundy_buffer_open(c->g);
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && c->normal.size < closure_count(c) * sizeof unsolved) {
        status = grundy_append(&c->normal, &unsolved, sizeof unsolved);
        if (status == GRUNDY_OK)
            status = grundy_append(&c->misere, &unsolved, sizeof unsolved);
    }
    for (size_t i = 0; status == GRUNDY_OK && i < closure_count(c); i++)
        if (closure_normal(c, i) == UNSOLVED)
            status = solve_from(c, (uint32_t)i, &stack, &seen);
    grundy_buffer_close(&stack);
    grundy_buffer_close(&seen);
    return status;
}
