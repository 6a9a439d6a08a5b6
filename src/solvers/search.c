/* search.c - the general solver on one position
 *
 * In normal play the value of G is n when G + *n is a P-position. So a value is found by deciding G + *0, G + *1, ...
 * (Lemoine and Viennot, "Nimbers are inevitable", 2012): has G an option of value 0? of value 1? The first n that
 * no option has is the value. Such a question about an option is cheap where its value need not be found: the
 * components of the option that are light are given their values, and for the last, heaviest component the
 * question is whether it has one particular value. What is learnt of a component is either its value or some values
 * that it has not, because an option has them.
 *
 * A node is what the table knows: in normal play a component, in misere play, which has no such sums, the sorted list
 * of all components of a position. The value of an option is the nim-sum of the values of its nodes (in misere play
 * there is one). The key of a component is its name, if its family gives names, and then there is a view of it. An entry of
 * the table is twice a value, or one more than twice a set of values that are excluded.
 *
 * The recursion is an explicit stack of frames. Several threads search the same root and share the table. A thread
 * takes first those options whose component no other thread is searching, and now and then looks whether what
 * it works on has been settled by another. What they find is exact, so the result does not depend on their number. An
 * option that takes much longer than was expected waits until the others have been tried.
 *
 * How many nodes are visited. Each visit that comes to its end tells a value of the node or one more that it has not. A node
 * all of whose options are made at once, as those of most families, is visited so at most twice by each thread; one whose
 * family makes some at a time, at most TESTS_MAX + 1 times for small values, TESTS_MAX times for larger ones and once for
 * its value. Visits are lost where an option is put off, by PUT_OFF_SHARE at most one of 8; and where another thread was
 * first, by OVERTAKEN_SHARE at most one of 2. So as long as the table keeps what it is given, a thread visits at most 16/7
 * times as many nodes as there are positions, one of several 16/3 times. Where the table is too small for them, what it has
 * lost is searched again, as by any recursion that forgets. Deep stacks cost no more: a stack of frames is looked through
 * only after as many visits as it has frames. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/team.h"
#include "rulesets/octal/store.h"
#include "solvers/forms.h"
#include "solvers/loops.h"
#include "solvers/search.h"
#include "solvers/solver.h"

enum { THREADS_MAX = 256, BUSY_SLOTS = 4096, LOOK_EVERY = 64, OPTIONS_EVERY = 4096 };

/* After so many values have been excluded one by one, a component is asked for its value in place of a larger one. Where
 * all options have to be made each time, it is asked once whether it has a value, and then for its value. */
enum { TESTS_MAX = 6, KNOWN_TO_LEFT = 2 };

/* How options are put in order: see effort_of. Of questions alike, so many are remembered. */
enum { CHANCE_VALUES = 8, CHANCE_EXCLUDED = 4, CHANCE_MEMORY = 1 << 20 };

/* So much more of weight is twice the work; more than the most makes no difference. Effort counts weight twice. */
enum { DOUBLING = 8, WEIGHT_MOST = 512 * DOUBLING, WEIGHT_COUNTS = 2 };

/* An option is put off after so many nodes and 16 times what the next is expected to take: see put_off. */
enum { TAKES_LEAST = 2048, PATIENCE = WEIGHT_COUNTS * 4 * DOUBLING };

/* One of so many nodes that a thread visits may be dropped before it is answered: as its option is put off, or as
 * another thread was first. */
enum { PUT_OFF_SHARE = 8, OVERTAKEN_SHARE = 2 };

/* In a team, of so many nodes that are visited those of one's options are looked at for what others have told. */
enum { SAMPLE_EVERY = 64 };

#define UNWEIGHED UINT64_MAX

/* A node of an option. */
typedef struct {
    size_t at, size;           /* its key in the worker's bytes, */
    size_t view_at, view_size; /* and its view, if it has one */
    uint64_t hash, weight;
} node;

/* An option: a sum of nodes, heaviest first, and what is known already. */
typedef struct {
    uint64_t known;
    size_t first, count; /* of its nodes; none: it is settled */
    uint64_t weight;     /* of the heaviest */
    uint64_t excluded;   /* of the values of its only node */
    uint64_t label;      /* of the move; 0: none */
    uint64_t spent;      /* nodes visited for it before it was put off */
    bool refuted;        /* it has not the value that is wanted */
} sum;

/* An option that waits to be tried. */
typedef struct {
    uint64_t effort;
    uint32_t rank; /* among options of the same effort */
    uint32_t sum;
} waiting;

/* A node that is being searched. What belongs to it lies in the worker's buffers, from these places on. */
typedef struct {
    size_t bytes_at, nodes_at, sums_at, queue_at;
    size_t at, size; /* the node's key in the worker's bytes */
    uint64_t hash;
    uint64_t expanded;    /* how far the options have been made */
    uint64_t target;      /* is this the node's value? NO_VALUE: what is it? */
    size_t heap;          /* how many of the queue are in the heap */
    uint64_t values;      /* of options: those below 64 */
    grundy_buffer larger; /* the others, as a set */
    uint64_t terminal;    /* the value if there is no option */
    size_t seeks;         /* so many values have been sought */
    size_t made;          /* so many options */
    bool all_made;        /* all options were made at once */
    uint64_t label;       /* of the option that has the target */
    uint64_t bound;       /* no option has this value; NO_VALUE: not known */
    uint64_t wanted;      /* the value that an option is sought for */
    bool marked;          /* as busy */
    bool working;         /* on the option `current`: */
    size_t current;
    uint64_t known;   /* nim-sum of those of its nodes that are known */
    size_t open;      /* how many are not; the lightest is asked for first */
    uint64_t taken;   /* nodes visited before it was taken */
    uint64_t started; /* nodes visited before this one */
} search_frame;

/* How often nodes had the value that was asked for. */
typedef struct {
    uint32_t asked, had;
} chance;

struct shared_search {
    grundy_solver *s;
    grundy_bytes root, root_view;
    uint64_t target;
    unsigned threads;
    bool bare; /* keys without the number of their ruleset: there is one ruleset */
    bool misere;
    atomic_bool done;
    _Atomic uint64_t busy[BUSY_SLOTS]; /* hashes of nodes that are being searched; a hint, never relied on */
};

typedef struct {
    shared_search *shared;
    grundy *g;
    unsigned number;
    grundy_buffer frames;
    grundy_buffer bytes; /* keys and views of nodes */
    grundy_buffer nodes; /* node each: of the options */
    grundy_buffer sums;  /* sum each: the options */
    grundy_buffer queue; /* waiting each: the options not yet tried for the wanted value, the easiest at the front of
                          * a heap; behind it those that wait until all others have been tried */
    size_t depth, loop_look_at;
    uint64_t visited, effort;    /* effort since the last pause, */
    uint64_t options;            /* and options that were made since then */
    uint64_t put_off, overtaken; /* frames that were dropped as their option was put off, or another thread was first */
    uint64_t looked;             /* nodes visited before all frames were last looked at */
    grundy_lookups seen;
    chance chances[CHANCE_VALUES << CHANCE_EXCLUDED];
    double took, weighed; /* nodes visited for options of one node; what their weights stand for: see effort_spent */
    forms forms;
    grundy_list raw, parts;  /* scratch for expanding */
    grundy_buffer key, view; /* of the node whose options are made */
    grundy_buffer scratch, views, made;
    news news; /* in a team: what the others are to know */
    grundy_status status;
    finding result;
    bool finished;
} worker;

