"""Mint Works: place mints, buy plans, build the finest neighborhood; seven stars end the game."""

from __future__ import annotations

from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES, choice, flag, numbers, subset

from .components import ADVANCED, RIVAL_NAMES
from .moves import MOVES
from .state import BRIDGE_SCOPES, EDITIONS, OPPONENT_CHOICES, STARTERS, STATE


def conflict(players: int, options: dict[str, Any]) -> str | None:
    """Why these options can't be combined, or not with this number of players; or None."""
    starter, named = options["starting_player"], options["advanced_locations"]
    if players > 1 and options["opponent"] != OPPONENT_CHOICES[0]:
        return "Only a game for one has an opponent; leave the option opponent out."
    if players == 1 and starter != STARTERS[0]:
        return "In a game for one the opponent's card says who begins; leave the option starting_player out."
    if starter.startswith("seat_") and int(starter[-1]) >= players:
        return f"The starting player can't be {starter}: there are only {players} players."
    if players == 1 and len(named) > 1:
        return f"With 1 player, 1 advanced shop can be named, not {len(named)}."
    if players > 1 and len(named) == 1:
        return f"With {players} players, 2 advanced shops can be named, not 1."
    return None


RULEBOOK = Rulebook(
    name="mint-works",
    title="Mint Works",
    package=__name__,
    players=(1, 4),
    state=STATE,
    moves=MOVES,
    max_legal=28,
    tagline="Place your mints, build your neighborhood: seven stars end the game",
    designers="Justin Blaske",
    publishers="Five24 Labs",
    secrets=True,
    minutes="15",
    accent=("#1D7670", "#11524E", "#CDEFE3"),
    sorted_on_gpu=True,
    solo_can_be_lost=True,
    options=(
        choice("opponent", OPPONENT_CHOICES, "In a game for one: who you play against, or chance").shown(
            "Your opponent", names=(*RIVAL_NAMES.values(), "By lot"), players=(1, 1)
        ),
        flag("advanced", "Two advanced shops by lot, one in a game for one").shown("Advanced shops"),
        subset(
            "advanced_locations", ADVANCED, "Name the advanced shops yourself: two, one in a game for one", 1, 2
        ).shown("Which advanced shops", rare=True),
        choice("starting_player", STARTERS, "Who gets the start token: drawn by lot, or a named seat").shown(
            "Who begins?", names=("By lot", *SEAT_NAMES), players=(2, 4)
        ),
        choice(
            "bridge_scope", BRIDGE_SCOPES, "A Bridge counts as two buildings everywhere, or for the Museum only"
        ).shown("A Bridge is two buildings", names=("everywhere", "for the Museum"), rare=True),
        flag("vault_star", "The Vault has one star of its own besides two for each plan").shown(
            "A star on the Vault", rare=True
        ),
        choice(
            "recycler_edition",
            EDITIONS,
            "The Recycler pays cost and stars (2016), or for a building its present stars (later printing)",
        ).shown("The Recycler pays as printed", names=("in 2016", "later"), rare=True),
        numbers("ages", 1, 120, "The players' ages by seat: the last tie goes to the one nearest to 42").shown(
            "Ages, for the very last tie", players=(2, 4), rare=True
        ),
    ),
    conflict=conflict,
)
