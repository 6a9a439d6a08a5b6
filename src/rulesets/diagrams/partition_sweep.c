#include "rulesets/diagrams/partition_sweep.h"

#include <string.h>

#include "base/team.h"
#include "math/partitions.h"

/* A partition weighs as much as so many cells of a box. */
enum { WEIGHT = 8 };

/* The most words of a set: values of partitions up to RANKED_MAX. */
enum { WORDS_MAX = RANKED_MAX / 64 + 1 };

typedef struct {
    partition_moves moves;
    unsigned n;   /* the largest number */
    size_t words; /* of a set */
    size_t count, set_count;
    uint8_t *values;
    uint64_t *sets; /* R of each partition, then with its own value; only the current size where R is not needed */
    partition_ranks ranks;
} sweep_state;

/* ---- the walk ---- */

partition_walk partition_walk_first(unsigned size)
{
    return (partition_walk){.size = size, .ones = size};
}

/* Raise the last part that can be raised and has something behind it, which becomes ones. */
bool partition_walk_next(partition_walk *w)
{
    unsigned behind = w->ones;
    if (behind >= 2) {
        w->parts[w->count++] = 2;
        w->ones -= 2;
        return true;
    }
    for (; w->count > 0; behind += w->parts[--w->count]) {
        unsigned last = w->count - 1;
        if (behind > 0 && (last == 0 || w->parts[last] < w->parts[last - 1])) {
            w->parts[last]++;
            w->ones = behind - 1;
            return true;
        }
    }
    return false;
}

/* ---- ranks of neighbours ---- */

/* Of a partition in the walk: term[j] is where the count for part j stands, so that term[j][-a] is the count when
 * something of size a is gone from behind it or from itself; after[j] is the sum over the parts from j on. */
typedef struct {
    const uint32_t *term[64];
    uint32_t after[65];
} rank_terms;

static void terms_of(const partition_ranks *ranks, const partition_walk *w, rank_terms *t)
{
    unsigned rest = w->ones;
    t->after[w->count] = 0;
    for (unsigned j = w->count; j-- > 0;) {
        rest += w->parts[j];
        t->term[j] = &ranks->parts_below[w->parts[j] - 1][rest];
        t->after[j] = t->after[j + 1] + *t->term[j];
    }
}

/* The number of the partition without a row of size a, which stands first at place p. */
static uint32_t without_row(const partition_ranks *ranks, const partition_walk *w, const rank_terms *t, unsigned p,
                            unsigned a)
{
    uint32_t rank = ranks->offset[w->size - a] + (p < w->count ? t->after[p + 1] : 0);
    for (unsigned j = 0; j < p; j++)
        rank += *(t->term[j] - a);
    return rank;
}

/* The number of the conjugate: columns from the right, those of height 1 counting nothing. */
static uint32_t conjugate_rank(const partition_ranks *ranks, const partition_walk *w)
{
    uint32_t rank = ranks->offset[w->size], size = 0;
    for (unsigned height = 1; height <= w->count; height++) {
        unsigned next = height < w->count ? w->parts[height] : 1;
        for (unsigned column = w->parts[height - 1]; column > next; column--) {
            size += height;
            rank += ranks->parts_below[height - 1][size];
        }
    }
    unsigned rows = w->count + w->ones;
    return rank + (rows > 0 ? ranks->parts_below[rows - 1][w->size] : 0);
}

/* ---- one size after the other ---- */

static uint64_t *set_of(const sweep_state *s, uint32_t number, unsigned size)
{
    size_t first = s->moves == TAKE_LINES ? 0 : s->ranks.offset[size];
    return s->sets + (number - first) * s->words;
}

static void join_option(const sweep_state *s, uint32_t option, uint64_t *set)
{
    unsigned value = s->values[option];
    if (s->moves == TAKE_LINES)
        for (size_t i = 0; i < s->words; i++)
            set[i] |= s->sets[option * s->words + i];
    else
        set[value / 64] |= UINT64_C(1) << (value % 64);
}

