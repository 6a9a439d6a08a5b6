"""Rulesets and their positions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Optional, Union

from . import definitions
from ._grundy import ffi, lib
from .errors import LimitError
from .handle import Handle, bytes_of, c_text, view_of
from .notation import notation

PositionLike = Union["Position", str, int, "tuple[Any, ...]", "list[Any]", "set[Any]", "frozenset[Any]"]


class Answer(NamedTuple):
    """A value, and how it was found."""

    value: int
    method: str
    """formula, sweep, search or brute"""
    reason: str
    """the theorem or the algorithm, in one line"""


class Move(NamedTuple):
    """An option of a position, with its value."""

    position: "Position"
    value: int


class Period(NamedTuple):
    """G(n + period) = G(n) + saltus for all n >= preperiod, where G(n) is the value of a heap of n."""

    preperiod: int
    period: int
    """0: none was found"""
    saltus: int
    checked_to: int
    """the last n that was compared"""
    proved: bool
    """a theorem or a repeated state closes it; otherwise it was only checked"""
    reason: str
    """why it is proved"""


def question_of(misere: bool, outcome: bool) -> int:
    question: int = lib.GRUNDY_MISERE_VALUE if misere else lib.GRUNDY_VALUE
    if outcome:
        question = lib.GRUNDY_MISERE_OUTCOME if misere else lib.GRUNDY_OUTCOME
    return question


def method_of(word: str) -> int:
    out = ffi.new("grundy_method *")
    if not lib.grundy_method_find(c_text(word, "a method"), out):
        raise ValueError(f"no method is called {word!r}; they are auto, formula, sweep, search, brute and all")
    method: int = out[0]
    return method


class Ruleset:
    """The ruleset that an expression names.

    >>> welter = Ruleset("welter")
    >>> welter({3, 5}).value()
    5
    >>> Ruleset("octal(0.07)").period().period
    34

    Each ruleset keeps what its searches have found, for the questions that follow.
    """

    def __init__(self, expression: str) -> None:
        text = c_text(expression, "a ruleset")
        self._handle = Handle(definitions.named_in(expression))
        self._solvers: dict[tuple[int, int], Any] = {}
        out = ffi.new("grundy_ruleset **")
        with self._handle.computing() as g:
            self._handle.check(lib.grundy_ruleset_open(g, text, out))
            self._pointer = self._handle.keep(lib.grundy_ruleset_close, out[0])
        self._name: str = ffi.string(lib.grundy_ruleset_name(self._pointer)).decode()

    @property
    def name(self) -> str:
        """The expression, written in one canonical way."""
        return self._name

    @property
    def space(self) -> str:
        """What its positions are; rulesets over the same positions can be combined by push."""
        text: bytes = ffi.string(lib.grundy_ruleset_space(self._pointer))
        return text.decode()

    def __repr__(self) -> str:
        return f"Ruleset({self._name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self._name == other._name and self._handle.definitions == other._handle.definitions

    def __hash__(self) -> int:
        return hash(self._name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as its name; what it has found stays, and a definition in Python must be made again."""
        return Ruleset, (self._name,)

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, _memo: Any) -> Ruleset:
        return self

    def __call__(self, *position: PositionLike) -> Position:
        """A position; several arguments are the items of a tuple.

        >>> nim = Ruleset("nim")
        >>> nim(3, 5, 7) == nim("3,5,7") == nim((3, 5, 7))
        True
        """
        value = position[0] if len(position) == 1 else position
        if isinstance(value, Position) and value.ruleset == self:
            return value
        definition = definitions.of_ruleset(self._pointer)
        if definition is not None and not isinstance(value, (str, Position)):
            return Position(self, definition.position(value))
        return self._read(str(value) if isinstance(value, Position) else notation(value))

    def _read(self, text: str) -> Position:
        written = c_text(text, "a position")
        with self._handle.computing() as g:
            data = self._handle.bytes_from(lib.grundy_position_parse, g, self._pointer, written)
        return Position(self, data)

    def _solver(self, g: Any, question: int, method: int) -> Any:
        """The solver of a question, opened when it is first asked."""
        key = (question, method)
        if key not in self._solvers:
            out = ffi.new("grundy_solver **")
            self._handle.check(lib.grundy_solver_open(g, self._pointer, question, method, out))
            self._solvers[key] = self._handle.keep(lib.grundy_solver_close, out[0])
        return self._solvers[key]

    def _solve(self, position: bytes, question: int, method: str, explain: bool = False) -> Answer:
        out = ffi.new("grundy_answer *")
        way = method_of(method)
        with self._handle.computing() as g:
            solver = self._solver(g, question, way)
            lib.grundy_solver_explain(solver, explain)
            self._handle.check(lib.grundy_solve(solver, view_of(position)[0], out))
            reason = ffi.string(out.reason).decode() if explain else ""
        return Answer(out.value, ffi.string(lib.grundy_method_word(out.method)).decode(), reason)

    def period(self, *, misere: bool = False, outcome: bool = False, to: int = 0) -> Period:
        """The period of the values (or outcomes) of single heaps 0, 1, 2, ...

        to  look at heaps up to this size; 0: as far as a proof needs, within bounds of the library's choice

        >>> Ruleset("kayles").period()[:3]
        (71, 12, 0)
        """
        out = ffi.new("grundy_period *")
        with self._handle.computing() as g:
            self._handle.check(lib.grundy_find_period(g, self._pointer, question_of(misere, outcome), to, out))
        return Period(
            out.preperiod,
            out.period,
            out.saltus,
            out.checked_to,
            out.proved == lib.GRUNDY_YES,
            ffi.string(out.reason).decode() if out.reason else "",
        )


