#include "math/partitions.h"

#include <stdlib.h>

uint64_t partition_rows(const partition_run *runs, size_t count)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += runs[i].times;
    return rows;
}

uint64_t partition_columns(const partition_run *runs, size_t count)
{
    return count == 0 ? 0 : runs[0].part;
}

bool partition_size(const partition_run *runs, size_t count, uint64_t *out)
{
    uint64_t size = 0, cells;
    for (size_t i = 0; i < count; i++)
        if (__builtin_mul_overflow(runs[i].part, runs[i].times, &cells) || __builtin_add_overflow(size, cells, &size))
            return false;
    *out = size;
    return true;
}

/* The columns of width part_i - part_(i+1) reach down to row times_1 + ... + times_i. */
void partition_conjugate(const partition_run *runs, size_t count, partition_run *out)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t next = i + 1 < count ? runs[i + 1].part : 0;
        rows += runs[i].times;
        out[count - 1 - i] = (partition_run){.part = rows, .times = runs[i].part - next};
    }
}

static int by_part(const void *a, const void *b)
{
    const partition_run *x = a, *y = b;
    return (x->part < y->part) - (x->part > y->part);
}

size_t partition_tidy(partition_run *runs, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(runs, count, sizeof *runs, by_part);
    for (size_t i = 0; i < count; i++) {
        if (runs[i].part == 0 || runs[i].times == 0)
            continue;
        if (kept > 0 && runs[kept - 1].part == runs[i].part)
            runs[kept - 1].times += runs[i].times;
        else
            runs[kept++] = runs[i];
    }
    return kept;
}

/* Row by row would be slow for long runs: it is enough to look at the last row of each run of a. */
bool partition_below(const partition_run *a, size_t a_count, const partition_run *b, size_t b_count)
{
    uint64_t a_rows = 0, b_rows = 0;
    size_t j = 0;
    for (size_t i = 0; i < a_count; i++) {
        a_rows += a[i].times;
        while (j < b_count && b_rows + b[j].times < a_rows)
            b_rows += b[j++].times;
        if (j == b_count || b[j].part < a[i].part)
            return false;
    }
    return true;
}

void partition_beta(const partition_run *runs, size_t count, uint64_t *out)
{
    uint64_t below = partition_rows(runs, count);
    for (size_t i = 0; i < count; i++)
        for (uint64_t k = 0; k < runs[i].times; k++)
            *out++ = runs[i].part + --below;
}

static int descending(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

size_t partition_of_beta(uint64_t *beta, size_t rows, partition_run *out)
{
    size_t count = 0;
    if (rows > 1)
        qsort(beta, rows, sizeof *beta, descending);
    for (size_t i = 0; i < rows; i++) {
        uint64_t part = beta[i] - (rows - 1 - i);
        if (part == 0)
            break;
        if (count > 0 && out[count - 1].part == part)
            out[count - 1].times++;
        else
            out[count++] = (partition_run){part, 1};
    }
    return count;
}

/* OEIS A000070; the tests compare it with the ranks. */
static const uint32_t up_to[RANKED_MAX + 1] = {
    1,         2,         4,         7,         12,        19,        30,        45,        67,        97,
    139,       195,       272,       373,       508,       684,       915,       1212,      1597,      2087,
    2714,      3506,      4508,      5763,      7338,      9296,      11732,     14742,     18460,     23025,
    28629,     35471,     43820,     53963,     66273,     81156,     99133,     120770,    146785,    177970,
    215308,    259891,    313065,    376326,    451501,    540635,    646193,    770947,    918220,    1091745,
    1295971,   1535914,   1817503,   2147434,   2533589,   2984865,   3511688,   4125842,   4841062,   5672882,
    6639349,   7760854,   9061010,   10566509,  12308139,  14320697,  16644217,  19323906,  22411641,  25965986,
    30053954,  34751159,  40143942,  46329631,  53419131,  61537395,  70826486,  81446349,  93578513,  107427163,
    123223639, 141227966, 161734221, 185072690, 211616350, 241783707, 276046669, 314934342, 359042451, 409038376,
    465672549, 529784908, 602318715, 684328892, 776998612, 881650031, 999764335,
};

uint32_t partitions_up_to(unsigned n)
{
    return up_to[n];
}

void partition_ranks_fill(partition_ranks *ranks)
{
    *ranks = (partition_ranks){0};
    ranks->parts_below[0][0] = 1;
    for (size_t m = 1; m <= RANKED_MAX; m++)
        for (size_t n = 0; n <= RANKED_MAX; n++)
            ranks->parts_below[m][n] = ranks->parts_below[m - 1][n] + (n >= m ? ranks->parts_below[m][n - m] : 0);
    for (size_t n = 0; n <= RANKED_MAX; n++)
        ranks->offset[n + 1] = ranks->offset[n] + ranks->parts_below[RANKED_MAX][n];
}

/* Before a partition of n with first part a come those with smaller parts only, and those with first part a whose
 * rest comes before its rest. */
uint32_t partition_rank(const partition_ranks *ranks, const partition_run *runs, size_t count)
{
    uint64_t size = 0;
    uint32_t rank = 0;
    for (size_t i = count; i-- > 0;)
        for (uint64_t k = 0; k < runs[i].times; k++) {
            size += runs[i].part;
            rank += ranks->parts_below[runs[i].part - 1][size];
        }
    return ranks->offset[size] + rank;
}
