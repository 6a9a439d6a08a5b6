/* Teams: whatever the number of members, all get the results of one alone. Here the members are threads. */
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "asking.h"
#include "base/hash.h"
#include "base/team.h"
#include "meeting.h"
#include "rulesets/octal/octal_sequence.h"

/* The values of a table, one after the other, as text. */
static grundy_status table_text(grundy *g, grundy_table_request request, char *result, size_t size)
{
    grundy_table *t;
    grundy_answer answer;
    size_t used = 0;
    TRY(grundy_table_open(g, &request, &t));
    grundy_status status = GRUNDY_OK;
    for (bool more = true; status == GRUNDY_OK && more;) {
        status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_OK && more)
            used += (size_t)snprintf(result + used, size - used, "%" PRIu64 " ", answer.value);
    }
    grundy_table_close(t);
    return status;
}

#define TABLE(name, ruleset_text, position_text, question_asked, ...)              \
    static grundy_status name(grundy *g, unsigned rank, char *result, size_t size) \
    {                                                                              \
        const char *const variables[] = {__VA_ARGS__};                             \
        (void)rank;                                                                \
        return table_text(g,                                                       \
                          (grundy_table_request){.ruleset = ruleset_text,          \
                                                 .position = position_text,        \
                                                 .variables = variables,           \
                                                 .count = LENGTH(variables),       \
                                                 .question = question_asked},      \
                          result, size);                                           \
    }

TABLE(set_partitions, "ruler(setpartitions(n))", "top", GRUNDY_VALUE, "n=1..36")
TABLE(asm_ruler, "ruler(asm(r+2))", "(0,0,s)", GRUNDY_VALUE, "r=0..40", "s=0..r")
TABLE(partitions, "pnim", "p", GRUNDY_VALUE, "p=partitions(0..24)")
TABLE(partitions_misere, "pnim", "p", GRUNDY_MISERE_VALUE, "p=partitions(0..20)")
TABLE(boxes, "zeruclid", "k,a,b", GRUNDY_VALUE, "k=1..2", "a=0..80", "b=0..60")
TABLE(many_boxes, "push(subtraction(1..k),euclid)", "a,b", GRUNDY_VALUE, "k=2..3", "a=0..80", "b=0..60")
TABLE(sums, "pnim", "p + [n]", GRUNDY_VALUE, "n=1..2", "p=partitions(0..22)")
TABLE(boards, "cram", "mxn", GRUNDY_VALUE, "m=1..3", "n=1..5")
TABLE(rulesets, "domineering-rows", "mxn", GRUNDY_OUTCOME, "m=1..4", "n=1..4")
TABLE(searched, "push(octal(0.07),kayles)", "a", GRUNDY_MISERE_VALUE, "a=0..18")
TABLE(groups, "push(subtraction(1..k),grundys-game)", "n", GRUNDY_VALUE, "k=1..3", "n=0..30")

static void gets_the_results_of_one(void **state)
{
    (void)state;
    static grundy_status (*const runs[])(grundy *, unsigned, char *, size_t) = {
        set_partitions, asm_ruler, partitions, partitions_misere, boxes, many_boxes,
        sums,           boards,    rulesets,   searched,          groups};
    static member alone[1], members[MEMBERS_MAX];
    for (size_t i = 0; i < LENGTH(runs); i++) {
        meet(alone, 1, runs[i]);
        assert_int_equal(alone[0].status, GRUNDY_OK);
        for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
            const meeting m = meet(members, size, runs[i]);
            if (size == 2)
                print_message("table %zu: %" PRIu64 " pieces, %" PRIu64 " rounds\n", i, m.taken, m.rounds);
            for (unsigned k = 0; k < size; k++) {
                assert_int_equal(members[k].status, GRUNDY_OK);
                assert_int_equal(members[k].left, GRUNDY_OK);
                assert_string_equal(members[k].result, alone[0].result);
            }
        }
    }
}

