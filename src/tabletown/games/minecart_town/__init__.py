"""Minecart Town: build a town, rail it together, and carry its cubes to where they are worth most."""

from __future__ import annotations

from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES, choice, flag, seats, subset

from .components import A_IDS, C_IDS
from .moves import MAX_LEGAL, MOVES
from .state import CONSTRUCTION_TRANSPORTS, FIRST_PLAYERS, PADDOCK_TIMINGS, SOLO_SETUPS, STATE, VP_FLOORS


def conflict(players: int, options: dict[str, Any]) -> str | None:
    first = options["first_player"]
    if first.startswith("seat_") and int(first[-1]) >= players:
        return f"The first player can't be {first}: there are only {players} players."
    if players > 1 and options["solo_setup"] != SOLO_SETUPS[0]:
        return "The option solo_setup belongs to a game for one."
    custom = players == 1 and options["solo_setup"] == "custom"
    if custom and (not options["solo_a"] or not options["solo_c"]):
        return "A custom solo setup needs 6 A tiles in solo_a and 4 C tiles in solo_c."
    if not custom and (options["solo_a"] or options["solo_c"]):
        return "The options solo_a and solo_c belong to one player and solo_setup=custom."
    return None


RULEBOOK = Rulebook(
    name="minecart-town",
    title="Minecart Town",
    package=__name__,
    players=(1, 4),
    state=STATE,
    moves=MOVES,
    version=2,
    max_legal=MAX_LEGAL,
    tagline="Build, lay rails, and send every cube to where it is worth most",
    designers="Shun, AYA",
    publishers="Studio GG, JELLY JELLY GAMES",
    minutes="60",
    accent=("#A1501F", "#703510", "#FBE3C4"),
    reconstructed=True,
    sorted_on_gpu=True,
    options=(
        seats("expert", "Seats that play the expert variant: cubes can't pass buildings that don't take them").shown(
            "Who plays the expert variant?"
        ),
        flag("first_game", "Leave the advanced C tiles out").shown("First game"),
        choice("solo_setup", SOLO_SETUPS, "One player: the printed setups 1 to 5, 6 random, or a custom display").shown(
            "Setup for one",
            names=(*(f"Setup {number}" for number in range(1, 6)), "By lot", "Your own"),
            players=(1, 1),
        ),
        subset("solo_a", A_IDS, "Custom solo setup: six different A tiles", 6, 6).shown(
            "Your six A tiles", players=(1, 1), when=("solo_setup", ["custom"])
        ),
        subset("solo_c", C_IDS, "Custom solo setup: four different C tiles", 4, 4).shown(
            "Your four C tiles", players=(1, 1), when=("solo_setup", ["custom"])
        ),
        choice("first_player", FIRST_PLAYERS, "Who goes first: drawn by lot, or a named seat").shown(
            "Who begins?", names=("By lot", *SEAT_NAMES), players=(2, 4)
        ),
        choice("paddock_timing", PADDOCK_TIMINGS, "When the Paddock loses its sheep; the rulebook says both").shown(
            "The Paddock loses its sheep", names=("at processing", "at production"), rare=True
        ),
        flag("junction_lines_meet", "The two lines of a Railroad Junction are connected").shown(
            "The lines of a junction meet", rare=True
        ),
        flag(
            "round4_forced",
            "In round 4 all conversions still possible are made when a player is done",
        ).shown("All conversions in the last round", rare=True),
        choice("vp_floor", VP_FLOORS, "Whether the score stops at 0").shown(
            "A score may fall", names=("below zero", "to zero"), rare=True
        ),
        choice(
            "construction_transport",
            CONSTRUCTION_TRANSPORTS,
            "Transport during construction: only to clear a Stockpile, none, or free",
        ).shown("Carts during construction", names=("clear a Stockpile", "stand still", "run freely"), rare=True),
        flag("auto_forced", "A choice with a single option is made without asking", True).shown(
            "Forced choices by themselves", rare=True
        ),
    ),
    conflict=conflict,
)
