#!/bin/sh
# Compares the rulesets in examples/lua with what is published, and with rulesets of the library that are the same game; and
# what the command says about a file that is wrong.
#   GRUNDY=build/grundy test/cli/lua_examples.sh test/lua_examples.tsv
set -u
grundy=${GRUNDY:-grundy}
tab=$(printf '\t')
passed=0
failed=0

if "$grundy" value 'lua("examples/lua/chomp.lua")' 1 2>&1 | grep -q 'built without'; then
    echo 'skipped: grundy was built without Lua 5.4'
    exit 0
fi

# check WHAT WANTED GOT
check() {
    if [ "$2" = "$3" ] && [ -n "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n  want %s\n  got  %s\n' "$1" "$2" "$3"
    fi
}

while IFS=$tab read -r ruleset template variables options values source; do
    case $ruleset in '' | '#'*) continue ;; esac
    column='$NF'
    case $options in *--only*) column='key' ;; esac
    # Empty fields would be lost: a tab is a blank to read. Options are - when there are none.
    [ "$options" != - ] || options=
    # shellcheck disable=SC2086  # variables and options are words
    got=$(eval "timeout 100 '$grundy' table '$ruleset' '$template' $(printf "'%s' " $variables) $options --format csv" |
        awk -F, 'NR > 1 { key = $1; for (i = 2; i < NF; i++) key = key "-" $i; print '"$column"' }' | paste -sd, -)
    check "$ruleset $template $variables: $source" "$values" "$got"
done <"$1"

# same RULESET POSITION RULESET POSITION [OPTION...] - the same value, by every way
same() {
    left=$1 at=$2 right=$3 place=$4
    shift 4
    check "$left $at, $right $place $*" "$("$grundy" value "$right" "$place" "$@")" \
        "$(timeout 60 "$grundy" value "$left" "$at" --method all "$@")"
}
pass='lua("examples/lua/one-pass-nim.lua")'
cross='lua("examples/lua/treblecross.lua")'
row=..
for n in 3 4 5 6 7 8 9; do
    row=$row.
    check "treblecross on $n cells is 0.007 with $((n + 2)) tokens" "$("$grundy" outcome 'octal(0.007)' $((n + 2)))" \
        "$("$grundy" outcome "$cross" $row)"
done
for heaps in 0 1,2 3,5,6 4,4,7; do
    same "$pass" $heaps nim $heaps
    same "$pass" $heaps nim $heaps --misere
done
for heaps in 3,5 2,7; do
    same 'lua("examples/lua/nimhof.lua",1,0,1,1,0,1)' $heaps wythoff $heaps
    same 'lua("examples/lua/nimhof.lua",1,0,1,1,0,1)' $heaps wythoff $heaps --misere
    same 'push(lua("examples/lua/nimhof.lua",1,0,0,1),lua("examples/lua/nimhof.lua",1,0,1,1,0,1))' $heaps 'push(nim,wythoff)' $heaps
    same 'sum(lua("examples/lua/nimhof.lua",1,0,1,1,0,1),nim)' "$heaps | 4" 'sum(wythoff,nim)' "$heaps | 4"
done
for n in 7 16 25; do
    same 'lua("examples/lua/dawsons-chess.lua")' $n 'octal(0.137)' $n
    same 'lua("examples/lua/take-a-square.lua")' "$n + 13" 'subtraction(1,4,9,16,25)' "$n + 13"
done
same 'lua("examples/lua/dawsons-chess.lua")' 12 'octal(0.137)' 12 --misere
same 'lua("examples/lua/node-kayles.lua","path",9)' all 'octal(0.137)' 9 --misere
check 'the period of dawsons-chess' "$("$grundy" period 'octal(0.137)' | cut -d' ' -f1-6)" \
    "$("$grundy" period 'lua("examples/lua/dawsons-chess.lua")' --to 200 | cut -d' ' -f1-6)"
for bar in 1 2,1 3,3,2 4,4,4 5,4,2,2; do
    [ "$("$grundy" value 'lua("examples/lua/chomp.lua")' "{$bar}" --method search)" = \
        "$("$grundy" value 'lua("examples/lua/chomp.lua")' "{$bar}" --method search --threads 3)" ]
    check "chomp $bar with threads" 0 $?
done

# A file that is wrong has one line and an exit status.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# wrong STATUS MESSAGE TEXT [OPTION...] - what becomes of a file with this text
wrong() {
    status=$1 message=$2
    printf '%s\n' "$3" >"$dir/file.lua"
    shift 3
    (cd "$dir" && timeout 60 "$program" value 'lua("file.lua")' 7 "$@" >output 2>errors)
    check "exit status of a file: $message" "$status, 1 line" "$?, $(wc -l <"$dir/errors") line"
    check "line of a file" "grundy: $message" "$(cat "$dir/errors")"
}
program=$(realpath "$grundy")
wrong 2 "file.lua:1: attempt to perform arithmetic on a nil value (global 'x') (in options of 7)" 'return { options = function(n) return { x + 1 } end }'
wrong 2 "file.lua:1: unexpected symbol near '='" 'return = 1'
wrong 4 'lua("file.lua") loops, a position can be reached from itself: 7 -> 8 -> 7' 'return { options = function(n) return { 15 - n } end }'
line=$(cd "$dir" && timeout 60 "$program" classify 'lua("file.lua")' 7 2>&1)
check "a loop in classify" 'grundy: lua("file.lua") loops, a position can be reached from itself: 7 -> 8 -> 7' "$line"
wrong 3 'the time limit of 0.2 seconds is reached' 'return { options = function(n) while true do end end }' --time 0.2s
wrong 3 'the time limit of 0.2 seconds is reached' 'return { options = function(n) return { n + 1 } end }' --time 0.2s
wrong 3 'the memory limit of 16777216 bytes is reached' 'return { options = function(n) return { n + 1 } end }' --memory 16M
wrong 3 'the memory limit of 16777216 bytes is reached' 'local t = {} while true do t[#t + 1] = {} end' --memory 16M

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 30 ]
