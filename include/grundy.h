/* grundy.h - impartial combinatorial games: rulesets, positions, Grundy values
 *
 * The only installed header of libgrundy. It has three tiers:
 *
 *   1. asking      open a handle, open a ruleset by its expression, read positions, ask for values
 *   2. computing   tables, periods, checks of theorems, nim arithmetic
 *   3. extending   the descriptor of a ruleset family, for rulesets of your own
 *
 * Conventions, for every function unless its comment says otherwise:
 *
 *   - A fallible function returns a grundy_status. It writes its outputs on GRUNDY_OK only, and
 *     otherwise leaves one line in the handle, which grundy_message returns.
 *   - Text goes in as UTF-8 with a terminating zero and comes out in a grundy_buffer that the caller
 *     has initialised and frees.
 *   - A handle is used by one thread at a time. Several handles share nothing.
 *   - The library never prints, exits or aborts, and keeps no mutable global state.
 *   - "Without cairo" (FLINT, SQLite) in a comment: where the library was built without it, or cannot load it. These
 *     are loaded by the first call that needs them, and stay loaded.
 *
 * What is stable: before version 1.0 a minor version may change anything here, and CHANGELOG.md says what; a patch
 * version changes no declaration. Until then a program is compiled with the header of the library that it links, whose
 * soname is libgrundy.so.0. Of the tiers, 1 and 2 are meant to stay; the descriptor of tier 3 still gains members, which
 * stand at the end or are NULL by default, so that a family written with designated initialisers compiles as before.
 * Not stable: the wording of messages, reasons and help, the order of options, and the formats of snapshots, stores and
 * catalogues, each of which names its version.
 *
 * Words: a ruleset says which positions are options of which; a position may be a disjunctive sum
 * of summands "p1 + p2". Normal play: who cannot move loses. Misere: who cannot move wins. The
 * misere Grundy value of a terminal position is 1, of any other the mex of its options' values.
 */
#ifndef GRUNDY_H
#define GRUNDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GRUNDY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define GRUNDY_API __attribute__((visibility("default")))
#else
#define GRUNDY_PRINTF(text, first)
#define GRUNDY_API
#endif

#define GRUNDY_VERSION_MAJOR 0
#define GRUNDY_VERSION_MINOR 2
#define GRUNDY_VERSION_PATCH 0
#define GRUNDY_VERSION "0.2.0"
/* To compare: 10000 * major + 100 * minor + patch. */
#define GRUNDY_VERSION_NUMBER (10000 * GRUNDY_VERSION_MAJOR + 100 * GRUNDY_VERSION_MINOR + GRUNDY_VERSION_PATCH)

/* grundy_version - the version of the library that is linked, as "major.minor.patch"; static text
 * grundy_version_number - the same, as GRUNDY_VERSION_NUMBER */
GRUNDY_API const char *grundy_version(void);
GRUNDY_API unsigned grundy_version_number(void);

/* An optional library, and what the library that is linked can do with it. */
typedef struct {
    const char *name; /* flint */
    const char *what;
    bool built; /* was it there when the library was built? It may be missing where it is loaded when first needed. */
} grundy_feature;

/* grundy_feature_at - the i-th optional library; NULL when there are no more. Static */
GRUNDY_API const grundy_feature *grundy_feature_at(size_t i);

/* ---- statuses ----------------------------------------------------------------------------- */

/* name, text, exit status of the command */
#define GRUNDY_STATUSES(X)                             \
    X(OK, "success", 0)                                \
    X(FAILED, "a checked claim failed", 1)             \
    X(PARSE, "unreadable input", 2)                    \
    X(LIMIT, "not decided within the given limits", 3) \
    X(NOMEM, "out of memory", 3)                       \
    X(DOMAIN, "not defined for this ruleset", 4)       \
    X(ABSENT, "built without this feature", 4)         \
    X(DISAGREE, "two methods disagree", 5)             \
    X(IO, "input or output failed", 6)                 \
    X(STOPPED, "stopped by the caller", 130)

typedef enum {
#define GRUNDY_STATUS_NAME(name, text, code) GRUNDY_##name,
    GRUNDY_STATUSES(GRUNDY_STATUS_NAME)
#undef GRUNDY_STATUS_NAME
} grundy_status;

/* grundy_status_text - what a status means, in a few words; static text, never NULL */
GRUNDY_API const char *grundy_status_text(grundy_status status);

/* grundy_status_exit - the exit status that the grundy command uses for it */
GRUNDY_API int grundy_status_exit(grundy_status status);

typedef enum { GRUNDY_NO, GRUNDY_YES, GRUNDY_UNKNOWN } grundy_truth;

/* ---- the handle --------------------------------------------------------------------------- */

typedef struct grundy grundy;

/* The one allocation function, in Lua's style: new_size 0 frees, old NULL allocates. It returns NULL
 * when it cannot serve. It must be callable from several threads at once when limits.threads > 1. */
typedef void *(*grundy_allocate)(void *context, void *old, size_t old_size, size_t new_size);

/* How far a long computation has come. total is 0 when it is not known. */
typedef struct {
    const char *what; /* what is counted: "positions", "cells", "heaps" */
    uint64_t done, total;
    double seconds; /* since the computation began */

    /* Of a search; otherwise 0: */
    uint64_t depth;               /* moves from the position that was asked for to the one at hand */
    uint64_t entries;             /* in its table */
    uint64_t memory, memory_most; /* bytes of the table, and how many it may have */
} grundy_progress;

/* What a call may use, and how it is watched.
 *
 * stop and progress are called by the threads of the computation: by the one that made the call, and by those that it
 * has started, several at once for stop. They must be quick, and may not call the library with this handle. stop is
 * asked with every check of the limits, up to some million times a second. progress is called at most twice a
 * second, by one thread at a time as long as it takes less than half a second. After the call has returned neither is
 * called. A signal handler, or another thread, stops a computation by setting an atomic flag that stop reads. */
typedef struct {
    uint64_t memory;                                          /* bytes that the handle may hold at once; 0: no limit */
    double seconds;                                           /* time a call may take; 0: no limit */
    unsigned threads;                                         /* threads that a search may use; 0 counts as 1 */
    bool (*stop)(void *context);                              /* true: stop soon, GRUNDY_STOPPED; NULL: never */
    void (*progress)(void *context, const grundy_progress *); /* called now and then; NULL: never */
    void *context;                                            /* for stop and progress */
} grundy_limits;

/* grundy_open - make a handle
 *
 * allocate   the allocation function, or NULL for the C library's
 * context    passed to allocate
 * out        the handle; freed by grundy_close
 * Errors     GRUNDY_NOMEM
 */
GRUNDY_API grundy_status grundy_open(grundy_allocate allocate, void *context, grundy **out);

/* grundy_close - free a handle; NULL is fine. Everything opened through it must be closed first. */
GRUNDY_API void grundy_close(grundy *g);

/* grundy_message - the line that the last failed call left; "" when none did. Valid until the next call. */
GRUNDY_API const char *grundy_message(const grundy *g);

/* grundy_set_limits - limits for the calls that follow; the time counts anew from each grundy_start
 *
 * Defaults: no limits, one thread, no callbacks. */
GRUNDY_API void grundy_set_limits(grundy *g, const grundy_limits *limits);

/* grundy_get_limits - the limits in force */
GRUNDY_API grundy_limits grundy_get_limits(const grundy *g);

/* grundy_start - start the clock of the time limit (grundy_set_limits starts it too) */
GRUNDY_API void grundy_start(grundy *g);

/* grundy_memory - bytes that the handle holds now */
GRUNDY_API uint64_t grundy_memory(const grundy *g);

/* grundy_forbid_files - from now on nothing that goes through this handle opens a file, for expressions and positions
 * that come from somebody else; there is no way back
 *
 * grundy_check_files - may files be opened? To be called before one is, by families of your own too.
 * Errors   GRUNDY_IO naming the path, which need not exist */
GRUNDY_API void grundy_forbid_files(grundy *g);
GRUNDY_API grundy_status grundy_check_files(grundy *g, const char *path);

/* ---- byte strings, buffers, lists --------------------------------------------------------- */

/* A view of bytes that somebody else owns. */
typedef struct {
    const unsigned char *data;
    size_t size;
} grundy_bytes;

/* A growing byte string. Text in it is followed by a zero that size does not count. */
typedef struct {
    grundy *g;
    unsigned char *data;
    size_t size, capacity;
} grundy_buffer;

/* A growing list of byte strings. */
typedef struct {
    grundy_buffer bytes; /* the strings, one after the other */
    grundy_buffer ends;  /* size_t each: where it ends in bytes */
} grundy_list;

/* grundy_buffer_open, grundy_buffer_close - an empty buffer that allocates through g; free what it holds */
GRUNDY_API grundy_buffer grundy_buffer_open(grundy *g);
GRUNDY_API void grundy_buffer_close(grundy_buffer *b);

/* grundy_buffer_text - what the buffer holds, as text; "" when empty. Valid until the buffer changes. */
GRUNDY_API const char *grundy_buffer_text(const grundy_buffer *b);

/* grundy_buffer_bytes - what the buffer holds, as a view. Valid until the buffer changes. */
GRUNDY_API grundy_bytes grundy_buffer_bytes(const grundy_buffer *b);

/* grundy_append, grundy_appendf - add bytes, or formatted text. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_append(grundy_buffer *b, const void *data, size_t size);
GRUNDY_API grundy_status grundy_appendf(grundy_buffer *b, const char *format, ...) GRUNDY_PRINTF(2, 3);

/* grundy_read_file - append what a regular file holds; not what a pipe or a device would give, which may never come or
 * never end. A ruleset that reads its files by it, while it is opened, has their content in its digest.
 *
 * most     so many bytes at most
 * Errors   GRUNDY_IO where files may not be opened, and for what is no regular file or cannot be read; GRUNDY_LIMIT for
 *          a longer file, or out of time; GRUNDY_STOPPED; GRUNDY_NOMEM
 *
 * grundy_digest_file - go on with a digest over what a regular file holds; *digest is 0 at the beginning, and never after
 *
 * The digest is the same in every build; it tells files apart that people have changed, not forgeries.
 * Errors   as grundy_read_file */
GRUNDY_API grundy_status grundy_read_file(grundy *g, const char *path, uint64_t most, grundy_buffer *out);
GRUNDY_API grundy_status grundy_digest_file(grundy *g, const char *path, uint64_t *digest);

/* grundy_list_open, grundy_list_close - an empty list that allocates through g; free what it holds
 * grundy_list_clear, grundy_list_count - empty the list, keeping its memory; how many strings are in it */
GRUNDY_API grundy_list grundy_list_open(grundy *g);
GRUNDY_API void grundy_list_close(grundy_list *list);
GRUNDY_API void grundy_list_clear(grundy_list *list);
GRUNDY_API size_t grundy_list_count(const grundy_list *list);

/* grundy_list_at - the i-th string, i below the count. Valid until the list changes. */
GRUNDY_API grundy_bytes grundy_list_at(const grundy_list *list, size_t i);

/* grundy_list_add - add a copy of a string. Errors: GRUNDY_NOMEM, GRUNDY_LIMIT (memory, count, time), GRUNDY_STOPPED */
GRUNDY_API grundy_status grundy_list_add(grundy_list *list, const void *data, size_t size);

