#!/bin/sh
# Every command and every option of the program is in the manual page, and every option there exists.
#   GRUNDY=build/grundy test/cli/options.sh doc/grundy.1
set -u
grundy=${GRUNDY:-grundy}
page=$(sed 's/\\-/-/g; s/\\f[BIR]//g' "$1")
failed=0
commands=$("$grundy" help | awk '/^  [a-z]/ { print $1 }')
options=$(for command in $commands; do "$grundy" "$command" --help | awk '/^  --/ { print $1 }'; done | sort -u)
for word in $commands; do
    printf '%s\n' "$page" | grep -Eq "^\.BI? $word( |\$)" || { echo "the manual page lacks the command $word"; failed=$((failed + 1)); }
done
for word in $options; do
    printf '%s\n' "$page" | grep -Eq "^\.BI? $word( |\$)" || { echo "the manual page lacks the option $word"; failed=$((failed + 1)); }
done
for word in $(printf '%s\n' "$page" | awk '/^\.BI? --/ { print $2 }' | sort -u); do
    case $word in --version | --verbose) continue ;; esac # of no command
    printf '%s\n' "$options" | grep -qx -- "$word" || { echo "no command has the option $word"; failed=$((failed + 1)); }
done
count=$(printf '%s %s\n' "$commands" "$options" | wc -w)
printf '%d passed, %d failed\n' "$((count - failed))" "$failed"
[ "$failed" = 0 ] && [ "$count" -gt 20 ]
