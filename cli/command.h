/* command.h - what the commands share: options, limits, input and output */
#ifndef GRUNDY_CLI_COMMAND_H
#define GRUNDY_CLI_COMMAND_H

#include "grundy.h"

/* Every option, once: identifier, name, argument (NULL: none), help. The parser, the help and the completion are made
 * from this list. */
#define OPTIONS(X)                                                                                            \
    X(MISERE, "misere", NULL, "misere play: who cannot move wins")                                            \
    X(METHOD, "method", "WAY", "auto, formula, sweep, search, brute, or all (they must agree)")               \
    X(EXPLAIN, "explain", NULL, "say on standard error how each value was found")                             \
    X(WINNING, "winning", NULL, "only the winning moves; draw: one of them, marked")                          \
    X(MOVE, "move", "POSITION", "mark the move to this option")                                               \
    X(VALUES, "values", NULL, "with the Grundy values")                                                       \
    X(MARK_ZEROS, "mark-zeros", NULL, "P-positions in a colour of their own")                                 \
    X(HISTOGRAM, "histogram", NULL, "how many rows have each value")                                          \
    X(OUTPUT, "output", "FILE", "the file to write, also -o FILE: FILE ends in .svg, .png or .pdf")           \
    X(THEME, "theme", "THEME", "light or dark (light)")                                                       \
    X(OUTCOME, "outcome", NULL, "outcomes N and P instead of values")                                         \
    X(ONLY, "only", "VALUE", "only the rows with this value (N or P with --outcome)")                         \
    X(COUNT, "count", NULL, "how many rows have each value; moves: how many there are")                       \
    X(PAIRS, "pairs", NULL, "the pairs of value and misere value too, how many positions have each, and one") \
    X(FORMAT, "format", "FORMAT", "text, csv, json, tex, markdown or bfile")                                  \
    X(TO, "to", "N", "look at heaps up to N")                                                                 \
    X(SCALE, "scale", "N", "larger bounds for the checks; 1 takes seconds")                                   \
    X(SEED, "seed", "N", "choose other random cases (1)")                                                     \
    X(VALUE, "value", "V", "the positions of this value, in place of the P-positions")                        \
    X(NUMERATION, "numeration", "NAME", "auto, base:2, fibonacci, or metallic:2 to metallic:9 (auto)")        \
    X(AUTOMATON, "automaton", "FILE", "prove the automaton in this file")                                     \
    X(EXPORT, "export", "FILE", "write the automaton: as text, or for Graphviz if FILE ends in .dot")         \
    X(MAX_STATES, "max-states", "N", "states that an automaton may have on the way (20000)")                  \
    X(TUTOR, "tutor", NULL, "say after each move what it did, and what would have been right")                \
    X(ERRS, "errs", "RATE", "how often the program moves at random, from 0 (never) to 1 (always)")            \
    X(SECOND, "second", NULL, "the program moves first")                                                      \
    X(PLUGIN, "plugin", "FILE", "rulesets from a shared object; may be given several times")                  \
    X(STORE, "store", "FILE", "keep what long computations find in this file, and take up what it holds")     \
    X(EVERY, "every", "DURATION", "how often to save to the store in the course of a computation (30s)")      \
    X(RESUME, "resume", NULL, "go on from the store: fail if its file does not exist")                        \
    X(NO_STORE, "no-store", NULL, "neither look in the catalogue of results nor put any there")               \
    X(THREADS, "threads", "N", "threads for a search (1)")                                                    \
    X(MEMORY, "memory", "SIZE", "memory limit, such as 512M or 4G (4G)")                                      \
    X(TIME, "time", "DURATION", "time limit, such as 30s, 10m or 2h (none)")                                  \
    X(PROGRESS, "progress", NULL, "show progress even when standard error is no terminal")                    \
    X(PORT, "port", "N", "the port to listen on (8642); 0 takes a free one")                                  \
    X(LISTEN, "listen", "ADDRESS", "listen on this address instead of loopback: others can then ask too")     \
    X(FILES, "files", NULL, "let rulesets read files of this machine")                                        \
    X(HELP, "help", NULL, "this help")                                                                        \
    X(VERSION, "version", NULL, "the version")

typedef enum {
#define OPTION_NAME(id, name, argument, help) OPTION_##id,
    OPTIONS(OPTION_NAME)
#undef OPTION_NAME
        OPTIONS_END
} option_id;

#define OPTION_BIT(id) (UINT64_C(1) << OPTION_##id)

/* Options that every command that opens rulesets takes. */
#define RULESET_OPTIONS OPTION_BIT(PLUGIN)

/* Options that every command that computes takes, those of commands whose computations can be resumed, and of
 * commands that use the catalogue. */
#define LIMIT_OPTIONS (OPTION_BIT(THREADS) | OPTION_BIT(MEMORY) | OPTION_BIT(TIME) | OPTION_BIT(PROGRESS))
#define STORE_OPTIONS (OPTION_BIT(STORE) | OPTION_BIT(EVERY) | OPTION_BIT(RESUME))
#define CATALOGUE_OPTIONS OPTION_BIT(NO_STORE)
#define SOLVE_OPTIONS (OPTION_BIT(MISERE) | OPTION_BIT(METHOD) | OPTION_BIT(EXPLAIN) | LIMIT_OPTIONS | RULESET_OPTIONS)

