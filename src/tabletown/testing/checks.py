"""What must hold for every game: one function for each property, each of them for one game and one seed.

A property that does not hold raises AssertionError with a sentence. `CHECKS` lists them all by name; `check_game` in
the package above runs them for every player count and option of a rulebook.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ..compile.engine import stream_key
from ..core.game import Game
from ..core.grammar import faults
from ..core.line import Change, Line
from ..core.match import Match
from ..core.move import CHANCE, EVERYBODY, OVER
from ..core.view import told
from ..text_table.styles import Palette
from . import positions, targets
from .drawing import complaints, parsed
from .variants import variants

PLIES = 20_000
"""A game that is longer than this under random play does not count as one that ends."""

BATCH = 8
"""How many games of a seed the batch drivers play."""

TOLD = 12
"""How many games of a seed are read line by line; with all variants of the five games that makes about a thousand."""

POSITIONS = 5_000
"""How many made-up positions are tried for each seed, shared by the variants of a game."""

NAMES = ["Ana", "Bram", "Chloé", "Dai"]

Check = Callable[[Game, int], None]


def _require(holds: bool, sentence: str, *details: Any) -> None:
    if not holds:
        raise AssertionError(" ".join([sentence, *map(repr, details)]))


def _new_match(game: Game, seed: int) -> Match:
    return Match(game, seed, names=NAMES[: game.players])


def _walk(match: Match) -> Iterator[int]:
    """Random play; yields the ply before every move."""
    while not match.over:
        yield match.ply
        _require(match.ply < PLIES, "the game does not end under random play; moves so far:", match.ply)
        match.push(match.random_move())


def _bytes(match: Match) -> bytes:
    found: bytes = match.position.array.tobytes()
    return found


# ------------------------------------------------------------------ rules


def random_play_is_sound_and_ends(game: Game, seed: int) -> None:
    """Legal moves are distinct and of the right kind, every move changes the position and can be taken back exactly,
    what is conserved stays the same, and at the end every seat has a place and a score."""
    book = game.rulebook
    with targets.interpreted_only():
        match = _new_match(game, seed)
        kept = book.declarations.conserved(match.position)
        for ply in _walk(match):
            _check_legal_moves(match)
            before = _bytes(match)
            move = match.random_move()
            match.push(move)
            _require(_bytes(match) != before, "a move left the position unchanged:", game.moves.text_of(move))
            now = book.declarations.conserved(match.position)
            _require(now == kept, f"move {ply} ({game.moves.text_of(move)}) changed what is conserved:", kept, now)
            match.pop()
            _require(_bytes(match) == before, "taking a move back did not restore every byte:", move)
        _require(match.legal_ids == [], "there are legal moves after the end:", match.legal_ids)
        seats = sorted(seat for rank in match.ranking for seat in rank)
        _require(seats == list(range(game.players)), "the ranking does not have every seat once:", match.ranking)
        _require(all(abs(score) < 10_000 for score in match.scores), "scores are out of all bounds:", match.scores)


def _check_legal_moves(match: Match) -> None:
    ids, moves = match.legal_ids, match.game.moves
    room = match.game.rulebook.max_legal
    _require(0 < len(ids) <= room, f"there must be 1 to {room} legal moves (max_legal), not", len(ids))
    _require(len(set(ids)) == len(ids), "a legal move is listed twice:", ids)
    _require(all(0 <= move < len(moves) for move in ids), "a legal move is none of the declared moves:", ids)
    by_chance = match.actor == CHANCE
    wrong = [moves.text_of(move) for move in ids if moves.kind_of(move).chance != by_chance]
    _require(not wrong, "chance and players may not make each other's moves:", wrong)
    if by_chance:
        _check_weights(match)


def _check_weights(match: Match) -> None:
    rules, weights = match.game.rulebook.interpreted_rules, match.chance_weights
    _require(all(weight > 0 for weight in weights), "the weight of a chance move is not positive:", weights)
    if "chance_total" not in rules:
        _require(set(weights) == {1}, "without chance_total all moves of chance are equally likely:", weights)
        return
    total = rules["chance_total"](match.position)
    _require(sum(weights) == total, "chance_total is not the sum of the weights:", total, weights)
    if total <= 200:
        expected = [move for move, weight in zip(match.legal_ids, weights, strict=True) for _ in range(weight)]
        scratch = memoryview(np.zeros(match.game.rulebook.max_legal, np.int32))
        drawn = [rules["chance_move"](match.position, number, scratch) for number in range(total)]
        _require(drawn == expected, "chance_move does not draw by the weights in the order of legal:", drawn, expected)


def every_target_gives_the_same_bytes(game: Game, seed: int) -> None:
    """Interpreted and native rules agree on every legal move, draw, view and byte of a game; the batch drivers play the
    same games, on CUDA too where there is a GPU."""
    slow, fast = targets.interpreted(game.rulebook), targets.native(game.rulebook)
    key = stream_key(seed)
    first, second = game.start(), game.start()
    for ply in range(PLIES):
        who = slow.actor(first)
        _require(who == fast.actor(second), "native rules let somebody else move at ply", ply)
        if who == OVER:
            break
        _require(slow.legal(first) == fast.legal(second), "native rules have other legal moves at ply", ply)
        move = slow.draw(first, key, ply)
        _require(move == fast.draw(second, key, ply), "native rules draw another move at ply", ply)
        if ply % 16 == 0:
            _compare_views(game, slow, fast, first, ply)
        _require(slow.push(first, move) and fast.push(second, move), "a legal move was refused at ply", ply)
        _require(first.tobytes() == second.tobytes(), "native rules lead to another position at ply", ply)
    for seat in range(game.players):
        same = slow.score(first, seat) == fast.score(second, seat) and slow.place(first, seat) == fast.place(
            second, seat
        )
        _require(same, "native rules give another score or place to seat", seat)
    finals = targets.native_batch(game, seed, BATCH, PLIES)
    _require(finals[: first.nbytes] == first.tobytes(), "the batch driver does not play the game of the match")
    _require(targets.cuda_batch(game, seed, BATCH, PLIES) in (None, finals), "the GPU plays other games")


def _compare_views(game: Game, slow: targets.Engine, fast: targets.Engine, position: np.ndarray, ply: int) -> None:
    for viewer in range(-1, game.players):
        one, two = position.copy(), position.copy()
        slow.redact(one, viewer)
        fast.redact(two, viewer)
        _require(one.tobytes() == two.tobytes(), "native redact differs for viewer and ply", viewer, ply)
        if viewer >= 0:
            same = slow.observe(one, viewer).tolist() == fast.observe(two, viewer).tolist()
            _require(same, "native observations differ for viewer and ply", viewer, ply)
        slow.guess(one, viewer, ply)
        fast.guess(two, viewer, ply)
        _require(one.tobytes() == two.tobytes(), "native guess differs for viewer and ply", viewer, ply)


# ------------------------------------------------------------------ matches


def a_match_survives_save_copy_and_dump(game: Game, seed: int) -> None:
    """A saved match loads as the same match, a copy is independent, a dumped position is read as the same position."""
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            if ply == 40:
                break
        before = _bytes(match)
        twin = Match.load(match.save())
        _require(twin.save() == match.save(), "a loaded match saves as another text")
        _require(_bytes(twin) == before and twin.ply == match.ply, "a loaded match stands elsewhere")
        copy = match.copy()
        if not copy.over:
            copy.push(copy.random_move())
        _require(_bytes(match) == before, "a move in a copy changed the match")
        words = json.loads(json.dumps(match.dump()))
        again = Match(game, seed, position=words)
        _require(_bytes(again) == before, "a dumped position is read as another one:", words)


def made_up_positions_are_refused_or_playable(game: Game, seed: int) -> None:
    """A dump with values changed at random is refused with one sentence, or random play leads from it to an end."""
    count = -(-POSITIONS // len(variants(game.rulebook)))
    positions.try_positions(game, seed, count, interpreted_every=10)


# ------------------------------------------------------------------ what a seat may know


def views_leak_nothing(game: Game, seed: int) -> None:
    """In every world that a viewer can't tell from this one, the viewer sees the same view and the same record."""
    if not game.rulebook.secrets:
        return  # there is one world: `redact` and `guess` may do nothing in such a game
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            if ply % 23 == 0 and ply <= 300:
                for viewer in [None, *range(game.players)]:
                    _compare_worlds(match, viewer)


