/* table.c - a value for each assignment of the variables of a template
 *
 * Rows that share a ruleset form a group: those that agree in all variables up to the last one that the ruleset's
 * expression uses. Before a group's values its corners are shown to the solver, so that it can choose a sweep that
 * covers all of it.
 *
 * In a team, rows of a group that must be searched are shared: a second table runs ahead through the same rows and
 * lists positions, which are then solved one by one, each by one member. The few rows at the end of a group are
 * left to the searches themselves, which can share the work on one position. Where a sweep has the values, reading the
 * positions is most of the work; then each member reads and looks up some blocks of rows, and steps over the others. */
#include <inttypes.h>
#include <string.h>

#include "analysis/template.h"
#include "base/team.h"
#include "rulesets/ruleset.h"
#include "solvers/solver.h"

/* So many rows for each member are shared at once, at most and at least. */
enum { AHEAD_MAX = 64, AHEAD_MIN = 2 };

/* Rows of a block that have been swept; blocks for each member at once; rows of a group before there are blocks. */
enum { BLOCK_ROWS = 1024, BLOCKS_EACH = 32, ROWS_BEFORE = 4096 };

/* What a row that was solved ahead came to; a message follows. */
typedef struct {
    grundy_status status;
    grundy_answer answer;
} solved_row;

/* Another table of the same request, that runs ahead. */
typedef struct {
    grundy_table *table; /* NULL: not opened yet */
    uint64_t row;
} row_cursor;

/* Rows solved by the team before their turn. */
typedef struct {
    row_cursor cursor;
    grundy_list positions, solved;
    size_t next; /* of those, the first not asked for */
} rows_ahead;

/* The same for rows that have been swept. */
typedef struct {
    row_cursor cursor;
    uint64_t first;       /* row of the first block */
    grundy_buffer values; /* uint64_t each */
    size_t next;
    uint64_t in_group; /* rows of the group so far */
    bool short_block;  /* one has fewer rows, as the group ends or a row has not been swept: no more in this group */
} swept_ahead;

struct grundy_table {
    grundy *g;
    grundy_table_request request;
    assignments assigned;
    size_t ruleset_variables; /* the ruleset uses none from this number on */
    grundy_ruleset *r;
    grundy_solver *solver;
    uint64_t *uses_before; /* scratch: how often each variable had been read */
    grundy_buffer position;
    bool started, in_group;
    bool runs_ahead;     /* it only reads positions */
    uint64_t row, group; /* the current ones, from 1 */
    grundy_method last;  /* of the last answer */
    rows_ahead ahead;
    swept_ahead swept;
};

grundy_status grundy_table_open(grundy *g, const grundy_table_request *request, grundy_table **out)
{
    grundy_status status = GRUNDY_OK;
    grundy_table *t = handle_new(g, 1, sizeof *t, &status);
    if (t == NULL)
        return status;
    t->g = g;
    t->request = *request;
    t->position = grundy_buffer_open(g);
    t->ahead.positions = grundy_list_open(g);
    t->ahead.solved = grundy_list_open(g);
    t->swept.values = grundy_buffer_open(g);
    status = assignments_open(g, request->ruleset, request->variables, request->count, &t->assigned);
    if (status == GRUNDY_OK)
        t->uses_before = handle_new(g, request->count, sizeof *t->uses_before, &status);
    if (status != GRUNDY_OK) {
        grundy_table_close(t);
        return status;
    }
    *out = t;
    return GRUNDY_OK;
}

static void close_group(grundy_table *t)
{
    grundy_solver_close(t->solver);
    grundy_ruleset_close(t->r);
    t->solver = NULL;
    t->r = NULL;
}

void grundy_table_close(grundy_table *t)
{
    if (t == NULL)
        return;
    close_group(t);
    assignments_close(&t->assigned);
    grundy_buffer_close(&t->position);
    grundy_table_close(t->ahead.cursor.table); /* which have none themselves */
    grundy_table_close(t->swept.cursor.table);
    grundy_buffer_close(&t->swept.values);
    grundy_list_close(&t->ahead.positions);
    grundy_list_close(&t->ahead.solved);
    handle_free(t->g, t->uses_before, t->request.count * sizeof *t->uses_before);
    handle_free(t->g, t, sizeof *t);
}

