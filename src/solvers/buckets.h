/* buckets.h - short keys of the transposition table: byte strings of up to TABLE_SHORT_KEY bytes to numbers
 *
 * Keys lie packed in buckets of one cache line: a byte for the key's length and the entry's worth, the key, the number in
 * base 128. Where buckets are many, those of keys of nearly one length, of a class, lie together: short keys are those of small
 * components, which are few and looked up again and again, and so stay in the processor's caches. What has no room in its
 * bucket goes to one of the next. Buckets become more as entries come, and nothing is lost until the memory is used up; then
 * a full bucket loses the entry of the least worth, the oldest of those, and with each loss the oldest entry beside it
 * counts for less.
 *
 * One thread at a time may change them. Others may look up meanwhile, and write nothing for that which another thread
 * reads: they look at a bucket again if it was changed under their eyes, and when all buckets are replaced by more, the old
 * ones are kept until each reader has said that it looks at none.
 */
#ifndef GRUNDY_SOLVERS_BUCKETS_H
#define GRUNDY_SOLVERS_BUCKETS_H

#include <stdatomic.h>

#include "base/handle.h"

enum { TABLE_SHORT_KEY = 20, KEY_CLASSES = 4, BUCKET_WORTH_MAX = 7, CACHE_LINE = 64 };

typedef struct bucket_block bucket_block;
typedef struct readers readers;

typedef struct {
    _Atomic(bucket_block *) block;              /* what readers look at; NULL: nothing is there */
    _Alignas(CACHE_LINE) size_t entries, bytes; /* in use, */
    size_t bytes_of[KEY_CLASSES];               /* by keys of each class, */
    size_t bytes_before[KEY_CLASSES];           /* and when buckets were divided among these the last time: */
    unsigned divisions;                         /* so often since they became more */
    bool full;                                  /* no more memory is to be had */
} buckets;

/* What cannot be seen from an entry when one is put. */
typedef struct {
    readers *readers; /* who may look at buckets that are replaced; NULL: nobody else */
    size_t room;      /* bytes that buckets may take */
    unsigned worth;   /* at most BUCKET_WORTH_MAX */
} bucket_put;

/* buckets_get - look a key up; says whether it is there. If others may change the buckets meanwhile, it is shared. */
bool buckets_get(const buckets *a, grundy_bytes key, uint64_t hash, bool shared, uint64_t *value);

/* buckets_put - remember a number, if there is memory */
void buckets_put(grundy *g, buckets *a, grundy_bytes key, uint64_t hash, uint64_t value, const bucket_put *how);

/* buckets_prefetch - a key of this length, with this hash, will soon be looked up */
void buckets_prefetch(const buckets *a, size_t length, uint64_t hash);

/* buckets_reserve - make so many buckets at once, if there is memory */
void buckets_reserve(grundy *g, buckets *a, size_t count, readers *readers);
/* buckets_divide - put those together that belong to keys of one class, if there is memory: after many have been reserved */
void buckets_divide(grundy *g, buckets *a, readers *readers);
void buckets_close(grundy *g, buckets *a);

/* buckets_count - of those that hashes lead to; as many as their reach follow. buckets_reach - how many buckets further, of so
 * many, an entry may lie. buckets_memory - what so many take; buckets_within - how many so many bytes are enough for */
size_t buckets_count(const buckets *a);

/* key_class - the class of keys of this length
 * buckets_stretch - the first of the buckets that hashes of keys of this class lead to, and how many these are */
unsigned key_class(size_t length);
size_t buckets_stretch(const buckets *a, unsigned class, size_t *first);
size_t buckets_reach(size_t count);
size_t buckets_memory(size_t count);
size_t buckets_within(size_t room);

/* bucket_visit - hand the entries of a bucket to a function, until it says false; says whether it never did */
typedef bool bucket_visitor(void *context, grundy_bytes key, uint64_t value, unsigned worth);
bool bucket_visit(const buckets *a, size_t bucket, bucket_visitor *visit, void *context);

/* readers_open - for threads with the numbers 0 to count - 1
 *
 * A thread begins before it looks up, passes now and then when it looks at no bucket, and ends. All do nothing for no readers. */
grundy_status readers_open(grundy *g, unsigned count, readers **out);
void readers_close(readers *r);
void readers_begin(readers *r, unsigned number);
void readers_pass(readers *r, unsigned number);
void readers_end(readers *r, unsigned number);

/* line_in - the first place in some memory where a cache line begins; CACHE_LINE bytes more are wanted for that */
void *line_in(void *memory);

#endif
