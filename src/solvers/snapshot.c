/* snapshot.c - the table of a search in the handle's store
 *
 * What is written behind the store's text is a row of blocks, all numbers with the low byte first:
 *
 *     1 byte    kind: H header, N name, E entries, Z end
 *     4 bytes   size of what follows
 *     ...       H: format, kind of play (a byte each), mark (8), extent of the table (8), how many names (4), version
 *               N: the name of a ruleset; the one that was searched is the first. A key begins with such a number.
 *               E: entries, as table_copy makes them
 *               Z: how many blocks came before (8)
 *     8 bytes   checksum of everything from the first block to here
 *
 * Each step of the checksum is a bijection of what it has been, so that no single damaged word goes unseen.
 *
 * The mark tells whether the keys mean now what they meant when they were written. It is made from the version, the
 * ruleset's name, the files that it names, and the keys of some positions and of their options.
 *
 * In a team each member has a table, which takes in what took the others long (solvers/news.h); all read the file, and the
 * first member writes its table.
 *
 * The table is copied while the search goes on, a block at a time. Of an entry that changes meanwhile the old state is
 * as true as the new one; one that comes later is missed. */
#include "solvers/snapshot.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/team.h"
#include "rulesets/octal/store.h"

/* To be raised when the blocks change, or what an entry of a search says. */
enum { FORMAT = 2 };

enum { BEFORE = 5, PAYLOAD = 65536, AFTER = 8, HEADER = 22, VERSION_MAX = 64 };

/* The positions that the mark is made from. */
enum { SAMPLES = 12, SAMPLE_SIZE = 4, SAMPLE_OPTIONS = 4096 };

typedef struct snapshot {
    table *t;
    uint64_t mark;
    bool misere;
    grundy_list names;   /* of the rulesets, by number, each with its final zero */
    grundy_solver *user; /* that searches; NULL: none does now */
    unsigned char block[BEFORE + PAYLOAD + AFTER];
} snapshot;

/* A run of blocks, written or read. */
typedef struct {
    FILE *file;
    uint64_t sum, count;
    unsigned char *block;
    unsigned char kind; /* of the block at hand */
    size_t size;
    const char *wrong; /* with it; NULL: it is as it was written */
} block_run;

/* What a header says. */
typedef struct {
    unsigned format;
    bool misere;
    uint64_t mark, extent;
    size_t names;
    char version[VERSION_MAX + 1];
} header;

/* ---- blocks ---- */

static void put_le(unsigned char *out, uint64_t n, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)(n >> 8 * i);
}

static uint64_t get_le(const unsigned char *bytes, size_t size)
{
    uint64_t n = 0;
    for (size_t i = 0; i < size; i++)
        n |= (uint64_t)bytes[i] << 8 * i;
    return n;
}

