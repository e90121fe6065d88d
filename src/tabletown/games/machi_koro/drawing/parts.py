"""The other parts of the Machi Koro table: dice, bank and deck, plates and opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.cards import count_badge, winner_mark
from tabletown.draw.panels import Purse, draw_purse, plate, player_panel
from tabletown.draw.pieces import coin, coin_pile, die, pictogram, score_stars, seat_mark, star
from tabletown.draw.scenery import card_back, felt_tray, panel
from tabletown.draw.shapes import at, circle, ellipse, group, rect, stroke, title
from tabletown.draw.states import Change, Offer, chip, gain_flag, gain_width
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words
from tabletown.draw.tokens import GOLD_EDGE, INK, INK_SOFT, var

from .cards import CARDS, LANDMARKS, landmark_roundel, small_tile

_ON_FELT = "#F1FBF4"

# ---------------------------------------------------------------- dice


def _total(cx: float, cy: float, r: float, label: str) -> str:
    """The sum of the dice on a round cream token."""
    return group(
        circle(cx, cy + 2, r, "#00000038"),
        circle(cx, cy, r, "#FFF4DA"),
        circle(cx, cy, r * 0.85, stroke=GOLD_EDGE, stroke_width=r / 15),
        display(label, cx, cy + r * 0.43, r * 1.2, "#50310F", "middle"),
        id="dice-total",
    )


def _motion(cx: float, cy: float, size: float) -> str:
    """Speed lines behind a die in the air."""
    lines = f"M{-size:.1f} {size * 0.1:.1f}q{size * 0.1:.1f} {-size * 0.5:.1f} {size * 0.5:.1f} {-size * 0.75:.1f}"
    lines += f"M{-size * 0.8:.1f} {size * 0.45:.1f}q{0:.1f} {-size * 0.2:.1f} {size * 0.1:.1f} {-size * 0.4:.1f}"
    return at(cx, cy, stroke(lines, "#FFFFFF", 2.4, stroke_opacity=0.45), class_="motion")


def _dice(
    places: Sequence[tuple[float, float, float]], size: float, faces: Sequence[int], in_air: bool, waiting: bool
) -> str:
    """Each die by its id, so that it can tumble; `places` are middle and angle of the first and second die."""
    out = []
    for index, face in enumerate(faces):
        cx, cy, angle = places[index] if len(faces) > 1 else ((places[0][0] + places[1][0]) / 2, *places[0][1:])
        if in_air:
            out.append(ellipse(cx, cy + size * 0.62, size * 0.42, size * 0.12, "#00000038"))
            out.append(_motion(cx, cy - size * 0.1, size * 0.74))
            out.append(die(cx, cy - size * 0.12, size * 0.92, 0, angle * 2, id=f"die-{index + 1}"))
        elif waiting:
            out.append(ellipse(cx, cy + size * 0.5, size * 0.5, size * 0.14, "#00000038"))
            out.append(die(cx, cy, size, 0, id=f"die-{index + 1}"))
        else:
            out.append(die(cx, cy, size, face, angle, id=f"die-{index + 1}"))
    return "".join(out)


def _faces(dice: Sequence[int], phase: str, number: int) -> tuple[list[int], bool, bool]:
    """The faces to show, whether the dice are in the air, and whether they still wait to be thrown."""
    if phase == "roll":
        return [0] * number, True, False
    if not dice:
        return [0] * number, False, True
    return list(dice), False, False


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
    """The felt tray: dice at rest, in the air or waiting, their sum, and who is paid."""
    faces, in_air, waiting = _faces(dice, phase, number)
    middle, size = y + (height - 22) / 2, min(54, width * 0.18, height * 0.42)
    parts = [felt_tray(x, y, width, height)]
    if phase == "start":
        step = 46
        left = x + width / 2 - step * (len(seats) - 1) / 2
        parts += [seat_mark(left + i * step, middle, 34, seat) for i, seat in enumerate(seats)]
    elif phase == "deal":
        parts.append(card_back(x + width / 2 - 24, middle - 34, 48, 66, "#DE5A45", "#A23E30", radius=7))
    else:
        places = ((x + width * 0.19, middle + 2, -9), (x + width * 0.43, middle - 2, 8))
        parts.append(_dice(places, size, faces, in_air, waiting))
        if not waiting and not in_air:
            parts.append(display("=", x + width * 0.60, middle + 10, 28, "#E9F6EE", "middle"))
            parts.append(_total(x + width * 0.79, middle, 30, str(sum(faces))))
        else:
            parts.append(_total(x + width * 0.79, middle, 30, "?"))
    if note:
        parts.append(chip(x + width * 0.31, y + 19, note, var("gold"), var("gold-ink"), edge=GOLD_EDGE))
    room = width - (124 if bank is not None else 36)
    parts.append(
        words(shorten(caption, room, 13, 600), x + 18 + room / 2, y + height - 19, 13, _ON_FELT, 600, "middle")
    )
    if bank is not None:
        count = display(bank, x + width - 84, y + height - 18, 13, _ON_FELT, "end") if limited else ""
        heap = at(x + width - 50, y + height - 23, coin_pile(0, 0, 7, step=25), scale=0.8)
        parts.append(group(title(f"Bank: {bank} coins" if limited else "Bank"), heap, count, id="bank"))
    shown = (
        "Dice in the air" if in_air else "Dice not thrown yet" if waiting else f"Dice {' and '.join(map(str, faces))}"
    )
    return group(*parts, role="img", aria_label=shown, id="tray")


def phone_dice(x: float, y: float, dice: Sequence[int], phase: str, number: int) -> str:
    """A small tray inside the phone's action bar, 104 x 64."""
    faces, in_air, waiting = _faces(dice, phase, number)
    tray = rect(x, y, 104, 64, var("wood"), 16) + rect(x + 4, y + 4, 96, 56, var("felt"), 12)
    places = ((x + 28, y + 32, -8.0), (x + 74, y + 31, 7.0))
    total = _total(x + 98, y + 6, 13, str(sum(faces))) if len(faces) > 1 and not waiting and not in_air else ""
    return tray + _dice(places, 34, faces, in_air, waiting) + total


