/* scarce.h - an allocator that serves so many allocations and growths, and then no more
 *
 * Unlike that of starving.h it can be made scarce in the middle of a test, when what the test needs itself is there. */
#ifndef GRUNDY_TEST_SCARCE_H
#define GRUNDY_TEST_SCARCE_H

#include <stdlib.h>

static unsigned allocations_left;

static void *scarce_allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (allocations_left == 0)
        return NULL;
    allocations_left--;
    return realloc(old, new_size);
}

#endif
