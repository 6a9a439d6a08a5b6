#include <inttypes.h>
#include <stdio.h>

#include "command.h"

static grundy_status run(command_line *line)
{
    uint64_t result;
    TRY(grundy_calculate(line->g, line->arguments[0], &result));
    printf("%" PRIu64 "\n", result);
    return GRUNDY_OK;
}

const command calc_command = {
    .name = "calc",
    .synopsis = "EXPRESSION",
    .summary = "nim arithmetic: + * / ^ and inv, sqrt, order, log(b,x) on nimbers below 2^64",
    .example = "calc '8*8 + 3/5'",
    .options = 0,
    .least = 1,
    .most = 1,
    .run = run,
};
