"""Neighborhoods to test with: positions written by hand, and random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import tabletown as tt
from tabletown.games.mint_works.components import LOCATIONS, PLANS
from tabletown.games.mint_works.rules.stars import stars, worth
from tabletown.games.mint_works.state import PHASES

SEATS = [f"seat_{seat}" for seat in range(4)]
CORE = ("producer", "builder", "supplier", "leadership_council")
DEEDS = ("wholesaler", "lotto")
ADVANCED = ("crowdfunder", "recycler", "temp_agency", "swap_meet")
OPPONENTS = ("justin", "rachael", "sonic", "mort")
SPACES = {
    "producer": (3, 2, 2, 3), "builder": (2, 2, 2, 3), "supplier": (2, 2, 2, 3), "leadership_council": (1, 1, 1, 1),
    "wholesaler": (1, 1, 1, 1), "lotto": (1, 1, 1, 1), "crowdfunder": (1, 1, 1, 1), "recycler": (1, 1, 1, 1),
    "temp_agency": (1, 1, 1, 1), "swap_meet": (1, 1, 1, 1),
}  # fmt: skip
CARDS = {  # name: cost, printed stars, type, as on the cards
    "windmill": (1, 1, "culture"), "statue": (2, 2, "culture"), "gardens": (3, 3, "culture"),
    "bridge": (1, 0, "culture"), "museum": (2, 0, "culture"), "gallery": (4, 0, "culture"),
    "co_op": (1, 1, "production"), "mine": (2, 1, "production"), "workshop": (3, 2, "production"),
    "factory": (4, 3, "production"), "plant": (5, 2, "production"), "stripmine": (4, 0, "production"),
    "corporate_hq": (3, 0, "production"), "truck": (2, 1, "utility"), "crane": (2, 1, "utility"),
    "landfill": (3, 3, "utility"), "obelisk": (4, 0, "utility"), "assembler": (5, 1, "utility"),
    "vault": (5, 0, "utility"), "wholesaler": (1, 1, "deed"), "lotto": (4, 2, "deed"),
}  # fmt: skip


def town(
    players: int = 2,
    *,
    mints: Sequence[int] = (),
    plans: Sequence[Sequence[str]] = (),
    buildings: Sequence[Sequence[str]] = (),
    supply: Sequence[str | None] = ("windmill", "statue", "gardens"),
    under: Sequence[str] = (),
    deck: int | None = None,
    on: dict[str, list[tuple[int, int]]] | None = None,
    opened: Sequence[str] = (),
    secret: dict[str, int] | None = None,
    removed: int = 0,
    gallery: int = 0,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **fields: Any,
) -> tt.Match:
    """A match in mid-game. `on` maps Locations to (side, mints) a space. All cards not named are in the deck;
    with `deck` only so many of them, the rest lies under it."""
    row: list[str | None] = [*supply[: 2 if players == 1 else 3]]
    held = [*row, *under, *(card for hand in (*plans, *buildings) for card in hand)]
    rest = [card for card in PLANS if card not in held]
    unseen = rest if deck is None else rest[:deck]
    bottom = [*under, *(card for card in rest if card not in unseen)]
    placed = on or {}
    advanced = [name for name in ADVANCED if name in opened or name in placed]
    purse = list(mints) if mints else [3] * max(2, players)
    position: dict[str, Any] = {
        "phase": "develop",
        "round": 3,
        "mints": dict(zip(SEATS, purse, strict=False)),
        "supply": row + [None] * (3 - len(row)),
        "deck": dict.fromkeys(unseen, 1),
        "bottom": {card: number for number, card in enumerate(bottom, 1)},
        "plans": {
            seat: {card: number for number, card in enumerate(hand, 1)}
            for seat, hand in zip(SEATS, plans, strict=False)
        },
        "buildings": {
            seat: {card: number for number, card in enumerate(hand, 1)}
            for seat, hand in zip(SEATS, buildings, strict=False)
        },
        "open": dict.fromkeys(
            [*CORE, *(name for name in DEEDS if name in opened or any(name in hand for hand in buildings)), *advanced],
            1,
        ),
        "mints_on": {name: [*(amount for _, amount in spaces), 0, 0, 0][:3] for name, spaces in placed.items()},
        "placed_by": {name: [*(side for side, _ in spaces), 0, 0, 0][:3] for name, spaces in placed.items()},
        "secret": secret or {},
        "gallery": gallery,
        "removed": removed,
    }
    chosen = dict(options or {})
    if chosen.get("opponent") == "rachael":
        lying = sum(amount for spaces in placed.values() for _, amount in spaces)
        position["bank"] = 30 - sum(purse) - lying - gallery - removed
    game = tt.game("mint-works", players=players, **chosen)
    return tt.Match(game, seed=seed, position=position | fields, names=["Ana", "Bram", "Chloe", "Dai"][:players])


def rich(players: int, *moves: str, **changed: Any) -> tt.Match:
    """A match in which everybody has nine mints, after these moves."""
    return play(town(players, mints=[9] * players, **changed), *moves)


def solo(opponent: str, **changed: Any) -> tt.Match:
    """A match against an opponent at the opponent's turn."""
    chosen = {"opponent": opponent} | changed.pop("options", {})
    usual: dict[str, Any] = {"turn": 1, "token": 0, "phase": "rival", "mints": (3, 0 if opponent == "mort" else 5)}
    return town(1, **(usual | changed), options=chosen)


