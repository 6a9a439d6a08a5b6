/* completion.c - completion for shells, made from the lists that the parser and the help are made from */
#include <stdio.h>
#include <string.h>

#include "command.h"

static const struct {
    const char *name, *argument, *help;
} option_table[] = {
#define OPTION_ENTRY(id, name, argument, help) {name, argument, help},
    OPTIONS(OPTION_ENTRY)
#undef OPTION_ENTRY
};

/* ---- words that can stand somewhere, with blanks between ---- */

static void print_commands(void)
{
    for (size_t i = 0; i < command_count; i++)
        printf("%s ", commands[i]->name);
    fputs("help", stdout);
}

/* The names of the rulesets, each once. */
static void print_rulesets(grundy *g)
{
    const grundy_family *f;
    for (size_t i = 0; (f = command_family(g, i)) != NULL; i++) {
        size_t first = 0;
        while (strcmp(command_family(g, first)->name, f->name) != 0)
            first++;
        if (first == i)
            printf("%s%s", i == 0 ? "" : " ", f->name);
    }
}

/* The papers, and the statements in them. */
static void print_statements(void)
{
    const char *before = "-";
    for (size_t i = 0; i < grundy_claim_count(); i++) {
        const char *id = grundy_claim_id(i);
        const size_t paper = strcspn(id, "-");
        if (strncmp(id, before, paper + 1) != 0)
            printf("%s%.*s", i == 0 ? "" : " ", (int)paper, id);
        printf(" %s", id);
        before = id;
    }
}

/* The words for the first argument of a command, told by what its synopsis calls it. */
static bool has_words(const command *c)
{
    const size_t first = strcspn(c->synopsis, "|.");
    for (const char *at = c->synopsis; at < c->synopsis + first; at++)
        if (strncmp(at, "RULESET", 7) == 0 || strncmp(at, "PAPER", 5) == 0 || strncmp(at, "SHELL", 5) == 0)
            return true;
    return false;
}

static void print_words(grundy *g, const command *c)
{
    if (strstr(c->synopsis, "PAPER") != NULL)
        print_statements();
    else if (strstr(c->synopsis, "SHELL") != NULL)
        fputs("bash zsh fish", stdout);
    else
        print_rulesets(g);
}

/* The words for the argument of an option; false when any will do. */
static bool print_option_words(size_t option)
{
#define METHOD_WORD(id, word, help) word " "
#define FORMAT_WORD(id, word) word " "
    if (option == OPTION_METHOD)
        fputs(GRUNDY_METHODS(METHOD_WORD), stdout);
    else if (option == OPTION_FORMAT)
        fputs(GRUNDY_FORMATS(FORMAT_WORD), stdout);
    else if (option == OPTION_THEME)
        fputs("light dark", stdout);
    else
        return false;
    return true;
#undef METHOD_WORD
#undef FORMAT_WORD
}

static bool takes_file(size_t option)
{
    const char *argument = option_table[option].argument;
    return argument != NULL && strcmp(argument, "FILE") == 0;
}

static bool completion_has_option(const command *c, size_t option)
{
    return ((c->options | OPTION_BIT(HELP)) >> option & 1) != 0;
}

/* A text within single quotes: special characters get a backslash, and a quote is written as the shell wants it. */
static void print_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs(quote, stdout);
        else
            printf("%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
}

/* ---- bash and zsh: a function with the word before the cursor and the command ---- */

/* The cases of the word before the cursor, for options that take an argument. */
static void print_argument_cases(const char *offer, const char *offer_files)
{
    for (size_t i = 0; i < OPTIONS_END; i++) {
        if (option_table[i].argument == NULL)
            continue;
        printf("    --%s) ", option_table[i].name);
        if (takes_file(i)) {
            printf("%s; return ;;\n", offer_files);
            continue;
        }
        printf("%s", offer);
        print_option_words(i);
        fputs("'; return ;;\n", stdout);
    }
}

static void print_bash(grundy *g)
{
    fputs("# Completion of the grundy command for bash, made by: grundy completion bash\n"
          "_grundy_offer() {\n"
          "    COMPREPLY=($(compgen -W \"$1\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
          "}\n"
          "_grundy_files() {\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
          "}\n"
          "_grundy() {\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n        _grundy_offer '",
          stdout);
    print_commands();
    fputs("'\n        return\n    fi\n    case ${COMP_WORDS[COMP_CWORD-1]} in\n", stdout);
    print_argument_cases("_grundy_offer '", "_grundy_files");
    fputs("    esac\n    local options= words=\n    case ${COMP_WORDS[1]} in\n", stdout);
    for (size_t c = 0; c < command_count; c++) {
        printf("    %s) options='", commands[c]->name);
        for (size_t i = 0; i < OPTIONS_END; i++)
            if (completion_has_option(commands[c], i))
                printf("--%s ", option_table[i].name);
        fputs("' words='", stdout);
        if (has_words(commands[c]))
            print_words(g, commands[c]);
        fputs("' ;;\n", stdout);
    }
    fputs("    esac\n"
          "    [ \"$COMP_CWORD\" = 2 ] || words=\n"
          "    _grundy_offer \"$options $words\"\n"
          "}\n"
          "complete -F _grundy grundy\n",
          stdout);
}

