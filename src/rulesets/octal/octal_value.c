/* octal_value.c - the next value of an octal game, exactly, without looking at all options
 *
 * Mark the values of some options. Which of the values not marked is the least that no option has? The candidates are
 * taken in ascending order, a few at a time, and all sums of two heaps are compared with them until they are found; the
 * first that is not found is the answer.
 *
 * Rare heaps (Guy's sparse space; Gangolli and Plambeck 1989, Grossman 2017) save the last, complete pass: call a value
 * rare when it lies in the kernel of a linear form over GF(2), common otherwise. A sum of two heaps has a common value
 * exactly if one of them is rare and the other common. So going through the rare heaps marks all options with common
 * values, and the least common value c that is not marked is no option's. It is the heap's value if all rare values below
 * c are found among the options. Nothing is assumed about the values to come: whatever the form, the answer is exact. Only
 * the speed depends on how few heaps are rare.
 *
 * While all values are below 64 a set of them is one word in a register. */
#include <string.h>

#include "rulesets/octal/octal_state.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- sets in one word ---- */

/* The values of the sums of a[0] and b[0], a[1] and b[-1], ... */
static inline uint64_t sums_set(const uint16_t *a, const uint16_t *b, size_t count)
{
    uint64_t even = 0, odd = 0;
    size_t i = 0;
    for (; i + 1 < count; i += 2) {
        even |= UINT64_C(1) << (a[i] ^ *(b - i));
        odd |= UINT64_C(1) << (a[i + 1] ^ *(b - i - 1));
    }
    if (i < count)
        even |= UINT64_C(1) << (a[i] ^ *(b - i));
    return even | odd;
}

/* ---- sets as marks ---- */

static inline void mark_sums(uint8_t *marks, const uint16_t *a, const uint16_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        marks[a[i] ^ *(b - i)] = 1;
}

/* The values 64 w .. 64 w + 63 that are not marked, as a set. */
static inline uint64_t unmarked(const uint8_t *marks, size_t w)
{
    const uint8_t *at = marks + 64 * w;
    uint64_t set = 0;
#if defined(__SSE2__)
    for (unsigned i = 0; i < 4; i++) {
        __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
        int zero = _mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, _mm_setzero_si128()));
        set |= (uint64_t)(unsigned)zero << (16 * i);
    }
#else
    for (unsigned i = 0; i < 64; i++)
        set |= (uint64_t)(at[i] == 0) << i;
#endif
    return set;
}

/* ---- the options that are no sums ---- */

static uint64_t single_set(const octal_sequence *s)
{
    uint64_t set = 0;
    for (uint64_t taken = 1; taken < s->code.digits && taken <= s->count; taken++)
        if (octal_allows(&s->code, taken, taken == s->count ? 0 : 1))
            set |= UINT64_C(1) << s->values[s->count - taken];
    return set;
}

static void mark_singles(octal_sequence *s)
{
    for (uint64_t taken = 1; taken < s->code.digits && taken <= s->count; taken++)
        if (octal_allows(&s->code, taken, taken == s->count ? 0 : 1))
            s->marks[s->values[s->count - taken]] = 1;
}

/* What is left to be split when the i-th allowed number is taken; 0 when the heap is too small. */
static inline uint64_t rest_from(const octal_sequence *s, uint64_t heap, unsigned i)
{
    return s->splits[i] < heap ? heap - s->splits[i] : 0;
}

static inline uint64_t rest_of(const octal_sequence *s, unsigned i)
{
    return rest_from(s, s->count, i);
}

/* How many sums of so much in all have a heap that is not below `known`: those whose other heap is smallest. */
static inline uint64_t late_sums(uint64_t rest, uint64_t known)
{
    return rest > known ? rest - known : 0;
}

/* How many rare heaps leave a heap of at least 1 beside them. */
static inline size_t rares_below(const octal_sequence *s, uint64_t rest)
{
    size_t count = s->rares.count;
    while (count > 0 && s->rares.heap[count - 1] >= rest)
        count--;
    return count;
}

/* Sums are looked at in this order: a few of each split, then the next few of each, from the smallest heaps on.
 * Returns how many of those that leave `rest` are in the portion that begins at `from`. */
static inline uint64_t portion(uint64_t rest, uint64_t from, uint64_t size)
{
    uint64_t half = rest / 2;
    return from >= half ? 0 : half - from < size ? half - from : size;
}

/* ---- the candidates ---- */

enum { SMALL_PASS = 128, LARGE_PASS = 4096, LEAST_PORTION = 8, MOST_PORTION = 1 << 14, MANY_GROUPS = 3 };

