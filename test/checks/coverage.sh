#!/bin/sh
# Which lines of src/ the tests run: test/checks/coverage.sh [JOBS]
#
# Builds with counters, in build-coverage/, runs the tests that run much of src/, and prints how many lines they run, by
# directory, and the lines that they do not run. Fails when these are more than 5 of 100. It takes some ten minutes on two
# processors that do nothing else. What is ended because it takes too long has counted nothing.
# Exit status 77, with the reason: gcovr is not there.
set -eu
cd "$(dirname "$0")/../.."
jobs=${1:-2}
least=95
command -v gcovr >/dev/null 2>&1 || {
    echo "skipped: there is no gcovr"
    exit 77
}

umask 0 # a test runs the program as another user, who counts too
cmake --preset coverage >/dev/null
cmake --build --preset coverage -j "$jobs" -- --quiet
find build-coverage -name '*.gcda' -exec rm {} +
# Counters that cannot be written, on a full disk say, are not to be reported among what the program says.
export GCOV_ERROR_FILE=/dev/null
ctest --preset coverage -j "$jobs" --timeout 3600 -E '^(web_|python_|check_)|cli_(completion|options|mpi)' || echo "tests fail; what they ran counts all the same"

objects=build-coverage/CMakeFiles/grundy-objects.dir
gcovr --root . --filter src/ --csv build-coverage/lines.csv "$objects"
gcovr --root . --filter src/ "$objects" | grep -v '100%' >build-coverage/lines.txt
awk -v least=$least -F, '
    NR > 1 { room = $1; sub(/\/[^\/]*$/, "", room); all[room] += $2; run[room] += $3; total += $2; ran += $3 }
    END {
        for (d in all) printf "%-22s %5d of %5d lines  %5.1f %%\n", d, run[d], all[d], 100 * run[d] / all[d]
        printf "%-22s %5d of %5d lines  %5.1f %%\n", "together", ran, total, 100 * ran / total
        exit 100 * ran < least * total
    }' build-coverage/lines.csv || {
    echo "fewer than $least of 100 lines are run; build-coverage/lines.txt says which are not"
    exit 1
}
