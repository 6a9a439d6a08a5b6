/* The server: one thread for each listening socket receives and sends, workers compute
 *
 * A request to the API is put aside (libmicrohttpd "suspends" its connection) while a worker answers it through a
 * handle of its own, with its own limits. The queue for the workers is bounded: when it is full, the answer is 503 at
 * once. The page itself needs no worker and is always served.
 *
 * A client that goes away while its answer is computed stops the computation: a suspended connection is not watched
 * by libmicrohttpd, so the stop callback looks at the socket. A client that takes too long to send its request, or to
 * take the answer, is cut off by the main thread: each connection has a deadline. (The time-out of libmicrohttpd
 * starts anew with every byte.)
 *
 * What is no request of HTTP 1 libmicrohttpd refuses by itself, with a page of its own and without our headers. It asks
 * nobody about that page: the response is made and queued within the function that finds the mistake; on_line knows no
 * more than the address, cannot queue a response so early, and is called before the version and the headers are read; the
 * logger is told the status, but not of which connection. See doc/trust.md. */
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "api.h"
#include "late/late.h"
#include "listen.h"
#include "page_files.h"
#include "pool.h"
#include "serve.h"

/* clang-format off */
#define HTTP_FUNCTIONS(X) \
    X(MHD_, add_response_header) X(MHD_, create_response_from_buffer) X(MHD_, destroy_response) \
    X(MHD_, get_connection_info) X(MHD_, get_connection_values_n) X(MHD_, lookup_connection_value) \
    X(MHD_, queue_response) X(MHD_, quiesce_daemon) X(MHD_, resume_connection) X(MHD_, start_daemon) \
    X(MHD_, stop_daemon) X(MHD_, suspend_connection)
/* clang-format on */
LATE_LIBRARY(http_library, HTTP_FUNCTIONS)

enum { CONNECTIONS_MAX = 1000, QUEUE_MAX = 64, BODY_MAX = 1 << 16, CONNECTION_MEMORY = 1 << 15, TICK_MS = 100 };

/* Seconds to send a request, to send it when there is a crowd, and to take the answer. */
static const double receive_seconds = 10, crowded_seconds = 2, send_seconds = 60;

typedef struct server server;

/* A connection, of which one request after the other comes. */
typedef struct peer peer;
struct peer {
    peer *next, *previous;
    int socket;
    double since;     /* when it began to do what it does */
    double allowance; /* how long that may take; 0: as long as it likes */
    bool receiving;
};

struct server {
    const web_options *options;
    http_library http;
    pool *pool;
    atomic_bool stopping;
    atomic_size_t under_way; /* requests that have begun and not ended */
    pthread_mutex_t lock;    /* guards the peers */
    peer *peers;
    size_t peer_count;
    listener listeners[LISTENERS_MAX];
    struct MHD_Daemon *daemons[LISTENERS_MAX];
    size_t listener_count;
};

/* A request on its way through the server. */
typedef struct {
    request request;
    server *server;
    struct MHD_Connection *connection;
    peer *peer;
    const endpoint *endpoint; /* NULL: answered without a worker */
    const page_file *file;
    bool zero;  /* the path holds an encoded zero, at which libmicrohttpd's texts would end */
    bool begun; /* its head is known */
    bool posted;
    char *body;
    size_t body_size;
    double looked; /* when the socket was last looked at */
    bool gone;
} exchange;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- peers ---- */

static void peer_expect(server *s, peer *p, double seconds, bool receiving)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    p->since = now();
    p->allowance = seconds;
    p->receiving = receiving;
    pthread_mutex_unlock(&s->lock);
}

static void peer_begin(server *s, struct MHD_Connection *connection, void **place)
{
    const union MHD_ConnectionInfo *info = s->http.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    peer *p = calloc(1, sizeof *p);
    *place = p;
    if (p == NULL)
        return;
    *p = (peer){.socket = info->connect_fd, .since = now(), .allowance = receive_seconds, .receiving = true};
    pthread_mutex_lock(&s->lock);
    p->next = s->peers;
    if (s->peers != NULL)
        s->peers->previous = p;
    s->peers = p;
    s->peer_count++;
    pthread_mutex_unlock(&s->lock);
}

static void peer_end(server *s, peer *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    if (p->previous != NULL)
        p->previous->next = p->next;
    else
        s->peers = p->next;
    if (p->next != NULL)
        p->next->previous = p->previous;
    s->peer_count--;
    pthread_mutex_unlock(&s->lock);
    free(p);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        peer_begin(context, connection, place);
    else
        peer_end(context, *place);
}

