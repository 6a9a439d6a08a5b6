/* sweep.c - values from the sweeps of families: which box, table or list must be computed, and when */
#include <inttypes.h>
#include <string.h>

#include "solvers/solver.h"

/* A sweep for one value may have as many cells as this; one for a table as many for each position. */
#define MODEST_CELLS ((uint64_t)1 << 26)
#define CELLS_A_POSITION 64

/* Above this a single heap is answered by a proved period, if there is one, also where sequences do not grow. */
#define PERIOD_FROM ((uint64_t)1 << 15)

static grundy_status coverage_of(grundy_solver *s, size_t number, coverage **out)
{
    if (number >= s->coverage_count) {
        grundy_status status = GRUNDY_OK;
        size_t count = number + 4;
        coverage *more = handle_new(s->g, count, sizeof *more, &status);
        if (more == NULL)
            return status;
        if (s->coverage_count > 0)
            memcpy(more, s->coverage, s->coverage_count * sizeof *more);
        handle_free(s->g, s->coverage, s->coverage_count * sizeof *more);
        s->coverage = more;
        s->coverage_count = count;
    }
    *out = &s->coverage[number];
    return GRUNDY_OK;
}

void sweep_close(grundy_solver *s)
{
    for (size_t i = 0; i < s->coverage_count; i++) {
        if (s->coverage[i].done)
            s->coverage[i].sweep.close(s->g, s->coverage[i].sweep.state);
        sequence_free(s->g, &s->coverage[i].sequence);
    }
    handle_free(s->g, s->coverage, s->coverage_count * sizeof *s->coverage);
}

static bool covers(const grundy_extent *outer, const grundy_extent *extent)
{
    bool all = outer->dimensions == extent->dimensions;
    for (unsigned i = 0; all && i < extent->dimensions; i++)
        all = extent->greatest[i] <= outer->greatest[i];
    return all;
}

static uint64_t cells_of(const grundy_extent *extent)
{
    uint64_t cells = 1;
    for (unsigned i = 0; i < extent->dimensions; i++) {
        if (extent->greatest[i] >= UINT64_MAX / cells)
            return UINT64_MAX;
        cells *= extent->greatest[i] + 1;
    }
    return cells;
}

/* Components for a sweep. Misere values of components cannot be added, so there must be one only, unsplit. */
static grundy_status components_of(grundy_solver *s, grundy_bytes position)
{
    bool misere = question_is_misere(s->question);
    if (!s->whole) {
        grundy_list_clear(&s->components);
        TRY(normal_form(s->g, &s->registry, position, misere ? SPLIT_NOT : SPLIT_EQUAL, &s->components));
    }
    s->whole = false;
    return misere && grundy_list_count(&s->components) != 1 ? GRUNDY_DOMAIN : GRUNDY_OK;
}

static grundy_status expect_component(grundy_solver *s, grundy_bytes key, uint64_t weight)
{
    grundy_bytes summand, rest = key;
    const grundy_ruleset *r = key_ruleset(&s->registry, key, &summand);
    coverage *c = NULL;
    if (r->family->extent == NULL || r->family->sweep == NULL)
        return GRUNDY_OK;
    TRY(coverage_of(s, (size_t)number_read(&rest), &c));
    grundy_status status = r->family->extent(s->g, r, summand, &c->wanted);
    if (status == GRUNDY_DOMAIN)
        return GRUNDY_OK;
    c->expected = c->expected > UINT64_MAX - weight ? UINT64_MAX : c->expected + weight;
    return status;
}

grundy_status sweep_expect(grundy_solver *s, grundy_bytes position, uint64_t weight)
{
    s->whole = false;
    grundy_status status = components_of(s, position);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&s->components); i++)
        status = expect_component(s, grundy_list_at(&s->components, i), weight);
    return status == GRUNDY_DOMAIN ? GRUNDY_OK : status;
}

static grundy_status too_many(grundy_solver *s, const grundy_ruleset *r)
{
    return grundy_fail(s->g, GRUNDY_LIMIT, "%s: a position this large is beyond what a sweep can do",
                       grundy_ruleset_name(r));
}

/* Make the sweep reach at least the wanted extent. A sequence that grows is swept to twice its length. */
static grundy_status sweep_extend(grundy_solver *s, const grundy_ruleset *r, coverage *c, bool modest)
{
    grundy_extent target = c->wanted;
    uint64_t cells = cells_of(&target);
    bool too_large = modest && cells > MODEST_CELLS && cells / CELLS_A_POSITION > c->expected;
    if (cells == UINT64_MAX || too_large)
        return too_many(s, r);
    if (c->done && target.dimensions == 1 && target.greatest[0] < 2 * c->swept.greatest[0])
        target.greatest[0] = 2 * c->swept.greatest[0];
    grundy_sweep sweep = {0};
    grundy_status status = r->family->sweep(s->g, r, &target, question_of_values(s->question), &sweep);
    if (status == GRUNDY_DOMAIN)
        c->hopeless = true;
    if (status != GRUNDY_OK)
        return status;
    if (c->done)
        c->sweep.close(s->g, c->sweep.state);
    c->sweep = sweep;
    c->swept = target;
    c->done = true;
    return GRUNDY_OK;
}

