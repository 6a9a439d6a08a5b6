/* The self-check: families of rulesets, ways to multiply nimbers, a sample of the statements of the papers.
 *
 * The checks run on a handle of their own, so that the caller's limits hold for the whole of it. Each property of a
 * ruleset has a share of the time, after which this handle stops, wherever it is; what had not been checked by then is
 * named. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/nim_path.h"
#include "selftest/conformance.h"

#define SECONDS_DEFAULT 60.0
/* What part of the time goes where; the statements have what is left. */
#define SHARE_OF_RULESETS 0.6
#define SHARE_OF_ARITHMETIC 0.05
/* And how much of a property's time the judge may take for one of several questions about a position, which may be too
 * large for it: smaller ones come after. */
#define SHARE_OF_QUESTION 0.125

typedef struct {
    grundy *g, *own; /* the caller's handle, and that of the checks */
    const grundy_selftest_request *request;
    grundy_selftest_result result;
    uint64_t seed;
    double begun, seconds;
    double end;           /* when the handle of the checks has to stop */
    grundy_limits theirs; /* its limits but for that */
} selftest;

/* For the handle of the checks, from any of its threads. */
static bool selftest_must_stop(void *context)
{
    const selftest *t = context;
    return handle_time() > t->end || t->theirs.stop(t->theirs.context);
}

static double left_until(const selftest *t, double share)
{
    double left = t->begun + share * t->seconds - handle_time();
    return left > 0 ? left : 0;
}

static void finish_part(selftest *t, const grundy_selftest_part *part)
{
    t->result.parts++;
    t->result.checks += part->checks;
    t->result.failed += part->failure != NULL;
    t->result.skipped += part->skipped != NULL;
    if (t->request->report != NULL)
        t->request->report(t->request->context, part);
    grundy_report(t->g, "parts", t->result.parts, 0); /* the time says how many statements are still to come */
}

/* What a call with the handle of the checks has come to, for the caller: what is no verdict ends the self-check. */
static grundy_status pass_up(selftest *t, grundy_status status)
{
    TRY(grundy_check(t->g)); /* says best why the checks had to stop */
    handle_adopt(t->g, t->own);
    return status;
}

/* ---- rulesets ---- */

static size_t count_properties(const conformance *c)
{
    size_t count = 0;
    const conformance_property *p;
    for (size_t i = 0; (p = conformance_property_at(i)) != NULL; i++)
        count += conformance_applies(p, c->r->family);
    return count;
}

/* Check one property, of `left` that are still to be checked in the time until `end`. It has its part of that; but to check
 * anything at all, up to half of it. *enough: was there time for that? */
static grundy_status check_property(selftest *t, conformance *c, const conformance_property *p, double end, size_t left,
                                    bool *enough)
{
    const uint64_t before = c->checks;
    const double now = handle_time(), seconds = fmax(end - now, 0), most = left > 1 ? seconds / 2 : seconds;
    c->patience = fmin(CONFORMANCE_PATIENCE, most * SHARE_OF_QUESTION);
    t->end = now + most;
    grundy_status status = conformance_run(c, p, seconds / (double)left);
    t->end = INFINITY;
    if (status == GRUNDY_STOPPED)
        status = grundy_check(t->g); /* or was it the caller who stopped it? */
    *enough = c->checks > before;
    return status;
}

/* What has come out of the properties of a ruleset. */
typedef struct {
    const char *failed; /* the first that does not hold; NULL: none */
    char late[512];     /* those that there was no time for */
} properties;

static void add_late(properties *out, const char *word)
{
    size_t length = strlen(out->late);
    snprintf(out->late + length, sizeof out->late - length, "%s%s", length == 0 ? "no time was left for: " : ", ",
             word);
}

/* All properties that the family has to have, up to the first that fails. */
static grundy_status check_properties(selftest *t, conformance *c, double seconds, properties *out)
{
    const conformance_property *p;
    size_t left = count_properties(c);
    const double end = handle_time() + seconds;
    *out = (properties){0};
    for (size_t i = 0; (p = conformance_property_at(i)) != NULL && out->failed == NULL; i++) {
        if (!conformance_applies(p, c->r->family))
            continue;
        bool enough;
        grundy_status status = check_property(t, c, p, end, left--, &enough);
        if (status != GRUNDY_OK && status != GRUNDY_FAILED)
            return status;
        if (status == GRUNDY_FAILED)
            out->failed = p->word;
        else if (!enough)
            add_late(out, p->word);
    }
    return GRUNDY_OK;
}

