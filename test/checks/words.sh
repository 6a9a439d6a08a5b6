#!/bin/sh
# Fail if the sources hold notes to oneself or name files of one machine: test/checks/words.sh [SOURCE_DIR]
set -eu
cd "${1:-.}"
places=
for place in include late src cli web lua python mpi bench examples doc cmake packaging README.md CONTRIBUTING.md CHANGELOG.md CMakeLists.txt Makefile; do
    [ ! -e "$place" ] || places="$places $place"
done
# shellcheck disable=SC2086  # the places are words
if grep -rnIE --exclude-dir=node_modules '\<(TODO|FIXME|XXX)\>|/(home|work|tmp|root)/[a-z]' $places; then
    echo "words that do not belong there"
    exit 1
fi
echo "words: none that do not belong there"
