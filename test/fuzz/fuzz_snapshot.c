/* The table of a search, in a store that somebody or something has changed. The first byte chooses the search, the second
 * what is done to its snapshot:
 *
 *   damage     bytes are changed, put in, taken out: it is refused in one line and left alone, or the value is that of
 *              plain recursion
 *   choose     some of its entries, in any order and number, with right checksums: the value is that of plain recursion
 *   forge      entries and blocks that nobody has written, with right checksums: it is refused in one line, or gives an
 *              answer, be it false, and what is saved after it is read again
 *
 * The blocks are written down here once more from their description (solvers/snapshot.c). */
#include "fuzz_file.h"
#include "solvers/solver.h"

enum { CONTENT_MAX = 1 << 18, BEFORE = 5, AFTER = 8, ENTRIES_MAX = 4096 };

/* Few bytes, so that a table that is made for a false size of it takes no time. */
#define TABLE_MEMORY (UINT64_C(8) << 20)

static const struct {
    const char *ruleset, *position;
    grundy_question question;
} searches[] = {
    {"cram", "2x3", GRUNDY_VALUE},
    {"cram", "3x3", GRUNDY_VALUE},
    {"cram", "2x2 + 2x3", GRUNDY_MISERE_VALUE},
    {"push-cram", "2x3", GRUNDY_VALUE},
    {"sum(cram,domineering-rows,kayles)", "2x2 | 2x3 | 4", GRUNDY_VALUE},
    {"push(cram,push(domineering-columns,cram))", "2x2", GRUNDY_MISERE_VALUE},
    {"grundys-game", "11", GRUNDY_VALUE},
};

typedef struct {
    unsigned char bytes[CONTENT_MAX];
    size_t size;
} content;

static char path[64]; /* of the store */

static void store_content(const content *c)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(c->bytes, 1, c->size, file) != c->size || fclose(file) != 0)
        abort();
}

static void read_content(content *out)
{
    FILE *file = fopen(path, "rb");
    fuzz_must(file != NULL, "what was saved is not there");
    out->size = fread(out->bytes, 1, sizeof out->bytes, file);
    fclose(file);
    fuzz_must(out->size < sizeof out->bytes, "what was saved is too large for this test");
}

/* ---- searches ---- */

static grundy_status solve(grundy *g, unsigned which, grundy_method method, uint64_t *value)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, searches[which].ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, searches[which].position, &position);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, searches[which].question, method, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&position), &answer);
    grundy_solver_close(s);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    *value = answer.value;
    return status;
}

static uint64_t plain_value(unsigned which)
{
    static uint64_t values[GRUNDY_COUNT(searches)];
    static bool known[GRUNDY_COUNT(searches)];
    if (!known[which]) {
        grundy *g = fuzz_open();
        fuzz_limit(g, 0);
        if (solve(g, which, GRUNDY_BRUTE, &values[which]) != GRUNDY_OK)
            abort();
        known[which] = true;
        fuzz_close(g);
    }
    return values[which];
}

static grundy *open_small(double seconds)
{
    const grundy_limits limits = {.memory = TABLE_MEMORY, .seconds = seconds};
    grundy *g = fuzz_open();
    grundy_set_limits(g, &limits);
    return g;
}

static const content *true_snapshot(unsigned which)
{
    static content made[GRUNDY_COUNT(searches)];
    uint64_t value;
    if (made[which].size > 0)
        return &made[which];
    unlink(path);
    grundy *g = open_small(0);
    if (grundy_store_open(g, path, 0) != GRUNDY_OK || solve(g, which, GRUNDY_SEARCH, &value) != GRUNDY_OK ||
        grundy_store_save(g) != GRUNDY_OK)
        abort();
    fuzz_close(g);
    read_content(&made[which]);
    fuzz_must(value == plain_value(which), "the search is wrong without any snapshot");
    return &made[which];
}

/* Search with the content for a store, and save; *saved is what is in the file then. */
static grundy_status search_with(const content *c, unsigned which, double seconds, uint64_t *value, content *saved)
{
    store_content(c);
    grundy *g = open_small(seconds);
    grundy_status status = grundy_store_open(g, path, 0);
    if (status == GRUNDY_OK)
        status = solve(g, which, GRUNDY_SEARCH, value);
    if (status != GRUNDY_OK)
        fuzz_refused(g, status, "the snapshot");
    fuzz_must(grundy_store_save(g) == GRUNDY_OK, "saving fails: %s", grundy_message(g));
    read_content(saved);
    if (status == GRUNDY_IO)
        fuzz_must(saved->size == c->size && memcmp(saved->bytes, c->bytes, c->size) == 0,
                  "what was refused has been changed");
    fuzz_close(g);
    return status;
}

/* believed: whatever is accepted is true. The second search has no time limit: on a busy machine half a second can pass
 * in which a process does nothing. */
static void check(const content *c, unsigned which, bool believed)
{
    static content saved, again;
    uint64_t value = 0, second = 0;
    grundy_status status = search_with(c, which, FUZZ_SECONDS, &value, &saved);
    if (status == GRUNDY_OK && believed)
        fuzz_must(value == plain_value(which), "value %" PRIu64 " instead of %" PRIu64, value, plain_value(which));
    if (status == GRUNDY_OK) {
        status = search_with(&saved, which, 0, &second, &again);
        fuzz_must(status == GRUNDY_OK, "what was saved is refused: %s", grundy_status_text(status));
        fuzz_must(value == second, "from what was saved comes %" PRIu64 " instead of %" PRIu64, second, value);
    }
}

