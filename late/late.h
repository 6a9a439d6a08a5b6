/* late.h - functions of shared libraries that are loaded when they are first needed
 *
 * Cairo, libmicrohttpd and FLINT bring thirty more libraries with them, and loading these takes longer than most
 * questions take to answer. So what only some commands need is not linked: its headers give the types, and the
 * functions are looked up by name in the library when a command comes to need it.
 *
 *   #define ZIP_FUNCTIONS(X) X(zip_, open) X(zip_, close)
 *   LATE_LIBRARY(zip_library, ZIP_FUNCTIONS)       the type zip_library, and zip_library_names
 *   zip_library zip;
 *   TRY(late_open(g, GRUNDY_ZIP_FILE, "archives need libzip", zip_library_names, sizeof zip, &zip));
 *   zip.open(...);                                 which is zip_open
 *
 * optional_library(ZIP ... LATE) of CMake defines GRUNDY_ZIP_FILE: the soname of the library whose headers are used. */
#ifndef GRUNDY_LATE_H
#define GRUNDY_LATE_H

#include "grundy.h"

#define LATE_MEMBER(prefix, function) __typeof__(prefix##function) *function;
#define LATE_NAME(prefix, function) #prefix #function,
#define LATE_LIBRARY(library, FUNCTIONS) \
    typedef struct {                     \
        FUNCTIONS(LATE_MEMBER)           \
    } library;                           \
    static const char *const library##_names[] = {FUNCTIONS(LATE_NAME)};

/* late_open - load a library, if it is not loaded yet, and find functions in it
 *
 * It stays loaded until the process ends: libraries keep things in their own memory.
 *
 * file       its soname
 * need       "pictures need cairo": how the message begins
 * names      the functions
 * size       of *functions: a pointer for each name, in their order
 * Errors     GRUNDY_ABSENT, naming the library, where it cannot be loaded or lacks a function; *functions is not to be
 *            used then */
grundy_status late_open(grundy *g, const char *file, const char *need, const char *const *names, size_t size,
                        void *functions);

#endif
