/* claims_coins_rulers.c - "Coin turning games on partially ordered sets", sections 1, 3 and 5
 *
 * Values are those of all elements of the listed poset, by (4.1a): by bit sets, and never by types or closed forms. */
#include <stdio.h>
#include <string.h>

#include "claims/listed.h"
#include "rulesets/posets/poset_asm.h"

/* A check of each element: what its value should be. */
typedef uint64_t expectation(const listed *l, uint32_t x);

static grundy_status expect_values(claim_run *run, coin_values *compute, expectation *expected, const char *format,
                                   unsigned n)
{
    char expression[160];
    listed l;
    snprintf(expression, sizeof expression, format, n);
    TRY(listed_open(run->g, compute, &l, "%s", expression));
    grundy_status status = GRUNDY_OK;
    for (uint32_t x = 0; x < l.count && status == GRUNDY_OK; x++)
        status = claim_holds(run, l.values[x] == expected(&l, x), "%s, element %u: %u", expression, x, l.values[x]);
    listed_close(&l);
    return status;
}

static uint64_t height_of(const listed *l, uint32_t x)
{
    return l->list->order.height[x];
}

static uint64_t ruler_of(uint64_t n)
{
    return n & -n;
}

/* ---- section 3: the ASM poset ---- */

typedef struct {
    int x, y, z;
} triple;

/* The elements of A_n in some order; returns how many. */
static unsigned triples_of(int n, triple *out)
{
    unsigned count = 0;
    for (int x = 0; x <= n - 2; x++)
        for (int y = 0; x + y <= n - 2; y++)
            for (int z = 0; x + y + z <= n - 2; z++)
                out[count++] = (triple){x, y, z};
    return count;
}

enum { TRIPLES_MAX = 364, ASM_MAX = 13 };

/* (1.2) */
static bool below(triple a, triple b)
{
    return a.x >= b.x && a.y >= b.y && a.z <= b.z && a.x + a.y + a.z >= b.x + b.y + b.z;
}

static bool triple_same(triple a, triple b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool covers_by_definition(const triple *all, unsigned count, triple a, triple b)
{
    if (!below(a, b) || triple_same(a, b))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!triple_same(all[i], a) && !triple_same(all[i], b) && below(a, all[i]) && below(all[i], b))
            return false;
    return true;
}

/* Proposition 3.1 */
static bool covers_as_stated(triple a, triple b)
{
    int step = a.x - b.x + a.y - b.y;
    return step == 1 && a.x >= b.x && a.y >= b.y && (a.z == b.z || a.z == b.z - 1);
}

static grundy_status asm_covers(claim_run *run)
{
    triple all[TRIPLES_MAX];
    int most = run->scale > 1 ? 9 : 7;
    for (int n = 2; n <= most; n++) {
        unsigned count = triples_of(n, all);
        for (unsigned i = 0; i < count; i++)
            for (unsigned k = 0; k < count; k++)
                TRY(claim_holds(run,
                                covers_by_definition(all, count, all[i], all[k]) == covers_as_stated(all[i], all[k]),
                                "n = %d, (%d,%d,%d) and (%d,%d,%d)", n, all[i].x, all[i].y, all[i].z, all[k].x,
                                all[k].y, all[k].z));
    }
    return GRUNDY_OK;
}

/* (3.1): A_n is graded, with this rank. */
static grundy_status asm_ranks(claim_run *run)
{
    for (unsigned n = 2; n <= 20; n++) {
        listed l;
        TRY(listed_open(run->g, turtles_values, &l, "turtles(asm(%u))", n));
        grundy_status status = claim_holds(run, l.list->order.graded, "n = %u is not graded", n);
        for (uint32_t x = 0; x < l.count && status == GRUNDY_OK; x++) {
            uint64_t rank, z;
            asm_rank(board_element(l.list, x), &rank, &z);
            status = claim_holds(run, rank == height_of(&l, x), "n = %u, element %u", n, x);
        }
        listed_close(&l);
        TRY(status);
    }
    return GRUNDY_OK;
}

/* ---- section 5.1 and 5.2 ---- */

static grundy_status ruler_table(claim_run *run)
{
    static const unsigned least[] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    static const unsigned ruler[] = {1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1};
    for (unsigned x = 1; x <= GRUNDY_COUNT(least); x++)
        TRY(claim_holds(run, (unsigned)__builtin_ctz(x) == least[x - 1] && ruler_of(x) == ruler[x - 1], "x = %u", x));
    return GRUNDY_OK;
}

