#!/bin/sh
# grundy-mpi prints what grundy prints, whatever the number of processes, and ends cleanly when one of them dies, when a
# limit is reached, and for bad input: GRUNDY=build/grundy test/cli/mpi.sh build/grundy-mpi
set -u
mpi=$1
command -v mpirun >/dev/null 2>&1 || {
    echo 'skipped: mpirun is not installed'
    exit 77
}
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
    for processes in 2 3; do
        together $processes "$@"
        [ $code = 0 ] || complain "$processes processes: exit status $code: $*"
        cmp -s "$dir/expected" "$dir/got" || complain "$processes processes print something else: $*"
    done
}

same value cram 4x5 3x7 5x5
same outcome cram 4x6 --method search
same value cram 3x5 --misere
same moves cram 3x4
same table cram 3xn n=1..7
same table 'ruler(setpartitions(n))' top n=1..40 --format bfile
same table 'ruler(asm(r+2))' '(0,0,s)' r=0..30 s=0..r
same table pnim p p='partitions(0..25)' --count
same table 'push(nim,euclid)' a,b a=0..50 b=a..60 --only 0
same period kayles
same value 'ruler(setpartitions(20))' '[20]' --store "$dir/store"

# One line that says what is wrong, and the exit status of the command.
refused() {
    expected=$1 line=$2
    shift 2
    together 2 "$@"
    [ $code = "$expected" ] || complain "exit status $code instead of $expected: $*"
    [ "$(grep -c '^grundy: ' "$dir/errors")" = 1 ] || complain "no line, or more than one: $*"
    grep -q "^grundy: .*$line" "$dir/errors" || complain "another line: $*: $(cat "$dir/errors")"
}

refused 2 'column 3' value nim 3,,5
refused 2 'no ruleset' value nimm 3
refused 2 'no command that several processes can share' rulesets
refused 3 'time limit' value cram 9x9 --time 1s

# A process that dies ends the job.
timeout 120 mpirun -n 3 "$mpi" value cram 9x9 >"$dir/got" 2>"$dir/errors" &
job=$!
sleep 2
pkill -9 -n -f "^$mpi value cram 9x9" || complain 'there is no process to kill'
wait $job
[ $? != 0 ] || complain 'a process was killed, and the job says that all is well'
[ ! -s "$dir/got" ] || complain 'a process was killed, and there is a value'

[ "$failed" = 0 ] && echo 'grundy-mpi: prints what grundy prints'
