/* fuzz.h - what the fuzz targets share: bytes become text, and answers are compared by theorems
 *
 * A target is one file with LLVMFuzzerTestOneInput. With clang's libFuzzer (preset fuzz) inputs are made up; in every
 * other build replay.c runs the inputs of the corpus. */
#ifndef GRUNDY_TEST_FUZZ_H
#define GRUNDY_TEST_FUZZ_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "selftest/conformance.h"

enum { FUZZ_TEXT_MAX = 400, FUZZ_MEMORY = 256 << 20 };
#define FUZZ_SECONDS 0.5
#define FUZZ_PATIENCE 0.01

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* fuzz_must - a statement that holds for every input */
static inline void __attribute__((format(printf, 2, 3))) fuzz_must(bool holds, const char *format, ...)
{
    if (holds)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

/* fuzz_limit - limits for the calls that follow */
static inline void fuzz_limit(grundy *g, double seconds)
{
    const grundy_limits limits = {.memory = FUZZ_MEMORY, .seconds = seconds};
    grundy_set_limits(g, &limits);
}

static inline grundy *fuzz_open(void)
{
    grundy *g = NULL;
    if (grundy_open(NULL, NULL, &g) != GRUNDY_OK)
        abort();
    fuzz_limit(g, FUZZ_SECONDS);
    return g;
}

/* fuzz_close - nothing that was taken through the handle is left */
static inline void fuzz_close(grundy *g)
{
    handle_forget(g);
    fuzz_must(grundy_memory(g) == 0, "%" PRIu64 " bytes are not given back", grundy_memory(g));
    grundy_close(g);
}

/* fuzz_text - the bytes as text, without zeros, cut off where it becomes long */
static inline void fuzz_text(const uint8_t *data, size_t size, char out[FUZZ_TEXT_MAX + 1])
{
    size_t length = 0;
    for (size_t i = 0; i < size && length < FUZZ_TEXT_MAX; i++)
        if (data[i] != 0)
            out[length++] = (char)data[i];
    out[length] = '\0';
}

/* fuzz_refused - a failure has one line that says why, and is one of those that bad input may have */
static inline void fuzz_refused(grundy *g, grundy_status status, const char *text)
{
    const char *message = grundy_message(g);
    fuzz_must(status == GRUNDY_PARSE || status == GRUNDY_LIMIT || status == GRUNDY_DOMAIN || status == GRUNDY_ABSENT ||
                  status == GRUNDY_IO,
              "'%s': %s", text, grundy_status_text(status));
    fuzz_must(*message != '\0' && strchr(message, '\n') == NULL, "'%s': not one line: '%s'", text, message);
}

/* fuzz_position - the checks of one position: read again, options simpler, the ways to a value agree */
static inline void fuzz_position(conformance *c, grundy_bytes position)
{
    static const char *const wanted[] = {"round trip", "options are canonical", "canonical form",
                                         "split",      "winning moves",         "methods agree"};
    const conformance_property *p;
    c->limits = (grundy_limits){.memory = FUZZ_MEMORY, .seconds = FUZZ_SECONDS};
    c->patience = FUZZ_PATIENCE;
    for (size_t i = 0; (p = conformance_property_at(i)) != NULL; i++)
        for (size_t k = 0; k < GRUNDY_COUNT(wanted); k++) {
            if (strcmp(p->word, wanted[k]) != 0 || !conformance_applies(p, c->r->family))
                continue;
            grundy_set_limits(c->g, &c->limits);
            grundy_status status = p->check(c, position);
            grundy_set_limits(c->g, &c->limits);
            const bool leaves = status == GRUNDY_DOMAIN && strstr(grundy_message(c->g), "is not played on") != NULL;
            fuzz_must(status == GRUNDY_OK || status == GRUNDY_LIMIT || leaves, "%s, %s: %s [%s]", c->r->name, p->word,
                      grundy_message(c->g), grundy_status_text(status));
        }
}

/* fuzz_random_positions - the checks of so many small positions of a ruleset, where its family has a generator */
static inline void fuzz_random_positions(grundy *g, const char *expression, uint64_t seed, unsigned count)
{
    conformance c;
    if (conformance_open(g, expression, "", seed, &c) != GRUNDY_OK)
        return; /* the time is up */
    grundy_buffer position = grundy_buffer_open(g);
    for (unsigned n = 1; n <= count; n++) {
        position.size = 0;
        if (grundy_position_random(g, c.r, &c.seed, n, &position) == GRUNDY_OK)
            fuzz_position(&c, grundy_buffer_bytes(&position));
    }
    grundy_buffer_close(&position);
    conformance_close(&c);
}

#endif
