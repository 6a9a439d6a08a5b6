/* claims_coins_general.c - "Coin turning games on partially ordered sets", sections 2 to 4 and the appendices
 *
 * Sections 2 to 4 are checked on small random games: a random order on a few elements and random turning sets. Elements
 * are numbered along a linear extension, so that a position is a number, and by Proposition 4.1 every option of a
 * position is a smaller number: the Grundy values of all positions follow from the definition in one pass. */
#include <string.h>

#include "claims/claims.h"
#include "math/mex.h"

enum { ELEMENTS_MAX = 9, POSITIONS_MAX = 1 << ELEMENTS_MAX, SETS_MAX = 64, ROUNDS = 150 };

#define SEED UINT64_C(20240301)

typedef struct {
    unsigned count;
    uint32_t below[ELEMENTS_MAX]; /* of each element the set of those below it, itself included */
    unsigned sets;
    uint32_t set[SETS_MAX];         /* turning sets */
    unsigned greatest[SETS_MAX];    /* their greatest elements */
    uint32_t value[POSITIONS_MAX];  /* of all positions, by the definition */
    uint32_t element[ELEMENTS_MAX]; /* g(x) of (4.1a) */
} small_game;

static uint32_t mex(const bool *seen)
{
    uint32_t value = 0;
    while (seen[value])
        value++;
    return value;
}

static void random_order(small_game *game, uint64_t *seed, unsigned most)
{
    game->count = 1 + (unsigned)(grundy_random(seed) % most);
    unsigned density = 1 + (unsigned)(grundy_random(seed) % 4);
    for (unsigned x = 0; x < game->count; x++) {
        game->below[x] = 1u << x;
        for (unsigned y = 0; y < x; y++)
            if (grundy_random(seed) % 5 < density)
                game->below[x] |= game->below[y];
    }
}

static void small_game_add_set(small_game *game, unsigned x, uint32_t others)
{
    for (unsigned i = 0; i < game->sets; i++)
        if (game->set[i] == (others | 1u << x))
            return;
    if (game->sets == SETS_MAX)
        return;
    game->greatest[game->sets] = x;
    game->set[game->sets++] = others | 1u << x;
}

static void random_sets(small_game *game, uint64_t *seed)
{
    for (unsigned i = (unsigned)(grundy_random(seed) % (4 * game->count)); i > 0; i--) {
        unsigned x = (unsigned)(grundy_random(seed) % game->count);
        small_game_add_set(game, x, game->below[x] & (uint32_t)grundy_random(seed) & ~(1u << x));
    }
}

static void small_game_ideals(small_game *game)
{
    for (unsigned x = 0; x < game->count; x++)
        small_game_add_set(game, x, game->below[x] & ~(1u << x));
}

/* The values of all positions, by Definitions 2.2 and 4.1. */
static void judge_positions(small_game *game)
{
    for (uint32_t p = 0; p < 1u << game->count; p++) {
        bool seen[SETS_MAX + 2] = {false};
        for (unsigned i = 0; i < game->sets; i++)
            if ((p >> game->greatest[i] & 1) != 0 && game->value[p ^ game->set[i]] <= SETS_MAX)
                seen[game->value[p ^ game->set[i]]] = true;
        game->value[p] = mex(seen);
    }
}

static uint32_t sum_over(const small_game *game, uint32_t set)
{
    uint32_t sum = 0;
    for (unsigned x = 0; x < game->count; x++)
        if ((set >> x & 1) != 0)
            sum ^= game->element[x];
    return sum;
}

/* (4.1a) */
static void small_game_find_elements(small_game *game)
{
    for (unsigned x = 0; x < game->count; x++) {
        bool seen[SETS_MAX + 2] = {false};
        for (unsigned i = 0; i < game->sets; i++)
            if (game->greatest[i] == x) {
                uint32_t sum = sum_over(game, game->set[i] & ~(1u << x));
                if (sum <= SETS_MAX)
                    seen[sum] = true;
            }
        game->element[x] = mex(seen);
    }
}

static void random_game(small_game *game, uint64_t *seed, unsigned most)
{
    *game = (small_game){0};
    random_order(game, seed, most);
    random_sets(game, seed);
    judge_positions(game);
    small_game_find_elements(game);
}

