/* boards_expand_cells.h - the options of a Cram component, for one width of bit set
 *
 * Included by boards_expand.c once for each width. CELLS is the unsigned type of a set of cells, WIDTH its bits,
 * NAME(x) makes the names of the functions. There is no include guard for that reason. */

/* A connected set of cells in its bounding box. */
typedef struct {
    unsigned rows, cols;
    CELLS cells;
} NAME(shape);

/* What stays the same for all options of one board. */
typedef struct {
    unsigned rows, cols, top, left; /* and where it lies on the board that the search began with */
    CELLS free, not_first, not_last, row;
} NAME(field);

INLINE CELLS NAME(low)(unsigned n)
{
    return n >= WIDTH ? ~(CELLS)0 : ((CELLS)1 << n) - 1;
}

INLINE NAME(field) NAME(field_of)(const board *b, unsigned top, unsigned left)
{
    NAME(field) f = {.rows = b->rows, .cols = b->cols, .top = top, .left = left};
    f.free = (CELLS)b->free;
    f.row = NAME(low)(b->cols);
    CELLS first = 0;
    for (unsigned r = 0; r < b->rows; r++)
        first |= (CELLS)1 << (r * b->cols);
    f.not_first = ~first;
    f.not_last = ~(first << (b->cols - 1));
    return f;
}

/* The component of the cells in `part`, within `free`. */
INLINE CELLS NAME(fill)(const NAME(field) * f, CELLS part, CELLS free_cells)
{
    CELLS before;
    do {
        before = part;
        part |= (part << 1 & f->not_first) | (part >> 1 & f->not_last);
        part &= free_cells;
        part |= part << f->cols | part >> f->cols;
        part &= free_cells;
    } while (part != before);
    return part;
}

INLINE CELLS NAME(reversed)(CELLS cells, unsigned n)
{
    return NAME(reverse)(cells) >> (WIDTH - n);
}

/* Reflected in the diagonal. */
INLINE NAME(shape) NAME(transposed)(const NAME(shape) * s)
{
    NAME(shape) t = {s->cols, s->rows, 0};
    CELLS row = NAME(low)(s->cols);
    for (unsigned r = 0; r < s->rows; r++)
        for (uint64_t rest = (uint64_t)(s->cells >> (r * s->cols) & row); rest != 0; rest &= rest - 1)
            t.cells |= (CELLS)1 << ((unsigned)__builtin_ctzll(rest) * t.cols + r);
    return t;
}

INLINE CELLS NAME(rows_reversed)(const NAME(shape) * s)
{
    CELLS out = 0, row = NAME(low)(s->cols);
    for (unsigned r = 0; r < s->rows; r++)
        out = out << (r > 0 ? s->cols : 0) | (s->cells >> (r * s->cols) & row);
    return out;
}

/* The least of the four images without transposition; says whether a half turn changes nothing. */
INLINE CELLS NAME(least)(const NAME(shape) * s, bool *half_turn)
{
    unsigned n = s->rows * s->cols;
    CELLS turned = NAME(reversed)(s->cells, n), rows = NAME(rows_reversed)(s), cols = NAME(reversed)(rows, n);
    CELLS a = s->cells < turned ? s->cells : turned, b = rows < cols ? rows : cols;
    *half_turn = s->cells == turned;
    return a < b ? a : b;
}

INLINE NAME(shape) NAME(canonical)(NAME(shape) s, bool *half_turn)
{
    if (s.rows > s.cols)
        s = NAME(transposed)(&s);
    CELLS best = NAME(least)(&s, half_turn);
    if (s.rows == s.cols && s.rows > 1) {
        NAME(shape) t = NAME(transposed)(&s);
        CELLS other = NAME(least)(&t, half_turn);
        best = other < best ? other : best;
    }
    s.cells = best;
    return s;
}

