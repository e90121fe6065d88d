"""Matches of Machi Koro brought into the position that a test needs."""

from __future__ import annotations

from typing import Any

import tabletown as tt
from tabletown.games.machi_koro.components import ESTABLISHMENTS, LANDMARKS
from tabletown.games.machi_koro.state import PHASES

CARDS = {name: index for index, name in enumerate(ESTABLISHMENTS)}
MONUMENTS = {name: index for index, name in enumerate(LANDMARKS)}
MAJORS = {"stadium", "tv_station", "business_center"}


def match(players: int = 4, seed: int = 1, **options: Any) -> tt.Match:
    """A match in which seat 0 begins, before its roll."""
    options.setdefault("starting_player", "seat_0")
    return tt.Match(tt.game("machi-koro", players=players, **options), seed)


def city(m: tt.Match, seat: int, **cards: int) -> None:
    """Give a seat exactly these establishments."""
    for index in range(len(ESTABLISHMENTS)):
        m.position.cities[seat, index] = 0
    for name, count in cards.items():
        m.position.cities[seat, CARDS[name]] = count


def empty_cities(m: tt.Match) -> None:
    """Take all establishments from all seats."""
    for seat in range(m.game.players):
        city(m, seat)


def purse(m: tt.Match, *coins: int) -> None:
    """Give the seats exactly these coins."""
    for seat, amount in enumerate(coins):
        m.position.coins[seat] = amount


def coins(m: tt.Match) -> list[int]:
    return [m.position.coins[seat] for seat in range(m.game.players)]


def landmark(m: tt.Match, seat: int, *names: str) -> None:
    """Build landmarks for a seat, at no cost."""
    for name in names:
        m.position.landmarks[seat, MONUMENTS[name]] = 1


def built(m: tt.Match, seat: int) -> list[str]:
    return [name for name, index in MONUMENTS.items() if m.position.landmarks[seat, index]]


def owned(m: tt.Match, seat: int, card: str) -> int:
    return m.position.cities[seat, CARDS[card]]


def stack(m: tt.Match, card: str) -> int:
    return m.position.stacks[CARDS[card]]


def phase(m: tt.Match) -> str:
    return PHASES[m.position.phase]


def at(m: tt.Match, name: str) -> tt.Match:
    """Put the match into a phase."""
    m.position.phase = PHASES.index(name)
    return m


def to_build(m: tt.Match) -> tt.Match:
    """Put the match after the roll and its income, where the active player may build."""
    m.position.dice_thrown = 1
    m.position.dice[0] = 1
    return at(m, "build")


def roll(m: tt.Match, first: int, second: int = 0) -> tt.Match:
    """Throw these dice."""
    m.position.dice_thrown = 2 if second else 1
    at(m, "roll")
    m.push(f"rolled_two {first} {second}" if second else f"rolled {first}")
    return m


def legal(m: tt.Match) -> set[str]:
    return {move.text for move in m.legal_moves}
