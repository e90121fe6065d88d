"""The dice in their tray, with their sum and who is paid."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.draw.pieces import die, seat_mark
from tabletown.draw.scenery import felt_tray
from tabletown.draw.shapes import circle, ellipse, group, rect
from tabletown.draw.states import chip
from tabletown.draw.text import display, shorten, words
from tabletown.draw.tokens import GOLD_EDGE, var

from ..text.cards import CARDS
from .bank import ON_FELT, bank_corner, deck_card


def _total(cx: float, cy: float, r: float, label: str) -> str:
    """The sum of the dice on a round cream token."""
    return group(
        circle(cx, cy + 2, r, "#00000038"),
        circle(cx, cy, r, "#FFF4DA"),
        circle(cx, cy, r * 0.85, stroke=GOLD_EDGE, stroke_width=r / 15),
        display(label, cx, cy + r * 0.43, r * 1.2, "#50310F", "middle"),
    )


def _dice(places: Sequence[tuple[float, float, float]], size: float, faces: Sequence[int], waiting: bool) -> str:
    """Each die with an id, so that the page can let it tumble; `places` are middle and angle of both dice."""
    out = []
    for index, face in enumerate(faces):
        cx, cy, angle = places[index] if len(faces) > 1 else ((places[0][0] + places[1][0]) / 2, *places[0][1:])
        if waiting:
            out.append(ellipse(cx, cy + size * 0.5, size * 0.5, size * 0.14, "#00000038"))
        out.append(die(cx, cy, size, face, 0 if waiting else angle, id=f"die-{index + 1}", data_motion="tumble"))
    return "".join(out)


def _faces(dice: Sequence[int], phase: str, number: int) -> tuple[list[int], bool]:
    """The faces to show, and whether the dice still wait to be thrown."""
    if phase == "roll" or not dice:
        return [0] * number, True
    return list(dice), False


def dice_tray(
    x: float,
    y: float,
    width: float,
    height: float,
    dice: Sequence[int],
    phase: str,
    number: int,
    caption: str,
    note: str,
    seats: Sequence[int],
    bank: int | None,
    limited: bool,
) -> str:
    """The felt tray: dice at rest or waiting, their sum, and who is paid."""
    faces, waiting = _faces(dice, phase, number)
    middle, size = y + (height - 22) / 2, min(54, width * 0.18, height * 0.42)
    parts = [felt_tray(x, y, width, height)]
    room = width - (124 if bank is not None else 36)
    result = words(shorten(caption, room, 13, 600), x + 18 + room / 2, y + height - 19, 13, ON_FELT, 600, "middle")
    if phase == "start":
        step = 46
        left = x + width / 2 - step * (len(seats) - 1) / 2
        parts += [seat_mark(left + i * step, middle, 34, seat) for i, seat in enumerate(seats)]
    elif phase == "deal":
        parts.append(deck_card(x + width / 2 - 24, middle - 34, 48, 66, "", 7))
    else:
        places = ((x + width * 0.19, middle + 2, -9), (x + width * 0.43, middle - 2, 8))
        parts.append(_dice(places, size, faces, waiting))
        if not waiting:
            result += display("=", x + width * 0.60, middle + 10, 28, "#E9F6EE", "middle")
            result += _total(x + width * 0.79, middle, 30, str(sum(faces)))
        else:
            parts.append(_total(x + width * 0.79, middle, 30, "?"))
    if note:
        parts.append(chip(x + width * 0.31, y + 19, note, var("gold"), var("gold-ink"), edge=GOLD_EDGE))
    thrown = phase not in ("start", "deal") and not waiting
    parts.append(group(result, **({"id": "dice-total", "data_motion": "follow"} if thrown else {})))
    if bank is not None:
        parts.append(bank_corner(x + width, y + height, bank, limited))
    shown = "Dice not thrown yet" if waiting else f"Dice {' and '.join(map(str, faces))}"
    return group(*parts, role="img", aria_label=shown, id="tray")


def phone_dice(x: float, y: float, dice: Sequence[int], phase: str, number: int) -> str:
    """A small tray inside the phone's action bar, 104 x 64."""
    faces, waiting = _faces(dice, phase, number)
    tray = rect(x, y, 104, 64, var("wood"), 16) + rect(x + 4, y + 4, 96, 56, var("felt"), 12)
    places = ((x + 28, y + 32, -8.0), (x + 74, y + 31, 7.0))
    total = _total(x + 98, y + 6, 13, str(sum(faces))) if len(faces) > 1 and not waiting else ""
    return tray + _dice(places, 34, faces, waiting) + group(total, id="dice-total", data_motion="follow")


def pays_caption(paid: Sequence[tuple[str, int]], roller: str, total: int) -> str:
    """The line under the dice: what the cards pay, as in `Cheese Factory pays 3`, or else who rolled what."""
    if paid:
        return ", ".join(f"{CARDS[key].name} pays {amount}" for key, amount in paid)
    return f"{roller} rolled {total}" if total else ""