/* The number of rows of a table, and a hash of their values. */
static grundy_status rows_of(grundy *g, const grundy_table_request *request, char *result, size_t size)
{
    uint64_t rows = 0, hash = HASH_START;
    grundy_table *t;
    grundy_answer answer;
    TRY(grundy_table_open(g, request, &t));
    grundy_status status = GRUNDY_OK;
    for (bool more = true; status == GRUNDY_OK && more; rows += more) {
        status = grundy_table_next(t, &answer, &more);
        if (status == GRUNDY_OK && more)
            hash = hash_more(hash, &answer.value, sizeof answer.value);
    }
    grundy_table_close(t);
    snprintf(result, size, "%" PRIu64 " rows: %" PRIx64, rows, hash);
    return status;
}

/* A group of more rows than a team looks up in one go. */
static grundy_status many_rows(grundy *g, unsigned rank, char *result, size_t size)
{
    static const char *const variables[] = {"k=2..2", "a=0..299", "b=0..249"};
    (void)rank;
    return rows_of(g,
                   &(grundy_table_request){
                       .ruleset = "zeruclid", .position = "k,a,b", .variables = variables, .count = LENGTH(variables)},
                   result, size);
}

/* From row 4096 on blocks have 1024 rows. The last row of the first block has a heap that no sweep has: its value comes from the
 * period. */
static grundy_status blocks_short_by_one(grundy *g, unsigned rank, char *result, size_t size)
{
    static const char *const variables[] = {"a=1..2", "b=27650..32768"};
    (void)rank;
    return rows_of(
        g,
        &(grundy_table_request){
            .ruleset = "subtraction(1,4,9)", .position = "a,b", .variables = variables, .count = LENGTH(variables)},
        result, size);
}

/* What is left after the first rows takes as many exchanges as it has times so many rows of each, and one is for leaving. */
static void swept_rows_are_shared(void **state)
{
    (void)state;
    static member alone[1], members[MEMBERS_MAX];
    enum { ROWS = 300 * 250, FIRST_ROWS = 4096, ROWS_EACH = 32 * 1024 };
    meet(alone, 1, many_rows);
    assert_int_equal(strncmp(alone[0].result, "75000 rows", 10), 0);
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        const meeting m = meet(members, size, many_rows);
        assert_int_equal(m.rounds, (ROWS - FIRST_ROWS + ROWS_EACH * size - 1) / (ROWS_EACH * size) + 1);
        for (unsigned k = 0; k < size; k++)
            assert_string_equal(members[k].result, alone[0].result);
    }
    meet(alone, 1, blocks_short_by_one);
    assert_int_equal(alone[0].status, GRUNDY_OK);
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        const meeting m = meet(members, size, blocks_short_by_one);
        assert_int_equal(m.rounds, 2);
        for (unsigned k = 0; k < size; k++)
            assert_string_equal(members[k].result, alone[0].result);
    }
}

/* ---- sequences of heaps ---- */

static const struct {
    octal_code code;
    uint64_t count;
} codes[] = {
    {{.digits = 4, .digit = {0, 1, 0, 6}, .parts = 2}, 9000},     /* 0.106 */
    {{.digits = 4, .digit = {0, 0, 0, 7}, .parts = 2}, 5000},     /* 0.007 */
    {{.digits = 2, .digit = {0, 6}, .parts = 2}, 5000},           /* 0.6 */
    {{.digits = 4, .digit = {4, 1, 0, 6}, .parts = 2}, 4000},     /* 4.106 */
    {{.digits = 5, .digit = {0, 3, 1, 3, 3}, .parts = 1}, 1000},  /* quaternary */
    {{.digits = 5, .digit = {0, 8, 1, 0, 0xb}, .parts = 3}, 300}, /* hexadecimal */
};

/* Hashes of the values, and the steps, in windows from the beginning. */
static grundy_status sequences_by(grundy *g, octal_way way, bool steps, char *result, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < LENGTH(codes); i++) {
        octal_sequence *s;
        TRY(octal_sequence_open(g, &codes[i].code, way, &s));
        const grundy_status status = octal_sequence_extend(g, s, codes[i].count);
        const uint64_t hash =
            hash_bytes((const unsigned char *)octal_sequence_values(s), octal_sequence_count(s) * sizeof(uint16_t));
        used += (size_t)snprintf(result + used, size - used, "%" PRIx64 " %" PRIu64 ", ", hash,
                                 steps ? octal_sequence_steps(s) : octal_sequence_count(s));
        octal_sequence_close(g, s);
        TRY(status);
    }
    return GRUNDY_OK;
}

