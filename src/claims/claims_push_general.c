/* claims_push_general.c - "The switch operators and push-the-button games", sections 1 and 2: statements on any
 * rulesets. Those of section 2 are checked on every pair of rulesets on a few positions, whatever their moves, and
 * on pairs of rulesets on heaps; those of section 1 and Lemma 2.1.1 on rulesets on heaps. */
#include <inttypes.h>
#include <stdio.h>

#include "claims/ruleset_pairs.h"

static const char *const pair_rulesets[] = {"nim", "wythoff", "euclid", "zeruclid", "push(nim,euclid)"};

/* ---- Propositions 1.2.2 and 1.3.3 ---- */

static grundy_status outcome_follows(claim_run *run, judge *j, const char *position, bool misere)
{
    grundy_list options = grundy_list_open(run->g);
    uint64_t outcome = 0, of_option = 0;
    grundy_status status = judge_options(j, position, &options);
    size_t count = grundy_list_count(&options);
    bool to_p = count == 0 && misere;
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        status = judge_ask(j, &of_option, "%s", (const char *)grundy_list_at(&options, i).data);
        to_p = to_p || of_option == 0;
    }
    if (status == GRUNDY_OK)
        status = judge_ask(j, &outcome, "%s", position);
    if (status == GRUNDY_OK)
        status = claim_holds(run, (outcome == 1) == to_p, "%s %s, %s play", grundy_ruleset_name(j->r), position,
                             misere ? "misere" : "normal");
    grundy_list_close(&options);
    return status;
}

static grundy_status outcomes_follow(claim_run *run, const char *ruleset, const judged_shape *shape, bool misere,
                                     grundy_method method)
{
    judge j;
    char text[HEAPS_TEXT_MAX];
    grundy_status status = judge_open(run->g, ruleset, misere ? GRUNDY_MISERE_OUTCOME : GRUNDY_OUTCOME, method, &j);
    if (status != GRUNDY_OK)
        return status;
    for (size_t cell = 0; status == GRUNDY_OK && cell < shape_cells(shape); cell++) {
        shape_print(shape, cell, text);
        status = outcome_follows(run, &j, text, misere);
    }
    judge_close(&j);
    return status;
}

/* The outcomes that the search finds, and those that closed forms say, each followed from position to option. */
static grundy_status outcomes_follow_on(claim_run *run, const char *ruleset, const judged_shape *shape)
{
    static const grundy_method methods[] = {GRUNDY_SEARCH, GRUNDY_AUTO};
    for (size_t i = 0; i < GRUNDY_COUNT(methods); i++) {
        TRY(outcomes_follow(run, ruleset, shape, false, methods[i]));
        TRY(outcomes_follow(run, ruleset, shape, true, methods[i]));
    }
    return GRUNDY_OK;
}

static grundy_status outcome_of_options(claim_run *run)
{
    size_t side = (size_t)claim_bound(run, 30, 2), edge = (size_t)claim_bound(run, 9, 3);
    const judged_shape pairs = {2, {side, side}}, triples = {3, {edge, edge, edge}};
    for (size_t i = 0; i < GRUNDY_COUNT(pair_rulesets); i++)
        TRY(outcomes_follow_on(run, pair_rulesets[i], &pairs));
    TRY(outcomes_follow_on(run, "zeruclid", &triples));
    return outcomes_follow_on(run, "push(nim,zeruclid)", &triples);
}

static grundy_status p_is_zero(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    char text[HEAPS_TEXT_MAX];
    for (size_t cell = 0; cell < boxes->cells; cell++) {
        shape_print(&boxes->shape, cell, text);
        TRY(claim_holds(run, (boxes[0].answers[cell] == 0) == (boxes[1].answers[cell] == 0), "%s %s",
                        boxes->request->ruleset, text));
        TRY(claim_holds(run, boxes[1].answers[cell] == boxes[2].answers[cell], "%s %s: the sweep gives %" PRIu32,
                        boxes->request->ruleset, text, boxes[2].answers[cell]));
    }
    return GRUNDY_OK;
}

