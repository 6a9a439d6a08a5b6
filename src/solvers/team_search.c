/* The search of one position, shared by a team
 *
 * The top of the search tree is known to all members, and they evaluate it alike, as far as it can be evaluated: a
 * question about a node, "is this its value?", has the answer yes, no, or not yet. Questions about nodes that nobody has
 * looked into are collected on the way, in the order in which a search would come to them, and are the pieces of work
 * that the team shares: each is searched by one member with bounded patience. What comes back is an answer, or that
 * the node is hard; a hard node gets its options and belongs to the top of the tree from then on. So hard questions
 * become many small ones, and the tree's top grows where it must. A member's own table stays its own; what is
 * exchanged are answers, and all that the top is evaluated from has been exchanged. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/numbering.h"
#include "base/team.h"
#include "rulesets/octal/store.h"
#include "solvers/search.h"

/* Few pieces of work for each member in a round, as later ones are more and more likely not to be needed when the
 * earlier ones are answered. The options that a search of a piece may look at begin with few, so that all members soon have
 * work, and double every few rounds. Beyond some depth nodes are never split, so that the recursion is bounded. */
enum { PIECES_EACH = 2, FIRST_PATIENCE = 1 << 14, DOUBLINGS = 8, ROUNDS_A_DOUBLING = 3, DEPTH_MAX = 200 };

/* Bytes for the keys that others have told. */
enum { TOLD_MEMORY = 1 << 24 };

typedef struct {
    finding found;
    bool hard, expanded;
    size_t first, count; /* of its options */
    uint32_t round;      /* when it was last looked at, */
    uint64_t asked;      /* and for which values: bit VALUES_NOTED: for its value */
} top_node;

typedef struct {
    uint64_t known, weight, mark;
    size_t first, count; /* of its nodes */
} top_option;

typedef struct {
    uint32_t node;
    uint64_t target;
} question;

typedef struct {
    grundy *g;
    shared_search *shared;
    numbering keys;
    grundy_list views;       /* of the nodes, by number */
    grundy_buffer nodes;     /* top_node each */
    grundy_buffer options;   /* top_option each */
    grundy_buffer members;   /* uint32_t each: nodes of options */
    grundy_buffer questions; /* question each: of this round */
    grundy_list scratch;
    size_t room;     /* for questions */
    uint64_t what;   /* is searched */
    uint64_t effort; /* options looked at, by all members, */
    uint64_t most;   /* and how many they may look at; 0: any number */
    uint32_t round;
    size_t looked_at; /* nodes, since the limits were looked at */
} top;

static top_node *node_at(const top *t, size_t i)
{
    return (top_node *)(void *)t->nodes.data + i;
}

/* How many options a search may look at in this round. */
static uint64_t patience(const top *t)
{
    const uint32_t doublings = t->round / ROUNDS_A_DOUBLING;
    return (uint64_t)FIRST_PATIENCE << (doublings < DOUBLINGS ? doublings : DOUBLINGS);
}

static size_t question_count(const top *t)
{
    return t->questions.size / sizeof(question);
}

static grundy_status number_of(top *t, grundy_bytes key, grundy_bytes view, uint32_t *out)
{
    static const top_node fresh;
    const size_t before = numbering_count(&t->keys);
    TRY(numbering_add(&t->keys, key, out));
    if (numbering_count(&t->keys) == before)
        return GRUNDY_OK;
    TRY(grundy_list_add(&t->views, view.data, view.size));
    return grundy_append(&t->nodes, &fresh, sizeof fresh);
}

/* ---- options ---- */