/* As grundy_append; most of the time there is room. */
static inline grundy_status push(grundy_buffer *b, const void *data, size_t size)
{
    if (b->size + size >= b->capacity)
        return grundy_append(b, data, size);
    if (size > 0)
        memcpy(b->data + b->size, data, size);
    b->size += size;
    return GRUNDY_OK;
}

static search_frame *frame_at(const worker *w, size_t i)
{
    return (search_frame *)(void *)w->frames.data + i;
}

/* NULL while there are no bytes: all keys and views are empty then. */
static unsigned char *bytes_at(const worker *w, size_t at)
{
    return w->bytes.data == NULL ? NULL : w->bytes.data + at;
}

/* NULL while there are no nodes: an option that has none begins there. */
static node *node_at(const worker *w, size_t i)
{
    return w->nodes.data == NULL ? NULL : (node *)(void *)w->nodes.data + i;
}

static size_t count_of(const grundy_buffer *items, size_t size)
{
    return items->size / size;
}

/* How many options the frame on top has that are not settled. */
static size_t sum_count(const worker *w, const search_frame *f)
{
    return count_of(&w->sums, sizeof(sum)) - f->sums_at;
}

static sum *sum_at(const worker *w, const search_frame *f, size_t i)
{
    return w->sums.data == NULL ? NULL : (sum *)(void *)w->sums.data + f->sums_at + i;
}

static grundy_bytes key_of(const worker *w, const node *n)
{
    return (grundy_bytes){bytes_at(w, n->at), n->size};
}

static grundy_bytes view_of(const worker *w, const node *n)
{
    return (grundy_bytes){bytes_at(w, n->view_at), n->view_size};
}

static grundy_bytes key_of_frame(const worker *w, const search_frame *f)
{
    return (grundy_bytes){bytes_at(w, f->at), f->size};
}

/* ---- what the table holds ---- */

uint64_t state_of(const finding *found)
{
    return found->exact ? found->value << 1 : found->excluded << 1 | 1;
}

static finding finding_of(uint64_t state)
{
    return state & 1 ? (finding){.excluded = state >> 1} : (finding){.exact = true, .value = state >> 1};
}

static inline finding look_up(worker *w, grundy_bytes key, uint64_t hash)
{
    uint64_t state = 1;
    w->seen.lookups++;
    w->seen.hits += table_get_hashed(w->shared->s->search_table, key, hash, &state);
    return finding_of(state);
}

bool excludes(const finding *found, uint64_t value)
{
    return found->exact ? found->value != value : value < VALUES_NOTED && (found->excluded >> value & 1);
}

/* ---- the values that options of a frame's node have ---- */

static grundy_status add_value(search_frame *f, uint64_t value)
{
    if (value >= 64)
        return mex_add(&f->larger, value - 64);
    f->values |= (uint64_t)1 << value;
    return GRUNDY_OK;
}

static bool has_value(const search_frame *f, uint64_t value)
{
    if (value < 64)
        return f->values >> value & 1;
    size_t byte = (size_t)((value - 64) / 8);
    return value != NO_VALUE && byte < f->larger.size && (f->larger.data[byte] >> (value % 8) & 1);
}

static uint64_t least_missing(const search_frame *f)
{
    return ~f->values != 0 ? (uint64_t)__builtin_ctzll(~f->values) : 64 + mex_of(&f->larger);
}

/* ---- components ---- */

static const grundy_ruleset *component_ruleset(const worker *w, grundy_bytes key, grundy_bytes *summand, size_t *number)
{
    grundy_bytes rest = key;
    *number = 0;
    if (w->shared->bare) {
        *summand = key;
        return w->shared->s->r;
    }
    *number = (size_t)number_read(&rest);
    return key_ruleset(&w->shared->s->registry, key, summand);
}

static uint64_t weight_of(const worker *w, const node *n)
{
    grundy_bytes summand;
    size_t number;
    if (w->shared->misere)
        return DOUBLING * n->size;
    const grundy_ruleset *r = component_ruleset(w, key_of(w, n), &summand, &number);
    if (r->family->identify != NULL)
        summand = view_of(w, n);
    return r->family->weight == NULL ? DOUBLING * summand.size : r->family->weight(r, summand);
}

/* A component of another ruleset, such as a game after the push, may have a closed form. The solver's own ruleset is
 * searched, so that the search stays a check of its closed form. */
static grundy_status closed_form(const worker *w, grundy_bytes key, bool *has, uint64_t *value)
{
    grundy_bytes summand;
    size_t number;
    const char *reason;
    const grundy_ruleset *r = component_ruleset(w, key, &summand, &number);
    *has = false;
    if (number == 0 || r->family->formula == NULL)
        return GRUNDY_OK;
    grundy_status status = r->family->formula(w->g, r, &summand, 1, GRUNDY_VALUE, value, &reason);
    *has = status == GRUNDY_OK;
    return status == GRUNDY_DOMAIN ? GRUNDY_OK : status;
}

/* ---- making the options of a node ---- */

/* A node whose key, and view, lie in the worker's bytes already. */
static inline grundy_status add_lying(worker *w, grundy_bytes key, grundy_bytes view)
{
    node n = {.at = (size_t)(key.data - w->bytes.data),
              .size = key.size,
              .view_at = (size_t)(view.data - w->bytes.data),
              .view_size = view.size,
              .hash = hash_bytes(key.data, key.size)};
    table_prefetch(w->shared->s->search_table, n.size, n.hash);
    return push(&w->nodes, &n, sizeof n);
}

static grundy_status add_node(worker *w, grundy_bytes key, grundy_bytes view)
{
    const size_t at = w->bytes.size;
    TRY(push(&w->bytes, key.data, key.size));
    TRY(push(&w->bytes, view.data, view.size));
    const unsigned char *copy = bytes_at(w, at);
    return add_lying(w, (grundy_bytes){copy, key.size}, (grundy_bytes){copy + key.size, view.size});
}

/* The last option has a node more: two equal ones cancel. */
static inline void count_node(worker *w, sum *last)
{
    node *all = node_at(w, 0), *newest = &all[last->first + last->count];
    for (size_t i = last->first; i < last->first + last->count; i++)
        if (all[i].hash == newest->hash && all[i].size == newest->size &&
            (newest->size == 0 || memcmp(bytes_at(w, all[i].at), bytes_at(w, newest->at), newest->size) == 0)) {
            all[i] = all[last->first + last->count - 1];
            w->nodes.size -= 2 * sizeof(node);
            last->count--;
            return;
        }
    last->count++;
}

/* Give a component the name that its family has for it, and a view; neither where the family has none. */
static grundy_status identify(worker *w, grundy_bytes *key, grundy_bytes *view)
{
    grundy_bytes summand;
    size_t number;
    const grundy_ruleset *r = component_ruleset(w, *key, &summand, &number);
    *view = (grundy_bytes){key->data, 0};
    if (r->family->identify == NULL)
        return GRUNDY_OK;
    w->scratch.size = w->views.size = 0;
    if (!w->shared->bare)
        TRY(number_append(&w->scratch, number));
    TRY(r->family->identify(w->g, r, summand, &w->scratch, &w->views));
    *key = grundy_buffer_bytes(&w->scratch);
    *view = grundy_buffer_bytes(&w->views);
    return GRUNDY_OK;
}

