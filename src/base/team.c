#include "base/team.h"

#include <string.h>

/* What goes before the bytes of a member, or before its message when it has failed. */
typedef struct {
    uint32_t status;
    bool leaving;
} header;

void grundy_set_team(grundy *g, const grundy_team *team)
{
    *handle_team(g) = team == NULL ? (handle_members){0} : (handle_members){.team = *team};
}

grundy_team team_of(const grundy *g)
{
    const handle_members *m = handle_team(g);
    return m->team.size == 0 || m->alone ? (grundy_team){.size = 1} : m->team;
}

bool team_here(const grundy *g)
{
    return team_of(g).size > 1;
}

/* One exchange: the first failure of a member, or its leaving, is a failure of all. */
static grundy_status exchange(grundy *g, const header *mine, grundy_bytes bytes, grundy_list *all, bool *others_stay)
{
    const grundy_team team = team_of(g);
    if (mine->status != GRUNDY_OK)
        bytes = (grundy_bytes){(const unsigned char *)grundy_message(g), strlen(grundy_message(g))};
    grundy_buffer message = grundy_buffer_open(g);
    grundy_list messages = grundy_list_open(g);
    grundy_status status = grundy_append(&message, mine, sizeof *mine);
    if (status == GRUNDY_OK)
        status = grundy_append(&message, bytes.data, bytes.size);
    if (status == GRUNDY_OK)
        status = team.gather(team.context, g, grundy_buffer_bytes(&message), &messages);
    grundy_status theirs = GRUNDY_OK;
    *others_stay = false;
    for (unsigned i = 0; status == GRUNDY_OK && i < grundy_list_count(&messages); i++) {
        header h;
        grundy_bytes m = grundy_list_at(&messages, i);
        memcpy(&h, m.data, sizeof h);
        *others_stay |= !h.leaving;
        if (theirs == GRUNDY_OK && h.status != GRUNDY_OK)
            theirs = grundy_fail(g, (grundy_status)h.status, "%.*s", (int)(m.size - sizeof h),
                                 (const char *)m.data + sizeof h);
        else if (theirs == GRUNDY_OK && h.leaving && !mine->leaving)
            theirs = grundy_fail(g, GRUNDY_STOPPED, "member %u of the team has left", i);
        if (all != NULL)
            status = grundy_list_add(all, m.data + sizeof h, m.size - sizeof h);
    }
    grundy_list_close(&messages);
    grundy_buffer_close(&message);
    return status != GRUNDY_OK ? status : theirs;
}

grundy_status team_gather(grundy *g, grundy_status status, grundy_bytes mine, grundy_list *all)
{
    bool others_stay;
    const header h = {.status = (uint32_t)status};
    return exchange(g, &h, mine, all, &others_stay);
}

grundy_status grundy_team_leave(grundy *g, grundy_status status)
{
    const header h = {.status = (uint32_t)status, .leaving = true};
    grundy_status first = GRUNDY_OK;
    if (!team_here(g))
        return status;
    for (bool others_stay = true; others_stay;) {
        const grundy_status theirs = exchange(g, &h, (grundy_bytes){0}, NULL, &others_stay);
        first = first != GRUNDY_OK ? first : theirs;
    }
    return first;
}

/* ---- sharing ---- */

/* A piece in a message: its number, the size of what was found, and that. */
typedef struct {
    uint64_t piece, size;
} piece_header;

static grundy_status work_on(grundy *g, uint64_t piece, const team_work *work, void *context, grundy_buffer *found)
{
    const size_t start = found->size;
    piece_header h = {.piece = piece};
    TRY(grundy_append(found, &h, sizeof h));
    TRY(work->work(g, context, piece, found));
    h.size = found->size - start - sizeof h;
    memcpy(found->data + start, &h, sizeof h);
    return GRUNDY_OK;
}

/* Take pieces until none is left; after a failure take all that are. */
static grundy_status work_alone(grundy *g, uint64_t pieces, const team_work *work, void *context, grundy_buffer *found)
{
    const grundy_team team = team_of(g);
    handle_team(g)->alone = true;
    grundy_status status = GRUNDY_OK;
    for (uint64_t piece; (piece = team.take(team.context, 1)) < pieces;) {
        status = work_on(g, piece, work, context, found);
        if (status != GRUNDY_OK) {
            team.take(team.context, pieces);
            break;
        }
    }
    handle_team(g)->alone = false;
    return status;
}

/* The next piece of a member's message, false at its end. */
static bool next_piece(grundy_bytes *rest, piece_header *h, grundy_bytes *found)
{
    if (rest->size == 0)
        return false;
    memcpy(h, rest->data, sizeof *h);
    *found = (grundy_bytes){rest->data + sizeof *h, (size_t)h->size};
    rest->data += sizeof *h + h->size;
    rest->size -= sizeof *h + (size_t)h->size;
    return true;
}

/* Learn what the members have found, in the order of the pieces, which ascend in each member's message. */
static grundy_status learn_all(grundy *g, uint64_t pieces, const team_work *work, void *context, const grundy_list *all)
{
    grundy_status status = GRUNDY_OK;
    const size_t members = grundy_list_count(all);
    grundy_bytes *rest = handle_new(g, members, sizeof *rest, &status);
    for (size_t i = 0; rest != NULL && i < members; i++)
        rest[i] = grundy_list_at(all, i);
    for (uint64_t piece = 0; status == GRUNDY_OK && piece < pieces; piece++) {
        bool learnt = false;
        for (size_t i = 0; status == GRUNDY_OK && !learnt && i < members; i++) {
            piece_header h;
            grundy_bytes after = rest[i], found;
            if (!next_piece(&after, &h, &found) || h.piece != piece)
                continue;
            rest[i] = after;
            learnt = true;
            status = work->learn(g, context, piece, found);
        }
        if (status == GRUNDY_OK && !learnt)
            status = grundy_fail(g, GRUNDY_IO, "piece %llu of the shared work is missing", (unsigned long long)piece);
    }
    handle_free(g, rest, members * sizeof *rest);
    return status;
}

grundy_status team_share(grundy *g, uint64_t pieces, const team_work *work, void *context)
{
    grundy_buffer found = grundy_buffer_open(g);
    grundy_list all = grundy_list_open(g);
    grundy_status status = GRUNDY_OK;
    if (team_here(g)) {
        status = work_alone(g, pieces, work, context, &found);
        status = team_gather(g, status, grundy_buffer_bytes(&found), &all);
        if (status == GRUNDY_OK)
            status = learn_all(g, pieces, work, context, &all);
    }
    for (uint64_t piece = 0; !team_here(g) && status == GRUNDY_OK && piece < pieces; piece++) {
        found.size = 0;
        status = work->work(g, context, piece, &found);
        if (status == GRUNDY_OK)
            status = work->learn(g, context, piece, grundy_buffer_bytes(&found));
    }
    grundy_list_close(&all);
    grundy_buffer_close(&found);
    return status;
}
