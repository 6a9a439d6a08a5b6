#include "rulesets/diagrams/young.h"
#include "rulesets/spaces.h"

#include <inttypes.h>
#include <string.h>

/* ---- bytes ---- */

grundy_status young_room(grundy *g, size_t runs, young *out)
{
    grundy_status status = GRUNDY_OK;
    out->g = g;
    out->count = 0;
    out->capacity = YOUNG_FEW;
    out->runs = out->few;
    if (runs <= YOUNG_FEW)
        return GRUNDY_OK;
    out->runs = handle_new(g, runs, sizeof *out->runs, &status);
    out->capacity = runs;
    return status;
}

void young_close(young *y)
{
    if (y->runs != y->few)
        handle_free(y->g, y->runs, y->capacity * sizeof *y->runs);
}

grundy_status young_read(grundy *g, grundy_bytes summand, young *out)
{
    size_t count = numbers_count(summand) / 2;
    TRY(young_room(g, count, out));
    out->count = count;
    for (size_t i = 0; i < out->count; i++) {
        out->runs[i].part = number_read(&summand);
        out->runs[i].times = number_read(&summand);
    }
    return GRUNDY_OK;
}

grundy_status young_conjugate(const young *y, young *out)
{
    TRY(young_room(y->g, y->count, out));
    out->count = y->count;
    partition_conjugate(y->runs, y->count, out->runs);
    return GRUNDY_OK;
}

grundy_status young_write(const partition_run *runs, size_t count, grundy_buffer *out)
{
    for (size_t i = 0; i < count; i++) {
        TRY(number_append(out, runs[i].part));
        TRY(number_append(out, runs[i].times));
    }
    return GRUNDY_OK;
}

grundy_status young_without_row(const young *y, size_t i, grundy_buffer *out)
{
    for (size_t j = 0; j < y->count; j++) {
        partition_run run = y->runs[j];
        run.times -= j == i;
        if (run.times > 0)
            TRY(young_write(&run, 1, out));
    }
    return GRUNDY_OK;
}

/* The runs down to i lose a cell in each row; run i joins the next one where their parts become equal. */
grundy_status young_without_column(const young *y, size_t i, grundy_buffer *out)
{
    for (size_t j = 0; j < y->count; j++) {
        partition_run run = y->runs[j];
        run.part -= j <= i;
        if (j == i && j + 1 < y->count && y->runs[j + 1].part == run.part)
            run.times += y->runs[++j].times;
        if (run.part > 0)
            TRY(young_write(&run, 1, out));
    }
    return GRUNDY_OK;
}

/* ---- notation ---- */

static grundy_status add_variable(const grundy_variable *v, grundy_buffer *runs)
{
    for (size_t i = 0; i < v->count; i++) {
        partition_run run = {v->items[i], 1};
        while (i + 1 < v->count && v->items[i + 1] == run.part) {
            run.times++;
            i++;
        }
        TRY(grundy_append(runs, &run, sizeof run));
    }
    return GRUNDY_OK;
}

static grundy_status scan_parts(grundy_scanner *s, grundy_buffer *runs)
{
    do {
        partition_run run = {.times = 1};
        const grundy_variable *v = grundy_scan_variable(s, GRUNDY_PARTITION);
        if (v != NULL) {
            TRY(add_variable(v, runs));
            continue;
        }
        TRY(grundy_scan_integer(s, "part", 0, PARTITION_MAX, &run.part));
        if (grundy_scan_accept(s, "^"))
            TRY(grundy_scan_integer(s, "exponent", 0, PARTITION_MAX, &run.times));
        TRY(grundy_append(runs, &run, sizeof run));
    } while (grundy_scan_accept(s, ","));
    return GRUNDY_OK;
}

static grundy_status scan_partition(grundy_scanner *s, grundy_buffer *runs)
{
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_PARTITION);
    if (v != NULL)
        return add_variable(v, runs);
    if (!grundy_scan_accept(s, "["))
        return grundy_scan_fail(s, "a partition such as [4,2,1]");
    grundy_scan_open(s);
    if (grundy_scan_peek(s) != ']')
        TRY(scan_parts(s, runs));
    grundy_scan_close(s);
    return grundy_scan_expect(s, "]");
}

/* Parts may come in any order; parts and exponents of 0 are no parts. */
static grundy_status tidy(grundy_scanner *s, unsigned column, grundy_buffer *scanned, grundy_buffer *out)
{
    partition_run *runs = (partition_run *)(void *)scanned->data;
    size_t count = scanned->size / sizeof *runs;
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        rows += runs[i].part == 0 ? 0 : runs[i].times;
        if (rows > PARTITION_MAX || runs[i].part > PARTITION_MAX)
            return grundy_scan_reject(s, column, "the partition is too large: at most 2^62 parts, each at most 2^62");
    }
    count = partition_tidy(runs, count);
    return young_write(runs, count, out);
}

grundy_status young_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)r;
    grundy_buffer scanned = grundy_buffer_open(g);
    unsigned column = grundy_scan_column(s);
    grundy_status status = scan_partition(s, &scanned);
    if (status == GRUNDY_OK)
        status = tidy(s, column, &scanned, out);
    grundy_buffer_close(&scanned);
    return status;
}

grundy_status young_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    TRY(grundy_append(out, "[", 1));
    for (bool first = true; summand.size > 0; first = false) {
        uint64_t part = number_read(&summand), times = number_read(&summand);
        TRY(grundy_appendf(out, "%s%" PRIu64, first ? "" : ",", part));
        if (times > 1)
            TRY(grundy_appendf(out, "^%" PRIu64, times));
    }
    return grundy_append(out, "]", 1);
}

/* The lesser of a partition and its conjugate, for games that treat rows and columns alike. */
static grundy_status young_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                  grundy_buffer *out)
{
    (void)r;
    if (!(symmetries & GRUNDY_SYMMETRY_TRANSPOSE))
        return grundy_append(out, summand.data, summand.size);
    young y, conjugate;
    size_t before = out->size;
    TRY(young_read(g, summand, &y));
    grundy_status status = young_conjugate(&y, &conjugate);
    if (status == GRUNDY_OK) {
        status = young_write(conjugate.runs, conjugate.count, out);
        young_close(&conjugate);
    }
    young_close(&y);
    if (status != GRUNDY_OK)
        return status;
    size_t size = out->size - before, common = size < summand.size ? size : summand.size;
    int order = common == 0 ? 0 : memcmp(summand.data, out->data + before, common);
    if (order < 0 || (order == 0 && summand.size < size)) {
        out->size = before;
        return grundy_append(out, summand.data, summand.size);
    }
    return GRUNDY_OK;
}

const native_space young_space = {.encoding = GRUNDY_ENCODING_PARTITIONS, .reduce = young_reduce};

/* ---- random positions ---- */

/* A partition of a number up to about `size`, each part at most the one before. */
grundy_status young_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t rest = grundy_random(seed) % (size + UINT64_C(1)), part = rest;
    partition_run run = {0};
    while (rest > 0) {
        uint64_t greatest = part < rest ? part : rest;
        part = 1 + grundy_random(seed) % greatest;
        rest -= part;
        if (part == run.part) {
            run.times++;
            continue;
        }
        if (run.times > 0)
            TRY(young_write(&run, 1, out));
        run = (partition_run){part, 1};
    }
    return run.times > 0 ? young_write(&run, 1, out) : GRUNDY_OK;
}
