/* odd.c - a plug-in: the ruleset odd(n), take an odd number of tokens, at most n, from a heap
 *
 *   cc -shared -fPIC -I include -o odd.so examples/plugin/odd.c
 *   grundy value --plugin odd.so 'odd(5)' 12 '7 + 4'
 *
 * It shows the smallest family that takes an argument: what it keeps, how positions are read and written, and the
 * options. All else (searches, sums, compounds, tables, misere play) the library makes of that. */
#include <grundy.h>
#include <inttypes.h>

/* What an instance keeps: the greatest number that may be taken. */
typedef struct {
    uint64_t most;
} limit;

static grundy_status odd_open(grundy *g, grundy_ruleset *r, const grundy_arg *self)
{
    grundy_status status = GRUNDY_OK;
    if (self->count != 1 || self->args[0].kind != GRUNDY_ARG_INTEGER || self->args[0].low == 0)
        return grundy_arg_fail(g, self, "odd needs a number above 0, as in odd(5)");
    limit *state = grundy_resize(g, NULL, 0, sizeof *state, &status);
    if (state == NULL)
        return status;
    state->most = self->args[0].low;
    grundy_ruleset_set_state(r, state); /* from here on odd_close frees it */
    return GRUNDY_OK;
}

static void odd_close(grundy *g, void *state)
{
    grundy_resize(g, state, sizeof(limit), 0, NULL);
}

/* A position is four bytes, the highest first: equal positions must have equal bytes. */
static void write_heap(uint64_t n, unsigned char bytes[4])
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(n >> 8 * (3 - i));
}

static uint64_t read_heap(grundy_bytes summand)
{
    uint64_t n = 0;
    for (int i = 0; i < 4; i++)
        n = n << 8 | summand.data[i];
    return n;
}

static grundy_status odd_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    uint64_t n;
    unsigned char bytes[4];
    (void)g;
    (void)r;
    grundy_status status = grundy_scan_integer(s, "heap size", 0, UINT32_MAX, &n);
    if (status != GRUNDY_OK)
        return status;
    write_heap(n, bytes);
    return grundy_append(out, bytes, sizeof bytes);
}

static grundy_status odd_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%" PRIu64, read_heap(summand));
}

static grundy_status odd_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    const limit *state = grundy_ruleset_state(r);
    uint64_t n = read_heap(summand);
    grundy_status status = GRUNDY_OK;
    (void)g;
    for (uint64_t taken = 1; status == GRUNDY_OK && taken <= n && taken <= state->most; taken += 2) {
        unsigned char bytes[4];
        write_heap(n - taken, bytes);
        status = grundy_list_add(out, bytes, sizeof bytes);
    }
    return status;
}

static const grundy_family odd_family = {
    .name = "odd",
    .arguments = "(n)",
    .summary = "take an odd number of tokens, at most n",
    .rules = "A position is the size of a heap. A move takes 1, 3, 5, ... tokens, at most n.",
    .example_ruleset = "odd(5)",
    .example_position = "12",
    .space = "heaps of the plug-in odd",
    .open = odd_open,
    .close = odd_close,
    .parse = odd_parse,
    .print = odd_print,
    .options = odd_options,
};

GRUNDY_PLUGIN(&odd_family)
