/* claims_rnim.c - "Nim on Integer Partitions and Hyperrectangles", section 4 and Table 1: boxes, and Theorem 14 */
#include <string.h>

#include "claims/judge.h"
#include "solvers/closure.h"
#include "solvers/tame.h"

static uint64_t box_value(const uint64_t *sides, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        if (sides[i] == 0)
            return 0;
        sum ^= sides[i] - 1;
    }
    return sum + 1;
}

/* Is this an option of that, as the ruleset lists them? */
static grundy_status check_move(claim_run *run, judge *j, const char *from, const char *to)
{
    grundy_list options = grundy_list_open(run->g);
    grundy_status status = judge_options(j, from, &options);
    bool legal = false;
    for (size_t i = 0; i < grundy_list_count(&options); i++)
        legal = legal || strcmp((const char *)grundy_list_at(&options, i).data, to) == 0;
    grundy_list_close(&options);
    return status == GRUNDY_OK ? claim_holds(run, legal, "%s to %s", from, to) : status;
}

typedef grundy_status judge_check(claim_run *run, judge *j);

static grundy_status with_judge(claim_run *run, const char *ruleset, grundy_question question, judge_check *check)
{
    judge j;
    TRY(judge_open(run->g, ruleset, question, GRUNDY_BRUTE, &j));
    grundy_status status = check(run, &j);
    judge_close(&j);
    return status;
}

static grundy_status theorem_3_check(claim_run *run, judge *j)
{
    uint64_t value = 0, bound = claim_bound(run, 5, 4);
    for (uint64_t a = 0; a <= bound; a++)
        for (uint64_t b = 0; b <= bound; b++)
            for (uint64_t c = 0; c <= bound; c++)
                for (uint64_t d = 0; d <= 3; d++) {
                    uint64_t sides[] = {a, b, c, d};
                    TRY(judge_ask(j, &value, "<%u,%u,%u,%u>", (unsigned)a, (unsigned)b, (unsigned)c, (unsigned)d));
                    TRY(claim_holds(run, value == box_value(sides, 4), "<%u,%u,%u,%u> has the value %u", (unsigned)a,
                                    (unsigned)b, (unsigned)c, (unsigned)d, (unsigned)value));
                }
    return GRUNDY_OK;
}

static grundy_status theorem_3(claim_run *run)
{
    return with_judge(run, "rnim", GRUNDY_VALUE, theorem_3_check);
}

static grundy_status corollary_12_check(claim_run *run, judge *j)
{
    uint64_t value = 0, bound = claim_bound(run, 3, 5);
    for (uint64_t cell = 0; cell < (bound + 1) * (bound + 1) * (bound + 1) * (bound + 1) * (bound + 1); cell++) {
        uint64_t sides[5], rest = cell;
        for (size_t i = 0; i < 5; i++, rest /= bound + 1)
            sides[i] = rest % (bound + 1);
        TRY(judge_ask(j, &value, "<%u,%u> + <%u> + <%u,%u>", (unsigned)sides[0], (unsigned)sides[1], (unsigned)sides[2],
                      (unsigned)sides[3], (unsigned)sides[4]));
        uint64_t expected = box_value(sides, 2) ^ box_value(sides + 2, 1) ^ box_value(sides + 3, 2);
        TRY(claim_holds(run, value == expected, "<%u,%u> + <%u> + <%u,%u>", (unsigned)sides[0], (unsigned)sides[1],
                        (unsigned)sides[2], (unsigned)sides[3], (unsigned)sides[4]));
    }
    return GRUNDY_OK;
}

static grundy_status corollary_12(claim_run *run)
{
    return with_judge(run, "rnim", GRUNDY_VALUE, corollary_12_check);
}

/* Mexes of Observation 10 and Corollary 11, k = 0 and beyond, in three dimensions. */
static grundy_status mex_of_box(claim_run *run, uint64_t least)
{
    for (uint64_t cell = 0; cell < 16 * 16 * 16; cell++)
        for (uint64_t k = least; k <= 3 * least; k++) {
            uint64_t sides[3] = {k + cell % 16 + (least > 0), k + cell / 16 % 16 + (least > 0),
                                 k + cell / 256 + (least > 0)};
            uint64_t sum = (sides[0] - k) ^ (sides[1] - k) ^ (sides[2] - k), set = (UINT64_C(1) << k) - 1;
            for (size_t i = 0; i < 3; i++)
                for (uint64_t to = 0; to < sides[i] - k; to++)
                    set |= UINT64_C(1) << (k + (sum ^ (sides[i] - k) ^ to));
            uint64_t mex = (uint64_t)__builtin_ctzll(~set);
            TRY(claim_holds(run, mex == k + sum, "%u, %u, %u, k = %u", (unsigned)sides[0], (unsigned)sides[1],
                            (unsigned)sides[2], (unsigned)k));
        }
    return GRUNDY_OK;
}

static grundy_status observation_10(claim_run *run)
{
    return mex_of_box(run, 0);
}

