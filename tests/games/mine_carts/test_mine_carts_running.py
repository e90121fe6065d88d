"""Carts run: along the track, counting pickaxes, drawing ore, leaving and colliding."""

from __future__ import annotations

import random

import pytest
from mines import (
    ASKED,
    KINDS,
    across,
    board_of,
    carts_of,
    dig,
    expected_turn,
    games,
    inside,
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

FAR = ("1a", "(5,5)4")


# ------------------------------------------------------------------ advancing


@pytest.mark.rule("MC-54", "MC-55", "MC-57", "MC-68")
def test_a_cart_runs_over_the_new_tile_to_its_end() -> None:
    match = mine(("0a", "(0,2)0"), FAR, hand=34)
    match.push("play 0 0")
    assert where(match, "0a") == "(1,2)0"
    assert run_of(match, "0a")["passes"] == [[0, 2, 0, 5]]
    assert (run_of(match, "0a")["pickaxes"], run_of(match, "0a")["end"]) == (1, "open")


@pytest.mark.rule("MC-11", "MC-55")
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("tile", [2, 7, 16, 18, 25, 29])
def test_it_leaves_where_the_turned_tile_says(tile: int, turns: int) -> None:
    match = mine(("0a", "(2,0)7"), FAR, hand=tile)
    match.push(f"play 0 {turns}")
    entry, leaving = run_of(match, "0a")["passes"][0][2:]
    assert entry == 7
    assert frozenset((entry, leaving)) in turned_pairs(tile, turns)


@pytest.mark.rule("MC-56", "MC-67", "MC-83", "MC-94")
def test_it_goes_on_through_connected_tiles() -> None:
    """Straight down the left column: with a pickaxe, without, with; border cells are no exits."""
    straight, crossing = tile_joining((0, 5), pickaxe=True, without=(34,)), (36, 0)
    match = mine(("0a", "(0,0)0"), FAR, tiles={(1, 0): crossing, (2, 0): straight}, hand=34)
    match.push("play 0 0")
    assert where(match, "0a") == "(3,0)0"
    assert [tuple(p[:2]) for p in run_of(match, "0a")["passes"]] == [(0, 0), (1, 0), (2, 0)]
    assert run_of(match, "0a")["pickaxes"] == 2


@pytest.mark.rule("MC-60", "MC-71", "MC-84", "MC-70", "MC-82")
def test_a_u_turn_sends_it_back_and_every_pass_counts() -> None:
    """Down through the new tile, round on the tile below, up again and out next to the own gate: three pickaxes."""
    match = mine(("0a", "(0,0)0"), FAR, tiles={(1, 0): (1, 0)}, hand=34)
    match.push("play 0 0")
    assert run_of(match, "0a")["passes"] == [[0, 0, 0, 5], [1, 0, 0, 1], [0, 0, 4, 1]]
    assert match.position.owed == 3
    assert where(match, "0a") is not None
    dig(match, "gold", "gold", "coal")
    assert where(match, "0a") is None
    assert match.scores == [11, 0]
    assert run_of(match, "0a")["end"] == "exit"


@pytest.mark.rule("MC-61")
def test_crossing_sections_do_not_touch() -> None:
    match = mine(("0a", "(2,0)6"), FAR, hand=32)
    lay(match, 0, 0)
    assert run_of(match, "0a")["passes"] == [[2, 0, 6, 2]]


@pytest.mark.rule("MC-69")
def test_the_tile_it_stood_on_does_not_count() -> None:
    match = mine(("0a", "(1,0)0"), FAR, tiles={(0, 0): (34, 0)}, hand=36)
    match.push("play 0 0")
    assert run_of(match, "0a")["pickaxes"] == 0
    assert phase(match) == "draw"


@pytest.mark.rule("MC-72", "MC-146")
def test_a_later_pass_through_it_does_count() -> None:
    match = mine(("0a", "(1,0)0"), FAR, tiles={(0, 0): (34, 0)}, hand=1)
    match.push("play 0 0")
    assert run_of(match, "0a")["passes"] == [[1, 0, 0, 1], [0, 0, 4, 1]]
    assert run_of(match, "0a")["pickaxes"] == 2


@pytest.mark.rule("MC-70", "MC-67")
@pytest.mark.parametrize(("tile", "pickaxes"), [(34, 1), (36, 0)])
def test_the_last_tile_counts(tile: int, pickaxes: int) -> None:
    match = mine(("0a", "(0,0)0"), FAR, tiles={(1, 0): (tile, 0)}, hand=33)
    match.push(f"play 0 {tile_turns(33, (0, 5))}")
    assert run_of(match, "0a")["passes"][-1][:2] == [1, 0]
    assert run_of(match, "0a")["pickaxes"] == pickaxes


def tile_turns(tile: int, pair: tuple[int, int]) -> int:
    return next(turns for turns in range(4) if frozenset(pair) in turned_pairs(tile, turns))


@pytest.mark.rule("MC-09")
@pytest.mark.parametrize("gate", ["(0,0)0", "(0,0)1", "(0,0)6", "(0,0)7"])
def test_the_pickaxe_belongs_to_the_whole_tile(gate: str) -> None:
    match = mine(("0a", gate), FAR, hand=34)
    match.push("play 0 0")
    assert run_of(match, "0a")["pickaxes"] == 1


@pytest.mark.rule("MC-145")
def test_the_new_tile_may_be_passed_four_times() -> None:
    left = tile_joining((2, 3), pickaxe=False)
    below = tile_joining((0, 1), pickaxe=False, without=(left[0],))
    right = tile_joining((6, 7), pickaxe=False, without=(left[0], below[0]))
    match = mine(("0a", "(0,2)0"), FAR, tiles={(0, 1): left, (1, 2): below, (0, 3): right}, hand=35)
    match.push("play 0 0")
    passes = run_of(match, "0a")["passes"]
    assert [tuple(p[:2]) for p in passes] == [(0, 2), (0, 1), (0, 2), (1, 2), (0, 2), (0, 3), (0, 2)]
    assert run_of(match, "0a")["pickaxes"] == 4
    assert run_of(match, "0a")["end"] == "exit"


@pytest.mark.rule("MC-55", "MC-56", "MC-58", "MC-64", "MC-67", "MC-86", "MC-93", "MC-99", "MC-100")
def test_runs_agree_with_a_second_reading_of_the_rules() -> None:
    plays = moved = 0
    ends = set()
    for match in positions(60, "play"):
        move = random.Random(match.ply).choice(match.legal_moves)
        carts, runs = expected_turn(match, move.args["cart"], move.args["turns"])
        cell = carts_of(match)[match.position.turn, move.args["cart"]][:2]
        faced = {figure for figure, place in carts_of(match).items() if place[:2] == cell}
        unmoved = {figure: place for figure, place in carts_of(match).items() if figure not in faced}
        trial = match.copy()
        trial.push(move)
        dig(trial)
        told = seen(trial)["last"]["runs"]
        assert [{key: run[key] for key in runs[0]} for run in told] == runs
        assert carts_of(trial) == carts
        assert unmoved.items() <= carts.items()
        for run in runs:
            assert run["end"] in ("open", "crash", "exit")
            if run["met"]:
                assert tuple(run["met"]) in faced
                assert tuple(run["passes"][-1][:2]) == cell
            ends.add(run["end"])
        plays += 1
        moved += len(runs)
    assert ends == {"open", "crash", "exit"}
    assert 700 < plays < moved


@pytest.mark.rule("MC-59", "MC-62", "MC-63", "MC-66", "MC-73", "MC-80", "MC-97", "MC-98")
def test_a_whole_game_of_runs() -> None:
    """No section is passed twice, no edge section used twice; behind every cart the track leads back to its gate."""
    for match in games(45, first_seed=100):
        dice, crowded = random.Random(match.seed), bool(match.seed % 2)
        sections: set[tuple[int, int, frozenset[int]]] = set()
        used: list[tuple[int, int, int]] = []
        stood: dict[tuple[int, int], tuple[int, int, int]] = {}
        gates: dict[tuple[int, int], tuple[int, int, int]] = {}
        earned = 0
        gone: set[tuple[int, int]] = set()
        while not match.over:
            if phase(match) == "play":
                stood = carts_of(match)
                if not gates:
                    gates = dict(stood)
                    used = list(gates.values())
                assert not gone & stood.keys()
            name = match.game.moves.kind_of(move := random_id(match, dice, crowded)).name
            match.push(move)
            if name not in ("play", "dig") or phase(match) not in ("draw", "over"):
                continue
            runs = seen(match)["last"]["runs"]
            for run in runs:
                figure = (run["seat"], run["cart"])
                assert tuple(run["passes"][0][:3]) == stood[figure]
                assert len(run["passes"]) <= 4 * match.position.turns
                for row, column, entry, leaving in run["passes"]:
                    assert entry != leaving
                    section = (row, column, frozenset((entry, leaving)))
                    assert section not in sections
                    sections.add(section)
                for before, after in zip(run["passes"], run["passes"][1:], strict=False):
                    assert across((before[0], before[1], before[3])) == tuple(after[:3])
                if run["end"] == "exit":
                    last = run["passes"][-1]
                    used.append((last[0], last[1], last[3]))
                earned += run["pickaxes"]
            gone |= stood.keys() - carts_of(match).keys()
            board = board_of(match)
            for figure, place in carts_of(match).items():
                assert walk_back(board, place) == gates[figure]
        assert len(used) == len(set(used))
        assert not any(inside(across(place)) for place in used)
        assert sum(holding["tokens"] for holding in seen(match)["ore"]) == min(80, earned)
        assert earned <= 96


def walk_back(board: dict[tuple[int, int], tuple[int, int]], place: tuple[int, int, int]) -> tuple[int, int, int]:
    while inside(across(place)):
        row, column, point = across(place)
        section = next(pair for pair in turned_pairs(*board[row, column]) if point in pair)
        place = (row, column, next(iter(section - {point})))
    return place


# ------------------------------------------------------------------ ore


@pytest.mark.rule("MC-74", "MC-75", "MC-166", "MC-168")
def test_ore_is_drawn_blind_one_token_at_a_time() -> None:
    match = mine(("0a", "(0,0)0"), FAR, tiles={(1, 0): (1, 0)}, hand=34, ore=[{"coal": 4}, {"gold": 8}])
    match.push("play 0 0")
    assert match.actor == tt.CHANCE
    assert [m.args["ore"] for m in match.legal_moves] == ["coal", "copper", "iron", "silver"]
    assert match.chance_weights == [20, 20, 16, 12]
    match.push("dig iron")
    assert match.chance_weights == [20, 20, 15, 12]
    match.push("dig coal")
    assert phase(match) == "dig"
    match.push("dig coal")
    assert phase(match) == "draw"
    assert match.dump()["ore"] == [{"coal": 6, "iron": 1}, {"gold": 8}]


@pytest.mark.rule("MC-75", "MC-168")
def test_chance_draws_ore_as_a_shuffled_pile_would() -> None:
    match = mine(("0a", "(0,0)0"), FAR, hand=34, ore=[{"coal": 20, "copper": 20, "iron": 16, "silver": 11}, {}])
    match.push("play 0 0")
    counts = dict.fromkeys(KINDS, 0)
    for seed in range(1300):
        trial = match.copy()
        trial._key = seed * 7919 + 1
        counts[trial.step_chance().args["ore"]] += 1
    assert counts["copper"] == counts["iron"] == 0
    assert 320 < counts["coal"] < 480
    assert 60 < counts["silver"] < 145
    assert 680 < counts["gold"] < 920


@pytest.mark.rule("MC-76", "MC-154")
def test_a_shortage_is_not_made_up() -> None:
    held = {"coal": 24, "copper": 20, "iron": 16, "silver": 12, "gold": 7}
    match = mine(("0a", "(0,0)0"), FAR, tiles={(1, 0): (1, 0)}, hand=34, ore=[{}, held])
    match.push("play 0 0")
    assert (run_of(match, "0a")["pickaxes"], match.position.owed) == (3, 1)
    assert [m.text for m in match.legal_moves] == ["dig gold"]
    match.push("dig gold")
    assert phase(match) == "draw"
    match.push("tile tile_7")
    match.push("play 0 0")
    assert run_of(match, "1a")["pickaxes"] == 1
    assert run_of(match, "1a")["drawn"] == 0
    assert phase(match) != "dig"
    assert "no ore is left" in " ".join(match.log)


@pytest.mark.rule("MC-77")
def test_in_a_shortage_the_first_to_advance_draws_first() -> None:
    held = {"coal": 24, "copper": 20, "iron": 16, "silver": 12, "gold": 7}
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)7"), ("2a", "(5,5)4"), players=3, turn=1, hand=34, ore=[{}, {}, held])
    match.push("play 0 0")
    dig(match, "gold")
    assert match.dump()["ore"][:2] == [{}, {"gold": 1}]
    assert [run["drawn"] for run in seen(match)["last"]["runs"]] == [1, 0]


