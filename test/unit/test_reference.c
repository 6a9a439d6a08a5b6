/* The published values of test/reference.tsv: one test for each row. */
#include <ctype.h>
#include <stdlib.h>

#include "asking.h"

enum { COLUMNS = 6, ROWS_MAX = 2000, LINE_SIZE = 8192, BRUTE_TO = 11, SEARCH_TO = 50 };

typedef struct {
    char *kind, *ruleset, *template, *first, *published, *source;
    char name[160];
} reference;

typedef struct {
    const reference *row;
    grundy *g;
    grundy_ruleset *r;
    grundy_solver *solver, *search, *brute;
} row_check;

static row_check check_open(const reference *row, grundy_question question)
{
    row_check c = {.row = row, .g = ask_open()};
    c.r = ask_ruleset(c.g, row->ruleset);
    MUST(c.g, grundy_solver_open(c.g, c.r, question, GRUNDY_AUTO, &c.solver));
    MUST(c.g, grundy_solver_open(c.g, c.r, question, GRUNDY_SEARCH, &c.search));
    MUST(c.g, grundy_solver_open(c.g, c.r, question, GRUNDY_BRUTE, &c.brute));
    return c;
}

static void check_close(row_check *c)
{
    grundy_solver_close(c->solver);
    grundy_solver_close(c->search);
    grundy_solver_close(c->brute);
    grundy_ruleset_close(c->r);
    ask_close(c->g);
}

/* The template with a number for each of up to two letters that stand alone. */
static void fill(const char *template, const char *letters, const uint64_t *numbers, char *out, size_t size)
{
    size_t used = 0;
    for (const char *c = template; *c != '\0' && used + 24 < size; c++) {
        const char *letter = strchr(letters, *c);
        bool alone = !isalnum((unsigned char)c[1]) && (c == template || !isalpha((unsigned char)c[-1]));
        if (letter != NULL && alone)
            used += (size_t)snprintf(out + used, size - used, "%" PRIu64, numbers[letter - letters]);
        else
            out[used++] = *c;
    }
    out[used] = '\0';
}

static uint64_t solve(row_check *c, grundy_solver *solver, const char *text)
{
    grundy_answer answer = {0};
    grundy_buffer position = ask_position(c->g, c->r, text);
    MUST(c->g, grundy_solve(solver, grundy_buffer_bytes(&position), &answer));
    grundy_buffer_close(&position);
    return answer.value;
}

/* Compare with the published value: the fastest way, and the others while n is small. */
static void compare(row_check *c, const char *text, uint64_t n, uint64_t published)
{
    grundy_solver *const solvers[] = {c->solver, n <= SEARCH_TO ? c->search : NULL, n <= BRUTE_TO ? c->brute : NULL};
    for (size_t i = 0; i < LENGTH(solvers); i++) {
        uint64_t value = solvers[i] == NULL ? published : solve(c, solvers[i], text);
        if (value != published)
            fail_msg("%s %s: %" PRIu64 ", but %s has %" PRIu64, c->row->ruleset, text, value, c->row->source,
                     published);
    }
}

/* Take the next number off a list; false at its end. */
static bool next_number(const char **list, uint64_t *out)
{
    while (**list == ',' || **list == ' ')
        ++*list;
    if (!isdigit((unsigned char)**list))
        return false;
    char *end;
    *out = strtoull(*list, &end, 10);
    *list = end;
    return true;
}

static void check_one(const reference *row, grundy_question question)
{
    row_check c = check_open(row, question);
    uint64_t published = 0;
    const char *list = row->published;
    assert_true(next_number(&list, &published));
    compare(&c, row->template, SEARCH_TO + 1, published);
    check_close(&c);
}

static void check_values(const reference *row)
{
    row_check c = check_open(row, GRUNDY_VALUE);
    const char *list = row->published;
    char text[64];
    uint64_t published = 0, n = strtoull(row->first, NULL, 10);
    for (; next_number(&list, &published); n++) {
        fill(row->template, "n", &n, text, sizeof text);
        compare(&c, text, n, published);
    }
    check_close(&c);
}

static void check_triangle(const reference *row)
{
    row_check c = check_open(row, GRUNDY_VALUE);
    const char *list = row->published;
    char text[64];
    uint64_t published = 0, at[2] = {strtoull(row->first, NULL, 10), 0}; /* n and m */
    while (next_number(&list, &published)) {
        fill(row->template, "nm", at, text, sizeof text);
        compare(&c, text, at[0], published);
        if (at[1]++ == at[0]) {
            at[0]++;
            at[1] = 0;
        }
    }
    check_close(&c);
}

