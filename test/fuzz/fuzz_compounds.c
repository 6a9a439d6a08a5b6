/* Random nested expressions over all families, made from the descriptors (expressions.h), the bytes being the seed: small
 * positions of them pass the checks. */
#include "../expressions.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static expression_stock stock;
    char text[EXPRESSION_MAX];
    grundy *g = fuzz_open();
    grundy_status refused = GRUNDY_OK;
    uint64_t seed = size;
    for (size_t i = 0; i < size; i++)
        seed = seed * 257 + data[i];
    grundy_forbid_files(g);
    expression_fill(g, &stock);
    fuzz_limit(g, FUZZ_SECONDS);
    if (expression_random(g, &stock, &seed, text, &refused))
        fuzz_random_positions(g, text, seed, 3);
    else
        fuzz_refused(g, refused, text);
    fuzz_close(g);
    return 0;
}
