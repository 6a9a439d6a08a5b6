/* files.h - regular files that people name */
#ifndef GRUNDY_BASE_FILES_H
#define GRUNDY_BASE_FILES_H

#include <stdio.h>

#include "base/handle.h"

/* files_stream - a regular file to read, as fopen, which would wait at a pipe; NULL with errno: EINVAL for what is none */
FILE *files_stream(const char *path);

#endif
