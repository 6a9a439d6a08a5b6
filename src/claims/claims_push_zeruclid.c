/* claims_push_zeruclid.c - "The switch operators and push-the-button games", section 3 and the appendix: Zeruclid,
 * Euclid, Wythoff and push(nim,euclid). Pairs of heaps are unordered, as everywhere in that section. */
#include <inttypes.h>
#include <string.h>

#include "claims/judge.h"

/* Pairs to this bound by brute force, at scale 1, and by the sweep. */
enum { BRUTE_TO = 100, SWEEP_TO = 500 };

static grundy_status outcome_pairs(claim_run *run, const char *ruleset, uint64_t least, bool formula,
                                   bool (*is_p)(const void *, uint64_t, uint64_t))
{
    const pair_statement s = {ruleset, GRUNDY_OUTCOME, least, BRUTE_TO, SWEEP_TO, formula, is_p, NULL};
    return claim_pairs(run, &s);
}

/* u_n = F(n+1) - 1 (Definition 3.1.4), for n small enough */
static uint64_t u(unsigned n)
{
    uint64_t f = 1;
    grundy_fibonacci(n + 1, &f);
    return f - 1;
}

/* ---- figure 1 ---- */

static bool zeruclid_has_option(const grundy_list *options, const char *text)
{
    for (size_t i = 0; i < grundy_list_count(options); i++)
        if (strcmp((const char *)grundy_list_at(options, i).data, text) == 0)
            return true;
    return false;
}

static grundy_status moves_from_2_3_5(claim_run *run)
{
    static const char *const moves[] = {"0,3,5", "2,1,5", "2,3,1", "2,3,3"};
    judge j;
    grundy_list options = grundy_list_open(run->g);
    grundy_status status = judge_open(run->g, "zeruclid", GRUNDY_VALUE, GRUNDY_BRUTE, &j);
    if (status != GRUNDY_OK)
        return status;
    status = judge_options(&j, "2,3,5", &options);
    if (status == GRUNDY_OK)
        status = claim_holds(run, grundy_list_count(&options) == GRUNDY_COUNT(moves), "%zu options",
                             grundy_list_count(&options));
    for (size_t i = 0; status == GRUNDY_OK && i < GRUNDY_COUNT(moves); i++)
        status = claim_holds(run, zeruclid_has_option(&options, moves[i]), "no move to %s", moves[i]);
    judge_close(&j);
    grundy_list_close(&options);
    return status;
}

/* ---- two heaps ---- */

static bool below_golden(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    return grundy_compare_golden(a, b) < 0;
}

static grundy_status euclid_outcomes(claim_run *run)
{
    return outcome_pairs(run, "euclid", 1, true, below_golden);
}

static grundy_status two_heaps(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    size_t n = boxes->shape.sizes[0];
    for (uint64_t a = 1; a < n; a++)
        for (uint64_t b = a; b < n; b++) {
            TRY(claim_holds(run, judged_pair(&boxes[0], a, b) == judged_pair(&boxes[1], a, b),
                            "%" PRIu64 ",%" PRIu64 " differs in zeruclid and euclid", a, b));
            TRY(claim_holds(run, judged_pair(&boxes[0], 0, b) == 1,
                            "taking the smaller heap of %" PRIu64 ",%" PRIu64 " wins", a, b));
        }
    return GRUNDY_OK;
}

