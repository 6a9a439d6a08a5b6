/* coins_row.h - coin-turning games on a row of coins 1, 2, 3, ..., by a small code */
#ifndef GRUNDY_RULESETS_COINS_ROW_H
#define GRUNDY_RULESETS_COINS_ROW_H

#include "rulesets/coins/coins.h"

typedef enum {
    ROW_ANY,      /* any coins */
    ROW_WINDOW,   /* C(w): all among w neighbours */
    ROW_RUN,      /* C: neighbours without a gap */
    ROW_EQUAL,    /* E: equally spaced */
    ROW_SYMMETRIC /* S: symmetric about their centre; with F, coin 1 is one of them */
} row_shape;

typedef struct {
    unsigned least, most; /* how many coins are turned; most 0: no limit */
    row_shape shape;
    unsigned window;
    bool first;
} row_code;

/* The values of coins 1 .. count, as values[coin]; values[0] is not used.
 *
 * Errors  GRUNDY_LIMIT when values grow beyond 2^26 */
grundy_status row_values(grundy *g, const row_code *code, uint64_t count, uint32_t *values);

/* row_turns - may just the coins of this set be turned? Bit i stands for coin i. The definition, for brute force. */
bool row_turns(const row_code *code, uint64_t set);

#endif
