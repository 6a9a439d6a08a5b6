/* The checks of a ruleset's notation, its options, and the forms of its positions. */
#include <stdio.h>
#include <string.h>

#include "selftest/conformance.h"
#include "solvers/table.h"

enum { FOLLOWERS_MAX = 4000, GARBAGE_ROUNDS = 400, GARBAGE_LEAST = 40, FOLLOWERS_MEMORY = 8 << 20, VALUES_MAX = 20 };

static bool same_bytes(grundy_bytes a, grundy_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* ---- notation ---- */

static grundy_status read_back(conformance *c, grundy_bytes position, const grundy_buffer *text)
{
    c->again.size = 0;
    grundy_status status = grundy_position_parse(c->g, c->r, grundy_buffer_text(text), &c->again);
    if (conformance_cut_short(status))
        return status;
    if (status != GRUNDY_OK)
        return conformance_fail(c, position, "what was printed is not read");
    if (!same_bytes(position, grundy_buffer_bytes(&c->again)))
        return conformance_fail(c, position, "what was printed is read as another position");
    return GRUNDY_OK;
}

grundy_status conform_round_trip(conformance *c, grundy_bytes position)
{
    c->text.size = c->spaced.size = 0;
    TRY(grundy_position_print(c->g, c->r, position, &c->text));
    TRY(grundy_appendf(&c->spaced, "  %s ", grundy_buffer_text(&c->text)));
    TRY(read_back(c, position, &c->text));
    TRY(read_back(c, position, &c->spaced));
    c->checks++;
    return GRUNDY_OK;
}

/* The name of a ruleset opens the same ruleset. */
grundy_status conform_name(conformance *c, double begun, double most)
{
    grundy_ruleset *again;
    (void)begun;
    (void)most;
    TRY(grundy_ruleset_open(c->g, grundy_ruleset_name(c->r), &again));
    bool same = strcmp(grundy_ruleset_name(again), grundy_ruleset_name(c->r)) == 0 &&
                strcmp(grundy_ruleset_space(again), grundy_ruleset_space(c->r)) == 0 &&
                grundy_ruleset_family(again) == grundy_ruleset_family(c->r);
    grundy_ruleset_close(again);
    c->checks++;
    return same ? GRUNDY_OK : grundy_fail(c->g, GRUNDY_FAILED, "its name %s opens another ruleset", c->r->name);
}

static grundy_status check_summands(conformance *c, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        if (summand.data + summand.size > position.data + position.size)
            return conformance_fail(c, position, "a summand is longer than the position");
        grundy_status status = ruleset_check(c->g, c->r, summand);
        if (conformance_cut_short(status))
            return status;
        if (status != GRUNDY_OK)
            return conformance_fail(c, position, "not a position of the ruleset");
    }
    return GRUNDY_OK;
}

/* ---- text that nobody meant ---- */

/* The example with a few characters replaced, put in or taken out, or nothing but random characters. */
static void garble(conformance *c, char *text, size_t size)
{
    static const char alphabet[] = "0123456789,,++--*()[]{}<>|:^./#x=aAdim \"\t_\x01\xc3";
    size_t length = strlen(c->example);
    bool fresh = grundy_random(&c->seed) % 4 == 0 || length + 8 > size;
    snprintf(text, size, "%s", fresh ? "" : c->example);
    for (size_t i = 0, edits = 1 + grundy_random(&c->seed) % (fresh ? 12 : 3); i < edits; i++) {
        char letter = alphabet[grundy_random(&c->seed) % (sizeof alphabet - 1)];
        length = strlen(text);
        size_t at = (size_t)(grundy_random(&c->seed) % (length + 1));
        uint64_t kind = grundy_random(&c->seed) % 3;
        if (kind == 0 && at < length)
            text[at] = letter;
        else if (kind == 1 && at < length)
            memmove(text + at, text + at + 1, length - at);
        else if (length + 1 < size) {
            memmove(text + at + 1, text + at, length + 1 - at);
            text[at] = letter;
        }
    }
}

/* Read it behind some bytes: they stay, alone after a failure, and what is read can be printed and read again. */
static grundy_status read_garbage(conformance *c, const char *text)
{
    c->other.size = 0;
    TRY(grundy_append(&c->other, "kept", 4));
    grundy_status status = grundy_position_parse(c->g, c->r, text, &c->other);
    if (status == GRUNDY_OK) {
        grundy_bytes read = {c->other.data + 4, c->other.size - 4};
        TRY(conform_round_trip(c, read));
        return check_summands(c, read);
    }
    if (status == GRUNDY_NOMEM || status == GRUNDY_STOPPED)
        return status;
    if (status != GRUNDY_PARSE && status != GRUNDY_LIMIT)
        return grundy_fail(c->g, GRUNDY_FAILED, "'%s' is refused as: %s", text, grundy_status_text(status));
    if (strchr(grundy_message(c->g), '\n') != NULL || *grundy_message(c->g) == '\0')
        return grundy_fail(c->g, GRUNDY_FAILED, "'%s' is refused without one line that says why", text);
    if (c->other.size != 4 || memcmp(c->other.data, "kept", 4) != 0)
        return grundy_fail(c->g, GRUNDY_FAILED, "'%s' is refused, but output was written", text);
    c->checks++;
    return GRUNDY_OK;
}

