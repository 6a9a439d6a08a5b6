/* byte_heaps.h - how families that tests add read and print a heap of at most 255, which is one byte */
#ifndef GRUNDY_TEST_BYTE_HEAPS_H
#define GRUNDY_TEST_BYTE_HEAPS_H

#include "rulesets/ruleset.h"

static inline grundy_status parse_byte(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    uint64_t n;
    TRY(grundy_scan_integer(s, "heap", 0, 255, &n));
    const unsigned char byte = (unsigned char)n;
    return grundy_append(out, &byte, 1);
}

static inline grundy_status print_byte(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%d", summand.data[0]);
}

#endif
