"""The parts that every table has: player panels, the action bar and its keys, the log, headings, tips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import place_badge
from .pieces import bot_badge, coin, house, medal, mint, pictogram, piece, seat_mark, star
from .scenery import panel
from .shapes import at, circle, group, path, rect, stroke, tag, title, top_rounded
from .states import (
    Change,
    Offer,
    Targets,
    active_glow,
    chip,
    gain_flag,
    gain_width,
    legal_glow,
    legal_outline,
    target,
)
from .text import (
    DISPLAY,
    display,
    fit_lines,
    fit_size,
    paragraph,
    rich_lines,
    rich_text,
    shorten,
    text_width,
    words,
    wrap,
)
from .tokens import CARD, INK, INK_SOFT, LINE, seat_colour, var

CURRENCIES = {"coin": coin, "mint": mint, "star": star, "medal": medal}


@dataclass(frozen=True)
class Purse:
    """An amount of something a player holds; `name` is the element's id, `change` what has just come or gone."""

    currency: str
    amount: int
    name: str = ""
    change: Change | None = None


def purse_width(purse: Purse, size: float = 18) -> float:
    return size * 1.5 + text_width(str(purse.amount), size, family=DISPLAY)


def draw_purse(purse: Purse, x: float, cy: float, size: float = 18, ink: str = INK) -> str:
    """The piece and its number; x is the left edge."""
    r = size * 0.58
    text = str(purse.amount)
    return group(
        CURRENCIES[purse.currency](x + r, cy, r),
        display(text, x + 2 * r + size * 0.22, cy + size * 0.355, size, ink),
        id=purse.name or None,
    )


# ---------------------------------------------------------------- players


def player_panel(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    purses: Sequence[Purse] = (),
    active: bool = False,
    body: str = "",
    offer: Offer | None = None,
    name_size: float = 15,
    mark: str = "",
    mark_width: float = 0,
    text: str = "",
    name: str = "",
) -> str:
    """Frame and heading of a player: seat mark, name, bot badge, `mark` (a token) and purses; `body` lies below.

    The panel is the element `player-SEAT` (unless `name` says otherwise) and a target as a whole if the offer is legal.
    """
    seat = player["seat"]
    offer = offer or Offer()
    badge = 24 if player.get("bot") else 0
    needed = 43 + badge + mark_width + 14 + sum(purse_width(purse) + 10 for purse in purses)
    beside = width - needed > text_width(player["name"], 12.5, 700) + 34  # room for flags beside the purses
    place = player.get("place")
    cursor, goods = x + width - 14, []
    for purse in reversed(purses):
        cursor -= purse_width(purse)
        goods.append(draw_purse(purse, cursor, y + 23))
        if purse.change and purse.change.amount:
            flag_width = gain_width(purse.change.amount, 12)
            if beside:
                cursor -= flag_width + 4
            goods.append(gain_flag(cursor, y + (22 if beside else 3), purse.change.amount, 12))
        cursor -= 10
    room = cursor - (x + 43) - badge - mark_width - (26 if place and beside else 0)
    name_size = fit_size(player["name"], room, name_size, 12.5, 700)
    shown = shorten(player["name"], room, name_size, 700)
    end = x + 43 + text_width(shown, name_size, 700)
    strip = f"M{x + 7} {y + 1.9}A14 14 0 0 0 {x} {y + 14}V{y + height - 14}A14 14 0 0 0 {x + 7} {y + height - 1.9}Z"
    return target(
        name or f"player-{seat}",
        offer,
        player["name"],
        legal_glow(x, y, width, height, 14, offer.chosen) if offer.legal else "",
        active_glow(x, y, width, height, 14, seat) if active and not offer.legal else "",
        panel(x, y, width, height),
        path(strip, seat_colour(seat)),
        legal_outline(x, y, width, height, 14, offer.chosen) if offer.legal else "",
        seat_mark(x + 24, y + 23, 25, seat),
        group(
            title(player["name"] if shown != player["name"] else ""), words(shown, x + 43, y + 28, name_size, INK, 700)
        ),
        bot_badge(end + 8, y + 22) if badge else "",
        (place_badge(end + 21 + badge, y + 23, place) if beside else place_badge(x + 35, y + 34, place, 9))
        if place
        else "",
        at(end + 8 + badge + (26 if place and beside else 0), y + 23, mark) if mark else "",
        *goods,
        body,
        text=text,
        kind="panel",
    )


