"""How fast a batch steps on the GPU, and whether it plays the same games as the cores.

    python benchmarks/envs_gpu.py [--games 1048576] [--steps 200] [--json FILE] [GAME ...]

Each step applies an action to every game, plays chance, begins the next game where one ends, and writes observations,
masks, rewards and flags. Actions are drawn on the GPU among the legal ones; the table gives steps alone and with the
drawing of actions.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import tabletown as tt
from tabletown.compile.cuda import cuda_module
from tabletown.envs.batch import Batch
from tabletown.envs.gpu import GpuBatch

COMPARED = 2048


def differences(game: tt.Game, steps: int = 400) -> int:
    """Steps at which the boards, observations, masks or rewards of the GPU were not those of the cores."""
    device, cores, wrong = GpuBatch(game, COMPARED), Batch(game, COMPARED, "all"), 0
    device.reset(5)
    cores.begin(5)
    copy = cuda_module().as_cuda_array
    for _ in range(steps):
        same = (
            device.boards().tobytes() == cores.boards.tobytes()
            and np.array_equal(copy(device.observations).copy_to_host().T, cores.observations)
            and np.array_equal(copy(device.masks).copy_to_host().T, cores.masks)
            and np.allclose(copy(device.rewards).copy_to_host(), cores.rewards)
            and np.array_equal(copy(device.terminated).copy_to_host(), cores.terminated)
        )
        wrong += not same
        chosen = copy(device.sample()).copy_to_host()
        device.step()
        cores.step(chosen)
    return wrong


def speed(game: tt.Game, games: int, steps: int, seat: int | str) -> dict[str, float]:
    """Steps a second, the kernels timed by events of the GPU itself."""
    cuda = cuda_module()
    batch = GpuBatch(game, games, seat=seat)
    batch.reset(1)
    for _ in range(50):
        batch.sample()
        batch.step()
    before, between, after = cuda.event(), cuda.event(), cuda.event()
    stepping = whole = 0.0
    batch.synchronize()
    began = time.perf_counter()
    for _ in range(steps):
        before.record()
        batch.sample()
        between.record()
        batch.step()
        after.record()
        after.synchronize()
        stepping += cuda.event_elapsed_time(between, after) / 1000
        whole += cuda.event_elapsed_time(before, after) / 1000
    wall = time.perf_counter() - began
    done = games * steps
    return {
        "steps_per_second": round(done / stepping),
        "with_drawing_actions": round(done / whole),
        "by_the_clock": round(done / wall),
    }


def shared_with() -> dict[str, bool]:
    """Which libraries here take the arrays without copying."""
    batch = GpuBatch(tt.games()[0], 1024)
    batch.reset(1)
    found = {}
    try:
        import torch

        found["torch"] = bool(torch.from_dlpack(batch.observations).data_ptr() == batch.observations.address)
    except ImportError:
        pass
    try:
        import jax

        found["jax"] = bool(
            jax.dlpack.from_dlpack(batch.observations).unsafe_buffer_pointer() == batch.observations.address
        )
    except ImportError:
        pass
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name in args.names or tt.games():
        game = tt.game(name, 2)
        began = time.perf_counter()
        GpuBatch(game, 128).reset(1)
        compile_s = time.perf_counter() - began
        row: dict[str, Any] = {"game": str(game), "games": args.games, "compile_s": round(compile_s, 1)}
        row["all_seats"] = speed(game, args.games, args.steps, "all")
        row["against_random"] = speed(game, args.games, args.steps, 0)
        row["steps_that_differ_from_cpu"] = differences(game)
        rows.append(row)
        print(json.dumps(row), flush=True)
    rows.append({"shared_without_copy": shared_with()})
    print(json.dumps(rows[-1]))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
