"""A batch on the GPU: a million games stepped by one kernel, one game a thread, seen by PyTorch and JAX where they lie.

    batch = GpuBatch("machi-koro", games=1 << 20, players=2)
    batch.reset(seed=1)
    seen = torch.from_dlpack(batch.observations)          # (features, games), int16, no copy
    batch.step(policy(seen))

All arrays have the games in their last axis, because then the threads of a warp read and write neighbouring bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from ..compile.cuda import cuda_module, narrow
from ..core.actions import actions
from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.record import MAX_SEATS
from ..core.registry import game as find_game
from ..core.rng import below, draw, scramble
from ..core.rule import Loader
from . import driver
from .batch import MAX_PLIES, bound_rules, kinds_of, read_seat, row_size, whole
from .dlpack import CUDA, Shared
from .driver import EPISODE, NEW_GAME, SAME_STEP, SETTINGS, step_game

THREADS = 128

# Bound when a kernel is made: numba.cuda, and what depends on the game.
cuda = cast(Any, None)
WORDS, WORD, RECORD, RECORD_TYPE, EPISODE_TYPE, MAX_LEGAL = 0, None, None, None, None, 0


def step_all(
    start,
    words,
    episodes,
    chosen,
    move_of,
    action_of,
    seen,
    masks,
    gains,
    rewards,
    terminated,
    truncated,
    seats,
    players,
    settings,
):
    """Kernel: a thread takes its game out of the words that lie side by side, steps it and puts it back."""
    number = cuda.grid(1)
    if number >= chosen.size:
        return
    raw = cuda.local.array(WORDS, WORD)
    for word in range(WORDS):
        raw[word] = words[word, number]
    board = raw.view(RECORD)
    scratch = cuda.local.array(1, RECORD_TYPE)
    episode = cuda.local.array(1, EPISODE_TYPE)
    moves = cuda.local.array(MAX_LEGAL, np.int32)
    episode[0] = episodes[number]
    mover = np.int64(episode[0].seat)
    ended, cut_off = step_game(
        start,
        board,
        0,
        episode,
        scratch,
        chosen[number],
        move_of,
        action_of,
        moves,
        seen[:, number],
        masks[:, number],
        seen[:0, number],
        gains[:, number],
        gains[:0, number],
        settings[0],
        0.0,
    )
    terminated[number] = ended
    truncated[number] = cut_off
    rewards[number] = gains[mover, number]
    seats[number] = episode[0].seat
    players[number] = board[0].players
    episodes[number] = episode[0]
    for word in range(WORDS):
        words[word, number] = raw[word]


def take(given, chosen):
    """Kernel: the actions in whatever type they come."""
    number = cuda.grid(1)
    if number < chosen.size:
        chosen[number] = given[number]


def choose(masks, episodes, chosen):
    """Kernel: a legal action at random, drawn from the game's own key."""
    number = cuda.grid(1)
    if number < chosen.size:
        count = 0
        for action in range(masks.shape[0]):
            if masks[action, number]:
                count += 1
        left = below(draw(scramble(episodes[number].key), episodes[number].ply), count)
        for action in range(masks.shape[0]):
            if masks[action, number]:
                if left == 0:
                    chosen[number] = action
                    return
                left -= 1


def word_of(book: Rulebook) -> np.dtype:
    """The widest word that a record is a whole number of."""
    return next(
        np.dtype(kind) for kind in ("u8", "u4", "u2", "u1") if book.state.dtype.itemsize % np.dtype(kind).itemsize == 0
    )


class Kernels:
    """The kernels of a game."""

    def __init__(self, book: Rulebook, for_nets: bool) -> None:
        import numba

        cuda = cuda_module()
        bound = bound_rules(book, for_nets) | {"pay_for_lead": driver.pay_nothing}
        loader = Loader(lambda function: cuda.jit(device=True)(function), bound, narrow)
        step = loader.clone(step_all)
        step.__globals__.update(
            cuda=cuda,
            WORD=numba.from_dtype(word_of(book)),
            WORDS=book.state.dtype.itemsize // word_of(book).itemsize,
            RECORD=book.state.dtype,
            RECORD_TYPE=numba.from_dtype(book.state.dtype),
            EPISODE_TYPE=numba.from_dtype(EPISODE),
            MAX_LEGAL=book.max_legal,
        )
        self.step = cuda.jit(step)
        self.take, self.choose = (self._small(cuda, loader, kernel) for kernel in (take, choose))

    @staticmethod
    def _small(cuda: Any, loader: Loader, kernel: Any) -> Any:
        clone = loader.clone(kernel)
        clone.__globals__["cuda"] = cuda
        return cuda.jit(clone)


@cache
def kernels(book: Rulebook, for_nets: bool = False) -> Kernels:
    return Kernels(book, for_nets)