grundy_status conform_garbage(conformance *c, double begun, double most)
{
    char text[64];
    uint64_t before = c->checks;
    for (unsigned i = 0; i < GARBAGE_ROUNDS && (i < GARBAGE_LEAST || handle_time() - begun < most); i++) {
        TRY(grundy_check(c->g));
        garble(c, text, sizeof text);
        TRY(read_garbage(c, text));
    }
    return c->checks > before ? GRUNDY_OK : grundy_fail(c->g, GRUNDY_FAILED, "nothing was refused");
}

/* ---- options ---- */

/* No two of the strings are equal. */
static grundy_status check_distinct(conformance *c, const grundy_list *list)
{
    grundy_buffer sorted = grundy_buffer_open(c->g);
    grundy_status status = list_sorted(list, &sorted);
    const grundy_bytes *views = (const grundy_bytes *)(const void *)sorted.data;
    for (size_t i = 1; i < grundy_list_count(list) && status == GRUNDY_OK; i++)
        if (same_bytes(views[i - 1], views[i]))
            status = conformance_fail(c, views[i], "is listed twice among the options");
    grundy_buffer_close(&sorted);
    return status;
}

grundy_status conform_options(conformance *c, grundy_bytes position)
{
    grundy_list_clear(&c->options);
    TRY(grundy_position_options(c->g, c->r, position, &c->options));
    TRY(check_distinct(c, &c->options));
    for (size_t i = 0; i < grundy_list_count(&c->options) && i < FOLLOWERS_MAX; i++) {
        grundy_bytes option = grundy_list_at(&c->options, i);
        TRY(grundy_check(c->g));
        if (same_bytes(option, position))
            return conformance_fail(c, position, "is its own option");
        TRY(check_summands(c, option));
        TRY(conform_round_trip(c, option));
    }
    c->checks++;
    return GRUNDY_OK;
}

/* ---- no position can be reached from itself ---- */

/* The followers of a position, numbered as they are found, as many as fit, and their options among them. */
typedef struct {
    grundy *g;
    table *numbers;
    grundy_list positions;
    uint32_t *targets; /* the options of position i are targets[starts[i]] .. */
    size_t target_count, target_capacity;
    size_t starts[FOLLOWERS_MAX + 1];
} followers;

static grundy_status add_target(followers *f, uint32_t number)
{
    if (f->target_count == f->target_capacity) {
        size_t more = f->target_capacity == 0 ? 1024 : 2 * f->target_capacity;
        grundy_status status = GRUNDY_OK;
        uint32_t *grown =
            grundy_resize(f->g, f->targets, f->target_capacity * sizeof *grown, more * sizeof *grown, &status);
        if (grown == NULL)
            return status;
        f->targets = grown;
        f->target_capacity = more;
    }
    f->targets[f->target_count++] = number;
    return GRUNDY_OK;
}

static grundy_status add_follower(followers *f, grundy_bytes position)
{
    uint64_t number;
    if (!table_get(f->numbers, position, &number)) {
        number = grundy_list_count(&f->positions);
        if (number == FOLLOWERS_MAX)
            return GRUNDY_OK;
        TRY(grundy_list_add(&f->positions, position.data, position.size));
        table_put(f->numbers, position, number);
    }
    return add_target(f, (uint32_t)number);
}

static grundy_status find_followers(conformance *c, followers *f, grundy_bytes position)
{
    TRY(add_follower(f, position));
    f->target_count = 0; /* it is nobody's option yet */
    for (size_t i = 0; i < grundy_list_count(&f->positions); i++) {
        TRY(grundy_check(c->g));
        f->starts[i] = f->target_count;
        grundy_list_clear(&c->options);
        TRY(grundy_position_options(c->g, c->r, grundy_list_at(&f->positions, i), &c->options));
        for (size_t k = 0; k < grundy_list_count(&c->options); k++)
            TRY(add_follower(f, grundy_list_at(&c->options, k)));
        f->starts[i + 1] = f->target_count;
    }
    return GRUNDY_OK;
}

enum { NEW, OPEN, DONE };