/* Add a canonical component to the last option. */
static grundy_status add_component(worker *w, sum *last, grundy_bytes key)
{
    bool known = false;
    uint64_t value = 0;
    grundy_bytes view;
    if (!w->shared->bare)
        TRY(closed_form(w, key, &known, &value));
    last->known ^= value;
    if (known)
        return GRUNDY_OK;
    TRY(identify(w, &key, &view));
    TRY(add_node(w, key, view));
    count_node(w, last);
    return GRUNDY_OK;
}

static sum new_sum(const worker *w, uint64_t known)
{
    return (sum){.known = known, .first = count_of(&w->nodes, sizeof(node))};
}

/* The key of a component as normal_form gives it, without what this search leaves out. */
static grundy_bytes bare_key(const worker *w, grundy_bytes key)
{
    if (w->shared->bare)
        number_read(&key);
    return key;
}

/* Some options of a component, as the family's expand gives them, in the place where they stay. */
static grundy_status expand_in_place(worker *w, search_frame *f, const grundy_ruleset *r)
{
    size_t start = w->bytes.size;
    TRY(r->family->expand(w->g, r, grundy_buffer_bytes(&w->view), &f->expanded, &w->bytes));
    grundy_bytes rest = buffer_since(&w->bytes, start);
    while (rest.size > 0) {
        uint64_t label = number_read(&rest);
        sum option = new_sum(w, number_read(&rest));
        option.label = label;
        for (uint64_t parts = number_read(&rest); parts > 0; parts--) {
            grundy_bytes part = position_take(&rest), view = position_take(&rest);
            TRY(add_lying(w, part, view));
            count_node(w, &option);
        }
        TRY(push(&w->sums, &option, sizeof option));
    }
    return GRUNDY_OK;
}

/* The same where keys have the numbers of their rulesets. Labels are left out: they are of one ruleset. */
static grundy_status expand_numbered(worker *w, search_frame *f, const grundy_ruleset *r, size_t number)
{
    w->made.size = 0;
    TRY(r->family->expand(w->g, r, grundy_buffer_bytes(&w->view), &f->expanded, &w->made));
    grundy_bytes rest = grundy_buffer_bytes(&w->made);
    while (rest.size > 0) {
        number_read(&rest);
        sum option = new_sum(w, number_read(&rest));
        for (uint64_t parts = number_read(&rest); parts > 0; parts--) {
            grundy_bytes part = position_take(&rest), view = position_take(&rest);
            w->scratch.size = 0;
            TRY(number_append(&w->scratch, number));
            TRY(push(&w->scratch, part.data, part.size));
            TRY(add_node(w, grundy_buffer_bytes(&w->scratch), view));
            count_node(w, &option);
        }
        TRY(push(&w->sums, &option, sizeof option));
    }
    return GRUNDY_OK;
}

static grundy_status expand_component(worker *w, search_frame *f)
{
    grundy_bytes summand;
    size_t number, passed = 0;
    const grundy_ruleset *r = component_ruleset(w, grundy_buffer_bytes(&w->key), &summand, &number);
    if (r->family->expand != NULL)
        return w->shared->bare ? expand_in_place(w, f, r) : expand_numbered(w, f, r, number);
    f->expanded = UINT64_MAX;
    f->all_made = true;
    grundy_list_clear(&w->raw);
    TRY(r->family->options(w->g, r, summand, &w->raw));
    for (size_t i = 0; i < grundy_list_count(&w->raw); i++) {
        TRY(handle_look(w->g, &passed, 0));
        grundy_list_clear(&w->parts);
        TRY(forms_find(&w->forms, &w->shared->s->registry, number, grundy_list_at(&w->raw, i), &w->parts));
        sum option = new_sum(w, 0);
        for (size_t k = 0; k < grundy_list_count(&w->parts); k++)
            TRY(add_component(w, &option, bare_key(w, grundy_list_at(&w->parts, k))));
        TRY(push(&w->sums, &option, sizeof option));
    }
    return GRUNDY_OK;
}

static grundy_status add_list(grundy_list *list, grundy_bytes position)
{
    grundy_bytes part;
    while (position_next(&position, &part))
        TRY(grundy_list_add(list, part.data, part.size));
    return GRUNDY_OK;
}

/* The options of a misere position in one of its components. */
static grundy_status expand_beside(worker *w, grundy_bytes before, grundy_bytes component, grundy_bytes after)
{
    grundy_bytes rest = component, summand;
    size_t number = (size_t)number_read(&rest), passed = 0;
    const grundy_ruleset *r = key_ruleset(&w->shared->s->registry, component, &summand);
    grundy_list_clear(&w->raw);
    TRY(r->family->options(w->g, r, summand, &w->raw));
    for (size_t i = 0; i < grundy_list_count(&w->raw); i++) {
        TRY(handle_look(w->g, &passed, 0));
        grundy_list_clear(&w->parts);
        TRY(forms_find(&w->forms, &w->shared->s->registry, number, grundy_list_at(&w->raw, i), &w->parts));
        TRY(add_list(&w->parts, before));
        TRY(add_list(&w->parts, after));
        w->scratch.size = 0;
        TRY(position_add_sorted(&w->scratch, &w->parts, &w->views));
        sum option = new_sum(w, 0);
        option.count = 1;
        TRY(add_node(w, grundy_buffer_bytes(&w->scratch), (grundy_bytes){NULL, 0}));
        TRY(push(&w->sums, &option, sizeof option));
    }
    return GRUNDY_OK;
}

static grundy_status expand_position(worker *w, search_frame *f)
{
    f->expanded = UINT64_MAX;
    f->all_made = true;
    grundy_bytes all = grundy_buffer_bytes(&w->key), rest = all, component, before = {all.data, 0}, last = {NULL, 0};
    while (position_next(&rest, &component)) {
        if (last.data == NULL || bytes_compare(&last, &component) != 0)
            TRY(expand_beside(w, before, component, rest));
        last = component;
        before.size = (size_t)(rest.data - all.data);
    }
    return GRUNDY_OK;
}

/* ---- settling options from the table, and trying the others in order ---- */

/* Tell the family a value that is found, or, with an empty view, that it is to forget them. */
static inline void teach(const worker *w, grundy_bytes view, uint64_t value)
{
    const grundy_ruleset *r = w->shared->s->r;
    if (w->shared->bare && r->family->learn != NULL)
        r->family->learn(r, view, value);
}

/* Take the nodes off an option whose values the table has, and sort the others. */
static void settle_known(worker *w, sum *option)
{
    node *nodes = node_at(w, option->first);
    size_t kept = 0;
    for (size_t i = 0; i < option->count; i++) {
        node n = nodes[i];
        finding found = look_up(w, key_of(w, &n), n.hash);
        if (found.exact) {
            option->known ^= found.value;
            teach(w, view_of(w, &n), found.value);
            continue;
        }
        option->excluded = found.excluded;
        n.weight = option->count == 1 ? UNWEIGHED : weight_of(w, &n);
        size_t k = kept++;
        for (; k > 0 && nodes[k - 1].weight < n.weight; k--)
            nodes[k] = nodes[k - 1];
        nodes[k] = n;
    }
    option->count = kept;
    option->weight = kept > 0 ? nodes[0].weight : 0; /* a single node is weighed when its option is to be tried */
}

/* Keep those of the options from number `from` on that the table does not settle. When one has the target, stop where the
 * others need not be made; where all have been, their values say what else the node's is not, or what it is. */
