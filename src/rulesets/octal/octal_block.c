/* octal_block.c - values of an octal game for many heaps at once, by its rare heaps
 *
 * While no new rare heaps come, the heaps beside which a sum has its other heap are always the same: the rare ones, which
 * mark the options with common values, and some common ones, which mark most of the rare values. Those heaps that are
 * as large as a block see only heaps before the block, so that they are gone through once for the whole block
 * (octal_lanes.c). For each heap of the block the few small rare heaps remain, and then the two sets are read: the least common
 * value that is not marked is the heap's, unless a smaller rare value is not among the options; those not marked are
 * looked for. A heap that turns out rare ends the block.
 *
 * Values are written without the lowest bit of the linear form. Of two values that are both common (or both rare) and differ, the
 * greater stays the greater: where they differ first is not that bit, which the others of the form determine. The bit
 * ALIEN on a rare heap's value keeps sums with it out of the sets: a sum of two rare heaps is not common, that
 * of a rare and a common one not rare. */
#include <string.h>

#include "rulesets/octal/octal_state.h"

enum { ALIEN = 0x8000, LEAST_HELP = 8, SCARCE = 128, AGAIN = 8 };

void octal_block_free(grundy *g, octal_block *b)
{
    octal_rares_free(g, &b->rares);
    octal_rares_free(g, &b->help);
    handle_free(g, b->folded, b->room * sizeof *b->folded);
    b->folded = NULL;
    b->room = 0;
}

/* ---- values without the lowest bit of the form ---- */

static inline uint16_t fold_heap(const octal_sequence *s, unsigned v)
{
    return (uint16_t)(octal_fold(&s->block, v) | (octal_is_rare(s->form, v) ? ALIEN : 0));
}

/* The rare, or the common, value that is folded to x. */
static inline unsigned unfold(const octal_sequence *s, unsigned x, bool rare)
{
    unsigned bit = s->block.bit, v = x >> bit << (bit + 1) | (x & ((1U << bit) - 1));
    return octal_is_rare(s->form, v) == rare ? v : v | 1U << bit;
}

/* The rare values that are less than a common value are those folded to less than this. */
static void octal_list_values(octal_sequence *s)
{
    octal_block *b = &s->block;
    for (unsigned x = 0; x < 32 * b->words; x++) {
        b->value[x] = (uint16_t)unfold(s, x, false);
        b->under[x] = (uint16_t)(((x >> b->bit) + (b->value[x] >> b->bit & 1)) << b->bit);
    }
}

/* ---- preparation ---- */

/* The greatest heap that a sum is looked at beside. */
static uint64_t octal_block_reach(const octal_sequence *s)
{
    uint64_t rare = s->rares.count > 0 ? s->rares.greatest : 0;
    uint64_t help = s->block.help.count > 0 ? s->block.help.greatest : 0;
    return rare > help ? rare : help;
}

/* Words of 32 values that hold nearly all values of common heaps since the last review. */
static unsigned words_needed(const octal_sequence *s)
{
    uint64_t above = 0, most = (s->count - s->reviewed_at) / SCARCE;
    unsigned v = (unsigned)s->bound;
    while (v > 0 && above <= most) {
        v--;
        if (!octal_is_rare(s->form, v))
            above += s->often[v] - s->often_before[v];
    }
    unsigned words = octal_fold(&s->block, v) / 32 + 1, unit = s->block.bit > 5 ? 1U << (s->block.bit - 5) : 1;
    return (words + unit - 1) / unit * unit; /* values that differ below the bit are all in or all out */
}

/* Those that have come since the last time. */
static grundy_status list_rares(grundy *g, octal_sequence *s)
{
    octal_block *b = &s->block;
    for (size_t i = b->rares.count; i < s->rares.count; i++) {
        TRY(octal_rares_add(g, &b->rares, s->rares.heap[i], (uint16_t)octal_fold(b, s->rares.value[i])));
        b->small += s->rares.heap[i] < OCTAL_LANES;
        b->close += s->rares.heap[i] < OCTAL_AHEAD;
    }
    return GRUNDY_OK;
}