/* Depth first from position 0: an option that is open can be reached from itself. */
static grundy_status find_circle(conformance *c, const followers *f, unsigned char *state, uint32_t *path, size_t *next)
{
    size_t depth = 1;
    path[0] = 0;
    state[0] = OPEN;
    next[0] = f->starts[0];
    while (depth > 0) {
        uint32_t at = path[depth - 1];
        if (next[at] == f->starts[at + 1]) {
            state[at] = DONE;
            depth--;
            continue;
        }
        uint32_t option = f->targets[next[at]++];
        if (state[option] == OPEN)
            return conformance_fail(c, grundy_list_at(&f->positions, option), "can be reached from itself");
        if (state[option] == DONE)
            continue;
        state[option] = OPEN;
        next[option] = f->starts[option];
        path[depth++] = option;
    }
    return GRUNDY_OK;
}

typedef struct {
    followers found;
    unsigned char state[FOLLOWERS_MAX];
    uint32_t path[FOLLOWERS_MAX];
    size_t next[FOLLOWERS_MAX];
} walk;

grundy_status conform_simpler(conformance *c, grundy_bytes position)
{
    grundy_status status = GRUNDY_OK;
    walk *w = handle_new(c->g, 1, sizeof *w, &status);
    if (w == NULL)
        return status;
    w->found.g = c->g;
    w->found.positions = grundy_list_open(c->g);
    status = table_open(c->g, FOLLOWERS_MEMORY, &w->found.numbers);
    if (status == GRUNDY_OK)
        status = find_followers(c, &w->found, position);
    if (status == GRUNDY_OK)
        status = find_circle(c, &w->found, w->state, w->path, w->next);
    table_close(w->found.numbers);
    handle_free(c->g, w->found.targets, w->found.target_capacity * sizeof *w->found.targets);
    grundy_list_close(&w->found.positions);
    handle_free(c->g, w, sizeof *w);
    c->checks++;
    return status;
}

/* ---- isomorphic and simpler forms ---- */

typedef grundy_status (*summand_form)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

static grundy_status form_is_position(conformance *c, const grundy_buffer *form)
{
    grundy_status status = ruleset_check(c->g, c->r, grundy_buffer_bytes(form));
    if (status == GRUNDY_OK || conformance_cut_short(status))
        return status;
    return grundy_fail(c->g, GRUNDY_FAILED, "a canonical form is no position of the ruleset");
}

static grundy_status form_of(conformance *c, summand_form form, grundy_bytes summand, grundy_buffer *out)
{
    out->size = 0;
    TRY(form(c->g, c->r, summand, out));
    return form_is_position(c, out);
}

/* Compare the position with c->whole in normal and, if wanted, misere play; an empty c->whole is terminal. */
static grundy_status conformance_same_values(conformance *c, grundy_bytes position, bool misere_too, const char *what)
{
    for (int q = GRUNDY_VALUE; q <= (misere_too ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE); q += 2) {
        uint64_t expected = 0, value = q == GRUNDY_MISERE_VALUE;
        bool known = false, also = true;
        TRY(conformance_judge(c, c->r, position, (grundy_question)q, &expected, &known));
        if (known && c->whole.size > 0)
            TRY(conformance_judge(c, c->r, grundy_buffer_bytes(&c->whole), (grundy_question)q, &value, &also));
        if (known && also && value != expected)
            return conformance_fail(c, position, "%s has another %s", what, conformance_question((grundy_question)q));
        c->checks += known && also;
    }
    return GRUNDY_OK;
}

static grundy_status form_is_isomorphic(conformance *c, summand_form form, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    c->whole.size = 0;
    while (position_next(&rest, &summand)) {
        TRY(form_of(c, form, summand, &c->form));
        TRY(form_of(c, form, grundy_buffer_bytes(&c->form), &c->again));
        if (!same_bytes(grundy_buffer_bytes(&c->form), grundy_buffer_bytes(&c->again)))
            return conformance_fail(c, position, "the canonical form of the canonical form is another");
        TRY(position_add(&c->whole, grundy_buffer_bytes(&c->form)));
    }
    return conformance_same_values(c, position, true, "the canonical form");
}

grundy_status conform_canonical(conformance *c, grundy_bytes position)
{
    return form_is_isomorphic(c, ruleset_form, position);
}

/* Each symmetry that the ruleset names, alone: compounds use some of them without the others. */
grundy_status conform_symmetries(conformance *c, grundy_bytes position)
{
    for (unsigned left = c->r->symmetries; left != 0; left &= left - 1) {
        const unsigned one = left & ~(left - 1);
        grundy_bytes rest = position, summand;
        c->whole.size = 0;
        while (position_next(&rest, &summand)) {
            c->form.size = 0;
            TRY(ruleset_reduce(c->g, c->r, one, summand, &c->form));
            TRY(form_is_position(c, &c->form));
            TRY(position_add(&c->whole, grundy_buffer_bytes(&c->form)));
        }
        TRY(conformance_same_values(c, position, true, "a form that a symmetry gives"));
    }
    c->checks++;
    return GRUNDY_OK;
}

