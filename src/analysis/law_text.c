#include "analysis/law_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 1 << 20, NO_STATE = -1 };

/* ---- numerations ---- */

static void law_text_numeration(const automata_numeration *n, char *out, size_t size)
{
    if (n->b == 0)
        snprintf(out, size, "msd_2");
    else if (n->digits == 2)
        snprintf(out, size, "msd_fib");
    else
        snprintf(out, size, "msd_metallic_%u", n->digits - 1);
}

static bool law_text_find_numeration(const char *word, automata_numeration *out)
{
    char name[32];
    if (strcmp(word, "msd_2") == 0)
        return automata_numeration_find("base:2", out);
    if (strcmp(word, "msd_fib") == 0)
        return automata_numeration_find("fibonacci", out);
    if (strncmp(word, "msd_metallic_", 13) != 0)
        return false;
    snprintf(name, sizeof name, "metallic:%.8s", word + 13);
    return automata_numeration_find(name, out);
}

/* ---- writing ---- */

static uint32_t law_text_dead(const automaton *a)
{
    for (uint32_t s = 0; s < a->states; s++) {
        bool stays = !a->accepts[s];
        for (size_t l = 0; stays && l < a->letters; l++)
            stays = a->next[s * a->letters + l] == s;
        if (stays)
            return s;
    }
    return UINT32_MAX;
}

/* States are numbered as they are met from the start on; the dead one gets no number. */
static grundy_status law_text_order(const automata *c, const automaton *a, uint32_t **order, uint32_t **number,
                                    size_t *count)
{
    grundy_status status = GRUNDY_OK;
    const uint32_t dead = law_text_dead(a);
    uint32_t *both = handle_new(c->g, a->states, 2 * sizeof *both, &status);
    if (both == NULL)
        return status;
    *order = both;
    *number = both + a->states;
    memset(*number, 0xff, a->states * sizeof **number);
    *count = 0;
    if (a->start != dead) {
        (*number)[a->start] = 0;
        (*order)[(*count)++] = a->start;
    }
    for (size_t i = 0; i < *count; i++)
        for (size_t l = 0; l < a->letters; l++) {
            uint32_t next = a->next[(*order)[i] * a->letters + l];
            if (next == dead || (*number)[next] != UINT32_MAX)
                continue;
            (*number)[next] = (uint32_t)*count;
            (*order)[(*count)++] = next;
        }
    return GRUNDY_OK;
}

static grundy_status law_text_letter(const automata *c, const automaton *a, size_t letter, const char *between,
                                     grundy_buffer *out)
{
    for (unsigned i = 0; i < a->tracks; i++, letter /= c->numeration.digits)
        TRY(grundy_appendf(out, "%s%zu", i == 0 ? "" : between, letter % c->numeration.digits));
    return GRUNDY_OK;
}

static grundy_status law_text_state(const automata *c, const automaton *a, uint32_t s, const uint32_t *number,
                                    grundy_buffer *out)
{
    TRY(grundy_appendf(out, "\n%" PRIu32 " %d\n", number[s], a->accepts[s]));
    for (size_t l = 0; l < a->letters; l++) {
        uint32_t next = number[a->next[s * a->letters + l]];
        if (next == UINT32_MAX)
            continue;
        TRY(law_text_letter(c, a, l, " ", out));
        TRY(grundy_appendf(out, " -> %" PRIu32 "\n", next));
    }
    return GRUNDY_OK;
}

grundy_status law_text_write(const automata *c, const automaton *a, grundy_buffer *out)
{
    char name[32];
    uint32_t *order, *number;
    size_t count;
    law_text_numeration(&c->numeration, name, sizeof name);
    TRY(law_text_order(c, a, &order, &number, &count));
    grundy_status status = GRUNDY_OK;
    for (unsigned i = 0; status == GRUNDY_OK && i < a->tracks; i++)
        status = grundy_appendf(out, "%s%s", i == 0 ? "" : " ", name);
    if (status == GRUNDY_OK)
        status = grundy_append(out, "\n", 1);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = law_text_state(c, a, order[i], number, out);
    handle_free(c->g, order, 2 * a->states * sizeof *order);
    return status;
}

