"""Memory handed on without copying: written here, seen there, released when nobody looks any more."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from tabletown.envs import dlpack


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.float32, np.bool_])
def test_numpy_reads_what_is_handed_on(dtype):
    array = np.arange(6).reshape(2, 3).astype(dtype)
    taken = np.from_dlpack(dlpack.from_numpy(array))
    assert (taken.dtype, taken.shape) == (array.dtype, (2, 3))
    assert taken.ctypes.data == array.ctypes.data


def test_torch_shares_the_memory_both_ways():
    torch = pytest.importorskip("torch")
    array = np.zeros((3, 4), np.int16)
    tensor = torch.from_dlpack(dlpack.from_numpy(array))
    array[1, 2] = 7
    assert tensor[1, 2] == 7
    tensor[2, 3] = 9
    assert array[2, 3] == 9


def test_the_owner_lives_as_long_as_the_consumer():
    array = np.ones(4, np.float32)
    before = len(dlpack._alive)
    taken = np.from_dlpack(dlpack.from_numpy(array))
    del array
    gc.collect()
    assert len(dlpack._alive) == before + 1
    assert taken.sum() == 4
    del taken
    gc.collect()
    assert len(dlpack._alive) == before


def test_a_capsule_that_nobody_takes_is_released():
    before = len(dlpack._alive)
    capsule = dlpack.from_numpy(np.ones(4)).__dlpack__()
    assert len(dlpack._alive) == before + 1
    del capsule
    gc.collect()
    assert len(dlpack._alive) == before


def test_only_arrays_in_c_order_are_handed_on():
    with pytest.raises(ValueError, match="C order"):
        dlpack.from_numpy(np.zeros((3, 4)).T)
