/* grundy-mpi - the grundy command, run by several processes that share the work of its long computations
 *
 *     mpirun -n 4 grundy-mpi value cram 6x7
 *
 * Every process runs the whole command and is a member of one team (grundy_set_team); the library shares the work and
 * gives what is found to all. Process 0 alone writes. What is exchanged is exchanged at the end of each shared work
 * (MPI_Iallgatherv); pieces are taken from a counter in the memory of process 0 (MPI_Fetch_and_op), which needs no
 * answer from it. There are two counters, used in turn: while one is in use the other is set to 0, which all members
 * know to have been done when the exchange is over.
 *
 * When a process dies, mpirun stops the others: first by a signal, as when somebody interrupts the job, and a second
 * later for good. Process 0 then waits no longer than it has to for those who may be dead, and saves what it has. So it
 * does when its time is over and the others do not come, as when one of them has been stopped, and when it has no memory
 * for what they send; then it ends the job itself, by MPI_Abort. */
#include <math.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

/* So many bytes of each member travel at a time, at least and at most, and of all together. */
enum { BLOCK_MIN = 1 << 12, BLOCK_MAX = 1 << 20, BLOCKS = 1 << 24 };

/* For so long a waiting member only yields; then it sleeps between two looks. */
#define YIELD_SECONDS 0.002
#define SLEEP_MICROSECONDS 200

/* For so long an interrupted process 0 waits for the others, of which mpirun leaves it a second; and when its time is
 * over: theirs is, too, but some look at the clock less often. */
#define LAST_WAIT_SECONDS 0.4
#define LATE_WAIT_SECONDS 4.0

/* What an exchange needs for each member; all of it is there from the beginning, as memory may end at any time. */
typedef struct {
    uint64_t *sizes;
    int *counts, *places;
    grundy_buffer *given;
    unsigned char *landing;
} room;

typedef struct {
    MPI_Comm members;
    MPI_Win window;
    uint64_t *counters; /* at member 0 */
    int rank, size, block;
    room room;
    FILE *errors;       /* standard error, for a process that is silent */
    double seconds;     /* limit of time, once it is over */
    grundy_status lost; /* why this process can no longer keep step with the others */
    unsigned turn;      /* the counter in use */
    uint64_t taken, rounds, bytes;
    double waited; /* seconds */
    grundy_lookups seen;
} mpi_team;

static uint64_t mpi_take(void *context, uint64_t many)
{
    mpi_team *t = context;
    uint64_t before = 0;
    MPI_Fetch_and_op(&many, &before, MPI_UINT64_T, 0, (MPI_Aint)t->turn, MPI_SUM, t->window);
    MPI_Win_flush(0, t->window);
    t->taken++;
    return before;
}

/* How long process 0 still waits for others; below 0: until they come. When all are leaving the limit holds no longer,
 * but that it was reached is remembered. */
static double mpi_timeout(mpi_team *t, grundy *g)
{
    const double limit = grundy_get_limits(g).seconds;
    const grundy_status status = t->rank == 0 ? grundy_check(g) : GRUNDY_OK;
    if (status == GRUNDY_STOPPED)
        return LAST_WAIT_SECONDS;
    if (limit > 0)
        t->seconds = status == GRUNDY_LIMIT ? limit : 0;
    return t->seconds > 0 ? LATE_WAIT_SECONDS : -1;
}

/* Wait for an exchange without taking the processor from those who still work; false: it will not come about. */
static bool await(mpi_team *t, grundy *g, MPI_Request *request)
{
    const double begun = seconds_now();
    double until = HUGE_VAL;
    int done = 0;
    for (double now = begun; !done && t->lost == GRUNDY_OK; now = seconds_now()) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            break;
        if (now - begun < YIELD_SECONDS)
            sched_yield();
        else
            usleep(SLEEP_MICROSECONDS);
        const double rest = mpi_timeout(t, g);
        if (rest >= 0 && now + rest < until)
            until = now + rest;
        if (now > until)
            t->lost = t->seconds > 0 ? GRUNDY_LIMIT : GRUNDY_STOPPED;
    }
    t->waited += seconds_now() - begun;
    return done;
}

static grundy_status mpi_is_lost(const mpi_team *t, grundy *g)
{
    if (t->lost == GRUNDY_NOMEM)
        return grundy_fail(g, t->lost, "out of memory: process %d has none for what the others send it", t->rank);
    if (t->lost == GRUNDY_LIMIT)
        return grundy_fail(
            g, t->lost,
            "the time limit of %g seconds is reached, and other processes do not answer: one of them may "
            "be stopped",
            t->seconds);
    return grundy_fail(g, t->lost, "stopped, and other processes do not answer: one of them may have died");
}