static grundy_status corollary_11(claim_run *run)
{
    return mex_of_box(run, 1);
}

static grundy_status reachable_check(claim_run *run, judge *j)
{
    TRY(check_move(run, j, "<5,4,2> + <2,3>", "<5,1,2> + <2,3>"));
    return check_move(run, j, "<5,4,2> + <2,3>", "<5,4,2> + <0,3>");
}

static grundy_status reachable(claim_run *run)
{
    return with_judge(run, "rnim", GRUNDY_VALUE, reachable_check);
}

static grundy_status play_check(claim_run *run, judge *j)
{
    TRY(check_move(run, j, "<2,1> + <3,3,3>", "<2,1> + <3,3,2>"));
    TRY(check_move(run, j, "<2,1> + <3,3,2>", "<0,1> + <3,3,2>"));
    return check_move(run, j, "<0,1> + <3,3,2>", "<0,1> + <3,0,2>");
}

static grundy_status rnim_play(claim_run *run)
{
    return with_judge(run, "rnim", GRUNDY_VALUE, play_check);
}

/* As printed, the play that begins with <3,5> + <3,3,3>: its second position is no option of that. */
static grundy_status printed_play_check(claim_run *run, judge *j)
{
    return check_move(run, j, "<3,5> + <3,3,3>", "<2,1> + <3,3,2>");
}

static grundy_status printed_play(claim_run *run)
{
    return with_judge(run, "rnim", GRUNDY_VALUE, printed_play_check);
}

/* A row of n cells, <n,1,1> and a heap of n have the same values in both kinds of play. */
static grundy_status row_is_a_heap(claim_run *run)
{
    static const grundy_question questions[] = {GRUNDY_VALUE, GRUNDY_MISERE_VALUE};
    for (size_t q = 0; q < 2; q++) {
        judge row = {0}, box = {0}, heap = {0};
        uint64_t values[3] = {0};
        grundy_status status = judge_open(run->g, "pnim", questions[q], GRUNDY_BRUTE, &row);
        if (status == GRUNDY_OK)
            status = judge_open(run->g, "rnim", questions[q], GRUNDY_BRUTE, &box);
        if (status == GRUNDY_OK)
            status = judge_open(run->g, "nim", questions[q], GRUNDY_BRUTE, &heap);
        for (unsigned n = 0; status == GRUNDY_OK && n <= 30; n++) {
            status = judge_ask(&row, &values[0], "[%u]", n);
            if (status == GRUNDY_OK)
                status = judge_ask(&box, &values[1], "<%u,1,1>", n);
            if (status == GRUNDY_OK)
                status = judge_ask(&heap, &values[2], "%u", n);
            if (status == GRUNDY_OK)
                status = claim_holds(run, values[0] == values[2] && values[1] == values[2], "n = %u", n);
        }
        judge_close(&heap);
        judge_close(&box);
        judge_close(&row);
        TRY(status);
    }
    return GRUNDY_OK;
}

/* ---- Table 1 ---- */

static const struct {
    const char *position;
    uint64_t normal, misere;
} table_1[] = {{"<2,2> + <4,3,2> + <1,1>", 1, 0},
               {"<1,0,2> + <2,3,4> + <4,4>", 0, 1},
               {"<1,2,3> + <2,2>", 5, 5},
               {"<1,2,3> + <3,2>", 0, 0}};

static grundy_status table_1_column(claim_run *run, judge *j, bool misere)
{
    uint64_t value = 0;
    for (size_t i = 0; i < GRUNDY_COUNT(table_1); i++) {
        TRY(judge_ask(j, &value, "%s", table_1[i].position));
        TRY(claim_holds(run, value == (misere ? table_1[i].misere : table_1[i].normal), "%s: %u", table_1[i].position,
                        (unsigned)value));
    }
    return GRUNDY_OK;
}

static grundy_status normal_column(claim_run *run, judge *j)
{
    return table_1_column(run, j, false);
}

static grundy_status misere_column(claim_run *run, judge *j)
{
    return table_1_column(run, j, true);
}

static grundy_status table_1_holds(claim_run *run)
{
    TRY(with_judge(run, "rnim", GRUNDY_VALUE, normal_column));
    return with_judge(run, "rnim", GRUNDY_MISERE_VALUE, misere_column);
}

/* ---- Theorem 14 ---- */

/* The positions of tame games of different kinds, each a whole game with its followers. */
static const struct {
    const char *ruleset, *position;
} tame_games[] = {{"nim", "2,2"},      {"nim", "3,1"}, {"rnim", "<3,2>"},         {"pnim", "[3,2]"}, {"wythoff", "3,4"},
                  {"welter", "{4,5}"}, {"nim", "1,1"}, {"subtraction(1,2)", "4"}, {"euclid", "4,5"}, {"pnim", "[2,2]"}};