/* grundy_list_room - is there room for so many more strings? Fail at once instead of after the last that fits.
 * Errors: GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_list_room(const grundy_list *list, uint64_t more);

/* ---- teams ---------------------------------------------------------------------------------- */

/* Processes that compute together, on one machine or on several. Each has a handle of its own and makes the same calls
 * in the same order; long computations share their work, and all get the same results. How bytes travel is the
 * program's business: grundy-mpi does it by MPI. */
typedef struct {
    unsigned rank, size; /* this member's number, 0 .. size - 1, and how many there are */

    /* Add `many` to a counter that all members see, and return what it was before. */
    uint64_t (*take)(void *context, uint64_t many);

    /* Give bytes to all members, and add those of each to the list, in the order of their ranks. It returns when all
     * have called it; the counter is then 0 again. A failure is final: the member can only end. */
    grundy_status (*gather)(void *context, grundy *g, grundy_bytes mine, grundy_list *all);
    void *context;
} grundy_team;

/* grundy_set_team - compute together from now on; team NULL: alone again. Set it before the first ruleset is opened. */
GRUNDY_API void grundy_set_team(grundy *g, const grundy_team *team);

/* What searches have looked up in their tables. */
typedef struct {
    uint64_t lookups, hits;
    uint64_t sampled, told; /* in a team: of a sample of so many hits, so many found what another member has told */
} grundy_lookups;

/* grundy_get_lookups - those of all searches with this handle that have ended */
GRUNDY_API grundy_lookups grundy_get_lookups(const grundy *g);

/* grundy_team_tell - give what the first member has to all: `size` bytes of each, in place of their own
 *
 * For what only one member looks at, as a file that others cannot read or that may have changed in between: by it all go
 * the same way. Without a team nothing happens.
 * Cost    one exchange
 * Errors  those of gather; that of a member that has failed or is not at the same call */
GRUNDY_API grundy_status grundy_team_tell(grundy *g, void *bytes, size_t size);

/* grundy_team_leave - end the work together: the last call of each member, whatever has failed before
 *
 * Limits of memory and time hold no longer.
 *
 * status   with which this member's work has ended; the other members, if they are still at work, end with it too
 * Returns  the first status in the order of the ranks that was no success, with its message
 * Errors   those of gather */
GRUNDY_API grundy_status grundy_team_leave(grundy *g, grundy_status status);

/* ---- rulesets and positions --------------------------------------------------------------- */

typedef struct grundy_family grundy_family;   /* a kind of ruleset: octal; tier 3 below */
typedef struct grundy_ruleset grundy_ruleset; /* one ruleset: octal(0.07) */

/* grundy_ruleset_open - open the ruleset that an expression such as "push(nim,euclid)" names
 *
 * out      the ruleset, immutable from here on, usable by several threads; freed by grundy_ruleset_close
 * Errors   GRUNDY_PARSE with the column; GRUNDY_NOMEM, GRUNDY_LIMIT; GRUNDY_IO where a file is named
 */
GRUNDY_API grundy_status grundy_ruleset_open(grundy *g, const char *expression, grundy_ruleset **out);
GRUNDY_API void grundy_ruleset_close(grundy_ruleset *r);

/* grundy_ruleset_name - the expression, printed in one canonical way; owned by the ruleset */
GRUNDY_API const char *grundy_ruleset_name(const grundy_ruleset *r);

/* grundy_ruleset_space - what its positions are, in words: "heaps", "partitions", "sets of elements of chain(9)"
 *
 * Rulesets can be combined by push when the space is the same, and also the bytes that a position of it has. */
GRUNDY_API const char *grundy_ruleset_space(const grundy_ruleset *r);

/* grundy_ruleset_family - the family that it belongs to */
GRUNDY_API const grundy_family *grundy_ruleset_family(const grundy_ruleset *r);

/* grundy_ruleset_digest - a number made from the name of a ruleset and the contents of what it was made of: is it still
 * the one that it was when something about it was written down?
 *
 * That is: the files that it names, those that it has read by grundy_read_file while it was opened, and what
 * grundy_family_made_of has said of its family; those of the rulesets in it too.
 * It is the same in every build.
 * Errors   GRUNDY_IO where files may not be opened; GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_ruleset_digest(grundy *g, const grundy_ruleset *r, uint64_t *out);

/* grundy_ruleset_describe - append its rules, how its positions are written, theorems and an example, as lines
 *
 * They are the family's, except for families whose rulesets differ, as those written in Lua.
 * Errors   GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_ruleset_describe(grundy *g, const grundy_ruleset *r, grundy_buffer *out);

/* grundy_family_count, grundy_family_at, grundy_family_find - the table of families, in the order of the
 * help; _find returns the first of a name, NULL for an unknown one. Two families may share a name when only one of
 * them takes arguments: turtles and turtles(P). */
GRUNDY_API size_t grundy_family_count(void);
GRUNDY_API const grundy_family *grundy_family_at(size_t i);
GRUNDY_API const grundy_family *grundy_family_find(const char *name);

/* A position is a byte string in one canonical form: for each summand its length (base 128, low
 * digits first, high bit set on all but the last) and its bytes. Equal strings are equal positions. */

/* grundy_position_parse - read "p1 + p2 + ..." into the position's byte string, appended to out
 *
 * Errors   GRUNDY_PARSE, with the column and what was expected
 */
GRUNDY_API grundy_status grundy_position_parse(grundy *g, const grundy_ruleset *r, const char *text,
                                               grundy_buffer *out);

/* grundy_position_print - append the position as text; grundy_position_parse reads it back to the same bytes */
GRUNDY_API grundy_status grundy_position_print(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                               grundy_buffer *out);

/* grundy_position_canonical - append an isomorphic position, the same for as many isomorphic ones as is cheap
 *
 * Each summand in the canonical form of its family, in an order that does not depend on theirs. In normal and in misere
 * play it has the same value.
 * Errors   GRUNDY_NOMEM, GRUNDY_LIMIT, GRUNDY_STOPPED; nothing is appended then
 */
GRUNDY_API grundy_status grundy_position_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                                   grundy_buffer *out);

/* grundy_position_view - append lines that draw the position, each with its newline
 *
 * Heaps have a line each, with so many marks if these are not too many to see; boards a line for each row.
 * A position of welter, hooks or turtles is first written in the notation of the same game on the other objects: a set
 * of balls as a partition (its beta numbers are the balls), a partition as a set of balls, a set of turtles as a strict
 * partition. Then comes the Young diagram, a line for each row: none for the empty partition; row i of a strict
 * partition starts in column i. The summands of a sum are drawn one below the other with a line "+" between.
 *
 * Errors   GRUNDY_DOMAIN when the family has no drawing; GRUNDY_LIMIT: more than 10,000 cells; nothing is appended then
 */
GRUNDY_API grundy_status grundy_position_view(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                              grundy_buffer *out);

/* grundy_position_options - add the options, each once, in no particular order
 *
 * Errors   GRUNDY_LIMIT when there are more than a list can hold
 */
GRUNDY_API grundy_status grundy_position_options(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                                 grundy_list *out);

/* grundy_position_random - append a random position of about the given size, for tests; seed is advanced
 *
 * Errors   GRUNDY_DOMAIN when the ruleset has no such generator
 */
GRUNDY_API grundy_status grundy_position_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size,
                                                grundy_buffer *out);

/* ---- values ------------------------------------------------------------------------------- */

/* What is asked of a position. Outcomes are answered by 0 (P) and 1 (N). */
typedef enum { GRUNDY_VALUE, GRUNDY_OUTCOME, GRUNDY_MISERE_VALUE, GRUNDY_MISERE_OUTCOME } grundy_question;

/* grundy_question_word - "value", "outcome", "misere value" or "misere outcome"; static text */
GRUNDY_API const char *grundy_question_word(grundy_question question);

/* grundy_question_is_outcome - is the answer an outcome, 0 (P) or 1 (N), and no value? */
GRUNDY_API bool grundy_question_is_outcome(grundy_question question);

#define GRUNDY_METHODS(X)                                            \
    X(AUTO, "auto", "the fastest way that decides it")               \
    X(FORMULA, "formula", "a closed form, with its theorem")         \
    X(SWEEP, "sweep", "all positions of a structured set at once")   \
    X(SEARCH, "search", "the general solver on one position")        \
    X(BRUTE, "brute", "plain recursion over the options, the judge") \
    X(ALL, "all", "every way that the ruleset has; they must agree")

typedef enum {
#define GRUNDY_METHOD_NAME(name, word, help) GRUNDY_##name,
    GRUNDY_METHODS(GRUNDY_METHOD_NAME)
#undef GRUNDY_METHOD_NAME
} grundy_method;

/* grundy_method_word, grundy_method_help - "auto", "formula", ... and what it means, in a few words; static text
 * grundy_method_find - the method of a word, false if none */
GRUNDY_API const char *grundy_method_word(grundy_method method);
GRUNDY_API const char *grundy_method_help(grundy_method method);
GRUNDY_API bool grundy_method_find(const char *word, grundy_method *out);

typedef struct grundy_solver grundy_solver;

typedef struct {
    uint64_t value;       /* a Grundy value, or 0 (P) or 1 (N) */
    grundy_method method; /* the way that gave it */
    const char *reason;   /* the theorem or the algorithm, in one line; "" unless grundy_solver_explain was called;
                              valid until the solver's next call */
    uint64_t looked_at;   /* how many options a search has looked at for it; 0: there was no search */
} grundy_answer;

/* grundy_solver_open, grundy_solver_close - a solver for one question about one ruleset; it keeps what it has found
 *
 * g, r     must outlive the solver
 * Errors   GRUNDY_NOMEM, GRUNDY_LIMIT
 */
GRUNDY_API grundy_status grundy_solver_open(grundy *g, const grundy_ruleset *r, grundy_question question,
                                            grundy_method method, grundy_solver **out);
GRUNDY_API void grundy_solver_close(grundy_solver *s);

/* grundy_solve - answer the solver's question for a position
 *
 * Cost     as the method: a closed form is immediate, a search may take exponential time
 * Errors   GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED; GRUNDY_DOMAIN when the method cannot serve this ruleset;
 *          GRUNDY_DISAGREE with method ALL
 */
GRUNDY_API grundy_status grundy_solve(grundy_solver *s, grundy_bytes position, grundy_answer *out);

/* grundy_solver_explain - fill the reasons of answers from now on; without this they are empty, which is faster */
GRUNDY_API void grundy_solver_explain(grundy_solver *s, bool explain);

/* grundy_solver_expect - promise that this position will be asked for, so that a sweep can cover it
 *
 * A sweep that starts later covers all positions promised until then. */
GRUNDY_API grundy_status grundy_solver_expect(grundy_solver *s, grundy_bytes position);

/* grundy_winning_move - append a winning option of a position, in the kind of play that the solver is for
 *
 * Cost     in normal play, and in misere play where the ruleset is known to be pet, that of the values of the summands
 *          and of one option of a given value, which many closed forms name without trying all options; otherwise
 *          options are tried one after the other
 * Errors   GRUNDY_DOMAIN when the position is P, or terminal; those of grundy_solve */
GRUNDY_API grundy_status grundy_winning_move(grundy_solver *s, grundy_bytes position, grundy_buffer *out);

/* The moves of a position, one at a time: an option is kept as what one part of the position becomes. */
typedef struct grundy_moves grundy_moves;