/* The other counter is set to 0 for the next round, which begins when all have come to the end of this one. */
static void next_counter(mpi_team *t)
{
    static const uint64_t zero;
    uint64_t old;
    if (t->rank == 0) {
        MPI_Fetch_and_op(&zero, &old, MPI_UINT64_T, 0, (MPI_Aint)(t->turn ^ 1), MPI_REPLACE, t->window);
        MPI_Win_flush(0, t->window);
    }
}

/* How many bytes of a member travel in the block that begins at `start`. */
static int block_size(const mpi_team *t, uint64_t size, uint64_t start)
{
    const uint64_t rest = size > start ? size - start : 0;
    return rest < (uint64_t)t->block ? (int)rest : t->block;
}

static void close_room(room *r)
{
    free(r->sizes);
    free(r->counts);
    free(r->places);
    free(r->given);
    free(r->landing);
    *r = (room){0};
}

static bool open_room(mpi_team *t)
{
    const size_t size = (size_t)t->size;
    t->room = (room){.sizes = calloc(size, sizeof *t->room.sizes),
                     .counts = calloc(size, sizeof *t->room.counts),
                     .places = calloc(size, sizeof *t->room.places),
                     .given = calloc(size, sizeof *t->room.given),
                     .landing = malloc(size * (size_t)t->block)};
    return t->room.sizes != NULL && t->room.counts != NULL && t->room.places != NULL && t->room.given != NULL &&
           t->room.landing != NULL;
}

/* Exchange the blocks that begin at `start`; with keep, append what each member has given to its buffer. */
static grundy_status exchange_blocks(mpi_team *t, grundy *g, grundy_bytes mine, uint64_t start, bool keep)
{
    const room *r = &t->room;
    MPI_Request request;
    int place = 0;
    for (int i = 0; i < t->size; i++) {
        r->counts[i] = block_size(t, r->sizes[i], start);
        r->places[i] = place;
        place += r->counts[i];
    }
    const int own = r->counts[t->rank];
    MPI_Iallgatherv(own > 0 ? mine.data + start : NULL, own, MPI_BYTE, r->landing, r->counts, r->places, MPI_BYTE,
                    t->members, &request);
    if (!await(t, g, &request))
        return mpi_is_lost(t, g);
    t->bytes += (uint64_t)place;
    grundy_status status = GRUNDY_OK;
    for (int i = 0; keep && status == GRUNDY_OK && i < t->size; i++)
        status = grundy_append(&r->given[i], r->landing + r->places[i], (size_t)r->counts[i]);
    return status;
}

/* A member without memory for what comes keeps step with the others all the same. */
static grundy_status mpi_exchange(mpi_team *t, grundy *g, grundy_bytes mine)
{
    const room *r = &t->room;
    const uint64_t size = mine.size;
    uint64_t largest = 0;
    MPI_Request request;
    MPI_Iallgather(&size, 1, MPI_UINT64_T, r->sizes, 1, MPI_UINT64_T, t->members, &request);
    if (!await(t, g, &request))
        return mpi_is_lost(t, g);
    for (int i = 0; i < t->size; i++)
        largest = r->sizes[i] > largest ? r->sizes[i] : largest;
    grundy_status status = GRUNDY_OK;
    for (uint64_t start = 0; t->lost == GRUNDY_OK && start < largest; start += (uint64_t)t->block) {
        const grundy_status one = exchange_blocks(t, g, mine, start, status == GRUNDY_OK);
        status = status == GRUNDY_OK ? one : status;
    }
    return t->lost != GRUNDY_OK ? mpi_is_lost(t, g) : status;
}

/* A process without memory can only end, and the others with it. Process 0 saves first, for which it has what exchanges
 * needed: there will be none any more. */
static grundy_status starve(mpi_team *t, grundy *g)
{
    t->lost = GRUNDY_NOMEM;
    const grundy_status status = mpi_is_lost(t, g);
    if (t->rank > 0) {
        fprintf(t->errors, "grundy: %s; %s\n", grundy_message(g), MEMORY_ADVICE);
        fflush(t->errors);
        MPI_Abort(t->members, grundy_status_exit(status));
    }
    close_room(&t->room);
    return status;
}

static grundy_status gather(void *context, grundy *g, grundy_bytes mine, grundy_list *all)
{
    mpi_team *t = context;
    const room *r = &t->room;
    if (t->lost != GRUNDY_OK)
        return mpi_is_lost(t, g);
    next_counter(t);
    for (int i = 0; i < t->size; i++)
        r->given[i] = grundy_buffer_open(g);
    grundy_status status = mpi_exchange(t, g, mine);
    for (int i = 0; status == GRUNDY_OK && i < t->size; i++)
        status = grundy_list_add(all, r->given[i].data, r->given[i].size);
    for (int i = 0; i < t->size; i++)
        grundy_buffer_close(&r->given[i]);
    t->turn ^= 1;
    t->rounds++;
    return status == GRUNDY_NOMEM ? starve(t, g) : status;
}