/* The values that taking rows can reach. */
static void reach_by_rows(const sweep_state *s, const partition_walk *w, uint64_t *set)
{
    rank_terms t;
    terms_of(&s->ranks, w, &t);
    for (size_t i = 0; i < s->words; i++)
        set[i] = 0;
    for (unsigned p = 0; p < w->count; p++) {
        if (p > 0 && w->parts[p] == w->parts[p - 1])
            continue;
        join_option(s, without_row(&s->ranks, w, &t, p, w->parts[p]), set);
        if (s->moves == TAKE_FIRST_LINE)
            return;
    }
    if (w->ones > 0)
        join_option(s, without_row(&s->ranks, w, &t, w->count, 1), set);
}

/* A partition and its conjugate have the same value. */
static void settle_pair(sweep_state *s, uint32_t number, uint32_t conjugate, unsigned size)
{
    uint64_t *a = set_of(s, number, size), *b = set_of(s, conjugate, size);
    size_t word = 0;
    while (word + 1 < s->words && (a[word] | b[word]) == UINT64_MAX)
        word++;
    unsigned bit = (unsigned)__builtin_ctzll(~(a[word] | b[word]));
    s->values[number] = s->values[conjugate] = (uint8_t)(64 * word + bit);
    if (s->moves == TAKE_LINES) {
        a[word] |= UINT64_C(1) << bit;
        b[word] |= UINT64_C(1) << bit;
    }
}

static grundy_status breathe(grundy *g, const sweep_state *s, uint32_t number)
{
    if (number % 65536 != 0)
        return GRUNDY_OK;
    grundy_report(g, "partitions", number, s->count);
    return grundy_check(g);
}

static grundy_status reach_size(grundy *g, const sweep_state *s, unsigned size)
{
    partition_walk w = partition_walk_first(size);
    uint32_t number = s->ranks.offset[size];
    do {
        reach_by_rows(s, &w, set_of(s, number, size));
        TRY(breathe(g, s, number));
        number++;
    } while (partition_walk_next(&w));
    return GRUNDY_OK;
}

/* ---- the same, shared in a team: a piece is so many partitions of the size ---- */

enum { PIECE = 4096 };

typedef struct {
    const sweep_state *s;
    partition_walk walk; /* of this member: the pieces ascend */
    uint32_t first, number, end;
} shared_size;

static grundy_status reach_piece(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    shared_size *z = context;
    const uint32_t start = z->first + (uint32_t)piece * PIECE;
    for (; z->number < start; z->number++)
        partition_walk_next(&z->walk);
    TRY(breathe(g, z->s, 0));
    for (; z->number < z->end && z->number < start + PIECE; z->number++) {
        uint64_t *set = set_of(z->s, z->number, z->walk.size);
        reach_by_rows(z->s, &z->walk, set);
        TRY(grundy_append(found, set, z->s->words * sizeof *set));
        partition_walk_next(&z->walk);
    }
    return GRUNDY_OK;
}

static grundy_status partition_learn_piece(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    const shared_size *z = context;
    (void)g;
    memcpy(set_of(z->s, z->first + (uint32_t)piece * PIECE, z->walk.size), found.data, found.size);
    return GRUNDY_OK;
}

static grundy_status reach_size_together(grundy *g, const sweep_state *s, unsigned size)
{
    static const team_work work = {.work = reach_piece, .learn = partition_learn_piece};
    shared_size z = {.s = s, .walk = partition_walk_first(size), .first = s->ranks.offset[size]};
    z.number = z.first;
    z.end = s->ranks.offset[size + 1];
    return team_share_kept(g, team_what("partitions", size), (z.end - z.first + PIECE - 1) / PIECE, &work, &z);
}

static grundy_status sweep_size(grundy *g, sweep_state *s, unsigned size)
{
    TRY(team_same(g) ? reach_size_together(g, s, size) : reach_size(g, s, size));
    partition_walk w = partition_walk_first(size);
    uint32_t number = s->ranks.offset[size];
    do {
        uint32_t conjugate = conjugate_rank(&s->ranks, &w);
        if (conjugate >= number)
            settle_pair(s, number, conjugate, size);
        TRY(breathe(g, s, number));
        number++;
    } while (partition_walk_next(&w));
    return GRUNDY_OK;
}

/* ---- the state ---- */

static void sweep_free(grundy *g, void *state)
{
    sweep_state *s = state;
    handle_free(g, s->values, s->count);
    handle_free(g, s->sets, s->set_count * sizeof *s->sets);
    handle_free(g, s, sizeof *s);
}