def plate(x: float, y: float, width: float, height: float, player: Mapping[str, Any], you: bool, active: bool) -> str:
    """The large plate of the seat one looks from: coloured heading with mark and name; the rest is the game's."""
    seat, ink = player["seat"], seat_colour(player["seat"], "ink")
    place = 26 if player.get("place") else 0
    tail = 52 if you else 30 if player.get("bot") else 8
    name = player["name"]
    if you and text_width(name, 14, family=DISPLAY) > width - 50 - tail - place:
        you, tail = False, 8  # a long name needs the room; that the plate is one's own can be seen
    room = width - 50 - tail - place
    size = fit_size(name, room, 18, 14, family=DISPLAY)
    lines, size = (
        ([name], size)
        if text_width(name, size, family=DISPLAY) <= room
        else fit_lines(name, room, 13.5, 11, 400, 2, DISPLAY)
    )
    right, top = x + width - 29, y + 21.5 + size * 0.36 - (len(lines) - 1) * size * 0.56
    if you:
        last = chip(right, y + 21.5, "You", "#fff", "#1E2430", 11.5)
    else:
        last = bot_badge(right + 2, y + 21) if player.get("bot") and tail > 8 else ""
    return (
        (active_glow(x, y, width, height, 16, seat) if active else "")
        + panel(x, y, width, height, 16, level=2)
        + path(top_rounded(x, y, width, 42, 16), seat_colour(seat, "plate"))
        + seat_mark(x + 25, y + 21.5, 26, seat)
        + "".join(display(row, x + 46, top + i * size * 1.12, size, ink) for i, row in enumerate(lines))
        + last
        + (place_badge(x + width - tail - 14, y + 21.5, player["place"], 11) if place else "")
    )


def score_strip(
    x: float,
    y: float,
    width: float,
    players: Sequence[Mapping[str, Any]],
    purses: Sequence[Sequence[Purse]],
    active: int | None,
    offers: Sequence[Offer],
    viewer: int | None = None,
) -> str:
    """All players in one line, for phones: who they are and what they hold; each cell is `player-SEAT`."""
    count = len(players)
    gap = 6
    cell = (width - gap * (count - 1)) / count
    cells = []
    for index, player in enumerate(players):
        left, seat, offer = x + index * (cell + gap), player["seat"], offers[index]
        size = 13.5 if sum(len(str(p.amount)) for p in purses[index]) < 4 or cell > 90 else 12
        cursor, held = left + 8, []
        for purse in purses[index]:
            held.append(draw_purse(purse, cursor, y + 34, size))
            cursor += purse_width(purse, size) + 5
            if purse.change and purse.change.amount and cell > 100:
                held.append(gain_flag(cursor - 1, y + 34, purse.change.amount, 10.5))
                cursor += gain_width(purse.change.amount, 10.5) + 5
        badge = 16 if player.get("bot") and cell > 90 else 0
        cells.append(
            target(
                f"player-{seat}",
                offer,
                player["name"] + (" (you)" if seat == viewer else ""),
                legal_glow(left, y, cell, 46, 11, offer.chosen) if offer.legal else "",
                active_glow(left, y, cell, 46, 11, seat) if seat == active and not offer.legal else "",
                panel(left, y, cell, 46, 11),
                legal_outline(left, y, cell, 46, 11, offer.chosen) if offer.legal else "",
                seat_mark(left + 16, y + 15, 17, seat),
                words(shorten(player["name"], cell - 34 - badge, 12, 700), left + 29, y + 19, 12, INK, 700),
                piece("bot", left + cell - 13, y + 14, 14) if badge else "",
                place_badge(left + cell - 7, y + 3, player["place"], 9) if player.get("place") else "",
                *held,
            )
        )
    return "".join(cells)


# ---------------------------------------------------------------- keys and the action bar


@dataclass(frozen=True)
class Key:
    """A button: the element's id, its words, the move it plays (None: the page sees to it), and a price if it has one."""

    name: str
    label: str
    move: int | None
    gold: bool = False
    price: tuple[str, int] | None = None