/* The values of a game and whether it is tame, by all its followers. */
static grundy_status game_values(claim_run *run, size_t i, uint32_t *normal, uint32_t *misere, bool *tame)
{
    grundy_ruleset *r;
    uint32_t number = 0;
    grundy_buffer position = grundy_buffer_open(run->g);
    TRY(grundy_ruleset_open(run->g, tame_games[i].ruleset, &r));
    closure c = closure_open(run->g, r, 0);
    grundy_status status = grundy_position_parse(run->g, r, tame_games[i].position, &position);
    if (status == GRUNDY_OK)
        status = closure_add(&c, grundy_buffer_bytes(&position), &number);
    if (status == GRUNDY_OK)
        status = closure_solve(&c);
    if (status == GRUNDY_OK) {
        *normal = closure_normal(&c, number);
        *misere = closure_misere(&c, number);
        *tame = true;
        for (size_t k = 0; k < closure_count(&c); k++)
            *tame = *tame && tame_pair(closure_normal(&c, k), closure_misere(&c, k));
    }
    closure_close(&c);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status brute_misere(claim_run *run, size_t i, size_t k, uint64_t *out)
{
    grundy_buffer ruleset = grundy_buffer_open(run->g);
    judge j;
    grundy_status status = grundy_appendf(&ruleset, "sum(%s,%s)", tame_games[i].ruleset, tame_games[k].ruleset);
    if (status == GRUNDY_OK)
        status = judge_open(run->g, grundy_buffer_text(&ruleset), GRUNDY_MISERE_VALUE, GRUNDY_BRUTE, &j);
    if (status == GRUNDY_OK) {
        status = judge_ask(&j, out, "%s | %s", tame_games[i].position, tame_games[k].position);
        judge_close(&j);
    }
    grundy_buffer_close(&ruleset);
    return status;
}

static grundy_status check_two(claim_run *run, size_t i, size_t k, bool printed)
{
    tame_sum sum = {0};
    bool firm = false, tame = false, all = true;
    uint64_t found = 0;
    for (size_t part = 0; part < 2; part++) {
        uint32_t normal = 0, misere = 0;
        TRY(game_values(run, part == 0 ? i : k, &normal, &misere, &tame));
        all = all && tame;
        tame_add(&sum, normal, misere);
        firm = firm || normal > 1;
    }
    TRY(brute_misere(run, i, k, &found));
    if (printed)
        sum.firm = firm;
    return claim_holds(run, all && found == tame_misere(&sum), "%s %s + %s %s: misere value %u, not %u",
                       tame_games[i].ruleset, tame_games[i].position, tame_games[k].ruleset, tame_games[k].position,
                       (unsigned)found, (unsigned)tame_misere(&sum));
}

static grundy_status theorem_14_as(claim_run *run, bool printed)
{
    for (size_t i = 0; i < GRUNDY_COUNT(tame_games); i++)
        for (size_t k = 0; k <= i; k++)
            TRY(check_two(run, i, k, printed));
    return GRUNDY_OK;
}

static grundy_status theorem_14_printed(claim_run *run)
{
    return theorem_14_as(run, true);
}

static grundy_status theorem_14(claim_run *run)
{
    return theorem_14_as(run, false);
}

static const claim claims[] = {
    {"rnim-1-moves", "<5,1,2> + <2,3> and <5,4,2> + <0,3> can be reached from <5,4,2> + <2,3>", NULL, reachable},
    {"rnim-4-play", "the play shown begins with <3,5> and <3,3,3>",
     "it begins with <2,1> + <3,3,3>, from which it is a play", printed_play},
    {"rnim-4-play-mended", "the play from <2,1> + <3,3,3> that is shown is a play", NULL, rnim_play},
    {"rnim-obs-10", "a nim-sum is the mex of the nim-sums with one number lowered", NULL, observation_10},
    {"rnim-cor-11", "k + the nim-sum of numbers less k is the mex of 0..k-1 and those with one number lowered", NULL,
     corollary_11},
    {"rnim-thm-3", "a box has the value 0 or 1 + the nim-sum of its sides less 1, by brute force in dimension 4", NULL,
     theorem_3},
    {"rnim-cor-12", "values of sums of boxes are nim-added", NULL, corollary_12},
    {"rnim-cor-13-row", "a row of n cells, <n,1,1> and a heap of n have the same values, normal and misere", NULL,
     row_is_a_heap},
    {"rnim-thm-14", "a sum of tame games is a (0,1)- or (1,0)-position iff all summands are 0- or 1-positions",
     "0- and 1-positions must be (0,1)- and (1,0)-positions: 2,2 in Nim is a tame game and a (0,0)-position",
     theorem_14_printed},
    {"rnim-thm-14-mended",
     "a sum of tame games is a (0,1)- or (1,0)-position iff all summands are, else a (k,k)-position", NULL, theorem_14},
    {"rnim-table-1", "the values and misere values of Table 1, by brute force", NULL, table_1_holds},
};

const claim_table rnim_claims = {"rnim", claims, GRUNDY_COUNT(claims)};