def _compare_worlds(match: Match, viewer: int | None) -> None:
    redacted, view = match.redacted(viewer).tobytes(), json.dumps(match.view(viewer), sort_keys=True)
    record = match.position.array
    truth = record.copy()
    for seed in (1, 2):
        record[:] = match.guessed(viewer, seed)
        where = (match.ply, viewer)
        _require(match.redacted(viewer).tobytes() == redacted, "redact shows what is hidden at (ply, viewer)", where)
        same = json.dumps(match.view(viewer), sort_keys=True) == view
        _require(same, "the view shows what is hidden at (ply, viewer)", where)
        record[:] = truth


def a_seat_knows_its_own_moves(game: Game, seed: int) -> None:
    """The record that a seat may see has the same legal moves for it as the real one."""
    engine = targets.interpreted(game.rulebook)
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            who = match.actor
            if ply % 5 == 0 and who is not None and who != CHANCE:
                seen = engine.legal(match.redacted(who))
                _require(seen == match.legal_ids, "a seat can't tell its legal moves from what it sees at ply", ply)


def observations_keep_to_their_bounds(game: Game, seed: int) -> None:
    """Observation vectors have the declared length, and every entry lies within the bounds of its feature."""
    features = game.rulebook.view.OBSERVATION
    low, high = features.bounds
    names = [feature.name for feature in features for _ in range(feature.length)]
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            for seat in range(game.players) if ply % 7 == 0 else ():
                seen = match.observation(seat)
                _require(seen.size == features.size, "an observation has another length than declared:", seen.size)
                outside = sorted({names[index] for index in np.flatnonzero((seen < low) | (seen > high))})
                _require(not outside, f"features leave their bounds at ply {ply}:", *outside)