/* Open the ruleset of this group, and find out on the way which variables its expression uses. */
static grundy_status table_open_ruleset(grundy_table *t)
{
    scan_scope scope = assignments_scope(&t->assigned, t->assigned.count);
    t->ruleset_variables = t->assigned.count; /* if it fails, who knows */
    for (size_t i = 0; i < t->assigned.count; i++)
        t->uses_before[i] = t->assigned.bindings[i].uses;
    TRY(ruleset_open_scoped(t->g, t->request.ruleset, &scope, &t->r));
    t->ruleset_variables = 0;
    for (size_t i = 0; i < t->assigned.count; i++)
        if (t->assigned.bindings[i].uses > t->uses_before[i])
            t->ruleset_variables = i + 1;
    return GRUNDY_OK;
}

static grundy_status table_read_position(grundy_table *t)
{
    scan_scope scope = assignments_scope(&t->assigned, t->assigned.count);
    t->position.size = 0;
    return position_parse_scoped(t->g, t->r, t->request.position, &scope, &t->position);
}

/* A variable that nothing uses is a mistake: it would only repeat rows. Domains of later variables count as use. */
static grundy_status check_uses(grundy_table *t)
{
    for (size_t i = 0; i < t->assigned.count; i++)
        if (t->assigned.bindings[i].uses == 0)
            return grundy_fail(t->g, GRUNDY_PARSE,
                               "the variable %s is used neither in the position '%.80s' nor in the ruleset",
                               t->assigned.bindings[i].name, t->request.position);
    return GRUNDY_OK;
}

/* Tell the solver the position at a corner. A corner may be a gap. */
static grundy_status announce_corner(grundy_table *t)
{
    grundy_status status = table_read_position(t);
    if (status == GRUNDY_OK)
        status = sweep_expect(t->solver, grundy_buffer_bytes(&t->position),
                              assignments_weight(&t->assigned, t->ruleset_variables));
    if (status != GRUNDY_PARSE || !t->request.gaps)
        return status;
    handle_clear(t->g);
    return GRUNDY_OK;
}

/* Tell the solver the positions at the corners of the ranges, and go back to the first row of the group. The largest
 * coordinates of a template lie at corners; if one should not, the sweep is extended when it comes. */
static grundy_status table_announce(grundy_table *t)
{
    bool more = true;
    if (t->ruleset_variables == t->assigned.count || t->runs_ahead)
        return GRUNDY_OK; /* a group of one row, or another table solves */
    t->assigned.corners = true;
    while (more) {
        TRY(announce_corner(t));
        TRY(assignments_next(&t->assigned, t->ruleset_variables, t->assigned.count, &more));
    }
    t->assigned.corners = false;
    return assignments_first(&t->assigned, t->ruleset_variables, &more);
}

/* Where the first assignment is a gap, its position may have been read in part, and tells nothing about uses. */
static grundy_status check_first(grundy_table *t)
{
    grundy_status status = table_read_position(t);
    if (status == GRUNDY_PARSE && t->request.gaps) {
        handle_clear(t->g);
        return GRUNDY_OK;
    }
    TRY(status);
    return check_uses(t);
}

static grundy_status open_group(grundy_table *t, bool first)
{
    t->group++;
    t->swept.in_group = 0;
    t->swept.short_block = false;
    close_group(t);
    TRY(table_open_ruleset(t));
    TRY(grundy_solver_open(t->g, t->r, t->request.question, t->request.method, &t->solver));
    t->solver->rows = true;
    if (first)
        TRY(check_first(t));
    t->in_group = true;
    return table_announce(t);
}

static grundy_status step_in_group(grundy_table *t, bool *more)
{
    *more = false;
    if (t->in_group)
        TRY(assignments_next(&t->assigned, t->ruleset_variables, t->assigned.count, more));
    t->in_group = *more;
    return GRUNDY_OK;
}

/* Go to the next row, in the group or in the next one. */
static grundy_status step(grundy_table *t, bool *more)
{
    TRY(step_in_group(t, more));
    if (*more)
        return GRUNDY_OK;
    bool first = !t->started;
    t->started = true;
    TRY(first ? assignments_first(&t->assigned, 0, more)
              : assignments_next(&t->assigned, 0, t->ruleset_variables, more));
    return *more ? open_group(t, first) : GRUNDY_OK;
}

/* ---- rows ahead ---- */