/* ---- sections 2 and 4 ---- */

/* Theorem 2.1: on pairs of positions, by the definition of the combined game. */
static grundy_status combined(claim_run *run, const small_game *a, const small_game *b, uint32_t *value)
{
    size_t width = (size_t)1 << b->count;
    for (uint32_t p = 0; p < 1u << a->count; p++)
        for (uint32_t q = 0; q < 1u << b->count; q++) {
            bool seen[2 * SETS_MAX + 2] = {false};
            for (unsigned i = 0; i < a->sets; i++)
                if ((p >> a->greatest[i] & 1) != 0)
                    seen[value[(p ^ a->set[i]) * width + q]] = true;
            for (unsigned i = 0; i < b->sets; i++)
                if ((q >> b->greatest[i] & 1) != 0)
                    seen[value[p * width + (q ^ b->set[i])]] = true;
            value[p * width + q] = mex(seen);
            TRY(claim_holds(run, value[p * width + q] == (a->value[p] ^ b->value[q]),
                            "positions %x and %x of two games", p, q));
        }
    return GRUNDY_OK;
}

static grundy_status combined_games(claim_run *run)
{
    uint64_t seed = SEED;
    uint32_t value[1 << 10];
    small_game a, b;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        random_game(&a, &seed, 5);
        random_game(&b, &seed, 5);
        TRY(combined(run, &a, &b, value));
    }
    return GRUNDY_OK;
}

static grundy_status options_decrease(claim_run *run)
{
    uint64_t seed = SEED;
    small_game game;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        random_game(&game, &seed, 8);
        for (uint32_t p = 0; p < 1u << game.count; p++)
            for (unsigned k = 0; k < game.sets; k++)
                if ((p >> game.greatest[k] & 1) != 0)
                    TRY(claim_holds(run, (p ^ game.set[k]) < p, "F = %u, after the move %u", p, p ^ game.set[k]));
    }
    return GRUNDY_OK;
}

static grundy_status fundamental(claim_run *run)
{
    uint64_t seed = SEED;
    small_game game;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        random_game(&game, &seed, ELEMENTS_MAX);
        for (uint32_t p = 0; p < 1u << game.count; p++)
            TRY(claim_holds(run, game.value[p] == sum_over(&game, p), "random game %u, position %x", (unsigned)i, p));
    }
    return GRUNDY_OK;
}

/* T1 x T2 on the pairs, the pair (x, y) numbered x * b.count + y. */
static void small_game_product(const small_game *a, const small_game *b, small_game *out)
{
    *out = (small_game){.count = a->count * b->count};
    for (unsigned i = 0; i < a->sets; i++)
        for (unsigned k = 0; k < b->sets && out->sets < SETS_MAX; k++) {
            uint32_t set = 0;
            for (unsigned x = 0; x < a->count; x++)
                if ((a->set[i] >> x & 1) != 0)
                    set |= b->set[k] << (x * b->count);
            out->greatest[out->sets] = a->greatest[i] * b->count + b->greatest[k];
            out->set[out->sets++] = set;
        }
    judge_positions(out);
}

static grundy_status check_product(claim_run *run, const small_game *a, const small_game *b, const small_game *product)
{
    for (unsigned x = 0; x < a->count; x++)
        for (unsigned y = 0; y < b->count; y++) {
            uint64_t expected = grundy_nim_mul(a->element[x], b->element[y]);
            TRY(claim_holds(run, product->value[1u << (x * b->count + y)] == expected, "the pair (%u,%u)", x, y));
        }
    for (uint32_t p = 0; p < 1u << a->count; p++)
        for (uint32_t q = 0; q < 1u << b->count; q++) {
            uint32_t pairs = 0;
            for (unsigned x = 0; x < a->count; x++)
                pairs |= (p >> x & 1) != 0 ? q << (x * b->count) : 0;
            uint64_t expected = grundy_nim_mul(sum_over(a, p), sum_over(b, q));
            TRY(claim_holds(run, product->value[pairs] == expected, "the sets %x and %x", p, q));
        }
    return GRUNDY_OK;
}

