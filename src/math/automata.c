#include "math/automata.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbering.h"

void automaton_close(const automata *c, automaton *a)
{
    handle_free(c->g, a->next, a->states * a->letters * sizeof *a->next);
    handle_free(c->g, a->accepts, a->states);
    *a = (automaton){.tracks = 0};
}

static grundy_status automaton_open(const automata *c, const unsigned char *track, unsigned tracks, size_t states,
                                    automaton *out)
{
    grundy_status status = GRUNDY_OK;
    automaton a = {.tracks = tracks, .states = states, .letters = 1};
    for (unsigned i = 0; i < tracks; i++) {
        a.track[i] = track[i];
        a.letters *= c->numeration.digits;
    }
    a.next = handle_new(c->g, states * a.letters, sizeof *a.next, &status);
    if (a.next != NULL)
        a.accepts = handle_new(c->g, states, 1, &status);
    if (a.accepts == NULL) {
        automaton_close(c, &a);
        return status;
    }
    *out = a;
    return GRUNDY_OK;
}

static void automata_letter_digits(const automata *c, unsigned tracks, size_t letter, unsigned char *digits)
{
    for (unsigned i = 0; i < tracks; i++, letter /= c->numeration.digits)
        digits[i] = (unsigned char)(letter % c->numeration.digits);
}

static grundy_status automata_too_many_states(const automata *c)
{
    return grundy_fail(c->g, GRUNDY_LIMIT, "an automaton has more than %zu states; --max-states allows more", c->most);
}

/* ---- minimal automata ---- */

/* The class of each state by its class and those of its successors; returns how many there are. */
static grundy_status automata_refine(const automata *c, const automaton *a, const uint32_t *old, uint32_t *new,
                                     size_t *count)
{
    grundy_status status = GRUNDY_OK;
    numbering classes = numbering_open(c->g);
    uint32_t *key = handle_new(c->g, a->letters + 1, sizeof *key, &status);
    for (size_t s = 0; status == GRUNDY_OK && s < a->states; s++) {
        key[0] = old[s];
        for (size_t l = 0; l < a->letters; l++)
            key[l + 1] = old[a->next[s * a->letters + l]];
        grundy_bytes bytes = {(const unsigned char *)key, (a->letters + 1) * sizeof *key};
        status = numbering_add(&classes, bytes, &new[s]);
        if (status == GRUNDY_OK && s % 256 == 255)
            status = grundy_check(c->g);
    }
    *count = numbering_count(&classes);
    handle_free(c->g, key, (a->letters + 1) * sizeof *key);
    numbering_close(&classes);
    return status;
}

static grundy_status automata_merge_classes(const automata *c, const automaton *a, const uint32_t *class, size_t count,
                                            automaton *out)
{
    automaton m;
    TRY(automaton_open(c, a->track, a->tracks, count, &m));
    m.start = class[a->start];
    for (size_t s = 0; s < a->states; s++) {
        m.accepts[class[s]] = a->accepts[s];
        for (size_t l = 0; l < a->letters; l++)
            m.next[class[s] * m.letters + l] = class[a->next[s * a->letters + l]];
    }
    *out = m;
    return GRUNDY_OK;
}

/* Replace an automaton all of whose states can be reached by the minimal one (Moore). */
static grundy_status automata_minimise(const automata *c, automaton *a)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *class = handle_new(c->g, a->states, sizeof *class, &status), *new = NULL;
    if (class != NULL)
        new = handle_new(c->g, a->states, sizeof *new, &status);
    size_t count = 0, before = 0;
    for (size_t s = 0; status == GRUNDY_OK && s < a->states; s++)
        class[s] = a->accepts[s];
    while (status == GRUNDY_OK) {
        status = automata_refine(c, a, class, new, &count);
        if (status == GRUNDY_OK)
            memcpy(class, new, a->states * sizeof *class);
        if (count == before)
            break;
        before = count;
    }
    automaton m = {.tracks = 0};
    if (status == GRUNDY_OK)
        status = automata_merge_classes(c, a, class, count, &m);
    handle_free(c->g, class, a->states * sizeof *class);
    handle_free(c->g, new, a->states * sizeof *new);
    if (status != GRUNDY_OK)
        return status;
    automaton_close(c, a);
    *a = m;
    return GRUNDY_OK;
}

/* ---- exploring ---- */

/* A state of an automaton in the making is a byte that says on which tracks a 0 has to follow, and the rule's state; the
 * state of words that are not valid is the byte DEAD alone. */
enum { DEAD = 255 };

