/* Teams: whatever the number of members, all get the results of one alone. Here the members are threads. */
#include <pthread.h>
#include <stdlib.h>

#include "asking.h"
#include "base/team.h"

enum { MEMBERS_MAX = 5 };

/* What the members share: a counter, and a place to exchange bytes at. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    unsigned size, here, round;
    uint64_t counter, taken, rounds;
    grundy_bytes given[MEMBERS_MAX];
    pthread_barrier_t read;
} meeting;

/* A member, and what it is to do. */
typedef struct {
    meeting *m;
    unsigned rank;
    grundy_status (*run)(grundy *g, unsigned rank, char *result, size_t size);
    char result[1 << 16];
    grundy_status status, left;
    char message[200];
} member;

static uint64_t take(void *context, uint64_t many)
{
    meeting *m = ((member *)context)->m;
    pthread_mutex_lock(&m->lock);
    const uint64_t before = m->counter;
    m->counter += many;
    m->taken += many == 1;
    pthread_mutex_unlock(&m->lock);
    return before;
}

static grundy_status gather(void *context, grundy *g, grundy_bytes mine, grundy_list *all)
{
    const member *me = context;
    meeting *m = me->m;
    (void)g;
    pthread_mutex_lock(&m->lock);
    const unsigned round = m->round;
    m->given[me->rank] = mine;
    if (++m->here == m->size) {
        m->here = 0;
        m->counter = 0;
        m->rounds++;
        m->round++;
        pthread_cond_broadcast(&m->all_here);
    }
    while (m->round == round)
        pthread_cond_wait(&m->all_here, &m->lock);
    pthread_mutex_unlock(&m->lock);
    grundy_status status = GRUNDY_OK;
    for (unsigned i = 0; status == GRUNDY_OK && i < m->size; i++)
        status = grundy_list_add(all, m->given[i].data, m->given[i].size);
    pthread_barrier_wait(&m->read); /* what is given stays until all have read it */
    return status;
}

static void *live(void *argument)
{
    member *me = argument;
    grundy *g = ask_open();
    const grundy_team team = {.rank = me->rank, .size = me->m->size, .take = take, .gather = gather, .context = me};
    grundy_set_team(g, &team);
    me->status = me->run(g, me->rank, me->result, sizeof me->result);
    me->left = grundy_team_leave(g, me->status);
    snprintf(me->message, sizeof me->message, "%s", grundy_message(g));
    ask_close(g);
    return NULL;
}

/* Run with so many members; returns what they shared. */
static meeting meet(member *members, unsigned size,
                    grundy_status (*run)(grundy *g, unsigned rank, char *result, size_t size))
{
    meeting m = {.size = size};
    pthread_t threads[MEMBERS_MAX];
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.all_here, NULL);
    pthread_barrier_init(&m.read, NULL, size);
    for (unsigned i = 0; i < size; i++) {
        members[i] = (member){.m = &m, .rank = i, .run = run};
        assert_int_equal(pthread_create(&threads[i], NULL, live, &members[i]), 0);
    }
    for (unsigned i = 0; i < size; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&m.read);
    pthread_cond_destroy(&m.all_here);
    pthread_mutex_destroy(&m.lock);
    return m;
}

/* The values of a table, one after the other, as text. */
static grundy_status table_text(grundy *g, grundy_table_request request, char *result, size_t size)
{
    grundy_table *t;
    grundy_answer answer;
    size_t used = 0;
    TRY(grundy_table_open(g, &request, &t));
    grundy_status status = GRUNDY_OK;
    for (bool more = true; status == GRUNDY_OK && more;) {
        status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_OK && more)
            used += (size_t)snprintf(result + used, size - used, "%" PRIu64 " ", answer.value);
    }
    grundy_table_close(t);
    return status;
}

#define TABLE(name, ruleset_text, position_text, question_asked, ...)                           \
    static grundy_status name(grundy *g, unsigned rank, char *result, size_t size)             \
    {                                                                                          \
        const char *const variables[] = {__VA_ARGS__};                                         \
        (void)rank;                                                                            \
        return table_text(g,                                                                   \
                          (grundy_table_request){.ruleset = ruleset_text,                      \
                                                 .position = position_text,                    \
                                                 .variables = variables,                       \
                                                 .count = LENGTH(variables),                   \
                                                 .question = question_asked},                  \
                          result, size);                                                       \
    }

TABLE(set_partitions, "ruler(setpartitions(n))", "top", GRUNDY_VALUE, "n=1..36")
TABLE(asm_ruler, "ruler(asm(r+2))", "(0,0,s)", GRUNDY_VALUE, "r=0..40", "s=0..r")
TABLE(partitions, "pnim", "p", GRUNDY_VALUE, "p=partitions(0..24)")
TABLE(partitions_misere, "pnim", "p", GRUNDY_MISERE_VALUE, "p=partitions(0..20)")
TABLE(boards, "cram", "mxn", GRUNDY_VALUE, "m=1..3", "n=1..5")
TABLE(rulesets, "domineering-rows", "mxn", GRUNDY_OUTCOME, "m=1..4", "n=1..4")
TABLE(searched, "push(octal(0.07),kayles)", "a", GRUNDY_MISERE_VALUE, "a=0..18")
TABLE(groups, "push(subtraction(1..k),grundys-game)", "n", GRUNDY_VALUE, "k=1..3", "n=0..30")

static void gets_the_results_of_one(void **state)
{
    (void)state;
    static grundy_status (*const runs[])(grundy *, unsigned, char *, size_t) = {
        set_partitions, asm_ruler, partitions, partitions_misere, boards, rulesets, searched, groups};
    static member alone[1], members[MEMBERS_MAX];
    for (size_t i = 0; i < LENGTH(runs); i++) {
        meet(alone, 1, runs[i]);
        assert_int_equal(alone[0].status, GRUNDY_OK);
        for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
            const meeting m = meet(members, size, runs[i]);
            if (size == 2)
                print_message("table %zu: %" PRIu64 " pieces, %" PRIu64 " rounds\n", i, m.taken, m.rounds);
            for (unsigned k = 0; k < size; k++) {
                assert_int_equal(members[k].status, GRUNDY_OK);
                assert_int_equal(members[k].left, GRUNDY_OK);
                assert_string_equal(members[k].result, alone[0].result);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gets_the_results_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
