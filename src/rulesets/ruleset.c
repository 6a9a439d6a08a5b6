#include "rulesets/ruleset.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/expression.h"
#include "rulesets/families.h"
#include "rulesets/spaces.h"

/* ---- numbers ---- */

size_t number_write(uint64_t n, unsigned char *out)
{
    size_t size = 0;
    while (n >= 128) {
        out[size++] = (unsigned char)(n | 128);
        n >>= 7;
    }
    out[size++] = (unsigned char)n;
    return size;
}

grundy_status number_append(grundy_buffer *b, uint64_t n)
{
    unsigned char bytes[NUMBER_SIZE_MAX];
    return grundy_append(b, bytes, number_write(n, bytes));
}

size_t numbers_count(grundy_bytes numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < numbers.size; i++)
        count += numbers.data[i] < 128;
    return count;
}

static int ruleset_ascending(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void numbers_sort(uint64_t *numbers, size_t count)
{
    if (count > 1)
        qsort(numbers, count, sizeof *numbers, ruleset_ascending);
}

/* ---- the table of families ---- */

size_t grundy_family_count(void)
{
    return families_count;
}

const grundy_family *grundy_family_at(size_t i)
{
    return families[i];
}

const grundy_family *grundy_family_find(const char *name)
{
    for (size_t i = 0; i < families_count; i++)
        if (strcmp(families[i]->name, name) == 0)
            return families[i];
    return NULL;
}

/* ---- rulesets ---- */

grundy_status grundy_arg_fail(grundy *g, const grundy_arg *arg, const char *format, ...)
{
    char why[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return grundy_fail(g, GRUNDY_PARSE, "ruleset, column %u: %s", arg->column, why);
}

/* The family that an expression names. Two families may share a name when only one of them takes arguments. */
static const grundy_family *family_named(grundy *g, const grundy_arg *arg)
{
    const grundy_family *own = added_named(g, arg->text);
    if (own != NULL)
        return own;
    for (size_t i = 0; i < families_count; i++)
        if (strcmp(families[i]->name, arg->text) == 0 && (*families[i]->arguments != '\0') == arg->parenthesised)
            return families[i];
    return grundy_family_find(arg->text);
}

static grundy_status copy_text(grundy *g, const char *text, char **out)
{
    grundy_status status = GRUNDY_OK;
    char *copy = handle_new(g, strlen(text) + 1, 1, &status);
    if (copy == NULL)
        return status;
    memcpy(copy, text, strlen(text));
    *out = copy;
    return GRUNDY_OK;
}

static void free_text(grundy *g, char *text)
{
    if (text != NULL)
        handle_free(g, text, strlen(text) + 1);
}

static grundy_status name_and_open(grundy *g, const grundy_arg *arg, grundy_ruleset *r)
{
    grundy_buffer name = grundy_buffer_open(g);
    grundy_status status = expression_print(arg, &name);
    if (status == GRUNDY_OK)
        status = copy_text(g, grundy_buffer_text(&name), &r->name);
    grundy_buffer_close(&name);
    if (status == GRUNDY_OK && r->family->space != NULL)
        status = copy_text(g, r->family->space, &r->space);
    if (status == GRUNDY_OK && r->family->open != NULL)
        status = r->family->open(g, r, arg);
    else if (status == GRUNDY_OK && arg->parenthesised)
        status = grundy_arg_fail(g, arg, "%s takes no arguments", arg->text);
    return status;
}

/* Among positions of coins, the space says which poset they are on; of a family's own, the family knows what it means. */
static grundy_status note_encoding(grundy *g, grundy_ruleset *r)
{
    const grundy_family *f = r->family;
    grundy_buffer text = grundy_buffer_open(g);
    grundy_status status = grundy_appendf(&text, "%d", f->encoding);
    if (status == GRUNDY_OK && f->encoding == GRUNDY_ENCODING_OWN)
        status = grundy_appendf(&text, " %p", f->same_bytes != NULL ? f->same_bytes : f);
    if (status == GRUNDY_OK && (f->encoding == GRUNDY_ENCODING_OWN || f->encoding == GRUNDY_ENCODING_COINS))
        status = grundy_appendf(&text, " %s", r->space);
    if (status == GRUNDY_OK)
        status = ruleset_set_encoding(g, r, grundy_buffer_text(&text));
    grundy_buffer_close(&text);
    return status;
}

/* Open it, and note what was read for it: that belongs to the ruleset of which it is a part, too. */
static grundy_status open_with_content(grundy *g, const grundy_arg *arg, grundy_ruleset *r)
{
    const uint64_t outer = handle_content(g, added_content(g, r->family));
    grundy_status status = name_and_open(g, arg, r);
    r->content = handle_content(g, outer);
    unsigned char bytes[NUMBER_SIZE_MAX];
    if (r->content != 0)
        handle_add_content(g, bytes, number_write(r->content, bytes));
    return status;
}

grundy_status grundy_ruleset_open_arg(grundy *g, const grundy_arg *arg, grundy_ruleset **out)
{
    if (arg->kind != GRUNDY_ARG_NAME)
        return grundy_arg_fail(g, arg, "expected the name of a ruleset");
    const grundy_family *family = family_named(g, arg);
    if (family == NULL)
        return grundy_arg_fail(g, arg, "no ruleset is called '%.60s'; `grundy rulesets` lists them", arg->text);
    grundy_status status = GRUNDY_OK;
    grundy_ruleset *r = handle_new(g, 1, sizeof *r, &status);
    if (r == NULL)
        return status;
    r->g = g;
    r->family = family;
    r->native = native_space_of(family->encoding);
    r->symmetries = family->symmetries;
    status = open_with_content(g, arg, r);
    if (status == GRUNDY_OK && r->encoding == NULL)
        status = note_encoding(g, r);
    if (status != GRUNDY_OK) {
        grundy_ruleset_close(r);
        return status;
    }
    *out = r;
    return GRUNDY_OK;
}

grundy_status ruleset_open_scoped(grundy *g, const char *expression, scan_scope *scope, grundy_ruleset **out)
{
    arena a = arena_open(g);
    grundy_arg root;
    grundy_status status = expression_parse(g, expression, scope, &a, &root);
    if (status == GRUNDY_OK)
        status = grundy_ruleset_open_arg(g, &root, out);
    arena_close(&a);
    return status;
}

grundy_status grundy_ruleset_open(grundy *g, const char *expression, grundy_ruleset **out)
{
    return ruleset_open_scoped(g, expression, NULL, out);
}

void grundy_ruleset_close(grundy_ruleset *r)
{
    if (r == NULL)
        return;
    if (r->state != NULL && r->family->close != NULL)
        r->family->close(r->g, r->state);
    free_text(r->g, r->name);
    free_text(r->g, r->space);
    free_text(r->g, r->encoding);
    handle_free(r->g, r, sizeof *r);
}

const char *grundy_ruleset_name(const grundy_ruleset *r)
{
    return r->name;
}

const char *grundy_ruleset_space(const grundy_ruleset *r)
{
    return r->space;
}

const grundy_family *grundy_ruleset_family(const grundy_ruleset *r)
{
    return r->family;
}

void grundy_ruleset_set_state(grundy_ruleset *r, void *state)
{
    r->state = state;
}

const void *grundy_ruleset_state(const grundy_ruleset *r)
{
    return r->state;
}

grundy_status grundy_ruleset_set_space(grundy *g, grundy_ruleset *r, const char *space)
{
    char *copy = NULL;
    TRY(copy_text(g, space, &copy));
    free_text(r->g, r->space);
    r->space = copy;
    return GRUNDY_OK;
}

grundy_status ruleset_set_encoding(grundy *g, grundy_ruleset *r, const char *encoding)
{
    char *copy = NULL;
    TRY(copy_text(g, encoding, &copy));
    free_text(r->g, r->encoding);
    r->encoding = copy;
    return GRUNDY_OK;
}

bool ruleset_same_positions(const grundy_ruleset *a, const grundy_ruleset *b)
{
    return strcmp(a->encoding, b->encoding) == 0;
}

void grundy_ruleset_set_symmetries(grundy_ruleset *r, unsigned symmetries)
{
    r->symmetries = symmetries;
}

grundy_status grundy_ruleset_describe(grundy *g, const grundy_ruleset *r, grundy_buffer *out)
{
    const grundy_family *f = r->family;
    if (f->describe != NULL)
        return f->describe(g, r, out);
    TRY(grundy_appendf(out, "%s%s - %s\n\n%s\n", f->name, f->arguments, f->summary, f->rules));
    if (f->theorems != NULL)
        TRY(grundy_appendf(out, "\n%s\n", f->theorems));
    if (f->example_ruleset == NULL || f->example_position == NULL)
        return GRUNDY_OK;
    return grundy_appendf(out, "\nExample: grundy value '%s' '%s'\n", f->example_ruleset, f->example_position);
}

grundy_status ruleset_check(grundy *g, const grundy_ruleset *r, grundy_bytes summand)
{
    return r->family->check == NULL ? GRUNDY_OK : r->family->check(g, r, summand);
}

grundy_status recurrence_of(grundy *g, const grundy_ruleset *r, grundy_question question, grundy_recurrence *out)
{
    *out = (grundy_recurrence){.kind = GRUNDY_RECUR_NONE};
    return r->family->recurrence == NULL ? GRUNDY_OK : r->family->recurrence(g, r, question, out);
}

/* ---- positions ---- */

grundy_status position_add(grundy_buffer *position, grundy_bytes summand)
{
    TRY(number_append(position, summand.size));
    return grundy_append(position, summand.data, summand.size);
}

grundy_status ruleset_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    unsigned column = grundy_scan_column(s);
    size_t before = out->size;
    TRY(r->family->parse(g, r, s, out));
    grundy_status status = ruleset_check(g, r, buffer_since(out, before));
    if (status == GRUNDY_PARSE) {
        char why[256];
        snprintf(why, sizeof why, "%s", grundy_message(g));
        return grundy_scan_reject(s, column, "%s", why);
    }
    return status;
}

/* Read one summand to the end of a position, with its length before it, which has one byte almost always. */
static grundy_status parse_summand(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    unsigned char length[NUMBER_SIZE_MAX] = {0};
    size_t start = out->size;
    TRY(grundy_append(out, length, 1));
    TRY(ruleset_parse(g, r, s, out));
    size_t size = out->size - start - 1, more = number_write(size, length) - 1;
    TRY(grundy_append(out, length, more));
    memmove(out->data + start + 1 + more, out->data + start + 1, size);
    memcpy(out->data + start, length, more + 1);
    return GRUNDY_OK;
}

grundy_status position_parse_scoped(grundy *g, const grundy_ruleset *r, const char *text, scan_scope *scope,
                                    grundy_buffer *out)
{
    grundy_scanner s = scan_begin(g, "position", text, scope);
    size_t before = out->size;
    grundy_status status;
    do {
        status = parse_summand(g, r, &s, out);
    } while (status == GRUNDY_OK && grundy_scan_accept(&s, "+"));
    if (status == GRUNDY_OK)
        status = scan_end(&s, "'+' or the end");
    if (status != GRUNDY_OK)
        out->size = before;
    return status;
}

grundy_status grundy_position_parse(grundy *g, const grundy_ruleset *r, const char *text, grundy_buffer *out)
{
    return position_parse_scoped(g, r, text, NULL, out);
}

grundy_status grundy_position_print(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out)
{
    grundy_bytes summand;
    for (bool first = true; position_next(&position, &summand); first = false) {
        if (!first)
            TRY(grundy_append(out, " + ", 3));
        TRY(r->family->print(g, r, summand, out));
    }
    return GRUNDY_OK;
}

bool grundy_question_is_outcome(grundy_question question)
{
    return question == GRUNDY_OUTCOME || question == GRUNDY_MISERE_OUTCOME;
}

grundy_status position_add_sorted(grundy_buffer *position, const grundy_list *summands, grundy_buffer *views)
{
    TRY(list_sorted(summands, views));
    const grundy_bytes *sorted = (const grundy_bytes *)(const void *)views->data;
    for (size_t i = 0; i < grundy_list_count(summands); i++)
        TRY(position_add(position, sorted[i]));
    return GRUNDY_OK;
}

grundy_status ruleset_reduce(grundy *g, const grundy_ruleset *r, unsigned symmetries, grundy_bytes summand,
                             grundy_buffer *out)
{
    if (r->native == NULL || symmetries == 0)
        return grundy_append(out, summand.data, summand.size);
    return r->native->reduce(g, r, symmetries, summand, out);
}

grundy_status ruleset_form(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    if (r->family->canonical != NULL)
        return r->family->canonical(g, r, summand, out);
    return ruleset_reduce(g, r, r->symmetries, summand, out);
}

grundy_status ruleset_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    grundy_buffer form = grundy_buffer_open(g);
    grundy_status status = ruleset_form(g, r, summand, &form);
    if (status == GRUNDY_OK)
        status = grundy_list_add(out, form.data, form.size);
    grundy_buffer_close(&form);
    return status;
}

