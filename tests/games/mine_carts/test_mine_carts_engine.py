"""Symmetry, refusals, ids, chance, replays, and the same game on every engine."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from mines import (
    ASKED,
    board_of,
    carts_of,
    dig,
    games,
    lay,
    mine,
    phase,
    positions,
    random_id,
    run_of,
    seen,
    tile_joining,
    turned_pairs,
    where,
)

import tabletown as tt
from tabletown.compile import drivers
from tabletown.compile.engine import interpreted
from tabletown.compile.native import native
from tabletown.core.move import OVER
from tabletown.core.registry import rulebook
from tabletown.games.mine_carts.components import ROTATIONS, TILES, point_index
from tabletown.games.mine_carts.moves import MOVES
from tabletown.games.mine_carts.state import conserved
from tabletown.games.mine_carts.view import OBSERVATION

ALL_OPTIONS: list[dict[str, Any]] = [
    {},
    {"hidden_ore": True, "tie_break": "precious"},
    {"order_choice": "ask", "setup_changes": 2, "first_player": "seat_1"},
]


# ------------------------------------------------------------------ edge cases


@pytest.mark.rule("MC-140")
def test_the_first_move_is_one_pass() -> None:
    ends = set()
    for match in games(60):
        dice = random.Random(match.seed)
        while phase(match) != "play":
            match.push(random_id(match, dice, crowded=True))
        for move in match.legal_moves:
            trial = match.copy()
            trial.push(move)
            dig(trial)
            runs = seen(trial)["last"]["runs"]
            assert all(len(run["passes"]) == 1 for run in runs)
            ends |= {run["end"] for run in runs}
    assert ends == {"open", "exit", "crash"}


def turned_mine(match: tt.Match) -> tt.Match:
    """The whole position a quarter turn clockwise."""
    tiles = {}
    for (row, column), (tile, turns) in board_of(match).items():
        tiles[column, 5 - row] = (tile, (turns + 1) % int(ROTATIONS[tile]))
    carts = [
        (f"{seat}{'ab'[cart]}", f"({column},{5 - row}){(point + 2) % 8}")
        for (seat, cart), (row, column, point) in carts_of(match).items()
    ]
    hand = int(match.dump()["hand"][5:])
    return mine(
        *carts, players=match.game.players, tiles=tiles, hand=hand, turn=match.position.turn, ore=match.dump()["ore"]
    )


def shifted_mine(match: tt.Match) -> tt.Match:
    """All seats moved on by one."""
    players = match.game.players
    carts = [
        (f"{(seat + 1) % players}{'ab'[cart]}", "({},{}){}".format(*place))
        for (seat, cart), place in carts_of(match).items()
    ]
    ore = match.dump()["ore"]
    hand = int(match.dump()["hand"][5:])
    return mine(
        *carts,
        players=players,
        tiles=board_of(match),
        hand=hand,
        turn=(match.position.turn + 1) % players,
        ore=[ore[-1], *ore[:-1]],
    )


@pytest.mark.rule("MC-155")
def test_turning_the_table_commutes_with_every_play() -> None:
    for match in positions(12, "play"):
        turned = turned_mine(match)
        for move in match.legal_moves:
            here, there = match.copy(), turned.copy()
            lay(here, move.args["cart"], move.args["turns"])
            lay(there, move.args["cart"], (move.args["turns"] + 1) % int(ROTATIONS[match.position.hand]))
            expected = {
                figure: (column, 5 - row, (point + 2) % 8) for figure, (row, column, point) in carts_of(here).items()
            }
            assert carts_of(there) == expected
            assert there.dump()["ore"] == here.dump()["ore"]
            assert (there.position.turn, phase(there)) == (here.position.turn, phase(here))


@pytest.mark.rule("MC-156")
@pytest.mark.parametrize(("one", "other"), [(7, 9), (18, 25)])
def test_mirror_images_are_different_tiles(one: int, other: int) -> None:
    mirrored = {frozenset((1 - point) % 8 for point in pair) for pair in turned_pairs(one, 0)}
    assert any(mirrored == turned_pairs(other, turns) for turns in range(4))
    assert all(mirrored != turned_pairs(one, turns) for turns in range(4))
    assert TILES[one - 1]["pickaxe"] != TILES[other - 1]["pickaxe"]


@pytest.mark.rule("MC-157")
def test_shifting_the_seats_commutes_with_every_play() -> None:
    for match in positions(12, "play"):
        players = match.game.players
        shifted = shifted_mine(match)
        for move in match.legal_moves:
            here, there = match.copy(), shifted.copy()
            lay(here, move.args["cart"], move.args["turns"])
            lay(there, move.args["cart"], move.args["turns"])
            assert carts_of(there) == {
                ((seat + 1) % players, cart): place for (seat, cart), place in carts_of(here).items()
            }
            ore = here.dump()["ore"]
            assert there.dump()["ore"] == [ore[-1], *ore[:-1]]
            if not here.over:
                assert there.position.turn == (here.position.turn + 1) % players


@pytest.mark.rule("MC-158", "MC-169")
def test_every_other_id_is_refused_and_changes_nothing() -> None:
    for match in games(6, **ASKED):
        dice = random.Random(match.seed)
        while not match.over:
            legal = match.legal_ids
            assert legal
            assert len(legal) == len(set(legal))
            before = match._array.tobytes()
            for wrong in set(dice.sample(range(len(MOVES)), 12)) - set(legal):
                with pytest.raises(tt.IllegalMove, match="legal"):
                    match.push(wrong)
            assert match._array.tobytes() == before
            match.push(random_id(match, dice, crowded=True))


@pytest.mark.rule("MC-150")
def test_the_turn_goes_on_when_the_next_player_drops_out() -> None:
    tile, turns = tile_joining((0, 5), (1, 7), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("2a", "(5,5)4"), ("3a", "(5,5)5"), players=4, hand=tile)
    lay(match, 0, turns)
    assert where(match, "1a") is None
    assert match.position.turn == 2


@pytest.mark.rule("MC-152")
def test_a_last_cart_forced_off_the_board_draws_first() -> None:
    tile, turns = tile_joining((0, 5), (1, 7), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), hand=tile)
    match.push(f"play 0 {turns}")
    match.push("dig coal")
    assert (phase(match), where(match, "1a"), run_of(match, "1a")["end"]) == ("dig", "(0,0)1", "exit")
    match.push("dig gold")
    assert (where(match, "1a"), match.scores) == (None, [1, 5])


# ------------------------------------------------------------------ nodes and ids


@pytest.mark.rule("MC-159")
def test_every_node_belongs_to_one_player_or_to_chance() -> None:
    owners = {"start": tt.CHANCE, "first": tt.CHANCE, "draw": tt.CHANCE, "dig": tt.CHANCE}
    kinds = {
        "start": "seat",
        "first": "seat",
        "draw": "tile",
        "dig": "dig",
        "place": "place",
        "replace": "place",
        "play": "play",
        "order": "order",
    }
    seen = set()
    for match in games(60, **ASKED):
        dice = random.Random(match.seed)
        while not match.over:
            now = phase(match)
            seen.add(now)
            if now in owners:
                assert match.actor == owners[now]
            else:
                assert match.actor == (match.position.asked if now == "order" else match.position.turn)
            names = {MOVES.kind_of(move).name for move in match.legal_ids}
            assert names == {kinds[now]} if now in kinds else names <= {"confirm", "pick_up"}
            match.push(random_id(match, dice, crowded=True))
    assert seen == {"start", "first", "draw", "dig", "place", "replace", "play", "order", "confirm"}


@pytest.mark.rule("MC-160", "MC-161", "MC-162", "MC-163", "MC-164")
def test_ids() -> None:
    assert [MOVES.text_of(move) for move in (0, 47)] == ["place 0", "place 47"]
    assert [MOVES.text_of(48 + 4 * cart + turns) for cart in (0, 1) for turns in range(4)] == [
        f"play {c} {k}" for c in (0, 1) for k in range(4)
    ]
    assert [MOVES.text_of(move) for move in range(56, 61)] == [
        "order 0",
        "order 1",
        "confirm",
        "pick_up 0",
        "pick_up 1",
    ]
    players_moves = [move for move in range(len(MOVES)) if not MOVES.kind_of(move).chance]
    assert players_moves == list(range(61))


@pytest.mark.rule("MC-165", "MC-166", "MC-167")
def test_the_weights_of_chance() -> None:
    for match in games(9, first_seed=50, **ASKED):
        while not match.over:
            if match.actor == tt.CHANCE:
                weights, s = match.chance_weights, match.position
                if phase(match) == "dig":
                    assert weights == [count for count in s.heap if count]
                    assert sum(weights) == 80 - sum(s.tokens[seat] for seat in range(s.players))
                else:
                    assert set(weights) == {1}
                    assert len(weights) == (36 - s.turns if phase(match) == "draw" else s.players)
            match.push(match.random_move())


@pytest.mark.rule("MC-168", "MC-165", "MC-166")
def test_a_shuffled_pile_and_drawing_by_chance_are_one_game() -> None:
    """With both piles shuffled beforehand, what comes from the top is always legal, and the game replays alike."""
    for seed in range(8):
        dice = random.Random(seed)
        tiles = [f"tile_{tile}" for tile in range(1, 37)]
        tokens = ["coal"] * 24 + ["copper"] * 20 + ["iron"] * 16 + ["silver"] * 12 + ["gold"] * 8
        dice.shuffle(tiles)
        dice.shuffle(tokens)
        match = tt.Match(tt.game("mine-carts", players=4), seed=seed)
        while not match.over:
            now = phase(match)
            if now == "draw":
                match.push(f"tile {tiles.pop()}")
            elif now == "dig":
                match.push(f"dig {tokens.pop()}")
            else:
                match.push(dice.choice(match.legal_ids))
        assert len(tiles) == 36 - match.position.turns
        assert sorted(tokens) == sorted(
            kind
            for kind, count in zip(("coal", "copper", "iron", "silver", "gold"), match.position.heap, strict=True)
            for _ in range(count)
        )
        twin = tt.Match(match.game, seed=seed + 1)
        for move in match.moves:
            twin.push(move)
        assert twin._array.tobytes() == match._array.tobytes()


@pytest.mark.rule("MC-170")
def test_bounds() -> None:
    for match in games(30, first_seed=600, **ASKED):
        while not match.over:
            match.push(match.random_move())
        names = [move.name for move in match.moves]
        changes = names.count("pick_up")
        assert changes <= 2 * match.game.players
        assert names.count("place") == 2 * match.game.players + changes
        assert names.count("play") == names.count("tile") <= 36
        assert names.count("dig") <= 80


@pytest.mark.rule("MC-171")
def test_saving_and_loading_at_any_node_changes_nothing() -> None:
    match = tt.Match(tt.game("mine-carts", players=3, **ASKED), seed=11)
    while not match.over:
        if match.ply % 9 == 0:
            twin = tt.Match.load(match.save())
            assert twin._array.tobytes() == match._array.tobytes()
            again = tt.Match(match.game, seed=match.seed, position=match.dump())
            assert again._array.tobytes() == match._array.tobytes()
            assert again.legal_ids == match.legal_ids
        match.push(match.random_move())


@pytest.mark.rule("MC-171", "MC-172")
def test_push_and_pop_and_copies() -> None:
    match = tt.Match(tt.game("mine-carts", players=4, **ASKED), seed=12)
    seen = []
    while not match.over:
        seen.append(match._array.tobytes())
        twin = match.copy()
        for _ in range(3):
            if not twin.over:
                twin.push(twin.random_move())
        assert match._array.tobytes() == seen[-1]
        match.push(match.random_move())
    for before in reversed(seen):
        match.pop()
        assert match._array.tobytes() == before


# ------------------------------------------------------------------ engines


@pytest.mark.rule("MC-23", "MC-79", "MC-117")
@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_interpreted_and_native_agree_byte_for_byte(players: int, options: dict[str, Any]) -> None:
    book = rulebook("mine-carts")
    slow, fast = interpreted(book), native(book)
    for seed in range(4):
        game = tt.game("mine-carts", players=players, **options)
        array = game.start()
        kept = conserved(book.state.proxy(array))
        key, ply = seed * 1_000_003 + 17, 0
        while slow.actor(array) != OVER:
            twin = array.copy()
            assert fast.actor(twin) == slow.actor(array)
            assert fast.legal(twin) == slow.legal(array)
            move = slow.draw(array, key, ply)
            assert fast.draw(twin, key, ply) == move
            assert slow.push(array, move)
            assert fast.push(twin, move)
            assert array.tobytes() == twin.tobytes()
            for viewer in (-1, 0, players - 1):
                a, b = array.copy(), array.copy()
                slow.redact(a, viewer)
                fast.redact(b, viewer)
                assert a.tobytes() == b.tobytes()
                slow.guess(a, viewer, ply)
                fast.guess(b, viewer, ply)
                assert a.tobytes() == b.tobytes()
            assert np.array_equal(slow.observe(array, 1), fast.observe(array, 1))
            assert [slow.place(array, seat) for seat in range(players)] == [
                fast.place(array, seat) for seat in range(players)
            ]
            assert conserved(book.state.proxy(array)) == kept
            ply += 1


@pytest.mark.rule("MC-117", "MC-80")
def test_thousands_of_games_end_on_native_code() -> None:
    book = rulebook("mine-carts")
    engine = native(book)
    for players in (2, 3, 4):
        for options in ALL_OPTIONS:
            start = tt.game("mine-carts", players=players, **options).start()
            tally, finals = np.zeros(drivers.TALLY_SIZE, np.int64), book.state.new(2000)
            engine.play_many(start, 9, 0, 2000, 400, tally, finals)
            assert (tally[drivers.GAMES], tally[drivers.UNFINISHED]) == (2000, 0)
            assert (finals["turns"] <= 36).all()
            assert (finals["carts"][:, :players] == -1).all()
            held = finals["ore"].sum(axis=1)
            assert ((held + finals["heap"]) == [24, 20, 16, 12, 8]).all()


def test_the_observation_is_seen_from_the_viewers_seat() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), ("2b", "(0,3)1"), players=3, hand=7, turn=1)
    start = 0
    for feature in OBSERVATION:
        if feature.name.startswith("carts by point"):
            break
        start += feature.length
    for viewer, numbers in ((0, (1, 3, 6)), (1, (5, 1, 4)), (2, (3, 5, 2))):
        seen = match.observation(viewer)
        places = (point_index(0, 0, 0), point_index(5, 5, 4), point_index(0, 3, 1))
        assert tuple(int(seen[start + place]) for place in places) == numbers


def test_what_is_due_while_ore_is_drawn_is_observed_and_shown() -> None:
    """For three players, so that the number of carts and that of seats can't be mixed up."""
    starts, at = {}, 0
    for feature in OBSERVATION:
        starts[feature.name] = at
        at += feature.length
    several = found = 0
    for match in positions(12, "dig", **ASKED):
        s, players = match.position, match.game.players
        for viewer in range(players):
            seen_by = match.observation(viewer)
            due = seen_by[starts["carts still to advance"] :][: 2 * players].tolist()
            seats = [(viewer + step) % players for step in range(players)]
            assert due == [s.due >> (2 * seat + cart) & 1 for seat in seats for cart in (0, 1)]
            assert seen_by[starts["ore tokens in the ground, ore tokens still owed"] + 1] == s.owed > 0
            several += sum(due) > 0
        runs = seen(match)["last"]["runs"]
        assert [2 * run["seat"] + run["cart"] for run in runs if run["digging"]] == [s.digger]
        found += 1
    assert several
    assert found


