"""What an answer shows, question by question: a plot, for wide and for narrow screens, and a table with its numbers.

Reports and pages are made of the same panels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import plots, words
from .plots import NARROW, WIDE, Found, Row

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Names:
    """How the ids of things and plans read, their pictures, 30 wide and high, and what is printed."""

    of: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, int] = field(default_factory=dict)
    """The printed values of the game."""

    plans: Mapping[str, str] = field(default_factory=dict)
    """How plans read; each has the picture of a thing, by the name `plan:NAME`."""

    def __call__(self, name: str) -> str:
        return self.of.get(name, name.replace("_", " ").capitalize())

    def plan(self, name: str) -> str:
        return self.plans.get(name, name.replace("_", " ").capitalize())

    def picture(self, name: str) -> str:
        return self.pictures.get(name, "")

    def plan_picture(self, name: str) -> str:
        return self.pictures.get(f"plan:{name}", "")


@dataclass(frozen=True)
class Panel:
    """A question with its plot and its numbers. `keys` are the marks that the plot uses, with what they mean."""

    id: str
    title: str
    small: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: str = ""
    narrow: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    note: str = ""
    swatches: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Side:
    """The game that is looked at in an answer, and the printed one beside it, if that was played."""

    label: str
    after: Found
    before_label: str = ""
    before: Found | None = None
    change: Found | None = None

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What the marks mean."""
        mine = ("changed", plain(self.label)) if self.before or not self.printed else ("printed", "as printed")
        both = (("printed", "as printed"), mine) if self.before else (mine,)
        return (*both, ("band", "95% interval"))

    @property
    def printed(self) -> bool:
        """Whether the printed game itself is looked at."""
        return self.label.endswith("printed")

    @property
    def marks(self) -> tuple[Found | None, Found | None]:
        """The arms that are drawn with the printed mark and with the changed one."""
        return (self.after, None) if self.printed else (self.before, self.after)

    @property
    def columns(self) -> tuple[str, ...]:
        if self.printed:
            return ("as printed",)
        return ("as printed", plain(self.label), "difference") if self.before else (plain(self.label),)


def plain(label: str) -> str:
    """The label of an arm for people."""
    return label.replace("_", " ").replace(".", " ").replace(" = ", " ")


def sides(answer: Answer) -> list[Side]:
    """The games of an answer one may look at: the changed ones, or the printed ones if nothing was changed."""
    arms, found = answer["arms"], []
    changed = [label for label in arms if not label.endswith("printed")]
    for label in changed or arms:
        before = "" if label.endswith("printed") else printed_of(label, list(arms))
        change = answer["differences"].get(label)
        found.append(Side(label, arms[label], before, arms[before] if before else None, change))
    return found


def printed_of(label: str, labels: Sequence[str]) -> str:
    """The printed game that a changed one stands beside."""
    fitting = [
        other for other in labels if other.endswith("printed") and label.startswith(other.removesuffix("printed"))
    ]
    return max(fitting, key=len, default="")


def asked(answer: Answer) -> Side:
    """The game that was asked about: the one with just the changes of the question, or else the last."""
    change = answer["experiment"].get("change", {})
    wanted = ", ".join(f"{key} = {value}" for key, value in sorted(change.items()))
    every = sides(answer)
    exact = [side for side in every if side.label == wanted or (wanted and side.label.endswith(f" players, {wanted}"))]
    return (exact or every)[-1]


def panels(answer: Answer, side: Side, names: Names) -> list[Panel]:
    """Everything that an answer shows about one of its games."""
    found = []
    for part in (_plans, _curve, _seats, _length, _close, _scores, _worth, _footing, _matrix, _luck, _things, _arms):
        panel = part(answer, side, names)
        if panel:
            found.append(panel)
    return found


# ------------------------------------------------------------------ shares


def share_rows(side: Side, question: str, names: Names) -> list[Row]:
    """The shares of a question as rows of a plot: as printed and as changed."""
    first, second = side.marks
    change = (side.change or {}).get(question, {}).get("wins", {})
    order = list(side.after[question]["wins"])
    if question == "plans":
        order.sort(key=lambda name: -side.after["plans"]["wins"][name]["value"])
    return [
        Row(
            names.plan(name) if question == "plans" else f"{name.capitalize()} player",
            first and first[question]["wins"].get(name),
            second and second[question]["wins"].get(name),
            change.get(name),
            names.plan_picture(name) if question == "plans" else "",
        )
        for name in order
    ]