static grundy_status two_heap_zeruclid(claim_run *run)
{
    static const judged_request requests[] = {{"zeruclid", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                                              {"euclid", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL}};
    size_t side = (size_t)claim_bound(run, 150, 2);
    const judged_shape shape = {2, {side, side}};
    return with_boxes(run, requests, 2, &shape, two_heaps, NULL);
}

static bool is_wythoff_pair(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    uint64_t floor = 0;
    return grundy_golden_floor(b - a, &floor) && floor == a; /* n = b_n - a_n */
}

static grundy_status wythoff_outcomes(claim_run *run)
{
    return outcome_pairs(run, "wythoff", 0, true, is_wythoff_pair);
}

/* ---- Proposition 3.1.5 ---- */

static grundy_status fibonacci_steps(claim_run *run)
{
    judge j;
    grundy_status status = judge_open(run->g, "wythoff", GRUNDY_OUTCOME, GRUNDY_BRUTE, &j);
    if (status != GRUNDY_OK)
        return status;
    uint64_t most = claim_bound(run, 150, 2), outcome = 1;
    for (unsigned n = 0; status == GRUNDY_OK && 2 * n + 2 <= GRUNDY_FIBONACCI_MAX; n++) {
        uint64_t a = u(2 * n), b = u(2 * n + 1);
        status = claim_holds(run, is_wythoff_pair(NULL, a, b), "n = %u: (%" PRIu64 ",%" PRIu64 ")", n, a, b);
        if (status != GRUNDY_OK || b > most)
            continue;
        status = judge_ask(&j, &outcome, "%" PRIu64 ",%" PRIu64, a, b);
        if (status == GRUNDY_OK)
            status = claim_holds(run, outcome == 0, "n = %u: (%" PRIu64 ",%" PRIu64 ") is N in wythoff", n, a, b);
    }
    judge_close(&j);
    return status;
}

/* x + y Phi, exactly: the proofs' identities are between such numbers. */
typedef struct {
    int64_t x, y;
} golden_number;

static golden_number golden_product(golden_number a, golden_number b)
{
    return (golden_number){a.x * b.x + a.y * b.y, a.x * b.y + a.y * b.x + a.y * b.y};
}

static golden_number golden_power(golden_number a, unsigned n)
{
    golden_number power = {1, 0};
    while (n-- > 0)
        power = golden_product(power, a);
    return power;
}

static bool golden_is_one(golden_number a)
{
    return a.x == 1 && a.y == 0;
}

enum { IDENTITY_TO = 40 }; /* beyond this the products leave 64 bits */

static const golden_number root5 = {-1, 2}; /* 2 Phi - 1 */

/* Is (F(n+1) - Phi F(n)) (-Phi)^n factor = 1? */
static grundy_status fibonacci_identity(claim_run *run, golden_number factor)
{
    for (unsigned n = 0; n <= IDENTITY_TO; n++) {
        const golden_number left = {(int64_t)u(n) + 1, -(n == 0 ? 0 : (int64_t)u(n - 1) + 1)};
        const golden_number product = golden_product(left, golden_power((golden_number){0, -1}, n));
        TRY(claim_holds(run, golden_is_one(golden_product(product, factor)),
                        "n = %u: (%" PRId64 ") + (%" PRId64 ") Phi", n, left.x, left.y));
    }
    return GRUNDY_OK;
}

static grundy_status identity_of_proof(claim_run *run)
{
    return fibonacci_identity(run, root5);
}

static grundy_status identity_corrected(claim_run *run)
{
    return fibonacci_identity(run, (golden_number){1, 0});
}

/* Is (u(2n+2) - Phi u(2n+1) + 1 - Phi) Phi^(2n+2) factor = 1? */
static grundy_status step_identity(claim_run *run, golden_number factor)
{
    for (unsigned n = 0; 2 * n + 2 <= IDENTITY_TO; n++) {
        const golden_number left = {(int64_t)u(2 * n + 2) + 1, -(int64_t)u(2 * n + 1) - 1};
        const golden_number product = golden_product(left, golden_power((golden_number){0, 1}, 2 * n + 2));
        TRY(claim_holds(run, golden_is_one(golden_product(product, factor)), "n = %u: %" PRIu64 " - Phi %" PRIu64, n,
                        u(2 * n + 2), u(2 * n + 1)));
    }
    return GRUNDY_OK;
}

static grundy_status step_of_proof(claim_run *run)
{
    return step_identity(run, root5);
}

static grundy_status step_corrected(claim_run *run)
{
    TRY(step_identity(run, (golden_number){1, 0}));
    for (unsigned n = 1; 2 * n + 3 <= GRUNDY_FIBONACCI_MAX; n++) {
        uint64_t ceiling = 0;
        bool fits = grundy_golden_ceil(u(2 * n + 1), &ceiling);
        TRY(claim_holds(run, fits && ceiling == u(2 * n + 2), "n = %u: the ceiling is %" PRIu64, n, ceiling));
    }
    return GRUNDY_OK;
}

/* ---- Theorem 3.1.6 and table 1 ---- */

/* Is (a,b) = (u_n, u_n+1) for an n of this parity? */
static bool is_step(uint64_t a, uint64_t b, unsigned parity)
{
    for (unsigned n = parity; n + 2 <= GRUNDY_FIBONACCI_MAX && u(n) <= a; n += 2)
        if (u(n) == a && u(n + 1) == b)
            return true;
    return false;
}

static bool is_shifted_wythoff_pair(const void *context, uint64_t a, uint64_t b)
{
    return (is_wythoff_pair(context, a, b) && !is_step(a, b, 0)) || is_step(a, b, 1);
}

static grundy_status nim_euclid_outcomes(claim_run *run)
{
    return outcome_pairs(run, "push(nim,euclid)", 0, true, is_shifted_wythoff_pair);
}

static grundy_status table_rows(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    static const uint64_t wythoff[][2] = {{0, 0},  {1, 2},   {3, 5},   {4, 7},   {6, 10},  {8, 13},
                                          {9, 15}, {11, 18}, {12, 20}, {14, 23}, {16, 26}, {17, 28}};
    static const uint64_t nim_euclid[][2] = {{0, 1},  {2, 4},   {3, 5},   {6, 10},  {7, 12}, {8, 13},
                                             {9, 15}, {11, 18}, {14, 23}, {16, 26}, {17, 28}};
    static const struct {
        const uint64_t (*pairs)[2];
        size_t count;
    } rows[] = {{wythoff, GRUNDY_COUNT(wythoff)}, {nim_euclid, GRUNDY_COUNT(nim_euclid)}};
    for (size_t i = 0; i < GRUNDY_COUNT(rows); i++) {
        size_t found = 0, last = rows[i].count - 1;
        for (uint64_t a = 0; a <= rows[i].pairs[last][0]; a++)
            for (uint64_t b = a; b < boxes->shape.sizes[1]; b++) {
                if (judged_pair(&boxes[i], a, b) != 0)
                    continue;
                bool same = found <= last && a == rows[i].pairs[found][0] && b == rows[i].pairs[found][1];
                TRY(claim_holds(run, same, "%s: (%" PRIu64 ",%" PRIu64 ") is no. %zu", boxes[i].request->ruleset, a, b,
                                found + 1));
                found++;
            }
        TRY(claim_holds(run, found == rows[i].count, "%s: %zu pairs", boxes[i].request->ruleset, found));
    }
    return GRUNDY_OK;
}

static grundy_status table_1(claim_run *run)
{
    static const judged_request requests[] = {{"wythoff", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL},
                                              {"push(nim,euclid)", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL}};
    size_t side = (size_t)claim_bound(run, 60, 2);
    const judged_shape shape = {2, {18, side}};
    return with_boxes(run, requests, 2, &shape, table_rows, NULL);
}

/* ---- Theorem 3.1.7 ---- */

/* upper[A_n] = B_n for the A_n up to a bound, and 0 elsewhere (no B_n is 0). */
typedef struct {
    uint64_t bound;
    uint64_t *upper;
} golden_recurrence;

static bool in_recurrence(const void *context, uint64_t a, uint64_t b)
{
    const golden_recurrence *r = context;
    return r->upper[a] == b && b != 0;
}

static grundy_status fill_recurrence(grundy *g, golden_recurrence *r)
{
    grundy_status status = GRUNDY_OK;
    size_t size = (size_t)r->bound + 1;
    bool *used = handle_new(g, size, sizeof *used, &status);
    if (used == NULL)
        return status;
    for (uint64_t a = 0, b = 1; a <= r->bound; grundy_golden_ceil(a, &b)) {
        r->upper[a] = b;
        used[a] = true;
        if (b <= r->bound)
            used[b] = true;
        while (a <= r->bound && used[a]) /* the mex only grows */
            a++;
    }
    handle_free(g, used, size * sizeof *used);
    return GRUNDY_OK;
}

static grundy_status mex_recurrence(claim_run *run)
{
    golden_recurrence r = {.bound = claim_bound(run, SWEEP_TO, 2)};
    grundy_status status = GRUNDY_OK;
    size_t size = (size_t)r.bound + 1;
    r.upper = handle_new(run->g, size, sizeof *r.upper, &status);
    if (r.upper == NULL)
        return status;
    status = fill_recurrence(run->g, &r);
    const pair_statement s = {"push(nim,euclid)", GRUNDY_OUTCOME, 0, BRUTE_TO, SWEEP_TO, false, in_recurrence, &r};
    if (status == GRUNDY_OK)
        status = claim_pairs(run, &s);
    handle_free(run->g, r.upper, size * sizeof *r.upper);
    return status;
}

/* ---- Theorem 3.1.9: Fibonacci representations ---- */

/* Is s = (10)^n followed by `end`, for some n >= 0? */
static bool is_alternating(const char *s, const char *end)
{
    size_t length = strlen(s), tail = strlen(end);
    if (length < tail || strcmp(s + length - tail, end) != 0 || (length - tail) % 2 != 0)
        return false;
    for (size_t i = 0; i < length - tail; i++)
        if (s[i] != (i % 2 == 0 ? '1' : '0'))
            return false;
    return true;
}

static bool ends_evenly(const char *s)
{
    size_t length = strlen(s), zeros = 0;
    while (zeros < length && s[length - 1 - zeros] == '0')
        zeros++;
    return zeros % 2 == 0;
}

/* Is the representation of b that of a with one more digit? */
static bool is_shift(const char *a, char digit, uint64_t b)
{
    char shifted[GRUNDY_FIBONACCI_DIGITS + 1], bits[GRUNDY_FIBONACCI_DIGITS];
    size_t length = strlen(a);
    memcpy(shifted, a, length);
    shifted[length] = digit;
    shifted[length + 1] = '\0';
    grundy_fibonacci_representation(b, bits);
    return strcmp(shifted, bits) == 0;
}

static bool is_fibonacci_pair(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    char s[GRUNDY_FIBONACCI_DIGITS];
    grundy_fibonacci_representation(a, s);
    bool alternating = is_alternating(s, "");
    bool in_a = (ends_evenly(s) && !is_alternating(s, "1")) || alternating;
    return in_a && is_shift(s, alternating ? '1' : '0', b);
}

static grundy_status fibonacci_strings(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "0 has the empty string, which is (10)^0 and ends with no zeros"));
    return outcome_pairs(run, "push(nim,euclid)", 0, false, is_fibonacci_pair);
}

