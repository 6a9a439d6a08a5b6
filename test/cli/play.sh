#!/bin/sh
# Games against the program: scripts of what is typed, and what must come out: GRUNDY=build/grundy test/cli/play.sh
set -u
grundy=${GRUNDY:-grundy}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

# game INPUT ARGUMENT... - play; what is said goes to $dir/said, what was wrong to $dir/wrong, the exit status to $code
game() {
    input=$1
    shift
    printf '%b' "$input" | timeout 60 "$grundy" play "$@" >"$dir/said" 2>"$dir/wrong"
    code=$?
}

# has WHAT FILE TEXT, exits WHAT STATUS - check the last game
has() {
    if grep -qF -- "$3" "$dir/$2"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf 'FAIL %s: no "%s" in what was %s:\n' "$1" "$3" "$2"
        head -n 20 "$dir/$2"
    fi
}
exits() {
    if [ "$code" = "$2" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf 'FAIL %s: exit status %s, not %s\n' "$1" "$code" "$2"
    fi
}
# alike WHAT WANTED GOT
alike() {
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf 'FAIL %s\n  want %s\n  got  %s\n' "$1" "$2" "$3"
    fi
}

# follow_hints ARGUMENT... - ask for a hint at each turn and play it, to the end; the game so far is typed anew each time
follow_hints() {
    script=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        game "${script}hint\n" "$@"
        hint=$(sed -n 's/^hint: \(.*\) wins$/\1/p' "$dir/said" | tail -n 1)
        [ -n "$hint" ] || break
        script="$script$hint\n"
        game "$script" "$@"
        if grep -q 'cannot move\|left unfinished' "$dir/said" && ! grep -q 'left unfinished' "$dir/said"; then break; fi
    done
}

for start in 'nim 3,5,7' 'nim 3,5,7 --misere' 'wythoff 7,9' 'kayles 9' 'kayles 8 --misere' 'cram 2x3 --errs 0.5' 'pnim [4,3,1]' \
    'welter {2,5,7}' 'nim 3,5,6 --second' 'push(nim,euclid) 3,4' 'nim 2,3 --errs 1 --seed 7'; do
    # shellcheck disable=SC2086  # the words are arguments
    follow_hints $start
    has "following the hints in $start" said 'you win'
    exits "following the hints in $start" 0
done

game 'list\n#2\nquit\n' nim 2,1
has 'a move picked from the list' said 'you move to 1,1'
has 'a list' said '#3   2,0'
exits 'quitting' 0
has 'quitting' said 'the game is left unfinished'
alike 'nothing was wrong' '' "$(cat "$dir/wrong")"
game '1,1\nquit\n' nim 2,1 --tutor
has 'the tutor about a right move' said 'tutor: right, you are winning (value 3 -> 0)'
has 'the tutor about the answer' said 'tutor: no move could win, you are winning (value 0 -> '
game '2,0\n' nim 2,1 --tutor
has 'the tutor about a mistake' said 'tutor: a mistake, you were winning and now I am (value 3 -> 2)'
has 'the tutor about what was right' said 'tutor: right was 1,1'
has 'a lost game' said 'you cannot move: I win'
exits 'a lost game' 0
game '2,0\n' nim 2,1 --tutor --misere
has 'the tutor in misere play' said 'tutor: a mistake, you were winning and now I am'
has 'what was right in misere play' said 'tutor: right was 0,1'
game '0\n' nim 1
has 'a game won' said 'I cannot move: you win'
game '' nim 0
has 'nothing to do' said 'you cannot move: I win'
game '' nim 0 --misere
has 'nothing to do in misere play' said 'you cannot move: you win'
game '2,0\nundo\n1,1\nresign\n' nim 2,1 --seed 3
has 'a lost game goes no further' said 'you cannot move: I win'
game '3,5,5\nundo\nundo\n2,5,7\nresign\n' nim 3,5,7
has 'undo' said 'taken back'
alike 'undo brings the position back' 2 "$(grep -c '^position: 3,5,7$' "$dir/said")"
has 'undo too often' wrong 'there is no move of yours to take back'
has 'resigning' said 'you resign: I win'
game 'swap\nresign\n' nim 3,5,7
has 'taking the other side' said 'I move to 2,5,7'
game 'strength 1\nstrength perfect\nstrength 2\nstrength\nquit\n' nim 3,5,7
has 'strength' said 'I move at random 100% of the time'
has 'strength' said 'I play perfectly'
alike 'strengths that are none' 2 "$(grep -c '^expected strength perfect' "$dir/wrong")"
game 'show\nrules\nhelp\ntutor\ntutor\n' nim 3
has 'the end of the input' said 'the game is left unfinished'
exits 'the end of the input' 0
has 'the rules' said 'Example: grundy value'
has 'help' said 'take your last move back'
has 'the tutor' said 'the tutor is silent'
game 'foo\n9,9\n#0\n#99\n# 1\n\001\377\n\n3,5,7\n' nim 3,5,7
alike 'garbage: a line each' 7 "$(wc -l <"$dir/wrong")"
has 'garbage' wrong "column 1: expected a heap size, found 'foo'; help lists what can be typed"
has 'no move' wrong '9,9 cannot be reached by a move from here; list shows the moves'
has 'no number' wrong 'expected a number from #1 to #15'
alike 'no prompt for a script' 0 "$(grep -c 'your move>' "$dir/said")"
head -c 100000 /dev/urandom | timeout 60 "$grundy" play nim 3,5,7 >/dev/null 2>&1
case $? in 0 | 3) passed=$((passed + 1)) ;; *) failed=$((failed + 1)); echo 'FAIL random bytes' ;; esac
game '' nim 3,5,7 --errs 2
exits 'a rate that is none' 2
has 'a rate that is none' wrong "--errs '2': expected a number from 0 to 1"
game '' nim x
exits 'no position' 2
game '0 + 20\nquit\n' 'octal(0.6137)' '60000000 + 20' --time 0.01s --seed 5
exits 'a position that is too large' 3
game '#1\nhint\nquit\n' cram 9x9 --time 0.05s --seed 5
exits 'a position that cannot be solved' 0
has 'a position that cannot be solved' said 'I cannot work this position out (the time limit of 0.05 seconds is reached); a move at random'
has 'a hint that cannot be given' said 'hint: I cannot work this position out'
game 'quit\n' cram 9x9 --second
has 'a limit that nobody has set' said 'I cannot work this position out (the time limit of 10 seconds is reached); a move at random'
game 'list\n#10\nquit\n' nim 300
has 'a long list' said '#200 199'
has 'a long list' said 'and 100 more, up to #300'
alike 'a long list has an end' 200 "$(grep -c '^#' "$dir/said")"
has 'a number of two digits' said 'you move to 9'
cat >"$dir/theorem.lua" <<'END'
-- Who wins at 1 is known, but not how.
return { options = function(n) if n == 1 then return { 2 } end while true do end end,
         formula = function(n) if n == 1 then return 1 end end }