/* Mark more before if the candidates were many, less if they were few. */
void octal_adapt(octal_sequence *s, unsigned groups)
{
    if (groups > MANY_GROUPS && s->portion < MOST_PORTION)
        s->portion += s->portion / 16 + 1;
    else if (groups < MANY_GROUPS && s->portion > LEAST_PORTION)
        s->portion -= s->portion / 32 + 1;
}

/* Which of the wanted values have sums of two heaps below `known` that are options of this heap, the first `from` of each
 * split aside? */
static inline unsigned look_among(octal_sequence *s, uint64_t heap, uint64_t known, uint64_t from,
                                  const uint16_t *wanted)
{
    const uint64_t first = from;
    unsigned found = 0;
    uint64_t looked_at = 1;
    for (uint64_t size = SMALL_PASS; found != OCTAL_ALL && looked_at != 0; from += size) {
        if (from >= first + 4 * SMALL_PASS)
            size = LARGE_PASS;
        looked_at = 0;
        for (unsigned i = 0; i < s->split_count; i++) {
            const uint64_t rest = rest_from(s, heap, i), start = late_sums(rest, known) + from,
                           count = portion(rest, start, size);
            if (count > 0)
                found |= s->find(s->values + 1 + start, s->values + rest - 1 - start, count, wanted);
            looked_at += count;
        }
        s->steps += looked_at / OCTAL_PASS_SPEED + 1;
    }
    return found;
}

unsigned octal_look_for(octal_sequence *s, uint64_t from, const uint16_t *wanted)
{
    return look_among(s, s->count, s->count, from, wanted);
}

/* ---- values below 64 ---- */

static uint64_t marked_in_word(octal_sequence *s, uint64_t size)
{
    uint64_t set = single_set(s);
    for (unsigned i = 0; i < s->split_count; i++) {
        uint64_t rest = rest_of(s, i), count = portion(rest, 0, size);
        size_t rares = s->sparse ? rares_below(s, rest) : 0;
        const uint16_t *values = s->values + rest, *rare = s->rares.value;
        const uint64_t *heap = s->rares.heap;
        for (size_t r = 0; r < rares; r++)
            set |= UINT64_C(1) << (rare[r] ^ *(values - heap[r]));
        if (count > 0)
            set |= sums_set(s->values + 1, values - 1, count);
        s->steps += rares + count;
    }
    return set;
}

static uint32_t value_by_word(octal_sequence *s)
{
    const uint64_t size = s->portion;
    unsigned groups = 0;
    uint64_t set = marked_in_word(s, size), common = s->sparse ? ~set & s->common[0] : 0;
    uint32_t value = common == 0 ? 64 : (uint32_t)__builtin_ctzll(common);
    uint64_t missing = ~set & (value == 64 ? UINT64_MAX : (UINT64_C(1) << value) - 1);
    for (; missing != 0; groups++) {
        uint16_t wanted[OCTAL_WANTED];
        uint64_t rest = missing;
        for (unsigned j = 0; j < OCTAL_WANTED; j++) {
            wanted[j] = (uint16_t)__builtin_ctzll(rest);
            rest = (rest & (rest - 1)) == 0 ? rest : rest & (rest - 1);
        }
        unsigned found = octal_look_for(s, size, wanted);
        for (unsigned j = 0; j < OCTAL_WANTED; j++)
            if (!(found >> j & 1)) {
                value = wanted[j];
                missing &= (UINT64_C(1) << value) - 1;
                break;
            }
        missing &= ~(UINT64_C(2) << wanted[OCTAL_WANTED - 1]) + 1;
    }
    octal_adapt(s, groups);
    return value;
}

/* ---- larger values ---- */

static void mark_some(octal_sequence *s, uint64_t size)
{
    mark_singles(s);
    for (unsigned i = 0; i < s->split_count; i++) {
        uint64_t rest = rest_of(s, i), count = portion(rest, 0, size);
        size_t rares = s->sparse ? rares_below(s, rest) : 0;
        const uint16_t *values = s->values + rest, *rare = s->rares.value;
        const uint64_t *heap = s->rares.heap;
        uint8_t *marks = s->marks;
        for (size_t r = 0; r < rares; r++)
            marks[rare[r] ^ *(values - heap[r])] = 1;
        if (count > 0)
            mark_sums(marks, s->values + 1, values - 1, count);
        s->steps += rares + count;
    }
}

