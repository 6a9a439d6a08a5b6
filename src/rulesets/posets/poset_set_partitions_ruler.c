/* The ruler on the set partitions, by types: h(n), its value at the set partition with one block (coin-turning
 * paper, section 6.2). An element with blocks of sizes l_1, l_2, ... has the nim-product of the h(l_i) (Theorem 6.1).
 *
 * For a multiset of blocks, let F be the nim-sum, over all set partitions of the blocks, of the nim-product of h(size
 * of each union of blocks). Then h(n) is the mex of F over all partitions of n, where the set partition with a single
 * union is left out, which is the same as h(n) = 0 (Theorem 4.1). There are p(n) partitions of n, and each F is a sum of
 * many terms. But nim-sums have characteristic 2:
 *
 *   Swap two blocks of the same size a. That is an involution on the set partitions of the blocks. Those that it moves
 *   cancel in pairs, as both have the same product. It fixes those that have the two blocks in one union, or each of
 *   them alone in its union. So
 *
 *       F(a, a, rest) = F(2a, rest) + h(a)^2 F(rest).                                                      (1)
 *
 * Read F as a linear form on polynomials in x_1, x_2, ..., where a multiset of blocks is a monomial. By (1) it vanishes
 * on multiples of x_a^2 - x_2a - h(a)^2. Put y_a = x_a + c_a with c_a = 0 for odd a and c_2a = (h(a) + c_a)^2: then
 *
 *       y_a^2 = x_2a + h(a)^2 + c_a^2 = y_2a,                                                              (2)
 *
 * so that F is a linear form on polynomials in y_1, y_3, y_5, ... alone. Each step is then cheap:
 *
 *   - The monomials in odd y of weight n are, by (2), the products of different y_a, a a part of a strict partition of
 *     n. On such a product F is again a sum over set partitions, only that a block alone in its union counts
 *     h(a) + c_a; the union with the largest part leaves a smaller strict partition. There are few strict partitions,
 *     and few subsets of their parts.
 *   - A partition of n is a product of x_a = y_a + c_a. Its factors are multiplied in one after the other, in a walk
 *     over all partitions: a factor with odd a is y_a itself and only selects a part of the table of F; one with even a
 *     adds two parts of it. The odd parts of the sizes go down from n to 1 on the walk, so that the tables at the many
 *     ends of the walk are short, and at each end one value stands ready.
 *
 * A table T(a, M) holds F times a fixed factor for the monomials of odd y_b, b <= a, of weight M, M - 2, M - 4, ...: for
 * a > 1 it is T(a-2, M), T(a-2, M-a), T(a-2, M-2a), ... one after the other, by the exponent of y_a; T(1, M) is the values
 * for the exponents M mod 2, ..., M - 2, M. So multiplying by y_a is dropping the first parts. */
#include "rulesets/posets/poset_set_partitions.h"

#include <string.h>

#include "base/team.h"
#include "math/mex.h"
#include "rulesets/octal/store.h"

enum { POINTS_MAX = SET_PARTITION_POINTS_MAX, STRICT_PARTS_MAX = 22, THREADS_MAX = 64 };

/* Nim-multiplication by a constant below 2^32: one table for each byte. */
typedef struct {
    uint32_t by_byte[4][256];
} multiplier;

/* What is kept in the handle: h(1) .. h(known), and F on strict partitions of the weights up to count. Values from a
 * store are known without F, which is made when a further term needs it. */
typedef struct {
    unsigned known, count;
    uint32_t h[POINTS_MAX + 1];
    uint32_t c[POINTS_MAX + 1];                            /* c_a */
    multiplier *by_h[POINTS_MAX + 1];                      /* times h(a) */
    multiplier *by_single[POINTS_MAX + 1];                 /* times h(a) + c_a */
    multiplier *by_c[POINTS_MAX + 1];                      /* times c_a */
    uint32_t *strict[POINTS_MAX + 1];                      /* by rank */
    uint64_t strict_count[POINTS_MAX + 1][POINTS_MAX + 1]; /* [w][p]: strict partitions of w with parts <= p */
} sequence;