typedef struct {
    size_t part;          /* which part changes, */
    grundy_bytes option;  /* and what it becomes: valid until the visit is over */
    grundy_answer answer; /* for the whole option */
} grundy_move;

/* grundy_moves_open, grundy_moves_close - the moves of a position, to be visited; s must outlive them, and is asked for
 *          their answers. A part is a summand, or a piece of it where its family can put the options of pieces together
 * grundy_moves_count - how many moves there are; nothing is solved for it
 * grundy_moves_visit - call visit with each move once, and with the context; stop when it fails
 * grundy_moves_option - append the option, a position; the move may be a copy
 *
 * Memory   that of the position and of the moves of one part, not of all options
 * Cost     in normal play each answer is that of the part that changes, and the nim-sum with the others; for other
 *          questions, and when the solver explains or works by brute force, the whole option is solved
 * Errors   those of grundy_solve, and what visit returns */
typedef grundy_status grundy_move_visit(void *context, const grundy_move *move);
GRUNDY_API grundy_status grundy_moves_open(grundy_solver *s, grundy_bytes position, grundy_moves **out);
GRUNDY_API void grundy_moves_close(grundy_moves *m);
GRUNDY_API grundy_status grundy_moves_count(const grundy_moves *m, uint64_t *out);
GRUNDY_API grundy_status grundy_moves_visit(grundy_moves *m, grundy_move_visit *visit, void *context);
GRUNDY_API grundy_status grundy_moves_option(const grundy_moves *m, const grundy_move *move, grundy_buffer *out);

/* grundy_value, grundy_outcome - the short way: parse, solve, close
 *
 *   uint64_t v;
 *   if (grundy_value(g, "octal(0.07)", "12", &v)) puts(grundy_message(g));
 *
 * outcome is 'P' or 'N'. Errors as for the calls that they make. */
GRUNDY_API grundy_status grundy_value(grundy *g, const char *ruleset, const char *position, uint64_t *value);
GRUNDY_API grundy_status grundy_outcome(grundy *g, const char *ruleset, const char *position, char *outcome);

/* ---- tier 2: tables ------------------------------------------------------------------------- */

/* A table has a row for each assignment of its variables, the last variable fastest. */
typedef struct grundy_table grundy_table;

typedef struct {
    const char *ruleset;          /* an expression, may contain the variables */
    const char *position;         /* the template: a position with the variables, and arithmetic */
    const char *const *variables; /* "name=domain": LO..HI, N, partitions(LO..HI), subsets(LO..HI,k), elements; bounds
                                     may contain the variables to the left */
    size_t count;
    grundy_question question;
    grundy_method method;
    bool gaps; /* true: an assignment that gives no position fails alone, with GRUNDY_PARSE, and the table goes on */
} grundy_table_request;

/* grundy_table_open, grundy_table_close - prepare a table; nothing is computed yet
 *
 * request  its texts must outlive the table
 * Errors   GRUNDY_PARSE for variables that cannot be read */
GRUNDY_API grundy_status grundy_table_open(grundy *g, const grundy_table_request *request, grundy_table **out);
GRUNDY_API void grundy_table_close(grundy_table *t);

/* grundy_table_next - the next row's answer; *more false after the last row
 *
 * Rows that share a ruleset share a sweep, which is made to reach as far as they need.
 * Errors  those of reading a position and of grundy_solve */
GRUNDY_API grundy_status grundy_table_next(grundy_table *t, grundy_answer *out, bool *more);

/* grundy_table_fill - the answers of the next rows, into an array of the caller's
 *
 * values   room for `room` answers; on failure it is not said what stands in it
 * count    how many rows there were; fewer than room when they came to an end
 * Cost     as grundy_table_next; with a box of ranges and room for all its rows, the array is the table, row-major
 * Errors   those of grundy_table_next */
GRUNDY_API grundy_status grundy_table_fill(grundy_table *t, uint64_t *values, size_t room, size_t *count);

/* grundy_table_name - the name of a variable; grundy_table_print - append its value in the current row as text;
 * grundy_table_is_number - is that text an integer? */
GRUNDY_API const char *grundy_table_name(const grundy_table *t, size_t variable);
GRUNDY_API grundy_status grundy_table_print(const grundy_table *t, size_t variable, grundy_buffer *out);
GRUNDY_API bool grundy_table_is_number(const grundy_table *t, size_t variable);

/* grundy_table_integer - the integer that a variable stands for in the current row; false if it is no integer */
GRUNDY_API bool grundy_table_integer(const grundy_table *t, size_t variable, int64_t *out);

/* ---- tier 2: resuming long computations ---------------------------------------------------------- */

/* grundy_store_open - resume from a file, and keep there what long computations find
 *
 * A store is a file with a checksum. It holds values that some long computations keep in the handle, those of the ruler
 * on set partitions and on the ASM poset and the sequences of octal games, as text; and behind it the table of one
 * search, with the ruleset, the kind of play and the version that it belongs to: that of the first solver, opened by
 * grundy_solver_open, that comes to search. The values are taken at once, the table when that solver needs it. A file
 * that does not exist is an empty store; of one that is damaged nothing is taken. A handle has one store: opening
 * another closes the first. Two processes, or handles, cannot have the same store open: a locked file PATH.lock keeps
 * the second away. Where PATH is a symbolic link, all is done with the file that it leads to. The members of a team
 * open it together, so that each has to be able to read the file, and the first of them saves.
 *
 * seconds  save in the course of these computations too, when so many seconds have passed since the last time, and
 *          ten times as many as that save took; 0: never. That such a save fails does not show; a later one does better,
 *          or tells.
 * Errors   GRUNDY_IO for a file that is damaged, is in use, or cannot be read, for a path that is too long or names
 *          something else than a file or one with several names (hard links), and when PATH.tmp cannot be written, so
 *          that nothing could be saved (the members of a team other than the first do not try this); GRUNDY_NOMEM,
 *          GRUNDY_LIMIT. Damage to the table, and that it belongs to something else, shows when it is needed: then
 *          grundy_solve fails with GRUNDY_IO, and the store is closed.
 *
 * grundy_store_save - save now, if a store is open
 *
 * Saving replaces the file as a whole: at each time the old or the new one stands there. The new one is written as
 * PATH.tmp. A table is handed over a few entries at a time and needs no second copy in memory. On the disk there must
 * be room for both files.
 * Errors   GRUNDY_IO when the file cannot be written: the one that was there is; GRUNDY_NOMEM, GRUNDY_LIMIT
 *
 * grundy_store_close - close the store, without saving; grundy_close does too */
GRUNDY_API grundy_status grundy_store_open(grundy *g, const char *path, double seconds);
GRUNDY_API grundy_status grundy_store_save(grundy *g);
GRUNDY_API void grundy_store_close(grundy *g);

/* ---- tier 2: the catalogue of results ------------------------------------------------------------ */

/* A catalogue is an SQLite file of results that took long to find, for several processes at once. Its key is what a
 * result is of, and the version of grundy that found it. */
typedef struct grundy_catalogue grundy_catalogue;

typedef struct {
    const char *ruleset;  /* grundy_ruleset_name */
    uint64_t digest;      /* grundy_ruleset_digest, of when the ruleset was opened */
    const char *position; /* as grundy_position_print prints it */
    grundy_question question;
    const char *version; /* of grundy; NULL: this one */

    uint64_t value;
    grundy_method method;
    const char *reason;
    double seconds;     /* that it took */
    uint64_t looked_at; /* options, by the search */
    unsigned threads;   /* of all processes together */
    const char *found;  /* when: "2026-11-28T04:21:39Z"; NULL: now */
} grundy_result;

/* grundy_catalogue_open - open the catalogue in a file; one that does not exist is an empty catalogue
 *
 * The names of families that a program has added to the handle are taken for what they are, but for what
 * grundy_family_made_of has said.
 * Memory   SQLite takes its own from the C library, not from the handle
 * Errors   GRUNDY_IO for what is no file, or no catalogue, that cannot be read, or that a newer version has made;
 *          GRUNDY_ABSENT without SQLite; GRUNDY_NOMEM, GRUNDY_LIMIT
 *
 * grundy_catalogue_close - close it, and free what it holds; NULL is fine */
GRUNDY_API grundy_status grundy_catalogue_open(grundy *g, const char *path, grundy_catalogue **out);
GRUNDY_API void grundy_catalogue_close(grundy_catalogue *c);

/* grundy_catalogue_add - put a result there, in place of one with the same key; the file and its directories are made
 *
 * It waits some seconds for other processes that are at work on the file.
 * Errors   GRUNDY_DISAGREE: a result with the same key has another value, and stays; GRUNDY_IO when the file cannot be
 *          written; GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_catalogue_add(grundy_catalogue *c, const grundy_result *result);

/* grundy_catalogue_find - look a result up by the first five fields of key
 *
 * out      its texts are valid until the next call with this catalogue
 * found    is there one? Otherwise out is not written
 * Errors   GRUNDY_IO, also for a result that is damaged; GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_catalogue_find(grundy_catalogue *c, const grundy_result *key, grundy_result *out,
                                               bool *found);

/* grundy_catalogue_list - call back with each result, in the order in which they were found
 *
 * ruleset  only those of rulesets of this name; NULL: all
 * row      the texts of its result are valid until it returns; what it returns other than GRUNDY_OK ends the list
 * Errors   those of grundy_catalogue_find, and of row */
GRUNDY_API grundy_status grundy_catalogue_list(grundy_catalogue *c, const char *ruleset,
                                               grundy_status (*row)(void *context, const grundy_result *result),
                                               void *context);

/* ---- tier 2: the classes of Conway, Gurvich and Ho --------------------------------------------- */

/* A (t,m)-position has value t and misere value m. The classes of a set of positions closed under moves: */
#define GRUNDY_CLASSES(X)                                                                                           \
    X(RETURNABLE, "returnable",                                                                                     \
      "a move from a (0,1)-position to a non-terminal one can be answered by one to a (0,1)-position; (1,0) alike") \
    X(FORCED, "forced", "each move from a (0,1)-position is to a (1,0)-position, and the other way round")          \
    X(MISERABLE, "miserable", "each other position has moves to both a (0,1)- and a (1,0)-position, or to neither") \
    X(PET, "pet", "only (0,1)-, (1,0)- and (k,k)-positions with k >= 2")                                            \
    X(TAME, "tame", "only (0,1)-, (1,0)- and (k,k)-positions")

typedef enum {
#define GRUNDY_CLASS_NAME(name, word, help) GRUNDY_##name,
    GRUNDY_CLASSES(GRUNDY_CLASS_NAME)
#undef GRUNDY_CLASS_NAME
        GRUNDY_CLASS_COUNT
} grundy_class;

/* grundy_class_word - "returnable", ...; grundy_class_help - what it means, in one line; static text */
GRUNDY_API const char *grundy_class_word(grundy_class c);
GRUNDY_API const char *grundy_class_help(grundy_class c);

/* How many positions have these values. */
typedef struct {
    uint64_t normal, misere, count;
} grundy_pair;

typedef struct {
    uint64_t positions; /* how many there are, isomorphic ones counted once where that is seen */
    bool holds[GRUNDY_CLASS_COUNT];
    grundy_buffer
        witness[GRUNDY_CLASS_COUNT]; /* text: a position that shows that the set is not in the class, and why */
    grundy_buffer pairs;             /* grundy_pair each, ascending */
    grundy_list examples;            /* text, with its final zero byte: a position for each pair */
} grundy_classification;             /* freed by grundy_classification_close */

