/* What happens without memory: every other public function, for each family of the table where it asks about one. A call
 * that fails leaves its outputs as they were. */
#include <unistd.h>

#include "rulesets/ruleset.h"
#include "starving.h"

/* ---- outputs that must not change ---- */

/* A buffer that holds something already. */
static grundy_status used_buffer(grundy *g, grundy_buffer *out)
{
    *out = grundy_buffer_open(g);
    return grundy_append(out, "kept", 4);
}

static grundy_bytes after_kept(const grundy_buffer *b)
{
    return (grundy_bytes){b->data + 4, b->size - 4};
}

/* What was there stays there, and nothing is behind it after a failure. */
static void expect_kept(const task_data *data, const char *call, const grundy_buffer *b, grundy_status status)
{
    char what[200];
    if (b->size < 4)
        return; /* not even that could be put there */
    if (memcmp(b->data, "kept", 4) != 0)
        fail_msg("%s: %s writes over what is in the buffer", describe(data, what, sizeof what), call);
    if (status != GRUNDY_OK && b->size != 4)
        fail_msg("%s: %s fails (%s) and leaves output behind", describe(data, what, sizeof what), call,
                 grundy_status_text(status));
}

/* ---- positions ---- */

static grundy_status parse_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_buffer position, text;
    grundy_status status = used_buffer(g, &position), second = used_buffer(g, &text);
    if (status == GRUNDY_OK)
        status = second;
    if (status == GRUNDY_OK)
        status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status != GRUNDY_OK)
        assert_null(r);
    if (status == GRUNDY_OK) {
        status = grundy_position_parse(g, r, data->position, &position);
        expect_kept(data, "grundy_position_parse", &position, status);
    }
    if (status == GRUNDY_OK) {
        status = grundy_position_print(g, r, after_kept(&position), &text);
        expect_kept(data, "grundy_position_print", &text, status);
    }
    if (status == GRUNDY_OK)
        snprintf(result, size, "%s %s %s %s", grundy_buffer_text(&text), grundy_ruleset_name(r),
                 grundy_ruleset_space(r), grundy_ruleset_family(r)->name);
    grundy_buffer_close(&position);
    grundy_buffer_close(&text);
    grundy_ruleset_close(r);
    return status;
}

typedef grundy_status (*position_call)(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out);

/* Something that is appended about a position. */
static grundy_status about_a_position(grundy *g, const task_data *data, const char *name, position_call call,
                                      char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_buffer position = grundy_buffer_open(g), out;
    grundy_status status = used_buffer(g, &out);
    if (status == GRUNDY_OK)
        status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, data->position, &position);
    if (status == GRUNDY_OK) {
        status = call(g, r, grundy_buffer_bytes(&position), &out);
        expect_kept(data, name, &out, status);
    }
    if (status == GRUNDY_OK)
        snprintf(result, size, "%zu bytes, last %d", out.size, out.data[out.size - 1]);
    grundy_buffer_close(&position);
    grundy_buffer_close(&out);
    grundy_ruleset_close(r);
    return status;
}

static grundy_status view_task(grundy *g, const task_data *data, char *result, size_t size)
{
    return about_a_position(g, data, "grundy_position_view", grundy_position_view, result, size);
}

static grundy_status canonical_task(grundy *g, const task_data *data, char *result, size_t size)
{
    return about_a_position(g, data, "grundy_position_canonical", grundy_position_canonical, result, size);
}

static grundy_status random_call(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out)
{
    uint64_t seed = 12;
    (void)position;
    return grundy_position_random(g, r, &seed, 4, out);
}

static grundy_status random_task(grundy *g, const task_data *data, char *result, size_t size)
{
    return about_a_position(g, data, "grundy_position_random", random_call, result, size);
}

static grundy_status winning_call(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out)
{
    grundy_solver *s = NULL;
    grundy_status status = grundy_solver_open(g, r, GRUNDY_OUTCOME, GRUNDY_AUTO, &s);
    if (status == GRUNDY_OK)
        status = grundy_winning_move(s, position, out);
    else
        assert_null(s);
    grundy_solver_close(s);
    return status;
}

