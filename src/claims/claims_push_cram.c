/* claims_push_cram.c - "The switch operators and push-the-button games", section 5: Push Cram
 *
 * Small boards are searched as positions of the ruleset push-cram. Boards of three rows are a game on words, too: a
 * column holds one vertical domino at most, so it is free (2), has only its top cell free (1), or only its bottom cell
 * (0). The outcomes of all words of a length follow in one pass, as a move makes the word smaller in base 3. */
#include <string.h>

#include "claims/claims.h"

/* ---- boards, searched ---- */

static grundy_status outcome_of(claim_run *run, unsigned rows, unsigned cols, char *out)
{
    grundy_buffer text = grundy_buffer_open(run->g);
    grundy_status status = grundy_appendf(&text, "%ux%u", rows, cols);
    if (status == GRUNDY_OK)
        status = grundy_outcome(run->g, "push-cram", grundy_buffer_text(&text), out);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status row_value(claim_run *run, unsigned cols, uint64_t *out)
{
    grundy_buffer text = grundy_buffer_open(run->g);
    grundy_status status = grundy_appendf(&text, "%u", cols);
    if (status == GRUNDY_OK)
        status = grundy_value(run->g, "octal(0.07)", grundy_buffer_text(&text), out);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status expect(claim_run *run, unsigned rows, unsigned cols, char expected)
{
    char outcome = '?';
    TRY(outcome_of(run, rows, cols, &outcome));
    return claim_holds(run, outcome == expected, "%ux%u is %c", rows, cols, outcome);
}

static unsigned cells_max(const claim_run *run)
{
    return run->scale > 2 ? 36 : 26 + 4 * (unsigned)run->scale;
}

static grundy_status even_rows(claim_run *run)
{
    for (unsigned rows = 0; rows <= 16; rows += 2)
        for (unsigned cols = 0; rows * cols <= 96 && cols <= 40; cols++)
            TRY(expect(run, rows, cols, 'N'));
    return GRUNDY_OK;
}

static grundy_status rows_of_value_0(claim_run *run)
{
    for (unsigned cols = 0; cols <= 40; cols++) {
        uint64_t value = 1;
        TRY(row_value(run, cols, &value));
        for (unsigned rows = 1; value == 0 && rows * cols <= 96 && rows <= 15; rows += 2)
            TRY(expect(run, rows, cols, 'N'));
    }
    return GRUNDY_OK;
}

static grundy_status three_rows(claim_run *run, unsigned from)
{
    for (unsigned cols = from; 3 * cols <= cells_max(run); cols += 2)
        TRY(expect(run, 3, cols, 'P'));
    return GRUNDY_OK;
}

static grundy_status three_rows_printed(claim_run *run)
{
    return three_rows(run, 0);
}

static grundy_status three_rows_corrected(claim_run *run)
{
    return three_rows(run, 2);
}

static grundy_status three_columns(claim_run *run, unsigned from)
{
    for (unsigned rows = from; 3 * rows <= cells_max(run); rows++) {
        uint64_t value = 1;
        TRY(row_value(run, rows, &value));
        TRY(expect(run, rows, 3, value == 0 ? 'P' : 'N'));
    }
    return GRUNDY_OK;
}

static grundy_status three_columns_printed(claim_run *run)
{
    return three_columns(run, 0);
}

static grundy_status three_columns_corrected(claim_run *run)
{
    return three_columns(run, 1);
}

static grundy_status four_columns(claim_run *run)
{
    for (unsigned rows = 1; 4 * rows <= cells_max(run); rows += 2)
        TRY(expect(run, rows, 4, 'P'));
    return GRUNDY_OK;
}

/* ---- three rows, as words ---- */

enum { WORD_MAX = 21 };

typedef struct {
    grundy *g;
    unsigned length;
    uint64_t powers[WORD_MAX + 1];
    unsigned char *runs; /* for each set of free cells of a row: the value of its strips */
    unsigned char *lost; /* a bit for each word: is it a P-position? */
    size_t lost_size;
} words;

static bool word_is_lost(const words *w, uint64_t word)
{
    return w->lost[word / 8] >> (word % 8) & 1;
}

/* The values of all rows: the lowest run of ones is a strip, the rest is known. */
static grundy_status fill_runs(words *w)
{
    uint64_t strip[WORD_MAX + 1];
    for (unsigned n = 0; n <= w->length; n++) {
        char text[8] = {0};
        text[0] = (char)('0' + n / 10);
        text[1] = (char)('0' + n % 10);
        TRY(grundy_value(w->g, "octal(0.07)", text[0] == '0' ? text + 1 : text, &strip[n]));
    }
    w->runs[0] = 0;
    for (uint32_t row = 1; row < UINT32_C(1) << w->length; row++) {
        unsigned low = (unsigned)__builtin_ctz(row), length = (unsigned)__builtin_ctz(~(row >> low));
        uint32_t rest = row & ~(((UINT32_C(1) << length) - 1) << low);
        w->runs[row] = (unsigned char)(w->runs[rest] ^ strip[length]);
    }
    return GRUNDY_OK;
}

/* Does the player who moves at a word lose? A push leaves the three rows; a move makes a free column one of the others. */
static bool loses(const words *w, uint64_t word, uint32_t top, uint32_t middle, uint32_t bottom)
{
    if ((w->runs[top] ^ w->runs[middle] ^ w->runs[bottom]) == 0)
        return false;
    for (uint32_t free_columns = middle; free_columns != 0; free_columns &= free_columns - 1) {
        uint64_t power = w->powers[__builtin_ctz(free_columns)];
        if (word_is_lost(w, word - power) || word_is_lost(w, word - 2 * power))
            return false;
    }
    return true;
}

static grundy_status fill_words(words *w)
{
    uint32_t top = 0, middle = 0, bottom = (UINT32_C(1) << w->length) - 1;
    for (uint64_t word = 0; word < w->powers[w->length]; word++) {
        if (loses(w, word, top, middle, bottom))
            w->lost[word / 8] = (unsigned char)(w->lost[word / 8] | 1u << word % 8);
        uint32_t digit = 1;
        for (; middle & digit; digit <<= 1) { /* 2 becomes 0, and carries */
            middle &= ~digit;
            top &= ~digit;
        }
        middle |= top & digit; /* 1 becomes 2, which has all cells free; 0 becomes 1 */
        bottom = (bottom | (digit - 1)) & ~digit;
        bottom |= middle & digit;
        top |= digit;
        if (word % (1u << 20) == 0) {
            TRY(grundy_check(w->g));
            grundy_report(w->g, "positions", word, w->powers[w->length]);
        }
    }
    return GRUNDY_OK;
}

static void words_close(words *w)
{
    handle_free(w->g, w->runs, (size_t)1 << w->length);
    handle_free(w->g, w->lost, w->lost_size);
}

static grundy_status words_open(grundy *g, unsigned length, words *out)
{
    grundy_status status = GRUNDY_OK;
    words w = {.g = g, .length = length, .powers = {1}};
    for (unsigned i = 0; i < length; i++)
        w.powers[i + 1] = 3 * w.powers[i];
    w.lost_size = (size_t)(w.powers[length] / 8 + 1);
    w.runs = handle_new(g, (size_t)1 << length, 1, &status);
    if (w.runs != NULL)
        w.lost = handle_new(g, w.lost_size, 1, &status);
    if (status == GRUNDY_OK)
        status = fill_runs(&w);
    if (status == GRUNDY_OK)
        status = fill_words(&w);
    if (status != GRUNDY_OK) {
        words_close(&w);
        return status;
    }
    *out = w;
    return GRUNDY_OK;
}

/* Is each first move that places a domino a winning one? The first that is not: a column and the row of its top cell. */
static bool all_dominoes_win(const words *w, unsigned *column, unsigned *row)
{
    uint64_t board = w->powers[w->length] - 1;
    for (*column = 0; *column < w->length; ++*column)
        for (*row = 0; *row < 2; ++*row)
            if (!word_is_lost(w, board - (2 - *row) * w->powers[*column]))
                return false;
    return true;
}

typedef grundy_status (*word_check)(claim_run *run, const words *w);

static grundy_status each_odd_length(claim_run *run, unsigned from, word_check check)
{
    unsigned most = run->scale > 4 ? WORD_MAX : 11 + 2 * (unsigned)run->scale;
    for (unsigned length = from; length <= most && !claim_failed(run); length += 2) {
        words w;
        TRY(words_open(run->g, length, &w));
        grundy_status status = check(run, &w);
        words_close(&w);
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status board_is_won(claim_run *run, const words *w)
{
    return claim_holds(run, !word_is_lost(w, w->powers[w->length] - 1), "3x%u is P", w->length);
}

static grundy_status dominoes_win(claim_run *run, const words *w)
{
    unsigned column = 0, row = 0;
    bool all = all_dominoes_win(w, &column, &row);
    return claim_holds(run, all, "3x%u: a domino on rows %u and %u of column %u loses", w->length, row + 1, row + 2,
                       column + 1);
}

/* Any first move: the push is one. It wins when the rows, all equal, have value 0. */
static grundy_status every_move_wins(claim_run *run, const words *w)
{
    TRY(dominoes_win(run, w));
    return claim_holds(run, w->runs[((size_t)1 << w->length) - 1] == 0, "3x%u: pushing the button loses", w->length);
}

/* Where the push loses, every domino wins. */
static grundy_status dominoes_win_if_push_loses(claim_run *run, const words *w)
{
    if (w->runs[((size_t)1 << w->length) - 1] == 0)
        return GRUNDY_OK;
    return dominoes_win(run, w);
}

static grundy_status conjecture_outcome(claim_run *run)
{
    run->open = true;
    return each_odd_length(run, 1, board_is_won);
}

static grundy_status conjecture_bluff(claim_run *run)
{
    run->open = true;
    return each_odd_length(run, 1, every_move_wins);
}

static grundy_status conjecture_bluff_dominoes(claim_run *run)
{
    run->open = true;
    return each_odd_length(run, 1, dominoes_win_if_push_loses);
}

static const claim claims[] = {
    {"push-5.0.2-i", "in Push Cram (2k) x n is an N-position", NULL, even_rows},
    {"push-5.0.2-ii", "in Push Cram (2k+1) x n is an N-position if n has value 0 in 0.07", NULL, rows_of_value_0},
    {"push-5.0.2-iii", "in Push Cram 3 x (2k) is a P-position", "3 x 0 is N, as (ii) says; it holds for k >= 1",
     three_rows_printed},
    {"push-5.0.2-iii-corrected", "in Push Cram 3 x (2k) is a P-position for k >= 1", NULL, three_rows_corrected},
    {"push-5.0.2-iv", "in Push Cram n x 3 is a P-position if and only if n has value 0 in 0.07",
     "0 x 3 is N, as (i) says; it "
     "holds for n >= 1",
     three_columns_printed},
    {"push-5.0.2-iv-corrected", "in Push Cram n x 3, n >= 1, is a P-position if and only if n has value 0 in 0.07",
     NULL, three_columns_corrected},
    {"push-5.0.2-v", "in Push Cram (2k+1) x 4 is a P-position", NULL, four_columns},
    {"push-5.0.3-outcome", "in Push Cram 3 x (2k+1) is an N-position (conjecture)", NULL, conjecture_outcome},
    {"push-5.0.3-bluff", "in Push Cram every first move on 3 x (2k+1) wins (conjecture)",
     "on 3 x 1 and 3 x 5, where the push wins, every domino loses; on 3 x 3 the push, a move too, loses",
     conjecture_bluff},
    {"push-5.0.3-bluff-corrected", "in Push Cram every first domino on 3 x (2k+1) wins if 2k+1 has not value 0 in 0.07",
     NULL, conjecture_bluff_dominoes},
};

const claim_table push_cram_claims = {"push", claims, GRUNDY_COUNT(claims)};
