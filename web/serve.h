/* serve.h - the explorer page, served over HTTP: what the command needs to know of it */
#ifndef GRUNDY_WEB_SERVE_H
#define GRUNDY_WEB_SERVE_H

#include "grundy.h"

typedef struct {
    const char *address;                  /* to listen on, a name or a number; NULL: loopback, by IPv4 and IPv6 */
    unsigned port;                        /* 0: any that is free */
    unsigned workers;                     /* requests that are computed at once */
    uint64_t memory;                      /* bytes that a request may hold */
    double seconds;                       /* that each answer may take */
    bool files;                           /* may expressions name files? */
    const grundy_family *const *families; /* to be known besides those of the library, ended by NULL */
    bool (*stop)(void *context);
    void (*ready)(void *context, const char *url, bool loopback); /* called for each address that is listened on */
    void *context;
} web_options;

/* web_serve - serve until stop says true, then finish what is under way
 *
 * Errors   GRUNDY_IO for an address that cannot be listened on; GRUNDY_NOMEM; GRUNDY_ABSENT when built without
 *          libmicrohttpd or jansson, or where the former cannot be loaded */
grundy_status web_serve(grundy *g, const web_options *options);

#endif