static grundy_status products(claim_run *run)
{
    uint64_t seed = SEED;
    small_game a, b, product;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        random_game(&a, &seed, 3);
        random_game(&b, &seed, 3);
        if (a.sets * b.sets > SETS_MAX)
            continue;
        small_game_product(&a, &b, &product);
        TRY(check_product(run, &a, &b, &product));
    }
    return GRUNDY_OK;
}

/* Another linear extension: x goes to name[x]. */
static void random_extension(const small_game *game, uint64_t *seed, unsigned *name)
{
    uint32_t named = 0;
    for (unsigned next = 0; next < game->count;) {
        unsigned x = (unsigned)(grundy_random(seed) % game->count);
        if ((named >> x & 1) != 0 || (game->below[x] & ~named & ~(1u << x)) != 0)
            continue;
        name[x] = next++;
        named |= 1u << x;
    }
}

static uint32_t small_game_image(const small_game *game, const unsigned *name, uint32_t set)
{
    uint32_t out = 0;
    for (unsigned x = 0; x < game->count; x++)
        out |= (set >> x & 1u) << name[x];
    return out;
}

/* Proposition 4.2. The order of the image need not be finer: f only has to preserve the order and carry the sets over. */
static grundy_status isomorphic_games(claim_run *run)
{
    uint64_t seed = SEED;
    unsigned name[ELEMENTS_MAX];
    small_game game, other;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        random_game(&game, &seed, 8);
        random_extension(&game, &seed, name);
        other = (small_game){.count = game.count, .sets = game.sets};
        for (unsigned k = 0; k < game.sets; k++) {
            other.set[k] = small_game_image(&game, name, game.set[k]);
            other.greatest[k] = name[game.greatest[k]];
        }
        judge_positions(&other);
        for (uint32_t p = 0; p < 1u << game.count; p++)
            TRY(claim_holds(run, other.value[small_game_image(&game, name, p)] == game.value[p],
                            "random game %u, position %x", (unsigned)i, p));
    }
    return GRUNDY_OK;
}

static grundy_status order_ideals(claim_run *run)
{
    uint64_t seed = SEED;
    small_game game;
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        game = (small_game){0};
        random_order(&game, &seed, ELEMENTS_MAX);
        small_game_ideals(&game);
        judge_positions(&game);
        for (unsigned x = 0; x < game.count; x++) {
            unsigned ones = 0;
            for (unsigned y = 0; y < x; y++)
                ones += (game.below[x] >> y & 1) != 0 && game.value[1u << y] == 1;
            TRY(claim_holds(run, game.value[1u << x] == (ones % 2 == 0), "random poset %u, element %u", (unsigned)i,
                            x));
        }
        for (uint32_t p = 0; p < 1u << game.count; p++)
            TRY(claim_holds(run, game.value[p] <= 1, "random poset %u, position %x", (unsigned)i, p));
    }
    return GRUNDY_OK;
}

/* Corollary 4.1, on all posets with a least element, graded or not. */
static grundy_status ideals_with_minimum(claim_run *run)
{
    uint64_t seed = SEED;
    small_game game;
    TRY(grundy_appendf(&run->note, "holds without the assumption that the poset is graded"));
    for (uint64_t i = 0; i < ROUNDS * run->scale; i++) {
        game = (small_game){0};
        random_order(&game, &seed, ELEMENTS_MAX);
        for (unsigned x = 0; x < game.count; x++)
            game.below[x] |= 1;
        small_game_ideals(&game);
        judge_positions(&game);
        for (unsigned x = 0; x < game.count; x++)
            TRY(claim_holds(run, game.value[1u << x] == (x == 0), "random poset %u, element %u", (unsigned)i, x));
    }
    return GRUNDY_OK;
}

/* ---- appendix A ---- */

/* Sets of numbers below 12, as bits. */
enum { SMALL_SETS = 1 << 12 };

static grundy_status mex_of_subsets(claim_run *run)
{
    uint64_t seed = SEED;
    for (uint64_t i = 0; i < 20000 * run->scale; i++) {
        uint32_t t = (uint32_t)grundy_random(&seed) % SMALL_SETS, s = t & (uint32_t)grundy_random(&seed);
        if (i % 2 == 0)
            s |= t & 7; /* so that the mex is often above 0 */
        TRY(claim_holds(run, bits_mex(s) <= bits_mex(t), "mex of %x and of %x", s, t));
        if ((t >> bits_mex(s) & 1) == 0)
            TRY(claim_holds(run, bits_mex(s) == bits_mex(t), "mex of %x and of %x", s, t));
    }
    return GRUNDY_OK;
}