static grundy_status skip_ruleset(selftest *t, const char *name, const char *why)
{
    finish_part(t, &(grundy_selftest_part){.name = name, .skipped = why});
    return GRUNDY_OK;
}

/* The expression with "examples/..." in another directory. */
static grundy_status move_examples(const char *expression, const char *directory, grundy_buffer *out)
{
    static const char quoted[] = "\"examples/";
    for (const char *next; (next = strstr(expression, quoted)) != NULL; expression = next + 1) {
        TRY(grundy_append(out, expression, (size_t)(next + 1 - expression)));
        TRY(grundy_appendf(out, "%s/", directory));
    }
    return grundy_append(out, expression, strlen(expression));
}

/* The ruleset of an example, whose file, if it names one, may be elsewhere. */
static grundy_status open_example(selftest *t, const char *expression, const char *position, conformance *c)
{
    grundy_status status = conformance_open(t->own, expression, position, t->seed, c);
    const char *directory = t->request->examples;
    if (status != GRUNDY_IO || t->request->ruleset != NULL || directory == NULL || strchr(directory, '"') != NULL)
        return status; /* an expression can name no path with a quote in it */
    grundy_buffer moved = grundy_buffer_open(t->own);
    status = move_examples(expression, directory, &moved);
    if (status == GRUNDY_OK)
        status = conformance_open(t->own, grundy_buffer_text(&moved), position, t->seed, c);
    grundy_buffer_close(&moved);
    return status;
}

/* Opening a ruleset may take long, too. */
static grundy_status selftest_open_ruleset(selftest *t, const char *expression, const char *position, double seconds,
                                           conformance *c)
{
    t->end = handle_time() + seconds;
    grundy_status status = open_example(t, expression, position, c);
    t->end = INFINITY;
    return status;
}

static void finish_ruleset(selftest *t, const char *name, const conformance *c, const properties *found)
{
    char failure[1024];
    snprintf(failure, sizeof failure, "%s: %.900s", found->failed, grundy_message(t->own));
    finish_part(t, &(grundy_selftest_part){.name = name,
                                           .checks = c->checks,
                                           .failure = found->failed != NULL ? failure : NULL,
                                           .skipped = *found->late != '\0' ? found->late : NULL});
}

static grundy_status check_ruleset(selftest *t, const char *expression, const char *position, double seconds)
{
    char name[128];
    conformance c;
    properties found;
    const double end = handle_time() + seconds;
    snprintf(name, sizeof name, "ruleset %.100s", expression);
    grundy_status status = selftest_open_ruleset(t, expression, position, seconds, &c);
    if (status == GRUNDY_ABSENT ||
        (status == GRUNDY_IO && t->request->ruleset == NULL)) /* an example's file is elsewhere */
        return skip_ruleset(t, name, grundy_message(t->own));
    if (status == GRUNDY_STOPPED && grundy_check(t->g) == GRUNDY_OK)
        return skip_ruleset(t, name, "no time was left to open it");
    if (status != GRUNDY_OK)
        return pass_up(t, status);
    status = check_properties(t, &c, fmax(end - handle_time(), 0), &found);
    if (status == GRUNDY_OK)
        finish_ruleset(t, name, &c, &found);
    conformance_close(&c);
    return status == GRUNDY_OK ? GRUNDY_OK : pass_up(t, status);
}

static size_t count_added(const selftest *t)
{
    size_t count = 0;
    while (grundy_family_added(t->g, count) != NULL)
        count++;
    return count;
}

/* The families of the table, and those that the program has added. */
static grundy_status check_families(selftest *t)
{
    size_t table = grundy_family_count(), count = table + count_added(t);
    for (size_t i = 0; i < count; i++) {
        const grundy_family *f = i < table ? grundy_family_at(i) : grundy_family_added(t->g, i - table);
        if (f->example_ruleset != NULL && f->example_position != NULL)
            TRY(check_ruleset(t, f->example_ruleset, f->example_position,
                              left_until(t, SHARE_OF_RULESETS) / (double)(count - i)));
    }
    return GRUNDY_OK;
}

/* So that expressions of the caller can be opened. */
static grundy_status know_added_families(selftest *t)
{
    const grundy_family *added;
    for (size_t i = 0; (added = grundy_family_added(t->g, i)) != NULL; i++) {
        grundy_status status = grundy_family_add(t->own, added);
        if (status != GRUNDY_OK)
            return pass_up(t, status);
    }
    return GRUNDY_OK;
}