static grundy_status settle_options(worker *w, search_frame *f, size_t from)
{
    size_t count = sum_count(w, f), kept = from;
    f->made += count - from;
    for (size_t i = from; i < count && (f->all_made || !has_value(f, f->target)); i++) {
        sum option = *sum_at(w, f, i);
        settle_known(w, &option);
        if (option.count > 0)
            *sum_at(w, f, kept++) = option;
        else
            TRY(add_value(f, option.known));
        if (option.count == 0 && option.known == f->target)
            f->label = option.label;
    }
    w->sums.size = (f->sums_at + kept) * sizeof(sum);
    return GRUNDY_OK;
}

/* Make the options of a frame's node, until one is found to have the target. */
static grundy_status make_options(worker *w, search_frame *f)
{
    while (f->expanded != UINT64_MAX && !has_value(f, f->target)) {
        size_t from = sum_count(w, f);
        TRY(w->shared->misere ? expand_position(w, f) : expand_component(w, f));
        TRY(settle_options(w, f, from));
    }
    return GRUNDY_OK;
}

/* Questions whether a node has a value are alike if they ask for the same value and the same small values are excluded. */
static chance *chance_of(worker *w, uint64_t value, uint64_t excluded)
{
    uint64_t alike = value < CHANCE_VALUES ? value : CHANCE_VALUES - 1;
    return &w->chances[alike << CHANCE_EXCLUDED | (excluded & ((1u << CHANCE_EXCLUDED) - 1))];
}

/* Whether an option's only node had the value that was asked for. */
static void note_chance(worker *w, uint64_t value, uint64_t excluded, bool had)
{
    chance *c = chance_of(w, value, excluded);
    if (c->asked >= CHANCE_MEMORY) {
        c->asked /= 2;
        c->had /= 2;
    }
    c->asked++;
    c->had += had;
}

/* Eighths of doublings from 1 to a number, linear between powers of 2; what so many make of 1; and how many lead from one
 * number to another. */
static uint64_t doublings_of(uint64_t n)
{
    const unsigned bits = 63 - (unsigned)__builtin_clzll(n);
    return DOUBLING * bits + ((n << 3 >> bits) & 7);
}

static double doubled(uint64_t eighths)
{
    const uint64_t n = eighths < WEIGHT_MOST ? eighths : WEIGHT_MOST;
    return ldexp(DOUBLING + (double)(n % DOUBLING), (int)(n / DOUBLING) - 3);
}

static int64_t doublings_between(double from, double to)
{
    int exponent;
    const double fraction = frexp(to / from, &exponent);
    return (int64_t)(exponent - 1) * DOUBLING + (int64_t)((2 * fraction - 1) * DOUBLING);
}

/* What an option takes is taken in vain where it has not the wanted value. How much likelier is it that it has not? */
static uint64_t odds_against(worker *w, const sum *option, uint64_t wanted)
{
    if (option->count > 1)
        return 0;
    const chance *c = chance_of(w, wanted ^ option->known, option->excluded);
    return doublings_of(8 * (uint64_t)c->asked + 16) - doublings_of(8 * (uint64_t)c->had + 8);
}

/* Options of little effort are tried first: light ones, and those whose like often had the wanted value. That weight should
 * count twice was found by trying. */
static uint64_t effort_of(worker *w, const sum *option, uint64_t wanted)
{
    return WEIGHT_COUNTS * option->weight + odds_against(w, option, wanted);
}

static waiting *waiting_at(const worker *w, const search_frame *f, size_t i)
{
    return w->queue.data == NULL ? NULL : (waiting *)(void *)w->queue.data + f->queue_at + i;
}

/* How many options the frame on top has to try. */
static size_t waiting_count(const worker *w, const search_frame *f)
{
    return count_of(&w->queue, sizeof(waiting)) - f->queue_at;
}

/* Where nothing else tells which option is easier, the order of keys does, so that a game's largest options, which may have
 * as many themselves, are not all on the stack at once. */
static uint32_t rank_of(const worker *w, const search_frame *f, const sum *option)
{
    const node *n = node_at(w, option->first);
    const unsigned char *key = bytes_at(w, n->at);
    uint32_t rank = 0;
    for (size_t i = 0; f->all_made && i < sizeof rank; i++)
        rank = rank << 8 | (i < n->size ? key[i] : 0u);
    return rank;
}

/* Is an option to be tried before another? Of those that are alike the first, where all are made at once. */
static inline bool is_easier(const search_frame *f, const waiting *a, const waiting *b)
{
    if (a->effort != b->effort)
        return a->effort < b->effort;
    return f->all_made && (a->rank != b->rank ? a->rank < b->rank : a->sum < b->sum);
}