static grundy_status sequences_plainly(grundy *g, unsigned rank, char *result, size_t size)
{
    (void)rank;
    return sequences_by(g, OCTAL_PLAIN, false, result, size);
}

static grundy_status sequences_in_windows(grundy *g, unsigned rank, char *result, size_t size)
{
    (void)rank;
    return sequences_by(g, OCTAL_WINDOWS, false, result, size);
}

static grundy_status steps_in_windows(grundy *g, unsigned rank, char *result, size_t size)
{
    (void)rank;
    return sequences_by(g, OCTAL_WINDOWS, true, result, size);
}

static void sequences_alike(void **state)
{
    (void)state;
    static member plain[1], two[2], members[MEMBERS_MAX];
    meet(plain, 1, sequences_plainly);
    meet(two, 2, steps_in_windows);
    for (unsigned size = 1; size <= MEMBERS_MAX; size++) {
        const meeting m = meet(members, size, sequences_in_windows);
        if (size > 1)
            assert_true(m.taken > 1000 && m.rounds > 10);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_OK);
            assert_string_equal(members[k].result, plain[0].result);
        }
        if (size > 1)
            meet(members, size, steps_in_windows);
        for (unsigned k = 0; size > 1 && k < size; k++)
            assert_string_equal(members[k].result, two[0].result);
    }
}

/* ---- searches ---- */

static const struct {
    const char *ruleset, *position;
    grundy_question question;
} searches[] = {
    {"cram", "4x5", GRUNDY_VALUE},
    {"cram", "3x8", GRUNDY_VALUE},
    {"cram", "4x4", GRUNDY_OUTCOME},
    {"cram", "5x5", GRUNDY_OUTCOME},
    {"cram", "3x5", GRUNDY_MISERE_VALUE},
    {"cram", "..#../...../#..../.....", GRUNDY_VALUE},
    {"sum(cram,grundys-game)", "3x5 | 25,17", GRUNDY_VALUE},
    {"sum(cram,grundys-game)", "3x3 | 9,8", GRUNDY_MISERE_OUTCOME},
    {"push(grundys-game,kayles)", "18,17", GRUNDY_VALUE},
    {"push(cram,domineering-rows)", "3x5", GRUNDY_VALUE},
    {"grundys-game", "21,13", GRUNDY_MISERE_VALUE},
    {"euclid", "60,37", GRUNDY_VALUE},
    {"nim", "300", GRUNDY_VALUE}, /* values beyond those that can be excluded one by one */
    {"nim", "200,190", GRUNDY_OUTCOME},
    {"wythoff", "40,70", GRUNDY_VALUE},
};

/* A search of a position. In a thread that is not the test's, a failure comes back as a status. */
static grundy_status search(grundy *g, const char *ruleset, const char *position, grundy_question question,
                            uint64_t *value)
{
    grundy_ruleset *r = NULL;
    grundy_buffer bytes = grundy_buffer_open(g);
    grundy_status status = grundy_ruleset_open(g, ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, position, &bytes);
    if (status == GRUNDY_OK)
        status = ask(g, r, grundy_buffer_bytes(&bytes), question, GRUNDY_SEARCH, value);
    grundy_buffer_close(&bytes);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status search_all(grundy *g, unsigned rank, char *result, size_t size)
{
    size_t used = 0;
    (void)rank;
    for (size_t i = 0; i < LENGTH(searches); i++) {
        uint64_t value;
        TRY(search(g, searches[i].ruleset, searches[i].position, searches[i].question, &value));
        used += (size_t)snprintf(result + used, size - used, "%" PRIu64 " ", value);
    }
    return GRUNDY_OK;
}

static void searches_alike(void **state)
{
    (void)state;
    static member alone[1], members[MEMBERS_MAX];
    meet(alone, 1, search_all);
    assert_int_equal(alone[0].status, GRUNDY_OK);
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        const meeting m = meet(members, size, search_all);
        print_message("%u members: %" PRIu64 " pieces, %" PRIu64 " rounds: %s\n", size, m.taken, m.rounds,
                      members[0].result);
        assert_true(m.taken > 100);
        for (unsigned k = 0; k < size; k++)
            assert_string_equal(members[k].result, alone[0].result);
    }
}