static grundy_status winning_task(grundy *g, const task_data *data, char *result, size_t size)
{
    return about_a_position(g, data, "grundy_winning_move", winning_call, result, size);
}

static grundy_status options_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_ruleset *r = NULL;
    grundy_buffer position = grundy_buffer_open(g);
    grundy_list options = grundy_list_open(g);
    grundy_status status = grundy_list_add(&options, "kept", 4);
    if (status == GRUNDY_OK)
        status = grundy_ruleset_open(g, data->ruleset, &r);
    if (status == GRUNDY_OK)
        status = grundy_position_parse(g, r, data->position, &position);
    if (status == GRUNDY_OK) {
        status = grundy_position_options(g, r, grundy_buffer_bytes(&position), &options);
        if (status != GRUNDY_OK && (grundy_list_count(&options) != 1 || options.bytes.size != 4))
            fail_msg("%s: options that could not all be found are left behind", data->ruleset);
    }
    if (status == GRUNDY_OK)
        snprintf(result, size, "%zu", grundy_list_count(&options));
    grundy_list_close(&options);
    grundy_buffer_close(&position);
    grundy_ruleset_close(r);
    return status;
}

/* The short ways. */
static grundy_status short_task(grundy *g, const task_data *data, char *result, size_t size)
{
    uint64_t value = 4711;
    char outcome = '?';
    grundy_status status = grundy_value(g, data->ruleset, data->position, &value);
    if (status != GRUNDY_OK)
        assert_int_equal(value, 4711);
    else if ((status = grundy_outcome(g, data->ruleset, data->position, &outcome)) != GRUNDY_OK)
        assert_int_equal(outcome, '?');
    snprintf(result, size, "%" PRIu64 " %c", value, outcome);
    return status;
}

/* Each call that a family has for its own sake. */
static void each_family(void **state)
{
    static const struct {
        task run;
        bool always;
    } tasks[] = {{parse_task, true},  {options_task, true},  {view_task, false},     {random_task, false},
                 {short_task, false}, {winning_task, false}, {canonical_task, false}};
    (void)state;
    for (size_t i = 0; i < grundy_family_count(); i++) {
        const grundy_family *f = grundy_family_at(i);
        const task_data data = {.ruleset = f->example_ruleset, .position = f->example_position};
        for (size_t k = 0; k < LENGTH(tasks); k++)
            if (!starve_within(tasks[k].always ? 60 : 0.05, tasks[k].run, &data) && tasks[k].always)
                fail_msg("%s %s cannot be read", f->example_ruleset, f->example_position);
    }
}

/* ---- tables, classes, statements ---- */

static grundy_status named_table_task(grundy *g, const task_data *data, char *result, size_t size)
{
    static const char *const variables[] = {"p=partitions(2..3)"};
    const grundy_table_request request = {
        .ruleset = data->ruleset, .position = data->position, .variables = variables, .count = 1};
    grundy_table *t = NULL;
    grundy_buffer text;
    grundy_status status = used_buffer(g, &text);
    if (status == GRUNDY_OK)
        status = grundy_table_open(g, &request, &t);
    if (status != GRUNDY_OK)
        assert_null(t);
    for (bool more = true; status == GRUNDY_OK && more;) {
        grundy_answer answer = {.value = 4711};
        status = grundy_table_next(t, &answer, &more);
        if (status != GRUNDY_OK)
            assert_int_equal(answer.value, 4711);
        text.size = 4;
        if (status == GRUNDY_OK && more) {
            status = grundy_table_print(t, 0, &text);
            expect_kept(data, "grundy_table_print", &text, status);
        }
        if (status == GRUNDY_OK)
            snprintf(result, size, "%s %s %d", grundy_table_name(t, 0), grundy_buffer_text(&text),
                     grundy_table_is_number(t, 0));
    }
    grundy_table_close(t);
    grundy_buffer_close(&text);
    return status;
}

