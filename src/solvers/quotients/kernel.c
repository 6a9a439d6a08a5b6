#include "solvers/quotients/kernel.h"

#include <string.h>

#include "solvers/quotients/lookahead.h"
#include "solvers/quotients/transitions.h"

typedef struct {
    grundy *g;
    const image *known;
    const uint64_t *won;
    uint32_t most;
    grundy_buffer freed; /* uint32_t each: components that are no generators of `known`, but now count as such */
    numbering dropped;   /* the left words of relations of `known` that do not hold */
    grundy_list tests;   /* words, the empty one first */
} kernel;

/* One look for elements and relations. */
typedef struct {
    kernel *k;
    arena *a;
    vectors v;
    relations held, all; /* relations of `known` that may hold; these, and those that were found */
    lookahead look;
    numbering elements;  /* least vectors, by their numbers */
    numbering marks;     /* what tells elements apart: its number is the element's */
    grundy_buffer tests; /* the tests as vectors */
    uint8_t *u, *w;      /* scratch */
    bool changed;        /* something was learnt: look anew */
} attempt;

/* ---- what is known to be wrong ---- */

static bool kernel_is_freed(const kernel *k, uint32_t component)
{
    const uint32_t *freed = (const uint32_t *)(const void *)k->freed.data;
    for (size_t i = 0; i < k->freed.size / sizeof *freed; i++)
        if (freed[i] == component)
            return true;
    return false;
}

static grundy_status kernel_add_test(attempt *r, const uint8_t *vector)
{
    grundy_buffer word = grundy_buffer_open(r->k->g);
    grundy_status status = vector_word(&r->v, vector, &word);
    if (status == GRUNDY_OK)
        status = grundy_list_add(&r->k->tests, word.data, word.size);
    grundy_buffer_close(&word);
    r->changed = true;
    return status;
}

static grundy_status kernel_drop(attempt *r, const uint8_t *left)
{
    grundy_buffer word = grundy_buffer_open(r->k->g);
    uint32_t number;
    grundy_status status = vector_word(&r->v, left, &word);
    if (status == GRUNDY_OK)
        status = numbering_add(&r->k->dropped, grundy_buffer_bytes(&word), &number);
    grundy_buffer_close(&word);
    r->changed = true;
    return status;
}

/* ---- generators and the relations of what is known ---- */

static grundy_status kernel_generators(attempt *r)
{
    const image *i = r->k->known;
    grundy_status status = GRUNDY_OK;
    r->v.known = i;
    r->v.generators = arena_new(r->a, i->components + 1, sizeof(uint32_t), &status);
    r->v.places = arena_new(r->a, i->components + 1, sizeof(uint32_t), &status);
    if (r->v.generators == NULL || r->v.places == NULL)
        return status;
    for (uint32_t c = 1; c <= i->components; c++)
        if (image_is_generator(i, c) || kernel_is_freed(r->k, c))
            r->v.generators[r->v.n++] = c;
    r->v.size = ((size_t)r->v.n + 7) / 8 * 8;
    for (uint32_t c = 0; c <= i->components; c++)
        r->v.places[c] = UINT32_MAX;
    for (uint32_t place = 0; place < r->v.n; place++)
        r->v.places[r->v.generators[place]] = r->v.n - 1 - place;
    r->u = arena_new(r->a, r->v.size + 1, 1, &status);
    r->w = arena_new(r->a, r->v.size + 1, 1, &status);
    return r->u == NULL || r->w == NULL ? status : GRUNDY_OK;
}