/* The position of the request can be read, or there is one in the family. */
static grundy_status read_request(selftest *t, const char **position)
{
    grundy_ruleset *r;
    grundy_buffer read = grundy_buffer_open(t->own);
    TRY(grundy_ruleset_open(t->own, t->request->ruleset, &r));
    const grundy_family *f = grundy_ruleset_family(r);
    *position = t->request->position;
    if (*position == NULL && strcmp(t->request->ruleset, f->example_ruleset == NULL ? "" : f->example_ruleset) == 0)
        *position = f->example_position;
    grundy_status status = *position != NULL ? grundy_position_parse(t->own, r, *position, &read)
                                             : grundy_fail(t->own, GRUNDY_PARSE, "a position to begin with is missing");
    grundy_buffer_close(&read);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status check_requested(selftest *t)
{
    const char *position;
    t->end = t->begun + t->seconds;
    grundy_status status = read_request(t, &position);
    t->end = INFINITY;
    if (status == GRUNDY_STOPPED && grundy_check(t->g) == GRUNDY_OK)
        return grundy_fail(t->g, GRUNDY_LIMIT, "%g seconds are over before the ruleset and the position were read",
                           t->seconds);
    if (status != GRUNDY_OK)
        return pass_up(t, status);
    return check_ruleset(t, t->request->ruleset, position, left_until(t, 1));
}

/* ---- nim arithmetic ---- */

enum { NIMBERS = 64 };

/* Random nimbers of all sizes; now and then all bits of a nimber are set. */
static void selftest_fill(selftest *t, uint64_t *a)
{
    for (size_t i = 0; i < NIMBERS; i++) {
        uint64_t shape = grundy_random(&t->seed);
        a[i] = (shape % 8 == 0 ? UINT64_MAX : grundy_random(&t->seed)) >> (shape / 8 % 64);
    }
}

/* A bulk of products and of each linear map; the first that is wrong is described. */
static bool check_bulk(selftest *t, const nim_path *path, char *failure, size_t size)
{
    uint64_t a[NIMBERS], b[NIMBERS], products[NIMBERS], images[NIMBERS];
    size_t n = (size_t)(grundy_random(&t->seed) % (NIMBERS + 1));
    selftest_fill(t, a);
    selftest_fill(t, b);
    path->multiply_n(a, b, products, n);
    for (size_t i = 0; i < n; i++)
        if (products[i] != nim_mul_by_halves(a[i], b[i]) || path->multiply(a[i], b[i]) != products[i]) {
            snprintf(failure, size, "the product of %llu and %llu is not %llu", (unsigned long long)a[i],
                     (unsigned long long)b[i], (unsigned long long)products[i]);
            return false;
        }
    path->apply_n(NIM_MAP_SQUARE, a, images, n);
    path->apply_n(NIM_MAP_SQRT, images, products, n);
    for (size_t i = 0; i < n; i++)
        if (images[i] != nim_mul_by_halves(a[i], a[i]) || products[i] != a[i]) {
            snprintf(failure, size, "the square of %llu is not %llu, or its root another", (unsigned long long)a[i],
                     (unsigned long long)images[i]);
            return false;
        }
    return true;
}

static grundy_status selftest_check_path(selftest *t, const nim_path *path, double seconds)
{
    char name[64], failure[160];
    double begun = handle_time();
    grundy_selftest_part part = {.name = name};
    snprintf(name, sizeof name, "nim products by %s", path->name);
    if (!path->usable())
        part.skipped = "this processor has no such instructions";
    while (part.skipped == NULL && part.failure == NULL) {
        TRY(grundy_check(t->g));
        if (!check_bulk(t, path, failure, sizeof failure))
            part.failure = failure;
        part.checks += NIMBERS;
        if (handle_time() - begun > seconds)
            break;
    }
    finish_part(t, &part);
    return GRUNDY_OK;
}

/* Quotients, roots, powers, orders and logarithms of one nimber, by what they mean. */
static bool is_arithmetic_right(uint64_t a, uint64_t b)
{
    uint64_t inverse, quotient, order, exponent;
    if (!grundy_nim_inv(a, &inverse) || nim_mul_by_halves(a, inverse) != 1)
        return false;
    if (!grundy_nim_div(b, a, &quotient) || nim_mul_by_halves(quotient, a) != b)
        return false;
    if (grundy_nim_square(grundy_nim_sqrt(a)) != a || grundy_nim_mul(a, b) != nim_mul_by_halves(a, b))
        return false;
    if (!grundy_nim_order(a, &order) || grundy_nim_pow(a, order) != 1)
        return false;
    return grundy_nim_log(a, grundy_nim_pow(a, b), &exponent) && exponent == b % order;
}

static grundy_status check_arithmetic(selftest *t, double seconds)
{
    char failure[160];
    double begun = handle_time();
    grundy_selftest_part part = {.name = "nim quotients, roots, powers, orders and logarithms"};
    do {
        uint64_t a = grundy_random(&t->seed) >> (grundy_random(&t->seed) % 64), b = grundy_random(&t->seed);
        TRY(grundy_check(t->g));
        if (a != 0 && !is_arithmetic_right(a, b)) {
            snprintf(failure, sizeof failure, "with the nimbers %llu and %llu", (unsigned long long)a,
                     (unsigned long long)b);
            part.failure = failure;
        }
        part.checks++;
    } while (part.failure == NULL && handle_time() - begun < seconds);
    finish_part(t, &part);
    return GRUNDY_OK;
}

static size_t count_paths(void)
{
    size_t count = 0;
    while (nim_path_at(count) != NULL)
        count++;
    return count;
}

static grundy_status check_nimbers(selftest *t)
{
    double each = left_until(t, SHARE_OF_RULESETS + SHARE_OF_ARITHMETIC) / (double)(count_paths() + 1);
    for (size_t i = 0; i < count_paths(); i++)
        TRY(selftest_check_path(t, nim_path_at(i), each));
    return check_arithmetic(t, each);
}

/* ---- statements of the papers ---- */

static void report_statement(selftest *t, size_t i, const grundy_claim_result *r)
{
    char name[64], failure[512];
    bool expected = grundy_claim_misprint(i) == NULL;
    snprintf(name, sizeof name, "statement %s", grundy_claim_id(i));
    if (expected)
        snprintf(failure, sizeof failure, "%.500s", grundy_buffer_text(&r->witness));
    else
        snprintf(failure, sizeof failure, "it holds, but is known as a misprint");
    bool failed = (r->holds == GRUNDY_NO) == expected;
    finish_part(t, &(grundy_selftest_part){.name = name, .checks = r->cases, .failure = failed ? failure : NULL});
}

/* A statement that is not done in time is left out. */
static grundy_status check_statement(selftest *t, size_t i)
{
    grundy_claim_result r;
    grundy_limits limits = grundy_get_limits(t->own), patient = limits;
    patient.seconds = left_until(t, 1);
    if (!(patient.seconds > 0))
        return GRUNDY_OK;
    grundy_set_limits(t->own, &patient);
    grundy_status status = grundy_claim_check(t->own, i, 1, &r);
    bool late = status == GRUNDY_LIMIT && left_until(t, 1) <= 0;
    grundy_set_limits(t->own, &limits);
    if (status != GRUNDY_OK)
        return late ? grundy_check(t->g) : pass_up(t, status);
    report_statement(t, i, &r);
    grundy_buffer_close(&r.witness);
    grundy_buffer_close(&r.note);
    return GRUNDY_OK;
}

/* In an order that the seed chooses. */
static grundy_status check_statements(selftest *t)
{
    grundy_status status = GRUNDY_OK;
    size_t count = grundy_claim_count();
    size_t *order = handle_new(t->g, count + 1, sizeof *order, &status);
    if (order == NULL)
        return status;
    for (size_t i = 0; i < count; i++) {
        size_t k = (size_t)(grundy_random(&t->seed) % (i + 1));
        order[i] = order[k];
        order[k] = i;
    }
    for (size_t i = 0; i < count && status == GRUNDY_OK; i++)
        status = check_statement(t, order[i]);
    handle_free(t->g, order, (count + 1) * sizeof *order);
    return status;
}

static grundy_status selftest_run(selftest *t)
{
    TRY(know_added_families(t));
    if (t->request->ruleset != NULL)
        return check_requested(t);
    TRY(check_families(t));
    TRY(check_nimbers(t));
    return check_statements(t);
}

grundy_status grundy_selftest(grundy *g, const grundy_selftest_request *request, grundy_selftest_result *out)
{
    selftest t = {.g = g, .request = request, .seed = request->seed, .begun = handle_time(), .end = INFINITY};
    t.seconds = request->seconds > 0 ? request->seconds : SECONDS_DEFAULT;
    TRY(handle_beside(g, &t.own));
    t.theirs = grundy_get_limits(t.own);
    grundy_limits own = t.theirs;
    own.stop = selftest_must_stop;
    own.context = &t;
    grundy_set_limits(t.own, &own);
    grundy_status status = selftest_run(&t);
    grundy_close(t.own);
    if (status == GRUNDY_OK)
        *out = t.result;
    return status;
}
