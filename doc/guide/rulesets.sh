#!/bin/sh
# Writes the chapter on rulesets, Markdown on standard output, from what the program says of itself; where the program can draw,
# pictures of the examples go to a directory: GRUNDY=build/grundy doc/guide/rulesets.sh PICTURES
set -eu
grundy=${GRUNDY:-build/grundy}
pictures=$1

cat <<'END'
% The rulesets

For each: the rules and how positions are written, what theorems are used, and an example, as `grundy rulesets NAME`
prints them.

END
# Two rulesets may share a name; the program tells of both at once.
"$grundy" rulesets | awk '/^[a-z]/ && !seen[$1]++ { print $1 }' | while read -r name; do
    "$grundy" rulesets "$name" >"$pictures/text"
    printf '## %s\n\n```\n' "$name"
    sed '/^Example: /d' "$pictures/text" | cat -s
    printf '```\n\n'
    number=0
    sed -n 's/^Example: grundy //p' "$pictures/text" | while read -r example; do
        printf '    $ grundy %s\n' "$example"
        eval "\"$grundy\" $example" | sed 's/^/    /'
        number=$((number + 1))
        picture=$name-$number.svg
        if eval "\"$grundy\" draw ${example#value } -o \"$pictures/$picture\"" 2>/dev/null; then
            printf '\n![%s](%s)\n' "$(printf '%s' "${example#value }" | tr -d "'\"")" "$picture"
        fi
        printf '\n'
    done
done
rm -f "$pictures/text"