static grundy_status kernel_hold(attempt *r, uint32_t x, uint32_t g)
{
    const image *i = r->k->known;
    grundy_buffer left = grundy_buffer_open(r->k->g), right = grundy_buffer_open(r->k->g);
    grundy_status status = image_word(i, x, &left);
    if (status == GRUNDY_OK)
        status = grundy_append(&left, &i->generators[g], sizeof(uint32_t));
    if (status == GRUNDY_OK)
        status = image_word(i, monoid_step(&i->m, x, g), &right);
    memset(r->u, 0, r->v.size);
    memset(r->w, 0, r->v.size);
    if (status == GRUNDY_OK)
        status = vector_add_word(&r->v, r->u, (const uint32_t *)(const void *)left.data, left.size / sizeof(uint32_t));
    if (status == GRUNDY_OK)
        status =
            vector_add_word(&r->v, r->w, (const uint32_t *)(const void *)right.data, right.size / sizeof(uint32_t));
    if (status == GRUNDY_OK && numbering_find(&r->k->dropped, grundy_buffer_bytes(&left)) == UINT32_MAX)
        status = relations_add(&r->held, r->u, r->w, r->v.size);
    grundy_buffer_close(&left);
    grundy_buffer_close(&right);
    return status;
}

static grundy_status kernel_relations(attempt *r)
{
    const image *i = r->k->known;
    for (uint32_t x = 0; x < i->m.order; x++)
        for (uint32_t g = x == 0 ? 0 : i->m.last[x]; g < i->m.generators; g++)
            if (image_is_generator(i, i->generators[g]) && image_is_left(i, x, g))
                TRY(kernel_hold(r, x, g));
    return GRUNDY_OK;
}

static grundy_status kernel_tests(attempt *r)
{
    for (size_t t = 0; t < grundy_list_count(&r->k->tests); t++) {
        const grundy_bytes word = grundy_list_at(&r->k->tests, t);
        memset(r->u, 0, r->v.size);
        TRY(vector_add_word(&r->v, r->u, (const uint32_t *)(const void *)word.data, word.size / sizeof(uint32_t)));
        TRY(grundy_append(&r->tests, r->u, r->v.size));
    }
    return GRUNDY_OK;
}

static grundy_status kernel_begin(kernel *k, arena *a, attempt *out)
{
    *out = (attempt){.k = k, .a = a, .held = relations_open(k->g), .all = relations_open(k->g)};
    out->elements = numbering_open(k->g);
    out->marks = numbering_open(k->g);
    out->tests = grundy_buffer_open(k->g);
    TRY(kernel_generators(out));
    TRY(kernel_relations(out));
    TRY(kernel_tests(out));
    return lookahead_open(&out->v, k->won, &out->held, a, &out->look);
}

static void kernel_end(attempt *r)
{
    lookahead_close(&r->look);
    relations_close(&r->held);
    relations_close(&r->all);
    numbering_close(&r->elements);
    numbering_close(&r->marks);
    grundy_buffer_close(&r->tests);
}

/* ---- elements ---- */

/* The element of `known`, and for each test whether the vector with it is in the set. */
static grundy_status kernel_mark(attempt *r, const uint8_t *vector, grundy_buffer *mark)
{
    const uint32_t old = lookahead_element(&r->v, vector);
    mark->size = 0;
    TRY(grundy_append(mark, &old, sizeof old));
    for (size_t t = 0; t < grundy_list_count(&r->k->tests); t++) {
        bool lost;
        memcpy(r->w, vector, r->v.size);
        TRY(vector_add(r->k->g, r->w, r->tests.data + t * r->v.size, r->v.size));
        TRY(lookahead_lost(&r->look, r->w, &lost));
        TRY(grundy_append(mark, lost ? "P" : "N", 1));
    }
    return GRUNDY_OK;
}

/* Are all that the vector in u is a multiple of elements? */
static bool kernel_divisors_are_elements(attempt *r)
{
    bool all = true;
    for (uint32_t k = 0; k < r->v.n && all; k++) {
        if (r->u[k] == 0)
            continue;
        r->u[k]--;
        all = numbering_find(&r->elements, (grundy_bytes){r->u, r->v.size}) != UINT32_MAX;
        r->u[k]++;
    }
    return all;
}

