#!/bin/sh
# Makes the figures of this directory anew: those of the papers that grundy reproduces, and those that the README shows.
#
#   GRUNDY   the program; build/grundy if it is not set
#   OUT      where the figures go; this directory if it is not set
#   SIZE     the side of the Zeruclid map; 300 if it is not set (2000 takes seconds)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
grundy=${GRUNDY:-$here/../../build/grundy}
out=${OUT:-$here}
size=${SIZE:-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() { "$grundy" draw "$@"; }
plot() { "$grundy" plot "$@"; }

# ---- the push paper: figure 2, the values of Zeruclid (1,a,b); its P-positions lie along b = Phi a ----
plot zeruclid 1,a,b a=0.."$size" b=0.."$size" --mark-zeros -o "$out/push-2.png"

# ---- coin turning on posets: figures 1 and 2, the posets; 4 and 5, values on them ----
draw 'subspaces(3,2)' -o "$out/coins-1.svg"
draw 'setpartitions(4)' -o "$out/coins-2.svg"
draw 'ideal(divisors(12))' --values -o "$out/coins-4a.svg"
draw 'ruler(divisors(12))' --values -o "$out/coins-4b.svg"
draw 'ruler(subspaces(3,2))' --values -o "$out/coins-5.svg"

# ---- figure 6: an order ideal of the ASM poset, and how many of its elements lie over each (rank, z) ----
draw 'ideal(asm(5))' '(0,0,2)' -o "$out/coins-6a.svg"
# The one option of (0,0,2) is its order ideal without itself. A point is written rank.z:how many.
{ echo '(0,0,2)'; "$grundy" moves 'ideal(asm(5))' '(0,0,2)' | cut -f1; } | grep -o '([0-9,]*)' | tr -d '()' |
    awk -F, '{ over[3 - $1 - $2, $3]++ }
        function point(r, s) { return r "." s ":" over[r, s] + 0 }
        END {
            for (r = 1; r <= 3; r++)
                for (s = 0; s <= r; s++) {
                    if (s < r) print point(r - 1, s) " < " point(r, s)
                    if (s > 0) print point(r - 1, s - 1) " < " point(r, s)
                }
        }' >"$work/points.poset"
draw "poset(\"$work/points.poset\")" -o "$work/points.svg"
# The title would name a file of this run.
sed "s|<title>.*</title>|<title>The order ideal of (0,0,2) by rank and z</title>|" "$work/points.svg" >"$out/coins-6b.svg"

# ---- figure 7: where the order ideal game on the ASM poset has the value 1 ----
plot 'ideal(asm(r+2))' '(0,0,s)' r=0..12 s=0..r -o "$out/coins-7.svg"

# ---- figure 9: the ruler on the set partitions of 4 points by types: g(lambda), and the nim-sums s(mu) over [mu, top] ----
# types VALUES - the poset of the types of set partitions of 4 points, each written type:value
types() {
    awk -F'\t' '{ value[$1] = $2 }
        function type(t) { return t ":" value[t] }
        END {
            print type("1.1.1.1") " < " type("1.1.2") " < " type("1.3") " < " type("4")
            print type("1.1.2") " < " type("2.2") " < " type("4")
        }' "$1"
}
# type_of - a set partition at the front of each line becomes its type
type_of() {
    awk -F'\t' '{
            parts = split($1, block, "|")
            for (i = 1; i <= parts; i++) count[i] = length(block[i])
            for (i = 1; i <= parts; i++)
                for (k = i + 1; k <= parts; k++)
                    if (count[k] < count[i]) { swap = count[i]; count[i] = count[k]; count[k] = swap }
            text = count[1]
            for (i = 2; i <= parts; i++) text = text "." count[i]
            print text "\t" $2
        }'
}
# An option turns an interval [mu, top]; the elements other than top are listed from mu on.
"$grundy" table 'ruler(setpartitions(4))' e e=elements | tail -n +2 | type_of >"$work/g"
"$grundy" moves 'ruler(setpartitions(4))' top | sed 's/^{}/{1234}/; s/^{\([^,}]*\)[^\t]*/\1/' | type_of >"$work/s"
for panel in g s; do
    types "$work/$panel" >"$work/$panel.poset"
    draw "poset(\"$work/$panel.poset\")" -o "$work/$panel.svg"
done
sed "s|<title>.*</title>|<title>g(lambda) for the set partitions of 4 points</title>|" "$work/g.svg" >"$out/coins-9a.svg"
sed "s|<title>.*</title>|<title>s(mu) for the set partitions of 4 points</title>|" "$work/s.svg" >"$out/coins-9b.svg"

# ---- Nim on partitions: the lists of the appendices, one of each two conjugates ----
# one_of_two - keep the partitions that are not less than their conjugates, row by row
one_of_two() {
    awk -F, '{
            gsub(/[][]/, "")
            rows = split($0, row, ",")
            for (c = 1; c <= row[1]; c++) {
                column[c] = 0
                for (r = 1; r <= rows; r++) column[c] += row[r] >= c
            }
            keep = 1
            for (i = 1; i <= rows && i <= row[1] && row[i] == column[i]; i++) continue
            if (i <= rows && i <= row[1]) keep = row[i] > column[i]
            if (keep) print "[" $0 "]"
        }'
}
"$grundy" table pnim p 'p=partitions(1..26)' --only 2 | tail -n +2 | cut -f1 | one_of_two |
    xargs "$grundy" draw -o "$out/pnim-a.svg" pnim
"$grundy" table pnim p 'p=partitions(1..8)' | tail -n +2 | awk -F'\t' '{
            list = substr($1, 2, length($1) - 2)
            rows = split(list, row, ",")
            if ($2 == row[1] + rows - 1) print $1
        }' | one_of_two | xargs "$grundy" draw -o "$out/pnim-b.svg" pnim

# ---- for the README ----
plot wythoff a,b a=0..20 b=0..20 --mark-zeros -o "$out/wythoff.svg"
plot kayles n n=0..160 -o "$out/kayles.svg"
draw nim 3,5,7 --winning -o "$out/nim.svg"
draw cram '...#/..../#...' --winning -o "$out/cram.svg"
draw hooks '[5,4,4,2]' --winning -o "$out/hooks.svg"
draw welter '{3,5,9}' --winning -o "$out/welter.svg"
draw 'ruler(setpartitions(4))' --values -o "$out/setpartitions.svg"