class Position:
    """A position of a ruleset, made by calling the ruleset; immutable and hashable.

    >>> p = Ruleset("nim")(3, 5, 6)
    >>> p.outcome(), p.value()
    ('P', 0)
    >>> q = p + "7"
    >>> str(q), q.value(), str(q.winning_move())
    ('3,5,6 + 7', 7, '3,5,6 + 0')
    """

    __slots__ = ("_ruleset", "_data")

    def __init__(self, ruleset: Ruleset, data: bytes) -> None:
        self._ruleset = ruleset
        self._data = data

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that it is a position of."""
        return self._ruleset

    def __str__(self) -> str:
        """In the notation of the ruleset, which reads it back."""
        handle = self._ruleset._handle
        with handle.computing() as g:
            return handle.text_from(lib.grundy_position_print, g, self._ruleset._pointer, view_of(self._data)[0])

    def __repr__(self) -> str:
        return f"{self._ruleset!r}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._data == other._data and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        return hash((self._ruleset, self._data))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as text, which other versions of the library read too."""
        return self._ruleset, (str(self),)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, _memo: Any) -> Position:
        return self

    # ---- sums ----

    def __add__(self, other: PositionLike) -> Position:
        """The disjunctive sum. With a position of another ruleset it is one of sum(R1,R2,...).

        >>> nim, kayles = Ruleset("nim"), Ruleset("kayles")
        >>> nim(3, 5) + kayles(7)
        Ruleset('sum(nim,kayles)')('3,5 | 7')
        """
        if not isinstance(other, Position):
            other = self._ruleset(other)
        if other._ruleset == self._ruleset:
            return Position(self._ruleset, self._data + other._data)
        parts = [*self.summands(), *other.summands()]
        expression = ",".join(part._ruleset.name for part in parts)
        return Ruleset(f"sum({expression})")(" | ".join(str(part) for part in parts))

    def __radd__(self, other: int) -> Position:
        """0 is the empty sum, so that the builtin sum adds positions.

        >>> str(sum(Ruleset("kayles")(n) for n in (5, 7)))
        '5 + 7'
        """
        if isinstance(other, int) and other == 0:
            return self
        return NotImplemented

    def summands(self) -> list[Position]:
        """The positions whose disjunctive sum it was written as.

        >>> [str(p) for p in Ruleset("kayles")("5 + 7").summands()]
        ['5', '7']
        """
        parts, at = [], 0
        while at < len(self._data):
            begin, size, shift = at, 0, 0
            while True:
                digit = self._data[at]
                size |= (digit & 127) << shift
                shift, at = shift + 7, at + 1
                if digit < 128:
                    break
            at += size
            parts.append(Position(self._ruleset, self._data[begin:at]))
        return parts

    # ---- moves ----

    def options(self) -> list[Position]:
        """The positions that a move leads to, each once, in no particular order."""
        handle = self._ruleset._handle
        with handle.computing() as g, handle.list() as found:
            handle.check(lib.grundy_position_options(g, self._ruleset._pointer, view_of(self._data)[0], found))
            count = lib.grundy_list_count(found)
            return [Position(self._ruleset, bytes_of(lib.grundy_list_at(found, i))) for i in range(count)]

    def moves(self, *, winning: bool = False, misere: bool = False, method: str = "auto") -> list[Move]:
        """The options with their values, sorted by value and then as printed.

        winning  only the winning moves

        >>> [(str(p), v) for p, v in Ruleset("wythoff")(1, 2).moves()]
        [('0,1', 1), ('1,0', 1), ('0,2', 2), ('1,1', 2)]
        """
        question = question_of(misere, outcome=False)
        found = [Move(p, self._ruleset._solve(p._data, question, method).value) for p in self.options()]
        found.sort(key=lambda move: (move.value, str(move.position)))
        return [move for move in found if move.value == 0] if winning else found

    def winning_move(self, *, misere: bool = False, method: str = "auto") -> Optional[Position]:
        """A move that wins; None when there is none.

        >>> print(Ruleset("welter")({3, 5, 9}).winning_move())
        {1,3,5}
        """
        handle = self._ruleset._handle
        if self.outcome(misere=misere, method=method) == "P":
            return None
        with handle.computing() as g:
            solver = self._ruleset._solver(g, question_of(misere, outcome=False), method_of(method))
            with handle.buffer() as out:
                status = lib.grundy_winning_move(solver, view_of(self._data)[0], out)
                if status == lib.GRUNDY_DOMAIN and misere and handle.failure is None:
                    return None  # it is terminal: who cannot move has won
                handle.check(status)
                return Position(self._ruleset, bytes_of(lib.grundy_buffer_bytes(out)))

    # ---- values ----

    def value(self, *, method: str = "auto") -> int:
        """The Grundy value.

        method  auto, formula, sweep, search, brute, or all, which must agree
        """
        return self._ruleset._solve(self._data, lib.GRUNDY_VALUE, method).value

    def misere_value(self, *, method: str = "auto") -> int:
        """The misère Grundy value: 1 for a terminal position, else the mex of the options' values."""
        return self._ruleset._solve(self._data, lib.GRUNDY_MISERE_VALUE, method).value

    def outcome(self, *, misere: bool = False, method: str = "auto") -> str:
        """'N' when the next player wins, 'P' when the previous one does, by the fastest way that decides it."""
        answer = self._ruleset._solve(self._data, question_of(misere, outcome=True), method)
        return "N" if answer.value else "P"

    def explain(self, *, misere: bool = False, method: str = "auto") -> Answer:
        """The value, and how it was found.

        >>> Ruleset("nim")(3, 5).explain().method
        'formula'
        """
        return self._ruleset._solve(self._data, question_of(misere, outcome=False), method, explain=True)

    def view(self) -> str:
        """Lines that draw the position, for rulesets on partitions and those that have a drawing of this kind.

        >>> print(Ruleset("hooks")([3, 1]).view(), end="")
        welter {1,4}
        ###
        #
        """
        handle = self._ruleset._handle
        with handle.computing() as g:
            return handle.text_from(lib.grundy_position_view, g, self._ruleset._pointer, view_of(self._data)[0])


    # ---- pictures ----

    def picture(
        self,
        kind: str = "svg",
        *,
        move: Optional[Position] = None,
        values: bool = False,
        dark: bool = False,
        title: Optional[str] = None,
    ) -> bytes:
        """A drawing of the position, as the bytes of an image file.

        kind    svg, png or pdf
        move    an option, to be marked
        values  write the value of each coin on it, for rulesets of coins
        dark    light lines on a dark ground
        title   for readers who cannot see it; without one, the ruleset and the position

        >>> Ruleset("nim")(3, 5).picture()[:5]
        b'<svg '
        """
        image = image_of(kind)
        if move is not None and move.ruleset != self.ruleset:
            raise ValueError(f"{move!r} is no option of {self!r}")
        name = c_text(title if title is not None else f"{self._ruleset.name} {self}", "a title")
        handle = self._ruleset._handle
        marked = view_of(move._data if move is not None else b"")
        with handle.computing() as g:
            picture = ffi.new("grundy_picture *", lib.grundy_picture_open(g))
            try:
                handle.check(
                    lib.grundy_position_draw(g, self._ruleset._pointer, view_of(self._data)[0], marked[0], picture)
                )
                if values:
                    handle.check(
                        lib.grundy_picture_values(g, self._ruleset._pointer, lib.GRUNDY_VALUE, lib.GRUNDY_AUTO, picture)
                    )
                theme = lib.GRUNDY_DARK if dark else lib.GRUNDY_LIGHT
                return handle.bytes_from(lib.grundy_picture_write, g, picture, name, image, theme)
            finally:
                lib.grundy_picture_close(picture)

    def _repr_svg_(self) -> Optional[str]:
        """What a notebook shows; nothing for a drawing that would be too large."""
        try:
            return self.picture().decode()
        except LimitError:
            return None


