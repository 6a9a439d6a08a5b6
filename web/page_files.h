/* page_files.h - the files of the page, which the build puts into the program */
#ifndef GRUNDY_WEB_PAGE_FILES_H
#define GRUNDY_WEB_PAGE_FILES_H

#include <stddef.h>

typedef struct {
    const char *path, *type;
    const unsigned char *data;
    size_t size;
} page_file;

extern const page_file page_files[];
extern const size_t page_file_count;

#endif
