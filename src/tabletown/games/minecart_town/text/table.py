"""Minecart Town as text: towns as maps with rails and cubes, the market, and what the cubes would make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.core.grammar import count, listed
from tabletown.draw.view_model import ViewModel
from tabletown.text_table.canvas import Canvas, beside, pad, shorten, stacked
from tabletown.text_table.elements import player_name, pointer
from tabletown.text_table.styles import GOODS, legend

from ..components import BY_ID, NAMES, RESOURCES
from .effect_words import TileOptions, rule_text
from .signs import MEANINGS, amounts, brief

STYLES: dict[str, tuple[str, str, str]] = {
    "plot": ("#E8E2D4 on #2C2A33", "#2A2418 on #EFE6D2", "bold"),
    "rail": ("bold #D9B27C on #231F1B", "bold #6B4516 on #E9DFCF", "bold yellow"),
    "route": ("bold #FFC24D on #231F1B", "bold #A86500 on #E9DFCF", "bold bright_yellow"),
    "free-slot": ("#6E7480 on #2C2A33", "#9A917E on #EFE6D2", "dim"),
    "cell": ("#5BD8A6 on #15251E", "#087A50 on #DDF0E6", "green"),
}

CELL, LINES = 10, 3
"""The size of a tile on the map."""
SIDE_BY_SIDE = 84
"""The width from which market and town stand side by side."""
_JOINTS = {
    "NS": "┃", "EW": "━", "NE": "┗", "ES": "┏", "SW": "┓", "NW": "┛",
    "ESW": "┳", "NSW": "┫", "NEW": "┻", "NES": "┣",
}  # fmt: skip


def table(view: Mapping[str, Any], width: int, height: int) -> Canvas:
    """The viewer's town and the market, what matters now first; then the other towns."""
    model = ViewModel(view)
    own = _town(model, model.me, width)
    blocks = [_heading(model, width)]
    if width >= SIDE_BY_SIDE and width - own.width - 2 >= 40:
        blocks.append(beside(width, [own, _market(model, width - own.width - 2)], 2))
    else:
        market = _market(model, width)
        building = model.position["part"] == "construction" and not model.position["cells"]
        blocks += [market, own] if building else [own, market]
    others = [_town(model, seat, width) for seat in model.others()]
    return stacked(width, [*blocks, beside(width, others, 2), _legend(width)])


def _legend(width: int) -> Canvas:
    canvas = Canvas(width, 2)
    canvas.parts(1, 0, legend(RESOURCES))
    canvas.put(1, 1, shorten(MEANINGS, width - 1), "soft")
    return canvas


def _heading(model: ViewModel, width: int) -> Canvas:
    """The part of the round, what is due or in the cart, what processing would make."""
    position, canvas = model.position, Canvas(width, 1)
    canvas.rule(0, f"Round {position['round']} of {position['rounds']}, {position['part']}")
    note = _work(position["work"]) or _forecast(position["forecast"])
    if position["solo"] and not note:
        following = next((mark for mark in position["solo"]["thresholds"] if mark > position["solo"]["score"]), None)
        note = f"{position['solo']['name']}: {position['solo']['score']} VP" + (
            f", next {following}" if following else ""
        )
    if note:
        text = f" {shorten(note, width - 36)} "
        canvas.put(width - len(text) - 1, 0, text, "fresh")
    return canvas


def _work(work: Mapping[str, Any]) -> str:
    if work["hand"]:
        return f"in the cart: {amounts(work['hand'])}"
    due = {**{r: work["due"][r] for r in ("wood", "stone")}}
    parts = [amounts(due)] if any(due.values()) else []
    parts += [f"{work['due']['either']} of ♠ or ▬"] if work["due"]["either"] else []
    if parts:
        return f"to pay: {' '.join(parts)}"
    return f"placing {NAMES[work['buying']]}" if work["buying"] else ""


def _forecast(entries: list[dict[str, Any]]) -> str:
    vp = sum(entry["vp"] for entry in entries)
    return f"processing would make {vp} VP" if vp else ""


# ------------------------------------------------------------------ the market


def _market(model: ViewModel, width: int) -> Canvas:
    """A line for each space; of the chosen tile, or the one that is being bought, the rule in words."""
    canvas = Canvas(width)
    bags, options = model.position["bags"], TileOptions.of(model.view["options"])
    canvas.rule(0, f"Market; bags {' '.join(f'{letter} {n}' for letter, n in bags.items())}")
    y = 1
    for space in model.position["market"]:
        if not space["tile"]:
            continue
        target, row = f"space-{space['space']}", BY_ID[space["tile"]]
        offer, change = model.state(target)
        chosen = "chosen" if offer.chosen else ""
        canvas.fill(0, y, width, 1, chosen, target)
        look = chosen or ("legal" if offer.legal else "fresh" if change else "soft" if offer.reason else "heading")
        copies = f" ×{space['count']}" if space["count"] > 1 else ""
        canvas.parts(0, y, [pointer(offer), (f"{space['area']} ", chosen or "soft")], target)
        canvas.put(3, y, pad(row["name"] + copies, 19), look, target)
        canvas.put(22, y, pad(amounts(row["cost"]), 6), chosen or "wood", target)
        canvas.put(28, y, pad(f"{row['slots']}□" if row["slots"] else "", 4), chosen or "soft", target)
        canvas.put(32, y, shorten(brief(space["tile"], options), width - 32), chosen, target)
        y += 1
        if offer.chosen:
            y = canvas.paragraph(5, y, width - 5, rule_text(space["tile"], options), "soft")
    buying = model.position["work"]["buying"]
    if buying:
        canvas.paragraph(1, y, width - 1, f"{NAMES[buying]}. {rule_text(buying, options)}", "soft")
    return canvas


