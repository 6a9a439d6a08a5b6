#include "analysis/law_learn.h"

#include <string.h>

#include "analysis/law_moves.h"

enum { TAIL_MAX = 12, BITS_MAX = 20000, NO_STATE = -1 };

/* A beginning: each heap is p U_t + q U_{t-1} more than what t further digits are worth. */
typedef struct {
    uint64_t p[LAW_HEAPS_MAX], q[LAW_HEAPS_MAX];
    unsigned length;
    unsigned char waiting;  /* on which tracks a 0 has to follow */
    unsigned tails;         /* lengths 0 .. tails-1 of ends that the table reaches */
    unsigned char *answers; /* for all ends of length 0, of length 1, ... */
} beginning;

typedef struct {
    const automata *c;
    const law_table *t;
    unsigned longest;             /* words of so many digits are in the table */
    uint64_t unit[TAIL_MAX + 2];  /* U_0, U_1, ... */
    size_t answers[TAIL_MAX + 1]; /* how many there are for ends shorter than this */
    unsigned tails_most;
    size_t letters;
    grundy_buffer states; /* beginning each */
    grundy_buffer next;   /* int32_t: of each state with each letter */
} learner;

static beginning *learner_state(const learner *l, size_t i)
{
    return (beginning *)(void *)l->states.data + i;
}

static uint64_t learner_before(const learner *l, unsigned t)
{
    return t > 0 ? l->unit[t - 1] : (uint64_t)l->c->numeration.before;
}

/* Is the word in the set that goes on with `end`, written in t digits on each track? */
static unsigned char learner_answer(const learner *l, const beginning *b, unsigned t, const uint64_t *end)
{
    const automata_numeration *n = &l->c->numeration;
    size_t cell = 0;
    for (unsigned i = 0; i < l->t->heaps; i++) {
        bool waits = b->waiting >> i & 1;
        if (waits && (t == 0 ? !n->ends_greatest : end[i] >= l->unit[t - 1]))
            return 0;
        uint64_t heap = b->p[i] * l->unit[t] + b->q[i] * learner_before(l, t) + end[i];
        cell = cell * (size_t)l->t->size + (size_t)heap;
    }
    return l->t->cell[cell];
}

/* All answers of a beginning. */
static grundy_status learner_ask(const learner *l, beginning *b)
{
    grundy_status status = GRUNDY_OK;
    b->tails = l->longest - b->length + 1;
    b->tails = b->tails < l->tails_most ? b->tails : l->tails_most;
    b->answers = handle_new(l->c->g, l->answers[b->tails], 1, &status);
    if (b->answers == NULL)
        return status;
    size_t at = 0;
    for (unsigned t = 0; t < b->tails; t++) {
        uint64_t end[LAW_HEAPS_MAX] = {0};
        for (size_t count = l->answers[t + 1] - l->answers[t]; count > 0; count--) {
            b->answers[at++] = learner_answer(l, b, t, end);
            for (unsigned i = 0; i < l->t->heaps && ++end[i] == l->unit[t]; i++)
                end[i] = 0;
        }
    }
    return grundy_check(l->c->g);
}

/* Follow a letter; false when the word is not valid. */
static bool learner_follow(const learner *l, const beginning *from, size_t letter, beginning *out)
{
    const automata_numeration *n = &l->c->numeration;
    *out = (beginning){.length = from->length + 1};
    for (unsigned i = 0; i < l->t->heaps; i++, letter /= n->digits) {
        uint64_t digit = letter % n->digits;
        if ((from->waiting >> i & 1) && digit > 0)
            return false;
        if (n->limited && digit + 1 == n->digits)
            out->waiting = (unsigned char)(out->waiting | 1U << i);
        out->p[i] = (uint64_t)n->a * from->p[i] + from->q[i] + digit;
        out->q[i] = (uint64_t)n->b * from->p[i];
    }
    return true;
}

/* The known state that gives the same answers as far as both are known, with most of them; NO_STATE if none does. */
static int32_t learner_match(const learner *l, const beginning *b, size_t count)
{
    int32_t best = NO_STATE;
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        const beginning *other = learner_state(l, i);
        unsigned tails = other->tails < b->tails ? other->tails : b->tails;
        if (tails > most && memcmp(other->answers, b->answers, l->answers[tails]) == 0) {
            best = (int32_t)i;
            most = tails;
        }
    }
    return best;
}

