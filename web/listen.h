/* listen.h - sockets that listen, and what counts as this machine */
#ifndef GRUNDY_WEB_LISTEN_H
#define GRUNDY_WEB_LISTEN_H

#include "grundy.h"

enum { LISTENERS_MAX = 8 };

typedef struct {
    int socket;
    bool loopback;
    char url[96];
} listener;

/* listen_on - listen on all addresses of a name, or on loopback by IPv4 and IPv6 if it is NULL; port 0: any
 *
 * Errors   GRUNDY_IO */
grundy_status listen_on(grundy *g, const char *address, unsigned port, listener *out, size_t *count);

/* host_allowed - may a request name this host? Numbers, localhost, and the name that is listened on. A name of
 * somebody else's that leads here would let a strange page read what is answered (DNS rebinding). */
bool host_allowed(const char *host, const char *address);

#endif
