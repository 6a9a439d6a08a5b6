#!/bin/bash
# What happens when things go wrong around the program: each fault gives one clear line and the right exit status, and
# what was stored before stays whole. GRUNDY=build/grundy test/cli/faults.sh [COMPILER]
# What is done at random is done six times; GRUNDY_FAULT_RUNS=50 is the long form.
set -u
grundy=${GRUNDY:-grundy}
runs=${GRUNDY_FAULT_RUNS:-6}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0

# result NAME GOOD - count a case; GOOD is a shell condition's status
result() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $(head -c 300 "$work/errors")"
    fi
}

# one_line - the errors are one line of the program
one_line() {
    [ "$(wc -l <"$work/errors")" = 1 ] && grep -q '^grundy: ' "$work/errors"
}

# expect NAME STATUS TEXT COMMAND... - the exit status, and a part of the only line of errors ("" for no line)
expect() {
    local name=$1 status=$2 text=$3 code good=0
    shift 3
    timeout 60 "$@" >"$work/output" 2>"$work/errors" </dev/null
    code=$?
    [ "$code" = "$status" ] || good=1
    if [ -n "$text" ]; then
        { one_line && grep -qF -- "$text" "$work/errors"; } || good=1
    else
        [ ! -s "$work/errors" ] || good=1
    fi
    [ "$good" = 0 ] || echo "exit status $code instead of $status" >>"$work/errors"
    result "$name" "$good"
}

# ---- output that cannot be written ----

for command in 'value nim 3,5' 'outcome nim 3,5' 'moves nim 3,5' 'table nim a a=0..5' 'period kayles' 'calc 8*8' \
    'view pnim [3,1]' 'verify push-3.1.6' 'rulesets' 'rulesets nim' 'value --help' 'help'; do
    # shellcheck disable=SC2086  # the words of the command
    expect "full device: $command" 6 'standard output could not be written' sh -c '"$0" "$@" >/dev/full' "$grundy" $command
done

# A reader that leaves has seen enough: there is nothing to say, but the exit status tells that output is lost. A store is
# saved all the same.
leaves() {
    (timeout 60 "$grundy" "$@" 2>"$work/errors"; echo $? >"$work/code") | head -n 1 >/dev/null
    [ "$(cat "$work/code")" = 6 ] && [ ! -s "$work/errors" ]
    result "a reader that leaves (head -1): $*" $?
}
leaves table nim a,b a=0..2000 b=0..2000
leaves table 'push(nim,kayles)' a a=0..100000
leaves moves nim 400000
leaves table kayles a,b a=0..200 b=0..200 --method search --store "$work/left.store"
[ -s "$work/left.store" ]
result 'a reader that leaves: the store is saved' $?
rm -f "$work/left.store"
(sleep 1; timeout 60 "$grundy" help 2>"$work/errors"; echo $? >"$work/code") | true
sleep 2
[ "$(cat "$work/code")" = 6 ] && [ ! -s "$work/errors" ]
result 'a reader that leaves: help' $?
expect 'standard output closed' 6 'standard output could not be written' sh -c '"$0" value nim 3,5 >&-' "$grundy"
expect 'standard input closed' 0 '' sh -c '"$0" value nim 3,5 <&-' "$grundy"
timeout 60 "$grundy" value nim 3,,5 2>&- >/dev/null
[ $? = 2 ]
result 'standard error closed' $?

# ---- stores ----

store=$work/store
long="value ruler(setpartitions(30)) [30] --store"
# shellcheck disable=SC2086
"$grundy" $long "$store" >"$work/right" 2>/dev/null
cp "$store" "$work/kept"

if [ "$(id -u)" != 0 ]; then
    mkdir "$work/locked"
    cp "$store" "$work/locked/store"
    chmod a-w "$work/locked"
    # shellcheck disable=SC2086
    expect 'read-only directory' 6 'store.tmp could not be opened' "$grundy" $long "$work/locked/store"
else
    echo 'left out: a read-only directory, as root writes everywhere'
fi
mkfifo "$work/pipe"
# shellcheck disable=SC2086
{
    expect 'the store is a directory' 6 'it is a directory; expected a file' "$grundy" $long "$work"
    expect 'the store is a pipe' 6 'it is no regular file' "$grundy" $long "$work/pipe"
    expect 'the store has no name' 6 'expected the name of a file' "$grundy" $long ''
    expect 'the store to go on from has no name' 6 'expected the name of a file' "$grundy" $long '' --resume
    expect 'the directory is a file' 6 'Not a directory' "$grundy" $long "$store/store"
}
# Before the search, which would go on to the limit.
for command in 'value cram 9x9' 'outcome cram 9x9' 'table cram 9xn n=9..9' 'period octal(0.6)' \
    "plot cram 9xn n=9..9 -o $work/none.svg"; do
    # shellcheck disable=SC2086  # the words of the command
    expect "the directory is missing: $command" 6 'store.tmp could not be opened: No such file or directory; expected' \
        "$grundy" $command --time 1s --store "$work/none/store"
done

