/* run.c - the program: finds the command, reads the options, and turns a status into an exit status */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

const command *const commands[] = {
    &value_command,    &outcome_command, &moves_command,    &view_command,     &draw_command,
    &plot_command,     &table_command,   &period_command,   &quotient_command, &prove_command,
    &calc_command,     &verify_command,  &selftest_command, &rulesets_command, &bench_command,
    &classify_command, &play_command,    &serve_command,    &results_command,  &completion_command,
};
const size_t command_count = sizeof commands / sizeof commands[0];

static const struct {
    const char *name, *argument, *help;
} option_table[] = {
#define OPTION_ENTRY(id, name, argument, help) {name, argument, help},
    OPTIONS(OPTION_ENTRY)
#undef OPTION_ENTRY
};

/* ---- stopping and progress ---- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    interrupted = number;
}

static bool stop_requested(void *context)
{
    (void)context;
    return interrupted != 0;
}

static bool progress_shown;

static void show_progress(void *context, const grundy_progress *p)
{
    (void)context;
    double rate = p->seconds > 0 ? (double)p->done / p->seconds : 0;
    fprintf(stderr, "\r%llu", (unsigned long long)p->done);
    if (p->total > 0)
        fprintf(stderr, " of %llu", (unsigned long long)p->total);
    fprintf(stderr, " %s, %.3g a second, %.0f s", p->what, rate, p->seconds);
    if (p->total > p->done && rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(p->total - p->done) / rate);
    if (p->depth > 0)
        fprintf(stderr, ", depth %llu", (unsigned long long)p->depth);
    if (p->memory_most > 0)
        fprintf(stderr, ", table %.3g entries, %.0f%% of its memory", (double)p->entries,
                100 * (double)p->memory / (double)p->memory_most);
    fputs("\033[K", stderr);
    progress_shown = true;
}

static void end_progress(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = false;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL); /* the terminal closes */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* writing fails then, which is told */
}

/* ---- help ---- */

static void command_print_options(uint64_t options)
{
    for (size_t i = 0; i < OPTIONS_END; i++) {
        char left[40];
        if ((options >> i & 1) == 0)
            continue;
        snprintf(left, sizeof left, "--%s%s%s", option_table[i].name, option_table[i].argument != NULL ? " " : "",
                 option_table[i].argument != NULL ? option_table[i].argument : "");
        printf("  %-20s %s\n", left, option_table[i].help);
    }
}

static void print_help(void)
{
    puts("grundy - impartial combinatorial games: values, outcomes, winning moves, tables, periods\n\n"
         "usage: grundy COMMAND ...\n");
    for (size_t i = 0; i < command_count; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n`grundy COMMAND --help` says more; `grundy rulesets` lists the games and how their positions are written.\n"
         "An argument @file is the text of that file.\n"
         "Exit status: 0 done, 1 a checked claim failed, 2 bad input, 3 not decided within the limits,\n"
         "4 not defined for this ruleset, 5 two methods disagree, 6 input or output failed, 130 interrupted.");
}

static void print_command_help(const command *c)
{
    printf("usage: grundy %s%s%s\n\n%s\n\n", c->name, *c->synopsis == '\0' ? "" : " ", c->synopsis, c->summary);
    command_print_options(c->options | OPTION_BIT(HELP));
    printf("\nExample: grundy %s\n", c->example);
}

/* ---- reading options ---- */

static grundy_status parse_uint(grundy *g, const char *what, const char *text, uint64_t low, uint64_t high,
                                uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n < low || n > high)
        return grundy_fail(g, GRUNDY_PARSE, "--%s '%.40s': expected a number from %llu to %llu", what, text,
                           (unsigned long long)low, (unsigned long long)high);
    *out = n;
    return GRUNDY_OK;
}

/* A number with a unit from a list of single characters; an empty unit counts as the first. */
static grundy_status parse_with_unit(grundy *g, const char *what, const char *text, const char *units,
                                     const double *factors, double *out)
{
    char *end;
    errno = 0;
    double n = strtod(text, &end);
    bool number = end != text && *text >= '0' && *text <= '9' && errno == 0;
    const char *unit = *end == '\0' ? units : strchr(units, *end);
    if (!number || unit == NULL || (*end != '\0' && end[1] != '\0'))
        return grundy_fail(g, GRUNDY_PARSE, "--%s '%.40s': expected a number, followed by one of the units %s or none",
                           what, text, units);
    *out = n * factors[unit - units];
    return GRUNDY_OK;
}

static grundy_status parse_duration(grundy *g, const char *what, const char *text, double *out)
{
    static const double factors[] = {1, 60, 3600};
    TRY(parse_with_unit(g, what, text, "smh", factors, out));
    if (!(*out > 0)) /* which would mean no limit */
        return grundy_fail(g, GRUNDY_PARSE, "--%s '%.40s': expected more than 0 seconds", what, text);
    return GRUNDY_OK;
}