static grundy_status law_dot_state(const automata *c, const automaton *a, uint32_t s, const uint32_t *number,
                                   grundy_buffer *out)
{
    TRY(grundy_appendf(out, "  %" PRIu32 " [shape=%s];\n", number[s], a->accepts[s] ? "doublecircle" : "circle"));
    for (size_t l = 0; l < a->letters; l++) {
        uint32_t next = number[a->next[s * a->letters + l]];
        if (next == UINT32_MAX)
            continue;
        TRY(grundy_appendf(out, "  %" PRIu32 " -> %" PRIu32 " [label=\"", number[s], next));
        TRY(law_text_letter(c, a, l, ",", out));
        TRY(grundy_appendf(out, "\"];\n"));
    }
    return GRUNDY_OK;
}

grundy_status law_text_dot(const automata *c, const automaton *a, grundy_buffer *out)
{
    uint32_t *order, *number;
    size_t count;
    TRY(law_text_order(c, a, &order, &number, &count));
    grundy_status status = grundy_appendf(out, "digraph law {\n  rankdir=LR;\n");
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++)
        status = law_dot_state(c, a, order[i], number, out);
    if (status == GRUNDY_OK)
        status = grundy_appendf(out, "}\n");
    handle_free(c->g, order, 2 * a->states * sizeof *order);
    return status;
}

/* ---- reading ---- */

typedef struct {
    automata *c;
    const char *at;
    unsigned line, heaps;
    size_t letters;
    grundy_buffer next;    /* int32_t: of each state with each letter */
    grundy_buffer accepts; /* a byte each */
} law_reader;

static grundy_status law_text_bad(const law_reader *r, const char *expected)
{
    return grundy_fail(r->c->g, GRUNDY_PARSE, "the automaton, line %u: expected %s", r->line, expected);
}

/* The next word on the line; false at its end. */
static bool law_text_word(law_reader *r, char *word, size_t size)
{
    size_t length = 0;
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')
        r->at++;
    while (*r->at != '\0' && strchr(" \t\r\n", *r->at) == NULL) {
        if (length + 1 < size)
            word[length++] = *r->at;
        r->at++;
    }
    word[length] = '\0';
    return length > 0;
}