/* The vector in u is a new element, or the left of a relation, or neither. */
static grundy_status kernel_try(attempt *r, grundy_buffer *mark)
{
    const size_t n = r->v.size;
    const size_t before = numbering_count(&r->elements);
    uint32_t number;
    if (!kernel_divisors_are_elements(r))
        return GRUNDY_OK;
    const uint32_t held = numbering_find(&r->held.lefts, (grundy_bytes){r->u, n});
    if (held != UINT32_MAX)
        return relations_add(&r->all, r->u, r->held.rights.data + held * n, n);
    TRY(kernel_mark(r, r->u, mark));
    TRY(numbering_add(&r->marks, grundy_buffer_bytes(mark), &number));
    if (number < before) {
        memcpy(r->w, numbering_at(&r->elements, number).data, n);
        return relations_add(&r->all, r->u, r->w, n);
    }
    if (before >= r->k->most)
        return grundy_fail(r->k->g, GRUNDY_LIMIT, "a quotient of more than %u elements", r->k->most);
    return numbering_add(&r->elements, (grundy_bytes){r->u, n}, &number);
}

static grundy_status kernel_elements(attempt *r)
{
    grundy_buffer mark = grundy_buffer_open(r->k->g);
    uint32_t number;
    memset(r->u, 0, r->v.size);
    grundy_status status = kernel_mark(r, r->u, &mark);
    if (status == GRUNDY_OK)
        status = numbering_add(&r->marks, grundy_buffer_bytes(&mark), &number);
    if (status == GRUNDY_OK)
        status = numbering_add(&r->elements, (grundy_bytes){r->u, r->v.size}, &number);
    for (uint32_t i = 0; i < r->v.n; i++)
        for (size_t from = 0, end = numbering_count(&r->elements); status == GRUNDY_OK && from < end;) {
            for (size_t e = from; status == GRUNDY_OK && e < end; e++) {
                memcpy(r->u, numbering_at(&r->elements, e).data, r->v.size);
                status = vector_add_one(r->k->g, r->u, r->v.n - 1 - i);
                if (status == GRUNDY_OK)
                    status = kernel_try(r, &mark);
            }
            from = end;
            end = numbering_count(&r->elements);
        }
    grundy_buffer_close(&mark);
    return status;
}

/* ---- learning from what does not agree ---- */

/* Reduce the vector in u; if on the way u with the context changes between in the set and not, a relation is wrong there:
 * what goes beside it becomes a test. */
static grundy_status kernel_trace(attempt *r, const uint8_t *context)
{
    const size_t n = r->v.size;
    bool before, after;
    memcpy(r->w, r->u, n);
    TRY(vector_add(r->k->g, r->w, context, n));
    TRY(lookahead_lost(&r->look, r->w, &before));
    for (;;) {
        const uint32_t number = relations_find(&r->all, r->u, n);
        if (number == UINT32_MAX)
            return GRUNDY_OK;
        const uint8_t *left = relations_left(&r->all, number);
        TRY(relations_apply(r->k->g, &r->all, number, r->u, n));
        memcpy(r->w, r->u, n);
        TRY(vector_add(r->k->g, r->w, context, n));
        TRY(lookahead_lost(&r->look, r->w, &after));
        if (after == before)
            continue;
        for (size_t k = 0; k < n; k++) /* back to what stood beside it */
            r->w[k] = (uint8_t)(r->w[k] - r->all.rights.data[number * n + k]);
        TRY(kernel_add_test(r, r->w));
        return numbering_find(&r->held.lefts, (grundy_bytes){left, n}) == UINT32_MAX ? GRUNDY_OK : kernel_drop(r, left);
    }
}

