"""Mines to test with: positions written by hand, random games, and a second, plain reading of how carts run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import tabletown as tt
from tabletown.games.mine_carts.components import TILES
from tabletown.games.mine_carts.state import PHASES

Place = tuple[int, int, int]
KINDS = ("coal", "copper", "iron", "silver", "gold")
ASKED = {"order_choice": "ask", "setup_changes": 2}
VALUES = {"coal": 1, "copper": 2, "iron": 3, "silver": 4, "gold": 5}


def mine(
    *carts: tuple[str, str],
    players: int = 2,
    tiles: dict[tuple[int, int], tuple[int, int]] | None = None,
    hand: int | None = None,
    turn: int = 0,
    ore: list[dict[str, int]] | None = None,
    **options: Any,
) -> tt.Match:
    """A match in mid-game: carts as ("0a", "(0,0)5"), tiles as {(row, column): (id, turns)}, the tile in the hand."""
    board: list[str | None] = [None] * 36
    turned = [0] * 36
    for (row, column), (tile, turns) in (tiles or {}).items():
        board[6 * row + column], turned[6 * row + column] = f"tile_{tile}", turns
    standing: list[list[str | None]] = [[None, None] for _ in range(players)]
    for name, place in carts:
        standing[int(name[0])]["ab".index(name[1])] = place
    position = {
        "phase": "play" if hand else "draw",
        "turn": turn,
        "placed": 2 * players,
        "board": board,
        "turned": turned,
        "carts": standing,
        "hand": f"tile_{hand}" if hand else None,
        "ore": ore or [{} for _ in range(players)],
    }
    return tt.Match(tt.game("mine-carts", players=players, **options), seed=1, position=position)


def dig(match: tt.Match, *kinds: str) -> None:
    """Let chance draw these ores, then coal or whatever comes next, until no ore is owed."""
    wanted = list(kinds)
    while phase(match) == "dig":
        kind = wanted.pop(0) if wanted else match.legal_moves[0].args["ore"]
        match.push(f"dig {kind}")
    assert not wanted


def lay(match: tt.Match, cart: int, turns: int, *kinds: str) -> None:
    match.push(f"play {cart} {turns}")
    dig(match, *kinds)


def phase(match: tt.Match) -> str:
    return PHASES[match.position.phase]


def where(match: tt.Match, name: str) -> str | None:
    """Where a cart stands, as '(row,column)point'; None if it is not in the mine."""
    found: str | None = match.dump()["carts"][int(name[0])]["ab".index(name[1])]
    return found


def seen(match: tt.Match, viewer: int | None = None) -> dict[str, Any]:
    """The position of a view, without the log."""
    book = match.game.rulebook
    described: dict[str, Any] = book.view.describe(book.state.proxy(match.redacted(viewer)), viewer)
    return described


def run_of(match: tt.Match, name: str) -> dict[str, Any]:
    """What a cart did in the last move, as the view tells it."""
    runs = seen(match)["last"]["runs"]
    return next(run for run in runs if (run["seat"], run["cart"]) == (int(name[0]), "ab".index(name[1])))


def turned_pairs(tile: int, turns: int) -> set[frozenset[int]]:
    return {frozenset((point + 2 * turns) % 8 for point in pair) for pair in TILES[tile - 1]["pairs"]}


def tile_joining(
    *pairs: tuple[int, int], pickaxe: bool | None = None, without: tuple[int, ...] = ()
) -> tuple[int, int]:
    """A tile and its turns that has these sections."""
    wanted = {frozenset(pair) for pair in pairs}
    for tile in TILES:
        if tile["id"] not in without and pickaxe in (None, tile["pickaxe"]):
            for turns in range(tile["rotations"]):
                if wanted <= turned_pairs(tile["id"], turns):
                    return tile["id"], turns
    raise LookupError(f"no tile joins {pairs}")


# ------------------------------------------------------------------ random games


def games(count: int, first_seed: int = 1, **options: Any) -> Iterator[tt.Match]:
    """Matches for two, three and four players in turn, not yet played."""
    for number in range(count):
        yield tt.Match(tt.game("mine-carts", players=2 + number % 3, **options), seed=first_seed + number)


def random_id(match: tt.Match, dice: random.Random, crowded: bool = False) -> int:
    """A random move; crowded games start on one stretch of the edge, so that carts meet."""
    legal = match.legal_ids
    if crowded and phase(match) == "place":
        legal = legal[:8]
    if match.actor == tt.CHANCE:
        return dice.choices(legal, match.chance_weights)[0]
    return dice.choice(legal)


def positions(count: int, wanted: str, crowded: bool = True, **options: Any) -> Iterator[tt.Match]:
    """Matches at every moment of a phase in random games; a caller works on a copy."""
    for match in games(count, **options):
        dice = random.Random(match.seed)
        while not match.over:
            if phase(match) == wanted:
                yield match
            match.push(random_id(match, dice, crowded))


# ------------------------------------------------------------------ how carts run, read from the ledger a second time

SIDE = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}
FACING = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}


def across(place: Place) -> Place:
    row, column, point = place
    down, right = SIDE[point // 2]
    return row + down, column + right, FACING[point]


def inside(place: Place) -> bool:
    return 0 <= place[0] < 6 and 0 <= place[1] < 6


def spell(place: Place) -> str:
    return f"({place[0]},{place[1]}){place[2]}"


def read_place(text: str) -> Place:
    return int(text[1]), int(text[3]), int(text[5])


def carts_of(match: tt.Match) -> dict[tuple[int, int], Place]:
    dumped = match.dump()["carts"]
    return {
        (seat, cart): read_place(place) for seat, pair in enumerate(dumped) for cart, place in enumerate(pair) if place
    }


def board_of(match: tt.Match) -> dict[tuple[int, int], tuple[int, int]]:
    words = match.dump()
    cells = enumerate(zip(words["board"], words["turned"], strict=True))
    return {divmod(cell, 6): (int(tile[5:]), turns) for cell, (tile, turns) in cells if tile}


def expected_turn(match: tt.Match, cart: int, turns: int) -> tuple[dict[tuple[int, int], Place], list[dict[str, Any]]]:
    """The carts and the runs after a play, worked out with dictionaries."""
    carts, board, seat = carts_of(match), board_of(match), match.position.turn
    cell = carts[seat, cart][:2]
    board[cell] = (int(match.dump()["hand"][5:]), turns)
    players = match.game.players
    order = [(seat, cart), (seat, 1 - cart)]
    order += [((seat + step) % players, index) for step in range(1, players) for index in (0, 1)]
    runs = []
    for figure in order:
        if figure in carts and carts[figure][:2] == cell:
            runs.append(_expected_run(carts, board, figure))
    return carts, runs


def _expected_run(
    carts: dict[tuple[int, int], Place], board: dict[tuple[int, int], tuple[int, int]], figure: tuple[int, int]
) -> dict[str, Any]:
    here = carts.pop(figure)
    run: dict[str, Any] = {"seat": figure[0], "cart": figure[1], "passes": [], "pickaxes": 0, "met": None}
    while True:
        tile, turns = board[here[:2]]
        section = next(pair for pair in turned_pairs(tile, turns) if here[2] in pair)
        leaving = (here[0], here[1], next(iter(section - {here[2]})))
        run["passes"].append([here[0], here[1], here[2], leaving[2]])
        run["pickaxes"] += bool(tile % 3)
        here = across(leaving)
        hit = [other for other, place in carts.items() if place in (leaving, here)]
        if hit:
            del carts[hit[0]]
            run |= {"end": "crash", "met": list(hit[0])}
        elif not inside(here):
            run["end"] = "exit"
        elif here[:2] not in board:
            carts[figure] = here
            run["end"] = "open"
        if "end" in run:
            return run