static grundy_status solve_row(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    const grundy_table *t = context;
    solved_row row = {0};
    row.status = grundy_solve(t->solver, grundy_list_at(&t->ahead.positions, (size_t)piece), &row.answer);
    row.answer.reason = "";
    TRY(grundy_append(found, &row, sizeof row));
    return row.status == GRUNDY_OK ? GRUNDY_OK : grundy_appendf(found, "%s", grundy_message(g));
}

static grundy_status learn_row(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    grundy_table *t = context;
    (void)g;
    (void)piece;
    return grundy_list_add(&t->ahead.solved, found.data, found.size);
}

/* Bring a cursor to the current row. */
static grundy_status table_catch_up(const grundy_table *t, row_cursor *cursor)
{
    bool more;
    if (cursor->table == NULL)
        TRY(grundy_table_open(t->g, &t->request, &cursor->table));
    cursor->table->runs_ahead = true;
    while (cursor->row < t->row) {
        TRY(step(cursor->table, &more));
        cursor->row++;
    }
    return GRUNDY_OK;
}

/* List positions from the current row on, to the end of the group, or to one that cannot be read, whose turn will come. */
static grundy_status list_ahead(grundy_table *t, size_t many)
{
    grundy_table *cursor = t->ahead.cursor.table;
    const uint64_t group = cursor->group;
    for (bool more = true; more && cursor->group == group && grundy_list_count(&t->ahead.positions) < many;) {
        if (table_read_position(cursor) != GRUNDY_OK) {
            handle_clear(t->g);
            break;
        }
        TRY(grundy_list_add(&t->ahead.positions, cursor->position.data, cursor->position.size));
        TRY(step(cursor, &more));
        t->ahead.cursor.row++;
    }
    return GRUNDY_OK;
}

/* If rows are searched and a team is here, let it solve the next ones. */
static grundy_status solve_ahead(grundy_table *t)
{
    static const team_work rows = {.work = solve_row, .learn = learn_row};
    const size_t members = team_of(t->g).size;
    if (members == 1 || t->last != GRUNDY_SEARCH || t->ahead.next < grundy_list_count(&t->ahead.solved))
        return GRUNDY_OK;
    TRY(table_catch_up(t, &t->ahead.cursor));
    if (t->ahead.cursor.row > t->row)
        return GRUNDY_OK;
    grundy_list_clear(&t->ahead.positions);
    grundy_list_clear(&t->ahead.solved);
    t->ahead.next = 0;
    TRY(list_ahead(t, AHEAD_MAX * members));
    const size_t count = grundy_list_count(&t->ahead.positions);
    if (count < AHEAD_MIN * members)
        return GRUNDY_OK;
    team_differs(t->g); /* each row may begin a sweep */
    return team_share(t->g, team_what("rows", t->row), count, &rows, t);
}

static grundy_status take_solved(grundy_table *t, grundy_answer *out)
{
    const grundy_bytes found = grundy_list_at(&t->ahead.solved, t->ahead.next++);
    solved_row row;
    memcpy(&row, found.data, sizeof row);
    if (row.status != GRUNDY_OK)
        return grundy_fail(t->g, row.status, "%.*s", (int)(found.size - sizeof row),
                           (const char *)found.data + sizeof row);
    *out = row.answer;
    out->reason = "";
    return GRUNDY_OK;
}

/* ---- rows that have been swept ---- */

/* Go to a row of the group; false where the group ends before. */
static grundy_status go_to(row_cursor *cursor, uint64_t row, bool *there)
{
    *there = cursor->table->in_group;
    while (*there && cursor->row < row) {
        TRY(step_in_group(cursor->table, there));
        cursor->row += *there;
    }
    return GRUNDY_OK;
}

/* The values of a block, up to a row that cannot be read or has not been swept. */
static grundy_status look_up_block(grundy *g, void *context, uint64_t piece, grundy_buffer *found)
{
    grundy_table *t = context;
    row_cursor *cursor = &t->swept.cursor;
    const uint64_t first = t->swept.first + piece * BLOCK_ROWS;
    bool there;
    TRY(grundy_check(g));
    for (uint64_t row = first; row < first + BLOCK_ROWS; row++) {
        uint64_t value;
        TRY(go_to(cursor, row, &there));
        if (!there)
            break;
        const grundy_status status = table_read_position(cursor->table);
        if (status == GRUNDY_PARSE || status == GRUNDY_DOMAIN)
            handle_clear(g);
        if (status != GRUNDY_OK || !solve_as_swept(t->solver, grundy_buffer_bytes(&cursor->table->position), &value))
            break;
        TRY(grundy_append(found, &value, sizeof value));
    }
    return GRUNDY_OK;
}

