#!/bin/sh
# Fail if the documentation has not kept up with the program: test/checks/documentation.sh SOURCE_DIR GRUNDY
#
# Each command, option and exit status stands in the man page, and each ruleset in the man page or the README; the
# example that a command's help gives works, and so does the example of each ruleset.
set -eu
source=$1 grundy=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() {
    echo "$*"
    failed=1
}

"$grundy" --help | awk '/^usage:/ { list = 1 } list && /^  [a-z]/ { print $1 }' >"$work/commands"
"$grundy" rulesets | awk '/^[a-z]/ { print $1 }' >"$work/rulesets"
sed -n 's/^    X([A-Z]*, "[^"]*", \([0-9]*\)).*/\1/p' "$source/include/grundy.h" | sort -nu >"$work/statuses"
while read -r command; do
    "$grundy" "$command" --help >"$work/help"
    sed -n 's/^  \(--[a-z-]*\).*/\1/p' "$work/help" >>"$work/options"
    example=$(sed -n 's/^Example: grundy //p' "$work/help")
    [ -n "$example" ] || complain "grundy $command --help gives no example"
    [ "$command" = bench ] || # takes longer than it tells
        (eval "timeout 120 '$grundy' $example") >/dev/null 2>&1 || complain "the example fails: grundy $example"
done <"$work/commands"
sort -u -o "$work/options" "$work/options"

# The page as text: without \- and font changes.
mentioned() {
    sed 's/\\-/-/g; s/\\f[BIRP]//g; s/\\(hy/-/g' "$@" >"$work/text"
}
page=$source/doc/grundy.1
if [ -e "$page" ]; then
    mentioned "$page"
    for kind in commands options statuses; do
        while read -r word; do
            grep -qE -e "(^|[^a-z0-9-])$word([^a-z0-9-]|\$)" "$work/text" || complain "doc/grundy.1 does not mention $word ($kind)"
        done <"$work/$kind"
    done
    [ ! -e "$source/README.md" ] || mentioned "$page" "$source/README.md"
    while read -r ruleset; do
        grep -qE -e "(^|[^a-z0-9-])$ruleset([^a-z0-9-]|\$)" "$work/text" || complain "the ruleset $ruleset is not documented"
    done <"$work/rulesets"
fi

while read -r ruleset; do
    "$grundy" rulesets "$ruleset" >"$work/help" || complain "grundy rulesets $ruleset fails"
    sed -n 's/^[ \t]*[Ee]xample:*[ \t]*grundy //p' "$work/help" >"$work/examples"
    while read -r example; do
        (cd "$source" && eval "timeout 60 '$grundy' $example") >/dev/null 2>&1 || complain "the example fails: grundy $example"
    done <"$work/examples"
done <"$work/rulesets"

[ "$failed" = 0 ] && echo "documentation: $(wc -l <"$work/commands") commands, $(wc -l <"$work/options") options, $(wc -l <"$work/rulesets") rulesets"