/* Go to the next line that is not empty; false at the end of the text. */
static bool law_text_line(law_reader *r)
{
    while (strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0')
        r->line += *r->at++ == '\n';
    return *r->at != '\0';
}

static grundy_status law_text_number(law_reader *r, const char *expected, uint64_t most, uint64_t *out)
{
    char word[24], *end;
    if (!law_text_word(r, word, sizeof word) || word[0] < '0' || word[0] > '9')
        return law_text_bad(r, expected);
    *out = strtoull(word, &end, 10);
    return *end == '\0' && *out <= most ? GRUNDY_OK : law_text_bad(r, expected);
}

static grundy_status law_text_end_line(law_reader *r)
{
    char word[8];
    return law_text_word(r, word, sizeof word) ? law_text_bad(r, "the end of the line") : GRUNDY_OK;
}

static grundy_status law_text_head(law_reader *r)
{
    char word[32], first[32];
    law_text_line(r);
    for (unsigned i = 0; i < r->heaps; i++) {
        if (!law_text_word(r, word, sizeof word) || !law_text_find_numeration(word, &r->c->numeration))
            return law_text_bad(r, "msd_2, msd_fib, or msd_metallic_2 to msd_metallic_9, once for each heap");
        if (i == 0)
            memcpy(first, word, sizeof first);
        else if (strcmp(first, word) != 0)
            return law_text_bad(r, "the same numeration for all heaps");
    }
    r->letters = 1;
    for (unsigned i = 0; i < r->heaps; i++)
        r->letters *= r->c->numeration.digits;
    return r->letters > AUTOMATA_LETTERS_MAX ? law_text_bad(r, "a numeration with fewer digits") : law_text_end_line(r);
}

/* Digits have been read up to the arrow, `letter` of them; the next state. */
static grundy_status law_text_arrow(law_reader *r, size_t letter)
{
    char word[8];
    uint64_t to;
    if (!law_text_word(r, word, sizeof word) || strcmp(word, "->") != 0)
        return law_text_bad(r, "->");
    TRY(law_text_number(r, "the number of a state", STATES_MAX, &to));
    if (r->accepts.size == 0)
        return law_text_bad(r, "a state before its arrows");
    int32_t next = (int32_t)to;
    memcpy(r->next.data + ((r->accepts.size - 1) * r->letters + letter) * sizeof next, &next, sizeof next);
    return law_text_end_line(r);
}

static grundy_status law_text_row(law_reader *r)
{
    const char *start = r->at;
    char word[24];
    unsigned words = 0;
    bool arrow = false;
    uint64_t n, accepts;
    while (law_text_word(r, word, sizeof word)) {
        words++;
        arrow = arrow || strcmp(word, "->") == 0;
    }
    r->at = start;
    if (arrow) {
        size_t letter = 0, power = 1;
        for (unsigned i = 0; i < r->heaps; i++, power *= r->c->numeration.digits) {
            TRY(law_text_number(r, "a digit for each heap", r->c->numeration.digits - 1, &n));
            letter += (size_t)n * power;
        }
        return law_text_arrow(r, letter);
    }
    TRY(law_text_number(r, "the number of a state, or digits and ->", STATES_MAX, &n));
    TRY(law_text_number(r, "1 or 0", 1, &accepts));
    if (n != r->accepts.size)
        return law_text_bad(r, "states numbered 0, 1, 2, ... in order");
    unsigned char byte = (unsigned char)accepts;
    const int32_t none = NO_STATE;
    for (size_t l = 0; l < r->letters; l++)
        TRY(grundy_append(&r->next, &none, sizeof none));
    TRY(grundy_append(&r->accepts, &byte, 1));
    return law_text_end_line(r);
}

static grundy_status law_text_step(void *context, grundy_bytes state, const unsigned char *digits, grundy_buffer *next)
{
    const law_reader *r = context;
    int32_t at, to = NO_STATE;
    size_t letter = 0;
    memcpy(&at, state.data, sizeof at);
    for (unsigned i = r->heaps; i-- > 0;)
        letter = letter * r->c->numeration.digits + digits[i];
    if (at != NO_STATE)
        memcpy(&to, r->next.data + ((size_t)at * r->letters + letter) * sizeof to, sizeof to);
    return grundy_append(next, &to, sizeof to);
}

static bool law_text_accepts(void *context, grundy_bytes state)
{
    const law_reader *r = context;
    int32_t at;
    memcpy(&at, state.data, sizeof at);
    return at != NO_STATE && r->accepts.data[at] == 1;
}

static grundy_status law_text_rows(law_reader *r)
{
    TRY(law_text_head(r));
    while (law_text_line(r))
        TRY(law_text_row(r));
    if (r->accepts.size == 0)
        return law_text_bad(r, "a state");
    for (size_t i = 0; i < r->next.size; i += sizeof(int32_t)) {
        int32_t to;
        memcpy(&to, r->next.data + i, sizeof to);
        if (to != NO_STATE && (size_t)to >= r->accepts.size)
            return grundy_fail(r->c->g, GRUNDY_PARSE,
                               "the automaton: an arrow leads to the state %" PRId32 ", which is not there", to);
    }
    /* Leading zeros must not matter: else it is not said which numbers are accepted. */
    int32_t zero;
    memcpy(&zero, r->next.data, sizeof zero);
    return zero == 0
               ? GRUNDY_OK
               : grundy_fail(r->c->g, GRUNDY_PARSE, "the automaton: expected zeros to lead from the state 0 to itself");
}

grundy_status law_text_read(automata *c, const char *text, unsigned heaps, automaton *out)
{
    static const unsigned char tracks[AUTOMATA_TRACKS_MAX] = {0, 1, 2, 3, 4, 5};
    law_reader r = {.c = c, .at = text, .line = 1, .heaps = heaps};
    r.next = grundy_buffer_open(c->g);
    r.accepts = grundy_buffer_open(c->g);
    const automata_rule rule = {law_text_step, law_text_accepts, &r};
    const int32_t start = 0;
    grundy_status status = law_text_rows(&r);
    if (status == GRUNDY_OK)
        status =
            automata_explore(c, tracks, heaps, (grundy_bytes){(const unsigned char *)&start, sizeof start}, &rule, out);
    grundy_buffer_close(&r.next);
    grundy_buffer_close(&r.accepts);
    return status;
}