# ------------------------------------------------------------------ positions in words


FULL = {"phase": "first", "carts": [["(0,0)0", "(0,1)0"], ["(5,5)4", "(5,4)4"]]}
"""All carts are placed, and the lot is to say who begins."""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"carts": [["(0,0)0", "(0,0)0"], ["(5,5)4", None]]}, "one border point"),
        ({"carts": [["(2,2)0", None], ["(5,5)4", None]]}, "doesn't lead back to the edge"),
        ({"carts": [[None, None], ["(5,5)4", None]]}, "without a cart"),
        ({"board": ["tile_7", "tile_7", *[None] * 34]}, "one tile_7"),
        ({"board": ["tile_34", *[None] * 35]}, "must face an empty cell"),
        (
            {"board": [*[None] * 35, "tile_1"], "turned": [*[0] * 35, 1], "carts": [["(0,0)0", None], [None, None]]},
            "only 1 orientation",
        ),
        ({"ore": [{"gold": 9}, {}]}, "8 tokens of Gold Ore"),
        ({"ore": [{"gold": -1}, {}]}, "between 0 and"),
        ({"hand": "tile_3"}, "in the phase 'play'"),
        ({"turn": 2}, "between 0 and 1"),
        ({"phase": "over"}, "while a cart is in the mine"),
        ({"phase": "dig"}, "A tile was laid"),
        ({"phase": "order"}, "A tile was laid"),
        ({"phase": None}, "phase can't be None"),
        ({"due": 64}, "those before the tile laid last"),
        ({"fate": [["open", None], [None, None]], "due": 64}, "those before the tile laid last"),
        ({"met": [[100, -1], [-1, -1]]}, "between -1 and 7"),
        ({"met": [[5, -1], [-1, -1]]}, "a cart of this game"),
        ({"digger": 1, "owed": 2}, "In the phase 'dig' and in no other"),
        ({"asked": 0}, "In the phase 'order' and in no other"),
        ({"picked_up": 0}, "In the phase 'replace' and in no other|in no other"),
        ({"runs": 2}, "counted from 1"),
        ({"runs": 1, "ran": [[1, 0], [0, 0]]}, "after a tile was laid"),
        ({"phase": "place", "placed": 2, "carts": [["(0,0)0", "(5,5)4"], [None, None]]}, "placed in turn"),
        ({"phase": "confirm"}, "All carts have been placed"),
        ({"phase": "replace"}, "picked up"),
        ({"phase": "draw", "placed": 3}, "All carts have been placed"),
        ({**FULL, "board": ["tile_36", *[None] * 35]}, "before the first turn"),
        ({**FULL, "ore": [{"coal": 1}, {}]}, "before the first turn"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], sentence: str) -> None:
    words = {"phase": "draw", "placed": 4, "carts": [["(0,0)0", None], ["(5,5)4", None]], **change}
    with pytest.raises(ValueError, match=sentence):
        tt.Match(tt.game("mine-carts"), position=words)
