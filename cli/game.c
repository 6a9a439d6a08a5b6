#include "game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- positions ---- */

static grundy_buffer *turn_at(const game *p, size_t i)
{
    return (grundy_buffer *)(void *)p->turns.data + i;
}

size_t game_count(const game *p)
{
    return p->turns.size / sizeof(grundy_buffer) - 1;
}

grundy_bytes game_position(const game *p)
{
    return grundy_buffer_bytes(turn_at(p, game_count(p)));
}

bool game_users_turn(const game *p)
{
    return (game_count(p) % 2 == 0) == p->user_first;
}

/* An option, as bytes and as text. */
typedef struct {
    grundy_bytes option;
    const char *text;
} named;

static int by_text(const void *a, const void *b)
{
    const named *x = a, *y = b;
    size_t left = strlen(x->text), right = strlen(y->text);
    bool numbers = strspn(x->text, "0123456789") == left && strspn(y->text, "0123456789") == right;
    if (numbers && left != right)
        return left < right ? -1 : 1;
    return strcmp(x->text, y->text);
}

static grundy_status name_options(game *p, const grundy_list *options, grundy_list *texts, grundy_buffer *all)
{
    grundy *g = p->line->g;
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    size_t count = grundy_list_count(options);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        text.size = 0;
        status = grundy_position_print(g, p->outcomes.r, grundy_list_at(options, i), &text);
        if (status == GRUNDY_OK)
            status = grundy_list_add(texts, grundy_buffer_text(&text), text.size + 1);
    }
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        named one = {grundy_list_at(options, i), (const char *)grundy_list_at(texts, i).data};
        status = grundy_append(all, &one, sizeof one);
    }
    grundy_buffer_close(&text);
    return status;
}

/* List the options of the position at hand. */
static grundy_status game_list_options(game *p)
{
    grundy *g = p->line->g;
    grundy_list options = grundy_list_open(g), texts = grundy_list_open(g);
    grundy_buffer all = grundy_buffer_open(g);
    grundy_list_clear(&p->options);
    grundy_list_clear(&p->texts);
    grundy_start(g);
    grundy_status status = grundy_position_options(g, p->outcomes.r, game_position(p), &options);
    if (status == GRUNDY_OK)
        status = name_options(p, &options, &texts, &all);
    size_t count = all.size / sizeof(named);
    named *sorted = (named *)(void *)all.data;
    if (status == GRUNDY_OK && count > 1)
        qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        if (i > 0 && strcmp(sorted[i].text, sorted[i - 1].text) == 0)
            continue; /* a sum may have the same option in two summands */
        status = grundy_list_add(&p->options, sorted[i].option.data, sorted[i].option.size);
        if (status == GRUNDY_OK)
            status = grundy_list_add(&p->texts, sorted[i].text, strlen(sorted[i].text) + 1);
    }
    grundy_buffer_close(&all);
    grundy_list_close(&texts);
    grundy_list_close(&options);
    return status;
}

grundy_status game_move(game *p, grundy_bytes position)
{
    grundy_buffer turn = grundy_buffer_open(p->line->g);
    grundy_status status = grundy_append(&turn, position.data, position.size);
    if (status == GRUNDY_OK)
        status = grundy_append(&p->turns, &turn, sizeof turn);
    if (status != GRUNDY_OK) {
        grundy_buffer_close(&turn);
        return status;
    }
    return game_list_options(p);
}

grundy_status game_back(game *p)
{
    grundy_buffer_close(turn_at(p, game_count(p)));
    p->turns.size -= sizeof(grundy_buffer);
    return game_list_options(p);
}

/* ---- who wins ---- */

/* Is a failure no more than that something could not be found out? */
static bool beyond_limits(grundy_status status)
{
    return status == GRUNDY_LIMIT || status == GRUNDY_NOMEM;
}

/* From now on a call may take so long; 0: as long as it likes. */
static void limit_time(game *p, double seconds)
{
    grundy_limits limits = grundy_get_limits(p->line->g);
    limits.seconds = seconds;
    grundy_set_limits(p->line->g, &limits);
}

static grundy_status game_ask(game *p, grundy_solver *s, grundy_bytes position, uint64_t *value, bool *known)
{
    grundy_answer answer = {0};
    double before = grundy_get_limits(p->line->g).seconds;
    limit_time(p, p->thinking);
    grundy_status status = grundy_solve(s, position, &answer);
    limit_time(p, before);
    *known = status == GRUNDY_OK;
    *value = answer.value;
    return beyond_limits(status) ? GRUNDY_OK : status;
}