static grundy_status learn_block(grundy *g, void *context, uint64_t piece, grundy_bytes found)
{
    grundy_table *t = context;
    (void)g;
    (void)piece;
    if (t->swept.short_block)
        return GRUNDY_OK;
    t->swept.short_block = found.size < BLOCK_ROWS * sizeof(uint64_t);
    return grundy_append(&t->swept.values, found.data, found.size);
}

/* If rows have been swept and a team is here, let it look up the next ones, from the current one on. */
static grundy_status look_up_ahead(grundy_table *t)
{
    static const team_work blocks = {.work = look_up_block, .learn = learn_block};
    const size_t members = team_of(t->g).size;
    if (members == 1 || t->last != GRUNDY_SWEEP || t->swept.short_block || t->swept.in_group < ROWS_BEFORE ||
        t->solver->explain)
        return GRUNDY_OK;
    TRY(table_catch_up(t, &t->swept.cursor));
    t->swept.first = t->row;
    t->swept.values.size = t->swept.next = 0;
    return team_share(t->g, team_what("swept rows", t->row), BLOCKS_EACH * members, &blocks, t);
}

static bool take_swept(grundy_table *t, grundy_answer *out)
{
    if (t->swept.next * sizeof(uint64_t) >= t->swept.values.size)
        return false;
    *out = (grundy_answer){.value = ((const uint64_t *)(const void *)t->swept.values.data)[t->swept.next++],
                           .method = GRUNDY_SWEEP,
                           .reason = ""};
    return true;
}

grundy_status grundy_table_next(grundy_table *t, grundy_answer *out, bool *more)
{
    TRY(step(t, more));
    if (!*more)
        return GRUNDY_OK;
    t->row++;
    t->swept.in_group++;
    if (take_swept(t, out))
        return GRUNDY_OK;
    TRY(look_up_ahead(t));
    if (take_swept(t, out))
        return GRUNDY_OK;
    TRY(table_read_position(t));
    TRY(solve_ahead(t));
    TRY(t->ahead.next < grundy_list_count(&t->ahead.solved)
            ? take_solved(t, out)
            : grundy_solve(t->solver, grundy_buffer_bytes(&t->position), out));
    t->last = out->method;
    return GRUNDY_OK;
}

grundy_status grundy_table_fill(grundy_table *t, uint64_t *values, size_t room, size_t *count)
{
    size_t filled = 0;
    grundy_answer answer;
    bool more = true;
    while (filled < room) {
        TRY(grundy_table_next(t, &answer, &more));
        if (!more)
            break;
        values[filled++] = answer.value;
    }
    *count = filled;
    return GRUNDY_OK;
}

const char *grundy_table_name(const grundy_table *t, size_t variable)
{
    return t->assigned.variables[variable].name;
}

bool grundy_table_is_number(const grundy_table *t, size_t variable)
{
    return t->assigned.bindings[variable].value.kind == GRUNDY_INTEGER;
}

bool grundy_table_integer(const grundy_table *t, size_t variable, int64_t *out)
{
    if (!grundy_table_is_number(t, variable))
        return false;
    *out = t->assigned.bindings[variable].value.integer;
    return true;
}

static grundy_status print_items(const grundy_variable *v, const char *open, const char *close, grundy_buffer *out)
{
    TRY(grundy_appendf(out, "%s", open));
    for (size_t i = 0; i < v->count; i++)
        TRY(grundy_appendf(out, "%s%" PRIu64, i == 0 ? "" : ",", v->items[i]));
    return grundy_appendf(out, "%s", close);
}

grundy_status grundy_table_print(const grundy_table *t, size_t variable, grundy_buffer *out)
{
    const grundy_variable *v = &t->assigned.bindings[variable].value;
    switch (v->kind) {
    case GRUNDY_INTEGER:
        return grundy_appendf(out, "%" PRId64, v->integer);
    case GRUNDY_PARTITION:
        return print_items(v, "[", "]", out);
    case GRUNDY_SUBSET:
        return print_items(v, "{", "}", out);
    case GRUNDY_ELEMENT:
        break;
    }
    return t->r->family->print_element(t->g, t->r, v->element, out);
}
