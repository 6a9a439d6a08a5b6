#include "base/handle.h"
#include "base/hash.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGE_SIZE = 1024, ZEROED_AT_ONCE = 1 << 24 };

/* What is kept under a key. */
typedef struct kept kept;
struct kept {
    kept *next;
    const void *key;
    size_t size;
    void (*close)(grundy *g, void *value);
    pthread_mutex_t lock;
    alignas(max_align_t) unsigned char value[];
};

/* What the threads of one computation share. */
typedef struct {
    grundy_allocate allocate;
    void *context;
    grundy_limits limits;
    double started;
    atomic_uint_fast64_t memory, refused;
    atomic_bool no_files;
    _Atomic double reported; /* when the progress callback was last called */
    pthread_mutex_t lock;    /* guards the list of what is kept */
    kept *kept;
    handle_members members;
    atomic_uint_fast64_t lookups, hits, sampled, told;
} shared_state;

struct grundy {
    shared_state *shared;
    bool fork;
    uint64_t content; /* of what has been read for the ruleset that is being opened */
    char message[MESSAGE_SIZE];
};

static void *libc_allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

double handle_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *grundy_status_text(grundy_status status)
{
    switch (status) {
#define STATUS_TEXT(name, text, code) \
    case GRUNDY_##name:               \
        return text;
        GRUNDY_STATUSES(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

int grundy_status_exit(grundy_status status)
{
    switch (status) {
#define STATUS_EXIT(name, text, code) \
    case GRUNDY_##name:               \
        return code;
        GRUNDY_STATUSES(STATUS_EXIT)
#undef STATUS_EXIT
    }
    return 2;
}

grundy_status grundy_open(grundy_allocate allocate, void *context, grundy **out)
{
    if (allocate == NULL)
        allocate = libc_allocate;
    grundy *g = allocate(context, NULL, 0, sizeof *g);
    shared_state *shared = allocate(context, NULL, 0, sizeof *shared);
    if (g == NULL || shared == NULL) {
        if (g != NULL)
            allocate(context, g, sizeof *g, 0);
        if (shared != NULL)
            allocate(context, shared, sizeof *shared, 0);
        return GRUNDY_NOMEM;
    }
    memset(g, 0, sizeof *g);
    memset(shared, 0, sizeof *shared);
    shared->allocate = allocate;
    shared->context = context;
    shared->started = handle_time();
    atomic_init(&shared->memory, 0);
    atomic_init(&shared->refused, 0);
    atomic_init(&shared->no_files, false);
    atomic_init(&shared->reported, 0.0);
    pthread_mutex_init(&shared->lock, NULL);
    g->shared = shared;
    *out = g;
    return GRUNDY_OK;
}

static kept *kept_of(void *value)
{
    return (kept *)(void *)((unsigned char *)value - offsetof(kept, value));
}

static kept *new_kept(grundy *g, const void *key, size_t size, void (*close)(grundy *g, void *value),
                      grundy_status *status)
{
    kept *k = handle_new(g, 1, sizeof *k + size, status);
    if (k == NULL)
        return NULL;
    k->key = key;
    k->size = size;
    k->close = close;
    pthread_mutex_init(&k->lock, NULL);
    k->next = g->shared->kept;
    g->shared->kept = k;
    return k;
}

static kept *find_kept(const shared_state *shared, const void *key)
{
    kept *k = shared->kept;
    while (k != NULL && k->key != key)
        k = k->next;
    return k;
}

void *handle_kept(grundy *g, const void *key, size_t size, void (*close)(grundy *g, void *value), grundy_status *status)
{
    shared_state *shared = g->shared;
    pthread_mutex_lock(&shared->lock);
    kept *k = find_kept(shared, key);
    if (k == NULL)
        k = new_kept(g, key, size, close, status);
    pthread_mutex_unlock(&shared->lock);
    if (k == NULL)
        return NULL;
    pthread_mutex_lock(&k->lock);
    return k->value;
}

void *handle_found(grundy *g, const void *key)
{
    pthread_mutex_lock(&g->shared->lock);
    kept *k = find_kept(g->shared, key);
    pthread_mutex_unlock(&g->shared->lock);
    if (k == NULL)
        return NULL;
    pthread_mutex_lock(&k->lock);
    return k->value;
}

void handle_kept_done(void *value)
{
    pthread_mutex_unlock(&kept_of(value)->lock);
}

void handle_forget(grundy *g)
{
    while (g->shared->kept != NULL) {
        kept *k = g->shared->kept;
        g->shared->kept = k->next;
        k->close(g, k->value);
        pthread_mutex_destroy(&k->lock);
        handle_free(g, k, sizeof *k + k->size);
    }
}

void grundy_close(grundy *g)
{
    if (g == NULL)
        return;
    shared_state *shared = g->shared;
    if (g->fork) {
        handle_free(g, g, sizeof *g);
        return;
    }
    handle_forget(g);
    pthread_mutex_destroy(&shared->lock);
    grundy_allocate allocate = shared->allocate;
    void *context = shared->context;
    allocate(context, g, sizeof *g, 0);
    allocate(context, shared, sizeof *shared, 0);
}

const char *grundy_message(const grundy *g)
{
    return g->message;
}

void grundy_set_limits(grundy *g, const grundy_limits *limits)
{
    g->shared->limits = *limits;
    grundy_start(g);
}

grundy_limits grundy_get_limits(const grundy *g)
{
    return g->shared->limits;
}

void grundy_start(grundy *g)
{
    g->shared->started = handle_time();
    atomic_store(&g->shared->reported, g->shared->started);
}

uint64_t grundy_memory(const grundy *g)
{
    return atomic_load(&g->shared->memory);
}

void grundy_forbid_files(grundy *g)
{
    atomic_store(&g->shared->no_files, true);
}

grundy_status grundy_check_files(grundy *g, const char *path)
{
    if (!atomic_load(&g->shared->no_files))
        return GRUNDY_OK;
    return grundy_fail(g, GRUNDY_IO, "%.200s is not opened: reading files is not allowed here", path);
}

grundy_status handle_fork(grundy *parent, grundy **out)
{
    grundy_status status = GRUNDY_OK;
    grundy *g = handle_new(parent, 1, sizeof *g, &status);
    if (g == NULL)
        return status;
    g->shared = parent->shared;
    g->fork = true;
    *out = g;
    return GRUNDY_OK;
}

/* Has the computation to stop? Changes nothing, so that threads of another handle may ask. */
static bool handle_must_stop(void *context)
{
    const shared_state *shared = context;
    const grundy_limits *limits = &shared->limits;
    return (limits->stop != NULL && limits->stop(limits->context)) ||
           (limits->seconds > 0 && handle_time() - shared->started > limits->seconds);
}

grundy_status handle_beside(grundy *g, grundy **out)
{
    const grundy_limits *limits = &g->shared->limits;
    uint64_t held = grundy_memory(g);
    if (grundy_open(g->shared->allocate, g->shared->context, out) != GRUNDY_OK)
        return grundy_fail(g, GRUNDY_NOMEM, "out of memory: no room for another handle");
    grundy_limits own = {.threads = limits->threads, .stop = handle_must_stop, .context = g->shared};
    if (limits->memory != 0)
        own.memory = limits->memory > held ? limits->memory - held : 1;
    grundy_set_limits(*out, &own);
    atomic_store(&(*out)->shared->no_files, atomic_load(&g->shared->no_files));
    return GRUNDY_OK;
}

void handle_adopt(grundy *g, const grundy *fork)
{
    memcpy(g->message, fork->message, sizeof g->message);
}

handle_members *handle_team(const grundy *g)
{
    return &g->shared->members;
}

void handle_count(grundy *g, const grundy_lookups *more)
{
    shared_state *shared = g->shared;
    atomic_fetch_add(&shared->lookups, more->lookups);
    atomic_fetch_add(&shared->hits, more->hits);
    atomic_fetch_add(&shared->sampled, more->sampled);
    atomic_fetch_add(&shared->told, more->told);
}

grundy_lookups grundy_get_lookups(const grundy *g)
{
    const shared_state *shared = g->shared;
    return (grundy_lookups){.lookups = atomic_load(&shared->lookups),
                            .hits = atomic_load(&shared->hits),
                            .sampled = atomic_load(&shared->sampled),
                            .told = atomic_load(&shared->told)};
}

uint64_t handle_content(grundy *g, uint64_t content)
{
    uint64_t before = g->content;
    g->content = content;
    return before;
}

void handle_add_content(grundy *g, const void *data, size_t size)
{
    g->content = hash_more(g->content == 0 ? HASH_START : g->content, data, size);
}

void handle_clear(grundy *g)
{
    g->message[0] = '\0';
}

double handle_seconds(const grundy *g)
{
    return handle_time() - g->shared->started;
}

grundy_status grundy_fail(grundy *g, grundy_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(g->message, sizeof g->message, format, arguments);
    va_end(arguments);
    for (char *c = g->message; *c != '\0'; c++) /* one line, whatever text it quotes */
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return status;
}

uint64_t handle_refused(const grundy *g)
{
    return atomic_load(&g->shared->refused);
}

static void *no_memory(grundy *g, grundy_status failure, grundy_status *status, size_t size)
{
    atomic_fetch_add(&g->shared->refused, failure == GRUNDY_LIMIT);
    if (failure == GRUNDY_LIMIT)
        grundy_fail(g, failure, "the memory limit of %llu bytes is reached",
                    (unsigned long long)g->shared->limits.memory);
    else if (g->shared->members.team.size > 1) /* which of the machines should have more? */
        grundy_fail(g, failure, "out of memory: %zu bytes are not to be had by member %u of the team", size,
                    g->shared->members.team.rank);
    else
        grundy_fail(g, failure, "out of memory: %zu bytes are not to be had", size);
    if (status != NULL)
        *status = failure;
    return NULL;
}

/* Allocate, grow or shrink, within the limit. */
static void *resize(shared_state *shared, void *old, size_t old_size, size_t new_size, grundy_status *failure)
{
    uint64_t limit = shared->limits.memory, more = new_size > old_size ? new_size - old_size : 0;
    uint64_t before = atomic_fetch_add(&shared->memory, more);
    if (more > 0 && limit != 0 && (before + more > limit || before + more < before)) {
        atomic_fetch_sub(&shared->memory, more);
        *failure = GRUNDY_LIMIT;
        return NULL;
    }
    void *p = shared->allocate(shared->context, old, old_size, new_size);
    if (p == NULL) {
        atomic_fetch_sub(&shared->memory, more);
        *failure = GRUNDY_NOMEM;
        return NULL;
    }
    if (new_size < old_size)
        atomic_fetch_sub(&shared->memory, old_size - new_size);
    return p;
}

void *handle_try(grundy *g, void *old, size_t old_size, size_t new_size)
{
    grundy_status failure = GRUNDY_OK;
    return resize(g->shared, old, old_size, new_size, &failure);
}

void *grundy_resize(grundy *g, void *old, size_t old_size, size_t new_size, grundy_status *status)
{
    shared_state *shared = g->shared;
    if (new_size == 0) {
        if (old != NULL) {
            shared->allocate(shared->context, old, old_size, 0);
            atomic_fetch_sub(&shared->memory, old_size);
        }
        return NULL;
    }
    grundy_status failure = GRUNDY_OK;
    void *p = resize(shared, old, old_size, new_size, &failure);
    return p != NULL ? p : no_memory(g, failure, status, new_size);
}

/* Zero a block that was just allocated, with looks at the limits: the system may take its time for each page. */
static grundy_status zero_block(grundy *g, unsigned char *block, size_t size)
{
    for (size_t done = 0; done < size; done += ZEROED_AT_ONCE) {
        if (done > 0)
            TRY(grundy_check(g));
        memset(block + done, 0, size - done < ZEROED_AT_ONCE ? size - done : ZEROED_AT_ONCE);
    }
    return GRUNDY_OK;
}

void *handle_new(grundy *g, size_t count, size_t size, grundy_status *status)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size)
        return no_memory(g, GRUNDY_NOMEM, status, SIZE_MAX);
    size_t total = count * size == 0 ? 1 : count * size;
    void *p = grundy_resize(g, NULL, 0, total, status);
    grundy_status zeroed = p == NULL ? GRUNDY_OK : zero_block(g, p, total);
    if (zeroed == GRUNDY_OK)
        return p;
    grundy_resize(g, p, total, 0, NULL);
    if (status != NULL)
        *status = zeroed;
    return NULL;
}

void handle_free(grundy *g, void *p, size_t size)
{
    if (p != NULL)
        grundy_resize(g, p, size == 0 ? 1 : size, 0, NULL);
}

grundy_status grundy_check(grundy *g)
{
    const grundy_limits *limits = &g->shared->limits;
    if (limits->stop != NULL && limits->stop(limits->context))
        return grundy_fail(g, GRUNDY_STOPPED, "interrupted");
    if (limits->seconds > 0 && handle_seconds(g) > limits->seconds)
        return grundy_fail(g, GRUNDY_LIMIT, "the time limit of %g seconds is reached", limits->seconds);
    return GRUNDY_OK;
}

bool handle_report_due(grundy *g)
{
    if (g->shared->limits.progress == NULL)
        return false;
    double t = handle_time(), last = atomic_load(&g->shared->reported);
    return t - last >= 0.5 && atomic_compare_exchange_strong(&g->shared->reported, &last, t);
}

void handle_report(grundy *g, grundy_progress progress)
{
    const grundy_limits *limits = &g->shared->limits;
    progress.seconds = handle_seconds(g);
    limits->progress(limits->context, &progress);
}

void grundy_report(grundy *g, const char *what, uint64_t done, uint64_t total)
{
    if (handle_report_due(g))
        handle_report(g, (grundy_progress){.what = what, .done = done, .total = total});
}

uint64_t grundy_random(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