/* How many options were looked at is what all members have looked at, and all say so. */
static grundy_status count_options(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_solver *s = NULL;
    grundy_answer answer = {0};
    grundy_buffer bytes = grundy_buffer_open(g);
    (void)rank;
    grundy_status status = grundy_ruleset_open(g, "cram", &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, "5x7", &bytes);
    if (status == GRUNDY_OK)
        status = grundy_solver_open(g, r, GRUNDY_VALUE, GRUNDY_SEARCH, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, grundy_buffer_bytes(&bytes), &answer);
    snprintf(result, size, "%" PRIu64, answer.looked_at);
    grundy_solver_close(s);
    grundy_buffer_close(&bytes);
    grundy_ruleset_close(r);
    return status;
}

/* Several members look up more than one, and find what others have told. */
static void check_lookups(const member *members, unsigned size, const grundy_lookups *alone)
{
    grundy_lookups all = {0};
    for (unsigned k = 0; k < size; k++) {
        all.lookups += members[k].seen.lookups;
        all.hits += members[k].seen.hits;
        all.sampled += members[k].seen.sampled;
        all.told += members[k].seen.told;
    }
    print_message("%" PRIu64 " lookups, %" PRIu64 " hits; of %" PRIu64 " others had told %" PRIu64 "\n", all.lookups,
                  all.hits, all.sampled, all.told);
    assert_true(all.lookups > alone->lookups / 2 && all.hits > alone->hits / 2 && all.hits < all.lookups);
    assert_true(all.sampled > all.hits / 1000 && all.sampled < all.hits / 10);
    assert_true(all.told > 0 && all.told < all.sampled / 4);
}

static void counts_what_all_look_at(void **state)
{
    (void)state;
    static member alone[1], members[MEMBERS_MAX];
    meet(alone, 1, count_options);
    assert_true(alone[0].seen.lookups > alone[0].seen.hits && alone[0].seen.hits > 0);
    assert_int_equal(alone[0].seen.sampled, 0);
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        meet(members, size, count_options);
        print_message("%s options alone, %s by %u members\n", alone[0].result, members[0].result, size);
        assert_true(strtoull(members[0].result, NULL, 10) > strtoull(alone[0].result, NULL, 10) / 2);
        for (unsigned k = 1; k < size; k++)
            assert_string_equal(members[k].result, members[0].result);
        check_lookups(members, size, &alone[0].seen);
    }
}

/* ---- stores ---- */

static char directory[] = "/tmp/grundy-team-XXXXXX", store_path[64];

/* How often members ask whether they are to stop, and from when on they are. */
static atomic_uint_fast64_t asked, patience;

static bool stop_in_time(void *context)
{
    (void)context;
    return atomic_fetch_add(&asked, 1) >= atomic_load(&patience);
}

/* A search that may be stopped, with a store: what was found is saved in either case. */
static grundy_status search_stored(grundy *g, unsigned rank, char *result, size_t size)
{
    uint64_t value = 0;
    grundy_limits limits = grundy_get_limits(g), none = limits;
    (void)rank;
    limits.stop = stop_in_time;
    grundy_set_limits(g, &limits);
    TRY(grundy_store_open(g, store_path, 0));
    grundy_status status = search(g, "cram", "5x7", GRUNDY_VALUE, &value);
    grundy_set_limits(g, &none);
    const grundy_status saved = grundy_store_save(g);
    snprintf(result, size, "%" PRIu64, value);
    return saved == GRUNDY_OK ? status : saved;
}