static grundy_status zero_values(claim_run *run)
{
    size_t side = (size_t)claim_bound(run, 90, 2);
    const judged_shape shape = {2, {side, side}};
    for (size_t i = 0; i < GRUNDY_COUNT(pair_rulesets); i++) {
        const judged_request requests[] = {{pair_rulesets[i], GRUNDY_OUTCOME, GRUNDY_SEARCH, NULL},
                                           {pair_rulesets[i], GRUNDY_VALUE, GRUNDY_BRUTE, NULL},
                                           {pair_rulesets[i], GRUNDY_VALUE, GRUNDY_SWEEP, NULL}};
        TRY(with_boxes(run, requests, 3, &shape, p_is_zero, NULL));
    }
    return GRUNDY_OK;
}

/* One sum of two rulesets: first and second judge the parts, sum the whole. */
static grundy_status sums_add(claim_run *run, judge *first, judge *second, judge *sum, uint64_t most)
{
    uint64_t x, y, whole;
    for (uint64_t a = 0; a <= most; a++)
        for (uint64_t b = 0; b <= most; b++)
            for (uint64_t c = 0; c <= most; c++) {
                TRY(judge_ask(first, &x, "%" PRIu64 ",%" PRIu64, a, b));
                TRY(judge_ask(second, &y, "%" PRIu64 ",%" PRIu64, c, most));
                TRY(judge_ask(sum, &whole, "%" PRIu64 ",%" PRIu64 " | %" PRIu64 ",%" PRIu64, a, b, c, most));
                TRY(claim_holds(run, whole == (x ^ y), "%s %" PRIu64 ",%" PRIu64 " | %" PRIu64 ",%" PRIu64,
                                grundy_ruleset_name(sum->r), a, b, c, most));
            }
    return GRUNDY_OK;
}

/* The sum is judged by brute force, the parts in the fastest way. */
static grundy_status open_three(claim_run *run, const char *const *rulesets, judge *judges)
{
    for (size_t i = 0; i < 3; i++) {
        grundy_method method = i < 2 ? GRUNDY_AUTO : GRUNDY_BRUTE;
        grundy_status status = judge_open(run->g, rulesets[i], GRUNDY_VALUE, method, &judges[i]);
        if (status != GRUNDY_OK) {
            while (i > 0)
                judge_close(&judges[--i]);
            return status;
        }
    }
    return GRUNDY_OK;
}

static grundy_status sum_values(claim_run *run)
{
    static const char *const sums[][3] = {
        {"nim", "wythoff", "sum(nim,wythoff)"},
        {"euclid", "zeruclid", "sum(euclid,zeruclid)"},
        {"wythoff", "octal(0.07)", "sum(wythoff,octal(0.07))"},
        {"push(nim,euclid)", "subtraction(1,3)", "sum(push(nim,euclid),subtraction(1,3))"},
    };
    uint64_t most = claim_bound(run, 9, 4);
    for (size_t i = 0; i < GRUNDY_COUNT(sums); i++) {
        judge judges[3];
        TRY(open_three(run, sums[i], judges));
        grundy_status status = sums_add(run, &judges[0], &judges[1], &judges[2], most);
        for (size_t k = 0; k < 3; k++)
            judge_close(&judges[k]);
        TRY(status);
    }
    return GRUNDY_OK;
}

/* ---- Lemma 2.1.1 ---- */

static grundy_status pair_same_values(claim_run *run, const judged_box *boxes, const void *context)
{
    (void)context;
    char text[HEAPS_TEXT_MAX];
    for (size_t cell = 0; cell < boxes->cells; cell++) {
        shape_print(&boxes->shape, cell, text);
        TRY(claim_holds(run, boxes[0].answers[cell] == boxes[1].answers[cell],
                        "%s %s: %" PRIu32 " with the button, %" PRIu32 " with *", boxes->request->ruleset, text,
                        boxes[0].answers[cell], boxes[1].answers[cell]));
        TRY(claim_holds(run, boxes[0].answers[cell] == boxes[2].answers[cell],
                        "%s %s: %" PRIu32 " by brute force, %" PRIu32 " by search", boxes->request->ruleset, text,
                        boxes[0].answers[cell], boxes[2].answers[cell]));
    }
    return GRUNDY_OK;
}