enum { NUMBERS = 32 };

/* The nim-sum by its definition (2.4). */
static void define_sums(uint32_t sum[NUMBERS][NUMBERS])
{
    for (unsigned a = 0; a < NUMBERS; a++)
        for (unsigned b = 0; b < NUMBERS; b++) {
            bool seen[2 * NUMBERS + 1] = {false};
            for (unsigned c = 0; c < a; c++)
                seen[sum[c][b]] = true;
            for (unsigned c = 0; c < b; c++)
                seen[sum[a][c]] = true;
            sum[a][b] = mex(seen);
        }
}

static grundy_status sum_without_carries(claim_run *run)
{
    uint32_t sum[NUMBERS][NUMBERS];
    define_sums(sum);
    for (unsigned a = 0; a < NUMBERS; a++)
        for (unsigned b = 0; b < NUMBERS; b++)
            TRY(claim_holds(run, sum[a][b] == (a ^ b), "%u + %u", a, b));
    return GRUNDY_OK;
}

static grundy_status sum_properties(claim_run *run)
{
    uint32_t sum[NUMBERS][NUMBERS];
    define_sums(sum);
    for (unsigned a = 0; a < NUMBERS; a++) {
        TRY(claim_holds(run, sum[a][0] == a && sum[0][a] == a && sum[a][a] == 0, "a = %u", a));
        for (unsigned b = 0; b < NUMBERS; b++) {
            TRY(claim_holds(run, sum[a][b] == sum[b][a], "%u + %u", a, b));
            for (unsigned c = 0; c < NUMBERS; c++)
                TRY(claim_holds(run, (b == c || sum[a][b] != sum[a][c]) && sum[sum[a][b]][c] == sum[a][sum[b][c]],
                                "%u, %u, %u", a, b, c));
        }
    }
    return GRUNDY_OK;
}

static grundy_status smaller_sums(claim_run *run)
{
    for (unsigned a = 0; a < 2 * NUMBERS; a++)
        for (unsigned b = 0; b < 2 * NUMBERS; b++)
            for (unsigned c = 0; c < (a ^ b); c++)
                TRY(claim_holds(run, ((b ^ c) < a) != ((a ^ c) < b), "a = %u, b = %u, c = %u", a, b, c));
    return GRUNDY_OK;
}

/* Corollary A.1, of which Lemma A.2 is the case of two sets: up to four random sets. */
static grundy_status check_mex_of_sums(claim_run *run, unsigned count, unsigned rounds)
{
    uint64_t seed = SEED;
    for (unsigned round = 0; round < rounds; round++) {
        uint32_t set[4], a[4], total = 0;
        bool seen[65] = {false};
        for (unsigned i = 0; i < count; i++) {
            set[i] = (uint32_t)grundy_random(&seed) % SMALL_SETS | (uint32_t)(grundy_random(&seed) % 2 * 15);
            total ^= a[i] = bits_mex(set[i]);
        }
        for (unsigned i = 0; i < count; i++)
            for (unsigned s = 0; s < 12; s++)
                if ((set[i] >> s & 1) != 0)
                    seen[total ^ a[i] ^ s] = true;
        TRY(claim_holds(run, mex(seen) == total, "%u sets, the first is %x", count, set[0]));
    }
    return GRUNDY_OK;
}

static grundy_status mex_of_two_sums(claim_run *run)
{
    return check_mex_of_sums(run, 2, (unsigned)(5000 * run->scale));
}

static grundy_status mex_of_sums(claim_run *run)
{
    TRY(check_mex_of_sums(run, 3, (unsigned)(5000 * run->scale)));
    return check_mex_of_sums(run, 4, (unsigned)(5000 * run->scale));
}

