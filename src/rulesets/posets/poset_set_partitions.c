/* setpartitions(n): the set partitions of {1, ..., n}, finer ones below coarser ones
 *
 * An element is stored as its rank, n - blocks, and the block of each point, where blocks are numbered in the order
 * of their least points. The down-set of a set partition is the product of those of its blocks, so that only its
 * type matters, the partition of n into block sizes (coin-turning paper, Theorem 6.1). */
#include "rulesets/posets/poset_set_partitions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NO_BLOCK = 255 };

static uint64_t points_of(const board *b)
{
    return b->width - 1;
}

static grundy_status setpartitions_open(grundy *g, board *b, const grundy_arg *self)
{
    (void)g;
    uint64_t n;
    TRY(board_arguments(g, self, 1, "setpartitions(4)"));
    TRY(board_integer(g, self, 0, "number of points", 1, SET_PARTITION_POINTS_MAX, &n));
    b->width = (size_t)n + 1;
    return GRUNDY_OK;
}

/* Number the blocks by their least points, and set the rank. */
static void normalise(unsigned char *x, uint64_t n)
{
    unsigned char number[256];
    unsigned blocks = 0;
    memset(number, NO_BLOCK, sizeof number);
    for (uint64_t i = 1; i <= n; i++) {
        if (number[x[i]] == NO_BLOCK)
            number[x[i]] = (unsigned char)blocks++;
        x[i] = number[x[i]];
    }
    x[0] = (unsigned char)(n - blocks);
}

/* The set partition with blocks of these sizes, each made of consecutive points. */
static void consecutive(const unsigned char *parts, size_t count, unsigned char *out)
{
    size_t point = 1;
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < parts[i]; k++)
            out[point++] = (unsigned char)i;
    out[0] = (unsigned char)(point - 1 - count);
}

static int blocks_greater_first(const void *a, const void *b)
{
    return *(const unsigned char *)b - *(const unsigned char *)a;
}

size_t set_partition_type(const board *b, const unsigned char *x, unsigned char *parts)
{
    size_t n = points_of(b), count = n - x[0];
    memset(parts, 0, count);
    for (size_t i = 1; i <= n; i++)
        parts[x[i]]++;
    qsort(parts, count, 1, blocks_greater_first);
    return count;
}

static void setpartitions_type(const board *b, const unsigned char *x, unsigned char *out)
{
    unsigned char parts[SET_PARTITION_POINTS_MAX];
    size_t count = set_partition_type(b, x, parts);
    consecutive(parts, count, out);
}

/* ---- notation ---- */

/* The parts of a type read so far. */
typedef struct {
    unsigned char parts[SET_PARTITION_POINTS_MAX];
    size_t count;
    uint64_t sum, n;
} type_reader;

static grundy_status add_parts(grundy_scanner *s, unsigned column, type_reader *t, uint64_t part, uint64_t times)
{
    if (part < 1 || part > t->n || times > t->n || t->sum + part * times > t->n)
        return grundy_scan_reject(s, column, "the block sizes add up to more than %" PRIu64, t->n);
    for (uint64_t i = 0; i < times; i++)
        t->parts[t->count++] = (unsigned char)part;
    t->sum += part * times;
    return GRUNDY_OK;
}

static grundy_status read_part(grundy_scanner *s, type_reader *t)
{
    uint64_t part, times = 1;
    unsigned column = grundy_scan_column(s);
    TRY(grundy_scan_integer(s, "block size", 1, t->n, &part));
    if (grundy_scan_accept(s, "^"))
        TRY(grundy_scan_integer(s, "multiplicity", 0, t->n, &times));
    return add_parts(s, column, t, part, times);
}

static grundy_status finish_type(grundy_scanner *s, unsigned column, type_reader *t, unsigned char *out)
{
    if (t->sum != t->n)
        return grundy_scan_reject(s, column, "the block sizes add up to %" PRIu64 ", not to %" PRIu64, t->sum, t->n);
    qsort(t->parts, t->count, 1, blocks_greater_first);
    consecutive(t->parts, t->count, out);
    return GRUNDY_OK;
}

static grundy_status parse_type(grundy_scanner *s, uint64_t n, unsigned char *out)
{
    type_reader t = {.n = n};
    unsigned column = grundy_scan_column(s);
    TRY(grundy_scan_expect(s, "["));
    grundy_scan_open(s);
    do
        TRY(read_part(s, &t));
    while (grundy_scan_accept(s, ","));
    grundy_scan_close(s);
    if (!grundy_scan_accept(s, "]"))
        return grundy_scan_fail(s, "',' or ']'");
    return finish_type(s, column, &t, out);
}

static grundy_status variable_type(grundy_scanner *s, const grundy_variable *v, uint64_t n, unsigned char *out)
{
    type_reader t = {.n = n};
    unsigned column = grundy_scan_column(s);
    for (size_t i = 0; i < v->count; i++)
        TRY(add_parts(s, column, &t, v->items[i], 1));
    return finish_type(s, column, &t, out);
}

/* One point: a digit as long as all points are digits. */
static grundy_status read_point(grundy_scanner *s, uint64_t n, uint64_t *out)
{
    char c = grundy_scan_peek(s);
    if (n > 9)
        return grundy_scan_integer(s, "point", 1, n, out);
    if (c < '1' || c > (char)('0' + n))
        return grundy_scan_fail(s, "a point, 1 to %" PRIu64, n);
    *out = (uint64_t)(c - '0');
    s->at++;
    return GRUNDY_OK;
}