static bool is_shifted_representation(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    char s[GRUNDY_FIBONACCI_DIGITS];
    grundy_fibonacci_representation(a, s);
    return ends_evenly(s) && is_shift(s, '0', b);
}

static grundy_status wythoff_strings(claim_run *run)
{
    return outcome_pairs(run, "wythoff", 1, false, is_shifted_representation);
}

/* Are F(odd) - 1 = (10)^n 1 and F(2n+2) - 1 = (10)^n, where odd = 2n + offset? */
static grundy_status alternating_strings(claim_run *run, unsigned first, unsigned offset)
{
    char bits[GRUNDY_FIBONACCI_DIGITS];
    for (unsigned n = first; 2 * n + offset <= GRUNDY_FIBONACCI_MAX && 2 * n + 2 <= GRUNDY_FIBONACCI_MAX; n++) {
        unsigned length = grundy_fibonacci_representation(u(2 * n + 1), bits);
        TRY(claim_holds(run, length == 2 * n && is_alternating(bits, ""), "F(%u) - 1 is %s", 2 * n + 2, bits));
        length = grundy_fibonacci_representation(u(2 * n + offset - 1), bits);
        TRY(claim_holds(run, length == 2 * n + 1 && is_alternating(bits, "1"), "n = %u: F(%u) - 1 is %s", n,
                        2 * n + offset, bits));
    }
    return GRUNDY_OK;
}

