"""Rulesets written in Python: functions on Python values become a family of the library.

The library keeps positions as byte strings, so values are written as such in one injective way. The library calls the
functions below, which call the user's; an exception in one stops the computation, and is raised when the library has
come back.
"""

from __future__ import annotations

import operator
import re
import weakref
from collections.abc import Callable, Iterable
from typing import Any, Optional, TypeVar

from ._grundy import ffi, lib
from .handle import STOPPED, bytes_of, c_text, current_handle, keep_failure

# ---- values and byte strings ----


def encode(value: Any) -> bytes:
    """An integer is i12; a string s3:abc, with its length; a tuple (...), a list [...], a set {...} of these."""
    if isinstance(value, str):
        text = value.encode()
        return b"s%d:%s" % (len(text), text)
    if isinstance(value, tuple):
        return b"(%s)" % b"".join(map(encode, value))
    if isinstance(value, list):
        return b"[%s]" % b"".join(map(encode, value))
    if isinstance(value, (set, frozenset)):
        return b"{%s}" % b"".join(sorted(map(encode, value)))
    try:
        return b"i%d;" % operator.index(value)
    except TypeError:
        raise TypeError(f"a position is an integer, a string, a tuple, a list or a set of these, not {value!r}") from None


_MAKE: dict[bytes, Callable[[list[Any]], Any]] = {b"()": tuple, b"[]": list, b"{}": frozenset}
_BY_BRACKET = {brackets[0]: (brackets[1], make) for brackets, make in _MAKE.items()}


def decode(data: bytes) -> Any:
    """The value of a byte string that encode made."""
    return _decode_from(data, 0)[0]


def _decode_from(data: bytes, at: int) -> tuple[Any, int]:
    kind = data[at]
    if kind == ord("i"):
        end = data.index(b";", at)
        return int(data[at + 1 : end]), end + 1
    if kind == ord("s"):
        colon = data.index(b":", at)
        end = colon + 1 + int(data[at + 1 : colon])
        return data[colon + 1 : end].decode(), end
    close, make = _BY_BRACKET[kind]
    items, at = [], at + 1
    while data[at] != close:
        item, at = _decode_from(data, at)
        items.append(item)
    return make(items), at + 1


def _summand(data: bytes) -> bytes:
    """A position of one summand: its length in base 128, low digits first, and its bytes."""
    size, prefix = len(data), bytearray()
    while size >= 128:
        prefix.append(size & 127 | 128)
        size >>= 7
    return bytes(prefix) + bytes((size,)) + data


# ---- notation ----


def written(value: Any) -> str:
    """The notation of rulesets that bring none: as other rulesets write it, strings in quotes, (3,) for one item.

    >>> written((3, 5)), written([(1, 2), "ab"]), written((3,))
    ('3,5', '[(1,2),"ab"]', '(3,)')
    """
    return ",".join(map(_written_item, value)) if isinstance(value, tuple) and len(value) > 1 else _written_item(value)


def _written_item(value: Any) -> str:
    if isinstance(value, str):
        return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
    if isinstance(value, tuple):
        return f"({','.join(map(_written_item, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{','.join(map(_written_item, value))}]"
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_written_item, value), key=lambda text: (len(text), text))) + "}"
    return str(value)


class _Unreadable(Exception):
    """The scanner has left a line; this carries the status."""

    def __init__(self, status: int) -> None:
        self.status = status


def _must(status: int) -> None:
    if status:
        raise _Unreadable(status)


def _read_written(s: Any) -> Any:
    """Read what written writes."""
    first = _read_item(s)
    if not lib.grundy_scan_accept(s, b","):
        return first
    items = [first, _read_item(s)]
    while lib.grundy_scan_accept(s, b","):
        items.append(_read_item(s))
    return tuple(items)


def _read_item(s: Any) -> Any:
    for brackets, make in _MAKE.items():
        if lib.grundy_scan_accept(s, brackets[:1]):
            items, comma = _read_items(s, brackets[1:])
            arithmetic = brackets == b"()" and len(items) == 1 and not comma
            return items[0] if arithmetic else make(items)
    if lib.grundy_scan_peek(s) == b'"':
        return _read_quoted(s)
    out = ffi.new("int64_t *")
    _must(lib.grundy_scan_signed(s, b"whole number, a text in quotes or a bracket", -(2**63), 2**63 - 1, out))
    return int(out[0])


def _read_items(s: Any, closing: bytes) -> tuple[list[Any], bool]:
    """The items up to a bracket, and whether a comma ends them."""
    items: list[Any] = []
    comma = False
    lib.grundy_scan_open(s)
    while lib.grundy_scan_peek(s) != closing and (comma or not items):
        items.append(_read_item(s))
        comma = lib.grundy_scan_accept(s, b",")
    lib.grundy_scan_close(s)
    _must(lib.grundy_scan_expect(s, closing))
    return items, comma


def _read_quoted(s: Any) -> str:
    text = ffi.new("grundy_buffer *", lib.grundy_buffer_open(current_handle()))
    try:
        _must(lib.grundy_scan_quoted(s, text))
        return bytes_of(lib.grundy_buffer_bytes(text)).decode(errors="replace")
    finally:
        lib.grundy_buffer_close(text)