grundy_status grundy_position_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out)
{
    const size_t before = out->size;
    grundy_list summands = grundy_list_open(g);
    grundy_buffer views = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    grundy_bytes summand;
    while (status == GRUNDY_OK && position_next(&position, &summand))
        status = ruleset_canonical(g, r, summand, &summands);
    if (status == GRUNDY_OK)
        status = position_add_sorted(out, &summands, &views);
    if (status != GRUNDY_OK)
        out->size = before;
    grundy_buffer_close(&views);
    grundy_list_close(&summands);
    return status;
}

grundy_status grundy_position_view(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_buffer *out)
{
    if (r->family->view == NULL)
        return grundy_fail(g, GRUNDY_DOMAIN, "%s has no drawing of its positions", r->name);
    grundy_status status = GRUNDY_OK;
    grundy_bytes summand;
    const size_t before = out->size;
    for (bool first = true; status == GRUNDY_OK && position_next(&position, &summand); first = false) {
        if (!first)
            status = grundy_append(out, "+\n", 2);
        if (status == GRUNDY_OK)
            status = r->family->view(g, r, summand, out);
    }
    if (status != GRUNDY_OK)
        out->size = before;
    return status;
}

grundy_status position_options(const grundy_list *options, grundy_bytes before, grundy_bytes after, grundy_list *out)
{
    grundy_buffer scratch = grundy_buffer_open(out->bytes.g);
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(options); i++) {
        scratch.size = 0;
        status = grundy_append(&scratch, before.data, before.size);
        if (status == GRUNDY_OK)
            status = position_add(&scratch, grundy_list_at(options, i));
        if (status == GRUNDY_OK)
            status = grundy_append(&scratch, after.data, after.size);
        if (status == GRUNDY_OK)
            status = grundy_list_add(out, scratch.data, scratch.size);
    }
    grundy_buffer_close(&scratch);
    return status;
}