/* Let the element at i sink to its place in the heap. */
static void sift(const worker *w, const search_frame *f, size_t i)
{
    waiting *heap = waiting_at(w, f, 0), sinking = heap[i];
    for (size_t child = 2 * i + 1; child < f->heap; child = 2 * i + 1) {
        if (child + 1 < f->heap && is_easier(f, &heap[child + 1], &heap[child]))
            child++;
        if (!is_easier(f, &heap[child], &sinking))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = sinking;
}

/* Put an element that is not in the heap of the frame on top into it. */
static grundy_status rise(worker *w, search_frame *f, waiting rising)
{
    TRY(push(&w->queue, &rising, sizeof rising));
    waiting *heap = waiting_at(w, f, 0);
    size_t i = f->heap++;
    heap[waiting_count(w, f) - 1] = heap[i]; /* one that waits behind the heap */
    for (; i > 0 && heap[(i - 1) / 2].effort > rising.effort; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = rising;
    return GRUNDY_OK;
}

/* Begin to look for an option of a value. */
static grundy_status seek(worker *w, search_frame *f, uint64_t wanted)
{
    size_t count = sum_count(w, f);
    f->wanted = wanted;
    w->queue.size = f->queue_at * sizeof(waiting);
    for (size_t i = 0; i < count; i++) {
        sum *option = sum_at(w, f, i);
        uint64_t value = wanted ^ option->known;
        option->refuted = false;
        option->spent = 0;
        if (option->count == 0 || (option->count == 1 && value < 64 && option->excluded >> value & 1))
            continue;
        if (option->weight == UNWEIGHED)
            option->weight = weight_of(w, node_at(w, option->first));
        waiting item = {effort_of(w, option, wanted), rank_of(w, f, option), (uint32_t)i};
        TRY(push(&w->queue, &item, sizeof item));
    }
    f->heap = waiting_count(w, f);
    for (size_t i = f->heap / 2; i > 0; i--)
        sift(w, f, i - 1);
    return GRUNDY_OK;
}

/* ---- the stack ---- */

static _Atomic uint64_t *busy_slot(const worker *w, uint64_t hash)
{
    return &w->shared->busy[hash >> 20 & (BUSY_SLOTS - 1)];
}

/* A frame is worth marking when none of its options has shown at once what was asked. */
static void mark_busy(const worker *w, search_frame *f)
{
    if (w->shared->threads > 1 && !f->marked)
        atomic_store_explicit(busy_slot(w, f->hash), f->hash, memory_order_relaxed);
    f->marked = true;
}

static void mark_idle(const worker *w, search_frame *f)
{
    if (w->shared->threads > 1 && f->marked)
        atomic_store_explicit(busy_slot(w, f->hash), 0, memory_order_relaxed);
    f->marked = false;
}

static bool is_busy(const worker *w, uint64_t hash)
{
    return atomic_load_explicit(busy_slot(w, hash), memory_order_relaxed) == hash;
}

/* A frame on top of the others, which has nothing yet. */
static grundy_status new_frame(worker *w, search_frame **out)
{
    const search_frame fresh = {.larger = grundy_buffer_open(w->g)};
    if (w->depth == count_of(&w->frames, sizeof fresh))
        TRY(push(&w->frames, &fresh, sizeof fresh));
    search_frame *f = *out = frame_at(w, w->depth);
    const grundy_buffer larger = f->larger;
    *f = fresh;
    f->larger = larger;
    f->larger.size = 0;
    f->bytes_at = w->bytes.size;
    f->nodes_at = count_of(&w->nodes, sizeof(node));
    f->sums_at = count_of(&w->sums, sizeof(sum));
    f->queue_at = count_of(&w->queue, sizeof(waiting));
    f->wanted = f->bound = NO_VALUE;
    return GRUNDY_OK;
}

/* Take the frame on top away, with all that belongs to it. */
static void drop_frame(worker *w)
{
    search_frame *f = frame_at(w, --w->depth);
    mark_idle(w, f);
    w->bytes.size = f->bytes_at;
    w->nodes.size = f->nodes_at * sizeof(node);
    w->sums.size = f->sums_at * sizeof(sum);
    w->queue.size = f->queue_at * sizeof(waiting);
}

static grundy_bytes key_on_stack(const void *stack, size_t i)
{
    return key_of_frame(stack, frame_at(stack, i));
}

static grundy_status print_component(grundy *g, const worker *w, grundy_bytes key, grundy_buffer *out)
{
    grundy_bytes summand;
    size_t number;
    const grundy_ruleset *r = component_ruleset(w, key, &summand, &number);
    return r->family->print(g, r, summand, out);
}

static grundy_status print_on_stack(grundy *g, const void *stack, size_t i, grundy_buffer *out)
{
    const worker *w = stack;
    grundy_bytes key = key_on_stack(stack, i), component;
    if (!w->shared->misere)
        return print_component(g, w, key, out);
    for (bool first = true; position_next(&key, &component); first = false) {
        if (!first)
            TRY(grundy_append(out, " + ", 3));
        TRY(print_component(g, w, component, out));
    }
    return GRUNDY_OK;
}

/* How many nodes of the options has the table, and how many because another member has told it? Of options of several
 * nodes those that were settled may be missing, which does no harm to a sample. */
static void sample_told(worker *w, const search_frame *f)
{
    const grundy_solver *s = w->shared->s;
    for (size_t i = f->nodes_at; i < count_of(&w->nodes, sizeof(node)); i++) {
        const node *n = node_at(w, i);
        uint64_t none;
        if (!table_get_hashed(s->search_table, key_of(w, n), n->hash, &none))
            continue;
        w->seen.sampled++;
        w->seen.told += table_get_hashed(s->told, key_of(w, n), n->hash, &none);
    }
}

/* Enter a node, which is among those of the worker. */
static grundy_status enter(worker *w, const node *entered, const finding *known, uint64_t target)
{
    search_frame *f;
    const node n = *entered;
    w->key.size = w->view.size = 0;
    TRY(push(&w->key, bytes_at(w, n.at), n.size));
    TRY(push(&w->view, bytes_at(w, n.view_at), n.view_size));
    TRY(new_frame(w, &f));
    f->at = n.at;
    f->size = n.size;
    f->hash = n.hash;
    f->target = target;
    f->terminal = w->shared->misere;
    f->started = w->visited;
    f->values = known->excluded;
    TRY(make_options(w, f));
    if (w->shared->s->told != NULL && w->visited % SAMPLE_EVERY == 0)
        sample_told(w, f);
    w->effort += sum_count(w, f);
    w->options += f->made;
    w->depth++;
    w->visited++;
    return loop_look(w->g, w->shared->s->r, &(loop_stack){w, key_on_stack, print_on_stack}, w->depth, &w->loop_look_at);
}

/* Settle what the table knows by now of the options of the frame on top; count those that are left. */
static grundy_status settle_rest(worker *w, search_frame *f, size_t *left)
{
    *left = 0;
    for (size_t i = 0; i < sum_count(w, f); i++) {
        sum *option = sum_at(w, f, i);
        if (option->count == 0)
            continue;
        settle_known(w, option);
        if (option->count == 0)
            TRY(add_value(f, option->known));
        else
            ++*left;
    }
    return GRUNDY_OK;
}

static finding exact_value(const search_frame *f)
{
    return (finding){.exact = true, .value = f->made > 0 ? least_missing(f) : f->terminal};
}

/* Is the question of a frame answered, as an option has the target? If all options have been made, then what is known of the
 * others costs little, and may be the value. And where most of them have values that are known, the search is about to have been
 * everywhere: the others are soon done, and the value spares making all of them again. */
static grundy_status answered(worker *w, search_frame *f, bool *done, finding *out)
{
    size_t left = 1;
    *done = f->target != NO_VALUE && has_value(f, f->target);
    if (!*done)
        return GRUNDY_OK;
    if (f->all_made)
        TRY(settle_rest(w, f, &left));
    if (f->all_made && left > 0 && KNOWN_TO_LEFT * left <= f->made &&
        !grundy_question_is_outcome(w->shared->s->question)) {
        f->target = NO_VALUE;
        *done = false;
        return GRUNDY_OK;
    }
    *out = left == 0 ? exact_value(f)
                     : (finding){.excluded = f->values & (((uint64_t)1 << VALUES_NOTED) - 1), .label = f->label};
    return GRUNDY_OK;
}

static grundy_status leave(worker *w, const finding *found)
{
    const search_frame *f = frame_at(w, w->depth - 1);
    const grundy_bytes key = key_of_frame(w, f);
    const uint64_t work = w->visited - f->started;
    drop_frame(w);
    table_put_hashed(w->shared->s->search_table, key, f->hash, state_of(found), work);
    return work < w->news.least ? GRUNDY_OK : news_add(&w->news, key, state_of(found), work);
}

/* Take the next option to try off the queue; false when none is left. One whose node another thread is searching
 * is put off until there are no others: the place that the heap gives up is kept for it. */
static bool next_option(worker *w, search_frame *f, size_t *out)
{
    waiting *heap = waiting_at(w, f, 0);
    while (f->heap > 0) {
        waiting first = heap[0];
        heap[0] = heap[--f->heap];
        sift(w, f, 0);
        *out = first.sum;
        const sum *option = sum_at(w, f, first.sum);
        if (!option->refuted && w->shared->threads > 1 &&
            is_busy(w, node_at(w, option->first + option->count - 1)->hash)) {
            heap[f->heap] = first;
            continue;
        }
        heap[f->heap] = heap[waiting_count(w, f) - 1];
        w->queue.size -= sizeof(waiting);
        if (!option->refuted)
            return true;
    }
    for (size_t left = waiting_count(w, f); left > 0; left--) {
        w->queue.size -= sizeof(waiting);
        *out = heap[left - 1].sum;
        if (!sum_at(w, f, *out)->refuted)
            return true;
    }
    return false;
}

/* The current option has its value. */
static grundy_status option_settled(const worker *w, search_frame *f)
{
    sum *option = sum_at(w, f, f->current);
    option->count = 0;
    f->working = false;
    if (f->known == f->target)
        f->label = option->label;
    return add_value(f, f->known);
}

/* Is a node better asked for its value than whether that is the target? */
static bool is_asked_whole(const search_frame *f, const finding *found, uint64_t target)
{
    if (target >= VALUES_NOTED || (f->all_made && found->excluded != 0))
        return true;
    return target > TESTS_MAX && __builtin_popcountll(found->excluded) >= TESTS_MAX;
}

/* Go on with the current option: ask for its next open node. */
static grundy_status ask_next(worker *w, search_frame *f)
{
    const sum *option = sum_at(w, f, f->current);
    const node *nodes = node_at(w, option->first);
    finding found = {0};
    for (; f->open > 0; f->open--) {
        const node *n = &nodes[f->open - 1];
        found = look_up(w, key_of(w, n), n->hash);
        if (!found.exact)
            break;
        f->known ^= found.value;
    }
    if (f->open == 0)
        return option_settled(w, f);
    if (f->open > 1)
        return enter(w, &nodes[f->open - 1], &found, NO_VALUE);
    uint64_t target = f->wanted ^ f->known;
    if (excludes(&found, target)) {
        f->working = false;
        return GRUNDY_OK;
    }
    return enter(w, nodes, &found, is_asked_whole(f, &found, target) ? NO_VALUE : target);
}

/* Begin with an option. */
static grundy_status take_option(worker *w, search_frame *f, size_t i)
{
    const sum *option = sum_at(w, f, i);
    f->working = true;
    f->taken = w->visited;
    f->current = i;
    f->known = option->known;
    f->open = option->count;
    return ask_next(w, f);
}

/* The option has not the wanted value: note it, and in the table what this says about its only node. */
static void refute(worker *w, search_frame *f, sum *option)
{
    option->refuted = true;
    uint64_t value = f->wanted ^ option->known;
    if (option->count != 1 || value >= VALUES_NOTED)
        return;
    const node *n = node_at(w, option->first);
    finding found = look_up(w, key_of(w, n), n->hash);
    if (found.exact)
        return;
    option->excluded = found.excluded |= (uint64_t)1 << value;
    table_put_hashed(w->shared->s->search_table, key_of(w, n), n->hash, state_of(&found), 0);
}

/* Where moves commute: if the current option is refuted by a reply, the option that begins with that reply is refuted
 * by the current move. */
static void refute_label(worker *w, search_frame *f, uint64_t label)
{
    size_t count = label == 0 ? 0 : sum_count(w, f);
    for (size_t i = 0; i < count; i++) {
        sum *option = sum_at(w, f, i);
        if (option->label == label && option->count > 0 && !option->refuted)
            refute(w, f, option);
    }
}

/* The node that the frame asked for is answered. */
static void take_answer(worker *w, search_frame *f, const finding *found)
{
    sum *option = sum_at(w, f, f->current);
    if (option->count == 1) {
        w->took += (double)(option->spent + w->visited - f->taken);
        w->weighed += doubled(option->weight);
        note_chance(w, f->wanted ^ f->known, option->excluded, found->exact && found->value == (f->wanted ^ f->known));
    }
    if (!found->exact) {
        if (option->count == 1)
            option->excluded = found->excluded;
        f->working = false;
        refute_label(w, f, found->label);
        return;
    }
    f->known ^= found->value;
    f->open--;
}

/* Before the second, the fourth, the eighth value is sought, what has become known of the options is settled at once, so
 * that many options of many values are not gone through for each of these. */
static bool is_settled_again(search_frame *f)
{
    f->seeks++;
    return f->all_made && f->seeks > 1 && (f->seeks & (f->seeks - 1)) == 0;
}

/* One step on the top frame; *found is set when it is done. */
static grundy_status advance(worker *w, bool *done, finding *found)
{
    search_frame *f = frame_at(w, w->depth - 1);
    TRY(answered(w, f, done, found));
    if (*done)
        return GRUNDY_OK;
    if (f->working)
        return ask_next(w, f);
    uint64_t missing = least_missing(f), wanted = f->target < f->bound ? f->target : missing;
    if (wanted != f->wanted && is_settled_again(f)) {
        size_t left;
        TRY(settle_rest(w, f, &left));
        return GRUNDY_OK;
    }
    if (wanted != f->wanted) {
        mark_busy(w, f);
        TRY(seek(w, f, wanted));
    }
    size_t i;
    if (next_option(w, f, &i))
        return take_option(w, f, i);
    f->bound = wanted;
    if (wanted == missing) {
        *found = exact_value(f);
        *done = true;
    }
    return GRUNDY_OK;
}

/* Drop the frames above one, if there are any. */
static void drop_above(worker *w, size_t i)
{
    while (w->depth > i + 1)
        drop_frame(w);
}

/* The effort of an option that has taken so many nodes and, as is usual for work of such uneven size, may well take as
 * many again. */
static uint64_t effort_spent(worker *w, const search_frame *f, const sum *option, uint64_t nodes)
{
    const int64_t weight = (int64_t)doublings_of(nodes) + doublings_between(w->took, w->weighed);
    return WEIGHT_COUNTS * (uint64_t)(weight < 0 ? 0 : weight) + odds_against(w, option, f->wanted);
}

/* Should the option of a frame wait? Then it goes back into the heap with the effort that it has shown. */
static bool takes_too_long(worker *w, const search_frame *f, uint64_t *effort)
{
    const bool hasty = w->shared->s->hasty;
    const uint64_t nodes = w->visited - f->taken;
    if (!f->working || f->heap == 0 || !(w->took > 0) || (nodes < TAKES_LEAST && !hasty))
        return false;
    const sum *option = sum_at(w, f, f->current);
    *effort = effort_spent(w, f, option, option->spent + nodes);
    return hasty || *effort > waiting_at(w, f, 0)->effort + PATIENCE;
}

/* May so many frames be dropped, beside those that were? */
static bool may_drop(const worker *w, uint64_t dropped, uint64_t more, unsigned share)
{
    return dropped + more <= w->visited / share;
}

/* A few options take a thousand times what their weights promise. When the current one of a frame has taken much longer
 * than the next is expected to, it waits. What was found on the way is in the table; only the frames above are lost. */
static grundy_status put_off(worker *w)
{
    for (size_t i = 0; i + 1 < w->depth; i++) {
        search_frame *f = frame_at(w, i);
        const size_t above = w->depth - 1 - i;
        uint64_t effort;
        if (!may_drop(w, w->put_off, above, PUT_OFF_SHARE) || !takes_too_long(w, f, &effort))
            continue;
        sum_at(w, f, f->current)->spent += w->visited - f->taken;
        w->put_off += above;
        drop_above(w, i);
        f->working = false;
        const uint32_t rank = rank_of(w, f, sum_at(w, f, f->current));
        return rise(w, f, (waiting){effort, rank, (uint32_t)f->current});
    }
    return GRUNDY_OK;
}

/* Drop the frames above one that another thread has settled. */
static void look_around(worker *w)
{
    for (size_t i = 0; i < w->depth; i++) {
        search_frame *f = frame_at(w, i);
        const size_t dropped = w->depth - i;
        finding found = look_up(w, key_of_frame(w, f), f->hash);
        if (!found.exact && (f->target == NO_VALUE || !excludes(&found, f->target)))
            continue;
        if (i > 0 && !may_drop(w, w->overtaken, dropped, OVERTAKEN_SHARE))
            continue;
        w->overtaken += dropped;
        drop_above(w, i);
        drop_frame(w);
        if (i == 0)
            w->result = found;
        else
            take_answer(w, frame_at(w, i - 1), &found);
        return;
    }
}

/* Look at all frames: not more often than as many nodes have been visited, so that deep stacks cost a node no more. */
static grundy_status look_at_frames(worker *w)
{
    if (w->depth > LOOK_EVERY && w->visited - w->looked < w->depth)
        return GRUNDY_OK;
    w->looked = w->visited;
    TRY(put_off(w));
    if (w->shared->threads > 1)
        look_around(w);
    return GRUNDY_OK;
}

static void report(const worker *w, uint64_t visited)
{
    table *t = w->shared->s->search_table;
    if (handle_report_due(w->g))
        handle_report(w->g, (grundy_progress){.what = "positions",
                                              .done = visited,
                                              .depth = w->depth,
                                              .entries = table_count(t),
                                              .memory = table_bytes(t),
                                              .memory_most = table_room(t)});
}

/* Now and then, after so many positions. */
static grundy_status pause(worker *w, uint64_t visited)
{
    uint64_t all = atomic_fetch_add_explicit(&w->shared->s->visited, visited, memory_order_relaxed) + visited;
    uint64_t patience = w->shared->s->patience;
    atomic_fetch_add_explicit(&w->shared->s->effort, w->effort, memory_order_relaxed);
    w->effort = w->options = 0;
    TRY(grundy_check(w->g));
    report(w, all);
    if (w->number == 0)
        store_in_between(w->g);
    if (patience != 0 && atomic_load(&w->shared->s->effort) > patience)
        return grundy_fail(w->g, GRUNDY_LIMIT,
                           "%s: too large for a sweep, and not decided by a search of %" PRIu64
                           " options; a time limit lets it go on",
                           grundy_ruleset_name(w->shared->s->r), patience);
    if (w->shared->threads > 1)
        table_pass(w->shared->s->search_table, w->number);
    return look_at_frames(w);
}

static grundy_status run(worker *w)
{
    uint64_t seen = w->visited;
    TRY(add_node(w, w->shared->root, w->shared->root_view));
    const node *root = node_at(w, 0);
    const finding known = look_up(w, key_of(w, root), root->hash);
    TRY(enter(w, root, &known, w->shared->target));
    while (w->depth > 0 && !atomic_load_explicit(&w->shared->done, memory_order_relaxed)) {
        bool done = false;
        finding found;
        TRY(advance(w, &done, &found));
        if (done) {
            TRY(leave(w, &found));
            if (w->depth > 0)
                take_answer(w, frame_at(w, w->depth - 1), &found);
            else
                w->result = found;
        }
        if ((w->visited >= seen + LOOK_EVERY || w->options >= OPTIONS_EVERY) && w->depth > 0) {
            TRY(pause(w, w->visited - seen));
            seen = w->visited;
        }
    }
    atomic_fetch_add_explicit(&w->shared->s->effort, w->effort, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->shared->s->visited, w->visited - seen, memory_order_relaxed);
    w->finished = w->depth == 0;
    return GRUNDY_OK;
}

/* ---- threads ---- */

static void worker_open(worker *w, shared_search *shared, grundy *g, unsigned number)
{
    *w = (worker){.shared = shared, .g = g, .number = number};
    w->frames = grundy_buffer_open(g);
    w->bytes = grundy_buffer_open(g);
    w->nodes = grundy_buffer_open(g);
    w->sums = grundy_buffer_open(g);
    w->queue = grundy_buffer_open(g);
    w->forms = forms_open(g, shared->misere ? SPLIT_ISOMORPHIC : SPLIT_EQUAL, shared->threads);
    w->raw = grundy_list_open(g);
    w->parts = grundy_list_open(g);
    w->key = grundy_buffer_open(g);
    w->view = grundy_buffer_open(g);
    w->scratch = grundy_buffer_open(g);
    w->views = grundy_buffer_open(g);
    w->made = grundy_buffer_open(g);
    w->news = news_like(&shared->s->news, g);
}

static void worker_close(worker *w)
{
    for (size_t i = 0; i < count_of(&w->frames, sizeof(search_frame)); i++)
        grundy_buffer_close(&frame_at(w, i)->larger);
    grundy_buffer_close(&w->frames);
    grundy_buffer_close(&w->bytes);
    grundy_buffer_close(&w->nodes);
    grundy_buffer_close(&w->sums);
    grundy_buffer_close(&w->queue);
    grundy_buffer_close(&w->key);
    grundy_buffer_close(&w->view);
    forms_close(&w->forms);
    grundy_list_close(&w->raw);
    grundy_list_close(&w->parts);
    grundy_buffer_close(&w->scratch);
    grundy_buffer_close(&w->views);
    grundy_buffer_close(&w->made);
    news_close(&w->news);
    handle_count(w->g, &w->seen);
}

static void *thread_main(void *argument)
{
    worker *w = argument;
    table_begin(w->shared->s->search_table, w->number);
    w->status = run(w);
    table_end(w->shared->s->search_table, w->number);
    if (w->finished || w->status != GRUNDY_OK)
        atomic_store(&w->shared->done, true);
    return NULL;
}

/* Start the workers 1..count-1; returns how many run. */
static unsigned start_threads(grundy *g, shared_search *shared, worker *workers, pthread_t *threads, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        grundy *fork = NULL;
        if (handle_fork(g, &fork) != GRUNDY_OK)
            return i;
        worker_open(&workers[i], shared, fork, i);
        if (pthread_create(&threads[i], NULL, thread_main, &workers[i]) != 0) {
            worker_close(&workers[i]);
            grundy_close(fork);
            return i; /* fewer threads do as well */
        }
    }
    return count;
}

static grundy_status run_threads(grundy *g, shared_search *shared, worker *workers, unsigned count, finding *out)
{
    pthread_t threads[THREADS_MAX];
    grundy_status status = GRUNDY_OK;
    count = start_threads(g, shared, workers, threads, count);
    handle_clear(g);
    worker_open(&workers[0], shared, g, 0);
    thread_main(&workers[0]);
    worker *winner = NULL, *failed = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            pthread_join(threads[i], NULL);
        if (workers[i].finished && winner == NULL)
            winner = &workers[i];
        if (workers[i].status != GRUNDY_OK && failed == NULL)
            failed = &workers[i];
    }
    if (winner != NULL)
        *out = winner->result;
    else if (failed != NULL)
        status = failed->status;
    if (winner == NULL && failed != NULL && failed->number != 0)
        handle_adopt(g, failed->g);
    for (unsigned i = 0; i < count; i++) {
        if (workers[i].news.entries.size > 0 && news_join(&shared->s->news, &workers[i].news) != GRUNDY_OK)
            status = GRUNDY_NOMEM; /* and the message is of that */
        worker_close(&workers[i]);
        if (i > 0)
            grundy_close(workers[i].g);
    }
    return status;
}