static uint64_t ruler_of_height(const listed *l, uint32_t x)
{
    return ruler_of(height_of(l, x) + 1);
}

static grundy_status rulers_on_chains(claim_run *run)
{
    return expect_values(run, ruler_values, ruler_of_height, "ruler(chain(%u))", 1500);
}

/* The exponents of a divisor, by division. */
static uint64_t ruler_of_divisor(const listed *l, uint32_t x)
{
    uint64_t y = number_load(board_element(l->list, x), l->list->width), value = 1;
    for (uint64_t p = 2; y > 1; p++) {
        uint64_t exponent = 0;
        for (; y % p == 0; y /= p)
            exponent++;
        value = grundy_nim_mul(value, ruler_of(exponent + 1));
    }
    return value;
}

static grundy_status rulers_on_divisors(claim_run *run)
{
    static const unsigned large[] = {5040, 65536, 46656, 720720, 531441, 7483};
    for (unsigned n = 1; n <= 300 * run->scale; n++)
        TRY(expect_values(run, ruler_values, ruler_of_divisor, "ruler(divisors(%u))", n));
    for (size_t i = 0; i < GRUNDY_COUNT(large); i++)
        TRY(expect_values(run, ruler_values, ruler_of_divisor, "ruler(divisors(%u))", large[i]));
    return GRUNDY_OK;
}

static grundy_status divisors_of_12(claim_run *run)
{
    static const uint32_t values[] = {1, 2, 2, 1, 3, 2}; /* of 1, 2, 3, 4, 6, 12 */
    listed l, ideal;
    TRY(listed_open(run->g, ruler_values, &l, "ruler(divisors(12))"));
    grundy_status status = listed_open(run->g, ideal_values, &ideal, "ideal(divisors(12))");
    for (uint32_t x = 0; x < 6 && status == GRUNDY_OK; x++)
        status = claim_holds(run, l.values[x] == values[x] && ideal.values[x] == (x == 0), "element %u", x);
    listed_close(&l);
    if (status == GRUNDY_OK)
        listed_close(&ideal);
    return status;
}

/* ---- section 5.3 ---- */

/* Gaussian binomials modulo 2, by the recurrence (5.5); the other form is compared. */
enum { DIMENSIONS = 64 };

typedef struct {
    uint8_t parity[DIMENSIONS + 1][DIMENSIONS + 1]; /* G_q(n, r) */
    uint64_t g[DIMENSIONS + 1];                     /* g_q(d), by Lemma 5.2 */
    uint64_t s[DIMENSIONS + 1][DIMENSIONS + 1];     /* s_q(d, m) */
} dimensions;

static void fill_dimensions(dimensions *t, unsigned q)
{
    memset(t, 0, sizeof *t);
    for (unsigned n = 0; n <= DIMENSIONS; n++)
        for (unsigned r = 0; r <= n; r++)
            t->parity[n][r] = n == 0 ? 1
                                     : (uint8_t)(((r > 0 ? t->parity[n - 1][r - 1] : 0) +
                                                  (r == 0 || q % 2 == 1 ? 1 : 0) * (r < n ? t->parity[n - 1][r] : 0)) &
                                                 1);
    for (unsigned d = 0; d <= DIMENSIONS; d++) {
        bool seen[4 * DIMENSIONS] = {false};
        for (unsigned m = 0; m <= d; m++) {
            for (unsigned k = m; k < d; k++)
                t->s[d][m] ^= t->parity[d - m][k - m] != 0 ? t->g[k] : 0;
            if (t->s[d][m] < GRUNDY_COUNT(seen))
                seen[t->s[d][m]] = true;
        }
        while (seen[t->g[d]])
            t->g[d]++;
    }
}

/* Lemma 5.2 and the theorem on the listed subspaces. */
static grundy_status check_subspaces(claim_run *run, unsigned n, unsigned q)
{
    dimensions t;
    listed l;
    fill_dimensions(&t, q);
    TRY(listed_open(run->g, ruler_values, &l, "ruler(subspaces(%u,%u))", n, q));
    grundy_status status = GRUNDY_OK;
    for (uint32_t x = 0; x < l.count && status == GRUNDY_OK; x++)
        status = claim_holds(run, l.values[x] == t.g[height_of(&l, x)], "B_%u(%u), dimension %u: %u", n, q,
                             (unsigned)height_of(&l, x), l.values[x]);
    listed_close(&l);
    return status;
}

