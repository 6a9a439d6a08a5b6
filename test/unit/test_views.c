/* Views: partitions as sets of balls and back, the same values on both sides, and drawings with the right cells. */
#include "asking.h"
#include "rulesets/diagrams/diagrams.h"

enum { EXHAUSTIVE = 12, WELTER_BELOW = 9, RANDOM_CASES = 300, RANDOM_SIZE = 400 };

static const uint64_t random_seed = 20240611;

static void assert_same(const grundy_buffer *a, const grundy_buffer *b)
{
    assert_int_equal(a->size, b->size);
    if (a->size > 0)
        assert_memory_equal(a->data, b->data, a->size);
}

/* The position of which the summand is all. */
static grundy_buffer position_of(grundy *g, const grundy_buffer *summand)
{
    grundy_buffer position = grundy_buffer_open(g);
    MUST(g, position_add(&position, (grundy_bytes){summand->data, summand->size}));
    return position;
}

static uint64_t value_of(grundy *g, const char *ruleset, const grundy_buffer *summand, grundy_method method)
{
    uint64_t value = 0;
    grundy_ruleset *r = ask_ruleset(g, ruleset);
    grundy_buffer position = position_of(g, summand);
    MUST(g, ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, method, &value));
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return value;
}

/* To balls and back; and the values, each side by each method given. */
static void check_partition(grundy *g, const grundy_buffer *partition, const grundy_method *methods, size_t count)
{
    grundy_buffer balls = grundy_buffer_open(g), back = grundy_buffer_open(g);
    MUST(g, partition_balls(g, grundy_buffer_bytes(partition), &balls));
    MUST(g, balls_partition(g, grundy_buffer_bytes(&balls), &back));
    assert_same(partition, &back);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(value_of(g, "hooks", partition, GRUNDY_FORMULA), value_of(g, "welter", &balls, methods[i]));
    grundy_buffer_close(&balls);
    grundy_buffer_close(&back);
}

/* The next partition of the same number in reverse lexicographic order; false after 1 + ... + 1. */
static bool next_partition(unsigned *parts, unsigned *count)
{
    unsigned rest = 0;
    while (*count > 0 && parts[*count - 1] == 1) {
        rest++;
        --*count;
    }
    if (*count == 0)
        return false;
    unsigned part = --parts[*count - 1];
    for (rest++; rest > 0; rest -= parts[*count - 1])
        parts[(*count)++] = rest < part ? rest : part;
    return true;
}

static void write_parts(grundy *g, const unsigned *parts, unsigned count, grundy_buffer *out)
{
    partition_run runs[EXHAUSTIVE + 1];
    for (unsigned i = 0; i < count; i++)
        runs[i] = (partition_run){parts[i], 1};
    MUST(g, young_write(runs, partition_tidy(runs, count), out));
}

static void every_partition(void **state)
{
    (void)state;
    grundy *g = ask_open();
    static const grundy_method methods[] = {GRUNDY_FORMULA, GRUNDY_SEARCH};
    unsigned parts[EXHAUSTIVE + 1], seen = 0;
    for (unsigned n = 0; n <= EXHAUSTIVE; n++) {
        unsigned count = n > 0;
        parts[0] = n;
        do {
            grundy_buffer partition = grundy_buffer_open(g);
            write_parts(g, parts, count, &partition);
            check_partition(g, &partition, methods, LENGTH(methods));
            grundy_buffer_close(&partition);
            seen++;
        } while (next_partition(parts, &count));
    }
    assert_int_equal(seen, partitions_up_to(EXHAUSTIVE));
    ask_close(g);
}

/* Balls 0, 1, ..., that cannot move are lost on the way; what comes back is the position without them. */
static void every_set_of_balls(void **state)
{
    (void)state;
    grundy *g = ask_open();
    for (unsigned set = 0; set < 1U << WELTER_BELOW; set++) {
        grundy_buffer balls = grundy_buffer_open(g), back = grundy_buffer_open(g), partition = grundy_buffer_open(g);
        grundy_buffer free_balls = grundy_buffer_open(g);
        unsigned stuck = 0;
        while (set >> stuck & 1)
            stuck++;
        for (unsigned i = 0; i < WELTER_BELOW; i++)
            if (set >> i & 1) {
                MUST(g, number_append(&balls, i));
                if (i > stuck)
                    MUST(g, number_append(&free_balls, i - stuck));
            }
        MUST(g, balls_partition(g, grundy_buffer_bytes(&balls), &partition));
        MUST(g, partition_balls(g, grundy_buffer_bytes(&partition), &back));
        assert_same(&free_balls, &back);
        assert_int_equal(value_of(g, "welter", &balls, GRUNDY_FORMULA), value_of(g, "hooks", &partition, GRUNDY_BRUTE));
        grundy_buffer_close(&balls);
        grundy_buffer_close(&back);
        grundy_buffer_close(&partition);
        grundy_buffer_close(&free_balls);
    }
    ask_close(g);
}

