/* subspaces(n,q): the subspaces of F_q^n, ordered by inclusion
 *
 * A subspace is stored as its dimension and its reduced row echelon basis, row by row, n rows with zeros behind.
 * The down-set of a subspace depends on its dimension only. */
#include <inttypes.h>
#include <string.h>

#include "math/fields.h"
#include "rulesets/posets/poset.h"

enum { DIMENSION_MAX = 255, DIGIT_FIELD_MAX = 10 };

typedef struct {
    uint64_t n;
    size_t entry; /* bytes of an entry */
    field f;
} space;

static const space *space_of(const board *b)
{
    return b->state;
}

static grundy_status subspaces_open(grundy *g, board *b, const grundy_arg *self)
{
    uint64_t n, q;
    grundy_status status = GRUNDY_OK;
    TRY(board_arguments(g, self, 2, "subspaces(3,2)"));
    TRY(board_integer(g, self, 0, "dimension", 0, DIMENSION_MAX, &n));
    TRY(board_integer(g, self, 1, "size of the field", 2, UINT64_MAX, &q));
    space *s = handle_new(g, 1, sizeof *s, &status);
    if (s == NULL)
        return status;
    status = field_open(g, q, &s->f);
    if (status == GRUNDY_DOMAIN)
        status =
            grundy_arg_fail(g, &self->args[1], "there is no field of %" PRIu64 " elements, which is no prime power", q);
    if (status != GRUNDY_OK) {
        handle_free(g, s, sizeof *s);
        return status;
    }
    s->n = n;
    s->entry = q <= 256 ? 1 : q <= FIELD_TABLE_MAX ? 2 : 8;
    b->state = s;
    b->width = 1 + n * n * s->entry;
    return GRUNDY_OK;
}

static void subspaces_close(grundy *g, board *b)
{
    space *s = b->state;
    field_close(g, &s->f);
    handle_free(g, s, sizeof *s);
}

/* ---- matrices ---- */

static uint64_t subspace_entry(const space *s, const unsigned char *x, uint64_t row, uint64_t column)
{
    return number_load(x + 1 + (row * s->n + column) * s->entry, s->entry);
}

static void set_entry(const space *s, unsigned char *x, uint64_t row, uint64_t column, uint64_t value)
{
    number_store(value, s->entry, x + 1 + (row * s->n + column) * s->entry);
}

/* row_i := row_i - factor * row_j */
static void subtract_row(const space *s, unsigned char *x, uint64_t i, uint64_t j, uint64_t factor)
{
    for (uint64_t c = 0; c < s->n; c++) {
        uint64_t product = field_mul(&s->f, factor, subspace_entry(s, x, j, c));
        set_entry(s, x, i, c, field_sub(&s->f, subspace_entry(s, x, i, c), product));
    }
}

static void swap_rows(const space *s, unsigned char *x, uint64_t i, uint64_t j)
{
    for (uint64_t c = 0; c < s->n; c++) {
        uint64_t a = subspace_entry(s, x, i, c);
        set_entry(s, x, i, c, subspace_entry(s, x, j, c));
        set_entry(s, x, j, c, a);
    }
}

static void scale_row(const space *s, unsigned char *x, uint64_t i, uint64_t factor)
{
    for (uint64_t c = 0; c < s->n; c++)
        set_entry(s, x, i, c, field_mul(&s->f, factor, subspace_entry(s, x, i, c)));
}

/* Gauss and Jordan; rows holds how many there are, and the dimension is what is left. */
static void subspace_reduce(const space *s, unsigned char *x, uint64_t rows)
{
    uint64_t rank = 0;
    for (uint64_t c = 0; c < s->n && rank < rows; c++) {
        uint64_t pivot = rank;
        while (pivot < rows && subspace_entry(s, x, pivot, c) == 0)
            pivot++;
        if (pivot == rows)
            continue;
        swap_rows(s, x, rank, pivot);
        scale_row(s, x, rank, field_inv(&s->f, subspace_entry(s, x, rank, c)));
        for (uint64_t i = 0; i < rows; i++)
            if (i != rank)
                subtract_row(s, x, i, rank, subspace_entry(s, x, i, c));
        rank++;
    }
    x[0] = (unsigned char)rank;
}

/* The span of the first unit vectors. */
static void standard(const space *s, uint64_t dimension, size_t width, unsigned char *out)
{
    memset(out, 0, width);
    out[0] = (unsigned char)dimension;
    for (uint64_t i = 0; i < dimension; i++)
        set_entry(s, out, i, i, 1);
}

/* ---- notation ---- */

static grundy_status read_entry(grundy_scanner *sc, const space *s, uint64_t *out)
{
    char c = grundy_scan_peek(sc);
    if (s->f.q > DIGIT_FIELD_MAX)
        return grundy_scan_integer(sc, "coordinate", 0, s->f.q - 1, out);
    if (c < '0' || c >= (char)('0' + s->f.q))
        return grundy_scan_fail(sc, "an entry, 0 to %" PRIu64, s->f.q - 1);
    *out = (uint64_t)(c - '0');
    sc->at++;
    return GRUNDY_OK;
}

