"""Classes of rulesets, and the statements of the papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from ._grundy import ffi, lib
from .handle import Handle, buffer_bytes, bytes_of
from .rulesets import RulesetLike
from .tables import Domain, merged, request_of

_TRUTH: dict[int, Optional[bool]] = {lib.GRUNDY_NO: False, lib.GRUNDY_YES: True, lib.GRUNDY_UNKNOWN: None}


class Pair(NamedTuple):
    """How many positions have these two values, and one that has."""

    value: int
    misere_value: int
    positions: int
    example: str


class Classification(NamedTuple):
    """The classes of Conway, Gurvich and Ho to which all followers of some positions belong."""

    positions: int
    """how many there are, isomorphic ones counted once where that is seen"""
    classes: dict[str, bool]
    """returnable, forced, miserable, pet, tame"""
    witnesses: dict[str, str]
    """for a class that it is not in: a position that shows it, and why"""
    pairs: list[Pair]


def classify(
    ruleset: RulesetLike,
    template: str,
    /,
    variables: Optional[Mapping[str, Domain]] = None,
    **domains: Domain,
) -> Classification:
    """To which classes do all followers of the positions of a template belong? Domains are as for table().

    >>> found = classify("pnim", "p", p="partitions(0..6)")
    >>> found.positions, found.classes["pet"], found.classes["forced"]
    (18, True, False)
    """
    request = request_of(ruleset, template, merged(variables, domains))
    handle = Handle(request.definitions)
    out = ffi.new("grundy_classification *")
    with handle.computing() as g:
        handle.check(lib.grundy_classify(g, request.pointer, out))
        try:
            return _classification(out)
        finally:
            lib.grundy_classification_close(out)


def _classification(out: Any) -> Classification:
    words = [ffi.string(lib.grundy_class_word(i)).decode() for i in range(lib.GRUNDY_CLASS_COUNT)]
    witnesses = {word: buffer_bytes(ffi.addressof(out.witness, i)).decode() for i, word in enumerate(words)}
    examples = ffi.addressof(out, "examples")
    pairs = ffi.cast("grundy_pair *", out.pairs.data)
    return Classification(
        out.positions,
        {word: bool(out.holds[i]) for i, word in enumerate(words)},
        {word: text for word, text in witnesses.items() if text},
        [
            # The text for C ends with a zero byte, which is no part of it.
            Pair(pairs[i].normal, pairs[i].misere, pairs[i].count, bytes_of(lib.grundy_list_at(examples, i))[:-1].decode())
            for i in range(lib.grundy_list_count(examples))
        ],
    )


class Result(NamedTuple):
    """What became of checking a statement."""

    id: str
    holds: Optional[bool]
    """None: it is open; nothing checked contradicts it"""
    cases: int
    """how many cases were checked"""
    witness: str
    """the first case that fails"""
    note: str
    """a remark"""


class Claim:
    """A statement of one of the papers; claims() lists them."""

    def __init__(self, index: int) -> None:
        self._index = index
        self.id: str = ffi.string(lib.grundy_claim_id(index)).decode()
        """the paper and the number in it, as in push-3.1.6"""
        self.statement: str = ffi.string(lib.grundy_claim_statement(index)).decode()
        misprint = lib.grundy_claim_misprint(index)
        self.misprint: Optional[str] = ffi.string(misprint).decode() if misprint else None
        """why it is known to fail as printed; None when it is expected to hold"""

    def __repr__(self) -> str:
        return f"<Claim {self.id}: {self.statement}>"

    def check(self, *, scale: int = 1) -> Result:
        """Check it over all cases up to a bound that grows with scale; 1 takes seconds.

        >>> next(claim for claim in claims() if claim.id == "push-3.1.6").check().holds
        True
        """
        handle = Handle()
        out = ffi.new("grundy_claim_result *")
        with handle.computing() as g:
            handle.check(lib.grundy_claim_check(g, self._index, scale, out))
            witness, note = ffi.addressof(out, "witness"), ffi.addressof(out, "note")
            try:
                texts = [buffer_bytes(text).decode() for text in (witness, note)]
            finally:
                lib.grundy_buffer_close(witness)
                lib.grundy_buffer_close(note)
        return Result(self.id, _TRUTH[out.holds], out.cases, *texts)


def claims() -> list[Claim]:
    """The statements of the papers that can be checked, in their order."""
    return [Claim(i) for i in range(lib.grundy_claim_count())]


def verify(*names: str, scale: int = 1) -> Iterator[Result]:
    """Check statements, one after the other: all, those of a paper ("push"), or of a part of it ("push-3.1.6").

    >>> [result.holds for result in verify("push-3.1.6")]
    [True, False, True]
    """
    known = claims()
    for name in names:
        if not any(_named(claim, name) for claim in known):
            raise ValueError(f"no paper or statement is called {name!r}")
    wanted = [claim for claim in known if not names or any(_named(claim, name) for name in names)]
    return (claim.check(scale=scale) for claim in wanted)


def _named(claim: Claim, name: str) -> bool:
    return claim.id.startswith(name) and claim.id[len(name) :][:1] in ("", ".", "-")