# A disk that is full: a limit on the size of files stands for it. The old store stays.
cp "$store" "$work/limited"
expect 'the disk is full' 6 'could not be written' bash -c \
    'ulimit -f 1; exec "$0" value "ruler(asm(45))" "(0,0,0)" --store "$1"' "$grundy" "$work/limited"
cmp -s "$store" "$work/limited" && [ ! -e "$work/limited.tmp" ]
result 'the old store stays when the disk is full' $?
"$grundy" value 'octal(0.6)' 2000 --store "$work/heaps" >/dev/null 2>&1 # more than there is room for
expect 'bad input has its line, and the full disk none' 2 'expected 2 to' bash -c \
    'ulimit -f 1; exec "$0" value "ruler(asm(1))" top --store "$1"' "$grundy" "$work/heaps"

# damage NAME COMMAND... - a damaged copy is refused in one line, and left as it is
damage() {
    local name=$1
    shift
    cp "$work/kept" "$store"
    "$@" "$store" >/dev/null 2>&1
    cp "$store" "$work/damaged"
    # shellcheck disable=SC2086
    expect "damaged store: $name" 6 'is refused' "$grundy" $long "$store"
    cmp -s "$store" "$work/damaged"
    result "damaged store is left alone: $name" $?
}
size=$(wc -c <"$work/kept")
damage 'a byte changed' sed -i '3s/^./7/'
damage 'a line missing' sed -i 4d
damage 'cut off' truncate -s $((size / 2))
damage 'empty' truncate -s 0
damage 'another version' sed -i '1s/[0-9][0-9]*$/999/'
damage 'zeros behind it' truncate -s $((size + 100))

# flip PLACE BIT FILE - change a bit of a byte
flip() {
    local byte
    byte=$(od -An -tu1 -j "$1" -N 1 "$3" | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 1 << $2)))" | dd of="$3" bs=1 seek="$1" conv=notrunc
}
for _ in $(seq "$runs"); do
    place=$((((RANDOM << 15) + RANDOM) % size)) bit=$((RANDOM % 8))
    damage "bit $bit of byte $place of $size" flip $place $bit
done

# A file that was being written when the program was killed is in nobody's way.
cp "$work/kept" "$store"
echo 'half a sto' >"$store.tmp"
# shellcheck disable=SC2086
expect 'a half-written file beside the store' 0 '' "$grundy" $long "$store"
cmp -s "$store" "$work/kept"
result 'the store is as before' $?

# ---- two processes on one store ----

# One computes for long; the other is refused meanwhile, and what the first has found is stored.
cp "$work/kept" "$work/shared"
"$grundy" table 'ruler(setpartitions(n))' top n=1..90 --store "$work/shared" >/dev/null 2>&1 &
holder=$!
for _ in $(seq 100); do
    [ ! -e "$work/shared.lock" ] || break
    sleep 0.1
done
# shellcheck disable=SC2086
expect 'two processes on one store' 6 'another process' "$grundy" $long "$work/shared"
kill -INT "$holder"
wait "$holder"
# shellcheck disable=SC2086
expect 'a store that is free again' 0 '' "$grundy" $long "$work/shared"

# ---- killed at random moments, and resumed ----

# Each run goes further than the one before and is killed somewhere between its beginning and its end; what is in the file
# then is a whole store. For the table of a search this is in store.sh.
rm -f "$store" "$store.tmp"
killed=0 damaged=0
for run in $(seq "$runs"); do
    size=$((36 + run % 12))
    delay=$(printf '0.%03d' $((RANDOM % 400)))
    # in a shell of its own, which reports the death of its child
    (timeout -s KILL "$delay" "$grundy" value "ruler(setpartitions($size))" "[$size]" --store "$store" || exit 1) >/dev/null 2>&1 ||
        killed=$((killed + 1))
    [ ! -e "$store" ] || timeout 60 "$grundy" value 'ruler(setpartitions(4))' '[4]' --store "$store" >/dev/null 2>"$work/errors" ||
        damaged=$((damaged + 1))
done 2>/dev/null
[ "$damaged" = 0 ]
result "killed $killed times in $runs runs: the store is whole each time" $?
timeout 120 "$grundy" value 'ruler(setpartitions(45))' '[45]' --store "$store" >"$work/resumed" 2>"$work/errors"
"$grundy" value 'ruler(setpartitions(45))' '[45]' >"$work/fresh"
cmp -s "$work/resumed" "$work/fresh"
result "killed $killed times, and resumed" $?

# ---- signals ----

# A command that takes long, sent a signal after a moment: it ends soon, with one line.
for signal in INT TERM HUP; do
    timeout -k 10 --preserve-status -s "$signal" 0.5 "$grundy" value kayles 40,41,42,43 --misere --method search >"$work/output" 2>"$work/errors"
    code=$?
    [ "$code" = 130 ] && one_line
    result "signal $signal (exit status $code)" $?
done
rm -f "$store"
timeout -k 10 --preserve-status -s HUP 0.5 "$grundy" table 'ruler(setpartitions(n))' top n=1..90 --store "$store" >/dev/null 2>"$work/errors"
[ -s "$store" ] && tail -n 1 "$store" | grep -q '^checksum'
result 'a terminal that closes: what was found is stored' $?

