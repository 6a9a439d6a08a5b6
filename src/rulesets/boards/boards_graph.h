/* boards_graph.h - the names of Cram's components of 4 x 4 to 8 x 8, which boards_expand.c includes
 *
 * Cram is played on the graph of the free cells: a move takes two neighbours out. How a component lies on the board does
 * not matter beyond that, so a name that tells the graph serves all that have it: a search that remembers components
 * by such names visits a third fewer.
 *
 * To find a name, take off the cells that have one neighbour, and again, until all have two or none is left. What stays is the
 * core, which is named as it lies, in the least of its images under the symmetries. What was taken off are trees that
 * hang from cells of the core, and of these it is said only which tree hangs where. Nearly always they are tails: paths,
 * at most one from a cell. Then all is done by operations on whole sets of cells, and the name is made of three of them,
 * the planes, that say in binary by how much the length of a cell's tail exceeds -1. Other trees are written as words. Of
 * two leaves at one cell one is left out: whoever takes the cell takes the use of both.
 *
 * The first byte of a name says of what kind it is; that of a board, which is the name of all other components, is its
 * number of columns. */

enum { NAME_TREE = 130, NAME_TREES = 136, NAME_TAILS = 192 };

/* Boards of so few rows or columns are hardly ever of one graph, and keep their own names: that is faster. */
enum { NARROW = 3 };
#define NOT_NARROW (UINT64_C(0x0101010101010101) * (0xff & ~((1 << NARROW) - 1)))

enum { PLANES = 3, TAIL_MOST = 6, CORE_MOST = 42, NAME_BITS = 120, WORD_BITS = 62, CHILDREN = 4, LEAF = 2 };

/* One of the images that eight_least compares, of cells that lie in such a box. */
INLINE uint64_t image_of(uint64_t x, unsigned image, unsigned rows, unsigned cols)
{
    x = image & 1 ? mirror_bytes(x) >> (8 - cols) : x;
    return image & 2 ? __builtin_bswap64(x) >> 8 * (8 - rows) : x;
}

/* Rows of 8 to rows of a box: pairs of rows are pushed together, then pairs of pairs, then these. */
INLINE uint64_t packed_rows(uint64_t x, unsigned cols)
{
    const uint64_t first = UINT64_C(0x00ff00ff00ff00ff), pairs = UINT64_C(0x0000ffff0000ffff);
    x = (x & first) | (x & ~first) >> (8 - cols);
    x = (x & pairs) | (x & ~pairs) >> 2 * (8 - cols);
    return (x & UINT64_C(0xffffffff)) | x >> 32 << 4 * cols;
}

INLINE unsigned digits_of(uint64_t x)
{
    return x == 0 ? 0 : 1 + word_last(x);
}

INLINE unsigned char *put_name(unsigned char *out, unsigned kind, board_cells bits)
{
    *out++ = (unsigned char)kind;
    put_word(out, (uint64_t)bits);
    put_word(out + 8, (uint64_t)(bits >> 64));
    return out + ((bits >> 64 != 0 ? 64 : 0) + digits_of((uint64_t)(bits >> 64 != 0 ? bits >> 64 : bits)) + 7) / 8;
}

/* ---- trees ---- */

/* What hangs from each cell: rooted trees as words, 1 and the words of the subtrees in ascending order and 0. */
typedef struct {
    uint64_t below[64][CHILDREN];
    unsigned char count[64];
} trees;

INLINE void hang(trees *t, unsigned cell, uint64_t word)
{
    uint64_t *below = t->below[cell];
    unsigned k = t->count[cell];
    for (; k > 0 && below[k - 1] > word; k--)
        below[k] = below[k - 1];
    below[k] = word;
    t->count[cell]++;
}

/* The word of a cell with what hangs from it; 0: it is too long. */
INLINE uint64_t word_of(const trees *t, unsigned cell)
{
    uint64_t word = 1;
    unsigned size = 2;
    for (unsigned i = 0; i < t->count[cell]; i++) {
        const unsigned more = digits_of(t->below[cell][i]);
        size += more;
        if (size > WORD_BITS)
            return 0;
        word = word << more | t->below[cell][i];
    }
    return word << 1;
}

/* What hangs from a core in the corner, in a box: word[i] from the cell at[i], and all these cells. */
typedef struct {
    unsigned count, rows, cols;
    uint64_t all, at[64], word[64];
} hangings;

/* The least image of a core: of those in which its cells are least, the one in which the cells with trees are, and of those the
 * one in which the words are, of all cells one after the other, without the 1 that each begins with, behind a 1. */
typedef struct {
    uint64_t core, hung;
    board_cells words;
} core_image;