def image_of(kind: str) -> Any:
    """The grundy_image of the name of a kind of image."""
    image = ffi.new("grundy_image *")
    if not lib.grundy_image_of(c_text(f".{kind}", "a kind of image"), image):
        raise ValueError(f"no kind of image is called {kind!r}; they are svg, png and pdf")
    return image[0]


@functools.lru_cache(maxsize=32)
def opened(expression: str) -> Ruleset:
    """The ruleset of an expression; the last ones are kept, with what their searches have found."""
    return Ruleset(expression)


RulesetLike = Union[Ruleset, str]


def ruleset_of(ruleset: RulesetLike) -> Ruleset:
    return ruleset if isinstance(ruleset, Ruleset) else opened(ruleset)


def value(ruleset: RulesetLike, position: PositionLike, *, method: str = "auto") -> int:
    """The Grundy value of a position.

    >>> value("welter", {3, 5}), value("push(nim,euclid)", (4, 9)), value("cram", "4x5")
    (5, 8, 2)
    """
    return ruleset_of(ruleset)(position).value(method=method)


def misere_value(ruleset: RulesetLike, position: PositionLike, *, method: str = "auto") -> int:
    """The misère Grundy value of a position.

    >>> misere_value("nim", (1, 1))
    1
    """
    return ruleset_of(ruleset)(position).misere_value(method=method)


