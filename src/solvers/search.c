/* search.c - the general solver on one position
 *
 * Normal play works on components: the value of an option is the nim-sum of the values of its components, two
 * equal ones cancel, and each component is looked up in the table by its whole canonical form. An outcome of a
 * component is decided without its value where an option is a single component again, and the search stops at
 * the first option that is P. Misere play has no such sums: there the position is the sorted list of all its
 * components.
 *
 * A node is a key: one byte for what is asked, then a component (normal play) or a list of them (misere play).
 * The recursion is an explicit stack. Several threads search the same root with the options in different
 * order and share the table; the first to finish stops the others. What they find is exact, so the result
 * does not depend on their number. */
#include <stdlib.h>
#include <string.h>

#include "solvers/solver.h"

/* What is asked of a node. */
enum { ASK_VALUE = 'v', ASK_OUTCOME = 'o', ASK_MISERE_VALUE = 'm', ASK_MISERE_OUTCOME = 'n' };

enum { THREADS_MAX = 256 };

typedef struct {
    grundy_buffer key;
    grundy_list options; /* each a position of nodes, whose results are to be nim-added */
    size_t count, start; /* options, and where this thread begins */
    size_t next;         /* how many are done */
    size_t offset;       /* how far the current option is done */
    uint64_t sum;        /* of its nodes so far */
    grundy_buffer seen;  /* values of options */
    bool found_p;
} search_frame;

typedef struct {
    grundy_solver *s;
    grundy_bytes root;
    atomic_bool done;
    atomic_uint_fast64_t visited;
} shared_search;

typedef struct {
    shared_search *shared;
    grundy *g;
    unsigned number;
    grundy_buffer frames;
    size_t depth;
    uint64_t visited;
    grundy_list raw, parts; /* scratch for expanding */
    grundy_buffer scratch, node;
    grundy_buffer views;
    grundy_status status;
    uint64_t result;
    bool finished;
} worker;

static bool asks_outcome(unsigned char ask)
{
    return ask == ASK_OUTCOME || ask == ASK_MISERE_OUTCOME;
}

static bool asks_misere(unsigned char ask)
{
    return ask == ASK_MISERE_VALUE || ask == ASK_MISERE_OUTCOME;
}

static search_frame *frame_at(worker *w, size_t i)
{
    return (search_frame *)(void *)w->frames.data + i;
}

/* ---- sorted lists of components ---- */

static int compare_bytes(const void *a, const void *b)
{
    const grundy_bytes *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->size == 0 ? 0 : memcmp(x->data, y->data, x->size);
}

/* Views of the strings of a list, sorted, in w->views. */
static grundy_status sort_views(worker *w, const grundy_list *list, grundy_bytes **out, size_t *count)
{
    w->views.size = 0;
    *count = grundy_list_count(list);
    for (size_t i = 0; i < *count; i++) {
        grundy_bytes view = grundy_list_at(list, i);
        TRY(grundy_append(&w->views, &view, sizeof view));
    }
    *out = (grundy_bytes *)(void *)w->views.data;
    if (*count > 1)
        qsort(*out, *count, sizeof **out, compare_bytes);
    return GRUNDY_OK;
}

/* Take out equal pairs of a sorted array; returns how many are left. */
static size_t cancel_pairs(grundy_bytes *views, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && compare_bytes(&views[kept - 1], &views[i]) == 0)
            kept--;
        else
            views[kept++] = views[i];
    }
    return kept;
}

static grundy_status add_node(grundy_buffer *node, grundy_buffer *out, unsigned char ask, grundy_bytes key)
{
    node->size = 0;
    TRY(grundy_append(node, &ask, 1));
    TRY(grundy_append(node, key.data, key.size));
    return position_add(out, grundy_buffer_bytes(node));
}

