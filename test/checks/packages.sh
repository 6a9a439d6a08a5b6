#!/bin/sh
# Make the Debian packages and look at them: test/checks/packages.sh BUILD_DIR
#
# Their contents are as they should be; extracted together, the program, a program built on the library, and the Python
# package run from there. Exit status 77, with the reason: this tree makes no packages.
set -eu
build=$1
skip() {
    echo "skipped: $*"
    exit 77
}
complain() {
    echo "$*"
    failed=1
}
command -v dpkg-deb >/dev/null 2>&1 || skip "this is no Debian system"
grep -q '^CMAKE_INSTALL_PREFIX:PATH=/usr$' "$build/CMakeCache.txt" || skip "packages are made in a tree configured with the preset debian"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
(cd "$build" && cpack -B "$work" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }

# holds PACKAGE PATTERN... - the package has files of these names
holds() {
    package=$1
    shift
    [ -e "$work/$package".deb ] || { complain "there is no package $package"; return 0; }
    dpkg-deb -c "$work/$package.deb" | awk '{ print $6 }' >"$work/contents"
    for pattern in "$@"; do
        grep -Eq "^\./usr/$pattern\$" "$work/contents" || complain "$package lacks $pattern"
    done
}
# field PACKAGE FIELD PATTERN - a line of the control file is so
field() {
    dpkg-deb -f "$work/$1.deb" "$2" | grep -Eq "$3" || complain "$1: $2 is $(dpkg-deb -f "$work/$1.deb" "$2"), expected $3"
}

for file in "$work"/*.deb; do
    name=$(dpkg-deb -f "$file" Package)
    mv "$file" "$work/$name.deb"
    mkdir -p "$work/root"
    dpkg-deb -x "$work/$name.deb" "$work/root"
    holds "$name" "share/doc/$name/copyright"
    field "$name" Version '^[0-9.]+$'
    field "$name" Architecture "^$(dpkg --print-architecture)\$"
    field "$name" Description '^impartial combinatorial games'
    if dpkg-deb -c "$work/$name.deb" | awk '$2 != "root/root" || /^-.......w/ { found = 1 } END { exit !found }'; then
        complain "$name has files that are not root's, or that everybody can write"
    fi
    # What two packages have in common cannot be installed together.
    dpkg-deb -c "$work/$name.deb" | awk '!/^d/ { print $6 }' >>"$work/all"
done
[ -z "$(sort "$work/all" | uniq -d)" ] || complain "in more than one package: $(sort "$work/all" | uniq -d)"

holds grundy bin/grundy share/man/man1/grundy.1.gz share/bash-completion/completions/grundy \
    share/fish/vendor_completions.d/grundy.fish share/zsh/vendor-completions/_grundy \
    share/grundy/examples/sets.txt share/grundy/examples/lua/chomp.lua
holds libgrundy 'lib/.*/libgrundy.so.0' 'lib/.*/libgrundy.so.0.[0-9.]+'
holds libgrundy-dev include/grundy.h 'lib/.*/libgrundy.so' 'lib/.*/libgrundy.a' 'lib/.*/pkgconfig/grundy.pc' share/man/man3/grundy.3.gz
field grundy Depends 'libc6 \(>= '
field libgrundy Depends 'libc6 \(>= '
field libgrundy-dev Depends '(^|, )libgrundy \(= '
# What is loaded when it is first needed; the program loads more than the library.
late=$(sed -n 's/^GRUNDY_LATE_LIBRARIES:INTERNAL=//p' "$build/CMakeCache.txt" | tr ';' '\n' | sed 's/.*=//')
for file in $late; do
    package=$(dpkg-query -S "*/$file" | sed 's/:.*//;q')
    field grundy Recommends "(^|, )$package(,|\$)"
    case $package in
    libmicrohttpd* | libedit*) ;;
    *) field libgrundy Recommends "(^|, )$package(,|\$)" ;;
    esac
done
dpkg-deb -I "$work/libgrundy.deb" | grep -q shlibs || complain "libgrundy tells nobody what depends on it (shlibs)"

root=$work/root/usr
library=$(dirname "$(find "$root" -name libgrundy.so.0)")
[ "$("$root/bin/grundy" value nim 3,5,7)" = 1 ] || complain "the program does not run"
cat >"$work/program.c" <<'END'
#include <grundy.h>
int main(void)
{
    grundy *g;
    uint64_t value = 0;
    int good = grundy_open(0, 0, &g) == GRUNDY_OK && grundy_value(g, "nim", "3,5", &value) == GRUNDY_OK && value == 6;
    return !good;
}
END
# shellcheck disable=SC2046  # the flags are words
cc $(PKG_CONFIG_PATH=$library/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
    PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --cflags grundy) "$work/program.c" -o "$work/program" -L"$library" -lgrundy
LD_LIBRARY_PATH=$library "$work/program" || complain "a program built on the library does not run"

if [ -e "$build/python/grundy/_grundy.abi3.so" ]; then
    holds python3-grundy lib/python3/dist-packages/grundy/__init__.py lib/python3/dist-packages/grundy/_grundy.abi3.so \
        lib/python3/dist-packages/grundy/py.typed
    field python3-grundy Depends 'libgrundy \(= .*python3-cffi-backend'
    readelf -d "$root/lib/python3/dist-packages/grundy/_grundy.abi3.so" | grep -Eq 'RPATH|RUNPATH' && complain "the Python module names a directory of the build"
    LD_LIBRARY_PATH=$library PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/lib/python3/dist-packages /usr/bin/python3 -c "
import grundy
assert grundy.__file__.startswith('$root') and grundy.value('welter', {3, 5}) == 5" || complain "the Python package does not work"
fi
if command -v lintian >/dev/null 2>&1; then
    # Who publishes the packages adds the copyright, the changelog and the name of who answers for them.
    lintian --fail-on error --suppress-tags no-copyright-file,no-changelog,bogus-mail-host \
        "$work"/*.deb >"$work/lintian" 2>&1 || { cat "$work/lintian"; failed=1; }
fi
[ "$failed" = 0 ] && echo "packages: $(find "$work" -maxdepth 1 -name '*.deb' | wc -l) are right, and what is in them runs"
