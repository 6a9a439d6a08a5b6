#!/bin/sh
# grundy-mpi prints what grundy prints, whatever the number of processes, and ends cleanly when one of them dies, when a
# limit is reached, and for bad input; a job that was killed goes on from its store with any number of processes:
#   GRUNDY=build/grundy test/cli/mpi.sh build/grundy-mpi
set -u
mpi=$1
command -v mpirun >/dev/null 2>&1 || {
    echo 'skipped: mpirun is not installed'
    exit 77
}
export GRUNDY_CATALOGUE=
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
complain() {
    echo "FAIL: $*"
    failed=1
}

# together N WORDS... - run with N processes
together() {
    processes=$1
    shift
    timeout 120 mpirun -n "$processes" "$mpi" "$@" >"$dir/got" 2>"$dir/errors"
    code=$?
}

same() {
    timeout 120 "$GRUNDY" "$@" >"$dir/expected" 2>/dev/null || complain "grundy $*"
    for processes in $sizes; do
        together $processes "$@"
        [ $code = 0 ] || complain "$processes processes: exit status $code: $*"
        cmp -s "$dir/expected" "$dir/got" || complain "$processes processes print something else: $*"
    done
}

sizes='1 2 4'
same value cram 4x5 3x7 5x5
same table cram 3xn n=1..7
same value 'ruler(setpartitions(20))' '[20]' --store "$dir/store"
sizes='2 4' # one process is no team
same outcome cram 4x6 --method search
same value cram 3x5 --misere
same value nim 300 --method search
same moves cram 3x4
same table 'ruler(setpartitions(n))' top n=1..40 --format bfile
same table 'ruler(asm(r+2))' '(0,0,s)' r=0..30 s=0..r
same table pnim p p='partitions(0..25)' --count
same table 'push(nim,euclid)' a,b a=0..50 b=a..60 --only 0
same period kayles
same table 'octal(0.106)' n n=0..260000 --only 5 --format csv
same table 'octal(0.007)' n n=0..110000 --count

# Lists: the tables of the members differ after the first position, and what they do next must not depend on that.
# random_list KIND - positions at random; with another seed in each run, and printed in what is said of a failure
random_list() {
    awk -v kind="$1" -v seed="$(od -An -N4 -tu4 /dev/urandom)" '
        function any(n) { return int(n * rand()) }
        BEGIN {
            for (srand(seed); made < 10; made++) {
                text = ""
                if (kind == "board")
                    for (row = 0; row < 5; row++) {
                        text = text (row ? "/" : "")
                        for (column = 0; column < 6; column++) text = text (rand() < 0.4 ? "#" : ".")
                    }
                else
                    for (part = 5 + any(3); part > 0; part = any(part + 1)) text = text (text ? "," : "") part
                if (kind == "diagram") text = "[" text "]"
                print text
            }
        }'
}
sizes=2
same value 'chess(queen)' '[6,5,3]' '[5,4,2]'
same value cram '#####../..#...#/#...#.#/##...../...#.##/.#..#..' '####.#/...#../..#.#./.####./##....'
set -f # a diagram is no pattern
# shellcheck disable=SC2046  # a word for each position
same value cram $(random_list board)
# shellcheck disable=SC2046
same outcome crim $(random_list diagram) --method search
sizes=3
same value 'chess(queen)' '[6,5,3]' '[5,4,2]'
# shellcheck disable=SC2046
same value 'chess(queen)' $(random_list diagram) --misere
# shellcheck disable=SC2046
same value kayles $(random_list heaps) --misere --method search
set +f
same table 'chess(queen)' p p='partitions(0..6)' --misere --method search
sizes='2 4'

# What --progress says at the end, of a search and where there is none.
together 2 value cram 4x7 --progress
grep -Eq '2 processes, .* exchanges, .* [1-9][0-9]* lookups in tables, [1-9][0-9.]* % hits, [0-9.]+ % of these told' "$dir/errors" ||
    complain "figures of a search: $(cat "$dir/errors")"
together 2 value nim 3,5 --progress
grep -q '; 0 lookups in tables, 0.0 % hits, 0.0 % of these told' "$dir/errors" || complain "figures: $(cat "$dir/errors")"

