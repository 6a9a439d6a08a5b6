/* What a handle says of itself: statuses in words, progress while something is computed, sizes that cannot be. */
#include "asking.h"

static void statuses_have_words(void **state)
{
    (void)state;
    static const struct {
        grundy_status status;
        int code;
    } codes[] = {{GRUNDY_OK, 0},       {GRUNDY_FAILED, 1},   {GRUNDY_PARSE, 2},  {GRUNDY_LIMIT, 3},
                 {GRUNDY_NOMEM, 3},    {GRUNDY_DOMAIN, 4},   {GRUNDY_ABSENT, 4}, {GRUNDY_IO, 6},
                 {GRUNDY_DISAGREE, 5}, {GRUNDY_STOPPED, 130}};
    for (size_t i = 0; i < LENGTH(codes); i++) {
        assert_int_equal(grundy_status_exit(codes[i].status), codes[i].code);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(grundy_status_text(codes[i].status), grundy_status_text(codes[k].status));
    }
    assert_string_equal(grundy_status_text((grundy_status)4711), "unknown status");
    assert_int_equal(grundy_status_exit((grundy_status)4711), 2);
}

/* Each word has a help of its own, and what is no member of its list has none. */
static void words_have_help(void **state)
{
    (void)state;
    for (int m = GRUNDY_AUTO; m <= GRUNDY_ALL; m++)
        for (int k = GRUNDY_AUTO; k < m; k++) {
            assert_string_not_equal(grundy_method_word((grundy_method)m), grundy_method_word((grundy_method)k));
            assert_string_not_equal(grundy_method_help((grundy_method)m), grundy_method_help((grundy_method)k));
        }
    for (int c = 0; c < GRUNDY_CLASS_COUNT; c++)
        for (int k = 0; k < c; k++) {
            assert_string_not_equal(grundy_class_word((grundy_class)c), grundy_class_word((grundy_class)k));
            assert_string_not_equal(grundy_class_help((grundy_class)c), grundy_class_help((grundy_class)k));
        }
    for (int q = GRUNDY_VALUE; q <= GRUNDY_MISERE_OUTCOME; q++) {
        const char *word = grundy_question_word((grundy_question)q);
        assert_int_equal(grundy_question_is_outcome((grundy_question)q), strstr(word, "outcome") != NULL);
    }
    assert_string_equal(grundy_method_word((grundy_method)4711), "unknown");
    assert_string_equal(grundy_class_word(GRUNDY_CLASS_COUNT), "unknown");
    assert_string_equal(grundy_method_help((grundy_method)4711), "");
    assert_string_equal(grundy_class_help(GRUNDY_CLASS_COUNT), "");
}

static void a_build_says_what_it_contains(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRUNDY_VERSION_MAJOR, GRUNDY_VERSION_MINOR, GRUNDY_VERSION_PATCH);
    assert_string_equal(text, GRUNDY_VERSION);
    assert_string_equal(text, grundy_version());
    assert_int_equal(grundy_version_number(), GRUNDY_VERSION_NUMBER);

    /* What needs a library says itself whether it was built with it. */
    grundy *g = ask_open();
    grundy_ruleset *r = NULL;
    size_t count = 0;
    bool flint = false;
    for (const grundy_feature *f; (f = grundy_feature_at(count)) != NULL; count++)
        if (strcmp(f->name, "flint") == 0)
            flint = f->built;
    assert_int_equal(count, 5);
    assert_int_equal(grundy_ruleset_open(g, "ruler(subspaces(2,4))", &r), flint ? GRUNDY_OK : GRUNDY_ABSENT);
    grundy_ruleset_close(r);
    ask_close(g);
}

/* ---- progress ---- */

typedef struct {
    unsigned calls;
    grundy_progress last;
} seen;

static void look(void *context, const grundy_progress *progress)
{
    seen *s = context;
    assert_true(s->calls == 0 || progress->seconds >= s->last.seconds);
    s->calls++;
    s->last = *progress;
}

static void progress_is_passed_on(void **state)
{
    (void)state;
    grundy *g = ask_open();
    seen s = {0};
    grundy_report(g, "nobody listens", 1, 2);
    const grundy_limits limits = {.progress = look, .context = &s};
    grundy_set_limits(g, &limits);
    for (uint64_t done = 0; s.calls < 2; done++) {
        unsigned before = s.calls;
        grundy_report(g, "steps", done, done + 7);
        if (s.calls > before) {
            assert_string_equal(s.last.what, "steps");
            assert_true(s.last.done == done && s.last.total == done + 7 && s.last.seconds >= 0);
        }
    }
    ask_close(g);
}

static bool has_been_told(void *context)
{
    return ((const seen *)context)->calls > 1;
}

/* A search that has more to do than anybody waits for tells how far it is, at once and again later, and what its
 * table holds; then it is stopped. */
static void a_search_tells(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        grundy *g = ask_open();
        seen s = {0};
        uint64_t value = 4711;
        const grundy_limits limits = {
            .progress = look, .stop = has_been_told, .context = &s, .threads = threads, .memory = 64 << 20};
        grundy_set_limits(g, &limits);
        grundy_ruleset *r = ask_ruleset(g, "cram");
        grundy_buffer position = ask_position(g, r, "7x7");
        assert_int_equal(ask(g, r, grundy_buffer_bytes(&position), GRUNDY_VALUE, GRUNDY_SEARCH, &value),
                         GRUNDY_STOPPED);
        assert_int_equal(value, 4711);
        assert_string_equal(s.last.what, "positions");
        assert_true(s.last.done > 0 && s.last.entries > 0 && s.last.memory > 0);
        assert_true(s.last.memory <= s.last.memory_most && s.last.memory_most <= limits.memory);
        grundy_buffer_close(&position);
        grundy_ruleset_close(r);
        ask_close(g);
    }
}