static void print_zsh_options(const command *c)
{
    for (size_t i = 0; i < OPTIONS_END; i++) {
        if (!completion_has_option(c, i))
            continue;
        printf(" '--%s:", option_table[i].name);
        print_quoted(option_table[i].help, ":\\", "'\\''");
        putchar('\'');
    }
}

static void print_zsh(grundy *g)
{
    fputs("#compdef grundy\n"
          "# Completion of the grundy command for zsh, made by: grundy completion zsh\n"
          "_grundy_offer() {\n    compadd -- ${=1}\n}\n"
          "_grundy() {\n    local -a commands options\n    local offered=\n"
          "    commands=('help:what the commands are'",
          stdout);
    for (size_t c = 0; c < command_count; c++) {
        printf(" '%s:", commands[c]->name);
        print_quoted(commands[c]->summary, ":\\", "'\\''");
        putchar('\'');
    }
    fputs(")\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
          "    case ${words[CURRENT-1]} in\n",
          stdout);
    print_argument_cases("_grundy_offer '", "_files");
    fputs("    esac\n    case ${words[2]} in\n", stdout);
    for (size_t c = 0; c < command_count; c++) {
        printf("    %s) options=(", commands[c]->name);
        print_zsh_options(commands[c]);
        fputs(") offered='", stdout);
        if (has_words(commands[c]))
            print_words(g, commands[c]);
        fputs("' ;;\n", stdout);
    }
    fputs("    esac\n"
          "    (( CURRENT == 3 )) && [[ -n $offered ]] && _grundy_offer $offered\n"
          "    _describe option options\n"
          "}\n"
          "if [[ ${funcstack[1]} = _grundy ]]; then\n    _grundy \"$@\"\nelse\n    compdef _grundy grundy\nfi\n",
          stdout);
}

/* ---- fish: a line for each thing that can be offered ---- */

static void print_fish_option(const command *c, size_t option)
{
    printf("complete -c grundy -n '__fish_seen_subcommand_from %s' -l %s", c->name, option_table[option].name);
    if (takes_file(option))
        fputs(" -r -F", stdout);
    else if (option_table[option].argument != NULL) {
        fputs(" -x -a '", stdout);
        print_option_words(option);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    print_quoted(option_table[option].help, "\\", "\\'");
    fputs("'\n", stdout);
}

static void print_fish(grundy *g)
{
    fputs("# Completion of the grundy command for fish, made by: grundy completion fish\n"
          "complete -c grundy -f\n"
          "complete -c grundy -n __fish_use_subcommand -a help -d 'what the commands are'\n",
          stdout);
    for (size_t c = 0; c < command_count; c++) {
        printf("complete -c grundy -n __fish_use_subcommand -a %s -d '", commands[c]->name);
        print_quoted(commands[c]->summary, "\\", "\\'");
        fputs("'\n", stdout);
        for (size_t i = 0; i < OPTIONS_END; i++)
            if (completion_has_option(commands[c], i))
                print_fish_option(commands[c], i);
        if (!has_words(commands[c]))
            continue;
        printf("complete -c grundy -n '__fish_seen_subcommand_from %s' -a '", commands[c]->name);
        print_words(g, commands[c]);
        fputs("'\n", stdout);
    }
}

static grundy_status run_completion(command_line *line)
{
    static const struct {
        const char *name;
        void (*print)(grundy *g);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(line->arguments[0], shells[i].name) == 0) {
            shells[i].print(line->g);
            return GRUNDY_OK;
        }
    return grundy_fail(line->g, GRUNDY_PARSE, "no completion for '%.60s': expected bash, zsh or fish",
                       line->arguments[0]);
}

const command completion_command = {
    .name = "completion",
    .synopsis = "SHELL",
    .summary = "completion of commands, options and rulesets for a shell: bash, zsh or fish",
    .example = "completion bash",
    .options = 0,
    .least = 1,
    .most = 1,
    .run = run_completion,
};