class GpuBatch:
    """Games on the GPU; each begins anew the moment it ends. `seat` is as for `VectorEnv`: a seat, None (drawn) or
    "all".

    `observations` (features, games), `masks` (actions, games), `rewards`, `terminated`, `truncated`, `seats`, `players`
    (games) and `gains` (seats, games) are shared memory: the next step writes into the same place. Several games of one
    rulebook take turns, and `for_nets` shows the features of nets, as in `Batch`.
    """

    def __init__(
        self,
        game: str | Game | Sequence[Game],
        games: int = 1 << 20,
        players: int | None = None,
        *,
        seat: int | str | None = "all",
        max_plies: int = MAX_PLIES,
        for_nets: bool = False,
        **options: Any,
    ) -> None:
        self._cuda = cuda = cuda_module()
        kinds = kinds_of(find_game(game, players, **options) if isinstance(game, str) else game)
        self.game = kinds[0]
        book, count = self.game.rulebook, whole(games, "The number of games")
        self.games = count
        self._settings = np.zeros(1, SETTINGS)
        self._settings["games"], self._settings["mode"] = count, SAME_STEP
        self._settings["limit"], self._settings["mine"] = (
            whole(max_plies, "The limit of plies"),
            read_seat(seat, min(kind.players for kind in kinds)),
        )
        table, word = actions(book), word_of(book)
        self._start = cuda.to_device(np.concatenate([kind.start() for kind in kinds]))
        self._move_of, self._action_of = cuda.to_device(table.move_of), cuda.to_device(table.action_of)
        self._words = cuda.device_array((book.state.dtype.itemsize // word.itemsize, count), word)
        self._episodes = cuda.to_device(np.zeros(count, EPISODE))
        self._chosen = cuda.device_array(count, np.int64)
        shapes: list[tuple[tuple[int, ...], Any]] = [
            ((row_size(book, for_nets), count), np.int16),
            ((table.count, count), np.bool_),
            ((MAX_SEATS, count), np.float32),
            ((count,), np.float32),
            ((count,), np.bool_),
            ((count,), np.bool_),
            ((count,), np.int8),
            ((count,), np.int8),
        ]
        self._out = [cuda.device_array(shape, dtype) for shape, dtype in shapes]
        self.observations, self.masks, self.gains, self.rewards, *flags = map(self._shared, self._out)
        self.terminated, self.truncated, self.seats, self.players = flags
        self._kernels = kernels(book, for_nets)
        self._blocks = -(-count // THREADS)
        self.reset()

    def _shared(self, array: Any) -> Shared:
        address = int(array.__cuda_array_interface__["data"][0])
        return Shared(address, array.shape, array.dtype, CUDA, array, self.synchronize)

    def reset(self, seed: int = 0) -> None:
        """New games everywhere; game i of a seed has the same dice as game i of that seed on any device."""
        self._settings["seed"] = seed & 0xFFFF_FFFF_FFFF_FFFF
        episodes = np.zeros(self.games, EPISODE)
        episodes["game"] = np.arange(self.games) - self.games
        self._episodes.copy_to_device(episodes)
        self._on_device = self._cuda.to_device(self._settings)
        self._chosen.copy_to_device(np.full(self.games, NEW_GAME, np.int64))
        self._run()

    def step(self, chosen: Any = None) -> None:
        """One action for each game: an array on the GPU of any integer type, or none to play what `sample` drew."""
        if chosen is not None:
            given = self._cuda.as_cuda_array(chosen)
            if given.shape != (self.games,):
                raise BadOption(
                    f"One action for each of the {self.games} games is needed, not an array of {given.shape}."
                )
            self._kernels.take[self._blocks, THREADS](given, self._chosen)
        self._run()

    def sample(self) -> Shared:
        """Draw a legal action for each game, each as likely as the others."""
        self._kernels.choose[self._blocks, THREADS](self._out[1], self._episodes, self._chosen)
        return self._shared(self._chosen)

    def _run(self) -> None:
        seen, masks, gains, *rest = self._out
        self._kernels.step[self._blocks, THREADS](
            *(self._start, self._words, self._episodes, self._chosen, self._move_of, self._action_of),
            *(seen, masks, gains, *rest, self._on_device),
        )

    def synchronize(self) -> None:
        """Wait for the GPU."""
        self._cuda.synchronize()

    def boards(self) -> np.ndarray:
        """The records, copied to the host: to look at, to draw, to compare."""
        words = np.ascontiguousarray(self._words.copy_to_host().T)
        return words.view(self.game.rulebook.state.dtype).reshape(-1)

    def episodes(self) -> np.ndarray:
        return np.asarray(self._episodes.copy_to_host())