/* What to do when the system gives several processes no more memory. */
#define MEMORY_ADVICE "expected fewer processes on a machine, or a --memory below what the system gives to each"

typedef struct command command;

enum { PLUGINS_MAX = 16 };

/* A parsed command line. */
typedef struct {
    grundy *g;
    const command *command;
    const grundy_team *team;         /* of processes that run the same; NULL: none */
    const char *option[OPTIONS_END]; /* the argument, "" for an option without one, NULL when not given */
    const char **arguments;          /* what is no option; of an argument @file, the file's text */
    grundy_list files;               /* the texts of those files */
    int count;
    grundy_method method;
    grundy_format format;
    uint64_t to, scale, seed;
    const char *plugin_paths[PLUGINS_MAX];
    void *plugins[PLUGINS_MAX]; /* shared objects; NULL: not loaded */
    int plugin_count;
} command_line;

struct command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *summary;  /* one line */
    const char *example;
    uint64_t options; /* OPTION_BITs */
    int least, most;  /* how many arguments; most -1: any number */
    bool shared;      /* a team can run it */
    grundy_status (*run)(command_line *line);
};

extern const command value_command, outcome_command, moves_command, table_command, period_command, calc_command,
    rulesets_command, verify_command, bench_command, classify_command, view_command, selftest_command, serve_command,
    draw_command, plot_command, play_command, completion_command, results_command, quotient_command, prove_command;

/* lua_family - rulesets in Lua, of lua/, or a family that says that they are missing */
extern const grundy_family lua_family;

/* commands - all of them, in the order of the help */
extern const command *const commands[];
extern const size_t command_count;

/* Return from a command when a call fails. */
#define TRY(call)                          \
    do {                                   \
        grundy_status try_status = (call); \
        if (try_status != GRUNDY_OK)       \
            return try_status;             \
    } while (0)

/* run_program - the whole program, with the arguments of main; returns its exit status
 *
 * team     other processes that run the same; NULL: none. They end together: grundy_team_leave
 * seen     becomes what its searches have looked up; NULL: nobody asks */
int run_program(int argc, char **argv, const grundy_team *team, grundy_lookups *seen);

/* read_option_number - the number that an option which was given has as its argument. Errors: GRUNDY_PARSE */
grundy_status read_option_number(command_line *line, option_id id, uint64_t low, uint64_t high, uint64_t *out);

/* read_files - replace each argument "@file" by the text of the file. Errors: GRUNDY_IO, GRUNDY_PARSE */
grundy_status read_files(command_line *line);

/* load_plugins - add the families of the plug-ins to the handle; close_plugins - unload them, when the handle is closed
 *
 * Errors   GRUNDY_IO, GRUNDY_PARSE */
grundy_status load_plugins(command_line *line);
void close_plugins(const command_line *line);

/* question_of - the question of a command line: --misere, and values or outcomes */
grundy_question question_of(const command_line *line, bool outcome);

/* with_ruleset - open the ruleset that the first argument names, with a solver for the question and the line's
 * method, and call body with each of the following arguments; solver and ruleset are closed after */
typedef struct {
    command_line *line;
    grundy_ruleset *r;
    grundy_solver *solver;
} session;
grundy_status session_open(command_line *line, grundy_question question, session *out);
void session_close(session *s);

/* session_read - read a position of the session's ruleset, appended to out */
grundy_status session_read(session *s, const char *text, grundy_buffer *out);

/* session_answer - the answer for a position; with --explain the reason goes to standard error
 * session_explain - say on standard error how an answer was found
 * session_solve - just the value (or outcome) */
grundy_status session_answer(session *s, grundy_bytes position, grundy_answer *out);
grundy_status session_explain(session *s, grundy_bytes position, const grundy_answer *answer);
grundy_status session_solve(session *s, grundy_bytes position, uint64_t *out);

/* Where an image goes, and how it looks: what -o and --theme say. */
typedef struct {
    const char *path;
    grundy_image image;
    grundy_theme theme;
} image_file;

/* image_open - read the options, and see that the file can be written, before anything long is computed
 * image_save - write the bytes of the image; a pipe's reader is waited for within the limits
 *
 * Errors   GRUNDY_PARSE, GRUNDY_IO; GRUNDY_LIMIT, GRUNDY_CANCELLED while it waits */
grundy_status image_open(const command_line *line, image_file *out);
grundy_status image_save(grundy *g, const image_file *file, const grundy_buffer *bytes);

/* command_family - the i-th family that expressions can name: of the library, then those that this program added; NULL
 * when there are no more */
const grundy_family *command_family(grundy *g, size_t i);

/* print_version - the version; verbose: and what this build contains */
void print_version(bool verbose);

/* seconds_now - seconds on a clock that never goes back */
double seconds_now(void);

/* flush_output - write a buffer to standard output and empty it. Errors: GRUNDY_IO */
grundy_status flush_output(grundy *g, grundy_buffer *text);

#endif
