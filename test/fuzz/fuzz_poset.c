/* Any bytes as a poset file: it is refused in one line, or the coin-turning games on it pass the checks. */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"ruler(poset(\"%s\"))", "turtles(dual(poset(\"%s\")))", "ideal(poset(\"%s\"))"};
    fuzz_ruleset_of_file(games[size % GRUNDY_COUNT(games)], fuzz_write(data, size));
    return 0;
}
