"""What one may touch and what has just changed: offers, targets, halos, chips and flags.

A view names the legal moves and, for each, the element one clicks (its target). `Targets` reads that; a drawing asks it
for the `Offer` of an element and wraps the element with `target`. What a page does on hover and focus is its own style
sheet's affair: legal targets carry a `halo` group for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .accessibility import record_labels
from .shapes import Value, group, rect, stroke, tag
from .text import DISPLAY as DISPLAY_FACE
from .text import READABLE, display, text_width, words
from .tokens import CARD, FRESH, INK, INK_SOFT, LEGAL, seat_colour, var

# ---------------------------------------------------------------- offers


@dataclass(frozen=True)
class Offer:
    """Whether the viewer may touch an element now: `move` is the id of the move, `reason` says why not."""

    move: int | None = None
    label: str = ""
    reason: str = ""
    chosen: bool = False

    @property
    def legal(self) -> bool:
        return self.move is not None

    @property
    def state(self) -> str:
        if self.legal:
            return "legal chosen" if self.chosen else "legal"
        return "impossible" if self.reason else "quiet"


NOTHING = Offer()


@dataclass
class Targets:
    """The legal moves, reasons and changes of a view, by element. Remembers which moves found their element."""

    moves: Sequence[Mapping[str, Any]]
    reasons: Mapping[str, str]
    changes: Mapping[str, int | None]
    selected: int | None
    placed: set[int] = field(default_factory=set)
    advice: str | None = None
    """The label of the advice that the game offers now, if any."""
    confirms: bool = True
    """Whether a chosen move gets a key that plays it; a page that asks by itself needs none."""

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Targets:
        changes: dict[str, int | None] = {}
        for change in view.get("changes") or ():
            amount, known = change.get("amount"), changes.get(change["target"])
            changes[change["target"]] = amount if known is None else known + (amount or 0)
        moves = [] if view.get("viewer") is None else list(view.get("moves") or ())
        return cls(
            moves,
            view.get("reasons") or {},
            changes,
            view.get("selected"),
            advice=view.get("advice"),
            confirms=view.get("confirms", True),
        )

    def offer(self, element: str) -> Offer:
        """The offer of an element that is about to be drawn. Of several moves on it the selected or first counts."""
        here = [move for move in self.moves if move.get("target") == element]
        if not here:
            return Offer(reason=self.reasons.get(element, ""))
        move = next((m for m in here if m["id"] == self.selected), here[0])
        self.placed.add(move["id"])
        return Offer(move["id"], str(move.get("label") or move.get("text", "")), "", move["id"] == self.selected)

    def fresh(self, element: str) -> Change | None:
        """What the last step changed about an element, or None if nothing."""
        return Change(self.changes[element]) if element in self.changes else None

    def unplaced(self) -> list[Mapping[str, Any]]:
        """Moves whose element has not been drawn: they need a button."""
        return [move for move in self.moves if move["id"] not in self.placed]

    def chosen(self) -> Mapping[str, Any] | None:
        return next((move for move in self.moves if move["id"] == self.selected), None)


@dataclass(frozen=True)
class Change:
    amount: int | None = None


def counting(amount: int, supply: str = "") -> dict[str, Any]:
    """Attributes of an element that shows an amount, so that a page can count it up as pieces arrive.

    `supply` is the element that pieces come from and go to where no other is named: the bank, the stock. What flies is
    a copy of the element's first piece.
    """
    return {"data_count": amount, "data_supply": supply or None}


def target(name: str, offer: Offer, label: str, *children: str, text: str = "", kind: str = "", **more: Value) -> str:
    """An element that the pointer, the keyboard and a screen reader can reach.

    `label` names it, `text` is what it does in words; both, the move and the reason why not are read out and shown.
    `kind` adds classes; an element of the kind `panel` may hold other targets and is a group while it can't be touched.
    """
    said = ". ".join(part.rstrip(".") for part in (offer.label, label, offer.reason, text) if part)
    record_labels([said])
    quiet = offer.state == "quiet"
    role = ("group" if "panel" in kind else "img") if quiet else "button"
    return tag(
        "g",
        *children,
        tip="" if role == "group" else said,
        id=name,
        class_=f"target {offer.state} {kind}".rstrip(),
        data_move=offer.move,
        role=role,
        tabindex=None if quiet else 0,  # the reason why not can be reached as well
        aria_label=None if role == "img" else said,  # the tip names it as well
        aria_disabled="true" if offer.state == "impossible" else None,
        **more,
    )


def turning(name: str, moves: Sequence[int], label: str, *children: str) -> str:
    """A legal place that stands for several moves, one after another as the player turns what goes there.

    Each of the moves has an element of its own as well. On a page the first touch shows the first move, a button and
    a key turn it, and the second touch plays what is shown.
    """
    record_labels([label])
    return tag(
        "g",
        *children,
        tip=label,
        id=name,
        class_="target legal turning",
        data_move=moves[0],
        data_moves=" ".join(map(str, moves)),
        role="button",
        tabindex=0,
        aria_label=label,
    )


def preview(name: str, shown: bool, *children: str) -> str:
    """What would come of a target's move; hidden until the page points at the target or the move is chosen."""
    return group(
        *children,
        class_="preview shown" if shown else "preview",
        data_for=name,
        display=None if shown else "none",
        pointer_events="none",
        aria_hidden="true",
    )