static grundy_status classify_task(grundy *g, const task_data *data, char *result, size_t size)
{
    const grundy_table_request request = {.ruleset = data->ruleset, .position = data->position};
    grundy_classification c = {.positions = 4711};
    grundy_status status = grundy_classify(g, &request, &c);
    if (status != GRUNDY_OK) {
        assert_int_equal(c.positions, 4711);
        return status;
    }
    snprintf(result, size, "%" PRIu64 " %d %d", c.positions, c.holds[GRUNDY_PET], c.holds[GRUNDY_TAME]);
    grundy_classification_close(&c);
    return GRUNDY_OK;
}

static grundy_status claim_task(grundy *g, const task_data *data, char *result, size_t size)
{
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        grundy_claim_result r = {.cases = 4711};
        if (strcmp(grundy_claim_id(i), data->position) != 0)
            continue;
        grundy_status status = grundy_claim_check(g, i, 1, &r);
        if (status != GRUNDY_OK) {
            assert_int_equal(r.cases, 4711);
            return status;
        }
        snprintf(result, size, "%d %" PRIu64, r.holds, r.cases);
        grundy_buffer_close(&r.witness);
        grundy_buffer_close(&r.note);
    }
    return GRUNDY_OK;
}

static void tables_and_classes(void **state)
{
    (void)state;
    const task_data table = {.ruleset = "pnim", .position = "p"}, small = {.ruleset = "nim", .position = "2,1"},
                    board = {.ruleset = "cram", .position = "2x3"};
    starve_surely(named_table_task, &table);
    starve_surely(classify_task, &small);
    starve_surely(classify_task, &board);
}

/* Those that are quickly done. */
static void statements(void **state)
{
    (void)state;
    unsigned done = 0;
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        const task_data data = {.ruleset = "verify", .position = grundy_claim_id(i)};
        done += starve_within(0.01, claim_task, &data);
    }
    assert_true(done >= 10);
}

static grundy_status calculate_text_task(grundy *g, const task_data *data, char *result, size_t size)
{
    grundy_buffer text;
    grundy_status status = used_buffer(g, &text);
    if (status == GRUNDY_OK) {
        status = grundy_calculate_text(g, data->position, &text);
        expect_kept(data, "grundy_calculate_text", &text, status);
    }
    if (status == GRUNDY_OK)
        snprintf(result, size, "%s", grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

static grundy_status writer_task(grundy *g, const task_data *data, char *result, size_t size)
{
    static const char *const names[] = {"n", "value"}, *const cells[] = {"1", "23"};
    static const bool number[] = {true, true};
    grundy_writer w = {.format = (grundy_format)data->question, .names = names, .count = 2};
    grundy_buffer out;
    grundy_status status = used_buffer(g, &out);
    if (status == GRUNDY_OK)
        status = grundy_writer_begin(&w, &out);
    if (status == GRUNDY_OK)
        status = grundy_writer_row(&w, cells, number, &out);
    if (status == GRUNDY_OK)
        status = grundy_writer_end(&w, &out);
    if (status == GRUNDY_OK)
        snprintf(result, size, "%s", grundy_buffer_text(&out));
    grundy_buffer_close(&out);
    return status;
}

static void texts(void **state)
{
    (void)state;
    grundy *g = ask_open();
    grundy_buffer result = grundy_buffer_open(g);
    const task_data large = {.ruleset = "calc", .position = "2^64 * (2^70 + 5) / 3 + sqrt(2^100) + inv(2^80)"},
                    small = {.ruleset = "calc", .position = "log(2,3) + order(7)"};
    if (grundy_calculate_text(g, "2^64*(18446744073709551616+5)", &result) == GRUNDY_OK) /* built with GMP */
        starve_surely(calculate_text_task, &large);
    starve_surely(calculate_text_task, &small);
    for (int f = GRUNDY_FORMAT_TEXT; f <= GRUNDY_FORMAT_BFILE; f++) {
        const task_data data = {.ruleset = "writer", .question = (grundy_question)f};
        starve_surely(writer_task, &data);
    }
    grundy_buffer_close(&result);
    ask_close(g);
}

/* ---- the store ---- */

static char path[] = "/tmp/grundy-memory-XXXXXX";

static grundy_status store_task(grundy *g, const task_data *data, char *result, size_t size)
{
    uint64_t value = 0;
    grundy_status status = grundy_store_open(g, path, 3600);
    if (status == GRUNDY_OK)
        status = grundy_value(g, data->ruleset, data->position, &value);
    if (status == GRUNDY_OK)
        status = grundy_store_save(g);
    grundy_store_close(g);
    snprintf(result, size, "%" PRIu64, value);
    return status;
}

/* Whatever fails, the file stays whole: each run loads what the one before has left. */
static void stores(void **state)
{
    (void)state;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    const task_data partitions = {.ruleset = "ruler(setpartitions(12))", .position = "[12]"},
                    matrices = {.ruleset = "ruler(asm(7))", .position = "(0,0,0)"},
                    boards = {.ruleset = "cram", .position = "3x3"},
                    pushes = {.ruleset = "push-cram", .position = "3x3"};
    starve_surely(store_task, &partitions);
    starve_surely(store_task, &matrices);
    starve_surely(store_task, &boards);
    unlink(path);
    starve_surely(store_task, &pushes);
    unlink(path);
}

/* ---- families that are added ---- */

static grundy_status open_pair(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_ruleset *inner = NULL;
    if (self->count != 1)
        return grundy_arg_fail(g, self, "one ruleset is expected");
    TRY(grundy_ruleset_open_arg(g, &self->args[0], &inner));
    grundy_status status = grundy_ruleset_set_space(g, r, grundy_ruleset_space(inner));
    if (status != GRUNDY_OK) {
        grundy_ruleset_close(inner);
        return status;
    }
    grundy_ruleset_set_state(r, inner);
    return GRUNDY_OK;
}

static void close_pair(grundy *g, void *state)
{
    (void)g;
    grundy_ruleset_close(state);
}

static grundy_status inner_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    const grundy_ruleset *inner = grundy_ruleset_state(r);
    return grundy_ruleset_family(inner)->parse(g, inner, s, out);
}

static grundy_status inner_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    const grundy_ruleset *inner = grundy_ruleset_state(r);
    return grundy_ruleset_family(inner)->print(g, inner, summand, out);
}

