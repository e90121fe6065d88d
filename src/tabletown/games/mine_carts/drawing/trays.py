"""The tray beside the mine: the tile to lay, the last move, the set-up, or the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.cards import place_badge
from tabletown.draw.pieces import pickaxe, seat_mark, star
from tabletown.draw.scenery import panel, shadow
from tabletown.draw.shapes import circle, clip, group, rect, stroke
from tabletown.draw.states import (
    Offer,
    chosen_chip,
    fresh_outline,
    gain_flag,
    gain_width,
    legal_glow,
    legal_outline,
    target,
)
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words, wrap
from tabletown.draw.tokens import INK, INK_SOFT, LEGAL, var

from ..components import ORES
from ..text.names import LETTERS
from ..text.runs import ending, runner
from .colours import CREAM, mine_colour
from .pieces import cart, cart_badge, crash_burst, danger_mark, lamplight, lantern, ore_token
from .track import tile_back, track_tile

Run = Mapping[str, Any]
Holding = Mapping[str, Any]
Player = Mapping[str, Any]
Choice = tuple[Mapping[str, Any], Offer]
Box = tuple[float, float, float, float]

LAST_MOVE = "Last move"


def tray(x: float, y: float, width: float, height: float, heading: str, seat: int | None = None) -> str:
    """A wooden tray with a rock bottom under a lantern, and its heading; what lies in it is drawn over it."""
    dark = mine_colour("wood-dark")
    bolts = "".join(circle(x + dx, y + dy, 2.2, dark) for dx in (9, width - 9) for dy in (9, height - 9))
    lead = 52 if seat is not None else 22
    return (
        shadow(x, y, width, height, 16, 1)
        + rect(x, y, width, height, mine_colour("wood"), 16)
        + rect(x + 8, y + 2, width - 16, 3, mine_colour("wood-light"), 1.5)
        + bolts
        + rect(x + 8, y + 8, width - 16, height - 16, mine_colour("rock-deep"), 11)
        + rect(x + 8, y + 10, width - 16, height - 18, mine_colour("rock"), 11)
        + clip("mc-tray", rect(x + 8, y + 8, width - 16, height - 16, "#000", 11))
        + group(lamplight(x + width - 32, y + 27, width * 0.7), clip_path="url(#mc-tray)")
        + (seat_mark(x + 33, y + 28, 21, seat) if seat is not None else "")
        + display(shorten(heading, width - lead - 60, 16, family=DISPLAY), x + lead, y + 33, 16, CREAM)
        + lantern(x + width - 32, y + 28, 25)
    )


# ---------------------------------------------------------------- laying the tile


def hand_height(choices: Sequence[Choice], phone: bool) -> float:
    """How high the tray must be on a phone; on a wide screen it always has the same room."""
    return 58 + len(_rows(choices, phone)) * 104


def _rows(choices: Sequence[Choice], phone: bool) -> list[list[Choice]]:
    """One row for each cart; a single cart with four orientations gets two rows on a wide screen."""
    carts = sorted({choice["cart"] for choice, _ in choices})
    rows = [[entry for entry in choices if entry[0]["cart"] == index] for index in carts]
    if len(rows) == 1 and len(rows[0]) == 4 and not phone:
        return [rows[0][:2], rows[0][2:]]
    return rows


def hand_tray(
    x: float,
    y: float,
    width: float,
    height: float,
    tile: int,
    seat: int,
    names: Sequence[str],
    choices: Sequence[Choice],
    phone: bool,
) -> str:
    """The drawn tile in every different orientation before each of one's carts, with what would come of it."""
    rows = _rows(choices, phone)
    row_h = min(150.0, (height - 58) / len(rows) - 9)
    top = y + 47 + (height - 58 - len(rows) * (row_h + 9)) / 2
    out = tray(x, y, width, height, "Turn your tile and lay it")
    for number, row in enumerate(rows):
        row_y, index = top + number * (row_h + 9), row[0][0]["cart"]
        if number == 0 or index != rows[number - 1][0][0]["cart"]:
            out += cart(x + 36, row_y + row_h / 2, 38, seat, LETTERS[index])
        left, room, gap = x + 64, width - 64 - 20, 8
        each = (room - gap * (len(row) - 1)) / len(row)
        for position, (choice, offer) in enumerate(row):
            out += _option((left + position * (each + gap), row_y, each, row_h), tile, names, choice, offer)
    return out


