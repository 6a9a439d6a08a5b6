/* asking.h - how tests put questions to the library: a call that fails unexpectedly fails the test, with its message
 *
 * Include it in place of cmocka.h. */
#ifndef GRUNDY_TEST_ASKING_H
#define GRUNDY_TEST_ASKING_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/handle.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Fail with the handle's message unless a call succeeds. */
#define MUST(g, call)                                                                           \
    do {                                                                                        \
        grundy_status must_status = (call);                                                     \
        if (must_status != GRUNDY_OK)                                                           \
            fail_msg("%s: %s (%s)", #call, grundy_status_text(must_status), grundy_message(g)); \
    } while (0)

static inline grundy *ask_open(void)
{
    grundy *g = NULL;
    assert_int_equal(grundy_open(NULL, NULL, &g), GRUNDY_OK);
    return g;
}

/* Close a handle through which everything has been given back. */
static inline void ask_close(grundy *g)
{
    handle_forget(g);
    assert_int_equal(grundy_memory(g), 0);
    grundy_close(g);
}

static inline grundy_ruleset *ask_ruleset(grundy *g, const char *expression)
{
    grundy_ruleset *r = NULL;
    grundy_status status = grundy_ruleset_open(g, expression, &r);
    if (status != GRUNDY_OK)
        fail_msg("%s: %s", expression, grundy_message(g));
    return r;
}

static inline grundy_buffer ask_position(grundy *g, const grundy_ruleset *r, const char *text)
{
    grundy_buffer position = grundy_buffer_open(g);
    grundy_status status = grundy_position_parse(g, r, text, &position);
    if (status != GRUNDY_OK)
        fail_msg("%s %s: %s", grundy_ruleset_name(r), text, grundy_message(g));
    return position;
}

/* The answer of one method; *value is written on success only. */
static inline grundy_status ask(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_question question,
                                grundy_method method, uint64_t *value)
{
    grundy_solver *s = NULL;
    grundy_answer answer;
    grundy_status status = grundy_solver_open(g, r, question, method, &s);
    if (status == GRUNDY_OK)
        status = grundy_solve(s, position, &answer);
    if (status == GRUNDY_OK)
        *value = answer.value;
    grundy_solver_close(s);
    return status;
}

static inline const char *question_word(grundy_question question)
{
    static const char *const words[] = {"value", "outcome", "misere value", "misere outcome"};
    return words[question];
}

#endif