typedef struct {
    const automata *c;
    const automata_rule *rule;
    unsigned tracks;
    size_t letters;
    numbering states;
    grundy_buffer next;    /* uint32_t each */
    grundy_buffer key, at; /* scratch */
} exploration;

/* Append the state to which a letter leads. */
static grundy_status automata_explore_letter(exploration *e, size_t letter)
{
    const automata_numeration *n = &e->c->numeration;
    unsigned char digits[AUTOMATA_TRACKS_MAX], waiting = e->at.data[0], later = 0;
    uint32_t number;
    automata_letter_digits(e->c, e->tracks, letter, digits);
    bool dead = waiting == DEAD;
    for (unsigned i = 0; !dead && i < e->tracks; i++) {
        dead = (waiting >> i & 1) && digits[i] > 0;
        if (n->limited && digits[i] + 1U == n->digits)
            later = (unsigned char)(later | 1U << i);
    }
    e->key.size = 0;
    if (dead)
        later = DEAD;
    TRY(grundy_append(&e->key, &later, 1));
    if (!dead)
        TRY(e->rule->step(e->rule->context, (grundy_bytes){e->at.data + 1, e->at.size - 1}, digits, &e->key));
    TRY(numbering_add(&e->states, grundy_buffer_bytes(&e->key), &number));
    return grundy_append(&e->next, &number, sizeof number);
}

static bool automata_explored_accepts(const exploration *e, grundy_bytes state)
{
    if (state.data[0] == DEAD || (state.data[0] != 0 && !e->c->numeration.ends_greatest))
        return false;
    return e->rule->accepts(e->rule->context, (grundy_bytes){state.data + 1, state.size - 1});
}

static grundy_status automata_explore_states(exploration *e, grundy_bytes start)
{
    unsigned char waiting = 0;
    uint32_t number;
    TRY(grundy_append(&e->key, &waiting, 1));
    TRY(grundy_append(&e->key, start.data, start.size));
    TRY(numbering_add(&e->states, grundy_buffer_bytes(&e->key), &number));
    for (size_t s = 0; s < numbering_count(&e->states); s++) {
        grundy_bytes state = numbering_at(&e->states, s);
        e->at.size = 0;
        TRY(grundy_append(&e->at, state.data, state.size));
        for (size_t l = 0; l < e->letters; l++)
            TRY(automata_explore_letter(e, l));
        if (numbering_count(&e->states) > e->c->most)
            return automata_too_many_states(e->c);
        if (s % 64 == 63)
            TRY(grundy_check(e->c->g));
    }
    return GRUNDY_OK;
}

static grundy_status automata_explored(const exploration *e, const unsigned char *track, automaton *out)
{
    automaton a;
    TRY(automaton_open(e->c, track, e->tracks, numbering_count(&e->states), &a));
    memcpy(a.next, e->next.data, e->next.size);
    for (size_t s = 0; s < a.states; s++)
        a.accepts[s] = automata_explored_accepts(e, numbering_at(&e->states, s));
    grundy_status status = automata_minimise(e->c, &a);
    if (status != GRUNDY_OK) {
        automaton_close(e->c, &a);
        return status;
    }
    *out = a;
    return GRUNDY_OK;
}

grundy_status automata_explore(const automata *c, const unsigned char *track, unsigned tracks, grundy_bytes start,
                               const automata_rule *rule, automaton *out)
{
    exploration e = {.c = c, .rule = rule, .tracks = tracks, .letters = 1};
    for (unsigned i = 0; i < tracks; i++)
        e.letters *= c->numeration.digits;
    if (tracks > AUTOMATA_TRACKS_MAX || e.letters > AUTOMATA_LETTERS_MAX)
        return grundy_fail(c->g, GRUNDY_LIMIT, "an automaton on %u numbers in %s has too many letters", tracks,
                           c->numeration.name);
    e.states = numbering_open(c->g);
    e.next = grundy_buffer_open(c->g);
    e.key = grundy_buffer_open(c->g);
    e.at = grundy_buffer_open(c->g);
    grundy_status status = automata_explore_states(&e, start);
    if (status == GRUNDY_OK)
        status = automata_explored(&e, track, out);
    grundy_buffer_close(&e.at);
    grundy_buffer_close(&e.key);
    grundy_buffer_close(&e.next);
    numbering_close(&e.states);
    return status;
}

static grundy_status automata_stay(void *context, grundy_bytes state, const unsigned char *digits, grundy_buffer *next)
{
    (void)context;
    (void)digits;
    return grundy_append(next, state.data, state.size);
}