/* The nodes whose nim-sum answers a question about a sum of components, appended to out. */
static grundy_status nodes_of_sum(worker *w, const grundy_list *components, bool outcome, bool misere,
                                  grundy_buffer *out)
{
    grundy_bytes *views;
    size_t count;
    TRY(sort_views(w, components, &views, &count));
    if (misere) {
        grundy_buffer all = grundy_buffer_open(w->g);
        grundy_status status = GRUNDY_OK;
        for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
            status = position_add(&all, views[i]);
        if (status == GRUNDY_OK)
            status = add_node(&w->node, out, outcome ? ASK_MISERE_OUTCOME : ASK_MISERE_VALUE, grundy_buffer_bytes(&all));
        grundy_buffer_close(&all);
        return status;
    }
    count = cancel_pairs(views, count);
    for (size_t i = 0; i < count; i++)
        TRY(add_node(&w->node, out, outcome && count == 1 ? ASK_OUTCOME : ASK_VALUE, views[i]));
    return GRUNDY_OK;
}

/* ---- expanding a node ---- */

/* Add the options of one component, each joined by `others`, a position of further components. */
static grundy_status expand_component(worker *w, grundy_bytes key, grundy_bytes before, grundy_bytes after,
                                      unsigned char ask, grundy_list *out)
{
    registry *reg = &w->shared->s->registry;
    grundy_bytes rest = key, summand, other;
    size_t number = (size_t)number_read(&rest);
    const grundy_ruleset *r = key_ruleset(reg, key, &summand);
    grundy_list_clear(&w->raw);
    TRY(r->family->options(w->g, r, summand, &w->raw));
    for (size_t i = 0; i < grundy_list_count(&w->raw); i++) {
        grundy_list_clear(&w->parts);
        TRY(normal_form_summand(w->g, reg, number, grundy_list_at(&w->raw, i), true, &w->parts));
        for (rest = before; position_next(&rest, &other);)
            TRY(grundy_list_add(&w->parts, other.data, other.size));
        for (rest = after; position_next(&rest, &other);)
            TRY(grundy_list_add(&w->parts, other.data, other.size));
        w->scratch.size = 0;
        TRY(nodes_of_sum(w, &w->parts, asks_outcome(ask), asks_misere(ask), &w->scratch));
        TRY(grundy_list_add(out, w->scratch.data, w->scratch.size));
    }
    return GRUNDY_OK;
}

static grundy_status expand(worker *w, grundy_bytes key, grundy_list *out)
{
    unsigned char ask = key.data[0];
    grundy_bytes payload = {key.data + 1, key.size - 1}, none = {payload.data, 0};
    if (!asks_misere(ask))
        return expand_component(w, payload, none, none, ask, out);
    grundy_bytes rest = payload, before = none, component;
    while (position_next(&rest, &component)) {
        TRY(expand_component(w, component, before, rest, ask, out));
        before.size = (size_t)(rest.data - payload.data);
    }
    return GRUNDY_OK;
}

/* ---- the stack ---- */

static grundy_status enter(worker *w, grundy_bytes key)
{
    if (w->depth * sizeof(search_frame) == w->frames.size) {
        search_frame fresh = {.key = grundy_buffer_open(w->g), .options = grundy_list_open(w->g), .seen = grundy_buffer_open(w->g)};
        TRY(grundy_append(&w->frames, &fresh, sizeof fresh));
    }
    search_frame *f = frame_at(w, w->depth);
    f->key.size = 0;
    f->seen.size = 0;
    f->next = f->offset = 0;
    f->sum = 0;
    f->found_p = false;
    grundy_list_clear(&f->options);
    TRY(grundy_append(&f->key, key.data, key.size));
    TRY(expand(w, grundy_buffer_bytes(&f->key), &f->options));
    f->count = grundy_list_count(&f->options);
    f->start = f->count == 0 ? 0 : w->number * (f->count / 3 + 1) % f->count;
    w->depth++;
    if (++w->visited % 64 == 0) {
        uint64_t all = atomic_fetch_add(&w->shared->visited, 64) + 64;
        TRY(grundy_check(w->g));
        grundy_report(w->g, "positions", all, 0);
    }
    return GRUNDY_OK;
}