/* Ask for one node: is its value the target, or what is it? */
grundy_status search_node(shared_search *shared, grundy_bytes key, grundy_bytes view, uint64_t target, finding *out)
{
    grundy *g = shared->s->g;
    uint64_t state = 1;
    grundy_status status = GRUNDY_OK;
    table_get(shared->s->search_table, key, &state);
    *out = finding_of(state);
    if (out->exact || (target != NO_VALUE && excludes(out, target)))
        return GRUNDY_OK;
    worker *workers = handle_new(g, shared->threads, sizeof *workers, &status);
    if (workers == NULL)
        return status;
    shared->root = key;
    shared->root_view = view;
    shared->target = target;
    atomic_store(&shared->done, false);
    status = run_threads(g, shared, workers, shared->threads, out);
    handle_free(g, workers, shared->threads * sizeof *workers);
    return status;
}

/* ---- for a team ---- */

grundy_solver *search_solver(const shared_search *shared)
{
    return shared->s;
}

bool search_note(grundy_solver *s, grundy_bytes key, uint64_t state, uint64_t work)
{
    const uint64_t hash = hash_bytes(key.data, key.size);
    uint64_t known = 1;
    table_get_hashed(s->search_table, key, hash, &known);
    if ((known & 1) == 0) /* an exact value */
        return false;
    table_put_hashed(s->search_table, key, hash, state & 1 ? state | known : state, work);
    return true;
}

