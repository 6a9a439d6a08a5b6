/* spin.h - a lock that is held for less time than it takes to sleep and wake up */
#ifndef GRUNDY_SOLVERS_SPIN_H
#define GRUNDY_SOLVERS_SPIN_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SPIN_PATIENCE = 100 /* looks at a lock before the thread stands back */ };

static inline void spin_lock(atomic_bool *held)
{
    unsigned looks = 0;
    while (atomic_exchange_explicit(held, true, memory_order_acquire))
        while (atomic_load_explicit(held, memory_order_relaxed))
            if (++looks % SPIN_PATIENCE == 0)
                sched_yield();
}

static inline void spin_unlock(atomic_bool *held)
{
    atomic_store_explicit(held, false, memory_order_release);
}

#endif