static grundy_status subspace_read_row(grundy_scanner *sc, const space *s, uint64_t row, unsigned char *out)
{
    uint64_t entry;
    for (uint64_t c = 0; c < s->n; c++) {
        TRY(read_entry(sc, s, &entry));
        if (row < s->n)
            set_entry(s, out, row, c, entry);
    }
    return GRUNDY_OK;
}

/* Rows that span the subspace: each is reduced with those before it. To the whole space nothing can be added. */
static grundy_status parse_basis(grundy_scanner *sc, const space *s, unsigned char *out)
{
    TRY(grundy_scan_expect(sc, "<"));
    if (grundy_scan_accept(sc, ">"))
        return GRUNDY_OK;
    if (!field_has_arithmetic(&s->f))
        return grundy_scan_fail(sc, "dim=..., since this field is too large for bases");
    grundy_scan_open(sc);
    do {
        TRY(subspace_read_row(sc, s, out[0], out));
        if (out[0] < s->n)
            subspace_reduce(s, out, out[0] + UINT64_C(1));
    } while (grundy_scan_accept(sc, ","));
    grundy_scan_close(sc);
    if (!grundy_scan_accept(sc, ">"))
        return grundy_scan_fail(sc, "',' or '>'");
    return GRUNDY_OK;
}

static grundy_status subspaces_parse(grundy *g, const board *b, grundy_scanner *sc, unsigned char *out)
{
    (void)g;
    const space *s = space_of(b);
    uint64_t dimension;
    if (grundy_scan_word(sc, "dim")) {
        TRY(grundy_scan_expect(sc, "="));
        TRY(grundy_scan_integer(sc, "dimension", 0, s->n, &dimension));
        standard(s, dimension, b->width, out);
        return GRUNDY_OK;
    }
    if (grundy_scan_peek(sc) != '<')
        return grundy_scan_fail(sc, "a subspace such as <100,011> or dim=2");
    memset(out, 0, b->width);
    return parse_basis(sc, s, out);
}

static grundy_status subspaces_print(grundy *g, const board *b, const unsigned char *x, grundy_buffer *out)
{
    (void)g;
    const space *s = space_of(b);
    TRY(grundy_append(out, "<", 1));
    for (uint64_t row = 0; row < x[0]; row++)
        for (uint64_t c = 0; c < s->n; c++) {
            const char *before = c > 0 ? (s->f.q > DIGIT_FIELD_MAX ? " " : "") : row > 0 ? "," : "";
            TRY(grundy_appendf(out, "%s%" PRIu64, before, subspace_entry(s, x, row, c)));
        }
    return grundy_append(out, ">", 1);
}

/* ---- order ---- */

/* Galois numbers: G(n+1) = 2 G(n) + (q^n - 1) G(n-1). */
static uint64_t subspaces_count(const board *b)
{
    const space *s = space_of(b);
    unsigned __int128 before = 1, count = s->n == 0 ? 1 : 2, power = s->f.q;
    for (uint64_t n = 1; n < s->n; n++) {
        if (count > UINT64_MAX / 4 || power > UINT64_MAX / 4)
            return UINT64_MAX;
        unsigned __int128 next = 2 * count + (power - 1) * before;
        before = count;
        count = next;
        power *= s->f.q;
    }
    return count > UINT64_MAX ? UINT64_MAX : (uint64_t)count;
}

static bool subspaces_least(const board *b, unsigned char *out)
{
    standard(space_of(b), 0, b->width, out);
    return true;
}

static bool subspaces_greatest(const board *b, unsigned char *out)
{
    standard(space_of(b), space_of(b)->n, b->width, out);
    return true;
}

/* Copy all rows but row j, those above it with multiples of row j taken off. Row j is 0 in the other pivot columns,
 * so that the result is reduced. */
static void hyperplane(const board *b, const unsigned char *x, uint64_t j, const uint64_t *factor, unsigned char *out)
{
    const space *s = space_of(b);
    size_t row = s->n * s->entry;
    memcpy(out, x, b->width);
    for (uint64_t i = 0; i < j; i++)
        subtract_row(s, out, i, j, factor[i]);
    memmove(out + 1 + j * row, out + 1 + (j + 1) * row, (x[0] - j - 1) * row);
    memset(out + 1 + (x[0] - UINT64_C(1)) * row, 0, row);
    out[0]--;
}

/* Count up through all factors for the rows above j; false after the last. */
static bool next_factors(uint64_t *factor, uint64_t j, uint64_t q)
{
    for (uint64_t i = 0; i < j; i++) {
        if (++factor[i] < q)
            return true;
        factor[i] = 0;
    }
    return false;
}

