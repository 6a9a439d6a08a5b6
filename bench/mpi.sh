#!/bin/sh
# What sharing costs and gains: the same jobs with 1, 2 and 4 processes, a line of Markdown for each.
#   bench/mpi.sh [build/grundy-mpi]
# "processor" is the time of all processes together, which other work on the machine does not change much.
set -eu
mpi=${1:-build/grundy-mpi}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

measure() {
    for processes in 1 2 4; do
        env TIMEFORMAT='%U %S' bash -c 'time "$@"' bash mpirun -n $processes "$mpi" "$@" --progress \
            >"$dir/out$processes" 2>"$dir/errors"
        cmp -s "$dir/out1" "$dir/out$processes" || { echo "another result with $processes processes: $*"; exit 1; }
        processor=$(tail -n 1 "$dir/errors" | awk '{ print $1 + $2 }')
        tr '\r' '\n' <"$dir/errors" | sed -n 's/.*grundy: [0-9]* processes, \([0-9.]*\) s: \([0-9]*\) exchanges, \([0-9.]*\) MB.* process, \([0-9]*\) times.*waited \([0-9.]*\) %.*; \([0-9]*\) lookups in tables, \([0-9.]*\) % hits, \([0-9.]*\) % .*/\1 \2 \3 \4 \5 \6 \7 \8/p' |
            while read -r seconds exchanges megabytes taken waited lookups hits told; do
                echo "| \`$*\` | $processes | $seconds | $processor | $exchanges | $megabytes | $taken | $waited % | $lookups | $hits % | $told % |"
            done
    done
}

echo '| job | processes | seconds | processor seconds | exchanges | MB to each | times a piece taken | waited | lookups | hits | told by another |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
measure value cram 5x8 --no-store
measure table 'ruler(setpartitions(n))' top n=1..80
measure table 'ruler(asm(r+2))' '(0,0,s)' r=0..200 s=0..r --count
measure table pnim p 'p=partitions(0..54)' --count
measure table grundys-game a,b a=20..60 b=a..60 --method search --count
measure table 'octal(0.106)' n n=0..600000 --count
measure table 'octal(0.007)' n n=0..240000 --count
