/* octal_window.c - heaps of a game without rare heaps, looked at before their turn by the members of a team
 *
 * Nearly all sums of two heaps that are options of heap n have both heaps far below n. So most of what has to be looked at
 * for a window of heaps can be looked at when the heaps before the window are known, for each heap of the window by itself:
 * which are the least values that no sum of two such heaps has? When a heap's turn comes, only the sums with a heap in the
 * window are left, few for each heap. They may have all the values that were listed; then the heap is looked at anew. A
 * window is cut into pieces, and all members learn the gaps of all pieces.
 *
 * The steps that are counted depend on the way, and a search for a period gives up after so many. So windows begin only
 * when more have been counted than any such search may take; what it prints then does not depend on the number of members.
 * By that time a window takes many times as long as a message. */
#include <string.h>

#include "base/hash.h"
#include "base/team.h"
#include "rulesets/octal/octal_state.h"

/* Heaps of a window, at most and at least, and of a piece. */
enum { WINDOW = 2048, LEAST = 256, PIECE = 16 };

/* Windows begin after so many steps; for tests, at this heap. */
#define STEPS (UINT64_C(1) << 30)
enum { TEST_FROM = 512 };

/* The window at hand. */
typedef struct {
    octal_sequence *s;
    uint64_t first, end;
} window;

static uint64_t window_end(const octal_sequence *s, uint64_t count)
{
    const uint64_t end = count < s->review_at ? count : s->review_at;
    return end < s->count + WINDOW ? end : s->count + WINDOW;
}

static bool octal_window_pays(const grundy *g, const octal_sequence *s)
{
    if (s->way == OCTAL_WINDOWS)
        return s->count >= TEST_FROM;
    return s->way == OCTAL_CHOOSE && s->steps >= STEPS && team_same(g);
}

bool octal_window_fits(const grundy *g, const octal_sequence *s, uint64_t count)
{
    return octal_window_pays(g, s) && !s->sparse && s->code.parts == 2 && s->bound < OCTAL_VALUES &&
           window_end(s, count) >= s->count + LEAST;
}

static uint64_t piece_end(const window *w, uint64_t first)
{
    return w->end - first < PIECE ? w->end : first + PIECE;
}

/* The steps that a piece takes are counted when it is learnt. */
static grundy_status find_gaps(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    const window *w = context;
    const uint64_t first = w->first + piece * PIECE, end = piece_end(w, first), before = w->s->steps;
    grundy_status status = grundy_check(g);
    for (uint64_t heap = first; status == GRUNDY_OK && heap < end; heap++) {
        octal_gaps gaps;
        octal_gaps_find(w->s, heap, w->first, &gaps);
        status = grundy_append(found, &gaps, sizeof gaps);
    }
    const uint64_t steps = w->s->steps - before;
    w->s->steps = before;
    return status == GRUNDY_OK ? grundy_append(found, &steps, sizeof steps) : status;
}

static grundy_status close_gaps(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    const window *w = context;
    octal_sequence *s = w->s;
    const uint64_t end = piece_end(w, w->first + piece * PIECE);
    uint64_t steps;
    for (; s->count < end; found.data += sizeof(octal_gaps)) {
        octal_gaps gaps;
        uint32_t value;
        memcpy(&gaps, found.data, sizeof gaps);
        if (octal_gaps_close(s, w->first, &gaps, &value))
            octal_adapt(s, gaps.groups);
        else
            value = octal_value(s);
        TRY(octal_append(g, s, value));
    }
    memcpy(&steps, found.data, sizeof steps);
    s->steps += steps;
    return GRUNDY_OK;
}

grundy_status octal_window_next(grundy *g, octal_sequence *s, uint64_t count)
{
    static const team_work gaps = {.work = find_gaps, .learn = close_gaps};
    window w = {.s = s, .first = s->count, .end = window_end(s, count)};
    const uint64_t what = hash_more(s->count, s->code.digit, s->code.digits);
    return team_share_kept(g, team_what("heaps", what), (w.end - w.first + PIECE - 1) / PIECE, &gaps, &w);
}