def keys_of(
    targets: Targets,
    primary: str = "",
    labels: Mapping[str, str] | None = None,
    price: tuple[str, int] | None = None,
) -> tuple[Key, ...]:
    """Keys for every legal move that has no element on the table, one for the game's own advice, and one to confirm a chosen move.

    Call it after all elements were asked for their offers. At most one key is gold: the chosen move, else the target
    named `primary`, else the last one when nothing on the table can be touched. `price` belongs to the chosen move.
    """
    labels = labels or {}
    chosen, rest = targets.chosen(), targets.unplaced()
    keys = [
        Key(
            str(move.get("target") or f"move-{move['id']}"),
            labels.get(str(move.get("target")), str(move.get("label") or move.get("text"))),
            move["id"],
        )
        for move in rest
    ]
    seen: set[str] = set()
    for index, key in enumerate(keys):
        if key.name in seen or key.name in {str(m.get("target")) for m in targets.moves if m["id"] in targets.placed}:
            keys[index] = Key(f"move-{key.move}", key.label, key.move)
        seen.add(keys[index].name)
    gold: int | None = None
    if chosen:
        if chosen["id"] in targets.placed:
            keys.append(Key("confirm", str(chosen.get("label") or chosen.get("text")), chosen["id"], price=price))
        gold = chosen["id"]
    elif keys and (any(key.name == primary for key in keys) or not targets.placed):
        gold = next((key.move for key in keys if key.name == primary), keys[-1].move)
    help_ = [Key("advise", targets.advice, None)] if targets.advice else []
    return tuple(help_ + [Key(k.name, k.label, k.move, k.move == gold, k.price) for k in keys])


def key_width(key: Key, size: float = 16) -> float:
    return text_width(key.label, size, family=DISPLAY) + 44 + (34 if key.price else 0)


def button(x: float, y: float, width: float, height: float, key: Key) -> str:
    """Chunky key with a 4-unit lip: gold for the one thing to do now, paper for the others."""
    face, lip, ink = (var("gold"), var("gold-lip"), var("gold-ink")) if key.gold else (var("key"), var("key-lip"), INK)
    room = width - (24 if height >= 30 else 12) - (34 if key.price else 0)
    corner, depth = min(13, height / 2.4), 4 if height >= 30 else 2
    size = fit_size(key.label, room, min(16, height * 0.6), min(11, height * 0.6), family=DISPLAY)
    label = shorten(key.label, room, size, family=DISPLAY)
    wide = text_width(label, size, family=DISPLAY)
    offset = -17 if key.price else 0
    tag_ = ""
    if key.price:
        currency, amount = key.price
        tag_ = CURRENCIES[currency](x + width / 2 + wide / 2 + offset + 18, y + height / 2 - 2, 12, amount)
    drawing = rect(x, y, width, height, lip, corner) + group(
        rect(x, y, width, height - depth, face, corner),
        rect(x + 8, y + 3, width - 16, 3, "#FFFFFF80" if key.gold else var("key-shine"), 1.5) if depth > 2 else "",
        display(label, x + width / 2 + offset, y + (height - depth) / 2 + size * 0.36, size, ink, "middle"),
        tag_,
        class_="face",
    )
    if key.move is None:
        return tag(
            "g",
            title(key.label),
            drawing,
            id=key.name,
            class_="page-button button",
            role="button",
            tabindex=0,
            aria_label=key.label,
        )
    return target(key.name, Offer(key.move), key.label, drawing, kind="button primary" if key.gold else "button")


