/* ruleset.h - ruleset instances, and positions as sums of summands */
#ifndef GRUNDY_RULESETS_RULESET_H
#define GRUNDY_RULESETS_RULESET_H

#include "base/arena.h"
#include "base/scan.h"

typedef struct native_space native_space;

struct grundy_ruleset {
    grundy *g;
    const grundy_family *family;
    void *state;
    char *name;                 /* the expression in canonical form */
    char *space;                /* what its positions are */
    char *encoding;             /* what its positions' bytes are: equal texts, equal bytes */
    const native_space *native; /* whose bytes its positions have; NULL: the family's own */
    const void *native_data;    /* coins: the board */
    unsigned symmetries;        /* grundy_symmetry, each 0 or 1 */
    uint64_t content;           /* a digest of the files that it was made of; 0: none */
};

/* ruleset_set_encoding - for open: the encoding of positions that are made of those of other rulesets
 * ruleset_same_positions - have equal positions of both rulesets equal bytes? */
grundy_status ruleset_set_encoding(grundy *g, grundy_ruleset *r, const char *encoding);
bool ruleset_same_positions(const grundy_ruleset *a, const grundy_ruleset *b);

/* ruleset_open_scoped - as grundy_ruleset_open, with variables; scope may be NULL */
grundy_status ruleset_open_scoped(grundy *g, const char *expression, scan_scope *scope, grundy_ruleset **out);

/* position_parse_scoped - as grundy_position_parse, with variables; scope may be NULL */
grundy_status position_parse_scoped(grundy *g, const grundy_ruleset *r, const char *text, scan_scope *scope,
                                    grundy_buffer *out);

/* position_add - append a summand to a position */
grundy_status position_add(grundy_buffer *position, grundy_bytes summand);

/* position_add_sorted - append the position of these summands, sorted; `views` is scratch */
grundy_status position_add_sorted(grundy_buffer *position, const grundy_list *summands, grundy_buffer *views);

/* position_options - add the positions in which the summand between before and after becomes each of its options */
grundy_status position_options(const grundy_list *options, grundy_bytes before, grundy_bytes after, grundy_list *out);

/* ruleset_parse - read one summand with the family's parser, and check that it is a position of the ruleset */
grundy_status ruleset_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);

/* ruleset_check - is this summand a position of the ruleset? The reason is left when it is not. */
grundy_status ruleset_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand);

/* ruleset_reduce - append the summand as some of the ruleset's symmetries allow to write it
 * ruleset_form - append its canonical form: the family's, or by all of the ruleset's symmetries
 * ruleset_canonical - add its canonical form */
grundy_status ruleset_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                             grundy_buffer *out);
grundy_status ruleset_form(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status ruleset_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);

/* recurrence_of - the family's recurrence, or GRUNDY_RECUR_NONE */
grundy_status recurrence_of(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_recurrence *out);

/* Numbers in base 128, low digits first, the high bit set on all digits but the last: 1 to 10 bytes. */
enum { NUMBER_SIZE_MAX = 10 };

/* number_write - write n, return its size; number_read - take a number off the front of well-formed bytes */
size_t number_write(uint64_t n, unsigned char *out);
grundy_status number_append(grundy_buffer *b, uint64_t n);

static inline uint64_t number_read(grundy_bytes *rest)
{
    uint64_t n = 0;
    for (unsigned shift = 0; rest->size > 0; shift += 7) {
        unsigned char digit = *rest->data;
        rest->data++;
        rest->size--;
        if (shift < 64)
            n |= (uint64_t)(digit & 127) << shift;
        if (digit < 128)
            break;
    }
    return n;
}

/* position_take - take the next summand off a position that has one
 * position_next - the same; false when none is left */
static inline grundy_bytes position_take(grundy_bytes *rest)
{
    size_t size = (size_t)number_read(rest);
    grundy_bytes summand = {rest->data, size};
    rest->data += size;
    rest->size -= size;
    return summand;
}

static inline bool position_next(grundy_bytes *rest, grundy_bytes *summand)
{
    if (rest->size == 0)
        return false;
    *summand = position_take(rest);
    return true;
}

/* numbers_count - how many numbers well-formed bytes hold; numbers_sort - put numbers in ascending order */
size_t numbers_count(grundy_bytes numbers);
void numbers_sort(uint64_t *numbers, size_t count);

#endif
