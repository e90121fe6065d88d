"""The batch on the GPU equals the batch on the cores bit for bit and shares its memory with PyTorch and JAX."""

from __future__ import annotations

import numpy as np
import pytest

import tabletown as tt
from tabletown.compile import cuda
from tabletown.envs.batch import Batch

pytestmark = [
    pytest.mark.cuda,
    pytest.mark.skipif(not cuda.available(), reason="this machine has no CUDA GPU that Numba can use"),
]

GAMES = 256
FIRST = tt.games()[0]


def host(shared: object) -> np.ndarray:
    return np.asarray(cuda.cuda_module().as_cuda_array(shared).copy_to_host())


@pytest.mark.parametrize("name", tt.games())
def test_the_gpu_steps_as_the_cores_do(name):
    from tabletown.envs.gpu import GpuBatch

    game = tt.game(name, tt.rulebook(name).players[1])
    device, cores = GpuBatch(game, GAMES, seat="all"), Batch(game, GAMES, "all")
    device.reset(5)
    cores.begin(5)
    for _ in range(300):
        np.testing.assert_array_equal(host(device.observations).T, cores.observations)
        np.testing.assert_array_equal(host(device.masks).T, cores.masks)
        np.testing.assert_allclose(host(device.gains).T, cores.gains, rtol=1e-6)
        np.testing.assert_array_equal(host(device.terminated), cores.terminated)
        np.testing.assert_array_equal(host(device.seats), cores.episodes["seat"])
        assert device.boards().tobytes() == cores.boards.tobytes()
        chosen = host(device.sample())
        device.step()
        cores.step(chosen)


def test_torch_sees_the_games_where_they_lie():
    torch = pytest.importorskip("torch")
    from tabletown.envs.gpu import GpuBatch

    batch = GpuBatch(FIRST, GAMES, players=2, seat=0)
    batch.reset(1)
    seen, masks = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.masks)
    assert seen.data_ptr() == batch.observations.address
    assert seen.is_cuda
    for _ in range(20):
        before = seen.clone()
        batch.step(masks.to(torch.uint8).argmax(0))
        batch.synchronize()
        assert (before != seen).any()
    assert (torch.as_tensor(batch.rewards, device="cuda") == torch.from_dlpack(batch.rewards)).all()


def test_jax_sees_the_games_where_they_lie():
    jax = pytest.importorskip("jax")
    from tabletown.envs.gpu import GpuBatch

    if jax.default_backend() != "gpu":
        pytest.skip("JAX is installed here without its GPU")
    batch = GpuBatch(FIRST, GAMES, players=2, seat=0)
    batch.reset(1)
    for _ in range(5):
        masks = jax.dlpack.from_dlpack(batch.masks)
        assert masks.unsafe_buffer_pointer() == batch.masks.address
        batch.step(jax.block_until_ready(masks.argmax(0)))
        batch.synchronize()
    assert int(host(batch.terminated).sum()) == 0