static grundy_status button_is_star(claim_run *run, const char *ruleset, const judged_shape *shape)
{
    static const grundy_question questions[] = {GRUNDY_VALUE, GRUNDY_MISERE_VALUE};
    char push[64], sum[64];
    snprintf(push, sizeof push, "push(%s,%s)", ruleset, ruleset);
    snprintf(sum, sizeof sum, "sum(%s,nim)", ruleset);
    for (size_t i = 0; i < GRUNDY_COUNT(questions); i++) {
        const judged_request requests[] = {{push, questions[i], GRUNDY_BRUTE, NULL},
                                           {sum, questions[i], GRUNDY_BRUTE, " | 1"},
                                           {push, questions[i], GRUNDY_SEARCH, NULL}};
        TRY(with_boxes(run, requests, 3, shape, pair_same_values, NULL));
    }
    return GRUNDY_OK;
}

static grundy_status push_with_itself(claim_run *run)
{
    static const char *const rulesets[] = {"nim", "wythoff", "euclid", "zeruclid", "subtraction(1,3,4)"};
    size_t side = (size_t)claim_bound(run, 50, 2), heap = 20;
    for (uint64_t scale = run->scale; scale > 1; scale /= 2)
        heap++; /* the positions of a splitting game grow exponentially */
    const judged_shape pairs = {2, {side, side}}, heaps = {1, {heap}};
    for (size_t i = 0; i < GRUNDY_COUNT(rulesets); i++)
        TRY(button_is_star(run, rulesets[i], &pairs));
    return button_is_star(run, "octal(0.07)", &heaps);
}

/* ---- section 2.1: any pair of rulesets ---- */

static bool reaches(const ruleset_pair *pair, uint32_t x, const bool *set)
{
    for (uint32_t i = pair_options_from(pair, x); i < pair->ends[x]; i++)
        if (set[pair->options[i]])
            return true;
    return false;
}

/* Proposition 2.1.2. */
static grundy_status push_outcome(claim_run *run, const ruleset_pair *pair)
{
    for (uint32_t x = 0; x < pair->count; x++)
        TRY(pair_holds(run, pair, x, pair->push[x] == (!pair->second[x] && !reaches(pair, x, pair->push))));
    return GRUNDY_OK;
}

static grundy_status push_outcomes(claim_run *run)
{
    return each_ruleset_pair(run, push_outcome);
}

/* Corollary 2.1.3: the three conditions on a set. */
static bool is_kernel(const ruleset_pair *pair, const bool *set)
{
    for (uint32_t x = 0; x < pair->count; x++) {
        if (set[x] && (pair->second[x] || reaches(pair, x, set)))
            return false;
        if (!set[x] && !pair->second[x] && !reaches(pair, x, set))
            return false;
    }
    return true;
}

enum { ALL_SUBSETS_MAX = 10 };

static grundy_status all_subsets(claim_run *run, const ruleset_pair *pair)
{
    bool set[ALL_SUBSETS_MAX];
    for (uint32_t n = 0; n < UINT32_C(1) << pair->count; n++) {
        bool same = true;
        for (uint32_t x = 0; x < pair->count; x++) {
            set[x] = (n >> x & 1) != 0;
            same = same && set[x] == pair->push[x];
        }
        TRY(claim_holds(run, is_kernel(pair, set) == same, "%s: the set with bits %" PRIx32, pair->name, n));
    }
    return GRUNDY_OK;
}

/* The set of P-positions, and those that differ from it in one position. */
static grundy_status near_subsets(claim_run *run, const ruleset_pair *pair)
{
    grundy_status status = GRUNDY_OK;
    bool *set = handle_new(run->g, pair->count, sizeof *set, &status);
    if (set == NULL)
        return status;
    for (uint32_t x = 0; x < pair->count; x++)
        set[x] = pair->push[x];
    status = claim_holds(run, is_kernel(pair, set), "%s: the P-positions", pair->name);
    for (uint32_t x = 0; status == GRUNDY_OK && x < pair->count; x++) {
        set[x] = !set[x];
        status = pair_holds(run, pair, x, !is_kernel(pair, set));
        set[x] = !set[x];
    }
    handle_free(run->g, set, pair->count * sizeof *set);
    return status;
}