def _read_summand(s: Any) -> str:
    """The characters up to what ends a summand: + or | or a closing bracket; the scanner skips blanks."""
    text, depth = bytearray(), 0
    while True:
        character: bytes = lib.grundy_scan_peek(s)
        depth += (character in b"([{") - (character in b")]}")
        if character == b"\0" or depth < 0 or (depth == 0 and character in b"+|"):
            return text.decode(errors="replace")
        lib.grundy_scan_accept(s, character)
        text += character


# ---- definitions ----

_known: dict[str, Definition] = {}
_by_family: "weakref.WeakValueDictionary[int, Definition]" = weakref.WeakValueDictionary()


# All definitions write their positions as encode does, so that push can combine them.
_same_bytes = ffi.new("char *")


class Definition:
    """A family of rulesets whose callbacks are Python functions."""

    def __init__(self, name: str, functions: dict[str, Optional[Callable[..., Any]]], texts: dict[str, str]) -> None:
        self.name = name
        self.functions = functions
        for member, function in functions.items():
            if function is not None and not callable(function):
                raise TypeError(f"{member} is a function, not {function!r}")
        self._texts = {key: ffi.new("char[]", c_text(text, key)) for key, text in {"name": name, **texts}.items()}
        self.family = ffi.new("grundy_family *", {key: text for key, text in self._texts.items() if key != "reason"})
        self.family.same_bytes = _same_bytes
        self.reason = self._texts["reason"]
        for member in ("parse", "print", "options", "canonical", "split", "formula"):
            if member in ("parse", "print", "options") or functions[member] is not None:
                setattr(self.family, member, getattr(lib, f"grundy_python_{member}"))
        _by_family[_address(self.family)] = self

    def position(self, value: Any) -> bytes:
        """The bytes of the position that is this value alone."""
        return _summand(encode(value))


def _address(family: Any) -> int:
    return int(ffi.cast("uintptr_t", family))


def of_ruleset(ruleset: Any) -> Optional[Definition]:
    """The definition that a ruleset is an instance of; None for the library's own."""
    return _by_family.get(_address(lib.grundy_ruleset_family(ruleset)))


def named_in(expression: str) -> tuple[Definition, ...]:
    """The definitions that an expression may name."""
    words = dict.fromkeys(re.findall(r"[A-Za-z][A-Za-z0-9-]*", expression))
    return tuple(_known[word] for word in words if word in _known)


def register(definition: Definition) -> None:
    """Expressions name it from now on, in place of an earlier definition of that name."""
    _known[definition.name] = definition


# ---- what the library calls ----

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _callback(function: _Function) -> _Function:
    """A function that returns a status; what it raises stops the computation."""
    ffi.def_extern(name=f"grundy_python_{function.__name__[1:]}", error=STOPPED, onerror=keep_failure)(function)
    return function


def _called(r: Any, member: str) -> Callable[..., Any]:
    definition = of_ruleset(r)
    assert definition is not None
    function = definition.functions[member]
    assert function is not None
    return function


def _append(out: Any, data: bytes) -> int:
    status: int = lib.grundy_append(out, data, len(data))
    return status


def _add_values(out: Any, values: Iterable[Any]) -> int:
    for data in dict.fromkeys(map(encode, values)):
        status: int = lib.grundy_list_add(out, data, len(data))
        if status:
            return status
    return 0


@_callback
def _parse(_g: Any, r: Any, s: Any, out: Any) -> int:
    definition = of_ruleset(r)
    assert definition is not None
    parse = definition.functions["parse"]
    column = lib.grundy_scan_column(s)
    try:
        value = _read_written(s) if parse is None else parse(_read_summand(s))
    except _Unreadable as failure:
        return failure.status
    except ValueError as failure:
        status: int = lib.grundy_scan_reject(s, column, b"%s", ffi.new("char[]", str(failure).encode()))
        return status
    return _append(out, encode(value))


@_callback
def _print(_g: Any, r: Any, summand: Any, out: Any) -> int:
    definition = of_ruleset(r)
    assert definition is not None
    write = definition.functions["print"] or written
    return _append(out, c_text(write(decode(bytes_of(summand))), "what print returns"))


@_callback
def _options(_g: Any, r: Any, summand: Any, out: Any) -> int:
    definition = of_ruleset(r)
    assert definition is not None
    terminal = definition.functions["terminal"]
    value = decode(bytes_of(summand))
    if terminal is not None and terminal(value):
        return 0
    return _add_values(out, _called(r, "options")(value))


@_callback
def _canonical(_g: Any, r: Any, summand: Any, out: Any) -> int:
    return _append(out, encode(_called(r, "canonical")(decode(bytes_of(summand)))))


@_callback
def _split(_g: Any, r: Any, summand: Any, out: Any) -> int:
    # No duplicates are dropped here: two equal summands are two.
    for value in _called(r, "split")(decode(bytes_of(summand))):
        data = encode(value)
        status: int = lib.grundy_list_add(out, data, len(data))
        if status:
            return status
    return 0


@_callback
def _formula(_g: Any, r: Any, summands: Any, count: int, question: int, out: Any, reason: Any) -> int:
    definition = of_ruleset(r)
    assert definition is not None
    if question != lib.GRUNDY_VALUE or count != 1:
        return int(lib.GRUNDY_DOMAIN)
    value = _called(r, "formula")(decode(bytes_of(summands[0])))
    if value is None:
        return int(lib.GRUNDY_DOMAIN)
    out[0] = operator.index(value)
    reason[0] = definition.reason
    return 0