/* grundy_classify - to which classes do all followers of the positions of a template belong?
 *
 * request  as for a table; its question and method do not count, and its ruleset may contain no variables
 * Cost     all followers are listed with their options
 * Errors   GRUNDY_PARSE, GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED
 * Source   Conway, On Numbers and Games; Gurvich and Ho, On tame, pet, domestic, and miserable impartial games (2018)
 *
 * grundy_classification_close - free what it holds */
GRUNDY_API grundy_status grundy_classify(grundy *g, const grundy_table_request *request, grundy_classification *out);
GRUNDY_API void grundy_classification_close(grundy_classification *c);

/* ---- tier 2: laws of P-positions ------------------------------------------------------------------ */

/* The set of the P-positions of a ruleset over heaps, or of those of one value, as a finite automaton over a numeration
 * system, proved for all heaps: what the automaton accepts satisfies the identity of the P-positions, which only they do. */
typedef struct grundy_law grundy_law;

typedef struct {
    bool misere;            /* the P-positions of misere play */
    uint64_t value;         /* the positions of this value; 0: the P-positions */
    const char *numeration; /* "base:2", "fibonacci", "metallic:2" to "metallic:9"; NULL or "auto": those, in turn */
    const char *automaton;  /* one to be proved, as grundy_law_write writes it; NULL: it is learnt from a table */
    size_t max_states;      /* that a construction may have; 0: 20000 */
} grundy_law_request;

typedef struct {
    const char *numeration; /* "Fibonacci" */
    unsigned heaps;         /* of a position */
    size_t states;          /* of the automaton, without that of words that are not continued */
    uint64_t learnt_to;     /* the table that it was learnt from; 0: it was given */
    uint64_t checked_to;    /* and the one it was compared with before the proof */
    unsigned multiples;     /* of the smaller heap that had to be looked at, for Euclid; 0: another ruleset */
} grundy_law_facts;

/* grundy_law_prove - find the automaton of a ruleset and prove that it is right for all heaps
 *
 * request  what is wanted; its texts are not needed later
 * law      closed by grundy_law_close
 * Rulesets nim, wythoff, euclid, subtraction over two heaps, moves("...") over two or three with linear conditions, and
 *          push and its relatives of two of these
 * Cost     a table of heaps to some hundreds, and automata whose sizes only the computation shows
 * Errors   GRUNDY_FAILED for a given automaton that is wrong, with the least position where; GRUNDY_LIMIT when none was
 *          learnt, or they become too large: nothing is said of the ruleset then; GRUNDY_DOMAIN for other rulesets;
 *          GRUNDY_PARSE for a numeration or an automaton that cannot be read */
GRUNDY_API grundy_status grundy_law_prove(grundy *g, const grundy_ruleset *r, const grundy_law_request *request,
                                          grundy_law **law);
GRUNDY_API void grundy_law_close(grundy_law *law);

/* grundy_law_about - what is known of it; valid as long as the law */
GRUNDY_API grundy_law_facts grundy_law_about(const grundy_law *law);

/* grundy_law_holds - is the position with these heaps, as many as the law is about, one of them? Cost: their digits */
GRUNDY_API bool grundy_law_holds(const grundy_law *law, const uint64_t *heaps);

/* grundy_law_write - append the automaton, as text that grundy_law_prove and Walnut read, or for Graphviz
 *
 * The text: a line that names the numeration once for each heap, "msd_fib msd_fib"; then for each state a line with its
 * number and 1 or 0, and lines "1 0 -> 7" for the digits of the heaps and the next state. The first state is the start. */
typedef enum { GRUNDY_LAW_TEXT, GRUNDY_LAW_DOT } grundy_law_format;
GRUNDY_API grundy_status grundy_law_write(grundy *g, const grundy_law *law, grundy_law_format format,
                                          grundy_buffer *out);

/* ---- tier 2: formats of tables -------------------------------------------------------------------- */

#define GRUNDY_FORMATS(X) \
    X(TEXT, "text") X(CSV, "csv") X(JSON, "json") X(TEX, "tex") X(MARKDOWN, "markdown") X(BFILE, "bfile")

typedef enum {
#define GRUNDY_FORMAT_NAME(name, word) GRUNDY_FORMAT_##name,
    GRUNDY_FORMATS(GRUNDY_FORMAT_NAME)
#undef GRUNDY_FORMAT_NAME
} grundy_format;

/* grundy_format_find - the format of a word such as "csv"; false if there is none */
GRUNDY_API bool grundy_format_find(const char *word, grundy_format *out);

/* A writer turns rows of cells into text of one format, appended to a buffer that the caller empties. */
typedef struct {
    grundy_format format;
    const char *const *names; /* of the columns; must outlive the writer */
    size_t count;
    uint64_t rows; /* written so far */
} grundy_writer;

/* grundy_writer_begin, _row, _end - what goes before the rows, a row, and after them
 *
 * cells    the texts of a row; number[i]: cell i is an integer
 * A b-file has the index and the value: the first and last column if there are two, otherwise the rows are counted
 * from 0 ("read by rows").
 * Errors   GRUNDY_PARSE when a b-file is asked for cells that are not integers; GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_writer_begin(grundy_writer *w, grundy_buffer *out);
GRUNDY_API grundy_status grundy_writer_row(grundy_writer *w, const char *const *cells, const bool *number,
                                           grundy_buffer *out);
GRUNDY_API grundy_status grundy_writer_end(grundy_writer *w, grundy_buffer *out);

/* ---- tier 2: pictures --------------------------------------------------------------------------- */

/* A picture is a list of marks, drawn one after the other. Each has a box: its unit is a cell of a board, x goes to
 * the right and y down, and the picture begins at (0,0). A web page, a terminal and an image are made from the same. */
#define GRUNDY_SHAPES(X)                                                                             \
    X(CELL, "cell", "a rectangle that fills the box")                                                \
    X(DISC, "disc", "a disc; where the box is wider than high, with straight upper and lower sides") \
    X(LINE, "line", "from (x,y) to (x+width,y+height), which may be negative")                       \
    X(ARROW, "arrow", "a line with a point at its end")                                              \
    X(LABEL, "label", "a text alone, in the middle of the box and as high as it")

typedef enum {
#define GRUNDY_SHAPE_NAME(name, word, help) GRUNDY_SHAPE_##name,
    GRUNDY_SHAPES(GRUNDY_SHAPE_NAME)
#undef GRUNDY_SHAPE_NAME
} grundy_shape;

/* What a mark means; colours follow from it. */
#define GRUNDY_ROLES(X)                                                                        \
    X(PLAIN, "plain", "a part of the position: a token, a free cell, a coin that shows heads") \
    X(EMPTY, "empty", "a place where nothing is, a coin that shows tails")                     \
    X(SHADED, "shaded", "a coin that shows tails, below one that shows heads")                 \
    X(DEAD, "dead", "a blocked cell")                                                          \
    X(MARKED, "marked", "what the marked move puts there")                                     \
    X(REMOVED, "removed", "what the marked move takes away")                                   \
    X(FAINT, "faint", "lines and captions that are no part of the position")

typedef enum {
#define GRUNDY_ROLE_NAME(name, word, help) GRUNDY_ROLE_##name,
    GRUNDY_ROLES(GRUNDY_ROLE_NAME)
#undef GRUNDY_ROLE_NAME
} grundy_role;

/* grundy_shape_word, grundy_role_word - "cell", ..., "plain", ...; static text */
GRUNDY_API const char *grundy_shape_word(grundy_shape shape);
GRUNDY_API const char *grundy_role_word(grundy_role role);

typedef struct {
    grundy_shape shape;
    grundy_role role;
    double x, y, width, height;
    int64_t number;    /* of the heap, place, cell or element that it stands for, from 0 in its summand; -1: none */
    size_t text, note; /* what is written on it and, larger, under that: for grundy_picture_text; 0: nothing */
} grundy_mark;

typedef struct {
    grundy_buffer marks; /* grundy_mark each */
    grundy_buffer texts; /* with their final zeros */
} grundy_picture;

/* grundy_picture_open, grundy_picture_close - an empty picture that allocates through g; free what it holds
 * grundy_picture_count, grundy_picture_at - how many marks it has; the i-th, i below the count, valid until it changes
 * grundy_picture_text - a text of a mark; "" for 0. Valid until the picture changes */
GRUNDY_API grundy_picture grundy_picture_open(grundy *g);
GRUNDY_API void grundy_picture_close(grundy_picture *p);
GRUNDY_API size_t grundy_picture_count(const grundy_picture *p);
GRUNDY_API const grundy_mark *grundy_picture_at(const grundy_picture *p, size_t i);
GRUNDY_API const char *grundy_picture_text(const grundy_picture *p, size_t text);

/* grundy_picture_add - add a mark, with a text of its own (NULL: none); mark->text and note do not count
 * grundy_picture_note - give the i-th mark a note, which replaces the one that it has
 * grundy_picture_place - add the marks of another picture, moved by (x,y)
 *
 * Errors   GRUNDY_LIMIT: more than 20,000 marks, or memory; GRUNDY_NOMEM. The picture is then as it was. */
GRUNDY_API grundy_status grundy_picture_add(grundy_picture *p, const grundy_mark *mark, const char *text);
GRUNDY_API grundy_status grundy_picture_note(grundy_picture *p, size_t i, const char *note);
GRUNDY_API grundy_status grundy_picture_place(grundy_picture *p, const grundy_picture *part, double x, double y);

/* grundy_picture_size - the width and height of the box, from (0,0), that holds all marks */
GRUNDY_API void grundy_picture_size(const grundy_picture *p, double *width, double *height);

/* grundy_position_draw - add a drawing of a position to an empty picture
 *
 * Heaps are piles of tokens, boards and Young diagrams are cells, sets of balls are places on a line, coins lie on the
 * Hasse diagram of their poset; a position of a ruleset without a drawing of its own is written.
 * move     an option of the position, to be marked; size 0: none
 * Errors   GRUNDY_LIMIT for a drawing that would be too large; GRUNDY_NOMEM, GRUNDY_STOPPED; the picture is then empty */
GRUNDY_API grundy_status grundy_position_draw(grundy *g, const grundy_ruleset *r, grundy_bytes position,
                                              grundy_bytes move, grundy_picture *out);

/* grundy_poset_draw - add the Hasse diagram of the poset that an expression such as "boolean(3)" names to an empty
 * picture, layered by rank
 *
 * Errors   GRUNDY_PARSE with the column; GRUNDY_LIMIT for more than 600 elements; GRUNDY_IO where a file is named;
 *          GRUNDY_NOMEM, GRUNDY_STOPPED; the picture is then empty */
GRUNDY_API grundy_status grundy_poset_draw(grundy *g, const char *expression, grundy_picture *out);

/* grundy_is_poset - does the expression begin with the name of a kind of posets? It may be a ruleset's name too */
GRUNDY_API bool grundy_is_poset(const char *expression);

/* grundy_picture_values - write the answer for each element alone on it, as its note, in a drawing of a position or poset
 *
 * r        a ruleset with elements: ruler(P) for the poset P
 * Errors   GRUNDY_DOMAIN for a ruleset without elements; those of grundy_solve */
GRUNDY_API grundy_status grundy_picture_values(grundy *g, const grundy_ruleset *r, grundy_question question,
                                               grundy_method method, grundy_picture *picture);

