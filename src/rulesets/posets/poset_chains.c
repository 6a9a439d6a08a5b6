/* chain(n), divisors(n) and boolean(n): chains and products of chains
 *
 * The ruler on a chain has the ruler sequence as its values (coin-turning paper, Theorem 5.1), and a product of
 * rulers the nim-products (Theorem 4.2); divisors(n) and boolean(n) are products of chains (Theorem 5.2). */
#include <inttypes.h>
#include <string.h>

#include "math/factor.h"
#include "rulesets/posets/poset.h"

enum { WIDTH = sizeof(uint64_t) };

static uint64_t chain_load(const unsigned char *x)
{
    return number_load(x, WIDTH);
}

static void chain_store(uint64_t n, unsigned char *out)
{
    number_store(n, WIDTH, out);
}

static grundy_status add_number(grundy_list *out, uint64_t n)
{
    unsigned char bytes[WIDTH];
    chain_store(n, bytes);
    return grundy_list_add(out, bytes, WIDTH);
}

static grundy_status new_state(grundy *g, board *b, size_t size)
{
    grundy_status status = GRUNDY_OK;
    b->width = WIDTH;
    b->state = handle_new(g, 1, size, &status);
    return status;
}

/* R(x): the greatest power of two that divides x. */
static uint64_t ruler_sequence(uint64_t x)
{
    return x & -x;
}

/* ---- chain(n): the numbers 1 .. n ---- */

static uint64_t length_of(const board *b)
{
    return *(const uint64_t *)b->state;
}

static grundy_status chain_open(grundy *g, board *b, const grundy_arg *self)
{
    uint64_t n;
    TRY(board_arguments(g, self, 1, "chain(8)"));
    TRY(board_integer(g, self, 0, "number of elements", 1, (uint64_t)INT64_MAX, &n));
    TRY(new_state(g, b, sizeof n));
    *(uint64_t *)b->state = n;
    return GRUNDY_OK;
}

static void chain_close(grundy *g, board *b)
{
    handle_free(g, b->state, sizeof(uint64_t));
}

static grundy_status chain_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    uint64_t x;
    TRY(grundy_scan_integer(s, "element of the chain", 1, length_of(b), &x));
    chain_store(x, out);
    return GRUNDY_OK;
}

static grundy_status number_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    (void)b;
    return grundy_appendf(out, "%" PRIu64, chain_load(x));
}

static grundy_status chain_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    return add_number(out, length_of(b));
}

static grundy_status chain_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    (void)g;
    (void)b;
    return chain_load(x) > 1 ? add_number(out, chain_load(x) - 1) : GRUNDY_OK;
}

static bool chain_least(const board *b, unsigned char *out)
{
    (void)b;
    chain_store(1, out);
    return true;
}

static bool chain_greatest(const board *b, unsigned char *out)
{
    chain_store(length_of(b), out);
    return true;
}

static bool chain_height(const board *b, const unsigned char *x, uint64_t *out)
{
    (void)b;
    *out = chain_load(x) - 1;
    return true;
}

static grundy_status chain_ruler(grundy *g, const board *b, const unsigned char *x, uint64_t *out, const char **reason)
{
    (void)g;
    (void)b;
    *out = ruler_sequence(chain_load(x));
    *reason = "the ruler sequence (coin-turning paper, Theorem 5.1)";
    return GRUNDY_OK;
}

const board_kind chain_board = {
    .name = "chain",
    .arguments = "(n)",
    .open = chain_open,
    .close = chain_close,
    .parse = chain_parse,
    .print = number_print,
    .count = length_of,
    .maximal = chain_maximal,
    .lower = chain_lower,
    .least = chain_least,
    .greatest = chain_greatest,
    .height = chain_height,
    .ruler = chain_ruler,
    .ideal = board_minimum_ideal,
};

grundy_status board_chain(grundy *g, uint64_t n, board **out)
{
    board *b = NULL;
    TRY(board_new(g, &chain_board, &b));
    grundy_status status = new_state(g, b, sizeof n);
    if (status != GRUNDY_OK) {
        board_close(g, b);
        return status;
    }
    *(uint64_t *)b->state = n;
    *out = b;
    return GRUNDY_OK;
}

/* ---- divisors(n) ---- */

typedef struct {
    uint64_t n;
    factorisation f;
} divisor_state;

static const divisor_state *divisors_of(const board *b)
{
    return b->state;
}

static grundy_status divisors_open(grundy *g, board *b, const grundy_arg *self)
{
    divisor_state d;
    TRY(board_arguments(g, self, 1, "divisors(360)"));
    TRY(board_integer(g, self, 0, "number whose divisors are meant", 1, UINT64_MAX, &d.n));
    TRY(factor(g, d.n, &d.f));
    TRY(new_state(g, b, sizeof d));
    memcpy(b->state, &d, sizeof d);
    return GRUNDY_OK;
}

