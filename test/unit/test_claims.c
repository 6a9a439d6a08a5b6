/* Every claim about the papers, as `grundy verify` runs it: those that are expected to hold do not fail, and those
 * with a misprint do. */
#include "base/handle.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static grundy *open_handle(void)
{
    grundy *g = NULL;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    return g;
}

static void check_claim(grundy *g, size_t i, uint64_t scale)
{
    grundy_claim_result result;
    grundy_status status = grundy_claim_check(g, i, scale, &result);
    if (status != GRUNDY_OK)
        fail_msg("%s: %s: %s", grundy_claim_id(i), grundy_status_text(status), grundy_message(g));
    if (result.cases == 0)
        fail_msg("%s checks nothing", grundy_claim_id(i));
    if (grundy_claim_misprint(i) == NULL && result.holds == GRUNDY_NO)
        fail_msg("%s fails: %s", grundy_claim_id(i), grundy_buffer_text(&result.witness));
    if (grundy_claim_misprint(i) != NULL && result.holds != GRUNDY_NO)
        fail_msg("%s is said to be a misprint but holds", grundy_claim_id(i));
    if ((result.holds == GRUNDY_NO) != (result.witness.size > 0))
        fail_msg("%s: a failure needs a witness, and only a failure has one", grundy_claim_id(i));
    grundy_buffer_close(&result.witness);
    grundy_buffer_close(&result.note);
}

static void claims_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        grundy *g = open_handle();
        check_claim(g, i, 1);
        handle_forget(g);
        assert_int_equal(grundy_memory(g), 0);
        grundy_close(g);
    }
}

static void ids_are_unique(void **state)
{
    (void)state;
    assert_true(grundy_claim_count() > 0);
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        assert_true(grundy_claim_id(i)[0] != '\0');
        assert_true(grundy_claim_statement(i)[0] != '\0');
        assert_null(strchr(grundy_claim_statement(i), '\n'));
        for (size_t k = 0; k < i; k++)
            if (strcmp(grundy_claim_id(i), grundy_claim_id(k)) == 0)
                fail_msg("two claims are called %s", grundy_claim_id(i));
    }
}

static size_t find_claim(const char *id)
{
    for (size_t i = 0; i < grundy_claim_count(); i++)
        if (strcmp(grundy_claim_id(i), id) == 0)
            return i;
    fail_msg("no claim %s", id);
    return 0;
}

/* A false statement keeps the first of its witnesses. */
static void first_witness_is_kept(void **state)
{
    (void)state;
    grundy *g = open_handle();
    grundy_claim_result result;
    assert_int_equal(grundy_claim_check(g, find_claim("push-5-octal-07-zeros"), 1, &result), GRUNDY_OK);
    assert_int_equal(result.holds, GRUNDY_NO);
    assert_string_equal(grundy_buffer_text(&result.witness), "G(0) = 0");
    grundy_buffer_close(&result.witness);
    grundy_buffer_close(&result.note);
    grundy_close(g);
}

/* More scale, more cases. */
static void scale_grows(void **state)
{
    (void)state;
    grundy *g = open_handle();
    size_t i = find_claim("push-3.1.3");
    uint64_t cases[2];
    for (uint64_t scale = 1; scale <= 2; scale++) {
        grundy_claim_result result;
        assert_int_equal(grundy_claim_check(g, i, scale, &result), GRUNDY_OK);
        cases[scale - 1] = result.cases;
        grundy_buffer_close(&result.witness);
        grundy_buffer_close(&result.note);
    }
    assert_true(cases[1] > cases[0]);
    grundy_close(g);
}

static bool stop_at_once(void *context)
{
    ++*(unsigned *)context;
    return true;
}

/* A stop callback ends each check that is long enough to ask, and nothing stays allocated. */
static void checks_stop(void **state)
{
    (void)state;
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        grundy *g = open_handle();
        unsigned asked = 0;
        grundy_limits limits = {.stop = stop_at_once, .context = &asked};
        grundy_claim_result result;
        grundy_set_limits(g, &limits);
        grundy_status status = grundy_claim_check(g, i, 1, &result);
        if (status == GRUNDY_OK) {
            grundy_buffer_close(&result.witness);
            grundy_buffer_close(&result.note);
        }
        if (status != (asked > 0 ? GRUNDY_STOPPED : GRUNDY_OK))
            fail_msg("%s: %s after %u questions", grundy_claim_id(i), grundy_status_text(status), asked);
        handle_forget(g);
        assert_int_equal(grundy_memory(g), 0);
        grundy_close(g);
    }
    grundy *g = open_handle();
    unsigned asked = 0;
    grundy_limits limits = {.stop = stop_at_once, .context = &asked};
    grundy_claim_result result;
    grundy_set_limits(g, &limits);
    assert_int_equal(grundy_claim_check(g, find_claim("push-3.1.6"), 1, &result), GRUNDY_STOPPED);
    grundy_close(g);
}

typedef struct {
    uint64_t left; /* allocations that still succeed */
} allocator;

static void *allocate(void *context, void *old, size_t old_size, size_t new_size)
{
    allocator *a = context;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (a->left == 0)
        return NULL;
    a->left--;
    return realloc(old, new_size);
}

/* Each allocation of a check fails once: the check reports it and gives everything back. */
static void allocations_fail(void **state)
{
    (void)state;
    static const char *const ids[] = {"push-figure-1", "push-5-octal-07-equal"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        grundy_status status = GRUNDY_NOMEM;
        for (uint64_t allowed = 1; status != GRUNDY_OK; allowed++) {
            allocator a = {.left = allowed};
            grundy *g = NULL;
            grundy_claim_result result;
            if (grundy_open(allocate, &a, &g) != GRUNDY_OK)
                continue;
            status = grundy_claim_check(g, find_claim(ids[i]), 1, &result);
            if (status == GRUNDY_OK) {
                grundy_buffer_close(&result.witness);
                grundy_buffer_close(&result.note);
            } else if (status != GRUNDY_NOMEM) {
                fail_msg("%s: %s with %" PRIu64 " allocations", ids[i], grundy_status_text(status), allowed);
            }
            assert_int_equal(grundy_memory(g), 0);
            grundy_close(g);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_unique), cmocka_unit_test(claims_hold), cmocka_unit_test(first_witness_is_kept),
        cmocka_unit_test(scale_grows),    cmocka_unit_test(checks_stop), cmocka_unit_test(allocations_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