static grundy_status subspaces_by_dimension(claim_run *run)
{
    static const unsigned spaces[][2] = {{5, 2},  {4, 3},  {3, 5},
                                         {3, 7},  {2, 11},
#ifdef GRUNDY_WITH_FLINT
                                         {3, 4},  {3, 8},  {3, 9},
                                         {2, 16}, {2, 25}
#endif
    };
    for (size_t i = 0; i < GRUNDY_COUNT(spaces); i++)
        TRY(check_subspaces(run, spaces[i][0], spaces[i][1]));
    if (run->scale > 1)
        TRY(check_subspaces(run, 6, 2));
    return GRUNDY_OK;
}

static grundy_status subspaces_closed_form(claim_run *run)
{
    dimensions t;
    for (unsigned q = 2; q <= 3; q++) {
        fill_dimensions(&t, q);
        for (unsigned d = 0; d <= DIMENSIONS; d++)
            TRY(claim_holds(run, t.g[d] == (q == 2 ? ruler_of(d + 1) : d % 3 + 1), "q %s, d = %u",
                            q == 2 ? "even" : "odd", d));
    }
    return subspaces_by_dimension(run);
}

static grundy_status subspaces_table(claim_run *run)
{
    static const unsigned even[] = {1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1};
    static const unsigned odd[] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3};
    dimensions t;
    for (unsigned q = 2; q <= 3; q++) {
        fill_dimensions(&t, q);
        for (unsigned d = 0; d < GRUNDY_COUNT(even); d++)
            TRY(claim_holds(run, t.g[d] == (q == 2 ? even[d] : odd[d]), "q %s, d = %u", q == 2 ? "even" : "odd", d));
    }
    return GRUNDY_OK;
}

static grundy_status check_recurrence(claim_run *run, unsigned q)
{
    dimensions t;
    fill_dimensions(&t, q);
    for (unsigned d = 1; d <= DIMENSIONS; d++)
        for (unsigned m = 0; m < d; m++)
            TRY(claim_holds(run, t.s[d][m] == (t.s[d][m + 1] ^ t.s[d - 1][m] ^ t.g[d - 1]), "q = %u, d = %u, m = %u", q,
                            d, m));
    return GRUNDY_OK;
}

static grundy_status recurrence_for_all(claim_run *run)
{
    TRY(check_recurrence(run, 3));
    return check_recurrence(run, 2);
}

static grundy_status recurrence_for_odd(claim_run *run)
{
    return check_recurrence(run, 3);
}

/* (5.12a) */
static grundy_status sums_for_odd(claim_run *run)
{
    dimensions t;
    fill_dimensions(&t, 3);
    for (unsigned d = 0; d <= DIMENSIONS; d++)
        for (unsigned m = 0; m <= d; m++)
            TRY(claim_holds(run, t.s[d][m] == (d % 3 == m % 3 ? 0 : m % 3 + 1), "d = %u, m = %u", d, m));
    return GRUNDY_OK;
}

/* ---- section 5.4 ---- */

static uint64_t asm_ideal_value(const listed *l, uint32_t x)
{
    uint64_t rank, z;
    asm_rank(board_element(l->list, x), &rank, &z);
    return rank == 0 || rank == 2 * z + 1 || rank + 1 == 2 * z;
}

static grundy_status asm_ideals(claim_run *run)
{
    for (unsigned n = 2; n <= 22; n++)
        TRY(expect_values(run, ideal_values, asm_ideal_value, "ideal(asm(%u))", n));
    return expect_values(run, ideal_values, asm_ideal_value, "ideal(asm(%u))", run->scale > 1 ? 60 : 35);
}

