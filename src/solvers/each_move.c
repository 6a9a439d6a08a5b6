/* each_move.c - the moves of a position, one at a time
 *
 * A position is taken as parts: its summands, and their pieces where the family can put the options of these together.
 * The moves are those of the parts, one to one. In normal play the value of an option is the nim-sum of the value of
 * what the part becomes and those of the other parts (Sprague 1935, Grundy 1939), so that an option need not be made. */
#include "solvers/solver.h"

typedef struct {
    grundy_bytes summand; /* in the copy of the position */
    size_t start, end;    /* where it stands there, with its length */
    uint64_t others;      /* the nim-sum of the values of all other parts */
    bool piece;           /* of the summand, and its options are to be rejoined with the other pieces */
} move_part;

struct grundy_moves {
    grundy_solver *s;
    grundy_buffer position;
    grundy_list parts;
    grundy_buffer info; /* move_part each */
    bool by_values;     /* answers come from values of parts */
};

static size_t each_move_parts(const grundy_moves *m)
{
    return m->info.size / sizeof(move_part);
}

static move_part *each_move_part(const grundy_moves *m, size_t i)
{
    return (move_part *)(void *)m->info.data + i;
}

/* ---- parts ---- */

static grundy_status each_move_add_part(grundy_moves *m, grundy_bytes bytes, move_part part)
{
    TRY(grundy_list_add(&m->parts, bytes.data, bytes.size));
    return grundy_append(&m->info, &part, sizeof part);
}

static grundy_status each_move_split(grundy_moves *m, move_part part)
{
    const grundy_family *family = m->s->r->family;
    if (family->rejoin == NULL)
        return each_move_add_part(m, part.summand, part);
    grundy_list pieces = grundy_list_open(m->s->g);
    grundy_status status = family->split(m->s->g, m->s->r, part.summand, &pieces);
    part.piece = true;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&pieces); i++)
        status = each_move_add_part(m, grundy_list_at(&pieces, i), part);
    grundy_list_close(&pieces);
    return status;
}

static grundy_status each_move_read(grundy_moves *m)
{
    const grundy_bytes whole = grundy_buffer_bytes(&m->position);
    grundy_bytes rest = whole, summand;
    size_t start = 0;
    while (position_next(&rest, &summand)) {
        const size_t end = (size_t)(rest.data - whole.data);
        TRY(each_move_split(m, (move_part){.summand = summand, .start = start, .end = end}));
        start = end;
    }
    return GRUNDY_OK;
}

grundy_status grundy_moves_open(grundy_solver *s, grundy_bytes position, grundy_moves **out)
{
    grundy_status status = GRUNDY_OK;
    grundy_moves *m = handle_new(s->g, 1, sizeof *m, &status);
    if (m == NULL)
        return status;
    *m = (grundy_moves){.s = s,
                        .position = grundy_buffer_open(s->g),
                        .parts = grundy_list_open(s->g),
                        .info = grundy_buffer_open(s->g)};
    status = grundy_append(&m->position, position.data, position.size);
    if (status == GRUNDY_OK)
        status = each_move_read(m);
    if (status != GRUNDY_OK) {
        grundy_moves_close(m);
        return status;
    }
    m->by_values = s->question == GRUNDY_VALUE && !s->explain && s->method != GRUNDY_BRUTE && s->method != GRUNDY_ALL;
    *out = m;
    return GRUNDY_OK;
}

void grundy_moves_close(grundy_moves *m)
{
    if (m == NULL)
        return;
    grundy_buffer_close(&m->position);
    grundy_list_close(&m->parts);
    grundy_buffer_close(&m->info);
    handle_free(m->s->g, m, sizeof *m);
}

/* ---- options ---- */

/* Append the summand that the part's becomes. */
static grundy_status each_move_summand(const grundy_moves *m, const grundy_move *move, grundy_buffer *out)
{
    const move_part *part = each_move_part(m, move->part);
    grundy_solver *s = m->s;
    if (!part->piece)
        return position_add(out, move->option);
    grundy_buffer joined = grundy_buffer_open(s->g);
    grundy_status status =
        s->r->family->rejoin(s->g, s->r, part->summand, grundy_list_at(&m->parts, move->part), move->option, &joined);
    if (status == GRUNDY_OK)
        status = position_add(out, grundy_buffer_bytes(&joined));
    grundy_buffer_close(&joined);
    return status;
}