# ---- memory that the system does not give ----

# Each command that `grundy help` lists, and some twice; a new one is to be added here.
memory_commands=('value kayles 30,31,32 --misere --method search --time 5s' 'value ruler(setpartitions(40)) [40]'
    'outcome cram 4x7' 'moves cram 5x6 --time 5s' 'view cram 4x5' "draw pnim [3,1] -o $work/drawing.svg"
    "plot wythoff a,b a=0..60 b=0..60 -o $work/plot.png" 'table wythoff a,b a=0..3000 b=0..3000 --count'
    'period octal(0.16) --to 3000000' 'calc 2^65000' 'verify pnim-thm-1' 'selftest --time 1s' 'rulesets pnim'
    'bench --help' 'classify cram 4x5' 'quotient kayles --to 30' 'prove wythoff' 'play nim 3,5' 'serve --port 0' 'results'
    'completion bash')
for name in $("$grundy" help | sed -n '/^usage/,/^$/!s/^  \([a-z]*\) .*/\1/p'); do
    printf '%s\n' "${memory_commands[@]}" | grep -q "^$name\b"
    result "memory is limited in the command $name" $?
done
for kilobytes in 20000 40000 80000; do
    for command in "${memory_commands[@]}"; do
        # shellcheck disable=SC2086
        (
            ulimit -v $kilobytes
            case $command in
                serve*) timeout -s INT -k 30 2 "$grundy" $command >/dev/null 2>"$work/errors" </dev/null ;;
                *) timeout 60 "$grundy" $command >/dev/null 2>"$work/errors" </dev/null ;;
            esac
            echo $? >"$work/code"
        )
        code=$(cat "$work/code")
        good=1
        case $code in
            0 | 4) good=0 ;;
            3 | 6) one_line && good=0 ;;
            2) grep -q "no statement" "$work/errors" && good=0 ;;
            124) case $command in serve*) good=0 ;; esac ;; # it serves until it is stopped
            127) grep -qE 'error while loading|cannot (allocate|map)|failed to map' "$work/errors" && good=0 ;; # not even begun
        esac
        [ "$good" = 0 ] || echo "exit status $code" >>"$work/errors"
        result "ulimit -v $kilobytes: $command" "$good"
    done
done

# ---- clocks ----

# Time limits and intervals are measured by a clock that nobody sets: the sources ask for no other, but for the date of a
# result in the catalogue.
if [ -d src ]; then
    ! grep -nE 'CLOCK_REALTIME|gettimeofday|timedwait|MPI_Wtime|[^a-z_]time\(' src/*/*.c src/*/*/*.c cli/*.c lua/*.c mpi/*.c python/*.c |
        grep -Ev '^src/store/catalogue.c:|^cli/game.c:.*return \(uint64_t\)time\(NULL\)' >"$work/errors"
    result 'no clock that can jump' $?
fi

# A clock that goes back, or on, by an hour whenever it is looked at.
cat >"$work/clock.c" <<'C'
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long looks;
static time_t jump(void)
{
    const char *hours = getenv("HOURS");
    return 2000000000 + 3600 * (hours == NULL ? 0 : atol(hours)) * __atomic_add_fetch(&looks, 1, __ATOMIC_SEQ_CST);
}
time_t time(time_t *out)
{
    const time_t now = jump();
    if (out != NULL)
        *out = now;
    return now;
}
int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    *out = (struct timeval){.tv_sec = jump()};
    return 0;
}
int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        return (int)syscall(SYS_clock_gettime, clock, out);
    *out = (struct timespec){.tv_sec = jump()};
    return 0;
}
C
if "${1:-cc}" -shared -fPIC -o "$work/clock.so" "$work/clock.c" 2>"$work/errors" &&
    [ "$(LD_PRELOAD=$work/clock.so date +%Y)" = 2033 ]; then
    for hours in -1 1; do
        jumping="env LD_PRELOAD=$work/clock.so HOURS=$hours"
        # shellcheck disable=SC2086  # words of a command
        expect "a time limit, the clock jumps by $hours h" 3 'time limit of 1 seconds' \
            $jumping "$grundy" value cram 9x9 --time 1s --threads 2
        # shellcheck disable=SC2086
        expect "no time limit, the clock jumps by $hours h" 0 '' $jumping "$grundy" value cram 4x6 --time 1h
        rm -f "$store"
        # shellcheck disable=SC2086
        $jumping "$grundy" value cram 9x9 --store "$store" --every 0.1s >"$work/output" 2>"$work/errors" &
        search=$!
        for _ in $(seq 100); do
            [ ! -e "$store" ] || break
            sleep 0.1
        done
        [ -e "$store" ]
        result "a store that is saved in the course, the clock jumps by $hours h" $?
        kill -9 "$search"
        wait "$search" 2>/dev/null
    done
else
    echo 'left out: a clock that jumps, as no library can be put before the program here'
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 30 ]