/* A handle that is new has nothing to say, and belongs to nobody. */
static void a_new_handle_is_empty(void **state)
{
    (void)state;
    grundy *g = ask_open();
    assert_string_equal(grundy_message(g), "");
    assert_int_equal(grundy_memory(g), 0);
    const grundy_limits limits = grundy_get_limits(g);
    assert_true(limits.seconds <= 0 && limits.memory == 0 && limits.threads == 0 && limits.stop == NULL &&
                limits.progress == NULL && limits.context == NULL);
    MUST(g, grundy_check(g));
    ask_close(g);
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_status status = GRUNDY_OK;
    assert_null(handle_new(g, SIZE_MAX / 4, 8, &status));
    assert_int_equal(status, GRUNDY_NOMEM);
    assert_non_null(strstr(grundy_message(g), "memory"));
    ask_close(g);
}

/* A message is one line of printable characters; what is beyond ASCII stays. */
static void messages_are_one_line(void **state)
{
    (void)state;
    grundy *g = ask_open();
    assert_int_equal(grundy_fail(g, GRUNDY_PARSE, "%s", "a\x7f\tb\n \xe2\x82\x80~"), GRUNDY_PARSE);
    assert_string_equal(grundy_message(g), "a??b? \xe2\x82\x80~");
    ask_close(g);
}

/* ---- memory ---- */

/* Each piece may fill what the limit leaves, however little is held before, and what was refused does not count. */
static void a_limit_is_for_the_sum(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_status status = GRUNDY_OK;
    const grundy_limits limits = {.memory = 1000};
    grundy_set_limits(g, &limits);
    void *small = handle_new(g, 1, 10, &status), *large = handle_new(g, 1, 900, &status);
    assert_non_null(small);
    assert_non_null(large);
    assert_null(handle_new(g, 1, 91, &status));
    assert_int_equal(status, GRUNDY_LIMIT);
    assert_int_equal(grundy_memory(g), 910);
    void *rest = handle_new(g, 1, 90, &status);
    assert_non_null(rest);
    handle_free(g, small, 10);
    handle_free(g, large, 900);
    handle_free(g, rest, 90);
    ask_close(g);
}

static unsigned closed;

static void count_closed(grundy *g, void *value)
{
    (void)g;
    closed += *(const unsigned *)value;
    handle_kept_done(value);
}

/* Several things are kept beside each other, each is found again, and all are closed. */
static void things_are_kept(void **state)
{
    (void)state;
    enum { THINGS = 3 };
    static const char keys[THINGS + 1];
    grundy *g = ask_open();
    unsigned *first[THINGS];
    closed = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        grundy_status status = GRUNDY_OK;
        first[i] = handle_kept(g, &keys[i], sizeof *first[i], count_closed, &status);
        assert_non_null(first[i]);
        assert_int_equal(*first[i], 0);
        *first[i] = 1U << i;
        handle_kept_done(first[i]);
    }
    for (unsigned i = 0; i < THINGS; i++) {
        assert_ptr_equal(handle_found(g, &keys[i]), first[i]);
        handle_kept_done(first[i]);
    }
    assert_null(handle_found(g, &keys[THINGS]));
    ask_close(g);
    assert_int_equal(closed, (1U << THINGS) - 1);
}

/* ---- a handle beside another ---- */

static bool is_set(void *context)
{
    return *(const bool *)context;
}

/* It has the limits of the other, and stops when that has to. */
static void a_handle_beside(void **state)
{
    (void)state;
    static const uint64_t memory[] = {0, 5000};
    for (size_t i = 0; i < LENGTH(memory); i++) {
        bool stop = false;
        grundy_status status = GRUNDY_OK;
        grundy *g = ask_open(), *other = NULL;
        const grundy_limits limits = {.memory = memory[i], .threads = 3, .stop = is_set, .context = &stop};
        grundy_set_limits(g, &limits);
        void *held = handle_new(g, 1, 1000, &status);
        MUST(g, handle_beside(g, &other));
        const grundy_limits own = grundy_get_limits(other);
        assert_int_equal(own.memory, memory[i] == 0 ? 0 : memory[i] - 1000);
        assert_int_equal(own.threads, 3);
        MUST(other, grundy_check(other));
        stop = true;
        assert_int_equal(grundy_check(other), GRUNDY_STOPPED);
        ask_close(other);
        handle_free(g, held, 1000);
        ask_close(g);
    }
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

/* A list that grows looks at the limits, however few and long its strings are. */
static void long_strings_are_stopped(void **state)
{
    (void)state;
    enum { LONG = 1 << 18, MANY = 64 };
    static const char text[LONG];
    grundy *g = ask_open();
    grundy_set_limits(g, &(grundy_limits){.stop = stop_at_once});
    grundy_list list = grundy_list_open(g);
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && grundy_list_count(&list) < MANY)
        status = grundy_list_add(&list, text, sizeof text);
    assert_int_equal(status, GRUNDY_STOPPED);
    grundy_list_close(&list);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_have_words),
        cmocka_unit_test(words_have_help),
        cmocka_unit_test(a_build_says_what_it_contains),
        cmocka_unit_test(progress_is_passed_on),
        cmocka_unit_test(a_search_tells),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(a_new_handle_is_empty),
        cmocka_unit_test(messages_are_one_line),
        cmocka_unit_test(a_limit_is_for_the_sum),
        cmocka_unit_test(things_are_kept),
        cmocka_unit_test(a_handle_beside),
        cmocka_unit_test(long_strings_are_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
