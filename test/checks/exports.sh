#!/bin/sh
# Fail unless both libraries show exactly the functions of grundy.h: test/checks/exports.sh SOURCE_DIR BUILD_DIR
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^GRUNDY_API / && match($0, /grundy_[a-z0-9_]+\(/) { print substr($0, RSTART, RLENGTH - 1) }' \
    "$source/include/grundy.h" | sort -u >"$work/header"
nm -D --defined-only "$build/libgrundy.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/shared"
nm -g --defined-only "$build/libgrundy.a" | awk 'NF == 3 { print $3 }' | sort -u >"$work/static"

[ -s "$work/header" ] || { echo "no functions found in grundy.h"; exit 1; }
failed=0
for library in shared static; do
    for name in $(comm -23 "$work/header" "$work/$library"); do
        echo "the $library library lacks $name of grundy.h"
        failed=1
    done
    for name in $(comm -13 "$work/header" "$work/$library"); do
        echo "the $library library shows $name, which is not in grundy.h"
        failed=1
    done
done
[ "$failed" = 0 ] && echo "exports: $(wc -l <"$work/header") functions in both libraries"
