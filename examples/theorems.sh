#!/bin/sh
# The table of doc/results/theorems.md: what `grundy prove` proves of rulesets over heaps and their compounds.
#
#   GRUNDY=build/grundy examples/theorems.sh >table.md
#
# A ruleset that is not learnt in the tables that are tried, or not within SECONDS_EACH, is said not to be.
set -eu
grundy=${GRUNDY:-grundy}
seconds=${SECONDS_EACH:-30}

# row OPTION RULESET - a row of the table; OPTION is --misere or empty
row() {
    # shellcheck disable=SC2086 # no option is no word
    if line=$("$grundy" prove "$2" $1 --time "${seconds}s" 2>/dev/null); then
        rest=${line##*: an automaton of }
        states=${rest%% states*}
        rest=${rest#*states over }
        result="$states | ${rest%% numeration*} | ${rest##*heaps to }"
        result="${result%, proved} | proved"
    else
        result='| | | not learnt'
    fi
    name=$(printf '%s' "$2" | sed 's/|/\\|/g')
    printf '| `%s` | %s | %s |\n' "$name" "${1:+misère}" "$result"
}

echo '| ruleset | play | states | numeration | learnt from heaps to | |'
echo '| --- | --- | --- | --- | --- | --- |'
rulesets='nim wythoff euclid subtraction(1..3) subtraction(1,4)'
for ruleset in $rulesets; do
    row '' "$ruleset"
    row --misere "$ruleset"
done
row '' 'moves("x,y,z -> x-k,y,z | x,y-k,z | x,y,z-k")'
for last in 1 2 3 5; do
    row '' "moves(\"x,y -> x-k,y | x,y-k | x-k,y-k; end x+y <= $last\")"
done
for diagonals in 'x-k,y-2k | x-2k,y-k' 'x-k,y-k if k mod 2 = 0' 'x-k,y-k if k mod 2 = 1' 'x-k,y-k if k mod 3 = 0' \
    'x-k,y-l if abs(k-l) < 2' 'x-k,y-l if abs(k-l) < 3' 'x-1,y-1' 'x-1,y-1 | x-2,y-2' 'x-k,y-1 | x-1,y-k'; do
    row '' "moves(\"x,y -> x-k,y | x,y-k | $diagonals\")"
done
for first in $rulesets; do
    for second in $rulesets; do
        for compound in push push-before push-after push-either push-early conjoined; do
            row '' "$compound($first,$second)"
        done
    done
done
