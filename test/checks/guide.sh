#!/bin/sh
# The guide can be built, and its pages lead to pages and pictures that are there: test/checks/guide.sh SOURCE_DIR GRUNDY
set -eu
source=$1
command -v pandoc >/dev/null 2>&1 || {
    echo 'skipped: pandoc is not installed'
    exit 77
}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$source"
GRUNDY=$2 doc/guide/make.sh "$out"
failed=0 links=0
for page in "$out"/*.html; do
    [ -s "$page" ] || { echo "empty: $page"; failed=1; }
    for target in $(grep -oE '(href|src)="[^"#]+"' "$page" | sed 's/.*="//; s/"$//' | sort -u); do
        links=$((links + 1))
        case $target in
            *://*) ;;
            *) [ -s "$out/$target" ] || { echo "$(basename "$page") leads to $target, which is not there"; failed=1; } ;;
        esac
    done
done
for ruleset in $("$2" rulesets | awk '/^[a-z]/ { print $1 }'); do
    grep -q "<h2 [^>]*>$ruleset</h2>" "$out/rulesets.html" || { echo "no chapter on $ruleset"; failed=1; }
done
[ "$failed" = 0 ] && [ "$links" -gt 20 ] && echo "guide: $links links lead somewhere"
