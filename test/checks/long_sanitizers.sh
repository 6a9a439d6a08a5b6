#!/usr/bin/env bash
# Long runs of every engine under the sanitizers: test/checks/long_sanitizers.sh [short|long]
#
# build/grundy, made before, says what is right. The script builds the program with the address and undefined-behaviour
# sanitizers (preset asan) and with the thread sanitizer (preset tsan), and runs the engines in both. `short` takes minutes,
# `long`, which is the default, takes much longer.
set -euo pipefail
cd "$(dirname "$0")/../.."

form=${1:-long}
export GRUNDY_CATALOGUE=
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=1
export LSAN_OPTIONS=suppressions=$PWD/test/lsan.supp
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
passed=0

# run EXPECTED ARGUMENT... - grundy prints this last line, with status 0, and a sanitizer has nothing to say
run() {
    local expected=$1 begun=$SECONDS status=0 found
    shift
    "$grundy" "$@" >"$work/out" 2>"$work/err" || status=$?
    found=$(tail -n 1 "$work/out")
    if [ "$status" = 0 ] && [ "$found" = "$expected" ] && ! grep -q 'Sanitizer\|runtime error' "$work/err"; then
        passed=$((passed + 1))
        printf 'passed %4d s  %s\n' $((SECONDS - begun)) "$*"
        return
    fi
    failed=$((failed + 1))
    printf 'FAILED %4d s  %s\n  status %s, found "%s", expected "%s"\n' $((SECONDS - begun)) "$*" "$status" "$found" "$expected"
    head -n 30 "$work/err"
}

# same ARGUMENT... - the last line is that of the release build with one thread
same() {
    run "$(build/grundy "${@/#"$work"*/"$work/release"}" --threads 1 | tail -n 1)" "$@" --threads 3
}

build() {
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" -j "$(nproc)" --target grundy -- --quiet
}

# Octal games by blocks of heaps, the choice of help and marks ahead; the first two once read before a block.
octal_runs() {
    local threads
    for threads in 1 3; do
        run 'preperiod 105351 period 149459 saltus 0 proved' period 'octal(0.16)' --threads $threads
        run 'preperiod 326640 period 144 saltus 0 proved' period 'octal(0.56)' --threads $threads
    done
    same value 'octal(0.6)' 200000
    same value 'octal(0.376)' 200000
    same value 'octal(0.142)' 40000
    same value 'octal(0.8c)' 1500
}

short_octal_runs() {
    run 'preperiod 105351 period 149459 saltus 0 proved' period 'octal(0.16)' --threads 2
    same value 'octal(0.6)' 80000
}

# Searches with threads and small tables, and stores written while they run.
search_runs() {
    local board=$1 store=$work/store
    same value cram "$board" --method search
    same value cram "$board" --method search --memory 4M
    rm -f "$store"
    same value cram "$board" --method search --store "$store" --every 0.001s
    same value cram "$board" --method search --store "$store" --resume --every 0.001s
    same value grundys-game 40,41 --method search
    same outcome kayles 12,11,10 --misere --method search
}

# Sweeps: heaps, partitions, h(n) and the ASM poset.
sweep_runs() {
    same table pnim p "p=partitions(0..$1)" --count
    same table 'ruler(setpartitions(n))' top "n=1..$2"
    same table 'ruler(asm(r+2))' '(0,0,s)' "r=0..$3" s=0..r
    same value 'push(wythoff,nim)' 0,300000 --method sweep
    same value zeruclid 1,300,400 --method sweep
}

# The explorer answers many questions at once and is ended by a signal.
server_run() {
    local begun=$SECONDS
    if GRUNDY=$grundy test/web/server.py >"$work/server" 2>&1; then
        passed=$((passed + 1))
        printf 'passed %4d s  server.py with %s\n' $((SECONDS - begun)) "$grundy"
        return
    fi
    failed=$((failed + 1))
    printf 'FAILED %4d s  server.py with %s\n' $((SECONDS - begun)) "$grundy"
    tail -n 30 "$work/server"
}

for preset in asan tsan; do
    build $preset
    grundy=build-$preset/grundy
    if [ "$form" = short ]; then
        short_octal_runs
        search_runs 4x6
        sweep_runs 18 14 20
        continue
    fi
    octal_runs
    search_runs 5x7
    sweep_runs 32 24 60
    server_run
done
printf '%d runs passed, %d failed: %s\n' "$passed" "$failed" "$(build/grundy --version | head -n 1)"
[ "$failed" = 0 ]
