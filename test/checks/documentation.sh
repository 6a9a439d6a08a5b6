#!/bin/sh
# Fail if the documentation has not kept up with the program: test/checks/documentation.sh SOURCE_DIR GRUNDY
#
# Each exit status of the header stands in the man page; the example that the help gives for a command or a ruleset
# works. (test/cli/options.sh looks after commands and options.)
set -eu
source=$1 grundy=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 examples=0
complain() {
    echo "$*"
    failed=1
}

# documented WORD - does the word stand in the man page?
documented() {
    sed 's/\\-/-/g; s/\\f[BIRP]//g' "$source/doc/grundy.1" | grep -qE -e "(^|[^a-z0-9-])$1([^a-z0-9-]|\$)"
}

# try_examples HELP - run the examples that a help text ends with, in the source directory, where the files are that they
# read; what they write is put elsewhere
try_examples() {
    sed -n "s|^Example: grundy ||; t found; d; :found; s|-o \([^ ]*\)\$|-o $work/\1|; p" "$1" >"$work/examples"
    [ -s "$work/examples" ] || complain "no example in: $(head -n 1 "$1")"
    while read -r example; do
        if (cd "$source" && eval "timeout 120 '$grundy' $example") >"$work/output" 2>&1; then
            examples=$((examples + 1))
        elif grep -q 'built without' "$work/output"; then
            echo "skipped, $(sed 's/^grundy: //' "$work/output"): grundy $example"
        else
            complain "the example fails: grundy $example"
        fi
    done <"$work/examples"
}

for status in $(sed -n 's/^    X([A-Z]*, "[^"]*", \([0-9]*\)).*/\1/p' "$source/include/grundy.h" | sort -nu); do
    documented "$status" || complain "doc/grundy.1 does not mention the exit status $status"
done
for command in $("$grundy" --help | awk '/^  [a-z]/ { print $1 }'); do
    "$grundy" "$command" --help >"$work/help"
    case $command in
        bench) ;; # which takes its time
        serve) ;; # which goes on until interrupted; test/web/server.py
        *) try_examples "$work/help" ;;
    esac
done
for ruleset in $("$grundy" rulesets | awk '/^[a-z]/ { print $1 }'); do
    "$grundy" rulesets "$ruleset" >"$work/help"
    try_examples "$work/help"
done

[ "$failed" = 0 ] && echo "documentation: in step, $examples examples work"