/* ---- nim-multiplication by constants ---- */

static grundy_status set_multiplier(grundy *g, multiplier **out, uint32_t constant)
{
    grundy_status status = GRUNDY_OK;
    if (*out == NULL)
        *out = handle_new(g, 1, sizeof **out, &status);
    if (*out == NULL)
        return status;
    for (unsigned byte = 0; byte < 4; byte++)
        for (unsigned bit = 0; bit < 8; bit++) {
            uint32_t *row = (*out)->by_byte[byte];
            uint32_t image = (uint32_t)grundy_nim_mul(constant, UINT64_C(1) << (8 * byte + bit));
            for (unsigned i = 0; i < 1u << bit; i++)
                row[i | 1u << bit] = row[i] ^ image;
        }
    return GRUNDY_OK;
}

static inline uint32_t times(const multiplier *m, uint32_t x)
{
    return m->by_byte[0][x & 255] ^ m->by_byte[1][x >> 8 & 255] ^ m->by_byte[2][x >> 16 & 255] ^ m->by_byte[3][x >> 24];
}

/* ---- F on strict partitions ----
 *
 * The rank of p_1 > p_2 > ... among the strict partitions of w is the sum over i of how many strict partitions of
 * p_i + p_(i+1) + ... have all parts below p_i. */

typedef struct {
    unsigned weight, count, parts[STRICT_PARTS_MAX]; /* descending */
    uint32_t *rank;                                  /* by set of parts: of the partition into these */
    uint16_t *kept;                                  /* and its weight */
} strict_parts;

static void count_strict(sequence *s)
{
    for (unsigned p = 0; p <= POINTS_MAX; p++)
        s->strict_count[0][p] = 1;
    for (unsigned w = 1; w <= POINTS_MAX; w++)
        for (unsigned p = 1; p <= POINTS_MAX; p++)
            s->strict_count[w][p] = s->strict_count[w][p - 1] + (p <= w ? s->strict_count[w - p][p - 1] : 0);
}

static uint64_t strict_total(const sequence *s, unsigned weight)
{
    return s->strict_count[weight][weight];
}

/* The strict partition of the weight that has this rank. */
static void unrank(const sequence *s, uint64_t rank, strict_parts *out)
{
    unsigned weight = out->weight;
    for (out->count = 0; weight > 0; out->count++) {
        unsigned p = 1;
        while (s->strict_count[weight][p] <= rank)
            p++;
        rank -= s->strict_count[weight][p - 1];
        weight -= p;
        out->parts[out->count] = p;
    }
}

/* The nim-sum over the union of the largest part with some of the others. Sets of others are built from the smallest
 * part up: bit k stands for the k-th smallest. */
static uint32_t sum_over_unions(const sequence *s, strict_parts *p)
{
    unsigned others = p->count - 1, largest = p->parts[0];
    uint32_t sum = 0;
    for (unsigned k = 0; k < others; k++) {
        unsigned part = p->parts[others - k];
        for (uint32_t set = 0; set < 1u << k; set++) {
            uint32_t with = set | 1u << k;
            p->kept[with] = (uint16_t)(p->kept[set] + part);
            p->rank[with] = p->rank[set] + (uint32_t)s->strict_count[p->kept[with]][part - 1];
        }
    }
    for (uint32_t set = 0; set < 1u << others; set++) {
        unsigned united = p->weight - p->kept[set];
        const multiplier *m = united == largest ? s->by_single[largest] : s->by_h[united];
        sum ^= times(m, s->strict[p->kept[set]][p->rank[set]]);
    }
    return sum;
}

static unsigned most_strict_parts(unsigned weight)
{
    unsigned count = 1;
    while ((count + 1) * (count + 2) / 2 <= weight)
        count++;
    return count;
}