def against(opponent: str, **changed: Any) -> tt.Match:
    """A match against an opponent at the player's turn."""
    return solo(opponent, **({"turn": 0, "phase": "develop"} | changed))


def full(*locations: str) -> dict[str, list[tuple[int, int]]]:
    """Locations on which the player of a solitaire game has taken every space, as `on` wants them."""
    return {name: [(0, 2 if name == "builder" else 1)] * SPACES[name][0] for name in locations}


def phase(match: tt.Match) -> str:
    return PHASES[match.position.phase]


def texts(match: tt.Match) -> set[str]:
    return {move.text for move in match.legal_moves}


def play(match: tt.Match, *moves: str) -> tt.Match:
    for move in moves:
        match.push(move)
    return match


def chance(match: tt.Match) -> tt.Match:
    """Let chance speak for as long as it has the word, the opponent included."""
    match.play_chance()
    return match


def mints(match: tt.Match) -> list[int]:
    return [match.position.mints[side] for side in range(max(2, match.game.players))]


def cards(match: tt.Match, field: str, side: int) -> list[str]:
    """Plans or buildings of a side in their order."""
    numbers = getattr(match.position, field).tolist()[side]
    return [PLANS[card] for card in sorted(range(len(PLANS)), key=lambda card: numbers[card]) if numbers[card]]


def plans(match: tt.Match, side: int = 0) -> list[str]:
    return cards(match, "plans", side)


def buildings(match: tt.Match, side: int = 0) -> list[str]:
    return cards(match, "buildings", side)


def bottom(match: tt.Match) -> list[str]:
    numbers = match.position.bottom.tolist()
    return [PLANS[card] for card in sorted(range(len(PLANS)), key=lambda card: numbers[card]) if numbers[card]]


def supply(match: tt.Match) -> list[str | None]:
    return [PLANS[card] if card >= 0 else None for card in match.position.supply][: 2 if match.game.players == 1 else 3]


def on(match: tt.Match, location: str) -> list[tuple[int, int]]:
    place = LOCATIONS.index(location)
    s = match.position
    return [(s.placed_by[place, space], s.mints_on[place, space]) for space in range(3) if s.mints_on[place, space]]


def is_open(match: tt.Match, location: str) -> bool:
    return bool(match.position.open[LOCATIONS.index(location)])


def star_count(match: tt.Match, side: int = 0) -> int:
    return int(stars(match.position, side))


def star_worth(match: tt.Match, card: str, side: int = 0) -> int:
    return int(worth(match.position, side, PLANS.index(card)))


def deck_cards(match: tt.Match) -> int:
    return sum(match.position.deck) + sum(number > 0 for number in match.position.bottom)


def pass_round(match: tt.Match) -> tt.Match:
    """Everybody passes until Upkeep begins; chance is not asked yet."""
    start = match.position.round
    while not match.over and match.actor != tt.CHANCE and phase(match) == "develop" and match.position.round == start:
        match.push("pass")
    return match


def upkeep(match: tt.Match) -> tt.Match:
    """Everybody passes, and the round ends as far as nobody is asked."""
    start = match.position.round
    while not match.over and match.position.round == start and phase(match) != "gift":
        if match.actor == tt.CHANCE:
            match.step_chance()
        else:
            match.push("pass")
    return match


def random_game(seed: int = 0, most: int = 4000, **options: Any) -> Iterator[tt.Match]:
    """A random game, yielded after every move."""
    match = tt.Match(tt.game("mint-works", **options), seed=seed)
    yield match
    for _ in range(most):
        if match.over:
            return
        match.push(match.random_move())
        yield match
    raise AssertionError("the game does not end")


GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "advanced_locations": ["recycler", "temp_agency"]},
    {"players": 4, "advanced": True},
    {"players": 3, "advanced_locations": ["crowdfunder", "swap_meet"], "recycler_edition": "later", "vault_star": True},
    {"players": 1, "opponent": "justin", "advanced_locations": ["temp_agency"]},
    {"players": 1, "opponent": "rachael", "advanced_locations": ["crowdfunder"]},
    {"players": 1, "opponent": "sonic", "advanced_locations": ["recycler"]},
    {"players": 1, "opponent": "mort", "advanced_locations": ["swap_meet"]},
    {"players": 1, "opponent": "chance"},
]
"""One game of each sort, for what holds in every position."""
