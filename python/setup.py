"""Builds the extension module on the library of this tree.

The library is built by CMake, the one place that knows its sources and optional libraries, and linked statically, so
that the package stands alone. With GRUNDY_BUILD=DIRECTORY in the environment the library that was built there is taken
and nothing is built again.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import setuptools
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # an isolated build does not find the modules beside this one otherwise

import declarations  # noqa: E402
import extension  # noqa: E402


def build_library(build: Path) -> None:
    configure = ["cmake", "-S", str(HERE.parent), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF"]
    for command in (configure, ["cmake", "--build", str(build), "--target", "grundy-static", "--parallel"]):
        subprocess.run(command, check=True, stdout=sys.stderr)


def private_libraries(build: Path) -> list:
    """What the static library needs, from its pkg-config file."""
    found = re.search(r"^Libs.private:(.*)$", (build / "grundy.pc").read_text(encoding="utf-8"), re.MULTILINE)
    return found.group(1).split() if found else []


class build_extension(build_ext):
    """cffi calls pre_run before it writes the module's C source."""

    def pre_run(self, module: setuptools.Extension, _ffi: object) -> None:
        if "GRUNDY_BUILD" in os.environ:
            build = Path(os.environ["GRUNDY_BUILD"]).resolve()
        else:
            build = Path(self.build_temp).resolve() / "library"
            build_library(build)
        module.include_dirs.append(str(extension.HEADER.parent))
        module.extra_objects.append(str(build / "libgrundy.a"))
        module.extra_link_args += [*private_libraries(build), "-Wl,--exclude-libs,ALL"]
        module.depends += [str(extension.HEADER), str(build / "libgrundy.a")]


setuptools.setup(
    version=declarations.version(extension.HEADER),
    cffi_modules=["extension.py:builder"],
    cmdclass={"build_ext": build_extension},
)
