#include "command.h"

static grundy_status print_view(command_line *line, const grundy_ruleset *r)
{
    grundy_buffer position = grundy_buffer_open(line->g), out = grundy_buffer_open(line->g);
    grundy_status status = grundy_position_parse(line->g, r, line->arguments[1], &position);
    if (status == GRUNDY_OK)
        status = grundy_position_view(line->g, r, grundy_buffer_bytes(&position), &out);
    if (status == GRUNDY_OK)
        status = flush_output(line->g, &out);
    grundy_buffer_close(&out);
    grundy_buffer_close(&position);
    return status;
}

static grundy_status run_view(command_line *line)
{
    grundy_ruleset *r;
    TRY(grundy_ruleset_open(line->g, line->arguments[0], &r));
    grundy_status status = print_view(line, r);
    grundy_ruleset_close(r);
    return status;
}

const command view_command = {
    .name = "view",
    .synopsis = "RULESET POSITION",
    .summary = "a position drawn; balls as partitions and back",
    .example = "view welter '{3,5}'",
    .options = RULESET_OPTIONS,
    .least = 2,
    .most = 2,
    .run = run_view,
};
