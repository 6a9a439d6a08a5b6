/* Posets against naive models: the order as a transitive closure, the named posets by their definitions. */
#include <stdlib.h>

#include "asking.h"
#include "math/fields.h"
#include "math/posets.h"
#include "rulesets/coins/coins.h"

enum { ELEMENTS_MAX = 9, RANDOM_POSETS = 2000 };

static uint64_t seed_of_run(void)
{
    const char *text = getenv("GRUNDY_SEED");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

/* ---- posets of random relations ---- */

typedef struct {
    uint32_t count;
    size_t relations;
    poset_relation r[64];
    bool below[ELEMENTS_MAX][ELEMENTS_MAX]; /* the closure, of the given numbers */
} model;

static model random_model(uint64_t *seed)
{
    model m = {.count = 1 + (uint32_t)(grundy_random(seed) % ELEMENTS_MAX)};
    size_t relations = (size_t)(grundy_random(seed) % (2 * m.count));
    bool any_way = grundy_random(seed) % 4 == 0; /* then cycles are likely */
    for (size_t i = 0; i < relations; i++) {
        uint32_t a = (uint32_t)(grundy_random(seed) % m.count), b = (uint32_t)(grundy_random(seed) % m.count);
        if (!any_way && (a * 7 + 3) % 10 > (b * 7 + 3) % 10) {
            uint32_t c = a;
            a = b;
            b = c;
        }
        if (a == b && !any_way)
            continue;
        m.r[m.relations++] = (poset_relation){a, b};
        m.below[a][b] = true;
    }
    for (uint32_t k = 0; k < m.count; k++)
        for (uint32_t a = 0; a < m.count; a++)
            for (uint32_t b = 0; b < m.count; b++)
                m.below[a][b] = m.below[a][b] || (m.below[a][k] && m.below[k][b]);
    return m;
}

static bool has_cycle(const model *m)
{
    for (uint32_t a = 0; a < m->count; a++)
        if (m->below[a][a])
            return true;
    return false;
}

static void check_cycle(const model *m, const grundy_buffer *cycle)
{
    const uint32_t *x = (const void *)cycle->data;
    size_t length = cycle->size / sizeof *x;
    assert_true(length >= 2 && x[0] == x[length - 1]);
    for (size_t i = 0; i + 1 < length; i++) {
        bool found = false;
        for (size_t k = 0; k < m->relations; k++)
            found = found || (m->r[k].lower == x[i] && m->r[k].upper == x[i + 1]);
        assert_true(found);
    }
}

static uint32_t naive_height(const model *m, uint32_t x)
{
    uint32_t height = 0;
    for (uint32_t y = 0; y < m->count; y++)
        if (m->below[y][x] && naive_height(m, y) + 1 > height)
            height = naive_height(m, y) + 1;
    return height;
}

static bool naive_covers(const model *m, uint32_t a, uint32_t b)
{
    if (!m->below[a][b])
        return false;
    for (uint32_t c = 0; c < m->count; c++)
        if (m->below[a][c] && m->below[c][b])
            return false;
    return true;
}

/* The lengths of the maximal chains from x up, as a set. */
static uint64_t chain_lengths(const model *m, uint32_t x)
{
    uint64_t lengths = 0;
    for (uint32_t y = 0; y < m->count; y++)
        if (naive_covers(m, x, y))
            lengths |= chain_lengths(m, y) << 1;
    return lengths == 0 ? 1 : lengths;
}

static bool naive_graded(const model *m)
{
    uint64_t lengths = 0;
    for (uint32_t x = 0; x < m->count; x++)
        if (naive_height(m, x) == 0)
            lengths |= chain_lengths(m, x);
    return (lengths & (lengths - 1)) == 0;
}

static bool in(const uint32_t *start, const uint32_t *other, uint32_t x, uint32_t y)
{
    for (uint32_t i = start[x]; i < start[x + 1]; i++)
        if (other[i] == y)
            return true;
    return false;
}

static bool naive_end(const model *m, uint32_t x, bool least)
{
    for (uint32_t y = 0; y < m->count; y++)
        if (y != x && !(least ? m->below[x][y] : m->below[y][x]))
            return false;
    return true;
}

static void check_poset(const model *m, const poset *p, const uint32_t *number)
{
    uint32_t minimum = m->count, maximum = m->count;
    for (uint32_t a = 0; a < m->count; a++) {
        assert_int_equal(p->height[number[a]], naive_height(m, a));
        for (uint32_t b = 0; b < m->count; b++) {
            uint32_t x = number[a], y = number[b];
            assert_int_equal(poset_leq(p, x, y), a == b || m->below[a][b]);
            assert_int_equal(x <= y && (poset_up(p, x)[y / 64 - x / 64] >> (y % 64) & 1) != 0,
                             a == b || m->below[a][b]);
            assert_int_equal(in(p->upper_start, p->upper, x, y), naive_covers(m, a, b));
            assert_int_equal(in(p->lower_start, p->lower, y, x), naive_covers(m, a, b));
        }
        minimum = naive_end(m, a, true) ? number[a] : minimum;
        maximum = naive_end(m, a, false) ? number[a] : maximum;
    }
    assert_int_equal(p->minimum, minimum);
    assert_int_equal(p->maximum, maximum);
    assert_int_equal(p->graded, naive_graded(m));
}

static void random_relations(void **state)
{
    (void)state;
    uint64_t seed = seed_of_run(), cycles = 0;
    print_message("seed %" PRIu64 "\n", seed);
    grundy *g = ask_open();
    for (unsigned i = 0; i < RANDOM_POSETS; i++) {
        model m = random_model(&seed);
        uint32_t number[ELEMENTS_MAX];
        poset p;
        grundy_buffer cycle = grundy_buffer_open(g);
        grundy_status status = poset_open(g, m.count, m.r, m.relations, &p, number, &cycle);
        assert_int_equal(status, has_cycle(&m) ? GRUNDY_DOMAIN : GRUNDY_OK);
        if (status == GRUNDY_OK) {
            check_poset(&m, &p, number);
            poset_close(g, &p);
        } else {
            check_cycle(&m, &cycle);
            cycles++;
        }
        grundy_buffer_close(&cycle);
    }
    assert_true(cycles > 100 && cycles < RANDOM_POSETS / 2);
    ask_close(g);
}

/* ---- named posets ---- */

typedef bool leq(grundy *g, const grundy_ruleset *r, const char *a, const char *b);

static void element_text(grundy *g, const grundy_ruleset *r, grundy_bytes x, grundy_buffer *out)
{
    out->size = 0;
    MUST(g, coins_print_element(g, r, x, out));
}

/* The order of the listed board is the one by definition, on all pairs; and there are so many elements. */
static void check_board(const char *expression, size_t count, leq *definition)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, expression);
    const board_list *list;
    grundy_buffer a = grundy_buffer_open(g), b = grundy_buffer_open(g);
    MUST(g, board_listed(g, coins_game(r)->board, &list));
    assert_int_equal(list->order.count, count);
    for (uint32_t x = 0; x < count; x++) {
        uint64_t height;
        element_text(g, r, (grundy_bytes){board_element(list, x), list->width}, &a);
        if (board_height(coins_game(r)->board, board_element(list, x), &height))
            assert_int_equal(height, list->order.height[x]);
        for (uint32_t y = 0; y < count; y++) {
            element_text(g, r, (grundy_bytes){board_element(list, y), list->width}, &b);
            if (poset_leq(&list->order, x, y) != definition(g, r, grundy_buffer_text(&a), grundy_buffer_text(&b)))
                fail_msg("%s: %s and %s", expression, grundy_buffer_text(&a), grundy_buffer_text(&b));
        }
    }
    grundy_buffer_close(&a);
    grundy_buffer_close(&b);
    grundy_ruleset_close(r);
    ask_close(g);
}