# ---------------------------------------------------------------- halos and outlines


def _rings(
    x: float, y: float, width: float, height: float, radius: float, widths: Iterable[tuple[float, float]]
) -> str:
    return "".join(rect(x, y, width, height, "none", radius, stroke_width=w, stroke_opacity=o) for w, o in widths)


def legal_glow(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    strong: bool = False,
    on_green: bool = False,
    small: bool = False,
) -> str:
    """Halo drawn behind a legal target; `strong` for the chosen one.

    `on_green` adds a light ring for meadows; `small` is for tiles that stand close together.
    """
    widths: tuple[tuple[float, float], ...] = ((11, 0.14), (7, 0.20))
    if strong:
        widths = ((16, 0.16), (11, 0.22), (7, 0.30))
    elif small:
        widths = ((6.5, 0.32),)
    ring = rect(x, y, width, height, "none", radius, stroke=var("meadow-glow"), stroke_width=9) if on_green else ""
    return group(_rings(x, y, width, height, radius, widths), ring, class_="halo", stroke=LEGAL)


def legal_outline(
    x: float, y: float, width: float, height: float, radius: float, strong: bool = False, line: float = 2.5
) -> str:
    return rect(x, y, width, height, "none", radius, stroke=LEGAL, stroke_width=4 if strong else line)


def active_glow(x: float, y: float, width: float, height: float, radius: float, seat: int) -> str:
    """Whose turn it is: a halo in the seat's own colour, so that it never reads as a legal target."""
    rings = _rings(x, y, width, height, radius, ((12, 0.16), (8, 0.24), (4, 1)))
    return group(rings, class_="active", stroke=seat_colour(seat, "glow"))


def fresh_outline(x: float, y: float, width: float, height: float, radius: float, line: float = 3) -> str:
    """Last change: a dashed amber frame, so that it differs from legal in form as well as in hue."""
    dashes: dict[str, Value] = {"stroke_dasharray": "10 5", "stroke_linecap": "round", "class_": "fresh"}
    left, top = x - 2.5, y - 2.5
    return rect(left, top, width + 5, height + 5, "none", radius + 2, stroke=FRESH, stroke_width=line, **dashes)


# ---------------------------------------------------------------- chips and flags

_ICONS = {
    "lock": "M-4 0h8v5h-8ZM-2.4 0v-2a2.4 2.4 0 0 1 4.8 0v2",
    "check": "M-4 0l3 3l5 -6.4",
    "plus": "M-4 0h8M0 -4v8",
}


def chip_width(string: str, size: float = 11, icon: str = "") -> float:
    return text_width(string, size, 700) + 16 + (14 if icon else 0)


def chip(
    cx: float,
    cy: float,
    string: str,
    fill: str = CARD,
    colour: str = INK,
    size: float = 11,
    icon: str = "",
    edge: str = "",
) -> str:
    """A small round plate with a word or two."""
    width, height = chip_width(string, size, icon), size + 8
    left = cx - width / 2
    outline: dict[str, Value] = {"stroke": edge, "stroke_width": 1.4} if edge else {}
    plate = rect(left, cy - height / 2, width, height, fill, height / 2, **outline)
    mark = stroke(_ICONS[icon], colour, 1.8, transform=f"translate({left + 13:.1f} {cy:.1f})") if icon else ""
    return plate + mark + words(string, cx + (7 if icon else 0), cy + size * 0.35, size, colour, 700, "middle")


def chosen_chip(cx: float, cy: float, string: str = "Chosen") -> str:
    return group(chip(cx, cy, string, var("legal-fill"), var("legal-ink"), icon="check"), pointer_events="none")


