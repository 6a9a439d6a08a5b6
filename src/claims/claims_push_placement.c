/* claims_push_placement.c - "The switch operators and push-the-button games", section 5: the octal game 0.07, which is
 * Cram on one row. Statements about all heaps rest on the proved period; the values themselves are compared with
 * brute force, and with dominoes placed on a row. */
#include <inttypes.h>

#include "claims/judge.h"
#include "math/mex.h"

#define DAWSON "octal(0.07)"

/* The values of heaps far enough past the preperiod for all that the statements say, with the proved period. */
typedef struct {
    grundy_period period;
    judged_box box;
} octal_sequence;

static grundy_status placement_sequence(claim_run *run, octal_sequence *out)
{
    static const judged_request request = {DAWSON, GRUNDY_VALUE, GRUNDY_SWEEP, NULL};
    grundy_ruleset *r;
    grundy_period period;
    TRY(grundy_ruleset_open(run->g, DAWSON, &r));
    grundy_status status = grundy_find_period(run->g, r, GRUNDY_VALUE, 0, &period);
    grundy_ruleset_close(r);
    if (status != GRUNDY_OK)
        return status;
    const judged_shape shape = {1, {(size_t)(period.preperiod + 20 * run->scale * period.period)}};
    out->period = period;
    return judge_box(run->g, &request, &shape, &out->box);
}

typedef grundy_status (*sequence_check)(claim_run *run, const octal_sequence *s, const void *context);

static grundy_status with_sequence(claim_run *run, sequence_check check, const void *context)
{
    octal_sequence s;
    TRY(placement_sequence(run, &s));
    grundy_status status = claim_holds(run, s.period.proved == GRUNDY_YES, "no period is proved");
    if (status == GRUNDY_OK)
        status = check(run, &s, context);
    judged_box_close(&s.box);
    return status;
}

static grundy_status placement_has_period(claim_run *run, const octal_sequence *s, const void *context)
{
    (void)context;
    TRY(claim_holds(run, s->period.period == 34 && s->period.saltus == 0, "the least period is %" PRIu64,
                    s->period.period));
    for (size_t n = (size_t)s->period.preperiod; n + 34 < s->box.cells; n++)
        TRY(claim_holds(run, s->box.answers[n] == s->box.answers[n + 34], "G(%zu) is not G(%zu)", n, n + 34));
    return GRUNDY_OK;
}

static grundy_status period_34(claim_run *run)
{
    return with_sequence(run, placement_has_period, NULL);
}

/* G(n+34) = G(n) for all n from *first on, and for no smaller number in the place of *first. */
static grundy_status has_preperiod(claim_run *run, const octal_sequence *s, const void *context)
{
    size_t first = *(const size_t *)context;
    const uint32_t *v = s->box.answers;
    for (size_t n = first; n + 34 < s->box.cells; n++)
        TRY(claim_holds(run, v[n] == v[n + 34], "G(%zu) = %" PRIu32 ", G(%zu) = %" PRIu32, n, v[n], n + 34, v[n + 34]));
    return claim_holds(run, v[first - 1] != v[first + 33], "G(%zu) = G(%zu)", first - 1, first + 33);
}

static grundy_status preperiod_52(claim_run *run)
{
    return with_sequence(run, has_preperiod, &(const size_t){52});
}

static grundy_status preperiod_53(claim_run *run)
{
    return with_sequence(run, has_preperiod, &(const size_t){53});
}

static grundy_status zeros_are_odd(claim_run *run, const octal_sequence *s, const void *context)
{
    for (size_t n = *(const size_t *)context; n < s->box.cells; n++)
        TRY(claim_holds(run, s->box.answers[n] != 0 || n % 2 == 1, "G(%zu) = 0", n));
    return GRUNDY_OK;
}

static grundy_status odd_zeros(claim_run *run)
{
    return with_sequence(run, zeros_are_odd, &(const size_t){0});
}

static grundy_status odd_zeros_from_1(claim_run *run)
{
    return with_sequence(run, zeros_are_odd, &(const size_t){1});
}

