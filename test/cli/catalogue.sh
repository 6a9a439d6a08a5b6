#!/bin/sh
# The catalogue of results, as people meet it: long searches are put there and used again, and nothing that is wrong with
# it keeps a value from being found. GRUNDY=build/grundy test/cli/catalogue.sh [COMPILER]
#
# Which board takes long enough to be put there depends on the machine, so it is looked for. Exit status 77, with the
# reason: there is no catalogue.
set -u
grundy=${GRUNDY:-grundy}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset GRUNDY_CATALOGUE
export XDG_DATA_HOME="$scratch/data" HOME="$scratch/home"
file=$XDG_DATA_HOME/grundy/catalogue.db
errors=$scratch/errors
passed=0
failed=0

if ! "$grundy" results >"$scratch/out" 2>"$errors"; then
    sed 's/^grundy: /skipped: /' "$errors"
    exit 77
fi

# expect WHAT GOT WANT
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s: got %s, want %s\n' "$1" "$2" "$3"
    fi
}

# ask WORDS... - run grundy; what it prints, its exit status, and its lines on standard error
ask() {
    timeout 300 "$grundy" "$@" >"$scratch/out" 2>"$errors" </dev/null
    code=$?
    got=$(cat "$scratch/out")
    lines=$(grep -c . "$errors")
}

# answers WHAT PATTERN WORDS... - the board's value, and no line on standard error (PATTERN empty), or one like this
answers() {
    what=$1 pattern=$2
    shift 2
    ask "$@"
    expect "$what: exit status" $code 0
    expect "$what: value" "$got" "$value"
    expect "$what: $(head -n 1 "$errors")" "$lines" $([ -z "$pattern" ] && echo 0 || echo 1)
    [ -z "$pattern" ] || expect "$what: $(head -n 1 "$errors")" "$(grep -c -- "$pattern" "$errors")" 1
}

# stored - how many results are in the catalogue
stored() {
    "$grundy" results --format csv | tail -n +2 | wc -l
}

expect "an empty catalogue is a header" "$(wc -l <"$scratch/out")" 1
expect "an empty catalogue in JSON" "$("$grundy" results --format json)" "[]"
ask value nim 3,5
expect "what is found at once leaves no file" "$([ -e "$file" ] && echo yes)" ""

# took_long - is there a result that took so long that the same search will take a second again?
took_long() {
    "$grundy" results --format csv | awk -F, 'NR > 1 && $6 >= 1.3 { found = 1 } END { exit !found }'
}

# The smallest board that takes long.
for board in 5x6 5x8 4x11 5x9; do
    rm -f "$file"
    ask value cram $board
    value=$got
    ! took_long || break
done
expect "a long search is put there" "$(stored)" 1
row=$("$grundy" results cram --format csv | tail -n 1)
expect "its row: $row" "$(printf '%s\n' "$row" | grep -Ec "^cram,$board,value,$value,search,[0-9.]+,[1-9][0-9]*,1,[0-9.]+,20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z,[0-9a-f]{16},search over")" 1
expect "results of another ruleset" "$("$grundy" results nim | wc -l)" 1
expect "results in Markdown" "$("$grundy" results --format markdown | grep -c "^| cram | $board |")" 1
expect "results in TeX" "$("$grundy" results --format tex | grep -c "^cram & $board &")" 1
expect "results in JSON" "$("$grundy" results --format json | grep -c "\"ruleset\": \"cram\", \"position\": \"$board\", \"question\": \"value\", \"value\": $value, ")" 1
ask results 'nim('
expect "results of what is no ruleset" $code 2
ask results --format bfile
expect "results as a b-file" $code 2
cp "$file" "$scratch/whole"

