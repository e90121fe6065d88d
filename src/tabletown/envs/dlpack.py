"""DLPack: memory handed to other libraries without copying, by the standard's own structure.

`Shared` describes an array that lies somewhere; NumPy, PyTorch and JAX take it by `from_dlpack`, and CUDA libraries by
the CUDA array interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_alive: dict[int, tuple[Any, ...]] = {}
"""What consumers still hold, by the address of the structure: the structure, its shape and the owner of the memory."""


@_Deleter  # type: ignore[untyped-decorator]
def _released(managed: Any) -> None:
    _alive.pop(ctypes.addressof(managed.contents), None)


_CapsuleDestructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _CapsuleDestructor]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
_UNUSED = b"dltensor"


@_CapsuleDestructor  # type: ignore[untyped-decorator]
def _dropped(capsule: int) -> None:
    """A capsule that nobody took still owns its structure; a taken one has another name."""
    if _is_valid(capsule, _UNUSED):
        _alive.pop(_pointer(capsule, _UNUSED), None)


class Shared:
    """An array of rows in C order at an address, kept alive by its owner. `ready` is called before it is handed out."""

    def __init__(
        self,
        address: int,
        shape: tuple[int, ...],
        dtype: Any,
        device: int,
        owner: Any,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.address, self.shape, self.dtype, self.device = address, shape, np.dtype(dtype), device
        self._owner, self._ready = owner, ready
        if device == CUDA:
            self.__cuda_array_interface__ = {
                "shape": shape,
                "typestr": self.dtype.str,
                "data": (address, False),
                "version": 3,
                "strides": None,
            }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device, 0

    def __dlpack__(self, stream: Any = None, **_: Any) -> Any:
        """A capsule of the unversioned kind, which every library reads."""
        self._ready()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        kind = _Type(_CODES[self.dtype.kind], self.dtype.itemsize * 8, 1)
        tensor = _Tensor(self.address, _Device(self.device, 0), len(self.shape), kind, shape, None, 0)
        managed = _Managed(tensor, None, _released)
        address = ctypes.addressof(managed)
        _alive[address] = (managed, shape, self._owner)
        return _new_capsule(address, _UNUSED, _dropped)


def from_numpy(array: np.ndarray) -> Shared:
    """A NumPy array, handed on."""
    if not array.flags.c_contiguous:
        raise ValueError("only arrays in C order can be handed on")
    return Shared(array.ctypes.data, array.shape, array.dtype, CPU, array)
