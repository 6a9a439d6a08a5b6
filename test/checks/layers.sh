#!/bin/sh
# Fail if a file includes a header of a later room: test/checks/layers.sh [SOURCE_DIR]
#
# The rooms of src/ are its folders and their folders, in one order. A file includes "grundy.h" and headers of its own
# and earlier rooms, written with the room in front: math/mex.h, rulesets/heaps/heaps.h. What is built on the library
# (cli, web, lua, python, mpi, examples) includes "grundy.h" and headers of its own directory; the command is made of
# several of these, so that cli also includes headers of web, written web/name.h. late/late.h is for all: it needs
# nothing but "grundy.h".
set -eu
cd "${1:-.}"

rulesets="rulesets rulesets/heaps rulesets/octal rulesets/boards rulesets/diagrams rulesets/posets rulesets/coins
          rulesets/graphs rulesets/compounds"
rooms="base math store $rulesets solvers/quotients solvers analysis claims selftest output"
awk -v rooms="$(echo $rooms)" '
function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; failures++ }
BEGIN {
    count = split(rooms, order, " ")
    for (i = 1; i <= count; i++) level[order[i]] = i
    for (i = 1; i < ARGC; i++) {
        file = ARGV[i]
        sub(/^.*\//, "", file)
        directory = substr(ARGV[i], 1, length(ARGV[i]) - length(file) - 1)
        known[directory "/" file] = 1
    }
}
FNR == 1 {
    files++
    split(FILENAME, part, "/")
    directory = FILENAME
    sub(/\/[^\/]*$/, "", directory)
    own = part[1] == "src" ? level[substr(directory, 5)] : 0
    if (part[1] == "src" && !own) complain(directory " is no room; the rooms are: " rooms)
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    header = quoted[2]
    if (header == "grundy.h") next
    if (header == "late/late.h" && header in known && part[1] != "include") next
    if (part[1] == "include") complain("the public header includes " header)
    else if (part[1] == "src") {
        room = header
        sub(/\/?[^\/]*$/, "", room)
        if (!level[room]) complain(header " is not written room/name.h")
        else if (level[room] > own) complain("room " order[own] " includes " header " of a later room")
    } else if (part[1] == "mpi" && ("cli/" header) in known) next # grundy-mpi is the command, run by several processes
    else if (part[1] == "cli" && header ~ /^web\// && header in known) next
    else if (!((directory "/" header) in known)) complain(header " is neither grundy.h nor in " directory)
}
END {
    if (failures) exit 1
    if (files == 0) { print "no files to check"; exit 1 }
    printf "layers: %d files in order\n", files
}' $(find include late src cli web lua python mpi examples -name '*.[ch]' 2>/dev/null | sort)