# It is used, and said to be; or not, if that is wanted.
answers "used again" "^$board: from the catalogue: by search, found by grundy [0-9.]* on 20[0-9-]* in [0-9.]* s\$" value cram $board
ask value cram $board --explain
expect "used again with --explain" "$(sed -n 2p "$errors")" "$board: by search: search over canonical components"
answers "with --no-store" "" value cram $board --no-store
answers "with --method auto" "" value cram $board --method auto
expect "found again, it is still one" "$(stored)" 1
outcome=$([ "$value" = 0 ] && echo P || echo N)
turned=$(echo $board | sed 's/\(.*\)x\(.*\)/\2x\1/')
answers "a board with the same canonical form" "^$turned: from the catalogue, as $board: by search, found by" value cram $turned
ask outcome cram $turned
expect "the outcome by the value" "$got $(grep -c "^$turned: from the catalogue, by the value of $board: by search, found by" "$errors")" "$outcome 1"
ask value cram $board --misere --time 0.001
expect "so is the misere value" $code 3
expect "a catalogue of another name" "$(GRUNDY_CATALOGUE=$scratch/whole "$grundy" results | wc -l)" 2
expect "no catalogue" "$(GRUNDY_CATALOGUE='' "$grundy" results | wc -l)" 1
mkdir -p "$HOME/.local/share/grundy"
cp "$scratch/whole" "$HOME/.local/share/grundy/catalogue.db"
rm -f "$file"
XDG_DATA_HOME='' answers "without XDG_DATA_HOME" "from the catalogue" value cram $board
XDG_DATA_HOME=data answers "a relative XDG_DATA_HOME" "from the catalogue" value cram $board
(unset XDG_DATA_HOME HOME && "$grundy" results >"$scratch/out" 2>"$errors")
expect "without HOME" "$? $(wc -l <"$scratch/out") $(wc -l <"$errors")" "0 1 0"

# Two at once.
rm -f "$file"
"$grundy" value cram $board >"$scratch/one" 2>"$errors" &
first=$!
"$grundy" value cram $board --method search >"$scratch/two" 2>>"$errors"
wait $first
expect "two at once" "$(cat "$scratch/one" "$scratch/two" "$errors")" "$(printf '%s\n%s' "$value" "$value")"
expect "two at once, one result" "$(stored)" 1

# By a symbolic link: the file that it leads to is made, locked and written, and the link stays.
mkdir "$scratch/there"
ln -s there/inner "$scratch/link"
ln -s real/catalogue.db "$scratch/there/inner"
export GRUNDY_CATALOGUE="$scratch/link"
answers "a catalogue by a link to nothing" "" value cram $board
expect "it is made where the link leads" "$([ -f "$scratch/there/real/catalogue.db" ] && echo yes)" yes
expect "the links stay" "$(readlink "$scratch/link") $(readlink "$scratch/there/inner")" "there/inner real/catalogue.db"
expect "what is beside the links" "$(ls "$scratch/there" "$scratch/there/real"; ls "$scratch" | grep -c '^link')" "$scratch/there:
inner
real

$scratch/there/real:
catalogue.db
1"
answers "used by the link" "from the catalogue" value cram $board
GRUNDY_CATALOGUE=$scratch/there/real/catalogue.db answers "used by its name" "from the catalogue" value cram $board
if command -v sqlite3 >"$scratch/none"; then
    # Locked by its name: whoever comes by the link waits, and goes on without it.
    { printf 'BEGIN EXCLUSIVE;\n.shell touch %s/locked\n' "$scratch" && sleep 60; } | sqlite3 "$scratch/there/real/catalogue.db" &
    locker=$!
    for try in $(seq 100); do [ ! -e "$scratch/locked" ] || break; sleep 0.1; done
    answers "locked by its name" "database is locked; going on without it\$" value cram $board
    kill $locker
    wait $locker 2>"$scratch/none"
fi
ln -s loop "$scratch/loop"
GRUNDY_CATALOGUE=$scratch/loop ask value nim 3,5
expect "a link to itself" "$code $got $lines $(grep -c 'loop could not be opened: .*; going on without it$' "$errors")" "0 6 1 1"
unset GRUNDY_CATALOGUE

# Eight at once, with a plug-in that sleeps, so that each result counts as long and all come at the same time.
cat >"$scratch/slow.c" <<'C'
#include <grundy.h>
#include <inttypes.h>
#include <time.h>