/* A number for a component, whatever number its ruleset has with this member. */
static uint64_t component_mark(const worker *w, grundy_bytes key, size_t *size)
{
    grundy_bytes summand;
    size_t number;
    component_ruleset(w, key, &summand, &number);
    const char *name = registry_name(&w->shared->s->registry, number);
    *size = summand.size;
    return hash_more(hash_more(HASH_START, name, strlen(name) + 1), summand.data, summand.size);
}

/* The same for a node; *size is that of its components. */
static uint64_t node_mark(const worker *w, grundy_bytes key, size_t *size)
{
    if (!w->shared->misere)
        return component_mark(w, key, size);
    uint64_t mark = 0;
    *size = 0;
    for (grundy_bytes component; position_next(&key, &component);) {
        size_t its;
        mark += component_mark(w, component, &its);
        *size += its;
    }
    return mark;
}

/* What members put in order is neither a key nor a weight by its size, which may depend on the numbers of rulesets. */
static grundy_status write_option(const worker *w, const sum *option, grundy_buffer *out)
{
    uint64_t weight = 0, mark = 0;
    for (size_t i = 0; i < option->count; i++) {
        const node *n = node_at(w, option->first + i);
        size_t size;
        mark += node_mark(w, key_of(w, n), &size);
        const uint64_t its = w->shared->misere ? size : weight_of(w, n);
        weight = its > weight ? its : weight;
    }
    out->size = 0;
    TRY(number_append(out, option->known));
    TRY(number_append(out, weight));
    TRY(number_append(out, mark));
    for (size_t i = 0; i < option->count; i++) {
        const node *n = node_at(w, option->first + i);
        TRY(position_add(out, key_of(w, n)));
        TRY(position_add(out, view_of(w, n)));
    }
    return GRUNDY_OK;
}

