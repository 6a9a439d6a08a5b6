/* octal_help.c - common heaps that help to show that no rare value is missing
 *
 * A common heap of value u gives heap n an option of the rare value w when heap n-a has the value u xor w. How often that
 * is so is known from the values so far. Heaps are chosen greedily: each next one is of the value that is most likely to bring
 * a rare value that is still missing. Taken as they come, some rare values would stay rarely hit, and there would have to
 * be several times as many heaps. */
#include <string.h>

#include "rulesets/octal/octal_state.h"

enum {
    HEAPS_MOST = OCTAL_AHEAD_FROM / 4,
    HELP_MOST = 2048,
    COPIES = 4,
    FOLDED_MOST = 32 * OCTAL_WORDS_MAX,
    CHOOSE_FROM = 1 << 14
};

/* When so little is missing in all, the choice begins anew: values that depend on each other may need more heaps. */
#define MISSING_LEAST 0.01F

typedef struct {
    float share[FOLDED_MOST];    /* of the common heaps that have this value */
    float missing[FOLDED_MOST];  /* how likely it is that the rare value is in no option */
    uint64_t first[FOLDED_MOST]; /* the least heap of this value that has not been chosen; 0: none */
    uint64_t next[HEAPS_MOST];   /* the next heap of the same value; 0: none */
    unsigned values;
} help_choice;

static void find_shares(const octal_sequence *s, help_choice *c)
{
    float all = 0;
    for (unsigned v = 0; v < s->bound; v++) {
        float heaps = (float)(s->often[v] - s->often_before[v]);
        unsigned x = octal_fold(&s->block, v);
        if (octal_is_rare(s->form, v) || x >= c->values)
            continue;
        c->share[x] = heaps;
        all += heaps;
    }
    for (unsigned x = 0; x < c->values; x++)
        c->share[x] /= all + 1;
}

static void find_heaps(const octal_sequence *s, help_choice *c, uint64_t first, uint64_t end)
{
    for (uint64_t n = end - 1; n >= first; n--) {
        unsigned v = s->values[n], x = octal_fold(&s->block, v);
        if (octal_is_rare(s->form, v) || x >= c->values)
            continue;
        c->next[n] = c->first[x];
        c->first[x] = n;
    }
}

/* The value whose heap brings most of what is missing; c->values when no heaps are left. */
static unsigned best_value(const help_choice *c)
{
    unsigned best = c->values;
    float most = -1;
    for (unsigned u = 0; u < c->values; u++) {
        float brought = 0;
        if (c->first[u] == 0)
            continue;
        for (unsigned w = 0; w < c->values; w++) {
            brought += c->missing[w] * c->share[u ^ w]; /* 0 beyond the values */
        }
        if (brought > most) {
            most = brought;
            best = u;
        }
    }
    return best;
}

static void octal_help_restart(help_choice *c)
{
    for (unsigned w = 0; w < c->values; w++)
        c->missing[w] = 1;
}

/* Take a few heaps of this value. */
static grundy_status take_heaps(grundy *g, octal_sequence *s, help_choice *c, unsigned u)
{
    float missing = 0;
    unsigned taken = 0;
    for (; taken < COPIES && c->first[u] != 0; taken++) {
        TRY(octal_rares_add(g, &s->block.help, c->first[u], (uint16_t)u));
        c->first[u] = c->next[c->first[u]];
    }
    for (unsigned w = 0; w < c->values; w++) {
        for (unsigned i = 0; i < taken; i++)
            c->missing[w] *= 1 - c->share[u ^ w];
        missing += c->missing[w];
    }
    if (missing < MISSING_LEAST)
        octal_help_restart(c);
    return GRUNDY_OK;
}

static grundy_status octal_help_choose(grundy *g, octal_sequence *s, help_choice *c, uint64_t end)
{
    c->values = 32 * s->block.words;
    find_shares(s, c);
    find_heaps(s, c, s->block.far ? OCTAL_AHEAD : OCTAL_LANES, end);
    octal_help_restart(c);
    while (s->block.help.count < HELP_MOST) {
        unsigned u = best_value(c);
        if (u >= c->values)
            break;
        TRY(take_heaps(g, s, c, u));
    }
    return GRUNDY_OK;
}

grundy_status octal_help_list(grundy *g, octal_sequence *s)
{
    octal_rares *help = &s->block.help;
    grundy_status status = GRUNDY_OK;
    uint64_t end = s->count / 4 < HEAPS_MOST ? s->count / 4 : HEAPS_MOST;
    help->count = 0;
    s->block.far = s->count >= OCTAL_AHEAD_FROM;
    if (s->count < CHOOSE_FROM) {
        for (uint64_t n = OCTAL_LANES; n < end; n++)
            if (!octal_is_rare(s->form, s->values[n]))
                TRY(octal_rares_add(g, help, n, (uint16_t)octal_fold(&s->block, s->values[n])));
        return GRUNDY_OK;
    }
    help_choice *c = handle_new(g, 1, sizeof *c, &status);
    if (c == NULL)
        return status;
    status = octal_help_choose(g, s, c, end);
    handle_free(g, c, sizeof *c);
    return status;
}