static grundy_status slow_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out)
{
    uint64_t n;
    (void)g;
    (void)r;
    const grundy_status status = grundy_scan_integer(s, "heap size", 0, 255, &n);
    return status == GRUNDY_OK ? grundy_append(out, (unsigned char[]){(unsigned char)n}, 1) : status;
}

static grundy_status slow_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out)
{
    (void)g;
    (void)r;
    return grundy_appendf(out, "%d", summand.data[0]);
}

/* From n to 0, ..., n mod 10 - 1, of which the value is n mod 10. */
static grundy_status slow_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    grundy_status status = GRUNDY_OK;
    (void)g;
    (void)r;
    if (summand.data[0] >= 10)
        nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 20000000}, NULL);
    for (unsigned char to = 0; status == GRUNDY_OK && to < summand.data[0] % 10; to++)
        status = grundy_list_add(out, &to, 1);
    return status;
}

static const grundy_family slow_family = {
    .name = "slow",
    .arguments = "",
    .summary = "take what is left over",
    .rules = "From n to less than n mod 10.",
    .example_ruleset = "slow",
    .example_position = "3",
    .space = "heaps of the plug-in slow",
    .parse = slow_parse,
    .print = slow_print,
    .options = slow_options,
};

GRUNDY_PLUGIN(&slow_family)
C
# slow WORDS... - positions of the plug-in, with the catalogue that many share
slow() {
    GRUNDY_CATALOGUE=$scratch/shared.db timeout 60 "$grundy" value --plugin "$scratch/slow.so" slow "$@"
}
# whole WHAT - nothing in the shared catalogue is damaged; as many rows are left in $rows
whole() {
    rows=$(GRUNDY_CATALOGUE=$scratch/shared.db "$grundy" results --format csv 2>"$errors" | tail -n +2 | wc -l)
    expect "$1: whole" "$(cat "$errors")" ""
    ! command -v sqlite3 >"$scratch/none" ||
        expect "$1: integrity" "$(sqlite3 "$scratch/shared.db" 'PRAGMA integrity_check' 2>&1)" ok
}
if "${1:-cc}" -shared -fPIC -I include -o "$scratch/slow.so" "$scratch/slow.c" 2>"$errors"; then
    # Each has two positions of its own and one that all have.
    processes=
    for number in 1 2 3 4 5 6 7 8; do
        slow 1$number 3$number 70 >"$scratch/at-once.$number" 2>&1 &
        processes="$processes $!"
    done
    for process in $processes; do wait $process; expect "eight at once: exit status" $? 0; done
    for number in 1 2 3 4 5 6 7 8; do
        expect "eight at once: values" "$(cat "$scratch/at-once.$number")" "$(printf '%s\n' $number $number 0)"
    done
    whole "eight at once"
    expect "eight at once: nothing is lost" $rows 17
    expect "eight at once: used" "$(slow 11 38 2>&1 | grep -c 'from the catalogue: by search')" 2

    # Eight more, killed about when they write: what is there is whole, and the rest is found.
    processes=
    for number in 1 2 3 4 5 6 7 8; do
        GRUNDY_CATALOGUE=$scratch/shared.db "$grundy" value --plugin "$scratch/slow.so" slow 5$number 6$number >"$scratch/none" 2>&1 &
        processes="$processes $!"
    done
    sleep 1
    for process in $processes; do sleep 0.03 && kill -9 $process; done 2>"$scratch/none"
    for process in $processes; do wait $process; done 2>"$scratch/none"
    whole "killed"
    for number in 1 8; do expect "after kills" "$(slow 5$number 2>"$scratch/none")" $number; done
else
    echo "skipped, many at once: a plug-in cannot be built here: $(head -n 1 "$errors")"
fi

# Damaged: a line, and the value all the same.
echo "this is no database, but a text of some length that somebody has put there" >"$file"
answers "a text" "is damaged: .*going on without it\$" value cram $board
ask results
expect "the results in a text" "$code $lines $got" "6 1 "
mkdir "$scratch/directory"
: >"$scratch/hidden" && chmod 0 "$scratch/hidden"
[ -r "$scratch/hidden" ] && hidden= || hidden=$scratch/hidden
for other in /dev/full /dev/null "$scratch/directory" $hidden; do
    export GRUNDY_CATALOGUE="$other"
    ask results
    expect "the results in $other" "$code $lines $(grep -c "^grundy: the catalogue $other [a-z]" "$errors") $got" "6 1 1 "
    ask value nim 3,5
    expect "a value with $other" "$code $got $lines $(grep -c "going on without it\$" "$errors")" "0 6 1 1"
