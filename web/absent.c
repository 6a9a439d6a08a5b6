/* In place of the server, where its libraries are not installed. */
#include "serve.h"

grundy_status web_serve(grundy *g, const web_options *options)
{
    (void)options;
    return grundy_fail(g, GRUNDY_ABSENT, "serve: built without libmicrohttpd or jansson");
}