/* Values by rank and z: equal for equal pairs. */
static grundy_status depends_on_rank_and_z(claim_run *run, coin_values *compute, const char *game)
{
    for (unsigned n = 2; n <= 14; n++) {
        uint32_t value[ASM_MAX][ASM_MAX];
        listed l;
        memset(value, 255, sizeof value);
        TRY(listed_open(run->g, compute, &l, "%s(asm(%u))", game, n));
        grundy_status status = GRUNDY_OK;
        for (uint32_t x = 0; x < l.count && status == GRUNDY_OK; x++) {
            uint64_t rank, z;
            asm_rank(board_element(l.list, x), &rank, &z);
            if (value[rank][z] == UINT32_MAX)
                value[rank][z] = l.values[x];
            status = claim_holds(run, value[rank][z] == l.values[x], "n = %u, rank %u, z = %u", n, (unsigned)rank,
                                 (unsigned)z);
        }
        listed_close(&l);
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status ideals_depend(claim_run *run)
{
    return depends_on_rank_and_z(run, ideal_values, "ideal");
}

/* Lemma 5.5: (5.13a) is (1.2); then how many elements below x0 have rank r and z = s. */
static grundy_status check_down_set(claim_run *run, const triple *all, unsigned count, int n, triple top)
{
    int r0 = n - 2 - top.x - top.y, s0 = top.z;
    for (int r = 0; r <= n - 2; r++)
        for (int s = 0; s <= r; s++) {
            int size = 0;
            bool region = s <= s0 && r - s >= 0 && r - s <= r0 - s0;
            for (unsigned i = 0; i < count; i++)
                size += n - 2 - all[i].x - all[i].y == r && all[i].z == s && below(all[i], top);
            TRY(claim_holds(run, size == (region ? r0 - r + 1 : 0),
                            "n = %d, below (%d,%d,%d): %d elements of rank %d, z = %d", n, top.x, top.y, top.z, size, r,
                            s));
        }
    return GRUNDY_OK;
}

static grundy_status asm_down_sets(claim_run *run)
{
    triple all[TRIPLES_MAX];
    int most = run->scale > 1 ? 12 : 9;
    for (int n = 2; n <= most; n++) {
        unsigned count = triples_of(n, all);
        for (unsigned i = 0; i < count; i++)
            TRY(check_down_set(run, all, count, n, all[i]));
    }
    return GRUNDY_OK;
}

static const claim claims[] = {
    {"coins-1.1", "ideal game on A_n: 1 where the rank is 0, 2z - 1 or 2z + 1, else 0", NULL, asm_ideals},
    {"coins-3.1-proposition", "(x,y,z) in A_n covers (x+1,y,z), (x,y+1,z), (x+1,y,z-1), (x,y+1,z-1), and nothing else",
     NULL, asm_covers},
    {"coins-3.1-rank", "A_n is graded with rank n - 2 - (x + y)", NULL, asm_ranks},
    {"coins-table-1", "d_min(x) and R(x) for x = 1 to 15", NULL, ruler_table},
    {"coins-5.1", "ruler on a chain: g(x) = R(x)", NULL, rulers_on_chains},
    {"coins-5.2", "ruler on the divisors of n: nim-product of R(x_i + 1) over the exponents x_i", NULL,
     rulers_on_divisors},
    {"coins-figure-4", "the values of the ideal game and the ruler on the divisors of 12", NULL, divisors_of_12},
    {"coins-5.2-lemma", "the ruler on subspaces depends on the dimension only, g(d) = mex of the s(d,m)", NULL,
     subspaces_by_dimension},
    {"coins-5.3", "ruler on subspaces: R(d + 1) for even q, (d mod 3) + 1 for odd q", NULL, subspaces_closed_form},
    {"coins-table-2", "the values of the ruler on subspaces, d = 0 to 14", NULL, subspaces_table},
    {"coins-5.3-lemma", "s_q(d,m) = s_q(d,m+1) + s_q(d-1,m) + g_q(d-1) for 0 <= m < d",
     "printed without the condition that q is odd, under which it is derived; it fails for even q", recurrence_for_all},
    {"coins-5.3-lemma-odd", "for odd q, s_q(d,m) = s_q(d,m+1) + s_q(d-1,m) + g_q(d-1) for 0 <= m < d", NULL,
     recurrence_for_odd},
    {"coins-5.12a", "for odd q, s_q(d,m) is 0 if d = m mod 3, else (m mod 3) + 1", NULL, sums_for_odd},
    {"coins-5.4-lemma", "the ideal game on A_n depends on the rank and z only", NULL, ideals_depend},
    {"coins-5.5-lemma",
     "below (x0,y0,z0) there are r0 - r + 1 elements of rank r and z = s if 0 <= s <= s0, 0 <= r-s <= r0-s0, else none",
     NULL, asm_down_sets},
};

const claim_table coins_rulers_claims = {"coins", claims, GRUNDY_COUNT(claims)};