static uint64_t sum_more(uint64_t h, const unsigned char *bytes, size_t size)
{
    for (; size > 0; bytes += size < 8 ? size : 8, size -= size < 8 ? size : 8) {
        h = (h ^ get_le(bytes, size < 8 ? size : 8)) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return h;
}

/* Write the block whose payload has been put in its place. */
static bool write_block(block_run *b, unsigned char kind, size_t size)
{
    b->block[0] = kind;
    put_le(b->block + 1, size, 4);
    b->sum = sum_more(b->sum, b->block, BEFORE + size);
    put_le(b->block + BEFORE + size, b->sum, AFTER);
    b->count++;
    return fwrite(b->block, 1, BEFORE + size + AFTER, b->file) == BEFORE + size + AFTER;
}

static const char *read_whole(block_run *b)
{
    if (fread(b->block, 1, BEFORE, b->file) != BEFORE)
        return "is missing, or its beginning";
    b->kind = b->block[0];
    b->size = (size_t)get_le(b->block + 1, 4);
    if (b->size > PAYLOAD)
        return "is too long";
    if (fread(b->block + BEFORE, 1, b->size + AFTER, b->file) != b->size + AFTER)
        return "is longer than what is left of the file";
    b->sum = sum_more(b->sum, b->block, BEFORE + b->size);
    return get_le(b->block + BEFORE + b->size, AFTER) == b->sum ? NULL
                                                                : "has another checksum than it was written with";
}

/* Read the next block; false when there is none that is whole. */
static bool snapshot_read_block(block_run *b)
{
    b->count++;
    b->wrong = read_whole(b);
    return b->wrong == NULL;
}

/* ---- writing ---- */

static size_t put_header(const snapshot *n, unsigned char *out)
{
    out[0] = FORMAT;
    out[1] = n->misere;
    put_le(out + 2, n->mark, 8);
    put_le(out + 10, table_extent(n->t), 8);
    put_le(out + 18, grundy_list_count(&n->names), 4);
    memcpy(out + HEADER, GRUNDY_VERSION, sizeof GRUNDY_VERSION - 1);
    return HEADER + sizeof GRUNDY_VERSION - 1;
}

static bool write_names(block_run *b, const grundy_list *names)
{
    for (size_t i = 0; i < grundy_list_count(names); i++) {
        grundy_bytes name = grundy_list_at(names, i);
        memcpy(b->block + BEFORE, name.data, name.size - 1);
        if (!write_block(b, 'N', name.size - 1))
            return false;
    }
    return true;
}

static bool write_entries(block_run *b, table *t, const atomic_bool *cancel)
{
    table_cursor at = {0};
    size_t size;
    while ((size = table_copy(t, &at, b->block + BEFORE, PAYLOAD)) > 0) {
        if (atomic_load_explicit(cancel, memory_order_relaxed)) {
            errno = 0;
            return false;
        }
        if (!write_block(b, 'E', size))
            return false;
    }
    return true;
}

/* Has a ruleset got a number whose name has not been written? Then some keys may begin with it. */
static bool names_are_all(const snapshot *n)
{
    errno = 0;
    return n->user == NULL || atomic_load(&n->user->registry.count) == grundy_list_count(&n->names);
}

static bool write_snapshot(void *state, FILE *file, const atomic_bool *cancel)
{
    snapshot *n = state;
    block_run b = {.file = file, .block = n->block};
    bool written = write_block(&b, 'H', put_header(n, n->block + BEFORE)) && write_names(&b, &n->names) &&
                   write_entries(&b, n->t, cancel) && names_are_all(n);
    put_le(n->block + BEFORE, b.count, 8);
    return written && write_block(&b, 'Z', 8);
}

static const char *play_of(bool misere)
{
    return misere ? "misere play" : "normal play";
}

/* The names of all rulesets that have a number by now. */
static grundy_status learn_names(snapshot *n)
{
    registry *reg = &n->user->registry;
    for (size_t i = grundy_list_count(&n->names); i < atomic_load(&reg->count); i++) {
        const char *name = registry_name(reg, i);
        if (strlen(name) > PAYLOAD)
            return grundy_fail(n->names.bytes.g, GRUNDY_LIMIT, "the name of a ruleset is too long for a store");
        TRY(grundy_list_add(&n->names, name, strlen(name) + 1));
    }
    return GRUNDY_OK;
}

static grundy_status prepare_snapshot(grundy *g, void *state, grundy_buffer *title)
{
    (void)g;
    snapshot *n = state;
    if (n->user != NULL)
        TRY(learn_names(n));
    return grundy_appendf(title, "of %s in %s", (const char *)grundy_list_at(&n->names, 0).data, play_of(n->misere));
}

static void close_snapshot(grundy *g, void *state)
{
    snapshot *n = state;
    if (n->user != NULL)
        n->user->snapshot = NULL; /* it goes on with the table, and closes it */
    else
        table_close(n->t);
    grundy_list_close(&n->names);
    handle_free(g, n, sizeof *n);
}

/* ---- the mark ---- */

/* Add the keys of a position's components, in any order. */
static grundy_status mark_position(grundy *g, registry *reg, grundy_bytes position, bool misere, uint64_t *mark)
{
    grundy_list keys = grundy_list_open(g);
    grundy_status status = normal_form(g, reg, position, misere ? SPLIT_ISOMORPHIC : SPLIT_EQUAL, &keys);
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&keys); i++) {
        grundy_bytes key = grundy_list_at(&keys, i);
        *mark += hash_more(HASH_START, key.data, key.size);
    }
    grundy_list_close(&keys);
    return status;
}

static grundy_status mark_options(grundy *g, registry *reg, grundy_bytes position, bool misere, uint64_t *mark)
{
    grundy_list options = grundy_list_open(g);
    grundy_status status = grundy_position_options(g, registry_ruleset(reg, 0), position, &options);
    if (status == GRUNDY_OK)
        status = mark_position(g, reg, position, misere, mark);
    size_t count = grundy_list_count(&options);
    for (size_t i = 0; status == GRUNDY_OK && i < (count < SAMPLE_OPTIONS ? count : SAMPLE_OPTIONS); i++)
        status = mark_position(g, reg, grundy_list_at(&options, i), misere, mark);
    grundy_list_close(&options);
    return status;
}

