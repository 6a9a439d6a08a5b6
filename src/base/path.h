/* path.h - the file that a path stands for */
#ifndef GRUNDY_BASE_PATH_H
#define GRUNDY_BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* path_follow - follow symbolic links to the file that they lead to in the end, which need not exist
 *
 * Whoever writes a file beside another and renames it would put it in the place of the link. Directories on the way may
 * be links: their files are the same all the same.
 *
 * out      the path, of at most `size` bytes with its final zero; what it holds after a failure is not said
 * Returns  false with errno: ENAMETOOLONG, ELOOP, or what keeps a link from being read */
bool path_follow(const char *path, char *out, size_t size);

#endif
