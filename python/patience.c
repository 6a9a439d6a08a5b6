/* patience.c - may a computation go on? Part of the extension module.
 *
 * The library asks after every row of a table, which is a million times a second. Python is asked twenty times a
 * second, since each time takes the interpreter's lock; between, its last answer counts. */
#include <stdatomic.h>
#include <time.h>

#include "grundy.h"

typedef struct {
    void *caller;         /* for the callbacks written in Python */
    _Atomic double asked; /* when Python was last asked */
    atomic_bool stopped;  /* its answer */
} grundy_patience;

static bool grundy_python_stop(void *caller);

static double patience_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void grundy_patience_begin(grundy_patience *p, void *caller)
{
    p->caller = caller;
    atomic_store(&p->asked, patience_clock());
    atomic_store(&p->stopped, false);
}

static bool grundy_patience_stop(void *context)
{
    grundy_patience *p = context;
    const double now = patience_clock();
    double asked = atomic_load(&p->asked);
    if (now - asked >= 0.05 && atomic_compare_exchange_strong(&p->asked, &asked, now) && grundy_python_stop(p->caller))
        atomic_store(&p->stopped, true);
    return atomic_load(&p->stopped);
}
