"""How much time, memory and threads a computation may take, and who is told how far it has come."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import NamedTuple, Optional


class Progress(NamedTuple):
    """How far a long computation has come."""

    what: str
    """what is counted: positions, cells, heaps"""
    done: int
    total: int
    """0 when it is not known"""
    seconds: float
    """since the computation began"""


@dataclasses.dataclass(frozen=True)
class Limits:
    """The limits in force; see limits()."""

    seconds: float = 0
    memory: int = 4 << 30
    threads: int = 1
    progress: Optional[Callable[[Progress], None]] = None


_current: ContextVar[Limits] = ContextVar("grundy_limits", default=Limits())


def current() -> Limits:
    """The limits that are in force here."""
    return _current.get()


@contextlib.contextmanager
def limits(
    *,
    seconds: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[Limits]:
    """Within a with-block, set limits for each call; what is not given stays as it is outside.

    seconds   time that one call may take; 0: no limit
    memory    bytes that a ruleset, with all that its solvers have found, may hold; 0: no limit; at first 4 GiB
              (what the library and Lua hold is counted, not what functions of yours keep in Python)
    threads   threads that a search may use. Rulesets written in Python are always searched by one
    progress  called about twice a second by long computations, with a Progress

    A limit that is reached raises LimitError.

    >>> import grundy
    >>> with grundy.limits(seconds=0.1):
    ...     grundy.value("cram", "9x9", method="brute")
    Traceback (most recent call last):
        ...
    grundy.errors.LimitError: the time limit of 0.1 seconds is reached
    """
    given = {"seconds": seconds, "memory": memory, "threads": threads, "progress": progress}
    new = dataclasses.replace(current(), **{name: value for name, value in given.items() if value is not None})
    # Written so that a NaN is refused too.
    if not (new.seconds >= 0 and new.memory >= 0 and 1 <= new.threads <= 256):
        raise ValueError("seconds and memory must not be negative, and threads lie between 1 and 256")
    token = _current.set(new)
    try:
        yield new
    finally:
        _current.reset(token)