INLINE board_cells words_in(const hangings *h, uint64_t core, uint64_t hung, unsigned image)
{
    uint64_t moved[64];
    board_cells all = 1;
    unsigned passed = 0;
    for (unsigned i = 0; i < h->count; i++)
        moved[word_first(image_of(h->at[i], image, h->rows, h->cols))] = h->word[i];
    for (uint64_t rest = hung; rest != 0; rest &= rest - 1) {
        const unsigned cell = word_first(rest), rank = word_count(core & ((rest & (~rest + 1)) - 1));
        const unsigned size = digits_of(moved[cell]) - 1;
        all = all << (rank - passed + size) | (moved[cell] & (((uint64_t)1 << size) - 1));
        passed = rank + 1;
    }
    return all << (word_count(core) - passed);
}

INLINE void least_core(uint64_t core, const hangings *h, core_image *best)
{
    unsigned equal;
    const uint64_t least = eight_least(core, h->rows, h->cols, &equal);
    if (least > best->core)
        return;
    if (least < best->core)
        best->hung = UINT64_MAX;
    best->core = least;
    for (; equal != 0; equal &= equal - 1) {
        const unsigned i = (unsigned)__builtin_ctz(equal);
        const uint64_t hung = image_of(h->all, i, h->rows, h->cols);
        if (hung > best->hung)
            continue;
        const board_cells words = words_in(h, least, hung, i);
        if (hung < best->hung || words < best->words)
            *best = (core_image){least, hung, words};
    }
}

/* The name of a core with trees. */
INLINE unsigned char *name_core(const trees *t, uint64_t core, uint64_t hung, unsigned char *out)
{
    const eight_box b = eight_boxed(core);
    const bool upright = b.rows > b.cols;
    const unsigned rows = upright ? b.cols : b.rows, cols = upright ? b.rows : b.cols, corner = b.top * 8 + b.left;
    hangings h;
    core_image best = {.core = UINT64_MAX};
    unsigned size = rows * cols + word_count(core) + 4;
    h.rows = rows;
    h.cols = cols;
    h.all = hung >> corner;
    for (h.count = 0; hung != 0; hung &= hung - 1, h.count++) {
        h.at[h.count] = (hung & (~hung + 1)) >> corner;
        h.word[h.count] = word_of(t, word_first(hung));
        if (h.word[h.count] == 0)
            return NULL;
        size += digits_of(h.word[h.count]);
    }
    if (size > NAME_BITS)
        return NULL;
    if (!upright)
        least_core(b.cells, &h, &best);
    if (upright || rows == cols) {
        h.all = eight_transposed(h.all);
        for (unsigned i = 0; i < h.count; i++)
            h.at[i] = eight_transposed(h.at[i]);
        least_core(eight_transposed(b.cells), &h, &best);
    }
    return put_name(out, NAME_TREES + cols,
                    (best.words << rows * cols | packed_rows(best.core, cols)) << 3 | (rows - 1));
}

/* The name of any component, by trees; NULL: it would be too long. The first ends are leaves, of which one counts at each cell.
 * Of a tree it is the word of its centre, or, where two cells are left, both words. */
CLONES static unsigned char *name_by_trees(uint64_t cells, unsigned char *out)
{
    trees t;
    uint64_t core = cells, ends, hung = 0;
    memset(t.count, 0, sizeof t.count);
    if ((ends = core & ~eight_inner(core)) != core) {
        core &= ~ends;
        hung = eight_beside(ends) & core;
        for (uint64_t at = hung; at != 0; at &= at - 1) {
            t.count[word_first(at)] = 1;
            t.below[word_first(at)][0] = LEAF;
        }
    }
    while ((ends = core & ~eight_inner(core)) != 0 && ends != core) {
        core &= ~ends;
        for (; ends != 0; ends &= ends - 1) {
            const uint64_t word = word_of(&t, word_first(ends)), at = eight_beside(ends & (~ends + 1)) & core;
            if (word == 0)
                return NULL;
            hang(&t, word_first(at), word);
            hung |= at;
        }
    }
    if (ends == 0)
        return name_core(&t, core, hung & core, out);
    const uint64_t a = word_of(&t, word_first(core)), b = word_of(&t, word_last(core));
    if (a == 0 || b == 0)
        return NULL;
    if ((core & (core - 1)) == 0)
        return put_name(out, NAME_TREE, a);
    return put_name(out, NAME_TREE, a < b ? (board_cells)a << digits_of(b) | b : (board_cells)b << digits_of(a) | a);
}

/* ---- tails ---- */

/* A core, the cells of it and of its tails from which something hung, and the planes. */
typedef struct {
    uint64_t core, hung, plane[PLANES];
    uint64_t other; /* not empty: not all that hangs are tails, one at a cell */
} peeled;

