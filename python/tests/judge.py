"""The definition, written out: what the package says is compared with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable


def mex(values: Iterable[int]) -> int:
    """The least number that is not among these."""
    seen, least = set(values), 0
    while least in seen:
        least += 1
    return least


def values_of(options: Callable[[Hashable], Iterable[Hashable]], misere: bool = False) -> Callable[[Hashable], int]:
    """The Grundy value, or the misère one, as a function of positions."""
    known: dict[Hashable, int] = {}

    def value(position: Hashable) -> int:
        if position not in known:
            below = [value(option) for option in options(position)]
            known[position] = 1 if misere and not below else mex(below)
        return known[position]

    return value


def nim_options(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*heaps[:i], fewer, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for fewer in range(heap)]


def wythoff_options(heaps: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = heaps
    return (
        [(c, b) for c in range(a)] + [(a, c) for c in range(b)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)]
    )


def kayles_options(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Take one pin or two neighbours of a row; the rest are two rows."""
    return [
        (*heaps[:i], left, heap - taken - left, *heaps[i + 1 :])
        for i, heap in enumerate(heaps)
        for taken in (1, 2)
        for left in range(heap - taken + 1)
    ]
