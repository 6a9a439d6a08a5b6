#include <string.h>

#include "command.h"

static grundy_status write_plot(command_line *line, const image_file *file, const char *title)
{
    bool outcome = line->option[OPTION_OUTCOME] != NULL;
    grundy_table_request request = {.ruleset = line->arguments[0],
                                    .position = line->arguments[1],
                                    .variables = (const char *const *)line->arguments + 2,
                                    .count = (size_t)line->count - 2,
                                    .question = question_of(line, outcome),
                                    .method = line->method,
                                    .gaps = true};
    grundy_plot_style style = {.histogram = line->option[OPTION_HISTOGRAM] != NULL,
                               .mark_zeros = line->option[OPTION_MARK_ZEROS] != NULL,
                               .title = title,
                               .image = file->image,
                               .theme = file->theme};
    grundy_buffer bytes = grundy_buffer_open(line->g);
    grundy_status status = grundy_plot_write(line->g, &request, &style, &bytes);
    if (status == GRUNDY_OK)
        status = image_save(line->g, file, &bytes);
    grundy_buffer_close(&bytes);
    return status;
}

static grundy_status run_plot(command_line *line)
{
    image_file file;
    TRY(image_open(line, &file));
    grundy_buffer title = grundy_buffer_open(line->g);
    grundy_status status = grundy_appendf(&title, "%.100s   %.100s%s", line->arguments[0], line->arguments[1],
                                          line->option[OPTION_MISERE] != NULL ? "   misère" : "");
    if (status == GRUNDY_OK)
        status = write_plot(line, &file, grundy_buffer_text(&title));
    grundy_buffer_close(&title);
    return status;
}

const command plot_command = {
    .name = "plot",
    .synopsis = "RULESET TEMPLATE VAR=DOMAIN... -o FILE",
    .summary = "a map of the values of two variables, a sequence plot of one, or a histogram",
    .example = "plot wythoff a,b a=0..40 b=0..40 --mark-zeros -o wythoff.svg",
    .options = (SOLVE_OPTIONS & ~OPTION_BIT(EXPLAIN)) | OPTION_BIT(OUTCOME) | OPTION_BIT(MARK_ZEROS) |
               OPTION_BIT(HISTOGRAM) | OPTION_BIT(OUTPUT) | OPTION_BIT(THEME) | OPTION_BIT(STORE),
    .least = 3,
    .most = -1,
    .run = run_plot,
};
