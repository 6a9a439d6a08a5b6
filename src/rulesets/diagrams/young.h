/* young.h - positions that are partitions, drawn as Young diagrams: "[4,2,1]", "[3^2,2^3]", "[]"
 *
 * The bytes are the runs of equal parts, descending: the part and how often it stands there. All rulesets on
 * partitions share this form, so that any two of them can be combined by push.
 */
#ifndef GRUNDY_RULESETS_YOUNG_H
#define GRUNDY_RULESETS_YOUNG_H

#include "math/partitions.h"
#include "rulesets/ruleset.h"

#define YOUNG_SPACE "partitions"
#define YOUNG_POSITIONS .space = YOUNG_SPACE, .encoding = GRUNDY_ENCODING_PARTITIONS
#define YOUNG_NOTATION "Positions are partitions, repeated parts with an exponent: [4,2,1], [3^2,2^3], []."

enum { YOUNG_FEW = 16 };

/* The runs of a summand. Not to be copied: runs may point to few. */
typedef struct {
    grundy *g;
    partition_run *runs;
    size_t count, capacity;
    partition_run few[YOUNG_FEW];
} young;

/* young_read - the runs of a summand; young_room - room for so many runs, of undefined content; both freed by
 * young_close */
grundy_status young_read(grundy *g, grundy_bytes summand, young *out);
grundy_status young_room(grundy *g, size_t runs, young *out);
void young_close(young *y);

/* young_conjugate - the conjugate, freed by young_close */
grundy_status young_conjugate(const young *y, young *out);

grundy_status young_write(const partition_run *runs, size_t count, grundy_buffer *out);

/* young_without_row, young_without_column - append the partition that has one row of run i less, or one column less of
 * those that end at run i */
grundy_status young_without_row(const young *y, size_t i, grundy_buffer *out);
grundy_status young_without_column(const young *y, size_t i, grundy_buffer *out);

/* Callbacks that serve every family on partitions. */
grundy_status young_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
grundy_status young_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
grundy_status young_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out);

#endif
