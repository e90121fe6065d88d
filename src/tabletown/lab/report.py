"""The report of an experiment: one page, plots as SVG inside, no script, light and dark.

Every plot stands beside a table with the same numbers. The printed game is a hollow circle, a changed one a filled
diamond, never colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from ..core.registry import rulebook
from ..core.values import values_of
from ..draw import tokens
from ..draw.text import BODY, DISPLAY
from ..draw.text import STYLE as TEXT_STYLE
from . import plots, words
from .panels import Names, Panel, panels, sides
from .plans import written_plans
from .report_fonts import font_faces

Found = Mapping[str, Any]
Row = tuple[str, Sequence[Found | None]]
STYLE = f"""
body {{ font: 500 16px/1.5 "{BODY}", system-ui, sans-serif; }} h1, h2 {{ font: 400 1em/1.2 "{DISPLAY}", system-ui; }}
{TEXT_STYLE}
"""
LAYOUT = """
body { background: var(--paper); color: var(--ink); margin: 0 auto;
  max-width: 760px; padding: 24px 16px; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; }
.verdict { font-size: 1.15rem; font-weight: 700; }
.soft { color: var(--ink-soft); } svg.lab-plot { max-width: 100%; height: auto; } .scroll { overflow-x: auto; }
.keys { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; font-size: 0.85rem; }
.keys li { display: flex; align-items: center; gap: 6px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
th, td { border-bottom: 1px solid var(--line); padding: 4px 12px 4px 0; text-align: left; }
pre { background: var(--paper-deep); padding: 12px; overflow-x: auto; }
"""


WIDTH, NAMES, RIGHT, LINE = 640, 190, 24, 26
LETTER = 7
"""About the width of a letter; long names take room from the plot."""
PICTURE_STYLE = """
svg { color-scheme: light dark; --ground: #fbfaf6; --ink: #22303c; --soft: #5d6b76; --line: #d6d3c8;
  --amber: #b45309; }
@media (prefers-color-scheme: dark) {
  svg { --ground: #17202a; --ink: #eef1f4; --soft: #a9b5c0; --line: #37444f; --amber: #fbbf24; }
}
text { fill: var(--ink); font: 13px system-ui, sans-serif; } .tick { fill: var(--soft); font-size: 11px; }
.axis { stroke: var(--line); } .middle { stroke: var(--soft); } .printed { stroke: var(--ink); fill: var(--ground); }
.changed { stroke: var(--amber); fill: var(--amber); }
"""


def page(answer: Found) -> str:
    """The whole page."""
    title = title_of(answer)
    body = [f"<h1>{escape(title)}</h1>", f'<p class="verdict">{escape(words.verdict(answer))}</p>']
    body += [f'<p class="soft">{escape(words.players(answer))}</p>', *sections(answer)]
    body.append(f"<h2>The experiment</h2><pre>{escape(experiment_text(answer['experiment']))}</pre>")
    return document(title, body)


def title_of(answer: Found) -> str:
    """What an experiment is called, or else its game."""
    return str(answer["experiment"].get("title") or rulebook(answer["experiment"]["game"]).title)


def document(title: str, body: Sequence[str]) -> str:
    """A page that needs nothing but itself."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    styles = f"{font_faces()}{tokens.css()}{STYLE}{LAYOUT}"
    inside = f"<head>{head}<style>{styles}</style></head><body>{''.join(body)}</body>"
    return f'<!doctype html><html lang="en">{inside}</html>\n'


def sections(answer: Found) -> list[str]:
    """The plots and tables of every changed game, question by question."""
    found = []
    every = sides(answer)
    for side in every:
        if len(every) > 1:
            found.append(f"<h2>{escape(side.label)}</h2>")
        found += [section(panel) for panel in panels(answer, side, names_of(answer))]
        if side.change:
            found.append(f"<h2>Against the printed game: {escape(side.label)}</h2>{_differences(side.change)}")
    return found


def names_of(answer: Found) -> Names:
    """How plans and things read, without pictures."""
    book = rulebook(answer["experiment"]["game"])
    titles = {name: str(plan.get("title", name)) for name, plan in written_plans(book).items()}
    return Names(plans=titles, printed={key: value.printed for key, value in values_of(book).items()})


def section(panel: Panel) -> str:
    """A panel as a part of the report."""
    keys = "".join(f"<li>{plots.legend(kind)}{escape(label)}</li>" for kind, label in panel.keys)
    swatches = "".join(f"<li><b>{escape(title)}.</b> {escape(told)}</li>" for _, title, told in panel.swatches)
    parts = [f"<h2>{escape(panel.title)}</h2>", f'<ul class="keys">{keys}</ul>' if keys else "", panel.wide]
    parts += [
        f"<ul>{swatches}</ul>" if swatches else "",
        f'<p class="soft">{escape(panel.note)}</p>' if panel.note else "",
    ]
    return "".join([*parts, table(panel.head, panel.rows)])


def picture(title: str, rows: Sequence[Row], middle: float) -> str:
    """The same as a picture that stands alone, for a page of documentation."""
    height, drawn = _drawn(rows, middle)
    told = "; ".join(f"{name}: {', '.join(words.percent(e) for e in entries if e)}" for name, entries in rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -28 {WIDTH + 24} {height + 36}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc><style>{PICTURE_STYLE}</style>"
        f'<rect x="-12" y="-28" width="{WIDTH + 24}" height="{height + 36}" rx="8" fill="var(--ground)"/>'
        f'<text x="0" y="-6" font-weight="600">{escape(title)}</text>{drawn}</svg>\n'
    )


def _drawn(rows: Sequence[Row], middle: float) -> tuple[int, str]:
    """The marks of a plot, and how high it is."""
    lows = [entry["low"] for _, entries in rows for entry in entries if entry]
    highs = [entry["high"] for _, entries in rows for entry in entries if entry]
    low, high = min([middle, *lows]) - 0.02, max([middle, *highs]) + 0.02
    left = max(NAMES, LETTER * max((len(name) for name, _ in rows), default=0))

    def x(value: float) -> float:
        return float(round(left + (value - low) / (high - low) * (WIDTH - left - RIGHT), 1))

    height = LINE * len(rows) + 34
    drawn = []
    for tick in _ticks(low, high, middle):
        kind, dashes = ("middle", ' stroke-dasharray="4 4"') if tick == middle else ("axis", "")
        drawn.append(f'<line class="{kind}" x1="{x(tick)}" x2="{x(tick)}" y1="6" y2="{height - 24}"{dashes}/>')
        told = f"{100 * tick:.0f}%" if middle else words.signed(100 * tick, 0) if tick else "0"
        drawn.append(f'<text class="tick" x="{x(tick)}" y="{height - 8}" text-anchor="middle">{told}</text>')
    for number, (name, entries) in enumerate(rows):
        y = 20 + LINE * number
        drawn.append(f'<text x="0" y="{y + 4}">{escape(name)}</text>')
        for index, entry in enumerate(entries):
            if entry:
                place = y + (index - (len(entries) - 1) / 2) * min(9, 20 / len(entries))
                drawn.append(_mark(x(entry["low"]), x(entry["value"]), x(entry["high"]), place, index == 0))
    return height, "".join(drawn)


def _ticks(low: float, high: float, middle: float) -> list[float]:
    """The line in the middle, and round numbers that keep away from it."""
    step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if (high - low) / s <= 8)
    round_ones = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return sorted([middle, *(tick for tick in round_ones if abs(tick - middle) > 0.6 * step)])


def _mark(low: float, value: float, high: float, y: float, printed: bool) -> str:
    kind = "printed" if printed else "changed"
    line = f'<line class="{kind}" x1="{low}" x2="{high}" y1="{y}" y2="{y}" stroke-width="2"/>'
    if printed:
        return f'{line}<circle class="printed" cx="{value}" cy="{y}" r="4.5" stroke-width="2"/>'
    return f'{line}<path class="changed" d="M{value} {y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(entry)}</th>" for entry in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _differences(found: Found) -> str:
    rows = []
    for question, entries in found.items():
        for name, entry in _flat(entries):
            shares = question in ("plans", "seats") or name in ("close", "comeback")
            shown = words.points(entry) if shares else words.change(entry)
            saved = f"{entry['saved']:.1f} times" if entry["paired"] else "not paired"
            clear = "clear" if words.is_clear(entries, name, entry) else ""
            rows.append((f"{question}: {name.replace('_', ' ')}", shown, clear, saved))
    return table(("", "difference", "", "games saved by the same dice"), rows)


def _flat(entries: Found, before: str = "") -> list[tuple[str, Found]]:
    found: list[tuple[str, Found]] = []
    for name, entry in entries.items():
        if name == "clear":
            continue
        if "value" in entry:
            found.append((f"{before}{name}" if name != "copies" else f"{before}copies", entry))
        else:
            found += _flat(entry, "" if name == "wins" else f"{name} ")
    return found


def experiment_text(experiment: Found) -> str:
    """The experiment as a file that can be run again."""
    lines, tables = [], []
    for name, value in experiment.items():
        if isinstance(value, Mapping):
            tables.append(f"\n[{name}]")
            tables += [f"{key} = {_toml(entry)}" for key, entry in value.items()]
        else:
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join([*lines, *tables])


def plan_text(name: str, declared: Found) -> str:
    """A plan as a file has it."""
    return "\n".join([f"[plan.{name}]", *(f"{key} = {_toml(value)}" for key, value in declared.items())])


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml(entry) for entry in value)}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(entry)}' for key, entry in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def comparison(found: Any) -> str:
    """The page of a comparison of two answers."""
    names = [title_of(entry) for entry in (found.before, found.after)]
    title = f"{names[0]} and {names[1]}"
    body = [f"<h1>{escape(title)}</h1>", f'<p class="soft">A: {escape(words.players(found.before))}</p>']
    body.append(f'<p class="soft">B: {escape(words.players(found.after))}</p>')
    body.append("<h2>What B has more than A</h2>" + table(("", "difference", ""), found.rows()))
    for letter, entry in (("A", found.before), ("B", found.after)):
        body.append(f"<h2>Experiment {letter}</h2><pre>{escape(experiment_text(entry['experiment']))}</pre>")
    return document(title, body)
