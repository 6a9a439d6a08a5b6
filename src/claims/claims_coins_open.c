/* claims_coins_open.c - "Coin turning games on partially ordered sets", section 6: the rulers on the ASM poset and on
 * the set partitions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims/listed.h"
#include "rulesets/posets/poset_asm.h"
#include "rulesets/posets/poset_set_partitions.h"

/* ---- section 6.1 ---- */

enum { SIDE_MAX = 16 };

/* The number of the element (x,y,z) of A_n. */
static grundy_status listed_number(const listed *l, unsigned n, uint64_t x, uint64_t y, uint64_t z, uint32_t *out)
{
    char text[64];
    grundy_buffer summand = grundy_buffer_open(l->g);
    (void)n;
    snprintf(text, sizeof text, "(%u,%u,%u)", (unsigned)x, (unsigned)y, (unsigned)z);
    grundy_scanner s = scan_begin(l->g, "element", text, NULL);
    grundy_status status = coins_parse(l->g, l->r, &s, &summand);
    if (status == GRUNDY_OK)
        *out = board_number(l->list, summand.data);
    grundy_buffer_close(&summand);
    return status;
}

/* The numbers of the images of all elements under xi and eta. */
static grundy_status find_images(const listed *l, unsigned n, uint32_t *xi, uint32_t *eta)
{
    for (uint64_t x = 0; x + 2 <= n; x++)
        for (uint64_t y = 0; x + y + 2 <= n; y++)
            for (uint64_t z = 0; x + y + z + 2 <= n; z++) {
                uint32_t i;
                TRY(listed_number(l, n, x, y, z, &i));
                TRY(listed_number(l, n, y, x, z, &xi[i]));
                TRY(listed_number(l, n, x, y, n - 2 - (x + y + z), &eta[i]));
            }
    return GRUNDY_OK;
}

static grundy_status check_asm_image(claim_run *run, const listed *l, unsigned n, const uint32_t *image,
                                     const char *name)
{
    for (uint32_t i = 0; i < l->count; i++) {
        TRY(claim_holds(run, l->values[i] == l->values[image[i]], "n = %u, %s, element %u: another value", n, name, i));
        for (uint32_t k = 0; k < l->count; k++)
            TRY(claim_holds(run, poset_leq(&l->list->order, i, k) == poset_leq(&l->list->order, image[i], image[k]),
                            "n = %u, %s, elements %u and %u", n, name, i, k));
    }
    return GRUNDY_OK;
}

static grundy_status check_symmetries(claim_run *run, const listed *l, unsigned n)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *image = handle_new(run->g, 2 * (size_t)l->count, sizeof *image, &status);
    if (image == NULL)
        return status;
    status = find_images(l, n, image, image + l->count);
    if (status == GRUNDY_OK)
        status = check_asm_image(run, l, n, image, "xi");
    if (status == GRUNDY_OK)
        status = check_asm_image(run, l, n, image + l->count, "eta");
    handle_free(run->g, image, 2 * (size_t)l->count * sizeof *image);
    return status;
}

static grundy_status asm_symmetries(claim_run *run)
{
    static const char *const games[] = {"turtles", "ideal", "ruler"};
    static coin_values *const compute[] = {turtles_values, ideal_values, ruler_values};
    for (size_t i = 0; i < GRUNDY_COUNT(games); i++)
        for (unsigned n = 2; n <= 9; n++) {
            listed l;
            TRY(listed_open(run->g, compute[i], &l, "%s(asm(%u))", games[i], n));
            grundy_status status = check_symmetries(run, &l, n);
            listed_close(&l);
            TRY(status);
        }
    return GRUNDY_OK;
}

/* The values of the listed A_n depend on rank and z, and are those of the triangle. */
static grundy_status check_triangle(claim_run *run, const listed *l, unsigned n, const uint32_t *triangle)
{
    for (uint32_t i = 0; i < l->count; i++) {
        uint64_t rank, z;
        asm_rank(board_element(l->list, i), &rank, &z);
        TRY(claim_holds(run, l->values[i] == triangle[rank * (rank + 1) / 2 + z], "n = %u, rank %u, z = %u: %u", n,
                        (unsigned)rank, (unsigned)z, l->values[i]));
    }
    return GRUNDY_OK;
}

