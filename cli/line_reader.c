#include "line_reader.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#ifdef GRUNDY_WITH_LIBEDIT
#include <histedit.h>
#include <wchar.h>

#include "late/late.h"

/* clang-format off */
#define EDIT_FUNCTIONS(X) \
    X(el_, init) X(el_, end) X(el_, set) X(el_, source) X(el_, gets) X(, history_init) X(, history_end) X(, history)
/* clang-format on */
LATE_LIBRARY(edit_library, EDIT_FUNCTIONS)
#endif

enum { LINE_MAX_SIZE = 65536, HISTORY_LINES = 500 };

struct line_reader {
    grundy *g;
    bool terminal;
    const char *prompt;
#ifdef GRUNDY_WITH_LIBEDIT
    edit_library edit; /* loaded where editor or history is not NULL */
    EditLine *editor;  /* NULL: lines are read as they come */
    History *history;
#endif
};

/* Was the program interrupted? How long the user takes is not limited. */
static bool interrupted(line_reader *r)
{
    return grundy_check(r->g) == GRUNDY_STOPPED;
}

/* Wait for input or an interrupt. An interrupt between the look for it and the waiting must not be lost, so signals are
 * let through during the waiting only. */
static bool wait_for_input(line_reader *r)
{
    sigset_t stops, before;
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigprocmask(SIG_BLOCK, &stops, &before);
    bool ready = !interrupted(r) && pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) > 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

/* One byte: 1, 0 at the end of the input, or below 0 after an interrupt or a failure. */
static ssize_t read_byte(line_reader *r, unsigned char *out)
{
    while (!interrupted(r)) {
        ssize_t got = wait_for_input(r) ? read(STDIN_FILENO, out, 1) : -1;
        if (got >= 0 || errno != EINTR)
            return got;
    }
    return -1;
}

/* ---- lines as they come ---- */

static grundy_status read_plain(line_reader *r, grundy_buffer *out, bool *more)
{
    unsigned char byte = 0;
    ssize_t got;
    if (r->terminal) {
        fputs(r->prompt, stdout);
        fflush(stdout);
    }
    while ((got = read_byte(r, &byte)) == 1 && byte != '\n') {
        if (out->size >= LINE_MAX_SIZE)
            return grundy_fail(r->g, GRUNDY_LIMIT, "a line of more than %d bytes", LINE_MAX_SIZE);
        TRY(grundy_append(out, &byte, 1));
    }
    if (interrupted(r))
        return GRUNDY_STOPPED;
    if (got < 0)
        return grundy_fail(r->g, GRUNDY_IO, "standard input could not be read: %s", strerror(errno));
    *more = got > 0 || out->size > 0;
    return GRUNDY_OK;
}

/* ---- lines that are edited ---- */

#ifdef GRUNDY_WITH_LIBEDIT

/* The one that reads now: libedit tells its callbacks of nothing but the editor. */
static line_reader *reading;

static char *show_prompt(EditLine *editor)
{
    (void)editor;
    return (char *)(uintptr_t)reading->prompt;
}

/* One character. libedit's own function goes on reading after an interrupt. */
static int read_character(EditLine *editor, wchar_t *out)
{
    (void)editor;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (;;) {
        unsigned char byte = 0;
        ssize_t got = read_byte(reading, &byte);
        if (got <= 0)
            return (int)got;
        size_t used = mbrtowc(out, (const char *)&byte, 1, &state);
        if (used != (size_t)-2)
            return used == (size_t)-1 ? -1 : 1;
    }
}

/* Where the library cannot be loaded, lines are read as they come. */
static void open_editor(line_reader *r)
{
    const edit_library *e = &r->edit;
    HistEvent event;
    if (late_open(r->g, GRUNDY_LIBEDIT_FILE, "line editing needs libedit", edit_library_names, sizeof r->edit,
                  &r->edit) != GRUNDY_OK)
        return;
    setlocale(LC_CTYPE, "");
    r->history = e->history_init();
    r->editor = r->history == NULL ? NULL : e->init("grundy", stdin, stdout, stderr);
    if (r->editor == NULL)
        return;
    e->history(r->history, &event, H_SETSIZE, HISTORY_LINES);
    e->history(r->history, &event, H_SETUNIQUE, 1);
    e->set(r->editor, EL_PROMPT, show_prompt);
    e->set(r->editor, EL_EDITOR, "emacs");
    e->set(r->editor, EL_GETCFN, read_character);
    e->set(r->editor, EL_HIST, e->history, r->history);
    e->source(r->editor, NULL);
}

static void close_editor(line_reader *r)
{
    if (r->editor != NULL)
        r->edit.end(r->editor);
    if (r->history != NULL)
        r->edit.history_end(r->history);
}

static grundy_status read_edited(line_reader *r, grundy_buffer *out, bool *more)
{
    int count = 0;
    HistEvent event;
    fflush(stdout);
    reading = r;
    const char *line = r->edit.gets(r->editor, &count);
    if (line == NULL || count <= 0) {
        putchar('\n');
        *more = false;
        return interrupted(r) ? GRUNDY_STOPPED : GRUNDY_OK;
    }
    *more = true;
    if (strspn(line, " \t\r\n") < strlen(line))
        r->edit.history(r->history, &event, H_ENTER, line);
    return grundy_append(out, line, (size_t)count);
}

#endif

/* ---- either ---- */

grundy_status line_reader_open(grundy *g, line_reader **out)
{
    grundy_status status = GRUNDY_OK;
    line_reader *r = grundy_resize(g, NULL, 0, sizeof *r, &status);
    if (r == NULL)
        return status;
    *r = (line_reader){.g = g, .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
#ifdef GRUNDY_WITH_LIBEDIT
    if (r->terminal)
        open_editor(r);
#endif
    *out = r;
    return GRUNDY_OK;
}

void line_reader_close(line_reader *r)
{
    if (r == NULL)
        return;
#ifdef GRUNDY_WITH_LIBEDIT
    close_editor(r);
#endif
    grundy_resize(r->g, r, sizeof *r, 0, NULL);
}

bool line_reader_is_terminal(const line_reader *r)
{
    return r->terminal;
}

static void line_trim(grundy_buffer *line)
{
    size_t blanks = 0;
    while (line->size > 0 && isspace(line->data[line->size - 1]))
        line->size--;
    while (blanks < line->size && isspace(line->data[blanks]))
        blanks++;
    line->size -= blanks;
    if (line->data == NULL)
        return;
    memmove(line->data, line->data + blanks, line->size);
    line->data[line->size] = '\0';
}

grundy_status line_reader_next(line_reader *r, const char *prompt, grundy_buffer *out, bool *more)
{
    grundy_status status;
    r->prompt = prompt;
    out->size = 0;
#ifdef GRUNDY_WITH_LIBEDIT
    status = r->editor != NULL ? read_edited(r, out, more) : read_plain(r, out, more);
#else
    status = read_plain(r, out, more);
#endif
    line_trim(out);
    return status;
}