static bool chain_leq(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    return atoi(a) <= atoi(b);
}

static bool divides(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    return atoi(b) % atoi(a) == 0;
}

static unsigned subset_bits(const char *a)
{
    unsigned bits = 0;
    for (; *a != '\0'; a++)
        if (*a >= '1' && *a <= '9')
            bits |= 1u << (*a - '0');
    return bits;
}

static bool subset_leq(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    return (subset_bits(a) & ~subset_bits(b)) == 0;
}

/* Every block of a lies in one of b. */
static bool refines(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    int block_of[10] = {0}, block = 0;
    for (const char *c = b; *c != '\0'; c++)
        if (*c == '|')
            block++;
        else
            block_of[*c - '0'] = block;
    int common = -1;
    for (const char *c = a; *c != '\0'; c++) {
        if (*c == '|')
            common = -1;
        else if (common >= 0 && block_of[*c - '0'] != common)
            return false;
        else
            common = block_of[*c - '0'];
    }
    return true;
}

static bool coarsens(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    return refines(g, r, b, a);
}

/* (1.2) of the coin-turning paper */
static bool asm_leq(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    int x1, y1, z1, x2, y2, z2;
    assert_int_equal(sscanf(a, "(%d,%d,%d)", &x1, &y1, &z1), 3);
    assert_int_equal(sscanf(b, "(%d,%d,%d)", &x2, &y2, &z2), 3);
    return x1 >= x2 && y1 >= y2 && z1 <= z2 && x1 + y1 + z1 >= x2 + y2 + z2;
}

static bool pair_leq(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    (void)g;
    (void)r;
    int p1, q1, p2, q2;
    assert_int_equal(sscanf(a, "(%d,%d)", &p1, &q1), 2);
    assert_int_equal(sscanf(b, "(%d,%d)", &p2, &q2), 2);
    return p1 <= p2 && q2 % q1 == 0;
}

