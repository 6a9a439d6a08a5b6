#!/bin/sh
# Fail if clang-format would change a source, or a line is longer than anybody reads: test/checks/format.sh [--fix]
#
# --fix   let it. Tables that it would spoil stand between "clang-format off" and "clang-format on".
set -eu
cd "$(dirname "$0")/../.."
formatter=clang-format-14
command -v "$formatter" >/dev/null 2>&1 || formatter=clang-format

files=$(find include late src cli web lua python mpi test bench examples -name '*.[ch]' 2>/dev/null | sort)
if [ "${1:-}" = --fix ]; then
    # shellcheck disable=SC2086  # the files are words
    "$formatter" -i $files
    exit 0
fi
# shellcheck disable=SC2086
if ! "$formatter" --dry-run -Werror --ferror-limit=1 $files; then
    echo "test/checks/format.sh --fix formats all files"
    exit 1
fi
# It leaves comments as they are.
# shellcheck disable=SC2086
if ! awk 'length > 130 { print FILENAME ":" FNR ": a line of " length " characters"; long = 1 } END { exit long }' $files; then
    echo "expected at most 130; comments go on in the next line"
    exit 1
fi
echo "format: all files formatted"
