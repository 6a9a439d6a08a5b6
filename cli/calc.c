#include <stdio.h>

#include "command.h"

static grundy_status run_calc(command_line *line)
{
    grundy_buffer result = grundy_buffer_open(line->g);
    grundy_status status = grundy_calculate_text(line->g, line->arguments[0], &result);
    if (status == GRUNDY_OK)
        puts(grundy_buffer_text(&result));
    grundy_buffer_close(&result);
    return status;
}

const command calc_command = {
    .name = "calc",
    .synopsis = "EXPRESSION",
    .summary = "nim arithmetic: + * / ^ and inv, sqrt, order, log(b,x) on nimbers",
    .example = "calc '8*8 + 3/5'",
    .options = 0,
    .least = 1,
    .most = 1,
    .run = run_calc,
};
