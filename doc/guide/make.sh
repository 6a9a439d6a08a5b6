#!/bin/sh
# Builds the guide as HTML pages, with pandoc: GRUNDY=build/grundy doc/guide/make.sh DIRECTORY
set -eu
guide=$(cd "$(dirname "$0")" && pwd)
out=$1
mkdir -p "$out"
out=$(cd "$out" && pwd)

# Figures lie beside the pages.
page() {
    sed 's|](\.\./figures/|](|' "$1" |
        pandoc --standalone --from markdown --to html5 --metadata lang=en --toc --toc-depth=2 --css guide.css \
            --include-before-body "$guide/navigation.html" --output "$out/$2"
}

cp "$guide/guide.css" "$guide"/../figures/*.svg "$guide"/../figures/push-2.png "$out/"
for chapter in "$guide"/*.md; do
    page "$chapter" "$(basename "$chapter" .md).html"
done
"$guide/rulesets.sh" "$out" >"$out/rulesets.txt"
page "$out/rulesets.txt" rulesets.html
rm "$out/rulesets.txt"