/* The least common value that is not marked; the bound when there is none below, or no value is called common. */
static uint32_t least_common(const octal_sequence *s)
{
    for (size_t w = 0; s->sparse && w < s->bound / 64; w++) {
        uint64_t set = unmarked(s->marks, w) & s->common[w];
        if (set != 0)
            return (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(set);
    }
    return (uint32_t)s->bound;
}

/* The next values from *at on, below `below`, that are not marked; how many. The last fills the rest of wanted. */
static unsigned next_missing(const octal_sequence *s, uint32_t *at, uint32_t below, uint16_t *wanted)
{
    unsigned count = 0;
    while (*at < below && count < OCTAL_WANTED) {
        uint64_t set = unmarked(s->marks, *at / 64) & UINT64_MAX << (*at & 63);
        for (; set != 0 && count < OCTAL_WANTED; set &= set - 1) {
            uint32_t value = *at / 64 * 64 + (uint32_t)__builtin_ctzll(set);
            if (value >= below)
                break;
            wanted[count++] = (uint16_t)value;
        }
        *at = count == OCTAL_WANTED ? wanted[count - 1] + 1U : (*at / 64 + 1) * 64;
    }
    for (unsigned j = count; count > 0 && j < OCTAL_WANTED; j++)
        wanted[j] = wanted[count - 1];
    return count;
}

static uint32_t value_by_marks(octal_sequence *s)
{
    const uint64_t size = s->portion;
    uint16_t wanted[OCTAL_WANTED];
    unsigned groups = 0;
    mark_some(s, size);
    uint32_t value = least_common(s), at = 0;
    for (; next_missing(s, &at, value, wanted) > 0; groups++) {
        unsigned found = octal_look_for(s, size, wanted);
        for (unsigned j = OCTAL_WANTED; j-- > 0;)
            if (!(found >> j & 1))
                value = wanted[j];
    }
    memset(s->marks, 0, s->bound);
    octal_adapt(s, groups);
    return value;
}

uint32_t octal_value(octal_sequence *s)
{
    return s->bound <= 64 ? value_by_word(s) : value_by_marks(s);
}

/* ---- heaps before their turn ---- */

/* At least this part of the sums is marked: each group of candidates costs a pass. */
enum { LEAST_SHARE = 1024 };

static void mark_known(octal_sequence *s, uint64_t heap, uint64_t known, uint64_t size)
{
    for (unsigned i = 0; i < s->split_count; i++) {
        const uint64_t rest = rest_from(s, heap, i), start = late_sums(rest, known), count = portion(rest, start, size);
        if (count > 0)
            mark_sums(s->marks, s->values + 1 + start, s->values + rest - 1 - start, count);
        s->steps += count;
    }
}

void octal_gaps_find(octal_sequence *s, uint64_t heap, uint64_t known, octal_gaps *out)
{
    const uint64_t size = s->portion > heap / LEAST_SHARE ? s->portion : heap / LEAST_SHARE;
    uint16_t wanted[OCTAL_WANTED];
    uint32_t at = 0, bound = (uint32_t)s->bound;
    unsigned count = 0;
    out->groups = 0;
    mark_known(s, heap, known, size);
    while (count == 0 && next_missing(s, &at, bound, wanted) > 0) {
        const unsigned found = look_among(s, heap, known, size, wanted);
        out->groups++;
        for (unsigned j = 0; j < OCTAL_WANTED; j++)
            if (!(found >> j & 1))
                out->missing[count++] = wanted[j];
    }
    for (; count < OCTAL_WANTED; count++) /* no sum of known heaps is as great as the bound */
        out->missing[count] = count > 0 ? out->missing[count - 1] : (uint16_t)bound;
    memset(s->marks, 0, bound);
}

bool octal_gaps_close(octal_sequence *s, uint64_t known, const octal_gaps *gaps, uint32_t *value)
{
    unsigned found = 0;
    for (unsigned i = 0; i < s->single_count; i++)
        for (unsigned j = 0; j < OCTAL_WANTED; j++)
            found |= (unsigned)(s->values[s->count - s->singles[i]] == gaps->missing[j]) << j;
    for (unsigned i = 0; i < s->split_count; i++) {
        const uint64_t rest = rest_of(s, i), late = late_sums(rest, known);
        if (late > 0)
            found |= s->find(s->values + 1, s->values + rest - 1, late, gaps->missing);
        s->steps += late / OCTAL_PASS_SPEED + 1;
    }
    if (found == OCTAL_ALL)
        return false;
    *value = gaps->missing[__builtin_ctz(~found)];
    return true;
}