static grundy_status sum_all_strict(grundy *g, sequence *s, unsigned weight)
{
    grundy_status status = GRUNDY_OK;
    uint64_t total = strict_total(s, weight);
    size_t sets = (size_t)1 << (most_strict_parts(weight) - 1);
    strict_parts p = {.weight = weight};
    p.rank = handle_new(g, sets, sizeof *p.rank, &status);
    p.kept = handle_new(g, sets, sizeof *p.kept, &status);
    for (uint64_t rank = 0; rank < total && status == GRUNDY_OK; rank++) {
        unrank(s, rank, &p);
        s->strict[weight][rank] = sum_over_unions(s, &p);
        if (rank % 1024 == 0)
            status = grundy_check(g);
    }
    handle_free(g, p.rank, sets * sizeof *p.rank);
    handle_free(g, p.kept, sets * sizeof *p.kept);
    return status;
}

/* ---- tables T(a, M) ---- */

typedef struct {
    const sequence *s;
    unsigned n;
    uint64_t size[POINTS_MAX / 2 + 1][POINTS_MAX + 1]; /* [a / 2][M]: of T(a, M), a odd */
    uint32_t *root;                                    /* T(a, n) for the largest odd a <= n */
    uint32_t *fill;                                    /* next place in the root */
    uint64_t partitions;                               /* p(n) */
} tables;

static unsigned largest_odd(unsigned m)
{
    return m == 0 ? 1 : m - (m % 2 == 0);
}

static void count_tables(tables *t)
{
    for (unsigned m = 0; m <= t->n; m++)
        t->size[0][m] = m / 2 + 1;
    for (unsigned a = 3; a <= t->n; a += 2)
        for (unsigned m = 0; m <= t->n; m++)
            t->size[a / 2][m] = t->size[a / 2 - 1][m] + (m >= a ? t->size[a / 2][m - a] : 0);
}

typedef struct {
    uint64_t words[POINTS_MAX / 64 + 1];
} part_set;

/* y_a^e is the product of the y_p with p = 2^k a over the bits k of e. */
static void multiply_power(part_set *parts, unsigned a, unsigned e)
{
    for (unsigned p = a; e != 0; e >>= 1, p *= 2)
        if ((e & 1) != 0)
            parts->words[p / 64] |= UINT64_C(1) << (p % 64);
}

/* F on a product of different y_p. */
static uint32_t strict_value(const sequence *s, const part_set *parts)
{
    unsigned weight = 0;
    uint64_t rank = 0;
    for (unsigned w = 0; w <= POINTS_MAX / 64; w++)
        for (uint64_t bits = parts->words[w]; bits != 0; bits &= bits - 1) {
            unsigned p = 64 * w + (unsigned)__builtin_ctzll(bits);
            weight += p;
            rank += s->strict_count[weight][p - 1];
        }
    return s->strict[weight][rank];
}

/* T(a, m) times the product of `parts`, at the place to fill. The depth is at most n / 2. */
static void fill_table(tables *t, unsigned a, unsigned m, const part_set *parts)
{
    for (unsigned e = a == 1 ? m % 2 : 0; e * a <= m; e += a == 1 ? 2 : 1) {
        part_set more = *parts;
        multiply_power(&more, a, e);
        if (a == 1)
            *t->fill++ = strict_value(t->s, &more);
        else
            fill_table(t, a - 2, m - e * a, &more);
    }
}

/* ---- the walk over all partitions ---- */

typedef struct {
    grundy *g;
    const tables *t;
    unsigned threads, number; /* this thread takes the tickets of its number */
    uint64_t ticket, visited;
    uint32_t *scratch, *scratch_free;
    size_t scratch_size;
    uint64_t *seen, seen_limit;
    bool small; /* the odd parts are at most 3 by now */
    grundy_status status;
} walk;

static uint64_t table_size(const tables *t, unsigned a, unsigned m)
{
    return t->size[a / 2][m];
}

/* Add a constant times T(a, from), as far as the weight `to`, to a table T(a, to). */
static void add_multiple(const tables *t, unsigned a, unsigned from, unsigned to, const multiplier *m,
                         const uint32_t *source, uint32_t *out)
{
    if (a > to)
        a = largest_odd(to);
    if (a == 1) {
        for (unsigned j = 0; j <= to / 2; j++)
            out[j] ^= times(m, source[j]);
        return;
    }
    for (unsigned e = 0; e * a <= to; e++) {
        add_multiple(t, a - 2, from - e * a, to - e * a, m, source, out);
        source += table_size(t, a - 2, from - e * a);
        out += table_size(t, a - 2, to - e * a);
    }
}

