"""Tables of values as NumPy arrays."""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import definitions, limiting
from ._grundy import ffi, lib
from .errors import AbsentError, LimitError, ParseError
from .handle import Handle, c_text
from .rulesets import Ruleset, RulesetLike, image_of, method_of, question_of

Domain = Union[range, int, str]
Label = Union[int, str]

SHOWN_MOST = 1 << 18
"""A table of more values is not drawn by a notebook unasked."""


class Table:
    """Values for each assignment of variables; see table()."""

    def __init__(
        self,
        names: tuple[str, ...],
        values: npt.NDArray[np.uint64],
        axes: Optional[tuple[range, ...]],
        labels: list[tuple[Label, ...]],
        drawn: Callable[[], bytes],
    ) -> None:
        self.names = names
        """the variables"""
        self.values = values
        """the values: an axis a variable when all domains are ranges of integers, else one axis, row after row"""
        self.axes = axes
        """what the variables run through, when all are ranges of integers"""
        self._labels = labels
        self._drawn = drawn

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> npt.NDArray[Any]:
        changes = dtype is not None and np.dtype(dtype) != self.values.dtype
        if changes and copy is False:
            raise ValueError(f"values as {np.dtype(dtype)} need a copy")
        return self.values.astype(dtype or np.uint64) if changes or copy else self.values

    def __len__(self) -> int:
        """How many rows there are."""
        return self.values.size

    def __iter__(self) -> Iterator[tuple[Label, ...]]:
        """The rows: the values of the variables, then the value; the last variable runs fastest."""
        labels = self._labels if self.axes is None else itertools.product(*self.axes)
        for label, value in zip(labels, self.values.flat):
            yield (*label, int(value))

    def count(self) -> dict[int, int]:
        """How many rows have each value."""
        values, counts = np.unique(self.values, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist()))

    def _repr_svg_(self) -> Optional[str]:
        """What a notebook shows: plot(), which computes the table again; nothing where there is no such plot."""
        try:
            return self._drawn().decode() if len(self) <= SHOWN_MOST else None
        except (LimitError, ParseError, AbsentError):
            return None

    def __repr__(self) -> str:
        return f"<Table of {', '.join(self.names)}: {' x '.join(map(str, self.values.shape))} values>"


def _domain(domain: Domain) -> tuple[str, Optional[range]]:
    """The domain in the library's notation, and as a range when it is one."""
    if isinstance(domain, range):
        if domain.step != 1 or not domain:
            raise ValueError(f"a variable runs through a range with step 1 that is not empty, not {domain!r}")
        return f"{domain.start}..{domain.stop - 1}", domain
    if isinstance(domain, str):
        found = re.fullmatch(r"\s*(\d+)\s*\.\.\s*(\d+)\s*", domain)
        interval = range(int(found.group(1)), int(found.group(2)) + 1) if found else None
        return domain, interval or None
    try:
        number = operator.index(domain)
    except TypeError:
        raise TypeError(f"a variable runs through a range, an integer or a text such as '0..9', not {domain!r}") from None
    return str(number), range(number, number + 1)


class _Request:
    """A grundy_table_request with the texts that it points to."""

    def __init__(self, ruleset: RulesetLike, template: str, domains: Mapping[str, Domain]) -> None:
        self.names = tuple(domains)
        parts = [_domain(domain) for domain in domains.values()]
        self.axes = tuple(axis for _, axis in parts if axis is not None)
        self.is_box = len(self.axes) == len(parts)
        self.expression = ruleset.name if isinstance(ruleset, Ruleset) else ruleset
        self.definitions = (
            ruleset._handle.definitions if isinstance(ruleset, Ruleset) else definitions.named_in(ruleset)
        )
        self._variables = [
            ffi.new("char[]", c_text(f"{name}={text}", "a variable")) for name, (text, _) in zip(self.names, parts)
        ]
        self._list = ffi.new("char *[]", self._variables) if parts else ffi.new("char *[1]")
        self._texts = [
            ffi.new("char[]", c_text(text, what))
            for text, what in ((self.expression, "a ruleset"), (template, "a position"))
        ]
        self.pointer = ffi.new("grundy_table_request *")
        self.pointer.ruleset, self.pointer.position = self._texts
        self.pointer.variables = self._list
        self.pointer.count = len(parts)


def merged(variables: Optional[Mapping[str, Domain]], domains: Mapping[str, Domain]) -> dict[str, Domain]:
    return {**(variables or {}), **domains}


def request_of(ruleset: RulesetLike, template: str, domains: Mapping[str, Domain]) -> _Request:
    return _Request(ruleset, template, domains)