/* Run it by so many members; returns how often they asked, which says how long they searched. */
static uint64_t search_until(unsigned size, uint64_t stop_at, grundy_status expected)
{
    static member members[MEMBERS_MAX];
    atomic_store(&asked, 0);
    atomic_store(&patience, stop_at);
    meet(members, size, search_stored);
    for (unsigned k = 0; k < size; k++) {
        assert_int_equal(members[k].left, expected);
        if (expected == GRUNDY_OK)
            assert_string_equal(members[k].result, "1");
    }
    return atomic_load(&asked);
}

/* Any number of members goes on from what any other has saved. */
static void goes_on_from_a_store(void **state)
{
    (void)state;
    for (unsigned first = 1; first <= 4; first++) {
        unlink(store_path);
        const uint64_t whole = search_until(first, UINT64_MAX, GRUNDY_OK);
        const uint64_t again = search_until(5 - first, UINT64_MAX, GRUNDY_OK);
        print_message("%u members asked %" PRIu64 " times, then %u members %" PRIu64 " times\n", first, whole,
                      5 - first, again);
        assert_true(again < whole / 4);
        for (unsigned second = 1; second <= 4; second += 1 + first) {
            unlink(store_path);
            search_until(first, whole / 4 * 3, GRUNDY_STOPPED);
            const uint64_t rest = search_until(second, UINT64_MAX, GRUNDY_OK);
            print_message("%u members asked %" PRIu64 " times; stopped at %" PRIu64 ", %u members asked %" PRIu64
                          " times more\n",
                          first, whole, whole / 4 * 3, second, rest);
            assert_true(rest < whole / 4 * 3);
        }
    }
}

/* Damage, and a table of something else, are refused by all members, and left alone. */
static void refuses_a_store(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    FILE *file = fopen(store_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -30, SEEK_END), 0);
    assert_int_equal(fputc('?', file), '?');
    assert_int_equal(fclose(file), 0);
    for (unsigned size = 1; size <= 3; size++) {
        atomic_store(&patience, UINT64_MAX);
        meet(members, size, search_stored);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_IO);
            assert_non_null(strstr(members[k].message, "is refused: the table in it is damaged"));
        }
    }
}

/* The first member may save as often as it likes; the second comes late, and still finds the file that was there. */
static uint64_t file_number(void)
{
    struct stat s;
    return stat(store_path, &s) == 0 ? (uint64_t)s.st_ino : 0;
}

/* Has the first member written the file, though the second has not read it? It is given time for it. */
static bool is_written_early(void)
{
    const uint64_t number = file_number();
    for (unsigned i = 0; i < 100 && file_number() == number; i++)
        usleep(2000);
    return file_number() != number;
}

static grundy_status late_to_open(grundy *g, unsigned rank, char *result, size_t size)
{
    const bool early = rank == 1 && is_written_early();
    TRY(grundy_store_open(g, store_path, 0));
    snprintf(result, size, "%s", early ? "early" : "in time");
    return grundy_store_save(g);
}

static grundy_status late_to_solve(grundy *g, unsigned rank, char *result, size_t size)
{
    uint64_t value;
    TRY(grundy_store_open(g, store_path, 1e-9));
    const bool early = rank == 1 && is_written_early();
    snprintf(result, size, "%s", early ? "early" : "in time");
    TRY(search(g, "cram", "5x7", GRUNDY_VALUE, &value));
    return grundy_store_save(g);
}

static void all_read_before_one_writes(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    unlink(store_path);
    search_until(1, UINT64_MAX, GRUNDY_OK);
    for (unsigned size = 2; size <= 3; size++) {
        meet(members, size, late_to_open);
        assert_int_equal(members[1].left, GRUNDY_OK);
        assert_string_equal(members[1].result, "in time");
        meet(members, size, late_to_solve);
        assert_int_equal(members[1].left, GRUNDY_OK);
        assert_string_equal(members[1].result, "in time");
    }
}