/* Find where a letter leads from state i, a new state if need be. */
static grundy_status learner_letter(learner *l, size_t i, size_t letter, size_t most)
{
    beginning b;
    int32_t to = NO_STATE;
    size_t count = l->states.size / sizeof b;
    if (i == 0 && letter == 0) {
        to = 0; /* leading zeros */
    } else if (learner_follow(l, learner_state(l, i), letter, &b)) {
        if (b.length >= l->longest || count > most)
            return GRUNDY_LIMIT;
        grundy_status status = learner_ask(l, &b);
        to = status == GRUNDY_OK ? learner_match(l, &b, count) : NO_STATE;
        if (status == GRUNDY_OK && to == NO_STATE) {
            to = (int32_t)count;
            status = grundy_append(&l->states, &b, sizeof b);
        }
        if (status != GRUNDY_OK || to != (int32_t)count)
            handle_free(l->c->g, b.answers, b.answers == NULL ? 0 : l->answers[b.tails]);
        TRY(status);
    }
    return grundy_append(&l->next, &to, sizeof to);
}

static grundy_status learner_step(void *context, grundy_bytes state, const unsigned char *digits, grundy_buffer *next)
{
    const learner *l = context;
    int32_t at, to = NO_STATE;
    size_t letter = 0;
    memcpy(&at, state.data, sizeof at);
    for (unsigned i = l->t->heaps; i-- > 0;)
        letter = letter * l->c->numeration.digits + digits[i];
    if (at != NO_STATE)
        memcpy(&to, l->next.data + ((size_t)at * l->letters + letter) * sizeof to, sizeof to);
    return grundy_append(next, &to, sizeof to);
}

static bool learner_accepts(void *context, grundy_bytes state)
{
    const learner *l = context;
    int32_t at;
    memcpy(&at, state.data, sizeof at);
    return at != NO_STATE && learner_state(l, (size_t)at)->answers[0];
}

static grundy_status learner_run(learner *l, size_t most, automaton *out)
{
    static const unsigned char tracks[LAW_HEAPS_MAX] = {0, 1, 2};
    beginning start = {.length = 0};
    grundy_status status = learner_ask(l, &start);
    if (status == GRUNDY_OK)
        status = grundy_append(&l->states, &start, sizeof start);
    if (status != GRUNDY_OK) {
        handle_free(l->c->g, start.answers, start.answers == NULL ? 0 : l->answers[start.tails]);
        return status;
    }
    for (size_t i = 0; i < l->states.size / sizeof(beginning); i++)
        for (size_t letter = 0; letter < l->letters; letter++)
            TRY(learner_letter(l, i, letter, most));
    const automata_rule rule = {learner_step, learner_accepts, l};
    const int32_t first = 0;
    return automata_explore(l->c, tracks, l->t->heaps, (grundy_bytes){(const unsigned char *)&first, sizeof first},
                            &rule, out);
}

/* How long words may be, and how many ends of each length there are. */
static bool learner_measure(learner *l, uint64_t limit)
{
    const automata_numeration *n = &l->c->numeration;
    while (automata_unit(n, l->longest + 1) <= limit)
        l->longest++;
    for (unsigned t = 0; t <= TAIL_MAX + 1; t++)
        l->unit[t] = automata_unit(n, t);
    for (l->tails_most = 0; l->tails_most < TAIL_MAX; l->tails_most++) {
        size_t ends = 1;
        for (unsigned i = 0; i < l->t->heaps; i++)
            ends *= (size_t)l->unit[l->tails_most];
        l->answers[l->tails_most + 1] = l->answers[l->tails_most] + ends;
        if (l->tails_most > 1 && l->answers[l->tails_most + 1] > BITS_MAX)
            break;
    }
    l->letters = 1;
    for (unsigned i = 0; i < l->t->heaps; i++)
        l->letters *= n->digits;
    return l->longest > 2;
}

grundy_status law_learn(const automata *c, const law_table *t, uint64_t limit, size_t most, automaton *out,
                        size_t *states)
{
    learner l = {.c = c, .t = t};
    *states = 0;
    if (!learner_measure(&l, limit < t->size ? limit : t->size))
        return GRUNDY_LIMIT;
    l.states = grundy_buffer_open(c->g);
    l.next = grundy_buffer_open(c->g);
    grundy_status status = learner_run(&l, most, out);
    *states = l.states.size / sizeof(beginning);
    for (size_t i = 0; i < *states; i++)
        handle_free(c->g, learner_state(&l, i)->answers, l.answers[learner_state(&l, i)->tails]);
    grundy_buffer_close(&l.next);
    grundy_buffer_close(&l.states);
    return status;
}

grundy_status law_fits(const automata *c, const automaton *a, const law_table *t, bool *fits, uint64_t *heaps)
{
    size_t cells = 1;
    for (unsigned i = 0; i < t->heaps; i++) {
        cells *= (size_t)t->size;
        heaps[i] = 0;
    }
    for (size_t cell = 0; cell < cells; cell++) {
        *fits = automata_accepts(c, a, heaps) == t->cell[cell];
        if (!*fits)
            return GRUNDY_OK;
        for (unsigned i = t->heaps; i-- > 0 && ++heaps[i] == t->size;)
            heaps[i] = 0;
        if (cell % 4096 == 4095)
            TRY(grundy_check(c->g));
    }
    *fits = true;
    return GRUNDY_OK;
}