grundy_status grundy_position_options(grundy *g, const grundy_ruleset *r, grundy_bytes position, grundy_list *out)
{
    grundy_list options = grundy_list_open(g);
    grundy_bytes rest = position, before = {position.data, 0}, summand;
    size_t bytes = out->bytes.size, ends = out->ends.size;
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && position_next(&rest, &summand)) {
        grundy_list_clear(&options);
        status = r->family->options(g, r, summand, &options);
        if (status == GRUNDY_OK)
            status = position_options(&options, before, rest, out);
        before.size = (size_t)(rest.data - position.data);
    }
    if (status != GRUNDY_OK) {
        out->bytes.size = bytes;
        out->ends.size = ends;
    }
    grundy_list_close(&options);
    return status;
}

grundy_status grundy_position_random(grundy *g, const grundy_ruleset *r, uint64_t *seed, unsigned size,
                                     grundy_buffer *out)
{
    if (r->family->random == NULL)
        return grundy_fail(g, GRUNDY_DOMAIN, "%s has no generator of random positions", r->name);
    grundy_buffer summand = grundy_buffer_open(g);
    grundy_status status = r->family->random(g, r, seed, size, &summand);
    if (status == GRUNDY_OK)
        status = position_add(out, grundy_buffer_bytes(&summand));
    grundy_buffer_close(&summand);
    return status;
}
