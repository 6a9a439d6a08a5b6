#include "analysis/template.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "math/partitions.h"
#include "rulesets/ruleset.h"

/* The largest partitions and subsets that a variable may run through. */
enum { ITEMS_MAX = 4096 };

scan_scope assignments_scope(assignments *a, size_t count)
{
    return (scan_scope){.variables = a->bindings, .count = count};
}

/* ---- reading "name=domain" ---- */

static grundy_status check_name(grundy *g, const assignments *a, const char *text, size_t length)
{
    bool good = length > 0 && isalpha((unsigned char)text[0]);
    for (size_t i = 0; i < length; i++)
        good = good && (isalnum((unsigned char)text[i]) || text[i] == '_');
    if (!good || text[length] != '=')
        return grundy_fail(g, GRUNDY_PARSE, "variable '%.60s': expected NAME=DOMAIN, as in n=0..20", text);
    for (size_t i = 0; i < a->count; i++)
        if (strlen(a->variables[i].name) == length && memcmp(a->variables[i].name, text, length) == 0)
            return grundy_fail(g, GRUNDY_PARSE, "the variable %.*s is declared twice", (int)length, text);
    return GRUNDY_OK;
}

static grundy_status copy(grundy *g, const char *text, size_t length, char **out)
{
    grundy_status status = GRUNDY_OK;
    *out = handle_new(g, length + 1, 1, &status);
    if (*out != NULL)
        memcpy(*out, text, length);
    return status;
}

grundy_status assignments_open(grundy *g, const char *ruleset, const char *const *texts, size_t count, assignments *out)
{
    grundy_status status = GRUNDY_OK;
    *out = (assignments){.g = g, .ruleset = ruleset, .room = count};
    out->variables = handle_new(g, count, sizeof *out->variables, &status);
    if (out->variables != NULL)
        out->bindings = handle_new(g, count, sizeof *out->bindings, &status);
    for (size_t i = 0; i < count && status == GRUNDY_OK; i++) {
        template_variable *v = &out->variables[i];
        size_t length = strcspn(texts[i], "=");
        status = check_name(g, out, texts[i], length);
        if (status != GRUNDY_OK)
            break;
        v->elements = grundy_list_open(g);
        out->count++;
        status = copy(g, texts[i], length, &v->name);
        if (status == GRUNDY_OK)
            status = copy(g, texts[i] + length + 1, strlen(texts[i] + length + 1), &v->text);
        out->bindings[i].name = v->name;
    }
    if (status != GRUNDY_OK)
        assignments_close(out);
    return status;
}

static void close_variable(grundy *g, template_variable *v)
{
    if (v->name != NULL)
        handle_free(g, v->name, strlen(v->name) + 1);
    if (v->text != NULL)
        handle_free(g, v->text, strlen(v->text) + 1);
    handle_free(g, v->items, v->capacity * sizeof *v->items);
    grundy_list_close(&v->elements);
}

void assignments_close(assignments *a)
{
    for (size_t i = 0; i < a->count; i++)
        close_variable(a->g, &a->variables[i]);
    handle_free(a->g, a->variables, a->room * sizeof *a->variables);
    handle_free(a->g, a->bindings, a->room * sizeof *a->bindings);
    *a = (assignments){.g = a->g};
}

/* ---- domains ---- */

static grundy_status scan_range(grundy_scanner *s, const char *what, int64_t low, int64_t high, template_variable *v)
{
    TRY(grundy_scan_signed(s, what, low, high, &v->low));
    v->high = v->low;
    if (!grundy_scan_accept(s, ".."))
        return GRUNDY_OK;
    return grundy_scan_signed(s, what, INT64_MIN, high, &v->high);
}