static grundy_status mark_samples(grundy_solver *s, registry *reg, bool misere, uint64_t *mark)
{
    grundy_buffer position = grundy_buffer_open(s->g);
    grundy_status status = GRUNDY_OK;
    uint64_t seed = 1;
    for (unsigned i = 0; status == GRUNDY_OK && s->r->family->random != NULL && i < SAMPLES; i++) {
        position.size = 0;
        status = grundy_position_random(s->g, s->r, &seed, 1 + i % SAMPLE_SIZE, &position);
        if (status == GRUNDY_OK)
            status = mark_options(s->g, reg, grundy_buffer_bytes(&position), misere, mark);
        if (status == GRUNDY_LIMIT || status == GRUNDY_DOMAIN) { /* then without this one */
            handle_clear(s->g);
            status = GRUNDY_OK;
        }
    }
    grundy_buffer_close(&position);
    return status;
}

/* With a registry of its own, so that numbers are given in the same order each time. */
static grundy_status make_mark(grundy_solver *s, bool misere, uint64_t *out)
{
    grundy_status status = GRUNDY_OK;
    uint64_t mark = 0, samples = 0;
    TRY(grundy_ruleset_digest(s->g, s->r, &mark));
    registry *reg = handle_new(s->g, 1, sizeof *reg, &status);
    if (reg == NULL)
        return status;
    pthread_mutex_init(&reg->lock, NULL);
    reg->reserved = grundy_list_open(s->g);
    atomic_init(&reg->rulesets[0], s->r);
    atomic_init(&reg->count, 1);
    status = mark_samples(s, reg, misere, &samples);
    grundy_list_close(&reg->reserved);
    pthread_mutex_destroy(&reg->lock);
    handle_free(s->g, reg, sizeof *reg);
    unsigned char bytes[8];
    put_le(bytes, samples, sizeof bytes);
    *out = hash_more(hash_more(mark, bytes, sizeof bytes), GRUNDY_VERSION, sizeof GRUNDY_VERSION);
    return status;
}

/* ---- reading ---- */

static bool read_header(block_run *b, header *h)
{
    if (!snapshot_read_block(b) || b->kind != 'H' || b->size < HEADER || b->size > HEADER + VERSION_MAX)
        return false;
    const unsigned char *bytes = b->block + BEFORE;
    *h = (header){.format = bytes[0],
                  .misere = bytes[1] != 0,
                  .mark = get_le(bytes + 2, 8),
                  .extent = get_le(bytes + 10, 8),
                  .names = (size_t)get_le(bytes + 18, 4)};
    memcpy(h->version, bytes + HEADER, b->size - HEADER);
    return h->names >= 1 && h->names <= REGISTRY_MAX;
}

static grundy_status read_names(block_run *b, const header *h, grundy_list *names, bool *good)
{
    *good = true;
    for (size_t i = 0; i < h->names && *good; i++) {
        *good =
            snapshot_read_block(b) && b->kind == 'N' && b->size > 0 && memchr(b->block + BEFORE, 0, b->size) == NULL;
        if (!*good)
            break;
        b->block[BEFORE + b->size] = 0;
        TRY(grundy_list_add(names, b->block + BEFORE, b->size + 1));
    }
    return GRUNDY_OK;
}

/* The header and the names, if they are whole. */
static grundy_status read_beginning(block_run *b, header *h, grundy_list *names, bool *good)
{
    *good = read_header(b, h);
    return *good && h->format == FORMAT ? read_names(b, h, names, good) : GRUNDY_OK;
}

static grundy_status read_entries(grundy *g, block_run *b, table *t, bool *good, uint64_t *count)
{
    while ((*good = snapshot_read_block(b)) && b->kind == 'E') {
        TRY(grundy_check(g));
        grundy_report(g, "blocks of the store", b->count, 0);
        if (!(*good = table_take(t, b->block + BEFORE, b->size, count)))
            return GRUNDY_OK;
    }
    if (*good && b->kind == 'Z' && getc(b->file) != EOF)
        b->wrong = "is the last, and something follows it";
    *good = *good && b->wrong == NULL && b->kind == 'Z' && b->size == 8 && get_le(b->block + BEFORE, 8) == b->count - 1;
    return GRUNDY_OK;
}

