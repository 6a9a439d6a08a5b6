#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"

static grundy_status nim_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);)
        TRY(heaps_take(out, c.before, c.heap, c.after, 1, 0));
    return GRUNDY_OK;
}

static grundy_status nim_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                 grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    uint64_t sum = 0, greatest = 0, heap;
    for (size_t i = 0; i < count; i++)
        for (grundy_bytes rest = summands[i]; heaps_next(&rest, &heap);) {
            sum ^= heap;
            greatest = heap > greatest ? heap : greatest;
        }
    bool misere = question == GRUNDY_MISERE_VALUE || question == GRUNDY_MISERE_OUTCOME;
    uint64_t value = misere && greatest <= 1 ? sum ^ 1 : sum;
    *out = grundy_question_is_outcome(question) ? value != 0 : value;
    *reason = misere ? "nim-sum of the heaps, with 0 and 1 exchanged when no heap is above 1 (Bouton 1901)"
                     : "nim-sum of the heaps (Bouton 1901; Sprague, Grundy)";
    return GRUNDY_OK;
}

static grundy_status nim_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    if (box->dimensions > 2)
        return box_by_options(g, r, box, values);
    return box_by_lines(g, box, LINES_ROWS | LINES_COLUMNS, values);
}

static grundy_status nim_recurrence(grundy *g, const grundy_ruleset *r, grundy_question question,
                                    grundy_recurrence *out)
{
    (void)g;
    (void)r;
    *out = (grundy_recurrence){.kind = question == GRUNDY_VALUE ? GRUNDY_RECUR_LINEAR : GRUNDY_RECUR_NONE};
    return GRUNDY_OK;
}

const grundy_family nim_family = {
    .name = "nim",
    .arguments = "",
    .summary = "take any number of tokens from one heap",
    .rules = "A move takes one token or more from one heap.\n" HEAPS_NOTATION,
    .theorems = "Value: the nim-sum of the heaps (Bouton 1901). Misere value: the same, with 0 and 1\n"
                "exchanged when no heap is above 1.",
    .example_ruleset = "nim",
    .example_position = "3,5,7",
    HEAPS_POSITIONS,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .options = nim_options,
    .split = heaps_split,
    .formula = nim_formula,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = nim_box,
    .recurrence = nim_recurrence,
    .random = heaps_random,
};