static grundy_status sweep_room(grundy *g, sweep_state *s)
{
    grundy_status status = GRUNDY_OK;
    s->words = s->n / 64 + 1;
    s->count = s->ranks.offset[s->n + 1];
    size_t kept = s->moves == TAKE_LINES ? s->count : s->count - s->ranks.offset[s->n];
    s->values = handle_new(g, s->count, 1, &status);
    if (s->values == NULL)
        return status;
    s->sets = handle_new(g, kept * s->words, sizeof *s->sets, &status);
    s->set_count = s->sets == NULL ? 0 : kept * s->words;
    return status;
}

static grundy_status sweep_new(grundy *g, partition_moves moves, unsigned n, grundy_question question,
                               sweep_state **out)
{
    grundy_status status = GRUNDY_OK;
    sweep_state *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    s->moves = moves;
    s->n = n;
    partition_ranks_fill(&s->ranks);
    status = sweep_room(g, s);
    if (status == GRUNDY_OK) {
        s->values[0] = question == GRUNDY_MISERE_VALUE;
        s->sets[0] = UINT64_C(1) << s->values[0];
    }
    for (unsigned size = 1; status == GRUNDY_OK && size <= n; size++)
        status = sweep_size(g, s, size);
    if (status != GRUNDY_OK) {
        sweep_free(g, s);
        return status;
    }
    *out = s;
    return GRUNDY_OK;
}

/* The number of a summand, false if it is not among the partitions up to n. */
static bool partition_number(const partition_ranks *ranks, unsigned n, grundy_bytes summand, uint32_t *out)
{
    partition_run runs[RANKED_MAX];
    uint64_t size = 0;
    size_t count = 0;
    while (summand.size > 0) {
        partition_run run = {.part = number_read(&summand)};
        run.times = number_read(&summand);
        if (run.part > n || run.times > n || size + run.part * run.times > n)
            return false;
        size += run.part * run.times;
        runs[count++] = run;
    }
    *out = partition_rank(ranks, runs, count);
    return true;
}

static grundy_status sweep_value(grundy *g, const grundy_ruleset *r, const void *state, grundy_bytes summand,
                                 uint64_t *out)
{
    const sweep_state *s = state;
    uint32_t number;
    if (!partition_number(&s->ranks, s->n, summand, &number))
        return grundy_fail(g, GRUNDY_DOMAIN, "%s: the position lies outside the partitions that were swept",
                           grundy_ruleset_name(r));
    *out = s->values[number];
    return GRUNDY_OK;
}

grundy_status partition_sweep_extent(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent)
{
    (void)g;
    (void)r;
    uint64_t size = 0;
    while (summand.size > 0) {
        uint64_t part = number_read(&summand), times = number_read(&summand);
        if (part > RANKED_MAX || times > RANKED_MAX || size + part * times > RANKED_MAX)
            return GRUNDY_DOMAIN;
        size += part * times;
    }
    extent->dimensions = 2;
    extent->greatest[1] = WEIGHT - 1;
    uint64_t last = partitions_up_to((unsigned)size) - 1;
    if (last > extent->greatest[0])
        extent->greatest[0] = last;
    return GRUNDY_OK;
}

grundy_status partition_sweep(grundy *g, partition_moves moves, const grundy_extent *extent, grundy_question question,
                              grundy_sweep *out)
{
    unsigned n = 0;
    sweep_state *s = NULL;
    while (partitions_up_to(n) - 1 < extent->greatest[0])
        n++;
    TRY(sweep_new(g, moves, n, question, &s));
    handle_free(g, s->sets, s->set_count * sizeof *s->sets); /* the values are what is left to ask for */
    s->sets = NULL;
    s->set_count = 0;
    *out = (grundy_sweep){.state = s, .value = sweep_value, .close = sweep_free};
    out->reason = moves == TAKE_LINES ? "sweep of all partitions by the sets of values that rows and columns reach"
                                      : "sweep of all partitions";
    return GRUNDY_OK;
}

grundy_status partition_values(grundy *g, partition_moves moves, unsigned n, grundy_question question, uint8_t **values,
                               size_t *count)
{
    sweep_state *s = NULL;
    TRY(sweep_new(g, moves, n, question, &s));
    *values = s->values;
    *count = s->count;
    s->values = NULL;
    s->count = 0;
    sweep_free(g, s);
    return GRUNDY_OK;
}