static grundy_status strings_of_proof(claim_run *run)
{
    return alternating_strings(run, 1, 1);
}

static grundy_status strings_corrected(claim_run *run)
{
    return alternating_strings(run, 0, 3);
}

/* ---- three heaps ---- */

/* Proposition 3.1.1: zeruclid on (0..1, a, b) beside push(nim,euclid) on (a,b). */
static grundy_status compare_triples(claim_run *run, const judged_box *boxes, const void *context)
{
    const judged_box *triples = context;
    size_t n = boxes->shape.sizes[0];
    for (uint64_t a = 0; a < n; a++)
        for (uint64_t b = 0; b < n; b++)
            TRY(claim_holds(run, judged_pair(boxes, a, b) == judged_triple(triples, 1, a, b),
                            "(1,%" PRIu64 ",%" PRIu64 ") is not as (%" PRIu64 ",%" PRIu64 ")", a, b, a, b));
    return GRUNDY_OK;
}

static grundy_status one_and_two_heaps(claim_run *run)
{
    static const judged_request zeruclid = {"zeruclid", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL};
    static const judged_request push = {"push(nim,euclid)", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL};
    size_t side = (size_t)claim_bound(run, BRUTE_TO, 2);
    const judged_shape triples = {3, {2, side, side}}, pairs = {2, {side, side}};
    judged_box box;
    TRY(judge_box(run->g, &zeruclid, &triples, &box));
    grundy_status status = with_boxes(run, &push, 1, &pairs, compare_triples, &box);
    judged_box_close(&box);
    return status;
}