INLINE NAME(shape) NAME(boxed)(const NAME(field) * f, CELLS part, unsigned *from_top, unsigned *from_left)
{
    CELLS columns = 0;
    unsigned top = 0, rows = 0;
    while ((part >> (top * f->cols) & f->row) == 0)
        top++;
    for (CELLS rest = part >> (top * f->cols); rest != 0; rows++) {
        columns |= rest & f->row;
        rest = rows + 1 + top < f->rows ? rest >> f->cols : 0;
    }
    unsigned left = NAME(first)(columns), cols = NAME(last)(columns) - left + 1;
    NAME(shape) s = {rows, cols, 0};
    CELLS row = NAME(low)(cols);
    for (unsigned r = 0; r < rows; r++)
        s.cells |= (part >> ((top + r) * f->cols + left) & row) << (r * cols);
    *from_top = top;
    *from_left = left;
    return s;
}

INLINE unsigned char *NAME(put)(unsigned char *out, const NAME(shape) * s)
{
    unsigned n = s->rows * s->cols;
    size_t bytes = n / 8 + 1;
    CELLS cells = s->cells | (n < WIDTH ? (CELLS)1 << n : 0);
    *out++ = (unsigned char)s->cols;
    for (size_t i = 0; i < bytes; i++)
        *out++ = 8 * i < WIDTH ? (unsigned char)(cells >> (8 * i)) : 1;
    return out;
}

/* Add a component to an option: to its known sum; or canonical, and as it lies on the board, to its parts. */
INLINE void NAME(add_component)(const board_rules *rules, const NAME(field) * f, CELLS part, option_sum *sum)
{
    bool half_turn, fills = (part & f->row) != 0 && part >> ((f->rows - 1) * f->cols) != 0 &&
                            (part & ~f->not_first) != 0 && (part & ~f->not_last) != 0;
    unsigned top = 0, left = 0;
    NAME(shape) lying = fills ? (NAME(shape)){f->rows, f->cols, part} : NAME(boxed)(f, part, &top, &left);
    NAME(shape) s = NAME(canonical)(lying, &half_turn);
    if (s.rows == 1) {
        sum->known ^= rules->strip[s.cols];
        return;
    }
    if (half_turn && balanced(s.rows, s.cols, (board_cells)s.cells))
        return;
    unsigned char *start = sum->bytes + sum->size, *end = NAME(put)(start + 1, &s);
    *start = (unsigned char)(end - start - 1);
    start = end++;
    *end++ = (unsigned char)(f->top + top);
    *end++ = (unsigned char)(f->left + left);
    end = NAME(put)(end, &lying);
    *start = (unsigned char)(end - start - 1);
    sum->size = (size_t)(end - sum->bytes);
}

/* Add the option that leaves these cells of a connected board; `connected` if it is known that they are so. */
INLINE grundy_status NAME(add_option)(const board_rules *rules, const NAME(field) * f, CELLS rest, bool connected,
                                      unsigned label, grundy_list *out)
{
    option_sum sum;
    sum.known = 0;
    sum.size = 2 * NUMBER_SIZE_MAX;
    while (rest != 0) {
        CELLS seed = rest & (~rest + 1), part = connected ? rest : NAME(fill)(f, seed, rest);
        rest &= ~part;
        if (part != seed)
            NAME(add_component)(rules, f, part, &sum);
    }
    unsigned char numbers[2 * NUMBER_SIZE_MAX];
    size_t digits = number_write(label, numbers);
    digits += number_write(sum.known, numbers + digits);
    size_t start = 2 * NUMBER_SIZE_MAX - digits;
    memcpy(sum.bytes + start, numbers, digits);
    return grundy_list_add(out, sum.bytes + start, sum.size - start);
}

/* A domino at (r,c) is named by where it lies on the board that the search began with. */
INLINE unsigned NAME(label)(const NAME(field) * f, unsigned r, unsigned c, unsigned down)
{
    return 1 + down + 2 * ((f->top + r) * BOARD_CELLS_MAX + f->left + c);
}