# one_line STATUS TEXT WHAT - one line of the program that says what is wrong, and the exit status of the command
one_line() {
    [ "$code" = "$1" ] || complain "exit status $code instead of $1: $3"
    [ "$(grep -c '^grundy: ' "$dir/errors")" = 1 ] || complain "no line, or more than one: $3"
    grep -q "^grundy: .*$2" "$dir/errors" || complain "another line: $3: $(cat "$dir/errors")"
}

refused() {
    expected=$1 line=$2
    shift 2
    for processes in $refusing; do
        together $processes "$@"
        one_line "$expected" "$line" "$processes processes: $*"
        [ ! -s "$dir/got" ] || complain "something is printed: $*"
    done
}

refusing=2
refused 2 'column 3' value nim 3,,5
refused 2 'no ruleset' value nimm 3
refused 2 'no command that several processes can share: .grundy plot. is for one' plot nim a a=0..5 -o "$dir/plot.svg"
refused 2 'no command that several processes can share: .grundy draw. is for one' draw nim 3 -o "$dir/draw.svg"
refused 6 'resume' value cram 9x9 --store "$dir/none" --resume
refused 6 'none/store.tmp could not be opened' value cram 9x9 --time 1s --store "$dir/none/store"
refusing='2 4'
refused 3 'time limit' value cram 9x9 --time 1s
refused 3 'time limit' table 'ruler(setpartitions(n))' top n=140..140 --time 1s
refused 3 'time limit' table 'octal(0.106)' n n=0..4000000 --count --store "$dir/heaps" --time 3s
same table 'octal(0.106)' n n=0..250000 --count --store "$dir/heaps"
refused 3 'memory limit' table pnim p p='partitions(0..50)' --count --method sweep --memory 2M

# ---- killed, interrupted, and resumed by any number of processes ----

store=$dir/jobs.store
value=$("$GRUNDY" value cram 5x7 --no-store)

# begin N WORDS... - a job of N processes in the background, as $job, at work on its search; N = 0: grundy itself
begin() {
    [ "$1" = 0 ] && run=$GRUNDY || run="mpirun -n $1 $mpi"
    shift
    # shellcheck disable=SC2086  # words of a command
    $run value cram "$@" --store "$store" --progress >"$dir/got" 2>"$dir/errors" &
    job=$!
    for try in $(seq 600); do
        kill -0 $job 2>"$dir/none" || break
        grep -q positions "$dir/errors" && { [ -s "$store" ] || [ "$wait_for_store" = no ]; } && break
        sleep 0.1
    done
}

# ended - the job ends soon; without the lines of its progress its errors are as those of other jobs
ended() {
    for try in $(seq 100); do
        kill -0 $job 2>"$dir/none" || break
        sleep 0.1
    done
    kill -9 $job 2>"$dir/none" && complain "the job goes on: $1"
    wait $job 2>"$dir/none"
    code=$?
    tr '\r' '\n' <"$dir/errors" | sed "s/^$(printf '\033')\[K//; /^[0-9]/d; /processes, .* exchanges/d" >"$dir/lines"
    mv "$dir/lines" "$dir/errors"
    [ ! -s "$dir/got" ] || complain "there is a value: $1"
    [ -s "$store" ] || complain "nothing was saved: $1"
    [ ! -e "$store.lock" ] || [ "$2" = killed ] || complain "the store is still locked: $1"
}

# resumed BOARD VALUE WHAT - by grundy (0) and by so many processes as $by says
by='0 1 2 4'
resumed() {
    cp "$store" "$dir/saved"
    for processes in $by; do
        cp "$dir/saved" "$store"
        if [ $processes = 0 ]; then
            timeout 120 "$GRUNDY" value cram "$1" --store "$store" --resume --no-store >"$dir/got" 2>"$dir/errors"
            code=$?
        else
            together $processes value cram "$1" --store "$store" --resume
        fi
        [ $code = 0 ] || complain "$3, resumed by $processes processes: exit status $code: $(cat "$dir/errors")"
        [ "$(cat "$dir/got")" = "$2" ] || complain "$3, resumed by $processes processes: $(cat "$dir/got") instead of $2"
    done
    rm -f "$store"
}