def key_row(
    right: float, y: float, height: float, keys: Sequence[Key], room: float, gap: float = 10
) -> tuple[str, float]:
    """Keys in a row that ends at `right`, in two rows if they are many; the drawing and its width."""
    if not keys:
        return "", 0
    for rows in (1, 2):
        columns = -(-len(keys) // rows)
        each = (height - 4 * (rows - 1)) / rows
        widths = [key_width(key) if rows == 1 else key_width(key, each * 0.6) - 28 for key in keys]
        lines = [list(range(i, min(i + columns, len(keys)))) for i in range(0, len(keys), columns)]
        used = max(sum(widths[i] for i in row) + gap * (len(row) - 1) for row in lines)
        if used <= room:
            break
    squeeze = min(1.0, room / used)
    out = []
    for number, row in enumerate(lines):
        cursor = right
        for i in reversed(row):
            cursor -= widths[i] * squeeze
            out.append((i, button(cursor, y + number * (each + 4), widths[i] * squeeze, each, keys[i])))
            cursor -= gap * squeeze
    return "".join(drawing for _, drawing in sorted(out)), min(used, room)


def key_block(
    x: float, y: float, width: float, height: float, keys: Sequence[Key], gap: float = 10
) -> tuple[str, float]:
    """Keys that fill a width, row below row, for phones; the drawing and its height."""
    rows: list[list[Key]] = []
    for key in keys:
        need = sum(key_width(k, 15) for k in rows[-1]) + key_width(key, 15) + gap * len(rows[-1]) if rows else 0
        if rows and need <= width:
            rows[-1].append(key)
        else:
            rows.append([key])
    out = []
    for number, row in enumerate(rows):
        weights = [key_width(key, 15) for key in row]
        spare = (width - gap * (len(row) - 1)) / sum(weights)
        cursor = x
        for key, weight in zip(row, weights, strict=True):
            out.append(button(cursor, y + number * (height + 8), weight * spare, height, key))
            cursor += weight * spare + gap
    return "".join(out), len(rows) * (height + 8) - 8 if rows else 0


def _confetti(x: float, y: float, width: float, height: float) -> str:
    """Paper snippets and streamers when somebody has won."""
    colours = ("#E5563F", "#F6C244", "#2FA39A", "#4C92DA", "#8E62C8", "#5FAE4B")
    out = []
    for i in range(int(width * height / 620)):
        px, py = x + 8 + i * 0.7549 % 1 * (width - 16), y + 7 + i * 0.5698 % 1 * (height - 14)
        colour, angle = colours[i % 6], (i * 47) % 180
        if i % 5 == 0:
            out.append(at(px, py, stroke("M-7 0q3.5 -5 7 0t7 0", colour, 2.2), angle=angle))
        elif i % 5 == 3:
            out.append(circle(px, py, 2.6, colour))
        else:
            out.append(at(px, py, rect(-4, -2, 8, 4, colour, 1), angle=angle))
    return group(*out, opacity=0.8, class_="confetti")


def action_bar(
    x: float,
    y: float,
    width: float,
    height: float,
    sentence: str,
    hint: str,
    seat: int | None,
    keys: Sequence[Key] = (),
    won: bool = False,
) -> str:
    """What must I do now: one sentence in the display face, one quiet line below, keys to the right."""
    key_room = min(width * 0.62, width - 330)
    buttons, used = key_row(x + width - 14, y + (height - 46) / 2, 46, keys, key_room)
    room = width - 84 - (used + 18 if used else 12)
    size = fit_size(sentence, room, 22, 15, family=DISPLAY)
    used_text = min(room, max(text_width(sentence, size, family=DISPLAY), text_width(hint, 13.5, 500)))
    mark = piece("trophy", x + 36, y + height / 2, 42) if won else ""
    if not won and seat is not None:
        mark = seat_mark(x + 36, y + height / 2, 36, seat)
    base = y + height / 2 + (8 if not hint else -2)
    return (
        panel(x, y, width, height, 18, level=2)
        + (_confetti(x + 92 + used_text, y, width - 104 - used_text, height) if won else "")
        + mark
        + group(
            display(shorten(sentence, room, size, family=DISPLAY), x + 68, base, size, INK),
            words(shorten(hint, room, 13.5, 500), x + 68, y + height / 2 + 18, 13.5, INK_SOFT, 500) if hint else "",
            aria_live="polite",
        )
        + buttons
    )


def phone_bar_height(keys: Sequence[Key], width: float) -> float:
    """How high `phone_bar` will be; room for one row of keys is always kept, so that nothing below jumps."""
    return 92 + max(44, key_block(0, 0, width - 20, 44, keys)[1])


def phone_bar(
    x: float,
    y: float,
    width: float,
    sentence: str,
    hint: str,
    seat: int | None,
    keys: Sequence[Key] = (),
    aside: str = "",
    aside_width: float = 0,
    won: bool = False,
) -> str:
    """The action bar of a phone: the sentence on two lines beside `aside` (or the seat's mark), keys below.

    `aside` is drawn 64 high from (0, 0) on. Without keys everything moves to the middle.
    """
    height = phone_bar_height(keys, width)
    middle = y + (42 if keys or won else height / 2)
    deep = 70 if keys or won else 100
    lead = aside_width + 22 if aside else 56
    room = width - lead - 12
    notes = wrap(hint, room, 12.5, 500, 2 if keys or won else 3) if hint else []
    lines, size = fit_lines(sentence, room, 17, 13, 400, 2 if keys or won else 3, DISPLAY)
    while size > 14 and len(lines) * size * 1.18 + len(notes) * 15.5 > deep:
        size -= 0.5
        lines = wrap(sentence, room, size, 400, 2, DISPLAY)
    if len(lines) * size * 1.18 + len(notes) * 15.5 > deep:
        notes = wrap(hint, room, 12.5, 500, 1)
    block = len(lines) * size * 1.18 + len(notes) * 15.5
    top = middle - block / 2 + size * 0.86
    mark = piece("trophy", x + 30, middle, 40) if won else ""
    if not won and not aside and seat is not None:
        mark = seat_mark(x + 30, middle, 30, seat)
    head = "".join(display(row, x + lead, top + i * size * 1.18, size, INK) for i, row in enumerate(lines))
    return (
        panel(x, y, width, height, 18, level=2)
        + (_confetti(x + 6, y + 84, width - 12, height - 90) if won and not keys else "")
        + mark
        + (at(x + 10, middle - 32, aside) if aside else "")
        + group(
            head,
            paragraph(notes, x + lead, top + len(lines) * size * 1.18, 12.5, INK_SOFT, 500, 1.24),
            aria_live="polite",
        )
        + key_block(x + 10, y + 84, width - 20, 44, keys)[0]
    )


# ---------------------------------------------------------------- log, tips, headings


def _log_lines(entry: Mapping[str, Any], width: float, newest: bool) -> list[str]:
    return wrap(entry["text"], width - 48, 12, 600 if newest else 400, 3 if newest else 2)


def _newest_first(entries: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], bool]]:
    """Entries with the newest first; those of the last ply are marked, three at most."""
    out = list(reversed(entries))
    last = out[0].get("ply") if out else None
    return [(entry, i == 0 or (i < 3 and last is not None and entry.get("ply") == last)) for i, entry in enumerate(out)]


