#include <string.h>

#include "base/hash.h"
#include "rulesets/ruleset.h"

/* A text in an expression names a file, if there is one of that name. */
static grundy_status digest_file(grundy *g, const char *text, size_t length, uint64_t *digest)
{
    grundy_buffer path = grundy_buffer_open(g);
    grundy_status status = grundy_append(&path, text, length);
    if (status == GRUNDY_OK)
        status = grundy_check_files(g, grundy_buffer_text(&path));
    if (status == GRUNDY_OK && grundy_digest_file(g, grundy_buffer_text(&path), digest) != GRUNDY_OK) {
        status = grundy_check(g);
        if (status == GRUNDY_OK)
            handle_clear(g);
    }
    grundy_buffer_close(&path);
    return status;
}

grundy_status grundy_ruleset_digest(grundy *g, const grundy_ruleset *r, uint64_t *out)
{
    uint64_t digest = hash_more(HASH_START, r->name, strlen(r->name));
    for (const char *text = strchr(r->name, '"'); text != NULL;) {
        const char *end = strchr(text + 1, '"');
        if (end == NULL)
            break;
        TRY(digest_file(g, text + 1, (size_t)(end - text - 1), &digest));
        digest = hash_more(digest, "", 1);
        text = strchr(end + 1, '"');
    }
    unsigned char content[NUMBER_SIZE_MAX];
    if (r->content != 0)
        digest = hash_more(digest, content, number_write(r->content, content));
    *out = digest;
    return GRUNDY_OK;
}
