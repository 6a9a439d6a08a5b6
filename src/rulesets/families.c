#include "rulesets/families.h"

#include "base/handle.h"

/* A new family is a file of its own, its name here, and nothing else. */
#define FAMILIES(X)        \
    X(nim)                 \
    X(wythoff)             \
    X(euclid)              \
    X(zeruclid)            \
    X(subtraction)         \
    X(octal)               \
    X(kayles)              \
    X(dawsons_kayles)      \
    X(grundys_game)        \
    X(moves)               \
    X(welter)              \
    X(awake_turtles)       \
    X(inset)               \
    X(pnim)                \
    X(rnim)                \
    X(hooks)               \
    X(lctr)                \
    X(crim)                \
    X(chess)               \
    X(sum)                 \
    X(push)                \
    X(push_before)         \
    X(push_after)          \
    X(push_either)         \
    X(push_early)          \
    X(conjoined)           \
    X(cram)                \
    X(domineering_rows)    \
    X(domineering_columns) \
    X(push_cram)           \
    X(turtles)             \
    X(ruler)               \
    X(ideal)               \
    X(product)             \
    X(coins)               \
    X(row)                 \
    X(mock_turtles)        \
    X(moebius)             \
    X(mogul)               \
    X(moidores)            \
    X(triplets)            \
    X(mock_turtle_fives)   \
    X(triplet_fives)       \
    X(ruler_fives)         \
    X(ternups)             \
    X(sym)                 \
    X(grunt)

#define DECLARE(name) extern const grundy_family name##_family;
FAMILIES(DECLARE)
#undef DECLARE

const grundy_family *const families[] = {
#define ENTRY(name) &name##_family,
    FAMILIES(ENTRY)
#undef ENTRY
};

const size_t families_count = GRUNDY_COUNT(families);
