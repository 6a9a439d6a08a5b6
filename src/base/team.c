#include "base/team.h"

#include <string.h>

#include "base/hash.h"

/* What goes before the bytes of a member. Its message comes first when it has failed. */
typedef struct {
    uint64_t what; /* 0: it is leaving */
    uint32_t status, message;
} header;

/* What an exchange has come to. */
typedef struct {
    grundy_status first; /* failure of a member */
    uint64_t what;       /* what it is about, as the first says who is not leaving */
    bool others_stay;
} outcome;

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

bool team_apart(const grundy *g)
{
    const handle_members *m = handle_team(g);
    return m->team.size > 1 && m->alone;
}

void team_differs(grundy *g)
{
    if (team_here(g))
        handle_team(g)->differs = true;
}

bool team_same(const grundy *g)
{
    return team_here(g) && !handle_team(g)->differs;
}

bool team_alone(grundy *g, bool alone)
{
    handle_members *m = handle_team(g);
    const bool before = m->alone;
    m->alone = alone;
    return before;
}

static grundy_status write_message(grundy *g, header h, grundy_bytes bytes, grundy_buffer *out)
{
    h.message = h.status == GRUNDY_OK ? 0 : (uint32_t)strlen(grundy_message(g));
    TRY(grundy_append(out, &h, sizeof h));
    TRY(grundy_append(out, grundy_message(g), h.message));
    return grundy_append(out, bytes.data, bytes.size);
}

/* Take note of what a member says, and take its header and message off. */
static void read_message(grundy *g, unsigned member, const header *mine, grundy_bytes *said, outcome *o)
{
    header h;
    memcpy(&h, said->data, sizeof h);
    const char *text = (const char *)said->data + sizeof h;
    said->data += sizeof h + h.message;
    said->size -= sizeof h + h.message;
    o->others_stay |= h.what != 0;
    o->what = o->what == 0 ? h.what : o->what;
    if (o->first != GRUNDY_OK)
        return;
    if (h.status != GRUNDY_OK)
        o->first = grundy_fail(g, (grundy_status)h.status, "%.*s", (int)h.message, text);
    else if (h.what == 0 && mine->what != 0)
        o->first = grundy_fail(g, GRUNDY_STOPPED, "member %u of the team has left", member);
    else if (h.what != 0 && h.what != o->what)
        o->first = grundy_fail(g, GRUNDY_LIMIT, "member %u of the team is not at the work of the others", member);
}

/* Who is no longer in step can only say so. */
static grundy_status note_astray(grundy *g, grundy_status status)
{
    handle_members *m = handle_team(g);
    if (status != GRUNDY_OK && m->astray == GRUNDY_OK)
        m->astray = status;
    return status;
}

static grundy_status own_status(grundy *g, grundy_status status)
{
    const handle_members *m = handle_team(g);
    if (status != GRUNDY_OK || m->astray == GRUNDY_OK)
        return status;
    return grundy_fail(g, (grundy_status)m->astray, "member %u of the team could not keep step with the others: %s",
                       m->team.rank, grundy_status_text((grundy_status)m->astray));
}

/* One exchange: the first failure of a member, or its leaving, is a failure of all. */
static grundy_status team_exchange_all(grundy *g, header mine, grundy_bytes bytes, grundy_list *all, bool *others_stay)
{
    const grundy_team team = team_of(g);
    grundy_buffer message = grundy_buffer_open(g);
    grundy_list messages = grundy_list_open(g);
    outcome o = {0};
    mine.status = own_status(g, (grundy_status)mine.status);
    grundy_status status = write_message(g, mine, bytes, &message);
    if (status == GRUNDY_OK)
        status = team.gather(team.context, g, grundy_buffer_bytes(&message), &messages);
    for (unsigned i = 0; status == GRUNDY_OK && i < grundy_list_count(&messages); i++) {
        grundy_bytes said = grundy_list_at(&messages, i);
        read_message(g, i, &mine, &said, &o);
        if (all != NULL)
            status = grundy_list_add(all, said.data, said.size);
    }
    *others_stay = status == GRUNDY_OK && o.others_stay;
    grundy_list_close(&messages);
    grundy_buffer_close(&message);
    return status != GRUNDY_OK ? note_astray(g, status) : o.first;
}

uint64_t team_what(const char *word, uint64_t number)
{
    return hash_more(hash_more(HASH_START, word, strlen(word)), &number, sizeof number) | 1;
}

grundy_status team_gather(grundy *g, uint64_t what, grundy_status status, grundy_bytes mine, grundy_list *all)
{
    bool others_stay;
    const header h = {.what = what, .status = (uint32_t)status};
    return team_exchange_all(g, h, mine, all, &others_stay);
}

