/* boards_expand_cells.h - the options of a Cram component, for one layout of its cells
 *
 * Included by boards_expand.c once for each layout: CELLS is the unsigned type of a set of cells, WIDTH its bits, COLS
 * how many of them are a row, NAME(x) makes the names of the functions. With rows of a fixed length neighbours and
 * symmetries are a few shifts and masks that are known beforehand. There is no include guard for that reason. */

#define ROWS (WIDTH / COLS)
#define ROW_CELLS (((CELLS)1 << COLS) - 1)
#define FIRST_COLUMN (~(CELLS)0 / ROW_CELLS)
#define LAST_COLUMN (FIRST_COLUMN << (COLS - 1))

/* Cells moved by one place. */
INLINE CELLS NAME(to_right)(CELLS cells)
{
    return cells << 1 & ~FIRST_COLUMN;
}

INLINE CELLS NAME(to_left)(CELLS cells)
{
    return cells >> 1 & ~LAST_COLUMN;
}

INLINE CELLS NAME(beside)(CELLS cells)
{
    return NAME(to_right)(cells) | NAME(to_left)(cells) | cells << COLS | cells >> COLS;
}

/* Those cells of a set that have two neighbours in it or more. */
INLINE CELLS NAME(inner)(CELLS x)
{
    const CELLS a = NAME(to_right)(x), b = NAME(to_left)(x), c = x << COLS, d = x >> COLS;
    return x & ((a & b) | (c & d) | ((a | b) & (c | d)));
}

/* What a component can do without, in every context: what is left then has the same options, again and again.
 *
 * A leaf is a cell with one neighbour, its support. Of the leaves of one support one is enough: whoever takes the support
 * with one of them leaves the others alone. A cell all of whose neighbours are supports is useless for the same
 * reason. Twins are two cells whose only neighbours are the same two, the other corners of a square. Whoever takes one of these
 * leaves a twin as a leaf at the other. So each is a support as if one twin were its leaf and the other twin the other's, and
 * the square holds nothing together. Squares are noted by their upper left cells: rising if the twins are to the right of it
 * and below, falling if they are this cell and the one across. One that stands alone is both, and nothing is left of it: its
 * value is 0. */
typedef struct {
    CELLS leaves, rising, falling, twins, useless;
} NAME(roles);

INLINE NAME(roles) NAME(roles_of)(CELLS x)
{
    NAME(roles) r;
    const CELLS left = x & NAME(to_right)(x), right = x & NAME(to_left)(x); /* cells that have such a neighbour */
    const CELLS above = x & x << COLS, below = x & x >> COLS;
    const CELLS inner = NAME(inner)(x);
    r.leaves = (left | right | above | below) & ~inner;
    r.rising = NAME(to_left)(left & below & ~right & ~above) & (right & above & ~left & ~below) >> COLS;
    r.falling = (right & below & ~left & ~above) & NAME(to_left)(left & above & ~right & ~below) >> COLS;
    r.twins = NAME(to_right)(r.rising) | r.rising << COLS | r.falling | NAME(to_right)(r.falling) << COLS;
    r.useless = inner & ~r.twins & ~NAME(beside)(x & ~NAME(beside)(r.leaves | r.twins));
    return r;
}

/* Leaves beyond the first of their support, or beside a twin, which is as good. */
INLINE CELLS NAME(more_leaves)(CELLS x, const NAME(roles) * r)
{
    /* cells that have a leaf at this side, or a twin */
    const CELLS left = x & NAME(to_right)(r->leaves), right = x & NAME(to_left)(r->leaves);
    const CELLS above = x & r->leaves << COLS, below = x & r->leaves >> COLS, twins = x & NAME(beside)(r->twins);
    return NAME(to_left)(left & twins) | NAME(to_right)(right & (twins | left)) |
           (above & (twins | left | right)) >> COLS | (below & (twins | left | right | above)) << COLS;
}

/* The component of the lowest of the cells `touching`, where each component of `rest` has some of these. */
INLINE CELLS NAME(fill)(CELLS rest, CELLS touching)
{
    CELLS part = touching & (~touching + 1), before;
    if (part == touching)
        return rest;
    do {
        before = part;
        part |= (NAME(to_right)(part) | NAME(to_left)(part)) & rest;
        part |= (part << COLS | part >> COLS) & rest;
        if ((touching & ~part) == 0)
            return rest;
    } while (part != before);
    return part;
}

/* A component of what is left without twins; each cell that was beside twins gets one of them back, as its leaf. */
INLINE CELLS NAME(with_twins)(const NAME(roles) * r, CELLS part)
{
    return part | (part & r->rising) << COLS | NAME(to_right)(NAME(to_left)(part >> COLS) & r->rising) |
           (NAME(to_left)(part) & r->falling) | NAME(to_right)(part >> COLS & r->falling) << COLS;
}

/* Cells in their bounding box, moved to the corner; where it was. */
typedef struct {
    CELLS cells;
    unsigned rows, cols, top, left;
} NAME(box);

INLINE NAME(box) NAME(boxed)(CELLS cells)
{
    NAME(box) b = {.top = NAME(first)(cells) / COLS};
    cells >>= b.top * COLS;
    b.rows = NAME(last)(cells) / COLS + 1;
    CELLS columns = cells;
    for (unsigned shift = WIDTH / 2; shift >= COLS; shift /= 2)
        columns |= columns >> shift;
    unsigned row = (unsigned)(columns & ROW_CELLS);
    b.left = (unsigned)__builtin_ctz(row);
    b.cols = 32 - (unsigned)__builtin_clz(row) - b.left;
    b.cells = cells >> b.left;
    return b;
}

/* The least of the four images without transposition, which are numbered: bit 0 for mirrored, bit 1 for flipped; and those that
 * are equal to it, as a set. */
INLINE CELLS NAME(least)(CELLS cells, unsigned rows, unsigned cols, unsigned *equal)
{
    unsigned up = (ROWS - rows) * COLS;
    CELLS mirrored = NAME(mirror)(cells) >> (COLS - cols);
    CELLS flipped = NAME(flip)(cells) >> up, turned = NAME(flip)(mirrored) >> up;
    CELLS a = cells < turned ? cells : turned, b = mirrored < flipped ? mirrored : flipped, least = a < b ? a : b;
    *equal = (unsigned)(cells == least) | (unsigned)(mirrored == least) << 1 | (unsigned)(flipped == least) << 2 |
             (unsigned)(turned == least) << 3;
    return least;
}

/* The bytes of a board; some more are written over. */
INLINE unsigned char *NAME(put)(unsigned char *out, CELLS cells, unsigned rows, unsigned cols)
{
    CELLS row = ROW_CELLS >> (COLS - cols), packed = 0;
    unsigned n = rows * cols, at = 0;
    for (unsigned r = 0; r < rows; r++, at += cols, cells >>= COLS)
        packed |= (cells & row) << at;
    packed |= n < WIDTH ? (CELLS)1 << n : 0;
    out[0] = (unsigned char)cols;
    for (unsigned bit = 0; bit < WIDTH; bit += 64)
        put_word(out + 1 + bit / 8, (uint64_t)(packed >> bit));
    out[1 + WIDTH / 8] = 1;
    return out + 1 + n / 8 + 1;
}

/* The cells of a board that fits. */
INLINE CELLS NAME(unpacked)(const board *b)
{
    CELLS cells = 0, row = ROW_CELLS >> (COLS - b->cols);
    for (unsigned r = 0; r < b->rows; r++)
        cells |= (CELLS)(b->free >> (r * b->cols) & row) << (r * COLS);
    return cells;
}