/* Is the table one for this snapshot? The line says why not; empty: it is. */
static grundy_status snapshot_compare(const snapshot *n, const header *h, const grundy_list *names, grundy_buffer *why)
{
    const char *own = (const char *)grundy_list_at(&n->names, 0).data;
    if (h->format != FORMAT)
        return grundy_appendf(why, "its table has the format %u, and this version reads format %d", h->format, FORMAT);
    const char *name = (const char *)grundy_list_at(names, 0).data;
    if (strcmp(name, own) != 0 || h->misere != n->misere)
        return grundy_appendf(why, "it holds the table of %.100s in %s, not of %.100s in %s", name, play_of(h->misere),
                              own, play_of(n->misere));
    if (h->mark == n->mark)
        return GRUNDY_OK;
    if (strcmp(h->version, GRUNDY_VERSION) != 0)
        return grundy_appendf(why, "its table was made by version %s, and this is version %s", h->version,
                              GRUNDY_VERSION);
    return grundy_appendf(why, "its table was made when %.100s, or this program, was another", own);
}

/* Read what the file holds into an empty table; *why is why that cannot be. */
static grundy_status read_snapshot(grundy *g, snapshot *n, FILE *file, grundy_buffer *why)
{
    block_run b = {.file = file, .block = n->block};
    header h;
    bool good = false;
    grundy_list names = grundy_list_open(g);
    grundy_status status = read_beginning(&b, &h, &names, &good);
    if (status == GRUNDY_OK && good)
        status = snapshot_compare(n, &h, &names, why);
    if (status == GRUNDY_OK && good && why->size == 0) {
        table_reserve(n->t, h.extent);
        uint64_t count = 0;
        status = read_entries(g, &b, n->t, &good, &count);
        if (status == GRUNDY_OK && good && table_count(n->t) < count / 4 * 3)
            status = grundy_appendf(
                why, "its table has %" PRIu64 " entries, and the limit of memory leaves room for %" PRIu64, count,
                table_count(n->t));
        else
            table_arrange(n->t);
    }
    if (status == GRUNDY_OK && !good)
        status = grundy_appendf(why, "the table in it is damaged: its block %llu %s", (unsigned long long)b.count,
                                b.wrong != NULL ? b.wrong : "is another than belongs there");
    grundy_list_close(&names);
    return status;
}

/* ---- solvers ---- */

static bool plays_misere(const grundy_solver *s)
{
    return question_is_misere(s->question);
}

/* Reserve numbers for rulesets of these names, if they are those of a table for this solver. */
static grundy_status snapshot_reserve(grundy_solver *s, const grundy_list *names, bool misere)
{
    size_t count = grundy_list_count(names);
    if (count == 0 || misere != plays_misere(s) || strcmp((const char *)grundy_list_at(names, 0).data, s->r->name) != 0)
        return GRUNDY_OK;
    for (size_t i = 0; i < count; i++)
        TRY(grundy_list_add(&s->registry.reserved, grundy_list_at(names, i).data, grundy_list_at(names, i).size));
    atomic_store(&s->registry.count, count);
    return GRUNDY_OK;
}

static grundy_status numbers_of_file(grundy_solver *s, FILE *file)
{
    grundy_status status = GRUNDY_OK;
    unsigned char *block = handle_new(s->g, 1, BEFORE + PAYLOAD + AFTER, &status);
    if (block == NULL)
        return status;
    block_run b = {.file = file, .block = block};
    header h;
    bool good = false;
    grundy_list names = grundy_list_open(s->g);
    status = read_beginning(&b, &h, &names, &good);
    if (status == GRUNDY_OK && good)
        status = snapshot_reserve(s, &names, h.misere);
    grundy_list_close(&names);
    handle_free(s->g, block, BEFORE + PAYLOAD + AFTER);
    return status;
}

grundy_status snapshot_numbers(grundy_solver *s)
{
    store *held = s->r->family->refer == NULL ? NULL : store_find(s->g);
    if (held == NULL)
        return GRUNDY_OK;
    const snapshot *n = store_part_of(held)->state;
    grundy_status status = GRUNDY_OK;
    FILE *file = n == NULL ? store_read_part(held) : NULL;
    if (n != NULL && n->user == NULL)
        status = snapshot_reserve(s, &n->names, n->misere);
    if (file != NULL) {
        status = numbers_of_file(s, file);
        fclose(file);
    }
    store_done(held);
    return status;
}

static void use(snapshot *n, grundy_solver *s)
{
    n->user = s;
    s->snapshot = n;
    s->search_table = n->t;
}