static grundy_status asm_triangle(claim_run *run)
{
    uint32_t triangle[SIDE_MAX * (SIDE_MAX + 1) / 2];
    unsigned most = run->scale > 1 ? SIDE_MAX + 1 : SIDE_MAX - 2;
    TRY(asm_ruler(run->g, SIDE_MAX - 1, triangle));
    for (unsigned n = 2; n <= most; n++) {
        listed l;
        TRY(listed_open(run->g, ruler_values, &l, "ruler(asm(%u))", n));
        grundy_status status = check_triangle(run, &l, n, triangle);
        listed_close(&l);
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status asm_open_claim(claim_run *run)
{
    run->open = true;
    TRY(grundy_appendf(&run->note, "the triangle is in doc/results/asm-ruler.md, with what it suggests"));
    return asm_triangle(run);
}

/* ---- section 6.2 ---- */

enum { POINTS_MAX = 17, LISTED_POINTS = 8 };

/* Theorem 6.1: the values of the listed set partitions against nim-products of the values of one block. */
static grundy_status check_types(claim_run *run, const listed *l, uint32_t *h, unsigned n)
{
    unsigned char parts[SET_PARTITION_POINTS_MAX];
    h[n] = l->values[l->count - 1];
    for (uint32_t x = 0; x < l->count; x++) {
        size_t count = set_partition_type(coins_game(l->r)->board, board_element(l->list, x), parts);
        uint64_t product = 1;
        for (size_t i = 0; i < count; i++)
            product = grundy_nim_mul(product, h[parts[i]]);
        TRY(claim_holds(run, l->values[x] == product, "n = %u, set partition %u, with %u blocks: %u", n, x,
                        (unsigned)count, l->values[x]));
    }
    return GRUNDY_OK;
}

static grundy_status values_by_type(claim_run *run)
{
    uint32_t h[LISTED_POINTS + 1] = {0};
    for (unsigned n = 1; n <= (run->scale > 1 ? LISTED_POINTS : LISTED_POINTS - 1); n++) {
        listed l;
        TRY(listed_open(run->g, ruler_values, &l, "ruler(setpartitions(%u))", n));
        grundy_status status = check_types(run, &l, h, n);
        listed_close(&l);
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status table_of_h(claim_run *run)
{
    static const uint32_t printed[] = {0, 1, 2, 1, 4, 1, 2, 1, 7, 15, 16, 8, 5, 19, 5, 37, 17, 14};
    uint32_t h[POINTS_MAX + 1];
    TRY(set_partition_ruler(run->g, POINTS_MAX, h));
    for (unsigned n = 1; n <= POINTS_MAX; n++)
        TRY(claim_holds(run, h[n] == printed[n], "h(%u) = %u", n, h[n]));
    return GRUNDY_OK;
}

/* Set partitions of labelled blocks, one union after the other. A union is recorded as a number in base 16, whose digit
 * i is how many blocks of size i it has (the sizes are at most 9). */
enum { BLOCKS_MAX = 9 };

typedef struct {
    unsigned count, size[BLOCKS_MAX + 1];
    unsigned unions, sum[BLOCKS_MAX + 1];
    uint64_t content[BLOCKS_MAX + 1];
} grouping;

typedef grundy_status grouping_visit(claim_run *run, const grouping *s, void *context);

static grundy_status group_from(claim_run *run, grouping *s, unsigned i, grouping_visit *visit, void *context)
{
    if (i == s->count)
        return visit(run, s, context);
    for (unsigned u = 0; u <= s->unions; u++) {
        bool fresh = u == s->unions;
        if (fresh)
            s->sum[u] = 0, s->content[u] = 0;
        s->unions += fresh;
        s->sum[u] += s->size[i];
        s->content[u] += UINT64_C(1) << (4 * s->size[i]);
        TRY(group_from(run, s, i + 1, visit, context));
        s->unions -= fresh;
        s->sum[u] -= s->size[i];
        s->content[u] -= UINT64_C(1) << (4 * s->size[i]);
    }
    return GRUNDY_OK;
}

typedef grundy_status partition_visit(claim_run *run, grouping *s, void *context);

static grundy_status partitions_from(claim_run *run, grouping *s, unsigned rest, unsigned most, partition_visit *visit,
                                     void *context)
{
    if (rest == 0)
        return visit(run, s, context);
    for (unsigned part = most < rest ? most : rest; part > 0; part--) {
        s->size[s->count++] = part;
        TRY(partitions_from(run, s, rest - part, part, visit, context));
        s->count--;
    }
    return GRUNDY_OK;
}

/* s(mu): over all set partitions, or without the one with a single union. */
typedef struct {
    const uint32_t *h;
    bool with_top;
    uint64_t sum;
    bool seen[256];
} mex_context;

static grundy_status add_product(claim_run *run, const grouping *s, void *context)
{
    (void)run;
    mex_context *c = context;
    uint64_t product = 1;
    for (unsigned u = 0; u < s->unions; u++)
        product = grundy_nim_mul(product, c->h[s->sum[u]]);
    if (s->unions > 1 || c->with_top)
        c->sum ^= product;
    return GRUNDY_OK;
}

static grundy_status add_sum(claim_run *run, grouping *s, void *context)
{
    mex_context *c = context;
    c->sum = 0;
    TRY(group_from(run, s, 0, add_product, c));
    if (c->sum < sizeof c->seen)
        c->seen[c->sum] = true;
    return GRUNDY_OK;
}

static grundy_status check_recursion(claim_run *run, bool with_top)
{
    uint32_t h[BLOCKS_MAX + 1];
    TRY(set_partition_ruler(run->g, BLOCKS_MAX, h));
    for (unsigned n = 1; n <= BLOCKS_MAX && !claim_failed(run); n++) {
        mex_context c = {.h = h, .with_top = with_top};
        grouping s = {0};
        unsigned mex = 0;
        TRY(partitions_from(run, &s, n, n, add_sum, &c));
        while (c.seen[mex])
            mex++;
        TRY(claim_holds(run, mex == h[n], "n = %u: the mex is %u, h(n) = %u", n, mex, h[n]));
    }
    return GRUNDY_OK;
}

static grundy_status recursion_as_printed(claim_run *run)
{
    return check_recursion(run, true);
}

static grundy_status recursion(claim_run *run)
{
    return check_recursion(run, false);
}

/* Proposition 6.2: the term of a multiset nu against the number of set partitions that lead to it. */
enum { TUPLES_MAX = 4000 };

typedef struct {
    unsigned unions;
    uint64_t content[BLOCKS_MAX + 1];
    uint64_t times;
} tuple;

typedef struct {
    tuple *tuples;
    size_t count;
} tuple_list;

static int compare_contents(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static grundy_status count_tuple(claim_run *run, const grouping *s, void *context)
{
    tuple_list *list = context;
    tuple t = {.unions = s->unions, .times = 1};
    memcpy(t.content, s->content, s->unions * sizeof t.content[0]);
    qsort(t.content, t.unions, sizeof t.content[0], compare_contents);
    for (size_t i = 0; i < list->count; i++)
        if (list->tuples[i].unions == t.unions && memcmp(list->tuples[i].content, t.content, sizeof t.content) == 0) {
            list->tuples[i].times++;
            return GRUNDY_OK;
        }
    if (list->count == TUPLES_MAX)
        return grundy_fail(run->g, GRUNDY_LIMIT, "more than %d multisets", TUPLES_MAX);
    list->tuples[list->count++] = t;
    return GRUNDY_OK;
}

static uint64_t factorial(uint64_t n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static uint64_t product_of_factorials(uint64_t content)
{
    uint64_t product = 1;
    for (; content != 0; content >>= 4)
        product *= factorial(content & 15);
    return product;
}

/* The term of (6.2). */
static uint64_t tuple_term(uint64_t all, const tuple *t)
{
    uint64_t below = 1, run_length = 1;
    for (unsigned i = 0; i < t->unions; i++) {
        below *= product_of_factorials(t->content[i]);
        run_length = i > 0 && t->content[i] == t->content[i - 1] ? run_length + 1 : 1;
        below *= run_length; /* in the end m! for m equal components */
    }
    return product_of_factorials(all) / below;
}

static grundy_status check_terms(claim_run *run, grouping *s, void *context)
{
    tuple_list *list = context;
    uint64_t all = 0;
    list->count = 0;
    for (unsigned i = 0; i < s->count; i++)
        all += UINT64_C(1) << (4 * s->size[i]);
    TRY(group_from(run, s, 0, count_tuple, list));
    for (size_t i = 0; i < list->count; i++)
        TRY(claim_holds(run, list->tuples[i].times == tuple_term(all, &list->tuples[i]),
                        "mu with %u parts, %u unions: %u", s->count, list->tuples[i].unions,
                        (unsigned)list->tuples[i].times));
    return GRUNDY_OK;
}

static grundy_status multiplicities(claim_run *run)
{
    grundy_status status = GRUNDY_OK;
    tuple_list list = {.tuples = handle_new(run->g, TUPLES_MAX, sizeof(tuple), &status)};
    for (unsigned n = 1; n <= (run->scale > 1 ? 9 : 8) && status == GRUNDY_OK; n++) {
        grouping s = {0};
        status = partitions_from(run, &s, n, n, check_terms, &list);
    }
    handle_free(run->g, list.tuples, TUPLES_MAX * sizeof(tuple));
    return status;
}

/* How many set partitions of blocks lead to unions of these sizes, and to how many multisets of contents. */
typedef struct {
    unsigned count, size[BLOCKS_MAX];
    tuple_list list;
} target;

static grundy_status count_if_target(claim_run *run, const grouping *s, void *context)
{
    target *t = context;
    bool used[BLOCKS_MAX] = {false};
    unsigned found = 0;
    for (unsigned u = 0; u < s->unions; u++)
        for (unsigned i = 0; i < t->count; i++)
            if (!used[i] && t->size[i] == s->sum[u]) {
                used[i] = true;
                found++;
                break;
            }
    return found == s->unions && found == t->count ? count_tuple(run, s, &t->list) : GRUNDY_OK;
}

typedef struct {
    unsigned blocks, block[5], unions, size[2];
    size_t multisets;
    uint64_t times;
} refinement;

static grundy_status check_refinement(claim_run *run, const refinement *r)
{
    tuple room[8];
    target t = {.count = r->unions, .list = {.tuples = room}};
    grouping s = {.count = r->blocks};
    uint64_t times = 0;
    memcpy(s.size, r->block, r->blocks * sizeof s.size[0]);
    memcpy(t.size, r->size, r->unions * sizeof t.size[0]);
    TRY(group_from(run, &s, 0, count_if_target, &t));
    for (size_t i = 0; i < t.list.count; i++)
        times += room[i].times;
    return claim_holds(run, t.list.count == r->multisets && (r->times == 0 || times == r->times),
                       "%u blocks, the first of size %u: %u multisets, %u set partitions", r->blocks, r->block[0],
                       (unsigned)t.list.count, (unsigned)times);
}

static grundy_status examples(claim_run *run)
{
    static const refinement all[] = {
        {3, {5, 5, 1}, 2, {6, 5}, 1, 0}, {3, {5, 5, 1}, 2, {7, 4}, 0, 0}, {4, {2, 2, 1, 1}, 2, {4, 2}, 2, 0},
        {3, {2, 1, 1}, 2, {3, 1}, 1, 2}, {3, {2, 1, 1}, 2, {2, 2}, 1, 1}, {3, {2, 1, 1}, 1, {4}, 1, 1},
    };
    uint32_t h[5];
    for (size_t i = 0; i < GRUNDY_COUNT(all); i++)
        TRY(check_refinement(run, &all[i]));
    TRY(set_partition_ruler(run->g, 4, h));
    uint64_t sum = grundy_nim_mul(h[2], grundy_nim_mul(h[1], h[1])) ^ grundy_nim_mul(h[2], h[2]);
    TRY(claim_holds(run, sum == 1, "s(1^2 2) = %u", (unsigned)sum));
    return claim_holds(run, h[4] == 4, "h(4) = %u", h[4]);
}

static grundy_status asm_sequence_claim(claim_run *run)
{
    uint32_t h[61];
    unsigned to = run->scale > 1 ? 60 : 50;
    run->open = true;
    TRY(set_partition_ruler(run->g, to, h));
    TRY(grundy_appendf(&run->note, "computed far beyond the paper, see doc/results/set-partition-ruler.md; h(%u) = %u",
                       to, h[to]));
    for (unsigned n = 1; n <= to; n++)
        TRY(claim_holds(run, h[n] > 0, "h(%u) = 0", n));
    return GRUNDY_OK;
}

static const claim claims[] = {
    {"coins-6.1-proposition",
     "(x,y,z) -> (y,x,z) and (x,y,z) -> (x,y,n-2-x-y-z) preserve order and values on A_n, for all three games", NULL,
     asm_symmetries},
    {"coins-6.1-ruler", "the ruler on A_n depends on the rank and z only; no pattern of its values is known", NULL,
     asm_open_claim},
    {"coins-6.1", "the ruler on set partitions depends on the type only, and is the nim-product of h(block size)", NULL,
     values_by_type},
    {"coins-table-4", "h(n) for n = 1 to 17", NULL, table_of_h},
    {"coins-6.2-proposition", "the number M(lambda,mu) of set partitions above one of type mu, multiset by multiset",
     NULL, multiplicities},
    {"coins-6.4", "h(n) = mex of s(mu), where s(mu) sums over all tau >= pi, as (6.3) and (6.4) are printed",
     "the greatest element, whose value is sought, must be left out: tau >= pi, tau /= {[n]}", recursion_as_printed},
    {"coins-6.4-corrected", "h(n) = mex of s(mu), where s(mu) sums over all tau >= pi but the greatest element", NULL,
     recursion},
    {"coins-6.2-example",
     "(5,5,1) refines (6,5) and not (7,4); the multisets for (4,2) and 1^2 2^2; s(1^2 2) = 1, h(4) = 4", NULL,
     examples},
    {"coins-6.2-open", "no formula for h(n) is known", NULL, asm_sequence_claim},
};

const claim_table coins_open_claims = {"coins", claims, GRUNDY_COUNT(claims)};