# ------------------------------------------------------------------ a town


def _town(model: ViewModel, seat: int, most: int) -> Canvas:
    """A town as a map under a line with its owner and points."""
    town = model.position["towns"][seat]
    mine = seat == model.actor
    free = {(cell["row"], cell["column"]): cell for cell in model.position["cells"]} if mine else {}
    planned = model.position["work"]["planned"] if mine else None
    places = [(tile["row"], tile["column"]) for tile in town["tiles"]]
    shown = [*places, *free, *([(planned["row"], planned["column"])] if planned else [])]
    top, left = min(row for row, _ in shown), min(column for _, column in shown)
    down, across = max(row for row, _ in shown) - top + 1, max(column for _, column in shown) - left + 1
    width = max(across * CELL, 36)
    canvas = Canvas(min(width, most) if across * CELL <= most else across * CELL, 1 + down * LINES)
    _owner(model, seat, canvas)

    def place(row: int, column: int) -> tuple[int, int]:
        return (column - left) * CELL, 1 + (row - top) * LINES

    routes = {entry["tile"]: entry["lines"] for entry in model.position["work"]["route"]} if mine else {}
    forecast = {entry["building"]: entry for entry in model.position["forecast"]} if mine else {}
    for tile in town["tiles"]:
        x, y = place(tile["row"], tile["column"])
        if tile["building"] is None:
            _track(model, canvas, x, y, seat, tile, routes.get(tile["tile"], []))
        else:
            _building(model, canvas, x, y, seat, tile, forecast.get(tile["building"]))
    for (row, column), cell in free.items():
        _free_cell(model, canvas, *place(row, column), f"cell-{seat}-{cell['tile']}-{cell['side']}")
    if planned:
        chosen = model.targets.chosen()
        shape = planned["shape"] or (chosen["args"].get("shape") if chosen else None)
        x, y = place(planned["row"], planned["column"])
        canvas.fill(x, y, CELL - 1, LINES, "cell")
        _rails(canvas, x, y, [shape] if shape else [], "cell bold")
    return canvas


def _owner(model: ViewModel, seat: int, canvas: Canvas) -> None:
    town, position = model.position["towns"][seat], model.position
    canvas.rule(0)
    end = f" (+{town['end']} at the end)" if town["end"] and not model.over else ""
    notes = [" passed " if seat in position["passed"] else "", " first " if seat == position["first"] else ""]
    change = model.targets.fresh(f"vp-{seat}")
    canvas.parts(
        1,
        0,
        [
            (" ", ""),
            *player_name(model, seat, 14),
            (f" {town['vp']} VP{end} ", "fresh bold" if change else "star bold"),
            ("".join(notes), "soft"),
        ],
    )


def _building(
    model: ViewModel,
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    tile: Mapping[str, Any],
    made: Mapping[str, Any] | None,
) -> None:
    """Name, cubes and free slots, and what it does or would make now."""
    target = f"building-{seat}-{tile['building']}"
    offer, change = model.state(target)
    width = CELL - 1
    ground = "chosen" if offer.chosen else "plot"
    canvas.fill(x, y, width, LINES, ground, target)
    sign = pointer(offer)[0].strip()
    name = shorten(sign + NAMES[tile["kind"]], width)
    look = ground if offer.chosen else f"plot {'legal' if offer.legal else 'fresh bold' if change else 'bold'}"
    canvas.put(x, y, name, look, target)
    _cubes(model, canvas, x, y + 1, seat, tile, ground, target)
    if made:
        gained = [f"+{made['vp']}VP"] if made["vp"] else []
        gained += [f"+{amounts(made['cubes'])}"] if made["cubes"] else []
        canvas.put(x, y + 2, shorten(" ".join(gained), width), f"{ground} fresh bold", target)
    else:
        does = brief(tile["kind"], TileOptions.of(model.view["options"]))
        canvas.put(x, y + 2, shorten(does, width), f"{ground} soft", target)