/* An order that is the same at all members. In misere play that in which options come may not be. */
static int lighter(const void *a, const void *b)
{
    const top_option *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    if (x->mark != y->mark)
        return x->mark < y->mark ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static grundy_status add_option(top *t, grundy_bytes text)
{
    top_option option = {.known = number_read(&text)};
    option.weight = number_read(&text);
    option.mark = number_read(&text);
    option.first = t->members.size / sizeof(uint32_t);
    for (grundy_bytes key; position_next(&text, &key); option.count++) {
        uint32_t number;
        TRY(number_of(t, key, position_take(&text), &number));
        TRY(grundy_append(&t->members, &number, sizeof number));
    }
    return grundy_append(&t->options, &option, sizeof option);
}

static grundy_status expand(top *t, uint32_t number)
{
    const size_t first = t->options.size / sizeof(top_option);
    grundy_list_clear(&t->scratch);
    TRY(search_options(t->shared, numbering_at(&t->keys, number), grundy_list_at(&t->views, number), &t->scratch));
    for (size_t i = 0; i < grundy_list_count(&t->scratch); i++)
        TRY(add_option(t, grundy_list_at(&t->scratch, i)));
    top_node *node = node_at(t, number);
    node->first = first;
    node->count = t->options.size / sizeof(top_option) - first;
    node->expanded = true;
    if (node->count > 1)
        qsort(t->options.data + first * sizeof(top_option), node->count, sizeof(top_option), lighter);
    return GRUNDY_OK;
}

/* ---- evaluating the top ---- */

static grundy_status evaluate(top *t, uint32_t number, uint64_t target, unsigned depth, grundy_truth *out);

/* Note a question about a node that nobody has looked into, if there is room. */
static grundy_status ask(top *t, uint32_t number, uint64_t target)
{
    const question q = {.node = number, .target = target};
    return question_count(t) < t->room ? grundy_append(&t->questions, &q, sizeof q) : GRUNDY_OK;
}

/* Has the question been met in this round? */
static bool met(top *t, uint32_t number, uint64_t target)
{
    top_node *node = node_at(t, number);
    const uint64_t bit = (uint64_t)1 << (target < VALUES_NOTED ? target : VALUES_NOTED);
    if (node->round != t->round)
        node->asked = 0;
    node->round = t->round;
    const bool before = (node->asked & bit) != 0;
    node->asked |= bit;
    return before;
}

/* Find a node's value as far as it is known. */
static grundy_status evaluate_value(top *t, uint32_t number, unsigned depth)
{
    if (!node_at(t, number)->hard || depth >= DEPTH_MAX)
        return met(t, number, NO_VALUE) ? GRUNDY_OK : ask(t, number, NO_VALUE);
    grundy_truth is = GRUNDY_NO;
    for (uint64_t value = 0; is == GRUNDY_NO; value++)
        TRY(evaluate(t, number, value, depth, &is));
    return GRUNDY_OK;
}

/* Has an option this value? */
static grundy_status option_has(top *t, size_t number, uint64_t value, unsigned depth, grundy_truth *out)
{
    const top_option option = ((const top_option *)(const void *)t->options.data)[number];
    uint64_t known = option.known;
    uint32_t open = UINT32_MAX, node;
    size_t unknown = 0;
    for (size_t i = 0; i < option.count; i++) {
        memcpy(&node, t->members.data + (option.first + i) * sizeof node, sizeof node);
        if (node_at(t, node)->found.exact) {
            known ^= node_at(t, node)->found.value;
            continue;
        }
        unknown++;
        open = node;
    }
    *out = unknown > 0 ? GRUNDY_UNKNOWN : known == value ? GRUNDY_YES : GRUNDY_NO;
    if (unknown == 1)
        return evaluate(t, open, value ^ known, depth, out);
    for (size_t i = 0; unknown > 0 && i < option.count; i++) {
        memcpy(&node, t->members.data + (option.first + i) * sizeof node, sizeof node);
        if (!node_at(t, node)->found.exact)
            TRY(evaluate_value(t, node, depth));
    }
    return GRUNDY_OK;
}

/* Has any option of a node this value? If so, the node has another. */
static grundy_status any_option_has(top *t, uint32_t number, uint64_t value, unsigned depth, grundy_truth *out)
{
    *out = GRUNDY_NO;
    for (size_t i = 0; i < node_at(t, number)->count && *out != GRUNDY_YES; i++) {
        grundy_truth one;
        if (*out == GRUNDY_UNKNOWN && question_count(t) >= t->room)
            return GRUNDY_OK;
        TRY(option_has(t, node_at(t, number)->first + i, value, depth + 1, &one));
        *out = one == GRUNDY_NO ? *out : one;
    }
    if (*out == GRUNDY_YES && value < VALUES_NOTED)
        node_at(t, number)->found.excluded |= (uint64_t)1 << value;
    return GRUNDY_OK;
}

/* Is this the value of a hard node? It is, when no option has it, and each smaller one is that of an option. */
static grundy_status evaluate_hard(top *t, uint32_t number, uint64_t target, unsigned depth, grundy_truth *out)
{
    if (!node_at(t, number)->expanded)
        TRY(expand(t, number));
    grundy_truth has;
    TRY(any_option_has(t, number, target, depth, &has));
    *out = has == GRUNDY_YES ? GRUNDY_NO : has == GRUNDY_NO ? GRUNDY_YES : GRUNDY_UNKNOWN;
    for (uint64_t value = 0; value < target && *out != GRUNDY_NO; value++) {
        if (excludes(&node_at(t, number)->found, value))
            continue;
        TRY(any_option_has(t, number, value, depth, &has));
        if (has == GRUNDY_YES)
            continue;
        *out = has == GRUNDY_NO ? GRUNDY_NO : GRUNDY_UNKNOWN;
    }
    if (*out == GRUNDY_YES)
        node_at(t, number)->found = (finding){.exact = true, .value = target};
    return GRUNDY_OK;
}

static grundy_status evaluate(top *t, uint32_t number, uint64_t target, unsigned depth, grundy_truth *out)
{
    const finding *found = &node_at(t, number)->found;
    *out = GRUNDY_UNKNOWN;
    TRY(handle_look(t->g, &t->looked_at, 0));
    if (found->exact || excludes(found, target))
        *out = found->exact && found->value == target ? GRUNDY_YES : GRUNDY_NO;
    else if (met(t, number, target))
        *out = GRUNDY_UNKNOWN;
    else if (target >= VALUES_NOTED) /* that a node has not this value could not be noted: which has it? */
        return ask(t, number, NO_VALUE);
    else if (!node_at(t, number)->hard || depth >= DEPTH_MAX)
        return ask(t, number, target);
    else
        return evaluate_hard(t, number, target, depth, out);
    return GRUNDY_OK;
}

/* ---- the pieces of work ---- */

typedef struct {
    bool hard;
    finding found;
    uint64_t effort;
} result;

static grundy_status search_piece(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    const top *t = context;
    const question *q = (const question *)(const void *)t->questions.data + piece;
    grundy_solver *s = search_solver(t->shared);
    result r = {.found = node_at(t, q->node)->found};
    const uint64_t before = s->patience;
    s->patience = node_at(t, q->node)->hard ? t->most : patience(t);
    atomic_store(&s->effort, 0);
    memory_tries tries = memory_tries_of(s);
    grundy_status status;
    do
        status = search_node(t->shared, numbering_at(&t->keys, q->node), grundy_list_at(&t->views, q->node), q->target,
                             &r.found);
    while (search_again(s, &tries, status));
    r.hard = status == GRUNDY_LIMIT && s->patience != 0 && atomic_load(&s->effort) > s->patience;
    s->patience = before;
    r.effort = atomic_load(&s->effort);
    if (r.hard)
        handle_clear(g);
    else if (status != GRUNDY_OK)
        return status;
    return grundy_append(found, &r, sizeof r);
}

static grundy_status learn_piece(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    top *t = context;
    const question *q = (const question *)(const void *)t->questions.data + piece;
    top_node *node = node_at(t, q->node);
    result r;
    (void)g;
    memcpy(&r, found.data, sizeof r);
    t->effort += r.effort;
    if (r.hard) {
        node->hard = true;
        return GRUNDY_OK;
    }
    r.found.excluded |= node->found.excluded;
    if (!node->found.exact)
        node->found = r.found;
    search_note(search_solver(t->shared), numbering_at(&t->keys, q->node), state_of(&node->found), r.effort);
    return GRUNDY_OK;
}

static grundy_status tell(grundy *g, void *context, grundy_buffer *out)
{
    const top *t = context;
    (void)g;
    return search_tell(search_solver(t->shared), out);
}

static void hear(grundy *g, void *context, grundy_bytes said)
{
    const top *t = context;
    (void)g;
    search_hear(search_solver(t->shared), said);
}

/* ---- what members tell each other besides ---- */

/* The rulesets by number, as a position has its summands: keys begin with such numbers. */
static grundy_status add_names(grundy_solver *s, grundy_buffer *out)
{
    const size_t count = atomic_load(&s->registry.count);
    TRY(number_append(out, count));
    for (size_t i = 0; i < count; i++) {
        const char *name = registry_name(&s->registry, i);
        TRY(position_add(out, (grundy_bytes){(const unsigned char *)name, strlen(name)}));
    }
    return GRUNDY_OK;
}

grundy_status search_tell(grundy_solver *s, grundy_buffer *out)
{
    if (s->news.entries.size == 0)
        return GRUNDY_OK;
    TRY(add_names(s, out));
    TRY(grundy_append(out, s->news.entries.data, s->news.entries.size));
    s->news.entries.size = 0;
    return GRUNDY_OK;
}

/* Are rulesets numbered here as there? Those that were not in the position come up in any order. */
static bool same_names(grundy_solver *s, grundy_bytes *said)
{
    const size_t count = atomic_load(&s->registry.count), theirs = (size_t)number_read(said);
    bool same = theirs <= count;
    for (size_t i = 0; i < theirs; i++) {
        const grundy_bytes name = position_take(said);
        same = same && strlen(registry_name(&s->registry, i)) == name.size &&
               memcmp(registry_name(&s->registry, i), name.data, name.size) == 0;
    }
    return same;
}

void search_hear(grundy_solver *s, grundy_bytes said)
{
    if (s->search_table == NULL || !same_names(s, &said))
        return;
    if (s->told == NULL && table_open(s->g, TOLD_MEMORY, &s->told) != GRUNDY_OK)
        handle_clear(s->g); /* they are not counted, then */
    for (news_item e; news_next(&said, &e);)
        if (search_note(s, e.key, e.state, e.work) && s->told != NULL)
            table_put(s->told, e.key, 0);
}

/* ---- rounds ---- */

/* Is the root's question answered? */
static bool answered(const top *t, uint32_t root, uint64_t target)
{
    const finding *found = &node_at(t, root)->found;
    return found->exact || (target != NO_VALUE && excludes(found, target));
}

static grundy_status play_rounds(top *t, uint32_t root, uint64_t target)
{
    static const team_work pieces = {.work = search_piece, .learn = learn_piece, .tell = tell, .hear = hear};
    uint64_t done = 0;
    for (;;) {
        grundy_truth is;
        t->round++;
        t->questions.size = 0;
        TRY(target == NO_VALUE ? evaluate_value(t, root, 0) : evaluate(t, root, target, 0, &is));
        if (answered(t, root, target))
            return GRUNDY_OK;
        if (question_count(t) == 0)
            return grundy_fail(t->g, GRUNDY_LIMIT, "the shared search has come to an end without an answer");
        TRY(team_share(t->g, t->what, question_count(t), &pieces, t));
        done += question_count(t);
        if (t->most != 0 && t->effort > t->most)
            return grundy_fail(t->g, GRUNDY_LIMIT,
                               "%s: not decided by a search of %llu options by %u members; a time limit lets it go on",
                               grundy_ruleset_name(search_solver(t->shared)->r), (unsigned long long)t->most,
                               team_of(t->g).size);
        store_in_between(t->g);
        grundy_report(t->g, "pieces of the search", done, 0);
    }
}

grundy_status team_search(shared_search *shared, grundy_bytes key, grundy_bytes view, uint64_t target, finding *out)
{
    grundy_solver *s = search_solver(shared);
    if (!team_here(s->g))
        return search_node(shared, key, view, target, out);
    top t = {.g = s->g, .shared = shared, .keys = numbering_open(s->g), .effort = atomic_load(&s->effort)};
    t.nodes = grundy_buffer_open(s->g);
    t.options = grundy_buffer_open(s->g);
    t.members = grundy_buffer_open(s->g);
    t.questions = grundy_buffer_open(s->g);
    t.scratch = grundy_list_open(s->g);
    t.views = grundy_list_open(s->g);
    if (search_asks_forms(shared))
        team_differs(s->g);
    t.most = s->patience * team_of(s->g).size;
    t.room = PIECES_EACH * team_of(s->g).size;
    t.what = team_what(s->r->name, target ^ search_mark(shared, key));
    uint32_t root = 0;
    grundy_status status = number_of(&t, key, view, &root);
    if (status == GRUNDY_OK)
        status = play_rounds(&t, root, target);
    atomic_store(&s->effort, t.effort);
    if (status == GRUNDY_OK)
        *out = node_at(&t, root)->found;
    grundy_list_close(&t.views);
    grundy_list_close(&t.scratch);
    grundy_buffer_close(&t.questions);
    grundy_buffer_close(&t.members);
    grundy_buffer_close(&t.options);
    grundy_buffer_close(&t.nodes);
    numbering_close(&t.keys);
    return status;
}