def reason_chip(cx: float, cy: float, reason: str) -> str:
    """Why a target is impossible: readable, quieter than anything legal."""
    return group(chip(cx, cy, reason, edge=INK_SOFT), pointer_events="none")


def offer_chip(cx: float, cy: float, offer: Offer) -> str:
    """The chip that belongs to an offer, on the lower edge of a card: chosen, the reason why not, or none."""
    if offer.chosen:
        return chosen_chip(cx, cy - 5)
    return reason_chip(cx, cy, offer.reason) if offer.reason else ""


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def gain_width(amount: int, size: float = 14) -> float:
    size = max(READABLE, size)
    return text_width(signed(amount), size, family=DISPLAY_FACE) + size


def gain_flag(x: float, y: float, amount: int, size: float = 14, of: str = "") -> str:
    """`+3` beside whatever has just changed; x is its left edge, y its middle. `of` is the element that it is about,
    if it doesn't stand inside it."""
    width, size = gain_width(amount, size), max(READABLE, size)
    plate = rect(x, y - size * 0.8, width, size * 1.6, FRESH, size * 0.8, stroke=CARD, stroke_width=2)
    figure = display(signed(amount), x + width / 2, y + size * 0.36, size, var("fresh-ink"), "middle")
    return group(plate, figure, class_="flag", data_of=of or None, pointer_events="none")


def fresh_mark(
    x: float, y: float, width: float, height: float, radius: float, change: Change | None, size: float = 14
) -> str:
    """Frame and flag of a changed element, the flag on its upper right corner."""
    if change is None:
        return ""
    frame = fresh_outline(x, y, width, height, radius, 3 if size >= 12 else 2)
    if not change.amount:
        return frame
    return frame + gain_flag(x + width - gain_width(change.amount, size) + 5, y - 2, change.amount, size)


def flag(
    cx: float,
    cy: float,
    label: str,
    size: float = 13,
    fill: str = CARD,
    ink: str = INK,
    edge: str = INK,
) -> str:
    """A sign on a board: a rounded plate with one short word or number."""
    width, height = text_width(label, size, family=DISPLAY_FACE) + size * 1.4, size * 1.75
    left, top = cx - width / 2, cy - height / 2
    return group(
        rect(left + 1, top + 2, width, height, "#00000059", height / 2),
        rect(left, top, width, height, fill, height / 2, stroke=edge, stroke_width=2),
        display(label, cx, cy + size * 0.36, size, ink, "middle"),
        pointer_events="none",
    )


def place_beside(
    bounds: tuple[float, float, float, float],
    spot: complex,
    half: float,
    tall: float,
    busy: Sequence[complex],
    reach: float = 17,
) -> complex:
    """Where a sign next to `spot`, inside `bounds`, covers least of the `busy` points.

    `half` and `tall` are half the sign's width and height.
    """
    x, y, width, height = bounds

    def inside(place: complex) -> bool:
        return (
            x + half + 3 <= place.real <= x + width - half - 3 and y + tall + 3 <= place.imag <= y + height - tall - 3
        )

    def room(place: complex) -> float:
        gaps = [max(abs((place - b).real) - half, abs((place - b).imag) - tall) for b in busy]
        return min(gaps, default=reach)

    steps_x, steps_y = (-1.3, -1, -0.5, 0, 0.5, 1, 1.3), (-2, -1.5, -1, 0, 1, 1.5, 2)
    spots = [spot + complex(dx * (half + reach), dy * (tall + reach)) for dx in steps_x for dy in steps_y]
    return max(filter(inside, spots), key=lambda p: (round(min(room(p), 1.2 * reach)), -abs(p - spot)), default=spot)


def flag_beside(
    bounds: tuple[float, float, float, float],
    spot: complex,
    label: str,
    busy: list[complex],
    reach: float = 17,
    size: float = 13,
    fill: str = CARD,
    ink: str = INK,
    edge: str = INK,
) -> str:
    """A flag next to `spot` where it covers least of the `busy` points (see `place_beside`); its place becomes busy."""
    half, tall = (text_width(label, size, family=DISPLAY_FACE) + size * 1.4) / 2, size * 0.9
    best = place_beside(bounds, spot, half, tall, busy, reach)
    busy += [best + half * dx + 1j * tall * dy for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-1, 0, 1)]
    return flag(best.real, best.imag, label, size, fill, ink, edge)
