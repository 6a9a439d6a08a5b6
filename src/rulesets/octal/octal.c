/* Octal and hexadecimal games: the code 0.d1d2d3... says what may be left of a heap from which k tokens are
 * taken. Bit j of the digit d_k allows to leave exactly j heaps, none of them empty; d_0, before the point,
 * allows to split a heap without taking anything. */
#include <ctype.h>
#include <string.h>

#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"
#include "rulesets/octal/octal_stored.h"

static const octal_code *code_of(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

static grundy_status read_digit(grundy *g, const grundy_arg *arg, char c, unsigned char *out)
{
    if (!isxdigit((unsigned char)c))
        return grundy_arg_fail(g, arg,
                               "'%c' in the code %.40s is no digit; expected 0 to 7, or 8 to f for hexadecimal "
                               "games",
                               c, arg->text);
    *out = (unsigned char)(isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
    return GRUNDY_OK;
}

static grundy_status read_code(grundy *g, const grundy_arg *arg, octal_code *code)
{
    const char *point = strchr(arg->text, '.');
    if (point != arg->text + 1)
        return grundy_arg_fail(g, arg, "expected one digit before the point in the code %.40s", arg->text);
    TRY(read_digit(g, arg, arg->text[0], &code->digit[0]));
    if ((code->digit[0] & 3) != 0)
        return grundy_arg_fail(g, arg,
                               "the digit before the point is %c; a move that takes nothing must split the heap: "
                               "expected 0, 4, 8 or c",
                               arg->text[0]);
    code->digits = 1;
    for (const char *c = point + 1; *c != '\0'; c++) {
        if (code->digits >= OCTAL_DIGITS_MAX)
            return grundy_arg_fail(g, arg, "the code has more than %d digits", OCTAL_DIGITS_MAX - 1);
        TRY(read_digit(g, arg, *c, &code->digit[code->digits]));
        code->digits++;
    }
    while (code->digits > 1 && code->digit[code->digits - 1] == 0)
        code->digits--;
    code->parts = octal_parts(code);
    return GRUNDY_OK;
}

static void octal_close(grundy *g, void *state)
{
    handle_free(g, state, sizeof(octal_code));
}

static grundy_status open_code(grundy *g, grundy_ruleset *r, const grundy_arg *arg)
{
    grundy_status status = GRUNDY_OK;
    octal_code *code = handle_new(g, 1, sizeof *code, &status);
    if (code == NULL)
        return status;
    status = read_code(g, arg, code);
    if (status != GRUNDY_OK) {
        octal_close(g, code);
        return status;
    }
    grundy_ruleset_set_state(r, code);
    return GRUNDY_OK;
}

static grundy_status octal_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_CODE)
        return grundy_arg_fail(g, self->count == 0 ? self : &self->args[0],
                               "octal needs one code with a point, as in octal(0.07)");
    return open_code(g, r, &self->args[0]);
}

/* A name for one code. */
static grundy_status open_named(grundy *g, grundy_ruleset *r, const grundy_arg *self, const char *text)
{
    if (self->parenthesised)
        return grundy_arg_fail(g, self, "%s takes no arguments", self->text);
    grundy_arg code = {.kind = GRUNDY_ARG_CODE, .column = self->column, .text = text};
    return open_code(g, r, &code);
}

static grundy_status kayles_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return open_named(g, r, self, "0.77");
}

static grundy_status dawsons_kayles_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    return open_named(g, r, self, "0.07");
}

/* ---- options ---- */

static grundy_status leave_one(const octal_code *code, const heaps_cursor *c, uint64_t taken, grundy_list *out)
{
    uint64_t rest = c->heap - taken;
    if (!octal_allows(code, taken, rest == 0 ? 0 : 1))
        return GRUNDY_OK;
    return heaps_option(out, c->before, &rest, 1, c->after);
}

static grundy_status leave_two(const octal_code *code, const heaps_cursor *c, uint64_t taken, grundy_list *out)
{
    uint64_t rest = c->heap - taken;
    if (!octal_allows(code, taken, 2))
        return GRUNDY_OK;
    TRY(grundy_list_room(out, rest / 2));
    for (uint64_t a = 1; a <= rest / 2; a++)
        TRY(heaps_option(out, c->before, (uint64_t[]){a, rest - a}, 2, c->after));
    return GRUNDY_OK;
}

static grundy_status leave_three(const octal_code *code, const heaps_cursor *c, uint64_t taken, grundy_list *out)
{
    uint64_t rest = c->heap - taken;
    if (!octal_allows(code, taken, 3))
        return GRUNDY_OK;
    for (uint64_t a = 1; a <= rest / 3; a++)
        for (uint64_t b = a; b <= (rest - a) / 2; b++)
            TRY(heaps_option(out, c->before, (uint64_t[]){a, b, rest - a - b}, 3, c->after));
    return GRUNDY_OK;
}

static grundy_status octal_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    const octal_code *code = code_of(r);
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);)
        for (uint64_t taken = 0; taken < code->digits && taken <= c.heap; taken++) {
            if (taken > 0)
                TRY(leave_one(code, &c, taken, out));
            TRY(leave_two(code, &c, taken, out));
            TRY(leave_three(code, &c, taken, out));
        }
    return GRUNDY_OK;
}