grundy_status conform_split(conformance *c, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    grundy_list_clear(&c->parts);
    c->whole.size = 0;
    while (position_next(&rest, &summand))
        TRY(c->r->family->split(c->g, c->r, summand, &c->parts));
    for (size_t i = 0; i < grundy_list_count(&c->parts); i++)
        TRY(position_add(&c->whole, grundy_list_at(&c->parts, i)));
    return conformance_same_values(c, position, !c->r->family->split_normal, "the sum of the parts");
}

/* Add the nim-sum of what a summand refers to; *known false when the judge does not finish. */
static grundy_status add_references(conformance *c, grundy_bytes summand, uint64_t *sum, bool *known)
{
    for (size_t i = 0; *known; i++) {
        const grundy_ruleset *other;
        grundy_bytes part;
        uint64_t value = 0;
        TRY(c->r->family->refer(c->g, c->r, summand, i, &other, &part));
        bool itself = other == NULL && i == 0;
        if (other == NULL && !itself)
            return GRUNDY_OK;
        c->whole.size = 0;
        TRY(position_add(&c->whole, itself ? summand : part));
        TRY(conformance_judge(c, itself ? c->r : other, grundy_buffer_bytes(&c->whole), GRUNDY_VALUE, &value, known));
        *sum ^= value;
        if (itself)
            return GRUNDY_OK;
    }
    return GRUNDY_OK;
}

/* The parts in other rulesets that a summand refers to have the same nim-sum. */
grundy_status conform_references(conformance *c, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    uint64_t expected = 0, sum = 0;
    bool known;
    TRY(conformance_judge(c, c->r, position, GRUNDY_VALUE, &expected, &known));
    while (known && position_next(&rest, &summand))
        TRY(add_references(c, summand, &sum, &known));
    if (known && sum != expected)
        return conformance_fail(c, position, "the positions that it refers to have another nim-sum");
    c->checks += known;
    return GRUNDY_OK;
}

/* ---- what else a family may promise ---- */

static grundy_status is_option(conformance *c, grundy_bytes summand, grundy_bytes option, bool *found)
{
    *found = false;
    grundy_list_clear(&c->options);
    TRY(c->r->family->options(c->g, c->r, summand, &c->options));
    for (size_t i = 0; i < grundy_list_count(&c->options); i++)
        *found = *found || same_bytes(grundy_list_at(&c->options, i), option);
    return GRUNDY_OK;
}

/* The option that it names for a value is one, and has it. */
static grundy_status check_move_to(conformance *c, grundy_bytes summand, uint64_t wanted)
{
    uint64_t value = 0;
    bool found, known;
    c->form.size = c->whole.size = 0;
    grundy_status status = c->r->family->winning_move(c->g, c->r, summand, wanted, &c->form);
    if (status != GRUNDY_OK)
        return status == GRUNDY_DOMAIN ? GRUNDY_OK : status;
    TRY(position_add(&c->whole, grundy_buffer_bytes(&c->form)));
    grundy_bytes alone = grundy_buffer_bytes(&c->whole);
    TRY(is_option(c, summand, grundy_buffer_bytes(&c->form), &found));
    if (!found)
        return conformance_fail(c, alone, "is no option of the position that it was found for");
    TRY(conformance_judge(c, c->r, alone, GRUNDY_VALUE, &value, &known));
    if (known && value != wanted)
        return conformance_fail(c, alone, "has another value than was asked for");
    c->checks++;
    return GRUNDY_OK;
}

grundy_status conform_winning_moves(conformance *c, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        uint64_t value = 0;
        bool known;
        c->whole.size = 0;
        TRY(position_add(&c->whole, summand));
        TRY(conformance_judge(c, c->r, grundy_buffer_bytes(&c->whole), GRUNDY_VALUE, &value, &known));
        for (uint64_t wanted = 0; known && wanted <= value && wanted < VALUES_MAX; wanted++)
            TRY(check_move_to(c, summand, wanted));
    }
    return GRUNDY_OK;
}

grundy_status conform_pet(conformance *c, grundy_bytes position)
{
    grundy_bytes rest = position, summand;
    while (position_next(&rest, &summand)) {
        uint64_t normal = 0, misere = 0;
        bool known, also = false;
        c->whole.size = 0;
        TRY(position_add(&c->whole, summand));
        grundy_bytes alone = grundy_buffer_bytes(&c->whole);
        TRY(conformance_judge(c, c->r, alone, GRUNDY_VALUE, &normal, &known));
        if (known)
            TRY(conformance_judge(c, c->r, alone, GRUNDY_MISERE_VALUE, &misere, &also));
        if (also && misere != (normal <= 1 ? normal ^ 1 : normal))
            return conformance_fail(c, alone, "is not pet");
        c->checks += also;
    }
    return GRUNDY_OK;
}