grundy_status game_judge(game *p, grundy_bytes position, judgement *out)
{
    bool outcome_known = false, value_known = false;
    uint64_t outcome = 0, value = 0;
    TRY(game_ask(p, p->outcomes.solver, position, &outcome, &outcome_known));
    if (outcome_known)
        TRY(game_ask(p, p->values, position, &value, &value_known));
    *out = (judgement){.winning = !outcome_known ? GRUNDY_UNKNOWN
                                  : outcome != 0 ? GRUNDY_YES
                                                 : GRUNDY_NO,
                       .has_value = value_known ? GRUNDY_YES : GRUNDY_NO,
                       .value = value};
    return GRUNDY_OK;
}

grundy_status game_best(game *p, grundy_buffer *out, grundy_truth *found)
{
    bool known = false;
    uint64_t outcome = 0;
    TRY(game_ask(p, p->outcomes.solver, game_position(p), &outcome, &known));
    *found = !known ? GRUNDY_UNKNOWN : outcome != 0 ? GRUNDY_YES : GRUNDY_NO;
    if (*found != GRUNDY_YES)
        return GRUNDY_OK;
    double before = grundy_get_limits(p->line->g).seconds;
    limit_time(p, p->thinking);
    grundy_status status = grundy_winning_move(p->outcomes.solver, game_position(p), out);
    limit_time(p, before);
    if (!beyond_limits(status))
        return status;
    *found = GRUNDY_UNKNOWN;
    return GRUNDY_OK;
}

static grundy_status choose_any(game *p, grundy_buffer *out)
{
    grundy_bytes option =
        grundy_list_at(&p->options, (size_t)(grundy_random(&p->seed) % grundy_list_count(&p->options)));
    return grundy_append(out, option.data, option.size);
}

grundy_status game_choose(game *p, grundy_buffer *out, grundy_truth *found)
{
    double chance = (double)(grundy_random(&p->seed) >> 11) / 9007199254740992.0; /* 2^53 */
    *found = GRUNDY_NO;
    if (chance >= p->errs)
        TRY(game_best(p, out, found));
    return *found == GRUNDY_YES ? GRUNDY_OK : choose_any(p, out);
}

/* ---- opening ---- */

static grundy_status read_errs(command_line *line, double *out)
{
    const char *text = line->option[OPTION_ERRS];
    char *end;
    *out = 0;
    if (text == NULL)
        return GRUNDY_OK;
    *out = strtod(text, &end);
    if (end == text || *end != '\0' || !(*out >= 0 && *out <= 1))
        return grundy_fail(line->g, GRUNDY_PARSE, "--errs '%.40s': expected a number from 0 to 1", text);
    return GRUNDY_OK;
}

static uint64_t first_seed(const command_line *line)
{
    if (line->option[OPTION_SEED] != NULL || !isatty(STDIN_FILENO))
        return line->seed;
    return (uint64_t)time(NULL);
}

static grundy_status open_solvers(game *p)
{
    command_line *line = p->line;
    TRY(read_errs(line, &p->errs));
    TRY(session_open(line, question_of(line, true), &p->outcomes));
    TRY(grundy_solver_open(line->g, p->outcomes.r, question_of(line, false), GRUNDY_AUTO, &p->values));
    grundy_buffer position = grundy_buffer_open(line->g);
    grundy_status status = session_read(&p->outcomes, line->arguments[1], &position);
    if (status == GRUNDY_OK)
        status = game_move(p, grundy_buffer_bytes(&position));
    grundy_buffer_close(&position);
    return status;
}

/* A person does not wait for ever for the program's move. Who sets no limit gets this one; listing the moves may take
 * longer, since without them nobody could play. */
static const double patience = 10;

grundy_status game_open(command_line *line, game *out)
{
    grundy *g = line->g;
    double seconds = grundy_get_limits(g).seconds;
    *out = (game){.line = line,
                  .thinking = seconds > 0 ? seconds : patience,
                  .user_first = line->option[OPTION_SECOND] == NULL,
                  .misere = line->option[OPTION_MISERE] != NULL,
                  .turns = grundy_buffer_open(g),
                  .options = grundy_list_open(g),
                  .texts = grundy_list_open(g),
                  .seed = first_seed(line)};
    grundy_status status = open_solvers(out);
    if (status != GRUNDY_OK)
        game_close(out);
    return status;
}

void game_close(game *p)
{
    for (size_t i = 0; i < p->turns.size / sizeof(grundy_buffer); i++)
        grundy_buffer_close(turn_at(p, i));
    grundy_buffer_close(&p->turns);
    grundy_list_close(&p->options);
    grundy_list_close(&p->texts);
    grundy_solver_close(p->values);
    session_close(&p->outcomes);
}
