#!/bin/sh
# A short tour of grundy. GRUNDY names the program; by default it is found on the path.
set -eu
grundy=${GRUNDY:-grundy}

show() {
    printf '\n# %s\n' "$1"
    shift
    printf '$ grundy'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_.,=-]*) printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$grundy" "$@"
}

show 'The value of a position: Nim until somebody pushes the button, then Euclid' value 'push(nim,euclid)' 3,5 4,9
show 'Who wins, on heaps of any size that fits in 64 bits' outcome euclid 9007199254740993,14573954537613649
show 'The winning moves' moves wythoff 7,9 --winning
show 'Table 1 of the push-the-button paper: the P-positions' \
    table 'push(nim,euclid)' a,b a=0..17 b=a..28 --only 0
show 'A period, proved' period kayles
show 'A push compound of subtraction games is periodic too' \
    period 'push(subtraction(1..4),subtraction(1..6))' --outcome
show 'Nim arithmetic' calc '8*8 + 3/5'
show 'A theorem of the paper, checked by the definition' verify push-3.1.6
