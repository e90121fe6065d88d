"""Machi Koro: roll the dice, collect from your establishments, be the first to build all four landmarks."""

from __future__ import annotations

from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES, choice, flag, numbers

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
        ).shown("Who begins?", names=("By lot", "The lowest seat", "The youngest", *SEAT_NAMES)),
        choice(
            "market",
            MARKETS,
            "All 15 stacks open; ten kinds dealt from a deck; or 5 low, 5 high and 2 purple ones from three decks",
        ).shown(
            names=("All fifteen", "Ten at a time", "Five, five and two"),
            notes=("classic", "dealt, new every time", "low, high and purple"),
        ),
        choice(
            "dead_majors",
            DEAD_MAJORS,
            "Dealt markets: surplus purple cards stay in the box, or stacks that nobody can buy are replaced",
        ).shown(
            "Purple cards that nobody can buy",
            names=("stay in the box", "are replaced"),
            when=("market", ["ten_stacks", "split_5_5_2"]),
            rare=True,
        ),
        flag("reroll_may_change_dice", "A Radio Tower reroll may change the number of dice", True).shown(
            "A reroll may change the dice", rare=True
        ),
        flag("extra_turn_chains", "Doubles in an extra turn bring another one", True).shown(
            "Doubles again and again", rare=True
        ),
        flag(
            "landmark_active_at_once", "A new landmark works at once, not only from its owner's next turn", True
        ).shown("Landmarks work at once", rare=True),
        flag("business_center_optional", "The exchange of the Business Center may be declined", True).shown(
            "The exchange may be declined", rare=True
        ),
        flag("limited_bank", "The bank holds the 282 coins of the box and no more").shown(
            "The bank can run out", rare=True
        ),
        flag("play_on_for_places", "The winner leaves and the others play on for second and third place").shown(
            "Play on for the places", players=(3, 4)
        ),
        flag("city_hall", "A player without coins gets 1 before building").shown("A coin for whoever has none"),
        numbers("ages", 1, 120, "The players' ages by seat, for the option youngest").shown(
            "How old is everybody?", when=("starting_player", ["youngest"])
        ),
    ),
    conflict=conflict,
)
