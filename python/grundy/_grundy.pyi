"""The extension module that cffi makes of grundy.h; see extension.py. What it holds is known when it is made."""

from typing import Any

ffi: Any
lib: Any
