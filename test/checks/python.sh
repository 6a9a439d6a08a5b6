#!/bin/sh
# The Python package: test/checks/python.sh KIND SOURCE_DIR BUILD_DIR [PYTHON]
#
#   pytest  the tests and the examples of the docstrings, on the package in the build tree
#   types   the type hints, by mypy
#   pip     pip installs the package into a fresh environment, without a network, and it works from there
#
# Exit status 77, with the reason: what this needs is not there.
set -eu
kind=$1 source=$2 build=$3 python=${4:-}
export PYTHONDONTWRITEBYTECODE=1
skip() {
    echo "skipped: $*"
    exit 77
}
need() {
    "$python" -c "import $1" 2>/dev/null || skip "Python has no $1 ($2)"
}

[ -e "$build/python/grundy/_grundy.abi3.so" ] || skip "the package was not built: python3-cffi or python3-dev is missing, or this build has sanitizers or no optional parts"
need numpy python3-numpy
case $kind in
    pytest)
        need pytest python3-pytest
        cd "$build/python"
        PYTHONPATH=$build/python "$python" -m pytest -q -p no:cacheprovider -c "$source/python/pyproject.toml" \
            --rootdir "$source/python" grundy "$source/python/tests"
        ;;
    types)
        command -v mypy >/dev/null 2>&1 || skip "mypy is not installed"
        cd "$build/python"
        mypy --cache-dir=/dev/null --python-executable "$python" --config-file "$source/python/pyproject.toml" grundy
        MYPYPATH=$build/python mypy --cache-dir=/dev/null --python-executable "$python" "$source/python/tests/typed_use.py"
        ;;
    pip)
        need setuptools python3-setuptools
        need wheel python3-wheel
        need venv python3-venv
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
        "$python" -m venv --system-site-packages "$work/venv" || skip "no virtual environment can be made (python3-venv)"
        mkdir "$work/tree"
        cp -r "$source/python" "$source/include" "$work/tree"
        GRUNDY_BUILD=$build "$work/venv/bin/pip" install -q --no-build-isolation --no-index "$work/tree/python"
        cd "$work"
        "$work/venv/bin/python" -c "
import grundy
assert grundy.__file__.startswith('$work'), grundy.__file__
assert grundy.value('welter', {3, 5}) == 5
assert grundy.table('wythoff', 'a,b', a=range(4), b=range(4)).values[1, 2] == 0
print('pip: the package works from a fresh environment')"
        ;;
    *)
        echo "unknown kind $kind"
        exit 2
        ;;
esac