def log_height(entries: Sequence[Mapping[str, Any]], width: float) -> float:
    return 42 + sum(len(_log_lines(e, width, new)) * 15 + 7 for e, new in _newest_first(entries))


def log_strip(
    x: float, y: float, width: float, height: float, entries: Sequence[Mapping[str, Any]], note: str = ""
) -> str:
    """The story so far, newest first; draws only what fits. `entries` come oldest first, as in a view."""
    rows, cursor = [], y + 47
    for entry, newest in _newest_first(entries):
        lines = _log_lines(entry, width, newest)
        if cursor + (len(lines) - 1) * 15 > y + height - 8:
            break
        if newest:
            rows.append(rect(x + 6, cursor - 15, width - 12, len(lines) * 15 + 6, var("fresh-tint"), 8))
        seat = entry.get("seat")
        rows.append(
            circle(x + 20, cursor - 4, 3, INK_SOFT) if seat is None else seat_mark(x + 20, cursor - 4, 15, seat)
        )
        rows.append(paragraph(lines, x + 36, cursor, 12, INK if newest else INK_SOFT, 600 if newest else 400))
        cursor += len(lines) * 15 + 7
    return (
        panel(x, y, width, height)
        + display("Story so far", x + 14, y + 23, 14.5, INK)
        + (words(note, x + width - 14, y + 22, 12, INK_SOFT, 600, "end") if note else "")
        + group(*rows, role="log")
    )


def tooltip_card(x: float, y: float, width: float, heading: str, body: str, picture: str = "") -> str:
    """A small card that explains one thing."""
    left = x + (52 if picture else 14)
    size = fit_size(heading, x + width - 14 - left, 16, 12, family=DISPLAY)
    height = 58 + len(rich_lines(body, width - 28, 13)) * 17.7
    return (
        panel(x, y, width, height, 12, level=2)
        + (pictogram(picture, x + 12, y + 10, 32) if picture else "")
        + display(heading, left, y + 32, size, INK)
        + rich_text(body, x + 14, y + 62, width - 28, 13, INK)
    )


def round_button(cx: float, cy: float, r: float, icon: str, label: str, name: str) -> str:
    """A round key of the page's own (`menu`, `help`); it plays no move. A finger need not hit it exactly: it is 44 wide to the touch."""
    marks = {
        "help": display("?", cx, cy + 6, 17, INK, "middle"),
        "menu": stroke("M-6 -5h12M-6 0h12M-6 5h12", INK, 2.2, transform=f"translate({cx:g} {cy:g})"),
    }
    return tag(
        "g",
        title(label),
        circle(cx, cy, max(r, 22), "transparent"),
        circle(cx, cy + 1.5, r, LINE),
        circle(cx, cy, r, CARD, stroke=LINE),
        marks[icon],
        id=name,
        class_="page-button",
        role="button",
        tabindex=0,
        aria_label=label,
    )


def wordmark(x: float, cy: float, name: str, size: float = 23, emblem: str = "", room: float = 400) -> str:
    """The game's name behind its emblem; `emblem` is drawn about (0, 0), 30 wide; a house unless given."""
    size = fit_size(name, room - 37, size, 14, family=DISPLAY)
    sign = at(x + 15, cy + 1, emblem or house(0, 0, 30, 1), class_="wordmark-emblem")
    return sign + display(name, x + 37, cy + size * 0.36, size, INK)