def _shares(side: Side, question: str, names: Names, title: str) -> Panel:
    rows = share_rows(side, question, names)
    middle = 1 / len(side.after["seats"]["wins"]) if "seats" in side.after else 0.5
    cells = []
    for row in rows:
        shown = [words.percent(entry) for entry in row.shown]
        cells.append((row.name, *shown, *([words.points(row.change)] if row.change else [])))
    small = "change in points, ± 95%" if side.change else "share of wins"
    keys = (*side.keys, ("even", "an even share"))
    wide, narrow = (
        plots.shares(rows, width, middle, f"{title}; the table has the numbers") for width in (WIDE, NARROW)
    )
    return Panel(question, title, small, ("", *side.columns), tuple(cells), wide, narrow, keys)


def _plans(answer: Answer, side: Side, names: Names) -> Panel | None:
    return _shares(side, "plans", names, "Plans against each other") if "plans" in side.after else None


def _seats(answer: Answer, side: Side, names: Names) -> Panel | None:
    return _shares(side, "seats", names, "Who begins") if "seats" in side.after else None


def funnel(trace: Sequence[Found], answer: Answer, names: Names, total: int) -> Panel | None:
    """How the shares of the player that changes most came closer to what they are."""
    if not trace or not trace[-1].get("changed"):
        return None
    last, name = trace[-1], lead(trace)
    question = "plans" if any("plans" in arm for arm in answer["arms"].values()) else "seats"
    seats = [arm["seats"]["wins"] for arm in answer["arms"].values() if "seats" in arm]
    middle = 1 / len(seats[-1]) if seats else 0.5
    who = f"the plan {names.plan(name)}" if question == "plans" else f"the {name} player"
    side = asked(answer)
    labels = ["as printed", plain(side.label)]
    rows = []
    for point in trace:
        cells = [_between(point[arm][name]) for arm in ("printed", "changed") if arm in point]
        rows.append((f"{point['games']:,}", *cells))
    told = f"Wins of {who} as games are played; the table has the numbers"
    wide, narrow = (plots.funnel(trace, name, middle, total, width, labels, told) for width in (WIDE, NARROW))
    head = ("games", *(labels if "printed" in last else labels[1:]))
    keys = (*side.keys, ("even", "an even share"))
    return Panel("funnel", f"Wins of {who}", "by games played", head, tuple(rows), wide, narrow, keys)


def lead(trace: Sequence[Found]) -> str:
    """The player whose share differs most between the two games; without a printed game the strongest."""
    last = trace[-1]
    before = last.get("printed")
    if before is None:
        return str(max(last["changed"], key=lambda name: last["changed"][name][0]))
    return str(max(last["changed"], key=lambda name: abs(last["changed"][name][0] - before[name][0])))


def _between(found: Sequence[float]) -> str:
    return f"{100 * found[0]:.1f}% ({100 * found[1]:.1f} to {100 * found[2]:.1f})"


def _curve(answer: Answer, side: Side, names: Names) -> Panel | None:
    """How a share moves with the one value that was varied."""
    varied = answer["experiment"].get("vary", {})
    flat = _flat_names(varied)
    if len(flat) != 1 or not flat[0].startswith("change."):
        return None
    key = flat[0].removeprefix("change.")
    question = "plans" if "plans" in side.after else "seats"
    points: dict[int, Found] = {}
    name = _moved(answer, question)
    for label, arm in answer["arms"].items():
        if question not in arm or name not in arm[question]["wins"]:
            continue
        value = next((part.rpartition(" = ")[2] for part in label.split(", ") if part.startswith(f"{key} = ")), "")
        if value.lstrip("-").isdecimal():
            points[int(value)] = arm[question]["wins"][name]
    printed = next((arm for label, arm in answer["arms"].items() if label == "printed"), None)
    at = names.printed.get(key)
    if printed and at is not None:
        points[at] = printed[question]["wins"][name]
    if len(points) < 3:
        return None
    ordered = sorted(points.items())
    middle = 1 / len(side.after["seats"]["wins"]) if "seats" in side.after else 0.5
    who = names.plan(name) if question == "plans" else f"the {name} player"
    title = f"Where {who} would be even"
    drawn = [plots.curve(ordered, at if at is not None else -1, middle, width, title) for width in (WIDE, NARROW)]
    rows = tuple((str(n), words.percent(entry)) for n, entry in ordered)
    even = drawn[0][1]
    note = "" if even is None else f"{who[0].upper()}{who[1:]} would be even at {even:.1f}."
    keys = (("printed", "as printed"), ("changed", "changed"), ("band", "95% interval"), ("even", "an even share"))
    return Panel("curve", title, f"wins by {plain(key)}", ("", "wins"), rows, drawn[0][0], drawn[1][0], keys, note)


