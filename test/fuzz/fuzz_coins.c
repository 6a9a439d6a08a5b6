/* Any bytes as a file of turning sets: it is refused in one line, or the game passes the checks. */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"coins(\"%s\")", "coins(\"%s\",chain(4))",
                                        "product(coins(\"%s\"),ruler(chain(2)))"};
    fuzz_ruleset_of_file(games[size % GRUNDY_COUNT(games)], fuzz_write(data, size));
    return 0;
}
