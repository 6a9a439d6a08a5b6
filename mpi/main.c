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
 * later for good. Process 0 then waits no longer than it has to for those who may be dead, and saves what it has. */
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

/* For so long an interrupted process 0 waits for the others; mpirun leaves it a second. */
#define LAST_WAIT_SECONDS 0.4

typedef struct {
    MPI_Comm members;
    MPI_Win window;
    uint64_t *counters; /* at member 0 */
    int rank, size, block;
    bool lost;     /* the others do not answer */
    unsigned turn; /* the counter in use */
    uint64_t taken, rounds, bytes;
    double waited; /* seconds */
    grundy_lookups seen;
} mpi_team;

static uint64_t take(void *context, uint64_t many)
{
    mpi_team *t = context;
    uint64_t before = 0;
    MPI_Fetch_and_op(&many, &before, MPI_UINT64_T, 0, (MPI_Aint)t->turn, MPI_SUM, t->window);
    MPI_Win_flush(0, t->window);
    t->taken++;
    return before;
}

/* Wait for an exchange without taking the processor from those who still work; false: it will not come about. */
static bool await(mpi_team *t, const grundy *g, MPI_Request *request)
{
    const grundy_limits limits = grundy_get_limits(g);
    const double begun = MPI_Wtime();
    double interrupted = 0;
    int done = 0;
    for (double now = begun; !done && !t->lost; now = MPI_Wtime()) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            break;
        if (now - begun < YIELD_SECONDS)
            sched_yield();
        else
            usleep(SLEEP_MICROSECONDS);
        if (t->rank == 0 && interrupted == 0 && limits.stop != NULL && limits.stop(limits.context))
            interrupted = now;
        t->lost = interrupted > 0 && now - interrupted > LAST_WAIT_SECONDS;
    }
    t->waited += MPI_Wtime() - begun;
    return done;
}

static grundy_status is_lost(grundy *g)
{
    return grundy_fail(g, GRUNDY_STOPPED, "stopped, and other processes do not answer: one of them may have died");
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

/* What a gathering needs for each member. */
typedef struct {
    uint64_t *sizes;
    int *counts, *places;
    grundy_buffer *given;
    unsigned char *landing;
} room;

static void close_room(const mpi_team *t, room *r)
{
    for (int i = 0; r->given != NULL && i < t->size; i++)
        grundy_buffer_close(&r->given[i]);
    free(r->sizes);
    free(r->counts);
    free(r->places);
    free(r->given);
    free(r->landing);
}

static grundy_status open_room(const mpi_team *t, grundy *g, room *r)
{
    const size_t size = (size_t)t->size;
    *r = (room){.sizes = calloc(size, sizeof *r->sizes),
                .counts = calloc(size, sizeof *r->counts),
                .places = calloc(size, sizeof *r->places),
                .given = calloc(size, sizeof *r->given)};
    if (r->sizes == NULL || r->counts == NULL || r->places == NULL || r->given == NULL)
        return grundy_fail(g, GRUNDY_NOMEM, "out of memory for an exchange of %d members", t->size);
    for (int i = 0; i < t->size; i++)
        r->given[i] = grundy_buffer_open(g);
    r->landing = malloc(size * (size_t)t->block);
    return r->landing != NULL ? GRUNDY_OK : grundy_fail(g, GRUNDY_NOMEM, "out of memory for %d blocks", t->size);
}

/* Exchange the blocks that begin at `start`; with keep, append what each member has given to its buffer. */
static grundy_status exchange_blocks(mpi_team *t, grundy *g, grundy_bytes mine, uint64_t start, room *r, bool keep)
{
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
        return is_lost(g);
    t->bytes += (uint64_t)place;
    grundy_status status = GRUNDY_OK;
    for (int i = 0; keep && status == GRUNDY_OK && i < t->size; i++)
        status = grundy_append(&r->given[i], r->landing + r->places[i], (size_t)r->counts[i]);
    return status;
}

/* A member without memory for what comes keeps step with the others all the same. */
static grundy_status exchange(mpi_team *t, grundy *g, grundy_bytes mine, room *r)
{
    const uint64_t size = mine.size;
    uint64_t largest = 0;
    MPI_Request request;
    MPI_Iallgather(&size, 1, MPI_UINT64_T, r->sizes, 1, MPI_UINT64_T, t->members, &request);
    if (!await(t, g, &request))
        return is_lost(g);
    for (int i = 0; i < t->size; i++)
        largest = r->sizes[i] > largest ? r->sizes[i] : largest;
    grundy_status status = GRUNDY_OK;
    for (uint64_t start = 0; !t->lost && start < largest; start += (uint64_t)t->block) {
        const grundy_status one = exchange_blocks(t, g, mine, start, r, status == GRUNDY_OK);
        status = status == GRUNDY_OK ? one : status;
    }
    return t->lost ? is_lost(g) : status;
}

static grundy_status gather(void *context, grundy *g, grundy_bytes mine, grundy_list *all)
{
    mpi_team *t = context;
    room r;
    if (t->lost)
        return is_lost(g);
    next_counter(t);
    grundy_status status = open_room(t, g, &r);
    if (status == GRUNDY_OK)
        status = exchange(t, g, mine, &r);
    for (int i = 0; status == GRUNDY_OK && i < t->size; i++)
        status = grundy_list_add(all, r.given[i].data, r.given[i].size);
    close_room(t, &r);
    t->turn ^= 1;
    t->rounds++;
    if (status == GRUNDY_NOMEM) { /* the machine's, not a limit: this member cannot keep step */
        fprintf(stderr, "grundy: %s\n", grundy_message(g));
        MPI_Abort(t->members, grundy_status_exit(status));
    }
    return status;
}

static void open_team(mpi_team *t)
{
    *t = (mpi_team){.members = MPI_COMM_WORLD};
    MPI_Comm_rank(t->members, &t->rank);
    MPI_Comm_size(t->members, &t->size);
    t->block = BLOCKS / t->size < BLOCK_MIN ? BLOCK_MIN : BLOCKS / t->size < BLOCK_MAX ? BLOCKS / t->size : BLOCK_MAX;
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
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100 * (double)part / (double)whole;
}

/* With --progress: what sharing has cost. */
static void report(const mpi_team *t, double seconds)
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

/* Process 0 speaks for all. */
static bool be_silent(void)
{
    return freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL;
}

int main(int argc, char **argv)
{
    mpi_team t;
    MPI_Init(&argc, &argv);
    open_team(&t);
    const grundy_team team = {
        .rank = (unsigned)t.rank, .size = (unsigned)t.size, .take = take, .gather = gather, .context = &t};
    const double begun = MPI_Wtime();
    if (t.rank > 0 && !be_silent())
        MPI_Abort(t.members, grundy_status_exit(GRUNDY_IO));
    const int code = run_program(argc, argv, &team, &t.seen);
    if (t.lost) /* there is nobody to end with */
        _exit(code);
    if (t.rounds == 0 && code == grundy_status_exit(GRUNDY_NOMEM) && t.size > 1)
        MPI_Abort(t.members, code); /* it ended before it could tell the others */
    if (has_argument(argc, argv, "--progress"))
        report(&t, MPI_Wtime() - begun);
    close_team(&t);
    MPI_Finalize();
    return t.rank == 0 ? code : 0;
}
