#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 512, PORT_ATTEMPTS = 20 };

typedef union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} any_address;

static bool is_loopback(const any_address *a)
{
    if (a->any.sa_family == AF_INET)
        return ntohl(a->v4.sin_addr.s_addr) >> 24 == 127;
    return a->any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
}

static unsigned port_of(int socket)
{
    any_address a;
    socklen_t size = sizeof a;
    if (getsockname(socket, &a.any, &size) != 0)
        return 0;
    return ntohs(a.any.sa_family == AF_INET ? a.v4.sin_port : a.v6.sin6_port);
}

/* Listen on one address; -1 with errno. */
static int open_socket(const any_address *a, socklen_t size)
{
    const int on = 1;
    int s = socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->any.sa_family == AF_INET6)
        setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(s, &a->any, size) == 0 && listen(s, BACKLOG) == 0)
        return s;
    int mistake = errno;
    close(s);
    errno = mistake;
    return -1;
}

static void listen_describe(listener *l, const any_address *a)
{
    char text[INET6_ADDRSTRLEN] = "";
    bool six = a->any.sa_family == AF_INET6;
    const void *number = six ? (const void *)&a->v6.sin6_addr : (const void *)&a->v4.sin_addr;
    inet_ntop(a->any.sa_family, number, text, sizeof text);
    snprintf(l->url, sizeof l->url, six ? "http://[%s]:%u/" : "http://%s:%u/", text, port_of(l->socket));
    l->loopback = is_loopback(a);
}

static void listen_close_all(listener *l, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(l[i].socket);
}

/* Both loopback addresses on one port. A machine may lack IPv6; then IPv4 must do. */
static grundy_status listen_on_loopback(grundy *g, unsigned port, listener *out, size_t *count)
{
    for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
        any_address four = {.v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)}};
        four.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        out[0].socket = open_socket(&four, sizeof four.v4);
        if (out[0].socket < 0)
            return grundy_fail(g, GRUNDY_IO,
                               "port %u of 127.0.0.1 cannot be listened on: %s; --port 0 takes a free one", port,
                               strerror(errno));
        listen_describe(&out[0], &four);
        any_address six = {.v6 = {.sin6_family = AF_INET6,
                                  .sin6_port = htons((uint16_t)port_of(out[0].socket)),
                                  .sin6_addr = IN6ADDR_LOOPBACK_INIT}};
        out[1].socket = open_socket(&six, sizeof six.v6);
        *count = out[1].socket < 0 ? 1 : 2;
        if (out[1].socket >= 0)
            listen_describe(&out[1], &six);
        if (*count == 2 || errno != EADDRINUSE)
            return GRUNDY_OK;
        listen_close_all(out, 1);
        if (port != 0)
            break;
    }
    return grundy_fail(g, GRUNDY_IO, "port %u of ::1 cannot be listened on: %s; --port 0 takes a free one", port,
                       strerror(EADDRINUSE));
}

static grundy_status listen_on_found(grundy *g, const char *address, const struct addrinfo *found, listener *out,
                                     size_t *count)
{
    *count = 0;
    for (; found != NULL && *count < LISTENERS_MAX; found = found->ai_next) {
        any_address a;
        if (found->ai_addrlen > sizeof a)
            continue;
        memcpy(&a, found->ai_addr, found->ai_addrlen);
        int s = open_socket(&a, found->ai_addrlen);
        if (s < 0) {
            int mistake = errno;
            listen_close_all(out, *count);
            return grundy_fail(g, GRUNDY_IO, "%.80s cannot be listened on: %s", address, strerror(mistake));
        }
        out[*count].socket = s;
        listen_describe(&out[(*count)++], &a);
    }
    return *count > 0 ? GRUNDY_OK : grundy_fail(g, GRUNDY_IO, "%.80s has no address", address);
}

grundy_status listen_on(grundy *g, const char *address, unsigned port, listener *out, size_t *count)
{
    if (address == NULL)
        return listen_on_loopback(g, port, out, count);
    struct addrinfo *found, wanted = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    char service[16];
    snprintf(service, sizeof service, "%u", port);
    int mistake = getaddrinfo(address, service, &wanted, &found);
    if (mistake != 0)
        return grundy_fail(g, GRUNDY_IO, "--listen %.80s: %s", address, gai_strerror(mistake));
    grundy_status status = listen_on_found(g, address, found, out, count);
    freeaddrinfo(found);
    return status;
}

/* ---- names ---- */

/* Take the port off the end; false if what stands there is no port. */
static bool split_port(char *host)
{
    char *colon = host[0] == '[' ? strchr(host, ']') : host;
    if (colon == NULL)
        return false;
    colon = strchr(colon, ':');
    if (colon == NULL)
        return true;
    size_t digits = strspn(colon + 1, "0123456789");
    *colon = '\0';
    return digits <= 5 && colon[1 + digits] == '\0';
}

bool host_allowed(const char *host, const char *address)
{
    char name[256];
    unsigned char number[16];
    size_t length = strlen(host);
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, host, length + 1);
    if (!split_port(name))
        return false;
    if (name[0] == '[') {
        size_t end = strlen(name);
        if (name[end - 1] != ']')
            return false;
        name[end - 1] = '\0';
        return inet_pton(AF_INET6, name + 1, number) == 1;
    }
    return inet_pton(AF_INET, name, number) == 1 || strcasecmp(name, "localhost") == 0 ||
           (address != NULL && strcasecmp(name, address) == 0);
}
