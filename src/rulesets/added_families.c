/* Families that a program adds to a handle: they are found by name in the expressions that the handle, and the forks
 * that search with it, open. */
#include <ctype.h>
#include <string.h>

#include "base/handle.h"
#include "rulesets/families.h"

typedef struct {
    const grundy_family *family;
    uint64_t content; /* a digest of what it is made of; 0: not known */
} added_family;

typedef struct {
    grundy_buffer families; /* added_family each */
} added;

static const char added_key;

static void close_added(grundy *g, void *value)
{
    added *a = value;
    (void)g;
    grundy_buffer_close(&a->families);
}

static added_family *added_families_at(const added *a, size_t i)
{
    return i < a->families.size / sizeof(added_family) ? (added_family *)(void *)a->families.data + i : NULL;
}

static const grundy_family *named(const added *a, const char *name)
{
    const added_family *f;
    for (size_t i = 0; (f = added_families_at(a, i)) != NULL; i++)
        if (strcmp(f->family->name, name) == 0)
            return f->family;
    return NULL;
}

/* The names that expressions can name: a letter, then letters, digits and hyphens. */
static bool is_name(const char *text)
{
    if (text == NULL || !isalpha((unsigned char)*text))
        return false;
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text) && *text != '-')
            return false;
    return true;
}

static bool is_complete(const grundy_family *f)
{
    return f->arguments != NULL && f->summary != NULL && f->rules != NULL && f->parse != NULL && f->print != NULL &&
           f->options != NULL && (f->space != NULL || f->open != NULL);
}

grundy_status grundy_family_add(grundy *g, const grundy_family *family)
{
    if (!is_name(family->name))
        return grundy_fail(g, GRUNDY_PARSE,
                           "a family of rulesets needs a name: a letter, then letters, digits and hyphens");
    if (!is_complete(family))
        return grundy_fail(g, GRUNDY_PARSE,
                           "the family %.60s lacks one of arguments, summary, rules, parse, print, options, space",
                           family->name);
    if ((family->identify == NULL) != (family->expand == NULL))
        return grundy_fail(g, GRUNDY_PARSE, "the family %.60s has one of identify and expand, and lacks the other",
                           family->name);
    if (family->learn != NULL && family->expand == NULL)
        return grundy_fail(g, GRUNDY_PARSE, "the family %.60s has learn, and lacks expand, which it is for",
                           family->name);
    if (grundy_family_find(family->name) != NULL)
        return grundy_fail(g, GRUNDY_PARSE, "there is a ruleset %.60s already", family->name);
    grundy_status status = GRUNDY_OK;
    added *a = handle_kept(g, &added_key, sizeof *a, close_added, &status);
    if (a == NULL)
        return status;
    if (a->families.g == NULL)
        a->families = grundy_buffer_open(g);
    if (named(a, family->name) != NULL)
        status = grundy_fail(g, GRUNDY_PARSE, "there is a ruleset %.60s already", family->name);
    else
        status = grundy_append(&a->families, &(added_family){family, 0}, sizeof(added_family));
    handle_kept_done(a);
    return status;
}

const grundy_family *grundy_family_added(grundy *g, size_t i)
{
    added *a = handle_found(g, &added_key);
    if (a == NULL)
        return NULL;
    const added_family *f = added_families_at(a, i);
    const grundy_family *family = f == NULL ? NULL : f->family;
    handle_kept_done(a);
    return family;
}

const grundy_family *added_named(grundy *g, const char *name)
{
    added *a = handle_found(g, &added_key);
    if (a == NULL)
        return NULL;
    const grundy_family *family = named(a, name);
    handle_kept_done(a);
    return family;
}

/* What is kept of a family, locked until handle_kept_done(*out); NULL: it was not added, and nothing is locked. */
static added_family *added_entry(grundy *g, const grundy_family *family, added **out)
{
    added_family *f = NULL;
    added *a = handle_found(g, &added_key);
    if (a == NULL)
        return NULL;
    for (size_t i = 0; (f = added_families_at(a, i)) != NULL && f->family != family; i++)
        ;
    if (f == NULL)
        handle_kept_done(a);
    *out = a;
    return f;
}

void grundy_family_made_of(grundy *g, const grundy_family *family, uint64_t digest)
{
    added *a;
    added_family *f = added_entry(g, family, &a);
    if (f == NULL)
        return;
    f->content = digest;
    handle_kept_done(a);
}

uint64_t added_content(grundy *g, const grundy_family *family)
{
    added *a;
    const added_family *f = added_entry(g, family, &a);
    if (f == NULL)
        return 0;
    uint64_t content = f->content;
    handle_kept_done(a);
    return content;
}