/* ---- damage ---- */

static void check_damaged(unsigned which, const uint8_t *data, size_t size)
{
    static content c;
    c = *true_snapshot(which);
    for (; size >= FUZZ_EDIT; data += FUZZ_EDIT, size -= FUZZ_EDIT)
        fuzz_edit(c.bytes, &c.size, CONTENT_MAX, data);
    check(&c, which, true);
}

/* ---- blocks with right checksums ---- */

static uint64_t low_first(const unsigned char *bytes, size_t size)
{
    uint64_t n = 0;
    while (size-- > 0)
        n = n << 8 | bytes[size];
    return n;
}

static void put_low_first(unsigned char *out, uint64_t n, size_t size)
{
    for (size_t i = 0; i < size; i++, n >>= 8)
        out[i] = (unsigned char)n;
}

/* A file that is being written, from its first block on. */
typedef struct {
    content c;
    uint64_t sum, count;
} forgery;

static void add_block(forgery *f, unsigned char kind, const void *payload, size_t size)
{
    unsigned char *block = f->c.bytes + f->c.size;
    if (size + BEFORE + AFTER > CONTENT_MAX - f->c.size)
        return;
    block[0] = kind;
    put_low_first(block + 1, size, 4);
    if (size > 0)
        memcpy(block + BEFORE, payload, size);
    for (size_t i = 0; i < BEFORE + size; i += 8) {
        size_t word = BEFORE + size - i < 8 ? BEFORE + size - i : 8;
        f->sum = (f->sum ^ low_first(block + i, word)) * UINT64_C(0x9e3779b97f4a7c15);
        f->sum ^= f->sum >> 32;
    }
    put_low_first(block + BEFORE + size, f->sum, AFTER);
    f->c.size += BEFORE + size + AFTER;
    f->count++;
}

/* The text, header and names of the true one; *rest is what follows them. */
static void begin_forgery(forgery *f, const content *whole, const unsigned char **rest)
{
    static const char last_line[] = "\nchecksum ";
    const unsigned char *line = memmem(whole->bytes, whole->size, last_line, sizeof last_line - 1);
    fuzz_must(line != NULL, "the text of a store has no end");
    size_t text = (size_t)(line - whole->bytes) + sizeof last_line - 1 + 17;
    memcpy(f->c.bytes, whole->bytes, text);
    f->c.size = text;
    f->sum = f->count = 0;
    for (*rest = whole->bytes + text; **rest == 'H' || **rest == 'N';) {
        size_t size = (size_t)low_first(*rest + 1, 4);
        add_block(f, **rest, *rest + BEFORE, size);
        *rest += BEFORE + size + AFTER;
    }
    fuzz_must(f->c.size == (size_t)(*rest - whole->bytes) && memcmp(f->c.bytes, whole->bytes, f->c.size) == 0,
              "the blocks are not what their description says");
}

static void end_forgery(forgery *f)
{
    unsigned char count[8];
    put_low_first(count, f->count, sizeof count);
    add_block(f, 'Z', count, sizeof count);
}

/* The number in base 128 at *at, which moves behind it. */
static uint64_t base_128(const unsigned char **at)
{
    uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
        n |= (uint64_t)(**at & 127) << shift;
        if ((*(*at)++ & 128) == 0)
            return n;
    }
}

static size_t list_entries(const unsigned char *rest, grundy_bytes *out)
{
    size_t count = 0;
    for (; *rest == 'E'; rest += BEFORE + (size_t)low_first(rest + 1, 4) + AFTER) {
        const unsigned char *at = rest + BEFORE, *end = at + low_first(rest + 1, 4);
        while (at < end && count < ENTRIES_MAX) {
            const unsigned char *entry = at++;
            uint64_t length = base_128(&at);
            base_128(&at);
            at += length;
            out[count++] = (grundy_bytes){entry, (size_t)(at - entry)};
        }
    }
    return count;
}

static void check_chosen(unsigned which, const uint8_t *data, size_t size)
{
    static forgery f;
    static grundy_bytes entries[ENTRIES_MAX];
    const unsigned char *rest;
    begin_forgery(&f, true_snapshot(which), &rest);
    size_t count = list_entries(rest, entries);
    for (size_t i = 0; count > 0 && i + 1 < size; i += 2) {
        grundy_bytes entry = entries[(size_t)(data[i] + 256 * data[i + 1]) % count];
        add_block(&f, 'E', entry.data, entry.size);
    }
    end_forgery(&f);
    check(&f.c, which, true);
}

/* Each block: its kind, its size, its bytes. */
static void check_forged(unsigned which, const uint8_t *data, size_t size)
{
    static forgery f;
    static const char kinds[] = "EEENHZ";
    const unsigned char *rest;
    begin_forgery(&f, true_snapshot(which), &rest);
    while (size >= 2) {
        size_t length = data[1] < size - 2 ? data[1] : size - 2;
        add_block(&f, (unsigned char)kinds[data[0] % (sizeof kinds - 1)], data + 2, length);
        data += 2 + length;
        size -= 2 + length;
    }
    end_forgery(&f);
    check(&f.c, which, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(unsigned, const uint8_t *, size_t) = {check_damaged, check_chosen, check_forged};
    if (size < 2)
        return 0;
    snprintf(path, sizeof path, "%s/grundy-fuzz-snapshot-%ld", fuzz_directory(), (long)getpid());
    checks[data[1] % GRUNDY_COUNT(checks)](data[0] % GRUNDY_COUNT(searches), data + 2, size - 2);
    unlink(path);
    return 0;
}
