#!/bin/sh
# The program on machines of another kind: big-endian, and 32 bits. test/checks/other_machines.sh SOURCE_DIR GRUNDY [WORK_DIR]
#
# Built with libc alone, statically, and run by QEMU's user emulation: the self-check, commands whose output must be that
# of GRUNDY, this machine's program, and stores that one machine writes and the other reads. What lacks its compiler or
# emulator is left out, with a line that says so. Built files are kept in WORK_DIR, if given, for the next time.
set -eu
source=$1 native=$2
if [ $# -gt 2 ]; then
    work=$3
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
failed=0 machines=0

complain() {
    echo "$*"
    failed=1
}

# The commands of which every machine must print the same. One a line, as typed in a shell.
commands() {
    cat <<'END'
value nim 18446744073709551615,9223372036854775807 4294967296,4294967295 9007199254740993,3
value euclid 18446744073709551615,18446744073709551614 9007199254740993,14573954537613649
outcome wythoff 11400714819323198485,18446744073709551615 1000000007,1618033999
value 'octal(0.07)' 18446744073709551615 1000 53
value kayles 1000000000000
value welter '{1,4294967296,18446744073709551615}' '{3,5}'
value rnim '<4294967296,4294967297>'
table cram 3xn n=1..5
table pnim p p='partitions(0..7)' --count
table 'ruler(setpartitions(n))' top n=1..12
table 'ruler(asm(r+2))' '(0,0,s)' r=0..6 s=0..r
table zeruclid '1,a,b' a=0..12 b=0..12 --count
table 'push(nim,euclid)' a,b a=0..15 b=0..15 --only 0
period 'octal(0.137)'
period 'push(subtraction(1..4),subtraction(1..6))' --outcome
classify cram 2x4 --pairs
calc '12345678901234567890 * 9876543210987654321 / 3'
calc 'log(2, 2^12345) + order(3)'
moves 'inset(4)' '{1,2,4,5}' --winning
verify push-3.1.6 inset-2.4 rnim-thm-3
END
}

# compare NAME COMMAND - run all commands here and there
compare() {
    name=$1
    commands | while IFS= read -r line; do
        eval "'$native' $line" >"$work/here" 2>&1 || echo "exit status $?" >>"$work/here"
        eval "'$work/$name/run' $line" >"$work/there" 2>&1 || echo "exit status $?" >>"$work/there"
        if ! cmp -s "$work/here" "$work/there"; then
            echo "$name: grundy $line"
            diff "$work/here" "$work/there" | head -n 4
        fi
    done >"$work/differences"
    [ ! -s "$work/differences" ] || complain "$(cat "$work/differences")"
}

# exchange NAME WRITER READER - what one stores the other takes, and stores alike
exchange() {
    name=$1
    rm -f "$work/store" "$work/again"
    "$2" value 'ruler(setpartitions(20))' '[20]' --store "$work/store" >/dev/null
    "$2" value 'ruler(asm(9))' '(0,0,0)' --store "$work/store" >/dev/null
    cp "$work/store" "$work/again"
    "$3" value 'ruler(setpartitions(12))' '[12]' --store "$work/again" >/dev/null || complain "$name: a store is refused"
    cmp -s "$work/store" "$work/again" || complain "$name: a store changes when the other machine saves it"
}

# try_machine NAME EMULATOR COMPILER FLAGS...
try_machine() {
    name=$1 emulator=$2 compiler=$3
    shift 3
    for tool in "$emulator" "$compiler"; do
        command -v "$tool" >/dev/null 2>&1 || { echo "$name: left out, there is no $tool here"; return 0; }
    done
    mkdir -p "$work/$name"
    echo 'int main(void) { return 0; }' >"$work/$name/empty.c"
    if ! "$compiler" "$@" -static "$work/$name/empty.c" -o "$work/$name/empty" 2>/dev/null ||
        ! "$emulator" "$work/$name/empty"; then
        echo "$name: left out, $compiler $* makes no program that $emulator runs"
        return 0
    fi
    cmake -S "$source" -B "$work/$name/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$*" \
        -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_EXE_LINKER_FLAGS=-static -DGRUNDY_OPTIONAL=OFF -DGRUNDY_WERROR=ON \
        -DBUILD_TESTING=OFF >"$work/$name/cmake.log"
    if ! cmake --build "$work/$name/build" --target grundy >"$work/$name/build.log" 2>&1; then
        complain "$name: it does not build"
        grep -E 'error|warning' "$work/$name/build.log" | head -n 20
        return 0
    fi
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$work/$name/build/grundy" >"$work/$name/run"
    chmod +x "$work/$name/run"
    machines=$((machines + 1))
    (cd "$source" && "$work/$name/run" selftest --time "${GRUNDY_SELFTEST_TIME:-20s}") >"$work/$name/selftest" ||
        complain "$name: $(grep -v 'ok' "$work/$name/selftest")"
    compare "$name"
    exchange "$name" "$native" "$work/$name/run"
    exchange "$name" "$work/$name/run" "$native"
    echo "$name: $(tail -n 1 "$work/$name/selftest"); $(commands | wc -l) commands compared"
}

try_machine big-endian qemu-ppc64 powerpc64-linux-gnu-gcc

# Sizes and products have 64 bits all through: a 32-bit machine is refused before anything can be wrong.
echo 'int main(void) { return 0; }' >"$work/empty.c"
if gcc -m32 "$work/empty.c" -o "$work/empty" 2>/dev/null; then
    if cmake -S "$source" -B "$work/32-bit" -DCMAKE_C_FLAGS=-m32 -DBUILD_TESTING=OFF >"$work/cmake.log" 2>&1; then
        complain '32-bit: it is not refused'
    fi
    tr -s '\n ' ' ' <"$work/cmake.log" | grep -q 'needs a 64-bit machine' || complain '32-bit: it is not said why'
else
    echo '32-bit: left out, gcc -m32 makes no program here'
fi
[ "$failed" = 0 ] && echo "other machines: $machines"