/* Do numbers mean the same in the solver and in the table? Where there is one ruleset, they do. */
static bool numbered_alike(const grundy_solver *s, const snapshot *n)
{
    return s->r->family->refer == NULL || grundy_list_count(&s->registry.reserved) == grundy_list_count(&n->names);
}

/* The table that is in memory, for a solver like the one that it was made for. */
static grundy_status take_over(grundy_solver *s, snapshot *n)
{
    const char *name = (const char *)grundy_list_at(&n->names, 0).data;
    uint64_t mark = 0;
    if (strcmp(name, s->r->name) == 0 && n->misere == plays_misere(s)) {
        TRY(make_mark(s, n->misere, &mark));
        if (mark == n->mark && numbered_alike(s, n))
            use(n, s);
        if (mark == n->mark)
            return s->snapshot != NULL ? GRUNDY_OK : solver_table(s, &s->search_table);
    }
    return grundy_fail(s->g, GRUNDY_IO,
                       "the store is that of the search for %.100s in %s; %.100s in %s would need one of its own", name,
                       play_of(n->misere), s->r->name, play_of(plays_misere(s)));
}

static grundy_status fill_alone(grundy_solver *s, snapshot *n, store *held, grundy_buffer *why)
{
    TRY(make_mark(s, n->misere, &n->mark));
    TRY(grundy_list_add(&n->names, s->r->name, strlen(s->r->name) + 1));
    TRY(solver_table(s, &n->t));
    FILE *file = store_read_part(held);
    if (file == NULL)
        return GRUNDY_OK;
    grundy_status status = read_snapshot(s->g, n, file, why);
    fclose(file);
    return status;
}

/* All members of a team read the file before the first of them writes another, and what one refuses all refuse. */
static grundy_status snapshot_fill(grundy_solver *s, snapshot *n, store *held, grundy_buffer *why)
{
    grundy_status status = fill_alone(s, n, held, why);
    grundy_list all = grundy_list_open(s->g);
    if (team_here(s->g))
        status = team_gather(s->g, team_what("snapshot", 0), status, grundy_buffer_bytes(why), &all);
    for (size_t i = 0; status == GRUNDY_OK && why->size == 0 && i < grundy_list_count(&all); i++)
        status = grundy_append(why, grundy_list_at(&all, i).data, grundy_list_at(&all, i).size);
    grundy_list_close(&all);
    return status;
}

/* A new snapshot, with what the file holds. The store is let go. */
static grundy_status snapshot_begin(grundy_solver *s, store *held)
{
    grundy_status status = GRUNDY_OK;
    snapshot *n = handle_new(s->g, 1, sizeof *n, &status);
    if (n == NULL) {
        store_done(held);
        return status;
    }
    n->misere = plays_misere(s);
    n->names = grundy_list_open(s->g);
    grundy_buffer why = grundy_buffer_open(s->g);
    status = snapshot_fill(s, n, held, &why);
    if (status == GRUNDY_OK && why.size == 0) {
        *store_part_of(held) = (store_part){n, prepare_snapshot, write_snapshot, close_snapshot};
        use(n, s);
    } else {
        close_snapshot(s->g, n);
    }
    if (status == GRUNDY_OK && why.size > 0)
        status = store_refuse(s->g, held, "%s", grundy_buffer_text(&why));
    else
        store_done(held);
    grundy_buffer_close(&why);
    return status;
}

grundy_status snapshot_table(grundy_solver *s)
{
    store *held = s->nested ? NULL : store_find(s->g);
    if (held == NULL)
        return solver_table(s, &s->search_table);
    snapshot *n = store_part_of(held)->state;
    bool own = n == NULL ? team_apart(s->g) : n->user != NULL;
    if (n == NULL && !own)
        return snapshot_begin(s, held);
    store_quiet(held);
    grundy_status status = own ? solver_table(s, &s->search_table) : take_over(s, n);
    store_done(held);
    return status;
}

/* Without the names of all rulesets the table is of no use. */
void snapshot_leave(grundy_solver *s)
{
    store *held = store_find(s->g);
    if (held == NULL)
        return;
    snapshot *n = s->snapshot;
    store_quiet(held);
    bool complete = learn_names(n) == GRUNDY_OK;
    n->user = NULL;
    if (!complete) {
        handle_clear(s->g);
        close_snapshot(s->g, n);
        *store_part_of(held) = (store_part){0};
    }
    store_done(held);
}