/* The products of the generators i and j with e differ with their order. */
static grundy_status kernel_learn_from_product(attempt *r, const monoid *m, uint32_t e, uint32_t i, uint32_t j)
{
    const size_t n = r->v.size;
    grundy_status status = GRUNDY_OK;
    uint8_t *context = arena_new(r->a, n + 1, 1, &status);
    for (size_t t = 0; status == GRUNDY_OK && !r->changed && t < grundy_list_count(&r->k->tests); t++)
        for (unsigned way = 0; status == GRUNDY_OK && !r->changed && way < 4; way++) {
            const uint32_t first = way % 2 == 0 ? i : j, second = way % 2 == 0 ? j : i;
            memcpy(context, r->tests.data + t * n, n);
            memcpy(r->u, numbering_at(&r->elements, way < 2 ? e : monoid_step(m, e, first)).data, n);
            status = vector_add_one(r->k->g, r->u, r->v.n - 1 - (way < 2 ? first : second));
            if (status == GRUNDY_OK && way < 2)
                status = vector_add_one(r->k->g, context, r->v.n - 1 - second);
            if (status == GRUNDY_OK)
                status = kernel_trace(r, context);
        }
    if (status == GRUNDY_OK && !r->changed)
        status = grundy_fail(r->k->g, GRUNDY_LIMIT, "the relations of a quotient do not close");
    return status;
}

/* Drop the relations of `known` that a test contradicts: by them the look ahead may see elements without end. */
static grundy_status kernel_suspect(attempt *r)
{
    const size_t n = r->v.size;
    for (uint32_t h = 0; h < numbering_count(&r->held.lefts); h++) {
        bool same = true;
        for (size_t t = 0; t < grundy_list_count(&r->k->tests) && same; t++) {
            bool left, right;
            memcpy(r->u, relations_left(&r->held, h), n);
            TRY(vector_add(r->k->g, r->u, r->tests.data + t * n, n));
            TRY(lookahead_lost_at_once(&r->look, r->u, &left));
            memcpy(r->u, r->held.rights.data + h * n, n);
            TRY(vector_add(r->k->g, r->u, r->tests.data + t * n, n));
            TRY(lookahead_lost(&r->look, r->u, &right));
            same = left == right;
        }
        if (!same)
            TRY(kernel_drop(r, relations_left(&r->held, h)));
    }
    return GRUNDY_OK;
}

static grundy_status kernel_learn_from_products(attempt *r, const monoid *m)
{
    for (uint32_t e = 0; e < m->order; e++)
        for (uint32_t i = 0; i < m->generators; i++)
            for (uint32_t j = 0; j < i; j++)
                if (monoid_step(m, monoid_step(m, e, i), j) != monoid_step(m, monoid_step(m, e, j), i)) {
                    TRY(kernel_suspect(r));
                    return r->changed ? GRUNDY_OK : kernel_learn_from_product(r, m, e, i, j);
                }
    return GRUNDY_OK;
}

/* The least word for which the set is wrong: no relation that is applied to it holds. */
static grundy_status kernel_learn_from_word(attempt *r, const uint32_t *word, size_t length)
{
    const vectors *v = &r->v;
    const size_t n = v->size;
    grundy_buffer rest = grundy_buffer_open(r->k->g);
    grundy_status status = GRUNDY_OK;
    for (size_t k = 0; k < length && status == GRUNDY_OK; k++) {
        if (v->places[word[k]] != UINT32_MAX || kernel_is_freed(r->k, word[k]))
            continue;
        rest.size = 0;
        status = grundy_append(&r->k->freed, &word[k], sizeof word[k]);
        for (size_t j = 0; j < length && status == GRUNDY_OK; j++)
            if (j != k)
                status = grundy_append(&rest, &word[j], sizeof word[j]);
        if (status == GRUNDY_OK)
            status = grundy_list_add(&r->k->tests, rest.data, rest.size);
        r->changed = true;
    }
    grundy_buffer_close(&rest);
    memset(r->u, 0, n);
    if (status == GRUNDY_OK && !r->changed)
        status = vector_add_word(v, r->u, word, length);
    for (uint32_t h = 0; status == GRUNDY_OK && !r->changed && h < numbering_count(&r->held.lefts); h++) {
        const uint8_t *left = relations_left(&r->held, h);
        if (!vector_divides(left, r->u, n))
            continue;
        for (size_t k = 0; k < n; k++)
            r->w[k] = (uint8_t)(r->u[k] - left[k]);
        status = kernel_add_test(r, r->w);
        if (status == GRUNDY_OK)
            status = kernel_drop(r, left);
    }
    if (status == GRUNDY_OK && !r->changed) {
        memset(r->look.scratch + n, 0, n);
        status = kernel_trace(r, r->look.scratch + n);
    }
    if (status == GRUNDY_OK && !r->changed)
        status = grundy_fail(r->k->g, GRUNDY_LIMIT, "the relations of a quotient do not close");
    return status;
}

