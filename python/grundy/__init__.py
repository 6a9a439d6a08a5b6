"""Impartial combinatorial games: Grundy values, outcomes, winning moves, tables, periods.

    >>> import grundy
    >>> grundy.value("welter", {3, 5})
    5
    >>> nim = grundy.Ruleset("nim")
    >>> print((nim(3, 5) + nim(7)).winning_move())
    3,5 + 6
    >>> grundy.table("wythoff", "a,b", a=range(100), b=range(100)).values.max()
    149

Positions are written as on the command line, or as Python values; grundy.notation says how. `rulesets()` lists the
games that can be asked about, and define() adds one written in Python. All computing is done by the library libgrundy.
"""

from ._grundy import ffi as _ffi
from ._grundy import lib as _lib
from . import nim
from .errors import (
    AbsentError,
    DisagreementError,
    FileError,
    GrundyError,
    LimitError,
    OutOfMemoryError,
    ParseError,
    StoppedError,
    UndefinedError,
)
from .limiting import Limits, Progress, limits
from .nim import calculate
from .notation import notation
from .rulesets import (
    Answer,
    Move,
    Period,
    Position,
    Ruleset,
    define,
    misere_value,
    moves,
    outcome,
    period,
    value,
)
from .statements import Claim, Classification, Pair, Result, claims, classify, verify
from .tables import Table, plot, table

__version__: str = _ffi.string(_lib.grundy_version()).decode()


def rulesets() -> dict[str, str]:
    """The names of the library's rulesets, with a line about each.

    >>> rulesets()["nim"]
    'take any number of tokens from one heap'
    """
    families = [_lib.grundy_family_at(i) for i in range(_lib.grundy_family_count())]
    return {
        _ffi.string(f.name).decode() + _ffi.string(f.arguments).decode(): _ffi.string(f.summary).decode()
        for f in families
    }


__all__ = [
    "AbsentError",
    "Answer",
    "Claim",
    "Classification",
    "DisagreementError",
    "FileError",
    "GrundyError",
    "LimitError",
    "Limits",
    "Move",
    "OutOfMemoryError",
    "Pair",
    "ParseError",
    "Period",
    "Position",
    "Progress",
    "Result",
    "Ruleset",
    "StoppedError",
    "Table",
    "UndefinedError",
    "calculate",
    "claims",
    "classify",
    "define",
    "limits",
    "misere_value",
    "moves",
    "nim",
    "notation",
    "outcome",
    "period",
    "plot",
    "rulesets",
    "table",
    "value",
    "verify",
]