static int make_directory(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(store_path, sizeof store_path, "%s/store", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    unlink(store_path);
    return rmdir(directory);
}

/* ---- failures ---- */

/* The member of rank 1 fails before a shared work, the others come to it: all end with its message. */
static grundy_status one_fails(grundy *g, unsigned rank, char *result, size_t size)
{
    if (rank == 1)
        return grundy_fail(g, GRUNDY_IO, "the disk of member %u is full", rank);
    return set_partitions(g, rank, result, size);
}

/* The work of each member is limited: all end with the limit. */
static grundy_status all_limited(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_limits limits = grundy_get_limits(g);
    limits.seconds = 0.05;
    grundy_set_limits(g, &limits);
    (void)rank;
    uint64_t value;
    snprintf(result, size, "%s", "");
    return search(g, "cram", "7x9", GRUNDY_VALUE, &value);
}

/* Only one member is stopped, in its piece of a shared work. */
static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

static grundy_status one_stops(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_limits limits = grundy_get_limits(g);
    limits.stop = rank == 2 ? stop_at_once : NULL;
    grundy_set_limits(g, &limits);
    return partitions(g, rank, result, size);
}

static grundy_status one_stops_in_a_window(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_limits limits = grundy_get_limits(g);
    limits.stop = rank == 2 ? stop_at_once : NULL;
    grundy_set_limits(g, &limits);
    return sequences_in_windows(g, rank, result, size);
}

/* Only one member is short of memory, for what the others send. */
static grundy_status one_is_short(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_limits limits = grundy_get_limits(g);
    limits.memory = rank == 1 ? 100000 : 0;
    grundy_set_limits(g, &limits);
    return partitions(g, rank, result, size);
}

static grundy_status one_has_no_memory(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_status status = GRUNDY_OK;
    (void)result;
    (void)size;
    if (rank == 1)
        handle_new(g, SIZE_MAX, 2, &status);
    return status;
}

static void ends_together(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        meet(members, size, one_has_no_memory);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_NOMEM);
            assert_non_null(strstr(members[k].message, "by member 1 of the team"));
        }
        meet(members, size, one_fails);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_IO);
            assert_string_equal(members[k].message, "the disk of member 1 is full");
        }
        meet(members, size, all_limited);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].status, GRUNDY_LIMIT);
            assert_int_equal(members[k].left, GRUNDY_LIMIT);
        }
        meet(members, size, one_is_short);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_LIMIT);
        }
        if (size == 2)
            continue;
        meet(members, size, one_stops);
        for (unsigned k = 0; k < size; k++)
            assert_int_equal(members[k].left, GRUNDY_STOPPED);
        meet(members, size, one_stops_in_a_window);
        for (unsigned k = 0; k < size; k++)
            assert_int_equal(members[k].left, GRUNDY_STOPPED);
    }
}

enum { PIECES = 1000 };

static grundy_status fail_the_first(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    (void)context;
    (void)found;
    return piece == 0 ? grundy_fail(g, GRUNDY_IO, "the first piece is broken") : GRUNDY_OK;
}

static grundy_status learn_nothing(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    (void)found;
    *(bool *)context = true;
    return grundy_fail(g, GRUNDY_DOMAIN, "piece %" PRIu64 " is learnt", piece);
}

static grundy_status first_piece_fails(grundy *g, unsigned rank, char *result, size_t size)
{
    static const team_work broken = {.work = fail_the_first, .learn = learn_nothing};
    bool learnt = false;
    grundy_status status = team_share(g, team_what("broken", 0), PIECES, &broken, &learnt);
    snprintf(result, size, "%s%s", grundy_message(g), learnt ? ", but others are learnt" : "");
    (void)rank;
    return status;
}

/* A member whose piece fails takes all that are left, once, so that the others do not go on in vain. */
static void a_failure_ends_the_work(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        const meeting m = meet(members, size, first_piece_fails);
        assert_int_equal(m.given_up, 1);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].status, GRUNDY_IO);
            assert_string_equal(members[k].result, "the first piece is broken");
        }
    }
}

/* Who cannot learn what the others have learnt is out of step: nothing is shared any more, though it goes on. */
static grundy_status learn_or_fail(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    (void)found;
    return *(const bool *)context && piece == 3 ? grundy_fail(g, GRUNDY_LIMIT, "there is no more room") : GRUNDY_OK;
}