/* ---- tier 2: images ----------------------------------------------------------------------------- */

#define GRUNDY_IMAGES(X) X(SVG, "svg") X(PNG, "png") X(PDF, "pdf")

typedef enum {
#define GRUNDY_IMAGE_NAME(name, word) GRUNDY_IMAGE_##name,
    GRUNDY_IMAGES(GRUNDY_IMAGE_NAME)
#undef GRUNDY_IMAGE_NAME
} grundy_image;

typedef enum { GRUNDY_LIGHT, GRUNDY_DARK } grundy_theme;

/* grundy_image_of - the kind of image that the ending of a file's name says, in small or capital letters; false for
 * another ending */
GRUNDY_API bool grundy_image_of(const char *file, grundy_image *out);

/* grundy_picture_write - append the picture as the bytes of an image file
 *
 * title    for readers who cannot see it, and the title of the file; NULL: none
 * Errors   GRUNDY_ABSENT for PNG and PDF without cairo; GRUNDY_LIMIT for a picture that is too large, GRUNDY_NOMEM;
 *          nothing is appended then */
GRUNDY_API grundy_status grundy_picture_write(grundy *g, const grundy_picture *p, const char *title, grundy_image image,
                                              grundy_theme theme, grundy_buffer *out);

/* How a plot looks. */
typedef struct {
    bool histogram;  /* how many rows have each value */
    bool mark_zeros; /* maps: positions of value 0 in a colour of their own */
    const char *title;
    grundy_image image;
    grundy_theme theme;
} grundy_plot_style;

/* grundy_plot_write - append an image that shows a table: a map of two integer variables, the first to the right and the
 * second up; a sequence, of one variable, with its period shaded where the values that are shown repeat; or a histogram
 *
 * request  as for a table; with gaps, assignments that give no position stay empty
 * Cost     that of the table, and 16 bytes a cell of a map
 * Errors   GRUNDY_PARSE for variables that cannot be shown; GRUNDY_LIMIT for more than 8192 x 8192 cells or 2^24 rows, or the
 *          value 2^64 - 1; GRUNDY_ABSENT without cairo for PNG, PDF, and maps in SVG of more than 4,096 cells;
 *          those of grundy_table_next; nothing is appended then */
GRUNDY_API grundy_status grundy_plot_write(grundy *g, const grundy_table_request *request,
                                           const grundy_plot_style *style, grundy_buffer *out);

/* ---- tier 2: periods ------------------------------------------------------------------------ */

/* G(n + period) = G(n) + saltus for all n >= preperiod, where G(n) is the value of a heap of n. */
typedef struct {
    uint64_t preperiod, period, saltus; /* the least ones; period 0: none was found */
    uint64_t checked_to;                /* the last n that was compared */
    grundy_truth proved;                /* GRUNDY_YES only when a theorem or a repeated state closes it */
    const char *reason;                 /* why it is proved; static text */
} grundy_period;

/* grundy_find_period - the period of the values (or outcomes) of single heaps 0, 1, 2, ...
 *
 * question  any; outcomes count as 0 (P) and 1 (N)
 * to        look at heaps up to this size; 0: as far as a proof needs, within bounds of the library's choice. Where heaps
 *           have to be searched, those before the first that takes more than 2^18 options are compared: checked_to says so
 * Cost      that of the heap sequence up to the last heap compared
 * Errors    GRUNDY_DOMAIN for rulesets that are not played on single heaps; GRUNDY_LIMIT, GRUNDY_STOPPED
 * Source    a repeated state: push paper, Theorem 4.2.3; octal games: Guy and Smith 1956
 */
GRUNDY_API grundy_status grundy_find_period(grundy *g, const grundy_ruleset *r, grundy_question question, uint64_t to,
                                            grundy_period *out);

/* ---- tier 2: misere quotients --------------------------------------------------------------- */

/* Sums G and H of some positions and their followers are equivalent when G + X and H + X have the same outcome in misere
 * play for all such sums X. The classes are a commutative monoid, the misere quotient, in which some elements, the
 * P-portion, are those of P-positions. Elements are numbered; 0 is that of the empty sum. */
typedef struct grundy_quotient grundy_quotient;

typedef struct {
    uint64_t order, p_positions; /* how many elements there are, and how many in the P-portion */
    uint64_t generators;         /* elements that are no products of those of simpler positions */
    bool tame;                   /* it is the quotient of heaps of Nim up to some size */
    uint64_t heaps;              /* it is that of single heaps up to this size; with a proved period: of all */
    grundy_period period;        /* of the elements of heaps 0, 1, 2, ...; period 0: none was found */
} grundy_quotient_facts;

/* grundy_quotient_open, grundy_quotient_close - the quotient of no positions; it must be closed before its ruleset
 *
 * Errors   GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_quotient_open(grundy *g, const grundy_ruleset *r, grundy_quotient **out);
GRUNDY_API void grundy_quotient_close(grundy_quotient *q);

/* grundy_quotient_add - make it the quotient of a position and its followers too
 *
 * Elements may get other numbers. After a failure what was added before may be asked for.
 * Cost     all followers are listed, taken apart into components. The quotient grows with each component that is not
 *          equivalent to a sum of others; it may be infinite.
 * Errors   GRUNDY_LIMIT, also for more than 16,384 elements; GRUNDY_NOMEM, GRUNDY_STOPPED
 * Source   Plambeck and Siegel, Misere quotients for impartial games (2008); Siegel, The structure and classification of
 *          misere quotients (2007) */
GRUNDY_API grundy_status grundy_quotient_add(grundy_quotient *q, grundy_bytes position);

/* grundy_quotient_add_heaps - add single heaps 0, 1, 2, ..., until a period is proved
 *
 * to       up to this one; 0: as far as a proof needs, up to heap 32,768, or as long as it has at most 2,048 elements
 * Errors   as grundy_quotient_add; GRUNDY_DOMAIN for rulesets that are not played on single heaps. With to = 0 limits end
 *          it, without an error */
GRUNDY_API grundy_status grundy_quotient_add_heaps(grundy_quotient *q, uint64_t to);

/* grundy_quotient_get_facts - what is to be said of it. Cost: order^2 at most */
GRUNDY_API grundy_quotient_facts grundy_quotient_get_facts(const grundy_quotient *q);

/* grundy_quotient_element - the element of a sum of positions that were added, and of followers of these
 * grundy_quotient_heap - that of a heap; by a proved period of any
 *
 * Errors   GRUNDY_DOMAIN for what the quotient does not cover; GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_quotient_element(grundy_quotient *q, grundy_bytes position, uint32_t *out);
GRUNDY_API grundy_status grundy_quotient_heap(const grundy_quotient *q, uint64_t heap, uint32_t *out);

/* grundy_quotient_times - the product of two elements, that is the element of a sum
 * grundy_quotient_is_p - is it in the P-portion?
 * grundy_quotient_separate - an element whose product with just one of two is in the P-portion; false: they are equal */
GRUNDY_API uint32_t grundy_quotient_times(const grundy_quotient *q, uint32_t a, uint32_t b);
GRUNDY_API bool grundy_quotient_is_p(const grundy_quotient *q, uint32_t element);
GRUNDY_API bool grundy_quotient_separate(const grundy_quotient *q, uint32_t a, uint32_t b, uint32_t *out);

/* grundy_quotient_print - append an element as a product of generators, "1", "ab^2" or with ^{2} for TeX
 * grundy_quotient_generator - the element of the i-th generator, i below their number; append the position that it is of
 * grundy_quotient_relations - add relations "aa = 1" that, with commutation, define the quotient
 *
 * Generators are written a, b, c, ...; from the 27th on a1, b1, ...
 * Errors   GRUNDY_NOMEM, GRUNDY_LIMIT */
GRUNDY_API grundy_status grundy_quotient_print(const grundy_quotient *q, uint32_t element, bool tex,
                                               grundy_buffer *out);
GRUNDY_API grundy_status grundy_quotient_generator(const grundy_quotient *q, uint64_t i, uint32_t *element,
                                                   grundy_buffer *out);
GRUNDY_API grundy_status grundy_quotient_relations(const grundy_quotient *q, bool tex, grundy_list *out);

/* grundy_quotient_normal - the number of elements of the quotient in normal play: a power of 2 above all values */
GRUNDY_API grundy_status grundy_quotient_normal(const grundy_quotient *q, uint64_t *out);

/* ---- tier 2: the statements of the papers ---------------------------------------------------- */

/* grundy_claim_count, _id, _statement, _misprint - the statements that can be checked, in the order of the papers
 *
 * id        "push-3.1.6": the paper and the number in it
 * misprint  why the statement is known to fail as printed; NULL for those that are expected to hold */
GRUNDY_API size_t grundy_claim_count(void);
GRUNDY_API const char *grundy_claim_id(size_t i);
GRUNDY_API const char *grundy_claim_statement(size_t i);
GRUNDY_API const char *grundy_claim_misprint(size_t i);

typedef struct {
    grundy_truth holds;    /* GRUNDY_UNKNOWN: open; nothing checked contradicts it */
    uint64_t cases;        /* how many cases were checked */
    grundy_buffer witness; /* the first case that fails; empty when none does */
    grundy_buffer note;    /* a remark; may be empty */
} grundy_claim_result;     /* the caller closes both buffers */

/* grundy_claim_check - check a statement over all cases up to a bound that grows with scale (1: seconds)
 *
 * Errors  GRUNDY_LIMIT, GRUNDY_STOPPED, GRUNDY_NOMEM; a statement that fails is no error */
GRUNDY_API grundy_status grundy_claim_check(grundy *g, size_t i, uint64_t scale, grundy_claim_result *out);

/* ---- tier 2: the self-check -------------------------------------------------------------------- */

/* What came out of a part of the self-check. */
typedef struct {
    const char *name;    /* "ruleset kayles", "nim products by gfni", "statement push-3.1.6" */
    uint64_t checks;     /* how many comparisons were made */
    const char *failure; /* the first that failed, in one line; NULL: none did */
    const char *skipped; /* why the part could not be checked, or not wholly; NULL: it was */
} grundy_selftest_part;

typedef struct {
    uint64_t seed;       /* of the random positions, nimbers and statements */
    double seconds;      /* how long it may take; 0: a minute. What there was no time for is said. */
    const char *ruleset; /* check this one alone, from this position on; NULL: all families and the arithmetic */
    const char *position;
    const char *examples; /* the directory that holds "examples", with the files that example rulesets name, where the
                             working directory does not; NULL: nowhere else */
    void (*report)(void *context, const grundy_selftest_part *part); /* called after each part; NULL: never */
    void *context;
} grundy_selftest_request;

typedef struct {
    uint64_t parts, failed, skipped, checks;
} grundy_selftest_result;

/* grundy_selftest - check on this machine that the library does what its tests say
 *
 * Each family of rulesets, those added to the handle too, on random small positions: what is printed is read again,
 * options are strictly simpler, closed form, sweep and search give what plain recursion gives in normal and misere play,
 * the value of a sum is the nim-sum, threads and small tables change nothing. Each way to multiply nimbers that this
 * processor has, against the definition by halves. Of the statements of the papers as many, chosen at random, as there is
 * time for.
 *
 * Errors  GRUNDY_LIMIT, GRUNDY_NOMEM, GRUNDY_STOPPED; GRUNDY_PARSE for a ruleset or position of the request that cannot be
 *         read; a check that fails is no error, but counted in the result */