static inline void strict_walk_meet(walk *w, uint32_t value)
{
    if (value < w->seen_limit)
        set_add(w->seen, value);
}

/* Only 1 and 2 are left: c_2 = 1. */
static void walk_ones_and_twos(walk *w, const uint32_t *table, unsigned last)
{
    uint32_t *copy = w->scratch_free;
    memcpy(copy, table, (last + 1) * sizeof *copy);
    for (unsigned l = last; l-- > 0;) {
        for (unsigned j = 0; j <= l; j++)
            copy[j] ^= copy[j + 1];
        strict_walk_meet(w, copy[l]);
    }
    w->visited += last + 1;
}

/* Only powers of two are left, at most 2^k: choose them from the largest down; the rest are ones. */
static void walk_powers_of_two(walk *w, const uint32_t *table, unsigned last, unsigned k)
{
    strict_walk_meet(w, table[last]);
    for (unsigned i = 2; i <= k && 1u << (i - 1) <= last; i++) {
        unsigned step = 1u << (i - 1), rest = last - step;
        const multiplier *m = w->t->s->by_c[1u << i];
        uint32_t *product = w->scratch_free;
        for (unsigned j = 0; j <= rest; j++)
            product[j] = table[j + step] ^ times(m, table[j]);
        w->scratch_free += rest + 1;
        walk_powers_of_two(w, product, rest, i);
        w->scratch_free -= rest + 1;
    }
    walk_ones_and_twos(w, table, last);
}

/* May this thread go on from here? The threads share the work where the odd parts of the sizes become small. */
static bool take_ticket(walk *w)
{
    uint64_t ticket = w->ticket++;
    if (ticket % w->threads != w->number)
        return false;
    if (ticket / w->threads % 64 == 0) {
        w->status = grundy_check(w->g);
        grundy_report(w->g, "partitions", w->visited * w->threads, w->t->partitions);
    }
    return true;
}

static void walk_class(walk *w, unsigned a, unsigned m, const uint32_t *table, unsigned k);

/* All products of x_p, where p is at most 2^k a or has a smaller odd part than a: the table holds F times what has
 * been chosen. The depth is at most n. */
static void strict_walk_down(walk *w, unsigned a, unsigned m, const uint32_t *table, unsigned k)
{
    if (a > m) {
        a = largest_odd(m);
        k = POINTS_MAX;
    }
    bool crossing = a <= 3 && !w->small;
    if (w->status != GRUNDY_OK || (crossing && !take_ticket(w)))
        return;
    w->small = a <= 3;
    if (a == 1)
        walk_powers_of_two(w, table, m / 2, k);
    else
        walk_class(w, a, m, table, k);
    w->small = a <= 3 && !crossing;
}

static void walk_class(walk *w, unsigned a, unsigned m, const uint32_t *table, unsigned k)
{
    for (unsigned i = 1; i <= k && a << i <= m; i++) {
        unsigned rest = m - (a << i);
        uint64_t size = table_size(w->t, a, rest);
        uint32_t *product = w->scratch_free;
        memcpy(product, table + table_size(w->t, a, m) - size, size * sizeof *product);
        add_multiple(w->t, a, m, rest, w->t->s->by_c[a << i], table, product);
        w->scratch_free += size;
        strict_walk_down(w, a, rest, product, i);
        w->scratch_free -= size;
    }
    for (unsigned e = 0; e * a <= m; e++) {
        strict_walk_down(w, a - 2, m - e * a, table, POINTS_MAX);
        table += table_size(w->t, a - 2, m - e * a);
    }
}

/* ---- walks in threads ---- */

/* Factors with even a >= 6 make new tables of weights n - 6, n - 12, ...; powers of two are shorter than n each. */
static size_t scratch_needed(const tables *t)
{
    size_t need = (size_t)(t->n + 2) * (t->n + 2);
    for (unsigned m = 6; m <= t->n; m += 6)
        need += table_size(t, largest_odd(t->n), t->n - m);
    return need;
}