static bool automata_always(void *context, grundy_bytes state)
{
    (void)context;
    (void)state;
    return true;
}

grundy_status automata_valid(const automata *c, const unsigned char *track, unsigned tracks, automaton *out)
{
    const automata_rule rule = {automata_stay, automata_always, NULL};
    return automata_explore(c, track, tracks, (grundy_bytes){NULL, 0}, &rule, out);
}

/* ---- products ---- */

typedef struct {
    const automata *c;
    const automaton *part[2];
    unsigned place[2][AUTOMATA_TRACKS_MAX]; /* where each track of a part stands among those of both */
    unsigned op;
} product;

static size_t automata_product_letter(const product *p, unsigned i, const unsigned char *digits)
{
    size_t letter = 0;
    for (unsigned k = p->part[i]->tracks; k-- > 0;)
        letter = letter * p->c->numeration.digits + digits[p->place[i][k]];
    return letter;
}

static grundy_status automata_product_step(void *context, grundy_bytes state, const unsigned char *digits,
                                           grundy_buffer *next)
{
    const product *p = context;
    uint32_t pair[2];
    memcpy(pair, state.data, sizeof pair);
    for (unsigned i = 0; i < 2; i++)
        pair[i] = p->part[i]->next[pair[i] * p->part[i]->letters + automata_product_letter(p, i, digits)];
    return grundy_append(next, pair, sizeof pair);
}

static bool automata_product_accepts(void *context, grundy_bytes state)
{
    const product *p = context;
    uint32_t pair[2];
    memcpy(pair, state.data, sizeof pair);
    return p->op >> (2 * p->part[0]->accepts[pair[0]] + p->part[1]->accepts[pair[1]]) & 1;
}

grundy_status automata_combine(const automata *c, const automaton *a, const automaton *b, unsigned op, automaton *out)
{
    product p = {.c = c, .part = {a, b}, .op = op};
    unsigned char track[2 * AUTOMATA_TRACKS_MAX];
    unsigned tracks = 0, i = 0, j = 0;
    while (i < a->tracks || j < b->tracks) {
        bool first = i < a->tracks && (j == b->tracks || a->track[i] <= b->track[j]);
        bool second = j < b->tracks && (i == a->tracks || b->track[j] <= a->track[i]);
        track[tracks] = first ? a->track[i] : b->track[j];
        if (first)
            p.place[0][i++] = tracks;
        if (second)
            p.place[1][j++] = tracks;
        tracks++;
    }
    const uint32_t start[2] = {a->start, b->start};
    const automata_rule rule = {automata_product_step, automata_product_accepts, &p};
    return automata_explore(c, track, tracks, (grundy_bytes){(const unsigned char *)start, sizeof start}, &rule, out);
}

grundy_status automata_replace(const automata *c, automaton *a, const automaton *b, unsigned op)
{
    automaton made;
    TRY(automata_combine(c, a, b, op, &made));
    automaton_close(c, a);
    *a = made;
    return GRUNDY_OK;
}

grundy_status automata_complement(const automata *c, const automaton *a, automaton *out)
{
    return automata_combine(c, a, a, AUTOMATA_NEITHER, out);
}

/* ---- projection ---- */

typedef struct {
    const automata *c;
    const automaton *a;
    unsigned gone;   /* which of its tracks */
    size_t power;    /* what a digit on it counts in letters */
    uint32_t *stamp; /* of each state of a */
    uint32_t now;
} projection;

static int automata_by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Append to `to` the states, each once, to which the letter without the track leads from those in `from`. */
static grundy_status automata_project_letter(projection *p, const uint32_t *from, size_t count, size_t low_high,
                                             grundy_buffer *to)
{
    const size_t letter = low_high / p->power * p->power * p->c->numeration.digits + low_high % p->power;
    p->now++;
    for (size_t i = 0; i < count; i++)
        for (size_t d = 0; d < p->c->numeration.digits; d++) {
            uint32_t next = p->a->next[from[i] * p->a->letters + letter + d * p->power];
            if (p->stamp[next] == p->now)
                continue;
            p->stamp[next] = p->now;
            TRY(grundy_append(to, &next, sizeof next));
        }
    return GRUNDY_OK;
}