/* The small rare heaps beside which a sum has its other heap so far before its own. */
static void list_near(octal_sequence *s)
{
    octal_block *b = &s->block;
    b->near_count = 0;
    for (unsigned i = 0; i < s->split_count; i++)
        for (size_t r = 0; r < b->small; r++)
            b->near[b->near_count++] =
                (octal_near){.before = (uint16_t)(s->splits[i] + b->rares.heap[r]), .value = b->rares.value[r]};
}

grundy_status octal_block_begin(grundy *g, octal_sequence *s)
{
    octal_block *b = &s->block;
    unsigned words = b->words;
    octal_ahead_pause(b->ahead);
    b->running = false;
    b->known = false;
    if (!s->sparse)
        return GRUNDY_OK;
    b->bit = (unsigned)__builtin_ctz(s->form);
    b->words = words_needed(s);
    if (b->words > OCTAL_WORDS_MAX)
        return GRUNDY_OK;
    b->from = b->to = 0;
    b->rares.count = 0;
    b->small = b->close = 0;
    octal_list_values(s);
    if (b->words != words || b->form != s->form || s->count >= AGAIN * b->helped_at ||
        b->far != (s->count >= OCTAL_AHEAD_FROM)) {
        b->form = 0; /* of no list, should this one not be finished */
        TRY(octal_help_list(g, s));
        b->form = s->form;
        b->helped_at = s->count;
    }
    b->known = true;
    return GRUNDY_OK;
}

bool octal_block_fits(const octal_sequence *s, uint64_t count)
{
    return s->block.known && s->sparse && count - s->count >= OCTAL_LANES && s->review_at >= s->count + OCTAL_LANES &&
           s->count > octal_block_reach(s) + OCTAL_LANES + OCTAL_DIGITS_MAX;
}

/* Have the folded values of the heaps that the block looks at. */
static grundy_status octal_block_catch_up(grundy *g, octal_sequence *s)
{
    octal_block *b = &s->block;
    uint64_t behind = octal_block_reach(s) + OCTAL_DIGITS_MAX, first = s->count - behind;
    grundy_status status = GRUNDY_OK;
    if (b->from > first || b->to < first || b->to > s->count || s->count + OCTAL_LANES - b->from > b->room) {
        octal_ahead_pause(b->ahead);
        uint64_t room = 2 * behind + 4096;
        if (room > b->room) {
            uint16_t *folded = handle_new(g, (size_t)room, sizeof *folded, &status);
            if (folded == NULL)
                return status;
            handle_free(g, b->folded, (size_t)b->room * sizeof *folded);
            b->folded = folded;
            b->room = room;
        }
        b->from = b->to = first;
    }
    for (; b->to < s->count; b->to++)
        b->folded[b->to - b->from] = fold_heap(s, s->values[b->to]);
    return GRUNDY_OK;
}

/* ---- a block ---- */

/* How many heaps help in a turn. It was settled before any thread could take the turn. */
static size_t help_in(const octal_block *b, uint64_t turn)
{
    size_t portion = b->far ? b->portions[turn / OCTAL_TURNS % 2] : b->portion;
    return portion < b->help.count ? portion : b->help.count;
}

/* Marks in a turn's block, by the rare heaps first .. last-1 of the list and so many heaps that help. */
static void octal_block_mark(const octal_sequence *s, uint64_t turn, octal_marked *m, size_t first, size_t last,
                             size_t help)
{
    const octal_block *b = &s->block;
    const uint64_t heap = b->base + OCTAL_LANES * turn;
    for (unsigned i = 0; i < s->split_count; i++) {
        const uint16_t *at = b->folded + (heap - s->splits[i] - b->from);
        b->mark(m->common, b->words, at, &b->rares, first, last);
        if (help > 0)
            b->mark(m->rare, b->words, at, &b->help, 0, help);
    }
}

static void clear_marks(const octal_sequence *s, octal_marked *m)
{
    memset(m->common, 0, s->block.words * sizeof *m->common);
    memset(m->rare, 0, s->block.words * sizeof *m->rare);
}