END
if "$grundy" outcome "lua(\"$dir/theorem.lua\")" 1 >"$dir/said" 2>&1; then
    game 'hint\nquit\n' "lua(\"$dir/theorem.lua\")" 1 --time 0.2s
    has 'a winning move that is not found' said 'hint: I cannot work this position out (the time limit'
else
    echo 'skipped: built without Lua'
fi
game '#1\n#1\n#1\nquit\n' nim 9,9,9 --errs 0.5 --seed 11
first=$(cat "$dir/said")
game '#1\n#1\n#1\nquit\n' nim 9,9,9 --errs 0.5 --seed 11
alike 'the same seed, the same game' "$first" "$(cat "$dir/said")"
games=$(for seed in 1 2 3 4 5 6; do game '#1\nquit\n' nim 9,9,9 --errs 1 --seed $seed; grep 'I move' "$dir/said"; done | sort -u | wc -l)
[ "$games" -gt 2 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAIL other seeds, other games: $games"; }

# An interrupt ends the game, whether it waits for a line or computes.
mkfifo "$dir/pipe"
for start in 'nim 3,5,7' 'cram 9x9 --second --time 100s'; do
    # shellcheck disable=SC2086
    timeout 60 "$grundy" play $start <"$dir/pipe" >"$dir/said" 2>"$dir/wrong" &
    player=$!
    exec 3>"$dir/pipe"
    sleep 1
    kill -INT "$player" # timeout passes it on
    wait "$player"
    code=$?
    exec 3>&-
    exits "an interrupt in $start" 130
    has "an interrupt in $start" wrong 'grundy: interrupted'
done

# A terminal: prompt, history, editing.
if ! grep -aq el_gets "$grundy"; then
    echo 'skipped: built without line editing'
elif command -v expect >/dev/null 2>&1; then
    cat >"$dir/terminal" <<'END'
set timeout 60
spawn -noecho $env(GRUNDY) play nim 3,5,7
expect "your move> " {} timeout { exit 11 }
send "3,5,8"
send "\177"
send "6\r"
expect "you move to 3,5,6" {} timeout { exit 12 }
expect "your move> " {} timeout { exit 13 }
send "hint\r"
expect "hint: " {} timeout { exit 14 }
expect "your move> " {} timeout { exit 15 }
send "\033\[A"
expect "hint" {} timeout { exit 16 }
send "\r"
expect "hint: " {} timeout { exit 17 }
expect "your move> " {} timeout { exit 18 }
send "\003"
expect eof {} timeout { exit 19 }
exit [lindex [wait] 3]
END
    GRUNDY=$grundy expect "$dir/terminal" >"$dir/said" 2>"$dir/wrong" </dev/null
    code=$?
    case $code in
        130) passed=$((passed + 1)) ;;
        *) failed=$((failed + 1)); echo "FAIL in a terminal: $code"; cat "$dir/said" ;;
    esac
else
    echo 'skipped: there is no expect, so no terminal'
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 60 ]
