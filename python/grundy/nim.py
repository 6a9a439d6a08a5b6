"""Nim arithmetic: the field of nimbers, one at a time or whole NumPy arrays.

Integers of any size are nimbers (where the library was built with GMP; otherwise those below 2^64); arrays hold
nimbers below 2^64 and are taken element by element, by NumPy's rules of broadcasting.

    >>> from grundy import nim
    >>> nim.mul(8, 8), nim.div(3, 5), nim.inv(2)
    (13, 8, 3)
    >>> import numpy as np
    >>> nim.mul(np.arange(4), 2)
    array([0, 2, 3, 1], dtype=uint64)
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Union, overload

import numpy as np
import numpy.typing as npt

from ._grundy import ffi, lib
from .handle import Handle, c_text

Array = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.integer[Any]]
_BELOW = 1 << 64


def _nimber(a: Any) -> int:
    n = operator.index(a)
    if n < 0:
        raise ValueError(f"a nimber is not negative: {n}")
    return n


def _nimbers(a: Any) -> Array:
    array = np.asarray(a)
    if array.dtype != np.uint64:
        if not np.issubdtype(array.dtype, np.integer):
            raise TypeError(f"nimbers are integers, not {array.dtype}")
        if array.size and array.min() < 0:
            raise ValueError("a nimber is not negative")
    return np.ascontiguousarray(array, dtype=np.uint64)


def _pointer(array: Array) -> Any:
    return ffi.from_buffer("uint64_t[]", array)


def _of_one(function: Callable[..., Any], a: Any) -> Array:
    array = _nimbers(a)
    out = np.empty_like(array)
    if function(_pointer(array), _pointer(out), array.size) is False:
        raise ZeroDivisionError("0 has no inverse")
    return out.reshape(np.shape(a))


def _of_two(function: Callable[..., Any], a: Any, b: Any) -> Array:
    left, right = (_nimbers(array) for array in np.broadcast_arrays(_nimbers(a), _nimbers(b)))
    out = np.empty_like(left)
    if function(_pointer(left), _pointer(right), _pointer(out), out.size) is False:
        raise ZeroDivisionError("division by 0")
    return out


def _is_array(*values: Any) -> bool:
    return any(isinstance(value, np.ndarray) for value in values)


def calculate(expression: str) -> int:
    """Evaluate nim arithmetic: + * / ^, inv(x), sqrt(x), order(x), log(b,x).

    >>> calculate("8*8 + 3/5")
    5
    """
    handle = Handle()
    with handle.computing() as g:
        return int(handle.text_from(lib.grundy_calculate_text, g, c_text(expression, "an expression")))


@overload
def add(a: int, b: int) -> int: ...
@overload
def add(a: Integers, b: Union[Integers, int]) -> Array: ...
@overload
def add(a: int, b: Integers) -> Array: ...
def add(a: Any, b: Any) -> Any:
    """The nim-sum, which is the difference too."""
    return np.bitwise_xor(_nimbers(a), _nimbers(b)) if _is_array(a, b) else _nimber(a) ^ _nimber(b)


@overload
def mul(a: int, b: int) -> int: ...
@overload
def mul(a: Integers, b: Union[Integers, int]) -> Array: ...
@overload
def mul(a: int, b: Integers) -> Array: ...
def mul(a: Any, b: Any) -> Any:
    """The nim-product."""
    if _is_array(a, b):
        return _of_two(lib.grundy_nim_mul_n, a, b)
    a, b = _nimber(a), _nimber(b)
    return lib.grundy_nim_mul(a, b) if a < _BELOW and b < _BELOW else calculate(f"{a}*{b}")


@overload
def square(a: int) -> int: ...
@overload
def square(a: Integers) -> Array: ...
def square(a: Any) -> Any:
    """The nim-product of a nimber with itself."""
    if _is_array(a):
        return _of_one(lib.grundy_nim_square_n, a)
    a = _nimber(a)
    return lib.grundy_nim_square(a) if a < _BELOW else calculate(f"{a}*{a}")


@overload
def sqrt(a: int) -> int: ...
@overload
def sqrt(a: Integers) -> Array: ...
def sqrt(a: Any) -> Any:
    """The one nimber whose square is a."""
    if _is_array(a):
        return _of_one(lib.grundy_nim_sqrt_n, a)
    a = _nimber(a)
    return lib.grundy_nim_sqrt(a) if a < _BELOW else calculate(f"sqrt({a})")


@overload
def inv(a: int) -> int: ...
@overload
def inv(a: Integers) -> Array: ...
def inv(a: Any) -> Any:
    """The multiplicative inverse; ZeroDivisionError for 0."""
    return _of_one(lib.grundy_nim_inv_n, a) if _is_array(a) else div(1, a)


@overload
def div(a: int, b: int) -> int: ...
@overload
def div(a: Integers, b: Union[Integers, int]) -> Array: ...
@overload
def div(a: int, b: Integers) -> Array: ...
def div(a: Any, b: Any) -> Any:
    """The quotient; ZeroDivisionError for b = 0."""
    if _is_array(a, b):
        return _of_two(lib.grundy_nim_div_n, a, b)
    a, b = _nimber(a), _nimber(b)
    if b == 0:
        raise ZeroDivisionError("division by 0")
    if a >= _BELOW or b >= _BELOW:
        return calculate(f"{a}/{b}")
    out = ffi.new("uint64_t *")
    lib.grundy_nim_div(a, b, out)
    return out[0]


def pow(a: int, exponent: int) -> int:
    """The power; the exponent is an ordinary integer, of any size and, but for a = 0, of any sign.

    >>> pow(2, 2), pow(2, -1), pow(0, 0)
    (3, 3, 1)
    """
    a, exponent = _nimber(a), operator.index(exponent)
    if exponent < 0:
        a, exponent = div(1, a), -exponent
    if a < _BELOW and exponent >= _BELOW:
        exponent = (exponent - 1) % (_BELOW - 1) + 1  # the order of a divides 2^64 - 1
    return int(lib.grundy_nim_pow(a, exponent)) if a < _BELOW else calculate(f"{a}^{exponent}")


def order(a: int) -> int:
    """The least e > 0 with a^e = 1, for a nimber below 2^64; ZeroDivisionError for 0.

    >>> order(2), order(4)
    (3, 15)
    """
    out = ffi.new("uint64_t *")
    if not lib.grundy_nim_order(_nimber(a), out):
        raise ZeroDivisionError("no power of 0 is 1")
    return int(out[0])


def log(base: int, a: int) -> int:
    """The least e >= 0 with base^e = a, for nimbers below 2^64; ValueError when there is none.

    >>> log(4, 5)
    4
    """
    out = ffi.new("uint64_t *")
    if not lib.grundy_nim_log(_nimber(base), _nimber(a), out):
        raise ValueError(f"no power of {base} is {a}")
    return int(out[0])
