#!/bin/sh
# Runs the commands of a file of cases and compares exit status, standard output and the error line.
#   GRUNDY=build/grundy test/cli/run.sh test/cli/cases.tsv
# A case is a line of tab-separated fields: exit status, arguments as typed in a shell, expected standard output (\n for a
# new line, \t for a tab), and a part of the expected line on standard error (empty: none is written). "$scratch" is an
# empty directory at first, the same for all cases.
set -u
grundy=${GRUNDY:-grundy}
scratch=$(mktemp -d)
errors=$(mktemp)
output=$(mktemp)
trap 'rm -rf "$errors" "$output" "$scratch"' EXIT
tab=$(printf '\t')
passed=0
failed=0
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    status=$(printf '%s\n' "$line" | cut -f1)
    arguments=$(printf '%s\n' "$line" | cut -f2)
    expected=$(printf '%b' "$(printf '%s\n' "$line" | cut -f3)")
    message=$(printf '%s\n' "$line" | cut -f4)
    eval "timeout 60 \"$grundy\" $arguments" >"$output" 2>"$errors" </dev/null
    code=$?
    got=$(tr '\000' '?' <"$output") # a shell would drop zero bytes
    lines=$(wc -l <"$errors")
    good=yes
    [ "$code" = "$status" ] && [ "$got" = "$expected" ] || good=no
    if [ -z "$message" ]; then
        [ "$lines" = 0 ] || good=no
    else
        [ "$lines" = 1 ] && grep -qF -- "$message" "$errors" || good=no
    fi
    if [ $good = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL grundy %s\n  want (%s) %s | %s\n  got  (%s) %s | %s\n' "$arguments" "$status" "$expected" "$message" \
            "$code" "$got" "$(head -n 3 "$errors")"
    fi
done <"$1"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
