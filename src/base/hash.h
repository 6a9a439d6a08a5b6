/* hash.h - hashing of byte strings; equality is always decided by the bytes, never by the hash */
#ifndef GRUNDY_BASE_HASH_H
#define GRUNDY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* hash_more - go on with FNV-1a, the same in every build: for files. It begins with HASH_START. */
#define HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_more(uint64_t h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

#ifdef GRUNDY_WITH_XXHASH
#define XXH_INLINE_ALL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <xxhash.h>
#pragma GCC diagnostic pop

static inline uint64_t hash_bytes(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

#else

/* Built with libc alone: FNV-1a with a final mix. */
static inline uint64_t hash_bytes(const void *data, size_t size)
{
    uint64_t h = hash_more(HASH_START, data, size);
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

#endif

#endif