/* The hyperplanes of x: kernels of linear forms, scaled so that their last coefficient that is not 0 is 1. */
static grundy_status subspaces_lower(grundy *g, const board *b, const unsigned char *x, grundy_list *out)
{
    const space *s = space_of(b);
    grundy_status status = GRUNDY_OK;
    if (!field_has_arithmetic(&s->f) && x[0] > 1)
        return grundy_fail(g, GRUNDY_LIMIT, "the field of %" PRIu64 " elements is too large to list subspaces", s->f.q);
    unsigned char *smaller = handle_new(g, 1, b->width, &status);
    for (uint64_t j = 0; j < x[0] && status == GRUNDY_OK; j++) {
        uint64_t factor[DIMENSION_MAX] = {0};
        do {
            hyperplane(b, x, j, factor, smaller);
            status = grundy_list_add(out, smaller, b->width);
        } while (status == GRUNDY_OK && next_factors(factor, j, s->f.q));
    }
    handle_free(g, smaller, b->width);
    return status;
}

static grundy_status subspaces_maximal(grundy *g, const board *b, grundy_list *out)
{
    grundy_status status = GRUNDY_OK;
    unsigned char *top = handle_new(g, 1, b->width, &status);
    if (top == NULL)
        return status;
    subspaces_greatest(b, top);
    status = grundy_list_add(out, top, b->width);
    handle_free(g, top, b->width);
    return status;
}

static bool subspaces_height(const board *b, const unsigned char *x, uint64_t *out)
{
    (void)b;
    *out = x[0];
    return true;
}

static void subspaces_type(const board *b, const unsigned char *x, unsigned char *out)
{
    standard(space_of(b), x[0], b->width, out);
}

/* ---- the ruler ---- */

static grundy_status subspaces_ruler(grundy *g, const board *b, const unsigned char *x, uint64_t *out,
                                     const char **reason)
{
    (void)g;
    uint64_t d = x[0];
    bool even = space_of(b)->f.q % 2 == 0;
    *out = even ? (d + 1) & -(d + 1) : d % 3 + 1;
    *reason = even ? "the ruler sequence of dim + 1, for even q (coin-turning paper, Theorem 5.3)"
                   : "(dim mod 3) + 1, for odd q (coin-turning paper, Theorem 5.3)";
    return GRUNDY_OK;
}

/* Lemma 5.2: g(d) is the mex over m of the nim-sum, over k from m to d - 1, of g(k) times the number of k-dimensional
 * spaces between an m- and a d-dimensional one, the Gaussian binomial [d-m, k-m], which counts by its parity: 1 for
 * even q, that of the binomial for odd q (so when k-m is a submask of d-m). */
typedef struct {
    uint64_t values[DIMENSION_MAX + 1];
} dimension_values;

static void dimension_extent(const board *b, const unsigned char *x, grundy_extent *extent)
{
    (void)b;
    extent->dimensions = 1;
    if (extent->greatest[0] < x[0])
        extent->greatest[0] = x[0];
}

static grundy_status dimension_open(grundy *g, const board *b, const grundy_extent *extent, void **state)
{
    grundy_status status = GRUNDY_OK;
    dimension_values *v = handle_new(g, 1, sizeof *v, &status);
    bool even = space_of(b)->f.q % 2 == 0;
    if (v == NULL)
        return status;
    for (uint64_t d = 0; d <= extent->greatest[0] && d <= DIMENSION_MAX; d++) {
        bool seen[2 * DIMENSION_MAX + 4] = {false};
        for (uint64_t m = 0; m <= d; m++) {
            uint64_t sum = 0;
            for (uint64_t k = m; k < d; k++)
                sum ^= even || ((k - m) & ~(d - m)) == 0 ? v->values[k] : 0;
            if (sum < GRUNDY_COUNT(seen))
                seen[sum] = true;
        }
        while (seen[v->values[d]])
            v->values[d]++;
    }
    *state = v;
    return GRUNDY_OK;
}

static grundy_status dimension_value(grundy *g, const board *b, const void *state, const unsigned char *x,
                                     uint64_t *out)
{
    (void)g;
    (void)b;
    *out = ((const dimension_values *)state)->values[x[0]];
    return GRUNDY_OK;
}

static void dimension_close(grundy *g, void *state)
{
    handle_free(g, state, sizeof(dimension_values));
}

static const board_sweep dimension_sweep = {
    .reason = "by dimensions (coin-turning paper, Lemma 5.2)",
    .extent = dimension_extent,
    .open = dimension_open,
    .value = dimension_value,
    .close = dimension_close,
};

const board_kind subspaces_board = {
    .name = "subspaces",
    .arguments = "(n,q)",
    .open = subspaces_open,
    .close = subspaces_close,
    .parse = subspaces_parse,
    .print = subspaces_print,
    .count = subspaces_count,
    .maximal = subspaces_maximal,
    .lower = subspaces_lower,
    .least = subspaces_least,
    .greatest = subspaces_greatest,
    .height = subspaces_height,
    .type = subspaces_type,
    .ruler = subspaces_ruler,
    .ideal = board_minimum_ideal,
    .ruler_sweep = &dimension_sweep,
};
