#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/heaps.h"

static grundy_status grundys_game_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);) {
        TRY(grundy_list_room(out, c.heap / 2));
        for (uint64_t a = 1; a < c.heap - a && c.heap > 0; a++)
            TRY(heaps_option(out, c.before, (uint64_t[]){a, c.heap - a}, 2, c.after));
    }
    return GRUNDY_OK;
}

static grundy_status grundys_game_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    (void)r;
    if (box->dimensions != 1 || box->extras != 0 || box->question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    box_marks m;
    TRY(box_marks_open(g, box->sizes[0] + 2, &m));
    grundy_status status = GRUNDY_OK;
    for (size_t n = 0; status == GRUNDY_OK && n < box->sizes[0]; n++) {
        box_marks_clear(&m);
        for (size_t a = 1; 2 * a < n; a++)
            box_mark(&m, values[a] ^ values[n - a]);
        values[n] = box_mex(&m);
        if (n % 64 == 63)
            status = grundy_check(g);
        grundy_report(g, "heaps", n + 1, box->sizes[0]);
    }
    box_marks_close(&m);
    return status;
}

const grundy_family grundys_game_family = {
    .name = "grundys-game",
    .arguments = "",
    .summary = "split a heap into two unequal heaps",
    .rules = "A move splits one heap into two heaps of different sizes, neither empty.\n" HEAPS_NOTATION,
    .theorems = NULL,
    .example_ruleset = "grundys-game",
    .example_position = "12",
    HEAPS_POSITIONS,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .options = grundys_game_options,
    .split = heaps_split,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = grundys_game_box,
    .random = heaps_random,
};