grundy_status grundy_team_tell(grundy *g, void *bytes, size_t size)
{
    const grundy_bytes own = {bytes, size}, nothing = {0};
    if (!team_here(g))
        return GRUNDY_OK;
    grundy_list all = grundy_list_open(g);
    grundy_status status =
        team_gather(g, team_what("tell", size), GRUNDY_OK, team_of(g).rank == 0 ? own : nothing, &all);
    if (status == GRUNDY_OK)
        memcpy(bytes, grundy_list_at(&all, 0).data, size);
    grundy_list_close(&all);
    return status;
}

/* The limits no longer hold: what others send before they know has to be received, to keep step. */
grundy_status grundy_team_leave(grundy *g, grundy_status status)
{
    const header h = {.status = (uint32_t)status};
    grundy_status first = GRUNDY_OK;
    if (!team_here(g))
        return status;
    grundy_limits limits = grundy_get_limits(g);
    limits.memory = 0;
    limits.seconds = 0;
    grundy_set_limits(g, &limits);
    for (bool others_stay = true; others_stay;) {
        const grundy_status theirs = team_exchange_all(g, h, (grundy_bytes){0}, NULL, &others_stay);
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
    const bool before = team_alone(g, true);
    grundy_status status = GRUNDY_OK;
    for (uint64_t piece; (piece = team.take(team.context, 1)) < pieces;) {
        status = work_on(g, piece, work, context, found);
        if (status != GRUNDY_OK) {
            team.take(team.context, pieces);
            break;
        }
    }
    team_alone(g, before);
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

/* Learn what the members have found, in the order of the pieces, which ascend in the rest of each member's. */
static grundy_status learn_all(grundy *g, uint64_t pieces, const team_work *work, void *context, grundy_bytes *rest,
                               size_t members)
{
    grundy_status status = GRUNDY_OK;
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
    return status;
}

/* A member's bytes after a shared work: the size of its pieces, these, and what it tells. */
static grundy_status work_and_tell(grundy *g, uint64_t pieces, const team_work *work, void *context, grundy_buffer *out)
{
    uint64_t size = 0;
    TRY(grundy_append(out, &size, sizeof size));
    const grundy_status status = work_alone(g, pieces, work, context, out);
    size = out->size - sizeof size;
    memcpy(out->data, &size, sizeof size);
    if (work->tell != NULL)
        TRY(work->tell(g, context, out));
    return status;
}

/* Hear what the others tell, and leave the pieces of each member. */
static void hear_all(grundy *g, const team_work *work, void *context, const grundy_list *all, grundy_bytes *pieces)
{
    for (unsigned i = 0; i < grundy_list_count(all); i++) {
        uint64_t size = 0;
        grundy_bytes said = grundy_list_at(all, i);
        if (said.size >= sizeof size) /* a member that is leaving says nothing */
            memcpy(&size, said.data, sizeof size);
        pieces[i] = (grundy_bytes){said.data + sizeof size, (size_t)size};
        if (work->hear != NULL && i != team_of(g).rank && said.size > sizeof size + size)
            work->hear(g, context, (grundy_bytes){pieces[i].data + size, said.size - sizeof size - (size_t)size});
    }
}

static grundy_status share_here(grundy *g, uint64_t what, uint64_t pieces, const team_work *work, void *context)
{
    const size_t members = team_of(g).size;
    grundy_buffer mine = grundy_buffer_open(g);
    grundy_list all = grundy_list_open(g);
    grundy_status status = GRUNDY_OK;
    grundy_bytes *rest = handle_new(g, members, sizeof *rest, &status);
    if (rest != NULL)
        status = work_and_tell(g, pieces, work, context, &mine);
    status = team_gather(g, what, status, grundy_buffer_bytes(&mine), &all);
    if (rest != NULL && grundy_list_count(&all) == members)
        hear_all(g, work, context, &all, rest);
    if (status == GRUNDY_OK)
        status = note_astray(g, learn_all(g, pieces, work, context, rest, members));
    handle_free(g, rest, members * sizeof *rest);
    grundy_list_close(&all);
    grundy_buffer_close(&mine);
    return status;
}

static grundy_status do_alone(grundy *g, uint64_t pieces, const team_work *work, void *context)
{
    grundy_buffer found = grundy_buffer_open(g);
    grundy_status status = GRUNDY_OK;
    for (uint64_t piece = 0; status == GRUNDY_OK && piece < pieces; piece++) {
        found.size = 0;
        status = work->work(g, context, piece, &found);
        if (status == GRUNDY_OK)
            status = work->learn(g, context, piece, grundy_buffer_bytes(&found));
    }
    grundy_buffer_close(&found);
    return status;
}

grundy_status team_share(grundy *g, uint64_t what, uint64_t pieces, const team_work *work, void *context)
{
    return team_here(g) ? share_here(g, what, pieces, work, context) : do_alone(g, pieces, work, context);
}

grundy_status team_share_kept(grundy *g, uint64_t what, uint64_t pieces, const team_work *work, void *context)
{
    return team_same(g) ? share_here(g, what, pieces, work, context) : do_alone(g, pieces, work, context);
}
