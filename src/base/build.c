/* build.c - the version of the library, and which optional libraries it was built with */
#include "grundy.h"

/* The build says of each optional library whether it was found. */
static const grundy_feature features[] = {
    {"xxhash", "positions are hashed by XXH3", GRUNDY_HAS_XXHASH},
    {"flint", "subspaces(n,q) for every prime power q, fast factorisation", GRUNDY_HAS_FLINT},
    {"cairo", "pictures as PNG and PDF, large maps", GRUNDY_HAS_CAIRO},
    {"sqlite", "the catalogue of results", GRUNDY_HAS_SQLITE},
    {"gmp", "calc for nimbers from 2^64 on", GRUNDY_HAS_GMP},
};

const char *grundy_version(void)
{
    return GRUNDY_VERSION;
}

unsigned grundy_version_number(void)
{
    return GRUNDY_VERSION_NUMBER;
}

const grundy_feature *grundy_feature_at(size_t i)
{
    return i < sizeof features / sizeof *features ? &features[i] : NULL;
}
