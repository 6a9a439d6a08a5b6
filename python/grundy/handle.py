"""A handle of the library: limits, interruption, and exceptions that pass through C.

A handle is used by one thread at a time, which a lock sees to. Calls release Python's own lock, so that computations on
different handles run at the same time. What a callback written in Python raises is kept until the library has come
back, and raised then; so is KeyboardInterrupt, which arrives when the library asks whether it may go on.
"""

from __future__ import annotations

import contextlib
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any, Optional

from . import limiting
from ._grundy import ffi, lib
from .errors import ParseError, error_of

STOPPED: int = lib.GRUNDY_STOPPED


class _Stack(threading.local):
    """The handles for which this thread is computing, or called back, innermost last."""

    def __init__(self) -> None:
        self.handles: list[Handle] = []


_stack = _Stack()


class Handle:
    """Opened with the definitions of rulesets written in Python that its expressions may name."""

    def __init__(self, definitions: tuple[Any, ...] = ()) -> None:
        out = ffi.new("grundy **")
        status = lib.grundy_open(ffi.NULL, ffi.NULL, out)
        if status:
            raise error_of(status, "")
        self.pointer = out[0]
        self.definitions = definitions
        self.failure: Optional[BaseException] = None
        self.progress: Optional[Callable[[limiting.Progress], None]] = None
        self._lock = threading.Lock()
        self._patience = ffi.new("grundy_patience *")
        self._opened: list[tuple[Callable[[Any], None], Any]] = []
        # At exit the system takes all memory back; a thread may then still compute.
        weakref.finalize(self, _close, self.pointer, self._opened).atexit = False
        for definition in definitions:
            self.check(lib.grundy_family_add(self.pointer, definition.family))

    def keep(self, close: Callable[[Any], None], pointer: Any) -> Any:
        """Close this before the handle; last opened, first closed."""
        self._opened.append((close, pointer))
        return pointer

    @contextlib.contextmanager
    def computing(self) -> Iterator[Any]:
        """Within the block this thread uses the handle, under the limits in force. Gives the C handle."""
        if self in _stack.handles:
            raise RuntimeError("a ruleset that is computing cannot be asked by its own callbacks")
        with self._lock, _pushed(self):
            wanted = limiting.current()
            self.failure = None
            self.progress = wanted.progress
            caller = ffi.new_handle(self)
            lib.grundy_patience_begin(self._patience, caller)
            in_force = ffi.new("grundy_limits *")
            in_force.memory = wanted.memory
            in_force.seconds = wanted.seconds
            in_force.threads = 1 if self.definitions else wanted.threads
            in_force.stop = ffi.addressof(lib, "grundy_patience_stop")
            in_force.progress = lib.grundy_python_progress if wanted.progress is not None else ffi.NULL
            in_force.context = self._patience
            lib.grundy_set_limits(self.pointer, in_force)
            yield self.pointer

    def check(self, status: int) -> None:
        """Raise what a callback has raised, or the exception for a status."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        if status:
            raise error_of(status, ffi.string(lib.grundy_message(self.pointer)).decode(errors="replace"))

    @contextlib.contextmanager
    def buffer(self) -> Iterator[Any]:
        """Within the block, an empty buffer."""
        buffer = ffi.new("grundy_buffer *", lib.grundy_buffer_open(self.pointer))
        try:
            yield buffer
        finally:
            lib.grundy_buffer_close(buffer)

    @contextlib.contextmanager
    def list(self) -> Iterator[Any]:
        """Within the block, an empty list of byte strings."""
        strings = ffi.new("grundy_list *", lib.grundy_list_open(self.pointer))
        try:
            yield strings
        finally:
            lib.grundy_list_close(strings)

    def bytes_from(self, function: Callable[..., int], *arguments: Any) -> bytes:
        """What a function appends to the buffer that is its last argument."""
        with self.buffer() as buffer:
            self.check(function(*arguments, buffer))
            return buffer_bytes(buffer)

    def text_from(self, function: Callable[..., int], *arguments: Any) -> str:
        """The same, as text."""
        return self.bytes_from(function, *arguments).decode()


def _close(pointer: Any, opened: list[tuple[Callable[[Any], None], Any]]) -> None:
    while opened:
        close, child = opened.pop()
        close(child)
    lib.grundy_close(pointer)


@contextlib.contextmanager
def _pushed(handle: Handle) -> Iterator[None]:
    _stack.handles.append(handle)
    try:
        yield
    finally:
        _stack.handles.pop()


def c_text(text: str, what: str) -> bytes:
    """A text for C, which ends at the first NUL: one inside would hide what follows it."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a string, not {text!r}")
    if "\0" in text:
        raise ParseError(f"{what} has no NUL character in it, as {text!r} does")
    return text.encode()


def buffer_bytes(buffer: Any) -> bytes:
    """What a buffer holds."""
    return bytes_of(lib.grundy_buffer_bytes(buffer))


def bytes_of(view: Any) -> bytes:
    """A copy of the bytes that a grundy_bytes shows."""
    return bytes(ffi.buffer(view.data, view.size)) if view.size else b""


def view_of(data: bytes) -> Any:
    """A grundy_bytes of these bytes, which lives as long as the object does."""
    kept = ffi.from_buffer("unsigned char[]", data)
    view = ffi.new("grundy_bytes *", {"data": kept, "size": len(data)})
    _kept[view] = kept
    return view


_kept: "weakref.WeakKeyDictionary[Any, Any]" = weakref.WeakKeyDictionary()


def current_handle() -> Any:
    """The C handle of the innermost computation of this thread."""
    return _stack.handles[-1].pointer


def keep_failure(_kind: type, failure: BaseException, _trace: Optional[types.TracebackType]) -> None:
    """For cffi: a callback of the innermost computation of this thread has raised."""
    _stack.handles[-1].failure = failure


def _keep_failure_of_caller(kind: type, failure: BaseException, trace: Optional[types.TracebackType]) -> None:
    """For cffi: stop or progress, which may run in a thread of the library's own, has raised."""
    while trace is not None:
        arguments = trace.tb_frame.f_locals
        if "caller" in arguments:
            ffi.from_handle(arguments["caller"]).failure = failure
            return
        trace = trace.tb_next


@ffi.def_extern(error=True, onerror=_keep_failure_of_caller)  # type: ignore[misc]
def grundy_python_stop(caller: Any) -> bool:
    """Running Python code at all lets an interrupt arrive. A progress callback may have failed before."""
    return ffi.from_handle(caller).failure is not None


@ffi.def_extern()  # type: ignore[misc]
def grundy_python_progress(context: Any, progress: Any) -> None:
    handle: Handle = ffi.from_handle(ffi.cast("grundy_patience *", context).caller)
    report = limiting.Progress(ffi.string(progress.what).decode(), progress.done, progress.total, progress.seconds)
    if handle.progress is not None and handle.failure is None:
        with _pushed(handle):
            try:
                handle.progress(report)
            except BaseException as failure:  # it is raised when the library has come back
                handle.failure = failure
