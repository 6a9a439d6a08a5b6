#!/bin/sh
# Moves of positions whose options are too many, or too large, to be held: test/cli/moves.sh
#
# All coins of a square board show heads, and the memory does not hold all options. A row of coins is turned by intervals
# whose lengths are squares in one direction and triangular numbers in the other. How many moves there are and win was counted by a
# program written apart, from the values of both rows and Theorem 4.2 of the coin-turning paper.
set -u
grundy=${GRUNDY:-grundy}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

# row LENGTH - the order of the coins, and the intervals that may be turned, where LENGTH is the k-th length
row() {
    awk -v n=40 'BEGIN {
        for (x = 0; x < n; x++) printf "%s%d", (x ? " < " : ""), x
        print ""
        for (x = 0; x < n; x++) for (k = 1; ('"$1"') <= x + 1; k++) {
            for (y = x - ('"$1"') + 1; y <= x; y++) printf "%s%d", (y == x - ('"$1"') + 1 ? "{" : ","), y
            print "}"
        }
    }'
}

# heads SIZE - the board with all coins showing heads
heads() {
    awk -v n="$1" 'BEGIN { for (x = 0; x < n; x++) for (y = 0; y < n; y++) printf "%s(%d,%d)", (x + y ? "," : "{"), x, y; print "}" }'
}

# same NAME FOUND EXPECTED
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s: %s, expected %s\n' "$1" "$2" "$3"
    fi
}

row 'k * k' >"$dir/squares"
row 'k * (k + 1) / 2' >"$dir/triangles"
heads 40 >"$dir/large"
heads 3 >"$dir/small"
game="product(coins(\"$dir/squares\"),coins(\"$dir/triangles\"))"

same 'all moves' "$("$grundy" moves "$game" "@$dir/large" --count --memory 24M)" 32240
same 'winning moves' "$("$grundy" moves "$game" "@$dir/large" --count --winning --memory 24M)" 255
# What is printed is one line a move, and each of those looked at wins.
"$grundy" moves "$game" "@$dir/large" --winning --memory 24M 2>"$dir/errors" | head -n 40 >"$dir/lines"
same 'lines' "$(wc -l <"$dir/lines")" 40
same 'different lines' "$(sort -u "$dir/lines" | wc -l)" 40
cut -f 1 "$dir/lines" | head -n 2 >"$dir/options"
while read -r option; do
    printf '%s' "$option" >"$dir/option"
    same 'value of an option' "$("$grundy" value "$game" "@$dir/option")" 0
done <"$dir/options"

# Small boards: the count is that of the lines, whichever way the values are found, in misere play too.
for play in '' --misere; do
    "$grundy" moves "$game" "@$dir/small" --method brute $play >"$dir/brute" 2>&1
    same "options by brute force $play" "$("$grundy" moves "$game" "@$dir/small" $play)" "$(cat "$dir/brute")"
    same "count $play" "$("$grundy" moves "$game" "@$dir/small" $play --count)" "$(wc -l <"$dir/brute")"
    same "count of those that win $play" "$("$grundy" moves "$game" "@$dir/small" $play --count --winning)" \
        "$(grep -c "$(printf '\t0$')" "$dir/brute")"
done

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 10 ]
