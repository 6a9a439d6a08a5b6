/* fields.h - arithmetic in the finite field F_q
 *
 * The elements are the numbers 0 .. q - 1. For q = p^e the base-p digits of a number are the coefficients of a
 * polynomial modulo the Conway polynomial, lowest first; so p itself is a generator.
 */
#ifndef GRUNDY_MATH_FIELDS_H
#define GRUNDY_MATH_FIELDS_H

#include "base/handle.h"

/* Beyond this only prime fields have arithmetic. */
#define FIELD_TABLE_MAX ((uint64_t)1 << 16)

typedef struct {
    uint64_t q, p;
    unsigned exponent;     /* q = p^exponent */
    uint16_t *power, *log; /* for exponent > 1: powers of the generator, and their inverse; NULL: no arithmetic */
} field;

/* field_open - the field of q elements
 *
 * Errors  GRUNDY_DOMAIN without a message when q is no prime power; GRUNDY_ABSENT for a proper prime power without
 *         FLINT; GRUNDY_NOMEM, GRUNDY_LIMIT
 */
grundy_status field_open(grundy *g, uint64_t q, field *out);
void field_close(grundy *g, field *f);

/* field_has_arithmetic - can elements be added and multiplied? */
bool field_has_arithmetic(const field *f);

uint64_t field_sub(const field *f, uint64_t a, uint64_t b);
uint64_t field_mul(const field *f, uint64_t a, uint64_t b);
uint64_t field_inv(const field *f, uint64_t a); /* a is not 0 */

#endif
