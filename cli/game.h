/* game.h - one game between the user and the program: whose turn it is, what can be played, what should be */
#ifndef GRUNDY_CLI_GAME_H
#define GRUNDY_CLI_GAME_H

#include "command.h"

/* What is known of a position. Beyond the limits neither is known. */
typedef struct {
    grundy_truth winning; /* for who is to move */
    grundy_truth has_value;
    uint64_t value;
} judgement;

typedef struct {
    command_line *line;
    session outcomes; /* the ruleset, and a solver for outcomes */
    grundy_solver *values;
    grundy_buffer turns; /* a grundy_buffer for each position of the game so far */
    bool user_first;     /* the user moves in positions 0, 2, 4, ... of it */
    bool misere;
    double thinking; /* seconds that the program may take to find out who wins */
    double errs;     /* how often the program does not look for a winning move */
    uint64_t seed;
    grundy_list options; /* of the position at hand, sorted as they are printed */
    grundy_list texts;   /* theirs */
} game;

grundy_status game_open(command_line *line, game *out);
void game_close(game *p);

/* game_position - the position at hand; game_count - how many moves have been made */
grundy_bytes game_position(const game *p);
size_t game_count(const game *p);

/* game_users_turn - is it the user who moves in the position at hand? */
bool game_users_turn(const game *p);

/* game_move - go on with a position; game_back - take the last move back, of one or more */
grundy_status game_move(game *p, grundy_bytes position);
grundy_status game_back(game *p);

/* game_judge - who wins from here? What cannot be found out within the limits is unknown, which is no error. */
grundy_status game_judge(game *p, grundy_bytes position, judgement *out);

/* game_best - append a winning option of the position at hand, if there is one and it can be found within the limits */
grundy_status game_best(game *p, grundy_buffer *out, grundy_truth *found);

/* game_choose - append the move that the program makes; *found as for game_best: any option where none was found, or
 * where the program errs */
grundy_status game_choose(game *p, grundy_buffer *out, grundy_truth *found);

#endif