/* The nim-product by its definition (2.5). */
static void define_products(uint32_t product[NUMBERS / 2][NUMBERS / 2])
{
    for (unsigned a = 0; a < NUMBERS / 2; a++)
        for (unsigned b = 0; b < NUMBERS / 2; b++) {
            bool seen[NUMBERS + 1] = {false};
            for (unsigned c = 0; c < a; c++)
                for (unsigned d = 0; d < b; d++)
                    seen[product[c][b] ^ product[a][d] ^ product[c][d]] = true;
            product[a][b] = mex(seen);
        }
}

static grundy_status product_properties(claim_run *run)
{
    uint32_t p[NUMBERS / 2][NUMBERS / 2];
    define_products(p);
    for (unsigned a = 0; a < NUMBERS / 2; a++) {
        TRY(claim_holds(run, p[a][0] == 0 && p[a][1] == a, "a = %u", a));
        for (unsigned b = 0; b < NUMBERS / 2; b++) {
            TRY(claim_holds(run, p[a][b] == p[b][a] && p[a][b] == grundy_nim_mul(a, b), "%u x %u", a, b));
            for (unsigned c = 0; c < NUMBERS / 2; c++)
                TRY(claim_holds(run, p[a ^ b][c] == (p[a][c] ^ p[b][c]) && p[p[a][b]][c] == p[a][p[b][c]], "%u, %u, %u",
                                a, b, c));
        }
    }
    return GRUNDY_OK;
}

static grundy_status cancellation_as_printed(claim_run *run)
{
    for (uint64_t a = 0; a < NUMBERS; a++)
        for (uint64_t c = 0; c < NUMBERS; c++)
            for (uint64_t b = 1; b < NUMBERS; b++)
                TRY(claim_holds(run, (grundy_nim_mul(a, b) == grundy_nim_mul(c, b)) == (grundy_nim_mul(a, c) == 0),
                                "a1 = %u, a2 = %u, b = %u", (unsigned)a, (unsigned)c, (unsigned)b));
    return GRUNDY_OK;
}

static grundy_status cancellation(claim_run *run)
{
    for (uint64_t a = 0; a < NUMBERS; a++)
        for (uint64_t c = 0; c < NUMBERS; c++)
            for (uint64_t b = 1; b < NUMBERS; b++)
                TRY(claim_holds(run, (grundy_nim_mul(a, b) == grundy_nim_mul(c, b)) == ((a ^ c) == 0),
                                "a1 = %u, a2 = %u, b = %u", (unsigned)a, (unsigned)c, (unsigned)b));
    return GRUNDY_OK;
}

/* ---- appendix B and Lemma 5.1 ---- */

enum { RULER_TO = 300 };

static uint32_t ruler(uint32_t x)
{
    return x & -x;
}

/* Phi(m, n) of (B.1) */
static uint32_t coins_phi(uint32_t m, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t x = m; x < n; x++)
        sum ^= ruler(x);
    return sum;
}

/* S(n), as a set of numbers below 1024 */
static void phi_values(uint32_t n, bool seen[1025])
{
    memset(seen, 0, 1025);
    for (uint32_t m = 1; m <= n; m++)
        seen[coins_phi(m, n)] = true;
}

static grundy_status phi_example(claim_run *run)
{
    static const bool expected[8] = {true, true, false, false, true, true, true, true};
    bool seen[1025];
    phi_values(6, seen);
    TRY(claim_holds(run, coins_phi(3, 6) == 4, "Phi(3,6) = %u", coins_phi(3, 6)));
    for (unsigned i = 0; i < 8; i++)
        TRY(claim_holds(run, seen[i] == expected[i], "%u", i));
    return GRUNDY_OK;
}

static grundy_status phi_not_zero(claim_run *run)
{
    for (uint32_t n = 2; n <= RULER_TO; n++)
        for (uint32_t m = 1; m < n; m++)
            TRY(claim_holds(run, coins_phi(m, n) != 0, "m = %u, n = %u", m, n));
    return GRUNDY_OK;
}

static grundy_status check_phi_sets(claim_run *run, uint32_t n)
{
    bool seen[1025], smaller[1025];
    uint32_t count = 0, power = ruler(n);
    phi_values(n, seen);
    phi_values(power, smaller);
    for (uint32_t v = 0; v < 1024; v++) {
        count += seen[v];
        TRY(claim_holds(run, !smaller[v] || seen[v], "iii: n = %u, value %u", n, v));
        if (n == power)
            TRY(claim_holds(run, seen[v] == (v < n), "ii: n = %u, value %u", n, v));
    }
    TRY(claim_holds(run, count == n, "i: n = %u", n));
    return claim_holds(run, !seen[power], "iv: n = %u", n);
}

