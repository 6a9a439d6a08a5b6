/* pool.h - a fixed number of threads that work off a bounded queue */
#ifndef GRUNDY_WEB_POOL_H
#define GRUNDY_WEB_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pool pool;

/* pool_open - so many threads, and a queue of so many tasks; NULL when they cannot be had
 *
 * work   called by a thread with each task */
pool *pool_open(size_t threads, size_t capacity, void (*work)(void *task));

/* pool_finish - take no more tasks, work off those in the queue and end the threads; pool_close - and free the pool.
 * NULL is fine. */
void pool_finish(pool *p);
void pool_close(pool *p);

/* pool_submit - put a task into the queue; false when it is full, or the pool finishes */
bool pool_submit(pool *p, void *task);

#endif