static grundy_status value_in_sweep(grundy_solver *s, const grundy_ruleset *r, coverage *c, grundy_bytes summand,
                                    const grundy_extent *need, bool modest, uint64_t *out)
{
    if (!c->done || !covers(&c->swept, need)) {
        if (s->as_swept)
            return GRUNDY_DOMAIN;
        TRY(r->family->extent(s->g, r, summand, &c->wanted));
        TRY(sweep_extend(s, r, c, modest));
    }
    TRY(c->sweep.value(s->g, r, c->sweep.state, summand, out));
    return s->explain ? solver_reason(s, "%s: %s", grundy_ruleset_name(r), c->sweep.reason) : GRUNDY_OK;
}

static grundy_status reason_of_sequence(grundy_solver *s, const grundy_ruleset *r, const grundy_period *p)
{
    if (!s->explain)
        return GRUNDY_OK;
    if (p->proved != GRUNDY_YES)
        return solver_reason(s, "%s: the sequence of single heaps", grundy_ruleset_name(r));
    return solver_reason(s, "%s: period %" PRIu64 " from %" PRIu64 " on, proved by %s", grundy_ruleset_name(r),
                         p->period, p->preperiod, p->reason);
}

/* A single heap: by the sequence of heaps, if its family has one that grows, or by a proved period of another.
 * Nothing is computed again, so rows of a table come as they are reached. */
static grundy_status value_by_sequence(grundy_solver *s, const grundy_ruleset *r, coverage *c, uint64_t heap,
                                       bool modest, uint64_t *out)
{
    bool too_large = modest && heap > MODEST_CELLS && heap / CELLS_A_POSITION > c->expected;
    if (!c->sequence_tried) {
        TRY(sequence_open(s->g, r, question_of_values(s->question), 0, &c->sequence));
        c->sequence_tried = true;
    }
    bool grows = c->sequence.growing.extend != NULL;
    while (!sequence_knows(&c->sequence, heap, out)) {
        bool done = sequence_done(&c->sequence);
        if (done && !grows)
            return GRUNDY_DOMAIN;
        if (done && (too_large || c->sequence.count > c->sequence.plan.last))
            return too_many(s, r);
        TRY(sequence_step(s->g, &c->sequence));
    }
    return reason_of_sequence(s, r, &c->sequence.period);
}

static grundy_status component_value(grundy_solver *s, grundy_bytes key, bool modest, uint64_t *out)
{
    grundy_bytes summand, rest = key;
    const grundy_ruleset *r = key_ruleset(&s->registry, key, &summand);
    coverage *c = NULL;
    if (r->family->extent == NULL || r->family->sweep == NULL)
        return GRUNDY_DOMAIN;
    TRY(coverage_of(s, (size_t)number_read(&rest), &c));
    if (c->hopeless)
        return GRUNDY_DOMAIN;
    grundy_extent extent = {0};
    TRY(r->family->extent(s->g, r, summand, &extent));
    bool far = extent.greatest[0] >= PERIOD_FROM && r->family->recurrence != NULL;
    if (extent.dimensions == 1 && (far || (r->family->open_sequence != NULL && !question_is_misere(s->question)))) {
        if (s->as_swept)
            return GRUNDY_DOMAIN;
        grundy_status status = value_by_sequence(s, r, c, extent.greatest[0], modest, out);
        if (status != GRUNDY_DOMAIN)
            return status;
    }
    return value_in_sweep(s, r, c, summand, &extent, modest, out);
}

grundy_status solve_by_sweep(grundy_solver *s, grundy_bytes position, bool modest, uint64_t *out)
{
    uint64_t sum = 0, value = 0;
    TRY(components_of(s, position));
    for (size_t i = 0; i < grundy_list_count(&s->components); i++) {
        TRY(component_value(s, grundy_list_at(&s->components, i), modest, &value));
        sum ^= value;
    }
    *out = grundy_question_is_outcome(s->question) ? sum != 0 : sum;
    return grundy_list_count(&s->components) == 0 ? solver_reason(s, "no component is left") : GRUNDY_OK;
}

bool solve_as_swept(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    s->whole = false;
    s->as_swept = true;
    const grundy_status status = solve_by_sweep(s, position, true, out);
    s->as_swept = false;
    if (status != GRUNDY_OK)
        handle_clear(s->g);
    return status == GRUNDY_OK;
}
