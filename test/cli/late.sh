#!/bin/sh
# Libraries that are loaded when they are first needed: nothing is linked with them, and where one is missing, what
# needs it says so and all else goes on.
#   GRUNDY=build/grundy test/cli/late.sh CC LIBGRUNDY.so [NAME=SONAME...]
#
# A file with a library's name that is none, or one without functions, stands for a library that is missing.
# Exit status 77, with the reason: there is none of them in this build.
set -u
grundy=${GRUNDY:-grundy}
compiler=$1 library=$2
shift 2
[ $# != 0 ] || { echo 'skipped: built without libraries that could be missing' && exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

# note GOOD WHAT
note() {
    if [ "$1" = yes ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $2"; fi
}

# without STATUS TEXT ARGUMENTS... - the exit status without the library; TEXT: the output, or a part of the one line on
# standard error
without() {
    status=$1 text=$2
    shift 2
    LD_LIBRARY_PATH=$dir/missing "$grundy" "$@" >"$dir/out" 2>"$dir/errors" </dev/null
    code=$?
    good=no
    if [ "$status" = 0 ]; then
        [ "$code" = 0 ] && [ "$(cat "$dir/out")" = "$text" ] && [ ! -s "$dir/errors" ] && good=yes
    else
        [ "$code" = "$status" ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/errors")" = 1 ] &&
            grep -qF -- "$text" "$dir/errors" && grep -qF -- "$soname" "$dir/errors" && good=yes
    fi
    note $good "without $soname: grundy $*: exit $code, $(head -n 1 "$dir/out" "$dir/errors")"
}

# What needs a library, and what does without it.
try_cairo() {
    without 4 'PNG and PDF files need cairo' draw nim 3,5 -o "$dir/nim.png"
    without 4 'PNG and PDF files need cairo' plot kayles n n=0..9 -o "$dir/kayles.pdf"
    without 4 'a map of so many cells needs cairo' plot nim a,b a=0..99 b=0..99 -o "$dir/map.svg"
    without 0 '' draw nim 3,5 -o "$dir/nim.svg"
    if [ -e "$dir/nim.png" ] || [ -e "$dir/map.svg" ]; then note no 'a picture that failed left a file'; else note yes; fi
}
try_flint() {
    without 4 'need FLINT' value 'ruler(subspaces(2,4))' top
    for n in 4295229443 281522223382549 18446744073709551615; do # with two primes above 2^16, and three
        without 0 "$("$grundy" value "ruler(divisors($n))" top)" value "ruler(divisors($n))" top
    done
}
try_sqlite() {
    export GRUNDY_CATALOGUE=$dir/catalogue.db
    : >"$GRUNDY_CATALOGUE"
    without 4 'the catalogue needs SQLite' results
    without 0 6 value nim 3,5
    unset GRUNDY_CATALOGUE
}
try_microhttpd() {
    without 4 'serve needs libmicrohttpd' serve --port 0
}
try_libedit() {
    without 0 "$(printf 'quit\n' | "$grundy" play nim 3,5 --seed 1)" play nim 3,5 --seed 1
    command -v expect >/dev/null 2>&1 || { echo 'a terminal without libedit is not tried: there is no expect' && return; }
    cat >"$dir/play" <<'END'
set timeout 20
spawn -noecho {*}$argv
expect "your move> " {} timeout { exit 1 } eof { exit 1 }
send "3,3\r"
expect "your move> " {} timeout { exit 1 } eof { exit 1 }
send "quit\r"
expect eof
END
    if LD_LIBRARY_PATH=$dir/missing expect "$dir/play" "$grundy" play nim 3,5 >"$dir/out"; then good=yes; else good=no; fi
    note $good 'without libedit: play in a terminal'
}

for entry; do
    soname=${entry#*=}
    name=$(echo "${entry%%=*}" | tr '[:upper:]' '[:lower:]')
    for file in "$grundy" "$library"; do
        if readelf -d "$file" | grep -q "NEEDED.*\[$soname\]"; then note no "$file is linked with $soname"; else note yes; fi
    done
    mkdir "$dir/missing"
    : >"$dir/missing/$soname"
    "try_$name"
    echo 'extern int nothing;' | "$compiler" -shared -fPIC -x c - -o "$dir/missing/$soname"
    "try_$name"
    rm -r "$dir/missing"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
