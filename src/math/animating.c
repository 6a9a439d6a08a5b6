#include "math/animating.h"

#include <string.h>

/* The most terms that adding a constant may make. */
enum { SHIFT_MAX = 1 << 20 };

bool animating_mask(int64_t a, int64_t *out)
{
    if (a == INT64_MIN)
        return false;
    *out = a ^ (a - 1);
    return true;
}

bool animating_mate(int64_t a, int64_t b, int64_t *out)
{
    return animating_mask(a ^ b, out);
}

animating animating_identity(grundy *g)
{
    return (animating){.mates = grundy_buffer_open(g)};
}

void animating_close(animating *f)
{
    grundy_buffer_close(&f->mates);
}

size_t animating_count(const animating *f)
{
    return f->mates.size / sizeof(int64_t);
}

int64_t animating_at(const animating *f, size_t i)
{
    int64_t a;
    memcpy(&a, f->mates.data + i * sizeof a, sizeof a);
    return a;
}

static grundy_status animating_too_large(grundy *g)
{
    return grundy_fail(g, GRUNDY_LIMIT, "an animating function leaves the integers of 64 bits");
}

/* Where a is in the sorted list, or where it belongs. */
static size_t animating_place(const animating *f, int64_t a)
{
    size_t low = 0, high = animating_count(f);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (animating_at(f, middle) < a)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Two equal terms cancel, so the second of them takes the first out. */
grundy_status animating_mate_with(animating *f, int64_t a)
{
    size_t i = animating_place(f, a), count = animating_count(f), size = sizeof a;
    if (i < count && animating_at(f, i) == a) {
        memmove(f->mates.data + i * size, f->mates.data + (i + 1) * size, (count - i - 1) * size);
        f->mates.size -= size;
        return GRUNDY_OK;
    }
    TRY(grundy_append(&f->mates, &a, size));
    memmove(f->mates.data + (i + 1) * size, f->mates.data + i * size, (count - i) * size);
    memcpy(f->mates.data + i * size, &a, size);
    return GRUNDY_OK;
}

void animating_nim_add(animating *f, int64_t b)
{
    f->constant ^= b;
}

grundy_status animating_apply(const animating *f, int64_t x, int64_t *out)
{
    int64_t sum = x ^ f->constant, mate;
    for (size_t i = 0; i < animating_count(f); i++) {
        if (!animating_mate(x, animating_at(f, i), &mate))
            return animating_too_large(f->mates.g);
        sum ^= mate;
    }
    *out = sum;
    return GRUNDY_OK;
}

/* Bit k of (x|a) is set when x and a agree below it, so bit k of x follows from bit k of y and the lower bits of x. */
grundy_status animating_solve(const animating *f, int64_t y, int64_t *out)
{
    uint64_t x = 0, wanted = (uint64_t)(y ^ f->constant);
    for (unsigned k = 0; k < 64; k++) {
        uint64_t below = (UINT64_C(1) << k) - 1, bit = wanted >> k & 1;
        for (size_t i = 0; i < animating_count(f); i++)
            bit ^= ((x ^ (uint64_t)animating_at(f, i)) & below) == 0;
        x |= bit << k;
    }
    int64_t check = 0;
    TRY(animating_apply(f, (int64_t)x, &check));
    if (check != y)
        return animating_too_large(f->mates.g);
    *out = (int64_t)x;
    return GRUNDY_OK;
}

/* f becomes the copy that was changed, or the copy is dropped. */
static grundy_status settle(animating *f, animating *changed, grundy_status status)
{
    if (status == GRUNDY_OK) {
        animating held = *f;
        *f = *changed;
        *changed = held;
    }
    animating_close(changed);
    return status;
}

static grundy_status copy_of(const animating *f, animating *out)
{
    *out = animating_identity(f->mates.g);
    out->constant = f->constant;
    return grundy_append(&out->mates, f->mates.data, f->mates.size);
}

/* y + c is y nim-plus the (y|h) for -c <= h < 0, and y - c the same for 0 <= h < c; and (f(x)|h) = (x|f^-1(h)). */
grundy_status animating_add(animating *f, int64_t c)
{
    if (c < -SHIFT_MAX || c > SHIFT_MAX)
        return grundy_fail(f->mates.g, GRUNDY_LIMIT, "an animating function with more than %d terms", SHIFT_MAX);
    animating sum;
    grundy_status status = copy_of(f, &sum);
    int64_t a = 0;
    for (int64_t h = c > 0 ? -c : 0; status == GRUNDY_OK && h < (c > 0 ? 0 : -c); h++) {
        status = animating_solve(f, h, &a);
        if (status == GRUNDY_OK)
            status = animating_mate_with(&sum, a);
    }
    return settle(f, &sum, status);
}

grundy_status animating_after(animating *f, const animating *inner)
{
    animating result;
    grundy_status status = copy_of(inner, &result);
    int64_t a = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < animating_count(f); i++) {
        status = animating_solve(inner, animating_at(f, i), &a);
        if (status == GRUNDY_OK)
            status = animating_mate_with(&result, a);
    }
    animating_nim_add(&result, f->constant);
    return settle(f, &result, status);
}

/* Inset paper, Lemma 2.8 (3). (a|a) = -1 has no overflow, but f(a_i) may. */
grundy_status animating_invert(animating *f)
{
    animating inverse = animating_identity(f->mates.g);
    inverse.constant = f->constant;
    grundy_status status = GRUNDY_OK;
    int64_t a = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < animating_count(f); i++) {
        status = animating_apply(f, animating_at(f, i), &a);
        if (status == GRUNDY_OK)
            status = animating_mate_with(&inverse, a);
    }
    return settle(f, &inverse, status);
}

bool animating_equal(const animating *f, const animating *h)
{
    return f->constant == h->constant && f->mates.size == h->mates.size &&
           (f->mates.size == 0 || memcmp(f->mates.data, h->mates.data, f->mates.size) == 0);
}