static grundy_status automata_project_step(void *context, grundy_bytes state, const unsigned char *digits,
                                           grundy_buffer *next)
{
    projection *p = context;
    size_t letter = 0, before = next->size, count = state.size / sizeof(uint32_t);
    uint32_t few[64], *from = few;
    grundy_status status = GRUNDY_OK;
    for (unsigned i = p->a->tracks - 1; i-- > 0;)
        letter = letter * p->c->numeration.digits + digits[i];
    if (count > GRUNDY_COUNT(few))
        from = handle_new(p->c->g, count, sizeof *from, &status);
    if (from == NULL)
        return status;
    if (count > 0)
        memcpy(from, state.data, state.size);
    status = automata_project_letter(p, from, count, letter, next);
    if (from != few)
        handle_free(p->c->g, from, count * sizeof *from);
    if (status == GRUNDY_OK && next->size > before) {
        /* The set is sorted where it is aligned. */
        grundy_buffer sorted = grundy_buffer_open(p->c->g);
        status = grundy_append(&sorted, next->data + before, next->size - before);
        if (status == GRUNDY_OK) {
            qsort(sorted.data, sorted.size / sizeof(uint32_t), sizeof(uint32_t), automata_by_number);
            memcpy(next->data + before, sorted.data, sorted.size);
        }
        grundy_buffer_close(&sorted);
    }
    return status;
}

static bool automata_project_accepts(void *context, grundy_bytes state)
{
    const projection *p = context;
    for (size_t i = 0; i < state.size; i += sizeof(uint32_t)) {
        uint32_t s;
        memcpy(&s, state.data + i, sizeof s);
        if (p->a->accepts[s])
            return true;
    }
    return false;
}

/* The start: what can be reached by zeros on the tracks that stay, whatever stands on the other one. */
static grundy_status automata_project_start(projection *p, grundy_buffer *out)
{
    grundy_buffer reached = grundy_buffer_open(p->c->g);
    grundy_status status = grundy_append(out, &p->a->start, sizeof p->a->start);
    bool *known = handle_new(p->c->g, p->a->states, sizeof *known, &status);
    if (known != NULL)
        known[p->a->start] = true;
    for (size_t i = 0; status == GRUNDY_OK && i < out->size; i += sizeof(uint32_t)) {
        uint32_t from;
        memcpy(&from, out->data + i, sizeof from);
        reached.size = 0;
        status = automata_project_letter(p, &from, 1, 0, &reached);
        for (size_t k = 0; status == GRUNDY_OK && k < reached.size; k += sizeof(uint32_t)) {
            uint32_t next;
            memcpy(&next, reached.data + k, sizeof next);
            if (!known[next])
                status = grundy_append(out, &next, sizeof next);
            known[next] = true;
        }
    }
    if (status == GRUNDY_OK)
        qsort(out->data, out->size / sizeof(uint32_t), sizeof(uint32_t), automata_by_number);
    handle_free(p->c->g, known, p->a->states * sizeof *known);
    grundy_buffer_close(&reached);
    return status;
}

static grundy_status automata_project_track(const automata *c, const automaton *a, unsigned gone, automaton *out)
{
    projection p = {.c = c, .a = a, .gone = gone, .power = 1};
    unsigned char track[AUTOMATA_TRACKS_MAX];
    unsigned tracks = 0;
    grundy_status status = GRUNDY_OK;
    for (unsigned i = 0; i < a->tracks; i++) {
        p.power *= i < gone ? c->numeration.digits : 1;
        if (i != gone)
            track[tracks++] = a->track[i];
    }
    p.stamp = handle_new(c->g, a->states, sizeof *p.stamp, &status);
    if (p.stamp == NULL)
        return status;
    grundy_buffer start = grundy_buffer_open(c->g);
    const automata_rule rule = {automata_project_step, automata_project_accepts, &p};
    status = automata_project_start(&p, &start);
    if (status == GRUNDY_OK)
        status = automata_explore(c, track, tracks, grundy_buffer_bytes(&start), &rule, out);
    grundy_buffer_close(&start);
    handle_free(c->g, p.stamp, a->states * sizeof *p.stamp);
    return status;
}

static grundy_status automata_copy_automaton(const automata *c, const automaton *a, automaton *out)
{
    automaton copy;
    TRY(automaton_open(c, a->track, a->tracks, a->states, &copy));
    copy.start = a->start;
    memcpy(copy.next, a->next, a->states * a->letters * sizeof *a->next);
    memcpy(copy.accepts, a->accepts, a->states);
    *out = copy;
    return GRUNDY_OK;
}

grundy_status automata_project(const automata *c, const automaton *a, unsigned track, automaton *out)
{
    for (unsigned i = 0; i < a->tracks; i++)
        if (a->track[i] == track)
            return automata_project_track(c, a, i, out);
    return automata_copy_automaton(c, a, out);
}

/* ---- tracks ---- */