GRUNDY_API grundy_status grundy_selftest(grundy *g, const grundy_selftest_request *request,
                                         grundy_selftest_result *out);

/* ---- tier 2: calculator ----------------------------------------------------------------------- */

/* grundy_calculate - evaluate nim arithmetic; grundy_calculate_text - append the result in decimal
 *
 * Operators + (nim-sum) * / (nim-product, quotient) ^ (power; the exponent is an ordinary integer below 2^64), brackets,
 * decimal and 0x numbers, inv(x), sqrt(x), order(x), log(b,x): the least e with b^e = x.
 * Nimbers go up to 2^65536 - 1 where the library was built with GMP, which reads and prints them, and else up to
 * 2^64 - 1; order and log are for nimbers below 2^64.
 * Errors  GRUNDY_PARSE with the column; GRUNDY_DOMAIN for what does not exist, such as 1/0; GRUNDY_LIMIT for order and
 *         log of large nimbers, and from grundy_calculate for a result above 2^64 - 1; GRUNDY_NOMEM
 */
GRUNDY_API grundy_status grundy_calculate(grundy *g, const char *expression, uint64_t *out);
GRUNDY_API grundy_status grundy_calculate_text(grundy *g, const char *expression, grundy_buffer *out);

/* ---- tier 2: nim arithmetic ------------------------------------------------------------------- */

/* grundy_nim_add - nim-sum of two nimbers
 *
 * The sum without carries, a xor b. By Sprague and Grundy it is the Grundy value of a
 * disjunctive sum of positions with values a and b. Each nimber is its own negative, so this
 * is the difference too.
 * Cost    O(1); one instruction
 * Errors  none
 * Source  Bouton, Nim, a game with a complete mathematical theory (1901)
 */
static inline uint64_t grundy_nim_add(uint64_t a, uint64_t b)
{
    return a ^ b;
}

/* grundy_nim_mul - nim-product of two nimbers
 *
 * Defined by a x b = mex{ a'b + ab' + a'b' : a' < a, b' < b } with nim-sums inside. For coin-
 * turning games G1 and G2 it gives the values of their product: (x, y) has the value g1(x) x g2(y).
 * Cost    O(1); 5 to 20 ns; grundy_nim_mul_n does many at a time
 * Errors  none
 * Source  Conway, On Numbers and Games, ch. 6; Lenstra, Nim multiplication (1978)
 */
GRUNDY_API uint64_t grundy_nim_mul(uint64_t a, uint64_t b);

/* grundy_nim_square - nim-product of a nimber with itself
 *
 * Equal to grundy_nim_mul(a, a). Squaring is additive, since the field has characteristic 2:
 * the square of a nim-sum is the nim-sum of the squares.
 * Cost    O(1); cheaper than a nim-product
 * Errors  none
 * Source  Conway, On Numbers and Games, ch. 6
 */
GRUNDY_API uint64_t grundy_nim_square(uint64_t a);

/* grundy_nim_sqrt - nim square root
 *
 * The one nimber whose nim-square is a. It exists and is unique for each a, 0 included, because
 * squaring permutes a finite field of characteristic 2. It is below 2^(2^k) when a is.
 * Cost    O(1); about as much as grundy_nim_square
 * Errors  none
 * Source  Conway, On Numbers and Games, ch. 6
 */
GRUNDY_API uint64_t grundy_nim_sqrt(uint64_t a);

/* grundy_nim_inv - multiplicative inverse of a nimber
 *
 * Writes the one nimber *inverse with a x *inverse = 1.
 * Cost    O(1); about two nim-products
 * Errors  false for a = 0, which has no inverse; *inverse is then unchanged
 * Source  Conway, On Numbers and Games, ch. 6
 */
GRUNDY_API bool grundy_nim_inv(uint64_t a, uint64_t *inverse);

/* grundy_nim_div - quotient of two nimbers
 *
 * Writes the one nimber *quotient with b x *quotient = a.
 * Cost    O(1); an inverse and a nim-product
 * Errors  false for b = 0, also when a = 0; *quotient is then unchanged
 * Source  Conway, On Numbers and Games, ch. 6
 */
GRUNDY_API bool grundy_nim_div(uint64_t a, uint64_t b, uint64_t *quotient);

/* grundy_nim_pow - power of a nimber
 *
 * The nim-product of exponent copies of a. The exponent is an ordinary integer, not a nimber. The
 * empty product is 1, so 0^0 = 1; and 0^e = 0 for e > 0.
 * Cost    O(log exponent); at most 64 squares and 64 nim-products
 * Errors  none
 * Source  Conway, On Numbers and Games, ch. 6
 */
GRUNDY_API uint64_t grundy_nim_pow(uint64_t a, uint64_t exponent);

/* grundy_nim_mul_n, _square_n, _sqrt_n, _inv_n, _div_n - as the functions for one nimber, for n of each array
 *
 * out may be the same array as an argument, but may not overlap one otherwise.
 * Cost    chosen by what the processor can do. Products: 1 to 2 ns each with GFNI and VPCLMULQDQ, 5 to 10 ns with
 *         PCLMULQDQ, 20 ns anywhere. Squares and roots cost a third of a product, inverses three products, quotients
 *         four.
 * Errors  _inv_n and _div_n: false if any a[i], or b[i], is 0; out is then unchanged
 * Source  as the functions for one nimber; inverses by the trick of Montgomery, Speeding the Pollard and elliptic curve
 *         methods of factorization (1987)
 */
GRUNDY_API void grundy_nim_mul_n(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n);
GRUNDY_API void grundy_nim_square_n(const uint64_t *a, uint64_t *out, size_t n);
GRUNDY_API void grundy_nim_sqrt_n(const uint64_t *a, uint64_t *out, size_t n);
GRUNDY_API bool grundy_nim_inv_n(const uint64_t *a, uint64_t *out, size_t n);
GRUNDY_API bool grundy_nim_div_n(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n);

/* A nimber below 2^128: high x 2^64 + low, as an integer and as a nimber. */
typedef struct {
    uint64_t low, high;
} grundy_nim128;

/* grundy_nim128_mul, grundy_nim128_inv - nim-product, and inverse, of nimbers below 2^128
 *
 * The nim-sum is that of the halves.
 * Cost    O(1); five nim-products below 2^64, and about eight
 * Errors  _inv: false for 0, which has no inverse; *inverse is then unchanged
 * Source  as grundy_nim_mul
 */
GRUNDY_API grundy_nim128 grundy_nim128_mul(grundy_nim128 a, grundy_nim128 b);
GRUNDY_API bool grundy_nim128_inv(grundy_nim128 a, grundy_nim128 *inverse);

/* grundy_nim_order - multiplicative order of a nimber
 *
 * Writes the least *order > 0 with a^*order = 1. It divides 2^64 - 1 = 3 x 5 x 17 x 257 x 641 x
 * 65537 x 6700417 (an ordinary product of primes), and 2^(2^k) - 1 when a < 2^(2^k).
 * Cost    O(1); seven powers, 10 to 20 microseconds
 * Errors  false for a = 0, no power of which is 1; *order is then unchanged
 * Source  Lagrange's theorem; the factorisation is Euler's (641 divides the Fermat number F5)
 */
GRUNDY_API bool grundy_nim_order(uint64_t a, uint64_t *order);

/* grundy_nim_log - discrete logarithm of a nimber
 *
 * Writes the least *exponent >= 0 with base^*exponent = a. In particular log 1 = 0 to any base;
 * to the base 0, log 1 = 0 and log 0 = 1 (as 0^0 = 1), and nothing else has a logarithm; to another
 * base, 0 has none.
 * Cost    O(1); below a millisecond, and 29 KB of stack. The largest prime factor of the order
 *         of base, at most 6700417, counts with its square root.
 * Errors  false if no power of base is a; *exponent is then unchanged
 * Source  Pohlig and Hellman, An improved algorithm for computing logarithms over GF(p) and its
 *         cryptographic significance (1978); Shanks, Class number, a theory of factorization, and
 *         genera (1971)
 */
GRUNDY_API bool grundy_nim_log(uint64_t base, uint64_t a, uint64_t *exponent);

/* ---- tier 2: the golden ratio ----------------------------------------------------------------- */

/* The largest n whose Fibonacci number F_n is below 2^64. */
#define GRUNDY_FIBONACCI_MAX 93

/* Room for the longest representation of a 64-bit number, 92 digits, and its final NUL. */
#define GRUNDY_FIBONACCI_DIGITS 96

/* grundy_compare_golden - is one heap more than Phi times the other?
 *
 * The sign of b - Phi a, as -1, 0 or 1. It is 0 for a = b = 0 only, since Phi is irrational.
 * Cost    O(1)
 * Errors  none
 * Source  Cole and Davie, A game based on the Euclidean algorithm and a winning strategy for it
 *         (1969), where this sign decides the game
 */
GRUNDY_API int grundy_compare_golden(uint64_t a, uint64_t b);

/* grundy_golden_floor - the greatest integer that is at most Phi n
 *
 * For n = 1, 2, 3 ... these are the smaller heaps of the P-positions of Wythoff's game.
 * Cost    O(1)
 * Errors  false if the result is above 2^64 - 1, which is for n > 11400714819323198485; *result
 *         is then unchanged
 * Source  Wythoff, A modification of the game of Nim (1907); OEIS A000201
 */
GRUNDY_API bool grundy_golden_floor(uint64_t n, uint64_t *result);

/* grundy_golden_ceil - the least integer that is at least Phi n
 *
 * One more than grundy_golden_floor, except that both are 0 for n = 0.
 * Cost    O(1)
 * Errors  false if the result is above 2^64 - 1, which is for n > 11400714819323198485; *result
 *         is then unchanged
 * Source  Phi is irrational
 */
GRUNDY_API bool grundy_golden_ceil(uint64_t n, uint64_t *result);

/* grundy_is_wythoff_pair - is the pair of heaps a P-position of Wythoff's game?
 *
 * Whether a and b, in either order, are floor(Phi n) and floor(Phi n) + n for some n >= 0.
 * Cost    O(1)
 * Errors  none
 * Source  Wythoff, A modification of the game of Nim (1907)
 */
GRUNDY_API bool grundy_is_wythoff_pair(uint64_t a, uint64_t b);

/* grundy_fibonacci - Fibonacci number
 *
 * Writes F_n, where F_0 = 0, F_1 = 1 and F_n = F_(n-1) + F_(n-2).
 * Cost    O(n)
 * Errors  false for n > GRUNDY_FIBONACCI_MAX, as F_n is above 2^64 - 1; *result is then unchanged
 * Source  OEIS A000045
 */
GRUNDY_API bool grundy_fibonacci(unsigned n, uint64_t *result);

/* grundy_fibonacci_representation - Zeckendorf's representation of a number
 *
 * Writes the digits x_k ... x_2, '0' or '1', with n = x_k F_k + ... + x_2 F_2, x_k = 1 and no two
 * neighbours both 1; this representation is unique. A NUL follows the last digit. The number 0 has
 * the empty string. Returns how many digits there are, k - 1 (0 for n = 0) and at most 92.
 * bits must have room for GRUNDY_FIBONACCI_DIGITS characters.
 * Cost    O(log n)
 * Errors  none
 * Source  Lekkerkerker, Voorstelling van natuurlijke getallen door een som van getallen van
 *         Fibonacci (1952); Zeckendorf (1972)
 */
