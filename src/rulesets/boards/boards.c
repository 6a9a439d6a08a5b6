#include "rulesets/boards/boards.h"
#include "rulesets/spaces.h"

static const board_rules *rules_of(const grundy_ruleset *r)
{
    return grundy_ruleset_state(r);
}

/* The lowest n bits; n may be all of them. */
static board_cells low_bits(unsigned n)
{
    return n >= BOARD_CELLS_MAX ? ~(board_cells)0 : ((board_cells)1 << n) - 1;
}

static unsigned first_cell(board_cells cells)
{
    uint64_t low = (uint64_t)cells;
    return low != 0 ? (unsigned)__builtin_ctzll(low) : 64 + (unsigned)__builtin_ctzll((uint64_t)(cells >> 64));
}

static unsigned last_cell(board_cells cells)
{
    uint64_t high = (uint64_t)(cells >> 64);
    return high != 0 ? 127 - (unsigned)__builtin_clzll(high) : 63 - (unsigned)__builtin_clzll((uint64_t)cells);
}

/* ---- bytes ---- */

/* The bits up to the last one that is set, of up to 17 bytes; that one itself is the 129th of 128 cells. */
static board_cells bits_of(const unsigned char *bytes, size_t size)
{
    uint64_t word = 0;
    if (size > 8) {
        board_cells wide = 0;
        for (size_t i = size > BOARD_CELLS_MAX / 8 ? BOARD_CELLS_MAX / 8 : size; i > 0; i--)
            wide = wide << 8 | bytes[i - 1];
        return wide;
    }
    for (size_t i = size; i > 0; i--)
        word = word << 8 | bytes[i - 1];
    return word;
}

board board_read(grundy_bytes summand)
{
    board b = {.cols = summand.data[0]};
    size_t size = summand.size - 1;
    unsigned end = (unsigned)size * 8 - 8 + 31 - (unsigned)__builtin_clz(summand.data[size]);
    b.free = bits_of(summand.data + 1, size);
    if (end < BOARD_CELLS_MAX)
        b.free ^= (board_cells)1 << end;
    b.rows = b.cols == 0 ? end : end / b.cols;
    return b;
}

size_t board_write(const board *b, unsigned char *out)
{
    unsigned end = b->cols == 0 ? b->rows : b->rows * b->cols;
    size_t bytes = end / 8 + 1;
    out[0] = (unsigned char)b->cols;
    for (size_t i = 0; i < bytes; i++)
        out[1 + i] = (unsigned char)(i < BOARD_CELLS_MAX / 8 ? b->free >> (8 * i) : 0);
    out[bytes] = (unsigned char)(out[bytes] | 1u << (end % 8));
    return bytes + 1;
}

static grundy_status append_board(grundy_buffer *out, const board *b)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    return grundy_append(out, bytes, board_write(b, bytes));
}

static grundy_status add_board(grundy_list *out, const board *b)
{
    unsigned char bytes[BOARD_BYTES_MAX];
    return grundy_list_add(out, bytes, board_write(b, bytes));
}

/* ---- text ---- */

/* Read one row of . and #; its length is given by the first row. */
static grundy_status parse_row(grundy_scanner *s, board *b)
{
    unsigned length = 0;
    for (;;) {
        bool free_cell = grundy_scan_accept(s, ".");
        if (!free_cell && !grundy_scan_accept(s, "#"))
            break;
        unsigned cell = b->rows * b->cols + length;
        if (cell >= BOARD_CELLS_MAX)
            return grundy_scan_fail(s, "at most %d cells", BOARD_CELLS_MAX);
        if (free_cell)
            b->free |= (board_cells)1 << cell;
        length++;
    }
    if (length == 0 || (b->rows > 0 && length != b->cols))
        return b->rows == 0 ? grundy_scan_fail(s, "'.' or '#'")
                            : grundy_scan_fail(s, "a row of %u cells, each '.' or '#'", b->cols);
    b->cols = length;
    b->rows++;
    return GRUNDY_OK;
}

