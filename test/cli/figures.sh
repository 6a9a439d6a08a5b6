#!/bin/sh
# doc/figures holds what doc/figures/make.sh makes: the SVG files are the same, byte for byte; there is a PNG. The pictures
# of the explorer are made in its own tests.
#   GRUNDY=build/grundy test/cli/figures.sh
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if ! "${GRUNDY:-grundy}" plot nim a,b a=0..1 b=0..1 -o "$dir/probe.png" 2>"$dir/errors"; then
    grep -q 'need cairo' "$dir/errors" && echo "built without cairo: not tested" && exit 77
fi
rm -f "$dir"/probe.png "$dir"/errors
GRUNDY=${GRUNDY:-grundy} OUT=$dir SIZE=60 sh doc/figures/make.sh || exit 1
passed=0 failed=0
for file in doc/figures/*.svg doc/figures/*.png; do
    case $file in */explorer-*) continue ;; esac
    made=$dir/$(basename "$file")
    if case $file in *.png) [ -s "$made" ] ;; *) cmp -s "$file" "$made" ;; esac; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $file: doc/figures/make.sh makes another one"
    fi
done
for made in "$dir"/*; do
    [ -e "doc/figures/$(basename "$made")" ] || { failed=$((failed + 1)) && echo "FAIL $(basename "$made") is not in doc/figures"; }
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 15 ]