done
unset GRUNDY_CATALOGUE
sed "s/search over/search ower/" "$scratch/whole" >"$file"
answers "a letter that has changed" "not as it was written; going on without it\$" value cram $board
ask results
expect "the results with a letter that has changed" "$code $lines" "6 1"

# What cannot be written: no directory, a full disk.
rm -rf "$XDG_DATA_HOME"
echo >"$XDG_DATA_HOME"
answers "no directory" "could not be made.*going on without it\$" value cram $board
rm -f "$XDG_DATA_HOME"
(ulimit -f 1 && exec "$grundy" value cram $board >"$scratch/out" 2>"$errors" </dev/null)
expect "a full disk" "$? $(cat "$scratch/out") $(grep -c 'could not be written.*going on without it$' "$errors") $(wc -l <"$errors")" "0 $value 1 1"
mkdir -p "${file%/*}"
cp "$scratch/whole" "$file"
chmod 755 "$scratch" && chmod -R go+rX "$XDG_DATA_HOME"
if [ "$(setpriv --reuid 65534 --regid 65534 --clear-groups "$grundy" value nim 3 2>"$scratch/none")" = 3 ]; then
    reader="setpriv --reuid 65534 --regid 65534 --clear-groups"
    expect "a catalogue that can only be read is used" "$($reader "$grundy" value cram $board 2>&1 | grep -c "from the catalogue\|^$value\$")" 2
    $reader "$grundy" value cram $board --method search >"$scratch/out" 2>"$errors"
    expect "and not written" "$? $(cat "$scratch/out") $(grep -c 'going on without it$' "$errors") $(wc -l <"$errors")" "0 $value 1 1"
else
    echo "skipped, a catalogue that can only be read: this user cannot be another one"
fi

rm -f "$file"
if "$grundy" value 'lua("examples/lua/take-a-square.lua")' 1 >"$scratch/none" 2>&1; then
    # A ruleset in a file, made slower until it is put there; then with other contents.
    rules=$scratch/slow.lua
    for rounds in 1 4 16 64 256 1024; do
        rm -f "$file"
        cat >"$rules" <<LUA
local function wait() local n = 0 for i = 1, ${rounds} * 100000 do n = n + i % 3 end return n end
return { options = function(n) wait() local moves = {} if n > 0 then moves[1] = n - 1 end return moves end }
LUA
        ask value "lua(\"$rules\")" 21
        expect "a slow ruleset" "$got" 1
        ! took_long || break
    done
    expect "a ruleset in a file is put there" "$(stored)" 1
    ask value "lua(\"$rules\")" 21
    expect "and used" "$got $(grep -c "from the catalogue" "$errors")" "1 1"
    ask outcome "lua(\"$rules\")" 20
    expect "an outcome is put there too" "$got $("$grundy" results --format csv | grep -c ',20,outcome,P,search,')" "P 1"
    ask value "lua(\"$rules\")" 20
    expect "and by it the value" "$got $(grep -c "^20: from the catalogue, by the outcome of 20: by search" "$errors")" "0 1"
    ask outcome "lua(\"$rules\")" 21
    expect "not only of P" "$got $(grep -c "by the value of 21" "$errors")" "N 1"
    ask outcome "lua(\"$rules\")" 19
    ask value "lua(\"$rules\")" 19
    expect "that a position is N does not tell its value" "$got $lines" "1 0"
    sed -i 's/n > 0/n > 1/' "$rules"
    ask value "lua(\"$rules\")" 21
    expect "not when the file has changed" "$got $lines" "0 0"
else
    echo "skipped, a ruleset in a file: $(sed -n 's/^grundy: //p' "$scratch/none")"
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