static grundy_status parse_size(grundy_scanner *s, board *b)
{
    unsigned column = grundy_scan_column(s);
    uint64_t rows, cols;
    TRY(grundy_scan_integer(s, "number of rows", 0, BOARD_CELLS_MAX, &rows));
    TRY(grundy_scan_expect(s, "x"));
    TRY(grundy_scan_integer(s, "number of columns", 0, BOARD_CELLS_MAX, &cols));
    if (rows * cols > BOARD_CELLS_MAX)
        return grundy_scan_reject(s, column, "a board of %u x %u has more than %d cells", (unsigned)rows,
                                  (unsigned)cols, BOARD_CELLS_MAX);
    *b = (board){(unsigned)rows, (unsigned)cols, low_bits((unsigned)(rows * cols))};
    return GRUNDY_OK;
}

grundy_status boards_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    (void)g;
    (void)r;
    board b = {0};
    char next = grundy_scan_peek(s);
    if (next != '.' && next != '#')
        TRY(parse_size(s, &b));
    else
        do
            TRY(parse_row(s, &b));
        while (grundy_scan_accept(s, "/"));
    return append_board(out, &b);
}

grundy_status boards_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    board b = board_read(summand);
    unsigned count = b.rows * b.cols;
    if (b.free == low_bits(count))
        return grundy_appendf(out, "%ux%u", b.rows, b.cols);
    for (unsigned cell = 0; cell < count; cell++) {
        if (cell > 0 && cell % b.cols == 0)
            TRY(grundy_append(out, "/", 1));
        TRY(grundy_append(out, b.free >> cell & 1 ? "." : "#", 1));
    }
    return GRUNDY_OK;
}

grundy_status boards_view(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    board b = board_read(summand);
    for (unsigned cell = 0; cell < b.rows * b.cols; cell++) {
        TRY(grundy_append(out, b.free >> cell & 1 ? "." : "#", 1));
        if (cell % b.cols == b.cols - 1)
            TRY(grundy_append(out, "\n", 1));
    }
    return GRUNDY_OK;
}

/* ---- the state ---- */

/* The values of the octal game 0.07, by its definition. */
static void fill_strips(board_rules *rules)
{
    for (unsigned n = 2; n <= BOARD_CELLS_MAX; n++) {
        uint64_t seen[4] = {0};
        for (unsigned left = 0; left + 2 <= n; left++) {
            unsigned value = rules->strip[left] ^ rules->strip[n - 2 - left];
            seen[value / 64] |= (uint64_t)1 << value % 64;
        }
        unsigned mex = 0;
        while (seen[mex / 64] >> mex % 64 & 1)
            mex++;
        rules->strip[n] = (unsigned char)mex;
    }
}

grundy_status boards_open_rules(grundy *g, grundy_ruleset *r, const grundy_arg *self, unsigned dominoes,
                                bool transposes)
{
    grundy_status status = GRUNDY_OK;
    if (self->parenthesised)
        return grundy_arg_fail(g, self, "%s takes no arguments", self->text);
    board_rules *rules = handle_new(g, 1, sizeof *rules, &status);
    if (rules == NULL)
        return status;
    rules->dominoes = dominoes;
    rules->transposes = transposes;
    grundy_ruleset_set_symmetries(r, GRUNDY_SYMMETRY_REFLECT | GRUNDY_SYMMETRY_TRIM |
                                         (transposes ? GRUNDY_SYMMETRY_TRANSPOSE : 0u));
    fill_strips(rules);
    grundy_ruleset_set_state(r, rules);
    if (dominoes == (DOMINOES_HORIZONTAL | DOMINOES_VERTICAL)) {
        rules->small = handle_new(g, BOARD_SMALL_SETS, sizeof *rules->small, &status);
        const uint64_t limit = grundy_get_limits(g).memory, size = BOARD_RECENT * sizeof *rules->recent;
        if (limit == 0 || size <= limit / 16)
            rules->recent = handle_try(g, NULL, 0, size);
        boards_learn(r, (grundy_bytes){NULL, 0}, 0);
    }
    return status;
}

void boards_close(grundy *g, void *state)
{
    board_rules *rules = state;
    if (rules->small != NULL)
        handle_free(g, (void *)rules->small, BOARD_SMALL_SETS * sizeof *rules->small);
    if (rules->recent != NULL)
        handle_free(g, (void *)rules->recent, BOARD_RECENT * sizeof *rules->recent);
    handle_free(g, rules, sizeof *rules);
}

/* ---- moves ---- */