static grundy_status read_limits(command_line *line)
{
    static const double sizes[] = {1, 1024, 1048576, 1073741824, 1099511627776};
    grundy_limits limits = {.memory = UINT64_C(4) << 30, .threads = 1, .stop = stop_requested};
    const char *memory = line->option[OPTION_MEMORY], *time = line->option[OPTION_TIME],
               *threads = line->option[OPTION_THREADS];
    uint64_t count = 1;
    double bytes = 0;
    if (memory != NULL) {
        TRY(parse_with_unit(line->g, "memory", memory, "BKMGT", sizes, &bytes));
        if (bytes < 16384 || bytes > 1024 * sizes[4])
            return grundy_fail(line->g, GRUNDY_PARSE, "--memory '%.40s': expected 16K or more, and at most 1024T",
                               memory);
        limits.memory = (uint64_t)bytes;
    }
    if (time != NULL)
        TRY(parse_duration(line->g, "time", time, &limits.seconds));
    if (threads != NULL)
        TRY(parse_uint(line->g, "threads", threads, 1, 256, &count));
    limits.threads = (unsigned)count;
    if (line->option[OPTION_PROGRESS] != NULL || isatty(STDERR_FILENO))
        limits.progress = show_progress;
    grundy_set_limits(line->g, &limits);
    return GRUNDY_OK;
}

grundy_status read_option_number(command_line *line, option_id id, uint64_t low, uint64_t high, uint64_t *out)
{
    return parse_uint(line->g, option_table[id].name, line->option[id], low, high, out);
}

static grundy_status read_choices(command_line *line)
{
    const char *method = line->option[OPTION_METHOD], *format = line->option[OPTION_FORMAT];
    line->scale = line->seed = 1;
    if (method != NULL && !grundy_method_find(method, &line->method))
        return grundy_fail(line->g, GRUNDY_PARSE,
                           "--method '%.40s': expected auto, formula, sweep, search, brute or all", method);
    if (format != NULL && !grundy_format_find(format, &line->format))
        return grundy_fail(line->g, GRUNDY_PARSE, "--format '%.40s': expected text, csv, json, tex, markdown or bfile",
                           format);
    if (line->option[OPTION_TO] != NULL)
        TRY(parse_uint(line->g, "to", line->option[OPTION_TO], 1, UINT64_C(1) << 40, &line->to));
    if (line->option[OPTION_SCALE] != NULL)
        TRY(parse_uint(line->g, "scale", line->option[OPTION_SCALE], 1, 1000, &line->scale));
    if (line->option[OPTION_SEED] != NULL)
        TRY(parse_uint(line->g, "seed", line->option[OPTION_SEED], 0, UINT64_MAX, &line->seed));
    return read_limits(line);
}

static grundy_status command_take_option(command_line *line, int id, const char *given)
{
    if (id == '?' || id == ':') {
        bool known = id == ':';
        return grundy_fail(line->g, GRUNDY_PARSE, known ? "option %.60s needs an argument" : "unknown option %.60s",
                           given);
    }
    if (((line->command->options | OPTION_BIT(HELP) | OPTION_BIT(VERSION)) >> id & 1) == 0)
        return grundy_fail(line->g, GRUNDY_PARSE, "grundy %s has no option --%s", line->command->name,
                           option_table[id].name);
    line->option[id] = optarg != NULL ? optarg : "";
    if (id == OPTION_PLUGIN && line->plugin_count == PLUGINS_MAX)
        return grundy_fail(line->g, GRUNDY_PARSE, "more than %d plug-ins", PLUGINS_MAX);
    if (id == OPTION_PLUGIN)
        line->plugin_paths[line->plugin_count++] = optarg;
    return GRUNDY_OK;
}

static grundy_status read_options(command_line *line, int argc, char **argv)
{
    struct option known[OPTIONS_END + 1] = {0};
    for (int i = 0; i < OPTIONS_END; i++)
        known[i] = (struct option){.name = option_table[i].name, .has_arg = option_table[i].argument != NULL, .val = i};
    opterr = 0;
    optind = 1;
    for (;;) {
        int place = optind, id = getopt_long(argc, argv, ":o:", known, NULL);
        if (id == -1)
            break;
        TRY(command_take_option(line, id == 'o' ? OPTION_OUTPUT : id, argv[optind > place ? optind - 1 : place]));
    }
    line->arguments = (const char **)argv + optind;
    line->count = argc - optind;
    return GRUNDY_OK;
}

static grundy_status check_count(const command_line *line)
{
    const command *c = line->command;
    if (line->count >= c->least && (c->most < 0 || line->count <= c->most))
        return GRUNDY_OK;
    return grundy_fail(line->g, GRUNDY_PARSE, "usage: grundy %s %s", c->name, c->synopsis);
}

