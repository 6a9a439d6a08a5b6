#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

struct arena_chunk {
    arena_chunk *older;
    size_t size, used;
    alignas(max_align_t) unsigned char memory[];
};

enum { CHUNK_SIZE = 4000 };

arena arena_open(grundy *g)
{
    return (arena){.g = g};
}

void arena_close(arena *a)
{
    while (a->newest != NULL) {
        arena_chunk *older = a->newest->older;
        handle_free(a->g, a->newest, sizeof(arena_chunk) + a->newest->size);
        a->newest = older;
    }
}

void arena_join(arena *a, arena *other)
{
    arena_chunk *oldest = other->newest;
    if (oldest == NULL)
        return;
    while (oldest->older != NULL)
        oldest = oldest->older;
    oldest->older = a->newest;
    a->newest = other->newest;
    other->newest = NULL;
}

void *arena_new(arena *a, size_t count, size_t size, grundy_status *status)
{
    size_t align = alignof(max_align_t);
    if (size != 0 && count > SIZE_MAX / 4 / size) {
        *status = grundy_fail(a->g, GRUNDY_NOMEM, "out of memory: more bytes than can be addressed");
        return NULL;
    }
    size_t need = (count * size + align) / align * align;
    arena_chunk *chunk = a->newest;
    if (chunk == NULL || chunk->size - chunk->used < need) {
        size_t room = need > CHUNK_SIZE ? need : CHUNK_SIZE;
        chunk = handle_new(a->g, 1, sizeof *chunk + room, status);
        if (chunk == NULL)
            return NULL;
        chunk->older = a->newest;
        chunk->size = room;
        a->newest = chunk;
    }
    void *p = chunk->memory + chunk->used;
    chunk->used += need;
    return p;
}

char *arena_text(arena *a, const char *text, size_t length, grundy_status *status)
{
    char *copy = arena_new(a, length + 1, 1, status);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}
