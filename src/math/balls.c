#include "math/balls.h"

/* Put balls that agree below bit k in two runs, those without it first; returns where the second begins. */
static size_t partition_by_bit(uint64_t *balls, size_t start, size_t end, unsigned k)
{
    while (start < end) {
        if (!(balls[start] >> k & 1)) {
            start++;
        } else {
            end--;
            uint64_t held = balls[start];
            balls[start] = balls[end];
            balls[end] = held;
        }
    }
    return start;
}

/* In the order of the trie: the first ball of a class that has bit k. */
static size_t first_with_bit(const uint64_t *balls, size_t start, size_t end, unsigned k)
{
    while (start < end) {
        size_t middle = start + (end - start) / 2;
        if (balls[middle] >> k & 1)
            end = middle;
        else
            start = middle + 1;
    }
    return start;
}

uint64_t balls_welter(uint64_t *balls, size_t count)
{
    struct {
        size_t start, end;
        unsigned k;
    } stack[66]; /* at most one class waits at each level */
    unsigned depth = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum ^= balls[i];
    stack[depth].start = 0;
    stack[depth].end = count;
    stack[depth++].k = 0;
    while (depth > 0) {
        depth--;
        size_t start = stack[depth].start, end = stack[depth].end;
        unsigned k = stack[depth].k;
        if (end - start < 2 || k == 64)
            continue;
        sum ^= (uint64_t)((end - start) >> 1 & 1) << k; /* c (c-1) / 2 is odd when c = 2, 3 mod 4 */
        size_t middle = partition_by_bit(balls, start, end, k);
        stack[depth].end = middle; /* start is there already */
        stack[depth++].k = k + 1;
        stack[depth].start = middle;
        stack[depth].end = end;
        stack[depth++].k = k + 1;
    }
    return sum;
}

/* The y with y + sum of (y|x) over the balls = constant; the ball `without` does not count (count: all do). */
static uint64_t walk(const uint64_t *balls, size_t count, size_t without, uint64_t constant)
{
    size_t start = 0, end = count;
    uint64_t y = 0;
    for (unsigned k = 0; k < 64; k++) {
        uint64_t agree = end - start - (start <= without && without < end);
        uint64_t bit = (constant >> k ^ agree) & 1;
        y |= bit << k;
        if (start < end) {
            size_t middle = first_with_bit(balls, start, end, k);
            start = bit ? middle : start;
            end = bit ? end : middle;
        }
    }
    return y;
}

/* The nim-sum of (x|y) over the other balls y, for the ball x at i. */
static uint64_t mates_of(const uint64_t *balls, size_t count, size_t i)
{
    size_t start = 0, end = count;
    uint64_t sum = 0;
    for (unsigned k = 0; end - start > 1; k++) {
        sum |= (uint64_t)((end - start - 1) & 1) << k;
        size_t middle = first_with_bit(balls, start, end, k);
        if (balls[i] >> k & 1)
            start = middle;
        else
            end = middle;
    }
    return sum;
}

uint64_t balls_inset(uint64_t *balls, size_t count)
{
    uint64_t welter = balls_welter(balls, count);
    return walk(balls, count, count, welter);
}

bool balls_welter_move(const uint64_t *balls, size_t count, uint64_t welter, uint64_t value, size_t *from, uint64_t *to)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t others = welter ^ balls[i] ^ mates_of(balls, count, i); /* Welter's function of the other balls */
        uint64_t y = walk(balls, count, i, others ^ value);
        if (y < balls[i]) {
            *from = i;
            *to = y;
            return true;
        }
    }
    return false;
}