/* a lies in b when joining a basis of a to one of b gives b again. */
static bool contained(grundy *g, const grundy_ruleset *r, const char *a, const char *b)
{
    char text[512];
    grundy_buffer joined = grundy_buffer_open(g), alone = grundy_buffer_open(g);
    char rows[256];
    bool same = true;
    snprintf(rows, sizeof rows, "%s", a);
    for (char *row = strtok(rows, "<,>"); row != NULL && same; row = strtok(NULL, "<,>")) {
        size_t length = strlen(b);
        snprintf(text, sizeof text, "%.*s%s%s>", (int)length - 1, b, length > 2 ? "," : "", row);
        joined.size = alone.size = 0;
        grundy_status status = grundy_position_parse(g, r, text, &joined);
        MUST(g, grundy_position_parse(g, r, b, &alone));
        same = status == GRUNDY_OK && joined.size == alone.size && memcmp(joined.data, alone.data, alone.size) == 0;
    }
    grundy_buffer_close(&joined);
    grundy_buffer_close(&alone);
    return same;
}

static void named_posets(void **state)
{
    (void)state;
    check_board("ruler(chain(70))", 70, chain_leq);
    check_board("ruler(divisors(360))", 24, divides);
    check_board("ruler(divisors(1))", 1, divides);
    check_board("ruler(boolean(0))", 1, subset_leq);
    check_board("ruler(boolean(6))", 64, subset_leq);
    check_board("ruler(setpartitions(1))", 1, refines);
    check_board("ruler(setpartitions(6))", 203, refines);
    check_board("ruler(dual(setpartitions(5)))", 52, coarsens);
    check_board("ruler(asm(2))", 1, asm_leq);
    check_board("ruler(asm(7))", 56, asm_leq);
    check_board("ruler(product(chain(4),divisors(12)))", 24, pair_leq);
}

/* Counts of subspaces: sums of Gaussian binomials, from OEIS A006116, A006117, A006118, A006119. */
static void subspaces(void **state)
{
    (void)state;
    check_board("ruler(subspaces(0,2))", 1, contained);
    check_board("ruler(subspaces(3,2))", 16, contained);
    check_board("ruler(subspaces(4,2))", 67, contained);
    check_board("ruler(subspaces(3,3))", 28, contained);
#ifdef GRUNDY_WITH_FLINT
    check_board("ruler(subspaces(2,4))", 7, contained);
    check_board("ruler(subspaces(3,4))", 44, contained);
    check_board("ruler(subspaces(2,9))", 12, contained);
#endif
}

/* ---- fields ---- */

static void check_field(uint64_t q)
{
    grundy *g = ask_open();
    field f;
    MUST(g, field_open(g, q, &f));
    for (uint64_t a = 0; a < q; a++) {
        assert_int_equal(field_sub(&f, a, a), 0);
        assert_int_equal(field_sub(&f, a, 0), a);
        assert_int_equal(field_mul(&f, a, 1), a);
        if (a != 0)
            assert_int_equal(field_mul(&f, a, field_inv(&f, a)), 1);
        for (uint64_t b = 0; b < q; b++) {
            assert_int_equal(field_mul(&f, a, b), field_mul(&f, b, a));
            assert_int_equal(field_sub(&f, a, field_sub(&f, a, b)), b);
            for (uint64_t c = 0; c < q; c++) {
                assert_int_equal(field_mul(&f, a, field_mul(&f, b, c)), field_mul(&f, field_mul(&f, a, b), c));
                assert_int_equal(field_mul(&f, a, field_sub(&f, b, c)),
                                 field_sub(&f, field_mul(&f, a, b), field_mul(&f, a, c)));
            }
        }
    }
    field_close(g, &f);
    ask_close(g);
}

static void field_axioms(void **state)
{
    (void)state;
    static const uint64_t primes[] = {2, 3, 5, 7, 31}, powers[] = {4, 8, 9, 16, 25, 27, 49, 64};
    for (size_t i = 0; i < LENGTH(primes); i++)
        check_field(primes[i]);
#ifdef GRUNDY_WITH_FLINT
    for (size_t i = 0; i < LENGTH(powers); i++)
        check_field(powers[i]);
#else
    (void)powers;
#endif
    grundy *g = ask_open();
    field f;
    static const uint64_t none[] = {0, 1, 6, 12, 100, 65535, UINT64_MAX};
    for (size_t i = 0; i < LENGTH(none); i++)
        assert_int_equal(field_open(g, none[i], &f), GRUNDY_DOMAIN);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_relations),
        cmocka_unit_test(named_posets),
        cmocka_unit_test(subspaces),
        cmocka_unit_test(field_axioms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
