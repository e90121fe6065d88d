"""The thread pool: every piece is done once, errors reach the caller, a child process has threads of its own."""

from __future__ import annotations

import os
import threading
import time

import pytest

from tabletown.envs.batch import _parts
from tabletown.envs.thread_pool import ThreadPool, thread_pool


def test_every_piece_is_done_once_however_many_help():
    pieces = [(number,) for number in range(50)]
    for helpers in (0, 1, 5):
        done: list[int] = []
        ThreadPool().share(done.append, pieces, helpers)
        assert sorted(done) == list(range(50))


def test_helpers_help():
    together = threading.Barrier(3)
    ThreadPool().share(lambda: together.wait(60), [(), (), ()], 2)


def test_a_helper_that_wakes_late_is_not_waited_for():
    busy, done = ThreadPool(), []
    slow = threading.Event()
    sleeper = threading.Thread(target=busy.share, args=(slow.wait, [(60,), (60,)], 1))
    sleeper.start()
    time.sleep(0.05)
    busy.share(done.append, [(1,), (2,)], 1)
    assert done == [1, 2]
    slow.set()
    sleeper.join(60)


def test_an_error_is_the_callers():
    def fail(number: int) -> None:
        if number == 3:
            raise ValueError("three")

    for _ in range(20):
        with pytest.raises(ValueError, match="three"):
            ThreadPool().share(fail, [(number,) for number in range(6)], 2)


@pytest.mark.filterwarnings("ignore:This process")
def test_a_child_process_has_helpers_of_its_own():
    here = thread_pool()
    here.share(time.sleep, [(0,), (0,)], 1)
    child = os.fork()
    if child == 0:
        os._exit(0 if thread_pool() is not here else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert thread_pool() is here


@pytest.mark.parametrize(("games", "threads"), [(1, 2), (255, 8), (256, 2), (2048, 2), (2049, 16), (100_000, 7)])
def test_pieces_share_out_all_games(games, threads):
    parts = _parts(games, threads)
    assert [game for part in parts for game in range(part.start, part.stop)] == list(range(games))
    if games >= 2048:
        largest = max(part.stop - part.start for part in parts)
        assert largest <= games / threads
        assert parts[-1].stop - parts[-1].start <= largest / 2
