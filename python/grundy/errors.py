"""Exceptions, one for each status of the library that is a failure."""

from __future__ import annotations

from ._grundy import ffi, lib


class GrundyError(Exception):
    """A call failed; its text is the library's line, or what the status means."""


class ParseError(GrundyError, ValueError):
    """A ruleset, a position or a domain cannot be read; the text says where and what was expected."""


class LimitError(GrundyError):
    """Not decided within the given limits of time and memory. It is never an answer."""


class OutOfMemoryError(GrundyError, MemoryError):
    """The system has no more memory."""


class UndefinedError(GrundyError):
    """What was asked is not defined for this ruleset, or the method cannot serve it."""


class AbsentError(GrundyError):
    """The library was built without this feature."""


class DisagreementError(GrundyError):
    """Two methods gave different answers: please report it."""


class FileError(GrundyError, OSError):
    """A file could not be read or written."""


class StoppedError(GrundyError):
    """The computation was stopped."""


BY_STATUS: dict[str, type[GrundyError]] = {
    "GRUNDY_FAILED": GrundyError,
    "GRUNDY_PARSE": ParseError,
    "GRUNDY_LIMIT": LimitError,
    "GRUNDY_NOMEM": OutOfMemoryError,
    "GRUNDY_DOMAIN": UndefinedError,
    "GRUNDY_ABSENT": AbsentError,
    "GRUNDY_DISAGREE": DisagreementError,
    "GRUNDY_IO": FileError,
    "GRUNDY_STOPPED": StoppedError,
}

_NAMES: dict[int, str] = ffi.typeof("grundy_status").elements


def error_of(status: int, message: str) -> GrundyError:
    """The exception for a status that is not GRUNDY_OK."""
    text = message or ffi.string(lib.grundy_status_text(status)).decode()
    return BY_STATUS[_NAMES[status]](text)
