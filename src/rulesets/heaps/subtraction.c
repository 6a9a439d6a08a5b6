#include <inttypes.h>
#include <string.h>

#include "rulesets/heaps/subtraction.h"

#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"

/* The most numbers in a subtraction set, and the greatest of them. */
#define SET_MAX ((uint64_t)1 << 20)

typedef struct {
    size_t count;
    bool initial;     /* the set is 1..count */
    uint64_t taken[]; /* ascending */
} subtraction;

static const subtraction *subtraction_state(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

static size_t subtraction_state_size(size_t count)
{
    return sizeof(subtraction) + count * sizeof(uint64_t);
}

/* How many numbers the arguments name, doubled ones counted twice. */
static grundy_status count_numbers(grundy *g, const grundy_arg *self, size_t *out)
{
    uint64_t count = 0;
    if (self->count == 0)
        return grundy_arg_fail(g, self, "%s needs the numbers that may be taken, as in subtraction(1,4,9) or (1..3)",
                               self->text);
    for (size_t i = 0; i < self->count; i++) {
        const grundy_arg *arg = &self->args[i];
        if (arg->kind != GRUNDY_ARG_INTEGER && arg->kind != GRUNDY_ARG_RANGE)
            return grundy_arg_fail(g, arg, "expected a number or a range such as 1..3");
        if (arg->low == 0)
            return grundy_arg_fail(g, arg, "a move takes at least 1 token, not 0");
        if (arg->high < arg->low)
            return grundy_arg_fail(g, arg, "the range %" PRIu64 "..%" PRIu64 " is empty", arg->low, arg->high);
        if (arg->high > SET_MAX)
            return grundy_arg_fail(g, arg, "%" PRIu64 " is too large; expected at most %" PRIu64, arg->high, SET_MAX);
        count += arg->high - arg->low + 1;
        if (count > 2 * SET_MAX)
            return grundy_arg_fail(g, arg, "too many numbers; expected at most %" PRIu64, SET_MAX);
    }
    *out = (size_t)count;
    return GRUNDY_OK;
}

static void fill_set(const grundy_arg *self, subtraction *s)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < self->count; i++)
        for (uint64_t n = self->args[i].low; n <= self->args[i].high; n++)
            s->taken[count++] = n;
    numbers_sort(s->taken, count);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || s->taken[kept - 1] != s->taken[i])
            s->taken[kept++] = s->taken[i];
    s->count = kept;
    s->initial = s->taken[kept - 1] == kept;
}

static void subtraction_close(grundy *g, void *state)
{
    subtraction *s = state;
    handle_free(g, s, subtraction_state_size(s->count));
}

static grundy_status subtraction_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    size_t count = 0;
    grundy_status status = GRUNDY_OK;
    TRY(count_numbers(g, self, &count));
    subtraction *s = handle_new(g, 1, subtraction_state_size(count), &status);
    if (s == NULL)
        return status;
    fill_set(self, s);
    if (s->count < count) {
        subtraction *smaller =
            grundy_resize(g, s, subtraction_state_size(count), subtraction_state_size(s->count), &status);
        if (smaller == NULL) {
            handle_free(g, s, subtraction_state_size(count));
            return status;
        }
        s = smaller;
    }
    grundy_ruleset_set_state(r, s);
    return GRUNDY_OK;
}

static grundy_status subtraction_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    const subtraction *s = subtraction_state(r);
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);)
        for (size_t i = 0; i < s->count && s->taken[i] <= c.heap; i++) {
            uint64_t rest = c.heap - s->taken[i];
            TRY(heaps_option(out, c.before, &rest, 1, c.after));
        }
    return GRUNDY_OK;
}

/* For the set 1..k each heap is a nim heap of size n mod (k+1), in misere play too. */
static grundy_status subtraction_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                         grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    const subtraction *s = subtraction_state(r);
    uint64_t sum = 0, greatest = 0, heap;
    if (!s->initial)
        return GRUNDY_DOMAIN;
    for (size_t i = 0; i < count; i++)
        for (grundy_bytes rest = summands[i]; heaps_next(&rest, &heap);) {
            uint64_t residue = heap % (s->count + 1);
            sum ^= residue;
            greatest = residue > greatest ? residue : greatest;
        }
    bool misere = question == GRUNDY_MISERE_VALUE || question == GRUNDY_MISERE_OUTCOME;
    uint64_t value = misere && greatest <= 1 ? sum ^ 1 : sum;
    *out = grundy_question_is_outcome(question) ? value != 0 : value;
    *reason = "a heap of n counts as a nim heap of n mod (k+1), k the most that may be taken (Winning Ways; push "
              "paper, Proposition 4.2.2)";
    return GRUNDY_OK;
}

static void sequence(const subtraction *s, const grundy_box *box, box_marks *m, size_t n, uint32_t *values)
{
    size_t options = box->extras;
    box_marks_clear(m);
    box_mark_extras(m, box, n);
    for (size_t i = 0; i < s->count && s->taken[i] <= n; i++, options++)
        box_mark(m, values[n - s->taken[i]]);
    values[n] = options == 0 ? box_terminal(box) : box_mex(m);
}

static grundy_status subtraction_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    const subtraction *s = subtraction_state(r);
    if (box->dimensions != 1)
        return box_by_options(g, r, box, values);
    box_marks m;
    TRY(box_marks_open(g, s->count + box->extras + 2, &m));
    grundy_status status = GRUNDY_OK;
    for (size_t n = 0; status == GRUNDY_OK && n < box->sizes[0]; n++) {
        sequence(s, box, &m, n, values);
        if (n % 1024 == 1023)
            status = grundy_check(g);
    }
    box_marks_close(&m);
    return status;
}

static grundy_status subtraction_recurrence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                            grundy_recurrence *out)
{
    (void)g;
    (void)question;
    const subtraction *s = subtraction_state(r);
    uint64_t most = s->taken[s->count - 1];
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_WINDOW, .depth = most, .window_from = most};
    return GRUNDY_OK;
}

const grundy_family subtraction_family = {
    .name = "subtraction",
    .arguments = "(NUMBER or LOW..HIGH, ...)",
    .summary = "take s tokens from a heap, s in the subtraction set",
    .rules = "A move takes s tokens from one heap, where s is in the set that the arguments name:\n"
             "subtraction(1..3), subtraction(1,4,9).\n" HEAPS_NOTATION,
    .theorems = "For the set 1..k: n mod (k+1), with 0 and 1 exchanged in misere play (push paper,\n"
                "Proposition 4.2.2). Any other set: the values are periodic, proved by a repeated window.",
    .example_ruleset = "subtraction(1,4,9)",
    .example_position = "12,7",
    .instances =
        (const char *const[]){"subtraction(1..2)", "subtraction(1..3)", "subtraction(2,3)", "subtraction(3)", NULL},
    HEAPS_POSITIONS,
    .open = subtraction_open,
    .close = subtraction_close,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .options = subtraction_options,
    .split = heaps_split,
    .formula = subtraction_formula,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = subtraction_box,
    .recurrence = subtraction_recurrence,
    .random = heaps_random,
};

bool subtraction_initial(const grundy_ruleset *r, uint64_t *k)
{
    if (grundy_ruleset_family(r) != &subtraction_family || !subtraction_state(r)->initial)
        return false;
    *k = subtraction_state(r)->count;
    return true;
}

bool subtraction_taken(const grundy_ruleset *r, size_t i, uint64_t *taken)
{
    if (grundy_ruleset_family(r) != &subtraction_family || i >= subtraction_state(r)->count)
        return false;
    *taken = subtraction_state(r)->taken[i];
    return true;
}