@pytest.mark.rule("MC-74", "MC-78", "MC-79", "MC-170")
def test_ore_is_never_lost() -> None:
    for match in games(30, first_seed=300):
        held = [dict.fromkeys(KINDS, 0) for _ in range(match.game.players)]
        drawn = 0
        while not match.over:
            move = match.random_move()
            match.push(move)
            view = seen(match)
            for seat, holding in enumerate(view["ore"]):
                assert all(holding["kinds"][kind] >= held[seat][kind] for kind in KINDS)
                held[seat] = holding["kinds"]
            drawn += match.game.moves.kind_of(move).name == "dig"
            assert sum(holding["tokens"] for holding in view["ore"]) == drawn == 80 - view["ground"]["tokens"]
            for kind, count in zip(KINDS, (24, 20, 16, 12, 8), strict=True):
                assert view["ground"]["kinds"][kind] + sum(holding[kind] for holding in held) == count
        assert drawn <= 80


@pytest.mark.rule("MC-73", "MC-147")
def test_no_pickaxe_no_ore_and_no_chance() -> None:
    match = mine(("0a", "(0,0)0"), FAR, hand=36)
    match.push("play 0 0")
    assert (phase(match), match.position.turn) == ("draw", 1)
    assert match.scores == [0, 0]


# ------------------------------------------------------------------ leaving