/* ---- the monoid of a round ---- */

static grundy_status kernel_steps(attempt *r, arena *a, monoid *out)
{
    const uint32_t n = r->v.n;
    const size_t size = r->v.size;
    monoid m;
    TRY(monoid_new(a, numbering_count(&r->elements), n, &m));
    for (uint32_t e = 0; e < m.order; e++)
        for (uint32_t i = 0; i < n; i++) {
            memcpy(r->u, numbering_at(&r->elements, e).data, size);
            TRY(vector_add_one(r->k->g, r->u, n - 1 - i));
            TRY(relations_reduce(r->k->g, &r->all, r->u, size));
            m.steps[(size_t)e * n + i] = numbering_find(&r->elements, (grundy_bytes){r->u, size});
        }
    for (uint32_t e = 1; e < m.order; e++) {
        memcpy(r->u, numbering_at(&r->elements, e).data, size);
        uint32_t place = 0;
        while (r->u[place] == 0)
            place++;
        r->u[place]--;
        m.last[e] = n - 1 - place;
        m.parent[e] = numbering_find(&r->elements, (grundy_bytes){r->u, size});
    }
    *out = m;
    return GRUNDY_OK;
}

static uint32_t kernel_walk(const attempt *r, const monoid *m, const uint8_t *vector)
{
    uint32_t e = 0;
    for (uint32_t i = 0; i < m->generators; i++)
        for (unsigned k = 0; k < vector[r->v.n - 1 - i]; k++)
            e = monoid_step(m, e, i);
    return e;
}

static grundy_status kernel_image(attempt *r, const monoid *m, arena *a, image *out, uint32_t **old)
{
    const image *known = r->k->known;
    grundy_status status = GRUNDY_OK;
    image i = {.g = r->k->g, .source = known->source, .components = known->components, .m = *m};
    i.generators = arena_new(a, (size_t)r->v.n + 1, sizeof *i.generators, &status);
    i.values = arena_new(a, (size_t)i.components + 1, sizeof *i.values, &status);
    *old = arena_new(a, m->order, sizeof **old, &status);
    if (i.generators == NULL || i.values == NULL || *old == NULL)
        return status;
    TRY(monoid_table(a, m, &i.table));
    memcpy(i.generators, r->v.generators, r->v.n * sizeof *i.generators);
    for (uint32_t c = 1; c <= i.components; c++) {
        memset(r->u, 0, r->v.size);
        TRY(vector_add_word(&r->v, r->u, &c, 1));
        i.values[c] = kernel_walk(r, m, r->u);
    }
    for (uint32_t e = 0; e < m->order; e++)
        (*old)[e] = lookahead_element(&r->v, numbering_at(&r->elements, e).data);
    *out = i;
    return GRUNDY_OK;
}

/* ---- the set on a monoid ---- */

