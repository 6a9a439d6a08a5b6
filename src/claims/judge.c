#include "claims/judge.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- one position ---- */

grundy_status judge_open(grundy *g, const char *ruleset, grundy_question question, grundy_method method, judge *out)
{
    judge j = {.g = g, .text = grundy_buffer_open(g), .position = grundy_buffer_open(g)};
    TRY(grundy_ruleset_open(g, ruleset, &j.r));
    grundy_status status = grundy_solver_open(g, j.r, question, method, &j.solver);
    if (status != GRUNDY_OK) {
        grundy_ruleset_close(j.r);
        return status;
    }
    *out = j;
    return GRUNDY_OK;
}

void judge_close(judge *j)
{
    grundy_solver_close(j->solver);
    grundy_ruleset_close(j->r);
    grundy_buffer_close(&j->position);
    grundy_buffer_close(&j->text);
}

static grundy_status judge_read_position(judge *j, const char *text)
{
    j->position.size = 0;
    return grundy_position_parse(j->g, j->r, text, &j->position);
}

grundy_status judge_ask(judge *j, uint64_t *out, const char *format, ...)
{
    char text[256];
    grundy_answer answer;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    TRY(judge_read_position(j, text));
    TRY(grundy_solve(j->solver, grundy_buffer_bytes(&j->position), &answer));
    *out = answer.value;
    return GRUNDY_OK;
}

grundy_status judge_options(judge *j, const char *position, grundy_list *out)
{
    grundy_list options = grundy_list_open(j->g);
    grundy_status status = judge_read_position(j, position);
    if (status == GRUNDY_OK)
        status = grundy_position_options(j->g, j->r, grundy_buffer_bytes(&j->position), &options);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&options); i++) {
        j->text.size = 0;
        status = grundy_position_print(j->g, j->r, grundy_list_at(&options, i), &j->text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(out, grundy_buffer_text(&j->text), j->text.size + 1);
    }
    grundy_list_close(&options);
    return status;
}

/* ---- boxes of heaps ---- */

size_t shape_cells(const judged_shape *shape)
{
    size_t cells = 1;
    for (unsigned i = 0; i < shape->dimensions; i++)
        cells *= shape->sizes[i];
    return cells;
}

void shape_heaps(const judged_shape *shape, size_t cell, uint64_t *heaps)
{
    for (unsigned i = shape->dimensions; i-- > 0; cell /= shape->sizes[i])
        heaps[i] = cell % shape->sizes[i];
}

size_t shape_cell(const judged_shape *shape, const uint64_t *heaps)
{
    size_t cell = 0;
    for (unsigned i = 0; i < shape->dimensions; i++)
        cell = cell * shape->sizes[i] + (size_t)heaps[i];
    return cell;
}

void shape_print(const judged_shape *shape, size_t cell, char text[HEAPS_TEXT_MAX])
{
    uint64_t heaps[JUDGED_HEAPS_MAX];
    shape_heaps(shape, cell, heaps);
    for (unsigned i = 0, used = 0; i < shape->dimensions; i++)
        used += (unsigned)snprintf(text + used, HEAPS_TEXT_MAX - used, "%s%" PRIu64, i == 0 ? "" : ",", heaps[i]);
}

static grundy_status fill_box(judge *j, judged_box *box)
{
    char text[HEAPS_TEXT_MAX];
    const char *beside = box->request->beside == NULL ? "" : box->request->beside;
    if (box->request->method == GRUNDY_SWEEP) {
        shape_print(&box->shape, box->cells - 1, text);
        TRY(judge_read_position(j, text));
        TRY(grundy_solver_expect(j->solver, grundy_buffer_bytes(&j->position)));
    }
    for (size_t cell = 0; cell < box->cells; cell++) {
        uint64_t answer;
        shape_print(&box->shape, cell, text);
        TRY(judge_ask(j, &answer, "%s%s", text, beside));
        box->answers[cell] = (uint32_t)answer;
        if (cell % 256 == 255)
            TRY(grundy_check(j->g));
    }
    return GRUNDY_OK;
}

