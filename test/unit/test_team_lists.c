/* Lists of positions and tables of them, by teams: what members have found apart decides nothing about what they do next, so
 * all get the answers of one alone, whatever the family and the question. */
#include "asking.h"
#include "meeting.h"

/* Misere positions of compounds that have many parts are searched as wholes, so they are smaller. */
enum { POSITIONS = 30, SIZE = 9, SIZE_OF_MANY = 4, TEAM_MAX = 3 };

/* What the members of a team run: a ruleset, and a question by a method. */
static struct {
    const char *ruleset;
    grundy_question question;
    grundy_method method;
    uint64_t seed, memory;
    unsigned size;
} asked;

/* The method of an answer is the same for all members; that of one alone may be another, as it may have more in its tables. */
static grundy_status answer_list(grundy *g, const grundy_ruleset *r, grundy_solver *s, char *result, size_t size)
{
    size_t used = 0;
    uint64_t seed = asked.seed;
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (unsigned i = 0; status == GRUNDY_OK && i < POSITIONS; i++) {
        grundy_answer answer;
        position.size = 0;
        status = grundy_position_random(g, r, &seed, 1 + i % asked.size, &position);
        if (status == GRUNDY_OK && i % 5 == 4) /* a sum of two */
            status = grundy_position_random(g, r, &seed, 1 + i % asked.size, &position);
        if (status == GRUNDY_OK)
            status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
        if (status == GRUNDY_OK)
            used += (size_t)snprintf(result + used, size - used, "%" PRIu64 " ", answer.value);
    }
    grundy_buffer_close(&position);
    return status;
}

static grundy_status run_list(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    (void)rank;
    grundy_limits limits = grundy_get_limits(g);
    limits.memory = asked.memory;
    grundy_set_limits(g, &limits);
    grundy_status status = grundy_ruleset_open(g, asked.ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, asked.question, asked.method, &s);
    if (status == GRUNDY_OK)
        status = answer_list(g, r, s, result, size);
    grundy_solver_close(s);
    grundy_ruleset_close(r);
    return status;
}

/* A way that does not serve is refused by all members with the words that one alone uses. */
static void check_team(const member *alone, unsigned size)
{
    static member members[MEMBERS_MAX];
    meet(members, size, run_list);
    for (unsigned k = 0; k < size; k++)
        if (members[k].status != alone->status || members[k].left != alone->left ||
            strcmp(members[k].result, alone->result) != 0)
            fail_msg("%s, %s, %s, seed %" PRIu64 ", member %u of %u: %s (%s), not %s (%s): %s", asked.ruleset,
                     question_word(asked.question), grundy_method_word(asked.method), asked.seed, k, size,
                     members[k].result, grundy_status_text(members[k].status), alone->result,
                     grundy_status_text(alone->status), members[k].message);
}

static void check_list(const char *ruleset, unsigned size, grundy_method method, uint64_t memory)
{
    static member alone[1];
    asked.ruleset = ruleset;
    asked.method = method;
    asked.memory = memory;
    asked.size = size;
    for (grundy_question q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        asked.question = q;
        asked.seed++;
        meet(alone, 1, run_list);
        for (unsigned members = 2; members <= TEAM_MAX; members++)
            check_team(alone, members);
    }
}

static const char *const more[] = {
    "chess(queen)",
    "crim",
    "pnim",
    "push(octal(0.07),kayles)",
    "push(wythoff,euclid)",
    "push(cram,domineering-rows)",
    "push-either(nim,push(euclid,zeruclid))",
    "sum(push(nim,euclid),push(euclid,kayles),grundys-game)",
    "sum(cram,octal(0.106),push(kayles,nim))",
    "sum(domineering-rows,domineering-columns,push(grundys-game,kayles))",
};

static void lists_by_search(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++)
        check_list(grundy_family_at(i)->example_ruleset, SIZE, GRUNDY_SEARCH, 0);
    for (size_t i = 0; i < LENGTH(more); i++)
        check_list(more[i], SIZE_OF_MANY, GRUNDY_SEARCH, 0);
}

static void lists_by_any_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++)
        check_list(grundy_family_at(i)->example_ruleset, SIZE, GRUNDY_AUTO, i % 2 == 0 ? 0 : 1 << 30);
    for (size_t i = 0; i < LENGTH(more); i++)
        check_list(more[i], SIZE_OF_MANY, GRUNDY_AUTO, i % 2 == 0 ? 0 : 1 << 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_by_search),
        cmocka_unit_test(lists_by_any_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
