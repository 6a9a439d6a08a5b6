/* sum(R1,R2,...): the disjunctive sum of rulesets. A summand is one position of each, in order, in the form of
 * a position (length and bytes of each). */
#include "rulesets/drawing.h"

typedef struct {
    size_t count;
    grundy_ruleset *rulesets[];
} ruleset_sum;

static size_t state_size(size_t count)
{
    return sizeof(ruleset_sum) + count * sizeof(grundy_ruleset *);
}

static const ruleset_sum *sum_of(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

static void sum_close(grundy *g, void *state)
{
    ruleset_sum *s = state;
    for (size_t i = 0; i < s->count; i++)
        grundy_ruleset_close(s->rulesets[i]);
    handle_free(g, s, state_size(s->count));
}

/* The space and the encoding say what the components are. */
static grundy_status name_space(grundy *g, grundy_ruleset *r, const ruleset_sum *s)
{
    grundy_buffer space = grundy_buffer_open(g), encoding = grundy_buffer_open(g);
    grundy_status status = grundy_appendf(&encoding, "sum(");
    for (size_t i = 0; i < s->count && status == GRUNDY_OK; i++) {
        status = grundy_appendf(&space, "%s%s", i == 0 ? "" : " | ", grundy_ruleset_space(s->rulesets[i]));
        if (status == GRUNDY_OK)
            status = grundy_appendf(&encoding, "%s%s", s->rulesets[i]->encoding, i + 1 < s->count ? "," : ")");
    }
    if (status == GRUNDY_OK)
        status = grundy_ruleset_set_space(g, r, grundy_buffer_text(&space));
    if (status == GRUNDY_OK)
        status = ruleset_set_encoding(g, r, grundy_buffer_text(&encoding));
    grundy_buffer_close(&encoding);
    grundy_buffer_close(&space);
    return status;
}

static grundy_status sum_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count == 0)
        return grundy_arg_fail(g, self, "sum needs rulesets, as in sum(nim,kayles)");
    ruleset_sum *s = handle_new(g, 1, state_size(self->count), &status);
    if (s == NULL)
        return status;
    s->count = self->count;
    for (size_t i = 0; i < s->count && status == GRUNDY_OK; i++)
        status = grundy_ruleset_open_arg(g, &self->args[i], &s->rulesets[i]);
    if (status == GRUNDY_OK)
        status = name_space(g, r, s);
    if (status != GRUNDY_OK) {
        sum_close(g, s);
        return status;
    }
    grundy_ruleset_set_state(r, s);
    return GRUNDY_OK;
}

static grundy_status sum_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *scanner, grundy_buffer *out)
{
    const ruleset_sum *s = sum_of(r);
    grundy_buffer part = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < s->count && status == GRUNDY_OK; i++) {
        if (i > 0)
            status = grundy_scan_expect(scanner, "|");
        part.size = 0;
        if (status == GRUNDY_OK)
            status = ruleset_parse(g, s->rulesets[i], scanner, &part);
        if (status == GRUNDY_OK)
            status = position_add(out, grundy_buffer_bytes(&part));
    }
    grundy_buffer_close(&part);
    return status;
}

static grundy_status sum_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const ruleset_sum *s = sum_of(r);
    grundy_bytes part;
    for (size_t i = 0; i < s->count && position_next(&summand, &part); i++) {
        if (i > 0)
            TRY(grundy_append(out, " | ", 3));
        TRY(s->rulesets[i]->family->print(g, s->rulesets[i], part, out));
    }
    return GRUNDY_OK;
}

static grundy_status sum_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    const ruleset_sum *s = sum_of(r);
    grundy_bytes part;
    for (size_t i = 0; i < s->count && position_next(&summand, &part); i++)
        TRY(ruleset_check(g, s->rulesets[i], part));
    return GRUNDY_OK;
}

static grundy_status sum_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const ruleset_sum *s = sum_of(r);
    grundy_list options = grundy_list_open(g);
    grundy_bytes rest = summand, before = {summand.data, 0}, part;
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; i < s->count && status == GRUNDY_OK && position_next(&rest, &part); i++) {
        grundy_list_clear(&options);
        status = s->rulesets[i]->family->options(g, s->rulesets[i], part, &options);
        if (status == GRUNDY_OK)
            status = position_options(&options, before, rest, out);
        before.size = (size_t)(rest.data - summand.data);
    }
    grundy_list_close(&options);
    return status;
}

static grundy_status sum_refer(grundy *g, const grundy_ruleset *r, grundy_bytes summand, size_t i,
                               const grundy_ruleset **other, grundy_bytes *part)
{
    (void)g;
    const ruleset_sum *s = sum_of(r);
    *other = NULL;
    for (size_t k = 0; k <= i && position_next(&summand, part); k++)
        if (k == i)
            *other = s->rulesets[i];
    return GRUNDY_OK;
}

static grundy_status draw_parts(grundy *g, const ruleset_sum *s, grundy_bytes summand, const grundy_bytes *move,
                                drawing_row *row)
{
    grundy_bytes part, option, moved = move != NULL ? *move : (grundy_bytes){NULL, 0};
    for (size_t i = 0; i < s->count && position_next(&summand, &part); i++) {
        bool changed = position_next(&moved, &option) && bytes_compare(&part, &option) != 0;
        TRY(drawing_summand(g, s->rulesets[i], part, changed ? &option : NULL, &row->part));
        TRY(drawing_row_put(row, "|"));
    }
    return GRUNDY_OK;
}

static grundy_status sum_draw(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                              grundy_picture *out)
{
    drawing_row row = drawing_row_open(g, out);
    grundy_status status = draw_parts(g, sum_of(r), summand, move, &row);
    drawing_row_close(&row);
    return status;
}

static grundy_status sum_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    const ruleset_sum *s = sum_of(r);
    for (size_t i = 0; i < s->count; i++)
        TRY(grundy_position_random(g, s->rulesets[i], seed, size, out));
    return GRUNDY_OK;
}

const grundy_family sum_family = {
    .name = "sum",
    .arguments = "(R1,R2,...)",
    .summary = "the disjunctive sum of rulesets: each move is made in one of them",
    .rules = "A move is a move of one of the rulesets in its own position.\n"
             "Positions are one position of each, separated by bars: 3,5 | 7 for sum(nim,kayles).",
    .theorems = "Value: the nim-sum of the values (Sprague, Grundy).",
    .example_ruleset = "sum(wythoff,kayles)",
    .example_position = "3,5 | 7",
    .open = sum_open,
    .close = sum_close,
    .parse = sum_parse,
    .print = sum_print,
    .check = sum_check,
    .options = sum_options,
    .refer = sum_refer,
    .random = sum_random,
    .draw = sum_draw,
};
