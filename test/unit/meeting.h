/* meeting.h - teams whose members are threads, for tests: each runs the same function with a handle of its own
 *
 * Include it after asking.h. */
#ifndef GRUNDY_TEST_MEETING_H
#define GRUNDY_TEST_MEETING_H

#include <pthread.h>

#include "asking.h"

enum { MEMBERS_MAX = 5 };

/* What the members share: a counter, and a place to exchange bytes at. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    unsigned size, here, round;
    uint64_t counter, taken, given_up, rounds;
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
    bool unlimited; /* after it has left */
    grundy_lookups seen;
    char message[200];
} member;

static uint64_t take(void *context, uint64_t many)
{
    meeting *m = ((member *)context)->m;
    pthread_mutex_lock(&m->lock);
    const uint64_t before = m->counter;
    m->counter += many;
    m->taken += many == 1;
    m->given_up += many > 1;
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
    me->seen = grundy_get_lookups(g);
    me->unlimited = grundy_get_limits(g).memory == 0 && grundy_get_limits(g).seconds == 0;
    snprintf(me->message, sizeof me->message, "%s", grundy_message(g));
    ask_close(g);
    return NULL;
}

/* Run with so many members; returns what they shared. */
static inline meeting meet(member *members, unsigned size,
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

#endif