GRUNDY_API unsigned grundy_fibonacci_representation(uint64_t n, char *bits);

/* grundy_fibonacci_value - the number that a string of Fibonacci digits stands for
 *
 * Reads digits x_k ... x_2 up to the NUL and writes x_k F_k + ... + x_2 F_2. Any digits '0' and
 * '1' will do: zeros in front count nothing, and neighbours may both be 1. The empty string is 0.
 * Cost    O(length of bits)
 * Errors  false if a character is neither '0' nor '1' or if the number is above 2^64 - 1; *n is
 *         then unchanged
 * Source  as grundy_fibonacci_representation, whose inverse this is
 */
GRUNDY_API bool grundy_fibonacci_value(const char *bits, uint64_t *n);

/*@tier2@*/

/* ---- tier 3: rulesets of your own ---------------------------------------------------------- */

/* What an argument of a ruleset expression is. */
typedef enum {
    GRUNDY_ARG_NAME,
    GRUNDY_ARG_INTEGER,
    GRUNDY_ARG_RANGE,
    GRUNDY_ARG_CODE,
    GRUNDY_ARG_TEXT
} grundy_arg_kind;

typedef struct grundy_arg grundy_arg;
struct grundy_arg {
    grundy_arg_kind kind;
    unsigned column;        /* where it stands in the expression, from 1 */
    const char *text;       /* NAME: the name; CODE: its digits, "4.07"; TEXT: without the quotes */
    uint64_t low, high;     /* INTEGER: low; RANGE: low..high */
    const grundy_arg *args; /* NAME: its own arguments */
    size_t count;
    bool parenthesised; /* NAME: had a list, even an empty one */
};

/* A scanner reads a position or an expression from left to right; blanks are skipped. Every grundy_scan_
 * function that fails has left the line that says where and what was expected. */
typedef struct grundy_scanner grundy_scanner;

/* grundy_scan_accept - read this punctuation if it stands here; says whether it did */
GRUNDY_API bool grundy_scan_accept(grundy_scanner *s, const char *punctuation);

/* grundy_scan_word - read this word if it stands here, not followed by a letter or digit; a variable that
 * the user declared under that name goes before it */
GRUNDY_API bool grundy_scan_word(grundy_scanner *s, const char *word);

/* grundy_scan_expect - read this punctuation or fail. Errors: GRUNDY_PARSE */
GRUNDY_API grundy_status grundy_scan_expect(grundy_scanner *s, const char *punctuation);

/* grundy_scan_peek - the next character that is not a blank, 0 at the end */
GRUNDY_API char grundy_scan_peek(grundy_scanner *s);

/* grundy_scan_integer, grundy_scan_signed - an integer, or integer arithmetic with the user's variables
 *
 * Operators + - * within any bracket, - * outside (there + is the disjunctive sum), parentheses.
 * what     names the thing for messages, as in "heap size"
 * Errors   GRUNDY_PARSE: not an integer, or outside low..high
 */
GRUNDY_API grundy_status grundy_scan_integer(grundy_scanner *s, const char *what, uint64_t low, uint64_t high,
                                             uint64_t *out);
GRUNDY_API grundy_status grundy_scan_signed(grundy_scanner *s, const char *what, int64_t low, int64_t high,
                                            int64_t *out);

/* What a variable of a template can stand for. */
typedef enum { GRUNDY_INTEGER, GRUNDY_PARTITION, GRUNDY_SUBSET, GRUNDY_ELEMENT } grundy_variable_kind;

typedef struct {
    grundy_variable_kind kind;
    int64_t integer;
    const uint64_t *items; /* PARTITION: the parts, greatest first; SUBSET: its numbers, least first */
    size_t count;
    grundy_bytes element; /* ELEMENT: as the ruleset's elements callback gave it */
} grundy_variable;

/* grundy_scan_variable - read a variable of this kind if one stands here; NULL if not. Valid until the scan ends. */
GRUNDY_API const grundy_variable *grundy_scan_variable(grundy_scanner *s, grundy_variable_kind kind);

/* grundy_scan_has_variable - does a variable of this kind stand here? Nothing is read. */
GRUNDY_API bool grundy_scan_has_variable(grundy_scanner *s, grundy_variable_kind kind);

/* grundy_scan_quoted - read a text in double quotes and append what it says; blanks count
 *
 * In it \" and \\ stand for a quote and a backslash, \xHH for the byte with these two hexadecimal digits.
 * Errors   GRUNDY_PARSE */
GRUNDY_API grundy_status grundy_scan_quoted(grundy_scanner *s, grundy_buffer *out);

/* grundy_scan_open, grundy_scan_close - tell the scanner that a bracket was opened or closed, so that + is arithmetic */
GRUNDY_API void grundy_scan_open(grundy_scanner *s);
GRUNDY_API void grundy_scan_close(grundy_scanner *s);

/* grundy_scan_fail - fail here: "column 5: expected <expected>, found <what stands here>". Returns GRUNDY_PARSE */
GRUNDY_API grundy_status grundy_scan_fail(grundy_scanner *s, const char *format, ...) GRUNDY_PRINTF(2, 3);

/* grundy_scan_reject - fail for what was read from column `column` on: "column 5: <why>". Returns GRUNDY_PARSE */
GRUNDY_API grundy_status grundy_scan_reject(grundy_scanner *s, unsigned column, const char *format, ...)
    GRUNDY_PRINTF(3, 4);

/* grundy_scan_column - where the scanner stands (after blanks), from 1 */
GRUNDY_API unsigned grundy_scan_column(grundy_scanner *s);

/* How far a sweep must reach: the greatest value of each coordinate. */
#define GRUNDY_EXTENT_MAX 8
typedef struct {
    unsigned dimensions; /* 0 until the first position */
    uint64_t greatest[GRUNDY_EXTENT_MAX];
} grundy_extent;

/* The values of a set of positions, all computed. */
typedef struct {
    void *state;
    const char *reason; /* the algorithm in one line; static text, or owned by state */
    grundy_status (*value)(grundy *g, const grundy_ruleset *r, const void *state, grundy_bytes summand, uint64_t *out);
    void (*close)(grundy *g, void *state);
} grundy_sweep;

/* How the value of heap n follows from smaller heaps, for proofs of periods. */
typedef enum {
    GRUNDY_RECUR_NONE,   /* nothing is known */
    GRUNDY_RECUR_WINDOW, /* by a fixed rule from the last `depth` values and the companion's at n-depth..n */
    GRUNDY_RECUR_PARTS,  /* options are sums of at most `parts` heaps of total n-depth..n */
    GRUNDY_RECUR_LINEAR  /* G(n) = n */
} grundy_recurrence_kind;

typedef struct {
    grundy_recurrence_kind kind;
    uint64_t depth;
    unsigned parts;
    const grundy_ruleset *companion; /* WINDOW: the ruleset after the switch; NULL: none */
    uint64_t window_from;            /* WINDOW: the rule is the same for all n from here on */
    const unsigned char *digits; /* PARTS: for n > depth these are the options: bit j of digits[k], k <= depth, allows
                                        to leave j heaps, none empty, of total n-k. NULL: that is not so */
} grundy_recurrence;

/* A box of heaps, row by row (last coordinate fastest): cell (i_1, ..., i_d), 0 <= i_k < sizes[k]. */
typedef struct {
    unsigned dimensions;
    size_t sizes[GRUNDY_EXTENT_MAX];
    grundy_question question;
    size_t extras; /* each cell (p) has, besides its options, one of value extra[i][cell] */
    const uint32_t *const *extra;
} grundy_box;

/* The values of single heaps 0, 1, 2, ... as far as they are computed. */
typedef struct grundy_sequence grundy_sequence;
struct grundy_sequence {
    void *state;
    uint64_t count;         /* heaps 0 .. count-1 are known */
    const uint16_t *values; /* theirs, until the next extension */
    uint64_t steps;         /* the work so far, about a nanosecond each */
    /* Compute up to heap count-1; on failure what is known stays known, and a later call goes on from there. */
    grundy_status (*extend)(grundy *g, grundy_sequence *s, uint64_t count);
    void (*close)(grundy *g, void *state);
};

/* An element of a poset that is right below another, by their numbers in the order in which they are listed. */
typedef struct {
    uint32_t lower, upper;
} grundy_cover;

/* The encoding of positions. Rulesets can be combined by push when their positions have the same one. */
typedef enum {
    GRUNDY_ENCODING_OWN,        /* bytes that the family alone knows */
    GRUNDY_ENCODING_HEAPS,      /* heaps: nim, octal games */
    GRUNDY_ENCODING_BALLS,      /* sets of places: welter, inset */
    GRUNDY_ENCODING_PARTITIONS, /* Young diagrams: pnim, chess */
    GRUNDY_ENCODING_BOARDS,     /* free and blocked cells: cram */
    GRUNDY_ENCODING_BOXES,      /* hyperrectangles: rnim */
    GRUNDY_ENCODING_COINS       /* sets of elements of a poset: ruler */
} grundy_encoding;

/* What may be done to a position in one of the encodings of the library, when the rules allow it: the new position is
 * isomorphic, in normal and in misere play. A compound does what all of its rulesets allow. */
typedef enum {
    GRUNDY_SYMMETRY_ORDER = 1,     /* heaps, boxes: any other order of the heaps, of the sides */
    GRUNDY_SYMMETRY_TRANSPOSE = 2, /* partitions, boards: rows and columns exchanged */
    GRUNDY_SYMMETRY_REFLECT = 4,   /* boards: the rows, or the columns, in the reverse order */
    GRUNDY_SYMMETRY_TRIM = 8,      /* boards: free cells without a free neighbour in row and column left out, and what
                                    * is then blocked at the edge */
    GRUNDY_SYMMETRY_SHIFT = 16,    /* balls: those on 0..k-1 left out, and all others k lower */
    GRUNDY_SYMMETRY_DOWN_SETS = 32 /* coins: one coin alone, put on another element with an isomorphic down-set */
} grundy_symmetry;

/* grundy_family - everything about a kind of ruleset, in one const descriptor
 *
 * A callback works on summands, in the ruleset's own canonical bytes; sums are made of them by the
 * library. NULL means "cannot". Callbacks are pure: they may be called from several threads at once, each
 * with its own handle. They report failure through grundy_fail and return what it returns.
 */
struct grundy_family {
    const char *name;      /* as in expressions: "octal" */
    const char *arguments; /* for the help: "(CODE)"; "" for none */
    const char *summary;   /* one line, no full stop */
    const char *rules;     /* how it is played, and how positions are written; lines of at most 78 characters */
    const char *theorems;  /* closed forms and where they come from; NULL for none */
    const char *example_ruleset, *example_position;
    const char *const
        *instances;    /* further small rulesets, different in all that open can make different; NULL after the
                                   * last. For tests. NULL: none */
    const char *space; /* what positions are; NULL: open sets it */

    /* Build the instance from its arguments (none given: count 0): set the state by grundy_ruleset_set_state. */
    grundy_status (*open)(grundy *g, grundy_ruleset *r, const grundy_arg *self);
    void (*close)(grundy *g, void *state);

