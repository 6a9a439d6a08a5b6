#!/bin/sh
# A table of a sequence shows its first rows long before the last is known; interrupted, it has written whole rows only, and
# the store has kept what was found: the next run extends it and writes the same rows.
#   GRUNDY=build/grundy test/cli/sequences.sh
set -eu
grundy=${GRUNDY:-grundy}
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() {
    echo "FAIL $*"
    exit 1
}

"$grundy" table 'octal(0.6)' n n=0..1000000000 --format csv --store "$work/store" >"$work/rows" 2>"$work/errors" &
pid=$!
for _ in $(seq 600); do
    [ "$(wc -l <"$work/rows")" -gt 2000 ] && break
    sleep 0.1
done
[ "$(wc -l <"$work/rows")" -gt 2000 ] || fail "no rows of a long table within a minute"
kill -INT "$pid"
code=0
wait "$pid" || code=$?
pid=
[ "$code" = 130 ] || fail "interrupted: exit status $code instead of 130"
[ "$(tail -c 1 "$work/rows" | od -An -c | tr -d ' ')" = '\n' ] || fail "the last row was cut"
rows=$(($(wc -l <"$work/rows") - 1))
known=$(sed -n 's/^octal(0.6) //p' "$work/store")
[ "$known" -ge "$rows" ] || fail "$rows rows were written, but $known values stored"

"$grundy" table 'octal(0.6)' n "n=0..$((rows - 1))" --format csv >"$work/fresh"
cmp "$work/rows" "$work/fresh" || fail "the rows differ from those of an undisturbed run"
"$grundy" table 'octal(0.6)' n "n=0..$rows" --format csv --store "$work/store" >"$work/resumed"
[ "$(wc -l <"$work/resumed")" = $((rows + 2)) ] || fail "the resumed table has other rows"
head -n $((rows + 1)) "$work/resumed" | cmp - "$work/rows" || fail "resumed, the rows differ"
echo "sequences: $rows rows before the interrupt, $known values stored"