static void divisors_close(grundy *g, board *b)
{
    handle_free(g, b->state, sizeof(divisor_state));
}

static grundy_status divisors_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    uint64_t x, n = divisors_of(b)->n;
    unsigned column = grundy_scan_column(s);
    TRY(grundy_scan_integer(s, "divisor", 1, n, &x));
    if (n % x != 0)
        return grundy_scan_reject(s, column, "%" PRIu64 " does not divide %" PRIu64, x, n);
    chain_store(x, out);
    return GRUNDY_OK;
}

static uint64_t divisors_count(const board *b)
{
    uint64_t count = 1;
    for (unsigned i = 0; i < divisors_of(b)->f.count; i++)
        count *= divisors_of(b)->f.exponent[i] + 1;
    return count;
}

static grundy_status divisors_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    return add_number(out, divisors_of(b)->n);
}

static grundy_status divisors_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    (void)g;
    const factorisation *f = &divisors_of(b)->f;
    for (unsigned i = 0; i < f->count; i++)
        if (chain_load(x) % f->prime[i] == 0)
            TRY(add_number(out, chain_load(x) / f->prime[i]));
    return GRUNDY_OK;
}

static bool divisors_greatest(const board *b, unsigned char *out)
{
    chain_store(divisors_of(b)->n, out);
    return true;
}

/* How often the i-th prime divides x. */
static unsigned exponent_in(const factorisation *f, unsigned i, uint64_t x)
{
    unsigned exponent = 0;
    for (; x % f->prime[i] == 0; x /= f->prime[i])
        exponent++;
    return exponent;
}

static bool divisors_height(const board *b, const unsigned char *x, uint64_t *out)
{
    const factorisation *f = &divisors_of(b)->f;
    uint64_t height = 0;
    for (unsigned i = 0; i < f->count; i++)
        height += exponent_in(f, i, chain_load(x));
    *out = height;
    return true;
}

/* The i-th index in descending order of the exponents, equal ones from the left. */
static unsigned index_by_exponent(const unsigned *exponent, unsigned count, unsigned i)
{
    for (unsigned k = 0; k < count; k++) {
        unsigned before = 0;
        for (unsigned j = 0; j < count; j++)
            before += exponent[j] > exponent[k] || (exponent[j] == exponent[k] && j < k);
        if (before == i)
            return k;
    }
    return 0;
}

/* The exponents decide; the largest go to the primes that occur most often in n, so that the result divides n. */
static void divisors_type(const board *b, const unsigned char *x, unsigned char *out)
{
    const factorisation *f = &divisors_of(b)->f;
    unsigned exponent[FACTOR_PRIMES_MAX] = {0};
    uint64_t product = 1;
    for (unsigned i = 0; i < f->count; i++)
        exponent[i] = exponent_in(f, i, chain_load(x));
    for (unsigned i = 0; i < f->count; i++) {
        uint64_t prime = f->prime[index_by_exponent(f->exponent, f->count, i)];
        for (unsigned e = exponent[index_by_exponent(exponent, f->count, i)]; e > 0; e--)
            product *= prime;
    }
    chain_store(product, out);
}

static grundy_status divisors_ruler(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                    const char **reason)
{
    (void)g;
    const factorisation *f = &divisors_of(b)->f;
    uint64_t value = 1;
    for (unsigned i = 0; i < f->count; i++)
        value = grundy_nim_mul(value, ruler_sequence(exponent_in(f, i, chain_load(x)) + 1));
    *out = value;
    *reason = "nim-product of ruler sequences (coin-turning paper, Theorem 5.2)";
    return GRUNDY_OK;
}

const board_kind divisors_board = {
    .name = "divisors",
    .arguments = "(n)",
    .open = divisors_open,
    .close = divisors_close,
    .parse = divisors_parse,
    .print = number_print,
    .count = divisors_count,
    .maximal = divisors_maximal,
    .lower = divisors_lower,
    .least = chain_least,
    .greatest = divisors_greatest,
    .height = divisors_height,
    .type = divisors_type,
    .ruler = divisors_ruler,
    .ideal = board_minimum_ideal,
};

/* ---- boolean(n): subsets of {1, ..., n} ----
 *
 * One byte with the size, then a word whose bit 64 - i is clear when i is in the subset: so subsets sort by size,
 * and those of one size as sequences. */

enum { BOOLEAN_WIDTH = 1 + WIDTH, POINTS_MAX = 64 };

static uint64_t bit_of(uint64_t point)
{
    return UINT64_C(1) << (POINTS_MAX - point);
}

static uint64_t subset_of(const unsigned char *x)
{
    return ~chain_load(x + 1);
}

static void store_subset(uint64_t subset, unsigned char *out)
{
    out[0] = (unsigned char)__builtin_popcountll(subset);
    chain_store(~subset, out + 1);
}

/* {1, ..., k} */
static uint64_t first_points(uint64_t k)
{
    return k == 0 ? 0 : UINT64_MAX << (POINTS_MAX - k);
}

