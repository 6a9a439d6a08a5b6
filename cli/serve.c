#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "web/serve.h"

enum { PORT = 8642, SECONDS = 10, WORKERS_MAX = 8 };

#define MEMORY ((uint64_t)256 << 20)

static void serve_announce(void *context, const char *url, bool loopback)
{
    (void)context;
    puts(url);
    fflush(stdout);
    if (!loopback)
        fprintf(stderr, "warning: whoever can reach %s can let this machine compute, unasked and unseen\n", url);
}

/* The families that the command knows besides those of the library, ended by NULL. */
static grundy_status add_families(grundy *g, grundy_buffer *out)
{
    const grundy_family *family;
    size_t i = 0;
    do {
        family = grundy_family_added(g, i++);
        TRY(grundy_append(out, &family, sizeof family));
    } while (family != NULL);
    return GRUNDY_OK;
}

static grundy_status read_port(const command_line *line, unsigned *port)
{
    const char *text = line->option[OPTION_PORT];
    char *end;
    *port = PORT;
    if (text == NULL)
        return GRUNDY_OK;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n > 65535)
        return grundy_fail(line->g, GRUNDY_PARSE, "--port '%.40s': expected a number from 0 to 65535", text);
    *port = (unsigned)n;
    return GRUNDY_OK;
}

/* As many as there are processors, so that one hard question does not keep all others waiting. */
static unsigned default_workers(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 2 ? 2 : processors > WORKERS_MAX ? WORKERS_MAX : (unsigned)processors;
}

static grundy_status run_serve(command_line *line)
{
    grundy_limits limits = grundy_get_limits(line->g);
    web_options options = {.address = line->option[OPTION_LISTEN],
                           .workers = line->option[OPTION_THREADS] != NULL ? limits.threads : default_workers(),
                           .memory = line->option[OPTION_MEMORY] != NULL ? limits.memory : MEMORY,
                           .seconds = limits.seconds > 0 ? limits.seconds : SECONDS,
                           .files = line->option[OPTION_FILES] != NULL,
                           .stop = limits.stop,
                           .ready = serve_announce,
                           .context = limits.context};
    grundy_buffer families = grundy_buffer_open(line->g);
    grundy_status status = read_port(line, &options.port);
    if (status == GRUNDY_OK)
        status = add_families(line->g, &families);
    options.families = (const grundy_family *const *)(const void *)families.data;
    if (status == GRUNDY_OK)
        status = web_serve(line->g, &options);
    grundy_buffer_close(&families);
    return status;
}

const command serve_command = {
    .name = "serve",
    .synopsis = "[--port N]",
    .summary = "the explorer: a page for the web browser, until interrupted",
    .example = "serve --port 0",
    .options = OPTION_BIT(PORT) | OPTION_BIT(LISTEN) | OPTION_BIT(FILES) | OPTION_BIT(THREADS) | OPTION_BIT(MEMORY) |
               RULESET_OPTIONS | OPTION_BIT(TIME),
    .least = 0,
    .most = 0,
    .run = run_serve,
};