static grundy_status phi_sets(claim_run *run)
{
    for (uint32_t n = 1; n <= RULER_TO; n++)
        TRY(check_phi_sets(run, n));
    return GRUNDY_OK;
}

/* Lemma 5.1, from the recursion alone. */
static grundy_status ruler_by_mex(claim_run *run)
{
    uint32_t f[2049] = {0, 1};
    for (uint32_t n = 1; n <= 2048; n++) {
        bool seen[4097] = {false};
        uint32_t sum = 0;
        seen[0] = true;
        for (uint32_t m = n - 1; m >= 1; m--) {
            sum ^= f[m];
            seen[sum] = true;
        }
        f[n] = mex(seen);
        TRY(claim_holds(run, f[n] == ruler(n), "n = %u", n));
    }
    return GRUNDY_OK;
}

static const claim claims[] = {
    {"coins-2.1", "the Grundy value of a combined game is the nim-sum of the values", NULL, combined_games},
    {"coins-4.1-proposition", "the number F(P) of a position, by a linear extension, decreases with every move", NULL,
     options_decrease},
    {"coins-4.1", "the value of a set of elements is the nim-sum of the values g(x) = mex of the sums over T without x",
     NULL, fundamental},
    {"coins-4.2", "in a product of games g(x1,x2) is the nim-product of g(x1) and g(x2)", NULL, products},
    {"coins-4.2-proposition", "an order-preserving bijection that carries the turning sets over preserves the values",
     NULL, isomorphic_games},
    {"coins-4.1-lemma", "ideal games: g(x) = 1 iff an even number of elements below x have value 1", NULL,
     order_ideals},
    {"coins-4.1-corollary", "ideal game on a poset with a least element: 1 there, 0 elsewhere", NULL,
     ideals_with_minimum},
    {"coins-5.1-lemma", "f(1) = 1, f(n) = mex of the nim-sums f(m) + ... + f(n-1), has the solution f(n) = R(n)", NULL,
     ruler_by_mex},
    {"coins-A.1-proposition", "mex S <= mex T for S in T, with equality if mex S is not in T", NULL, mex_of_subsets},
    {"coins-A.2-proposition",
     "nim-addition is injective in each argument, commutative and associative; a + 0 = a, a + a = 0", NULL,
     sum_properties},
    {"coins-A.1-lemma", "for c < a xor b exactly one of b xor c < a and a xor c < b holds", NULL, smaller_sums},
    {"coins-A.1", "the nim-sum is the sum without carries", NULL, sum_without_carries},
    {"coins-A.2-lemma", "mex S + mex T is the mex of the sums s + mex T and mex S + t", NULL, mex_of_two_sums},
    {"coins-A.1-corollary",
     "the nim-sum of mex S_i is the mex of the sums in which one mex S_i is replaced by an element of S_i", NULL,
     mex_of_sums},
    {"coins-A.3-proposition", "nim-multiplication: a0 = 0, a1 = a, commutative, associative, distributive", NULL,
     product_properties},
    {"coins-A.3-iii", "for b /= 0, a1 b = a2 b iff a1 a2 = 0 (nim-products)",
     "a nim-product is printed for a nim-sum: a1 b = a2 b iff a1 + a2 = 0", cancellation_as_printed},
    {"coins-A.3-iii-corrected", "for b /= 0, a1 b = a2 b iff a1 + a2 = 0", NULL, cancellation},
    {"coins-B-example", "Phi(3,6) = 4 and S(6) = {0,1,4,5,6,7}", NULL, phi_example},
    {"coins-B.1-lemma", "Phi(m,n) is not 0 for 1 <= m < n", NULL, phi_not_zero},
    {"coins-B.2-lemma", "S(n) has n elements, S(2^k) = {0,...,2^k-1}, contains S(2^k) for k = d_min(n), but not 2^k",
     NULL, phi_sets},
};

const claim_table coins_general_claims = {"coins", claims, GRUNDY_COUNT(claims)};