grundy_status grundy_moves_option(const grundy_moves *m, const grundy_move *move, grundy_buffer *out)
{
    const move_part *part = each_move_part(m, move->part);
    const unsigned char *whole = m->position.data;
    const size_t before = out->size;
    grundy_status status = grundy_append(out, whole, part->start);
    if (status == GRUNDY_OK)
        status = each_move_summand(m, move, out);
    if (status == GRUNDY_OK)
        status = grundy_append(out, whole + part->end, m->position.size - part->end);
    if (status != GRUNDY_OK)
        out->size = before;
    return status;
}

/* What is to be solved for the answer of a move: the whole option, or what the part becomes. */
static grundy_status each_move_asked(const grundy_moves *m, const grundy_move *move, grundy_buffer *out)
{
    out->size = 0;
    return m->by_values ? position_add(out, move->option) : grundy_moves_option(m, move, out);
}

/* ---- the count and the visit ---- */

grundy_status grundy_moves_count(const grundy_moves *m, uint64_t *out)
{
    grundy_list options = grundy_list_open(m->s->g);
    grundy_status status = GRUNDY_OK;
    uint64_t count = 0;
    for (size_t i = 0; status == GRUNDY_OK && i < each_move_parts(m); i++) {
        grundy_list_clear(&options);
        status = m->s->r->family->options(m->s->g, m->s->r, grundy_list_at(&m->parts, i), &options);
        count += grundy_list_count(&options);
    }
    if (status == GRUNDY_OK)
        *out = count;
    grundy_list_close(&options);
    return status;
}

typedef grundy_status each_move_step(grundy_moves *m, grundy_move *move, grundy_bytes asked, void *context);

/* Make a step for each move. */
static grundy_status each_move_walk(grundy_moves *m, each_move_step *step, void *context)
{
    grundy_list options = grundy_list_open(m->s->g);
    grundy_buffer asked = grundy_buffer_open(m->s->g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < each_move_parts(m); i++) {
        grundy_list_clear(&options);
        status = m->s->r->family->options(m->s->g, m->s->r, grundy_list_at(&m->parts, i), &options);
        for (size_t k = 0; status == GRUNDY_OK && k < grundy_list_count(&options); k++) {
            grundy_move move = {.part = i, .option = grundy_list_at(&options, k)};
            status = each_move_asked(m, &move, &asked);
            if (status == GRUNDY_OK)
                status = step(m, &move, grundy_buffer_bytes(&asked), context);
        }
    }
    grundy_buffer_close(&asked);
    grundy_list_close(&options);
    return status;
}

static grundy_status each_move_expect(grundy_moves *m, grundy_move *move, grundy_bytes asked, void *context)
{
    (void)move;
    (void)context;
    return grundy_solver_expect(m->s, asked);
}

typedef struct {
    grundy_move_visit *visit;
    void *context;
} each_move_visitor;

static grundy_status each_move_answer(grundy_moves *m, grundy_move *move, grundy_bytes asked, void *context)
{
    const each_move_visitor *visitor = context;
    TRY(grundy_check(m->s->g));
    TRY(grundy_solve(m->s, asked, &move->answer));
    if (m->by_values)
        move->answer.value ^= each_move_part(m, move->part)->others;
    return visitor->visit(visitor->context, move);
}

/* The nim-sums of the other parts. One part alone has none, and its own value is not needed. */
static grundy_status each_move_others(grundy_moves *m)
{
    const size_t count = each_move_parts(m);
    grundy_buffer asked = grundy_buffer_open(m->s->g);
    grundy_answer answer = {0};
    grundy_status status = GRUNDY_OK;
    uint64_t sum = 0;
    for (size_t i = 0; count > 1 && status == GRUNDY_OK && i < count; i++) {
        asked.size = 0;
        status = position_add(&asked, grundy_list_at(&m->parts, i));
        if (status == GRUNDY_OK)
            status = grundy_solve(m->s, grundy_buffer_bytes(&asked), &answer);
        each_move_part(m, i)->others = answer.value;
        sum ^= answer.value;
    }
    for (size_t i = 0; count > 1 && i < count; i++)
        each_move_part(m, i)->others ^= sum;
    grundy_buffer_close(&asked);
    return status;
}

grundy_status grundy_moves_visit(grundy_moves *m, grundy_move_visit *visit, void *context)
{
    each_move_visitor visitor = {visit, context};
    if (m->by_values)
        TRY(grundy_solver_expect(m->s, grundy_buffer_bytes(&m->position)));
    if (!m->by_values || m->s->r->family->rejoin == NULL) /* what pieces become is below the position */
        TRY(each_move_walk(m, each_move_expect, NULL));
    if (m->by_values)
        TRY(each_move_others(m));
    return each_move_walk(m, each_move_answer, &visitor);
}
