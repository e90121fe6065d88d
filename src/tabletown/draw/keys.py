"""Keys: which moves get one, and how they are drawn, in a row or in a block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .pieces import CURRENCIES
from .shapes import group, rect, tag
from .states import Offer, Targets, target
from .text import DISPLAY, display, fit_size, shorten, text_width
from .tokens import INK, var


@dataclass(frozen=True)
class Key:
    """A button: the element's id, its words, the move it plays (None: the page handles it), and a price if any."""

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
    """Keys for the legal moves without an element, for the game's own advice, and to confirm a chosen move.

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
    if chosen and targets.confirms:
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
            drawing,
            tip=key.label,
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