static board_cells column_cells(const board *b, unsigned col)
{
    board_cells cells = 0;
    for (unsigned r = 0; r < b->rows; r++)
        cells |= (board_cells)1 << (r * b->cols + col);
    return cells;
}

/* Shifts by all 128 bits and more are not defined in C. */
static board_cells up(board_cells cells, unsigned by)
{
    return by >= BOARD_CELLS_MAX ? 0 : cells >> by;
}

static board_cells down(board_cells cells, unsigned by)
{
    return by >= BOARD_CELLS_MAX ? 0 : cells << by;
}

board_cells board_moves(const board *b, unsigned domino)
{
    if (b->free == 0)
        return 0;
    if (domino == DOMINOES_VERTICAL)
        return b->free & up(b->free, b->cols);
    return b->free & b->free >> 1 & ~column_cells(b, b->cols - 1);
}

grundy_status boards_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    const board b = board_read(summand);
    for (unsigned domino = DOMINOES_HORIZONTAL; domino <= DOMINOES_VERTICAL; domino++) {
        if (!(rules_of(r)->dominoes & domino))
            continue;
        board_cells shape = 1 | (domino == DOMINOES_VERTICAL ? down(1, b.cols) : 2);
        for (board_cells moves = board_moves(&b, domino); moves != 0; moves &= moves - 1) {
            board after = b;
            after.free &= ~(shape << first_cell(moves));
            TRY(add_board(out, &after));
        }
    }
    return GRUNDY_OK;
}

/* ---- components and symmetries ---- */

board_cells board_component(const board *b, unsigned dominoes)
{
    board_cells not_first = ~column_cells(b, 0), not_last = ~column_cells(b, b->cols - 1);
    board_cells component = b->free & (~b->free + 1), before;
    do {
        before = component;
        if (dominoes & DOMINOES_HORIZONTAL)
            component |= ((component << 1 & not_first) | (component >> 1 & not_last)) & b->free;
        if (dominoes & DOMINOES_VERTICAL)
            component |= (down(component, b->cols) | up(component, b->cols)) & b->free;
    } while (component != before);
    return component;
}

/* The cells that some domino can cover. */
static board_cells live_cells(const board *b, unsigned dominoes)
{
    board_cells live = 0, moves;
    if (dominoes & DOMINOES_HORIZONTAL) {
        moves = board_moves(b, DOMINOES_HORIZONTAL);
        live |= moves | moves << 1;
    }
    if (dominoes & DOMINOES_VERTICAL) {
        moves = board_moves(b, DOMINOES_VERTICAL);
        live |= moves | down(moves, b->cols);
    }
    return live;
}

/* The board in its bounding box. */
static board cropped(const board *b)
{
    if (b->free == 0)
        return (board){0};
    unsigned top = first_cell(b->free) / b->cols, bottom = last_cell(b->free) / b->cols;
    unsigned left = 0, right = b->cols - 1;
    while ((b->free & column_cells(b, left)) == 0)
        left++;
    while ((b->free & column_cells(b, right)) == 0)
        right--;
    board box = {bottom - top + 1, right - left + 1, 0};
    for (unsigned r = 0; r < box.rows; r++)
        box.free |= (b->free >> ((top + r) * b->cols + left) & low_bits(box.cols)) << (r * box.cols);
    return box;
}

/* The images of a board: columns reversed, rows reversed, rows and columns exchanged. */
enum { IMAGE_COLUMNS = 1, IMAGE_ROWS = 2, IMAGE_TRANSPOSED = 4 };

static board board_image(const board *b, unsigned how)
{
    bool transposed = how & IMAGE_TRANSPOSED;
    board out = {transposed ? b->cols : b->rows, transposed ? b->rows : b->cols, 0};
    for (board_cells rest = b->free; rest != 0; rest &= rest - 1) {
        unsigned cell = first_cell(rest), r = cell / b->cols, c = cell % b->cols;
        r = how & IMAGE_ROWS ? b->rows - 1 - r : r;
        c = how & IMAGE_COLUMNS ? b->cols - 1 - c : c;
        out.free |= (board_cells)1 << (transposed ? c * out.cols + r : r * out.cols + c);
    }
    return out;
}

/* Of the images, those that are at least as wide as high come first, then the least set of cells. */
static bool before_in_order(const board *a, const board *b)
{
    return a->cols != b->cols ? a->cols > b->cols : a->free < b->free;
}

