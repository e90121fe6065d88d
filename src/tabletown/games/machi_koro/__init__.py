"""Machi Koro: roll the dice, collect from your establishments, be the first to build all four landmarks."""

from __future__ import annotations

from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import choice, flag, numbers

from .moves import MOVES
from .state import DEAD_MAJORS, MARKETS, STARTERS, STATE


def conflict(players: int, options: dict[str, Any]) -> str | None:
    """Why options can't be chosen together, in one sentence, or None."""
    starter = options["starting_player"]
    if starter.startswith("seat_") and int(starter[-1]) >= players:
        return f"The starting player can't be {starter}: there are only {players} players."
    if starter == "youngest" and options["ages"] is None:
        return "The youngest can begin only if the option ages gives everybody's age."
    return None


RULEBOOK = Rulebook(
    name="machi-koro",
    title="Machi Koro",
    package=__name__,
    players=(2, 4),
    state=STATE,
    moves=MOVES,
    max_legal=40,
    tagline="Roll, collect, build: the first town with four landmarks wins",
    designers="Masao Suganuma",
    publishers="Grounding, IDW Games",
    minutes="30",
    accent=("#C2382F", "#8F241D", "#FDDDD0"),
    options=(
        choice(
            "starting_player",
            STARTERS,
            "Who begins: drawn by lot, the lowest seat, the youngest (needs ages), or a named seat",
        ),
        choice(
            "market",
            MARKETS,
            "All 15 stacks open; ten kinds dealt from a deck; or 5 low, 5 high and 2 majors from three decks",
        ),
        choice(
            "dead_majors",
            DEAD_MAJORS,
            "Dealt markets: surplus majors stay in the box, or stacks nobody can buy are replaced",
        ),
        flag("reroll_may_change_dice", "A Radio Tower reroll may change the number of dice", True),
        flag("extra_turn_chains", "Doubles in an extra turn bring another one", True),
        flag("landmark_active_at_once", "A new landmark works at once, not only from its owner's next turn", True),
        flag("business_center_optional", "The exchange of the Business Center may be declined", True),
        flag("limited_bank", "The bank holds the 282 coins of the box and no more"),
        flag("play_on_for_places", "The winner leaves and the others play on for second and third place"),
        flag("city_hall", "A player without coins gets 1 before building"),
        numbers("ages", 1, 120, "The players' ages by seat, for the option youngest"),
    ),
    conflict=conflict,
)
