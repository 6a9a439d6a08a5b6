/* octal_ahead.c - threads that mark options of heaps before their turn comes
 *
 * Beside a heap that is at least OCTAL_AHEAD, a sum has its other heap that much before its own. So the marks which such
 * heaps leave in a block of 32 heaps can be made as soon as the values up to OCTAL_AHEAD before the block's end are known;
 * they are most of the work. Blocks are numbered by turns; other threads take the turns in order, up to OCTAL_TURNS ahead, and
 * the thread that finds the values adds what the smaller heaps mark. When it comes to a turn whose marks are not there yet, it
 * makes those of a later turn meanwhile; when none may be taken, it makes the marks itself, so that it never waits for a
 * thread that does not run. The marks are the same whoever makes them, and so are the values.
 *
 * While turns are taken the lists and the folded values before the block do not change; octal_ahead_pause is called before
 * they do. The threads allocate nothing and run for no longer than one extension does. */
#include <pthread.h>
#include <string.h>

#include "rulesets/octal/octal_state.h"

/* Shorter extensions, and blocks with fewer words to mark, are not worth a thread. */
enum { THREADS_MAX = 64, HEAPS_LEAST = 1 << 14, MARKS_LEAST = 1 << 10, WAKE_EVERY = 16 };

/* The marks of a turn; that of OCTAL_TURNS later has the same place. */
typedef struct {
    uint64_t made; /* one more than the turn whose marks these are */
    bool busy;     /* a thread is writing */
    octal_marked marks;
} turn_marks;

struct octal_ahead {
    const octal_sequence *s;
    pthread_mutex_t lock;
    pthread_cond_t more, idle;
    uint64_t next, end; /* the turns from next to end-1 may be taken */
    unsigned active;    /* threads that are at a turn */
    unsigned waiting;   /* for turns to take */
    bool closing;
    unsigned count;
    pthread_t threads[THREADS_MAX];
    turn_marks turns[OCTAL_TURNS];
};

static turn_marks *octal_ahead_place(octal_ahead *a, uint64_t turn)
{
    return &a->turns[turn % OCTAL_TURNS];
}

/* Take the next turn, if there is one; a place where a thread is still at an earlier turn is passed over. Locked. */
static bool octal_ahead_next(octal_ahead *a, uint64_t *turn)
{
    while (a->next < a->end && octal_ahead_place(a, a->next)->busy)
        a->next++;
    if (a->next >= a->end)
        return false;
    *turn = a->next++;
    octal_ahead_place(a, *turn)->busy = true;
    return true;
}

/* Make the marks of a turn that was taken. Locked, but not meanwhile. */
static void make(octal_ahead *a, uint64_t turn)
{
    turn_marks *place = octal_ahead_place(a, turn);
    a->active++;
    pthread_mutex_unlock(&a->lock);
    octal_mark_turn(a->s, turn, &place->marks);
    pthread_mutex_lock(&a->lock);
    place->made = turn + 1;
    place->busy = false;
    if (--a->active == 0)
        pthread_cond_signal(&a->idle);
}

static void *octal_ahead_run(void *context)
{
    octal_ahead *a = context;
    pthread_mutex_lock(&a->lock);
    while (!a->closing) {
        uint64_t turn;
        if (octal_ahead_next(a, &turn)) {
            make(a, turn);
            continue;
        }
        a->waiting++;
        pthread_cond_wait(&a->more, &a->lock);
        a->waiting--;
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* All turns before this one are done: others may be taken. Locked. */
static void octal_ahead_continue(octal_ahead *a, uint64_t turn)
{
    a->end = turn + OCTAL_TURNS;
    a->next = a->next > turn ? a->next : turn;
    if (a->waiting > 0 && turn % WAKE_EVERY == 0)
        pthread_cond_broadcast(&a->more);
}

bool octal_ahead_take(octal_ahead *a, uint64_t turn, octal_marked *out)
{
    turn_marks *place = octal_ahead_place(a, turn);
    uint64_t later;
    pthread_mutex_lock(&a->lock);
    octal_ahead_continue(a, turn);
    if (a->next == turn)
        a->next++;
    else
        while (place->made != turn + 1 && octal_ahead_next(a, &later))
            make(a, later);
    bool made = place->made == turn + 1;
    pthread_mutex_unlock(&a->lock);
    if (made)
        octal_marks_copy(a->s, out, &place->marks);
    return made;
}

void octal_ahead_pause(octal_ahead *a)
{
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->end = 0;
    while (a->active > 0)
        pthread_cond_wait(&a->idle, &a->lock);
    pthread_mutex_unlock(&a->lock);
}

/* ---- beginning and end ---- */

static bool octal_ahead_pays(const octal_sequence *s, uint64_t count)
{
    const octal_block *b = &s->block;
    return b->known && s->sparse && b->far && count - s->count >= HEAPS_LEAST &&
           s->split_count * (b->rares.count - b->close + b->used) * b->words >= MARKS_LEAST;
}

void octal_ahead_begin(grundy *g, octal_sequence *s, uint64_t count)
{
    unsigned threads = grundy_get_limits(g).threads;
    if (threads < 2 || s->block.ahead != NULL || !octal_ahead_pays(s, count))
        return;
    octal_ahead *a = handle_try(g, NULL, 0, sizeof *a);
    if (a == NULL)
        return;
    memset(a, 0, sizeof *a);
    a->s = s;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->more, NULL);
    pthread_cond_init(&a->idle, NULL);
    while (a->count < THREADS_MAX && a->count + 1 < threads &&
           pthread_create(&a->threads[a->count], NULL, octal_ahead_run, a) == 0)
        a->count++;
    s->block.ahead = a;
    if (a->count == 0)
        octal_ahead_end(g, s);
}

void octal_ahead_end(grundy *g, octal_sequence *s)
{
    octal_ahead *a = s->block.ahead;
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->closing = true;
    pthread_cond_broadcast(&a->more);
    pthread_mutex_unlock(&a->lock);
    for (unsigned i = 0; i < a->count; i++)
        pthread_join(a->threads[i], NULL);
    pthread_cond_destroy(&a->idle);
    pthread_cond_destroy(&a->more);
    pthread_mutex_destroy(&a->lock);
    handle_free(g, a, sizeof *a);
    s->block.ahead = NULL;
}
