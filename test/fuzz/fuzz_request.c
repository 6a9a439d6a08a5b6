/* Any text as a request to the explorer's API: the path with its query, and behind the first newline the body of a POST.
 * How HTTP is read is libmicrohttpd's business, and test/web/server.py's; here begins what is made of it.
 *
 * Each request is answered: by JSON or the bytes of a table or tile, or refused in one line with the exit status that
 * belongs to the code of HTTP. Asked again it gets the same answer, by GET as by POST. A value is that of plain recursion
 * and the mex of the options' values, a winning reply leads to a position of value 0, a tile has as many cells as it says.
 * After a '!' the text is a Host header: what is allowed is a number or localhost. */
#include "fuzz.h"

#include <ctype.h>
#include <strings.h>

#include "web/api.h"
#include "web/listen.h"

/* Beyond this a time limit may have shaped an answer, so that the next one may differ. */
#define QUICK (FUZZ_SECONDS / 4)

/* ---- asking ---- */

/* A query's name or text, as libmicrohttpd takes it apart: + is a blank, %41 a byte. */
static size_t decode(const char *text, size_t size, char *out)
{
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned byte;
        if (text[i] == '%' && i + 2 < size && isxdigit((unsigned char)text[i + 1]) &&
            isxdigit((unsigned char)text[i + 2]) && sscanf(text + i + 1, "%2x", &byte) == 1) {
            out[length++] = (char)byte;
            i += 2;
        } else {
            out[length++] = text[i] == '+' ? ' ' : text[i];
        }
    }
    return length;
}

static grundy_status read_query(grundy *g, request *r, const char *query, size_t size)
{
    char name[FUZZ_TEXT_MAX], text[FUZZ_TEXT_MAX];
    grundy_status status = GRUNDY_OK;
    while (status == GRUNDY_OK && size > 0) {
        const char *end = memchr(query, '&', size);
        size_t part = end != NULL ? (size_t)(end - query) : size;
        const char *equal = memchr(query, '=', part);
        size_t left = equal != NULL ? (size_t)(equal - query) : part;
        size_t named = decode(query, left, name), given = 0;
        if (equal != NULL)
            given = decode(equal + 1, part - left - 1, text);
        status = request_add(g, r, name, named, equal != NULL ? text : NULL, given);
        query += end != NULL ? part + 1 : part;
        size -= end != NULL ? part + 1 : part;
    }
    return status;
}

/* What a request says. */
typedef struct {
    const endpoint *endpoint;
    const char *query, *body; /* body NULL: it is a GET */
    size_t query_size, body_size;
} question;

/* Ask in a handle of its own, as a worker does; the request's parameters and answer are the caller's. */
static double ask(const question *q, request *r)
{
    grundy *g = fuzz_open();
    *r = (request){.parameters = json_object()};
    grundy_forbid_files(g);
    double begun = handle_time();
    grundy_status status = read_query(g, r, q->query, q->query_size);
    if (status == GRUNDY_OK && q->body != NULL)
        status = request_add_json(g, r, q->body, q->body_size);
    if (status == GRUNDY_OK)
        api_run(g, q->endpoint, r);
    else
        answer_failure(r, g, status);
    double took = handle_time() - begun;
    fuzz_close(g);
    return took;
}

static void forget(request *r)
{
    answer_close(&r->answer);
    json_decref(r->parameters);
}

static void check_same(const request *a, const request *b, const char *how)
{
    fuzz_must(a->answer.code == b->answer.code && a->answer.size == b->answer.size &&
                  memcmp(a->answer.data, b->answer.data, a->answer.size) == 0,
              "%s, the answer is another: %.*s, %.*s", how, (int)a->answer.size, a->answer.data, (int)b->answer.size,
              b->answer.data);
}

/* ---- the position that is asked about, by plain recursion ---- */

/* False when that is not possible in time. */
static bool judge(const char *ruleset, const char *position, bool misere, uint64_t *value)
{
    grundy *g = fuzz_open();
    conformance c;
    bool known = false;
    grundy_forbid_files(g);
    grundy_buffer bytes = grundy_buffer_open(g);
    if (conformance_open(g, ruleset, "", 1, &c) == GRUNDY_OK) {
        c.limits = (grundy_limits){.memory = FUZZ_MEMORY, .seconds = FUZZ_SECONDS};
        c.patience = FUZZ_PATIENCE;
        grundy_question what = misere ? GRUNDY_MISERE_VALUE : GRUNDY_VALUE;
        if (grundy_position_parse(g, c.r, position, &bytes) == GRUNDY_OK &&
            conformance_judge(&c, c.r, grundy_buffer_bytes(&bytes), what, value, &known) != GRUNDY_OK)
            known = false;
        grundy_buffer_close(&bytes);
        conformance_close(&c);
    }
    grundy_buffer_close(&bytes);
    fuzz_close(g);
    return known;
}

static bool judge_request(const request *r, uint64_t *value)
{
    const char *misere = request_parameter(r, "misere");
    return judge(request_parameter(r, "ruleset"), request_parameter(r, "position"),
                 misere != NULL && strtoul(misere, NULL, 10) == 1, value);
}

/* ---- answers ---- */

