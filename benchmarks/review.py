"""How reviews judge players of known strength, how much they leave unexplained, and how long they take.

    python benchmarks/review.py machi-koro --games 10

lets a player by lot, easy, normal and hard play each other in turn and prints the accuracy of each over all games, and
for every game the seconds of the first pass and of all, those of the processor as well, which a busy machine doesn't
change, and what was left unexplained. The order must be: by lot about 0, then easy, normal, hard. `--intervals` also
checks how often the 95% interval of a decision holds what eight times the playouts find.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import tabletown as tt
from tabletown.bots import bot as find_bot
from tabletown.bots import choose
from tabletown.learn.review import Event, Reviewer, assemble

LEVELS = ("random", "easy", "normal", "hard")


def played(game: tt.Game, levels: list[str], seed: int) -> tt.Match:
    match, bots = tt.Match(game, seed), [find_bot(level) for level in levels]
    while not match.over:
        who = match.actor
        if who == tt.CHANCE:
            match.step_chance()
        else:
            assert who is not None
            match.push(choose(bots[who], game, match.redacted(who), who, seed * 10_000 + match.ply).move)
    return match


def held(reviewer: Reviewer, events: list[Event], most: int) -> list[bool]:
    """Whether the interval of each of some decisions holds the loss that eight times the playouts find."""
    found = []
    for event in [event for event in events if event.kind == "decision" and event.played != event.best][:most]:
        assert event.seat is not None
        closer = reviewer.event(event.index, 8 * reviewer.playouts, event)
        values = {c.move: c.value[event.seat] for c in closer.candidates}
        assert event.best is not None
        loss = values[event.best] - values[event.played]
        found.append(abs(loss - event.loss) <= event.interval[event.seat] + 1e-9)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--intervals", action="store_true")
    args = parser.parse_args()
    game = tt.game(args.game, 2)
    lost, hung, inside = dict.fromkeys(LEVELS, 0.0), dict.fromkeys(LEVELS, 0.0), []
    for number in range(args.games):
        levels = [LEVELS[number % 4], LEVELS[(number // 2 + 2 * number + 1) % 4]]
        match = played(game, levels, number)
        began, used = time.perf_counter(), time.process_time()
        reviewer = Reviewer(match, args.playouts)
        events: dict[int, Event] = {}
        first = first_used = 0.0
        for event in reviewer.run():
            events[event.index] = event
            if not first and len(events) == len(reviewer.spans):
                first, first_used = time.perf_counter() - began, time.process_time() - used
        review = assemble(reviewer, [events[index] for index in range(len(events))])
        seconds, used = time.perf_counter() - began, time.process_time() - used
        rests = [review.rest(index, 0) for index in range(len(review.events))]
        print(
            f"{' against '.join(levels)}: {len(events)} events, first pass {first:.1f} s, all {seconds:.1f} s, "
            f"of processor time {first_used:.1f} and {used:.1f} s, "
            f"unexplained {sum(rests):+.2f}, root mean square {np.sqrt(np.mean(np.square(rests))):.3f}",
            flush=True,
        )
        for seat, level in enumerate(levels):
            lost[level] += review.lost(seat)
            hung[level] += sum(event.spread for event in review.decisions(seat))
        if args.intervals:
            inside += held(reviewer, list(review.events), 20)
    for level in LEVELS:
        if hung[level]:
            print(f"{level}: accuracy {1 - lost[level] / hung[level]:.0%}")
    if inside:
        print(f"intervals: {sum(inside)} of {len(inside)} hold what eight times the playouts find")


if __name__ == "__main__":
    main()
