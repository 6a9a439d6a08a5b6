#!/bin/sh
# The manual pages can be set without a warning, and the library's has each function of the header:
#   test/checks/manual.sh SOURCE_DIR BUILD_DIR
# Exit status 77, with the reason: there is no groff, or no page of the library.
set -eu
source=$1 page=$2/grundy.3
command -v groff >/dev/null 2>&1 || { echo "skipped: groff is not installed"; exit 77; }
[ -e "$page" ] || { echo "skipped: the page of the library was not made: no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$source/doc/grundy.1" "$page"; do
    groff -man -P-c -Tutf8 -rLL=200n -ww "$file" 2>&1 >"$work/$(basename "$file")" | grep . && { echo "in $file"; exit 1; }
done
failed=0 count=0
sed "s|.$(printf "\\b")||g" "$work/grundy.3" | tr -s " " >"$work/text"
for name in $(awk '/^GRUNDY_API / && match($0, /grundy_[a-z0-9_]+\(/) { print substr($0, RSTART, RLENGTH) }' "$source/include/grundy.h"); do
    grep -qF "$name" "$work/text" || { echo "grundy.3 lacks $name)"; failed=1; }
    count=$((count + 1))
done
for heading in NAME SYNOPSIS DESCRIPTION 'THE HANDLE' 'TIER 3: RULESETS OF YOUR OWN' 'SEE ALSO'; do
    grep -qx "$heading" "$work/text" || { echo "grundy.3 has no section $heading"; failed=1; }
done
[ "$failed" = 0 ] && [ "$count" -gt 100 ] && echo "manual: both pages are set without a warning; $count functions"
