#include "solvers/news.h"

#include <string.h>

#include "base/team.h"
#include "rulesets/ruleset.h"

/* Nodes searched behind an entry that is worth telling, at first; bytes that all members together tell with one
 * exchange, at most, and those that one tells at least. */
enum { LEAST_WORK = 64, MOST_OF_ALL = 1 << 24, MOST_AT_LEAST = 1 << 12 };

news news_open(grundy *g)
{
    const unsigned members = handle_team(g)->team.size;
    news t = {.entries = grundy_buffer_open(g), .least = members > 1 ? LEAST_WORK : UINT64_MAX};
    if (members > 1)
        t.most = MOST_OF_ALL / members > MOST_AT_LEAST ? MOST_OF_ALL / members : MOST_AT_LEAST;
    return t;
}

news news_like(const news *t, grundy *g)
{
    return (news){.entries = grundy_buffer_open(g), .least = t->least, .most = t->most};
}

void news_close(news *t)
{
    grundy_buffer_close(&t->entries);
}

bool news_next(grundy_bytes *rest, news_item *out)
{
    if (rest->size == 0)
        return false;
    out->work = number_read(rest);
    out->state = number_read(rest);
    out->key = position_take(rest);
    return true;
}

/* Ask for more and more work, until the entries have room. */
static void thin_out(news *t)
{
    while (t->entries.size > t->most) {
        grundy_bytes rest = grundy_buffer_bytes(&t->entries);
        const unsigned char *start = rest.data;
        size_t kept = 0;
        t->least *= 2;
        for (news_item e; news_next(&rest, &e); start = rest.data) {
            const size_t size = (size_t)(rest.data - start);
            if (e.work >= t->least)
                memmove(t->entries.data + kept, start, size);
            kept += e.work >= t->least ? size : 0;
        }
        t->entries.size = kept;
    }
}

grundy_status news_add(news *t, grundy_bytes key, uint64_t state, uint64_t work)
{
    const size_t size = t->entries.size;
    grundy_status status = number_append(&t->entries, work);
    if (status == GRUNDY_OK)
        status = number_append(&t->entries, state);
    if (status == GRUNDY_OK)
        status = position_add(&t->entries, key);
    if (status != GRUNDY_OK)
        t->entries.size = size;
    else
        thin_out(t);
    return status;
}

grundy_status news_join(news *t, news *other)
{
    TRY(grundy_append(&t->entries, other->entries.data, other->entries.size));
    other->entries.size = 0;
    t->least = other->least > t->least ? other->least : t->least;
    thin_out(t);
    return GRUNDY_OK;
}
