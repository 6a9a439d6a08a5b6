/* arena.h - memory that is given back all at once */
#ifndef GRUNDY_BASE_ARENA_H
#define GRUNDY_BASE_ARENA_H

#include "base/handle.h"

typedef struct arena_chunk arena_chunk;

typedef struct {
    grundy *g;
    arena_chunk *newest;
} arena;

arena arena_open(grundy *g);
void arena_close(arena *a);

/* arena_join - what the other arena holds belongs to this one; the other is empty */
void arena_join(arena *a, arena *other);

/* arena_new - zeroed, aligned memory until arena_close; NULL with message and *status on failure */
void *arena_new(arena *a, size_t count, size_t size, grundy_status *status);

/* arena_text - a copy of length characters, with a zero after them */
char *arena_text(arena *a, const char *text, size_t length, grundy_status *status);

#endif
