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
    conformance c;
    uint64_t seed = size;
    for (size_t i = 0; i < size; i++)
        seed = seed * 257 + data[i];
    grundy_forbid_files(g);
    expression_fill(g, &stock);
    fuzz_limit(g, FUZZ_SECONDS);
    if (!expression_random(g, &stock, &seed, text, &refused)) {
        fuzz_refused(g, refused, text);
    } else if (conformance_open(g, text, "", seed, &c) == GRUNDY_OK) {
        grundy_buffer position = grundy_buffer_open(g);
        for (unsigned n = 1; n <= 3; n++) {
            position.size = 0;
            if (grundy_position_random(g, c.r, &c.seed, n, &position) == GRUNDY_OK)
                fuzz_position(&c, grundy_buffer_bytes(&position));
        }
        grundy_buffer_close(&position);
        conformance_close(&c);
    }
    fuzz_close(g);
    return 0;
}