/* What least words are in the set; `won` becomes the elements that are won. */
static grundy_status kernel_set(const image *i, const uint32_t *old, const uint64_t *old_won, arena *a, uint64_t **f,
                                uint64_t **won)
{
    const size_t words = image_words(i);
    grundy_status status = GRUNDY_OK;
    *f = arena_new(a, words, sizeof **f, &status);
    *won = arena_new(a, words, sizeof **won, &status);
    uint64_t *options = arena_new(a, words, sizeof *options, &status);
    if (*f == NULL || *won == NULL || options == NULL)
        return status;
    for (uint32_t e = 0; e < i->m.order; e++) {
        if (bits_has(old_won, old == NULL ? e : old[e])) {
            bits_add(*won, e);
            continue;
        }
        memset(options, 0, words * sizeof *options);
        TRY(image_rest_options(i, e, options));
        if (!bits_meet(options, *f, words))
            bits_add(*f, e);
    }
    return GRUNDY_OK;
}

static grundy_status kernel_check(const image *i, const uint32_t *old, const uint64_t *old_won, arena *a, uint64_t **f,
                                  grundy_buffer *failure)
{
    uint64_t *won = NULL;
    TRY(kernel_set(i, old, old_won, a, f, &won));
    return transitions_check(i, *f, won, failure);
}

/* ---- rounds ---- */

/* A round: elements, their products, the set. *done: all is right. */
static grundy_status kernel_round(kernel *k, arena *a, image *out, uint64_t **f, uint32_t **old, grundy_buffer *failure,
                                  bool *done)
{
    monoid m = {0};
    attempt r;
    *done = false;
    grundy_status status = kernel_begin(k, a, &r);
    if (status == GRUNDY_OK && failure->size > 0) {
        status =
            kernel_learn_from_word(&r, (const uint32_t *)(const void *)failure->data, failure->size / sizeof(uint32_t));
        failure->size = 0;
        kernel_end(&r);
        return status;
    }
    if (status == GRUNDY_OK)
        status = kernel_elements(&r);
    if (status == GRUNDY_OK)
        status = kernel_steps(&r, a, &m);
    if (status == GRUNDY_OK)
        status = kernel_learn_from_products(&r, &m);
    if (status == GRUNDY_OK && !r.changed)
        status = kernel_image(&r, &m, a, out, old);
    if (status == GRUNDY_OK && !r.changed)
        status = kernel_check(out, *old, k->won, a, f, failure);
    *done = !r.changed && failure->size == 0;
    if (status == GRUNDY_OK && failure->size > 0)
        status =
            kernel_learn_from_word(&r, (const uint32_t *)(const void *)failure->data, failure->size / sizeof(uint32_t));
    failure->size = 0;
    kernel_end(&r);
    return status;
}

static grundy_status kernel_rounds(kernel *k, arena *a, image *out, uint64_t **f, uint32_t **old,
                                   grundy_buffer *failure)
{
    for (;;) {
        arena own = arena_open(k->g);
        bool done = false;
        grundy_status status = kernel_round(k, &own, out, f, old, failure, &done);
        if (status == GRUNDY_OK && done) { /* hand over what is in the arena of the round */
            arena_join(a, &own);
            return GRUNDY_OK;
        }
        arena_close(&own);
        TRY(status);
    }
}

grundy_status kernel_find(const image *known, const uint64_t *won, uint32_t most, arena *a, image *out, uint64_t **f,
                          uint32_t **old)
{
    grundy *g = known->g;
    kernel k = {.g = g, .known = known, .won = won, .most = most, .freed = grundy_buffer_open(g)};
    grundy_buffer failure = grundy_buffer_open(g);
    k.dropped = numbering_open(g);
    k.tests = grundy_list_open(g);
    *old = NULL;
    *out = *known;
    grundy_status status = kernel_check(known, NULL, won, a, f, &failure);
    if (status == GRUNDY_OK && failure.size > 0)
        status = grundy_list_add(&k.tests, NULL, 0);
    if (status == GRUNDY_OK && failure.size > 0)
        status = kernel_rounds(&k, a, out, f, old, &failure);
    grundy_buffer_close(&failure);
    grundy_buffer_close(&k.freed);
    numbering_close(&k.dropped);
    grundy_list_close(&k.tests);
    return status;
}