def _option(box: Box, tile: int, names: Sequence[str], choice: Mapping[str, Any], offer: Offer) -> str:
    """One way to lay the tile: how it lies, what I would draw, how my run would end, who else would move."""
    x, y, width, height = box
    run, others = choice["runs"][0], choice["runs"][1:]
    wide = width > 128
    size = min(height - 14, width * 0.42, 96) if wide else min(width - 12, height - 42)
    left, top = (x + 8, y + (height - size) / 2) if wide else (x + (width - size) / 2, y + 7)
    said = [f"{_ore(run['pickaxes'])}, {ending(run, names)}."]
    said += [f"{runner(other, names)} {ending(other, names)}." for other in others]
    if wide:
        outcome = _wide_outcome(
            left + size + 10, y, x + width - left - size - 18, height, run, others, ending(run, names)
        )
    else:
        outcome = _small_outcome(x, top + size + 4, width, y + height - top - size - 4, run, others)
    return target(
        choice["target"],
        offer,
        "",
        legal_glow(x, y, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, y, width, height, 12, level=2 if offer.chosen else 1),
        rect(left - 2, top - 2, size + 4, size + 4, CREAM, 4),
        track_tile(left, top, size, tile, choice["turns"]),
        outcome,
        legal_outline(x, y, width, height, 12, offer.chosen) if offer.legal else "",
        chosen_chip(x + width - 36, y) if offer.chosen and wide else "",
        text=" ".join(said),
    )


def _ore(count: int) -> str:
    return "no ore" if count == 0 else f"{count} ore"


def _fate(cx: float, cy: float, size: float, run: Run) -> str:
    return _safe_mark(cx, cy, size) if run["end"] == "open" else danger_mark(cx, cy, size * 1.05)


def _safe_mark(cx: float, cy: float, size: float) -> str:
    tick = f"M{cx - size * 0.23:g} {cy:g}l{size * 0.17:g} {size * 0.18:g}l{size * 0.29:g} {-size * 0.36:g}"
    return circle(cx, cy, size / 2, LEGAL) + stroke(tick, var("legal-ink"), 2.2)


def _small_outcome(x: float, y: float, width: float, height: float, run: Run, others: Sequence[Run]) -> str:
    """Below a small tile: ore, fate, and the marks of the others who would move."""
    middle = y + height / 2 - 1
    gain = f"+{run['pickaxes']}"
    end = x + 8 + text_width(gain, 16, family=DISPLAY)
    out = display(gain, x + 8, middle + 6, 16, INK) + _fate(x + width - 15, middle, 17, run)
    if x + width - 26 - end > 15:
        out += pickaxe(end + 9, middle, 16)
    for number, other in enumerate(others[:3]):
        cx, cy = x + width - 9 - number * 17, y - 12
        out += seat_mark(cx, cy, 14, other["seat"])
        if other["end"] != "open":
            out += danger_mark(cx + 5, cy + 6, 10)
    return out


def _wide_outcome(x: float, y: float, width: float, height: float, run: Run, others: Sequence[Run], fate: str) -> str:
    gain = f"+{run['pickaxes']}"
    top = y + height / 2 - 26 - (8 if others else 0)
    out = display(gain, x, top + 19, 22, INK) + pickaxe(x + 15 + text_width(gain, 22, family=DISPLAY), top + 12, 23)
    out += _fate(x + 9, top + 42, 18, run)
    lines = wrap(fate.capitalize(), width - 24, 12.5, 600, 2)
    if any(line.endswith("…") for line in lines):
        lines = [{"open": "Safe", "exit": "Out"}.get(run["end"], "Crash")]
    out += "".join(
        words(line, x + 23, top + 46 + i * 14 - (len(lines) - 1) * 5, 12.5, INK, 600) for i, line in enumerate(lines)
    )
    cursor = x + 8
    for other in others[:3]:
        word = {"open": "rolls", "exit": "out"}.get(other["end"], "crashes")
        if cursor + 16 + text_width(word, 11.5, 700) > x + width:
            break
        out += seat_mark(cursor, top + 66, 14, other["seat"])
        out += words(word, cursor + 11, top + 70, 11.5, INK if word == "rolls" else mine_colour("danger-ink"), 700)
        cursor += 24 + text_width(word, 11.5, 700)
    return out


# ---------------------------------------------------------------- while others play


def waiting_tray(
    x: float,
    y: float,
    width: float,
    height: float,
    heading: str,
    seat: int | None,
    tile: int | None,
    runs: Sequence[Run],
    names: Sequence[str],
    values: Mapping[str, int],
) -> str:
    """The tile that somebody holds (or the pile) and what the last move brought."""
    size = min(124.0, height - 84) if runs else min(148.0, height - 84)
    left = x + 24 if runs else x + (width - size) / 2
    top = y + 48 + (height - 64 - size) / 2
    face = tile_back(left, top, size)
    if tile:
        face = rect(left - 3, top - 3, size + 6, size + 6, CREAM, 6) + track_tile(left, top, size, tile, 0)
    out = tray(x, y, width, height, heading, seat) + group(face, id="hand")
    if not runs:
        return out
    room, rows = height - 80, min(len(runs), 4)
    row_h = min(50.0, room / rows - 6)
    start = y + 62 + (room - rows * (row_h + 6)) / 2
    row_x = left + size + 14
    if heading != LAST_MOVE:
        caption = shorten(f"{LAST_MOVE}: {names[runs[0]['seat']]}", x + width - 24 - row_x, 12.5, 600)
        out += words(caption, row_x + 2, start - 8, 12.5, CREAM, 600)
    for number, run in enumerate(runs[:rows]):
        box = (row_x, start + number * (row_h + 6), x + width - 20 - row_x, row_h)
        out += _result(box, run, names, values)
    return out