static grundy_status kernel_of_pair(claim_run *run, const ruleset_pair *pair)
{
    return pair->count <= ALL_SUBSETS_MAX ? all_subsets(run, pair) : near_subsets(run, pair);
}

static grundy_status kernels(claim_run *run)
{
    return each_ruleset_pair(run, kernel_of_pair);
}

/* Proposition 2.1.4. */

static grundy_status push_wins(claim_run *run, const ruleset_pair *pair)
{
    for (uint32_t x = 0; x < pair->count; x++)
        if (pair->second[x])
            TRY(pair_holds(run, pair, x, !pair->push[x]));
    return GRUNDY_OK;
}

static bool pair_sets_meet(const ruleset_pair *pair, const bool *set)
{
    for (uint32_t x = 0; x < pair->count; x++)
        if (set[x] && pair->second[x])
            return true;
    return false;
}

static grundy_status pair_same_set(claim_run *run, const ruleset_pair *pair, const bool *set)
{
    for (uint32_t x = 0; x < pair->count; x++)
        TRY(pair_holds(run, pair, x, pair->push[x] == set[x]));
    return GRUNDY_OK;
}

static grundy_status keeps_normal(claim_run *run, const ruleset_pair *pair)
{
    return pair_sets_meet(pair, pair->first) ? GRUNDY_OK : pair_same_set(run, pair, pair->first);
}

static grundy_status keeps_misere(claim_run *run, const ruleset_pair *pair)
{
    bool applies = !pair_sets_meet(pair, pair->first_misere);
    for (uint32_t x = 0; x < pair->count; x++)
        if (pair->ends[x] == pair_options_from(pair, x) && !pair->second[x])
            applies = false;
    return applies ? pair_same_set(run, pair, pair->first_misere) : GRUNDY_OK;
}

static grundy_status push_wins_on_all(claim_run *run)
{
    return each_ruleset_pair(run, push_wins);
}

static grundy_status keeps_normal_on_all(claim_run *run)
{
    return each_ruleset_pair(run, keeps_normal);
}

static grundy_status keeps_misere_on_all(claim_run *run)
{
    TRY(grundy_appendf(&run->note, "the hypothesis read for all positions at once"));
    return each_ruleset_pair(run, keeps_misere);
}

static const claim claims[] = {
    {"push-1.2.2", "a position is P exactly when all its options are N; in misere play terminal positions are N", NULL,
     outcome_of_options},
    {"push-1.3.3-zero", "a position is P exactly when its value is 0", NULL, zero_values},
    {"push-1.3.3-sum", "the value of a disjunctive sum is the nim-sum of the values", NULL, sum_values},
    {"push-2.1.1", "push(R,R) is R + *, in normal and in misere values", NULL, push_with_itself},
    {"push-2.1.2", "g is P in push(R1,R2) iff it is N in R2 and all options under R1 are N in push(R1,R2)", NULL,
     push_outcomes},
    {"push-2.1.3", "a set is that of the P-positions of push(R1,R2) iff conditions (i), (ii), (iii) hold", NULL,
     kernels},
    {"push-2.1.4-i", "what is P in R2 is N in push(R1,R2)", NULL, push_wins_on_all},
    {"push-2.1.4-ii", "if R1 and R2 have no P-position in common, push(R1,R2) has those of R1", NULL,
     keeps_normal_on_all},
    {"push-2.1.4-iii",
     "if no misere P-position of R1 is P in R2 and all that is terminal in R1 is P in R2, push(R1,R2) "
     "has the misere P-positions of R1",
     NULL, keeps_misere_on_all},
};

const claim_table push_general_claims = {"push", claims, GRUNDY_COUNT(claims)};