static void open_team(mpi_team *t)
{
    *t = (mpi_team){.members = MPI_COMM_WORLD, .errors = stderr};
    MPI_Comm_rank(t->members, &t->rank);
    MPI_Comm_size(t->members, &t->size);
    t->block = BLOCKS / t->size < BLOCK_MIN ? BLOCK_MIN : BLOCKS / t->size < BLOCK_MAX ? BLOCKS / t->size : BLOCK_MAX;
    if (!open_room(t)) {
        fprintf(stderr, "grundy: out of memory: process %d has none for exchanges; %s\n", t->rank, MEMORY_ADVICE);
        MPI_Abort(t->members, grundy_status_exit(GRUNDY_NOMEM));
    }
    const MPI_Aint mine = t->rank == 0 ? 2 * (MPI_Aint)sizeof *t->counters : 0;
    MPI_Win_allocate(mine, sizeof *t->counters, MPI_INFO_NULL, t->members, &t->counters, &t->window);
    MPI_Win_lock_all(0, t->window);
    if (t->rank == 0) {
        t->counters[0] = t->counters[1] = 0;
        MPI_Win_sync(t->window);
    }
    MPI_Barrier(t->members);
}

static void close_team(mpi_team *t)
{
    MPI_Win_unlock_all(t->window);
    MPI_Win_free(&t->window);
    close_room(&t->room);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100 * (double)part / (double)whole;
}

/* With --progress: what sharing has cost. */
static void mpi_report(const mpi_team *t, double seconds)
{
    double waited = 0, worst = 0;
    uint64_t taken = 0;
    const uint64_t mine[] = {t->seen.lookups, t->seen.hits, t->seen.sampled, t->seen.told};
    uint64_t seen[4] = {0};
    MPI_Reduce(&t->waited, &waited, 1, MPI_DOUBLE, MPI_SUM, 0, t->members);
    MPI_Reduce(&t->waited, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, t->members);
    MPI_Reduce(&t->taken, &taken, 1, MPI_UINT64_T, MPI_SUM, 0, t->members);
    MPI_Reduce(mine, seen, 4, MPI_UINT64_T, MPI_SUM, 0, t->members);
    if (t->rank > 0)
        return;
    fprintf(stderr,
            "grundy: %d processes, %.1f s: %llu exchanges, %.1f MB to each process, %llu times a piece taken; waited "
            "%.1f %% of the time, at most %.1f %%; %llu lookups in tables, %.1f %% hits, %.1f %% of these told by "
            "another\n",
            t->size, seconds, (unsigned long long)t->rounds, (double)t->bytes / 1e6, (unsigned long long)taken,
            100 * waited / (seconds * t->size), 100 * worst / seconds, (unsigned long long)seen[0],
            percent(seen[1], seen[0]), percent(seen[3], seen[2]));
}

static bool has_argument(int argc, char **argv, const char *text)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], text) == 0)
            return true;
    return false;
}

/* Process 0 speaks for all, as long as it can know. */
static bool be_silent(mpi_team *t)
{
    const int errors = dup(STDERR_FILENO);
    FILE *kept = errors < 0 ? NULL : fdopen(errors, "w");
    if (kept != NULL)
        t->errors = kept;
    return freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL;
}

int main(int argc, char **argv)
{
    mpi_team t;
    MPI_Init(&argc, &argv);
    open_team(&t);
    const grundy_team team = {
        .rank = (unsigned)t.rank, .size = (unsigned)t.size, .take = mpi_take, .gather = gather, .context = &t};
    const double begun = seconds_now();
    if (t.rank > 0 && !be_silent(&t))
        MPI_Abort(t.members, grundy_status_exit(GRUNDY_IO));
    const int code = run_program(argc, argv, &team, &t.seen);
    if (t.lost == GRUNDY_STOPPED) /* mpirun is ending the job */
        _exit(code);
    if (t.lost != GRUNDY_OK)
        MPI_Abort(t.members, code);
    if (t.rounds == 0 && code == grundy_status_exit(GRUNDY_NOMEM) && t.size > 1)
        MPI_Abort(t.members, code); /* it ended before it could tell the others */
    if (has_argument(argc, argv, "--progress"))
        mpi_report(&t, seconds_now() - begun);
    close_team(&t);
    MPI_Finalize();
    return t.rank == 0 ? code : 0;
}