def _flat_names(varied: Mapping[str, Any], before: str = "") -> list[str]:
    found = []
    for name, value in varied.items():
        found += _flat_names(value, f"{before}{name}.") if isinstance(value, Mapping) else [f"{before}{name}"]
    return found


def _moved(answer: Answer, question: str) -> str:
    """The player whose share differs most from one game of an answer to another."""
    found: dict[str, list[float]] = {}
    for arm in answer["arms"].values():
        for name, entry in arm.get(question, {}).get("wins", {}).items():
            found.setdefault(name, []).append(entry["value"])
    return max(found, key=lambda name: max(found[name]) - min(found[name]))


# ------------------------------------------------------------------ the other questions


def _length(answer: Answer, side: Side, names: Names) -> Panel | None:
    if "length" not in side.after:
        return None
    first, second = side.marks
    arms = [(printed, arm["length"]) for printed, arm in ((True, first), (False, second)) if arm]
    change = (side.change or {}).get("length", {})
    rows = []
    for name in ("rounds", "decisions"):
        shown = [words.number(arm[name]) for _, arm in arms]
        rows.append((name.capitalize(), *shown, *([words.change(change[name])] if name in change else [])))
    for part in arms[0][1]["quantiles"]:
        cells = [f"{arm['quantiles'][part]['value']:.0f}" for _, arm in arms]
        rows.append((f"{part} of the games end by round", *cells, *([""] if change else [])))
    wide, narrow = (
        plots.quantiles(arms, width, "How many rounds games take; the table has the numbers")
        for width in (WIDE, NARROW)
    )
    mean = arms[-1][1]["rounds"]["value"]
    note = "Line: from 5 to 95% of the games. Box: the middle half, with the median. Mark: the mean."
    return Panel(
        "length", "Rounds", f"mean {mean:.1f}", ("", *side.columns), tuple(rows), wide, narrow, side.keys[:-1], note
    )


CLOSE_NAMES = {
    "close": "Close games",
    "lead_changes": "Changes of the lead",
    "decided": "Decided after this part of the game",
    "comeback": "Won by who was behind half-way",
}


def _close(answer: Answer, side: Side, names: Names) -> Panel | None:
    if "close" not in side.after:
        return None
    first, second = side.marks
    change = (side.change or {}).get("close", {})
    rows = []
    for name, entry in side.after["close"].items():
        told = words.percent if entry["kind"] == "share" else words.number
        shown = [told(arm["close"][name]) for arm in (first, second) if arm]
        delta = [""] if change else []
        if name in change:
            delta = [words.points(change[name]) if entry["kind"] == "share" else words.change(change[name])]
        rows.append((CLOSE_NAMES.get(name, name), *shown, *delta))
    return Panel("close", "How close", "mean or share, ± 95%", ("", *side.columns), tuple(rows))


def _worth(answer: Answer, side: Side, names: Names) -> Panel | None:
    worth = side.after.get("worth")
    if not worth:
        return None
    ordered = sorted(worth, key=lambda name: -worth[name]["value"])
    raw = {name: entry.get("buyers_win_more_by") for name, entry in (side.after.get("cards") or {}).items()}
    rows = [(Row(names(n), None, worth[n], picture=names.picture(n)), raw.get(n)) for n in ordered]
    told = "What a player loses who may not have a thing; the table has the numbers"
    wide, narrow = (plots.worths(rows, width, told) for width in (WIDE, NARROW))
    sure = set(side.after.get("clear", ()))
    cells = tuple((names(n), words.points(worth[n]), "clear" if n in sure else "not clear") for n in ordered)
    note = "Solid: what a player loses who may not have it, with the same dice. That is what it is worth."
    if any(raw.values()):
        note += " Dashed: how much more its buyers win than others, which is no cause."
    return Panel("worth", "What it is worth", "points of win share", ("", "worth", ""), cells, wide, narrow, note=note)


