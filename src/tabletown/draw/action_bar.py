"""The action bar: what must be done now, in one sentence, with the keys to do it."""

from __future__ import annotations

from collections.abc import Sequence

from .accessibility import for_page
from .keys import Key, key_block, key_row
from .pieces import piece, seat_mark
from .scenery import panel
from .shapes import at, circle, group, rect, stroke
from .text import DISPLAY, display, fit_lines, fit_size, paragraph, shorten, text_width, words, wrap
from .tokens import INK, INK_SOFT


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
    """What the player must do now: a sentence in the display face, a hint below it, keys to the right."""
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
            aria_live=None if for_page() else "polite",
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
            aria_live=None if for_page() else "polite",
        )
        + key_block(x + 10, y + 84, width - 20, 44, keys)[0]
    )
