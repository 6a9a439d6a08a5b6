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
    unsigned rows, cols;
    unsigned shift; /* to the next row; 0 where there is none */
    CELLS free, not_first, not_last, row;
} NAME(field);

static inline CELLS NAME(low)(unsigned n)
{
    return n >= WIDTH ? ~(CELLS)0 : ((CELLS)1 << n) - 1;
}

static NAME(field) NAME(field_of)(const board *b)
{
    NAME(field) f = {.rows = b->rows, .cols = b->cols, .shift = b->rows > 1 ? b->cols : 0};
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
static inline CELLS NAME(fill)(const NAME(field) *f, CELLS part, CELLS free_cells)
{
    CELLS before;
    do {
        before = part;
        part |= (part << 1 & f->not_first) | (part >> 1 & f->not_last);
        part &= free_cells;
        part |= part << f->shift | part >> f->shift;
        part &= free_cells;
    } while (part != before);
    return part;
}

static inline CELLS NAME(reversed)(CELLS cells, unsigned n)
{
    return NAME(reverse)(cells) >> (WIDTH - n);
}

/* Reflected in the diagonal. */
static NAME(shape) NAME(transposed)(const NAME(shape) *s)
{
    NAME(shape) t = {s->cols, s->rows, 0};
    CELLS row = NAME(low)(s->cols);
    for (unsigned r = 0; r < s->rows; r++)
        for (uint64_t rest = (uint64_t)(s->cells >> (r * s->cols) & row); rest != 0; rest &= rest - 1)
            t.cells |= (CELLS)1 << ((unsigned)__builtin_ctzll(rest) * t.cols + r);
    return t;
}

static inline CELLS NAME(rows_reversed)(const NAME(shape) *s)
{
    CELLS out = 0, row = NAME(low)(s->cols);
    for (unsigned r = 0; r < s->rows; r++)
        out = out << (r > 0 ? s->cols : 0) | (s->cells >> (r * s->cols) & row);
    return out;
}

/* The least of the four images without transposition; says whether a half turn changes nothing. */
static inline CELLS NAME(least)(const NAME(shape) *s, bool *half_turn)
{
    unsigned n = s->rows * s->cols;
    CELLS turned = NAME(reversed)(s->cells, n), rows = NAME(rows_reversed)(s), cols = NAME(reversed)(rows, n);
    CELLS a = s->cells < turned ? s->cells : turned, b = rows < cols ? rows : cols;
    *half_turn = s->cells == turned;
    return a < b ? a : b;
}

static inline NAME(shape) NAME(canonical)(NAME(shape) s, bool *half_turn)
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

static inline NAME(shape) NAME(boxed)(const NAME(field) *f, CELLS part)
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
    return s;
}

/* Add a component to an option: to its known sum, or to its position. */
static inline void NAME(add_component)(const board_rules *rules, const NAME(field) *f, CELLS part, option_sum *sum)
{
    bool half_turn;
    NAME(shape) s = NAME(canonical)(NAME(boxed)(f, part), &half_turn);
    if (s.rows == 1) {
        sum->known ^= rules->strip[s.cols];
        return;
    }
    if (half_turn && balanced(s.rows, s.cols, (board_cells)s.cells))
        return;
    unsigned n = s.rows * s.cols;
    unsigned char *out = sum->bytes + sum->size;
    size_t bytes = n / 8 + 1;
    CELLS cells = s.cells | (n < WIDTH ? (CELLS)1 << n : 0);
    out[0] = (unsigned char)(bytes + 1);
    out[1] = (unsigned char)s.cols;
    for (size_t i = 0; i < bytes; i++)
        out[2 + i] = 8 * i < WIDTH ? (unsigned char)(cells >> (8 * i)) : 1;
    sum->size += bytes + 2;
}

static inline grundy_status NAME(add_option)(const board_rules *rules, const NAME(field) *f, CELLS rest, grundy_list *out)
{
    option_sum sum;
    sum.known = 0;
    sum.size = NUMBER_SIZE_MAX;
    while (rest != 0) {
        CELLS seed = rest & (~rest + 1), part = NAME(fill)(f, seed, rest);
        rest &= ~part;
        if (part != seed)
            NAME(add_component)(rules, f, part, &sum);
    }
    unsigned char number[NUMBER_SIZE_MAX];
    size_t digits = number_write(sum.known, number), start = NUMBER_SIZE_MAX - digits;
    memcpy(sum.bytes + start, number, digits);
    return grundy_list_add(out, sum.bytes + start, sum.size - start);
}

static grundy_status NAME(expand)(const board_rules *rules, const board *b, grundy_list *out)
{
    NAME(field) f = NAME(field_of)(b);
    CELLS across = f.free & f.free >> 1 & f.not_last;
    for (CELLS moves = across; moves != 0; moves &= moves - 1)
        TRY(NAME(add_option)(rules, &f, f.free & ~((CELLS)3 << NAME(first)(moves)), out));
    if (b->rows < 2)
        return GRUNDY_OK;
    CELLS down = f.free & f.free >> f.cols;
    CELLS domino = (CELLS)1 << f.cols | 1;
    for (CELLS moves = down; moves != 0; moves &= moves - 1)
        TRY(NAME(add_option)(rules, &f, f.free & ~(domino << NAME(first)(moves)), out));
    return GRUNDY_OK;
}