/* ---- the sequence of values ---- */

static grundy_status sequence_extend(grundy *g, grundy_sequence *out, uint64_t count)
{
    octal_sequence *s = out->state;
    grundy_status status = octal_sequence_extend(g, s, count);
    uint64_t known = octal_sequence_count(s);
    out->values = octal_sequence_values(s);
    out->count = known < count ? known : count; /* what a store knows besides changes no answer */
    out->steps = octal_sequence_steps(s);
    return status;
}

static void sequence_close(grundy *g, void *state)
{
    octal_sequence_close(g, state);
}

static grundy_status octal_open_sequence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                         grundy_sequence *out)
{
    const octal_code *code = code_of(r);
    octal_sequence *s;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    TRY(octal_sequence_open(g, code, OCTAL_CHOOSE, &s));
    grundy_status status = octal_stored_take(g, s);
    if (status != GRUNDY_OK) {
        octal_sequence_close(g, s);
        return status;
    }
    *out = (grundy_sequence){.state = s, .extend = sequence_extend, .close = sequence_close};
    return GRUNDY_OK;
}

static grundy_status box_by_sequence(grundy *g, const octal_code *code, const grundy_box *box, uint32_t *values)
{
    octal_sequence *s;
    TRY(octal_sequence_open(g, code, OCTAL_CHOOSE, &s));
    grundy_status status = octal_sequence_extend(g, s, box->sizes[0]);
    for (size_t n = 0; status == GRUNDY_OK && n < box->sizes[0]; n++)
        values[n] = octal_sequence_values(s)[n];
    octal_sequence_close(g, s);
    return status;
}

static grundy_status octal_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    const octal_code *code = code_of(r);
    if (code->parts < 2)
        return box_by_options(g, r, box, values);
    if (box->dimensions != 1 || box->extras != 0 || box->question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    return box_by_sequence(g, code, box, values);
}

static grundy_status octal_recurrence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                      grundy_recurrence *out)
{
    (void)g;
    const octal_code *code = code_of(r);
    if (code->parts <= 1)
        *out = (grundy_recurrence){.kind = GRUNDY_RECUR_WINDOW, .depth = code->digits - 1, .window_from = code->digits};
    else if (question == GRUNDY_VALUE || question == GRUNDY_OUTCOME)
        *out = (grundy_recurrence){
            .kind = GRUNDY_RECUR_PARTS, .depth = code->digits - 1, .parts = code->parts, .digits = code->digit};
    else
        *out = (grundy_recurrence){.kind = GRUNDY_RECUR_NONE};
    return GRUNDY_OK;
}

#define OCTAL_CALLBACKS                                                                                              \
    HEAPS_POSITIONS, .close = octal_close, .parse = heaps_parse, .print = heaps_print, .draw = heaps_draw,           \
                     .view = heaps_view, .options = octal_options, .split = heaps_split, .extent = heaps_extent,     \
                     .sweep = heaps_sweep, .box = octal_box, .recurrence = octal_recurrence, .random = heaps_random, \
                     .open_sequence = octal_open_sequence

#define PERIOD_THEOREM "A period that holds far enough holds for ever (Guy and Smith 1956): `grundy period` proves it."

const grundy_family octal_family = {
    .name = "octal",
    .arguments = "(CODE)",
    .summary = "take tokens from a heap and leave 0, 1, 2 (or 3) heaps, as the digits say",
    .rules = "In the code 0.d1d2d3... bit j of the digit d_k allows to take k tokens from a heap and to\n"
             "leave exactly j heaps, none empty (j = 0, 1, 2, and 3 in hexadecimal games, digits 8 to f).\n"
             "A 4 before the point, as in 4.07, allows to split a heap in two without taking anything, an 8 in\n"
             "three, a c in two or three.\n" HEAPS_NOTATION,
    .theorems = PERIOD_THEOREM,
    .example_ruleset = "octal(0.07)",
    .example_position = "12,7",
    .instances = (const char *const[]){"octal(0.3)", "octal(0.33)", "octal(0.137)", "octal(0.6)", "octal(4.07)",
                                       "octal(0.8)", NULL},
    .open = octal_open,
    OCTAL_CALLBACKS,
};

const grundy_family kayles_family = {
    .name = "kayles",
    .arguments = "",
    .summary = "take 1 or 2 tokens from a heap and split the rest if you like: octal(0.77)",
    .rules = "A move takes one or two tokens from a heap and may split what is left into two heaps.\n" HEAPS_NOTATION,
    .theorems = PERIOD_THEOREM,
    .example_ruleset = "kayles",
    .example_position = "7,7",
    .open = kayles_open,
    OCTAL_CALLBACKS,
};

const grundy_family dawsons_kayles_family = {
    .name = "dawsons-kayles",
    .arguments = "",
    .summary = "take 2 tokens from a heap and split the rest if you like: octal(0.07)",
    .rules = "A move takes exactly two tokens from a heap and may split what is left into two heaps.\n" HEAPS_NOTATION,
    .theorems = PERIOD_THEOREM,
    .example_ruleset = "dawsons-kayles",
    .example_position = "12",
    .open = dawsons_kayles_open,
    OCTAL_CALLBACKS,
};
