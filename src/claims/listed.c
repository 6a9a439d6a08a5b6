#include "claims/listed.h"

#include <stdarg.h>
#include <stdio.h>

void listed_close(listed *l)
{
    handle_free(l->g, l->values, l->count * sizeof *l->values);
    grundy_ruleset_close(l->r);
}

static grundy_status listed_fill(listed *l, coin_values *compute)
{
    grundy_status status = GRUNDY_OK;
    TRY(board_listed(l->g, coins_game(l->r)->board, &l->list));
    l->count = l->list->order.count;
    l->values = handle_new(l->g, l->count, sizeof *l->values, &status);
    return l->values == NULL ? status : compute(l->g, coins_game(l->r), l->list, l->values);
}

grundy_status listed_open(grundy *g, coin_values *compute, listed *out, const char *format, ...)
{
    char expression[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expression, sizeof expression, format, arguments);
    va_end(arguments);
    listed l = {.g = g};
    TRY(grundy_ruleset_open(g, expression, &l.r));
    grundy_status status = listed_fill(&l, compute);
    if (status != GRUNDY_OK) {
        listed_close(&l);
        return status;
    }
    *out = l;
    return GRUNDY_OK;
}
