#include "rulesets/spaces.h"

/* A space is defined in the room of its rulesets, and named here. */
#define SPACES(X) X(heaps) X(ball_sets) X(young) X(boards) X(boxes) X(coins)

#define DECLARE(name) extern const native_space name##_space;
SPACES(DECLARE)
#undef DECLARE

const native_space *native_space_of(grundy_encoding encoding)
{
    static const native_space *const spaces[] = {
#define ENTRY(name) &name##_space,
        SPACES(ENTRY)
#undef ENTRY
    };
    for (size_t i = 0; i < GRUNDY_COUNT(spaces); i++)
        if (spaces[i]->encoding == encoding)
            return spaces[i];
    return NULL;
}
