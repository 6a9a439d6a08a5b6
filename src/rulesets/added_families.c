/* Families that a program adds to a handle: they are found by name in the expressions that the handle, and the forks
 * that search with it, open. */
#include <ctype.h>
#include <string.h>

#include "base/handle.h"
#include "rulesets/families.h"

typedef struct {
    grundy_buffer families; /* const grundy_family * each */
} added;

static const char added_key;

static void close_added(grundy *g, void *value)
{
    added *a = value;
    (void)g;
    grundy_buffer_close(&a->families);
}

static const grundy_family *at(const added *a, size_t i)
{
    const grundy_family *family;
    if (i >= a->families.size / sizeof family)
        return NULL;
    memcpy(&family, a->families.data + i * sizeof family, sizeof family);
    return family;
}

static const grundy_family *named(const added *a, const char *name)
{
    const grundy_family *family;
    for (size_t i = 0; (family = at(a, i)) != NULL; i++)
        if (strcmp(family->name, name) == 0)
            return family;
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
        status = grundy_append(&a->families, &family, sizeof family);
    handle_kept_done(a);
    return status;
}

const grundy_family *grundy_family_added(grundy *g, size_t i)
{
    added *a = handle_found(g, &added_key);
    if (a == NULL)
        return NULL;
    const grundy_family *family = at(a, i);
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