def _result(box: Box, run: Run, names: Sequence[str], values: Mapping[str, int]) -> str:
    """One run of the last move: the cart, its ore, and how it ended."""
    x, y, width, height = box
    middle = y + height / 2
    crashed = run["end"] == "crash"
    kinds = run["ore"] if run["ore"] is not None else ["hidden"] * run["drawn"]
    gain = sum(values[kind] for kind in run["ore"] or ())
    flag = gain_width(gain, 13) if gain else 0
    room = width - 54 - flag - 10
    step = min(27.0, (room - 22) / max(1, len(kinds) - 1)) if len(kinds) > 1 else 0
    tokens = "".join(ore_token(x + 62 + i * step, middle - 1, 11.5, kind) for i, kind in enumerate(kinds))
    nothing = "No ore" if not run["pickaxes"] else "Ore is gone"
    return group(
        panel(x, y, width, height, 12),
        crash_burst(x + 22, middle, 46) if crashed else "",
        cart(x + 24, middle, 34, run["seat"], LETTERS[run["cart"]], 0, "wreck" if crashed else "parked"),
        danger_mark(x + 36, middle - 11, 17) if run["end"] == "exit" else "",
        tokens or words("Digging …" if run["digging"] else nothing, x + 52, middle + 4.5, 12.5, INK_SOFT, 500),
        gain_flag(x + width - flag - 8, middle, gain, 13) if gain else "",
        tip=f"{runner(run, names)}: {_ore(run['drawn'])}, {ending(run, names)}",
    )


# ---------------------------------------------------------------- the set-up and the end


def _rows_for(players: Sequence[Player], y: float, height: float) -> tuple[float, list[float]]:
    """The height of a player's row in a tray, and where each row begins."""
    each = min(60.0, (height - 58) / len(players) - 7)
    top = y + 47 + (height - 58 - len(players) * (each + 7)) / 2
    return each, [top + number * (each + 7) for number in range(len(players))]


def start_tray(
    x: float,
    y: float,
    width: float,
    height: float,
    players: Sequence[Player],
    due: int | None,
    cart_due: int | None,
    placed: Sequence[Sequence[bool]],
    happy: Sequence[bool],
    left: Sequence[int],
) -> str:
    """Who has placed what, who is happy with the start, and who may still change it."""
    out = tray(x, y, width, height, "The start")
    each, rows = _rows_for(players, y, height)
    for seat, (player, row) in enumerate(zip(players, rows, strict=True)):
        middle = row + each / 2
        badges = ""
        for index in (0, 1):
            cx = x + width - 136 + index * 48
            badges += cart_badge(cx, middle, 40, seat, LETTERS[index], placed[seat][index], lost=False)
            if seat == due and index == cart_due:
                badges += fresh_outline(cx - 19, middle - 14, 38, 28, 8, 2)
        doing = "" if seat != due else "looking" if cart_due is None else "placing"
        changes = f"{count(left[seat], 'change')} left" if any(left) else ""
        out += group(
            panel(x + 20, row, width - 40, each, 12),
            seat_mark(x + 42, middle, 23, seat),
            words(shorten(player["name"], width - 236, 14, 700), x + 62, middle + (-2 if changes else 5), 14, INK, 700),
            words(changes, x + 62, middle + 14, 11.5, INK_SOFT, 500) if changes else "",
            badges,
            _safe_mark(x + width - 48, middle, 19) if happy[seat] else "",
            tip=f"{player['name']} {'happy' if happy[seat] else doing}",
        )
    return out


def end_tray(x: float, y: float, width: float, height: float, players: Sequence[Player], ore: Sequence[Holding]) -> str:
    """Who dug how much: the players by place."""
    out = tray(x, y, width, height, "The ore is counted")
    each, rows = _rows_for(players, y, height)
    ranked = sorted(players, key=lambda entry: (entry["place"], entry["seat"]))
    for player, row in zip(ranked, rows, strict=True):
        seat, middle = player["seat"], row + each / 2
        points, kinds = ore[seat]["points"], ore[seat]["kinds"]
        held = [kind for kind in ORES if kinds[kind]]
        right = x + width - 30 - text_width(str(points), 20, family=DISPLAY)
        step = min(34.0, (right - 34 - (x + 168)) / max(1, len(held)))
        tokens = "".join(
            ore_token(x + 176 + i * step, middle - 3, 10.5, kind, False)
            + display(kinds[kind], x + 176 + i * step, middle + 18, 10.5, INK_SOFT, "middle")
            for i, kind in enumerate(held)
        )
        out += group(
            panel(x + 20, row, width - 40, each, 12),
            place_badge(x + 40, middle, player["place"]),
            seat_mark(x + 67, middle, 21, seat),
            words(shorten(player["name"], 76, 13.5, 700), x + 83, middle + 5, 13.5, INK, 700),
            tokens,
            star(right - 14, middle - 1, 11),
            display(points, right + 2, middle + 6.5, 20, INK),
        )
    return out
