#!/bin/sh
# The store of a search, as people treat it: killed, interrupted, damaged, on a full disk, used twice at once.
#   GRUNDY=build/grundy test/cli/store.sh [ROUNDS [BOARD [BITS]]]
# Each round kills searches of the board at random moments until one comes to its end; so many single bits are changed.
set -u
grundy=${GRUNDY:-grundy}
rounds=${1:-6}
board=${2:-5x6}
bits=${3:-20}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
store=$scratch/store
errors=$scratch/errors
passed=0
failed=0

# expect WHAT GOT WANT
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s: got %s, want %s\n' "$1" "$2" "$3"
    fi
}

expect_line() {
    expect "$1: lines on standard error" "$(grep -c . "$errors")" 1
    expect "$1: $(head -n 1 "$errors")" "$(grep -c -- "$2" "$errors")" 1
}

# A fraction of a second, at random.
moment() {
    awk -v seed="$(od -An -N4 -tu4 /dev/urandom)" -v span="$span" 'BEGIN { srand(seed); printf "%.3f", 1.5 * span / 1e9 * rand() * rand() }'
}

# Start a search in the background, as $search, and wait until it has saved something, or has come to its end.
start() {
    rm -f "$store"
    "$grundy" value cram "$large" --store "$store" --every 0.01s >"$scratch/out" 2>"$errors" &
    search=$!
    while [ ! -e "$store" ] && kill -0 $search 2>"$scratch/none"; do sleep 0.01; done
}

begun=$(date +%s%N)
value=$("$grundy" value cram "$board" --method search)
span=$(($(date +%s%N) - begun)) # nanoseconds
large=7x7 # takes longer than anybody waits

# Killed at random moments, with nothing but what was saved in between.
kills=0
for round in $(seq "$rounds"); do
    rm -f "$store"
    while :; do
        pause=$(moment)
        "$grundy" value cram "$board" --store "$store" --every 0.001s --threads $((1 + round % 2)) >"$scratch/out" 2>"$errors" &
        search=$!
        sleep "$pause"
        kill -9 $search 2>"$scratch/none" || break
        wait $search 2>"$scratch/none"
        kills=$((kills + 1))
    done
    wait $search
    expect "round $round, exit status" $? 0
    expect "round $round" "$(cat "$scratch/out")" "$value"
    expect "round $round, resumed" "$("$grundy" value cram "$board" --store "$store" --resume --threads 2 2>&1)" "$value"
done

# Tables by a search, by h(n) and by a sequence, and h(n) alone: killed likewise, but not for ever.
set -f # a position is no pattern
for words in 'table cram 5xn n=1..7 --method search' 'table ruler(setpartitions(n)) top n=1..60' \
    'table octal(0.106) n n=0..40000 --count' 'value ruler(setpartitions(70)) [70]'; do
    rm -f "$store"
    # shellcheck disable=SC2086  # words of a command
    set -- $words --threads 2
    begun=$(date +%s%N)
    "$grundy" "$@" >"$scratch/right"
    span=$(($(date +%s%N) - begun))
    for try in $(seq 4); do
        pause=$(moment)
        "$grundy" "$@" --store "$store" --every 0.001s >"$scratch/out" 2>"$errors" &
        search=$!
        sleep "$pause"
        kill -9 $search 2>"$scratch/none" || break
        wait $search 2>"$scratch/none"
        kills=$((kills + 1))
    done
    "$grundy" "$@" --store "$store" >"$scratch/out" 2>"$errors"
    expect "killed $try times: $words" "$? $(cat "$errors")" "0 "
    cmp -s "$scratch/right" "$scratch/out"
    expect "what it prints: $words" $? 0
done
set +f

# Interrupted: it saves and says 130.
for signal in INT TERM; do
    start
    kill -s $signal $search
    wait $search
    expect "SIG$signal" $? 130
    expect_line "SIG$signal" interrupted
    expect "the store after SIG$signal" "$("$grundy" value cram 2x3 --store "$store" --resume 2>&1)" "$("$grundy" value cram 2x3)"
done

# Two at once: the second is refused, the first goes on.
start
"$grundy" value cram 2x3 --store "$store" >"$scratch/second" 2>"$scratch/second-errors"
expect "a second process" $? 6
expect "the line for it" "$(grep -c 'is refused: another process' "$scratch/second-errors")" 1
expect "what it prints" "$(cat "$scratch/second")" ""
kill -9 $search
wait $search 2>"$scratch/none"
"$grundy" value cram 2x3 --store "$store" --resume >"$scratch/second" 2>"$errors"
expect "after the first was killed" $? 0

