"""What mypy must accept of a program that uses the package, with the types that it must see."""

from __future__ import annotations

from typing import List, Optional

import numpy as np
import numpy.typing as npt

import grundy


def options(n: int) -> List[int]:
    return [n - k for k in (1, 3, 4) if k <= n]


value: int = grundy.value("welter", {3, 5})
welter: grundy.Ruleset = grundy.define("one-three-four", options, formula=lambda n: None)
position: grundy.Position = welter(12) + 7
move: Optional[grundy.Position] = position.winning_move()
values: npt.NDArray[np.uint64] = grundy.table("wythoff", "a,b", a=range(9), b="0..9").values
product: npt.NDArray[np.uint64] = grundy.nim.mul(values, 3)
scalar: int = grundy.nim.mul(3, 5)
with grundy.limits(seconds=1, progress=lambda report: print(report.done)):
    outcome: str = position.outcome(misere=True)