/* Figure 2: the P-positions (1,a,b) with 1 <= a <= b lie less than 1 above the line b = Phi a. */
static grundy_status near_the_line(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    size_t n = boxes->shape.sizes[1];
    for (uint64_t a = 1; a < n; a++)
        for (uint64_t b = a; b < n; b++) {
            uint64_t ceiling = 0;
            if (judged_triple(boxes, 1, a, b) != 0)
                continue;
            grundy_golden_ceil(a, &ceiling);
            TRY(claim_holds(run, b == ceiling, "(1,%" PRIu64 ",%" PRIu64 ")", a, b));
        }
    return GRUNDY_OK;
}

static grundy_status line_of_figure_2(claim_run *run)
{
    static const judged_request brute = {"zeruclid", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL};
    static const judged_request sweep = {"zeruclid", GRUNDY_OUTCOME, GRUNDY_SWEEP, NULL};
    size_t near = (size_t)claim_bound(run, BRUTE_TO, 2), far = (size_t)claim_bound(run, SWEEP_TO, 2);
    const judged_shape small = {3, {2, near, near}}, large = {3, {2, far, far}};
    TRY(with_boxes(run, &brute, 1, &small, near_the_line, NULL));
    return with_boxes(run, &sweep, 1, &large, near_the_line, NULL);
}

/* A statement on three heaps: the smallest below `least`, the middle one below `middle`, the third so far that all
 * that the statement speaks of is inside. */
