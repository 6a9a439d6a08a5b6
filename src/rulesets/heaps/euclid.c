/* Euclid as in the push paper, section 3: it ends at equal heaps, and (0,i) has one move, to (0,0).
 *
 * Its value is floor(|b/a - a/b|) (Nivasch, The Sprague-Grundy function of the game Euclid, 2006), computed
 * in 128-bit integers: for a < b it is the quotient of (b-a)(b+a) by ab. */
#include "math/golden.h"
#include "rulesets/heaps/boxes.h"
#include "rulesets/heaps/golden_pairs.h"
#include "rulesets/heaps/heaps.h"

typedef unsigned __int128 wide;

static grundy_status euclid_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    (void)r;
    uint64_t heaps[2];
    heaps_get(summand, heaps, 2);
    uint64_t least = heaps[0] < heaps[1] ? heaps[0] : heaps[1];
    if (least == 0) {
        if (heaps[0] != heaps[1])
            TRY(grundy_list_add(out, "\0\0", 2)); /* the bytes of 0,0 */
        return GRUNDY_OK;
    }
    for (heaps_cursor c = heaps_first(summand); heaps_step(&c);)
        if (c.heap != least)
            TRY(heaps_take(out, c.before, c.heap, c.after, least, 1));
    return GRUNDY_OK;
}

static uint64_t euclid_value(uint64_t a, uint64_t b)
{
    if (a == 0)
        return b != 0;
    wide difference = b - a, sum = (wide)a + b;
    return (uint64_t)(difference * sum / ((wide)a * b));
}

static grundy_status euclid_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                    grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    uint64_t heaps[2];
    if (count != 1 || question == GRUNDY_MISERE_VALUE)
        return GRUNDY_DOMAIN;
    heaps_get(summands[0], heaps, 2);
    uint64_t a = heaps[0] < heaps[1] ? heaps[0] : heaps[1], b = heaps[0] < heaps[1] ? heaps[1] : heaps[0];
    if (question == GRUNDY_VALUE) {
        *out = euclid_value(a, b);
        *reason = "floor(|b/a - a/b|) (Nivasch 2006)";
    } else if (question == GRUNDY_OUTCOME) {
        *out = a == 0 ? b != 0 : grundy_compare_golden(a, b) > 0;
        *reason = "P exactly when b/a < Phi, for 1 <= a <= b (Cole and Davie 1969; push paper, Proposition 3.0.3)";
    } else {
        *out = !is_misere_euclid_p(a, b);
        *reason =
            "P when b/a < Phi, but for quotients of Fibonacci numbers (Gurvich 2007; push paper, Proposition 4.1.2)";
    }
    return GRUNDY_OK;
}

/* A cell (i,j) has about max/min options: cell by cell is cheap, but for the few with a small heap.
 * Returns how many it has. */
static size_t euclid_cell(const grundy_box *box, box_marks *m, size_t i, size_t j, uint32_t *values)
{
    size_t columns = box->sizes[1], cell = i * columns + j;
    size_t least = i < j ? i : j, greatest = i < j ? j : i, options = box->extras;
    box_marks_clear(m);
    box_mark_extras(m, box, cell);
    if (least == 0 && greatest != 0) {
        box_mark(m, values[0]);
        options++;
    }
    for (size_t rest = greatest; least != 0 && rest > least;) {
        rest -= least;
        box_mark(m, values[i < j ? i * columns + rest : rest * columns + j]);
        options++;
    }
    values[cell] = options == 0 ? box_terminal(box) : box_mex(m);
    return options;
}

static grundy_status euclid_box(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values)
{
    (void)r;
    if (box->dimensions != 2)
        return GRUNDY_DOMAIN;
    box_marks m;
    TRY(box_marks_open(g, box->sizes[0] + box->sizes[1] + box->extras + 2, &m));
    grundy_status status = GRUNDY_OK;
    size_t passed = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < box->sizes[0]; i++) {
        for (size_t j = 0; status == GRUNDY_OK && j < box->sizes[1]; j++)
            status = handle_look(g, &passed, euclid_cell(box, &m, i, j, values));
        grundy_report(g, "positions", (i + 1) * box->sizes[1], box->sizes[0] * box->sizes[1]);
    }
    box_marks_close(&m);
    return status;
}

const grundy_family euclid_family = {
    .name = "euclid",
    .arguments = "",
    .summary = "take a multiple of the smaller heap from the larger; heaps stay positive",
    .rules = "A move takes a positive multiple of the smaller heap from the larger one, and both stay\n"
             "positive: the game ends at equal heaps. (0,i) with i > 0 has one move, to (0,0), so that\n"
             "euclid has a rule for every position of nim.\n"
             "Positions are two heap sizes: 3,5.",
    .theorems = "Value: floor(|b/a - a/b|) (Nivasch 2006). Outcome: P when b/a < Phi (Cole and Davie 1969).\n"
                "Misere outcome: Gurvich 2007.",
    .example_ruleset = "euclid",
    .example_position = "3,5",
    HEAPS_POSITIONS,
    .parse = heaps_parse,
    .print = heaps_print,
    .draw = heaps_draw,
    .view = heaps_view,
    .check = heaps_check_pair,
    .options = euclid_options,
    .formula = euclid_formula,
    .extent = heaps_extent,
    .sweep = heaps_sweep,
    .box = euclid_box,
    .random = heaps_random_pair,
};
