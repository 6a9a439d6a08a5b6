/* play.c - a game in the terminal against the perfect player
 *
 * What is said goes to standard output, what was typed wrongly to standard error. A script's input is read as it is, and
 * it sees no prompts; with the same seed it sees the same game. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "line_reader.h"

enum { LISTED_MAX = 200, DRAWN_MAX = 4096 };

typedef struct {
    game game;
    line_reader *reader;
    bool tutor;
    bool over;  /* somebody has won, or the user has left */
    bool shown; /* the position at hand */
} dialogue;

/* ---- saying things ---- */

static grundy_status print_position(dialogue *d, const char *before, grundy_bytes position, const char *after)
{
    grundy_buffer text = grundy_buffer_open(d->game.line->g);
    grundy_status status = grundy_position_print(d->game.line->g, d->game.outcomes.r, position, &text);
    if (status == GRUNDY_OK)
        printf("%s%s%s\n", before, grundy_buffer_text(&text), after);
    grundy_buffer_close(&text);
    return status;
}

/* Draw the position where the ruleset can, and it is not too large. */
static grundy_status play_draw(dialogue *d)
{
    grundy *g = d->game.line->g;
    grundy_buffer text = grundy_buffer_open(g);
    grundy_start(g);
    grundy_status status = grundy_position_view(g, d->game.outcomes.r, game_position(&d->game), &text);
    if (status == GRUNDY_OK && text.size <= DRAWN_MAX)
        fputs(grundy_buffer_text(&text), stdout);
    grundy_buffer_close(&text);
    return status == GRUNDY_DOMAIN || status == GRUNDY_LIMIT ? GRUNDY_OK : status;
}

static grundy_status show(dialogue *d)
{
    TRY(print_position(d, "position: ", game_position(&d->game), ""));
    d->shown = true;
    return play_draw(d);
}

/* One line about what was typed. */
static grundy_status complain(const char *line, const char *after)
{
    fflush(stdout);
    fprintf(stderr, "%s%s\n", line, after);
    return GRUNDY_OK;
}

/* ---- the tutor ---- */

static void play_print_values(const judgement *before, const judgement *after)
{
    if (before->has_value == GRUNDY_YES && after->has_value == GRUNDY_YES)
        printf(" (value %" PRIu64 " -> %" PRIu64 ")", before->value, after->value);
    putchar('\n');
}

/* What a move did: from a position that somebody wins to one that somebody wins. */
static grundy_status play_teach(dialogue *d, grundy_bytes after_move, bool user)
{
    judgement before, after;
    const char *mover_is = user ? "you are" : "I am", *mover_was = user ? "you were" : "I was",
               *other_is = user ? "I am" : "you are";
    if (!d->tutor)
        return GRUNDY_OK;
    TRY(game_judge(&d->game, game_position(&d->game), &before));
    TRY(game_judge(&d->game, after_move, &after));
    if (before.winning == GRUNDY_UNKNOWN || after.winning == GRUNDY_UNKNOWN) {
        puts("tutor: this position is too large to say what the move did");
        return GRUNDY_OK;
    }
    if (before.winning == GRUNDY_NO)
        printf("tutor: no move could win, %s winning", other_is);
    else if (after.winning == GRUNDY_NO)
        printf("tutor: right, %s winning", mover_is);
    else
        printf("tutor: a mistake, %s winning and now %s", mover_was, other_is);
    play_print_values(&before, &after);
    if (before.winning == GRUNDY_NO || after.winning == GRUNDY_NO)
        return GRUNDY_OK;
    grundy_buffer best = grundy_buffer_open(d->game.line->g);
    grundy_truth found = GRUNDY_NO;
    grundy_status status = game_best(&d->game, &best, &found);
    if (status == GRUNDY_OK && found == GRUNDY_YES)
        status = print_position(d, "tutor: right was ", grundy_buffer_bytes(&best), "");
    grundy_buffer_close(&best);
    return status;
}

/* ---- moves ---- */

static grundy_status make_move(dialogue *d, grundy_bytes position, bool user)
{
    grundy_buffer copy = grundy_buffer_open(d->game.line->g); /* the position may lie in a list that changes */
    grundy_status status = grundy_append(&copy, position.data, position.size);
    grundy_bytes next = grundy_buffer_bytes(&copy);
    if (status == GRUNDY_OK)
        status = print_position(d, user ? "you move to " : "I move to ", next, "");
    if (status == GRUNDY_OK)
        status = play_teach(d, next, user);
    if (status == GRUNDY_OK)
        status = game_move(&d->game, next);
    d->shown = false;
    grundy_buffer_close(&copy);
    return status;
}

