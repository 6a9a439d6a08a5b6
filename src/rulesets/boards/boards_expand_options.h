/* boards_expand_options.h - what boards_expand_cells.h begins, for the same layout */

/* Add a component to an option: to its known sum; or its name and view to its parts. */
INLINE void NAME(add_component)(const board_rules *rules, const place *at, CELLS part, option_sum *sum)
{
    NAME(box) b = NAME(boxed)(part);
    unsigned rows = b.rows, cols = b.cols;
    place here = {at->top + b.top, at->left + b.left};
    if (rows == 1 || cols == 1) {
        sum->known ^= rules->strip[rows * cols];
        return;
    }
    unsigned char *start = sum->end, *end = start;
    if (cols <= 8) {
        uint64_t cells = NAME(to_eight)(b.cells);
        if (cols <= 4 && rows <= 4) {
            sum->known ^= small_value(rules, narrow_to_fours(cells));
            return;
        }
        unsigned value;
        if (recent_value(rules, cells, &value)) {
            sum->known ^= value;
            return;
        }
        bool zero = false;
        end = eight_name(cells, start + 1, &zero);
        if (zero)
            return;
        if (end == NULL) {
            bool half_turn;
            const uint64_t best = eight_canonical(cells, &rows, &cols, &half_turn);
            if (half_turn && balanced(rows, cols, best >> (rows / 2 * 8 + cols / 2)))
                return;
            end = eight_put(start + 1, best, rows, cols);
        }
        *start = (unsigned char)(end - start - 1);
        end = put_view(end, LAYOUT_EIGHT, here, &cells, sizeof cells);
    }
#if COLS > 8
    else {
        unsigned equal;
        CELLS best = NAME(least)(b.cells, rows, cols, &equal);
        if (turns(equal) && balanced(rows, cols, (uint64_t)(best >> (rows / 2 * COLS + cols / 2))))
            return;
        end = NAME(put)(start + 1, best, rows, cols);
        *start = (unsigned char)(end - start - 1);
        end = NAME(put_long_view)(end, here, b.cells, rows, cols);
    }
#endif
    sum->end = end;
    sum->parts++;
}

/* Add the option of a domino on a connected board, without what it does not need, which may have held it together; `connected`
 * if it is known that the rest is so. */
INLINE grundy_status NAME(add_option)(const board_rules *rules, const place *at, CELLS rest, CELLS domino,
                                      bool connected, unsigned label, grundy_buffer *out)
{
    option_sum sum;
    sum.known = sum.parts = 0;
    sum.end = sum.bytes + OPTION_START;
    CELLS touching = NAME(beside)(domino) & rest;
    const NAME(roles) r = NAME(roles_of)(rest);
    const CELLS taken = r.useless | r.twins | NAME(more_leaves)(rest, &r);
    if (taken != 0) {
        rest &= ~taken;
        touching = (touching | NAME(beside)(taken)) & rest;
        connected = connected && (r.useless | r.twins) == 0;
    }
    while (rest != 0) {
        CELLS part = connected ? rest : NAME(fill)(rest, touching);
        rest &= ~part;
        touching &= ~part;
        if (r.twins != 0)
            part = NAME(with_twins)(&r, part);
        if ((part & (part - 1)) != 0)
            NAME(add_component)(rules, at, part, &sum);
    }
    return option_append(&sum, label, out);
}

/* The dominoes that can be placed, by their first cells, and those of them that certainly leave the rest connected. */
typedef struct {
    CELLS all, connect;
} NAME(moves);

/* Around a domino lie ten cells: six touch it, four are corners. What is left of a connected board is connected if those
 * of the six that are free are connected along this ring: if at most one of them has no free successor in it. a to f
 * are the six in cyclic order, the corners are those between b and c, c and d, e and f, f and a. */
