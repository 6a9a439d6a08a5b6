"""How Python values become positions in the library's notation.

One rule for all rulesets:

    a string           stands for itself                   "5x7", "3,5 + 2"
    an integer         its decimal digits                  12        12
    a tuple            its items with commas between       (3, 5)    3,5
    a list             the same in square brackets         [4, 2, 1] [4,2,1]
    a set              the same in braces, in order        {3, 5}    {3,5}
    a tuple in these   the same in parentheses             {(1, 2)}  {(1,2)}
"""

from __future__ import annotations

import operator
from typing import Any


def notation(value: Any) -> str:
    """The position that a Python value stands for, in the notation of the ruleset.

    >>> notation((3, 5)), notation([4, 2, 1]), notation({5, 3}), notation({(1, 2), (3, 4)})
    ('3,5', '[4,2,1]', '{3,5}', '{(1,2),(3,4)}')
    """
    return _joined(value) if isinstance(value, tuple) else _item(value)


def _joined(items: Any) -> str:
    return ",".join(_item(item) for item in items)


def _item(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return f"({_joined(value)})"
    if isinstance(value, list):
        return f"[{_joined(value)}]"
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(sorted((_item(item) for item in value), key=lambda text: (len(text), text))) + "}"
    try:
        return str(operator.index(value))
    except TypeError:
        raise TypeError(f"a position is a string, an integer, a tuple, a list or a set of these, not {value!r}") from None