/* Take the ends off, which are tails of this length then. Two tails of length 1 at one cell are as good as one. */
INLINE uint64_t peel(peeled *p, unsigned length)
{
    const uint64_t ends = p->core & ~eight_inner(p->core);
    p->core &= ~ends;
    const uint64_t a = eight_to_left(ends), b = eight_to_right(ends), c = ends << 8, d = ends >> 8;
    const uint64_t at = (a | b | c | d) & p->core, twice = (a & b) | (c & d) | ((a | b) & (c | d));
    p->other |= (at & p->hung) | (length > 1 ? twice & p->core : 0);
    p->hung |= at;
    for (unsigned i = 0; i < PLANES; i++)
        p->plane[i] |= (length + 1) >> i & 1 ? at : 0;
    return ends;
}

/* Three times without asking is faster than asking each time. */
INLINE void peel_all(uint64_t cells, peeled *p)
{
    *p = (peeled){.core = cells};
    peel(p, 1);
    peel(p, 2);
    uint64_t more = peel(p, 3);
    for (unsigned length = 4; more != 0 && p->other == 0; length++) {
        more = peel(p, length);
        p->other |= length > TAIL_MOST ? more : 0;
    }
    p->plane[0] = (p->plane[0] & p->core) | (p->core & ~p->hung);
    p->plane[1] &= p->core;
    p->plane[2] &= p->core;
}

/* Of the images in which the first plane is least, the one in which the others are. */
INLINE void least_planes(const uint64_t *plane, unsigned rows, unsigned cols, uint64_t *best)
{
    unsigned equal;
    const uint64_t least = eight_least(plane[0], rows, cols, &equal);
    if (least > best[0])
        return;
    if (least < best[0])
        best[1] = best[2] = UINT64_MAX;
    best[0] = least;
    for (; equal != 0; equal &= equal - 1) {
        const unsigned i = (unsigned)__builtin_ctz(equal);
        const uint64_t second = plane[1] == 0 ? 0 : image_of(plane[1], i, rows, cols);
        const uint64_t third = plane[2] == 0 ? 0 : image_of(plane[2], i, rows, cols);
        if (second < best[1] || (second == best[1] && third < best[2])) {
            best[1] = second;
            best[2] = third;
        }
    }
}

/* Are planes in the corner unchanged by a half turn? */
INLINE bool planes_turn(const uint64_t *plane, unsigned rows, unsigned cols)
{
    return image_of(plane[0], 3, rows, cols) == plane[0] && image_of(plane[1], 3, rows, cols) == plane[1] &&
           image_of(plane[2], 3, rows, cols) == plane[2];
}

INLINE void transpose_planes(uint64_t *plane)
{
    plane[0] = eight_transposed(plane[0]);
    if ((plane[1] | plane[2]) == 0)
        return;
    plane[1] = eight_transposed(plane[1]);
    plane[2] = plane[2] == 0 ? 0 : eight_transposed(plane[2]);
}

/* The name of a component; NULL: its board is its name. *zero is set, and there is no name, where the graph has a half turn that
 * shows that its value is 0. */
INLINE unsigned char *eight_name(uint64_t cells, unsigned char *out, bool *zero)
{
    peeled p;
    if (cells >> 8 * NARROW == 0 || (cells & NOT_NARROW) == 0)
        return NULL;
    peel_all(cells, &p);
    if (p.other != 0 || p.core == 0)
        return name_by_trees(cells, out);
    const eight_box b = eight_boxed(p.core);
    const bool upright = b.rows > b.cols;
    const unsigned rows = upright ? b.cols : b.rows, cols = upright ? b.rows : b.cols, size = rows * cols;
    const unsigned corner = b.top * 8 + b.left;
    uint64_t plane[PLANES] = {p.plane[0] >> corner, p.plane[1] >> corner, p.plane[2] >> corner};
    uint64_t best[PLANES] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    if (size > CORE_MOST)
        return NULL;
    if (upright)
        transpose_planes(plane);
    if (planes_turn(plane, rows, cols) &&
        balanced(rows, cols, (plane[0] | plane[1] | plane[2]) >> (rows / 2 * 8 + cols / 2))) {
        *zero = true;
        return out;
    }
    least_planes(plane, rows, cols, best);
    if (rows == cols) {
        transpose_planes(plane);
        least_planes(plane, rows, cols, best);
    }
    board_cells bits = packed_rows(best[0], cols);
    if ((best[1] | best[2]) != 0)
        bits |= (board_cells)packed_rows(best[1], cols) << size | (board_cells)packed_rows(best[2], cols) << 2 * size;
    return put_name(out, NAME_TAILS + 8 * (rows - 1) + (cols - 1), bits);
}
