#!/bin/sh
# Runs the commands that a document shows in its console blocks ("$ grundy ...") and compares what they print.
#   GRUNDY=build/grundy test/cli/documents.sh README.md ...
# They run in a directory of their own, where files that they write do no harm; examples/ is there too.
set -u
grundy=$(realpath "$(command -v "${GRUNDY:-grundy}")")
passed=0
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/place"
ln -s "$(realpath examples)" "$dir/place/examples"

check() {
    [ -s "$dir/command" ] || return 0
    command=$(sed 's/^\$ grundy//' "$dir/command")
    (cd "$dir/place" && eval "timeout 120 \"$grundy\" $command") >"$dir/got" 2>"$dir/errors"
    if grep -q 'built without' "$dir/errors"; then
        echo "skipped, $(sed 's/^grundy: //' "$dir/errors"): grundy$command"
    elif cmp -s "$dir/got" "$dir/expected"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $document: grundy$command"
        diff "$dir/expected" "$dir/got"
        head -n 3 "$dir/errors"
    fi
    : >"$dir/command"
    : >"$dir/expected"
}

for document in "$@"; do
    inside=no
    : >"$dir/command"
    : >"$dir/expected"
    while IFS= read -r line; do
        case $inside$line in
            'no```console') inside=yes ;;
            'yes```') check; inside=no ;;
            'yes$ grundy'*) check; printf '%s\n' "$line" >"$dir/command" ;;
            yes*) printf '%s\n' "$line" >>"$dir/expected" ;;
        esac
    done <"$document"
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