void octal_marks_copy(const octal_sequence *s, octal_marked *out, const octal_marked *from)
{
    memcpy(out->common, from->common, s->block.words * sizeof *out->common);
    memcpy(out->rare, from->rare, s->block.words * sizeof *out->rare);
}

void octal_mark_turn(const octal_sequence *s, uint64_t turn, octal_marked *out)
{
    const octal_block *b = &s->block;
    clear_marks(s, out);
    octal_block_mark(s, turn, out, b->close, b->rares.count, help_in(b, turn));
}

static void mark_block(octal_sequence *s, octal_marked *m)
{
    octal_block *b = &s->block;
    b->used = help_in(b, b->turn);
    if (b->far && b->ahead != NULL && octal_ahead_take(b->ahead, b->turn, m)) {
        octal_block_mark(s, b->turn, m, b->small, b->close, 0);
    } else {
        clear_marks(s, m);
        octal_block_mark(s, b->turn, m, b->small, b->rares.count, b->used);
    }
    s->steps += s->split_count * (b->rares.count - b->small + b->used) * (b->words + 1) / 2;
}

/* Values of options of the heap in this lane; `low` holds those below 64. */
typedef struct {
    octal_word *sets;
    unsigned words, lane;
    uint64_t low;
} lane_set;

static inline lane_set lane_of(octal_word *sets, unsigned words, unsigned lane)
{
    uint64_t high = words > 1 ? sets[1].lane[lane] : UINT32_MAX;
    return (lane_set){.sets = sets, .words = words, .lane = lane, .low = high << 32 | sets[0].lane[lane]};
}

static inline void lane_add(lane_set *set, unsigned x)
{
    if (x < 64)
        set->low |= UINT64_C(1) << x;
    else if (x / 32 < set->words)
        set->sets[x / 32].lane[set->lane] |= UINT32_C(1) << x % 32;
}

/* The least value from x on that is not in the set, or one beyond its words. */
static inline unsigned lane_next(const lane_set *set, unsigned x)
{
    if (x < 64) {
        uint64_t rest = ~set->low >> x;
        if (rest != 0)
            return x + (unsigned)__builtin_ctzll(rest);
        x = 64;
    }
    for (; x / 32 < set->words; x = (x / 32 + 1) * 32) {
        uint32_t rest = ~set->sets[x / 32].lane[set->lane] >> x % 32;
        if (rest != 0)
            return x + (unsigned)__builtin_ctz(rest);
    }
    return x;
}

/* below_64: all folded values are; a constant where this is used. */
static inline void mark_near(const octal_sequence *s, lane_set *common, lane_set *rare, bool below_64)
{
    const octal_block *b = &s->block;
    const uint16_t *at = b->folded + (s->count - b->from);
    for (unsigned i = 0; i < s->single_count; i++) {
        unsigned x = *(at - s->singles[i]);
        lane_add(x >= ALIEN ? rare : common, x & (ALIEN - 1));
    }
    for (size_t i = 0; i < b->near_count; i++) {
        unsigned x = *(at - b->near[i].before) ^ b->near[i].value;
        if (below_64)
            common->low |= UINT64_C(1) << (x & 63);
        else
            lane_add(common, x);
    }
}

/* The least rare value folded to less than `under` that no option has; false if there is none. */
static bool rare_value(octal_sequence *s, const lane_set *rare, unsigned under, uint32_t *value)
{
    for (unsigned x = lane_next(rare, 0); x < under; s->block.groups++) {
        uint16_t wanted[OCTAL_WANTED];
        unsigned count = 0;
        for (; x < under && count < OCTAL_WANTED; x = lane_next(rare, x + 1))
            wanted[count++] = (uint16_t)unfold(s, x, true);
        for (unsigned j = count; j < OCTAL_WANTED; j++)
            wanted[j] = wanted[count - 1];
        unsigned found = octal_look_for(s, 0, wanted);
        if (found != OCTAL_ALL) {
            *value = wanted[__builtin_ctz(~found)];
            return true;
        }
    }
    return false;
}