static grundy_status scan_domain(grundy_scanner *s, template_variable *v)
{
    if (grundy_scan_word(s, "elements")) {
        v->kind = DOMAIN_ELEMENTS;
        return GRUNDY_OK;
    }
    bool partitions = grundy_scan_word(s, "partitions");
    bool subsets = !partitions && grundy_scan_word(s, "subsets");
    if (!partitions && !subsets) {
        v->kind = DOMAIN_RANGE;
        return scan_range(s, "bound of the domain", INT64_MIN, INT64_MAX - 1, v);
    }
    v->kind = partitions ? DOMAIN_PARTITIONS : DOMAIN_SUBSETS;
    TRY(grundy_scan_expect(s, "("));
    TRY(scan_range(s, partitions ? "size of the partitions" : "number in the subsets", 0,
                   partitions ? ITEMS_MAX : INT64_MAX - 1, v));
    if (subsets) {
        TRY(grundy_scan_expect(s, ","));
        TRY(grundy_scan_integer(s, "size of the subsets", 0, ITEMS_MAX, &v->size));
    }
    return grundy_scan_expect(s, ")");
}

/* Read the domain of variable i, with the variables to its left. */
static grundy_status read_domain(assignments *a, size_t i)
{
    scan_scope scope = assignments_scope(a, i);
    grundy_scanner s = scan_begin(a->g, "domain", a->variables[i].text, &scope);
    grundy_scan_open(&s);
    TRY(scan_domain(&s, &a->variables[i]));
    return scan_end(&s, "'..' or the end");
}

static grundy_status items_room(grundy *g, template_variable *v, size_t count)
{
    grundy_status status = GRUNDY_OK;
    if (count <= v->capacity)
        return GRUNDY_OK;
    uint64_t *items = grundy_resize(g, v->items, v->capacity * sizeof *items, count * sizeof *items, &status);
    if (items == NULL)
        return status;
    v->items = items;
    v->capacity = count;
    return GRUNDY_OK;
}

static void first_partition(template_variable *v, int64_t total)
{
    v->total = total;
    v->count = total == 0 ? 0 : 1;
    if (total > 0)
        v->items[0] = (uint64_t)total;
}

/* The next partition in reverse lexicographic order: lower the last part above 1, and share out what it lost. */
static bool next_partition(template_variable *v)
{
    uint64_t rest = 0;
    while (v->count > 0 && v->items[v->count - 1] == 1) {
        rest++;
        v->count--;
    }
    if (v->count == 0) {
        if (v->total >= v->high)
            return false;
        first_partition(v, v->total + 1);
        return true;
    }
    uint64_t part = --v->items[v->count - 1];
    for (rest++; rest > 0; rest -= v->items[v->count - 1])
        v->items[v->count++] = rest < part ? rest : part;
    return true;
}

static bool first_subset(template_variable *v)
{
    v->count = (size_t)v->size;
    for (size_t i = 0; i < v->count; i++)
        v->items[i] = (uint64_t)v->low + i;
    return v->high >= v->low - 1 && v->size <= (uint64_t)(v->high - v->low + 1);
}

/* The next subset in lexicographic order. */
static bool next_subset(template_variable *v)
{
    size_t i = v->count;
    while (i > 0 && v->items[i - 1] == (uint64_t)v->high - (v->count - i))
        i--;
    if (i == 0)
        return false;
    v->items[i - 1]++;
    for (; i < v->count; i++)
        v->items[i] = v->items[i - 1] + 1;
    return true;
}

static grundy_status read_elements(assignments *a, size_t i)
{
    grundy_ruleset *r;
    scan_scope scope = assignments_scope(a, i);
    template_variable *v = &a->variables[i];
    TRY(ruleset_open_scoped(a->g, a->ruleset, &scope, &r));
    grundy_list_clear(&v->elements);
    grundy_status status =
        r->family->elements == NULL
            ? grundy_fail(a->g, GRUNDY_DOMAIN, "%s has no elements for the domain of %s to run through",
                          grundy_ruleset_name(r), v->name)
            : r->family->elements(a->g, r, &v->elements);
    grundy_ruleset_close(r);
    return status;
}

/* ---- stepping ---- */

