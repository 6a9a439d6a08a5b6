/* version.c - grundy --version, and what this build of the program contains */
#include <stdio.h>

#include "command.h"

/* What the command uses beside the library. The build says of each whether it was found. */
static const grundy_feature features[] = {
    {"lua", "rulesets in Lua", GRUNDY_HAS_LUA},
    {"libedit", "line editing in play", GRUNDY_HAS_LIBEDIT},
    {"libmicrohttpd", "the explorer page (serve)", GRUNDY_HAS_MICROHTTPD},
    {"jansson", "the explorer page (serve)", GRUNDY_HAS_JANSSON},
};

static void version_print_feature(const grundy_feature *f)
{
    printf("%-13s  %-3s  %s\n", f->name, f->built ? "yes" : "no", f->what);
}

void print_version(bool verbose)
{
    const grundy_feature *f;
    printf("grundy %s\n", grundy_version());
    if (!verbose)
        return;
    for (size_t i = 0; (f = grundy_feature_at(i)) != NULL; i++)
        version_print_feature(f);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        version_print_feature(&features[i]);
}