grundy_status judge_box(grundy *g, const judged_request *request, const judged_shape *shape, judged_box *out)
{
    grundy_status status = GRUNDY_OK;
    judge j;
    judged_box box = {.g = g, .request = request, .shape = *shape, .cells = shape_cells(shape)};
    TRY(judge_open(g, request->ruleset, request->question, request->method, &j));
    box.answers = handle_new(g, box.cells, sizeof *box.answers, &status);
    if (box.answers != NULL)
        status = fill_box(&j, &box);
    judge_close(&j);
    if (status != GRUNDY_OK) {
        judged_box_close(&box);
        return status;
    }
    *out = box;
    return GRUNDY_OK;
}

void judged_box_close(judged_box *box)
{
    handle_free(box->g, box->answers, box->cells * sizeof *box->answers);
}

grundy_status with_boxes(claim_run *run, const judged_request *requests, size_t count, const judged_shape *shape,
                         box_check check, const void *context)
{
    judged_box boxes[BOXES_MAX];
    grundy_status status = GRUNDY_OK;
    size_t opened = 0;
    while (status == GRUNDY_OK && opened < count && opened < BOXES_MAX) {
        status = judge_box(run->g, &requests[opened], shape, &boxes[opened]);
        opened += status == GRUNDY_OK;
    }
    if (status == GRUNDY_OK)
        status = check(run, boxes, context);
    while (opened > 0)
        judged_box_close(&boxes[--opened]);
    return status;
}

/* ---- claims ---- */

static bool within(unsigned __int128 limit, uint64_t n, unsigned dimensions)
{
    unsigned __int128 product = 1;
    for (unsigned i = 0; i < dimensions; i++) {
        if (product > limit / n)
            return false;
        product *= n;
    }
    return true;
}

uint64_t claim_bound(const claim_run *run, uint64_t base, unsigned dimensions)
{
    unsigned __int128 limit = run->scale;
    for (unsigned i = 0; i < dimensions; i++)
        limit *= base;
    uint64_t low = base, high = UINT64_C(1) << 32;
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        if (within(limit, middle, dimensions))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static grundy_status check_pairs(claim_run *run, const judged_box *boxes, const void *context)
{
    const pair_statement *s = context;
    const judged_request *request = boxes->request;
    size_t size = boxes->shape.sizes[0];
    for (uint64_t a = s->least; a < size; a++)
        for (uint64_t b = s->least; b < size; b++) {
            bool p = judged_pair(boxes, a, b) == 0,
                 stated = a <= b ? s->is_p(s->context, a, b) : s->is_p(s->context, b, a);
            TRY(claim_holds(run, p == stated, "%s %" PRIu64 ",%" PRIu64 " is %s by %s, %s by the statement",
                            request->ruleset, a, b, p ? "P" : "N", grundy_method_word(request->method),
                            stated ? "P" : "N"));
        }
    return GRUNDY_OK;
}

grundy_status claim_pairs(claim_run *run, const pair_statement *statement)
{
    const judged_request brute = {statement->ruleset, statement->question, GRUNDY_BRUTE, NULL};
    const judged_request formula = {statement->ruleset, statement->question, GRUNDY_FORMULA, NULL};
    const judged_request sweep = {statement->ruleset, statement->question, GRUNDY_SWEEP, NULL};
    size_t near = (size_t)claim_bound(run, statement->brute, 2) + 1;
    size_t far = statement->sweep == 0 ? 0 : (size_t)claim_bound(run, statement->sweep, 2) + 1;
    const judged_shape small = {2, {near, near}}, large = {2, {far, far}};
    TRY(with_boxes(run, &brute, 1, &small, check_pairs, statement));
    if (statement->formula)
        TRY(with_boxes(run, &formula, 1, &small, check_pairs, statement));
    return far == 0 ? GRUNDY_OK : with_boxes(run, &sweep, 1, &large, check_pairs, statement);
}