static void random_partitions(void **state)
{
    (void)state;
    grundy *g = ask_open();
    static const grundy_method formula = GRUNDY_FORMULA;
    uint64_t seed = random_seed;
    print_message("seed %" PRIu64 "\n", seed);
    for (unsigned i = 0; i < RANDOM_CASES; i++) {
        grundy_buffer partition = grundy_buffer_open(g);
        MUST(g, young_random(g, NULL, &seed, RANDOM_SIZE, &partition));
        check_partition(g, &partition, &formula, 1);
        grundy_buffer_close(&partition);
    }
    ask_close(g);
}

/* The drawing of a random position has as many cells as the numbers in the line above it add up to. */
static void cells_of_drawings(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, "turtles");
    uint64_t seed = random_seed;
    for (unsigned i = 0; i < RANDOM_CASES; i++) {
        grundy_buffer position = grundy_buffer_open(g), view = grundy_buffer_open(g);
        MUST(g, grundy_position_random(g, r, &seed, 40, &position));
        grundy_bytes rest = grundy_buffer_bytes(&position), summand = {NULL, 0};
        assert_true(position_next(&rest, &summand));
        MUST(g, grundy_position_view(g, r, grundy_buffer_bytes(&position), &view));
        uint64_t sum = 0, cells = 0;
        while (summand.size > 0)
            sum += number_read(&summand);
        for (size_t k = 0; k < view.size; k++)
            cells += view.data[k] == '#';
        assert_int_equal(cells, sum);
        grundy_buffer_close(&position);
        grundy_buffer_close(&view);
    }
    grundy_ruleset_close(r);
    ask_close(g);
}

/* The status of a view; on failure what was in the buffer is still all that is in it. */
static grundy_status view_status(grundy *g, const char *ruleset, const char *text)
{
    grundy_ruleset *r = ask_ruleset(g, ruleset);
    grundy_buffer position = ask_position(g, r, text), view = grundy_buffer_open(g);
    MUST(g, grundy_append(&view, "before", 6));
    grundy_status status = grundy_position_view(g, r, grundy_buffer_bytes(&position), &view);
    assert_true(status == GRUNDY_OK ? view.size > 6 : view.size == 6);
    assert_memory_equal(view.data, "before", 6);
    grundy_buffer_close(&position);
    grundy_buffer_close(&view);
    grundy_ruleset_close(r);
    return status;
}

static void refused(void **state)
{
    (void)state;
    grundy *g = ask_open();
    assert_int_equal(view_status(g, "rnim", "<3,5>"), GRUNDY_DOMAIN);
    assert_int_equal(view_status(g, "pnim", "[100^100]"), GRUNDY_OK);
    assert_int_equal(view_status(g, "pnim", "[1] + [101,100^99]"), GRUNDY_LIMIT);
    assert_int_equal(view_status(g, "pnim", "[4611686018427387904^4611686018427387904]"), GRUNDY_LIMIT);
    assert_int_equal(view_status(g, "hooks", "[100^100]"), GRUNDY_OK);
    assert_int_equal(view_status(g, "hooks", "[1^10001]"), GRUNDY_LIMIT);
    assert_int_equal(view_status(g, "hooks", "[1^4611686018427387904]"), GRUNDY_LIMIT);
    assert_int_equal(view_status(g, "welter", "{10000}"), GRUNDY_OK);
    assert_int_equal(view_status(g, "welter", "{0,10002}"), GRUNDY_LIMIT);
    assert_int_equal(view_status(g, "turtles", "{1,4,9995}"), GRUNDY_OK);
    assert_int_equal(view_status(g, "turtles", "{1,4,9996}"), GRUNDY_LIMIT);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_partition),   cmocka_unit_test(every_set_of_balls),
        cmocka_unit_test(random_partitions), cmocka_unit_test(cells_of_drawings),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
