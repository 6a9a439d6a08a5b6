/* handle.h - the handle: allocator, limits, message; shared by the threads of one computation */
#ifndef GRUNDY_BASE_HANDLE_H
#define GRUNDY_BASE_HANDLE_H

#include "grundy.h"

#define GRUNDY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Return from a fallible function when a call fails. */
#define TRY(call)                          \
    do {                                   \
        grundy_status try_status = (call); \
        if (try_status != GRUNDY_OK)       \
            return try_status;             \
    } while (0)

/* handle_fork - a handle for another thread of the same computation: same allocator, limits and clock,
 * a message of its own. Freed by grundy_close before its parent. */
grundy_status handle_fork(grundy *parent, grundy **out);

/* handle_beside - a handle of its own with the same allocator, the memory that the limit leaves, and as many threads; it
 * stops when g has to. For checks that set limits of their own. Freed by grundy_close before g. */
grundy_status handle_beside(grundy *g, grundy **out);

/* handle_adopt - take over the message that a fork left */
void handle_adopt(grundy *g, const grundy *fork);

/* The team that the computation of a handle is shared with. */
typedef struct {
    grundy_team team; /* size 0: none */
    bool alone;       /* this member is at work on its own */
    bool differs;     /* members may have found other things that computations keep: the same at all members */
    uint32_t astray;  /* the status with which it failed where others did not: it is no longer in step */
} handle_members;

/* handle_team - that of the handle, shared by its forks */
handle_members *handle_team(const grundy *g);

/* handle_count - add to what searches have looked up, from any thread */
void handle_count(grundy *g, const grundy_lookups *more);

/* handle_add_content - these bytes belong to what the ruleset that is being opened is made of
 *
 * handle_content - put another digest of such bytes in place of the one that stands, which is returned; 0: of nothing */
void handle_add_content(grundy *g, const void *data, size_t size);
uint64_t handle_content(grundy *g, uint64_t content);

/* handle_clear - forget the message, for a failure that was expected and dealt with */
void handle_clear(grundy *g);

/* handle_seconds - time since the clock was started */
double handle_seconds(const grundy *g);

/* handle_time - seconds of a clock that is never set */
double handle_time(void);

/* handle_look - one position more, with so many options: look at the limits now and then. Positions are no measure, for one
 * can have a million options. */
enum { HANDLE_LOOK_EVERY = 4096 };

static inline grundy_status handle_look(grundy *g, size_t *passed, size_t options)
{
    *passed += 1 + options;
    if (*passed < HANDLE_LOOK_EVERY)
        return GRUNDY_OK;
    *passed = 0;
    return grundy_check(g);
}

/* handle_report_due - would grundy_report call back now? Then the caller does, by handle_report, which says more */
bool handle_report_due(grundy *g);
void handle_report(grundy *g, grundy_progress progress);

/* handle_new - zeroed memory for count things of a size; NULL with message and *status on failure */
void *handle_new(grundy *g, size_t count, size_t size, grundy_status *status);

/* handle_try - as grundy_resize for a new size above 0, but a failure leaves no message: for memory that can be
 * done without, from several threads */
void *handle_try(grundy *g, void *old, size_t old_size, size_t new_size);

/* handle_refused - how often memory has been refused because of its limit; handle_try does not count */
uint64_t handle_refused(const grundy *g);

/* handle_free - give memory of that many bytes back; NULL is fine */
void handle_free(grundy *g, void *p, size_t size);

/* buffer_since - what was appended since the buffer held `size` bytes; it may still have no memory. Valid until it changes. */
static inline grundy_bytes buffer_since(const grundy_buffer *b, size_t size)
{
    return b->data == NULL ? (grundy_bytes){NULL, 0} : (grundy_bytes){b->data + size, b->size - size};
}

/* bytes_compare - for qsort over grundy_bytes: the shorter first, equally long ones by their bytes */
int bytes_compare(const void *a, const void *b);

/* list_sorted - in place of what `views` holds: the strings of a list as grundy_bytes, in the order of bytes_compare
 *
 * They are valid until the list or the buffer changes. */
grundy_status list_sorted(const grundy_list *list, grundy_buffer *views);

/* list_end - what was appended to list->bytes since the last string is the next string */
grundy_status list_end(grundy_list *list);

/* handle_kept - memory of the given size, zeroed, that stays with the handle under a key until the handle is closed
 *
 * For what is costly to compute and belongs to no ruleset: a sequence that many rulesets need. The memory is locked
 * for the caller until handle_kept_done; forks share it. close frees what the memory itself holds. NULL with message
 * and *status on failure. */
void *handle_kept(grundy *g, const void *key, size_t size, void (*close)(grundy *g, void *value),
                  grundy_status *status);
void handle_kept_done(void *value);

/* handle_found - as handle_kept, but NULL when nothing is kept under the key */
void *handle_found(grundy *g, const void *key);

/* handle_forget - free all that is kept */
void handle_forget(grundy *g);

/* list_drop_last - take the last string off a list that is not empty */
void list_drop_last(grundy_list *list);

#endif
