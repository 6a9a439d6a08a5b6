/* expressions.h - random ruleset expressions, made from the descriptors of the families alone
 *
 * A family whose arguments are named R1, R2, ... or G1, G2, ... in its descriptor takes rulesets; all others give their
 * example and their instances. A new family thus comes in by itself. Not every combination is a ruleset: whoever asks
 * for one opens it, and asks again when it is refused. */
#ifndef GRUNDY_TEST_EXPRESSIONS_H
#define GRUNDY_TEST_EXPRESSIONS_H

#include <stdio.h>
#include <string.h>

#include "base/handle.h"

enum { EXPRESSION_MAX = 1000, LEAVES_MAX = 400, TAKERS_MAX = 60 };

/* A ruleset that takes no others, and the space of its positions. */
typedef struct {
    char text[120], space[160];
} expression_leaf;

typedef struct {
    expression_leaf leaves[LEAVES_MAX];
    const grundy_family *takers[TAKERS_MAX]; /* families that take rulesets */
    size_t leaf_count, taker_count;
} expression_stock;

static inline bool expression_takes_rulesets(const grundy_family *f)
{
    return strncmp(f->arguments, "(R1", 3) == 0 || strncmp(f->arguments, "(G1", 3) == 0;
}

/* Add a ruleset, unless the library was built without what it needs. */
static inline void expression_add_leaf(grundy *g, expression_stock *stock, const char *text)
{
    grundy_ruleset *r = NULL;
    expression_leaf *leaf = &stock->leaves[stock->leaf_count];
    if (text == NULL || stock->leaf_count == LEAVES_MAX || grundy_ruleset_open(g, text, &r) != GRUNDY_OK)
        return;
    snprintf(leaf->text, sizeof leaf->text, "%s", text);
    snprintf(leaf->space, sizeof leaf->space, "%s", grundy_ruleset_space(r));
    stock->leaf_count++;
    grundy_ruleset_close(r);
}

static inline void expression_add_family(grundy *g, expression_stock *stock, const grundy_family *f)
{
    if (expression_takes_rulesets(f)) {
        if (stock->taker_count < TAKERS_MAX)
            stock->takers[stock->taker_count++] = f;
        return;
    }
    expression_add_leaf(g, stock, f->example_ruleset);
    for (size_t i = 0; f->instances != NULL && f->instances[i] != NULL; i++)
        expression_add_leaf(g, stock, f->instances[i]);
}

/* All families of the library and of the handle. */
static inline void expression_fill(grundy *g, expression_stock *stock)
{
    const grundy_family *f;
    stock->leaf_count = stock->taker_count = 0;
    for (size_t i = 0; i < grundy_family_count(); i++)
        expression_add_family(g, stock, grundy_family_at(i));
    for (size_t i = 0; (f = grundy_family_added(g, i)) != NULL; i++)
        expression_add_family(g, stock, f);
}

/* A leaf; with some luck one that has the space of `home`, so that compounds of it are rulesets. */
static inline const expression_leaf *expression_leaf_near(const expression_stock *stock, const expression_leaf *home,
                                                          uint64_t *seed)
{
    const expression_leaf *leaf = NULL;
    bool far = grundy_random(seed) % 8 == 0;
    for (unsigned tries = 0; tries < 200; tries++) {
        leaf = &stock->leaves[grundy_random(seed) % stock->leaf_count];
        if (far || strcmp(leaf->space, home->space) == 0)
            break;
    }
    return leaf;
}

/* How many rulesets a family takes: as many as it names, or up to four where dots follow. */
static inline unsigned expression_arity(const grundy_family *f, uint64_t *seed)
{
    unsigned count = 1;
    for (const char *c = f->arguments; *c != '\0'; c++)
        count += *c == ',';
    return strstr(f->arguments, "...") != NULL ? 1 + (unsigned)(grundy_random(seed) % 4) : count;
}

/* Append an expression with at most so many compounds, which are counted down. There is no recursion: of an open
 * bracket it is known how many arguments are to come. */
static inline void expression_make(const expression_stock *stock, const expression_leaf *home, unsigned compounds,
                                   uint64_t *seed, char out[EXPRESSION_MAX])
{
    unsigned missing[EXPRESSION_MAX], depth = 0;
    size_t length = 0;
    out[0] = '\0';
    do {
        bool taker = compounds > 0 && stock->taker_count > 0 && (depth == 0 || grundy_random(seed) % 2 == 0);
        const grundy_family *f = taker ? stock->takers[grundy_random(seed) % stock->taker_count] : NULL;
        const char *text = taker ? f->name : expression_leaf_near(stock, home, seed)->text;
        length += (size_t)snprintf(out + length, EXPRESSION_MAX - length, "%s%s", text, taker ? "(" : "");
        if (taker) {
            compounds--;
            missing[depth++] = expression_arity(f, seed);
            continue;
        }
        while (depth > 0 && --missing[depth - 1] == 0) {
            length += (size_t)snprintf(out + length, EXPRESSION_MAX - length, ")");
            depth--;
        }
        if (depth > 0)
            length += (size_t)snprintf(out + length, EXPRESSION_MAX - length, ",");
    } while (depth > 0 && length + 200 < EXPRESSION_MAX);
}

/* A random expression that opens, with one to three compounds in it; false: many have been refused. */
static inline bool expression_random(grundy *g, const expression_stock *stock, uint64_t *seed, char out[EXPRESSION_MAX],
                                     grundy_status *refused)
{
    for (unsigned tries = 0; tries < 1000; tries++) {
        const expression_leaf *home = &stock->leaves[grundy_random(seed) % stock->leaf_count];
        grundy_ruleset *r = NULL;
        expression_make(stock, home, 1 + (unsigned)(grundy_random(seed) % 3), seed, out);
        grundy_status status = grundy_ruleset_open(g, out, &r);
        grundy_ruleset_close(r);
        if (status == GRUNDY_OK)
            return true;
        if (status != GRUNDY_PARSE) {
            *refused = status;
            return false;
        }
    }
    *refused = GRUNDY_PARSE;
    return false;
}

#endif
