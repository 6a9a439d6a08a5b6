"""The declarations of grundy.h in the form that cffi reads, made from the header itself.

There is no second list that could drift from the header: the C preprocessor expands the header's X-lists, and what cffi
does not read (attributes, the bodies of inline functions) is taken out. The extension is then compiled against the
same header, so that the C compiler checks each declaration once more.
"""

import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

def compiler() -> list[str]:
    """The C compiler: $CC, or the one that Python was built with."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def preprocess(text: str) -> str:
    """Expand a header that includes nothing. Without __GNUC__ the header uses no attributes."""
    command = [*compiler(), "-E", "-P", "-x", "c", "-U__GNUC__", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def without_bodies(text: str) -> str:
    """Inline functions become declarations."""
    return re.sub(r"static inline ([^{;]*?)\s*\{[^{}]*\}", r"\1;", text)


def declarations(header: Path) -> str:
    """All declarations of the header, without the files that it includes."""
    text = re.sub(r"^\s*#\s*include\s.*$", "", header.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return without_bodies(preprocess(text))


def version(header: Path) -> str:
    """The version that the header says."""
    found = re.search(r'^#define GRUNDY_VERSION "([^"]+)"', header.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{header} says no version")
    return found.group(1)


if __name__ == "__main__":
    print(declarations(Path(sys.argv[1])))