/* Cut off those that are over their time; in a crowd, those who send get less of it. */
static void cut_off_slow_peers(server *s)
{
    pthread_mutex_lock(&s->lock);
    double t = now();
    bool crowded = s->peer_count > CONNECTIONS_MAX / 2;
    for (peer *p = s->peers; p != NULL; p = p->next) {
        double allowance = crowded && p->receiving ? crowded_seconds : p->allowance;
        if (p->allowance > 0 && t - p->since > allowance)
            shutdown(p->socket, SHUT_RDWR);
    }
    pthread_mutex_unlock(&s->lock);
}

/* ---- computing ---- */

/* Has the client closed its side? Looked at ten times a second. */
static bool client_gone(exchange *x)
{
    double t = now();
    if (x->gone || x->peer == NULL || t - x->looked < 0.1)
        return x->gone;
    struct pollfd p = {.fd = x->peer->socket, .events = POLLRDHUP};
    x->looked = t;
    x->gone = poll(&p, 1, 0) > 0 && (p.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
    return x->gone;
}

static bool stop_computing(void *context)
{
    exchange *x = context;
    return atomic_load_explicit(&x->server->stopping, memory_order_relaxed) || client_gone(x);
}

/* Read the body, and answer. */
static void server_compute(exchange *x, grundy *g)
{
    const web_options *o = x->server->options;
    grundy_status status = GRUNDY_OK;
    for (size_t i = 0; o->families[i] != NULL && status == GRUNDY_OK; i++)
        status = grundy_family_add(g, o->families[i]);
    if (status == GRUNDY_OK && x->posted)
        status = request_add_json(g, &x->request, x->body, x->body_size);
    if (status == GRUNDY_OK)
        api_run(g, x->endpoint, &x->request);
    else
        answer_failure(&x->request, g, status);
}

/* A task of the pool. */
static void answer_exchange(void *task)
{
    exchange *x = task;
    const web_options *o = x->server->options;
    grundy *g = NULL;
    if (stop_computing(x)) {
        answer_error(&x->request, 503, grundy_status_exit(GRUNDY_STOPPED), "stopped");
    } else if (grundy_open(NULL, NULL, &g) == GRUNDY_OK) {
        if (!o->files)
            grundy_forbid_files(g);
        grundy_set_limits(
            g, &(grundy_limits){
                   .memory = o->memory, .seconds = o->seconds, .threads = 1, .stop = stop_computing, .context = x});
        server_compute(x, g);
        grundy_close(g);
    }
    answer_error(&x->request, 500, grundy_status_exit(GRUNDY_NOMEM), "out of memory");
    x->server->http.resume_connection(x->connection); /* after which x is no longer ours */
}

/* ---- answering ---- */

static void add_headers(struct MHD_Response *response, const exchange *x)
{
    const http_library *http = &x->server->http;
    static const char *const always[][2] = {
        {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                                    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
    };
    const answer *a = &x->request.answer;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        http->add_response_header(response, always[i][0], always[i][1]);
    http->add_response_header(response, "Cache-Control", x->file != NULL ? "no-cache" : "no-store");
    http->add_response_header(response, "Content-Type", x->file != NULL ? x->file->type : a->type);
    if (a->allow != NULL)
        http->add_response_header(response, "Allow", a->allow);
    if (a->code == 503)
        http->add_response_header(response, "Retry-After", "1");
    if (a->file != NULL) {
        char disposition[64];
        snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"", a->file);
        http->add_response_header(response, "Content-Disposition", disposition);
    }
}

static enum MHD_Result send_answer(exchange *x)
{
    const http_library *http = &x->server->http;
    answer *a = &x->request.answer;
    struct MHD_Response *response;
    if (x->file != NULL) {
        response =
            http->create_response_from_buffer(x->file->size, (void *)(uintptr_t)x->file->data, MHD_RESPMEM_PERSISTENT);
    } else {
        response = http->create_response_from_buffer(a->size, a->data, MHD_RESPMEM_MUST_FREE);
        a->data = NULL;
    }
    if (response == NULL)
        return MHD_NO;
    add_headers(response, x);
    peer_expect(x->server, x->peer, send_seconds, false);
    enum MHD_Result result = http->queue_response(x->connection, x->file != NULL ? 200 : a->code, response);
    http->destroy_response(response);
    return result;
}

static const char *header(const exchange *x, const char *name)
{
    return x->server->http.lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

/* Refuse a request. Its body, if it has one, is not read: the answer goes out at once, and the connection ends. */
static enum MHD_Result refuse(exchange *x, unsigned code, const char *message)
{
    bool body =
        header(x, MHD_HTTP_HEADER_CONTENT_LENGTH) != NULL || header(x, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
    answer_error(&x->request, code, grundy_status_exit(GRUNDY_PARSE), message);
    return body ? send_answer(x) : MHD_YES;
}

static enum MHD_Result refuse_method(exchange *x, const char *allow)
{
    x->request.answer.allow = allow;
    return refuse(x, 405, "this method is not allowed here");
}

/* ---- receiving ---- */

typedef struct {
    exchange *x;
    grundy *g;
    grundy_status status;
} query_reader;

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                    const char *text, size_t size)
{
    (void)kind;
    query_reader *reader = context;
    reader->status = request_add(reader->g, &reader->x->request, name, name_size, text, size);
    return reader->status == GRUNDY_OK ? MHD_YES : MHD_NO;
}

/* The parameters of the query; the answer tells what is wrong with them. */
static void read_query(exchange *x)
{
    query_reader reader = {.x = x};
    if (grundy_open(NULL, NULL, &reader.g) != GRUNDY_OK)
        return;
    x->server->http.get_connection_values_n(x->connection, MHD_GET_ARGUMENT_KIND, add_argument, &reader);
    if (reader.status != GRUNDY_OK)
        answer_failure(&x->request, reader.g, reader.status);
    grundy_close(reader.g);
}

static const page_file *find_file(const char *path)
{
    for (size_t i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, path) == 0)
            return &page_files[i];
    return NULL;
}

/* Pages of other sites may not make this machine compute; browsers say who asks. */
static bool from_elsewhere(const exchange *x)
{
    const char *site = header(x, "Sec-Fetch-Site");
    return site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0;
}

static bool is_json(const char *type)
{
    static const char json[] = "application/json";
    return type != NULL && strncasecmp(type, json, sizeof json - 1) == 0 &&
           strchr("; \t", type[sizeof json - 1]) != NULL; /* or its end */
}

static enum MHD_Result begin_file(exchange *x, const char *method)
{
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
        return MHD_YES;
    x->file = NULL;
    return refuse_method(x, "GET, HEAD");
}

static enum MHD_Result begin_question(exchange *x, const char *method)
{
    const char *length = header(x, MHD_HTTP_HEADER_CONTENT_LENGTH);
    x->posted = strcmp(method, "POST") == 0;
    if (!x->posted && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return refuse_method(x, "GET, HEAD, POST");
    if (from_elsewhere(x))
        return refuse(x, 403, "requests from other sites are refused");
    if (length != NULL && strtoull(length, NULL, 10) > BODY_MAX)
        return refuse(x, 413, "the body is too large");
    if (x->posted && !is_json(header(x, MHD_HTTP_HEADER_CONTENT_TYPE)))
        return refuse(x, 415, "expected a body of the type application/json");
    read_query(x);
    return MHD_YES;
}

/* The first sight of a request: its head is known, its body is to come. */
static enum MHD_Result server_begin(exchange *x, const char *path, const char *method)
{
    const char *host = header(x, MHD_HTTP_HEADER_HOST);
    if (host == NULL)
        return refuse(x, 400, "the request names no host");
    if (!host_allowed(host, x->server->options->address))
        return refuse(x, 421, "this host is not served here; use localhost or a number");
    x->file = x->zero ? NULL : find_file(path);
    if (x->file != NULL)
        return begin_file(x, method);
    x->endpoint = x->zero ? NULL : api_find(path);
    return x->endpoint != NULL ? begin_question(x, method) : refuse(x, 404, "there is nothing here");
}

/* A part of the body. One of unknown length shows only now that it is too large; the rest of it is read, to answer. */
static enum MHD_Result take_body(exchange *x, const char *data, size_t *size)
{
    size_t more = *size;
    *size = 0;
    if (x->body_size + more > BODY_MAX) {
        x->body_size += more;
        answer_error(&x->request, 413, grundy_status_exit(GRUNDY_PARSE), "the body is too large");
        return x->body_size > 16 * (size_t)BODY_MAX ? MHD_NO : MHD_YES;
    }
    char *body = realloc(x->body, x->body_size + more);
    if (body == NULL)
        return MHD_NO;
    memcpy(body + x->body_size, data, more);
    x->body = body;
    x->body_size += more;
    return MHD_YES;
}

static enum MHD_Result submit(exchange *x)
{
    peer_expect(x->server, x->peer, 0, false);
    x->server->http.suspend_connection(x->connection);
    if (atomic_load(&x->server->stopping) || !pool_submit(x->server->pool, x)) {
        answer_error(&x->request, 503, grundy_status_exit(GRUNDY_LIMIT), "too many questions at once; ask again");
        x->server->http.resume_connection(x->connection);
    }
    return MHD_YES;
}

static exchange *open_exchange(server *s, struct MHD_Connection *connection)
{
    exchange *x = calloc(1, sizeof *x);
    const union MHD_ConnectionInfo *info = s->http.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (x == NULL)
        return NULL;
    x->server = s;
    x->connection = connection;
    x->peer = info != NULL ? info->socket_context : NULL;
    x->request.parameters = json_object();
    if (x->request.parameters == NULL) {
        free(x);
        return NULL;
    }
    return x;
}

/* Called with the first line of a request, which is as it was sent. What is returned comes as *place to the others. */
static void *on_line(void *context, const char *line, struct MHD_Connection *connection)
{
    exchange *x = open_exchange(context, connection);
    const char *zero = strstr(line, "%00");
    if (x != NULL)
        x->zero = zero != NULL && zero < line + strcspn(line, "?");
    return x;
}

/* Called with the head, with each part of the body, at its end, and when a worker has answered. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *size, void **place)
{
    (void)connection;
    (void)version;
    exchange *x = *place;
    server *s = context;
    if (x == NULL)
        return MHD_NO;
    if (!x->begun) {
        x->begun = true;
        atomic_fetch_add(&s->under_way, 1);
        return server_begin(x, path, method);
    }
    if (*size > 0)
        return take_body(x, data, size);
    return x->request.answer.code != 0 || x->file != NULL ? send_answer(x) : submit(x);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **place,
                         enum MHD_RequestTerminationCode why)
{
    (void)connection;
    (void)why;
    server *s = context;
    exchange *x = *place;
    if (x == NULL)
        return;
    peer_expect(s, x->peer, receive_seconds, true);
    answer_close(&x->request.answer);
    json_decref(x->request.parameters);
    if (x->begun)
        atomic_fetch_sub(&s->under_way, 1);
    free(x->body);
    free(x);
    *place = NULL;
}

/* ---- beginning and ending ---- */

/* Each connection takes a descriptor. */
static void allow_descriptors(void)
{
    struct rlimit limit;
    const rlim_t wanted = 4096;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static struct MHD_Daemon *start_daemon(server *s, int socket)
{
    return s->http.start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET,
        socket, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, s, MHD_OPTION_URI_LOG_CALLBACK, on_line, s, MHD_OPTION_END);
}

static grundy_status server_start(grundy *g, server *s)
{
    allow_descriptors();
    s->pool = pool_open(s->options->workers, QUEUE_MAX, answer_exchange);
    if (s->pool == NULL)
        return grundy_fail(g, GRUNDY_NOMEM, "serve: no threads are to be had");
    for (size_t i = 0; i < s->listener_count; i++) {
        s->daemons[i] = start_daemon(s, s->listeners[i].socket);
        if (s->daemons[i] == NULL)
            return grundy_fail(g, GRUNDY_IO, "%s: the server does not start", s->listeners[i].url);
    }
    for (size_t i = 0; i < s->listener_count; i++)
        s->options->ready(s->options->context, s->listeners[i].url, s->listeners[i].loopback);
    return GRUNDY_OK;
}

static void tick(void)
{
    const struct timespec pause = {.tv_nsec = TICK_MS * 1000000L};
    nanosleep(&pause, NULL); /* a signal may end it early */
}

/* No new connections; computations stop; what has been answered is sent, for a second at most. */
static void server_finish(server *s)
{
    atomic_store(&s->stopping, true);
    for (size_t i = 0; i < s->listener_count; i++)
        if (s->daemons[i] != NULL)
            s->http.quiesce_daemon(s->daemons[i]);
    pool_finish(s->pool);
    for (int i = 0; i < 1000 / TICK_MS && atomic_load(&s->under_way) > 0; i++)
        tick();
    for (size_t i = 0; i < s->listener_count; i++) {
        if (s->daemons[i] != NULL)
            s->http.stop_daemon(s->daemons[i]);
        close(s->listeners[i].socket);
    }
    pool_close(s->pool);
}

/* Signals are for the main thread; the others inherit that they are blocked. */
static grundy_status start_undisturbed(grundy *g, server *s)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    grundy_status status = server_start(g, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

grundy_status web_serve(grundy *g, const web_options *options)
{
    server *s = calloc(1, sizeof *s);
    if (s == NULL)
        return grundy_fail(g, GRUNDY_NOMEM, "out of memory");
    s->options = options;
    pthread_mutex_init(&s->lock, NULL);
    grundy_status status =
        late_open(g, GRUNDY_MICROHTTPD_FILE, "serve needs libmicrohttpd", http_library_names, sizeof s->http, &s->http);
    if (status == GRUNDY_OK)
        status = listen_on(g, options->address, options->port, s->listeners, &s->listener_count);
    if (status == GRUNDY_OK) {
        status = start_undisturbed(g, s);
        while (status == GRUNDY_OK && !options->stop(options->context)) {
            tick();
            cut_off_slow_peers(s);
        }
        server_finish(s);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
    return status;
}