# ---------------------------------------------------------------- bank and deck


def deck_pile(x: float, y: float, width: float, height: float, left: int) -> str:
    """The face-down cards of a dealt market."""
    if not left:
        empty = rect(x, y, width, height, "none", 12, stroke=INK_SOFT, stroke_width=1.4, stroke_dasharray="5 5")
        return group(title("The deck is empty"), empty, words("No cards left", x + width / 2, y + height / 2 + 4, 12, INK_SOFT, 600, "middle"), id="deck")  # fmt: skip
    mark = pictogram("shopping_mall", x + width * 0.2, y + height / 2 - width * 0.3, width * 0.6)
    backs = "".join(
        card_back(x + 2 * i, y + 3 * i, width - 4, height - 8, "#DE5A45", "#A23E30", mark if i == 0 else "", 12)
        for i in range(min(2, left // 12), -1, -1)
    )
    return group(
        title(f"{left} cards in the deck"), backs, count_badge(x + width - 16, y + height - 18, left, 19, ""), id="deck"
    )


def bank_heap(x: float, y: float, width: float, height: float, bank: int, limited: bool) -> str:
    """The bank beside a dealt market: a tray of coins."""
    cx, scale = x + width / 2, min(1.25, width / 190)
    coins = min(18, max(0, bank // 4))
    return group(
        title(f"Bank: {bank} coins"),
        felt_tray(x, y, width, height),
        at(cx, y + height * 0.58, coin_pile(0, 0, coins, 18), scale=scale),
        words(f"{bank} coins in the bank" if limited else "Bank", cx, y + height - 19, 13, _ON_FELT, 600, "middle"),
        id="bank",
    )


# ---------------------------------------------------------------- players


def own_plate(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    coins: int,
    landmarks: int,
    buildings: int,
    you: bool,
    active: bool,
    change: Change | None,
    out: bool,
) -> str:
    """The plate of the city one looks at: name, coins to read and to see, landmarks."""
    middle, figure = x + width / 2, 46 if coins < 100 else 38
    wide = text_width(str(coins), figure, family=DISPLAY)
    gain = change.amount if change and change.amount else 0
    flag = gain_width(gain) if gain else 0
    beside = wide + 57 + flag <= width - 16
    left = middle - (wide + 52 + (flag + 5 if gain and beside else 0)) / 2
    flag_x, flag_y = (left + 57 + wide, y + 68) if beside else (min(left + 38 + wide, x + width - flag - 4), y + 59)
    purse = coin(left + 21, y + 82, 21) + display(coins, left + 52, y + 82 + figure * 0.355, figure, INK)
    return (
        plate(x, y, width, height, player, you, active)
        + group(purse, id=f"coins-{player['seat']}")
        + (gain_flag(flag_x, flag_y, gain) if gain else "")
        + (coin_pile(middle, y + 139, coins) if height > 200 else "")
        + score_stars(middle - 1.5 * 29, y + height - 66, 26, landmarks, len(LANDMARKS))
        + words(f"{landmarks} of {len(LANDMARKS)} landmarks", middle, y + height - 33, 13, INK, 700, "middle")
        + words(
            f"{buildings} building{'' if buildings == 1 else 's'}", middle, y + height - 15, 12, INK_SOFT, 500, "middle"
        )
        + (winner_mark(x + width - 24, y + height - 62, 30) if out else "")
    )


def city_heading(
    x: float, y: float, width: float, player: Mapping[str, Any], coins: int, landmarks: int, you: bool
) -> str:
    """The heading over a city on the phone."""
    name = "Your city" if you else f"{player['name']}’s city"
    room = width - 48 - 130
    size = 17 if text_width(name, 17, family=DISPLAY) <= room else 14
    return (
        panel(x, y, width, 36, 12)
        + seat_mark(x + 20, y + 18, 22, player["seat"])
        + display(shorten(name, room, size, family=DISPLAY), x + 38, y + 18 + size * 0.36, size, INK)
        + star(x + width - 128, y + 18, 10)
        + display(f"{landmarks}/{len(LANDMARKS)}", x + width - 114, y + 24, 16, INK)
        + draw_purse(Purse("coin", coins), x + width - 20 - 27 - text_width(str(coins), 18, family=DISPLAY), y + 18)
    )


Tiles = Sequence[tuple[str, int, Offer, Change | None]]


def opponent_height(kinds: int, columns: int, tile: float) -> float:
    return 84 + (tile + 6) * max(1, -(-kinds // columns))


def opponent(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    purse: Purse,
    landmarks: Sequence[tuple[str, bool, Change | None]],
    tiles: Tiles,
    columns: int,
    tile_height: float,
    active: bool,
    offer: Offer,
    out: bool,
    name: str,
) -> str:
    """Another player: coins, landmarks as roundels, every kind of building as a small tile."""
    seat, gap = player["seat"], 5
    tile = (width - 30 - gap * (columns - 1)) / columns
    marks = "".join(
        landmark_roundel(x + 30 + i * 34, y + 58, 14, f"landmark-{seat}-{key}", key, built, change)
        for i, (key, built, change) in enumerate(landmarks)
    )
    count = sum(built for _, built, _ in landmarks)
    score = display(f"{count}/{len(LANDMARKS)}", x + width - 14, y + 64, 16, INK, "end") + star(
        x + width - 57, y + 58, 9
    )
    drawn = "".join(
        small_tile(
            x + 16 + (i % columns) * (tile + gap), y + 79 + (i // columns) * (tile_height + 6), tile, tile_height,
            f"city-{seat}-{key}", key, amount, tile_offer, change,
        )
        for i, (key, amount, tile_offer, change) in enumerate(tiles)
    )  # fmt: skip
    body = marks + score + drawn
    return player_panel(
        x, y, width, height, player, [purse], active, body, offer,
        mark=winner_mark(11, 0, 22) if out else "", mark_width=26 if out else 0, name=name,
    )  # fmt: skip


def pays_caption(paid: Sequence[tuple[str, int]], roller: str, total: int) -> str:
    """`Cheese Factory pays 3`, or who rolled what."""
    if paid:
        return ", ".join(f"{CARDS[key].name} pays {amount}" for key, amount in paid)
    return f"{roller} rolled {total}" if total else ""