def what_was_shown_cant_be_taken_back(game: Game, seed: int) -> None:
    """A move that can be taken back has shown nobody anything hidden: who did not know something before still does not.

    For each viewer the move is played in another world that the viewer could not tell from the real one; if the viewer
    sees something else after it, the move has shown what is hidden.
    """
    engine = targets.interpreted(game.rulebook)
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            seat = match.actor
            if not game.rulebook.secrets or seat is None or seat == CHANCE:
                continue
            before, move = match.copy(), match.random_move()
            trial = match.copy()
            trial.push(move)
            for viewer in [None, *range(game.players)] if trial.can_undo(seat) else ():
                _compare_reveal(engine, before, trial, move, viewer, ply)


def _compare_reveal(
    engine: targets.Engine, before: Match, after: Match, move: int, viewer: int | None, ply: int
) -> None:
    if before.game.rulebook.secrets and after.move_seen_by(viewer, ply).id < 0:
        return  # the viewer does not know which move it was
    expected = after.redacted(viewer).tobytes()
    for seed in (1, 2, 3):
        world = before.guessed(viewer, seed)
        if move in engine.legal(world):
            engine.push(world, move)
            engine.redact(world, EVERYBODY if viewer is None else viewer)
            text = before.game.moves.text_of(move)
            _require(
                world.tobytes() == expected, f"{text!r} showed viewer {viewer} something and can be taken back", ply
            )


# ------------------------------------------------------------------ words and pictures


def the_log_is_true_and_grammatical(game: Game, seed: int) -> None:
    """For spectators and seats by turns: what the lines of a move say has changed is what the move changed on the
    table's counters, each amount stands in the sentence that tells of it, and no sentence says "a apple", "1 coins" or
    "you gains"."""
    with targets.interpreted_only():
        for number in range(TOLD):
            match = _new_match(game, seed + number)
            for _ in _walk(match):
                pass
            viewer = (None, *range(game.players))[number % (1 + game.players)]
            for entry in match.story(viewer, addressed=viewer is not None):
                _require_english(entry["text"])
            _check_sums(match, viewer)


def _check_sums(match: Match, viewer: int | None) -> None:
    book = match.game.rulebook
    after = book.words.counters(book.state.proxy(match.redacted(viewer, 0)))
    for ply, lines in enumerate(told(match, viewer, addressed=viewer is not None)):
        before, after = after, book.words.counters(book.state.proxy(match.redacted(viewer, ply + 1)))
        changed = {name: after[name] - before[name] for name in after if after[name] != before[name]}
        said: Counter[str] = Counter()
        for line in lines:
            for change in line.changes:
                said[change.target] += change.amount if change.target in after else 0
                _check_named(line, change)
        where = f"{match.move_seen_by(viewer, ply).text} at ply {ply}, read by {viewer}"
        sums = {name: amount for name, amount in said.items() if amount}
        _require(changed == sums, f"{where}: changed, told and said:", changed, sums, [line.text for line in lines])