/* A store that cannot be read is left alone. */
static grundy_status open_store(command_line *line)
{
    const char *path = line->option[OPTION_STORE], *every = line->option[OPTION_EVERY];
    bool resume = line->option[OPTION_RESUME] != NULL;
    double seconds = 30;
    if (path == NULL && (resume || every != NULL))
        return grundy_fail(line->g, GRUNDY_PARSE, "--%s: expected --store FILE too", resume ? "resume" : "every");
    if (path == NULL)
        return GRUNDY_OK;
    if (every != NULL)
        TRY(parse_duration(line->g, "every", every, &seconds));
    if (resume && *path != '\0' && access(path, R_OK) != 0) /* the library refuses a store without a name */
        return grundy_fail(line->g, GRUNDY_IO, "--resume: the store %.200s could not be opened: %s", path,
                           strerror(errno));
    return grundy_store_open(line->g, path, seconds);
}

static grundy_status run_command(command_line *line, int argc, char **argv)
{
    TRY(read_options(line, argc, argv));
    if (line->option[OPTION_HELP] != NULL) {
        print_command_help(line->command);
        return GRUNDY_OK;
    }
    TRY(check_count(line));
    TRY(read_choices(line));
    TRY(read_files(line));
    TRY(grundy_family_add(line->g, &lua_family));
    TRY(load_plugins(line));
    TRY(open_store(line));
    return line->command->run(line);
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Has the reader of the output left, as `head` does when it has seen enough? It does not want to hear of it. */
static bool reader_left(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return ferror(stdout) != 0 && poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

static int command_finish(const command_line *line, grundy_status status)
{
    grundy *g = line->g;
    end_progress();
    if (status == GRUNDY_OK && (fflush(stdout) != 0 || ferror(stdout) != 0))
        status = grundy_fail(g, GRUNDY_IO, "standard output could not be written: %s", strerror(errno));
    if (status == GRUNDY_IO && reader_left())
        return grundy_status_exit(status);
    const bool advise = status == GRUNDY_NOMEM && line->team != NULL;
    if (status != GRUNDY_OK && status != GRUNDY_FAILED)
        fprintf(stderr, "grundy: %s%s%s\n", *grundy_message(g) != '\0' ? grundy_message(g) : grundy_status_text(status),
                advise ? "; " : "", advise ? MEMORY_ADVICE : "");
    return grundy_status_exit(status);
}

/* Save, also after a command that was stopped: what it has found is right. The exit status is its own, if it failed. */
static int finish_store(const command_line *line, int code)
{
    grundy_set_limits(line->g, &(grundy_limits){0}); /* which may be used up */
    grundy_status status = grundy_store_save(line->g);
    if (status == GRUNDY_OK || code == grundy_status_exit(GRUNDY_PARSE))
        return code; /* bad input has had its line */
    fprintf(stderr, "grundy: %s\n", grundy_message(line->g));
    return code != 0 ? code : grundy_status_exit(status);
}

/* The exit status after a text that needed no handle. */
static int finish_text(void)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return 0;
    if (!reader_left())
        fprintf(stderr, "grundy: standard output could not be written: %s\n", strerror(errno));
    return grundy_status_exit(GRUNDY_IO);
}

int run_program(int argc, char **argv, const grundy_team *team, grundy_lookups *seen)
{
    grundy *g;
    if (argc < 2) {
        fputs("grundy: usage: grundy COMMAND ...; `grundy help` lists the commands\n", stderr);
        return 2;
    }
    catch_signals();
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
        print_help();
        return finish_text();
    }
    if (strcmp(argv[1], "--version") == 0) {
        if (argc > 2 && strcmp(argv[2], "--verbose") != 0) {
            fprintf(stderr, "grundy: --version '%.60s': expected --verbose, or nothing\n", argv[2]);
            return 2;
        }
        print_version(argc > 2);
        return finish_text();
    }
    command_line line = {.command = find_command(argv[1]), .team = team};
    if (line.command == NULL) {
        fprintf(stderr, "grundy: no command is called '%.60s'; `grundy help` lists them\n", argv[1]);
        return 2;
    }
    if (team != NULL && !line.command->shared) {
        fprintf(stderr, "grundy: %s is no command that several processes can share: `grundy %s` is for one\n",
                line.command->name, line.command->name);
        return 2;
    }
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK) {
        fputs("grundy: out of memory\n", stderr);
        return grundy_status_exit(GRUNDY_NOMEM);
    }
    grundy_set_team(g, team);
    line.g = g;
    line.files = grundy_list_open(g);
    grundy_status status = run_command(&line, argc - 1, argv + 1);
    int code = command_finish(&line, team == NULL ? status : grundy_team_leave(g, status));
    code = finish_store(&line, code);
    if (seen != NULL)
        *seen = grundy_get_lookups(g);
    grundy_list_close(&line.files);
    grundy_close(g);
    close_plugins(&line);
    return code;
}
