/* asm(n): the poset A_n of Striker, whose order ideals are the alternating sign matrices of size n
 *
 * Triples x, y, z >= 0 with x + y + z <= n - 2. An element covers (x+1,y,z), (x,y+1,z), (x+1,y,z-1) and (x,y+1,z-1)
 * where these exist, and has rank n - 2 - x - y (coin-turning paper, Proposition 3.1 and (3.1)). Down-sets of elements
 * of the same rank r and the same z, or z and r - z, are isomorphic (Lemma 5.4, Proposition 6.1).
 *
 * An element is stored as its rank, x and z, four bytes each. */
#include <inttypes.h>

#include "rulesets/posets/poset.h"
#include "rulesets/posets/poset_asm.h"

enum { FIELD = 4, ELEMENT = 3 * FIELD };

#define SIZE_MAX_N ((uint64_t)1 << 31)

typedef struct {
    uint64_t rank, x, z;
} triple;

static uint64_t top_rank(const board *b)
{
    return *(const uint64_t *)b->state;
}

static triple asm_load(const unsigned char *x)
{
    return (triple){number_load(x, FIELD), number_load(x + FIELD, FIELD), number_load(x + 2 * FIELD, FIELD)};
}

static void asm_store(triple t, unsigned char *out)
{
    number_store(t.rank, FIELD, out);
    number_store(t.x, FIELD, out + FIELD);
    number_store(t.z, FIELD, out + 2 * FIELD);
}

void asm_rank(const unsigned char *x, uint64_t *rank, uint64_t *z)
{
    triple t = asm_load(x);
    *rank = t.rank;
    *z = t.z;
}

static grundy_status asm_open(grundy *g, board *b, const grundy_arg *self)
{
    uint64_t n;
    grundy_status status = GRUNDY_OK;
    TRY(board_arguments(g, self, 1, "asm(5)"));
    TRY(board_integer(g, self, 0, "size of the matrices", 2, SIZE_MAX_N, &n));
    b->width = ELEMENT;
    b->state = handle_new(g, 1, sizeof n, &status);
    if (b->state != NULL)
        *(uint64_t *)b->state = n - 2;
    return status;
}

static void asm_close(grundy *g, board *b)
{
    handle_free(g, b->state, sizeof(uint64_t));
}

static grundy_status asm_parse(grundy *g, const board *b, grundy_scanner *s, unsigned char *out)
{
    (void)g;
    uint64_t x, y, z, top = top_rank(b);
    if (!grundy_scan_accept(s, "("))
        return grundy_scan_fail(s, "an element (x,y,z)");
    grundy_scan_open(s);
    TRY(grundy_scan_integer(s, "coordinate x", 0, top, &x));
    TRY(grundy_scan_expect(s, ","));
    TRY(grundy_scan_integer(s, "coordinate y", 0, top - x, &y));
    TRY(grundy_scan_expect(s, ","));
    TRY(grundy_scan_integer(s, "coordinate z", 0, top - x - y, &z));
    grundy_scan_close(s);
    TRY(grundy_scan_expect(s, ")"));
    asm_store((triple){top - x - y, x, z}, out);
    return GRUNDY_OK;
}

static grundy_status asm_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    triple t = asm_load(x);
    return grundy_appendf(out, "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", t.x, top_rank(b) - t.rank - t.x, t.z);
}

/* C(n + 1, 3); n is below 2^32, so that the product has at most 96 bits. */
static uint64_t asm_count(const board *b)
{
    unsigned __int128 n = top_rank(b) + 2, count = (n + 1) * n * (n - 1) / 6;
    return count > UINT64_MAX ? UINT64_MAX : (uint64_t)count;
}

static grundy_status asm_add(grundy_list *out, uint64_t rank, uint64_t x, uint64_t z)
{
    unsigned char bytes[ELEMENT];
    asm_store((triple){rank, x, z}, bytes);
    return grundy_list_add(out, bytes, sizeof bytes);
}

static grundy_status asm_maximal(grundy *g, const board *b, grundy_list *out)
{
    (void)g;
    for (uint64_t z = 0; z <= top_rank(b); z++)
        TRY(asm_add(out, top_rank(b), 0, z));
    return GRUNDY_OK;
}

/* The rank goes down by one; then z must not exceed it. */
static grundy_status asm_lower(grundy *g, const board *b, const unsigned char *element, grundy_list *out)
{
    (void)g;
    (void)b;
    triple t = asm_load(element);
    for (uint64_t step = 0; t.rank > 0 && step <= 1; step++) {
        if (t.z < t.rank)
            TRY(asm_add(out, t.rank - 1, t.x + step, t.z));
        if (t.z > 0)
            TRY(asm_add(out, t.rank - 1, t.x + step, t.z - 1));
    }
    return GRUNDY_OK;
}

static bool asm_end(const board *b, unsigned char *out)
{
    asm_store((triple){0, 0, 0}, out);
    return top_rank(b) == 0;
}

static bool asm_height(const board *b, const unsigned char *x, uint64_t *out)
{
    (void)b;
    *out = asm_load(x).rank;
    return true;
}

static void asm_type(const board *b, const unsigned char *x, unsigned char *out)
{
    triple t = asm_load(x);
    t.x = top_rank(b) - t.rank;
    t.z = t.z > t.rank - t.z ? t.rank - t.z : t.z;
    asm_store(t, out);
}

static grundy_status asm_ideal(grundy *g, const board *b, const unsigned char *x, uint64_t *out, const char **reason)
{
    (void)g;
    (void)b;
    triple t = asm_load(x);
    *out = t.rank == 0 || t.rank == 2 * t.z + 1 || t.rank + 1 == 2 * t.z;
    *reason = "1 where the rank is 0, 2z - 1 or 2z + 1 (coin-turning paper, Theorem 1.1)";
    return GRUNDY_OK;
}

const board_kind asm_board = {
    .name = "asm",
    .arguments = "(n)",
    .open = asm_open,
    .close = asm_close,
    .parse = asm_parse,
    .print = asm_print,
    .count = asm_count,
    .maximal = asm_maximal,
    .lower = asm_lower,
    .least = asm_end,
    .greatest = asm_end,
    .height = asm_height,
    .type = asm_type,
    .ideal = asm_ideal,
    .ruler_sweep = &asm_ruler_sweep,
};