static grundy_status program_moves(dialogue *d)
{
    grundy_buffer move = grundy_buffer_open(d->game.line->g);
    grundy_truth found = GRUNDY_NO;
    grundy_status status = game_choose(&d->game, &move, &found);
    if (status == GRUNDY_OK && found == GRUNDY_UNKNOWN)
        printf("I cannot work this position out (%s); a move at random\n", grundy_message(d->game.line->g));
    if (status == GRUNDY_OK)
        status = make_move(d, grundy_buffer_bytes(&move), false);
    grundy_buffer_close(&move);
    return status;
}

static bool play_same_position(grundy_bytes a, grundy_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* The move that was typed as the position to which it leads. */
static grundy_status move_to_text(dialogue *d, const char *text)
{
    game *p = &d->game;
    grundy_buffer position = grundy_buffer_open(p->line->g);
    grundy_status status = session_read(&p->outcomes, text, &position);
    size_t i = 0, count = grundy_list_count(&p->options);
    if (status == GRUNDY_OK)
        while (i < count && !play_same_position(grundy_list_at(&p->options, i), grundy_buffer_bytes(&position)))
            i++;
    if (status == GRUNDY_PARSE)
        status = complain(grundy_message(p->line->g), "; help lists what can be typed");
    else if (status == GRUNDY_OK && i == count)
        status = complain(text, " cannot be reached by a move from here; list shows the moves");
    else if (status == GRUNDY_OK)
        status = make_move(d, grundy_list_at(&p->options, i), true);
    grundy_buffer_close(&position);
    return status;
}

/* The move that was picked from the list, "#3". */
static grundy_status move_to_number(dialogue *d, const char *digits)
{
    char *end;
    size_t count = grundy_list_count(&d->game.options);
    unsigned long long n = strtoull(digits, &end, 10);
    if (!isdigit((unsigned char)*digits) || *end != '\0' || n < 1 || n > count) {
        char line[80];
        snprintf(line, sizeof line, "expected a number from #1 to #%zu", count);
        return complain(line, "; list shows the moves");
    }
    return make_move(d, grundy_list_at(&d->game.options, (size_t)n - 1), true);
}

/* ---- commands ---- */

static grundy_status do_list(dialogue *d, const char *argument)
{
    size_t count = grundy_list_count(&d->game.texts);
    (void)argument;
    for (size_t i = 0; i < count && i < LISTED_MAX; i++)
        printf("#%-3zu %s\n", i + 1, (const char *)grundy_list_at(&d->game.texts, i).data);
    if (count > LISTED_MAX)
        printf("and %zu more, up to #%zu\n", count - LISTED_MAX, count);
    return GRUNDY_OK;
}

static grundy_status do_hint(dialogue *d, const char *argument)
{
    grundy_buffer best = grundy_buffer_open(d->game.line->g);
    grundy_truth found = GRUNDY_NO;
    (void)argument;
    grundy_status status = game_best(&d->game, &best, &found);
    if (status == GRUNDY_OK && found == GRUNDY_YES)
        status = print_position(d, "hint: ", grundy_buffer_bytes(&best), " wins");
    else if (status == GRUNDY_OK && found == GRUNDY_NO)
        puts("hint: no move wins, if I play perfectly");
    else if (status == GRUNDY_OK)
        printf("hint: I cannot work this position out (%s)\n", grundy_message(d->game.line->g));
    grundy_buffer_close(&best);
    return status;
}

/* Back to the user's last turn. */
static grundy_status do_undo(dialogue *d, const char *argument)
{
    (void)argument;
    if (game_count(&d->game) < 2)
        return complain("there is no move of yours to take back", "");
    TRY(game_back(&d->game));
    TRY(game_back(&d->game));
    puts("taken back");
    return show(d);
}

static grundy_status do_swap(dialogue *d, const char *argument)
{
    (void)argument;
    d->game.user_first = !d->game.user_first;
    puts("we have swapped: I move for you, and you for me");
    return GRUNDY_OK;
}

static grundy_status do_show(dialogue *d, const char *argument)
{
    (void)argument;
    return show(d);
}

static grundy_status do_rules(dialogue *d, const char *argument)
{
    grundy_buffer text = grundy_buffer_open(d->game.line->g);
    (void)argument;
    grundy_status status = grundy_ruleset_describe(d->game.line->g, d->game.outcomes.r, &text);
    if (status == GRUNDY_OK)
        fputs(grundy_buffer_text(&text), stdout);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status do_tutor(dialogue *d, const char *argument)
{
    (void)argument;
    d->tutor = !d->tutor;
    puts(d->tutor ? "the tutor speaks after each move" : "the tutor is silent");
    return GRUNDY_OK;
}

static grundy_status do_strength(dialogue *d, const char *argument)
{
    char *end;
    double errs = strtod(argument, &end);
    bool perfect = strcmp(argument, "perfect") == 0;
    if (!perfect && (end == argument || *end != '\0' || !(errs >= 0 && errs <= 1)))
        return complain("expected strength perfect, or how often I move at random: strength 0.25", "");
    d->game.errs = perfect ? 0 : errs;
    if (d->game.errs > 0)
        printf("I move at random %g%% of the time\n", 100 * d->game.errs);
    else
        puts("I play perfectly");
    return GRUNDY_OK;
}

static grundy_status do_resign(dialogue *d, const char *argument)
{
    (void)argument;
    d->over = true;
    puts("you resign: I win");
    return GRUNDY_OK;
}

static grundy_status do_quit(dialogue *d, const char *argument)
{
    (void)argument;
    d->over = true;
    puts("the game is left unfinished");
    return GRUNDY_OK;
}

static grundy_status do_help(dialogue *d, const char *argument);

static const struct {
    const char *name, *argument, *help;
    grundy_status (*run)(dialogue *d, const char *argument);
} words[] = {
    {"list", "", "number the moves; #3 plays the third", do_list},
    {"hint", "", "a move that wins", do_hint},
    {"undo", "", "take your last move back", do_undo},
    {"swap", "", "take the other side", do_swap},
    {"show", "", "the position again", do_show},
    {"rules", "", "how the game is played, and its positions written", do_rules},
    {"tutor", "", "say after each move what it did; again: no more", do_tutor},
    {"strength", " perfect | RATE", "how often I move at random, from 0 to 1", do_strength},
    {"resign", "", "give the game up", do_resign},
    {"quit", "", "leave it unfinished", do_quit},
    {"help", "", "this list", do_help},
};

static grundy_status do_help(dialogue *d, const char *argument)
{
    (void)d;
    (void)argument;
    puts("A move is typed as the position to which it leads, or as its number in the list.");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char left[40];
        snprintf(left, sizeof left, "%s%s", words[i].name, words[i].argument);
        printf("  %-24s %s\n", left, words[i].help);
    }
    return GRUNDY_OK;
}

/* Do what a line says. */
static grundy_status obey(dialogue *d, const char *text)
{
    size_t length = strcspn(text, " \t");
    if (*text == '\0')
        return GRUNDY_OK;
    if (*text == '#' && isdigit((unsigned char)text[1]))
        return move_to_number(d, text + 1);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *argument = text + length + strspn(text + length, " \t");
        if (strlen(words[i].name) == length && memcmp(words[i].name, text, length) == 0 &&
            (*argument == '\0' || *words[i].argument != '\0'))
            return words[i].run(d, argument);
    }
    return move_to_text(d, text);
}