static grundy_status on_triples(claim_run *run, box_check check)
{
    static const judged_request brute = {"zeruclid", GRUNDY_OUTCOME, GRUNDY_BRUTE, NULL};
    static const judged_request sweep = {"zeruclid", GRUNDY_OUTCOME, GRUNDY_SWEEP, NULL};
    size_t least = (size_t)claim_bound(run, 16, 3), middle = 3 * least, third = 2 * middle + 2 * least;
    const judged_shape shape = {3, {least, middle, third}};
    TRY(with_boxes(run, &brute, 1, &shape, check, NULL));
    return with_boxes(run, &sweep, 1, &shape, check, NULL);
}

static grundy_status third_heap(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    const size_t *sizes = boxes->shape.sizes;
    for (uint64_t a = 1; a < sizes[0]; a++)
        for (uint64_t b = a; b < sizes[1]; b++)
            for (uint64_t c = b; c < sizes[2]; c++) {
                uint64_t low = 0;
                if (judged_triple(boxes, a, b, c) != 0)
                    continue;
                grundy_golden_ceil(b, &low);
                TRY(claim_holds(run, low <= c && c <= low + a - 1, "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ") is P", a, b,
                                c));
            }
    return GRUNDY_OK;
}

static grundy_status third_heap_bounds(claim_run *run)
{
    return on_triples(run, third_heap);
}

/* How many c >= 0 with c = m mod a make (a,b,c) a P-position. */
static unsigned p_in_class(const judged_box *box, uint64_t a, uint64_t b, uint64_t m)
{
    unsigned count = 0;
    for (uint64_t c = m; c < box->shape.sizes[2]; c += a)
        count += judged_triple(box, a, b, c) == 0;
    return count;
}

static grundy_status third_classes(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    for (uint64_t a = 1; a < boxes->shape.sizes[0]; a++)
        for (uint64_t b = a; b < boxes->shape.sizes[1]; b++)
            for (uint64_t m = 0; m < a; m++) {
                unsigned count = p_in_class(boxes, a, b, m);
                TRY(claim_holds(run, count == 1,
                                "a = %" PRIu64 ", b = %" PRIu64 ": %u values of c are %" PRIu64 " mod a", a, b, count,
                                m));
            }
    return GRUNDY_OK;
}

static grundy_status third_heap_classes(claim_run *run)
{
    TRY(grundy_appendf(&run->note,
                       "c = 0 counts: without it the class of 0 would be empty for all b < Phi a. No larger c "
                       "than those seen can be P, as it has a move to the P-position of its class"));
    return on_triples(run, third_classes);
}

/* The remark after Theorem 3.2.2: both kinds of triples exist, and are found for every a that has room for them. */
static grundy_status remark_on_classes(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    const size_t *sizes = boxes->shape.sizes;
    for (uint64_t a = 1; a < sizes[0]; a++) {
        bool smaller = false, not_p = false;
        for (uint64_t b = a; b < sizes[1]; b++) {
            uint64_t low = 0;
            grundy_golden_ceil(b, &low);
            for (uint64_t c = 0; c < b; c++)
                smaller = smaller || judged_triple(boxes, a, b, c) == 0;
            for (uint64_t c = low; c < low + a; c++)
                not_p = not_p || judged_triple(boxes, a, b, c) != 0;
        }
        TRY(claim_holds(run, smaller, "a = %" PRIu64 ": no P-position (a,b,c) with c < b", a));
        TRY(claim_holds(run, not_p, "a = %" PRIu64 ": all (a,b,c) within the bounds are P", a));
    }
    return GRUNDY_OK;
}

static grundy_status third_heap_remark(claim_run *run)
{
    return on_triples(run, remark_on_classes);
}