grundy_status automata_rename(const automata *c, const automaton *a, const unsigned char *to, automaton *out)
{
    unsigned char track[AUTOMATA_TRACKS_MAX];
    unsigned place[AUTOMATA_TRACKS_MAX];
    automaton m;
    for (unsigned i = 0; i < a->tracks; i++) {
        place[i] = 0;
        for (unsigned k = 0; k < a->tracks; k++)
            place[i] += to[a->track[k]] < to[a->track[i]];
        track[place[i]] = to[a->track[i]];
    }
    TRY(automaton_open(c, track, a->tracks, a->states, &m));
    m.start = a->start;
    memcpy(m.accepts, a->accepts, a->states);
    for (size_t l = 0; l < a->letters; l++) {
        unsigned char digits[AUTOMATA_TRACKS_MAX], moved[AUTOMATA_TRACKS_MAX];
        size_t letter = 0;
        automata_letter_digits(c, a->tracks, l, digits);
        for (unsigned i = 0; i < a->tracks; i++)
            moved[place[i]] = digits[i];
        for (unsigned i = a->tracks; i-- > 0;)
            letter = letter * c->numeration.digits + moved[i];
        for (size_t s = 0; s < a->states; s++)
            m.next[s * m.letters + letter] = a->next[s * a->letters + l];
    }
    *out = m;
    return GRUNDY_OK;
}

/* ---- questions ---- */

/* Breadth first, from the start, letters of greater leading numbers last. */
grundy_status automata_least(const automata *c, const automaton *a, uint64_t *numbers, bool *found)
{
    grundy_status status = GRUNDY_OK;
    uint32_t *order = handle_new(c->g, a->states, 3 * sizeof *order, &status);
    if (order == NULL)
        return status;
    uint32_t *from = order + a->states, *letter = from + a->states, goal = UINT32_MAX;
    size_t count = 0;
    memset(from, 0xff, a->states * sizeof *from);
    order[count++] = a->start;
    from[a->start] = a->start;
    for (size_t i = 0; goal == UINT32_MAX && i < count; i++) {
        if (a->accepts[order[i]])
            goal = order[i];
        for (size_t l = 0; l < a->letters; l++) {
            uint32_t next = a->next[order[i] * a->letters + l];
            if (from[next] != UINT32_MAX)
                continue;
            from[next] = order[i];
            letter[next] = (uint32_t)l;
            order[count++] = next;
        }
    }
    *found = goal != UINT32_MAX;
    memset(numbers, 0, a->tracks * sizeof *numbers);
    for (unsigned n = 0; *found && goal != a->start; goal = from[goal], n++) {
        unsigned char digits[AUTOMATA_TRACKS_MAX];
        automata_letter_digits(c, a->tracks, letter[goal], digits);
        for (unsigned i = 0; i < a->tracks; i++)
            numbers[i] += digits[i] * automata_unit(&c->numeration, n);
    }
    handle_free(c->g, order, 3 * a->states * sizeof *order);
    return GRUNDY_OK;
}

grundy_status automata_same(const automata *c, const automaton *a, const automaton *b, bool *same, uint64_t *numbers)
{
    automaton d;
    bool found;
    TRY(automata_combine(c, a, b, AUTOMATA_DIFFER, &d));
    grundy_status status = automata_least(c, &d, numbers, &found);
    automaton_close(c, &d);
    if (status == GRUNDY_OK)
        *same = !found;
    return status;
}

bool automata_accepts(const automata *c, const automaton *a, const uint64_t *numbers)
{
    unsigned char digits[AUTOMATA_TRACKS_MAX][AUTOMATA_DIGITS_MAX];
    unsigned length[AUTOMATA_TRACKS_MAX] = {0}, most = 0;
    for (unsigned i = 0; i < a->tracks; i++) {
        length[i] = automata_write(&c->numeration, numbers[i], digits[i]);
        most = length[i] > most ? length[i] : most;
    }
    uint32_t state = a->start;
    for (unsigned n = most; n-- > 0;) {
        size_t letter = 0;
        for (unsigned i = a->tracks; i-- > 0;)
            letter = letter * c->numeration.digits + (n < length[i] ? digits[i][n] : 0);
        state = a->next[state * a->letters + letter];
    }
    return a->accepts[state];
}

size_t automata_dead(const automaton *a)
{
    for (size_t s = 0; s < a->states; s++) {
        bool stays = !a->accepts[s];
        for (size_t l = 0; stays && l < a->letters; l++)
            stays = a->next[s * a->letters + l] == s;
        if (stays)
            return 1;
    }
    return 0;
}
