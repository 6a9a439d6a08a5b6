#include "solvers/quotients/lookahead.h"

#include <string.h>

enum { LOST = 1, WON };

/* A sum at hand, and which option comes next. */
typedef struct {
    uint32_t vector, generator, option;
} frame;

typedef struct {
    lookahead *l;
    numbering *options;
} option_reader;

static grundy_status lookahead_read_option(void *to, const uint32_t *word, size_t length)
{
    const option_reader *o = to;
    const vectors *v = o->l->v;
    uint32_t number;
    memset(o->l->scratch, 0, v->size);
    TRY(vector_add_word(v, o->l->scratch, word, length));
    TRY(relations_reduce(v->known->g, o->l->held, o->l->scratch, v->size));
    return numbering_add(o->options, (grundy_bytes){o->l->scratch, v->size}, &number);
}

grundy_status lookahead_open(const vectors *v, const uint64_t *won, const relations *held, arena *a, lookahead *out)
{
    grundy *g = v->known->g;
    grundy_status status = GRUNDY_OK;
    const component_source *source = v->known->source;
    *out = (lookahead){.v = v, .won = won, .held = held, .vectors = numbering_open(g)};
    out->answers = grundy_buffer_open(g);
    out->frames = grundy_buffer_open(g);
    out->scratch = arena_new(a, 3 * v->size + 1, 1, &status);
    out->options = arena_new(a, v->n + 1, sizeof *out->options, &status);
    if (out->scratch == NULL || out->options == NULL)
        return status;
    for (uint32_t i = 0; i < v->n; i++)
        out->options[i] = numbering_open(g);
    for (uint32_t i = 0; i < v->n && status == GRUNDY_OK; i++)
        status = source->options(source->context, v->generators[i], lookahead_read_option,
                                 &(option_reader){out, &out->options[i]});
    return status;
}

void lookahead_close(lookahead *l)
{
    if (l->v == NULL)
        return;
    for (uint32_t i = 0; l->options != NULL && i < l->v->n; i++)
        numbering_close(&l->options[i]);
    numbering_close(&l->vectors);
    grundy_buffer_close(&l->answers);
    grundy_buffer_close(&l->frames);
    *l = (lookahead){.v = NULL};
}

uint32_t lookahead_element(const vectors *v, const uint8_t *vector)
{
    uint32_t x = 0;
    for (uint32_t i = 0; i < v->n; i++)
        for (unsigned k = 0; k < vector[v->n - 1 - i]; k++)
            x = image_times(v->known, x, v->known->values[v->generators[i]]);
    return x;
}

/* The number of the sum in scratch, reduced; a new one that is won at once has its answer. */
static grundy_status lookahead_number(lookahead *l, uint32_t *out)
{
    const vectors *v = l->v;
    const size_t before = numbering_count(&l->vectors);
    TRY(relations_reduce(v->known->g, l->held, l->scratch, v->size));
    TRY(numbering_add(&l->vectors, (grundy_bytes){l->scratch, v->size}, out));
    if (*out < before)
        return GRUNDY_OK;
    const uint8_t answer = bits_has(l->won, lookahead_element(v, l->scratch)) ? WON : 0;
    if (before % 1024 == 0)
        TRY(grundy_check(v->known->g));
    return grundy_append(&l->answers, &answer, 1);
}

/* Put the next option of the sum on top into scratch, if there is one. */
static grundy_status lookahead_next_option(lookahead *l, frame *top, bool *found)
{
    const vectors *v = l->v;
    const uint8_t *whole = numbering_at(&l->vectors, top->vector).data;
    *found = false;
    for (; top->generator < v->n; top->generator++, top->option = 0) {
        const size_t place = v->n - 1 - top->generator;
        const numbering *options = &l->options[top->generator];
        if (whole[place] == 0 || top->option >= numbering_count(options))
            continue;
        memcpy(l->scratch, whole, v->size);
        l->scratch[place]--;
        *found = true;
        return vector_add(v->known->g, l->scratch, numbering_at(options, top->option).data, v->size);
    }
    return GRUNDY_OK;
}

static frame *lookahead_top(lookahead *l)
{
    return (frame *)(void *)(l->frames.data + l->frames.size) - 1;
}

/* Look at the next option of the sum on top. */
static grundy_status lookahead_advance(lookahead *l)
{
    frame *top = lookahead_top(l);
    uint32_t number;
    bool found;
    TRY(lookahead_next_option(l, top, &found));
    if (!found) {
        l->answers.data[top->vector] = LOST;
        l->frames.size -= sizeof *top;
        return GRUNDY_OK;
    }
    TRY(lookahead_number(l, &number));
    top = lookahead_top(l);
    if (l->answers.data[number] == 0)
        return grundy_append(&l->frames, &(frame){.vector = number}, sizeof *top);
    if (l->answers.data[number] == WON) {
        top->option++;
        return GRUNDY_OK;
    }
    l->answers.data[top->vector] = WON;
    l->frames.size -= sizeof *top;
    return GRUNDY_OK;
}

grundy_status lookahead_lost(lookahead *l, const uint8_t *vector, bool *lost)
{
    uint32_t number;
    memcpy(l->scratch, vector, l->v->size);
    TRY(lookahead_number(l, &number));
    l->frames.size = 0;
    if (l->answers.data[number] == 0)
        TRY(grundy_append(&l->frames, &(frame){.vector = number}, sizeof(frame)));
    while (l->frames.size > 0)
        TRY(lookahead_advance(l));
    *lost = l->answers.data[number] == LOST;
    return GRUNDY_OK;
}

grundy_status lookahead_lost_at_once(lookahead *l, const uint8_t *vector, bool *lost)
{
    const vectors *v = l->v;
    uint8_t *option = l->scratch + 2 * v->size;
    *lost = !bits_has(l->won, lookahead_element(v, vector));
    for (uint32_t i = 0; i < v->n && *lost; i++) {
        const size_t place = v->n - 1 - i;
        for (size_t k = 0; vector[place] > 0 && k < numbering_count(&l->options[i]) && *lost; k++) {
            bool option_lost;
            memcpy(option, vector, v->size);
            option[place]--;
            TRY(vector_add(v->known->g, option, numbering_at(&l->options[i], k).data, v->size));
            TRY(lookahead_lost(l, option, &option_lost));
            *lost = !option_lost;
        }
    }
    return GRUNDY_OK;
}
