"""Nim arithmetic, one nimber at a time and in arrays."""

import numpy as np
import pytest

import grundy
from grundy import nim
from judge import mex


def product(a: int, b: int, known: dict = {}) -> int:
    """By the definition: mex{a'b + ab' + a'b'}."""
    if (a, b) not in known:
        known[a, b] = mex(
            product(c, b) ^ product(a, d) ^ product(c, d) for c in range(a) for d in range(b)
        )
    return known[a, b]


def test_products_are_those_of_the_definition():
    for a in range(17):
        for b in range(17):
            assert nim.mul(a, b) == product(a, b)
    table = nim.mul(np.arange(17)[:, None], np.arange(17))
    assert table.tolist() == [[product(a, b) for b in range(17)] for a in range(17)]


NUMBERS = [1, 2, 3, 7, 255, 2**31, 2**63 + 12345, 2**64 - 1]


def test_arrays_agree_with_single_nimbers():
    a = np.array(NUMBERS, dtype=np.uint64)
    b = a[::-1]  # not contiguous
    assert nim.add(a, b).tolist() == [nim.add(x, y) for x, y in zip(NUMBERS, NUMBERS[::-1])]
    assert nim.mul(a, b).tolist() == [nim.mul(x, y) for x, y in zip(NUMBERS, NUMBERS[::-1])]
    assert nim.div(a, b).tolist() == [nim.div(x, y) for x, y in zip(NUMBERS, NUMBERS[::-1])]
    assert nim.square(a).tolist() == [nim.square(x) for x in NUMBERS]
    assert nim.sqrt(a).tolist() == [nim.sqrt(x) for x in NUMBERS]
    assert nim.inv(a).tolist() == [nim.inv(x) for x in NUMBERS]
    assert nim.mul(3, a).tolist() == [nim.mul(3, x) for x in NUMBERS]
    assert nim.inv(np.uint64([[2, 3]])).shape == (1, 2)
    assert nim.mul(np.zeros((0, 3), dtype=int), 2).shape == (0, 3)


def test_field():
    for a in NUMBERS:
        assert nim.mul(a, nim.inv(a)) == 1
        assert nim.square(nim.sqrt(a)) == a == nim.sqrt(nim.square(a))
        assert nim.div(nim.mul(a, 77), 77) == a
        assert nim.pow(a, 5) == nim.mul(nim.square(nim.square(a)), a)
        assert nim.pow(a, nim.order(a)) == 1
        assert nim.pow(a, -3) == nim.inv(nim.pow(a, 3))
        assert nim.pow(a, 2**64 - 1) == 1 and nim.pow(a, 2**64) == a and nim.pow(a, 2**130) == nim.pow(a, 4)
    assert nim.pow(0, 0) == 1 and nim.pow(0, 2**65) == nim.pow(0, 2**65 - 2) == 0
    assert nim.log(2, nim.pow(2, 2)) == 2


def test_large_nimbers():
    try:
        a = nim.mul(2**64, 2**64)
    except grundy.LimitError:
        pytest.skip("the library was built without GMP")
    except grundy.ParseError:
        pytest.skip("the library was built without GMP")
    assert a == 2**64 + 2**63  # a Fermat power times itself is 3/2 of it
    assert nim.square(2**64) == a and nim.sqrt(a) == 2**64
    assert nim.div(a, 2**64) == 2**64 and nim.mul(nim.inv(2**100), 2**100) == 1
    assert nim.add(2**100, 2**100 + 1) == 1
    assert nim.pow(2**64, 2) == a


def test_what_does_not_exist():
    for failing in (lambda: nim.inv(0), lambda: nim.div(3, 0), lambda: nim.order(0), lambda: nim.pow(0, -1)):
        with pytest.raises(ZeroDivisionError):
            failing()
    with pytest.raises(ZeroDivisionError):
        nim.inv(np.array([1, 0]))
    with pytest.raises(ZeroDivisionError):
        nim.div(np.array([1, 2]), 0)
    with pytest.raises(ValueError):
        nim.log(2, 7)
    for negative in (-1, np.array([-1])):
        with pytest.raises(ValueError):
            nim.mul(negative, 2)
    with pytest.raises(TypeError):
        nim.mul(np.array([1.5]), 2)
    with pytest.raises(TypeError):
        nim.mul(1.5, 2)


def test_calculator():
    assert grundy.calculate("8*8 + 3/5") == nim.add(nim.mul(8, 8), nim.div(3, 5))
    with pytest.raises(grundy.UndefinedError):
        grundy.calculate("1/0")
    with pytest.raises(grundy.ParseError, match="column"):
        grundy.calculate("1+")
