#!/bin/sh
# Fail if a function of grundy.h lacks a comment that names it: test/checks/header.sh [SOURCE_DIR]
#
# The comment stands right above the function or its group of functions, without an empty line between. It may shorten
# a name that begins like the one before it: "grundy_claim_count, _id".
set -eu
cd "${1:-.}"

awk '
# Is one of the endings of name, from an underscore on, a word of the comment?
function named(name,    rest, at) {
    if (comment ~ ("(^|[^a-z0-9_])" name "([^a-z0-9_]|$)")) return 1
    for (rest = name; (at = index(substr(rest, 2), "_")) > 0;) {
        rest = substr(rest, at + 1)
        if (comment ~ ("(^|[^a-z0-9_])" rest "([^a-z0-9_]|$)")) return 1
    }
    return 0
}
/^\/\*/ { comment = ""; inside = 1 }
inside { comment = comment "\n" $0; if (/\*\//) inside = 0; next }
/^[ \t]*$/ { comment = "" }
/^GRUNDY_API / {
    functions++
    match($0, /grundy_[a-z0-9_]+\(/)
    if (RSTART == 0) { printf "grundy.h:%d: no function name on the line\n", FNR; failures++; next }
    name = substr($0, RSTART, RLENGTH - 1)
    if (comment == "") { printf "grundy.h:%d: %s has no comment\n", FNR, name; failures++ }
    else if (!named(name)) { printf "grundy.h:%d: the comment does not name %s\n", FNR, name; failures++ }
}
END {
    if (failures) exit 1
    if (functions == 0) { print "no functions found"; exit 1 }
    printf "header: %d functions, each with its comment\n", functions
}' include/grundy.h