def _matrix(answer: Answer, side: Side, names: Names) -> Panel | None:
    found = side.after.get("plans", {}).get("matrix")
    if not found:
        return None
    wins = side.after["plans"]["wins"]
    keys = sorted(found, key=lambda name: -wins[name]["value"])
    titles, pictures = [names.plan(key) for key in keys], [names.plan_picture(key) for key in keys]
    wide, narrow = (plots.matrix(titles, pictures, found, keys, width) for width in (560, NARROW))
    cells = tuple(
        (names.plan(key), *("" if other == key else f"{100 * found[key][other]['value']:.0f}%" for other in keys))
        for key in keys
    )
    best = side.after["plans"].get("mixture") or {}
    mixed = ", ".join(
        f"{names.plan(name)} {100 * share:.0f}%" for name, share in sorted(best.items(), key=lambda e: -e[1])
    )
    note = f"Nothing here beats this mixture: {mixed}." if mixed else ""
    return Panel("matrix", "Who beats whom", "row against column", ("", *titles), cells, wide, narrow, note=note)


LUCK = (
    ("who_plays", "ribbon-blue", "Who plays", "The same players, other dice: so much stays."),
    ("dice_alone", "ribbon-red", "Dice alone", "The same dice, other players: so much stays."),
    ("how_they_meet", "line", "How they meet", "These dice for these players."),
)


def _luck(answer: Answer, side: Side, names: Names) -> Panel | None:
    found = side.after.get("luck")
    if not found:
        return None
    rows = tuple((_sentence(name), words.shown(entry)) for name, entry in words.numbers_of(found).items())
    if "who_plays" not in found:
        return Panel("luck", "Luck", "parts of a win", ("", "± 95%"), rows)
    shares = [(title, colour, found[key]["value"]) for key, colour, title, _ in LUCK]
    told = "What decides a game; the table has the numbers"
    wide, narrow = (plots.parts(shares, width, told) for width in (WIDE, NARROW))
    swatches = tuple((colour, title, meaning) for _, colour, title, meaning in LUCK)
    return Panel(
        "luck", "What decides a game", "parts of a result", ("", "part"), rows, wide, narrow, swatches=swatches
    )


def _sentence(name: str) -> str:
    return f"{name[0].upper()}{name[1:]}"


def _scores(answer: Answer, side: Side, names: Names) -> Panel | None:
    if "scores" not in side.after:
        return None
    first, second = side.marks
    change = words.numbers_of((side.change or {}).get("scores", {}))
    arms = [words.numbers_of(arm["scores"]) for arm in (first, second) if arm]
    rows = []
    for name in arms[-1]:
        delta = [words.change(change[name]) if name in change else ""] if side.change else []
        rows.append((_sentence(name), *(words.shown(arm[name]) if name in arm else "–" for arm in arms), *delta))
    return Panel("scores", "Points", "mean, ± 95%", ("", *side.columns), tuple(rows))


def _footing(answer: Answer, side: Side, names: Names) -> Panel | None:
    found = side.after.get("footing")
    if not found:
        return None
    known = sorted(found["things"].items(), key=lambda item: -item[1]["value"])
    rows = tuple((names(name), words.points(entry), "clear" if name in found["clear"] else "") for name, entry in known)
    return Panel("footing", "On equal footing", "an estimate", ("", words.CAUSE["footing"], ""), rows)


def _things(answer: Answer, side: Side, names: Names) -> Panel | None:
    cards = side.after.get("cards")
    if not cards:
        return None
    rows = []
    for name, entry in words.in_order(cards, answer):
        more = entry.get("buyers_win_more_by")
        rows.append(
            (
                names(name),
                words.percent(entry["seats"]),
                f"{entry['copies']['value']:.2f}",
                f"{entry['first_round']['value']:.1f}" if entry["first_round"] else "–",
                words.points(more) if more else "–",
                words.remark(entry),
            )
        )
    title = "What is drawn" if answer.get("dealt") else "What is bought"
    return Panel("cards", title, "by who plays here", words.things_head(answer), tuple(rows))


def _arms(answer: Answer, side: Side, names: Names) -> Panel | None:
    """All games side by side, where there are more than two."""
    if len(answer["arms"]) <= 2:
        return None
    rows = []
    for label, arm in answer["arms"].items():
        first = arm["seats"]["wins"]["first"] if "seats" in arm else None
        rounds = arm["length"]["rounds"] if "length" in arm else None
        told = words.percent(first) if first else "–", words.number(rounds) if rounds else "–"
        rows.append((plain(label), *told))
    return Panel("arms", "All games side by side", f"{len(rows)} games", ("", "who begins wins", "rounds"), tuple(rows))