def outcome(ruleset: RulesetLike, position: PositionLike, *, misere: bool = False, method: str = "auto") -> str:
    """'N' or 'P'.

    >>> outcome("euclid", (9007199254740993, 14573954537613649))
    'P'
    """
    return ruleset_of(ruleset)(position).outcome(misere=misere, method=method)


def moves(
    ruleset: RulesetLike, position: PositionLike, *, winning: bool = False, misere: bool = False, method: str = "auto"
) -> list[Move]:
    """The options of a position with their values.

    >>> [str(move.position) for move in moves("wythoff", (7, 9), winning=True)]
    ['3,5', '7,4']
    """
    return ruleset_of(ruleset)(position).moves(winning=winning, misere=misere, method=method)


def period(ruleset: RulesetLike, *, misere: bool = False, outcome: bool = False, to: int = 0) -> Period:
    """The period of the values (or outcomes) of single heaps; see Ruleset.period.

    >>> period("subtraction(1..3)").proved
    True
    """
    return ruleset_of(ruleset).period(misere=misere, outcome=outcome, to=to)


def define(
    name: str,
    options: Callable[[Any], Iterable[Any]],
    *,
    terminal: Optional[Callable[[Any], bool]] = None,
    split: Optional[Callable[[Any], Iterable[Any]]] = None,
    canonical: Optional[Callable[[Any], Any]] = None,
    formula: Optional[Callable[[Any], Optional[int]]] = None,
    parse: Optional[Callable[[str], Any]] = None,
    print: Optional[Callable[[Any], str]] = None,
    theorem: str = "a closed form written in Python",
) -> Ruleset:
    """A ruleset written in Python. From now on expressions can name it: push(name,name), sum(nim,name).

    A position is an integer, a string, or a tuple, list or frozenset of these; equal values are equal positions.

    name       a letter, then letters, digits and hyphens; an earlier definition of the name gives way
    options    the options of a position. They must be simpler: no position can be reached from itself
    terminal   true: no moves, whatever options says
    split      positions whose disjunctive sum is isomorphic to this one
    canonical  an isomorphic position, the same for as many isomorphic ones as is cheap
    formula    the Grundy value in closed form, or None where it does not say; theorem names its source
    parse      reads a position from text without blanks, or raises ValueError saying what is wrong
    print      writes a position so that parse reads it back. Without both, 3,5 and [4,2,1] and "text" are read

    What one of them raises comes out of the call that needed it.

    >>> squares = define("take-a-square", lambda n: [n - k * k for k in range(1, n + 1) if k * k <= n])
    >>> [squares(n).value() for n in range(12)]
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]
    >>> value("sum(nim,take-a-square)", "6 | 4")
    4
    """
    functions: dict[str, Optional[Callable[..., Any]]] = {
        "options": options,
        "terminal": terminal,
        "split": split,
        "canonical": canonical,
        "formula": formula,
        "parse": parse,
        "print": print,
    }
    rules = inspect.getdoc(options) or "A ruleset written in Python."
    texts = {
        "arguments": "",
        "summary": rules.splitlines()[0].rstrip("."),
        "rules": rules,
        "space": "Python values",
        "reason": theorem,
    }
    definition = definitions.Definition(name, functions, texts)
    Handle((definition,))  # is the name free, and a name?
    definitions.register(definition)
    opened.cache_clear()
    return Ruleset(name)