def table(
    ruleset: RulesetLike,
    template: str,
    /,
    variables: Optional[Mapping[str, Domain]] = None,
    *,
    misere: bool = False,
    outcome: bool = False,
    method: str = "auto",
    **domains: Domain,
) -> Table:
    """The values of a position with variables in it.

    ruleset, template  may contain the variables, and arithmetic
    domains            a range, an integer, or the library's notation: "0..n", "partitions(0..12)", "subsets(0..9,3)",
                       "elements". A variable whose name is one of the other parameters goes into the mapping variables
    outcome            0 (P) and 1 (N) in place of values

    The library writes the values of ranges into the memory of the array: nothing is copied.

    >>> table("wythoff", "a,b", a=range(4), b=range(5)).values
    array([[0, 1, 2, 3, 4],
           [1, 2, 0, 4, 5],
           [2, 0, 1, 5, 3],
           [3, 4, 5, 6, 2]], dtype=uint64)
    >>> list(table("pnim", "p", p="partitions(2..3)"))
    [('[2]', 2), ('[1,1]', 2), ('[3]', 3), ('[2,1]', 3), ('[1,1,1]', 3)]
    """
    domains = merged(variables, domains)

    def drawn() -> bytes:
        return plot(ruleset, template, domains, misere=misere, outcome=outcome, method=method)

    request = request_of(ruleset, template, domains)
    request.pointer.question = question_of(misere, outcome)
    request.pointer.method = method_of(method)
    handle = Handle(request.definitions)
    with handle.computing() as g:
        out = ffi.new("grundy_table **")
        handle.check(lib.grundy_table_open(g, request.pointer, out))
        try:
            if request.is_box:
                return Table(request.names, _filled(handle, out[0], request.axes), request.axes, [], drawn)
            values, labels = _rows(handle, out[0], len(request.names))
            return Table(request.names, values, None, labels, drawn)
        finally:
            lib.grundy_table_close(out[0])


def plot(
    ruleset: RulesetLike,
    template: str,
    /,
    variables: Optional[Mapping[str, Domain]] = None,
    *,
    kind: str = "svg",
    histogram: bool = False,
    mark_zeros: bool = False,
    dark: bool = False,
    title: Optional[str] = None,
    misere: bool = False,
    outcome: bool = False,
    method: str = "auto",
    **domains: Domain,
) -> bytes:
    """A plot of a table, as the bytes of an image file: a map of two variables, or a sequence of one.

    kind        svg, png or pdf
    histogram   how many rows have each value, of any number of variables
    mark_zeros  positions of value 0 in a colour of their own
    dark        light lines on a dark ground
    title       without one, the ruleset and the template

    The other parameters are those of table(); assignments that give no position stay empty.

    >>> plot("wythoff", "a,b", a=range(9), b=range(9), mark_zeros=True)[:5]
    b'<svg '
    """
    image = image_of(kind)
    request = request_of(ruleset, template, merged(variables, domains))
    request.pointer.question = question_of(misere, outcome)
    request.pointer.method = method_of(method)
    request.pointer.gaps = True
    name = ffi.new("char[]", c_text(title if title is not None else f"{request.expression}   {template}", "a title"))
    style = ffi.new("grundy_plot_style *")
    style.histogram, style.mark_zeros, style.title, style.image = histogram, mark_zeros, name, image
    style.theme = lib.GRUNDY_DARK if dark else lib.GRUNDY_LIGHT
    handle = Handle(request.definitions)
    with handle.computing() as g:
        return handle.bytes_from(lib.grundy_plot_write, g, request.pointer, style)


def _filled(handle: Handle, opened: Any, axes: tuple[range, ...]) -> npt.NDArray[np.uint64]:
    shape = tuple(map(len, axes))
    size = math.prod(shape)
    memory = limiting.current().memory
    if memory and 8 * size > memory:
        raise LimitError(f"the memory limit of {memory} bytes is reached: {size} values")
    values = np.empty(shape, dtype=np.uint64)
    count = ffi.new("size_t *")
    handle.check(lib.grundy_table_fill(opened, ffi.from_buffer("uint64_t[]", values), size, count))
    assert count[0] == size
    return values


def _rows(handle: Handle, opened: Any, variables: int) -> tuple[npt.NDArray[np.uint64], list[tuple[Label, ...]]]:
    values: list[int] = []
    labels: list[tuple[Label, ...]] = []
    answer, more = ffi.new("grundy_answer *"), ffi.new("bool *")
    with handle.buffer() as text:
        while True:
            handle.check(lib.grundy_table_next(opened, answer, more))
            if not more[0]:
                return np.array(values, dtype=np.uint64), labels
            values.append(answer.value)
            labels.append(tuple(_label(handle, opened, i, text) for i in range(variables)))


def _label(handle: Handle, opened: Any, variable: int, text: Any) -> Label:
    text.size = 0
    handle.check(lib.grundy_table_print(opened, variable, text))
    label: str = ffi.string(lib.grundy_buffer_text(text)).decode()
    return int(label) if lib.grundy_table_is_number(opened, variable) else label