static void walk_close(walk *w)
{
    handle_free(w->g, w->scratch, w->scratch_size * sizeof *w->scratch);
    handle_free(w->g, w->seen, set_words(w->seen_limit) * sizeof *w->seen);
}

static grundy_status walk_open(grundy *g, const tables *t, unsigned number, unsigned threads, walk *out)
{
    walk w = {.g = g, .t = t, .threads = threads, .number = number, .scratch_size = scratch_needed(t)};
    w.seen_limit = t->partitions < UINT32_MAX ? t->partitions + 1 : UINT32_MAX; /* the mex is at most p(n) */
    w.scratch = handle_new(g, w.scratch_size, sizeof *w.scratch, &w.status);
    w.seen = handle_new(g, set_words(w.seen_limit), sizeof *w.seen, &w.status);
    w.scratch_free = w.scratch;
    *out = w;
    if (w.status != GRUNDY_OK)
        walk_close(out);
    return w.status;
}

static void *walk_run(void *argument)
{
    walk *w = argument;
    strict_walk_down(w, largest_odd(w->t->n), w->t->n, w->t->root, POINTS_MAX);
    return NULL;
}

/* Run the walks 1 .. count - 1 in threads and walk 0 here; join what they have seen in walk 0. */
static grundy_status run_walks(walk *walks, unsigned count)
{
    pthread_t threads[THREADS_MAX];
    bool started[THREADS_MAX] = {false};
    for (unsigned i = 1; i < count; i++)
        started[i] = pthread_create(&threads[i], NULL, walk_run, &walks[i]) == 0;
    walk_run(&walks[0]);
    for (unsigned i = 1; i < count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            walk_run(&walks[i]);
        if (walks[i].status != GRUNDY_OK && walks[0].status == GRUNDY_OK) {
            walks[0].status = walks[i].status;
            handle_adopt(walks[0].g, walks[i].g);
        }
        for (size_t k = 0; k < set_words(walks[0].seen_limit); k++)
            walks[0].seen[k] |= walks[i].seen[k];
    }
    return walks[0].status;
}

/* Join what the members of the team have seen. */
static grundy_status join_members(grundy *g, grundy_status status, walk *w)
{
    const size_t words = status == GRUNDY_OK ? set_words(w->seen_limit) : 0;
    grundy_list all = grundy_list_open(g);
    if (team_same(g))
        status = team_gather(g, team_what("set partitions", w->t->n), status,
                             (grundy_bytes){(const unsigned char *)w->seen, words * sizeof *w->seen}, &all);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&all); i++)
        for (size_t k = 0; k < words; k++) {
            uint64_t word;
            memcpy(&word, grundy_list_at(&all, i).data + k * sizeof word, sizeof word);
            w->seen[k] |= word;
        }
    grundy_list_close(&all);
    return status;
}

/* The walks of all threads of all members share the work. */
static grundy_status mex_of_walks(grundy *g, const tables *t, unsigned threads, uint64_t *out)
{
    const grundy_team team = team_same(g) ? team_of(g) : (grundy_team){.size = 1};
    walk walks[THREADS_MAX];
    grundy *forks[THREADS_MAX] = {g};
    unsigned opened = 0;
    grundy_status status = GRUNDY_OK;
    while (opened < threads && status == GRUNDY_OK) {
        status = opened == 0 ? GRUNDY_OK : handle_fork(g, &forks[opened]);
        if (status != GRUNDY_OK)
            break;
        status = walk_open(forks[opened], t, team.rank * threads + opened, team.size * threads, &walks[opened]);
        if (status == GRUNDY_OK)
            opened++;
        else if (opened > 0)
            grundy_close(forks[opened]);
    }
    if (status == GRUNDY_OK)
        status = run_walks(walks, opened);
    status = join_members(g, status, &walks[0]);
    if (status == GRUNDY_OK)
        *out = set_mex(walks[0].seen, set_words(walks[0].seen_limit));
    for (unsigned i = opened; i-- > 0;) {
        walk_close(&walks[i]);
        if (i > 0)
            grundy_close(forks[i]);
    }
    return status;
}