static void check_zeros(const reference *row)
{
    row_check c = check_open(row, GRUNDY_OUTCOME);
    const char *list = row->published;
    char text[64];
    uint64_t zero = 0, n = strtoull(row->first, NULL, 10);
    for (; next_number(&list, &zero); n++)
        for (; n <= zero; n++) {
            fill(row->template, "n", &n, text, sizeof text);
            compare(&c, text, n, n < zero);
            if (n == zero)
                break;
        }
    check_close(&c);
}

/* Is (a,b) in the list? *last becomes the greatest first member. */
static bool listed(const char *list, uint64_t a, uint64_t b, uint64_t *last)
{
    uint64_t x = 0, y = 0;
    bool found = false;
    while (next_number(&list, &x) && next_number(&list, &y)) {
        found = found || (x == a && y == b);
        *last = x;
    }
    return found;
}

static void check_pairs(const reference *row)
{
    row_check c = check_open(row, GRUNDY_OUTCOME);
    const char *template = strcmp(row->template, "-") == 0 ? "a,b" : row->template;
    char text[64];
    uint64_t last = 0;
    listed(row->published, 0, 0, &last);
    for (uint64_t a = 0; a <= last; a++)
        for (uint64_t b = a; b <= 2 * last; b++) {
            bool p = listed(row->published, a, b, &last);
            fill(template, "ab", (uint64_t[]){a, b}, text, sizeof text);
            compare(&c, text, a + b, !p);
        }
    check_close(&c);
}

static void check_period(const reference *row)
{
    grundy *g = ask_open();
    grundy_ruleset *r = ask_ruleset(g, row->ruleset);
    grundy_period found = {0};
    const char *list = row->published;
    uint64_t preperiod = 0, period = 0;
    assert_true(next_number(&list, &preperiod) && next_number(&list, &period));
    MUST(g, grundy_find_period(g, r, GRUNDY_VALUE, 0, &found));
    if (found.preperiod != preperiod || found.period != period || found.saltus != 0)
        fail_msg("%s: preperiod %" PRIu64 " period %" PRIu64 " saltus %" PRIu64 ", but %s has %" PRIu64 " and %" PRIu64,
                 row->ruleset, found.preperiod, found.period, found.saltus, row->source, preperiod, period);
    assert_int_equal(found.proved, GRUNDY_YES);
    assert_true(strlen(found.reason) > 0);
    grundy_ruleset_close(r);
    ask_close(g);
}

static void check_row(void **state)
{
    const reference *row = *state;
    if (strcmp(row->kind, "value") == 0)
        check_one(row, GRUNDY_VALUE);
    else if (strcmp(row->kind, "misere") == 0)
        check_one(row, GRUNDY_MISERE_VALUE);
    else if (strcmp(row->kind, "values") == 0)
        check_values(row);
    else if (strcmp(row->kind, "triangle") == 0)
        check_triangle(row);
    else if (strcmp(row->kind, "zeros") == 0)
        check_zeros(row);
    else if (strcmp(row->kind, "pairs") == 0)
        check_pairs(row);
    else if (strcmp(row->kind, "period") == 0)
        check_period(row);
    else
        fail_msg("no kind of row is called '%s'", row->kind);
}

/* ---- reading the file ---- */

static bool split_row(char *line, reference *row)
{
    char **const columns[COLUMNS] = {&row->kind,  &row->ruleset,   &row->template,
                                     &row->first, &row->published, &row->source};
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < COLUMNS; i++) {
        *columns[i] = line;
        char *tab = strchr(line, '\t');
        if (**columns[i] == '\0' || (tab == NULL) != (i == COLUMNS - 1))
            return false;
        if (tab != NULL) {
            *tab = '\0';
            line = tab + 1;
        }
    }
    snprintf(row->name, sizeof row->name, "%s %s %s (%s)", row->kind, row->ruleset, row->template, row->source);
    return true;
}

/* The rows live as long as the program. */
static size_t read_rows(const char *path, reference *rows, struct CMUnitTest *tests)
{
    static char line[LINE_SIZE];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    for (size_t number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (count == ROWS_MAX || strchr(line, '\n') == NULL || !split_row(strdup(line), &rows[count])) {
            fprintf(stderr, "%s: line %zu is no row\n", path, number);
            exit(1);
        }
        tests[count] = (struct CMUnitTest){rows[count].name, check_row, NULL, NULL, &rows[count]};
        count++;
    }
    fclose(file);
    return count;
}

int main(int argc, char **argv)
{
    static reference rows[ROWS_MAX];
    static struct CMUnitTest tests[ROWS_MAX];
    size_t count = read_rows(TEST_DIRECTORY "/reference.tsv", rows, tests);
    if (count == 0) {
        fprintf(stderr, "no published values found\n");
        return 1;
    }
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests("reference", tests, count, NULL, NULL);
}