static grundy_status place_point(grundy_scanner *s, uint64_t n, unsigned block, unsigned char *out)
{
    uint64_t point;
    unsigned column = grundy_scan_column(s);
    TRY(read_point(s, n, &point));
    if (out[point] != NO_BLOCK)
        return grundy_scan_reject(s, column, "the point %" PRIu64 " occurs twice", point);
    out[point] = (unsigned char)block;
    return GRUNDY_OK;
}

/* Points until all have been read; so a comma after the last one is not ours. */
static grundy_status parse_blocks(grundy_scanner *s, uint64_t n, unsigned char *out)
{
    memset(out, NO_BLOCK, n + 1);
    unsigned block = 0;
    grundy_scan_open(s);
    for (uint64_t i = 0; i < n; i++) {
        if (i > 0 && grundy_scan_accept(s, "|"))
            block++;
        else if (i > 0 && n > 9 && !grundy_scan_accept(s, ","))
            return grundy_scan_fail(s, "',' or '|'");
        TRY(place_point(s, n, block, out));
    }
    grundy_scan_close(s);
    normalise(out, n);
    return GRUNDY_OK;
}

static grundy_status setpartitions_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_PARTITION);
    if (v != NULL)
        return variable_type(s, v, points_of(b), out);
    if (grundy_scan_peek(s) == '[')
        return parse_type(s, points_of(b), out);
    return parse_blocks(s, points_of(b), out);
}

static grundy_status setpartitions_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    uint64_t n = points_of(b);
    for (unsigned block = 0; block < n - x[0]; block++) {
        const char *before = block == 0 ? "" : "|";
        for (uint64_t point = 1; point <= n; point++)
            if (x[point] == block) {
                TRY(grundy_appendf(out, "%s%" PRIu64, before, point));
                before = n > 9 ? "," : "";
            }
    }
    return GRUNDY_OK;
}

/* ---- order ---- */

/* The n-th Bell number, by Aitken's triangle: each row starts with the last number of the row before. */
static uint64_t setpartitions_count(const board *b)
{
    uint64_t row[SET_PARTITION_POINTS_MAX + 1] = {1}, n = points_of(b);
    for (uint64_t r = 1; r < n; r++) {
        uint64_t previous = row[0];
        row[0] = row[r - 1];
        for (uint64_t k = 1; k <= r; k++) {
            uint64_t sum = row[k - 1] + previous;
            if (sum < previous)
                return UINT64_MAX;
            previous = row[k];
            row[k] = sum;
        }
    }
    return row[n - 1];
}

static bool setpartitions_greatest(const board *b, unsigned char *out)
{
    memset(out, 0, b->width);
    out[0] = (unsigned char)(points_of(b) - 1);
    return true;
}

static bool setpartitions_least(const board *b, unsigned char *out)
{
    out[0] = 0;
    for (size_t i = 1; i < b->width; i++)
        out[i] = (unsigned char)(i - 1);
    return true;
}

static grundy_status setpartitions_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    unsigned char top[1 + SET_PARTITION_POINTS_MAX];
    setpartitions_greatest(b, top);
    return grundy_list_add(out, top, b->width);
}

/* Split one block in two in all ways: which points other than its least one go to the new block. */
static grundy_status split_block(const board *b, const unsigned char *x, unsigned char block, grundy_list *out)
{
    unsigned char finer[1 + SET_PARTITION_POINTS_MAX];
    uint64_t n = points_of(b);
    unsigned size = 0;
    for (uint64_t i = 1; i <= n; i++)
        size += x[i] == block;
    for (uint64_t chosen = 2; chosen < UINT64_C(1) << size; chosen += 2) {
        unsigned k = 0;
        for (uint64_t i = 1; i <= n; i++)
            finer[i] = x[i] == block && (chosen >> k++ & 1) != 0 ? (unsigned char)(n - x[0]) : x[i];
        normalise(finer, n);
        TRY(grundy_list_add(out, finer, b->width));
    }
    return GRUNDY_OK;
}

static grundy_status setpartitions_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    if (points_of(b) > 40)
        return grundy_fail(g, GRUNDY_LIMIT, "the set partitions below one of %" PRIu64 " points are too many to list",
                           points_of(b));
    for (unsigned block = 0; block < points_of(b) - x[0]; block++)
        TRY(split_block(b, x, (unsigned char)block, out));
    return GRUNDY_OK;
}

static bool setpartitions_height(const board *b, const unsigned char *x, uint64_t *out)
{
    (void)b;
    *out = x[0];
    return true;
}

const board_kind setpartitions_board = {
    .name = "setpartitions",
    .arguments = "(n)",
    .open = setpartitions_open,
    .parse = setpartitions_parse,
    .print = setpartitions_print,
    .count = setpartitions_count,
    .maximal = setpartitions_maximal,
    .lower = setpartitions_lower,
    .least = setpartitions_least,
    .greatest = setpartitions_greatest,
    .height = setpartitions_height,
    .type = setpartitions_type,
    .ideal = board_minimum_ideal,
    .ruler_sweep = &set_partitions_ruler_sweep,
};