def _check_named(line: Line, change: Change) -> None:
    amount = abs(change.amount)
    if amount:
        named = amount == 1 or re.search(rf"(?<!\d){amount}(?!\d)", line.text)
        _require(
            bool(line.text and named), f"{line.text!r} does not name the change of {change.target} by", change.amount
        )


def everything_is_said_in_words(game: Game, seed: int) -> None:
    """Every move has a label, a target and a text that finds it again, every position a prompt of at most twelve words,
    the log speaks of at least every fourth move, and all that is said is English."""
    book = game.rulebook
    with targets.interpreted_only():
        match = _new_match(game, seed)
        for ply in _walk(match):
            if ply % 9:
                continue
            for move in match.legal_moves:
                _require(bool(move.label and move.target), "a move has no label or no target:", move.text)
                _require_english(move.label, book.words.outlook(move, match.position, match.names))
                _require(match.find(move.text) == move.id, "two moves have the same text:", move.text)
            for viewer in [None, *range(game.players)]:
                seen = book.state.proxy(match.redacted(viewer))
                sentence, hint = book.words.prompt(seen, viewer, match.names)
                _require(0 < len(sentence.split()) <= 12, "a prompt has 1 to 12 words, not", sentence)
                _require_english(sentence, hint, *book.words.reasons(seen, viewer).values())
        _require(len(match.log) > match.ply // 4, "the log is silent about most moves; lines:", len(match.log))
        unsaid = [line for line in match.log if not line or "None" in line]
        _require(not unsaid, "the log has lines without sense:", *unsaid[:3])
        _require_english(*match.reference(None))


def _require_english(*texts: str) -> None:
    for text in texts:
        wrong = faults(text)
        _require(not wrong, f"{text!r} is not English:", *wrong)


def drawings_are_sound(game: Game, seed: int) -> None:
    """Both layouts are well-formed SVG: text keeps within its place, ids are unique, colours and symbols are there.

    A spectator looks at the beginning and at the end, the seat to move at a position between, in one layout and later
    in the other.
    """
    with targets.interpreted_only():
        match = _new_match(game, seed)
        waiting = [(150, "phone"), (30, "desktop")]
        _check_drawings(match, None, "desktop")
        for ply in _walk(match):
            if waiting and ply >= waiting[-1][0] and match.actor != CHANCE:
                _check_drawings(match, match.actor, waiting.pop()[1])
        _check_drawings(match, None, "phone", "desktop")


def _check_drawings(match: Match, viewer: int | None, *layouts: str) -> None:
    for layout in layouts:
        svg = match.svg(viewer, layout=layout)
        where = f"the {layout} drawing for {'spectators' if viewer is None else match.names[viewer]} at ply {match.ply}"
        _require(_painted(parsed(svg)) > 5, f"{where} is empty")
        found = complaints(svg)
        _require(not found, f"{where}:", *found[:3])
    _check_text(match, viewer)


def _painted(element: ElementTree.Element) -> int:
    """How many elements a drawing has, definitions not counted."""
    return sum(1 + _painted(child) for child in element if not child.tag.endswith(("defs", "style")))


def _check_text(match: Match, viewer: int | None) -> None:
    """The table as text keeps to its width, and every sentence about it is one."""
    table, view = match.game.rulebook.text_table, match.view(viewer)
    where = f"the text table at ply {match.ply}"
    for width, height in ((50, 20), (94, 41)):
        canvas = table.table(view, width, height)
        _require(canvas.height > 0, f"{where} is empty")
        canvas.to_text(Palette("dark", table.STYLES))
    said = table.prose(view)
    unsaid = [sentence for sentence in said if sentence.strip()[-1:] not in (".", "!", "?") or "None" in sentence]
    _require(bool(said) and not unsaid, f"{where} has no sentences, or odd ones:", *unsaid[:3])
    _require_english(*(sentence.strip() for sentence in said))


# ------------------------------------------------------------------ all of them

NATIVE: list[Check] = [every_target_gives_the_same_bytes, made_up_positions_are_refused_or_playable]
"""Checks that compile a game's rules, which takes a while."""

CHECKS: list[Check] = [
    random_play_is_sound_and_ends,
    a_match_survives_save_copy_and_dump,
    views_leak_nothing,
    a_seat_knows_its_own_moves,
    observations_keep_to_their_bounds,
    what_was_shown_cant_be_taken_back,
    everything_is_said_in_words,
    the_log_is_true_and_grammatical,
    drawings_are_sound,
]
