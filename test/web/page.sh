#!/bin/sh
# The explorer's page in Chromium, and that what is embedded is what the sources give: GRUNDY=build/grundy test/web/page.sh
#
# Needs node, Chromium and the packages of web/page (npm ci there); without them it is skipped, exit status 77.
set -u
page=$(dirname "$0")/../../web/page
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser)}
skip() {
    echo "skipped: $*"
    exit 77
}
command -v node >/dev/null 2>&1 || skip "node is not installed"
[ -d "$page/node_modules/playwright-core" ] || skip "the packages of web/page are not installed; run: npm ci --prefix web/page"
[ -n "$chromium" ] || skip "Chromium is not installed"
set -e
(cd "$page" && node_modules/.bin/tsc --noEmit && node build.mjs --check dist)
CHROMIUM=$chromium exec node "$page/test/flows.mjs" "$@"
