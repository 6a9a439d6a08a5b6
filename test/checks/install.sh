#!/bin/sh
# Install into an empty directory and build a program on it, as a user would: test/checks/install.sh BUILD_DIR [CC]
#
# Through pkg-config with the shared and with the static library, as C99 and as C++ (where there is a compiler).
set -eu
build=$1 compiler=${2:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >/dev/null

cat >"$work/program.c" <<'END'
#include <grundy.h>

int main(void)
{
    grundy *g;
    uint64_t value = 0;
    if (grundy_open(0, 0, &g) != GRUNDY_OK || grundy_value(g, "octal(0.07)", "12", &value) != GRUNDY_OK)
        return 1;
    grundy_close(g);
    return value == 2 ? 0 : 1;
}
END
cp "$work/program.c" "$work/program.cc"

pkgconfig=$(dirname "$(find "$work/usr" -name grundy.pc)")
flags() {
    PKG_CONFIG_PATH=$pkgconfig pkg-config --define-variable=prefix="$work/usr" "$@" grundy
}
library=$(flags --variable=libdir)

# shellcheck disable=SC2046  # the flags are words
shared() {
    "$@" $(flags --cflags) -o "$work/program" $(flags --libs)
    LD_LIBRARY_PATH=$library "$work/program"
}
# shellcheck disable=SC2046
static() {
    "$@" $(flags --cflags) -o "$work/program" "$library/libgrundy.a" $(flags --static --libs-only-l --libs-only-other | sed s/-lgrundy//)
    "$work/program"
}

warnings='-Wall -Wextra -pedantic -Werror'
# shellcheck disable=SC2086
{
    shared "$compiler" -std=c99 $warnings "$work/program.c"
    static "$compiler" -std=c99 $warnings "$work/program.c"
    if command -v c++ >/dev/null 2>&1; then
        shared c++ -std=c++11 $warnings "$work/program.cc"
    fi
}
"$work/usr/bin/grundy" value nim 3,5,7 >/dev/null
[ -s "$work/usr/share/doc/grundy/copyright" ] || { echo "install: no license is installed"; exit 1; }

# In any directory, the self-check finds the files of the examples. The line of a ruleset with one, when there was time for it:
mkdir "$work/elsewhere"
checked() {
    for seconds in 2 8 32 128; do
        (cd "$work/elsewhere" && "$work/usr/bin/grundy" selftest --time ${seconds}s >selftest) || cat "$work/elsewhere/selftest"
        grep -q 'no time was left to open it' "$work/elsewhere/selftest" || break
    done
    grep '^ruleset coins("examples/sets.txt")' "$work/elsewhere/selftest" || echo "no line"
}
case $(checked) in
*ok*checks | *partly*"no time was left for"*) ;;
*) echo "install: the self-check does not find the examples: $(checked)" && exit 1 ;;
esac
# Where they are not, it says so, and goes on.
rm -r "$work/usr/share/grundy"
case $(checked) in
*skipped*"examples/sets.txt could not be opened"*) ;;
*) echo "install: the self-check does not say that the examples are missing: $(checked)" && exit 1 ;;
esac
echo "install: programs build and run with the shared and the static library"