wait_for_store=yes
begin 3 9x9 --every 0.2s
# shellcheck disable=SC2046  # the last of the processes
kill -9 $(pgrep -P $job | tail -n 1)
ended 'a process dies'
[ "$code" != 0 ] || complain 'a process died, and the job says that all is well'
one_line $code 'do not answer' 'a process dies'
"$GRUNDY" value cram 2x3 --store "$store" --resume >"$dir/got" 2>"$dir/errors" || complain "after a death: $(cat "$dir/errors")"
rm -f "$store"

for processes in 2 4; do
    begin $processes 5x9 --every 0.1s
    # shellcheck disable=SC2046  # all of them
    kill -9 $job $(pgrep -P $job)
    ended "$processes processes, all killed" killed
    resumed 5x7 "$value" "$processes processes, all killed"
    by='0 3'
done

begin 0 5x9 --every 0.1s
kill -9 $job
ended 'grundy killed' killed
resumed 5x7 "$value" 'grundy killed'

wait_for_store=no # what is there comes from the end
for signal in INT TERM; do
    [ $signal = INT ] && processes=2 || processes=4
    begin $processes 9x9 --every 1h
    kill -s $signal $job
    ended "SIG$signal"
    one_line $code interrupted "$processes processes, SIG$signal"
    resumed 5x7 "$value" "$processes processes, interrupted"
done

together 2 value cram 9x9 --store "$store" --time 1s
one_line 3 'time limit' 'a time limit and a store'
resumed 5x7 "$value" 'a time limit'

# ---- a process that is stopped, and one that has no more memory: process 0 ends the job, and saves ----

begin 3 9x9 --every 1h --time 2s
# shellcheck disable=SC2046  # the last of the processes
kill -STOP $(pgrep -P $job | tail -n 1)
ended 'a process is stopped'
one_line 3 'time limit of 2 seconds is reached, and other processes do not answer' 'a process is stopped'
"$GRUNDY" value cram 2x3 --store "$store" --resume >"$dir/got" 2>"$dir/errors" || complain "after a stop: $(cat "$dir/errors")"

# The first of two processes gets little memory from the system, and the other has much to send it.
"$GRUNDY" table 'ruler(setpartitions(n))' top n=1..78 --count --store "$dir/saved" >"$dir/none" 2>&1
begun=no starved=no
for kilobytes in 80000 90000 100000 120000 140000; do
    cp "$dir/saved" "$store"
    set -- table 'ruler(setpartitions(n))' top n=1..100 --count --store "$store" --every 1h
    timeout 120 mpirun -n 1 sh -c 'ulimit -v "$1" && shift && exec "$@"' sh $kilobytes "$mpi" "$@" : -n 1 "$mpi" "$@" \
        >"$dir/got" 2>"$dir/errors"
    code=$?
    grep -q '^grundy: ' "$dir/errors" || continue # it could not even begin
    begun=yes
    one_line 3 'out of memory: .* expected fewer processes' "$kilobytes KB"
    grep -q 'process 0 has none for what the others send it' "$dir/errors" &&
        [ "$(wc -l <"$store")" -gt "$(wc -l <"$dir/saved")" ] && starved=yes && break
done
[ $begun = yes ] || echo 'left out: memory that the system does not give, as no process can be limited so far here'
[ $begun$starved != yesno ] || complain 'no memory: of what was found nothing was saved'
rm -f "$store"

# ---- the catalogue of results: process 0 looks there, and all do as it has found ----

# stored - how many results are there
stored() {
    "$GRUNDY" results --format csv | tail -n +2 | wc -l
}

# answers WHAT LINES PATTERN - the board's value was printed, with so many lines of the program beside it, of this kind
answers() {
    [ "$code" = 0 ] || complain "$1: exit status $code: $(cat "$dir/errors")"
    [ "$(cat "$dir/got")" = "$value" ] || complain "$1: $(cat "$dir/got") instead of $value"
    [ "$(grep -c . "$dir/errors")" = "$2" ] || complain "$1: not $2 lines: $(cat "$dir/errors")"
    [ "$(grep -c -- "${3:-^}" "$dir/errors")" = "$2" ] || complain "$1: another line: $(cat "$dir/errors")"
}