/* The value of the next heap, which has this lane, and the value folded. */
static inline uint32_t value_in_lane(octal_sequence *s, octal_marked *m, unsigned lane, unsigned words, bool below_64,
                                     uint16_t *folded)
{
    const octal_block *b = &s->block;
    lane_set common = lane_of(m->common, words, lane), rare = lane_of(m->rare, words, lane);
    uint32_t value;
    mark_near(s, &common, &rare, below_64);
    unsigned x = lane_next(&common, 0);
    if (x >= 32 * words)
        value = octal_value(s);
    else if (lane_next(&rare, 0) >= b->under[x] || !rare_value(s, &rare, b->under[x], &value)) {
        *folded = (uint16_t)x;
        return b->value[x];
    }
    *folded = fold_heap(s, value);
    return value;
}

/* Find the values of the block's heaps, up to the first rare one. What does not change is a constant where it pays. */
static inline grundy_status read_lanes(grundy *g, octal_sequence *s, octal_marked *m, unsigned words, bool below_64)
{
    octal_block *b = &s->block;
    for (unsigned lane = 0; lane < OCTAL_LANES; lane++) {
        uint16_t folded;
        uint32_t value = value_in_lane(s, m, lane, words, below_64, &folded);
        if (folded >= ALIEN || value >= s->bound) {
            TRY(octal_append(g, s, value));
        } else {
            s->often[value]++;
            s->values[s->count++] = (uint16_t)value;
        }
        b->folded[b->to++ - b->from] = folded;
        if (folded >= ALIEN)
            break;
    }
    return GRUNDY_OK;
}

static grundy_status octal_block_read(grundy *g, octal_sequence *s, octal_marked *m)
{
    if (s->bound > 128)
        return read_lanes(g, s, m, s->block.words, false);
    return s->block.words == 1 ? read_lanes(g, s, m, 1, true) : read_lanes(g, s, m, s->block.words, true);
}

/* Help costs time, and so do the searches for what is missing without it. Each heap that helps has less effect than the
 * one before: the least time is spent where a search for each thousand marks is left. Where marks may be made ahead, what
 * was learnt from some turns is used in the next but one as many: whatever has been made ahead, the work is the same. */
static void adapt(const octal_sequence *s, octal_block *b)
{
    b->marked += b->used * s->split_count * (2 * b->words + 1);
    b->turn++;
    if (b->far && b->turn % OCTAL_TURNS != 0)
        return;
    const uint64_t searches = 1000 * b->groups;
    if (searches > b->marked && b->portion < b->help.count)
        b->portion += b->far && searches > 4 * b->marked ? b->portion : b->portion / 16 + 1;
    else if (searches < b->marked && b->portion > LEAST_HELP)
        b->portion -= b->portion / 32 + 1;
    b->portions[(b->turn - 1) / OCTAL_TURNS % 2] = b->portion;
    b->groups = b->marked = 0;
}

/* Something has changed: no marks that may have been made ahead are used. */
static void octal_block_restart(octal_sequence *s)
{
    octal_block *b = &s->block;
    octal_ahead_pause(b->ahead);
    b->running = false;
    b->turn = (b->turn / OCTAL_TURNS + 2) * OCTAL_TURNS;
    b->base = s->count - OCTAL_LANES * b->turn; /* modulo 2^64 */
    b->portions[0] = b->portions[1] = b->portion;
    b->groups = b->marked = 0;
}

grundy_status octal_block_next(grundy *g, octal_sequence *s)
{
    octal_block *b = &s->block;
    octal_marked marked;
    if (!b->running || s->count != b->base + OCTAL_LANES * b->turn || s->rares.count != b->rares.count)
        octal_block_restart(s);
    TRY(list_rares(g, s));
    TRY(octal_block_catch_up(g, s));
    list_near(s);
    b->running = true;
    mark_block(s, &marked);
    TRY(octal_block_read(g, s, &marked));
    adapt(s, b);
    s->steps += OCTAL_LANES * (1 + b->near_count / 2);
    return GRUNDY_OK;
}