/* The vertical dominoes that begin in row r. Cell (r,c) is bit c + 1 of line r + 1. */
INLINE grundy_status NAME(expand_down)(const board_rules *rules, const NAME(field) * f, const CELLS *lines, unsigned r,
                                       grundy_list *out)
{
    const CELLS above = lines[r], here = lines[r + 1], below = lines[r + 2], last = lines[r + 3];
    for (CELLS moves = here & below; moves != 0; moves &= moves - 1) {
        unsigned c = NAME(first)(moves) - 1;
        unsigned window = (unsigned)(above >> c & 7) | (unsigned)(here >> c & 7) << 3 |
                          (unsigned)(below >> c & 7) << 6 | (unsigned)(last >> c & 7) << 9;
        CELLS domino = ((CELLS)1 << f->cols | 1) << (r * f->cols + c);
        TRY(NAME(add_option)(rules, f, f->free & ~domino, rules->connects_down[window], NAME(label)(f, r, c, 1), out));
    }
    return GRUNDY_OK;
}

/* The horizontal dominoes in row r. */
INLINE grundy_status NAME(expand_across)(const board_rules *rules, const NAME(field) * f, const CELLS *lines,
                                         unsigned r, grundy_list *out)
{
    const CELLS above = lines[r], here = lines[r + 1], below = lines[r + 2];
    for (CELLS moves = here & here >> 1; moves != 0; moves &= moves - 1) {
        unsigned c = NAME(first)(moves) - 1;
        unsigned ring = (unsigned)(above >> c & 15) | (unsigned)(below >> c & 15) << 4 |
                        (unsigned)(here >> c & 1) << 8 | (unsigned)(here >> (c + 3) & 1) << 9;
        CELLS domino = (CELLS)3 << (r * f->cols + c);
        TRY(NAME(add_option)(rules, f, f->free & ~domino, rules->connects[ring], NAME(label)(f, r, c, 0), out));
    }
    return GRUNDY_OK;
}

/* How heavy a component is: see boards_weight. */
CLONES static uint64_t NAME(weight)(const board *b)
{
    NAME(field) f = NAME(field_of)(b, 0, 0);
    CELLS across = f.free & f.free >> 1 & f.not_last, along = b->rows > 1 ? f.free & f.free >> f.cols : 0;
    CELLS right = across << 1, below = b->rows > 1 ? along << f.cols : 0;
    unsigned pairs = NAME(count)(across) + NAME(count)(along);
    unsigned triples = NAME(count)(across & right) + NAME(count)(along & below);
    unsigned bends = NAME(count)((across | right) & (along | below));
    unsigned squares = b->rows > 1 ? NAME(count)(across & across >> f.cols) : 0;
    return 4 * BOARD_CELLS_MAX + 5 * pairs + 2 * triples - 2 * bends - 3 * squares;
}

/* The component is connected and in its bounding box. */
CLONES static grundy_status NAME(expand)(const board_rules *rules, const board *b, unsigned top, unsigned left,
                                         uint64_t *from, grundy_list *out)
{
    NAME(field) f = NAME(field_of)(b, top, left);
    CELLS lines[LINES_MAX] = {0};
    size_t before = grundy_list_count(out);
    unsigned k = (unsigned)*from, end = 2 * b->rows;
    for (unsigned r = k / 2 > 0 ? k / 2 - 1 : 0; r < b->rows; r++)
        lines[r + 1] = (f.free >> (r * b->cols) & f.row) << 1;
    for (; k < end && grundy_list_count(out) < before + OPTIONS_AT_ONCE; k++)
        TRY(k % 2 == 0 ? NAME(expand_down)(rules, &f, lines, k / 2, out)
                       : NAME(expand_across)(rules, &f, lines, k / 2, out));
    *from = k < end ? k : UINT64_MAX;
    return GRUNDY_OK;
}