@pytest.mark.rule("MC-81", "MC-82", "MC-141", "MC-142", "MC-140")
@pytest.mark.parametrize(
    ("gate", "leaving"),
    [
        ("(0,0)0", 1),
        ("(0,0)0", 6),
        ("(0,0)1", 7),
        ("(0,3)0", 1),
        ("(5,5)2", 4),
        ("(5,5)5", 3),
        ("(3,0)6", 7),
        ("(2,5)3", 2),
        ("(5,0)7", 5),
    ],
)
def test_any_edge_section_is_an_exit(gate: str, leaving: int) -> None:
    tile, turns = tile_joining((int(gate[5]), leaving), pickaxe=True)
    far = ("1a", "(0,5)0") if gate.startswith("(5,5)") else FAR
    match = mine(("0a", gate), ("0b", "(3,5)2"), far, hand=tile)
    match.push(f"play 0 {turns}")
    assert (run_of(match, "0a")["end"], match.position.owed) == ("exit", 1)
    assert len(run_of(match, "0a")["passes"]) == 1
    dig(match, "silver")
    assert (where(match, "0a"), match.scores[0]) == (None, 4)
    assert (0, 0) not in carts_of(match)


@pytest.mark.rule("MC-85")
def test_waiting_at_the_gate_is_not_leaving() -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,3)0"), FAR, hand=34)
    lay(match, 1, 0)
    assert where(match, "0a") == "(0,0)0"
    assert seen(match)["carts_left"] == [2, 1]