static grundy_status boolean_open(grundy *g, board *b, const grundy_arg *self)
{
    uint64_t n;
    TRY(board_arguments(g, self, 1, "boolean(4)"));
    TRY(board_integer(g, self, 0, "number of points", 0, POINTS_MAX, &n));
    TRY(new_state(g, b, sizeof n));
    b->width = BOOLEAN_WIDTH;
    b->braced = true;
    *(uint64_t *)b->state = n;
    return GRUNDY_OK;
}

static grundy_status add_point(grundy_scanner *s, uint64_t n, uint64_t *subset)
{
    uint64_t point;
    unsigned column = grundy_scan_column(s);
    TRY(grundy_scan_integer(s, "point", 1, n, &point));
    if ((*subset & bit_of(point)) != 0)
        return grundy_scan_reject(s, column, "the point %" PRIu64 " occurs twice", point);
    *subset |= bit_of(point);
    return GRUNDY_OK;
}

static grundy_status subset_variable(grundy_scanner *s, const grundy_variable *v, uint64_t n, unsigned char *out)
{
    uint64_t subset = 0;
    for (size_t i = 0; i < v->count; i++) {
        if (v->items[i] < 1 || v->items[i] > n)
            return grundy_scan_reject(s, grundy_scan_column(s), "the point %" PRIu64 " is none of 1 to %" PRIu64,
                                      v->items[i], n);
        subset |= bit_of(v->items[i]);
    }
    store_subset(subset, out);
    return GRUNDY_OK;
}

static grundy_status boolean_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    uint64_t subset = 0;
    const grundy_variable *v = grundy_scan_variable(s, GRUNDY_SUBSET);
    if (v != NULL)
        return subset_variable(s, v, length_of(b), out);
    if (!grundy_scan_accept(s, "{"))
        return grundy_scan_fail(s, "a subset such as {1,3}");
    grundy_scan_open(s);
    if (grundy_scan_peek(s) != '}') {
        TRY(add_point(s, length_of(b), &subset));
        while (grundy_scan_accept(s, ","))
            TRY(add_point(s, length_of(b), &subset));
    }
    grundy_scan_close(s);
    if (!grundy_scan_accept(s, "}"))
        return grundy_scan_fail(s, "',' or '}'");
    store_subset(subset, out);
    return GRUNDY_OK;
}

static grundy_status boolean_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    const char *before = "{";
    for (uint64_t point = 1; point <= length_of(b); point++)
        if ((subset_of(x) & bit_of(point)) != 0) {
            TRY(grundy_appendf(out, "%s%" PRIu64, before, point));
            before = ",";
        }
    return grundy_appendf(out, "%s}", subset_of(x) == 0 ? "{" : "");
}

static uint64_t boolean_count(const board *b)
{
    return length_of(b) == POINTS_MAX ? UINT64_MAX : UINT64_C(1) << length_of(b);
}

static bool boolean_least(const board *b, unsigned char *out)
{
    (void)b;
    store_subset(0, out);
    return true;
}

static bool boolean_greatest(const board *b, unsigned char *out)
{
    store_subset(first_points(length_of(b)), out);
    return true;
}

static grundy_status boolean_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    unsigned char all[BOOLEAN_WIDTH];
    boolean_greatest(b, all);
    return grundy_list_add(out, all, sizeof all);
}

static grundy_status boolean_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    (void)g;
    (void)b;
    unsigned char smaller[BOOLEAN_WIDTH];
    for (uint64_t rest = subset_of(x); rest != 0; rest &= rest - 1) {
        store_subset(subset_of(x) & ~(rest & -rest), smaller);
        TRY(grundy_list_add(out, smaller, sizeof smaller));
    }
    return GRUNDY_OK;
}

static bool boolean_height(const board *b, const unsigned char *x, uint64_t *out)
{
    (void)b;
    *out = x[0];
    return true;
}

static void boolean_type(const board *b, const unsigned char *x, unsigned char *out)
{
    (void)b;
    store_subset(first_points(x[0]), out);
}

static grundy_status boolean_ruler(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                   const char **reason)
{
    (void)g;
    (void)b;
    *out = grundy_nim_pow(2, x[0]);
    *reason = "nim-power of 2, as a product of two-element chains (coin-turning paper, Theorem 5.2)";
    return GRUNDY_OK;
}

const board_kind boolean_board = {
    .name = "boolean",
    .arguments = "(n)",
    .open = boolean_open,
    .close = chain_close,
    .parse = boolean_parse,
    .print = boolean_print,
    .count = boolean_count,
    .maximal = boolean_maximal,
    .lower = boolean_lower,
    .least = boolean_least,
    .greatest = boolean_greatest,
    .height = boolean_height,
    .type = boolean_type,
    .ruler = boolean_ruler,
    .ideal = board_minimum_ideal,
};