static void check_error(const answer *a, const json_t *json)
{
    const char *line = json_string_value(json_object_get(json, "error"));
    long long code = json_integer_value(json_object_get(json, "exit"));
    fuzz_must(line != NULL && *line != '\0' && strchr(line, '\n') == NULL, "not one line: %s", a->data);
    bool fits = a->code == 400   ? code == 2
                : a->code == 403 ? code == 6
                : a->code == 422 ? code == 3 || code == 4
                                 : a->code == 501 && code == 4;
    fuzz_must(fits, "%u with %s", a->code, a->data);
}

static void check_value(const request *r, const json_t *json)
{
    const char *text = json_string_value(json_object_get(json, "value"));
    uint64_t value = 0;
    char right[24];
    if (text == NULL || !judge_request(r, &value))
        return;
    snprintf(right, sizeof right, "%" PRIu64, value);
    fuzz_must(strcmp(text, right) == 0, "value %s, by brute force %s", text, right);
}

/* They are sorted by value, and the value of the position is the least that none of them has; a terminal position has
 * the misere value 1. */
static void check_options(const request *r, const json_t *json)
{
    const json_t *list = json_object_get(json, "options");
    size_t count = json_array_size(list);
    uint64_t value, mex = 0, last = 0;
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(json_array_get(list, i), 1));
        if (text == NULL)
            return;
        uint64_t n = strtoull(text, NULL, 10);
        fuzz_must(n >= last, "the options are not sorted");
        last = n;
        mex += n == mex;
    }
    if (!json_is_integer(json_object_get(json, "total")) || !judge_request(r, &value))
        return;
    if (count == 0)
        mex = request_parameter(r, "misere") != NULL && strtoul(request_parameter(r, "misere"), NULL, 10) == 1;
    fuzz_must(value == mex, "the options say %" PRIu64 ", brute force %" PRIu64, mex, value);
}

static void check_reply(const request *r, const json_t *json)
{
    const char *move = json_string_value(json_object_get(json, "position")), *misere = request_parameter(r, "misere");
    bool winning = json_is_true(json_object_get(json, "winning"));
    uint64_t value, before;
    fuzz_must(move != NULL || !winning, "no move, but a winning one");
    if (move == NULL ||
        !judge(request_parameter(r, "ruleset"), move, misere != NULL && strtoul(misere, NULL, 10) == 1, &value))
        return;
    fuzz_must(!winning || value == 0, "a winning move to a position of value %" PRIu64, value);
    if (!winning && judge_request(r, &before))
        fuzz_must(before == 0, "no winning move from a position of value %" PRIu64, before);
}

static void check_tile(const answer *a)
{
    const unsigned char *head = (const unsigned char *)a->data;
    fuzz_must(a->size >= 6, "a tile of %zu bytes", a->size);
    size_t width = head[2] + 256u * head[3], height = head[4] + 256u * head[5];
    fuzz_must((head[0] == 1 || head[0] == 2 || head[0] == 4 || head[0] == 8) && width > 0 && height > 0 &&
                  a->size == 6 + width * height * head[0],
              "a tile of %zu bytes: %u bytes for each of %zu x %zu cells", a->size, head[0], width, height);
}

static void check_answer(const question *q, const request *r)
{
    const answer *a = &r->answer;
    fuzz_must(a->code != 0 && a->data != NULL && a->type != NULL, "no answer");
    if (q->endpoint == &tile_endpoint && a->code == 200)
        check_tile(a);
    if (a->code == 200 && (q->endpoint == &tile_endpoint || q->endpoint == &table_endpoint))
        return;
    json_t *json = json_loadb(a->data, a->size, 0, NULL);
    fuzz_must(json_is_object(json), "not a JSON object: %.*s", (int)a->size, a->data);
    if (a->code != 200)
        check_error(a, json);
    else if (q->endpoint == &value_endpoint)
        check_value(r, json);
    else if (q->endpoint == &options_endpoint)
        check_options(r, json);
    else if (q->endpoint == &reply_endpoint)
        check_reply(r, json);
    json_decref(json);
}

/* The same parameters, the other way. */
static void check_posted(const question *q, const request *first)
{
    request second;
    char *body = json_dumps(first->parameters, 0);
    const question posted = {.endpoint = q->endpoint, .body = body, .body_size = strlen(body)};
    if (ask(&posted, &second) < QUICK)
        check_same(first, &second, "posted");
    forget(&second);
    free(body);
}

static void check_request(const question *q)
{
    request first, again;
    double took = ask(q, &first);
    check_answer(q, &first);
    if (took < QUICK) {
        if (ask(q, &again) < QUICK)
            check_same(&first, &again, "asked again");
        forget(&again);
        if (first.answer.code == 200)
            check_posted(q, &first);
    }
    forget(&first);
}

static void check_host(const char *host)
{
    static const char numeric[] = "0123456789abcdefABCDEF:.[]";
    if (host_allowed(host, NULL))
        fuzz_must(host[strspn(host, numeric)] == '\0' || strncasecmp(host, "localhost", 9) == 0, "'%s' is allowed",
                  host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[FUZZ_TEXT_MAX + 1];
    fuzz_text(data, size, text);
    if (text[0] == '!') {
        check_host(text + 1);
        return 0;
    }
    question q = {.query = ""};
    char *body = strchr(text, '\n');
    if (body != NULL) {
        *body = '\0';
        q.body = body + 1;
        q.body_size = strlen(q.body);
    }
    char *query = strchr(text, '?');
    if (query != NULL) {
        *query = '\0';
        q.query = query + 1;
        q.query_size = strlen(q.query);
    }
    q.endpoint = api_find(text);
    if (q.endpoint != NULL)
        check_request(&q);
    return 0;
}