/* ---- the sequence ---- */

/* The number of partitions of n, by Euler's pentagonal numbers; n is below 256. */
static uint64_t count_partitions(unsigned n)
{
    uint64_t p[POINTS_MAX + 1] = {1};
    for (unsigned part = 1; part <= n; part++)
        for (unsigned m = part; m <= n; m++)
            p[m] += p[m - part];
    return p[n];
}

/* As if h(n) were 0: what the mex is taken of. */
static grundy_status set_partitions_prepare(grundy *g, sequence *s, unsigned n)
{
    grundy_status status = GRUNDY_OK;
    uint32_t half = n % 2 == 0 ? s->h[n / 2] ^ s->c[n / 2] : 0;
    s->c[n] = (uint32_t)grundy_nim_square(half);
    TRY(set_multiplier(g, &s->by_h[n], 0));
    TRY(set_multiplier(g, &s->by_single[n], s->c[n]));
    TRY(set_multiplier(g, &s->by_c[n], s->c[n]));
    if (s->strict[n] == NULL)
        s->strict[n] = handle_new(g, strict_total(s, n), sizeof *s->strict[n], &status);
    return s->strict[n] == NULL ? status : sum_all_strict(g, s, n);
}

static grundy_status mex_over_partitions(grundy *g, const sequence *s, unsigned n, uint64_t *out)
{
    grundy_status status = GRUNDY_OK;
    tables *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL)
        return status;
    t->s = s;
    t->n = n;
    t->partitions = count_partitions(n);
    count_tables(t);
    uint64_t size = table_size(t, largest_odd(n), n);
    t->root = t->fill = handle_new(g, size, sizeof *t->root, &status);
    if (t->root != NULL) {
        unsigned threads = grundy_get_limits(g).threads;
        part_set none = {0};
        fill_table(t, largest_odd(n), n, &none);
        status = mex_of_walks(g, t, threads == 0 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads, out);
    }
    handle_free(g, t->root, size * sizeof *t->root);
    handle_free(g, t, sizeof *t);
    return status;
}

static grundy_status next_term(grundy *g, sequence *s)
{
    unsigned n = s->count + 1;
    uint64_t value;
    if (n > POINTS_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "h(n) is computed up to n = %d", POINTS_MAX);
    TRY(set_partitions_prepare(g, s, n));
    value = s->h[n];
    if (n > s->known)
        TRY(mex_over_partitions(g, s, n, &value));
    if (value >= UINT32_MAX)
        return grundy_fail(g, GRUNDY_LIMIT, "h(%u) has more than 32 bits", n);
    TRY(set_multiplier(g, &s->by_h[n], (uint32_t)value));
    TRY(set_multiplier(g, &s->by_single[n], (uint32_t)value ^ s->c[n]));
    s->h[n] = (uint32_t)value;
    for (uint64_t rank = 0; rank < strict_total(s, n); rank++)
        s->strict[n][rank] ^= (uint32_t)value;
    s->count = n;
    s->known = n > s->known ? n : s->known;
    return GRUNDY_OK;
}

static void set_partitions_sequence_close(grundy *g, void *value)
{
    sequence *s = value;
    for (unsigned n = 0; n <= POINTS_MAX; n++) {
        handle_free(g, s->by_h[n], sizeof(multiplier));
        handle_free(g, s->by_single[n], sizeof(multiplier));
        handle_free(g, s->by_c[n], sizeof(multiplier));
        handle_free(g, s->strict[n], strict_total(s, n) * sizeof(uint32_t));
    }
}

static grundy_status set_partitions_start(grundy *g, sequence *s)
{
    grundy_status status = GRUNDY_OK;
    if (s->strict[0] != NULL)
        return GRUNDY_OK;
    count_strict(s);
    s->strict[0] = handle_new(g, 1, sizeof *s->strict[0], &status);
    if (s->strict[0] != NULL)
        s->strict[0][0] = 1;
    return status;
}

static const char sequence_key = 0;

