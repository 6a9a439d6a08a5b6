#include "pool.h"

#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more; /* there is a task, or the pool closes */
    bool closing;
    void (*work)(void *task);
    void **tasks; /* a ring */
    size_t capacity, first, count;
    pthread_t *threads;
    size_t thread_count;
};

/* The next task; NULL when the pool closes and none is left. */
static void *pool_take(pool *p)
{
    void *task = NULL;
    pthread_mutex_lock(&p->lock);
    while (p->count == 0 && !p->closing)
        pthread_cond_wait(&p->more, &p->lock);
    if (p->count > 0) {
        task = p->tasks[p->first];
        p->first = (p->first + 1) % p->capacity;
        p->count--;
    }
    pthread_mutex_unlock(&p->lock);
    return task;
}

static void *pool_run(void *context)
{
    pool *p = context;
    for (void *task; (task = pool_take(p)) != NULL;)
        p->work(task);
    return NULL;
}

pool *pool_open(size_t threads, size_t capacity, void (*work)(void *task))
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    p->work = work;
    p->capacity = capacity;
    p->tasks = calloc(capacity, sizeof *p->tasks);
    p->threads = calloc(threads, sizeof *p->threads);
    if (p->tasks != NULL && p->threads != NULL)
        while (p->thread_count < threads && pthread_create(&p->threads[p->thread_count], NULL, pool_run, p) == 0)
            p->thread_count++;
    if (p->thread_count < threads) {
        pool_close(p);
        return NULL;
    }
    return p;
}

void pool_finish(pool *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (; p->thread_count > 0; p->thread_count--)
        pthread_join(p->threads[p->thread_count - 1], NULL);
}

void pool_close(pool *p)
{
    if (p == NULL)
        return;
    pool_finish(p);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
    free(p->tasks);
    free(p->threads);
    free(p);
}

bool pool_submit(pool *p, void *task)
{
    pthread_mutex_lock(&p->lock);
    bool room = p->count < p->capacity && !p->closing;
    if (room) {
        p->tasks[(p->first + p->count) % p->capacity] = task;
        p->count++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}