/* ---- the game ---- */

static void say_who_won(dialogue *d)
{
    bool user_moves = game_users_turn(&d->game), user_wins = user_moves == d->game.misere;
    printf("%s cannot move: %s\n", user_moves ? "you" : "I", user_wins ? "you win" : "I win");
    d->over = true;
}

static grundy_status user_moves(dialogue *d)
{
    grundy_buffer line = grundy_buffer_open(d->game.line->g);
    bool more = true;
    grundy_status status = d->shown ? GRUNDY_OK : show(d);
    if (status == GRUNDY_OK) {
        fflush(stdout);
        status = line_reader_next(d->reader, "your move> ", &line, &more);
    }
    if (status == GRUNDY_OK && !more)
        status = do_quit(d, "");
    else if (status == GRUNDY_OK)
        status = obey(d, grundy_buffer_text(&line));
    grundy_buffer_close(&line);
    return status;
}

static grundy_status play(dialogue *d)
{
    const char *play = d->game.misere ? "misere play: who cannot move wins" : "who cannot move loses";
    printf("%s, %s; help lists what you can type\n", grundy_ruleset_name(d->game.outcomes.r), play);
    while (!d->over) {
        grundy_start(d->game.line->g);
        TRY(grundy_check(d->game.line->g));
        if (grundy_list_count(&d->game.options) == 0)
            say_who_won(d);
        else
            TRY(game_users_turn(&d->game) ? user_moves(d) : program_moves(d));
    }
    return GRUNDY_OK;
}

static grundy_status run_play(command_line *line)
{
    dialogue d = {.tutor = line->option[OPTION_TUTOR] != NULL};
    TRY(game_open(line, &d.game));
    grundy_status status = line_reader_open(line->g, &d.reader);
    if (status == GRUNDY_OK)
        status = play(&d);
    line_reader_close(d.reader);
    game_close(&d.game);
    return status;
}

const command play_command = {
    .name = "play",
    .synopsis = "RULESET POSITION [--second] [--tutor] [--errs RATE]",
    .summary = "a game against the perfect player, with hints and undo",
    .example = "play nim 3,5,7 --tutor",
    .options = OPTION_BIT(MISERE) | OPTION_BIT(SECOND) | OPTION_BIT(TUTOR) | OPTION_BIT(ERRS) | OPTION_BIT(SEED) |
               LIMIT_OPTIONS | RULESET_OPTIONS,
    .least = 2,
    .most = 2,
    .run = run_play,
};
