/* judge.h - what claims ask rulesets, one position or a box of heaps at a time
 *
 * The way to the answer is always named: a claim about a closed form is judged by brute force, by a sweep or by a
 * search, never by that closed form.
 */
#ifndef GRUNDY_ANALYSIS_JUDGE_H
#define GRUNDY_ANALYSIS_JUDGE_H

#include "claims/claims.h"
#include "rulesets/ruleset.h"

/* A ruleset that answers one question in one way. */
typedef struct {
    grundy *g;
    grundy_ruleset *r;
    grundy_solver *solver;
    grundy_buffer text, position;
} judge;

grundy_status judge_open(grundy *g, const char *ruleset, grundy_question question, grundy_method method, judge *out);
void judge_close(judge *j);

/* judge_ask - the answer for a position, written as for printf. Outcomes are 0 (P) and 1 (N). */
grundy_status judge_ask(judge *j, uint64_t *out, const char *format, ...) GRUNDY_PRINTF(3, 4);

/* judge_options - add the options of a position, printed, to out */
grundy_status judge_options(judge *j, const char *position, grundy_list *out);

/* Positions of heaps (i_1, ..., i_d), 0 <= i_k < sizes[k], numbered with the last coordinate fastest. */
enum { JUDGED_HEAPS_MAX = 3 };

typedef struct {
    unsigned dimensions;
    size_t sizes[JUDGED_HEAPS_MAX];
} judged_shape;

size_t shape_cells(const judged_shape *shape);

/* shape_heaps - the heaps of a cell; shape_cell - the cell of heaps; shape_print - "3,5" into text */
enum { HEAPS_TEXT_MAX = 72 };
void shape_heaps(const judged_shape *shape, size_t cell, uint64_t *heaps);
size_t shape_cell(const judged_shape *shape, const uint64_t *heaps);
void shape_print(const judged_shape *shape, size_t cell, char text[HEAPS_TEXT_MAX]);

typedef struct {
    const char *ruleset;
    grundy_question question;
    grundy_method method;
    const char *beside; /* what the position text goes on with after the heaps, as in " | 1"; NULL: nothing */
} judged_request;

/* The answers to a request at all positions of a shape. */
typedef struct {
    grundy *g;
    const judged_request *request;
    judged_shape shape;
    size_t cells;
    uint32_t *answers;
} judged_box;

static inline uint32_t judged_pair(const judged_box *box, uint64_t a, uint64_t b)
{
    return box->answers[a * box->shape.sizes[1] + b];
}

static inline uint32_t judged_triple(const judged_box *box, uint64_t a, uint64_t b, uint64_t c)
{
    return box->answers[(a * box->shape.sizes[1] + b) * box->shape.sizes[2] + c];
}

grundy_status judge_box(grundy *g, const judged_request *request, const judged_shape *shape, judged_box *out);
void judged_box_close(judged_box *box);

/* with_boxes - answer all requests on one shape, then run the check on the boxes */
enum { BOXES_MAX = 4 };
typedef grundy_status (*box_check)(claim_run *run, const judged_box *boxes, const void *context);

grundy_status with_boxes(claim_run *run, const judged_request *requests, size_t count, const judged_shape *shape,
                         box_check check, const void *context);

/* claim_bound - base at scale 1; grows so that base^dimensions does as the scale */
uint64_t claim_bound(const claim_run *run, uint64_t base, unsigned dimensions);

/* A statement on all pairs of heaps: the P-positions (a,b) with least <= a <= b, and these only, are those for which
 * is_p holds. It is compared with brute force on pairs to `brute`, with the sweep to `sweep` (0: not), and where the
 * ruleset's closed form rests on the statement, with that on pairs to `brute`. Both orders of the heaps are asked. */
typedef struct {
    const char *ruleset;
    grundy_question question;
    uint64_t least, brute, sweep;
    bool formula;
    bool (*is_p)(const void *context, uint64_t a, uint64_t b);
    const void *context;
} pair_statement;

grundy_status claim_pairs(claim_run *run, const pair_statement *statement);

#endif
