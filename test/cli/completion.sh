#!/bin/sh
# Completion offers what the help shows: each command, each option of each command, the words of methods and formats,
# the rulesets, the statements. In each shell that is there, on what `grundy completion SHELL` prints.
#   GRUNDY=build/grundy test/cli/completion.sh
set -u
grundy=${GRUNDY:-grundy}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
for shell in bash zsh fish; do
    "$grundy" completion "$shell" >"$work/$shell" || exit 1
done

# What each shell offers for a command line of words, the last of which is to be completed; a line each.
offer_bash() {
    bash --norc -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _grundy; printf "%s\n" "${COMPREPLY[@]}"' "$work/bash" "$@"
}
# zsh has no way to ask without a terminal: what its functions for offers are given is printed, and filtered here.
offer_zsh() {
    zsh -f -c '
        compdef() { }
        compadd() { shift; print -l -- "$@" }
        _files() { print -l -- *(N) }
        _describe() { print -l -- ${${(P)2}%%:*} }
        . "$0"
        words=("$@") CURRENT=$#
        _grundy' "$work/zsh" "$@" | grep -e "^$(for last in "$@"; do :; done; printf '%s' "$last")"
}
offer_fish() {
    HOME=$work fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' "$work/fish" "$*" 2>/dev/null | cut -f1
}

# offers WANTED WORD... - exactly these words, in any order
offers() {
    wanted=$(printf '%s\n' $1 | sort -u)
    shift
    got=$("offer_$shell" "$@" | sed '/^$/d' | sort -u)
    if [ "$got" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $shell: $*"
        printf '%s\n' "$wanted" >"$work/wanted"
        printf '%s\n' "$got" | diff "$work/wanted" - | head -n 10
    fi
}

commands=$("$grundy" help | awk '/^  [a-z]/ { print $1 }')
rulesets=$("$grundy" rulesets | awk '/^[a-z]/ { print $1 }')
options_of() {
    "$grundy" "$1" --help | awk '/^  --/ { print $1 }'
}
cd "$work" || exit 1
touch stored.txt
for shell in bash zsh fish; do
    command -v "$shell" >/dev/null 2>&1 || { echo "skipped: $shell is not installed"; continue; }
    "$shell" -n "$work/$shell" || { failed=$((failed + 1)); echo "FAIL $shell: cannot be read"; continue; }
    offers "$commands help" grundy ''
    offers 'value verify view' grundy v
    for command in $commands; do
        offers "$(options_of "$command")" grundy "$command" x --
    done
    offers "$(printf '%s\n' $rulesets | grep '^push')" grundy value push
    offers "$(printf '%s\n' $rulesets | grep '^we')" grundy rulesets we
    offers 'auto all' grundy value nim 3 --method a
    offers 'light' grundy draw nim 3,5 --theme l
    offers 'csv' grundy table nim a --format c
    offers 'stored.txt' grundy table nim a --store st
    offers "" grundy value nim 3 --threads 1
    offers 'push-3.1.6 push-3.1.6-proof push-3.1.6-proof-corrected' grundy verify push-3.1.6
    offers 'bash' grundy completion b
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