# ------------------------------------------------------------------ colliding


def head_on(**options: object) -> tt.Match:
    """1a waits behind its tile at the right of the corner cell; 0a comes in from the top."""
    return mine(
        ("0a", "(0,0)0"),
        ("0b", "(5,0)6"),
        ("1a", "(0,0)2"),
        ("1b", "(5,5)4"),
        tiles={(0, 1): tile_joining((1, 7), pickaxe=True, without=(14,))},
        hand=14,
        **options,
    )


@pytest.mark.rule("MC-86", "MC-87", "MC-89", "MC-90", "MC-91")
def test_a_head_on_collision() -> None:
    match = head_on()
    match.push("play 0 0")
    assert run_of(match, "0a")["passes"] == [[0, 0, 0, 2]]
    assert (run_of(match, "0a")["end"], run_of(match, "0a")["met"]) == ("crash", [1, 0])
    assert match.position.owed == 1
    assert where(match, "0a") is not None
    assert where(match, "1a") is not None
    dig(match, "gold")
    assert where(match, "0a") is where(match, "1a") is None
    assert match.scores == [5, 0]
    assert len(seen(match)["last"]["runs"]) == 1
    assert (where(match, "0b"), where(match, "1b")) == ("(5,0)6", "(5,5)4")


@pytest.mark.rule("MC-87")
def test_the_border_point_is_compared_under_its_other_name_too() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(3,5)2"), hand=14)
    match.position.carts[1, 0] = 8 * 1 + 7
    match.push("play 0 0")
    assert run_of(match, "0a")["met"] == [1, 0]


@pytest.mark.rule("MC-88")
def test_own_carts_collide() -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)1"), FAR, hand=1)
    match.push("play 1 0")
    assert run_of(match, "0b")["met"] == [0, 0]
    dig(match)
    assert where(match, "0a") is where(match, "0b") is None
    assert match.scores == [1, 0]