static grundy_status equal_values(claim_run *run)
{
    judge j;
    uint64_t v[4] = {0};
    grundy_status status = judge_open(run->g, DAWSON, GRUNDY_VALUE, GRUNDY_BRUTE, &j);
    if (status != GRUNDY_OK)
        return status;
    for (unsigned n = 0; status == GRUNDY_OK && n < GRUNDY_COUNT(v); n++)
        status = judge_ask(&j, &v[n], "%u", n);
    judge_close(&j);
    if (status != GRUNDY_OK)
        return status;
    TRY(claim_holds(run, v[1] == v[0], "G(1) = %" PRIu64, v[1]));
    return claim_holds(run, v[3] == v[2], "G(2) = %" PRIu64 ", G(3) = %" PRIu64, v[2], v[3]);
}

/* ---- dominoes on a row ---- */

/* values[row] of every row of `cells` cells: a bit is a free cell, a move takes two neighbouring bits away. */
static grundy_status fill_rows(grundy *g, unsigned cells, uint32_t *values)
{
    for (size_t row = 0; row < (size_t)1 << cells; row++) {
        uint64_t seen = 0;
        for (unsigned i = 0; i + 1 < cells; i++)
            if ((row >> i & 3) == 3)
                seen |= UINT64_C(1) << values[row & ~((size_t)3 << i)];
        values[row] = set_mex(&seen, 1);
        if (row % 4096 == 0)
            TRY(grundy_check(g));
    }
    return GRUNDY_OK;
}

/* A row with gaps is the sum of its pieces. */
static uint32_t sum_of_pieces(size_t row, const uint32_t *heaps)
{
    uint32_t sum = 0;
    for (unsigned length; row != 0; row >>= length) {
        row >>= __builtin_ctzll(row);
        length = (unsigned)__builtin_ctzll(~(unsigned long long)row);
        sum ^= heaps[length];
    }
    return sum;
}

static grundy_status placement_compare_rows(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    grundy_status status = GRUNDY_OK;
    unsigned cells = (unsigned)boxes->cells - 1;
    size_t rows = (size_t)1 << cells;
    uint32_t *values = handle_new(run->g, rows, sizeof *values, &status);
    if (values == NULL)
        return status;
    status = fill_rows(run->g, cells, values);
    for (size_t row = 0; status == GRUNDY_OK && row < rows; row++)
        status = claim_holds(run, values[row] == sum_of_pieces(row, boxes->answers),
                             "the row with the free cells %zx has the "
                             "value %" PRIu32,
                             row, values[row]);
    handle_free(run->g, values, rows * sizeof *values);
    return status;
}

static grundy_status rows_of_dominoes(claim_run *run)
{
    static const judged_request request = {DAWSON, GRUNDY_VALUE, GRUNDY_BRUTE, NULL};
    size_t cells = 16;
    for (uint64_t scale = run->scale; scale > 1 && cells < 28; scale /= 2)
        cells++;
    const judged_shape shape = {1, {cells + 1}};
    return with_boxes(run, &request, 1, &shape, placement_compare_rows, NULL);
}

static const claim claims[] = {
    {"push-5-octal-07-rows", "a row of n free cells, and any row with gaps, is 0.07 on heaps as long as the pieces",
     NULL, rows_of_dominoes},
    {"push-5-octal-07-period", "the values of 0.07 have period 34", NULL, period_34},
    {"push-5-octal-07-preperiod", "the values of 0.07 have preperiod 52",
     "G(52) is the last exception: with heaps from 0 on, as in section 4.2, G(n+34) = G(n) holds for n >= 53; 52 counts heaps "
     "from 1 on",
     preperiod_52},
    {"push-5-octal-07-preperiod-corrected",
     "the values of 0.07 have preperiod 53: G(n+34) = G(n) for n >= 53, not for n = 52", NULL, preperiod_53},
    {"push-5-octal-07-zeros", "if 0.07 has G(n) = 0, then n is odd", "G(0) = 0; it holds for n >= 1", odd_zeros},
    {"push-5-octal-07-zeros-corrected", "if 0.07 has G(n) = 0 for an n >= 1, then n is odd", NULL, odd_zeros_from_1},
    {"push-5-octal-07-equal", "0.07 has G(1) = G(0) and G(3) = G(2)", NULL, equal_values},
};

const claim_table push_placement_claims = {"push", claims, GRUNDY_COUNT(claims)};