/* The first in the order of those images of a board that use nothing but what is allowed. */
static board first_image(const board *b, unsigned allowed)
{
    board best = *b;
    for (unsigned how = 1; how <= allowed; how++) {
        if ((how & ~allowed) != 0)
            continue;
        board other = board_image(b, how);
        if (before_in_order(&other, &best))
            best = other;
    }
    return best;
}

board board_canonical(const board *b, unsigned dominoes, bool transposes)
{
    board live = *b;
    live.free = live_cells(b, dominoes);
    board box = cropped(&live);
    return first_image(&box, IMAGE_COLUMNS | IMAGE_ROWS | (transposes ? IMAGE_TRANSPOSED : 0u));
}

grundy_status boards_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    board b = board_read(summand), canonical = board_canonical(&b, rules_of(r)->dominoes, rules_of(r)->transposes);
    return append_board(out, &canonical);
}

/* Of the free cells, those that have no free neighbour beside, above or below them may be left out. */
static grundy_status boards_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                                   grundy_buffer *out)
{
    (void)g;
    (void)r;
    unsigned images = symmetries & GRUNDY_SYMMETRY_REFLECT ? IMAGE_COLUMNS | IMAGE_ROWS : 0;
    if (symmetries & GRUNDY_SYMMETRY_TRANSPOSE)
        images |= IMAGE_TRANSPOSED;
    board b = board_read(summand);
    if (symmetries & GRUNDY_SYMMETRY_TRIM) {
        b.free = live_cells(&b, DOMINOES_HORIZONTAL | DOMINOES_VERTICAL);
        b = cropped(&b);
    }
    b = first_image(&b, images);
    return append_board(out, &b);
}

const native_space boards_space = {.encoding = GRUNDY_ENCODING_BOARDS, .reduce = boards_reduce};

grundy_status boards_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    (void)g;
    board rest = board_read(summand);
    while (rest.free != 0) {
        board part = rest;
        part.free = board_component(&rest, rules_of(r)->dominoes);
        rest.free &= ~part.free;
        board box = cropped(&part);
        if (box.rows * box.cols > 1)
            TRY(add_board(out, &box));
    }
    return GRUNDY_OK;
}

/* ---- closed forms ---- */

/* The nim-sum of the components' values, where all have a closed form. */
static bool known_sum(const board_rules *rules, board rest, uint64_t *sum)
{
    uint64_t value;
    while (rest.free != 0) {
        board part = rest;
        part.free = board_component(&rest, rules->dominoes);
        rest.free &= ~part.free;
        board canonical = board_canonical(&part, rules->dominoes, rules->transposes);
        if (!board_known_value(rules, &canonical, &value))
            return false;
        *sum ^= value;
    }
    return true;
}

grundy_status boards_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                             grundy_question question, uint64_t *out, const char **reason)
{
    (void)g;
    uint64_t sum = 0;
    if (question != GRUNDY_VALUE && question != GRUNDY_OUTCOME)
        return GRUNDY_DOMAIN;
    for (size_t i = 0; i < count; i++)
        if (!known_sum(rules_of(r), board_read(summands[i]), &sum))
            return GRUNDY_DOMAIN;
    *out = question == GRUNDY_OUTCOME ? sum != 0 : sum;
    *reason = rules_of(r)->transposes
                  ? "a strip is a heap of the octal game 0.07; a board that is symmetric under a half "
                    "turn, no move overlapping its image, has value 0"
                  : "each strip is a heap of the octal game 0.07";
    return GRUNDY_OK;
}

/* ---- for tests ---- */

grundy_status boards_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size, grundy_buffer *out)
{
    (void)g;
    (void)r;
    unsigned side = 2;
    while (side < 11 && side * side < size)
        side++;
    board b = {.rows = 1 + (unsigned)(grundy_random(seed) % side), .cols = 1 + (unsigned)(grundy_random(seed) % side)};
    board_cells random = grundy_random(seed) | grundy_random(seed);
    random = random << 64 | grundy_random(seed) | grundy_random(seed);
    b.free = low_bits(b.rows * b.cols) & (grundy_random(seed) % 4 == 0 ? ~(board_cells)0 : random);
    return append_board(out, &b);
}