# By a symbolic link, in another directory, of another link: the file that it leads to is locked and replaced, not the link.
mkdir "$scratch/there"
ln -s there/inner "$scratch/link"
ln -s ../store "$scratch/there/inner"
start
"$grundy" value cram 2x3 --store "$scratch/link" >"$scratch/second" 2>"$scratch/second-errors"
expect "a second process, by a link" $? 6
expect "the line for it, by a link" "$(grep -c 'is refused: another process' "$scratch/second-errors")" 1
kill -9 $search
wait $search 2>"$scratch/none"
cp "$store" "$scratch/before"
"$grundy" value cram "$board" --store "$scratch/link" >"$scratch/second" 2>"$errors"
expect "a store by a link" $? 0
expect "it is a link still" "$(readlink "$scratch/link") $(readlink "$scratch/there/inner")" "there/inner ../store"
cmp -s "$store" "$scratch/before"
expect "the file that the link leads to is written" $? 1
expect "what is left beside links" "$(ls "$scratch/there"; ls "$scratch" | grep -c 'link\.')" "inner
0"
cp "$store" "$scratch/before"
rm "$store"
"$grundy" value cram 2x3 --store "$scratch/link" >"$scratch/second" 2>"$errors"
expect "a store by a link to nothing" $? 0
expect "it is made where the link leads" "$([ -f "$store" ] && [ ! -L "$store" ] && [ -L "$scratch/link" ] && echo yes)" yes
ln -s loop "$scratch/loop"
"$grundy" value cram 2x3 --store "$scratch/loop" >"$scratch/second" 2>"$errors"
expect "a link to itself" $? 6
expect_line "a link to itself" "loop could not be opened"
rm "$scratch/loop"
ln "$store" "$scratch/other"
"$grundy" value cram 2x3 --store "$scratch/other" >"$scratch/second" 2>"$errors"
expect "a hard link" $? 6
expect_line "a hard link" "several names"
rm "$scratch/other"
mv "$scratch/before" "$store"

# Damaged, cut, of another game: refused, and left alone. The bits are random but for one of the first line, one of the
# table and one of the last line.
cp "$store" "$scratch/whole"
size=$(wc -c <"$store")
for number in $(seq $((bits + 3))); do
    case $number in
        1) place=20 ;;
        2) place=$((size / 2)) ;;
        3) place=$((size - 3)) ;;
        *) place=$(($(od -An -N4 -tu4 /dev/urandom) % size)) ;;
    esac
    bit=$(($(od -An -N1 -tu1 /dev/urandom) % 8))
    cp "$scratch/whole" "$store"
    byte=$(od -An -tu1 -j "$place" -N 1 "$store" | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 1 << bit)))" | dd of="$store" bs=1 seek="$place" conv=notrunc 2>"$scratch/none"
    cp "$store" "$scratch/damaged"
    "$grundy" value cram 2x3 --store "$store" >"$scratch/out" 2>"$errors"
    expect "bit $bit of byte $place of $size" $? 6
    expect_line "bit $bit of byte $place of $size" "is refused"
    expect "what is printed then" "$(cat "$scratch/out")" ""
    cmp "$store" "$scratch/damaged"
    expect "the damaged store is left alone" $? 0
done
head -c $((size - 1)) "$scratch/whole" >"$store"
"$grundy" value cram 2x3 --store "$store" >"$scratch/out" 2>"$errors"
expect "a store without its last byte" $? 6
expect_line "a store without its last byte" "is refused: the table in it is damaged"
cp "$scratch/whole" "$store"
"$grundy" value cram 2x3 --misere --store "$store" >"$scratch/out" 2>"$errors"
expect "another kind of play" $? 6
expect_line "another kind of play" "of cram in normal play, not of cram in misere play"

# A full disk, as a limit to the size of files: the value is printed, the old store stays.
(ulimit -f 1 && exec "$grundy" value cram "$board" --store "$store" >"$scratch/out" 2>"$errors" </dev/null)
expect "a full disk" $? 6
expect "the value on a full disk" "$(cat "$scratch/out")" "$value"
expect_line "a full disk" "could not be written"
cmp "$store" "$scratch/whole"
expect "the store on a full disk stays" $? 0
expect "what is left behind" "$(ls "$scratch" | grep -c 'store\.')" 0

# Little memory, of which a table of many parts and the stacks of four threads take most.
expect "little memory" "$("$grundy" value kayles 9,8,7 --misere --threads 4 --memory 384K 2>&1)" 5

# So little that the table of one board leaves none for the next, unless it is given back: all are answered, as each alone is.
set -- 3x7 2x9 4x4 3x3 5x4 2x5 1x9 6x3 4x5 2x7 3x5 2x8
for play in '' --misere; do
    for each; do "$grundy" value cram "$each" $play --memory 256K; done >"$scratch/right" 2>&1
    for threads in 1 2; do
        "$grundy" value cram "$@" $play --memory 256K --threads $threads >"$scratch/out" 2>"$errors"
        expect "a list with little memory, $threads threads $play" "$? $(cat "$errors")" "0 "
        expect "its answers, $threads threads $play" "$(cat "$scratch/out")" "$(cat "$scratch/right")"
    done
done

printf '%d passed, %d failed; %d searches were killed\n' "$passed" "$failed" "$kills"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ] && [ "$kills" -gt 0 ]