found='from the catalogue: by search, found by grundy'
GRUNDY_CATALOGUE=$dir/catalogue.db
if [ "$("$GRUNDY" results 2>"$dir/errors" | wc -l)" = 1 ]; then
    # The smallest board that takes long.
    for board in 5x6 5x8 4x11 5x9; do
        together 2 value cram $board
        [ "$(stored)" = 0 ] || break
    done
    value=$("$GRUNDY" value cram $board --no-store)
    answers 'found by 2 processes' 0
    "$GRUNDY" results --format csv |
        grep -q "^cram,$board,value,$value,search,[0-9.]*,[1-9][0-9]*,2,.*; by 2 processes with 1 thread each\$" ||
        complain "the results are $("$GRUNDY" results --format csv)"
    cp "$GRUNDY_CATALOGUE" "$dir/whole"
    for processes in 1 3; do
        together $processes value cram $board
        answers "used by $processes processes" 1 "^$board: $found"
    done
    together 3 value cram $board --progress
    grep -q ' 0 times a piece taken' "$dir/errors" || complain "what is stored is computed: $(cat "$dir/errors")"
    "$GRUNDY" value cram $board >"$dir/got" 2>"$dir/errors"
    code=$?
    answers 'used by grundy' 1 "^$board: $found"
    together 2 value cram 3x3 $board 2x2
    [ "$code $(cat "$dir/got")" = "0 $("$GRUNDY" value cram 3x3 $board 2x2 2>"$dir/none")" ] || complain 'one of three is stored'
    together 2 value cram $board --no-store
    answers '--no-store' 0
    GRUNDY_CATALOGUE='' together 2 value cram $board
    answers 'no catalogue' 0
    [ "$(stored)" = 1 ] || complain "$(stored) results"

    # Process 0 has a catalogue and process 1 has none, and the other way round: it is not written either.
    cp "$dir/whole" "$dir/kept"
    timeout 120 mpirun -n 1 -x GRUNDY_CATALOGUE="$dir/whole" "$mpi" value cram $board : \
        -n 1 -x GRUNDY_CATALOGUE= "$mpi" value cram $board >"$dir/got" 2>"$dir/errors"
    code=$?
    answers 'only process 0 has a catalogue' 1 "^$board: $found"
    timeout 120 mpirun -n 1 -x GRUNDY_CATALOGUE= "$mpi" value cram $board : \
        -n 1 -x GRUNDY_CATALOGUE="$dir/whole" "$mpi" value cram $board >"$dir/got" 2>"$dir/errors"
    code=$?
    answers 'only process 1 has a catalogue' 0
    cmp -s "$dir/whole" "$dir/kept" || complain 'another process than the first writes the catalogue'

    # Found by grundy alone.
    rm "$GRUNDY_CATALOGUE"
    for other in 5x6 5x8 4x11 5x9; do
        "$GRUNDY" outcome cram $other >"$dir/expected"
        [ "$(stored)" = 0 ] || break
    done
    together 2 outcome cram $other
    value=$(cat "$dir/expected")
    answers 'found by grundy' 1 "^$other: $found"
    value=$("$GRUNDY" value cram $board --no-store)

    # Damaged, and where nothing can be written: a line, and the value all the same.
    echo 'no database, but a text of some length that somebody has put there' >"$GRUNDY_CATALOGUE"
    together 2 value cram $board
    answers 'a text' 1 'is damaged: .*going on without it$'
    sed 's/search over/search ower/' "$dir/whole" >"$GRUNDY_CATALOGUE"
    together 3 value cram $board
    answers 'a letter that has changed' 1 'not as it was written; going on without it$'
    GRUNDY_CATALOGUE=$dir/got/catalogue.db together 2 value cram $board
    answers 'no directory' 1 'going on without it$'
else
    echo "skipped, the catalogue: $(sed -n 's/^grundy: //p' "$dir/errors")"
fi

[ "$failed" = 0 ] && echo 'grundy-mpi: prints what grundy prints'
