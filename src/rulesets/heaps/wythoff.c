#include "math/golden.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"

static grundy_status wythoff_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    uint64_t heaps[2];
    heaps_get(summand, heaps, 2);
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);)
        TRY(heaps_take(out, c.before, c.heap, c.after, 1, 0));
    uint64_t both = heaps[0] < heaps[1] ? heaps[0] : heaps[1];
    TRY(grundy_list_room(out, both));
    for (uint64_t k = 1; k <= both; k++)
        TRY(heaps_option(out, (grundy_bytes){summand.data, 0}, (uint64_t[]){heaps[0] - k, heaps[1] - k}, 2,
                         (grundy_bytes){summand.data, 0}));
    return GRUNDY_OK;
}

/* Misere play moves the first two pairs: (0,0), (1,2) become (0,1), (2,2). */
static bool misere_pair(uint64_t a, uint64_t b)
{
    if (a <= 2 && b <= 2)
        return (a == 2 && b == 2) || a + b == 1;
    return grundy_is_wythoff_pair(a, b);
}

static grundy_status wythoff_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                     grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    uint64_t heaps[2];
    if (count != 1 || question == GRUNDY_VALUE || question == GRUNDY_MISERE_VALUE)
        return GRUNDY_DOMAIN;
    heaps_get(summands[0], heaps, 2);
    if (question == GRUNDY_OUTCOME) {
        *out = !grundy_is_wythoff_pair(heaps[0], heaps[1]);
        *reason = "P exactly at the pairs (floor(n Phi), floor(n Phi) + n) (Wythoff 1907)";
    } else {
        *out = !misere_pair(heaps[0], heaps[1]);
        *reason = "P exactly at (0,1), (2,2) and the Wythoff pairs from (3,5) on (Fraenkel 1984)";
    }
    return GRUNDY_OK;
}

static grundy_status wythoff_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    (void)r;
    return box->dimensions == 2 ? box_by_lines(g, box, LINES_ROWS | LINES_COLUMNS | LINES_DIAGONALS, values)
                                : GRUNDY_DOMAIN;
}

const grundy_family wythoff_family = {
    .name = "wythoff",
    .arguments = "",
    .summary = "take any number from one of two heaps, or the same number from both",
    .rules = "A move takes one token or more from one heap, or the same number from both heaps.\n"
             "Positions are two heap sizes: 3,5.",
    .theorems = "Outcome: P exactly at (floor(n Phi), floor(n Phi) + n), Phi the golden ratio (Wythoff 1907).\n"
                "Misere outcome: the same, but (0,1), (2,2) instead of (0,0), (1,2) (Fraenkel 1984).",
    .example_ruleset = "wythoff",
    .example_position = "3,5",
    HEAPS_POSITIONS,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .check = heaps_check_pair,
    .options = wythoff_options,
    .formula = wythoff_formula,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = wythoff_box,
    .random = heaps_random_pair,
};