static uint64_t leave(worker *w)
{
    search_frame *f = frame_at(w, --w->depth);
    unsigned char ask = f->key.data[0];
    uint64_t result;
    if (f->count == 0)
        result = asks_misere(ask) ? 1 : 0;
    else
        result = asks_outcome(ask) ? f->found_p : mex_of(&f->seen);
    table_put(w->shared->s->search_table, grundy_buffer_bytes(&f->key), result);
    return result;
}

/* The current option of a frame has its value. */
static grundy_status option_done(search_frame *f)
{
    if (asks_outcome(f->key.data[0])) {
        if (f->sum == 0) {
            f->found_p = true;
            f->next = f->count;
            return GRUNDY_OK;
        }
    } else {
        TRY(mex_add(&f->seen, f->sum));
    }
    f->next++;
    f->offset = 0;
    f->sum = 0;
    return GRUNDY_OK;
}

/* Go on with the top frame: take the next node of the current option from the table, or enter it. */
static grundy_status advance(worker *w)
{
    search_frame *f = frame_at(w, w->depth - 1);
    grundy_bytes option = grundy_list_at(&f->options, (f->start + f->next) % f->count);
    grundy_bytes rest = {option.data + f->offset, option.size - f->offset}, node;
    if (!position_next(&rest, &node))
        return option_done(f);
    uint64_t value;
    if (table_get(w->shared->s->search_table, node, &value)) {
        f->offset = (size_t)(rest.data - option.data);
        f->sum ^= value;
        return GRUNDY_OK;
    }
    w->node.size = 0;
    TRY(grundy_append(&w->node, node.data, node.size));
    grundy_bytes copy = grundy_buffer_bytes(&w->node);
    grundy_buffer held = w->node;
    w->node = grundy_buffer_open(w->g); /* expanding uses it */
    grundy_status status = enter(w, copy);
    grundy_buffer_close(&w->node);
    w->node = held;
    return status;
}

/* The node below has its value: count it in the option it belongs to. */
static void take_result(worker *w, uint64_t value)
{
    search_frame *f = frame_at(w, w->depth - 1);
    grundy_bytes option = grundy_list_at(&f->options, (f->start + f->next) % f->count);
    grundy_bytes rest = {option.data + f->offset, option.size - f->offset}, node;
    position_next(&rest, &node);
    f->offset = (size_t)(rest.data - option.data);
    f->sum ^= value;
}

static grundy_status run(worker *w)
{
    if (table_get(w->shared->s->search_table, w->shared->root, &w->result)) {
        w->finished = true;
        return GRUNDY_OK;
    }
    TRY(enter(w, w->shared->root));
    while (!atomic_load_explicit(&w->shared->done, memory_order_relaxed)) {
        search_frame *f = frame_at(w, w->depth - 1);
        if (f->next < f->count) {
            TRY(advance(w));
            continue;
        }
        uint64_t value = leave(w);
        if (w->depth == 0) {
            w->result = value;
            w->finished = true;
            return GRUNDY_OK;
        }
        take_result(w, value);
    }
    return GRUNDY_OK;
}

/* ---- threads ---- */

static void worker_open(worker *w, shared_search *shared, grundy *g, unsigned number)
{
    *w = (worker){.shared = shared, .g = g, .number = number};
    w->frames = grundy_buffer_open(g);
    w->raw = grundy_list_open(g);
    w->parts = grundy_list_open(g);
    w->scratch = grundy_buffer_open(g);
    w->node = grundy_buffer_open(g);
    w->views = grundy_buffer_open(g);
}

static void worker_close(worker *w)
{
    for (size_t i = 0; i < w->frames.size / sizeof(search_frame); i++) {
        search_frame *f = frame_at(w, i);
        grundy_buffer_close(&f->key);
        grundy_buffer_close(&f->seen);
        grundy_list_close(&f->options);
    }
    grundy_buffer_close(&w->frames);
    grundy_list_close(&w->raw);
    grundy_list_close(&w->parts);
    grundy_buffer_close(&w->scratch);
    grundy_buffer_close(&w->node);
    grundy_buffer_close(&w->views);
}