static grundy_status inner_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const grundy_ruleset *inner = grundy_ruleset_state(r);
    return grundy_ruleset_family(inner)->options(g, inner, summand, out);
}

static const grundy_family same_as = {
    .name = "same-as",
    .arguments = "(RULESET)",
    .summary = "another ruleset by another name",
    .rules = "As that one.",
    .open = open_pair,
    .close = close_pair,
    .parse = inner_parse,
    .print = inner_print,
    .options = inner_options,
};

static grundy_status added_task(grundy *g, const task_data *data, char *result, size_t size)
{
    uint64_t value = 0;
    grundy_status status = grundy_family_add(g, &same_as);
    if (status == GRUNDY_OK)
        status = grundy_value(g, data->ruleset, data->position, &value);
    else
        assert_null(grundy_family_added(g, 0));
    snprintf(result, size, "%" PRIu64, value);
    return status;
}

static void added_families(void **state)
{
    (void)state;
    const task_data data = {.ruleset = "push(same-as(nim),same-as(wythoff))", .position = "2,3"};
    starve_surely(added_task, &data);
}

/* ---- the self-check: it is long, so only its beginning ---- */

static void selftest(void **state)
{
    (void)state;
    for (uint64_t at = 1; at < 200; at += 1 + at / 8) {
        failing f = {.fail_at = at, .and_after = true};
        grundy *g = NULL;
        const grundy_selftest_request request = {.seed = 1, .seconds = 60, .ruleset = "wythoff", .position = "2,3"};
        grundy_selftest_result result = {.parts = 4711};
        if (grundy_open(failing_allocate, &f, &g) == GRUNDY_OK) {
            grundy_status status = grundy_selftest(g, &request, &result);
            assert_true(status == GRUNDY_NOMEM && result.parts == 4711 && *grundy_message(g) != '\0');
        }
        grundy_close(g);
        assert_int_equal(f.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_family), cmocka_unit_test(tables_and_classes),
        cmocka_unit_test(statements),  cmocka_unit_test(texts),
        cmocka_unit_test(stores),      cmocka_unit_test(added_families),
        cmocka_unit_test(selftest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
