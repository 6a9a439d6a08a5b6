/* rnim.c - Nim on hyperrectangles (Gottlieb, Krnc and Mursic): shorten one side of a box
 *
 * The bytes are the side lengths. A side of length 1 can only be taken to 0, which ends the game as taking any other
 * side to 0 does, so the canonical form leaves out sides of length 1 but one. */
#include <inttypes.h>

#include "rulesets/drawing.h"
#include "rulesets/spaces.h"

#define SIDE_MAX ((uint64_t)1 << 62)

static grundy_status rnim_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t side = 0;
    if (!grundy_scan_accept(s, "<"))
        return grundy_scan_fail(s, "side lengths such as <5,4,2>");
    grundy_scan_open(s);
    do {
        TRY(grundy_scan_integer(s, "side length", 0, SIDE_MAX, &side));
        TRY(number_append(out, side));
    } while (grundy_scan_accept(s, ","));
    grundy_scan_close(s);
    return grundy_scan_expect(s, ">");
}

static grundy_status rnim_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    TRY(grundy_append(out, "<", 1));
    for (bool first = true; summand.size > 0; first = false)
        TRY(grundy_appendf(out, "%s%" PRIu64, first ? "" : ",", number_read(&summand)));
    return grundy_append(out, ">", 1);
}

static bool is_terminal(grundy_bytes summand)
{
    bool terminal = false;
    while (summand.size > 0)
        terminal = number_read(&summand) == 0 || terminal;
    return terminal;
}

/* Append the sides with those bytes before and after, and another one between. */
static grundy_status with_side(grundy_bytes before, uint64_t side, grundy_bytes after, grundy_buffer *out)
{
    TRY(grundy_append(out, before.data, before.size));
    TRY(number_append(out, side));
    return grundy_append(out, after.data, after.size);
}

static grundy_status rnim_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)r;
    grundy_buffer option = grundy_buffer_open(g);
    grundy_bytes before = {summand.data, 0}, rest = summand;
    grundy_status status = GRUNDY_OK;
    if (is_terminal(summand))
        return GRUNDY_OK;
    while (status == GRUNDY_OK && rest.size > 0) {
        uint64_t side = number_read(&rest);
        status = grundy_list_room(out, side);
        for (uint64_t k = 0; status == GRUNDY_OK && k < side; k++) {
            option.size = 0;
            status = with_side(before, k, rest, &option);
            if (status == GRUNDY_OK)
                status = grundy_list_add(out, option.data, option.size);
        }
        before.size = (size_t)(rest.data - summand.data);
    }
    grundy_buffer_close(&option);
    return status;
}

static grundy_status rnim_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)r;
    if (is_terminal(summand))
        return number_append(out, 0);
    grundy_buffer sides = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && summand.size > 0) {
        uint64_t side = number_read(&summand);
        if (side != 1)
            status = grundy_append(&sides, &side, sizeof side);
    }
    uint64_t *sorted = (uint64_t *)(void *)sides.data;
    size_t count = sides.size / sizeof *sorted;
    numbers_sort(sorted, count);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = number_append(out, sorted[i]);
    if (status == GRUNDY_OK && count == 0)
        status = number_append(out, 1);
    grundy_buffer_close(&sides);
    return status;
}

/* As far as only the order of the sides is concerned. */
static grundy_status boxes_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                  grundy_buffer *out)
{
    (void)r;
    if (!(symmetries & GRUNDY_SYMMETRY_ORDER))
        return grundy_append(out, summand.data, summand.size);
    grundy_status status = GRUNDY_OK;
    size_t count = numbers_count(summand);
    uint64_t *sides = handle_new(g, count, sizeof *sides, &status);
    if (sides == NULL)
        return status;
    for (size_t i = 0; i < count; i++)
        sides[i] = number_read(&summand);
    numbers_sort(sides, count);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = number_append(out, sides[i]);
    handle_free(g, sides, count * sizeof *sides);
    return status;
}

const native_space boxes_space = {.encoding = GRUNDY_ENCODING_BOXES, .reduce = boxes_reduce};

static uint64_t rnim_value(grundy_bytes summand)
{
    uint64_t sum = 0;
    if (is_terminal(summand))
        return 0;
    while (summand.size > 0)
        sum ^= number_read(&summand) - 1;
    return sum + 1;
}

static grundy_status rnim_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                  grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    (void)r;
    (void)count;
    if (question != GRUNDY_VALUE)
        return GRUNDY_DOMAIN;
    *out = rnim_value(summands[0]);
    *reason = "1 + the nim-sum of the sides less 1 (nim on partitions, Theorem 3)";
    return GRUNDY_OK;
}

/* To 0 by taking any side to 0, to another value as in Nim with the sides less 1. */
static grundy_status rnim_winning_move(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                       grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t now = rnim_value(summand), change = value == 0 ? 0 : (now - 1) ^ (value - 1);
    grundy_bytes before = {summand.data, 0}, rest = summand;
    if (value >= now)
        return GRUNDY_DOMAIN;
    while (rest.size > 0) {
        uint64_t side = number_read(&rest), to = value == 0 ? 0 : ((side - 1) ^ change) + 1;
        if (to < side)
            return with_side(before, to, rest, out);
        before.size = (size_t)(rest.data - summand.data);
    }
    return GRUNDY_DOMAIN;
}

static grundy_status rnim_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t sides = 1 + grundy_random(seed) % 3;
    for (uint64_t i = 0; i < sides; i++)
        TRY(number_append(out, grundy_random(seed) % (size + UINT64_C(1))));
    return GRUNDY_OK;
}

const grundy_family rnim_family = {
    .name = "rnim",
    .arguments = "",
    .summary = "Nim on hyperrectangles: shorten one side of a box",
    .rules = "A move makes one side of a box shorter, down to 0 at the least. A box with a side of\n"
             "length 0 is gone.\n"
             "Positions are the side lengths, in any dimension: <5,4,2>.",
    .theorems = "Value: 0 when a side is 0, otherwise 1 + the nim-sum of the sides less 1 (nim on partitions,\n"
                "Theorem 3). Misere values of sums: Theorem 14.",
    .example_ruleset = "rnim",
    .example_position = "<5,4,2>",
    .space = "boxes",
    .encoding = GRUNDY_ENCODING_BOXES,
    .symmetries = GRUNDY_SYMMETRY_ORDER,
    .parse = rnim_parse,
    .print = rnim_print,
    .draw = hyperrectangles_draw,
    .options = rnim_options,
    .canonical = rnim_canonical,
    .formula = rnim_formula,
    .random = rnim_random,
    .winning_move = rnim_winning_move,
    .pet = "single boxes are pet (nim on partitions, Proposition 6)",
};