def _cubes(
    model: ViewModel, canvas: Canvas, x: int, y: int, seat: int, tile: Mapping[str, Any], ground: str, target: str
) -> None:
    """Cubes one by one while they have room, else as numbers; free slots are dots."""
    held: Mapping[str, int] = tile["cubes"]
    offers = {good: model.targets.offer(f"cube-{seat}-{tile['building']}-{good}") for good in held}
    spread = tile["slots"] <= CELL - 1 - sum(offer.legal for offer in offers.values())
    for good, number in held.items():
        offer, here = offers[good], f"cube-{seat}-{tile['building']}-{good}"
        if offer.legal:
            sign, style = pointer(offer)
            x = canvas.put(x, y, sign, f"{ground} {style}", here)
        style = "chosen" if offer.chosen else f"{ground} {good} bold"
        text = GOODS[good] * number if spread else f"{number}{GOODS[good]}"
        x = canvas.put(x, y, text, style, here if offer.legal else target)
    free = tile["slots"] - sum(held.values())
    canvas.put(x, y, "·" * free if spread else f" {free}·" if free else "", f"{ground} free-slot", target)


def _free_cell(model: ViewModel, canvas: Canvas, x: int, y: int, target: str) -> None:
    offer = model.targets.offer(target)
    if not offer.legal:
        return
    ground = "chosen" if offer.chosen else "cell"
    canvas.fill(x, y, CELL - 1, LINES, ground, target)
    canvas.put(x + CELL // 2 - 1, y + 1, pointer(offer)[0], ground, target)


def _track(
    model: ViewModel, canvas: Canvas, x: int, y: int, seat: int, tile: Mapping[str, Any], route: list[str]
) -> None:
    target = f"tile-{seat}-{tile['tile']}"
    offer, change = model.state(target)
    ground = "chosen" if offer.chosen else "rail"
    canvas.fill(x, y, CELL - 1, LINES, ground, target)
    _rails(canvas, x, y, tile["lines"], ground)
    if route:
        _rails(canvas, x, y, route, "route")
    if offer.legal and not offer.chosen:
        canvas.put(x, y, "▸", "rail legal", target)
    elif change:
        canvas.put(x, y, "•", "rail fresh", target)


def _rails(canvas: Canvas, x: int, y: int, lines: list[str], style: str) -> None:
    """The lines of a track; where two cross without meeting, the one from north to south goes over the other."""
    middle, row = x + (CELL - 1) // 2, y + LINES // 2
    for ends in sorted(lines):
        if "W" in ends:
            canvas.put(max(0, x - 1), row, "━" * (middle - max(0, x - 1)), style)
        if "E" in ends:
            canvas.put(middle + 1, row, "━" * (x + CELL - 1 - middle), style)
        for side, rows in (("N", range(y, row)), ("S", range(row + 1, y + LINES))):
            if side in ends:
                for line in rows:
                    canvas.put(middle, line, "┃", style)
        canvas.put(middle, row, _JOINTS[ends], style)


# ------------------------------------------------------------------ in sentences


def prose(view: Mapping[str, Any]) -> list[str]:
    """The round, every town tile by tile, and the market."""
    model = ViewModel(view)
    position = model.position
    options = TileOptions.of(view["options"])
    said = [f"Round {position['round']} of {position['rounds']}, {position['part']}."]
    for seat in (model.me, *model.others()):
        said += _town_in_words(model, seat, options)
    for space in position["market"]:
        if space["tile"]:
            row = BY_ID[space["tile"]]
            price = listed([f"{n} {cube}" for cube, n in row["cost"].items() if n])
            copies = f", {space['count']} of them" if space["count"] > 1 else ""
            slots = f", {row['slots']} slots" if row["slots"] else ""
            said.append(f"For sale: {row['name']}{copies}, costs {price}{slots}. {rule_text(space['tile'], options)}")
    for entry in position["forecast"]:
        made = [f"{entry['vp']} VP"] if entry["vp"] else []
        made += [f"{n} {cube}" for cube, n in entry["cubes"].items()]
        said.append(f"Processing in the {NAMES[entry['kind']]} would make {listed(made)}.")
    return said


def _town_in_words(model: ViewModel, seat: int, options: TileOptions) -> list[str]:
    town = model.position["towns"][seat]
    end = f", {town['end']} more at the end as it stands" if town["end"] else ""
    cubes = ", ".join(f"{n} {cube}" for cube, n in town["totals"].items() if n) or "no cubes"
    said = [
        f"{model.name(seat)}: {town['vp']} VP{end}. The town holds {cubes}, with {count(town['free'], 'free slot')}."
    ]
    for tile in town["tiles"]:
        place = f"row {tile['row']}, column {tile['column']}"
        if tile["building"] is None:
            said.append(f"  Track at {place}, open to {' and '.join(_open(line) for line in tile['lines'])}.")
        else:
            held = listed([f"{n} {cube}" for cube, n in tile["cubes"].items()]) or "no cubes"
            slots = f", {held} in {tile['slots']} slots" if tile["slots"] else ""
            said.append(f"  {NAMES[tile['kind']]} at {place}{slots}. {rule_text(tile['kind'], options)}")
    return said


def _open(line: str) -> str:
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    return ", ".join(names[side] for side in line)
