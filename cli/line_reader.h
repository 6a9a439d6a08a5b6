/* line_reader.h - lines that a person types, with editing and history; or a script's lines, as they are */
#ifndef GRUNDY_CLI_LINE_READER_H
#define GRUNDY_CLI_LINE_READER_H

#include "command.h"

typedef struct line_reader line_reader;

/* line_reader_open - read standard input
 *
 * Where it and standard output are a terminal, lines can be edited if the program was built with libedit
 * and it can be loaded. */
grundy_status line_reader_open(grundy *g, line_reader **out);
void line_reader_close(line_reader *r);

/* line_reader_is_terminal - is there a person, to whom a prompt is shown? */
bool line_reader_is_terminal(const line_reader *r);

/* line_reader_next - the next line, without its end and without blanks around it; *more false at the end of the input
 *
 * Errors   GRUNDY_STOPPED, GRUNDY_IO, GRUNDY_LIMIT for a line that is too long */
grundy_status line_reader_next(line_reader *r, const char *prompt, grundy_buffer *out, bool *more);

#endif