static grundy_status find_nothing(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    (void)g;
    (void)context;
    (void)piece;
    (void)found;
    return GRUNDY_OK;
}

static grundy_status one_goes_astray(grundy *g, unsigned rank, char *result, size_t size)
{
    static const team_work work = {.work = find_nothing, .learn = learn_or_fail};
    bool fails = rank == 1;
    const grundy_status first = team_share(g, team_what("work", 0), 5, &work, &fails);
    fails = false;
    const grundy_status second = team_share(g, team_what("work", 1), 5, &work, &fails);
    snprintf(result, size, "%s; %s", first == GRUNDY_OK ? "all is well" : "out of step", grundy_message(g));
    return second;
}

/* A member that leaves has room for what the others still send, whatever its limits were. */
static grundy_status one_leaves_in_want(grundy *g, unsigned rank, char *result, size_t size)
{
    grundy_limits limits = grundy_get_limits(g);
    static const unsigned char bytes[100000];
    grundy_list all = grundy_list_open(g);
    (void)result;
    (void)size;
    if (rank == 1) {
        limits.memory = 20000;
        limits.seconds = 1e-9;
        grundy_set_limits(g, &limits);
        return grundy_fail(g, GRUNDY_IO, "the disk of member %u is full", rank);
    }
    const grundy_status status =
        team_gather(g, team_what("bytes", 0), GRUNDY_OK, (grundy_bytes){bytes, sizeof bytes}, &all);
    grundy_list_close(&all);
    return status;
}

static void keeps_step(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    for (unsigned size = 2; size <= MEMBERS_MAX; size++) {
        meet(members, size, one_goes_astray);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_LIMIT);
            assert_int_equal(strncmp(members[k].result, k == 1 ? "out of step" : "all is well", 11), 0);
            assert_non_null(strstr(members[k].result, "member 1 of the team could not keep step with the others"));
        }
        meet(members, size, one_leaves_in_want);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_IO);
            assert_string_equal(members[k].message, "the disk of member 1 is full");
            assert_true(members[k].unlimited);
        }
    }
}

/* What the first member knows all know, and who is at something else does not take part. */
static grundy_status all_are_told(grundy *g, unsigned rank, char *result, size_t size)
{
    uint64_t said = 7 + rank, more[2] = {rank, rank};
    TRY(grundy_team_tell(g, &said, sizeof said));
    TRY(grundy_team_tell(g, more, sizeof more));
    snprintf(result, size, "%" PRIu64 " %" PRIu64 " %" PRIu64, said, more[0], more[1]);
    return GRUNDY_OK;
}

static grundy_status told_too_much(grundy *g, unsigned rank, char *result, size_t size)
{
    char said[3] = "ab";
    const grundy_status status = grundy_team_tell(g, said, rank == 1 ? 3 : 2);
    snprintf(result, size, "%s", said);
    return status;
}

static void tells_all(void **state)
{
    (void)state;
    static member members[MEMBERS_MAX];
    for (unsigned size = 1; size <= MEMBERS_MAX; size++) {
        meet(members, size, all_are_told);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, GRUNDY_OK);
            assert_string_equal(members[k].result, "7 0 0");
        }
        meet(members, size, told_too_much);
        for (unsigned k = 0; k < size; k++) {
            assert_int_equal(members[k].left, size == 1 ? GRUNDY_OK : GRUNDY_LIMIT);
            assert_string_equal(members[k].result, "ab");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gets_the_results_of_one),
        cmocka_unit_test(sequences_alike),
        cmocka_unit_test(searches_alike),
        cmocka_unit_test(goes_on_from_a_store),
        cmocka_unit_test(refuses_a_store),
        cmocka_unit_test(ends_together),
        cmocka_unit_test(a_failure_ends_the_work),
        cmocka_unit_test(tells_all),
        cmocka_unit_test(keeps_step),
        cmocka_unit_test(swept_rows_are_shared),
        cmocka_unit_test(all_read_before_one_writes),
        cmocka_unit_test(counts_what_all_look_at),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