static void *thread_main(void *argument)
{
    worker *w = argument;
    w->status = run(w);
    if (w->finished || w->status != GRUNDY_OK)
        atomic_store(&w->shared->done, true);
    return NULL;
}

/* Start the workers 1..count-1, run worker 0 here, and wait for all. */
static grundy_status run_threads(grundy *g, shared_search *shared, worker *workers, unsigned count, uint64_t *out)
{
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;
    grundy_status status = GRUNDY_OK;
    for (unsigned i = 1; i < count && status == GRUNDY_OK; i++) {
        grundy *fork = NULL;
        status = handle_fork(g, &fork);
        if (status != GRUNDY_OK)
            break;
        worker_open(&workers[i], shared, fork, i);
        if (pthread_create(&threads[i], NULL, thread_main, &workers[i]) != 0) {
            worker_close(&workers[i]);
            grundy_close(fork);
            break; /* fewer threads do as well */
        }
        started = i;
    }
    worker_open(&workers[0], shared, g, 0);
    if (status == GRUNDY_OK)
        thread_main(&workers[0]);
    else
        atomic_store(&shared->done, true);
    worker *winner = NULL, *failed = NULL;
    for (unsigned i = 0; i <= started; i++) {
        if (i > 0)
            pthread_join(threads[i], NULL);
        if (workers[i].finished && winner == NULL)
            winner = &workers[i];
        if (workers[i].status != GRUNDY_OK && failed == NULL)
            failed = &workers[i];
    }
    if (winner != NULL)
        *out = winner->result;
    else if (failed != NULL && status == GRUNDY_OK) {
        status = failed->status;
        if (failed->number != 0)
            handle_adopt(g, failed->g);
    }
    for (unsigned i = 0; i <= started; i++) {
        worker_close(&workers[i]);
        if (i > 0)
            grundy_close(workers[i].g);
    }
    return winner != NULL ? GRUNDY_OK : status;
}

static grundy_status solve_node(grundy_solver *s, grundy_bytes node, uint64_t *out)
{
    grundy_status status = GRUNDY_OK;
    unsigned count = grundy_get_limits(s->g).threads;
    count = count == 0 ? 1 : count > THREADS_MAX ? THREADS_MAX : count;
    worker *workers = handle_new(s->g, count, sizeof *workers, &status);
    if (workers == NULL)
        return status;
    shared_search shared = {.s = s, .root = node};
    atomic_init(&shared.done, false);
    atomic_init(&shared.visited, 0);
    status = run_threads(s->g, &shared, workers, count, out);
    handle_free(s->g, workers, count * sizeof *workers);
    return status;
}

/* The nodes behind the solver's question about a position. */
static grundy_status root_nodes(grundy_solver *s, grundy_bytes position, grundy_buffer *out)
{
    worker w;
    worker_open(&w, NULL, s->g, 0);
    grundy_status status = normal_form(s->g, &s->registry, position, true, &w.parts);
    if (status == GRUNDY_OK)
        status = nodes_of_sum(&w, &w.parts, question_is_outcome(s->question), question_is_misere(s->question), out);
    worker_close(&w);
    return status;
}

grundy_status solve_by_search(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    grundy_buffer nodes = grundy_buffer_open(s->g);
    grundy_status status = root_nodes(s, position, &nodes);
    grundy_bytes rest = grundy_buffer_bytes(&nodes), node;
    uint64_t sum = 0, value = 0;
    while (status == GRUNDY_OK && position_next(&rest, &node)) {
        status = solve_node(s, node, &value);
        sum ^= value;
    }
    grundy_buffer_close(&nodes);
    if (status != GRUNDY_OK)
        return status;
    *out = question_is_outcome(s->question) ? sum != 0 : sum;
    return solver_reason(s, "search over canonical components");
}