INLINE CELLS NAME(connecting)(CELLS a, CELLS b, CELLS bc, CELLS c, CELLS cd, CELLS d, CELLS e, CELLS ef, CELLS f,
                              CELLS fa)
{
    const CELLS ends[] = {a & ~b, b & ~(bc & c), c & ~(cd & d), d & ~e, e & ~(ef & f), f & ~(fa & a)};
    CELLS one = 0, two = 0;
    for (unsigned i = 0; i < 6; i++) {
        two |= one & ends[i];
        one |= ends[i];
    }
    return ~two;
}

INLINE void NAME(find_moves)(CELLS x, NAME(moves) * across, NAME(moves) * down)
{
    const CELLS right = NAME(to_left)(x), left = NAME(to_right)(x), far = NAME(to_left)(right);
    const CELLS below = x >> COLS, lower = below >> COLS;
    across->all = x & right;
    across->connect = across->all & NAME(connecting)(x << COLS, right << COLS, far << COLS, far, far >> COLS,
                                                     right >> COLS, below, left >> COLS, left, left << COLS);
    down->all = x & below;
    down->connect = down->all & NAME(connecting)(right, right >> COLS, right >> 2 * COLS, lower, left >> 2 * COLS,
                                                 left >> COLS, left, left << COLS, x << COLS, right << COLS);
}

/* Moves are made in this order: those that may split the board first, and in its middle first. */
INLINE CELLS NAME(moves_of)(const NAME(moves) * across, const NAME(moves) * down, CELLS middle, unsigned stage)
{
    const NAME(moves) *m = stage & 1 ? across : down;
    return (stage & 4 ? m->connect : m->all & ~m->connect) & (stage & 2 ? ~middle : middle);
}

/* How heavy a component is: see boards_weight. */
CLONES static uint64_t NAME(weight)(CELLS x)
{
    const CELLS across = x & NAME(to_left)(x), along = x & x >> COLS;
    const CELLS right = NAME(to_right)(across), below = along << COLS;
    const CELLS sideways = across | right, upright = along | below; /* cells with a neighbour there */
    const CELLS amid = across & right, between = along & below;     /* and with two */
    const CELLS leaves = (sideways ^ upright) & ~amid & ~between;
    unsigned pairs = NAME(count)(across) + NAME(count)(along);
    unsigned triples = NAME(count)(amid) + NAME(count)(between), crosses = NAME(count)(amid & between);
    unsigned bends = NAME(count)(sideways & upright);
    unsigned squares = NAME(count)(across & across >> COLS);
    return WEIGHT_LEAST + 5 * (pairs + triples) + 2 * bends + NAME(count)(leaves) + crosses - 6 * NAME(count)(x) -
           9 * squares;
}

/* The component is connected and at the corner. */
CLONES static grundy_status NAME(expand)(const board_rules *rules, CELLS cells, place at, uint64_t *from,
                                         grundy_buffer *out)
{
    NAME(moves) across, down;
    NAME(find_moves)(cells, &across, &down);
    unsigned cols = NAME(boxed)(cells).cols, stage = (unsigned)*from / BOARD_CELLS_MAX, made = 0;
    CELLS middle = (ROW_CELLS >> (COLS - (cols + 1) / 2)) * FIRST_COLUMN << cols / 4;
    CELLS passed = ((CELLS)1 << *from % BOARD_CELLS_MAX) - 1;
    for (; stage < STAGES; stage++, passed = 0)
        for (CELLS moves = NAME(moves_of)(&across, &down, middle, stage) & ~passed; moves != 0; moves &= moves - 1) {
            unsigned cell = NAME(first)(moves), is_down = !(stage & 1);
            if (made++ == OPTIONS_AT_ONCE) {
                *from = stage * BOARD_CELLS_MAX + cell;
                return GRUNDY_OK;
            }
            CELLS domino = ((CELLS)1 << (is_down ? COLS : 1) | 1) << cell;
            unsigned label = label_of(&at, cell / COLS, cell % COLS, is_down);
            TRY(NAME(add_option)(rules, &at, cells & ~domino, domino, stage & 4, label, out));
        }
    *from = UINT64_MAX;
    return GRUNDY_OK;
}

#undef ROWS
#undef ROW_CELLS
#undef FIRST_COLUMN
#undef LAST_COLUMN
