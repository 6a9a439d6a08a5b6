/* poset_file.h - posets that users write down */
#ifndef GRUNDY_RULESETS_POSET_FILE_H
#define GRUNDY_RULESETS_POSET_FILE_H

#include "rulesets/posets/poset.h"

/* poset_file_open - the board that a file describes
 *
 * sets     lines that start with '{' are turning sets and skipped here; otherwise they are a mistake
 * text     what the file holds
 * Errors   GRUNDY_IO; GRUNDY_PARSE with the number of the line and the mistake in it
 */
grundy_status poset_file_open(grundy *g, const grundy_arg *path, bool sets, board **out, grundy_buffer *text);

/* file_line - take the next line off a text, without its end and its comment; false at the end. The line is
 * terminated by a zero where it ends in the text. */
bool file_line(char **rest, char **line);

/* file_read - what a file holds, appended to out, with a zero after it */
grundy_status file_read(grundy *g, const grundy_arg *path, grundy_buffer *out);

#endif
