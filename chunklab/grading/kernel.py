"""Calls into the C library, each with its answer looked at: what fails raises ``OSError``.

This is :mod:`ctypes` without its Python half, whose import would cost every child 2 ms.
"""

from __future__ import annotations

import _ctypes
import os


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO


class _Byte(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "b"


# Everything that this process is linked with.
_PROCESS = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]
_FUNCTIONS: dict[str, _Function] = {}


def call(name: str, *arguments: int | bytes) -> int:
    """Call a function of the C library; bytes are passed by address, to be read only.

    Ints are passed as C ints, and the answer is one. Raises ``OSError`` when it is negative, or
    when the library has no such function.

    >>> call("getpid") == os.getpid()
    True
    """
    if name not in _FUNCTIONS:
        _FUNCTIONS[name] = _Function(_ctypes.dlsym(_PROCESS, name))
    answer: int = _FUNCTIONS[name](*arguments)
    if answer < 0:
        number = _ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


def address_of(data: bytearray) -> int:
    """Return where ``data`` lies in memory, for a structure that points to it."""
    return _ctypes.addressof(_Byte.from_buffer(data))
