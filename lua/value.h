/* value.h - positions as Lua values, as bytes and as text
 *
 * A position is a Lua integer, a string, or an array of positions. Its bytes begin with one that says what it is and
 * how long; small integers are that byte alone. Equal positions have equal bytes, and no others have:
 *
 *   0..191       that integer
 *   192 + k      an integer of k + 1 bytes, the highest first, as few as it needs
 *   200 + k      -1 - n for such an integer n
 *   208 + n      a string of n bytes, 0 <= n <= 14;  223: of as many as the integer that follows says
 *   224 + n      an array of n positions, 0 <= n <= 14;  239: of as many as the integer that follows says */
#ifndef GRUNDY_LUA_VALUE_H
#define GRUNDY_LUA_VALUE_H

#include <lua.h>

#include "grundy.h"

/* value_push - push the position; raises Lua errors */
void value_push(lua_State *L, grundy_bytes bytes);

/* value_encode - append the bytes of the value at an index; what names it in the error that is raised if it is none */
void value_encode(lua_State *L, int index, const char *what, grundy_buffer *out);

/* value_count - the length of the array at an index; an error is raised if it is no array without holes */
size_t value_count(lua_State *L, int index, const char *what);

/* value_print - append the position as text: 3, ..#, "a text", {1,{2,3}} */
grundy_status value_print(grundy_bytes bytes, grundy_buffer *out);

/* value_parse - read a position and append its bytes; 3,5 stands for {3,5}. Errors: GRUNDY_PARSE */
grundy_status value_parse(grundy *g, grundy_scanner *s, grundy_buffer *out);

/* value_scan_text - read the text of a position in a notation of its own, up to a + or | outside brackets, without
 * blanks; a variable stands for its value */
grundy_status value_scan_text(grundy_scanner *s, grundy_buffer *out);

#endif
