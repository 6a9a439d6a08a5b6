#!/bin/sh
# draw and plot as people use them: the files that they write, and what is refused.
#   GRUNDY=build/grundy test/cli/pictures.sh
set -u
grundy=${GRUNDY:-grundy}
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
passed=0 failed=0

# expect STATUS MESSAGE ARGUMENTS... - the exit status, and a part of the line on standard error (empty: none)
expect() {
    status=$1 message=$2
    shift 2
    "$grundy" "$@" >"$dir/out" 2>"$dir/errors" </dev/null
    code=$?
    good=yes
    [ "$code" = "$status" ] && [ ! -s "$dir/out" ] || good=no
    if [ -z "$message" ]; then [ ! -s "$dir/errors" ] || good=no; else grep -qF -- "$message" "$dir/errors" || good=no; fi
    [ "$status" = 0 ] || [ "$(wc -l <"$dir/errors")" = 1 ] || good=no
    note $good "grundy $*: exit $code, $(head -n 1 "$dir/errors")"
}

# note GOOD WHAT
note() {
    if [ "$1" = yes ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $2"; fi
}

# holds WHAT COMMAND... - the command succeeds
holds() {
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then note yes; else note no "$what: $*"; fi
}

cairo=yes
"$grundy" draw nim 3 -o "$dir/probe.png" 2>"$dir/errors" || { cairo=no && grep -q 'need cairo' "$dir/errors"; } || exit 1

# files of each kind
expect 0 '' draw pnim '[4,2,1]' --winning -o "$dir/diagram.svg"
holds 'a whole SVG' grep -q '</svg>' "$dir/diagram.svg"
expect 0 '' plot wythoff a,b a=0..20 b=0..20 --mark-zeros --theme dark -o "$dir/map.svg"
expect 0 '' plot kayles n n=0..100 -o "$dir/kayles.svg"
expect 0 '' plot pnim p 'p=partitions(0..9)' --histogram -o "$dir/histogram.svg"
expect 0 '' plot euclid a,b a=0..9 b=0..9 --outcome -o "$dir/outcome.svg"
expect 0 '' draw 'boolean(3)' -o "$dir/boolean.svg"
expect 0 '' draw 'ruler(divisors(12))' --values -o "$dir/divisors.svg"
expect 0 '' draw 'product(chain(2),chain(3))' -o "$dir/product.svg"
expect 0 '' draw pnim '[4,2]' '[3]' '[]' --values -o "$dir/sheet.svg"
expect 0 '' draw nim 3,5 --move 3,3 --output "$dir/move.svg"
expect 0 '' draw nim 3,5 -o "$dir/CAPITALS.SVG"
holds 'an ending in capital letters' grep -q '</svg>' "$dir/CAPITALS.SVG"
holds 'the sheet has captions' grep -q '>\[4,2\]: ' "$dir/sheet.svg"
holds 'outcomes are letters' grep -q '>P</text>' "$dir/outcome.svg"
expect 0 '' plot kayles n n=0..100 --outcome -o "$dir/outcomes.svg"
holds 'outcomes of a sequence are letters, P below' sh -c 'tr "<" "\n" <"$1" | sed -n "/>P$/,/>N$/p" | tail -n 1 | grep -q ">N$"' - "$dir/outcomes.svg"
if [ $cairo = yes ]; then
    expect 0 '' plot zeruclid 1,a,b a=0..150 b=0..100 -o "$dir/map.png"
    expect 0 '' plot zeruclid 1,a,b a=0..150 b=0..100 -o "$dir/large.svg"
    expect 0 '' plot zeruclid 1,a,b a=0..150 b=0..100 -o "$dir/map.pdf"
    expect 0 '' draw 'setpartitions(4)' --theme dark -o "$dir/partitions.pdf"
    holds 'the signature of a PNG' test "$(head -c 8 "$dir/map.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a
    if command -v pdftoppm >/dev/null; then
        holds 'a PDF that opens' pdftoppm -r 30 "$dir/map.pdf" "$dir/page"
        holds 'a PDF that opens' pdftoppm -r 30 "$dir/partitions.pdf" "$dir/poset"
    else
        echo "pdftoppm is not installed: PDF files are not opened"
    fi
    if command -v rsvg-convert >/dev/null; then
        for file in diagram map kayles histogram boolean sheet large; do
            holds 'an SVG that opens' rsvg-convert -o "$dir/$file-again.png" "$dir/$file.svg"
        done
    else
        echo "rsvg-convert is not installed: SVG files are not opened"
    fi
else
    echo "built without cairo: PNG and PDF are not tested"
    expect 4 'need cairo' draw nim 3 -o "$dir/no.png"
    expect 4 'need cairo' draw nim 3 -o "$dir/no.pdf"
    expect 4 'needs cairo' plot nim a,b a=0..99 b=0..99 -o "$dir/no.svg"
    holds 'nothing written' test ! -e "$dir/no.png"
fi

# bad input
expect 2 'needs -o FILE' draw nim 3,5
expect 2 'needs -o FILE' plot nim n n=0..5
expect 2 'ends in .svg, .png or .pdf' draw nim 3,5 -o "$dir/file.jpg"
expect 2 'ends in .svg, .png or .pdf' draw nim 3,5 -o svg
expect 2 'expected light or dark' draw nim 3,5 -o "$dir/a.svg" --theme blue
expect 2 'needs an argument' draw nim 3,5 -o
expect 2 'which position? As in: grundy draw' draw nim -o "$dir/a.svg"
expect 2 "no ruleset is called 'nimm'" draw nimm -o "$dir/a.svg"
expect 2 'column 9' draw 'boolean(x)' -o "$dir/a.svg"
expect 2 'a poset has no values or moves; the ruleset ruler(chain(3)) has' draw 'chain(3)' --values -o "$dir/a.svg"
expect 2 "position 'x', column 1" draw nim x -o "$dir/a.svg"
expect 2 'one variable or two' plot nim a,b,c a=0..2 b=0..2 c=0..2 -o "$dir/a.svg"
expect 2 'usage: grundy plot' plot nim 3 -o "$dir/a.svg"
expect 2 'nothing to show' plot pnim '[n]' n=3..2 -o "$dir/a.svg"
expect 3 '8192 x 8192' plot nim a,b a=0..1 b=0..9000 -o "$dir/a.svg"
expect 3 'too large to be drawn' draw rnim '<101,100>' -o "$dir/a.svg"
expect 3 'more than 600 elements' draw 'boolean(10)' -o "$dir/a.svg"
expect 3 'memory limit' plot nim a,b a=0..999 b=0..999 --memory 1M -o "$dir/a.svg"
holds 'nothing written' test ! -e "$dir/a.svg"

# files that cannot be written
expect 6 'cannot be written' draw nim 3 -o "$dir/none/a.svg"
mkdir "$dir/directory.svg"
expect 6 'cannot be written' draw nim 3 -o "$dir/directory.svg"
ln -s /dev/full "$dir/full.svg"
expect 6 'No space left' draw nim 3 -o "$dir/full.svg"
expect 6 'No space left' plot nim a,b a=0..20 b=0..20 -o "$dir/full.svg"
holds 'the device stays' test -e /dev/full

# pipes: a reader is waited for, at the beginning and in the course, within the limits
mkfifo "$dir/pipe.svg"
expect 0 '' plot kayles n n=0..4000 -o "$dir/whole.svg"
holds 'more than a pipe takes at once' test "$(wc -c <"$dir/whole.svg")" -gt 65536
(sleep 0.3 && cat "$dir/pipe.svg" >"$dir/read.svg") &
reader=$!
expect 0 '' plot kayles n n=0..4000 -o "$dir/pipe.svg"
wait $reader
holds 'what a late reader gets' cmp "$dir/whole.svg" "$dir/read.svg"
for command in 'draw nim 3' 'plot kayles n n=0..9'; do
    # shellcheck disable=SC2086  # the words of the command
    expect 3 "the time limit of 0.3 seconds is reached, and nobody reads the pipe $dir/pipe.svg" \
        $command -o "$dir/pipe.svg" --time 0.3s
done
sleep 5 <"$dir/pipe.svg" &
reader=$!
expect 3 'nobody reads the pipe' plot kayles n n=0..4000 -o "$dir/pipe.svg" --time 0.5s
kill $reader
wait $reader 2>"$dir/none"
head -c 9 "$dir/pipe.svg" >"$dir/read.svg" &
reader=$!
expect 6 'Broken pipe' plot kayles n n=0..4000 -o "$dir/pipe.svg"
wait $reader
timeout -s INT -k 5 --preserve-status 0.3 "$grundy" draw nim 3 -o "$dir/pipe.svg" 2>"$dir/errors"
holds "interrupted: exit $?" grep -q '^grundy: interrupted, and nobody reads the pipe' "$dir/errors"
holds 'the pipe stays' test -p "$dir/pipe.svg"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 40 ]
