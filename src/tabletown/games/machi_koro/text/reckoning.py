"""The reckoning of Machi Koro: the race to four landmarks, and where the coins came from."""

from __future__ import annotations

from typing import Any

from tabletown.core.reckoning import Bars, Mark, Race, Told, add, changes_of, parts_of

from ..components import CARDS, LANDMARKS, NAMES

_TURNS = {"blue": "Any turn", "green": "Your turn"}
_BANK = {card["id"]: _TURNS[card["colour"]] for card in CARDS if card["colour"] in _TURNS}
RED, PURPLE, HELP = "Red cards", "Purple cards", "City Hall"
COLOURS = {
    "Any turn": "#2A6FB8",
    "Your turn": "#4C7F1E",
    RED: "#C2382F",
    PURPLE: "#70439F",
    HELP: "#8FA0B5",
    **dict(zip((NAMES[name] for name in LANDMARKS), ("#1D7670", "#E5563F", "#2A6FB8", "#C2382F"), strict=True)),
}


def charts(told: Told, s: Any) -> list[Bars | Race]:
    """Which landmark was built when, and every coin that somebody got, by the colour of the card that brought it."""
    coins: dict[int, dict[str, int]] = {}
    marks = []
    for ply, lines, change in changes_of(told):
        what, _, rest = change.target.partition("-")
        if what == "landmark":
            seat, _, landmark = rest.partition("-")
            marks.append(Mark(int(seat), ply, NAMES[landmark], landmark))
        elif what == "coins" and change.amount > 0:
            add(coins, int(rest), _source(change.source, lines[0].seat), change.amount)
    return [
        Race("The race to four landmarks", marks),
        Bars("Where the coins came from", "coin", parts_of(coins, s.players)),
    ]


def _source(source: str, roller: int | None) -> str:
    """The kind of card that brought coins: of a purse, a red card if whoever rolls pays, else a purple one."""
    if source.startswith("coins-"):
        return RED if source == f"coins-{roller}" else PURPLE
    return _BANK[source.split("-", 2)[2]] if source else HELP