static const claim claims[] = {
    {"push-figure-1", "the options of Zeruclid (2,3,5) are (0,3,5), (2,1,5), (2,3,1), (2,3,3)", NULL, moves_from_2_3_5},
    {"push-3.0.2-zeruclid",
     "Zeruclid and Euclid have the same P-positions on two non-zero heaps, and taking the smaller heap "
     "loses",
     NULL, two_heap_zeruclid},
    {"push-3.0.3", "(a,b) with 1 <= a <= b is P in Euclid iff b/a < Phi", NULL, euclid_outcomes},
    {"push-3.1.1", "(1,a,b) has the same outcome in Zeruclid as (a,b) in push(nim,euclid)", NULL, one_and_two_heaps},
    {"push-3.1.3", "the P-positions of Wythoff are the pairs (floor(n Phi), floor(n Phi) + n)", NULL, wythoff_outcomes},
    {"push-3.1.5", "(u(2n), u(2n+1)) with u(n) = F(n+1) - 1 is a Wythoff pair", NULL, fibonacci_steps},
    {"push-3.1.5-proof", "F(n+1) - Phi F(n) = 1/((-Phi)^n (2 Phi - 1))",
     "the factor Phi - 1/Phi of the proof should be Phi + 1/Phi = 2 Phi - 1, which cancels", identity_of_proof},
    {"push-3.1.5-proof-corrected", "F(n+1) - Phi F(n) = 1/(-Phi)^n", NULL, identity_corrected},
    {"push-3.1.6",
     "the P-positions of push(nim,euclid) are the Wythoff pairs without (u(2n),u(2n+1)), with (u(2n+1),u(2n+2))", NULL,
     nim_euclid_outcomes},
    {"push-3.1.6-proof", "u(2n+2) - Phi u(2n+1) = 1/(Phi^(2n+2) (2 Phi - 1)) - 1 + Phi",
     "the factor 2 Phi - 1 is carried over from the proof of 3.1.5, where it should have cancelled", step_of_proof},
    {"push-3.1.6-proof-corrected",
     "u(2n+2) - Phi u(2n+1) = 1/Phi^(2n+2) - 1 + Phi, which is below 1 from n = 1 on, so that "
     "u(2n+2) = ceil(Phi u(2n+1))",
     NULL, step_corrected},
    {"push-table-1", "the first P-positions of Wythoff and of push(nim,euclid)", NULL, table_1},
    {"push-3.1.7", "the P-positions of push(nim,euclid) are (A_n,B_n): (0,1), then A_n the mex, B_n = ceil(Phi A_n)",
     NULL, mex_recurrence},
    {"push-3.1.9",
     "x is an A_n iff its Fibonacci string s ends with evenly many 0s and is not (10)^*1, or is (10)^*; B_n has "
     "s0, or s1 if s = (10)^*",
     NULL, fibonacci_strings},
    {"push-3.1.9-wythoff",
     "(a,b) with a >= 1 is a Wythoff pair iff the string s of a ends with evenly many 0s and b has s0", NULL,
     wythoff_strings},
    {"push-3.1.9-proof", "F(2n+1) - 1 has the Fibonacci string (10)^n 1, and F(2n+2) - 1 has (10)^n",
     "(10)^n 1 is that of F(2n+3) - 1: the sum of the proof, F_2 + F_4 + ... + F_2n, has the string (10)^(n-1) 1",
     strings_of_proof},
    {"push-3.1.9-proof-corrected", "F(2n+3) - 1 has the Fibonacci string (10)^n 1, and F(2n+2) - 1 has (10)^n", NULL,
     strings_corrected},
    {"push-figure-2", "the P-positions (1,a,b) of Zeruclid with 1 <= a <= b lie along b = Phi a, less than 1 above it",
     NULL, line_of_figure_2},
    {"push-3.2.1", "a P-position (a,b,c) of Zeruclid with c >= b >= a > 0 has ceil(Phi b) <= c <= ceil(Phi b) + a - 1",
     NULL, third_heap_bounds},
    {"push-3.2.2", "for 0 < a <= b exactly a values of c make (a,b,c) P in Zeruclid, one for each class mod a", NULL,
     third_heap_classes},
    {"push-3.2.2-remark", "some of these c are below b, and not all (a,b,c) within the bounds of 3.2.1 are P", NULL,
     third_heap_remark},
};

const claim_table push_zeruclid_claims = {"push", claims, GRUNDY_COUNT(claims)};