    /* Read one summand and append its bytes; print them so that parse reads them back. */
    grundy_status (*parse)(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
    grundy_status (*print)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

    /* Say whether bytes are a position of this ruleset, with the reason if not (GRUNDY_PARSE). For rulesets
     * whose space is larger than their own positions: wythoff takes exactly two heaps. NULL: all are. */
    grundy_status (*check)(grundy *g, const grundy_ruleset *r, grundy_bytes summand);

    /* Add each option once. Options are strictly simpler: no position can be reached from itself. */
    grundy_status (*options)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);

    /* Append an isomorphic summand, the same for as many isomorphic ones as is cheap. */
    grundy_status (*canonical)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

    /* Add summands whose disjunctive sum is isomorphic to this one; terminal ones may be left out. */
    grundy_status (*split)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);

    /* The sum that split gives is not isomorphic, but has the same value in normal play: misere play looks at the
     * whole. */
    bool split_normal;

    /* A summand that is a disjunctive sum of positions of other rulesets (a component of sum, a game after the
     * push) names them: the i-th as *other and its summand *part, a view. *other NULL: no more; NULL at i = 0:
     * the summand is not of that kind. */
    grundy_status (*refer)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, size_t i,
                           const grundy_ruleset **other, grundy_bytes *part);

    /* Answer by a closed form, or return GRUNDY_DOMAIN without a message. For GRUNDY_VALUE count is 1, for the
     * other questions the summands are all that there are. *reason: static text, theorem and source. */
    grundy_status (*formula)(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                             grundy_question question, uint64_t *out, const char **reason);

    /* Enlarge the extent so that a sweep to it covers the summand; GRUNDY_DOMAIN without a message if none can. */
    grundy_status (*extent)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_extent *extent);

    /* Compute all values to the extent. GRUNDY_LIMIT or GRUNDY_DOMAIN where it is out of reach. */
    grundy_status (*sweep)(grundy *g, const grundy_ruleset *r, const grundy_extent *extent, grundy_question question,
                           grundy_sweep *out);

    /* Heaps: fill values[] for every cell of a box. GRUNDY_DOMAIN for shapes that it cannot do. */
    grundy_status (*box)(grundy *g, const grundy_ruleset *r, const grundy_box *box, uint32_t *values);

    /* Heaps: how single heaps follow from smaller ones. NULL: GRUNDY_RECUR_NONE. */
    grundy_status (*recurrence)(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_recurrence *out);

    /* Add the elements that a variable with the domain `elements` runs through. */
    grundy_status (*elements)(grundy *g, const grundy_ruleset *r, grundy_list *out);
    grundy_status (*print_element)(grundy *g, const grundy_ruleset *r, grundy_bytes element, grundy_buffer *out);

    /* Append a random summand of about this size. */
    grundy_status (*random)(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);

    /* For the search in normal play, a faster way to what options, split and canonical give; both or neither.
     *
     * identify: append a name of a canonical component, and a view of it. What has the same name has the same value;
     * by its name the search remembers a component. The view, not empty, is the component as expand reads it.
     *
     * expand: append options of the component that is viewed. The search may not need all: append some, from number
     * *from on, which is 0 at first, and advance it; UINT64_MAX when all have been appended. Those whose components are
     * light, and so likely to be known, had best come first. An option is, in numbers and strings written as in positions:
     * the label of the move, or 0; the nim-sum of those parts whose values have a closed form; the number of the other
     * parts; and for each of these its name and its view. Where moves commute, so that of two moves that can be made one
     * after the other either may come first, a move keeps its label in the views. */
    grundy_status (*identify)(grundy *g, const grundy_ruleset *r, grundy_bytes component, grundy_buffer *name,
                              grundy_buffer *view);
    grundy_status (*expand)(grundy *g, const grundy_ruleset *r, grundy_bytes view, uint64_t *from, grundy_buffer *out);

    /* With expand: the search has found the value of a component that expand gave with this view, and expand may count such a
     * component among those whose values have a closed form from now on. With an empty view: forget all that was learnt.
     * Threads call it at the same time. May be NULL. */
    void (*learn)(const grundy_ruleset *r, grundy_bytes view, uint64_t value);

    /* How long a component takes to search: a search tries the options with light components first, and puts one off
     * that takes much longer. 8 more for what takes twice as long, about 5 for each option that it has, is a good
     * scale. With expand, it is the view that is given. NULL: 8 for each of its bytes. */
    uint64_t (*weight)(const grundy_ruleset *r, grundy_bytes component);

    /* How the bytes of a position are made, and what changes nothing in them under these rules: grundy_symmetry, one or
     * several, and open may set others. Where there is no canonical, they make the canonical form. */
    grundy_encoding encoding;
    unsigned symmetries;

    /* With an encoding of one's own: families that name the same address have the same bytes for the same position of a
     * space; it may be that of one of them. NULL: its own. */
    const void *same_bytes;

    /* Append an option that has this value in normal play, without trying all of them. The value is at most the
     * summand's own; if it is equal, return GRUNDY_DOMAIN without a message. With value 0: a winning move. */
    grundy_status (*winning_move)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, uint64_t value,
                                  grundy_buffer *out);

    /* Why every summand is pet: terminal ones are (0,1)-positions, those of value 1 are (1,0)-positions, all others
     * have equal normal and misere values. Then misere values of sums follow from the values of their summands
     * (Conway; nim on partitions, Theorem 14). Static text; NULL: it is not known. */
    const char *pet;

    /* Heaps: begin the sequence of values of single heaps, none computed yet, to be extended as far as wanted. The
     * question is GRUNDY_VALUE or GRUNDY_MISERE_VALUE. GRUNDY_DOMAIN without a message where the ruleset has none. */
    grundy_status (*open_sequence)(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_sequence *out);

    /* Append lines that draw the summand, each with its newline. GRUNDY_LIMIT when the drawing would be too large. */
    grundy_status (*view)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);

    /* Append the covers of the poset whose elements `elements` adds: grundy_cover each. NULL: they are not ordered. */
    grundy_status (*covers)(grundy *g, const grundy_ruleset *r, grundy_buffer *out);

    /* Add marks that draw the summand, from (0,0) to the right and down. move: an option of it, to be marked; NULL:
     * none. GRUNDY_LIMIT when the drawing would be too large. NULL: the position is written. */
    grundy_status (*draw)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, const grundy_bytes *move,
                          grundy_picture *out);

    /* Append the option of the summand in which a part that split gives becomes this option of its own. NULL: moves in the
     * parts, put together, do not give each option of the summand once. */
    grundy_status (*rejoin)(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_bytes part,
                            grundy_bytes option, grundy_buffer *out);

    /* Append what there is to say about this very ruleset, as lines. NULL: what the family says is all. */
    grundy_status (*describe)(grundy *g, const grundy_ruleset *r, grundy_buffer *out);
};

/* grundy_family_add - make a family of your own known to the handle, so that expressions can name it
 *
 * family   must outlive the handle; its name, arguments, summary, rules, parse, print, options, and either space or open
 *          must be set
 * Errors   GRUNDY_PARSE for a family that is incomplete, or whose name is taken or no name; GRUNDY_NOMEM, GRUNDY_LIMIT
 *
 * grundy_family_made_of - say what an added family is made of: a digest of the content of its program, which is in the
 * digests of its rulesets from now on, so that nothing found before the program was changed is taken for found
 *
 * grundy_family_added - the i-th family that was added to the handle, NULL when there are no more */
GRUNDY_API grundy_status grundy_family_add(grundy *g, const grundy_family *family);
GRUNDY_API void grundy_family_made_of(grundy *g, const grundy_family *family, uint64_t digest);
GRUNDY_API const grundy_family *grundy_family_added(grundy *g, size_t i);

/* A plug-in is a shared object that brings families: `grundy value --plugin ./odd.so odd 12`. Its one symbol is the
 * grundy_plugin_entry that GRUNDY_PLUGIN defines; the grundy_ functions that it calls are those of the program.
 *
 *   static const grundy_family odd_family = {.name = "odd", ...};
 *   GRUNDY_PLUGIN(&odd_family)
 *
 * A program refuses a plug-in that was built for another interface or another size of a family. */
#define GRUNDY_PLUGIN_INTERFACE 1
#define GRUNDY_PLUGIN_SYMBOL "grundy_plugin_entry"

typedef struct {
    uint32_t interface;                   /* GRUNDY_PLUGIN_INTERFACE */
    uint32_t family_size;                 /* sizeof(grundy_family), which grows from version to version */
    const char *version;                  /* GRUNDY_VERSION */
    const grundy_family *const *families; /* NULL after the last */
} grundy_plugin;

#define GRUNDY_PLUGIN(...)                                                                                     \
    static const grundy_family *const grundy_plugin_families[] = {__VA_ARGS__, NULL};                          \
    extern GRUNDY_API const grundy_plugin grundy_plugin_entry;                                                 \
    const grundy_plugin grundy_plugin_entry = {GRUNDY_PLUGIN_INTERFACE, sizeof(grundy_family), GRUNDY_VERSION, \
                                               grundy_plugin_families};

/* grundy_ruleset_set_state, grundy_ruleset_set_space - for open: what the callbacks need; text is copied
 * grundy_ruleset_set_symmetries - for open: in place of those of the family
 * grundy_ruleset_state - for the callbacks: the state that open has set */
GRUNDY_API void grundy_ruleset_set_state(grundy_ruleset *r, void *state);
GRUNDY_API grundy_status grundy_ruleset_set_space(grundy *g, grundy_ruleset *r, const char *space);
GRUNDY_API void grundy_ruleset_set_symmetries(grundy_ruleset *r, unsigned symmetries);
GRUNDY_API const void *grundy_ruleset_state(const grundy_ruleset *r);

/* grundy_ruleset_open_arg - open the ruleset that an argument names. Errors: GRUNDY_PARSE with its column */
GRUNDY_API grundy_status grundy_ruleset_open_arg(grundy *g, const grundy_arg *arg, grundy_ruleset **out);

/* grundy_arg_fail - "column 5: <why>" at an argument of the expression. Returns GRUNDY_PARSE */
GRUNDY_API grundy_status grundy_arg_fail(grundy *g, const grundy_arg *arg, const char *format, ...) GRUNDY_PRINTF(3, 4);

/* grundy_fail - leave a line in the handle; returns status */
GRUNDY_API grundy_status grundy_fail(grundy *g, grundy_status status, const char *format, ...) GRUNDY_PRINTF(3, 4);

/* grundy_resize - allocate (old NULL), grow, shrink or free (new_size 0) through the handle's allocator
 *
 * Returns NULL on failure, with the message set and *status GRUNDY_NOMEM or GRUNDY_LIMIT (status may be NULL);
 * the old block is then untouched. */
GRUNDY_API void *grundy_resize(grundy *g, void *old, size_t old_size, size_t new_size, grundy_status *status);

/* grundy_check - has the time run out, or the caller asked to stop? Call it now and then in long loops.
 * Errors: GRUNDY_LIMIT, GRUNDY_STOPPED */
GRUNDY_API grundy_status grundy_check(grundy *g);

/* grundy_report - tell the progress callback; cheap enough to call with every grundy_check */
GRUNDY_API void grundy_report(grundy *g, const char *what, uint64_t done, uint64_t total);

/* grundy_random - the next of a sequence of well-mixed 64-bit numbers (splitmix64); advances the seed */
GRUNDY_API uint64_t grundy_random(uint64_t *seed);

#ifdef __cplusplus
}
#endif

#endif