/* All members list the same options, though each has learnt something else. */
static grundy_status list_options(worker *w, grundy_bytes key, grundy_bytes view, grundy_list *out)
{
    search_frame *f;
    TRY(new_frame(w, &f));
    teach(w, (grundy_bytes){NULL, 0}, 0);
    TRY(push(&w->key, key.data, key.size));
    TRY(push(&w->view, view.data, view.size));
    while (f->expanded != UINT64_MAX)
        TRY(w->shared->misere ? expand_position(w, f) : expand_component(w, f));
    grundy_buffer text = grundy_buffer_open(w->g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < sum_count(w, f); i++) {
        status = write_option(w, sum_at(w, f, i), &text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(out, text.data, text.size);
    }
    grundy_buffer_close(&text);
    return status;
}

uint64_t search_mark(shared_search *shared, grundy_bytes key)
{
    const worker w = {.shared = shared};
    size_t size;
    return node_mark(&w, key, &size);
}

bool search_asks_forms(const shared_search *shared)
{
    return !shared->bare && !shared->misere;
}

grundy_status search_options(shared_search *shared, grundy_bytes key, grundy_bytes view, grundy_list *out)
{
    worker w;
    worker_open(&w, shared, shared->s->g, 0);
    grundy_status status = list_options(&w, key, view, out);
    worker_close(&w);
    return status;
}

/* ---- the root ---- */

/* The heaviest first. In a team none is settled: what a member's own table holds must not decide what all ask for. */
static void weigh_nodes(const worker *w, const sum *option)
{
    node *nodes = node_at(w, option->first);
    for (size_t i = 0; i < option->count; i++) {
        node n = nodes[i];
        size_t k = i;
        n.weight = weight_of(w, &n);
        for (; k > 0 && nodes[k - 1].weight < n.weight; k--)
            nodes[k] = nodes[k - 1];
        nodes[k] = n;
    }
}

/* The nodes of a position, as those of one option in a worker that does nothing else. */
static grundy_status root_nodes(worker *w, grundy_bytes position, sum *out)
{
    sum root = new_sum(w, 0);
    TRY(normal_form(w->g, &w->shared->s->registry, position, w->shared->misere ? SPLIT_ISOMORPHIC : SPLIT_EQUAL,
                    &w->parts));
    if (w->shared->misere) {
        TRY(position_add_sorted(&w->scratch, &w->parts, &w->views));
        TRY(add_node(w, grundy_buffer_bytes(&w->scratch), (grundy_bytes){NULL, 0}));
        root.count = 1;
    }
    for (size_t i = 0; !w->shared->misere && i < grundy_list_count(&w->parts); i++)
        TRY(add_component(w, &root, bare_key(w, grundy_list_at(&w->parts, i))));
    if (team_here(w->g))
        weigh_nodes(w, &root);
    else
        settle_known(w, &root);
    *out = root;
    return GRUNDY_OK;
}

/* Deal with the nodes, the lightest first. For an outcome the last need not have its value found. */
static grundy_status solve_root(shared_search *shared, const worker *w, const sum *root, uint64_t *out)
{
    bool outcome = grundy_question_is_outcome(shared->s->question);
    uint64_t known = root->known;
    for (size_t i = root->count; i > 0; i--) {
        const node *n = node_at(w, root->first + i - 1);
        finding found = {0};
        TRY(team_search(shared, key_of(w, n), view_of(w, n), outcome && i == 1 ? known : NO_VALUE, &found));
        if (!found.exact) {
            *out = 1; /* its value is not the nim-sum of the others */
            return GRUNDY_OK;
        }
        known ^= found.value;
    }
    *out = outcome ? known != 0 : known;
    return GRUNDY_OK;
}

static grundy_status search_once(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    grundy_status status = GRUNDY_OK;
    shared_search *shared = handle_new(s->g, 1, sizeof *shared, &status);
    if (shared == NULL)
        return status;
    unsigned threads = grundy_get_limits(s->g).threads;
    shared->s = s;
    shared->threads = threads == 0 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    status = table_share(s->search_table, shared->threads);
    shared->misere = question_is_misere(s->question);
    shared->bare = !shared->misere && s->r->family->refer == NULL;
    worker w;
    sum root;
    worker_open(&w, shared, s->g, 0);
    if (status == GRUNDY_OK)
        status = root_nodes(&w, position, &root);
    if (status == GRUNDY_OK)
        status = solve_root(shared, &w, &root, out);
    worker_close(&w);
    handle_free(s->g, shared, sizeof *shared);
    return status == GRUNDY_OK ? solver_reason(s, "search over canonical components") : status;
}

/* In a team each member tries its pieces again. */
grundy_status solve_by_search(grundy_solver *s, grundy_bytes position, uint64_t *out)
{
    memory_tries tries = memory_tries_of(s);
    grundy_status status;
    do
        status = search_once(s, position, out);
    while (!team_here(s->g) && search_again(s, &tries, status));
    return status;
}
