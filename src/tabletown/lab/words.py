"""An answer in words: the verdict, who played, and numbers as people read them. Made from the answer's JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Found = Mapping[str, Any]

NUMBERS = {"length": "Length", "close": "Closeness", "scores": "Scores", "luck": "Luck and skill"}
"""The questions that are answered by a list of numbers, with their titles."""

NO_NETS = "Levels of play did without their nets, which learned the printed values. "

SMALL = 0.01
"""Differences below one point are called small."""


def percent(found: Found) -> str:
    """A share with its interval: 46.3% (45.5 to 47.1)."""
    return f"{100 * found['value']:.1f}% ({100 * found['low']:.1f} to {100 * found['high']:.1f})"


def points(found: Found) -> str:
    """A difference of shares with half its interval: −4.2 ± 0.5 points."""
    return f"{signed(100 * found['value'])} ± {50 * (found['high'] - found['low']):.1f} points"


def shown(found: Found) -> str:
    """Any number with its interval, as its kind reads best."""
    told = {"share": percent, "difference": points}.get(found["kind"], number)
    return told(found)


def number(found: Found) -> str:
    """A mean with half its interval: 16.3 ± 0.1."""
    half = (found["high"] - found["low"]) / 2
    digits = 2 if half >= 0.005 or half == 0 else 3
    return f"{found['value']:.{digits}f} ± {half:.{digits}f}"


def change(found: Found) -> str:
    """A difference of means: +0.4 ± 0.1."""
    return f"{signed(found['value'], 2)} ± {(found['high'] - found['low']) / 2:.2f}"


CAUSE = {
    "buyers_win_more_by": "buyers win more by (not a cause)",
    "dealt": "wins more than who drew another",
    "footing": "on equal footing (an estimate)",
    "worth": "worth by the ban test",
}
"""How the ways to ask what a thing does are called, and what each is."""


def things_head(answer: Found) -> tuple[str, ...]:
    """What the columns of a table of things are: things that are bought, or that chance deals."""
    dealt = answer.get("dealt", False)
    got, cause = ("seats that drew it", "dealt") if dealt else ("seats that got it", "buyers_win_more_by")
    return "", got, "copies", "first round", CAUSE[cause], ""


def in_order(things: Found, answer: Found) -> list[tuple[str, Found]]:
    """Things as a table lists them: what is bought most first; of what chance deals, what is worth most."""

    def weight(entry: Found) -> float:
        worth = entry.get("buyers_win_more_by")
        return float(worth["value"] if answer.get("dealt") and worth else entry["copies"]["value"])

    return sorted(things.items(), key=lambda item: -weight(item[1]))


def remark(entry: Found) -> str:
    """What is odd about a thing: nobody takes it, or another is better in everything."""
    never = ["hardly ever bought"] if entry["never"] else []
    return "; ".join(never + [f"{other} is no dearer and no worse" for other in entry["dominated_by"][:2]])


def numbers_of(found: Found, before: str = "") -> dict[str, Found]:
    """The numbers of a question by their names as read, those in tables within it as well."""
    rows: dict[str, Found] = {}
    for name, entry in found.items():
        told = f"{before}{name.replace('_', ' ')}"
        if isinstance(entry, Mapping) and "kind" in entry:
            rows[told] = entry
        elif isinstance(entry, Mapping):
            rows |= numbers_of(entry, f"{told} ")
    return rows


def signed(value: float, digits: int = 1) -> str:
    return f"{'−' if round(value, digits) < 0 else '+'}{abs(value):.{digits}f}"


def players(answer: Found) -> str:
    """Who played, how often, and whether every machine gets the same."""
    told = seated(answer["experiment"].get("who", "quick"), answer["who"])
    exact = (
        "every machine gets these numbers" if answer["exact"] else "other machines may get slightly different numbers"
    )
    nets = "" if answer["exact"] or answer.get("with_nets", True) else NO_NETS
    return f"{told} played {answer['games']:,} games; {exact}. {nets}Other players may find otherwise."


def seated(who: str, names: Sequence[str]) -> str:
    """Who sits at the tables."""
    listed = ", ".join(names)
    if who == "league":
        return f"A league of {len(names)} plans ({listed})"
    return f"{listed} in every seat" if len(names) == 1 else f"{listed}, one in each seat,"


def verdict(answer: Found) -> str:
    """The answer in one or two sentences, by what is clear."""
    if answer["void"]:
        return f"{answer['unfinished']:,} games didn't end within the limit: these numbers say nothing."
    if answer["differences"]:
        return " ".join(_changed(label, found) for label, found in list(answer["differences"].items())[-3:])
    label, found = next(iter(answer["arms"].items()))
    del label
    return " ".join(filter(None, [_first_player(found), _best_plan(found)])) or "See the numbers below."


def _changed(label: str, found: Found) -> str:
    wins = found.get("plans", {}).get("wins") or found.get("seats", {}).get("wins") or {}
    part = found.get("plans") or found.get("seats") or {}
    clear = {name: entry for name, entry in wins.items() if is_clear(part, name, entry)}
    if not clear:
        widest = max((entry["high"] - entry["low"] for entry in wins.values()), default=0)
        return f"With {label}: no clear difference (± {50 * widest:.1f} points)."
    name, entry = max(clear.items(), key=lambda item: abs(item[1]["value"]))
    word = "a little " if abs(entry["value"]) < SMALL else ""
    which = "wins" if "plans" in found else "player wins"
    more = "more" if entry["value"] > 0 else "less"
    return f"With {label}, {name.replace('_', ' ')} {which} {word}{more} often: {points(entry)}."


def is_clear(part: Found, name: str, entry: Found) -> bool:
    """Whether a difference is clear: its interval leaves zero out, and among many it passes Holm's correction."""
    return name in part["clear"] if "clear" in part else bool(entry["clear"])


def _first_player(found: Found) -> str:
    ahead = found.get("seats", {}).get("first_player")
    if not ahead:
        return ""
    if ahead["low"] <= 0 <= ahead["high"]:
        return f"The first player has no clear advantage: {points(ahead)}."
    return f"The first player is {'ahead' if ahead['value'] > 0 else 'behind'}: {points(ahead)} from an equal share."


def _best_plan(found: Found) -> str:
    wins = found.get("plans", {}).get("wins")
    if not wins:
        return ""
    best, worst = (choose(wins, key=lambda name: wins[name]["value"]) for choose in (max, min))
    return f"The best plan is {best} with {percent(wins[best])}, the worst {worst} with {percent(wins[worst])}."
