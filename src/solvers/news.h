/* news.h - what the search of one member of a team found that is worth telling the others
 *
 * Entries of the search table behind which there is much work are few, and no member should do that work again. They
 * are noted as they come; members tell each other with every exchange. So a team searches less in all, and the table
 * of each member, the first of which is saved, has what was costly to find, whoever found it. When more comes than has room, only
 * what took ever more work stays. */
#ifndef GRUNDY_SOLVERS_NEWS_H
#define GRUNDY_SOLVERS_NEWS_H

#include "base/handle.h"

typedef struct {
    grundy_buffer entries; /* each: work and state, in base 128, and the key, with its length before it */
    uint64_t least;        /* so much work makes an entry worth telling; UINT64_MAX: nothing does */
    size_t most;           /* bytes of entries */
} news;

typedef struct {
    uint64_t work, state;
    grundy_bytes key;
} news_item;

/* news_open - for a search with this handle; nothing is worth telling where there is no team */
news news_open(grundy *g);

/* news_like - an empty one with the same bounds, for another thread, whose handle this is */
news news_like(const news *t, grundy *g);
void news_close(news *t);

/* news_add - note an entry, whatever its work; news_join - move what another has noted to this one */
grundy_status news_add(news *t, grundy_bytes key, uint64_t state, uint64_t work);
grundy_status news_join(news *t, news *other);

/* news_next - take an entry off; false when there is none */
bool news_next(grundy_bytes *rest, news_item *out);

#endif