/* Show the current value of variable i to scanners. */
static void bind(assignments *a, size_t i)
{
    const template_variable *v = &a->variables[i];
    grundy_variable *value = &a->bindings[i].value;
    static const grundy_variable_kind kinds[] = {GRUNDY_INTEGER, GRUNDY_PARTITION, GRUNDY_SUBSET, GRUNDY_ELEMENT};
    *value = (grundy_variable){.kind = kinds[v->kind], .items = v->items, .count = v->count};
    if (v->kind == DOMAIN_RANGE)
        value->integer = v->low;
    if (v->kind == DOMAIN_ELEMENTS)
        value->element = grundy_list_at(&v->elements, v->index);
}

static grundy_status start_variable(assignments *a, size_t i, bool *found)
{
    template_variable *v = &a->variables[i];
    TRY(read_domain(a, i));
    *found = v->low <= v->high;
    v->values = *found ? (uint64_t)v->high - (uint64_t)v->low + 1 : 0;
    if (v->kind == DOMAIN_PARTITIONS) {
        TRY(items_room(a->g, v, (size_t)v->high + 1));
        first_partition(v, v->low);
    } else if (v->kind == DOMAIN_SUBSETS) {
        TRY(items_room(a->g, v, (size_t)v->size + 1));
        *found = first_subset(v);
    } else if (v->kind == DOMAIN_ELEMENTS) {
        TRY(read_elements(a, i));
        v->index = 0;
        *found = grundy_list_count(&v->elements) > 0;
    }
    if (*found)
        bind(a, i);
    return GRUNDY_OK;
}

static bool step_variable(assignments *a, size_t i)
{
    template_variable *v = &a->variables[i];
    bool more = false;
    switch (v->kind) {
    case DOMAIN_RANGE:
        more = v->low < v->high;
        v->low = more && a->corners ? v->high : v->low + more;
        break;
    case DOMAIN_PARTITIONS: /* those of the greatest size contain all others */
        more = !a->corners || v->total == v->high;
        if (more)
            more = next_partition(v);
        else if ((more = v->total < v->high))
            first_partition(v, v->high);
        break;
    case DOMAIN_SUBSETS:
        more = next_subset(v);
        break;
    case DOMAIN_ELEMENTS:
        more = v->index + 1 < grundy_list_count(&v->elements);
        v->index += more;
        break;
    }
    if (more)
        bind(a, i);
    return more;
}

/* A template may have more assignments, or more empty domains, than anybody can wait for. */
static grundy_status count_step(assignments *a)
{
    return ++a->steps % 256 == 0 ? grundy_check(a->g) : GRUNDY_OK;
}

/* Variables below i have values; go on until all have, stepping back over empty domains, but not below `from`. */
static grundy_status complete(assignments *a, size_t from, size_t i, bool *found)
{
    while (i < a->count) {
        bool some = false;
        TRY(count_step(a));
        TRY(start_variable(a, i, &some));
        if (some) {
            i++;
            continue;
        }
        do {
            if (i == from) {
                *found = false;
                return GRUNDY_OK;
            }
            i--;
        } while (!step_variable(a, i));
        i++;
    }
    *found = true;
    return GRUNDY_OK;
}

/* How many assignments a corner stands for. */
static uint64_t variable_weight(const template_variable *v)
{
    if (v->kind == DOMAIN_RANGE)
        return (v->values + 1) / 2;
    if (v->kind != DOMAIN_PARTITIONS || v->high < 1 || v->high > RANKED_MAX)
        return 1;
    const uint64_t below = partitions_up_to((unsigned)v->high - 1);
    return 1 + below / (partitions_up_to((unsigned)v->high) - below);
}

uint64_t assignments_weight(const assignments *a, size_t from)
{
    uint64_t weight = 1;
    for (size_t i = from; i < a->count; i++) {
        uint64_t each = variable_weight(&a->variables[i]);
        weight = each != 0 && weight > UINT64_MAX / each ? UINT64_MAX : weight * each;
    }
    return weight;
}

grundy_status assignments_first(assignments *a, size_t from, bool *found)
{
    return complete(a, from, from, found);
}

grundy_status assignments_next(assignments *a, size_t from, size_t to, bool *found)
{
    TRY(count_step(a));
    for (size_t i = to; i > from; i--)
        if (step_variable(a, i - 1))
            return complete(a, from, i, found);
    *found = false;
    return GRUNDY_OK;
}