static sequence *set_partitions_sequence_open(grundy *g, grundy_status *status)
{
    return handle_kept(g, &sequence_key, sizeof(sequence), set_partitions_sequence_close, status);
}

/* Compute one more term, or copy the terms up to n when they are known: then *ready. */
static grundy_status set_partitions_continue(grundy *g, unsigned n, uint32_t *h, bool *ready)
{
    grundy_status status = GRUNDY_OK;
    sequence *s = set_partitions_sequence_open(g, &status);
    if (s == NULL)
        return status;
    *ready = s->known >= n;
    if (*ready)
        memcpy(h, s->h, ((size_t)n + 1) * sizeof *h);
    else
        status = set_partitions_start(g, s);
    if (status == GRUNDY_OK && !*ready)
        status = next_term(g, s);
    handle_kept_done(s);
    return status;
}

grundy_status set_partition_ruler(grundy *g, unsigned n, uint32_t *h)
{
    for (bool ready = false; !ready;) {
        TRY(set_partitions_continue(g, n, h, &ready));
        store_in_between(g);
    }
    return GRUNDY_OK;
}

/* ---- in a store: h(1), h(2), ... ---- */

static grundy_status known_terms(grundy *g, grundy_buffer *out)
{
    sequence *s = handle_found(g, &sequence_key);
    if (s == NULL)
        return GRUNDY_OK;
    grundy_status status = grundy_append(out, s->h + 1, s->known * sizeof *s->h);
    handle_kept_done(s);
    return status;
}

static grundy_status learn_terms(grundy *g, const uint32_t *values, size_t count)
{
    grundy_status status = GRUNDY_OK;
    if (count > POINTS_MAX)
        return GRUNDY_DOMAIN;
    for (size_t i = 0; i < count; i++)
        if (values[i] == UINT32_MAX)
            return GRUNDY_DOMAIN;
    sequence *s = set_partitions_sequence_open(g, &status);
    if (s == NULL)
        return status;
    if (count > s->known) {
        memcpy(s->h + 1, values, count * sizeof *values);
        s->known = (unsigned)count;
    }
    handle_kept_done(s);
    return GRUNDY_OK;
}

const stored_sequence set_partitions_ruler_stored = {
    .name = "ruler-on-set-partitions",
    .known = known_terms,
    .learn = learn_terms,
};

/* ---- as a sweep ---- */

typedef struct {
    uint32_t h[POINTS_MAX + 1];
} held_sequence;

static void largest_block(const board *b, const unsigned char *x, grundy_extent *extent)
{
    unsigned char parts[POINTS_MAX];
    set_partition_type(b, x, parts);
    extent->dimensions = 1;
    if (extent->greatest[0] < parts[0])
        extent->greatest[0] = parts[0];
}

static void set_partitions_held_close(grundy *g, void *state)
{
    handle_free(g, state, sizeof(held_sequence));
}

static grundy_status held_open(grundy *g, const board *b, const grundy_extent *extent, void **state)
{
    (void)b;
    grundy_status status = GRUNDY_OK;
    held_sequence *held = handle_new(g, 1, sizeof *held, &status);
    if (held == NULL)
        return status;
    status = set_partition_ruler(g, (unsigned)extent->greatest[0], held->h);
    if (status != GRUNDY_OK) {
        set_partitions_held_close(g, held);
        return status;
    }
    *state = held;
    return GRUNDY_OK;
}

static grundy_status set_partitions_held_value(grundy *g, const board *b, const void *state, const unsigned char *x,
                                               uint64_t *out)
{
    (void)g;
    const held_sequence *held = state;
    unsigned char parts[POINTS_MAX];
    size_t count = set_partition_type(b, x, parts);
    uint64_t value = 1;
    for (size_t i = 0; i < count; i++)
        value = grundy_nim_mul(value, held->h[parts[i]]);
    *out = value;
    return GRUNDY_OK;
}

const board_sweep set_partitions_ruler_sweep = {
    .reason = "nim-product of h(block size) (coin-turning paper, Theorem 6.1), h by sums over strict partitions",
    .extent = largest_block,
    .open = held_open,
    .value = set_partitions_held_value,
    .close = set_partitions_held_close,
};