@pytest.mark.rule("MC-92", "MC-143", "MC-144", "MC-140")
@pytest.mark.parametrize(("turn", "scores"), [(0, [3, 0]), (1, [0, 3])])
def test_reaching_a_waiting_cart_is_a_collision(turn: int, scores: list[int]) -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("0b", "(5,5)4"), ("1b", "(5,5)5"), hand=1, turn=turn)
    lay(match, 0, 0, "iron")
    assert where(match, "0a") is where(match, "1a") is None
    assert match.scores == scores
    assert [run["end"] for run in seen(match)["last"]["runs"]] == ["crash"]


@pytest.mark.rule("MC-94")
def test_carts_that_cross_on_one_tile_do_not_collide() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)7"), hand=32)
    lay(match, 0, 0)
    assert (where(match, "0a"), where(match, "1a")) == ("(1,0)1", "(0,1)6")


@pytest.mark.rule("MC-95", "MC-143")
def test_neighbours_do_not_collide() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("1b", "(0,0)7"), hand=34)
    lay(match, 0, 0)
    assert (where(match, "0a"), where(match, "1a"), where(match, "1b")) == ("(1,0)0", "(1,0)1", "(0,1)7")


@pytest.mark.rule("MC-96", "MC-148")
def test_a_third_cart_still_advances() -> None:
    tile, turns = tile_joining((0, 1), (2, 7), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("2a", "(0,0)7"), ("1b", "(5,5)4"), players=3, hand=tile)
    lay(match, 0, turns, "gold", "silver")
    assert (where(match, "0a"), where(match, "1a"), where(match, "2a")) == (None, None, "(0,1)7")
    assert match.scores == [5, 0, 4]


@pytest.mark.rule("MC-148")
def test_four_carts_pair_off() -> None:
    tile, turns = tile_joining((0, 1), (6, 7))
    match = mine(
        ("0a", "(0,0)0"), ("0b", "(0,0)6"), ("1a", "(0,0)1"), ("1b", "(0,0)7"), ("2a", "(5,5)4"), players=3, hand=tile
    )
    lay(match, 0, turns)
    assert carts_of(match) == {(2, 0): (5, 5, 4)}
    assert [run["met"] for run in seen(match)["last"]["runs"]] == [[1, 0], [1, 1]]


@pytest.mark.rule("MC-149", "MC-151", "MC-116")
@pytest.mark.parametrize("tile", [7, 14, 28, 32, 34, 35])
def test_eight_carts_before_one_cell(tile: int) -> None:
    """Four at the edge of the corner cell, two behind each neighbouring tile: any tile makes four collisions."""
    above = tile_joining((0, 7), (1, 6), without=(tile,))
    beside = tile_joining((0, 7), (1, 6), without=(tile, above[0]))
    carts = [
        ("0a", "(0,0)0"),
        ("0b", "(0,0)1"),
        ("1a", "(0,0)6"),
        ("1b", "(0,0)7"),
        ("2a", "(0,0)2"),
        ("2b", "(0,0)3"),
        ("3a", "(0,0)4"),
        ("3b", "(0,0)5"),
    ]
    match = mine(*carts, players=4, tiles={(0, 1): above, (1, 0): beside}, hand=tile)
    lay(match, 0, 0)
    runs = seen(match)["last"]["runs"]
    assert [run["end"] for run in runs] == ["crash"] * 4
    assert {tuple(run["met"]) for run in runs} | {(run["seat"], run["cart"]) for run in runs} == {
        (s, c) for s in range(4) for c in (0, 1)
    }
    assert match.over
    assert sum(run["drawn"] for run in runs) == (4 if tile % 3 else 0)


@pytest.mark.rule("MC-153")
def test_with_the_last_tile_every_cart_goes() -> None:
    """Careful players fill the board; no cart can stop on a full one."""
    filled = 0
    for match in games(16, first_seed=40):
        while not match.over:
            move = match.random_move()
            if phase(match) == "play":
                move = safest(match)
            match.push(move)
        filled += match.position.turns == 36
        assert not carts_of(match)
        assert match.position.turns <= 36
    assert filled > 0


def safest(match: tt.Match) -> int:
    """The play that keeps most carts in the mine."""
    previews = seen(match, match.actor)["previews"]

    def lost(preview: dict) -> tuple[bool, int]:
        return preview["runs"][0]["end"] != "open", sum(run["end"] != "open" for run in preview["runs"])

    best = min(previews, key=lost)
    return 48 + 4 * best["cart"] + best["turns"]


@pytest.mark.rule("MC-99", "MC-162")
def test_asked_games_end_too() -> None:
    for match in games(9, **ASKED):
        dice = random.Random(match.seed)
        while not match.over:
            match.push(random_id(match, dice, crowded=True))
